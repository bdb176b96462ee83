//! What the original server was told by flags, environment variables and property files (spec 13.3, 13.4, 17).

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use meydan_gotham::{Ruleset, Team};
use meydan_sandbox::Command;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// The original's port.
pub const PORT: u16 = 7000;

/// The flags, for a message about an unknown one.
const FLAGS: &[&str] = &[
    "first-team",
    "second-team",
    "first-team-name",
    "second-team-name",
    "map-json",
    "config",
    "client",
    "early-close",
    TURN_TIME,
    READY_TIME,
    SERVER_PORT,
    PROFILE,
];
const TURN_TIME: &str = "magicTurnTime";
const READY_TIME: &str = "clientReadinessThresholdTimeMillisecond";
const SERVER_PORT: &str = "grpc.server.port";
const PROFILE: &str = "spring.profiles.active";

/// What the log calls teams without a name.
const NAMELESS: [&str; 2] = ["FIRST", "SECOND"];

/// Everything a server is told besides its map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The length of a half-turn, where somebody says so.
    pub half_turn: Option<Duration>,
    /// The length of the readiness clock, where somebody says so.
    pub ready: Option<Duration>,
    /// The port.
    pub port: u16,
    /// Whether a half-turn ends when all its units have moved. The contest's server always took its whole time.
    pub early_close: bool,
    /// The command lines that start one client of each team; the token is appended.
    pub commands: [Option<String>; 2],
    /// The teams' names for the log.
    pub names: [String; 2],
    /// The `map.json` to copy into the log.
    pub drawing: Option<PathBuf>,
}

/// Why the settings cannot be used.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// No such flag.
    #[error("there is no flag `--{name}`; the flags are {}", FLAGS.join(", "))]
    Unknown {
        /// Its name.
        name: String,
    },
    /// A value that cannot be used.
    #[error("`{name}` is `{value}`: give {wanted}")]
    Value {
        /// Where it stands.
        name: String,
        /// What it is.
        value: String,
        /// What it may be.
        wanted: &'static str,
    },
    /// A team's program that is not there.
    #[error("`--{flag}={line}`: {problem}")]
    Program {
        /// The flag.
        flag: &'static str,
        /// What it was given.
        line: String,
        /// What is wrong.
        problem: String,
    },
    /// A file that cannot be read.
    #[error("{path} cannot be read: {problem}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

