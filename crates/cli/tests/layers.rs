//! Who may depend on whom. ARCHITECTURE.md says it in words; this holds it.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What a package of ours may depend on, besides crates from outside; tests may also use the testkit.
fn allowed(folder: &str, name: &str, on_folder: &str, on: &str) -> bool {
    match (folder, name) {
        // A game knows its rules and nothing else; one on a graph may have its map laid out.
        ("games", _) => on == "meydan-core" || on == "meydan-layout",
        // A protocol knows one game, its own; the native one knows any, through the trait. An original server that
        // starts its clients itself does so through the sandbox.
        ("protocols", protocol) => {
            let own = ["meydan-core", "meydan-referee", "meydan-sandbox"];
            own.contains(&on) || protocol == format!("{on}-wire")
        }
        ("crates", "meydan-core" | "meydan-layout" | "meydan-kit" | "meydan-store") => false,
        ("crates", "meydan-record" | "meydan-referee" | "meydan-sandbox" | "meydan-contest") => {
            on == "meydan-core"
        }
        ("crates", "meydan-testkit") => ["meydan-core", "meydan-record"].contains(&on),
        // A fleet steps matches of any game; whose they are and who plays in them is said by whoever sets it up.
        ("crates", "meydan-batch") => on == "meydan-core",
        // Drawings are made from views, for whoever prints them.
        ("crates", "meydan-sketch") => on == "meydan-core" || on_folder == "games",
        // House bots see games, never a protocol or a runner.
        ("crates", "meydan-house") => on == "meydan-core" || on_folder == "games",
        ("crates", "meydan-catalog") => {
            let own = ["meydan-core", "meydan-house", "meydan-referee", "meydan-sketch"];
            own.contains(&on) || ["games", "protocols"].contains(&on_folder)
        }
        // The one way to play a match; it reaches everything a match needs, and no game by name.
        ("crates", "meydan-runner") => {
            let own = ["meydan-core", "meydan-catalog", "meydan-record", "meydan-referee", "meydan-sandbox"];
            own.contains(&on) || ["meydan-kit", "meydan-native"].contains(&on)
        }
        // The arena has use cases and no engine; it does not know that there is HTTP.
        ("crates", "meydan-arena") => on == "meydan-core",
        // The league has the use cases of contests, over tables and blobs; it links no engine and knows no HTTP.
        ("crates", "meydan-league") => {
            let own = ["meydan-core", "meydan-arena", "meydan-contest", "meydan-store", "meydan-blobs"];
            // How alike two programs are is arithmetic, like standings. A record is read as data, to see who signed it and what it is of.
            own.contains(&on) || ["meydan-likeness", "meydan-record"].contains(&on)
        }
        // The server carries; what may be done is the arena's and the league's matter, and none of them links an engine.
        ("crates", "meydan-server") => ["meydan-arena", "meydan-league"].contains(&on),
        // The other end of the server's gate for workers: it carries, too.
        ("crates", "meydan-remote") => ["meydan-arena", "meydan-league"].contains(&on),
        // What tells arenas of each other carries offers and pictures, and knows what is in neither.
        ("crates", "meydan-nats") => on == "meydan-league",
        // The worker plays the arena's matches, so it reaches everything a match needs. Of the three it alone does.
        ("crates", "meydan-worker") => {
            let own = ["meydan-core", "meydan-catalog", "meydan-native", "meydan-referee", "meydan-arena"];
            let walled = ["meydan-league", "meydan-sandbox", "meydan-workshop", "meydan-course"];
            own.contains(&on) || walled.contains(&on) || ["meydan-record", "meydan-runner"].contains(&on)
        }
        // The workshop turns archives into builds, and knows no game.
        ("crates", "meydan-workshop") => {
            ["meydan-blobs", "meydan-kit", "meydan-likeness", "meydan-sandbox"].contains(&on)
        }
        ("crates", "meydan-terminal") => {
            let own =
                ["meydan-core", "meydan-referee", "meydan-catalog", "meydan-native", "meydan-labyrinth"];
            own.contains(&on) || ["meydan-record", "meydan-runner", "meydan-sketch"].contains(&on)
        }
        // A companion for one course: it knows the game of that course, records, and how to start a program.
        ("crates", "meydan-course") => {
            ["meydan-core", "meydan-labyrinth", "meydan-record", "meydan-sandbox"].contains(&on)
        }
        ("crates", "meydan-cli") => on_folder != "games",
        // The Python package has engines and house bots, and no wire: a wheel is small.
        (_, "meydan-python") => {
            let own = ["meydan-core", "meydan-batch", "meydan-house", "meydan-record", "meydan-referee"];
            own.contains(&on) || on == "meydan-sketch" || on_folder == "games"
        }
        // Whatever decodes a stranger's bytes is fuzzed.
        (_, "meydan-fuzz") => true,
        // It only writes down what others declare, and nobody needs it.
        ("crates", "meydan-types") => {
            ["meydan-core", "meydan-catalog", "meydan-native", "meydan-arena", "meydan-league"].contains(&on)
        }
        _ => false,
    }
}

