//! `meydan gauntlet`: many matches, and what they tell of the bots.

mod alike;
mod book;
mod files;
mod interval;
mod live;
mod plan;
mod report;
mod verdict;

use std::cell::Cell;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use meydan_catalog::{Offer, Visit, visit};
use meydan_contest::{Sprt, Verdict};
use meydan_core::trace::Entrant;
use meydan_core::{Fault, FaultKind, Seat};
use meydan_record::Key;
use meydan_runner::{
    ClockRate, Judge, Kept, LocalCrew, MatchOrder, MatchReport, News, SeatError, SeatSpec, Sinks, TraceSink,
};
use meydan_sandbox::Apart;

use crate::adopt::seat;
use crate::ends::{Ended, Interrupts, Usage, misuse, runtime};
use crate::fit::fit_many;
use crate::options::{Judging, Setting, ready, referee_key};
use crate::say::{self, remark};
use book::{Book, Played, Side, Terms};
use files::BotFiles;
use live::Live;
use plan::{Board, Plan, map_name};
use report::Tally;

#[derive(clap::Args, Clone)]
#[command(
    mut_arg("map", |map| map.help("One map of the game by name, or a map file [default: all maps of the game in turn]")),
    mut_arg("seed", |seed| seed.help("The seed of the first boards; the next ones have the next [default: 1]"))
)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// The bots, the one in question first: house:NAME, folders with a meydan.toml, command lines that speak the native
    /// protocol, or wire:COMMAND or wire:DIR for a client of the original contest
    #[arg(required = true, num_args = 2.., value_name = "BOT", value_parser = seat)]
    bots: Vec<SeatSpec>,
    /// How many matches for everybody who meets, rounded up so that everybody sits everywhere equally often [default: 100, or
    /// with --sprt as many as it takes]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    games: Option<u64>,
    /// Stop as soon as it is clear whether the first of two bots is nearer to +B than to +A rating points [bounds if none are
    /// given: 0,40; one below zero is written --sprt=-5,20]
    #[arg(long, num_args = 0..=1, default_missing_value = "0,40", value_name = "A,B", value_parser = bounds)]
    sprt: Option<(f64, f64)>,
    /// Keep every match, its record and the report in this folder; the same command goes on with what is there, unless a bot's
    /// program has changed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many sides a match has, where the game leaves it open [default: as few as there can be]
    #[arg(long, value_name = "N")]
    sides: Option<usize>,
    /// How many matches at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    setting: Setting,
    /// The game's time limits times a factor, or off
    #[arg(long, default_value = "1x", value_name = "1x|10x|off")]
    clock: ClockRate,
    #[command(flatten)]
    judging: Judging,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let parts = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let bounds = parts.ok_or_else(|| {
        format!("`{text}` is not two numbers; write --sprt 0,40, or --sprt behind the bots")
    })?;
    Sprt::new(bounds.0, bounds.1)
        .map(|_| bounds)
        .ok_or_else(|| "the first bound must be below the second".into())
}

/// How many matches of a kind without a test.
const GAMES: u64 = 100;

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.sprt.is_some() && args.bots.len() != 2 {
        misuse!("--sprt compares two bots; {} given", args.bots.len());
    }
    let comes = |spec: &&SeatSpec| matches!(spec, SeatSpec::Human | SeatSpec::Socket(_) | SeatSpec::Wire);
    if let Some(spec) = args.bots.iter().find(comes) {
        misuse!("`{spec}` cannot play a gauntlet; give house bots, folders or command lines");
    }
    if let Some(dir) = &args.out {
        apart(dir, &args.bots)?;
        // A folder that is there already may be one that the jailed bots see.
        args.judging.check_out(Some(&dir.join("traces")), &args.bots)?;
    }
    let judge = runtime()?.block_on(args.judging.judge(&args.game, &args.bots))?;
    ready(&args.game, &args.bots)?;
    let mut args = args.clone();
    args.setting.ruleset = args.setting.ruleset(&args.game, &args.bots)?;
    args.setting = fit_many(&args.game, &args.setting, &args.bots)?;
    if judge.is_none() && args.bots.iter().any(SeatSpec::is_wire) && !Apart::is_possible() {
        // Every client of a contest insists on the one port of its server.
        remark!(
            "this machine gives no program a network of its own, so the matches are played one after another"
        );
        args.jobs = Some(NonZero::<usize>::MIN);
    }
    visit(&args.game, Gauntlet(&args, judge))?
}

