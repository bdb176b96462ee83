use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use meydan_arena::{Film, Shown};
use meydan_catalog::{
    Offer, Prepared, ReelRecorder, SeatSpec, Visit, forfeiters, house_only, seat_players, visit,
};
use meydan_core::trace::{Header, SeatName};
use meydan_core::{Fault, Outcome, Seat, SeatSet, StateHash, Viewer};
use meydan_referee::{HostOptions, Lobby, Match, Recorder, Report, TimeControl, TraceRecorder, offline};
use serde::Serialize;

use crate::options::{Pace, Setting, prepare, runtime};
use crate::{arena, person};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// Who plays: house:NAME, a command line that speaks the native protocol, wire:COMMAND or wire (a client of the
    /// original contest), human
    #[arg(required = true, value_name = "SEAT")]
    seats: Vec<SeatSpec>,
    #[command(flatten)]
    setting: Setting,
    /// The game's time limits times a factor, or off
    #[arg(long, default_value = "1x", value_name = "1x|10x|off")]
    clock: Pace,
    /// Where to write the trace of the match
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Watch the match in the browser while it is played
    #[arg(long)]
    watch: bool,
    /// The port for `wire` seats [default: the original's]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    visit(&args.game, PlayMatch(args))?
}

struct PlayMatch<'a>(&'a Args);

impl Visit for PlayMatch<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let args = self.0;
        let prepared = prepare::<G>(&args.setting.plan::<G>(args.seats.len()))?;
        let specs = SeatSpec::deal(&prepared, &args.seats)?;
        let names: Vec<SeatName> = specs.iter().map(SeatSpec::name).collect();
        let time = args.clock.control(prepared.time_control());
        let header = prepared.header(names, &time);
        let trace = args.out.as_deref().map(|path| TraceFile::create(path.into(), &header)).transpose()?;
        let (recorder, pending) =
            trace.map_or((None, None), |(recorder, pending)| (Some(recorder), Some(pending)));
        let mut recorders: Vec<Box<dyn Recorder<G>>> = recorder.into_iter().collect();
        let watching = args.watch.then(|| {
            let film = Film::new();
            let roll = film.clone();
            let send = Box::new(move |line| roll.push(line));
            recorders.push(Box::new(ReelRecorder::new(&prepared.game, &header, Viewer::Spectator, send)));
            let shown = Shown::Live(film.clone());
            (film, std::thread::spawn(move || arena::show(shown)))
        });
        let report = play(prepared, &specs, time, &header, recorders, args.port)?;
        if let Some(pending) = pending {
            pending.keep()?;
        }
        let result = Summary::new(&header, &report, args.out.clone());
        if args.json {
            println!("{}", serde_json::to_string(&result)?);
        } else {
            result.print();
        }
        match watching {
            Some((film, page)) => {
                film.finish();
                page.join().map_err(|_| anyhow::anyhow!("the page has failed"))?
            }
            None => Ok(()),
        }
    }
}

/// Plays a prepared match with these seats.
pub(crate) fn play<G: Offer>(
    prepared: Prepared<G>,
    specs: &[SeatSpec],
    time: TimeControl,
    header: &Header,
    mut recorders: Vec<Box<dyn Recorder<G>>>,
    port: Option<u16>,
) -> Result<Report<G>> {
    if let Some(mut bots) = house_only(&prepared, specs) {
        return Ok(offline(prepared.game, &mut bots, forfeiters::<G>(specs), recorders));
    }
    runtime()?.block_on(async {
        let mut time = time;
        let mut lobby = open_lobby(&prepared, specs, port).await?;
        if let Some(lobby) = &mut lobby {
            eprintln!("waiting for {} on {}", waited_for(specs), lobby.address());
            time = lobby.time_control(time);
            recorders.extend(lobby.recorders());
            time.start = std::time::Duration::from_secs(24 * 3600);
        }
        let lobby = lobby.as_mut().map(|lobby| lobby.as_mut() as &mut dyn Lobby<G>);
        let players = seat_players(&prepared, specs, lobby, person::people(specs))?;
        let game = Match::new(prepared.game, players, time).with_forfeiters(forfeiters::<G>(specs));
        let game = recorders.into_iter().fold(game, Match::with_recorder);
        Ok(game.run(header).await)
    })
}

