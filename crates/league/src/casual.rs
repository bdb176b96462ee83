//! Matches on request. They never change the standing.

use std::collections::BTreeMap;

use meydan_arena::Error;
use meydan_contest::{Belief, Online, similar};
use meydan_store::{
    Contest, MatchFilter, MatchKind, MatchState, Reader, Scope, Standing, Team, TeamId, UserId, VersionState,
};
use serde_json::json;

use crate::contests::{Part, plays};
use crate::guard::Rate;
use crate::league::Told;
use crate::plan::{About, Entry, Player, rotate};
use crate::rounds::entries;
use crate::standing::meeting;
use crate::view::{CasualWish, LeagueMatch, Opponent, OpponentCard};
use crate::{Caller, League, Rung};

impl League {
    /// Whom a team may meet, those of like strength first.
    pub async fn opponents(&self, caller: &Caller, team: &str) -> Result<Vec<OpponentCard>, Error> {
        let mut reader = self.store.read().await.told()?;
        let (team, part) = self.own_team(&mut reader, caller, team, Scope::Read).await?;
        if part.settings.players == 1 {
            return Ok(Vec::new());
        }
        let field = Field::new(self, &mut reader, &part, &team).await?;
        let mut cards: Vec<OpponentCard> = field.rungs.iter().map(|rung| field.house_card(rung)).collect();
        cards.extend(field.similar().into_iter().map(|other| field.team_card(&other)));
        Ok(cards)
    }

    /// Queues a match on request.
    pub async fn casual(&self, caller: &Caller, team: &str, wish: CasualWish) -> Result<LeagueMatch, Error> {
        let account = caller.must_have(Scope::Play)?.clone();
        let mut reader = self.store.read().await.told()?;
        let (team, part) = self.own_team(&mut reader, caller, team, Scope::Play).await?;
        must_play(&part.contest)?;
        if part.settings.course().is_some() {
            return Err(Error::Conflict(
                "programs of this class are judged by phases; they play no matches".to_owned(),
            ));
        }
        if team.standing != Standing::In {
            return Err(Error::Conflict(format!("the team is {}, so it does not play", team.standing)));
        }
        let own = match (wish.person, wish.version.as_deref()) {
            (true, Some(_)) => {
                return Err(Error::Wrong("either you or a version plays for your team, not both".to_owned()));
            }
            (true, None) => {
                Entry { team: Some(team.id.clone()), player: Player::Person(account.user.clone()) }
            }
            (false, version) => self.own_entry(&mut reader, &team, version).await?,
        };
        let settings = &part.settings;
        if wish.opponents.len() + 1 > settings.players {
            return Err(Error::Wrong(format!(
                "a match of this contest has {} sides, one of them yours; choose fewer opponents",
                settings.players
            )));
        }
        let field = Field::new(self, &mut reader, &part, &team).await?;
        let mut entries = vec![own];
        for (place, opponent) in wish.opponents.iter().enumerate() {
            if matches!(opponent, Opponent::Team(_)) && wish.opponents[..place].contains(opponent) {
                return Err(Error::Wrong("a team sits in a match once; choose another one".to_owned()));
            }
            entries.push(field.entry(opponent)?);
        }
        entries.extend(field.fill(settings.players - entries.len(), &entries));
        if entries.len() < settings.players {
            return Err(Error::Conflict(
                "there are not enough opponents yet; ask for a house bot".to_owned(),
            ));
        }
        drop(reader);
        let hourly = Rate::hourly(i64::from(settings.casual.hourly));
        let map = wish.map;
        let mut tx = self.store.begin().await.told()?;
        // Who asks twice at once is counted twice.
        must_play(&tx.hold_contest(&part.contest.id).await.told()?)?;
        self.ration_team(&mut tx, "casual", &team, caller, hourly).await?;
        if wish.person {
            self.one_seat_at_a_time(&mut tx, &account.user).await?;
        }
        let waiting = MatchFilter {
            contest: Some(part.contest.id.clone()),
            team: Some(team.id.clone()),
            kinds: vec![MatchKind::Casual],
            states: vec![MatchState::Queued, MatchState::Running],
            ..MatchFilter::default()
        };
        // Those that others asked for do not count.
        let waiting = tx.matches(&waiting, 1000).await.told()?;
        let own_people = tx.members(&team.id).await.told()?;
        let asked = waiting
            .iter()
            .filter(|game| own_people.iter().any(|member| game.by_user.as_ref() == Some(&member.user)));
        if asked.count() >= settings.casual.at_once as usize {
            return Err(Error::Busy(format!(
                "your team has {} matches waiting or running; wait until one is over",
                settings.casual.at_once
            )));
        }
        let plan = self.plan(&part.contest, settings, map, &entries)?;
        // Whoever asks does not always sit on the first seat.
        let entries = rotate(entries, plan.seed as usize);
        let plan = crate::Plan { sides: entries.iter().map(|entry| entry.player.clone()).collect(), ..plan };
        let about = About { by: Some(account.user.clone()), ..About::of(MatchKind::Casual) };
        let id = self.queue_match(&mut tx, &part.contest, settings, &plan, &entries, about).await?;
        self.note(&mut tx, caller, "match asked for", id.as_str(), &json!({ "team": team.id })).await?;
        tx.commit().await.told()?;
        self.wake();
        self.league_match(caller, id.as_str()).await
    }

