//! A seat that somebody can leave and come back to: a person in a browser, a guest over TCP, a bot on a socket.
//!
//! [`chair`] makes one. It has three ends:
//!
//! * [`ChairPlayer`] goes to the referee. It waits for whoever sits on the chair, minds patience and clocks, and gives
//!   the seat up when nobody comes back.
//! * [`Chair`] is a cheap handle for whoever lets people in. [`Chair::take`] gives the seat's key to its first owner,
//!   [`Chair::opens`] checks a key, [`Chair::sit`] puts a connection on the chair. It may be used from any thread and
//!   any runtime.
//! * [`Visit`] is one connection: lines to hear, lines to say. Dropping it is leaving. [`Visit::channels`] turns it into
//!   a plain pair of bounded channels for an end that knows nothing of this crate.
//!
//! Whoever sits down hears `start` again and, if the seat is to act, its `turn` with the view and the clock as they are
//! now. A second connection replaces the first, which hears a `refused` with the code `replaced`. Memory is bounded:
//! whoever says too much or leaves too much unread hears a `refused` with the code `flood`, and may come back.
//!
//! ```
//! use std::time::Duration;
//!
//! use meydan_native::{Arrival, ChairClock, ChairTerms, Patience, chair};
//! # use meydan_core::trace::Header;
//! # use meydan_core::{Chance, Game, Seed};
//! # use meydan_referee::{Match, TimeControl};
//! # use meydan_testkit::toy::{Sums, SumsConfig};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?.block_on(async {
//! let minutes = |n: u64| Duration::from_secs(60 * n);
//! let terms = ChairTerms {
//!     gather: false,
//!     patience: Patience { turn: Some(minutes(1)), seat: Some(minutes(5)) },
//!     clock: ChairClock::Person { window: minutes(5), bank: minutes(0), total: minutes(60) },
//! };
//! let (chair, player) = chair(terms);
//! let key = chair.take()?.expect("nobody has taken it before");
//!
//! // The person comes, proves the right to the seat, and plays.
//! let person = {
//!     let chair = chair.clone();
//!     tokio::spawn(async move {
//!         assert!(chair.opens(key.as_str()));
//!         let mut visit = chair.sit(Arrival::default());
//!         let mut heard = Vec::new();
//!         while let Some(line) = visit.hear().await {
//!             if line.starts_with(r#"{"type":"turn""#) {
//!                 visit.say(r#"{"window":0,"act":7}"#);
//!             }
//!             heard.push(line);
//!         }
//!         heard
//!     })
//! };
//!
//! // The referee plays the match with it.
//! # let config = SumsConfig { seats: 1, ..SumsConfig::live(1) };
//! # let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
//! # let header = Header::of(&game, &config, Seed(1));
//! let report = Match::new(game, vec![Box::new(player)], TimeControl::off()).run(&header).await?;
//! assert_eq!(report.windows, 1);
//! let heard = person.await?;
//! assert_eq!(heard.len(), 4, "start, turn, ok, end");
//! assert!(heard[1].contains(r#""clock":{"name":"turn","ms":300000,"left":3600000}"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! # Ok::<(), std::io::Error>(())
//! ```

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};

use crate::join::RefusalCode;
use crate::token::Token;

mod mail;
mod player;
mod room;

pub use player::ChairPlayer;

use mail::Mailbox;
use room::Shared;

/// How long a last word may take to be heard.
pub(crate) const PARTING: Duration = Duration::from_millis(1500);

/// What holds for a chair.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChairTerms {
    /// Whether the match begins only when somebody has sat down.
    pub gather: bool,
    /// How long somebody who is away is waited for.
    pub patience: Patience,
    /// Which clock runs while the seat is to act.
    pub clock: ChairClock,
}

/// How long somebody who is away is waited for, from the moment they left. A seat nobody has come to was left when its
/// chair was made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patience {
    /// The turn of somebody who is away longer passes; `None`: it is waited for.
    pub turn: Option<Duration>,
    /// The seat of somebody who is away longer is given up when it is asked next, and the match goes on without it;
    /// `None`: never.
    pub seat: Option<Duration>,
}

/// Which clock runs while a seat is to act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChairClock {
    /// The match's, as for a bot.
    #[default]
    Match,
    /// None.
    Off,
    /// A person's own. It runs whether they are there or not.
    Person {
        /// For each window; when it and the bank have run out the turn passes.
        window: Duration,
        /// Beyond that, over the whole match.
        bank: Duration,
        /// For the whole match; when it has run out the seat is given up.
        total: Duration,
    },
}

/// Makes a chair: the handle for whoever lets people in, and the player for the referee.
pub fn chair(terms: ChairTerms) -> (Chair, ChairPlayer) {
    let shared = Arc::new(Shared::new());
    (Chair { shared: shared.clone() }, ChairPlayer::new(shared, terms))
}

