mod debugger;
mod halt;
mod waiting;

use std::iter;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use meydan_core::Seat;
use meydan_runner::{Encore, LocalCrew, News, RerunError, Scope, SeatSpec, Step, rerun};
use serde_json::{Value, json};

use crate::adopt::seat;
use crate::ends::{Ended, Interrupts, Usage, misuse, runtime, whole};
use crate::options;
use crate::say::{remark, say};
use crate::verify::read_whole;
use debugger::Debugger;
pub(crate) use debugger::is_debugger;
use halt::Halt;
use waiting::Waiting;

#[derive(clap::Args, Clone)]
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
    /// For whoever has the terminal: stop the bot before this window, or before the next one in which its seat is asked. gdb, lldb and pdb stop it there; so do the debuggers of Node and Java in
    /// our kits (docs/debugging.md)
    #[arg(long, value_name = "N")]
    stop: Option<u32>,
    /// Leave this terminal to the command, for a debugger: the bot comes to the socket that MEYDAN_SOCKET names, as all kits
    /// do (docs/debugging.md). Debuggers that are known by name have it anyway
    #[arg(long)]
    terminal: bool,
    /// How many seconds the answer in a window is waited for; 0: as long as it takes [default: 60, and 0 for whoever may sit
    /// at a debugger: --terminal, socket:PORT, wire]
    #[arg(long, value_name = "SECONDS")]
    wait: Option<u64>,
    /// One JSON object instead of lines: every window with the acts of now and then
    #[arg(long, conflicts_with_all = ["terminal", "stop"])]
    json: bool,
    /// The bot: a command, a folder with a meydan.toml, socket:PORT for one that comes by itself under a debugger,
    /// wire:COMMAND or wire (a client of the original contest)
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// How long a window is waited for if nothing is said.
const WAIT: u64 = 60;

impl Args {
    /// The same, with the terminal for a command that cannot do without.
    fn at_a_debugger(&self) -> Result<Args> {
        let line = match &self.command[..] {
            [word] => shlex::split(word).unwrap_or_default(),
            words => words.to_vec(),
        };
        let terminal = self.terminal || is_debugger(&line);
        if terminal && self.json {
            misuse!("`{}` is a debugger and has the terminal; leave out --json", line.join(" "));
        }
        if self.stop.is_some() && !terminal {
            misuse!("--stop is for a bot under a debugger; add --terminal, or end with --to");
        }
        Ok(Args { terminal, ..self.clone() })
    }

    /// Where `--stop` stops, in the windows that the seat meets.
    fn halt(&self, record: &[u8]) -> Halt {
        let scope = Scope { from: self.from, to: self.to, ..Scope::default() };
        self.stop.map(|window| Halt::of(record, self.seat, window, &scope)).unwrap_or_default()
    }

