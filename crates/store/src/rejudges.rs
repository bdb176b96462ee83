//! Matches played once more, to be looked at before they count.

use crate::error::{Error, Result};
use crate::ids::{ContestId, MatchId, RejudgeId, UserId};
use crate::link::{Reader, Tx};
use crate::states::{JobState, MatchState, RejudgeState};
use crate::time::Time;
use crate::value::{args, from_row};

/// A set of matches that were, or are being, played once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejudge {
    /// Which one.
    pub id: RejudgeId,
    /// Of which contest.
    pub contest: ContestId,
    /// How far it is.
    pub state: RejudgeState,
    /// Who asked for it.
    pub made_by: Option<UserId>,
    /// When.
    pub created: Time,
    /// Why.
    pub reason: String,
}

from_row!(Rejudge { id, contest, state, made_by, created, reason });

impl Reader {
    /// A rejudge.
    pub async fn rejudge(&mut self, id: &RejudgeId) -> Result<Rejudge> {
        let rejudge = self.one("SELECT * FROM rejudges WHERE id = $1", args![id]).await?;
        rejudge.ok_or(Error::Missing { what: "rejudge" })
    }

    /// The rejudges of a contest, the newest first.
    pub async fn rejudges(&mut self, contest: &ContestId) -> Result<Vec<Rejudge>> {
        self.all("SELECT * FROM rejudges WHERE contest = $1 ORDER BY created DESC, id", args![contest]).await
    }

    /// Which match is played in place of which: the old one, the new one.
    pub async fn rejudge_pairs(&mut self, id: &RejudgeId) -> Result<Vec<(MatchId, MatchId)>> {
        let sql = "SELECT r.old_match AS a, r.new_match AS b FROM rejudge_matches AS r \
                   JOIN matches AS m ON m.id = r.old_match WHERE r.rejudge = $1 ORDER BY m.seq";
        self.all(sql, args![id]).await
    }
}

impl Tx {
    /// Opens a rejudge. The new matches are shadows and were made in the same transaction. A match can be in one rejudge that is open or was applied:
    /// otherwise it could be replaced twice, and [`Error::Conflict`] says so.
    pub async fn add_rejudge(
        &mut self,
        contest: &ContestId,
        made_by: Option<&UserId>,
        now: Time,
        reason: &str,
        pairs: &[(MatchId, MatchId)],
    ) -> Result<Rejudge> {
        self.hold_contest(contest).await?;
        let sql = "INSERT INTO rejudges (id, contest, state, made_by, created, reason) \
                   VALUES ($1, $2, $3, $4, $5, $6) RETURNING *";
        let args = args![RejudgeId::fresh(), contest, RejudgeState::Open, made_by, now, reason];
        self.begins(RejudgeState::Open);
        let rejudge: Rejudge = self.one(sql, args).await?.ok_or(Error::Missing { what: "rejudge" })?;
        for (old, new) in pairs {
            let sql = "INSERT INTO rejudge_matches (rejudge, old_match, new_match) SELECT $1, $2, $3 \
                       WHERE EXISTS (SELECT 1 FROM matches WHERE id = $2 AND contest = $4 AND state IN ('over', 'void') AND shadow = 0) \
                       AND EXISTS (SELECT 1 FROM matches WHERE id = $3 AND contest = $4 AND shadow = 1) \
                       AND NOT EXISTS (SELECT 1 FROM rejudge_matches AS other JOIN rejudges ON rejudges.id = other.rejudge \
                       WHERE other.old_match = $2 AND rejudges.state IN ('open', 'applied'))";
            if self.run(sql, args![rejudge.id, old, new, contest]).await? == 0 {
                return Err(Error::Conflict { what: "match" });
            }
        }
        Ok(rejudge)
    }

    /// Lets the new matches count in place of the old ones: all of them at once, when none is still to be played. Where the new one could not be
    /// played the old one stays. Says how many were replaced.
    pub async fn apply_rejudge(&mut self, id: &RejudgeId) -> Result<u64> {
        let reason = self.rejudge(id).await?.reason;
        self.step(RejudgeState::Open, RejudgeState::Applied)?;
        let sql = "UPDATE rejudges SET state = 'applied' WHERE id = $1 AND state = 'open' AND NOT EXISTS (\
                   SELECT 1 FROM rejudge_matches AS r JOIN matches AS m ON m.id = r.new_match \
                   WHERE r.rejudge = $1 AND m.state IN ('queued', 'running'))";
        let rows = self.run(sql, args![id]).await?;
        self.changed::<RejudgeState>(rows, id).await?;
        // An old one that was annulled meanwhile does not come back through its new one.
        let sql = "UPDATE matches SET shadow = 0 WHERE shadow = 1 AND state = 'over' AND id IN (\
                   SELECT r.new_match FROM rejudge_matches AS r JOIN matches AS m ON m.id = r.old_match \
                   WHERE r.rejudge = $1 AND m.state IN ('over', 'void'))";
        let replaced = self.run(sql, args![id]).await?;
        self.step(MatchState::Over, MatchState::Annulled)?;
        let sql = "UPDATE matches SET state = 'annulled', reason = $2 WHERE state = 'over' AND id IN (\
                   SELECT r.old_match FROM rejudge_matches AS r JOIN matches AS m ON m.id = r.new_match \
                   WHERE r.rejudge = $1 AND m.shadow = 0 AND m.state = 'over')";
        self.run(sql, args![id, reason]).await?;
        Ok(replaced)
    }

    /// Leaves everything as it was. What is still queued of the new matches is cancelled.
    pub async fn drop_rejudge(&mut self, id: &RejudgeId, now: Time) -> Result<()> {
        self.step(RejudgeState::Open, RejudgeState::Dropped)?;
        let rows = self
            .run("UPDATE rejudges SET state = 'dropped' WHERE id = $1 AND state = 'open'", args![id])
            .await?;
        self.changed::<RejudgeState>(rows, id).await?;
        self.step(JobState::Queued, JobState::Cancelled)?;
        let sql = "UPDATE jobs SET state = 'cancelled', ended = $2 WHERE state = 'queued' AND subject IN (\
                   SELECT new_match FROM rejudge_matches WHERE rejudge = $1)";
        self.run(sql, args![id, now]).await?;
        self.step(MatchState::Queued, MatchState::Cancelled)?;
        let sql = "UPDATE matches SET state = 'cancelled', ended = $2 WHERE state = 'queued' AND id IN (\
                   SELECT new_match FROM rejudge_matches WHERE rejudge = $1)";
        self.run(sql, args![id, now]).await.map(drop)
    }
}
