//! The HTTP server. One task per connection; nothing a connection does can hold up another.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use meydan_referee::{Crowd, Visitor};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::lobby::Hall;
use crate::wire::{Answer, Body, Request};

/// The largest body that is read; no request of the interface needs a hundredth of it.
const MOST_BODY: usize = 1 << 16;
/// How long a connection may take to send its request.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many connections may be open at once. Beyond it the oldest is closed, so that connections held open cost
/// nobody else an answer.
const MOST_CONNECTIONS: usize = 200;
/// The longest head of a request, and the most lines in it.
const LONGEST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;

/// Serves until it is dropped; then every connection is closed.
pub(crate) async fn serve(listener: TcpListener, hall: Arc<Hall>) {
    let mut crowd = Crowd::new(MOST_CONNECTIONS);
    loop {
        match listener.accept().await {
            // Nobody stays longer than one request, so everybody is a stranger.
            Ok((stream, from)) => {
                crowd.meet(|_| connection(stream, hall.seating.visitor(from), hall.clone()))
            }
            // It concerns one connection that is gone already, or a lack of descriptors that passes.
            Err(_) => sleep(Duration::from_millis(10)).await,
        }
    }
}

async fn connection(stream: TcpStream, visitor: Visitor, hall: Arc<Hall>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| answer(request, visitor, &hall));
    // A failed connection is the client's matter; it has no turn to lose by it.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

async fn answer(
    request: hyper::Request<Incoming>,
    visitor: Visitor,
    hall: &Hall,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = match timeout(PATIENCE, Limited::new(body, MOST_BODY).collect()).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => return Ok(respond(&Answer::page(413))),
        Ok(Err(_)) => return Ok(respond(&Answer::page(400))),
        Err(_) => return Ok(respond(&Answer::page(408))),
    };
    let request = Request {
        method: head.method.as_str(),
        path: head.uri.path(),
        token: head.headers.get("x-access-token").map(HeaderValue::as_bytes),
        content_type: head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()),
        body: &body,
    };
    Ok(respond(&hall.answer(&request, visitor)))
}

fn respond(answer: &Answer) -> Response<Full<Bytes>> {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let (kind, body) = match &answer.body {
        Body::Json(body) => ("application/json", Bytes::from(body.clone())),
        Body::Page => {
            let name = status.canonical_reason().unwrap_or("Error");
            let page = format!("<!doctype html>\n<title>{status}</title>\n<h1>{name}</h1>\n");
            ("text/html; charset=utf-8", Bytes::from(page))
        }
    };
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
