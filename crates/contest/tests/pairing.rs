//! A ladder's matches: what holds whoever is ready and however the matches end.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use meydan_contest::{Call, Meeting, Pairing, Sizes, Table, Terms, expected};
use meydan_core::{Chance, Seed};
use proptest::prelude::*;

fn terms(sizes: &[usize], rest: usize) -> Terms {
    let maps = (0..4).filter_map(|_| Sizes::new(2..=4)).collect();
    Terms { sizes: Sizes::new(sizes.to_vec()).unwrap(), maps, rest }
}

fn call(ready: &[usize], tables: usize, seed: u64) -> Call<'_> {
    Call { ready, house: &[], tables, seed: Seed(seed) }
}

/// The stronger one wins more often; a player's number is its strength.
fn play(table: &Table, chance: &mut Chance) -> Meeting {
    let mut order = table.seats.clone();
    chance.shuffle(&mut order);
    for last in (1..order.len()).rev() {
        for place in 0..last {
            let gap = 40.0 * (order[place + 1] as f64 - order[place] as f64);
            if chance.unit() < expected(gap) {
                order.swap(place, place + 1);
            }
        }
    }
    Meeting::new(order.into_iter().zip(1..))
}

#[test]
fn equals_meet_once_they_are_known() {
    let ready: Vec<usize> = (0..40).collect();
    let mut pairing = Pairing::new(terms(&[2], 4));
    let mut chance = Chance::new(Seed(1));
    let mut gap = |pairing: &mut Pairing, round| {
        let tables = pairing.call(&call(&ready, 99, round));
        // The last two may have met a moment ago.
        assert!(tables.len() >= 19);
        tables.iter().for_each(|table| pairing.result(&play(table, &mut chance)));
        tables.iter().map(|table| table.seats[0].abs_diff(table.seats[1])).sum::<usize>() as f64
            / tables.len() as f64
    };
    let first: f64 = (0..5).map(|round| gap(&mut pairing, round)).sum::<f64>() / 5.0;
    let between: f64 = (5..30).map(|round| gap(&mut pairing, round)).sum::<f64>() / 25.0;
    let late: f64 = (30..50).map(|round| gap(&mut pairing, round)).sum::<f64>() / 20.0;
    assert!(late < 0.7 * first && between < first, "{first} at first, then {between}, {late} later");
}

#[test]
fn who_has_played_least_is_seated_first() {
    let mut pairing = Pairing::new(terms(&[2], 4));
    let old: Vec<usize> = (0..20).collect();
    (0..10).for_each(|seed| drop(pairing.call(&call(&old, 99, seed))));
    let all: Vec<usize> = (0..23).collect();
    for seed in 0..5 {
        let seated: Vec<usize> =
            pairing.call(&call(&all, 3, seed)).into_iter().flat_map(|table| table.seats).collect();
        assert!([20, 21, 22].iter().all(|new| seated.contains(new)), "{seated:?}");
    }
}

#[test]
fn house_bots_stand_in_where_players_are_missing() {
    let mut pairing = Pairing::new(terms(&[4], 3));
    let call = Call { ready: &[0, 1, 2, 3, 4], house: &[100, 101, 102], tables: 9, seed: Seed(1) };
    let tables = pairing.call(&call);
    assert_eq!(tables.len(), 2);
    let house: Vec<usize> =
        tables.iter().flat_map(|table| &table.seats).copied().filter(|&player| player >= 100).collect();
    assert_eq!(house.len(), 3);
    // One alone has somebody to play with too.
    let alone = Call { ready: &[7], ..call };
    assert_eq!(pairing.call(&alone)[0].seats.len(), 4);
    assert!(pairing.call(&Call { house: &[], ..alone }).is_empty());
}

#[test]
fn two_alone_meet_again_and_again() {
    let mut pairing = Pairing::new(terms(&[2], 10));
    for seed in 0..6 {
        assert_eq!(pairing.call(&call(&[3, 5], 4, seed)).len(), 1);
    }
    assert_eq!([0, 1].map(|seat| pairing.rota().sat(3, seat)), [3, 3]);
    assert_eq!([0, 1, 2, 3].map(|map| pairing.rota().played(5, map)).iter().max(), Some(&2));
}

