//! Spec 8.4 and 8.5.

use meydan_heroes::{Action, Event, Refusal, Rejection};

use crate::board::{Document, Down, Left, Match, OPEN, Official, Right, Up, all};

/// Heroes 0, 2, 4, 6 in a two by two block, so that every kind of chain can be tried.
const BLOCK: &[&str] = &[
    "11.....22", //
    "11.....22",
    ".........",
];

fn block() -> Match {
    Match::new(BLOCK, Document, all("HEALER"), all("HEALER"))
}

fn places(game: &Match) -> [(u8, u8); 4] {
    [0, 2, 4, 6].map(|id| game.at(id).unwrap())
}

#[test]
fn a_step_costs_the_class_its_action_points() {
    let mut game = Match::new(OPEN, Document, ["BLASTER", "SENTRY", "HEALER", "GUARDIAN"], all("HEALER"));
    let right: Vec<_> = [0, 2, 4, 6].map(|id| (id, Right)).into();
    let events = game.step(&right);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Moved { .. })).count(), 4);
    assert_eq!(game.view().ap, [Some(100 - 4 - 6 - 4 - 8), Some(100)]);
    assert_eq!(game.at(6), Some((3, 1)));
}

#[test]
fn two_allies_can_swap() {
    let mut game = block();
    game.step(&[(0, Right), (2, Left)]);
    assert_eq!(places(&game), [(0, 1), (0, 0), (1, 0), (1, 1)]);
}

#[test]
fn four_allies_can_rotate() {
    let mut game = block();
    game.step(&[(0, Right), (2, Down), (6, Left), (4, Up)]);
    assert_eq!(places(&game), [(0, 1), (1, 1), (0, 0), (1, 0)]);
    assert_eq!(game.view().ap[0], Some(100 - 4 * 4));
}

#[test]
fn three_allies_can_rotate_where_a_fourth_stands_still() {
    // 2 and 6 leave to the right in a queue, and 0 follows.
    let mut game = block();
    game.step(&[(0, Right), (2, Right)]);
    assert_eq!(places(&game), [(0, 1), (0, 2), (1, 0), (1, 1)]);
    // Now 4 goes up after nobody, 0 and 2 go on, 6 stays and blocks nobody.
    game.step(&[(4, Up), (0, Right), (2, Right)]);
    assert_eq!(places(&game), [(0, 2), (0, 3), (0, 0), (1, 1)]);
}

#[test]
fn a_queue_moves_as_one_and_the_front_is_told_first() {
    let mut game = Match::new(&["1111....2222"], Document, all("HEALER"), all("HEALER"));
    let events = game.step(&[(0, Right), (2, Right), (4, Right), (6, Right)]);
    let movers: Vec<u8> = events
        .iter()
        .filter_map(|event| if let Event::Moved { hero, .. } = event { Some(*hero) } else { None })
        .collect();
    assert_eq!(movers, [6, 4, 2, 0], "the end of a chain is accepted first");
    assert_eq!(places(&game), [(0, 1), (0, 2), (0, 3), (0, 4)]);
}

#[test]
fn a_queue_moves_whole_or_not_at_all_even_for_want_of_points() {
    let mut config = meydan_heroes::draw(&["1111....2222"], Document).unwrap();
    config.set_constant("maxAP", 12).unwrap();
    let mut game = Match::on(&config, all("HEALER"), all("HEALER"));
    // Four steps of 4 cost 16. The chain from hero 0 fails; what the leftovers can pay is the front of the queue.
    let events = game.step(&[(0, Right), (2, Right), (4, Right), (6, Right)]);
    assert_eq!(game.at(0), Some((0, 0)));
    assert_eq!([2, 4, 6].map(|id| game.at(id).unwrap().1), [2, 3, 4]);
    assert!(events.contains(&Event::Stayed { hero: 0, why: Refusal::Poor }), "{events:?}");
}

#[test]
fn an_ally_without_an_order_blocks_like_a_wall() {
    let mut game = block();
    let events = game.step(&[(0, Right)]);
    assert_eq!(game.at(0), Some((0, 0)));
    assert_eq!(events, [Event::Stayed { hero: 0, why: Refusal::Blocked }]);
    assert_eq!(game.view().ap[0], Some(100), "a refused step costs nothing");
}

