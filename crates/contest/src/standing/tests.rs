use meydan_core::{Chance, Seed};
use proptest::prelude::*;

use super::*;
use crate::{Ratings, expected};

/// A field of known strength that plays tables of so many; neighbours meet more often than others.
fn field(players: usize, seats: usize, tables: usize, seed: u64) -> (Vec<f64>, Vec<Meeting>) {
    let mut chance = Chance::new(Seed(seed));
    let mut normal = || (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0;
    let mut truth: Vec<f64> = (0..players).map(|_| 200.0 * normal()).collect();
    truth.sort_by(f64::total_cmp);
    let meeting = |_| {
        let first = chance.below(players as u32) as usize;
        let width = if chance.below(4) == 0 { players } else { players.min(4 * seats) };
        let mut others: Vec<usize> = (0..width).map(|step| (first + step) % players).collect();
        chance.shuffle(&mut others);
        let mut days: Vec<(f64, usize)> = others[..seats]
            .iter()
            .map(|&player| (truth[player] / ELO - (-(1.0 - chance.unit()).ln()).ln(), player))
            .collect();
        days.sort_by(|a, b| b.0.total_cmp(&a.0));
        Meeting::new(days.into_iter().enumerate().map(|(rank, (_, player))| (player, rank as u32)))
    };
    let meetings = (0..tables).map(meeting).collect();
    (truth, meetings)
}

#[test]
fn a_pair_is_where_the_likelihood_with_its_prior_is_flat() {
    // By symmetry the two strengths are opposite: 7 - 10 p(2s) - s / v = 0, where v is the prior's variance.
    let meetings: Vec<Meeting> =
        (0..10).map(|n| if n < 7 { Meeting::won(0, 1) } else { Meeting::won(1, 0) }).collect();
    let standing = Standing::of(2, &meetings);
    let rating = standing.rating(0).value;
    assert_eq!(rating, -standing.rating(1).value);
    let prior = (ELO / 350.0).powi(2);
    let slope = 7.0 - 10.0 * expected(2.0 * rating) - prior * rating / ELO;
    assert!(slope.abs() < 1e-7, "{slope}");
    // The interval of the difference is that of 10 duels and of the two priors in a row.
    let p = expected(2.0 * rating);
    let information = 10.0 * p * (1.0 - p) / standing.dispersion() + prior / 2.0;
    let width = NORMAL * ELO / information.sqrt();
    let lead = standing.difference(0, 1);
    assert!((lead.high - lead.value - width).abs() < 1e-4 && (lead.value - 2.0 * rating).abs() < 1e-5);
}

#[test]
fn with_many_matches_it_agrees_with_the_dense_fit() {
    let (_, meetings) = field(30, 2, 12_000, 1);
    let (standing, ratings) = (Standing::of(30, &meetings), Ratings::fit(30, &meetings));
    for player in 0..30 {
        let (here, there) = (standing.rating(player), ratings.rating(player));
        assert!((here.value - there.value).abs() < 4.0, "{here:?} {there:?}");
        let widths = (here.high - here.low) / (there.high - there.low);
        assert!((0.85..1.15).contains(&widths), "{here:?} {there:?}");
    }
    let (here, there) = (standing.difference(3, 17), ratings.difference(3, 17).unwrap());
    assert!((here.low - there.low).abs() < 8.0 && (here.high - there.high).abs() < 8.0);
}

#[test]
fn blocks_and_probes_come_near_the_exact_intervals() {
    // 400 players are exact; here they are put into as few blocks per player as 10,000 would be.
    for (seats, tables, seed) in [(2, 2_000, 1), (2, 8_000, 2), (4, 1_000, 3), (4, 6_000, 4)] {
        let (_, meetings) = field(400, seats, tables, seed);
        let exact = Standing::in_blocks(400, &meetings, 400);
        let rough = Standing::in_blocks(400, &meetings, 16);
        assert_eq!(exact.ratings, rough.ratings);
        let ratio = |player: usize| rough.deviations[player] / exact.deviations[player];
        let mean = (0..400).map(ratio).sum::<f64>() / 400.0;
        let worst = (0..400).map(|player| (ratio(player) - 1.0).abs()).fold(0.0, f64::max);
        println!("{seats} seats, {tables} tables: on average {mean:.4}, at worst off by {worst:.3}");
        assert!((mean - 1.0).abs() < 0.01 && worst < 0.15);
    }
}

#[test]
fn who_is_called_apart_is_apart_by_the_exact_interval_too() {
    for (seats, tables, seed) in [(2, 600, 1), (2, 1_500, 5), (3, 400, 2), (4, 500, 3)] {
        let (_, meetings) = field(60, seats, tables, seed);
        for (blocks, wrong) in [(60, 0.0), (6, 0.06)] {
            let standing = Standing::in_blocks(60, &meetings, blocks);
            let (mut apart, mut missed, mut called) = (0, 0, 0);
            for row in standing.table() {
                let (mut ahead, mut behind) = (0, 0);
                for other in (0..60).filter(|&other| other != row.player) {
                    let exact = standing.difference(row.player, other);
                    ahead += usize::from(exact.high < 0.0);
                    behind += usize::from(exact.low > 0.0);
                }
                let (best, worst) = (1 + ahead, 60 - behind);
                apart += ahead + behind;
                called += row.best - 1 + 60 - row.worst;
                missed += row.best.abs_diff(best) + row.worst.abs_diff(worst);
            }
            println!(
                "{seats} seats, {tables} tables, {blocks} blocks: {called} called, {apart} apart, {missed} missed"
            );
            assert!(apart > 500 && missed as f64 <= wrong * apart as f64);
        }
    }
}

#[test]
fn intervals_hold_the_truth_about_as_often_as_they_say() {
    for (seats, tables) in [(2, 600), (2, 2_400), (3, 700), (4, 600)] {
        let (mut held, mut all) = (0, 0);
        for seed in 0..40 {
            let (truth, meetings) = field(60, seats, tables, seed);
            let standing = Standing::of(60, &meetings);
            let zero = truth.iter().sum::<f64>() / 60.0;
            for (player, truth) in truth.iter().enumerate() {
                let told = standing.rating(player);
                all += 1;
                held += u32::from(told.low <= truth - zero && truth - zero <= told.high);
            }
        }
        let share = 100.0 * f64::from(held) / f64::from(all);
        println!("{seats} seats, {tables} tables: held in {share:.1} %");
        assert!((92.5..97.5).contains(&share), "{seats} seats, {tables} tables: held in {share:.1} %");
    }
}

#[test]
fn draws_are_known_to_be_less_spread_than_wins() {
    let drawn: Vec<Meeting> = (0..60).map(|n| Meeting::drawn(n % 3, (n + 1) % 3)).collect();
    let won: Vec<Meeting> = (0..60).map(|n| Meeting::won(n % 3, (n + 1) % 3)).collect();
    let (drawn, won) = (Standing::of(3, &drawn), Standing::of(3, &won));
    assert!(drawn.dispersion() < 0.4 && won.dispersion() > 0.9);
    assert!(drawn.deviation(0) < won.deviation(0));
    let once: Vec<Meeting> = (0..60u64).map(|n| Meeting::won(0, 1).on(n / 6)).collect();
    let mixed = |n: u64| if n.is_multiple_of(2) { Meeting::won(0, 1) } else { Meeting::won(1, 0) };
    let boards: Vec<Meeting> = (0..60).map(|n| mixed(n / 6).on(n / 6)).collect();
    assert!(Standing::of(2, &boards).dispersion() > 2.0);
    assert!(Standing::of(2, &once).rating(0).value.is_finite());
}

#[test]
fn everybody_has_a_rank_even_without_a_match_or_a_point() {
    let standing = Standing::of(5, &[Meeting::won(3, 1), Meeting::won(3, 1), Meeting::drawn(2, 2)]);
    let table = standing.table();
    let ranks: Vec<(usize, usize, u32)> =
        table.iter().map(|row| (row.player, row.rank, row.matches)).collect();
    assert_eq!(ranks, [(3, 1, 2), (0, 2, 0), (2, 2, 0), (4, 2, 0), (1, 5, 2)]);
    assert!(table.iter().all(|row| row.best == 1 && row.worst == 5 && row.low < row.rating));
    assert!(Standing::of(0, &[]).table().is_empty());
    assert_eq!(Standing::of(1, &[]).table()[0].rank, 1);
}

#[test]
fn a_table_of_some_ranks_them_among_themselves() {
    let (_, meetings) = field(20, 2, 4_000, 1);
    let standing = Standing::of(20, &meetings);
    let table = standing.table_of(|player| player % 2 == 0);
    assert_eq!(table.len(), 10);
    assert!(table.iter().enumerate().all(|(place, row)| row.rank == place + 1 && row.player % 2 == 0));
    assert!(table.iter().all(|row| row.best <= row.rank && row.rank <= row.worst && row.worst <= 10));
    let (first, last) = (&table[0], &table[9]);
    assert!(!first.level_with(last) && first.level_with(first) && last.best > 1);
}

/// The very bits of every number, so that a zero with a sign or a last digit would be noticed.
fn bits(standing: &Standing) -> Vec<[u64; 2]> {
    let both = standing.ratings.iter().zip(&standing.deviations);
    both.map(|(rating, deviation)| [rating.to_bits(), deviation.to_bits()]).collect()
}

#[test]
fn the_numbers_are_pinned() {
    // Plain arithmetic alone: these are the same on every machine, and must stay what they are.
    let (_, meetings) = field(12, 3, 60, 9);
    let standing = Standing::in_blocks(12, &meetings, 5);
    let hash = bits(&standing).concat().iter().fold(0u64, |hash, bits| hash.rotate_left(5) ^ bits);
    assert_eq!((standing.rating(0).value, hash), (-320.85919, 13709588079175894469));
}

proptest! {
    #[test]
    fn the_order_of_rows_and_sides_changes_no_bit(
        rows in prop::collection::vec(
            (prop::collection::vec((0usize..9, 0u32..4), 2..5), prop::option::of(0u64..6)), 0..40),
        order in any::<u64>(),
    ) {
        let meetings: Vec<Meeting> =
            rows.into_iter().map(|(sides, board)| Meeting { sides, board }).collect();
        let mut shuffled = meetings.clone();
        let mut chance = Chance::new(Seed(order));
        chance.shuffle(&mut shuffled);
        shuffled.iter_mut().for_each(|meeting| chance.shuffle(&mut meeting.sides));
        for blocks in [3, 400] {
            let (one, two) = (Standing::in_blocks(9, &meetings, blocks), Standing::in_blocks(9, &shuffled, blocks));
            prop_assert_eq!(bits(&one), bits(&two));
            prop_assert_eq!(one.table(), two.table());
        }
    }

    #[test]
    fn a_point_more_never_lowers_a_rating(
        rows in prop::collection::vec((0usize..6, 0usize..6, 0u8..3), 1..30), who in 0usize..6, whom in 0usize..6,
    ) {
        let meeting = |&(a, b, result): &(usize, usize, u8)| match result {
            0 => Meeting::won(a, b),
            1 => Meeting::drawn(a, b),
            _ => Meeting::won(b, a),
        };
        let mut meetings: Vec<Meeting> = rows.iter().map(meeting).collect();
        let before = Standing::of(6, &meetings).difference(who, whom).value;
        meetings.push(Meeting::won(who, whom));
        let after = Standing::of(6, &meetings).difference(who, whom).value;
        prop_assert!(after >= before);
    }
}
