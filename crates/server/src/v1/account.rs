use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Response};
use meydan_league::{
    AccountChange, AccountMade, Deletion, Me, NewAccount, NewPassword, NewToken, PasswordReset, ResetLink,
    SessionCard, SignIn, SignUp, TokenCard, TokenMade, UserCard, UserChange,
};
use serde::Deserialize;

use super::Counter;
use super::asker::{Agent, Asker, signed_in, signed_out};
use super::version::file;
use crate::extract::{self, Path, Query};
use crate::refusal::Refusal;

pub(crate) type Answer<T> = Result<Json<T>, Refusal>;
pub(crate) type Done = Result<StatusCode, Refusal>;

pub(crate) async fn sign_up(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Agent(agent): Agent,
    extract::Json(wish): extract::Json<SignUp>,
) -> Result<Response, Refusal> {
    let signed = counter.league.sign_up(&caller, wish, &agent).await?;
    Ok(signed_in(&counter, signed))
}

pub(crate) async fn sign_in(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Agent(agent): Agent,
    extract::Json(wish): extract::Json<SignIn>,
) -> Result<Response, Refusal> {
    let signed = counter.league.sign_in(&caller, wish, &agent).await?;
    Ok(signed_in(&counter, signed))
}

pub(crate) async fn sign_out(
    State(counter): State<Counter>,
    Asker(caller): Asker,
) -> Result<Response, Refusal> {
    counter.league.sign_out(&caller).await?;
    Ok(signed_out(&counter))
}

pub(crate) async fn reset(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<PasswordReset>,
) -> Done {
    counter.league.reset(&caller, wish).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Nobody, for a visitor: the page asks this before anybody has signed in, and that is not an error.
pub(crate) async fn me(State(counter): State<Counter>, Asker(caller): Asker) -> Answer<Option<Me>> {
    match caller.account() {
        Some(_) => Ok(Json(Some(counter.league.me(&caller).await?))),
        None => Ok(Json(None)),
    }
}

pub(crate) async fn change(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(change): extract::Json<AccountChange>,
) -> Answer<Me> {
    Ok(Json(counter.league.change_me(&caller, change).await?))
}

pub(crate) async fn delete(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<Deletion>,
) -> Result<Response, Refusal> {
    counter.league.delete_me(&caller, wish).await?;
    Ok(signed_out(&counter))
}

pub(crate) async fn export(
    State(counter): State<Counter>,
    Asker(caller): Asker,
) -> Result<Response, Refusal> {
    let data = counter.league.export_me(&caller).await?;
    Ok(([(CONTENT_DISPOSITION, "attachment; filename=\"meydan-account.json\"")], Json(data)).into_response())
}

pub(crate) async fn export_tar(
    State(counter): State<Counter>,
    Asker(caller): Asker,
) -> Result<Response, Refusal> {
    let stream = counter.league.export_me_tar(&caller).await?;
    Ok(file("application/x-tar", "meydan-account.tar", Body::from_stream(stream)))
}

pub(crate) async fn password(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<NewPassword>,
) -> Done {
    counter.league.change_password(&caller, wish).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn sessions(
    State(counter): State<Counter>,
    Asker(caller): Asker,
) -> Answer<Vec<SessionCard>> {
    Ok(Json(counter.league.sessions(&caller).await?))
}

pub(crate) async fn end_sessions(State(counter): State<Counter>, Asker(caller): Asker) -> Done {
    counter.league.end_other_sessions(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn tokens(State(counter): State<Counter>, Asker(caller): Asker) -> Answer<Vec<TokenCard>> {
    Ok(Json(counter.league.tokens(&caller).await?))
}

pub(crate) async fn make_token(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), Refusal> {
    Ok((StatusCode::CREATED, Json(counter.league.make_token(&caller, wish).await?)))
}

pub(crate) async fn end_token(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Done {
    counter.league.end_token(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
pub(crate) struct UsersQuery {
    text: String,
    after: String,
}

pub(crate) async fn users(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Query(query): Query<UsersQuery>,
) -> Answer<Vec<UserCard>> {
    Ok(Json(counter.league.users(&caller, &query.text, &query.after).await?))
}

pub(crate) async fn make_user(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    extract::Json(wish): extract::Json<NewAccount>,
) -> Result<(StatusCode, Json<AccountMade>), Refusal> {
    Ok((StatusCode::CREATED, Json(counter.league.new_account(&caller, wish).await?)))
}

pub(crate) async fn change_user(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
    extract::Json(change): extract::Json<UserChange>,
) -> Answer<UserCard> {
    Ok(Json(counter.league.change_user(&caller, &id, change).await?))
}

pub(crate) async fn make_reset(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Path(id): Path<String>,
) -> Answer<ResetLink> {
    Ok(Json(counter.league.make_reset(&caller, &id).await?))
}
