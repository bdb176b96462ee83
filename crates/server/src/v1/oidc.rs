use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use meydan_league::{Caller, Departure, Elsewhere, Error, Identity, Secret};
use serde::Deserialize;

use super::Counter;
use super::account::Done;
use super::asker::{Agent, Asker, cookie_of, session_cookie, set_cookie};
use crate::extract::Query;
use crate::names::host;
use crate::oidc::{OidcError, Provider, Trip};
use crate::refusal::Refusal;

/// How long somebody may stay away, in seconds.
const AWAY: u64 = 900;
/// What stands before the secret of somebody who wants to link an account.
const LINK: &str = "link.";

/// What the issuer says when it sends somebody back.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Return {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// How it ended, for the page, which says it in the reader's language.
#[derive(Clone, Copy)]
enum End {
    /// Somebody is signed in, or linked.
    Done,
    /// They, or the issuer, did not want to.
    Refused,
    /// It did not begin in this browser, or too long ago.
    Stale,
    /// The issuer cannot be asked, or does not take the code.
    Issuer,
    /// What it says is not believed.
    Proof,
    /// No account is made here, or this one is shut out.
    Closed,
    /// The identity belongs to another account, or the account to another identity.
    Taken,
    /// Too often, or the arena's own fault.
    Later,
}

impl End {
    fn word(self) -> &'static str {
        match self {
            End::Done => "done",
            End::Refused => "refused",
            End::Stale => "stale",
            End::Issuer => "issuer",
            End::Proof => "proof",
            End::Closed => "closed",
            End::Taken => "taken",
            End::Later => "later",
        }
    }
}

impl From<OidcError> for End {
    fn from(error: OidcError) -> End {
        tracing::warn!(%error, "somebody could not sign in elsewhere");
        match error {
            OidcError::Proof(_) => End::Proof,
            OidcError::Address(_) | OidcError::Unreachable { .. } | OidcError::Code(_) => End::Issuer,
        }
    }
}

impl From<Error> for End {
    fn from(error: Error) -> End {
        match error {
            Error::Forbidden(_) => End::Closed,
            Error::Conflict(_) => End::Taken,
            _ => End::Later,
        }
    }
}

/// Where else one can sign in.
pub(crate) async fn elsewhere(State(counter): State<Counter>) -> Json<Option<Elsewhere>> {
    Json(counter.oidc.as_ref().map(|provider| Elsewhere { name: provider.name().to_owned() }))
}

/// Somebody wants to sign in there.
pub(crate) async fn depart(
    State(counter): State<Counter>,
    Asker(_): Asker,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    leave(&counter, &uri, &headers, None).await
}

/// Somebody wants to link the account they are signed in to.
pub(crate) async fn depart_to_link(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let session = caller.session()?.as_str().to_owned();
    leave(&counter, &uri, &headers, Some(session)).await
}

/// The account is no longer linked.
pub(crate) async fn unlink(State(counter): State<Counter>, Asker(caller): Asker) -> Done {
    caller.session()?;
    let provider = provider(&counter)?;
    counter.league.unlink(&caller, provider.issuer()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn leave(
    counter: &Counter,
    uri: &Uri,
    headers: &HeaderMap,
    session: Option<String>,
) -> Result<Response, Refusal> {
    let provider = provider(counter)?;
    let secret = Secret::draw("", 52)?;
    let link = if session.is_some() { LINK } else { "" };
    let value = format!("{link}{}", secret.reveal());
    let cookie = set_cookie(away(counter.secure), counter.secure, &value, AWAY);
    let trip = Trip::new(secret, home(counter, uri, headers), session.as_deref().unwrap_or_default());
    let address = provider.departure(&trip).await.map_err(|error| {
        tracing::warn!(%error, "nobody can sign in elsewhere");
        Refusal::new(StatusCode::BAD_GATEWAY, "issuer", format!("{} does not answer", provider.name()))
    })?;
    Ok(([(SET_COOKIE, cookie)], Json(Departure { address })).into_response())
}

/// Somebody comes back. It is a browser that reads this, so every answer leads to a page.
pub(crate) async fn land(
    State(counter): State<Counter>,
    Asker(caller): Asker,
    Agent(agent): Agent,
    uri: Uri,
    headers: HeaderMap,
    Query(said): Query<Return>,
) -> Result<Response, Refusal> {
    let provider = provider(&counter)?;
    let held = cookie_of(&headers, away(counter.secure)).unwrap_or_default().to_owned();
    let (linking, secret) = match held.strip_prefix(LINK) {
        Some(secret) => (true, secret),
        None => (false, held.as_str()),
    };
    let home = home(&counter, &uri, &headers);
    let page = if linking { "/account" } else { "/signin" };
    let mut answer = HeaderMap::new();
    // The secret works once, however it ends.
    answer.append(SET_COOKIE, set_cookie(away(counter.secure), counter.secure, "", 0));
    let end = match arrive(&counter, provider, &caller, secret, linking, home, said).await {
        Err(end) => end,
        Ok(identity) if linking => {
            counter.league.link(&caller, &identity).await.map_or_else(End::from, |()| End::Done)
        }
        Ok(identity) => match counter.league.sign_in_elsewhere(&caller, &identity, &agent).await {
            Ok(signed) => {
                answer.append(SET_COOKIE, session_cookie(&counter, &signed));
                End::Done
            }
            Err(error) => End::from(error),
        },
    };
    let to = format!("{page}?elsewhere={}", end.word());
    answer.insert(LOCATION, HeaderValue::from_str(&to).unwrap_or(HeaderValue::from_static("/signin")));
    Ok((StatusCode::SEE_OTHER, answer).into_response())
}

async fn arrive(
    counter: &Counter,
    provider: &Provider,
    caller: &Caller,
    secret: &str,
    linking: bool,
    home: String,
    said: Return,
) -> Result<Identity, End> {
    let session = match (linking, caller.session()) {
        (false, _) => "",
        (true, Ok(session)) => session.as_str(),
        (true, Err(_)) => return Err(End::Stale),
    };
    let trip = Trip::new(Secret::shown(secret), home, session);
    let same = said.state.is_some_and(|state| state == trip.state());
    let ours = said.iss.is_none_or(|issuer| issuer == provider.issuer());
    if secret.is_empty() || !same || !ours {
        return Err(End::Stale);
    }
    match (said.error, said.code) {
        (None, Some(code)) => {
            // The issuer is asked, so nobody may do this as often as they like.
            counter.league.knock(caller).await?;
            // A browser forgets the secret when it is told to; somebody else may not.
            if !counter.league.first_time(&trip.state()).await? {
                return Err(End::Stale);
            }
            Ok(provider.arrival(&trip, &code, counter.league.now().0 / 1000).await?)
        }
        _ => Err(End::Refused),
    }
}

fn provider(counter: &Counter) -> Result<&Arc<Provider>, Refusal> {
    let text = "nobody can sign in elsewhere here; the arena was started without --oidc-issuer";
    counter.oidc.as_ref().ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "missing", text))
}

/// Where people come back to. The name in it is one of ours: others are refused before.
fn home(counter: &Counter, uri: &Uri, headers: &HeaderMap) -> String {
    let scheme = if counter.secure { "https" } else { "http" };
    format!("{scheme}://{}/api/v1/oidc/return", host(headers, uri).unwrap_or("localhost"))
}

fn away(secure: bool) -> &'static str {
    if secure { "__Host-meydan-away" } else { "meydan-away" }
}
