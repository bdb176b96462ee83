use meydan_core::{Chance, Game, Seat, Seed};
use meydan_galaxy::{Action, Event, Field, Galaxy, Phase, PlanetId, Rejection, Stage};

use crate::board::{BOTH, Board, config};

#[test]
fn a_transfer_goes_along_own_planets_once_a_turn() {
    let mut board = Board::new("document", 9, [&[0], &[1, 2, 3, 4, 4, 4, 7], &[5]], &[]);
    assert_eq!(board.act(Action::transfer(4, 1, 2)), Err(Rejection::WrongStage { wanted: Stage::Move }));
    board.stage(Stage::Move);
    for (from, to, troops, wanted) in [
        (8, 1, 1, Rejection::FreePlanet(Field::From)),
        (5, 1, 1, Rejection::NotYours(Field::From)),
        (4, 10, 1, Rejection::NoSuchPlanet(Field::To)),
        (4, 8, 1, Rejection::FreePlanet(Field::To)),
        (4, 5, 1, Rejection::NotYours(Field::To)),
        (4, 7, 3, Rejection::TooFewToMove),
        (4, 7, 0, Rejection::NoPath),
        (4, 1, 0, Rejection::NoTroops),
        (4, 4, 0, Rejection::NoTroops),
        (4, 4, 1, Rejection::SamePlanet),
        (4, 1, i64::MAX, Rejection::TooFewToMove),
        (4, 1, i64::MIN, Rejection::NoTroops),
    ] {
        assert_eq!(board.act(Action::transfer(from, to, troops)), Err(wanted), "{from} {to} {troops}");
    }
    assert!(!board.view().moved);
    board.act(Action::transfer(4, 1, 2)).unwrap();
    assert_eq!(board.troops(&[4, 1]), [1, 3]);
    assert_eq!(board.act(Action::transfer(1, 4, 1)), Err(Rejection::AlreadyMoved));
    board.stage(Stage::Fort);
    assert_eq!(
        board.act(Action::transfer(1, 4, 1)),
        Err(Rejection::AlreadyMoved),
        "looked at before the stage"
    );
}

#[test]
fn the_way_of_a_transfer_is_the_first_found_and_not_the_shortest() {
    // From 1 the neighbours are 0, 2, 3 in the order of the edges, so the way to 3 leads over 2.
    let mut board = Board::new("document", 9, [&[9], &[1, 1, 2, 3], &[5]], &[]);
    board.stage(Stage::Move).act(Action::transfer(1, 3, 1)).unwrap();
    let [one, two, three] = [1, 2, 3].map(PlanetId);
    assert_eq!(
        board.log[board.log.len() - 4..],
        [
            Event::Moved { player: Seat(1), from: one, to: three, troops: 1 },
            Event::Passed { planet: one },
            Event::Passed { planet: two },
            Event::Passed { planet: three },
        ]
    );
}

#[test]
fn a_fort_is_built_once_a_match_and_leaves_a_troop() {
    for ruleset in BOTH {
        let mut board = Board::new(ruleset, 9, [&[0], &[4, 4, 4, 4, 4], &[5]], &[]);
        assert_eq!(board.act(Action::fort(4, 1)), Err(Rejection::WrongStage { wanted: Stage::Fort }));
        board.stage(Stage::Fort);
        assert_eq!(board.act(Action::fort(8, 1)), Err(Rejection::FreePlanet(Field::Planet)));
        assert_eq!(board.act(Action::fort(5, 1)), Err(Rejection::NotYours(Field::Planet)));
        assert_eq!(board.act(Action::fort(4, 5)), Err(Rejection::TooFewToFort));
        board.act(Action::fort(4, 4)).unwrap();
        assert_eq!((board.troops(&[4]), board.game.forts(PlanetId(4))), (vec![1], 8));
        board.until(2).until(1).act(Action::deploy(4, 4)).unwrap();
        board.stage(Stage::Fort);
        assert_eq!(board.act(Action::fort(4, 1)), Err(Rejection::FortUsed));
        assert_eq!(board.act(Action::fort(4, 0)), Err(Rejection::FortUsed), "looked at before the number");
    }
}

#[test]
fn a_fort_of_nothing_or_less_is_built_only_in_official() {
    for (troops, there, forts) in [(-3, 8, -6), (0, 5, 0)] {
        let mut board = Board::new("document", 9, [&[0], &[4, 4, 4, 4, 4], &[5]], &[]);
        board.stage(Stage::Fort);
        assert_eq!(board.act(Action::fort(4, troops)), Err(Rejection::NoTroops));
        assert!(!board.game.fort_used(Seat(1)));
        let mut board = Board::new("official", 9, [&[0], &[4, 4, 4, 4, 4], &[5]], &[]);
        board.stage(Stage::Fort).act(Action::fort(4, troops)).unwrap();
        assert_eq!((board.troops(&[4]), board.game.forts(PlanetId(4))), (vec![there], forts));
        assert!(board.game.fort_used(Seat(1)));
    }
}

#[test]
fn armies_without_bound_do_not_stop_the_program() {
    let config = config("official", &[("initial_troop", "3")]);
    let mut game = Galaxy::new(&config, Chance::new(Seed(1))).unwrap();
    let mut log = Vec::new();
    for (seat, planet) in [(1, 4), (2, 5), (0, 0), (1, 4), (2, 5), (0, 0), (1, 3), (2, 6)] {
        game.act(Seat(seat), Action::place(planet), &mut log).unwrap();
        game.close(&mut log);
    }
    while game.phase() == Phase::Start || game.player() != Seat(1) {
        game.close(&mut log);
    }
    // Both neighbours make armies as large as numbers go, move them to the border and fight.
    let stage = |game: &mut Galaxy, stage: Stage, log: &mut Vec<Event>| {
        while game.stage() != stage {
            game.act(game.player(), Action::Next, log).unwrap();
        }
    };
    for (inner, border) in [(3, 4), (6, 5)] {
        stage(&mut game, Stage::Fort, &mut log);
        game.act(game.player(), Action::fort(inner, i64::MIN), &mut log).unwrap();
        for _ in 0..3 {
            game.close(&mut log);
        }
        stage(&mut game, Stage::Move, &mut log);
        let most = game.troops(PlanetId(inner as u16)) - 1;
        game.act(game.player(), Action::transfer(inner, border, most), &mut log).unwrap();
        game.close(&mut log);
    }
    while game.player() != Seat(1) {
        game.close(&mut log);
    }
    stage(&mut game, Stage::Attack, &mut log);
    log.clear();
    game.act(Seat(1), Action::attack(4, 5, 0.0, 0.5), &mut log).unwrap();
    assert_eq!(log.len(), 100_002, "the battle is broken off after so many rounds");
    assert!([4, 5].iter().all(|&planet| game.troops(PlanetId(planet)) > 1_000_000_000_000));
}
