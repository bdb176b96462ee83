//! Who sits where: clients that Meydan starts sit where they were started for, however they come.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use meydan_core::{FaultKind, Seat, SeatSet};
use meydan_jungle::Jungle;
use meydan_jungle_wire::open;
use meydan_referee::{HostOptions, Lobby, Sign};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, client_async};

use crate::client::{Client, own};
use crate::lobby::{config, run_clients};

/// A lobby for three teams; the clients of some are started by Meydan.
async fn lobby(started: &[u8], flags: &[(&str, &str)]) -> Box<dyn Lobby<Jungle>> {
    let mut options = HostOptions::loopback("official", SeatSet::first(3));
    options.started = started.iter().map(|&seat| Seat(seat)).collect();
    options.flags = flags.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    options.flags.insert("timePerTickMs".into(), "5000".into());
    open(config(3, 2), options).await.unwrap()
}

/// Connects, and waits until the server has noticed.
async fn visitor(address: SocketAddr) -> Client {
    let mut visitor = Client::connect(address).await;
    visitor.socket.send(Message::Ping(Vec::new().into())).await.unwrap();
    assert!(matches!(visitor.socket.next().await, Some(Ok(Message::Pong(_)))));
    visitor
}

#[tokio::test]
async fn clients_of_the_same_name_sit_where_they_were_started_for() {
    let lobby = lobby(&[0, 1, 2], &[]).await;
    let address = lobby.address();
    let mut clients = Vec::new();
    for seat in [2, 0, 1] {
        let come = lobby.expect(Seat(seat), Sign::Next);
        // None of them heeds its token.
        clients.push((seat, tokio::spawn(async move { Client::bot(address, "MyBot").await.play().await })));
        come.await;
    }
    lobby.gathered().await;
    run_clients(&config(3, 2), lobby).await;
    for (seat, client) in clients {
        let ticks = client.await.unwrap();
        assert_eq!(ticks[0]["teamId"], ticks[0]["teams"][usize::from(seat)]["id"]);
    }
}

/// They are all on their way at once, and the one that was started last registers first.
#[tokio::test]
async fn clients_that_are_known_may_come_in_any_order() {
    let lobby = lobby(&[0, 2], &[]).await;
    let address = lobby.address();
    let port: Arc<Mutex<u16>> = Arc::default();
    let known = Arc::clone(&port);
    let first = lobby
        .expect(Seat(0), Sign::From(Arc::new(move |from: SocketAddr| from.port() == *known.lock().unwrap())));
    let second = lobby.expect(Seat(2), Sign::Next);
    let token = lobby.directions(Seat(2), lobby.address()).env.remove(0).1;
    let mut by_token = Client::connect(address).await;
    by_token.send(json!({"type": "REGISTER", "token": token})).await;
    second.await;
    let stranger = Client::bot(address, "Stranger").await;
    let mut arrivals = lobby.arrivals();
    arrivals.wait_for(|arrivals| arrivals.contains_key(&Seat(1))).await.unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    *port.lock().unwrap() = socket.local_addr().unwrap().port();
    let stream = MaybeTlsStream::Plain(socket.connect(address).await.unwrap());
    let (socket, _) = client_async(format!("ws://{address}/"), stream).await.unwrap();
    let mut by_socket = Client { socket };
    by_socket.send(json!({"type": "REGISTER", "teamName": "Known"})).await;
    first.await;
    let names: Vec<Option<String>> = arrivals.borrow().values().map(|guest| guest.name.clone()).collect();
    assert_eq!(names, [Some("Known".into()), Some("Stranger".into()), None]);
    let config = config(3, 2);
    let (_, ticks, ..) =
        tokio::join!(run_clients(&config, lobby), by_socket.play(), stranger.play(), by_token.play());
    assert_eq!(own(&ticks[0])["name"], "Known");
}

