//! How fast the order of a ladder is right: contests of 100, 1,000 and 10,000 bots of known strength, ours beside the usual
//! methods, all fed the same matches.
//!
//!     cargo bench -p meydan-contest

mod rivals;
mod world;

use std::time::{Duration, Instant};

use meydan_contest::Standing;
use world::{Right, World};

/// After so many matches per bot it is looked at.
const LOOKS: [usize; 5] = [5, 10, 20, 40, 80];

fn main() {
    // `cargo test --all-targets` starts benches too, without this word.
    if !std::env::args().any(|word| word == "--bench") {
        return;
    }
    println!(
        "Kendall's and Spearman's rank correlation with the truth, and how many of the best 8 are found."
    );
    for (bots, seats, contests) in
        [(100, 2, 400), (100, 4, 400), (1_000, 2, 40), (1_000, 4, 40), (10_000, 2, 1), (10_000, 4, 1)]
    {
        contest(bots, seats, contests);
    }
}

fn contest(bots: usize, seats: usize, contests: u64) {
    let mut names = vec!["standing".to_owned(), "online".to_owned()];
    names.extend(rivals::all(0).iter().map(|rival| rival.name().to_owned()));
    names.push("at random".to_owned());
    let mut seen = vec![vec![Right::default(); names.len()]; LOOKS.len()];
    let (mut pairing, mut fitting, mut calls, mut longest) =
        (Duration::ZERO, Duration::ZERO, 0, Duration::ZERO);
    for seed in 0..contests {
        let (mut world, mut random) = (World::new(bots, seats, seed), World::new(bots, seats, seed));
        let mut rivals = rivals::all(bots);
        for round in 1..=LOOKS[LOOKS.len() - 1] {
            let start = Instant::now();
            let new = world.paired();
            pairing += start.elapsed();
            calls += 1;
            rivals.iter_mut().for_each(|rival| rival.round(new));
            random.shuffled();
            let Some(look) = LOOKS.iter().position(|&look| look == round) else { continue };
            let start = Instant::now();
            let standing = Standing::of(bots, &world.played);
            let took = start.elapsed();
            fitting += took;
            longest = longest.max(took);
            let by_chance = Standing::of(bots, &random.played);
            let ratings =
                |standing: &Standing| (0..bots).map(|bot| standing.rating(bot).value).collect::<Vec<_>>();
            let mut all = vec![world.judge(&ratings(&standing))];
            let online = world.pairing.online();
            all.push(world.judge(&(0..bots).map(|bot| online.belief(bot).mean).collect::<Vec<_>>()));
            all.extend(rivals.iter().map(|rival| world.judge(&rival.ratings())));
            all.push(random.judge(&ratings(&by_chance)));
            seen[look].iter_mut().zip(all).for_each(|(sum, right)| sum.add(right, 1.0 / contests as f64));
        }
    }
    println!(
        "\n{bots} bots at tables of {seats}, {contests} contest{}",
        if contests == 1 { "" } else { "s" }
    );
    print!("{:>8}", "matches");
    names.iter().for_each(|name| print!(" | {name:^18}"));
    println!("\n{:>8}{}", "per bot", " |   τ     ρ   top 8".repeat(names.len()));
    for (look, row) in LOOKS.iter().zip(&seen) {
        print!("{look:>8}");
        row.iter()
            .for_each(|right| print!(" | {:.3} {:.3}  {:.2}", right.kendall, right.spearman, right.top));
        println!();
    }
    let ahead = seen.iter().all(|row| row[2..5].iter().all(|rival| rival.kendall <= row[0].kendall));
    println!("  ours ahead of all rivals in τ at every look: {}", if ahead { "yes" } else { "no" });
    let found = |method: usize| seen.iter().map(|row| row[method].top).sum::<f64>();
    let best = (2..5).map(found).fold(0.0, f64::max);
    println!("  of the best 8, over all looks: {:.2} found by ours, {best:.2} by the best rival", found(0));
    println!(
        "  a round paired and played in {:.1} ms, a standing in {:.0} ms on average and {:.0} ms at most",
        1e3 * pairing.as_secs_f64() / f64::from(calls),
        1e3 * fitting.as_secs_f64() / (contests * LOOKS.len() as u64) as f64,
        1e3 * longest.as_secs_f64()
    );
}
