//! One connection of either database, and the few ways in which it is asked.

use std::ops::{Deref, DerefMut};

use futures_util::TryStreamExt;
use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, SqlSafeStr, SqlStr, Sqlite, SqliteConnection, Transaction};
use tokio::time::timeout;

use crate::error::{Error, Result};
use crate::failpoint::failpoint;
use crate::line::Line;
use crate::open::Kind;
use crate::value::{Bind, FromRow, Row, Value};
use crate::words::State;

/// Reads.
#[derive(Debug)]
pub struct Reader {
    link: Link,
}

/// Reads and writes; nothing of it has happened until [`commit`](Tx::commit).
#[derive(Debug)]
pub struct Tx {
    reader: Reader,
    /// The changes of state it makes: each is a place where a test can pull the plug.
    steps: Vec<String>,
    /// Whether somebody sends what is posted.
    posts: bool,
}

#[derive(Debug)]
pub(crate) enum Link {
    Sqlite(PoolConnection<Sqlite>),
    SqliteTx(Transaction<'static, Sqlite>),
    Postgres(Line),
    PostgresTx(Line),
}

impl Tx {
    pub(crate) fn new(link: Link, posts: bool) -> Tx {
        Tx { reader: Reader::new(link), steps: Vec::new(), posts }
    }

    pub(crate) fn posts(&self) -> bool {
        self.posts
    }

    /// Makes it happen, all of it.
    pub async fn commit(self) -> Result<()> {
        self.steps.iter().for_each(|step| failpoint(&format!("{step}:before")));
        match self.reader.link {
            Link::SqliteTx(tx) => tx.commit().await?,
            Link::PostgresTx(line) => line.end("COMMIT").await?,
            // `new` is only given transactions.
            Link::Sqlite(_) | Link::Postgres(_) => {}
        }
        self.steps.iter().for_each(|step| failpoint(&format!("{step}:after")));
        Ok(())
    }

    /// Undoes it at once, rather than some time after it is dropped.
    pub async fn roll_back(self) -> Result<()> {
        match self.reader.link {
            Link::SqliteTx(tx) => tx.rollback().await?,
            Link::PostgresTx(line) => line.end("ROLLBACK").await?,
            Link::Sqlite(_) | Link::Postgres(_) => {}
        }
        Ok(())
    }

    /// Runs a query that changes rows, and counts them.
    pub(crate) async fn run(&mut self, sql: impl SqlSafeStr, args: Vec<Value>) -> Result<u64> {
        self.reader.link.run(sql.into_sql_str(), args).await
    }

    /// Something comes into being in its first state.
    pub(crate) fn begins<S: State>(&mut self, first: S) {
        if cfg!(debug_assertions) {
            self.steps.push(format!("{}.{}", S::WHAT, first.as_word()));
        }
    }

    /// Something is about to go from one state to another, if things of its kind may.
    pub(crate) fn step<S: State>(&mut self, from: S, to: S) -> Result<()> {
        if !from.may(to) {
            return Err(Error::Illegal { what: S::WHAT, from: from.as_word(), to: to.as_word() });
        }
        self.begins(to);
        Ok(())
    }

    /// What it means that a conditional update changed so many rows. None: the thing is not there, or not as expected.
    pub(crate) async fn changed<S: State>(&mut self, rows: u64, id: impl Bind) -> Result<()> {
        if rows > 0 {
            return Ok(());
        }
        let sql = format!("SELECT COUNT(*) AS a FROM {} WHERE id = $1", S::TABLE);
        match self.reader.count(AssertSqlSafe(sql), vec![id.value()]).await? {
            0 => Err(Error::Missing { what: S::WHAT }),
            _ => Err(Error::Conflict { what: S::WHAT }),
        }
    }
}

impl Deref for Tx {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.reader
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Reader {
        &mut self.reader
    }
}

impl Reader {
    pub(crate) fn new(link: Link) -> Reader {
        Reader { link }
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.link {
            Link::Sqlite(_) | Link::SqliteTx(_) => Kind::Sqlite,
            Link::Postgres(_) | Link::PostgresTx(_) => Kind::Postgres,
        }
    }

    /// The first row, if there is one.
    pub(crate) async fn one<T: FromRow>(
        &mut self,
        sql: impl SqlSafeStr,
        args: Vec<Value>,
    ) -> Result<Option<T>> {
        self.link.first(sql.into_sql_str(), args).await?.map(|row| T::from_row(&row)).transpose()
    }

