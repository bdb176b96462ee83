//! Random boards keep the rules of their making, and are as random as promised.

use std::collections::BTreeMap;

use meydan_core::{Chance, Seed};
use meydan_labyrinth::{
    Board, Cell, Config, Difficulty, GenerateError, Recipe, Wall, generate, generate_rated, rate,
};

fn make(recipe: &Recipe, seed: u64) -> Result<Config, GenerateError> {
    generate(recipe, &mut Chance::new(Seed(seed)))
}

fn check(config: &Config, recipe: &Recipe) {
    let counts = [&config.runners, &config.hunters, &config.boxes].map(|cells| cells.len() as u32);
    assert_eq!(counts, [recipe.runners, recipe.hunters, recipe.boxes]);
    assert_eq!(config.walls.len() as u32, recipe.walls);
    let board = Board::new(config).expect("connected, and nothing outside");
    assert!(board.to_core.iter().all(|&steps| steps < u16::MAX), "every cell is reachable");
    for &piece in config.runners.iter().chain(&config.hunters) {
        assert!(piece.distance(config.core) >= 2, "{piece:?} is two steps from the core");
    }
    for runner in &config.runners {
        assert!(config.hunters.iter().all(|hunter| hunter.distance(*runner) >= 2), "{runner:?}");
    }
    let mut cells: Vec<Cell> =
        [&config.runners, &config.hunters, &config.boxes].into_iter().flatten().copied().collect();
    cells.push(config.core);
    let all = cells.len();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), all, "everything stands on a cell of its own");
}

#[test]
fn boards_of_all_sizes_keep_the_rules() {
    let mut chance = Chance::new(Seed(1));
    for seed in 0..300 {
        let (rows, cols) = (2 + chance.below(20), 2 + chance.below(20));
        let walls = chance.below((rows - 1) * (cols - 1) + 1);
        let recipe = Recipe {
            runners: 1 + chance.below(4),
            hunters: chance.below(4),
            boxes: chance.below(6),
            walls,
            rows,
            cols,
        };
        match make(&recipe, seed) {
            Ok(config) => check(&config, &recipe),
            Err(_) => assert!(rows * cols < 40, "{recipe:?} has room for everything"),
        }
    }
}

#[test]
fn the_largest_board_is_made() {
    let recipe = Recipe { walls: 254 * 254, runners: 50, hunters: 50, boxes: 412, rows: 255, cols: 255 };
    check(&make(&recipe, 9).unwrap(), &recipe);
}

#[test]
fn the_same_seed_makes_the_same_board() {
    let recipe = Recipe { boxes: 2, ..Recipe::new(7, 8) };
    assert_eq!(make(&recipe, 5), make(&recipe, 5));
    assert_ne!(make(&recipe, 5), make(&recipe, 6));
}

#[test]
fn too_much_is_refused_with_the_largest_number_that_fits() {
    let message = |recipe: Recipe| make(&recipe, 1).unwrap_err().to_string();
    let base = Recipe::new(4, 5);
    assert_eq!(
        message(Recipe { walls: 13, ..base }),
        "`13` walls do not fit on 4 × 5 cells; the largest number that does is 12"
    );
    assert_eq!(
        message(Recipe { runners: 18, hunters: 0, ..base }),
        "`18` runners do not fit two steps away from the core; the largest number that does is 17"
    );
    assert_eq!(
        message(Recipe { boxes: 18, ..base }),
        "`18` boxes do not fit on the cells that are left; the largest number that does is 17"
    );
    assert!(message(Recipe { rows: 1, ..base }).contains("each must be from 2 to 255"));
    assert!(message(Recipe { runners: 0, ..base }).contains("at least one runner"));
    for (most, asked) in [(17, 18), (17, 100)] {
        let runners = Recipe { runners: asked, hunters: 0, ..base };
        assert_eq!(make(&runners, 1), Err(GenerateError::Runners { asked, most }));
        check(&make(&Recipe { runners: most, ..runners }, 1).unwrap(), &Recipe { runners: most, ..runners });
    }
}

/// The most hunters that fit beside so many runners, over every core and every set of runners.
fn most_hunters(rows: i32, cols: i32, runners: u32) -> Option<u32> {
    let cells: Vec<Cell> = (0..rows).flat_map(|r| (0..cols).map(move |c| Cell::new(r, c))).collect();
    let near: Vec<u32> = cells
        .iter()
        .map(|a| (0..cells.len()).filter(|&i| a.distance(cells[i]) < 2).map(|i| 1 << i).sum())
        .collect();
    let all = (1u32 << cells.len()) - 1;
    let mut best = None;
    for core in 0..cells.len() {
        for set in (0..=all).filter(|set| set.count_ones() == runners && set & near[core] == 0) {
            let zone =
                (0..cells.len()).filter(|&i| set >> i & 1 == 1).fold(near[core], |zone, i| zone | near[i]);
            best = best.max(Some((all & !zone).count_ones()));
        }
    }
    best
}

