//! One test per written rule.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Seat, Seed, Setup, Side, Terms, Viewer};

use meydan___name__::__Name__;
use meydan___name__::{Action, Config, ConfigError, Event, Rejection};

const FIRST: Seat = Seat(0);
const SECOND: Seat = Seat(1);

/// A match with so many stones, of which three may be taken in a turn.
fn heap(heap: u32) -> __Name__ {
    __Name__::new(&Config { heap, most: 3 }, Chance::new(Seed(1))).unwrap()
}

/// A player takes stones and its turn ends.
fn take(game: &mut __Name__, seat: Seat, stones: u32) {
    game.act(seat, Action::Take(stones), &mut Vec::new()).unwrap();
    game.close(&mut Vec::new());
}

fn refused(game: &mut __Name__, seat: Seat, stones: u32) -> Rejection {
    game.act(seat, Action::Take(stones), &mut Vec::new()).unwrap_err()
}

#[test]
fn players_take_stones_in_turn() {
    let mut game = heap(10);
    take(&mut game, FIRST, 3);
    assert_eq!(refused(&mut game, FIRST, 1), Rejection::NotYourTurn);
    take(&mut game, SECOND, 1);
    let view = game.view(Viewer::Spectator);
    assert_eq!((view.heap, view.turn), (6, Some(FIRST)));
}

#[test]
fn a_turn_is_one_act() {
    let mut game = heap(10);
    game.act(FIRST, Action::Take(1), &mut Vec::new()).unwrap();
    assert_eq!(refused(&mut game, FIRST, 1), Rejection::NotYourTurn);
}

#[test]
fn nobody_takes_nothing_or_more_than_there_may_be_taken() {
    let mut game = heap(4);
    assert_eq!(refused(&mut game, FIRST, 0), Rejection::Stones { asked: 0, most: 3 });
    assert_eq!(refused(&mut game, FIRST, 4), Rejection::Stones { asked: 4, most: 3 });
    take(&mut game, FIRST, 2);
    assert_eq!(refused(&mut game, SECOND, 3), Rejection::Stones { asked: 3, most: 2 });
}

#[test]
fn silence_takes_one_stone() {
    let mut game = heap(4);
    let mut log = Vec::new();
    game.close(&mut log);
    assert_eq!(log, [Event::Took { seat: FIRST, stones: 1, silent: true }]);
    assert_eq!(game.view(Viewer::Seat(SECOND)).heap, 3);
}

#[test]
fn whoever_takes_the_last_stone_wins() {
    let mut game = heap(4);
    take(&mut game, FIRST, 1);
    assert_eq!(game.status().outcome(), None);
    take(&mut game, SECOND, 3);
    let outcome = game.status().outcome().cloned().unwrap();
    assert_eq!(outcome.winners(), [Side(1)]);
    assert_eq!(outcome.standings.iter().map(|s| (s.rank, s.score)).collect::<Vec<_>>(), [(2, 0), (1, 1)]);
}

#[test]
fn an_act_is_short_in_json() {
    assert_eq!(serde_json::from_str::<Action>(r#"{"take":2}"#).unwrap(), Action::Take(2));
}

#[test]
fn a_map_names_the_heap_and_options_go_over_it() {
    let read = |map: &[u8], terms: &Terms| __Name__::config(map, terms);
    let mut terms = Terms::of("document");
    assert_eq!(read(b"heap 21\nmost 3\n", &terms), Ok(Config { heap: 21, most: 3 }));
    assert_eq!(read(b"heap 21\n", &terms), Err(ConfigError::OutOfRange { name: "most", found: 0 }));
    assert_eq!(read(b"stones 21\n", &terms), Err(ConfigError::Unknown("stones".into())));
    let many = ConfigError::NotNumber { name: "heap".into(), value: "many".into() };
    assert_eq!(read(b"heap many\n", &terms), Err(many));
    terms.options.insert("heap".into(), "9".into());
    assert_eq!(read(b"heap 21\nmost 3\n", &terms), Ok(Config { heap: 9, most: 3 }));
    terms.sides = Some(3);
    assert_eq!(read(b"heap 21\nmost 3\n", &terms), Err(ConfigError::Sides(3)));
}
