//! One test per written rule, on maps drawn as text.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Next, Seat, Seed, Status, Viewer};
use meydan_jungle::{
    Action, Config, Deed, Event, Jungle, Map, Order, Point, Rejection, Ruleset, UnitView, View,
};

fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

fn order(unit: u16, deed: Deed) -> Order {
    Order { unit, deed }
}

/// A match in which tests play tick by tick.
struct Table {
    game: Jungle,
    log: Vec<Event>,
}

impl Table {
    /// So many teams with so many units each, under the original server's rules.
    fn new(rows: &[&str], teams: usize, units: usize) -> Table {
        Table::with(rows, teams, units, |config| config.ruleset = Ruleset::Official)
    }

    fn with(rows: &[&str], teams: usize, units: usize, change: impl FnOnce(&mut Config)) -> Table {
        let mut config = Config::new(Map::from_rows(rows).unwrap(), teams, units, &mut Chance::new(Seed(1)));
        change(&mut config);
        Table { game: Jungle::new(&config, Chance::new(Seed(3))).unwrap(), log: Vec::new() }
    }

    /// Plays a tick: a list of orders for every team, in seat order; teams without a list answer with none.
    fn tick<const N: usize>(&mut self, commands: [Vec<Order>; N]) -> &mut Table {
        self.log.clear();
        let mut commands = commands.into_iter();
        let seats: Vec<Seat> = self.game.roster().seats().collect();
        for seat in seats {
            let orders = commands.next().unwrap_or_default();
            assert_eq!(self.game.act(seat, Action { orders }, &mut self.log), Ok(Next::Done));
        }
        self.game.close(&mut self.log);
        self
    }

    /// Lets a tick pass in which the given team plays before or after the other one.
    fn wait_until_first(&mut self, team: u8) -> &mut Table {
        while self.game.order(self.view().tick)[0] != team {
            self.tick([]);
        }
        self
    }

    fn view(&self) -> View {
        self.game.view(Viewer::Spectator)
    }

    fn unit(&self, number: u16) -> UnitView {
        self.view().teams.iter().flat_map(|team| team.units.clone()).find(|unit| unit.unit == number).unwrap()
    }

    fn place(&self, number: u16) -> Option<(i32, i32)> {
        self.unit(number).position.map(|at| (at.x, at.y))
    }

    fn errors(&self, team: usize) -> Vec<String> {
        self.view().teams[team].errors.clone()
    }

    fn diamond(&self, number: usize) -> (i32, i32, u8, u32, Option<u16>) {
        let d = self.view().diamonds[number].clone();
        (d.position.x, d.position.y, d.level, d.points, d.owner)
    }
}

/// One team with its units already off the spawn tile in the last column: unit `i` on the i-th cell given.
fn spread(rows: &[&str], teams: usize, units: usize, cells: &[(u16, i32, i32)]) -> Table {
    let mut table = Table::new(rows, teams, units);
    let spawn = Map::from_rows(rows).unwrap().spawns().next().unwrap();
    for &(unit, x, y) in cells {
        let team = (usize::from(unit) - 1) / units;
        let command = |deed: Deed| {
            let mut commands = vec![Vec::new(); teams];
            commands[team] = vec![order(unit, deed)];
            commands
        };
        let mut play = |deed: Deed| {
            for (seat, orders) in command(deed).into_iter().enumerate() {
                table.game.act(Seat(seat as u8), Action { orders }, &mut table.log).unwrap();
            }
            table.game.close(&mut table.log);
        };
        play(Deed::Spawn(spawn));
        for _ in 0..20 {
            play(Deed::Move(at(x, y)));
        }
        assert_eq!(table.place(unit), Some((x, y)), "unit {unit} is where the test wants it");
    }
    table
}

