//! Contests: who sees them, who runs them, how they move from state to state.

use std::collections::BTreeSet;

use meydan_arena::Error;
use meydan_store::{
    Access, AnnouncementId, Contest, ContestChange as StoreChange, ContestState, Json, MatchFilter, MatchId,
    MatchKind, MatchState, NewContest as StoreNew, Reader, Role, RoundState, Scope, Team, Time, Tx,
};
use serde_json::json;

use crate::caller::sign_in;
use crate::classes::classes_by_code;
use crate::league::{Told, settings};
use crate::name::{name, slug};
use crate::view::{Announcement, ContestCard, ContestChange, ContestPage, NewAnnouncement, NewContest, Turn};
use crate::{Caller, League, Secret, Settings, Who};

/// The longest text about a contest, and the longest announcement, in bytes.
const LONGEST_TEXT: usize = 64 << 10;
/// From 2000 to 2100, in milliseconds since 1970.
const YEARS: std::ops::RangeInclusive<i64> = 946_684_800_000..=4_102_444_800_000;
/// The matches that everybody knows of: a version's first match is its team's, and those of a final are shown one by one.
pub(crate) const SHOWN: [MatchKind; 2] = [MatchKind::Casual, MatchKind::Ranked];
/// How many announcements a contest's page shows.
const LATEST: i64 = 10;

/// A contest and what the caller is to it.
pub(crate) struct Part {
    pub(crate) contest: Contest,
    pub(crate) settings: Settings,
    /// They run it.
    pub(crate) organiser: bool,
    /// Their team in it.
    pub(crate) team: Option<Team>,
    /// They were given the code of its final.
    pub(crate) moderator: bool,
    /// The matches of its final that everybody may know of.
    pub(crate) shown: BTreeSet<MatchId>,
}

impl Part {
    pub(crate) fn must_be_organiser(&self, caller: &Caller) -> Result<(), Error> {
        match self.organiser {
            true => Ok(()),
            false if caller.who == Who::Visitor => Err(sign_in()),
            false => Err(Error::Forbidden("only whoever runs the contest may do that".to_owned())),
        }
    }

    /// Whether they may moderate the final, and so know what nobody else knows.
    pub(crate) fn moderates(&self) -> bool {
        self.organiser || self.moderator
    }

    pub(crate) fn must_moderate(&self, caller: &Caller) -> Result<(), Error> {
        match self.moderates() {
            true => Ok(()),
            false if caller.who == Who::Visitor => Err(sign_in()),
            false => Err(Error::Forbidden("only whoever has the hall's code may do that".to_owned())),
        }
    }

    /// Whether the caller belongs to this team.
    pub(crate) fn is_in(&self, team: &meydan_store::TeamId) -> bool {
        self.team.as_ref().is_some_and(|own| own.id == *team)
    }
}

impl League {
    /// A contest, if the caller may know of it.
    pub(crate) async fn part(&self, reader: &mut Reader, caller: &Caller, slug: &str) -> Result<Part, Error> {
        let contest = reader.contest_at(slug).await.told()?.ok_or_else(no_contest)?;
        self.part_in(reader, caller, contest).await
    }

    /// What the caller is to a contest. A draft is nobody's business but of those who make it, and a class of those who are in it.
    pub(crate) async fn part_in(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        contest: Contest,
    ) -> Result<Part, Error> {
        let part = self.part_at_the_door(reader, caller, contest).await?;
        // A class is a room: from outside nobody sees who is in it.
        let inside = part.organiser || part.moderator || part.team.is_some();
        if part.settings.class.is_some() && !inside {
            return Err(no_contest());
        }
        Ok(part)
    }

    /// The same for somebody who may be about to come in.
    pub(crate) async fn part_at_the_door(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        contest: Contest,
    ) -> Result<Part, Error> {
        let mut organiser = caller.is_admin(Scope::Desk);
        let mut team = None;
        if let Some(account) = caller.account() {
            organiser |= caller.must_have(Scope::Desk).is_ok()
                && reader.is_organiser(&contest.id, &account.user).await.told()?;
            team = reader.team_of(&contest.id, &account.user).await.told()?;
        }
        if contest.state == ContestState::Draft && !organiser {
            return Err(no_contest());
        }
        let settings = settings(&contest)?;
        let moderator = caller.hall.as_ref() == Some(&contest.id);
        let shown = reader.shown_matches(&contest.id).await.told()?.into_iter().collect();
        Ok(Part { contest, settings, organiser, team, moderator, shown })
    }

