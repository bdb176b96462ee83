use meydan_core::{Chance, Game, Next, Seat, Status, Terms, Viewer};
use meydan_galaxy::{Action, Galaxy, Rejection, Rules, Stage};

use crate::board::{Board, config};

#[test]
fn four_strategic_planets_win_at_once_in_document() {
    // Worked example 16: by a placement in the start phase.
    let mut board =
        Board { game: Galaxy::new(&config("document", &[]), Chance::scripted([])).unwrap(), log: vec![] };
    for planet in [0, 2, 4] {
        board.until(2).act(Action::place(planet)).unwrap();
        board.pass();
    }
    board.until(2);
    assert_eq!(board.game.turn(), 11);
    assert_eq!(board.act(Action::place(6)), Ok(Next::Done));
    assert_eq!(board.game.stage(), Stage::Placed, "the stage stays");
    assert_eq!(board.act(Action::Next), Err(Rejection::NotYourTurn), "the rest of the turn is lost");
    assert!(board.view().decided);
    assert!(matches!(board.game.status(), Status::Waiting(_)), "the window has still to be closed");
    board.pass();
    let outcome = board.game.status().outcome().cloned().unwrap();
    assert_eq!(outcome.reason, "strategic");
    let scores: Vec<i64> = outcome.standings.iter().map(|standing| standing.score).collect();
    // 4 planets, 4 troops, 3000/4 + 3000/5 + 3000/1 + 3000/2 = 5850; the others hold nothing.
    assert_eq!(scores, [0, 0, 2 * (4000 + 4 + 5850)]);
    assert_eq!(outcome.standings[2].rank, 1);
}

#[test]
fn in_official_four_strategic_planets_count_only_after_the_least_number_of_turns() {
    let mut board =
        Board::new("official", 4, [&[0], &[4, 2, 6, 8], &[9]], &[("minimum_number_of_turns", "20")]);
    let mut log = Vec::new();
    while let Status::Waiting(_) = board.game.status() {
        board.game.close(&mut log);
    }
    assert_eq!(
        (board.game.turn(), board.game.status().outcome().unwrap().reason.as_str()),
        (20, "strategic")
    );
}

#[test]
fn with_a_later_first_turn_wins_are_looked_for_when_it_begins() {
    let settings = [("early_win_from_turn", "20"), ("number_of_strategic_nodes_to_win", "2")];
    let mut board = Board::new("document", 4, [&[0, 8], &[4, 2], &[9]], &settings);
    while board.game.turn() < 20 {
        assert!(!board.view().decided);
        board.pass();
    }
    assert!(board.view().decided, "both hold two when turn 20 begins");
    assert!(board.game.status().window().unwrap().seats.is_empty(), "nobody acts in it");
    assert_eq!(board.act(Action::Next), Err(Rejection::NotYourTurn));
    board.pass();
    let outcome = board.game.status().outcome().cloned().unwrap();
    assert_eq!((board.game.turn(), outcome.reason.as_str()), (20, "strategic"));
    assert_eq!(outcome.standings[0].rank, 1, "the first in order wins");
}

#[test]
fn a_short_match_lasts_to_the_least_number_of_turns_only_in_official() {
    for (ruleset, last) in [("document", 10), ("official", 14)] {
        let settings = [("number_of_turns", "10"), ("minimum_number_of_turns", "14")];
        let mut board = Board::new(ruleset, 2, [&[1], &[3], &[5]], &settings);
        let mut log = Vec::new();
        while let Status::Waiting(_) = board.game.status() {
            board.game.close(&mut log);
        }
        assert_eq!(
            (board.game.turn(), board.game.status().outcome().unwrap().reason.as_str()),
            (last, "turns")
        );
    }
}

#[test]
fn the_score_counts_planets_troops_and_strategic_planets() {
    // Worked example 5: 5 planets, 12 troops, strategic scores 4 and 7.
    let mut board = Board::new("document", 12, [&[], &[1, 3, 5, 0, 9, 1, 1, 1, 1, 1, 1, 1], &[]], &[]);
    assert_eq!(board.game.base_scores(), [0, 6190, 0]);
    board.stage(Stage::Fort).act(Action::fort(1, 2)).unwrap();
    assert_eq!(board.game.base_scores()[1], 6188, "fort troops do not count, nor does the reserve");
}

#[test]
fn a_player_without_planets_keeps_its_turns_and_may_come_back() {
    let mut board = Board::new("document", 3, [&[0], &[4], &[]], &[]);
    board.until(2);
    assert_eq!((board.game.income(Seat(2)), board.game.reserve(Seat(2))), (0, 3));
    board.act(Action::deploy(9, 3)).unwrap();
    assert_eq!(board.owner(9), Some(2));
}

#[test]
fn only_the_player_of_the_turn_may_act() {
    let mut board = Board::new("document", 3, [&[0], &[4], &[5]], &[]);
    for seat in [0, 2] {
        let mut log = Vec::new();
        assert_eq!(board.game.act(Seat(seat), Action::Next, &mut log), Err(Rejection::NotYourTurn));
    }
    assert!(board.act(Action::Next).is_ok());
}

#[test]
fn a_player_sees_no_other_players_reserve() {
    let board = Board::new("document", 3, [&[0], &[4], &[5]], &[]);
    let view = board.game.view(Viewer::Seat(Seat(2)));
    assert_eq!(view.reserves, [None, None, Some(2)]);
    assert_eq!(view.fort_used, [None, None, Some(false)]);
    assert_eq!(view.reserve(), 2);
    assert_eq!(board.view().reserves, [Some(2), Some(3), Some(2)]);
}

#[test]
fn every_setting_is_known_and_an_unknown_one_is_named() {
    for &name in Rules::SETTINGS {
        let value = if name == "early_win_check" { "turn_end" } else { "5" };
        let rules = config("document", &[(name, value)]);
        assert_eq!(serde_json::to_value(rules.rules()).unwrap()[name].to_string().trim_matches('"'), value);
    }
    let mut terms = Terms::of("document");
    terms.options.insert("fort_coeff".into(), "2".into());
    let error = Rules::read(&terms).unwrap_err().to_string();
    assert!(error.contains("`fort_coeff`") && error.contains("`fort_coef`"), "{error}");
    for (name, value) in [
        ("number_of_players", "1"),
        ("fort_coef", "-1"),
        ("number_of_turns", "0"),
        ("early_win_check", "never"),
    ] {
        let mut terms = Terms::of("official");
        terms.options.insert(name.into(), value.into());
        let error = Rules::read(&terms).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(value), "{error}");
    }
    assert!(Rules::read(&Terms::of("unofficial")).unwrap_err().to_string().contains("`unofficial`"));
}
