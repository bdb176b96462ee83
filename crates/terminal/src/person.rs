//! A person who plays any game by typing lines: on one seat or on several, at a terminal or through a pipe.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::thread;

use futures_util::future::BoxFuture;
use meydan_catalog::{Drawing, Hand, Offer, Seen};
use meydan_core::{Mode, Next, Outcome, Seat, Viewer};
use meydan_referee::{Player, Refusal, StopHandle, Table, Trouble, Turn};
use meydan_runner::People;
use meydan_sketch::{Offered, Words, numbers, printable};
use tokio::sync::{Mutex, mpsc};

use crate::prompt::{Found, Known, Line, Prompt};
use crate::screen;

/// Whoever sits at this process's terminal. All seats share it, and play one after another.
#[derive(Clone)]
pub struct Typist {
    paper: Arc<Mutex<Paper>>,
    /// Ends the match for whoever leaves.
    leave: StopHandle,
}

/// Where lines come from and where boards go.
struct Paper {
    /// Nobody reads before the first seat is asked: the lines may be somebody else's.
    lines: Option<mpsc::UnboundedReceiver<String>>,
    input: Option<Box<dyn BufRead + Send>>,
    /// Whether lines are typed at a terminal, and can be edited and completed.
    edited: bool,
    /// There is one as soon as somebody is asked.
    editor: Option<Edited>,
    output: Box<dyn Write + Send>,
    colour: bool,
    /// Whether there is a terminal whose size is to be minded.
    terminal: bool,
    /// How many windows have been played, to tell the newcomer once what can be typed.
    greeted: bool,
    /// What was refused of each seat and not told yet: above a board it would scroll away, so it is told below the next one.
    refused: Vec<(Seat, String)>,
}

/// Lines that are asked for one by one, so that the prompt comes behind what is shown.
struct Edited {
    ask: std::sync::mpsc::Sender<()>,
    lines: mpsc::UnboundedReceiver<Option<String>>,
    /// What can be typed now.
    known: Known,
    /// Given back in the end, whoever still waits for a line.
    _found: Found,
}

impl Edited {
    fn new() -> io::Result<Edited> {
        let (ask, asked) = std::sync::mpsc::channel();
        let (send, lines) = mpsc::unbounded_channel();
        let (known, found) = (Known::default(), Found::now());
        let mut prompt = Prompt::new(known.clone())?;
        // A thread of its own: whoever reads a terminal cannot be interrupted, and the program must be able to end.
        thread::Builder::new().name("lines".into()).spawn(move || {
            while asked.recv().is_ok() {
                let line = match prompt.line(SIGN) {
                    Line::Typed(line) => Some(line),
                    Line::End | Line::Interrupt => None,
                };
                if send.send(line).is_err() {
                    return;
                }
            }
        })?;
        Ok(Edited { ask, lines, known, _found: found })
    }
}

/// What asks for a line.
const SIGN: &str = "> ";
/// How many lines of offers are shown without being asked.
const OFFERS: usize = 6;
/// Below how many lines of the terminal one line of offers is enough.
const SMALL: usize = 20;
/// How many lines a board has at least: its head, a row, and which part it is.
const LEAST: usize = 4;
/// What is said below a board that is cut.
const PART: &str = "(`board` prints all of it)";
/// What is said once, at the beginning.
const GREETING: &str = "Type a number or words; `help` says which, `quit` leaves.";
/// The same before anything was offered.
const AHEAD: &str = "Type `go` to go on; `help` says what else, `quit` leaves.";
/// How wide lines are where nobody says how wide they may be.
const WIDTH: usize = 80;

/// What can be typed in every game.
const ALWAYS: &[Words] = &[
    ("a number", "what has that number in the list"),
    ("list", "everything that is offered"),
    ("board", "the whole board, however long it is"),
    ("done, or go", "nothing more in this window; where orders are gathered, send them"),
    ("undo, plan", "take the last order back; show what is not sent yet"),
    ("help", "this"),
    ("quit", "leave the match"),
    ("the Tab key", "at a terminal: completes a word, or shows what it can be"),
];

/// The same as words that Tab completes.
const COMPLETED: [&str; 8] = ["list", "board", "done", "go", "undo", "plan", "help", "quit"];

