//! The board of a day.

use std::collections::HashSet;

use meydan_labyrinth::Day;

#[test]
fn the_day_is_the_seed() {
    let day: Day = "2026-03-21".parse().unwrap();
    assert_eq!((day.seed().0, day.to_string().as_str()), (20_260_321, "2026-03-21"));
    for wrong in
        ["2026-02-29", "2026-13-01", "2026-00-10", "today", "2026-3-21", "2026-03-21-1", "+026-03-21"]
    {
        assert!(wrong.parse::<Day>().is_err(), "{wrong}");
    }
    assert!("2028-02-29".parse::<Day>().is_ok());
}

#[test]
fn every_day_has_a_board_of_its_own_that_can_be_won() {
    let mut seen = HashSet::new();
    for month in 1..=12 {
        for number in 1..=28 {
            let day: Day = format!("2027-{month:02}-{number:02}").parse().unwrap();
            let (config, rating) = day.board().unwrap();
            assert_eq!(rating.difficulty, Day::DIFFICULTY);
            assert!(rating.exact && rating.rounds > 1, "{day}");
            assert!(seen.insert(config.write()), "{day} has the board of another day");
        }
    }
}

#[test]
fn the_board_of_a_day_never_changes() {
    // Whoever played on that day must find the same board again.
    let (config, rating) = "2026-11-16".parse::<Day>().unwrap().board().unwrap();
    let start = [config.core, config.runners[0], config.hunters[0]].map(|cell| (cell.row, cell.col));
    assert_eq!((start, config.walls.len(), rating.rounds), ([(2, 8), (5, 3), (7, 5)], 24, 9));
}
