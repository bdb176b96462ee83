use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use meydan_league::{AlikePage, ClassKey, ClassTable, JoinClass};

use super::Counter;
use super::account::{Answer, Done};
use super::asker::{Agent, Asker, session_cookie};
use super::version::file;
use crate::extract::{self, Path};
use crate::refusal::Refusal;

pub(crate) async fn join(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Agent(agent): Agent,
    extract::Json(wish): extract::Json<JoinClass>,
) -> Result<Response, Refusal> {
    let (signed, joined) = counter.league.join_class(&caller, wish, &agent).await?;
    let cookie = session_cookie(&counter, &signed);
    Ok(([(SET_COOKIE, cookie)], Json(joined)).into_response())
}

pub(crate) async fn table(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<ClassTable> {
    Ok(Json(counter.league.class_table(&caller, &slug).await?))
}

pub(crate) async fn alike(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Answer<AlikePage> {
    Ok(Json(counter.league.class_alike(&caller, &slug).await?))
}

pub(crate) async fn csv(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Result<Response, Refusal> {
    let text = counter.league.class_csv(&caller, &slug).await?;
    Ok(file("text/csv; charset=utf-8", &format!("{slug}-class.csv"), text))
}

pub(crate) async fn key(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path((slug, user)): Path<(String, String)>,
) -> Answer<ClassKey> {
    Ok(Json(counter.league.class_key(&caller, &slug, &user).await?))
}

pub(crate) async fn leave(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path((slug, user)): Path<(String, String)>,
) -> Done {
    counter.league.leave_class(&caller, &slug, &user).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn end(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Done {
    counter.league.end_class(&caller, &slug).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn delete(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(slug): Path<String>,
) -> Done {
    counter.league.delete_class(&caller, &slug).await?;
    Ok(StatusCode::NO_CONTENT)
}
