use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use meydan_arena::{Camera, Shown};
use meydan_core::Budget;

use crate::arena;
use crate::tale;
use crate::verify::open;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace that `meydan match --out` wrote, or a file of an original contest: jungle's replay, galaxy's log, heroes'
    /// graphic.log, gotham's server.log
    file: PathBuf,
    /// The map of the match, by name or file, where an original's file does not have it (galaxy, gotham)
    #[arg(long, value_name = "FILE|NAME")]
    map: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(lines) = tale::reel(&args.file, args.map.as_deref())? {
        let mut camera =
            Camera::create(&std::env::temp_dir()).context("no room for the film of the match")?;
        let film = camera.film();
        for line in lines {
            camera.take(line);
        }
        drop(camera);
        return arena::show(Shown::Live(film), arena::say_where);
    }
    let trace = read_whole(&args.file)?;
    tale::header(trace.as_slice(), &args.file)?;
    arena::show(Shown::Trace(trace.into()), arena::say_where)
}

/// Reads a record that is small enough to be one.
pub(crate) fn read_whole(file: &Path) -> Result<Vec<u8>> {
    let mut trace = Vec::new();
    let most = Budget::STANDARD.bytes;
    open(file)?.take(most + 1).read_to_end(&mut trace).with_context(|| file.display().to_string())?;
    Budget::STANDARD.bytes("a record", trace.len() as u64)?;
    Ok(trace)
}
