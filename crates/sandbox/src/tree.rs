use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions};
use thiserror::Error;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};

use crate::proc::{self, Info};
use crate::{Command, CommandError};

/// The variable by which every descendant of a bot is known, whatever session it fled to.
const MARK: &str = "MEYDAN_TREE";

/// How long the end of a tree may take before we call what is left survivors.
const PATIENCE: Duration = Duration::from_secs(3);

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
}

/// Why a bot did not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The command is wrong.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The system refused.
    #[error("`{program}` cannot be started: {error}")]
    System {
        /// The program.
        program: String,
        /// What the system said.
        error: std::io::Error,
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
pub struct Tree {
    child: Child,
    root: i32,
    mark: String,
    ended: bool,
}

/// The roots of all trees that live now, to tell them from orphans that were handed to us.
static ROOTS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Starts a program in a process group of its own, with its three streams in our hands.
pub fn start(command: &Command) -> Result<Process, StartError> {
    command.check()?;
    adopt_orphans();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mark = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut starting = tokio::process::Command::new(&command.program);
    starting
        .args(&command.args)
        .envs(command.env.iter().map(|(name, value)| (name, value)))
        .env(MARK, &mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    if let Some(dir) = &command.dir {
        starting.current_dir(dir);
    }
    // The root must be known before anybody can take it for an orphan.
    let mut roots = ROOTS.lock().expect("nobody panics while holding this lock");
    let mut child =
        starting.spawn().map_err(|error| StartError::System { program: command.program.clone(), error })?;
    let root = child.id().map_or(0, |pid| pid as i32);
    roots.insert(root);
    drop(roots);
    let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(stdin), Some(stdout), Some(stderr)) = streams else { unreachable!("all three are piped") };
    let tree = Tree { child, root, mark: format!("{MARK}={mark}"), ended: false };
    Ok(Process { stdin, stdout, stderr, tree })
}

/// Makes this process the parent of every descendant whose own parent dies, so that none escapes to init.
fn adopt_orphans() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where the kernel refuses, orphans are still found by their mark.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    });
}

impl Tree {
    /// The process that was started.
    pub fn pid(&self) -> i32 {
        self.root
    }

    /// Waits a moment for the process to end and says how it did, for its author.
    pub async fn epitaph(&mut self) -> String {
        match tokio::time::timeout(Duration::from_millis(300), self.child.wait()).await {
            Ok(Ok(status)) => describe(status),
            Ok(Err(error)) => format!("the process was lost: {error}"),
            Err(_) => "it closed its output but runs on".to_owned(),
        }
    }

    /// Waits for the process to end by itself, at most this long.
    pub async fn wait(&mut self, at_most: Duration) -> bool {
        tokio::time::timeout(at_most, self.child.wait()).await.is_ok()
    }

    /// Kills the whole tree and checks that nothing of it is left.
    pub fn end(&mut self) -> Result<(), Survivors> {
        self.ended = true;
        let begun = Instant::now();
        loop {
            let living = self.living();
            if living.is_empty() {
                // The root stays known until its death has been seen, so that it is never taken for an orphan.
                ROOTS.lock().expect("nobody panics while holding this lock").remove(&self.root);
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                return Err(Survivors { pids: living });
            }
            for pid in living.into_iter().filter_map(Pid::from_raw) {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Everything of this tree that still runs.
    fn living(&mut self) -> Vec<i32> {
        // Lets the runtime's handle notice the death of the root.
        let _ = self.child.try_wait();
        let all = proc::all();
        let us = std::process::id() as i32;
        let our_group = all.iter().find(|info| info.pid == us).map_or(us, |info| info.group);
        let roots = ROOTS.lock().expect("nobody panics while holding this lock").clone();
        let mut ours: BTreeSet<i32> = BTreeSet::from([self.root]);
        loop {
            let known = ours.len();
            for info in &all {
                let kin = ours.contains(&info.parent) || info.group == self.root || info.session == self.root;
                if kin && info.pid != us {
                    ours.insert(info.pid);
                }
            }
            if ours.len() == known {
                break;
            }
        }
        let orphan = |info: &Info| info.parent == us && !roots.contains(&info.pid);
        let runs = |info: &Info| {
            if info.dead {
                // Nobody else will take note of an orphan's death.
                if orphan(info)
                    && let Some(pid) = Pid::from_raw(info.pid)
                {
                    let _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
                }
                return false;
            }
            // One that threw its mark away and lost its parents was handed to us; our own helpers stay in our group.
            let stray = || orphan(info) && info.group != our_group && !proc::has_name(info.pid, MARK);
            let marked = || proc::has_variable(info.pid, &self.mark);
            info.pid != us && (ours.contains(&info.pid) || marked() || stray())
        };
        all.iter().filter(|info| runs(info)).map(|info| info.pid).collect()
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        if !self.ended {
            // Survivors cannot be reported from here; the next look finds them.
            let _ = self.end();
        }
    }
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(0), _) => "it ended by itself (exit code 0) while the match was going on".to_owned(),
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => {
            let name = match signal {
                4 => " (illegal instruction)",
                6 => " (aborted)",
                8 => " (arithmetic error)",
                9 => " (killed, perhaps for using too much memory)",
                11 => " (segmentation fault)",
                15 => " (terminated)",
                _ => "",
            };
            format!("it was ended by signal {signal}{name}")
        }
        (None, None) => "it ended in an unknown way".to_owned(),
    }
}
