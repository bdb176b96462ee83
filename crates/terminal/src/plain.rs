//! Line by line, for pipes and for people who prefer it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use meydan_core::SeatSet;
use meydan_labyrinth::solve::{Budget, Guide, HintError};
use meydan_labyrinth::{Action, Board, Cell, Config, Dir, Labyrinth, Lie, State, View, Wall};
use meydan_native::Presence;

use crate::link::{Input, Link, News};
use crate::prompt::{Known, Line, Prompt};
use crate::save::SaveError;
use crate::slots::Slot;
use crate::start::{After, Choice, Keep, Parting, PlayError};
use crate::text::{self, Text};
use meydan_sketch::{Overlay, Picture, Seen, Typed};

/// Reads lines on a thread of its own, so that news need not wait for them.
pub(crate) fn read_lines(mut input: Box<dyn BufRead + Send>, inputs: Sender<Input>) -> io::Result<()> {
    let read = move || {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            // What is no text is not understood, and no reason to leave.
            let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
            if inputs.send(Input::Line(text)).is_err() {
                return;
            }
            line.clear();
        }
        let _ = inputs.send(Input::LinesEnd);
    };
    std::thread::Builder::new().name("lines".into()).spawn(read).map(|_| ())
}

/// The same at a terminal, where Tab completes what can be typed.
pub(crate) fn read_edited(known: Known, inputs: Sender<Input>) -> io::Result<()> {
    let mut prompt = Prompt::new(known)?;
    let read = move || {
        loop {
            let (input, last) = match prompt.line("") {
                // Whoever leaves is not asked again, so that the terminal stays as it is given back.
                Line::Typed(line) => {
                    let last = matches!(line.trim().to_lowercase().as_str(), "quit" | "q" | "خروج");
                    (Input::Line(line), last)
                }
                Line::Interrupt => (Input::Stop, true),
                Line::End => (Input::LinesEnd, true),
            };
            if inputs.send(input).is_err() || last {
                return;
            }
        }
    };
    std::thread::Builder::new().name("lines".into()).spawn(read).map(|_| ())
}

/// What is typed and printed, from one game to the next.
pub(crate) struct Lines {
    out: Box<dyn Write>,
    /// What was typed and not yet done.
    typed: VecDeque<String>,
    ended: bool,
    width: Option<u16>,
    /// What Tab completes.
    known: Known,
}

impl Lines {
    pub(crate) fn new(out: Box<dyn Write>, width: Option<u16>) -> Lines {
        Lines { out, typed: VecDeque::new(), ended: false, width, known: Known::default() }
    }

    /// What Tab completes.
    pub(crate) fn known(&self) -> Known {
        self.known.clone()
    }

    /// Keeps what was typed and forgets the rest.
    pub(crate) fn take(&mut self, inputs: &Receiver<Input>) {
        while let Ok(input) = inputs.try_recv() {
            match input {
                Input::Line(line) => self.typed.push_back(line),
                Input::LinesEnd => self.ended = true,
                _ => {}
            }
        }
    }

    /// The next line; `None` if there is none or the program is to end.
    fn next(&mut self, inputs: &Receiver<Input>) -> io::Result<Option<String>> {
        self.out.flush()?;
        loop {
            if let Some(line) = self.typed.pop_front() {
                return Ok(Some(line));
            }
            if self.ended {
                return Ok(None);
            }
            match inputs.recv() {
                Ok(Input::Line(line)) => self.typed.push_back(line),
                Ok(Input::LinesEnd) => self.ended = true,
                Ok(Input::Stop) | Err(_) => return Ok(None),
                Ok(_) => {}
            }
        }
    }

    /// Says something, broken between words where the terminal has no room for more.
    fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            match self.width {
                Some(width) => {
                    broken(line, usize::from(width)).iter().try_for_each(|part| self.draw(part))?
                }
                None => self.draw(line)?,
            }
        }
        Ok(())
    }

    /// A line as it is.
    fn draw(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }
}

fn owned(words: &[&str]) -> impl Iterator<Item = String> {
    words.iter().map(|word| (*word).to_owned())
}

/// A line in parts that are no longer than this, broken at blanks where there are any.
fn broken(line: &str, width: usize) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), line);
    while let Some((end, _)) = rest.char_indices().nth(width.max(1)) {
        let blank = rest[..end].rfind(' ').filter(|at| !rest[..*at].trim().is_empty());
        // A blank right behind the part is as good.
        let at = if rest[end..].starts_with(' ') { Some(end) } else { blank };
        let (part, more) = rest.split_at(at.unwrap_or(end));
        parts.push(part.trim_end());
        rest = more.trim_start();
    }
    parts.push(rest);
    parts
}

