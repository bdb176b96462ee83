//! Spec 8.2, 8.3 and 9.

use meydan_heroes::{AbilityKind, Action, Affected, Config, Event, HeroClass, Name, Refusal, draw};

use crate::board::{Document, Down, Left, Match, OPEN, Official, Right, Up, all, cast, name};

/// Where the last cast of a hero acted and whom it affected.
fn effect(events: &[Event], hero: u8) -> ((u8, u8), Vec<u8>) {
    let found = events.iter().find_map(|event| match event {
        Event::Cast { hero: caster, to, affected, .. } if *caster == hero => {
            Some(((to.row, to.column), affected.iter().map(|hit| hit.hero).collect()))
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("hero {hero} used nothing: {events:?}"))
}

/// One row: team 0's first hero at column 2, team 1's at column 6, both out of their zones.
fn duel(first: &'static str, second: &'static str) -> Match {
    let mut game = Match::new(
        OPEN,
        Document,
        [first, "HEALER", "HEALER", "HEALER"],
        [second, "HEALER", "HEALER", "HEALER"],
    );
    game.steps(&[&[(0, Right), (1, Left)], &[(0, Right), (1, Left)]]);
    assert_eq!((game.at(0), game.at(1)), (Some((0, 2)), Some((0, 6))));
    game
}

#[test]
fn a_linear_ability_stops_at_the_first_enemy() {
    let mut game = duel("SENTRY", "GUARDIAN");
    assert_eq!(effect(&game.cast(&[cast(0, "SENTRY_RAY", (0, 8))]), 0), ((0, 6), vec![1]));
    assert_eq!(game.hp(1), 350);
}

#[test]
fn own_heroes_do_not_stop_an_attack() {
    let mut game = duel("SENTRY", "GUARDIAN");
    game.steps(&[&[(2, Right)], &[(2, Right)], &[(2, Right)], &[(2, Up)]]);
    assert_eq!(game.at(2), Some((0, 3)));
    assert_eq!(effect(&game.cast(&[cast(0, "SENTRY_RAY", (0, 8))]), 0), ((0, 6), vec![1]));
}

#[test]
fn an_enemy_on_the_casters_cell_takes_every_linear_shot() {
    let mut game = duel("SENTRY", "GUARDIAN");
    let step = [(0, Right), (1, Left)];
    game.steps(&[&step, &step]);
    assert_eq!(game.at(0), game.at(1));
    assert_eq!(effect(&game.cast(&[cast(0, "SENTRY_RAY", (4, 0))]), 0), ((0, 4), vec![1]));
}

#[test]
fn an_ability_aimed_too_far_acts_where_its_range_ends() {
    let mut game = duel("BLASTER", "GUARDIAN");
    // The bomb reaches 5 and spreads 2: aimed at column 8 it lands on 7.
    assert_eq!(effect(&game.cast(&[cast(0, "BLASTER_BOMB", (0, 8))]), 0), ((0, 7), vec![1]));
}

const WALLED: &[&str] = &[
    "1...#...2", //
    "1...#...2",
    "1...#...2",
    "1...#...2",
    ".........",
];

#[test]
fn a_wall_stops_a_linear_ability_before_it_but_not_a_lobbed_one() {
    let mut game = Match::new(WALLED, Document, ["BLASTER", "SENTRY", "HEALER", "HEALER"], all("HEALER"));
    let right = [(0, Right), (2, Right), (1, Left)];
    game.steps(&[&right, &right]);
    assert_eq!((game.at(0), game.at(2), game.at(1)), (Some((0, 2)), Some((1, 2)), Some((0, 6))));
    let events = game.cast(&[cast(0, "BLASTER_BOMB", (0, 6)), cast(2, "SENTRY_RAY", (1, 8))]);
    assert_eq!(effect(&events, 0), ((0, 6), vec![1]));
    assert_eq!(effect(&events, 2), ((1, 3), vec![]), "the last free cell before the wall");
}

#[test]
fn the_area_spreads_through_walls_and_targets_come_row_by_row() {
    let mut game = Match::new(WALLED, Document, all("BLASTER"), all("HEALER"));
    let step = [(0, Right), (2, Right), (1, Left), (3, Left), (5, Left)];
    game.steps(&[&step, &step, &[(0, Right), (1, Left), (3, Left), (5, Left)]]);
    assert_eq!((game.at(1), game.at(3), game.at(5)), (Some((0, 5)), Some((1, 5)), Some((2, 5))));
    // Aimed at its own side of the wall, (1, 4) being a wall: the lobbed bomb acts on the wall's cell.
    let events = game.cast(&[cast(2, "BLASTER_BOMB", (1, 4))]);
    assert_eq!(effect(&events, 2), ((1, 4), vec![1, 3, 5]));
}

#[test]
fn no_one_is_hurt_in_its_own_zone_and_no_one_hurts_from_it() {
    let mut game = Match::new(OPEN, Document, all("SENTRY"), all("SENTRY"));
    game.steps(&[&[(1, Left)]]);
    // 0 shoots from home at the open: it costs and cools down, but nobody is affected.
    let events = game.cast(&[cast(0, "SENTRY_RAY", (0, 7))]);
    assert_eq!(effect(&events, 0), ((0, 7), vec![]));
    assert_eq!((game.hp(1), game.hero(0).cooldowns.unwrap()[2]), (150, 4));
    // 1 shoots from the open at a hero at home.
    assert_eq!(effect(&game.cast(&[cast(1, "SENTRY_RAY", (0, 0))]), 1), ((0, 0), vec![]));
    assert_eq!(game.hp(0), 150);
}

#[test]
fn a_fortified_hero_takes_no_damage_in_this_phase_only() {
    let mut game = Match::new(
        OPEN,
        Document,
        ["SENTRY", "SENTRY", "HEALER", "HEALER"],
        ["HEALER", "GUARDIAN", "HEALER", "HEALER"],
    );
    let step = [(0, Right), (1, Left), (3, Left)];
    game.steps(&[&step, &step]);
    let events = game.cast(&[cast(0, "SENTRY_ATTACK", (0, 6)), cast(3, "GUARDIAN_FORTIFY", (0, 6))]);
    assert_eq!(effect(&events, 3), ((0, 6), vec![1]));
    assert_eq!(effect(&events, 0), ((0, 6), vec![]));
    assert_eq!(game.hp(1), 200);
    game.cast(&[cast(0, "SENTRY_ATTACK", (0, 6))]);
    assert_eq!(game.hp(1), 170);
}

#[test]
fn a_heal_fills_up_to_the_maximum_and_counts_the_healthy_as_affected() {
    let mut game = Match::new(OPEN, Document, all("HEALER"), ["SENTRY", "HEALER", "HEALER", "HEALER"]);
    let step = [(0, Right), (2, Right), (1, Left)];
    game.steps(&[&step, &step]);
    game.cast(&[cast(1, "SENTRY_ATTACK", (0, 2))]);
    assert_eq!(game.hp(0), 170);
    let events = game.cast(&[cast(0, "HEALER_HEAL", (0, 2)), cast(2, "HEALER_HEAL", (1, 2))]);
    let healed = Event::Cast {
        hero: 0,
        ability: name("HEALER_HEAL"),
        from: game.hero(0).cell.unwrap(),
        to: game.hero(0).cell.unwrap(),
        affected: [Affected { hero: 0, hp: 200 }].into_iter().collect(),
    };
    assert!(events.contains(&healed), "{events:?}");
    assert_eq!(effect(&events, 2), ((1, 2), vec![2]));
}

#[test]
fn a_dodge_comes_before_attacks_and_its_target_is_shortened() {
    let mut game = duel("SENTRY", "HEALER");
    // 1 dodges downwards, aimed beyond its range of 4: it lands on (4, 6), out of the shot.
    let events = game.cast(&[cast(0, "SENTRY_ATTACK", (0, 6)), cast(1, "HEALER_DODGE", (4, 6))]);
    assert_eq!(game.at(1), Some((4, 6)));
    assert_eq!(effect(&events, 0), ((0, 6), vec![]), "the shot finds nobody there");
    let mut game = duel("SENTRY", "HEALER");
    game.cast(&[cast(1, "HEALER_DODGE", (0, 0))]);
    assert_eq!(game.at(1), Some((0, 2)), "four cells to the left, where an enemy stands");
}

#[test]
fn dodges_of_allies_swap_and_one_into_a_wall_or_onto_itself_fails_freely() {
    let mut game = Match::new(WALLED, Document, all("HEALER"), all("HEALER"));
    game.cast(&[cast(0, "HEALER_DODGE", (3, 0)), cast(6, "HEALER_DODGE", (0, 0))]);
    assert_eq!((game.at(0), game.at(6)), (Some((3, 0)), Some((0, 0))));
    let events = game.cast(&[cast(2, "HEALER_DODGE", (1, 4)), cast(4, "HEALER_DODGE", (2, 0))]);
    assert!(events.contains(&Event::Stayed { hero: 2, why: Refusal::Wall }), "{events:?}");
    assert!(events.contains(&Event::Stayed { hero: 4, why: Refusal::Blocked }), "{events:?}");
    assert_eq!(game.hero(2).cooldowns.unwrap(), [0, 0, 0]);
}

#[test]
fn a_hero_uses_one_ability_a_turn_the_defensive_one_first() {
    let mut game = duel("HEALER", "GUARDIAN");
    let events = game.cast(&[cast(0, "HEALER_ATTACK", (0, 6)), cast(0, "HEALER_HEAL", (0, 2))]);
    assert_eq!(effect(&events, 0), ((0, 2), vec![0]));
    assert_eq!(game.hp(1), 400);
}

#[test]
fn action_points_run_out_across_stages() {
    let mut config = draw(OPEN, Document).unwrap();
    config.set_constant("maxAP", 40).unwrap();
    let mut game = Match::on(&config, ["SENTRY", "HEALER", "SENTRY", "HEALER"], all("GUARDIAN"));
    // Heal 25 and one attack 15 are paid; the second attack is not.
    let events = game.cast(&[
        cast(0, "SENTRY_ATTACK", (0, 8)),
        cast(4, "SENTRY_ATTACK", (2, 8)),
        cast(2, "HEALER_HEAL", (1, 0)),
    ]);
    assert!(events.contains(&Event::Stayed { hero: 4, why: Refusal::Poor }), "{events:?}");
    let Some(Event::Turn { unused_ap, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(*unused_ap, [0, 40]);
    assert_eq!(game.view().used_ap, [Some(40), Some(0)]);
    assert_eq!(game.view().ap, [Some(40), Some(40)], "the points are back for the next turn");
}

#[test]
fn a_cooldown_of_k_lets_an_ability_rest_for_k_turns() {
    let mut game = duel("BLASTER", "GUARDIAN");
    let cooldowns = |game: &Match| game.hero(0).cooldowns.unwrap();
    game.cast(&[cast(0, "BLASTER_ATTACK", (0, 6))]);
    assert_eq!(cooldowns(&game), [0, 0, 0], "a cooldown of 1 is over by the next turn");
    game.cast(&[cast(0, "BLASTER_BOMB", (0, 6))]);
    assert_eq!(cooldowns(&game), [0, 0, 3]);
    (0..3).for_each(|_| drop(game.idle_turn()));
    assert_eq!(cooldowns(&game), [0, 0, 0], "cast in turn t with 4, ready in turn t + 4");
}

/// The board with frail heroes.
fn frail(hp: i32, respawn_time: i32) -> Config {
    let mut config = draw(OPEN, Document).unwrap();
    for class in &mut config.heroes {
        (class.max_hp, class.respawn_time) = (hp, respawn_time);
    }
    config
}

#[test]
fn kills_are_simultaneous_and_score_ten() {
    let mut game = Match::on(&frail(30, 5), all("SENTRY"), all("SENTRY"));
    let step = [(0, Right), (1, Left)];
    game.steps(&[&step, &step]);
    let events = game.cast(&[cast(0, "SENTRY_ATTACK", (0, 6)), cast(1, "SENTRY_ATTACK", (0, 2))]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Died { .. })).count(), 2);
    assert_eq!(game.view().scores, [10, 10]);
    assert_eq!((game.at(0), game.at(1)), (None, None));
}

#[test]
fn a_hero_without_health_still_absorbs_shots_in_this_phase() {
    let mut game = Match::on(&frail(30, 5), all("SENTRY"), all("SENTRY"));
    let step = [(0, Right), (1, Left)];
    game.steps(&[&step, &step]);
    // 2 and 0 shoot along the same row at 1; 3 stands behind it.
    game.steps(&[&[(2, Right), (3, Left)], &[(2, Up), (3, Up)]]);
    assert_eq!((game.at(2), game.at(3)), (Some((0, 1)), Some((0, 7))));
    let events = game.cast(&[cast(0, "SENTRY_ATTACK", (0, 7)), cast(2, "SENTRY_RAY", (0, 8))]);
    assert_eq!((effect(&events, 0).1, effect(&events, 2).1), (vec![1], vec![1]));
    assert!(game.at(3).is_some());
}

#[test]
fn a_dead_hero_comes_back_after_its_time_the_turn_of_death_counted() {
    let mut game = Match::on(&frail(30, 3), all("SENTRY"), all("SENTRY"));
    let step = [(0, Right), (1, Left)];
    game.steps(&[&step, &step]);
    game.cast(&[cast(0, "SENTRY_ATTACK", (0, 6)), cast(1, "SENTRY_RAY", (4, 4))]);
    assert_eq!((game.at(1), game.hp(1), game.hero(1).respawn), (None, 0, 2));
    assert_eq!(game.hero(1).cooldowns.unwrap()[2], 4, "a hero that dies has used its ability");
    assert!(game.order(1, Action::Move { hero: 1, direction: Left }).is_err());
    game.idle_turn();
    assert_eq!((game.at(1), game.hero(1).respawn), (None, 1));
    game.draws(&[0]);
    let events = game.idle_turn();
    assert!(matches!(events[0], Event::Spawned { hero: 1, .. }), "{events:?}");
    assert_eq!((game.at(1), game.hp(1), game.hero(1).respawn), (Some((0, 8)), 30, 0));
    assert_eq!(game.hero(1).cooldowns.unwrap()[2], 2, "cooldowns run on while dead");
}

#[test]
fn a_respawn_draw_on_an_own_hero_is_repeated() {
    let mut game = Match::on(&frail(30, 1), all("SENTRY"), all("SENTRY"));
    let step = [(0, Right), (1, Left)];
    game.steps(&[&step, &step]);
    // The time is over in the turn of death; the cells of heroes 3 and 5 are drawn in vain.
    game.draws(&[1, 2, 0]);
    game.cast(&[cast(0, "SENTRY_ATTACK", (0, 6))]);
    assert_eq!((game.at(1), game.hp(1)), (Some((0, 8)), 30));
}

/// The extension: a class whose dodge does not fly and hurts on its way (spec 9.7).
fn shadow() -> Config {
    let mut config = draw(OPEN, Official).unwrap();
    let mut slash = config.abilities[0].clone();
    (slash.name, slash.kind, slash.range, slash.power) = (name("SHADOW_SLASH"), AbilityKind::Dodge, 4, 60);
    slash.lobbing = false;
    config.abilities.push(slash);
    config.heroes.push(HeroClass {
        name: name("SHADOW"),
        abilities: vec![Name::new("SHADOW_SLASH").unwrap()],
        max_hp: 180,
        move_cost: 4,
        respawn_time: 5,
    });
    config
}

#[test]
fn a_dodge_that_does_not_fly_hurts_whom_it_passes() {
    let mut game = Match::on(&shadow(), ["SHADOW", "HEALER", "HEALER", "HEALER"], all("GUARDIAN"));
    game.steps(&[&[(0, Right), (1, Left)], &[(0, Right), (1, Left)], &[(1, Left)]]);
    let events = game.cast(&[cast(0, "SHADOW_SLASH", (0, 6))]);
    assert_eq!((game.at(0), game.hp(1)), (Some((0, 6)), 340));
    let slashed = events
        .iter()
        .any(|event| matches!(event, Event::Slashed { hero: 0, affected, .. } if affected.len() == 1));
    assert!(slashed, "{events:?}");
}

#[test]
fn dodgers_fortified_heroes_and_heroes_at_home_are_passed_unhurt() {
    let run = |dodge: bool, fortify: bool| {
        let mut game = Match::on(
            &shadow(),
            ["SHADOW", "HEALER", "HEALER", "HEALER"],
            ["HEALER", "GUARDIAN", "HEALER", "HEALER"],
        );
        game.steps(&[&[(0, Right), (1, Left)], &[(0, Right), (1, Left)], &[(1, Left)]]);
        let mut orders = vec![cast(0, "SHADOW_SLASH", (0, 6))];
        if dodge {
            orders.push(cast(1, "HEALER_DODGE", (0, 4)));
        }
        if fortify {
            orders.push(cast(3, "GUARDIAN_FORTIFY", (0, 5)));
        }
        game.cast(&orders);
        game.hp(1)
    };
    assert_eq!((run(false, false), run(true, false), run(false, true)), (140, 200, 200));
}

#[test]
fn whom_a_dodge_kills_is_gone_at_once_and_stays_away_its_full_time() {
    let mut config = shadow();
    config.heroes[0].max_hp = 60; // SENTRY
    let mut game = Match::on(&config, ["SHADOW", "HEALER", "HEALER", "HEALER"], all("SENTRY"));
    game.steps(&[&[(0, Right), (1, Left)], &[(0, Right), (1, Left)], &[(1, Left)]]);
    let events = game.cast(&[cast(0, "SHADOW_SLASH", (0, 6)), cast(1, "SENTRY_ATTACK", (0, 2))]);
    assert_eq!(game.at(1), None);
    assert_eq!(game.view().scores, [10, 0]);
    assert_eq!(game.hero(1).respawn, 5, "class value plus one, less the turn of death");
    assert!(events.contains(&Event::Stayed { hero: 1, why: Refusal::Killed }), "{events:?}");
    let told = game.seen_by(0).casts;
    assert_eq!(told[0].targets, [], "a hero just killed has no cell and is not listed");
}

#[test]
fn a_step_down_the_column_is_a_ray_too() {
    let mut game = duel("SENTRY", "GUARDIAN");
    let down = [(1, Down)];
    game.steps(&[&down, &down, &down, &down]);
    assert_eq!(game.at(1), Some((4, 6)));
    // (0, 2) to (4, 6) is the diagonal: through corners, which no wall touches here.
    assert_eq!(effect(&game.cast(&[cast(0, "SENTRY_RAY", (4, 6))]), 0), ((4, 6), vec![1]));
}

#[test]
fn a_wall_that_only_touches_a_corner_of_the_way_stops_it() {
    let rows = &["1........", "1..#....2", "1.......2", "1.......2", "........2"];
    let config = draw(rows, Document).unwrap();
    let geometry = config.geometry();
    let cell = |row, column| meydan_heroes::Cell { row, column };
    // The straight line from (0, 2) to (2, 4) passes the corner of the wall (1, 3)'s neighbours only: it goes through
    // (1, 3) itself; the one from (0, 3) to (1, 4) touches the wall's corner.
    assert!(!geometry.sees(cell(0, 2), cell(2, 4)));
    assert!(!geometry.sees(cell(0, 3), cell(1, 4)));
    assert!(geometry.sees(cell(0, 3), cell(0, 8)));
    assert!(!geometry.sees(cell(1, 3), cell(1, 3)), "a wall sees nothing, not even itself");
}
