//! How strong `general` is: `cargo bench -p meydan-house --bench galaxy`.
//!
//! On each map and from each seat it plays against pairs of other bots; printed is how often it came first, in percent.
//! The number of matches per seat can be given, and words that narrow what is played:
//! `cargo bench -p meydan-house --bench galaxy -- 50 official greedy+greedy`.

use meydan_core::{Bot, Chance, Game, Seat, SeatSet, Seed, Setup, Terms};
use meydan_galaxy::{Config, Galaxy};
use meydan_house::galaxy::bot;

/// Who sits in the other two seats, in order.
const OTHERS: [[&str; 2]; 4] =
    [["random", "random"], ["random", "greedy"], ["greedy", "random"], ["greedy", "greedy"]];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let rounds = words.iter().find_map(|word| word.parse().ok()).unwrap_or(10);
    let narrow = |title: &str| words.iter().all(|word| word.parse::<u64>().is_ok() || title.contains(word));
    for ruleset in ["document", "official"] {
        for others in OTHERS {
            let title = format!("{ruleset}, general against {}+{}", others[0], others[1]);
            if narrow(&title) {
                println!("{title}: first in percent of {rounds} matches from each seat");
                table(ruleset, others, rounds);
            }
        }
    }
}

fn table(ruleset: &str, others: [&str; 2], rounds: u64) {
    let percent = |won: u64, all: u64| won as f64 * 100.0 / all as f64;
    let (mut sum, mut worst) = (0, u64::MAX);
    for map in Galaxy::maps() {
        let config = Galaxy::config(map.bytes, &Terms::of(ruleset)).expect("our own maps are sound");
        let won = [0, 1, 2].map(|seat| wins(&config, others, Seat(seat), rounds));
        let all: u64 = won.iter().sum();
        (sum, worst) = (sum + all, worst.min(all));
        let seats = won.map(|won| percent(won, rounds));
        println!("  {:12} {seats:6.1?}  {:6.1}", map.name, percent(all, 3 * rounds));
    }
    let maps = Galaxy::maps().len() as u64;
    println!("  all {:.1}, worst map {:.1}", percent(sum, 3 * maps * rounds), percent(worst, 3 * rounds));
}

/// How often `general` comes first from a seat.
fn wins(config: &Config, others: [&str; 2], seat: Seat, rounds: u64) -> u64 {
    let mut names = others.to_vec();
    names.insert(seat.index(), "general");
    let first = |round: &u64| {
        let game = Galaxy::new(config, Chance::new(Seed(*round))).expect("the config was checked");
        let sit = |(place, name): (u64, &&str)| {
            bot(name, config, Chance::new(Seed(round * 8 + place))).expect("the house has these bots")
        };
        let mut bots: Vec<Box<dyn Bot<Galaxy>>> = (0..).zip(&names).map(sit).collect();
        let report = meydan_referee::offline(game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true)
            .expect("house bots do not panic");
        report.outcome.as_ref().expect("nobody stops it").standings[seat.index()].rank == 1
    };
    (0..rounds).filter(first).count() as u64
}
