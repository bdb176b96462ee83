//! How a command ends: its exit code, and what Ctrl-C does to it.

use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use meydan_catalog::{KnobError, NoGenerator, PrepareError, UnknownGame, WrongFlag};
use meydan_referee::{Stop, StopHandle};
use meydan_runner::{OrderError, RunError, SeatError};
use meydan_terminal::PlayError;
use tokio::signal::unix::{SignalKind, signal};

use crate::say::remark;

/// The command line is wrong: exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Ends the command as wrong usage.
macro_rules! misuse {
    ($($text:tt)*) => { return Err($crate::ends::Usage(format!($($text)*)).into()) };
}

pub(crate) use misuse;

/// A command that has said everything itself and ends with this code.
#[derive(Debug)]
pub(crate) struct Ended(pub(crate) u8);

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ended with code {}", self.0)
    }
}

impl std::error::Error for Ended {}

/// An error with its causes, each told once: many an error has its cause in its own sentence already.
pub(crate) fn whole(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Says what went wrong and gives the exit code: 2 for a wrong command line, 1 for everything else.
pub(crate) fn code(done: Result<()>) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    if let Some(Ended(code)) = error.downcast_ref() {
        return ExitCode::from(*code);
    }
    remark!("meydan: {}", whole(&error));
    let misused = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<Usage>()
            || cause.is::<UnknownGame>()
            || cause.is::<PrepareError>()
            || cause.is::<KnobError>()
            || cause.is::<NoGenerator>()
            || cause.is::<WrongFlag>()
            || cause.is::<SeatError>()
            || cause.is::<OrderError>()
            || matches!(cause.downcast_ref(), Some(RunError::Order(_)))
            || matches!(
                cause.downcast_ref(),
                Some(PlayError::Usage(_) | PlayError::File { .. } | PlayError::Generate(_))
            )
    };
    ExitCode::from(if error.chain().any(misused) { 2 } else { 1 })
}

/// A runtime for one match: one thread, so that no message crosses to another and back.
pub(crate) fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let inside = runtime.enter();
    // A file that may not grow (`ulimit -f`) is then an error of whoever writes it, and not the end of this program.
    drop(signal(SignalKind::from_raw(FILE_TOO_LARGE))?);
    drop(inside);
    Ok(runtime)
}

/// SIGXFSZ, as Linux numbers it.
const FILE_TOO_LARGE: i32 = 25;

/// Asks for the end of what runs when somebody presses Ctrl-C or the system asks for it. Must be called inside a runtime.
pub(crate) struct Interrupts {
    handle: StopHandle,
    asked: Arc<AtomicBool>,
    stop: Stop,
}

impl Interrupts {
    /// Listens from now on. The second signal ends the program at once.
    pub(crate) fn listen() -> Result<Interrupts> {
        Interrupts::to(&[SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()])
    }

    /// The same for a program to which a hang-up means something else.
    pub(crate) fn listen_but_hangup() -> Result<Interrupts> {
        Interrupts::to(&[SignalKind::interrupt(), SignalKind::terminate()])
    }

    /// The same for a program in whose terminal somebody else hears Ctrl-C.
    pub(crate) fn listen_but_interrupt() -> Result<Interrupts> {
        // Whoever has listened once is not ended by it any more.
        drop(signal(SignalKind::interrupt()).context("signals cannot be listened to")?);
        Interrupts::to(&[SignalKind::terminate(), SignalKind::hangup()])
    }

    fn to(kinds: &[SignalKind]) -> Result<Interrupts> {
        let (handle, stop) = Stop::new();
        let asked = Arc::new(AtomicBool::new(false));
        for &kind in kinds {
            let mut signals = signal(kind).context("signals cannot be listened to")?;
            let (handle, asked): (StopHandle, _) = (handle.clone(), asked.clone());
            tokio::spawn(async move {
                while signals.recv().await.is_some() {
                    if asked.swap(true, Ordering::Relaxed) {
                        std::process::exit(1);
                    }
                    handle.stop();
                }
            });
        }
        Ok(Interrupts { handle, asked, stop })
    }

    /// What is stopped by it.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// For whoever may end it from inside.
    pub(crate) fn handle(&self) -> StopHandle {
        self.handle.clone()
    }

    /// Whether somebody has asked.
    pub(crate) fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let broken = || std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        let shown = anyhow::Error::from(broken()).context(format!("it cannot be shown: {}", broken()));
        assert_eq!(whole(&shown), "it cannot be shown: broken pipe");
        let plain = Err::<(), _>(anyhow!("no such file")).context("a.map").context("the board").unwrap_err();
        assert_eq!(whole(&plain), "the board: a.map: no such file");
    }
}
