//! The page, built from `web/` and embedded in the binary.

use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// Only what we made ourselves is run, nothing is sent elsewhere. Others may embed the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; \
    base-uri 'none'; form-action 'none'; frame-ancestors *";

/// What is said where the page was not built into this binary.
const UNBUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Meydan</title>\
    <h1>Meydan</h1><p>The page was not built into this program. Build it with <code>make build</code>; \
    the matches are under <code>/api/matches</code>.</p>";

/// A file of the page; any other path is a place inside the page.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let (path, file) = match Page::get(path) {
        Some(file) => (path, Some(file)),
        None if path.contains('.') => {
            return (StatusCode::NOT_FOUND, "there is no such file").into_response();
        }
        None => ("index.html", Page::get("index.html")),
    };
    let policy = (header::CONTENT_SECURITY_POLICY, POLICY.to_owned());
    let sniff = (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned());
    let Some(file) = file else { return ([policy, sniff], Html(UNBUILT)).into_response() };
    // Built files carry a hash in their name; the page itself does not and is asked for anew.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = (header::CONTENT_TYPE, file.metadata.mimetype().to_owned());
    let cache = (header::CACHE_CONTROL, cache.to_owned());
    ([policy, sniff, kind, cache], file.data.into_owned()).into_response()
}
