//! The files of the original servers tell the matches of which they were written.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use meydan_catalog::{Choice, Offer, Prepared, tale_reel};
use meydan_core::{Chance, Game, Input, Seed, Setup, Viewer};
use meydan_galaxy::Galaxy;
use meydan_galaxy_wire::Chronicle;
use meydan_gotham::{CityFile, Gotham};
use meydan_gotham_wire::log::Scribe;
use meydan_heroes::{Heroes, Phase};
use meydan_heroes_wire::{GraphicLog, Limits, ServerView};
use meydan_jungle::Jungle;
use meydan_jungle_wire::convert::Scenery;
use meydan_jungle_wire::frames::{Frames, Shot};
use meydan_referee::Tale;
use meydan_testkit::random_game;
use proptest::prelude::*;

/// A match by the original's rules, and the inputs of a random course of it.
fn played<G: Offer>(
    sides: Option<usize>,
    options: &[(&str, &str)],
) -> (Prepared<G>, Vec<Input<G::Action>>, meydan_core::Outcome) {
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let choice =
        Choice { ruleset: Some("official".into()), seed: Some(7), sides, options, ..Choice::default() };
    let prepared = Prepared::<G>::new(&choice).unwrap();
    let played = random_game(prepared.game.clone(), &mut Chance::new(Seed(9)), 2000);
    (prepared, played.inputs, played.outcome)
}

/// Plays the inputs; `after` gets what happened in every window and the game after it.
fn windows<G: Offer>(mut game: G, inputs: Vec<Input<G::Action>>, mut after: impl FnMut(&[G::Event], &G)) {
    let mut events = Vec::new();
    for input in inputs {
        let closes = input == Input::Close;
        input.apply(&mut game, &mut events).unwrap();
        if closes {
            after(&events, &game);
            events.clear();
        }
    }
}

/// The reel has an opening, a line for each chapter, and an end.
fn shown<G: Offer>(tale: &Tale<G>) {
    let lines = tale_reel::<G>(tale, "map").unwrap();
    assert_eq!(lines.len(), tale.chapters.len() + 2);
    assert!(lines[0].starts_with("{\"kind\":\"opening\""));
    assert!(lines.last().unwrap().contains("\"outcome\""), "{}", lines.last().unwrap());
}

#[test]
fn a_replay_of_jungle_tells_its_match() {
    let (prepared, inputs, outcome) = played::<Jungle>(Some(3), &[("ticks", "80")]);
    let names = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let scenery = Arc::new(Scenery::new(prepared.config.clone(), names.clone()));
    let mut frames = Frames::new(scenery, prepared.game.clone());
    let mut entries = Vec::new();
    for input in inputs.clone() {
        frames.input(input, |shot, text| entries.extend((shot == Shot::Replay).then_some(text)));
    }
    let file = format!("[{}]", entries.join(","));
    assert!(Jungle::told_by(file.as_bytes()).is_some_and(|told| !told.needs_map));
    let tale = Jungle::tale(file.as_bytes(), &[]).unwrap();
    assert_eq!((&tale.config.map, &tale.names), (&prepared.config.map, &names));
    let mut chapters = tale.chapters.iter();
    windows(prepared.game, inputs, |_, game| {
        let (mut view, told) = (game.view(Viewer::Spectator), &chapters.next().unwrap().view);
        // Who plays when is not in the file.
        view.orders.clear();
        assert_eq!(&view, told);
    });
    assert!(chapters.next().is_none());
    let scores =
        |outcome: &meydan_core::Outcome| outcome.standings.iter().map(|s| s.score).collect::<Vec<_>>();
    assert_eq!(scores(tale.outcome.as_ref().unwrap()), scores(&outcome));
    assert!(tale.chapters.iter().any(|chapter| chapter.events.len() > 3));
    shown(&tale);
}

#[test]
fn a_replay_of_heroes_tells_its_match() {
    let (prepared, inputs, outcome) = played::<Heroes>(None, &[("maxTurns", "24")]);
    let (mut log, first) = GraphicLog::new(&prepared.config, Limits::of(prepared.config.ruleset));
    let mut entries = vec![first];
    let mut turns = Vec::new();
    let mut last = prepared.game.view(Viewer::Spectator);
    windows(prepared.game, inputs, |events, game| {
        let view = game.view(Viewer::Spectator);
        entries.extend(log.window(events, &view));
        if last.phase == Phase::Action {
            turns.push(view.clone());
        }
        last = view;
    });
    entries.push(log.end(&outcome, &last));
    let file = format!("[{}]", entries.join(",\n"));
    assert!(Heroes::told_by(file.as_bytes()).is_some());
    let tale = Heroes::tale(file.as_bytes(), &[]).unwrap();
    assert_eq!(tale.config.walls, prepared.config.walls);
    assert_eq!(tale.config.abilities, prepared.config.abilities);
    let told = tale.chapters.iter().filter(|chapter| chapter.clock == "action");
    for (wanted, told) in turns.iter().zip(told.clone()) {
        let told = &told.view;
        assert_eq!((told.turn, told.scores), (wanted.turn, wanted.scores));
        for (hero, told) in wanted.heroes.iter().flatten().zip(told.heroes.iter().flatten()) {
            assert_eq!(
                (hero.id, hero.class, hero.cell),
                (told.id, told.class, told.cell),
                "turn {}",
                wanted.turn
            );
            assert_eq!((hero.hp, hero.respawn, &hero.cooldowns), (told.hp, told.respawn, &told.cooldowns));
        }
    }
    assert_eq!(told.count(), turns.len());
    assert_eq!(tale.outcome.as_ref().unwrap().winners(), outcome.winners());
    shown(&tale);
}

