//! The final of a contest: opened once, played by the queue before everything else, and hidden until it is shown.
//!
//! What was fixed when it was opened and the log of what happened are all there is; the bracket is computed from the two. A match's result gets
//! into the log in the transaction that ends the match, and a match is in the log once.

mod gone;
mod hall;
mod page;
mod run;
mod show;
mod stage;
mod votes;

use std::collections::BTreeSet;

use meydan_arena::Error;
use meydan_contest::{Happening, Tournament, TournamentCall};
use meydan_store::{
    Contest, ContestState, Final, FinalState, Json, Match, MatchId, MatchKind, MatchState, Reader, Standing,
    Team, TeamId, Tx, Version, VersionId,
};
use serde_json::json;

use crate::league::{Told, settings};
use crate::plan::{About, Entry, Player};
use crate::view::{FinalPage, NewFinal};
use crate::{Caller, League, Settings};
use run::{Entrant, Line, Run, Sheet, Show};

/// The most series that a final may have. Everybody against everybody grows quickly.
const MOST_SERIES: usize = 3000;
/// The most teams.
const MOST_TEAMS: usize = 500;

impl League {
    /// Opens the final of a contest: submissions are frozen, and whatever plays for a team now plays for it in all matches.
    pub async fn open_final(&self, caller: &Caller, slug: &str, wish: NewFinal) -> Result<FinalPage, Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let contest = &part.contest;
        let game = self.game(&contest.game)?;
        if game.alone() {
            return Err(Error::Wrong(format!(
                "{} is played alone, so teams cannot meet in a final",
                game.name
            )));
        }
        tx.hold_contest(&contest.id).await.told()?;
        let seeded = self.seeds(&mut tx, contest, &wish).await?;
        if seeded.len() > MOST_TEAMS {
            return Err(Error::Wrong(format!(
                "a final has at most {MOST_TEAMS} teams, not {}",
                seeded.len()
            )));
        }
        let maps = chosen_maps(&part.settings.maps(game), &wish.maps)?;
        let mut entrants = Vec::new();
        for team in &seeded {
            let version = match &team.active_version {
                Some(version) => {
                    Some(tx.version(version).await.told()?).filter(|version| version.build.is_some())
                }
                None => None,
            };
            entrants.push(Entrant {
                team: team.id.clone(),
                house: team.house.clone(),
                sent: version.as_ref().map(|version| version.created.0),
                version: version.map(|version| version.id),
            });
        }
        let sheet = Sheet::new(&wish, &part.settings, game, entrants, maps, crate::plan::random_seed()?)?;
        let setting = sheet.setting()?;
        let tournament = Tournament::new(setting).map_err(|error| Error::Wrong(error.to_string()))?;
        if tournament.series().len() > MOST_SERIES {
            return Err(Error::Wrong(format!(
                "that would be {} series; choose another format, or let fewer take part",
                tournament.series().len()
            )));
        }
        match contest.state {
            ContestState::Draft => {
                return Err(Error::Conflict("a draft has no final; open the contest first".to_owned()));
            }
            ContestState::Open => {
                tx.move_contest(&contest.id, ContestState::Open, ContestState::Frozen).await.told()?;
            }
            ContestState::Frozen | ContestState::Closed => {}
        }
        let by = caller.signature();
        let (kept, show) = (Json::of(&sheet).told()?, Json::of(&Show::default()).told()?);
        let made =
            tx.add_final(&contest.id, by.as_ref(), self.now(), &kept, &show).await.map_err(|error| {
                match error {
                    meydan_store::Error::Taken { .. } => {
                        Error::Conflict("this contest has a final already; drop that first".to_owned())
                    }
                    other => crate::league::say(other),
                }
            })?;
        let mut run = Run { sheet, tournament, log: Vec::new() };
        self.miss(&mut tx, &made, &mut run).await?;
        self.call_matches(&mut tx, contest, &made, &run).await?;
        let detail = json!({ "format": wish.format, "teams": run.sheet.entrants.len() });
        self.note(&mut tx, caller, "final opened", made.id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        self.wake();
        self.final_page(caller, slug).await
    }

