//! What the organiser's desk shows: announcements, the audit log, workers, settings, and what the blobs are kept for.

use crate::error::{Error, Result};
use crate::ids::{AnnouncementId, ContestId, UserId, WorkerId};
use crate::json::Json;
use crate::link::{Reader, Tx};
use crate::open::Kind;
use crate::states::WorkerState;
use crate::time::Time;
use crate::value::{args, from_row};

/// The setting that stops the queue while it is there.
const PAUSED: &str = "paused";

fn held_key(contest: &ContestId) -> String {
    format!("held {contest}")
}

/// Something that was said to everybody in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Grows with every announcement.
    pub seq: i64,
    /// Which one.
    pub id: AnnouncementId,
    /// In which contest.
    pub contest: ContestId,
    /// What was said.
    pub text: String,
    /// By whom.
    pub by_user: Option<UserId>,
    /// When.
    pub created: Time,
}

from_row!(Announcement { seq, id, contest, text, by_user, created });

/// A line of the audit log: who did what to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditLine {
    /// Grows with every line.
    pub seq: i64,
    /// When.
    pub at: Time,
    /// Who; nobody is the arena itself.
    pub who: Option<UserId>,
    /// What they did.
    pub what: String,
    /// To what: an id.
    pub subject: String,
    /// Whatever else is to be known.
    pub detail: Json,
}

from_row!(AuditLine { seq, at, who, what, subject, detail });

/// Which lines of the audit log are asked for.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// What this user did.
    pub who: Option<UserId>,
    /// What was done to this.
    pub subject: Option<String>,
    /// What was done to this contest, its teams, versions, matches, rounds and rejudges.
    pub contest: Option<ContestId>,
    /// What was done in this word.
    pub what: Option<String>,
    /// The cursor of the next page: before the line with this `seq`.
    pub before: Option<i64>,
}

/// Somebody who takes jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Which one.
    pub id: WorkerId,
    /// What its machine calls it.
    pub name: String,
    /// What it can do.
    pub labels: Json,
    /// When it was last heard of.
    pub seen: Time,
    /// What it is doing.
    pub state: WorkerState,
}

from_row!(Worker { id, name, labels, seen, state });

impl Reader {
    /// What was said in a contest, the newest first, from before a `seq`.
    pub async fn announcements(
        &mut self,
        contest: &ContestId,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<Announcement>> {
        let sql = "SELECT * FROM announcements WHERE contest = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3";
        self.all(sql, args![contest, before.unwrap_or(i64::MAX), limit]).await
    }

    /// Lines of the audit log, the newest first.
    pub async fn audit(&mut self, filter: &AuditFilter, limit: i64) -> Result<Vec<AuditLine>> {
        let sql = "SELECT * FROM audit WHERE ($1 IS NULL OR who = $1) AND ($2 IS NULL OR subject = $2) \
                   AND ($3 IS NULL OR what = $3) AND seq < $4 AND ($6 IS NULL OR subject = $6 \
                   OR subject IN (SELECT id FROM teams WHERE contest = $6) OR subject IN (SELECT id FROM matches WHERE contest = $6) \
                   OR subject IN (SELECT id FROM rounds WHERE contest = $6) OR subject IN (SELECT id FROM rejudges WHERE contest = $6) \
                   OR subject IN (SELECT versions.id FROM versions JOIN teams ON teams.id = versions.team WHERE teams.contest = $6)) \
                   ORDER BY seq DESC LIMIT $5";
        let before = filter.before.unwrap_or(i64::MAX);
        let args = args![filter.who, filter.subject, filter.what, before, limit, filter.contest];
        self.all(sql, args).await
    }

    /// All workers, by name.
    pub async fn workers(&mut self) -> Result<Vec<Worker>> {
        self.all("SELECT * FROM workers ORDER BY name, id", args![]).await
    }

    /// A setting of the arena.
    pub async fn setting(&mut self, key: &str) -> Result<Option<String>> {
        let value =
            self.one::<(String,)>("SELECT value AS a FROM settings WHERE key = $1", args![key]).await?;
        Ok(value.map(|(value,)| value))
    }

    /// What time it is where the database is. A file has no clock of its own.
    pub async fn clock(&mut self) -> Result<Option<Time>> {
        match self.kind() {
            Kind::Sqlite => Ok(None),
            Kind::Postgres => {
                let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS a";
                Ok(Some(Time(self.count(sql, args![]).await?)))
            }
        }
    }

    /// Whether no job can be claimed.
    pub async fn paused(&mut self) -> Result<bool> {
        Ok(self.setting(PAUSED).await?.is_some())
    }

    /// Whether no match of a contest can be claimed.
    pub async fn held(&mut self, contest: &ContestId) -> Result<bool> {
        Ok(self.setting(&held_key(contest)).await?.is_some())
    }

    /// Every digest of a blob that something refers to, each once or more: what a sweep of the blobs must leave, and a backup must have.
    pub async fn each_digest(&mut self, mut each: impl FnMut(String) + Send) -> Result<()> {
        let sql = "SELECT source AS a FROM versions UNION ALL SELECT build FROM versions WHERE build IS NOT NULL \
                   UNION ALL SELECT log FROM versions WHERE log IS NOT NULL \
                   UNION ALL SELECT trace FROM matches WHERE trace IS NOT NULL \
                   UNION ALL SELECT reel FROM matches WHERE reel IS NOT NULL \
                   UNION ALL SELECT game_log FROM matches WHERE game_log IS NOT NULL \
                   UNION ALL SELECT log FROM match_seats WHERE log IS NOT NULL";
        self.each(sql, args![], |(digest,): (String,)| each(digest)).await
    }
}

impl Tx {
    /// Says something to everybody in a contest.
    pub async fn announce(
        &mut self,
        contest: &ContestId,
        text: &str,
        by: Option<&UserId>,
        now: Time,
    ) -> Result<Announcement> {
        let sql = "INSERT INTO announcements (id, contest, text, by_user, created) VALUES ($1, $2, $3, $4, $5) RETURNING *";
        let said = self.one(sql, args![AnnouncementId::fresh(), contest, text, by, now]).await?;
        said.ok_or(Error::Missing { what: "announcement" })
    }

