//! A secret of the other team never shows in a view: hidden state is changed, and the view must stay the same.

use meydan_core::{Chance, Explore, Game, Seat, Seed, Status, Viewer};

use crate::action::Action;
use crate::config::{Ruleset, draw};
use crate::game::Heroes;
use crate::geometry::{At, NOWHERE};
use crate::state::{Phase, SEEN, TEAM_SIZE};

const FOG: &[&str] = &[
    "11....#....",
    "11.#..#..#.",
    "...#.......",
    ".###..o.##.",
    "......o....",
    "..#.ooo.#..",
    "....o......",
    ".##.o..###.",
    ".......#...",
    ".#..#..#.22",
    "....#....22",
];

fn told(game: &Heroes, team: usize) -> String {
    serde_json::to_string(&game.view(Viewer::Seat(Seat(team as u8)))).unwrap()
}

/// Changes everything about a team that the other one may not know. Gives how much there was to change.
fn change_secrets(game: &mut Heroes, team: usize, chance: &mut Chance) -> usize {
    let observer = 1 - team;
    let mut changes = 0;
    let document = game.arena.document;
    let cells = u32::from(game.arena.geometry.rows()) * u32::from(game.arena.geometry.columns());
    game.chance = Chance::new(Seed(chance.below(1000).into()));
    game.teams[team].ap -= 1;
    game.teams[team].used_ap += 7;
    for slot in 0..game.picked() {
        let seen = game.noticed(observer, game.teams[team].heroes[slot].cell);
        let hero = &mut game.teams[team].heroes[slot];
        hero.cooldowns.iter_mut().for_each(|cooldown| *cooldown += 1);
        if hero.alive() && (document || !seen) {
            hero.hp += 3;
            changes += 1;
        }
        // A path entry that was not seen may be anywhere; under `official` no entry is told at all.
        for entry in hero.path.iter_mut().filter(|entry| !document || **entry & SEEN == 0) {
            *entry = chance.below(cells) as At;
            changes += 1;
        }
        if game.teams[team].heroes[slot].alive() && !seen {
            changes += usize::from(hide_elsewhere(game, team, slot, chance));
        }
    }
    for cast in game.casts.list.iter_mut().filter(|cast| usize::from(cast.team) == team) {
        if !cast.foe_caster {
            cast.slot = (cast.slot + 1) % TEAM_SIZE as u8;
            changes += 1;
        }
        if !cast.foe_from {
            cast.from = chance.below(cells) as At;
            changes += 1;
        }
        if !cast.foe_to {
            cast.to = chance.below(cells) as At;
            changes += 1;
        }
        for (i, id) in cast.ids.iter_mut().enumerate().filter(|(i, _)| cast.foe >> i & 1 == 0) {
            *id = i as u8;
        }
        if !cast.known_to_foe() {
            cast.ability = 0;
            changes += 1;
        }
    }
    changes
}

/// Puts an unseen hero on another cell that is not seen.
fn hide_elsewhere(game: &mut Heroes, team: usize, slot: usize, chance: &mut Chance) -> bool {
    let geometry = &game.arena.geometry;
    let cells = u32::from(geometry.rows()) * u32::from(geometry.columns());
    for _ in 0..100 {
        let at = chance.below(cells) as At;
        if !geometry.is_wall_at(at) && !game.noticed(1 - team, at) && game.teams[team].on(at).is_none() {
            game.teams[team].heroes[slot].cell = at;
            return true;
        }
    }
    false
}

#[test]
fn no_secret_of_the_other_team_shows_in_a_view() {
    let (mut compared, mut changes, mut owners) = (0, 0, 0);
    for ruleset in [Ruleset::Document, Ruleset::Official] {
        let mut config = draw(FOG, ruleset).unwrap();
        config.set_constant("maxTurns", 30).unwrap();
        config.heroes.iter_mut().for_each(|class| class.max_hp = 80);
        for seed in 0..4 {
            let mut game = Heroes::new(&config, Chance::new(Seed(seed))).unwrap();
            let mut chance = Chance::new(Seed(seed + 50));
            let mut log = Vec::new();
            while let Status::Waiting(_) = game.status() {
                for team in 0..2 {
                    let mut other = game.clone();
                    changes += change_secrets(&mut other, team, &mut chance);
                    other.orders[team].pick = Some(0);
                    assert_eq!(told(&other, 1 - team), told(&game, 1 - team), "window {}", game.window);
                    owners += usize::from(told(&other, team) != told(&game, team));
                    compared += 1;
                }
                play_randomly(&mut game, &mut chance);
                game.close(&mut log);
            }
        }
    }
    assert!(
        compared > 1000 && changes > 4 * compared && owners > compared / 2,
        "{compared} {changes} {owners}"
    );
}

fn play_randomly(game: &mut Heroes, chance: &mut Chance) {
    let mut offers = Vec::new();
    for team in 0..2 {
        for _ in 0..10 {
            offers.clear();
            game.candidates(Seat(team), chance, &mut offers);
            if let Some(&order) = chance.pick(&offers) {
                let _ = game.act(Seat(team), order, &mut Vec::new());
            }
        }
    }
}

/// The test above can fail: what may be known does change the view.
#[test]
fn what_may_be_known_changes_the_view() {
    let mut config = draw(&["1.......2"; 4], Ruleset::Official).unwrap();
    config.set_constant("maxTurns", 30).unwrap();
    let mut game = Heroes::new(&config, Chance::new(Seed(1))).unwrap();
    while game.phase != Phase::Move {
        game.close(&mut Vec::new());
    }
    let before = told(&game, 0);
    let mut hurt = game.clone();
    hurt.teams[1].heroes[2].hp -= 1;
    assert_ne!(told(&hurt, 0), before, "the health of a visible enemy");
    let mut dead = game.clone();
    dead.teams[1].heroes[2].cell = NOWHERE;
    assert_ne!(told(&dead, 0), before, "the death of an enemy");
    let mut score = game.clone();
    score.teams[1].score += 1;
    assert_ne!(told(&score, 0), before, "the score");
    let mut ordered = game.clone();
    ordered
        .act(Seat(1), Action::Move { hero: 1, direction: crate::Direction::Left }, &mut Vec::new())
        .unwrap();
    assert_eq!(told(&ordered, 0), before, "an order that is not carried out yet is a secret");
}