    /// Somebody who sits in one match cannot sit in another.
    async fn one_seat_at_a_time(&self, reader: &mut Reader, user: &UserId) -> Result<(), Error> {
        let asked = MatchFilter {
            by_user: Some(user.clone()),
            states: vec![MatchState::Queued, MatchState::Running],
            ..MatchFilter::default()
        };
        let asked = reader.matches(&asked, 1000).await.told()?;
        if asked.iter().flat_map(|game| &game.seats).any(|seat| seat.person.as_ref() == Some(user)) {
            return Err(Error::Conflict(
                "you sit in a match already; play it to its end, or give it up, first".to_owned(),
            ));
        }
        Ok(())
    }

    /// What plays for the team that asks.
    async fn own_entry(
        &self,
        reader: &mut Reader,
        team: &Team,
        version: Option<&str>,
    ) -> Result<Entry, Error> {
        let Some(version) = version else {
            return Entry::of_team(team).ok_or_else(|| {
                Error::Conflict("your team has no version that is ready; send one first".to_owned())
            });
        };
        let none = || Error::Missing("your team has no such version".to_owned());
        let version = reader.version(&version.parse().map_err(|_| none())?).await.map_err(|_| none())?;
        if version.team != team.id {
            return Err(none());
        }
        if version.state != VersionState::Ready {
            return Err(Error::Conflict(format!(
                "only a version that is ready can play; this one is {}",
                version.state
            )));
        }
        Ok(Entry { team: Some(team.id.clone()), player: Player::Version(version.id) })
    }
}

fn must_play(contest: &Contest) -> Result<(), Error> {
    match plays(contest) {
        true => Ok(()),
        false => Err(Error::Conflict(format!("the contest is {}; nothing is played", contest.state))),
    }
}

/// Who can be met, and how strong they are believed to be.
struct Field {
    own: TeamId,
    /// Teams that can play, the caller's own not among them.
    entries: BTreeMap<TeamId, (Team, Entry)>,
    numbers: BTreeMap<TeamId, usize>,
    online: Online,
    rungs: Vec<Rung>,
    /// The caller's place in the standing, as a share: 0 is the best.
    place: f64,
    ranks: BTreeMap<String, u32>,
}

