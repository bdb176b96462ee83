use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use meydan_league::{Backstage, Cue, FinalPage, HallCode, HallCodeMade, MapVote, NewFinal, ShowCard};
use serde::Deserialize;

use super::Counter;
use super::account::{Answer, Done};
use super::asker::{Asker, hall_cookie};
use crate::extract::{self, Path, Query};
use crate::refusal::Refusal;

pub(crate) async fn find(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<Option<FinalPage>> {
    Ok(Json(counter.league.find_final(&caller, &slug).await?))
}

pub(crate) async fn open(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(wish): extract::Json<NewFinal>,
) -> Result<(StatusCode, Json<FinalPage>), Refusal> {
    Ok((StatusCode::CREATED, Json(counter.league.open_final(&caller, &slug, wish).await?)))
}

pub(crate) async fn call_off(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Done {
    counter.league.drop_final(&caller, &slug).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn backstage(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<Backstage> {
    Ok(Json(counter.league.backstage(&caller, &slug).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AfterQuery {
    after: Option<i64>,
}

pub(crate) async fn show(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    Query(query): Query<AfterQuery>,
) -> Answer<ShowCard> {
    Ok(Json(counter.league.final_show(&caller, &slug, query.after).await?))
}

pub(crate) async fn cue(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(cue): extract::Json<Cue>,
) -> Answer<ShowCard> {
    Ok(Json(counter.league.cue(&caller, &slug, cue).await?))
}

pub(crate) async fn vote(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(wish): extract::Json<MapVote>,
) -> Answer<FinalPage> {
    Ok(Json(counter.league.vote_for_map(&caller, &slug, wish).await?))
}

pub(crate) async fn make_code(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<HallCodeMade> {
    Ok(Json(counter.league.make_hall_code(&caller, &slug).await?))
}

pub(crate) async fn end_codes(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Done {
    counter.league.end_hall_codes(&caller, &slug).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn enter(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<HallCode>,
) -> Result<Response, Refusal> {
    let (key, lasts, entered) = counter.league.enter_hall(&caller, &wish).await?;
    let cookie = hall_cookie(counter.secure, &key, lasts.as_secs());
    Ok(([(SET_COOKIE, cookie)], Json(entered)).into_response())
}
