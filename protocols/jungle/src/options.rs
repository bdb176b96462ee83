//! The command line of the original server (spec 13).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use meydan_jungle::config::{MOST_TEAMS, MOST_TICKS, MOST_UNITS};
use thiserror::Error;

use crate::json::Json;
use crate::json::number_text;

/// The options that were given; what is `None` has the original's default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The limit of a tick in milliseconds; 0: none.
    pub time_per_tick_ms: Option<u64>,
    /// The pause after every tick.
    pub delay_between_ticks_ms: Option<u64>,
    /// How many ticks are played.
    pub nb_of_ticks: Option<u32>,
    /// How many teams are waited for.
    pub nb_of_teams: Option<usize>,
    /// How many units every team has.
    pub nb_of_units_per_team: Option<usize>,
    /// The map's name: a file in the folder of maps, or one of ours.
    pub map_name: Option<String>,
    /// After how long the match begins with whoever is there.
    pub game_start_timeout_ms: Option<u64>,
    /// Where the replay is written.
    pub record_path: Option<PathBuf>,
    /// Whether another match begins after each.
    pub keep_alive: Option<bool>,
    /// The names of the teams by their secret tokens.
    pub team_names_by_token: Option<BTreeMap<String, String>>,
    /// Whether a browser gets anything.
    pub serve_ui: Option<bool>,
    /// The port.
    pub port: Option<u16>,
    /// Ours: how long a socket may take to register.
    pub register_timeout_ms: Option<u64>,
    /// Ours: the folder of maps.
    pub maps_path: Option<PathBuf>,
    /// Ours: a folder of files for browsers, for instance the contest's own viewer.
    pub ui_path: Option<PathBuf>,
}

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Serve matches.
    Serve(Box<Options>),
    /// `list-maps`.
    ListMaps(Box<Options>),
    /// `validate-maps`.
    ValidateMaps(Box<Options>),
}

/// What is wrong with the command line. The first is in the original's words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// A value that cannot be used.
    #[error("The argument '{name}' is invalid: {why}.")]
    Argument {
        /// Which option.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// No such option.
    #[error("unknown option `{name}`: the original server knows {known}", known = NAMES.join(", "))]
    Unknown {
        /// What was given.
        name: String,
    },
    /// An option of the original that means nothing here.
    #[error(
        "`--{name}` was for the contest's own storage, which is gone: write the replay with --recordPath=FILE"
    )]
    Unused {
        /// What was given.
        name: String,
    },
    /// A word that is not an option.
    #[error("`{word}` means nothing here: the commands are `list-maps` and `validate-maps`")]
    Word {
        /// What was given.
        word: String,
    },
    /// An option without its value.
    #[error("`{name}` needs a value: write --{name}=VALUE")]
    NoValue {
        /// Which option.
        name: String,
    },
}

/// The names of all options, the last three being ours.
pub const NAMES: [&str; 15] = [
    "timePerTickMs",
    "delayBetweenTicksMs",
    "nbOfTicks",
    "nbOfTeams",
    "nbOfUnitsPerTeam",
    "mapName",
    "gameStartTimeoutMs",
    "recordPath",
    "keepAlive",
    "teamNamesByToken",
    "serveUi",
    "port",
    "registerTimeoutMs",
    "mapsPath",
    "uiPath",
];

impl Options {
    /// The original's port.
    pub const PORT: u16 = 8765;
    /// The limit of a tick that the original had where nobody said otherwise. The contest's was shorter.
    pub const TIME_PER_TICK: u64 = 1000;

