//! Whole matches over real sockets, played by clients of the original kind.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod standin;

use std::fs;

use standin::{Client, HANGS, Kit, Server, idle_bot};
use tokio::time::timeout;

#[tokio::test]
async fn three_clients_of_the_contest_play_a_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let files = Some(folder.path().to_owned());
    let server = Server::open("official", &[0, 1, 2], &[], &[], files).await;
    let address = server.address;
    let match_ = tokio::spawn(timeout(HANGS, server.play([None, None, None])));
    let mut clients = Vec::new();
    for (kit, secret) in [(Kit::Python, "100001"), (Kit::JavaScript, "100002"), (Kit::Cpp, "aZ09")] {
        let client = Client::login(address, kit, secret).await;
        client.ready().await;
        clients.push(tokio::spawn(client.play()));
    }
    let report = match_.await.unwrap().unwrap().report;
    assert_eq!(report.faults, [], "everything went well");
    assert!(report.windows >= 126, "{} windows", report.windows);
    let mut turns = 0;
    for (seat, client) in clients.into_iter().enumerate() {
        let client = client.await.unwrap();
        assert_eq!(client.id, seat as u64, "seats are given in order of arrival");
        assert_eq!(client.calls.last().map(String::as_str), Some("/kill"));
        let begun = client.calls.iter().filter(|call| ["/init", "/turn"].contains(&call.as_str())).count();
        let ended = client.calls.iter().filter(|call| *call == "/end").count();
        assert_eq!(begun, ended, "every turn that began ended");
        assert_eq!(client.calls[..2], ["/init", "/end"]);
        turns += begun;
    }
    assert_eq!(turns, report.windows as usize);

    let only = |name: &str| {
        let mut entries = fs::read_dir(folder.path().join(name)).unwrap();
        let path = entries.next().unwrap().unwrap().path();
        assert!(entries.next().is_none());
        fs::read_to_string(path).unwrap()
    };
    let log: serde_json::Value = serde_json::from_str(&only("log")).unwrap();
    let scores: Vec<i64> =
        report.outcome.as_ref().unwrap().standings.iter().map(|standing| standing.score).collect();
    assert_eq!(log["score"], serde_json::json!(scores));
    assert_eq!(log["turns"].as_object().unwrap().len(), turns - 105);
    assert_eq!(log["initialize"].as_array().unwrap().len(), 105);
    assert!(only("result_log").starts_with("{\"node_owners\": ["));
    assert!(only("debug_log").contains("dice ["));
}

#[tokio::test]
async fn a_win_in_the_middle_of_a_turn_ends_the_match_at_once() {
    let server = Server::open("document", &[0, 1, 2], &[], &[], None).await;
    let address = server.address;
    let match_ = tokio::spawn(timeout(HANGS, server.play([None, None, None])));
    let mut clients = Vec::new();
    for id in 0..3 {
        clients.push(Client::login(address, Kit::Python, &format!("secret {id}")).await);
    }
    for client in &clients {
        client.ready().await;
    }
    let mut winner = clients.pop().unwrap();
    let others: Vec<_> = clients
        .into_iter()
        .map(|mut client| {
            tokio::spawn(async move {
                while client.called().await != "/kill" {
                    if client.calls.last().is_some_and(|call| call == "/init") {
                        client.get("/next_state").await;
                    }
                }
                client
            })
        })
        .collect();
    // Planets 0, 2, 4, 7 of this map are strategic; the fourth decides.
    for planet in ["0", "2", "4", "7"] {
        assert_eq!(winner.called().await, "/init");
        let (status, body) = winner.post("/put_one_troop", &[("node_id", planet)]).await;
        assert_eq!((status, body["message"].as_str()), (200, Some("troop added successfully")));
        if planet != "7" {
            winner.get("/next_state").await;
            assert_eq!(winner.called().await, "/end");
        }
    }
    let (status, body) = winner.get("/get_owners").await;
    assert_eq!(
        (status, body["error"].as_str()),
        (403, Some("It's not your turn")),
        "it is over for the winner too"
    );
    assert_eq!(winner.called().await, "/end");
    assert_eq!(winner.called().await, "/kill");
    let report = match_.await.unwrap().unwrap().report;
    assert_eq!((report.windows, report.outcome.as_ref().unwrap().reason.as_str()), (11, "strategic"));
    assert_eq!(report.outcome.as_ref().unwrap().standings[2].rank, 1);
    for other in others {
        assert_eq!(other.await.unwrap().calls.last().unwrap(), "/kill");
    }
}

