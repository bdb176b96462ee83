//! Maps by vote: every team of a final has one vote in each series that is still to come. Where nobody votes, the map is drawn.

use std::cmp::Reverse;

use meydan_arena::Error;
use meydan_contest::TournamentCall;
use meydan_store::{Final, FinalMatch, FinalState, FinalVote, Reader, Scope, Tx};

use super::no_final;
use super::run::{Line, Run};
use crate::contests::Part;
use crate::league::Told;
use crate::view::{Ballot, FinalPage, MapVote};
use crate::{Caller, League};

impl League {
    /// A team that takes part votes for a map of a series. Its vote before this one counts no more.
    pub async fn vote_for_map(&self, caller: &Caller, slug: &str, wish: MapVote) -> Result<FinalPage, Error> {
        caller.must_have(Scope::Play)?;
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        tx.hold_contest(&part.contest.id).await.told()?;
        let found = tx.final_of(&part.contest.id).await.told()?.ok_or_else(no_final)?;
        let run = Run::of(&mut tx, &found).await?;
        let team = voter(&part, &run).ok_or_else(|| {
            Error::Forbidden("only teams that take part in the final vote for its maps".to_owned())
        })?;
        if !run.sheet.maps.contains(&wish.map) {
            return Err(Error::Wrong(format!(
                "the final has no map `{}`; it has {}",
                wish.map,
                run.sheet.maps.join(", ")
            )));
        }
        let matches = tx.final_matches(&found.id).await.told()?;
        if !open_calls(&part, &found, &run, &matches)?.iter().any(|call| call.series == wish.series) {
            return Err(Error::Conflict(
                "nobody votes on the maps of this series now: it has begun, is not known yet, or was played ahead"
                    .to_owned(),
            ));
        }
        let vote = FinalVote { series: wish.series as i64, team, map: wish.map };
        tx.vote_for_map(&found.id, &vote).await.told()?;
        tx.commit().await.told()?;
        self.ring();
        self.final_page(caller, slug).await
    }

    /// The votes of a series that is called now decide its maps: those with the most votes first, from the drawn one on where they are level. Maps
    /// that nobody voted for come last, so that a long series is not played on one map because of one vote.
    pub(super) async fn count_votes(
        &self,
        tx: &mut Tx,
        found: &Final,
        run: &mut Run,
        series: usize,
    ) -> Result<(), Error> {
        let chosen = run
            .log
            .iter()
            .any(|(line, _)| matches!(line, Line::Maps { series: other, .. } if *other == series));
        let calls = run.tournament.calls();
        let Some(call) = calls.iter().find(|call| call.series == series && call.game == 0) else {
            return Ok(());
        };
        let begun =
            tx.final_matches(&found.id).await.told()?.iter().any(|game| game.series as usize == series);
        let votes = tx.final_votes(&found.id).await.told()?;
        let count = |map: &String| {
            let counts = |vote: &&FinalVote| {
                vote.series as usize == series && vote.map == *map && takes_part(run, &vote.team)
            };
            votes.iter().filter(counts).count()
        };
        let all = run.sheet.maps.len();
        let mut voted: Vec<(usize, usize)> =
            run.sheet.maps.iter().enumerate().map(|(number, map)| (number, count(map))).collect();
        if chosen || begun || voted.iter().all(|(_, votes)| *votes == 0) {
            return Ok(());
        }
        voted.sort_by_key(|&(number, votes)| (Reverse(votes), (number + all - call.map) % all));
        let maps = voted.into_iter().map(|(number, _)| number).collect();
        run.write(tx, found, Line::Maps { series, maps }, None).await
    }
}

/// The team for which the caller votes.
fn voter(part: &Part, run: &Run) -> Option<meydan_store::TeamId> {
    let team = &part.team.as_ref()?.id;
    takes_part(run, team).then(|| team.clone())
}

/// Whether a team is in the final and has not left it.
fn takes_part(run: &Run, team: &meydan_store::TeamId) -> bool {
    let number = run.sheet.entrants.iter().position(|entrant| entrant.team == *team);
    number.is_some_and(|number| !run.tournament.is_gone(number))
}

/// The series whose teams everybody knows and that have not begun. Where matches are played ahead there is no time to vote.
fn open_calls(
    part: &Part,
    found: &Final,
    run: &Run,
    matches: &[FinalMatch],
) -> Result<Vec<TournamentCall>, Error> {
    if run.sheet.ahead || run.sheet.maps.len() < 2 || found.state != FinalState::Running {
        return Ok(Vec::new());
    }
    let begun = |series: usize| matches.iter().any(|game| game.series as usize == series);
    let chosen = |series: usize| {
        run.log.iter().any(|(line, _)| matches!(line, Line::Maps { series: other, .. } if *other == series))
    };
    let mut calls = run.known(&part.shown)?.calls();
    calls.retain(|call| call.game == 0 && !begun(call.series) && !chosen(call.series));
    Ok(calls)
}

/// What can be voted on now, and how the votes stand.
pub(super) async fn ballots(
    reader: &mut Reader,
    part: &Part,
    found: &Final,
    run: &Run,
    matches: &[FinalMatch],
) -> Result<Vec<Ballot>, Error> {
    let calls = open_calls(part, found, run, matches)?;
    if calls.is_empty() {
        return Ok(Vec::new());
    }
    let votes = reader.final_votes(&found.id).await.told()?;
    let team = voter(part, run);
    let ballot = |call: TournamentCall| {
        let of =
            || votes.iter().filter(|vote| vote.series as usize == call.series && takes_part(run, &vote.team));
        let count = |map: &String| of().filter(|vote| vote.map == *map).count() as u32;
        Ballot {
            series: call.series,
            votes: run.sheet.maps.iter().map(count).collect(),
            own: of().find(|vote| Some(&vote.team) == team.as_ref()).map(|vote| vote.map.clone()),
            may: team.is_some(),
        }
    };
    Ok(calls.into_iter().map(ballot).collect())
}
