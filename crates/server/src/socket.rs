use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;

use crate::hall::{Booth, Seating};
use crate::{ApiError, Hall};

/// The longest message a person's browser may send.
const LONGEST_MESSAGE: usize = 1 << 20;

/// A person comes to a seat: the native protocol, one JSON object per text message.
pub(crate) async fn play(
    State(hall): State<Arc<dyn Hall>>,
    Path(id): Path<String>,
    Query(seating): Query<Seating>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if !same_origin(&headers) {
        return Err(ApiError::forbidden("a page of another site may not play here"));
    }
    let booth = hall.sit(&id, &seating)?;
    Ok(upgrade.max_message_size(LONGEST_MESSAGE).on_upgrade(|socket| relay(socket, booth)))
}

/// Browsers tell where a page came from; programs that are no browsers need not.
fn same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from == host),
        (Some(_), None) => false,
        (None, _) => true,
    }
}

async fn relay(mut socket: WebSocket, mut booth: Booth) {
    loop {
        tokio::select! {
            line = booth.hear.recv() => match line {
                Some(line) => {
                    if socket.send(Message::Text(line.into())).await.is_err() {
                        return;
                    }
                }
                None => {
                    let _ = socket.send(Message::Close(None)).await;
                    return;
                }
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    // A seat that does not take what is said has ended; what it still says is sent above.
                    let _ = booth.say.send(text.to_string()).await;
                }
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_another_site_is_known_by_its_origin() {
        let headers = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1:7777".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            headers
        };
        assert!(same_origin(&headers(Some("http://127.0.0.1:7777"))));
        assert!(same_origin(&headers(None)));
        assert!(!same_origin(&headers(Some("http://evil.example"))));
        assert!(!same_origin(&headers(Some("null"))));
    }
}
