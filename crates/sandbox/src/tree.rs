use std::env;
use std::ffi::OsString;
use std::io;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use thiserror::Error;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use crate::cgroup::{Group, Usage};
use crate::errand::{Errand, Room};
use crate::keeper::{Keeper, Word};
use crate::{Cause, Command, CommandError, Dial, Gauge, keeper, proc};

/// How long a program may take to be started. Far more than it ever takes, far less than for ever.
const START: Duration = Duration::from_secs(10);
/// How long the end of a tree may take before we call what is left survivors. On a busy machine a process that was killed
/// may take many seconds to go.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a tree that is simply dropped is waited for.
const HASTE: Duration = Duration::from_millis(250);

/// A bot that was started.
pub struct Process {
    /// What it reads.
    pub stdin: ChildStdin,
    /// What it writes.
    pub stdout: ChildStdout,
    /// What it complains.
    pub stderr: ChildStderr,
    /// The process and everything it starts.
    pub tree: Tree,
    /// Where its connections to the port that its jail opened arrive.
    pub door: Option<TcpListener>,
    /// Reaches the ports on which it listens inside its jail.
    pub dial: Option<Dial>,
}

/// Why a bot did not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The command is wrong.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The walls did not rise. That is our trouble, not the program's.
    #[error("the walls for the program cannot be built: {0}")]
    Wall(String),
    /// The system refused.
    #[error("`{program}` cannot be started: {error}")]
    System {
        /// The program.
        program: String,
        /// What the system said.
        error: io::Error,
    },
}

/// Processes that could not be killed.
#[derive(Debug, Error)]
#[error("processes {pids:?} of the bot could not be killed")]
pub struct Survivors {
    /// Their ids.
    pub pids: Vec<i32>,
}

/// A process and everything it has started, directly or not.
///
/// Dropping a tree ends it as well, and waits for a moment until it is gone; [`Tree::end`] waits without blocking, and
/// says whether anything is left.
pub struct Tree {
    pub(crate) keeper: Keeper,
    pub(crate) root: i32,
    gauge: Gauge,
    /// The memory it may have, where it is jailed.
    memory: u64,
    cause: Option<Cause>,
    ended: bool,
}

/// No walls: a program runs with the rights and the environment of this process, as a person at home would run it.
///
/// Only its end is kept from getting out of hand. With a process namespace that is a promise. Without one, a tree
/// whose members fork and die faster than they can be counted, or that kills its keeper, can leave survivors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bare {
    /// Whether the tree gets a process namespace of its own.
    pub namespace: bool,
}

impl Default for Bare {
    /// With a namespace where one can be had.
    fn default() -> Bare {
        Bare { namespace: keeper::namespaces() }
    }
}

impl Bare {
    /// Starts a program with its three streams in our hands.
    pub fn start(&self, command: &Command) -> Result<Process, StartError> {
        let room = if self.namespace { Room::Namespace } else { Room::Open };
        begin(command, errand(command, room))
    }
}

/// No walls but a network of its own: for one's own program that insists on a port which others want too.
///
/// Besides that it runs as [`Bare`] has it. It reaches nothing but its own loopback, on which one port leads out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The port on its loopback whose visitors come to [`Process::door`].
    pub port: u16,
    /// Whether ports on which it listens can be called from outside ([`Process::dial`]).
    pub called: bool,
}

impl Apart {
    /// Whether that can be had on this machine.
    pub fn is_possible() -> bool {
        keeper::networks()
    }

    /// Starts a program with its three streams in our hands.
    pub fn start(&self, command: &Command) -> Result<Process, StartError> {
        let errand = errand(command, Room::Namespace);
        begin(command, Errand { port: self.port, called: self.called, ..errand })
    }
}

fn begin(command: &Command, errand: Errand) -> Result<Process, StartError> {
    command.check()?;
    let refused = |error| StartError::System { program: command.program.clone(), error };
    let give = || -> io::Result<Process> {
        let keeper = Keeper::new()?;
        let (streams, ours) = streams()?;
        keeper.give(&errand, Some(streams))?;
        ours.with(Tree::new(keeper, None, 0))
    };
    let mut process = give().map_err(refused)?;
    loop {
        match process.tree.keeper.hear_blocking(START).map_err(refused)? {
            Word::Started(pid) => {
                process.tree.root = proc::seen_from_here(process.tree.keeper.pid(), pid);
                return Ok(process);
            }
            Word::Door(door) => process.door = Some(TcpListener::from(door)),
            Word::Dial(line) => process.dial = Some(Dial::new(line).map_err(refused)?),
            Word::Failed(reason) => return Err(refused(io::Error::other(reason))),
            _ => return Err(refused(io::Error::other("its keeper was lost"))),
        }
    }
}

/// Starts a program bare.
pub fn start(command: &Command) -> Result<Process, StartError> {
    Bare::default().start(command)
}

fn errand(command: &Command, room: Room) -> Errand {
    let words = [&command.program].into_iter().chain(&command.args);
    let variable = |name: OsString, value: OsString| {
        let mut bytes = name.into_vec();
        bytes.push(b'=');
        bytes.extend(value.into_vec());
        bytes
    };
    let added = command.env.iter().map(|(name, value)| variable(name.into(), value.into()));
    Errand {
        room,
        command: words.map(|word| word.clone().into_bytes()).collect(),
        env: env::vars_os().map(|(name, value)| variable(name, value)).chain(added).collect(),
        dir: command.dir.clone().map(|dir| dir.into_os_string().into_vec()).unwrap_or_default(),
        ..Errand::default()
    }
}

