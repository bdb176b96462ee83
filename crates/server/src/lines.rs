use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use meydan_arena::ReelStream;
use tokio::time::timeout;

/// How long nothing may be sent. An empty line then finds out whether anybody is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// A reel as it comes, line by line.
pub(crate) fn lines(reel: ReelStream) -> Response {
    let pieces = stream::unfold(reel, |mut reel| async move {
        let piece = match timeout(HEARTBEAT, reel.next()).await {
            Ok(piece) => piece?,
            Err(_) => Bytes::from_static(b"\n"),
        };
        Some((Ok::<_, Infallible>(piece), reel))
    });
    // Whoever compresses it asks once more after its end.
    let pieces = pieces.fuse();
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(pieces)).into_response()
}
