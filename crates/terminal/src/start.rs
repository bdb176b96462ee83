//! From what somebody wants to a game that runs.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use meydan_catalog::{PrepareError, Prepared, fresh_seed};
use meydan_core::trace::{Entrant, Header};
use meydan_core::{Budget, Chance, Seed, Setup};
use meydan_labyrinth::solve::{Budget as SearchBudget, Verdict, solve};
use meydan_labyrinth::{
    Board, Config, ConfigError, Day, Difficulty, GenerateError, Labyrinth, Lang, Recipe, State, generate,
    generate_rated,
};
use meydan_referee::TimeControl;
use thiserror::Error;

use crate::files;
use crate::guest::Visit;
use crate::link::{Input, Link};
use crate::options::{Options, address};
use crate::phase;
use crate::prompt::Found;
use crate::save::{self, Loaded, SaveError};
use crate::signals::Signals;
use crate::slots::{Slot, Slots, What, beside};
use crate::table::{Guests, Sitting};
use crate::tape::{Kept, Tape};
use crate::text::{self, Text};
use crate::wrong::Wrong;
use crate::{plain, screen};
use meydan_sketch::{Overlay, Picture};

/// Why nothing was played, or not to the end.
#[derive(Debug, Error)]
pub enum PlayError {
    /// Options that do not go together.
    #[error(transparent)]
    Usage(#[from] Wrong),
    /// The board is not one of the phase.
    #[error("the board {name} cannot be played: {why}")]
    Unfit {
        /// The file, or the save.
        name: String,
        /// What is wrong.
        why: Wrong,
    },
    /// The board file cannot be read.
    #[error("the board {path} cannot be read: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The board file is larger than any board.
    #[error("the board {path} is larger than {most} bytes; a board is a text of a few kilobytes")]
    LargeFile {
        /// The file.
        path: PathBuf,
        /// The most that is read.
        most: u64,
    },
    /// The board breaks a rule.
    #[error("the board {name} cannot be played: {reason}")]
    Board {
        /// The file, or `random`.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// There is no such random board.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A save cannot be read or written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The address cannot be listened on.
    #[error("cannot wait for players on `{address}`: {error}; give another address or port")]
    Listen {
        /// The address.
        address: String,
        /// What the system said.
        error: io::Error,
    },
    /// The match could not go on.
    #[error("{0}")]
    Broken(String),
    /// The terminal failed, or whatever else the game is written to.
    #[error("the game cannot be shown: {0}")]
    Terminal(#[from] io::Error),
}

/// Where the person sits.
pub struct Console {
    /// Lines, for the plain mode.
    pub input: Box<dyn BufRead + Send>,
    /// What is printed.
    pub output: Box<dyn Write>,
    /// Whether there is a terminal that can be taken over whole.
    pub full_screen: bool,
    /// The folder for saves and for tokens; `None`: keep nothing.
    pub state: Option<PathBuf>,
    /// Whether the terminal joins letters and turns lines by itself, as Persian needs it.
    pub shapes: bool,
    /// How many columns a line has, where it matters: a terminal would break words.
    pub width: Option<u16>,
}

impl Console {
    /// The standard streams of this process.
    pub fn of_process() -> Console {
        Console {
            input: Box::new(BufReader::new(io::stdin())),
            output: Box::new(io::stdout()),
            full_screen: io::stdout().is_terminal() && io::stdin().is_terminal(),
            state: state_folder(),
            shapes: shapes(|name| std::env::var(name).ok()),
            width: if io::stdout().is_terminal() { screen::width() } else { None },
        }
    }
}

/// Whether the terminal is one of those that are known to shape Persian: VTE from 0.58 on, Konsole, mlterm.
fn shapes(var: impl Fn(&str) -> Option<String>) -> bool {
    let vte = var("VTE_VERSION").and_then(|version| version.parse::<u32>().ok());
    let inside = var("TMUX").is_some() || var("STY").is_some();
    let known =
        var("KONSOLE_VERSION").is_some() || var("MLTERM").is_some() || vte.is_some_and(|vte| vte >= 5800);
    known && !inside
}

/// `$XDG_STATE_HOME/meydan`, or `~/.local/state/meydan`.
pub(crate) fn state_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")));
    state.map(|state| state.join("meydan"))
}

/// Plays, or prints a board, as the options say.
pub fn play(options: &Options, mut console: Console) -> Result<(), PlayError> {
    check(options)?;
    let slots = Slots::new(console.state.clone());
    if options.saves {
        return list(&slots, text::of(options.lang), &mut console.output);
    }
    if options.prints() {
        let (name, config) = made(options, seed(options))?;
        return print(&name, &config, text::of(options.lang), &mut console.output);
    }
    let mut front = Front::new(console, options, slots)?;
    if let Some(host) = &options.join {
        let name = options.name.clone().unwrap_or_else(user);
        let (state, inputs) = (front.state.clone(), front.inputs.clone());
        let link = Visit::begin(address(host), name, state, inputs, front.text)?;
        return front.run(link, None, After::default()).map(|_| ());
    }
    let options = found(options, &front.slots);
    let mut start = match saved(&options, &mut front)? {
        Some(start) => start,
        None => return Ok(()),
    };
    loop {
        let Begun { sitting, save_to, over, after } = begin(&options, &start, &mut front)?;
        let (tape, again) = (sitting.tape.clone(), sitting.again());
        if let Some(path) = &options.save {
            let first = matches!(start, Start::New { .. } | Start::Saved { .. });
            let path = if first { path.clone() } else { beside(path) };
            front.slots.make_room(&path)?;
            tape.autosave(path, options.overwrite && first)?;
        }
        let link = sitting.begin(front.inputs.clone())?;
        let parting = front.run(link, save_to, after)?;
        if let Some(path) = over.filter(|_| tape.is_over()) {
            tape.discard(&path);
        }
        start = match parting {
            Parting::Left => return Ok(()),
            Parting::Again => again,
            Parting::Next => following(&options, &again),
        };
    }
}

/// The options with plain names of saves turned into files.
fn found(options: &Options, slots: &Slots) -> Options {
    let find = |path: &Option<PathBuf>| path.as_deref().map(|path| slots.find(path));
    Options { save: find(&options.save), resume: find(&options.resume), ..options.clone() }
}

/// What a game begins from.
pub(crate) enum Start {
    /// What the options ask for.
    New { seed: Seed },
    /// A saved game.
    Saved { path: PathBuf, loaded: Box<Loaded> },
    /// A board that was played before, or the next one.
    Board { name: String, config: Config, seed: Seed },
    /// The next board that the options ask for.
    Next { board: Option<PathBuf>, seed: Seed },
}

impl Sitting {
    /// The same game from its start.
    fn again(&self) -> Start {
        let Prepared { config, map, seed, .. } = &self.prepared;
        Start::Board { name: map.clone(), config: config.clone(), seed: *seed }
    }
}

/// The board after this one: the next of our own maps, or the next random one.
fn following(options: &Options, played: &Start) -> Start {
    let seed = match played {
        Start::Board { seed, .. } => Seed(seed.0.wrapping_add(1)),
        _ => seed(options),
    };
    let maps = Labyrinth::maps();
    let name = match played {
        Start::Board { name, .. } => name.as_str(),
        _ => "",
    };
    let next = maps.iter().position(|map| map.name == name).map(|at| maps[(at + 1) % maps.len()].name);
    let board = options.board.as_ref().and(next).map(PathBuf::from);
    Start::Next { board, seed }
}

/// A game about to start.
struct Begun {
    sitting: Sitting,
    /// Where the game is saved when nobody names a file.
    save_to: Option<PathBuf>,
    /// The save that has served its purpose when the game is over.
    over: Option<PathBuf>,
    after: After,
}

/// What can follow when a game is over.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct After {
    pub(crate) again: bool,
    pub(crate) next: bool,
    /// In how many rounds the game could be won, for whoever has played it.
    pub(crate) optimum: Option<u32>,
}

/// How a game was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parting {
    Left,
    Again,
    Next,
}

