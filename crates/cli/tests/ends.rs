//! How commands end: by a signal, a full disk or a closed pipe. Nothing is left running, nothing recorded is lost, and the
//! exit codes are the promised ones.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.current_dir(folder).env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A bot that starts a child of its own in another session and then thinks a little in every window. Both are known by
/// their mark: numbers of processes mean something else inside a namespace.
const BOT: &str = r#"
import json, subprocess, sys, time
child = subprocess.Popen(["sleep", sys.argv[1]], start_new_session=True)
for line in sys.stdin:
    if json.loads(line)["type"] == "turn":
        time.sleep(0.02)
        print('{"act": "stay"}', flush=True)
"#;

/// A match that nobody loses or wins for some minutes, however slow whoever watches it is.
fn without_end(folder: &Path) -> [&'static str; 4] {
    fs::write(folder.join("quiet.txt"), "2 2\n0 0\n1\n1 1\n0\n0\n").unwrap();
    ["--map", "quiet.txt", "--set", "max_rounds=20000"]
}

/// Nothing here takes this long; only what never comes does.
const PATIENCE: Duration = Duration::from_secs(240);

fn eventually(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A number of seconds that no other process sleeps.
fn mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("1000.{}{:03}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// How many processes with this mark run: a bot and its child are two.
fn running(mark: &str) -> usize {
    let marked = |pid: &str| {
        let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words: Vec<&[u8]> = command.split(|&byte| byte == 0).collect();
        // The program that we started has the mark inside a longer word.
        words.contains(&mark.as_bytes())
    };
    let all = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    all.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).filter(|pid| marked(pid)).count()
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
        let mark = mark();
        let bot = format!("python3 bot.py {mark}");
        let args = [&["match", "labyrinth", &bot, "--out", "m.trace"], &without_end(folder)[..]].concat();
        let child = command(folder).args(args).spawn().unwrap();
        eventually("the record's first bytes", || files(folder) == ["m.trace.partial"]);
        eventually("the bot's start", || running(&mark) == 2);
        let record = folder.join("m.trace.partial");
        let first = fs::metadata(&record).unwrap().len();
        eventually("some windows", || fs::metadata(&record).unwrap().len() > first + 100);
        signal(&child, name);
        let (code, _, err) = ended(child);
        assert_eq!(code, Some(1), "{name}: {err}");
        assert!(err.contains("the match was stopped; its record so far is in m.trace.partial"), "{err}");
        assert_eq!(files(folder), ["m.trace.partial"], "no stray file remains");
        assert_eq!(running(&mark), 0, "{name}: something of the bot survived");
        let verified = command(folder).args(["verify", "m.trace.partial"]).output().unwrap();
        assert_eq!(verified.status.code(), Some(3), "consistent, but cut");
    }
}

#[test]
fn a_killed_match_leaves_its_record_and_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("bot.py"), BOT).unwrap();
    let mark = mark();
    let bot = format!("python3 bot.py {mark}");
    let args = [&["match", "labyrinth", &bot, "--out", "m.trace"], &without_end(folder)[..]].concat();
    let mut child = command(folder).args(args).spawn().unwrap();
    eventually("the bot's start", || running(&mark) == 2);
    let record = folder.join("m.trace.partial");
    eventually("some windows", || fs::metadata(&record).is_ok_and(|meta| meta.len() > 600));
    signal(&child, "-KILL");
    child.wait().unwrap();
    eventually("the end of the bot and its child", || running(&mark) == 0);
    let verified = command(folder).args(["verify", "m.trace.partial"]).output().unwrap();
    assert_eq!(verified.status.code(), Some(3), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn a_signal_ends_a_gauntlet_with_the_table_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("bot.py"), BOT).unwrap();
    let mark = mark();
    let bot = format!("python3 bot.py {mark}");
    let args = ["gauntlet", "labyrinth", &bot, "house:random", "--games", "1000", "--jobs", "2"];
    let child = command(folder).args(args).spawn().unwrap();
    eventually("the bots' start", || running(&mark) == 4);
    signal(&child, "-INT");
    let (code, out, err) = ended(child);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("rating") && err.contains("the gauntlet was stopped"), "{out}{err}");
    assert_eq!(running(&mark), 0, "something of a bot survived");
}