/// Whether colours are wanted: on a terminal, unless `NO_COLOR` or a dumb one says otherwise.
pub fn colours() -> bool {
    let no = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !no && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How many columns and lines the terminal has; `None` where there is none.
pub fn room() -> Option<(usize, usize)> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let (columns, lines) = screen::size()?;
    Some((usize::from(columns), usize::from(lines)))
}

impl Typist {
    /// At the standard streams of this process. Leaving ends the match through this handle.
    pub fn of_process(leave: StopHandle) -> Typist {
        let paper = Paper {
            lines: None,
            input: Some(Box::new(io::BufReader::new(io::stdin()))),
            edited: io::stdin().is_terminal() && io::stdout().is_terminal(),
            editor: None,
            output: Box::new(io::stdout()),
            colour: colours(),
            terminal: io::stdout().is_terminal(),
            greeted: false,
            refused: Vec::new(),
        };
        Typist { paper: Arc::new(Mutex::new(paper)), leave }
    }

    /// At other streams, without colours.
    pub fn at(input: Box<dyn BufRead + Send>, output: Box<dyn Write + Send>, leave: StopHandle) -> Typist {
        let paper = Paper {
            lines: None,
            input: Some(input),
            edited: false,
            editor: None,
            output,
            colour: false,
            terminal: false,
            greeted: false,
            refused: Vec::new(),
        };
        Typist { paper: Arc::new(Mutex::new(paper)), leave }
    }
}

impl People for Typist {
    fn person<G: Offer>(&mut self, _: Seat, config: &G::Config) -> Option<Box<dyn Player<G>>> {
        let person = Person::<G> { typist: self.clone(), hand: G::hand(), config: config.clone() };
        Some(Box::new(person))
    }
}

struct Person<G: Offer> {
    typist: Typist,
    hand: Option<Hand<G>>,
    config: G::Config,
}

impl Paper {
    fn say(&mut self, text: &str) -> Result<(), Trouble> {
        // A pipe has no end of the line.
        let width = if self.terminal { self.width() } else { usize::MAX };
        let lines: Vec<_> = text.split('\n').map(printable).flat_map(|line| broken(&line, width)).collect();
        let wrote = writeln!(self.output, "{}", lines.join("\n")).and_then(|()| self.output.flush());
        wrote.map_err(|error| Trouble::gone(format!("what is to be seen cannot be written: {error}")))
    }

    /// Whoever edits lines, where they are typed at a terminal.
    fn editor(&mut self) -> Option<&Edited> {
        if self.edited && self.editor.is_none() {
            self.editor = Edited::new().ok();
            self.edited = self.editor.is_some();
        }
        self.editor.as_ref()
    }

    /// The next line that somebody types; `None` where nobody will.
    async fn line(&mut self) -> Option<String> {
        if let Some(editor) = &mut self.editor {
            editor.ask.send(()).ok()?;
            return editor.lines.recv().await.flatten();
        }
        let _ = write!(self.output, "{SIGN}").and_then(|()| self.output.flush());
        if let Some(mut input) = self.input.take() {
            let (send, lines) = mpsc::unbounded_channel();
            self.lines = Some(lines);
            // A thread of its own: whoever reads a terminal cannot be interrupted, and the program must be able to end.
            thread::spawn(move || {
                let mut line = Vec::new();
                while input.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
                    // What is no text is not understood, and no reason to leave.
                    if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                        return;
                    }
                    line.clear();
                }
            });
        }
        let line = self.lines.as_mut()?.recv().await;
        if !self.terminal {
            // Where nobody's typing is echoed the answer would stand behind the sign that asked for it.
            let _ = writeln!(self.output);
        }
        line
    }

    /// What was refused of a seat, as it is told, once.
    fn refusals(&mut self, seat: Seat) -> Vec<String> {
        let own = self.refused.extract_if(.., |(whose, _)| *whose == seat);
        own.map(|(_, why)| format!("refused: {why}")).collect()
    }

    fn width(&self) -> usize {
        let columns = if self.terminal { room().map(|(columns, _)| columns) } else { None };
        columns.unwrap_or(WIDTH).clamp(20, 200)
    }

    /// Shows a board, above so many other lines; `None`: however long it is.
    fn draw(&mut self, drawing: Drawing, others: Option<usize>) -> Result<(), Trouble> {
        let drawings = match (room().filter(|_| self.terminal), others) {
            (Some((columns, _)), None) => drawing.strips(columns),
            (Some((columns, lines)), Some(others)) => {
                let lines = lines.saturating_sub(others).max(LEAST);
                let whole = drawing.clone().fit(columns, lines);
                match whole.is_part() {
                    true => vec![drawing.fit(columns, lines.saturating_sub(rows(PART, columns)).max(LEAST))],
                    false => vec![whole],
                }
            }
            (None, _) => vec![drawing],
        };
        for drawing in &drawings {
            let text = if self.colour { drawing.ansi() } else { drawing.text() };
            let wrote = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
            wrote.map_err(|error| Trouble::gone(format!("the board cannot be written: {error}")))?;
        }
        match drawings.iter().any(Drawing::is_part) {
            true => self.say(PART),
            false => Ok(()),
        }
    }

    fn help(&mut self, own: &[Words]) -> Result<(), Trouble> {
        let width = self.width();
        for (typed, meaning) in own.iter().chain(ALWAYS) {
            let mut line = format!("  {typed:<24} ");
            let mut indent = line.chars().count();
            // What is too long for its column has a line of its own.
            if indent > 27 {
                line = format!("  {typed}\n                           ");
                indent = 27;
            }
            for word in meaning.split(' ') {
                if indent + word.chars().count() >= width {
                    line.push_str("\n                           ");
                    indent = 27;
                }
                line.push_str(word);
                line.push(' ');
                indent += word.chars().count() + 1;
            }
            self.say(line.trim_end())?;
        }
        Ok(())
    }
}

