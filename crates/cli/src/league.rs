//! The contests of an arena: opening them, and what is done for them from the command line.

use std::io::{BufRead, IsTerminal};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use meydan_blobs::Blobs;
use meydan_league::store::{Role, Store};
use meydan_league::{
    Broker, Caller, Clock, DEMO, DEMO_ACCOUNTS, DEMO_PASSWORD, Here, League, NewWorkerToken, Options, SignUp,
    UserChange,
};
use meydan_nats::Nats;
use meydan_record::Key;
use meydan_sandbox::MissingWalls;
use meydan_worker::{Duty, Shift, Stock, Walls, Worker, folders, games, worker_of};
use meydan_workshop::Bench;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::say::{remark, say};
use crate::{archive, backup};

/// Where everything of an arena is kept.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Place {
    /// Where matches, accounts and archives are kept
    #[arg(long, default_value = "meydan-data", value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The database; left out: a file in the data folder. Several arenas may use one PostgreSQL, each with a data folder of its
    /// own and all with the same --store
    #[arg(long, value_name = "sqlite:FILE|postgres://…")]
    database: Option<String>,
    /// Where archives, builds and records lie, a folder or a bucket; left out: in the data folder. For a bucket of S3 the variables
    /// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT say who we are and where it is, for one of Google
    /// GOOGLE_APPLICATION_CREDENTIALS
    #[arg(long, value_name = "DIR|s3://BUCKET/FOLDER|gs://BUCKET/FOLDER")]
    store: Option<String>,
    /// NATS with JetStream, through which arenas on one database offer each other tasks and show each other matches; left out: they look at
    /// the database again and again, and show the matches whose workers are connected to them
    #[arg(long, value_name = "nats://HOST:PORT")]
    nats: Option<String>,
}

/// Who works for the contests of an arena.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WorkArgs {
    /// How many builds and matches of contests are made at once
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=64))]
    workers: u8,
    /// A folder with packages that builds may use, read-only (docs/submissions.md says how it is laid out)
    #[arg(long, value_name = "DIR")]
    provide: Option<PathBuf>,
    /// A folder with a tool chain outside of /usr that builds and bots may see; may be repeated
    #[arg(long, value_name = "DIR")]
    tools: Vec<PathBuf>,
    /// Nobody can make an account but admins
    #[arg(long)]
    closed: bool,
    /// Makes a contest for show, in which house bots play a ladder
    #[arg(long, value_name = "GAME", num_args = 0..=1, default_missing_value = "jungle")]
    pub(crate) demo: Option<String>,
}

