//! The host's end: who may sit down, and the seats they take.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome, Seat, Viewer};
use meydan_referee::{Directions, Lobby, Player, Recorder};
use serde_json::value::{RawValue, to_raw_value};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::join::{Presence, RefusalCode, ToGuest};
use crate::token::Token;
use crate::wire::PROTOCOL;

mod door;
mod pump;
mod seat;

use pump::{Arrival, Order, Pump};
use seat::LobbyPlayer;

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
    seats: Vec<Option<Place>>,
    accepting: JoinHandle<()>,
}

/// The host's handle on one guest's seat.
struct Place {
    orders: mpsc::UnboundedSender<Order>,
    /// The seat's player, until somebody asks for it.
    player: Option<LobbyPlayer>,
    /// Ends when the pump has.
    over: watch::Receiver<()>,
}

impl NativeLobby {
    /// Opens the door. Must be called inside a tokio runtime.
    pub fn open(listener: TcpListener, terms: LobbyTerms) -> io::Result<NativeLobby> {
        let address = listener.local_addr()?;
        let here = |seat: usize| {
            let name = terms.seats[seat].clone();
            Presence { seat: Seat(seat as u8), here: name.is_some(), name }
        };
        let presence = watch::Sender::new((0..terms.seats.len()).map(here).collect::<Vec<_>>());
        let mut entries = Vec::new();
        let mut pumps = Vec::new();
        for (seat, name) in terms.seats.iter().enumerate() {
            let (arrivals, door) = mpsc::channel(2);
            let guest = name.is_none();
            entries.push(HallEntry { door: guest.then_some(arrivals), token: None });
            pumps.push(guest.then_some((Seat(seat as u8), door)));
        }
        let hall = Arc::new(Hall {
            game: terms.game,
            entries: Mutex::new(entries),
            presence,
            begun: AtomicBool::new(false),
            reveal: terms.reveal,
        });
        let place = |(seat, door)| {
            let (pump, player, place) = Pump::new(seat, door, hall.clone(), terms.patience);
            tokio::spawn(pump.run());
            Place { player: Some(player), ..place }
        };
        let seats = pumps.into_iter().map(|pump| pump.map(place)).collect();
        let accepting = tokio::spawn(door::accept(listener, hall.clone()));
        Ok(NativeLobby { address, hall, seats, accepting })
    }

    /// Who sits where, now and whenever that changes.
    pub fn presence(&self) -> watch::Receiver<Vec<Presence>> {
        self.hall.presence.subscribe()
    }

    /// Sends everybody away with a word, and waits a moment for it to arrive.
    pub async fn close(&mut self, reason: &str) {
        self.accepting.abort();
        for place in self.seats.iter_mut().flatten() {
            let _ = place.orders.send(Order::Bye(reason.to_owned()));
            let _ = tokio::time::timeout(pump::PARTING, place.over.changed()).await;
        }
    }
}

impl Drop for NativeLobby {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl<G: Game> Lobby<G> for NativeLobby {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn player(&mut self, seat: Seat) -> Box<dyn Player<G>> {
        let place = self.seats.get_mut(seat.index()).and_then(Option::as_mut);
        Box::new(place.and_then(|place| place.player.take()).expect("each guest's seat is asked for once"))
    }

    fn directions(&self, _: Seat) -> Directions {
        Directions { args: Vec::new(), env: vec![("MEYDAN_JOIN".to_owned(), self.address.to_string())] }
    }

    fn recorders(&mut self) -> Vec<Box<dyn Recorder<G>>> {
        let orders = self.seats.iter().map(|place| place.as_ref().map(|place| place.orders.clone()));
        Box::new(Teller { hall: self.hall.clone(), orders: orders.collect() }).into_vec()
    }
}

/// What the door and the seats share.
struct Hall {
    game: &'static str,
    entries: Mutex<Vec<HallEntry>>,
    presence: watch::Sender<Vec<Presence>>,
    /// Whether the match has begun. Before that, whoever leaves gives the seat back.
    begun: AtomicBool,
    reveal: bool,
}

struct HallEntry {
    /// Where a connection is handed to the seat; `None` for a seat that is no guest's.
    door: Option<mpsc::Sender<Arrival>>,
    /// The token of whoever has taken it.
    token: Option<Token>,
}

/// A seat for a guest.
struct Granted {
    seat: Seat,
    token: Token,
    door: mpsc::Sender<Arrival>,
}

impl Hall {
    fn lock(&self) -> MutexGuard<'_, Vec<HallEntry>> {
        self.entries.lock().expect("nobody panics while holding this lock")
    }