impl Field {
    async fn new(league: &League, reader: &mut Reader, part: &Part, own: &Team) -> Result<Field, Error> {
        let mut entries = entries(reader, &part.contest).await?;
        // House bots that play along are met as house bots, each when one is good enough.
        entries.retain(|_, (team, _)| team.house.is_none());
        let numbers: BTreeMap<TeamId, usize> = reader
            .teams(&part.contest.id)
            .await
            .told()?
            .into_iter()
            .enumerate()
            .map(|(number, team)| (team.id, number))
            .collect();
        entries.remove(&own.id);
        let mut online = Online::new();
        for met in reader.meetings(&part.contest.id, MatchKind::Ranked).await.told()? {
            online.add(&meeting(&met, &numbers));
        }
        let standing = league.standing_of(reader, &part.contest).await?;
        // Whoever has not played has no place yet.
        let ranks: BTreeMap<String, u32> = standing
            .rows
            .iter()
            .filter(|row| row.matches > 0)
            .map(|row| (row.team.clone(), row.rank))
            .collect();
        let ranked = standing.rows.iter().filter(|row| row.matches > 0).count();
        let place = match ranks.get(own.id.as_str()) {
            Some(&rank) if ranked > 0 => f64::from(rank - 1) / ranked as f64,
            // Whoever has not played is at the end.
            _ => 1.0,
        };
        let rungs = part.settings.rungs(league.game(&part.contest.game)?);
        Ok(Field { own: own.id.clone(), entries, numbers, online, rungs, place, ranks })
    }

    fn belief(&self, team: &TeamId) -> Belief {
        self.online.belief(self.numbers.get(team).copied().unwrap_or(usize::MAX))
    }

    /// The other teams, those of like strength first.
    fn similar(&self) -> Vec<TeamId> {
        let teams: Vec<&TeamId> = self.entries.keys().collect();
        let others = teams.iter().enumerate().map(|(number, team)| (number, self.belief(team)));
        let order = similar(&self.belief(&self.own), others, teams.len());
        order.into_iter().map(|number| teams[number].clone()).collect()
    }

    /// The upper share of the standing to which a house bot is open, where the caller is not in it.
    fn closed(&self, rung: &Rung) -> Option<f64> {
        (self.place >= rung.top && rung.top < 1.0).then_some(rung.top)
    }

    fn entry(&self, opponent: &Opponent) -> Result<Entry, Error> {
        match opponent {
            Opponent::House(name) => {
                let rung = self.rungs.iter().find(|rung| rung.name == *name);
                let rung =
                    rung.ok_or_else(|| Error::Missing(format!("there is no house bot `{name}` here")))?;
                match self.closed(rung) {
                    Some(top) => Err(Error::Forbidden(format!(
                        "`{name}` can be met by the best {:.0} % of the standing",
                        top * 100.0
                    ))),
                    None => Ok(Entry::house(name)),
                }
            }
            Opponent::Team(id) => {
                let none = || Error::Missing("there is no such team that could play".to_owned());
                let id: TeamId = id.parse().map_err(|_| none())?;
                self.entries.get(&id).map(|(_, entry)| entry.clone()).ok_or_else(none)
            }
        }
    }

    /// So many more, those of like strength first, then house bots.
    fn fill(&self, count: usize, taken: &[Entry]) -> Vec<Entry> {
        let free = |team: &TeamId| !taken.iter().any(|entry| entry.team.as_ref() == Some(team));
        let teams = self.similar().into_iter().filter(free);
        let teams = teams.filter_map(|team| self.entries.get(&team).map(|(_, entry)| entry.clone()));
        let house =
            self.rungs.iter().filter(|rung| self.closed(rung).is_none()).map(|rung| Entry::house(&rung.name));
        teams.chain(house).take(count).collect()
    }

    fn house_card(&self, rung: &Rung) -> OpponentCard {
        OpponentCard {
            opponent: Opponent::House(rung.name.clone()),
            name: rung.name.clone(),
            rank: None,
            expected: None,
            closed: self.closed(rung),
        }
    }

    fn team_card(&self, team: &TeamId) -> OpponentCard {
        let name = self.entries.get(team).map(|(team, _)| team.name.clone()).unwrap_or_default();
        OpponentCard {
            opponent: Opponent::Team(team.to_string()),
            name,
            rank: self.ranks.get(team.as_str()).copied(),
            expected: Some(self.belief(&self.own).expects(&self.belief(team))),
            closed: None,
        }
    }
}
