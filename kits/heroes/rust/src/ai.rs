//! Your AI: change this file.

use crate::heroes::{Ability, AbilityName, AbilityType, Cell, Hero, HeroName, World};
use crate::log;

const PICKS: [HeroName; 4] = [HeroName::Blaster, HeroName::Blaster, HeroName::Healer, HeroName::Blaster];

/// Holds the objective zone and uses whatever ability does most at the moment.
pub struct AI;

impl AI {
    /// Called once, before the picks (5 s).
    pub fn pre_process(&mut self, world: &World) {
        let map = &world.map;
        log!("{} rows, {} columns, zone of {} cells", map.row_num, map.column_num, map.objective_zone.len());
    }

    /// Called four times: pick one hero (0.2 s).
    pub fn pick_turn(&mut self, world: &World) {
        world.pick_hero(PICKS[world.my_heroes.len()]);
    }

    /// Called in each of the six move phases of a turn: every hero may make one step (0.5 s in the first, then 0.2 s).
    pub fn move_turn(&mut self, world: &World) {
        let alive = || world.my_heroes.iter().filter_map(|hero| Some((hero, hero.current_cell?)));
        let settled: Vec<Cell> =
            alive().map(|(_, cell)| cell).filter(|cell| cell.is_in_objective_zone).collect();
        let mut free = world.map.objective_zone.clone();
        free.retain(|cell| !settled.contains(cell));
        let mut ap = world.ap;
        for (hero, here) in alive().filter(|(_, cell)| !cell.is_in_objective_zone) {
            let nearest = free.iter().copied().min_by_key(|&cell| world.manhattan_distance(here, cell));
            let Some(goal) = nearest.filter(|_| hero.move_ap_cost <= ap) else { continue };
            free.retain(|&cell| cell != goal);
            if let Some(&way) = world.path_move_directions_around(here, goal, &settled).first() {
                world.move_hero(hero, way);
                ap -= hero.move_ap_cost;
            }
        }
    }

    /// Called once a turn, after the moves: every hero may use one ability (0.2 s).
    pub fn action_turn(&mut self, world: &World) {
        let mut ap = world.ap;
        for hero in &world.my_heroes {
            // Whoever stands in the own respawn zone is safe there, but hurts nobody.
            let Some(here) = hero.current_cell.filter(|cell| !cell.is_in_my_respawn_zone) else { continue };
            if let Some((ability, cell)) = best_cast(world, hero, here, ap) {
                world.cast_ability(hero, ability, cell);
                ap -= ability.ap_cost;
            }
        }
    }
}

/// The ability and the target cell that are worth most, if any is worth something.
fn best_cast<'a>(world: &World, hero: &'a Hero, here: Cell, ap: i32) -> Option<(&'a Ability, Cell)> {
    let (mut best, mut most) = (None, 0);
    for ability in hero.abilities.iter().filter(|ability| ability.is_ready() && ability.ap_cost <= ap) {
        for cell in aims(world, ability) {
            let targets = world.ability_targets(ability, here, cell);
            let sum = targets.into_iter().map(|target| worth(ability, target)).sum();
            if sum > most {
                (best, most) = (Some((ability, cell)), sum);
            }
        }
    }
    best
}

/// The cells at which an ability may be aimed: those of the heroes it is for.
fn aims(world: &World, ability: &Ability) -> Vec<Cell> {
    let heroes = match ability.kind {
        AbilityType::Dodge => return Vec::new(),
        AbilityType::Defensive => &world.my_heroes,
        AbilityType::Offensive => &world.opp_heroes,
    };
    heroes.iter().filter_map(|hero| hero.current_cell).collect()
}

