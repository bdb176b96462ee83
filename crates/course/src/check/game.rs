//! Phases 3 to 6: the program makes a board and plays on it; our engine plays the same game beside it.

use meydan_core::{Chance, Next, Seed};
use meydan_labyrinth::{
    Action, Board, Cell, Dir, Ending, Lie, Prize, Rejection, Standing, State, Wall, route,
};
use meydan_sandbox::Command;
use std::path::Path;

use super::boards::{Asked, another, keeps_the_rules, size};
use super::shown::{Item, Shown};
use super::student::{Student, Trouble};
use super::{CheckError, Failure, Findings, Id, Terms};

/// The most commands of one game.
const COMMANDS: u32 = 60;

/// Plays many games, from small boards to large.
pub(super) async fn play(
    command: &Command,
    terms: &Terms,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    let mut chance = Chance::new(Seed(terms.seed));
    let mut seen = Vec::new();
    for number in 0..terms.boards {
        let (rows, cols) = size(number, terms.boards, &mut chance);
        let several = terms.phase >= 4;
        let asked = Asked {
            rows: rows.max(if several { 6 } else { 4 }),
            cols: cols.max(if several { 6 } else { 4 }),
            runners: if several { 1 + chance.below(4) } else { 1 },
            hunters: if several { 1 + chance.below(2) } else { 1 },
            walls: chance.below((rows - 1) * (cols - 1) / 2 + 1),
            boxes: terms.phase >= 5,
        };
        let mut input = format!("{} {} {}", asked.rows, asked.cols, asked.walls);
        if several {
            input = format!("{input} {} {}", asked.runners, asked.hunters);
        }
        let folder = tempfile::tempdir()?;
        let mut table = Table {
            terms,
            findings: &mut *findings,
            chance: chance.fork(),
            input,
            asked,
            style: number % 3,
            commands: Vec::new(),
            shown: Shown::default(),
        };
        if let Some(board) = table.game(command, folder.path(), number).await? {
            if number < 2 {
                // The same question again, to see whether the board is drawn.
                seen.extend(table.first_board(command, number).await?);
                seen.push(board);
                another(&seen, &table.input.clone(), table.findings);
            }
            seen.clear();
        }
    }
    Ok(())
}

/// One game, and what was said in it.
struct Table<'a> {
    terms: &'a Terms,
    findings: &'a mut Findings,
    chance: Chance,
    input: String,
    asked: Asked,
    /// To the core, at random, or hardly at all.
    style: u32,
    commands: Vec<String>,
    shown: Shown,
}

/// A rule was broken, and nothing that follows means anything.
struct Broken;

