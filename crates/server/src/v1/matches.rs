use axum::Json;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use meydan_league::{LeagueMatch, Tags};
use serde::Deserialize;

use super::Counter;
use super::account::Answer;
use super::asker::Asker;
use super::version::file;
use crate::api::SeatQuery;
use crate::extract::{self, Path, Query};
use crate::lines::lines;
use crate::refusal::Refusal;
use crate::socket;

pub(crate) async fn find(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<LeagueMatch> {
    Ok(Json(counter.league.league_match(&caller, &id).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EyesQuery {
    eyes: Option<u8>,
}

pub(crate) async fn reel(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    Query(query): Query<EyesQuery>,
) -> Result<Response, Refusal> {
    Ok(lines(counter.league.match_reel(&caller, &id, query.eyes).await?))
}

/// A person comes to their seat: the native protocol, one JSON object per text message.
pub(crate) async fn play(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    counter.league.may_sit(&caller, &id, seat).await?;
    let upgrade = upgrade.map_err(|_| socket::no_socket())?;
    let booth = counter.league.sit(&caller, &id, seat).await?;
    Ok(socket::open(upgrade, booth))
}

pub(crate) async fn trace(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let record = counter.league.match_record(&caller, &id).await?;
    Ok(file("application/octet-stream", &format!("{id}.trace"), record))
}

pub(crate) async fn log(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let log = counter.league.game_log(&caller, &id).await?;
    Ok(file("application/octet-stream", &format!("{id}.log"), log))
}

pub(crate) async fn seat_log(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path((id, seat)): Path<(String, u32)>,
) -> Result<Response, Refusal> {
    let log = counter.league.seat_log(&caller, &id, seat).await?;
    Ok(file("application/x-ndjson", &format!("{id}-{seat}.jsonl"), log))
}

pub(crate) async fn tags(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    extract::Json(wish): extract::Json<Tags>,
) -> Answer<LeagueMatch> {
    Ok(Json(counter.league.tag_match(&caller, &id, wish).await?))
}

pub(crate) async fn cancel(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<LeagueMatch> {
    Ok(Json(counter.league.cancel_match(&caller, &id).await?))
}
