use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result};
use meydan_arena::{Arena, Options, Shown};
use meydan_record::Key;
use meydan_runner::SeatSpec;
use meydan_server::{Names, Server, ServerOptions};
use meydan_worker::Worker;

use crate::ends::Interrupts;
use crate::log::{self, LogFormat};
use crate::options::ready;
use crate::say::say;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to serve on
    #[arg(long, default_value = "127.0.0.1:7777", value_name = "ADDR")]
    listen: SocketAddr,
    /// Where matches are kept
    #[arg(long, default_value = "meydan-data", value_name = "DIR")]
    data: PathBuf,
    /// A command line, or a folder with a meydan.toml, that may be used as a seat on the page; may be repeated
    #[arg(long = "bot", value_name = "COMMAND|DIR")]
    bots: Vec<SeatSpec>,
    /// A further name of this machine under which the page is asked for; may be repeated
    #[arg(long = "name", value_name = "HOST")]
    names: Vec<String>,
    /// A proxy stands in front and tells the visitor's address in X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// How the log on standard error is written; MEYDAN_LOG says how much, for instance `debug`
    #[arg(long, default_value = "text", value_name = "text|json")]
    log: LogFormat,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    log::start(args.log, "warn,meydan=info");
    for bot in &args.bots {
        if let SeatSpec::Kit(kit) = bot {
            ready(&kit.manifest().game, std::slice::from_ref(bot))?;
        }
    }
    let site = Site {
        listen: args.listen,
        data: args.data.clone(),
        bots: args.bots.clone(),
        names: args.names.clone(),
        behind_proxy: args.behind_proxy,
        shown: None,
    };
    site.open(async |_, address| {
        say!("the arena is open at http://{address}")?;
        open_browser(&format!("http://{address}"));
        Ok(())
    })
}

/// Shows one match on a page of its own, until the process ends.
pub(crate) fn show(shown: Shown) -> Result<()> {
    let data = tempfile::tempdir().context("no room for a folder of the moment")?;
    let site = Site { shown: Some(shown), ..Site::here(data.path()) };
    site.open(async |_, address| {
        say!("see it at http://{address} (end with Ctrl-C)")?;
        open_browser(&format!("http://{address}"));
        Ok(())
    })
}

/// An arena and where it is to be found.
pub(crate) struct Site {
    pub(crate) listen: SocketAddr,
    pub(crate) data: PathBuf,
    pub(crate) bots: Vec<SeatSpec>,
    pub(crate) names: Vec<String>,
    pub(crate) behind_proxy: bool,
    pub(crate) shown: Option<Shown>,
}

impl Site {
    /// On this machine, on any port.
    pub(crate) fn here(data: impl Into<PathBuf>) -> Site {
        Site {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: data.into(),
            bots: Vec::new(),
            names: Vec::new(),
            behind_proxy: false,
            shown: None,
        }
    }

    /// Serves until somebody ends it; `ready` is called once it listens. Matches that are being played are paused then.
    pub(crate) fn open(self, ready: impl AsyncFnOnce(&Arc<Arena>, SocketAddr) -> Result<()>) -> Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let mut stop = Interrupts::listen()?.stop();
            let worker = match self.shown {
                // What is only shown is not recorded.
                Some(_) => Worker::new(self.bots),
                None => Worker::new(self.bots).with_key(key(&self.data)?),
            };
            let options = Options { shown: self.shown, ..Options::new(&self.data) };
            let arena = Arena::open(options, Arc::new(worker)).await?;
            let named = |address| ServerOptions {
                names: Names::new(address, &self.names),
                forwarded: self.behind_proxy,
            };
            let taken = || format!("cannot listen on {}; choose another address with --listen", self.listen);
            let server = Server::bind(self.listen, arena.clone(), named).await.with_context(taken)?;
            ready(&arena, server.address()?).await?;
            match server.serve(async move { stop.wait().await }).await {
                0 => say!("the page is closed"),
                1 => say!("the page is closed; one match is paused and can be taken up again"),
                paused => say!("the page is closed; {paused} matches are paused and can be taken up again"),
            }
        })
    }
}

/// The key that signs the records of an arena: the file that `MEYDAN_KEY` names, or one in its data folder, which is made
/// on first use.
fn key(data: &Path) -> Result<Key> {
    let folder = || format!("cannot keep matches in {}; choose another folder with --data", data.display());
    std::fs::create_dir_all(data).with_context(folder)?;
    let file = std::env::var_os("MEYDAN_KEY").map_or_else(|| data.join("referee.key"), PathBuf::from);
    Ok(Key::open(&file)?)
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
