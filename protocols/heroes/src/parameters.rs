//! The flags and variables of the contest's server (spec 14).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

/// The port of the contest's server.
pub const PORT: u16 = 7099;

/// The token of both slots where nobody says otherwise.
pub const DEFAULT_TOKEN: &str = "00000000000000000000000000000000";

/// What the server was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The port that a parameter asks for.
    pub port: Option<u16>,
    /// The tokens of the two slots.
    pub tokens: [String; 2],
    /// What the two teams are called, where somebody says so.
    pub names: [Option<String>; 2],
    /// What the map is called in the files.
    pub map_name: String,
    /// How long to wait for clients; afterwards the match starts with whoever is there.
    pub patience: Option<Duration>,
    /// Time added to every limit, and not announced.
    pub extra: Duration,
    /// Where to write the replay file.
    pub graphic_log: Option<PathBuf>,
}

/// Why the server cannot open.
#[derive(Debug, Error)]
pub enum OpenError {
    /// No such flag.
    #[error(
        "the contest's server had no flag `--{name}`; it has --config=FILE, --generate-config=FILE, --view, --extra=MILLISECONDS and \
         --graphic-log=FILE"
    )]
    Flag {
        /// What was given.
        name: String,
    },
    /// A value that is not a number, or is too large.
    #[error("`{name}` must be a number, not `{value}`")]
    Number {
        /// The flag or variable.
        name: String,
        /// What was given.
        value: String,
    },
    /// The config file is wrong.
    #[error(
        "the config file {path} cannot be used: {reason}; it is one JSON object of texts, {{\"ClientsPort\":\"7099\"}}"
    )]
    Config {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// The contest wants two tokens that differ.
    #[error("with `AICDeploy` the two tokens must differ; set `AICClient0Token` and `AICClient1Token`")]
    SameTokens,
    /// A file cannot be made.
    #[error("cannot write {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The port is taken or forbidden.
    #[error(
        "cannot listen on {address}: {error}; end the other program, or give another --port and tell clients of it in AICHostIP and AICHostPort, which those in Python cannot use"
    )]
    Listen {
        /// The address.
        address: std::net::SocketAddr,
        /// What the system said.
        error: std::io::Error,
    },
}

impl Parameters {
    /// Reads the flags. A parameter is looked up as the variable `AIC<Name>`, then in the config file, then it has its
    /// default.
    pub fn read(
        flags: &BTreeMap<String, String>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Parameters, OpenError> {
        let known = ["config", "extra", "graphic-log"];
        if let Some(name) = flags.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(OpenError::Flag { name: name.clone() });
        }
        // Whoever names no file means none that is called so.
        if flags.get("graphic-log").is_some_and(|file| file == "true") {
            return Err(OpenError::Flag { name: "graphic-log".into() });
        }
        let file = flags.get("config").map(|path| config_file(path)).transpose()?.unwrap_or_default();
        let lookup = |name: &str| variable(&format!("AIC{name}")).or_else(|| file.get(name).cloned());
        let token = |name| lookup(name).unwrap_or_else(|| DEFAULT_TOKEN.into());
        let tokens = ["Client0Token", "Client1Token"].map(token);
        let names = ["TeamName0", "TeamName1"].map(|name| lookup(name).filter(|name| !name.is_empty()));
        if lookup("Deploy").is_some_and(|deploy| deploy.eq_ignore_ascii_case("true"))
            && tokens[0] == tokens[1]
        {
            return Err(OpenError::SameTokens);
        }
        let millis = |name: &str, text: Option<String>| -> Result<Option<u64>, OpenError> {
            text.map(|value| {
                value
                    .trim()
                    .parse()
                    .map_err(|_| OpenError::Number { name: name.into(), value: value.clone() })
            })
            .transpose()
        };
        let port = millis("ClientsPort", lookup("ClientsPort"))?;
        let port = port.map(|port| {
            u16::try_from(port)
                .map_err(|_| OpenError::Number { name: "ClientsPort".into(), value: port.to_string() })
        });
        // The original's default is the largest number it knows: unlimited.
        let patience = millis("ClientsConnectionTimeout", lookup("ClientsConnectionTimeout"))?;
        Ok(Parameters {
            port: port.transpose()?,
            tokens,
            names,
            map_name: lookup("MapName").unwrap_or_default(),
            patience: patience.filter(|&millis| millis < i64::MAX as u64).map(Duration::from_millis),
            extra: Duration::from_millis(millis("extra", flags.get("extra").cloned())?.unwrap_or(0)),
            graphic_log: flags.get("graphic-log").map(PathBuf::from),
        })
    }
}

