//! Ranked rounds: groups by ranking, one match each, the winner moves up and the loser down.
//!
//! What a round began with and who met whom is written in its row; with the matches' results everything that follows can be
//! computed again.

use std::collections::BTreeMap;
use std::time::Duration;

use meydan_arena::Error;
use meydan_contest::{Groups, Place, Round as Drawn, Sizes};
use meydan_store::{
    Contest, ContestState, Json, Match, MatchId, MatchKind, MatchState, Reader, RejudgeState, Round,
    RoundKind, RoundState, Standing, Team, TeamId, Time, Tx,
};
use serde::{Deserialize, Serialize};

use crate::boards;
use crate::contests::plays;
use crate::league::{Told, settings};
use crate::plan::{About, Entry, rotate};
use crate::view::{GroupCard, RoundCard, RoundPage};
use crate::{Caller, League, Ranking, Settings};

/// A round as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RoundSheet {
    /// The ranking that it began with, from the best place down.
    pub(crate) places: Vec<PlaceSheet>,
    /// How many rounds had been counted.
    pub(crate) rounds: u32,
    /// Who met whom, from the best group down.
    pub(crate) groups: Vec<GroupSheet>,
    /// Who had a bye.
    pub(crate) byes: Vec<TeamId>,
}

/// A team's place as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PlaceSheet {
    team: TeamId,
    byes: u32,
    rested: u32,
}

/// A group as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GroupSheet {
    pub(crate) teams: Vec<TeamId>,
    pub(crate) game: MatchId,
}

/// The ranking of a contest with rounds, and which team has which number in it.
#[derive(Default)]
pub(crate) struct Ranked {
    pub(crate) teams: Vec<TeamId>,
    pub(crate) groups: Groups,
}

impl Ranked {
    fn number(&mut self, team: &TeamId) -> usize {
        match self.teams.iter().position(|other| other == team) {
            Some(number) => number,
            None => {
                self.teams.push(team.clone());
                self.teams.len() - 1
            }
        }
    }

    /// The teams, from the best down.
    pub(crate) fn order(&self) -> Vec<TeamId> {
        self.groups.order().map(|number| self.teams[number].clone()).collect()
    }

    /// What a round began with.
    fn before(sheet: &RoundSheet) -> Result<Ranked, Error> {
        let mut ranked = Ranked::default();
        let places = sheet.places.iter().map(|place| Place {
            team: ranked.number(&place.team),
            byes: place.byes,
            rested: place.rested,
        });
        let places: Vec<Place> = places.collect();
        ranked.groups = Groups::restore(places, sheet.rounds).map_err(damaged)?;
        Ok(ranked)
    }

    /// What it ended with.
    fn after(sheet: &RoundSheet, results: &BTreeMap<MatchId, Match>) -> Result<Ranked, Error> {
        let mut ranked = Ranked::before(sheet)?;
        let mut numbers = |teams: &[TeamId]| teams.iter().map(|team| ranked.number(team)).collect::<Vec<_>>();
        let groups = sheet.groups.iter().map(|group| numbers(&group.teams)).collect();
        let round = Drawn { groups, byes: numbers(&sheet.byes) };
        let results: Vec<Option<Vec<u32>>> =
            sheet.groups.iter().map(|group| ranks(group, results.get(&group.game)?)).collect();
        ranked.groups = ranked.groups.after(&round, &results).map_err(damaged)?;
        Ok(ranked)
    }
}

/// The ranks of a group's teams in their match; nothing, if it does not count.
fn ranks(group: &GroupSheet, game: &Match) -> Option<Vec<u32>> {
    if game.state != MatchState::Over {
        return None;
    }
    let rank = |team: &TeamId| {
        let own = game.seats.iter().filter(|seat| seat.team.as_ref() == Some(team));
        own.filter_map(|seat| seat.rank).min().and_then(|rank| u32::try_from(rank).ok())
    };
    group.teams.iter().map(rank).collect()
}

fn damaged(error: impl std::fmt::Display) -> Error {
    tracing::error!(%error, "a round as it is kept makes no sense");
    Error::Trouble("a round as it is kept makes no sense; the log says more".to_owned())
}

