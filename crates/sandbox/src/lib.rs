//! Starts a bot, knows how it died, and leaves nothing of it behind.
//!
//! [`Command`] is what to run; [`start`] runs it bare, as a person at home would, and gives its pipes and its
//! [`Tree`]. Ending a tree kills the process, its children, and whatever they left behind in other sessions or under
//! other parents, and then looks again.

mod command;
mod proc;
mod tree;

pub use command::{Command, CommandError};
pub use tree::{Process, StartError, Survivors, Tree, start};
