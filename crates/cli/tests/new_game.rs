//! `meydan new game` makes a game that builds, keeps the laws, plays and is listed; or it changes nothing at all.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// What the program is built from.
const SOURCE: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "clippy.toml",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "crates",
    "docs",
    "fuzz",
    "games",
    "kits",
    "maps",
    "protocols",
    "python",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every file of a source folder, by its path in it.
fn files(source: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let parts = SOURCE.iter().map(|part| source.join(part));
    let mut paths: Vec<PathBuf> = parts.filter(|part| part.exists()).collect();
    while let Some(path) = paths.pop() {
        match fs::read_dir(&path) {
            Ok(folder) => paths.extend(folder.map(|entry| entry.unwrap().path())),
            Err(_) => {
                let bytes = fs::read(&path).unwrap();
                found.insert(path.strip_prefix(source).unwrap().to_owned(), bytes);
            }
        }
    }
    found
}

/// Makes a folder hold these files. What it holds already stays untouched, so that cargo sees only what is new.
fn write(source: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) {
    for (path, bytes) in files {
        let path = source.join(path);
        if fs::read(&path).ok().as_ref() != Some(bytes) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}

/// A copy of the source, to be changed.
fn copy() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &files(&root()));
    folder
}

/// Runs a program; the exit code, and what it said.
fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        command.env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn new_game(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    run(Command::new(env!("CARGO_BIN_EXE_meydan")).args(["new", "game"]).args(args).current_dir(folder))
}

/// Runs cargo on a copy of the source and gives what it printed. Everything it needs was fetched for this very test.
fn cargo(source: &Path, args: &[&str]) -> String {
    let cargo = &mut Command::new(env!("CARGO"));
    let (code, out, err) = run(cargo.args(args).env("CARGO_NET_OFFLINE", "true").current_dir(source));
    assert_eq!(code, Some(0), "cargo {args:?}\n{out}\n{err}");
    out
}

