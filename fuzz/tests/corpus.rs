//! Inputs that were found worth keeping, and a few hundred variations of each, through every decoder.

use std::fs;
use std::path::Path;

use meydan_core::{Chance, Seed};
use meydan_fuzz::TARGETS;

/// How many variations of an input are tried.
const VARIATIONS: u64 = 100;
/// Larger inputs are tried as they are.
const VARIED: usize = 4096;

#[test]
fn every_decoder_survives_its_corpus_and_variations_of_it() {
    for (name, run) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let mut inputs = 0;
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            run(&bytes);
            for seed in 0..if bytes.len() <= VARIED { VARIATIONS } else { 0 } {
                run(&varied(&bytes, &mut Chance::new(Seed(seed))));
            }
            inputs += 1;
        }
        assert!(inputs > 0, "{name} has no corpus");
    }
}

/// A few bytes changed, cut out, doubled or put in.
fn varied(bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    const WORDS: [&[u8]; 8] = [b"-1", b"99999999999", b"null", b"[]", b"{", b"\"", b"\xff", b"\n"];
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len() as u32 + 1) as usize;
        let end = (at + 1 + chance.below(8) as usize).min(bytes.len());
        match chance.below(4) {
            0 if at < end => bytes[at] = chance.below(256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let word = chance.pick(&WORDS).copied().unwrap_or_default();
                bytes.splice(at..end, word.iter().copied());
            }
        }
    }
    bytes
}
