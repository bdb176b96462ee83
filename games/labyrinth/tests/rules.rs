//! One test per written rule.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Next, Outcome, Seat, Seed, Status, Viewer};
use meydan_labyrinth::{
    Action, Cell, Config, Dir, Ending, Event, Labyrinth, Prize, Rejection, Standing, View, Wall,
};

use Action::{Move, Stay};
use Dir::{Down, Left, Right, Up};

/// A board of so many rows and columns, with `(row, col)` pairs.
fn config(size: (u32, u32), core: (i32, i32), runners: &[(i32, i32)], hunters: &[(i32, i32)]) -> Config {
    let cells = |pairs: &[(i32, i32)]| pairs.iter().copied().map(Cell::from).collect::<Vec<_>>();
    let (rows, cols) = size;
    let base = Config::empty(rows, cols);
    Config { core: core.into(), runners: cells(runners), hunters: cells(hunters), ..base }.seat_each()
}

/// A match whose chance is a script.
struct Match {
    game: Labyrinth,
    log: Vec<Event>,
}

impl Match {
    fn new(config: &Config) -> Match {
        Match { game: Labyrinth::new(config, Chance::scripted([])).unwrap(), log: Vec::new() }
    }

    /// What the next draws give.
    fn draws(mut self, draws: &[u32]) -> Match {
        self.game.chance_mut().feed(draws.iter().map(|&draw| f64::from(draw)));
        self
    }

    fn turn(&self) -> u32 {
        self.view().turn.unwrap()
    }

    /// The runner to act does this, and its turn ends if it may not act again.
    fn act(&mut self, action: Action) -> Next {
        let seat = self.game.seat_of(self.turn());
        let next = self.game.act(seat, action, &mut self.log).unwrap();
        if next == Next::Done {
            self.game.close(&mut self.log);
        }
        next
    }

    fn refused(&mut self, action: Action) -> Rejection {
        let seat = self.game.seat_of(self.turn());
        self.game.act(seat, action, &mut self.log).unwrap_err()
    }

    fn silent(&mut self) {
        self.game.close(&mut self.log);
    }

    fn view(&self) -> View {
        self.game.view(Viewer::Spectator)
    }

    fn hunter(&self, hunter: usize) -> (i32, i32) {
        self.view().hunters[hunter].into()
    }

    fn runner(&self, runner: usize) -> (i32, i32) {
        self.view().runners[runner].at.into()
    }

    fn status(&self, runner: usize) -> Standing {
        self.view().runners[runner].status
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.status().outcome().cloned()
    }
}

fn under(row: i32, col: i32) -> Action {
    Action::Wall(Wall::under(row, col))
}

fn right_of(row: i32, col: i32) -> Action {
    Action::Wall(Wall::right_of(row, col))
}

#[test]
fn runners_act_in_index_order_and_then_the_hunters_move() {
    let mut play = Match::new(&config((6, 6), (0, 0), &[(5, 5), (4, 5), (5, 4)], &[(0, 5)]));
    for runner in 0..3 {
        assert_eq!((play.turn(), play.hunter(0)), (runner, (0, 5)));
        play.act(Stay);
    }
    assert_eq!((play.turn(), play.view().round, play.hunter(0)), (0, 2, (2, 5)));
}

#[test]
fn a_runner_that_has_left_is_passed_over() {
    let mut play = Match::new(&config((4, 4), (0, 0), &[(0, 1), (3, 3), (0, 2), (2, 0)], &[]));
    play.act(Move(Left));
    assert_eq!(play.status(0), Standing::Arrived);
    for _ in 0..3 {
        play.act(Stay);
    }
    assert_eq!((play.turn(), play.view().round), (1, 2));
}

