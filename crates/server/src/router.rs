use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use meydan_arena::Arena;
use meydan_league::League;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::{CsrfLayer, ProtectionError};
use tower_http::decompression::RequestDecompressionLayer;
use tower_http::request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::DeadlineBody;
use tower_http::trace::TraceLayer;

use crate::names::{Names, check_host, check_socket, foreign};
use crate::oidc::Provider;
use crate::refusal::Refusal;
use crate::tally;
use crate::v1::{self, Counter};
use crate::{api, book, page};

/// How a server is set up.
#[derive(Clone)]
pub struct ServerOptions {
    /// Under which names it answers.
    pub names: Names,
    /// Whether a proxy stands in front, which tells the visitor's address in `X-Forwarded-For`.
    pub forwarded: bool,
    /// Whether browsers come by TLS.
    pub secure: bool,
    /// The contests, if there are any.
    pub league: Option<Arc<League>>,
    /// Where else people can sign in to them.
    pub oidc: Option<Arc<Provider>>,
}

/// What every request reaches.
#[derive(Clone)]
pub(crate) struct Front {
    pub(crate) arena: Arc<Arena>,
    pub(crate) forwarded: bool,
}

/// How long a body may take to arrive, and how long what a worker has built.
const BODY: Duration = Duration::from_secs(60);
const BUILD: Duration = Duration::from_secs(300);
/// Where workers send it. They show their token before it is read.
const BUILDS: &str = "/api/v1/worker/blobs/";
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Everything the server answers.
pub fn router(arena: Arc<Arena>, options: &ServerOptions) -> Router {
    let front = Front { arena, forwarded: options.forwarded };
    let constant = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    let layers = ServiceBuilder::new()
        .map_request(|mut request: Request| {
            // Numbers of requests are ours to give.
            request.headers_mut().remove(REQUEST_ID);
            request
        })
        .layer(from_fn(tally::count))
        .layer(SetRequestIdLayer::new(REQUEST_ID, Numbers))
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(constant(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(constant(REFERRER_POLICY, "no-referrer"))
        .layer(constant(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(constant(
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=()",
        ))
        .option_layer(options.secure.then(|| constant(STRICT_TRANSPORT_SECURITY, "max-age=31536000")))
        .layer(CatchPanicLayer::custom(stumbled))
        .layer(from_fn_with_state(options.names.clone(), check_host))
        .layer(CompressionLayer::new())
        .layer(CsrfLayer::new().with_rejection_response(|_: ProtectionError| foreign().into_response()))
        .layer(from_fn(check_socket))
        .map_request(in_time)
        .layer(RequestDecompressionLayer::new())
        .map_request(|request: Request<_>| request.map(Body::new));
    let (contests, operation) = match &options.league {
        Some(league) => {
            let counter = Counter {
                league: league.clone(),
                forwarded: options.forwarded,
                secure: options.secure,
                oidc: options.oidc.clone(),
            };
            (v1::routes(counter.clone()), v1::operation_routes(counter))
        }
        None => (v1::nothing(), Router::new()),
    };
    Router::new()
        .nest("/api", api::routes())
        .merge(book::routes())
        .merge(page::routes::<page::Page, _>())
        .with_state(front)
        .nest("/api/v1", contests)
        .merge(operation)
        .layer(layers)
}

/// A body that does not arrive in time is cut off.
fn in_time(request: Request) -> Request {
    let longest = if request.uri().path().starts_with(BUILDS) { BUILD } else { BODY };
    request.map(|body| Body::new(DeadlineBody::new(longest, body)))
}

/// One span for each request. Addresses are told without what follows the question mark.
fn span<B>(request: &axum::http::Request<B>) -> tracing::Span {
    let id = request.extensions().get::<RequestId>().and_then(|id| id.header_value().to_str().ok());
    tracing::info_span!(
        "request",
        id = id.unwrap_or_default(),
        method = %request.method(),
        path = request.uri().path(),
    )
}

/// Random numbers for requests.
#[derive(Clone, Copy)]
struct Numbers;

impl MakeRequestId for Numbers {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        use std::hash::{BuildHasher, RandomState};
        let number = RandomState::new().hash_one(0);
        HeaderValue::from_str(&format!("{number:016x}")).ok().map(RequestId::new)
    }
}

/// What is answered when we panic.
fn stumbled(_: Box<dyn Any + Send + 'static>) -> Response {
    let text = "the server stumbled over this; the log says more";
    let mut response = Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "trouble", text).into_response();
    response.headers_mut().entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
    response
}