/// The saved game that somebody wants to go on with, or a new one; `None` if they want neither.
fn saved(options: &Options, front: &mut Front) -> Result<Option<Start>, PlayError> {
    let new = || Start::New { seed: seed(options) };
    let known = front.slots.clone();
    let load = |path: &Path| -> Result<Start, PlayError> {
        let loaded = save::load(path).map_err(|error| known.unknown(error))?;
        let refused = |why| PlayError::Unfit { name: path.display().to_string(), why };
        phase::fit(options.phase, &mut config_of(&loaded.header)?).map_err(refused)?;
        Ok(Start::Saved { path: path.to_owned(), loaded: Box::new(loaded) })
    };
    if !options.asks_about_saves() {
        return options.resume.as_deref().map_or_else(|| Ok(Some(new())), |path| load(path).map(Some));
    }
    let named = options.resume.clone().or_else(|| options.save.clone().filter(|path| path.exists()));
    let mut slots: Vec<Slot> = named.iter().map(|path| Slot::read(path)).collect();
    if let (Some(slot), true) = (slots.first().filter(|slot| !slot.goes_on()), options.resume.is_some()) {
        // Whoever names a save wants to hear what is wrong with it.
        return load(&slot.path.clone()).map(Some);
    }
    slots.extend(front.slots.list().into_iter().filter(|slot| named.as_ref() != Some(&slot.path)));
    for slot in slots.iter().filter(|slot| matches!(slot.what, What::Bad(_))) {
        // A damaged or newer save is mentioned and left alone. It keeps nobody from playing.
        front.notices.push(front.text.bad_save(&front.text.slot(slot)));
    }
    slots.retain(Slot::goes_on);
    if slots.is_empty() {
        if options.phase == Some(phase::LAST) {
            front.notices.push(front.text.plain().nothing_saved.to_owned());
        }
        return Ok(Some(new()));
    }
    match front.choose(&slots)? {
        Choice::GoOn(number) => load(&slots[number].path).map(Some),
        Choice::New => Ok(Some(new())),
        Choice::Quit => Ok(None),
    }
}

