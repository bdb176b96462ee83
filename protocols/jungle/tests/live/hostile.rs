//! Clients that do what they should not: each gets its answer, and nobody else is harmed.

use crate::client::{Client, Played, Server, own, simple_actions};
use futures_util::{SinkExt, StreamExt};
use meydan_core::FaultKind;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::Message;

/// A match of a hostile Alpha and an honest Beta, who must get every tick and never read an error of the wrong kind.
async fn against<F, Fut>(flags: &[&str], ticks: usize, hostile: F) -> Played
where
    F: FnOnce(Client) -> Fut,
    Fut: Future<Output = ()>,
{
    let count = format!("--nbOfTicks={ticks}");
    let flags: Vec<&str> = flags.iter().copied().chain([count.as_str()]).collect();
    let server = Server::start(&flags).await;
    let alpha = Client::bot(server.address, "Alpha").await;
    let beta = Client::bot(server.address, "Beta").await;
    let (seen, ()) = tokio::join!(beta.play(), hostile(alpha));
    assert_eq!(seen.len(), ticks, "the honest bot gets every tick");
    for tick in &seen {
        let errors = own(tick)["errors"].to_string();
        assert!(!errors.contains("in time"), "the honest bot is never late: {errors}");
    }
    server.end().await
}

fn faults(played: &Played, kind: FaultKind) -> usize {
    played.faults.iter().filter(|fault| fault.kind == kind && fault.seat.0 == 0).count()
}

/// The errors Alpha reads after answering tick 0 with a frame.
async fn errors_after(frame: impl FnOnce(&Value) -> Message) -> Vec<Value> {
    let mut errors = Vec::new();
    let out = &mut errors;
    let played = against(&[], 2, |mut alpha| async move {
        let tick = alpha.tick().await;
        alpha.socket.send(frame(&tick)).await.unwrap();
        let tick = alpha.tick().await;
        out.extend(own(&tick)["errors"].as_array().unwrap().clone());
        alpha.answer(&tick, json!([])).await;
        assert_eq!(alpha.next().await, None);
    })
    .await;
    assert_eq!(faults(&played, FaultKind::Rejected), errors.len(), "what was refused is told at the end too");
    errors
}

#[tokio::test]
async fn of_many_commands_for_a_tick_the_first_counts() {
    let played = against(&[], 12, |mut alpha| async move {
        while let Some(tick) = alpha.next().await {
            alpha.answer(&tick, simple_actions(&tick)).await;
            for _ in 0..50 {
                alpha.answer(&tick, json!([null])).await;
            }
            assert_eq!(own(&tick)["errors"].as_array().unwrap().len(), 0, "only the first was carried out");
        }
    })
    .await;
    assert_eq!(faults(&played, FaultKind::Timeout), 0);
}

#[tokio::test]
async fn a_flood_is_cut_off() {
    let played = against(&[], 40, |mut alpha| async move {
        let tick = alpha.tick().await;
        // Until the server has had enough.
        let command = json!({"type": "COMMAND", "tick": 999, "actions": [tick]}).to_string();
        while alpha.socket.send(Message::text(command.as_str())).await.is_ok() {}
    })
    .await;
    assert_eq!(faults(&played, FaultKind::Flood), 1);
}

#[tokio::test]
async fn foreign_units_and_second_orders_are_errors_of_the_sender() {
    let unit = |id: &str, action: &str| json!({"type": "UNIT", "unitId": id, "action": action, "target": {"x": 1, "y": 1}});
    let actions = json!([unit("3", "SPAWN"), unit("1", "SPAWN"), unit("1", "MOVE"), unit("2", "MOVE")]);
    let errors = errors_after(|_| {
        Message::text(json!({"type": "COMMAND", "tick": 0, "actions": actions}).to_string())
    })
    .await;
    assert_eq!(
        errors,
        [
            "[object Object] Unit 3 doesn't exists!",
            "[object Object] Unit (id: 1|position: {\"x\":1,\"y\":1})) already received a command!",
            "(id: 2|position: notSpawned)) Unit is dead!",
        ]
    );
}

#[tokio::test]
async fn numbers_as_unit_ids_are_ordinary_errors() {
    let text = r#"{"type":"COMMAND","tick":0,"actions":[{"type":"UNIT","unitId":1,"action":"NONE"}]}"#;
    assert_eq!(errors_after(|_| Message::text(text)).await, ["[object Object] Unit 1 doesn't exists!"]);
}

