use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use meydan_arena::Shown;
use meydan_core::Budget;

use crate::arena;
use crate::verify::open;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote
    file: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let trace = read_whole(&args.file)?;
    meydan_record::header(trace.as_slice(), &Budget::STANDARD)
        .with_context(|| args.file.display().to_string())?;
    arena::show(Shown::Trace(trace.into()))
}

/// Reads a record that is small enough to be one.
pub(crate) fn read_whole(file: &Path) -> Result<Vec<u8>> {
    let mut trace = Vec::new();
    let most = Budget::STANDARD.bytes;
    open(file)?.take(most + 1).read_to_end(&mut trace).with_context(|| file.display().to_string())?;
    Budget::STANDARD.bytes("a record", trace.len() as u64)?;
    Ok(trace)
}