/// Asks what to do with saved games.
pub(crate) fn choose(
    slots: &[Slot],
    inputs: &Receiver<Input>,
    lines: &mut Lines,
    text: Text,
) -> io::Result<Choice> {
    let names = slots.iter().map(|slot| slot.name.clone());
    lines.known.set(names.chain(owned(&["go", "new", "quit"])).collect());
    lines.say(&text.plain_choice(slots))?;
    while let Some(line) = lines.next(inputs)? {
        let word = digits(line.trim());
        let number = word.parse::<usize>().ok().filter(|number| (1..=slots.len()).contains(number));
        let named = slots.iter().position(|slot| slot.name == line.trim());
        match (word.to_lowercase().as_str(), named.or(number.map(|number| number - 1))) {
            (_, Some(number)) => return Ok(Choice::GoOn(number)),
            ("g" | "go" | "go on" | "resume" | "saved" | "ادامه", _) => return Ok(Choice::GoOn(0)),
            ("n" | "new" | "new game" | "تازه" | "جدید" | "بازی تازه" | "بازی جدید", _) =>
            {
                return Ok(Choice::New);
            }
            ("q" | "quit" | "خروج", _) => return Ok(Choice::Quit),
            _ => lines.say(text.plain().choice_again)?,
        }
    }
    Ok(Choice::Quit)
}

/// Persian digits as others.
fn digits(text: &str) -> String {
    let plain = |c: char| match c {
        '۰'..='۹' => char::from_digit(u32::from(c) - u32::from('۰'), 10).unwrap_or(c),
        c => c,
    };
    text.chars().map(plain).collect()
}

/// A line that was typed.
#[derive(Clone, Debug, PartialEq)]
enum Command {
    Act(Action),
    Hint,
    Board,
    Help,
    Save { name: Option<PathBuf>, over: bool },
    Quit,
    Nothing,
    Wrong(String),
}

impl Command {
    fn read(line: &str, text: Text) -> Command {
        let plain = digits(line);
        let words: Vec<&str> = plain.split_whitespace().collect();
        let Some(first) = words.first() else { return Command::Nothing };
        let number = |i: usize| words.get(i).and_then(|word| word.parse::<i32>().ok());
        match (first.to_lowercase().as_str(), words.len()) {
            ("up" | "u" | "بالا", 1) => Command::Act(Action::Move(Dir::Up)),
            ("down" | "d" | "پایین", 1) => Command::Act(Action::Move(Dir::Down)),
            ("left" | "l" | "چپ", 1) => Command::Act(Action::Move(Dir::Left)),
            ("right" | "r" | "راست", 1) => Command::Act(Action::Move(Dir::Right)),
            ("stay" | "s" | "بمان" | "ماندن", 1) => Command::Act(Action::Stay),
            ("hint" | "h" | "راهنمایی", 1) => Command::Hint,
            ("board" | "b" | "صفحه", 1) => Command::Board,
            ("help" | "?" | "کمک", 1) => Command::Help,
            ("quit" | "q" | "خروج", 1) => Command::Quit,
            ("save" | "ذخیره", 1) => Command::Save { name: None, over: false },
            // A file's name may have blanks in it.
            (save @ ("save" | "save!" | "ذخیره"), 2..) => {
                let given = line.trim();
                let name = given.split_once(char::is_whitespace).map_or("", |(_, name)| name.trim());
                Command::Save { name: Some(PathBuf::from(name)), over: save == "save!" }
            }
            ("wall" | "w" | "دیوار", _) => {
                let lie = match words.get(3).map(|word| word.to_lowercase()).as_deref() {
                    Some("h" | "افقی") => Some(Lie::Horizontal),
                    Some("v" | "عمودی") => Some(Lie::Vertical),
                    _ => None,
                };
                match (number(1), number(2), lie, words.len()) {
                    (Some(row), Some(col), Some(dir), 4) => {
                        Command::Act(Action::Wall(Wall { row, col, dir }))
                    }
                    _ => Command::Wrong(text.plain().how_to_wall.to_owned()),
                }
            }
            ("push" | "p" | "هل", _) => {
                match (words.get(1).and_then(|word| word.parse().ok()), number(2), number(3)) {
                    (Some(hunter), Some(row), Some(col)) if words.len() == 4 => {
                        Command::Act(Action::Push { hunter, to: Cell::new(row, col) })
                    }
                    _ => Command::Wrong(text.plain().how_to_push.to_owned()),
                }
            }
            _ => Command::Wrong(text.not_understood(line.trim())),
        }
    }
}

