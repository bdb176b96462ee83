use std::io::Read;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result};
use meydan_core::{Budget, Seat};
use meydan_referee::{Stop, StopHandle};
use meydan_runner::{Encore, LocalCrew, News, RerunError, SeatSpec, rerun};

use crate::ends::{Ended, Interrupts, Usage, misuse, runtime};
use crate::options;
use crate::say::{remark, say};
use crate::verify::open;

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
    let mut record = Vec::new();
    let file = open(&args.file)?.take(Budget::STANDARD.bytes + 1).read_to_end(&mut record);
    file.with_context(|| format!("cannot read {}", args.file.display()))?;
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
    let mut told = |encore: Encore| {
        debugger.iter().for_each(Debugger::met);
        windows += 1;
        differing += u32::from(!encore.same);
        trouble = tell(&encore).err();
        trouble.is_none()
    };
    let met = runtime()?.block_on(async {
        let seat = Seat(args.seat);
        // Ctrl-C is the debugger's, where there is one.
        let interrupts = match &debugger {
            Some(_) => Interrupts::listen_but_interrupt()?,
            None => Interrupts::listen()?,
        };
        let stop = debugger.as_ref().map_or_else(|| interrupts.stop(), Debugger::stop);
        match rerun(&record, seat, args.from, &mut crew, &mut told, stop).await {
            Ok(()) => anyhow::Ok(interrupts.asked() || debugger.as_ref().is_some_and(|d| !d.has_met())),
            Err(error @ RerunError::NoSeat { .. }) => Err(Usage(error.to_string()).into()),
            Err(RerunError::Seat(error)) => Err(error.into()),
            Err(error) => Err(error).with_context(|| args.file.display().to_string()),
        }
    });
    // Whatever came of it, the terminal is the person's until they leave the debugger.
    debugger.iter().for_each(Debugger::wait);
    let stopped = met?;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    say!("{windows} windows, {differing} with other acts than recorded")?;
    if stopped {
        remark!("meydan: the match was stopped before its end");
    }
    if differing == 0 && !stopped { Ok(()) } else { Err(Ended(1).into()) }
}

/// A command that has the terminal, and whose bot comes to a socket.
#[derive(Clone)]
struct Debugger {
    words: Vec<String>,
    /// Whether its bot has met a window.
    met: Arc<AtomicBool>,
    running: Arc<Mutex<Option<JoinHandle<()>>>>,
    gone: StopHandle,
    stop: Stop,
}

impl Debugger {
    fn new(words: &[String]) -> Result<Debugger> {
        let words = match words {
            [line] => shlex::split(line).unwrap_or_default(),
            words => words.to_vec(),
        };
        if words.is_empty() {
            misuse!("the command is empty or its quotes do not match; give the debugger and the bot");
        }
        let (gone, stop) = Stop::new();
        Ok(Debugger { words, met: Arc::default(), running: Arc::default(), gone, stop })
    }

    /// Starts the command, now that its bot is waited for. Whoever ends without having come is not waited for any longer.
    fn start(&self, address: SocketAddr) {
        let (words, met, gone) = (self.words.clone(), self.met.clone(), self.gone.clone());
        let run = move || {
            let mut command = Command::new(&words[0]);
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
    for fault in &encore.faults {
        say!("window {window}: {fault}")?;
    }
    if !encore.same {
        say!("window {window}: now {now}, then {then}")?;
    }
    Ok(())
}