#[tokio::test]
async fn clients_of_the_contest_play_beside_other_bots() {
    let settings = [("initial_troop", "3"), ("number_of_turns", "21"), ("minimum_number_of_turns", "21")];
    let server = Server::open("official", &[0, 2], &settings, &[], None).await;
    let address = server.address;
    let match_ = tokio::spawn(timeout(HANGS, server.play([None, Some(idle_bot()), None])));
    let mut clients = Vec::new();
    for (kit, id) in [(Kit::Cpp, 0), (Kit::JavaScript, 2)] {
        let client = Client::login(address, kit, "1").await;
        assert_eq!(client.id, id, "the seats of clients are given in order");
        client.ready().await;
        clients.push(tokio::spawn(client.play()));
    }
    let report = match_.await.unwrap().unwrap().report;
    // The bot in this process tries planets that are taken; the clients make no mistake.
    assert!(report.faults.iter().all(|fault| fault.seat.0 == 1), "{:?}", report.faults);
    assert_eq!(report.windows, 21);
    for client in clients {
        assert_eq!(client.await.unwrap().calls.len(), 15, "seven turns with their ends, and the kill");
    }
}

#[tokio::test]
async fn a_finished_turn_shows_stage_five_until_it_is_over() {
    let settings = [("initial_troop", "1"), ("number_of_turns", "6"), ("minimum_number_of_turns", "6")];
    let server = Server::open("official", &[1], &settings, &[], None).await;
    let address = server.address;
    let match_ = tokio::spawn(timeout(HANGS, server.play([Some(idle_bot()), None, Some(idle_bot())])));
    let mut client = Client::login(address, Kit::Python, "7").await;
    client.ready().await;
    for (call, stages) in [("/init", &[5, 5][..]), ("/turn", &[2, 3, 4, 5][..])] {
        assert_eq!(client.called().await, call);
        for stage in stages {
            assert_eq!(client.get("/next_state").await.1["game_state"], *stage);
        }
        // The server now waits for the answer to `/end`, which this client has not yet given.
        assert_eq!(client.get("/get_state").await.1["state"], 5);
        let (status, body) = client.post("/put_one_troop", &[("node_id", "99")]).await;
        let text = "You can not put more than one troop in a turn";
        assert_eq!((status, body["error"].as_str()), (400, Some(text)));
        if call == "/turn" {
            let (status, body) = client.get("/next_state").await;
            assert_eq!((status, body["error"].as_str()), (400, Some("you already finished the turn")));
            let (status, body) = client.post("/fort", &[]).await;
            assert_eq!((status, body["error"].as_str()), (400, Some("The game is not in the fort state")));
        }
        assert_eq!(client.called().await, "/end");
    }
    assert_eq!(client.called().await, "/kill");
    let _played = match_.await.unwrap().unwrap();
    let (status, body) = client.get("/get_state").await;
    assert_eq!((status, body["error"].as_str()), (403, Some("It's not your turn")));
}

#[tokio::test]
async fn a_client_that_listens_late_is_called_again() {
    let settings = [("initial_troop", "1"), ("number_of_turns", "3"), ("minimum_number_of_turns", "3")];
    let server = Server::open("official", &[1], &settings, &[("timeout", "30")], None).await;
    let address = server.address;
    let match_ = tokio::spawn(timeout(HANGS, server.play([Some(idle_bot()), None, Some(idle_bot())])));
    let mut client = Client::login(address, Kit::Python, "100001").await;
    let port = client.listener.take().unwrap().local_addr().unwrap();
    client.ready().await;
    // Its turn has begun, so the server is trying to call it.
    while client.get("/get_state").await.0 != 200 {}
    client.listener = Some(tokio::net::TcpListener::bind(port).await.unwrap());
    assert_eq!(client.called().await, "/init");
    client.place().await;
    assert_eq!(client.called().await, "/end");
    assert_eq!(client.called().await, "/kill");
    let faults = match_.await.unwrap().unwrap().report.faults;
    assert!(faults.iter().all(|fault| fault.seat.0 != 1), "{faults:?}");
}
