//! Teams and their members.

use crate::error::{Error, Result};
use crate::ids::{ContestId, Hash, TeamId, UserId, VersionId};
use crate::link::{Reader, Tx};
use crate::names::name_key;
use crate::states::{Rank, Standing};
use crate::time::Time;
use crate::users::contains;
use crate::value::{args, from_row};

/// A team of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Which one.
    pub id: TeamId,
    /// Of which contest.
    pub contest: ContestId,
    /// Its name.
    pub name: String,
    /// What makes it another name than all others of the contest: [`name_key`](crate::name_key).
    pub name_key: String,
    /// Of the code with which one joins.
    pub code_hash: Option<Hash>,
    /// Since when there is this team.
    pub created: Time,
    /// Which of its versions plays.
    pub active_version: Option<VersionId>,
    /// How many versions it has submitted.
    pub submitted: i64,
    /// Whether it takes part.
    pub standing: Standing,
    /// Why it does not.
    pub reason: Option<String>,
    /// The house bot that takes part as this team.
    pub house: Option<String>,
}

from_row!(Team {
    id,
    contest,
    name,
    name_key,
    code_hash,
    created,
    active_version,
    submitted,
    standing,
    reason,
    house,
});

/// A team to be made.
#[derive(Clone, Debug)]
pub struct NewTeam<'a> {
    /// Of which contest.
    pub contest: &'a ContestId,
    /// Its name.
    pub name: &'a str,
    /// Of the code with which one joins.
    pub code_hash: Option<&'a Hash>,
    /// Now.
    pub created: Time,
    /// The house bot that takes part as this team.
    pub house: Option<&'a str>,
}

/// A user in a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// In which team.
    pub team: TeamId,
    /// Of which contest.
    pub contest: ContestId,
    /// Who.
    pub user: UserId,
    /// Their name.
    pub name: String,
    /// What they are in it.
    pub rank: Rank,
    /// Since when.
    pub joined: Time,
}

from_row!(Member { team, contest, user = "user_id", name, rank, joined });

impl Reader {
    /// A team.
    pub async fn team(&mut self, id: &TeamId) -> Result<Team> {
        let team = self.one("SELECT * FROM teams WHERE id = $1", args![id]).await?;
        team.ok_or(Error::Missing { what: "team" })
    }

    /// The team of that name in a contest, however it is spelled.
    pub async fn team_named(&mut self, contest: &ContestId, name: &str) -> Result<Option<Team>> {
        let sql = "SELECT * FROM teams WHERE contest = $1 AND name_key = $2";
        self.one(sql, args![contest, name_key(name)]).await
    }

    /// The team of a contest that one joins with that code.
    pub async fn team_by_code(&mut self, contest: &ContestId, code: &Hash) -> Result<Option<Team>> {
        self.one("SELECT * FROM teams WHERE contest = $1 AND code_hash = $2", args![contest, code]).await
    }

    /// All teams of a contest, in the order of their names.
    pub async fn teams(&mut self, contest: &ContestId) -> Result<Vec<Team>> {
        self.all("SELECT * FROM teams WHERE contest = $1 ORDER BY name_key", args![contest]).await
    }

    /// How many teams of a contest are people's.
    pub async fn count_teams(&mut self, contest: &ContestId) -> Result<i64> {
        let sql = "SELECT COUNT(*) AS a FROM teams WHERE contest = $1 AND house IS NULL";
        self.count(sql, args![contest]).await
    }

    /// Several teams; those that are not there are left out.
    pub async fn these_teams(&mut self, ids: &[TeamId]) -> Result<Vec<Team>> {
        self.these("SELECT * FROM teams WHERE id IN", ids).await
    }

    /// Teams of a contest in the order of their names, from after a name key; `text` is part of a name.
    pub async fn find_teams(
        &mut self,
        contest: &ContestId,
        text: &str,
        after: &str,
        limit: i64,
    ) -> Result<Vec<Team>> {
        let sql = "SELECT * FROM teams WHERE contest = $1 AND name_key > $2 AND name_key LIKE $3 ESCAPE '\\' \
                   ORDER BY name_key LIMIT $4";
        self.all(sql, args![contest, after, contains(text), limit]).await
    }

    /// The team of a user in a contest.
    pub async fn team_of(&mut self, contest: &ContestId, user: &UserId) -> Result<Option<Team>> {
        let sql = "SELECT teams.* FROM teams JOIN members ON members.team = teams.id \
                   WHERE members.contest = $1 AND members.user_id = $2";
        self.one(sql, args![contest, user]).await
    }

    /// All teams of a user.
    pub async fn teams_of(&mut self, user: &UserId) -> Result<Vec<Team>> {
        let sql = "SELECT teams.* FROM teams JOIN members ON members.team = teams.id \
                   WHERE members.user_id = $1 ORDER BY members.joined, teams.id";
        self.all(sql, args![user]).await
    }

