//! A companion for the course that the labyrinth comes from.
//!
//! [`check()`] runs a student's own program against boards of a phase and says, rule by rule, what is right. [`comment()`] goes through
//! a played game with the solver and says where a win was thrown away.

mod check;
mod comment;

pub use check::{CheckError, Failure, Report, Rule, Terms, check};
pub use comment::{Comment, CommentError, Moment, Verdict, comment};