#[test]
fn a_step_out_of_the_board_or_through_a_wall_is_refused() {
    let mut board = config((3, 3), (0, 0), &[(2, 2)], &[]);
    board.walls = vec![Wall::under(1, 2)];
    let mut play = Match::new(&board);
    assert_eq!(play.refused(Move(Right)), Rejection::OutOfBoard);
    assert_eq!(play.refused(Move(Down)), Rejection::OutOfBoard);
    assert_eq!(play.refused(Move(Up)), Rejection::FixedWall);
    play.act(Move(Left));
    play.act(right_of(2, 0));
    assert_eq!(play.refused(Move(Left)), Rejection::TemporaryWall);
    play.act(Move(Up));
    assert_eq!(play.runner(0), (1, 1));
}

#[test]
fn a_wall_is_refused_for_the_first_reason_of_the_table() {
    let mut board = config((3, 3), (0, 0), &[(2, 2), (1, 1)], &[]);
    board.walls = vec![Wall::under(0, 1)];
    let mut play = Match::new(&board);
    for outside in [under(2, 0), right_of(0, 2), under(-1, 0), right_of(3, 1), under(i32::MAX, i32::MAX)] {
        assert_eq!(play.refused(outside), Rejection::NotBetween);
    }
    assert_eq!(play.refused(under(0, 1)), Rejection::WallStands);
    play.act(under(0, 0));
    assert_eq!(play.refused(under(0, 0)), Rejection::WallStands);
    assert_eq!(play.refused(under(0, 2)), Rejection::WouldCut);
    play.act(Stay);
    // The first runner had one wall: now that it has none, no other reason counts.
    for any in [under(2, 0), under(0, 1), under(0, 2), under(1, 1)] {
        assert_eq!(play.refused(any), Rejection::NoWallsLeft);
    }
}

#[test]
fn a_refusal_tells_the_reason_and_what_to_do() {
    assert_eq!(Rejection::NoWallsLeft.to_string(), "no walls left: move or stay");
    for rejection in
        [Rejection::FixedWall, Rejection::WouldCut, Rejection::NotYourTurn, Rejection::OutOfBoard]
    {
        assert!(rejection.to_string().starts_with(&format!("{}: ", rejection.reason())));
    }
}

#[test]
fn only_the_seat_of_the_runner_to_act_may_act_and_only_once() {
    let mut play = Match::new(&config((4, 4), (0, 0), &[(3, 3), (3, 2)], &[]));
    let log = &mut Vec::new();
    assert_eq!(play.game.act(Seat(1), Stay, log), Err(Rejection::NotYourTurn));
    assert_eq!(play.game.act(Seat(0), Stay, log), Ok(Next::Done));
    assert_eq!(play.game.act(Seat(0), Stay, log), Err(Rejection::NotYourTurn));
    assert_eq!(play.game.act(Seat(1), Stay, log), Err(Rejection::NotYourTurn), "not before the close");
    play.silent();
    assert_eq!(play.game.act(Seat(1), Stay, log), Ok(Next::Done));
}

#[test]
fn the_budget_is_a_third_of_the_shorter_side_but_at_least_one() {
    for ((rows, cols), budget) in [((2, 9), 1), ((5, 5), 1), ((6, 9), 2), ((12, 12), 4), ((255, 30), 10)] {
        let play = Match::new(&config((rows, cols), (0, 0), &[(1, 1)], &[]));
        assert_eq!(play.view().runners[0].walls, budget, "{rows} × {cols}");
    }
}

#[test]
fn a_third_of_the_runners_at_the_core_is_victory() {
    for (count, needed) in [(1, 1), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3)] {
        let mut play = Match::new(&config((3, 3), (0, 0), &vec![(0, 1); count], &[]));
        for arrived in 1..=needed {
            assert_eq!(play.view().result, None);
            play.act(Move(Left));
            assert_eq!(play.view().arrived, arrived);
        }
        assert_eq!(play.view().result, Some(Ending::Victory), "{count} runners");
        assert_eq!(play.outcome().unwrap().reason, "victory");
    }
}

#[test]
fn a_winning_act_ends_the_match_only_when_its_window_closes() {
    let mut play = Match::new(&config((3, 3), (0, 0), &[(0, 1)], &[]));
    assert_eq!(play.game.act(Seat(0), Move(Left), &mut play.log), Ok(Next::Done));
    assert!(matches!(play.game.status(), Status::Waiting(_)));
    play.silent();
    assert!(play.outcome().is_some());
}

