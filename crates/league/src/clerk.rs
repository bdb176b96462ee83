//! What happens by itself: contests open and close, rounds begin, ladders go on, lost work is found, old things are forgotten.
//!
//! Everything here is a conditional change in a transaction, so it does no harm if two processes do it at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use meydan_arena::Error;
use meydan_contest::{Call, Pairing, Sizes, Table, Terms};
use meydan_core::Seed;
use meydan_store::{
    Contest, ContestState, MatchFilter, MatchId, MatchKind, MatchState, Reader, TeamId, Time,
};
use serde_json::json;
use tokio::sync::watch;

use crate::guard::{DAY, HOUR};
use crate::league::{Told, settings};
use crate::operation::SILENT;
use crate::plan::{About, Entry};
use crate::rounds::{entries, every};
use crate::standing::meeting;
use crate::{Caller, League, Ranking, Settings};

/// How often somebody looks whether something is due.
const TICK: Duration = Duration::from_secs(1);
/// After how many looks old things are forgotten.
const SWEEP: u64 = 300;
/// After how many looks workers are counted.
const ROLL_CALL: u64 = 15;
/// After how many looks blobs are looked through.
const SWEEP_BLOBS: u64 = 3600;
/// How many ranked matches of a ladder wait or run at once.
const LADDER_AT_ONCE: usize = 16;
/// How many opponents come between two meetings of the same two.
const REST: usize = 4;
/// How many matches a team may have at once in its first hour.
const AT_FIRST: u32 = 5;

/// What a team has played in the last hour.
#[derive(Default)]
struct Lately {
    matches: u32,
    last: Time,
}

impl Lately {
    /// Matches are spread over the hour, so that whoever comes later finds somebody to play. Newcomers have a few at once:
    /// nobody knows yet where they belong.
    fn is_due(&self, now: Time, hourly: u32) -> bool {
        let rested = now.since(self.last) >= HOUR / hourly.max(1);
        self.matches < hourly && (rested || self.matches < AT_FIRST)
    }
}

impl League {
    /// Does what is due, until `stop`.
    pub async fn tend(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut ticks = 0u64;
        loop {
            if let Err(error) = self.tick().await {
                tracing::error!(%error, "what is due cannot be done");
            }
            if ticks.is_multiple_of(ROLL_CALL)
                && let Err(error) = self.miss_workers().await
            {
                tracing::error!(%error, "workers cannot be counted");
            }
            if ticks.is_multiple_of(SWEEP)
                && let Err(error) = self.sweep().await
            {
                tracing::error!(%error, "what is old cannot be forgotten");
            }
            if ticks.is_multiple_of(SWEEP_BLOBS)
                && let Err(error) = self.sweep_blobs().await
            {
                tracing::error!(%error, "blobs cannot be looked through");
            }
            ticks += 1;
            tokio::select! {
                () = tokio::time::sleep(TICK) => {}
                _ = stop.wait_for(|stop| *stop) => return,
            }
        }
    }

    /// Does what is due. Called every second or so.
    pub async fn tick(&self) -> Result<(), Error> {
        self.reclaim().await?;
        let contests = self.store.read().await.told()?.contests().await.told()?;
        for contest in contests {
            let moved = self.keep_dates(contest).await?;
            if !matches!(moved.state, ContestState::Open | ContestState::Frozen) {
                continue;
            }
            // One that a newer arena has made may ask for what is not known here; that arena tends it.
            let settings = match settings(&moved) {
                Ok(settings) => settings,
                Err(error) => {
                    tracing::error!(contest = %moved.slug, %error, "a contest's settings are not known here");
                    continue;
                }
            };
            let tended = match (every(&settings), settings.ranking) {
                (Some(every), _) => self.tend_rounds(&moved, every).await,
                (None, Ranking::Ladder { hourly }) => self.tend_ladder(&moved, &settings, hourly).await,
                (None, _) => Ok(()),
            };
            let marked = self.tend_marks(&moved, &settings).await;
            // One contest that cannot go on does not stop the others.
            if let Err(error) = tended.and(marked) {
                tracing::error!(contest = %moved.slug, %error, "a contest's matches cannot be made");
            }
        }
        let finals = self.store.read().await.told()?.running_finals().await.told()?;
        for running in finals {
            if let Err(error) = self.tend_final(&running).await {
                tracing::error!(id = %running.id, %error, "a final cannot go on");
            }
        }
        Ok(())
    }