impl Settings {
    /// Puts together what flags, environment and property files say; the first to speak of a thing wins, in this order.
    pub fn read(
        ruleset: Ruleset,
        flags: &BTreeMap<String, String>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Settings, SettingsError> {
        if let Some(name) = flags.keys().find(|name| !FLAGS.contains(&name.as_str())) {
            return Err(SettingsError::Unknown { name: name.clone() });
        }
        let file = |flag: &str| flags.get(flag).map(PathBuf::from);
        let properties =
            file("config").map(|path| read_file::<Properties>(&path)).transpose()?.unwrap_or_default();
        let client =
            file("client").map(|path| read_file::<ClientFile>(&path)).transpose()?.unwrap_or_default();
        let said = |name: &str| flags.get(name).cloned().or_else(|| environment(name));
        let millis = |name: &str, property: Option<u64>| -> Result<Option<Duration>, SettingsError> {
            let millis = match said(name) {
                Some(text) => Some(number(name, &text, "a number of milliseconds")?),
                None => property,
            };
            Ok(millis.map(Duration::from_millis))
        };
        let port = match said(SERVER_PORT) {
            Some(text) => Some(number(SERVER_PORT, &text, "a port")?),
            None => properties.port().or(client.port()?),
        };
        let early_close = match flags.get("early-close").map(String::as_str) {
            None => ruleset == Ruleset::Document,
            Some("true" | "yes" | "on" | "1") => true,
            Some("false" | "no" | "off" | "0") => false,
            Some(value) => {
                let (name, value) = ("early-close".into(), value.into());
                return Err(SettingsError::Value { name, value, wanted: "`true` or `false`" });
            }
        };
        let name = |flag: &str, default: &str| flags.get(flag).cloned().unwrap_or_else(|| default.into());
        Ok(Settings {
            half_turn: millis(TURN_TIME, properties.magic_turn_time)?,
            ready: millis(READY_TIME, properties.client_readiness_threshold_time_millisecond)?,
            port: port.unwrap_or(PORT),
            early_close,
            commands: [flags.get("first-team").cloned(), flags.get("second-team").cloned()],
            names: [name("first-team-name", NAMELESS[0]), name("second-team-name", NAMELESS[1])],
            drawing: file("map-json"),
        })
    }

    /// The name of a team, if it has one.
    pub fn team_name(&self, team: Team) -> Option<&str> {
        let (name, nameless) = (&self.names[team.index()], NAMELESS[team.index()]);
        (name != nameless).then_some(name)
    }

    /// Looks whether the programs of the teams are there, before anybody waits for them.
    pub(crate) fn find_programs(&self) -> Result<(), SettingsError> {
        for (team, flag) in [(Team::First, "first-team"), (Team::Second, "second-team")] {
            let Some(words) = self.command(team) else { continue };
            if let Some(problem) = missing(&words) {
                let line = self.commands[team.index()].clone().unwrap_or_default();
                return Err(SettingsError::Program { flag, line, problem });
            }
        }
        Ok(())
    }

    /// The command line of a team's clients in words, the token not among them: split at white space without
    /// quoting, and run by `java -jar` if it names a jar, as the original did.
    pub fn command(&self, team: Team) -> Option<Vec<String>> {
        let line = self.commands[team.index()].as_ref()?;
        let java = line.contains(".jar").then_some(["java", "-jar"]).into_iter().flatten();
        Some(java.chain(line.split_whitespace()).map(str::to_owned).collect())
    }
}

/// The server's property file: `application.yml`, `application-production.yml`. Other properties are the business of
/// the original's framework and are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Properties {
    /// The readiness clock in milliseconds.
    pub client_readiness_threshold_time_millisecond: Option<u64>,
    /// The length of a half-turn in milliseconds.
    pub magic_turn_time: Option<u64>,
    /// Settings of the transport.
    pub grpc: Option<ServerTransport>,
}

impl Properties {
    fn port(&self) -> Option<u16> {
        self.grpc.as_ref()?.server.as_ref()?.port
    }
}

/// `grpc` of the server's properties.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ServerTransport {
    /// The server's own settings.
    pub server: Option<ServerPort>,
}

/// `grpc.server` of the server's properties.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ServerPort {
    /// Where it listens.
    pub port: Option<u16>,
}

/// A client's file: `client.yml`, or its `application.yml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ClientFile {
    /// Where the server is.
    pub grpc: Option<ClientTransport>,
    /// The unit's token, in early clients.
    pub token: Option<String>,
}

/// `grpc` of a client's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ClientTransport {
    /// The server's address.
    pub server: Option<IpAddr>,
    /// The server's port; a number, or one in quotes.
    pub port: Option<Number>,
}

/// A number that may stand in quotes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Number {
    /// Plain.
    Plain(u16),
    /// In quotes.
    Quoted(String),
}

impl ClientFile {
    fn port(&self) -> Result<Option<u16>, SettingsError> {
        match self.grpc.as_ref().and_then(|grpc| grpc.port.as_ref()) {
            None => Ok(None),
            Some(Number::Plain(port)) => Ok(Some(*port)),
            Some(Number::Quoted(text)) => number("grpc.port", text, "a port").map(Some),
        }
    }
}

/// What of a command line is not there.
fn missing(words: &[String]) -> Option<String> {
    let Some((program, args)) = words.split_first() else {
        return Some("give a jar or a command".to_owned());
    };
    if let ("java", [flag, jar, ..]) = (program.as_str(), args)
        && flag == "-jar"
        && !Path::new(jar).is_file()
    {
        return Some(format!("there is no file `{jar}`"));
    }
    let command = Command { program: program.clone(), args: args.to_vec(), env: Vec::new(), dir: None };
    command.find().err().map(|error| error.to_string())
}

/// Reads a property file, YAML or JSON.
pub fn read_properties<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| error.to_string());
    }
    serde_saphyr::from_str(text)
        .map_err(|error| error.without_snippet().to_string().lines().next().unwrap_or_default().to_owned())
}