    /// Takes an announcement back.
    pub async fn remove_announcement(&mut self, id: &AnnouncementId) -> Result<()> {
        match self.run("DELETE FROM announcements WHERE id = $1", args![id]).await? {
            0 => Err(Error::Missing { what: "announcement" }),
            _ => Ok(()),
        }
    }

    /// Writes a line into the audit log.
    pub async fn note(
        &mut self,
        at: Time,
        who: Option<&UserId>,
        what: &str,
        subject: &str,
        detail: &Json,
    ) -> Result<()> {
        let sql = "INSERT INTO audit (at, who, what, subject, detail) VALUES ($1, $2, $3, $4, $5)";
        self.run(sql, args![at, who, what, subject, detail]).await.map(drop)
    }

    /// A worker says that it is there, and what it is doing.
    pub async fn see_worker(&mut self, worker: &Worker) -> Result<()> {
        let sql = "INSERT INTO workers (id, name, labels, seen, state) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (id) DO UPDATE SET name = excluded.name, labels = excluded.labels, seen = excluded.seen, \
                   state = excluded.state";
        self.run(sql, args![worker.id, worker.name, worker.labels, worker.seen, worker.state]).await.map(drop)
    }

    /// Notes which workers were not heard of since that time, and says how many.
    pub async fn miss_workers(&mut self, since: Time) -> Result<u64> {
        self.run("UPDATE workers SET state = 'gone' WHERE seen < $1 AND state <> 'gone'", args![since]).await
    }

    /// A worker is not there any more, whatever it said last.
    pub async fn dismiss_worker(&mut self, id: &WorkerId) -> Result<()> {
        self.run("UPDATE workers SET state = 'gone' WHERE id = $1", args![id]).await.map(drop)
    }

    /// Forgets workers that have been gone since before that time.
    pub async fn forget_workers(&mut self, before: Time) -> Result<u64> {
        self.run("DELETE FROM workers WHERE seen < $1 AND state = 'gone'", args![before]).await
    }

    /// Keeps a setting of the arena, or forgets it.
    pub async fn set_setting(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        let Some(value) = value else {
            return self.run("DELETE FROM settings WHERE key = $1", args![key]).await.map(drop);
        };
        let sql = "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.run(sql, args![key, value]).await.map(drop)
    }

    /// A setting that is written once: the first one is kept, whoever writes it.
    pub async fn keep_setting(&mut self, key: &str, value: &str) -> Result<String> {
        let sql = "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING";
        self.run(sql, args![key, value]).await?;
        Ok(self.setting(key).await?.unwrap_or_else(|| value.to_owned()))
    }

    /// Lets no match of a contest be claimed, or lets them again. Hold what already waits with [`hold_matches`](Tx::hold_matches).
    pub async fn set_held(&mut self, contest: &ContestId, held: bool) -> Result<()> {
        self.set_setting(&held_key(contest), held.then_some("1")).await
    }

    /// Lets no job be claimed, or lets them again.
    pub async fn set_paused(&mut self, paused: bool) -> Result<()> {
        self.set_setting(PAUSED, paused.then_some("1")).await
    }
}
