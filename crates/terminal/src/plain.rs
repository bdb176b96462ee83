//! Line by line, for pipes and for people who prefer it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use meydan_core::SeatSet;
use meydan_labyrinth::solve::{Budget, hint_for};
use meydan_labyrinth::{Action, Board, Cell, Config, Dir, Lie, View, Wall};
use meydan_native::Presence;

use crate::link::{Input, Link, News};
use crate::picture::{Overlay, Picture};
use crate::start::{Choice, PlayError};
use crate::text;

/// Reads lines on a thread of its own, so that news need not wait for them.
pub(crate) fn read_lines(input: Box<dyn BufRead + Send>, inputs: Sender<Input>) -> io::Result<()> {
    let read = move || {
        for line in input.lines() {
            let Ok(line) = line else { break };
            if inputs.send(Input::Line(line)).is_err() {
                return;
            }
        }
        let _ = inputs.send(Input::LinesEnd);
    };
    std::thread::Builder::new().name("lines".into()).spawn(read).map(|_| ())
}

/// Asks what to do with a saved game.
pub(crate) fn choose(what: &str, inputs: &Receiver<Input>, out: &mut dyn Write) -> io::Result<Choice> {
    writeln!(out, "{}", text::plain_choice(what))?;
    out.flush()?;
    loop {
        match inputs.recv() {
            Ok(Input::Line(line)) => match line.trim().to_lowercase().as_str() {
                "g" | "go" | "go on" | "resume" | "saved" => return Ok(Choice::GoOn),
                "n" | "new" | "new game" => return Ok(Choice::New),
                "q" | "quit" => return Ok(Choice::Quit),
                _ => writeln!(out, "{}", text::CHOICE_AGAIN)?,
            },
            Ok(Input::LinesEnd | Input::Stop) | Err(_) => return Ok(Choice::Quit),
            Ok(_) => {}
        }
        out.flush()?;
    }
}

/// A line that was typed.
#[derive(Clone, Debug, PartialEq)]
enum Command {
    Act(Action),
    Hint,
    Board,
    Help,
    Save(Option<PathBuf>),
    Quit,
    Nothing,
    Wrong(String),
}

impl Command {
    fn read(line: &str) -> Command {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else { return Command::Nothing };
        let number = |i: usize| words.get(i).and_then(|word| word.parse::<i32>().ok());
        match (first.to_lowercase().as_str(), words.len()) {
            ("up" | "u", 1) => Command::Act(Action::Move(Dir::Up)),
            ("down" | "d", 1) => Command::Act(Action::Move(Dir::Down)),
            ("left" | "l", 1) => Command::Act(Action::Move(Dir::Left)),
            ("right" | "r", 1) => Command::Act(Action::Move(Dir::Right)),
            ("stay" | "s", 1) => Command::Act(Action::Stay),
            ("hint", 1) => Command::Hint,
            ("board", 1) => Command::Board,
            ("help" | "?", 1) => Command::Help,
            ("quit" | "q", 1) => Command::Quit,
            ("save", 1) => Command::Save(None),
            // A file's name may have blanks in it.
            ("save", _) => Command::Save(Some(PathBuf::from(line.trim()[first.len()..].trim()))),
            ("wall", _) => {
                let lie = match words.get(3).map(|word| word.to_lowercase()).as_deref() {
                    Some("h") => Some(Lie::Horizontal),
                    Some("v") => Some(Lie::Vertical),
                    _ => None,
                };
                match (number(1), number(2), lie, words.len()) {
                    (Some(row), Some(col), Some(dir), 4) => {
                        Command::Act(Action::Wall(Wall { row, col, dir }))
                    }
                    _ => Command::Wrong(text::how_to_wall()),
                }
            }
            ("push", _) => match (words.get(1).and_then(|word| word.parse().ok()), number(2), number(3)) {
                (Some(hunter), Some(row), Some(col)) if words.len() == 4 => {
                    Command::Act(Action::Push { hunter, to: Cell::new(row, col) })
                }
                _ => Command::Wrong(text::how_to_push()),
            },
            _ => Command::Wrong(text::not_understood(line.trim())),
        }
    }
}

/// How somebody left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parting {
    /// The game is over, or they have had enough.
    Left,
    /// The system asked the program to end.
    Interrupted,
}

/// The plain front end.
pub(crate) struct Plain {
    link: Link,
    inputs: Receiver<Input>,
    /// Keeps the channel open while the match thread is between two owners.
    _sender: Sender<Input>,
    out: Box<dyn Write>,
    save_to: Option<PathBuf>,
    board: Option<(Arc<Config>, Board)>,
    view: Option<View>,
    mine: SeatSet,
    seats: Vec<Presence>,
    /// What was drawn last, so that nothing is drawn twice.
    drawn: Option<View>,
    /// Whether the person is to act.
    turn: bool,
    /// Whether something is on its way that may change everything: the first board, or the outcome of an act.
    unsettled: bool,
    /// What was typed and not yet done.
    typed: VecDeque<String>,
    ended: bool,
}

