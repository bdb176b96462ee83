//! What commands print. A pipe that nobody reads or a disk that is full is an error like any other, never a panic.

use std::fmt::Arguments;
use std::io::Write;

use anyhow::{Context, Result};

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
    bytes(format!("{text}\n").as_bytes())
}

/// Prints bytes as they are.
pub(crate) fn bytes(bytes: &[u8]) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).context("cannot write to standard output")
}

pub(crate) fn err(text: Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
