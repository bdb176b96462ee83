//! The tables in `docs/kits.md` say where every name of the rule documents is in each kit. These tests compare them with the
//! kits' sources, both ways, so that no name is forgotten in silence.

#[path = "names/declared.rs"]
mod declared;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use declared::declared;

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
            let plain = |name: &str| name.rsplit([':', '.']).next().unwrap_or(name).to_owned();
            column.names.extend(quoted(cell).map(plain));
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

fn names_in(game: &str, language: &str, pattern: &str) -> BTreeSet<String> {
    let read = |path: &PathBuf| {
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{} is promised: {error}", path.display()))
    };
    sources(game, language, pattern).iter().flat_map(|path| declared(language, &read(path))).collect()
}

#[test]
fn every_name_in_the_tables_is_in_the_kit() {
    let mut missing = Vec::new();
    for ((section, language), column) in columns() {
        // What every kit has is the same file everywhere, so one kit of the language tells.
        let any = kits().into_iter().find(|(_, other)| *other == language);
        let game = if section == "Every kit" { any.map(|(game, _)| game) } else { Some(section.clone()) };
        let Some(game) = game else { continue };
        let there: BTreeSet<String> =
            column.files.iter().flat_map(|file| names_in(&game, &language, file)).collect();
        assert!(!there.is_empty(), "no names were found in {game}/{language}; the test tests nothing");
        missing.extend(column.names.difference(&there).map(|name| format!("{section}/{language}: {name}")));
    }
    assert!(missing.is_empty(), "docs/kits.md names what the kits do not have: {missing:#?}");
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
            let there = names_in(&game, &language, file);
            forgotten
                .extend(there.difference(names).map(|name| format!("{game}/{language}: {name} in {file}")));
        }
    }
    assert!(forgotten.is_empty(), "docs/kits.md does not name: {forgotten:#?}");
}

#[test]
fn what_speaks_with_the_match_is_the_same_in_all_kits_of_a_language() {
    let shared: [(&str, &[&str]); 9] = [
        ("python", &["meydan.py"]),
        ("javascript", &["meydan.js"]),
        ("typescript", &["meydan.ts", "build.js"]),
        ("java", &["src/meydan/Match.java", "src/meydan/Json.java"]),
        ("csharp", &["Match.cs"]),
        ("cpp", &["meydan.hpp", "json.hpp"]),
        ("c", &["meydan.h", "meydan.c", "json.h", "json.c"]),
        ("rust", &["src/meydan.rs", "Cargo.lock"]),
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
