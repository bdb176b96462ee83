use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::pool::PoolOptions;
use sqlx::postgres::{PgConnectOptions, PgPool};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Postgres};

use crate::error::{Error, Result, told};
use crate::line::{self, Line};
use crate::link::{Link, Reader, Tx};
use crate::migrations;

/// How long a process waits for another one to let go of the file.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long it rests where SQLite did not wait by itself.
const BREATH: Duration = Duration::from_millis(20);
/// How long a caller waits for a connection.
const LINE: Duration = Duration::from_secs(60);
/// The same where the database is elsewhere, and may be away: that is not told from a long line.
const POSTGRES_LINE: Duration = Duration::from_secs(15);
/// How often one is tried that is only starting.
const AGAIN: Duration = Duration::from_millis(200);
/// How long it may take to answer a question there.
const POSTGRES_ANSWER: Duration = Duration::from_secs(30);
/// The connection is shared, so every transaction says how it is to be committed.
const SURE: &str = "PRAGMA synchronous = FULL; BEGIN IMMEDIATE";
const UNSURE: &str = "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE";
const READERS: u32 = 8;
const POSTGRES_CONNECTIONS: u32 = 16;

/// A database. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Store {
    pools: Pools,
    posts: bool,
}

#[derive(Clone, Debug)]
enum Pools {
    Sqlite { file: PathBuf, write: SqlitePool, read: SqlitePool },
    Postgres { pool: PgPool, patience: Duration },
}

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A SQLite file.
    Sqlite,
    /// A PostgreSQL server.
    Postgres,
}

impl Store {
    /// Opens `sqlite:FILE` (made if there is none) or `postgres://…`, and brings it up to date.
    pub async fn open(url: &str) -> Result<Store> {
        match url.split_once(':') {
            Some(("sqlite", file)) => Store::open_file(file.strip_prefix("//").unwrap_or(file)).await,
            Some(("postgres" | "postgresql", _)) => Store::open_postgres(url, POSTGRES_ANSWER).await,
            _ => Err(Error::Address(without_password(url))),
        }
    }

    /// Opens a SQLite file, made if there is none, and brings it up to date.
    ///
    /// Of several processes that open a new file at once one makes its journal. SQLite turns the others away at once, however patient they are.
    pub async fn open_file(file: impl AsRef<Path>) -> Result<Store> {
        let file = file.as_ref();
        let began = Instant::now();
        loop {
            match Store::open_file_once(file).await {
                Err(Error::Busy) if began.elapsed() < PATIENCE => tokio::time::sleep(BREATH).await,
                opened => return opened,
            }
        }
    }

    async fn open_file_once(file: &Path) -> Result<Store> {
        // Readers have connections of their own, and to each of them a memory is another one.
        if file.as_os_str().is_empty() || file.as_os_str() == ":memory:" {
            return Err(Error::Address(format!("sqlite:{}", file.display())));
        }
        make_private(file).map_err(|source| Error::File { path: file.display().to_string(), source })?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // Whoever is deleted is not in the file any more either: SQLite would keep their names in pages that it may use again some day.
            .pragma("secure_delete", "1")
            .busy_timeout(PATIENCE);
        let pool = || {
            let pool = PoolOptions::new().acquire_timeout(LINE).idle_timeout(None).max_lifetime(None);
            // On some errors, a full disk among them, SQLite undoes a transaction by itself. Then it cannot be undone once more, and
            // the connection goes on believing that it is in one: it must be replaced.
            pool.before_acquire(|connection: &mut SqliteConnection, _| {
                Box::pin(async move { Ok(!connection.is_in_transaction()) })
            })
        };
        let write: SqlitePool = pool().max_connections(1).connect_with(options.clone()).await?;
        // Two processes that open a new file at once wait here for each other.
        let mut tx = write.begin_with("BEGIN IMMEDIATE").await?;
        migrations::steps(Kind::Sqlite).run_direct(None, &mut *tx, false).await?;
        tx.commit().await?;
        let read: SqlitePool =
            pool().max_connections(READERS).connect_with(options.pragma("query_only", "1")).await?;
        Store { pools: Pools::Sqlite { file: file.to_owned(), write, read }, posts: false }.known().await
    }