/// The files of a bot are compared when a gauntlet goes on, so what it keeps must not be among them.
fn apart(dir: &Path, bots: &[SeatSpec]) -> Result<()> {
    let mut full = std::path::absolute(dir)?;
    while !full.exists() && full.pop() {}
    let full = full.canonicalize()?;
    for bot in bots {
        if let SeatSpec::Kit(kit) = bot
            && full.starts_with(kit.dir())
        {
            misuse!("--out: {} is in the folder of the bot `{bot}`; name a folder outside", dir.display());
        }
    }
    Ok(())
}

struct Gauntlet<'a>(&'a Args, Option<Judge>);

impl Visit for Gauntlet<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let Gauntlet(args, judge) = self;
        let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        // Every bot that is started has the jail of the next one prepared.
        let judge = judge.map(|judge| judge.with_pool(2 * jobs));
        // Who is not there is told before anything is played, or kept.
        for bot in &args.bots {
            if let SeatSpec::House(name) = bot
                && !G::house_bots().contains(&&**name)
            {
                return Err(SeatError::House {
                    game: G::NAME,
                    name: name.clone(),
                    known: G::house_bots().join(", "),
                }
                .into());
            }
        }
        let sides = plan::sides::<G>(&args.setting, args.sides)?;
        let contest = args.bots.iter().any(SeatSpec::is_wire);
        let maps = plan::maps::<G>(&args.setting, sides, contest)?;
        let games = args.games.or(args.sprt.is_none().then_some(GAMES));
        let plan = Plan::new(args.bots.len(), sides, maps, args.setting.seed.unwrap_or(1), games);
        let book = match &args.out {
            Some(dir) => Some(Book::open(dir, &args.terms(&plan), &plan.maps)?),
            None => None,
        };
        let key = if book.is_some() { referee_key()? } else { None };
        let desk = Desk { args, judge, plan, book, key, silent: Arc::default() };
        desk.play(jobs)
    }
}

impl Args {
    fn terms(&self, plan: &Plan) -> Terms {
        Terms {
            game: self.game.clone(),
            ruleset: self.setting.ruleset.clone(),
            sides: plan.sides,
            maps: plan.maps.iter().map(|map| map_name(map).to_owned()).collect(),
            first_seed: plan.first_seed,
            options: self.setting.set.iter().cloned().collect(),
            clock: self.clock,
            fairness: self.judging.fairness(),
            bots: self.bots.iter().map(BotFiles::of).collect(),
        }
    }

    /// The command that shows a match: its record, or else the same match once more.
    fn opens(&self, played: &Played) -> String {
        let record = self.out.as_ref().zip(played.trace.as_ref()).map(|(dir, trace)| dir.join(trace));
        if let Some(record) = record.filter(|record| book::is_whole(record)) {
            return shell(&["meydan", "view", &record.to_string_lossy()]);
        }
        let seed = played.seed.to_string();
        let seats: Vec<String> = played.sides.iter().map(|side| side.name.clone()).collect();
        let mut words = vec!["meydan", "match", &self.game];
        words.extend(seats.iter().map(String::as_str));
        words.extend(["--map", self.setting.map.as_deref().unwrap_or(&played.map), "--seed", &seed]);
        let ruleset = self.setting.ruleset.iter().flat_map(|ruleset| ["--ruleset", ruleset]);
        words.extend(ruleset);
        let set: Vec<String> =
            self.setting.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
        words.extend(set.iter().flat_map(|pair| ["--set", pair]));
        let clock = String::from(self.clock);
        if self.clock != ClockRate::default() {
            words.extend(["--clock", &clock]);
        }
        words.push("--watch");
        shell(&words)
    }
}

