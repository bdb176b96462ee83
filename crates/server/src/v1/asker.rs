use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use meydan_league::{Caller, Secret, SignedIn, Visitor};

use super::Counter;
use crate::caller::forwarded;
use crate::refusal::Refusal;

/// Who asks: a visitor, somebody whose browser has a session, or a program with a token.
pub(crate) struct Asker(pub(crate) Caller);

/// What a browser calls itself.
pub(crate) struct Agent(pub(crate) String);

impl FromRequestParts<Counter> for Asker {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, counter: &Counter) -> Result<Asker, Refusal> {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let direct = connection.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip());
        let told = counter.forwarded.then(|| forwarded(&parts.headers)).flatten();
        let caller = Caller::visitor(Visitor::of(told.unwrap_or(direct)));
        // A program that shows a token means it, whatever else is there.
        if let Some(token) = bearer(&parts.headers) {
            return Ok(Asker(counter.league.by_token(caller, &token).await?));
        }
        // Whoever was given the code of a final may moderate it, signed in or not.
        let caller = match cookie_of(&parts.headers, hall(counter.secure)) {
            Some(key) => counter.league.by_hall(caller, &Secret::shown(key)).await?,
            None => caller,
        };
        match session(&parts.headers, counter.secure) {
            Some(secret) => Ok(Asker(counter.league.by_session(caller, &secret).await?)),
            None => Ok(Asker(caller)),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Agent {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Agent, Self::Rejection> {
        let agent = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Agent(agent.unwrap_or_default().to_owned()))
    }
}

pub(crate) fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = text.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::shown(secret))
}

/// The cookie's name. Where there is TLS the browser itself sees to it that nobody else on the domain sets it.
fn cookie(secure: bool) -> &'static str {
    if secure { "__Host-meydan" } else { "meydan" }
}

/// The name of the cookie of whoever moderates a final.
fn hall(secure: bool) -> &'static str {
    if secure { "__Host-meydan-hall" } else { "meydan-hall" }
}

/// The cookie of somebody who has come in with a code.
pub(crate) fn hall_cookie(secure: bool, key: &Secret, age: u64) -> HeaderValue {
    set_cookie(hall(secure), secure, key.reveal(), age)
}

fn session(headers: &HeaderMap, secure: bool) -> Option<Secret> {
    cookie_of(headers, cookie(secure)).map(Secret::shown)
}

/// The cookie with a name.
pub(crate) fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// An answer that signs a browser in.
pub(crate) fn signed_in(counter: &Counter, signed: SignedIn) -> Response {
    let value = session_cookie(counter, &signed);
    ([(SET_COOKIE, value)], axum::Json(signed.me)).into_response()
}

/// The cookie of somebody who has just signed in.
pub(crate) fn session_cookie(counter: &Counter, signed: &SignedIn) -> HeaderValue {
    set_cookie(cookie(counter.secure), counter.secure, signed.session.reveal(), signed.lasts.as_secs())
}

/// An answer that signs a browser out.
pub(crate) fn signed_out(counter: &Counter) -> Response {
    let value = set_cookie(cookie(counter.secure), counter.secure, "", 0);
    (axum::http::StatusCode::NO_CONTENT, [(SET_COOKIE, value)]).into_response()
}

/// A cookie that scripts and other sites do not get.
pub(crate) fn set_cookie(name: &str, secure: bool, secret: &str, age: u64) -> HeaderValue {
    let secured = if secure { "; Secure" } else { "" };
    let text = format!("{name}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secured}");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_found_among_other_cookies() {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_static("a=b; meydan=ms_secret; __Host-meydan=other"));
        assert_eq!(session(&headers, false), Some(Secret::shown("ms_secret")));
        assert_eq!(session(&headers, true), Some(Secret::shown("other")));
    }

    #[test]
    fn scripts_and_other_sites_do_not_get_the_cookie() {
        let value = set_cookie(cookie(true), true, "x", 60);
        let value = value.to_str().unwrap();
        for part in ["__Host-meydan=x", "HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=60"] {
            assert!(value.contains(part), "{value}");
        }
    }
}
