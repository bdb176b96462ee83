//! What was played in a room and who won how often.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use meydan_core::Outcome;
use meydan_core::trace::{Entrant, EntrantKind};
use serde::{Deserialize, Serialize};

use super::NAMELESS;
use crate::MatchId;

/// How many matches are remembered, and the results of how many players.
const MATCHES: usize = 50;
const PLAYERS: usize = 100;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Scores {
    players: Vec<Score>,
    matches: VecDeque<Played>,
}

/// How somebody has done in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Score {
    /// Who.
    pub name: String,
    /// Whether it is a house bot.
    pub house: bool,
    /// Matches that were played to their end.
    pub played: u32,
    /// Those in which they alone were first.
    pub won: u32,
    /// Those in which they shared the first place.
    pub drawn: u32,
}

/// A match that was played in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Played {
    /// Its name.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub id: MatchId,
    /// The game.
    pub game: String,
    /// The map.
    pub map: String,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Its sides.
    pub sides: Vec<PlayedSide>,
}

/// One side of a match that was played in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayedSide {
    /// Who played it.
    pub names: Vec<String>,
    /// 1 is best.
    pub rank: u32,
}

impl Scores {
    /// Enters a match that was played to its end.
    pub(crate) fn enter(
        &mut self,
        id: &MatchId,
        game: &str,
        map: &str,
        entrants: &[Entrant],
        outcome: &Outcome,
        now: u64,
    ) {
        let mut sides: BTreeMap<u8, (u32, BTreeSet<(bool, String)>)> = BTreeMap::new();
        for standing in &outcome.standings {
            let Some(entrant) = entrants.get(standing.seat.index()) else { continue };
            let side = sides.entry(standing.side.0).or_insert_with(|| (standing.rank, BTreeSet::new()));
            side.1.insert((entrant.kind == EntrantKind::House, entrant.name.clone()));
        }
        let first = sides.values().filter(|(rank, _)| *rank == 1).count();
        for (rank, players) in sides.values() {
            for (house, name) in players.iter().filter(|(house, name)| *house || name != NAMELESS) {
                let score = self.score(*house, name);
                score.played += 1;
                // Who plays alone beats nobody.
                score.won += u32::from(*rank == 1 && first == 1 && sides.len() > 1);
                score.drawn += u32::from(*rank == 1 && first > 1);
            }
        }
        let names = |players: BTreeSet<(bool, String)>| players.into_iter().map(|(_, name)| name).collect();
        let sides = sides.into_values().map(|(rank, players)| PlayedSide { names: names(players), rank });
        self.matches.push_front(Played {
            id: id.clone(),
            game: game.to_owned(),
            map: map.to_owned(),
            at: now,
            sides: sides.collect(),
        });
        self.matches.truncate(MATCHES);
    }

    fn score(&mut self, house: bool, name: &str) -> &mut Score {
        if let Some(place) = self.players.iter().position(|score| score.house == house && score.name == name)
        {
            return &mut self.players[place];
        }
        if self.players.len() >= PLAYERS {
            let least = (0..self.players.len()).min_by_key(|&i| self.players[i].played).unwrap_or(0);
            self.players.remove(least);
        }
        self.players.push(Score { name: name.to_owned(), house, played: 0, won: 0, drawn: 0 });
        let last = self.players.len() - 1;
        &mut self.players[last]
    }

    /// Forgets what somebody has done; their matches stay without their name.
    pub(crate) fn forget(&mut self, name: &str) {
        self.players.retain(|score| score.house || score.name != name);
        for side in self.matches.iter_mut().flat_map(|played| &mut played.sides) {
            for own in side.names.iter_mut().filter(|own| *own == name) {
                *own = NAMELESS.to_owned();
            }
        }
    }

    /// The best first.
    pub(crate) fn players(&self) -> Vec<Score> {
        let mut players = self.players.clone();
        players.sort_by_key(|score| std::cmp::Reverse((2 * score.won + score.drawn, score.played)));
        players
    }

    /// The latest first.
    pub(crate) fn matches(&self) -> Vec<Played> {
        self.matches.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::{Seat, Side, Standing};

    use super::*;

    fn outcome(ranks: &[u32]) -> Outcome {
        let standing =
            |(i, &rank): (usize, &u32)| Standing { seat: Seat(i as u8), side: Side(i as u8), rank, score: 0 };
        Outcome { reason: "played".into(), standings: ranks.iter().enumerate().map(standing).collect() }
    }

    #[test]
    fn wins_draws_and_matches_add_up_under_bounds() {
        let mut scores = Scores::default();
        let entrants = [Entrant::person("ada"), Entrant::person("bob"), Entrant::house("ada")];
        let mut enter = |ranks: &[u32]| {
            scores.enter(&"aa".parse().unwrap(), "toy", "plain", &entrants, &outcome(ranks), 7);
        };
        enter(&[1, 2, 3]);
        enter(&[1, 1, 3]);
        enter(&[3, 1, 2]);
        enter(&[3, 1, 2]);
        let told: Vec<_> =
            scores.players().iter().map(|s| (s.name.clone(), s.house, s.played, s.won, s.drawn)).collect();
        let line = |name: &str, house, won, drawn| (name.to_owned(), house, 4, won, drawn);
        // The person and the bot are two although they share a name.
        assert_eq!(
            told,
            [line("bob", false, 2, 1), line("ada", false, 1, 1), line(&entrants[2].name, true, 0, 0)]
        );
        for n in 0..300 {
            let entrants = [Entrant::person(format!("p{n}"))];
            scores.enter(&"aa".parse().unwrap(), "toy", "plain", &entrants, &outcome(&[1]), 7);
        }
        assert_eq!((scores.players().len(), scores.matches().len()), (PLAYERS, MATCHES));
        assert_eq!(scores.players()[0].name, "bob", "who has played most is remembered");
        assert_eq!(scores.players().last().unwrap().won, 0);
    }
}