/// The matches that a gauntlet has kept: board, turn and record of each.
fn kept(dir: &Path) -> Vec<(u64, u64, String)> {
    let text = fs::read_to_string(dir.join("matches.jsonl")).unwrap_or_default();
    let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let told = |line: &str| -> serde_json::Value { serde_json::from_str(line).unwrap() };
    let told = lines.map(told).map(|line| {
        let number = |key: &str| line[key].as_u64().unwrap();
        (number("board"), number("turn"), line["trace"].as_str().unwrap().to_owned())
    });
    told.collect()
}

#[test]
fn a_gauntlet_that_is_stopped_says_which_matches_are_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (dir, mark) = (folder.join("kept"), mark());
    // Nobody waits for its answer with a clock, so its match never ends.
    let bot = format!("sh -c 'cat >/dev/null' {mark}");
    let args =
        ["gauntlet", "labyrinth", "house:random", &bot, "--games", "2", "--jobs", "1", "--clock", "off"];
    let child = command(folder).args(args).args(["--out", "kept"]).spawn().unwrap();
    eventually("the first of a board's matches", || kept(&dir).len() == 1 && running(&mark) > 0);
    signal(&child, "-INT");
    let (code, out, err) = ended(child);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("not counted: 1 match, on boards that were not over"), "{out}{err}");
    assert!(out.contains("\n1 match in "), "{out}");
}

#[test]
fn a_gauntlet_goes_on_after_a_signal_and_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let dir = folder.join("kept");
    // The first of many matches are over long before the last, however fast the machine.
    let begin =
        ["gauntlet", "jungle", "house:random", "house:collector", "--out", "kept", "--games", "1000000"];
    let mut before = 0;
    for name in ["-INT", "-KILL"] {
        let child = command(folder).args(begin).spawn().unwrap();
        eventually("some matches", || kept(&dir).len() > before + 5);
        signal(&child, name);
        let (code, _, err) = ended(child);
        match name {
            "-INT" => assert!(code == Some(1) && err.contains("the same command goes on with it"), "{err}"),
            _ => assert_eq!(code, None, "{err}"),
        }
        before = kept(&dir).len();
    }
    let games = (before as u64 + 10).next_multiple_of(2).to_string();
    let go_on = [&begin[..6], &["--games", games.as_str(), "--json"]].concat();
    let output = command(folder).args(&go_on).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["matches"].as_array().unwrap().len().to_string(), games);
    assert!(report["before"].as_u64().unwrap() > 0);
    assert_eq!(fs::read(dir.join("report.json")).unwrap(), output.stdout);
    let all = kept(&dir);
    let boards: std::collections::BTreeSet<_> = all.iter().map(|(board, turn, _)| (*board, *turn)).collect();
    assert_eq!(boards.len(), all.len(), "no match was played twice");
    let verified =
        command(folder).args(["verify", &format!("kept/{}", all.last().unwrap().2)]).output().unwrap();
    assert!(verified.status.success());
    let traces = fs::read_dir(dir.join("traces")).unwrap().count();
    assert_eq!(traces, all.len(), "every match has its record, and nothing half is left");
}

