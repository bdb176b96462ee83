use meydan_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::state::State;

/// All that one viewer may know. Nothing is hidden in this game, so everybody gets the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// How many stones are left.
    pub heap: u32,
    /// How many may be taken now.
    pub most: u32,
    /// Who is to take stones; `null` once the turn or the match is over.
    pub turn: Option<Seat>,
    /// Who took the last stone; `null` while the match runs.
    pub winner: Option<Seat>,
}

impl State {
    /// What `who` may know. A game with secrets decides here, and nowhere else, what a seat is shown.
    pub(crate) fn view(&self, config: &Config, _who: Viewer) -> View {
        View { heap: self.heap, most: self.most(config), turn: self.to_move(), winner: self.winner }
    }
}
