use std::io;
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::cgroup::{Group, Groups};
use crate::keeper::Word;
use crate::order::{Order, Room};
use crate::pool::Prepared;
use crate::tree::{Process, StartError, Tree, streams};
use crate::{Command, Limits, Pool, filter, proc};

/// How long a room may take to be built.
const START: Duration = Duration::from_secs(20);
/// Users that no host has given to anybody. The keeper's process id is added, so no two jails share one.
const USERS: u32 = 0x7000_0000;
/// The user that a bot takes itself for where we have only one to give.
const INSIDE: u32 = 1000;

/// Walls for a program that nobody trusts.
///
/// It sees read-only tool chains, the folders it is given, an empty `/tmp` and `/dev/shm` of limited size, and its own
/// processes. It has no network but its own loopback, no environment but what the command names, and the share of the
/// machine that [`Limits`] gives. One `Jail` describes the walls; every [`Jail::start`] builds new ones.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use meydan_sandbox::{Command, Jail, Language};
///
/// let jail = Jail::new(Language::named("python").run()).with_folder("my-bot", "/bot");
/// let mut bot = jail.start(&Command::parse("python3 bot.py")?.in_dir("/bot")).await?;
/// println!("{:?}", bot.tree.measure());
/// println!("{}", bot.tree.epitaph().await);
/// bot.tree.end().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Jail {
    /// What the program may have.
    pub limits: Limits,
    /// What it sees besides the tool chains.
    pub mounts: Vec<Mount>,
    /// A port on its loopback whose visitors come to [`Process::door`].
    pub port: Option<u16>,
    /// Runs the program even where control groups cannot be had. Its limits then hold for each process, not for the tree.
    pub accept_no_groups: bool,
    /// Where prepared jails are taken from, if there are any.
    pub pool: Option<Arc<Pool>>,
}

/// Something a jailed program sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mount {
    /// A folder or file of the host, to be read.
    ReadOnly {
        /// Where it is on the host.
        host: PathBuf,
        /// Where the program sees it.
        inside: PathBuf,
    },
    /// An empty folder in memory that is gone with the jail.
    Scratch {
        /// Where the program sees it.
        inside: PathBuf,
        /// How much fits.
        bytes: u64,
    },
}

impl Jail {
    /// Walls with these limits, around nothing but the tool chains.
    pub fn new(limits: Limits) -> Jail {
        Jail { limits, mounts: Vec::new(), port: None, accept_no_groups: false, pool: None }
    }

    /// Shows a folder of the host, to be read.
    #[must_use]
    pub fn with_folder(mut self, host: impl Into<PathBuf>, inside: impl Into<PathBuf>) -> Jail {
        self.mounts.push(Mount::ReadOnly { host: host.into(), inside: inside.into() });
        self
    }

    /// Gives an empty folder in memory, as large as `/tmp`.
    #[must_use]
    pub fn with_scratch(mut self, inside: impl Into<PathBuf>) -> Jail {
        self.mounts.push(Mount::Scratch { inside: inside.into(), bytes: self.limits.disk });
        self
    }

    /// Opens a port on the loopback inside.
    #[must_use]
    pub fn with_port(mut self, port: u16) -> Jail {
        self.port = Some(port);
        self
    }

    /// Takes prepared jails from a pool, which makes starts quicker.
    #[must_use]
    pub fn with_pool(mut self, pool: Arc<Pool>) -> Jail {
        self.pool = Some(pool);
        self
    }

