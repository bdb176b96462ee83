//! Versions of a team's bot. What was submitted never changes; how far it is does.

use crate::error::{Error, Result};
use crate::ids::{TeamId, UserId, VersionId};
use crate::link::{Reader, Tx};
use crate::states::VersionState;
use crate::time::Time;
use crate::value::{args, from_row};

/// A version of a team's bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Which one.
    pub id: VersionId,
    /// Whose.
    pub team: TeamId,
    /// Counted from 1 in its team.
    pub number: i64,
    /// How far it is.
    pub state: VersionState,
    /// Who submitted it.
    pub by_user: Option<UserId>,
    /// When.
    pub created: Time,
    /// What they say of it.
    pub note: String,
    /// Digest of what was submitted.
    pub source: String,
    /// Its size in bytes.
    pub size: i64,
    /// The language it was recognised as.
    pub language: Option<String>,
    /// Whether it speaks the original contest's protocol.
    pub wire: bool,
    /// Digest of what the build gave.
    pub build: Option<String>,
    /// Digest of what the build said.
    pub log: Option<String>,
    /// Why it failed, was rejected or got stuck.
    pub error: Option<String>,
    /// How long the build took.
    pub build_ms: Option<i64>,
}

from_row!(Version {
    id,
    team,
    number,
    state,
    by_user,
    created,
    note,
    source,
    size,
    language,
    wire,
    build,
    log,
    error,
    build_ms,
});

/// A version that was submitted.
#[derive(Clone, Debug)]
pub struct NewVersion<'a> {
    /// Whose.
    pub team: &'a TeamId,
    /// Who submitted it, if not the command line.
    pub by_user: Option<&'a UserId>,
    /// Now.
    pub created: Time,
    /// What they say of it.
    pub note: &'a str,
    /// Digest of what was submitted.
    pub source: &'a str,
    /// Its size in bytes.
    pub size: i64,
}

/// What a build gave.
#[derive(Clone, Debug, Default)]
pub struct Built<'a> {
    /// Digest of what can be run; none, if it failed.
    pub build: Option<&'a str>,
    /// Digest of what the build said.
    pub log: Option<&'a str>,
    /// The language it was recognised as.
    pub language: Option<&'a str>,
    /// Whether it speaks the original contest's protocol.
    pub wire: bool,
    /// How long it took.
    pub build_ms: i64,
    /// Why it failed.
    pub error: Option<&'a str>,
}

impl Reader {
    /// A version.
    pub async fn version(&mut self, id: &VersionId) -> Result<Version> {
        let version = self.one("SELECT * FROM versions WHERE id = $1", args![id]).await?;
        version.ok_or(Error::Missing { what: "version" })
    }

    /// Several versions; those that are not there are left out.
    pub async fn these_versions(&mut self, ids: &[VersionId]) -> Result<Vec<Version>> {
        self.these("SELECT * FROM versions WHERE id IN", ids).await
    }

    /// A team's versions, the newest first, from before a number.
    pub async fn versions(&mut self, team: &TeamId, before: Option<i64>, limit: i64) -> Result<Vec<Version>> {
        let sql = "SELECT * FROM versions WHERE team = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
        self.all(sql, args![team, before.unwrap_or(i64::MAX), limit]).await
    }

    /// The newest versions of all teams.
    pub async fn newest_versions(&mut self, limit: i64) -> Result<Vec<Version>> {
        self.all("SELECT * FROM versions ORDER BY created DESC, id LIMIT $1", args![limit]).await
    }

    /// What somebody sent, in whatever team, oldest first.
    pub async fn versions_by(&mut self, user: &UserId) -> Result<Vec<Version>> {
        self.all("SELECT * FROM versions WHERE by_user = $1 ORDER BY created, id", args![user]).await
    }

    /// How many of a team's versions are neither ready nor at an end: they wait, are built or tried.
    pub async fn versions_under_way(&mut self, team: &TeamId) -> Result<i64> {
        let sql = "SELECT COUNT(*) AS a FROM versions \
                   WHERE team = $1 AND state IN ('received', 'building', 'built', 'validating')";
        self.count(sql, args![team]).await
    }
}

impl Tx {
    /// Takes a version in, with the next number of its team. Enqueue its build in the same transaction.
    pub async fn add_version(&mut self, new: &NewVersion<'_>) -> Result<Version> {
        let number = "UPDATE teams SET submitted = submitted + 1 WHERE id = $1 RETURNING submitted AS a";
        let number = self.one::<(i64,)>(number, args![new.team]).await?;
        let (number,) = number.ok_or(Error::Missing { what: "team" })?;
        let sql = "INSERT INTO versions (id, team, number, state, by_user, created, note, source, size) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *";
        let first = VersionState::Received;
        let id = VersionId::fresh();
        let args =
            args![id, new.team, number, first, new.by_user, new.created, new.note, new.source, new.size];
        self.begins(first);
        self.one(sql, args).await?.ok_or(Error::Missing { what: "version" })
    }

    /// Brings a version from one state into another, where nothing else is to be said.
    pub async fn move_version(&mut self, id: &VersionId, from: VersionState, to: VersionState) -> Result<()> {
        self.step(from, to)?;
        // What went wrong before is forgotten when it is tried again.
        let sql = "UPDATE versions SET state = $3, error = NULL WHERE id = $1 AND state = $2";
        let rows = self.run(sql, args![id, from, to]).await?;
        self.changed::<VersionState>(rows, id).await
    }

    /// Notes in which language a version is written, before it is built: whoever looked into it cannot build it.
    pub async fn note_language(&mut self, id: &VersionId, language: &str) -> Result<()> {
        self.run("UPDATE versions SET language = $2 WHERE id = $1", args![id, language]).await.map(drop)
    }

    /// A build came to its end: the version is built, or it failed.
    pub async fn finish_build(&mut self, id: &VersionId, built: &Built<'_>) -> Result<()> {
        let from = VersionState::Building;
        let to = if built.error.is_none() { VersionState::Built } else { VersionState::Failed };
        self.step(from, to)?;
        let sql = "UPDATE versions SET state = $3, build = $4, log = $5, language = $6, wire = $7, build_ms = $8, error = $9 \
                   WHERE id = $1 AND state = $2";
        let args = args![
            id,
            from,
            to,
            built.build,
            built.log,
            built.language,
            built.wire,
            built.build_ms,
            built.error
        ];
        let rows = self.run(sql, args).await?;
        self.changed::<VersionState>(rows, id).await
    }

    /// A version is rejected by its first match, or got stuck through a fault of ours.
    pub async fn give_up_version(
        &mut self,
        id: &VersionId,
        from: VersionState,
        to: VersionState,
        error: &str,
    ) -> Result<()> {
        self.step(from, to)?;
        let sql = "UPDATE versions SET state = $3, error = $4 WHERE id = $1 AND state = $2";
        let rows = self.run(sql, args![id, from, to, error]).await?;
        self.changed::<VersionState>(rows, id).await
    }
}
