//! Classes: who came by a room's code, and what their programs must reach.

use crate::contests::Contest;
use crate::error::{Error, Result};
use crate::ids::{ContestId, Hash, MatchId, TeamId, UserId, VersionId};
use crate::json::Json;
use crate::link::{Reader, Tx};
use crate::states::MatchState;
use crate::time::Time;
use crate::value::{args, from_row};

/// Somebody whose account a class made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPerson {
    /// The account.
    pub user: UserId,
    /// The class.
    pub contest: ContestId,
    /// Since when.
    pub joined: Time,
}

from_row!(ClassPerson { user = "user_id", contest, joined });

/// What a version must reach against a house bot, and how far it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The version.
    pub version: VersionId,
    /// The house bot.
    pub house: String,
    /// The class.
    pub contest: ContestId,
    /// Whose version it is.
    pub team: TeamId,
    /// The share of the points that it must take.
    pub share: f64,
    /// With so much confidence, as it is asked of this version.
    pub confidence: f64,
    /// Within so many matches.
    pub matches: i64,
    /// Whether it has; nothing until that is clear.
    pub passed: Option<bool>,
    /// How many matches count so far.
    pub played: i64,
    /// The points that were taken in them.
    pub points: f64,
    /// How sure it is that the share is reached, from 0 to 1.
    pub sure: f64,
    /// When it was clear.
    pub ended: Option<Time>,
}

from_row!(Mark {
    version,
    house,
    contest,
    team,
    share,
    confidence,
    matches,
    passed,
    played,
    points,
    sure,
    ended
});

/// What a version must reach.
#[derive(Clone, Copy, Debug)]
pub struct NewMark<'a> {
    /// The version.
    pub version: &'a VersionId,
    /// The house bot.
    pub house: &'a str,
    /// The class.
    pub contest: &'a ContestId,
    /// Whose version it is.
    pub team: &'a TeamId,
    /// The share of the points that it must take.
    pub share: f64,
    /// With so much confidence.
    pub confidence: f64,
    /// Within so many matches.
    pub matches: i64,
}

/// What was found in a phase of a program that is judged rule by rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The version.
    pub version: VersionId,
    /// The phase.
    pub phase: i64,
    /// The class.
    pub contest: ContestId,
    /// Whose version it is.
    pub team: TeamId,
    /// Whether all of it was right.
    pub passed: bool,
    /// What it is worth.
    pub points: f64,
    /// What was found, for people.
    pub card: Json,
}

from_row!(Check { version, phase, contest, team, passed, points, card });

/// A seat of a match that is played for a mark.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkSeat {
    /// The match's place among those of its mark, from 0.
    pub number: i64,
    /// The match.
    pub game: MatchId,
    /// How far it is.
    pub state: MatchState,
    /// Whether the version sits here; otherwise the house bot does.
    pub own: bool,
    /// Its rank, once the match is over.
    pub rank: Option<i64>,
}

from_row!(MarkSeat { number, game = "match", state, own, rank });

impl Reader {
    /// The contests that have this code.
    pub async fn contests_by_code(&mut self, code: &Hash) -> Result<Vec<Contest>> {
        let sql = "SELECT * FROM contests WHERE access = 'code' AND code_hash = $1 ORDER BY id";
        self.all(sql, args![code]).await
    }

    /// Whose accounts a class made, in the order in which they came.
    pub async fn class_people(&mut self, contest: &ContestId) -> Result<Vec<ClassPerson>> {
        let sql = "SELECT * FROM class_people WHERE contest = $1 ORDER BY joined, user_id";
        self.all(sql, args![contest]).await
    }

    /// The class that made an account.
    pub async fn class_person(&mut self, user: &UserId) -> Result<Option<ClassPerson>> {
        self.one("SELECT * FROM class_people WHERE user_id = $1", args![user]).await
    }

    /// All marks of a class.
    pub async fn marks(&mut self, contest: &ContestId) -> Result<Vec<Mark>> {
        self.all("SELECT * FROM marks WHERE contest = $1 ORDER BY team, version, house", args![contest]).await
    }

    /// All marks of a team's versions.
    pub async fn marks_of(&mut self, team: &TeamId) -> Result<Vec<Mark>> {
        self.all("SELECT * FROM marks WHERE team = $1 ORDER BY version, house", args![team]).await
    }

    /// The seats of the matches that are played for a mark, in the order in which they count.
    pub async fn mark_seats(&mut self, version: &VersionId, house: &str) -> Result<Vec<MarkSeat>> {
        let sql = "SELECT k.number, k.match, m.state, s.rank, CAST(CASE WHEN s.version = k.version THEN 1 ELSE 0 END AS BIGINT) AS own \
                   FROM mark_matches AS k JOIN matches AS m ON m.id = k.match JOIN match_seats AS s ON s.match = k.match \
                   WHERE k.version = $1 AND k.house = $2 ORDER BY k.number, s.seat";
        self.all(sql, args![version, house]).await
    }