    fn scope(&self, spec: &SeatSpec) -> Scope {
        // Whoever comes by itself may come from a debugger, too.
        let alone = matches!(spec, SeatSpec::Socket(_) | SeatSpec::Wire);
        let wait = self.wait.unwrap_or(if alone { 0 } else { WAIT });
        Scope {
            from: self.from,
            to: self.to,
            patient: self.terminal,
            wait: (wait > 0).then(|| Duration::from_secs(wait)),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let record = read_whole(&args.file)?;
    let args = &args.at_a_debugger()?;
    let halt = args.halt(&record);
    let (debugger, spec) = match args.terminal {
        true => (Some(Debugger::new(&args.command, halt.window)?), SeatSpec::Socket(0)),
        false => (None, bot(&args.command)?),
    };
    let scope = args.scope(&spec);
    if let Some(other) = &halt.other {
        remark!("meydan: {other}");
    }
    let starter = debugger.clone();
    let mut crew = LocalCrew::new(vec![spec]).telling(move |news| match (news, &starter) {
        (News::Waiting { address, .. }, Some(debugger)) => debugger.start(*address),
        _ => options::tell(news),
    });

    let (mut windows, mut differing, mut trouble) = (0, 0, None);
    let (mut all, mut after) = (Vec::new(), None);
    let mut later = Later::new(args.terminal);
    let mut waiting = Waiting::new(args.terminal);
    let mut told = |step: Step| {
        let encore = match step {
            Step::Next(window) => {
                debugger.iter().for_each(|debugger| {
                    debugger.came(window);
                    debugger.halt(window);
                });
                waiting = Waiting::new(args.terminal);
                return true;
            }
            Step::Waiting(window, waited) => {
                waiting.tell(window, &waited);
                return true;
            }
            Step::Met(encore) => encore,
            Step::Over(words) => {
                if !args.json {
                    remark!("{}", words.trim_end());
                }
                after = Some(words);
                return true;
            }
        };
        debugger.iter().for_each(Debugger::met);
        windows += 1;
        differing += u32::from(!encore.same);
        if args.json {
            all.push(told_in_json(&encore));
        } else {
            trouble = tell(&encore, &mut later).err();
        }
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
        match rerun(&record, seat, scope, &mut crew, &mut told, stop).await {
            Ok(()) => anyhow::Ok(interrupts.asked() || debugger.as_ref().is_some_and(|d| !d.has_met())),
            Err(error @ RerunError::NoSeat { .. }) => Err(Usage(error.to_string()).into()),
            Err(RerunError::Seat(error)) => Err(error.into()),
            // The record is as it should be.
            Err(error @ (RerunError::Bot(_) | RerunError::Gone { .. } | RerunError::BrokeDown { .. })) => {
                Err(error.into())
            }
            Err(error @ RerunError::Silent { .. }) => {
                bail!("{error}; --wait SECONDS gives it longer, and --wait 0 as long as it takes")
            }
            Err(error) => Err(error).with_context(|| args.file.display().to_string()),
        }
    });
    // Whatever came of it, the terminal is the person's until they leave the debugger.
    debugger.iter().for_each(Debugger::wait);
    later.lines.iter().try_for_each(|line| say!("{line}"))?;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    if args.json {
        let error = met.as_ref().err().map(whole);
        let stopped = met.as_ref().is_ok_and(|stopped| *stopped);
        let told = json!({
            "seat": args.seat, "windows": windows, "differing": differing, "stopped": stopped, "error": error, "met": all,
            "after": after,
        });
        say!("{told}")?;
    }
    let told = |windows: u32| {
        if args.json {
            return Ok(());
        }
        let noun = if windows == 1 { "window" } else { "windows" };
        say!("{windows} {noun}, {differing} with other acts than recorded")
    };
    if windows > 0 && met.is_err() {
        told(windows)?;
    }
    let stopped = met?;
    // Whoever left before the end may not have come as far.
    if let Some(never) = halt.never.filter(|_| !stopped) {
        remark!("meydan: {never}");
    }
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

/// Who takes the seat: one word as in a match, more are a command line.
fn bot(words: &[String]) -> Result<SeatSpec> {
    let spec = match words {
        [word] => seat(word)?,
        words => {
            let line = |words: &mut dyn Iterator<Item = &str>| {
                let line = shlex::try_join(words);
                line.map_err(|error| Usage(format!("the command cannot be run: {error}")))
            };
            let mut plain = words.iter().map(String::as_str);
            match words[0].strip_prefix("wire:") {
                Some(first) => SeatSpec::WireCommand(line(&mut iter::once(first).chain(plain.skip(1)))?),
                None => SeatSpec::Command(line(&mut plain)?),
            }
        }
    };
    if let SeatSpec::Kit(kit) = &spec {
        options::ready(&kit.manifest().game, std::slice::from_ref(&spec))?;
    }
    Ok(spec)
}

/// All of a window.
fn told_in_json(encore: &Encore) -> Value {
    // Acts come as JSON already.
    let acts = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    json!({
        "window": encore.window, "same": encore.same, "silent": encore.silent,
        "now": acts(&encore.now), "then": acts(&encore.then), "faults": encore.faults, "stderr": encore.stderr,
    })
}

/// How many windows with other acts are told beside a debugger's own words; a bot of another mind has hundreds of them.
const BESIDE: u32 = 5;

/// Windows with other acts, as far as they are told only when the debugger is left.
struct Later {
    /// How many more are told at once; `None`: all.
    at_once: Option<u32>,
    lines: Vec<String>,
}

impl Later {
    fn new(beside: bool) -> Later {
        Later { at_once: beside.then_some(BESIDE), lines: Vec::new() }
    }

    fn tell(&mut self, line: String) -> Result<()> {
        match &mut self.at_once {
            Some(0) => {
                if self.lines.is_empty() {
                    say!("further windows with other acts are listed when you leave the debugger")?;
                }
                self.lines.push(line);
                return Ok(());
            }
            Some(left) => *left -= 1,
            None => {}
        }
        say!("{line}")
    }
}

/// Prints what is worth knowing of a window.
fn tell(encore: &Encore, later: &mut Later) -> Result<()> {
    let Encore { window, then, now, .. } = encore;
    if !encore.stderr.is_empty() {
        remark!("{}", encore.stderr.trim_end());
    }
    if encore.silent {
        let what = if encore.now == "[]" { "silent" } else { "its turn was not ended" };
        say!("window {window}: {what}, as recorded")?;
    }
    for fault in &encore.faults {
        say!("window {window}: {fault}")?;
    }
    match encore.same {
        true => Ok(()),
        false => later.tell(format!("window {window}: now {now}, then {then}")),
    }
}
