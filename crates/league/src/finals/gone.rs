use meydan_arena::Error;
use meydan_store::{Final, FinalMatch, FinalState, MatchId, MatchState, Tx};

use super::run::{Line, Run, Screen};
use super::stage::Stage;
use crate::League;
use crate::league::Told;
use crate::view::Cue;

impl League {
    /// A team withdraws from the final at this moment, or did not come: it loses what it has not played. What was played stays.
    pub(super) async fn send_off(
        &self,
        tx: &mut Tx,
        found: &Final,
        stage: &mut Stage,
        cue: &Cue,
    ) -> Result<(), Error> {
        if found.state != FinalState::Running {
            return Err(Error::Conflict(
                "all of the final has been played, so nobody can leave it".to_owned(),
            ));
        }
        let team = cue.team.ok_or_else(|| Error::Wrong("say which team has left".to_owned()))?;
        let why = match cue.why.as_deref().unwrap_or("withdrawn") {
            why @ ("withdrawn" | "no-show") => why.to_owned(),
            other => {
                return Err(Error::Wrong(format!(
                    "`{other}` is no reason to leave a final; it is `withdrawn` or `no-show`"
                )));
            }
        };
        if team >= stage.run.sheet.entrants.len() {
            return Err(Error::Wrong(format!("the final has no team `{team}`; give its place in `teams`")));
        }
        if stage.run.tournament.is_gone(team) {
            return Err(Error::Conflict("this team has left the final already".to_owned()));
        }
        stage.run.write(tx, found, Line::Gone { team, why }, None).await?;
        self.cancel_decided(tx, found, &stage.run).await?;
        // The hall is told at once who goes on without a match.
        if stage.walkover() && matches!(stage.show.screen, Screen::Next | Screen::Match) {
            stage.show.screen = Screen::Result;
        }
        Ok(())
    }

    /// What still waits for a series that is decided would tell nothing.
    pub(super) async fn cancel_decided(&self, tx: &mut Tx, found: &Final, run: &Run) -> Result<(), Error> {
        let decided = |game: &FinalMatch| {
            let series = run.tournament.series().get(game.series as usize);
            series.is_some_and(|series| series.result.is_some())
        };
        let matches = tx.final_matches(&found.id).await.told()?;
        let ids: Vec<MatchId> = matches.into_iter().filter(decided).map(|game| game.id).collect();
        let now = self.now();
        for game in tx.these_matches(&ids).await.told()? {
            if game.state == MatchState::Queued {
                tx.withdraw_match(&game.id, now).await.told()?;
            }
        }
        Ok(())
    }
}