    /// The contests that the caller may know of, newest first.
    pub async fn contests(&self, caller: &Caller) -> Result<Vec<ContestCard>, Error> {
        let mut reader = self.store.read().await.told()?;
        let mut cards = Vec::new();
        for contest in reader.contests().await.told()? {
            if let Ok(part) = self.part_in(&mut reader, caller, contest).await {
                cards.push(self.contest_card(&mut reader, &part.contest).await?);
            }
        }
        Ok(cards)
    }

    /// A contest's page.
    pub async fn contest(&self, caller: &Caller, slug: &str) -> Result<ContestPage, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        self.contest_page(&mut reader, part).await
    }

    async fn contest_page(&self, reader: &mut Reader, part: Part) -> Result<ContestPage, Error> {
        let game = self.game(&part.contest.game)?;
        let announcements = self.announcements_of(reader, &part, None).await?;
        Ok(ContestPage {
            contest: self.contest_card(reader, &part.contest).await?,
            about: part.contest.about.clone(),
            maps: part.settings.maps(game),
            ruleset: part.settings.ruleset(game),
            team: part.team.as_ref().map(|team| team.id.to_string()),
            organiser: part.organiser,
            held: reader.held(&part.contest.id).await.told()?,
            languages: self.languages(reader).await?,
            next_round: next_round(reader, &part.contest).await?,
            announcements,
            settings: part.settings,
        })
    }

    async fn contest_card(&self, reader: &mut Reader, contest: &Contest) -> Result<ContestCard, Error> {
        let teams = reader.count_teams(&contest.id).await.told()?;
        let over = MatchFilter {
            contest: Some(contest.id.clone()),
            kinds: SHOWN.to_vec(),
            states: vec![MatchState::Over],
            ..MatchFilter::default()
        };
        let matches = reader.count_matches(&over).await.told()?;
        let shown = reader.shown_matches(&contest.id).await.told()?.len();
        Ok(ContestCard {
            slug: contest.slug.clone(),
            title: contest.title.clone(),
            game: contest.game.clone(),
            state: contest.state.to_string(),
            invited: contest.access == Access::Code,
            demo: contest.demo,
            teams: teams as u32,
            matches: matches as u32 + shown as u32,
            opens: contest.opens.map(|time| time.0),
            freezes: contest.freezes.map(|time| time.0),
            closes: contest.closes.map(|time| time.0),
        })
    }

    /// Makes a contest; it is a draft. Whoever makes it runs it.
    pub async fn make_contest(&self, caller: &Caller, wish: NewContest) -> Result<ContestPage, Error> {
        self.new_contest(caller, wish, false).await
    }

    pub(crate) async fn new_contest(
        &self,
        caller: &Caller,
        wish: NewContest,
        demo: bool,
    ) -> Result<ContestPage, Error> {
        if caller.who != Who::Host {
            let account = caller.must_have(Scope::Desk)?;
            if account.role < Role::Organiser {
                return Err(Error::Forbidden("only organisers may make contests; ask an admin".to_owned()));
            }
        }
        let (slug, title) = (slug(&wish.slug)?, name("a contest's title", &wish.title)?);
        let game = self.game(&wish.game)?;
        let settings = wish.settings.fitted(game);
        settings.check(game)?;
        short("the text about a contest", &wish.about)?;
        in_order(wish.opens, wish.freezes, wish.closes)?;
        let code = code(wish.code.as_deref())?;
        let settings = Json::of(&settings).told()?;
        let by = caller.signature();
        let new = StoreNew {
            slug: &slug,
            title: &title,
            about: &wish.about,
            game: &game.name,
            settings: &settings,
            access: if code.is_some() { Access::Code } else { Access::Open },
            code_hash: code.as_ref(),
            opens: wish.opens.map(Time),
            freezes: wish.freezes.map(Time),
            closes: wish.closes.map(Time),
            created: self.now(),
            created_by: by.as_ref(),
            demo,
        };
        let mut tx = self.store.begin().await.told()?;
        let contest = tx.add_contest(&new).await.told()?;
        code_is_free(&mut tx, &contest).await?;
        if let Some(user) = &by {
            tx.add_organiser(&contest.id, user).await.told()?;
        }
        self.note(&mut tx, caller, "contest made", contest.id.as_str(), &json!({ "slug": slug })).await?;
        tx.commit().await.told()?;
        self.contest(caller, &slug).await
    }

    /// Changes a contest.
    pub async fn change_contest(
        &self,
        caller: &Caller,
        slug: &str,
        change: ContestChange,
    ) -> Result<ContestPage, Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let title = change.title.as_deref().map(|text| name("a contest's title", text)).transpose()?;
        if let Some(about) = &change.about {
            short("the text about a contest", about)?;
        }
        let game = self.game(&part.contest.game)?;
        let change =
            ContestChange { settings: change.settings.map(|settings| settings.fitted(game)), ..change };
        let settings = match &change.settings {
            Some(settings) => {
                settings.check(game)?;
                let was_class = part.settings.class.is_some() && settings.class.is_none();
                if was_class && !tx.class_people(&part.contest.id).await.told()?.is_empty() {
                    // Whoever came in by its code was promised that nobody else sees their name.
                    return Err(Error::Conflict(
                        "people are in this class; it stays one until you have ended it".to_owned(),
                    ));
                }
                // A newer arena on the same database may have written what is not known here.
                Some(part.contest.settings.changed(settings).told()?)
            }
            None => None,
        };
        let date = |new: Option<i64>| new.map(|time| (time != 0).then_some(Time(time)));
        let [opens, freezes, closes] = [change.opens, change.freezes, change.closes].map(date);
        let will_be = |new: Option<Option<Time>>, old: Option<Time>| new.unwrap_or(old).map(|time| time.0);
        let contest = &part.contest;
        in_order(
            will_be(opens, contest.opens),
            will_be(freezes, contest.freezes),
            will_be(closes, contest.closes),
        )?;
        let code = match change.code.as_deref() {
            None => None,
            Some("") => Some(None),
            some => Some(code(some)?),
        };
        let store_change = StoreChange {
            title: title.as_deref(),
            about: change.about.as_deref(),
            settings: settings.as_ref(),
            access: code.as_ref().map(|code| if code.is_some() { Access::Code } else { Access::Open }),
            code_hash: code.as_ref().map(Option::as_ref),
            opens,
            freezes,
            closes,
        };
        let contest = tx.change_contest(&part.contest.id, &store_change).await.told()?;
        code_is_free(&mut tx, &contest).await?;
        let detail = json!({
            "title": change.title, "about": change.about.is_some(), "settings": change.settings,
            "code": code.is_some(), "opens": change.opens, "freezes": change.freezes, "closes": change.closes,
        });
        self.note(&mut tx, caller, "contest changed", contest.id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        self.contest(caller, slug).await
    }

    /// Moves a contest to another state.
    pub async fn turn_contest(&self, caller: &Caller, slug: &str, turn: Turn) -> Result<ContestPage, Error> {
        let to: ContestState = turn.to.parse().map_err(|error: meydan_store::BadWord| {
            Error::Wrong(format!("a contest cannot become that: {error}"))
        })?;
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let from = part.contest.state;
        if from == ContestState::Closed && !caller.is_admin(Scope::Desk) {
            return Err(Error::Forbidden("only an admin may open a closed contest again".to_owned()));
        }
        tx.move_contest(&part.contest.id, from, to).await.told()?;
        match to {
            ContestState::Closed => self.call_off(&mut tx, &part.contest).await?,
            _ => code_is_free(&mut tx, &part.contest).await?,
        }
        let detail = json!({ "from": from, "to": to });
        self.note(&mut tx, caller, "contest moved", part.contest.id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        self.contest(caller, slug).await
    }

    /// A contest is over: what still waits to be played is not played. What is being played is played to its end, and counts.
    pub(crate) async fn call_off(&self, tx: &mut Tx, contest: &Contest) -> Result<(), Error> {
        let now = self.now();
        let waiting = MatchFilter {
            contest: Some(contest.id.clone()),
            kinds: vec![MatchKind::Ranked, MatchKind::Casual],
            states: vec![MatchState::Queued],
            ..MatchFilter::default()
        };
        for game in tx.matches(&waiting, 100_000).await.told()? {
            if tx.withdraw_match(&game.id, now).await.told()? {
                let game = tx.one_match(&game.id).await.told()?;
                self.after_match(tx, &game).await?;
            }
        }
        Ok(())
    }

    /// What was announced, newest first.
    pub async fn announcements(
        &self,
        caller: &Caller,
        slug: &str,
        before: Option<i64>,
    ) -> Result<Vec<Announcement>, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        self.announcements_of(&mut reader, &part, before).await
    }

    async fn announcements_of(
        &self,
        reader: &mut Reader,
        part: &Part,
        before: Option<i64>,
    ) -> Result<Vec<Announcement>, Error> {
        let mut cards = Vec::new();
        for line in reader.announcements(&part.contest.id, before, LATEST).await.told()? {
            let by = match &line.by_user {
                Some(user) => reader.user(user).await.told()?.name,
                None => String::new(),
            };
            cards.push(Announcement {
                id: line.id.to_string(),
                text: line.text,
                by,
                created: line.created.0,
            });
        }
        Ok(cards)
    }

    /// Tells everybody in a contest something.
    pub async fn announce(&self, caller: &Caller, slug: &str, wish: NewAnnouncement) -> Result<(), Error> {
        let text = wish.text.trim();
        if text.is_empty() {
            return Err(Error::Wrong("an announcement says something".to_owned()));
        }
        short("an announcement", text)?;
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let by = caller.signature();
        let said = tx.announce(&part.contest.id, text, by.as_ref(), self.now()).await.told()?;
        self.note(&mut tx, caller, "announced", part.contest.id.as_str(), &json!({ "id": said.id })).await?;
        tx.commit().await.told()
    }

    /// Takes an announcement back.
    pub async fn unannounce(&self, caller: &Caller, slug: &str, id: &str) -> Result<(), Error> {
        let id: AnnouncementId =
            id.parse().map_err(|_| Error::Missing("there is no such announcement".to_owned()))?;
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let own = tx.announcements(&part.contest.id, None, i64::MAX).await.told()?;
        if !own.iter().any(|line| line.id == id) {
            return Err(Error::Missing("there is no such announcement".to_owned()));
        }
        tx.remove_announcement(&id).await.told()?;
        self.note(&mut tx, caller, "announcement taken back", id.as_str(), &()).await?;
        tx.commit().await.told()
    }
}

