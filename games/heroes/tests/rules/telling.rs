//! Spec 10 and 17.1: what a team is told.

use meydan_heroes::{Cell, draw};

use crate::board::{Document, Down, Left, Match, OPEN, Official, Right, all, cast, hero};

const FOG: &[&str] = &[
    "1...#...2", //
    "1...#...2",
    "1...#...2",
    "1...#...2",
    "....#....",
    ".........",
];

#[test]
fn enemies_are_seen_only_where_a_living_hero_has_a_line_of_sight() {
    let mut game = Match::new(FOG, Document, all("HEALER"), all("HEALER"));
    assert!(game.seen_by(0).heroes[1].iter().all(|hero| hero.cell.is_none()));
    assert_eq!(hero(&game.seen_by(0), 1).respawn, 0);
    let down = [(7, Down)];
    game.steps(&[&down, &down]);
    // (5, 8) is seen from (3, 0)? The wall's end at row 4 is passed below by the hero in row 3 only at a slant.
    let seen = hero(&game.seen_by(0), 7).cell;
    let truth = game.view().vision[0].as_ref().unwrap().contains(Cell { row: 5, column: 8 });
    assert_eq!(seen.is_some(), truth);
    let own = game.seen_by(1);
    assert!(own.heroes[1].iter().all(|hero| hero.cell.is_some()), "own heroes are always known");
}

#[test]
fn the_health_of_a_visible_enemy_shows_under_official_only() {
    for (ruleset, wanted) in [(Document, None), (Official, Some(200))] {
        let game = Match::new(OPEN, ruleset, all("HEALER"), all("HEALER"));
        let enemy = hero(&game.seen_by(0), 1);
        assert_eq!((enemy.cell.is_some(), enemy.hp), (true, wanted));
        let unseen = Match::new(FOG, ruleset, all("HEALER"), all("HEALER"));
        assert_eq!(hero(&unseen.seen_by(0), 1).hp, None);
        assert_eq!(enemy.cooldowns, None);
    }
}

/// Team 0 kills hero 1 of team 1, which alone saw hero 0.
fn after_a_death(ruleset: meydan_heroes::Ruleset) -> Match {
    let mut config = draw(FOG, ruleset).unwrap();
    config.heroes.iter_mut().for_each(|class| class.max_hp = 30);
    let mut game = Match::on(&config, all("SENTRY"), all("SENTRY"));
    let step = [(6, Down), (1, Left)];
    game.steps(&[&step, &[(6, Down), (1, Down)], &[(1, Down)], &[(1, Down)], &[(1, Down)], &[(1, Down)]]);
    assert_eq!((game.at(6), game.at(1)), (Some((5, 0)), Some((5, 7))));
    assert!(hero(&game.seen_by(1), 6).cell.is_some());
    game.cast(&[cast(6, "SENTRY_ATTACK", (5, 7))]);
    assert_eq!(game.at(1), None);
    game
}

#[test]
fn after_a_death_vision_is_stale_under_official_and_fresh_under_document() {
    let document = after_a_death(Document);
    assert!(hero(&document.seen_by(1), 6).cell.is_none(), "who saw it is dead");
    let mut official = after_a_death(Official);
    assert!(hero(&official.seen_by(1), 6).cell.is_some(), "the old vision still holds");
    let flags = official.seen_by(1).vision[1].clone().unwrap();
    assert!(!flags.contains(Cell { row: 5, column: 0 }), "though the cells are known to be out of sight");
    official.step(&[(0, Right)]);
    assert!(hero(&official.seen_by(1), 6).cell.is_none(), "until somebody moves");
}

#[test]
fn dead_enemies_show_no_health_and_the_turns_until_they_return() {
    let game = after_a_death(Document);
    let dead = hero(&game.seen_by(0), 1);
    assert_eq!((dead.hp, dead.cell, dead.respawn, dead.path.len()), (Some(0), None, 4, 0));
}

