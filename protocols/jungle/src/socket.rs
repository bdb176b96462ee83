//! The server's one port: WebSockets for bots and viewers on any path, plain HTTP for a browser.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use hyper::body::Incoming as HttpBody;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use meydan_core::FaultKind;
use meydan_referee::{Crowd, Stranger, Visitor};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::hub::{Chatter, Hub, Incoming, Link};
use crate::message::{Command, Message};
use crate::options::Options;
use crate::outbox::Outbox;

/// How long we wait for a client to answer our goodbye.
const GOODBYE: Duration = Duration::from_secs(1);
/// The largest message. A command for six units has under a kilobyte.
const LARGEST_MESSAGE: usize = 1 << 20;
/// How many sockets that have not said what they are may be open at once.
const MOST_STRANGERS: usize = 64;
/// The longest head of a request, and the most lines in it.
const LONGEST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;
/// How long a client that comes between two matches of a series waits for the second.
const BETWEEN_MATCHES: Duration = Duration::from_secs(10);

/// The listening server. It stops when this is dropped, and every connection with it.
pub(crate) struct Server {
    current: watch::Sender<Arc<Hub>>,
    task: JoinHandle<()>,
}

#[derive(Clone)]
struct Shared {
    hub: watch::Receiver<Arc<Hub>>,
    /// Whether another match follows.
    series: bool,
    ui: Ui,
    /// How long a socket may take to say what it is.
    patience: Duration,
}

/// What a browser gets.
#[derive(Clone, Debug)]
enum Ui {
    /// Nothing.
    None,
    /// A line that says what is here.
    Notice,
    /// The files of a folder, for instance the contest's own viewer.
    Folder(Arc<PathBuf>),
    /// The page that shows this match, elsewhere.
    Elsewhere(SocketAddr),
}

impl Options {
    fn ui(&self, page: Option<SocketAddr>) -> Ui {
        match (&self.ui_path, self.serve_ui, page) {
            (_, Some(false), _) => Ui::None,
            (Some(folder), ..) => Ui::Folder(Arc::new(folder.clone())),
            (None, _, Some(page)) => Ui::Elsewhere(page),
            (None, _, None) => Ui::Notice,
        }
    }
}

impl Server {
    /// Serves on a listener; connections belong to the match of `hub` until the next one is set.
    pub(crate) fn start(
        listener: TcpListener,
        hub: Arc<Hub>,
        options: &Options,
        page: Option<SocketAddr>,
        series: bool,
    ) -> Server {
        let current = watch::Sender::new(hub);
        let (ui, patience) = (options.ui(page), options.register_timeout());
        let shared = Shared { hub: current.subscribe(), series, ui, patience };
        Server { current, task: tokio::spawn(accept(listener, shared)) }
    }

    /// From now on connections belong to this match.
    pub(crate) fn switch(&self, hub: Arc<Hub>) {
        self.current.send_replace(hub);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, shared: Shared) {
    let mut crowd = Crowd::new(MOST_STRANGERS);
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                let shared = shared.clone();
                crowd.meet(|stranger| connection(stream, from, shared, stranger));
            }
            // Too many open files, most likely: wait until some are closed.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// A connection from its first byte to its last: HTTP, and a WebSocket if it asks for one.
async fn connection(stream: TcpStream, from: SocketAddr, mut shared: Shared, stranger: Stranger) {
    // A frame should leave at once. If the socket is already gone, that shows soon enough.
    let _ = stream.set_nodelay(true);
    let (upgraded, socket) = oneshot::channel();
    let (upgraded, ui) = (Arc::new(Mutex::new(Some(upgraded))), shared.ui.clone());
    let service = service_fn(move |request| {
        let (upgraded, ui) = (Arc::clone(&upgraded), ui.clone());
        async move { Ok::<_, Infallible>(answer(request, &ui, &upgraded).await) }
    });
    let http = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.patience)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // A failed connection is the client's matter.
    let _ = http.await;
    if let Ok(socket) = socket.await {
        let hub = shared.match_of_the_moment().await;
        let visitor = hub.seating.visitor(from);
        serve(socket, hub, visitor, stranger, shared.patience).await;
    }
}