/// How many lines of a terminal a text takes.
fn rows(text: &str, width: usize) -> usize {
    text.split('\n').map(|line| broken(line, width).len()).sum()
}

/// A line broken at blanks, so that no word is torn where the terminal ends. What stands before the first word stays.
fn broken(line: &str, width: usize) -> Vec<String> {
    let mut rest: Vec<char> = line.chars().collect();
    let mut lines = Vec::new();
    while rest.len() > width.max(1) {
        let indent = rest.iter().take_while(|letter| **letter == ' ').count();
        let blank = rest[..=width.max(1)].iter().rposition(|letter| *letter == ' ');
        let at = blank.filter(|at| *at > indent).unwrap_or(width.max(1));
        let more = rest.split_off(at);
        lines.push(rest.iter().collect());
        rest = more.into_iter().skip_while(|letter| *letter == ' ').collect();
    }
    lines.push(rest.iter().collect());
    lines
}

/// The offers in lines: numbered, those of one unit together.
fn listed<A>(offers: &[Offered<A>], free: usize, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut who = None;
    for (number, offer) in numbers(offers, free).into_iter().zip(offers) {
        let words = match &offer.who {
            Some(who) => offer.words.strip_prefix(who.as_str()).unwrap_or(&offer.words).trim_start(),
            None => &offer.words,
        };
        let text = format!("{number}) {words}");
        let new = lines.is_empty() || who != Some(&offer.who);
        who = Some(&offer.who);
        let full = |line: &String| line.chars().count() + 2 + text.chars().count() > width;
        if new || lines.last().is_none_or(full) {
            let head = offer.who.as_ref().filter(|_| new).map_or("   ".to_owned(), |who| format!("{who} "));
            lines.push(head);
        } else if let Some(line) = lines.last_mut() {
            line.push_str("  ");
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&text);
        }
    }
    lines
}

