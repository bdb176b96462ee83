//! Contests, and who runs them.

use crate::error::{Error, Result};
use crate::ids::{ContestId, Hash, UserId};
use crate::json::Json;
use crate::link::{Reader, Tx};
use crate::states::{Access, ContestState};
use crate::time::Time;
use crate::users::User;
use crate::value::{args, from_row};

/// A contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Which one.
    pub id: ContestId,
    /// Its name in addresses.
    pub slug: String,
    /// Its name.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The game.
    pub game: String,
    /// Maps, ruleset, clocks, limits: whatever SQL never asks about.
    pub settings: Json,
    /// How far it is.
    pub state: ContestState,
    /// Who may enter.
    pub access: Access,
    /// Of the code that lets one in.
    pub code_hash: Option<Hash>,
    /// When it is to open.
    pub opens: Option<Time>,
    /// When it is to freeze.
    pub freezes: Option<Time>,
    /// When it is to close.
    pub closes: Option<Time>,
    /// Since when there is this contest.
    pub created: Time,
    /// Who made it, if not the command line.
    pub created_by: Option<UserId>,
    /// Whether it is for show, and may be reset.
    pub demo: bool,
}

from_row!(Contest {
    id,
    slug,
    title,
    about,
    game,
    settings,
    state,
    access,
    code_hash,
    opens,
    freezes,
    closes,
    created,
    created_by,
    demo,
});

/// A contest to be made. It is a draft.
#[derive(Clone, Debug)]
pub struct NewContest<'a> {
    /// Its name in addresses.
    pub slug: &'a str,
    /// Its name.
    pub title: &'a str,
    /// What it is about.
    pub about: &'a str,
    /// The game.
    pub game: &'a str,
    /// Whatever SQL never asks about.
    pub settings: &'a Json,
    /// Who may enter.
    pub access: Access,
    /// Of the code that lets one in.
    pub code_hash: Option<&'a Hash>,
    /// When it is to open.
    pub opens: Option<Time>,
    /// When it is to freeze.
    pub freezes: Option<Time>,
    /// When it is to close.
    pub closes: Option<Time>,
    /// Now.
    pub created: Time,
    /// Who makes it, if not the command line.
    pub created_by: Option<&'a UserId>,
    /// Whether it is for show.
    pub demo: bool,
}

/// What is to be changed of a contest; what is `None` stays.
#[derive(Clone, Debug, Default)]
pub struct ContestChange<'a> {
    /// Another name.
    pub title: Option<&'a str>,
    /// Another description.
    pub about: Option<&'a str>,
    /// Other settings.
    pub settings: Option<&'a Json>,
    /// Another access.
    pub access: Option<Access>,
    /// Another code, or none.
    pub code_hash: Option<Option<&'a Hash>>,
    /// Another opening, or none.
    pub opens: Option<Option<Time>>,
    /// Another freeze, or none.
    pub freezes: Option<Option<Time>>,
    /// Another end, or none.
    pub closes: Option<Option<Time>>,
}

impl Reader {
    /// A contest.
    pub async fn contest(&mut self, id: &ContestId) -> Result<Contest> {
        let contest = self.one("SELECT * FROM contests WHERE id = $1", args![id]).await?;
        contest.ok_or(Error::Missing { what: "contest" })
    }

    /// The contest with that name in addresses.
    pub async fn contest_at(&mut self, slug: &str) -> Result<Option<Contest>> {
        self.one("SELECT * FROM contests WHERE slug = $1", args![slug]).await
    }

    /// All contests, the newest first.
    pub async fn contests(&mut self) -> Result<Vec<Contest>> {
        self.all("SELECT * FROM contests ORDER BY created DESC, id", args![]).await
    }

    /// Whether somebody runs that contest, besides admins.
    pub async fn is_organiser(&mut self, contest: &ContestId, user: &UserId) -> Result<bool> {
        let sql = "SELECT COUNT(*) AS a FROM organisers WHERE contest = $1 AND user_id = $2";
        Ok(self.count(sql, args![contest, user]).await? > 0)
    }

