//! What a program says to a command, against what the rules say.

use meydan_core::{Chance, Next};
use meydan_labyrinth::{Action, Board, Cell, Dir, Ending, Prize, Rejection, Standing, State};

use super::compare::{Differences, differences};
use super::moves::lands_on_box;
use super::{Broken, Table};
use crate::check::Id;
use crate::check::shown::{Item, Shown};
use crate::check::student::Student;
use crate::check::words::{Phrase, not_allowed};

impl Table<'_> {
    /// What the program says to a command, against what the rules say.
    pub(super) async fn answer(
        &mut self,
        student: &mut Student,
        board: &Board,
        state: &mut State,
        action: Action,
    ) -> Result<(), Broken> {
        let turn = state.turn;
        let boxed = lands_on_box(board, state, action);
        let mut log = Vec::new();
        let refused = state.clone().act(board, action, &mut Chance::scripted(vec![0.0; 64]), &mut log).err();
        let first = self.next(student, Phrase::Answer).await?;
        if let Some(rejection) = refused {
            return self.refused(student, board, state, rejection, first).await;
        }
        if first == Item::Illegal {
            let walled = self.commands.iter().filter(|command| command.starts_with("wall")).count() > 1;
            let id = match action {
                // Where walls were put up or refused before, they were counted wrongly; and on a board so small that
                // only the least of one is left.
                Action::Wall(_) if walled || board.rows.min(board.cols) < 3 => self.budget(),
                Action::Wall(_) => Id::Light,
                Action::Push { .. } => Id::Push,
                _ => Id::Step,
            };
            return self.broken(id, Phrase::Allowed, Item::Illegal);
        }
        let (mut item, mut draws, mut prize) = (first, Vec::new(), None);
        if boxed {
            let Item::Opened(who, what) = item else {
                return self.broken(Id::BoxOpens, Phrase::BoxOf(turn), item);
            };
            if who != turn {
                return self.broken(Id::BoxOpens, Phrase::BoxOf(turn), Phrase::BoxOf(who));
            }
            prize = Some(what);
            draws.push(Prize::ALL.iter().position(|known| *known == what).unwrap_or(0) as f64);
            // The board right after the box: an earthquake is seen in it.
            let Item::Board(after) = self.next(student, Phrase::BoardAfterBox).await? else {
                return self.broken(Id::BoxOpens, Phrase::BoardAfterBox, Phrase::SomethingElse);
            };
            if what == Prize::Earthquake {
                draws.extend(self.shaken(board, state, action, &after)?);
            }
            item = self.next(student, Phrase::Board).await?;
        } else if let Item::Opened(..) = item {
            return self.broken(Id::BoxOpens, Phrase::NoBoxThere, Phrase::BoxOpened);
        }
        let before = state.clone();
        let done = state.act(board, action, &mut Chance::scripted(draws), &mut log);
        let more = done == Ok(Next::More);
        if let Some(prize) = prize {
            self.findings.right(Id::BoxOpens);
            if prize == Prize::Earthquake {
                self.findings.right(Id::Quake);
            }
        }
        if prize == Some(Prize::Walls) {
            self.gifted.push(turn);
        }
        let acted = state.clone();
        if !more {
            state.end_turn(board, &mut log);
        }
        let Item::Board(shown) = item else {
            let id = if prize == Some(Prize::ExtraTurn) { Id::BoxTurn } else { Id::Runs };
            return self.broken(id, Phrase::BoardAtTheEnd, item);
        };
        let mut next = None;
        if acted.result.is_none() && self.doubt > 0 && acted.arrived() + self.doubt >= board.needed {
            // One of those who left in an earthquake may have arrived: then the game is won before the hunters move.
            let seen = differences(board, &acted, &shown);
            if !seen.runners && !seen.hunters {
                let item = self.next(student, Phrase::NextOrEnd).await?;
                if item == Item::Victory {
                    (*state, self.shown) = (acted, *shown);
                    state.result = Some(Ending::Victory);
                    self.findings.right(Id::Victory);
                    return Ok(());
                }
                next = Some(item);
            }
        }
        self.compare(board, &before, &acted, state, &shown, (action, prize))?;
        self.shown = *shown;
        let item = match next {
            Some(item) => item,
            None => self.next(student, Phrase::NextOrEnd).await?,
        };
        let wanted = match state.result {
            Some(Ending::Victory) => Item::Victory,
            Some(_) => Item::Defeat,
            None if state.owes_push => Item::Push(state.turn),
            None => Item::Turn(state.turn),
        };
        if item != wanted {
            let id = match (&wanted, &item) {
                (Item::Victory, _) | (_, Item::Victory) => Id::Victory,
                (Item::Defeat, _) | (_, Item::Defeat) => Id::Defeat,
                (Item::Push(_), _) | (_, Item::Push(_)) => Id::Push,
                _ if prize == Some(Prize::ExtraTurn) => Id::BoxTurn,
                _ if self.terms.phase >= 4 => Id::Order,
                _ => Id::Runs,
            };
            return self.broken(id, wanted, item);
        }
        match (&wanted, prize) {
            (Item::Victory, _) => self.findings.right(Id::Victory),
            (Item::Defeat, _) => self.findings.right(Id::Defeat),
            (_, Some(Prize::ExtraTurn)) => self.findings.right(Id::BoxTurn),
            _ if self.terms.phase >= 4 => self.findings.right(Id::Order),
            _ => {}
        }
        Ok(())
    }

    /// The rule that a wrong number of walls breaks.
    fn budget(&self) -> Id {
        match (self.resumed, !self.gifted.is_empty()) {
            (true, _) => Id::Saved,
            (_, true) => Id::BoxWalls,
            _ => Id::LightBudget,
        }
    }

    /// A command that is not allowed: a message, no change, and the same runner is asked again.
    async fn refused(
        &mut self,
        student: &mut Student,
        board: &Board,
        state: &State,
        rejection: Rejection,
        first: Item,
    ) -> Result<(), Broken> {
        let id = match rejection {
            Rejection::OutOfBoard => Id::Border,
            Rejection::FixedWall => Id::FixedWall,
            Rejection::TemporaryWall => Id::LightBlocks,
            Rejection::NoWallsLeft => self.budget(),
            Rejection::WallStands | Rejection::NotBetween => Id::LightPlace,
            Rejection::WouldCut => Id::LightCut,
            _ => Id::Push,
        };
        if let Some(last) = self.story.last_mut() {
            last.push_str(not_allowed(self.terms.lang));
        }
        if first != Item::Illegal {
            return self.broken(id, Phrase::Illegal(rejection), first);
        }
        loop {
            match self.next(student, Phrase::AskedAgain).await? {
                Item::Board(shown) => {
                    if differences(board, state, &shown) != Differences::default() {
                        self.shown = *shown;
                        return self.broken(id, Phrase::NothingChanges, Phrase::HasChanged);
                    }
                }
                Item::Turn(turn) if turn == state.turn && !state.owes_push => break,
                Item::Push(turn) if turn == state.turn && state.owes_push => break,
                other => return self.broken(id, Item::Turn(state.turn), other),
            }
        }
        // A refusal for want of walls shows that they were counted rightly, those from boxes too if this runner had some.
        if rejection == Rejection::NoWallsLeft && self.gifted.contains(&state.turn) {
            self.findings.right(Id::BoxWalls);
        }
        let counted = id != Id::BoxWalls || rejection != Rejection::NoWallsLeft;
        self.findings.right(if counted { id } else { Id::LightBudget });
        Ok(())
    }

    /// The draws that an earthquake must have had; whoever did not come to an open neighbour cell breaks the rule.
    fn shaken(
        &mut self,
        board: &Board,
        state: &State,
        action: Action,
        after: &Shown,
    ) -> Result<Vec<f64>, Broken> {
        let Action::Move(dir) = action else { return Ok(Vec::new()) };
        let mut draws = Vec::new();
        let mut from: Vec<(u16, (i32, i32))> = Vec::new();
        for (i, runner) in state.runners.iter().enumerate().filter(|(_, r)| r.status == Standing::On) {
            let at = if i as u32 == state.turn { board.beside(runner.at, dir) } else { runner.at };
            from.push((at, after.runners.get(i).copied().unwrap_or((-1, -1))));
        }
        for (i, &hunter) in state.hunters.iter().enumerate() {
            from.push((hunter, after.hunters.get(i).copied().unwrap_or((-1, -1))));
        }
        for (at, to) in from {
            let open: Vec<(i32, i32)> = Dir::ALL
                .into_iter()
                .filter(|&dir| state.is_open(at, dir))
                .map(|dir| board.cell(board.beside(at, dir)))
                .map(|cell| (cell.row, cell.col))
                .collect();
            // Somebody who was caught or arrived in it is gone: any draw that explains it will do.
            let gone = to == (-1, -1);
            let core = board.cell(board.core);
            let arrives = open.iter().position(|cell| *cell == (core.row, core.col));
            let caught = |cell: &(i32, i32)| after.hunters.contains(cell) && *cell != (core.row, core.col);
            let caught = open.iter().position(caught);
            if gone && arrives.is_some() && caught.is_some() {
                self.doubt += 1;
            }
            let place = if gone { caught.or(arrives) } else { open.iter().position(|cell| *cell == to) };
            match place {
                Some(place) => draws.push(place as f64),
                None => {
                    let Cell { row, col } = board.cell(at);
                    let expected = Phrase::Shaken { from: (row, col), to: open };
                    return self.broken(Id::Quake, expected, Phrase::To(to));
                }
            }
        }
        Ok(draws)
    }
}
