use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{Next, Seat};
use meydan_galaxy::{Action, Config, Galaxy, Rejection, View};
use meydan_referee::{
    Directions, HostOptions, Limit, Lobby, Player, Recorder, Refusal, Seating, Table, TimeControl, Visitor,
};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::{self, Notify, OnceCell};
use tokio::task::JoinHandle;

use crate::callback::{Squatter, Word, call, look};
use crate::chronicle::{Chronicle, Files};
use crate::office::{Door, News, Office};
use crate::player::WirePlayer;
use crate::server;
use crate::settings::{FlagError, Settings};
use crate::wire::{Answer, Request};

/// The port the original listened on.
pub const PORT: u16 = 12345;

/// Why the server cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A flag that cannot be taken.
    #[error(transparent)]
    Flag(#[from] FlagError),
    /// The port is taken, or may not be used.
    #[error(
        "cannot listen on {address}: {error}; end the other program, or give another --port and write it into the clients' config.json"
    )]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system said.
        error: std::io::Error,
    },
    /// The system gives no random numbers.
    #[error("the system gives no random numbers for tokens: {0}")]
    Random(getrandom::Error),
}

/// Opens the contest's server for one match.
pub async fn open(config: Config, options: HostOptions) -> Result<Box<dyn Lobby<Galaxy>>, OpenError> {
    let settings = Settings::read(&options.flags)?;
    let address = SocketAddr::new(options.ip, options.port.unwrap_or(PORT));
    let listen = |error| OpenError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(listen)?;
    let address = listener.local_addr().map_err(listen)?;
    let tokens: Result<Vec<_>, _> =
        options.seats.iter().map(|seat| random_token().map(|token| (seat, token))).collect();
    let tokens = tokens.map_err(OpenError::Random)?;
    let office =
        Office::new(config.clone(), tokens, settings.client_port_start).with_started(options.started);
    // Any free port is asked for where nobody listens on the original's.
    let warnings = match options.port {
        Some(0) => Vec::new(),
        _ => older_clients(&settings, &options).await,
    };
    let hall = Arc::new(Hall {
        seating: Arc::clone(office.seating()),
        office: Mutex::new(office),
        finished: Notify::new(),
        line: Arc::default(),
        farewell: OnceCell::new(),
        settings,
        long_stop: options.long_stop,
    });
    let server = tokio::spawn(server::serve(listener, hall.clone()));
    Ok(Box::new(WireLobby { address, hall, config, options, warnings, names: Vec::new(), server }))
}

/// A client learns its port when it logs in, so nobody listens there yet but a client of a match before. The calls of this
/// match would go to that one.
async fn older_clients(settings: &Settings, options: &HostOptions) -> Vec<String> {
    let mut found = Vec::new();
    for seat in options.seats.iter() {
        let port = settings.client_port_start.saturating_add(u16::from(seat.0));
        let what = match look((Ipv4Addr::LOCALHOST, port).into(), LOOK).await {
            None => continue,
            Some(Squatter::Answers(401)) => {
                format!("port {port} answers 401: an older client still sits there")
            }
            Some(Squatter::Answers(status)) => {
                format!("port {port} answers {status} already: an older client still sits there, as a rule")
            }
            Some(Squatter::Listens) => {
                format!(
                    "somebody listens on port {port} already: an older client still sits there, as a rule"
                )
            }
        };
        found.push(format!("{what}; end it, because the client of seat {seat} will be called there"));
    }
    found
}

/// How long a port of this machine is tried, and how long an answer is waited for.
const LOOK: Duration = Duration::from_millis(400);

/// 128 random bits as a text.
fn random_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// What the server, the players and the lobby share.
pub(crate) struct Hall {
    pub(crate) seating: Arc<Seating>,
    office: Mutex<Office<Table<Galaxy>>>,
    /// Rung when a player has finished its turn. Only one player has the turn, so one bell is enough.
    finished: Notify,
    /// Held while a client is told that its turn is over; nobody else is called meanwhile.
    line: Arc<sync::Mutex<()>>,
    farewell: OnceCell<()>,
    pub(crate) settings: Settings,
    /// How long a client may take for a turn where no clock runs.
    pub(crate) long_stop: Option<Duration>,
}

