//! From what somebody wants to a game that runs.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};

use meydan_catalog::{PrepareError, Prepared, fresh_seed};
use meydan_core::trace::{Entrant, Header};
use meydan_core::{Budget, Chance, Game, Seed, Setup, Viewer};
use meydan_labyrinth::solve::{Budget as SearchBudget, Verdict, solve};
use meydan_labyrinth::{
    Board, Config, ConfigError, Difficulty, GenerateError, Labyrinth, Recipe, State, generate, generate_rated,
};
use meydan_referee::TimeControl;
use thiserror::Error;

use crate::files;
use crate::guest::Visit;
use crate::link::{Input, Link};
use crate::options::{Options, address};
use crate::phase;
use crate::picture::{Overlay, Picture};
use crate::save::{self, Loaded, SaveError};
use crate::signals::Signals;
use crate::table::{Guests, Sitting};
use crate::tape::Tape;
use crate::{plain, screen, text};

/// Why nothing was played, or not to the end.
#[derive(Debug, Error)]
pub enum PlayError {
    /// Options that do not go together.
    #[error("{0}")]
    Usage(String),
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
    /// The folder for the default save and for tokens; `None`: keep nothing.
    pub state: Option<PathBuf>,
}

impl Console {
    /// The standard streams of this process.
    pub fn of_process() -> Console {
        Console {
            input: Box::new(BufReader::new(io::stdin())),
            output: Box::new(io::stdout()),
            full_screen: io::stdout().is_terminal() && io::stdin().is_terminal(),
            state: state_folder(),
        }
    }
}

/// `$XDG_STATE_HOME/meydan`, or `~/.local/state/meydan`.
fn state_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")));
    state.map(|state| state.join("meydan"))
}

/// Plays, or prints a board, as the options say.
pub fn play(options: &Options, mut console: Console) -> Result<(), PlayError> {
    check(options)?;
    if options.prints() {
        let (name, config) = made(options, seed(options))?;
        return print(&name, &config, &mut console.output);
    }
    let default_save = console.state.as_ref().map(|state| state.join("labyrinth.save"));
    let mut front = Front::new(console, options)?;
    if let Some(host) = &options.join {
        let name = options.name.clone().unwrap_or_else(user);
        let link = Visit::begin(address(host), name, front.state.clone(), front.inputs.clone())?;
        return front.run(link, None);
    }
    let Some(begun) = begin(options, default_save.as_deref(), &mut front)? else { return Ok(()) };
    let Begun { sitting, save_to, over } = begun;
    let tape = sitting.tape.clone();
    if let Some(path) = &options.save {
        tape.autosave(path.clone())?;
    }
    let link = sitting.begin(front.inputs.clone())?;
    front.run(link, save_to)?;
    if let Some(path) = over.filter(|_| tape.is_over()) {
        tape.discard(&path);
    }
    Ok(())
}

/// A game about to start.
struct Begun {
    sitting: Sitting,
    /// Where the game is saved when nobody names a file.
    save_to: Option<PathBuf>,
    /// The save that has served its purpose when the game is over.
    over: Option<PathBuf>,
}

fn begin(
    options: &Options,
    default_save: Option<&Path>,
    front: &mut Front,
) -> Result<Option<Begun>, PlayError> {
    let mut loaded: Option<(PathBuf, Loaded)> = None;
    let asks = options.asks_about_saves();
    let kept = options.save.as_deref().filter(|path| path.exists()).or(default_save);
    if let Some(path) = &options.resume {
        let saved = save::load(path)?;
        match if asks { front.choose(path, &saved)? } else { Choice::GoOn } {
            Choice::GoOn => loaded = Some((path.clone(), saved)),
            Choice::New => {}
            Choice::Quit => return Ok(None),
        }
    } else if let Some(path) = kept.filter(|path| asks && path.exists()) {
        match save::load(path) {
            Ok(saved) => match front.choose(path, &saved)? {
                Choice::GoOn => loaded = Some((path.to_owned(), saved)),
                Choice::New => {}
                Choice::Quit => return Ok(None),
            },
            // A finished, damaged or newer save is mentioned and left alone. It keeps nobody from playing.
            Err(error) => front.notices.push(text::bad_save(&error.to_string())),
        }
    } else if options.phase == Some(phase::LAST) {
        front.notices.push(text::NOTHING_SAVED.to_owned());
    }
    if let Some((path, saved)) = &mut loaded {
        let refused = |reason| PlayError::Board { name: path.display().to_string(), reason };
        phase::fit(options.phase, &mut config_of(&saved.header)?).map_err(refused)?;
    }
    let guests = options.host.as_ref().map(|host| listen(host, options)).transpose()?;
    let over = default_save.map(Path::to_owned);
    Ok(Some(match loaded {
        Some((path, loaded)) => {
            let Loaded { header, entries, game } = loaded;
            let config = config_of(&header)?;
            let mut prepared = prepare(config, header.map.clone(), header.seed)?;
            prepared.game = game;
            if guests.is_some() && prepared.config.seats < 2 {
                let reason = "this game was begun alone, so there is no seat for anybody else";
                return Err(PlayError::Usage(format!("{reason}; begin a new one with --host")));
            }
            // Whoever sat there when the game was recorded, people do now.
            let name = |seat: usize| header.entrants.get(seat).map_or("human", |entrant| &entrant.name);
            let people = (0..prepared.config.seats as usize).map(|seat| Entrant::person(name(seat)));
            let people = people.collect();
            let tape = Tape::new(header, entries);
            tape.own(path.clone());
            let sitting = Sitting { prepared, people, tape, guests };
            Begun { sitting, save_to: Some(options.save.clone().unwrap_or(path)), over }
        }
        None => {
            let seed = seed(options);
            let (name, mut config) = made(options, seed)?;
            config.seats = options.people();
            let prepared = prepare(config, name, seed)?;
            let people = people(&prepared.config, options);
            let tape = Tape::new(prepared.header(people.clone(), &TimeControl::off()), Vec::new());
            let sitting = Sitting { prepared, people, tape, guests };
            let save_to = options.save.clone().or_else(|| default_save.map(Path::to_owned));
            Begun { sitting, save_to, over }
        }
    }))
}

