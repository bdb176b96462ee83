//! `meydan build DIR`: what `match` does with a bot's folder before it plays, alone.

use anyhow::Result;
use meydan_kit::{Built, Kit};
use meydan_runner::SeatSpec;

use crate::ends::misuse;
use crate::options;
use crate::say::say;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bot's folder, with its meydan.toml
    #[arg(default_value = ".", value_name = "DIR")]
    dir: std::path::PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let kit = match Kit::open(&args.dir) {
        Ok(kit) => kit,
        Err(error) => misuse!("{error}"),
    };
    let game = kit.manifest().game.clone();
    match options::ready_one(&game, &SeatSpec::Kit(Box::new(kit)))? {
        Built::Now => say!("{} is built", args.dir.display()),
        Built::Already => say!("{} is up to date", args.dir.display()),
    }
}
