//! A companion for the course that the labyrinth comes from.
//!
//! [`check()`] runs a student's own program against boards of a phase and says, rule by rule, what is right. [`comment()`] goes through
//! a played game with the solver and says where a win was thrown away.

mod check;
mod comment;

pub use check::{
    CheckError, Class, ClassError, Failure, Report, Room, Row, Rule, Terms, Words, check, class, mark, phases,
};
pub use comment::{CommentError, comment};
pub use meydan_labyrinth::comment::{Comment, Moment, Verdict, Win};
pub use meydan_labyrinth::solve::Claim;
pub use meydan_labyrinth::{Ending, Lang};