#[test]
fn a_made_game_builds_keeps_the_laws_plays_and_is_listed() {
    // The copy stays where it is, and so does what is built from it: the next run builds only what has changed.
    let place = root().join("target/new-game");
    let source = place.join("source");
    let made = copy();
    let (code, said, err) = new_game(&made.path().join("games/jungle"), &["nim"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(said.contains("cargo test -p meydan-nim"), "{said}");
    let made = files(made.path());
    if source.is_dir() {
        let stale = files(&source).into_keys().filter(|path| !made.contains_key(path));
        stale.for_each(|path| fs::remove_file(source.join(path)).unwrap());
    }
    write(&source, &made);
    // The page is built into the program; here nobody looks at it.
    fs::create_dir_all(source.join("web/dist")).unwrap();

    let target = place.join("target");
    let cheaply = [
        "--offline",
        "--target-dir",
        target.to_str().unwrap(),
        "--config=profile.dev.opt-level=0",
        "--config=profile.dev.debug=false",
        "--config=profile.dev.incremental=false",
        "--config=profile.dev.package.'*'.opt-level=0",
    ];
    // What every game goes through: its own tests, the catalogue's, those of the layers, which build the program besides,
    // and the lints. The packages are the same both times, so that everything below them is built once.
    let packages = ["test", "-p", "meydan-nim", "-p", "meydan-catalog", "-p", "meydan-cli"];
    let tests = ["laws", "rules", "fixtures", "generated", "layers"].map(|name| ["--test", name]);
    let tested = cargo(&source, &[&packages[..], tests.as_flattened(), &cheaply].concat());
    for test in ["the_game_keeps_the_laws", "engines_are_built_without_c"] {
        assert!(tested.contains(&format!("test {test} ... ok")), "{tested}");
    }
    cargo(&source, &[&packages[..], &["--doc"], &cheaply].concat());
    let lint = ["--all-targets", "--no-deps", "--", "-D", "warnings"];
    cargo(&source, &[&["clippy", "-p", "meydan-nim"], &cheaply[..], &lint].concat());
    plays(&target.join("debug/meydan"));
}

/// The program with the new game in it does with the game what it does with every other.
fn plays(program: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let meydan = |args: &[&str]| run(Command::new(program).args(args).current_dir(folder.path()));
    let json = |args: &[&str]| -> Value {
        let (code, out, err) = meydan(args);
        assert_eq!(code, Some(0), "{args:?} {err}");
        serde_json::from_str(&out).unwrap()
    };
    let games = json(&["games", "--json"]);
    let nim = games.as_array().unwrap().iter().find(|game| game["name"] == "nim").unwrap();
    assert_eq!((&nim["maps"][0], &nim["house_bots"][0]), (&"first".into(), &"random".into()), "{nim}");

    let played =
        json(&["match", "nim", "house:random", "house:random", "--seed", "7", "--json", "--out", "m.trace"]);
    assert_eq!(played["faults"], Value::Array(Vec::new()));
    let verified = json(&["verify", "m.trace", "--json"]);
    assert_eq!((&verified["ok"], &verified["final_hash"]), (&true.into(), &played["final_hash"]));

    // A bot of one's own, and what the page is sent.
    let bot = "import json, sys\nfor line in sys.stdin:\n  if json.loads(line)['type'] == 'turn': print(json.dumps({'act': {'take': 1}}), flush=True)\n";
    fs::write(folder.path().join("bot.py"), bot).unwrap();
    let bot = "python3 bot.py";
    let even = json(&["match", "nim", bot, bot, "--set", "heap=4", "--json", "--out", "even.trace"]);
    assert_eq!((&even["windows"], &even["standings"][1]["rank"]), (&4.into(), &1.into()), "{even}");
    let (_, reel, _) = meydan(&["reel", "even.trace"]);
    assert!(reel.contains(r#"{"took":{"seat":0,"stones":1,"silent":false}}"#), "{reel}");

    let (code, _, said) = meydan(&["map", "nim"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with("meydan: `nim` has no map generator; take one of its maps"), "{said}");
}

#[test]
fn made_code_is_laid_out_as_rustfmt_does_whatever_the_names() {
    let source = copy();
    for name in ["zz", "abcdefghijklmnopqrst", "nim"] {
        let (code, _, err) = new_game(source.path(), &[name]);
        assert_eq!(code, Some(0), "{err}");
        cargo(source.path(), &["fmt", "--all", "--check"]);
    }
}

#[test]
fn what_cannot_be_made_changes_nothing() {
    let source = copy();
    fs::create_dir(source.path().join("maps/hex")).unwrap();
    fs::write(source.path().join("crates/catalog/src/games/go.rs"), "precious").unwrap();
    let before = files(source.path());
    for (name, wanted) in [
        ("labyrinth", "there is a `labyrinth` already; choose another name"),
        ("record", "there is a `record` already; choose another name"),
        ("Nim", "`Nim` cannot be the name of a game; give a word of 2 to 20 letters, a to z"),
        ("../nim", "`../nim` cannot be the name of a game; give a word of 2 to 20 letters, a to z"),
        ("loop", "`loop` means something in code already; choose another name"),
        ("hex", "`maps/hex` is there already; move it away or choose another name"),
        ("go", "`crates/catalog/src/games/go.rs` is there already; move it away or choose another name"),
    ] {
        let (code, _, said) = new_game(source.path(), &[name]);
        assert_eq!((code, said), (Some(2), format!("meydan: {wanted}\n")));
        assert!(files(source.path()) == before, "`{name}` changed something");
    }
    // A file that was changed by hand into something that is not understood.
    let list = source.path().join("crates/catalog/src/games.rs");
    fs::write(&list, fs::read_to_string(&list).unwrap().replace("NAMES: &[&str]", "NAMES: &[&'static str]"))
        .unwrap();
    let before = files(source.path());
    let (code, _, said) = new_game(source.path(), &["nim"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("`crates/catalog/src/games.rs` cannot be edited; CONTRIBUTING.md says"), "{said}");
    assert!(files(source.path()) == before);
}

#[test]
fn outside_of_the_source_it_says_where_to_go() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, said) = new_game(folder.path(), &["nim"]);
    assert!(
        code == Some(2) && said.contains("is not in Meydan's source; go there, or name it with --dir"),
        "{said}"
    );
    let (code, _, said) = new_game(folder.path(), &["nim", "--dir", "."]);
    assert!(code == Some(2) && said.contains("`.` is not Meydan's source"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    let source = copy();
    let (code, _, said) = new_game(folder.path(), &["nim", "--dir", source.path().to_str().unwrap()]);
    assert_eq!(code, Some(0), "{said}");
    assert!(source.path().join("games/nim/src/rules.rs").is_file());
}

#[test]
fn without_a_word_it_lists_what_there_is() {
    let (code, said, _) = run(Command::new(env!("CARGO_BIN_EXE_meydan")).arg("new"));
    assert!(code == Some(0) && said.contains("meydan new game NAME"), "{said}");
}
