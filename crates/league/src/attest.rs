//! What a worker on another machine says of a match is believed as far as its record bears it out: the record is signed with the key that the worker
//! came with, is of the match that was planned (with the map and all settings that follow from the plan), and is whole. What the seats reached is read from it, and so are their mistakes and whether one was gone. That
//! the inputs give these states is seen when somebody else plays it again. What bots used, and what they said, is the worker's word.

use std::collections::BTreeSet;
use std::time::Duration;

use meydan_arena::Setup;
use meydan_core::trace::Entry;
use meydan_core::{Budget, FaultKind, Outcome, Standing};
use meydan_record::read;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::settings::RANDOM;
use crate::task::{BuildDone, MatchDone, MatchWork};
use crate::tasks::Done;

const BUDGET: Budget = Budget::STANDARD;
/// How much is kept of what a worker says in words, in characters.
const LONGEST: usize = 4000;

/// The most time and memory that a worker's word is believed about: a week, and a thousand terabytes. They are summed.
const LONGEST_MS: i64 = 7 * 24 * 3_600_000;
const MOST_BYTES: i64 = 1 << 50;

/// What a record bears out.
pub(crate) struct Borne {
    outcome: Outcome,
    windows: u32,
    sides: Vec<Seen>,
}

/// What a record tells of a side.
#[derive(Clone, Default)]
struct Seen {
    faults: u32,
    /// The windows of each seat in which it made a mistake, and in which it acted.
    faulty: BTreeSet<(u8, u32)>,
    acted: BTreeSet<(u8, u32)>,
    /// Whether one of its seats did not come, or went; and how its processes ended.
    gone: bool,
    ends: Vec<String>,
}

/// What a record bears out, if it is the record of this match by the holder of this key; otherwise what is wrong with it.
pub(crate) fn bears_out(
    record: &[u8],
    work: &MatchWork,
    key: &str,
    setup: Option<&Setup>,
) -> Result<Borne, String> {
    let record = read::<IgnoredAny>(record, &BUDGET).map_err(|error| error.to_string())?;
    match record.seal {
        Some(seal) if !seal.holds => return Err("its signature does not hold".to_owned()),
        Some(seal) if seal.key.to_string() == key => {}
        Some(_) => return Err("it is signed with another key than the worker's".to_owned()),
        None => return Err("it is not signed".to_owned()),
    }
    let (header, plan) = (&record.trace.header, &work.plan);
    let same = |what: &str, found: &str, wanted: &str| match found == wanted {
        true => Ok(()),
        false => Err(format!("it is of the {what} `{found}`, not `{wanted}`")),
    };
    same("match", &header.id, work.id.as_str())?;
    same("game", &header.game, &plan.game)?;
    same("ruleset", &header.ruleset, &plan.ruleset)?;
    same("seed", &header.seed.0.to_string(), &plan.seed.to_string())?;
    if plan.map != RANDOM {
        same("map", &header.map, &plan.map)?;
    }
    if let Some(setup) = setup {
        same("rules", &header.rules.to_string(), &setup.rules.to_string())?;
        same("map", &header.map_digest, &setup.map_digest)?;
        let config: Value = serde_json::from_str(header.config.get()).map_err(|error| error.to_string())?;
        if config != setup.config {
            return Err("it was played with other settings than were planned".to_owned());
        }
    }
    if header.entrants.len() != header.sides.len() {
        return Err("it has not as many sides as seats".to_owned());
    }
    for (entrant, side) in header.entrants.iter().zip(&header.sides) {
        let planned = work.sides.get(usize::from(side.0));
        let planned = planned.ok_or_else(|| format!("it has a side {} that was not planned", side.0))?;
        same("entrant", &entrant.name, &planned.name)?;
    }
    let mut sides = vec![Seen::default(); work.sides.len()];
    let side_of = |seat: meydan_core::Seat| header.sides.get(seat.index()).map(|side| usize::from(side.0));
    let mut window = 0;
    for entry in &record.trace.entries {
        let seat = match entry {
            Entry::Act(seat, _) | Entry::Ended(seat, _) => *seat,
            Entry::Fault(fault) => fault.seat,
            Entry::Close(_) => {
                window += 1;
                continue;
            }
            _ => continue,
        };
        let Some(side) = side_of(seat).and_then(|side| sides.get_mut(side)) else { continue };
        match entry {
            Entry::Ended(_, text) => side.ends.push(text.clone()),
            Entry::Fault(fault) => {
                side.faults = side.faults.saturating_add(1);
                side.faulty.insert((seat.0, fault.window));
                side.gone |= matches!(fault.kind, FaultKind::Start | FaultKind::Gone);
            }
            _ => drop(side.acted.insert((seat.0, window))),
        }
    }
    let end = record.trace.end.ok_or("it has no end")?;
    let standings = &end.outcome.standings;
    let sound = |(seat, standing): (usize, &Standing)| {
        standing.seat.index() == seat
            && header.sides.get(seat) == Some(&standing.side)
            && (1..=work.sides.len()).contains(&(standing.rank as usize))
    };
    let placed = |side: usize| standings.iter().any(|standing| usize::from(standing.side.0) == side);
    if standings.len() != header.sides.len()
        || !standings.iter().enumerate().all(sound)
        || !(0..work.sides.len()).all(placed)
    {
        return Err("its end does not give every seat of the match one place".to_owned());
    }
    Ok(Borne { outcome: end.outcome, windows: window, sides })
}

/// What a worker says, with what its record says in place of what can be read there.
pub(crate) fn corrected(mut done: MatchDone, borne: Borne) -> MatchDone {
    let Borne { outcome, windows, sides } = borne;
    for (side, seen) in done.sides.iter_mut().zip(sides) {
        side.faults = seen.faults;
        side.faulty = side.faulty.min(seen.faulty.len() as u32);
        side.asked = side.asked.max(seen.acted.union(&seen.faulty).count() as u32);
        side.gone = side.gone.take().filter(|gone| seen.gone || seen.ends.contains(gone));
        side.time_ms = side.time_ms.map(|ms| ms.clamp(0, LONGEST_MS));
        side.memory = side.memory.map(|bytes| bytes.clamp(0, MOST_BYTES));
        for words in [&mut side.gone, &mut side.last_words].into_iter().flatten() {
            cut(words);
        }
    }
    done.windows = windows;
    for standing in &outcome.standings {
        if let Some(side) = done.sides.get_mut(usize::from(standing.side.0)) {
            (side.rank, side.score) = (standing.rank, standing.score as f64);
        }
    }
    done.outcome = outcome;
    done
}

/// What a worker says in words, no longer than it is kept: it goes to the desk, and to whoever takes the task next.
pub(crate) fn brief(mut done: Done) -> Done {
    match &mut done {
        Done::Trouble { reason } | Done::Abandoned { reason } => cut(reason),
        Done::Verified { differs: Some(why) } => cut(why),
        Done::Declined { language } => cut(language),
        Done::Built(BuildDone { built, language, took, .. }) => {
            *took = (*took).min(Duration::from_millis(LONGEST_MS as u64));
            built.as_mut().err().into_iter().chain(language).for_each(cut);
        }
        Done::Played(_) | Done::Verified { differs: None } | Done::Back => {}
    }
    done
}

fn cut(words: &mut String) {
    if let Some((end, _)) = words.char_indices().nth(LONGEST) {
        words.truncate(end);
    }
}
