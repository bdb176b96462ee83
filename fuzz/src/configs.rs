//! No config makes a game panic, whoever wrote it: it may come straight out of a record's header. The first line names
//! the game, the rest is the config as JSON.

use meydan_core::{Chance, Game, Seed};

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let Some((game, json)) = crate::split(bytes) else { return };
    match game {
        b"labyrinth" => read::<meydan_labyrinth::Labyrinth>(json),
        b"heroes" => read::<meydan_heroes::Heroes>(json),
        b"gotham" => read::<meydan_gotham::Gotham>(json),
        b"jungle" => read::<meydan_jungle::Jungle>(json),
        b"galaxy" => read::<meydan_galaxy::Galaxy>(json),
        _ => {}
    }
}

fn read<G: Game>(json: &[u8]) {
    if let Ok(config) = serde_json::from_slice::<G::Config>(json) {
        crate::play(G::new(&config, Chance::new(Seed(1))));
    }
}
