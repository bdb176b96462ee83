//! A contest in numbers.

use std::collections::BTreeMap;

use meydan_arena::Error;
use meydan_contest::{Share, wilson};
use meydan_store::{MatchFilter, MatchKind, MatchState};

use crate::contests::SHOWN;
use crate::league::Told;
use crate::plan::tally;
use crate::view::{MapStatistics, SeatStatistics, Statistics};
use crate::{Caller, League};

impl League {
    /// A contest in numbers. Maps and seats are those of ranked matches, seats of those with as many players as it has now.
    pub async fn statistics(&self, caller: &Caller, slug: &str) -> Result<Statistics, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let contest = &part.contest;
        let counts = reader.match_counts(&contest.id).await.told()?;
        let count = |wanted: &[MatchState]| -> u32 {
            let of = counts.iter().filter(|(kind, state, _)| SHOWN.contains(kind) && wanted.contains(state));
            of.map(|(_, _, count)| *count as u32).sum()
        };
        let teams = reader.teams(&contest.id).await.told()?;
        let mut languages = Vec::new();
        let mut versions = 0;
        for team in &teams {
            versions += team.submitted as u32;
            if let Some(version) = &team.active_version {
                languages.extend(reader.version(version).await.told()?.language);
            }
        }
        let ranked = MatchFilter {
            contest: Some(contest.id.clone()),
            kinds: vec![MatchKind::Ranked],
            states: vec![MatchState::Over],
            ..MatchFilter::default()
        };
        let games = reader.matches(&ranked, i64::MAX).await.told()?;
        // Matches, draws, windows.
        let mut maps: BTreeMap<String, (u32, u32, i64)> = BTreeMap::new();
        let mut sides: BTreeMap<i64, Firsts> = BTreeMap::new();
        for game in &games {
            let first = game.seats.iter().filter(|seat| seat.rank == Some(1)).count();
            let map = maps.entry(game.map.clone()).or_default();
            map.0 += 1;
            map.1 += u32::from(first != 1);
            map.2 += game.windows.unwrap_or(0);
            // Among two a fair seat comes first in every second match, among four in every fourth: they are not counted together.
            if game.seats.iter().map(|seat| seat.side).max() != Some(part.settings.players as i64 - 1) {
                continue;
            }
            for seat in &game.seats {
                sides.entry(seat.side).or_default().add(seat.rank, first);
            }
        }
        let map = |(map, (matches, drawn, windows)): (String, (u32, u32, i64))| MapStatistics {
            map,
            matches,
            drawn,
            windows: windows as f64 / f64::from(matches.max(1)),
        };
        let side = |(side, firsts): (i64, Firsts)| {
            let Share { mean, low, high } = firsts.share();
            let Firsts { matches, won, .. } = firsts;
            SeatStatistics { side: side as u32, matches, won, share: mean, low, high }
        };
        Ok(Statistics {
            teams: teams.iter().filter(|team| team.house.is_none()).count() as u32,
            versions,
            matches: count(&[MatchState::Over]) + part.shown.len() as u32,
            queued: count(&[MatchState::Queued, MatchState::Running]),
            void: count(&[MatchState::Void]),
            maps: maps.into_iter().map(map).collect(),
            seats: sides.into_iter().map(side).collect(),
            languages: tally(languages).into_iter().collect(),
        })
    }
}

/// How often a seat came first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Firsts {
    pub(crate) matches: u32,
    /// Alone.
    pub(crate) won: u32,
    /// With its part of every first place that several shared. So where all is level a seat has what a fair one has.
    taken: f64,
}

impl Firsts {
    /// A match in which the seat had this rank, and so many seats were first.
    pub(crate) fn add(&mut self, rank: Option<i64>, first: usize) {
        self.matches += 1;
        if rank == Some(1) {
            self.won += u32::from(first == 1);
            self.taken += 1.0 / first.max(1) as f64;
        }
    }

    /// The share of the first places that was taken, with its interval.
    pub(crate) fn share(&self) -> Share {
        wilson(self.taken, f64::from(self.matches))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn firsts(matches: &[(Option<i64>, usize)]) -> Firsts {
        let mut firsts = Firsts::default();
        matches.iter().for_each(|&(rank, first)| firsts.add(rank, first));
        firsts
    }

    #[test]
    fn where_every_match_is_level_no_seat_is_better_or_worse() {
        for players in 2..=4 {
            let share = firsts(&[(Some(1), players); 60]).share();
            let fair = 1.0 / players as f64;
            assert!((share.mean - fair).abs() < 1e-9, "{players}: {share:?}");
            assert!(share.low < fair && fair < share.high, "{players}: {share:?}");
        }
    }

    #[test]
    fn a_seat_that_wins_alone_has_all_and_one_that_loses_nothing() {
        let (wins, losses) = (firsts(&[(Some(1), 1); 40]), firsts(&[(Some(2), 1); 40]));
        assert_eq!((wins.won, wins.share().mean, losses.won, losses.share().mean), (40, 1.0, 0, 0.0));
        assert!(wins.share().low > 0.5 && losses.share().high < 0.5);
        assert_eq!(firsts(&[(None, 0)]).share().mean, 0.0);
    }
}