#[test]
fn cast_lists_last_one_message_under_official_and_the_turn_under_document() {
    for (ruleset, later) in [(Official, 0), (Document, 1)] {
        let mut game = Match::new(OPEN, ruleset, all("HEALER"), all("HEALER"));
        game.cast(&[cast(0, "HEALER_HEAL", (0, 0))]);
        for team in 0..2 {
            assert_eq!(game.seen_by(team).casts.len(), 1);
        }
        game.close();
        assert_eq!(game.seen_by(0).casts.len(), later);
        game.reach_action();
        assert_eq!(game.seen_by(1).casts.len(), later);
        game.close();
        assert_eq!(game.seen_by(1).casts.len(), 0, "the next action phase replaces them");
    }
}

#[test]
fn a_cast_out_of_sight_is_told_by_officials_leak_only() {
    let heal = cast(0, "HEALER_HEAL", (0, 0));
    let mut document = Match::new(FOG, Document, all("HEALER"), all("HEALER"));
    document.cast(&[heal]);
    assert_eq!(document.seen_by(1).casts, []);
    let mut official = Match::new(FOG, Official, all("HEALER"), all("HEALER"));
    official.cast(&[heal]);
    let told = &official.seen_by(1).casts[0];
    assert_eq!((told.caster, told.from, told.to, &*told.targets), (None, None, None, &[0][..]));
    assert_eq!(official.seen_by(0).casts[0].caster, Some(0));
}

#[test]
fn of_a_cast_by_an_unseen_enemy_the_visible_end_is_told() {
    let mut game = Match::new(FOG, Document, ["BLASTER", "HEALER", "HEALER", "HEALER"], all("HEALER"));
    let step = [(0, Right), (1, Left)];
    game.steps(&[&step, &step, &[(0, Right)]]);
    assert_eq!((game.at(0), game.at(1)), (Some((0, 3)), Some((0, 6))));
    game.cast(&[cast(0, "BLASTER_BOMB", (0, 6))]);
    let told = &game.seen_by(1).casts[0];
    assert_eq!((told.caster, told.from), (None, None));
    assert_eq!((told.to, &*told.targets), (Some(Cell { row: 0, column: 6 }), &[1][..]));
    let own = &game.seen_by(0).casts[0];
    assert_eq!(own.targets, [], "the caster's team does not see whom it hit behind the wall");
}

#[test]
fn the_document_tells_the_seen_part_of_an_enemys_path() {
    let mut game = Match::new(FOG, Document, all("HEALER"), all("HEALER"));
    game.step(&[(7, Down)]);
    game.step(&[(7, Down)]);
    let columns =
        |view: &meydan_heroes::View| -> Vec<u8> { hero(view, 7).path.iter().map(|cell| cell.row).collect() };
    let sight = |row| game.view().vision[0].as_ref().unwrap().contains(Cell { row, column: 8 });
    let wanted: Vec<u8> = [3, 4, 5].into_iter().filter(|&row| sight(row)).collect();
    assert_eq!(
        columns(&game.seen_by(0)),
        wanted,
        "nobody of team 0 moved, so its sight is the same all along"
    );
    assert_eq!(columns(&game.seen_by(1)), [3, 4, 5]);
    let mut official = Match::new(OPEN, Official, all("HEALER"), all("HEALER"));
    official.step(&[(7, Down)]);
    assert_eq!(hero(&official.seen_by(0), 7).path, []);
}

#[test]
fn an_entry_of_an_enemys_path_is_judged_once_when_it_is_entered() {
    let mut game = Match::new(FOG, Document, all("HEALER"), all("HEALER"));
    game.steps(&[&[(7, Down)], &[(7, Down)]]);
    let before = hero(&game.seen_by(0), 7).path;
    // Team 0 comes around the wall's end and sees more now; the path stays as it was told.
    game.steps(&[&[(6, Down)], &[(6, Down)]]);
    assert!(hero(&game.seen_by(0), 7).cell.is_some(), "the enemy itself is seen now");
    assert_eq!(hero(&game.seen_by(0), 7).path, before);
}