fn begin(options: &Options, start: &Start, front: &mut Front) -> Result<Begun, PlayError> {
    let guests = options.host.as_ref().map(|host| listen(host, options)).transpose()?;
    let alone = guests.is_none();
    let text = front.text;
    let usual = front.slots.usual();
    let over = usual.clone();
    let save_to = options.save.clone().or(usual);
    let (name, config, seed) = match start {
        Start::Saved { path, loaded } => {
            let Loaded { header, entries, game, bytes } = Loaded::clone(loaded);
            let mut prepared = prepare(config_of(&header)?, header.map.clone(), header.seed)?;
            prepared.game = game;
            if !alone && prepared.config.seats < 2 {
                return Err(Wrong::BegunAlone.into());
            }
            // Whoever sat there when the game was recorded, people do now.
            let name = |seat: usize| header.entrants.get(seat).map_or("human", |entrant| &entrant.name);
            let people = (0..prepared.config.seats as usize).map(|seat| Entrant::person(name(seat)));
            let people = people.collect();
            let tape = Tape::new(header, entries);
            tape.own(path.clone(), bytes);
            let sitting = Sitting { prepared, people, tape, guests, text };
            let save_to = Some(options.save.clone().unwrap_or_else(|| path.clone()));
            let optimum = daily(&sitting.prepared.map, front);
            let after = After { again: alone, next: alone && optimum.is_none(), optimum };
            return Ok(Begun { sitting, save_to, over, after });
        }
        Start::New { seed } => {
            let (name, config) = made(options, *seed)?;
            (name, Config { seats: options.people(), ..config }, *seed)
        }
        Start::Next { board, seed } => {
            let options = Options { board: board.clone(), ..options.clone() };
            let (name, config) = made(&options, *seed)?;
            (name, Config { seats: options.people(), ..config }, *seed)
        }
        Start::Board { name, config, seed } => (name.clone(), config.clone(), *seed),
    };
    let ours = options.board.is_none() || Labyrinth::maps().iter().any(|map| map.name == name);
    let next = alone && ours && options.daily.is_none();
    // What is possible is told only to somebody who has played.
    let optimum = daily(&name, front);
    let after = After { again: alone, next, optimum };
    let prepared = prepare(config, name, seed)?;
    let people = people(&prepared.config, options);
    let tape = Tape::new(prepared.header(people.clone(), &TimeControl::off()), Vec::new());
    Ok(Begun { sitting: Sitting { prepared, people, tape, guests, text }, save_to, over, after })
}

