use meydan_core::{Chance, Game, Next, Seat, Status, Terms};
use meydan_galaxy::{Action, Config, Event, Field, Galaxy, Phase, PlanetId, Rejection, Reply, Stage};
use serde_json::json;

use crate::board::{BOTH, Board, config};

#[test]
fn turn_one_belongs_to_player_one() {
    let mut board =
        Board { game: Galaxy::new(&config("document", &[]), Chance::scripted([])).unwrap(), log: vec![] };
    let mut order = Vec::new();
    for _ in 0..7 {
        order.push(board.game.player().0);
        board.pass();
    }
    assert_eq!(order, [1, 2, 0, 1, 2, 0, 1]);
}

#[test]
fn the_start_phase_has_one_turn_per_troop_and_player() {
    for ruleset in BOTH {
        let mut game = Galaxy::new(&config(ruleset, &[]), Chance::scripted([])).unwrap();
        let mut log = Vec::new();
        while game.phase() == Phase::Start {
            assert_eq!(game.status().window().unwrap().clock, "init");
            game.close(&mut log);
        }
        assert_eq!(game.turn(), 106);
        let window = *game.status().window().unwrap();
        assert_eq!((window.clock, window.number), ("turn", 105));
        while let Status::Waiting(_) = game.status() {
            game.close(&mut log);
        }
        assert_eq!(game.turn(), 165);
    }
}

#[test]
fn a_start_troop_claims_a_free_planet_or_strengthens_an_own_one() {
    let mut board =
        Board { game: Galaxy::new(&config("document", &[]), Chance::scripted([])).unwrap(), log: vec![] };
    assert_eq!(board.act(Action::place(3)), Ok(Next::More));
    assert_eq!((board.owner(3), board.troops(&[3])), (Some(1), vec![1]));
    assert_eq!(board.game.stage(), Stage::Placed);
    assert_eq!(board.game.reserve(Seat(1)), 34);
    assert_eq!(board.act(Action::place(4)), Err(Rejection::AlreadyPlaced));
    assert_eq!(board.act(Action::deploy(4, 1)), Err(Rejection::NotMainPhase));
    assert_eq!(board.act(Action::Next), Ok(Next::Done));
    assert_eq!(board.act(Action::Next), Ok(Next::Done), "in the start phase it can be repeated");
    assert_eq!(board.act(Action::place(4)), Err(Rejection::AlreadyPlaced));
    board.pass();
    assert_eq!(board.act(Action::place(3)), Err(Rejection::NotYours(Field::Planet)));
    board.until(1).act(Action::place(3)).unwrap();
    assert_eq!(board.troops(&[3]), [2]);
}

#[test]
fn skipping_a_start_placement_keeps_the_troop() {
    let board = Board::new("document", 3, [&[0], &[4, 4], &[]], &[]);
    assert_eq!(
        [0, 1, 2].map(|seat| board.game.reserve(Seat(seat))),
        [2, 2, 3],
        "player 1 also has its income of 1"
    );
}

#[test]
fn placing_in_the_main_phase_is_refused_by_stage() {
    let mut board = Board::new("document", 2, [&[0], &[4], &[5]], &[]);
    assert_eq!(board.act(Action::place(4)), Err(Rejection::NotStartPhase));
    board.stage(Stage::Attack);
    assert_eq!(board.act(Action::place(4)), Err(Rejection::AlreadyPlaced));
}

#[test]
fn income_is_a_quarter_of_the_planets_and_the_scores() {
    // (planets of player 1, income under document, under official)
    for (planets, document, official) in [
        (&[1i64, 3, 5][..], 0, 3),
        (&[1, 3, 5, 7], 1, 3),
        (&[1, 3, 5, 7, 4], 2, 3),
        (&[1, 3, 5, 7, 2], 6, 6),
        (&[], 0, 3),
    ] {
        for (ruleset, wanted) in BOTH.into_iter().zip([document, official]) {
            let board = Board::new(ruleset, 9, [&[0], planets, &[6]], &[]);
            assert_eq!(board.game.player(), Seat(1));
            assert_eq!(board.game.income(Seat(1)), wanted, "{ruleset} {planets:?}");
            assert_eq!(board.game.reserve(Seat(1)), 9 - planets.len() as i64 + wanted);
        }
    }
}