    /// Reads arguments as they follow the program's name; `env` looks up environment variables, which the arguments
    /// overrule.
    pub fn read(args: &[String], env: impl Fn(&str) -> Option<String>) -> Result<Wish, OptionError> {
        let mut options = Options::default();
        for name in NAMES.into_iter().chain(["gameConfig"]) {
            if let Some(value) = env(&upper_snake(name)) {
                options.set(canonical(name), &value)?;
            }
        }
        let mut command = None;
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let Some(flag) = arg.strip_prefix("--") else {
                command = Some(arg.as_str());
                continue;
            };
            let (name, value) = match flag.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (flag, None),
            };
            let (name, negated) = match name.strip_prefix("no-") {
                Some(name) if value.is_none() => (name, true),
                _ => (name, false),
            };
            let name = camel(name);
            let is_switch = matches!(canonical(&name), "keepAlive" | "serveUi");
            let value = match value {
                Some(value) => value,
                None if negated => "false".into(),
                None if is_switch => match rest.as_slice().first().map(String::as_str) {
                    Some("true" | "false") => rest.next().cloned().unwrap_or_default(),
                    _ => "true".into(),
                },
                None => match rest.next() {
                    Some(value) => value.clone(),
                    None if is_known(canonical(&name)) => return Err(OptionError::NoValue { name }),
                    None => return Err(OptionError::Unknown { name }),
                },
            };
            options.set(canonical(&name), &value)?;
        }
        Ok(match command {
            Some("list-maps") => Wish::ListMaps(Box::new(options)),
            Some("validate-maps") => Wish::ValidateMaps(Box::new(options)),
            Some(word) => return Err(OptionError::Word { word: word.to_owned() }),
            None => Wish::Serve(Box::new(options)),
        })
    }

    /// Reads flags by name.
    pub fn from_flags(flags: &BTreeMap<String, String>) -> Result<Options, OptionError> {
        let mut options = Options::default();
        for (name, value) in flags {
            options.set(canonical(&camel(name)), value)?;
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name {
            "timePerTickMs" => self.time_per_tick_ms = Some(number(name, value, 0, u64::from(u32::MAX))?),
            "delayBetweenTicksMs" => self.delay_between_ticks_ms = Some(number(name, value, 0, 3_600_000)?),
            "nbOfTicks" => self.nb_of_ticks = Some(number(name, value, 1, u64::from(MOST_TICKS))? as u32),
            "nbOfTeams" => self.nb_of_teams = Some(number(name, value, 1, MOST_TEAMS as u64)? as usize),
            "nbOfUnitsPerTeam" => {
                self.nb_of_units_per_team = Some(number(name, value, 1, MOST_UNITS as u64)? as usize);
            }
            "mapName" => self.map_name = Some(value.to_owned()),
            "gameStartTimeoutMs" => self.game_start_timeout_ms = Some(number(name, value, 0, 1 << 40)?),
            "recordPath" => self.record_path = Some(value.into()),
            "keepAlive" => self.keep_alive = Some(value != "false"),
            "teamNamesByToken" => self.team_names_by_token = Some(tokens(value)?),
            "serveUi" => self.serve_ui = Some(value != "false"),
            "port" => self.port = Some(number(name, value, 0, 65_535)? as u16),
            "registerTimeoutMs" => self.register_timeout_ms = Some(number(name, value, 1, 3_600_000)?),
            "mapsPath" => self.maps_path = Some(value.into()),
            "uiPath" => self.ui_path = Some(value.into()),
            // Uploads to the contest's own storage.
            "s3Bucket" | "s3Path" => return Err(OptionError::Unused { name: name.to_owned() }),
            _ => return Err(OptionError::Unknown { name: name.to_owned() }),
        }
        Ok(())
    }

    /// The pause after every tick.
    pub fn pause(&self) -> Duration {
        Duration::from_millis(self.delay_between_ticks_ms.unwrap_or(10))
    }

    /// How long a socket may take to say what it is.
    pub fn register_timeout(&self) -> Duration {
        Duration::from_millis(self.register_timeout_ms.unwrap_or(5000))
    }

    /// How long to wait for teams. 0 means for ever, as in the original.
    pub fn start_timeout(&self) -> Duration {
        match self.game_start_timeout_ms.unwrap_or(500_000) {
            0 => Duration::from_secs(1 << 40),
            millis => Duration::from_millis(millis),
        }
    }
}

/// `mapName` has a second name.
fn canonical(name: &str) -> &str {
    if name == "gameConfig" { "mapName" } else { name }
}

/// `nb-of-teams` and `nbOfTeams` are the same.
fn camel(name: &str) -> String {
    let mut words = name.split('-');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// `nbOfTeams` is `NB_OF_TEAMS` in the environment.
fn upper_snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_uppercase());
    }
    snake
}

fn number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, OptionError> {
    let number = value.trim().parse::<f64>().ok().filter(|number| !number.is_nan());
    match number {
        Some(n) if n.fract() == 0.0 && n >= least as f64 && n <= most as f64 => Ok(n as u64),
        _ => {
            let printed = number.map_or_else(|| "NaN".into(), number_text);
            let why = match number {
                Some(n) if n > most as f64 => format!("the value {printed} is more than {most}"),
                _ if least == 0 => format!("the value {printed} needs to be a positive integer"),
                _ => format!("the value {printed} needs to be a non-zero positive integer"),
            };
            Err(OptionError::Argument { name: name.to_owned(), why })
        }
    }
}

