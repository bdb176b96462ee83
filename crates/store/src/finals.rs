//! The final tournament of a contest: what was fixed, what happened, which matches it has, what is shown.

use crate::error::{Error, Result};
use crate::ids::{ContestId, FinalId, Hash, MatchId, TeamId, UserId};
use crate::json::Json;
use crate::link::{Reader, Tx};
use crate::states::FinalState;
use crate::time::Time;
use crate::value::{args, from_row};

/// A final tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Final {
    /// Which one.
    pub id: FinalId,
    /// Of which contest.
    pub contest: ContestId,
    /// How far it is.
    pub state: FinalState,
    /// Who opened it, if not the command line.
    pub made_by: Option<UserId>,
    /// When.
    pub created: Time,
    /// What was fixed then.
    pub sheet: Json,
    /// What the projector shows.
    pub show: Json,
    /// How often that has changed.
    pub step: i64,
}

from_row!(Final { id, contest, state, made_by, created, sheet, show, step });

/// A match of a final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalMatch {
    /// The match.
    pub id: MatchId,
    /// The final.
    pub of: FinalId,
    /// For which series.
    pub series: i64,
    /// For which game of it, from 0.
    pub game: i64,
    /// Since when everybody may know of it.
    pub shown: Option<Time>,
}

from_row!(FinalMatch { id = "match", of = "final", series, game, shown });

/// Something that happened in a final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalLine {
    /// Its place, from 1.
    pub number: i64,
    /// What happened.
    pub line: Json,
    /// The match that it came of.
    pub game: Option<MatchId>,
}

/// A team's vote for a map of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalVote {
    /// The series.
    pub series: i64,
    /// Who voted.
    pub team: TeamId,
    /// The map.
    pub map: String,
}

from_row!(FinalVote { series, team, map });

from_row!(FinalLine { number, line, game = "match" });

impl Reader {
    /// The final of a contest, if it has one that was not dropped.
    pub async fn final_of(&mut self, contest: &ContestId) -> Result<Option<Final>> {
        self.one("SELECT * FROM finals WHERE contest = $1 AND state <> 'dropped'", args![contest]).await
    }

    /// A final.
    pub async fn final_by(&mut self, id: &FinalId) -> Result<Final> {
        let found = self.one("SELECT * FROM finals WHERE id = $1", args![id]).await?;
        found.ok_or(Error::Missing { what: "final" })
    }

    /// All finals that are being played.
    pub async fn running_finals(&mut self) -> Result<Vec<Final>> {
        self.all("SELECT * FROM finals WHERE state = 'running' ORDER BY created, id", args![]).await
    }

    /// The matches of a final, in the order in which they were made.
    pub async fn final_matches(&mut self, id: &FinalId) -> Result<Vec<FinalMatch>> {
        let sql = "SELECT f.* FROM final_matches AS f JOIN matches AS m ON m.id = f.match WHERE f.final = $1 ORDER BY m.seq";
        self.all(sql, args![id]).await
    }

    /// For what a match is played in a final.
    pub async fn final_match(&mut self, id: &MatchId) -> Result<Option<FinalMatch>> {
        self.one("SELECT * FROM final_matches WHERE match = $1", args![id]).await
    }

    /// The matches of a contest's final that everybody may know of.
    pub async fn shown_matches(&mut self, contest: &ContestId) -> Result<Vec<MatchId>> {
        let sql = "SELECT f.match AS a FROM final_matches AS f JOIN finals AS x ON x.id = f.final \
                   WHERE x.contest = $1 AND x.state <> 'dropped' AND f.shown IS NOT NULL ORDER BY f.match";
        Ok(self.all::<(MatchId,)>(sql, args![contest]).await?.into_iter().map(|(id,)| id).collect())
    }

    /// What happened in a final, in order.
    pub async fn final_log(&mut self, id: &FinalId) -> Result<Vec<FinalLine>> {
        self.all("SELECT * FROM final_log WHERE final = $1 ORDER BY number", args![id]).await
    }

    /// For which map each team has voted, by series.
    pub async fn final_votes(&mut self, id: &FinalId) -> Result<Vec<FinalVote>> {
        self.all(
            "SELECT series, team, map FROM final_votes WHERE final = $1 ORDER BY series, team",
            args![id],
        )
        .await
    }

