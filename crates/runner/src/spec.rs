use std::fmt;
use std::path::Path;
use std::str::FromStr;

use meydan_core::trace::Entrant;
use meydan_kit::{BuildError, Built, Kit, KitError};
use meydan_referee::Stop;
use meydan_sandbox::{AroundError, Command, CommandError, StartError};
use thiserror::Error;

use crate::build::build;

/// Who sits on a seat, as the user of this process typed it. It never leaves the process: a record holds entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatSpec {
    /// `house:NAME`.
    House(String),
    /// A command line that speaks the native protocol.
    Command(String),
    /// A folder with a `meydan.toml`; with `wire:` before it, one whose bot is a client of the original contest.
    Kit(Box<Kit>),
    /// `socket:PORT`: a bot that speaks the native protocol and comes by itself, for instance under a debugger.
    Socket(u16),
    /// `wire`: a client of the original contest, waited for on the original's port.
    Wire,
    /// `wire:COMMAND`: a client of the original contest that we start.
    WireCommand(String),
    /// `human`.
    Human,
}

impl FromStr for SeatSpec {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        Ok(match text {
            "human" => SeatSpec::Human,
            "wire" => SeatSpec::Wire,
            _ => match text.split_once(':') {
                Some(("house", name)) => SeatSpec::House(name.to_owned()),
                Some(("wire", folder)) if Path::new(folder).is_dir() => {
                    let kit = Kit::open(Path::new(folder))?;
                    if !kit.manifest().wire {
                        return Err(SeatError::Native(folder.to_owned()));
                    }
                    SeatSpec::Kit(Box::new(kit))
                }
                Some(("wire", command)) => {
                    Command::parse(command)?;
                    SeatSpec::WireCommand(command.to_owned())
                }
                Some(("socket", port)) => {
                    SeatSpec::Socket(port.parse().map_err(|_| SeatError::Port(port.to_owned()))?)
                }
                _ if is_folder(text) => SeatSpec::Kit(Box::new(Kit::open(Path::new(text))?)),
                _ => {
                    Command::parse(text)?;
                    SeatSpec::Command(text.to_owned())
                }
            },
        })
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatSpec::House(name) => write!(f, "house:{name}"),
            SeatSpec::Command(line) => f.write_str(line),
            // Typed again as it stands here it is the same bot, also where no `meydan.toml` lies in that folder.
            SeatSpec::Kit(kit) if kit.manifest().wire => write!(f, "wire:{}", kit.given().display()),
            SeatSpec::Kit(kit) => write!(f, "{}", kit.given().display()),
            SeatSpec::Socket(port) => write!(f, "socket:{port}"),
            SeatSpec::Wire => f.write_str("wire"),
            SeatSpec::WireCommand(line) => write!(f, "wire:{line}"),
            SeatSpec::Human => f.write_str("human"),
        }
    }
}

impl SeatSpec {
    /// Who that is, for the record and the tables, as long as nobody else has that name.
    pub fn entrant(&self) -> Entrant {
        match self {
            SeatSpec::House(name) => Entrant::house(name),
            SeatSpec::Human => Entrant::person("human"),
            // It may say its name when it comes.
            SeatSpec::Wire => Entrant::wire(""),
            SeatSpec::Command(line) => Entrant::bot(short_name(line)),
            SeatSpec::Kit(kit) if kit.manifest().wire => Entrant::wire(kit.manifest().name.clone()),
            SeatSpec::Kit(kit) => Entrant::bot(kit.manifest().name.clone()),
            SeatSpec::Socket(port) => Entrant::bot(format!("socket:{port}")),
            SeatSpec::WireCommand(line) => Entrant::wire(short_name(line)),
        }
    }

    /// Whether it is for this game, as far as a folder tells.
    pub fn plays(&self, game: &str) -> Result<(), SeatError> {
        let SeatSpec::Kit(kit) = self else { return Ok(()) };
        let plays = &kit.manifest().game;
        match plays == game {
            true => Ok(()),
            false => Err(SeatError::OtherGame {
                bot: self.to_string(),
                plays: plays.clone(),
                game: game.to_owned(),
            }),
        }
    }

    /// Makes ready what can be made ready before a match of the game: a bot in a folder is built, if its files have changed
    /// since. `before` hears when that begins, and whoever holds the handle of `stop` can end it with all its processes.
    pub fn ready(&self, game: &str, before: impl FnOnce(&Kit), stop: Stop) -> Result<Built, SeatError> {
        let kit = match self {
            SeatSpec::Kit(kit) => kit,
            // A typing error is told before anything is played.
            SeatSpec::Command(line) | SeatSpec::WireCommand(line) => {
                Command::parse(line)?.check()?;
                return Ok(Built::Already);
            }
            _ => return Ok(Built::Already),
        };
        self.plays(game)?;
        Ok(kit.build(|| before(kit), |line, dir| build(line, dir, stop))?)
    }

    /// Whether a client of the original contest sits here.
    pub fn is_wire(&self) -> bool {
        match self {
            SeatSpec::Wire | SeatSpec::WireCommand(_) => true,
            SeatSpec::Kit(kit) => kit.manifest().wire,
            _ => false,
        }
    }
}

/// Whether the user means a folder. A word without a slash may also be a program, unless a bot lives in a folder of that
/// name.
fn is_folder(text: &str) -> bool {
    let path = Path::new(text);
    path.is_dir() && (text.contains('/') || text == "." || text == ".." || Kit::is_in(path))
}

