mod room;

use std::io;
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::cgroup::{Group, Groups};
use crate::errand::{Errand, Room};
use crate::keeper::Word;
use crate::pool::Prepared;
use crate::tree::{Process, StartError, Tree, streams};
use crate::{Command, Dial, Limits, Pool, filter, proc};

/// How long a room may take to be built.
const START: Duration = Duration::from_secs(20);
/// Users that no host has given to anybody. The keeper's process id is added, so no two jails share one.
const USERS: u32 = 0x7000_0000;

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
    /// Whether ports on which it listens can be called from outside ([`Process::dial`]).
    pub called: bool,
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
    /// A folder of the host that the program may write in. What it writes outlives the jail, and only the size of one file is
    /// bounded: whoever gives it watches how full it gets.
    Writable {
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

impl Mount {
    /// Whether the jail's user will be able to read it. bubblewrap would only say that something failed.
    pub(crate) fn check(&self) -> Result<(), String> {
        use std::os::unix::fs::PermissionsExt;
        let (host, needed) = match self {
            Mount::ReadOnly { host, .. } => (host, 0o005),
            Mount::Writable { host, .. } => (host, 0o007),
            Mount::Scratch { .. } => return Ok(()),
        };
        let meta = host.metadata().map_err(|error| format!("`{}`: {error}", host.display()))?;
        let needed = if meta.is_dir() { needed } else { needed & 0o006 };
        let privileged = rustix::process::geteuid().is_root();
        if privileged && meta.permissions().mode() & needed != needed {
            let name = host.display();
            return Err(format!("`{name}` cannot be read by the jail's user; run `chmod -R a+rX {name}`"));
        }
        Ok(())
    }
}

impl Jail {
    /// Walls with these limits, around nothing but the tool chains.
    pub fn new(limits: Limits) -> Jail {
        Jail { limits, mounts: Vec::new(), port: None, called: false, accept_no_groups: false, pool: None }
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

    /// Lets the program write in a folder of the host.
    #[must_use]
    pub fn with_writable(mut self, host: impl Into<PathBuf>, inside: impl Into<PathBuf>) -> Jail {
        self.mounts.push(Mount::Writable { host: host.into(), inside: inside.into() });
        self
    }

    /// Opens a port on the loopback inside.
    #[must_use]
    pub fn with_port(mut self, port: u16) -> Jail {
        self.port = Some(port);
        self
    }

    /// Lets its match call the ports on which it listens.
    #[must_use]
    pub fn with_calls(mut self) -> Jail {
        self.called = true;
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
        let wall = |error: io::Error| StartError::Wall(error.to_string());
        let mut process = self.send(command).map_err(StartError::Wall)?;
        loop {
            let word = tokio::time::timeout(START, process.tree.keeper.hear()).await;
            match word.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())).map_err(wall)? {
                Word::Started(pid) => {
                    process.tree.root = proc::seen_from_here(process.tree.keeper.pid(), pid);
                    return Ok(process);
                }
                Word::Door(door) => process.door = Some(TcpListener::from(door)),
                Word::Dial(line) => process.dial = Some(Dial::new(line).map_err(wall)?),
                Word::Failed(reason) => {
                    let (program, error) = (command.program.clone(), io::Error::other(reason));
                    return Err(StartError::System { program, error });
                }
                Word::Wall(reason) => {
                    let said =
                        reason.strip_prefix("bwrap: ").map(|reason| format!("bubblewrap says: {reason}"));
                    return Err(StartError::Wall(said.unwrap_or(reason)));
                }
                word => return Err(StartError::Wall(format!("its room fell in ({word:?})"))),
            }
        }
    }

    /// Finds a keeper and gives it the errand; does not wait for anything.
    fn send(&self, command: &Command) -> Result<Process, String> {
        let words = |error: io::Error| error.to_string();
        self.mounts.iter().try_for_each(Mount::check)?;
        let pinned = !self.limits.cores.is_empty();
        let Prepared { keeper, group } = match &self.pool {
            Some(pool) if !pinned => pool.take()?,
            _ => Prepared::new(pinned, self.accept_no_groups)?,
        };
        // From here on the keeper removes the group, whatever happens.
        let given = || -> io::Result<_> {
            if let Some(group) = &group {
                group.limit(&self.limits)?;
            }
            let (theirs, ours) = streams()?;
            keeper.give(&self.errand(command, group.as_ref(), keeper.pid())?, Some(theirs))?;
            Ok(ours)
        };
        let ours = given().map_err(words)?;
        ours.with(Tree::new(keeper, group, self.limits.memory)).map_err(words)
    }

    fn errand(&self, command: &Command, group: Option<&Group>, keeper: i32) -> io::Result<Errand> {
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
        let name = if privileged { user } else { room::INSIDE };
        let files = room::FILES.iter().map(|(_, content)| bytes(&content.replace("BOT", &name.to_string())));
        Ok(Errand {
            room: Room::Jail,
            command: [&command.program].into_iter().chain(&command.args).map(|word| bytes(word)).collect(),
            env: fixed.into_iter().map(bytes).chain(given).collect(),
            dir: path(command.dir.as_deref().unwrap_or(Path::new("/tmp"))),
            wrapper: room::wrapper(self, privileged),
            files: files.collect(),
            user,
            limits,
            filter: filter().map_err(io::Error::other)?.to_vec(),
            port: self.port.unwrap_or_default(),
            called: self.called,
            ..Errand::default()
        })
    }
}

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
