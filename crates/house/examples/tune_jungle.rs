//! Looks for better weights for the panther of `jungle`:
//! `cargo run --release -p meydan-house --example tune_jungle -- 1 20 [MAP FILE…]`.
//!
//! The numbers are the seed and how many challengers are tried. A challenger has some of the champion's weights changed by
//! chance. Champion and challenger play the same matches against a jaguar, against two sparring partners and against each
//! other, on every map and from both sides. What counts is the share of the points that they get, because the champion wins
//! nearly all of these matches. A challenger that gets more plays further matches, and replaces the champion if
//! it gets more there too. The same seed and maps give the same weights. The built-in maps are played under `document`, files under
//! `official`.

mod challenger;

use meydan_core::{Bot, Chance, Game, SeatSet, Seed, Setup, Terms};
use meydan_house::jungle::{self, Weights};
use meydan_jungle::{Config, Jungle};

/// How much larger a challenger's share must be.
const CLEAR: f64 = 0.01;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse::<u64>().ok());
    let mut chance = Chance::new(Seed(numbers.next().unwrap_or(1)));
    let challengers = numbers.next().unwrap_or(20);
    let maps = maps(words.iter().filter(|word| word.parse::<u64>().is_err()));
    let mut champion = Weights::TUNED;
    // The champion's shares of the first and of the further matches, worked out when they are asked for.
    let mut shares = [None; 2];
    for challenger in 1..=challengers {
        let weights = Weights(challenger::change(champion.0, &mut chance));
        let better = (0..2).all(|round| {
            let old = *shares[round].get_or_insert_with(|| share(&maps, champion, champion, round as u64));
            let new = share(&maps, weights, champion, round as u64);
            println!("challenger {challenger}, round {round}: {new:.4} against {old:.4}");
            new > old + CLEAR
        });
        if better {
            (champion, shares) = (weights, [None; 2]);
            println!("challenger {challenger} is the champion: {:?}", champion.0);
        }
    }
    for (name, weight) in Weights::NAMES.iter().zip(champion.0) {
        println!("{name:8} {weight}");
    }
}

fn maps<'a>(files: impl Iterator<Item = &'a String>) -> Vec<Config> {
    let config = |bytes: &[u8], ruleset| {
        let terms = Terms { sides: Some(2), ..Terms::of(ruleset) };
        Jungle::config(bytes, &terms).expect("a map of jungle")
    };
    let ours = Jungle::maps().iter().map(|map| config(map.bytes, "document"));
    let files = files.map(|file| config(&std::fs::read(file).expect("a file that can be read"), "official"));
    ours.chain(files).collect()
}

/// The share of all points that a panther with these weights gets: against each partner the mean over all matches.
fn share(maps: &[Config], weights: Weights, champion: Weights, round: u64) -> f64 {
    let partner = |number: usize, config: &Config| -> Box<dyn Bot<Jungle>> {
        match number {
            0 => jungle::panther(config, champion),
            1 => jungle::bot("jaguar", config, Chance::new(Seed(round))).expect("there is a jaguar"),
            _ => jungle::sparring(number - 2, config).expect("there are two partners"),
        }
    };
    let (mut sum, mut matches) = (0.0, 0.0);
    for (i, config) in maps.iter().enumerate() {
        for (number, seat) in (0..4).flat_map(|number| [(number, 0), (number, 1)]) {
            let game = Jungle::new(config, Chance::new(Seed(round * 1000 + i as u64))).expect("a fit config");
            let mut bots = vec![jungle::panther(config, weights), partner(number, config)];
            bots.rotate_left(seat);
            let report = meydan_referee::offline(game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true)
                .expect("house bots do not panic");
            let outcome = report.outcome.expect("nobody stops it");
            let [own, other] = [seat, 1 - seat].map(|seat| outcome.standings[seat].score as f64);
            (sum, matches) = (sum + (own + 1.0) / (own + other + 2.0), matches + 1.0);
        }
    }
    sum / matches
}
