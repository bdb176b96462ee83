//! The match in this process: the person's own seats, and guests over the network.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::trace::{Entry, Header};
use meydan_core::{Game, Next, Outcome, Seat, SeatSet, Viewer};
use meydan_labyrinth::{Action, Config, Event, Labyrinth};
use meydan_native::{LobbyTerms, NativeLobby, Presence};
use meydan_referee::{Lobby, Match, Player, Recorder, Refusal, Table, TimeControl, Trouble, Turn};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc};

use crate::link::{FarLink, Input, Link, News};
use crate::tape::Tape;
use crate::text;

/// A match about to be played here.
pub(crate) struct Sitting {
    pub(crate) game: Labyrinth,
    pub(crate) config: Arc<Config>,
    pub(crate) header: Header,
    pub(crate) tape: Tape,
    /// The socket for guests, who take all seats but the first.
    pub(crate) guests: Option<Guests>,
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
        let tape = self.tape.clone();
        Link::spawn(inputs, Some(tape), |far| self.run(far))
    }

    async fn run(self, far: FarLink) {
        let Sitting { game, config, header, tape, guests } = self;
        let seats = game.roster().len();
        let mut lobby = match guests.map(|guests| open(guests, seats)).transpose() {
            Ok(lobby) => lobby,
            Err(error) => return far.tell(News::Broken(error.to_string())),
        };
        let mine = if lobby.is_some() { SeatSet::one(Seat(0)) } else { SeatSet::first(seats) };
        far.tell(News::Board { config, view: game.view(Viewer::Spectator), mine });
        let FarLink { inputs, acts, mut quit } = far;
        let acts = Arc::new(Mutex::new(acts));
        let player = |seat| -> Box<dyn Player<Labyrinth>> {
            match &mut lobby {
                Some(lobby) if !mine.contains(seat) => lobby.player(seat),
                _ => Box::new(Person { acts: acts.clone(), inputs: inputs.clone() }),
            }
        };
        let players = game.roster().seats().map(player).collect();
        let mut time = TimeControl::off();
        time.start = Duration::from_secs(365 * 24 * 3600);
        let mut recorders: Vec<Box<dyn Recorder<Labyrinth>>> =
            vec![Box::new(tape.clone()), Box::new(Teller(inputs.clone()))];
        if let Some(lobby) = &mut lobby {
            recorders.extend(Lobby::<Labyrinth>::recorders(lobby));
            let address = Lobby::<Labyrinth>::address(lobby).to_string();
            tokio::spawn(follow(lobby.presence(), address, tape, inputs.clone()));
        }
        let game = recorders.into_iter().fold(Match::new(game, players, time), Match::with_recorder);
        let mut running = std::pin::pin!(game.run(&header));
        tokio::select! {
            _ = &mut running => {}
            _ = &mut quit => {
                if let Some(lobby) = &mut lobby {
                    lobby.close(text::HOST_LEFT).await;
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
            let _ = inputs.send(Input::News(News::Notice(text::listening(&address, free))));
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
