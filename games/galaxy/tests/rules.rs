//! One test per written rule, on boards set up by playing.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Next, Seat, Seed, Status, Terms, Viewer};
use meydan_galaxy::{
    Action, Config, Event, Field, Galaxy, Given, Phase, PlanetId, Rejection, Reply, Rules, Stage, View,
};
use serde_json::json;

/// A line of ten planets with a branch, six of them strategic.
///
/// ```text
/// 0 - 1 - 2 - 3 - 4 - 5 - 6 - 7 - 8 - 9
///     |_______|
/// ```
fn config(ruleset: &str, settings: &[(&str, &str)]) -> Config {
    let map = json!({
        "number_of_nodes": 10,
        "number_of_edges": 10,
        "list_of_edges": [[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[8,9],[1,3]],
        "strategic_nodes": [9, 0, 2, 4, 6, 8],
        "scores_of_strategic_nodes": [7, 4, 5, 1, 2, 3],
    });
    let mut terms = Terms::of(ruleset);
    terms.options = settings.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    Config::read(&serde_json::to_vec(&map).unwrap(), &terms).unwrap()
}

/// A match whose start phase was played, with what is needed to go on.
struct Board {
    game: Galaxy,
    log: Vec<Event>,
}

impl Board {
    /// Plays the start phase: player `p` owns the planets in `owned[p]`, listed once per troop. Then the main phase
    /// begins with player 1 (if the reserve of `troops` per player is a multiple of what makes turn order so).
    fn new(ruleset: &str, troops: u32, owned: [&[i64]; 3], settings: &[(&str, &str)]) -> Board {
        let troops = troops.to_string();
        let mut all = vec![("initial_troop", troops.as_str())];
        all.extend_from_slice(settings);
        let game = Galaxy::new(&config(ruleset, &all), Chance::scripted([])).unwrap();
        let mut board = Board { game, log: Vec::new() };
        let mut lists = owned.map(|list| list.iter());
        while board.game.phase() == Phase::Start {
            let player = board.game.player();
            if let Some(&planet) = lists[player.index()].next() {
                board.act(Action::place(planet)).unwrap();
            }
            board.pass();
        }
        assert!(lists.iter().all(|list| list.len() == 0), "the start phase was too short");
        board.log.clear();
        board
    }

    fn act(&mut self, action: Action) -> Result<Next, Rejection> {
        self.game.act(self.game.player(), action, &mut self.log)
    }

    /// Ends the turn as it stands.
    fn pass(&mut self) {
        assert!(matches!(self.game.status(), Status::Waiting(_)), "the match is over");
        self.game.close(&mut self.log);
    }

    /// Passes until a player's turn comes.
    fn until(&mut self, player: u8) -> &mut Self {
        while self.game.player() != Seat(player) {
            self.pass();
        }
        self
    }

    /// Goes on to a stage.
    fn stage(&mut self, stage: Stage) -> &mut Self {
        while self.game.stage() != stage {
            self.act(Action::Next).unwrap();
        }
        self
    }

    fn dice(&mut self, dice: &[u8]) -> &mut Self {
        self.game.chance_mut().feed(dice.iter().map(|&die| f64::from(die) - 1.0));
        self
    }

    fn view(&self) -> View {
        self.game.view(Viewer::Spectator)
    }

    fn troops(&self, planets: &[u16]) -> Vec<i64> {
        planets.iter().map(|&planet| self.game.troops(PlanetId(planet))).collect()
    }

    fn owner(&self, planet: u16) -> Option<u8> {
        self.game.owner(PlanetId(planet)).map(|seat| seat.0)
    }
}

const BOTH: [&str; 2] = ["document", "official"];

/// Player 1 holds planet 4 with so many troops, player 2 planet 5; player 1 is about to attack.
fn duel(ruleset: &str, attackers: i64, defenders: i64) -> Board {
    let mut board = Board::new(ruleset, 40, [&[0], &[4], &[5]], &[("minimum_troops_per_turn", "0")]);
    board.until(1).act(Action::deploy(4, attackers - 1)).unwrap();
    board.pass();
    if defenders > 1 {
        board.act(Action::deploy(5, defenders - 1)).unwrap();
    }
    board.until(1).stage(Stage::Attack);
    assert_eq!(board.troops(&[4, 5]), [attackers, defenders]);
    board
}

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

#[test]
fn the_checks_of_an_attack_come_in_order() {
    let mut board = Board::new("document", 9, [&[0], &[4, 4, 7], &[5, 3]], &[]);
    let missing = Given::Missing;
    let attack = |from: Given<i64>, to: Given<i64>, ratio: Given<f64>, share: Given<f64>| Action::Attack {
        from,
        to,
        ratio,
        share,
    };
    assert_eq!(
        board.act(attack(missing, missing, Given::Missing, Given::Missing)),
        Err(Rejection::WrongStage { wanted: Stage::Attack })
    );
    board.stage(Stage::Attack);
    let mut refused =
        |from: Given<i64>, to: Given<i64>, ratio: Given<f64>, share: Given<f64>, wanted: Rejection| {
            assert_eq!(board.act(attack(from, to, ratio, share)), Err(wanted));
        };
    let (none, bad) = (Given::Missing, Given::Unreadable);
    let v = Given::Value::<i64>;
    let r = Given::Value::<f64>;
    refused(none, none, Given::Missing, Given::Missing, Rejection::Missing(Field::From));
    refused(bad, none, Given::Missing, Given::Missing, Rejection::Unreadable(Field::From));
    refused(v(10), none, Given::Missing, Given::Missing, Rejection::NoSuchPlanet(Field::From));
    refused(v(-1), none, Given::Missing, Given::Missing, Rejection::NoSuchPlanet(Field::From));
    refused(v(i64::MAX), none, Given::Missing, Given::Missing, Rejection::NoSuchPlanet(Field::From));
    refused(v(8), none, Given::Missing, Given::Missing, Rejection::FreePlanet(Field::From));
    refused(v(5), none, Given::Missing, Given::Missing, Rejection::NotYours(Field::From));
    refused(v(7), none, Given::Missing, Given::Missing, Rejection::Missing(Field::To));
    refused(v(7), v(8), Given::Missing, Given::Missing, Rejection::FreePlanet(Field::To));
    refused(v(7), v(4), Given::Missing, Given::Missing, Rejection::OwnTarget);
    refused(v(7), v(3), Given::Missing, Given::Missing, Rejection::Missing(Field::Ratio));
    refused(v(7), v(3), Given::Unreadable, Given::Missing, Rejection::Unreadable(Field::Ratio));
    refused(v(7), v(3), r(f64::NAN), Given::Missing, Rejection::Unreadable(Field::Ratio));
    refused(v(7), v(3), r(-1.0), Given::Missing, Rejection::Missing(Field::Share));
    refused(v(7), v(3), r(-1.0), r(f64::NAN), Rejection::Unreadable(Field::Share));
    refused(v(7), v(3), r(-1.0), r(0.0), Rejection::ShareOutOfRange);
    refused(v(7), v(3), r(-1.0), r(1.0), Rejection::ShareOutOfRange);
    refused(v(7), v(3), r(-1.0), r(0.5), Rejection::TooFewToAttack);
    refused(v(4), v(0), r(-1.0), r(0.5), Rejection::NegativeRatio);
    refused(v(4), v(0), r(0.0), r(0.5), Rejection::NotAdjacent);
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
fn nan_is_no_number_in_document() {
    let mut board = duel("document", 4, 2);
    assert_eq!(board.act(Action::attack(4, 5, f64::NAN, 0.5)), Err(Rejection::Unreadable(Field::Ratio)));
    assert_eq!(board.act(Action::attack(4, 5, 0.0, f64::NAN)), Err(Rejection::Unreadable(Field::Share)));
}

#[test]
fn nan_stops_an_attack_or_makes_it_stumble_in_official() {
    let mut board = duel("official", 4, 2);
    board.act(Action::attack(4, 5, f64::NAN, 0.5)).unwrap();
    assert_eq!((board.view().reply, board.troops(&[4, 5])), (Reply::NotWon, vec![4, 2]));
    board.dice(&[6, 6, 6, 1, 1]).act(Action::attack(4, 5, 0.0, f64::NAN)).unwrap();
    assert_eq!((board.view().reply, board.troops(&[4, 5])), (Reply::Stumbled, vec![4, 2]));
    assert_eq!((board.owner(5), board.view().bonus), (Some(2), false));
    // A lost one is ordinary.
    board.dice(&[1, 1, 1, 6, 6, 1, 6]).dice(&[6]).act(Action::attack(4, 5, 0.0, f64::NAN)).unwrap();
    assert_eq!((board.view().reply, board.troops(&[4, 5])), (Reply::NotWon, vec![1, 2]));
}

#[test]
fn an_infinite_ratio_rolls_no_dice() {
    for ruleset in BOTH {
        let mut board = duel(ruleset, 4, 2);
        board.act(Action::attack(4, 5, f64::INFINITY, 0.5)).unwrap();
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
