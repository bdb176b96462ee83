//! Teams: making them, joining and leaving, their captains.

use meydan_arena::{Error, alike};
use meydan_store::{
    Access, Contest, ContestId, ContestState, FinalState, NewTeam as StoreNew, Rank, Reader, Scope, Standing,
    Team, TeamId, Tx, UserId,
};
use serde_json::json;

use crate::classes::team_marks;
use crate::contests::{Part, no_contest};
use crate::guard::Rate;
use crate::league::{Told, say};
use crate::name::name;
use crate::view::{JoinTeam, MemberCard, NewTeam, Reason, TeamCard, TeamChange, TeamCode, TeamPage};
use crate::{Caller, League, Secret};

/// How often somebody may try a code.
const CODES: Rate = Rate::hourly(60);

impl League {
    /// A team and what the caller is to its contest. A team of a draft is not there for others.
    pub(crate) async fn team_part(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        id: &str,
    ) -> Result<(Team, Part), Error> {
        let id: TeamId = id.parse().map_err(|_| no_team())?;
        let team = reader.team(&id).await.told()?;
        let contest = reader.contest(&team.contest).await.told()?;
        let part = self.part_in(reader, caller, contest).await.map_err(|_| no_team())?;
        Ok((team, part))
    }

    /// The caller's own team. Somebody else's answers as if it were not there, unless everybody may know of it anyway.
    pub(crate) async fn own_team(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        id: &str,
        scope: Scope,
    ) -> Result<(Team, Part), Error> {
        let account = caller.must_have(scope)?;
        let (team, part) = self.team_part(reader, caller, id).await?;
        match reader.rank_in(&team.id, &account.user).await.told()? {
            Some(_) => Ok((team, part)),
            None => Err(Error::Forbidden("only the team's own people may do that".to_owned())),
        }
    }

