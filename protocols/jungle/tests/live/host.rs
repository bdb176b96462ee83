//! Whole matches with stand-ins for the contest's bots and viewers, over real sockets.

use crate::client::{Client, Server, own, simple_actions};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn two_bots_play_a_whole_match() {
    let server = Server::start(&["--nbOfTicks=120"]).await;
    let (alpha, beta) =
        (Client::bot(server.address, "Alpha").await, Client::bot(server.address, "Beta").await);
    let (alpha, beta) = tokio::join!(alpha.play(), beta.play());
    for (ticks, name) in [(&alpha, "Alpha"), (&beta, "Beta")] {
        assert_eq!(ticks.len(), 120);
        for (i, tick) in ticks.iter().enumerate() {
            assert_eq!((&tick["tick"], &tick["totalTick"]), (&json!(i), &json!(120)));
            assert_eq!(own(tick)["name"], name);
        }
    }
    assert_ne!(alpha[0]["teamId"], beta[0]["teamId"]);
    let played = server.end().await;
    assert_eq!((played.ticks, played.map.as_str()), (120, "clearing"));
    assert_eq!(played.outcome.reason, "all ticks were played");
    assert_eq!(played.names, ["Alpha", "Beta"]);
    let best = played.outcome.standings.iter().find(|standing| standing.rank == 1).unwrap();
    assert!(best.score > 0, "somebody scored");
    let first = format!("1. {}: {} points", played.names[best.seat.index()], best.score);
    assert_eq!((played.results.len(), &played.results[0]), (2, &first));
    // What the bots read as errors is all that went wrong.
    let read = |ticks: &[Value]| ticks.iter().map(|tick| own(tick)["errors"].as_array().unwrap().len()).sum();
    let errors: [usize; 2] = [read(&alpha), read(&beta)];
    let rejected = |fault: &&meydan_core::Fault| fault.kind == meydan_core::FaultKind::Rejected;
    assert_eq!(played.faults.iter().filter(rejected).count(), played.faults.len(), "{:?}", played.faults);
    assert!(played.faults.len() <= errors.iter().sum() && played.faults.is_empty() == (errors == [0, 0]));
}

#[tokio::test]
async fn viewers_see_every_turn_and_the_replay_file_keeps_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("replay.json");
    let server = Server::start(&["--nbOfTicks=20", &format!("--recordPath={}", file.display())]).await;
    let mut viewer = Client::connect(server.address).await;
    viewer.send(json!({"type": "VIEWER"})).await;
    let greeting = viewer.next().await.unwrap();
    assert_eq!(greeting, json!({"type": "message", "message": "Succesfully registered as viewer!"}));
    let watch = async {
        let mut frames = Vec::new();
        while let Some(frame) = viewer.next().await {
            assert_eq!(frame["type"], "tick");
            frames.push(frame["tick"].clone());
        }
        frames
    };
    let (alpha, beta) =
        (Client::bot(server.address, "Alpha").await, Client::bot(server.address, "Beta").await);
    let (frames, ..) = tokio::join!(watch, alpha.play(), beta.play());
    server.end().await;
    // Two turns and the end of the tick.
    assert_eq!(frames.len(), 60);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("[\n  {\n    \"teams\": [\n"), "the file is indented by two");
    let replay: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(replay.len(), 60);
    for (frame, entry) in frames.iter().zip(&replay) {
        assert_eq!((&frame["tick"], &frame["playingTeamId"]), (&entry["tick"], &entry["playingTeamId"]));
        assert_eq!(frame["map"]["viewerTiles"], entry["map"]["viewerTiles"]);
    }
    assert_eq!(frames[59].get("playingTeamId"), None);
}

#[tokio::test]
async fn silence_is_a_timeout_that_the_bot_reads_about() {
    // The first ten ticks have a second more, so the bot plays along at first.
    let server = Server::start(&["--nbOfTicks=13", "--timePerTickMs=200"]).await;
    let mut alpha = Client::bot(server.address, "Alpha").await;
    let beta = Client::bot(server.address, "Beta").await;
    let silent = async {
        let mut errors = Vec::new();
        while let Some(tick) = alpha.next().await {
            if tick["tick"].as_i64() < Some(10) {
                alpha.answer(&tick, json!([])).await;
            }
            errors = own(&tick)["errors"].as_array().unwrap().clone();
        }
        errors
    };
    let (errors, ticks) = tokio::join!(silent, beta.play());
    assert_eq!(
        errors,
        [
            "No command was received in time on tick 10. Timeout value : 200",
            "No command was received in time on tick 11. Timeout value : 200",
        ]
    );
    assert_eq!(ticks.len(), 13, "the other one is not harmed");
    assert_eq!(own(&ticks[12])["errors"].as_array().unwrap().len(), 0);
    let played = server.end().await;
    assert_eq!(played.faults.iter().filter(|fault| fault.kind == meydan_core::FaultKind::Timeout).count(), 3);
}

