//! Rooms over HTTP: JSON, and a feed that tells of a room card by card.

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use meydan_arena::{Arrived, Deed, NewPerson, NewRoom, RoomCard, RoomCode};

use crate::caller::From;
use crate::extract::{self, Path};
use crate::lines::cards;
use crate::refusal::Refusal;
use crate::router::Front;

pub(crate) fn routes() -> Router<Front> {
    Router::new()
        .route("/rooms", post(open))
        .route("/rooms/{code}", get(find).post(act).delete(close))
        .route("/rooms/{code}/people", post(come_in))
        .route("/rooms/{code}/feed", get(feed))
}

/// The room that the address names, in whatever way somebody typed its code.
struct Code(RoomCode);

impl FromRequestParts<Front> for Code {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, front: &Front) -> Result<Code, Refusal> {
        let Path(text) = Path::<String>::from_request_parts(parts, front).await?;
        Ok(Code(text.parse()?))
    }
}

async fn open(
    State(front): State<Front>,
    From(caller): From,
    extract::Json(new): extract::Json<NewRoom>,
) -> Result<(StatusCode, Json<Arrived>), Refusal> {
    Ok((StatusCode::CREATED, Json(front.arena.open_room(&caller, new).await?)))
}

async fn find(
    State(front): State<Front>,
    From(caller): From,
    Code(code): Code,
) -> Result<Json<RoomCard>, Refusal> {
    Ok(Json(front.arena.room(&caller, &code)?))
}

async fn come_in(
    State(front): State<Front>,
    From(caller): From,
    Code(code): Code,
    extract::Json(new): extract::Json<NewPerson>,
) -> Result<(StatusCode, Json<Arrived>), Refusal> {
    Ok((StatusCode::CREATED, Json(front.arena.come_in(&caller, &code, new).await?)))
}

async fn act(
    State(front): State<Front>,
    From(caller): From,
    Code(code): Code,
    extract::Json(deed): extract::Json<Deed>,
) -> Result<Json<RoomCard>, Refusal> {
    Ok(Json(front.arena.act_in_room(&caller, &code, deed).await?))
}

async fn feed(State(front): State<Front>, From(caller): From, Code(code): Code) -> Result<Response, Refusal> {
    Ok(cards(front.arena.follow_room(&caller, &code)?))
}

async fn close(
    State(front): State<Front>,
    From(caller): From,
    Code(code): Code,
) -> Result<StatusCode, Refusal> {
    front.arena.close_room(&caller, &code).await?;
    Ok(StatusCode::NO_CONTENT)
}