    /// The teams of a contest, by name.
    pub async fn teams(&self, caller: &Caller, slug: &str, text: &str) -> Result<Vec<TeamCard>, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let mut cards = Vec::new();
        for team in reader.find_teams(&part.contest.id, text, "", 1000).await.told()? {
            cards.push(team_card(&mut reader, &team, &part.contest).await?);
        }
        Ok(cards)
    }

    /// A team's page.
    pub async fn team(&self, caller: &Caller, id: &str) -> Result<TeamPage, Error> {
        let mut reader = self.store.read().await.told()?;
        let (team, part) = self.team_part(&mut reader, caller, id).await?;
        let rank = match caller.account() {
            Some(account) => reader.rank_in(&team.id, &account.user).await.told()?,
            None => None,
        };
        let member = |member: meydan_store::Member| MemberCard {
            user: member.user.to_string(),
            name: member.name,
            rank: member.rank.to_string(),
        };
        let marks = match rank.is_some() || part.organiser {
            true => team_marks(&mut reader, part.settings.class.as_ref(), &team).await?,
            false => Vec::new(),
        };
        Ok(TeamPage {
            marks,
            members: reader.members(&team.id).await.told()?.into_iter().map(member).collect(),
            team: team_card(&mut reader, &team, &part.contest).await?,
            own: rank.is_some(),
            captain: rank == Some(Rank::Captain),
        })
    }

    /// Makes a team; whoever makes it is its captain.
    pub async fn make_team(&self, caller: &Caller, slug: &str, wish: NewTeam) -> Result<TeamPage, Error> {
        let account = caller.must_have(Scope::Submit)?;
        let name = name("a team's name", &wish.name)?;
        if wish.code.is_some() {
            self.ration(caller, "code", CODES).await?;
        }
        let mut tx = self.store.begin().await.told()?;
        let part = self.door(&mut tx, caller, slug).await?;
        must_be_open(&part.contest, "teams can be made")?;
        if part.contest.access == Access::Code && !part.organiser {
            let shown = wish.code.as_deref().map(|code| Secret::shown(code).hash());
            if shown.is_none() || shown != part.contest.code_hash {
                return Err(Error::Forbidden(
                    "this contest is by invitation; its code is another".to_owned(),
                ));
            }
        }
        let new = StoreNew {
            contest: &part.contest.id,
            name: &name,
            code_hash: None,
            created: self.now(),
            house: None,
        };
        must_look_new(&mut tx, &part.contest.id, &name, None, name_taken).await?;
        let team = tx.add_team(&new).await.map_err(taken)?;
        let most = part.settings.team_size as i64;
        tx.add_member(&team.id, &account.user, Rank::Captain, self.now(), most).await.map_err(in_another)?;
        self.note(&mut tx, caller, "team made", team.id.as_str(), &json!({ "name": name })).await?;
        tx.commit().await.told()?;
        self.team(caller, team.id.as_str()).await
    }

    /// Joins a team with the code that its captain gave.
    pub async fn join_team(&self, caller: &Caller, slug: &str, wish: JoinTeam) -> Result<TeamPage, Error> {
        let account = caller.must_have(Scope::Submit)?;
        self.ration(caller, "code", CODES).await?;
        let mut tx = self.store.begin().await.told()?;
        let part = self.door(&mut tx, caller, slug).await?;
        must_be_open(&part.contest, "teams can be joined")?;
        let team = tx.team_by_code(&part.contest.id, &Secret::shown(&wish.code).hash()).await.told()?;
        let team = team.ok_or_else(|| {
            Error::Missing(
                "no team of this contest has that code; ask its captain for the present one".to_owned(),
            )
        })?;
        let most = part.settings.team_size as i64;
        let joined = tx.add_member(&team.id, &account.user, Rank::Member, self.now(), most).await;
        joined.map_err(|error| match error {
            meydan_store::Error::Conflict { .. } => {
                Error::Conflict(format!("the team is full; it may have {most} people"))
            }
            other => in_another(other),
        })?;
        self.note(&mut tx, caller, "team joined", team.id.as_str(), &()).await?;
        tx.commit().await.told()?;
        self.team(caller, team.id.as_str()).await
    }

    /// Changes a team, for its captain.
    pub async fn change_team(
        &self,
        caller: &Caller,
        id: &str,
        change: TeamChange,
    ) -> Result<TeamPage, Error> {
        let mut tx = self.store.begin().await.told()?;
        let team = self.captains(&mut tx, caller, id).await?;
        if let Some(text) = &change.name {
            must_not_be_a_pupils(&mut tx, caller, &team).await?;
            let played = tx.final_of(&team.contest).await.told()?;
            if played.is_some_and(|played| played.state == FinalState::Running) {
                return Err(Error::Conflict(
                    "the contest's final is being played, so names stay as they are until its end".to_owned(),
                ));
            }
            let name = name("a team's name", text)?;
            must_look_new(&mut tx, &team.contest, &name, Some(&team.id), name_taken).await?;
            tx.rename_team(&team.id, &name).await.map_err(taken)?;
            let detail = json!({ "from": team.name, "to": name });
            self.note(&mut tx, caller, "team renamed", team.id.as_str(), &detail).await?;
        }
        tx.commit().await.told()?;
        self.team(caller, id).await
    }

    /// A new code with which people join; the one before no longer works.
    pub async fn team_code(&self, caller: &Caller, id: &str) -> Result<TeamCode, Error> {
        let mut tx = self.store.begin().await.told()?;
        let team = self.captains(&mut tx, caller, id).await?;
        let code = Secret::draw("", 12)?;
        tx.set_team_code(&team.id, Some(&code.hash())).await.told()?;
        self.note(&mut tx, caller, "team code made", team.id.as_str(), &()).await?;
        tx.commit().await.told()?;
        Ok(TeamCode { code: code.reveal().to_owned() })
    }

    /// Leaves a team.
    pub async fn leave_team(&self, caller: &Caller, id: &str) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        // A program that submits must not be able to leave.
        let account = caller.must_be_signed_in()?.0.clone();
        let (team, part) = self.own_team(&mut tx, caller, id, Scope::Submit).await?;
        must_not_be_out(&team)?;
        // Another team would begin from nothing, with all its tries at the marks before it.
        if part.settings.class.is_some() && tx.members(&team.id).await.told()?.len() == 1 {
            return Err(Error::Conflict(
                "in a class nobody leaves a team that is theirs alone; ask whoever runs it".to_owned(),
            ));
        }
        self.part_with(&mut tx, &team, &account.user).await?;
        self.note(&mut tx, caller, "team left", team.id.as_str(), &()).await?;
        tx.commit().await.told()
    }

    /// Takes somebody out of a team, for its captain.
    pub async fn remove_member(&self, caller: &Caller, id: &str, user: &str) -> Result<(), Error> {
        let user: UserId = user.parse().map_err(|_| Error::Missing("there is no such member".to_owned()))?;
        let mut tx = self.store.begin().await.told()?;
        let team = self.captains(&mut tx, caller, id).await?;
        if tx.rank_in(&team.id, &user).await.told()?.is_none() {
            return Err(Error::Missing("there is no such member".to_owned()));
        }
        must_not_be_out(&team)?;
        self.part_with(&mut tx, &team, &user).await?;
        // They know the code; nobody joins with it any more.
        tx.set_team_code(&team.id, None).await.told()?;
        self.note(&mut tx, caller, "member removed", team.id.as_str(), &json!({ "user": user })).await?;
        tx.commit().await.told()
    }

    /// Takes a team out of its contest with a reason, for organisers.
    pub async fn disqualify(&self, caller: &Caller, id: &str, reason: Reason) -> Result<TeamPage, Error> {
        self.move_team(caller, id, Standing::Disqualified, Some(&told(&reason)?), "team disqualified").await
    }

    /// Takes a team in again, for organisers.
    pub async fn reinstate(&self, caller: &Caller, id: &str) -> Result<TeamPage, Error> {
        self.move_team(caller, id, Standing::In, None, "team reinstated").await
    }

    async fn move_team(
        &self,
        caller: &Caller,
        id: &str,
        to: Standing,
        reason: Option<&str>,
        what: &str,
    ) -> Result<TeamPage, Error> {
        let mut tx = self.store.begin().await.told()?;
        let (team, part) = self.team_part(&mut tx, caller, id).await?;
        part.must_be_organiser(caller)?;
        tx.move_team(&team.id, team.standing, to, reason).await.told()?;
        self.note(&mut tx, caller, what, team.id.as_str(), &json!({ "reason": reason })).await?;
        tx.commit().await.told()?;
        self.team(caller, id).await
    }

    /// Takes somebody out of a team. The oldest member follows a captain; a team that nobody is left in withdraws.
    pub(crate) async fn part_with(&self, tx: &mut Tx, team: &Team, user: &UserId) -> Result<(), Error> {
        tx.remove_member(&team.id, user).await.told()?;
        let left = tx.members(&team.id).await.told()?;
        match left.first() {
            // What is closed stays as it was.
            None if tx.contest(&team.contest).await.told()?.state == ContestState::Closed => Ok(()),
            None if team.standing == Standing::In => {
                let reason = Some("everybody has left it");
                tx.move_team(&team.id, Standing::In, Standing::Withdrawn, reason).await.told()
            }
            Some(next) if next.rank != Rank::Captain => {
                tx.set_rank(&team.id, &next.user, Rank::Captain).await.told()
            }
            _ => Ok(()),
        }
    }

    /// What somebody is to a contest whose code they may have.
    async fn door(&self, tx: &mut Tx, caller: &Caller, slug: &str) -> Result<Part, Error> {
        let contest = tx.contest_at(slug).await.told()?.ok_or_else(no_contest)?;
        self.part_at_the_door(tx, caller, contest).await
    }

    async fn captains(&self, tx: &mut Tx, caller: &Caller, id: &str) -> Result<Team, Error> {
        let account = caller.must_be_signed_in()?.0.clone();
        let (team, part) = self.team_part(tx, caller, id).await?;
        let rank = tx.rank_in(&team.id, &account.user).await.told()?;
        match rank {
            Some(Rank::Captain) => Ok(team),
            _ if part.organiser => Ok(team),
            _ => Err(Error::Forbidden("only the team's captain may do that".to_owned())),
        }
    }
}

