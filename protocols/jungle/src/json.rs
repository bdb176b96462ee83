//! JSON as the original server, a script, reads and prints it.
//!
//! Errors quote what a bot sent, so the order of keys counts, and numbers are doubles printed the script's way. The
//! usual libraries keep neither, and refuse what scripts accept (half a surrogate pair, numbers beyond the range).

use std::fmt::Write;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number; the infinities stand for numbers beyond the range.
    Number(f64),
    /// A text, as UTF-16 would hold it: halves of surrogate pairs are kept as three bytes each.
    Text(Text),
    /// A list.
    List(Vec<Json>),
    /// An object with its keys in order.
    Object(Vec<(Text, Json)>),
}

/// A text that may hold halves of surrogate pairs. Almost always plain UTF-8.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Plain(String),
    Half(u16),
}

/// How deep lists and objects may be nested. Real messages have four levels.
const DEEPEST: usize = 200;

impl Text {
    fn push(&mut self, letter: char) {
        match self.0.last_mut() {
            Some(Piece::Plain(text)) => text.push(letter),
            _ => self.0.push(Piece::Plain(letter.into())),
        }
    }

    fn push_unit(&mut self, unit: u16) {
        if let Some(letter) = char::from_u32(u32::from(unit)) {
            return self.push(letter);
        }
        if (0xdc00..0xe000).contains(&unit)
            && let Some(&Piece::Half(high @ 0xd800..0xdc00)) = self.0.last()
        {
            self.0.pop();
            let letter = 0x10000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(unit) - 0xdc00);
            return self.push(char::from_u32(letter).expect("a whole pair is a letter"));
        }
        self.0.push(Piece::Half(unit));
    }

    /// The text as a socket would carry it: halves become replacement characters.
    pub fn lossy(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Plain(text) => text.clone(),
            Piece::Half(_) => char::REPLACEMENT_CHARACTER.into(),
        };
        self.0.iter().map(piece).collect()
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is exactly this text.
    pub fn is(&self, other: &str) -> bool {
        match &self.0[..] {
            [] => other.is_empty(),
            [Piece::Plain(text)] => text == other,
            _ => false,
        }
    }

    fn quote(&self, out: &mut String) {
        out.push('"');
        for piece in &self.0 {
            match piece {
                Piece::Half(unit) => write!(out, "\\u{unit:04x}").expect("a string takes every text"),
                Piece::Plain(text) => {
                    for letter in text.chars() {
                        match letter {
                            '"' => out.push_str("\\\""),
                            '\\' => out.push_str("\\\\"),
                            '\u{8}' => out.push_str("\\b"),
                            '\u{c}' => out.push_str("\\f"),
                            '\n' => out.push_str("\\n"),
                            '\r' => out.push_str("\\r"),
                            '\t' => out.push_str("\\t"),
                            '\0'..='\u{1f}' => {
                                write!(out, "\\u{:04x}", letter as u32).expect("a string takes every text")
                            }
                            _ => out.push(letter),
                        }
                    }
                }
            }
        }
        out.push('"');
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        if text.is_empty() { Text::default() } else { Text(vec![Piece::Plain(text.into())]) }
    }
}

impl Json {
    /// Reads one value and nothing after it. `None` if it is no JSON, or nested absurdly deep.
    pub fn read(text: &str) -> Option<Json> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.space();
        (reader.at == text.len()).then_some(value)
    }

    /// The value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(entries) => entries.iter().find(|(name, _)| name.is(key)).map(|(_, value)| value),
            _ => None,
        }
    }

    /// What a script treats as nothing: null, false, 0 and the empty text.
    pub fn is_falsy(&self) -> bool {
        match self {
            Json::Null | Json::Bool(false) => true,
            Json::Number(number) => *number == 0.0,
            Json::Text(text) => text.is_empty(),
            _ => false,
        }
    }

    /// The value as a script puts it into a text: objects without their content, lists joined by commas.
    pub fn spoken(&self) -> String {
        match self {
            Json::Null => "null".into(),
            Json::Bool(value) => value.to_string(),
            Json::Number(number) => number_text(*number),
            Json::Text(text) => text.lossy(),
            Json::Object(_) => "[object Object]".into(),
            Json::List(items) => {
                let item = |item: &Json| if *item == Json::Null { String::new() } else { item.spoken() };
                items.iter().map(item).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// The value as compact JSON.
    pub fn compact(&self) -> String {
        let mut out = String::new();
        self.print(&mut out);
        out
    }

    /// The value over several lines, each level indented by two spaces.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        self.print_pretty(&mut out, 0);
        out
    }

    /// Appends the value as [`Json::pretty`] prints it, `depth` levels deep.
    pub fn print_pretty(&self, out: &mut String, depth: usize) {
        let line = |out: &mut String, depth: usize| {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", depth));
        };
        match self {
            Json::List(items) if !items.is_empty() => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    item.print_pretty(out, depth + 1);
                }
                line(out, depth);
                out.push(']');
            }
            Json::Object(entries) if !entries.is_empty() => {
                out.push('{');
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    key.quote(out);
                    out.push_str(": ");
                    value.print_pretty(out, depth + 1);
                }
                line(out, depth);
                out.push('}');
            }
            other => other.print(out),
        }
    }

    fn print(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Number(number) if number.is_finite() => out.push_str(&number_text(*number)),
            Json::Number(_) => out.push_str("null"),
            Json::Text(text) => text.quote(out),
            Json::List(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    item.print(out);
                }
                out.push(']');
            }
            Json::Object(entries) => {
                out.push('{');
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    key.quote(out);
                    out.push(':');
                    value.print(out);
                }
                out.push('}');
            }
        }
    }
}