    /// Calls a final off. Its matches are never shown, and another can be opened.
    pub async fn drop_final(&self, caller: &Caller, slug: &str) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        tx.hold_contest(&part.contest.id).await.told()?;
        let found = tx.final_of(&part.contest.id).await.told()?.ok_or_else(no_final)?;
        tx.move_final(&found.id, found.state, FinalState::Dropped).await.told()?;
        let now = self.now();
        let matches = tx.final_matches(&found.id).await.told()?;
        let ids: Vec<MatchId> = matches.into_iter().map(|game| game.id).collect();
        for game in tx.these_matches(&ids).await.told()? {
            if game.state == MatchState::Queued {
                tx.withdraw_match(&game.id, now).await.told()?;
            }
        }
        self.note(&mut tx, caller, "final dropped", found.id.as_str(), &()).await?;
        tx.commit().await.told()?;
        self.ring();
        Ok(())
    }

    /// Who takes part, from the best seed down.
    async fn seeds(&self, tx: &mut Tx, contest: &Contest, wish: &NewFinal) -> Result<Vec<Team>, Error> {
        let teams = tx.teams(&contest.id).await.told()?;
        let Some(named) = &wish.teams else {
            let standing = self.standing_of(tx, contest).await?;
            let rank = |team: &Team| standing.rows.iter().position(|row| row.team == team.id.as_str());
            let mut playing: Vec<Team> = teams
                .into_iter()
                .filter(|team| team.standing == Standing::In && Entry::of_team(team).is_some())
                .filter(|team| wish.house || team.house.is_none())
                .collect();
            playing.sort_by_key(|team| (rank(team).unwrap_or(usize::MAX), team.created, team.id.clone()));
            playing.truncate(wish.best.unwrap_or(usize::MAX));
            return Ok(playing);
        };
        let mut seeded: Vec<Team> = Vec::new();
        for id in named {
            let team = teams.iter().find(|team| team.id.as_str() == id);
            let team = team.ok_or_else(|| Error::Wrong(format!("this contest has no team `{id}`")))?;
            if seeded.iter().any(|other| other.id == team.id) {
                return Err(Error::Wrong(format!(
                    "`{}` is there twice; give every team one seed",
                    team.name
                )));
            }
            seeded.push(team.clone());
        }
        Ok(seeded)
    }

    /// Looks after a final that is being played: whoever has left is missed, and whatever can be played is queued.
    pub(crate) async fn tend_final(&self, found: &Final) -> Result<(), Error> {
        let mut reader = self.store.read().await.told()?;
        let run = Run::of(&mut reader, found).await?;
        let missing = self.missing(&mut reader, &run).await?;
        let waiting = self.uncalled(&mut reader, found, &run).await?;
        drop(reader);
        if missing.is_empty() && waiting.is_empty() && !run.tournament.is_over() {
            return Ok(());
        }
        let mut tx = self.store.begin().await.told()?;
        tx.hold_contest(&found.contest).await.told()?;
        let found = tx.final_by(&found.id).await.told()?;
        if found.state != FinalState::Running {
            return tx.roll_back().await.told();
        }
        let contest = tx.contest(&found.contest).await.told()?;
        let mut run = Run::of(&mut tx, &found).await?;
        self.miss(&mut tx, &found, &mut run).await?;
        self.call_matches(&mut tx, &contest, &found, &run).await?;
        tx.commit().await.told()?;
        self.wake();
        Ok(())
    }

    /// Those who were in it and do not play any more, with the reason.
    async fn missing(&self, reader: &mut Reader, run: &Run) -> Result<Vec<(usize, String)>, Error> {
        let ids: Vec<TeamId> = run.sheet.entrants.iter().map(|entrant| entrant.team.clone()).collect();
        let teams = reader.these_teams(&ids).await.told()?;
        let versions: Vec<VersionId> =
            run.sheet.entrants.iter().filter_map(|entrant| entrant.version.clone()).collect();
        let versions = reader.these_versions(&versions).await.told()?;
        let can_play = |entrant: &Entrant| {
            let built =
                |version: &Version| Some(&version.id) == entrant.version.as_ref() && version.build.is_some();
            entrant.house.is_some() || versions.iter().any(built)
        };
        let mut missing = Vec::new();
        for (number, entrant) in run.sheet.entrants.iter().enumerate() {
            let team = teams.iter().find(|team| team.id == entrant.team);
            let why = match team {
                Some(team) if team.standing != Standing::In => Some(team.standing.to_string()),
                Some(_) if can_play(entrant) => None,
                _ => Some("no-show".to_owned()),
            };
            missing.extend(why.filter(|_| !run.tournament.is_gone(number)).map(|why| (number, why)));
        }
        Ok(missing)
    }

    async fn miss(&self, tx: &mut Tx, found: &Final, run: &mut Run) -> Result<(), Error> {
        let missing = self.missing(tx, run).await?;
        if missing.is_empty() {
            return Ok(());
        }
        // Who leaves later goes on where nobody is left, so the better seeds leave last.
        for (team, why) in missing.into_iter().rev() {
            run.write(tx, found, Line::Gone { team, why }, None).await?;
        }
        self.cancel_decided(tx, found, run).await
    }

    /// The games that can be played now and for which there is no match.
    async fn uncalled(
        &self,
        reader: &mut Reader,
        found: &Final,
        run: &Run,
    ) -> Result<Vec<TournamentCall>, Error> {
        let made = reader.final_matches(&found.id).await.told()?;
        let made: BTreeSet<(i64, i64)> = made.iter().map(|game| (game.series, game.game)).collect();
        let show: Show = found.show.read().told()?;
        // The next game of a series is not played behind the hall's back while the one before is still watched.
        let called = |call: &TournamentCall| (show.series, show.game) == (Some(call.series), Some(call.game));
        let wanted = |call: &TournamentCall| run.sheet.ahead || called(call);
        let new = |call: &TournamentCall| !made.contains(&(call.series as i64, i64::from(call.game)));
        Ok(run.tournament.calls().into_iter().filter(|call| wanted(call) && new(call)).collect())
    }

    /// Queues whatever can be played; a final with nothing left to play is over.
    async fn call_matches(
        &self,
        tx: &mut Tx,
        contest: &Contest,
        found: &Final,
        run: &Run,
    ) -> Result<(), Error> {
        if run.tournament.is_over() {
            tx.move_final(&found.id, FinalState::Running, FinalState::Over).await.told()?;
            return self.note(tx, &Caller::host(), "final over", found.id.as_str(), &()).await;
        }
        let settings = settings(contest)?;
        for call in self.uncalled(tx, found, run).await? {
            self.queue_call(tx, contest, &settings, found, run, &call).await?;
        }
        Ok(())
    }

    async fn queue_call(
        &self,
        tx: &mut Tx,
        contest: &Contest,
        settings: &Settings,
        found: &Final,
        run: &Run,
        call: &TournamentCall,
    ) -> Result<(), Error> {
        let mut seated = Vec::new();
        for &number in &call.players {
            seated.push(run.sheet.entrants[number].entry().ok_or_else(|| {
                Error::Trouble("a team without a version was called to a match of a final".to_owned())
            })?);
        }
        // An empty seat is taken by the weakest house bot, which cannot win anything.
        let game = self.game(&contest.game)?;
        let stand_in = settings.house.first().map(|rung| &rung.name).or(game.house_bots.first());
        if let Some(house) = stand_in {
            seated.resize_with(call.seats.max(seated.len()), || Entry::house(house));
        }
        // The maps are those of the day on which the final was opened.
        let mut plan = self.plan(contest, settings, None, &seated)?;
        if let Some(map) = run.sheet.maps.get(call.map) {
            plan.map.clone_from(map);
        }
        let about = About::of(MatchKind::Final);
        let id = self.queue_match(tx, contest, settings, &plan, &seated, about).await?;
        tx.add_final_match(&found.id, call.series as i64, i64::from(call.game), &id).await.told()
    }

    /// What follows from a match of a final that has come to an end. One that is void or was taken back waits for a moderator's word.
    pub(crate) async fn after_final_match(&self, tx: &mut Tx, game: &Match) -> Result<(), Error> {
        if game.kind != MatchKind::Final || game.shadow || game.state != MatchState::Over {
            return Ok(());
        }
        let Some(played) = tx.final_match(&game.id).await.told()? else { return Ok(()) };
        // Two matches that end at once must not write the same line.
        tx.hold_contest(&game.contest).await.told()?;
        let found = tx.final_by(&played.of).await.told()?;
        if found.state != FinalState::Running {
            return Ok(());
        }
        let mut run = Run::of(tx, &found).await?;
        let rank = |(number, entrant): (usize, &Entrant)| {
            let own = game.seats.iter().filter(|seat| seat.team.as_ref() == Some(&entrant.team));
            let rank = own.filter_map(|seat| seat.rank).min()?;
            Some((number, u32::try_from(rank).ok()?))
        };
        let ranks = run.sheet.entrants.iter().enumerate().filter_map(rank).collect();
        let line = Line::Result { series: played.series as usize, game: played.game as u32, ranks };
        // It may have been decided meanwhile, because somebody has left.
        if run.tournament.clone().tell(&line.happening()).is_ok() {
            run.write(tx, &found, line, Some(&game.id)).await?;
        }
        let contest = tx.contest(&game.contest).await.told()?;
        self.call_matches(tx, &contest, &found, &run).await?;
        self.ring();
        Ok(())
    }
}

impl Entrant {
    /// What plays for it.
    fn entry(&self) -> Option<Entry> {
        let player = match (&self.house, &self.version) {
            (Some(house), _) => Player::House(house.clone()),
            (None, Some(version)) => Player::Version(version.clone()),
            (None, None) => return None,
        };
        Some(Entry { team: Some(self.team.clone()), player })
    }
}

impl Line {
    fn happening(&self) -> Happening {
        match self {
            Line::Result { series, game, ranks } => {
                Happening::Result { series: *series, game: *game, ranks: ranks.clone() }
            }
            Line::Gone { team, .. } => Happening::Gone(*team),
            Line::Maps { series, maps } => Happening::Maps { series: *series, maps: maps.clone() },
        }
    }
}

fn chosen_maps(all: &[String], chosen: &[String]) -> Result<Vec<String>, Error> {
    if let Some(map) = chosen.iter().find(|map| !all.contains(map)) {
        return Err(Error::Wrong(format!("this contest has no map `{map}`; it has {}", all.join(", "))));
    }
    Ok(if chosen.is_empty() { all.to_vec() } else { chosen.to_vec() })
}

pub(crate) fn no_final() -> Error {
    Error::Missing("this contest has no final".to_owned())
}
