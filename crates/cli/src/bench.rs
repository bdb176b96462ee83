use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use meydan_catalog::{Choice, MapChoice, NAMES, Offer, Prepared, Visit, visit};
use meydan_core::{Chance, Seed, Status, random_window};
use meydan_referee::Stop;
use meydan_runner::{LocalCrew, MatchOrder, SeatSpec, Sinks};
use serde::Serialize;

use crate::ends::runtime;
use crate::say::say;

mod gauntlet;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How long to measure each engine
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS")]
    seconds: f64,
    /// How many matches the gauntlets have whose overhead is measured; 0: none are played
    #[arg(long, default_value_t = 100, value_name = "N")]
    matches: u64,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    engines: Vec<Engine>,
    referee: Vec<Referee>,
    gauntlet: Vec<gauntlet::Cost>,
}

/// Random play with the rules only: no bots, no record.
#[derive(Serialize)]
struct Engine {
    game: &'static str,
    ruleset: &'static str,
    map: String,
    windows_per_s: f64,
    acts_per_s: f64,
    games_per_s: f64,
    ns_per_act: f64,
}

/// A match with a bot that answers at once, beside the bare exchange of the same bytes with the same bot.
#[derive(Serialize)]
struct Referee {
    transport: &'static str,
    windows: u32,
    ns_per_window: f64,
    bare_ns_per_window: f64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let names = NAMES.iter().copied().filter(|name| args.game.as_deref().is_none_or(|game| game == *name));
    let mut engines = Vec::new();
    for name in names {
        engines.extend(visit(name, BenchEngine(args.seconds))??);
    }
    if let (Some(game), true) = (&args.game, engines.is_empty()) {
        anyhow::bail!(meydan_catalog::UnknownGame(game.clone()));
    }
    let gauntlet = if args.matches == 0 { Vec::new() } else { gauntlet::costs(args.matches)? };
    let report = Report { engines, referee: vec![referee()?], gauntlet };
    if args.json {
        say!("{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(());
    }
    say!(
        "{:<10} {:<16} {:<14} {:>12} {:>12} {:>10} {:>8}",
        "engine",
        "ruleset",
        "map",
        "windows/s",
        "acts/s",
        "games/s",
        "ns/act"
    )?;
    for e in &report.engines {
        say!(
            "{:<10} {:<16} {:<14} {:>12.0} {:>12.0} {:>10.1} {:>8.0}",
            e.game,
            e.ruleset,
            e.map,
            e.windows_per_s,
            e.acts_per_s,
            e.games_per_s,
            e.ns_per_act
        )?;
    }
    say!("\n{:<10} {:>12} {:>12} {:>7}", "referee", "ns/window", "bare ns", "ratio")?;
    for r in &report.referee {
        let ratio = r.ns_per_window / r.bare_ns_per_window;
        say!("{:<10} {:>12.0} {:>12.0} {:>7.2}", r.transport, r.ns_per_window, r.bare_ns_per_window, ratio)?;
    }
    if !report.gauntlet.is_empty() {
        say!("\n{}", gauntlet::Cost::HEAD)?;
    }
    report.gauntlet.iter().try_for_each(|cost| say!("{}", cost.line()))?;
    Ok(())
}

struct BenchEngine(f64);

impl Visit for BenchEngine {
    type Out = Result<Vec<Engine>>;

    fn visit<G: Offer>(self) -> Result<Vec<Engine>> {
        let one = |ruleset: &'static str| -> Result<Engine> {
            let choice = Choice { ruleset: Some(ruleset.to_owned()), seed: Some(1), ..Choice::default() };
            let prepared = Prepared::<G>::new(&choice)?;
            let (mut windows, mut acts, mut games) = (0u64, 0u64, 0u64);
            let (mut log, mut scratch) = (Vec::new(), Vec::new());
            let mut chance = Chance::new(Seed(7));
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_secs_f64(self.0) {
                let mut game = G::new(&prepared.config, chance.fork()).map_err(|e| anyhow::anyhow!("{e}"))?;
                while let Status::Waiting(_) = game.status() {
                    log.clear();
                    acts += u64::from(random_window(&mut game, &mut chance, &mut log, &mut scratch, |_| {}));
                    windows += 1;
                }
                black_box(&game);
                games += 1;
            }
            let seconds = begun.elapsed().as_secs_f64();
            let rate = |count: u64| count as f64 / seconds;
            Ok(Engine {
                game: G::NAME,
                ruleset,
                map: prepared.map,
                windows_per_s: rate(windows),
                acts_per_s: rate(acts),
                games_per_s: rate(games),
                ns_per_act: 1e9 / rate(acts.max(1)),
            })
        };
        G::RULESETS.iter().map(|ruleset| one(ruleset)).collect()
    }
}

/// A board on which a runner can stay for a very long time: a window costs next to nothing there.
const QUIET_BOARD: &str = "2 2\n0 0\n1\n1 1\n0\n0\n";
const QUIET_WINDOWS: u32 = 20_000;
const STAY: &str = r#"{"act":"stay"}"#;

fn referee() -> Result<Referee> {
    // Taken in turns, so that a busy machine slows both alike.
    let (mut full, mut bare) = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        full = full.min(refereed()?);
        bare = bare.min(bare_round_trips()?);
    }
    let windows = f64::from(QUIET_WINDOWS);
    Ok(Referee {
        transport: "stdio",
        windows: QUIET_WINDOWS,
        ns_per_window: full / windows,
        bare_ns_per_window: bare / windows,
    })
}

/// Plays a match with a bot that answers at once, and gives its time in nanoseconds.
fn refereed() -> Result<f64> {
    let parrot = format!("'{}' parrot '{STAY}'", std::env::current_exe()?.display());
    let seats = vec![SeatSpec::Command(parrot)];
    let order = MatchOrder {
        map: Some(MapChoice::Brought("quiet".into(), QUIET_BOARD.into())),
        seed: Some(1),
        options: [("max_rounds".to_owned(), QUIET_WINDOWS.to_string())].into(),
        ..MatchOrder::of("labyrinth", &seats)
    };
    let mut crew = LocalCrew::new(seats);
    let begun = Instant::now();
    let playing = meydan_runner::run(&order, &mut crew, Sinks::default(), Stop::never());
    let report = runtime()?.block_on(playing)?;
    anyhow::ensure!(
        report.windows == QUIET_WINDOWS && report.faults.is_empty(),
        "the parrot did not play along"
    );
    Ok(begun.elapsed().as_nanos() as f64)
}

/// Sends the parrot as many turns of the same size and reads its answers, with nothing in between.
fn bare_round_trips() -> Result<f64> {
    let mut parrot = Command::new(std::env::current_exe()?)
        .args(["parrot", STAY])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the parrot does not start")?;
    let (Some(mut input), Some(output)) = (parrot.stdin.take(), parrot.stdout.take()) else {
        unreachable!("both are piped")
    };
    let mut output = BufReader::new(output);
    let turn = format!("{{\"type\":\"turn\",\"pad\":\"{}\"}}\n", "x".repeat(250));
    let mut line = String::new();
    let begun = Instant::now();
    for _ in 0..QUIET_WINDOWS {
        input.write_all(turn.as_bytes())?;
        line.clear();
        output.read_line(&mut line)?;
    }
    let spent = begun.elapsed().as_nanos() as f64;
    drop(input);
    parrot.wait()?;
    Ok(spent)
}

/// Answers every turn with the same line.
pub(crate) fn parrot(answer: &str) -> Result<()> {
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        if line?.starts_with(r#"{"type":"turn""#) {
            output.write_all(answer.as_bytes())?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
    }
    Ok(())
}
