//! What holds for every format of a tournament, at every size, however the matches end.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod cup;

use std::collections::BTreeSet;

use cup::*;
use meydan_contest::{Count, Feed, Format, Happening, Setting, Stage, Ties, Tournament};
use meydan_core::{Chance, Seed};
use proptest::prelude::*;

/// Every format at tables of a size.
fn formats(table: usize) -> Vec<Format> {
    let mut all = vec![
        BLITZ,
        Format::Blitz { duels_from: 2 },
        Format::Blitz { duels_from: 16 },
        SINGLE,
        Format::Single { best_of: 3, last: 5, third: true },
        Format::Swiss { best_of: 1, rounds: None },
        Format::Swiss { best_of: 3, rounds: Some(5) },
        Format::Groups { size: 4, through: 2, best_of: 1, last: 3, third: true },
        Format::Groups { size: 6, through: 1, best_of: 1, last: 1, third: false },
        Format::RoundRobin { best_of: 1, laps: 1 },
    ];
    if table == 2 {
        all.extend([DOUBLE, Format::Double { best_of: 3, last: 5, reset: false }]);
    }
    all
}

#[test]
fn groups_are_as_near_to_their_size_as_can_be() {
    let sizes = |teams: usize, size: usize, through: usize| -> Vec<usize> {
        let format = Format::Groups { size, through, best_of: 1, last: 1, third: false };
        let mut sizes: Vec<usize> = duels(format, teams).groups().iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes
    };
    assert_eq!(sizes(7, 4, 2), [3, 4]);
    assert_eq!((sizes(6, 4, 2), sizes(5, 4, 2)), (vec![3, 3], vec![5]));
    assert_eq!((sizes(16, 4, 2), sizes(3, 2, 1)), (vec![4; 4], vec![3]));
    // However large a group may be, there are only so many teams.
    assert_eq!((sizes(6, 7, 2), sizes(6, usize::MAX, 2)), (vec![6], vec![6]));
    // Somebody is always left out.
    assert_eq!(sizes(6, 4, 3), [6]);
}

#[test]
fn seeds_meet_as_late_as_they_can() {
    for (table, sizes) in [(2, &[2][..]), (3, &[3]), (4, &[2, 3, 4])] {
        for teams in 2..=200 {
            for format in formats(table) {
                if matches!(format, Format::RoundRobin { .. } | Format::Swiss { rounds: Some(_), .. }) {
                    continue;
                }
                let mut cup = Tournament::new(setting(format, teams, table, sizes)).unwrap();
                if matches!(format, Format::Groups { .. }) {
                    // The best of each group are in different groups.
                    let count = cup.groups().len();
                    let best = |group: &Vec<usize>| group.iter().filter(|&&team| team < count).count();
                    assert!(cup.groups().iter().all(|group| best(group) == 1), "{format:?} of {teams}");
                    continue;
                }
                play(&mut cup, |team| team as u32);
                for series in cup.series() {
                    let first = match series.stage {
                        Stage::Winners => series.width,
                        Stage::Group(_) if series.round == 0 => series.width,
                        _ => continue,
                    };
                    let met = series.teams().unwrap();
                    let best = met.iter().filter(|&&team| team < first).count();
                    assert!(best <= 1, "{format:?} of {teams}: {met:?} in a round of {first}");
                }
            }
        }
    }
}

#[test]
fn two_of_a_table_do_not_meet_again_at_the_next() {
    let mut final_ = Tournament::new(setting(Format::Blitz { duels_from: 4 }, 64, 2, &[2, 4])).unwrap();
    play(&mut final_, |team| (team * 37 % 64) as u32);
    let seconds = |series: &meydan_contest::Series| {
        let from: Vec<usize> = series
            .feeds
            .iter()
            .filter_map(|feed| match feed {
                Feed::Of { series, .. } => Some(*series),
                _ => None,
            })
            .collect();
        from.iter().collect::<BTreeSet<_>>().len() == from.len()
    };
    let early = final_.series().iter().filter(|series| series.width > 1);
    assert!(early.clone().count() > 20);
    assert!(early.clone().all(seconds), "{:?}", early.filter(|s| !seconds(s)).collect::<Vec<_>>());
}

/// A tournament that is played by dice, with teams that leave.
fn gamble(
    setting: &Setting,
    dice: &mut impl Iterator<Item = u32>,
    leave: u32,
) -> (Tournament, Vec<Happening>) {
    let mut tournament = Tournament::new(setting.clone()).unwrap();
    let mut log = Vec::new();
    let mut roll = |below: u32| dice.next().unwrap() % below;
    while !tournament.is_over() {
        let calls = tournament.calls();
        assert!(!calls.is_empty(), "it is not over and nothing can be played");
        let seated: Vec<usize> = calls.iter().flat_map(|call| call.players.iter().copied()).collect();
        let once: BTreeSet<usize> = seated.iter().copied().collect();
        assert_eq!(once.len(), seated.len(), "nobody plays twice at once");
        assert!(seated.iter().all(|&team| !tournament.is_gone(team)));
        for call in &calls {
            assert!(call.players.len() >= 2 && call.map < setting.maps);
            assert!(setting.sizes.allows(call.seats) && call.seats >= call.players.len());
            if leave > 0 && roll(leave) == 0 {
                let team = roll(setting.teams as u32) as usize;
                let gone = Happening::Gone(team);
                if tournament.tell(&gone).is_ok() {
                    log.push(gone);
                }
            }
            let ranks = call.players.iter().map(|&team| (team, 1 + roll(4))).collect();
            let played = Happening::Result { series: call.series, game: call.game, ranks };
            // It may have been decided meanwhile, because somebody has left.
            if tournament.tell(&played).is_ok() {
                log.push(played);
            }
        }
    }
    (tournament, log)
}

