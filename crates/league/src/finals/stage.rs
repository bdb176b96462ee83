use std::collections::BTreeSet;

use meydan_arena::Error;
use meydan_contest::Tournament;
use meydan_store::{Final, FinalMatch, MatchId, MatchState, Tx};

use super::run::{Run, Screen, Show};
use crate::contests::Part;
use crate::league::Told;

/// What a moderator acts on.
pub(super) struct Stage {
    pub(super) run: Run,
    /// As the audience knows it.
    pub(super) known: Tournament,
    pub(super) matches: Vec<FinalMatch>,
    pub(super) show: Show,
}

impl Stage {
    pub(super) async fn set(tx: &mut Tx, part: &Part, found: &Final) -> Result<Stage, Error> {
        let run = Run::of(tx, found).await?;
        let shown: &BTreeSet<MatchId> = &part.shown;
        let known = run.known(shown)?;
        let matches = tx.final_matches(&found.id).await.told()?;
        Ok(Stage { run, known, matches, show: found.show.read().told()? })
    }

    /// The next match is announced: one of those whose teams the audience knows.
    pub(super) fn next(&mut self, series: Option<usize>) -> Result<(), Error> {
        let calls = self.known.calls();
        let call = match series {
            Some(series) => calls.iter().find(|call| call.series == series),
            None => calls.first(),
        };
        let call = call.ok_or_else(|| match series {
            Some(_) => Error::Conflict(
                "nobody knows yet who plays there; show what comes before it first".to_owned(),
            ),
            None => Error::Conflict("there is nothing left to show".to_owned()),
        })?;
        let paused = false;
        self.show = Show {
            screen: Screen::Next,
            series: Some(call.series),
            game: Some(call.game),
            paused,
            replay: 0,
            seen: false,
        };
        Ok(())
    }

    /// Whether the game on the stage will never be played, because its series is decided without it.
    pub(super) fn walkover(&self) -> bool {
        let Some((series, game)) = self.show.series.zip(self.show.game) else { return false };
        let series = self.run.tournament.series().get(series);
        series.is_some_and(|series| series.result.is_some() && series.games.len() as u32 <= game)
    }

    pub(super) fn must_have_film(&self) -> Result<(), Error> {
        self.current()?;
        match self.walkover() {
            true => Err(Error::Conflict(
                "this was decided without a match; show the result, or go to the next one".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// Whether the hall has seen the match on the stage, or at least how it ended.
    pub(super) fn seen(&self) -> bool {
        self.show.seen || self.show.screen == Screen::Match || self.games().any(|game| game.shown.is_some())
    }

    /// The matches that were made for the game on the stage. One that came to nothing may be followed by another.
    fn games(&self) -> impl Iterator<Item = &FinalMatch> {
        let own = self.show.series.zip(self.show.game);
        self.matches.iter().filter(move |game| own == Some((game.series as usize, game.game as u32)))
    }

    /// How far the match on the stage is, if there is one.
    pub(super) async fn state(&self, tx: &mut Tx) -> Result<Option<MatchState>, Error> {
        match self.games().last() {
            Some(game) => Ok(Some(tx.one_match(&game.id).await.told()?.state)),
            None => Ok(None),
        }
    }

    pub(super) fn current(&self) -> Result<(usize, u32), Error> {
        let none = || Error::Conflict("there is no match on the stage; go to the next one first".to_owned());
        self.show.series.zip(self.show.game).ok_or_else(none)
    }
}