#[tokio::test]
async fn a_bot_that_leaves_is_dead_and_the_match_goes_on() {
    let server = Server::start(&["--nbOfTicks=12"]).await;
    let mut alpha = Client::bot(server.address, "Alpha").await;
    let beta = Client::bot(server.address, "Beta").await;
    let leaver = async {
        let tick = alpha.tick().await;
        alpha.answer(&tick, simple_actions(&tick)).await;
        alpha.tick().await;
        drop(alpha);
    };
    let (ticks, ()) = tokio::join!(beta.play(), leaver);
    assert_eq!(ticks.len(), 12);
    let dead = |tick: &Value| tick["teams"][0]["isDead"] == json!(true);
    assert!(!dead(&ticks[1]) && dead(&ticks[2]), "it left while tick 1 was played");
    let played = server.end().await;
    assert_eq!(played.results.len(), 2, "it keeps its place");
}

#[tokio::test]
async fn a_bot_that_answers_and_leaves_is_dead_in_the_next_tick() {
    let server = Server::start(&["--nbOfTicks=4"]).await;
    let mut alpha = Client::bot(server.address, "Alpha").await;
    let mut beta = Client::bot(server.address, "Beta").await;
    let (first, tick) = tokio::join!(alpha.tick(), beta.tick());
    let spawn = json!([{"type": "UNIT", "unitId": "1", "action": "SPAWN", "target": {"x": 1, "y": 1}}]);
    alpha.answer(&first, spawn).await;
    alpha.socket.close(None).await.unwrap();
    while alpha.socket.next().await.is_some() {}
    beta.answer(&tick, json!([])).await;
    let tick = beta.tick().await;
    let team = &tick["teams"][0];
    assert_eq!((&team["isDead"], &team["units"][0]["position"]), (&json!(true), &json!({"x": 1, "y": 1})));
    beta.answer(&tick, json!([])).await;
    assert_eq!(beta.play().await.len(), 2);
    server.end().await;
}

#[tokio::test]
async fn the_match_ends_when_all_bots_have_left() {
    let server = Server::start(&["--nbOfTicks=300"]).await;
    let (alpha, beta) =
        (Client::bot(server.address, "Alpha").await, Client::bot(server.address, "Beta").await);
    drop((alpha, beta));
    let played = server.end().await;
    assert_eq!((played.outcome.reason.as_str(), played.ticks), ("every team has left", 1));
}

