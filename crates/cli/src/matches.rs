use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use meydan_arena::{Camera, Shown};
use meydan_core::trace::{Entrant, EntrantKind};
use meydan_core::{Fault, FaultKind, Seat, StateHash, Viewer};
use meydan_runner::{
    ClockRate, Hosting, Kept, LocalCrew, MatchOrder, MatchReport, News, ReelSink, RunError, SeatEnd,
    SeatSpec, SeatWords, Sinks, SlowWindow, TraceSink, run as play,
};
use meydan_terminal::Typist;
use meydan_worker::Feed;
use serde::Serialize;

use crate::adopt::seat;
use crate::arena;
use crate::ends::{Ended, Interrupts, misuse, runtime};
use crate::fit::fit;
use crate::gauntlet::shell;
use crate::options::{
    Judging, Setting, has_wire, is_house_bot, long_stop, pair, ready, reason_words, referee_key, score_words,
    tell, tie_words,
};
use crate::rerun::is_debugger;
use crate::say::{self, remark, say};
use crate::spent::Spent;
use crate::{follow, spent, trouble};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// Who plays: house:NAME, a folder with a meydan.toml (it is built first), a command line that speaks the native
    /// protocol, socket:PORT (a bot that comes by itself, for instance under a debugger), wire:COMMAND, wire:DIR or wire (a
    /// client of the original contest), human
    #[arg(required = true, value_name = "SEAT", value_parser = seat)]
    seats: Vec<SeatSpec>,
    #[command(flatten)]
    setting: Setting,
    /// The game's time limits times a factor, or off
    #[arg(long, default_value = "1x", value_name = "1x|10x|off")]
    clock: ClockRate,
    #[command(flatten)]
    judging: Judging,
    /// Where to write the trace of the match
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A folder for the files that the original server wrote, where a client of the original contest plays; it is made
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
    /// Watch the match in the browser while it is played
    #[arg(long)]
    watch: bool,
    /// Draw the board in the terminal after every window
    #[arg(long, conflicts_with = "json")]
    show: bool,
    /// With --show: see only what this seat sees, fog included
    #[arg(long, value_name = "SEAT", requires = "show")]
    eyes: Option<u8>,
    /// With --show: a pause after every window, in milliseconds [default: 100 on a terminal]
    #[arg(long, value_name = "MS", requires = "show")]
    pace: Option<u64>,
    /// Tell where the time went: start-up, thinking, transport, engine
    #[arg(long)]
    profile: bool,
    /// What the bot on a seat is called, for instance 0=new; may be repeated [default: the name in its meydan.toml, or its
    /// script; with the folder where two are called the same]
    #[arg(long, value_name = "SEAT=NAME", value_parser = named)]
    name: Vec<(usize, String)>,
    /// The port for `wire` seats [default: the original's]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Reads `SEAT=NAME`.