#[test]
fn the_statistics_of_heroes_have_an_entry_for_every_phase() {
    let (prepared, inputs, _) = played::<Heroes>(None, &[("maxTurns", "8")]);
    let mut file = ServerView::new(&prepared.config, ["m", "a", "b"]);
    let mut phases = 0;
    let mut phase = Phase::Init;
    windows(prepared.game, inputs, |events, game| {
        let view = game.view(Viewer::Spectator);
        phases += usize::from(matches!(phase, Phase::Move | Phase::Action));
        phase = view.phase;
        file.window(events, &view);
    });
    let entries: Vec<serde_json::Value> = serde_json::from_str(&file.text()).unwrap();
    assert_eq!(entries.len(), 2 + phases);
    assert_eq!(entries[0]["gameConstants"]["firstTeam"], "a");
    assert_eq!(entries[1]["heroes"][0].as_array().unwrap().len(), 4);
    assert_eq!((&entries[2]["currentPhase"], &entries[2]["currentTurn"]), (&"MOVE".into(), &4.into()));
    // Casts set cooldowns, and the file is taken before they count down.
    let cooldown = |ability: &str| {
        prepared.config.abilities.iter().find(|a| a.name.as_str() == ability).unwrap().cooldown
    };
    for entry in entries.iter().filter(|entry| entry["currentPhase"] == "ACTION") {
        for cast in entry["castAbilities"].as_array().unwrap() {
            let heroes = entry["players"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|player| player["heroes"].as_array().unwrap());
            let hero = heroes.into_iter().find(|hero| hero["id"] == cast["casterId"]).unwrap();
            let mut left = hero["cooldowns"].as_array().unwrap().iter();
            let left = left.find(|left| left["name"] == cast["abilityName"]).unwrap();
            assert_eq!(left["remCooldown"], cooldown(cast["abilityName"].as_str().unwrap()));
        }
    }
}

#[test]
fn a_log_of_galaxy_tells_its_match() {
    let (prepared, inputs, outcome) = played::<Galaxy>(None, &[]);
    let mut chronicle = Chronicle::new(&prepared.config, false, false);
    let mut views = Vec::new();
    windows(prepared.game, inputs, |events, game| {
        events.iter().for_each(|event| chronicle.event(event));
        views.push(game.view(Viewer::Spectator));
    });
    let file = chronicle.log();
    assert!(Galaxy::told_by(file.as_bytes()).is_some_and(|told| told.needs_map));
    let tale = Galaxy::tale(file.as_bytes(), &prepared.map_bytes).unwrap();
    assert_eq!(tale.chapters.len(), views.len());
    // Of the start phase the log has who placed what, in order, and not in which turn.
    let start = prepared.config.rules().last_start_turn();
    for (turn, (wanted, told)) in
        (1..).zip(views.iter().zip(&tale.chapters)).filter(|(turn, _)| *turn >= start)
    {
        assert_eq!(told.view.owners, wanted.owners, "after turn {turn}");
        assert_eq!(
            (&told.view.troops, &told.view.forts),
            (&wanted.troops, &wanted.forts),
            "after turn {turn}"
        );
        assert_eq!(told.view.scores, wanted.scores, "after turn {turn}");
    }
    assert_eq!(tale.outcome.as_ref().unwrap().standings, outcome.standings);
    shown(&tale);
    let other = Galaxy::maps().iter().find(|map| map.name == "cradle").unwrap().bytes;
    let refused = Galaxy::tale(file.as_bytes(), other).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|why| why.contains("not of this map")));
    // As many nodes, but all in one ring.
    let mut ring: serde_json::Value = serde_json::from_slice(&prepared.map_bytes).unwrap();
    let nodes = prepared.config.map().len();
    ring["list_of_edges"] = (0..nodes).map(|node| serde_json::json!([node, (node + 1) % nodes])).collect();
    let refused =
        Galaxy::tale(file.as_bytes(), ring.to_string().as_bytes()).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|why| why.contains("not connected on this map")));
}

