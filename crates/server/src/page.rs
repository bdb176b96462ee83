//! The page, built from `web/` and embedded in the binary.

use std::future::{Ready, ready};
use std::io::{self, Cursor};
use std::marker::PhantomData;
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower::ServiceExt;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, File, Metadata};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub(crate) struct Page;

/// What lies there for contests that are frozen into files, and not for this server.
const FROZEN: &str = "frozen/";

/// The page of a contest that is frozen into files: their names and bytes; none where the page was not built into this program.
pub fn frozen_page() -> Vec<(String, Vec<u8>)> {
    let files = Page::iter().filter_map(|path| {
        let name = path.strip_prefix(FROZEN)?.to_owned();
        Some((name, Page::get(&path)?.data.into_owned()))
    });
    files.collect()
}

/// The page in one file, with a place for a match in it; `None` where the page was not built into this program.
pub fn share_page() -> Option<String> {
    Page::get("share.html").and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

/// Only what we made ourselves is run, nothing is sent elsewhere.
macro_rules! policy {
    ($ancestors:literal) => {
        HeaderValue::from_static(concat!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; ",
            "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; ",
            "base-uri 'none'; form-action 'none'; frame-ancestors ",
            $ancestors
        ))
    };
}
const POLICY: HeaderValue = policy!("'none'");
/// Others may embed a match where its address asks for that, and nothing with which somebody signs in or decides.
const EMBEDDED: HeaderValue = policy!("*");
/// Built files carry a hash in their name; the page itself does not and is asked for anew.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// What is said where the page was not built into this binary.
const UNBUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Meydan</title>\
    <h1>Meydan</h1><p>The page was not built into this program. Build it with <code>make build</code>; \
    the matches are under <code>/api/matches</code>.</p>";

/// Serves the files of the page; any other path is a place inside the page.
pub(crate) fn routes<E: RustEmbed + Send + Sync + 'static, S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().fallback(serve::<E>).layer(from_fn(cache))
}

async fn serve<E: RustEmbed + Send + Sync + 'static>(request: Request) -> Response {
    let path = request.uri().path();
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let mut request = request;
    if !is_file {
        *request.uri_mut() = axum::http::Uri::from_static("/index.html");
    }
    let files =
        ServeDir::with_backend("", Embedded::<E>(PhantomData)).append_index_html_on_directories(false);
    match files.oneshot(request).await {
        Ok(answer) if answer.status() != StatusCode::NOT_FOUND => answer.into_response(),
        _ if is_file => (StatusCode::NOT_FOUND, "there is no such file").into_response(),
        _ => Html(UNBUILT).into_response(),
    }
}

/// With `embed` in its address a match is shown without anything that begins, ends or removes one.
fn may_be_framed(path: &str, query: Option<&str>) -> bool {
    let embeds =
        query.is_some_and(|query| query.split('&').any(|part| part.split('=').next() == Some("embed")));
    embeds && ["/match/", "/league/", "/replay"].iter().any(|place| path.starts_with(place))
}

async fn cache(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let hashed = path.starts_with("/assets/");
    let policy = if may_be_framed(path, request.uri().query()) { EMBEDDED } else { POLICY };
    let mut response = next.run(request).await;
    let cache = if hashed && response.status() != StatusCode::NOT_FOUND { FOR_EVER } else { ASK_AGAIN };
    response.headers_mut().insert(CACHE_CONTROL, cache);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

/// The embedded files as `ServeDir` wants them.
struct Embedded<E>(PhantomData<E>);

impl<E> Clone for Embedded<E> {
    fn clone(&self) -> Self {
        Embedded(PhantomData)
    }
}

struct EmbeddedFile {
    bytes: Cursor<std::borrow::Cow<'static, [u8]>>,
    about: About,
}

#[derive(Clone, Copy)]
struct About {
    modified: Option<u64>,
    len: u64,
}

impl<E: RustEmbed> Embedded<E> {
    fn find(path: &std::path::Path) -> io::Result<EmbeddedFile> {
        let name = path.to_str().ok_or(io::ErrorKind::NotFound)?.trim_start_matches("./");
        let file = E::get(name).ok_or(io::ErrorKind::NotFound)?;
        let about = About { modified: file.metadata.last_modified(), len: file.data.len() as u64 };
        Ok(EmbeddedFile { bytes: Cursor::new(file.data), about })
    }
}

impl<E: RustEmbed + Send + Sync + 'static> Backend for Embedded<E> {
    type File = EmbeddedFile;
    type Metadata = About;
    type OpenFuture = Ready<io::Result<EmbeddedFile>>;
    type MetadataFuture = Ready<io::Result<About>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        ready(Self::find(&path))
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        ready(Self::find(&path).map(|file| file.about))
    }
}