#[test]
fn whoever_walks_into_a_hunter_is_caught() {
    let mut play = Match::new(&config((3, 5), (0, 0), &[(2, 2), (2, 4)], &[(1, 2)]));
    play.act(Move(Up));
    assert_eq!((play.status(0), play.runner(0)), (Standing::Caught, (1, 2)));
    assert_eq!((play.view().result, play.turn()), (None, 1));
    assert!(play.log.contains(&Event::Caught { runner: 0, hunter: 0, at: Cell::new(1, 2) }));
}

#[test]
fn the_core_comes_before_a_hunter_that_stands_on_it() {
    let mut play = Match::new(&config((3, 5), (1, 2), &[(1, 3)], &[(1, 0)]));
    play.silent();
    assert_eq!(play.hunter(0), (1, 2), "a hunter may stand on the core");
    play.act(Move(Left));
    assert_eq!((play.status(0), play.view().result), (Standing::Arrived, Some(Ending::Victory)));
}

#[test]
fn a_hunter_goes_along_the_row_first_then_along_the_column_else_it_stays() {
    let open = config((6, 6), (0, 0), &[(5, 5)], &[(3, 2)]);
    let mut play = Match::new(&open);
    play.silent();
    assert_eq!(play.hunter(0), (3, 4), "two steps along the row");

    let mut walled = open.clone();
    walled.walls = vec![Wall::right_of(3, 2)];
    let mut play = Match::new(&walled);
    play.silent();
    assert_eq!(play.hunter(0), (4, 3), "down around the wall, then along the row");

    walled.walls.push(Wall::under(3, 2));
    let mut play = Match::new(&walled);
    play.silent();
    assert_eq!(play.hunter(0), (3, 2), "it does not plan around two walls");
}

#[test]
fn a_hunter_never_steps_away_from_its_prey() {
    let mut board = config((4, 4), (0, 0), &[(2, 3)], &[(2, 0)]);
    board.walls = vec![Wall::right_of(2, 0)];
    let mut play = Match::new(&board);
    play.silent();
    assert_eq!(play.hunter(0), (2, 0), "on the runner's row there is no column to close in");
}

#[test]
fn a_hunter_takes_the_nearest_runner_and_among_equals_the_first() {
    let mut play = Match::new(&config((7, 7), (6, 0), &[(3, 6), (3, 0), (0, 3)], &[(3, 3)]));
    for _ in 0..3 {
        play.silent();
    }
    assert_eq!(play.hunter(0), (3, 5), "three are three steps away: runner 0");
    let mut play = Match::new(&config((7, 7), (6, 0), &[(3, 6), (3, 1), (0, 3)], &[(3, 3)]));
    for _ in 0..3 {
        play.silent();
    }
    assert_eq!(play.hunter(0), (3, 1));
    assert_eq!(play.status(1), Standing::Caught, "runner 1 was nearer, and two steps away");
}

#[test]
fn hunters_choose_anew_in_each_step() {
    let mut play = Match::new(&config((7, 7), (6, 0), &[(3, 4), (3, 6), (0, 3)], &[(3, 3)]));
    for _ in 0..3 {
        play.silent();
    }
    assert_eq!(play.status(0), Standing::Caught);
    assert_eq!(play.hunter(0), (3, 5), "the first step caught runner 0, the second goes for runner 1");
}

#[test]
fn all_hunters_move_at_once_and_may_share_a_cell() {
    let mut play = Match::new(&config((5, 5), (0, 0), &[(4, 4)], &[(4, 0), (4, 1), (4, 1)]));
    play.silent();
    assert_eq!([play.hunter(0), play.hunter(1), play.hunter(2)], [(4, 2), (4, 3), (4, 3)]);
}