#[test]
fn of_two_allies_aiming_at_one_free_cell_the_earlier_order_wins() {
    let mut game = Match::new(&["1.1..", "11...", "..222", "....2"], Document, all("HEALER"), all("HEALER"));
    game.step(&[(2, Left), (0, Right)]);
    assert_eq!((game.at(0), game.at(2)), (Some((0, 0)), Some((0, 1))));
    assert_eq!(game.view().ap[0], Some(96));
}

#[test]
fn a_hero_whose_first_step_failed_may_make_a_later_one() {
    let mut game = block();
    game.step(&[(0, Right), (0, Down), (4, Down)]);
    // 2 stands still, so the first step fails; the second one follows hero 4, which has left by then.
    assert_eq!((game.at(0), game.at(4)), (Some((1, 0)), Some((2, 0))));
}

#[test]
fn only_one_step_a_phase_and_from_the_cell_where_it_began() {
    let mut game = block();
    game.step(&[(2, Right), (2, Right), (2, Down)]);
    assert_eq!(game.at(2), Some((0, 2)));
    assert_eq!(game.view().ap[0], Some(96));
}

#[test]
fn a_chain_that_fails_leaves_its_heroes_where_they_were() {
    // 0 wants where 2 is, 2 wants where 6 is, 6 does not move.
    let mut game = block();
    game.step(&[(0, Right), (2, Down)]);
    assert_eq!(places(&game), [(0, 0), (0, 1), (1, 0), (1, 1)]);
}

#[test]
fn a_follower_blocked_in_the_chain_search_may_follow_as_a_leftover() {
    // 0 follows 2, whose first order fails (6 stands below) but whose second succeeds; a repeated order of 0 works then.
    let mut game = block();
    game.step(&[(0, Right), (2, Down), (2, Right), (0, Right)]);
    assert_eq!(places(&game), [(0, 1), (0, 2), (1, 0), (1, 1)]);
}

#[test]
fn heroes_of_different_teams_share_cells_and_never_block_each_other() {
    let mut game = Match::new(&["1..2", "1..2", "1..2", "1..2"], Document, all("HEALER"), all("HEALER"));
    game.steps(&[&[(0, Right)], &[(0, Right), (1, Left)]]);
    assert_eq!((game.at(0), game.at(1)), (Some((0, 2)), Some((0, 2))));
    game.step(&[(0, Right), (1, Left)]);
    assert_eq!((game.at(0), game.at(1)), (Some((0, 3)), Some((0, 1))));
}

#[test]
fn nobody_steps_into_walls_or_without_points() {
    let mut config = meydan_heroes::draw(&["1#..2", "1...2", "1...2", "1...2"], Document).unwrap();
    config.set_constant("maxAP", 7).unwrap();
    let mut game = Match::on(&config, all("HEALER"), all("GUARDIAN"));
    let step = |hero, direction| Action::Move { hero, direction };
    assert_eq!(game.order(0, step(0, Right)), Err(Rejection::NoWay { hero: 0 }));
    assert_eq!(game.order(0, step(0, Left)), Err(Rejection::NoWay { hero: 0 }));
    assert_eq!(game.order(1, step(1, Left)), Err(Rejection::Poor { cost: 8, left: 7 }));
}

#[test]
fn the_own_path_is_the_last_phase_under_official_and_the_turn_under_document() {
    let path = |game: &Match| -> Vec<u8> { game.hero(0).path.iter().map(|cell| cell.column).collect() };
    let mut official = Match::new(OPEN, Official, all("HEALER"), all("HEALER"));
    let mut document = Match::new(OPEN, Document, all("HEALER"), all("HEALER"));
    assert_eq!((path(&official), path(&document)), (vec![], vec![0]));
    for game in [&mut official, &mut document] {
        game.steps(&[&[(0, Right)], &[(0, Right)]]);
    }
    assert_eq!((path(&official), path(&document)), (vec![1, 2], vec![0, 1, 2]));
    official.close();
    document.close();
    assert_eq!((path(&official), path(&document)), (vec![2], vec![0, 1, 2]));
    document.idle_turn();
    assert_eq!(path(&document), [2], "a new turn starts where the hero stands");
}
