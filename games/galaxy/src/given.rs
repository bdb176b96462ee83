use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::PlanetId;

/// What a player gave for one field of an act.
///
/// The rules check the fields of an act one by one, between checks of the board (spec 6), so an act has to carry
/// what is missing or cannot be read as far as the rules. In JSON a value is a number, or a text that is read as
/// the original reads its form fields; `null` is missing.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number | null", concrete(T = f64)))]
pub enum Given<T> {
    /// Nothing was given.
    #[default]
    Missing,
    /// Something was given, but it is no number of the kind asked for.
    Unreadable,
    /// A number.
    Value(T),
}

impl Given<i64> {
    /// Reads a whole number as the original does (spec 6, INT). A number beyond 64 bits becomes the largest or the
    /// smallest there is.
    pub fn read(text: Option<&str>) -> Given<i64> {
        let Some(text) = text else { return Given::Missing };
        let Some(text) = plain(text) else { return Given::Unreadable };
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(&text)),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Given::Unreadable;
        }
        let value = digits.bytes().fold(0i64, |value, digit| {
            let digit = i64::from(digit - b'0');
            value.saturating_mul(10).saturating_add(if negative { -digit } else { digit })
        });
        Given::Value(value)
    }
}

impl Given<f64> {
    /// Reads a number as the original does (spec 6, FLOAT).
    pub fn read(text: Option<&str>) -> Given<f64> {
        let Some(text) = text else { return Given::Missing };
        let Some(text) = plain(text) else { return Given::Unreadable };
        // The standard reader takes exactly the forms of the original once blanks, underscores and foreign digits
        // are gone.
        text.parse().map_or(Given::Unreadable, Given::Value)
    }
}

impl<T> From<T> for Given<T> {
    fn from(value: T) -> Self {
        Given::Value(value)
    }
}

impl From<PlanetId> for Given<i64> {
    fn from(planet: PlanetId) -> Self {
        Given::Value(i64::from(planet.0))
    }
}

impl From<Option<&str>> for Given<i64> {
    fn from(text: Option<&str>) -> Self {
        Given::<i64>::read(text)
    }
}

impl From<Option<&str>> for Given<f64> {
    fn from(text: Option<&str>) -> Self {
        Given::<f64>::read(text)
    }
}

/// The text without outer blanks and without underscores between digits, all decimal digits as ASCII; `None` if an
/// underscore is anywhere else or a sign that cannot be part of a number occurs.
fn plain(text: &str) -> Option<String> {
    let blank = |c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c);
    let mut plain = String::new();
    let mut underscore = false;
    for c in text.trim_matches(blank).chars() {
        let digit = decimal(c);
        if c == '_' {
            if underscore || !plain.ends_with(|last: char| last.is_ascii_digit()) {
                return None;
            }
            underscore = true;
            continue;
        }
        if underscore && digit.is_none() {
            return None;
        }
        underscore = false;
        plain.push(match digit {
            Some(digit) => char::from(b'0' + digit),
            None if c.is_ascii_graphic() => c,
            None => return None,
        });
    }
    (!underscore).then_some(plain)
}

/// The value of a decimal digit of any script.
fn decimal(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.is_ascii_digit().then(|| c as u8 - b'0');
    }
    let code = c as u32;
    let run = ZEROS.partition_point(|&zero| zero <= code).checked_sub(1)?;
    u8::try_from(code - ZEROS[run]).ok().filter(|&digit| digit < 10)
}

/// The zeros of all runs of decimal digits (Unicode category Nd) beyond ASCII.
const ZEROS: &[u32] = &[
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
    0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0,
    0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30,
    0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0,
    0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec,
    0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

impl Serialize for Given<i64> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Given::Missing => serializer.serialize_none(),
            Given::Unreadable => serializer.serialize_str(UNREADABLE),
            Given::Value(value) => serializer.serialize_i64(*value),
        }
    }
}

impl Serialize for Given<f64> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Given::Missing => serializer.serialize_none(),
            Given::Unreadable => serializer.serialize_str(UNREADABLE),
            Given::Value(value) if value.is_finite() => serializer.serialize_f64(*value),
            // JSON has no such numbers; as a text they are read back.
            Given::Value(value) => serializer.serialize_str(&value.to_string()),
        }
    }
}

