//! Matches of contests: who may see what of them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use meydan_arena::{Booth, Disclosure, Error, Privacy, Record, ReelStream};
use meydan_core::trace::Entrant;
use meydan_store::{Contest, Match, MatchFilter, MatchId, MatchKind, MatchState, Reader, Scope, Seat};
use serde_json::json;

use crate::contests::Part;
use crate::league::{Told, say};
use crate::plan::disclosure;
use crate::view::{LeagueMatch, LeagueMatchList, MatchQuery, MatchSeat, Tags, Versus};
use crate::{Caller, League};

/// How many matches a page has if nobody says otherwise, and how many it may have.
const USUAL: u32 = 50;
const MOST: u32 = 500;

impl League {
    /// Matches of a contest, newest first.
    pub async fn matches(
        &self,
        caller: &Caller,
        slug: &str,
        query: &MatchQuery,
    ) -> Result<LeagueMatchList, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let filter = filter(&mut reader, &part, query).await?;
        let limit = query.limit.unwrap_or(USUAL);
        if !(1..=MOST).contains(&limit) {
            return Err(Error::Wrong(format!("`limit` must be from 1 to {MOST}, not {limit}")));
        }
        let mut games = known(&mut reader, filter, &part, limit as usize + 1).await?;
        let more = games.len() > limit as usize;
        games.truncate(limit as usize);
        let next = games.last().filter(|_| more).map(|game| game.seq);
        let mut names = Names::of(&mut reader, &games).await?;
        let ids: Vec<MatchId> = games.iter().map(|game| game.id.clone()).collect();
        let mut tags = reader.tags_of(&ids, part.team.as_ref().map(|team| &team.id)).await.told()?;
        let mut matches = Vec::new();
        for game in games {
            let tags = tags.remove(&game.id).unwrap_or_default();
            matches.push(self.match_card(&mut reader, caller, &part, &game, tags, &mut names).await?);
        }
        Ok(LeagueMatchList { matches, next })
    }

    /// One match.
    pub async fn league_match(&self, caller: &Caller, id: &str) -> Result<LeagueMatch, Error> {
        let mut reader = self.store.read().await.told()?;
        let (game, part) = self.match_part(&mut reader, caller, id).await?;
        let tags = reader.tags(&game.id, part.team.as_ref().map(|team| &team.id)).await.told()?;
        self.match_card(&mut reader, caller, &part, &game, tags, &mut Names::default()).await
    }

    /// A match, if the caller may know of it.
    pub(crate) async fn match_part(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        id: &str,
    ) -> Result<(Match, Part), Error> {
        let id: MatchId = id.parse().map_err(|_| no_match())?;
        let game = reader.one_match(&id).await.map_err(|_| no_match())?;
        let contest = reader.contest(&game.contest).await.told()?;
        let part = self.part_in(reader, caller, contest).await.map_err(|_| no_match())?;
        if !may_know(&game, &part) {
            return Err(no_match());
        }
        if game.state == MatchState::Running {
            self.bring(&game.id).await;
        }
        Ok((game, part))
    }

    pub(crate) async fn match_card(
        &self,
        reader: &mut Reader,
        caller: &Caller,
        part: &Part,
        game: &Match,
        tags: Vec<String>,
        names: &mut Names,
    ) -> Result<LeagueMatch, Error> {
        let mut seats = Vec::new();
        for seat in &game.seats {
            seats.push(MatchSeat {
                seat: seat.seat as u32,
                side: seat.side as u32,
                team: seat.team.as_ref().map(ToString::to_string),
                name: names.seat(reader, seat).await?,
                house: seat.house.clone(),
                person: seat.person.is_some(),
                version: names.version(reader, seat).await?,
                rank: seat.rank.map(|rank| rank as u32),
                score: seat.score,
                faults: seat.faults.map(|faults| faults as u32),
                time_ms: seat.time_ms,
                own: seat.team.as_ref().is_some_and(|team| part.is_in(team)),
                log: may_read(caller, part, seat),
            });
        }
        let round = match &game.round {
            Some(round) => Some(names.round(reader, round).await?),
            None => None,
        };
        let over = ended(game);
        Ok(LeagueMatch {
            id: game.id.to_string(),
            seq: game.seq,
            contest: part.contest.slug.clone(),
            kind: game.kind.to_string(),
            round,
            state: game.state.to_string(),
            reason: game.reason.clone(),
            game: game.game.clone(),
            ruleset: game.ruleset.clone(),
            map: game.map.clone(),
            seed: over.then(|| game.seed.clone()),
            seats,
            created: game.created.0,
            started: game.started.map(|time| time.0),
            ended: game.ended.map(|time| time.0),
            windows: game.windows.map(|windows| windows as u32),
            checked: game.checked.to_string(),
            open: !gone(game)
                && (self.view(&part.contest, part, game).is_ok() || !self.sits(caller, game).is_empty()),
            tags,
            attempt: game.attempt as u32,
            sits: self.sits(caller, game),
        })
    }

    /// How much of a match the caller may watch now: so many windows late.
    pub(crate) fn view(&self, contest: &Contest, part: &Part, game: &Match) -> Result<u32, Error> {
        // Whoever moderates a final knows all of it, and nobody who plays in it can ask.
        if ended(game) || (game.kind == MatchKind::Final && part.moderates()) {
            return Ok(0);
        }
        let entrant = |seat: &Seat| match (&seat.house, &seat.person) {
            (Some(house), _) => Entrant::house(house),
            (None, Some(_)) => Entrant::person("somebody"),
            (None, None) => Entrant::bot("a team's bot"),
        };
        let entrants: Vec<Entrant> = game.seats.iter().map(entrant).collect();
        let secrets = self.game(&contest.game)?.secrets;
        let privacy = Privacy::new(Some(disclosure(&game.disclosure)), &entrants, secrets);
        let closed = |text: &str| Err(Error::Forbidden(text.to_owned()));
        let plays = part
            .team
            .as_ref()
            .is_some_and(|team| game.seats.iter().any(|seat| seat.team.as_ref() == Some(&team.id)));
        match privacy.view {
            Disclosure::Public => Ok(0),
            Disclosure::Delayed(windows) => Ok(windows),
            Disclosure::Participants if part.organiser || plays => Ok(0),
            Disclosure::Participants => {
                closed("before the match is over only its teams and the contest's organisers may watch it")
            }
            Disclosure::AfterEnd => {
                closed("this match has secrets that would help whoever plays it; it is shown when it is over")
            }
        }
    }

    /// The seats of the game on which the caller sits in person, in a match that is being played.
    fn sits(&self, caller: &Caller, game: &Match) -> Vec<u8> {
        let Ok(account) = caller.must_have(Scope::Play) else { return Vec::new() };
        let own = game.seats.iter().any(|seat| seat.person.as_ref() == Some(&account.user));
        match self.films.find(&game.id) {
            // Only one person plays in a match of a contest, so all doors are theirs.
            Some(live) if own && game.state == MatchState::Running => live.reception.seats().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the caller has a seat in a match, so that a socket may be opened for it.
    pub async fn may_sit(&self, caller: &Caller, id: &str, seat: u8) -> Result<(), Error> {
        caller.must_have(Scope::Play)?;
        let mut reader = self.store.read().await.told()?;
        let (game, _) = self.match_part(&mut reader, caller, id).await?;
        match self.sits(caller, &game).contains(&seat) {
            true => Ok(()),
            false => Err(Error::Forbidden(format!("you do not sit on seat {seat} of this match now"))),
        }
    }

    /// The caller comes to their seat; wherever they had it open before is told.
    pub async fn sit(&self, caller: &Caller, id: &str, seat: u8) -> Result<Booth, Error> {
        self.may_sit(caller, id, seat).await?;
        let live = id.parse().ok().and_then(|id| self.films.find(&id)).ok_or_else(no_match)?;
        live.reception.sit(seat)
    }

    /// A match as the page draws it. While it is played it is followed; when it is over it comes from what was kept.
    pub async fn match_reel(&self, caller: &Caller, id: &str, eyes: Option<u8>) -> Result<ReelStream, Error> {
        let mut reader = self.store.read().await.told()?;
        let (game, part) = self.match_part(&mut reader, caller, id).await?;
        drop(reader);
        if let (MatchState::Running, Some(seat)) = (game.state, eyes)
            && self.sits(caller, &game).contains(&seat)
            && let Some(live) = self.films.find(&game.id)
            && let Some(film) = live.seat_films.get(&seat)
        {
            return Ok(film.follow_late(0));
        }
        let delay = self.view(&part.contest, &part, &game)?;
        match (game.state, eyes) {
            (MatchState::Over | MatchState::Annulled, Some(seat)) => self.remake(&game, Some(seat)).await,
            (MatchState::Over | MatchState::Annulled, None) => match &game.reel {
                // A reel is the word of whoever played; the record was looked at.
                Some(reel) => match unpack(self.blob(reel).await?) {
                    Some(stream) => Ok(stream),
                    None => self.remake(&game, None).await,
                },
                None => self.remake(&game, None).await,
            },
            (MatchState::Running, None) => match self.films.find(&game.id) {
                Some(live) => Ok(live.film.follow_late(delay)),
                None => Err(Error::Conflict("the match is just beginning; try again in a moment".to_owned())),
            },
            (MatchState::Running, Some(_)) => {
                Err(Error::Conflict("that view can be had when the match is over".to_owned()))
            }
            (state, _) => Err(Error::Conflict(format!("there is nothing to see: the match is {state}"))),
        }
    }

    /// Makes a reel again from the record, which holds nobody's words.
    async fn remake(&self, game: &Match, eyes: Option<u8>) -> Result<ReelStream, Error> {
        let record = Record::Bytes(self.record_of(game).await?);
        let (send, lines) = tokio::sync::mpsc::channel(64);
        let take: meydan_arena::TakeLine = Box::new(move |line| {
            let mut line = line.into_bytes();
            line.push(b'\n');
            match send.blocking_send(Bytes::from(line)) {
                Ok(()) => std::ops::ControlFlow::Continue(()),
                Err(_) => std::ops::ControlFlow::Break(()),
            }
        });
        let making = self.engines.reel(record, eyes, take);
        tokio::spawn(async move {
            if let Err(error) = making.await {
                tracing::warn!(%error, "a reel cannot be made again");
            }
        });
        let mut lines = lines;
        let first = lines.recv().await.ok_or_else(|| {
            Error::Missing("there is no such view of this match: a seat is counted from 0".to_owned())
        })?;
        let rest = futures_util::stream::unfold(lines, async |mut lines| Some((lines.recv().await?, lines)));
        Ok(futures_util::stream::once(async { first }).chain(rest).boxed())
    }

    /// The record of a match, when it is over.
    pub async fn match_record(&self, caller: &Caller, id: &str) -> Result<Bytes, Error> {
        let mut reader = self.store.read().await.told()?;
        let (game, _) = self.match_part(&mut reader, caller, id).await?;
        drop(reader);
        if !ended(&game) {
            return Err(Error::Conflict("the match's record can be had when it is over".to_owned()));
        }
        self.record_of(&game).await
    }

    async fn record_of(&self, game: &Match) -> Result<Bytes, Error> {
        match &game.trace {
            Some(trace) => self.blob(trace).await,
            None => Err(Error::Missing("nothing of this match is kept any more".to_owned())),
        }
    }

    /// The log of a match as the original contest wrote it.
    pub async fn game_log(&self, caller: &Caller, id: &str) -> Result<Bytes, Error> {
        let mut reader = self.store.read().await.told()?;
        let (game, _) = self.match_part(&mut reader, caller, id).await?;
        drop(reader);
        match &game.game_log {
            Some(log) if ended(&game) => self.blob(log).await,
            _ => Err(Error::Missing("there is no such log of this match".to_owned())),
        }
    }

    /// What a seat's own program said, for its own people.
    pub async fn seat_log(&self, caller: &Caller, id: &str, seat: u32) -> Result<Bytes, Error> {
        let mut reader = self.store.read().await.told()?;
        let (game, part) = self.match_part(&mut reader, caller, id).await?;
        drop(reader);
        let no_log = || Error::Missing("there is no such log of this match".to_owned());
        let seat = game.seats.iter().find(|other| other.seat == i64::from(seat)).ok_or_else(no_log)?;
        if !may_read(caller, &part, seat) {
            return Err(no_log());
        }
        match &seat.log {
            Some(log) => self.blob(log).await,
            None => Err(no_log()),
        }
    }

    /// Gives a match tags: a team's own, or an organiser's, which everybody sees.
    pub async fn tag_match(&self, caller: &Caller, id: &str, wish: Tags) -> Result<LeagueMatch, Error> {
        caller.must_have(Scope::Play)?;
        let mut tags: Vec<String> = Vec::new();
        for tag in &wish.tags {
            let tag = crate::name::name("a tag", tag)?;
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        if tags.len() > 10 {
            return Err(Error::Wrong("a match has at most ten tags".to_owned()));
        }
        let mut tx = self.store.begin().await.told()?;
        let (game, part) = self.match_part(&mut tx, caller, id).await?;
        let team = match (&part.team, part.organiser) {
            (_, true) => None,
            (Some(team), false) => Some(&team.id),
            (None, false) => {
                return Err(Error::Forbidden("only teams and organisers tag matches".to_owned()));
            }
        };
        let words: Vec<&str> = tags.iter().map(String::as_str).collect();
        tx.set_tags(&game.id, team, &words).await.told()?;
        tx.commit().await.told()?;
        self.league_match(caller, id).await
    }

    /// How two teams of a contest fared against each other in ranked matches.
    pub async fn versus(&self, caller: &Caller, team: &str, other: &str) -> Result<Versus, Error> {
        let mut reader = self.store.read().await.told()?;
        let (team, _) = self.team_part(&mut reader, caller, team).await?;
        let (other, _) = self.team_part(&mut reader, caller, other).await?;
        let met = reader.versus(&team.id, &other.id, MatchKind::Ranked).await.told()?;
        Ok(Versus {
            matches: (met.won + met.drawn + met.lost) as u32,
            won: met.won as u32,
            drawn: met.drawn as u32,
            lost: met.lost as u32,
        })
    }

    /// Takes a match back that waits, for whoever asked for it and for organisers. Whoever sits in a match that is being played gives it up, and
    /// an organiser ends it.
    pub async fn cancel_match(&self, caller: &Caller, id: &str) -> Result<LeagueMatch, Error> {
        let account = caller.must_have(Scope::Play)?;
        let mut tx = self.store.begin().await.told()?;
        let (game, part) = self.match_part(&mut tx, caller, id).await?;
        if game.kind == MatchKind::Validation {
            return Err(Error::Conflict(
                "a version waits for this match, so it cannot be taken back".to_owned(),
            ));
        }
        let own = game.kind == MatchKind::Casual && game.by_user.as_ref() == Some(&account.user);
        if !own && !part.organiser {
            return Err(Error::Forbidden("only whoever asked for the match may take it back".to_owned()));
        }
        if game.state == MatchState::Running {
            if part.organiser && self.films.find(&game.id).is_some() {
                self.note(&mut tx, caller, "match ended", game.id.as_str(), &json!({})).await?;
                tx.commit().await.told()?;
            } else {
                drop(tx);
            }
            return self.give_up(caller, &game, part.organiser).await;
        }
        let now = self.now();
        if !tx.withdraw_match(&game.id, now).await.told()? {
            return Err(say(meydan_store::Error::Conflict { what: "match" }));
        }
        self.note(&mut tx, caller, "match cancelled", game.id.as_str(), &json!({})).await?;
        let game = tx.one_match(&game.id).await.told()?;
        self.after_match(&mut tx, &game).await?;
        tx.commit().await.told()?;
        self.league_match(caller, id).await
    }

    /// Whoever sits in a match does not play it to its end, or whoever runs the contest ends it. The worker that plays it writes that down,
    /// so this waits a moment for it.
    async fn give_up(&self, caller: &Caller, game: &Match, organiser: bool) -> Result<LeagueMatch, Error> {
        let sits = !self.sits(caller, game).is_empty();
        match self.films.find(&game.id) {
            Some(live) if sits => live.reception.give_up(),
            Some(live) if organiser => live.reception.end(),
            None if organiser => {
                return Err(Error::Conflict(
                    "the match is played by another process; end it there, or wait a moment".to_owned(),
                ));
            }
            _ => {
                return Err(Error::Conflict(
                    "the match is being played; only whoever sits in it may end it".to_owned(),
                ));
            }
        }
        for _ in 0..50 {
            if self.films.find(&game.id).is_none() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.league_match(caller, game.id.as_str()).await
    }
}

/// Whether nothing of a match is secret any more.
fn ended(game: &Match) -> bool {
    matches!(game.state, MatchState::Over | MatchState::Annulled)
}

/// The next matches that the caller may know of. Others leave no gap, so nobody can tell that they exist.
pub(crate) async fn known(
    reader: &mut Reader,
    mut filter: MatchFilter,
    part: &Part,
    count: usize,
) -> Result<Vec<Match>, Error> {
    let mut found = Vec::new();
    loop {
        let some = reader.matches(&filter, count as i64).await.told()?;
        let end = some.len() < count;
        filter.before = some.last().map(|game| game.seq);
        found.extend(some.into_iter().filter(|game| may_know(game, part)));
        if end || found.len() >= count {
            found.truncate(count);
            return Ok(found);
        }
    }
}

/// Whether a contest has let go of everything that shows a match.
fn gone(game: &Match) -> bool {
    ended(game) && game.trace.is_none() && game.reel.is_none()
}

/// A validation match is its own team's matter; a shadow is the organisers'; a match of a final is theirs until it is shown.
fn may_know(game: &Match, part: &Part) -> bool {
    if part.organiser {
        return true;
    }
    if game.kind == MatchKind::Final {
        return !game.shadow && (part.moderator || part.shown.contains(&game.id));
    }
    let own = game.seats.iter().filter_map(|seat| seat.team.as_ref()).any(|team| part.is_in(team));
    !game.shadow && (game.kind != MatchKind::Validation || own)
}

/// Whose words one may read: one's own team's.
fn may_read(caller: &Caller, part: &Part, seat: &Seat) -> bool {
    let own =
        seat.team.as_ref().is_some_and(|team| part.is_in(team)) && caller.must_have(Scope::Read).is_ok();
    own || (part.organiser && seat.team.is_some())
}

pub(crate) async fn filter(
    reader: &mut Reader,
    part: &Part,
    query: &MatchQuery,
) -> Result<MatchFilter, Error> {
    let team = |text: &Option<String>| match text.as_deref().map(str::parse) {
        None => Ok(None),
        Some(Ok(team)) => Ok(Some(team)),
        Some(Err(_)) => Err(crate::teams::no_team()),
    };
    let wrong = |error: meydan_store::BadWord| Error::Wrong(error.to_string());
    let kinds = query.kind.as_deref().map(str::parse).transpose().map_err(wrong)?;
    let states = query.state.as_deref().map(str::parse).transpose().map_err(wrong)?;
    let round = match query.round {
        Some(number) => match reader.round_numbered(&part.contest.id, i64::from(number)).await.told()? {
            Some(round) => Some(round.id),
            None => return Err(Error::Missing("there is no such round".to_owned())),
        },
        None => None,
    };
    Ok(MatchFilter {
        contest: Some(part.contest.id.clone()),
        team: team(&query.team)?,
        opponent: team(&query.against)?,
        house: query.house.clone(),
        kinds: kinds.into_iter().collect(),
        states: states.into_iter().collect(),
        map: query.map.clone(),
        tag: query.tag.clone(),
        tag_of: part.team.as_ref().map(|team| team.id.clone()),
        round,
        text: query.text.clone().unwrap_or_default(),
        before: query.before,
        ..MatchFilter::default()
    })
}

/// The lines of a packed reel, as they are unpacked; `None` where even its beginning cannot be.
fn unpack(packed: Bytes) -> Option<ReelStream> {
    let begins = zstd::Decoder::new(packed.as_ref()).and_then(|mut reader| reader.read(&mut [0; 1]));
    if !matches!(begins, Ok(1)) {
        tracing::warn!("a kept reel is none; it is made again from the record");
        return None;
    }
    let (send, pieces) = tokio::sync::mpsc::channel(4);
    let unpacking = move || -> std::io::Result<()> {
        let mut reader = zstd::Decoder::new(packed.as_ref())?;
        loop {
            let mut piece = vec![0; 64 << 10];
            let length = reader.read(&mut piece)?;
            piece.truncate(length);
            // Whoever reads it may have gone.
            if length == 0 || send.blocking_send(Bytes::from(piece)).is_err() {
                return Ok(());
            }
        }
    };
    tokio::task::spawn_blocking(move || {
        if let Err(error) = unpacking() {
            tracing::warn!(%error, "a kept reel cannot be read");
        }
    });
    let stream =
        futures_util::stream::unfold(pieces, async |mut pieces| Some((pieces.recv().await?, pieces)));
    Some(stream.boxed())
}

fn no_match() -> Error {
    Error::Missing("there is no such match".to_owned())
}

/// Names that a page of matches needs again and again.
#[derive(Default)]
pub(crate) struct Names {
    teams: BTreeMap<meydan_store::TeamId, String>,
    versions: BTreeMap<meydan_store::VersionId, u32>,
    rounds: BTreeMap<meydan_store::RoundId, u32>,
}

impl Names {
    /// Those in many matches, in few queries.
    pub(crate) async fn of(reader: &mut Reader, games: &[Match]) -> Result<Names, Error> {
        let seats = || games.iter().flat_map(|game| &game.seats);
        let teams: BTreeSet<_> = seats().filter_map(|seat| seat.team.clone()).collect();
        let versions: BTreeSet<_> = seats().filter_map(|seat| seat.version.clone()).collect();
        let teams = reader.these_teams(&Vec::from_iter(teams)).await.told()?.into_iter();
        let versions = reader.these_versions(&Vec::from_iter(versions)).await.told()?.into_iter();
        Ok(Names {
            teams: teams.map(|team| (team.id, team.name)).collect(),
            versions: versions.map(|version| (version.id, version.number as u32)).collect(),
            rounds: BTreeMap::new(),
        })
    }

    pub(crate) async fn seat(&mut self, reader: &mut Reader, seat: &Seat) -> Result<String, Error> {
        if let Some(person) = &seat.person {
            return Ok(reader.user(person).await.told()?.name);
        }
        if let Some(team) = &seat.team {
            if !self.teams.contains_key(team) {
                let name = reader.team(team).await.told()?.name;
                self.teams.insert(team.clone(), name);
            }
            return Ok(self.teams[team].clone());
        }
        Ok(seat.house.clone().unwrap_or_default())
    }

    async fn version(&mut self, reader: &mut Reader, seat: &Seat) -> Result<Option<u32>, Error> {
        let Some(version) = &seat.version else { return Ok(None) };
        if !self.versions.contains_key(version) {
            let number = reader.version(version).await.told()?.number as u32;
            self.versions.insert(version.clone(), number);
        }
        Ok(Some(self.versions[version]))
    }

    async fn round(&mut self, reader: &mut Reader, round: &meydan_store::RoundId) -> Result<u32, Error> {
        if !self.rounds.contains_key(round) {
            let number = reader.round(round).await.told()?.number as u32;
            self.rounds.insert(round.clone(), number);
        }
        Ok(self.rounds[round])
    }
}
