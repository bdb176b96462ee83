//! Reading, writing and making maps.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use meydan_core::{Chance, Seed, Setup, Terms};
use meydan_jungle::config::{BmpError, write_bmp};
use meydan_jungle::generate::{Recipe, generate};
use meydan_jungle::maps::contest_units;
use meydan_jungle::{Config, ConfigError, Jungle, Map, MapError, Point, Tile};
use proptest::prelude::*;

const ROWS: [&str; 3] = ["S.D,", "#~.S", "...."];

fn map() -> Map {
    Map::from_rows(&ROWS).unwrap()
}

fn terms(options: &[(&str, &str)]) -> Terms {
    let options: BTreeMap<String, String> =
        options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    Terms { ruleset: "document".into(), sides: Some(2), options }
}

/// A picture built from its parts, with the pixels after a gap.
struct Picture {
    depth: u16,
    height: i32,
    packing: u32,
    before_pixels: Vec<u8>,
    pixels: Vec<u8>,
    colours: u32,
}

impl Picture {
    fn bytes(&self) -> Vec<u8> {
        let offset = 54 + self.before_pixels.len() as u32;
        let mut file = b"BM".to_vec();
        for number in [0u32, 0, offset, 40, 4, self.height as u32] {
            file.extend(number.to_le_bytes());
        }
        file.extend(1u16.to_le_bytes());
        file.extend(self.depth.to_le_bytes());
        for number in [self.packing, 0, 0, 0, self.colours, 0] {
            file.extend(number.to_le_bytes());
        }
        file.extend(&self.before_pixels);
        file.extend(&self.pixels);
        file
    }
}

fn tiles(rows: impl Iterator<Item = i32>) -> Vec<Tile> {
    let map = map();
    rows.flat_map(|y| (0..4).map(move |x| Point { x, y })).map(|at| map.tile(at).unwrap()).collect()
}

#[test]
fn text_and_picture_are_the_same_map() {
    let text = Map::read(b"S.D,\r\n#~.S\r\n....\r\n\r\n").unwrap();
    assert_eq!(text, map());
    assert_eq!(Map::read(&write_bmp(&map())).unwrap(), map());
    assert_eq!(Map::read(map().to_string().as_bytes()).unwrap(), map());
    assert_eq!((text.width(), text.height()), (4, 3));
    assert_eq!(text.tile(Point { x: 1, y: 1 }), Some(Tile::Water));
    assert_eq!(text.tile(Point { x: 4, y: 0 }), None);
}

#[test]
fn diamonds_are_counted_column_by_column() {
    let map = Map::from_rows(&[".D", "D.", "SD"]).unwrap();
    let cells: Vec<String> = map.diamonds().map(|at| at.to_string()).collect();
    assert_eq!(cells, ["0,1", "1,0", "1,2"]);
}

#[test]
fn pictures_with_32_bits_and_top_down_rows_load() {
    let pixels = tiles(0..3)
        .iter()
        .flat_map(|t| {
            let [r, g, b] = t.colour();
            [b, g, r, 77]
        })
        .collect();
    let picture =
        Picture { depth: 32, height: -3, packing: 0, before_pixels: vec![9; 7], pixels, colours: 0 };
    assert_eq!(Map::read(&picture.bytes()).unwrap(), map());
}

#[test]
fn pictures_with_colour_masks_load() {
    let pixels = tiles((0..3).rev())
        .iter()
        .flat_map(|t| {
            let [r, g, b] = t.colour();
            [0, r, g, b]
        })
        .collect();
    let masks: Vec<u8> =
        [0xff00u32, 0xff_0000, 0xff00_0000].iter().flat_map(|mask| mask.to_le_bytes()).collect();
    let picture = Picture { depth: 32, height: 3, packing: 3, before_pixels: masks, pixels, colours: 0 };
    assert_eq!(Map::read(&picture.bytes()).unwrap(), map());
}

