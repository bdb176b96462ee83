//! Clients that cheat, lie, flood, hang and die. Each gets the right answer or the rule's default, and the other
//! players notice nothing.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod standin;

use std::net::SocketAddr;

use meydan_core::FaultKind;
use standin::{Client, HANGS, Kit, Played, Server, idle_bot, post, send};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Two turns for each: one placement, one turn of the main phase.
const SHORT: &[(&str, &str)] =
    &[("initial_troop", "1"), ("number_of_turns", "6"), ("minimum_number_of_turns", "6")];
/// Limits under which a turn that runs to its end does not make the test long.
const QUICK: &[(&str, &str)] = &[("init_time", "1"), ("turn_time", "1"), ("timeout", "0.5")];

/// A match in which players 1 and 2 are well behaved.
struct Scene {
    address: SocketAddr,
    good: Vec<JoinHandle<Client>>,
    match_: JoinHandle<Result<Played, tokio::time::error::Elapsed>>,
}

impl Scene {
    /// Opens the match; the client is player 0, ready and not yet called.
    async fn open(flags: &[(&str, &str)]) -> (Scene, Client) {
        let server = Server::open("official", &[0, 1, 2], SHORT, flags, None).await;
        let address = server.address;
        let match_ = tokio::spawn(timeout(HANGS, server.play([None, None, None])));
        let hostile = Client::login(address, Kit::Python, "h").await;
        let mut good = Vec::new();
        for secret in ["1", "2"] {
            let client = Client::login(address, Kit::Python, secret).await;
            client.ready().await;
            good.push(client);
        }
        hostile.ready().await;
        let good = good.into_iter().map(|client| tokio::spawn(client.play())).collect();
        (Scene { address, good, match_ }, hostile)
    }

    /// The match ended by its length, and the others had every one of their turns without a fault.
    async fn others_noticed_nothing(self) -> Played {
        let played = self.match_.await.unwrap().unwrap();
        assert_eq!(played.report.windows, 6);
        for client in self.good {
            let calls = client.await.unwrap().calls;
            assert_eq!(
                calls,
                ["/init", "/end", "/turn", "/end", "/kill"],
                "each of the others had its turns"
            );
        }
        let others = played.report.faults.iter().filter(|fault| fault.seat.0 != 0);
        assert_eq!(others.collect::<Vec<_>>().len(), 0, "{:?}", played.report.faults);
        played
    }
}

/// Plays the rest of a match as it should be.
async fn behave(mut client: Client) {
    // A call may be under way already.
    loop {
        match client.called().await.as_str() {
            "/init" => client.place().await,
            "/turn" => client.turn().await,
            "/kill" => return,
            _ => {}
        }
    }
}