    /// What is compared of each team's last version that has something to compare: the team, and that.
    pub async fn prints(&mut self, contest: &ContestId) -> Result<Vec<(TeamId, Json)>> {
        let sql = "SELECT v.team AS a, p.work AS b FROM prints AS p JOIN versions AS v ON v.id = p.version \
                   JOIN teams AS t ON t.id = v.team WHERE t.contest = $1 AND v.number = \
                   (SELECT MAX(w.number) FROM versions AS w JOIN prints AS q ON q.version = w.id WHERE w.team = v.team) \
                   ORDER BY t.name_key";
        self.all(sql, args![contest]).await
    }

    /// What was found in all versions of a class.
    pub async fn checks(&mut self, contest: &ContestId) -> Result<Vec<Check>> {
        self.all("SELECT * FROM checks WHERE contest = $1 ORDER BY team, version, phase", args![contest])
            .await
    }

    /// What was found in a version, phase by phase.
    pub async fn checks_of(&mut self, version: &VersionId) -> Result<Vec<Check>> {
        self.all("SELECT * FROM checks WHERE version = $1 ORDER BY phase", args![version]).await
    }

    /// For which mark a match is played: the version and the house bot.
    pub async fn mark_of(&mut self, game: &MatchId) -> Result<Option<(VersionId, String)>> {
        let sql = "SELECT version AS a, house AS b FROM mark_matches WHERE match = $1";
        self.one(sql, args![game]).await
    }
}

impl Tx {
    /// A class made an account.
    pub async fn add_class_person(&mut self, contest: &ContestId, user: &UserId, now: Time) -> Result<()> {
        let sql = "INSERT INTO class_people (user_id, contest, joined) VALUES ($1, $2, $3)";
        self.run(sql, args![user, contest, now]).await.map(drop)
    }

    /// An account is no longer a class's. Whether it was.
    pub async fn forget_class_person(&mut self, user: &UserId) -> Result<bool> {
        Ok(self.run("DELETE FROM class_people WHERE user_id = $1", args![user]).await? > 0)
    }

    /// What is compared of a version with those of others.
    pub async fn add_prints(&mut self, version: &VersionId, work: &Json) -> Result<()> {
        let sql = "INSERT INTO prints (version, work) VALUES ($1, $2) ON CONFLICT (version) DO UPDATE SET work = excluded.work";
        self.run(sql, args![version, work]).await.map(drop)
    }

    /// What was found in a phase. What was found before in the same version does not count any more.
    pub async fn set_check(&mut self, check: &Check) -> Result<()> {
        let sql = "INSERT INTO checks (version, phase, contest, team, passed, points, card) VALUES ($1, $2, $3, $4, $5, $6, $7) \
                   ON CONFLICT (version, phase) DO UPDATE SET passed = excluded.passed, points = excluded.points, card = excluded.card";
        let args = args![
            check.version,
            check.phase,
            check.contest,
            check.team,
            check.passed,
            check.points,
            check.card
        ];
        self.run(sql, args).await.map(drop)
    }

    /// Asks something of a version. What was asked before stays as it was.
    pub async fn add_mark(&mut self, new: &NewMark<'_>) -> Result<()> {
        let sql = "INSERT INTO marks (version, house, contest, team, share, confidence, matches) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (version, house) DO NOTHING";
        let args = args![
            new.version,
            new.house.to_owned(),
            new.contest,
            new.team,
            new.share,
            new.confidence,
            new.matches
        ];
        self.run(sql, args).await.map(drop)
    }

    /// How far a version is, unless that was clear before. Whether it was not.
    pub async fn set_mark(&mut self, mark: &Mark) -> Result<bool> {
        let sql = "UPDATE marks SET passed = $3, played = $4, points = $5, sure = $6, ended = $7 \
                   WHERE version = $1 AND house = $2 AND passed IS NULL";
        let args =
            args![mark.version, mark.house, mark.passed, mark.played, mark.points, mark.sure, mark.ended];
        Ok(self.run(sql, args).await? > 0)
    }

    /// A match is played for a mark. A number that was given is [`Error::Taken`].
    pub async fn add_mark_match(&mut self, mark: &Mark, number: i64, game: &MatchId) -> Result<()> {
        let sql = "INSERT INTO mark_matches (match, version, house, number) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (version, house, number) DO NOTHING";
        match self.run(sql, args![game, mark.version, mark.house, number]).await? {
            0 => Err(Error::Taken { what: "match" }),
            _ => Ok(()),
        }
    }
}
