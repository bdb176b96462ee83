//! What clients of the contest took for granted on its maps, all of which had it.

use meydan_heroes::{Cell, Config, FIFTH};

/// The classes that the contest's clients know.
const KNOWN: [&str; 5] = ["SENTRY", "BLASTER", "HEALER", "GUARDIAN", FIFTH];

/// The rows and columns of all of the contest's maps.
const SIZE: (u8, u8) = (31, 31);

/// What a map lacks of that, as the end of a sentence that begins with the map.
pub fn unlike_contest(config: &Config) -> Option<String> {
    let strange = config.heroes.iter().find(|class| !KNOWN.contains(&class.name.as_str()));
    if let Some(class) = strange {
        return Some(format!("has a class `{}` that no client of the contest knows", class.name));
    }
    let (rows, columns) = (config.rows(), config.columns());
    let size = format!("has {rows} by {columns} cells");
    let lacks = match (is_walled(config), (rows, columns) == SIZE) {
        (true, true) => return None,
        (false, true) => "is open at its edge".to_owned(),
        (true, false) => size,
        (false, false) => format!("is open at its edge and {size}"),
    };
    let (rows, columns) = SIZE;
    Some(format!(
        "{lacks}; the contest's maps were walled all around and had {rows} by {columns}, and some of their bots count on it"
    ))
}

fn is_walled(config: &Config) -> bool {
    let (rows, columns) = (config.rows(), config.columns());
    let wall = |row, column| config.walls.contains(Cell { row, column });
    (0..rows).all(|row| wall(row, 0) && wall(row, columns - 1))
        && (0..columns).all(|column| wall(0, column) && wall(rows - 1, column))
}

#[cfg(test)]
mod tests {
    use meydan_core::{Setup, Terms};
    use meydan_heroes::Heroes;

    use super::*;

    fn config(name: &str) -> Config {
        let map = Heroes::maps().iter().find(|map| map.name == name).unwrap();
        Heroes::config(map.bytes, &Terms::of("official")).unwrap()
    }

    #[test]
    fn an_open_edge_and_a_class_that_nobody_knew_are_said() {
        assert_eq!(unlike_contest(&config("bastion")), None);
        assert!(unlike_contest(&config("fortress")).unwrap().starts_with("is open at its edge; "));
        assert!(
            unlike_contest(&config("plaza"))
                .unwrap()
                .starts_with("is open at its edge and has 21 by 21 cells; ")
        );
        let mut strange = config("bastion");
        strange.heroes[0].name = meydan_heroes::Name::new("WITCH").unwrap();
        assert!(unlike_contest(&strange).unwrap().contains("`WITCH`"));
    }
}