impl Shared {
    /// The match of the moment. Between two matches of a series the next one is waited for.
    async fn match_of_the_moment(&mut self) -> Arc<Hub> {
        if self.series {
            // If none comes, the socket is closed as one that is too late.
            let _ = timeout(BETWEEN_MATCHES, self.hub.wait_for(|hub| !hub.is_over())).await.is_ok();
        }
        Arc::clone(&self.hub.borrow())
    }
}

/// Answers a request: by the beginning of a WebSocket, which is then handed over, or by a page.
async fn answer(
    request: hyper::Request<HttpBody>,
    ui: &Ui,
    upgraded: &Mutex<Option<oneshot::Sender<WebSocket>>>,
) -> Response {
    let (mut head, _) = request.into_parts();
    let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut head, &()).await else {
        return page(ui, &head.method, head.uri.path());
    };
    let upgraded = upgraded.lock().expect("nobody panics while holding this lock").take();
    let Some(upgraded) = upgraded else { return StatusCode::BAD_REQUEST.into_response() };
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
    // If nobody takes it, the connection is gone.
    upgrade.on_upgrade(async move |socket| drop(upgraded.send(socket)))
}

fn page(ui: &Ui, method: &Method, path: &str) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match ui {
        Ui::Folder(folder) => match file(folder, path) {
            Some((kind, bytes)) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
            None => StatusCode::NOT_FOUND.into_response(),
        },
        Ui::Notice if path == "/" => {
            "A jungle match is played here. Bots and viewers connect by WebSocket to this \
             port; `meydan host jungle --watch` shows the match here.\n"
                .into_response()
        }
        Ui::Elsewhere(page) if path == "/" => {
            let there = format!("http://{page}/");
            (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, there)]).into_response()
        }
        Ui::Elsewhere(_) | Ui::Notice | Ui::None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file of the folder and its type. Nothing outside the folder is ever read.
fn file(folder: &Path, path: &str) -> Option<(&'static str, Bytes)> {
    let decoded = percent_decoded(path)?;
    let relative = Path::new(decoded.trim_start_matches('/'));
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let mut full = folder.join(relative);
    if full.is_dir() {
        full.push("index.html");
    }
    let kind = match full.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("ico") => "image/x-icon",
        _ => "application/octet-stream",
    };
    Some((kind, std::fs::read(full).ok()?.into()))
}

fn percent_decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

/// What a socket has turned out to be.
enum Role {
    /// It has not said yet.
    Undecided,
    Bot(Arc<Link>),
    Viewer,
}

/// A socket of a match. It leaves the match when it is dropped, however that comes.
struct Place {
    hub: Arc<Hub>,
    visitor: Visitor,
    stranger: Stranger,
    outbox: Outbox,
    role: Role,
    chatter: Chatter,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Role::Bot(link) = &self.role {
            link.lost();
        }
        self.hub.forget(&self.outbox);
        self.outbox.close();
    }
}

/// Serves one socket until it closes or is closed.
async fn serve(socket: WebSocket, hub: Arc<Hub>, visitor: Visitor, stranger: Stranger, patience: Duration) {
    let (sink, mut frames) = socket.split();
    let mut outbox = Outbox::new(sink);
    let (role, chatter) = (Role::Undecided, Chatter::default());
    let mut place = Place { hub, visitor, stranger, outbox: outbox.clone(), role, chatter };
    if place.hub.greet(&outbox) {
        listen(&mut frames, &mut outbox, &mut place, Instant::now() + patience).await;
    }
    drop(place);
    outbox.closed().await;
    // The other side may still answer the goodbye.
    let farewell = async { while let Some(Ok(_)) = frames.next().await {} };
    let _ = timeout(GOODBYE, farewell).await;
}