#[test]
fn the_game_ends_at_once_when_the_last_runner_is_caught() {
    let mut play = Match::new(&config((5, 5), (0, 0), &[(4, 4)], &[(4, 3), (0, 4)]));
    play.silent();
    assert_eq!(play.view().result, Some(Ending::Defeat));
    assert_eq!(play.hunter(1), (1, 4), "there is no second step");
    assert_eq!(play.view().round, 1);
}

#[test]
fn the_last_runner_to_arrive_may_be_too_few() {
    let mut play = Match::new(&config((4, 4), (0, 0), &[(0, 1), (3, 3), (3, 2), (3, 1)], &[(2, 2)]));
    play.act(Move(Left));
    play.act(Move(Left));
    play.act(Move(Up));
    play.act(Move(Right));
    while play.view().result.is_none() {
        play.silent();
    }
    assert_eq!((play.view().arrived, play.view().result), (1, Some(Ending::Defeat)));

    let mut play = Match::new(&config((4, 4), (0, 0), &[(2, 2), (2, 2), (2, 2), (0, 1)], &[(2, 3)]));
    for _ in 0..3 {
        play.act(Move(Right));
    }
    play.act(Move(Left));
    assert_eq!(play.view().arrived, 1);
    assert_eq!(
        play.view().result,
        Some(Ending::Defeat),
        "nobody is left, and one of four is less than a third"
    );
}

#[test]
fn a_temporary_wall_stands_for_two_hunters_phases() {
    let mut play = Match::new(&config((2, 6), (1, 0), &[(0, 5)], &[(0, 1)]));
    play.act(right_of(0, 2));
    assert_eq!((play.hunter(0), play.view().walls[0].life), ((0, 2), 1), "one step, then the wall");
    play.act(Stay);
    assert_eq!((play.hunter(0), play.view().walls.len()), ((0, 2), 0), "it holds once more and is gone");
    assert!(play.log.contains(&Event::WallDown { wall: Wall::right_of(0, 2) }));
    play.act(Stay);
    assert_eq!(play.hunter(0), (0, 4));
}

#[test]
fn a_wall_is_counted_against_the_runner_that_put_it_up() {
    let mut play = Match::new(&config((6, 6), (0, 0), &[(5, 5), (5, 4)], &[]));
    play.act(under(0, 0));
    let view = play.view();
    assert_eq!([view.runners[0].walls, view.runners[1].walls], [1, 2]);
    assert_eq!(view.walls_used, 1);
}

#[test]
fn the_labyrinth_is_never_cut_by_fixed_and_temporary_walls_together() {
    let mut board = config((4, 4), (0, 0), &[(3, 3), (3, 2), (3, 1), (3, 0)], &[]);
    board.walls = vec![Wall::under(1, 0), Wall::under(1, 1)];
    let mut play = Match::new(&board);
    play.act(under(1, 2));
    assert_eq!(play.refused(under(1, 3)), Rejection::WouldCut, "a line from side to side");
    play.act(right_of(0, 1));
    assert_eq!(play.refused(right_of(1, 1)), Rejection::WouldCut, "a corner cut off");
    play.act(under(0, 3));
    assert_eq!(play.refused(right_of(0, 2)), Rejection::WouldCut, "a single cell");
    play.act(under(2, 3));
}

#[test]
fn the_box_gives_an_extra_turn() {
    let mut board = config((4, 4), (0, 0), &[(3, 3)], &[]);
    board.boxes = vec![Cell::new(3, 2), Cell::new(3, 1)];
    let mut play = Match::new(&board).draws(&[0, 0]);
    assert_eq!(play.act(Move(Left)), Next::More);
    assert_eq!((play.turn(), play.view().round, play.view().boxes.len()), (0, 1, 1));
    assert_eq!(play.act(Move(Left)), Next::More, "and another one from the next box");
    assert_eq!(play.act(Move(Left)), Next::Done);
    assert_eq!(play.view().round, 2);
}

#[test]
fn an_extra_turn_may_be_let_pass() {
    let mut board = config((4, 4), (0, 0), &[(3, 3)], &[]);
    board.boxes = vec![Cell::new(3, 2)];
    let mut play = Match::new(&board).draws(&[0]);
    play.act(Move(Left));
    play.silent();
    assert_eq!((play.view().round, play.runner(0)), (2, (3, 2)));
}

