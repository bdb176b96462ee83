//! What ratings and their intervals are, apart from how often they hold (see `coverage.rs`).
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_contest::{Estimate, Meeting, Ratings, expected};
use meydan_core::{Chance, Seed};
use proptest::prelude::*;

fn games(a: usize, b: usize, won: usize, drawn: usize, lost: usize) -> Vec<Meeting> {
    let kinds = [(Meeting::won(a, b), won), (Meeting::drawn(a, b), drawn), (Meeting::won(b, a), lost)];
    kinds.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count)).collect()
}

fn difference(ratings: &Ratings, a: usize, b: usize) -> Estimate {
    ratings.difference(a, b).unwrap()
}

#[test]
fn three_of_four_points_are_about_191_rating_points() {
    let ratings = Ratings::fit(2, &games(0, 1, 3000, 0, 1000));
    let lead = difference(&ratings, 0, 1);
    assert!((lead.value - 190.848).abs() < 0.001, "{lead:?}");
    assert!((expected(lead.value) - 0.75).abs() < 1e-6);
    assert!((ratings.rating(0).value - 95.424).abs() < 0.001);
    // The textbook's interval of a share of 0.75 in 4000 games, on this scale.
    assert!((lead.margin().unwrap() - 12.4).abs() < 0.1, "{lead:?}");
}

#[test]
fn a_draw_is_half_a_point_and_tells_more_than_a_win_and_a_loss_would() {
    let decided = Ratings::fit(2, &games(0, 1, 75, 0, 25));
    let drawn = Ratings::fit(2, &games(0, 1, 55, 40, 5));
    assert!((difference(&decided, 0, 1).value - difference(&drawn, 0, 1).value).abs() < 1e-6);
    assert!(difference(&drawn, 0, 1).margin() < difference(&decided, 0, 1).margin());
}

#[test]
fn nothing_but_draws_still_leaves_a_doubt() {
    let margin = |draws| difference(&Ratings::fit(2, &games(0, 1, 0, draws, 0)), 0, 1).margin().unwrap();
    assert!(margin(10) > 100.0 && margin(100) > 10.0 && margin(100) < 20.0, "{} {}", margin(10), margin(100));
}

#[test]
fn somebody_who_only_wins_has_no_upper_end() {
    let ratings = Ratings::fit(2, &games(0, 1, 10, 0, 0));
    let lead = difference(&ratings, 0, 1);
    assert_eq!((lead.high, lead.margin()), (f64::INFINITY, None));
    // Ten wins in a row happen to somebody with this chance in 2.5 % of all cases.
    assert!((expected(lead.low).powi(10) - 0.025).abs() < 1e-4, "{lead:?}");
    // And to somebody as strong as the best guess in half of all cases.
    assert!((expected(lead.value).powi(10) - 0.5).abs() < 0.01, "{lead:?}");
    let (best, worst) = (ratings.rating(0), ratings.rating(1));
    assert_eq!((best.high, worst.low), (f64::INFINITY, f64::NEG_INFINITY));
    assert!((best.low - lead.low / 2.0).abs() < 1e-6 && (worst.high + lead.low / 2.0).abs() < 1e-6);
    assert_eq!(ratings.tiers(), [vec![0], vec![1]]);
}

#[test]
fn a_strict_order_keeps_every_guess_inside_its_interval() {
    let pairs = (0..12).flat_map(|a| (a + 1..12).map(move |b| (a, b)));
    let ratings = Ratings::fit(12, &pairs.flat_map(|(a, b)| games(a, b, 5, 0, 0)).collect::<Vec<_>>());
    assert_eq!(ratings.order(), (0..12).collect::<Vec<_>>());
    for (a, b) in [(0, 1), (0, 11), (3, 5), (5, 6)] {
        let lead = difference(&ratings, a, b);
        assert!(lead.low < lead.value && lead.high == f64::INFINITY, "{lead:?}");
    }
    assert_eq!(ratings.rating(5).low, f64::NEG_INFINITY);
}