#[tokio::test]
async fn who_was_there_before_gets_the_seat_that_nobody_is_started_for() {
    let lobby = lobby(&[0, 1], &[]).await;
    let (mut early, mut late) = (visitor(lobby.address()).await, visitor(lobby.address()).await);
    let come = lobby.expect(Seat(0), Sign::Next);
    early.send(json!({"type": "REGISTER", "teamName": "Early"})).await;
    let mut arrivals = lobby.arrivals();
    arrivals.wait_for(|arrivals| arrivals.contains_key(&Seat(2))).await.unwrap();
    late.send(json!({"type": "REGISTER", "teamName": "Late"})).await;
    assert_eq!(late.next().await, None, "there is no seat for it");
    let _started = Client::bot(lobby.address(), "Started").await;
    come.await;
    assert_eq!(arrivals.borrow()[&Seat(0)].name.as_deref(), Some("Started"));
}

#[tokio::test]
async fn a_started_client_needs_no_place_in_the_table_of_tokens() {
    let lobby = lobby(&[0], &[("teamNamesByToken", r#"{"b2":"Beta"}"#)]).await;
    let come = lobby.expect(Seat(0), Sign::Next);
    let _started = Client::bot(lobby.address(), "Alpha").await;
    come.await;
    let mut stranger = Client::bot(lobby.address(), "Gamma").await;
    assert_eq!(stranger.next().await, None);
    let mut beta = Client::connect(lobby.address()).await;
    beta.send(json!({"type": "REGISTER", "token": "b2"})).await;
    let mut arrivals = lobby.arrivals();
    arrivals.wait_for(|arrivals| arrivals.len() == 2).await.unwrap();
    let names: Vec<Option<String>> = arrivals.borrow().values().map(|guest| guest.name.clone()).collect();
    assert_eq!(names, [Some("Alpha".into()), Some("Beta".into())]);
}

#[tokio::test]
async fn a_seat_that_nobody_took_did_not_start() {
    let lobby = lobby(&[], &[]).await;
    let client = Client::bot(lobby.address(), "Alone").await;
    let mut arrivals = lobby.arrivals();
    arrivals.wait_for(|arrivals| !arrivals.is_empty()).await.unwrap();
    lobby.begin();
    let config = config(3, 2);
    let (report, ticks) = tokio::join!(run_clients(&config, lobby), client.play());
    assert_eq!(ticks.len(), 2);
    let kinds: Vec<_> = report.faults.iter().map(|fault| (fault.seat.0, fault.kind)).collect();
    assert_eq!(kinds, [(1, FaultKind::Start), (2, FaultKind::Start)]);
}

#[tokio::test]
async fn a_crowd_that_says_nothing_keeps_nobody_out_and_is_gone_with_the_match() {
    let lobby = lobby(&[], &[("registerTimeoutMs", "600000")]).await;
    let address = lobby.address();
    let mut crowd = Vec::new();
    for i in 0..200 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        if i % 2 == 0 {
            let head = "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
            let key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
            let _ = stream.write_all(format!("{head}{key}").as_bytes()).await;
        }
        crowd.push(stream);
    }
    let clients =
        [(); 3].map(|()| tokio::spawn(async move { Client::bot(address, "Team").await.play().await }));
    run_clients(&config(3, 2), lobby).await;
    for client in clients {
        assert_eq!(client.await.unwrap().len(), 2);
    }
    for mut stranger in crowd {
        // A broken connection will do as well.
        let _ = stranger.read_to_end(&mut Vec::new()).await;
    }
}

#[tokio::test]
async fn the_first_of_too_many_viewers_must_go() {
    let lobby = lobby(&[], &[]).await;
    let mut viewers = Vec::new();
    for _ in 0..65 {
        let mut viewer = Client::connect(lobby.address()).await;
        viewer.send(json!({"type": "VIEWER"})).await;
        assert_eq!(viewer.next().await.unwrap()["type"], "message");
        viewers.push(viewer);
    }
    assert_eq!(viewers[0].next().await, None);
    let chatter = "x".repeat(100_000);
    while viewers[1].socket.send(Message::text(chatter.as_str())).await.is_ok() {}
}