/// In how many rounds the board of a day is won, if the name is that of one; its day is told.
fn daily(name: &str, front: &mut Front) -> Option<u32> {
    let day: Day = name.strip_prefix("daily ")?.parse().ok()?;
    let (_, rating) = day.board().ok()?;
    front.notices.push(front.text.daily(&day.to_string(), rating.difficulty));
    Some(rating.rounds)
}

fn list(slots: &Slots, text: Text, out: &mut dyn Write) -> Result<(), PlayError> {
    let list = slots.list();
    if list.is_empty() {
        writeln!(out, "{}", text.plain().nothing_saved)?;
    }
    for slot in &list {
        writeln!(out, "{}", text.slot(slot))?;
    }
    Ok(())
}

/// The board of a saved game.
fn config_of(header: &Header) -> Result<Config, PlayError> {
    serde_json::from_str(header.config.get()).map_err(|error| PlayError::Broken(error.to_string()))
}

/// Options that do not go together.
fn check(options: &Options) -> Result<(), PlayError> {
    let wrong = |wrong: Wrong| Err(PlayError::Usage(wrong));
    let Options { board, resume, host, join, save, .. } = options;
    phase::check(options)?;
    if join.is_some() && (host.is_some() || resume.is_some() || save.is_some() || board.is_some()) {
        return wrong(Wrong::GuestBrings);
    }
    let chosen = board.is_some() || resume.is_some() || !options.leaves_the_board_open();
    if options.daily.is_some()
        && (chosen || options.seed.is_some() || options.phase.is_some() || host.is_some())
    {
        return wrong(Wrong::DailyIsFixed);
    }
    if resume.is_some() && board.is_some() {
        return wrong(Wrong::SaveHasBoard);
    }
    if board.is_some() && !options.leaves_the_board_open() {
        return wrong(Wrong::BoardHasSizes);
    }
    if host.is_none() && !options.page && (options.players.is_some() || options.patience.is_some()) {
        return wrong(Wrong::NoHost);
    }
    Ok(())
}

fn listen(host: &str, options: &Options) -> Result<Guests, PlayError> {
    let address = address(host);
    let listener = TcpListener::bind(&address).map_err(|error| PlayError::Listen { address, error })?;
    let name = options.name.clone().unwrap_or_else(user);
    Ok(Guests { listener, name, patience: options.patience })
}

fn user() -> String {
    let named = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    named.filter(|name| !name.is_empty()).unwrap_or_else(|| "somebody".to_owned())
}

fn seed(options: &Options) -> Seed {
    if let Some(day) = options.daily {
        return day.seed();
    }
    Seed(options.seed.unwrap_or_else(fresh_seed))
}

/// The day it is, by the clock that is the same everywhere.
pub fn today() -> Day {
    let now = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC);
    now.strftime("%Y-%m-%d").to_string().parse().expect("the calendar gives a day")
}

/// The board that these options ask for, and its name: what [`play`] would play with this seed.
pub fn board(options: &Options, seed: u64) -> Result<(String, Config), PlayError> {
    check(options)?;
    made(options, Seed(seed))
}

/// The board file, or a random board. The seed of the match draws the board too, so that it brings both back.
fn made(options: &Options, seed: Seed) -> Result<(String, Config), PlayError> {
    if let Some(path) = &options.board {
        let name = path.display().to_string();
        let bytes = match Labyrinth::maps().iter().find(|map| map.name == name) {
            Some(map) => map.bytes.to_owned(),
            None => {
                let most = Budget::MAP.bytes;
                let bytes = files::read(path, most);
                let bytes = bytes.map_err(|error| PlayError::File { path: path.clone(), error })?;
                bytes.ok_or_else(|| PlayError::LargeFile { path: path.clone(), most })?
            }
        };
        let refused = |reason| PlayError::Board { name: name.clone(), reason };
        let mut config = Config::read(&bytes).map_err(|error| refused(error.to_string()))?;
        phase::fit(options.phase, &mut config).map_err(|why| PlayError::Unfit { name: name.clone(), why })?;
        seated(options, &config)?;
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        return Ok((stem, config));
    }
    if let Some(day) = options.daily {
        return Ok((format!("daily {day}"), day.board()?.0));
    }
    let mut chance = Chance::new(seed);
    let recipe = options.recipe();
    let mut config = match options.difficulty {
        // A phase without temporary walls needs a board that can be won without them.
        None if options.phase == Some(3) && options.leaves_the_board_open() => {
            won_by_walking(&recipe, &mut chance)?
        }
        Some(difficulty) => {
            let looking = text::of(options.lang).plain().looking_for_board;
            patiently(looking, || generate_rated(&recipe, difficulty, &mut chance))?.0
        }
        // Whoever asks for nothing gets a board that can be won, and not at once.
        None if options.leaves_the_board_open() => {
            match generate_rated(&recipe, Difficulty::Medium, &mut chance.clone()) {
                Ok((config, _)) => config,
                Err(_) => generate(&recipe, &mut chance)?,
            }
        }
        None => generate(&recipe, &mut chance)?,
    };
    phase::fit(options.phase, &mut config)?;
    seated(options, &config)?;
    Ok((format!("random {seed}"), config))
}

