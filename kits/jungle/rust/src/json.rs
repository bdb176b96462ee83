//! A JSON value, and what can be read from one: the same file in every Rust kit. There is no need to change it.
#![allow(dead_code, unused_macros, unused_imports)]

use std::{error, fmt, io};

/// A JSON value. `json!` writes one down: `json!({ "row": 3, "cells": [1, null], "name": (name) })`.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Makes a value. What is more than one word stands in brackets: `json!({ "sum": (a + b) })`.
macro_rules! json {
    (null) => { $crate::json::Json::Null };
    ({ $($key:literal : $value:tt),* $(,)? }) => {
        $crate::json::Json::Object(vec![$(($key.to_owned(), $crate::json::json!($value))),*])
    };
    ([ $($value:tt),* $(,)? ]) => { $crate::json::Json::List(vec![$($crate::json::json!($value)),*]) };
    ($value:expr) => { $crate::json::ToJson::to_json(&$value) };
}

/// Says how a struct is read from an object: `from_json!(Path { id: "id", first: "from" });`.
macro_rules! from_json {
    ($name:ident { $($field:ident : $key:literal),* $(,)? }) => {
        impl $crate::json::FromJson for $name {
            fn from_json(json: &$crate::json::Json) -> Result<Self, $crate::json::JsonError> {
                Ok($name { $($field: json.get($key)?),* })
            }
        }
    };
}

/// Says how an enum is written as a text and read from it: `json_names!(Team { First: "first", Second: "second" });`.
macro_rules! json_names {
    ($name:ident { $($variant:ident : $text:literal),* $(,)? }) => {
        impl $crate::json::FromJson for $name {
            fn from_json(json: &$crate::json::Json) -> Result<Self, $crate::json::JsonError> {
                match json.text()? {
                    $($text => Ok($name::$variant),)*
                    other => Err($crate::json::JsonError(format!("`{other}` is not a {}", stringify!($name)))),
                }
            }
        }

        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Json {
                $crate::json::Json::Text(match self { $($name::$variant => $text),* }.to_owned())
            }
        }
    };
}

pub(crate) use {from_json, json, json_names};

/// What can be read from a JSON value.
pub trait FromJson: Sized {
    fn from_json(json: &Json) -> Result<Self, JsonError>;
}

/// What can be written as a JSON value.
pub trait ToJson {
    fn to_json(&self) -> Json;
}

/// Why a text or a value cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError(pub String);

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for JsonError {}

