//! Whole matches of stand-in clients over the wire.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use meydan_core::{FaultKind, SeatSet, Setup, Terms};
use meydan_gotham::Gotham;
use meydan_gotham_wire::open;
use meydan_gotham_wire::wire::{GameResult, GameStatus, GameView, TurnType};
use meydan_referee::{HostOptions, Lobby};
use support::{Host, LINE, host};

/// Half-turns end when all have moved; a busy machine may take its time until then.
const PATIENT: &[(&str, &str)] = &[("magicTurnTime", "20000")];

async fn play_all(host: &Host, starts: &[i32]) -> Vec<Vec<GameView>> {
    let mut playing = Vec::new();
    for (i, token) in host.tokens.iter().enumerate() {
        let client = host.client(token).await;
        playing.push(tokio::spawn(client.play(starts[i % starts.len()])));
    }
    let mut seen = Vec::new();
    for views in playing {
        seen.push(views.await.unwrap());
    }
    seen
}

/// What every unit sees: PENDING first, each half-turn once, FINISHED once and last.
fn check_views(views: &[GameView], first_turn: i32) {
    let (first, last) = (&views[0], &views[views.len() - 1]);
    assert_eq!(first.status(), GameStatus::Pending);
    assert_eq!(first.turn.unwrap().turn_number, first_turn);
    assert_eq!(last.status(), GameStatus::Finished);
    assert_ne!(last.result(), GameResult::Unknown);
    let finished = views.iter().filter(|view| view.status() == GameStatus::Finished).count();
    assert_eq!(finished, 1, "exactly one view says FINISHED");
    let turns: Vec<(i32, i32)> = views[1..views.len() - 1]
        .iter()
        .map(|view| view.turn.unwrap())
        .map(|turn| (turn.turn_number, turn.turn_type))
        .collect();
    let mut distinct = turns.clone();
    distinct.dedup();
    assert_eq!(turns, distinct, "one view per half-turn");
}

#[tokio::test]
async fn the_documents_rules_are_played_to_the_end() {
    let host = host(LINE.as_bytes(), "document", PATIENT, None).await;
    let seen = play_all(&host, &[4]).await;
    for views in &seen {
        check_views(views, 0);
        let second = views[1].turn.unwrap();
        assert_eq!((second.turn_number, second.turn_type()), (1, TurnType::PoliceTurn));
    }
    let report = host.report().await;
    assert_eq!(report.windows as usize, seen[0].len() - 1, "all see every window but the first, and the end");
    assert_eq!(report.faults, [], "a well-behaved client makes no mistake");
}

#[tokio::test]
async fn the_official_rules_are_played_at_their_pace() {
    let flags = [("magicTurnTime", "300"), ("clientReadinessThresholdTimeMillisecond", "800")];
    for ruleset in ["official", "official-prelim"] {
        let begun = std::time::Instant::now();
        let host = host(LINE.as_bytes(), ruleset, &flags, None).await;
        let seen = play_all(&host, &[4]).await;
        let report = host.report().await;
        for views in &seen {
            check_views(views, 1);
            let second = views[1].turn.unwrap();
            assert_eq!((second.turn_number, second.turn_type()), (1, TurnType::ThiefTurn));
        }
        // The clocks run their whole time although everybody has moved at once.
        let least = 790 + 300 * u128::from(report.windows - 1);
        assert!(begun.elapsed().as_millis() >= least, "{ruleset}: {:?} for {least} ms", begun.elapsed());
        assert_eq!(report.faults, []);
    }
}

