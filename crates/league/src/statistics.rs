//! A contest in numbers.

use std::collections::BTreeMap;

use meydan_arena::Error;
use meydan_contest::wilson;
use meydan_store::{MatchFilter, MatchKind, MatchState};

use crate::contests::SHOWN;
use crate::league::Told;
use crate::plan::tally;
use crate::view::{MapStatistics, SeatStatistics, Statistics};
use crate::{Caller, League};

impl League {
    /// A contest in numbers. Maps and seats are those of ranked matches.
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
        let mut sides: BTreeMap<i64, (u32, u32)> = BTreeMap::new();
        for game in &games {
            let first = game.seats.iter().filter(|seat| seat.rank == Some(1)).count();
            let map = maps.entry(game.map.clone()).or_default();
            map.0 += 1;
            map.1 += u32::from(first != 1);
            map.2 += game.windows.unwrap_or(0);
            for seat in &game.seats {
                let side = sides.entry(seat.side).or_default();
                side.0 += 1;
                side.1 += u32::from(first == 1 && seat.rank == Some(1));
            }
        }
        let map = |(map, (matches, drawn, windows)): (String, (u32, u32, i64))| MapStatistics {
            map,
            matches,
            drawn,
            windows: windows as f64 / f64::from(matches.max(1)),
        };
        let side = |(side, (matches, won)): (i64, (u32, u32))| {
            let share = wilson(f64::from(won), f64::from(matches));
            SeatStatistics {
                side: side as u32,
                matches,
                won,
                share: f64::from(won) / f64::from(matches.max(1)),
                low: share.low,
                high: share.high,
            }
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
