//! Rounds of a game that is played alone: everybody plays the same board, and scores are compared.
//!
//! A round is a map and a seed. Each team has a match of its own on it; together they are one meeting in which the better score
//! is the better place.

use std::collections::BTreeMap;
use std::time::Duration;

use meydan_arena::Error;
use meydan_contest::Meeting;
use meydan_core::Outcome;
use meydan_store::{
    Contest, Json, Match, MatchFilter, MatchKind, MatchState, Meeting as Met, MeetingSeat, Reader, Round,
    TeamId, Tx,
};

use crate::League;
use crate::league::{Told, settings};
use crate::plan::{About, Plan};
use crate::rounds::{GroupSheet, RoundSheet, entries, in_order, names, next_due};
use crate::view::BoardCard;

impl League {
    /// Draws the board of a round and queues a match for every team. Where there are fewer than two teams it is put off: nobody
    /// could be compared.
    pub(crate) async fn begin_board(
        &self,
        tx: &mut Tx,
        contest: &Contest,
        round: &Round,
        every: Duration,
    ) -> Result<(), Error> {
        let now = self.now();
        let settings = settings(contest)?;
        let entries = entries(tx, contest).await?;
        if entries.len() < 2 {
            return tx.set_round_due(&round.id, next_due(round.due, every, now)).await.told();
        }
        let maps = settings.maps(self.game(&contest.game)?);
        let map = maps.get(round.number as usize % maps.len().max(1)).cloned();
        let mut board: Option<Plan> = None;
        let mut groups = Vec::new();
        for (team, _) in in_order(&entries) {
            let seated = [entries[team].1.clone()];
            let sides = vec![seated[0].player.clone()];
            let plan = match &board {
                Some(board) => Plan { sides, ..board.clone() },
                None => self.plan(contest, &settings, map.clone(), &seated)?,
            };
            let about = About { round: Some(round.id.clone()), ..About::of(MatchKind::Ranked) };
            let game = self.queue_match(tx, contest, &settings, &plan, &seated, about).await?;
            groups.push(GroupSheet { teams: vec![team.clone()], game });
            board.get_or_insert(plan);
        }
        let sheet = RoundSheet { places: Vec::new(), rounds: 0, groups, byes: Vec::new() };
        tx.begin_round(&round.id, now, Some(&Json::of(&sheet).told()?)).await.told()?;
        self.note_begun(tx, round).await
    }
}

/// How everybody did on the board of a round, the best first; whose match is not over yet is at the end.
pub(crate) async fn cards(
    reader: &mut Reader,
    contest: &Contest,
    round: &Round,
) -> Result<Vec<BoardCard>, Error> {
    let filter = MatchFilter {
        contest: Some(contest.id.clone()),
        round: Some(round.id.clone()),
        kinds: vec![MatchKind::Ranked],
        ..MatchFilter::default()
    };
    let games = reader.matches(&filter, 100_000).await.told()?;
    let names = names(reader, contest).await?;
    let score = |game: &Match| match game.state {
        MatchState::Over => game.seats.first().and_then(|seat| seat.score),
        _ => None,
    };
    // Where a match was played again, the one that counts is shown: the other was annulled and comes with it as void.
    let mut best: BTreeMap<TeamId, &Match> = BTreeMap::new();
    for game in games.iter().filter(|game| !game.shadow) {
        let Some(team) = game.seats.first().and_then(|seat| seat.team.clone()) else { continue };
        let counts = |game: &Match| (game.state == MatchState::Over, game.seq);
        match best.get(&team) {
            Some(known) if counts(known) >= counts(game) => {}
            _ => {
                best.insert(team, game);
            }
        }
    }
    let scores: Vec<f64> = best.values().filter_map(|game| score(game)).collect();
    let card = |(team, game): (&TeamId, &&Match)| {
        let own = score(game);
        BoardCard {
            rank: own.map(|own| 1 + scores.iter().filter(|&&other| other > own).count() as u32),
            team: team.to_string(),
            name: names.get(team).cloned().unwrap_or_default(),
            game: game.id.to_string(),
            reason: own.and(game.outcome.as_ref()).and_then(reason),
            windows: own.and(game.windows).map(|windows| windows as u32),
            score: own,
        }
    };
    let mut cards: Vec<BoardCard> = best.iter().map(card).collect();
    cards.sort_by_key(|card| (card.rank.unwrap_or(u32::MAX), card.name.clone()));
    Ok(cards)
}

/// How a match ended.
fn reason(outcome: &Json) -> Option<String> {
    outcome.read::<Outcome>().ok().map(|outcome| outcome.reason)
}

/// All matches on the same board are one meeting.
pub(crate) fn meetings(met: &[Met], number: impl Fn(&MeetingSeat) -> Option<usize>) -> Vec<Meeting> {
    let mut boards: BTreeMap<_, Vec<(usize, f64)>> = BTreeMap::new();
    for met in met {
        let Some(seat) = met.seats.first() else { continue };
        if let (Some(round), Some(number), Some(score)) = (&met.round, number(seat), seat.score) {
            boards.entry(round).or_default().push((number, score));
        }
    }
    let rank = |board: &[(usize, f64)], own: f64| board.iter().filter(|(_, other)| *other > own).count() + 1;
    let meeting = |board: &Vec<(usize, f64)>| {
        Meeting::new(board.iter().map(|&(player, own)| (player, rank(board, own) as u32)))
    };
    boards.values().map(meeting).collect()
}

#[cfg(test)]
mod tests {
    use meydan_store::{MatchId, RoundId, Time};

    use super::*;

    #[test]
    fn one_board_is_one_meeting_and_the_better_score_is_the_better_place() {
        let teams: Vec<TeamId> = (0..3).map(|_| TeamId::fresh()).collect();
        let numbers: BTreeMap<TeamId, usize> =
            teams.iter().cloned().enumerate().map(|(number, team)| (team, number)).collect();
        let rounds = [RoundId::fresh(), RoundId::fresh()];
        let met = |round: usize, team: usize, score: f64| Met {
            seq: 1,
            id: MatchId::fresh(),
            round: Some(rounds[round].clone()),
            map: "random".to_owned(),
            seed: "7".to_owned(),
            ended: Time(0),
            seats: vec![MeetingSeat {
                seat: 0,
                side: 0,
                team: Some(teams[team].clone()),
                version: None,
                house: None,
                rank: 1,
                score: Some(score),
            }],
        };
        let all = [met(0, 0, 5.0), met(0, 1, 9.0), met(1, 1, 2.0), met(0, 2, 5.0)];
        let mut sides: Vec<Vec<(usize, u32)>> =
            meetings(&all, |seat| numbers.get(seat.team.as_ref()?).copied())
                .into_iter()
                .map(|meeting| meeting.sides)
                .collect();
        sides.sort_by_key(Vec::len);
        assert_eq!(sides, [vec![(1, 1)], vec![(0, 2), (1, 1), (2, 2)]]);
    }
}
