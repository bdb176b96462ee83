//! What a match of a contest is made of, before it is played: map, seed, who sits where.

use std::collections::BTreeMap;

use meydan_arena::{Disclosure, Error};
use meydan_store::{
    Contest, JobKind, Json, MatchId, MatchKind, NewJob, NewMatch, NewSeat, RoundId, Team, TeamId, Time, Tx,
    UserId, VersionId,
};
use serde::{Deserialize, Serialize};

use crate::league::Told;
use crate::settings::Time as Timing;
use crate::submissions::must_have_build;
use crate::{League, Settings};

/// How a match is to be played. It is data: who plays is named, and nothing in it starts a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// The ruleset.
    pub ruleset: String,
    /// The map.
    pub map: String,
    /// What fixes all chance.
    pub seed: u64,
    /// How time is dealt out.
    pub time: Timing,
    /// Who plays, side by side.
    pub sides: Vec<Player>,
}

/// Who plays on a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// A house bot.
    House(String),
    /// A version of a team's bot.
    Version(VersionId),
    /// Somebody of a team, in person.
    Person(UserId),
}

/// Who takes part, before somebody decides which version plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The team; a house bot that somebody asked for has none.
    pub(crate) team: Option<TeamId>,
    pub(crate) player: Player,
}

/// What else is to be said about a match.
pub(crate) struct About {
    pub(crate) kind: MatchKind,
    pub(crate) round: Option<RoundId>,
    pub(crate) by: Option<UserId>,
    pub(crate) validates: Option<VersionId>,
    /// A match of a rejudge counts for nothing until that is applied.
    pub(crate) shadow: bool,
}

impl About {
    pub(crate) fn of(kind: MatchKind) -> About {
        About { kind, round: None, by: None, validates: None, shadow: false }
    }
}

/// Finals go before all others, for a hall waits for them: their steps are worth a week. Validation goes before ranked matches, those before casual ones. A step is
/// worth ten minutes of waiting, so nobody waits for ever.
fn priority(kind: MatchKind) -> i64 {
    match kind {
        MatchKind::Final => 1000,
        MatchKind::Validation => 3,
        MatchKind::Ranked => 1,
        MatchKind::Casual => 0,
    }
}

impl Entry {
    pub(crate) fn house(name: &str) -> Entry {
        Entry { team: None, player: Player::House(name.to_owned()) }
    }

    /// What plays for a team now; nothing, if it has no version that is ready.
    pub(crate) fn of_team(team: &Team) -> Option<Entry> {
        let player = match (&team.house, &team.active_version) {
            (Some(house), _) => Player::House(house.clone()),
            (None, Some(version)) => Player::Version(version.clone()),
            (None, None) => return None,
        };
        Some(Entry { team: Some(team.id.clone()), player })
    }
}

impl League {
    /// The plan of a match: entries in the order of sides.
    pub(crate) fn plan(
        &self,
        contest: &Contest,
        settings: &Settings,
        map: Option<String>,
        entries: &[Entry],
    ) -> Result<Plan, Error> {
        let game = self.game(&contest.game)?;
        let seed = random_seed()?;
        let maps = settings.maps(game);
        let map = match map {
            Some(map) if maps.contains(&map) => map,
            Some(map) => {
                return Err(Error::Wrong(format!(
                    "this contest has no map `{map}`; it has {}",
                    maps.join(", ")
                )));
            }
            None => maps.get(seed as usize % maps.len().max(1)).cloned().unwrap_or_default(),
        };
        Ok(Plan {
            game: contest.game.clone(),
            ruleset: settings.ruleset(game),
            map,
            seed,
            time: settings.time.clone(),
            sides: entries.iter().map(|entry| entry.player.clone()).collect(),
        })
    }

    /// Writes a match down and queues it, in the caller's transaction.
    pub(crate) async fn queue_match(
        &self,
        tx: &mut Tx,
        contest: &Contest,
        settings: &Settings,
        plan: &Plan,
        entries: &[Entry],
        about: About,
    ) -> Result<MatchId, Error> {
        for entry in entries {
            if let Player::Version(version) = &entry.player {
                must_have_build(&tx.version(version).await.told()?)?;
            }
        }
        let now = self.now();
        let order = Json::of(plan).told()?;
        let seat = |(side, entry): (usize, &Entry)| NewSeat {
            side: side as i64,
            team: entry.team.clone(),
            version: match &entry.player {
                Player::Version(version) => Some(version.clone()),
                Player::House(_) | Player::Person(_) => None,
            },
            house: match &entry.player {
                Player::House(house) => Some(house.clone()),
                Player::Version(_) | Player::Person(_) => None,
            },
            person: match &entry.player {
                Player::Person(user) => Some(user.clone()),
                Player::House(_) | Player::Version(_) => None,
            },
        };
        let seats: Vec<NewSeat> = entries.iter().enumerate().map(seat).collect();
        let priority = priority(about.kind);
        let new = NewMatch {
            contest: &contest.id,
            round: about.round.as_ref(),
            kind: about.kind,
            game: &plan.game,
            ruleset: &plan.ruleset,
            map: &plan.map,
            seed: &plan.seed.to_string(),
            order: &order,
            disclosure: &word(settings.disclosure)?,
            priority,
            shadow: about.shadow,
            created: now,
            by_user: about.by.as_ref(),
            version_validated: about.validates.as_ref(),
            seats: &seats,
        };
        let made = tx.add_match(&new).await.told()?;
        let not_before = if tx.held(&contest.id).await.told()? { Time::NEVER } else { now };
        let job =
            NewJob { kind: JobKind::Match, subject: made.id.as_str(), priority, not_before, created: now };
        tx.enqueue(&job).await.told()?;
        Ok(made.id)
    }
}

/// A disclosure as it is kept.
fn word(disclosure: Disclosure) -> Result<String, Error> {
    serde_json::to_string(&disclosure).map_err(|error| Error::Trouble(error.to_string()))
}

/// The disclosure that was kept; what cannot be read is closed.
pub(crate) fn disclosure(word: &str) -> Disclosure {
    serde_json::from_str(word).unwrap_or(Disclosure::AfterEnd)
}

pub(crate) fn random_seed() -> Result<u64, Error> {
    getrandom::u64().map_err(|error| Error::Trouble(format!("the system gives no random numbers: {error}")))
}

/// Turns entries so that over several matches of the same players each sits on each side as often.
pub(crate) fn rotate<T>(mut entries: Vec<T>, by: usize) -> Vec<T> {
    let count = entries.len().max(1);
    entries.rotate_left(by % count);
    entries
}

/// Counts by name, for statistics.
pub(crate) fn tally<K: Ord>(keys: impl IntoIterator<Item = K>) -> BTreeMap<K, u32> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_insert(0) += 1;
    }
    counts
}