/// A bot is called by its script, or by its program where there is none. A folder that was typed goes with it, because many
/// bots are a `main.py`.
fn short_name(line: &str) -> String {
    let Ok(command) = Command::parse(line) else { return line.to_owned() };
    if let Some(folder) = project(&command) {
        return folder;
    }
    if let Some(named) = inside_shell(&command) {
        return named;
    }
    let path = Path::new(command.script().unwrap_or(&command.program));
    let name = |part: Option<&std::ffi::OsStr>| part.map(|name| name.to_string_lossy().into_owned());
    let file = name(path.file_name()).unwrap_or_else(|| line.to_owned());
    match name(path.parent().and_then(Path::file_name)).filter(|_| path.is_relative()) {
        Some(folder) => format!("{folder}/{file}"),
        None => file,
    }
}

/// The name of what a shell becomes at last: `sh -c 'cd DIR; exec COMMAND'`.
fn inside_shell(command: &Command) -> Option<String> {
    let [flag, script] = &command.args[..] else { return None };
    let shell = ["sh", "bash", "dash"].contains(&Path::new(&command.program).file_name()?.to_str()?);
    let (before, last) = script.rsplit_once("exec ").filter(|_| shell && flag == "-c")?;
    let name = short_name(last.trim());
    let place = before.split_whitespace().skip_while(|word| *word != "cd").nth(1);
    match place.and_then(|place| Path::new(place.trim_matches(['&', ';', '"', '\''])).file_name()) {
        Some(folder) if !name.contains('/') => Some(format!("{}/{name}", folder.to_string_lossy())),
        _ => Some(name),
    }
}

/// The folder of a bot whose command names no file of its own: every Java client of 2019 is a `client.Main` in some `build`, and
/// `npm start` is what all of them are started with.
fn project(command: &Command) -> Option<String> {
    const BUILDS: [&str; 6] = ["build", "bin", "out", "target", "classes", "dist"];
    let program = Path::new(&command.program).file_name()?.to_str()?;
    let place = match program {
        "java" => {
            let flag = command
                .args
                .iter()
                .position(|arg| ["-cp", "-classpath", "--class-path"].contains(&&**arg))?;
            command.args.get(flag + 1)?.split(':').next()?
        }
        "npm" | "dotnet" | "mvn" | "gradle" => "",
        _ => return None,
    };
    let here = std::env::current_dir().ok()?;
    let inside = |part: &&std::path::Component<'_>| matches!(part, std::path::Component::Normal(name) if !BUILDS.iter().any(|build| name == build) && *name != "*");
    let path = here.join(place);
    let folder = path.components().rev().find(|part| inside(&part))?;
    Some(folder.as_os_str().to_string_lossy().into_owned())
}

/// Why seats cannot be filled.
#[derive(Debug, Error)]
pub enum SeatError {
    /// A wrong number of seats.
    #[error("{game} on the map `{map}` has {seats}; {given} given: {hint}")]
    Count {
        /// The game.
        game: &'static str,
        /// The map.
        map: String,
        /// What there is, in words.
        seats: String,
        /// How many were given.
        given: usize,
        /// What to do.
        hint: String,
    },
    /// No such house bot.
    #[error("`{game}` has no house bot `{name}`; it has {known}")]
    House {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The game had no original wire.
    #[error(
        "`{0}` had no original server, so it has no `wire` seats; give a command that speaks the native protocol"
    )]
    NoWire(&'static str),
    /// Nobody can sit here in this command.
    #[error("a `human` seat needs a terminal; use `meydan play {0}`")]
    NoHuman(&'static str),
    /// An entrant that this process does not know how to seat.
    #[error("`{0}` is not known here; say who sits on that seat")]
    Stranger(String),
    /// A folder that is not a bot.
    #[error(transparent)]
    Kit(#[from] KitError),
    /// A bot for another game.
    #[error("the bot in {bot} plays `{plays}`, not `{game}`; choose another bot")]
    OtherGame {
        /// The bot's folder.
        bot: String,
        /// What it plays.
        plays: String,
        /// What is to be played.
        game: String,
    },
    /// A bot of our own protocol where a client of a contest was asked for.
    #[error(
        "the bot in {0} speaks the native protocol: write it without `wire:`, or `wire = true` in its `meydan.toml` if it is a client of \
         the original contest"
    )]
    Native(String),
    /// A bot that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Not a port.
    #[error("`{0}` is not a port; write for instance `socket:7780`")]
    Port(String),
    /// A command that cannot be run.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A command that cannot be run behind walls.
    #[error(transparent)]
    Around(#[from] AroundError),
    /// The system would not start a command.
    #[error("{0}")]
    Start(String),
    /// The original contest's server cannot be opened.
    #[error("{0}")]
    Lobby(String),
}

impl From<StartError> for SeatError {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Command(error) => SeatError::Command(error),
            other => SeatError::Start(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_called_by_its_folder_and_script() {
        for (line, name) in [
            ("python3 bot.py --level 3", "bot.py"),
            ("python3 ./new/main.py 5", "new/main.py"),
            ("python3 -u /home/ada/main.py", "main.py"),
            ("java -jar bot.jar", "bot.jar"),
            ("python3 -m src.client", "src.client"),
            ("./bot 7", "bot"),
            ("sh -c 'echo {} ; cat'", "sh"),
            ("java -cp '/home/ada/aic19/build:/home/ada/aic19/*' client.Main", "aic19"),
            ("java -cp /home/ada/aic19 client.Main", "aic19"),
            // The tests are run in the folder of their crate.
            ("java -cp 'build:*' client.Main", "runner"),
            ("npm start", "runner"),
        ] {
            assert_eq!(short_name(line), name, "{line}");
        }
    }
}
