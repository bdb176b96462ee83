use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_arena::Shown;
use meydan_core::trace::Trace;

use crate::arena;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote
    file: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let trace = std::fs::read(&args.file).with_context(|| format!("cannot open {}", args.file.display()))?;
    Trace::header(trace.as_slice()).with_context(|| args.file.display().to_string())?;
    arena::show(Shown::Trace(trace))
}
