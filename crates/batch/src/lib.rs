//! Many matches of a game side by side, stepped together: the engines as environments for learning.
//!
//! A [`Fleet`] owns the matches and nothing else: the arrays it reads choices from and writes observations, masks and
//! rewards to belong to the caller ([`Buffers`]). Seats that nobody outside chooses for are played by bots in this process.
//!
//! A *step* is one choice of every seat that may act. A window of a game closes when its seats have done all they may, and
//! windows in which no seat of the caller's may act are played through, so that a step always leads to the next decision.
//!
//! ```
//! use meydan_batch::{Arrays, Fleet, Plan};
//! use meydan_labyrinth::{Config, Labyrinth};
//!
//! let plan = Plan::<Labyrinth>::new(vec![Config::empty(4, 5)]);
//! let mut fleet = Fleet::new(plan, 3)?;
//! let mut arrays = Arrays::new(&fleet);
//! fleet.reset(7, &mut arrays.buffers());
//! // Everybody goes up (0), where the core lies in the same row after three steps.
//! fleet.step(&vec![0; 3], &mut arrays.buffers());
//! assert_eq!(arrays.acting, [1, 1, 1]);
//! assert_eq!(arrays.ended, [0, 0, 0]);
//! # Ok::<(), meydan_batch::FleetError>(())
//! ```

mod buffers;
mod crew;
mod fleet;
mod lane;
mod plan;

pub use buffers::{Arrays, Buffers};
pub use fleet::{Fleet, FleetError};
pub use lane::Keepsake;
pub use plan::{Autoreset, Opponents, Plan, Reward};
