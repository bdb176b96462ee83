//! The host's end: who may sit down, and the seats they take.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome, Seat, Viewer};
use meydan_referee::{Briefing, Directions, Lobby, Player, Recorder, Table, TimeControl, Trouble, Turn};
use serde_json::value::to_raw_value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::chair::{Arrival, Chair, ChairClock, ChairPlayer, ChairTerms, Patience, Visit, chair};
use crate::join::{Join, Presence, RefusalCode, ToGuest};
use crate::talk::text_of;
use crate::token::Token;
use crate::wire::PROTOCOL;

mod door;
mod pump;

/// Longer than anybody waits.
const LONG: Duration = Duration::from_secs(365 * 24 * 3600);

/// What a lobby is opened with.
#[derive(Clone, Debug)]
pub struct LobbyTerms {
    /// The game that is played.
    pub game: &'static str,
    /// Who sits where from the start; `None` is a seat for a guest.
    pub seats: Vec<Option<String>>,
    /// How long an absent guest's turn is waited for, from the moment it left; `None`: until it comes back.
    pub patience: Option<Duration>,
    /// Whether guests are told the events. Only for a game that hides nothing: events know all.
    pub reveal: bool,
}

/// A table that guests come to over TCP. Whoever has taken a seat can come back to it with the token it was given;
/// nobody else can.
pub struct NativeLobby {
    address: SocketAddr,
    hall: Arc<Hall>,
    /// The players of guests' seats, until somebody asks for them.
    players: Vec<Option<ChairPlayer>>,
    /// The door, and somebody beside each chair.
    _tasks: JoinSet<()>,
}

impl NativeLobby {
    /// Opens the door. Must be called inside a tokio runtime.
    pub fn open(listener: TcpListener, terms: LobbyTerms) -> io::Result<NativeLobby> {
        let address = listener.local_addr()?;
        let chair_terms = ChairTerms {
            gather: true,
            patience: Patience { turn: terms.patience, seat: None },
            clock: ChairClock::Match,
        };
        let guests = terms.seats.iter().map(|name| name.is_none().then(|| chair(chair_terms)));
        let (chairs, players): (Vec<_>, Vec<_>) = guests.map(Option::unzip).unzip();
        let presence = terms.seats.into_iter().enumerate().map(|(seat, name)| Presence {
            seat: Seat(seat as u8),
            here: name.is_some(),
            name,
        });
        let hall = Arc::new(Hall {
            game: terms.game,
            door: Mutex::new(()),
            presence: watch::Sender::new(presence.collect()),
            begun: AtomicBool::new(false),
            reveal: terms.reveal,
            chairs,
        });
        let mut tasks = JoinSet::new();
        tasks.spawn(door::accept(listener, hall.clone()));
        for (seat, chair) in hall.guests() {
            tasks.spawn(mind(hall.clone(), seat, chair.here()));
        }
        Ok(NativeLobby { address, hall, players, _tasks: tasks })
    }

    /// Who sits where, now and whenever that changes.
    pub fn presence(&self) -> watch::Receiver<Vec<Presence>> {
        self.hall.presence.subscribe()
    }

    /// What sends everybody away. It can be kept where the lobby itself is given to a match.
    pub fn farewell(&self) -> Farewell {
        Farewell(self.hall.clone())
    }
}

/// The last word to the guests of a lobby.
pub struct Farewell(Arc<Hall>);

impl Farewell {
    /// Sends everybody away with a word, and waits a moment for it to arrive.
    pub async fn say(self, reason: &str) {
        self.0.guests().for_each(|(_, chair)| chair.close(reason));
        join_all(self.0.guests().map(|(_, chair)| chair.parted())).await;
    }
}

impl Drop for NativeLobby {
    fn drop(&mut self) {
        self.hall.guests().for_each(|(_, chair)| chair.close("the host has left"));
    }
}

impl<G: Game> Lobby<G> for NativeLobby {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn player(&mut self, seat: Seat) -> Box<dyn Player<G>> {
        let player = self.players.get_mut(seat.index()).and_then(Option::take);
        let player = player.expect("each guest's seat is asked for once");
        Box::new(LobbyPlayer { player, hall: self.hall.clone() })
    }

    fn directions(&self, _: Seat, server: SocketAddr) -> Directions {
        Directions { env: vec![("MEYDAN_JOIN".to_owned(), server.to_string())], ..Directions::default() }
    }

    fn recorders(&mut self) -> Vec<Box<dyn Recorder<G>>> {
        vec![Box::new(Teller { hall: self.hall.clone() })]
    }

    fn time_control(&self, mut time: TimeControl) -> TimeControl {
        // Guests come when they come; whoever is tired of waiting stops the match.
        time.start = LONG;
        time
    }
}

/// What the door and the seats share.
struct Hall {
    game: &'static str,
    /// The guests' seats; `None` for a seat that somebody else has.
    chairs: Vec<Option<Chair>>,
    /// Held while somebody comes or goes, so that both are seen in one order.
    door: Mutex<()>,
    presence: watch::Sender<Vec<Presence>>,
    /// Whether the match has begun. Before that, whoever leaves gives the seat back.
    begun: AtomicBool,
    reveal: bool,
}