/// Any text that is no number.
const UNREADABLE: &str = "?";

impl<'de> Deserialize<'de> for Given<i64> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Whole)
    }
}

impl<'de> Deserialize<'de> for Given<f64> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Real)
    }
}

struct Whole;

impl Visitor<'_> for Whole {
    type Value = Given<i64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Given::Value(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Given::Value(i64::try_from(value).unwrap_or(i64::MAX)))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        // A whole number beyond 64 bits arrives as a float; a float that small was written with a point.
        Ok(if value.abs() >= 9.2e18 { Given::Value(value as i64) } else { Given::Unreadable })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Given::<i64>::read(Some(text)))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Given::Missing)
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Given::Unreadable)
    }
}

struct Real;

impl Visitor<'_> for Real {
    type Value = Given<f64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Given::Value(value as f64))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Given::Value(value as f64))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Given::Value(value))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Given::<f64>::read(Some(text)))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Given::Missing)
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Given::Unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Given<i64> {
        Given::<i64>::read(Some(text))
    }

    fn real(text: &str) -> Given<f64> {
        Given::<f64>::read(Some(text))
    }

    #[test]
    fn whole_numbers_are_read_as_the_original_reads_them() {
        for (text, value) in [
            ("7", 7),
            (" +7\t\n", 7),
            ("-0012", -12),
            ("1_000", 1000),
            ("۱۲", 12),
            ("\u{1c}5\u{a0}", 5),
            ("९", 9),
            ("９_９", 99),
            ("9223372036854775807", i64::MAX),
            ("9223372036854775808", i64::MAX),
            ("-99999999999999999999999999", i64::MIN),
            ("00000000000000000000000000000004", 4),
        ] {
            assert_eq!(whole(text), Given::Value(value), "{text:?}");
        }
        for text in [
            "", " ", "x", "1.0", "1e3", "0x10", "--1", "+-1", "1_", "_1", "1__0", "- 1", "1 2", "²", "½",
            "nan",
        ] {
            assert_eq!(whole(text), Given::Unreadable, "{text:?}");
        }
        assert_eq!(Given::<i64>::read(None), Given::Missing);
    }

    #[test]
    fn reals_are_read_as_the_original_reads_them() {
        for (text, value) in [
            ("0.5", 0.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("-1e-3", -0.001),
            (" 1_0.2_5 ", 10.25),
            ("1e1_0", 1e10),
            ("۱.۵", 1.5),
            ("1e999", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("+iNf", f64::INFINITY),
        ] {
            assert_eq!(real(text), Given::Value(value), "{text:?}");
        }
        assert!(matches!(real(" -NaN"), Given::Value(value) if value.is_nan()));
        for text in
            ["", ".", "e5", "1e", "1_.5", "1._5", "_1", "1e_5", "0x1p3", "infin", "nan(1)", "1,5", "1.5f"]
        {
            assert_eq!(real(text), Given::Unreadable, "{text:?}");
        }
    }

    #[test]
    fn json_carries_every_kind() {
        for given in [Given::Missing, Given::Unreadable, Given::Value(-3)] {
            let text = serde_json::to_string(&given).unwrap();
            assert_eq!(serde_json::from_str::<Given<i64>>(&text).unwrap(), given);
        }
        for given in [
            Given::Missing,
            Given::Unreadable,
            Given::Value(0.1),
            Given::Value(f64::INFINITY),
            Given::Value(-0.0),
        ] {
            let text = serde_json::to_string(&given).unwrap();
            assert_eq!(serde_json::from_str::<Given<f64>>(&text).unwrap(), given);
        }
        assert_eq!(serde_json::to_string(&Given::Value(f64::NAN)).unwrap(), "\"NaN\"");
        assert_eq!(serde_json::from_str::<Given<i64>>("1e30").unwrap(), Given::Value(i64::MAX));
        assert_eq!(serde_json::from_str::<Given<i64>>("3.0").unwrap(), Given::Unreadable);
        assert_eq!(serde_json::from_str::<Given<i64>>("true").unwrap(), Given::Unreadable);
        assert_eq!(serde_json::from_str::<Given<f64>>("2").unwrap(), Given::Value(2.0));
    }
}