    /// Finds the seat of a token, or a free one for somebody without.
    fn grant(&self, token: Option<&Token>) -> Result<Granted, (RefusalCode, String)> {
        let mut entries = self.lock();
        let mut guests = entries.iter_mut().enumerate().filter(|(_, entry)| entry.door.is_some());
        let found = match token {
            Some(token) => guests.find(|(_, entry)| entry.token.as_ref().is_some_and(|own| own == token)),
            None => guests.find(|(_, entry)| entry.token.is_none()),
        };
        let Some((seat, HallEntry { door: Some(door), token: own })) = found else {
            return Err(match token {
                Some(_) => (
                    RefusalCode::UnknownToken,
                    "this token opens no seat of this match; join without it to take a free seat".to_owned(),
                ),
                None => (
                    RefusalCode::Full,
                    "all seats are taken; a seat whose player is away is kept for that player".to_owned(),
                ),
            });
        };
        let token = match own {
            Some(token) => token.clone(),
            None => {
                let no_chance = |error| (RefusalCode::Other, format!("no token can be drawn: {error}"));
                own.insert(Token::draw().map_err(no_chance)?).clone()
            }
        };
        Ok(Granted { seat: Seat(seat as u8), token, door: door.clone() })
    }

    /// Somebody has come to a seat.
    fn arrived(&self, seat: Seat, name: &str) {
        self.presence.send_modify(|seats| {
            let entry = &mut seats[seat.index()];
            (entry.name, entry.here) = (Some(name.to_owned()), true);
        });
    }

    /// Somebody has left a seat.
    fn left(&self, seat: Seat) {
        let kept = self.begun.load(Ordering::Relaxed);
        if !kept {
            self.lock()[seat.index()].token = None;
        }
        self.presence.send_modify(|seats| {
            let entry = &mut seats[seat.index()];
            entry.here = false;
            if !kept {
                entry.name = None;
            }
        });
    }
}

/// Tells every seat what happens, as far as the seat may know.
struct Teller {
    hall: Arc<Hall>,
    orders: Vec<Option<mpsc::UnboundedSender<Order>>>,
}

impl Teller {
    fn into_vec<G: Game>(self: Box<Self>) -> Vec<Box<dyn Recorder<G>>> {
        vec![self]
    }
}

impl<G: Game> Recorder<G> for Teller {
    fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G) {
        self.hall.begun.store(true, Ordering::Relaxed);
        let news = match entry {
            Entry::Close(_) | Entry::Withdraw(_) => true,
            // An act in a sealed window shows nothing to anybody.
            Entry::Act(..) => !events.is_empty(),
            Entry::Time(..) | Entry::Fault(_) | Entry::Note(..) | Entry::Stderr(..) | Entry::End(_) => false,
        };
        if !news {
            return;
        }
        let raw = |events| to_raw_value(&events).ok().map(Arc::<RawValue>::from);
        let events = if self.hall.reveal { raw(events) } else { None };
        for (seat, orders) in self.orders.iter().enumerate() {
            let Some(orders) = orders else { continue };
            if let Ok(view) = to_raw_value(&game.view(Viewer::Seat(Seat(seat as u8)))) {
                // A seat whose pump has ended has nobody left to tell.
                let _ = orders.send(Order::Scene { view, events: events.clone() });
            }
        }
    }

    fn end(&mut self, _: &Outcome, _: &G) {}
}

fn refusal(code: RefusalCode, reason: &str) -> Vec<u8> {
    crate::join::line_of(&ToGuest::Refused { code, reason })
}

fn welcome(game: &str, granted: &Granted, name: &str) -> Vec<u8> {
    let Granted { seat, token, .. } = granted;
    crate::join::line_of(&ToGuest::Welcome { protocol: PROTOCOL, game, seat: *seat, name, token })
}