#[test]
fn nine_planets_with_scores_five_and_one_bring_eight() {
    let map = json!({
        "number_of_nodes": 10, "list_of_edges": [[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[8,9]],
        "strategic_nodes": [2, 5], "scores_of_strategic_nodes": [5, 1],
    });
    for ruleset in BOTH {
        let config = Config::read(&serde_json::to_vec(&map).unwrap(), &Terms::of(ruleset)).unwrap();
        let mut game = Galaxy::new(&config, Chance::scripted([])).unwrap();
        let mut log = Vec::new();
        for planet in 0..9 {
            game.act(Seat(1), Action::place(planet), &mut log).unwrap();
            (0..3).for_each(|_| game.close(&mut log));
        }
        assert_eq!(game.income(Seat(1)), 8);
    }
}

#[test]
fn deploying_takes_from_the_reserve_and_claims_free_planets() {
    let mut board = Board::new("document", 3, [&[0], &[4], &[5]], &[]);
    assert_eq!(board.game.reserve(Seat(1)), 3, "two kept and one of income");
    assert_eq!(board.act(Action::deploy(7, 4)), Err(Rejection::NotEnoughReserve));
    assert_eq!(board.act(Action::deploy(5, 1)), Err(Rejection::NotYours(Field::Planet)));
    assert_eq!(board.act(Action::deploy(7, 2)), Ok(Next::More));
    assert_eq!((board.owner(7), board.troops(&[7])), (Some(1), vec![2]));
    board.act(Action::deploy(4, 1)).unwrap();
    assert_eq!((board.troops(&[4]), board.game.reserve(Seat(1))), (vec![2], 0));
    board.stage(Stage::Attack);
    assert_eq!(board.act(Action::deploy(4, 1)), Err(Rejection::WrongStage { wanted: Stage::Deploy }));
}

#[test]
fn a_refused_put_claims_a_free_planet_only_in_official() {
    for troops in [0, -5, i64::MIN] {
        let mut board = Board::new("document", 3, [&[0], &[4], &[5]], &[]);
        assert_eq!(board.act(Action::deploy(7, troops)), Err(Rejection::NoTroops));
        assert_eq!(board.owner(7), None);

        let mut board = Board::new("official", 3, [&[0], &[4], &[5]], &[]);
        assert_eq!(board.act(Action::deploy(7, troops)), Ok(Next::More));
        assert_eq!((board.owner(7), board.troops(&[7])), (Some(1), vec![0]));
        assert_eq!(board.view().reply, Reply::ClaimedOnly);
        assert_eq!(board.log.last(), Some(&Event::Claimed { player: Seat(1), planet: PlanetId(7) }));
        assert_eq!(board.act(Action::deploy(7, troops)), Err(Rejection::NoTroops), "it is an own planet now");
        assert_eq!(board.act(Action::deploy(5, troops)), Err(Rejection::NotYours(Field::Planet)));
    }
}

#[test]
fn a_planet_claimed_without_troops_is_taken_without_dice() {
    let mut board = Board::new("official", 4, [&[0], &[4, 4, 4], &[6]], &[]);
    board.until(2).act(Action::deploy(5, 0)).unwrap();
    board.until(1).stage(Stage::Attack);
    assert_eq!(board.act(Action::attack(4, 5, 2.0, 0.5)), Ok(Next::More));
    assert_eq!((board.owner(5), board.troops(&[4, 5])), (Some(1), vec![2, 1]));
}

#[test]
fn next_goes_through_the_stages_and_there_is_no_way_back() {
    let mut board = Board::new("document", 2, [&[0], &[4], &[5]], &[]);
    for stage in [Stage::Attack, Stage::Move, Stage::Fort] {
        assert_eq!(board.act(Action::Next), Ok(Next::More));
        assert_eq!(board.game.stage(), stage);
    }
    assert_eq!(board.act(Action::Next), Ok(Next::Done));
    assert_eq!(board.game.stage(), Stage::Finished);
    assert_eq!(board.act(Action::Next), Err(Rejection::AlreadyFinished));
}
