/// A word of a program, and the line it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub(crate) kind: Kind<'a>,
    pub(crate) line: u32,
}

/// What a word is. Names that somebody chose are all the same, so that renaming hides nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind<'a> {
    /// A word of the language: `if`, `return`.
    Key(&'a str),
    /// A name.
    Name,
    /// A number.
    Number,
    /// A text.
    Text,
    /// Anything else, by itself.
    Mark(char),
}

/// The words that say what a program does in the languages that bots are written in. A word that one language knows and
/// another takes for a name does no harm: it is the same word in both programs.
const KEYS: [&str; 46] = [
    "and", "as", "async", "await", "break", "case", "catch", "class", "const", "continue", "def", "do",
    "elif", "else", "enum", "except", "false", "finally", "fn", "for", "func", "function", "if", "import",
    "in", "lambda", "let", "loop", "match", "new", "not", "null", "or", "private", "public", "return",
    "static", "struct", "switch", "throw", "true", "try", "var", "void", "while", "yield",
];

/// How comments begin. What is a comment in one language is a division in another, and would hide the rest of its line.
#[derive(Clone, Copy)]
pub(crate) struct Comments {
    /// With `#`.
    hash: bool,
    /// With `//` and `/*`.
    slash: bool,
}

impl Comments {
    /// Those of the language of a file, by its name; of another language all.
    pub(crate) fn of(file: &str) -> Comments {
        let ends = |ends: &[&str]| ends.iter().any(|end| file.ends_with(end));
        Comments { hash: !ends(&[".js", ".mjs", ".ts"]), slash: !ends(&[".py", ".rb"]) }
    }

    fn begins(self, rest: &str) -> bool {
        (self.hash && rest.starts_with('#'))
            || (self.slash && (rest.starts_with("//") || rest.starts_with("/*")))
    }
}

/// The words of a program with such comments.
pub(crate) fn words(source: &str, comments: Comments) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let length = length(rest, first, comments);
        let (word, after) = rest.split_at(length);
        let kind = match first {
            _ if comments.begins(word) => None,
            _ if first.is_whitespace() => None,
            '"' | '\'' | '`' => Some(Kind::Text),
            _ if first.is_numeric() => Some(Kind::Number),
            _ if named(first) => {
                Some(KEYS.iter().find(|key| **key == word).map_or(Kind::Name, |key| Kind::Key(key)))
            }
            // The end of a statement is a matter of taste in some languages.
            ';' => None,
            mark => Some(Kind::Mark(mark)),
        };
        words.extend(kind.map(|kind| Word { kind, line }));
        line += word.matches('\n').count() as u32;
        rest = after;
    }
    words
}

fn named(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// How many bytes of the rest belong to what begins with this letter.
fn length(rest: &str, first: char, comments: Comments) -> usize {
    let until = |end: Option<usize>, more: usize| end.map_or(rest.len(), |end| end + more);
    if comments.begins(rest) {
        return match rest.strip_prefix("/*") {
            Some(comment) => until(comment.find("*/"), 4),
            None => until(rest.find('\n'), 0),
        };
    }
    if first.is_whitespace() {
        return until(rest.find(|letter: char| !letter.is_whitespace()), 0);
    }
    if named(first) {
        return until(rest.find(|letter: char| !named(letter)), 0);
    }
    for quote in ["\"\"\"", "'''"] {
        if let Some(text) = rest.strip_prefix(quote) {
            return until(text.find(quote), 6);
        }
    }
    match first {
        '"' | '\'' | '`' => quoted(rest, first),
        _ => first.len_utf8(),
    }
}

/// A text between quotes. One that does not end on its line is a mark of another kind, a lifetime in Rust for instance.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '\n' if quote != '`' => break,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    quote.len_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(source: &str) -> String {
        let letter = |word: Word<'_>| match word.kind {
            Kind::Key(key) => format!("{key} "),
            Kind::Name => "n".to_owned(),
            Kind::Number => "1".to_owned(),
            Kind::Text => "t".to_owned(),
            Kind::Mark(mark) => mark.to_string(),
        };
        words(source, Comments::of("bot")).into_iter().map(letter).collect()
    }

    #[test]
    fn names_numbers_and_texts_are_all_alike() {
        assert_eq!(shape("x = f(17, \"a\\\"b\") # why"), "n=n(1,t)");
        assert_eq!(shape("let yy: u8 = g(0x1f, 'c'); // because"), "let n:n=n(1,t)");
        assert_eq!(shape("/* a\n b */ return `a\nb`"), "return t");
        assert_eq!(shape("\"\"\"doc\n'x'\"\"\"\nif نام: pass"), "tif n:n");
    }

    #[test]
    fn lines_are_counted_through_comments_and_texts() {
        let found = words("/* 1\n2 */ a\n\nb '''\n'''\nc", Comments::of("bot"));
        assert_eq!(found.iter().map(|word| word.line).collect::<Vec<_>>(), [2, 4, 4, 6]);
    }

    #[test]
    fn nothing_is_too_odd_to_be_read() {
        for odd in ["", "'", "\"abc", "/*", "'''", "`", "\u{202e}\0\r", "&'a str", "\\", "#"] {
            words(odd, Comments::of("bot"));
        }
        assert_eq!(shape("&'a str"), "&tnn");
    }
}