/// When the next ranked round is due.
async fn next_round(reader: &mut Reader, contest: &Contest) -> Result<Option<i64>, Error> {
    if !plays(contest) || crate::rounds::every(&settings(contest)?).is_none() {
        return Ok(None);
    }
    let last = reader.rounds(&contest.id, None, 1).await.told()?;
    Ok(last.first().filter(|round| round.state == RoundState::Planned).map(|round| round.due.0))
}

/// Whether matches of a contest are made now.
pub(crate) fn plays(contest: &Contest) -> bool {
    matches!(contest.state, ContestState::Open | ContestState::Frozen)
}

pub(crate) fn no_contest() -> Error {
    Error::Missing("there is no such contest".to_owned())
}

/// What is kept of a code that lets people in. People make it up, so it must not be too short.
fn code(text: Option<&str>) -> Result<Option<meydan_store::Hash>, Error> {
    match text {
        None => Ok(None),
        Some(text) if !(6..=64).contains(&text.trim().chars().count()) => {
            Err(Error::Wrong("a contest's code has 6 to 64 characters".to_owned()))
        }
        Some(text) => Ok(Some(Secret::shown(text).hash())),
    }
}

/// Two classes that go on cannot have one code, or nobody would come into either.
async fn code_is_free(tx: &mut Tx, contest: &Contest) -> Result<(), Error> {
    let Some(code) = &contest.code_hash else { return Ok(()) };
    let class = settings(contest)?.class.is_some();
    let (others, _) = classes_by_code(tx, code).await?;
    match class && others.iter().any(|other| other.id != contest.id) {
        true => Err(Error::Conflict("another class has that code; choose a longer one".to_owned())),
        false => Ok(()),
    }
}

fn short(what: &str, text: &str) -> Result<(), Error> {
    match text.len() > LONGEST_TEXT {
        true => Err(Error::TooLarge(format!("{what} has at most {} KB", LONGEST_TEXT >> 10))),
        false => Ok(()),
    }
}

fn in_order(opens: Option<i64>, freezes: Option<i64>, closes: Option<i64>) -> Result<(), Error> {
    let dates: Vec<i64> = [opens, freezes, closes].into_iter().flatten().collect();
    if let Some(odd) = dates.iter().find(|date| !YEARS.contains(date)) {
        return Err(Error::Wrong(format!(
            "a date is in milliseconds since 1970, from 2000 to 2100, not {odd}"
        )));
    }
    match dates.is_sorted() {
        true => Ok(()),
        false => Err(Error::Wrong(
            "a contest opens, then freezes, then closes; these dates are in another order".to_owned(),
        )),
    }
}
