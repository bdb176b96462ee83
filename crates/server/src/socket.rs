use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use meydan_arena::{Booth, Farewell, MatchId};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::api::SeatQuery;
use crate::caller::{From, PROTOCOL};
use crate::extract::{Path, Query};
use crate::refusal::Refusal;
use crate::router::Front;

/// The longest message a person's browser may send.
const LONGEST_MESSAGE: usize = 256 << 10;
/// How often a browser is asked whether it is still there, and after how long without a word it is not.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(65);

/// A person comes to a seat: the native protocol, one JSON object per text message.
pub(crate) async fn play(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|_| no_socket())?;
    let booth = front.arena.sit(&caller, &id, seat).await?;
    Ok(open(upgrade, booth))
}

/// What whoever asks for a seat without a socket is told.
pub(crate) fn no_socket() -> Refusal {
    Refusal::new(StatusCode::UPGRADE_REQUIRED, "upgrade", "a seat is played through a WebSocket")
}

/// Opens the socket through which a person sits in a booth.
pub(crate) fn open(upgrade: WebSocketUpgrade, booth: Booth) -> Response {
    let upgrade =
        upgrade.protocols([PROTOCOL]).max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(|socket| relay(socket, booth))
}

async fn relay(mut socket: WebSocket, mut booth: Booth) {
    let mut ping = interval_at(Instant::now() + PING, PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            line = booth.hear() => match line {
                Some(line) => {
                    if socket.send(Message::Text(line.into())).await.is_err() {
                        return;
                    }
                }
                None => break,
            },
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => booth.say(text.to_string()).await,
                    Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
        }
    }
    let _ = socket.send(Message::Close(booth.farewell().await.map(close))).await;
}

/// Why a socket is closed: 4000 where the seat was opened elsewhere, 4001 where the match is not played any more.
fn close(farewell: Farewell) -> CloseFrame {
    let (code, reason) = match farewell {
        Farewell::Elsewhere => (4000, String::new()),
        Farewell::Ended { state, reason } => (4001, reason.unwrap_or_else(|| state.to_string())),
    };
    // A close frame has room for 123 bytes.
    let short = reason.floor_char_boundary(123);
    CloseFrame { code, reason: reason[..short].into() }
}
