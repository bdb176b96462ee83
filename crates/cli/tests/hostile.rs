//! Ten hostile bots, each beside a healthy one: the match is played to its end by the rules, the healthy bot notices
//! nothing, the hostile one gets a fault in words, and nothing of it survives the match.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Two runners and no hunter: the match lasts until its round limit.
const BOARD: &str = "8 8\n0 0\n2\n7 7\n7 6\n0\n0\n";

/// Stays for ever; the match ends by its round limit.
const HEALTHY: &str = r#"
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "turn":
        print('{"act": "stay"}', flush=True)
"#;

/// For one that lets its time run out. An interpreter may take seconds to start on a busy machine.
const SHORT: &str = "10x";
/// For one that answers: nobody waits for it.
const LONG: &str = "100x";

struct Played {
    result: Value,
    stderr: String,
}

impl Played {
    /// The hostile seat's faults, after checking that the other seat has none.
    fn faults(&self) -> Vec<(String, String)> {
        let faults = self.result["faults"].as_array().unwrap();
        assert!(faults.iter().all(|fault| fault["seat"] == 0), "the healthy bot was harmed: {faults:?}");
        let text = |fault: &Value, key: &str| fault[key].as_str().unwrap().to_owned();
        faults.iter().map(|fault| (text(fault, "kind"), text(fault, "text"))).collect()
    }

    fn has(&self, kind: &str, text: &str) -> bool {
        self.faults().iter().any(|(k, t)| k == kind && t.contains(text))
    }
}

/// Plays a hostile bot, given as a Python program, for some rounds. The healthy one needs its time on a busy machine.
fn play(folder: &Path, hostile: &str, rounds: u32, clock: &str) -> Played {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (board, bad, good) = (write("board.txt", BOARD), write("bad.py", hostile), write("good.py", HEALTHY));
    let output = Command::new(env!("CARGO_BIN_EXE_meydan"))
        .current_dir(folder)
        .args(["match", "labyrinth", &format!("python3 {bad}"), &format!("python3 {good}")])
        .args(["--map", &board, "--seed", "1", "--json", "--clock", clock, "--set"])
        .arg(format!("max_rounds={rounds}"))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "the match failed: {stderr}");
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["outcome"], "out of time", "the match is played to its end");
    assert_eq!(result["windows"], 2 * rounds);
    Played { result, stderr }
}

fn hostile(program: &str, rounds: u32) -> Played {
    play(tempfile::tempdir().unwrap().path(), program, rounds, SHORT)
}

#[test]
fn one_that_crashes() {
    let played = hostile("import sys\nsys.stdin.readline()\nraise SystemExit(3)", 20);
    assert!(played.has("gone", "exit code 3"), "{:?}", played.faults());
}

#[test]
fn one_that_hangs() {
    let played = hostile("import time\nwhile True: time.sleep(9)", 2);
    assert!(played.has("timeout", "ms"), "{:?}", played.faults());
}

#[test]
fn one_that_floods_its_output() {
    let played = hostile("import sys\nwhile True: sys.stdout.write('{\"act\": \"nonsense\"}\\n')", 4);
    assert!(!played.faults().is_empty());
}

#[test]
fn one_that_floods_with_text() {
    let played = hostile("import sys\nwhile True: sys.stdout.write('spam ' * 100 + '\\n')", 4);
    assert!(played.has("garbage", "not a message"), "{:?}", played.faults());
    assert!(played.has("flood", "4 MiB"), "{:?}", played.faults());
}

#[test]
fn one_that_floods_its_errors() {
    let program = format!(
        "import sys, threading\ndef shout():\n  while True: sys.stderr.write('e' * 1000)\nthreading.Thread(target=shout, daemon=True).start()\n{HEALTHY}"
    );
    let played = play(tempfile::tempdir().unwrap().path(), &program, 4, LONG);
    assert!(played.faults().is_empty(), "shouting is not a fault: {:?}", played.faults());
    assert!(played.stderr.is_empty(), "what it shouts stays in its own log");
}

#[test]
fn one_that_never_reads() {
    let played = hostile("import time\ntime.sleep(1000)", 2);
    assert!(played.has("timeout", "ms"), "{:?}", played.faults());
}

#[test]
fn one_that_sends_garbage_half_lines_and_bad_text() {
    let program = r#"
import sys
for n, line in enumerate(sys.stdin):
    out = sys.stdout.buffer
    if n % 4 == 0: out.write(b'\xff\xfe\xfd\n')
    if n % 4 == 1: out.write(b'{"act": {"move": "sideways"}}\n')
    if n % 4 == 2: out.write(b'[1, 2\n')
    if n % 4 == 3: out.write(b'{"act": "st')
    out.flush()
"#;
    let played = hostile(program, 4);
    assert!(played.has("garbage", "UTF-8"), "{:?}", played.faults());
    assert!(played.has("garbage", "not an act of this game"), "{:?}", played.faults());
    assert!(played.has("garbage", "not a message"), "{:?}", played.faults());
}

#[test]
fn one_that_sends_a_line_of_a_hundred_megabytes() {
    let program = r#"
import sys
sys.stdin.readline()
chunk = b'x' * (1 << 20)
try:
    for _ in range(100): sys.stdout.buffer.write(chunk)
    sys.stdout.buffer.write(b'\n')
    sys.stdout.flush()
except BrokenPipeError: pass
"#;
    let played = hostile(program, 6);
    assert!(played.has("flood", "1 MiB"), "{:?}", played.faults());
}

#[test]
fn one_that_forks_and_leaves_children() {
    let folder = tempfile::tempdir().unwrap();
    let program = format!(
        r#"
import os, sys, time
for n in range(5):
    if os.fork() == 0:
        if n % 2: os.setsid()
        if n > 2 and os.fork() != 0: os._exit(0)
        open("child-%d" % os.getpid(), "w").close()
        while True: time.sleep(1)
{HEALTHY}"#
    );
    let played = play(folder.path(), &program, 30, LONG);
    assert!(played.faults().is_empty(), "{:?}", played.faults());
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let children: Vec<String> =
        names.filter_map(|name| Some(name.to_str()?.strip_prefix("child-")?.to_owned())).collect();
    assert!(!children.is_empty(), "the bot left no children; the test tests nothing");
    for pid in children {
        let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        assert!(!command.contains("bad.py"), "child {pid} has survived the match");
    }
}

#[test]
fn one_that_answers_twice() {
    let program = r#"
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "turn":
        print('{"act": {"move": "up"}}\n{"act": {"move": "up"}}', flush=True)
"#;
    let folder = tempfile::tempdir().unwrap();
    let played = play(folder.path(), program, 3, LONG);
    // Three rounds, at most three steps up, however often it asks.
    let kinds: Vec<String> = played.faults().into_iter().map(|(kind, _)| kind).collect();
    assert!(kinds.iter().all(|kind| kind == "late"), "{:?}", played.faults());
}
