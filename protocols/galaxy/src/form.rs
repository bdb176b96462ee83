//! The fields of a request body, in the two encodings the contest's clients use (spec 12).

/// The fields of one request. Where a field is repeated the first value counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Reads a body. A content type that carries no fields (JSON, none at all) and a body that cannot be read give no
    /// fields, as in the original.
    pub fn read(content_type: Option<&str>, body: &[u8]) -> Form {
        let Some(content_type) = content_type else { return Form::default() };
        let (kind, parameters) = content_type.split_once(';').unwrap_or((content_type, ""));
        match kind.trim().to_ascii_lowercase().as_str() {
            "application/x-www-form-urlencoded" => Form(urlencoded(body)),
            "multipart/form-data" => parameter(parameters, "boundary")
                .filter(|boundary| !boundary.is_empty())
                .map_or_else(Form::default, |boundary| Form(multipart(&boundary, body))),
            _ => Form::default(),
        }
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

fn urlencoded(body: &[u8]) -> Vec<(String, String)> {
    let Ok(text) = std::str::from_utf8(body) else { return Vec::new() };
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs.map(|(name, value)| (percent_decoded(name), percent_decoded(value))).collect()
}

/// Turns `+` into a blank and `%41` into `A`. What is no such sequence stays as it is, and so do bytes that make no
/// text.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        match code {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(if *first == b'+' { b' ' } else { *first });
                rest = after;
            }
        }
    }
    let mut decoded = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        decoded.push_str(chunk.valid());
        for byte in chunk.invalid() {
            decoded.push_str(&format!("%{byte:02X}"));
        }
    }
    decoded
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// The parts of a multipart body that are fields; a part with a file name is a file and no field.
fn multipart(boundary: &str, body: &[u8]) -> Vec<(String, String)> {
    let delimiter = [b"--", boundary.as_bytes()].concat();
    let mut fields = Vec::new();
    let Some(mut at) = next_delimiter(body, 0, &delimiter) else { return fields };
    loop {
        let after = at + delimiter.len();
        if body[after..].starts_with(b"--") {
            return fields;
        }
        let Some(start) = find(&body[after..], b"\n").map(|line| after + line + 1) else { return fields };
        let Some(end) = next_delimiter(body, start, &delimiter) else { return fields };
        let part = trim_line_end(&body[start..end]);
        if let Some((name, value)) = field(part) {
            fields.push((name, value));
        }
        at = end;
    }
}

