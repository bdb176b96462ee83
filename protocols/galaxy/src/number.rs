//! The numbers of a form, read as the original reads them (spec 6).

/// Why a field cannot be taken for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Nothing was given.
    Missing,
    /// Something was given, but it is not a number of the kind asked for.
    Unreadable,
}

/// Reads a whole number (spec 6, INT). A number beyond 64 bits becomes the largest or the smallest there is.
pub(crate) fn whole(text: Option<&str>) -> Result<i64, Flaw> {
    let text = plain(text.ok_or(Flaw::Missing)?).ok_or(Flaw::Unreadable)?;
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Flaw::Unreadable);
    }
    let value = digits.bytes().fold(0i64, |value, digit| {
        let digit = i64::from(digit - b'0');
        value.saturating_mul(10).saturating_add(if negative { -digit } else { digit })
    });
    Ok(value)
}

/// Reads a number (spec 6, FLOAT); it may be endless, or the word `nan`.
pub(crate) fn real(text: Option<&str>) -> Result<f64, Flaw> {
    let text = plain(text.ok_or(Flaw::Missing)?).ok_or(Flaw::Unreadable)?;
    // The standard reader takes exactly the forms of the original once blanks, underscores and foreign digits
    // are gone.
    text.parse().map_err(|_| Flaw::Unreadable)
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(whole(Some(text)), Ok(value), "{text:?}");
        }
        for text in [
            "", " ", "x", "1.0", "1e3", "0x10", "--1", "+-1", "1_", "_1", "1__0", "- 1", "1 2", "²", "½",
            "nan",
        ] {
            assert_eq!(whole(Some(text)), Err(Flaw::Unreadable), "{text:?}");
        }
        assert_eq!(whole(None), Err(Flaw::Missing));
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
            assert_eq!(real(Some(text)), Ok(value), "{text:?}");
        }
        assert!(matches!(real(Some(" -NaN")), Ok(value) if value.is_nan()));
        for text in
            ["", ".", "e5", "1e", "1_.5", "1._5", "_1", "1e_5", "0x1p3", "infin", "nan(1)", "1,5", "1.5f"]
        {
            assert_eq!(real(Some(text)), Err(Flaw::Unreadable), "{text:?}");
        }
    }
}