impl File for EmbeddedFile {
    type Metadata = About;
    type MetadataFuture<'a> = Ready<io::Result<About>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        ready(Ok(self.about))
    }
}

impl Metadata for About {
    fn is_dir(&self) -> bool {
        false
    }

    fn modified(&self) -> io::Result<SystemTime> {
        let seconds = self.modified.ok_or(io::ErrorKind::Unsupported)?;
        Ok(UNIX_EPOCH + Duration::from_secs(seconds))
    }

    fn len(&self) -> u64 {
        self.len
    }
}

impl AsyncRead for EmbeddedFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_read(cx, buf)
    }
}

impl AsyncSeek for EmbeddedFile {
    fn start_seek(mut self: Pin<&mut Self>, place: io::SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.bytes).start_seek(place)
    }

    fn poll_complete(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.bytes).poll_complete(cx)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};

    use super::*;

    #[derive(RustEmbed)]
    #[folder = "tests/page"]
    struct Small;

    #[derive(RustEmbed)]
    #[folder = "tests/no-page"]
    #[allow_missing = true]
    struct Missing;

    async fn get<E: RustEmbed + Send + Sync + 'static>(path: &str, etag: Option<&HeaderValue>) -> Response {
        let mut request = Request::builder().uri(path);
        if let Some(etag) = etag {
            request = request.header(IF_NONE_MATCH, etag);
        }
        let Ok(answer) = routes::<E, ()>().oneshot(request.body(Body::empty()).unwrap()).await;
        answer
    }

    async fn text(response: Response) -> String {
        String::from_utf8(to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn files_with_a_hash_in_their_name_are_kept_for_ever_and_the_page_is_asked_for_anew() {
        let script = get::<Small>("/assets/main-1234.js", None).await;
        assert_eq!(script.headers()[CACHE_CONTROL], "public, max-age=31536000, immutable");
        assert_eq!(script.headers()[CONTENT_TYPE], "text/javascript");
        let page = get::<Small>("/", None).await;
        assert_eq!(page.headers()[CACHE_CONTROL], "no-cache");
        assert!(page.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("default-src 'none'"));
        let etag = page.headers()[ETAG].clone();
        assert!(text(page).await.contains("small page"));
        assert_eq!(get::<Small>("/", Some(&etag)).await.status(), StatusCode::NOT_MODIFIED);
    }

    #[tokio::test]
    async fn a_place_inside_the_page_is_the_page_and_a_missing_file_is_missing() {
        for place in ["/match/0123456789", "/matches", "/setup/galaxy/"] {
            assert!(text(get::<Small>(place, None).await).await.contains("small page"), "{place}");
        }
        for file in ["/assets/other.js", "/favicon.ico", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
            assert_eq!(get::<Small>(file, None).await.status(), StatusCode::NOT_FOUND, "{file}");
        }
    }

    #[tokio::test]
    async fn only_a_match_that_is_to_be_embedded_may_stand_in_a_frame_of_others() {
        let framed = |path: &'static str| async move {
            let answer = get::<Small>(path, None).await;
            answer.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap().ends_with("frame-ancestors *")
        };
        for place in [
            "/match/0123456789?embed",
            "/match/1?lang=fa&embed=1&controls=0",
            "/league/7?embed",
            "/replay?embed",
        ] {
            assert!(framed(place).await, "{place}");
        }
        for place in [
            "/match/0123456789",
            "/match/1?embedded",
            "/match/1?title=embed",
            "/?embed",
            "/matches?embed",
            "/signin?embed",
        ] {
            assert!(!framed(place).await, "{place}");
        }
    }

    #[tokio::test]
    async fn a_program_without_its_page_says_so() {
        let answer = get::<Missing>("/", None).await;
        assert_eq!(answer.status(), StatusCode::OK);
        assert!(text(answer).await.contains("make build"));
    }
}