#[test]
fn pictures_with_a_palette_load() {
    let palette: Vec<u8> = Tile::ALL
        .iter()
        .flat_map(|t| {
            let [r, g, b] = t.colour();
            [b, g, r, 0]
        })
        .collect();
    let index = |tile: &Tile| Tile::ALL.iter().position(|other| other == tile).unwrap() as u8;
    let bytes: Vec<u8> = tiles((0..3).rev()).iter().map(index).collect();
    let picture = Picture {
        depth: 8,
        height: 3,
        packing: 0,
        before_pixels: palette.clone(),
        pixels: bytes.clone(),
        colours: 6,
    };
    assert_eq!(Map::read(&picture.bytes()).unwrap(), map());
    // Four bits a pixel: two in a byte, rows padded to four bytes.
    let nibbles =
        bytes.chunks(4).flat_map(|row| [row[0] << 4 | row[1], row[2] << 4 | row[3], 0, 0]).collect();
    let picture = Picture {
        depth: 4,
        height: 3,
        packing: 0,
        before_pixels: palette.clone(),
        pixels: nibbles,
        colours: 6,
    };
    assert_eq!(Map::read(&picture.bytes()).unwrap(), map());
    // One bit a pixel: white and black.
    let two = [Tile::Floor, Tile::Stone].iter().flat_map(|t| {
        let [r, g, b] = t.colour();
        [b, g, r, 0]
    });
    let pixels = vec![0b0101_0000, 0, 0, 0, 0b1111_0000, 0, 0, 0];
    let picture =
        Picture { depth: 1, height: 2, packing: 0, before_pixels: two.collect(), pixels, colours: 2 };
    assert_eq!(Map::read(&picture.bytes()).unwrap().rows(), ["####", ".#.#"]);
    let wrong =
        Picture { depth: 8, height: 3, packing: 0, before_pixels: palette, pixels: vec![6; 12], colours: 6 };
    let error = Map::read(&wrong.bytes()).unwrap_err();
    assert_eq!(error, BmpError::Palette { x: 0, y: 0, index: 6, colours: 6 }.into());
}

#[test]
fn mistakes_are_named_with_their_place() {
    let said = |bytes: &[u8]| Map::read(bytes).unwrap_err().to_string();
    assert_eq!(said(b""), "it is empty: draw at least one row");
    assert_eq!(said(b"..\n.x"), "line 2, column 2 has `x`: use only `#` `~` `S` `D` `,` `.`");
    assert_eq!(said(b"..\n..."), "line 2 has 3 letters where the first has 2: make all lines equally long");
    assert_eq!(said(&[b'.'; 129]), "it is 129 × 1: at most 128 × 128 is allowed");
    assert_eq!(
        said(&[b'.', 0xff]),
        "it is neither a BMP picture nor text: the bytes are not UTF-8 from byte 1 on"
    );
    assert!(said(b"BM").contains("ends after 2 bytes"), "{}", said(b"BM"));

    let mut picture = write_bmp(&map());
    // The pixel in column 1 of the top row: rows are stored from the bottom, 12 bytes each.
    picture[54 + 2 * 12 + 3..][..3].copy_from_slice(&[1, 2, 3]);
    let text = said(&picture);
    assert!(
        text.starts_with("pixel 1,0 has the colour 3,2,1, which is not a tile: use white (floor)"),
        "{text}"
    );
    let mut packed = write_bmp(&map());
    packed[30] = 1;
    assert!(said(&packed).contains("without compression"));
    let mut deep = write_bmp(&map());
    deep[28] = 16;
    assert!(said(&deep).contains("16 bits a pixel"));
    let whole = write_bmp(&map());
    assert!(said(&whole[..whole.len() - 1]).contains("pixels"));
}

#[test]
fn a_map_must_be_playable() {
    let read = |rows: &[&str]| Map::from_rows(rows).unwrap();
    assert_eq!(read(&["S..D"]).check(2), Err(MapError::Spawns { found: 1, wanted: 2 }));
    assert_eq!(read(&["SS.#D"]).check(2), Err(MapError::NoneReachable { count: 1 }));
    // One diamond behind walls is not a mistake, unless one is strict: the contest had such maps.
    let partly = read(&["SSD#D"]);
    assert_eq!(partly.check(2), Ok(()));
    assert_eq!(partly.check_strictly(2), Err(MapError::Unreachable { at: Point { x: 4, y: 0 } }));
    // Spawn tiles are walls to whoever has left them, but anybody may start on any of them.
    assert_eq!(read(&["S.D.S.D"]).check_strictly(2), Ok(()));
    let said =
        |map: &[u8], knobs: &[(&str, &str)]| Jungle::config(map, &terms(knobs)).map_err(|e| e.to_string());
    assert_eq!(
        said(b"SS.#D", &[]).unwrap_err(),
        "none of its 1 diamonds can be reached from a spawn tile: open a way to them"
    );
    assert_eq!(
        said(b"SSD#D", &[("check", "strict")]).unwrap_err(),
        "the diamond on 4,0 cannot be reached from any spawn tile: open a way to it or \
         take it away"
    );
    assert!(said(b"SSD#D", &[]).is_ok());
    assert!(said(b"SS.#D", &[("check", "off")]).is_ok());
}