/// What the bots are called in tables: as in a match, house bots as they are typed, and numbered where one plays against itself.
fn names(bots: &[SeatSpec]) -> Vec<String> {
    let entrants = MatchOrder::of("", bots).entrants;
    let name = |(bot, entrant): (&SeatSpec, &Entrant)| match bot {
        SeatSpec::House(_) => bot.to_string(),
        _ => entrant.name.clone(),
    };
    let names: Vec<String> = bots.iter().zip(&entrants).map(name).collect();
    let numbered = |(place, name): (usize, &String)| match names[..place]
        .iter()
        .filter(|other| *other == name)
        .count()
    {
        0 => name.clone(),
        before => format!("{name} ({})", before + 1),
    };
    names.iter().enumerate().map(numbered).collect()
}

/// Words as they are typed.
pub(crate) fn shell(words: &[&str]) -> String {
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}

/// How fast it goes.
pub(crate) struct Pace {
    begun: Instant,
    now: AtomicU64,
}

impl Pace {
    fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// How many matches it has played.
    fn played(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    fn matches_per_second(&self) -> f64 {
        self.played() as f64 / self.seconds().max(1e-9)
    }
}

/// Where a gauntlet is played.
struct Desk<'a> {
    args: &'a Args,
    judge: Option<Judge>,
    plan: Plan,
    book: Option<Book>,
    key: Option<Key>,
    /// Whether it was told that a match without a clock waits for somebody.
    silent: Arc<AtomicBool>,
}

/// For whom a match without a clock waits, and what to do.
fn waits(seats: &[(Seat, String)], map: &str, seed: u64) -> String {
    let who: Vec<String> = seats.iter().map(|(seat, name)| format!("seat {seat} ({name})")).collect();
    format!(
        "{map}, seed {seed}: still waiting for {}, and no clock runs; Ctrl-C ends the gauntlet, and with a --clock nobody waits for ever",
        who.join(", ")
    )
}