impl<G: Offer> Person<G> {
    async fn window(&self, turn: Turn, table: &Table<G>, hand: Hand<G>) -> Result<(), Trouble> {
        let mut paper = self.typist.paper.lock().await;
        let sealed = turn.window.mode == Mode::Sealed;
        let (seat, window) = (table.seat(), turn.window.number);
        let mut plan: Vec<G::Action> = Vec::new();
        let mut view = table.view();
        let mut show = Show::Board;
        loop {
            self.ask(&mut paper, hand, &view, seat, &plan, show)?;
            show = Show::Offers;
            let Some(line) = paper.line().await else {
                return self.left().await;
            };
            let acts = match line.trim().to_lowercase().as_str() {
                "" => continue,
                "help" | "?" => {
                    paper.help(hand.help)?;
                    continue;
                }
                "quit" | "exit" | "q" => return self.left().await,
                "list" | "ls" => {
                    show = Show::AllOffers;
                    continue;
                }
                "board" => {
                    show = Show::WholeBoard;
                    continue;
                }
                "plan" => {
                    if plan.is_empty() {
                        paper.say("nothing is waiting to be sent")?;
                    }
                    continue;
                }
                "undo" if !sealed => {
                    paper.say("every act is played at once here; what is done is done")?;
                    continue;
                }
                "undo" => {
                    match plan.pop() {
                        Some(_) => paper.say("taken back")?,
                        None => paper.say("there is no order to take back")?,
                    }
                    continue;
                }
                "done" | "go" | "end" if sealed => {
                    return self.send(&mut paper, (hand.sent)(plan), window, table).await;
                }
                "done" | "go" | "end" => return Ok(()),
                text => {
                    let understood = (hand.understood)(
                        &Seen { config: &self.config, view: &view, seat, plan: &plan },
                        text,
                    );
                    match understood {
                        Ok(acts) => acts,
                        Err(why) => {
                            paper.say(&format!("not understood: {why}"))?;
                            continue;
                        }
                    }
                }
            };
            let enough = acts.iter().any(|act| (hand.enough)(act));
            if sealed {
                plan.extend(acts);
                if enough {
                    return self.send(&mut paper, (hand.sent)(plan), window, table).await;
                }
                continue;
            }
            match self.act(&mut paper, acts, window, table).await? {
                Acted::Done => return Ok(()),
                Acted::Taken if enough => return Ok(()),
                Acted::Taken | Acted::Refused => view = table.view(),
            }
            show = Show::Board;
        }
    }

    /// Shows what there is to see and to do: the board where it has changed, and the first or all offers.
    fn ask(
        &self,
        paper: &mut Paper,
        hand: Hand<G>,
        view: &G::View,
        seat: Seat,
        plan: &[G::Action],
        show: Show,
    ) -> Result<(), Trouble> {
        let seen = Seen { config: &self.config, view, seat, plan };
        let offers = (hand.offers)(&seen);
        if let Some(editor) = paper.editor() {
            let words = offers.iter().map(|offer| offer.words.clone());
            editor.known.set(words.chain(COMPLETED.map(String::from)).collect());
        }
        let offers = listed(&offers, (hand.free)(&self.config), paper.width());
        let greeting = if offers.is_empty() { AHEAD } else { GREETING };
        let board = matches!(show, Show::Board | Show::WholeBoard);
        let board = board.then(|| (hand.sketch)(&self.config, view, Viewer::Seat(seat)));
        let (asked, width) = ((hand.asked)(&seen), paper.width());
        let told: Vec<String> = plan.iter().map(|act| (hand.told)(&seen, act)).collect();
        let planned = (!told.is_empty()).then(|| format!("not sent yet: {}", told.join(", ")));
        let refused = paper.refusals(seat);
        // What else stands below the board: the question, the plan, the greeting, what was refused, and where one types.
        let mut others = rows(&asked, width) + planned.as_ref().map_or(0, |planned| rows(planned, width)) + 1;
        others += refused.iter().map(|refused| rows(refused, width)).sum::<usize>();
        if !paper.greeted {
            others += rows(greeting, width);
        }
        // The board goes first where there is little room: the rest of the offers can be asked for.
        let left = board.as_ref().zip(room().filter(|_| paper.terminal));
        let most = left.map_or(OFFERS, |(board, (columns, lines))| {
            lines
                .saturating_sub(board.height(columns) + others + 1)
                .clamp(if lines < SMALL { 1 } else { 2 }, OFFERS)
        });
        let shown = if show == Show::AllOffers { offers.len() } else { offers.len().min(most) };
        if let Some(board) = board {
            others += offers[..shown].iter().map(|line| rows(line, width)).sum::<usize>();
            others += usize::from(offers.len() > shown);
            paper.draw(board, (show == Show::Board).then_some(others))?;
        }
        paper.say(&asked)?;
        if let Some(planned) = planned {
            paper.say(&planned)?;
        }
        if shown > 0 {
            paper.say(&offers[..shown].join("\n"))?;
        }
        if offers.len() > shown {
            paper.say(&format!("   … {} more lines: `list`", offers.len() - shown))?;
        }
        if !paper.greeted {
            // Whoever was offered nothing has yet to hear of the numbers.
            paper.greeted = !offers.is_empty();
            paper.say(greeting)?;
        }
        // Just above where one types, so that it is seen.
        refused.iter().try_for_each(|refused| paper.say(refused))
    }

