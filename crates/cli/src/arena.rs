use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result};
use meydan_arena::{Arena, Options, Shown};
use meydan_record::Key;
use meydan_runner::SeatSpec;
use meydan_server::{Certificates, Names, Provider, Server, ServerOptions};
use meydan_terminal::for_others;
use meydan_worker::Worker;

use crate::adopt::seat;
use crate::ends::Interrupts;
use crate::league::{self, Contests};
use crate::log::{self, LogFormat};
use crate::oidc::OidcArgs;
use crate::options::ready;
use crate::say::say;
use crate::tls::{self, TlsArgs};

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Option<league::Task>,
    /// The address to serve on
    #[arg(long, default_value = "127.0.0.1:7777", value_name = "ADDR")]
    listen: SocketAddr,
    #[command(flatten)]
    place: league::Place,
    #[command(flatten)]
    work: league::WorkArgs,
    /// A command line, a folder with a meydan.toml, or wire:COMMAND or wire:DIR (a client of an original contest), that may be used as a seat on the
    /// page; may be repeated
    #[arg(long = "bot", value_name = "COMMAND|DIR", value_parser = seat)]
    bots: Vec<SeatSpec>,
    /// A further name of this machine under which the page is asked for; may be repeated
    #[arg(long = "name", value_name = "HOST")]
    names: Vec<String>,
    /// A proxy stands in front and tells the visitor's address in X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// Browsers come by https, through the proxy in front: cookies ask for it
    #[arg(long, requires = "behind_proxy")]
    https: bool,
    #[command(flatten)]
    tls: TlsArgs,
    #[command(flatten)]
    oidc: OidcArgs,
    /// How the log on standard error is written; MEYDAN_LOG says how much, for instance `debug`
    #[arg(long, default_value = "text", value_name = "text|json")]
    log: LogFormat,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(task) = &args.task {
        return league::run(task);
    }
    // Whoever looks at a terminal wants to see the address, not every match of a ladder; a log that is kept has them.
    // What becomes of NATS is told by our own crate, once.
    let usual = match args.log {
        LogFormat::Text => "warn,meydan=info,meydan_league=warn,meydan_worker=warn,async_nats=off",
        LogFormat::Json => "warn,meydan=info,async_nats=off",
    };
    log::start(args.log, usual);
    for bot in &args.bots {
        if let SeatSpec::Kit(kit) = bot {
            ready(&kit.manifest().game, std::slice::from_ref(bot))?;
        }
    }
    let site = Site {
        listen: args.listen,
        data: args.place.data.clone(),
        bots: args.bots.clone(),
        names: args.names.clone(),
        behind_proxy: args.behind_proxy,
        secure: args.https || args.tls.given(),
        certificates: args.tls.open()?,
        oidc: args.oidc.open()?,
        shown: None,
        contests: Some((args.place.clone(), args.work.clone())),
    };
    let demo = args.work.demo.is_some();
    let scheme = if args.tls.given() { "https" } else { "http" };
    site.open(async |_, address| {
        say!("the arena is open at {scheme}://{}", for_others(&address.to_string()))?;
        if demo {
            league::say_demo(scheme, address)?;
        }
        open_browser(&format!("{scheme}://{address}"));
        Ok(())
    })
}

/// Shows one match on a page of its own, until the process ends. Whoever has to know hears where, and says it.
pub(crate) fn show(shown: Shown, tell: impl FnOnce(SocketAddr) -> Result<()>) -> Result<()> {
    let data = tempfile::tempdir().context("no room for a folder of the moment")?;
    let site = Site { shown: Some(shown), ..Site::here(data.path()) };
    site.open(async |_, address| {
        tell(address)?;
        open_browser(&format!("http://{address}"));
        Ok(())
    })
}

/// Says where a page is.
pub(crate) fn say_where(address: SocketAddr) -> Result<()> {
    say!("see it at http://{address} (end with Ctrl-C)")
}

/// An arena and where it is to be found.
pub(crate) struct Site {
    pub(crate) listen: SocketAddr,
    pub(crate) data: PathBuf,
    pub(crate) bots: Vec<SeatSpec>,
    pub(crate) names: Vec<String>,
    pub(crate) behind_proxy: bool,
    pub(crate) secure: bool,
    /// What browsers are shown, where we speak TLS ourselves.
    pub(crate) certificates: Option<Certificates>,
    /// Where else people can sign in.
    pub(crate) oidc: Option<Arc<Provider>>,
    pub(crate) shown: Option<Shown>,
    /// Where contests are kept and who works for them; `None`: there are none.
    pub(crate) contests: Option<(league::Place, league::WorkArgs)>,
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
            secure: false,
            certificates: None,
            oidc: None,
            shown: None,
            contests: None,
        }
    }

    /// Serves until somebody ends it; `ready` is called once it listens. Matches that are being played are paused then, and
    /// what contests are doing is given back.
    pub(crate) fn open(self, ready: impl AsyncFnOnce(&Arc<Arena>, SocketAddr) -> Result<()>) -> Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            let interrupts = match &self.certificates {
                Some(_) => Interrupts::listen_but_hangup(),
                None => Interrupts::listen(),
            };
            let stop = interrupts?.stop();
            let key = match self.shown {
                // What is only shown is not recorded.
                Some(_) => None,
                None => Some(key(&self.data)?),
            };
            let worker = key.iter().cloned().fold(Worker::new(self.bots), Worker::with_key);
            let worker = Arc::new(worker);
            let options = Options { shown: self.shown, ..Options::new(&self.data) };
            let arena = Arena::open(options, worker.clone()).await?;
            let contests = match &self.contests {
                Some((place, work)) => Some(Contests::open(place, work, worker, key).await?),
                None => None,
            };
            let league = contests.as_ref().map(|contests| contests.league.clone());
            let named = |address| ServerOptions {
                names: Names::new(address, &self.names),
                forwarded: self.behind_proxy,
                secure: self.secure,
                league,
                oidc: self.oidc.clone(),
            };
            let taken = || format!("cannot listen on {}; choose another address with --listen", self.listen);
            let mut server = Server::bind(self.listen, arena.clone(), named).await.with_context(taken)?;
            if let Some(certificates) = self.certificates {
                server = server.with_tls(&certificates)?;
                tls::renew_on_hangup(certificates)?;
            }
            ready(&arena, server.address()?).await?;
            // Whoever watches a match of a contest is let go when the match is given back, so nobody waits for the other.
            let asked = || {
                let mut stop = stop.clone();
                async move { stop.wait().await }
            };
            let give_back = async {
                asked().await;
                if let Some(contests) = contests {
                    contests.close().await;
                }
            };
            let (paused, ()) = tokio::join!(server.serve(asked()), give_back);
            match paused {
                0 => say!("the page is closed"),
                1 => say!("the page is closed; one match is paused and can be taken up again"),
                paused => say!("the page is closed; {paused} matches are paused and can be taken up again"),
            }
        });
        // A record that is being played again is not waited for: its task has been given back.
        runtime.shutdown_background();
        served
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
