//! What the server answers, request by request.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod client;

use std::io::Write;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use client::toy::{WINDOWS, ended, reel_lines};
use client::{Client, json};
use http_body_util::BodyExt;
use serde_json::json;

const BOTS: &str = r#"{"game":"toy","seats":["house:a","house:b"]}"#;
const QUICK: &str = r#"{"game":"quick","seats":["house:a","house:b"]}"#;
const PERSON: &str = r#"{"game":"toy","seats":["human","house:b"]}"#;

#[tokio::test]
async fn a_match_is_begun_found_listed_watched_and_had() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let (status, created) = client.post("/api/matches", QUICK).await;
    assert_eq!(status, StatusCode::CREATED);
    let id = created["id"].as_str().unwrap();
    ended(&client.arena, &id.parse().unwrap()).await;
    let (status, card) = client.ask("GET", &format!("/api/matches/{id}"), None).await;
    assert_eq!((status, &card["state"], &card["windows"]), (StatusCode::OK, &json!("over"), &json!(WINDOWS)));
    let (_, list) = client.ask("GET", "/api/matches?limit=1&game=quick&state=over", None).await;
    assert_eq!((&list["matches"][0], &list["next"]), (&card, &json!(null)));
    let request = |path: String| Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
    let reel = client.send(request(format!("/api/matches/{id}/reel"))).await;
    assert_eq!(reel.headers()["content-type"], "application/x-ndjson");
    let reel = to_bytes(reel.into_body(), 1 << 24).await.unwrap();
    assert!(reel.starts_with(reel_lines(WINDOWS, None).concat().as_bytes()));
    for coding in ["gzip", "br"] {
        let request = Request::get(format!("/api/matches/{id}/reel")).header("host", "localhost");
        let packed =
            client.send(request.header("accept-encoding", coding).body(Body::empty()).unwrap()).await;
        assert_eq!(packed.headers()["content-encoding"], coding);
        assert!(to_bytes(packed.into_body(), 1 << 24).await.unwrap().len() < reel.len());
    }
    let trace = client.send(request(format!("/api/matches/{id}/trace"))).await;
    assert_eq!(
        trace.headers()["content-disposition"],
        format!("attachment; filename=\"{id}.trace\"").as_str()
    );
    assert!(to_bytes(trace.into_body(), 1 << 24).await.unwrap().ends_with(b"end\n"));
}

