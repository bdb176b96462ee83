//! Configs and recipes that nobody means well: each is refused with a sentence or played, and none eats the machine.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Seed};
use meydan_labyrinth::{Cell, Config, Difficulty, Labyrinth, Recipe, Wall, generate, generate_rated};
use meydan_testkit::spoil;

fn refusal(config: Config) -> String {
    Labyrinth::new(&config, Chance::new(Seed(1))).err().unwrap().to_string()
}

#[test]
fn what_is_too_large_is_refused() {
    let board = Config::empty(255, 255);
    let at = |n: usize| Cell::new(1 + n as i32 / 255, n as i32 % 255);
    let many = |n: usize| (0..n).map(at).collect::<Vec<_>>();
    for (config, wanted) in [
        (Config { runners: many(1500), ..board.clone() }, "a board of 1500 pieces is too large; at most 512"),
        (Config { hunters: many(512), ..board.clone() }, "a board of 513 pieces"),
        (Config { boxes: many(512), ..board.clone() }, "a board of 513 pieces"),
        (Config { rows: 256, ..board.clone() }, "`256` rows"),
        (Config { rows: u32::MAX, cols: u32::MAX, ..board.clone() }, "`4294967295` rows"),
        (Config { seats: 129, runners: many(200), ..board.clone() }, "129 seats"),
        (Config { seats: 0, ..board.clone() }, "0 seats"),
        (Config { max_rounds: 100_000, ..board.clone() }, "up to 99999"),
        (Config { max_rounds: 99_999, runners: many(400), ..board.clone() }, "a match of 39999600 entries"),
        (Config { walls: vec![Wall::under(0, 0); 1_000_000], ..board.clone() }, "wall 1"),
        (Config { core: Cell::new(-1, i32::MAX), ..board.clone() }, "the core"),
        (Config { runners: vec![Cell::new(i32::MIN, i32::MAX)], ..board.clone() }, "runner 0"),
        (Config { walls: vec![Wall::right_of(i32::MAX, i32::MIN)], ..board.clone() }, "wall 0"),
    ] {
        let found = refusal(config);
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn the_largest_board_can_be_played() {
    let recipe = Recipe { runners: 300, hunters: 200, boxes: 12, walls: 20_000, ..Recipe::new(255, 255) };
    let config = generate(&recipe, &mut Chance::new(Seed(1))).unwrap();
    let mut game = Labyrinth::new(&config, Chance::new(Seed(1))).unwrap();
    for _ in 0..600 {
        game.close(&mut Vec::new());
    }
    assert_eq!(game.state().round, 3);
}

#[test]
fn recipes_that_ask_for_too_much_are_refused() {
    let recipe = Recipe { runners: 1500, ..Recipe::new(150, 150) };
    let refused = |recipe: &Recipe| generate(recipe, &mut Chance::new(Seed(1))).unwrap_err().to_string();
    assert!(refused(&recipe).contains("a board of 1501 pieces"), "{}", refused(&recipe));
    let every = Recipe { runners: u32::MAX, hunters: u32::MAX, boxes: u32::MAX, ..Recipe::new(255, 255) };
    assert!(refused(&every).contains("pieces"));
    assert!(refused(&Recipe { rows: u32::MAX, ..recipe }).contains("4294967295"));
}

#[test]
fn a_difficulty_that_cannot_be_had_is_given_up() {
    let recipe = Recipe { runners: 480, hunters: 32, walls: 30_000, ..Recipe::new(255, 255) };
    let refused =
        generate_rated(&recipe, Difficulty::Insane, &mut Chance::new(Seed(1))).unwrap_err().to_string();
    assert!(refused.contains("try another seed"), "{refused}");
}

#[test]
fn no_config_that_can_be_read_makes_the_game_panic() {
    let small = Config::read(b"2 2\n0 0\n1\n1 1\n0\n0\n").unwrap();
    let course = Config::read(
        b"6 6\n0 4\n2\n0 0\n5 5\n2\n2 4\n3 1\n6\n0 0 H\n2 0 V\n3 0 V\n1 1 V\n4 4 H\n2 2 H\n3\n1 1\n5 0\n4 5\n",
    )
    .unwrap();
    let (refused, played) = spoil::<Labyrinth>([small, course], 4000);
    assert!(refused > 500 && played > 500, "{refused} refused, {played} played");
}
