//! What builds say while they are made, read at any arena. An arena at which something is said tells it to the others through the broker, with the place at
//! which it was said; one at which somebody reads has an [`Ear`] for it. A worker may speak to another arena with every word: pieces are put
//! together by their places.

use std::sync::{Arc, Weak};
use std::time::Duration;

use meydan_arena::Error;
use meydan_store::{JobKind, JobState, VersionId, VersionState};

use crate::League;
use crate::league::Told;
use crate::logs::BuildLog;

/// How often other arenas are told what a build of this process has said.
const WORDS: Duration = Duration::from_millis(500);

/// An attempt to build something, of which somebody speaks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Building {
    /// What is built.
    pub version: VersionId,
    /// Which attempt it is.
    pub attempt: i64,
}

/// Hears what a build says elsewhere and writes it into its log here. Dropping it ends that.
pub struct Ear {
    league: Weak<League>,
    building: Building,
    log: BuildLog,
}

impl Ear {
    /// What is listened to.
    pub fn building(&self) -> &Building {
        &self.building
    }

    /// Hears what was said from a place on.
    pub fn hear(&self, from: u64, words: &[u8]) {
        self.log.say_at(from, words);
    }

    /// Whether there is still something to hear, as far as the table tells.
    pub async fn goes_on(&self) -> bool {
        let Some(league) = self.league.upgrade() else { return false };
        let running = league.building(&self.building.version).await;
        league.logs.has(&self.building.version, &self.log)
            && running.is_ok_and(|running| running == Some(self.building.attempt))
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        if let Some(league) = self.league.upgrade() {
            league.logs.unheard(&self.building.version, &self.log);
        }
    }
}

impl League {
    /// A build has said this from a place on, or where it had left off.
    pub(crate) async fn says(&self, building: &Building, from: Option<u64>, words: &[u8]) {
        let log = self.logs.speak(&building.version, building.attempt);
        let from = from.unwrap_or_else(|| log.said());
        log.say_at(from, words);
        if let Some(broker) = self.broker_there() {
            broker.tell_words(building, from, words).await;
        }
    }

    /// Tells other arenas what a build of this process says, until it is over.
    pub(crate) fn speak(self: &Arc<Self>, building: Building, log: BuildLog) {
        let Some(broker) = self.broker.clone() else { return };
        let league = self.clone();
        tokio::spawn(async move {
            let mut told = 0;
            while league.logs.has(&building.version, &log) {
                let words = log.since(told);
                let tell = !words.is_empty() && broker.is_there();
                if tell && broker.tell_words(&building, told as u64, &words).await {
                    told += words.len();
                }
                tokio::time::sleep(WORDS).await;
            }
        });
    }

    /// What a version that is being built has said by now, wherever that is, if anything is known of it.
    pub(crate) async fn live_log(&self, version: &VersionId) -> Result<Option<BuildLog>, Error> {
        let Some(broker) = self.broker_there() else { return Ok(self.logs.find(version)) };
        let Some(attempt) = self.building(version).await? else { return Ok(None) };
        let (log, begins) = self.logs.read(version, attempt);
        if begins {
            let building = Building { version: version.clone(), attempt };
            broker.hear_words(Ear { league: self.me.clone(), building, log: log.clone() }).await;
        }
        Ok(Some(log))
    }

    /// The attempt in which a version is being built.
    async fn building(&self, version: &VersionId) -> Result<Option<i64>, Error> {
        let jobs = self.store.read().await.told()?.jobs_for(version.as_str()).await.told()?;
        let built = |job: &meydan_store::Job| job.kind == JobKind::Build && job.state == JobState::Running;
        Ok(jobs.into_iter().find(built).map(|job| job.attempt))
    }

    /// Forgets logs of builds whose end was told to another arena.
    pub(crate) async fn sweep_logs(&self) -> Result<(), Error> {
        for id in self.logs.all() {
            let version = self.store.read().await.told()?.version(&id).await;
            if version.is_ok_and(|version| version.state != VersionState::Building) {
                self.logs.end(&id);
            }
        }
        Ok(())
    }
}
