//! Board files: what is written is read back, and whatever is wrong is told with its line.

use meydan_core::{Chance, Seed};
use meydan_labyrinth::{Config, Recipe, generate};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_written_board_is_read_back(
        rows in 2u32..14, cols in 2u32..14, walls in 0u32..170, runners in 1u32..5, hunters in 0u32..5,
        boxes in 0u32..9, seed: u64,
    ) {
        let walls = walls % ((rows - 1) * (cols - 1) + 1);
        let recipe = Recipe { rows, cols, runners, hunters, walls, boxes };
        if let Ok(config) = generate(&recipe, &mut Chance::new(Seed(seed))) {
            prop_assert_eq!(Config::read(config.write().as_bytes()), Ok(config));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let _ = Config::read(&bytes);
    }

    #[test]
    fn any_words_are_read_or_refused(words in "([0-9]{1,3}|[HVx\n -]){0,40}") {
        if let Ok(config) = Config::read(words.as_bytes()) {
            prop_assert_eq!(Config::read(config.write().as_bytes()), Ok(config));
        }
    }
}

#[test]
fn line_breaks_do_not_matter() {
    let lines = "3 4\n0 3\n1\n0 0\n1\n2 2\n2\n0 0 H\n1 1 V\n1\n2 0\n";
    let flat = lines.replace('\n', " ");
    assert_eq!(Config::read(flat.as_bytes()), Config::read(lines.as_bytes()));
    let config = Config::read(lines.as_bytes()).unwrap();
    assert_eq!((config.walls.len(), config.boxes.len(), config.max_rounds), (2, 1, 70));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let table = [
        ("", "line 1: the file ends where the number of rows should follow; add it"),
        ("3 4\n0", "line 2: the file ends where the column of the core should follow; add it"),
        (
            "3 x\n",
            "line 1: `x` stands where the number of columns should; write a whole number from 0 to 255",
        ),
        ("-3 4\n", "line 1: `-3` stands where the number of rows should; write a whole number from 0 to 255"),
        (
            "1 4\n0 0\n1\n0 1\n0\n0",
            "line 1: the board has `1` rows and `4` columns; each must be from 2 to 255",
        ),
        (
            "3 4\n3 0\n1\n0 1\n0\n0",
            "line 2: the core at `3 0` lies outside the board; rows go from 0 to 2 and columns from 0 to 3",
        ),
        ("3 4\n0 0\n0\n0\n0", "line 3: there is no runner; a board needs at least one"),
        (
            "3 4\n0 0\n1\n0 4\n0\n0",
            "line 4: runner 0 at `0 4` lies outside the board; rows go from 0 to 2 and columns from 0 to 3",
        ),
        ("3 4\n0 0\n1\n0 0\n0\n0", "line 4: runner 0 at `0 0` stands on the core; put it on another cell"),
        (
            "3 4\n0 0\n1\n1 1\n2\n2 2\n0 0\n0",
            "line 7: hunter 1 at `0 0` stands on the core; put it on another cell",
        ),
        (
            "3 4\n0 0\n1\n1 1\n1\n1 1\n0",
            "line 6: hunter 0 at `1 1` stands on a runner; put it on another cell",
        ),
        (
            "3 4\n0 0\n1\n1 1\n0\n1\n2 0 H",
            "line 7: wall 0 `2 0 H` is not between two neighbouring cells of the board; the border needs no walls",
        ),
        (
            "3 4\n0 0\n1\n1 1\n0\n1\n0 3 V",
            "line 7: wall 0 `0 3 V` is not between two neighbouring cells of the board; the border needs no walls",
        ),
        (
            "3 4\n0 0\n1\n1 1\n0\n1\n0 1 X",
            "line 7: `X` stands where how wall 0 lies should; write `H` (under the cell) or `V` (right of the cell)",
        ),
        (
            "3 4\n0 0\n1\n1 1\n0\n2\n0 1 H\n0 1 H",
            "line 8: wall 1 `0 1 H` was given before; remove one of the two and correct the count",
        ),
        (
            "3 4\n0 0\n1\n1 1\n0\n2\n0 0 H\n0 0 V",
            "line 8: wall 1 `0 0 V` makes some cells unreachable: with the walls before it, it cuts the labyrinth in two; remove it or one of those",
        ),
        (
            "3 4\n0 0\n1\n1 1\n0\n0\n2\n2 2\n2 2",
            "line 9: box 1 at `2 2` lies on another box; put it on another cell",
        ),
        (
            "3 4\n0 0\n1\n1 1\n0\n0\n1\n0 0",
            "line 8: box 0 at `0 0` stands on the core; put it on another cell",
        ),
        (
            "3 4\n0 0\n1\n1 1\n0\n0\n0\n7",
            "line 8: `7` follows the end of the board; remove it or correct the counts above",
        ),
        ("3 4\n0 0\n2\n1 1", "line 4: the file ends where the row of runner 1 should follow; add it"),
    ];
    for (text, wanted) in table {
        let error = Config::read(text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), wanted, "of {text:?}");
    }
    let error = Config::read(b"3 4\n\xff").unwrap_err();
    assert_eq!(error.to_string(), "the board file is not UTF-8 text from byte 4 on; save it as plain text");
}

#[test]
fn the_config_round_trips_through_json() {
    let recipe = Recipe { boxes: 3, ..Recipe::new(5, 6) };
    let config = generate(&recipe, &mut Chance::new(Seed(3))).unwrap();
    let json = serde_json::to_string(&config).unwrap();
    assert_eq!(serde_json::from_str::<Config>(&json).unwrap(), config);
    assert!(json.contains(r#""core":["#) && json.contains(r#""dir":"h""#), "{json}");
}
