//! The laws of every game, on small and odd boards.

use meydan_labyrinth::{Cell, Config, Labyrinth, Wall};
use meydan_testkit::Laws;

#[test]
fn labyrinth_keeps_the_laws() {
    let small = Config::read(b"2 2\n0 0\n1\n1 1\n0\n0\n").unwrap();
    let course = Config::read(
        b"6 6\n0 4\n2\n0 0\n5 5\n2\n2 4\n3 1\n6\n0 0 H\n2 0 V\n3 0 V\n1 1 V\n4 4 H\n2 2 H\n3\n1 1\n5 0\n4 5\n",
    )
    .unwrap();
    let one_leads_all = Config { seats: 1, ..course.clone() };
    let short = Config { max_rounds: 3, ..course.clone() };
    let boxes = Config {
        boxes: (0..7).flat_map(|row| (2..8).map(move |col| Cell::new(row, col))).collect(),
        runners: (0..7).map(|row| Cell::new(row, 0)).collect(),
        hunters: vec![Cell::new(6, 9), Cell::new(0, 9)],
        core: Cell::new(3, 9),
        ..Config::empty(7, 10)
    }
    .seat_each();
    let large = Config {
        runners: vec![Cell::new(0, 39); 5],
        hunters: vec![Cell::new(20, 20); 3],
        walls: (0..38).map(|col| Wall::under(col % 29, col)).collect(),
        seats: 3,
        ..Config::empty(30, 40)
    };
    Laws::<Labyrinth>::new([small, course, one_leads_all, short, boxes, large]).check();
}