#[test]
fn the_box_gives_two_walls() {
    let mut board = config((4, 4), (0, 0), &[(3, 3)], &[]);
    board.boxes = vec![Cell::new(3, 2)];
    let mut play = Match::new(&board).draws(&[1]);
    assert_eq!(play.act(Move(Left)), Next::Done);
    assert_eq!(play.view().runners[0].walls, 3);
    assert!(play.log.contains(&Event::Box { runner: 0, at: Cell::new(3, 2), prize: Prize::Walls }));
}

#[test]
fn an_earthquake_moves_everybody_runners_first_up_down_left_right() {
    let mut board = config((5, 5), (0, 0), &[(2, 1), (4, 4)], &[(0, 4), (4, 0)]);
    board.boxes = vec![Cell::new(2, 2), Cell::new(2, 3)];
    board.walls = vec![Wall::under(1, 2)];
    // Runner 0 steps on the box at (2, 2): open are down, left, right; runner 1 in the corner: up, left;
    // hunter 0 in the corner: down, left; hunter 1 in the corner: up, right.
    let mut play = Match::new(&board).draws(&[2, 2, 1, 0, 1]);
    play.act(Move(Right));
    assert_eq!((play.runner(0), play.runner(1)), ((2, 3), (4, 3)));
    assert_eq!((play.hunter(0), play.hunter(1)), ((1, 4), (4, 1)));
    assert_eq!(play.view().boxes, [Cell::new(2, 3)], "an earthquake opens no box");
}

#[test]
fn after_an_earthquake_runners_arrive_before_runners_are_caught() {
    let mut board = config((3, 4), (0, 1), &[(0, 3), (1, 0), (1, 1)], &[(0, 0)]);
    board.boxes = vec![Cell::new(0, 2)];
    // Runner 0 to the core, runner 1 up to (0, 0) which the hunter leaves, runner 2 down; the hunter to the core too.
    let mut play = Match::new(&board).draws(&[2, 1, 0, 1, 1]);
    play.act(Move(Left));
    assert_eq!((play.status(0), play.hunter(0)), (Standing::Arrived, (0, 1)));
    assert_eq!((play.status(1), play.runner(1)), (Standing::On, (0, 0)));
    assert_eq!(play.view().result, Some(Ending::Victory));
}

#[test]
fn an_earthquake_can_lose_the_game() {
    let mut board = config((2, 5), (1, 0), &[(0, 1)], &[(0, 4)]);
    board.boxes = vec![Cell::new(0, 2)];
    // The runner at (0, 2) has open: down, left, right; the hunter at (0, 4): down, left.
    let mut play = Match::new(&board).draws(&[2, 2, 1]);
    assert_eq!(play.game.act(Seat(0), Move(Right), &mut play.log), Ok(Next::Done));
    assert_eq!(play.view().result, Some(Ending::Defeat), "both were shaken onto (0, 3)");
}

#[test]
fn the_box_gives_a_push_that_must_be_named() {
    let mut board = config((5, 5), (0, 0), &[(4, 3), (2, 2)], &[(0, 4), (2, 4)]);
    board.boxes = vec![Cell::new(4, 2)];
    board.walls = vec![Wall::under(0, 4)];
    let mut play = Match::new(&board).draws(&[3]);
    assert_eq!(play.refused(Action::Push { hunter: 0, to: Cell::new(0, 3) }), Rejection::NoPushOwed);
    assert_eq!(play.act(Move(Left)), Next::More);
    assert_eq!((play.view().push, play.turn()), (Some(0), 0));
    assert_eq!(play.refused(Stay), Rejection::PushOwed);
    for (hunter, to) in [(0, (1, 4)), (0, (0, 4)), (0, (0, 5)), (0, (0, 2)), (2, (0, 3)), (1, (-1, 4))] {
        let push = Action::Push { hunter, to: to.into() };
        assert_eq!(play.refused(push), Rejection::IllegalPush, "{push:?}");
    }
    assert_eq!(play.act(Action::Push { hunter: 0, to: Cell::new(0, 3) }), Next::Done);
    assert_eq!((play.hunter(0), play.view().push, play.turn()), ((0, 3), None, 1));
}

