//! Looks for better weights for the captain of `heroes` by playing against itself:
//! `cargo run --release -p meydan-house --example tune -- 1 200 [MAP FILE…]`.
//!
//! The numbers are the seed and how many challengers are tried. A challenger has some of the champion's weights changed by
//! chance. It plays a few matches on every map, from both sides; one that looks better plays more, and replaces the
//! champion if it wins clearly. The same seed and maps give the same weights. The built-in maps are played under
//! `document`, files under `official`.

mod challenger;

use meydan_core::{Chance, Game, SeatSet, Seed, Setup, Side, Terms};
use meydan_heroes::{Config, Heroes};
use meydan_house::heroes::{Weights, captain, draft};

/// Matches from each side of each map: at first, and for whoever looks better.
const ROUNDS: [u64; 2] = [1, 4];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse::<u64>().ok());
    let mut chance = Chance::new(Seed(numbers.next().unwrap_or(1)));
    let challengers = numbers.next().unwrap_or(100);
    let maps = maps(words.iter().filter(|word| word.parse::<u64>().is_err()));
    let mut champion = Weights::TUNED;
    for challenger in 1..=challengers {
        let weights = Weights(challenger::change(champion.0, &mut chance));
        let margin = |rounds| play(&maps, [&weights, &champion], rounds);
        // Of 2n matches between equals the difference is seldom above twice the root of 2n.
        let clear = |rounds: u64| (2.0 * rounds as f64 * maps.len() as f64).sqrt();
        if margin(ROUNDS[0]) as f64 >= clear(ROUNDS[0]) && margin(ROUNDS[1]) as f64 >= 1.5 * clear(ROUNDS[1])
        {
            champion = weights;
            println!("challenger {challenger} is the champion: {:?}", champion.0);
        }
    }
    for (name, weight) in Weights::NAMES.iter().zip(champion.0) {
        println!("{name:8} {weight}");
    }
}

fn maps<'a>(files: impl Iterator<Item = &'a String>) -> Vec<Config> {
    let config = |bytes: &[u8], ruleset| Heroes::config(bytes, &Terms::of(ruleset)).expect("a map of heroes");
    let ours = Heroes::maps().iter().map(|map| config(map.bytes, "document"));
    let files = files.map(|file| config(&std::fs::read(file).expect("a file that can be read"), "official"));
    ours.chain(files).collect()
}

/// How many matches more the first weights win than the second.
fn play(maps: &[Config], weights: [&Weights; 2], rounds: u64) -> i64 {
    let mut margin = 0;
    for config in maps {
        for (round, swap) in (0..rounds).flat_map(|round| [(round, false), (round, true)]) {
            let game = Heroes::new(config, Chance::new(Seed(round))).expect("the config was checked");
            let order = if swap { [weights[1], weights[0]] } else { weights };
            let mut bots: Vec<_> = order.map(|weights| captain(config, *weights, draft(config))).into();
            let report = meydan_referee::offline(game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true)
                .expect("house bots do not panic");
            margin += match report.outcome.expect("nobody stops it").winners().as_slice() {
                [Side(side)] => {
                    if (*side == 0) != swap {
                        1
                    } else {
                        -1
                    }
                }
                _ => 0,
            };
        }
    }
    margin
}
