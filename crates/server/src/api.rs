use std::sync::Arc;

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use serde::Deserialize;
use serde_json::Value;

use crate::hall::{Created, Eyes, MatchCard, Order, ReelSource, Resume, Seating};
use crate::{ApiError, Hall, socket};

/// The largest trace somebody may bring along.
const LARGEST_TRACE: usize = 64 << 20;

type Hallway = State<Arc<dyn Hall>>;

pub(crate) fn routes() -> Router<Arc<dyn Hall>> {
    Router::new()
        .route("/games", get(games))
        .route("/bots", get(bots))
        .route("/matches", get(matches).post(create))
        .route("/matches/{id}", get(find))
        .route("/matches/{id}/reel", get(reel))
        .route("/matches/{id}/trace", get(trace))
        .route("/matches/{id}/hint", get(hint))
        .route("/matches/{id}/save", post(save))
        .route("/matches/{id}/play", get(socket::play))
        .route("/reel", post(replay).layer(DefaultBodyLimit::max(LARGEST_TRACE)))
        .route("/replay", get(own_replay))
        .fallback(nothing)
}

async fn nothing() -> ApiError {
    ApiError::missing("there is nothing here; see docs/server.md for what the server answers")
}

async fn games(State(hall): Hallway) -> Json<Value> {
    Json(hall.games())
}

async fn bots(State(hall): Hallway) -> Json<Vec<String>> {
    Json(hall.bots())
}

async fn matches(State(hall): Hallway) -> Json<Vec<MatchCard>> {
    Json(hall.matches())
}

async fn find(State(hall): Hallway, Path(id): Path<String>) -> Result<Json<MatchCard>, ApiError> {
    hall.find(&id).map(Json)
}

/// A new match, or a saved one taken up again.
#[derive(Deserialize)]
#[serde(untagged)]
enum New {
    Resume(Resume),
    Order(Order),
}

async fn create(
    State(hall): Hallway,
    headers: HeaderMap,
    body: String,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    // A form on another site can send text to us but not with this type without asking first.
    let json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !json {
        return Err(ApiError::wrong("send JSON with the content type application/json"));
    }
    let value: Value =
        serde_json::from_str(&body).map_err(|e| ApiError::wrong(format!("this is no JSON: {e}")))?;
    let order = match value.get("resume") {
        Some(_) => serde_json::from_value(value).map(New::Resume),
        None => serde_json::from_value(value).map(New::Order),
    };
    let order = order.map_err(|e| ApiError::wrong(format!("this is no order for a match: {e}")))?;
    // Reading a map, starting bots and making a board may take a moment.
    let starting = tokio::task::spawn_blocking(move || match order {
        New::Resume(resume) => hall.resume(resume),
        New::Order(order) => hall.create(order),
    });
    let created = starting.await.map_err(|_| ApiError::wrong("the match could not be started"))??;
    Ok((StatusCode::CREATED, Json(created)))
}

async fn reel(
    State(hall): Hallway,
    Path(id): Path<String>,
    Query(eyes): Query<Eyes>,
) -> Result<Response, ApiError> {
    hall.reel(&id, eyes).map(lines)
}

async fn replay(
    State(hall): Hallway,
    Query(eyes): Query<Eyes>,
    trace: axum::body::Bytes,
) -> Result<Response, ApiError> {
    hall.replay(trace.to_vec(), eyes.eyes).map(lines)
}

async fn own_replay(State(hall): Hallway, Query(eyes): Query<Eyes>) -> Response {
    match hall.own_replay(eyes.eyes) {
        Some(source) => lines(source),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

async fn trace(State(hall): Hallway, Path(id): Path<String>) -> Result<Response, ApiError> {
    let bytes = hall.trace(&id)?;
    let name = format!("attachment; filename=\"{id}.trace\"");
    let headers =
        [(header::CONTENT_TYPE, "application/octet-stream".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

async fn hint(
    State(hall): Hallway,
    Path(id): Path<String>,
    Query(seating): Query<Seating>,
) -> Result<Json<Value>, ApiError> {
    // A hint may take a moment of thinking.
    let thinking = tokio::task::spawn_blocking(move || hall.hint(&id, &seating));
    thinking.await.map_err(|_| ApiError::wrong("the hint could not be found"))?.map(Json)
}

async fn save(
    State(hall): Hallway,
    Path(id): Path<String>,
    Query(seating): Query<Seating>,
) -> Result<StatusCode, ApiError> {
    hall.save(&id, &seating).map(|()| StatusCode::NO_CONTENT)
}

/// A reel as it comes, line by line.
fn lines(source: ReelSource) -> Response {
    let lines = stream::unfold(source, |mut source| async move {
        let line = source.recv().await?;
        Some((Ok::<_, std::convert::Infallible>(line), source))
    });
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}
