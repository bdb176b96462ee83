//! Under which names the server answers. A page of another site can make its own name lead to this machine; what then
//! comes from a visitor's browser still says that name in `Host`.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, StatusCode, Uri, uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// The names that the server answers to: those of this machine for itself, the address it listens on, and what it was
/// told.
#[derive(Clone, Debug)]
pub struct Names {
    told: Arc<[String]>,
    listen: IpAddr,
}

impl Names {
    /// The names of a server that listens on an address; `told` are further names of this machine.
    pub fn new(listen: SocketAddr, told: &[String]) -> Names {
        Names { told: told.iter().map(|name| name.to_ascii_lowercase()).collect(), listen: listen.ip() }
    }

    fn know(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<uri::Authority>() else { return false };
        let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
        if name == "localhost" || self.told.contains(&name) {
            return true;
        }
        // A number is nobody's name, so it cannot be made to lead elsewhere. A server that listens on all addresses
        // cannot tell which of them are its own.
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        number.is_ok_and(|ip| ip.is_loopback() || ip == self.listen || self.listen.is_unspecified())
    }
}

/// Refuses requests to a name that is not ours.
pub(crate) async fn check_host(State(names): State<Names>, request: Request, next: Next) -> Response {
    let host = host(request.headers(), request.uri());
    let once = request.headers().get_all(HOST).iter().count() <= 1;
    match host {
        Some(host) if once && names.know(host) => next.run(request).await,
        _ => {
            let name = host.unwrap_or_default();
            let text = format!(
                "this server is not called `{name}`; start it with `--name HOST` to give it that name"
            );
            Refusal::new(StatusCode::MISDIRECTED_REQUEST, "host", text).into_response()
        }
    }
}

/// Refuses sockets that a page of another site opens. What changes something is checked for every method but GET
/// elsewhere, and a socket begins as a GET.
pub(crate) async fn check_socket(request: Request, next: Next) -> Response {
    let upgrade = request.headers().contains_key(UPGRADE);
    if upgrade && !same_origin(request.headers(), request.uri()) {
        return foreign().into_response();
    }
    next.run(request).await
}

/// What a page of another site is told.
pub(crate) fn foreign() -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, "forbidden", "a page of another site may not do that here")
}

pub(crate) fn host<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    uri.authority().map(uri::Authority::as_str).or_else(|| headers.get(HOST)?.to_str().ok())
}

/// Browsers tell where a page came from; programs that are not browsers need not.
fn same_origin(headers: &HeaderMap, uri: &Uri) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let from = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, from)| from);
    from.is_some() && from == host(headers, uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_knows_its_own_names_and_no_others() {
        let told = ["Arena.Example".to_owned()];
        let names = Names::new("192.0.2.1:7777".parse().unwrap(), &told);
        for host in
            ["localhost", "LOCALHOST:7777", "127.0.0.1:1", "[::1]:7777", "192.0.2.1", "arena.example.:80"]
        {
            assert!(names.know(host), "{host}");
        }
        for host in
            ["evil.example", "192.0.2.2", "localhost.evil.example", "", "a b", "arena.example@evil.example"]
        {
            assert!(!names.know(host), "{host}");
        }
        let all = Names::new("0.0.0.0:7777".parse().unwrap(), &[]);
        assert!(all.know("192.0.2.9:7777") && !all.know("evil.example"));
    }

    #[test]
    fn a_page_of_another_site_is_known_by_its_origin() {
        let same = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, "127.0.0.1:7777".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            same_origin(&headers, &Uri::from_static("/x"))
        };
        assert!(same(Some("http://127.0.0.1:7777")) && same(None));
        for origin in ["http://evil.example", "null", "http://127.0.0.1:7778", "127.0.0.1:7777"] {
            assert!(!same(Some(origin)), "{origin}");
        }
    }
}
