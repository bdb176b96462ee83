use meydan_core::Seat;
use meydan_galaxy::{Action, Event, Field, PlanetId, Rejection, Reply, Stage};

use crate::board::{BOTH, Board, duel};

#[test]
fn the_checks_of_an_attack_come_in_order() {
    let mut board = Board::new("document", 9, [&[0], &[4, 4, 7], &[5, 3]], &[]);
    assert_eq!(
        board.act(Action::attack(-1, -1, -1.0, 0.0)),
        Err(Rejection::WrongStage { wanted: Stage::Attack })
    );
    board.stage(Stage::Attack);
    let mut refused = |from: i64, to: i64, ratio: f64, share: f64, wanted: Rejection| {
        assert_eq!(board.act(Action::attack(from, to, ratio, share)), Err(wanted));
    };
    refused(10, -1, -1.0, 0.0, Rejection::NoSuchPlanet(Field::From));
    refused(-1, -1, -1.0, 0.0, Rejection::NoSuchPlanet(Field::From));
    refused(i64::MAX, -1, -1.0, 0.0, Rejection::NoSuchPlanet(Field::From));
    refused(8, -1, -1.0, 0.0, Rejection::FreePlanet(Field::From));
    refused(5, -1, -1.0, 0.0, Rejection::NotYours(Field::From));
    refused(7, -1, -1.0, 0.0, Rejection::NoSuchPlanet(Field::To));
    refused(7, 8, -1.0, 0.0, Rejection::FreePlanet(Field::To));
    refused(7, 4, -1.0, 0.0, Rejection::OwnTarget);
    refused(7, 3, -1.0, 0.0, Rejection::ShareOutOfRange);
    refused(7, 3, -1.0, 1.0, Rejection::ShareOutOfRange);
    refused(7, 3, -1.0, f64::NAN, Rejection::ShareOutOfRange);
    refused(7, 3, -1.0, 0.5, Rejection::TooFewToAttack);
    refused(4, 0, -1.0, 0.5, Rejection::RatioOutOfRange);
    refused(4, 0, f64::NAN, 0.5, Rejection::RatioOutOfRange);
    refused(4, 0, f64::INFINITY, 0.5, Rejection::RatioOutOfRange);
    refused(4, 0, 0.0, 0.5, Rejection::NotAdjacent);
    assert!(board.log.iter().all(|event| matches!(event, Event::StageChanged { .. })), "no dice fell");
}

#[test]
fn the_attack_goes_on_at_the_ratio_in_document_and_above_it_in_official() {
    // Worked example 1: 4 against 2 with ratio 2.
    let mut board = duel("document", 4, 2);
    board.dice(&[6, 5, 1, 4, 3]).act(Action::attack(4, 5, 2.0, 0.5)).unwrap();
    assert_eq!((board.view().reply, board.troops(&[4, 5])), (Reply::Won, vec![2, 2]));
    let mut board = duel("official", 4, 2);
    board.act(Action::attack(4, 5, 2.0, 0.5)).unwrap();
    assert_eq!((board.view().reply, board.troops(&[4, 5])), (Reply::NotWon, vec![4, 2]));

    // Worked example 2: 9 against 3 with ratio 2.
    let dice = [5, 4, 2, 6, 3, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2];
    for (ruleset, used, left) in [("document", 20, [2, 2]), ("official", 15, [4, 2])] {
        let mut board = duel(ruleset, 9, 3);
        board.dice(&dice[..used]).act(Action::attack(4, 5, 2.0, 0.5)).unwrap();
        assert_eq!((board.troops(&[4, 5]), board.game.chance_mut().left()), (left.to_vec(), 0), "{ruleset}");
    }
}

#[test]
fn the_ratio_is_a_quotient_and_not_a_product() {
    // Worked example 19: 7 against 25 with 0.28.
    let mut board = duel("document", 7, 25);
    board.dice(&[2, 2, 1, 5, 3]).act(Action::attack(4, 5, 0.28, 0.5)).unwrap();
    assert_eq!(board.troops(&[4, 5]), [5, 25]);
    let mut board = duel("official", 7, 25);
    board.act(Action::attack(4, 5, 0.28, 0.5)).unwrap();
    assert_eq!(board.troops(&[4, 5]), [7, 25]);
}

#[test]
fn a_tie_costs_the_attacker_and_the_numbers_of_dice_are_limited() {
    let mut board = duel("document", 2, 1);
    board.dice(&[6, 6]).act(Action::attack(4, 5, 0.0, 0.5)).unwrap();
    assert_eq!(board.troops(&[4, 5]), [1, 1]);
    assert_eq!(board.act(Action::attack(4, 5, 0.0, 0.5)), Err(Rejection::TooFewToAttack));
    // Three against one: two attackers' dice, one defender's; the higher attacker's die counts.
    let mut board = duel("document", 3, 1);
    board.dice(&[1, 4, 3]).act(Action::attack(4, 5, 0.0, 0.1)).unwrap();
    assert_eq!((board.owner(5), board.troops(&[4, 5])), (Some(1), vec![2, 1]));
}

