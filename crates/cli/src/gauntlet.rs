use std::fmt;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, Result};
use meydan_catalog::{Choice, MapChoice, Offer, Prepared, Visit, visit};
use meydan_contest::{Estimate, Meeting, Ratings, Sprt, Verdict, wilson};
use meydan_core::Outcome;
use meydan_referee::Stop;
use meydan_runner::{ClockRate, Judge, LocalCrew, MatchOrder, SeatSpec, Sinks};
use meydan_sandbox::Apart;
use serde::Serialize;

use crate::ends::{Ended, Interrupts, misuse, runtime};
use crate::options::{Judging, Setting, ready};
use crate::progress::Progress;
use crate::say::{remark, say};

#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// The bots: house:NAME, folders with a meydan.toml, command lines that speak the native protocol, or wire:COMMAND for a
    /// client of the original contest
    #[arg(required = true, num_args = 2.., value_name = "BOT")]
    bots: Vec<SeatSpec>,
    /// How many matches for each pair of bots, rounded up so that everybody sits everywhere equally often
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    games: u64,
    /// Stop as soon as it is clear whether the first of two bots is nearer to +B than to +A rating points
    #[arg(long, value_name = "A,B", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
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
    let bounds = parts.ok_or_else(|| format!("`{text}` is not two numbers; write 0,20"))?;
    Sprt::new(bounds.0, bounds.1)
        .map(|_| bounds)
        .ok_or_else(|| "the first bound must be below the second".into())
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.sprt.is_some() && args.bots.len() != 2 {
        misuse!("--sprt compares two bots; {} given", args.bots.len());
    }
    let comes = |spec: &&SeatSpec| matches!(spec, SeatSpec::Human | SeatSpec::Socket(_) | SeatSpec::Wire);
    if let Some(spec) = args.bots.iter().find(comes) {
        misuse!("`{spec}` cannot play a gauntlet; give house bots, folders or command lines");
    }
    let judge = runtime()?.block_on(args.judging.judge(&args.game, &args.bots))?;
    ready(&args.game, &args.bots)?;
    let mut args = args.clone();
    args.setting.ruleset = args.setting.ruleset(&args.game, &args.bots)?;
    if judge.is_none() && args.bots.iter().any(SeatSpec::is_wire) && !Apart::is_possible() {
        // Every client of a contest insists on the one port of its server.
        remark!(
            "this machine gives no program a network of its own, so the matches are played one after another"
        );
        args.jobs = Some(NonZero::<usize>::MIN);
    }
    visit(&args.game, Gauntlet(&args, judge))?
}

struct Gauntlet<'a>(&'a Args, Option<Judge>);

/// One encounter: the same board for everybody in it. With one side each plays alone and the scores are compared;
/// otherwise they meet, once in every rotation of the seats.
#[derive(Clone)]
struct Encounter {
    bots: Vec<usize>,
    seed: u64,
    map: MapChoice,
}

impl Visit for Gauntlet<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let Gauntlet(args, judge) = self;
        let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        // Every bot that is started has the jail of the next one prepared.
        let judge = judge.map(|judge| judge.with_pool(2 * jobs));
        let judge = judge.as_ref();
        let sides = sides::<G>(args)?;
        let encounters = encounters(args, sides, &maps::<G>(args, sides)?);
        let progress = Progress::new(encounters.len() as u64, "encounters", args.json);
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let tally = Mutex::new(Tally::new(args));
        // Somebody has to listen for Ctrl-C while the matches run elsewhere.
        let listening = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let interrupts = listening.block_on(async { Interrupts::listen() })?;
        let interrupts = &interrupts;
        thread::scope(|scope| -> Result<()> {
            let work = || -> Result<()> {
                while !stop.load(Ordering::Relaxed) && !interrupts.asked() {
                    let Some(encounter) = encounters.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                    else {
                        break;
                    };
                    let played = meet(args, judge, sides, encounter, interrupts);
                    let mut tally = tally.lock().expect("nobody panics while holding this lock");
                    // What was still being played when the test was decided does not undo the decision.
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let played = played.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                    let Some((meetings, faults)) = played else { break };
                    if tally.add(meetings, &faults) != Verdict::Open {
                        stop.store(true, Ordering::Relaxed);
                    }
                    progress.step(|| tally.line());
                }
                Ok(())
            };
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a match does not panic"))
        })?;
        progress.finish();
        let tally = tally.into_inner().expect("nobody panics while holding this lock");
        tally.report(args, G::NAME)?;
        if interrupts.asked() {
            remark!("meydan: the gauntlet was stopped; the table has what was played until then");
            return Err(Ended(1).into());
        }
        Ok(())
    }
}

