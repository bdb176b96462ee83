//! What commands print. A pipe that nobody reads or a disk that is full is an error like any other, never a panic.

use std::borrow::Cow;
use std::fmt::{Arguments, Write as _};
use std::io::Write;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, WeakProgressBar};
use meydan_terminal::steers;
use serde::Serialize;

/// Prints a line to standard output, or says why it cannot.
macro_rules! say {
    ($($text:tt)*) => { $crate::say::out(format_args!($($text)*)) };
}

/// Prints a line to standard error. Nobody can be told if that fails.
macro_rules! remark {
    ($($text:tt)*) => { $crate::say::err(format_args!($($text)*)) };
}

pub(crate) use {remark, say};

pub(crate) fn out(text: Arguments<'_>) -> Result<()> {
    bytes(format!("{}\n", printable(text.to_string())).as_bytes())
}

/// Names, bots' words and files are strangers' bytes: what would steer a terminal is shown as a sign instead.
pub(crate) fn printable(text: String) -> String {
    let steers = |sign: char| steers(sign) && !matches!(sign, '\n' | '\t');
    if !text.contains(steers) {
        return text;
    }
    let shown = |sign: char| match u32::from(sign) {
        _ if !steers(sign) => sign,
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{FFFD}'),
        0x7f => '\u{2421}',
        _ => '\u{FFFD}',
    };
    text.chars().map(shown).collect()
}

/// Prints one line of JSON, whose strings are whole and steer no terminal either.
pub(crate) fn json<T: Serialize>(value: &T) -> Result<()> {
    bytes(format!("{}\n", escaped(&serde_json::to_string(value)?)).as_bytes())
}

/// JSON in which every character that would steer a terminal is written by its number: such characters are found in strings alone.
pub(crate) fn escaped(json: &str) -> Cow<'_, str> {
    let steers = |sign: char| steers(sign) && sign != '\n';
    if !json.contains(steers) {
        return json.into();
    }
    let mut text = String::with_capacity(json.len() + 16);
    for sign in json.chars() {
        match steers(sign) {
            true => {
                let _ = write!(text, "\\u{:04x}", u32::from(sign));
            }
            false => text.push(sign),
        }
    }
    text.into()
}

/// Prints bytes as they are.
pub(crate) fn bytes(bytes: &[u8]) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).context("cannot write to standard output")
}

pub(crate) fn err(text: Arguments<'_>) {
    let text = printable(text.to_string());
    let write = || drop(writeln!(std::io::stderr(), "{text}"));
    let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(WeakProgressBar::upgrade);
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// The bar on the terminal, if there is one: lines go above it, and never into it.
static BAR: Mutex<Option<WeakProgressBar>> = Mutex::new(None);

/// A bar is drawn from now on, until it is dropped.
pub(crate) fn below(bar: &ProgressBar) {
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.downgrade());
}

/// How long something may take before a person is told what is going on.
const PATIENCE: Duration = Duration::from_secs(2);

/// Does something that may take long, and says what it is if it does.
pub(crate) fn while_saying<T>(what: &str, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        scope.spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                remark!("{what}");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_steer_a_terminal_is_shown_as_a_sign() {
        assert_eq!(printable("سلام\tx\n".into()), "سلام\tx\n");
        assert_eq!(printable("\u{1b}[31mred\u{7f}\u{9b}".into()), "␛[31mred␡\u{FFFD}");
        assert_eq!(printable("safe\u{202e}txt.exe".into()), "safe\u{FFFD}txt.exe");
    }

    #[test]
    fn json_is_whole_and_steers_no_terminal() {
        let name = "a\u{1b}[2J\u{9b}b\u{202e}سلام\n\u{7f}";
        let text = escaped(&serde_json::to_string(name).unwrap()).into_owned();
        assert!(!text.contains(steers), "{text:?}");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), name);
    }
}
