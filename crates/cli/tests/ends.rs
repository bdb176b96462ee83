//! How commands end: by a signal, a full disk or a closed pipe. Nothing is left running, nothing recorded is lost, and the
//! exit codes are the promised ones.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.current_dir(folder).env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A bot that starts a child of its own in another session, says so, and then thinks a little in every window.
const BOT: &str = r#"
import json, os, subprocess, sys, time
child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
open("pids", "a").write(f"{os.getpid()} {child.pid}\n")
for line in sys.stdin:
    if json.loads(line)["type"] == "turn":
        time.sleep(0.02)
        print('{"act": "stay"}', flush=True)
"#;

fn eventually(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} did not happen in a minute");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn pids(folder: &Path) -> Vec<i32> {
    let text = fs::read_to_string(folder.join("pids")).unwrap_or_default();
    text.split_whitespace().map(|pid| pid.parse().unwrap()).collect()
}

fn runs(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

fn ended(mut child: Child) -> (Option<i32>, String, String) {
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    (child.wait().unwrap().code(), out, err)
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with("m.")).collect();
    names.sort();
    names
}

#[test]
fn a_signal_ends_a_match_with_all_its_processes_and_keeps_the_record_so_far() {
    for name in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(folder.join("bot.py"), BOT).unwrap();
        let args = ["match", "labyrinth", "python3 bot.py", "--map", "course", "--out", "m.trace"];
        let child = command(folder).args(args).spawn().unwrap();
        eventually("the record's first bytes", || files(folder) == ["m.trace.partial"]);
        eventually("the bot's start", || pids(folder).len() == 2);
        let record = folder.join("m.trace.partial");
        let first = fs::metadata(&record).unwrap().len();
        eventually("some windows", || fs::metadata(&record).unwrap().len() > first + 100);
        signal(&child, name);
        let (code, _, err) = ended(child);
        assert_eq!(code, Some(1), "{name}: {err}");
        assert!(err.contains("the match was stopped; its record so far is in m.trace.partial"), "{err}");
        assert_eq!(files(folder), ["m.trace.partial"], "no stray file remains");
        for pid in pids(folder) {
            assert!(!runs(pid), "{name}: process {pid} survived");
        }
        let verified = command(folder).args(["verify", "m.trace.partial"]).output().unwrap();
        assert_eq!(verified.status.code(), Some(3), "consistent, but cut");
    }
}

#[test]
fn a_killed_match_leaves_its_record_and_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("bot.py"), BOT).unwrap();
    let args = ["match", "labyrinth", "python3 bot.py", "--map", "course", "--out", "m.trace"];
    let mut child = command(folder).args(args).spawn().unwrap();
    eventually("the bot's start", || pids(folder).len() == 2);
    let record = folder.join("m.trace.partial");
    eventually("some windows", || fs::metadata(&record).is_ok_and(|meta| meta.len() > 600));
    signal(&child, "-KILL");
    child.wait().unwrap();
    eventually("the end of the bot and its child", || pids(folder).iter().all(|&pid| !runs(pid)));
    let verified = command(folder).args(["verify", "m.trace.partial"]).output().unwrap();
    assert_eq!(verified.status.code(), Some(3), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn a_signal_ends_a_gauntlet_with_the_table_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("bot.py"), BOT).unwrap();
    let args = ["gauntlet", "labyrinth", "python3 bot.py", "house:random", "--games", "1000", "--jobs", "2"];
    let child = command(folder).args(args).spawn().unwrap();
    eventually("the bots' start", || pids(folder).len() >= 4);
    signal(&child, "-INT");
    let (code, out, err) = ended(child);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("rating") && err.contains("the gauntlet was stopped"), "{out}{err}");
    for pid in pids(folder) {
        assert!(!runs(pid), "process {pid} survived");
    }
}

#[test]
fn a_signal_ends_a_host_that_still_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = command(folder.path()).args(["host", "heroes", "--port", "0"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("waiting on"), "{line}");
    signal(&child, "-TERM");
    let (code, _, err) = ended(child);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("stopped"), "{err}");
}

/// Runs with standard output going nowhere.
fn into(sink: &str, args: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let sink = match sink {
        "pipe" => {
            // A pipe whose reader has gone already.
            let mut gone = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
            gone.wait().unwrap();
            Stdio::from(gone.stdin.take().unwrap())
        }
        path => Stdio::from(fs::OpenOptions::new().write(true).open(path).unwrap()),
    };
    command(folder.path()).args(args).stdout(sink).output().unwrap()
}

#[test]
fn a_closed_pipe_and_a_full_disk_are_errors_and_never_a_panic() {
    let commands: [&[&str]; 6] = [
        &["games"],
        &["games", "--json"],
        &["match", "labyrinth", "house:greedy", "--seed", "3"],
        &["gauntlet", "labyrinth", "house:random", "house:greedy", "--games", "2"],
        &["map", "labyrinth"],
        &["completions", "bash"],
    ];
    for sink in ["pipe", "/dev/full"] {
        for args in commands {
            let output = into(sink, args);
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{sink} {args:?}: {err}");
            assert!(err.contains("cannot write to standard output"), "{sink} {args:?}: {err}");
        }
    }
    let output =
        command(Path::new(".")).args(["match", "labyrinth", "house:greedy", "--out", "/dev/full"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"));
}