#[test]
fn boards_that_all_ended_one_way_count_once_each() {
    let together = (0..10).flat_map(|board| vec![Meeting::won(0, 1).on(board); 4]).collect::<Vec<_>>();
    let (boards, apart) = (Ratings::fit(2, &together), Ratings::fit(2, &games(0, 1, 10, 0, 0)));
    assert!((difference(&boards, 0, 1).low - difference(&apart, 0, 1).low).abs() < 0.01);
    assert_eq!(boards.score(0).boards, 10);
}

#[test]
fn somebody_beaten_by_all_does_not_blur_the_others() {
    let even = games(0, 1, 60, 10, 30);
    let beaten = [games(0, 2, 50, 0, 0), games(1, 2, 50, 0, 0)].concat();
    let (alone, with) = (Ratings::fit(2, &even), Ratings::fit(3, &[even, beaten].concat()));
    assert_eq!(with.tiers(), [vec![0, 1], vec![2]]);
    let (alone, among) = (alone.rating(0), with.rating(0));
    assert!((alone.low - among.low).abs() < 1e-6 && (alone.high - among.high).abs() < 1e-6);
    let last = with.rating(2);
    assert!(last.low == f64::NEG_INFINITY && last.high < -400.0 && last.value < last.high, "{last:?}");
}

#[test]
fn players_of_different_islands_are_not_compared() {
    let all = [games(0, 1, 20, 5, 10), games(2, 3, 10, 5, 10)].concat();
    let ratings = Ratings::fit(5, &all);
    assert_eq!(ratings.islands(), [vec![0, 1], vec![2, 3], vec![4]]);
    assert_eq!(ratings.difference(1, 2), None);
    assert_eq!(ratings.difference(4, 0), None);
    assert!(ratings.difference(2, 3).unwrap().margin().is_some());
    let nobody = ratings.rating(4);
    assert_eq!((nobody.value, nobody.margin()), (0.0, None));
    assert_eq!(ratings.order(), [0, 1, 2, 3, 4]);
}

#[test]
fn strength_reaches_through_a_common_opponent_and_doubt_adds_up() {
    let all = [games(0, 1, 30, 0, 10), games(1, 2, 30, 0, 10)].concat();
    let ratings = Ratings::fit(3, &all);
    assert_eq!(ratings.order(), [0, 1, 2]);
    let (near, far) = (difference(&ratings, 0, 1), difference(&ratings, 0, 2));
    assert!((far.value - 2.0 * near.value).abs() < 1e-3);
    let wider = far.margin().unwrap() / near.margin().unwrap();
    assert!((wider - 2f64.sqrt()).abs() < 0.05, "{wider}");
}

#[test]
fn a_table_of_four_is_one_observation() {
    let ranking = |order: [usize; 4]| Meeting::new(order.into_iter().zip(1..));
    let orders = [[0, 1, 2, 3], [0, 2, 1, 3], [1, 0, 3, 2], [3, 0, 1, 2], [2, 3, 1, 0]];
    let tables: Vec<Meeting> = orders.into_iter().cycle().take(100).map(ranking).collect();
    let duel = |duel: meydan_contest::Duel| {
        if duel.points > 0.5 { Meeting::won(duel.a, duel.b) } else { Meeting::won(duel.b, duel.a) }
    };
    let duels: Vec<Meeting> = tables.iter().flat_map(Meeting::duels).map(duel).collect();
    let (one, apart) = (Ratings::fit(4, &tables), Ratings::fit(4, &duels));
    assert!((one.rating(0).value - apart.rating(0).value).abs() < 1e-6);
    // A good day shows against all three at once, so three duels of one table tell less than three of three tables.
    assert!(one.rating(0).margin() > apart.rating(0).margin());
    assert_eq!((one.score(0).duels, one.score(0).boards), (300, 100));
}

#[test]
fn a_player_on_two_sides_is_not_compared_with_itself() {
    let meeting = Meeting::new([(0, 1), (1, 2), (0, 3)]);
    let points: Vec<_> = meeting.duels().map(|duel| (duel.a, duel.b, duel.points)).collect();
    assert_eq!(points, [(0, 1, 1.0), (1, 0, 1.0)]);
    let ratings = Ratings::fit(2, &vec![meeting; 30]);
    assert!(ratings.rating(0).value.abs() < 1e-6);
    assert_eq!(ratings.score(1).duels, 60);
}