impl From<JsonError> for io::Error {
    fn from(error: JsonError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

impl Json {
    /// Reads a text.
    pub fn parse(text: &str) -> Result<Json, JsonError> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value()?;
        reader.skip();
        if reader.at < text.len() {
            Err(reader.wrong("the end"))
        } else {
            Ok(value)
        }
    }

    /// The member of that name, read; where there is none it is as if it were null.
    pub fn get<T: FromJson>(&self, key: &str) -> Result<T, JsonError> {
        T::from_json(self.member(key)).map_err(|JsonError(what)| JsonError(format!("{key}: {what}")))
    }

    /// The member of that name, or null.
    pub fn member(&self, key: &str) -> &Json {
        let found = match self {
            Json::Object(members) => members.iter().find(|(name, _)| name == key),
            _ => None,
        };
        found.map_or(&Json::Null, |(_, value)| value)
    }

    /// The text.
    pub fn text(&self) -> Result<&str, JsonError> {
        match self {
            Json::Text(text) => Ok(text),
            other => Err(other.is_not("a text")),
        }
    }

    /// The items.
    pub fn items(&self) -> Result<&[Json], JsonError> {
        match self {
            Json::List(items) => Ok(items),
            other => Err(other.is_not("a list")),
        }
    }

    fn is_not(&self, wanted: &str) -> JsonError {
        JsonError(format!("`{self}` is not {wanted}"))
    }
}

/// The value as JSON, on one line.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            // JSON has no other numbers.
            Json::Number(number) if number.is_finite() => write!(f, "{number}"),
            Json::Number(_) => f.write_str("null"),
            Json::Text(text) => quote(text, f),
            Json::List(items) => {
                f.write_str("[")?;
                for (place, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if place == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            Json::Object(members) => {
                f.write_str("{")?;
                for (place, (name, value)) in members.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { "," })?;
                    quote(name, f)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quote(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for sign in text.chars() {
        match sign {
            '"' | '\\' => write!(f, "\\{sign}")?,
            '\0'..='\x1f' => write!(f, "\\u{:04x}", u32::from(sign))?,
            _ => write!(f, "{sign}")?,
        }
    }
    f.write_str("\"")
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, wanted: &str) -> JsonError {
        JsonError(format!("not JSON: {wanted} expected at character {}", self.at))
    }

    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn skip(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
        }
    }

    fn expect(&mut self, wanted: &str) -> Result<(), JsonError> {
        if !self.text[self.at..].starts_with(wanted) {
            return Err(self.wrong(wanted));
        }
        self.at += wanted.len();
        Ok(())
    }

    fn value(&mut self) -> Result<Json, JsonError> {
        self.skip();
        match self.peek() {
            b'{' => self.members(),
            b'[' => self.list(),
            b'"' => Ok(Json::Text(self.string()?)),
            b't' => self.expect("true").map(|()| Json::Bool(true)),
            b'f' => self.expect("false").map(|()| Json::Bool(false)),
            b'n' => self.expect("null").map(|()| Json::Null),
            _ => self.number(),
        }
    }

    fn members(&mut self) -> Result<Json, JsonError> {
        let mut members = Vec::new();
        self.expect("{")?;
        while !self.ends("}", members.is_empty())? {
            self.skip();
            let name = self.string()?;
            self.skip();
            self.expect(":")?;
            members.push((name, self.value()?));
        }
        Ok(Json::Object(members))
    }

    fn list(&mut self) -> Result<Json, JsonError> {
        let mut items = Vec::new();
        self.expect("[")?;
        while !self.ends("]", items.is_empty())? {
            items.push(self.value()?);
        }
        Ok(Json::List(items))
    }

    /// Steps over the closing bracket, or over the comma before the next item.
    fn ends(&mut self, bracket: &str, first: bool) -> Result<bool, JsonError> {
        self.skip();
        if self.expect(bracket).is_ok() {
            return Ok(true);
        }
        if first {
            Ok(false)
        } else {
            self.expect(",").map(|()| false)
        }
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.expect("\"")?;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(['"', '\\']).ok_or_else(|| self.wrong("a closing quote"))?;
            out.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Ok(out);
            }
            out.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Result<char, JsonError> {
        let sign = self.peek();
        self.at += 1;
        Ok(match sign {
            b'b' => '\x08',
            b'f' => '\x0c',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'"' | b'\\' | b'/' => char::from(sign),
            b'u' => {
                let mut code = self.digits()?;
                if (0xd800..0xdc00).contains(&code) {
                    self.expect("\\u")?;
                    code = 0x10000 + ((code - 0xd800) << 10) + (self.digits()?.wrapping_sub(0xdc00) & 0x3ff);
                }
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.wrong("an escape")),
        })
    }

    fn digits(&mut self) -> Result<u32, JsonError> {
        let four = self.text.get(self.at..self.at + 4).ok_or_else(|| self.wrong("four digits"))?;
        self.at += 4;
        u32::from_str_radix(four, 16).map_err(|_| self.wrong("four digits"))
    }

    fn number(&mut self) -> Result<Json, JsonError> {
        let rest = &self.text[self.at..];
        let length =
            rest.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        let number = rest[..length].parse().map_err(|_| self.wrong("a value"))?;
        self.at += length;
        Ok(Json::Number(number))
    }
}

impl FromJson for Json {
    fn from_json(json: &Json) -> Result<Json, JsonError> {
        Ok(json.clone())
    }
}

impl ToJson for Json {
    fn to_json(&self) -> Json {
        self.clone()
    }
}

macro_rules! whole_numbers {
    ($($name:ident),*) => {$(
        impl FromJson for $name {
            fn from_json(json: &Json) -> Result<$name, JsonError> {
                match json {
                    Json::Number(number) if number.fract() == 0.0 => {
                        $name::try_from(*number as i64).map_err(|_| json.is_not(stringify!($name)))
                    }
                    other => Err(other.is_not("a whole number")),
                }
            }
        }

        impl ToJson for $name {
            fn to_json(&self) -> Json {
                Json::Number(*self as f64)
            }
        }
    )*};
}

whole_numbers!(i32, i64, u32, u64, usize);

impl FromJson for f64 {
    fn from_json(json: &Json) -> Result<f64, JsonError> {
        match json {
            Json::Number(number) => Ok(*number),
            other => Err(other.is_not("a number")),
        }
    }
}

impl ToJson for f64 {
    fn to_json(&self) -> Json {
        Json::Number(*self)
    }
}

impl FromJson for bool {
    fn from_json(json: &Json) -> Result<bool, JsonError> {
        match json {
            Json::Bool(value) => Ok(*value),
            other => Err(other.is_not("true or false")),
        }
    }
}

impl ToJson for bool {
    fn to_json(&self) -> Json {
        Json::Bool(*self)
    }
}

impl FromJson for String {
    fn from_json(json: &Json) -> Result<String, JsonError> {
        json.text().map(str::to_owned)
    }
}

impl ToJson for String {
    fn to_json(&self) -> Json {
        Json::Text(self.clone())
    }
}

impl ToJson for str {
    fn to_json(&self) -> Json {
        Json::Text(self.to_owned())
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: &Json) -> Result<Option<T>, JsonError> {
        match json {
            Json::Null => Ok(None),
            some => T::from_json(some).map(Some),
        }
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::to_json)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: &Json) -> Result<Vec<T>, JsonError> {
        json.items()?.iter().map(T::from_json).collect()
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self) -> Json {
        Json::List(self.iter().map(T::to_json).collect())
    }
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    fn from_json(json: &Json) -> Result<[T; N], JsonError> {
        let wrong = |_| json.is_not(&format!("a list of {N}"));
        Vec::from_json(json)?.try_into().map_err(wrong)
    }
}