#[tokio::test]
async fn every_error_has_a_code_and_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let wrong = [
        ("GET", "/api/nothing", 404, "missing"),
        ("GET", "/api", 404, "missing"),
        ("GET", "/api/matches/nobody", 404, "missing"),
        ("GET", "/api/matches/..%2F..%2Fetc", 404, "missing"),
        ("DELETE", "/api/matches/nobody", 404, "missing"),
        ("PUT", "/api/matches", 405, "method"),
        ("DELETE", "/api/games", 405, "method"),
        ("GET", "/api/matches?limit=many", 400, "wrong"),
        ("GET", "/api/matches?limit=0", 400, "wrong"),
        ("GET", "/api/matches?colour=red", 400, "wrong"),
        ("GET", "/api/matches?state=halted", 400, "wrong"),
        ("GET", "/api/matches/nobody/reel?eyes=999", 400, "wrong"),
        ("GET", "/api/matches/nobody/hint", 400, "wrong"),
        ("GET", "/api/matches/nobody/play?seat=0", 426, "upgrade"),
        ("POST", "/api/matches", 415, "media-type"),
    ];
    for (method, path, status, code) in wrong {
        let (found, body) = client.ask(method, path, None).await;
        assert_eq!((found.as_u16(), &body["code"]), (status, &json!(code)), "{method} {path}: {body}");
        assert!(body["error"].as_str().unwrap().len() > 15, "{method} {path}: {body}");
    }
    let bodies = [
        ("no json", "wrong", "this is not JSON"),
        ("[]", "wrong", "order"),
        (r#"{"game":"toy"}"#, "wrong", "missing field `seats`"),
        (r#"{"game":"toy","seats":[],"colour":"red"}"#, "wrong", "unknown field `colour`"),
        (r#"{"game":"toy","seats":[],"seed":-1}"#, "wrong", "`seed` must be a whole number"),
        (r#"{"game":"toy","seats":["sh -c true"]}"#, "forbidden", "--bot"),
        (r#"{"resume":"nobody"}"#, "missing", "no match"),
        (r#"{"resume":"../x"}"#, "wrong", "no match"),
        (r#"{"game":"panic","seats":[]}"#, "trouble", "set up"),
    ];
    for (body, code, words) in bodies {
        let (_, answer) = client.post("/api/matches", body).await;
        assert_eq!(answer["code"], code, "{body}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(words), "{body}: {answer}");
    }
    let (status, answer) = client.post("/api/matches", " ".repeat(100 << 10)).await;
    assert_eq!((status.as_u16(), &answer["code"]), (413, &json!("too-large")));
}

#[tokio::test]
async fn a_panic_is_answered_and_the_next_request_too() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    client.toy.panic_next.store(true, std::sync::atomic::Ordering::Relaxed);
    let (status, answer) = client.ask("GET", "/api/games", None).await;
    assert_eq!((status.as_u16(), &answer["code"]), (500, &json!("trouble")));
    assert_eq!(client.ask("GET", "/api/games", None).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_body_is_limited_after_it_was_unpacked() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&vec![b' '; 200 << 20]).unwrap();
    let packed = packed.finish().unwrap();
    assert!(packed.len() < 300 << 10);
    for path in ["/api/matches", "/api/reel"] {
        let request =
            Request::post(path).header("host", "localhost").header("content-type", "application/json");
        let request = request.header("content-encoding", "gzip").body(Body::from(packed.clone())).unwrap();
        let (status, answer) = json(client.send(request).await).await;
        assert_eq!((status.as_u16(), &answer["code"]), (413, &json!("too-large")), "{path}");
    }
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(QUICK.as_bytes()).unwrap();
    let request =
        Request::post("/api/matches").header("host", "localhost").header("content-type", "application/json");
    let request =
        request.header("content-encoding", "gzip").body(Body::from(packed.finish().unwrap())).unwrap();
    assert_eq!(client.send(request).await.status(), StatusCode::CREATED);
}

#[tokio::test]
async fn only_names_of_this_server_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let status = async |host: Option<&str>| {
        let mut request = Request::get("/api/games");
        if let Some(host) = host {
            request = request.header("host", host);
        }
        client.send(request.body(Body::empty()).unwrap()).await.status().as_u16()
    };
    for host in ["localhost:7777", "127.0.0.1", "arena.example"] {
        assert_eq!(status(Some(host)).await, 200, "{host}");
    }
    for host in [Some("evil.example"), Some("arena.example.evil.example"), None] {
        assert_eq!(status(host).await, 421, "{host:?}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_can_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let status = async |name: &str, value: &str| {
        let request = Request::post("/api/matches").header("host", "localhost:7777").header(name, value);
        let request = request.header("content-type", "application/json").body(Body::from(QUICK)).unwrap();
        client.send(request).await.status().as_u16()
    };
    assert_eq!(status("origin", "http://localhost:7777").await, 201);
    assert_eq!(status("sec-fetch-site", "same-origin").await, 201);
    let foreign = [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")];
    for (name, value) in foreign {
        assert_eq!(status(name, value).await, 403, "{name}: {value}");
    }
}

#[tokio::test]
async fn the_owner_key_saves_cancels_and_deletes() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let (_, created) = client.post("/api/matches", PERSON).await;
    let (id, owner) = (created["id"].as_str().unwrap(), created["owner"].as_str());
    let seat = created["humans"][0]["key"].as_str();
    assert_eq!(client.ask("POST", &format!("/api/matches/{id}/save"), None).await.0, StatusCode::FORBIDDEN);
    assert_eq!(client.ask("POST", &format!("/api/matches/{id}/save"), seat).await.0, StatusCode::NO_CONTENT);
    let (_, card) = client.ask("GET", &format!("/api/matches/{id}"), None).await;
    assert_eq!((&card["state"], &card["reason"]), (&json!("paused"), &json!("it was saved")));
    let resume =
        Request::post("/api/matches").header("host", "localhost").header("content-type", "application/json");
    let resume = resume.header("authorization", format!("Bearer {}", owner.unwrap()));
    let (status, again) =
        json(client.send(resume.body(Body::from(format!(r#"{{"resume":"{id}"}}"#))).unwrap()).await).await;
    assert_eq!((status, &again["humans"]), (StatusCode::CREATED, &created["humans"]));
    assert_eq!(client.ask("POST", &format!("/api/matches/{id}/cancel"), seat).await.0, StatusCode::FORBIDDEN);
    assert_eq!(
        client.ask("POST", &format!("/api/matches/{id}/cancel"), owner).await.0,
        StatusCode::NO_CONTENT
    );
    assert_eq!(client.ask("DELETE", &format!("/api/matches/{id}"), seat).await.0, StatusCode::FORBIDDEN);
    assert_eq!(client.ask("DELETE", &format!("/api/matches/{id}"), owner).await.0, StatusCode::NO_CONTENT);
    assert_eq!(client.ask("GET", &format!("/api/matches/{id}"), owner).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_stranger_sees_neither_secrets_nor_seed_of_a_running_match() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let (_, created) = client.post("/api/matches", PERSON.replace("toy", "secret")).await;
    let id = created["id"].as_str().unwrap();
    for path in ["reel", "reel?eyes=0", "reel?eyes=1"] {
        let (status, answer) = client.ask("GET", &format!("/api/matches/{id}/{path}"), None).await;
        assert_eq!((status, &answer["code"]), (StatusCode::FORBIDDEN, &json!("forbidden")), "{path}");
    }
    assert_eq!(client.ask("GET", &format!("/api/matches/{id}/trace"), None).await.0, StatusCode::CONFLICT);
    let own = Request::get(format!("/api/matches/{id}/reel?eyes=0")).header("host", "localhost");
    let own =
        own.header("authorization", format!("Bearer {}", created["humans"][0]["key"].as_str().unwrap()));
    let mut own = client.send(own.body(Body::empty()).unwrap()).await.into_body();
    let opening = own.frame().await.unwrap().unwrap().into_data().unwrap();
    let opening: serde_json::Value = serde_json::from_slice(&opening).unwrap();
    assert_eq!((&opening["kind"], &opening["seed"]), (&json!("opening"), &json!("")));
}

#[tokio::test(start_paused = true)]
async fn a_quiet_reel_shows_now_and_then_that_it_is_alive() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let (_, created) = client.post("/api/matches", BOTS).await;
    let path = format!("/api/matches/{}/reel", created["id"].as_str().unwrap());
    let request = Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
    let mut reel = client.send(request).await.into_body();
    reel.frame().await.unwrap().unwrap();
    let began = tokio::time::Instant::now();
    let beat = reel.frame().await.unwrap().unwrap().into_data().unwrap();
    assert_eq!((&beat[..], began.elapsed().as_secs()), (b"\n" as &[u8], 15));
}

#[tokio::test]
async fn answers_are_compressed_and_a_live_line_is_not_held_back() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let (_, created) = client.post("/api/matches", BOTS).await;
    let path = format!("/api/matches/{}/reel", created["id"].as_str().unwrap());
    let request = Request::get(path).header("host", "localhost").header("accept-encoding", "gzip");
    let answer = client.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    let mut body = answer.into_body();
    let mut unpack = flate2::write::GzDecoder::new(Vec::new());
    let mut wait_for = async |wanted: &str| {
        while !String::from_utf8_lossy(unpack.get_ref()).ends_with(wanted) {
            let frame = tokio::time::timeout(Duration::from_secs(10), body.frame()).await.unwrap();
            unpack.write_all(&frame.unwrap().unwrap().into_data().unwrap()).unwrap();
            unpack.flush().unwrap();
        }
    };
    wait_for(&reel_lines(0, None)[0]).await;
    client.toy.poke.notify_one();
    wait_for(&reel_lines(1, None)[1]).await;
}

#[tokio::test]
async fn every_answer_has_a_number_and_headers_that_keep_it_safe() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    for path in ["/", "/api/games", "/api/nothing", "/assets/nothing.js"] {
        let request = Request::get(path).header("host", "localhost").header("x-request-id", "forged");
        let answer = client.send(request.body(Body::empty()).unwrap()).await;
        let header = |name: &str| answer.headers().get(name).map_or("", |value| value.to_str().unwrap());
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        assert!(header("x-request-id").len() == 16, "{path}: {}", header("x-request-id"));
    }
}

#[tokio::test]
async fn no_key_is_ever_logged() {
    let folder = tempfile::tempdir().unwrap();
    let log = Log::default();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let client = Client::open(folder.path()).await;
    let (_, created) = client.post("/api/matches", PERSON).await;
    let (id, owner) = (created["id"].as_str().unwrap(), created["owner"].as_str().unwrap());
    let seat = created["humans"][0]["key"].as_str().unwrap();
    client.ask("GET", &format!("/api/matches/{id}/hint?seat=0&key={seat}"), Some(seat)).await;
    client.ask("POST", &format!("/api/matches/{id}/save"), Some(seat)).await;
    client.ask("DELETE", &format!("/api/matches/{id}"), Some(owner)).await;
    let log = log.text();
    assert!(log.contains("a match has begun") && log.contains("request") && log.contains(id), "{log}");
    assert!(!log.contains(owner) && !log.contains(seat), "{log}");
}

#[derive(Clone, Default)]
struct Log(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl tracing_subscriber::fmt::MakeWriter<'_> for Log {
    type Writer = Log;
    fn make_writer(&self) -> Log {
        self.clone()
    }
}

/// Every route that `docs/server.md` lists is there, and every route that is there is listed.
#[tokio::test]
async fn the_page_about_the_server_lists_what_it_answers() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(folder.path()).await;
    let docs = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/server.md")).unwrap();
    let listed: Vec<(String, String)> = docs
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .filter_map(|(request, _)| {
            let (method, path) = request
                .replace("WebSocket ", "GET ")
                .split_once(' ')
                .map(|(m, p)| (m.to_owned(), p.to_owned()))?;
            let path = path.split(['?', '[']).next()?.to_owned();
            path.starts_with("/api").then_some((method, path))
        })
        .collect();
    let known: Vec<(String, String)> = meydan_server::ROUTES
        .iter()
        .map(|(method, path)| ((*method).to_owned(), (*path).to_owned()))
        .collect();
    assert_eq!(listed, known);
    for (method, path) in &known {
        let (status, answer) =
            client.ask(method, &path.replace("ID", "nobody").replace("CODE", "nobody"), None).await;
        assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        let unknown =
            status == StatusCode::NOT_FOUND && !answer["error"].as_str().unwrap().contains("nobody");
        assert!(!unknown, "{method} {path} is not there");
    }
    for (code, _) in docs
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .filter(|(code, _)| !code.contains(' '))
    {
        assert!(CODES.contains(&code), "`{code}` is not a code");
    }
    for code in CODES {
        assert!(docs.contains(&format!("| `{code}` | ")), "`{code}` is not explained");
    }
}

const CODES: &[&str] = &[
    "missing",
    "wrong",
    "forbidden",
    "busy",
    "conflict",
    "unseated",
    "too-large",
    "late",
    "trouble",
    "method",
    "media-type",
    "upgrade",
    "host",
];
