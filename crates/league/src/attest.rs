//! What a worker on another machine says of a match is believed as far as its record bears it out: the record is signed with the key that the worker
//! came with, is of the match that was planned, and is whole. What the seats reached is read from it. That the inputs give these states is seen when
//! somebody else plays it again.

use meydan_core::{Budget, Outcome};
use meydan_record::read;
use serde::de::IgnoredAny;

use crate::settings::RANDOM;
use crate::task::{MatchDone, MatchWork};

const BUDGET: Budget = Budget::STANDARD;

/// The outcome that a record tells, if it is the record of this match by the holder of this key; otherwise what is wrong with it.
pub(crate) fn outcome(record: &[u8], work: &MatchWork, key: &str) -> Result<Outcome, String> {
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
    if header.entrants.len() != header.sides.len() {
        return Err("it has not as many sides as seats".to_owned());
    }
    for (entrant, side) in header.entrants.iter().zip(&header.sides) {
        let planned = work.sides.get(usize::from(side.0));
        let planned = planned.ok_or_else(|| format!("it has a side {} that was not planned", side.0))?;
        same("entrant", &entrant.name, &planned.name)?;
    }
    let end = record.trace.end.ok_or("it has no end")?;
    Ok(end.outcome)
}

/// What a worker says, with what its record says in place of what can be read there.
pub(crate) fn corrected(mut done: MatchDone, outcome: Outcome) -> MatchDone {
    for standing in &outcome.standings {
        if let Some(side) = done.sides.get_mut(usize::from(standing.side.0)) {
            (side.rank, side.score) = (standing.rank, standing.score as f64);
        }
    }
    done.outcome = outcome;
    done
}
