//! A person at the terminal, playing labyrinth: full-screen or line by line, alone or with others over the network.
//!
//! The match runs on a thread of its own, or on another machine, and the person's side cannot tell: news come, acts
//! go (`link`). Two front ends hear the news: [`screen`](crate) for a terminal and [`plain`](crate) for pipes. A save
//! is the trace of the match so far. [`play`] does all of it.

mod files;
mod film;
mod guest;
mod link;
mod options;
mod person;
mod phase;
mod plain;
mod prompt;
mod save;
mod screen;
mod signals;
mod slots;
mod start;
mod table;
mod tape;
mod text;
mod wrong;

pub use meydan_labyrinth::{Day, Difficulty, Lang};
pub use meydan_sketch::steers;
pub use options::Options;
pub use person::{Typist, colours, room};
pub use save::{Flaw, SaveError, fingerprint};
pub use slots::saved_as;
pub use start::{Console, PlayError, board, play, today};
pub use table::for_others;
pub use text::explain;
pub use wrong::Wrong;
