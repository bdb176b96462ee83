//! What the server knows about each seat that a client may take, shared between its calls and the referee's players.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use meydan_core::{Seat, SeatSet, Status as MatchStatus};
use meydan_gotham::{Action, City, Gotham, View, foresee};
use meydan_referee::{Claim, Guest, Refusal, Seating, Sign, Table, Visitor};
use tokio::sync::{Notify, watch};
use tonic::Status;

use crate::convert::{self, Stamp};
use crate::ids::Ids;
use crate::server::MOST_CONNECTIONS;
use crate::settings::Settings;
use crate::wire;

/// How long a call waits for a window that is just about to open.
const PATIENCE: Duration = Duration::from_secs(60);

/// One seat.
pub(crate) struct Post {
    pub(crate) seat: Seat,
    /// What its client proves itself with. A client that we start gets one that is written nowhere.
    token: Mutex<String>,
    table: watch::Sender<Option<Table<Gotham>>>,
    /// How many connections its clients have open.
    connections: AtomicUsize,
    /// How many streams its clients have open.
    streams: AtomicUsize,
    /// The last window in which a move was refused, plus one. The contest's clients do not try again.
    refused: AtomicU32,
    pub(crate) news: Notify,
}

/// The server's side of a match.
pub(crate) struct Office {
    pub(crate) city: City,
    pub(crate) settings: Settings,
    /// How long a unit may take for a half-turn where no clock runs.
    pub(crate) long_stop: Option<Duration>,
    config: wire::GameConfig,
    /// The seats; `None` where somebody else sits.
    posts: Vec<Option<Post>>,
    ids: Ids,
    /// When each message of each box was first shown.
    times: Mutex<[[Vec<i32>; 2]; 2]>,
    /// Becomes true when the first unit may join: the readiness clock starts then (spec 7).
    pub(crate) joining: watch::Sender<bool>,
    /// Who has shown a token so far. Every unit has its own, so nobody can be taken for another.
    pub(crate) seating: Arc<Seating>,
    /// How clients that were started for a seat are known, where they come from an address of their own.
    signs: Mutex<Vec<(Seat, Sign)>>,
}

impl Office {
    pub(crate) fn new(
        city: City,
        settings: Settings,
        tokens: Vec<Option<String>>,
        long_stop: Option<Duration>,
    ) -> Office {
        let post = |seat: Seat, token: String| Post {
            seat,
            token: Mutex::new(token),
            table: watch::Sender::new(None),
            connections: AtomicUsize::new(0),
            streams: AtomicUsize::new(0),
            refused: AtomicU32::new(0),
            news: Notify::new(),
        };
        let seats = (0..).map(Seat);
        let posts: Vec<Option<Post>> =
            seats.zip(tokens).map(|(seat, token)| token.map(|token| post(seat, token))).collect();
        let open: SeatSet = posts.iter().flatten().map(|post| post.seat).collect();
        Office {
            config: convert::config(city.config()),
            city,
            settings,
            long_stop,
            posts,
            ids: Ids::default(),
            times: Mutex::default(),
            joining: watch::Sender::new(false),
            seating: Seating::new(open, SeatSet::EMPTY),
            signs: Mutex::default(),
        }
    }

    /// The client of a seat is being started.
    pub(crate) fn expect(&self, seat: Seat, sign: Sign) {
        lock(&self.signs).push((seat, sign));
    }

    /// The seat for which whoever comes from there was started. Some clients have their tokens in a file of their own.
    pub(crate) fn started(&self, from: SocketAddr) -> Option<&Post> {
        let signs = lock(&self.signs);
        let fits = |sign: &Sign| matches!(sign, Sign::From(fits) if fits(from));
        let seat = signs.iter().find(|(_, sign)| fits(sign)).map(|(seat, _)| *seat);
        self.post(seat?)
    }

    pub(crate) fn post(&self, seat: Seat) -> Option<&Post> {
        self.posts.get(seat.index())?.as_ref()
    }

    /// The seat whose token this is. All tokens are looked at whatever is found, so that the time tells nothing.
    pub(crate) fn find(&self, token: &str) -> Result<&Post, Status> {
        let mut found = None;
        for post in self.posts.iter().flatten() {
            if same(&post.token(), token) {
                found = Some(post);
            }
        }
        found.ok_or_else(|| convert::unknown_token(token))
    }