#[test]
fn dependencies_point_one_way() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--locked", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let folder = |package: &Value| {
        let manifest = package["manifest_path"].as_str().unwrap().to_owned();
        manifest.rsplit('/').nth(2).unwrap().to_owned()
    };
    let ours: Vec<(String, String)> =
        packages.iter().map(|p| (p["name"].as_str().unwrap().to_owned(), folder(p))).collect();
    let mut wrong = BTreeSet::new();
    let mut seen = 0;
    for package in packages {
        let name = package["name"].as_str().unwrap();
        for dependency in package["dependencies"].as_array().unwrap() {
            let on = dependency["name"].as_str().unwrap();
            let Some((_, on_folder)) = ours.iter().find(|(name, _)| name == on) else { continue };
            seen += 1;
            // A test may look at anything below it, and at the testkit.
            let in_tests = dependency["kind"] == "dev";
            if !in_tests && !allowed(&folder(package), name, on_folder, on) {
                wrong.insert(format!("{name} must not depend on {on}"));
            }
        }
    }
    assert!(seen > 10, "no dependencies were found; the test tests nothing");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Everything that a package is built from; its tests may have more.
fn tree(package: &str) -> BTreeSet<String> {
    tree_of(package, "normal")
}

/// Everything that a package is connected with by some kinds of edges.
fn tree_of(package: &str, edges: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "-p", package, "-e", edges, "--locked", "--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    let names: BTreeSet<String> =
        tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    assert!(names.contains(package), "no packages were found; the test tests nothing");
    names
}