/// What an ability does for us on this target.
fn worth(ability: &Ability, target: &Hero) -> i32 {
    let safe = target.current_cell.is_some_and(|cell| cell.is_in_opp_respawn_zone);
    match ability.kind {
        AbilityType::Offensive if safe => 0,
        AbilityType::Offensive => ability.power,
        _ if ability.name == AbilityName::GuardianFortify => 1,
        _ => ability.power.min(target.max_hp - target.current_hp.unwrap_or(target.max_hp)),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::{self, Write};
    use std::rc::Rc;

    use super::*;
    use crate::heroes::{At, Direction, HeroId, Phase};
    use crate::json::{from_json, json, FromJson, Json};
    use crate::meydan::Match;
    use crate::play::{Start, View};

    /// A table of what the engine itself computes; another one can be named in HEROES_CASES.
    struct Cases {
        maps: Vec<Start>,
        scenes: Vec<View>,
        sights: Vec<Sight>,
        impacts: Vec<Impact>,
        paths: Vec<Path>,
    }

    from_json!(Cases {
        maps: "maps",
        scenes: "scenes",
        sights: "sights",
        impacts: "impacts",
        paths: "paths"
    });

    struct Sight {
        map: usize,
        from: (i32, i32),
        visible: Vec<String>,
    }

    from_json!(Sight { map: "map", from: "from", visible: "visible" });

    struct Impact {
        map: usize,
        from: (i32, i32),
        to: (i32, i32),
        sees: bool,
        view: View,
        shots: Vec<Shot>,
    }

    from_json!(Impact { map: "map", from: "from", to: "to", sees: "sees", view: "view", shots: "shots" });

    struct Shot {
        ability: AbilityName,
        cell: (i32, i32),
        targets: Vec<HeroId>,
    }

    from_json!(Shot { ability: "ability", cell: "cell", targets: "targets" });

    struct Path {
        map: usize,
        from: (i32, i32),
        to: (i32, i32),
        blocked: Vec<(i32, i32)>,
        path: Vec<String>,
    }

    from_json!(Path { map: "map", from: "from", to: "to", blocked: "blocked", path: "path" });

    fn cases() -> Cases {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/cases.json");
        let name = std::env::var("HEROES_CASES").unwrap_or(here.into());
        Cases::from_json(&Json::parse(&std::fs::read_to_string(name).unwrap()).unwrap()).unwrap()
    }

    #[derive(Clone, Default)]
    struct Said(Rc<RefCell<Vec<u8>>>);

    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Said {
        fn acts(&self) -> Vec<Json> {
            let text = String::from_utf8(self.0.borrow().clone()).unwrap();
            text.lines().map(|line| Json::parse(line).unwrap().member("act").clone()).collect()
        }
    }

    /// A world whose orders are written down.
    fn world(start: &Start, view: Option<&View>) -> (World, Said) {
        let said = Said::default();
        let mut world = World::new(start.clone(), Match::new(io::empty(), said.clone()));
        if let Some(view) = view {
            world.update(1, view.clone());
        }
        (world, said)
    }

    fn scene() -> (World, Said) {
        let cases = cases();
        world(&cases.maps[0], Some(&cases.scenes[0]))
    }

    fn ids(heroes: Vec<&Hero>) -> Vec<HeroId> {
        heroes.into_iter().map(|hero| hero.id).collect()
    }

    #[test]
    fn sight_is_the_engines() {
        let cases = cases();
        for line in &cases.sights {
            let (world, _) = world(&cases.maps[line.map], None);
            for (row, flags) in (0..).zip(&line.visible) {
                for (column, flag) in (0..).zip(flags.bytes()) {
                    assert_eq!(
                        world.is_in_vision(line.from, (row, column)),
                        flag == b'1',
                        "{:?} {row} {column}",
                        line.from
                    );
                }
            }
        }
    }

    #[test]
    fn impacts_and_targets_are_the_engines() {
        let cases = cases();
        for line in &cases.impacts {
            let (world, _) = world(&cases.maps[line.map], Some(&line.view));
            assert_eq!(world.is_in_vision(line.from, line.to), line.sees, "{:?} {:?}", line.from, line.to);
            for shot in &line.shots {
                let impact = world.impact_cell(shot.ability, line.from, line.to);
                assert_eq!(impact.map(At::from), Some(shot.cell.into()), "{:?} {:?}", line.from, line.to);
                assert_eq!(ids(world.ability_targets(shot.ability, line.from, line.to)), shot.targets);
            }
        }
    }

    #[test]
    fn paths_are_the_engines() {
        let cases = cases();
        for line in &cases.paths {
            let (world, _) = world(&cases.maps[line.map], None);
            let blocked: Vec<Cell> = line.blocked.iter().filter_map(|&at| world.map.cell(at)).collect();
            let path = world.path_move_directions_around(line.from, line.to, &blocked);
            let names: Vec<String> = path.iter().map(|way| format!("{way:?}").to_uppercase()).collect();
            assert_eq!(names, line.path, "{:?} {:?}", line.from, line.to);
        }
    }

    #[test]
    fn numbers_are_those_of_the_view() {
        let (world, _) = scene();
        assert_eq!(
            (world.current_turn, world.current_phase, world.move_phase_num),
            (7, Phase::Move, Some(2))
        );
        assert_eq!((world.ap, world.my_score, world.opp_score), (64, 12, 30));
        assert_eq!((world.max_ap, world.max_score, world.max_turns), (100, 200, 100));
        assert_eq!((world.kill_score, world.objective_zone_score), (10, 1));
        assert_eq!((world.map.row_num, world.map.column_num), (9, 9));
        assert_eq!(world.map.cell((9, 0)), None);
        assert!(world.map.cell((0, 3)).unwrap().is_in_vision);
        assert!(!world.map.cell((1, 0)).unwrap().is_in_vision);
    }

    #[test]
    fn heroes_are_found_by_id_and_by_cell() {
        let (world, _) = scene();
        assert_eq!(world.hero(HeroId(0)).unwrap().current_hp, Some(120));
        assert_eq!(world.hero(HeroId(9)), None);
        assert_eq!(world.my_hero((0, 0)), world.my_hero(world.map.cells[0][0]));
        assert_eq!(world.opp_hero((0, 4)).unwrap().id, HeroId(1));
        assert_eq!(world.my_hero((0, 4)), None);
        assert_eq!(ids(world.my_dead_heroes()), [HeroId(2)]);
        assert_eq!(ids(world.opp_dead_heroes()), [HeroId(5)]);
        let path: Vec<At> = world.hero(HeroId(0)).unwrap().recent_path.iter().map(At::from).collect();
        assert_eq!(path, [At::from((1, 0)), At::from((0, 0))]);
        let unseen = world.hero(HeroId(3)).unwrap();
        assert_eq!((unseen.current_cell, unseen.current_hp), (None, None));
        assert_eq!(world.hero(HeroId(2)).unwrap().rem_respawn_time, 2);
    }

    #[test]
    fn abilities_know_whether_they_are_ready() {
        let (world, _) = scene();
        let mine = world.hero(HeroId(0)).unwrap();
        assert_eq!(mine.dodge_abilities()[0].name, AbilityName::BlasterDodge);
        assert_eq!(mine.offensive_abilities().len(), 2);
        assert_eq!(world.hero(HeroId(2)).unwrap().defensive_abilities().len(), 1);
        assert!(mine.ability(AbilityName::BlasterBomb).unwrap().is_ready());
        assert_eq!(mine.ability(AbilityName::BlasterDodge).unwrap().rem_cooldown, Some(3));
        assert_eq!(mine.ability(AbilityName::HealerHeal), None);
        assert!(!world.hero(HeroId(1)).unwrap().ability(AbilityName::BlasterBomb).unwrap().is_ready());
    }

    #[test]
    fn casts_are_told_as_far_as_they_were_seen() {
        let (world, _) = scene();
        let (mine, theirs) = (&world.my_cast_abilities[0], &world.opp_cast_abilities[0]);
        assert_eq!((mine.caster_id, &mine.target_hero_ids[..]), (Some(HeroId(0)), &[HeroId(1)][..]));
        assert_eq!(mine.end_cell, world.map.cell((0, 4)));
        assert_eq!((theirs.caster_id, theirs.start_cell), (None, None));
        assert_eq!(
            (theirs.end_cell, theirs.ability_name),
            (world.map.cell((0, 0)), AbilityName::HealerAttack)
        );
    }

    #[test]
    fn a_name_that_the_document_does_not_have_is_kept() {
        let (world, said) = scene();
        let shadow = world.hero(HeroId(7)).unwrap();
        assert_eq!(shadow.name, HeroName::Other("SHADOW"));
        world.pick_hero(shadow.name);
        world.cast_ability(shadow, &shadow.abilities[0], (0, 4));
        let shot = json!({ "cast": { "hero": 7, "ability": "SHADOW_SLASH", "row": 0, "column": 4 } });
        assert_eq!(said.acts(), [json!({ "pick": { "class": "SHADOW" } }), shot]);
    }

    #[test]
    fn objects_and_numbers_mean_the_same() {
        let (world, said) = scene();
        let hero = world.hero(HeroId(0)).unwrap();
        let bomb = hero.ability(AbilityName::BlasterBomb).unwrap();
        let (a, b) = (world.map.cells[0][0], world.map.cells[0][4]);
        assert_eq!(world.manhattan_distance(a, b), Some(4));
        assert_eq!(world.manhattan_distance((0, 0), b), Some(4));
        assert_eq!(world.manhattan_distance((0, 0), (9, 0)), None);
        assert!(world.is_in_vision(a, (0, 4)) && world.is_in_vision((0, 0), b));
        assert_eq!(world.path_move_directions(a, (0, 4)), [Direction::Right; 4]);
        assert_eq!(world.impact_cell(bomb, a, b), Some(b));
        assert_eq!(world.impact_cell(AbilityName::BlasterBomb, (0, 0), (0, 4)), Some(b));
        assert_eq!(ids(world.ability_targets(bomb, (0, 0), b)), [HeroId(1)]);
        assert_eq!(ids(world.ability_targets(AbilityName::BlasterBomb, a, (0, 4))), [HeroId(1)]);
        world.move_hero(hero, Direction::Up);
        world.move_hero(HeroId(0), Direction::Up);
        world.cast_ability(hero, bomb, b);
        world.cast_ability(HeroId(0), AbilityName::BlasterBomb, (0, 4));
        let step = json!({ "move": { "hero": 0, "direction": "up" } });
        let shot = json!({ "cast": { "hero": 0, "ability": "BLASTER_BOMB", "row": 0, "column": 4 } });
        assert_eq!(said.acts(), [step.clone(), step, shot.clone(), shot]);
    }

    #[test]
    fn it_picks_a_hero() {
        let (world, said) = world(&cases().maps[0], None);
        AI.pick_turn(&world);
        assert_eq!(said.acts(), [json!({ "pick": { "class": "BLASTER" } })]);
    }

    #[test]
    fn it_walks_to_the_objective_zone() {
        let (world, said) = scene();
        AI.move_turn(&world);
        assert_eq!(said.acts(), [json!({ "move": { "hero": 0, "direction": "down" } })]);
    }

    #[test]
    fn it_fires_at_the_enemy_it_sees() {
        let cases = cases();
        let (world, said) = world(&cases.maps[0], cases.impacts.last().map(|line| &line.view));
        AI.action_turn(&world);
        let acts = said.acts();
        assert!(!acts.is_empty() && acts.iter().all(|act| *act.member("cast") != Json::Null), "{acts:?}");
    }
}
