//! The laws of every game, and that a team is never told what only the other one did.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Explore, Game, Seat, Seed, Status, Viewer};
use meydan_heroes::{Config, Heroes, Recipe, Ruleset, draw, generate};
use meydan_testkit::{Laws, random_window};

/// A few walls and short ways: fights break out at once.
const BRAWL: &[&str] = &[
    "11.........",
    "11...#.....",
    "..#....#...",
    ".....o.....",
    "...#.oo.#..",
    "....ooo....",
    "..#.oo.#...",
    ".....o.....",
    "...#....#..",
    ".....#...22",
    ".........22",
];

/// Two rooms without a door: the teams never see each other.
const APART: &[&str] = &[
    "11..#....", //
    "11..#..o.",
    ".o..#....",
    "....#..22",
    "....#..22",
];

fn with(rows: &[&str], ruleset: Ruleset, constants: &[(&str, i32)]) -> Config {
    let mut config = draw(rows, ruleset).unwrap();
    constants.iter().for_each(|&(key, value)| config.set_constant(key, value).unwrap());
    // Random heroes hit seldom; frail ones die of it.
    config.heroes.iter_mut().for_each(|class| class.max_hp = 60);
    config
}

#[test]
fn the_laws_hold() {
    let overtime = [
        ("maxTurns", 14),
        ("initOvertime", 3),
        ("maxScoreDiff", 30),
        ("totalMovePhases", 3),
        ("maxScore", 60),
    ];
    let plan = Recipe { rows: 7, columns: 12, walls: 30, border: false };
    let mut odd = generate(&plan, Ruleset::Document, &mut Chance::new(Seed(3))).unwrap();
    for (key, value) in [("maxTurns", 5), ("maxAP", 17), ("totalMovePhases", 1)] {
        odd.set_constant(key, value).unwrap();
    }
    odd.heroes.iter_mut().for_each(|class| (class.respawn_time, class.max_hp) = (0, 20));
    let configs =
        [with(BRAWL, Ruleset::Document, &[("maxTurns", 12)]), with(BRAWL, Ruleset::Official, &overtime), odd];
    Laws::<Heroes>::new(configs).check();
}

/// Two matches with the same orders of one team and other orders of the other: as long as they never meet, the first
/// team is told the same.
#[test]
fn what_an_unseen_team_does_shows_in_no_view_of_the_other() {
    for seed in 0..6 {
        let config = with(APART, Ruleset::Document, &[("maxTurns", 6)]);
        let mut games = [0, 1].map(|_| Heroes::new(&config, Chance::new(Seed(seed))).unwrap());
        let mut chances = [Chance::new(Seed(100)), Chance::new(Seed(200)), Chance::new(Seed(300))];
        let mut differed = false;
        let mut log = Vec::new();
        while let Status::Waiting(window) = games[0].status() {
            let own = {
                let mut offers = Vec::new();
                games[0].candidates(Seat(0), &mut chances[0], &mut offers);
                chances[0].pick(&offers).copied().unwrap()
            };
            for (game, chance) in games.iter_mut().zip(&mut chances[1..]) {
                let _ = game.act(Seat(0), own, &mut log);
                // Everybody is told the picks, so those are the same; and the score, so nobody of team 1 may move
                // into the zone: it only acts.
                if window.clock == "action" {
                    let mut offers = Vec::new();
                    for _ in 0..4 {
                        game.candidates(Seat(1), chance, &mut offers);
                        let order = chance.pick(&offers).copied().unwrap();
                        let dodge = matches!(order, meydan_heroes::Action::Cast { ability, .. } if ability.as_str().ends_with("DODGE"));
                        if !dodge {
                            let _ = game.act(Seat(1), order, &mut log);
                        }
                    }
                }
                game.close(&mut log);
            }
            let told =
                |game: &Heroes, seat| serde_json::to_string(&game.view(Viewer::Seat(Seat(seat)))).unwrap();
            assert_eq!(told(&games[0], 0), told(&games[1], 0), "window {}", window.number);
            differed |= told(&games[0], 1) != told(&games[1], 1);
        }
        assert!(differed, "the other team did the same by chance; the test says nothing");
    }
}

#[test]
fn random_matches_reach_every_kind_of_event() {
    let config = with(BRAWL, Ruleset::Document, &[]);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..8 {
        let mut game = Heroes::new(&config, Chance::new(Seed(seed))).unwrap();
        let (mut chance, mut log, mut scratch) = (Chance::new(Seed(seed)), Vec::new(), Vec::new());
        while let Status::Waiting(_) = game.status() {
            random_window(&mut game, &mut chance, &mut log, &mut scratch, |_| {});
        }
        for event in &log {
            let json = serde_json::to_value(event).unwrap();
            seen.insert(json.as_object().unwrap().keys().next().unwrap().clone());
        }
    }
    let wanted = ["cast", "died", "moved", "picked", "spawned", "stayed", "turn"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), wanted);
}
