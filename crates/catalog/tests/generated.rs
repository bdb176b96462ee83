//! A seed makes the same map on every machine.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_catalog::{Knobs, NAMES, Offer, Visit, visit};
use meydan_core::{Chance, Seed, StateHash};

/// The hash of the files that a game's generator makes with some knobs.
struct Make(&'static [(&'static str, &'static str)]);

impl Visit for Make {
    type Out = String;

    fn visit<G: Offer>(self) -> String {
        let given = self.0.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let knobs = Knobs::new(G::knobs(), given).unwrap();
        let files = G::generate(&knobs, Chance::new(Seed(7))).unwrap();
        let bytes: Vec<&[u8]> = files.iter().map(|file| file.bytes.as_slice()).collect();
        StateHash::of(&bytes).to_string()
    }
}

/// Whether a game has a generator.
struct HasKnobs;

impl Visit for HasKnobs {
    type Out = bool;

    fn visit<G: Offer>(self) -> bool {
        !G::knobs().is_empty()
    }
}

#[test]
fn a_seed_makes_the_same_map_everywhere() {
    let generators = NAMES.iter().filter(|game| visit(game, HasKnobs).unwrap());
    let made: Vec<(&str, String)> = generators.map(|&game| (game, visit(game, Make(&[])).unwrap())).collect();
    let wanted: [(&str, &str); 5] = [
        ("labyrinth", "2951d24db6019a4e"),
        ("heroes", "333b8d7eba7f4afa"),
        ("gotham", "3e1c295f64cc78dd"),
        ("jungle", "6aeaaffe0dee7fe3"),
        ("galaxy", "07c74fd0f57eb978"),
    ];
    assert_eq!(made, wanted.map(|(game, hash)| (game, hash.to_owned())));
    let symmetric = visit("galaxy", Make(&[("symmetric", "yes")])).unwrap();
    assert_eq!(symmetric, "1b66e63e470073ea");
    let rated = visit("labyrinth", Make(&[("difficulty", "hard")])).unwrap();
    assert_eq!(rated, "14ac1bad9a536032");
}
