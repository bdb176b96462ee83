//! What goes into queries and comes out of rows, the same for both databases.

use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::error::Result;
use crate::json::Json;
use crate::time::Time;

/// What is bound to a place in a query. An absent value keeps its type, because PostgreSQL asks for it.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Option<String>),
    Int(Option<i64>),
    Real(Option<f64>),
}

/// What can be bound.
pub(crate) trait Bind {
    fn value(&self) -> Value;
    fn none() -> Value;
}

/// What can be read from a column.
pub(crate) trait Column: Sized {
    fn read(row: &Row, column: &str) -> Result<Option<Self>>;
}

/// What can be read from a row.
pub(crate) trait FromRow: Sized + Send {
    fn from_row(row: &Row) -> Result<Self>;
}

/// A row of either database.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// The value of a column that always has one.
    pub(crate) fn get<T: Get>(&self, column: &str) -> Result<T> {
        T::get(self, column)
    }

    fn text(&self, column: &str) -> Result<Option<String>> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }

    fn int(&self, column: &str) -> Result<Option<i64>> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }

    fn real(&self, column: &str) -> Result<Option<f64>> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }
}

/// A column's value, or an option of one.
pub(crate) trait Get: Sized {
    fn get(row: &Row, column: &str) -> Result<Self>;
}

impl<T: Column> Get for T {
    fn get(row: &Row, column: &str) -> Result<T> {
        let empty = || sqlx::Error::ColumnDecode { index: column.to_owned(), source: "it is empty".into() };
        T::read(row, column)?.ok_or_else(|| empty().into())
    }
}

impl<T: Column> Get for Option<T> {
    fn get(row: &Row, column: &str) -> Result<Option<T>> {
        T::read(row, column)
    }
}

impl<T: Bind + ?Sized> Bind for &T {
    fn value(&self) -> Value {
        T::value(self)
    }

    fn none() -> Value {
        T::none()
    }
}

impl<T: Bind> Bind for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or_else(T::none, T::value)
    }

    fn none() -> Value {
        T::none()
    }
}

impl Bind for str {
    fn value(&self) -> Value {
        Value::Text(Some(self.to_owned()))
    }

    fn none() -> Value {
        Value::Text(None)
    }
}

impl Bind for f64 {
    fn value(&self) -> Value {
        Value::Real(Some(*self))
    }

    fn none() -> Value {
        Value::Real(None)
    }
}

impl Column for f64 {
    fn read(row: &Row, column: &str) -> Result<Option<f64>> {
        row.real(column)
    }
}

/// A type that is a text in the tables.
macro_rules! text_value {
    ($name:ty, $write:expr, $read:expr) => {
        impl $crate::value::Bind for $name {
            fn value(&self) -> $crate::value::Value {
                let write: fn(&$name) -> String = $write;
                $crate::value::Value::Text(Some(write(self)))
            }

            fn none() -> $crate::value::Value {
                $crate::value::Value::Text(None)
            }
        }

        impl $crate::value::Column for $name {
            fn read(row: &$crate::value::Row, column: &str) -> $crate::error::Result<Option<$name>> {
                let read: fn(String, &str) -> $crate::error::Result<$name> = $read;
                row.read_text(column)?.map(|text| read(text, column)).transpose()
            }
        }
    };
}

impl Row {
    /// For [`text_value`], which is used outside of this file.
    pub(crate) fn read_text(&self, column: &str) -> Result<Option<String>> {
        self.text(column)
    }
}

/// A type that is a number in the tables.
macro_rules! int_value {
    ($name:ty, $write:expr, $read:expr) => {
        impl Bind for $name {
            fn value(&self) -> Value {
                let write: fn($name) -> i64 = $write;
                Value::Int(Some(write(*self)))
            }

            fn none() -> Value {
                Value::Int(None)
            }
        }

        impl Column for $name {
            fn read(row: &Row, column: &str) -> Result<Option<$name>> {
                let read: fn(i64) -> $name = $read;
                Ok(row.int(column)?.map(read))
            }
        }
    };
}

text_value!(String, |text| text.clone(), |text, _| Ok(text));
text_value!(Json, |json| json.0.clone(), |text, _| Ok(Json(text)));
int_value!(i64, |number| number, |number| number);
int_value!(bool, i64::from, |number| number != 0);
int_value!(Time, |time| time.0, Time);

/// The values of a query, in the order of its places.
macro_rules! args {
    ($($value:expr),* $(,)?) => {
        vec![$($crate::value::Bind::value(&$value)),*]
    };
}

/// Reads a struct from a row whose columns have the names of the fields, or those that are given.
macro_rules! from_row {
    ($name:ident { $($field:ident $(= $column:literal)?),+ $(,)? }) => {
        impl $crate::value::FromRow for $name {
            fn from_row(row: &$crate::value::Row) -> $crate::error::Result<$name> {
                Ok($name { $($field: row.get($crate::value::column_name!($field $($column)?))?),+ })
            }
        }
    };
}

macro_rules! column_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $column:literal) => {
        $column
    };
}

/// A row of one or more columns without a struct of its own.
impl<A: Get + Send> FromRow for (A,) {
    fn from_row(row: &Row) -> Result<(A,)> {
        Ok((row.get("a")?,))
    }
}

impl<A: Get + Send, B: Get + Send> FromRow for (A, B) {
    fn from_row(row: &Row) -> Result<(A, B)> {
        Ok((row.get("a")?, row.get("b")?))
    }
}

impl<A: Get + Send, B: Get + Send, C: Get + Send> FromRow for (A, B, C) {
    fn from_row(row: &Row) -> Result<(A, B, C)> {
        Ok((row.get("a")?, row.get("b")?, row.get("c")?))
    }
}

pub(crate) use {args, column_name, from_row, text_value};