    /// Builds the walls and starts a program inside them. Its folder and program are named as it sees them.
    pub async fn start(&self, command: &Command) -> Result<Process, StartError> {
        let refused = |error| StartError::System { program: command.program.clone(), error };
        let mut process = self.send(command).map_err(StartError::Wall)?;
        loop {
            let word = tokio::time::timeout(START, process.tree.keeper.hear()).await;
            match word.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())).map_err(refused)? {
                Word::Started(pid) => {
                    process.tree.root = proc::seen_from_here(process.tree.keeper.pid(), pid);
                    return Ok(process);
                }
                Word::Door(door) => process.door = Some(TcpListener::from(door)),
                Word::Failed(reason) => match reason.strip_prefix("bwrap: ") {
                    Some(reason) => return Err(StartError::Wall(format!("bubblewrap says: {reason}"))),
                    None => return Err(refused(io::Error::other(reason))),
                },
                word => return Err(refused(io::Error::other(format!("its room fell in ({word:?})")))),
            }
        }
    }

    /// Finds a keeper and gives it the order; does not wait for anything.
    fn send(&self, command: &Command) -> Result<Process, String> {
        let words = |error: io::Error| error.to_string();
        for mount in &self.mounts {
            if let Mount::ReadOnly { host, .. } = mount
                && !host.exists()
            {
                return Err(format!("`{}` is not there", host.display()));
            }
        }
        let Prepared { keeper, group } = match &self.pool {
            Some(pool) => pool.take()?,
            None => Prepared::new(self.accept_no_groups)?,
        };
        // From here on the keeper removes the group, whatever happens.
        let given = || -> io::Result<_> {
            if let Some(group) = &group {
                group.limit(&self.limits)?;
            }
            let (theirs, ours) = streams()?;
            keeper.give(&self.order(command, group.as_ref(), keeper.pid())?, Some(theirs))?;
            Ok(ours)
        };
        let ours = given().map_err(words)?;
        ours.with(Tree::new(keeper, group, self.limits.memory)).map_err(words)
    }

    fn order(&self, command: &Command, group: Option<&Group>, keeper: i32) -> io::Result<Order> {
        let privileged = rustix::process::geteuid().is_root();
        let bytes = |text: &str| text.as_bytes().to_vec();
        let fixed = ["PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp", "TMPDIR=/tmp", "LANG=C.UTF-8"];
        let given = command.env.iter().map(|(name, value)| format!("{name}={value}").into_bytes());
        let mut limits = self.limits.of_a_process(group.is_some());
        if privileged {
            // The user belongs to this jail alone, so the count of its processes is the jail's.
            limits.push((libc::RLIMIT_NPROC, self.limits.pids.into()));
        }
        let user = user_of(keeper);
        let name = if privileged { user } else { INSIDE };
        let files = FILES.iter().map(|(_, content)| bytes(&content.replace("BOT", &name.to_string())));
        Ok(Order {
            room: Room::Jail,
            command: [&command.program].into_iter().chain(&command.args).map(|word| bytes(word)).collect(),
            env: fixed.into_iter().map(bytes).chain(given).collect(),
            dir: path(command.dir.as_deref().unwrap_or(Path::new("/tmp"))),
            wrapper: self.wrapper(privileged),
            files: files.collect(),
            user,
            limits,
            filter: filter().map_err(io::Error::other)?.to_vec(),
            port: self.port.unwrap_or_default(),
            ..Order::default()
        })
    }

    /// The command line of bubblewrap.
    fn wrapper(&self, privileged: bool) -> Vec<Vec<u8>> {
        let mut words: Vec<Vec<u8>> = Vec::new();
        let mut say = |line: &[&[u8]]| words.extend(line.iter().map(|word| word.to_vec()));
        say(&[
            b"bwrap",
            b"--die-with-parent",
            b"--as-pid-1",
            b"--unshare-pid",
            b"--unshare-net",
            b"--unshare-ipc",
        ]);
        say(&[b"--unshare-uts", b"--unshare-cgroup-try", b"--hostname", b"jail"]);
        if privileged {
            // The first process inside still has to become another user. It is not the bot.
            say(&[b"--cap-drop", b"ALL", b"--cap-add", b"CAP_SETUID", b"--cap-add", b"CAP_SETGID"]);
        } else {
            let id = INSIDE.to_string();
            say(&[b"--unshare-user", b"--uid", id.as_bytes(), b"--gid", id.as_bytes(), b"--disable-userns"]);
        }
        say(&[b"--ro-bind", b"/usr", b"/usr"]);
        for name in ["bin", "sbin", "lib", "lib32", "lib64"] {
            let folder = format!("/{name}");
            match std::fs::read_link(&folder) {
                Ok(target) => say(&[b"--symlink", target.as_os_str().as_bytes(), folder.as_bytes()]),
                Err(_) => say(&[b"--ro-bind-try", folder.as_bytes(), folder.as_bytes()]),
            }
        }
        say(&[b"--perms", b"0755", b"--dir", b"/etc"]);
        for file in ETC.iter().map(|name| name.as_bytes()) {
            say(&[b"--ro-bind-try", file, file]);
        }
        for (index, (file, _)) in FILES.iter().enumerate() {
            say(&[b"--perms", b"0444", b"--ro-bind-data", format!("@{index}").as_bytes(), file.as_bytes()]);
        }
        say(&[b"--proc", b"/proc", b"--dev", b"/dev"]);
        for file in HIDDEN.iter().filter(|file| Path::new(file).exists()) {
            say(&[b"--ro-bind", b"/dev/null", file.as_bytes()]);
        }
        let mut scratch = |inside: &[u8], bytes: u64| {
            say(&[b"--perms", b"1777", b"--size", bytes.to_string().as_bytes(), b"--tmpfs", inside]);
        };
        scratch(b"/tmp", self.limits.disk);
        scratch(b"/dev/shm", self.limits.shared_memory);
        for mount in &self.mounts {
            let (Mount::ReadOnly { inside, .. } | Mount::Scratch { inside, .. }) = mount;
            // Folders that bubblewrap makes on the way by itself can be entered by nobody but root.
            let mut above: Vec<&Path> =
                inside.ancestors().skip(1).filter(|folder| folder.parent().is_some()).collect();
            above.reverse();
            for folder in above {
                words.extend(["--perms", "0755", "--dir"].map(|word| word.as_bytes().to_vec()));
                words.push(path(folder));
            }
            match mount {
                Mount::ReadOnly { host, inside } => {
                    let host = std::path::absolute(host).unwrap_or_else(|_| host.clone());
                    words.extend([b"--ro-bind".to_vec(), path(&host), path(inside)]);
                }
                Mount::Scratch { inside, bytes } => {
                    let words_of = ["--perms", "1777", "--size", &bytes.to_string(), "--tmpfs"];
                    words.extend(words_of.iter().map(|word| word.as_bytes().to_vec()));
                    words.push(path(inside));
                }
            }
        }
        let end: [&[u8]; 5] = [b"--remount-ro", b"/dev", b"--remount-ro", b"/", b"--"];
        words.extend(end.iter().map(|word| word.to_vec()));
        words
    }
}