/// The door to a seat. Cheap to clone.
#[derive(Clone)]
pub struct Chair {
    shared: Arc<Shared>,
}

/// Somebody who has shown a right to a seat.
#[derive(Clone, Debug, Default)]
pub struct Arrival {
    /// A line to be heard before everything else.
    pub hello: Option<String>,
    /// Whether they want to be told what happens between their turns ([`Chair::show`]).
    pub watch: bool,
}

impl Chair {
    /// Takes the seat and gives the key to it; `None` if it is taken already.
    pub fn take(&self) -> io::Result<Option<Token>> {
        let mut room = self.shared.lock();
        if room.key.is_some() {
            return Ok(None);
        }
        let key = Token::draw()?;
        room.key = Some(key.clone());
        Ok(Some(key))
    }

    /// Whether this is the key to the seat. A free seat has none.
    pub fn opens(&self, key: &str) -> bool {
        self.shared.lock().key.as_ref().is_some_and(|own| own.fits(key))
    }

    /// Frees the seat if nobody sits there: the key opens nothing any more, and somebody else may take it.
    pub fn vacate(&self) -> bool {
        let mut room = self.shared.lock();
        let empty = room.visitor.is_none();
        if empty {
            room.key = None;
        }
        empty
    }

    /// Sits down. Whoever sat there before is sent away with a word. Whether they may is the caller's to know:
    /// [`Chair::take`] or [`Chair::opens`] come first.
    pub fn sit(&self, arrival: Arrival) -> Visit {
        let (number, mail) = self.shared.sit(arrival);
        Visit { shared: self.shared.clone(), number, mail }
    }

    /// Whether somebody sits there, now and whenever that changes before the end.
    pub fn here(&self) -> watch::Receiver<bool> {
        self.shared.here.subscribe()
    }

    /// For how long nobody has been there; `None` while somebody is.
    pub fn absence(&self) -> Option<Duration> {
        let room = self.shared.lock();
        room.visitor.is_none().then(|| room.empty_since.elapsed())
    }

    /// Tells whoever watches what happened: the seat's own view, and events if they may be known.
    pub fn show(&self, view: Box<RawValue>, events: Option<&RawValue>) {
        self.shared.show(view, events);
    }

    /// Gives a line of the host's own to whoever watches.
    pub fn tell_watcher(&self, line: &str) {
        self.shared.tell_watcher(line);
    }

    /// Ends the seat: whoever sits there hears why, nobody can sit down any more, and if the match still asks, it is
    /// told that the seat has been left.
    pub fn close(&self, reason: &str) {
        self.shared.close(reason);
    }

    /// Waits a moment until whoever was there has heard the last word.
    pub async fn parted(&self) {
        self.shared.parted().await;
    }
}

/// One connection to a chair. Dropping it is leaving.
pub struct Visit {
    shared: Arc<Shared>,
    number: u64,
    mail: Arc<Mailbox>,
}

impl Visit {
    /// The next line, without its line break; `None` when nothing more will come. May be dropped and called again.
    pub async fn hear(&mut self) -> Option<String> {
        self.mail.next().await
    }

    /// Says something. Out of turn, and after the end, it is dropped.
    pub fn say(&self, line: impl AsRef<[u8]>) {
        self.shared.say(self.number, line.as_ref());
    }

    /// Sends this connection away with a word. The seat stays theirs.
    pub fn dismiss(&self, code: RefusalCode, reason: &str) {
        self.shared.dismiss(self.number, code, reason);
    }

    /// Waits until nothing more will come than what lies ready.
    pub fn over(&self) -> impl Future<Output = ()> + Send + use<> {
        let mail = self.mail.clone();
        async move { mail.closed().await }
    }

    /// The same connection as a pair of bounded channels: what is heard, and where to say something. Dropping one of
    /// them is leaving. Must be called inside a tokio runtime.
    pub fn channels(self) -> (mpsc::Receiver<String>, mpsc::Sender<String>) {
        const WAITING: usize = 64;
        let (hear, heard) = mpsc::channel(WAITING);
        let (say, said) = mpsc::channel(WAITING);
        tokio::spawn(self.relay(hear, said));
        (heard, say)
    }

    async fn relay(self, hear: mpsc::Sender<String>, mut said: mpsc::Receiver<String>) {
        let mut waiting: Option<String> = None;
        loop {
            tokio::select! {
                line = said.recv() => match line {
                    Some(line) => self.say(&line),
                    None => return,
                },
                () = hear.closed() => return,
                line = self.mail.next(), if waiting.is_none() => match line {
                    Some(line) => waiting = Some(line),
                    None => return,
                },
                // Full only while the other end does not read: the lines then wait in the chair, which has a bound.
                room = hear.reserve(), if waiting.is_some() => match (room, waiting.take()) {
                    (Ok(room), Some(line)) => room.send(line),
                    _ => return,
                },
            }
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.mail.leave();
        self.shared.leave(self.number);
    }
}
