//! `meydan new`: something to start from.

mod change;
mod edit;
mod game;
mod kit;
mod name;

use anyhow::Result;
use clap::Subcommand;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    kit: kit::Args,
}

#[derive(Subcommand)]
enum What {
    /// A game: rules that play and keep the laws, in a checkout of Meydan's source, to be changed into yours
    Game(game::Args),
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.what {
        Some(What::Game(args)) => game::run(args),
        None => kit::run(&args.kit),
    }
}
