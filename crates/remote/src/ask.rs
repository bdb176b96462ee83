//! Questions to an arena, and how long somebody asks.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use meydan_arena::Error;
use reqwest::header::{
    AUTHORIZATION, CONNECTION, CONTENT_TYPE, HeaderMap, HeaderValue, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, Upgraded};
use rustls::ClientConfig;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::protocol::Role;
use url::Url;

use crate::RemoteError;

/// How long an arena may take to be reached, and to answer. A question for a task stays open for ten seconds.
const REACH: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(25);
/// How long a large blob may take.
const CARRY: Duration = Duration::from_secs(300);
/// How long an arena that does not answer is asked again. Leases end by themselves meanwhile.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long somebody waits before asking again, at first and at most.
const REST: Duration = Duration::from_millis(300);
const LONGEST_REST: Duration = Duration::from_secs(5);
/// The longest answer that is no blob.
const LONGEST: usize = 8 << 20;

pub(crate) struct Asking {
    client: Client,
    base: Url,
}

impl Asking {
    pub(crate) fn new(base: Url, token: &str, tls: ClientConfig) -> Result<Asking, RemoteError> {
        let mut bearer =
            HeaderValue::try_from(format!("Bearer {}", token.trim())).map_err(|_| RemoteError::Token)?;
        bearer.set_sensitive(true);
        let headers = HeaderMap::from_iter([(AUTHORIZATION, bearer)]);
        let client = Client::builder()
            .tls_backend_preconfigured(tls)
            .default_headers(headers)
            .connect_timeout(REACH)
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Asking { client, base })
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api/v1{path}", self.base.as_str().trim_end_matches('/'))
    }

    /// Opens a socket.
    pub(crate) async fn socket(&self, path: &str) -> Result<WebSocketStream<Upgraded>, Error> {
        let unreachable =
            |error: reqwest::Error| Error::Trouble(format!("no socket is opened: {}", whole(&error)));
        let request = self
            .client
            .get(self.address(path))
            .header(CONNECTION, "upgrade")
            .header(UPGRADE, "websocket")
            .header(SEC_WEBSOCKET_VERSION, "13")
            .header(SEC_WEBSOCKET_KEY, generate_key());
        let answered = tokio::time::timeout(ANSWER, request.send()).await;
        let response = answered
            .map_err(|_| Error::Late("no socket is opened in time".to_owned()))?
            .map_err(unreachable)?;
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Err(Error::Trouble(format!(
                "no socket is opened: the arena answers {}",
                response.status()
            )));
        }
        let upgraded = response.upgrade().await.map_err(unreachable)?;
        Ok(WebSocketStream::from_raw_socket(upgraded, Role::Client, None).await)
    }

    /// Asks once.
    pub(crate) async fn once(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<Bytes, Error> {
        answer(self.json(method, path, body)?, LONGEST, Error::Busy).await
    }

    /// Asks until there is an answer, within reason.
    pub(crate) async fn patiently(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<Bytes, Error> {
        again(|| async { answer(self.json(method.clone(), path, body)?, LONGEST, Error::Busy).await }).await
    }

    fn json(&self, method: Method, path: &str, body: &impl Serialize) -> Result<RequestBuilder, Error> {
        let body = serde_json::to_vec(body).map_err(|error| Error::Trouble(error.to_string()))?;
        let request =
            self.client.request(method, self.address(path)).header(CONTENT_TYPE, "application/json");
        Ok(request.body(body).timeout(ANSWER))
    }

    /// Sends bytes until they have come, within reason.
    pub(crate) async fn send(&self, method: Method, path: &str, bytes: Bytes) -> Result<Bytes, Error> {
        again(|| async {
            let request = self.client.request(method.clone(), self.address(path)).body(bytes.clone());
            answer(request.timeout(CARRY), LONGEST, Error::Busy).await
        })
        .await
    }

    /// Fetches bytes until they have come, within reason.
    ///
    /// A blob that is damaged where it is kept is cut off at its end, again and again. So that is trouble with this task, and not an arena that is away:
    /// otherwise the task would come back at once and for ever, and stop every worker in turn.
    pub(crate) async fn fetch(&self, path: &str, most: usize) -> Result<Bytes, Error> {
        let ask = || self.client.get(self.address(path)).timeout(CARRY);
        again(|| async { answer(ask(), most, Error::Trouble).await }).await
    }
}

/// What an answer says.
pub(crate) fn read<T: DeserializeOwned>(answer: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(answer).map_err(|error| {
        Error::Trouble(format!("the arena says something that we do not understand: {error}"))
    })
}

/// Does something until it is answered, or refused for a reason that will not go away.
async fn again<F: Future<Output = Result<Bytes, Error>>>(ask: impl Fn() -> F) -> Result<Bytes, Error> {
    let (end, mut rest) = (Instant::now() + PATIENCE, REST);
    loop {
        match ask().await {
            Err(error @ (Error::Trouble(_) | Error::Busy(_) | Error::Late(_))) if Instant::now() < end => {
                tracing::debug!(%error, "the arena is asked again");
                tokio::time::sleep(rest).await;
                rest = (rest * 2).min(LONGEST_REST);
            }
            answered => return answered,
        }
    }
}

async fn answer(request: RequestBuilder, most: usize, cut_off: fn(String) -> Error) -> Result<Bytes, Error> {
    let unanswered = |error: reqwest::Error| match error.is_connect() || error.is_timeout() {
        true => Error::Busy(format!("the arena cannot be reached: {}", whole(&error))),
        // It was there, and has broken off before its first word.
        false => cut_off(format!("the arena's answer is cut off: {}", whole(&error))),
    };
    let mut response = request.send().await.map_err(unanswered)?;
    let status = response.status();
    let bytes = collect(&mut response, most, cut_off).await?;
    if status.is_success() {
        return Ok(bytes);
    }
    #[derive(Deserialize)]
    struct Refusal {
        error: String,
    }
    let text = serde_json::from_slice::<Refusal>(&bytes)
        .map_or_else(|_| format!("the arena answers {status}"), |refusal| refusal.error);
    Err(match status {
        StatusCode::NOT_FOUND => Error::Missing(text),
        StatusCode::BAD_REQUEST => Error::Wrong(text),
        StatusCode::UNAUTHORIZED => Error::SignIn(text),
        StatusCode::FORBIDDEN => Error::Forbidden(text),
        // So says a balancer behind which no arena is there, too.
        StatusCode::TOO_MANY_REQUESTS | StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE => {
            Error::Busy(text)
        }
        StatusCode::CONFLICT => Error::Conflict(text),
        StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge(text),
        StatusCode::GATEWAY_TIMEOUT => Error::Late(text),
        _ => Error::Trouble(text),
    })
}

async fn collect(response: &mut Response, most: usize, cut_off: fn(String) -> Error) -> Result<Bytes, Error> {
    let cut = |error: reqwest::Error| cut_off(format!("the arena's answer is cut off: {}", whole(&error)));
    let mut bytes = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(cut)? {
        if bytes.len() + chunk.len() > most {
            return Err(Error::TooLarge(format!("the arena's answer is longer than {most} bytes")));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

/// An error with its reasons.
fn whole(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut reason = std::error::Error::source(error);
    while let Some(error) = reason {
        text = format!("{text}: {error}");
        reason = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use crate::tls::trusting;

    #[tokio::test(start_paused = true)]
    async fn a_blob_that_never_comes_whole_is_no_arena_that_is_away() {
        let arena = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let base = format!("http://{}", arena.local_addr().expect("it has an address"));
        let asking = Asking::new(base.parse().expect("a URL"), "token", trusting(None).expect("TLS"))
            .expect("it can ask");
        let cutting = tokio::spawn(async move {
            let mut parts = false;
            while let Ok((mut link, _)) = arena.accept().await {
                let mut question = [0; 4096];
                let _ = link.read(&mut question).await;
                // Sometimes it comes to a part of it, and sometimes to nothing at all.
                parts = !parts;
                if parts {
                    let _ = link.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbytes").await;
                }
            }
        });
        for _ in 0..2 {
            let blob = asking.fetch("/blob", 1000).await;
            assert!(matches!(blob, Err(Error::Trouble(_))), "{blob:?}");
        }
        let word = asking.once(Method::POST, "/word", &()).await;
        assert!(matches!(word, Err(Error::Busy(_))), "{word:?}");
        cutting.abort();
        let nobody = asking.fetch("/blob", 1000).await;
        assert!(matches!(nobody, Err(Error::Busy(_))), "{nobody:?}");
    }
}
