use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use meydan_league::{LogPiece, VersionCard, VersionList};
use serde::Deserialize;

use super::Counter;
use super::account::Answer;
use super::asker::Asker;
use crate::extract::{Path, Query};
use crate::refusal::Refusal;

pub(crate) async fn list(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<VersionList> {
    Ok(Json(counter.league.versions(&caller, &id).await?))
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NoteQuery {
    note: String,
}

pub(crate) async fn submit(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    Query(query): Query<NoteQuery>,
    request: Request,
) -> Result<(StatusCode, Json<VersionCard>), Refusal> {
    // Who may not send anything is told before it is read.
    let most = counter.league.largest_archive(&caller, &id).await?;
    let body = Limited::new(request.into_body(), usize::try_from(most).unwrap_or(usize::MAX));
    let archive = body.collect().await.map_err(|error| match error.is::<LengthLimitError>() {
        true => {
            let text = format!("an archive has at most {} MB here", most >> 20);
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", text)
        }
        false => Refusal::wrong("the archive did not arrive whole; send it again"),
    })?;
    let archive = archive.to_bytes();
    Ok((StatusCode::CREATED, Json(counter.league.submit(&caller, &id, archive, &query.note).await?)))
}

pub(crate) async fn find(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<VersionCard> {
    Ok(Json(counter.league.version(&caller, &id).await?))
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FromQuery {
    from: u64,
}

pub(crate) async fn log(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    Query(query): Query<FromQuery>,
) -> Answer<LogPiece> {
    Ok(Json(counter.league.build_log(&caller, &id, query.from).await?))
}

pub(crate) async fn whole_log(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.whole_build_log(&caller, &id).await?;
    Ok(file("text/plain; charset=utf-8", &format!("build-{id}.txt"), text))
}

pub(crate) async fn source(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let (name, archive) = counter.league.source(&caller, &id).await?;
    Ok(file("application/zip", &name, archive))
}

pub(crate) async fn activate(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<VersionCard> {
    Ok(Json(counter.league.activate(&caller, &id).await?))
}

/// A file to be saved: a browser never shows it as a page of ours.
pub(crate) fn file(kind: &'static str, name: &str, bytes: impl Into<axum::body::Body>) -> Response {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{plain}\""))
        .unwrap_or_else(|_| HeaderValue::from_static("attachment"));
    let headers = [(CONTENT_TYPE, HeaderValue::from_static(kind)), (CONTENT_DISPOSITION, disposition)];
    (headers, bytes.into()).into_response()
}
