//! Classes: people come in with a room's code and a name, and whoever runs the class has a table of them.

use std::collections::BTreeMap;

use meydan_arena::{Error, legible};
use meydan_likeness::{Alike, Spot, Work};
use meydan_store::{
    Check, Contest, ContestState, Hash, Mark, NewTeam, NewUser, Rank, Reader, Role, Standing, Team, TeamId,
    Time, Tx, UserChange, UserId, Version, VersionId,
};
use serde_json::json;

use crate::accounts::{SIGN_UPS, SignedIn, lang};
use crate::clock::written;
use crate::contests::Part;
use crate::export::csv_line;
use crate::league::{Told, say, settings};
use crate::name::name;
use crate::teams::{must_be_open, must_look_new};
use crate::view::{
    AlikeCard, AlikePage, ClassJoined, ClassKey, ClassRow, ClassTable, JoinClass, MarkCard, PhaseCard,
    SpotCard, TeamMark,
};
use crate::{Caller, Class, League, MarkWish, Secret};

/// How many letters a key has. It is a password that somebody copies from a slip of paper.
const KEY: usize = 12;
/// Programs are told of that have this share in common, and at least so many fingerprints.
const ALIKE: f64 = 0.2;
const FEWEST: usize = 3;
/// How many people of one name there may be.
const NAMESAKES: u32 = 1000;
/// The most pairs, and places of each.
const PAIRS: usize = 200;
const SPOTS: usize = 50;

impl League {
    /// Comes into a class: an account with that name and a team of its own are made at once, without an e-mail address.
    pub async fn join_class(
        &self,
        caller: &Caller,
        wish: JoinClass,
        agent: &str,
    ) -> Result<(SignedIn, ClassJoined), Error> {
        let (name, lang) = (name("a name", &wish.name)?, lang(wish.lang)?);
        let mut reader = self.store.read().await.told()?;
        let found = class_by_code(&mut reader, &Secret::shown(&wish.code)).await;
        drop(reader);
        // Wrong codes are counted apart: one pupil who guesses must not keep a school behind one address out. Nor must one who comes in under two
        // hundred names: each code counts for itself, so other classes have theirs, and a teacher who changes the code lets the class in at once.
        let what = match &found {
            Ok(_) => format!("class {}", Secret::shown(&wish.code).hash().as_str()),
            Err(_) => "class code".to_owned(),
        };
        self.ration(caller, &what, SIGN_UPS).await?;
        let contest = found?;
        // Keeping a key takes a moment, which a name that is taken does not need.
        must_look_new(&mut self.store.read().await.told()?, &contest.id, &name, None, name_taken).await?;
        let key = Secret::draw("", KEY)?;
        let password = self.passwords.keep(key.reveal()).await?;
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        must_look_new(&mut tx, &contest.id, &name, None, name_taken).await?;
        let login = free_name(&mut tx, &name).await?;
        let new = NewUser {
            name: &login,
            email: None,
            password: Some(&password),
            role: Role::Contestant,
            lang: lang.as_deref(),
            created: now,
        };
        let user = tx.add_user(&new).await.map_err(taken)?;
        let new = NewTeam { contest: &contest.id, name: &name, code_hash: None, created: now, house: None };
        let team = tx.add_team(&new).await.map_err(taken)?;
        tx.add_member(&team.id, &user.id, Rank::Captain, now, 1).await.told()?;
        tx.add_class_person(&contest.id, &user.id, now).await.told()?;
        let detail = json!({ "class": contest.slug });
        self.note(&mut tx, caller, "class joined", user.id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        let signed_in = self.begin_session(user, agent).await?;
        let joined = ClassJoined {
            contest: contest.slug,
            title: contest.title,
            team: team.id.to_string(),
            name: login,
            key: key.reveal().to_owned(),
        };
        Ok((signed_in, joined))
    }

    /// The teacher's table.
    pub async fn class_table(&self, caller: &Caller, slug: &str) -> Result<ClassTable, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let (part, class) = self.class_part(&mut reader, caller, slug).await?;
        let mut marks: BTreeMap<TeamId, Vec<Mark>> = BTreeMap::new();
        for mark in reader.marks(&part.contest.id).await.told()? {
            marks.entry(mark.team.clone()).or_default().push(mark);
        }
        let mut checks: BTreeMap<TeamId, Vec<Check>> = BTreeMap::new();
        for check in reader.checks(&part.contest.id).await.told()? {
            checks.entry(check.team.clone()).or_default().push(check);
        }
        let made: Vec<UserId> =
            reader.class_people(&part.contest.id).await.told()?.into_iter().map(|one| one.user).collect();
        let mut rows = Vec::new();
        for team in reader.teams(&part.contest.id).await.told()? {
            if team.house.is_none() {
                let own = marks.remove(&team.id).unwrap_or_default();
                let phases = phases(&class, &checks.remove(&team.id).unwrap_or_default())?;
                rows.push(row(&mut reader, &team, &class, &own, phases, &made).await?);
            }
        }
        Ok(ClassTable { marks: class.marks, phases: class.phases, rows })
    }

