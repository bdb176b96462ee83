//! The tables in `docs/kits.md` say where every name of the rule documents is in each kit. These tests compare them with the
//! kits' sources, both ways, so that no name is forgotten in silence.

#[path = "names/declared.rs"]
mod declared;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use declared::{Declared, declared};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What one column of a game's tables promises.
#[derive(Default)]
struct Column {
    files: BTreeSet<String>,
    names: BTreeSet<String>,
}

/// The columns of the tables, by section and language.
fn columns() -> BTreeMap<(String, String), Column> {
    let text = fs::read_to_string(root().join("docs/kits.md")).expect("the page of the kits");
    let mut columns: BTreeMap<(String, String), Column> = BTreeMap::new();
    let (mut section, mut head): (String, Vec<String>) = Default::default();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.to_owned();
            continue;
        }
        if line.starts_with("|---") {
            continue;
        }
        let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else {
            head.clear();
            continue;
        };
        let cells: Vec<&str> = row.split(" | ").collect();
        if head.is_empty() {
            head = cells.iter().map(|cell| (*cell).to_owned()).collect();
            continue;
        }
        for (title, cell) in head.iter().zip(&cells).skip(1) {
            let Some(language) = language(title) else { continue };
            let column = columns.entry((section.clone(), language.to_owned())).or_default();
            column.files.extend(quoted(title).map(str::to_owned));
            assert!(quoted(cell).count() > 0 || *cell == "–", "{section}: `{line}` has an empty cell");
            column.names.extend(quoted(cell).map(str::to_owned));
        }
    }
    assert!(columns.len() > 10, "no tables were found; the test tests nothing");
    columns
}

fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn language(title: &str) -> Option<&'static str> {
    Some(match title.split(' ').next()? {
        "Python" => "python",
        "JavaScript" => "javascript",
        "TypeScript" => "typescript",
        "Java" => "java",
        "C#" => "csharp",
        "C++" => "cpp",
        "C" => "c",
        "Rust" => "rust",
        "Go" => "go",
        _ => return None,
    })
}

/// The kits: game and language.
fn kits() -> Vec<(String, String)> {
    let folders = |path: &Path| -> Vec<String> {
        let entries = fs::read_dir(path)
            .into_iter()
            .flatten()
            .map(|entry| entry.expect("a folder that can be read").path());
        let dirs = entries.filter(|path| path.is_dir());
        dirs.map(|path| path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned())
            .collect()
    };
    let mut kits = Vec::new();
    for game in folders(&root().join("kits")) {
        for language in folders(&root().join("kits").join(&game)) {
            if root().join("kits").join(&game).join(&language).join("meydan.toml").is_file() {
                kits.push((game.clone(), language));
            }
        }
    }
    kits.sort();
    kits
}

#[test]
fn two_java_bots_do_not_quarrel_over_a_file_and_complain_where_the_match_listens() {
    let java: Vec<(String, String)> = kits().into_iter().filter(|(_, language)| language == "java").collect();
    assert!(java.len() > 2, "{java:?}");
    for (game, language) in java {
        let manifest = root().join("kits").join(&game).join(language).join("meydan.toml");
        let text = fs::read_to_string(manifest).expect("a kit's own file");
        let start = text.lines().find(|line| line.starts_with("start = ")).expect("how it is started");
        assert!(start.contains("java ") && start.contains(" -XX:-UsePerfData "), "{game}: {start}");
    }
}

/// The files of a kit that a pattern names: a path, or `folder/*.ending`.
fn sources(game: &str, language: &str, pattern: &str) -> Vec<PathBuf> {
    let kit = root().join("kits").join(game).join(language);
    match pattern.split_once('*') {
        None => vec![kit.join(pattern)],
        Some((folder, ending)) => {
            let entries = fs::read_dir(kit.join(folder))
                .expect("a folder of the kit")
                .map(|entry| entry.expect("a folder that can be read").path());
            entries.filter(|path| path.to_str().is_some_and(|path| path.ends_with(ending))).collect()
        }
    }
}

fn names_in(game: &str, language: &str, pattern: &str) -> Declared {
    let read = |path: &PathBuf| {
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{} is promised: {error}", path.display()))
    };
    let mut found = Declared::default();
    sources(game, language, pattern).iter().for_each(|path| found.add(declared(language, &read(path))));
    found
}

/// A name without its type.
fn plain(name: &str) -> &str {
    name.rsplit([':', '.']).next().unwrap_or(name)
}

#[test]
fn every_name_in_the_tables_is_in_the_kit() {
    let mut missing = Vec::new();
    for ((section, language), column) in columns() {
        // What every kit has is the same file everywhere, so one kit of the language tells.
        let any = kits().into_iter().find(|(_, other)| *other == language);
        let game = if section == "Every kit" { any.map(|(game, _)| game) } else { Some(section.clone()) };
        let Some(game) = game else { continue };
        let mut there = Declared::default();
        column.files.iter().for_each(|file| there.add(names_in(&game, &language, file)));
        assert!(!there.names.is_empty(), "no names were found in {game}/{language}; the test tests nothing");
        let lacking = column.names.iter().filter(|name| !there.has(name));
        missing.extend(lacking.map(|name| format!("{section}/{language}: {name}")));
    }
    assert!(missing.is_empty(), "docs/kits.md names what the kits do not have: {missing:#?}");
}