pub(crate) fn named(text: &str) -> Result<(usize, String), String> {
    let (seat, name) =
        pair(text).map_err(|_| format!("`{text}` names no seat; write for instance 0={text}"))?;
    if name.trim().is_empty() {
        return Err("the name is empty; write for instance 0=new".to_owned());
    }
    Ok((seat.parse().map_err(|_| format!("`{seat}` is not a seat; write for instance 0=new"))?, name))
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let runtime = runtime()?;
    args.judging.check_out(args.out.as_deref(), &args.seats)?;
    let judge = runtime.block_on(args.judging.judge(&args.game, &args.seats))?;
    // What was typed wrong is told before there is talk of maps.
    if let Some(line) = args.seats.iter().find_map(debugger) {
        misuse!(
            "`{line}` is a debugger, and the match would have its terminal; let the match wait (seat `socket:7780`, --clock off), and \
             start the debugger in another terminal with MEYDAN_SOCKET=127.0.0.1:7780"
        );
    }
    ready(&args.game, &args.seats)?;
    let mut order = MatchOrder {
        clock: args.clock,
        fairness: args.judging.fairness(),
        ..fit(&args.game, &args.setting, &args.seats)?.order(&args.game, &args.seats)?
    };
    rename(&mut order.entrants, &args.seats, &args.name)?;
    let trace = match &args.out {
        Some(path) => Some(TraceSink { path: path.clone(), key: referee_key()? }),
        None => None,
    };
    let wired = args.seats.iter().any(SeatSpec::is_wire);
    match &args.files {
        Some(_) if !wired => {
            misuse!("--files is for matches with a `wire` seat: an original server wrote them")
        }
        Some(folder) => make_folder(folder)?,
        None => {}
    }
    let long_stop = long_stop()?;
    if wired {
        remark!("{}", clock_words(args.clock, long_stop));
    }
    let human = args.seats.contains(&SeatSpec::Human);
    let eyes = args.eyes.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
    let scenes = match args.show {
        true if human => misuse!("a person sees the board anyway; leave --show out"),
        true => Some(follow::boards(eyes)),
        // Whoever plays at the terminal, and whoever reads JSON, is not to be disturbed.
        false => (!human && !args.json).then(follow::progress),
    };
    if args.show {
        let terminal = std::io::stdout().is_terminal();
        order.pace = Duration::from_millis(args.pace.unwrap_or(if terminal { 100 } else { 0 }));
    }
    let mut sinks = Sinks { trace, scenes, profiled: args.profile, ..Sinks::default() };
    let page = match args.watch {
        true => Some(watch(&mut sinks, args.json)?),
        false => None,
    };
    let address = page.as_ref().map(|page| page.address);
    let hosting = Hosting {
        port: args.port,
        files: args.files.clone(),
        page: address,
        long_stop,
        ..Hosting::default()
    };
    let crew = LocalCrew::new(args.seats.clone()).with_hosting(hosting);
    let played = runtime.block_on(async {
        let interrupts = Interrupts::listen()?;
        let crew = crew.with_people(Typist::of_process(interrupts.handle()));
        // How far it is, the line of this command tells.
        let news = |news: &News| {
            if !matches!(news, News::Progress { .. }) {
                tell(news)
            }
        };
        let mut crew = crew.with_judge(judge).telling(news);
        anyhow::Ok(play(&order, &mut crew, sinks, interrupts.stop()).await)
    })?;
    let ended = told(args, played);
    match page {
        Some(page) if ended.is_ok() => page.join(),
        _ => ended,
    }
}

/// Gives the names that were asked for. Whoever keeps its own is told apart only from those that keep theirs, unless it would then be
/// called what another one was named.
fn rename(entrants: &mut [Entrant], seats: &[SeatSpec], names: &[(usize, String)]) -> Result<()> {
    for (seat, name) in names {
        match entrants.get_mut(*seat) {
            Some(entrant) => entrant.name.clone_from(name),
            None => misuse!("--name: there is no seat {seat}; the first is 0"),
        }
    }
    let is_named = |seat: &usize| names.iter().any(|(named, _)| named == seat);
    let own: Vec<usize> = (0..seats.len().min(entrants.len())).filter(|seat| !is_named(seat)).collect();
    let rest: Vec<SeatSpec> = own.iter().map(|&seat| seats[seat].clone()).collect();
    for (seat, entrant) in own.into_iter().zip(MatchOrder::of("", &rest).entrants) {
        if !names.iter().any(|(_, name)| *name == entrant.name) {
            entrants[seat].name = entrant.name;
        }
    }
    Ok(())
}

/// A command line that starts a debugger.
fn debugger(seat: &SeatSpec) -> Option<&str> {
    let SeatSpec::Command(line) = seat else { return None };
    shlex::split(line).is_some_and(|words| is_debugger(&words)).then_some(line)
}

/// Which clock is in force for clients of a contest, and how they get more time.
fn clock_words(clock: ClockRate, long_stop: Option<Duration>) -> String {
    match clock {
        ClockRate::Off => match long_stop {
            Some(stop) => format!(
                "no clock runs; a client's turn that is not over after {} s is skipped",
                stop.as_secs_f32()
            ),
            None => "no clock runs".to_owned(),
        },
        ClockRate::Times(1.0) => {
            "the clock is the contest's own; --clock 5x gives slow clients more time".to_owned()
        }
        ClockRate::Times(factor) => format!("the clock is {factor} times the contest's own"),
    }
}

/// Makes the folder for the files of an original server.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))
}

/// A page on which a match is shown.
pub(crate) struct Page {
    /// Where it is.
    pub(crate) address: SocketAddr,
    serving: JoinHandle<Result<()>>,
}

impl Page {
    /// Shows it until somebody ends that.
    pub(crate) fn join(self) -> Result<()> {
        self.serving.join().map_err(|_| anyhow::anyhow!("the page has failed"))?
    }
}