#[tokio::test]
async fn a_half_turn_of_the_official_rules_ends_early_if_the_match_allows_it() {
    let flags = [("early-close", "true"), ("magicTurnTime", "20000")];
    let begun = std::time::Instant::now();
    let host = host(LINE.as_bytes(), "official", &flags, None).await;
    play_all(&host, &[4]).await;
    let report = host.report().await;
    assert!(report.windows > 3 && begun.elapsed().as_secs() < 15, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_large_city_with_sixteen_units_is_played() {
    let map = Gotham::maps().iter().find(|map| map.name == "old-town").unwrap();
    let text = String::from_utf8_lossy(map.bytes).replace("maxTurns: 100", "maxTurns: 12");
    let host = host(text.as_bytes(), "document", PATIENT, None).await;
    let seen = play_all(&host, &[20, 40, 60, 80, 90]).await;
    assert_eq!(seen.len(), 16);
    seen.iter().for_each(|views| check_views(views, 0));
    // Police read what police of their team wrote.
    let chats = seen.iter().flat_map(|views| views.last()).filter(|view| !view.chat_box.is_empty()).count();
    assert!(chats >= 8, "only {chats} units saw a message");
    host.report().await;
}

#[tokio::test]
async fn a_unit_without_a_client_does_not_hold_the_others() {
    let flags = [("clientReadinessThresholdTimeMillisecond", "1500"), ("magicTurnTime", "20000")];
    let host = host(LINE.as_bytes(), "document", &flags, None).await;
    let mut playing = Vec::new();
    for token in ["t1", "t2", "t3"] {
        playing.push(tokio::spawn(host.client(token).await.play(4)));
    }
    for views in playing {
        check_views(&views.await.unwrap(), 0);
    }
    let report = host.report().await;
    assert!(report.faults.iter().any(|fault| fault.seat.0 == 3), "the author of the fourth is told");
    assert!(report.faults.iter().all(|fault| fault.seat.0 == 3));
}

#[tokio::test]
async fn the_originals_log_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("logs");
    let flags = [
        ("magicTurnTime", "40"),
        ("clientReadinessThresholdTimeMillisecond", "300"),
        ("first-team-name", "A"),
        ("second-team-name", "B"),
    ];
    let host = host(LINE.as_bytes(), "official", &flags, Some(logs.clone())).await;
    play_all(&host, &[4]).await;
    let report = host.report().await;
    let winner = std::fs::read_to_string(logs.join("winner.log")).unwrap();
    assert_eq!(winner, meydan_gotham_wire::log::winner(report.outcome.as_ref().unwrap()));
    let log = std::fs::read_to_string(logs.join("server.log")).unwrap();
    let lines: Vec<&str> =
        log.lines().map(|line| line.strip_prefix('"').unwrap().strip_suffix('"').unwrap()).collect();
    assert_eq!(lines[0], r#"{"first":"A", "second":"B"}"#);
    let events: Vec<serde_json::Value> =
        lines[1..].iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "READINESS_DECLARATION").count(), 4);
    assert_eq!(kinds[kinds.len() - 2..], ["GAME_RESULT_CHANGED", "STATUS_CHANGE"]);
    assert!(events.iter().all(|event| event["context"].as_object().unwrap().values().all(|v| v.is_string())));
    assert_eq!(events[0]["context"]["token"].as_str().map(|token| &token[..1]), Some("t"));
}

#[tokio::test]
async fn a_team_that_no_flag_names_is_called_as_whoever_runs_the_match_says() {
    let folder = tempfile::tempdir().unwrap();
    let config = Gotham::config(LINE.as_bytes(), &Terms::of("official")).unwrap();
    let mut options = HostOptions::loopback("official", SeatSet::first(config.units.len()));
    options.files = Some(folder.path().to_owned());
    let mut lobby = open(config.clone(), &options).await.unwrap();
    let first = |unit: &meydan_gotham::Unit| unit.team.index() == 0;
    let names: Vec<Option<String>> =
        config.units.iter().map(|unit| first(unit).then(|| "Alpha".to_owned())).collect();
    lobby.name_teams(&names);
    drop(lobby.recorders());
    let log = std::fs::read_to_string(folder.path().join("server.log")).unwrap();
    assert_eq!(log.lines().next(), Some(r#""{"first":"Alpha", "second":"SECOND"}""#));
}

#[tokio::test]
async fn clients_that_the_server_starts_get_their_tokens_and_may_fail() {
    let folder = tempfile::tempdir().unwrap();
    let flags = [("first-team", "echo my token is"), ("second-team", "false"), ("magicTurnTime", "20")];
    let host = host(LINE.as_bytes(), "official", &flags, Some(folder.path().into())).await;
    let report = host.report().await;
    let details = std::fs::read_to_string(folder.path().join("details.log")).unwrap();
    for wanted in
        ["Client 1 from team FIRST log: my token is t1", "Client 2 from team FIRST log: my token is t2"]
    {
        assert!(details.lines().any(|line| line == wanted), "{details}");
    }
    assert_eq!(report.faults.len(), 4, "{:?}", report.faults);
    for fault in &report.faults {
        assert!(fault.kind == FaultKind::Start && fault.text.contains("did not join"), "{fault}");
    }
}

#[tokio::test]
async fn a_token_made_for_a_started_client_replaces_the_maps() {
    use meydan_core::{Seat, SeatSet, Terms};
    use meydan_referee::{HostOptions, Lobby};
    let config = Gotham::config(LINE.as_bytes(), &Terms::of("document")).unwrap();
    let mut options = HostOptions::loopback("document", SeatSet::first(3));
    options.map = LINE.as_bytes().to_vec();
    let lobby = open(config, &options).await.unwrap();
    let token = lobby.directions(Seat(1), lobby.address()).args;
    assert_eq!(token.len(), 1);
    assert_ne!(token, lobby.directions(Seat(2), lobby.address()).args, "each unit has its own");
    for (token, known) in [("t2", false), ("t4", false), (token[0].as_str(), true)] {
        let mut client = support::Client::connect(lobby.address(), token).await;
        let answer = tokio::time::timeout(std::time::Duration::from_millis(300), client.go(2)).await;
        // The seat's own client waits for the match to begin; anybody else is sent away at once.
        assert_eq!(answer.is_err(), known, "{token}: {answer:?}");
    }
}