#[tokio::test]
async fn binary_frames_with_json_are_read() {
    let bytes = br#"{"type":"COMMAND","tick":0,"actions":[5]}"#.to_vec();
    assert_eq!(errors_after(|_| Message::binary(bytes)).await, ["5 Action type undefined is invalid!"]);
}

#[tokio::test]
async fn a_command_with_absurdly_many_orders_does_not_count() {
    let played = against(&[], 2, |mut alpha| async move {
        let tick = alpha.tick().await;
        alpha.answer(&tick, Value::Array(vec![Value::Null; 5000])).await;
        // There is still time for a sensible one.
        alpha.answer(&tick, json!([])).await;
        let tick = alpha.tick().await;
        assert_eq!(own(&tick)["errors"].as_array().unwrap().len(), 0);
        alpha.answer(&tick, json!([])).await;
    })
    .await;
    assert_eq!(faults(&played, FaultKind::Rejected), 1);
}

#[tokio::test]
async fn a_giant_frame_is_cut_off() {
    for frame in [Message::text("x".repeat(3 << 20)), Message::binary(vec![b' '; 3 << 20])] {
        let played = against(&[], 20, |mut alpha| async move {
            alpha.tick().await;
            // The server may hang up before it has read all of it.
            let _ = alpha.socket.send(frame).await;
            while let Some(Ok(_)) = alpha.socket.next().await {}
        })
        .await;
        assert_eq!(faults(&played, FaultKind::Gone), 1);
    }
}

#[tokio::test]
async fn what_is_not_json_is_cut_off() {
    for text in ["hello", "{\"type\":\"COMMAND\"", ""] {
        let played = against(&[], 5, |mut alpha| async move {
            alpha.tick().await;
            alpha.text(text).await;
            assert_eq!(alpha.next().await, None, "{text:?}");
        })
        .await;
        assert_eq!(faults(&played, FaultKind::Garbage), 1);
    }
}

#[tokio::test]
async fn json_that_means_nothing_is_ignored() {
    against(&[], 5, |mut alpha| async move {
        while let Some(tick) = alpha.next().await {
            for text in [
                "null",
                "5",
                "[]",
                "\"COMMAND\"",
                "{}",
                r#"{"type":null}"#,
                r#"{"type":"DANCE"}"#,
                r#"{"type":"VIEWER"}"#,
                r#"{"type":"COMMAND"}"#,
                r#"{"type":"COMMAND","tick":"0","actions":[]}"#,
                r#"{"type":"COMMAND","tick":999,"actions":[]}"#,
                r#"{"type":"COMMAND","tick":-1,"actions":[]}"#,
            ] {
                alpha.text(text).await;
            }
            assert_eq!(tick["type"], "TICK", "a bot gets nothing but ticks");
            assert_eq!(own(&tick)["errors"].as_array().unwrap().len(), 0);
            alpha.answer(&tick, json!([])).await;
        }
    })
    .await;
}

#[tokio::test]
async fn before_the_match_only_the_first_registration_counts() {
    let server = Server::start(&["--nbOfTicks=2"]).await;
    let mut alpha = Client::connect(server.address).await;
    for text in ["null", r#"{"type":"COMMAND","tick":0,"actions":[]}"#, r#"{"type":"DANCE"}"#] {
        alpha.text(text).await;
    }
    alpha.send(json!({"type": "REGISTER", "teamName": "Alpha"})).await;
    alpha.send(json!({"type": "REGISTER", "teamName": "Again"})).await;
    alpha.send(json!({"type": "COMMAND", "tick": 0, "actions": [null]})).await;
    // A ping is answered after all that was sent before it has been heard.
    alpha.socket.send(Message::Ping(Vec::new().into())).await.unwrap();
    assert!(matches!(alpha.socket.next().await, Some(Ok(Message::Pong(_)))));
    let beta = Client::bot(server.address, "Beta").await;
    let (alpha, _) = tokio::join!(alpha.play(), beta.play());
    let names: Vec<&Value> = alpha[0]["teams"].as_array().unwrap().iter().map(|team| &team["name"]).collect();
    assert_eq!(names, ["Alpha", "Beta"]);
    assert_eq!(own(&alpha[1])["errors"].as_array().unwrap().len(), 0, "the early command was not kept");
    server.end().await;
}

