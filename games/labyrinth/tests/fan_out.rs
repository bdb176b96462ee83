//! How many lines of play there are to a fixed depth, and one hash over ten thousand random windows: any change of the rules shows here.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Next, Seed, Setup, Status, Terms};
use meydan_labyrinth::{Config, Labyrinth, Recipe, generate};
use meydan_testkit::random_window;

fn fan_out(game: &Labyrinth, depth: u32) -> u64 {
    if depth == 0 || matches!(game.status(), Status::Over(_)) {
        return 1;
    }
    let mut actions = Vec::new();
    game.state().legal(game.board(), &mut actions);
    let seat = game.seat_of(game.state().turn);
    let mut log = Vec::new();
    let follow = |&action| {
        let mut next = game.clone();
        if next.act(seat, action, &mut log).unwrap() == Next::Done {
            next.close(&mut log);
        }
        log.clear();
        fan_out(&next, depth - 1)
    };
    actions.iter().map(follow).sum()
}

fn map(name: &str) -> Config {
    let map = Labyrinth::maps().iter().find(|map| map.name == name).unwrap();
    Labyrinth::config(map.bytes, &Terms::of("document")).unwrap()
}

#[test]
fn the_number_of_lines_is_as_written_down() {
    let wanted = include_str!("fan_out.txt");
    let mut found = String::new();
    for line in wanted.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["#", ..] => found += &format!("{line}\n"),
            [name, depth, _] => {
                let game = Labyrinth::new(&map(name), Chance::new(Seed(1))).unwrap();
                found += &format!("{name} {depth} {}\n", fan_out(&game, depth.parse().unwrap()));
            }
            _ => panic!("a line is `map depth number`, not `{line}`"),
        }
    }
    assert!(found.lines().count() > 5, "the file has counts");
    assert_eq!(found, wanted);
}

#[test]
fn ten_thousand_random_windows_have_the_pinned_hash() {
    let recipe = Recipe { runners: 3, hunters: 2, boxes: 9, ..Recipe::new(9, 8) };
    let config = generate(&recipe, &mut Chance::new(Seed(2))).unwrap();
    let mut chance = Chance::new(Seed(3));
    let (mut log, mut scratch) = (Vec::new(), Vec::new());
    let (mut windows, mut games, mut sum) = (0, 0, 0u64);
    while windows < 10_000 {
        let mut game = Labyrinth::new(&config, Chance::new(Seed(games))).unwrap();
        games += 1;
        while windows < 10_000 && matches!(game.status(), Status::Waiting(_)) {
            random_window(&mut game, &mut chance, &mut log, &mut scratch, |_| {});
            windows += 1;
            sum = sum.rotate_left(1) ^ game.hash().0;
        }
    }
    assert_eq!(format!("{sum:016x}"), "f1945d827cbd6969", "over {games} games");
}