    /// The contest whose final somebody with that secret may moderate.
    pub async fn hall_key(&mut self, hash: &Hash, code: bool, now: Time) -> Result<Option<ContestId>> {
        let sql = "SELECT contest AS a FROM hall_keys WHERE hash = $1 AND code = $2 AND expires > $3";
        Ok(self.one::<(ContestId,)>(sql, args![hash, code, now]).await?.map(|(contest,)| contest))
    }
}

impl Tx {
    /// Opens the final of a contest. A second one is [`Error::Taken`].
    pub async fn add_final(
        &mut self,
        contest: &ContestId,
        made_by: Option<&UserId>,
        now: Time,
        sheet: &Json,
        show: &Json,
    ) -> Result<Final> {
        self.hold_contest(contest).await?;
        self.begins(FinalState::Running);
        let sql = "INSERT INTO finals (id, contest, state, made_by, created, sheet, show) \
                   SELECT $1, $2, $3, $4, $5, $6, $7 \
                   WHERE NOT EXISTS (SELECT 1 FROM finals WHERE contest = $2 AND state <> 'dropped') RETURNING *";
        let args = args![FinalId::fresh(), contest, FinalState::Running, made_by, now, sheet, show];
        self.one(sql, args).await?.ok_or(Error::Taken { what: "final" })
    }

    /// Moves a final.
    pub async fn move_final(&mut self, id: &FinalId, from: FinalState, to: FinalState) -> Result<()> {
        self.step(from, to)?;
        let rows = self
            .run("UPDATE finals SET state = $3 WHERE id = $1 AND state = $2", args![id, from, to])
            .await?;
        self.changed::<FinalState>(rows, id).await
    }

    /// Another picture on the projector, if nobody has changed it since that step.
    pub async fn set_show(&mut self, id: &FinalId, step: i64, show: &Json) -> Result<()> {
        let sql = "UPDATE finals SET show = $3, step = step + 1 WHERE id = $1 AND step = $2";
        let rows = self.run(sql, args![id, step, show]).await?;
        self.changed::<FinalState>(rows, id).await
    }

    /// A match was made for a game of a series. Make it in the same transaction.
    pub async fn add_final_match(
        &mut self,
        id: &FinalId,
        series: i64,
        game: i64,
        played: &MatchId,
    ) -> Result<()> {
        let sql = "INSERT INTO final_matches (match, final, series, game) VALUES ($1, $2, $3, $4)";
        self.run(sql, args![played, id, series, game]).await.map(drop)
    }

    /// Everybody may know of a match. Whether that is new.
    pub async fn show_final_match(&mut self, id: &MatchId, now: Time) -> Result<bool> {
        let sql = "UPDATE final_matches SET shown = $2 WHERE match = $1 AND shown IS NULL";
        Ok(self.run(sql, args![id, now]).await? > 0)
    }

    /// A team votes for a map. Its vote before this one counts no more.
    pub async fn vote_for_map(&mut self, id: &FinalId, vote: &FinalVote) -> Result<()> {
        let sql = "INSERT INTO final_votes (final, series, team, map) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (final, series, team) DO UPDATE SET map = excluded.map";
        self.run(sql, args![id, vote.series, vote.team, vote.map]).await.map(drop)
    }

    /// Something happened. A match that is in the log already is [`Error::Taken`]. Hold the contest before.
    pub async fn add_final_line(&mut self, id: &FinalId, line: &Json, game: Option<&MatchId>) -> Result<()> {
        let sql = "INSERT INTO final_log (final, number, line, match) \
                   SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3 FROM final_log WHERE final = $1 \
                   ON CONFLICT (match) DO NOTHING";
        match self.run(sql, args![id, line, game]).await? {
            0 => Err(Error::Taken { what: "line" }),
            _ => Ok(()),
        }
    }

    /// Lets whoever has a secret moderate the final of a contest until then.
    pub async fn add_hall_key(
        &mut self,
        hash: &Hash,
        contest: &ContestId,
        code: bool,
        expires: Time,
    ) -> Result<()> {
        let sql = "INSERT INTO hall_keys (hash, contest, code, expires) VALUES ($1, $2, $3, $4)";
        self.run(sql, args![hash, contest, code, expires]).await.map(drop)
    }

    /// Nobody moderates a contest's final any more.
    pub async fn end_hall_keys(&mut self, contest: &ContestId) -> Result<u64> {
        self.run("DELETE FROM hall_keys WHERE contest = $1", args![contest]).await
    }

    /// Forgets codes and keys that have ended.
    pub async fn forget_hall_keys(&mut self, now: Time) -> Result<u64> {
        self.run("DELETE FROM hall_keys WHERE expires <= $1", args![now]).await
    }
}
