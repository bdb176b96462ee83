//! A debugger that has the terminal while its bot comes to a socket.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};

use anyhow::Result;
use meydan_kit::Kit;
use meydan_referee::{Stop, StopHandle};
use meydan_runner::SeatSpec;
use rustix::process::{Pid, Signal, kill_process};

use crate::ends::misuse;
use crate::options;
use crate::say::remark;

/// A command that has the terminal, and whose bot comes to a socket.
#[derive(Clone)]
pub(super) struct Debugger {
    words: Vec<String>,
    /// Where it is started, if not here: a bot in a folder runs in it.
    dir: Option<PathBuf>,
    /// Whether its bot has met a window.
    met: Arc<AtomicBool>,
    /// The window for which it has come first, from 1 on; 0: it has not come.
    came: Arc<AtomicU32>,
    running: Arc<Mutex<Option<JoinHandle<()>>>>,
    /// Where its bot comes to.
    door: Arc<OnceLock<SocketAddr>>,
    gone: StopHandle,
    stop: Stop,
}

impl Debugger {
    pub(super) fn new(words: &[String]) -> Result<Debugger> {
        let (words, dir) = match words {
            [word] => Debugger::alone(word)?,
            words => (words.to_vec(), None),
        };
        if words.is_empty() {
            misuse!("the command is empty or its quotes do not match; give the debugger and the bot");
        }
        if let Some(folder) = words.iter().find(|word| Kit::is_in(Path::new(word))) {
            let kit = Kit::open(Path::new(folder))?;
            misuse!(
                "a debugger cannot open the folder `{folder}`; name its program (the folder is started with `{}`)",
                kit.manifest().words().join(" ")
            );
        }
        let (gone, stop) = Stop::new();
        Ok(Debugger {
            words,
            dir,
            met: Arc::default(),
            came: Arc::default(),
            running: Arc::default(),
            door: Arc::default(),
            gone,
            stop,
        })
    }

    /// One word as in a match: a bot in a folder is built and started there, and anything else is a command line.
    fn alone(word: &str) -> Result<(Vec<String>, Option<PathBuf>)> {
        let kit = match word.parse::<SeatSpec>() {
            Ok(SeatSpec::Kit(kit)) => kit,
            Ok(SeatSpec::Command(line)) => return Ok((shlex::split(&line).unwrap_or_default(), None)),
            Ok(_) => misuse!("`{word}` cannot have the terminal; leave out --terminal, or name a command"),
            Err(error) => return Err(error.into()),
        };
        if kit.manifest().wire {
            misuse!(
                "`{word}` is a client of the original contest and knows no MEYDAN_SOCKET; leave out --terminal"
            );
        }
        options::ready_one(&kit.manifest().game.clone(), &SeatSpec::Kit(kit.clone()))?;
        let (program, args) = kit.start();
        Ok(([vec![program], args].concat(), Some(kit.dir().to_owned())))
    }

    /// Starts the command, now that its bot is waited for. Whoever ends without having come is not waited for any longer.
    pub(super) fn start(&self, address: SocketAddr) {
        let _ = self.door.set(address);
        let (words, met, gone) = (self.words.clone(), self.met.clone(), self.gone.clone());
        let came = self.came.clone();
        let dir = self.dir.clone();
        let run = move || {
            let mut command = Command::new(&words[0]);
            if let Some(dir) = dir {
                command.current_dir(dir);
            }
            match command.args(&words[1..]).env("MEYDAN_SOCKET", address.to_string()).status() {
                Err(error) => remark!("meydan: `{}` cannot be started: {error}", words[0]),
                Ok(_) if !met.load(Ordering::Relaxed) => match came.load(Ordering::Relaxed) {
                    0 => remark!(
                        "meydan: the command has ended, and no bot came to the socket in MEYDAN_SOCKET ({address})"
                    ),
                    window => remark!(
                        "meydan: the command has ended before its bot answered in window {}",
                        window - 1
                    ),
                },
                Ok(_) => return,
            }
            gone.stop();
        };
        *self.running.lock().expect("nobody panics while holding this lock") = Some(thread::spawn(run));
    }

    /// Interrupts the program that is at the other end of the socket, as Ctrl-C would: a debugger stops it.
    pub(super) fn interrupt(&self, window: u32) {
        let bot = self.door.get().and_then(caller).and_then(Pid::from_raw);
        match bot.map(|bot| kill_process(bot, Signal::INT)) {
            Some(Ok(())) => {
                remark!("meydan: the bot is interrupted before window {window}; go on when you are ready")
            }
            _ => remark!(
                "meydan: the bot cannot be interrupted before window {window}; set a breakpoint in it"
            ),
        }
    }

    /// Its bot is there, and this window is next.
    pub(super) fn came(&self, window: u32) {
        let _ = self.came.compare_exchange(0, window + 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(super) fn met(&self) {
        self.met.store(true, Ordering::Relaxed);
    }

    pub(super) fn has_met(&self) -> bool {
        self.met.load(Ordering::Relaxed)
    }

    pub(super) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Waits until the person has left the debugger.
    pub(super) fn wait(&self) {
        let running = self.running.lock().expect("nobody panics while holding this lock").take();
        if let Some(running) = running {
            let _ = running.join();
        }
    }
}

/// The process at the other end of a connection to a port of this machine, as the system tells it.
fn caller(door: &SocketAddr) -> Option<i32> {
    let sockets = std::fs::read_to_string("/proc/net/tcp").ok()?;
    let port = format!(":{:04X}", door.port());
    // Local address, remote address, state; the tenth is the number by which open files know it.
    let at_door = |fields: &Vec<&str>| {
        fields.get(2).is_some_and(|remote| remote.ends_with(&port)) && fields.get(3) == Some(&"01")
    };
    let fields = sockets.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let socket = fields.filter(at_door).find_map(|fields| Some(format!("socket:[{}]", fields.get(9)?)))?;
    let own = |pid: &i32| {
        let files = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        files
            .filter_map(|file| std::fs::read_link(file.path()).ok())
            .any(|file| file.as_os_str() == socket.as_str())
    };
    let everybody = std::fs::read_dir("/proc").ok()?.flatten();
    everybody.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).find(own)
}