impl Desk<'_> {
    fn play(&self, jobs: usize) -> Result<()> {
        let args = self.args;
        let mut tally = Tally::new(names(&args.bots), self.plan.sides == 1, args.sprt);
        let begun = self.recall(&mut tally);
        // More games may have been asked for before than now.
        let of_plan = |board| self.plan.board(board).is_some();
        let before = self.book.as_ref().map_or(0, |book| book.count(of_plan));
        if let (true, Some(dir)) = (before > 0, &args.out) {
            let were = if before == 1 {
                "match was played before; it is"
            } else {
                "matches were played before; they are"
            };
            remark!("{before} {were} in {}", dir.display());
        }
        let pace = Pace { begun: Instant::now(), now: AtomicU64::new(0) };
        let live = Live::new(self.plan.matches(), before, args.json);
        let kinds = self.plan.kinds();
        // A test that meets the same boards again and again would never end.
        let over = |tally: &Tally| {
            tally.verdict() != Verdict::Open || args.games.is_none() && tally.nothing_new(kinds)
        };
        let decided = over(&tally);
        let (next, stop) = (AtomicU64::new(0), AtomicBool::new(decided));
        let tally = Mutex::new(tally);
        // Somebody has to listen for Ctrl-C while the matches run elsewhere.
        let listening = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let interrupts = listening.block_on(async { Interrupts::listen() })?;
        let interrupts = &interrupts;
        let met = thread::scope(|scope| -> Result<()> {
            let work = || -> Result<()> {
                while !stop.load(Ordering::Relaxed) && !interrupts.asked() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if begun.contains(&number) {
                        continue;
                    }
                    let Some(board) = self.plan.board(number) else { break };
                    let last = Cell::new(0);
                    let step = |left: usize| {
                        last.set(pace.now.fetch_add(1, Ordering::Relaxed) + 1);
                        // With its last match a board is counted; what is told then has it.
                        if left > 0 {
                            live.step(&tally, &pace, last.get());
                        }
                    };
                    let played = self.meet(&board, interrupts, &stop, step);
                    let mut counted = tally.lock().expect("nobody panics while holding this lock");
                    // What was still being played when the test was decided does not undo the decision.
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let played = played.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                    let Some(played) = played else { break };
                    counted.add(played);
                    if over(&counted) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    drop(counted);
                    if last.get() > 0 {
                        live.step(&tally, &pace, last.get());
                    }
                }
                Ok(())
            };
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a match does not panic"))
        });
        live.finish();
        // What was played is told also where a disk is full; only where nothing was played there is nothing to tell.
        if met.is_err() && before + pace.played() == 0 {
            return met;
        }
        let tally = tally.into_inner().expect("nobody panics while holding this lock");
        let report = tally.report(args, &pace, before, kinds);
        let text = say::escaped(&serde_json::to_string(&report)?).into_owned();
        if met.is_ok() {
            self.book.as_ref().map_or(Ok(()), |book| book.report(&text))?;
        }
        if args.json {
            say::bytes(format!("{text}\n").as_bytes())?
        } else {
            report.print()?
        }
        if self.book.is_some() {
            met.context("the gauntlet stops here, and the same command goes on with it when this is mended")?;
        } else {
            met?;
        }
        if interrupts.asked() {
            let on = match args.out {
                Some(_) => "; the same command goes on with it",
                None => "; the table has what was played until then, and --out DIR would keep it",
            };
            remark!("meydan: the gauntlet was stopped{on}");
            return Err(Ended(1).into());
        }
        Ok(())
    }

    /// Counts the boards that were played before, as far as they are of this plan.
    fn recall(&self, tally: &mut Tally) -> std::collections::HashSet<u64> {
        let mut begun = std::collections::HashSet::new();
        let Some(book) = &self.book else { return begun };
        for number in book.boards() {
            // More games may have been asked for before than now.
            let Some(board) = self.plan.board(number) else { continue };
            let turns = 0..board.matches.len() as u32;
            let played: Option<Vec<Played>> = turns.map(|turn| book.find(number, turn).cloned()).collect();
            if let Some(played) = played
                && tally.verdict() == Verdict::Open
            {
                tally.add(played);
                begun.insert(number);
            }
        }
        begun
    }

    /// Plays the matches of a board that were not played before; `None`: it was stopped.
    fn meet(
        &self,
        board: &Board,
        interrupts: &Interrupts,
        stop: &AtomicBool,
        step: impl Fn(usize),
    ) -> Result<Option<Vec<Played>>> {
        let mut all = Vec::new();
        for (turn, seats) in (0..).zip(&board.matches) {
            if let Some(played) = self.book.as_ref().and_then(|book| book.find(board.number, turn)) {
                all.push(played.clone());
                continue;
            }
            if stop.load(Ordering::Relaxed) || interrupts.asked() {
                return Ok(None);
            }
            let Some(played) = self.once(board, turn, seats, interrupts)? else { return Ok(None) };
            if let Some(book) = &self.book {
                book.notice()?;
                book.add(&played)?;
            }
            all.push(played);
            step(board.matches.len() - all.len());
        }
        Ok(Some(all))
    }

    /// Plays one match. The seed is the board: whoever plays on it, and from whichever seat, has the same luck of the draw.
    fn once(
        &self,
        board: &Board,
        turn: u32,
        bots: &[usize],
        interrupts: &Interrupts,
    ) -> Result<Option<Played>> {
        let args = self.args;
        let begun = Instant::now();
        let seats: Vec<SeatSpec> = bots.iter().map(|&bot| args.bots[bot].clone()).collect();
        let order = MatchOrder {
            seed: Some(board.seed),
            map: Some(board.map.clone()),
            ruleset: args.setting.ruleset.clone(),
            options: args.setting.set.iter().cloned().collect(),
            clock: args.clock,
            fairness: args.judging.fairness(),
            ..MatchOrder::of(&args.game, &seats)
        };
        let kept = self.book.as_ref().map(|book| (book.dir(), Book::trace(board.number, turn)));
        let trace =
            kept.as_ref().map(|(dir, name)| TraceSink { path: dir.join(name), key: self.key.clone() });
        let told = self.silent.clone();
        let (map, seed) = (map_name(&board.map).to_owned(), board.seed);
        // Once: bots that think long without a clock would have it told for every match.
        let silent = move |news: &News| {
            if let News::Silent { seats, .. } = news
                && !told.swap(true, Ordering::Relaxed)
            {
                remark!("{}", waits(seats, &map, seed));
            }
        };
        let mut crew = LocalCrew::new(seats).with_judge(self.judge.clone()).telling(silent);
        let sinks = Sinks { trace, acts: true, ..Sinks::default() };
        let report = runtime()?.block_on(meydan_runner::run(&order, &mut crew, sinks, interrupts.stop()));
        let report = report.with_context(|| format!("the match with seed {}", board.seed))?;
        report.warnings.iter().for_each(|warning| remark!("warning: {warning}"));
        if let Some(Kept::Lost { reason, .. }) = &report.record
            && report.outcome.is_some()
        {
            bail!("the record of a match could not be written: {reason}");
        }
        let Some(outcome) = &report.outcome else { return Ok(None) };
        Ok(Some(Played {
            board: board.number,
            turn,
            map: report.header.map.clone(),
            seed: board.seed,
            outcome: outcome.reason.clone(),
            windows: report.windows,
            final_hash: report.final_hash,
            acts: report.acts,
            seconds: begun.elapsed().as_secs_f64(),
            sides: (0..bots.len()).map(|side| args.side(&report, side, bots[side])).collect::<Result<_>>()?,
            trace: kept.map(|(_, name)| name),
            faults: report.faults,
        }))
    }
}