fn read_file<T: DeserializeOwned>(path: &PathBuf) -> Result<T, SettingsError> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
    text.and_then(|text| read_properties(&text))
        .map_err(|problem| SettingsError::File { path: path.clone(), problem })
}

fn number<T: std::str::FromStr>(name: &str, text: &str, wanted: &'static str) -> Result<T, SettingsError> {
    let wrong = || SettingsError::Value { name: name.into(), value: text.into(), wanted };
    text.trim().parse().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(given: &[(&str, &str)]) -> BTreeMap<String, String> {
        given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_flag_beats_the_environment_beats_the_property_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("application.yml");
        let text = "spring:\n  profiles:\n    active: production\ngrpc:\n  server:\n    port: 7100\n\
                    clientReadinessThresholdTimeMillisecond: 1\nmagicTurnTime: 2\n";
        std::fs::write(&path, text).unwrap();
        let given = flags(&[("magicTurnTime", "3"), ("config", path.to_str().unwrap())]);
        let environment = |name: &str| (name == READY_TIME).then(|| "4".to_owned());
        let settings = Settings::read(Ruleset::Official, &given, environment).unwrap();
        assert_eq!(settings.half_turn, Some(Duration::from_millis(3)));
        assert_eq!(settings.ready, Some(Duration::from_millis(4)));
        assert_eq!(settings.port, 7100);
        assert!(!settings.early_close);
        assert!(Settings::read(Ruleset::Document, &flags(&[]), |_| None).unwrap().early_close);
    }

    #[test]
    fn mistakes_are_named() {
        for (given, wanted) in [
            (("colour", "red"), "first-team"),
            (("magicTurnTime", "soon"), "magicTurnTime"),
            (("early-close", "perhaps"), "early-close"),
            (("grpc.server.port", "70000"), "grpc.server.port"),
            (("config", "/nowhere/at/all.yml"), "/nowhere/at/all.yml"),
        ] {
            let error = Settings::read(Ruleset::Official, &flags(&[given]), |_| None).unwrap_err();
            assert!(error.to_string().contains(wanted), "{error}");
        }
    }

    #[test]
    fn a_clients_file_names_the_port_in_quotes_or_not() {
        let folder = tempfile::tempdir().unwrap();
        for text in [
            "grpc:\n  server: '127.0.0.1'\n  port: '7001'",
            "grpc:\n  server: 127.0.0.1\n  port: 7001\n\ntoken: \"t\"\n",
            "{\"grpc\": {\"server\": \"127.0.0.1\", \"port\": \"7001\"}}",
        ] {
            let path = folder.path().join("client.yml");
            std::fs::write(&path, text).unwrap();
            let given = flags(&[("client", path.to_str().unwrap())]);
            assert_eq!(Settings::read(Ruleset::Official, &given, |_| None).unwrap().port, 7001, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_property_reader_panic(text in ".{0,200}") {
            let _ = read_properties::<Properties>(&text);
            let _ = read_properties::<ClientFile>(&text);
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_told_before_the_server_opens() {
        let told = |line: &str| {
            let settings =
                Settings::read(Ruleset::Official, &flags(&[("second-team", line)]), |_| None).unwrap();
            settings.find_programs().err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(told("/missing.jar"), "`--second-team=/missing.jar`: there is no file `/missing.jar`");
        assert!(
            told("/no/such/program here").contains("/no/such/program"),
            "{}",
            told("/no/such/program here")
        );
        assert_eq!(told("sh -c true"), "");
        assert!(told(" ").contains("give a jar or a command"));
    }

    #[test]
    fn a_jar_is_run_by_java_and_nothing_is_quoted() {
        let given = flags(&[("first-team", " bot.jar -x \"a b\""), ("second-team", "python -m src.client")]);
        let settings = Settings::read(Ruleset::Official, &given, |_| None).unwrap();
        assert_eq!(settings.command(Team::First).unwrap(), ["java", "-jar", "bot.jar", "-x", "\"a", "b\""]);
        assert_eq!(settings.command(Team::Second).unwrap(), ["python", "-m", "src.client"]);
    }
}
