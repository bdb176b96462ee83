//! What operators look at: health, readiness, numbers.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use super::{Counter, table};

pub(crate) fn routes(counter: Counter) -> Router {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/api/docs", get(docs))
        .with_state(counter)
}

/// Whether matches can be played; if not, why.
async fn ready(State(counter): State<Counter>) -> Response {
    match counter.league.ready().await {
        Ok(()) => "ready\n".into_response(),
        Err(reasons) => (StatusCode::SERVICE_UNAVAILABLE, reasons.join("\n") + "\n").into_response(),
    }
}

/// The numbers that Prometheus collects.
async fn metrics(State(counter): State<Counter>) -> Response {
    match counter.league.metrics().await {
        Ok(text) => ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")).into_response(),
    }
}

/// The API for people to read.
async fn docs() -> Html<String> {
    let row = |line: super::Line| {
        let query: Vec<String> =
            line.query.iter().map(|(name, about)| format!("<code>{name}</code> {about}")).collect();
        format!(
            "<tr><td><code>{}</code><td><code>/api/v1{}</code><td>{}<td>{}\n",
            line.method,
            line.path,
            line.about,
            query.join("<br>")
        )
    };
    let rows: String = table().into_iter().map(row).collect();
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Meydan: the API</title><style>body{{font:16px/1.5 system-ui;margin:2rem auto;max-width:70rem;padding:0 1rem}}\
         table{{border-collapse:collapse}}td,th{{padding:.3rem .8rem;border-bottom:1px solid #8884;text-align:start;vertical-align:top}}\
         :root{{color-scheme:light dark}}</style><h1>The API</h1><p>Sign in on the page, or show a token as \
         <code>Authorization: Bearer TOKEN</code>. Errors are <code>{{code, error}}</code>. Programs read \
         <a href=\"/api/v1/openapi.json\">openapi.json</a>.<table><tr><th>method<th>address<th>what it does<th>after the <code>?</code>\n\
         {rows}</table></html>"
    ))
}
