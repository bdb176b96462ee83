use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use meydan_arena::{Caller, Key};

use crate::router::Front;

/// Who asks: where they come from, and the key they show as `Authorization: Bearer KEY`. A browser cannot say that on a
/// socket, so there it is one of the protocols it offers: `key.KEY`.
pub(crate) struct From(pub(crate) Caller);

/// The protocol that sockets speak.
pub(crate) const PROTOCOL: &str = "meydan";

impl FromRequestParts<Front> for From {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, front: &Front) -> Result<From, Infallible> {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let direct = connection.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip());
        let forwarded = front.forwarded.then(|| forwarded(&parts.headers)).flatten();
        let key = bearer(&parts.headers).or_else(|| offered(&parts.headers));
        Ok(From(Caller::from_address(forwarded.unwrap_or(direct), key)))
    }
}

/// The address that the proxy in front of us has added; what stands before it anybody can write.
pub(crate) fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

fn bearer(headers: &HeaderMap) -> Option<Key> {
    let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = text.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Key::shown(key.trim()))
}

fn offered(headers: &HeaderMap) -> Option<Key> {
    let offers =
        headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    offers
        .flat_map(|value| value.split(','))
        .find_map(|offer| offer.trim().strip_prefix("key."))
        .map(Key::shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_what_the_proxy_wrote_is_believed() {
        let told = headers(&[("x-forwarded-for", "10.9.9.9, 192.0.2.7")]);
        assert_eq!(forwarded(&told), Some("192.0.2.7".parse().unwrap()));
        assert_eq!(forwarded(&headers(&[("x-forwarded-for", "nonsense")])), None);
    }

    #[test]
    fn a_key_is_shown_in_a_header_and_never_in_an_address() {
        let key = Some(Key::shown("abc"));
        assert_eq!(bearer(&headers(&[("authorization", "Bearer abc")])), key);
        assert_eq!(bearer(&headers(&[("authorization", "Basic abc")])), None);
        assert_eq!(offered(&headers(&[("sec-websocket-protocol", "meydan, key.abc")])), key);
    }
}