/// With how many sides to play: alone where the game allows it, else as few as it allows.
fn sides<G: Offer>(args: &Args) -> Result<usize> {
    let choice = choice::<G>(args, *G::SIDES.start())?;
    Ok(Prepared::<G>::new(&choice)?.game.roster().sides().count())
}

/// The maps to play on: the one asked for, or all that fit the ruleset, because a bot that is good on one map only is
/// not good.
fn maps<G: Offer>(args: &Args, sides: usize) -> Result<Vec<MapChoice>> {
    let mut choice = choice::<G>(args, sides)?;
    if let Some(map) = choice.map {
        return Ok(vec![map]);
    }
    let mut playable = Vec::new();
    for map in G::maps() {
        choice.map = Some(MapChoice::Named(map.name.to_owned()));
        if Prepared::<G>::new(&choice).is_ok() {
            playable.extend(choice.map.take());
        }
    }
    if playable.is_empty() {
        misuse!("no map of `{}` fits that ruleset and these knobs; name one with --map", G::NAME);
    }
    Ok(playable)
}

fn choice<G: Offer>(args: &Args, sides: usize) -> Result<Choice> {
    let order = args.setting.order(G::NAME, &[])?;
    Ok(Choice { sides: G::SIDES.contains(&sides).then_some(sides), ..order.choice::<G>() })
}

fn encounters(args: &Args, sides: usize, maps: &[MapChoice]) -> Vec<Encounter> {
    let first_seed = args.setting.seed.unwrap_or(1);
    let count = args.bots.len();
    // Every encounter is played in each rotation of the seats.
    let rounds = if sides == 1 { args.games } else { args.games.div_ceil(sides as u64) };
    let mut all = Vec::new();
    for round in 0..rounds {
        let seed = first_seed.wrapping_add(round);
        for a in 0..count {
            for b in a + 1..count {
                // A table of more than two is filled up with the two in turn.
                let bots =
                    (0..sides.max(2)).map(|i| if (i + round as usize).is_multiple_of(2) { a } else { b });
                all.push(Encounter {
                    bots: if sides == 1 { vec![a, b] } else { bots.collect() },
                    seed,
                    map: maps[round as usize % maps.len()].clone(),
                });
            }
        }
    }
    all
}

/// Plays an encounter; `None`: it was stopped. The seed is the board: whoever plays on it, and from whichever seat, has
/// the same luck of the draw.
fn meet(
    args: &Args,
    judge: Option<&Judge>,
    sides: usize,
    encounter: &Encounter,
    interrupts: &Interrupts,
) -> Result<Option<(Vec<Meeting>, Faults)>> {
    let mut faults = vec![0; args.bots.len()];
    if sides == 1 {
        let mut scores = Vec::new();
        for &bot in &encounter.bots {
            let Some((outcome, wrong)) = once(args, judge, &[bot], encounter, interrupts.stop())? else {
                return Ok(None);
            };
            add(&mut faults, &wrong);
            scores.push(outcome.standings[0].score);
        }
        let rank = |score: &i64| 1 + scores.iter().filter(|other| *other > score).count() as u32;
        let meeting = Meeting::new(encounter.bots.iter().copied().zip(scores.iter().map(rank)));
        return Ok(Some((vec![meeting.on(encounter.seed)], faults)));
    }
    let mut meetings = Vec::new();
    let mut bots = encounter.bots.clone();
    for _ in 0..sides {
        let Some((outcome, wrong)) = once(args, judge, &bots, encounter, interrupts.stop())? else {
            return Ok(None);
        };
        add(&mut faults, &wrong);
        let rank = |side: usize| {
            outcome.standings.iter().find(|s| s.side.index() == side).map_or(u32::MAX, |s| s.rank)
        };
        let ranks = bots.iter().enumerate().map(|(side, &bot)| (bot, rank(side)));
        meetings.push(Meeting::new(ranks).on(encounter.seed));
        bots.rotate_left(1);
    }
    Ok(Some((meetings, faults)))
}

