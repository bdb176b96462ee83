//! Rooms, request by request.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod client;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use client::{Client, json};
use http_body_util::BodyExt;
use serde_json::{Value, json};

const NEW: &str = r#"{"name":"ada","wish":{"game":"quick"},"seats":2}"#;

async fn act(client: &Client, path: &str, key: &str, deed: &Value) -> (u16, Value) {
    let request = Request::post(path).header("host", "localhost").header("content-type", "application/json");
    let request = request.header("authorization", format!("Bearer {key}"));
    let (status, value) = json(client.send(request.body(Body::from(deed.to_string())).unwrap()).await).await;
    (status.as_u16(), value)
}

/// The next line of a feed that says something.
async fn line(feed: &mut Body) -> Value {
    let mut text = Vec::new();
    while !text.ends_with(b"\n") || text.trim_ascii().is_empty() {
        text.extend(feed.frame().await.unwrap().unwrap().into_data().unwrap());
    }
    serde_json::from_slice(text.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).unwrap()).unwrap()
}

#[tokio::test]
async fn a_room_is_opened_entered_followed_played_in_and_closed() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let (status, ada) = client.post("/api/rooms", NEW).await;
    assert_eq!(status, StatusCode::CREATED);
    let (code, owner) = (ada["code"].as_str().unwrap(), ada["key"].as_str().unwrap());
    let path = format!("/api/rooms/{code}");
    let (status, bob) = client.post(&format!("{path}/people"), r#"{"name":"bob"}"#).await;
    assert_eq!(status, StatusCode::CREATED);
    let key = bob["key"].as_str().unwrap();
    let request = Request::get(format!("{path}/feed")).header("host", "localhost");
    let request = request.header("authorization", format!("Bearer {key}")).body(Body::empty()).unwrap();
    let answer = client.send(request).await;
    assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
    let mut feed = answer.into_body();
    let card = line(&mut feed).await;
    assert_eq!(
        (&card["you"], &card["people"][1]["here"], &card["watching"]),
        (&json!(1), &json!(true), &json!(1))
    );
    for (key, deed) in [
        (owner, json!({"do": "put", "seat": 0, "house": "a"})),
        (key, json!({"do": "sit", "seat": 1})),
        (key, json!({"do": "say", "text": "hello"})),
    ] {
        let (status, answer) = act(&client, &path, key, &deed).await;
        assert_eq!(status, 200, "{deed}: {answer}");
    }
    let mut card = line(&mut feed).await;
    while card["chat"]["said"].as_array().unwrap().is_empty() {
        card = line(&mut feed).await;
    }
    assert_eq!(card["seats"], json!([{"house": "a"}, {"person": 1}]));
    assert_eq!(act(&client, &path, key, &json!({"do": "start"})).await.0, 200);
    while card["played"].as_array().unwrap().is_empty() {
        card = line(&mut feed).await;
        assert_eq!(card["chat"]["said"], json!([]), "what was told is not told again");
    }
    assert_eq!(card["current"]["state"], "over");
    // However the code is typed, it is the same room.
    let (status, card) = client.ask("GET", &format!("/api/rooms/{}", code.to_uppercase()), None).await;
    assert_eq!((status, &card["you"], &card["chat"]["said"]), (StatusCode::OK, &json!(null), &json!([])));
    assert_eq!(client.ask("DELETE", &path, Some(key)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(client.ask("DELETE", &path, Some(owner)).await.0, StatusCode::NO_CONTENT);
    while feed.frame().await.is_some() {}
    let (status, answer) = client.ask("GET", &path, Some(owner)).await;
    assert_eq!((status, answer["error"].as_str().unwrap().contains(code)), (StatusCode::NOT_FOUND, true));
}

#[tokio::test]
async fn what_is_not_a_deed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let (_, ada) = client.post("/api/rooms", NEW).await;
    let path = format!("/api/rooms/{}", ada["code"].as_str().unwrap());
    let key = ada["key"].as_str().unwrap();
    for deed in [
        json!({}),
        json!([]),
        json!({"do": "fly"}),
        json!({"do": "sit"}),
        json!({"do": "sit", "seat": 256}),
        json!({"do": "sit", "seat": -1}),
        json!({"do": "sit", "seat": 0, "more": 1}),
        json!({"do": "say", "text": ["a"]}),
        json!({"do": "say", "text": "x".repeat(301)}),
        json!({"do": "choose", "wish": {"game": "toy", "map_file": "/etc/passwd"}, "seats": 2}),
        json!({"do": "choose", "wish": {"game": "toy", "clock": {"turn_s": 1, "bank_s": 0}}, "seats": 2}),
    ] {
        let (status, answer) = act(&client, &path, key, &deed).await;
        assert_eq!((status, &answer["code"]), (400, &json!("wrong")), "{deed}: {answer}");
    }
    let (status, _) = act(&client, &path, "nonsense", &json!({"do": "say", "text": "x"})).await;
    assert_eq!(status, 403);
    let (status, _) = act(&client, &path, key, &json!({"do": "say", "text": "x".repeat(100 << 10)})).await;
    assert_eq!(status, 413);
    for body in
        [r#"{"name":"ada","seats":2}"#, r#"{"name":"ada","wish":{"game":"toy"},"seats":2,"owner":"x"}"#]
    {
        assert_eq!(client.post("/api/rooms", body).await.0, StatusCode::BAD_REQUEST, "{body}");
    }
    let card = client.ask("GET", &path, Some(key)).await.1;
    assert_eq!((&card["seats"], &card["chat"]["said"]), (&json!(["free", "free"]), &json!([])));
}
