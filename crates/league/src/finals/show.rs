use std::time::Duration;

use meydan_arena::Error;
use meydan_contest::TournamentCall;
use meydan_store::{Final, FinalMatch, FinalState, Json, MatchId, MatchState, Tx};
use serde_json::json;

use super::no_final;
use super::page::show_card;
use super::run::{Line, Run, Screen, Show};
use super::stage::Stage;
use crate::contests::Part;
use crate::league::Told;
use crate::view::{Cue, ShowCard};
use crate::{Caller, League};

/// How many maps can be chosen for a series: as many as it can have games.
const MOST_MAPS: usize = 99;

/// How long somebody waits for another picture before they are told that there is none.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often it is looked whether another process has made one.
const LOOK: Duration = Duration::from_secs(1);

impl League {
    /// What the projector shows. With `after` the answer comes when there is another picture than that one, or after a while.
    pub async fn final_show(
        &self,
        caller: &Caller,
        slug: &str,
        after: Option<i64>,
    ) -> Result<ShowCard, Error> {
        let end = tokio::time::Instant::now() + PATIENCE;
        loop {
            let bell = self.stage_bell.notified();
            let mut reader = self.store.read().await.told()?;
            let part = self.part(&mut reader, caller, slug).await?;
            let found = reader.final_of(&part.contest.id).await.told()?.ok_or_else(no_final)?;
            if after != Some(found.step) || tokio::time::Instant::now() >= end {
                let matches = reader.final_matches(&found.id).await.told()?;
                let show: Show = found.show.read().told()?;
                return Ok(show_card(&found, &show, &matches, part.moderates()));
            }
            drop(reader);
            tokio::select! {
                () = bell => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    /// A moderator does something.
    pub async fn cue(&self, caller: &Caller, slug: &str, cue: Cue) -> Result<ShowCard, Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_moderate(caller)?;
        tx.hold_contest(&part.contest.id).await.told()?;
        let found = tx.final_of(&part.contest.id).await.told()?.ok_or_else(no_final)?;
        if cue.step.is_some_and(|step| step != found.step) {
            return Err(Error::Conflict("somebody else has changed what is shown; look again".to_owned()));
        }
        if found.state == FinalState::Running {
            // Whoever has left a moment ago is not called to a match.
            let mut run = Run::of(&mut tx, &found).await?;
            self.miss(&mut tx, &found, &mut run).await?;
        }
        let mut stage = Stage::set(&mut tx, &part, &found).await?;
        match cue.act.as_str() {
            "bracket" => stage.show.screen = Screen::Bracket,
            "places" => stage.show.screen = Screen::Places,
            "blank" => stage.show.screen = Screen::Blank,
            "next" => stage.next(cue.series)?,
            "play" => {
                stage.must_have_film()?;
                if !matches!(
                    stage.state(&mut tx).await?,
                    Some(MatchState::Running | MatchState::Over | MatchState::Annulled)
                ) {
                    return Err(Error::Conflict("this match has not begun yet; wait a moment".to_owned()));
                }
                stage.show.screen = Screen::Match;
                stage.show.paused = false;
                stage.show.seen = true;
            }
            "pause" => stage.show.paused = true,
            "resume" => stage.show.paused = false,
            "decisive" => {
                stage.must_have_film()?;
                if !stage.seen() {
                    return Err(Error::Conflict("nobody has seen this match yet; play it first".to_owned()));
                }
                if stage.state(&mut tx).await? == Some(MatchState::Running) {
                    return Err(Error::Conflict(
                        "nobody knows yet what decides this match; wait until it is over".to_owned(),
                    ));
                }
                stage.show.screen = Screen::Match;
                stage.show.paused = false;
                stage.show.replay += 1;
            }
            "result" => {
                self.reveal(&mut tx, &mut stage).await?;
                stage.show.screen = Screen::Result;
            }
            "skip" => {
                self.reveal(&mut tx, &mut stage).await?;
                stage.show.screen = Screen::Bracket;
            }
            "maps" => self.choose_maps(&mut tx, &found, &mut stage, &cue).await?,
            "again" => {
                let series = self.play_again(&mut tx, &part, &found, &stage, cue.series).await?;
                // What the hall may have seen of it was not what counts.
                if stage.show.series == Some(series) {
                    stage.show.seen = false;
                    if stage.show.screen == Screen::Match {
                        stage.show.screen = Screen::Next;
                    }
                }
            }
            "gone" => self.send_off(&mut tx, &found, &mut stage, &cue).await?,
            other => {
                return Err(Error::Wrong(format!(
                    "`{other}` is nothing that a moderator does; see the description of the API"
                )));
            }
        }
        tx.set_show(&found.id, found.step, &Json::of(&stage.show).told()?).await.told()?;
        // Where matches are played when they are called, this is when.
        let found = tx.final_by(&found.id).await.told()?;
        if found.state == FinalState::Running {
            let mut run = Run::of(&mut tx, &found).await?;
            if let ("next", Some(series)) = (cue.act.as_str(), stage.show.series) {
                self.count_votes(&mut tx, &found, &mut run, series).await?;
            }
            self.call_matches(&mut tx, &part.contest, &found, &run).await?;
        }
        let mut detail = json!({ "act": cue.act, "series": stage.show.series });
        if let Some(entrant) = cue.team.and_then(|team| stage.run.sheet.entrants.get(team)) {
            detail["team"] = json!(entrant.team);
        }
        self.note(&mut tx, caller, "final moderated", found.id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        self.wake();
        self.ring();
        self.final_show(caller, slug, None).await
    }

    /// The match on the stage is no secret any more.
    async fn reveal(&self, tx: &mut Tx, stage: &mut Stage) -> Result<(), Error> {
        let (series, game) = stage.current()?;
        if stage.walkover() {
            return Ok(());
        }
        let counted = stage.run.log.iter().find_map(|(line, id)| match line {
            Line::Result { series: s, game: g, .. } if (*s, *g) == (series, game) => id.clone(),
            _ => None,
        });
        let id = counted
            .ok_or_else(|| Error::Conflict("this match has not been played yet; wait a moment".to_owned()))?;
        tx.show_final_match(&id, self.now()).await.told()?;
        Ok(())
    }

    /// The hall has chosen the maps of a series.
    async fn choose_maps(
        &self,
        tx: &mut Tx,
        found: &Final,
        stage: &mut Stage,
        cue: &Cue,
    ) -> Result<(), Error> {
        let series = cue.series.or(stage.show.series);
        let series = series.ok_or_else(|| Error::Wrong("say for which series the maps are".to_owned()))?;
        if found.state != FinalState::Running {
            return Err(Error::Conflict("the final is over".to_owned()));
        }
        if stage.matches.iter().any(|game| game.series as usize == series) {
            return Err(Error::Conflict(
                "this series has begun, so its maps cannot be chosen any more".to_owned(),
            ));
        }
        if !(1..=MOST_MAPS).contains(&cue.maps.len()) {
            return Err(Error::Wrong(format!(
                "say which maps the series is played on, 1 to {MOST_MAPS} of them"
            )));
        }
        let mut maps = Vec::new();
        for map in &cue.maps {
            let number = stage.run.sheet.maps.iter().position(|other| other == map);
            maps.push(number.ok_or_else(|| {
                Error::Wrong(format!(
                    "the final has no map `{map}`; it has {}",
                    stage.run.sheet.maps.join(", ")
                ))
            })?);
        }
        stage.run.write(tx, found, Line::Maps { series, maps }, None).await
    }

    /// A match that came to nothing is played once more. Says of which series it is.
    async fn play_again(
        &self,
        tx: &mut Tx,
        part: &Part,
        found: &Final,
        stage: &Stage,
        series: Option<usize>,
    ) -> Result<usize, Error> {
        let calls = stage.run.tournament.calls();
        let wanted = |call: &&TournamentCall| series.or(stage.show.series) == Some(call.series);
        let call = calls.iter().find(wanted);
        let call =
            call.ok_or_else(|| Error::Conflict("this series has no match to be played now".to_owned()))?;
        let same = |game: &&FinalMatch| (game.series as usize, game.game as u32) == (call.series, call.game);
        let ids: Vec<MatchId> = stage.matches.iter().filter(same).map(|game| game.id.clone()).collect();
        let games = tx.these_matches(&ids).await.told()?;
        if games.iter().any(|game| matches!(game.state, MatchState::Queued | MatchState::Running)) {
            return Err(Error::Conflict("this match is waiting or being played".to_owned()));
        }
        self.queue_call(tx, &part.contest, &part.settings, found, &stage.run, call).await?;
        Ok(call.series)
    }

    /// Tells whoever looks at a projector that there may be another picture.
    pub(crate) fn ring(&self) {
        self.stage_bell.notify_waiters();
    }
}