impl Hall {
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.door.lock().expect("nobody panics while holding this lock")
    }

    fn guests(&self) -> impl Iterator<Item = (Seat, &Chair)> {
        let seats = self.chairs.iter().enumerate();
        seats.filter_map(|(seat, chair)| Some((Seat(seat as u8), chair.as_ref()?)))
    }

    /// Leads a guest to the seat of its token, or to a free one.
    fn admit(&self, join: &Join) -> Result<Visit, (RefusalCode, String)> {
        let _door = self.lock();
        let (seat, chair, token) = match &join.token {
            Some(token) => {
                let mut guests = self.guests();
                let own = guests.find(|(_, chair)| chair.opens(token.as_str()));
                let (seat, chair) = own.ok_or_else(|| {
                    let reason =
                        "this token opens no seat of this match; join without it to take a free seat";
                    (RefusalCode::UnknownToken, reason.to_owned())
                })?;
                (seat, chair, token.clone())
            }
            None => self.free_seat()?,
        };
        let name = self.unlike_others(door::called(&join.name, seat.index()), seat);
        let welcome =
            ToGuest::Welcome { protocol: PROTOCOL, game: self.game, seat, name: &name, token: &token };
        let visit = chair.sit(Arrival { hello: Some(text_of(&welcome)), watch: join.watch });
        self.update(seat, |presence| (presence.name, presence.here) = (Some(name), true));
        Ok(visit)
    }

    /// A name that nobody else at the table has: a second `Ali` is `Ali 2`.
    fn unlike_others(&self, name: String, seat: Seat) -> String {
        let seats = self.presence.borrow();
        let taken =
            |name: &str| seats.iter().any(|other| other.seat != seat && other.name.as_deref() == Some(name));
        let numbered = (2..).map(|number| format!("{name} {number}"));
        std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name)
    }

    fn free_seat(&self) -> Result<(Seat, &Chair, Token), (RefusalCode, String)> {
        for (seat, chair) in self.guests() {
            let drawn = chair.take();
            let drawn =
                drawn.map_err(|error| (RefusalCode::Other, format!("no token can be drawn: {error}")))?;
            if let Some(token) = drawn {
                return Ok((seat, chair, token));
            }
        }
        let reason = "all seats are taken; a seat whose player is away is kept for that player";
        Err((RefusalCode::Full, reason.to_owned()))
    }

    /// Somebody has left a seat, and may have come back meanwhile.
    fn left(&self, seat: Seat) {
        let _door = self.lock();
        let Some(chair) = self.chairs[seat.index()].as_ref().filter(|chair| chair.absence().is_some()) else {
            return;
        };
        let kept = self.begun.load(Ordering::Relaxed) || !chair.vacate();
        self.update(seat, |presence| {
            presence.here = false;
            if !kept {
                presence.name = None;
            }
        });
    }

    /// Changes what is known of a seat, and tells everybody who watches.
    fn update(&self, seat: Seat, change: impl FnOnce(&mut Presence)) {
        self.presence.send_modify(|seats| change(&mut seats[seat.index()]));
        let seats = text_of(&ToGuest::Seats { seats: &self.presence.borrow() });
        self.guests().for_each(|(_, chair)| chair.tell_watcher(&seats));
    }
}

/// Notices when somebody leaves a chair.
async fn mind(hall: Arc<Hall>, seat: Seat, mut here: watch::Receiver<bool>) {
    while here.changed().await.is_ok() {
        if !*here.borrow_and_update() {
            hall.left(seat);
        }
    }
}

/// A guest's seat: a chair, whose first turn is the beginning of the match for everybody.
struct LobbyPlayer {
    player: ChairPlayer,
    hall: Arc<Hall>,
}

impl<G: Game> Player<G> for LobbyPlayer {
    fn clocked(&self) -> bool {
        Player::<G>::clocked(&self.player)
    }

    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        self.player.start(briefing, table)
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        self.hall.begun.store(true, Ordering::Relaxed);
        self.player.play(turn, table)
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        self.player.finish(outcome, table)
    }
}

/// Tells every guest what happens, as far as its seat may know.
struct Teller {
    hall: Arc<Hall>,
}

impl<G: Game> Recorder<G> for Teller {
    fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G) {
        self.hall.begun.store(true, Ordering::Relaxed);
        let news = match entry {
            Entry::Close(_) | Entry::Withdraw(_) => true,
            // An act in a sealed window shows nothing to anybody.
            Entry::Act(..) => !events.is_empty(),
            _ => false,
        };
        if !news {
            return;
        }
        let events = if self.hall.reveal { to_raw_value(events).ok() } else { None };
        for (seat, chair) in self.hall.guests() {
            if let Ok(view) = to_raw_value(&game.view(Viewer::Seat(seat))) {
                chair.show(view, events.as_deref());
            }
        }
    }

    fn end(&mut self, _: &Outcome, _: &G) {}
}
