//! What the screen shows and what keys do, without a terminal: news and keys go in, effects come out.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use meydan_core::{Seat, SeatSet};
use meydan_labyrinth::solve::{Budget, Hint, HintError};
use meydan_labyrinth::{Action, Board, Cell, Config, Dir, Event, Lie, Prize, Rejection, State, View, Wall};
use meydan_native::Presence;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::film::{self, Frame};
use crate::link::News;
use crate::save::SaveError;
use crate::start::{After, Parting};
use crate::text::{self, Text};
use meydan_sketch::{Mark, Overlay};

/// What a key or a piece of news leads to.
#[derive(Debug)]
pub(crate) enum Effect {
    /// An act for the match.
    Act(Action),
    /// A question for the solver.
    Think(Question),
    /// Keep the game, under a name if one is given, over what is there if that is meant, and perhaps leave then.
    Save { name: Option<String>, over: bool, leave: bool },
    /// Leave, perhaps to play on.
    Leave(Parting),
}

/// A question for the solver.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) number: u64,
    pub(crate) config: Arc<Config>,
    pub(crate) view: View,
    pub(crate) budget: Budget,
}

/// What the keys mean at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// They move the runner.
    Play,
    /// They move a wall that is not yet up.
    Wall(Wall),
    /// They choose a hunter and where it goes.
    Push { hunter: u32, to: Cell },
    /// They answer whether to leave.
    Quit,
    /// They write the name of a save.
    Name,
    /// They answer whether another game may be written over.
    Overwrite,
}

/// A line of the message area and how it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    Plain(String),
    Good(String),
    Bad(String),
}

/// A board with its tables.
pub(crate) struct Ground {
    pub(crate) config: Arc<Config>,
    pub(crate) board: Board,
}

/// A match as it is shown.
pub(crate) struct Scene {
    pub(crate) ground: Ground,
    /// What is on the screen.
    pub(crate) shown: View,
    marks: Vec<(Cell, Mark)>,
    /// What is true; the screen follows.
    truth: View,
    reel: VecDeque<Frame>,
    /// When the next frame is due.
    due: Option<Instant>,
}

/// The whole front end.
pub(crate) struct App {
    pub(crate) scene: Option<Scene>,
    pub(crate) seats: Vec<Presence>,
    pub(crate) mine: SeatSet,
    pub(crate) mode: Mode,
    /// The last lucky box.
    pub(crate) prize: Option<(u32, Prize)>,
    pub(crate) message: Option<Message>,
    pub(crate) hint: Option<Hint>,
    pub(crate) log: VecDeque<String>,
    pub(crate) over: bool,
    pub(crate) text: Text,
    /// The name of a save that is being written.
    pub(crate) name: String,
    /// Whether the match waits for this person.
    turn: bool,
    can_save: bool,
    after: After,
    broken: Option<String>,
    /// Counts questions to the solver, so that late answers to old ones are known.
    question: u64,
    thinking: bool,
    last_word: Option<String>,
}

/// How long a name may be.
const LONGEST_NAME: usize = 40;

/// How many lines of what happened are kept.
const LOG: usize = 30;

impl App {
    pub(crate) fn new(can_save: bool, after: After, text: Text) -> App {
        App {
            text,
            name: String::new(),
            after,
            scene: None,
            seats: Vec::new(),
            mine: SeatSet::EMPTY,
            mode: Mode::Play,
            prize: None,
            message: None,
            hint: None,
            log: VecDeque::new(),
            over: false,
            turn: false,
            can_save,
            broken: None,
            question: 0,
            thinking: false,
            last_word: None,
        }
    }

    /// Adds a line to what happened.
    pub(crate) fn notice(&mut self, line: String) {
        if self.log.back() != Some(&line) {
            self.log.push_back(line);
        }
        if self.log.len() > LOG {
            self.log.pop_front();
        }
    }

    /// Why the match could not go on.
    pub(crate) fn broken(&self) -> Option<String> {
        self.broken.clone()
    }

    /// Whether the keys move a runner now.
    pub(crate) fn is_my_turn(&self) -> bool {
        self.turn && !self.over && self.broken.is_none()
    }