pub(crate) fn no_team() -> Error {
    Error::Missing("there is no such team".to_owned())
}

/// A reason that says something.
pub(crate) fn told(reason: &Reason) -> Result<String, Error> {
    let text = reason.reason.trim();
    if text.is_empty() || text.len() > 2000 {
        return Err(Error::Wrong("say why, in a sentence of at most 2000 characters".to_owned()));
    }
    Ok(text.to_owned())
}

pub(crate) async fn team_card(
    reader: &mut Reader,
    team: &Team,
    contest: &Contest,
) -> Result<TeamCard, Error> {
    let version = match &team.active_version {
        Some(version) => Some(reader.version(version).await.told()?.number as u32),
        None => None,
    };
    Ok(TeamCard {
        id: team.id.to_string(),
        name: team.name.clone(),
        contest: contest.slug.clone(),
        house: team.house.clone(),
        standing: team.standing.to_string(),
        reason: team.reason.clone(),
        version,
        created: team.created.0,
    })
}

pub(crate) fn must_be_open(contest: &Contest, what: &str) -> Result<(), Error> {
    match contest.state {
        ContestState::Open => Ok(()),
        state => Err(Error::Conflict(format!("{what} while the contest is open; it is {state}"))),
    }
}

fn taken(error: meydan_store::Error) -> Error {
    match error {
        meydan_store::Error::Taken { .. } => name_taken(),
        other => say(other),
    }
}

fn name_taken() -> Error {
    Error::Conflict("a team of this contest has that name; choose another".to_owned())
}

/// Two teams of a contest that a reader would take for one are not let in.
pub(crate) async fn must_look_new(
    reader: &mut Reader,
    contest: &ContestId,
    name: &str,
    own: Option<&TeamId>,
    taken: impl FnOnce() -> Error,
) -> Result<(), Error> {
    let teams = reader.teams(contest).await.told()?;
    match teams.iter().any(|team| Some(&team.id) != own && alike(&team.name, name)) {
        true => Err(taken()),
        false => Ok(()),
    }
}

fn in_another(error: meydan_store::Error) -> Error {
    match error {
        meydan_store::Error::Taken { .. } => {
            Error::Conflict("you are in a team of this contest already; leave it first".to_owned())
        }
        other => say(other),
    }
}

/// Whoever left a team that was taken out could come back with another one.
fn must_not_be_out(team: &Team) -> Result<(), Error> {
    match team.standing {
        Standing::Disqualified => {
            Err(Error::Conflict("a team that was disqualified cannot be left; ask an organiser".to_owned()))
        }
        Standing::In | Standing::Withdrawn => Ok(()),
    }
}

/// In a class a team has the name of its pupil, by which the teacher knows whose it is.
async fn must_not_be_a_pupils(reader: &mut Reader, caller: &Caller, team: &Team) -> Result<(), Error> {
    let Some(account) = caller.account() else { return Ok(()) };
    match reader.class_person(&account.user).await.told()? {
        Some(person) if person.contest == team.contest => Err(Error::Conflict(
            "in a class a team has the name with which you came in; ask whoever runs it".to_owned(),
        )),
        _ => Ok(()),
    }
}