#[test]
fn nobody_and_nothing_are_rated_too() {
    assert!(Ratings::fit(0, &[]).order().is_empty());
    let ratings = Ratings::fit(3, &[Meeting::new([(1, 1), (1, 2)]), Meeting::new([])]);
    assert_eq!((ratings.rating(1).value, ratings.rating(1).low), (0.0, f64::NEG_INFINITY));
    assert_eq!(difference(&ratings, 1, 1), Estimate { value: 0.0, low: 0.0, high: 0.0 });
}

#[test]
fn lopsided_and_huge_results_end_too() {
    let all = [games(0, 1, 1_000_000, 0, 1), games(1, 2, 1_000_000, 0, 0), games(2, 3, 1, 0, 1)].concat();
    let ratings = Ratings::fit(4, &all);
    let lead = difference(&ratings, 0, 1);
    assert!(lead.low > 2000.0 && lead.high < 3500.0, "{lead:?}");
}

#[test]
fn one_board_is_one_game_however_often_it_is_played() {
    let board: Vec<Meeting> = games(0, 1, 999, 0, 1).into_iter().map(|game| game.on(1)).collect();
    let lead = difference(&Ratings::fit(2, &board), 0, 1);
    assert!(lead.low < 0.0 && lead.high == f64::INFINITY, "{lead:?}");
}

const PLAYERS: usize = 5;

/// Some meetings of two to four sides, some of them on common boards.
fn meetings() -> impl Strategy<Value = Vec<Meeting>> {
    let sides = prop::collection::vec((0..PLAYERS, 1u32..4), 2..5);
    let meeting = (sides, prop::option::of(0u64..6)).prop_map(|(sides, board)| Meeting { sides, board });
    prop::collection::vec(meeting, 1..30)
}

/// All that ratings say.
fn told(ratings: &Ratings) -> Vec<Option<Estimate>> {
    let pairs = (0..PLAYERS).flat_map(|a| (0..PLAYERS).map(move |b| (a, b)));
    let differences = pairs.map(|(a, b)| ratings.difference(a, b));
    (0..PLAYERS).map(|player| Some(ratings.rating(player))).chain(differences).collect()
}

fn bits(told: &[Option<Estimate>]) -> Vec<Option<[u64; 3]>> {
    let bits = |told: Estimate| [told.value.to_bits(), told.low.to_bits(), told.high.to_bits()];
    told.iter().map(|told| told.map(bits)).collect()
}

