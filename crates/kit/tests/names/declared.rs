//! Which names a source declares for others, by simple rules that look at one line after another.

use std::collections::{BTreeMap, BTreeSet};

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

/// What a source declares for others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    /// All names.
    pub(crate) names: BTreeSet<String>,
    /// Those that belong to a type, with the type in front.
    owned: BTreeSet<(String, String)>,
    /// What a type is made of, besides what is declared in it.
    bases: BTreeMap<String, BTreeSet<String>>,
}

impl Declared {
    pub(crate) fn add(&mut self, other: Declared) {
        self.names.extend(other.names);
        self.owned.extend(other.owned);
        for (name, bases) in other.bases {
            self.bases.entry(name).or_default().extend(bases);
        }
    }

    /// Whether a name is there: `Type.member` in that type or one that it is made of, any other name anywhere.
    pub(crate) fn has(&self, name: &str) -> bool {
        let mut parts = name.rsplit("::").flat_map(|part| part.rsplit('.'));
        match (parts.next(), parts.next()) {
            (Some(member), Some(owner)) => self.type_has(owner, member, 4),
            (Some(plain), None) => self.names.contains(plain),
            _ => false,
        }
    }

    fn type_has(&self, owner: &str, member: &str, deep: usize) -> bool {
        let bases = self.bases.get(owner).into_iter().flatten();
        self.owned.contains(&(owner.to_owned(), member.to_owned()))
            || deep > 0 && bases.into_iter().any(|base| self.type_has(base, member, deep - 1))
    }
}

/// A line that begins a type: how far it is indented, its name, and what it is made of.
fn type_begins(language: &str) -> Regex {
    regex(match language {
        "python" => r"^()class (\w+)(?:\(([^)]*)\))?:",
        "javascript" | "typescript" => {
            r"^()export (?:default )?(?:abstract )?(?:class|interface|const|type|enum) (\w+)(?:<[^>]*>)?(?: extends ([\w, ]+))?"
        }
        "java" => {
            r"^(\s*)(?:public |private |protected |static |final |abstract |sealed )*(?:class|interface|enum|record) (\w+)(?:\(.*)?(?: extends (\w+))?"
        }
        "csharp" => {
            r"^(\s*)(?:public |internal |private |static |sealed |readonly |abstract )*(?:class|struct|interface|enum) (\w+)(?: : ([\w, ]+))?"
        }
        "cpp" => r"^()(?:class|struct|enum class|enum) (\w+)(?: final)?(?: : (?:public )?(\w+))?.*\{",
        "rust" => r"^()(?:(?:pub )?(?:struct|enum|trait)|impl(?:<[^>]*>)?(?: [\w:<>&', ]+ for)?) &?(\w+)",
        "go" => r"^()type (\w+) (?:struct|interface)",
        // A struct has its name at its end.
        "c" => r"\A\z.",
        other => panic!("there are no rules for {other}"),
    })
}

/// The names that a source declares for others.
pub(crate) fn declared(language: &str, text: &str) -> Declared {
    let Reading { rules, opens, closes, hides, common } = reading(language);
    let begins = type_begins(language);
    let ours = |name: &str| !common.contains(&name) && !name.starts_with('_');
    let mut found = Declared::default();
    let (mut block, mut hidden) = ("", false);
    // The types that this line is inside of, outermost first, and how far each is indented.
    let mut owners: Vec<(usize, String)> = Vec::new();
    let receiver = regex(r"^func \(\w+ \*?(\w+)\) ([A-Z]\w*)");
    let base = regex(r"^\t\*?([A-Z]\w+)$|^    type Target = (\w+);");
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
        let indent = line.len() - line.trim_start().len();
        let ends = match language {
            "python" => !line.trim().is_empty() && !line.starts_with([')', ' ']),
            _ => line.trim_start().starts_with('}'),
        };
        if ends {
            owners.retain(|(outer, _)| *outer < indent);
        }
        if let Some(begun) = begins.captures(line) {
            owners.retain(|(outer, _)| *outer < begun[1].len());
            found.owned.extend(owners.last().map(|(_, outer)| (outer.clone(), begun[2].to_owned())));
            owners.push((begun[1].len(), begun[2].to_owned()));
            let made_of = begun.get(3).map_or("", |bases| bases.as_str());
            let bases = made_of.split(',').map(|base| base.trim().to_owned()).filter(|base| !base.is_empty());
            found.bases.entry(begun[2].to_owned()).or_default().extend(bases);
        }
        let owner = owners.last().map(|(_, name)| name.clone());
        if let (Some(owner), Some(base)) = (&owner, base.captures(line)) {
            let name = base.get(1).or(base.get(2)).map_or("", |name| name.as_str());
            found.bases.entry(owner.clone()).or_default().insert(name.to_owned());
        }
        // What only does as another type says is there, and is not to be told twice.
        let told = !std::mem::take(&mut hidden);
        for Rule { pattern, .. } in rules.iter().filter(|rule| rule.block.is_empty() || rule.block == block) {
            let names = pattern.captures_iter(line).map(|found| found[1].to_owned());
            for name in names.filter(|name| ours(name)) {
                found.owned.extend(owner.clone().map(|owner| (owner, name.clone())));
                if told {
                    found.names.insert(name);
                }
            }
        }
        let method = receiver.captures(line);
        found.owned.extend(method.map(|method| (method[1].to_owned(), method[2].to_owned())));
        hidden = hides.is_match(line);
        // A type that ends on the line it begins on.
        if line.trim_end().ends_with([';', '}']) && owners.last().is_some_and(|(outer, _)| *outer == indent) {
            owners.pop();
        }
    }
    for (owner, name) in also(language, text).into_iter().filter(|(_, name)| ours(name)) {
        found.owned.insert((owner, name.clone()));
        found.names.insert(name);
    }
    found
}

/// What stands on several lines, or several on one: the type, and the names in it.
fn also(language: &str, text: &str) -> Vec<(String, String)> {
    // A pattern finds a type's `name` and its `body`, another the names in the body.
    let all = |pattern: &str, inner: &str| -> Vec<(String, String)> {
        let inner = regex(inner);
        let mut found = Vec::new();
        for part in regex(pattern).captures_iter(text) {
            found.extend(
                inner.captures_iter(&part["body"]).map(|name| (part["name"].to_owned(), name[1].to_owned())),
            );
        }
        found
    };
    match language {
        // The components of a record.
        "java" => {
            all(r"(?s)record (?<name>\w+)\((?<body>.*?)\)\s*(?:implements \w+ )?\{", r"\s(\w+)\s*(?:,|$)")
        }
        // What a typedef in a comment has.
        "javascript" => all(r"(?s)@typedef \{\{(?<body>.*?)\}\} (?<name>\w+)", r"(\w+): "),
        // The literals that a type allows.
        "typescript" => all(r"(?m)^export type (?<name>\w+) = (?<body>.*);$", r#""([A-Z_]+)""#),
        // A struct's name is at its end; constants stand on one line.
        "c" => {
            let mut found = all(r"typedef enum \{(?<body>.*)\} (?<name>\w+);", r"(\w+)");
            found.extend(all(
                r"(?s)typedef struct[^{;]*\{(?<body>[^}]*)\} (?<name>\w+);",
                r"(?m)^    [\w ]+?[ \*](\w+)(?:\[.*\])?(?:, \w+)*;",
            ));
            found
        }
        _ => Vec::new(),
    }
}