/// Shows the match on a page while it is played, and after. Where another program reads the result, its address is told beside that.
pub(crate) fn watch(sinks: &mut Sinks, json: bool) -> Result<Page> {
    let no_room = "no room for the film of the match";
    let camera = Camera::create(&std::env::temp_dir()).context(no_room)?;
    let shown = Shown::Live(camera.film());
    let (mut feed, _) = Feed::start(vec![camera]).context(no_room)?;
    sinks.reels.push(ReelSink { eyes: Viewer::Spectator, send: Box::new(move |line| feed.line(0, line)) });
    let (tell, told) = mpsc::channel();
    let serving = thread::spawn(move || {
        arena::show(shown, |address| {
            // Nobody waits for it where that has failed.
            let _ = tell.send(address);
            if json {
                remark!("see it at http://{address} (end with Ctrl-C)");
                return Ok(());
            }
            arena::say_where(address)
        })
    });
    match told.recv() {
        Ok(address) => Ok(Page { address, serving }),
        // It has ended before it was there.
        Err(_) => match serving.join() {
            Ok(Err(error)) => Err(error),
            _ => bail!("the page has failed"),
        },
    }
}

/// Prints what came of the match.
fn told(args: &Args, played: Result<MatchReport, RunError>) -> Result<()> {
    let report = match played {
        Ok(report) => report,
        Err(error) => return Err(void(args.json, &args.game, error)),
    };
    let mut summary = Summary::new(&report);
    summary.profile = args.profile.then(|| Spent::new(&report));
    if args.json {
        say::json(&summary)?;
    } else {
        let advice = match args.clock {
            ClockRate::Off => &trouble::UNCLOCKED,
            rate if rate == ClockRate::default() => &trouble::MATCH,
            ClockRate::Times(_) => &trouble::WIDER,
        };
        trouble::print(&report, advice)?;
        summary.print()?;
        summary.profile.iter().flat_map(Spent::lines).try_for_each(|line| say!("  {line}"))?;
    }
    report.warnings.iter().for_each(|warning| remark!("warning: {warning}"));
    if let Some(line) = stranger(&args.seats, &report).filter(|_| has_wire(&args.game)) {
        remark!("if `{line}` is a client of the original contest, start it with `wire:{line}`");
    }
    match (&report.outcome, &report.record) {
        (Some(_), None) => Ok(()),
        (Some(_), Some(Kept::Whole(_))) if args.json => Ok(()),
        (Some(_), Some(Kept::Whole(path))) => {
            say!("trace in {}", path.display())?;
            match again(&args.seats, &report, path) {
                Some(command) => say!("what ended it, once more: {command}"),
                None => Ok(()),
            }
        }
        (_, Some(Kept::Lost { reason, partial })) if report.outcome.is_some() => {
            let kept = partial
                .as_ref()
                .map_or(String::new(), |path| format!("; what was written is in {}", path.display()));
            bail!("the trace could not be written: {reason}{kept}")
        }
        (_, Some(Kept::Partial(path))) => {
            remark!("meydan: the match was stopped; its record so far is in {}", path.display());
            Err(Ended(1).into())
        }
        _ => {
            remark!("meydan: the match was stopped before its end");
            Err(Ended(1).into())
        }
    }
}

/// Prints a match that does not count for other programs, if they read, and gives what people are told.
pub(crate) fn void(json: bool, game: &str, error: RunError) -> anyhow::Error {
    if let (true, RunError::Void { infrastructure, .. }) = (json, &error) {
        let void = Void { game, outcome: "void", reason: &infrastructure.reason };
        if let Err(unsaid) = say::json(&void) {
            return unsaid;
        }
    }
    error.into()
}

/// What a client of an original contest speaks of that finds no server, or was not given what its server gives it.
const LOST: [&str; 7] = ["connect", "refused", "socket", "host", "server", "port ", "token"];