    /// Opens a PostgreSQL server's database, and brings it up to date. An answer that takes longer than `patience` is not waited for: whoever asked
    /// is told that the database is busy. A transaction whose owner says nothing for twice as long is undone there.
    pub async fn open_postgres(url: &str, patience: Duration) -> Result<Store> {
        let options = PgConnectOptions::from_str(url)?;
        reach(&options, POSTGRES_LINE).await.map_err(|reason| {
            let place = without_password(url.split('?').next().unwrap_or_default());
            Error::Unreached { place, reason }
        })?;
        let pool = || PoolOptions::<Postgres>::new().acquire_timeout(POSTGRES_LINE);
        // Steps take as long as they take, and those who migrate at once wait for each other. The connection holds their lock, whatever happens.
        let steps: PgPool = pool().max_connections(1).connect_with(options.clone()).await?;
        let brought = migrations::steps(Kind::Postgres).run(&steps).await;
        steps.close().await;
        brought?;
        let pool = pool()
            .max_connections(POSTGRES_CONNECTIONS)
            .after_connect(move |connection, _| line::courtesy(connection, patience))
            .test_before_acquire(false)
            .before_acquire(|connection, _| line::is_there(connection));
        let pool: PgPool = pool.connect_with(options).await?;
        Store { pools: Pools::Postgres { pool, patience }, posts: false }.known().await
    }

    /// This database, if its tables are such that we can work on them.
    async fn known(self) -> Result<Store> {
        let needs = self.read().await?.setting(migrations::NEEDS).await?;
        if let Err(error) = migrations::may_open(needs.as_deref()) {
            self.close().await;
            return Err(error);
        }
        Ok(self)
    }

    /// The same database, where messages to a broker are written down with what they tell of. Whoever asks for it sends them: nothing else
    /// removes them.
    pub fn with_outbox(self) -> Store {
        Store { posts: true, ..self }
    }

    /// Which database it is.
    pub fn kind(&self) -> Kind {
        match &self.pools {
            Pools::Sqlite { .. } => Kind::Sqlite,
            Pools::Postgres { .. } => Kind::Postgres,
        }
    }

    /// For single reads.
    pub async fn read(&self) -> Result<Reader> {
        Ok(Reader::new(match &self.pools {
            Pools::Sqlite { read, .. } => Link::Sqlite(read.acquire().await?),
            Pools::Postgres { pool, patience } => Link::Postgres(Line::open(pool, *patience).await?),
        }))
    }

    /// For several reads that must agree: all of them see the same moment.
    pub async fn snapshot(&self) -> Result<Reader> {
        Ok(Reader::new(match &self.pools {
            Pools::Sqlite { read, .. } => Link::SqliteTx(read.begin().await?),
            Pools::Postgres { pool, patience } => {
                let begin = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Link::PostgresTx(Line::begin(pool, *patience, begin).await?)
            }
        }))
    }

    /// Begins to write. On SQLite nobody else writes until it is committed or dropped.
    pub async fn begin(&self) -> Result<Tx> {
        let link = match &self.pools {
            Pools::Sqlite { write, .. } => Link::SqliteTx(write.begin_with(SURE).await?),
            Pools::Postgres { pool, patience } => {
                Link::PostgresTx(Line::begin(pool, *patience, "BEGIN").await?)
            }
        };
        Ok(Tx::new(link, self.posts))
    }

    /// Begins to write what nobody was promised, such as who works on what. Its commit does not wait for the disk: a power cut may undo it,
    /// whole, with everything after it, until the next commit of a [`begin`](Store::begin) has returned. A kill does not.
    pub async fn begin_unsure(&self) -> Result<Tx> {
        let link = match &self.pools {
            Pools::Sqlite { write, .. } => Link::SqliteTx(write.begin_with(UNSURE).await?),
            Pools::Postgres { pool, patience } => {
                let begin = "BEGIN; SET LOCAL synchronous_commit = off";
                Link::PostgresTx(Line::begin(pool, *patience, begin).await?)
            }
        };
        Ok(Tx::new(link, self.posts))
    }

    /// Whether it answers.
    pub async fn ping(&self) -> Result<()> {
        self.read().await?.paused().await.map(drop)
    }

    /// Writes a copy of the whole database into a new file, while it goes on being used. Only SQLite can do that.
    ///
    /// The file has its name only when it is whole and on the disk.
    pub async fn backup(&self, to: impl AsRef<Path>) -> Result<()> {
        let Pools::Sqlite { file, .. } = &self.pools else {
            return Err(Error::Unsupported("a PostgreSQL database is backed up with `pg_dump`"));
        };
        let to = to.as_ref();
        let failed = |source| Error::File { path: to.display().to_string(), source };
        if to.exists() {
            return Err(failed(std::io::ErrorKind::AlreadyExists.into()));
        }
        let mut partial = to.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let name = partial.to_str().ok_or_else(|| failed(std::io::ErrorKind::InvalidFilename.into()))?;
        let mut connection: SqliteConnection =
            SqliteConnectOptions::new().filename(file).busy_timeout(PATIENCE).connect().await?;
        std::fs::remove_file(&partial).or_else(missing_is_fine).map_err(failed)?;
        // SQLite writes into an empty file that is there, so it is private from the start.
        make_private(&partial).map_err(failed)?;
        sqlx::query("VACUUM INTO $1").bind(name).execute(&mut connection).await?;
        connection.close().await?;
        let sync_and_name = move |to: PathBuf| {
            std::fs::File::open(&partial)?.sync_all()?;
            std::fs::rename(&partial, &to)?;
            let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
            std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
        };
        let named = to.to_owned();
        let done = tokio::task::spawn_blocking(move || sync_and_name(named)).await;
        done.unwrap_or_else(|error| Err(std::io::Error::other(error))).map_err(failed)
    }

