//! Every game but the labyrinth, which has more: a person on the first side who types short words, against house bots.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use meydan_catalog::{Choice, Offer, Prepared, Visit};
use meydan_core::Outcome;
use meydan_core::trace::EntrantKind;
use meydan_runner::{
    ClockRate, Kept, LocalCrew, MatchOrder, MatchReport, OrderError, Resumed, SeatSpec, Sinks, TraceSink,
    resume, run,
};
use meydan_terminal::Typist;

use super::Args;
use crate::ends::{Interrupts, misuse, runtime};
use crate::fit::fit;
use crate::gauntlet::shell;
use crate::options::{Setting, map_choice, reason_words, referee_key, score_words, strongest, tell};
use crate::say::{remark, say};
use crate::verify::read_whole;

pub(super) struct PlayLines<'a>(pub(super) &'a Args);

impl Visit for PlayLines<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let args = self.0;
        match &args.labyrinth.resume {
            Some(file) => go_on::<G>(args, file),
            None => begin::<G>(args),
        }
    }
}

fn begin<G: Offer>(args: &Args) -> Result<()> {
    let other = args.against.clone().map_or_else(strongest::<G>, Ok)?;
    let asked = Setting {
        map: args.board.clone(),
        seed: args.seed,
        ruleset: args.ruleset.clone(),
        ..Setting::default()
    };
    let setting = fit(G::NAME, &asked, std::slice::from_ref(&other))?;
    let map = setting.map.as_deref().map(|map| map_choice(G::NAME, map)).transpose()?;
    let choice = Choice { ruleset: args.ruleset.clone(), map, seed: args.seed, ..Choice::default() };
    let sides = Prepared::<G>::new(&choice)?.game.roster().sides().count();
    let mut seats = vec![other; sides];
    seats[0] = SeatSpec::Human;
    let order = MatchOrder { clock: ClockRate::Off, ..setting.order(G::NAME, &seats)? };
    let save = args.labyrinth.save.as_deref();
    if let Some(file) = save.filter(|_| !args.labyrinth.overwrite)
        && let Some(there) = [file.to_owned(), partial(file)].into_iter().find(|path| path.exists())
    {
        misuse!(
            "{} is there already; go on with it (--resume), or write over it (--overwrite)",
            there.display()
        );
    }
    let sinks = Sinks { trace: save.map(trace).transpose()?, ..Sinks::default() };
    let report = runtime()?.block_on(async {
        let interrupts = Interrupts::listen()?;
        let people = Typist::of_process(interrupts.handle());
        let mut crew = LocalCrew::new(seats).with_people(people).telling(tell);
        anyhow::Ok(run(&order, &mut crew, sinks, interrupts.stop()).await?)
    })?;
    told::<G>(&report, args)
}

