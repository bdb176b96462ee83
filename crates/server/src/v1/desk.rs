use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use meydan_league::{
    AuditPage, DeskPage, JobCard, LeagueMatch, Organiser, Pause, Priority, Reason, RejudgePage, RejudgeWish,
    TriedAgain,
};
use serde::Deserialize;

use super::Counter;
use super::account::{Answer, Done};
use super::asker::Asker;
use super::version::file;
use crate::extract::{self, Path, Query};
use crate::refusal::Refusal;

pub(crate) async fn desk(State(counter): State<Counter>, Asker(caller): Asker) -> Answer<DeskPage> {
    Ok(Json(counter.league.desk(&caller).await?))
}

pub(crate) async fn pause(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<Pause>,
) -> Done {
    counter.league.pause(&caller, &wish).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuditQuery {
    subject: Option<String>,
    before: Option<i64>,
}

pub(crate) async fn organisers(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<Vec<String>> {
    Ok(Json(counter.league.organisers(&caller, &slug).await?))
}

pub(crate) async fn set_organiser(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(wish): extract::Json<Organiser>,
) -> Answer<Vec<String>> {
    Ok(Json(counter.league.set_organiser(&caller, &slug, &wish).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeforeQuery {
    before: Option<i64>,
}

pub(crate) async fn hold(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(wish): extract::Json<Pause>,
) -> Done {
    counter.league.hold(&caller, &slug, &wish).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn contest_audit(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    Query(query): Query<BeforeQuery>,
) -> Answer<AuditPage> {
    Ok(Json(counter.league.contest_audit(&caller, &slug, query.before).await?))
}

pub(crate) async fn audit(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Query(query): Query<AuditQuery>,
) -> Answer<AuditPage> {
    Ok(Json(counter.league.audit(&caller, query.subject, query.before).await?))
}

pub(crate) async fn retry(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<JobCard> {
    Ok(Json(counter.league.retry_job(&caller, &id).await?))
}

pub(crate) async fn retry_all(State(counter): State<Counter>, Asker(caller): Asker) -> Answer<TriedAgain> {
    Ok(Json(counter.league.retry_jobs(&caller).await?))
}

pub(crate) async fn priority(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    extract::Json(wish): extract::Json<Priority>,
) -> Answer<JobCard> {
    Ok(Json(counter.league.prioritise(&caller, &id, &wish).await?))
}

pub(crate) async fn annul(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    extract::Json(reason): extract::Json<Reason>,
) -> Answer<LeagueMatch> {
    Ok(Json(counter.league.annul(&caller, &id, &reason).await?))
}

pub(crate) async fn rerun(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    extract::Json(reason): extract::Json<Reason>,
) -> Answer<RejudgePage> {
    Ok(Json(counter.league.rerun(&caller, &id, &reason).await?))
}

pub(crate) async fn rejudges(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<Vec<RejudgePage>> {
    Ok(Json(counter.league.rejudges(&caller, &slug).await?))
}

pub(crate) async fn rejudge(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
    extract::Json(wish): extract::Json<RejudgeWish>,
) -> Result<(StatusCode, Json<RejudgePage>), Refusal> {
    Ok((StatusCode::CREATED, Json(counter.league.rejudge(&caller, &slug, &wish).await?)))
}

pub(crate) async fn find_rejudge(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<RejudgePage> {
    Ok(Json(counter.league.rejudge_page(&caller, &id).await?))
}

pub(crate) async fn apply(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<RejudgePage> {
    Ok(Json(counter.league.apply_rejudge(&caller, &id).await?))
}

pub(crate) async fn drop_rejudge(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<RejudgePage> {
    Ok(Json(counter.league.drop_rejudge(&caller, &id).await?))
}

pub(crate) async fn export_csv(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.export_csv(&caller, &slug).await?;
    Ok(file("text/csv; charset=utf-8", &format!("{slug}.csv"), text))
}

pub(crate) async fn export_json(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Result<Response, Refusal> {
    let data = counter.league.export_json(&caller, &slug).await?;
    Ok(file("application/json", &format!("{slug}.json"), data.to_string()))
}

pub(crate) async fn export_tar(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Result<Response, Refusal> {
    let stream = counter.league.export_tar(&caller, &slug).await?;
    Ok(file("application/x-tar", &format!("{slug}.tar"), Body::from_stream(stream)))
}