#[test]
fn a_void_match_is_played_anew() {
    let mut pairing = Pairing::new(terms(&[2], 1));
    let table = pairing.call(&call(&[0, 1, 2, 3], 1, 1)).remove(0);
    pairing.void(&table);
    assert!((0..4).all(|player| pairing.matches(player) == 0));
    assert_eq!(pairing.rota().sat(table.seats[0], 0), 0);
}

#[test]
fn what_the_table_of_matches_says_is_enough_to_go_on() {
    let ready: Vec<usize> = (0..30).collect();
    let mut pairing = Pairing::new(terms(&[2, 3, 4], 4));
    let mut again = Pairing::new(terms(&[2, 3, 4], 4));
    let mut chance = Chance::new(Seed(5));
    for seed in 0..10 {
        for table in pairing.call(&call(&ready, 5, seed)) {
            let meeting = play(&table, &mut chance);
            pairing.result(&meeting);
            again.seat(&table);
            again.result(&meeting);
        }
    }
    assert_eq!(pairing.call(&call(&ready, 5, 99)), again.call(&call(&ready, 5, 99)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nobody_is_at_two_tables_or_meets_again_too_early_and_all_play_alike(
        players in 24usize..60, sizes in prop::collection::vec(2usize..=4, 1..3), batch in 1usize..12, seed in any::<u64>(),
    ) {
        let rest = 6;
        let terms = terms(&sizes, rest);
        let ready: Vec<usize> = (0..players).collect();
        let mut pairing = Pairing::new(terms.clone());
        let mut twin = Pairing::new(terms.clone());
        let mut chance = Chance::new(Seed(seed));
        let mut last: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for round in 0..40 {
            let tables = pairing.call(&call(&ready, batch, round));
            prop_assert_eq!(&tables, &twin.call(&call(&ready, batch, round)));
            prop_assert!(!tables.is_empty() && tables.len() <= batch);
            let mut seated: Vec<usize> = tables.iter().flat_map(|table| table.seats.clone()).collect();
            let count = seated.len();
            seated.sort_unstable();
            seated.dedup();
            prop_assert_eq!(seated.len(), count);
            for table in &tables {
                prop_assert!(terms.sizes.allows(table.seats.len()) && table.map < 4);
                for &player in &table.seats {
                    let met = last.entry(player).or_default();
                    let early = met.iter().rev().take(rest).any(|other| table.seats.contains(other));
                    prop_assert!(!early, "{} had just met {:?}", player, met);
                }
                for &player in &table.seats {
                    let others = table.seats.iter().filter(|&&other| other != player);
                    last.entry(player).or_default().extend(others);
                }
                let meeting = play(table, &mut chance);
                pairing.result(&meeting);
                twin.result(&meeting);
            }
        }
        let matches = || ready.iter().map(|&player| pairing.matches(player));
        let spread = matches().max().unwrap() - matches().min().unwrap();
        prop_assert!(spread <= 3, "matches differ by {}", spread);
        for &player in &ready {
            let maps = || (0..4).map(|map| pairing.rota().played(player, map));
            prop_assert!(maps().max().unwrap() - maps().min().unwrap() <= 6);
            let least = sizes.iter().min().copied().unwrap_or(2);
            let seats = || (0..least).map(|seat| pairing.rota().sat(player, seat));
            prop_assert!(seats().max().unwrap() - seats().min().unwrap() <= 5);
        }
    }

    #[test]
    fn there_is_always_a_match_if_enough_are_ready(
        ready in prop::collection::btree_set(0usize..12, 0..12), sizes in prop::collection::vec(2usize..=4, 1..3),
        rest in 0usize..20, calls in 1u64..30,
    ) {
        let terms = terms(&sizes, rest);
        let mut pairing = Pairing::new(terms.clone());
        let ready: Vec<usize> = ready.into_iter().collect();
        for seed in 0..calls {
            let tables = pairing.call(&call(&ready, 100, seed));
            prop_assert_eq!(tables.is_empty(), ready.len() < terms.sizes.list()[0]);
        }
    }
}
