//! A worker that meets an arena of another version.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_league::store::{JobKind, WorkerId};
use meydan_league::{Error, Task, Tasks, Wish, Work};
use meydan_remote::Remote;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A task as an arena gives it: a match of a house bot against something.
fn card(against: Value) -> Value {
    let id = WorkerId::fresh().to_string();
    json!({
        "lease": {
            "attempt": 3,
            "job": {
                "id": id, "kind": "match", "subject": id, "state": "running", "priority": 1, "attempt": 3, "tries": 1, "not_before": 0,
                "lease_until": 30_000, "worker": id, "created": 0, "ended": null, "error": null,
            },
        },
        "work": { "match": {
            "id": id,
            "attempt": 2,
            "plan": { "game": "toy", "ruleset": "document", "map": "hill", "seed": 7, "time": {}, "sides": [] },
            "sides": [{ "name": "random", "what": { "house": "random" } }, { "name": "other", "what": against }],
        } },
    })
}

/// Hears one question and answers it.
async fn answered(arena: &TcpListener, answer: &str) -> (String, Value) {
    let (mut link, _): (TcpStream, _) = arena.accept().await.unwrap();
    let (mut heard, mut buffer) = (Vec::new(), [0; 4096]);
    let (head, body) = loop {
        let count = link.read(&mut buffer).await.unwrap();
        heard.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&heard).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
        if body.len() >= length.parse().unwrap() {
            break (head.to_owned(), body.to_owned());
        }
    };
    let answer =
        format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{answer}", answer.len());
    link.write_all(answer.as_bytes()).await.unwrap();
    (head.lines().next().unwrap().to_owned(), serde_json::from_str(&body).unwrap_or(Value::Null))
}

/// A worker that takes a task at an arena.
async fn takes() -> (TcpListener, JoinHandle<Result<Option<Task>, Error>>) {
    let arena = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let remote = Remote::new(&format!("http://{}", arena.local_addr().unwrap()), "mw_x", None).unwrap();
    let kinds = vec![JobKind::Match];
    let wish = Wish { worker: WorkerId::fresh(), kinds, walls: true, lacks: Vec::new(), doing: Vec::new() };
    (arena, tokio::spawn(async move { remote.take(&wish).await }))
}

#[tokio::test]
async fn what_a_newer_arena_says_more_is_passed_over() {
    let (arena, taking) = takes().await;
    let mut card = card(json!({ "house": "greedy" }));
    card["later"] = json!(1);
    card["lease"]["later"] = json!({});
    card["lease"]["job"]["later"] = json!([]);
    card["work"]["match"]["later"] = json!({ "x": 1 });
    card["work"]["match"]["plan"]["later"] = json!("x");
    card["work"]["match"]["plan"]["time"]["later"] = json!(5);
    card["work"]["match"]["sides"][0]["later"] = json!(true);
    answered(&arena, &card.to_string()).await;
    let task = taking.await.unwrap().unwrap().unwrap();
    assert_eq!(task.lease.attempt(), 3);
    assert!(matches!(task.work, Work::Match(work) if work.sides.len() == 2));
}

#[tokio::test]
async fn a_task_that_is_not_understood_is_given_up_aloud() {
    let (arena, taking) = takes().await;
    let card = card(json!({ "swarm": { "of": 12 } }));
    answered(&arena, &card.to_string()).await;
    let (line, told) = answered(&arena, r#"{"taken":true}"#).await;
    let job = card["lease"]["job"]["id"].as_str().unwrap();
    assert_eq!(line, format!("POST /api/v1/worker/tasks/{job}/3/done HTTP/1.1"));
    let reason = told["done"]["trouble"]["reason"].as_str().unwrap();
    assert!(reason.contains("swarm") && reason.contains("older than the arena"), "{reason}");
    assert!(taking.await.unwrap().is_err());
}