impl Plain {
    pub(crate) fn new(
        link: Link,
        inputs: Receiver<Input>,
        out: Box<dyn Write>,
        sender: Sender<Input>,
        save_to: Option<PathBuf>,
    ) -> Plain {
        Plain {
            link,
            inputs,
            _sender: sender,
            out,
            save_to,
            board: None,
            view: None,
            mine: SeatSet::EMPTY,
            seats: Vec::new(),
            drawn: None,
            turn: false,
            unsettled: true,
            typed: VecDeque::new(),
            ended: false,
        }
    }

    /// Plays until the game is over or the person leaves.
    pub(crate) fn run(mut self, notices: &[String]) -> Result<(), PlayError> {
        for notice in notices {
            self.say(notice)?;
        }
        let done = self.listen();
        let Plain { mut link, mut out, .. } = self;
        link.leave();
        let parting = done?;
        if parting == Parting::Interrupted {
            writeln!(out, "{}", link.interrupted())?;
        }
        out.flush()?;
        // The save that was promised is not there: the game was played, but not as it was asked for.
        match link.tape.as_ref().and_then(|tape| tape.trouble()) {
            Some(trouble) => Err(PlayError::Save(trouble)),
            None => Ok(()),
        }
    }

    fn listen(&mut self) -> Result<Parting, PlayError> {
        loop {
            while let Some(line) = self.typed.front() {
                let command = Command::read(line);
                let acts = matches!(command, Command::Act(_) | Command::Hint);
                if self.unsettled || (acts && !self.turn) {
                    break;
                }
                self.typed.pop_front();
                if self.obey(command)? {
                    return Ok(Parting::Left);
                }
            }
            self.out.flush()?;
            if self.ended && self.turn && self.typed.is_empty() {
                self.say(text::INPUT_ENDED)?;
                return Ok(Parting::Left);
            }
            match self.inputs.recv() {
                Ok(Input::News(news)) => {
                    if self.hear(news)? {
                        return Ok(Parting::Left);
                    }
                    if let Some(trouble) = self.link.tape.as_ref().and_then(|tape| tape.news_of_trouble()) {
                        self.say(&trouble)?;
                    }
                }
                Ok(Input::Line(line)) => self.typed.push_back(line),
                Ok(Input::LinesEnd) => self.ended = true,
                Ok(Input::Stop) => return Ok(Parting::Interrupted),
                Ok(Input::Terminal(_) | Input::Hint(..)) => {}
                Err(_) => return Err(PlayError::Broken(text::HOST_LEFT.to_owned())),
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    fn draw(&mut self) -> io::Result<()> {
        let (Some((_, board)), Some(view)) = (&self.board, &self.view) else { return Ok(()) };
        let lines = Picture::new(board, view, &Overlay::default()).lines();
        self.drawn = Some(view.clone());
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Draws unless that very moment was drawn last.
    fn draw_new(&mut self) -> io::Result<()> {
        if self.drawn == self.view { Ok(()) } else { self.draw() }
    }

    fn prompt(&mut self) -> io::Result<()> {
        if let (Some((config, _)), Some(view)) = (&self.board, &self.view) {
            let prompt = text::prompt(view, config);
            self.say(&prompt)?;
        }
        Ok(())
    }

    /// Tells the person the news; `true` if they are the last.
    fn hear(&mut self, news: News) -> Result<bool, PlayError> {
        match news {
            News::Board { config, view, mine } => {
                let board = Board::new(&config).map_err(|error| PlayError::Broken(error.to_string()))?;
                (self.board, self.view, self.mine) = (Some((config, board)), Some(view), mine);
                self.draw()?;
                self.say(text::LEGEND)?;
            }
            News::Notice(notice) => {
                self.unsettled = false;
                self.say(&notice)?;
            }
            News::Seats(seats) => self.presence(seats)?,
            News::Scene { view, events } => {
                for line in events.iter().filter_map(text::event) {
                    self.say(&line)?;
                }
                self.view = Some(view);
                if !self.my_turn() && self.waits_for_others() {
                    self.unsettled = false;
                    self.draw_new()?;
                    self.say_who_is_waited_for()?;
                }
            }
            News::Turn(view) => {
                self.view = Some(view);
                (self.turn, self.unsettled) = (true, false);
                self.draw_new()?;
                self.prompt()?;
            }
            News::Rejected(reason) => {
                (self.turn, self.unsettled) = (true, false);
                self.say(&text::illegal(&reason))?;
                self.prompt()?;
            }
            News::Over(view) => {
                let result = view.result.map(|ending| text::result(ending, view.round));
                self.view = Some(view);
                self.draw()?;
                self.say(&result.unwrap_or_default())?;
                return Ok(true);
            }
            News::Broken(reason) => return Err(PlayError::Broken(reason)),
        }
        Ok(false)
    }

    /// Whether the runner to act is the person's.
    fn my_turn(&self) -> bool {
        match (&self.board, self.view.as_ref().and_then(|view| view.turn)) {
            (Some((config, _)), Some(turn)) => {
                self.mine.contains(meydan_core::Seat((turn % config.seats.max(1)) as u8))
            }
            _ => false,
        }
    }

    fn waits_for_others(&self) -> bool {
        self.seats.len() > 1 && self.view.as_ref().is_some_and(|view| view.turn.is_some())
    }

    fn say_who_is_waited_for(&mut self) -> io::Result<()> {
        let (Some((config, _)), Some(turn)) = (&self.board, self.view.as_ref().and_then(|view| view.turn))
        else {
            return Ok(());
        };
        match self.seats.get((turn % config.seats.max(1)) as usize) {
            Some(seat) => {
                let name = seat.name.clone().unwrap_or_else(|| text::NOBODY.to_owned());
                let line = text::waiting_for(&text::runner(turn), &name, !seat.here);
                self.say(&line)
            }
            None => Ok(()),
        }
    }

    fn presence(&mut self, seats: Vec<Presence>) -> io::Result<()> {
        let before = std::mem::replace(&mut self.seats, seats);
        for (i, seat) in self.seats.clone().iter().enumerate() {
            let was = before.get(i);
            if was == Some(seat) {
                continue;
            }
            match (&seat.name, seat.here, was.is_some_and(|was| was.here)) {
                (Some(name), true, false) => self.say(&text::came(name))?,
                (Some(name), false, true) => self.say(&text::went(name))?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Does what was typed; `true` if that was the end.
    fn obey(&mut self, command: Command) -> Result<bool, PlayError> {
        match command {
            Command::Act(Action::Wall(_)) if !self.has_walls() => self.say(text::NO_WALLS_HERE)?,
            Command::Act(action) => {
                (self.turn, self.unsettled) = (false, true);
                if self.link.acts.send(action).is_err() {
                    return Err(PlayError::Broken(text::HOST_LEFT.to_owned()));
                }
            }
            Command::Hint => self.hint()?,
            Command::Board => self.draw()?,
            Command::Help => self.help()?,
            Command::Save(path) => self.save(path.as_deref())?,
            Command::Quit => {
                self.say(text::LEFT)?;
                return Ok(true);
            }
            Command::Nothing => {}
            Command::Wrong(reason) => self.say(&reason)?,
        }
        Ok(false)
    }

    fn has_walls(&self) -> bool {
        self.board.as_ref().is_none_or(|(config, _)| text::has_walls(config))
    }

    fn help(&mut self) -> io::Result<()> {
        let walls = self.has_walls();
        let lines = text::HELP.lines().filter(|line| walls || !line.starts_with("wall"));
        let help: Vec<&str> = lines.collect();
        self.say(&help.join("\n"))
    }

    fn hint(&mut self) -> io::Result<()> {
        let (Some((config, _)), Some(view)) = (&self.board, &self.view) else { return Ok(()) };
        let lines = match hint_for(config, view, Budget::BLINK) {
            Ok(hint) => [text::hint(hint.action), text::claim(&hint.claim, hint.states)],
            Err(error) => [error.to_string(), String::new()],
        };
        for line in lines.iter().filter(|line| !line.is_empty()) {
            self.say(line)?;
        }
        Ok(())
    }

    fn save(&mut self, path: Option<&Path>) -> io::Result<()> {
        let line = match (&self.link.tape, path.or(self.save_to.as_deref())) {
            (None, _) => text::GUESTS_DO_NOT_SAVE.to_owned(),
            (_, None) => text::not_understood("save"),
            (Some(tape), Some(path)) => match tape.save(path) {
                Ok(()) => text::saved(path),
                Err(error) => error.to_string(),
            },
        };
        self.say(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(Command::read(" UP "), Command::Act(Action::Move(Dir::Up)));
        assert_eq!(Command::read("wall 1 2 V"), Command::Act(Action::Wall(Wall::right_of(1, 2))));
        let push = Action::Push { hunter: 0, to: Cell::new(3, 4) };
        assert_eq!(Command::read("push 0 3 4"), Command::Act(push));
        assert_eq!(Command::read("save my game"), Command::Save(Some("my game".into())));
        assert_eq!(Command::read("  "), Command::Nothing);
        for wrong in ["wall 1 2", "wall 1 2 x", "push 1", "push a 1 2", "fly", "up up", "wall 1 2 h h"] {
            assert!(matches!(Command::read(wrong), Command::Wrong(_)), "{wrong}");
        }
    }
}