/// A program that was gone before it had done anything, or never answered, and that speaks of a server: it may have looked for
/// another.
fn stranger<'a>(seats: &'a [SeatSpec], report: &MatchReport) -> Option<&'a str> {
    let gone = |fault: &Fault| fault.window == 0 && matches!(fault.kind, FaultKind::Gone | FaultKind::Start);
    let mute = |seat: usize| report.times.get(seat).is_some_and(|time| time.windows == 0);
    let lost = |fault: &Fault| gone(fault) || mute(fault.seat.index());
    let lost: Vec<_> =
        report.faults.iter().filter(|fault| lost(fault)).map(|fault| fault.seat.index()).collect();
    let sides = &report.header.sides;
    let by_seat = seats.len() == report.header.entrants.len();
    let of = |seat: usize| if by_seat { Some(seat) } else { sides.get(seat).map(|side| side.index()) };
    let speaks = |seat: &usize| {
        let words = report.words.iter().filter(|words| words.seat.index() == *seat);
        let mut lines = words.flat_map(|words| words.first.iter().chain(&words.last));
        lines.any(|line| LOST.iter().any(|word| line.to_lowercase().contains(word)))
    };
    lost.into_iter().filter(speaks).filter_map(of).find_map(|place| match seats.get(place) {
        Some(SeatSpec::Command(line)) => Some(line.as_str()),
        _ => None,
    })
}

/// The command that shows a bot which did not live to the end the same windows again.
fn again(seats: &[SeatSpec], report: &MatchReport, record: &Path) -> Option<String> {
    // Whoever leads several seats has a process of its own on each, and the words of the seats are not told apart.
    if seats.len() != report.header.entrants.len() {
        return None;
    }
    let ended = |fault: &&Fault| fault.kind == FaultKind::Gone;
    let bot = |fault: &Fault| match seats.get(fault.seat.index()) {
        Some(SeatSpec::Command(line)) => Some((fault.seat, line.clone())),
        Some(bot @ SeatSpec::Kit(_)) => Some((fault.seat, shell(&[&bot.to_string()]))),
        _ => None,
    };
    let (seat, bot) = report.faults.iter().filter(ended).find_map(bot)?;
    let record = shell(&[&record.to_string_lossy()]);
    Some(format!("meydan rerun {record} --seat {seat} -- {bot}"))
}

/// A match that does not count, as other programs read it.
#[derive(Serialize)]
struct Void<'a> {
    game: &'a str,
    outcome: &'static str,
    reason: &'a str,
}

/// The result as other programs read it.
#[derive(Serialize)]
pub(crate) struct Summary<'a> {
    game: &'a str,
    ruleset: &'a str,
    map: &'a str,
    seed: u64,
    outcome: &'a str,
    /// Why it ended, in the words of the game.
    told: String,
    standings: Vec<Standing<'a>>,
    faults: &'a [Fault],
    windows: u32,
    final_hash: StateHash,
    times: &'a [meydan_referee::SeatTime],
    ends: &'a [SeatEnd],
    stderr: &'a [SeatWords],
    trace: Option<&'a PathBuf>,
    slowest: Vec<SlowWindow>,
    /// Where `--profile` asked for it.
    profile: Option<Spent<'a>>,
    /// The report has more than other programs were promised.
    #[serde(skip)]
    report: &'a MatchReport,
}

#[derive(Serialize)]
struct Standing<'a> {
    seat: u8,
    side: u8,
    name: &'a str,
    /// Whether it is a house bot under its own name.
    #[serde(skip)]
    house: bool,
    rank: u32,
    score: i64,
    /// The score in the words of the game.
    told: String,
}

/// Whether it is a house bot, and nobody gave it another name.
fn is_house(game: &str, entrant: &Entrant) -> bool {
    entrant.kind == EntrantKind::House && is_house_bot(game, &entrant.name)
}

impl<'a> Summary<'a> {
    pub(crate) fn new(report: &'a MatchReport) -> Self {
        let header = &report.header;
        let standing = |s: &meydan_core::Standing| Standing {
            seat: s.seat.0,
            side: s.side.0,
            name: &header.entrants[s.seat.index()].name,
            house: is_house(&header.game, &header.entrants[s.seat.index()]),
            rank: s.rank,
            score: s.score,
            told: score_words(&header.game, s.score),
        };
        let standings = report.outcome.iter().flat_map(|outcome| &outcome.standings);
        let outcome = report.outcome.as_ref().map_or("stopped", |outcome| &outcome.reason);
        Summary {
            game: &header.game,
            ruleset: &header.ruleset,
            map: &header.map,
            seed: header.seed.0,
            outcome,
            told: reason_words(&header.game, outcome),
            standings: standings.map(standing).collect(),
            faults: &report.faults,
            windows: report.windows,
            final_hash: report.final_hash,
            times: &report.times,
            ends: &report.ends,
            stderr: &report.words,
            trace: match &report.record {
                Some(Kept::Whole(path) | Kept::Partial(path)) => Some(path),
                _ => None,
            },
            slowest: spent::slowest(report),
            profile: None,
            report,
        }
    }