#[tokio::test]
async fn registering_during_the_match_closes_the_socket() {
    let played = against(&[], 5, |mut alpha| async move {
        alpha.tick().await;
        alpha.send(json!({"type": "REGISTER", "teamName": "Alpha"})).await;
        assert_eq!(alpha.next().await, None);
    })
    .await;
    assert_eq!(faults(&played, FaultKind::Garbage), 1);
}

#[tokio::test]
async fn a_bot_that_comes_back_is_turned_away() {
    let server = Server::start(&["--nbOfTicks=12"]).await;
    let mut alpha = Client::bot(server.address, "Alpha").await;
    let mut beta = Client::bot(server.address, "Beta").await;
    alpha.tick().await;
    drop(alpha);
    let tick = beta.tick().await;
    let mut again = Client::bot(server.address, "Alpha").await;
    assert_eq!(again.next().await, None);
    assert!(
        server.noted().iter().any(|line| line.contains("Game already running of completed, can't add team"))
    );
    beta.answer(&tick, json!([])).await;
    assert_eq!(beta.play().await.len(), 11);
    server.end().await;
}

#[tokio::test]
async fn a_socket_that_never_says_what_it_is_is_closed() {
    let server = Server::start(&["--registerTimeoutMs=50"]).await;
    let mut mute = Client::connect(server.address).await;
    assert_eq!(mute.next().await, None);
    // A viewer is not closed by that clock, and may say what it likes.
    let mut viewer = Client::connect(server.address).await;
    viewer.send(json!({"type": "VIEWER"})).await;
    assert_eq!(viewer.next().await.unwrap()["type"], "message");
    viewer.text("hello").await;
    viewer.send(json!({"type": "REGISTER", "teamName": "Viewer"})).await;
    let mut mute = Client::connect(server.address).await;
    assert_eq!(mute.next().await, None, "the clock of another socket has run out meanwhile");
    viewer.socket.send(Message::Ping(Vec::new().into())).await.unwrap();
    assert!(matches!(viewer.socket.next().await, Some(Ok(Message::Pong(_)))));
}

#[tokio::test]
async fn half_a_frame_is_silence() {
    let played = against(&["--timePerTickMs=200"], 14, |mut alpha| async move {
        for _ in 0..10 {
            let tick = alpha.tick().await;
            alpha.answer(&tick, json!([])).await;
        }
        alpha.tick().await;
        // The header of a masked text frame of 100 bytes, and ten of them.
        let MaybeTlsStream::Plain(stream) = alpha.socket.get_mut() else { panic!("a plain socket") };
        stream.write_all(&[0x81, 0x80 | 100, 1, 2, 3, 4]).await.unwrap();
        stream.write_all(&[0; 10]).await.unwrap();
        while alpha.next().await.is_some() {}
    })
    .await;
    assert_eq!(faults(&played, FaultKind::Timeout), 4);
}

/// Answers for a bot that never reads, so that its own ticks pile up, with errors that are as long as a command can be.
async fn answer_blindly(alpha: &mut Client, tick: usize) {
    let long = "x".repeat(900_000);
    let text =
        format!(r#"{{"type":"COMMAND","tick":{tick},"actions":[{{"type":"UNIT","action":"{long}"}}]}}"#);
    // Once it is cut off nothing can be sent any more.
    let _ = alpha.socket.feed(Message::text(text)).await;
    let _ = alpha.socket.flush().await;
}

#[tokio::test]
async fn clients_that_stop_reading_are_cut_off_and_delay_nobody() {
    const TICKS: usize = 60;
    let server = Server::start(&[&format!("--nbOfTicks={TICKS}")]).await;
    let mut viewer = Client::connect(server.address).await;
    viewer.send(json!({"type": "VIEWER"})).await;
    assert_eq!(viewer.next().await.unwrap()["type"], "message");
    let mut alpha = Client::bot(server.address, "Alpha").await;
    let mut beta = Client::bot(server.address, "Beta").await;
    // Neither the viewer nor Alpha reads anything from here on. Alpha answers, as long as it may, what Beta hears.
    for i in 0..TICKS {
        let tick = beta.tick().await;
        assert_eq!(tick["tick"], i);
        answer_blindly(&mut alpha, i).await;
        beta.answer(&tick, json!([])).await;
    }
    assert_eq!(beta.next().await, None);
    let played = server.end().await;
    assert_eq!(faults(&played, FaultKind::Gone), 1, "{:?}", played.faults);
}
