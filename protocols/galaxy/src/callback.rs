//! Calls to the clients' own little servers (spec 13).

use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{HOST, HeaderValue};
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::office::Client;

/// Why a client could not be told something. The match goes on.
#[derive(Debug, Error)]
pub(crate) enum CallError {
    #[error("nobody listens there: {0}")]
    Refused(std::io::Error),
    #[error("there was no answer in time")]
    Late,
    #[error("the answer was not HTTP: {0}")]
    NotHttp(#[from] hyper::Error),
    #[error("it answered {0}")]
    Status(u16),
    /// The contest's kits answer so where the secret is not theirs.
    #[error("it answered 401: an older client still sits on that port; end it")]
    Older,
    #[error("the secret given at login cannot be sent in a header")]
    Secret,
}

/// What is said to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Init,
    Turn,
    End,
    Kill,
}

impl Word {
    pub(crate) fn path(self) -> &'static str {
        match self {
            Word::Init => "/init",
            Word::Turn => "/turn",
            Word::End => "/end",
            Word::Kill => "/kill",
        }
    }
}

/// How long to wait between two tries to reach a client that is not listening yet.
const PAUSE: Duration = Duration::from_millis(15);

/// How much of an answer is read.
const MOST_BYTES: usize = 1 << 16;

/// Calls a client and waits for its answer; any answer will do, and one with another status than 200 is noted. With `patient` a refused connection is tried again
/// until time is up: the Python kit says it is ready before it listens.
pub(crate) async fn call(
    client: &Client,
    word: Word,
    limit: Duration,
    patient: bool,
) -> Result<(), CallError> {
    let address = SocketAddr::new(client.address, client.port);
    let deadline = Instant::now() + limit;
    timeout_at(deadline, async {
        let stream = loop {
            match TcpStream::connect(address).await {
                Ok(stream) => break stream,
                Err(_) if patient => sleep(PAUSE).await,
                Err(error) => return Err(CallError::Refused(error)),
            }
        };
        match say(stream, address, &client.secret, word).await? {
            200 => Ok(()),
            401 => Err(CallError::Older),
            other => Err(CallError::Status(other)),
        }
    })
    .await
    .unwrap_or(Err(CallError::Late))
}

/// Who is on a port on which nobody should listen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Squatter {
    /// Somebody who answers with this status.
    Answers(u16),
    /// Somebody who does not speak HTTP, or not in time.
    Listens,
}

/// A secret that no client has: those of the kits are numbers of six digits, and some of them fail to read anything but a number.
const NOBODYS: &str = "0";

/// Asks a port whether somebody sits there. `/end` is said because it does nothing to a client that does not play.
pub(crate) async fn look(address: SocketAddr, limit: Duration) -> Option<Squatter> {
    let stream = timeout(limit, TcpStream::connect(address)).await.ok()?.ok()?;
    Some(match timeout(limit, say(stream, address, NOBODYS, Word::End)).await {
        Ok(Ok(status)) => Squatter::Answers(status),
        _ => Squatter::Listens,
    })
}

/// Says something and gives the status of the answer.
async fn say(stream: TcpStream, address: SocketAddr, secret: &str, word: Word) -> Result<u16, CallError> {
    let secret = HeaderValue::from_bytes(secret.as_bytes()).map_err(|_| CallError::Secret)?;
    let host = HeaderValue::from_str(&address.to_string()).map_err(|_| CallError::Secret)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let mut request = hyper::Request::new(Empty::<Bytes>::new());
    *request.uri_mut() = hyper::Uri::from_static(word.path());
    let headers = request.headers_mut();
    headers.insert(HOST, host);
    headers.insert("x-access-token", secret);
    // The connection is not said to be closed after this: whoever closes first keeps the port for a minute, and a C++
    // client could not listen on its port in the next match.
    let exchange = async {
        let response = sender.send_request(request).await?;
        let status = response.status().as_u16();
        // The body is read so that a client is not cut off while it writes; what it says does not matter.
        let _ = Limited::new(response.into_body(), MOST_BYTES).collect().await;
        Ok(status)
    };
    tokio::pin!(exchange, connection);
    tokio::select! {
        answer = &mut exchange => answer,
        ended = &mut connection => {
            ended?;
            exchange.await
        }
    }
}
