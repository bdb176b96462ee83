use meydan_core::{Chance, Seat};
use serde::{Deserialize, Serialize};

use crate::holdings::Holdings;
use crate::{Config, Map, MatchEnd, PlanetId, Rules};

/// The owner of a free planet.
pub(crate) const FREE: u8 = u8::MAX;

/// A match of the galaxy.
#[derive(Clone, Debug, Serialize)]
pub struct Galaxy {
    #[serde(skip)]
    pub(crate) config: Config,
    pub(crate) chance: Chance,
    pub(crate) turn: u32,
    pub(crate) player: Seat,
    /// Whether the player may act in this turn; false only if the match was found decided when it began.
    pub(crate) open: bool,
    pub(crate) phase: Phase,
    pub(crate) stage: Stage,
    /// Whether the transfer of this turn was made.
    pub(crate) moved: bool,
    /// Whether the bonus for the first win of this turn was given.
    pub(crate) bonus: bool,
    pub(crate) reply: Reply,
    /// Who has won before the length was reached, once that is found.
    pub(crate) winner: Option<Seat>,
    pub(crate) end: Option<MatchEnd>,
    pub(crate) planets: Vec<Planet>,
    pub(crate) players: Vec<Player>,
    /// Who holds which planets.
    #[serde(skip)]
    pub(crate) holdings: Holdings,
    /// Memory for the search of ways, kept to be used again.
    #[serde(skip)]
    pub(crate) search: Search,
}

/// What is on a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Planet {
    /// A player's number or [`FREE`].
    pub(crate) owner: u8,
    pub(crate) troops: i64,
    pub(crate) forts: i64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Player {
    pub(crate) reserve: i64,
    pub(crate) fort_used: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    /// The planets that may still be entered, as bits.
    pub(crate) open: Vec<u64>,
    /// The way so far.
    pub(crate) way: Vec<PlanetId>,
}

/// The two parts of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Players place one troop a turn.
    Start,
    /// Players receive income and fight.
    Main,
}

/// The position inside a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Every turn begins here, in both phases.
    Deploy,
    /// Attacks.
    Attack,
    /// The transfer.
    Move,
    /// The fort.
    Fort,
    /// The turn is over.
    Finished,
    /// Start phase: the troop is placed, the turn not yet finished.
    Placed,
}

impl Stage {
    /// The number the original gives the stage.
    pub fn number(self) -> u8 {
        match self {
            Stage::Deploy => 1,
            Stage::Attack => 2,
            Stage::Move => 3,
            Stage::Fort => 4,
            Stage::Finished => 5,
            Stage::Placed => 6,
        }
    }
}

impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stage::Deploy => "deploy",
            Stage::Attack => "attack",
            Stage::Move => "move",
            Stage::Fort => "fort",
            Stage::Finished => "finished",
            Stage::Placed => "placed",
        })
    }
}

/// How the latest act of this turn went, beyond that it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// There is nothing to add.
    Plain,
    /// The attack took the planet.
    Won,
    /// The attack did not take the planet.
    NotWon,
    /// `official`: a feint was won, and nothing came of it (spec 6.4).
    Stumbled,
    /// `official`: no troop was put, but the free planet is the player's now (spec 6.2).
    ClaimedOnly,
}

impl Galaxy {
    /// The map.
    pub fn map(&self) -> &Map {
        self.config.map()
    }

    /// The rules' constants.
    pub fn rules(&self) -> &Rules {
        self.config.rules()
    }

    /// The number of the turn; the first is 1.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Whose turn it is.
    pub fn player(&self) -> Seat {
        self.player
    }

    /// Start phase or main phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The position inside the turn.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Who owns a planet; `None` if it is free.
    #[inline]
    pub fn owner(&self, planet: PlanetId) -> Option<Seat> {
        let owner = self.planets[planet.index()].owner;
        (owner != FREE).then_some(Seat(owner))
    }

    /// The troops on a planet, fort troops not counted.
    #[inline]
    pub fn troops(&self, planet: PlanetId) -> i64 {
        self.planets[planet.index()].troops
    }

    /// The fort troops on a planet.
    #[inline]
    pub fn forts(&self, planet: PlanetId) -> i64 {
        self.planets[planet.index()].forts
    }

    /// A player's troops that are not on the map.
    pub fn reserve(&self, player: Seat) -> i64 {
        self.players[player.index()].reserve
    }

    /// Whether a player has built its fort.
    pub fn fort_used(&self, player: Seat) -> bool {
        self.players[player.index()].fort_used
    }

    /// How many strategic planets a player holds.
    pub fn strategic_count(&self, player: Seat) -> u32 {
        self.holdings.total(player.index()).strategic
    }

    /// The planets of a player, in no particular order.
    #[inline]
    pub fn planets_of(&self, player: Seat) -> &[PlanetId] {
        self.holdings.of(player.index())
    }

    /// The planets that nobody owns, in no particular order.
    #[inline]
    pub fn free_planets(&self) -> &[PlanetId] {
        self.holdings.free()
    }

    /// The source of the dice, for replays that feed recorded ones.
    #[doc(hidden)]
    pub fn chance_mut(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// Gives a planet to the player whose turn it is, who may have won by it.
    pub(crate) fn claim(&mut self, planet: PlanetId) {
        let score = self.config.map().score(planet);
        let before = std::mem::replace(&mut self.planets[planet.index()].owner, self.player.0);
        let before = (before != FREE).then_some(usize::from(before));
        self.holdings.pass(planet, score, before, self.player.index());
        self.look_for_win();
    }
}