#[test]
fn a_gauntlet_goes_on_with_a_bot_that_writes_and_not_with_another_program() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bot = folder.join("bot");
    fs::create_dir(&bot).unwrap();
    fs::write(
        bot.join("meydan.toml"),
        "game = \"labyrinth\"\nlanguage = \"python\"\nname = \"x\"\nstart = \"python3 bot.py\"\n",
    )
    .unwrap();
    let program = "import sys\nfor line in sys.stdin:\n    for own in ('played.log', 'learned.json', 'new.csv'):\n        open(own, 'a').write('x')\n    if '\"turn\"' in line:\n        print('{\"act\": \"stay\"}', flush=True)\n";
    fs::write(bot.join("bot.py"), program).unwrap();
    fs::write(bot.join("learned.json"), "").unwrap();
    fs::write(bot.join("net.bin"), "1").unwrap();
    let play = |games: &str| {
        let args = ["gauntlet", "labyrinth", "./bot", "house:random", "--out", "kept", "--games", games];
        let output = command(folder).args(args).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, err) = play("2");
    assert_eq!(code, Some(0), "{err}");
    assert!(!fs::read(bot.join("learned.json")).unwrap().is_empty(), "it has learned");
    let (code, err) = play("4");
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(kept(&folder.join("kept")).len(), 8, "both play every board alone");
    for (name, text) in [("net.bin", "2"), ("bot.py", "pass")] {
        let before = fs::read(bot.join(name)).unwrap();
        fs::write(bot.join(name), text).unwrap();
        let (code, err) = play("6");
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(&format!("`{name}` of `./bot` has changed since")), "{err}");
        fs::write(bot.join(name), before).unwrap();
    }
    assert_eq!(play("6").0, Some(0), "with the program as it was");
}

#[test]
fn a_gauntlet_on_a_full_disk_tells_what_was_played_and_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let gauntlet = "gauntlet labyrinth house:random house:greedy --out kept --jobs 1 --games";
    // The lines of the matches together outgrow what a file may have, and no record alone does.
    let small = format!("ulimit -f 16; exec {} {gauntlet} 4000", env!("CARGO_BIN_EXE_meydan"));
    let mut shell = Command::new("sh");
    shell.current_dir(folder).env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    let output = shell.args(["-c", &small]).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("the same command goes on with it when this is mended: "), "{err}");
    assert!(out.contains("rating"), "{out}");
    let played = kept(&folder.join("kept")).len();
    assert!(played > 0);
    // Both play every board alone.
    let games = played / 2 + 2;
    let output = command(folder).args(gauntlet.split(' ')).arg(games.to_string()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(kept(&folder.join("kept")).len(), 2 * games);
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
            let pipe = gone.stdin.take().unwrap();
            gone.wait().unwrap();
            Stdio::from(pipe)
        }
        path => Stdio::from(fs::OpenOptions::new().write(true).open(path).unwrap()),
    };
    command(folder.path()).args(args).stdout(sink).output().unwrap()
}

#[test]
fn a_closed_pipe_and_a_full_disk_are_errors_and_never_a_panic() {
    let commands: [&[&str]; 7] = [
        &["doctor"],
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
    assert!(!String::from_utf8_lossy(&output.stdout).contains("side 0"), "a void match has no result");
}

#[test]
fn a_pipe_that_nobody_reads_and_files_that_may_not_grow_are_errors_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    let output =
        command(folder).args(["match", "labyrinth", "house:greedy", "--out", "pipe"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nobody reads from this pipe"));

    let program = env!("CARGO_BIN_EXE_meydan");
    let small = format!("ulimit -f 64; exec {program} match labyrinth 'python3 bot.py x'");
    fs::write(folder.join("bot.py"), BOT).unwrap();
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &small]).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("too large"), "{err}");
}

#[test]
fn a_map_that_cannot_be_written_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("map.txt"), "precious").unwrap();
    let program = env!("CARGO_BIN_EXE_meydan");
    let small =
        format!("ulimit -f 1; exec {program} map labyrinth --rows 200 --cols 200 --walls 2000 --out map.txt");
    let output = Command::new("sh").args(["-c", &small]).current_dir(folder).output().unwrap();
    assert_ne!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(folder.join("map.txt")).unwrap(), "precious");
}
