use serde::Serialize;

use crate::{NAMES, Offer, Visit, visit};

/// What a list says about a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameCard {
    /// Its name, as commands and files have it.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// How many sides a match may have; in most games a side has one seat.
    pub seats: Sides,
    /// The maps that are built in, the usual one first.
    pub maps: Vec<&'static str>,
    /// The rulesets, the usual one first.
    pub rulesets: &'static [&'static str],
    /// The clocks of each ruleset.
    pub clocks: Vec<ClockCard>,
    /// The house bots, weakest first.
    pub house_bots: &'static [&'static str],
    /// The original's protocol, if it had one.
    pub wire: Option<WireCard>,
}

/// How many sides a match may have.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sides {
    /// At least.
    pub least: usize,
    /// At most.
    pub most: usize,
}

/// A clock of a ruleset.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClockCard {
    /// The ruleset.
    pub ruleset: &'static str,
    /// The clock.
    pub name: &'static str,
    /// What it gives, in milliseconds.
    pub ms: u64,
}

/// The original's protocol.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireCard {
    /// What it speaks.
    pub speaks: &'static str,
    /// The port the original listened on.
    pub port: u16,
}

struct Describe;

impl Visit for Describe {
    type Out = GameCard;

    fn visit<G: Offer>(self) -> GameCard {
        let clocks = G::RULESETS.iter().flat_map(|ruleset| {
            let clocks = G::clocks(ruleset).iter();
            clocks.map(|clock| ClockCard { ruleset, name: clock.name, ms: clock.millis })
        });
        GameCard {
            name: G::NAME,
            about: G::ABOUT,
            seats: Sides { least: *G::SIDES.start(), most: *G::SIDES.end() },
            maps: G::maps().iter().map(|map| map.name).collect(),
            rulesets: G::RULESETS,
            clocks: clocks.collect(),
            house_bots: G::house_bots(),
            wire: G::wire().map(|wire| WireCard { speaks: wire.speaks, port: wire.port }),
        }
    }
}

/// All games.
pub fn cards() -> Vec<GameCard> {
    NAMES.iter().map(|name| visit(name, Describe).expect("`NAMES` names games")).collect()
}