#[tokio::test]
async fn tokens_decide_who_may_play_and_under_which_name() {
    let server = Server::start(&["--nbOfTicks=2", r#"--teamNamesByToken={"a1":"Alpha","b2":"Beta"}"#]).await;
    let refused = |message: Value| {
        let address = server.address;
        async move {
            let mut client = Client::connect(address).await;
            client.send(message).await;
            client.next().await
        }
    };
    assert_eq!(refused(json!({"type": "REGISTER", "teamName": "Alpha"})).await, None);
    assert_eq!(refused(json!({"type": "REGISTER", "token": "c3"})).await, None);
    assert_eq!(refused(json!({"type": "REGISTER", "token": ""})).await, None);
    assert_eq!(refused(json!({"type": "REGISTER", "token": 5})).await, None);
    let noted = server.noted();
    assert_eq!(
        noted,
        [
            "You need to register using your secret token",
            "You need to specify a team name",
            "You need to specify a team name",
            "You need to specify a team name",
        ]
    );
    let mut bots = Vec::new();
    for token in ["b2", "a1"] {
        let mut bot = Client::connect(server.address).await;
        bot.send(json!({"type": "REGISTER", "token": token})).await;
        bots.push(bot);
    }
    let (second, first) = (bots.pop().unwrap(), bots.pop().unwrap());
    let (first, second) = tokio::join!(first.play(), second.play());
    assert_eq!((&own(&first[0])["name"], &own(&second[0])["name"]), (&json!("Beta"), &json!("Alpha")));
    server.end().await;
}

#[tokio::test]
async fn names_are_needed_where_there_are_no_tokens() {
    let server = Server::start(&["--nbOfTicks=1"]).await;
    for message in [
        json!({"type": "REGISTER"}),
        json!({"type": "REGISTER", "teamName": ""}),
        json!({"type": "REGISTER", "teamName": 7}),
        json!({"type": "REGISTER", "token": "secret"}),
        json!({"type": "REGISTER", "token": ""}),
    ] {
        let mut client = Client::connect(server.address).await;
        client.send(message.clone()).await;
        assert_eq!(client.next().await, None, "{message}");
    }
    // Both keys: the name decides. Two teams may have the same name.
    let mut alpha = Client::connect(server.address).await;
    alpha.send(json!({"type": "REGISTER", "teamName": "Twin", "token": "x"})).await;
    let beta = Client::bot(server.address, "Twin").await;
    let (alpha, beta) = tokio::join!(alpha.play(), beta.play());
    assert_eq!(
        (own(&alpha[0])["name"].as_str(), own(&beta[0])["name"].as_str()),
        (Some("Twin"), Some("Twin"))
    );
    server.end().await;
}

#[tokio::test]
async fn the_match_begins_without_those_who_do_not_come() {
    let server = Server::start(&["--nbOfTicks=3", "--nbOfTeams=4", "--gameStartTimeoutMs=300"]).await;
    let alpha = Client::bot(server.address, "Alpha").await;
    let beta = Client::bot(server.address, "Beta").await;
    let (alpha, _) = tokio::join!(alpha.play(), beta.play());
    assert_eq!(alpha[0]["teams"].as_array().unwrap().len(), 2);
    assert_eq!(server.end().await.results.len(), 2);
}

#[tokio::test]
async fn another_match_follows_where_the_server_is_kept_alive() {
    let server = Server::start(&["--nbOfTicks=2", "--keepAlive=true", "--mapName=generate"]).await;
    let mut tiles = Vec::new();
    for _ in 0..2 {
        let alpha = Client::bot(server.address, "Alpha").await;
        let beta = Client::bot(server.address, "Beta").await;
        let (ticks, _) = tokio::join!(alpha.play(), beta.play());
        assert_eq!(ticks.len(), 2);
        tiles.push(ticks[0]["map"]["tiles"].clone());
    }
    assert_ne!(tiles[0], tiles[1], "a map is made for each match");
}

#[tokio::test]
async fn a_series_that_nobody_comes_to_ends_with_a_sentence() {
    let server = Server::start(&["--gameStartTimeoutMs=1"]).await;
    assert_eq!(server.failure().await, "no team registered within 1 ms");
}

#[tokio::test]
async fn pings_are_answered() {
    let server = Server::start(&["--nbOfTicks=1"]).await;
    let mut alpha = Client::bot(server.address, "Alpha").await;
    alpha.socket.send(Message::Ping(b"are you there".to_vec().into())).await.unwrap();
    match alpha.socket.next().await.unwrap().unwrap() {
        Message::Pong(bytes) => assert_eq!(&bytes[..], b"are you there"),
        other => panic!("{other:?}"),
    }
    let beta = Client::bot(server.address, "Beta").await;
    let (alpha, _) = tokio::join!(alpha.play(), beta.play());
    assert_eq!(alpha.len(), 1);
    server.end().await;
}

#[tokio::test]
async fn a_browser_gets_a_page_or_the_files_of_a_folder() {
    async fn get(address: std::net::SocketAddr, path: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }
    let plain = Server::start(&[]).await;
    assert!(get(plain.address, "/").await.starts_with("HTTP/1.1 200"));
    assert!(get(plain.address, "/other").await.starts_with("HTTP/1.1 404"));
    let silent = Server::start(&["--serveUi=false"]).await;
    assert!(get(silent.address, "/").await.starts_with("HTTP/1.1 404"));

    let folder = tempfile::tempdir().unwrap();
    let ui = folder.path().join("ui");
    std::fs::create_dir_all(ui.join("a b")).unwrap();
    std::fs::write(ui.join("index.html"), "<p>hello").unwrap();
    std::fs::write(ui.join("a b/x, y.js"), "1;").unwrap();
    std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let server = Server::start(&[&format!("--uiPath={}", ui.display())]).await;
    let index = get(server.address, "/").await;
    assert!(index.contains("text/html") && index.ends_with("<p>hello"), "{index}");
    assert!(get(server.address, "/a%20b/x,%20y.js").await.ends_with("1;"));
    for path in ["/../secret.txt", "/%2e%2e/secret.txt", "/a%20b/../../secret.txt", "/none", "/%zz"] {
        assert!(get(server.address, path).await.starts_with("HTTP/1.1 4"), "{path}");
    }
}
