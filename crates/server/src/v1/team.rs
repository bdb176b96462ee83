use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use meydan_league::{
    CasualWish, JoinTeam, LeagueMatch, NewTeam, OpponentCard, Reason, TeamChange, TeamCode, TeamHistory,
    TeamPage, Versus,
};

use super::Counter;
use super::account::{Answer, Done};
use super::asker::Asker;
use super::version::file;
use crate::extract::{self, Path};
use crate::refusal::Refusal;

pub(crate) async fn make(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(wish): extract::Json<NewTeam>,
) -> Result<(StatusCode, Json<TeamPage>), Refusal> {
    Ok((StatusCode::CREATED, Json(counter.league.make_team(&caller, &slug, wish).await?)))
}

pub(crate) async fn join(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(wish): extract::Json<JoinTeam>,
) -> Answer<TeamPage> {
    Ok(Json(counter.league.join_team(&caller, &slug, wish).await?))
}

pub(crate) async fn find(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<TeamPage> {
    Ok(Json(counter.league.team(&caller, &id).await?))
}

pub(crate) async fn change(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    extract::Json(change): extract::Json<TeamChange>,
) -> Answer<TeamPage> {
    Ok(Json(counter.league.change_team(&caller, &id, change).await?))
}

pub(crate) async fn code(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<TeamCode> {
    Ok(Json(counter.league.team_code(&caller, &id).await?))
}

pub(crate) async fn leave(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Done {
    counter.league.leave_team(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn remove(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path((id, user)): Path<(String, String)>,
) -> Done {
    counter.league.remove_member(&caller, &id, &user).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn versus(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path((id, other)): Path<(String, String)>,
) -> Answer<Versus> {
    Ok(Json(counter.league.versus(&caller, &id, &other).await?))
}

pub(crate) async fn history(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<TeamHistory> {
    Ok(Json(counter.league.team_history(&caller, &id).await?))
}

pub(crate) async fn history_csv(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.team_history_csv(&caller, &id).await?;
    Ok(file("text/csv; charset=utf-8", "versions.csv", text))
}

pub(crate) async fn opponents(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<Vec<OpponentCard>> {
    Ok(Json(counter.league.opponents(&caller, &id).await?))
}

pub(crate) async fn casual(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    extract::Json(wish): extract::Json<CasualWish>,
) -> Result<(StatusCode, Json<LeagueMatch>), Refusal> {
    Ok((StatusCode::CREATED, Json(counter.league.casual(&caller, &id, wish).await?)))
}

pub(crate) async fn disqualify(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    extract::Json(reason): extract::Json<Reason>,
) -> Answer<TeamPage> {
    Ok(Json(counter.league.disqualify(&caller, &id, reason).await?))
}

pub(crate) async fn reinstate(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<TeamPage> {
    Ok(Json(counter.league.reinstate(&caller, &id).await?))
}
