//! `docs/protocol.md` tells the truth: its bot plays, and its match goes line by line as printed there.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The text of the first block of that kind in the page.
fn block(kind: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, after) = page.split_once(&format!("\n```{kind}\n")).unwrap();
    after.split_once("\n```").unwrap().0.to_owned() + "\n"
}

/// Reads the transcript from `script`: hears what it says is heard, says what it says is said. The match is played with twenty times the
/// time, which nobody misses on a busy machine; what that adds is taken off again.
const ACTOR: &str = r#"
import json, sys
for line in open("script", encoding="utf-8"):
    mark, text = line[0], line[2:].strip()
    if mark == "→":
        heard = json.loads(sys.stdin.readline())
        if "clocks" in heard: heard["clocks"]["turn"] -= 19 * 1000
        if "clock" in heard: heard["clock"]["ms"] -= 19 * 1000
        if heard != json.loads(text):
            open("difference", "w").write("page:  %s\nheard: %s" % (text, json.dumps(heard)))
            sys.exit(1)
    else:
        print(text, flush=True)
open("complete", "w").close()
"#;

fn play(folder: &Path, bot: &str) -> Value {
    let board: PathBuf = folder.join("board.txt");
    fs::write(&board, block("board")).unwrap();
    fs::write(folder.join("bot.py"), bot).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_meydan"))
        .current_dir(folder)
        .args(["match", "labyrinth", "python3 bot.py", "--map", "board.txt", "--seed", "1", "--json"])
        .args(["--clock", "20x"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_bot_of_the_page_plays() {
    let folder = tempfile::tempdir().unwrap();
    let result = play(folder.path(), &block("python"));
    assert_eq!(result["outcome"], "victory");
    assert_eq!(result["faults"], Value::Array(Vec::new()));
}

#[test]
fn the_match_of_the_page_goes_as_printed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("script"), block("transcript")).unwrap();
    let result = play(folder.path(), ACTOR);
    if let Ok(difference) = fs::read_to_string(folder.path().join("difference")) {
        panic!("docs/protocol.md is out of date:\n{difference}");
    }
    assert!(folder.path().join("complete").exists(), "the match ended before the page's: {result}");
    assert_eq!(result["outcome"], "victory");
}