#[test]
fn a_push_onto_a_runner_catches_it() {
    let mut board = config((5, 5), (0, 0), &[(4, 3), (2, 2), (2, 2)], &[(2, 3)]);
    board.boxes = vec![Cell::new(4, 2)];
    let mut play = Match::new(&board).draws(&[3]);
    play.act(Move(Left));
    play.act(Action::Push { hunter: 0, to: Cell::new(2, 2) });
    assert_eq!([play.status(1), play.status(2)], [Standing::Caught; 2]);
}

#[test]
fn a_push_that_is_never_named_lapses() {
    let mut board = config((5, 5), (0, 0), &[(4, 3)], &[(0, 4)]);
    board.boxes = vec![Cell::new(4, 2)];
    let mut play = Match::new(&board).draws(&[3]);
    play.act(Move(Left));
    play.silent();
    assert!(play.log.contains(&Event::PushLapsed { runner: 0 }));
    assert_eq!((play.view().push, play.view().round), (None, 2));
}

#[test]
fn a_push_lapses_where_there_is_no_hunter() {
    let mut board = config((5, 5), (0, 0), &[(4, 3)], &[]);
    board.boxes = vec![Cell::new(4, 2)];
    let mut play = Match::new(&board).draws(&[3]);
    assert_eq!(play.act(Move(Left)), Next::Done);
    assert_eq!(play.view().push, None);
}

#[test]
fn silence_is_a_stay() {
    let mut play = Match::new(&config((5, 5), (0, 0), &[(4, 3)], &[]));
    play.silent();
    assert_eq!(play.log[0], Event::Stayed { runner: 0, silent: true });
    assert_eq!(play.runner(0), (4, 3));
}

#[test]
fn a_game_without_victory_is_out_of_time_after_the_last_round() {
    let mut board = config((5, 5), (0, 0), &[(4, 3)], &[]);
    assert_eq!(board.max_rounds, 100, "ten per row and column");
    board.max_rounds = 3;
    let mut play = Match::new(&board);
    for round in 1..=3 {
        assert_eq!((play.view().round, play.view().result), (round, None));
        play.silent();
    }
    assert_eq!((play.view().round, play.view().result), (3, Some(Ending::OutOfTime)));
    assert_eq!(play.outcome().unwrap().reason, "out of time");
}

#[test]
fn without_a_round_limit_a_game_goes_on_until_everybody_has_left() {
    let mut board = config((3, 3), (0, 0), &[(2, 2), (2, 1)], &[]);
    board.max_rounds = 0;
    let mut play = Match::new(&board);
    for _ in 0..2_000 {
        play.silent();
    }
    assert_eq!(play.view().result, None);
    play.game.withdraw(Seat(0), &mut play.log);
    play.silent();
    play.silent();
    assert_eq!(play.view().result, None, "one is still there");
    play.game.withdraw(Seat(1), &mut play.log);
    play.silent();
    assert_eq!(play.view().result, Some(Ending::OutOfTime));
}

#[test]
fn a_seat_leads_every_runner_whose_index_leaves_its_number() {
    let mut board = config((6, 6), (0, 0), &[(5, 5), (5, 4), (5, 3), (5, 2), (5, 1)], &[]);
    board.seats = 2;
    let mut play = Match::new(&board);
    let labels: Vec<&str> = [Seat(0), Seat(1)].map(|seat| play.game.roster().label(seat)).to_vec();
    assert_eq!(labels, ["runners 0, 2, 4", "runners 1, 3"]);
    for runner in 0..5u8 {
        let window = *play.game.status().window().unwrap();
        assert_eq!(window.seats.iter().collect::<Vec<_>>(), [Seat(runner % 2)]);
        assert_eq!(play.game.act(Seat(runner % 2), Stay, &mut play.log), Ok(Next::Done));
        play.silent();
    }
}