    /// All rows.
    pub(crate) async fn all<T: FromRow>(&mut self, sql: impl SqlSafeStr, args: Vec<Value>) -> Result<Vec<T>> {
        let mut all = Vec::new();
        let mut push = |row: Row| {
            all.push(T::from_row(&row)?);
            Ok(())
        };
        self.link.each(sql.into_sql_str(), args, &mut push).await?;
        Ok(all)
    }

    /// Row by row, without holding all of them.
    pub(crate) async fn each<T: FromRow>(
        &mut self,
        sql: impl SqlSafeStr,
        args: Vec<Value>,
        mut each: impl FnMut(T) + Send,
    ) -> Result<()> {
        let mut row = |row: Row| {
            each(T::from_row(&row)?);
            Ok(())
        };
        self.link.each(sql.into_sql_str(), args, &mut row).await
    }

    /// A number that the query always gives, in a column called `a`.
    pub(crate) async fn count(&mut self, sql: impl SqlSafeStr, args: Vec<Value>) -> Result<i64> {
        Ok(self.one::<(i64,)>(sql, args).await?.map_or(0, |(count,)| count))
    }
}

enum End<'a> {
    Sqlite(&'a mut SqliteConnection),
    Postgres(&'a mut Line),
}

/// Nothing here is generic and every future is in a box: the drivers' code is made once and not for every query, and what
/// a query is part of stays small.
impl Link {
    fn end(&mut self) -> End<'_> {
        match self {
            Link::Sqlite(connection) => End::Sqlite(connection),
            Link::SqliteTx(tx) => End::Sqlite(tx),
            Link::Postgres(line) | Link::PostgresTx(line) => End::Postgres(line),
        }
    }

    fn run(&mut self, sql: SqlStr, args: Vec<Value>) -> BoxFuture<'_, Result<u64>> {
        Box::pin(async move {
            Ok(match self.end() {
                End::Sqlite(end) => {
                    sqlx::query_with(sql, sqlite_arguments(args)?).execute(end).await?.rows_affected()
                }
                End::Postgres(line) => {
                    let query = sqlx::query_with(sql, postgres_arguments(args)?);
                    let done = timeout(line.patience(), query.execute(line.ask()?)).await;
                    line.heard(done)?.rows_affected()
                }
            })
        })
    }

    fn first(&mut self, sql: SqlStr, args: Vec<Value>) -> BoxFuture<'_, Result<Option<Row>>> {
        Box::pin(async move {
            Ok(match self.end() {
                End::Sqlite(end) => {
                    sqlx::query_with(sql, sqlite_arguments(args)?).fetch_optional(end).await?.map(Row::Sqlite)
                }
                End::Postgres(line) => {
                    let query = sqlx::query_with(sql, postgres_arguments(args)?);
                    let row = timeout(line.patience(), query.fetch_optional(line.ask()?)).await;
                    line.heard(row)?.map(Row::Postgres)
                }
            })
        })
    }

    fn each<'a>(
        &'a mut self,
        sql: SqlStr,
        args: Vec<Value>,
        each: &'a mut (dyn FnMut(Row) -> Result<()> + Send),
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            match self.end() {
                End::Sqlite(end) => {
                    let mut rows = sqlx::query_with(sql, sqlite_arguments(args)?).fetch(end);
                    while let Some(row) = rows.try_next().await? {
                        each(Row::Sqlite(row))?;
                    }
                }
                End::Postgres(line) => {
                    let patience = line.patience();
                    let mut rows = sqlx::query_with(sql, postgres_arguments(args)?).fetch(line.ask()?);
                    // Each row may take as long as an answer.
                    let last = loop {
                        match timeout(patience, rows.try_next()).await {
                            Ok(Ok(Some(row))) => each(Row::Postgres(row))?,
                            last => break last,
                        }
                    };
                    drop(rows);
                    line.heard(last)?;
                }
            }
            Ok(())
        })
    }
}

fn sqlite_arguments(values: Vec<Value>) -> Result<SqliteArguments> {
    let mut arguments = SqliteArguments::default();
    for value in values {
        match value {
            Value::Text(text) => arguments.add(text.map(without_nul)),
            Value::Int(number) => arguments.add(number),
            Value::Real(number) => arguments.add(number),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

fn postgres_arguments(values: Vec<Value>) -> Result<PgArguments> {
    let mut arguments = PgArguments::default();
    for value in values {
        match value {
            Value::Text(text) => arguments.add(text.map(without_nul)),
            Value::Int(number) => arguments.add(number),
            Value::Real(number) => arguments.add(number),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// PostgreSQL has no text with a NUL in it, and strangers' error output may have one. Both databases shall hold the same.
fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}
