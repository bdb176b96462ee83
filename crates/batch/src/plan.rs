use std::sync::Arc;

use meydan_core::{Batch, Bot, Chance, Frame, Seat, SeatSet};

/// How a fleet is set up.
pub struct Plan<G: Batch> {
    /// The configs; match `i` is played on config `i` modulo their number.
    pub configs: Vec<G::Config>,
    /// The sizes that everything is padded to; `None`: the tightest that fits all configs.
    pub frame: Option<Frame>,
    /// The seats that the caller chooses for in match 0.
    pub seats: SeatSet,
    /// Whether the caller's seats move on by one from match to match, so that every seat is played alike.
    pub rotate: bool,
    /// Who plays the other seats; without anybody they are silent.
    pub opponents: Option<Arc<Opponents<G>>>,
    /// What is rewarded.
    pub reward: Reward,
    /// When a match that has ended begins anew.
    pub autoreset: Autoreset,
    /// After how many steps a match is cut; 0: never.
    pub most_steps: u32,
    /// Whether every row is observed after every step. Else only those that are to act are, and all at a match's start and
    /// end; in games by turns that is much less.
    pub every_row: bool,
    /// On how many threads matches are stepped; 1 steps them on the caller's.
    pub threads: usize,
}

/// Seats a bot: the number of the match, the seat, the config, its own chance.
pub type Opponents<G> =
    dyn Fn(usize, Seat, &<G as meydan_core::Game>::Config, Chance) -> Box<dyn Bot<G>> + Send + Sync;

impl<G: Batch> Plan<G> {
    /// The caller chooses for every seat, results are rewarded, ended matches begin anew in the same step.
    pub fn new(configs: Vec<G::Config>) -> Plan<G> {
        Plan {
            configs,
            frame: None,
            seats: SeatSet::first(SeatSet::CAPACITY),
            rotate: false,
            opponents: None,
            reward: Reward { result: 1.0, gain: 0.0 },
            autoreset: Autoreset::SameStep,
            most_steps: 0,
            every_row: false,
            threads: 1,
        }
    }
}

/// What a step is worth to a seat: so many times its result in the step in which the match ends, and so many times the
/// growth of its gain in every step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reward {
    /// The weight of the result.
    pub result: f32,
    /// The weight of the gain.
    pub gain: f32,
}

/// When a match that has ended begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step in which it ended: the observation is already the new match's.
    SameStep,
    /// In the step after: that step's choices are ignored.
    NextStep,
    /// Only when the caller asks.
    Never,
}