    /// The teacher's table for a spreadsheet: a line for each team.
    pub async fn class_csv(&self, caller: &Caller, slug: &str) -> Result<String, Error> {
        let table = self.class_table(caller, slug).await?;
        let mut head = vec!["team".to_owned(), "standing".to_owned(), "sent".to_owned(), "last".to_owned()];
        head.extend(["state".to_owned(), "error".to_owned(), "marks reached".to_owned()]);
        for mark in &table.marks {
            head.extend(["", " matches", " points", " versions"].map(|what| format!("{}{what}", mark.house)));
        }
        for phase in &table.phases {
            head.extend(["", " rules", " first rule"].map(|what| format!("phase {phase}{what}")));
        }
        if !table.phases.is_empty() {
            head.push("points".to_owned());
        }
        // Spreadsheets take a table for Latin letters that does not begin with this mark.
        let mut text = "\u{feff}".to_owned() + &csv_line(&head);
        for row in &table.rows {
            let mut cells = vec![
                row.name.clone(),
                row.standing.clone(),
                row.sent.to_string(),
                row.last.map(|last| written(Time(last))).unwrap_or_default(),
                row.state.clone().unwrap_or_default(),
                row.error.clone().unwrap_or_default(),
                row.passed.to_string(),
            ];
            for mark in &row.marks {
                cells.extend(match mark {
                    None => [const { String::new() }; 4],
                    Some(mark) => {
                        let word = match mark.passed {
                            Some(true) => "reached",
                            Some(false) => "not reached",
                            None => "open",
                        };
                        let figures =
                            [mark.played.to_string(), mark.points.to_string(), mark.asked.to_string()];
                        let [played, points, asked] = figures;
                        [word.to_owned(), played, points, asked]
                    }
                });
            }
            for phase in &row.phases {
                cells.extend(match phase {
                    None => [String::new(), String::new(), String::new()],
                    Some(found) => {
                        let word = if found.passed { "passed" } else { "not passed" };
                        let first = found.first.as_ref().map(|first| first.rule.clone()).unwrap_or_default();
                        [word.to_owned(), format!("{} of {}", found.kept, found.rules), first]
                    }
                });
            }
            if !table.phases.is_empty() {
                cells.push(format!("{:.1}", row.points));
            }
            text += &csv_line(&cells);
        }
        Ok(text)
    }