async fn open_lobby<G: Offer>(
    prepared: &Prepared<G>,
    specs: &[SeatSpec],
    port: Option<u16>,
) -> Result<Option<Box<dyn Lobby<G>>>> {
    let wired = specs.iter().enumerate().filter(|(_, spec)| spec.is_wire());
    let seats: SeatSet = wired.map(|(i, _)| Seat(i as u8)).collect();
    if seats.is_empty() {
        return Ok(None);
    }
    if G::wire().is_none() {
        bail!(meydan_catalog::SeatError::NoWire(G::NAME));
    }
    let mut options = HostOptions::loopback(prepared.ruleset, seats);
    options.port = port;
    options.map = prepared.map_bytes.clone();
    Ok(Some(G::open(prepared.config.clone(), options).await?))
}

fn waited_for(specs: &[SeatSpec]) -> String {
    match specs.iter().filter(|spec| spec.is_wire()).count() {
        1 => "one client".to_owned(),
        count => format!("{count} clients"),
    }
}

/// A trace that is written beside its final place and moved there when the match is over, so that an earlier file of
/// that name is never lost to a match that fails.
pub(crate) struct TraceFile {
    path: PathBuf,
    writing: tempfile::TempPath,
}

impl TraceFile {
    pub(crate) fn create<G: Offer>(
        path: PathBuf,
        header: &Header,
    ) -> Result<(Box<dyn Recorder<G>>, TraceFile)> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref());
        let open = || -> std::io::Result<(TraceRecorder<BufWriter<File>>, tempfile::TempPath)> {
            let readable = std::os::unix::fs::PermissionsExt::from_mode(0o644);
            let new =
                tempfile::Builder::new().prefix(".meydan-").permissions(readable).tempfile_in(folder)?;
            let (file, writing) = new.into_parts();
            Ok((TraceRecorder::new(BufWriter::new(file), header)?, writing))
        };
        let (recorder, writing) = open().with_context(|| format!("cannot write {}", path.display()))?;
        Ok((Box::new(recorder), TraceFile { path, writing }))
    }

    pub(crate) fn keep(self) -> Result<()> {
        let TraceFile { path, writing } = self;
        writing.persist(&path).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The result as other programs read it.
#[derive(Serialize)]
struct Summary<'a> {
    game: &'a str,
    ruleset: &'a str,
    map: &'a str,
    seed: u64,
    outcome: &'a str,
    standings: Vec<Standing<'a>>,
    faults: &'a [Fault],
    windows: u32,
    final_hash: StateHash,
    trace: Option<PathBuf>,
}

#[derive(Serialize)]
struct Standing<'a> {
    seat: u8,
    side: u8,
    name: &'a str,
    rank: u32,
    score: i64,
}

impl<'a> Summary<'a> {
    fn new<G: Offer>(header: &'a Header, report: &'a Report<G>, trace: Option<PathBuf>) -> Self {
        let Outcome { reason, standings } = &report.outcome;
        let standing = |s: &meydan_core::Standing| Standing {
            seat: s.seat.0,
            side: s.side.0,
            name: &header.seats[s.seat.index()].name,
            rank: s.rank,
            score: s.score,
        };
        Summary {
            game: &header.game,
            ruleset: &header.ruleset,
            map: &header.map,
            seed: header.seed.0,
            outcome: reason,
            standings: standings.iter().map(standing).collect(),
            faults: &report.faults,
            windows: report.windows,
            final_hash: report.final_hash,
            trace,
        }
    }

    fn print(&self) {
        println!("{} ({}) on {}, seed {}", self.game, self.ruleset, self.map, self.seed);
        // Where a side has several seats, one line tells of them all.
        let mut standings: Vec<&Standing> = Vec::new();
        for standing in &self.standings {
            let told = |s: &&Standing| s.side == standing.side && s.name == standing.name;
            if !standings.iter().any(told) {
                standings.push(standing);
            }
        }
        standings.sort_by_key(|s| (s.rank, s.seat));
        let width = standings.iter().map(|s| s.name.chars().count()).max().unwrap_or(0);
        for Standing { side, rank, name, score, .. } in standings {
            println!("  {rank}.  side {side}  {name:<width$}  {score}");
        }
        println!("{} after {} windows, final hash {}", self.outcome, self.windows, self.final_hash);
        const SHOWN: usize = 10;
        for fault in self.faults.iter().take(SHOWN) {
            println!("  fault: {fault}");
        }
        if self.faults.len() > SHOWN {
            println!("  … and {} more faults (all with --json)", self.faults.len() - SHOWN);
        }
        if let Some(path) = &self.trace {
            println!("trace in {}", path.display());
        }
    }
}