/// Equal up to rounding, infinities included.
fn near(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() < 1e-3
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_order_of_meetings_and_sides_does_not_change_a_bit(meetings in meetings(), seed in any::<u64>()) {
        let mut mixed = meetings.clone();
        let mut chance = Chance::new(Seed(seed));
        chance.shuffle(&mut mixed);
        mixed.iter_mut().for_each(|meeting| chance.shuffle(&mut meeting.sides));
        let (before, after) = (Ratings::fit(PLAYERS, &meetings), Ratings::fit(PLAYERS, &mixed));
        prop_assert_eq!(bits(&told(&before)), bits(&told(&after)));
        prop_assert_eq!(before.order(), after.order());
    }

    #[test]
    fn other_names_for_the_players_change_nothing_else(meetings in meetings(), seed in any::<u64>()) {
        let mut names: Vec<usize> = (0..PLAYERS).collect();
        Chance::new(Seed(seed)).shuffle(&mut names);
        let mut renamed = meetings.clone();
        renamed.iter_mut().flat_map(|meeting| &mut meeting.sides).for_each(|side| side.0 = names[side.0]);
        let (before, after) = (Ratings::fit(PLAYERS, &meetings), Ratings::fit(PLAYERS, &renamed));
        for a in 0..PLAYERS {
            let (x, y) = (before.rating(a), after.rating(names[a]));
            prop_assert!(near(x.value, y.value) && near(x.low, y.low) && near(x.high, y.high), "{x:?} {y:?}");
            for b in 0..PLAYERS {
                match (before.difference(a, b), after.difference(names[a], names[b])) {
                    (Some(x), Some(y)) => {
                        prop_assert!(near(x.value, y.value) && near(x.low, y.low) && near(x.high, y.high));
                    }
                    (x, y) => prop_assert_eq!(x, y),
                }
            }
        }
    }

    #[test]
    fn an_end_is_open_where_no_chain_of_points_bounds_it_and_closed_by_enough_games(meetings in meetings()) {
        let mut leads = [[false; PLAYERS]; PLAYERS];
        for duel in meetings.iter().flat_map(Meeting::duels) {
            leads[duel.a][duel.b] |= duel.points > 0.0;
            leads[duel.b][duel.a] |= duel.points < 1.0;
        }
        for via in 0..PLAYERS {
            for a in 0..PLAYERS {
                for b in 0..PLAYERS {
                    leads[a][b] |= leads[a][via] && leads[via][b];
                }
            }
        }
        let ratings = Ratings::fit(PLAYERS, &meetings);
        let often: Vec<Meeting> = meetings.iter().map(|meeting| Meeting { board: None, ..meeting.clone() }).collect();
        let often = Ratings::fit(PLAYERS, &vec![often; 30].concat());
        for rating in (0..PLAYERS).map(|player| ratings.rating(player)) {
            prop_assert!(rating.value.is_finite() && rating.low <= rating.value && rating.value <= rating.high);
        }
        for (a, b) in (0..PLAYERS).flat_map(|a| (0..PLAYERS).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let bounded = (leads[a][b], leads[b][a]);
            let Some(lead) = ratings.difference(a, b) else {
                prop_assert_eq!(bounded, (false, false));
                continue;
            };
            prop_assert!(lead.low <= lead.value && lead.value <= lead.high, "{lead:?}");
            prop_assert!((bounded.0 || lead.low.is_infinite()) && (bounded.1 || lead.high.is_infinite()));
            let often = often.difference(a, b).unwrap();
            prop_assert_eq!((often.low.is_finite(), often.high.is_finite()), bounded);
            let back = ratings.difference(b, a).unwrap();
            prop_assert!(near(lead.value, -back.value) && near(lead.low, -back.high));
        }
    }

    #[test]
    fn one_more_draw_between_equals_narrows(decided in 0usize..30, drawn in 0usize..30) {
        prop_assume!(decided + drawn > 0);
        let margin = |drawn| {
            let ratings = Ratings::fit(2, &games(0, 1, decided, drawn, decided));
            ratings.difference(0, 1).unwrap().margin().unwrap()
        };
        prop_assert!(margin(drawn + 1) < margin(drawn));
    }

    #[test]
    fn more_of_the_same_narrows(won in 1usize..20, drawn in 0usize..20, lost in 1usize..20) {
        let margin = |times: usize| {
            let ratings = Ratings::fit(2, &games(0, 1, times * won, times * drawn, times * lost));
            ratings.difference(0, 1).unwrap().margin().unwrap()
        };
        prop_assert!(margin(9) < margin(1));
    }
}

#[test]
fn an_estimate_says_how_sure_its_sign_is_and_what_would_make_it_clear() {
    let estimate = |value: f64, margin: f64| Estimate { value, low: value - margin, high: value + margin };
    for (value, margin, sure) in
        [(20.0, 20.0, 0.975), (-20.0, 20.0, 0.975), (20.0, 40.0, 0.8365), (0.0, 9.0, 0.5)]
    {
        assert!((estimate(value, margin).sure() - sure).abs() < 1e-4, "{value} ± {margin}");
    }
    // Half of the way to 0 takes four times as much.
    assert_eq!(estimate(20.0, 40.0).needs(), Some(4.0));
    assert_eq!(estimate(-20.0, 40.0).needs(), Some(4.0));
    assert_eq!(estimate(40.0, 20.0).needs(), Some(0.25));
    assert_eq!(estimate(0.0, 20.0).needs(), None);
    // Nobody has lost a point yet: the end that faces 0 is what counts.
    let open = Estimate { value: 500.0, low: 300.0, high: f64::INFINITY };
    assert!(open.sure() > 0.999 && open.needs().is_some_and(|times| times < 1.0));
    let blind = Estimate { value: 5.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
    assert_eq!((blind.sure(), blind.needs()), (0.5, None));
}
