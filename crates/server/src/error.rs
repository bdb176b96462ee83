use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use thiserror::Error;

/// What goes wrong with a request: a status, a stable code for programs, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// Stable, for programs.
    pub code: &'static str,
    /// What happened and what to do.
    pub text: String,
}

impl ApiError {
    /// There is no such thing.
    pub fn missing(text: impl Into<String>) -> ApiError {
        ApiError { status: 404, code: "missing", text: text.into() }
    }

    /// The request is wrong.
    pub fn wrong(text: impl Into<String>) -> ApiError {
        ApiError { status: 400, code: "wrong", text: text.into() }
    }

    /// The asker may not.
    pub fn forbidden(text: impl Into<String>) -> ApiError {
        ApiError { status: 403, code: "forbidden", text: text.into() }
    }

    /// Not now: too much is going on.
    pub fn busy(text: impl Into<String>) -> ApiError {
        ApiError { status: 429, code: "busy", text: text.into() }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(json!({ "code": self.code, "error": self.text }))).into_response()
    }
}