impl Table<'_> {
    async fn start(
        &mut self,
        command: &Command,
        folder: &Path,
        seed: u32,
        how: &str,
    ) -> Result<Student, CheckError> {
        let seed = self.terms.seed.wrapping_add(u64::from(seed));
        let mut student = Student::start(command, folder, seed, self.terms.phase, self.terms.patience)?;
        if self.terms.phase >= 6 {
            student.say(how).await;
        }
        if how == "new" {
            student.say(&self.input.clone()).await;
        }
        Ok(student)
    }

    /// The board of another run with the same input.
    async fn first_board(&mut self, command: &Command, seed: u32) -> Result<Vec<String>, CheckError> {
        let mut boards = Vec::new();
        for more in 1..4 {
            let folder = tempfile::tempdir()?;
            let mut student = self.start(command, folder.path(), seed + 1000 * more, "new").await?;
            if let Ok(Some(Item::Board(shown))) = student.next().await {
                boards.push(shown.text());
            }
            student.end().await;
        }
        Ok(boards)
    }

    /// Plays one game; gives the board it began on.
    async fn game(
        &mut self,
        command: &Command,
        folder: &Path,
        seed: u32,
    ) -> Result<Option<String>, CheckError> {
        let mut student = self.start(command, folder, seed, "new").await?;
        let begun = self.begin(&mut student).await;
        let mut first = None;
        if let Ok((board, mut state)) = begun {
            first = Some(self.shown.text());
            let halfway = if self.terms.phase >= 6 { 4 } else { COMMANDS };
            let mut played = self.rounds(&mut student, &board, &mut state, halfway).await;
            if self.terms.phase >= 6 && played.is_ok() && state.result.is_none() {
                student.say("save").await;
                played = self.wait_for_saved(&mut student).await;
                student.end().await;
                student = self.start(command, folder, seed, "resume").await?;
                if played.is_ok() && self.goes_on(&mut student, &board, &state).await.is_ok() {
                    let _ = self.rounds(&mut student, &board, &mut state, COMMANDS).await;
                }
                student.end().await;
                // A new game in the same folder.
                student = self.start(command, folder, seed + 7, "new").await?;
                let again = self.opening(&mut student).await;
                match again {
                    Ok(shown) if shown.runners.len() == self.asked.runners as usize => {
                        self.findings.right(Id::New);
                    }
                    _ => {
                        let failure = self.failure("a new board", "something else");
                        self.findings.wrong(Id::New, failure);
                    }
                }
            }
        }
        student.end().await;
        Ok(first)
    }

    fn failure(&self, expected: impl Into<String>, found: impl Into<String>) -> Failure {
        Failure::new(&self.input, &self.shown.text(), expected, found).after(&self.commands)
    }

    fn broken<T>(
        &mut self,
        id: Id,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Result<T, Broken> {
        let failure = self.failure(expected, found);
        self.findings.wrong(id, failure);
        Err(Broken)
    }

    async fn next(&mut self, student: &mut Student, wanted: &str) -> Result<Item, Broken> {
        match student.next().await {
            Ok(Some(item)) => Ok(item),
            Ok(None) => self.broken(Id::Runs, wanted, "the program has ended"),
            Err(Trouble(why)) => self.broken(Id::Runs, wanted, why),
        }
    }

    /// The board that comes first.
    async fn opening(&mut self, student: &mut Student) -> Result<Shown, Broken> {
        match self.next(student, "a board").await? {
            Item::Board(shown) => Ok(*shown),
            other => self.broken(Id::Runs, "a board", format!("{other:?}")),
        }
    }

    async fn begin(&mut self, student: &mut Student) -> Result<(Board, State), Broken> {
        self.shown = self.opening(student).await?;
        let sound = keeps_the_rules(&self.shown, &self.asked, &self.input, self.findings);
        if !sound {
            return Err(Broken);
        }
        let light = (self.terms.phase < 4).then_some(0);
        let config = self.shown.config(light);
        let Ok(board) = Board::new(&config) else {
            return self.broken(Id::Runs, "a board that keeps the rules", "pieces on the core or outside");
        };
        let state = State::new(&board, &config);
        match self.next(student, "turn 0").await? {
            Item::Turn(0) => {}
            other => return self.broken(Id::Runs, "turn 0", format!("{other:?}")),
        }
        self.findings.right(Id::Runs);
        Ok((board, state))
    }

    async fn rounds(
        &mut self,
        student: &mut Student,
        board: &Board,
        state: &mut State,
        most: u32,
    ) -> Result<(), Broken> {
        for _ in 0..most {
            if state.result.is_some() {
                break;
            }
            let action = self.choose(board, state);
            self.commands.push(words(action));
            student.say(&words(action)).await;
            self.answer(student, board, state, action).await?;
        }
        Ok(())
    }

    /// What to try: now and then something that is not allowed.
    fn choose(&mut self, board: &Board, state: &State) -> Action {
        let runner = state.runners[state.turn as usize];
        if state.owes_push {
            let mut pushes = Vec::new();
            state.legal(board, &mut pushes);
            if self.chance.below(3) == 0 {
                // Nowhere: a hunter must be put on another cell.
                return Action::Push { hunter: 0, to: board.cell(state.hunters[0]) };
            }
            return self.chance.pick(&pushes).copied().unwrap_or(Action::Stay);
        }
        let shut: Vec<Dir> = Dir::ALL.into_iter().filter(|&dir| !state.is_open(runner.at, dir)).collect();
        if self.chance.below(4) == 0
            && let Some(&dir) = self.chance.pick(&shut)
        {
            return Action::Move(dir);
        }
        let often = if self.style == 2 { 2 } else { 4 };
        if self.terms.phase >= 4 && self.chance.below(often) == 0 {
            return Action::Wall(self.some_wall(board, state));
        }
        let open: Vec<Dir> = Dir::ALL.into_iter().filter(|&dir| state.is_open(runner.at, dir)).collect();
        let goal = state.boxes.first().copied().filter(|_| self.style == 1).unwrap_or(board.core);
        let way = route(board, state, runner.at, goal, |_| false).and_then(|way| way.first().copied());
        match (self.style, self.chance.below(3)) {
            (0 | 1, 0 | 1) => way.map_or(Action::Stay, Action::Move),
            (2, 0 | 1) => Action::Stay,
            _ => self.chance.pick(&open).map_or(Action::Stay, |&dir| Action::Move(dir)),
        }
    }

    /// A place for a wall: near the runner, so that it blocks somebody; sometimes one that is not allowed.
    fn some_wall(&mut self, board: &Board, state: &State) -> Wall {
        let at = board.cell(state.runners[state.turn as usize].at);
        let dir = if self.chance.below(2) == 0 { Lie::Horizontal } else { Lie::Vertical };
        match self.chance.below(6) {
            // On the border or outside.
            0 => Wall { row: i32::from(board.rows) - 1, col: at.col, dir: Lie::Horizontal },
            // On a wall that stands.
            1 if !state.walls.is_empty() => board.wall(state.walls[0].slot),
            2 => {
                let solid: Vec<u32> = board
                    .slots()
                    .filter(|&slot| {
                        let (at, dir) = board.across(slot);
                        board.open[usize::from(at)] & dir.bit() == 0
                    })
                    .collect();
                self.chance
                    .pick(&solid)
                    .map_or(Wall { row: at.row, col: at.col, dir }, |&slot| board.wall(slot))
            }
            // One that would cut the board.
            3 => {
                let cuts: Vec<u32> = board
                    .slots()
                    .filter(|&slot| state.may_stand(board, slot) == Err(Rejection::WouldCut))
                    .collect();
                self.chance
                    .pick(&cuts)
                    .map_or(Wall { row: at.row, col: at.col, dir }, |&slot| board.wall(slot))
            }
            _ => Wall { row: at.row, col: at.col, dir },
        }
    }

    /// What the program says to a command, against what the rules say.
    async fn answer(
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
        let first = self.next(student, "an answer").await?;
        if let Some(rejection) = refused {
            return self.refused(student, board, state, rejection, first).await;
        }
        if first == Item::Illegal {
            let id = if matches!(action, Action::Wall(_)) { Id::Light } else { Id::Step };
            let id = if matches!(action, Action::Push { .. }) { Id::Push } else { id };
            return self.broken(id, "the command is allowed", "illegal");
        }
        let (mut item, mut draws, mut prize) = (first, Vec::new(), None);
        if boxed {
            let Item::Opened(who, what) = item else {
                return self.broken(Id::BoxOpens, format!("box {turn} …"), format!("{item:?}"));
            };
            if who != turn {
                return self.broken(Id::BoxOpens, format!("box {turn} …"), format!("box {who} …"));
            }
            prize = Some(what);
            draws.push(Prize::ALL.iter().position(|known| *known == what).unwrap_or(0) as f64);
            // The board right after the box: an earthquake is seen in it.
            let Item::Board(after) = self.next(student, "the board after the box").await? else {
                return self.broken(Id::BoxOpens, "the board after the box", "something else");
            };
            if what == Prize::Earthquake {
                draws.extend(self.shaken(board, state, action, &after)?);
            }
            item = self.next(student, "a board").await?;
        } else if let Item::Opened(..) = item {
            return self.broken(Id::BoxOpens, "no box there", "a box was opened");
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
        let acted = state.clone();
        if !more {
            state.end_turn(board, &mut log);
        }
        let Item::Board(shown) = item else {
            let id = if prize == Some(Prize::ExtraTurn) { Id::BoxTurn } else { Id::Runs };
            return self.broken(id, "a board", format!("{item:?}"));
        };
        self.compare(board, &before, &acted, state, &shown, action)?;
        self.shown = *shown;
        let item = self.next(student, "turn, push, victory or defeat").await?;
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
            return self.broken(id, format!("{wanted:?}"), format!("{item:?}"));
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
            Rejection::NoWallsLeft => Id::LightBudget,
            Rejection::WallStands | Rejection::NotBetween => Id::LightPlace,
            Rejection::WouldCut => Id::LightCut,
            _ => Id::Push,
        };
        let expected = format!("illegal: {}", rejection.reason());
        if first != Item::Illegal {
            return self.broken(id, expected, format!("{first:?}"));
        }
        loop {
            match self.next(student, "the same runner is asked again").await? {
                Item::Board(shown) => {
                    if differences(board, state, &shown) != Differences::default() {
                        self.shown = *shown;
                        return self.broken(
                            id,
                            "an illegal command changes nothing",
                            "the board has changed",
                        );
                    }
                }
                Item::Turn(turn) if turn == state.turn && !state.owes_push => break,
                Item::Push(turn) if turn == state.turn && state.owes_push => break,
                other => return self.broken(id, format!("turn {}", state.turn), format!("{other:?}")),
            }
        }
        self.findings.right(id);
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
            let hunted = |cell: &(i32, i32)| after.hunters.contains(cell) || *cell == (core.row, core.col);
            let place =
                if gone { open.iter().position(hunted) } else { open.iter().position(|cell| *cell == to) };
            match place {
                Some(place) => draws.push(place as f64),
                None => {
                    let Cell { row, col } = board.cell(at);
                    return self.broken(
                        Id::Quake,
                        format!("from {row} {col} to one of {open:?}"),
                        format!("to {to:?}"),
                    );
                }
            }
        }
        Ok(draws)
    }

    /// The board after a turn, against the engine's.
    fn compare(
        &mut self,
        board: &Board,
        before: &State,
        acted: &State,
        state: &State,
        shown: &Shown,
        action: Action,
    ) -> Result<(), Broken> {
        let found = differences(board, state, shown);
        let text = |state: &State| {
            let view = state.view(board);
            let runners: Vec<_> = view
                .runners
                .iter()
                .map(|r| if r.status == Standing::On { (r.at.row, r.at.col) } else { (-1, -1) })
                .collect();
            let hunters: Vec<_> = view.hunters.iter().map(|h| (h.row, h.col)).collect();
            format!("runners {runners:?}, hunters {hunters:?}")
        };
        let expected = text(state);
        let said = format!("runners {:?}, hunters {:?}", shown.runners, shown.hunters);
        let round_ended = state.round != acted.round || (state.result.is_some() && acted.result.is_none());
        let who = before.turn as usize;
        let runner = acted.runners[who];
        let Cell { row, col } = board.cell(runner.at);
        let now = shown.runners.get(who).copied().unwrap_or((-1, -1));
        // Where somebody stands who is still there is its own doing; whether it is there is the hunters'.
        if runner.status == Standing::On && now != (-1, -1) && now != (row, col) {
            return self.broken(Id::Step, expected, said);
        }
        if found.hunters {
            let id = match action {
                Action::Push { .. } if !round_ended => Id::Push,
                // Hunters that move before everybody has acted move too early.
                _ if !round_ended && self.terms.phase >= 4 => Id::Order,
                _ => self.hunted(board, acted, shown),
            };
            return self.broken(id, expected, said);
        }
        if found.runners {
            let id = if self.terms.phase >= 4 { Id::Caught } else { Id::Defeat };
            return self.broken(id, expected, said);
        }
        if found.walls {
            return self.broken(Id::Walls, "the fixed walls stay as they are", "they have changed");
        }
        // When the game is over, nobody minds how long a wall would have stood.
        if found.light && state.result.is_none() {
            let wanted: Vec<_> =
                state.view(board).walls.iter().map(|w| (w.row, w.col, w.dir.letter(), w.life)).collect();
            let places = |walls: &[(i32, i32, char, u8)]| {
                let mut places: Vec<_> = walls.iter().map(|&(row, col, lie, _)| (row, col, lie)).collect();
                places.sort_unstable();
                places
            };
            // A wall that has just been put up and is not there at all, or one that is there for another time.
            let new = matches!(action, Action::Wall(_)) && places(&shown.light).len() < wanted.len();
            let id = if new && !round_ended { Id::Light } else { Id::LightLife };
            return self.broken(id, format!("temporary walls {wanted:?}"), format!("{:?}", shown.light));
        }
        if found.boxes {
            return self.broken(Id::BoxOpens, "the boxes that are left", format!("{:?}", shown.boxes));
        }
        self.kept(before, acted, state, action, round_ended);
        Ok(())
    }

    fn kept(&mut self, before: &State, acted: &State, state: &State, action: Action, round_ended: bool) {
        match action {
            Action::Move(_) | Action::Stay => self.findings.right(Id::Step),
            Action::Wall(_) => self.findings.right(Id::Light),
            Action::Push { .. } => self.findings.right(Id::Push),
        }
        if round_ended {
            for id in [Id::HunterSteps, Id::HunterAcross, Id::HunterWalls] {
                self.findings.right(id);
            }
            if self.terms.phase >= 4 && before.on_board() > 1 {
                self.findings.right(Id::HunterNearest);
            }
            if !acted.walls.is_empty() {
                self.findings.right(Id::LightLife);
            }
        }
        let caught = |state: &State| state.runners.iter().filter(|r| r.status == Standing::Caught).count();
        if self.terms.phase >= 4 && caught(state) > caught(before) {
            self.findings.right(Id::Caught);
        }
    }

    /// Which rule explains where the hunters are: the first change of the rules that leads there.
    fn hunted(&self, board: &Board, acted: &State, shown: &Shown) -> Id {
        let found: Vec<(i32, i32)> = shown.hunters.clone();
        let tries = [
            (Id::HunterSteps, Variant { steps: 1, ..Variant::RULES }),
            (Id::HunterSteps, Variant { steps: 0, ..Variant::RULES }),
            (Id::HunterSteps, Variant { steps: 3, ..Variant::RULES }),
            (Id::HunterAcross, Variant { across: false, ..Variant::RULES }),
            (Id::HunterWalls, Variant { walls: false, ..Variant::RULES }),
            (Id::HunterWalls, Variant { light: false, ..Variant::RULES }),
            (Id::HunterNearest, Variant { nearest: false, ..Variant::RULES }),
        ];
        let explained = tries.into_iter().find(|(id, variant)| {
            let known = *id != Id::HunterNearest || self.terms.phase >= 4;
            known && variant.hunt(board, acted) == found
        });
        explained.map_or(Id::HunterSteps, |(id, _)| id)
    }

    async fn wait_for_saved(&mut self, student: &mut Student) -> Result<(), Broken> {
        self.commands.push("save".into());
        match self.next(student, "saved").await? {
            Item::Saved => Ok(()),
            other => self.broken(Id::Saved, "saved", format!("{other:?}")),
        }
    }

    /// The saved game is the one that was played.
    async fn goes_on(&mut self, student: &mut Student, board: &Board, state: &State) -> Result<(), Broken> {
        let shown = self.opening(student).await?;
        let turn = self.next(student, "turn").await?;
        let same = differences(board, state, &shown) == Differences::default();
        let asked = if state.owes_push { Item::Push(state.turn) } else { Item::Turn(state.turn) };
        if !same || turn != asked {
            let said = format!("{turn:?}, the board\n{}", shown.text());
            let expected = format!("{asked:?}, the board\n{}", self.shown.text());
            return self.broken(Id::Saved, expected, said);
        }
        self.findings.right(Id::Saved);
        Ok(())
    }
}

