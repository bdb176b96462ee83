use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use meydan_arena::{Branch, Created, Listing, MatchCard, MatchId, MatchList, Order, Resume};
use serde::Deserialize;
use serde_json::Value;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::caller::From;
use crate::extract::{self, Body, Path, Query};
use crate::lines::lines;
use crate::refusal::Refusal;
use crate::router::Front;
use crate::{rooms, socket};

/// The longest order.
const LONGEST_ORDER: usize = 64 << 10;
/// The longest record somebody may bring along, compressed as it is.
const LONGEST_RECORD: usize = 16 << 20;

/// What there is under `/api`, as `docs/server.md` lists it.
pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/api/games"),
    ("GET", "/api/bots"),
    ("GET", "/api/key"),
    ("GET", "/api/matches"),
    ("POST", "/api/matches"),
    ("GET", "/api/matches/ID"),
    ("DELETE", "/api/matches/ID"),
    ("GET", "/api/matches/ID/reel"),
    ("GET", "/api/matches/ID/trace"),
    ("GET", "/api/matches/ID/hint"),
    ("GET", "/api/matches/ID/comment"),
    ("GET", "/api/matches/ID/advice"),
    ("POST", "/api/matches/ID/save"),
    ("POST", "/api/matches/ID/cancel"),
    ("GET", "/api/matches/ID/play"),
    ("POST", "/api/preview"),
    ("POST", "/api/reel"),
    ("GET", "/api/replay"),
    ("POST", "/api/comment"),
    ("GET", "/api/replay/comment"),
    ("GET", "/api/replay/news"),
    ("POST", "/api/rooms"),
    ("GET", "/api/rooms/CODE"),
    ("POST", "/api/rooms/CODE"),
    ("DELETE", "/api/rooms/CODE"),
    ("POST", "/api/rooms/CODE/people"),
    ("GET", "/api/rooms/CODE/feed"),
];

pub(crate) fn routes() -> Router<Front> {
    Router::new()
        .route("/games", get(games))
        .route("/bots", get(bots))
        .route("/key", get(key))
        .route("/matches", get(list).post(create))
        .route("/matches/{id}", get(find).delete(delete))
        .route("/matches/{id}/reel", get(reel))
        .route("/matches/{id}/trace", get(trace))
        .route("/matches/{id}/hint", get(hint))
        .route("/matches/{id}/comment", get(comment))
        .route("/matches/{id}/advice", get(advice))
        .route("/matches/{id}/save", post(save))
        .route("/matches/{id}/cancel", post(cancel))
        .route("/matches/{id}/play", get(socket::play))
        .route("/preview", post(preview))
        .route("/reel", post(replay).layer(DefaultBodyLimit::max(LONGEST_RECORD)))
        .route("/replay", get(own_replay))
        .route("/comment", post(comment_on).layer(DefaultBodyLimit::max(LONGEST_RECORD)))
        .route("/replay/comment", get(own_comment))
        .route("/replay/news", get(own_news))
        .merge(rooms::routes())
        .layer(DefaultBodyLimit::max(LONGEST_ORDER))
        .fallback(async || Refusal::nothing())
        .method_not_allowed_fallback(async || {
            let text = "this address does not take that method; see docs/server.md";
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", text)
        })
}

async fn games(State(front): State<Front>, From(caller): From) -> Json<Value> {
    Json(front.arena.games(&caller))
}

async fn bots(State(front): State<Front>, From(caller): From) -> Json<Vec<String>> {
    Json(front.arena.bots(&caller))
}

/// Whose signature records of this arena carry.
async fn key(State(front): State<Front>, From(caller): From) -> Json<Value> {
    Json(serde_json::json!({ "key": front.arena.key(&caller) }))
}

async fn list(
    State(front): State<Front>,
    From(caller): From,
    Query(listing): Query<Listing>,
) -> Result<Json<MatchList>, Refusal> {
    Ok(Json(front.arena.list(&caller, &listing).await?))
}

/// A new match, a paused one taken up again, or one that is over played on from within.
enum New {
    Order(Box<Order>),
    Resume(Resume),
    Branch(Branch),
}