#[test]
fn more_runners_than_seats_are_led_all_the_same() {
    let mut board = config((40, 40), (0, 0), &[], &[]);
    board.runners = (0..300).map(|i| Cell::new(2 + i / 30, 5 + i % 30)).collect();
    let mut play = Match::new(&board.seat_each());
    assert_eq!(play.game.roster().len(), 128);
    for _ in 0..300 {
        play.act(Stay);
    }
    assert_eq!(play.view().round, 2);
}

#[test]
fn the_score_prefers_victory_then_few_rounds_then_many_arrived_then_few_walls() {
    let base = config((4, 4), (0, 0), &[(0, 1), (0, 1), (3, 3), (3, 3)], &[]);
    let score = |config: &Config, acts: &[Action]| {
        let mut play = Match::new(config);
        for &act in acts {
            play.act(act);
        }
        while play.view().result.is_none() {
            play.silent();
        }
        let outcome = play.outcome().unwrap();
        assert!(outcome.standings.iter().all(|standing| standing.rank == 1), "they win or lose together");
        outcome.standings[0].score
    };
    let quick = score(&base, &[Move(Left), Move(Left)]);
    let walled = score(&base, &[Move(Left), under(1, 1), Stay, Stay, Move(Left)]);
    let slow = score(&base, &[Move(Left), Stay, Stay, Stay, Move(Left)]);
    let late = score(&Config { max_rounds: 2, ..base.clone() }, &[Move(Left)]);
    let later = score(&Config { max_rounds: 3, ..base.clone() }, &[Move(Left)]);
    let late_none = score(&Config { max_rounds: 2, ..base.clone() }, &[]);
    let lost = score(&Config { hunters: vec![Cell::new(2, 2)], ..base.clone() }, &[]);
    let order = [quick, slow, walled, late, late_none, later, lost];
    assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
    assert!(quick < 1 << 53, "a page can hold it");
}

#[test]
fn the_json_of_actions_is_plain() {
    let push = Action::Push { hunter: 0, to: Cell::new(1, 2) };
    for (action, json) in [
        (Move(Up), r#"{"move":"up"}"#),
        (under(1, 2), r#"{"wall":{"row":1,"col":2,"dir":"h"}}"#),
        (right_of(0, 3), r#"{"wall":{"row":0,"col":3,"dir":"v"}}"#),
        (Stay, r#""stay""#),
        (push, r#"{"push":{"hunter":0,"to":[1,2]}}"#),
    ] {
        assert_eq!(serde_json::to_string(&action).unwrap(), json);
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
    }
}

#[test]
fn a_view_tells_the_whole_state_and_round_trips_through_json() {
    let mut board = config((5, 5), (0, 0), &[(4, 3), (2, 2)], &[(0, 4)]);
    board.boxes = vec![Cell::new(4, 2)];
    let mut play = Match::new(&board).draws(&[3]);
    play.act(Move(Left));
    let view = play.view();
    let json = serde_json::to_string(&view).unwrap();
    assert_eq!(serde_json::from_str::<View>(&json).unwrap(), view);
    let again = meydan_labyrinth::State::from_view(play.game.board(), &view).unwrap();
    assert_eq!(again.view(play.game.board()), view);
    assert_eq!(meydan_core::StateHash::of(&again), meydan_core::StateHash::of(play.game.state()));
}

#[test]
fn a_match_can_be_played_with_a_seed() {
    let mut board = config((5, 5), (0, 0), &[(4, 3)], &[]);
    board.boxes = vec![Cell::new(4, 2)];
    let open = |seed| {
        let mut game = Labyrinth::new(&board, Chance::new(Seed(seed))).unwrap();
        game.act(Seat(0), Move(Left), &mut Vec::new()).unwrap();
        game.hash()
    };
    assert_eq!(open(1), open(1));
    assert!((2..20).any(|seed| open(seed) != open(1)), "boxes hold different things");
}
