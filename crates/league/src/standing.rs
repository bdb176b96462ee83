//! The standing of a contest: a function of its match table.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use meydan_arena::Error;
use meydan_contest::{Meeting, Standing as Fit};
use meydan_store::{Contest, MatchKind, Meeting as Met, MeetingSeat, Reader, Team, TeamId};

use crate::boards;
use crate::computed::Found;
use crate::league::{Told, settings};
use crate::rounds::ranked;
use crate::view::{StandingRow, StandingTable};
use crate::{Caller, League, Ranking};

const BY_FIT: &str = "Bradley and Terry's model fitted to all ranked matches at once, strengths being normally distributed (350 points) before the first one; \
    intervals are 95 %";
const BY_ROUNDS: &str = "in every round the winner of a group moves up a group and the last moves down, as the Blitz contests had it";
const BY_BOARDS: &str = "in every round all teams play the same board alone, and the better score is the better place; Bradley and Terry's \
    model is fitted to all boards at once, strengths being normally distributed (350 points) before the first one; intervals are 95 %";
const BY_NOTHING: &str = "this contest has no ranked matches";

impl League {
    /// The standing of a contest.
    pub async fn standing(&self, caller: &Caller, slug: &str) -> Result<StandingTable, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        self.standing_of(&mut reader, &part.contest).await.map(|table| (*table).clone())
    }

    pub(crate) async fn standing_of(
        &self,
        reader: &mut Reader,
        contest: &Contest,
    ) -> Result<Arc<StandingTable>, Error> {
        let teams = reader.teams(&contest.id).await.told()?;
        let counted = reader.meetings_mark(&contest.id, MatchKind::Ranked).await.told()?;
        let rounds = reader
            .rounds(&contest.id, None, 1)
            .await
            .told()?
            .first()
            .map_or(0, |round| round.number * 10 + round.ended.map_or(0, |_| 1));
        let mut mark = DefaultHasher::new();
        (counted, rounds, contest.settings.as_str()).hash(&mut mark);
        for team in &teams {
            (&team.id, &team.name, team.standing.to_string(), &team.active_version).hash(&mut mark);
        }
        let computing = match self.standings.find(&contest.id, mark.finish()) {
            Found::Known(table) => return Ok(table),
            Found::Wanted(computing) => computing,
        };
        let met = reader.meetings(&contest.id, MatchKind::Ranked).await.told()?;
        let last = met.last().map_or(0, |meeting| meeting.seq);
        let mut versions = BTreeMap::new();
        for team in &teams {
            if let Some(version) = &team.active_version {
                versions.insert(team.id.clone(), reader.version(version).await.told()?.number as u32);
            }
        }
        let order = match settings(contest)?.ranking {
            Ranking::Groups { .. } => Some(ranked(reader, contest).await?.order()),
            Ranking::Ladder { .. } | Ranking::Boards { .. } | Ranking::None => None,
        };
        let players = settings(contest)?.players.max(1);
        let ranking = settings(contest)?.ranking;
        // Thousands of teams take a moment.
        let computed =
            tokio::task::spawn_blocking(move || table(&teams, &met, order, players, &versions, ranking));
        let table =
            computed.await.map_err(|error| Error::Trouble(format!("the standing stumbled: {error}")))?;
        Ok(computing.done(StandingTable { upto: last, ..table }))
    }
}

/// A meeting with teams as numbers; those who are no teams are left out.
pub(crate) fn meeting(met: &Met, numbers: &BTreeMap<TeamId, usize>) -> Meeting {
    meeting_of(met, |seat| numbers.get(seat.team.as_ref()?).copied())
}

fn meeting_of(met: &Met, number: impl Fn(&MeetingSeat) -> Option<usize>) -> Meeting {
    let side = |seat: &MeetingSeat| Some((number(seat)?, u32::try_from(seat.rank).unwrap_or(u32::MAX)));
    Meeting::new(met.seats.iter().filter_map(side))
}

/// What ratings are fitted to, whoever the players are that are counted.
pub(crate) fn meetings(
    ranking: &Ranking,
    met: &[Met],
    number: impl Fn(&MeetingSeat) -> Option<usize>,
) -> Vec<Meeting> {
    match ranking {
        Ranking::Boards { .. } => boards::meetings(met, number),
        _ => met.iter().map(|met| meeting_of(met, &number)).collect(),
    }
}