    /// Who runs that contest, besides admins.
    pub async fn organisers(&mut self, contest: &ContestId) -> Result<Vec<User>> {
        let sql = "SELECT users.* FROM users JOIN organisers ON organisers.user_id = users.id \
                   WHERE organisers.contest = $1 ORDER BY users.name_key";
        self.all(sql, args![contest]).await
    }

    /// The contests that somebody runs.
    pub async fn organised_by(&mut self, user: &UserId) -> Result<Vec<ContestId>> {
        let sql = "SELECT contest AS a FROM organisers WHERE user_id = $1 ORDER BY contest";
        Ok(self.all::<(ContestId,)>(sql, args![user]).await?.into_iter().map(|(contest,)| contest).collect())
    }
}

impl Tx {
    /// Makes a contest. A slug that is taken is [`Error::Taken`].
    pub async fn add_contest(&mut self, new: &NewContest<'_>) -> Result<Contest> {
        let sql = "INSERT INTO contests (id, slug, title, about, game, settings, state, access, code_hash, opens, freezes, \
                   closes, created, created_by, demo) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) \
                   ON CONFLICT (slug) DO NOTHING RETURNING *";
        let args = args![
            ContestId::fresh(),
            new.slug,
            new.title,
            new.about,
            new.game,
            new.settings,
            ContestState::Draft,
            new.access,
            new.code_hash,
            new.opens,
            new.freezes,
            new.closes,
            new.created,
            new.created_by,
            new.demo,
        ];
        self.begins(ContestState::Draft);
        self.one(sql, args).await?.ok_or(Error::Taken { what: "address" })
    }

    /// Changes what a contest says of itself.
    pub async fn change_contest(&mut self, id: &ContestId, change: &ContestChange<'_>) -> Result<Contest> {
        let contest = self.contest(id).await?;
        let sql = "UPDATE contests SET title = $2, about = $3, settings = $4, access = $5, code_hash = $6, opens = $7, \
                   freezes = $8, closes = $9 WHERE id = $1 RETURNING *";
        let args = args![
            id,
            change.title.unwrap_or(&contest.title),
            change.about.unwrap_or(&contest.about),
            change.settings.unwrap_or(&contest.settings),
            change.access.unwrap_or(contest.access),
            change.code_hash.unwrap_or(contest.code_hash.as_ref()),
            change.opens.unwrap_or(contest.opens),
            change.freezes.unwrap_or(contest.freezes),
            change.closes.unwrap_or(contest.closes),
        ];
        self.one(sql, args).await?.ok_or(Error::Missing { what: "contest" })
    }

    /// Brings a contest from one state into another.
    pub async fn move_contest(&mut self, id: &ContestId, from: ContestState, to: ContestState) -> Result<()> {
        self.step(from, to)?;
        let sql = "UPDATE contests SET state = $3 WHERE id = $1 AND state = $2";
        let rows = self.run(sql, args![id, from, to]).await?;
        self.changed::<ContestState>(rows, id).await
    }

    /// Lets somebody run a contest.
    pub async fn add_organiser(&mut self, contest: &ContestId, user: &UserId) -> Result<()> {
        let sql = "INSERT INTO organisers (contest, user_id) VALUES ($1, $2) ON CONFLICT (contest, user_id) DO NOTHING";
        self.run(sql, args![contest, user]).await.map(drop)
    }

    /// Lets somebody no longer run a contest.
    pub async fn remove_organiser(&mut self, contest: &ContestId, user: &UserId) -> Result<()> {
        match self
            .run("DELETE FROM organisers WHERE contest = $1 AND user_id = $2", args![contest, user])
            .await?
        {
            0 => Err(Error::Missing { what: "organiser" }),
            _ => Ok(()),
        }
    }

