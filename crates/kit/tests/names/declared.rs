//! Which names a source declares for others, by simple rules that look at one line after another.

use std::collections::BTreeSet;

use regex::Regex;

/// A rule: where it holds, and what it finds.
struct Rule {
    /// The block it holds in; empty: anywhere.
    block: &'static str,
    pattern: Regex,
}

/// How a language is read.
struct Reading {
    rules: Vec<Rule>,
    /// Lines that open a block which names are found in, with the block's name.
    opens: Vec<(Regex, &'static str)>,
    /// Lines that end it.
    closes: Regex,
    /// Lines after which the next one does not count.
    hides: Regex,
    /// Names that are not the kit's own.
    common: &'static [&'static str],
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a rule")
}

fn reading(language: &str) -> Reading {
    let never = || regex(r"\A\z.");
    let rules = |rules: &[(&'static str, &str)]| {
        rules.iter().map(|(block, pattern)| Rule { block, pattern: regex(pattern) }).collect()
    };
    let opens = |opens: &[(&str, &'static str)]| opens.iter().map(|(p, block)| (regex(p), *block)).collect();
    match language {
        "python" => Reading {
            rules: rules(&[
                ("", r"^class ([A-Z]\w*)"),
                ("", r"^\s*(?:async )?def ([A-Za-z]\w*)"),
                ("", r"^([A-Z][A-Z0-9_]*)(?:: .*)? = "),
                ("class", r"^    ([A-Za-z]\w*)(?:: | = )"),
            ]),
            opens: opens(&[(r"^class ", "class")]),
            closes: regex(r"^[^\s)]"),
            hides: never(),
            common: &[],
        },
        "javascript" | "typescript" => Reading {
            rules: rules(&[
                (
                    "",
                    r"^export (?:default )?(?:abstract )?(?:async )?(?:class|function\*?|const|let|interface|type|enum) (\w+)",
                ),
                ("", r"^ \* @typedef .*\}\} (\w+)$"),
                ("", r"^ \*   .*\}\} (\w+)$"),
                ("", r#"^export type \w+ = .*?"([A-Z_]+)""#),
                ("block", r"^  (?:static |async |get |set |override )*\*?([A-Za-z]\w*)(?:<.*>)?\("),
                ("block", r"^  (?:/\*\*.*\*/ )?(?:static |readonly )*([A-Za-z]\w*)[?!]?(?:: .*|;| = .*|,)$"),
            ]),
            opens: opens(&[(r"^export .*[{]$", "block")]),
            closes: regex(r"^\}"),
            hides: never(),
            common: &["constructor", "private", "super", "return", "case"],
        },
        "java" => Reading {
            rules: rules(&[
                ("", r"public (?:static |final |abstract |sealed )*(?:class|interface|enum|record) (\w+)"),
                (
                    "",
                    r"^\s+public (?:static |final |abstract |default )*(?:<[^>]+> )?[\w<>\[\], .?]+? (\w+)\(",
                ),
                ("", r"^\s+public (?:static |final )*[\w<>\[\], .?]+? (\w+)(?: = .*|;|;.*)$"),
                ("enum", r"^    ([A-Z][A-Z0-9_]*)(?:\(.*\))?(?: \{)?[,;]?$"),
                ("interface", r"^    (?:    )?(?:[\w<>\[\], ]+?) (\w+)\(.*\);$"),
            ]),
            opens: opens(&[(r"\benum \w+ ", "enum"), (r"\binterface \w+ ", "interface")]),
            closes: regex(r"^(?:    )?\}$"),
            hides: regex(r"^\s*@Override$"),
            common: &[],
        },
        "csharp" => Reading {
            rules: rules(&[
                ("", r"public (?:static |sealed |readonly |abstract )*(?:class|struct|interface|enum) (\w+)"),
                ("", r"^\s+public (?:static |readonly )*[\w<>\[\],?(). ]+? (\w+)(?:\(|\s*\{ get| =>)"),
                ("", r"^\s+public (?:static |const |readonly )*[\w<>\[\],?. ]+? (\w+)(?: = |;)"),
                ("enum", r"^        ([A-Z]\w*)(?: = \d+)?,$"),
                ("interface", r"^        [\w<>\[\],? ]+? (\w+)\(.*\);$"),
            ]),
            opens: opens(&[(r"public enum ", "enum"), (r"public interface ", "interface")]),
            closes: regex(r"^    \}$"),
            hides: regex("inheritdoc"),
            common: &[],
        },
        "cpp" => Reading {
            rules: rules(&[
                ("", r"^(?:class|struct|enum class|enum) (\w+)\b.*\{$"),
                ("", r"^(?:inline |constexpr |const )*\w[\w:<>,&\* ]*? [&\*]?(\w+)\(.*$"),
                ("public", r"^    (?:virtual |static |explicit |constexpr )*[\w:<>,&\* ]+? [&\*]?(\w+)\("),
                ("public", r"^    (?:static |constexpr |const )*[\w:<>,&\* ]+? (\w+)(?: = [^()]*|\{.*\})?;$"),
                ("enum", r"^    ([A-Za-z]\w*)(?: = \S+)?,?$"),
                ("enum", r"^enum (?:class )?\w+.*\{ (\w+)"),
            ]),
            opens: opens(&[
                (r"^enum ", "enum"),
                (r"^struct ", "public"),
                (r"^class ", "private"),
                (r"^public:", "public"),
                (r"^private:", "private"),
            ]),
            closes: regex(r"^\};"),
            hides: never(),
            common: &["operator", "return", "using", "for", "if", "while", "switch"],
        },
        "c" => Reading {
            rules: rules(&[
                ("", r"^#define ([A-Z]\w*) "),
                ("", r"^\} (\w+);"),
                ("", r"^typedef enum \{.*\} (\w+);"),
                ("", r"^\w[\w \*]*?[ \*](\w+)\("),
                ("struct", r"^    [\w ]+?[ \*](\w+)(?:\[.*\])?;"),
            ]),
            opens: opens(&[(r"^typedef struct", "struct")]),
            closes: regex(r"^\}"),
            hides: never(),
            common: &["__attribute__"],
        },
        "rust" => Reading {
            rules: rules(&[
                ("", r"^\s*pub (?:const )?(?:fn|struct|enum|trait|type|const) (\w+)"),
                ("", r"^\s+pub (\w+):"),
                ("", r"^macro_rules! (\w+)"),
                ("enum", r"^    ([A-Z]\w*)(?:[,({ ]|$)"),
                ("trait", r"^    fn (\w+)"),
            ]),
            opens: opens(&[(r"^pub enum ", "enum"), (r"^pub trait ", "trait")]),
            closes: regex(r"^\}"),
            hides: regex(r"^#\[cfg\(test\)\]"),
            common: &[],
        },
        "go" => Reading {
            rules: rules(&[
                ("", r"^func (?:\([^)]*\) )?([A-Z]\w*)"),
                ("", r"^type ([A-Z]\w*)"),
                ("", r"^(?:var|const) ([A-Z]\w*)"),
                ("block", r"^\t([A-Z]\w*)\b"),
            ]),
            opens: opens(&[
                (r"^type [A-Z]\w* (?:struct|interface) \{$", "block"),
                (r"^(?:const|var) \($", "block"),
            ]),
            closes: regex(r"^[})]"),
            hides: never(),
            common: &["MarshalJSON", "UnmarshalJSON", "Error", "String"],
        },
        other => panic!("there are no rules for {other}"),
    }
}

/// The names that a source declares for others.
pub(crate) fn declared(language: &str, text: &str) -> BTreeSet<String> {
    let Reading { rules, opens, closes, hides, common } = reading(language);
    let mut names = BTreeSet::new();
    let (mut block, mut hidden) = ("", false);
    for line in text.lines() {
        let comment = ["//", "#!", "/// ", "/* "].iter().any(|start| line.trim_start().starts_with(start));
        if comment && !hides.is_match(line) {
            continue;
        }
        if closes.is_match(line) {
            block = "";
        }
        if let Some((_, opened)) = opens.iter().find(|(pattern, _)| pattern.is_match(line)) {
            block = opened;
        }
        if !std::mem::take(&mut hidden) {
            for Rule { pattern, .. } in
                rules.iter().filter(|rule| rule.block.is_empty() || rule.block == block)
            {
                names.extend(pattern.captures_iter(line).map(|found| found[1].to_owned()));
            }
        }
        hidden = hides.is_match(line);
    }
    names.extend(also(language, text));
    // A constructor has the name of its type, which is there already.
    names.retain(|name| !common.contains(&name.as_str()) && !name.starts_with('_'));
    names
}

/// What stands on several lines, or several on one.
fn also(language: &str, text: &str) -> Vec<String> {
    let all = |pattern: &str, inner: &str| -> Vec<String> {
        let inner = regex(inner);
        let found = regex(pattern);
        let parts = found.captures_iter(text).map(|part| part[1].to_owned()).collect::<Vec<_>>();
        parts
            .iter()
            .flat_map(|part| inner.captures_iter(part).map(|name| name[1].to_owned()).collect::<Vec<_>>())
            .collect()
    };
    match language {
        // The components of a record.
        "java" => all(r"(?s)record \w+\((.*?)\)\s*(?:implements \w+ )?\{", r"\s(\w+)\s*(?:,|$)"),
        // What a typedef in a comment has.
        "javascript" => all(r"(?s)@typedef \{\{(.*?)\}\}", r"(\w+): "),
        // The literals that a type allows.
        "typescript" => all(r"(?m)^export type \w+ = (.*);$", r#""([A-Z_]+)""#),
        // Constants on one line.
        "c" => all(r"typedef enum \{(.*)\}", r"(\w+)"),
        _ => Vec::new(),
    }
}
