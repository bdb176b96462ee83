//! Phase 6: the game is saved, taken up again, and a new one is begun beside it.

use std::path::Path;

use meydan_labyrinth::{Board, State};

use super::compare::{Differences, differences};
use super::{Broken, Table};
use crate::check::room::Program;
use crate::check::shown::Item;
use crate::check::student::Student;
use crate::check::words::Phrase;
use crate::check::{CheckError, Id};

impl Table<'_> {
    /// Saves; the same runner is asked again.
    pub(super) async fn save(&mut self, student: &mut Student, state: &State) -> Result<(), Broken> {
        self.commands.push("save".into());
        self.story.push("save".into());
        student.say("save").await;
        match self.next(student, Item::Saved).await? {
            Item::Saved => {}
            other => return self.broken(Id::Saved, Item::Saved, other),
        }
        let wanted = if state.owes_push { Item::Push(state.turn) } else { Item::Turn(state.turn) };
        loop {
            match self.next(student, Phrase::AskedAgain).await? {
                // The board may be printed again.
                Item::Board(_) => {}
                item if item == wanted => return Ok(()),
                other => {
                    let expected = Phrase::SavingIsNoTurn(wanted.to_string());
                    return self.broken(Id::Saved, expected, other);
                }
            }
        }
    }

    /// The saved game is the one that was played.
    pub(super) async fn goes_on(
        &mut self,
        student: &mut Student,
        board: &Board,
        state: &State,
    ) -> Result<(), Broken> {
        let shown = self.opening(student).await?;
        let turn = self.next(student, Item::Turn(state.turn)).await?;
        let same = differences(board, state, &shown) == Differences::default();
        let asked = if state.owes_push { Item::Push(state.turn) } else { Item::Turn(state.turn) };
        if !same || turn != asked {
            let said = Phrase::Stands(turn.to_string(), shown.text());
            let expected = Phrase::Stands(asked.to_string(), self.shown.text());
            return self.broken(Id::Saved, expected, said);
        }
        self.findings.right(Id::Saved);
        Ok(())
    }

    /// A new game where one is saved: another board than the saved one.
    pub(super) async fn begins_anew(
        &mut self,
        program: &Program,
        folder: &Path,
        first: Option<&str>,
        saved: &str,
    ) -> Result<Student, CheckError> {
        let mut student = self.start(program, folder, self.seed.wrapping_add(7), "new").await?;
        let Ok(shown) = self.opening(&mut student).await else { return Ok(student) };
        let text = shown.text();
        // Where nothing had moved, the saved game and its beginning look alike.
        if text == saved && first != Some(saved) {
            let failure = self.failure(&Phrase::NewGame, &Phrase::SavedGame);
            self.findings.wrong(Id::New, failure);
        } else if shown.runners.len() != self.asked.runners as usize || shown.runners.contains(&(-1, -1)) {
            let (expected, found) = (Phrase::NewRunners(self.asked.runners), Phrase::Runners(shown.runners));
            let failure = self.failure(&expected, &found);
            self.findings.wrong(Id::New, failure);
        } else if first != Some(saved) {
            self.findings.right(Id::New);
        }
        Ok(student)
    }
}
