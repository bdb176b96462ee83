use thiserror::Error;

/// Why something cannot be done, in a sentence for people. [`Error::code`] is the same for programs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// There is no such thing.
    #[error("{0}")]
    Missing(String),
    /// What was asked for makes no sense.
    #[error("{0}")]
    Wrong(String),
    /// The caller must say who they are first.
    #[error("{0}")]
    SignIn(String),
    /// The caller may not.
    #[error("{0}")]
    Forbidden(String),
    /// Not now: too much is going on.
    #[error("{0}")]
    Busy(String),
    /// It does not fit the state that the thing is in.
    #[error("{0}")]
    Conflict(String),
    /// Nobody says who sits on a seat.
    #[error("{0}")]
    Unseated(String),
    /// It is larger than we take.
    #[error("{0}")]
    TooLarge(String),
    /// It took longer than we wait.
    #[error("{0}")]
    Late(String),
    /// Something went wrong on our side.
    #[error("{0}")]
    Trouble(String),
}

impl Error {
    /// Stable, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Missing(_) => "missing",
            Error::Wrong(_) => "wrong",
            Error::SignIn(_) => "sign-in",
            Error::Forbidden(_) => "forbidden",
            Error::Busy(_) => "busy",
            Error::Conflict(_) => "conflict",
            Error::Unseated(_) => "unseated",
            Error::TooLarge(_) => "too-large",
            Error::Late(_) => "late",
            Error::Trouble(_) => "trouble",
        }
    }

    pub(crate) fn no_match(id: &str) -> Error {
        Error::Missing(format!("there is no match `{id}`"))
    }

    /// The disk refused something. The sentence does not tell where the folder lies.
    pub(crate) fn disk(what: &str, error: &std::io::Error) -> Error {
        Error::Trouble(format!("{what}: {error}"))
    }
}