/// Hears what a socket says, until it shall be closed.
async fn listen(
    frames: &mut SplitStream<WebSocket>,
    outbox: &mut Outbox,
    place: &mut Place,
    deadline: Instant,
) {
    loop {
        let undecided = matches!(place.role, Role::Undecided);
        tokio::select! {
            frame = frames.next() => {
                let bytes = match frame {
                    Some(Ok(Frame::Text(text))) => Bytes::from(text),
                    Some(Ok(Frame::Binary(bytes))) => bytes,
                    Some(Ok(Frame::Ping(bytes) | Frame::Pong(bytes))) if place.count(bytes.len()) => continue,
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Close(_))) | None => return,
                    Some(Err(_)) => {
                        let why = "the connection was lost, or a frame was broken or too large";
                        return place.cut(FaultKind::Gone, why);
                    }
                };
                if !place.count(bytes.len()) || !place.hear(&bytes) {
                    return;
                }
            }
            () = sleep_until(deadline), if undecided => {
                (place.hub.log)("Client didn't registered in time, closing the connection.");
                return;
            }
            () = outbox.closed() => {
                return place.cut(FaultKind::Gone, "it did not read what it was sent and was cut off");
            }
        }
    }
}

impl Place {
    /// Counts a message. `false`: it is one too many, and the socket is to be closed.
    fn count(&mut self, bytes: usize) -> bool {
        let few = match &self.role {
            Role::Bot(link) => link.count(bytes),
            Role::Undecided | Role::Viewer => self.chatter.count(bytes),
        };
        if !few {
            self.cut(FaultKind::Flood, "it sent far too much within one tick and was cut off");
        }
        few
    }

    /// Notes for a bot's author why its socket is closed.
    fn cut(&self, kind: FaultKind, why: &'static str) {
        if let Role::Bot(link) = &self.role {
            link.cut(kind, why);
        }
    }

    /// Handles one message. `false`: the socket is to be closed.
    fn hear(&mut self, bytes: &[u8]) -> bool {
        let hub = &self.hub;
        match &self.role {
            Role::Bot(link) => return hear_bot(bytes, link, hub),
            // A viewer has nothing more to say.
            Role::Viewer => return true,
            Role::Undecided => {}
        }
        match Message::read(bytes) {
            Message::Register { name, token } => {
                match hub.register(name, token, self.visitor, &self.outbox) {
                    Ok(link) => self.role = Role::Bot(link),
                    Err(why) => {
                        (hub.log)(&why);
                        return false;
                    }
                }
                self.stranger.introduce();
                true
            }
            Message::Viewer => {
                hub.watch(&self.outbox);
                self.role = Role::Viewer;
                self.stranger.introduce();
                true
            }
            Message::Command(_) | Message::Unknown => true,
            Message::Garbage => {
                (hub.log)("A client sent something that is not JSON, closing the connection.");
                false
            }
        }
    }
}

fn hear_bot(bytes: &[u8], link: &Link, hub: &Hub) -> bool {
    match Message::read(bytes) {
        Message::Command(command) => {
            hear_command(command, link);
            true
        }
        Message::Register { .. } if hub.has_asked() => {
            link.cut(FaultKind::Garbage, "it registered again during the match and was cut off");
            false
        }
        Message::Register { .. } => true,
        Message::Viewer | Message::Unknown => {
            let text = "a message that is not a COMMAND was ignored".into();
            link.tell(Incoming::Fault(FaultKind::Garbage, text));
            true
        }
        Message::Garbage => {
            link.cut(FaultKind::Garbage, "it sent something that is not JSON and was cut off");
            false
        }
    }
}

fn hear_command(command: Command, link: &Link) {
    let late = |text: String| link.tell(Incoming::Fault(FaultKind::Late, text));
    let Some(awaited) = link.awaited() else {
        return late("a command that was not asked for was ignored".into());
    };
    match command.tick {
        Some(tick) if tick == awaited && link.claim(tick) => {
            link.tell(Incoming::Command { tick, command });
        }
        Some(tick) => late(format!("a command for tick {tick} was ignored: tick {awaited} is being played")),
        None => late(format!("a command without the number of its tick was ignored in tick {awaited}")),
    }
}
