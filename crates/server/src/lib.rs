//! The arena's HTTP server and its page. It links no engine: a [`Hall`] plays the matches, this crate only carries.
//!
//! `GET /` is the page, built from `web/` and embedded. Everything under `/api` is JSON, newline-delimited JSON (a
//! *reel*: a match as the page draws it), or a WebSocket that relays the native protocol to a person's browser.

mod api;
mod error;
mod hall;
mod page;
mod socket;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;

pub use error::ApiError;
#[cfg(feature = "ts")]
pub use hall::api_types;
pub use hall::{
    Booth, Created, Eyes, Hall, HumanSeat, MatchCard, Order, ReelSource, Resume, SeatCard, Seating,
};

/// A server that listens and is ready to serve.
pub struct Server {
    listener: TcpListener,
    router: Router,
}

impl Server {
    /// Listens on an address.
    pub async fn bind(address: SocketAddr, hall: Arc<dyn Hall>) -> std::io::Result<Server> {
        let listener = TcpListener::bind(address).await?;
        Ok(Server { listener, router: router(hall) })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process ends.
    pub async fn serve(self) -> std::io::Result<()> {
        axum::serve(self.listener, self.router).await
    }
}

fn router(hall: Arc<dyn Hall>) -> Router {
    Router::new().nest("/api", api::routes()).fallback(page::serve).with_state(hall)
}
