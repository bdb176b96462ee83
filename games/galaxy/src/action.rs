use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Stage;

/// One decision of a player. Planets are named by their number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Start phase: puts one troop on a free planet or one of the player's own (spec 6.1).
    Place {
        /// Where.
        planet: i64,
    },
    /// Main phase, first stage: puts troops of the reserve on a free planet or one of the player's own (spec 6.2).
    Deploy {
        /// Where.
        planet: i64,
        /// How many.
        troops: i64,
    },
    /// Second stage: attacks a neighbouring planet of another player with dice (spec 6.4).
    Attack {
        /// The player's planet that attacks.
        from: i64,
        /// The planet that is attacked.
        to: i64,
        /// The attack goes on while there are this many attackers for each defender.
        ratio: f64,
        /// Which part of the remaining troops moves in after a win, between 0 and 1.
        share: f64,
    },
    /// Second stage, `official` only: an attack without a share to move in. It is fought like any other, but a win comes
    /// to nothing: the dice have fallen, and the board stays as it was.
    ///
    /// The original does this for a share that is not a number: it fails while it works out who moves in (spec 6.4).
    Feint {
        /// The player's planet that attacks.
        from: i64,
        /// The planet that is attacked.
        to: i64,
        /// The attack goes on while there are this many attackers for each defender.
        ratio: f64,
    },
    /// Third stage: moves troops between two planets of the player joined by others of its own, once a turn (spec 6.5).
    Move {
        /// From where.
        from: i64,
        /// To where.
        to: i64,
        /// How many.
        troops: i64,
    },
    /// Fourth stage: turns troops of a planet into twice as many that only defend, once a match (spec 6.6).
    Fort {
        /// Where.
        planet: i64,
        /// How many.
        troops: i64,
    },
    /// Goes to the next stage; after the last one the turn is over (spec 6.3).
    Next,
}

impl Action {
    /// [`Action::Place`].
    pub fn place(planet: impl Into<i64>) -> Action {
        Action::Place { planet: planet.into() }
    }

    /// [`Action::Deploy`].
    pub fn deploy(planet: impl Into<i64>, troops: impl Into<i64>) -> Action {
        Action::Deploy { planet: planet.into(), troops: troops.into() }
    }

    /// [`Action::Attack`].
    pub fn attack(from: impl Into<i64>, to: impl Into<i64>, ratio: f64, share: f64) -> Action {
        Action::Attack { from: from.into(), to: to.into(), ratio, share }
    }

    /// [`Action::Feint`].
    pub fn feint(from: impl Into<i64>, to: impl Into<i64>, ratio: f64) -> Action {
        Action::Feint { from: from.into(), to: to.into(), ratio }
    }

    /// [`Action::Move`].
    pub fn transfer(from: impl Into<i64>, to: impl Into<i64>, troops: impl Into<i64>) -> Action {
        Action::Move { from: from.into(), to: to.into(), troops: troops.into() }
    }

    /// [`Action::Fort`].
    pub fn fort(planet: impl Into<i64>, troops: impl Into<i64>) -> Action {
        Action::Fort { planet: planet.into(), troops: troops.into() }
    }
}

/// A field of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// `planet`
    Planet,
    /// `from`
    From,
    /// `to`
    To,
    /// `troops`
    Troops,
    /// `ratio`
    Ratio,
    /// `share`
    Share,
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Field::Planet => "planet",
            Field::From => "from",
            Field::To => "to",
            Field::Troops => "troops",
            Field::Ratio => "ratio",
            Field::Share => "share",
        })
    }
}

/// Why an act was refused. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// Another player is to move, or the match is decided.
    #[error("it is not your turn; wait for it")]
    NotYourTurn,
    /// The turn's one troop was already placed, or the stage for it is over.
    #[error("a troop was already placed in this turn; go on with `next`")]
    AlreadyPlaced,
    /// `place` in the main phase.
    #[error("the start phase is over; use `deploy`")]
    NotStartPhase,
    /// The reserve is empty in the start phase.
    #[error("the reserve is empty; go on with `next`")]
    NoStartTroops,
    /// An act of the main phase in the start phase.
    #[error("the main phase has not begun; use `place`")]
    NotMainPhase,
    /// The act belongs to another stage.
    #[error("this can be done only in the stage `{wanted}`")]
    WrongStage {
        /// The stage it belongs to.
        wanted: Stage,
    },
    /// `next` after the last stage.
    #[error("the turn is already finished; wait for the next one")]
    AlreadyFinished,
    /// A field names a planet that does not exist.
    #[error("`{0}` is not a planet of this map; planets count from 0")]
    NoSuchPlanet(Field),
    /// A planet that must have an owner is free.
    #[error("the planet of `{0}` is free; choose one that has an owner")]
    FreePlanet(Field),
    /// A planet that must be the player's is not.
    #[error("the planet of `{0}` belongs to another player; choose one of yours")]
    NotYours(Field),
    /// The target of an attack is the player's own.
    #[error("the planet of `to` is your own; attack one of another player")]
    OwnTarget,
    /// More troops are to be deployed than the reserve holds.
    #[error("the reserve holds fewer troops; deploy fewer")]
    NotEnoughReserve,
    /// Zero or fewer troops.
    #[error("`troops` must be positive; give at least 1")]
    NoTroops,
    /// The share to move after a win is not strictly between 0 and 1.
    #[error("`share` must be greater than 0 and less than 1")]
    ShareOutOfRange,
    /// An attacker needs two troops.
    #[error("an attack needs at least 2 troops on the planet of `from`")]
    TooFewToAttack,
    /// The ratio is negative or not a finite number.
    #[error("`ratio` must be a number from 0 on; 0 means to the end")]
    RatioOutOfRange,
    /// A feint under `document`.
    #[error("a feint is known to the ruleset `official` only; use `attack`")]
    NoFeint,
    /// The two planets of an attack are not neighbours.
    #[error("the planets of `from` and `to` are not neighbours; attack across one edge")]
    NotAdjacent,
    /// A second transfer in one turn.
    #[error("troops were already moved in this turn; go on with `next`")]
    AlreadyMoved,
    /// A transfer must leave a troop behind.
    #[error("the planet of `from` has too few troops; at least one must stay")]
    TooFewToMove,
    /// No way of own planets joins the two.
    #[error("no way of your own planets leads from `from` to `to`")]
    NoPath,
    /// A transfer from a planet to itself.
    #[error("`from` and `to` must be different planets")]
    SamePlanet,
    /// A fort must leave a troop.
    #[error("the planet has too few troops; at least one must stay")]
    TooFewToFort,
    /// The player's fort was used up.
    #[error("your fort was already built in this match")]
    FortUsed,
}