    /// Waits for what is under way and closes all connections.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite { write, read, .. } => {
                read.close().await;
                write.close().await;
            }
            Pools::Postgres { pool, .. } => pool.close().await,
        }
    }
}

/// Makes an empty file that only its owner can read, if there is none: it holds hashes of passwords. SQLite gives its own
/// files beside it the same rights.
///
/// One that is there is not opened: to close it would take all locks from it that this process has, and whoever else closed the database after that
/// would remove SQLite's journal from under us.
fn make_private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(drop),
    }
}

fn missing_is_fine(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Connects once, so that a wrong address is told as what it is. A server that is only starting is waited for. An error: why it cannot be had.
async fn reach(options: &PgConnectOptions, patience: Duration) -> std::result::Result<(), String> {
    let end = Instant::now() + patience;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let Ok(tried) = tokio::time::timeout(left, options.connect()).await else {
            return Err(format!("nobody answers within {} seconds", patience.as_secs()));
        };
        let error = match tried {
            Ok(connection) => {
                let _ = connection.close().await;
                return Ok(());
            }
            Err(error) => Error::from(error),
        };
        if !error.is_away() || Instant::now() + AGAIN > end {
            return Err(match error {
                Error::Database(error) => told(&error),
                error => error.to_string(),
            });
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// An address as it can be shown.
fn without_password(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn why_a_server_cannot_be_reached_is_told() {
        let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let options = PgConnectOptions::from_str(&format!("postgres://me@{closed}/x")).unwrap();
        let reason = reach(&options, Duration::from_millis(300)).await.unwrap_err();
        assert!(reason.contains("refused"), "{reason}");
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = silent.local_addr().unwrap();
        let options = PgConnectOptions::from_str(&format!("postgres://me@{address}/x")).unwrap();
        let reason = reach(&options, Duration::from_millis(300)).await.unwrap_err();
        assert!(reason.contains("nobody answers"), "{reason}");
    }

    async fn pragma(pool: &SqlitePool, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
    }

    #[tokio::test]
    async fn a_commit_waits_for_the_disk_and_readers_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(folder.path().join("meydan.db")).await.unwrap();
        let Pools::Sqlite { write, read, .. } = &store.pools else { panic!("it is a file") };
        assert_eq!(pragma(write, "PRAGMA synchronous").await, 2, "FULL");
        store.begin_unsure().await.unwrap().commit().await.unwrap();
        assert_eq!(pragma(write, "PRAGMA synchronous").await, 1, "NORMAL");
        store.begin().await.unwrap().commit().await.unwrap();
        assert_eq!(pragma(write, "PRAGMA synchronous").await, 2, "FULL");
        assert_eq!(pragma(write, "PRAGMA foreign_keys").await, 1);
        assert_eq!(pragma(write, "PRAGMA busy_timeout").await, 20_000);
        assert_eq!(pragma(write, "PRAGMA secure_delete").await, 1);
        assert_eq!(pragma(write, "PRAGMA query_only").await, 0);
        assert_eq!(pragma(read, "PRAGMA query_only").await, 1);
        assert_eq!(write.options().get_max_connections(), 1);
    }

    #[tokio::test]
    async fn a_disk_that_was_full_for_a_moment_is_written_to_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(folder.path().join("meydan.db")).await.unwrap();
        let Pools::Sqlite { write, .. } = &store.pools else { panic!("it is a file") };
        // The connection cannot make the file any larger.
        let pages = pragma(write, "PRAGMA page_count").await;
        assert_eq!(pragma(write, "PRAGMA max_page_count = 1").await, pages);
        let mut tx = store.begin().await.unwrap();
        let full = tx.set_setting("large", Some(&"x".repeat(1 << 20))).await;
        assert!(full.unwrap_err().to_string().contains("full"));
        drop(tx);
        let mut tx = store.begin().await.unwrap();
        tx.set_setting("small", Some("x")).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(store.read().await.unwrap().setting("small").await.unwrap().as_deref(), Some("x"));
    }
}