/// Small files every program expects. The real ones name the people of this host.
const FILES: &[(&str, &str)] = &[
    ("/etc/passwd", "root:x:0:0:root:/:/bin/false\nbot:x:BOT:BOT:bot:/tmp:/bin/sh\n"),
    ("/etc/group", "root:x:0:\nbot:x:BOT:\n"),
    ("/etc/hosts", "127.0.0.1 localhost jail\n"),
    ("/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
];

/// What tool chains keep outside `/usr`.
const ETC: &[&str] = &[
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/java-11-openjdk",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/etc/maven",
    "/etc/mono",
    "/etc/localtime",
];

/// Files of `/proc` that tell about the host and its other programs, and that no language needs.
const HIDDEN: &[&str] = &[
    "/proc/kcore",
    "/proc/kallsyms",
    "/proc/keys",
    "/proc/key-users",
    "/proc/kmsg",
    "/proc/loadavg",
    "/proc/timer_list",
    "/proc/sched_debug",
    "/proc/schedstat",
    "/proc/interrupts",
    "/proc/softirqs",
    "/proc/diskstats",
    "/proc/vmstat",
    "/proc/zoneinfo",
    "/proc/slabinfo",
    "/proc/locks",
    "/proc/pressure/cpu",
    "/proc/pressure/io",
    "/proc/pressure/memory",
    "/proc/mdstat",
    "/proc/partitions",
    "/proc/cmdline",
];

/// The user of the jail that this keeper keeps; 0: ours, where we have only one.
pub(crate) fn user_of(keeper: i32) -> u32 {
    if rustix::process::geteuid().is_root() { USERS + keeper.unsigned_abs() } else { 0 }
}

/// The control groups of this host. Tried once.
pub(crate) fn groups() -> Result<&'static Groups, &'static str> {
    static GROUPS: OnceLock<Result<Groups, String>> = OnceLock::new();
    GROUPS.get_or_init(Groups::find).as_ref().map_err(String::as_str)
}

/// The filter, the same for every jail. Compiled once.
fn filter() -> Result<&'static [u8], &'static str> {
    static FILTER: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    let filter = FILTER.get_or_init(|| filter::program().map_err(|error| error.to_string()));
    filter.as_deref().map_err(String::as_str)
}

pub(crate) fn next_name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("meydan-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

pub(crate) fn path(path: &Path) -> Vec<u8> {
    path.as_os_str().as_bytes().to_vec()
}