impl Hall {
    pub(crate) fn office(&self) -> MutexGuard<'_, Office<Table<Galaxy>>> {
        self.office.lock().expect("nobody panics while holding the office")
    }

    /// Answers a request and passes the news on.
    pub(crate) fn answer(&self, request: &Request<'_>, visitor: Visitor) -> Answer {
        let (answer, news) = self.office().answer(request, visitor);
        if let Some(News::Finished(_)) = news {
            self.finished.notify_one();
        }
        answer
    }

    /// A turn begins: an old ring of the bell is forgotten.
    pub(crate) fn begin_turn(&self, seat: Seat) {
        self.office().begin_turn(seat);
        let _ = futures_util::FutureExt::now_or_never(self.finished.notified());
    }

    /// Ends a turn for its player and lets somebody tell it so, whoever goes on listening. Gives whether the player had
    /// finished the turn before.
    pub(crate) fn end_turn(&self, seat: Seat, tell: impl Future<Output = ()> + Send + 'static) -> bool {
        let finished = self.office().end_turn(seat);
        // One turn ends before the next begins, so the line is free. Where the runtime is gone, so are the clients.
        if let (Ok(line), Ok(runtime)) = (Arc::clone(&self.line).try_lock_owned(), Handle::try_current()) {
            runtime.spawn(async move {
                tell.await;
                drop(line);
            });
        }
        finished
    }

    /// Waits until the player of the last turn has been told that it is over.
    pub(crate) async fn turn_told(&self) {
        drop(self.line.lock().await);
    }

    /// Waits until the player has finished its turn.
    pub(crate) async fn turn_finished(&self) {
        self.finished.notified().await;
    }

    /// Says goodbye to everybody, once: `/kill` in order of seats, after the `/end` of the last turn.
    pub(crate) async fn farewell(&self) {
        let goodbye = || async {
            self.turn_told().await;
            let seats: Vec<Seat> = self.office().seats().collect();
            for seat in seats {
                let client = self.office().client(seat).cloned();
                if let Some(client) = client {
                    // The clients often end without an answer.
                    let _ = call(&client, Word::Kill, KILL_TIMEOUT, false).await;
                }
            }
        };
        self.farewell.get_or_init(goodbye).await;
    }
}

/// How long to wait for an answer to `/kill`; fixed in the original.
const KILL_TIMEOUT: Duration = Duration::from_millis(100);

impl Door for Table<Galaxy> {
    fn view(&self) -> View {
        Table::view(self)
    }

    fn act(&self, action: Action) -> Result<Next, Option<Rejection>> {
        Door::act_worded(self, action, &|rejection| rejection.to_string())
    }

    fn act_worded(
        &self,
        action: Action,
        words: &dyn Fn(Rejection) -> String,
    ) -> Result<Next, Option<Rejection>> {
        Table::act_worded(self, action, &|rejection| words(*rejection)).map_err(|refusal| match refusal {
            Refusal::Rules(rejection) => Some(rejection),
            Refusal::Closed => None,
        })
    }

    fn print(&self, text: &str) {
        self.stderr(text.to_owned());
    }
}

struct WireLobby {
    address: SocketAddr,
    hall: Arc<Hall>,
    config: Config,
    options: HostOptions,
    warnings: Vec<String>,
    names: Vec<Option<String>>,
    server: JoinHandle<()>,
}

impl Drop for WireLobby {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Lobby<Galaxy> for WireLobby {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn player(&mut self, _: Seat) -> Box<dyn Player<Galaxy>> {
        Box::new(WirePlayer::new(self.hall.clone()))
    }

    /// The contest's clients read the address from a file of their own; these are for wrappers that write it.
    fn directions(&self, seat: Seat, server: SocketAddr) -> Directions {
        let env = [
            ("MEYDAN_SERVER_IP", server.ip().to_string()),
            ("MEYDAN_SERVER_PORT", server.port().to_string()),
            ("MEYDAN_SEAT", seat.to_string()),
        ];
        let calls = vec![self.hall.settings.client_port_start.saturating_add(u16::from(seat.0))];
        Directions {
            args: Vec::new(),
            env: env.map(|(name, value)| (name.to_owned(), value)).to_vec(),
            calls,
        }
    }

    fn seating(&self) -> Option<&Arc<Seating>> {
        Some(&self.hall.seating)
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    fn farewell(&self) -> BoxFuture<'static, ()> {
        let hall = Arc::clone(&self.hall);
        Box::pin(async move { hall.farewell().await })
    }

    fn name_teams(&mut self, names: &[Option<String>]) {
        self.names = names.to_vec();
    }

    fn recorders(&mut self) -> Vec<Box<dyn Recorder<Galaxy>>> {
        let Some(folder) = self.options.files.clone() else { return Vec::new() };
        let settings = &self.hall.settings;
        let chronicle =
            Chronicle::new(&self.config, settings.debug, settings.debug_dice).with_names(&self.names);
        vec![Box::new(Files::new(chronicle, self.config.clone(), folder))]
    }

    fn time_control(&self, mut time: TimeControl) -> TimeControl {
        let settings = &self.hall.settings;
        for (clock, limit) in [("init", settings.init_time), ("turn", settings.turn_time)] {
            if limit.is_some() {
                time = time.with_limit(clock, Limit { time: limit, hold: false });
            }
        }
        time
    }
}