fn once(
    args: &Args,
    judge: Option<&Judge>,
    bots: &[usize],
    encounter: &Encounter,
    stop: Stop,
) -> Result<Option<(Outcome, Faults)>> {
    let seats: Vec<SeatSpec> = bots.iter().map(|&bot| args.bots[bot].clone()).collect();
    let order = MatchOrder {
        seed: Some(encounter.seed),
        map: Some(encounter.map.clone()),
        ruleset: args.setting.ruleset.clone(),
        options: args.setting.set.iter().cloned().collect(),
        clock: args.clock,
        fairness: args.judging.fairness(),
        ..MatchOrder::of(&args.game, &seats)
    };
    let mut crew = LocalCrew::new(seats).with_judge(judge.cloned());
    let report = runtime()?.block_on(meydan_runner::run(&order, &mut crew, Sinks::default(), stop));
    let report = report.with_context(|| format!("the match with seed {}", encounter.seed))?;
    report.warnings.iter().for_each(|warning| remark!("warning: {warning}"));
    Ok(report.outcome.map(|outcome| {
        let mut faults = vec![0; args.bots.len()];
        for fault in &report.faults {
            let side = outcome.standings.iter().find(|standing| standing.seat == fault.seat);
            if let Some(&bot) = side.and_then(|standing| bots.get(standing.side.index())) {
                faults[bot] += 1;
            }
        }
        (outcome, faults)
    }))
}

/// How many mistakes each bot made.
type Faults = Vec<u64>;

fn add(faults: &mut Faults, more: &Faults) {
    faults.iter_mut().zip(more).for_each(|(faults, more)| *faults += more);
}

struct Tally {
    names: Vec<String>,
    meetings: Vec<Meeting>,
    faults: Faults,
    sprt: Option<Sprt>,
}

impl Tally {
    fn new(args: &Args) -> Tally {
        let sprt = args.sprt.and_then(|(low, high)| Sprt::new(low, high));
        let names: Vec<String> = args.bots.iter().map(SeatSpec::to_string).collect();
        Tally { faults: vec![0; names.len()], names, meetings: Vec::new(), sprt }
    }

    fn add(&mut self, meetings: Vec<Meeting>, faults: &Faults) -> Verdict {
        add(&mut self.faults, faults);
        let verdict = match &mut self.sprt {
            Some(test) => {
                // Swapped games of one board are not independent; their mean is one result.
                let duels = meetings.iter().flat_map(Meeting::duels);
                let points: Vec<f64> =
                    duels.map(|duel| if duel.a == 0 { duel.points } else { 1.0 - duel.points }).collect();
                test.add(points.iter().sum::<f64>() / points.len().max(1) as f64);
                test.verdict()
            }
            None => Verdict::Open,
        };
        self.meetings.extend(meetings);
        verdict
    }

    /// Who made how many mistakes.
    fn faulty(&self) -> Option<String> {
        let made = self.names.iter().zip(&self.faults).filter(|(_, faults)| **faults > 0);
        let made: Vec<String> = made.map(|(name, faults)| format!("{name} {faults}")).collect();
        (!made.is_empty()).then(|| made.join(", "))
    }

    fn line(&self) -> String {
        match &self.sprt {
            Some(test) => format!("ratio {:+.2} of ±{:.2}", test.ratio(), test.bound()),
            None => String::new(),
        }
    }

    fn report(&self, args: &Args, game: &str) -> Result<()> {
        let ratings = Ratings::fit(self.names.len(), &self.meetings);
        let order = ratings.order();
        let table: Vec<Row> =
            order.iter().map(|&bot| Row::new(&self.names[bot], &ratings, bot, self.faults[bot])).collect();
        let leads: Vec<Lead> = order.windows(2).map(|pair| Lead::new(&self.names, &ratings, pair)).collect();
        let verdict = self.sprt.as_ref().map(|test| match test.verdict() {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        });
        if args.json {
            let ratio = self.sprt.as_ref().map(Sprt::ratio);
            let faults = self.faults.iter().sum();
            let report = Report { game, bots: table, leads, faults, sprt: verdict, ratio };
            return say!("{}", serde_json::to_string(&report)?);
        }
        let width = table.iter().map(|row| row.bot.chars().count()).max().unwrap_or(3).max(3);
        say!("{:<width$}  {:>7}  {:>6}  {:>6}  share of points (95 %)", "bot", "rating", "±", "duels")?;
        for row in &table {
            say!(
                "{:<width$}  {:>+7.0}  {:>6}  {:>6}  {:5.1} %  ({:.1} to {:.1})",
                row.bot,
                row.rating,
                row.margin.map_or("open".to_owned(), |margin| format!("{margin:.0}")),
                row.duels,
                100.0 * row.share,
                100.0 * row.share_low,
                100.0 * row.share_high
            )?;
        }
        if table.iter().any(|row| row.margin.is_none()) {
            say!("open: the results do not bound this rating on both sides")?;
        }
        leads.iter().try_for_each(|lead| say!("{lead}"))?;
        if let (Some((low, high)), Some(verdict)) = (args.sprt, verdict) {
            say!("test of {low:+} against {high:+} rating points for {}: {verdict}", self.names[0])?;
        }
        match self.faulty() {
            Some(whose) => say!("faults: {whose}; play single matches to read them"),
            None => Ok(()),
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    bots: Vec<Row<'a>>,
    leads: Vec<Lead<'a>>,
    faults: u64,
    sprt: Option<&'static str>,
    ratio: Option<f64>,
}

#[derive(Serialize)]
struct Row<'a> {
    bot: &'a str,
    rating: f64,
    /// `None` where the results do not bound the rating on both sides.
    margin: Option<f64>,
    duels: u32,
    points: f64,
    share: f64,
    share_low: f64,
    share_high: f64,
    faults: u64,
}

impl Row<'_> {
    fn new<'a>(name: &'a str, ratings: &Ratings, bot: usize, faults: u64) -> Row<'a> {
        let (rating, score) = (ratings.rating(bot), ratings.score(bot));
        // A board is one observation at least, and no more can be relied on.
        let boards = f64::from(score.boards);
        let share = wilson(boards * score.points / f64::from(score.duels.max(1)), boards);
        Row {
            bot: name,
            rating: rating.value,
            margin: rating.margin(),
            duels: score.duels,
            points: score.points,
            share: share.mean,
            share_low: share.low,
            share_high: share.high,
            faults,
        }
    }
}