#[tokio::test]
async fn lies_get_the_answers_of_the_original() {
    let (scene, mut client) = Scene::open(&[]).await;
    assert_eq!(client.called().await, "/init");
    let error =
        |(status, body): (u16, serde_json::Value)| (status, body["error"].as_str().unwrap().to_owned());
    let integer = "node_id is not valid it should be integer";
    for (node, text) in [
        ("12", "node_id is not valid"),
        ("-1", "node_id is not valid"),
        ("99999999999999999999999999999999999999", "node_id is not valid"),
        ("-99999999999999999999999999999999999999", "node_id is not valid"),
        ("NaN", integer),
        ("1e1", integer),
        ("", integer),
        ("0x1", integer),
    ] {
        assert_eq!(
            error(client.post("/put_one_troop", &[("node_id", node)]).await),
            (400, text.into()),
            "{node}"
        );
    }
    assert_eq!(error(client.post("/put_one_troop", &[]).await), (400, "node_id is not provided".into()));

    // Other content types carry no fields.
    for kind in ["application/json", "text/plain", "multipart/form-data", "application/octet-stream"] {
        let body = "node_id=0";
        let request = format!(
            "POST /put_one_troop HTTP/1.1\r\nHost: h\r\nx-access-token: {}\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            client.token,
            body.len()
        );
        let (status, answer) = send(scene.address, request.as_bytes()).await.unwrap();
        assert_eq!((status, answer.as_str()), (400, "{\"error\":\"node_id is not provided\"}\n"), "{kind}");
    }

    // Foreign tokens, and none.
    for (token, status, text) in [
        (None, 401, "Token is missing!"),
        (Some(""), 401, "Token is missing!"),
        (Some("S0"), 401, "Token is invalid!"),
        (Some("eyJhbGciOiJIUzI1NiJ9.eyJwbGF5ZXJfaWQiOjF9.x"), 401, "Token is invalid!"),
    ] {
        let request = post("/put_one_troop", token, Kit::Python, &[("node_id", "0")]);
        let answer = send(scene.address, request.as_bytes()).await.unwrap();
        assert_eq!(answer, (status, format!("{{\"error\":\"{text}\"}}\n")), "{token:?}");
    }
    let (status, body) =
        send(scene.address, post("/login", None, Kit::Python, &[("token", "9")]).as_bytes()).await.unwrap();
    assert_eq!((status, body.as_str()), (403, "{\"error\":\"game players is full\"}\n"));

    let (status, body) =
        send(scene.address, post("/login", None, Kit::Python, &[]).as_bytes()).await.unwrap();
    assert_eq!(
        (status, body.as_str()),
        (400, "{\"error\":\"token not found\"}\n"),
        "looked at before the seats"
    );

    // Paths and methods that do not exist.
    for (line, status) in [
        ("GET /nothing", 404),
        ("GET /get_owners/", 404),
        ("GET //", 404),
        ("GET /put_one_troop", 405),
        ("DELETE /get_owners", 405),
        ("BREW /ready", 405),
        ("HEAD /", 200),
        ("OPTIONS /attack", 200),
    ] {
        let request = format!("{line} HTTP/1.1\r\nHost: h\r\n\r\n");
        assert_eq!(send(scene.address, request.as_bytes()).await.unwrap().0, status, "{line}");
    }
    assert_eq!(send(scene.address, b"\x16\x03\x01 this is no HTTP\r\n\r\n").await.unwrap().0, 400);

    // Nothing of it has changed anything: the turn is still there.
    client.place().await;
    while client.called().await != "/turn" {
        if client.calls.last().is_some_and(|call| call == "/init") {
            client.place().await;
        }
    }
    let put = |number: &'static str| [("node_id", "0"), ("number_of_troops", number)];
    let own = client.get("/get_owners").await.1;
    assert_eq!(own["1"], 1, "player 1 had the first turn");
    let positive = "number_of_troops should be positive";
    let (_, owners) = client.get("/get_owners").await;
    let mine = owners.as_object().unwrap().iter().find(|(_, owner)| **owner == 0).unwrap().0.clone();
    for (number, text) in [
        ("-1", positive),
        ("0", positive),
        ("-99999999999999999999999", positive),
        ("99999999999999999999999", "You do not have enough troops to place"),
        ("inf", "number_of_troops is not valid it should be integer"),
    ] {
        let fields = [("node_id", mine.as_str()), put(number)[1]];
        assert_eq!(error(client.post("/put_troop", &fields).await), (400, text.into()), "{number}");
    }
    client.turn().await;
    let hostile = tokio::spawn(behave(client));
    scene.others_noticed_nothing().await;
    hostile.await.unwrap();
}