/// Tables of every kind: how many sit at one, and how many may.
const TABLES: [(usize, &[usize]); 3] = [(2, &[2, 3, 4]), (3, &[3]), (4, &[2, 4])];

/// Plays a tournament by dice. It ends; everybody has one place; nobody plays twice at once (see [`gamble`]); the same log gives the same bracket.
fn holds(setting: &Setting, dice: u64, leave: u32) {
    let about = format!("{setting:?}, dice {dice}, leave {leave}");
    let mut state = dice | 1;
    let mut dice = std::iter::from_fn(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some((state >> 33) as u32)
    });
    let (tournament, log) = gamble(setting, &mut dice, leave);

    let mut placed: Vec<usize> = tournament.places().iter().map(|placed| placed.team).collect();
    placed.sort_unstable();
    assert_eq!(placed, (0..setting.teams).collect::<Vec<_>>(), "{about}");
    let places: Vec<usize> = tournament.places().iter().map(|placed| placed.place).collect();
    assert!(places[0] == 1 && places.is_sorted(), "{about}");
    assert_eq!(places.iter().filter(|&&place| place == 1).count(), 1, "there is one winner: {about}");
    for series in tournament.series() {
        let most = series.best_of + setting.ties.again;
        assert!(series.games.len() as u32 <= most, "{about}");
        assert_eq!(series.result.as_ref().unwrap().len(), series.feeds.len(), "{about}");
    }
    // The same log gives the same bracket, and so does every beginning of it.
    assert!(Tournament::after(setting.clone(), &log).unwrap() == tournament, "{about}");
    let mut resumed = Tournament::after(setting.clone(), &log[..log.len() / 2]).unwrap();
    log[log.len() / 2..].iter().for_each(|happening| resumed.tell(happening).unwrap());
    assert!(resumed == tournament, "{about}");
}

#[test]
fn every_format_of_every_size_ends_and_places_everybody_once() {
    for (table, sizes) in TABLES {
        for format in formats(table) {
            // Larger tables have fewer sizes, and so has a round robin: it takes long, and `everybody_meets_everybody_in_a_round_robin` has all.
            let every = match (format, table) {
                (Format::RoundRobin { .. }, _) => 59,
                (_, 2) => 1,
                _ => 7,
            };
            for teams in (2..=200).filter(|teams| *teams <= 20 || teams % every == 0) {
                // Somebody leaves in every second one.
                let leave = if teams % 2 == 0 { 0 } else { 30 };
                let ties = Ties { again: (teams % 3) as u32, order: Vec::new() };
                let count = if teams % 4 < 2 { Count::Wins } else { Count::Sums };
                holds(&Setting { ties, count, ..setting(format, teams, table, sizes) }, teams as u64, leave);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]
    #[test]
    fn every_tournament_ends_and_places_everybody_once_whoever_leaves(
        teams in 2usize..=200,
        table in 0usize..3,
        format in any::<prop::sample::Index>(),
        seed in any::<u64>(),
        leave in prop::sample::select(vec![0u32, 4, 40]),
        again in 0u32..3,
        count in prop::sample::select(vec![Count::Wins, Count::Sums]),
        earlier in any::<bool>(),
    ) {
        let (table, sizes) = TABLES[table];
        let formats = formats(table);
        let format = formats[format.index(formats.len())];
        let order = if earlier { (0..teams).rev().collect() } else { Vec::new() };
        let ties = Ties { again, order };
        holds(&Setting { seed: Seed(seed), ties, count, ..setting(format, teams, table, sizes) }, seed, leave);
    }
}

/// Plays a tournament in which every game ends as `fate` has it, in an order that `turn` decides.
fn in_some_order(setting: &Setting, fate: u64, turn: u64) -> Tournament {
    let mut tournament = Tournament::new(setting.clone()).unwrap();
    let mut turn = Chance::new(Seed(turn));
    while !tournament.is_over() {
        let mut calls = tournament.calls();
        turn.shuffle(&mut calls);
        // Some of them end before the next ones are called.
        let ended = calls.len().div_ceil(2);
        for call in &calls[..ended] {
            let ends = |team: usize| {
                let game = [call.series, call.game as usize, team].into_iter();
                let mixed =
                    game.fold(fate, |mixed, part| (mixed ^ part as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                (mixed >> 40) as u32 % 3
            };
            tournament.tell(&result(call, ends)).unwrap();
        }
    }
    tournament
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn the_same_results_give_the_same_bracket_in_whatever_order_they_come(
        teams in 2usize..=200,
        table in 0usize..3,
        format in any::<prop::sample::Index>(),
        fate in any::<u64>(),
        turns in any::<[u64; 2]>(),
        again in 0u32..3,
        count in prop::sample::select(vec![Count::Wins, Count::Sums]),
    ) {
        let (table, sizes) = TABLES[table];
        let formats = formats(table);
        let format = formats[format.index(formats.len())];
        // A league of two hundred takes long, and has no more to say than one of forty.
        let teams = if matches!(format, Format::RoundRobin { .. }) { 2 + teams % 39 } else { teams };
        let ties = Ties { again, order: Vec::new() };
        let setting = Setting { ties, count, ..setting(format, teams, table, sizes) };
        let [one, other] = turns.map(|turn| in_some_order(&setting, fate, turn));
        prop_assert!(one == other, "{:?}, fate {}, turns {:?}", setting, fate, turns);
    }
}

#[test]
fn two_hundred_teams_can_meet_all_others() {
    let mut league = duels(Format::RoundRobin { best_of: 1, laps: 1 }, 200);
    play(&mut league, |team| team as u32);
    assert_eq!(league.series().len(), 19_900);
    assert_eq!(places(&league), (0..200).map(|team| (team, team + 1)).collect::<Vec<_>>());
}
