//! Phases 3 to 6: the program makes a board and plays on it; our engine plays the same game beside it.

use meydan_core::{Chance, Next, Seed};
use meydan_labyrinth::{
    Action, Board, Cell, Dir, Ending, Lie, Prize, Rejection, Standing, State, Temporary, Wall, route,
};
use std::path::Path;

use super::boards::{ANOTHER_SECOND, Asked, all_one, another, keeps_the_rules, size};
use super::room::Program;
use super::shown::{Item, Shown, cells, lights};
use super::shrink::Case;
use super::student::Student;
use super::{CheckError, Failure, Findings, Id, Terms};

/// The most commands of one game.
const COMMANDS: u32 = 60;
/// How many times as many games are played as were asked for, while rules are left that nobody has seen.
const PATIENT: u32 = 6;
/// How often each rule should be seen.
const OFTEN: u32 = 2;

/// Plays many games, from small boards to large.
pub(super) async fn play(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    let mut chance = Chance::new(Seed(terms.seed));
    for number in 0..terms.boards.saturating_mul(PATIENT) {
        // What is rare may not have come up yet. A rule that nobody saw says nothing about the program.
        if number >= terms.boards && (findings.is_broken() || findings.has_seen_all(terms.phase, OFTEN)) {
            break;
        }
        let (rows, cols) = size(number % terms.boards, terms.boards, &mut chance);
        let several = terms.phase >= 4;
        // Boards on which different readings of the number of walls differ.
        let odd = [(2, 6), (4, 9), (5, 10), (8, 5)];
        let (rows, cols) = match number % 6 {
            3 if several => odd[(number / 6) as usize % odd.len()],
            _ if several => (rows.max(5), cols.max(5)),
            _ => (rows, cols),
        };
        let small = rows < 4;
        let asked = Asked {
            rows,
            cols,
            runners: if several && !small { 1 + chance.below(5) } else { 1 },
            hunters: if several && !small { 1 + chance.below(3) } else { 1 },
            walls: chance.below((rows - 1) * (cols - 1) / 2 + 1),
            boxes: terms.phase >= 5,
        };
        if findings.is_over() {
            break;
        }
        let style = match number % 6 {
            3 if several => 3,
            _ if several => number % 4,
            _ => number % 3,
        };
        let game = Game { asked, seed: terms.seed.wrapping_add(u64::from(number)), way: Way::Style(style) };
        let chance = chance.fork();
        let mut table = Table::new(terms, findings, chance, game);
        if let Some(board) = table.game(program).await?
            && number < 2
        {
            // The same question again, to see whether the board is drawn.
            let mut seen = table.first_boards(program, board).await?;
            if all_one(&seen) {
                tokio::time::sleep(ANOTHER_SECOND).await;
                let last = seen.pop().unwrap_or_default();
                seen = table.first_boards(program, last).await?;
            }
            another(&seen, &table.input.clone(), table.seed, table.findings);
        }
    }
    Ok(())
}

/// A game of the check.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) asked: Asked,
    /// What `MEYDAN_SEED` holds.
    pub(crate) seed: u64,
    pub(crate) way: Way,
}

/// How a game is played.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// To the core, to boxes, hardly at all, or with as many walls as there are.
    Style(u32),
    /// As it was played before.
    Script(Script),
}

/// What was done in a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    pub(crate) acts: Vec<Action>,
    /// After how many of them the game was saved.
    pub(crate) saved: Option<usize>,
}

/// Plays one game whose findings do not count.
pub(super) async fn try_one(
    program: &Program,
    terms: &Terms,
    findings: &mut Findings,
    game: Game,
) -> Result<(), CheckError> {
    let chance = Chance::new(Seed(game.seed));
    Table::new(terms, findings, chance, game).game(program).await.map(drop)
}

/// One game, and what was said in it.
struct Table<'a> {
    terms: &'a Terms,
    findings: &'a mut Findings,
    chance: Chance,
    input: String,
    asked: Asked,
    seed: u64,
    way: Way,
    played: Script,
    commands: Vec<String>,
    /// The same with who was asked, and what was refused.
    story: Vec<String>,
    shown: Shown,
    /// Runners that left the board in an earthquake and may have arrived or been caught: nobody can tell from outside.
    doubt: u32,
    /// Whether the game was taken up again.
    resumed: bool,
    /// Whether a box gave walls.
    gifted: bool,
}

