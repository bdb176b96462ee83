//! Pure contest mathematics: no I/O, no clock.
//!
//! [`Ratings::fit`] turns duels into ratings with intervals, whatever order the duels came in. [`Sprt`] decides with
//! as few games as possible whether a change is an improvement. [`wilson`] is the interval of a share.

mod rating;
mod share;
mod sprt;

pub use rating::{Duel, Rating, Ratings};
pub use share::{Share, wilson};
pub use sprt::{Sprt, Verdict};

/// The share of points that a rating difference promises (the logistic curve of Elo).
pub fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}
