//! `meydan new`: something to start from.

mod change;
mod edit;
mod game;
mod name;

use anyhow::Result;
use clap::Subcommand;

use crate::say::bytes;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// A game: rules that play and keep the laws, in a checkout of Meydan's source, to be changed into yours
    Game(game::Args),
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.what {
        Some(What::Game(args)) => game::run(args),
        None => {
            let known = What::augment_subcommands(clap::Command::new("meydan new"));
            bytes(known.disable_help_subcommand(true).render_help().to_string().as_bytes())
        }
    }
}