/// Goes on with a match that was left. Whoever was not a person or a house bot is not in the file and cannot be started from it: `--against`
/// names it once more.
fn go_on<G: Offer>(args: &Args, file: &Path) -> Result<()> {
    if args.board.is_some() || args.seed.is_some() || args.ruleset.is_some() {
        misuse!("a saved match has its board, seed and rules; leave these flags out with --resume");
    }
    let found = [file.to_owned(), partial(file)].into_iter().find(|path| path.is_file());
    let Some(found) = found else {
        misuse!("there is no saved match {} (nor {})", file.display(), partial(file).display());
    };
    let bytes = read_whole(&found)?;
    let mut resumed = match Resumed::read(bytes) {
        Ok(resumed) => resumed,
        Err(OrderError::Resume(why)) => misuse!("{} cannot be gone on with: {why}", found.display()),
        Err(error) => misuse!("{} cannot be gone on with: {error}", found.display()),
    };
    resumed.clock = ClockRate::Off;
    if resumed.header().game != G::NAME {
        misuse!("{} is a match of {}; play that", found.display(), resumed.header().game);
    }
    let mut seats = Vec::new();
    let mut against = args.against.as_ref();
    for entrant in &resumed.entrants {
        seats.push(match (entrant.kind, &args.against) {
            (EntrantKind::Person, _) => SeatSpec::Human,
            (EntrantKind::House, _) => SeatSpec::House(entrant.name.clone()),
            (kind, Some(other)) if other.entrant().kind == kind => {
                against = None;
                other.clone()
            }
            _ => misuse!(
                "on another seat sat `{}`, and a file never says how to start it; name it once more with --against",
                entrant.name
            ),
        });
    }
    if let Some(other) = against {
        misuse!("nobody sat there whom `{other}` could be; leave --against out, the file has who played");
    }
    // It goes on under the same name, unless another is given. What was there stays until the new record is closed.
    let whole = args.labyrinth.save.clone().unwrap_or_else(|| whole(&found));
    let sinks = Sinks { trace: Some(trace(&whole)?), ..Sinks::default() };
    let mut report = runtime()?.block_on(async {
        let interrupts = Interrupts::listen()?;
        let people = Typist::of_process(interrupts.handle());
        let mut crew = LocalCrew::new(seats).with_people(people).telling(tell);
        anyhow::Ok(resume(&resumed, &mut crew, sinks, interrupts.stop()).await?)
    })?;
    if args.labyrinth.save.is_none() {
        match &mut report.record {
            Some(Kept::Whole(path)) if *path != found => drop(fs::remove_file(&found)),
            Some(Kept::Partial(path)) if *path != found => {
                fs::rename(&*path, &found).with_context(|| format!("cannot write {}", found.display()))?;
                path.clone_from(&found);
            }
            _ => {}
        }
    }
    told::<G>(&report, args)
}

fn trace(path: &Path) -> Result<TraceSink> {
    Ok(TraceSink { path: path.to_owned(), key: referee_key()? })
}

/// Where a match is until it is over.
fn partial(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// The name that a match gets when it is over.
fn whole(file: &Path) -> PathBuf {
    match file.extension() {
        Some(ending) if ending == "partial" => file.with_extension(""),
        _ => file.to_owned(),
    }
}

/// Prints how it ended, or where it can be gone on with.
fn told<G: Offer>(report: &MatchReport, args: &Args) -> Result<()> {
    let Some(outcome) = &report.outcome else {
        match &report.record {
            Some(Kept::Partial(path)) => {
                let path = path.to_string_lossy();
                let mut words = vec!["meydan", "play", G::NAME, "--resume", &path];
                // A file never says how to start a program.
                let others = args.against.as_ref().filter(|other| !matches!(other, SeatSpec::House(_)));
                let other = others.map(SeatSpec::to_string);
                words.extend(other.iter().flat_map(|other| ["--against", other]));
                remark!("meydan: the match was left; `{}` goes on", shell(&words));
            }
            _ if args.labyrinth.save.is_some() => remark!(
                "meydan: the match was left before its first window was over, so nothing is there to go on with"
            ),
            _ => remark!("meydan: the match was left before its end; --save FILE keeps the next one"),
        }
        // Whoever leaves gets what was asked for, in every game.
        return Ok(());
    };
    scores(report, outcome)?;
    if let Some(Kept::Whole(path)) = &report.record {
        say!("trace in {}", path.display())?;
    }
    Ok(())
}

fn scores(report: &MatchReport, outcome: &Outcome) -> Result<()> {
    let header = &report.header;
    let s = if report.windows == 1 { "" } else { "s" };
    say!("{} after {} window{s}", reason_words(&header.game, &outcome.reason), report.windows)?;
    let mut sides: Vec<_> = outcome.standings.iter().collect();
    sides.sort_by_key(|standing| (standing.rank, standing.seat));
    sides.dedup_by_key(|standing| standing.side);
    for standing in sides {
        let entrant = &header.entrants[standing.seat.index()];
        let name = if entrant.kind == EntrantKind::Person { "you" } else { &entrant.name };
        say!("  {}.  {name}  {}", standing.rank, score_words(&header.game, standing.score))?;
    }
    Ok(())
}
