//! A line to PostgreSQL. Its machine may lose power, or the network between may be cut, without anybody saying so: then an answer never comes, and
//! no error either. So every question has a deadline, and a line on which no answer came is hung up and not used again.
//!
//! The other end looks after itself in the same way: [`courtesy`] is what we ask of it, so that an arena that vanishes in the middle of a
//! transaction does not hold the others up.

use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{AssertSqlSafe, Connection, Postgres};
use tokio::time::error::Elapsed;

use crate::error::{Error, Result};
use crate::time::millis;

/// How long a line that nobody used for a while may take to say that it is there.
const THERE: Duration = Duration::from_secs(3);

/// A connection of the pool, and whether it is in a transaction.
#[derive(Debug)]
pub(crate) struct Line {
    /// `None`: it was hung up.
    connection: Option<PoolConnection<Postgres>>,
    patience: Duration,
    /// A question was asked and its answer has not come: it may have been dropped meanwhile.
    asking: bool,
    in_transaction: bool,
}

impl Line {
    pub(crate) async fn open(pool: &PgPool, patience: Duration) -> Result<Line> {
        let connection = Some(pool.acquire().await?);
        Ok(Line { connection, patience, asking: false, in_transaction: false })
    }

    /// One that is in a transaction, which this statement begins.
    pub(crate) async fn begin(pool: &PgPool, patience: Duration, begin: &'static str) -> Result<Line> {
        let mut line = Line::open(pool, patience).await?;
        line.in_transaction = true;
        line.say(begin).await?;
        Ok(line)
    }

    /// Ends the transaction that [`begin`](Line::begin) began.
    pub(crate) async fn end(mut self, how: &'static str) -> Result<()> {
        self.say(how).await?;
        self.in_transaction = false;
        Ok(())
    }

    async fn say(&mut self, what: &'static str) -> Result<()> {
        let patience = self.patience;
        let said = tokio::time::timeout(patience, sqlx::raw_sql(what).execute(self.ask()?)).await;
        self.heard(said).map(drop)
    }

    /// How long an answer may take.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    /// Where the next question is asked. Say what was [`heard`](Line::heard).
    pub(crate) fn ask(&mut self) -> Result<&mut PgConnection> {
        self.asking = true;
        // After no answer came there is nobody to ask.
        self.connection.as_deref_mut().ok_or(Error::Busy)
    }

    /// An answer came, or did not come in time.
    pub(crate) fn heard<T>(&mut self, answer: Result<Result<T, sqlx::Error>, Elapsed>) -> Result<T> {
        match answer {
            Ok(answer) => {
                self.asking = false;
                Ok(answer?)
            }
            Err(_) => {
                if let Some(connection) = self.connection.take() {
                    hang_up(connection);
                }
                Err(Error::Busy)
            }
        }
    }
}

/// What is still being answered is heard to its end and a transaction is undone, before somebody else gets the line: but not for ever.
impl Drop for Line {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return hang_up(connection) };
        let (patience, asking, in_transaction) = (self.patience, self.asking, self.in_transaction);
        runtime.spawn(async move {
            let tidy = async {
                match in_transaction {
                    true => sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await.map(drop),
                    false if asking => connection.ping().await,
                    false => Ok(()),
                }
            };
            match tokio::time::timeout(patience, tidy).await {
                // The pool asks once more whether it is there, and would wait for ever; dropped meanwhile it is closed.
                Ok(Ok(())) => drop(tokio::time::timeout(patience, connection.return_to_pool()).await),
                _ => hang_up(connection),
            }
        });
    }
}

/// Given back to the pool it would be asked once more whether it is there, and waited for.
fn hang_up(connection: PoolConnection<Postgres>) {
    drop(connection.detach());
}

/// Whether a line that has lain there is still one.
pub(crate) fn is_there(connection: &mut PgConnection) -> BoxFuture<'_, sqlx::Result<bool>> {
    Box::pin(async {
        let there = tokio::time::timeout(THERE, connection.ping()).await;
        there.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map(|()| true)
    })
}

/// What the other end is asked for: it waits for locks less long than we wait for it, gives a transaction up whose owner says nothing
/// any more, and looks whether we are there.
pub(crate) fn courtesy(connection: &mut PgConnection, patience: Duration) -> BoxFuture<'_, sqlx::Result<()>> {
    let (lock, most) = (millis(patience / 3), millis(patience * 2));
    let ask = format!(
        "SET lock_timeout = {lock}; SET statement_timeout = {most}; SET idle_in_transaction_session_timeout = {most}; \
         SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
    );
    Box::pin(async move { sqlx::raw_sql(AssertSqlSafe(ask)).execute(connection).await.map(drop) })
}
