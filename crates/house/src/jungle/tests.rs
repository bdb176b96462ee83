//! What the panther must do in small clearings. `a` and `A` are its animals, `x` and `X` the foe's; capitals carry a
//! diamond. `D` is a diamond on the ground, `S` a spawn tile.

use meydan_core::{Chance, Game, Seat, Seed, Setup, Terms, Viewer};
use meydan_jungle::{Action, Config, Deed, Jungle, Point, UnitView, View};

use super::believe::{Beliefs, WAYS};
use super::panther::Panther;
use super::scene::{Board, Scene};
use super::weights::Weights;
use super::{instinct, magpie};

/// A drawn position in the middle of a match, with diamonds of this level and these points in the hands of carriers.
fn clearing(rows: &[&str], level: u8, points: u32) -> (Config, View) {
    let ground = |letter: char| match letter {
        'a' | 'x' => '.',
        'A' | 'X' => 'D',
        other => other,
    };
    let map: String = rows.iter().flat_map(|row| row.chars().map(ground).chain(['\n'])).collect();
    let cells = || {
        let row = |(y, row): (usize, &&str)| -> Vec<(char, Point)> {
            row.char_indices().map(|(x, letter)| (letter, Point { x: x as i32, y: y as i32 })).collect()
        };
        rows.iter().enumerate().flat_map(row).collect::<Vec<_>>()
    };
    let count = |team: [char; 2]| cells().iter().filter(|(letter, _)| team.contains(letter)).count();
    let mut terms = Terms { sides: Some(2), ..Terms::of("document") };
    terms.options.insert("check".into(), "off".into());
    terms.options.insert("units".into(), count(['a', 'A']).max(count(['x', 'X'])).to_string());
    let config = Jungle::config(map.as_bytes(), &terms).unwrap();
    let mut view = Jungle::new(&config, Chance::new(Seed(1))).unwrap().view(Viewer::Spectator);
    view.tick = 100;
    for (team, letters) in [['a', 'A'], ['x', 'X']].into_iter().enumerate() {
        let places = cells().into_iter().filter(|(letter, _)| letters.contains(letter));
        for (unit, (letter, at)) in view.teams[team].units.iter_mut().zip(places) {
            (unit.position, unit.placed) = (Some(at), true);
            if letter.is_uppercase() {
                let carried = |(i, diamond): (usize, &meydan_jungle::DiamondView)| {
                    (diamond.position == at).then_some(i as u16)
                };
                unit.diamond = view.diamonds.iter().enumerate().find_map(carried);
                let diamond = &mut view.diamonds[usize::from(unit.diamond.unwrap())];
                (diamond.owner, diamond.touched) = (Some(unit.unit), true);
                (diamond.level, diamond.points) = (level, points);
            }
        }
    }
    (config, view)
}

/// What the panther's first animal does.
fn first_deed(rows: &[&str], level: u8, points: u32) -> Deed {
    let (config, view) = clearing(rows, level, points);
    deed_of_first(&config, &view)
}

fn deed_of_first(config: &Config, view: &View) -> Deed {
    let unit: &UnitView = &view.teams[0].units[0];
    let orders = Panther::new(config, Board::new(config), Weights::TUNED).orders(view, 0);
    orders.iter().find(|order| order.unit == unit.unit).map_or(Deed::None, |order| order.deed)
}

#[test]
fn a_carrier_raises_its_diamond_while_nobody_can_come_in_time() {
    assert_eq!(first_deed(&["A..........", "..........#", "S........#x"], 2, 10), Deed::Summon);
}

#[test]
fn a_carrier_in_sight_of_a_foe_steps_out_of_the_line_and_keeps_its_diamond() {
    let deed = first_deed(&["S##.######", "..#A.....x", "###.######", "###......."], 5, 40);
    assert!(matches!(deed, Deed::Move(Point { x: 3, y: 0 | 2 })), "{deed:?}");
}

#[test]
fn instinct_sends_two_animals_to_two_diamonds() {
    let (config, view) = clearing(&["D..aa..D", "S......x"], 1, 0);
    let orders = instinct::orders(&Board::new(&config), &Scene { view: &view, team: 0 });
    let deeds: Vec<Deed> = orders.iter().map(|order| order.deed).collect();
    let step = |x| Deed::Move(Point { x, y: 0 });
    assert!(deeds.contains(&step(2)) && deeds.contains(&step(5)), "{deeds:?}");
}

#[test]
fn everybody_cashes_in_with_the_last_tick() {
    let (config, mut view) = clearing(&["A.........", "S........x"], 4, 30);
    view.tick = 299;
    let deed = deed_of_first(&config, &view);
    assert!(matches!(deed, Deed::Drop(_)), "{deed:?}");
}

#[test]
fn a_magpie_lets_go_when_somebody_is_two_steps_away() {
    let deed = |rows: &[&str]| {
        let (config, view) = clearing(rows, 5, 40);
        let orders = magpie::orders(&Board::new(&config), &Scene { view: &view, team: 0 });
        orders.first().map(|order| order.deed)
    };
    assert!(matches!(deed(&["A.x.......", "S........."]), Some(Deed::Drop(_))));
    assert!(!matches!(deed(&["A.........", "S........x"]), Some(Deed::Drop(_))));
}

#[test]
fn a_team_is_believed_to_go_on_in_the_way_it_has_played() {
    let terms = Terms { sides: Some(2), ..Terms::of("document") };
    let config = Jungle::config(Jungle::maps()[1].bytes, &terms).unwrap();
    let board = Board::new(&config);
    for (number, way) in WAYS.into_iter().enumerate() {
        let mut game = Jungle::new(&config, Chance::new(Seed(7))).unwrap();
        let mut beliefs = Beliefs::new(2);
        for _ in 0..60 {
            let view = game.view(Viewer::Spectator);
            beliefs.learn(&board, &view, 0);
            let orders = |team: usize| {
                let follow = if team == 0 { WAYS[0] } else { way };
                follow(&board, &Scene { view: &view, team })
            };
            beliefs.keep(Jungle::imagined(&config, &view).unwrap(), orders(0));
            for team in 0..2 {
                game.act(Seat(team as u8), Action { orders: orders(team) }, &mut Vec::new()).unwrap();
            }
            game.close(&mut Vec::new());
        }
        assert_eq!(beliefs.likely(1), number);
    }
}