/// What a package itself depends on.
fn direct(package: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree", "-p", package, "-e", "normal", "--depth", "1", "--locked", "--prefix", "none",
            "--format", "{p}",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_arena_knows_no_http_and_neither_it_nor_the_server_links_an_engine() {
    let engines = ["meydan-catalog", "meydan-runner", "meydan-referee", "meydan-house", "meydan-labyrinth"];
    let http = ["axum", "http", "hyper", "tower", "tower-http"];
    let (arena, league, server) = (tree("meydan-arena"), tree("meydan-league"), tree("meydan-server"));
    for name in engines.iter().chain(&http) {
        assert!(!arena.contains(*name), "the arena is built with {name}");
    }
    for name in engines {
        assert!(!league.contains(name), "the league is built with {name}");
    }
    // Blobs may lie in a store that is asked over HTTP, as tables may lie in one that is asked in SQL: the league knows of neither.
    let direct = direct("meydan-league");
    for name in http.iter().chain(&["reqwest", "sqlx"]) {
        assert!(!direct.contains(*name), "the league itself uses {name}");
    }
    for name in engines {
        assert!(!server.contains(name), "the server is built with {name}");
        assert!(tree("meydan-worker").contains(name), "the worker is the one that plays");
    }
}

#[test]
fn the_program_is_built_without_what_only_the_page_needs() {
    let names = tree("meydan-cli");
    assert!(!names.contains("ts-rs"), "ts-rs is for `meydan-types` alone: keep it behind the feature `ts`");
}

#[test]
fn engines_are_built_without_c() {
    // Whoever binds to a library of C is called so, and whoever compiles C has one of the others at hand.
    let c = |name: &String| {
        name.ends_with("-sys") || ["bindgen", "cc", "cmake", "pkg-config"].contains(&name.as_str())
    };
    assert!(tree_of("meydan-record", "normal,build").iter().any(c), "zstd is C; the test tests nothing");
    let games = std::fs::read_dir(root().join("games")).unwrap();
    let games = games.map(|game| game.unwrap().file_name().into_string().unwrap());
    for package in games.chain(["core".into(), "layout".into()]) {
        let found = tree_of(&format!("meydan-{package}"), "normal,build").into_iter().find(c);
        assert_eq!(found, None, "`{package}` is to run in a browser, so it cannot be built with C");
    }
}

/// What no engine may use: functions of floating point whose last digits differ between machines, and the world outside.
const NOT_IN_ENGINES: &[&str] = &[
    ".sin(",
    ".cos(",
    ".sin_cos(",
    ".tan(",
    ".exp(",
    ".exp2(",
    ".powf(",
    ".powi(",
    ".ln(",
    ".log(",
    ".log2(",
    ".log10(",
    ".hypot(",
    ".cbrt(",
    ".mul_add(",
    "std::thread",
    "std::fs",
    "std::time",
    "std::net",
    "std::process",
    "std::env",
];

#[test]
fn engines_are_the_same_everywhere() {
    let folders = sources(&["games"]).into_iter().chain([root().join("crates/layout/src")]).collect();
    let (mut wrong, mut read) = (Vec::new(), 0);
    code(folders, |path, number, line| {
        read += 1;
        if NOT_IN_ENGINES.iter().any(|word| line.contains(word)) {
            wrong.push(format!("{}:{number}: {}", path.display(), line.trim()));
        }
    });
    assert!(read > 5000, "no sources were found; the test tests nothing");
    assert!(
        wrong.is_empty(),
        "an engine gives the same on every machine and touches nothing outside: {wrong:#?}"
    );
}

#[test]
fn matches_are_played_in_one_place() {
    let mut places = BTreeSet::new();
    code(sources(&["crates", "protocols"]), |path, _, line| {
        if line.contains("Match::new(") && !line.trim_start().starts_with("//") {
            places.insert(path.strip_prefix(root()).unwrap().display().to_string());
        }
    });
    assert_eq!(places, BTreeSet::from(["crates/runner/src/run.rs".to_owned()]));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The `src` folders of all packages in these folders.
fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let packages = folders.iter().flat_map(|folder| std::fs::read_dir(root().join(folder)).unwrap());
    packages.map(|package| package.unwrap().path().join("src")).collect()
}

/// Reads all code below some folders, line by line. What a test at the end of a file has is not part of it.
fn code(mut folders: Vec<PathBuf>, mut line: impl FnMut(&Path, usize, &str)) {
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let own = text.split("#[cfg(test)]").next().unwrap_or_default();
            own.lines().enumerate().for_each(|(number, text)| line(&path, number + 1, text));
        }
    }
}

#[test]
fn every_package_is_named_after_its_folder() {
    for (folder, ending) in [("crates", ""), ("games", ""), ("protocols", "-wire")] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let dir = entry.unwrap().path();
            let name = dir.file_name().unwrap().to_str().unwrap().to_owned();
            let ending = if name == "native" { "" } else { ending };
            let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).unwrap();
            let wanted = format!("name = \"meydan-{name}{ending}\"");
            assert!(manifest.contains(&wanted), "{folder}/{name} should have {wanted}");
        }
    }
}