impl<'de> Deserialize<'de> for New {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<New, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let made = match (value.get("resume"), value.get("from")) {
            (Some(_), _) => serde_json::from_value(value).map(New::Resume),
            (None, Some(_)) => serde_json::from_value(value).map(New::Branch),
            (None, None) => serde_json::from_value(value).map(New::Order),
        };
        let wrong = |error| serde::de::Error::custom(format!("this is not an order for a match: {error}"));
        made.map_err(wrong)
    }
}

async fn create(
    State(front): State<Front>,
    From(caller): From,
    extract::Json(wish): extract::Json<New>,
) -> Result<(StatusCode, Json<Created>), Refusal> {
    let created = match wish {
        New::Order(order) => front.arena.create(&caller, *order).await?,
        New::Resume(resume) => front.arena.resume(&caller, resume).await?,
        New::Branch(branch) => front.arena.branch(&caller, branch).await?,
    };
    Ok((StatusCode::CREATED, Json(created)))
}

/// What a match would look like; nothing is begun.
async fn preview(
    State(front): State<Front>,
    From(caller): From,
    extract::Json(order): extract::Json<Order>,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(front.arena.preview(&caller, order).await?))
}

async fn find(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
) -> Result<Json<MatchCard>, Refusal> {
    Ok(Json(front.arena.find(&caller, &id).await?))
}

/// Through whose eyes a match is seen; a spectator's if nothing is said.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EyesQuery {
    eyes: Option<u8>,
}

/// Which seat somebody speaks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatQuery {
    pub(crate) seat: u8,
}

async fn reel(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
    Query(EyesQuery { eyes }): Query<EyesQuery>,
) -> Result<Response, Refusal> {
    Ok(lines(front.arena.reel(&caller, &id, eyes).await?))
}

async fn replay(
    State(front): State<Front>,
    From(caller): From,
    Query(EyesQuery { eyes }): Query<EyesQuery>,
    Body(record): Body,
) -> Result<Response, Refusal> {
    Ok(lines(front.arena.replay(&caller, record, eyes).await?))
}

async fn own_replay(
    State(front): State<Front>,
    From(caller): From,
    Query(EyesQuery { eyes }): Query<EyesQuery>,
) -> Result<Response, Refusal> {
    match front.arena.own_replay(&caller, eyes).await? {
        Some(reel) => Ok(lines(reel)),
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

async fn own_news(State(front): State<Front>) -> Response {
    match front.arena.news() {
        Some(news) => lines(news),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

async fn trace(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
    request: Request,
) -> Result<Response, Refusal> {
    let file = front.arena.record(&caller, &id).await?;
    let Ok(answer) = ServeFile::new(file).oneshot(request).await;
    if answer.status() == StatusCode::NOT_FOUND {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "missing", "nothing of this match is kept"));
    }
    let mut answer = answer.into_response();
    let name = format!("attachment; filename=\"{id}.trace\"");
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.extend(HeaderValue::from_str(&name).map(|name| (CONTENT_DISPOSITION, name)));
    Ok(answer)
}

async fn hint(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(front.arena.hint(&caller, &id, seat).await?))
}

async fn comment(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
) -> Result<Json<Value>, Refusal> {
    let comment = front.arena.comment(&caller, &id).await?;
    Ok(Json(Value::clone(&comment)))
}

/// Where in a match, and for which seat, a house bot is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdviceQuery {
    window: u32,
    seat: u8,
}

async fn advice(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
    Query(AdviceQuery { window, seat }): Query<AdviceQuery>,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(front.arena.advice(&caller, &id, window, seat).await?))
}

async fn comment_on(
    State(front): State<Front>,
    From(caller): From,
    Body(record): Body,
) -> Result<Json<Value>, Refusal> {
    let comment = front.arena.comment_on(&caller, record).await?;
    Ok(Json(Value::clone(&comment)))
}

async fn own_comment(State(front): State<Front>, From(caller): From) -> Result<Response, Refusal> {
    match front.arena.own_comment(&caller).await? {
        Some(comment) => Ok(Json(Value::clone(&comment)).into_response()),
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

async fn save(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
) -> Result<StatusCode, Refusal> {
    front.arena.save(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn cancel(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
) -> Result<StatusCode, Refusal> {
    front.arena.cancel(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete(
    State(front): State<Front>,
    From(caller): From,
    Path(id): Path<MatchId>,
) -> Result<StatusCode, Refusal> {
    front.arena.delete(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
