//! Parts of a request, read so that every refusal is `{code, error}`.

use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{StatusCode, header};
use bytes::Bytes;
use serde::de::DeserializeOwned;

use crate::refusal::Refusal;
use crate::strict::Strict;

/// The variables in the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Refusal))]
pub(crate) struct Path<T>(pub(crate) T);

/// What follows the question mark.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Refusal))]
pub(crate) struct Query<T>(pub(crate) T);

/// The bytes of the body.
pub(crate) struct Body(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body, Refusal> {
        Ok(Body(Bytes::from_request(request, state).await?))
    }
}

/// A JSON body.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Refusal> {
        // A form on another site can send text to us but not with this type without asking first.
        let kind = request.headers().get(header::CONTENT_TYPE);
        let json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        if !json {
            let text = "send JSON with the content type application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", text));
        }
        let Body(body) = Body::from_request(request, state).await?;
        let value: serde_json::Value = serde_json::from_slice(&body)
            .map_err(|error| Refusal::wrong(format!("this is not JSON: {error}")))?;
        T::deserialize(Strict(&value)).map(Json).map_err(|error| Refusal::wrong(error.to_string()))
    }
}

impl From<PathRejection> for Refusal {
    fn from(_: PathRejection) -> Refusal {
        Refusal::nothing()
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Refusal {
        let text = rejection.body_text();
        let why = text.rsplit_once("query string: ").map_or(text.as_str(), |(_, why)| why);
        Refusal::wrong(format!("what follows the `?` cannot be read: {why}"))
    }
}

impl From<BytesRejection> for Refusal {
    fn from(rejection: BytesRejection) -> Refusal {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let text = "the body is longer than is taken here";
                Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", text)
            }
            _ => Refusal::wrong("the body did not arrive whole"),
        }
    }
}