#[test]
fn the_share_of_the_remaining_troops_moves_in() {
    // (attackers, share, staying, moving); worked examples 10 to 12. Enough sixes against ones win in one round.
    for (attackers, share, staying, moving) in [
        (7, 0.5, 4, 3),
        (2, 0.1, 1, 1),
        (2, 0.9, 1, 1),
        (10, 0.9999999, 1, 9),
        (10, 0.29, 8, 2),
        (3, 0.999, 1, 2),
    ] {
        let mut board = duel("document", attackers, 1);
        let mut dice = vec![6; (attackers - 1).min(3) as usize];
        dice.push(1);
        board.dice(&dice).act(Action::attack(4, 5, 0.0, share)).unwrap();
        assert_eq!(
            (board.owner(5), board.troops(&[4, 5])),
            (Some(1), vec![staying, moving]),
            "{attackers} {share}"
        );
    }
}

#[test]
fn the_first_win_of_a_turn_adds_three_to_the_reserve() {
    let mut board = Board::new("document", 20, [&[0], &[4, 4, 4, 4, 4, 4], &[5, 3]], &[]);
    board.stage(Stage::Attack);
    let before = board.game.reserve(Seat(1));
    board.dice(&[6, 6, 6, 1]).act(Action::attack(4, 5, 0.0, 0.1)).unwrap();
    assert_eq!(board.game.reserve(Seat(1)), before + 3);
    board.dice(&[6, 6, 6, 1]).act(Action::attack(4, 3, 0.0, 0.1)).unwrap();
    assert_eq!(board.game.reserve(Seat(1)), before + 3, "once a turn");
    assert!(board.view().bonus);
    board.until(2).until(1);
    assert!(!board.view().bonus, "the next turn has its own bonus");
}

#[test]
fn document_knows_no_feint() {
    let mut board = duel("document", 4, 2);
    assert_eq!(board.act(Action::feint(4, 5, 0.0)), Err(Rejection::NoFeint));
}

#[test]
fn a_feint_that_is_won_comes_to_nothing() {
    let mut board = duel("official", 4, 2);
    board.dice(&[6, 6, 6, 1, 1]).act(Action::feint(4, 5, 0.0)).unwrap();
    assert_eq!((board.view().reply, board.troops(&[4, 5])), (Reply::Stumbled, vec![4, 2]));
    assert_eq!((board.owner(5), board.view().bonus), (Some(2), false));
    // A lost one is ordinary.
    board.dice(&[1, 1, 1, 6, 6, 1, 6]).dice(&[6]).act(Action::feint(4, 5, 0.0)).unwrap();
    assert_eq!((board.view().reply, board.troops(&[4, 5])), (Reply::NotWon, vec![1, 2]));
}

#[test]
fn a_huge_ratio_rolls_no_dice() {
    for ruleset in BOTH {
        let mut board = duel(ruleset, 4, 2);
        board.act(Action::attack(4, 5, f64::MAX, 0.5)).unwrap();
        assert_eq!(board.troops(&[4, 5]), [4, 2]);
    }
}

#[test]
fn fort_troops_die_first_and_vanish_with_the_planet() {
    // Worked examples 7 to 9: 12 troops, 8 of them given: 4 troops and 16 fort troops.
    for (losses, troops, forts) in [(5, 4, 11), (17, 3, 0)] {
        let mut board = Board::new("document", 20, [&[0], &[4], &[5]], &[]);
        board.act(Action::deploy(4, 3)).unwrap();
        board.until(2).act(Action::deploy(5, 11)).unwrap();
        board.stage(Stage::Fort).act(Action::fort(5, 8)).unwrap();
        assert_eq!((board.troops(&[5]), board.game.forts(PlanetId(5))), (vec![4], 16));
        board.until(1).stage(Stage::Attack);
        // Four attackers: rounds that kill two each, one that costs both sides one, one that exhausts the attack.
        let mut dice = [6, 6, 6, 1, 1].repeat(losses / 2);
        dice.extend([6, 1, 1, 5, 5, 1, 1, 5, 5]);
        board.dice(&dice).act(Action::attack(4, 5, 0.0, 0.5)).unwrap();
        assert_eq!(board.game.chance_mut().left(), 0);
        assert_eq!((board.troops(&[5]), board.game.forts(PlanetId(5))), (vec![troops], forts), "{losses}");
    }
    let mut board = Board::new("document", 20, [&[0], &[4], &[5, 5]], &[]);
    board.act(Action::deploy(4, 15)).unwrap();
    board.until(2).stage(Stage::Fort).act(Action::fort(5, 1)).unwrap();
    board.until(1).stage(Stage::Attack);
    board.dice(&[6, 6, 6, 1, 1, 6, 6, 6, 1]).act(Action::attack(4, 5, 0.0, 0.5)).unwrap();
    assert_eq!((board.owner(5), board.game.forts(PlanetId(5))), (Some(1), 0));
}
