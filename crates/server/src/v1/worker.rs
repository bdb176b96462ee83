//! Workers on other machines: they show a token of their own kind, and nothing else here is open to them.

use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use meydan_league::{
    NewWorkerToken, Pass, Presence, Stage, TakeWish, TaskCard, TaskDone, TaskTaken, WorkerTokenCard,
    WorkerTokenMade,
};
use serde::Deserialize;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::Counter;
use super::account::{Answer, Done};
use super::asker::{Asker, bearer};
use super::version::file;
use crate::extract::{self, Path, Query};
use crate::refusal::Refusal;
use crate::socket;

/// The largest blob that a worker may send, the longest report of a task, and the longest words of a build at once.
const LARGEST: usize = 1 << 30;
const LONGEST_REPORT: usize = 16 << 20;
const LONGEST_WORDS: usize = 1 << 20;
/// The longest line of a film.
const LONGEST_LINE: usize = 16 << 20;
/// How often a worker is asked whether it is still there, and after how long without a word it is not.
const PING: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(35);

/// Whoever has shown a token for workers.
pub(crate) struct Worker(Pass);

impl FromRequestParts<Counter> for Worker {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, counter: &Counter) -> Result<Worker, Refusal> {
        let token = bearer(&parts.headers).ok_or_else(|| {
            let text = "this is for workers: show a token that an admin made for them";
            Refusal::new(StatusCode::UNAUTHORIZED, "sign-in", text)
        })?;
        Ok(Worker(counter.league.by_worker_token(&token).await?))
    }
}

pub(crate) async fn tokens(
    State(counter): State<Counter>,
    Asker(caller): Asker,
) -> Answer<Vec<WorkerTokenCard>> {
    Ok(Json(counter.league.worker_tokens(&caller).await?))
}

pub(crate) async fn make_token(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<NewWorkerToken>,
) -> Result<(StatusCode, Json<WorkerTokenMade>), Refusal> {
    Ok((StatusCode::CREATED, Json(counter.league.make_worker_token(&caller, &wish).await?)))
}

pub(crate) async fn end_token(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Done {
    counter.league.end_worker_token(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn join(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    extract::Json(presence): extract::Json<Presence>,
) -> Done {
    counter.league.join(&pass, &presence).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn pulse(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    extract::Json(presence): extract::Json<Presence>,
) -> Done {
    counter.league.pulse(&pass, &presence).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn take(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    extract::Json(wish): extract::Json<TakeWish>,
) -> Answer<Option<TaskCard>> {
    Ok(Json(counter.league.take_for(&pass, &wish).await?))
}

pub(crate) async fn renew(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    Path((job, attempt)): Path<(String, i64)>,
) -> Done {
    counter.league.renew_for(&pass, &job, attempt).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a newer worker says more is passed over.
#[derive(Deserialize)]
pub(crate) struct PlaceQuery {
    from: Option<u64>,
}

pub(crate) async fn log(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    Path((job, attempt)): Path<(String, i64)>,
    Query(query): Query<PlaceQuery>,
    request: Request,
) -> Done {
    let words = whole(request, LONGEST_WORDS).await?;
    counter.league.say_for(&pass, &job, attempt, query.from, &words).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn blob(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    Path((job, attempt, digest)): Path<(String, i64, String)>,
) -> Result<Response, Refusal> {
    let chunks = counter.league.blob_for(&pass, &job, attempt, &digest).await?;
    Ok(file("application/octet-stream", &digest, Body::from_stream(chunks)))
}

/// Writes what is sent into a file of the moment, and keeps it if it is what its name says.
pub(crate) async fn keep(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    Path(digest): Path<String>,
    request: Request,
) -> Done {
    let ours = |error: std::io::Error| {
        let text = format!("the blob cannot be kept: {error}");
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "trouble", text)
    };
    let spool = tempfile::NamedTempFile::new().map_err(ours)?;
    let mut out = tokio::fs::File::from_std(spool.reopen().map_err(ours)?);
    let mut body = Limited::new(request.into_body(), LARGEST);
    while let Some(frame) = body.frame().await {
        if let Ok(bytes) = frame.map_err(cut)?.into_data() {
            out.write_all(&bytes).await.map_err(ours)?;
        }
    }
    out.flush().await.map_err(ours)?;
    counter.league.keep_for(&pass, &digest, spool.path()).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn done(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    Path((job, attempt)): Path<(String, i64)>,
    request: Request,
) -> Answer<TaskTaken> {
    let report = whole(request, LONGEST_REPORT).await?;
    let report: TaskDone = serde_json::from_slice(&report)
        .map_err(|error| Refusal::wrong(format!("this is not JSON: {error}")))?;
    Ok(Json(counter.league.done_for(&pass, &job, attempt, report).await?))
}

/// A match that is played elsewhere is shown here, and its people are relayed.
pub(crate) async fn stage(
    State(counter): State<Counter>,
    Worker(pass): Worker,
    Path((job, attempt)): Path<(String, i64)>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let stage = counter.league.stage_for(&pass, &job, attempt).await?;
    let upgrade = upgrade.map_err(|_| socket::no_socket())?;
    let upgrade = upgrade.max_message_size(LONGEST_LINE).max_frame_size(LONGEST_LINE);
    Ok(upgrade.on_upgrade(|socket| relay(socket, stage)))
}

async fn relay(mut socket: WebSocket, mut stage: Stage) {
    let mut ping = interval_at(Instant::now() + PING, PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            word = stage.next() => {
                if socket.send(Message::Text(word.text().into())).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Err(error) = stage.take(&text).await {
                            tracing::warn!(%error, "a worker shows something that is no match");
                            return;
                        }
                    }
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
}

async fn whole(request: Request, most: usize) -> Result<Bytes, Refusal> {
    let body = Limited::new(request.into_body(), most).collect().await.map_err(cut)?;
    Ok(body.to_bytes())
}

fn cut(error: Box<dyn std::error::Error + Send + Sync>) -> Refusal {
    match error.is::<LengthLimitError>() {
        true => Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "a worker does not send so much"),
        false => Refusal::wrong("it did not arrive whole; send it again"),
    }
}
