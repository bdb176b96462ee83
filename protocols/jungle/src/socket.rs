//! The server's one port: WebSockets for bots and viewers on any path, plain HTTP for a browser.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt;
use futures_util::StreamExt;
use meydan_core::FaultKind;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

use crate::hub::{Hub, Incoming, Link};
use crate::message::{Command, Message};
use crate::options::Options;
use crate::outbox::Outbox;

/// How long we wait for a client to answer our goodbye.
const GOODBYE: Duration = Duration::from_secs(1);
/// The largest message. A command for six units has under a kilobyte.
const LARGEST_MESSAGE: usize = 1 << 20;

/// The listening server. It stops when this is dropped.
pub(crate) struct Server {
    current: Arc<Mutex<Arc<Hub>>>,
    task: JoinHandle<()>,
}

#[derive(Clone)]
struct Shared {
    hub: Arc<Mutex<Arc<Hub>>>,
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
}

impl Options {
    fn ui(&self) -> Ui {
        match (&self.ui_path, self.serve_ui) {
            (_, Some(false)) => Ui::None,
            (Some(folder), _) => Ui::Folder(Arc::new(folder.clone())),
            (None, _) => Ui::Notice,
        }
    }
}

impl Server {
    /// Serves on a listener; connections belong to the match of `hub` until the next one is set.
    pub(crate) fn start(listener: TcpListener, hub: Arc<Hub>, options: &Options) -> Server {
        let current = Arc::new(Mutex::new(hub));
        let shared = Shared { hub: current.clone(), ui: options.ui(), patience: options.register_timeout() };
        let router = Router::new().fallback(answer).with_state(shared);
        let listener = listener.tap_io(|stream| {
            // A frame should leave at once. If the socket is already gone, that shows soon enough.
            let _ = stream.set_nodelay(true);
        });
        let task = tokio::spawn(async move {
            // Serving ends only with the task.
            let _ = axum::serve(listener, router).await;
        });
        Server { current, task }
    }

    /// From now on connections belong to this match.
    pub(crate) fn switch(&self, hub: Arc<Hub>) {
        *self.current.lock().expect("nobody panics while holding this lock") = hub;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(
    State(shared): State<Shared>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    match upgrade {
        Ok(upgrade) => {
            let hub = shared.hub.lock().expect("nobody panics while holding this lock").clone();
            let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
            upgrade.on_upgrade(move |socket| serve(socket, hub, shared.patience))
        }
        Err(_) => page(&shared.ui, request.method(), request.uri().path()),
    }
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
             port; `meydan arena` has a page to watch matches on.\n"
                .into_response()
        }
        Ui::Notice | Ui::None => StatusCode::NOT_FOUND.into_response(),
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

/// Serves one socket until it closes or is closed.
async fn serve(socket: WebSocket, hub: Arc<Hub>, patience: Duration) {
    let (sink, mut frames) = socket.split();
    let mut outbox = Outbox::new(sink);
    let mut role = Role::Undecided;
    if hub.greet(&outbox) {
        let deadline = Instant::now() + patience;
        loop {
            let undecided = matches!(role, Role::Undecided);
            tokio::select! {
                frame = frames.next() => {
                    let bytes = match frame {
                        Some(Ok(Frame::Text(text))) => Bytes::from(text),
                        Some(Ok(Frame::Binary(bytes))) => bytes,
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                        Some(Err(_)) => {
                            if let Role::Bot(link) = &role {
                                link.cut(FaultKind::Gone, "the connection was lost, or a frame was broken or too large");
                            }
                            break;
                        }
                        Some(Ok(Frame::Close(_))) | None => break,
                    };
                    if !hear(&bytes, &mut role, &hub, &outbox) {
                        break;
                    }
                }
                () = sleep_until(deadline), if undecided => {
                    (hub.log)("Client didn't registered in time, closing the connection.");
                    break;
                }
                () = outbox.closed() => {
                    if let Role::Bot(link) = &role {
                        link.cut(FaultKind::Gone, "it did not read what it was sent and was cut off");
                    }
                    break;
                }
            }
        }
    }
    if let Role::Bot(link) = &role {
        link.lost();
    }
    hub.forget(&outbox);
    outbox.close();
    outbox.closed().await;
    // The other side may still answer the goodbye.
    let farewell = async { while let Some(Ok(_)) = frames.next().await {} };
    let _ = timeout(GOODBYE, farewell).await;
}

/// Handles one message. `false`: the socket is to be closed.
fn hear(bytes: &[u8], role: &mut Role, hub: &Hub, outbox: &Outbox) -> bool {
    match role {
        // A viewer has nothing more to say.
        Role::Viewer => true,
        Role::Undecided => match Message::read(bytes) {
            Message::Register { name, token } => match hub.register(name, token, outbox) {
                Ok(link) => {
                    *role = Role::Bot(link);
                    true
                }
                Err(why) => {
                    (hub.log)(&why);
                    false
                }
            },
            Message::Viewer => {
                hub.watch(outbox);
                *role = Role::Viewer;
                true
            }
            Message::Command(_) | Message::Unknown => true,
            Message::Garbage => {
                (hub.log)("A client sent something that is no JSON, closing the connection.");
                false
            }
        },
        Role::Bot(link) => hear_bot(bytes, link, hub),
    }
}

fn hear_bot(bytes: &[u8], link: &Link, hub: &Hub) -> bool {
    if !link.count(bytes.len()) {
        link.cut(FaultKind::Flood, "it sent far too much within one tick and was cut off");
        return false;
    }
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
            let text = "a message that is no COMMAND was ignored".into();
            link.tell(Incoming::Fault(FaultKind::Garbage, text));
            true
        }
        Message::Garbage => {
            link.cut(FaultKind::Garbage, "it sent something that is no JSON and was cut off");
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
