use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use meydan_arena::Error;
use serde_json::json;

/// What a request is refused with: a status, a stable code for programs, and a sentence for people.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) text: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Refusal {
        Refusal { status, code, text: text.into() }
    }

    /// The request itself cannot be read.
    pub(crate) fn wrong(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "wrong", text)
    }

    /// There is nothing at this address.
    pub(crate) fn nothing() -> Refusal {
        let text = "there is nothing here; see docs/server.md for what the server answers";
        Refusal::new(StatusCode::NOT_FOUND, "missing", text)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let status = match error {
            Error::Missing(_) => StatusCode::NOT_FOUND,
            Error::Wrong(_) => StatusCode::BAD_REQUEST,
            Error::SignIn(_) => StatusCode::UNAUTHORIZED,
            Error::Forbidden(_) => StatusCode::FORBIDDEN,
            // A balancer asks another arena then.
            Error::Busy(_) if meydan_league::is_away(&error) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Conflict(_) | Error::Unseated(_) => StatusCode::CONFLICT,
            Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Late(_) => StatusCode::GATEWAY_TIMEOUT,
            Error::Trouble(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal { status, code: error.code(), text: error.to_string() }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "code": self.code, "error": self.text }))).into_response()
    }
}