    /// Prints it for people.
    pub(crate) fn print(&self) -> Result<()> {
        spent::pace(self.report).iter().try_for_each(|line| say!("  {line}"))?;
        for (seat, time) in self.times.iter().enumerate() {
            if let Some(counted) = &time.counted {
                say!("  seat {seat}: {counted}")?;
            }
        }
        let told =
            |end: &SeatEnd| self.faults.iter().any(|fault| fault.seat == end.seat && fault.text == end.text);
        for SeatEnd { seat, text } in self.ends.iter().filter(|end| end.is_odd() && !told(end)) {
            say!("  seat {seat}: {text}")?;
        }
        // Who won is told last, where it is looked for.
        say!("{} ({}) on {}, seed {}", self.game, self.ruleset, self.map, self.seed)?;
        // Where a side has several seats, one line tells of them all.
        let mut standings: Vec<&Standing> = Vec::new();
        for standing in &self.standings {
            let told = |s: &&Standing| s.side == standing.side && s.name == standing.name;
            if !standings.iter().any(told) {
                standings.push(standing);
            }
        }
        standings.sort_by_key(|s| (s.rank, s.seat));
        // House bots are called what is typed for them, as in gauntlets.
        let name = |s: &Standing| format!("{}{}", if s.house { "house:" } else { "" }, s.name);
        let width = standings.iter().map(|s| name(s).chars().count()).max().unwrap_or(0);
        for standing in standings {
            let Standing { side, rank, told, .. } = standing;
            say!("  {rank}.  side {side}  {:<width$}  {told}", name(standing))?;
        }
        if let Some(why) = self.decided() {
            say!("  {why}")?;
        }
        let s = if self.windows == 1 { "" } else { "s" };
        say!("{} after {} window{s}, final hash {}", self.told, self.windows, self.final_hash)
    }

    /// What put somebody ahead of others who have as much, where the end of the match does not tell it anyway.
    fn decided(&self) -> Option<String> {
        let ahead = |a: &Standing, b: &Standing| a.rank < b.rank && a.score <= b.score;
        let unclear = self.standings.iter().any(|a| self.standings.iter().any(|b| ahead(a, b)));
        let why = tie_words(self.game, self.outcome);
        (unclear && why != self.told && !self.told.contains("decided")).then_some(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_given_end_a_clash_and_make_none() {
        let named = |seats: &[&str], names: &[(usize, &str)]| -> Vec<String> {
            let seats: Vec<SeatSpec> = seats.iter().map(|seat| seat.parse().unwrap()).collect();
            let mut entrants = MatchOrder::of("jungle", &seats).entrants;
            let names: Vec<_> = names.iter().map(|(seat, name)| (*seat, (*name).to_owned())).collect();
            rename(&mut entrants, &seats, &names).unwrap();
            entrants.into_iter().map(|entrant| entrant.name).collect()
        };
        let lines = ["python3 -u /a/bad.py", "python3 /a/bad.py"];
        assert_eq!(named(&lines, &[]), lines);
        let own = named(&lines[..1], &[]);
        assert_eq!(named(&lines, &[(1, "x")]), [&*own[0], "x"]);
        assert_eq!(named(&lines, &[(1, &own[0])])[0], lines[0], "what was named so is another bot");
        let seats: Vec<SeatSpec> = vec![lines[0].parse().unwrap()];
        let mut entrants = MatchOrder::of("jungle", &seats).entrants;
        assert!(rename(&mut entrants, &seats, &[(4, "x".into())]).is_err());
    }

    #[test]
    fn the_clock_in_force_is_told() {
        assert!(clock_words(ClockRate::default(), None).contains("--clock 5x"));
        assert_eq!(clock_words(ClockRate::Times(2.5), None), "the clock is 2.5 times the contest's own");
        assert_eq!(clock_words(ClockRate::Off, None), "no clock runs");
        assert!(
            clock_words(ClockRate::Off, Some(Duration::from_secs(60))).ends_with("after 60 s is skipped")
        );
    }
}