/// Where the next line begins that is the delimiter, from a place that is the start of a line.
fn next_delimiter(body: &[u8], from: usize, delimiter: &[u8]) -> Option<usize> {
    let mut at = from;
    loop {
        at += find(&body[at..], delimiter)?;
        let after = &body[at + delimiter.len()..];
        let line = &after[..find(after, b"\n").unwrap_or(after.len())];
        let alone = line.iter().all(|byte| b" \t\r".contains(byte));
        if (at == 0 || body[at - 1] == b'\n') && (alone || after.starts_with(b"--")) {
            return Some(at);
        }
        at += 1;
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

fn trim_line_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

/// The name and value of one part.
fn field(part: &[u8]) -> Option<(String, String)> {
    let mut rest = part;
    let mut name = None;
    loop {
        let end = find(rest, b"\n")?;
        let line = trim_line_end(&rest[..=end]);
        rest = &rest[end + 1..];
        if line.is_empty() {
            break;
        }
        let line = String::from_utf8_lossy(line);
        let Some((header, value)) = line.split_once(':') else { continue };
        if header.trim().eq_ignore_ascii_case("content-disposition") {
            let (_, parameters) = value.split_once(';')?;
            if parameter(parameters, "filename").is_some() {
                return None;
            }
            name = parameter(parameters, "name");
        }
    }
    name.map(|name| (name, String::from_utf8_lossy(rest).into_owned()))
}

/// A parameter of a header value: `a=b; name="quoted; text"`.
fn parameter(parameters: &str, wanted: &str) -> Option<String> {
    let mut rest = parameters;
    loop {
        rest = rest.trim_start_matches([';', ' ', '\t']);
        let (name, after) = rest.split_once('=')?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => unquoted(quoted),
            None => {
                let end = after.find(';').unwrap_or(after.len());
                (after[..end].trim().to_owned(), &after[end..])
            }
        };
        if name.trim().eq_ignore_ascii_case(wanted) {
            return Some(value);
        }
        rest = after;
    }
}

/// A quoted text up to its closing quote, and what follows it.
fn unquoted(quoted: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return (value, &quoted[at + 1..]),
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            _ => value.push(c),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const URLENCODED: Option<&str> = Some("application/x-www-form-urlencoded");

    #[test]
    fn urlencoded_fields_are_read() {
        let form = Form::read(URLENCODED, b"a=1&b=x+y%2Bz&c=&d&a=2&&e=%ff%zz%4&\xd9\xa3=1&");
        let get = |name| form.get(name);
        assert_eq!([get("a"), get("b"), get("c"), get("d")], [Some("1"), Some("x y+z"), Some(""), Some("")]);
        assert_eq!((get("e"), get("٣"), get("f")), (Some("%FF%zz%4"), Some("1"), None));
        let upper = Form::read(Some("Application/X-WWW-Form-Urlencoded; charset=utf-8"), b"a=1");
        assert_eq!(upper.get("a"), Some("1"));
    }

    #[test]
    fn other_bodies_have_no_fields() {
        for (kind, body) in [
            (None, &b"a=1"[..]),
            (Some("application/json"), b"{\"a\":1}"),
            (Some("text/plain"), b"a=1"),
            (URLENCODED, b"a=1&b=\xff"),
            (Some("multipart/form-data"), b"--X\r\n\r\n"),
            (
                Some("multipart/form-data; boundary="),
                b"--\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n----",
            ),
        ] {
            assert_eq!(Form::read(kind, body), Form::default(), "{kind:?}");
        }
    }

    #[test]
    fn multipart_fields_are_read() {
        let kind = Some("multipart/form-data; boundary=\"a b\"");
        let body = b"preamble\r\n--a b\r\nContent-Disposition: form-data; name=\"node_id\"\r\n\r\n19\r\n\
            --a b \r\ncontent-disposition:form-data;name=text\r\nContent-Type: text/plain\r\n\r\none\r\n--a bc\r\n\r\n\
            --a b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nfile\r\n\
            --a b\r\nContent-Disposition: form-data; name=\"q\\\"\"\r\n\r\n\r\n--a b--\r\nepilogue";
        let form = Form::read(kind, body);
        assert_eq!(form.get("node_id"), Some("19"));
        assert_eq!(form.get("text"), Some("one\r\n--a bc\r\n"), "a line that only begins like the boundary");
        assert_eq!((form.get("f"), form.get("q\"")), (None, Some("")));
        let plain = b"--XYZ\nContent-Disposition: form-data; name=\"a\"\n\n1\n--XYZ--";
        assert_eq!(Form::read(Some("multipart/form-data; boundary=XYZ"), plain).get("a"), Some("1"));
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(body in prop::collection::vec(any::<u8>(), 0..300), kind in "\\PC{0,60}") {
            for kind in [kind.as_str(), "application/x-www-form-urlencoded", "multipart/form-data; boundary=X"] {
                let _ = Form::read(Some(kind), &body);
            }
        }

        #[test]
        fn hostile_multipart_bodies_do_not_panic(
            parts in prop::collection::vec("(--X|--X--|\r\n|\n|:|;|\"|name=|Content-Disposition|form-data|[a-z]){0,12}", 0..8)
        ) {
            let _ = Form::read(Some("multipart/form-data; boundary=X"), parts.concat().as_bytes());
        }

        #[test]
        fn what_a_client_writes_is_what_is_read(name in "[a-z_]{1,12}", value in "[^\r\n]{0,40}") {
            let encoded: String = value.bytes().map(|byte| format!("%{byte:02x}")).collect();
            let form = Form::read(URLENCODED, format!("{name}={encoded}&").as_bytes());
            prop_assert_eq!(form.get(&name), Some(value.as_str()));
            let body = format!("--B--B\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n--B--B--\r\n");
            let form = Form::read(Some("multipart/form-data; boundary=B--B"), body.as_bytes());
            prop_assert_eq!(form.get(&name), Some(value.as_str()));
        }
    }
}