/// The documents' own names that the tables must have: those of the messages that the original contests sent.
#[test]
fn every_name_of_the_original_messages_is_in_the_tables() {
    let text = fs::read_to_string(root().join("docs/kits.md")).expect("the page of the kits");
    let section = |game: &str| {
        let start = text.find(&format!("\n## {game}\n")).expect("a section");
        text[start + 1..].split("\n## ").next().unwrap_or_default().to_lowercase().replace('_', "")
    };
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("the original's messages");
    // The fields of these messages, as they are written there.
    let fields = |text: &str, message: &str, field: &str| -> Vec<String> {
        let begins = regex::Regex::new(&format!(r"(?m)^{message}\b")).expect("a rule");
        let start = begins.find(text).unwrap_or_else(|| panic!("there is no `{message}`")).start();
        let body = text[start..].split("\n}").next().unwrap_or_default();
        let field = regex::Regex::new(field).expect("a rule");
        field.captures_iter(body).map(|found| found[1].to_owned()).collect()
    };
    let jungle = read("protocols/jungle/src/wire.rs");
    let gotham = read("protocols/gotham/proto/gotham.proto");
    let mut wanted = Vec::new();
    for message in ["GameConfig", "Unit", "LastState", "Team", "Diamond"] {
        let names = fields(&jungle, &format!("pub struct {message}"), r"(?m)^    pub (\w+):");
        assert!(!names.is_empty(), "jungle's {message}");
        wanted.extend(names.into_iter().map(|name| ("jungle", message, name)));
    }
    for message in ["GameView", "Chat", "GameConfig", "Agent", "Turn", "Path", "Node", "Graph"] {
        let names = fields(&gotham, &format!("message {message}"), r"(?m)^  (?:repeated )?[\w.]+ (\w+) = ");
        assert!(!names.is_empty(), "gotham's {message}");
        wanted.extend(names.into_iter().map(|name| ("gotham", message, name)));
    }
    let lacking: Vec<_> = wanted
        .iter()
        // The time of a message is drawn by chance in the original, and tells nothing. The document leaves out an `s`.
        .filter(|(_, _, name)| name != "timeStamp" && name != "incomeSettings")
        .filter(|(game, message, name)| {
            // What a config has, a view has too.
            let types = if *message == "GameConfig" { vec![*message, "GameView"] } else { vec![*message] };
            let whole = |of: &str| format!("`{of}.{}`", name.replace('_', "")).to_lowercase();
            !types.into_iter().any(|of| section(game).contains(&whole(of)))
        })
        .collect();
    assert!(lacking.is_empty(), "docs/kits.md does not have these names of the documents: {lacking:?}");
}

#[test]
fn every_public_name_of_a_kit_is_in_the_tables() {
    let columns = columns();
    let mut forgotten = Vec::new();
    for (game, language) in kits() {
        let column = columns.get(&(game.clone(), language.clone()));
        let Column { files, names } =
            column.unwrap_or_else(|| panic!("docs/kits.md has no column for {game} in {language}"));
        // The author's own file may have anything; the others are the kit's promise.
        let own = |file: &&String| file.to_lowercase().contains(&game);
        for file in files.iter().filter(own) {
            let told: BTreeSet<&str> = names.iter().map(|name| plain(name)).collect();
            let there = names_in(&game, &language, file).names;
            let untold = there.iter().filter(|name| !told.contains(name.as_str()));
            forgotten.extend(untold.map(|name| format!("{game}/{language}: {name} in {file}")));
        }
    }
    assert!(forgotten.is_empty(), "docs/kits.md does not name: {forgotten:#?}");
}

#[test]
fn what_speaks_with_the_match_is_the_same_in_all_kits_of_a_language() {
    let shared: [(&str, &[&str]); 9] = [
        ("python", &["meydan.py"]),
        ("javascript", &["meydan.js"]),
        ("typescript", &["meydan.ts", "build.js", "tsconfig.json"]),
        (
            "java",
            &[
                "src/meydan/Match.java",
                "src/meydan/Json.java",
                "test/meydan/Test.java",
                "test/meydan/Tests.java",
                ".vscode/tasks.json",
            ],
        ),
        ("csharp", &["Match.cs"]),
        ("cpp", &["meydan.hpp", "json.hpp", "tests.hpp"]),
        ("c", &["meydan.h", "meydan.c", "json.h", "json.c"]),
        ("rust", &["src/meydan.rs", "src/json.rs", "Cargo.toml", "Cargo.lock"]),
        ("go", &["meydan.go"]),
    ];
    for (language, files) in shared {
        for file in files {
            let games: Vec<String> =
                kits().into_iter().filter(|(_, other)| other == language).map(|(game, _)| game).collect();
            let texts: BTreeSet<Vec<u8>> =
                games.iter().map(|game| fs::read(&sources(game, language, file)[0]).unwrap()).collect();
            assert!(texts.len() <= 1, "{file} differs between the kits in {language}: {games:?}");
        }
    }
}
