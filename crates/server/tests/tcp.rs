//! The server over real connections: deadlines, sockets, the end.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod client;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use client::toy::{order, person, somebody};
use client::{options, toy};
use futures_util::{SinkExt, StreamExt};
use meydan_arena::{Arena, Created, MatchState};
use meydan_server::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

struct Running {
    toy: Arc<toy::Toy>,
    arena: Arc<Arena>,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<usize>,
    _folder: tempfile::TempDir,
}

async fn serve() -> Running {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = toy::open(folder.path()).await;
    let server = Server::bind("127.0.0.1:0".parse().unwrap(), arena.clone(), |_| options()).await.unwrap();
    let address = server.address().unwrap();
    let (stop, stopped) = oneshot::channel();
    let serving = tokio::spawn(server.serve(async {
        let _ = stopped.await;
    }));
    Running { toy, arena, address, stop, serving, _folder: folder }
}

impl Running {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn sit(
        &self,
        created: &Created,
        key: &str,
        origin: Option<&str>,
    ) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, SocketError> {
        let mut request = format!("ws://{}/api/matches/{}/play?seat=0", self.address, created.id)
            .into_client_request()
            .unwrap();
        let headers = request.headers_mut();
        headers.insert("sec-websocket-protocol", format!("meydan, key.{key}").parse().unwrap());
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().unwrap());
        }
        Ok(connect_async(request).await?.0)
    }
}

/// What comes until the other side closes.
async fn rest(mut stream: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A connection may also be reset; what came before counts.
    let _ = stream.read_to_end(&mut bytes).await;
    bytes
}

const REQUEST: &[u8] = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n";

