//! A server with engines that play nothing, and requests to it.
#![allow(dead_code, reason = "every test uses some of it")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::connect_info::MockConnectInfo;
use axum::http::{Request, Response, StatusCode};
use meydan_arena::Arena;
use meydan_server::{Names, ServerOptions, router};
use serde_json::Value;
use tower::ServiceExt;

#[path = "../../../arena/tests/toy/mod.rs"]
pub(crate) mod toy;

pub(crate) struct Client {
    pub(crate) toy: Arc<toy::Toy>,
    pub(crate) arena: Arc<Arena>,
    pub(crate) router: Router,
}

pub(crate) fn options() -> ServerOptions {
    let listen = "127.0.0.1:7777".parse().unwrap();
    ServerOptions {
        names: Names::new(listen, &["arena.example".to_owned()]),
        forwarded: false,
        secure: false,
        league: None,
        oidc: None,
    }
}

impl Client {
    pub(crate) async fn open(data: &Path) -> Client {
        let (toy, arena) = toy::open(data).await;
        let peer: SocketAddr = "192.0.2.1:5000".parse().unwrap();
        let router = router(arena.clone(), &options()).layer(MockConnectInfo(peer));
        Client { toy, arena, router }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// A request as a program makes it.
    pub(crate) async fn ask(&self, method: &str, path: &str, key: Option<&str>) -> (StatusCode, Value) {
        let mut request = Request::builder().method(method).uri(path).header("host", "localhost:7777");
        if let Some(key) = key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        json(self.send(request.body(Body::empty()).unwrap()).await).await
    }

    pub(crate) async fn post(&self, path: &str, body: impl Into<Body>) -> (StatusCode, Value) {
        let request =
            Request::post(path).header("host", "localhost").header("content-type", "application/json");
        json(self.send(request.body(body.into()).unwrap()).await).await
    }
}

/// The status and the body, which must be JSON if there is one.
pub(crate) async fn json(response: Response<Body>) -> (StatusCode, Value) {
    let (status, bytes) = (response.status(), to_bytes(response.into_body(), 1 << 24).await.unwrap());
    let value = if bytes.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&bytes).unwrap_or_else(|_| panic!("{bytes:?}"))
    };
    (status, value)
}