/// What is done for an arena from the command line. It may run meanwhile.
#[derive(clap::Subcommand)]
pub(crate) enum Task {
    /// Makes an admin, or makes somebody one; the password is read from standard input
    Admin {
        /// The account's name
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// A link with which somebody chooses a new password, for a day
    Reset {
        /// The account's name
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Makes a token for workers on other machines (`meydan worker`), and prints it this once
    WorkerToken {
        /// What it is called
        label: String,
        #[command(flatten)]
        place: Place,
    },
    /// Lists the tokens for workers
    WorkerTokens {
        #[command(flatten)]
        place: Place,
    },
    /// Takes a token for workers back: whoever came with it is shut out
    EndWorkerToken {
        /// Its id, as `worker-tokens` tells it
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// Copies everything into a new folder, while the arena runs
    Backup {
        /// The new folder
        to: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Freezes a contest into files that open without a server: pages, records, standing, statistics, bracket; as far as
    /// everybody may see them
    Archive {
        /// The contest's name in addresses
        contest: String,
        /// The new folder
        to: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Makes a data folder from a backup
    Restore {
        /// The backup
        from: PathBuf,
        /// The new data folder
        #[arg(long, default_value = "meydan-data", value_name = "DIR")]
        data: PathBuf,
    },
    /// Forgets the contest for show and everything in it; the next start with --demo makes a new one
    ResetDemo {
        #[command(flatten)]
        place: Place,
    },
}

/// The database of an arena.
pub(crate) const DATABASE: &str = "meydan.sqlite";
/// The folder of its blobs.
pub(crate) const BLOBS: &str = "blobs";

impl Place {
    pub(crate) async fn open(&self) -> Result<(Store, Blobs)> {
        let folder =
            || format!("cannot keep anything in {}; choose another folder with --data", self.data.display());
        std::fs::create_dir_all(&self.data).with_context(folder)?;
        let store = match &self.database {
            Some(url) => Store::open(url).await?,
            None => Store::open_file(self.data.join(DATABASE)).await?,
        };
        Ok((store, self.blobs().await?))
    }

    async fn blobs(&self) -> Result<Blobs> {
        match &self.store {
            Some(place) => {
                let blobs = Blobs::open(place)?;
                // A wrong name or a wrong key is told now, and not to whoever sends the first archive.
                blobs.reach().await.with_context(|| {
                    format!("`{place}` cannot be reached; look at --store{}", advice(place))
                })?;
                Ok(blobs)
            }
            None => Ok(Blobs::in_folder(&self.data.join(BLOBS))?),
        }
    }

    async fn league(&self, worker: Arc<Worker>, open_sign_up: bool) -> Result<Arc<League>> {
        let (store, blobs) = self.open().await?;
        let broker = match &self.nats {
            Some(address) => Some(Arc::new(Nats::open(address, &store).await?) as Arc<dyn Broker>),
            None => None,
        };
        let (games, clock) = (games(), Clock::System);
        Ok(League::open(Options { store, blobs, engines: worker, games, clock, open_sign_up, broker })?)
    }
}

/// What is missing in the environment where a bucket of S3 cannot be reached, as far as it can be told.
fn advice(place: &str) -> &'static str {
    let given = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let plain = || std::env::var("AWS_ENDPOINT").is_ok_and(|url| url.starts_with("http://"));
    match place.starts_with("s3://") {
        true if plain() && !given("AWS_ALLOW_HTTP") => {
            "; AWS_ENDPOINT speaks plain HTTP, which AWS_ALLOW_HTTP=true allows"
        }
        true if !given("AWS_ACCESS_KEY_ID") => {
            "; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say who you are"
        }
        _ => "",
    }
}

/// The contests of an arena at work.
pub(crate) struct Contests {
    pub(crate) league: Arc<League>,
    stop: watch::Sender<bool>,
    duty: watch::Sender<Duty>,
    tasks: Vec<JoinHandle<()>>,
}

impl Contests {
    pub(crate) async fn open(
        place: &Place,
        work: &WorkArgs,
        worker: Arc<Worker>,
        key: Option<Key>,
    ) -> Result<Contests> {
        let league = place.league(worker, !work.closed).await?;
        if league.clock_is_off().await? {
            bail!(
                "this machine's clock is not that of the database, by more than ten seconds; set it (`timedatectl`)"
            );
        }
        if !league.keeps_what_was_sent().await? {
            bail!(
                "what teams have sent does not lie there; give the same --store as the other arenas on this database"
            );
        }
        match &work.demo {
            Some(game) => {
                league.make_demo(game).await?;
                crate::show::send_kit(&league, game).await?;
            }
            None => {
                if league.close_demo_accounts().await? {
                    say!(
                        "the accounts of the contest for show are shut out, because everybody knows their password"
                    )?;
                }
            }
        }
        let (stop, stopped) = watch::channel(false);
        let mut tasks = vec![
            tokio::spawn(league.clone().relay(stopped.clone())),
            tokio::spawn(league.clone().tend(stopped)),
        ];
        let (duty, on_duty) = watch::channel(Duty::Work);
        if work.workers > 0 {
            let shift = shift(place, work, league.clone(), key).await?;
            tasks.push(tokio::spawn(shift.work(on_duty)));
        }
        Ok(Contests { league, stop, duty, tasks })
    }

    /// Gives back what is not done, and waits until that is written down.
    pub(crate) async fn close(self) {
        self.stop.send_replace(true);
        self.duty.send_replace(Duty::Stop);
        for task in self.tasks {
            // One that panicked has ended, too.
            let _ = task.await;
        }
    }
}

async fn shift(place: &Place, work: &WorkArgs, league: Arc<League>, key: Option<Key>) -> Result<Shift> {
    let folder = || format!("cannot work in {}; choose another folder with --data", place.data.display());
    let (folder_of_work, builds) = folders(&place.data).with_context(folder)?;
    let blobs = place.blobs().await?;
    let (bench, walls) = walls(&folder_of_work, &work.tools, work.provide.as_ref()).await;
    if let Err(missing) = &bench {
        remark!("strangers' programs are not built or run here: {missing}");
    }
    league.tell_walls(bench.as_ref().err().map(ToString::to_string));
    Ok(Shift {
        tasks: Arc::new(Here(league)),
        id: worker_of(&place.data).with_context(folder)?,
        name: machine(),
        walls,
        bench: bench.ok(),
        stock: Stock::beside(&builds, blobs, 4 << 30)?,
        key,
        tools: work.tools.clone(),
        folder: folder_of_work,
        hands: usize::from(work.workers),
        cores: meydan_sandbox::usable().cores,
        pin: false,
    })
}

/// What the machine is called.
pub(crate) fn machine() -> String {
    std::fs::read_to_string("/etc/hostname").map_or_else(|_| "here".to_owned(), |name| name.trim().to_owned())
}

/// Tries the walls of this machine: behind them archives are built and strangers' programs run.
pub(crate) async fn walls(
    folder: &Path,
    tools: &[PathBuf],
    provide: Option<&PathBuf>,
) -> (Result<Bench, MissingWalls>, Walls) {
    let surveyed = meydan_sandbox::survey().await;
    let bench = Bench::behind(&surveyed, folder)
        .map(|bench| bench.with_tools(tools.to_vec()).with_provided(provide.cloned()));
    let judge = meydan_runner::Judge::behind(&surveyed).map(|judge| judge.with_tools(tools.to_vec()));
    (bench, Walls::of(judge))
}

/// Says who may sign in to the contest for show.
pub(crate) fn say_demo(scheme: &str, address: SocketAddr) -> Result<()> {
    say!("a contest for show runs at {scheme}://{address}/contest/{DEMO}")?;
    for (name, role) in DEMO_ACCOUNTS {
        say!("  sign in as `{name}` ({role}) with the password `{DEMO_PASSWORD}`")?;
    }
    say!("  `meydan arena reset-demo` forgets it")
}

/// Does something for an arena that may be running.
pub(crate) fn run(task: &Task) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let worker = || Arc::new(Worker::new(Vec::new()));
        let host = Caller::host();
        match task {
            Task::Admin { name, place } => {
                let league = place.league(worker(), false).await?;
                if let Ok(user) = league.user_named(&host, name).await {
                    let change = UserChange { role: Some(Role::Admin.to_string()), disabled: Some(false) };
                    league.change_user(&host, &user.id, change).await?;
                    return say!("`{name}` is an admin now");
                }
                let password = read_password()?;
                let wish = SignUp { name: name.clone(), password, email: None, lang: None };
                league.make_account(&host, wish, Role::Admin).await?;
                say!("the admin `{name}` is made")
            }
            Task::Reset { name, place } => {
                let league = place.league(worker(), false).await?;
                let user = league.user_named(&host, name).await?;
                let link = league.make_reset(&host, &user.id).await?;
                say!("give them this, it works for a day: /reset#{}", link.code)
            }
            Task::WorkerToken { label, place } => {
                let league = place.league(worker(), false).await?;
                let made = league.make_worker_token(&host, &NewWorkerToken { label: label.clone() }).await?;
                say!("{}", made.secret)
            }
            Task::WorkerTokens { place } => {
                let league = place.league(worker(), false).await?;
                for token in league.worker_tokens(&host).await? {
                    say!("{} {} ({} workers)", token.id, token.label, token.workers)?;
                }
                Ok(())
            }
            Task::EndWorkerToken { id, place } => {
                let league = place.league(worker(), false).await?;
                league.end_worker_token(&host, id).await?;
                say!("the token is taken back")
            }
            Task::Backup { to, place } => backup::make(place, to).await,
            Task::Archive { contest, to, place } => {
                if !place.data.is_dir() {
                    bail!("there is no arena in {}; say where it is with --data", place.data.display());
                }
                let league = place.league(worker(), false).await?;
                archive::make(&league, contest, to).await
            }
            Task::Restore { from, data } => backup::restore(from, data).await,
            Task::ResetDemo { place } => {
                let league = place.league(worker(), false).await?;
                match league.forget_demo().await? {
                    true => say!("the contest for show is forgotten"),
                    false => say!("there is no contest for show"),
                }
            }
        }
    })
}

/// A password from a terminal, without showing it, or from a pipe.
fn read_password() -> Result<String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        remark!("type a password and Enter (it is shown as you type; or pipe it in)");
    }
    let mut line = String::new();
    stdin.lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\n', '\r']);
    if password.is_empty() {
        bail!("no password was given; pipe one in, for instance `meydan arena admin NAME < FILE`");
    }
    Ok(password.to_owned())
}
