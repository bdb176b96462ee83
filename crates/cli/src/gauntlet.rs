use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, Result};
use meydan_catalog::{Choice, MapChoice, Offer, Prepared, Visit, visit};
use meydan_contest::{Duel, Ratings, Sprt, Verdict, wilson};
use meydan_core::Outcome;
use meydan_referee::Stop;
use meydan_runner::{ClockRate, LocalCrew, MatchOrder, SeatSpec, Sinks};
use serde::Serialize;

use crate::ends::{Ended, Interrupts, misuse, runtime};
use crate::options::Setting;
use crate::progress::Progress;
use crate::say::{remark, say};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// The bots: house:NAME or command lines that speak the native protocol
    #[arg(required = true, num_args = 2.., value_name = "BOT")]
    bots: Vec<SeatSpec>,
    /// How many matches for each pair of bots, rounded up so that everybody sits everywhere equally often
    #[arg(long, default_value_t = 100, value_name = "N")]
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
    if let Some(spec) = args.bots.iter().find(|spec| spec.is_wire() || **spec == SeatSpec::Human) {
        misuse!("`{spec}` cannot play a gauntlet; give house bots or command lines");
    }
    visit(&args.game, Gauntlet(args))?
}

struct Gauntlet<'a>(&'a Args);

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
        let args = self.0;
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
        let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        thread::scope(|scope| -> Result<()> {
            let work = || -> Result<()> {
                while !stop.load(Ordering::Relaxed) && !interrupts.asked() {
                    let Some(encounter) = encounters.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                    else {
                        break;
                    };
                    let played = meet(args, sides, encounter, interrupts);
                    let mut tally = tally.lock().expect("nobody panics while holding this lock");
                    let played = played.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                    let Some((duels, faults)) = played else { break };
                    if tally.add(&duels, faults) != Verdict::Open {
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

/// Plays an encounter; `None`: it was stopped.
fn meet(
    args: &Args,
    sides: usize,
    encounter: &Encounter,
    interrupts: &Interrupts,
) -> Result<Option<(Vec<Duel>, u64)>> {
    let mut duels = Vec::new();
    let mut faults = 0;
    if sides == 1 {
        let mut scores = Vec::new();
        for &bot in &encounter.bots {
            let Some((outcome, wrong)) = once(args, &[bot], encounter, interrupts.stop())? else {
                return Ok(None);
            };
            faults += wrong;
            scores.push(outcome.standings[0].score);
        }
        let points = points(scores[1].cmp(&scores[0]));
        duels.push(Duel { a: encounter.bots[0], b: encounter.bots[1], points });
        return Ok(Some((duels, faults)));
    }
    let mut bots = encounter.bots.clone();
    for _ in 0..sides {
        let Some((outcome, wrong)) = once(args, &bots, encounter, interrupts.stop())? else {
            return Ok(None);
        };
        faults += wrong;
        let rank = |side: usize| {
            outcome.standings.iter().find(|s| s.side.index() == side).map_or(u32::MAX, |s| s.rank)
        };
        for i in 0..bots.len() {
            for j in i + 1..bots.len() {
                if bots[i] != bots[j] {
                    duels.push(Duel { a: bots[i], b: bots[j], points: points(rank(i).cmp(&rank(j))) });
                }
            }
        }
        bots.rotate_left(1);
    }
    Ok(Some((duels, faults)))
}

/// The first player's points when its place compares like this to the second's.
fn points(place: std::cmp::Ordering) -> f64 {
    match place {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

fn once(args: &Args, bots: &[usize], encounter: &Encounter, stop: Stop) -> Result<Option<(Outcome, u64)>> {
    let seats: Vec<SeatSpec> = bots.iter().map(|&bot| args.bots[bot].clone()).collect();
    let order = MatchOrder {
        seed: Some(encounter.seed),
        map: Some(encounter.map.clone()),
        ruleset: args.setting.ruleset.clone(),
        options: args.setting.set.iter().cloned().collect(),
        clock: args.clock,
        ..MatchOrder::of(&args.game, &seats)
    };
    let mut crew = LocalCrew::new(seats);
    let report = runtime()?.block_on(meydan_runner::run(&order, &mut crew, Sinks::default(), stop));
    let report = report.with_context(|| format!("the match with seed {}", encounter.seed))?;
    Ok(report.outcome.map(|outcome| (outcome, report.faults.len() as u64)))
}

struct Tally {
    names: Vec<String>,
    duels: Vec<Duel>,
    faults: u64,
    sprt: Option<Sprt>,
}

impl Tally {
    fn new(args: &Args) -> Tally {
        let sprt = args.sprt.and_then(|(low, high)| Sprt::new(low, high));
        let names = args.bots.iter().map(SeatSpec::to_string).collect();
        Tally { names, duels: Vec::new(), faults: 0, sprt }
    }

    fn add(&mut self, duels: &[Duel], faults: u64) -> Verdict {
        self.duels.extend_from_slice(duels);
        self.faults += faults;
        match &mut self.sprt {
            Some(test) => {
                // Swapped games of one board are not independent; their mean is one result.
                let points =
                    duels.iter().map(|duel| if duel.a == 0 { duel.points } else { 1.0 - duel.points });
                test.add(points.sum::<f64>() / duels.len().max(1) as f64);
                test.verdict()
            }
            None => Verdict::Open,
        }
    }

    fn line(&self) -> String {
        match &self.sprt {
            Some(test) => format!("ratio {:+.2} of ±{:.2}", test.ratio(), test.bound()),
            None => String::new(),
        }
    }

    fn report(&self, args: &Args, game: &str) -> Result<()> {
        let ratings = Ratings::fit(self.names.len(), &self.duels);
        let table: Vec<Row> = ratings
            .order()
            .into_iter()
            .map(|i| {
                let rating = &ratings.players[i];
                let share = wilson(rating.points, f64::from(rating.duels));
                Row {
                    bot: &self.names[i],
                    rating: rating.rating,
                    margin: rating.margin,
                    duels: rating.duels,
                    points: rating.points,
                    share: share.mean,
                    share_low: share.low,
                    share_high: share.high,
                }
            })
            .collect();
        let verdict = self.sprt.as_ref().map(|test| match test.verdict() {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        });
        if args.json {
            let ratio = self.sprt.as_ref().map(Sprt::ratio);
            let report = Report { game, bots: table, faults: self.faults, sprt: verdict, ratio };
            return say!("{}", serde_json::to_string(&report)?);
        }
        let width = table.iter().map(|row| row.bot.chars().count()).max().unwrap_or(3).max(3);
        say!("{:<width$}  {:>7}  {:>6}  {:>6}  share of points (95 %)", "bot", "rating", "±", "duels")?;
        for row in &table {
            say!(
                "{:<width$}  {:>+7.0}  {:>6.0}  {:>6}  {:5.1} %  ({:.1} to {:.1})",
                row.bot,
                row.rating,
                row.margin,
                row.duels,
                100.0 * row.share,
                100.0 * row.share_low,
                100.0 * row.share_high
            )?;
        }
        if let (Some((low, high)), Some(verdict)) = (args.sprt, verdict) {
            say!("test of {low:+} against {high:+} rating points for {}: {verdict}", self.names[0])?;
        }
        if self.faults > 0 {
            say!("{} faults; play single matches to read them", self.faults)?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    bots: Vec<Row<'a>>,
    faults: u64,
    sprt: Option<&'static str>,
    ratio: Option<f64>,
}

#[derive(Serialize)]
struct Row<'a> {
    bot: &'a str,
    rating: f64,
    margin: f64,
    duels: u32,
    points: f64,
    share: f64,
    share_low: f64,
    share_high: f64,
}