/// By how much a bot is ahead of the next in the table.
#[derive(Serialize)]
struct Lead<'a> {
    bot: &'a str,
    over: &'a str,
    /// `None` where no chain of meetings leads from one to the other.
    lead: Option<f64>,
    /// `None` also where nothing bounds the lead from below.
    low: Option<f64>,
    /// `None` also where nothing bounds the lead from above.
    high: Option<f64>,
}

impl Lead<'_> {
    fn new<'a>(names: &'a [String], ratings: &Ratings, pair: &[usize]) -> Lead<'a> {
        let lead = ratings.difference(pair[0], pair[1]);
        let end = |end: fn(Estimate) -> f64| lead.map(end).filter(|end| end.is_finite());
        Lead {
            bot: &names[pair[0]],
            over: &names[pair[1]],
            lead: lead.map(|lead| lead.value),
            low: end(|lead| lead.low),
            high: end(|lead| lead.high),
        }
    }
}

impl fmt::Display for Lead<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lead { bot, over, lead, low, high } = self;
        let Some(lead) = lead else {
            return write!(
                f,
                "{bot} and {over} have not met, not even through others: they cannot be compared"
            );
        };
        write!(f, "{bot} leads {over} by {lead:.0} ")?;
        match (low, high) {
            (Some(low), Some(high)) => write!(f, "({low:.0} to {high:.0})"),
            (Some(low), None) => write!(f, "({low:.0} or more: no result bounds it from above)"),
            (None, Some(high)) => write!(f, "({high:.0} or less: no result bounds it from below)"),
            (None, None) => write!(f, "(no result bounds it)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(meetings: &[Meeting]) -> Vec<String> {
        let names: Vec<String> = ["ann", "bob", "cid"].map(str::to_owned).into();
        let ratings = Ratings::fit(names.len(), meetings);
        ratings.order().windows(2).map(|pair| Lead::new(&names, &ratings, pair).to_string()).collect()
    }

    #[test]
    fn faults_are_told_with_the_bot_that_made_them() {
        let names = ["ann", "bob", "cid"].map(str::to_owned).into();
        let mut tally = Tally { names, meetings: Vec::new(), faults: vec![0; 3], sprt: None };
        assert_eq!(tally.faulty(), None);
        tally.add(Vec::new(), &vec![2, 0, 1]);
        tally.add(Vec::new(), &vec![1, 0, 0]);
        assert_eq!(tally.faulty().as_deref(), Some("ann 3, cid 1"));
    }

    #[test]
    fn a_lead_says_how_sure_it_is_and_where_there_is_none() {
        let played = [vec![Meeting::won(0, 1); 60], vec![Meeting::won(1, 0); 40]].concat();
        assert_eq!(
            leads(&played),
            [
                "ann leads bob by 70 (1 to 141)",
                "bob and cid have not met, not even through others: they cannot be compared"
            ]
        );
        let swept = [played, vec![Meeting::won(0, 2); 50], vec![Meeting::won(1, 2); 50]].concat();
        assert_eq!(
            leads(&swept),
            [
                "ann leads bob by 70 (1 to 141)",
                "bob leads cid by 832 (536 or more: no result bounds it from above)"
            ]
        );
    }
}
