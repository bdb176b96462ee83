use meydan_core::{Seat, Viewer};
use serde::Serialize;

use crate::score::ROOM;
use crate::{Galaxy, Phase, Reply, Stage};

/// All that one viewer may know. The board is open; reserves and who still has its fort are a player's own matter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// For whom the view is made; nobody for a spectator.
    pub me: Option<Seat>,
    /// The number of the turn; the first is 1.
    pub turn: u32,
    /// Whose turn it is.
    pub player: Seat,
    /// Start phase or main phase.
    pub phase: Phase,
    /// The position inside the turn.
    pub stage: Stage,
    /// The owner of every planet; `null` for a free one.
    pub owners: Vec<Option<Seat>>,
    /// The troops on every planet, fort troops not counted.
    pub troops: Vec<i64>,
    /// The fort troops on every planet.
    pub forts: Vec<i64>,
    /// Every player's troops that are not on the map; `null` where they are not the viewer's to know.
    pub reserves: Vec<Option<i64>>,
    /// Which players have built their fort; `null` where it is not the viewer's to know.
    pub fort_used: Vec<Option<bool>>,
    /// Whether this turn's transfer was made.
    pub moved: bool,
    /// Whether this turn's bonus for a win was given.
    pub bonus: bool,
    /// How the latest act of this turn went.
    pub reply: Reply,
    /// Whether the match is decided; nobody may act any more.
    pub decided: bool,
    /// The score of every player as the board stands; the final one once the match is decided.
    pub scores: Vec<i64>,
}

impl View {
    /// The viewer's own reserve; 0 for a spectator.
    pub fn reserve(&self) -> i64 {
        self.me.and_then(|me| self.reserves[me.index()]).unwrap_or(0)
    }
}

impl Galaxy {
    pub(crate) fn view_for(&self, who: Viewer) -> View {
        let me = match who {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let knows = |player: usize| me.is_none_or(|me| me.index() == player);
        let players = || self.players.iter().enumerate();
        let mut room = ROOM;
        View {
            me,
            turn: self.turn,
            player: self.player,
            phase: self.phase,
            stage: self.stage,
            owners: self.config.map().planets().map(|planet| self.owner(planet)).collect(),
            troops: self.planets.iter().map(|planet| planet.troops).collect(),
            forts: self.planets.iter().map(|planet| planet.forts).collect(),
            reserves: players().map(|(i, player)| knows(i).then_some(player.reserve)).collect(),
            fort_used: players().map(|(i, player)| knows(i).then_some(player.fort_used)).collect(),
            moved: self.moved,
            bonus: self.bonus,
            reply: self.reply,
            decided: self.winner.is_some() || self.end.is_some(),
            scores: self.final_scores(&mut room).to_vec(),
        }
    }
}