/// How somebody left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    /// The game is over.
    Over,
    /// They have had enough.
    Left,
    /// The system asked the program to end.
    Interrupted,
}

/// The plain front end of one game.
pub(crate) struct Plain<'a> {
    link: Link,
    inputs: &'a Receiver<Input>,
    lines: &'a mut Lines,
    keep: Keep,
    after: After,
    text: Text,
    board: Option<(Arc<Config>, Board)>,
    view: Option<View>,
    mine: SeatSet,
    seats: Vec<Presence>,
    guide: Guide,
    /// What was drawn last, so that nothing is drawn twice.
    drawn: Option<View>,
    /// Whether the person is to act.
    turn: bool,
    /// Whether something is on its way that may change everything: the first board, or the outcome of an act.
    unsettled: bool,
}

impl<'a> Plain<'a> {
    pub(crate) fn new(
        link: Link,
        inputs: &'a Receiver<Input>,
        lines: &'a mut Lines,
        keep: Keep,
        after: After,
    ) -> Plain<'a> {
        Plain {
            text: link.text,
            link,
            inputs,
            lines,
            keep,
            after,
            board: None,
            view: None,
            mine: SeatSet::EMPTY,
            seats: Vec::new(),
            guide: Guide::default(),
            drawn: None,
            turn: false,
            unsettled: true,
        }
    }

    /// Plays until the game is over or the person leaves.
    pub(crate) fn run(mut self, notices: &[String]) -> Result<Parting, PlayError> {
        for notice in notices {
            self.say(notice)?;
        }
        let done = self.listen();
        self.link.leave();
        let leaving = done?;
        if leaving == Leaving::Interrupted {
            let word = self.keep.interrupted(&self.link);
            self.say(&word)?;
        }
        self.lines.out.flush()?;
        let parting = if leaving == Leaving::Over { self.what_next()? } else { Parting::Left };
        // The save that was promised is not there: the game was played, but not as it was asked for.
        match self.link.tape.as_ref().and_then(|tape| tape.trouble()) {
            Some(trouble) if parting == Parting::Left => Err(PlayError::Save(trouble)),
            _ => Ok(parting),
        }
    }

    /// Asks whether to play on.
    fn what_next(&mut self) -> io::Result<Parting> {
        if !self.after.again || (self.lines.ended && self.lines.typed.is_empty()) {
            return Ok(Parting::Left);
        }
        let next: &[&str] = if self.after.next { &["next"] } else { &[] };
        self.lines.known.set(owned(self.text.plain().after_words).chain(owned(next)).collect());
        self.say(&self.text.after(self.after.next))?;
        while let Some(line) = self.lines.next(self.inputs)? {
            match Command::read(&line, self.text) {
                Command::Quit => break,
                Command::Save { name, over } => self.save(name.as_deref(), over)?,
                Command::Nothing => {}
                _ => match line.trim().to_lowercase().as_str() {
                    "again" | "a" | "دوباره" => return Ok(Parting::Again),
                    "next" | "n" | "بعدی" if self.after.next => return Ok(Parting::Next),
                    _ => self.say(&self.text.after(self.after.next))?,
                },
            }
        }
        Ok(Parting::Left)
    }

    fn listen(&mut self) -> Result<Leaving, PlayError> {
        loop {
            while let Some(line) = self.lines.typed.front() {
                let command = Command::read(line, self.text);
                let acts = matches!(command, Command::Act(_) | Command::Hint);
                if self.unsettled || (acts && !self.turn) {
                    break;
                }
                self.lines.typed.pop_front();
                if self.obey(command)? {
                    return Ok(Leaving::Left);
                }
            }
            self.lines.out.flush()?;
            if self.lines.ended && self.turn && self.lines.typed.is_empty() {
                self.say(self.text.plain().input_ended)?;
                self.say(&self.keep.left(&self.link))?;
                return Ok(Leaving::Left);
            }
            match self.inputs.recv() {
                Ok(Input::News(news)) => {
                    let over = self.hear(news)?;
                    if let Some(trouble) =
                        self.link.tape.as_ref().and_then(|tape| tape.news_of_trouble(self.text))
                    {
                        self.say(&trouble)?;
                    }
                    if over {
                        return Ok(Leaving::Over);
                    }
                }
                Ok(Input::Line(line)) => self.lines.typed.push_back(line),
                Ok(Input::LinesEnd) => self.lines.ended = true,
                Ok(Input::Stop) => return Ok(Leaving::Interrupted),
                Ok(Input::Terminal(_) | Input::Hint(..)) => {}
                Err(_) => return Err(PlayError::Broken(self.text.plain().host_left.to_owned())),
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.lines.say(line)
    }

    /// Draws the board. Of one that is wider than the terminal, the columns around the runner to act.
    fn draw(&mut self) -> io::Result<()> {
        let (Some((_, board)), Some(view)) = (&self.board, &self.view) else { return Ok(()) };
        let picture = Picture::new(board, view, &Overlay::default());
        let (all, room) = (usize::from(board.cols), self.columns());
        let turn = view.turn.and_then(|turn| view.runners.get(turn as usize));
        let focus = turn.or(view.runners.first()).map_or(0, |runner| runner.at.col.max(0) as usize);
        let first = focus.saturating_sub(room / 2).min(all.saturating_sub(room));
        let lines = picture.strip(first..all.min(first.saturating_add(room)));
        self.drawn = Some(view.clone());
        lines.iter().try_for_each(|line| self.lines.draw(line))?;
        match room < all {
            true => self.say(&self.text.part(first, first + room - 1, all)),
            false => Ok(()),
        }
    }

    /// Draws all of it: a wide one in strips, one below the other.
    fn draw_all(&mut self) -> io::Result<()> {
        let (Some((_, board)), Some(view)) = (&self.board, &self.view) else { return Ok(()) };
        let picture = Picture::new(board, view, &Overlay::default());
        let (all, room) = (usize::from(board.cols), self.columns().min(usize::from(board.cols)));
        let strips = (0..all).step_by(room).map(|first| picture.strip(first..all.min(first + room)));
        let lines: Vec<String> = strips.flatten().collect();
        self.drawn = Some(view.clone());
        lines.iter().try_for_each(|line| self.lines.draw(line))
    }

    /// How many columns of a board have room.
    fn columns(&self) -> usize {
        self.lines.width.map_or(usize::MAX, |width| Picture::columns_in(usize::from(width)))
    }

    /// Draws unless that very moment was drawn last.
    fn draw_new(&mut self) -> io::Result<()> {
        if self.drawn == self.view { Ok(()) } else { self.draw() }
    }

    fn prompt(&mut self) -> io::Result<()> {
        if let (Some((config, _)), Some(view)) = (&self.board, &self.view) {
            let seat = meydan_core::Seat((view.turn.unwrap_or(0) % config.seats.max(1)) as u8);
            let offers = Labyrinth::offers(&Seen { config, view, seat, plan: &[] });
            let words = offers.into_iter().map(|offer| offer.words);
            self.lines.known.set(words.chain(owned(self.text.plain().words)).collect());
            let prompt = self.text.prompt(view, config);
            self.say(&prompt)?;
        }
        Ok(())
    }

    /// Tells the person the news; `true` if they are the last.
    fn hear(&mut self, news: News) -> Result<bool, PlayError> {
        match news {
            News::Board { config, view, mine } => {
                let board = Board::new(&config).map_err(|error| PlayError::Broken(error.to_string()))?;
                let legend = text::legend(self.text, &config, true);
                (self.board, self.view, self.mine) = (Some((config, board)), Some(view), mine);
                self.draw()?;
                self.say(&legend)?;
            }
            News::Notice(notice) => {
                self.unsettled = false;
                self.say(&notice)?;
            }
            News::Seats(seats) => self.presence(seats)?,
            News::Scene { view, events } => {
                for line in events.iter().filter_map(|event| self.text.event(event)) {
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
                self.say(&text::refused(self.text, &reason))?;
                self.prompt()?;
            }
            News::Over(view) => {
                let result = view.result.map(|ending| self.text.result(ending, view.round));
                self.view = Some(view);
                self.draw()?;
                self.say(&result.unwrap_or_default())?;
                if let Some(rounds) = self.after.optimum {
                    self.say(&self.text.optimum(rounds))?;
                }
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
                let name = seat.name.clone().unwrap_or_else(|| self.text.plain().nobody.to_owned());
                let line = self.text.waiting_for(&text::runner(turn), &name, !seat.here);
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
                (Some(name), true, false) => self.say(&self.text.came(name))?,
                (Some(name), false, true) => self.say(&self.text.went(name))?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Does what was typed; `true` if that was the end.
    fn obey(&mut self, command: Command) -> Result<bool, PlayError> {
        match command {
            Command::Act(Action::Wall(_)) if !self.has_walls() => {
                self.say(self.text.plain().no_walls_here)?
            }
            Command::Act(action) => {
                (self.turn, self.unsettled) = (false, true);
                if self.link.acts.send(action).is_err() {
                    return Err(PlayError::Broken(self.text.plain().host_left.to_owned()));
                }
            }
            Command::Hint => self.hint()?,
            Command::Board => self.draw_all()?,
            Command::Help => self.help()?,
            Command::Save { name, over } => self.save(name.as_deref(), over)?,
            Command::Quit => {
                self.say(&self.keep.left(&self.link))?;
                return Ok(true);
            }
            Command::Nothing => {}
            Command::Wrong(reason) if reason == self.text.plain().how_to_wall && !self.has_walls() => {
                self.say(self.text.plain().no_walls_here)?;
            }
            Command::Wrong(reason) => self.say(&reason)?,
        }
        Ok(false)
    }

    fn has_walls(&self) -> bool {
        self.board.as_ref().is_none_or(|(config, _)| text::has_walls(config))
    }

    fn help(&mut self) -> io::Result<()> {
        let walls = self.has_walls();
        let boxes = self.board.as_ref().is_none_or(|(config, _)| !config.boxes.is_empty());
        let lines = self.text.plain().help.lines();
        let lines = lines.filter(|line| walls || !line.starts_with("wall"));
        let help: Vec<&str> = lines.filter(|line| boxes || !line.starts_with("push")).collect();
        self.say(&help.join("\n"))
    }

    fn hint(&mut self) -> io::Result<()> {
        let (Some((config, board)), Some(view)) = (&self.board, &self.view) else { return Ok(()) };
        let several = config.runners.len() > 1;
        let state = State::from_view(board, view).map_err(HintError::Misfit);
        let lines = match state.and_then(|state| self.guide.hint(board, &state, Budget::BLINK)) {
            Ok(hint) => {
                let claim = match self.after.optimum {
                    // What is possible is told only to somebody who has played.
                    Some(_) => self.text.plain().told_later.to_owned(),
                    None => self.text.claim(&hint.claim, hint.states, several),
                };
                vec![self.text.hint(hint.action), claim]
            }
            Err(error) => vec![error.to_string()],
        };
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn save(&mut self, name: Option<&Path>, over: bool) -> io::Result<()> {
        let line = match self.keep.save(&self.link, name, over) {
            Ok(said) => said,
            Err(error @ SaveError::Taken { .. }) => {
                format!("{} {}", self.text.trouble(&error), self.text.plain().or_write_over)
            }
            Err(error) => self.text.trouble(&error),
        };
        self.say(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meydan_labyrinth::Lang;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(broken("R runner   H hunter", 8), ["R runner", "H hunter"]);
        assert_eq!(broken("one two three", 9), ["one two", "three"]);
        assert_eq!(broken("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(broken("  a list", 20), ["  a list"], "what fits stays as it is");
        assert_eq!(broken("⊞ جعبهٔ شانس", 9), ["⊞ جعبهٔ", "شانس"]);
    }

    #[test]
    fn lines_are_understood() {
        let read = |line: &str| Command::read(line, text::of(Lang::En));
        assert_eq!(read(" UP "), Command::Act(Action::Move(Dir::Up)));
        assert_eq!(read("wall 1 2 V"), Command::Act(Action::Wall(Wall::right_of(1, 2))));
        assert_eq!(read("w 1 2 h"), Command::Act(Action::Wall(Wall::under(1, 2))));
        let push = Action::Push { hunter: 0, to: Cell::new(3, 4) };
        assert_eq!(read("push 0 3 4"), Command::Act(push));
        assert_eq!(read("h"), Command::Hint);
        assert_eq!(read("save my game"), Command::Save { name: Some("my game".into()), over: false });
        assert_eq!(read("save! x"), Command::Save { name: Some("x".into()), over: true });
        assert_eq!(read("  "), Command::Nothing);
        for wrong in ["wall 1 2", "wall 1 2 x", "push 1", "push a 1 2", "fly", "up up", "wall 1 2 h h", "w"] {
            assert!(matches!(read(wrong), Command::Wrong(_)), "{wrong}");
        }
    }

    #[test]
    fn persian_words_and_digits_are_understood() {
        let read = |line: &str| Command::read(line, text::of(Lang::Fa));
        assert_eq!(read("راست"), Command::Act(Action::Move(Dir::Right)));
        assert_eq!(read("دیوار ۱ ۲ افقی"), Command::Act(Action::Wall(Wall::under(1, 2))));
        assert_eq!(read("راهنمایی"), Command::Hint);
        assert_eq!(read("ذخیره بازی من"), Command::Save { name: Some("بازی من".into()), over: false });
        assert!(matches!(read("پرواز"), Command::Wrong(said) if said.contains("شناخته نیست")));
    }
}