/// Writes a config file with every parameter that is read, at its default.
pub fn write_config(path: &Path) -> Result<(), OpenError> {
    std::fs::write(path, config_text()).map_err(|error| OpenError::File { path: path.to_owned(), error })
}

fn config_text() -> String {
    let forever = i64::MAX.to_string();
    let parameters = [
        ("Map", ""),
        ("MapName", ""),
        ("TeamName0", ""),
        ("TeamName1", ""),
        ("ClientsPort", "7099"),
        ("ClientsConnectionTimeout", &forever),
        ("Client0Token", DEFAULT_TOKEN),
        ("Client1Token", DEFAULT_TOKEN),
        ("Deploy", "false"),
    ];
    let line = |(name, value): &(&str, &str)| format!("  \"{name}\": \"{value}\"");
    format!("{{\n{}\n}}\n", parameters.iter().map(line).collect::<Vec<_>>().join(",\n"))
}

fn config_file(path: &str) -> Result<BTreeMap<String, String>, OpenError> {
    let wrong = |reason: String| OpenError::Config { path: path.into(), reason };
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(flags: &[(&str, &str)], variables: &[(&str, &str)]) -> Result<Parameters, OpenError> {
        let flags = flags.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let variables: BTreeMap<&str, &str> = variables.iter().copied().collect();
        Parameters::read(&flags, |name| variables.get(name).map(|value| value.to_string()))
    }

    #[test]
    fn everything_has_a_default() {
        let parameters = read(&[], &[]).unwrap();
        assert_eq!(parameters.tokens, [DEFAULT_TOKEN, DEFAULT_TOKEN]);
        assert_eq!((parameters.port, parameters.patience, parameters.extra), (None, None, Duration::ZERO));
    }

    #[test]
    fn a_made_config_file_is_read_and_changes_nothing() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), config_text()).unwrap();
        let made = read(&[("config", file.path().to_str().unwrap())], &[]).unwrap();
        assert_eq!(Parameters { port: None, ..made }, read(&[], &[]).unwrap());
    }

    #[test]
    fn variables_come_before_the_config_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), r#"{"ClientsPort":"8000","Client0Token":"a","Client1Token":"b"}"#)
            .unwrap();
        let path = file.path().to_str().unwrap();
        let parameters = read(
            &[("config", path), ("extra", "150")],
            &[("AICClientsPort", "9000"), ("AICClientsConnectionTimeout", "30")],
        )
        .unwrap();
        assert_eq!(parameters.port, Some(9000));
        assert_eq!(parameters.tokens, ["a", "b"]);
        assert_eq!(parameters.extra, Duration::from_millis(150));
        assert_eq!(parameters.patience, Some(Duration::from_millis(30)));
    }

    #[test]
    fn wrong_parameters_are_named() {
        for (flags, variables, wanted) in [
            (&[("speed", "1")][..], &[][..], "--speed"),
            (&[("extra", "soon")], &[], "`soon`"),
            (&[], &[("AICClientsPort", "99999")], "`99999`"),
            (&[], &[("AICDeploy", "true")], "AICClient0Token"),
            (&[("config", "/nowhere/at/all")], &[], "/nowhere/at/all"),
        ] {
            let error = read(flags, variables).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }
}
