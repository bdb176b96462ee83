//! What operators look at: health, readiness, numbers.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use serde_json::Value;

use super::{Counter, openapi, table};
use crate::tally::TALLY;

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
        Ok(text) => {
            let text = text + &TALLY.text();
            ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")).into_response(),
    }
}

/// The API for people to read: what there is, and what is sent and comes back.
async fn docs() -> Html<String> {
    let api = serde_json::to_value(openapi()).unwrap_or_default();
    let row = |line: super::Line| {
        let query: Vec<String> =
            line.query.iter().map(|(name, about)| format!("<code>{name}</code> {about}")).collect();
        let operation = &api["paths"][format!("/api/v1{}", line.path)][line.method.to_lowercase()];
        let shape = |of: &Value| of["content"].as_object().and_then(|kinds| kinds.iter().next()).map(content);
        format!(
            "<tr><td><code>{}</code><td><code>/api/v1{}</code><td>{}<td>{}<td>{}<td>{}\n",
            line.method,
            line.path,
            line.about,
            query.join("<br>"),
            shape(&operation["requestBody"]).unwrap_or_default(),
            shape(&operation["responses"]["2XX"]).unwrap_or_default(),
        )
    };
    let rows: String = table().into_iter().map(row).collect();
    let shapes = api["components"]["schemas"].as_object().into_iter().flatten();
    let shapes: String = shapes.map(|(name, shape)| described(name, shape)).collect();
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Meydan: the API</title><style>body{{font:16px/1.5 system-ui;margin:2rem auto;max-width:80rem;padding:0 1rem}}\
         h1{{font-size:1.6rem}}h3{{overflow-wrap:anywhere}}table{{border-collapse:collapse;display:block;overflow-x:auto}}td,th{{padding:.3rem .8rem;border-bottom:1px solid #8884;text-align:start;vertical-align:top}}\
         :root{{color-scheme:light dark}}</style><h1>The API</h1><p>Sign in on the page, or show a token as \
         <code>Authorization: Bearer TOKEN</code>. Errors are <code>{{code, error}}</code>. Programs read \
         <a href=\"/api/v1/openapi.json\">openapi.json</a>.<table><tr><th>method<th>address<th>what it does\
         <th>after the <code>?</code><th>you send<th>you get\n{rows}</table><h2>What is sent</h2>{shapes}</html>"
    ))
}

/// What a body is made of: a shape, or a file of some kind.
fn content((kind, content): (&String, &Value)) -> String {
    match kind.as_str() {
        "application/json" if content["schema"]["format"] != "binary" => named(&content["schema"]),
        kind => format!("<code>{kind}</code>"),
    }
}

/// One shape with its fields.
fn described(name: &str, shape: &Value) -> String {
    let required = shape["required"].as_array().cloned().unwrap_or_default();
    let field = |(field, of): (&String, &Value)| {
        let left_out = if required.contains(&Value::from(field.as_str())) { "" } else { ", may be left out" };
        let about = of["description"].as_str().unwrap_or_default();
        format!("<tr><td><code>{field}</code><td>{}{left_out}<td>{}\n", named(of), escaped(about))
    };
    let fields: String = shape["properties"].as_object().into_iter().flatten().map(field).collect();
    let about = escaped(shape["description"].as_str().unwrap_or_default());
    let body = if fields.is_empty() { named(shape) } else { format!("<table>{fields}</table>") };
    format!("<h3 id=\"{name}\">{name}</h3><p>{about}</p>{body}\n")
}

/// The type of a value, in words.
fn named(of: &Value) -> String {
    if let Some(name) = of["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    for any in ["oneOf", "anyOf", "allOf"] {
        if let Some(ways) = of[any].as_array() {
            return ways.iter().map(named).collect::<Vec<_>>().join(" or ");
        }
    }
    if let Some(words) = of["enum"].as_array() {
        return words.iter().map(|word| format!("<code>{word}</code>")).collect::<Vec<_>>().join(" or ");
    }
    match &of["type"] {
        Value::String(kind) if kind == "array" => format!("a list of {}", named(&of["items"])),
        Value::String(kind) if kind == "object" && of["properties"].is_object() => {
            let fields = of["properties"].as_object().into_iter().flatten();
            let fields: Vec<String> =
                fields.map(|(name, of)| format!("<code>{name}</code>: {}", named(of))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => "anything".to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