#[test]
fn knobs_are_checked() {
    let config = Jungle::config(b"SSD", &terms(&[("units", "6"), ("ticks", "40"), ("limit", "99")])).unwrap();
    assert_eq!((config.units_per_team, config.ticks, config.time_limit_ms), (6, 40, 99));
    let said = |options: &[(&str, &str)]| Jungle::config(b"SSD", &terms(options)).unwrap_err().to_string();
    assert_eq!(
        said(&[("unit", "6")]),
        "unknown option `unit`: jungle knows `units`, `ticks`, `limit`, `check`"
    );
    assert_eq!(said(&[("units", "0")]), "`units` is `0`: give a whole number from 1 to 64");
    assert_eq!(said(&[("ticks", "many")]), "`ticks` is `many`: give a whole number from 1 to 10000");
    let other = Terms::of("casual");
    assert!(matches!(Jungle::config(b"SSD", &other), Err(ConfigError::Ruleset { .. })));
}

#[test]
fn a_config_survives_json() {
    let config = Jungle::config(ROWS.join("\n").as_bytes(), &terms(&[])).unwrap();
    let json = serde_json::to_string(&config).unwrap();
    assert_eq!(serde_json::from_str::<Config>(&json).unwrap(), config);
    assert!(serde_json::from_str::<Config>(&json.replace("S.D,", "S.X,")).is_err());
}

#[test]
fn units_default_to_three_and_to_the_suggested_number_on_own_maps() {
    let units = |map: &[u8], sides| {
        let terms = Terms { sides: Some(sides), ..Terms::of("document") };
        Jungle::config(map, &terms).unwrap().units_per_team
    };
    let own = Jungle::maps().iter().find(|map| map.name == "clearing").unwrap().bytes;
    assert_eq!([units(own, 2), units(own, 3), units(own, 4)], [4, 3, 2]);
    assert_eq!(units(b"SSD", 2), 3);
}

/// Published bots expect that every unit of theirs can be on the board.
#[test]
fn own_maps_have_a_spawn_tile_for_every_unit() {
    for map in Jungle::maps() {
        for sides in 2..=4 {
            let terms = Terms { sides: Some(sides), ..Terms::of("official") };
            let config = Jungle::config(map.bytes, &terms).unwrap();
            let (spawns, units) = (config.map.spawns().count(), sides * config.units_per_team);
            assert!(spawns >= units, "{}: {spawns} tiles for {units} units of {sides} teams", map.name);
            assert!(config.units_per_team >= 2, "{}: {sides} teams", map.name);
        }
    }
}

#[test]
fn on_the_default_map_diamonds_are_scarce() {
    for sides in 2..=4 {
        let terms = Terms { sides: Some(sides), ..Terms::of("official") };
        let config = Jungle::config(Jungle::maps()[0].bytes, &terms).unwrap();
        let (diamonds, units) = (config.map.diamonds().count(), sides * config.units_per_team);
        assert!(2 * diamonds <= units + 1, "{diamonds} diamonds for {units} units of {sides} teams");
    }
}

#[test]
fn the_contests_own_maps_are_known_by_name() {
    for (name, teams, units) in [
        ("easy-6_14x20_5D", 2, Some(6)),
        ("easy-6_14x20_5D", 4, Some(3)),
        ("adv-3_11x15_4D", 2, Some(3)),
        ("inter-1_12x17_3D", 2, Some(4)),
        ("inter-1_12x17_3D", 4, Some(2)),
        ("inter-1_12x17_3D", 3, None),
        ("my-map", 2, None),
        ("easy-x", 2, None),
    ] {
        assert_eq!(contest_units(name, teams), units, "{name}, {teams} teams");
    }
}

#[test]
fn own_maps_are_playable_and_lie_beside_their_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/jungle");
    let names: BTreeSet<&str> = Jungle::maps().iter().map(|map| map.name).collect();
    assert!(names.len() >= 8 && names.len() == Jungle::maps().len());
    for file in Jungle::maps() {
        let map = Map::read(file.bytes).unwrap();
        map.check_strictly(4).unwrap_or_else(|e| panic!("{}: {e}", file.name));
        let text = std::fs::read(folder.join(format!("{}.txt", file.name))).unwrap();
        assert_eq!(Map::read(&text).unwrap(), map, "{}", file.name);
    }
}

