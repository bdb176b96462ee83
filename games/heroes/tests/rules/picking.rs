//! Spec 6 and 7.

use meydan_core::{Chance, Game, Seat, Status};
use meydan_heroes::{Action, Event, Heroes, Rejection, Ruleset, draw};

use crate::board::{Document, OPEN, Official, Right, cast, name, pick};

/// Plays the first pick normally and the second with these orders of team 0; gives the class and whether it was drawn.
fn second_pick(ruleset: Ruleset, orders: &[Action]) -> (String, bool) {
    let config = draw(OPEN, ruleset).unwrap();
    let mut game = Heroes::new(&config, Chance::scripted([])).unwrap();
    let mut log = Vec::new();
    game.close(&mut log);
    for seat in [Seat(0), Seat(1)] {
        game.act(seat, pick("BLASTER"), &mut log).unwrap();
    }
    game.close(&mut log);
    log.clear();
    game.act(Seat(1), pick("BLASTER"), &mut log).unwrap();
    for &order in orders {
        let _ = game.act(Seat(0), order, &mut log);
    }
    game.chance_mut().feed([3.0]);
    game.close(&mut log);
    let Event::Picked { hero: 2, class, drawn } = &log[0] else { panic!("{log:?}") };
    (class.to_string(), *drawn)
}

const STEP: Action = Action::Move { hero: 0, direction: Right };

#[test]
fn the_last_valid_pick_counts() {
    for ruleset in [Document, Official] {
        let picks = [pick("HEALER"), pick("SENTRY"), pick("NOBODY")];
        assert_eq!(second_pick(ruleset, &picks), ("SENTRY".into(), false));
    }
}

#[test]
fn a_team_without_a_valid_pick_gets_a_class_by_chance() {
    for ruleset in [Document, Official] {
        // The classes stand in the map's order; 3 is the last.
        assert_eq!(second_pick(ruleset, &[]), ("GUARDIAN".into(), true));
        assert_eq!(second_pick(ruleset, &[pick("NOBODY")]), ("GUARDIAN".into(), true));
    }
}

#[test]
fn an_accepted_move_or_cast_after_a_pick_voids_it_under_official_only() {
    let bomb = cast(0, "BLASTER_BOMB", (0, 0));
    for late in [STEP, bomb] {
        assert_eq!(second_pick(Official, &[pick("HEALER"), late]), ("GUARDIAN".into(), true));
        assert_eq!(second_pick(Official, &[pick("HEALER"), late, pick("SENTRY")]), ("SENTRY".into(), false));
        assert_eq!(second_pick(Document, &[pick("HEALER"), late]), ("HEALER".into(), false));
    }
}

#[test]
fn a_refused_order_after_a_pick_voids_nothing() {
    let refused = [
        Action::Move { hero: 1, direction: Right }, // not own
        Action::Move { hero: 2, direction: Right }, // not picked yet
        cast(0, "BLASTER_DODGE", (0, 1)),           // a dodge needs a living hero
        cast(0, "HEALER_HEAL", (0, 1)),             // not its ability
        cast(0, "BLASTER_BOMB", (9, 0)),            // off the map
    ];
    for order in refused {
        assert_eq!(second_pick(Official, &[pick("HEALER"), order]), ("HEALER".into(), false), "{order:?}");
    }
}

#[test]
fn heroes_get_alternating_ids_and_appear_in_their_zones_by_chance() {
    let config = draw(OPEN, Document).unwrap();
    // Team 1 draws cell 2 twice: the second time its own hero stands there, so it draws again.
    let draws = [0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 2, 2, 0, 2, 1, 3].map(f64::from);
    let mut game = Heroes::new(&config, Chance::scripted(draws)).unwrap();
    let mut log = Vec::new();
    (0..5).for_each(|_| game.close(&mut log));
    let picked: Vec<u8> = log
        .iter()
        .filter_map(|event| if let Event::Picked { hero, .. } = event { Some(*hero) } else { None })
        .collect();
    assert_eq!(picked, [0, 1, 2, 3, 4, 5, 6, 7]);
    let cells: Vec<(u8, u8)> = log
        .iter()
        .filter_map(
            |event| if let Event::Spawned { hero, cell } = event { Some((*hero, cell.row)) } else { None },
        )
        .collect();
    assert_eq!(cells, [(0, 3), (2, 1), (4, 0), (6, 2), (1, 2), (3, 0), (5, 1), (7, 3)]);
    assert_eq!(game.chance_mut().left(), 0);
}

#[test]
fn everything_ordered_before_the_picks_is_lost() {
    let config = draw(OPEN, Document).unwrap();
    let mut game = Heroes::new(&config, Chance::scripted([])).unwrap();
    let Status::Waiting(window) = game.status() else { panic!("the match has not begun") };
    assert_eq!(window.clock, "init");
    let answer = game.act(Seat(0), pick("HEALER"), &mut Vec::new());
    assert!(matches!(answer, Err(Rejection::Phase { .. })), "{answer:?}");
}

#[test]
fn orders_are_refused_with_the_reason() {
    let mut game = crate::board::Match::new(OPEN, Document, ["BLASTER"; 4], ["BLASTER"; 4]);
    let wrong_phase = game.order(0, cast(0, "BLASTER_BOMB", (0, 0)));
    assert!(matches!(wrong_phase, Err(Rejection::Phase { .. })));
    let not_own = game.game.act(Seat(0), Action::Move { hero: 1, direction: Right }, &mut Vec::new());
    assert_eq!(not_own, Err(Rejection::NotYours { hero: 1 }));
    let edge = game.order(0, Action::Move { hero: 0, direction: crate::board::Up });
    assert_eq!(edge, Err(Rejection::NoWay { hero: 0 }));
    game.reach_action();
    let foreign = game.order(0, cast(0, "HEALER_HEAL", (0, 0)));
    assert_eq!(foreign, Err(Rejection::NoAbility { hero: 0, ability: name("HEALER_HEAL") }));
    let outside = game.order(0, cast(0, "BLASTER_BOMB", (-1, 0)));
    assert_eq!(outside, Err(Rejection::OffMap { row: -1, column: 0 }));
    assert_eq!(game.order(0, cast(0, "BLASTER_BOMB", (0, 0))), Ok(()));
    let again = game.order(0, cast(0, "BLASTER_BOMB", (1, 1)));
    assert_eq!(again, Err(Rejection::Repeated { hero: 0, ability: name("BLASTER_BOMB") }));
    game.close();
    game.reach_action();
    let cooling = game.order(0, cast(0, "BLASTER_BOMB", (0, 0)));
    assert_eq!(cooling, Err(Rejection::Cooldown { hero: 0, ability: name("BLASTER_BOMB"), left: 3 }));
}
