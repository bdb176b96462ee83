use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use meydan_league::{
    Announcement, ContestCard, ContestChange, ContestHistory, ContestPage, Keep, LeagueMatchList, MatchQuery,
    NewAnnouncement, NewContest, Outlived, RoundCard, RoundPage, SeasonPage, StandingTable, Statistics,
    TeamCard, Turn, WallPage,
};
use serde::Deserialize;

use super::Counter;
use super::account::{Answer, Done};
use super::asker::Asker;
use super::version::file;
use crate::extract::{self, Path, Query};
use crate::refusal::Refusal;

pub(crate) async fn list(State(counter): State<Counter>, Asker(caller): Asker) -> Answer<Vec<ContestCard>> {
    Ok(Json(counter.league.contests(&caller).await?))
}

pub(crate) async fn make(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<NewContest>,
) -> Result<(StatusCode, Json<ContestPage>), Refusal> {
    Ok((StatusCode::CREATED, Json(counter.league.make_contest(&caller, wish).await?)))
}

pub(crate) async fn find(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<ContestPage> {
    Ok(Json(counter.league.contest(&caller, &slug).await?))
}

pub(crate) async fn change(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(change): extract::Json<ContestChange>,
) -> Answer<ContestPage> {
    Ok(Json(counter.league.change_contest(&caller, &slug, change).await?))
}

pub(crate) async fn outlived(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(keep): extract::Json<Keep>,
) -> Answer<Outlived> {
    Ok(Json(counter.league.outlived(&caller, &slug, &keep).await?))
}

pub(crate) async fn turn(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(turn): extract::Json<Turn>,
) -> Answer<ContestPage> {
    Ok(Json(counter.league.turn_contest(&caller, &slug, turn).await?))
}

pub(crate) async fn standing(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<StandingTable> {
    Ok(Json(counter.league.standing(&caller, &slug).await?))
}

pub(crate) async fn rounds(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<Vec<RoundCard>> {
    Ok(Json(counter.league.rounds(&caller, &slug).await?))
}

pub(crate) async fn round(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path((slug, number)): Path<(String, u32)>,
) -> Answer<RoundPage> {
    Ok(Json(counter.league.round(&caller, &slug, i64::from(number)).await?))
}

pub(crate) async fn matches(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    Query(query): Query<MatchQuery>,
) -> Answer<LeagueMatchList> {
    Ok(Json(counter.league.matches(&caller, &slug, &query).await?))
}

pub(crate) async fn statistics(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<Statistics> {
    Ok(Json(counter.league.statistics(&caller, &slug).await?))
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WallQuery {
    seen: String,
}

pub(crate) async fn wall(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    Query(query): Query<WallQuery>,
) -> Answer<WallPage> {
    Ok(Json(counter.league.wall(&caller, &slug, &query.seen).await?))
}

pub(crate) async fn season(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(name): Path<String>,
) -> Answer<SeasonPage> {
    Ok(Json(counter.league.season(&caller, &name).await?))
}

pub(crate) async fn season_csv(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.season_csv(&caller, &name).await?;
    Ok(file("text/csv; charset=utf-8", "season.csv", text))
}

pub(crate) async fn history(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<ContestHistory> {
    Ok(Json(counter.league.contest_history(&caller, &slug).await?))
}

pub(crate) async fn history_csv(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.history_csv(&caller, &slug).await?;
    Ok(file("text/csv; charset=utf-8", &format!("{slug}-history.csv"), text))
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TextQuery {
    text: String,
}

pub(crate) async fn teams(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    Query(query): Query<TextQuery>,
) -> Answer<Vec<TeamCard>> {
    Ok(Json(counter.league.teams(&caller, &slug, &query.text).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeforeQuery {
    before: Option<i64>,
}

pub(crate) async fn announcements(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    Query(query): Query<BeforeQuery>,
) -> Answer<Vec<Announcement>> {
    Ok(Json(counter.league.announcements(&caller, &slug, query.before).await?))
}

pub(crate) async fn announce(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(wish): extract::Json<NewAnnouncement>,
) -> Done {
    counter.league.announce(&caller, &slug, wish).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn unannounce(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path((slug, id)): Path<(String, String)>,
) -> Done {
    counter.league.unannounce(&caller, &slug, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn duels_csv(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.duels_csv(&caller, &slug).await?;
    Ok(file("text/csv; charset=utf-8", &format!("{slug}-duels.csv"), text))
}

pub(crate) async fn statistics_csv(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.statistics_csv(&caller, &slug).await?;
    Ok(file("text/csv; charset=utf-8", &format!("{slug}-statistics.csv"), text))
}

pub(crate) async fn season_statistics_csv(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.season_statistics_csv(&caller, &name).await?;
    Ok(file("text/csv; charset=utf-8", "season-statistics.csv", text))
}
