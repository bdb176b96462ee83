//! The header of version 1. Its seats were written as they had been asked for, command lines included; who sat there is
//! kept, how they were started is not.

use meydan_core::Seed;
use meydan_core::trace::{Entrant, Header};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct HeaderV1 {
    game: String,
    rules: u32,
    ruleset: String,
    map: String,
    seed: Seed,
    config: Box<RawValue>,
    seats: Vec<SeatV1>,
    clocks: Vec<(String, u64)>,
}

#[derive(Deserialize)]
struct SeatV1 {
    name: String,
    spec: String,
}

pub(crate) fn header(line: &[u8]) -> serde_json::Result<Header> {
    let old: HeaderV1 = serde_json::from_slice(line)?;
    Ok(Header {
        build: String::new(),
        id: String::new(),
        game: old.game,
        rules: old.rules,
        ruleset: old.ruleset,
        map: old.map,
        map_digest: String::new(),
        seed: old.seed,
        config: old.config,
        entrants: old.seats.into_iter().map(entrant).collect(),
        // Version 1 left the sides to the game.
        sides: Vec::new(),
        clocks: old.clocks,
    })
}

fn entrant(seat: SeatV1) -> Entrant {
    match seat.spec.split_once(':') {
        Some(("house", bot)) => Entrant { name: seat.name, ..Entrant::house(bot) },
        Some(("wire", _)) => Entrant::wire(seat.name),
        _ if seat.spec == "wire" => Entrant::wire(seat.name),
        _ if seat.spec == "human" => Entrant::person(seat.name),
        _ => Entrant::bot(seat.name),
    }
}