fn table(
    teams: &[Team],
    met: &[Met],
    order: Option<Vec<TeamId>>,
    players: usize,
    versions: &BTreeMap<TeamId, u32>,
    ranking: Ranking,
) -> StandingTable {
    let numbers: BTreeMap<TeamId, usize> =
        teams.iter().enumerate().map(|(number, team)| (team.id.clone(), number)).collect();
    let meetings = meetings(&ranking, met, |seat| numbers.get(seat.team.as_ref()?).copied());
    let mut counts = vec![[0u32; 4]; teams.len()];
    for meeting in &meetings {
        for &(player, rank) in &meeting.sides {
            let others = || meeting.sides.iter().filter(|(other, _)| *other != player);
            let [matches, won, drawn, lost] = &mut counts[player];
            *matches += 1;
            // Coming second of four is not the same as coming last.
            for (_, other) in others() {
                match rank.cmp(other) {
                    Ordering::Less => *won += 1,
                    Ordering::Equal => *drawn += 1,
                    Ordering::Greater => *lost += 1,
                }
            }
        }
    }
    let row = |number: usize| {
        let team: &Team = &teams[number];
        let [matches, won, drawn, lost] = counts[number];
        StandingRow {
            rank: 0,
            team: team.id.to_string(),
            name: team.name.clone(),
            house: team.house.clone(),
            group: None,
            rating: None,
            low: None,
            high: None,
            matches,
            won,
            drawn,
            lost,
            version: versions.get(&team.id).copied(),
            moved: 0,
            standing: team.standing.to_string(),
        }
    };
    let (kind, method, rows) = match (ranking, order) {
        (Ranking::Groups { .. }, order) => {
            let order = order.unwrap_or_default();
            let place = |team: &TeamId| order.iter().position(|other| other == team);
            let listed = |&number: &usize| teams[number].standing == meydan_store::Standing::In;
            let mut all: Vec<usize> = (0..teams.len()).filter(listed).collect();
            // Whoever has not played yet stands at the end, in the order of coming.
            all.sort_by_key(|&number| {
                (
                    place(&teams[number].id).unwrap_or(usize::MAX),
                    teams[number].created,
                    teams[number].id.clone(),
                )
            });
            let ranked = |(place_now, number): (usize, usize)| {
                let placed = place(&teams[number].id).map(|_| place_now);
                StandingRow {
                    rank: place_now as u32 + 1,
                    group: placed.map(|placed| (placed / players) as u32 + 1),
                    ..row(number)
                }
            };
            ("groups", BY_ROUNDS, all.into_iter().enumerate().map(ranked).collect())
        }
        (Ranking::Ladder { .. } | Ranking::Boards { .. }, _) => {
            let fit = Fit::of(teams.len(), &meetings);
            let played = |number: usize| counts[number][0] > 0;
            let listed = |number: usize| teams[number].standing == meydan_store::Standing::In;
            let rated = |line: meydan_contest::Row| StandingRow {
                rank: line.rank as u32,
                rating: Some(line.rating),
                low: Some(line.low),
                high: Some(line.high),
                ..row(line.player)
            };
            let rated: Vec<StandingRow> =
                fit.table_of(|number| listed(number) && played(number)).into_iter().map(rated).collect();
            // Nothing is known of whoever has not played, so they share the place after everybody else.
            let last = rated.len() as u32 + 1;
            let waiting = (0..teams.len()).filter(|&number| listed(number) && !played(number));
            let waiting = waiting.map(|number| StandingRow { rank: last, ..row(number) }).collect::<Vec<_>>();
            let (kind, method) = match ranking {
                Ranking::Boards { .. } => ("boards", BY_BOARDS),
                _ => ("ladder", BY_FIT),
            };
            (kind, method, rated.into_iter().chain(waiting).collect())
        }
        (Ranking::None, _) => ("none", BY_NOTHING, (0..teams.len()).map(row).collect::<Vec<_>>()),
    };
    StandingTable {
        kind: kind.to_owned(),
        rows,
        matches: met.len() as u32,
        upto: 0,
        method: method.to_owned(),
    }
}
