use thiserror::Error;

use crate::{Apart, Bare, Command, Jail, Limits, Process, StartError, keeper};

/// What stands between a program and the rest of the machine.
#[derive(Clone, Debug)]
pub enum Walls {
    /// Nothing. For one's own programs.
    Bare(Bare),
    /// Nothing but a network of its own. For one's own programs that all want the same port.
    Apart(Apart),
    /// A jail. For strangers' programs, and for one's own as a judge would run them.
    Jail(Box<Jail>),
}

impl Walls {
    /// Starts a program behind these walls.
    pub async fn start(&self, command: &Command) -> Result<Process, StartError> {
        match self {
            Walls::Bare(bare) => bare.start(command),
            Walls::Apart(apart) => apart.start(command),
            Walls::Jail(jail) => jail.start(command).await,
        }
    }
}

/// One wall, and whether it stands on this host. It was tried, not assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// What it is.
    pub name: &'static str,
    /// Whether it stands.
    pub stands: bool,
    /// Whether strangers' programs must not be run without it.
    pub needed: bool,
    /// What was seen.
    pub found: String,
    /// How to raise it.
    pub advice: &'static str,
}

/// A wall that strangers' programs need is missing here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bots cannot be jailed on this machine: {}; `meydan doctor` says how to raise the missing walls", told(.0))]
pub struct MissingWalls(pub Vec<Wall>);

fn told(walls: &[Wall]) -> String {
    let told = walls.iter().map(|wall| format!("{} ({})", wall.name, wall.found));
    told.collect::<Vec<_>>().join(", ")
}

impl MissingWalls {
    /// Whether everything stands that strangers' programs need.
    pub fn check(walls: &[Wall]) -> Result<(), MissingWalls> {
        let missing: Vec<Wall> = walls.iter().filter(|wall| wall.needed && !wall.stands).cloned().collect();
        if missing.is_empty() { Ok(()) } else { Err(MissingWalls(missing)) }
    }
}

/// What a program inside a jail finds out about its walls.
const LOOK: &str = "\
grep -E '^(Seccomp|NoNewPrivs|CapEff|Uid):' /proc/self/status; \
echo Interfaces: $(tail -n +3 /proc/net/dev | cut -d: -f1); \
echo Processes: $(ls /proc | grep -c '^[0-9]'); \
echo Environment: $(env | cut -d= -f1 | grep -vE '^(PATH|HOME|TMPDIR|LANG|PWD)$'); \
echo Writable: $(for place in / /usr /etc /dev; do (: > $place/.meydan) 2>/dev/null && echo $place; done); \
echo Scratch: $(df -P /tmp /dev/shm | tail -n +2 | wc -l); \
echo Host: $(ls -d /root /home /var /sys /run /boot 2>/dev/null)";

/// Tries every wall on this host.
pub async fn survey() -> Vec<Wall> {
    let groups = crate::jail::groups();
    let mut jail = Jail::new(Limits::default());
    jail.accept_no_groups = true;
    let command =
        Command { program: "sh".into(), args: vec!["-c".into(), LOOK.into()], env: vec![], dir: None };
    let seen = match jail.run(&command, &[]).await {
        Ok(report) if report.succeeded() => Ok(String::from_utf8_lossy(&report.stdout).into_owned()),
        Ok(report) => Err(format!("{}: {}", report.cause, String::from_utf8_lossy(&report.stderr).trim())),
        Err(error) => Err(error.to_string()),
    };
    let inside = Inside(seen.as_deref().unwrap_or_default());
    let privileged = rustix::process::geteuid().is_root();
    let wall = |name, stands, found: String, advice| Wall { name, stands, needed: true, found, advice };
    let mut walls = vec![
        wall(
            "bubblewrap",
            seen.is_ok(),
            seen.as_ref().map_or_else(String::clone, |_| "a room was built, and a program ran in it".into()),
            "apt-get install bubblewrap; without privilege it needs user namespaces: `sysctl kernel.unprivileged_userns_clone=1`, \
             and on Ubuntu an AppArmor profile for bwrap",
        ),
        wall(
            "own processes",
            inside.number("Processes").is_some_and(|count| count < 8),
            inside.found("Processes", "processes are seen from inside"),
            "needs a kernel with process namespaces",
        ),
        wall(
            "own network",
            inside.says("Interfaces", "lo"),
            inside.found("Interfaces", "is all the network inside"),
            "needs a kernel with network namespaces",
        ),
        wall(
            "read-only host",
            inside.says("Writable", "") && inside.says("Host", ""),
            match inside.get("Writable").zip(inside.get("Host")) {
                Some(("", "")) => "nothing of the host can be written, and only tool chains are seen".into(),
                Some((writable, host)) => format!("writable: `{writable}`, seen: `{host}`"),
                None => "not tried".into(),
            },
            "needs bubblewrap",
        ),
        wall(
            "empty environment",
            inside.says("Environment", ""),
            if inside.says("Environment", "") {
                "no variable comes in".into()
            } else {
                inside.found("Environment", "comes in")
            },
            "needs bubblewrap",
        ),
        wall(
            "no privilege",
            inside.says("NoNewPrivs", "1") && inside.says("CapEff", "0000000000000000"),
            inside.found("CapEff", "are its capabilities, and it cannot gain any"),
            "needs bubblewrap",
        ),
        wall(
            "system call filter",
            inside.says("Seccomp", "2"),
            if inside.says("Seccomp", "2") {
                "the kernel filters system calls".into()
            } else {
                "there is no filter".into()
            },
            "use a kernel with CONFIG_SECCOMP_FILTER",
        ),
        wall(
            "control groups",
            groups.is_ok(),
            groups.map_or_else(str::to_owned, |groups| groups.describe()),
            "run as root, or in a group of version 2 that is yours: `systemd-run --user --scope -p Delegate=yes`, \
             make an empty group in it and name it in MEYDAN_CGROUP; without them a bot's children escape its limits",
        ),
    ];
    let own_user = inside.get("Uid").and_then(|ids| ids.split_whitespace().next()?.parse::<u32>().ok());
    walls.push(Wall {
        needed: false,
        ..wall(
            "own user",
            privileged && own_user.is_some_and(|user| user >= 0x7000_0000),
            if privileged {
                inside.found("Uid", "are its ids")
            } else {
                "bots run as this user, in a user namespace".into()
            },
            "run as root, so that every jail can have a user of its own",
        )
    });
    walls.push(Wall {
        needed: false,
        ..wall(
            "bare trees",
            keeper::namespaces(),
            if keeper::namespaces() {
                "a bot that is not jailed has a process namespace, so its end is absolute".into()
            } else {
                "no process namespace for a bot that is not jailed; one that forks and dies fast enough can outlive its match".into()
            },
            "allow user namespaces: `sysctl kernel.unprivileged_userns_clone=1`",
        )
    });
    walls
}

/// What was said inside, line by line.
struct Inside<'a>(&'a str);

impl<'a> Inside<'a> {
    fn get(&self, key: &str) -> Option<&'a str> {
        self.0.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(str::trim)
    }

    fn says(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    fn number(&self, key: &str) -> Option<u32> {
        self.get(key)?.parse().ok()
    }

    fn found(&self, key: &str, meaning: &str) -> String {
        self.get(key).map_or("not tried".into(), |value| format!("`{value}` {meaning}"))
    }
}
