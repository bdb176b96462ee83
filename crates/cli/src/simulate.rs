//! How an arena of any size would do: its queue and its workers as events, fed with costs that were measured.

mod queue;

use anyhow::Result;
use meydan_core::{Chance, Seed};
use serde::Serialize;

use self::queue::{Kind, Load, Ran, run as simulate};
use crate::ends::misuse;
use crate::say::{self, say};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many teams take part
    #[arg(long, default_value_t = 1000, value_name = "N")]
    teams: u32,
    /// How many workers there are
    #[arg(long, default_value_t = 10, value_name = "N")]
    workers: u32,
    /// How many tasks each does at once
    #[arg(long, default_value_t = 2, value_name = "N")]
    hands: u32,
    /// For how long
    #[arg(long, default_value_t = 12.0, value_name = "HOURS")]
    hours: f64,
    /// How many ranked matches a team plays in an hour
    #[arg(long, default_value_t = 6.0, value_name = "N")]
    ranked: f64,
    /// How many casual matches a team asks for in an hour
    #[arg(long, default_value_t = 1.0, value_name = "N")]
    casual: f64,
    /// How many matches of finals there are in an hour, of all teams together
    #[arg(long, default_value_t = 0.0, value_name = "N")]
    finals: f64,
    /// How many versions a team sends in a day
    #[arg(long, default_value_t = 4.0, value_name = "N")]
    versions: f64,
    /// How many teams play in a match
    #[arg(long, default_value_t = 2.0, value_name = "N")]
    players: f64,
    /// So many ranked matches wait at the start and nothing more comes; says how long they take
    #[arg(long, value_name = "N")]
    backlog: Option<u32>,
    /// How long a match takes, on the average
    #[arg(long, default_value_t = 4000.0, value_name = "MS")]
    match_ms: f64,
    /// How much the times of tasks vary: their standard deviation, divided by their average
    #[arg(long, default_value_t = 1.0, value_name = "RATIO")]
    spread: f64,
    /// How long a build takes, on the average
    #[arg(long, default_value_t = 15_000.0, value_name = "MS")]
    build_ms: f64,
    /// How long playing a record again takes, on the average
    #[arg(long, default_value_t = 150.0, value_name = "MS")]
    verify_ms: f64,
    /// What the queue costs a hand between two tasks
    #[arg(long, default_value_t = 25.0, value_name = "MS")]
    between_ms: f64,
    /// How many KB a match leaves
    #[arg(long, default_value_t = 10.0, value_name = "KB")]
    match_kb: f64,
    /// How many rows a match writes to the database with everything that follows from it
    #[arg(long, default_value_t = 12.0, value_name = "N")]
    match_writes: f64,
    /// How many writes in a second the database bears
    #[arg(long, default_value_t = 2000.0, value_name = "N")]
    database_writes: f64,
    /// How many cores the arenas have, all together
    #[arg(long, default_value_t = 4, value_name = "N")]
    arena_cores: u32,
    /// How much processor time of an arena a match costs with everything that belongs to it
    #[arg(long, default_value_t = 30.0, value_name = "MS")]
    arena_ms: f64,
    /// What a hand costs in an hour, in any currency
    #[arg(long, default_value_t = 0.08, value_name = "PRICE")]
    price: f64,
    /// Another run of chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// What came of it.
#[derive(Serialize)]
struct Report {
    matches: u64,
    matches_per_hour: f64,
    hands: u32,
    busy: f64,
    queue_mean: f64,
    queue_most: u64,
    queue_at_end: u64,
    ladder_at_once: u64,
    ranked_not_made: u64,
    waits: Vec<Wait>,
    database_writes_per_s: f64,
    kb_per_s: f64,
    arenas_busy: f64,
    /// Nothing where nothing was played.
    cost_per_million: Option<f64>,
    took_s: f64,
    wall: String,
}

/// How long tasks of a kind waited.
#[derive(Serialize)]
struct Wait {
    kind: &'static str,
    tasks: u64,
    mean_s: f64,
    p95_s: f64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.workers == 0 || args.hands == 0 {
        misuse!("nobody would work; give --workers and --hands of at least 1");
    }
    let hands = args.workers.saturating_mul(args.hands);
    let numbers = [
        args.hours,
        args.players,
        args.match_ms,
        args.build_ms,
        args.verify_ms,
        args.between_ms,
        args.database_writes,
        args.arena_ms,
        f64::from(args.arena_cores),
    ];
    if numbers.iter().any(|number| !number.is_finite() || *number <= 0.0) || hands > 1_000_000 {
        misuse!("times, players and limits are greater than 0, and there are at most a million hands");
    }
    if !(0.0..=10.0).contains(&args.spread) {
        misuse!("--spread is from 0 to 10");
    }
    let rest =
        [args.ranked, args.casual, args.finals, args.versions, args.match_kb, args.match_writes, args.price];
    if rest.iter().any(|number| !number.is_finite() || *number < 0.0) {
        misuse!("how many there are, what a match leaves and what it costs cannot be less than 0");
    }
    let load = load(args, hands);
    if load.tasks() > 200e6 {
        misuse!("that is more than 200 million tasks; give fewer --hours");
    }
    let ran = simulate(&load, hands, &mut Chance::new(Seed(args.seed)));
    let report = report(args, hands, &load, &ran);
    if args.json {
        return say::json(&report);
    }
    print(args, &report)
}

