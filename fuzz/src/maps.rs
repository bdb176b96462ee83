//! No map file makes a game panic, and what is taken can be played: the first line names the game, the rest is the file.

use meydan_core::{Chance, Seed, Setup, Terms};

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let Some((game, file)) = crate::split(bytes) else { return };
    match game {
        b"labyrinth" => read::<meydan_labyrinth::Labyrinth>(file),
        b"heroes" => read::<meydan_heroes::Heroes>(file),
        b"gotham" => read::<meydan_gotham::Gotham>(file),
        b"jungle" => read::<meydan_jungle::Jungle>(file),
        b"galaxy" => read::<meydan_galaxy::Galaxy>(file),
        _ => {}
    }
}

fn read<G: Setup>(file: &[u8]) {
    for ruleset in G::RULESETS {
        if let Ok(config) = G::config(file, &Terms::of(*ruleset)) {
            let _ = G::warnings(&config);
            crate::play(G::new(&config, Chance::new(Seed(1))));
        }
    }
}