fn sheet(round: &Round) -> Result<Option<RoundSheet>, Error> {
    round.groups.as_ref().map(|groups| groups.read().told()).transpose()
}

/// The matches that count for a round: where one was played again, the later one.
async fn results(
    reader: &mut Reader,
    contest: &Contest,
    sheet: &RoundSheet,
) -> Result<BTreeMap<MatchId, Match>, Error> {
    let ids: Vec<MatchId> = sheet.groups.iter().map(|group| group.game.clone()).collect();
    let games = reader.these_matches(&ids).await.told()?;
    let mut instead = BTreeMap::new();
    if games.iter().any(|game| game.state != MatchState::Over) {
        for rejudge in reader.rejudges(&contest.id).await.told()? {
            if rejudge.state == RejudgeState::Applied {
                instead.extend(reader.rejudge_pairs(&rejudge.id).await.told()?);
            }
        }
    }
    let mut found = BTreeMap::new();
    for game in games {
        let id = game.id.clone();
        let counts = match instead.get(&id) {
            Some(later) if game.state != MatchState::Over => reader.one_match(later).await.told()?,
            _ => game,
        };
        found.insert(id, counts);
    }
    Ok(found)
}

/// The ranking after the last round that is over.
pub(crate) async fn ranked(reader: &mut Reader, contest: &Contest) -> Result<Ranked, Error> {
    let mut before = None;
    loop {
        let rounds = reader.rounds(&contest.id, before, 20).await.told()?;
        let Some(last) = rounds.last() else { return Ok(Ranked::default()) };
        before = Some(last.number);
        if let Some(over) = rounds.iter().find(|round| round.state == RoundState::Over)
            && let Some(sheet) = sheet(over)?
        {
            let results = results(reader, contest, &sheet).await?;
            return Ranked::after(&sheet, &results);
        }
    }
}

async fn last_round(reader: &mut Reader, contest: &Contest) -> Result<Option<Round>, Error> {
    Ok(reader.rounds(&contest.id, None, 1).await.told()?.into_iter().next())
}