/// A rule was broken, and nothing that follows means anything.
struct Broken;

impl<'a> Table<'a> {
    fn new(terms: &'a Terms, findings: &'a mut Findings, chance: Chance, game: Game) -> Table<'a> {
        let Game { asked, seed, way } = game;
        let mut input = format!("{} {} {}", asked.rows, asked.cols, asked.walls);
        if terms.phase >= 4 {
            input = format!("{input} {} {}", asked.runners, asked.hunters);
        }
        let (played, commands, story, shown) = Default::default();
        let (doubt, resumed, gifted) = (0, false, false);
        Table {
            terms,
            findings,
            chance,
            input,
            asked,
            seed,
            way,
            played,
            commands,
            story,
            shown,
            doubt,
            resumed,
            gifted,
        }
    }

    async fn start(
        &mut self,
        program: &Program,
        folder: &Path,
        seed: u64,
        how: &str,
    ) -> Result<Student, CheckError> {
        let (phase, patience) = (self.terms.phase, self.terms.patience);
        let mut student = Student::start(program, folder, seed, phase, patience).await?;
        if phase >= 6 {
            student.say(how).await;
        }
        if how == "new" {
            student.say(&self.input.clone()).await;
        }
        Ok(student)
    }

    /// The boards of other runs with the same input, and that of the first.
    async fn first_boards(&mut self, program: &Program, first: String) -> Result<Vec<String>, CheckError> {
        let mut boards = vec![first];
        for more in 1..4 {
            let folder = tempfile::tempdir()?;
            let seed = self.seed.wrapping_add(1000 * more);
            let mut student = self.start(program, folder.path(), seed, "new").await?;
            if let Ok(Some(Item::Board(shown))) = student.next().await {
                boards.push(shown.text());
            }
            student.end().await;
        }
        Ok(boards)
    }

    /// Plays one game; gives the board it began on.
    async fn game(&mut self, program: &Program) -> Result<Option<String>, CheckError> {
        let folder = tempfile::tempdir()?;
        let folder = folder.path();
        let mut student = self.start(program, folder, self.seed, "new").await?;
        let begun = self.begin(&mut student).await;
        let mut first = None;
        if let Ok((board, mut state)) = begun {
            first = Some(self.shown.text());
            let saves = self.terms.phase >= 6;
            let halfway = match &self.way {
                Way::Script(script) => script.saved.unwrap_or(script.acts.len()) as u32,
                // Sometimes early, sometimes after somebody has arrived.
                Way::Style(_) => 2 + self.chance.below(12),
            };
            let most = if saves { halfway } else { COMMANDS };
            let mut played = self.rounds(&mut student, &board, &mut state, most).await;
            if saves && played.is_ok() && state.result.is_none() {
                self.played.saved = Some(self.played.acts.len());
                // Twice: the later save counts. A little is played in between, where it is not a script.
                for first in [true, false] {
                    if first && matches!(self.way, Way::Script(_)) {
                        continue;
                    }
                    played = self.save(&mut student, &state).await;
                    if first && played.is_ok() {
                        played = self.rounds(&mut student, &board, &mut state, 2).await;
                        self.played.saved = Some(self.played.acts.len());
                    }
                    if played.is_err() || state.result.is_some() {
                        break;
                    }
                }
                if played.is_ok() && state.result.is_none() {
                    student.end().await;
                    student = self.start(program, folder, self.seed, "resume").await?;
                    self.resumed = true;
                    let kept = self.shown.text();
                    if self.goes_on(&mut student, &board, &state).await.is_ok() {
                        let _ = self.rounds(&mut student, &board, &mut state, COMMANDS).await;
                    }
                    student.end().await;
                    student = self.begins_anew(program, folder, first.as_deref(), &kept).await?;
                }
            }
            if played.is_ok()
                && state.result.is_some()
                && let Some(how) = student.crash().await
            {
                let failure = self.failure("the game is over and the program ends", how);
                self.findings.wrong(Id::Runs, failure);
            }
        }
        student.end().await;
        Ok(first)
    }

    /// A new game where one is saved: another board than the saved one.
    async fn begins_anew(
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
            let failure = self.failure("`new` begins a new game", "it goes on with the saved one");
            self.findings.wrong(Id::New, failure);
        } else if shown.runners.len() != self.asked.runners as usize || shown.runners.contains(&(-1, -1)) {
            let found = format!("runners at {}", cells(&shown.runners));
            let expected = format!("a new board with {} runners on it", self.asked.runners);
            let failure = self.failure(expected, found);
            self.findings.wrong(Id::New, failure);
        } else if first != Some(saved) {
            self.findings.right(Id::New);
        }
        Ok(student)
    }

    /// How to come here again.
    fn case(&self) -> Case {
        let way = Way::Script(self.played.clone());
        Case::Played(Game { asked: self.asked, seed: self.seed, way })
    }

    fn failure(&self, expected: impl Into<String>, found: impl Into<String>) -> Failure {
        let board = if self.shown.is_nothing() { String::new() } else { self.shown.text() };
        let how = if self.terms.phase >= 6 { "new\n" } else { "" };
        let input = format!("{how}{}", self.input);
        let mut failure = Failure::new(&input, self.seed, &board, expected, found);
        failure.commands.clone_from(&self.commands);
        failure.story.clone_from(&self.story);
        failure.of(self.case())
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
            Ok(None) => {
                let how = student.epitaph().await;
                self.broken(Id::Runs, wanted, format!("the program has ended; {how}"))
            }
            Err(trouble) => {
                let failure = self.failure(wanted, &trouble.text);
                self.findings.stuck(&trouble, failure);
                Err(Broken)
            }
        }
    }

    /// The board that comes first.
    async fn opening(&mut self, student: &mut Student) -> Result<Shown, Broken> {
        match self.next(student, "a board").await? {
            Item::Board(shown) => Ok(*shown),
            other => self.broken(Id::Runs, "a board", other.to_string()),
        }
    }

    async fn begin(&mut self, student: &mut Student) -> Result<(Board, State), Broken> {
        self.shown = self.opening(student).await?;
        let case = self.case();
        let sound = keeps_the_rules(&self.shown, &self.asked, (&self.input, self.seed), &case, self.findings);
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
            other => return self.broken(Id::Runs, "turn 0", other.to_string()),
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
            let Some(action) = self.choose(board, state) else { break };
            self.played.acts.push(action);
            self.commands.push(words(action));
            self.story.push(format!("runner {}: {}", state.turn, words(action)));
            student.say(&words(action)).await;
            self.answer(student, board, state, action).await?;
        }
        Ok(())
    }

    /// What to do; nothing more where a script ends.
    fn choose(&mut self, board: &Board, state: &State) -> Option<Action> {
        match &self.way {
            Way::Script(script) => script.acts.get(self.played.acts.len()).copied(),
            Way::Style(style) => Some(self.pick(board, state, *style)),
        }
    }

    /// What to try: now and then something that is not allowed.
    fn pick(&mut self, board: &Board, state: &State, style: u32) -> Action {
        // Whether walls were given is seen when they are used up.
        let style = if self.gifted { 3 } else { style };
        let runner = state.runners[state.turn as usize];
        if state.owes_push {
            return self.some_push(board, state);
        }
        let shut: Vec<Dir> = Dir::ALL.into_iter().filter(|&dir| !state.is_open(runner.at, dir)).collect();
        if self.chance.below(4) == 0
            && let Some(&dir) = self.chance.pick(&shut)
        {
            return Action::Move(dir);
        }
        if style == 3 && self.chance.below(5) != 0 {
            // As many walls as there are, and one more; far from everybody there is always a place.
            let free: Vec<u32> = board.slots().filter(|&slot| state.may_stand(board, slot).is_ok()).collect();
            if let Some(&slot) = self.chance.pick(&free) {
                return Action::Wall(board.wall(slot));
            }
        }
        let often = if style == 2 { 2 } else { 4 };
        if self.terms.phase >= 4 && self.chance.below(often) == 0 {
            return Action::Wall(self.some_wall(board, state));
        }
        let open: Vec<Dir> = Dir::ALL.into_iter().filter(|&dir| state.is_open(runner.at, dir)).collect();
        // The nearest box, where boxes are looked for; who puts up walls wants more of them.
        let nearest =
            state.boxes.iter().copied().min_by_key(|&at| board.cell(at).distance(board.cell(runner.at)));
        let goal = nearest.filter(|_| style == 1 || style == 3).unwrap_or(board.core);
        let way = route(board, state, runner.at, goal, |_| false).and_then(|way| way.first().copied());
        match (style, self.chance.below(3)) {
            (0 | 1 | 3, 0 | 1) => way.map_or(Action::Stay, Action::Move),
            (2, 0 | 1) => Action::Stay,
            _ => self.chance.pick(&open).map_or(Action::Stay, |&dir| Action::Move(dir)),
        }
    }

    /// A push: of any hunter, onto a runner where that can be, and now and then one that is not allowed.
    fn some_push(&mut self, board: &Board, state: &State) -> Action {
        let mut pushes = Vec::new();
        state.legal(board, &mut pushes);
        let hunter = self.chance.below(state.hunters.len().max(1) as u32);
        let at = state.hunters[hunter as usize];
        match self.chance.below(6) {
            // Nowhere: a hunter must be put on another cell.
            0 => return Action::Push { hunter, to: board.cell(at) },
            // Through a wall, or out of the board.
            1 => {
                let shut: Vec<Dir> = Dir::ALL.into_iter().filter(|&dir| !state.is_open(at, dir)).collect();
                if let Some(&dir) = self.chance.pick(&shut) {
                    return Action::Push { hunter, to: board.cell(at).step(dir) };
                }
            }
            // Two cells far, or across a corner.
            2 => {
                let (dir, turn) = (self.chance.below(4) as usize, self.chance.below(2) as usize);
                let to = board.cell(at).step(Dir::ALL[dir]).step(Dir::ALL[(dir + 2 * turn) % 4]);
                if board.find(to).is_some() {
                    return Action::Push { hunter, to };
                }
            }
            _ => {}
        }
        let lands = |push: &&Action| match **push {
            Action::Push { to, .. } => {
                state.runners.iter().any(|r| r.status == Standing::On && board.cell(r.at) == to)
            }
            _ => false,
        };
        let hits: Vec<Action> = pushes.iter().filter(lands).copied().collect();
        let last = state.hunters.len() as u32 - 1;
        let later = |push: &&Action| matches!(**push, Action::Push { hunter, .. } if hunter == last);
        let later: Vec<Action> = pushes.iter().filter(later).copied().collect();
        let from =
            [&hits, &later, &pushes].into_iter().find(|list| !list.is_empty() && self.chance.below(3) != 0);
        self.chance.pick(from.unwrap_or(&pushes)).copied().unwrap_or(Action::Stay)
    }

    /// A place for a wall: near the runner, so that it blocks somebody; sometimes one that is not allowed.
    fn some_wall(&mut self, board: &Board, state: &State) -> Wall {
        let at = board.cell(state.runners[state.turn as usize].at);
        let dir = if self.chance.below(2) == 0 { Lie::Horizontal } else { Lie::Vertical };
        match self.chance.below(6) {
            // On the border or outside.
            0 => match self.chance.below(4) {
                0 => Wall { row: i32::from(board.rows) - 1, col: at.col, dir: Lie::Horizontal },
                1 => Wall { row: at.row, col: i32::from(board.cols) - 1, dir: Lie::Vertical },
                2 => Wall { row: -1, col: at.col, dir },
                _ => Wall { row: at.row, col: -1, dir },
            },
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
            let walled = self.commands.iter().filter(|command| command.starts_with("wall")).count() > 1;
            let id = match action {
                // Where walls were put up or refused before, they were counted wrongly.
                Action::Wall(_) if walled => self.budget(),
                Action::Wall(_) => Id::Light,
                Action::Push { .. } => Id::Push,
                _ => Id::Step,
            };
            return self.broken(id, "the command is allowed", "illegal");
        }
        let (mut item, mut draws, mut prize) = (first, Vec::new(), None);
        if boxed {
            let Item::Opened(who, what) = item else {
                return self.broken(Id::BoxOpens, format!("box {turn} …"), item.to_string());
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
        if prize == Some(Prize::Walls) {
            self.gifted = true;
        }
        let acted = state.clone();
        if !more {
            state.end_turn(board, &mut log);
        }
        let Item::Board(shown) = item else {
            let id = if prize == Some(Prize::ExtraTurn) { Id::BoxTurn } else { Id::Runs };
            return self.broken(id, "a board, also when the game is over", item.to_string());
        };
        let mut next = None;
        if acted.result.is_none() && self.doubt > 0 && acted.arrived() + self.doubt >= board.needed {
            // One of those who left in an earthquake may have arrived: then the game is won before the hunters move.
            let seen = differences(board, &acted, &shown);
            if !seen.runners && !seen.hunters {
                let item = self.next(student, "turn, push, victory or defeat").await?;
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
            None => self.next(student, "turn, push, victory or defeat").await?,
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
            return self.broken(id, wanted.to_string(), item.to_string());
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
        match (self.resumed, self.gifted) {
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
        let expected = format!("illegal: {}", rejection.reason());
        if let Some(last) = self.story.last_mut() {
            last.push_str(" (not allowed)");
        }
        if first != Item::Illegal {
            return self.broken(id, expected, first.to_string());
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
                other => return self.broken(id, format!("turn {}", state.turn), other.to_string()),
            }
        }
        // A refusal for want of walls shows that they were counted rightly.
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
                    return self.broken(
                        Id::Quake,
                        format!("from {row} {col} to one of {}", cells(&open)),
                        format!("to {}", cells(&[to])),
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
        (action, prize): (Action, Option<Prize>),
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
            format!("runners at {}; hunters at {}", cells(&runners), cells(&hunters))
        };
        let expected = text(state);
        let said = format!("runners at {}; hunters at {}", cells(&shown.runners), cells(&shown.hunters));
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
                _ if !round_ended && prize == Some(Prize::ExtraTurn) => Id::BoxTurn,
                _ if !round_ended && prize == Some(Prize::Earthquake) => Id::Quake,
                // Hunters that move before everybody has acted move too early.
                _ if !round_ended && self.terms.phase >= 4 => Id::Order,
                _ => self.hunted(board, acted, shown),
            };
            return self.broken(id, expected, said);
        }
        if found.runners {
            let id = match (action, prize) {
                (_, Some(Prize::Earthquake)) if !round_ended => Id::Quake,
                (Action::Push { .. }, _) if !round_ended => Id::Push,
                _ if self.terms.phase >= 4 => Id::Caught,
                _ => Id::Defeat,
            };
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
            return self.broken(id, format!("temporary walls: {}", lights(&wanted)), lights(&shown.light));
        }
        if found.boxes {
            let left: Vec<_> = state.view(board).boxes.iter().map(|cell| (cell.row, cell.col)).collect();
            return self.broken(Id::BoxOpens, format!("boxes at {}", cells(&left)), cells(&shown.boxes));
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
            (Id::HunterNearest, Variant { ties: Ties::Last, ..Variant::RULES }),
            (Id::LightLife, Variant { light: Light::Aged, ..Variant::RULES }),
            (Id::HunterAcross, Variant { across: false, ..Variant::RULES }),
            (Id::HunterAcross, Variant { second: false, ..Variant::RULES }),
            (Id::Caught, Variant { catches: false, ..Variant::RULES }),
            (Id::HunterWalls, Variant { walls: false, ..Variant::RULES }),
            (Id::HunterWalls, Variant { light: Light::None, ..Variant::RULES }),
            (Id::HunterNearest, Variant { ties: Ties::First, ..Variant::RULES }),
        ];
        let explains = |(id, variant): &(Id, Variant)| {
            let later = [Id::HunterNearest, Id::LightLife, Id::Caught];
            let known = !later.contains(id) || self.terms.phase >= 4;
            known && variant.hunt(board, acted) == found
        };
        // One mistake may look like another now and then: what was found before explains it best.
        let blamed = tries.iter().filter(|(id, _)| self.findings.is_wrong(*id)).find(|tried| explains(tried));
        let explained = blamed.or_else(|| tries.iter().find(|tried| explains(tried)));
        explained.map_or(Id::HunterSteps, |(id, _)| *id)
    }

    /// Saves; the same runner is asked again.
    async fn save(&mut self, student: &mut Student, state: &State) -> Result<(), Broken> {
        self.commands.push("save".into());
        self.story.push("save".into());
        student.say("save").await;
        match self.next(student, "saved").await? {
            Item::Saved => {}
            other => return self.broken(Id::Saved, "saved", other.to_string()),
        }
        let wanted = if state.owes_push { Item::Push(state.turn) } else { Item::Turn(state.turn) };
        loop {
            match self.next(student, "the same runner is asked again").await? {
                // The board may be printed again.
                Item::Board(_) => {}
                item if item == wanted => return Ok(()),
                other => {
                    let expected = format!("{wanted}: saving is not a turn");
                    return self.broken(Id::Saved, expected, other.to_string());
                }
            }
        }
    }

    /// The saved game is the one that was played.
    async fn goes_on(&mut self, student: &mut Student, board: &Board, state: &State) -> Result<(), Broken> {
        let shown = self.opening(student).await?;
        let turn = self.next(student, "turn").await?;
        let same = differences(board, state, &shown) == Differences::default();
        let asked = if state.owes_push { Item::Push(state.turn) } else { Item::Turn(state.turn) };
        if !same || turn != asked {
            let said = format!("{turn}, the board\n{}", shown.text());
            let expected = format!("{asked}, the board\n{}", self.shown.text());
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
    /// Whether the other way is tried where the first is shut.
    second: bool,
    walls: bool,
    light: Light,
    ties: Ties,
    /// Whether runners are caught after every step, and not only after the last.
    catches: bool,
}

/// Which temporary walls stop a hunter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Light {
    All,
    /// Those that last into the next round: they were aged too early.
    Aged,
    None,
}

/// Which runner is hunted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    /// The nearest, and of those the first.
    Nearest,
    /// The nearest, and of those the last.
    Last,
    /// The first, near or not.
    First,
}

impl Variant {
    const RULES: Variant = Variant {
        steps: 2,
        across: true,
        second: true,
        walls: true,
        light: Light::All,
        ties: Ties::Nearest,
        catches: true,
    };

    fn hunt(self, board: &Board, state: &State) -> Vec<(i32, i32)> {
        let mut hunters: Vec<Cell> = state.hunters.iter().map(|&at| board.cell(at)).collect();
        let on = state.runners.iter().filter(|r| r.status == Standing::On);
        let prey: Vec<Cell> = on.map(|r| board.cell(r.at)).collect();
        let mut left = prey.clone();
        for _ in 0..self.steps {
            for hunter in &mut hunters {
                let target = match self.ties {
                    Ties::Nearest => left.iter().min_by_key(|prey| prey.distance(*hunter)),
                    Ties::Last => left.iter().rev().min_by_key(|prey| prey.distance(*hunter)),
                    Ties::First => left.first(),
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
                        || match self.light {
                            Light::All => state.is_open(at, *dir),
                            Light::None => board.open[usize::from(at)] & dir.bit() != 0,
                            Light::Aged => {
                                let slot = board.slot_beside(at, *dir);
                                let stands = |wall: &Temporary| wall.slot == slot && wall.life > 1;
                                board.open[usize::from(at)] & dir.bit() != 0
                                    && !state.walls.iter().any(stands)
                            }
                        }
                };
                let tried = if self.second { 2 } else { 1 };
                if let Some(dir) = ways.into_iter().flatten().take(tried).find(open) {
                    *hunter = hunter.step(dir);
                }
            }
            if self.catches {
                left.retain(|prey| !hunters.contains(prey));
            }
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