    /// Whether the game has temporary walls.
    pub(crate) fn has_walls(&self) -> bool {
        self.scene.as_ref().is_none_or(|scene| text::has_walls(&scene.ground.config))
    }

    /// What the keys do now.
    pub(crate) fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let plain = self.text.plain();
        let keys = match self.mode {
            Mode::Name => plain.name_keys,
            Mode::Overwrite => plain.overwrite_keys,
            _ if self.over || self.broken.is_some() => plain.end_keys,
            Mode::Play => plain.play_keys,
            Mode::Wall(_) => plain.wall_keys,
            Mode::Push { .. } => plain.push_keys,
            Mode::Quit => plain.quit_keys,
        };
        let ended = self.over || self.broken.is_some();
        let has = |key: &str| match key {
            "w" => self.has_walls(),
            "p" => self.scene.as_ref().is_none_or(|scene| !scene.ground.config.boxes.is_empty()),
            "S" | "A" => self.can_save,
            "r" if ended => self.after.again && self.over,
            "n" if ended && self.mode == Mode::Play => self.after.next && self.over,
            _ => true,
        };
        keys.iter().copied().filter(|(key, _)| has(key)).collect()
    }

    /// Something went wrong with the save that was promised: said at once, and where it is seen.
    pub(crate) fn trouble(&mut self, trouble: String) {
        self.message = Some(Message::Bad(trouble.clone()));
        self.notice(trouble);
    }

    /// Whether hints keep to themselves how long a win takes: on the board of the day that is told at the end.
    pub(crate) fn hides_claims(&self) -> bool {
        self.after.optimum.is_some()
    }

    /// What is said after the screen is gone.
    pub(crate) fn farewell(&self) -> Option<String> {
        let ended =
            self.scene.as_ref().filter(|_| self.over).and_then(|scene| {
                scene.truth.result.map(|ending| self.text.result(ending, scene.truth.round))
            });
        ended.or_else(|| self.last_word.clone())
    }

    /// What is laid over the board.
    pub(crate) fn overlay(&self) -> Overlay {
        let Some(scene) = &self.scene else { return Overlay::default() };
        let mut overlay = Overlay { marks: scene.marks.clone(), ..Overlay::default() };
        if !scene.reel.is_empty() {
            return overlay;
        }
        overlay.hint = self.hint.as_ref().map(|hint| hint.action);
        match self.mode {
            Mode::Wall(wall) => {
                overlay.hint = None;
                overlay.cursor = Some((wall, self.may_put_up(wall).is_ok()));
            }
            Mode::Push { hunter, to } => {
                if let Some(&at) = scene.shown.hunters.get(hunter as usize) {
                    overlay.marks.push((at, Mark::To { hunter: true }));
                }
                overlay.hint = None;
                overlay.marks.push((to, Mark::Hint));
            }
            Mode::Play | Mode::Quit | Mode::Name | Mode::Overwrite => {}
        }
        overlay
    }

    /// The cell to keep in sight on a board that does not fit.
    pub(crate) fn focus(&self) -> Cell {
        let Some(scene) = &self.scene else { return Cell::new(0, 0) };
        if let Mode::Wall(wall) = self.mode {
            return Cell::new(wall.row, wall.col);
        }
        if let Mode::Push { to, .. } = self.mode {
            return to;
        }
        let seats = scene.ground.config.seats.max(1);
        let own = |number: u32| self.mine.contains(Seat((number % seats) as u8));
        let turn = scene.truth.turn.or((0..scene.shown.runners.len() as u32).find(|&number| own(number)));
        let runner = turn.and_then(|turn| scene.shown.runners.get(turn as usize));
        runner.map_or(scene.ground.config.core, |runner| runner.at)
    }

    /// Why a wall may not stand at a place.
    pub(crate) fn may_put_up(&self, wall: Wall) -> Result<(), Rejection> {
        let Some(Scene { ground, truth, .. }) = &self.scene else { return Err(Rejection::NotYourTurn) };
        let runner = truth.turn.and_then(|turn| truth.runners.get(turn as usize));
        if runner.ok_or(Rejection::NotYourTurn)?.walls == 0 {
            return Err(Rejection::NoWallsLeft);
        }
        let slot = ground.board.slot(wall).ok_or(Rejection::NotBetween)?;
        let state = State::from_view(&ground.board, truth).map_err(|_| Rejection::NotYourTurn)?;
        state.may_stand(&ground.board, slot)
    }

    // ---- news ----

    pub(crate) fn hear(&mut self, news: News) -> Option<Effect> {
        match news {
            News::Board { config, view, mine } => {
                let Ok(board) = Board::new(&config) else {
                    self.broken = Some(self.text.unfit("board"));
                    return Some(Effect::Leave(Parting::Left));
                };
                self.mine = mine;
                if self.scene.is_none() {
                    self.notice(text::short_legend(self.text, &config));
                }
                self.scene = Some(Scene {
                    ground: Ground { config, board },
                    shown: view.clone(),
                    marks: Vec::new(),
                    truth: view,
                    reel: VecDeque::new(),
                    due: None,
                });
            }
            News::Notice(line) => self.notice(line),
            News::Seats(seats) => self.presence(seats),
            News::Scene { view, events } => self.happened(view, &events),
            News::Turn(view) => self.my_turn(view),
            News::Rejected(reason) => {
                self.turn = true;
                self.message = Some(Message::Bad(text::refused(self.text, &reason)));
            }
            News::Over(view) => {
                self.over = true;
                self.turn = false;
                self.mode = Mode::Play;
                self.hint = None;
                if let Some(rounds) = self.after.optimum {
                    self.message = Some(Message::Good(self.text.optimum(rounds)));
                }
                if let Some(scene) = &mut self.scene {
                    scene.turn_to(view);
                }
            }
            News::Broken(reason) => {
                self.turn = false;
                self.mode = Mode::Play;
                self.message = Some(Message::Bad(reason.clone()));
                self.broken = Some(reason);
                if self.scene.is_none() {
                    return Some(Effect::Leave(Parting::Left));
                }
            }
        }
        None
    }

    fn presence(&mut self, seats: Vec<Presence>) {
        let before = std::mem::replace(&mut self.seats, seats);
        for seat in self.seats.clone() {
            let was = before.get(seat.seat.index()).is_some_and(|was| was.here);
            match &seat.name {
                Some(name) if seat.here && !was && !before.is_empty() => self.notice(self.text.came(name)),
                Some(name) if !seat.here && was => self.notice(self.text.went(name)),
                _ => {}
            }
        }
    }

    fn happened(&mut self, view: View, events: &[Event]) {
        self.hint = None;
        self.question += 1;
        self.thinking = false;
        for event in events {
            // What the board shows well enough by itself is not said.
            let telling = matches!(
                event,
                Event::Arrived { .. }
                    | Event::Caught { .. }
                    | Event::Box { .. }
                    | Event::Pushed { .. }
                    | Event::PushLapsed { .. }
                    | Event::Stayed { silent: true, .. }
                    | Event::WallDown { .. }
            );
            if let Some(line) = self.text.event(event).filter(|_| telling) {
                self.notice(line);
            }
        }
        if let Some(scene) = &mut self.scene {
            let frames = film::frames(&scene.truth, events, &view);
            scene.reel.extend(frames);
            scene.truth = view;
        }
    }

    fn my_turn(&mut self, view: View) {
        self.turn = true;
        self.mode = Mode::Play;
        if let Some(scene) = &mut self.scene {
            scene.turn_to(view);
        }
        self.open_push();
    }

    /// A push that is owed must be named first, so its choice opens by itself.
    fn open_push(&mut self) {
        let Some(scene) = self.scene.as_ref().filter(|_| self.turn) else { return };
        if scene.truth.push.is_some()
            && let Some(to) = self.ways(0).first().map(|(_, to)| *to)
        {
            self.mode = Mode::Push { hunter: 0, to };
        }
    }

    /// Where a hunter may be pushed.
    fn ways(&self, hunter: u32) -> Vec<(Dir, Cell)> {
        let Some(Scene { ground, truth, .. }) = &self.scene else { return Vec::new() };
        let Ok(state) = State::from_view(&ground.board, truth) else { return Vec::new() };
        let Some(&from) = truth.hunters.get(hunter as usize) else { return Vec::new() };
        let at = ground.board.index(from);
        Dir::ALL.into_iter().filter(|&dir| state.is_open(at, dir)).map(|dir| (dir, from.step(dir))).collect()
    }

    /// The solver has answered.
    pub(crate) fn answer(&mut self, question: u64, answer: Result<Hint, HintError>) {
        if question != self.question || !self.thinking {
            return;
        }
        self.thinking = false;
        match answer {
            Ok(hint) => {
                self.message = None;
                self.hint = Some(hint);
            }
            Err(error) => self.message = Some(Message::Bad(error.to_string())),
        }
    }

    /// The game was saved, or not.
    pub(crate) fn saved(&mut self, saved: Result<String, SaveError>) {
        self.mode = Mode::Play;
        self.message = Some(match saved {
            Ok(text) => {
                self.last_word = Some(text.clone());
                Message::Good(text)
            }
            Err(SaveError::Taken { what, .. }) => {
                self.mode = Mode::Overwrite;
                Message::Bad(self.text.ask_overwrite(&what))
            }
            Err(error) => Message::Bad(self.text.trouble(&error)),
        });
    }

    // ---- time ----

    /// How long until the next frame is due; `None`: nothing moves.
    pub(crate) fn wait(&self, now: Instant) -> Option<Duration> {
        let scene = self.scene.as_ref()?;
        if scene.reel.is_empty() {
            return None;
        }
        Some(scene.due.map_or(Duration::ZERO, |due| due.saturating_duration_since(now)))
    }

    /// Shows the frames that are due.
    pub(crate) fn tick(&mut self, now: Instant) {
        let Some(scene) = &mut self.scene else { return };
        while scene.due.is_none_or(|due| due <= now) {
            let Some(frame) = scene.reel.pop_front() else {
                scene.due = None;
                return;
            };
            scene.due = Some(now + frame.lasts);
            if let Some(prize) = frame.prize {
                self.prize = Some(prize);
            }
            (scene.shown, scene.marks) = (frame.view, frame.marks);
        }
    }

    /// Shows the end of the film at once.
    pub(crate) fn skip_film(&mut self) {
        let Some(scene) = &mut self.scene else { return };
        while let Some(frame) = scene.reel.pop_front() {
            if let Some(prize) = frame.prize {
                self.prize = Some(prize);
            }
            (scene.shown, scene.marks) = (frame.view, frame.marks);
        }
        scene.due = None;
    }

    // ---- keys ----

    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Effect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return matches!(key.code, KeyCode::Char('c' | 'C')).then_some(Effect::Leave(Parting::Left));
        }
        self.skip_film();
        self.message = None;
        match self.mode {
            Mode::Name => return self.name_key(key.code),
            Mode::Overwrite => return self.overwrite_key(key.code),
            _ if self.over || self.broken.is_some() => return self.end_key(key.code),
            _ => {}
        }
        match self.mode {
            Mode::Play => self.play_key(key.code),
            Mode::Wall(wall) => self.wall_key(key.code, wall),
            Mode::Push { hunter, to } => self.push_key(key.code, hunter, to),
            Mode::Quit => self.quit_key(key.code),
            Mode::Name | Mode::Overwrite => None,
        }
    }

    fn end_key(&mut self, code: KeyCode) -> Option<Effect> {
        match code {
            KeyCode::Char('r') if self.over && self.after.again => Some(Effect::Leave(Parting::Again)),
            KeyCode::Char('n') if self.over && self.after.next => Some(Effect::Leave(Parting::Next)),
            KeyCode::Char('q') | KeyCode::Enter | KeyCode::Esc => Some(Effect::Leave(Parting::Left)),
            KeyCode::Char('S') if self.can_save => self.save(false),
            _ => None,
        }
    }

    fn name_key(&mut self, code: KeyCode) -> Option<Effect> {
        match code {
            KeyCode::Esc => self.mode = Mode::Play,
            KeyCode::Backspace => drop(self.name.pop()),
            KeyCode::Char(letter) if self.name.chars().count() < LONGEST_NAME => self.name.push(letter),
            KeyCode::Enter if !self.name.trim().is_empty() => {
                let name = Some(self.name.trim().to_owned());
                return Some(Effect::Save { name, over: false, leave: false });
            }
            _ => {}
        }
        None
    }

    fn overwrite_key(&mut self, code: KeyCode) -> Option<Effect> {
        self.mode = Mode::Play;
        let name = Some(self.name.trim().to_owned());
        matches!(code, KeyCode::Char('y')).then_some(Effect::Save { name, over: true, leave: false })
    }

    fn play_key(&mut self, code: KeyCode) -> Option<Effect> {
        match code {
            KeyCode::Char('q') | KeyCode::Esc => {
                self.mode = Mode::Quit;
                None
            }
            KeyCode::Char('S') => self.save(false),
            KeyCode::Char('A') if self.can_save => {
                self.mode = Mode::Name;
                None
            }
            _ if !self.turn => {
                let known = dir(code).is_some() || matches!(code, KeyCode::Char('s' | ' ' | 'w' | 'h' | 'p'));
                self.message = known.then(|| Message::Bad(self.text.plain().not_your_turn.to_owned()));
                None
            }
            KeyCode::Char('h') => self.ask(),
            KeyCode::Char('p') => {
                self.open_push();
                if self.mode == Mode::Play {
                    let boxes = self.scene.as_ref().is_none_or(|scene| !scene.ground.config.boxes.is_empty());
                    let owed = self.text.plain().no_push_owed;
                    // Where there are no boxes, they are not spoken of.
                    let said = if boxes { owed } else { self.text.rejection(Rejection::NoPushOwed) };
                    self.message = Some(Message::Bad(said.to_owned()));
                }
                None
            }
            _ if self.owes_push() => {
                self.message = Some(Message::Bad(self.text.plain().push_first.to_owned()));
                None
            }
            KeyCode::Char('s' | ' ') => self.act(Action::Stay),
            KeyCode::Char('w') => {
                self.open_wall();
                None
            }
            code => dir(code).and_then(|dir| self.act(Action::Move(dir))),
        }
    }

    fn owes_push(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| scene.truth.push.is_some())
    }

    fn act(&mut self, action: Action) -> Option<Effect> {
        self.turn = false;
        self.hint = None;
        self.prize = None;
        self.question += 1;
        self.thinking = false;
        self.mode = Mode::Play;
        Some(Effect::Act(action))
    }

    fn save(&mut self, leave: bool) -> Option<Effect> {
        if self.can_save {
            return Some(Effect::Save { name: None, over: false, leave });
        }
        self.mode = Mode::Play;
        self.message = Some(Message::Bad(self.text.plain().guests_do_not_save.to_owned()));
        None
    }

    /// Asks the solver; again, after it gave up or only estimated: with more time.
    fn ask(&mut self) -> Option<Effect> {
        let scene = self.scene.as_ref()?;
        if self.thinking {
            return None;
        }
        let unsure = |hint: &Hint| !hint.claim.is_proven();
        let budget = match &self.hint {
            None => Budget::BLINK,
            Some(hint) if unsure(hint) && hint.states < Budget::LONG.states => Budget::LONG,
            Some(_) => return None,
        };
        self.question += 1;
        self.thinking = true;
        self.message = Some(Message::Plain(self.text.plain().thinking.to_owned()));
        let (config, view) = (scene.ground.config.clone(), scene.truth.clone());
        Some(Effect::Think(Question { number: self.question, config, view, budget }))
    }

    fn open_wall(&mut self) {
        let Some(scene) = &self.scene else { return };
        let runner = scene.truth.turn.and_then(|turn| scene.truth.runners.get(turn as usize));
        let Some(runner) = runner else { return };
        if runner.walls == 0 {
            let said = if self.has_walls() {
                self.text.illegal(self.text.rejection(Rejection::NoWallsLeft))
            } else {
                self.text.plain().no_walls_here.to_owned()
            };
            self.message = Some(Message::Bad(said));
            return;
        }
        let at = runner.at;
        // Above the runner if possible: it is easy to see there.
        self.mode = Mode::Wall(self.inside(Wall { row: at.row - 1, col: at.col, dir: Lie::Horizontal }));
    }

    /// The nearest place between two cells of the board.
    fn inside(&self, wall: Wall) -> Wall {
        let Some(scene) = &self.scene else { return wall };
        let (rows, cols) = (scene.ground.config.rows as i32, scene.ground.config.cols as i32);
        let (last_row, last_col) = match wall.dir {
            Lie::Horizontal => (rows - 2, cols - 1),
            Lie::Vertical => (rows - 1, cols - 2),
        };
        Wall { row: wall.row.clamp(0, last_row), col: wall.col.clamp(0, last_col), dir: wall.dir }
    }

    fn wall_key(&mut self, code: KeyCode, wall: Wall) -> Option<Effect> {
        match code {
            KeyCode::Esc | KeyCode::Char('w' | 'q') => self.mode = Mode::Play,
            KeyCode::Tab | KeyCode::Char(' ') => {
                let dir = if wall.dir == Lie::Horizontal { Lie::Vertical } else { Lie::Horizontal };
                self.mode = Mode::Wall(self.inside(Wall { dir, ..wall }));
            }
            KeyCode::Enter => match self.may_put_up(wall) {
                Ok(()) => return self.act(Action::Wall(wall)),
                Err(rejection) => {
                    self.message = Some(Message::Bad(self.text.illegal(self.text.rejection(rejection))))
                }
            },
            code => {
                if let Some(dir) = dir(code) {
                    let (row, col) = dir.offset();
                    let moved = Wall { row: wall.row + row, col: wall.col + col, dir: wall.dir };
                    self.mode = Mode::Wall(self.inside(moved));
                }
            }
        }
        None
    }

    fn push_key(&mut self, code: KeyCode, hunter: u32, to: Cell) -> Option<Effect> {
        match code {
            KeyCode::Esc | KeyCode::Char('q') => self.mode = Mode::Play,
            KeyCode::Enter => return self.act(Action::Push { hunter, to }),
            KeyCode::Char('h') => {
                self.mode = Mode::Play;
                return self.ask();
            }
            KeyCode::Tab => {
                let count = self.scene.as_ref().map_or(1, |scene| scene.truth.hunters.len().max(1)) as u32;
                let next = (hunter + 1) % count;
                if let Some((_, to)) = self.ways(next).first() {
                    self.mode = Mode::Push { hunter: next, to: *to };
                }
            }
            code => {
                if let Some(wanted) = dir(code) {
                    match self.ways(hunter).into_iter().find(|(dir, _)| *dir == wanted) {
                        Some((_, to)) => self.mode = Mode::Push { hunter, to },
                        None => {
                            self.message =
                                Some(Message::Bad(self.text.illegal(self.text.plain().no_way_there)))
                        }
                    }
                }
            }
        }
        None
    }

    fn quit_key(&mut self, code: KeyCode) -> Option<Effect> {
        match code {
            KeyCode::Char('y' | 'q') => Some(Effect::Leave(Parting::Left)),
            KeyCode::Char('s' | 'S') => self.save(true),
            KeyCode::Char('n') | KeyCode::Esc => {
                self.mode = Mode::Play;
                self.open_push();
                None
            }
            _ => None,
        }
    }
}

impl Scene {
    /// The truth as of now; the screen follows when the film is over.
    fn turn_to(&mut self, view: View) {
        if self.reel.is_empty() {
            self.shown = view.clone();
            self.marks.clear();
        } else if let Some(last) = self.reel.back_mut() {
            last.view = view.clone();
        }
        self.truth = view;
    }
}

/// The way a key points. `h` is the hint, so of the four keys of vi only three can be had.
fn dir(code: KeyCode) -> Option<Dir> {
    match code {
        KeyCode::Up | KeyCode::Char('k') => Some(Dir::Up),
        KeyCode::Down | KeyCode::Char('j') => Some(Dir::Down),
        KeyCode::Left => Some(Dir::Left),
        KeyCode::Right | KeyCode::Char('l') => Some(Dir::Right),
        _ => None,
    }
}