impl League {
    /// Looks after the rounds of a contest that has them: plans the next one, begins what is due.
    pub(crate) async fn tend_rounds(&self, contest: &Contest, every: Duration) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        let last = last_round(&mut tx, contest).await?;
        let waits = |round: &Round| match round.state {
            RoundState::Planned => round.due > now,
            RoundState::Running => true,
            RoundState::Over | RoundState::Cancelled => false,
        };
        if last.as_ref().is_some_and(waits) {
            return tx.roll_back().await.told();
        }
        let held = tx.hold_contest(&contest.id).await.told()?;
        if !plays(&held) || last_round(&mut tx, contest).await? != last {
            // Somebody has closed it, or another process was faster.
            return tx.roll_back().await.told();
        }
        match last {
            Some(round) if round.state == RoundState::Planned => match settings(contest)?.ranking {
                Ranking::Boards { .. } => self.begin_board(&mut tx, contest, &round, every).await?,
                _ => self.begin_round(&mut tx, contest, &round, every).await?,
            },
            last => {
                let after = last.map_or(now, |round| round.due);
                tx.add_round(&contest.id, RoundKind::Groups, next_due(after, every, now)).await.told()?;
            }
        }
        tx.commit().await.told()?;
        self.wake();
        Ok(())
    }

    /// Draws the groups of a round and queues their matches. Where there are too few teams it is put off.
    async fn begin_round(
        &self,
        tx: &mut Tx,
        contest: &Contest,
        round: &Round,
        every: Duration,
    ) -> Result<(), Error> {
        let now = self.now();
        let settings = settings(contest)?;
        let entries = entries(tx, contest).await?;
        let mut ranked = ranked(tx, contest).await?;
        for number in 0..ranked.teams.len() {
            if !entries.contains_key(&ranked.teams[number]) {
                ranked.groups.leave(number);
            }
        }
        let known = ranked.order();
        for (team, _) in in_order(&entries) {
            if !known.contains(team) {
                let number = ranked.number(team);
                ranked.groups.enter(number).map_err(damaged)?;
            }
        }
        let sizes = Sizes::new([settings.players])
            .ok_or_else(|| Error::Trouble("a match of one has no winner".to_owned()))?;
        let drawn = ranked.groups.round(&sizes);
        if drawn.groups.is_empty() {
            return tx.set_round_due(&round.id, next_due(round.due, every, now)).await.told();
        }
        let place = |place: &Place| PlaceSheet {
            team: ranked.teams[place.team].clone(),
            byes: place.byes,
            rested: place.rested,
        };
        let mut sheet = RoundSheet {
            places: ranked.groups.places().iter().map(place).collect(),
            rounds: ranked.groups.rounds(),
            groups: Vec::new(),
            byes: drawn.byes.iter().map(|&number| ranked.teams[number].clone()).collect(),
        };
        let game = self.game(&contest.game)?;
        let maps = settings.maps(game);
        for (place, group) in drawn.groups.iter().enumerate() {
            let teams: Vec<TeamId> = group.iter().map(|&number| ranked.teams[number].clone()).collect();
            // Seats and maps go round from round to round.
            let turn = round.number as usize + place;
            let seated: Vec<Entry> =
                teams.iter().filter_map(|team| entries.get(team).map(|(_, entry)| entry.clone())).collect();
            let seated = rotate(seated, turn);
            let map = maps.get(turn % maps.len().max(1)).cloned();
            let plan = self.plan(contest, &settings, map, &seated)?;
            let about = About { round: Some(round.id.clone()), ..About::of(MatchKind::Ranked) };
            let game = self.queue_match(tx, contest, &settings, &plan, &seated, about).await?;
            sheet.groups.push(GroupSheet { teams, game });
        }
        tx.begin_round(&round.id, now, Some(&Json::of(&sheet).told()?)).await.told()?;
        self.note_begun(tx, round).await
    }

    pub(crate) async fn note_begun(&self, tx: &mut Tx, round: &Round) -> Result<(), Error> {
        let detail = serde_json::json!({ "number": round.number });
        self.note(tx, &Caller::host(), "round begun", round.id.as_str(), &detail).await
    }

    /// What follows from a match that has come to an end: its round may be over, its final goes on.
    pub(crate) async fn after_match(&self, tx: &mut Tx, game: &Match) -> Result<(), Error> {
        self.after_final_match(tx, game).await?;
        let Some(round) = &game.round else { return Ok(()) };
        // Two matches that end at once must not both take the other for one that is still played.
        tx.hold_contest(&game.contest).await.told()?;
        if game.shadow || tx.matches_left(round).await.told()? > 0 {
            return Ok(());
        }
        let round = tx.round(round).await.told()?;
        if round.state != RoundState::Running {
            return Ok(());
        }
        let now = self.now();
        tx.end_round(&round.id, now, None).await.told()?;
        let contest = tx.contest(&round.contest).await.told()?;
        if contest.state == ContestState::Closed {
            return Ok(());
        }
        if let Some(every) = every(&settings(&contest)?) {
            tx.add_round(&contest.id, RoundKind::Groups, next_due(round.due, every, now)).await.told()?;
        }
        Ok(())
    }

    /// The rounds of a contest, the last first.
    pub async fn rounds(&self, caller: &Caller, slug: &str) -> Result<Vec<RoundCard>, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let mut cards = Vec::new();
        for round in reader.rounds(&part.contest.id, None, 200).await.told()? {
            cards.push(card(&mut reader, &round).await?);
        }
        Ok(cards)
    }

    /// One round with its groups.
    pub async fn round(&self, caller: &Caller, slug: &str, number: i64) -> Result<RoundPage, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let round = reader.round_numbered(&part.contest.id, number).await.told()?;
        let round = round.ok_or_else(|| Error::Missing("there is no such round".to_owned()))?;
        let mut groups = Vec::new();
        let alone = matches!(part.settings.ranking, Ranking::Boards { .. });
        let boards =
            if alone { boards::cards(&mut reader, &part.contest, &round).await? } else { Vec::new() };
        if let Some(sheet) = sheet(&round)?.filter(|_| !alone) {
            let names = names(&mut reader, &part.contest).await?;
            let name = |team: &TeamId| names.get(team).cloned().unwrap_or_default();
            let after = match round.state {
                RoundState::Over => {
                    Some(Ranked::after(&sheet, &results(&mut reader, &part.contest, &sheet).await?)?)
                }
                _ => None,
            };
            let group_after = |team: &TeamId| {
                let order = after.as_ref()?.order();
                let place = order.iter().position(|other| other == team)?;
                // Places after the round fall into the same groups; whoever had a bye sits between.
                let playing = order[..place].iter().filter(|other| !sheet.byes.contains(other)).count();
                Some(playing / sheet.groups.first()?.teams.len().max(1))
            };
            for (place, group) in sheet.groups.iter().enumerate() {
                let moved = |up: bool| {
                    let moved = group.teams.iter().filter(|team| {
                        group_after(team).is_some_and(|now| if up { now < place } else { now > place })
                    });
                    moved.map(TeamId::to_string).collect()
                };
                groups.push(GroupCard {
                    number: place as u32 + 1,
                    teams: group.teams.iter().map(TeamId::to_string).collect(),
                    names: group.teams.iter().map(name).collect(),
                    game: Some(group.game.to_string()),
                    up: moved(true),
                    down: moved(false),
                });
            }
            for team in &sheet.byes {
                groups.push(GroupCard {
                    number: 0,
                    teams: vec![team.to_string()],
                    names: vec![name(team)],
                    game: None,
                    up: Vec::new(),
                    down: Vec::new(),
                });
            }
        }
        Ok(RoundPage { round: card(&mut reader, &round).await?, groups, boards })
    }
}