    /// Forgets what is no longer needed. Called every few minutes.
    pub async fn sweep(&self) -> Result<(), Error> {
        let now = self.now();
        self.sweep_secrets(now).await?;
        let mut tx = self.store.begin().await.told()?;
        // What was counted late on one day is still known on the next.
        tx.forget_hits(now.minus(2 * DAY)).await.told()?;
        tx.forget_hall_keys(now).await.told()?;
        tx.forget_jobs(now.minus(7 * DAY)).await.told()?;
        tx.forget_workers(now.minus(7 * DAY)).await.told()?;
        tx.forget_worker_facts().await.told()?;
        tx.forget_unsent(now.minus(DAY)).await.told()?;
        tx.commit().await.told()?;
        self.sweep_logs().await?;
        self.let_go().await
    }

    /// Workers that have not been heard of are not there.
    async fn miss_workers(&self) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        tx.miss_workers(self.now().minus(4 * SILENT)).await.told()?;
        tx.commit().await.told()
    }

    /// Moves a contest whose date has come.
    async fn keep_dates(&self, contest: Contest) -> Result<Contest, Error> {
        let now = self.now();
        let due = |date: Option<Time>| date.is_some_and(|date| date <= now);
        let to = match contest.state {
            ContestState::Open | ContestState::Frozen if due(contest.closes) => ContestState::Closed,
            ContestState::Draft if due(contest.opens) => ContestState::Open,
            ContestState::Open if due(contest.freezes) => ContestState::Frozen,
            _ => return Ok(contest),
        };
        let mut tx = self.store.begin().await.told()?;
        match tx.move_contest(&contest.id, contest.state, to).await {
            // Somebody was faster.
            Err(meydan_store::Error::Conflict { .. }) => Ok(contest),
            moved => {
                moved.told()?;
                if to == ContestState::Closed {
                    self.call_off(&mut tx, &contest).await?;
                }
                // A date that has passed must not move it again when an organiser moves it back.
                let passed = meydan_store::ContestChange {
                    opens: (to == ContestState::Open).then_some(None),
                    freezes: (to == ContestState::Frozen).then_some(None),
                    closes: (to == ContestState::Closed).then_some(None),
                    ..meydan_store::ContestChange::default()
                };
                let contest = tx.change_contest(&contest.id, &passed).await.told()?;
                self.note(
                    &mut tx,
                    &Caller::host(),
                    "contest moved",
                    contest.id.as_str(),
                    &json!({ "to": to }),
                )
                .await?;
                tx.commit().await.told()?;
                Ok(contest)
            }
        }
    }

    /// Keeps a ladder going: whoever has rested long enough is paired. Teams of house bots stand in where nobody else is due.
    async fn tend_ladder(&self, contest: &Contest, settings: &Settings, hourly: u32) -> Result<(), Error> {
        let now = self.now();
        let mut reader = self.store.snapshot().await.told()?;
        let open = MatchFilter {
            contest: Some(contest.id.clone()),
            kinds: vec![MatchKind::Ranked],
            states: vec![MatchState::Queued, MatchState::Running],
            ..MatchFilter::default()
        };
        let open = reader.matches(&open, 10_000).await.told()?;
        if open.len() >= LADDER_AT_ONCE {
            return Ok(());
        }
        let newest = newest(&mut reader, contest).await?;
        let entries = entries(&mut reader, contest).await?;
        let lately = MatchFilter {
            contest: Some(contest.id.clone()),
            kinds: vec![MatchKind::Ranked],
            states: vec![MatchState::Queued, MatchState::Running, MatchState::Over],
            since: Some(now.minus(HOUR)),
            ..MatchFilter::default()
        };
        let mut played: BTreeMap<TeamId, Lately> = BTreeMap::new();
        for game in reader.matches(&lately, 100_000).await.told()? {
            for team in game.seats.iter().filter_map(|seat| seat.team.clone()) {
                let lately = played.entry(team).or_default();
                lately.matches += 1;
                lately.last = lately.last.max(game.created);
            }
        }
        let busy: Vec<&TeamId> =
            open.iter().flat_map(|game| game.seats.iter().filter_map(|seat| seat.team.as_ref())).collect();
        let teams: Vec<TeamId> = entries.keys().cloned().collect();
        let numbers: BTreeMap<TeamId, usize> =
            teams.iter().enumerate().map(|(number, team)| (team.clone(), number)).collect();
        let due = |team: &TeamId| played.get(team).is_none_or(|lately| lately.is_due(now, hourly));
        let free = teams.iter().enumerate().filter(|(_, team)| !busy.contains(team));
        let (ready, resting): (Vec<_>, Vec<_>) = free.partition(|(_, team)| due(team));
        let ready: Vec<usize> = ready.into_iter().map(|(number, _)| number).collect();
        let is_house = |team: &TeamId| entries.get(team).is_some_and(|(team, _)| team.house.is_some());
        let house: Vec<usize> =
            resting.into_iter().filter(|(_, team)| is_house(team)).map(|(number, _)| number).collect();
        if ready.is_empty() || ready.len() + house.len() < settings.players {
            return Ok(());
        }
        let met = reader.meetings(&contest.id, MatchKind::Ranked).await.told()?;
        drop(reader);
        let game = self.game(&contest.game)?;
        let maps = settings.maps(game);
        let sizes = Sizes::new([settings.players])
            .ok_or_else(|| Error::Trouble("a match of one has no winner".to_owned()))?;
        let terms = Terms { sizes: sizes.clone(), maps: vec![sizes; maps.len()], rest: REST };
        let mut pairing = Pairing::new(terms);
        for met in &met {
            let seats =
                met.seats.iter().filter_map(|seat| numbers.get(seat.team.as_ref()?).copied()).collect();
            let map = maps.iter().position(|map| *map == met.map);
            if let Some(map) = map {
                pairing.seat(&Table { seats, map });
            }
            pairing.result(&meeting(met, &numbers));
        }
        let seed = Seed(met.last().map_or(0, |met| met.seq) as u64);
        let call = Call { ready: &ready, house: &house, tables: LADDER_AT_ONCE - open.len(), seed };
        let tables = pairing.call(&call);
        if tables.is_empty() {
            return Ok(());
        }
        let mut tx = self.store.begin().await.told()?;
        tx.hold_contest(&contest.id).await.told()?;
        if self::newest(&mut tx, contest).await? != newest {
            // Another process was faster. What has only ended meanwhile does no harm, and there is always something that ends.
            return tx.roll_back().await.told();
        }
        for table in tables {
            let seated = table.seats.iter().filter_map(|&number| entries.get(&teams[number]));
            let seated: Vec<Entry> = seated.map(|(_, entry)| entry.clone()).collect();
            let plan = self.plan(contest, settings, maps.get(table.map).cloned(), &seated)?;
            self.queue_match(&mut tx, contest, settings, &plan, &seated, About::of(MatchKind::Ranked))
                .await?;
        }
        tx.commit().await.told()?;
        self.wake();
        Ok(())
    }
}

/// The last ranked match that was made in a contest.
async fn newest(reader: &mut Reader, contest: &Contest) -> Result<Option<MatchId>, Error> {
    let ranked = MatchFilter {
        contest: Some(contest.id.clone()),
        kinds: vec![MatchKind::Ranked],
        ..MatchFilter::default()
    };
    Ok(reader.matches(&ranked, 1).await.told()?.into_iter().next().map(|game| game.id))
}
