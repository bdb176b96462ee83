//! Boards as plain text.

use meydan_core::{Chance, Game, Seat, Seed, Viewer};
use meydan_labyrinth::{Action, Config, Labyrinth, Style, Wall, caption, draw, draw_start};

const BOARD: &[u8] = b"3 4  0 3  2  0 0  2 0  3  2 3  2 3  1 1  3  0 0 H  0 1 V  1 1 V  1  1 2";

#[test]
fn a_board_is_drawn_in_ascii() {
    let wanted = "
   0   1   2   3
  +---+---+---+---+
0 |0.   . | .   * |
  +---+   +   +   +
1 | .   .H| ?   . |
  +   +   +   +   +
2 |1.   .   .   .#|
  +---+---+---+---+
";
    let drawn = draw_start(&Config::read(BOARD).unwrap(), Style::Ascii).unwrap();
    assert_eq!(drawn, wanted[1..]);
}

#[test]
fn a_moment_is_drawn_with_walls_of_light_and_a_caption() {
    let mut game = Labyrinth::new(&Config::read(BOARD).unwrap(), Chance::new(Seed(1))).unwrap();
    game.act(Seat(0), Action::Wall(Wall::under(1, 2)), &mut Vec::new()).unwrap();
    game.close(&mut Vec::new());
    let view = game.view(Viewer::Spectator);
    let wanted = "
   0   1   2   3
  ┌───────┬───────┐
0 │0·   · │ ·   ◆ │
  ├───╴   │       │
1 │ ·   ·▲│ ▣   · │
  │       ╵╍2╍    │
2 │1·   ·   ·   ·▲│
  └───────────────┘
";
    assert_eq!(draw(game.board(), &view, Style::Unicode), wanted[1..]);
    let wanted = "\
round 1, runner 1 to act, walls left 1, arrived 0 of 1 needed, caught 0
0-9 runner, H hunter, * core, ? box, ~2~ or 2 a wall of light and the rounds it lasts
";
    assert_eq!(caption(&view, Style::Ascii), wanted);
}

#[test]
fn many_rows_and_columns_keep_their_numbers_in_line() {
    let text = draw_start(&Config::empty(12, 120), Style::Ascii).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 2 * 12 + 1);
    assert!(lines[1..].iter().all(|line| line.chars().count() == 3 + 120 * 4 + 1));
    assert!(lines[24].starts_with("11 |") && lines[0].ends_with("119"), "{}", lines[0]);
}