impl<A: FromJson, B: FromJson> FromJson for (A, B) {
    fn from_json(json: &Json) -> Result<(A, B), JsonError> {
        match json.items()? {
            [a, b] => Ok((A::from_json(a)?, B::from_json(b)?)),
            _ => Err(json.is_not("a list of 2")),
        }
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn to_json(&self) -> Json {
        T::to_json(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_and_written() {
        let text = r#" {"a": [1, -2.5, "x\n\u00e9\ud83d\ude00\/"], "b": {"c": null}, "d": true} "#;
        let value = Json::parse(text).unwrap();
        assert_eq!(value.to_string(), r#"{"a":[1,-2.5,"x\u000aé😀/"],"b":{"c":null},"d":true}"#);
        assert_eq!(value, json!({ "a": [1, (-2.5), "x\né😀/"], "b": { "c": null }, "d": true }));
        assert_eq!(value.get("e"), Ok(None::<i32>));
        assert_eq!(value.get::<i32>("d").unwrap_err().to_string(), "d: `true` is not a whole number");
        assert_eq!(Json::Number(f64::INFINITY).to_string(), "null");
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in ["", "{\"a\": }", "[1 2]", "\"open", "1 x", "{1: 2}", "\"\\x\"", "\"\\u12", "tru", "-"] {
            assert!(Json::parse(text).is_err(), "{text}");
        }
    }
}
