//! Who sits where: clients that Meydan starts sit where they were started for, however they come.

use std::collections::BTreeMap;

use meydan_core::{FaultKind, Seat, SeatSet};
use meydan_referee::{Guest, Lobby, Sign};
use serde_json::json;

use crate::clients::{Client, ZEROS};
use crate::server::{Server, Setting};

/// Says its token and plays along; gives the id of its first hero, which is its team.
async fn team(mut client: Client, token: &str) -> i64 {
    client.say(&json!({"name": "token", "args": [token]}).to_string()).await;
    client.play(async |_, _| ()).await.first_hero
}

/// Connects, and waits until the server has noticed.
async fn visitor(server: &Server) -> Client {
    let visitor = Client::silent(server.address()).await;
    let mut probe = Client::connect(server.address(), "wrong").await;
    assert_eq!(probe.next().await.unwrap()["name"], "wrong token");
    visitor
}

fn started(seats: &[u8]) -> Setting {
    let started = seats.iter().map(|&seat| Seat(seat)).collect();
    Setting { turns: 1, started, ..Setting::default() }
}

#[tokio::test]
async fn clients_with_the_same_token_sit_where_they_were_started_for() {
    for order in [[0, 1], [1, 0]] {
        let server = Server::open(started(&[0, 1])).await;
        let address = server.address();
        let mut clients = Vec::new();
        for seat in order {
            let come = server.lobby.expect(Seat(seat), Sign::Next);
            clients.push(tokio::spawn(async move { team(Client::silent(address).await, ZEROS).await }));
            come.await;
        }
        server.run_clients().await;
        for (seat, client) in order.into_iter().zip(clients) {
            assert_eq!(client.await.unwrap(), i64::from(seat));
        }
    }
}

#[tokio::test]
async fn a_client_that_shows_the_token_of_its_seat_may_overtake_one_that_does_not() {
    let server = Server::open(started(&[0, 1])).await;
    let address = server.address();
    let own = server.token(1);
    let (first, second) =
        (server.lobby.expect(Seat(0), Sign::Next), server.lobby.expect(Seat(1), Sign::Next));
    let quick = tokio::spawn(async move { team(Client::silent(address).await, &own).await });
    second.await;
    let slow = tokio::spawn(async move { team(Client::silent(address).await, ZEROS).await });
    first.await;
    server.run_clients().await;
    assert_eq!((slow.await.unwrap(), quick.await.unwrap()), (0, 1));
}

#[tokio::test]
async fn who_was_there_before_gets_the_seat_that_nobody_is_started_for() {
    let server = Server::open(started(&[0])).await;
    let address = server.address();
    let early = visitor(&server).await;
    let come = server.lobby.expect(Seat(0), Sign::Next);
    // It logs in first, and the started client would take long.
    let early = tokio::spawn(team(early, ZEROS));
    let mut arrivals = server.lobby.arrivals();
    arrivals.wait_for(|arrivals| arrivals.contains_key(&Seat(1))).await.unwrap();
    let started = tokio::spawn(async move { team(Client::silent(address).await, ZEROS).await });
    come.await;
    server.run_clients().await;
    assert_eq!((started.await.unwrap(), early.await.unwrap()), (0, 1));
}

#[tokio::test]
async fn nobody_takes_the_seat_of_a_client_that_has_not_been_started_yet() {
    let server = Server::open(started(&[0, 1])).await;
    let mut stranger = Client::connect(server.address(), ZEROS).await;
    assert_eq!(stranger.next().await.unwrap()["name"], "wrong token");
    assert!(server.lobby.arrivals().borrow().is_empty());
}

#[tokio::test]
async fn a_seat_that_nobody_took_did_not_start() {
    let variables = vec![("AICTeamName0", "Alpha"), ("AICTeamName1", "Beta")];
    let server = Server::open(Setting { turns: 1, variables, ..Setting::default() }).await;
    let address = server.address();
    let client = tokio::spawn(async move { team(Client::silent(address).await, ZEROS).await });
    let mut arrivals = server.lobby.arrivals();
    arrivals.wait_for(|arrivals| !arrivals.is_empty()).await.unwrap();
    server.lobby.begin();
    server.lobby.gathered().await;
    assert_eq!(
        *arrivals.borrow(),
        BTreeMap::from([(Seat(0), Guest { name: Some("Alpha".into()), ready: false })])
    );
    let report = server.run_clients().await;
    let kinds: Vec<(Seat, FaultKind)> = report.faults.iter().map(|fault| (fault.seat, fault.kind)).collect();
    assert_eq!(kinds, [(Seat(1), FaultKind::Start)]);
    assert_eq!(client.await.unwrap(), 0);
}

#[tokio::test]
async fn a_crowd_that_says_nothing_keeps_nobody_out_and_is_gone_with_the_match() {
    let server = Server::open(Setting { turns: 1, ..Setting::default() }).await;
    let address = server.address();
    let mut crowd = Vec::new();
    for _ in 0..200 {
        crowd.push(Client::silent(address).await);
    }
    let [first, second] =
        [(); 2].map(|()| tokio::spawn(async move { team(Client::silent(address).await, ZEROS).await }));
    assert_eq!(crowd[0].next().await, None, "who has stood there longest had to go");
    server.run_clients().await;
    let seats: SeatSet =
        [first.await.unwrap(), second.await.unwrap()].into_iter().map(|hero| Seat(hero as u8)).collect();
    assert_eq!(seats, SeatSet::first(2));
    for mut stranger in crowd {
        assert_eq!(stranger.next().await, None);
    }
}
