//! The log of long-running commands, on standard error.

use std::io::IsTerminal;
use std::str::FromStr;

use tracing_subscriber::EnvFilter;

/// How a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object per line, for programs.
    Json,
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<LogFormat, String> {
        match text {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err(format!("`{text}` is not a format of logs; give text or json")),
        }
    }
}

/// Starts the log. `MEYDAN_LOG` says how much is written; `usual` where it says nothing.
pub(crate) fn start(format: LogFormat, usual: &str) {
    let filter = EnvFilter::try_from_env("MEYDAN_LOG").unwrap_or_else(|_| EnvFilter::new(usual));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second log in one process has nothing to add to the first.
    let _ = match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).try_init(),
        LogFormat::Json => log.json().try_init(),
    };
}
