//! The laws of every game, and that nobody sees a hidden thief.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Seat, Seed, Setup, Status, Terms, Viewer};
use meydan_gotham::{Action, CityFile, Config, Gotham, Half, Kind, Recipe, Ruleset, Team, View, generate};
use meydan_testkit::{Laws, random_window};

/// A built-in map with another end.
fn map(name: &str, ruleset: &str, max_turns: i32) -> Config {
    let file = Gotham::maps().iter().find(|map| map.name == name).unwrap();
    let mut terms = Terms::of(ruleset);
    terms.options.insert("max_turns".into(), max_turns.to_string());
    Gotham::config(file.bytes, &terms).unwrap()
}

fn small(finals: bool, ruleset: Ruleset, seed: u64) -> Config {
    let plan = Recipe { nodes: 9, thieves: 2, police: 2, finals, max_turns: 25 };
    let mut city = generate(&plan, &mut Chance::new(Seed(seed))).unwrap();
    city.file.graph.visible_radius_x_police_thief = 2;
    city.file.graph.visible_radius_y_police_joker = 1;
    city.file.graph.visible_radius_z_thief_batman = 1;
    city.file.turn_settings.visible_turns = vec![3, 4, 9, 12, 18];
    city.file.chat_settings.chat_box_max_size = 5;
    city.file.config(ruleset, None).unwrap()
}

/// One node, one turn, and a team that has nothing to lose.
fn odd() -> Config {
    let text = r#"{"agents": [{"id": 5, "nodeId": 7, "token": "a", "team": "FIRST", "type": "POLICE", "balance": 0},
        {"id": 2, "nodeId": 7, "token": "b", "team": "SECOND", "type": "POLICE", "balance": 0.5}],
        "income": {"policeIncomeEachTurn": 0, "thiefIncomeEachTurn": 0.25}, "graph": {"nodes": [{"id": 7}], "paths": []},
        "turnSettings": {"maxTurns": 1, "visibleTurns": []}, "chatSettings": {"chatBoxMaxSize": 0, "chatCostPerCharacter": 0}}"#;
    CityFile::read(text.as_bytes()).unwrap().0.config(Ruleset::Document, None).unwrap()
}

#[test]
fn the_laws_hold() {
    Laws::<Gotham>::new([
        small(false, Ruleset::Document, 1),
        small(false, Ruleset::OfficialPrelim, 2),
        small(true, Ruleset::Official, 3),
        small(false, Ruleset::Official, 4),
        map("riverside", "document", 12),
        map("finals", "official", 16),
        odd(),
    ])
    .games(4)
    .most_windows(200)
    .check();
}

#[test]
fn a_config_goes_through_json_unchanged() {
    for config in [map("metropolis", "document", 9), small(true, Ruleset::Official, 5)] {
        let text = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<Config>(&text).unwrap(), config);
        assert!(!text.contains("token"));
    }
}

/// Plays random games and looks at every seat's view in every window.
fn watch(
    config: &Config,
    seeds: std::ops::Range<u64>,
    mut look: impl FnMut(&Gotham, Seat, &View, &mut Chance),
) {
    for seed in seeds {
        let mut game = Gotham::new(config, Chance::new(Seed(seed))).unwrap();
        let mut chance = Chance::new(Seed(seed ^ 0xface));
        let (mut log, mut scratch) = (Vec::new(), Vec::new());
        while let Status::Waiting(_) = game.status() {
            for seat in game.roster().seats() {
                look(&game, seat, &game.view(Viewer::Seat(seat)), &mut chance);
            }
            random_window(&mut game, &mut chance, &mut log, &mut scratch, |_| {});
        }
    }
}

fn secret_configs() -> [Config; 4] {
    [
        small(false, Ruleset::Document, 11),
        small(false, Ruleset::OfficialPrelim, 12),
        small(true, Ruleset::Official, 13),
        map("finals", "official", 30),
    ]
}

#[test]
fn a_hidden_unit_could_be_anywhere_and_have_anything() {
    let mut compared = 0;
    for config in secret_configs() {
        watch(&config, 0..3, |game, seat, view, chance| {
            for other in game.roster().seats().filter(|&other| other != seat) {
                let id = config.units[other.index()].id;
                if view.units.iter().any(|unit| unit.id == id) {
                    continue;
                }
                let mut elsewhere = game.clone();
                let node = config.nodes[chance.below(config.nodes.len() as u32) as usize].id;
                elsewhere.tamper(other, node, f64::from(chance.below(1000)));
                let same = elsewhere.view(Viewer::Seat(seat));
                // Within a radius it shows itself there, which does not tell where it is now.
                if !same.units.iter().any(|unit| unit.id == id) {
                    assert_eq!(&same, view, "seat {seat} can tell something about the hidden unit {id}");
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 1000, "only {compared} views were compared");
}

#[test]
fn an_enemy_thief_is_seen_on_visible_turns_only_and_never_by_thieves_of_the_finals() {
    let mut hidden = 0;
    for config in secret_configs() {
        let is_thief = |kind| matches!(kind, Kind::Thief | Kind::Joker);
        watch(&config, 3..6, |game, seat, view, _| {
            let me = view.me.unwrap();
            assert_eq!(view.visible_turn, config.visible_turns.contains(&view.turn.number));
            for unit in view.units.iter().filter(|unit| is_thief(unit.kind) && unit.team != me.team) {
                assert!(view.visible_turn, "seat {seat} sees the thief {} on a hidden turn", unit.id);
                let thief_of_finals = config.ruleset == Ruleset::Official && me.kind.half() == Half::Thieves;
                assert!(!thief_of_finals, "thief {} sees the enemy thief {}", me.id, unit.id);
            }
            hidden += usize::from(!view.visible_turn);
            let _ = game;
        });
    }
    assert!(hidden > 100);
}

#[test]
fn the_other_team_and_the_other_half_cannot_read_a_message() {
    for config in secret_configs() {
        let mut said = 0;
        watch(&config, 6..8, |game, seat, _, _| {
            let speaker = &config.units[seat.index()];
            let (mut one, mut other) = (game.clone(), game.clone());
            let mut log = Vec::new();
            let say = |text: &str| Action::Say { text: text.into() };
            if one.act(seat, say("01"), &mut log).is_err() {
                return;
            }
            other.act(seat, say("10"), &mut log).unwrap();
            said += 1;
            for reader in game.roster().seats() {
                let unit = &config.units[reader.index()];
                let hears = unit.team == speaker.team && unit.kind.half() == speaker.kind.half();
                if !hears {
                    assert_eq!(one.view(Viewer::Seat(reader)), other.view(Viewer::Seat(reader)));
                }
            }
        });
        assert!(said > 10, "only {said} messages were sent under {:?}", config.ruleset);
    }
}

#[test]
fn a_view_tells_only_the_viewers_own_money() {
    let config = small(false, Ruleset::Document, 1);
    let game = Gotham::new(&config, Chance::new(Seed(0))).unwrap();
    let text = serde_json::to_string(&game.view(Viewer::Seat(Seat(0)))).unwrap();
    assert_eq!(text.matches("balance").count(), 1);
    assert_eq!(config.units[0].team, Team::First);
}
