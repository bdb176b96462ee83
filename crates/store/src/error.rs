/// What a store answers.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such thing.
    #[error("there is no such {what}")]
    Missing {
        /// Of what kind it would be.
        what: &'static str,
    },
    /// Somebody else has it, and there is only one.
    #[error("this {what} is taken; choose another")]
    Taken {
        /// What there is only one of.
        what: &'static str,
    },
    /// It is not in the state that was expected: somebody was faster.
    #[error("the {what} has changed meanwhile; look again")]
    Conflict {
        /// Of what kind it is.
        what: &'static str,
    },
    /// No such thing may go from the one state to the other.
    #[error("a {what} that is `{from}` cannot become `{to}`")]
    Illegal {
        /// Of what kind it is.
        what: &'static str,
        /// What it is.
        from: &'static str,
        /// What it was to be.
        to: &'static str,
    },
    /// The lease was lost: another attempt has the job, or had it.
    #[error("the lease is lost; this attempt's result changes nothing")]
    Late,
    /// Others have the database for longer than anybody wants to wait.
    #[error("the database is busy; try again")]
    Busy,
    /// The database needs steps that this program does not know.
    #[error(
        "the database was made by a newer version (step {found}, this one knows {known}); upgrade meydan"
    )]
    Newer {
        /// The newest step that it needs.
        found: i64,
        /// The newest step there is here.
        known: i64,
    },
    /// The address names no database.
    #[error("`{0}` names no database; write `sqlite:FILE` or `postgres://USER@HOST/NAME`")]
    Address(String),
    /// The database cannot be reached when it is opened.
    #[error("`{place}` cannot be reached; look at the address, and at who may come in there: {reason}")]
    Unreached {
        /// Its address.
        place: String,
        /// Why not.
        reason: String,
    },
    /// It cannot be done with this database.
    #[error("{0}")]
    Unsupported(&'static str),
    /// A column holds a word that this program does not know.
    #[error("the column `{column}` holds `{word}`, which is not known here")]
    Unknown {
        /// What it holds.
        word: String,
        /// Its name.
        column: String,
    },
    /// A column of JSON does not hold what was expected.
    #[error("stored JSON cannot be read: {0}")]
    Json(serde_json::Error),
    /// A file could not be made or moved.
    #[error("cannot write `{path}`: {source}")]
    File {
        /// Which one.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// Anything else that the database says.
    #[error("the database failed: {}", told(.0))]
    Database(sqlx::Error),
}

impl Error {
    /// Whether the database is away or has no room, so that the same may succeed later.
    pub fn is_away(&self) -> bool {
        match self {
            Error::Busy => true,
            Error::Database(sqlx::Error::Io(_) | sqlx::Error::PoolClosed | sqlx::Error::Tls(_)) => true,
            // PostgreSQL: no connection, no room, told to stop. SQLite: an error of the disk, a full one.
            Error::Database(error) => {
                let code = error.as_database_error().and_then(|error| error.code()).unwrap_or_default();
                match code.len() {
                    5 => ["08", "25P03", "53", "57", "58"].iter().any(|class| code.starts_with(class)),
                    _ => code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 10 | 13)),
                }
            }
            _ => false,
        }
    }
}

/// What the database says itself, without the place in its own source.
pub(crate) fn told(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        if matches!(error, sqlx::Error::PoolTimedOut) {
            return Error::Busy;
        }
        let Some(database) = error.as_database_error() else { return Error::Database(error) };
        if database.is_foreign_key_violation() {
            return Error::Missing { what: "thing that it refers to" };
        }
        if database.is_unique_violation() {
            return Error::Taken { what: "place" };
        }
        match database.code().as_deref() {
            // PostgreSQL gives one of two transactions up that wait for each other.
            Some("40001" | "40P01") => Error::Conflict { what: "transaction" },
            // SQLITE_BUSY and its kinds: another process did not let go of the file in time.
            Some("5" | "261" | "517" | "773") | Some("55P03") => Error::Busy,
            // PostgreSQL gave the statement up because it took too long.
            Some("57014") => Error::Busy,
            _ => Error::Database(error),
        }
    }
}

impl From<sqlx::migrate::MigrateError> for Error {
    fn from(error: sqlx::migrate::MigrateError) -> Error {
        match error {
            sqlx::migrate::MigrateError::Execute(error) => error.into(),
            other => Error::Database(sqlx::Error::Migrate(Box::new(other))),
        }
    }
}