    /// What a user is in a team, if they are in it.
    pub async fn rank_in(&mut self, team: &TeamId, user: &UserId) -> Result<Option<Rank>> {
        let sql = "SELECT rank AS a FROM members WHERE team = $1 AND user_id = $2";
        Ok(self.one::<(Rank,)>(sql, args![team, user]).await?.map(|(rank,)| rank))
    }

    /// The members of a team, the captain first, then by how long they are in it.
    pub async fn members(&mut self, team: &TeamId) -> Result<Vec<Member>> {
        let sql = "SELECT members.*, users.name FROM members JOIN users ON users.id = members.user_id \
                   WHERE members.team = $1 ORDER BY members.rank, members.joined, members.user_id";
        self.all(sql, args![team]).await
    }
}

impl Tx {
    /// Makes a team. A name that is taken in its contest is [`Error::Taken`].
    pub async fn add_team(&mut self, new: &NewTeam<'_>) -> Result<Team> {
        let sql = "INSERT INTO teams (id, contest, name, name_key, code_hash, created, standing, house) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (contest, name_key) DO NOTHING RETURNING *";
        let (id, key) = (TeamId::fresh(), name_key(new.name));
        let args = args![id, new.contest, new.name, key, new.code_hash, new.created, Standing::In, new.house];
        self.begins(Standing::In);
        self.one(sql, args).await?.ok_or(Error::Taken { what: "name" })
    }

    /// Gives a team another name.
    pub async fn rename_team(&mut self, id: &TeamId, name: &str) -> Result<()> {
        let team = self.team(id).await?;
        let key = name_key(name);
        if key != team.name_key && self.team_named(&team.contest, name).await?.is_some() {
            return Err(Error::Taken { what: "name" });
        }
        self.run("UPDATE teams SET name = $2, name_key = $3 WHERE id = $1", args![id, name, key])
            .await
            .map(drop)
    }

    /// Gives a team another code with which one joins it, or none.
    pub async fn set_team_code(&mut self, id: &TeamId, code: Option<&Hash>) -> Result<()> {
        match self.run("UPDATE teams SET code_hash = $2 WHERE id = $1", args![id, code]).await? {
            0 => Err(Error::Missing { what: "team" }),
            _ => Ok(()),
        }
    }

    /// Takes a team out of its contest with a reason, or in again.
    pub async fn move_team(
        &mut self,
        id: &TeamId,
        from: Standing,
        to: Standing,
        reason: Option<&str>,
    ) -> Result<()> {
        self.step(from, to)?;
        let sql = "UPDATE teams SET standing = $3, reason = $4 WHERE id = $1 AND standing = $2";
        let rows = self.run(sql, args![id, from, to, reason]).await?;
        self.changed::<Standing>(rows, id).await
    }

    /// Chooses which of its versions plays: only one that is ready, or none.
    pub async fn activate_version(&mut self, id: &TeamId, version: Option<&VersionId>) -> Result<()> {
        let sql = "UPDATE teams SET active_version = $2 WHERE id = $1 AND ($2 IS NULL OR EXISTS (\
                   SELECT 1 FROM versions WHERE versions.id = $2 AND versions.team = $1 AND versions.state = 'ready'))";
        let rows = self.run(sql, args![id, version]).await?;
        self.changed::<Standing>(rows, id).await
    }

    /// Takes a user into a team that has fewer than `most` members. Somebody who is in a team of that contest already is
    /// [`Error::Taken`], a team that is full [`Error::Conflict`].
    pub async fn add_member(
        &mut self,
        team: &TeamId,
        user: &UserId,
        rank: Rank,
        joined: Time,
        most: i64,
    ) -> Result<()> {
        // Whoever else joins this team waits until we are done, so that the count holds.
        let contest = "UPDATE teams SET name = name WHERE id = $1 RETURNING contest AS a";
        let contest = self.one::<(ContestId,)>(contest, args![team]).await?;
        let (contest,) = contest.ok_or(Error::Missing { what: "team" })?;
        if self.count("SELECT COUNT(*) AS a FROM members WHERE team = $1", args![team]).await? >= most {
            return Err(Error::Conflict { what: "team" });
        }
        let sql = "INSERT INTO members (team, contest, user_id, rank, joined) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT DO NOTHING";
        match self.run(sql, args![team, contest, user, rank, joined]).await? {
            0 => Err(Error::Taken { what: "place in a team" }),
            _ => Ok(()),
        }
    }

    /// Makes a member captain, or captain no longer.
    pub async fn set_rank(&mut self, team: &TeamId, user: &UserId, rank: Rank) -> Result<()> {
        let sql = "UPDATE members SET rank = $3 WHERE team = $1 AND user_id = $2";
        match self.run(sql, args![team, user, rank]).await? {
            0 => Err(Error::Missing { what: "member" }),
            _ => Ok(()),
        }
    }

    /// Takes a user out of a team.
    pub async fn remove_member(&mut self, team: &TeamId, user: &UserId) -> Result<()> {
        match self.run("DELETE FROM members WHERE team = $1 AND user_id = $2", args![team, user]).await? {
            0 => Err(Error::Missing { what: "member" }),
            _ => Ok(()),
        }
    }
}