async fn card(reader: &mut Reader, round: &Round) -> Result<RoundCard, Error> {
    let matches = sheet(round)?.map_or(0, |sheet| sheet.groups.len());
    let left = reader.matches_left(&round.id).await.told()?;
    Ok(RoundCard {
        number: round.number as u32,
        state: round.state.to_string(),
        due: round.due.0,
        ended: round.ended.map(|time| time.0),
        matches: matches as u32,
        over: (matches as i64 - left).max(0) as u32,
    })
}

/// The teams of a contest that can play now.
pub(crate) async fn entries(
    reader: &mut Reader,
    contest: &Contest,
) -> Result<BTreeMap<TeamId, (Team, Entry)>, Error> {
    let teams = reader.teams(&contest.id).await.told()?.into_iter();
    let playing = teams.filter(|team| team.standing == Standing::In);
    Ok(playing.filter_map(|team| Some((team.id.clone(), (team.clone(), Entry::of_team(&team)?)))).collect())
}

/// The longest there first.
pub(crate) fn in_order(entries: &BTreeMap<TeamId, (Team, Entry)>) -> Vec<(&TeamId, &Team)> {
    let mut teams: Vec<(&TeamId, &Team)> = entries.iter().map(|(id, (team, _))| (id, team)).collect();
    teams.sort_by_key(|(id, team)| (team.created, (*id).clone()));
    teams
}

pub(crate) async fn names(reader: &mut Reader, contest: &Contest) -> Result<BTreeMap<TeamId, String>, Error> {
    let teams = reader.teams(&contest.id).await.told()?;
    Ok(teams.into_iter().map(|team| (team.id, team.name)).collect())
}

/// When the next round is due: a whole number of steps after the last, and to come.
pub(crate) fn next_due(last: Time, every: Duration, now: Time) -> Time {
    let step = every.as_millis().max(1) as i64;
    let steps = ((now.0 - last.0).max(0) / step) + 1;
    Time(last.0 + steps * step)
}

/// The settings of a contest whose teams are ranked in rounds.
pub(crate) fn every(settings: &Settings) -> Option<Duration> {
    match settings.ranking {
        Ranking::Groups { every_minutes } | Ranking::Boards { every_minutes } => {
            Some(Duration::from_secs(60 * u64::from(every_minutes)))
        }
        Ranking::None | Ranking::Ladder { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_round_is_due_in_step_and_never_in_the_past() {
        let minute = Duration::from_secs(60);
        assert_eq!(next_due(Time(0), minute, Time(0)), Time(60_000));
        assert_eq!(next_due(Time(0), minute, Time(59_999)), Time(60_000));
        assert_eq!(next_due(Time(0), minute, Time(60_000)), Time(120_000));
        assert_eq!(next_due(Time(500_000), minute, Time(0)), Time(560_000));
    }
}