    /// The person has left, by word or by closing the input: the match stops as it is, and nobody plays on without them.
    async fn left(&self) -> Result<(), Trouble> {
        self.typist.leave.stop();
        std::future::pending().await
    }

    /// Acts at once, one after another, until one is refused.
    async fn act(
        &self,
        paper: &mut Paper,
        acts: Vec<G::Action>,
        window: u32,
        table: &Table<G>,
    ) -> Result<Acted, Trouble> {
        for action in acts {
            match table.act_told(window, action).await {
                Ok(told) if told.next == Next::More => {}
                Ok(_) | Err(Refusal::Closed) => return Ok(Acted::Done),
                Err(refusal) => {
                    paper.refused.push((table.seat(), refusal.to_string()));
                    return Ok(Acted::Refused);
                }
            }
        }
        Ok(Acted::Taken)
    }

    /// Sends a plan. What is refused of it is told below the next board; the rest counts.
    async fn send(
        &self,
        paper: &mut Paper,
        plan: Vec<G::Action>,
        window: u32,
        table: &Table<G>,
    ) -> Result<(), Trouble> {
        for action in plan {
            match table.act_told(window, action).await {
                Ok(told) if told.next == Next::More => {}
                Ok(_) | Err(Refusal::Closed) => break,
                Err(refusal) => paper.refused.push((table.seat(), refusal.to_string())),
            }
        }
        Ok(())
    }

    /// A game without drawings and words: the view as JSON, and acts as JSON.
    async fn window_in_json(&self, turn: Turn, table: &Table<G>) -> Result<(), Trouble> {
        let mut paper = self.typist.paper.lock().await;
        let show = |view: &G::View| serde_json::to_string(view).unwrap_or_else(|error| error.to_string());
        let window = turn.window.number;
        paper.say(&format!("window {window}, seat {}: {}", table.seat(), show(&table.view())))?;
        loop {
            paper.say("your act as JSON, or `done`:")?;
            let Some(line) = paper.line().await else {
                return self.left().await;
            };
            let text = line.trim();
            match text {
                "done" => return Ok(()),
                "quit" => return self.left().await,
                _ => {}
            }
            // A bare word stands for itself, so that `stay` need not be quoted.
            let quoted = serde_json::to_string(text).unwrap_or_default();
            match serde_json::from_str(text).or_else(|error| serde_json::from_str(&quoted).map_err(|_| error))
            {
                Err(error) => paper.say(&format!("`{text}` is not an act of this game: {error}"))?,
                Ok(action) => match self.act(&mut paper, vec![action], window, table).await? {
                    Acted::Done => return Ok(()),
                    Acted::Taken | Acted::Refused => {
                        paper.say(&show(&table.view()))?;
                        paper.refusals(table.seat()).iter().try_for_each(|refused| paper.say(refused))?;
                    }
                },
            }
        }
    }
}

impl<G: Offer> Player<G> for Person<G> {
    fn clocked(&self) -> bool {
        false
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        match self.hand {
            Some(hand) => Box::pin(self.window(turn, table, hand)),
            None => Box::pin(self.window_in_json(turn, table)),
        }
    }

    fn finish<'a>(&'a mut self, _: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let config = &self.config;
            let mut paper = self.typist.paper.lock().await;
            // Several seats of one person end together.
            if let Some(hand) = self.hand.filter(|_| std::mem::replace(&mut paper.greeted, false)) {
                let view = table.view();
                let _ = paper.draw((hand.sketch)(config, &view, Viewer::Seat(table.seat())), Some(8));
                // Why, and with which scores, is told below in the words of the game.
                let _ = paper.say("The match is over.");
            }
            // There is no next board.
            let refused = paper.refusals(table.seat());
            let _ = refused.iter().try_for_each(|refused| paper.say(refused));
        })
    }
}

/// What is shown before somebody is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Show {
    /// What fits of the board, and the first offers.
    Board,
    /// All of the board.
    WholeBoard,
    /// The first offers.
    Offers,
    /// All of them.
    AllOffers,
}

/// What came of acting at once.
enum Acted {
    /// The window is over for this seat.
    Done,
    /// Everything was taken, and there may be more.
    Taken,
    /// Something was refused; whoever typed it may say something else.
    Refused,
}
