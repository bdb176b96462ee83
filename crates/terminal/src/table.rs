//! The match in this process: the person's own seats, and guests over the network.

use std::collections::BTreeSet;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_catalog::Prepared;
use meydan_core::trace::{Entrant, Entry};
use meydan_core::{Game, Next, Outcome, Seat, SeatSet, Viewer};
use meydan_labyrinth::{Action, Event, Labyrinth};
use meydan_native::{LobbyTerms, NativeLobby, Presence};
use meydan_referee::{Lobby, Player, Recorder, Refusal, Stop, Table, Trouble, Turn};
use meydan_runner::{Around, ClockRate, LocalCrew, MatchOrder, SeatSpec, Sinks, run_prepared};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc};

use crate::link::{FarLink, Input, Link, News};
use crate::tape::Tape;
use crate::text::Text;

/// A match about to be played here, as it stands.
pub(crate) struct Sitting {
    pub(crate) prepared: Prepared<Labyrinth>,
    /// Who sits where.
    pub(crate) people: Vec<Entrant>,
    pub(crate) tape: Tape,
    /// The socket for guests, who take all seats but the first.
    pub(crate) guests: Option<Guests>,
    pub(crate) text: Text,
}

/// How guests come.
pub(crate) struct Guests {
    pub(crate) listener: std::net::TcpListener,
    /// The person's own name.
    pub(crate) name: String,
    pub(crate) patience: Option<Duration>,
}

impl Sitting {
    /// Starts the match on a thread of its own.
    pub(crate) fn begin(self, inputs: Sender<Input>) -> std::io::Result<Link> {
        let (tape, text) = (self.tape.clone(), self.text);
        Link::spawn(inputs, Some(tape), text, |far| self.run(far))
    }

    async fn run(self, far: FarLink) {
        let Sitting { prepared, people, tape, guests, text } = self;
        let seats = prepared.game.roster().len();
        let lobby = match guests.map(|guests| open(guests, seats)).transpose() {
            Ok(lobby) => lobby,
            Err(error) => return far.tell(News::Broken(error.to_string())),
        };
        let mine = if lobby.is_some() { SeatSet::one(Seat(0)) } else { SeatSet::first(seats) };
        let config = Arc::new(prepared.config.clone());
        far.tell(News::Board { config, view: prepared.game.view(Viewer::Spectator), mine });
        let FarLink { inputs, acts, quit } = far;
        let farewell = lobby.as_ref().map(NativeLobby::farewell);
        if let Some(lobby) = &lobby {
            let address = Lobby::<Labyrinth>::address(lobby).to_string();
            tokio::spawn(follow(lobby.presence(), address, tape.clone(), inputs.clone(), text));
        }
        let order = MatchOrder {
            game: Labyrinth::NAME.to_owned(),
            entrants: people,
            clock: ClockRate::Off,
            as_they_come: true,
            ..MatchOrder::default()
        };
        let acts = Arc::new(Mutex::new(acts));
        let person = |seat| -> (Seat, Box<dyn Player<Labyrinth>>) {
            (seat, Box::new(Person { acts: acts.clone(), inputs: inputs.clone() }))
        };
        let around = Around {
            players: mine.iter().map(person).collect(),
            recorders: vec![Box::new(tape), Box::new(Teller(inputs.clone()))],
            lobby: lobby.map(|lobby| Box::new(lobby) as Box<dyn Lobby<Labyrinth>>),
            before: None,
        };
        // Whoever is not here comes through the lobby.
        let mut crew = LocalCrew::new(vec![SeatSpec::Wire; seats]);
        let playing = run_prepared(prepared, &order, &mut crew, Sinks::default(), around, Stop::never());
        let mut playing = std::pin::pin!(playing);
        tokio::select! {
            played = &mut playing => {
                if let Err(error) = played {
                    let _ = inputs.send(Input::News(News::Broken(error.to_string())));
                }
            }
            // The match stands still from here on: guests who are sent away have not left it.
            _ = quit => {
                if let Some(farewell) = farewell {
                    farewell.say(text.plain().host_left).await;
                }
            }
        }
    }
}

fn open(guests: Guests, seats: usize) -> std::io::Result<NativeLobby> {
    guests.listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(guests.listener)?;
    let mut names = vec![None; seats];
    names[0] = Some(guests.name);
    // Nothing in labyrinth is hidden, so everybody may be told everything.
    let terms = LobbyTerms { game: Labyrinth::NAME, seats: names, patience: guests.patience, reveal: true };
    NativeLobby::open(listener, terms)
}

