//! A ladder goes on by itself: whoever has rested long enough is paired.
//!
//! **How many at once.** A few for each hand of the workers that are there, so that no hand waits for the next look, and never fewer than
//! [`LADDER_AT_ONCE`]. More would only let the queue grow, and a new version wait for its first match behind old ones.
//!
//! What decides who meets whom follows from the match table. It is kept between two looks and fed with what is new; from time to time all is read
//! again, because matches may be annulled or replaced by others, here or at another arena.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use meydan_arena::Error;
use meydan_contest::{Call, Pairing, Sizes, Table, Terms};
use meydan_core::Seed;
use meydan_store::{
    Contest, MatchFilter, MatchId, MatchKind, MatchState, Meeting, Reader, Seating, TeamId, Time,
};

use crate::contests::plays;
use crate::guard::HOUR;
use crate::league::Told;
use crate::plan::{About, Entry};
use crate::rounds::entries;
use crate::standing::meeting;
use crate::{League, Settings};

/// How many ranked matches of a ladder wait or run at once, where there are few workers.
const LADDER_AT_ONCE: usize = 16;
/// The same for each hand of the workers that are there: one that it plays, and the next ones.
const FOR_A_HAND: usize = 3;
/// How many are made at one look. They are made in one transaction, in which nobody else can make any.
const AT_ONE_LOOK: usize = 256;
/// How many opponents come between two meetings of the same two.
const REST: usize = 4;
/// How many matches a team may have at once in its first hour.
const AT_FIRST: usize = 5;
/// After how long all is read again.
const REREAD: Duration = Duration::from_secs(600);
/// How many matches are asked for in one question.
const ASKED: usize = 500;

/// How many ranked matches of a ladder may wait or run, where workers do so many tasks at once.
pub fn ladder_at_once(hands: usize) -> usize {
    LADDER_AT_ONCE.max(hands.saturating_mul(FOR_A_HAND))
}

/// How many ranked matches a ladder makes in a second at most, with so many hands.
pub fn ladder_in_a_second(hands: usize) -> usize {
    ladder_at_once(hands).min(AT_ONE_LOOK)
}

/// A ladder as it was when it was last looked after.
pub(crate) struct Ladder {
    players: usize,
    maps: Vec<String>,
    pairing: Pairing,
    /// The teams as numbers, and the other way round. A team keeps its number.
    numbers: BTreeMap<TeamId, usize>,
    teams: Vec<TeamId>,
    /// All matches are known that were made before the next one.
    upto: i64,
    open: BTreeMap<i64, Seating>,
    /// When each team's matches of the last hour were made.
    lately: BTreeMap<TeamId, VecDeque<Time>>,
    /// When all was read.
    read: Time,
}

impl Ladder {
    fn new(players: usize, maps: Vec<String>, read: Time) -> Result<Ladder, Error> {
        let sizes =
            Sizes::new([players]).ok_or_else(|| Error::Trouble("a match of one has no winner".to_owned()))?;
        let terms = Terms { sizes: sizes.clone(), maps: vec![sizes; maps.len()], rest: REST };
        Ok(Ladder {
            players,
            maps,
            pairing: Pairing::new(terms),
            numbers: BTreeMap::new(),
            teams: Vec::new(),
            upto: 0,
            open: BTreeMap::new(),
            lately: BTreeMap::new(),
            read,
        })
    }

    /// Whether it can be fed with what is new; otherwise all is read.
    fn goes_on(&self, players: usize, maps: &[String], open: &[i64], now: Time) -> bool {
        // One that was given up and is played after all was forgotten here.
        let known = |seq: &i64| *seq > self.upto || self.open.contains_key(seq);
        self.players == players
            && self.maps == maps
            && now.since(self.read) < REREAD
            && open.iter().all(known)
    }

    /// Takes in matches that were made, and says which of them may be over.
    fn made(&mut self, seatings: Vec<Seating>) -> Vec<i64> {
        let mut over = Vec::new();
        for made in seatings {
            self.upto = self.upto.max(made.seq);
            match made.state {
                MatchState::Queued | MatchState::Running => {
                    self.note(&made);
                    self.open.insert(made.seq, made);
                }
                MatchState::Over => {
                    self.note(&made);
                    over.push(made.seq);
                }
                _ => {}
            }
        }
        over
    }

    fn note(&mut self, made: &Seating) {
        for team in &made.teams {
            self.lately.entry(team.clone()).or_default().push_back(made.created);
        }
    }

    /// Takes out of the open ones those that are no longer open.
    fn closed(&mut self, open: &[i64]) -> Vec<Seating> {
        let open: BTreeSet<i64> = open.iter().copied().collect();
        self.open.extract_if(.., |seq, _| !open.contains(seq)).map(|(_, made)| made).collect()
    }

    /// A match came to nothing.
    fn void(&mut self, made: &Seating) {
        for team in &made.teams {
            if let Some(times) = self.lately.get_mut(team)
                && let Some(place) = times.iter().rposition(|time| *time == made.created)
            {
                times.remove(place);
            }
        }
    }

    /// Takes in how a match ended.
    fn met(&mut self, met: &Meeting) {
        let teams: Vec<&TeamId> = met.seats.iter().filter_map(|seat| seat.team.as_ref()).collect();
        let seats = teams.into_iter().map(|team| self.number(team)).collect();
        if let Some(map) = self.maps.iter().position(|map| *map == met.map) {
            self.pairing.seat(&Table { seats, map });
        }
        self.pairing.result(&meeting(met, &self.numbers));
    }