    /// Which programs of a class are alike, the most alike first: those that share at least a fifth. What the kits have is left
    /// out, and what more than half of the class has, but for those who have hardly anything else. This is a hint for somebody who reads both, and never a verdict.
    pub async fn class_alike(&self, caller: &Caller, slug: &str) -> Result<AlikePage, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let (part, _) = self.class_part(&mut reader, caller, slug).await?;
        let prints = reader.prints(&part.contest.id).await.told()?;
        let teams = reader.teams(&part.contest.id).await.told()?;
        drop(reader);
        let works = prints.iter().map(|(_, work)| work.read()).collect::<Result<Vec<Work>, _>>().told()?;
        let compared = |team: &Team| {
            let own = prints.iter().zip(&works).find(|((owner, _), _)| *owner == team.id);
            own.is_some_and(|(_, work)| work.prints() > 0)
        };
        let bare = teams.iter().filter(|team| team.active_version.is_some() && !compared(team));
        let bare = bare.map(|team| team.name.clone()).collect();
        let names: BTreeMap<TeamId, String> = teams.into_iter().map(|team| (team.id, team.name)).collect();
        // Hundreds of programs take a moment.
        let found = tokio::task::spawn_blocking(move || meydan_likeness::table(&works)).await;
        let found = found.map_err(|error| Error::Trouble(format!("works cannot be compared: {error}")))?;
        let spot = |spot: Spot| SpotCard { file: legible(&spot.file), line: spot.line };
        let card = |alike: Alike| {
            let teams = [alike.a, alike.b].map(|number| prints[number].0.clone());
            AlikeCard {
                names: teams.clone().map(|team| names.get(&team).cloned().unwrap_or_default()),
                teams: teams.map(|team| team.to_string()),
                share: alike.likeness.share,
                spots: alike
                    .likeness
                    .spots
                    .into_iter()
                    .take(SPOTS)
                    .map(|(a, b)| [spot(a), spot(b)])
                    .collect(),
            }
        };
        let told = |alike: &Alike| alike.likeness.share >= ALIKE && alike.likeness.common >= FEWEST;
        Ok(AlikePage { pairs: found.into_iter().filter(told).take(PAIRS).map(card).collect(), bare })
    }

    /// A new key for somebody whose account the class made.
    pub async fn class_key(&self, caller: &Caller, slug: &str, user: &str) -> Result<ClassKey, Error> {
        let key = Secret::draw("", KEY)?;
        let password = self.passwords.keep(key.reveal()).await?;
        let mut tx = self.store.begin().await.told()?;
        let (user, _) = self.class_person(&mut tx, caller, slug, user).await?;
        let change = UserChange { password: Some(Some(&password)), ..UserChange::default() };
        let user = tx.change_user(&user, &change).await.told()?;
        tx.end_sessions(&user.id, None).await.told()?;
        tx.end_tokens(&user.id).await.told()?;
        self.note(&mut tx, caller, "class key made", user.id.as_str(), &()).await?;
        tx.commit().await.told()?;
        Ok(ClassKey { name: user.name, key: key.reveal().to_owned() })
    }

    /// Takes somebody out of a class whose account the class made: the account goes, and what it has sent stays without a name.
    pub async fn leave_class(&self, caller: &Caller, slug: &str, user: &str) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        let (user, part) = self.class_person(&mut tx, caller, slug, user).await?;
        let teams = tx.teams_of(&user).await.told()?;
        for team in teams.iter().filter(|team| team.contest == part.contest.id) {
            tx.let_go_of_team(&team.id).await.told()?;
        }
        self.erase(&mut tx, &part.contest, &user).await?;
        self.note(&mut tx, caller, "class left", user.as_str(), &()).await?;
        tx.commit().await.told()
    }

    /// Ends a class: it is closed, and the accounts that it made go.
    pub async fn end_class(&self, caller: &Caller, slug: &str) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        let (part, _) = self.class_part(&mut tx, caller, slug).await?;
        let from = part.contest.state;
        if from != ContestState::Closed {
            tx.move_contest(&part.contest.id, from, ContestState::Closed).await.told()?;
            self.call_off(&mut tx, &part.contest).await?;
        }
        let gone = self.erase_all(&mut tx, &part.contest).await?;
        let detail = json!({ "accounts": gone });
        self.note(&mut tx, caller, "class ended", part.contest.id.as_str(), &detail).await?;
        tx.commit().await.told()
    }

    /// Deletes a class that is closed: its accounts, and all that was sent, played and reached in it. Files go when blobs are swept.
    pub async fn delete_class(&self, caller: &Caller, slug: &str) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        let (part, _) = self.class_part(&mut tx, caller, slug).await?;
        if part.contest.state != ContestState::Closed {
            return Err(Error::Conflict("end the class first; then it can be deleted".to_owned()));
        }
        self.erase_all(&mut tx, &part.contest).await?;
        tx.remove_closed(&part.contest.id).await.map_err(|error| match error {
            meydan_store::Error::Conflict { .. } => Error::Conflict(
                "something of this class is still being built or played; try again in a moment".to_owned(),
            ),
            other => say(other),
        })?;
        let detail = json!({ "class": part.contest.slug });
        self.note(&mut tx, caller, "class deleted", part.contest.id.as_str(), &detail).await?;
        tx.commit().await.told()
    }

    /// The accounts that a class made go, but for those that have become somebody's who is more than a pupil. Says how many.
    async fn erase_all(&self, tx: &mut Tx, class: &Contest) -> Result<u32, Error> {
        let mut gone = 0;
        for person in tx.class_people(&class.id).await.told()? {
            if !outgrown(tx, &person.user).await? {
                self.erase(tx, class, &person.user).await?;
                gone += 1;
            }
        }
        Ok(gone)
    }

    async fn erase(&self, tx: &mut Tx, class: &Contest, user: &UserId) -> Result<(), Error> {
        for team in tx.teams_of(user).await.told()? {
            self.part_with(tx, &team, user).await?;
            if team.contest == class.id {
                self.unname(tx, &team).await?;
            }
        }
        tx.erase_user(user, self.now()).await.told()
    }

    /// A team of a class has the name of whoever it was. The new one is drawn, so that nobody can have taken it before.
    pub(crate) async fn unname(&self, tx: &mut Tx, team: &Team) -> Result<(), Error> {
        if !tx.members(&team.id).await.told()?.is_empty() {
            return Ok(());
        }
        tx.rename_team(&team.id, Secret::draw("gone ", 10)?.reveal()).await.told()
    }

    /// Somebody whose account this class made, for whoever runs it.
    async fn class_person(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        slug: &str,
        user: &str,
    ) -> Result<(UserId, Part), Error> {
        let (part, _) = self.class_part(tx, caller, slug).await?;
        let none = || Error::Missing("this class made no such account".to_owned());
        let user: UserId = user.parse().map_err(|_| none())?;
        match tx.class_person(&user).await.told()? {
            Some(person) if person.contest == part.contest.id => {}
            _ => return Err(none()),
        }
        if outgrown(tx, &user).await? {
            return Err(Error::Conflict(
                "this account runs more than its own team by now, so the class cannot dispose of it; ask an admin"
                    .to_owned(),
            ));
        }
        Ok((user, part))
    }

    async fn class_part(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        slug: &str,
    ) -> Result<(Part, Class), Error> {
        let part = self.part(reader, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let class = part.settings.class.clone();
        let class = class.ok_or_else(|| {
            Error::Conflict("this contest is not a class; give it `class` in its settings".to_owned())
        })?;
        Ok((part, class))
    }
}

