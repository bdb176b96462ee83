use std::convert::Infallible;
use std::pin::Pin;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use meydan_arena::{ReelStream, RoomFeed};
use tokio::time::timeout;

/// How long nothing may be sent. An empty line then finds out whether anybody is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// A reel as it comes, line by line.
pub(crate) fn lines(reel: ReelStream) -> Response {
    streamed(reel, |reel| Box::pin(reel.next()))
}

/// A room as it goes on, a card on each line.
pub(crate) fn cards(feed: RoomFeed) -> Response {
    streamed(feed, |feed| {
        Box::pin(async {
            let mut line = serde_json::to_vec(&feed.next().await?).ok()?;
            line.push(b'\n');
            Some(Bytes::from(line))
        })
    })
}

type Next<'a> = Pin<Box<dyn Future<Output = Option<Bytes>> + Send + 'a>>;

/// What comes next may be asked for and not waited for; it is asked for again.
fn streamed<T: Send + 'static>(from: T, next: fn(&mut T) -> Next<'_>) -> Response {
    let pieces = stream::unfold(from, move |mut from| async move {
        let piece = match timeout(HEARTBEAT, next(&mut from)).await {
            Ok(piece) => piece?,
            Err(_) => Bytes::from_static(b"\n"),
        };
        Some((Ok::<_, Infallible>(piece), from))
    });
    // Whoever compresses it asks once more after its end.
    let pieces = pieces.fuse();
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(pieces)).into_response()
}