#[test]
fn an_order_that_cannot_be_read_is_one_error_and_the_others_are_carried_out() {
    let said = r#"{"orders": [
        {"unit": 1, "do": "move"}, {"unit": 1, "do": {"move": null}}, {"unit": 1, "do": {"move": {"x": 0.5, "y": 0}}},
        {"unit": 1, "do": {"fly": {"x": 1, "y": 0}}}, {"unit": -1, "do": "none"}, "nonsense", null,
        {"unit": 1, "do": {"spawn": {"x": 0, "y": 0}}}
    ]}"#;
    let action: Action = serde_json::from_str(said).unwrap();
    // It is recorded as it was understood.
    let again: Action = serde_json::from_str(&serde_json::to_string(&action).unwrap()).unwrap();
    assert_eq!(again, action);
    let mut table = Table::new(&["S.D"], 1, 1);
    table.tick([action.orders]);
    let wrong = |unit: u16| format!("[object Object] Invalid action or target was sent for unit {unit}");
    let wrongs: Vec<String> = [1, 1, 1, 1, 0, 0, 0].map(wrong).into();
    assert_eq!(table.errors(0), wrongs);
    assert_eq!(table.unit(1).position, Some(at(0, 0)), "the last order was a good one");
    assert!(serde_json::from_str::<Action>(r#"{"orders": 1}"#).is_err());
    assert!(serde_json::from_str::<Action>("{}").is_err());
}

#[test]
fn nobody_is_on_the_map_at_first_and_a_spawn_puts_a_unit_there() {
    let mut table = Table::new(&["S.", ".D"], 2, 1);
    assert_eq!((table.place(1), table.unit(1).placed), (None, false));
    table.tick([vec![order(1, Deed::Spawn(at(0, 0)))]]);
    assert_eq!((table.place(1), table.unit(1).placed), (Some((0, 0)), true));
    assert!(table.log.contains(&Event::Spawned { unit: 1, at: Point { x: 0, y: 0 } }));
}

#[test]
fn a_spawn_needs_a_spawn_tile() {
    let mut table = Table::new(&["S."], 1, 1);
    table.tick([vec![order(1, Deed::Spawn(at(1, 0)))]]);
    assert_eq!(table.errors(0), ["(id: 1|position: notSpawned)) Target is not a spawn point: [x: 1, y: 0]"]);
    table.tick([vec![order(1, Deed::Spawn(at(0, 9)))]]);
    assert_eq!(table.errors(0), ["(id: 1|position: notSpawned)) Target is not a spawn point: [x: 0, y: 9]"]);
}

#[test]
fn a_spawn_on_a_taken_tile_goes_to_a_free_one_beside_it() {
    let mut table = Table::new(&["SSS"], 1, 3);
    table.tick([vec![order(1, Deed::Spawn(at(1, 0))), order(2, Deed::Spawn(at(1, 0)))]]);
    assert!([Some((0, 0)), Some((2, 0))].contains(&table.place(2)), "{:?}", table.place(2));
    table.tick([vec![order(3, Deed::Spawn(at(1, 0)))]]);
    let places: std::collections::BTreeSet<_> = (1..=3).map(|unit| table.place(unit).unwrap().0).collect();
    assert_eq!(places.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    let mut table = Table::new(&["S.S"], 1, 2);
    table.tick([vec![order(1, Deed::Spawn(at(0, 0))), order(2, Deed::Spawn(at(0, 0)))]]);
    assert_eq!(
        table.errors(0),
        [
            "(id: 2|position: notSpawned)) A unit is already on that location: [x: 0, y: 0]. No alternative spawn is \
          available either!"
        ]
    );
}

#[test]
fn a_unit_walks_and_takes_the_diamond_it_steps_on() {
    let mut table = Table::new(&["S.D."], 1, 1);
    table.tick([vec![order(1, Deed::Spawn(at(0, 0)))]]);
    table.tick([vec![order(1, Deed::Move(at(2, 0)))]]);
    assert_eq!((table.place(1), table.unit(1).path), (Some((1, 0)), vec![Point { x: 2, y: 0 }]));
    assert!(!table.view().diamonds[0].touched);
    table.tick([vec![order(1, Deed::Move(at(2, 0)))]]);
    // It earns in the tick in which it is taken.
    assert_eq!(table.diamond(0), (2, 0, 1, 1, Some(1)));
    assert_eq!((table.unit(1).diamond, table.unit(1).path.len()), (Some(0), 0));
}

#[test]
fn spawn_tiles_are_walls_to_units_outside() {
    let mut table = spread(&["S.S."], 1, 1, &[(1, 1, 0)]);
    for (x, y) in [(0, 0), (2, 0)] {
        table.tick([vec![order(1, Deed::Move(at(x, y)))]]);
        let said = format!(
            "(id: 1|position: {{\"x\":1,\"y\":0}})) Target destination is not walkable: [x: {x}, y: {y}]"
        );
        assert_eq!(table.errors(0), [said]);
    }
    table.tick([vec![order(1, Deed::Move(at(3, 0)))]]);
    assert_eq!(table.errors(0), ["(id: 1|position: {\"x\":1,\"y\":0})) No path to [x: 3, y: 0]"]);
}

#[test]
fn whoever_carries_a_diamond_walks_around_other_diamonds() {
    let mut table = spread(&["S.DD.", "....."], 1, 1, &[(1, 2, 0)]);
    assert_eq!(table.unit(1).diamond, Some(0));
    table.tick([vec![order(1, Deed::Move(at(3, 0)))]]);
    assert!(table.errors(0)[0].contains("not walkable"));
    table.tick([vec![order(1, Deed::Move(at(4, 0)))]]);
    assert_eq!(table.place(1), Some((2, 1)));
}

#[test]
fn two_units_do_not_share_a_cell() {
    let mut table = spread(&["SS...", "#...."], 1, 2, &[(1, 2, 0), (2, 3, 0)]);
    table.tick([vec![order(1, Deed::Move(at(3, 0)))]]);
    assert!(table.errors(0)[0].contains("not walkable: [x: 3, y: 0]"));
    // The later of two that want the same cell is denied.
    table.tick([vec![order(1, Deed::Move(at(2, 1))), order(2, Deed::Move(at(2, 1)))]]);
    assert_eq!((table.place(1), table.place(2)), (Some((2, 1)), Some((3, 0))));
}

#[test]
fn a_found_way_is_kept_while_it_is_open() {
    let mut table = spread(&["S.....", "......"], 1, 1, &[(1, 1, 0)]);
    table.tick([vec![order(1, Deed::Move(at(5, 0)))]]);
    let way = table.unit(1).path;
    assert_eq!(way.len(), 3);
    // A tick without an order, or one that fails before it counts, leaves it alone.
    table.tick([vec![]]);
    table.tick([vec![order(0, Deed::None)]]);
    assert_eq!(table.unit(1).path, way);
    table.tick([vec![order(1, Deed::Drop(at(1, 1)))]]);
    assert_eq!(table.unit(1).path, way, "a drop without a diamond fails before the way is forgotten");
    table.tick([vec![order(1, Deed::Attack(at(1, 1)))]]);
    assert_eq!(table.unit(1).path, [], "an attack on nobody forgets the way");
}

#[test]
fn none_and_a_move_to_ones_own_cell_take_what_lies_there() {
    for deed in [Deed::None, Deed::Move(at(3, 1))] {
        // Two diamonds on one cell: a unit takes one of them, puts it aside and stands on the other.
        let mut table = spread(&["SS....", "##D.D."], 1, 2, &[(1, 4, 1), (2, 2, 1)]);
        table.tick([vec![order(1, Deed::Drop(at(3, 1))), order(2, Deed::Drop(at(3, 1)))]]);
        table.tick([vec![order(1, Deed::Move(at(3, 1)))]]);
        table.tick([vec![order(1, Deed::Drop(at(4, 1)))]]);
        table.tick([vec![order(1, Deed::Summon)]]);
        table.tick([vec![]]);
        assert_eq!((table.place(1), table.unit(1).diamond), (Some((3, 1)), None), "nothing else takes it");
        table.tick([vec![order(1, deed)]]);
        assert_eq!((table.place(1), table.unit(1).diamond), (Some((3, 1)), Some(1)));
    }
}

#[test]
fn of_several_diamonds_the_richest_is_taken() {
    let mut table = spread(&["SS....", "##D.D."], 1, 2, &[(1, 4, 1), (2, 2, 1)]);
    // Unit 1 holds diamond 1, unit 2 diamond 0. Pulled by nobody: both drop on 3,1.
    assert_eq!((table.unit(1).diamond, table.unit(2).diamond), (Some(1), Some(0)));
    table.tick([vec![order(1, Deed::Drop(at(3, 1))), order(2, Deed::Drop(at(3, 1)))]]);
    assert_eq!((table.diamond(0).0, table.diamond(1).0), (3, 3));
    // Equal points: the first of the list.
    table.tick([vec![order(1, Deed::Move(at(3, 1)))]]);
    assert_eq!(table.unit(1).diamond, Some(0));
    assert_eq!(table.diamond(1), (3, 1, 1, 0, None));
}

#[test]
fn summoning_takes_one_turn_more_than_the_level_and_earns_it() {
    // Spec 16.3.
    let mut table = spread(&["S.D."], 1, 1, &[(1, 1, 0)]);
    table.tick([vec![order(1, Deed::Move(at(2, 0)))]]);
    table.tick([vec![order(1, Deed::Drop(at(3, 0)))]]);
    table.tick([vec![order(1, Deed::Move(at(3, 0)))]]);
    let start = table.diamond(0).3;
    assert_eq!(start, 1);
    let mut seen = Vec::new();
    for deed in [Some(Deed::Summon), None, Some(Deed::Summon), None, None] {
        table.tick([deed.into_iter().map(|deed| order(1, deed)).collect()]);
        let (_, _, level, points, _) = table.diamond(0);
        seen.push((table.unit(1).summoning, level, points - start));
    }
    assert_eq!(seen, [(true, 1, 1), (false, 2, 3), (true, 2, 5), (true, 2, 7), (false, 3, 10)]);
}

#[test]
fn a_timeout_stops_the_summon_for_a_tick_but_not_the_points() {
    let mut table = spread(&["S.D."], 1, 1, &[(1, 2, 0)]);
    let before = table.diamond(0).3;
    table.tick([vec![order(1, Deed::Summon)]]);
    table.game.close(&mut table.log);
    assert_eq!((table.unit(1).summoning, table.diamond(0).2, table.diamond(0).3), (true, 1, before + 2));
    table.tick([vec![]]);
    assert_eq!((table.unit(1).summoning, table.diamond(0).2, table.diamond(0).3), (false, 2, before + 4));
}

#[test]
fn a_diamond_rises_to_level_five_and_no_further() {
    let mut table = spread(&["S.D."], 1, 1, &[(1, 2, 0)]);
    for _ in 0..14 {
        table.tick([vec![order(1, Deed::Summon)]]);
        assert_eq!(table.errors(0).len(), 0, "affirming a summon is not a mistake");
    }
    assert_eq!(table.diamond(0).2, 5);
    let counts = table.view().teams[0].counts;
    assert_eq!(counts.summons, 4, "four starts, however often they are affirmed");
    table.tick([vec![order(1, Deed::Summon)]]);
    let id = table.game.match_config().diamond_ids[0].clone();
    assert_eq!(
        table.errors(0),
        [format!(
            "(id: 1|position: {{\"x\":2,\"y\":0}})) Diamond with id '{id} is already at the maximum summon level!"
        )]
    );
}

#[test]
fn a_summoning_unit_can_do_nothing_else() {
    let mut table = spread(&["S.D."], 1, 1, &[(1, 2, 0)]);
    table.tick([vec![order(1, Deed::Summon)]]);
    table.tick([vec![order(1, Deed::Drop(at(3, 0))), order(1, Deed::None)]]);
    assert_eq!(
        table.errors(0),
        [
            "(id: 1|position: {\"x\":2,\"y\":0})) Invalid action, you cannot execute action 'DROP' while summoning!"
        ]
    );
}

#[test]
fn a_drop_on_floor_pays_and_resets_the_diamond() {
    let mut table = spread(&["S.D."], 1, 1, &[(1, 2, 0)]);
    let points = table.diamond(0).3;
    table.tick([vec![order(1, Deed::Drop(at(3, 0)))]]);
    assert_eq!(table.view().teams[0].score, u64::from(points));
    assert_eq!((table.diamond(0), table.view().diamonds[0].touched), ((3, 0, 1, 0, None), true));
    assert_eq!(table.view().teams[0].counts.drops, 1);
}

#[test]
fn a_dropped_diamond_can_be_taken_in_the_same_tick() {
    let mut table = spread(&["SS.....", "##.D..."], 1, 2, &[(1, 3, 1), (2, 5, 1)]);
    table.tick([vec![order(1, Deed::Drop(at(4, 1))), order(2, Deed::Move(at(4, 1)))]]);
    assert_eq!(table.diamond(0), (4, 1, 1, 1, Some(2)));
    assert!(table.view().teams[0].score > 0);
}

#[test]
fn a_drop_on_a_unit_hands_over_level_and_points_and_pays_nothing() {
    let mut table = spread(&["SS...", "##D.."], 2, 1, &[(2, 3, 1), (1, 2, 1)]);
    let (_, _, level, points, _) = table.diamond(0);
    table.tick([vec![order(1, Deed::Drop(at(3, 1)))]]);
    assert_eq!(table.diamond(0), (3, 1, level, points + u32::from(level), Some(2)), "a foe gets it too");
    assert_eq!((table.view().teams[0].score, table.view().teams[0].counts.drops), (0, 0));
}

#[test]
fn a_drop_needs_a_neighbouring_floor_cell_with_empty_hands() {
    let rows = ["SS..D..", "##D#~.."];
    let mut table = spread(&rows, 1, 2, &[(1, 4, 0), (2, 2, 1)]);
    let mut said = |x, y| {
        table.tick([vec![order(2, Deed::Drop(at(x, y)))]]);
        table.errors(0)[0].split_once(")) ").unwrap().1.to_owned()
    };
    assert_eq!(said(4, 1), "Target is not adjacent : [x: 4, y: 1]");
    assert_eq!(said(2, 1), "Target is not adjacent : [x: 2, y: 1]");
    assert_eq!(said(3, 1), "Can only drop on empty tile : [x: 3, y: 1]");
    assert_eq!(said(2, 2), "Can only drop on empty tile : [x: 2, y: 2]");
    table.tick([vec![order(1, Deed::Move(at(3, 0)))]]);
    table.tick([vec![order(2, Deed::Move(at(2, 0)))]]);
    table.tick([vec![order(2, Deed::Drop(at(3, 0)))]]);
    assert!(
        table.errors(0)[0].ends_with("Cannot drop a diamond on a user that has a diamond : [x: 3, y: 0]")
    );
    table.tick([vec![order(1, Deed::Drop(at(4, 0)))]]);
    table.tick([vec![order(1, Deed::Drop(at(4, 0)))]]);
    assert!(table.errors(0)[0].ends_with("Unit does not have diamond!"));
}

#[test]
fn an_attack_kills_a_neighbour_and_takes_its_diamond() {
    let mut table = spread(&["SS...", "##D.."], 2, 1, &[(2, 2, 1), (1, 3, 1)]);
    let (_, _, level, points, owner) = table.diamond(0);
    assert_eq!(owner, Some(2));
    table.tick([vec![order(1, Deed::Attack(at(2, 1)))]]);
    assert_eq!(table.diamond(0), (3, 1, level, points + u32::from(level), Some(1)));
    let dead = table.unit(2);
    assert_eq!((dead.position, dead.placed, dead.attacked_by), (None, true, Some(1)));
    assert_eq!(dead.died_at, Some(Point { x: 2, y: 1 }));
    assert_eq!((table.view().teams[1].deaths, table.view().teams[0].counts.attacks), (1, 1));
    table.tick([]);
    assert_eq!(table.unit(2).attacked_by, None, "it is told for one tick");
}

#[test]
fn an_attack_needs_empty_hands_and_somebody_within_reach_off_spawn() {
    let mut table = spread(&["S......", "##D...."], 2, 2, &[(1, 2, 1), (2, 4, 1), (3, 6, 1)]);
    let said = |table: &Table| table.errors(0)[0].split_once(")) ").unwrap().1.to_owned();
    table.tick([vec![order(1, Deed::Attack(at(3, 1)))]]);
    assert_eq!(said(&table), "Unit has a diamond and cannot do this action!");
    table.tick([vec![order(2, Deed::Attack(at(5, 1)))]]);
    assert_eq!(said(&table), "There is no unit on position : [x: 5, y: 1]");
    table.tick([vec![order(2, Deed::Attack(at(6, 1)))]]);
    assert_eq!(said(&table), "Enemy is not reachable for an attack : [x: 6, y: 1]");
    table.tick([vec![order(2, Deed::Attack(at(4, 1)))]]);
    assert_eq!(said(&table), "Enemy is not reachable for an attack : [x: 4, y: 1]");
    // A unit on a spawn tile is safe and can only walk away.
    let mut table = spread(&["S.."], 2, 1, &[(1, 1, 0)]);
    table.tick([vec![], vec![order(2, Deed::Spawn(at(0, 0)))]]);
    table.tick([vec![order(1, Deed::Attack(at(0, 0)))], vec![order(2, Deed::Attack(at(1, 0)))]]);
    assert_eq!(said(&table), "Target is on a spawn point, impossible to kill : [x: 0, y: 0]");
    assert_eq!(
        table.errors(1),
        [
            "(id: 2|position: {\"x\":0,\"y\":0})) Invalid action, you cannot execute action 'ATTACK' on a spawn point"
        ]
    );
}

#[test]
fn team_mates_can_be_killed() {
    let mut table = spread(&["SS...", "##..."], 1, 2, &[(1, 2, 1), (2, 3, 1)]);
    table.tick([vec![order(1, Deed::Attack(at(3, 1)))]]);
    assert_eq!((table.place(2), table.view().teams[0].deaths), (None, 1));
}

#[test]
fn a_vine_pulls_its_target_next_to_the_caller() {
    // Spec 16.5, with a spawn tile below the row.
    let mut table = spread(&["......", "S#####"], 2, 2, &[(3, 5, 0), (2, 1, 0), (1, 0, 0)]);
    table.tick([vec![order(1, Deed::Vine(at(5, 0)))]]);
    assert_eq!((table.place(3), table.unit(3).vined_by), (Some((2, 0)), Some(1)));
    assert_eq!(table.view().teams[0].counts.vines, 1);
    let mut table = spread(&["...", "S##"], 2, 2, &[(3, 2, 0), (2, 1, 0), (1, 0, 0)]);
    table.tick([vec![order(1, Deed::Vine(at(2, 0)))]]);
    assert!(
        table.errors(0)[0]
            .ends_with("Could not find any suitable vine location, impossible to vine: [x: 0, y: 0]")
    );
}

#[test]
fn a_pulled_foe_leaves_its_diamond_and_a_team_mate_keeps_it() {
    // Column 5 has the diamond of the one that is pulled; the first diamond lies in the way.
    for (unit, team_mate) in [(3, false), (2, true)] {
        let mut table = spread(&["......D", "S######"], 2, 2, &[(unit, 6, 0), (1, 0, 0)]);
        table.tick([vec![order(1, Deed::Vine(at(6, 0)))]]);
        assert_eq!(table.place(unit), Some((1, 0)));
        let (x, _, _, points, owner) = table.diamond(0);
        assert_eq!((x, owner), if team_mate { (1, Some(2)) } else { (6, None) });
        assert!(points > 0, "the points are kept either way");
    }
}

#[test]
fn a_pulled_team_mate_goes_on_summoning() {
    let mut table = spread(&["......D", "S######"], 1, 2, &[(2, 6, 0), (1, 0, 0)]);
    table.tick([vec![order(2, Deed::Summon), order(1, Deed::Vine(at(6, 0)))]]);
    assert_eq!((table.place(2), table.unit(2).summoning), (Some((1, 0)), true));
    table.tick([vec![]]);
    assert_eq!(table.diamond(0).2, 2);
}

#[test]
fn a_pulled_unit_takes_what_lies_where_it_lands() {
    let mut table = spread(&[".D...", "S...."], 2, 1, &[(1, 0, 0), (2, 4, 0)]);
    // Unit 2 walked around the diamond along the lower row.
    if table.diamond(0).4.is_none() {
        table.tick([vec![order(1, Deed::Vine(at(4, 0)))]]);
        assert_eq!((table.place(2), table.diamond(0).4), (Some((1, 0)), Some(2)));
    } else {
        panic!("the test wants the diamond on the ground");
    }
}

#[test]
fn the_move_of_a_unit_that_was_pulled_in_this_tick_is_swallowed() {
    let mut table = spread(&["......", "S#####"], 2, 1, &[(2, 5, 0), (1, 0, 0)]);
    table.wait_until_first(0);
    table.tick([vec![order(1, Deed::Vine(at(5, 0)))], vec![order(2, Deed::Move(at(5, 0)))]]);
    assert_eq!((table.place(2), table.errors(1).len()), (Some((1, 0)), 0));
    table.wait_until_first(0);
    // It may strike back at once, though.
    let mut table = spread(&["......", "S#####"], 2, 1, &[(2, 5, 0), (1, 0, 0)]);
    table.wait_until_first(0);
    table.tick([vec![order(1, Deed::Vine(at(5, 0)))], vec![order(2, Deed::Attack(at(0, 0)))]]);
    assert_eq!(table.place(1), None);
}

#[test]
fn vines_say_why_they_fail_with_the_callers_cell() {
    let mut table = spread(&["...D.", "S#.#."], 2, 2, &[(3, 4, 1), (1, 2, 0), (2, 1, 0)]);
    let mut said = |x, y| {
        table.tick([vec![order(1, Deed::Vine(at(x, y)))]]);
        table.errors(0)[0].split_once(")) ").unwrap().1.to_owned()
    };
    assert_eq!(said(4, 0), "There is no unit on position : [x: 2, y: 0]");
    assert_eq!(said(2, 0), "Cannot vine a unit on your position");
    assert_eq!(said(1, 0), "Cannot vine on an adjacent position");
    assert_eq!(said(4, 1), "Target is not in your line of sight, impossible to vine : [x: 2, y: 0]");
    // A spawn tile blocks the sight, and whoever is on one cannot be pulled.
    let mut table = spread(&["..S..", "S...."], 2, 1, &[(2, 4, 0), (1, 0, 0)]);
    table.tick([vec![order(1, Deed::Vine(at(4, 0)))]]);
    assert!(
        table.errors(0)[0]
            .ends_with("Target is not in your line of sight, impossible to vine : [x: 0, y: 0]")
    );
    let mut table = spread(&["...", "S.."], 2, 1, &[(1, 2, 1)]);
    table.tick([vec![], vec![order(2, Deed::Spawn(at(0, 1)))]]);
    table.tick([vec![order(1, Deed::Vine(at(0, 1)))]]);
    assert!(table.errors(0)[0].ends_with("Target is on a spawn point, impossible to vine : [x: 2, y: 1]"));
}

#[test]
fn a_killed_unit_comes_back_at_once_only_under_the_official_rules() {
    // Spec 16.6: killed by a team-mate, then spawned, in one command.
    for ruleset in [Ruleset::Official, Ruleset::Document] {
        let mut table = Table::with(&["SS...", "##..."], 1, 2, |config| config.ruleset = ruleset);
        table.tick([vec![order(1, Deed::Spawn(at(0, 0))), order(2, Deed::Spawn(at(1, 0)))]]);
        table.tick([vec![order(2, Deed::Move(at(2, 0)))]]);
        table.tick([vec![order(2, Deed::Move(at(3, 0))), order(1, Deed::Move(at(1, 0)))]]);
        table.tick([vec![order(1, Deed::Move(at(2, 0)))]]);
        table.tick([vec![
            order(1, Deed::Attack(at(3, 0))),
            order(2, Deed::Spawn(at(0, 0))),
            order(2, Deed::None),
        ]]);
        match ruleset {
            Ruleset::Official => {
                assert_eq!(table.place(2), Some((0, 0)));
                assert_eq!(
                    table.errors(0),
                    ["[object Object] Unit (id: 2|position: {\"x\":0,\"y\":0})) already received a command!"]
                );
                assert_eq!(table.unit(2).attacked_by, Some(1), "its death still shows");
            }
            Ruleset::Document => {
                assert_eq!(table.place(2), None);
                assert_eq!(table.errors(0), ["(id: 2|position: notSpawned)) Unit is dead!"; 2]);
                table.tick([vec![order(2, Deed::Spawn(at(0, 0)))]]);
                assert_eq!(table.place(2), Some((0, 0)));
            }
        }
    }
}

#[test]
fn orders_are_checked_one_by_one() {
    // Spec 16.4.
    let table = || spread(&["S....", "....."], 2, 2, &[(3, 3, 1), (1, 1, 1)]);
    let said = |orders: Vec<Order>| {
        let mut table = table();
        table.tick([orders]);
        (table.errors(0), table.place(1).unwrap())
    };
    let unit = "(id: 1|position: {\"x\":1,\"y\":1}))";
    let (errors, place) = said(vec![order(9, Deed::None), order(1, Deed::Move(at(2, 1)))]);
    assert_eq!((errors, place), (vec!["[object Object] Unit 9 doesn't exists!".to_owned()], (2, 1)));
    let (errors, place) = said(vec![order(1, Deed::Move(at(4, 4))), order(1, Deed::Move(at(2, 1)))]);
    let first = format!("{unit} Target destination is not walkable: [x: 4, y: 4]");
    let second = format!("[object Object] Unit {unit} already received a command!");
    assert_eq!((errors, place), (vec![first, second], (1, 1)));
    let (errors, _) = said(vec![order(1, Deed::Move(at(2, 1))), order(1, Deed::None)]);
    assert_eq!(
        errors,
        ["[object Object] Unit (id: 1|position: {\"x\":2,\"y\":1})) already received a command!"]
    );
    let (errors, _) = said(vec![order(1, Deed::Move(at(i32::MAX, i32::MIN)))]);
    assert_eq!(
        errors,
        [format!("{unit} Target destination is not walkable: [x: 2147483647, y: -2147483648]")]
    );
    let (errors, _) = said(vec![order(2, Deed::None), order(3, Deed::None), order(0, Deed::None)]);
    assert_eq!(
        errors,
        [
            "(id: 2|position: notSpawned)) Unit is dead!",
            "[object Object] Unit 3 doesn't exists!",
            "[object Object] Unit 0 doesn't exists!",
        ]
    );
    let (errors, _) = said(vec![order(1, Deed::Spawn(at(0, 0)))]);
    assert_eq!(errors, [format!("{unit} Unit has already spawned")]);
}

#[test]
fn errors_pile_up_over_timeouts_and_are_cleared_by_a_command() {
    let mut table = Table::with(&["S."], 1, 1, |config| config.time_limit_ms = 77);
    table.tick([vec![order(1, Deed::None)]]);
    table.game.close(&mut table.log);
    table.game.close(&mut table.log);
    assert_eq!(
        table.errors(0),
        [
            "(id: 1|position: notSpawned)) Unit is dead!",
            "No command was received in time on tick 1. Timeout value : 77",
            "No command was received in time on tick 2. Timeout value : 77",
        ]
    );
    table.tick([vec![order(2, Deed::None)]]);
    assert_eq!(table.errors(0), ["[object Object] Unit 2 doesn't exists!"]);
    table.tick([vec![]]);
    assert_eq!(table.errors(0).len(), 0);
}

#[test]
fn teams_do_not_see_each_others_errors() {
    let mut table = Table::new(&["S."], 2, 1);
    table.tick([vec![order(1, Deed::None)], vec![order(2, Deed::None)]]);
    let view = table.game.view(Viewer::Seat(Seat(1)));
    assert_eq!((view.teams[0].errors.len(), view.teams[1].errors.len()), (0, 1));
}

#[test]
fn a_team_that_left_is_skipped_and_its_units_stay() {
    let mut table = spread(&["S.D."], 2, 1, &[(1, 2, 0)]);
    let points = table.diamond(0).3;
    table.game.withdraw(Seat(0), &mut table.log);
    let Status::Waiting(window) = table.game.status() else { panic!("one team is left") };
    assert_eq!(window.seats.iter().collect::<Vec<_>>(), [Seat(1)]);
    let late = table.game.act(Seat(0), Action::default(), &mut table.log);
    assert_eq!(late, Err(Rejection::NotAsked(Seat(0))));
    table.game.close(&mut table.log);
    assert_eq!((table.place(1), table.diamond(0).3), (Some((2, 0)), points + 1));
    assert!(table.view().teams[0].left && table.errors(0).is_empty());
}

#[test]
fn a_command_that_came_before_the_leave_is_carried_out() {
    let mut table = Table::new(&["S."], 2, 1);
    let spawn = Action { orders: vec![order(1, Deed::Spawn(at(0, 0)))] };
    table.game.act(Seat(0), spawn, &mut table.log).unwrap();
    table.game.withdraw(Seat(0), &mut table.log);
    table.game.close(&mut table.log);
    assert_eq!(table.place(1), Some((0, 0)));
}

#[test]
fn the_match_ends_when_everybody_has_left() {
    let mut table = Table::new(&["S."], 2, 1);
    table.tick([]);
    table.game.withdraw(Seat(0), &mut table.log);
    table.game.withdraw(Seat(1), &mut table.log);
    assert!(matches!(table.game.status(), Status::Waiting(_)), "the running tick is still played");
    table.game.close(&mut table.log);
    let Status::Over(outcome) = table.game.status() else { panic!("nobody is left") };
    assert_eq!(outcome.reason, "every team has left");
    assert_eq!(outcome.standings.iter().map(|s| s.rank).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn a_team_answers_once_in_a_tick() {
    let mut table = Table::new(&["S."], 2, 1);
    let many = vec![order(1, Deed::None); Action::MOST_ORDERS + 1];
    let rejected = table.game.act(Seat(0), Action { orders: many }, &mut table.log);
    assert_eq!(rejected, Err(Rejection::TooLong(Action::MOST_ORDERS + 1)));
    assert_eq!(table.game.act(Seat(0), Action::default(), &mut table.log), Ok(Next::Done));
    assert_eq!(table.game.act(Seat(0), Action::default(), &mut table.log), Err(Rejection::Again(Seat(0))));
    assert_eq!(table.game.act(Seat(9), Action::default(), &mut table.log), Err(Rejection::NotAsked(Seat(9))));
}

#[test]
fn the_first_ten_ticks_have_the_long_clock_and_the_order_is_known_five_ahead() {
    let mut table = Table::with(&["S."], 3, 1, |config| config.ticks = 12);
    for tick in 0..12 {
        let Status::Waiting(window) = table.game.status() else { panic!("tick {tick} of 12") };
        assert_eq!(window.clock, if tick < 10 { "opening" } else { "tick" });
        let view = table.view();
        assert_eq!(view.orders.len(), 5.min(12 - tick));
        for (i, order) in view.orders.iter().enumerate() {
            assert_eq!(order, table.game.order((tick + i) as u32));
        }
        table.tick([]);
    }
    let Status::Over(outcome) = table.game.status() else { panic!("all ticks were played") };
    assert_eq!((outcome.reason.as_str(), table.view().tick), ("all ticks were played", 12));
}

#[test]
fn ties_are_broken_by_points_in_hand_then_deaths_then_time_then_registration() {
    let ranks = |table: &Table| -> Vec<u32> {
        let Status::Over(outcome) = table.game.status() else { panic!("the match is over") };
        outcome.standings.iter().map(|standing| standing.rank).collect()
    };
    let play_out = |mut table: Table, times: [u64; 3]| {
        while let Status::Waiting(_) = table.game.status() {
            for (team, &time) in times.iter().enumerate().filter(|(_, time)| **time > 0) {
                table.game.time_used(Seat(team as u8), time);
            }
            table.game.close(&mut table.log);
        }
        table
    };
    let rows = ["SSS....", "###..D."];
    // Nothing happened: registration.
    assert_eq!(ranks(&play_out(Table::new(&rows, 3, 1), [0, 0, 0])), [1, 2, 3]);
    // Response times.
    let table = play_out(Table::new(&rows, 3, 1), [900, 300, 600]);
    assert_eq!(ranks(&table), [3, 1, 2]);
    let Status::Over(outcome) = table.game.status() else { panic!("the match is over") };
    assert!(outcome.reason.ends_with("a tie was decided by response time"), "{}", outcome.reason);
    // Team 2 holds the diamond; team 0 lost a unit to team 1, however fast it is.
    let mut table = spread(&rows, 3, 1, &[(3, 5, 1), (2, 4, 0), (1, 3, 0)]);
    table.tick([vec![], vec![order(2, Deed::Attack(at(3, 0)))]]);
    assert_eq!(ranks(&play_out(table, [1, 500, 500])), [3, 2, 1]);
    // A score beats all of it.
    let mut table = spread(&rows, 3, 1, &[(1, 5, 1)]);
    table.tick([vec![order(1, Deed::Drop(at(6, 1)))]]);
    assert_eq!(ranks(&play_out(table, [900, 1, 1])), [1, 2, 3]);
}

#[test]
fn a_tick_in_which_a_team_leaves_does_not_count_for_its_time() {
    let mut table = Table::with(&["SS"], 2, 1, |config| config.ticks = 2);
    for _ in 0..2 {
        table.game.time_used(Seat(0), 100);
        table.game.time_used(Seat(1), 90);
        table.game.close(&mut table.log);
        table.game.withdraw(Seat(1), &mut table.log);
        table.game.time_used(Seat(1), 100_000);
    }
    let Status::Over(outcome) = table.game.status() else { panic!("two ticks were played") };
    assert_eq!(outcome.standings[1].rank, 1, "the leaver answered faster while it was there");
}
