//! Each house bot of `galaxy` is clearly stronger than the one before.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Bot, Chance, Game, SeatSet, Seed, Setup, Terms};
use meydan_galaxy::{Config, Galaxy};
use meydan_house::galaxy::{NAMES, bot};

/// Plays one match; gives every seat's rank and the number of turns.
fn play(config: &Config, names: [&str; 3], seed: u64) -> ([u32; 3], u32) {
    let game = Galaxy::new(config, Chance::new(Seed(seed))).unwrap();
    let sit = |(place, name)| bot(name, config, Chance::new(Seed(seed * 8 + place))).unwrap();
    let mut bots: Vec<Box<dyn Bot<Galaxy>>> = (0..).zip(names).map(sit).collect();
    let report = meydan_referee::offline(game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true).unwrap();
    ([0, 1, 2].map(|seat| report.outcome.as_ref().unwrap().standings[seat].rank), report.windows)
}

/// How often one bot comes first among two of the other kind, over all maps and seats.
fn wins(ruleset: &str, strong: &str, weak: &str, rounds: u64) -> (u32, u32) {
    let (mut won, mut all) = (0, 0);
    for map in Galaxy::maps() {
        let config = Galaxy::config(map.bytes, &Terms::of(ruleset)).unwrap();
        for seat in 0..3 {
            for round in 0..rounds {
                let mut names = [weak; 3];
                names[seat] = strong;
                let (ranks, _) = play(&config, names, 1000 * round + u64::from(all));
                won += u32::from(ranks[seat] == 1);
                all += 1;
            }
        }
    }
    println!("{ruleset}: {strong} against two of {weak}: first in {won} of {all}");
    (won, all)
}

#[test]
fn each_bot_beats_the_ones_before_it() {
    for ruleset in ["document", "official"] {
        // The general thinks longer, so it plays less here; the bench has more of it.
        for (strong, weak, rounds, share) in
            [("greedy", "random", 2, 0.9), ("general", "random", 1, 0.95), ("general", "greedy", 1, 0.9)]
        {
            let (won, all) = wins(ruleset, strong, weak, rounds);
            assert!(
                f64::from(won) >= share * f64::from(all),
                "{ruleset}: {strong} won {won} of {all} against {weak}"
            );
        }
    }
}

#[test]
fn every_bot_plays_every_map_to_its_end() {
    for map in Galaxy::maps() {
        for ruleset in ["document", "official"] {
            let config = Galaxy::config(map.bytes, &Terms::of(ruleset)).unwrap();
            for names in [["general"; 3], ["greedy", "random", "general"]] {
                let (_, turns) = play(&config, names, 7);
                assert!(turns <= 165);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let config = Galaxy::config(Galaxy::maps()[0].bytes, &Terms::of("document")).unwrap();
    for &name in NAMES {
        assert_eq!(play(&config, [name; 3], 3), play(&config, [name; 3], 3));
    }
    assert!(bot("nobody", &config, Chance::new(Seed(1))).is_none());
}
