use std::fmt::{Debug, Display};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Chance, Roster, Seat, StateHash, Status};

/// The rules of one game as a deterministic state machine: no I/O, no clock, no threads.
///
/// The state itself is [`Serialize`] so that it can be hashed: two matches are in the same state exactly when
/// their serialised forms are equal. Caches that can be rebuilt, and times that a wall clock measured, are marked
/// `#[serde(skip)]`.
pub trait Game: Clone + Send + Sync + Serialize + Sized + 'static {
    /// The name used in files, URLs and on the command line.
    const NAME: &'static str;
    /// Bumped whenever a recorded trace would play differently.
    const RULES: u32;

    /// Map and knobs; together with the chance it fixes the start.
    type Config: Serialize + DeserializeOwned + Clone + Debug + Send + Sync;
    /// One decision of a seat.
    type Action: Serialize + DeserializeOwned + Clone + Debug + PartialEq + Send;
    /// All that one viewer may know.
    type View: Serialize + Clone + Debug + Send;
    /// What happened, as the record tells it; omniscient, never shown to a bot.
    type Event: Serialize + DeserializeOwned + Clone + Debug + PartialEq + Send;
    /// Why an act was refused whole.
    type Rejection: Display + Debug + Send;
    /// Why a match cannot start from a config.
    type ConfigError: Display + Debug + Send;

    /// Sets up a match. All randomness of the match comes from `chance`.
    fn new(config: &Self::Config, chance: Chance) -> Result<Self, Self::ConfigError>;

    /// Which seats there are and on which side; fixed for the match.
    fn roster(&self) -> &Roster;

    /// Whom the match waits for, or how it ended.
    fn status(&self) -> Status;

    /// A seat of the open window acts. In a sealed window the act is kept until [`Game::close`]; in a live one it
    /// takes effect at once. A rejected act changes nothing.
    fn act(
        &mut self,
        seat: Seat,
        action: Self::Action,
        log: &mut Vec<Self::Event>,
    ) -> Result<Next, Self::Rejection>;

    /// The window ends: resolve what was kept, apply the default to whoever was silent, advance.
    fn close(&mut self, log: &mut Vec<Self::Event>);

    /// A seat has left for good. What its absence means is a rule of the game; by default: silence.
    fn withdraw(&mut self, seat: Seat, log: &mut Vec<Self::Event>) {
        let _ = (seat, log);
    }

    /// How long a seat took in the window that is about to close. Only a game whose rules rank by response time
    /// keeps it, outside the hashed state; everybody else ignores it.
    fn time_used(&mut self, seat: Seat, micros: u64) {
        let _ = (seat, micros);
    }

    /// All that `who` may know now. This is the only place where a secret could leak.
    fn view(&self, who: Viewer) -> Self::View;

    /// Whether `who` may know of an event that has just happened, as it is. Events say everything, so a game with
    /// secrets tells a seat only those whose every word is in its view too, or about itself; without a word from the
    /// game a seat is told none.
    fn tells(&self, who: Viewer, event: &Self::Event) -> bool {
        let _ = event;
        who == Viewer::Spectator
    }

    /// The hash of the state, equal on every machine.
    fn hash(&self) -> StateHash {
        StateHash::of(self)
    }
}

/// Whether a seat may act again in this window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The seat may act again.
    More,
    /// The seat has done all it may in this window.
    Done,
}

/// For whom a view is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// One seat: only what it may know.
    Seat(Seat),
    /// Somebody outside the match, who knows all.
    Spectator,
}

/// One step of a match. Folding the inputs over a fresh game gives the match again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Input<A> {
    /// A seat acted and the act was accepted.
    Act(Seat, A),
    /// How long a seat took in the window about to close, in microseconds.
    Time(Seat, u64),
    /// The open window was closed.
    Close,
    /// A seat left for good.
    Withdraw(Seat),
}

impl<A> Input<A> {
    /// Applies this input to a game.
    pub fn apply<G: Game<Action = A>>(
        self,
        game: &mut G,
        log: &mut Vec<G::Event>,
    ) -> Result<(), G::Rejection> {
        match self {
            Input::Act(seat, action) => {
                game.act(seat, action, log)?;
            }
            Input::Time(seat, micros) => game.time_used(seat, micros),
            Input::Close => game.close(log),
            Input::Withdraw(seat) => game.withdraw(seat, log),
        }
        Ok(())
    }
}