/// Whether an account that a class made has become somebody of whom a class cannot dispose.
async fn outgrown(reader: &mut Reader, user: &UserId) -> Result<bool, Error> {
    let role = reader.user(user).await.told()?.role;
    Ok(role != Role::Contestant || !reader.organised_by(user).await.told()?.is_empty())
}

/// The classes that have this code: those that go on, and those that are over.
pub(crate) async fn classes_by_code(
    reader: &mut Reader,
    code: &Hash,
) -> Result<(Vec<Contest>, Vec<Contest>), Error> {
    let mut classes = Vec::new();
    for contest in reader.contests_by_code(code).await.told()? {
        if settings(&contest)?.class.is_some() && contest.state != ContestState::Draft {
            classes.push(contest);
        }
    }
    Ok(classes.into_iter().partition(|contest| contest.state != ContestState::Closed))
}

/// The class that has this code and lets people in.
async fn class_by_code(reader: &mut Reader, code: &Secret) -> Result<Contest, Error> {
    let (mut classes, mut closed) = classes_by_code(reader, &code.hash()).await?;
    let contest = match classes.pop() {
        Some(contest) if classes.is_empty() => contest,
        Some(_) => {
            return Err(Error::Conflict(
                "two classes have that code; ask your teacher for another".to_owned(),
            ));
        }
        // A class that is over says so.
        None => closed
            .pop()
            .ok_or_else(|| Error::Missing("no class has that code; look at it again".to_owned()))?,
    };
    must_be_open(&contest, "people come in")?;
    Ok(contest)
}

