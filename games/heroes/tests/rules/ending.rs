//! Spec 11.

use meydan_core::Side;
use meydan_heroes::{Config, Direction, Ruleset, draw};

use crate::board::{Document, Left, Match, Official, Right, all, cast};

/// Both zones touch the objective; hero 0 earns from the first turn it steps in.
const NEAR: &[&str] = &[
    "1o.o2", //
    "1...2", "1...2", "1...2",
];

fn config(ruleset: Ruleset, constants: &[(&str, i32)]) -> Config {
    let mut config = draw(NEAR, ruleset).unwrap();
    constants.iter().for_each(|&(key, value)| config.set_constant(key, value).unwrap());
    config.validate().unwrap();
    config
}

fn start(ruleset: Ruleset, constants: &[(&str, i32)]) -> Match {
    Match::on(&config(ruleset, constants), all("HEALER"), all("HEALER"))
}

/// How many idle turns until the match is over, and why it ended.
fn turns(game: &mut Match) -> (u32, String) {
    for turn in 1..1000 {
        game.idle_turn();
        if let Some(outcome) = game.outcome() {
            return (turn, outcome.reason);
        }
    }
    panic!("the match does not end");
}

const ENTER: Direction = Right;

#[test]
fn the_document_plays_as_many_turns_as_the_map_says_and_the_original_four_fewer() {
    assert_eq!(turns(&mut start(Document, &[("maxTurns", 10)])), (10, "turn limit".into()));
    assert_eq!(turns(&mut start(Official, &[("maxTurns", 10)])), (6, "turn limit".into()));
}

#[test]
fn every_hero_in_the_objective_zone_earns_a_point_a_turn() {
    let mut game = start(Document, &[]);
    game.step(&[(0, ENTER), (1, Left)]);
    game.idle_turn();
    assert_eq!(game.view().scores, [1, 1]);
    game.step(&[(0, Right)]);
    game.idle_turn();
    assert_eq!(game.view().scores, [1, 2], "who left the zone earns nothing");
}

#[test]
fn the_score_limit_ends_the_match_and_the_higher_score_wins() {
    let mut game = start(Document, &[("maxScore", 3)]);
    game.step(&[(0, ENTER)]);
    assert_eq!(turns(&mut game), (3, "score limit".into()));
    assert_eq!(game.outcome().unwrap().winners(), [Side(0)]);
    assert_eq!(game.outcome().unwrap().standings[0].score, 3);
}

#[test]
fn equal_scores_are_decided_by_fewer_action_points_and_then_nobody_wins() {
    let mut game = start(Document, &[("maxScore", 2)]);
    game.step(&[(0, ENTER), (1, Left)]);
    game.step(&[(2, Right)]);
    turns(&mut game);
    assert_eq!(game.outcome().unwrap().winners(), [Side(1)], "team 0 made one step more");
    let mut game = start(Document, &[("maxScore", 2)]);
    game.step(&[(0, ENTER), (1, Left)]);
    turns(&mut game);
    assert_eq!(game.outcome().unwrap().winners(), [Side(0), Side(1)]);
}

#[test]
fn a_gap_of_zero_means_no_overtime_and_the_document_has_none() {
    for (ruleset, gap) in [(Official, 0), (Document, 50)] {
        let mut game = start(ruleset, &[("maxScore", 3), ("initOvertime", 5), ("maxScoreDiff", gap)]);
        game.step(&[(0, ENTER)]);
        assert_eq!(turns(&mut game), (3, "score limit".into()));
    }
}

#[test]
fn overtime_gives_the_trailing_team_time_to_catch_up() {
    let mut game = start(Official, &[("maxScore", 3), ("initOvertime", 4), ("maxScoreDiff", 50)]);
    game.step(&[(0, ENTER)]);
    (0..3).for_each(|_| drop(game.idle_turn()));
    let view = game.view();
    assert!(!view.over);
    assert_eq!((view.max_overtime, view.remaining_overtime), (4, 4));
    assert_eq!(game.game.limits(), (7 + 4, 100_000));
    assert_eq!(turns(&mut game), (4, "overtime".into()));
    assert_eq!(game.view().remaining_overtime, 0);
}

#[test]
fn a_gap_ends_overtime_at_once() {
    let mut game = start(Official, &[("maxScore", 3), ("initOvertime", 9), ("maxScoreDiff", 5)]);
    game.step(&[(0, ENTER)]);
    assert_eq!(turns(&mut game), (5, "overtime".into()), "3 to 0, 4 to 0, 5 to 0");
    assert_eq!((game.view().max_overtime, game.view().remaining_overtime), (0, 0));
}

#[test]
fn a_trailing_team_that_takes_the_lead_starts_a_shorter_overtime() {
    // Equal scores; team 0 leads by one step less used. In overtime team 0 wastes points and falls behind.
    let mut game = start(Official, &[("maxScore", 1), ("initOvertime", 3), ("maxScoreDiff", 50)]);
    game.step(&[(0, ENTER), (1, Left)]);
    game.step(&[(3, Left)]);
    game.idle_turn();
    let overtime = |game: &Match| (game.view().max_overtime, game.view().remaining_overtime);
    assert_eq!(overtime(&game), (3, 3));
    game.cast(&[cast(0, "HEALER_HEAL", (0, 1))]);
    assert_eq!(overtime(&game), (2, 2), "team 1 leads by used action points now");
    game.idle_turn();
    assert_eq!(overtime(&game), (2, 1));
    game.idle_turn();
    assert_eq!(game.outcome().unwrap().winners(), [Side(1)]);
}

#[test]
fn fully_equal_teams_use_up_overtime_turn_by_turn() {
    let mut game = start(Official, &[("maxTurns", 6), ("initOvertime", 2), ("maxScoreDiff", 50)]);
    game.idle_turn();
    game.idle_turn();
    assert_eq!((game.view().max_overtime, game.view().remaining_overtime), (1, -1));
    assert_eq!(game.game.limits(), (8, 100_000));
    assert_eq!(turns(&mut game), (2, "overtime".into()));
    assert_eq!(game.outcome().unwrap().winners(), [Side(0), Side(1)]);
}

#[test]
fn a_hero_killed_this_turn_earns_nothing_for_the_zone() {
    let mut config = config(Document, &[]);
    config.heroes.iter_mut().for_each(|class| class.max_hp = 10);
    let mut game = Match::on(&config, all("HEALER"), all("HEALER"));
    game.step(&[(0, ENTER), (1, Left)]);
    game.cast(&[cast(0, "HEALER_ATTACK", (0, 3))]);
    assert_eq!(game.view().scores, [11, 0]);
}
