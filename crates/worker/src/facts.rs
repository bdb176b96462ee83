//! What a league is told of the games.

use meydan_catalog::{Choice, MapChoice, Offer, Prepared, Visit, visit};
use meydan_league::GameFacts;

/// The games of this program, as a league knows them.
pub fn games() -> Vec<GameFacts> {
    let words = |words: &[&'static str]| words.iter().map(|word| (*word).to_owned()).collect();
    let facts = |card: meydan_catalog::GameCard| GameFacts {
        name: card.name.to_owned(),
        sides: (card.seats.least..=card.seats.most).collect(),
        misfits: visit(card.name, Misfits).unwrap_or_default(),
        maps: words(&card.maps),
        makes_maps: visit(card.name, MakesMaps).unwrap_or(false),
        rulesets: words(card.rulesets),
        house_bots: words(card.house_bots),
        secrets: visit(card.name, Secrets).unwrap_or(true),
        earlier: visit(card.name, Earlier).unwrap_or(false),
        phases: meydan_course::phases(card.name),
    };
    meydan_catalog::cards().into_iter().map(facts).collect()
}

/// Whether maps can be made from a seed.
struct MakesMaps;

impl Visit for MakesMaps {
    type Out = bool;

    fn visit<G: Offer>(self) -> bool {
        !G::knobs().is_empty()
    }
}

/// Maps that cannot be played under a ruleset.
struct Misfits;

impl Visit for Misfits {
    type Out = Vec<(String, String)>;

    fn visit<G: Offer>(self) -> Self::Out {
        let maps = meydan_catalog::cards()
            .into_iter()
            .filter(|card| card.name == G::NAME)
            .flat_map(|card| card.maps);
        let pairs =
            maps.flat_map(|map| G::RULESETS.iter().map(move |&ruleset| (map.to_owned(), ruleset.to_owned())));
        let fits = |(map, ruleset): &(String, String)| {
            let map = Some(MapChoice::Named(map.clone()));
            Prepared::<G>::new(&Choice {
                ruleset: Some(ruleset.clone()),
                map,
                seed: Some(0),
                ..Choice::default()
            })
            .is_ok()
        };
        pairs.filter(|pair| !fits(pair)).collect()
    }
}

/// Whether a level match goes to whoever sent their bot earlier.
struct Earlier;

impl Visit for Earlier {
    type Out = bool;

    fn visit<G: Offer>(self) -> bool {
        G::EARLIER
    }
}

/// Whether a spectator of a game sees what a player must not.
struct Secrets;

impl Visit for Secrets {
    type Out = bool;

    fn visit<G: Offer>(self) -> bool {
        G::SECRETS
    }
}
