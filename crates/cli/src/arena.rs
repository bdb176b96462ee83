use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use meydan_arena::{Arena, ArenaHall, ArenaOptions};
use meydan_server::Server;

use crate::games;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to serve on
    #[arg(long, default_value = "127.0.0.1:7777", value_name = "ADDR")]
    listen: SocketAddr,
    /// Where matches are kept
    #[arg(long, default_value = "meydan-data", value_name = "DIR")]
    data: PathBuf,
    /// A command line that may be used as a seat on the page; may be repeated
    #[arg(long = "bot", value_name = "COMMAND")]
    bots: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    serve(args.listen, args.data.clone(), args.bots.clone(), None, |address| {
        println!("the arena is open at http://{address}");
    })
}

/// Opens an arena and serves it until the process ends. `open` is called once it listens.
pub(crate) fn serve(
    listen: SocketAddr,
    data: PathBuf,
    bots: Vec<String>,
    replay: Option<Vec<u8>>,
    open: impl FnOnce(SocketAddr),
) -> Result<()> {
    let folder = || format!("cannot keep matches in {}; choose another folder with --data", data.display());
    let options = ArenaOptions { data: data.clone(), games: games::list()?, bots, replay };
    let arena = Arena::open(options).with_context(folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let taken = || format!("cannot listen on {listen}; choose another address with --listen");
        let server = Server::bind(listen, Arc::new(ArenaHall(arena))).await.with_context(taken)?;
        open(server.address()?);
        Ok(server.serve().await?)
    })
}
