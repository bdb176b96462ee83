//! A worker for an arena on another machine.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use meydan_record::Key;
use meydan_remote::Remote;
use meydan_worker::{Duty, Shift, Stock, WORKER_KEY, folders, worker_of};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::ends::misuse;
use crate::league::{machine, walls};
use crate::log::{self, LogFormat};
use crate::say::{remark, say};

/// How many bytes of unpacked builds are kept, unless somebody says otherwise.
const BUILDS_GB: u64 = 4;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The arena's address
    #[arg(long, env = "MEYDAN_ARENA", value_name = "URL")]
    arena: String,
    /// A file with the token that an admin made for workers; left out: the variable MEYDAN_WORKER_TOKEN holds the token itself
    #[arg(long, value_name = "FILE")]
    token: Option<PathBuf>,
    /// A file with certificates (PEM) that vouch for the arena, besides those of this machine
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Where this worker keeps its key, and builds while it needs them; each worker has a folder of its own
    #[arg(long, default_value = "meydan-worker", value_name = "DIR")]
    data: PathBuf,
    /// What it is called on the desk; left out: the machine's name
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// How many tasks are done at once; left out: one for every two cores that it may use
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    hands: Option<u8>,
    /// Bots share all cores, instead of having one each as far as there are enough; so they do where a limit of processor time is set
    #[arg(long)]
    no_pin: bool,
    /// How many GB of builds are kept for the next match with them
    #[arg(long, default_value_t = BUILDS_GB, value_name = "GB", value_parser = clap::value_parser!(u64).range(1..=1000))]
    cache: u64,
    /// How long it may finish what it has when it is told to go (SIGTERM), in seconds; then it gives it back
    #[arg(long, default_value_t = 600, value_name = "SECONDS")]
    drain: u64,
    /// A folder with packages that builds may use, read-only (docs/submissions.md says how it is laid out)
    #[arg(long, value_name = "DIR")]
    provide: Option<PathBuf>,
    /// A folder with a tool chain outside of /usr that builds and bots may see; may be repeated
    #[arg(long, value_name = "DIR")]
    tools: Vec<PathBuf>,
    /// How the log on standard error is written; MEYDAN_LOG says how much, for instance `debug`
    #[arg(long, default_value = "text", value_name = "text|json")]
    log: LogFormat,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    log::start(args.log, "warn,meydan=info");
    let ca = args.ca.as_ref().map(|file| std::fs::read(file).with_context(|| format!("{}", file.display())));
    let remote = Remote::new(&args.arena, &token(args)?, ca.transpose()?.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let worked = runtime.block_on(work(args, remote));
    runtime.shutdown_background();
    worked
}

async fn work(args: &Args, remote: Remote) -> Result<()> {
    let place = || format!("cannot work in {}; choose another folder with --data", args.data.display());
    std::fs::create_dir_all(&args.data).with_context(place)?;
    // Held until the program ends.
    let lock = File::create(args.data.join("lock")).with_context(place)?;
    if lock.try_lock().is_err() {
        bail!("another worker uses {}; give each a folder of its own with --data", args.data.display());
    }
    let (folder, builds) = folders(&args.data).with_context(place)?;
    let (bench, judge) = walls(&folder, &args.tools, args.provide.as_ref()).await;
    if let Err(missing) = &bench {
        remark!("strangers' programs are not built or run here: {missing}");
    }
    let usable = meydan_sandbox::usable();
    let shift = Shift {
        tasks: Arc::new(remote),
        id: worker_of(&args.data).with_context(place)?,
        name: args.name.clone().unwrap_or_else(machine),
        walls: judge,
        bench: bench.ok(),
        stock: Stock::fetched(&builds, &folder.join("spool"), args.cache << 30)?,
        key: Some(Key::open(&args.data.join(WORKER_KEY))?),
        tools: args.tools.clone(),
        folder,
        hands: args.hands.map_or((usable.cores / 2).max(1), usize::from),
        cores: usable.cores,
        pin: !args.no_pin && usable.own,
    };
    let hands = if shift.hands == 1 { "one hand".to_owned() } else { format!("{} hands", shift.hands) };
    let cores = match (usable.own, usable.cores) {
        (true, 1) => "one core".to_owned(),
        (true, many) => format!("{many} cores"),
        (false, 1) => "the time of one core".to_owned(),
        (false, many) => format!("the time of {many} cores"),
    };
    say!("the worker {} works for {} with {hands} and {cores}", shift.id, args.arena)?;
    let (order, duty) = watch::channel(Duty::Work);
    let going = tokio::spawn(go_when_told(order, Duration::from_secs(args.drain)));
    shift.work(duty).await;
    going.abort();
    say!("the worker has gone; it has nothing left to do")
}

/// The first signal lets a worker finish what it has, the second makes it give that back; so does waiting for too long.
async fn go_when_told(order: watch::Sender<Duty>, drain: Duration) -> Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut told = async || {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    told().await;
    remark!("this worker finishes what it has and goes; a second signal makes it give that back");
    order.send_replace(Duty::Drain);
    let _ = tokio::time::timeout(drain, told()).await;
    order.send_replace(Duty::Stop);
    Ok(())
}

fn token(args: &Args) -> Result<String> {
    match (&args.token, std::env::var("MEYDAN_WORKER_TOKEN")) {
        (Some(file), _) => std::fs::read_to_string(file).with_context(|| format!("{}", file.display())),
        (None, Ok(token)) => Ok(token),
        (None, Err(_)) => misuse!(
            "a worker needs a token: `meydan arena worker-token LABEL` makes one on the arena's machine; give it with --token FILE"
        ),
    }
}
