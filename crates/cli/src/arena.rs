use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result};
use meydan_arena::{Arena, ArenaHall, ArenaOptions, Shown};
use meydan_server::Server;

use crate::say::say;

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
    let arena = open(&args.data, args.bots.clone(), None)?;
    serve(args.listen, arena, |address| {
        let _ = say!("the arena is open at http://{address}");
        open_browser(&format!("http://{address}"));
    })
}

/// Shows one match on a page of its own, until the process ends.
pub(crate) fn show(shown: Shown) -> Result<()> {
    let data = tempfile::tempdir().context("no room for a folder of the moment")?;
    serve(SocketAddr::from(ANY), open(data.path(), Vec::new(), Some(shown))?, |address| {
        let _ = say!("see it at http://{address} (end with Ctrl-C)");
        open_browser(&format!("http://{address}"));
    })
}

/// This machine, any port.
pub(crate) const ANY: ([u8; 4], u16) = ([127, 0, 0, 1], 0);

/// Opens an arena that keeps its matches in a folder.
pub(crate) fn open(data: &Path, bots: Vec<String>, shown: Option<Shown>) -> Result<Arc<Arena>> {
    let folder = || format!("cannot keep matches in {}; choose another folder with --data", data.display());
    Arena::open(ArenaOptions { data: data.to_owned(), bots, shown }).with_context(folder)
}

/// Opens a page where there is somebody to see it: on a terminal with a display.
pub(crate) fn open_browser(address: &str) {
    let display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if display && std::io::stdout().is_terminal() {
        // Where there is no browser, the address has been printed.
        let _ = Command::new("xdg-open")
            .arg(address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
    }
}

/// Serves an arena until the process ends. `ready` is called once it listens.
pub(crate) fn serve(listen: SocketAddr, arena: Arc<Arena>, ready: impl FnOnce(SocketAddr)) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let taken = || format!("cannot listen on {listen}; choose another address with --listen");
        let server = Server::bind(listen, Arc::new(ArenaHall(arena))).await.with_context(taken)?;
        ready(server.address()?);
        Ok(server.serve().await?)
    })
}
