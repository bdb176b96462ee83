//! The arena's HTTP server. It links no engine: what it shows is handed to it.
//!
//! For now it serves one page that says which games there are; the viewer and the contest grow on it.

mod page;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::net::TcpListener;

/// What the page says about one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameCard {
    /// The game's name.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// How many sides play.
    pub sides: String,
    /// Its maps.
    pub maps: Vec<String>,
    /// Its house bots.
    pub house_bots: Vec<String>,
}

/// A server that listens and is ready to serve.
pub struct Server {
    listener: TcpListener,
    router: Router,
}

impl Server {
    /// Listens on an address.
    pub async fn bind(address: SocketAddr, games: Vec<GameCard>) -> std::io::Result<Server> {
        let listener = TcpListener::bind(address).await?;
        let router =
            Router::new().route("/", get(front)).route("/api/games", get(list)).with_state(Arc::new(games));
        Ok(Server { listener, router })
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

type Games = State<Arc<Vec<GameCard>>>;

async fn front(State(games): Games) -> impl IntoResponse {
    let policy = "default-src 'none'; style-src 'unsafe-inline'";
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page::front(&games)))
}

async fn list(State(games): Games) -> Json<Vec<GameCard>> {
    Json(games.to_vec())
}