/// How many steps every cell is from the nearest of some cells, over floor only.
fn distances(map: &Map, from: &[Point]) -> BTreeMap<Point, u32> {
    let mut found: BTreeMap<Point, u32> = from.iter().map(|&at| (at, 0)).collect();
    let mut todo: VecDeque<Point> = from.iter().copied().collect();
    while let Some(at) = todo.pop_front() {
        for next in [(0, -1), (0, 1), (-1, 0), (1, 0)].map(|(x, y)| Point { x: at.x + x, y: at.y + y }) {
            let floor = map.tile(next).is_some_and(|tile| !tile.is_wall() && tile != Tile::Spawn);
            if floor && !found.contains_key(&next) {
                found.insert(next, found[&at] + 1);
                todo.push_back(next);
            }
        }
    }
    found
}

/// The spawn tiles in groups that hold together.
fn zones(map: &Map) -> Vec<Vec<Point>> {
    let mut rest: Vec<Point> = map.spawns().collect();
    let mut zones = Vec::new();
    while let Some(first) = rest.pop() {
        let mut zone = vec![first];
        while let Some(i) = rest.iter().position(|at| zone.iter().any(|other| other.distance(*at) == 1)) {
            zone.push(rest.swap_remove(i));
        }
        zones.push(zone);
    }
    zones
}

#[test]
fn made_maps_are_fair_for_two_three_and_four_teams() {
    for teams in 2..=4 {
        for seed in 0..12 {
            let recipe = Recipe { width: 17, height: 15, ..Recipe::usual(teams) };
            let map = generate(&recipe, &mut Chance::new(Seed(seed))).unwrap();
            map.check_strictly(teams).unwrap();
            assert_eq!(map.diamonds().count(), teams * recipe.diamonds);
            assert_eq!(map.spawns().count(), teams * recipe.spawns);
            let zones = zones(&map);
            // Zones of mirrored parts can touch and become one; then every team starts in the same zone.
            let mut seen = BTreeSet::new();
            for zone in &zones {
                let steps = distances(&map, zone);
                let mut diamonds: Vec<u32> = map.diamonds().map(|at| steps[&at]).collect();
                diamonds.sort_unstable();
                let beside = |other: &Point| {
                    let sides = [(0, -1), (0, 1), (-1, 0), (1, 0)];
                    sides.map(|(x, y)| steps.get(&Point { x: other.x + x, y: other.y + y }).copied())
                };
                let mut foes: Vec<u32> = zones
                    .iter()
                    .map(|other| other.iter().flat_map(beside).flatten().min().unwrap())
                    .collect();
                foes.sort_unstable();
                seen.insert((zone.len(), diamonds, foes));
            }
            assert_eq!(seen.len(), 1, "{teams} teams, seed {seed}: the parts differ\n{map}{seen:?}");
        }
    }
    let refused = |recipe: Recipe| generate(&recipe, &mut Chance::new(Seed(1))).unwrap_err().to_string();
    assert_eq!(refused(Recipe::usual(5)), "a fair map for 5 teams cannot be made; ask for 2, 3 or 4");
    assert_eq!(
        refused(Recipe { width: 3, ..Recipe::usual(2) }),
        "a map of 3 × 14 cannot be made; ask for 5 to 128 each way"
    );
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Map::read(&bytes);
        let mut picture = b"BM".to_vec();
        picture.extend(&bytes);
        let _ = Map::read(&picture);
    }

    #[test]
    fn a_damaged_picture_is_read_or_refused(at in 0usize..200, value in any::<u8>()) {
        let mut picture = write_bmp(&map());
        let at = at % picture.len();
        picture[at] = value;
        let _ = Map::read(&picture);
    }

    #[test]
    fn every_map_survives_both_forms(width in 1usize..40, picks in proptest::collection::vec(0usize..6, 1..400)) {
        let picks = &picks[..(picks.len() / width).max(1) * width.min(picks.len())];
        prop_assume!(picks.len() % width == 0);
        let map = Map::new(width, picks.iter().map(|&i| Tile::ALL[i]).collect());
        prop_assume!(map.is_ok());
        let map = map.unwrap();
        prop_assert_eq!(&Map::read(&write_bmp(&map)).unwrap(), &map);
        prop_assert_eq!(&Map::read(map.to_string().as_bytes()).unwrap(), &map);
    }
}