#[tokio::test]
async fn nobody_acts_in_another_players_turn() {
    let server = Server::open("official", &[0, 1, 2], SHORT, &[], None).await;
    let address = server.address;
    let match_ = tokio::spawn(timeout(HANGS, server.play([None, None, None])));
    let mut clients = Vec::new();
    for secret in ["0", "1", "2"] {
        clients.push(Client::login(address, Kit::Python, secret).await);
    }
    let (status, body) = clients[0].get("/get_owners").await;
    assert_eq!((status, body["error"].as_str()), (400, Some("The game didn't start yet")));
    for client in &clients {
        client.ready().await;
    }
    assert_eq!(clients[1].called().await, "/init", "player 1 has the first turn");
    for other in [0, 2] {
        let client = &clients[other];
        for path in ["/get_owners", "/get_state", "/next_state", "/get_adj", "/get_number_of_troops_to_put"] {
            let (status, body) = client.get(path).await;
            assert_eq!((status, body["error"].as_str()), (403, Some("It's not your turn")), "{path}");
        }
        for path in
            ["/put_one_troop", "/put_troop", "/attack", "/move_troop", "/fort", "/printer", "/get_reachable"]
        {
            let (status, body) = client.post(path, &[("node_id", "0"), ("text", "x")]).await;
            assert_eq!((status, body["error"].as_str()), (403, Some("It's not your turn")), "{path}");
        }
    }
    let (_, owners) = clients[1].get("/get_owners").await;
    assert!(owners.as_object().unwrap().values().all(|owner| *owner == -1), "nothing has happened");
    assert_eq!(clients[1].get("/get_state").await.1["state"], 1);
    clients[1].place().await;
    let playing: Vec<_> = clients.into_iter().map(|client| tokio::spawn(behave(client))).collect();
    assert_eq!(match_.await.unwrap().unwrap().report.faults, []);
    for client in playing {
        client.await.unwrap();
    }
}