fn tokens(value: &str) -> Result<BTreeMap<String, String>, OptionError> {
    let wrong = || OptionError::Argument {
        name: "teamNamesByToken".into(),
        why: "give a JSON object of names by token, like {\"s3cret\":\"Alpha\"}".into(),
    };
    let Some(Json::Object(entries)) = Json::read(value) else { return Err(wrong()) };
    let entry = |(token, name)| match name {
        Json::Text(name) if !crate::json::Text::is_empty(&name) => {
            Ok((crate::json::Text::lossy(&token), name.lossy()))
        }
        _ => Err(wrong()),
    };
    entries.into_iter().map(entry).collect()
}

fn is_known(name: &str) -> bool {
    NAMES.contains(&name) || ["s3Bucket", "s3Path"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str], env: &[(&str, &str)]) -> Result<Options, OptionError> {
        let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
        let find = |name: &str| env.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string());
        match Options::read(&args, find)? {
            Wish::Serve(options) => Ok(*options),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn options_come_in_every_spelling_of_the_original() {
        let options = read(
            &[
                "--nbOfTeams=2",
                "--nb-of-ticks",
                "40",
                "--keepAlive",
                "false",
                "--no-serveUi",
                "--gameConfig=easy-1.bmp",
                "--timePerTickMs=0",
                "--teamNamesByToken={\"t\":\"Alpha\"}",
            ],
            &[],
        )
        .unwrap();
        assert_eq!(options.nb_of_teams, Some(2));
        assert_eq!(options.nb_of_ticks, Some(40));
        assert_eq!((options.keep_alive, options.serve_ui), (Some(false), Some(false)));
        assert_eq!(options.map_name.as_deref(), Some("easy-1.bmp"));
        assert_eq!(options.time_per_tick_ms, Some(0));
        assert_eq!(options.team_names_by_token.unwrap()["t"], "Alpha");
    }

    #[test]
    fn the_command_line_wins_over_the_environment() {
        let env = [("NB_OF_TEAMS", "3"), ("TIME_PER_TICK_MS", "99"), ("GAME_CONFIG", "m.bmp"), ("PORT", "1")];
        let options = read(&["--nbOfTeams", "2"], &env).unwrap();
        assert_eq!((options.nb_of_teams, options.time_per_tick_ms), (Some(2), Some(99)));
        assert_eq!((options.map_name.as_deref(), options.port), (Some("m.bmp"), Some(1)));
    }

    #[test]
    fn bad_values_are_refused_in_the_originals_words() {
        let said = |arg: &str| read(&[arg], &[]).unwrap_err().to_string();
        assert_eq!(
            said("--nbOfTicks=0"),
            "The argument 'nbOfTicks' is invalid: the value 0 needs to be a non-zero positive integer."
        );
        assert_eq!(
            said("--timePerTickMs=-1"),
            "The argument 'timePerTickMs' is invalid: the value -1 needs to be a positive integer."
        );
        assert_eq!(
            said("--nbOfTeams=many"),
            "The argument 'nbOfTeams' is invalid: the value NaN needs to be a non-zero positive integer."
        );
        assert!(said("--teamNamesByToken=5").contains("JSON object"));
        assert!(said("--nbTeams=5").starts_with("unknown option `nbTeams`"));
        assert_eq!(said("--nbOfTeams"), "`nbOfTeams` needs a value: write --nbOfTeams=VALUE");
        assert!(said("--bogus").starts_with("unknown option `bogus`"), "{}", said("--bogus"));
    }

    #[test]
    fn commands_are_told_apart() {
        let wish = |word: &str| Options::read(&[word.to_owned()], |_| None).unwrap();
        assert!(matches!(wish("list-maps"), Wish::ListMaps(_)));
        assert!(matches!(wish("validate-maps"), Wish::ValidateMaps(_)));
        let said = |word: &str| Options::read(&[word.to_owned()], |_| None).unwrap_err().to_string();
        assert!(said("whatever").contains("`whatever`"));
        assert!(said("--s3Bucket=b").contains("--recordPath"));
    }
}