#[tokio::test(start_paused = true)]
async fn a_head_that_never_ends_is_not_waited_for() {
    let running = serve().await;
    let began = Instant::now();
    let mut stream = running.connect().await;
    stream.write_all(b"GET /api/games HTTP/1.1\r\nhost: loc").await.unwrap();
    rest(stream).await;
    assert!(began.elapsed() <= Duration::from_secs(31), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn somebody_who_says_nothing_is_not_waited_for() {
    let running = serve().await;
    let began = Instant::now();
    assert!(rest(running.connect().await).await.is_empty());
    assert!(began.elapsed() <= Duration::from_secs(31), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_connection_without_requests_is_closed() {
    let running = serve().await;
    let mut stream = running.connect().await;
    stream.write_all(REQUEST).await.unwrap();
    let mut first = [0; 12];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    let began = Instant::now();
    rest(stream).await;
    assert!(began.elapsed() <= Duration::from_secs(31), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_body_that_trickles_is_not_waited_for() {
    let running = serve().await;
    let mut stream = running.connect().await;
    let head = "POST /api/matches HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let began = Instant::now();
    let answer = String::from_utf8(rest(stream).await).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("did not arrive whole"), "{answer}");
    assert!(began.elapsed() <= Duration::from_secs(95), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_reader_who_does_not_read_is_dropped() {
    let running = serve().await;
    let record = format!("{{\"game\":\"toy\",\"entrants\":[]}}\n{}", "window\n".repeat(2000));
    let mut stream = running.connect().await;
    let head =
        format!("POST /api/reel HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n", record.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(record.as_bytes()).await.unwrap();
    let mut first = [0; 12];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    tokio::time::sleep(Duration::from_secs(40)).await;
    let read = rest(stream).await.len();
    assert!(read < 30_000_000, "{read} of 40 MB were still sent");
}

#[tokio::test]
async fn one_visitor_has_a_bounded_number_of_connections() {
    let running = serve().await;
    let mut streams = Vec::new();
    for _ in 0..256 {
        let mut stream = running.connect().await;
        stream.write_all(REQUEST).await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        streams.push(stream);
    }
    let mut one_more = running.connect().await;
    let _ = one_more.write_all(REQUEST).await;
    assert!(rest(one_more).await.is_empty());
    drop(streams);
    loop {
        // The server hears of closed connections in its own time.
        let mut stream = running.connect().await;
        let mut first = [0; 12];
        if stream.write_all(REQUEST).await.is_ok() && stream.read_exact(&mut first).await.is_ok() {
            break;
        }
    }
}

#[tokio::test]
async fn a_person_plays_through_a_socket_and_hears_why_it_is_closed() {
    let running = serve().await;
    let created = running.arena.create(&somebody(), order("toy", &["human", "house:b"])).await.unwrap();
    let key = &created.humans[0].key;
    for (key, origin) in
        [("wrong", None), (key.as_str(), Some("http://evil.example")), (key.as_str(), Some("null"))]
    {
        let refused = running.sit(&created, key, origin).await.err().unwrap();
        assert!(matches!(&refused, SocketError::Http(answer) if answer.status() == 403), "{refused}");
    }
    let mut first = running.sit(&created, key, Some(&format!("http://{}", running.address))).await.unwrap();
    assert_eq!(first.next().await.unwrap().unwrap(), Message::text("seat 0"));
    first.send(Message::text("hello")).await.unwrap();
    assert_eq!(first.next().await.unwrap().unwrap(), Message::text("hello"));
    let mut second = running.sit(&created, key, None).await.unwrap();
    assert_eq!(close_code(&mut first).await, (4000, String::new()));
    assert_eq!(second.next().await.unwrap().unwrap(), Message::text("seat 0"));
    running.arena.save(&person(&created), &created.id).await.unwrap();
    assert_eq!(close_code(&mut second).await, (4001, "it was saved".to_owned()));
}

async fn close_code(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>) -> (u16, String) {
    loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Close(Some(frame)) => return (frame.code.into(), frame.reason.to_string()),
            Message::Close(None) => panic!("closed without a word"),
            _ => {}
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_browser_that_does_not_answer_has_gone() {
    let running = serve().await;
    let created = running.arena.create(&somebody(), order("toy", &["human", "house:b"])).await.unwrap();
    let socket = running.sit(&created, &created.humans[0].key, None).await.unwrap();
    // Nobody reads the socket, so nobody answers its pings; the seat is left, and the match is paused in the end.
    let began = Instant::now();
    while running.arena.find(&somebody(), &created.id).await.unwrap().state == MatchState::Running {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let reason = running.arena.find(&somebody(), &created.id).await.unwrap().reason.unwrap();
    assert!(reason.contains("nobody was there for 3 minutes"), "{reason}");
    assert!(began.elapsed() < Duration::from_secs(300), "{:?}", began.elapsed());
    drop(socket);
}

#[tokio::test]
async fn when_the_server_ends_matches_are_paused_and_people_are_told() {
    let running = serve().await;
    let created = running.arena.create(&somebody(), order("toy", &["human", "house:b"])).await.unwrap();
    let mut socket = running.sit(&created, &created.humans[0].key, None).await.unwrap();
    let mut watcher = running.connect().await;
    let head = format!("GET /api/matches/{}/reel HTTP/1.1\r\nhost: localhost\r\n\r\n", created.id);
    watcher.write_all(head.as_bytes()).await.unwrap();
    let mut first = [0; 12];
    watcher.read_exact(&mut first).await.unwrap();
    running.stop.send(()).unwrap();
    let (code, reason) = close_code(&mut socket).await;
    assert!(code == 4001 && reason.contains("the arena was closed"), "{code} {reason}");
    let seen = String::from_utf8(rest(watcher).await).unwrap();
    assert!(seen.ends_with("0\r\n\r\n"), "the answer was finished: {}", &seen[seen.len() - 20..]);
    assert_eq!(running.serving.await.unwrap(), 1);
    assert_eq!(running.arena.find(&somebody(), &created.id).await.unwrap().state, MatchState::Paused);
    assert!(TcpStream::connect(running.address).await.is_err());
    drop(running.toy);
}