/// A number the way scripts print it: the shortest digits that read back the same, with an exponent only from 1e21 on
/// and below 1e-6.
pub fn number_text(number: f64) -> String {
    if number == 0.0 {
        return "0".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    let sign = if number < 0.0 { "-" } else { "" };
    let (digits, exponent) = shortest_digits(number.abs());
    // The decimal point comes after so many digits.
    let point = exponent + 1;
    let count = digits.len() as i32;
    match point {
        _ if count <= point && point <= 21 => {
            format!("{sign}{digits}{}", "0".repeat((point - count) as usize))
        }
        1..=21 => format!("{sign}{}.{}", &digits[..point as usize], &digits[point as usize..]),
        -5..=0 => format!("{sign}0.{}{digits}", "0".repeat(-point as usize)),
        _ if count == 1 => format!("{sign}{digits}e{exponent:+}"),
        _ => format!("{sign}{}.{}e{exponent:+}", &digits[..1], &digits[1..]),
    }
}

/// The shortest digits that read back as a positive number, and the exponent of the first. Of two that are equally
/// near a script takes the even one, where our formatting takes the greater.
fn shortest_digits(number: f64) -> (String, i32) {
    let split = |text: &str| -> (String, i32) {
        let (digits, exponent) = text.split_once('e').expect("this format has an exponent");
        (digits.replace('.', ""), exponent.parse().expect("this format has a whole exponent"))
    };
    let (digits, exponent) = split(&format!("{number:e}"));
    if digits.ends_with(['1', '3', '5', '7', '9']) {
        let (exact, same) = split(&format!("{number:.*e}", digits.len() + 12));
        let (lower, rest) = exact.split_at(digits.len());
        let halfway = rest.starts_with('5') && rest[1..].bytes().all(|digit| digit == b'0');
        let reads_back = || format!("0.{lower}e{}", same + 1).parse() == Ok(number);
        if halfway && same == exponent && lower < digits.as_str() && reads_back() {
            return (lower.to_owned(), exponent);
        }
    }
    (digits, exponent)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.byte()? == byte).then(|| self.at += 1)
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        self.text[self.at..].starts_with(word).then(|| self.at += word.len())?;
        Some(value)
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > DEEPEST {
            return None;
        }
        self.space();
        match self.byte()? {
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => self.list(depth),
            b'{' => self.object(depth),
            _ => self.number(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Json> {
        self.eat(b'[')?;
        let mut items = Vec::new();
        self.space();
        if self.eat(b']').is_some() {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.eat(b']').is_some() {
                return Some(Json::List(items));
            }
            self.eat(b',')?;
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.eat(b'{')?;
        let mut entries = Vec::new();
        self.space();
        if self.eat(b'}').is_some() {
            return Some(Json::Object(entries));
        }
        loop {
            self.space();
            let key = self.string()?;
            self.space();
            self.eat(b':')?;
            let value = self.value(depth + 1)?;
            insert(&mut entries, key, value);
            self.space();
            if self.eat(b'}').is_some() {
                return Some(Json::Object(entries));
            }
            self.eat(b',')?;
        }
    }

    fn string(&mut self) -> Option<Text> {
        self.eat(b'"')?;
        let mut text = Text::default();
        loop {
            let letter = self.text[self.at..].chars().next()?;
            self.at += letter.len_utf8();
            match letter {
                '"' => return Some(text),
                '\\' => {
                    let escape = self.byte()?;
                    self.at += 1;
                    match escape {
                        b'"' | b'\\' | b'/' => text.push(char::from(escape)),
                        b'b' => text.push('\u{8}'),
                        b'f' => text.push('\u{c}'),
                        b'n' => text.push('\n'),
                        b'r' => text.push('\r'),
                        b't' => text.push('\t'),
                        b'u' => {
                            let digits = self.text.get(self.at..self.at + 4)?;
                            let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                            text.push_unit(u16::from_str_radix(digits, 16).ok().filter(|_| hex)?);
                            self.at += 4;
                        }
                        _ => return None,
                    }
                }
                '\0'..='\u{1f}' => return None,
                _ => text.push(letter),
            }
        }
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.at;
        let _ = self.eat(b'-');
        match self.byte()? {
            b'0' => self.at += 1,
            b'1'..=b'9' => self.digits()?,
            _ => return None,
        }
        if self.eat(b'.').is_some() {
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        self.text[start..self.at].parse().ok().map(Json::Number)
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }
}

/// Puts a key into an object as a script does: a key that comes again keeps its place and takes the later value, and
/// keys that are small whole numbers come first, in ascending order.
fn insert(entries: &mut Vec<(Text, Json)>, key: Text, value: Json) {
    // Long objects are hostile: there keys are only appended, because looking for earlier ones takes too long.
    const SEARCHED: usize = 64;
    if entries.len() > SEARCHED {
        return entries.push((key, value));
    }
    if let Some((_, old)) = entries.iter_mut().find(|(name, _)| *name == key) {
        *old = value;
        return;
    }
    let number = |key: &Text| match &key.0[..] {
        [Piece::Plain(text)] => {
            text.parse::<u32>().ok().filter(|number| *number < u32::MAX && number.to_string() == *text)
        }
        _ => None,
    };
    match number(&key) {
        Some(place) => {
            let before = |(name, _): &(Text, Json)| number(name).is_some_and(|other| other < place);
            let index = entries.iter().take_while(|entry| before(entry)).count();
            entries.insert(index, (key, value));
        }
        None => entries.push((key, value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> Option<String> {
        Json::read(text).map(|value| value.compact())
    }

    #[test]
    fn values_are_printed_as_a_script_prints_them() {
        // Left: what is sent. Right: what `JSON.stringify(JSON.parse(…))` gives.
        for (sent, printed) in [
            (r#" { "b" : 1 , "a" : [ true , null ] } "#, r#"{"b":1,"a":[true,null]}"#),
            ("4.0", "4"),
            ("4e0", "4"),
            ("-0", "0"),
            ("1.50", "1.5"),
            ("1e21", "1e+21"),
            ("123456789012345680000", "123456789012345680000"),
            ("1e-6", "0.000001"),
            ("1.5e-7", "1.5e-7"),
            ("0.1", "0.1"),
            ("5e-324", "5e-324"),
            ("-1227057118004224.25", "-1227057118004224.2"),
            ("752290593095.03125", "752290593095.0312"),
            ("2.5", "2.5"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("1e400", "null"),
            (r#""a\/b\u0041\u00e9\n\u001f""#, r#""a/bAé\n\u001f""#),
            (r#""\ud83d\ude00""#, "\"😀\""),
            (r#""\ud83d""#, r#""\ud83d""#),
            (r#""\ude00\ud83d""#, r#""\ude00\ud83d""#),
            (r#"{"x":1,"y":2,"x":3}"#, r#"{"x":3,"y":2}"#),
            (r#"{"b":1,"10":2,"2":3,"01":4}"#, r#"{"2":3,"10":2,"b":1,"01":4}"#),
            ("[]", "[]"),
            ("{}", "{}"),
        ] {
            assert_eq!(again(sent).as_deref(), Some(printed), "{sent}");
        }
    }

    #[test]
    fn long_values_are_indented_by_two() {
        let value = Json::read(r#"[{"a":1,"b":[],"c":{}},[2]]"#).unwrap();
        let lines = "[\n  {\n    \"a\": 1,\n    \"b\": [],\n    \"c\": {}\n  },\n  [\n    2\n  ]\n]";
        assert_eq!(value.pretty(), lines);
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            " ",
            "nul",
            "nulls",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "\"\t\"",
            "\"\\x\"",
            "\"\\u12g4\"",
            "'a'",
            "1 2",
            "NaN",
            "\"abc",
            "[1 2]",
            "{\"a\" 1}",
            "\u{feff}1",
        ] {
            assert_eq!(again(text), None, "{text:?}");
        }
        assert_eq!(Json::read(&"[".repeat(100_000)), None);
        assert!(Json::read(&format!("{}{}", "[".repeat(150), "]".repeat(150))).is_some());
    }

    #[test]
    fn values_are_spoken_as_in_a_template() {
        for (sent, spoken) in [
            ("null", "null"),
            ("5", "5"),
            ("\"a\"", "a"),
            ("{\"a\":1}", "[object Object]"),
            ("[1,null,\"a\",[2,[]],{}]", "1,,a,2,,[object Object]"),
            ("1e400", "Infinity"),
        ] {
            assert_eq!(Json::read(sent).unwrap().spoken(), spoken);
        }
    }
}