    fn number(&mut self, team: &TeamId) -> usize {
        if let Some(number) = self.numbers.get(team) {
            return *number;
        }
        self.numbers.insert(team.clone(), self.teams.len());
        self.teams.push(team.clone());
        self.teams.len() - 1
    }

    fn forget(&mut self, before: Time) {
        self.lately.retain(|_, times| {
            while times.front().is_some_and(|time| *time < before) {
                times.pop_front();
            }
            !times.is_empty()
        });
    }

    /// Matches are spread over the hour, so that whoever comes later finds somebody to play. Newcomers have a few at once:
    /// nobody knows yet where they belong.
    fn is_due(&self, team: &TeamId, now: Time, hourly: u32) -> bool {
        let Some(times) = self.lately.get(team) else { return true };
        let last = times.iter().max().copied().unwrap_or_default();
        let rested = now.since(last) >= HOUR / hourly.max(1);
        times.len() < hourly as usize && (rested || times.len() < AT_FIRST)
    }
}

impl League {
    /// Keeps a ladder going. Teams of house bots stand in where nobody else is due.
    pub(crate) async fn tend_ladder(
        &self,
        contest: &Contest,
        settings: &Settings,
        hourly: u32,
        hands: usize,
    ) -> Result<(), Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let open = reader.open_matches(&contest.id, MatchKind::Ranked).await.told()?;
        let at_once = ladder_at_once(hands);
        if open.len() >= at_once {
            return Ok(());
        }
        let mut ladders = self.ladders.lock().await;
        // What is half fed is not kept.
        let known = ladders.remove(&contest.id);
        let ladder = self.read_ladder(&mut reader, contest, settings, known, &open).await?;
        let ladder = ladders.entry(contest.id.clone()).or_insert(ladder);
        let newest = newest(&mut reader, contest).await?;
        let entries = entries(&mut reader, contest).await?;
        drop(reader);
        let now = self.now();
        let busy: BTreeSet<&TeamId> = ladder.open.values().flat_map(|made| &made.teams).collect();
        let free: Vec<&TeamId> = entries.keys().filter(|team| !busy.contains(team)).collect();
        let (ready, resting): (Vec<&TeamId>, Vec<&TeamId>) =
            free.into_iter().partition(|team| ladder.is_due(team, now, hourly));
        let is_house = |team: &&TeamId| entries.get(*team).is_some_and(|(team, _)| team.house.is_some());
        let house: Vec<&TeamId> = resting.into_iter().filter(is_house).collect();
        if ready.is_empty() || ready.len() + house.len() < settings.players {
            return Ok(());
        }
        let ready: Vec<usize> = ready.into_iter().map(|team| ladder.number(team)).collect();
        let house: Vec<usize> = house.into_iter().map(|team| ladder.number(team)).collect();
        let tables = (at_once - open.len()).min(AT_ONE_LOOK);
        let call = Call { ready: &ready, house: &house, tables, seed: Seed(ladder.upto as u64) };
        // A call counts what it seats; these matches are counted when they are over.
        let tables = ladder.pairing.clone().call(&call);
        if tables.is_empty() {
            return Ok(());
        }
        let mut tx = self.store.begin().await.told()?;
        let held = tx.hold_contest(&contest.id).await.told()?;
        if !plays(&held) || self::newest(&mut tx, contest).await? != newest {
            // Somebody has closed it, or another process was faster. What has only ended meanwhile does no harm, and there is always something that ends.
            return tx.roll_back().await.told();
        }
        for table in tables {
            let seated = table.seats.iter().filter_map(|&number| entries.get(&ladder.teams[number]));
            let seated: Vec<Entry> = seated.map(|(_, entry)| entry.clone()).collect();
            let plan = self.plan(contest, settings, ladder.maps.get(table.map).cloned(), &seated)?;
            self.queue_match(&mut tx, contest, settings, &plan, &seated, About::of(MatchKind::Ranked))
                .await?;
        }
        tx.commit().await.told()?;
        self.wake();
        Ok(())
    }

    /// A ladder as it is now: what was known of it and what is new.
    async fn read_ladder(
        &self,
        reader: &mut Reader,
        contest: &Contest,
        settings: &Settings,
        known: Option<Ladder>,
        open: &[i64],
    ) -> Result<Ladder, Error> {
        let (now, kind) = (self.now(), MatchKind::Ranked);
        let hour = now.minus(HOUR);
        let maps = settings.maps(self.game(&contest.game)?);
        let known = known.filter(|ladder| ladder.goes_on(settings.players, &maps, open, now));
        let Some(mut ladder) = known else {
            let mut ladder = Ladder::new(settings.players, maps, now)?;
            ladder.made(reader.seatings(&contest.id, kind, 0, hour).await.told()?);
            reader.each_meeting(&contest.id, kind, |met| ladder.met(&met)).await.told()?;
            ladder.forget(hour);
            return Ok(ladder);
        };
        let mut over =
            ladder.made(reader.seatings(&contest.id, kind, ladder.upto, Time(i64::MIN)).await.told()?);
        let closed = ladder.closed(open);
        over.extend(closed.iter().map(|made| made.seq));
        let mut met = BTreeSet::new();
        for some in over.chunks(ASKED) {
            for meeting in reader.meetings_of(&contest.id, kind, some).await.told()? {
                ladder.met(&meeting);
                met.insert(meeting.seq);
            }
        }
        closed.iter().filter(|made| !met.contains(&made.seq)).for_each(|made| ladder.void(made));
        ladder.forget(hour);
        Ok(ladder)
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
