use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, bail};
use meydan_core::Seat;
use meydan_kit::Kit;
use meydan_referee::{Stop, StopHandle};
use meydan_runner::{Encore, LocalCrew, News, RerunError, Scope, SeatSpec, Step, rerun};
use rustix::process::{Pid, Signal, kill_process};

use crate::ends::{Ended, Interrupts, Usage, misuse, runtime};
use crate::options;
use crate::say::{remark, say};
use crate::verify::read_whole;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote
    file: PathBuf,
    /// Whose place the bot takes
    #[arg(long, value_name = "N")]
    seat: u8,
    /// Start with this window
    #[arg(long, default_value_t = 0, value_name = "N")]
    from: u32,
    /// End after this window: `--from 12 --to 12` meets that one alone
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    /// With --terminal: interrupt the bot before this window, so that gdb, lldb or pdb stops it there
    #[arg(long, value_name = "N", requires = "terminal")]
    stop: Option<u32>,
    /// Leave this terminal to the command, for a debugger: the bot comes to the socket that MEYDAN_SOCKET names, as all kits
    /// do (docs/debugging.md)
    #[arg(long)]
    terminal: bool,
    /// The bot: a command, a folder with a meydan.toml, socket:PORT for one that comes by itself under a debugger,
    /// wire:COMMAND or wire (a client of the original contest)
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let record = read_whole(&args.file)?;
    let (debugger, spec) = match args.terminal {
        true => (Some(Debugger::new(&args.command)?), SeatSpec::Socket(0)),
        false => (None, bot(&args.command)?),
    };
    let starter = debugger.clone();
    let mut crew = LocalCrew::new(vec![spec]).telling(move |news| match (news, &starter) {
        (News::Waiting { address, .. }, Some(debugger)) => debugger.start(*address),
        _ => options::tell(news),
    });

    let (mut windows, mut differing, mut trouble) = (0, 0, None);
    let mut told = |step: Step| {
        let encore = match step {
            Step::Next(window) => {
                if let Some(debugger) = debugger.as_ref().filter(|_| args.stop == Some(window)) {
                    debugger.interrupt(window);
                }
                return true;
            }
            Step::Met(encore) => encore,
        };
        debugger.iter().for_each(Debugger::met);
        windows += 1;
        differing += u32::from(!encore.same);
        trouble = tell(&encore).err();
        trouble.is_none()
    };
    let met = runtime()?.block_on(async {
        let seat = Seat(args.seat);
        let scope = Scope { from: args.from, to: args.to, patient: args.terminal };
        // Ctrl-C is the debugger's, where there is one.
        let interrupts = match &debugger {
            Some(_) => Interrupts::listen_but_interrupt()?,
            None => Interrupts::listen()?,
        };
        let stop = debugger.as_ref().map_or_else(|| interrupts.stop(), Debugger::stop);
        match rerun(&record, seat, scope, &mut crew, &mut told, stop).await {
            Ok(()) => anyhow::Ok(interrupts.asked() || debugger.as_ref().is_some_and(|d| !d.has_met())),
            Err(error @ RerunError::NoSeat { .. }) => Err(Usage(error.to_string()).into()),
            Err(RerunError::Seat(error)) => Err(error.into()),
            // The record is as it should be.
            Err(error @ (RerunError::Bot(_) | RerunError::Gone { .. })) => Err(error.into()),
            Err(error) => Err(error).with_context(|| args.file.display().to_string()),
        }
    });
    // Whatever came of it, the terminal is the person's until they leave the debugger.
    debugger.iter().for_each(Debugger::wait);
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    let told = |windows: u32| say!("{windows} windows, {differing} with other acts than recorded");
    if windows > 0 && met.is_err() {
        told(windows)?;
    }
    let stopped = met?;
    if windows == 0 && !stopped {
        bail!(
            "no window of {} lies there, so nothing was compared; give another --from or --to",
            args.file.display()
        );
    }
    told(windows)?;
    if stopped {
        remark!("meydan: the match was stopped before its end");
    }
    if differing == 0 && !stopped { Ok(()) } else { Err(Ended(1).into()) }
}

/// A command that has the terminal, and whose bot comes to a socket.
#[derive(Clone)]
struct Debugger {
    words: Vec<String>,
    /// Where it is started, if not here: a bot in a folder runs in it.
    dir: Option<PathBuf>,
    /// Whether its bot has met a window.
    met: Arc<AtomicBool>,
    running: Arc<Mutex<Option<JoinHandle<()>>>>,
    /// Where its bot comes to.
    door: Arc<OnceLock<SocketAddr>>,
    gone: StopHandle,
    stop: Stop,
}

impl Debugger {
    fn new(words: &[String]) -> Result<Debugger> {
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
    fn start(&self, address: SocketAddr) {
        let _ = self.door.set(address);
        let (words, met, gone) = (self.words.clone(), self.met.clone(), self.gone.clone());
        let dir = self.dir.clone();
        let run = move || {
            let mut command = Command::new(&words[0]);
            if let Some(dir) = dir {
                command.current_dir(dir);
            }
            match command.args(&words[1..]).env("MEYDAN_SOCKET", address.to_string()).status() {
                Err(error) => remark!("meydan: `{}` cannot be started: {error}", words[0]),
                Ok(_) if !met.load(Ordering::Relaxed) => {
                    remark!(
                        "meydan: the command has ended, and no bot came to the socket in MEYDAN_SOCKET ({address})"
                    );
                }
                Ok(_) => return,
            }
            gone.stop();
        };
        *self.running.lock().expect("nobody panics while holding this lock") = Some(thread::spawn(run));
    }

    /// Interrupts the program that is at the other end of the socket, as Ctrl-C would: a debugger stops it.
    fn interrupt(&self, window: u32) {
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

    fn met(&self) {
        self.met.store(true, Ordering::Relaxed);
    }

    fn has_met(&self) -> bool {
        self.met.load(Ordering::Relaxed)
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Waits until the person has left the debugger.
    fn wait(&self) {
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

/// Who takes the seat: one word as in a match, more are a command line.
fn bot(words: &[String]) -> Result<SeatSpec> {
    let spec = match words {
        [word] => word.parse()?,
        words => {
            let line = shlex::try_join(words.iter().map(String::as_str));
            SeatSpec::Command(line.map_err(|error| Usage(format!("the command cannot be run: {error}")))?)
        }
    };
    if let SeatSpec::Kit(kit) = &spec {
        options::ready(&kit.manifest().game, std::slice::from_ref(&spec))?;
    }
    Ok(spec)
}

/// Prints what is worth knowing of a window.
fn tell(encore: &Encore) -> Result<()> {
    let Encore { window, then, now, .. } = encore;
    if !encore.stderr.is_empty() {
        remark!("{}", encore.stderr.trim_end());
    }
    if encore.silent {
        say!("window {window}: silent, as recorded")?;
    }
    for fault in &encore.faults {
        say!("window {window}: {fault}")?;
    }
    if !encore.same {
        say!("window {window}: now {now}, then {then}")?;
    }
    Ok(())
}