#[test]
fn a_log_of_gotham_tells_its_last_match() {
    let (prepared, inputs, outcome) = played::<Gotham>(None, &[("max_turns", "12")]);
    let (city, _) = CityFile::read(&prepared.map_bytes).unwrap();
    let tokens = city.agents.iter().map(|agent| agent.token.clone()).collect();
    let scribe = Scribe { config: prepared.config.clone(), tokens };
    let mut lines = vec!["{\"first\":\"old\", \"second\":\"older\"}".to_owned()];
    lines.push(scribe.line(&meydan_gotham::Event::Decided { winner: meydan_gotham::Team::First }, "id", 0));
    lines.push("{\"first\":\"Ada\", \"second\":\"Emmy\"}".to_owned());
    let mut last = None;
    windows(prepared.game, inputs, |events, game| {
        lines.extend(events.iter().map(|event| scribe.line(event, "id", 0)));
        last = Some(game.view(Viewer::Spectator));
    });
    let file: String = lines.iter().map(|line| format!("\"{line}\"\n")).collect();
    assert!(Gotham::told_by(file.as_bytes()).is_some_and(|told| told.needs_map));
    let tale = Gotham::tale(file.as_bytes(), &prepared.map_bytes).unwrap();
    assert!(tale.names.iter().all(|name| name == "Ada" || name == "Emmy"), "{:?}", tale.names);
    let (told, wanted) = (&tale.chapters.last().unwrap().view, last.unwrap());
    assert_eq!((told.phase, told.winner), (wanted.phase, wanted.winner));
    let told = told.overview.as_ref().unwrap();
    let wanted = wanted.overview.as_ref().unwrap();
    for (told, wanted) in told.units.iter().zip(&wanted.units) {
        assert_eq!((told.id, told.node, told.dead), (wanted.id, wanted.node, wanted.dead));
        assert_eq!(told.balance, wanted.balance, "unit {}", told.id);
    }
    assert!(tale.chapters.len() > 10);
    assert_eq!(tale.outcome.as_ref().unwrap().winners(), outcome.winners());
    shown(&tale);
}

proptest! {
    #[test]
    fn no_file_makes_a_teller_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300), cut in 0usize..400) {
        let map = Galaxy::maps()[0].bytes;
        let _ = (Jungle::tale(&bytes, &[]).is_ok(), Heroes::tale(&bytes, &[]).is_ok());
        let _ = (Galaxy::tale(&bytes, map).is_ok(), Gotham::tale(&bytes, Gotham::maps()[0].bytes).is_ok());
        // What looks right and is not.
        for text in [
            r#"[{"teams":[{"id":"a","isDead":false,"name":"x","score":1,"units":[{"id":"1"}]}],"tick":0,"totalTick":9,"map":{"viewerTiles":[[1,0],[0,7]],"diamonds":[{"id":"d","position":{"x":-5,"y":900},"summonLevel":9,"points":1}]}}]"#,
            r#"{"initialize": [[1,60000],[9,1]], "turns": {"turn4294967295": {"nodes_owner": [-9], "troop_count": [1]}}, "score": [1]}"#,
            r#"[{"name":"init","args":[{"map":{"cells":[[]]},"heroConstants":[],"abilityConstants":[]}]},{"name":"move","args":[{"movements":"uuuuuuuuuuuu","currentAP":[1,1]}]}]"#,
            "\"{\"type\":\"AGENT_MOVEMENT\",\"context\":{\"agentId\":\"99999999999\"}}\"\n",
        ] {
            let text = &text.as_bytes()[..cut.min(text.len())];
            let _ = (Jungle::tale(text, &[]).is_ok(), Heroes::tale(text, &[]).is_ok());
            let _ = (Galaxy::tale(text, map).is_ok(), Gotham::tale(text, Gotham::maps()[0].bytes).is_ok());
        }
    }
}

/// Servers of gotham that started the clients themselves wrote down what those said, and all wrote what their framework said.
#[test]
fn what_is_no_event_of_gotham_is_not_taken_for_a_match() {
    let map = Gotham::maps().iter().find(|map| map.name == "village").unwrap().bytes;
    let line = |kind: &str, context: &str| format!("\"{{\"type\":\"{kind}\",\"context\":{context}}}\"\n");
    let begin = line("STATUS_CHANGE", r#"{"fromStatus":"PENDING","toStatus":"ONGOING"}"#);
    let turn = line("TURN_CHANGE", r#"{"toTurnNumber":"2","toTurn":"POLICE_TURN","isVisible":"false"}"#);
    let won = |team: &str| line("GAME_RESULT_CHANGED", &format!("{{\"game result\":\"{team}_WINS\"}}"));
    let (head, said) = ("\"{\"nodes\":[]}\"\n", "\"Client log : {hello\"\n");
    let over = "\"Completed gRPC server shutdown\"\n";
    let first = format!("{said}{head}{said}{begin}{}{over}", won("FIRST"));
    let second = format!("{head}{begin}{said}{turn}{said}{}{over}", won("SECOND"));
    // Nobody came to the last.
    let log = format!("{first}{second}{head}{over}");
    assert!(Gotham::told_by(log.as_bytes()).is_some() && Gotham::told_by(b"\"a text\"").is_none());
    let tale = Gotham::tale(log.as_bytes(), map).unwrap();
    assert_eq!(tale.chapters.len(), 3, "a beginning, a half-turn and the end");
    assert!(tale.outcome.is_some_and(|outcome| outcome.standings[0].rank == 2), "the second side won");
    let nobody = Gotham::tale(format!("{head}{over}").as_bytes(), map);
    assert!(nobody.is_err_and(|error| error.0.contains("has begun")));
}