/// How long something may take before a person is told what is going on.
const PATIENCE: Duration = Duration::from_secs(2);

/// Does something that may take long, and says so on standard error if it does.
fn patiently<T>(what: &str, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        scope.spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = writeln!(io::stderr(), "{what}");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Whether there is a runner for everybody.
fn seated(options: &Options, config: &Config) -> Result<(), Wrong> {
    let (people, runners) = (options.people(), config.runners.len() as u32);
    if people > runners { Err(Wrong::TooFewRunners { people, runners }) } else { Ok(()) }
}

/// How many boards are looked at for one that can be won by walking alone.
const WALKS: u32 = 60;

/// A board that can be won, and not at once, without putting up a wall; the last one tried if none is found.
fn won_by_walking(recipe: &Recipe, chance: &mut Chance) -> Result<Config, PlayError> {
    let mut config = generate(recipe, chance)?;
    for _ in 0..WALKS {
        let bare = Config { light: Some(0), ..config.clone() };
        let refused = |error: ConfigError| PlayError::Broken(error.to_string());
        let board = Board::new(&bare).map_err(refused)?;
        let won = solve(&board, &State::new(&board, &bare), SearchBudget::BLINK);
        match won.map(|answer| answer.verdict) {
            Ok(Verdict::Win { rounds, .. }) if rounds > WALK => break,
            _ => config = generate(recipe, chance)?,
        }
    }
    Ok(config)
}

/// A shorter walk is over before it has begun.
const WALK: u32 = 5;

/// Sets the match up.
fn prepare(config: Config, map: String, seed: Seed) -> Result<Prepared<Labyrinth>, PlayError> {
    let refused = |error| match error {
        PrepareError::Config { map, reason } => PlayError::Board { name: map, reason },
        other => PlayError::Broken(other.to_string()),
    };
    Prepared::of(config, Labyrinth::RULESETS[0], map, Vec::new(), seed).map_err(refused)
}

/// Who sits where.
fn people(config: &Config, options: &Options) -> Vec<Entrant> {
    let name = |seat: u32| match (seat, &options.host) {
        (0, Some(_)) => options.name.clone().unwrap_or_else(user),
        (0, None) => "human".to_owned(),
        (seat, _) => format!("guest {seat}"),
    };
    (0..config.seats).map(|seat| Entrant::person(name(seat))).collect()
}

fn print(name: &str, config: &Config, words: Text, out: &mut dyn Write) -> Result<(), PlayError> {
    let refused = |error: ConfigError| PlayError::Board { name: name.to_owned(), reason: error.to_string() };
    let board = Board::new(config).map_err(refused)?;
    let view = State::new(&board, config).view(&board);
    for line in Picture::new(&board, &view, &Overlay::default()).lines() {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", text::legend(words, config, false))?;
    Ok(())
}

/// What somebody wants with the saved games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    GoOn(usize),
    New,
    Quit,
}

/// The front end: a full screen or lines.
pub(crate) struct Front {
    kind: Kind,
    pub(crate) inputs: Sender<Input>,
    received: Receiver<Input>,
    state: Option<PathBuf>,
    slots: Slots,
    text: Text,
    /// What is to be said at the start.
    notices: Vec<String>,
    /// Listened to as soon as there is something to give back.
    signals: Option<Signals>,
    /// The terminal as it was, where lines are edited.
    found: Option<Found>,
    /// Whether lines are typed at a terminal.
    edited: bool,
}

enum Kind {
    Plain(plain::Lines),
    Screen(screen::Theme),
}

impl Front {
    fn new(console: Console, options: &Options, slots: Slots) -> io::Result<Front> {
        let (inputs, received) = mpsc::channel();
        // A screen is drawn letter by letter, so a script that joins its letters needs a terminal that does it.
        let readable = options.lang != Lang::Fa || console.shapes;
        let lines = options.plain || !console.full_screen || !readable;
        let edited = lines && console.full_screen;
        let kind = if lines {
            if !edited {
                plain::read_lines(console.input, inputs.clone())?;
            }
            Kind::Plain(plain::Lines::new(console.output, console.width))
        } else {
            Kind::Screen(screen::Theme::of_process())
        };
        let (state, text) = (console.state, text::of(options.lang));
        let (signals, found) = (None, None);
        Ok(Front { kind, inputs, received, state, slots, text, notices: Vec::new(), signals, found, edited })
    }

    /// Takes signals and keys from now on.
    fn wake(&mut self) -> io::Result<()> {
        if self.signals.is_none() {
            self.signals = Some(Signals::listen(self.inputs.clone())?);
            match &self.kind {
                Kind::Screen(_) => screen::read_keys(self.inputs.clone())?,
                Kind::Plain(lines) if self.edited => {
                    self.found = Some(Found::now());
                    plain::read_edited(lines.known(), self.inputs.clone())?;
                }
                Kind::Plain(_) => {}
            }
        }
        Ok(())
    }

    fn choose(&mut self, slots: &[Slot]) -> Result<Choice, PlayError> {
        self.wake()?;
        match &mut self.kind {
            Kind::Plain(lines) => Ok(plain::choose(slots, &self.received, lines, self.text)?),
            Kind::Screen(theme) => Ok(screen::choose(slots, *theme, &self.received, self.text)?),
        }
    }

    fn run(&mut self, link: Link, save_to: Option<PathBuf>, after: After) -> Result<Parting, PlayError> {
        self.wake()?;
        let Front { kind, inputs, received, notices, slots, .. } = self;
        let keep = Keep { slots: slots.clone(), usual: save_to };
        let notices = std::mem::take(notices);
        let parting = match kind {
            Kind::Plain(lines) => plain::Plain::new(link, received, lines, keep, after).run(&notices),
            Kind::Screen(theme) => screen::run(link, received, inputs.clone(), keep, *theme, notices, after),
        }?;
        // What the last match still had to say is of no use to the next.
        if let Kind::Plain(lines) = kind {
            lines.take(received);
        } else {
            while received.try_recv().is_ok() {}
        }
        Ok(parting)
    }
}

/// Where a game is kept.
pub(crate) struct Keep {
    slots: Slots,
    usual: Option<PathBuf>,
}

impl Keep {
    /// Saves, and says where.
    pub(crate) fn save(&self, link: &Link, named: Option<&Path>, over: bool) -> Result<String, SaveError> {
        match &link.tape {
            Some(tape) => self.slots.keep(tape, self.usual.as_deref(), named, over, link.text),
            None => Ok(link.text.plain().guests_do_not_save.to_owned()),
        }
    }

    /// What became of the game, for somebody who is interrupted.
    pub(crate) fn interrupted(&self, link: &Link) -> String {
        match self.kept(link) {
            Some(kept) => link.text.interrupted(&kept),
            None => link.text.plain().interrupted_guest.to_owned(),
        }
    }

    /// What became of the game, for somebody who leaves it.
    pub(crate) fn left(&self, link: &Link) -> String {
        link.text.left(self.kept(link).as_ref())
    }

    fn kept(&self, link: &Link) -> Option<Kept> {
        link.tape.as_ref().map(|tape| tape.kept(|path| self.slots.label(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_terminals_that_are_known_to_shape_persian_get_a_screen_of_it() {
        let with = |given: &[(&str, &str)]| {
            let given: Vec<(String, String)> =
                given.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            shapes(move |name| given.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()))
        };
        assert!(with(&[("VTE_VERSION", "7200")]) && with(&[("KONSOLE_VERSION", "230804")]));
        assert!(!with(&[]) && !with(&[("VTE_VERSION", "5600")]));
        assert!(!with(&[("VTE_VERSION", "7200"), ("TMUX", "/tmp/x")]), "tmux turns nothing");
    }
}