#[test]
fn the_largest_number_of_hunters_is_the_true_one_on_small_boards() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (2, 6), (3, 3), (3, 4), (4, 3), (3, 5), (4, 4)] {
        for runners in 1..=rows * cols {
            let ask = |hunters| {
                let recipe = Recipe { runners, hunters, walls: 0, boxes: 0, rows, cols };
                make(&recipe, 1).inspect(|config| check(config, &recipe))
            };
            match most_hunters(rows as i32, cols as i32, runners) {
                None => {
                    assert!(matches!(ask(0), Err(GenerateError::Runners { .. })), "{rows} {cols} {runners}")
                }
                Some(most) => {
                    assert!(ask(most).is_ok(), "{rows} × {cols}, {runners} runners: {most} hunters fit");
                    let asked = most + 1;
                    assert_eq!(
                        ask(asked),
                        Err(GenerateError::Hunters { asked, runners, most }),
                        "{rows} {cols}"
                    );
                }
            }
        }
    }
}

/// How often each set of walls comes, over many seeds.
fn frequencies(recipe: &Recipe, seeds: u64) -> BTreeMap<Vec<Wall>, u32> {
    let mut counts = BTreeMap::new();
    let mut chance = Chance::new(Seed(77));
    for _ in 0..seeds {
        *counts.entry(generate(recipe, &mut chance).expect("it fits").walls).or_insert(0) += 1;
    }
    counts
}

/// Chi-square per degree of freedom; near 1 when every outcome is equally likely.
fn unevenness(counts: &BTreeMap<Vec<Wall>, u32>, seeds: u64) -> f64 {
    let expected = seeds as f64 / counts.len() as f64;
    let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    counts.values().map(square).sum::<f64>() / (counts.len() - 1) as f64
}

#[test]
fn with_all_walls_every_spanning_tree_is_equally_likely() {
    // Spanning trees of the 2 × 2 grid: 4; of the 2 × 3 grid: 15; of the 3 × 3 grid: 192.
    for (rows, cols, trees, seeds) in [(2, 2, 4, 4_000), (2, 3, 15, 15_000), (3, 3, 192, 96_000)] {
        let recipe = Recipe { hunters: 0, walls: (rows - 1) * (cols - 1), ..Recipe::new(rows, cols) };
        let counts = frequencies(&recipe, seeds);
        assert_eq!(counts.len(), trees, "{rows} × {cols}");
        let unevenness = unevenness(&counts, seeds);
        let bound = 1.0 + 4.0 * (2.0 / (trees - 1) as f64).sqrt();
        assert!(unevenness < bound, "{rows} × {cols}: {unevenness}");
    }
}

#[test]
fn with_one_wall_every_place_comes_and_the_sides_are_alike() {
    // The walls are uniform among what the tree leaves, so places that are mirror images are equally likely.
    let recipe = Recipe { hunters: 0, walls: 1, ..Recipe::new(3, 3) };
    let counts = frequencies(&recipe, 24_000);
    assert_eq!(counts.len(), 12, "every place between two cells");
    let of = |wall: Wall| f64::from(counts[&vec![wall]]);
    let outer = [Wall::under(0, 0), Wall::under(1, 0), Wall::right_of(0, 0), Wall::right_of(2, 1)].map(of);
    let inner = [Wall::under(0, 1), Wall::under(1, 1), Wall::right_of(1, 0), Wall::right_of(1, 1)].map(of);
    for group in [outer, inner] {
        let mean = group.iter().sum::<f64>() / group.len() as f64;
        assert!(group.iter().all(|count| (count - mean).abs() < 4.0 * mean.sqrt()), "{group:?}");
    }
}

#[test]
fn a_board_of_every_difficulty_is_found() {
    for difficulty in Difficulty::ALL {
        let recipe = Recipe { walls: 20, ..Recipe::new(8, 8) };
        let (config, rating) = generate_rated(&recipe, difficulty, &mut Chance::new(Seed(4))).unwrap();
        assert_eq!(rating.difficulty, difficulty);
        assert_eq!(rate(&Board::new(&config).unwrap(), &config), Ok(rating));
        assert!(rating.exact && rating.rounds >= rating.steps && rating.lines >= 1);
    }
}

#[test]
fn a_difficulty_that_does_not_come_is_owned_up_to() {
    let recipe = Recipe { walls: 0, hunters: 0, ..Recipe::new(3, 3) };
    let error = generate_rated(&recipe, Difficulty::Insane, &mut Chance::new(Seed(1))).unwrap_err();
    let wanted =
        "none of 400 boards was rated insane (400 easy, 0 without a forced win, 0 too large to rate)";
    assert!(error.to_string().starts_with(wanted), "{error}");
}
