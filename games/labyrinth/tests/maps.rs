//! The boards that come with Meydan.

use meydan_core::{Setup, Terms};
use meydan_labyrinth::{Board, Labyrinth, rate};

#[test]
fn every_map_loads_and_the_table_of_ratings_is_true() {
    let table = include_str!("../../../maps/labyrinth/README.md");
    assert!(!Labyrinth::maps().is_empty());
    for map in Labyrinth::maps() {
        let config = Labyrinth::config(map.bytes, &Terms::of("document")).unwrap();
        let rating = rate(&Board::new(&config).unwrap(), &config).unwrap();
        let line = format!(
            "| `{}` | {} × {} | {} | {} | {} | {} | {} |",
            map.name,
            config.rows,
            config.cols,
            config.runners.len(),
            config.hunters.len(),
            config.boxes.len(),
            rating.difficulty,
            rating.rounds
        );
        assert!(table.contains(&line), "maps/labyrinth/README.md should have the line {line}");
        assert_eq!(config.write().as_bytes(), map.bytes, "{} is written as it is read", map.name);
    }
}

#[test]
fn the_terms_choose_seats_and_rounds() {
    let map = Labyrinth::maps().iter().find(|map| map.name == "company").unwrap().bytes;
    let usual = Labyrinth::config(map, &Terms::of("document")).unwrap();
    assert_eq!((usual.seats, usual.max_rounds), (4, 220));
    let mut terms = Terms { sides: Some(1), ..Terms::of("document") };
    terms.options.insert("max_rounds".into(), "0".into());
    let alone = Labyrinth::config(map, &terms).unwrap();
    assert_eq!((alone.seats, alone.max_rounds), (1, 0));
    terms.sides = Some(5);
    let refused = Labyrinth::config(map, &terms).unwrap_err().to_string();
    assert_eq!(refused, "5 seats cannot lead the runners of this board; give 1 to 4");
    terms.options.insert("speed".into(), "9".into());
    let refused = Labyrinth::config(map, &terms).unwrap_err().to_string();
    assert_eq!(refused, "there is no option `speed`; labyrinth has `max_rounds`, `seats` and `light`");
    let refused = Labyrinth::config(map, &Terms::of("official")).unwrap_err().to_string();
    assert_eq!(refused, "there is no ruleset `official`; labyrinth has only `document`");
}
