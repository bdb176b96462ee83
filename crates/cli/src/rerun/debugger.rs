//! A debugger that has the terminal while its bot comes to a socket.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

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
    /// The window before which it is to be stopped.
    halt: Option<u32>,
    /// Whether its bot has met a window.
    met: Arc<AtomicBool>,
    /// The window for which it has come first, from 1 on; 0: it has not come.
    came: Arc<AtomicU32>,
    running: Arc<Mutex<Option<JoinHandle<()>>>>,
    /// Whether the command has ended.
    over: Arc<AtomicBool>,
    /// Where its bot comes to.
    door: Arc<OnceLock<SocketAddr>>,
    gone: StopHandle,
    stop: Stop,
}

/// For how long nothing is said while no bot has come.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why nothing happens, and what to do.
fn nobody_yet(address: SocketAddr) -> String {
    format!(
        "no bot has come to {address} yet: start it in the debugger (`c`, `run`); one without a kit has to connect to the address in \
         MEYDAN_SOCKET itself (docs/debugging.md has the lines)"
    )
}

impl Debugger {
    pub(super) fn new(words: &[String], halt: Option<u32>) -> Result<Debugger> {
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
            halt,
            met: Arc::default(),
            came: Arc::default(),
            running: Arc::default(),
            over: Arc::default(),
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
        let (came, over) = (self.came.clone(), self.over.clone());
        let (dir, halt) = (self.dir.clone(), self.halt);
        let run = move || {
            let mut command = Command::new(&words[0]);
            if let Some(dir) = dir {
                command.current_dir(dir);
            }
            if let Some(window) = halt {
                command.env("MEYDAN_STOP", window.to_string());
            }
            let ended = command.args(&words[1..]).env("MEYDAN_SOCKET", address.to_string()).status();
            over.store(true, Ordering::Relaxed);
            match ended {
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
        let running = thread::spawn(run);
        let came = self.came.clone();
        let over = self.over.clone();
        // Nobody joins it: it holds up nothing.
        thread::spawn(move || {
            thread::sleep(PATIENCE);
            if came.load(Ordering::Relaxed) == 0 && !over.load(Ordering::Relaxed) {
                remark!("meydan: {}", nobody_yet(address));
            }
        });
        *self.running.lock().expect("nobody panics while holding this lock") = Some(running);
    }

    /// This window is next: where it is the one that was asked for, the program at the other end of the socket is interrupted, as Ctrl-C
    /// would: a debugger stops it. What an interrupt would end stops itself.
    pub(super) fn halt(&self, window: u32) {
        if self.halt != Some(window) {
            return;
        }
        let bot = self.door.get().and_then(caller);
        let done = match bot.map(Way::of) {
            Some(Way::Interrupt) => bot
                .and_then(Pid::from_raw)
                .is_some_and(|bot| kill_process(bot, Signal::INT).is_ok())
                .then_some("the bot is interrupted"),
            Some(Way::Statement) => Some("the kit comes to its `debugger` statement"),
            Some(Way::Call) => Some("the kit calls `Debugger.Break()`"),
            Some(Way::Method) => Some("the kit comes to `meydan.Match.stop` (`stop in meydan.Match.stop`)"),
            Some(Way::Breakpoint | Way::Alone) | None => None,
        };
        match done {
            None if bot.map(Way::of) == Some(Way::Alone) => remark!(
                "meydan: the bot is under no debugger that would stop it before window {window}; it plays on"
            ),
            Some(done) => remark!("meydan: {done} before window {window}; go on when you are ready"),
            None => remark!(
                "meydan: the bot cannot be interrupted before window {window}; set a breakpoint with a condition in it"
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

/// Whether a command is a debugger that speaks with a person: it cannot speak with a match on the same streams.
pub(crate) fn is_debugger(words: &[String]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    let name = Path::new(first).file_name().unwrap_or_default().to_string_lossy();
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let module = |pair: &[&str]| pair[0] == "-m" && matches!(pair[1], "pdb" | "ipdb" | "pudb");
    // `lldb-14`, `python3.11`.
    match name.trim_end_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '.' | '-')) {
        "gdb" | "rust-gdb" | "cgdb" | "lldb" | "rust-lldb" | "jdb" | "dlv" | "pdb" => true,
        "node" | "nodejs" => rest.first() == Some(&"inspect"),
        "python" => rest.windows(2).any(module),
        _ => false,
    }
}

/// How a program is stopped before a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Its debugger catches an interrupt.
    Interrupt,
    /// An interrupt ends it; our kits in its language have a statement for its debuggers.
    Statement,
    /// The same, with a call that stops in a debugger.
    Call,
    /// The same, with a method in which a breakpoint can be set.
    Method,
    /// An interrupt ends it, and nothing of ours is in it.
    Breakpoint,
    /// The same, and no debugger is there at all.
    Alone,
}

impl Way {
    fn of(bot: i32) -> Way {
        let name = |pid: &str| {
            Some(std::fs::read_link(format!("/proc/{pid}/exe")).ok()?.file_name()?.to_str()?.to_owned())
        };
        let status = std::fs::read_to_string(format!("/proc/{bot}/status")).unwrap_or_default();
        let tracer = status.lines().find_map(|line| line.strip_prefix("TracerPid:")).map_or("0", str::trim);
        let words = std::fs::read_to_string(format!("/proc/{bot}/cmdline")).unwrap_or_default();
        let words: Vec<&str> = words.split('\0').collect();
        Way::told(&name(&bot.to_string()).unwrap_or_default(), &name(tracer).unwrap_or_default(), &words)
    }

    /// By the name of the program, that of whoever traces it, and the words with which it was started.
    fn told(program: &str, tracer: &str, words: &[&str]) -> Way {
        let inside = |word: &&str| {
            let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy();
            ["pdb", "ipdb", "pudb"].iter().any(|debugger| name.starts_with(debugger))
        };
        match program {
            "node" | "nodejs" => Way::Statement,
            "java" => Way::Method,
            "dotnet" => Way::Call,
            // Delve hands an interrupt to the program.
            _ if tracer.starts_with("dlv") => Way::Breakpoint,
            _ if tracer.is_empty() && !words.iter().any(inside) => Way::Alone,
            _ => Way::Interrupt,
        }
    }
}

/// The process at the other end of a connection to a port of this machine, as the system tells it.
fn caller(door: &SocketAddr) -> Option<i32> {
    // Java comes by version 6 of the protocol also where the address is one of version 4.
    let mut tables = ["/proc/net/tcp", "/proc/net/tcp6"].into_iter().flat_map(std::fs::read_to_string);
    let socket = tables.find_map(|table| Some(format!("socket:[{}]", socket_to(&table, door.port())?)))?;
    let own = |pid: &i32| {
        let files = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        files
            .filter_map(|file| std::fs::read_link(file.path()).ok())
            .any(|file| file.as_os_str() == socket.as_str())
    };
    let everybody = std::fs::read_dir("/proc").ok()?.flatten();
    everybody.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).find(own)
}

/// The number by which open files know the socket that is connected to a port, from a table of the system's sockets.
fn socket_to(table: &str, port: u16) -> Option<&str> {
    let port = format!(":{port:04X}");
    // Local address, remote address, state; the tenth is the number.
    let connected = |fields: &Vec<&str>| {
        fields.get(2).is_some_and(|remote| remote.ends_with(&port)) && fields.get(3) == Some(&"01")
    };
    let fields = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    fields.filter(connected).find_map(|fields| fields.get(9).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_interrupted_whom_that_would_end() {
        let pdb = ["python3", "-m", "pdb", "main.py"];
        assert_eq!(Way::told("python3.11", "", &pdb), Way::Interrupt);
        assert_eq!(Way::told("python3.11", "", &["python3", "/usr/bin/pdb3.11", "main.py"]), Way::Interrupt);
        assert_eq!(Way::told("python3.11", "", &["python3", "main.py"]), Way::Alone);
        assert_eq!(Way::told("bot", "", &["build/bot"]), Way::Alone);
        assert_eq!(Way::told("bot", "gdb", &[]), Way::Interrupt);
        assert_eq!(Way::told("bot", "dlv", &[]), Way::Breakpoint);
        assert_eq!(Way::told("node", "", &[]), Way::Statement);
        assert_eq!(Way::told("java", "", &[]), Way::Method);
        assert_eq!(Way::told("dotnet", "", &[]), Way::Call);
    }

    #[test]
    fn a_debugger_is_known_by_its_name() {
        let is = |line: &str| is_debugger(&shlex::split(line).unwrap());
        for line in [
            "gdb build/bot",
            "/usr/bin/lldb-14 build/bot",
            "rust-gdb bot",
            "python3.11 -u -m pdb main.py",
            "node inspect main.js",
            "jdb Main",
        ] {
            assert!(is(line), "{line}");
        }
        for line in
            ["", "python3 main.py pdb", "node main.js inspect", "./gdbot", "java Main", "python3 -m bot"]
        {
            assert!(!is(line), "{line}");
        }
    }

    #[test]
    fn a_caller_is_found() {
        let door = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = door.local_addr().unwrap();
        let _there = std::net::TcpStream::connect(address).unwrap();
        assert_eq!(caller(&address), Some(std::process::id() as i32));
    }

    #[test]
    fn a_socket_is_found_by_either_version_of_the_protocol() {
        let rest = "00000000:00000000 00:00000000 00000000     0        0";
        let table = format!(
            "  sl  local_address remote_address st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1E64 0100007F:D0F2 01 {rest} 77 1 0 20 4 30 10 -1
               1: 0100007F:D0F2 0100007F:1E64 01 {rest} 78 1 0 20 4 30 10 -1
               2: 0100007F:D0F4 0100007F:1E65 06 {rest} 79 1 0 20 4 30 10 -1"
        );
        assert_eq!(socket_to(&table, 0x1E64), Some("78"));
        assert_eq!(socket_to(&table, 0x1E65), None, "it is not connected any more");
        let java = "0000000000000000FFFF00000100007F";
        let table = format!("   0: {java}:D0F2 {java}:1E64 01 {rest} 80 1 0 20 4 30 10 -1");
        assert_eq!(socket_to(&table, 0x1E64), Some("80"));
    }
}
