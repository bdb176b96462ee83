//! The smallest of the bench's contests: at equal matches our standing has the order at least as right as the usual
//! methods have it.

#[path = "../benches/ladder/rivals/mod.rs"]
mod rivals;
#[path = "../benches/ladder/world.rs"]
mod world;

use meydan_contest::Standing;
use world::{Right, World};

/// The average over some contests of 100 bots: ours, ours at random pairing, and the rivals'.
fn average(
    seats: usize,
    matches: usize,
    seeds: std::ops::Range<u64>,
) -> (Right, Right, Vec<(&'static str, Right)>) {
    let part = 1.0 / (seeds.end - seeds.start) as f64;
    let (mut ours, mut by_chance) = (Right::default(), Right::default());
    let mut theirs: Vec<(&str, Right)> =
        rivals::all(0).iter().map(|rival| (rival.name(), Right::default())).collect();
    for seed in seeds {
        let (mut world, mut random) = (World::new(100, seats, seed), World::new(100, seats, seed));
        let mut rivals = rivals::all(100);
        for _ in 0..matches {
            let new = world.paired();
            rivals.iter_mut().for_each(|rival| rival.round(new));
            random.shuffled();
        }
        let judge = |world: &World| {
            let standing = Standing::of(100, &world.played);
            world.judge(&(0..100).map(|bot| standing.rating(bot).value).collect::<Vec<_>>())
        };
        ours.add(judge(&world), part);
        by_chance.add(judge(&random), part);
        for (rival, (_, sum)) in rivals.iter().zip(&mut theirs) {
            sum.add(world.judge(&rival.ratings()), part);
        }
    }
    (ours, by_chance, theirs)
}

#[test]
fn our_standing_is_ahead_at_equal_matches() {
    let (mut found, mut they_found) = (0.0, vec![0.0; rivals::all(0).len()]);
    for (seats, matches) in [(2, 10), (2, 40), (4, 10), (4, 40)] {
        let (ours, by_chance, theirs) = average(seats, matches, 100..112);
        println!("{seats} seats, {matches} matches: {ours:?}, at random {by_chance:?}, {theirs:?}");
        for (name, right) in &theirs {
            assert!(ours.kendall >= right.kendall, "{name}: {right:?} against {ours:?}");
            assert!(ours.spearman >= right.spearman, "{name}: {right:?} against {ours:?}");
        }
        assert!(ours.kendall > by_chance.kendall, "{ours:?} paired, {by_chance:?} at random");
        // Eight of a hundred are few, and the eighth is often as good as the ninth: all four cases count together.
        found += ours.top;
        they_found.iter_mut().zip(theirs).for_each(|(sum, (_, right))| *sum += right.top);
    }
    assert!(they_found.iter().all(|theirs| found >= *theirs), "{found} of 32 against {they_found:?}");
}