#[tokio::test]
async fn a_body_of_ten_megabytes_is_refused_and_costs_nobody_anything() {
    let (scene, mut client) = Scene::open(&[]).await;
    assert_eq!(client.called().await, "/init");
    let token = client.token.clone();
    let head = format!(
        "POST /put_one_troop HTTP/1.1\r\nHost: h\r\nx-access-token: {token}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000000\r\n\r\nnode_id="
    );
    let mut stream = TcpStream::connect(scene.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    // The server may cut the connection at any time from here on.
    let digits = vec![b'0'; 1 << 16];
    for _ in 0..160 {
        if stream.write_all(&digits).await.is_err() {
            break;
        }
    }
    // The same without saying how long it is.
    let chunked = format!(
        "POST /put_one_troop HTTP/1.1\r\nHost: h\r\nx-access-token: {token}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let mut stream = TcpStream::connect(scene.address).await.unwrap();
    stream.write_all(chunked.as_bytes()).await.unwrap();
    for _ in 0..160 {
        let chunk = [format!("{:x}\r\n", digits.len()).as_bytes(), &digits, b"\r\n"].concat();
        if stream.write_all(&chunk).await.is_err() {
            break;
        }
    }
    client.place().await;
    let hostile = tokio::spawn(behave(client));
    scene.others_noticed_nothing().await;
    hostile.await.unwrap();
}

#[tokio::test]
async fn heads_without_end_are_refused() {
    let (scene, client) = Scene::open(&[]).await;
    for head in ["X: 1\r\n".repeat(100), format!("X: {}\r\n", "y".repeat(100_000))] {
        let request = format!("GET /get_owners HTTP/1.1\r\nHost: h\r\n{head}\r\n");
        let (status, _) = send(scene.address, request.as_bytes()).await.unwrap();
        assert_eq!(status, 431);
    }
    let hostile = tokio::spawn(behave(client));
    scene.others_noticed_nothing().await;
    hostile.await.unwrap();
}

#[tokio::test]
async fn connections_held_open_cost_nobody_an_answer() {
    let (scene, client) = Scene::open(&[]).await;
    let mut held = Vec::new();
    for i in 0..400 {
        let mut stream = TcpStream::connect(scene.address).await.unwrap();
        let start: &[u8] = match i % 3 {
            0 => b"",
            1 => b"GET /get_owners HTT",
            _ => b"POST /attack HTTP/1.1\r\nHost: h\r\nContent-Length: 50\r\n\r\nattacking_id=",
        };
        let _ = stream.write_all(start).await;
        held.push(stream);
    }
    let hostile = tokio::spawn(behave(client));
    let played = scene.others_noticed_nothing().await;
    assert_eq!(played.report.faults, [], "not even the one who did it");
    hostile.await.unwrap();
    drop(played);
    for mut stream in held {
        // Nothing is left open when the lobby is gone; a broken connection will do.
        let _ = timeout(HANGS, stream.read_to_end(&mut Vec::new())).await.expect("it is closed");
    }
}

#[tokio::test]
async fn a_client_that_does_not_listen_only_loses_its_time() {
    let (scene, client) = Scene::open(QUICK).await;
    drop(client);
    let played = scene.others_noticed_nothing().await;
    let kinds = |kind| played.report.faults.iter().filter(|fault| fault.kind == kind).count();
    assert_eq!(kinds(FaultKind::Timeout), 2, "every turn of it ran to the limit: {:?}", played.report.faults);
    assert_eq!(kinds(FaultKind::Gone), 4, "and no call of a turn's begin or end was answered");
}

#[tokio::test]
async fn a_client_that_never_answers_its_calls_only_loses_its_time() {
    let (scene, mut client) = Scene::open(QUICK).await;
    let listener = client.listener.take().unwrap();
    let silent = tokio::spawn(async move {
        let mut held = Vec::new();
        loop {
            held.push(listener.accept().await);
        }
    });
    let played = scene.others_noticed_nothing().await;
    assert!(played.report.faults.iter().any(|fault| fault.text.contains("no answer in time")));
    silent.abort();
}

#[tokio::test]
async fn a_client_that_dies_in_the_middle_of_a_turn_only_loses_its_time() {
    let (scene, mut client) = Scene::open(QUICK).await;
    assert_eq!(client.called().await, "/init");
    assert_eq!(client.post("/put_one_troop", &[("node_id", "5")]).await.0, 200);
    drop(client);
    let played = scene.others_noticed_nothing().await;
    assert!(played.report.outcome.as_ref().unwrap().standings[0].score > 0, "what it did stays");
    let late = played.report.faults.iter().filter(|fault| fault.kind == FaultKind::Timeout);
    assert_eq!(late.count(), 2, "{:?}", played.report.faults);
}

#[tokio::test]
async fn a_client_that_answers_calls_with_garbage_plays_on() {
    let server = Server::open("official", &[0], SHORT, &[], None).await;
    let address = server.address;
    let match_ = tokio::spawn(timeout(HANGS, server.play([None, Some(idle_bot()), Some(idle_bot())])));
    let mut client = Client::login(address, Kit::Python, "s").await;
    let listener = client.listener.take().unwrap();
    client.ready().await;
    let garbage = tokio::spawn(async move {
        let mut turns = 0;
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"\xff\xfe what?\r\n\r\n").await;
            drop(stream);
            // Whatever it was called for, it finishes its turn if it has one.
            while client.get("/next_state").await.0 == 200 && client.get("/get_state").await.1["state"] != 5 {
            }
            turns += 1;
            if turns == 5 {
                break;
            }
        }
    });
    let played = match_.await.unwrap().unwrap();
    assert_eq!(played.report.windows, 6);
    assert!(played.report.faults.iter().any(|fault| fault.seat.0 == 0 && fault.text.contains("not HTTP")));
    garbage.abort();
}

#[tokio::test]
async fn a_secret_that_does_not_fit_a_header_cannot_inject_one() {
    let server = Server::open("official", &[0], SHORT, QUICK, None).await;
    let address = server.address;
    let match_ = tokio::spawn(timeout(HANGS, server.play([None, Some(idle_bot()), Some(idle_bot())])));
    let client = Client::login(address, Kit::JavaScript, "a\r\nX-Injected: yes").await;
    client.ready().await;
    let played = match_.await.unwrap().unwrap();
    assert!(
        played.report.faults.iter().any(|fault| fault.text.contains("secret")),
        "{:?}",
        played.report.faults
    );
}