/// How hunters move if one rule is changed.
#[derive(Clone, Copy)]
struct Variant {
    steps: u32,
    across: bool,
    walls: bool,
    light: bool,
    nearest: bool,
}

impl Variant {
    const RULES: Variant = Variant { steps: 2, across: true, walls: true, light: true, nearest: true };

    fn hunt(self, board: &Board, state: &State) -> Vec<(i32, i32)> {
        let mut hunters: Vec<Cell> = state.hunters.iter().map(|&at| board.cell(at)).collect();
        let on = state.runners.iter().filter(|r| r.status == Standing::On);
        let prey: Vec<Cell> = on.map(|r| board.cell(r.at)).collect();
        let mut left = prey.clone();
        for _ in 0..self.steps {
            for hunter in &mut hunters {
                let target = if self.nearest {
                    left.iter().min_by_key(|prey| prey.distance(*hunter))
                } else {
                    left.first()
                };
                let Some(target) = target else { break };
                let row = (target.row != hunter.row).then_some(if target.row < hunter.row {
                    Dir::Up
                } else {
                    Dir::Down
                });
                let col = (target.col != hunter.col).then_some(if target.col < hunter.col {
                    Dir::Left
                } else {
                    Dir::Right
                });
                let ways = if self.across { [col, row] } else { [row, col] };
                let at = board.index(*hunter);
                let open = |dir: &Dir| {
                    !self.walls
                        || (if self.light {
                            state.is_open(at, *dir)
                        } else {
                            board.open[usize::from(at)] & dir.bit() != 0
                        })
                };
                if let Some(dir) = ways.into_iter().flatten().find(open) {
                    *hunter = hunter.step(dir);
                }
            }
            left.retain(|prey| !hunters.contains(prey));
        }
        hunters.iter().map(|cell| (cell.row, cell.col)).collect()
    }
}

