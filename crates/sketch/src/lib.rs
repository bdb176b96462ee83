//! Games in characters: each board is drawn from a view, and what a person may type becomes acts. One file per game.
//!
//! Nothing here knows a terminal: a [`Drawing`] is characters with a [`Look`] each, and whoever prints it decides on colours.
//! Nothing here knows a rule either. What is offered to a person is read off the view; the match says what it takes.
//!
//! ```
//! use meydan_core::{Chance, Game, Seed, Setup, Terms, Viewer};
//! use meydan_jungle::Jungle;
//! use meydan_sketch::Sketch;
//!
//! let config = Jungle::config(Jungle::maps()[0].bytes, &Terms::of("document"))?;
//! let game = Jungle::new(&config, Chance::new(Seed(1)))?;
//! let drawn = Jungle::sketch(&config, &game.view(Viewer::Spectator), Viewer::Spectator);
//! assert!(drawn.text().contains("tick 0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canvas;
mod drawing;
mod galaxy;
mod gotham;
mod heroes;
mod jungle;
mod labyrinth;
mod picture;
mod typed;

pub use drawing::{Drawing, Grid, Line, Look, printable, steers};
pub use picture::{Look as Piece, Mark, Overlay, Picture};
pub use typed::{Hand, Offered, Seen, Typed, Understood, Words, completions, numbers};

use meydan_core::{Game, Viewer};

/// A game whose board can be drawn.
pub trait Sketch: Game {
    /// The board as somebody sees it who has nothing but the config and this view.
    fn sketch(config: &Self::Config, view: &Self::View, who: Viewer) -> Drawing;
}
