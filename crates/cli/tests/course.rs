//! `check`, `comment` and the board of the day, from the command line.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn meydan(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.env("NO_COLOR", "1").env("XDG_DATA_HOME", folder).env("XDG_STATE_HOME", folder);
    command.current_dir(folder).args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Prints the board it reads, and the core in the wrong place if asked to.
const PRINTER: &str = "import sys\nwords = sys.stdin.read().split()\nif len(sys.argv) > 1: words[2], words[3] = words[3], words[2]\nprint('board')\nprint(' '.join(words))\n";

#[test]
fn a_program_is_checked_and_the_exit_code_says_how_it_went() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("printer.py"), PRINTER).unwrap();
    let check = |more: &[&str]| {
        let args =
            ["check", "labyrinth", "--phase", "1", "--boards", "6", "--json", "--", "python3", "printer.py"];
        meydan(folder.path(), &[&args, more].concat())
    };
    let good = check(&[]);
    let report: Value = serde_json::from_slice(&good.stdout).unwrap();
    assert_eq!((good.status.code(), &report["ok"]), (Some(0), &Value::Bool(true)), "{report}");
    let wrong = check(&["swapped"]);
    let report: Value = serde_json::from_slice(&wrong.stdout).unwrap();
    assert_eq!((wrong.status.code(), &report["ok"]), (Some(1), &Value::Bool(false)), "{report}");
    let core = report["rules"].as_array().unwrap().iter().find(|rule| rule["rule"] == "core").unwrap();
    assert!(core["wrong"].as_u64().unwrap() > 0 && core["failure"]["input"].is_string(), "{core}");
    let walls = report["rules"].as_array().unwrap().iter().find(|rule| rule["rule"] == "walls").unwrap();
    assert_eq!(walls["wrong"], 0, "nothing else is wrong: {walls}");
    let told = meydan(
        folder.path(),
        &["check", "labyrinth", "--phase", "1", "--boards", "3", "--", "python3", "printer.py", "swapped"],
    );
    let told = text(&told);
    assert!(told.contains("core") && told.contains("WRONG") && told.contains("the smallest case"), "{told}");
    for usage in [
        ["check", "labyrinth", "--phase", "7", "--", "sh"].as_slice(),
        &["check", "galaxy", "--phase", "1", "--", "sh"],
        &["check", "labyrinth", "--phase", "1", "--", "no-such-program"],
        &["check", "labyrinth", "--phase", "1"],
    ] {
        assert_eq!(meydan(folder.path(), usage).status.code(), Some(2), "{usage:?}");
    }
}

#[test]
fn a_played_game_is_gone_through() {
    let folder = tempfile::tempdir().unwrap();
    let play = |bot: &str, file: &str| {
        let args = ["match", "labyrinth", bot, "--map", "first-steps", "--seed", "2", "--out", file];
        assert!(meydan(folder.path(), &args).status.success());
    };
    play("house:solver", "solver.trace");
    let comment = meydan(folder.path(), &["comment", "solver.trace", "--json"]);
    let comment: Value = serde_json::from_slice(&comment.stdout).unwrap();
    assert_eq!(comment["result"], "victory", "{comment}");
    assert_eq!(comment["best"]["rounds"], comment["rounds"], "the solver plays the shortest win: {comment}");
    let moments = comment["moments"].as_array().unwrap();
    assert!(!moments.is_empty() && moments.iter().all(|moment| moment["verdict"] == "best"), "{comment}");
    play("house:random", "random.trace");
    let told = text(&meydan(folder.path(), &["comment", "random.trace"]));
    assert!(told.contains("from the start the game is won in"), "{told}");
    assert!(told.contains("better: "), "random play misses something: {told}");
    std::fs::write(folder.path().join("rubbish"), "rubbish").unwrap();
    assert_eq!(meydan(folder.path(), &["comment", "rubbish"]).status.code(), Some(1));
}

#[test]
fn a_save_is_commented_by_its_name_and_in_persian() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_meydan"))
        .env("XDG_STATE_HOME", folder.path())
        .args(["play", "labyrinth", "--plain", "--board", "first-steps", "--seed", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"stay\nstay\nsave kept\nquit\n").unwrap();
    assert!(child.wait().unwrap().success());
    let told = text(&meydan(folder.path(), &["comment", "kept"]));
    assert!(
        told.contains("from the start the game is won in") && told.contains("not over in round"),
        "{told}"
    );
    let told = text(&meydan(folder.path(), &["comment", "kept", "--lang", "fa"]));
    assert!(
        told.contains("از آغاز، بازی در") && told.contains("بهتر:") && told.contains("ناتمام در دور"),
        "{told}"
    );
    let wrong = meydan(folder.path(), &["comment", "lost"]);
    assert_eq!(wrong.status.code(), Some(1));
    std::fs::write(folder.path().join("rubbish.txt"), "rubbish").unwrap();
    let wrong = meydan(folder.path(), &["comment", "rubbish.txt"]);
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert_eq!(said.matches("not a Meydan trace").count(), 1, "said once: {said}");
}

#[test]
fn a_check_speaks_persian() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("printer.py"), PRINTER).unwrap();
    let check = |more: &[&str]| {
        let args = ["check", "labyrinth", "--phase", "1", "--boards", "3", "--lang", "fa", "--bare"];
        meydan(folder.path(), &[&args, more].concat())
    };
    let told = text(&check(&["--", "python3", "printer.py", "swapped"]));
    for words in ["فاز 1", "نادرست (", "درست (", "هسته همان‌جا چاپ می‌شود", "کوچک‌ترین نمونه", "باید می‌آمد:"]
    {
        assert!(told.contains(words), "`{words}` is missing: {told}");
    }
    let told = text(&check(&["--", "python3", "-c", "print('hello')"]));
    assert!(told.contains("خط `board` با صفحه‌ای پس از آن چاپ نشد؛ خودش پایان یافت"), "{told}");
    let json = check(&["--json", "--", "python3", "printer.py"]);
    let report: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(report["rules"][0]["rule"], "runs", "names stay: {report}");
}

#[test]
fn the_board_of_the_day_is_the_one_that_the_page_orders() {
    let folder = tempfile::tempdir().unwrap();
    let print =
        |more: &[&str]| text(&meydan(folder.path(), &[&["play", "labyrinth", "--print"], more].concat()));
    let daily = print(&["--daily", "2026-11-16"]);
    // What `web/src/stages/labyrinth/daily.ts` asks the generator for: this very file.
    let page = include_str!("../../../web/src/stages/labyrinth/daily.json");
    let page: serde_json::Map<String, Value> = serde_json::from_str(page).unwrap();
    for (day, seed) in [("2026-11-16", "20261116"), ("2027-03-21", "20270321")] {
        let mut args: Vec<String> =
            ["map", "labyrinth", "--seed", seed, "--out", "day.txt"].map(String::from).into();
        for (name, value) in &page {
            args.push(format!("--{name}"));
            args.push(value.to_string().replace('"', ""));
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        assert!(meydan(folder.path(), &args).status.success());
        assert_eq!(print(&["--daily", day]), print(&["--board", "day.txt"]), "{day}");
    }
    assert!(daily.contains("R0"), "{daily}");
    assert_ne!(daily, print(&["--daily", "2026-11-17"]));
    assert!(print(&["--daily"]).contains("R0"), "without a day it is today");
    assert_eq!(meydan(folder.path(), &["play", "labyrinth", "--daily", "someday"]).status.code(), Some(2));
}