    /// Removes a demo or a draft with everything that is in it. A contest that people take part in stays: [`Error::Conflict`].
    pub async fn remove_contest(&mut self, id: &ContestId) -> Result<()> {
        let rows = self
            .run(
                "UPDATE contests SET title = title WHERE id = $1 AND (demo = 1 OR state = 'draft')",
                args![id],
            )
            .await?;
        self.changed::<ContestState>(rows, id).await?;
        self.clear_contest(id).await
    }

    /// Removes a contest that is closed with everything that is in it, unless a worker still has something of it: [`Error::Conflict`].
    pub async fn remove_closed(&mut self, id: &ContestId) -> Result<()> {
        let sql = "UPDATE contests SET title = title WHERE id = $1 AND state = 'closed' AND NOT EXISTS (\
                   SELECT 1 FROM jobs WHERE jobs.state = 'running' AND (\
                   subject IN (SELECT id FROM matches WHERE contest = $1) OR subject IN (\
                   SELECT versions.id FROM versions JOIN teams ON teams.id = versions.team WHERE teams.contest = $1)))";
        let rows = self.run(sql, args![id]).await?;
        self.changed::<ContestState>(rows, id).await?;
        self.clear_contest(id).await
    }

    async fn clear_contest(&mut self, id: &ContestId) -> Result<()> {
        for sql in [
            "DELETE FROM final_log WHERE final IN (SELECT id FROM finals WHERE contest = $1)",
            "DELETE FROM final_votes WHERE final IN (SELECT id FROM finals WHERE contest = $1)",
            "DELETE FROM final_matches WHERE final IN (SELECT id FROM finals WHERE contest = $1)",
            "DELETE FROM hall_keys WHERE contest = $1",
            "DELETE FROM finals WHERE contest = $1",
            "DELETE FROM mark_matches WHERE match IN (SELECT id FROM matches WHERE contest = $1)",
            "DELETE FROM marks WHERE contest = $1",
            "DELETE FROM checks WHERE contest = $1",
            "DELETE FROM prints WHERE version IN (\
             SELECT versions.id FROM versions JOIN teams ON teams.id = versions.team WHERE teams.contest = $1)",
            "DELETE FROM class_people WHERE contest = $1",
            "DELETE FROM jobs WHERE subject IN (SELECT id FROM matches WHERE contest = $1) OR subject IN (\
             SELECT versions.id FROM versions JOIN teams ON teams.id = versions.team WHERE teams.contest = $1)",
            "DELETE FROM rejudge_matches WHERE rejudge IN (SELECT id FROM rejudges WHERE contest = $1)",
            "DELETE FROM rejudges WHERE contest = $1",
            "DELETE FROM tags WHERE match IN (SELECT id FROM matches WHERE contest = $1)",
            "DELETE FROM match_seats WHERE match IN (SELECT id FROM matches WHERE contest = $1)",
            "DELETE FROM matches WHERE contest = $1",
            "DELETE FROM rounds WHERE contest = $1",
            "DELETE FROM versions WHERE team IN (SELECT id FROM teams WHERE contest = $1)",
            "DELETE FROM members WHERE contest = $1",
            "DELETE FROM teams WHERE contest = $1",
            "DELETE FROM announcements WHERE contest = $1",
            "DELETE FROM organisers WHERE contest = $1",
            "DELETE FROM contests WHERE id = $1",
        ] {
            self.run(sql, args![id]).await?;
        }
        Ok(())
    }

    /// Whoever else holds this contest waits until we are done: for what is counted or must not be there twice. What is read
    /// afterwards has what they wrote, as has the contest that is returned.
    pub async fn hold_contest(&mut self, id: &ContestId) -> Result<Contest> {
        let sql = "UPDATE contests SET title = title WHERE id = $1 RETURNING *";
        self.one(sql, args![id]).await?.ok_or(Error::Missing { what: "contest" })
    }
}