/// Our ends of a program's streams.
pub(crate) struct Ends {
    stdin: OwnedFd,
    stdout: OwnedFd,
    stderr: OwnedFd,
}

/// Three pipes: the program's ends, and ours.
pub(crate) fn streams() -> io::Result<([OwnedFd; 3], Ends)> {
    let (their_in, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stdout, their_out) = pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, their_err) = pipe_with(PipeFlags::CLOEXEC)?;
    Ok(([their_in, their_out, their_err], Ends { stdin, stdout, stderr }))
}

impl Ends {
    pub(crate) fn with(self, tree: Tree) -> io::Result<Process> {
        Ok(Process {
            stdin: ChildStdin::from_std(self.stdin.into())?,
            stdout: ChildStdout::from_std(self.stdout.into())?,
            stderr: ChildStderr::from_std(self.stderr.into())?,
            tree,
            door: None,
            dial: None,
        })
    }
}

impl Tree {
    pub(crate) fn new(keeper: Keeper, group: Option<Group>, memory: u64) -> Tree {
        let gauge = Gauge::new(keeper.pid(), group);
        Tree { keeper, root: 0, gauge, memory, cause: None, ended: false }
    }

    /// The process that was started, as this process sees it.
    pub fn pid(&self) -> i32 {
        self.root
    }

    /// Waits a moment for the process to end and says how it did, for its author.
    pub async fn epitaph(&mut self) -> String {
        match tokio::time::timeout(Duration::from_millis(300), self.cause()).await {
            Ok(cause) => cause.to_string(),
            Err(_) => "it closed its output but runs on".to_owned(),
        }
    }

    /// Waits for the process to end by itself, at most this long.
    pub async fn wait(&mut self, at_most: Duration) -> bool {
        tokio::time::timeout(at_most, self.cause()).await.is_ok()
    }

    /// Waits for the process to end by itself, and says why it did.
    pub async fn cause(&mut self) -> Cause {
        loop {
            match self.cause {
                Some(cause) => return cause,
                None => self.hear().await,
            }
        }
    }

    /// Counts what the tree uses, also while somebody else waits for its end.
    pub fn gauge(&self) -> Gauge {
        self.gauge.clone()
    }

    /// What the tree has used so far, counted from outside; after its end, what it had used then.
    pub fn measure(&self) -> Usage {
        if self.ended { *self.gauge.seen() } else { self.gauge.measure() }
    }

    /// Lets the whole tree stand still, and waits until it does.
    pub async fn freeze(&mut self) -> io::Result<()> {
        self.gauge.freeze().await
    }

    /// Lets the whole tree go on.
    pub fn thaw(&mut self) -> io::Result<()> {
        self.gauge.thaw()
    }

    /// Whether the kernel has killed any process of the tree for want of memory.
    pub fn starved(&self) -> bool {
        self.gauge.starved()
    }

    /// Kills the whole tree and checks that nothing of it is left.
    pub async fn end(&mut self) -> Result<(), Survivors> {
        self.measure();
        // A process that nobody asked about any more was still ended by something.
        while self.cause.is_none()
            && let Ok(word) = self.keeper.hear_blocking(Duration::ZERO)
        {
            self.note(Ok(word));
        }
        self.cause = self.cause.or(Some(Cause::Killed));
        self.keeper.ask_for_end();
        let mut left = vec![self.root];
        let heard = async {
            while !self.ended {
                match self.keeper.hear().await {
                    // They have been killed and are not gone yet; the keeper goes on trying.
                    Ok(Word::Left(pids)) => left = pids,
                    word => self.note(word),
                }
            }
            self.keeper.bury().await;
        };
        if tokio::time::timeout(PATIENCE, heard).await.is_ok() {
            return Ok(());
        }
        left.retain(|&pid| proc::lives(pid));
        if left.is_empty() { Ok(()) } else { Err(Survivors { pids: left }) }
    }

    async fn hear(&mut self) {
        let word = self.keeper.hear().await;
        self.note(word);
    }

    fn note(&mut self, word: io::Result<Word>) {
        match word {
            Ok(Word::Done(status)) => self.ended_by(Cause::from_status(status)),
            Ok(Word::Empty) => self.ended = true,
            // A keeper that was killed took its tree with it, where it lives in a namespace.
            Err(_) => {
                self.ended = true;
                self.ended_by(Cause::Lost);
            }
            Ok(Word::Gone | Word::Failed(_) | Word::Wall(_)) => self.ended_by(Cause::Lost),
            Ok(Word::Door(fd) | Word::Dial(fd)) => drop(fd),
            Ok(Word::Started(_) | Word::Left(_)) => {}
        }
    }

    /// The first cause counts. Where the kernel killed for want of memory, that is the cause, whatever came of it.
    fn ended_by(&mut self, cause: Cause) {
        let starved = self.cause.is_none() && cause != Cause::Exit(0) && self.starved();
        self.cause = self.cause.or(Some(if starved { Cause::Memory(self.memory) } else { cause }));
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.keeper.hang_up();
        while !self.ended {
            match self.keeper.hear_blocking(HASTE) {
                // The keeper goes on by itself.
                Err(error) if error.kind() == io::ErrorKind::TimedOut => return,
                word => self.note(word),
            }
        }
    }
}
