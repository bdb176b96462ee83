//! Rounds of a contest.

use crate::error::{Error, Result};
use crate::ids::{ContestId, RoundId};
use crate::json::Json;
use crate::link::{Reader, Tx};
use crate::states::{RoundKind, RoundState};
use crate::time::Time;
use crate::value::{args, from_row};

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Which one.
    pub id: RoundId,
    /// Of which contest.
    pub contest: ContestId,
    /// Counted from 1 in its contest.
    pub number: i64,
    /// How far it is.
    pub state: RoundState,
    /// How it pairs.
    pub kind: RoundKind,
    /// When it is to begin.
    pub due: Time,
    /// When it began.
    pub begun: Option<Time>,
    /// When it ended.
    pub ended: Option<Time>,
    /// Who is in which group.
    pub groups: Option<Json>,
}

from_row!(Round { id, contest, number, state, kind, due, begun, ended, groups });

impl Reader {
    /// A round.
    pub async fn round(&mut self, id: &RoundId) -> Result<Round> {
        let round = self.one("SELECT * FROM rounds WHERE id = $1", args![id]).await?;
        round.ok_or(Error::Missing { what: "round" })
    }

    /// The round of that number.
    pub async fn round_numbered(&mut self, contest: &ContestId, number: i64) -> Result<Option<Round>> {
        self.one("SELECT * FROM rounds WHERE contest = $1 AND number = $2", args![contest, number]).await
    }

    /// The rounds of a contest, the last first, from before a number.
    pub async fn rounds(
        &mut self,
        contest: &ContestId,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<Round>> {
        let sql = "SELECT * FROM rounds WHERE contest = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
        self.all(sql, args![contest, before.unwrap_or(i64::MAX), limit]).await
    }

    /// All rounds in a state that were due by then, of all contests, the longest due first: planned ones to begin, running ones to look after.
    pub async fn rounds_due(&mut self, state: RoundState, by: Time) -> Result<Vec<Round>> {
        let sql = "SELECT * FROM rounds WHERE state = $1 AND due <= $2 ORDER BY due, contest, number";
        self.all(sql, args![state, by]).await
    }

    /// How many matches of a round are still to be played.
    pub async fn matches_left(&mut self, round: &RoundId) -> Result<i64> {
        let sql = "SELECT COUNT(*) AS a FROM matches WHERE round = $1 AND state IN ('queued', 'running') AND shadow = 0";
        self.count(sql, args![round]).await
    }
}

impl Tx {
    /// Plans the next round of a contest.
    pub async fn add_round(&mut self, contest: &ContestId, kind: RoundKind, due: Time) -> Result<Round> {
        self.hold_contest(contest).await?;
        let sql = "INSERT INTO rounds (id, contest, number, state, kind, due) \
                   SELECT $1, $2, COALESCE(MAX(number), 0) + 1, $3, $4, $5 FROM rounds WHERE contest = $2 RETURNING *";
        let args = args![RoundId::fresh(), contest, RoundState::Planned, kind, due];
        self.begins(RoundState::Planned);
        self.one(sql, args).await?.ok_or(Error::Missing { what: "contest" })
    }

    /// Puts a planned round off, or has it earlier.
    pub async fn set_round_due(&mut self, id: &RoundId, due: Time) -> Result<()> {
        let rows = self
            .run("UPDATE rounds SET due = $2 WHERE id = $1 AND state = 'planned'", args![id, due])
            .await?;
        self.changed::<RoundState>(rows, id).await
    }

    /// Begins a round. Make its matches in the same transaction.
    pub async fn begin_round(&mut self, id: &RoundId, now: Time, groups: Option<&Json>) -> Result<()> {
        self.step(RoundState::Planned, RoundState::Running)?;
        let sql = "UPDATE rounds SET state = 'running', begun = $2, groups = $3 WHERE id = $1 AND state = 'planned'";
        let rows = self.run(sql, args![id, now, groups]).await?;
        self.changed::<RoundState>(rows, id).await
    }

    /// Ends a round whose matches have all come to an end; `groups` is what they are now, if that is to be kept.
    pub async fn end_round(&mut self, id: &RoundId, now: Time, groups: Option<&Json>) -> Result<()> {
        self.step(RoundState::Running, RoundState::Over)?;
        let sql = "UPDATE rounds SET state = 'over', ended = $2, groups = COALESCE($3, groups) \
                   WHERE id = $1 AND state = 'running' AND NOT EXISTS (SELECT 1 FROM matches \
                   WHERE matches.round = $1 AND matches.state IN ('queued', 'running') AND matches.shadow = 0)";
        let rows = self.run(sql, args![id, now, groups]).await?;
        self.changed::<RoundState>(rows, id).await
    }

    /// Calls a round off. Its matches are the caller's matter.
    pub async fn cancel_round(&mut self, id: &RoundId, from: RoundState, now: Time) -> Result<()> {
        self.step(from, RoundState::Cancelled)?;
        let sql = "UPDATE rounds SET state = 'cancelled', ended = $3 WHERE id = $1 AND state = $2";
        let rows = self.run(sql, args![id, from, now]).await?;
        self.changed::<RoundState>(rows, id).await
    }
}
