//! The kits read the members that the schemas have, by the names they have there. The schemas are made from the Rust types, so
//! a member that is renamed there is missed here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde_json::Value;

fn kits() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits")
}

/// All names of members and all words in a schema.
fn words(schema: &Value, into: &mut BTreeSet<String>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| words(item, into)),
        Value::Object(members) => {
            for (key, value) in members {
                match (key.as_str(), value) {
                    ("properties", Value::Object(properties)) => into.extend(properties.keys().cloned()),
                    ("enum", Value::Array(literals)) => {
                        into.extend(literals.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    ("const", Value::String(literal)) => drop(into.insert(literal.clone())),
                    _ => {}
                }
                words(value, into);
            }
        }
        _ => {}
    }
}

fn known(game: &str) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for file in [game, "messages"] {
        let path = kits().join("schema").join(file).with_extension("json");
        let text = fs::read_to_string(path).expect("a schema");
        words(&serde_json::from_str(&text).expect("a schema is JSON"), &mut known);
    }
    known
}

/// How a language reads a member of a message. TypeScript has its types from the same source as the schemas; Go and JavaScript
/// read members as they read their own.
fn reads(language: &str) -> Option<&'static str> {
    Some(match language {
        "python" => r#"\w\["([a-z]\w*)"\]|\.get\("(\w+)""#,
        "java" => r#"\.(?:get|has)\("(\w+)"\)"#,
        "csharp" => r#"GetProperty\("(\w+)""#,
        "cpp" => r#"\w\["(\w+)"\]"#,
        "c" => r#"json_get\([^"]*"(\w+)"\)"#,
        "rust" => r#"(?:get(?:::<[^(]*>)?|member)\("(\w+)"\)|\w+: "([a-z]\w*)"[,} ]"#,
        "go" => r#"`json:"(\w+)"`"#,
        _ => return None,
    })
}

/// The files of a kit that read messages: not its tests, not the author's.
fn sources(kit: &Path, game: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in [kit.to_owned(), kit.join("src"), kit.join("src").join(game)] {
        let entries =
            fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
        found.extend(entries.filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
            let theirs = name.contains("test")
                || ["json", "meydan", "bot", "ai", "readme", "cases"].iter().any(|own| name.starts_with(own));
            path.is_file() && !theirs && !name.ends_with(".toml") && !name.ends_with(".json")
        }));
    }
    found
}

#[test]
fn kits_read_what_the_schemas_have() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for game in ["galaxy", "gotham", "heroes", "jungle", "labyrinth"] {
        let known = known(game);
        for kit in
            fs::read_dir(kits().join(game)).expect("a game's kits").map(|entry| entry.expect("a kit").path())
        {
            let language = kit.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
            let Some(pattern) = reads(&language) else { continue };
            let pattern = Regex::new(pattern).expect("a rule");
            let mut seen = BTreeSet::new();
            for source in sources(&kit, game) {
                let text = fs::read_to_string(&source).unwrap_or_default();
                for found in pattern.captures_iter(&text) {
                    seen.extend(found.iter().skip(1).flatten().map(|name| name.as_str().to_owned()));
                }
            }
            assert!(
                language == "go" || seen.len() > 8,
                "{game}/{language}: only {seen:?} were found; the test tests nothing"
            );
            checked += seen.len();
            wrong.extend(seen.difference(&known).map(|name| format!("{game}/{language}: {name}")));
        }
    }
    assert!(checked > 200, "only {checked} names were found");
    assert!(wrong.is_empty(), "these members are in no schema: {wrong:#?}");
}
