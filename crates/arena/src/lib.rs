//! Plays the matches that the page shows: the hall behind the server, in one process.
//!
//! Every match runs on a thread of its own. What the page draws of it goes into a [`Film`], which any number of
//! spectators may follow from its beginning; its trace goes to the data folder when it is over. A person's seat is a
//! booth: the match talks to the booth, and whichever browser holds the key talks to the booth too.

mod booth;
mod film;
mod hall;
mod play;
mod shelf;

pub use film::Film;
pub use hall::{Arena, ArenaHall, ArenaOptions, Shown};