/// In what a printed board differs from ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Differences {
    runners: bool,
    hunters: bool,
    walls: bool,
    light: bool,
    boxes: bool,
}

fn differences(board: &Board, state: &State, shown: &Shown) -> Differences {
    let view = state.view(board);
    let place = |r: &meydan_labyrinth::RunnerView| {
        if r.status == Standing::On { (r.at.row, r.at.col) } else { (-1, -1) }
    };
    let runners: Vec<_> = view.runners.iter().map(place).collect();
    let hunters: Vec<_> = view.hunters.iter().map(|h| (h.row, h.col)).collect();
    let mut light: Vec<_> = view.walls.iter().map(|w| (w.row, w.col, w.dir.letter(), w.life)).collect();
    let mut shown_light = shown.light.clone();
    light.sort_unstable();
    shown_light.sort_unstable();
    let mut boxes: Vec<_> = view.boxes.iter().map(|b| (b.row, b.col)).collect();
    let mut shown_boxes = shown.boxes.clone();
    boxes.sort_unstable();
    shown_boxes.sort_unstable();
    let solid = |&(row, col, lie): &(i32, i32, char)| {
        board.slot(super::shown::wall(row, col, lie)).is_some_and(|slot| {
            let (at, dir) = board.across(slot);
            board.open[usize::from(at)] & dir.bit() == 0
        })
    };
    Differences {
        runners: runners != shown.runners,
        hunters: hunters != shown.hunters,
        walls: !shown.walls.iter().all(solid),
        light: light != shown_light,
        boxes: boxes != shown_boxes,
    }
}

fn lands_on_box(board: &Board, state: &State, action: Action) -> bool {
    let Action::Move(dir) = action else { return false };
    let at = state.runners[state.turn as usize].at;
    if state.owes_push || !state.is_open(at, dir) {
        return false;
    }
    let to = board.beside(at, dir);
    to != board.core && !state.hunters.contains(&to) && state.has_box(to)
}

/// A command as the program reads it.
fn words(action: Action) -> String {
    match action {
        Action::Move(dir) => dir.name().to_owned(),
        Action::Stay => "stay".to_owned(),
        Action::Wall(wall) => format!("wall {} {} {}", wall.row, wall.col, wall.dir.letter()),
        Action::Push { hunter, to } => format!("push {hunter} {} {}", to.row, to.col),
    }
}
