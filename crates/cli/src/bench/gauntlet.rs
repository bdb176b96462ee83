//! What a gauntlet costs beside the matches in it: the command itself is run, and the same matches without it.

use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use meydan_catalog::{Choice, Offer, Prepared, Visit, visit};
use meydan_core::SeatSet;
use meydan_referee::offline;
use serde::Serialize;
use serde_json::Value;

/// A gauntlet beside what is played in it.
#[derive(Serialize)]
pub(super) struct Cost {
    /// Who plays: bots inside the program, or programs of their own.
    bots: &'static str,
    matches: u64,
    jobs: usize,
    matches_per_s: f64,
    /// Matches per second of the bare engine with the same bots, or of the bots' own time on as many cores.
    bare_per_s: f64,
    /// The first of these beside the second: 1 would be a gauntlet that costs nothing.
    ratio: f64,
    /// What the gauntlet adds to a match, in microseconds of one core.
    overhead_us: f64,
    /// Which part of the cores it kept busy, bots included, where the system tells it.
    busy: Option<f64>,
}

impl Cost {
    pub(super) const HEAD: &'static str =
        "gauntlet       matches  jobs  matches/s     bare/s  ratio  overhead µs  busy";

    pub(super) fn line(&self) -> String {
        let busy = self.busy.map_or("-".to_owned(), |busy| format!("{:.0} %", 100.0 * busy));
        format!(
            "{:<13} {:>8} {:>5} {:>10.1} {:>10.1} {:>6.2} {:>12.0} {busy:>5}",
            self.bots,
            self.matches,
            self.jobs,
            self.matches_per_s,
            self.bare_per_s,
            self.ratio,
            self.overhead_us
        )
    }
}

const GAME: &str = "jungle";
const HOUSE: [&str; 2] = ["random", "collector"];
const FIRST_SEED: u64 = 1;
/// An answer to every turn that costs no thinking.
const NOTHING: &str = r#"{"act":{"orders":[]}}"#;

/// All kinds of gauntlets, of so many matches each.
pub(super) fn costs(matches: u64) -> Result<Vec<Cost>> {
    let jobs = thread::available_parallelism().map_or(1, NonZero::get);
    // A board is played from both sides.
    let matches = matches.next_multiple_of(2);
    Ok(vec![
        house("house", matches, jobs, false)?,
        house("house, --out", matches, jobs, true)?,
        processes(matches, jobs)?,
    ])
}

/// House bots: against the bare engine, measured right after.
fn house(name: &'static str, matches: u64, jobs: usize, kept: bool) -> Result<Cost> {
    let bots = HOUSE.map(|bot| format!("house:{bot}"));
    let run = gauntlet(&bots, matches, jobs, kept)?;
    let bare = visit(GAME, Bare { matches, jobs })??;
    Ok(run.cost(name, matches, jobs, bare))
}

/// Programs: against the sum of what they themselves took.
fn processes(matches: u64, jobs: usize) -> Result<Cost> {
    let parrot = format!("'{}' parrot '{NOTHING}'", std::env::current_exe()?.display());
    let run = gauntlet(&[parrot.clone(), parrot], matches, jobs, false)?;
    let bots = run.bots_us as f64 / 1e6 / jobs as f64;
    Ok(run.cost("processes", matches, jobs, bots))
}

/// How a gauntlet went.
struct Ran {
    seconds: f64,
    cpu: Option<f64>,
    /// What the bots took in all their windows, in microseconds.
    bots_us: u64,
}

impl Ran {
    fn cost(&self, bots: &'static str, matches: u64, jobs: usize, bare_seconds: f64) -> Cost {
        let (count, cores) = (matches as f64, jobs as f64);
        Cost {
            bots,
            matches,
            jobs,
            matches_per_s: count / self.seconds,
            bare_per_s: count / bare_seconds.max(1e-9),
            ratio: bare_seconds / self.seconds,
            overhead_us: (self.seconds - bare_seconds) * cores / count * 1e6,
            busy: self.cpu.map(|cpu| cpu / (self.seconds * cores)),
        }
    }
}

/// Runs the command, as a person would.
fn gauntlet(bots: &[String], matches: u64, jobs: usize, kept: bool) -> Result<Ran> {
    let folder = tempfile::tempdir().context("no room for the gauntlet")?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["gauntlet", GAME]).args(bots).args(["--games", &matches.to_string()]);
    command.args(["--jobs", &jobs.to_string(), "--seed", &FIRST_SEED.to_string(), "--json"]);
    if kept {
        command.arg("--out").arg(folder.path().join("kept"));
    }
    let (cpu, begun) = (children(), Instant::now());
    let output = command.stderr(Stdio::null()).output().context("the gauntlet does not start")?;
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(output.status.success(), "the gauntlet failed; try `meydan gauntlet {GAME} {}`", bots.join(" "));
    let cpu = children().zip(cpu).map(|(after, before)| after - before);
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let played = report["matches"].as_array().into_iter().flatten();
    let sides = played.flat_map(|played| played["sides"].as_array().into_iter().flatten());
    let bots_us = sides.filter_map(|side| side["total_us"].as_u64()).sum();
    Ok(Ran { seconds, cpu, bots_us })
}

/// The processor time of everybody who was started here and has ended, in seconds.
fn children() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in brackets may hold blanks; after it come the fields from the third on.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    Some((ticks(16)? + ticks(17)?) / 100.0)
}

/// The same matches with nothing around them, on as many threads.
struct Bare {
    matches: u64,
    jobs: usize,
}

impl Visit for Bare {
    type Out = Result<f64>;

    fn visit<G: Offer>(self) -> Result<f64> {
        let next = AtomicU64::new(0);
        let begun = Instant::now();
        let work = || -> Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.matches {
                    return Ok(());
                }
                // The gauntlet plays every board from both sides and all maps in turn, and so does this.
                let round = number / HOUSE.len() as u64;
                let map = &G::maps()[round as usize % G::maps().len()];
                let choice = Choice {
                    map: Some(meydan_catalog::MapChoice::Named(map.name.to_owned())),
                    seed: Some(FIRST_SEED + round),
                    sides: Some(HOUSE.len()),
                    ..Choice::default()
                };
                let prepared = Prepared::<G>::new(&choice)?;
                let seats: Vec<_> = prepared.game.roster().seats().collect();
                let bot = |seat: &meydan_core::Seat| {
                    let name = HOUSE[(seat.index() + number as usize) % HOUSE.len()];
                    G::house(name, &prepared.config, prepared.seat_chance(seat.index()))
                };
                let bots: Option<Vec<_>> = seats.iter().map(bot).collect();
                let mut bots = bots.with_context(|| format!("{GAME} has no such house bots"))?;
                let report = offline(prepared.game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true);
                report.map_err(|error| anyhow::anyhow!("{error}"))?;
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a match does not panic"))
        })?;
        Ok(begun.elapsed().as_secs_f64())
    }
}
