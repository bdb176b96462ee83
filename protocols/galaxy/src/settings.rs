use std::collections::BTreeMap;
use std::time::Duration;

use thiserror::Error;

/// The constants of the contest's settings file that concern the server and not the rules (spec 2).
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Player `i` serves callbacks on this port plus `i`.
    pub client_port_start: u16,
    /// How long a turn of the start phase may take; `None`: as the match's clock says.
    pub init_time: Option<Duration>,
    /// How long a turn of the main phase may take; `None`: as the match's clock says.
    pub turn_time: Option<Duration>,
    /// How long to wait for an answer to a callback.
    pub timeout: Duration,
    /// Whether the text log is written.
    pub debug: bool,
    /// Whether dice are in it.
    pub debug_dice: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            client_port_start: 2000,
            init_time: None,
            turn_time: None,
            timeout: Duration::from_secs(1),
            debug: true,
            debug_dice: true,
        }
    }
}

/// A flag that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FlagError {
    /// There is no such flag.
    #[error("the original had no flag `{name}`; it had {known}")]
    Unknown {
        /// What was given.
        name: String,
        /// What there is.
        known: String,
    },
    /// A value that does not fit.
    #[error("the flag `{name}` cannot be `{found}`; give {wanted}")]
    Value {
        /// The flag.
        name: &'static str,
        /// What was given.
        found: String,
        /// What it can be.
        wanted: &'static str,
    },
}

impl Settings {
    const NAMES: [&'static str; 6] =
        ["client_port_start", "init_time", "turn_time", "timeout", "debug", "debug_dice"];

    /// Reads flags by the names of the contest's settings file.
    pub fn read(flags: &BTreeMap<String, String>) -> Result<Settings, FlagError> {
        let mut settings = Settings::default();
        for (name, value) in flags {
            let Some(name) = Settings::NAMES.into_iter().find(|known| known == name) else {
                return Err(FlagError::Unknown { name: name.clone(), known: Settings::NAMES.join(", ") });
            };
            match name {
                "client_port_start" => settings.client_port_start = port(name, value)?,
                "init_time" => settings.init_time = Some(seconds(name, value)?),
                "turn_time" => settings.turn_time = Some(seconds(name, value)?),
                "timeout" => settings.timeout = seconds(name, value)?,
                "debug" => settings.debug = yes(name, value)?,
                _ => settings.debug_dice = yes(name, value)?,
            }
        }
        Ok(settings)
    }
}

fn port(name: &'static str, value: &str) -> Result<u16, FlagError> {
    let wanted = "a port from 1 to 65000";
    let port = value.parse().ok().filter(|port| (1..=65000).contains(port));
    port.ok_or_else(|| FlagError::Value { name, found: value.to_owned(), wanted })
}

fn seconds(name: &'static str, value: &str) -> Result<Duration, FlagError> {
    let wanted = "a number of seconds from 0.01 to 3600";
    let seconds = value.parse::<f64>().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| FlagError::Value {
        name,
        found: value.to_owned(),
        wanted,
    })
}

fn yes(name: &'static str, value: &str) -> Result<bool, FlagError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(FlagError::Value { name, found: value.to_owned(), wanted: "`true` or `false`" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str) -> Result<Settings, FlagError> {
        Settings::read(&BTreeMap::from([(name.to_owned(), value.to_owned())]))
    }

    #[test]
    fn flags_have_the_names_of_the_settings_file() {
        assert_eq!(read("timeout", "0.5").unwrap().timeout, Duration::from_millis(500));
        assert_eq!(read("client_port_start", "3000").unwrap().client_port_start, 3000);
        assert!(!read("debug", "False").unwrap().debug);
        for (name, value) in
            [("timeout", "NaN"), ("turn_time", "-1"), ("client_port_start", "70000"), ("debug", "1")]
        {
            let error = read(name, value).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(value), "{error}");
        }
        assert!(read("port_start", "1").unwrap_err().to_string().contains("client_port_start"));
    }
}
