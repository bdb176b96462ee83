use serde::Serialize;

use crate::{Knob, KnobKind, NAMES, Offer, Visit, visit};

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
    /// The knobs of the map generator; none where there is no generator.
    pub knobs: Vec<KnobCard>,
    /// What a match can be set to beside its map.
    pub options: Vec<KnobCard>,
    /// The original's protocol, if it had one.
    pub wire: Option<WireCard>,
}

/// Something that can be chosen for a match.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KnobCard {
    /// Its name.
    pub name: &'static str,
    /// What its values are.
    pub kind: KnobKind,
    /// The value where nobody says otherwise; empty: as the map or the rules have it.
    pub default: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

fn knob_cards(knobs: &[Knob]) -> Vec<KnobCard> {
    knobs.iter().map(|&Knob { name, kind, default, about }| KnobCard { name, kind, default, about }).collect()
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
            knobs: knob_cards(G::knobs()),
            options: knob_cards(G::options()),
            wire: G::wire().map(|wire| WireCard { speaks: wire.speaks, port: wire.port }),
        }
    }
}

/// All games.
pub fn cards() -> Vec<GameCard> {
    NAMES.iter().map(|name| visit(name, Describe).expect("`NAMES` names games")).collect()
}
