use thiserror::Error;

use super::{Entry, Trace};
use crate::{Chance, Game, StateHash, Status};

/// Why a trace does not play again as it was recorded.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The trace is of another game.
    #[error("the trace is of `{found}`, not of `{wanted}`")]
    OtherGame {
        /// The game in the header.
        found: String,
        /// The game asked for.
        wanted: &'static str,
    },
    /// The rules have changed since.
    #[error("the trace was played by version {found} of the rules of `{game}`, this program has {wanted}")]
    OtherRules {
        /// The game.
        game: &'static str,
        /// The version in the header.
        found: u32,
        /// The version here.
        wanted: u32,
    },
    /// The config in the header is refused.
    #[error("the match cannot be set up again: {0}")]
    Config(String),
    /// The header names another number of entrants than the match has seats.
    #[error("the header names {entrants} entrants, but the match has {seats} seats")]
    Entrants {
        /// How many it names.
        entrants: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// The rules refuse a recorded act.
    #[error("window {window}: the recorded act of seat {seat} is refused: {reason}")]
    Refused {
        /// The window.
        window: u32,
        /// The seat.
        seat: crate::Seat,
        /// The rules' reason.
        reason: String,
    },
    /// An input after the end of the match, or for a seat there is not.
    #[error("after window {0} the trace holds an input that does not fit the match")]
    Stray(u32),
    /// The state is another than the recorded one.
    #[error("window {window}: the state's hash is {found}, the trace says {recorded}")]
    Differs {
        /// The window.
        window: u32,
        /// What the trace says.
        recorded: StateHash,
        /// What came out.
        found: StateHash,
    },
    /// The outcome is another than the recorded one.
    #[error("the match ends otherwise than recorded: {0}")]
    OtherEnd(String),
}

/// Plays a trace again, entry by entry, and compares every hash.
pub struct Replay<'a, G: Game> {
    /// The game after the entries that were played so far.
    pub game: G,
    trace: &'a Trace<G::Action>,
    position: usize,
    window: u32,
}

/// One entry played again.
pub struct Step<'a, G: Game> {
    /// The entry.
    pub entry: &'a Entry<G::Action>,
    /// The window it belongs to.
    pub window: u32,
    /// What happened by it.
    pub events: Vec<G::Event>,
}

impl<'a, G: Game> Replay<'a, G> {
    /// Sets the match up as the header says.
    pub fn new(trace: &'a Trace<G::Action>) -> Result<Self, ReplayError> {
        let header = &trace.header;
        if header.game != G::NAME {
            return Err(ReplayError::OtherGame { found: header.game.clone(), wanted: G::NAME });
        }
        if header.rules != G::RULES {
            return Err(ReplayError::OtherRules { game: G::NAME, found: header.rules, wanted: G::RULES });
        }
        let config =
            serde_json::from_str(header.config.get()).map_err(|e| ReplayError::Config(e.to_string()))?;
        let game =
            G::new(&config, Chance::new(header.seed)).map_err(|e| ReplayError::Config(e.to_string()))?;
        let (entrants, seats) = (header.entrants.len(), game.roster().len());
        if entrants != seats {
            return Err(ReplayError::Entrants { entrants, seats });
        }
        Ok(Replay { game, trace, position: 0, window: 0 })
    }

    /// Plays the next entry; `None` after the last.
    pub fn step(&mut self) -> Result<Option<Step<'a, G>>, ReplayError> {
        let Some(entry) = self.trace.entries.get(self.position) else {
            return Ok(None);
        };
        self.position += 1;
        let window = self.window;
        let mut events = Vec::new();
        match (entry, self.game.status()) {
            (
                Entry::Used(..)
                | Entry::Fault(_)
                | Entry::Note(..)
                | Entry::Stderr(..)
                | Entry::Ended(..)
                | Entry::End(_),
                _,
            ) => {}
            (_, Status::Over(_)) => return Err(ReplayError::Stray(window)),
            (Entry::Act(seat, action), Status::Waiting(open)) => {
                if !open.seats.contains(*seat) {
                    return Err(ReplayError::Stray(window));
                }
                self.game.act(*seat, action.clone(), &mut events).map_err(|e| ReplayError::Refused {
                    window,
                    seat: *seat,
                    reason: e.to_string(),
                })?;
            }
            (Entry::Time(seat, micros), _) if seat.index() < self.game.roster().len() => {
                self.game.time_used(*seat, *micros);
            }
            (Entry::Withdraw(seat), _) if seat.index() < self.game.roster().len() => {
                self.game.withdraw(*seat, &mut events);
            }
            (Entry::Time(..) | Entry::Withdraw(_), _) => return Err(ReplayError::Stray(window)),
            (Entry::Close(recorded), _) => {
                self.game.close(&mut events);
                self.window += 1;
                let found = self.game.hash();
                if found != *recorded {
                    return Err(ReplayError::Differs { window, recorded: *recorded, found });
                }
            }
        }
        Ok(Some(Step { entry, window, events }))
    }

    /// Plays everything that is left and compares the outcome. Gives the number of windows played.
    pub fn finish(mut self) -> Result<(G, u32), ReplayError> {
        while self.step()?.is_some() {}
        match (&self.trace.end, self.game.status()) {
            (Some(end), Status::Over(outcome)) if end.outcome == outcome => {
                if end.windows != self.window {
                    let text = format!("after {} windows, not {}", self.window, end.windows);
                    return Err(ReplayError::OtherEnd(text));
                }
            }
            (Some(_), Status::Over(outcome)) => return Err(ReplayError::OtherEnd(outcome.reason)),
            (Some(_), Status::Waiting(_)) => return Err(ReplayError::OtherEnd("it is not over".into())),
            (None, _) => {}
        }
        Ok((self.game, self.window))
    }
}