/// The board of a saved game.
fn config_of(header: &Header) -> Result<Config, PlayError> {
    serde_json::from_str(header.config.get()).map_err(|error| PlayError::Broken(error.to_string()))
}

/// Options that do not go together.
fn check(options: &Options) -> Result<(), PlayError> {
    let wrong = |text: &str| Err(PlayError::Usage(text.to_owned()));
    let Options { board, resume, host, join, save, .. } = options;
    phase::check(options)?;
    if join.is_some() && (host.is_some() || resume.is_some() || save.is_some() || board.is_some()) {
        return wrong("with --join the host has the board and the save; leave out the other flags");
    }
    if resume.is_some() && board.is_some() {
        return wrong("a save has its board in it; give --resume or --board, not both");
    }
    if board.is_some() && !options.leaves_the_board_open() {
        return wrong("sizes, numbers and a difficulty are for random boards; leave them out, or --board");
    }
    if host.is_none() && !options.page && (options.players.is_some() || options.patience.is_some()) {
        return wrong("--players and --patience are for a game over the network; add --host ADDR");
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
    Seed(options.seed.unwrap_or_else(fresh_seed))
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
        phase::fit(options.phase, &mut config).map_err(refused)?;
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        return Ok((stem, config));
    }
    let mut chance = Chance::new(seed);
    let recipe = options.recipe();
    let mut config = match options.difficulty {
        // A phase without temporary walls needs a board that can be won without them.
        None if options.phase == Some(3) && options.leaves_the_board_open() => {
            won_by_walking(&recipe, &mut chance)?
        }
        Some(difficulty) => generate_rated(&recipe, difficulty, &mut chance)?.0,
        // Whoever asks for nothing gets a board that can be won, and not at once.
        None if options.leaves_the_board_open() => {
            match generate_rated(&recipe, Difficulty::Medium, &mut chance.clone()) {
                Ok((config, _)) => config,
                Err(_) => generate(&recipe, &mut chance)?,
            }
        }
        None => generate(&recipe, &mut chance)?,
    };
    phase::fit(options.phase, &mut config).map_err(PlayError::Usage)?;
    Ok((format!("random {seed}"), config))
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

fn print(name: &str, config: &Config, out: &mut dyn Write) -> Result<(), PlayError> {
    let refused = |error: ConfigError| PlayError::Board { name: name.to_owned(), reason: error.to_string() };
    let board = Board::new(config).map_err(refused)?;
    let view = State::new(&board, config).view(&board);
    for line in Picture::new(&board, &view, &Overlay::default()).lines() {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", text::LEGEND)?;
    Ok(())
}

/// What somebody wants with a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    GoOn,
    New,
    Quit,
}

/// The front end: a full screen or lines.
pub(crate) struct Front {
    kind: Kind,
    pub(crate) inputs: Sender<Input>,
    received: Receiver<Input>,
    state: Option<PathBuf>,
    /// What is to be said at the start.
    notices: Vec<String>,
    /// Listened to as soon as there is something to give back.
    signals: Option<Signals>,
}

enum Kind {
    Plain(Box<dyn Write>),
    Screen(screen::Theme),
}

impl Front {
    fn new(console: Console, options: &Options) -> io::Result<Front> {
        let (inputs, received) = mpsc::channel();
        let kind = if options.plain || !console.full_screen {
            plain::read_lines(console.input, inputs.clone())?;
            Kind::Plain(console.output)
        } else {
            Kind::Screen(screen::Theme::of_process())
        };
        Ok(Front { kind, inputs, received, state: console.state, notices: Vec::new(), signals: None })
    }

    /// Takes signals and keys from now on.
    fn wake(&mut self) -> io::Result<()> {
        if self.signals.is_none() {
            self.signals = Some(Signals::listen(self.inputs.clone())?);
            if let Kind::Screen(_) = self.kind {
                screen::read_keys(self.inputs.clone())?;
            }
        }
        Ok(())
    }

    fn choose(&mut self, path: &Path, saved: &Loaded) -> Result<Choice, PlayError> {
        self.wake()?;
        let view = saved.game.view(Viewer::Spectator);
        let what = text::saved_game(path, view.round, view.runners.len());
        match &mut self.kind {
            Kind::Plain(out) => Ok(plain::choose(&what, &self.received, out)?),
            Kind::Screen(theme) => {
                Ok(screen::choose(&what, saved.game.board(), &view, *theme, &self.received)?)
            }
        }
    }

    fn run(mut self, link: Link, save_to: Option<PathBuf>) -> Result<(), PlayError> {
        self.wake()?;
        let Front { kind, inputs, received, notices, signals, .. } = self;
        let played = match kind {
            Kind::Plain(out) => plain::Plain::new(link, received, out, inputs, save_to).run(&notices),
            Kind::Screen(theme) => screen::run(link, &received, inputs, save_to, theme, notices),
        };
        drop(signals);
        played
    }
}