/// Tells the person, and the record, who comes and goes.
async fn follow(
    mut presence: tokio::sync::watch::Receiver<Vec<Presence>>,
    address: String,
    tape: Tape,
    inputs: Sender<Input>,
    text: Text,
) {
    let mut known = BTreeSet::new();
    loop {
        let seats = presence.borrow_and_update().clone();
        for (seat, presence) in seats.iter().enumerate() {
            if let Some(name) = &presence.name
                && known.insert((seat, name.clone()))
            {
                tape.name_seat(seat, name);
            }
        }
        let free = seats.iter().filter(|seat| seat.name.is_none()).count();
        let _ = inputs.send(Input::News(News::Seats(seats)));
        if free > 0 {
            let notice = text.listening(&for_others(&address), free);
            let _ = inputs.send(Input::News(News::Notice(notice)));
        }
        if presence.changed().await.is_err() {
            return;
        }
    }
}

/// The person on this end of the link.
struct Person {
    acts: Arc<Mutex<mpsc::UnboundedReceiver<Action>>>,
    inputs: Sender<Input>,
}

impl Person {
    fn tell(&self, news: News) {
        let _ = self.inputs.send(Input::News(news));
    }

    async fn window(&mut self, table: &Table<Labyrinth>) -> Result<(), Trouble> {
        let mut acts = self.acts.lock().await;
        // What was sent before the turn was not meant for it.
        while acts.try_recv().is_ok() {}
        self.tell(News::Turn(table.view()));
        loop {
            let Some(action) = acts.recv().await else {
                // The person is gone; whoever ends the match ends this wait with it.
                return std::future::pending().await;
            };
            match table.act(action) {
                Ok(Next::Done) | Err(Refusal::Closed) => return Ok(()),
                Ok(Next::More) => self.tell(News::Turn(table.view())),
                Err(refusal) => self.tell(News::Rejected(refusal.to_string())),
            }
        }
    }
}

impl Player<Labyrinth> for Person {
    fn clocked(&self) -> bool {
        false
    }

    fn play<'a>(&'a mut self, _: Turn, table: &'a Table<Labyrinth>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(self.window(table))
    }
}

/// Tells the person everything that happens.
struct Teller(Sender<Input>);

impl Recorder<Labyrinth> for Teller {
    fn entry(&mut self, entry: &Entry<Action>, events: &[Event], game: &Labyrinth) {
        if matches!(entry, Entry::Act(..) | Entry::Close(_) | Entry::Withdraw(_)) {
            let scene = News::Scene { view: game.view(Viewer::Spectator), events: events.to_vec() };
            let _ = self.0.send(Input::News(scene));
        }
    }

    fn end(&mut self, _: &Outcome, game: &Labyrinth) {
        let _ = self.0.send(Input::News(News::Over(game.view(Viewer::Spectator))));
    }
}

/// An address that others can join. Whoever listens on every address of the machine is not reached at 0.0.0.0: the one by which
/// others are reached from here is told instead, where the system knows it. Nothing is sent for that.
pub fn for_others(address: &str) -> String {
    let Ok(listening) = address.parse::<SocketAddr>() else { return address.to_owned() };
    if !listening.ip().is_unspecified() {
        return address.to_owned();
    }
    let own = UdpSocket::bind((listening.ip(), 0)).and_then(|socket| {
        // An address that is kept for documentation, so that nobody is there.
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    let own = own.map(|own| own.ip()).ok().filter(|own| !own.is_unspecified());
    match own {
        Some(own) => SocketAddr::new(own, listening.port()).to_string(),
        None => format!("ADDRESS-OF-THIS-MACHINE:{}", listening.port()),
    }
}

#[cfg(test)]
mod tests {
    use super::for_others;

    #[test]
    fn nobody_is_told_to_join_every_address_at_once() {
        assert_eq!(for_others("127.0.0.1:7911"), "127.0.0.1:7911");
        for everywhere in ["0.0.0.0:7911", "[::]:7911"] {
            let told = for_others(everywhere);
            assert!(told.ends_with(":7911") && !told.contains("0.0.0.0") && !told.contains("[::]"), "{told}");
        }
    }
}