fn load(args: &Args, hands: u32) -> Load {
    let per_s = |teams_times: f64| f64::from(args.teams) * teams_times / 3600.0;
    let rates = match args.backlog {
        Some(_) => [0.0; 4],
        None => [
            args.finals / 3600.0,
            per_s(args.ranked / args.players),
            per_s(args.casual / args.players),
            per_s(args.versions / 24.0),
        ],
    };
    let [finals, ranked, casual, builds] = rates;
    Load {
        seconds: args.hours * 3600.0,
        rates: vec![
            (Kind::Final, finals),
            (Kind::Ranked, ranked),
            (Kind::Casual, casual),
            (Kind::Build, builds),
        ],
        backlog: args.backlog.unwrap_or(0),
        match_s: args.match_ms / 1000.0,
        build_s: args.build_ms / 1000.0,
        verify_s: args.verify_ms / 1000.0,
        between_s: args.between_ms / 1000.0,
        ladder: (
            meydan_league::ladder_at_once(hands as usize) as u64,
            meydan_league::ladder_in_a_second(hands as usize) as u64,
        ),
        spread: args.spread,
    }
}

fn report(args: &Args, hands: u32, load: &Load, ran: &Ran) -> Report {
    let seconds = ran.seconds.max(1e-9);
    let per_s = ran.matches as f64 / seconds;
    let busy = ran.busy / (seconds * f64::from(hands));
    let writes = per_s * args.match_writes;
    let wait = |kind: Kind| {
        let waits = ran.waits_of(kind);
        (waits.count > 0).then(|| Wait {
            kind: kind.name(),
            tasks: waits.count,
            mean_s: waits.mean(),
            p95_s: waits.p95(),
        })
    };
    // How much more of the same load each part bears.
    let arenas = per_s * args.arena_ms / 1000.0 / f64::from(args.arena_cores);
    let ranked_per_s =
        load.rates.iter().find(|(kind, _)| *kind == Kind::Ranked).map_or(0.0, |(_, rate)| *rate);
    let room = [
        ("the workers are", busy),
        ("the arenas are", arenas),
        ("the database is", writes / args.database_writes),
        ("the ladder (so many matches are made at one look) is", ranked_per_s / load.ladder.1 as f64),
    ];
    let first = room.iter().max_by(|one, other| one.1.total_cmp(&other.1)).map_or("", |(name, _)| *name);
    let full = room.iter().map(|(_, used)| *used).fold(0.0, f64::max);
    let wall = if ran.matches == 0 {
        "no match is played, so nothing is full".to_owned()
    } else if full >= 0.99 {
        format!("{first} full, and cannot keep up")
    } else {
        format!("{first} the first to be full, at {:.1} times this load", 1.0 / full.max(1e-9))
    };
    Report {
        matches: ran.matches,
        matches_per_hour: per_s * 3600.0,
        hands,
        busy,
        queue_mean: ran.queued / seconds,
        queue_most: ran.most,
        queue_at_end: ran.left,
        ladder_at_once: load.ladder.0,
        ranked_not_made: ran.not_made,
        waits: Kind::ALL.into_iter().filter_map(wait).collect(),
        database_writes_per_s: writes,
        kb_per_s: per_s * args.match_kb,
        arenas_busy: arenas,
        cost_per_million: (ran.matches > 0).then(|| f64::from(hands) * args.price / (per_s * 3600.0) * 1e6),
        took_s: seconds,
        wall,
    }
}

fn print(args: &Args, report: &Report) -> Result<()> {
    say!(
        "{} teams, {} workers with {} hands, {:.1} hours",
        args.teams,
        args.workers,
        report.hands,
        report.took_s / 3600.0
    )?;
    say!("matches            {:>12}  {:.0} in an hour", report.matches, report.matches_per_hour)?;
    say!("hands busy         {:>11.1}%", report.busy * 100.0)?;
    say!(
        "queue              {:>12.1}  on the average, {} at most, {} at the end",
        report.queue_mean,
        report.queue_most,
        report.queue_at_end
    )?;
    say!(
        "ranked matches     {:>12}  at once at most, {} not made because of that",
        report.ladder_at_once,
        report.ranked_not_made
    )?;
    for wait in &report.waits {
        say!(
            "wait of {:<10} {:>11.2}s  on the average, 95 % within {:.2} s ({})",
            wait.kind,
            wait.mean_s,
            wait.p95_s,
            wait.tasks
        )?;
    }
    say!("database writes    {:>12.1}  in a second", report.database_writes_per_s)?;
    say!("bytes              {:>12.1}  KB in a second", report.kb_per_s)?;
    say!("arenas busy        {:>11.1}%", report.arenas_busy * 100.0)?;
    if let Some(cost) = report.cost_per_million {
        say!("a million matches  {cost:>12.2}  for hands")?;
    }
    say!("time               {:>11.1}s", report.took_s)?;
    say!("{}", report.wall)
}
