//! Who sits where: clients that Meydan starts sit where they were started for, however they come.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod standin;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Outcome, Seat};
use meydan_galaxy::Galaxy;
use meydan_referee::{Briefing, Player, Sign, Table, Trouble, Turn};
use standin::{Client, HANGS, Kit, Server, idle_bot, post, send, send_on};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// Two turns for each: one placement, one turn of the main phase.
const SHORT: &[(&str, &str)] =
    &[("initial_troop", "1"), ("number_of_turns", "6"), ("minimum_number_of_turns", "6")];

async fn started(seats: &[u8], started: &[u8]) -> Server {
    Server::open_started("official", seats, started, SHORT, &[], None).await
}

/// A connection of which the server knows, and which has said nothing yet.
async fn visitor(address: SocketAddr) -> TcpStream {
    let visitor = TcpStream::connect(address).await.unwrap();
    // Connections are taken in the order in which they come.
    send(address, b"GET / HTTP/1.1\r\nHost: h\r\n\r\n").await.unwrap();
    visitor
}

#[tokio::test]
async fn clients_sit_where_they_were_started_for() {
    for order in [[0, 1, 2], [2, 0, 1]] {
        let server = started(&[0, 1, 2], &[0, 1, 2]).await;
        let mut clients = Vec::new();
        for seat in order {
            let come = server.lobby.expect(Seat(seat), Sign::Next);
            let client = tokio::spawn(Client::login(server.address, Kit::Python, "100001"));
            come.await;
            let client = client.await.unwrap();
            assert_eq!(client.id, u64::from(seat));
            clients.push(client);
        }
        for client in &clients {
            client.ready().await;
        }
        server.lobby.gathered().await;
    }
}

/// They are all on their way at once, and the one that was started last logs in first.
#[tokio::test]
async fn clients_that_are_known_by_their_sockets_may_come_in_any_order() {
    let server = started(&[0, 1, 2], &[0, 2]).await;
    let ports: Arc<Mutex<[u16; 3]>> = Arc::default();
    let sign = |seat: usize| {
        let ports = Arc::clone(&ports);
        Sign::From(Arc::new(move |from: SocketAddr| from.port() == ports.lock().unwrap()[seat]))
    };
    let come = [0, 2].map(|seat| server.lobby.expect(Seat(seat), sign(usize::from(seat))));
    let login = async |seat: Option<usize>| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        if let Some(seat) = seat {
            ports.lock().unwrap()[seat] = socket.local_addr().unwrap().port();
        }
        let stream = socket.connect(server.address).await.unwrap();
        Client::login_on(stream, server.address, Kit::Python, "1").await.id
    };
    assert_eq!(login(Some(2)).await, 2);
    assert_eq!(login(None).await, 1, "whoever else comes meanwhile is not taken for a started client");
    assert_eq!(login(Some(0)).await, 0);
    futures_util::future::join_all(come).await;
}

#[tokio::test]
async fn who_was_there_before_gets_the_seat_that_nobody_is_started_for() {
    let server = started(&[0, 1], &[0]).await;
    let early = visitor(server.address).await;
    let late = visitor(server.address).await;
    let come = server.lobby.expect(Seat(0), Sign::Next);
    assert_eq!(Client::login_on(early, server.address, Kit::Python, "1").await.id, 1);
    let request = post("/login", None, Kit::Python, &[("token", "1")]);
    let (status, body) = send_on(late, request.as_bytes()).await.unwrap();
    assert_eq!((status, body.as_str()), (403, "{\"error\":\"game players is full\"}\n"));
    assert_eq!(Client::login(server.address, Kit::Python, "1").await.id, 0);
    come.await;
}

#[tokio::test]
async fn a_seat_that_nobody_took_did_not_start() {
    let server = Server::open("official", &[0, 1, 2], SHORT, &[], None).await;
    let client = Client::login(server.address, Kit::Python, "1").await;
    let _never_ready = Client::login(server.address, Kit::Python, "2").await;
    client.ready().await;
    let client = tokio::spawn(client.play());
    server.lobby.begin();
    assert_eq!(server.lobby.arrivals().borrow().keys().collect::<Vec<_>>(), [&Seat(0), &Seat(1)]);
    let report = timeout(HANGS, server.play([None, None, None])).await.unwrap().report;
    let kinds: Vec<_> = report.faults.iter().map(|fault| (fault.seat.0, fault.kind)).collect();
    assert_eq!(kinds, [(1, FaultKind::Start), (2, FaultKind::Start)]);
    assert_eq!(report.windows, 6);
    assert_eq!(client.await.unwrap().calls, ["/init", "/end", "/turn", "/end", "/kill"]);
}

/// A player inside something that forwards only what it must.
struct Wrapped(Box<dyn Player<Galaxy>>);

impl Player<Galaxy> for Wrapped {
    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<Galaxy>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        self.0.start(briefing, table)
    }
    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<Galaxy>) -> BoxFuture<'a, Result<(), Trouble>> {
        self.0.play(turn, table)
    }
    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<Galaxy>) -> BoxFuture<'a, ()> {
        self.0.finish(outcome, table)
    }
}

#[tokio::test]
async fn every_turn_that_times_out_is_ended_whatever_is_around_the_player() {
    let flags = [("init_time", "0.2"), ("turn_time", "0.2"), ("timeout", "60")];
    let server = Server::open("official", &[1], SHORT, &flags, None).await;
    let address = server.address;
    let wrap = |player| Box::new(Wrapped(player)) as Box<dyn Player<Galaxy>>;
    let bots = [Some(idle_bot()), None, Some(idle_bot())];
    let match_ = tokio::spawn(timeout(HANGS, server.play_wrapped(bots, wrap)));
    let mut idler = Client::login(address, Kit::JavaScript, "1").await;
    idler.ready().await;
    // The player's clock does not even run, because no beginning of a turn is answered; the referee's does.
    idler.deaf_to = &["/init", "/turn"];
    while idler.called().await != "/kill" {}
    assert_eq!(idler.calls, ["/init", "/end", "/turn", "/end", "/kill"]);
    let report = match_.await.unwrap().unwrap().report;
    let late = report.faults.iter().filter(|fault| fault.seat.0 == 1 && fault.kind == FaultKind::Timeout);
    assert_eq!(late.count(), 2, "{:?}", report.faults);
}

#[tokio::test]
async fn a_call_that_is_not_answered_with_200_is_noted_and_the_turn_goes_on() {
    let server = Server::open("official", &[0], SHORT, &[], None).await;
    let mut client = Client::login(server.address, Kit::Python, "1").await;
    client.status = "401 Unauthorized";
    client.ready().await;
    let client = tokio::spawn(client.play());
    let report =
        timeout(HANGS, server.play([None, Some(idle_bot()), Some(idle_bot())])).await.unwrap().report;
    let told: Vec<_> = report.faults.iter().filter(|fault| fault.kind == FaultKind::Gone).collect();
    assert!(told.iter().all(|fault| fault.text.contains("401: an older client still sits on that port")));
    assert_eq!(told.len(), 4, "{told:?}");
    assert_eq!(client.await.unwrap().calls, ["/init", "/end", "/turn", "/end", "/kill"]);
}