async fn row(
    reader: &mut Reader,
    team: &Team,
    class: &Class,
    marks: &[Mark],
    phases: Vec<Option<PhaseCard>>,
    made: &[UserId],
) -> Result<ClassRow, Error> {
    let versions = reader.versions(&team.id, None, 1000).await.told()?;
    let last: Option<&Version> = versions.iter().max_by_key(|version| version.number);
    let number = |id: &VersionId| {
        versions.iter().find(|version| version.id == *id).map_or(0, |version| version.number as u32)
    };
    let marks: Vec<Option<MarkCard>> =
        class.marks.iter().map(|wish| mark_card(&wish.house, team, marks, number)).collect();
    let members = reader.members(&team.id).await.told()?;
    let people = members.iter().map(|member| &member.user).filter(|user| made.contains(user));
    Ok(ClassRow {
        team: team.id.to_string(),
        name: team.name.clone(),
        standing: team.standing.to_string(),
        people: people.map(UserId::to_string).collect(),
        sent: versions.len() as u32,
        last: last.map(|version| version.created.0),
        state: last.map(|version| version.state.to_string()),
        error: last.and_then(|version| version.error.as_deref()).map(legible),
        active: team.active_version.as_ref().filter(|_| team.standing == Standing::In).map(number),
        passed: marks.iter().flatten().filter(|mark| mark.passed == Some(true)).count() as u32,
        marks,
        // A sum of nothing is minus zero.
        points: phases.iter().flatten().map(|found| found.points).sum::<f64>() + 0.0,
        phases,
    })
}

/// How far a team is with a mark: one that was reached once is reached, otherwise the version that plays is told of.
fn mark_card(
    house: &str,
    team: &Team,
    marks: &[Mark],
    number: impl Fn(&VersionId) -> u32,
) -> Option<MarkCard> {
    let of_house = || marks.iter().filter(|mark| mark.house == house);
    let best = of_house().max_by_key(|mark| {
        let plays = team.active_version.as_ref() == Some(&mark.version);
        (mark.passed == Some(true), plays, number(&mark.version))
    })?;
    Some(MarkCard {
        passed: best.passed,
        version: number(&best.version),
        played: best.played as u32,
        points: best.points,
        sure: best.sure,
        confidence: best.confidence,
        matches: best.matches as u32,
        asked: of_house().count() as u32,
    })
}

/// What a team's programs must reach, and how far it is.
pub(crate) async fn team_marks(
    reader: &mut Reader,
    class: Option<&Class>,
    team: &Team,
) -> Result<Vec<TeamMark>, Error> {
    let Some(class) = class.filter(|class| !class.marks.is_empty()) else { return Ok(Vec::new()) };
    let marks = reader.marks_of(&team.id).await.told()?;
    let asked: Vec<VersionId> = marks.iter().map(|mark| mark.version.clone()).collect();
    let versions = reader.these_versions(&asked).await.told()?;
    let number = |id: &VersionId| {
        versions.iter().find(|version| version.id == *id).map_or(0, |version| version.number as u32)
    };
    let told = |wish: &MarkWish| TeamMark {
        wish: wish.clone(),
        found: mark_card(&wish.house, team, &marks, number),
    };
    Ok(class.marks.iter().map(told).collect())
}

/// What counts of what was found in a team's versions: a phase that was passed once is passed, otherwise the newest is told of.
fn phases(class: &Class, checks: &[Check]) -> Result<Vec<Option<PhaseCard>>, Error> {
    let cards: Vec<PhaseCard> =
        checks.iter().map(|check| check.card.read()).collect::<Result<_, _>>().told()?;
    let best = |phase: &u8| {
        let of_phase = cards.iter().filter(|card| card.phase == *phase);
        let mut best = of_phase.max_by_key(|card| (card.passed, card.version)).cloned();
        if let Some(first) = best.as_mut().and_then(|card| card.first.as_mut()) {
            // It is what a student's program wrote.
            first.found = first.found.as_deref().map(legible);
        }
        best
    };
    Ok(class.phases.iter().map(best).collect())
}

/// Elsewhere somebody may have the name of a pupil; then the account has a number after it, and the class sees the name alone.
async fn free_name(reader: &mut Reader, name: &str) -> Result<String, Error> {
    for number in 1..=NAMESAKES {
        let tried = match number {
            1 => name.to_owned(),
            _ => format!("{name} {number}"),
        };
        if reader.user_named(&tried).await.told()?.is_none() {
            return Ok(tried);
        }
    }
    Err(name_taken())
}

/// In a class a name is a person's and a team's at once.
fn taken(error: meydan_store::Error) -> Error {
    match error {
        meydan_store::Error::Taken { .. } => name_taken(),
        other => say(other),
    }
}

fn name_taken() -> Error {
    Error::Conflict(
        "somebody has that name already; add a letter of your family name, or sign in if it is you"
            .to_owned(),
    )
}