impl Args {
    /// What came of a match for one side, all its seats together.
    fn side(&self, report: &MatchReport, side: usize, bot: usize) -> Result<Side> {
        let name = self.bots[bot].to_string();
        let standings = report.outcome.iter().flat_map(|outcome| &outcome.standings);
        let standings: Vec<_> = standings.filter(|standing| standing.side.index() == side).collect();
        let first =
            standings.first().ok_or_else(|| Usage(format!("nobody led side {side}; give fewer --sides")))?;
        let times = standings.iter().filter_map(|standing| report.times.get(standing.seat.index()));
        let faults = report.faults.iter().filter(|fault| standings.iter().any(|s| s.seat == fault.seat));
        let ended = |fault: &&Fault| matches!(fault.kind, FaultKind::Start | FaultKind::Gone);
        let ended = faults.clone().find(ended).cloned();
        let words = report.words.iter().filter(|words| standings.iter().any(|s| s.seat == words.seat));
        let words: Vec<_> = words.collect();
        let first_exception = words.iter().filter_map(|words| words.first_exception.as_ref());
        let mut sum = Side {
            bot,
            name,
            rank: first.rank,
            score: first.score,
            // Where nobody was clocked, faults are all there is.
            faults: if report.times.is_empty() { faults.count() as u64 } else { 0 },
            exceptions: words.iter().map(|words| words.exceptions).sum(),
            first_exception: first_exception.min_by_key(|first| first.window).cloned(),
            ended,
            asked: 0,
            total_us: 0,
            longest_us: 0,
        };
        for time in times {
            sum.faults += u64::from(time.faulty);
            sum.asked += u64::from(time.windows);
            sum.total_us += time.total_us;
            sum.longest_us = sum.longest_us.max(time.longest_us);
        }
        Ok(sum)
    }
}