    /// A connection has shown a seat's token. `false`: there are too many already.
    pub(crate) fn connect(&self, seat: Seat, visitor: Visitor) -> bool {
        let Some(post) = self.post(seat) else { return false };
        let more = |count: usize| (count < MOST_CONNECTIONS).then_some(count + 1);
        let room = post.connections.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).is_ok();
        if room {
            let team = self.city.config().units.get(seat.index()).map(|unit| unit.team);
            let name = team.and_then(|team| self.settings.team_name(team)).map(str::to_owned);
            // It is known by its token, and may come when the match has begun.
            let _ = self.seating.take(visitor, Claim::Own(seat), |_| Guest { name, ready: false });
        }
        room
    }

    /// Such a connection is gone.
    pub(crate) fn disconnect(&self, seat: Seat) {
        if let Some(post) = self.post(seat) {
            post.connections.fetch_sub(1, Ordering::AcqRel);
        }
    }

    /// A fresh token for a seat whose client we start.
    pub(crate) fn new_token(&self, seat: Seat) -> String {
        let token = self.ids.of((9, seat.0, 0));
        if let Some(post) = self.post(seat) {
            *lock(&post.token) = token.clone();
        }
        token
    }

    /// Whether the match is over; nobody sits down at one that is.
    pub(crate) fn is_over(&self) -> bool {
        let table = self.posts.iter().flatten().find_map(|post| post.table.borrow().clone());
        table.is_some_and(|table| matches!(table.status(), MatchStatus::Over(_)))
    }

    /// A view as it goes over the wire.
    pub(crate) fn view(&self, view: &View) -> wire::GameView {
        let (team, half) = view.me.map_or((0, 0), |me| (me.team as u8, me.kind.half() as u8));
        let nanos: Vec<i32> = {
            let mut times = lock(&self.times);
            let times = &mut times[usize::from(team)][usize::from(half)];
            if times.len() < view.chat.len() {
                times.resize(view.chat.len(), this_moment());
            }
            times[..view.chat.len()].to_vec()
        };
        let stamp = |(i, nanos)| Stamp { id: self.ids.of((team, half, i)), nanos };
        convert::view(view, self.config.clone(), nanos.into_iter().enumerate().map(stamp))
    }
}

impl Post {
    pub(crate) fn token(&self) -> String {
        lock(&self.token).clone()
    }

    /// The referee has come with the seat's table.
    pub(crate) fn sit_down(&self, table: &Table<Gotham>) {
        self.table.send_replace(Some(table.clone()));
    }

    /// The seat's table; waits for the match to be set up.
    pub(crate) async fn table(&self) -> Result<Table<Gotham>, Status> {
        let mut coming = self.table.subscribe();
        let table = coming.wait_for(Option::is_some).await.map_err(|_| convert::unknown_error())?;
        table.clone().ok_or_else(convert::unknown_error)
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.streams.load(Ordering::Acquire) > 0
    }

    /// Whether a move of the unit was refused in this window.
    pub(crate) fn was_refused(&self, window: u32) -> bool {
        self.refused.load(Ordering::Acquire) == window + 1
    }

    pub(crate) fn stream_opened(&self) {
        self.streams.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn stream_closed(&self) {
        self.streams.fetch_sub(1, Ordering::AcqRel);
        self.news.notify_waiters();
    }

    /// Acts, and answers in the original's words.
    pub(crate) async fn act(&self, office: &Office, action: Action) -> Result<(), Status> {
        let table = self.table().await?;
        let mut changes = table.changes();
        let acting = async {
            loop {
                match table.act(action.clone()) {
                    Ok(_) => {
                        if matches!(action, Action::Ready { .. }) {
                            office.seating.ready(self.seat);
                        }
                        self.news.notify_waiters();
                        return Ok(());
                    }
                    Err(Refusal::Rules(rejection)) => {
                        if let (Action::Move { .. }, Some(window)) = (&action, table.window()) {
                            self.refused.store(window.number + 1, Ordering::Release);
                            self.news.notify_waiters();
                        }
                        return Err(convert::refusal(&rejection));
                    }
                    Err(Refusal::Closed) => {}
                }
                // Not this unit's window: what it knows itself tells why. The order of the checks is the same.
                if let Some(rejection) = foresee(&office.city, &table.view(), &action) {
                    table.fault(meydan_core::FaultKind::Rejected, rejection.to_string());
                    return Err(convert::refusal(&rejection));
                }
                // It would be taken, but its window is not open yet. The first to join opens the match.
                if matches!(action, Action::Ready { .. }) {
                    office.joining.send_replace(true);
                }
                changes.changed().await.map_err(|_| convert::unknown_error())?;
            }
        };
        tokio::time::timeout(PATIENCE, acting).await.unwrap_or_else(|_| Err(convert::unknown_error()))
    }
}

/// Compares without telling by its time where two tokens differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// The part of the second, in whole milliseconds, as the original stamps its messages (spec 15.2).
fn this_moment() -> i32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.subsec_millis() as i32 * 1_000_000)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("nobody panics while holding this lock")
}
