//! Matches that are followed and played in a terminal or a pipe, and where their time goes.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const GAMES: [&str; 5] = ["labyrinth", "heroes", "gotham", "jungle", "galaxy"];

/// The program with a key of its own, so that no test writes to somebody's home.
fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command
        .current_dir(folder)
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("XDG_STATE_HOME", folder);
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder).args(args).output().unwrap()
}

/// What comes of a game in which these lines are typed, one after another.
fn typed(folder: &Path, args: &[&str], lines: impl AsRef<[u8]>) -> (i32, String, String) {
    let mut child = command(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = lines.as_ref().to_vec();
    // The program may end before it has read everything.
    let typing = std::thread::spawn(move || input.write_all(&lines).is_ok());
    let output = child.wait_with_output().unwrap();
    typing.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What is on every board of a game.
fn sign(game: &str) -> &'static str {
    match game {
        "labyrinth" => "✦",
        "heroes" => "score ",
        "gotham" => "first:",
        "jungle" => "tick ",
        _ => "planets (",
    }
}

#[test]
fn a_match_can_be_watched_in_a_pipe_window_by_window() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let seats: &[&str] = match game {
            "labyrinth" => &["house:random"],
            "galaxy" => &["house:random", "house:random", "house:random"],
            _ => &["house:random", "house:random"],
        };
        let more: &[&str] = if game == "jungle" { &["--set", "ticks=6"] } else { &[] };
        let args = [&["match", game], seats, &["--show", "--seed", "3"], more].concat();
        let shown = text(&run(folder.path(), &args));
        let (boards, windows) = (shown.matches(sign(game)).count(), shown.matches("window ").count());
        assert!(windows > 1 && boards >= windows - 1, "{game}: {boards} boards of {windows} windows");
        assert!(shown.starts_with("window 0, ") && !shown.contains('\u{1b}'), "{game}");
        assert!(shown.contains(&format!("{game} (document) on ")), "the result follows");
    }
}

#[test]
fn a_seats_eyes_see_no_more_than_the_seat() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["match", "heroes", "house:random", "house:random", "--show", "--seed", "3"];
    let all = text(&run(folder.path(), &args));
    let own = text(&run(folder.path(), &[&args[..], &["--eyes", "0"]].concat()));
    assert!(!all.contains("out of sight") && own.contains("out of sight"));
    let output = run(folder.path(), &["match", "heroes", "house:random", "house:random", "--eyes", "0"]);
    assert_eq!(output.status.code(), Some(2), "eyes are for --show");
    let output = run(folder.path(), &[&args[..], &["--eyes", "7"]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && told.contains("there is no seat 7"), "{told}");
}

#[test]
fn every_game_is_played_in_words_and_not_in_json() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["heroes", "gotham", "jungle", "galaxy"] {
        let lines = "help\nnonsense at all\nlist\n1\nundo\nboard\nquit\n";
        let (code, out, err) = typed(folder.path(), &["play", game, "--seed", "3"], lines);
        assert_eq!(code, 0, "{game}: {out}{err}");
        assert!(err.contains("the match was left") && err.contains("--save FILE"), "{err}");
        assert!(out.contains(sign(game)) && out.contains("You are "), "{game}: {out}");
        assert!(out.contains("not understood: ") && out.contains("leave the match"), "{game}: {out}");
        assert!(!out.contains("{\"") && !out.contains('\u{1b}'), "{game}: {out}");
        let wide = out.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{game}");
    }
}

#[test]
fn a_sealed_plan_is_taken_back_or_sent_and_the_score_is_told_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let lines = format!("1\nundo\nundo\nplan\n2\ngo\n{}", "go\n".repeat(400));
    let args = ["play", "jungle", "--seed", "3", "--against", "house:random"];
    let (code, out, err) = typed(folder.path(), &args, &lines);
    assert_eq!(code, 0, "{err}");
    let first = out.split("tick 1 of").next().unwrap();
    for said in
        ["not sent yet: a1 spawn", "taken back", "there is no order to take back", "nothing is waiting"]
    {
        assert!(first.contains(said), "`{said}` is missing in {first}");
    }
    assert!(out.contains("The match is over") && out.contains("  you  "), "{}", out.split_off_last(400));
}

/// The last so many characters.
trait Last {
    fn split_off_last(&self, count: usize) -> String;
}

impl Last for String {
    fn split_off_last(&self, count: usize) -> String {
        self.chars().skip(self.chars().count().saturating_sub(count)).collect()
    }
}

#[test]
fn a_game_that_was_left_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let begin = ["play", "jungle", "--seed", "3", "--against", "house:random", "--save", "mine.trace"];
    let (code, _, err) = typed(folder.path(), &begin, "1\ngo\ngo\ngo\nquit\n");
    assert!(code == 0 && err.contains("play jungle --resume mine.trace.partial"), "{err}");
    let (code, _, err) = typed(folder.path(), &begin, "quit\n");
    assert!(code == 2 && err.contains("is there already"), "nothing is written over: {err}");
    let (code, out, _) = typed(folder.path(), &["play", "jungle", "--resume", "mine.trace"], "go\nquit\n");
    assert!(code == 0 && out.contains("tick 3 of") && !out.contains("tick 2 of"), "{out}");
    let rest = "go\n".repeat(400);
    let (code, out, err) = typed(folder.path(), &["play", "jungle", "--resume", "mine.trace.partial"], &rest);
    assert!(code == 0 && out.contains("trace in mine.trace"), "{err}");
    assert!(text(&run(folder.path(), &["verify", "mine.trace"])).contains("play again as recorded"));
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["mine.trace"], "nothing else is left behind");
    let (code, _, err) = typed(folder.path(), &["play", "heroes", "--resume", "mine.trace"], "");
    assert!(code == 2 && err.contains("it is over"), "{err}");
    let (code, _, err) = typed(folder.path(), &["play", "galaxy", "--resume", "none"], "");
    assert!(code == 2 && err.contains("there is no saved match none"), "{err}");
}

#[test]
fn a_game_against_a_bot_of_ones_own_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let go = |args: &[&str], lines: &str| typed(folder.path(), &[&["play", "jungle"], args].concat(), lines);
    std::fs::write(folder.path().join("quick.py"), QUICK).unwrap();
    let begin = ["--seed", "3", "--against", "python3 quick.py", "--save", "mine.trace"];
    let (code, _, err) = go(&begin, "quit\n");
    assert!(code == 0 && err.contains("left before its first window was over"), "{err}");
    let (code, _, err) = go(&begin, "go\ngo\nquit\n");
    let on = "meydan play jungle --resume mine.trace.partial --against 'python3 quick.py'";
    assert!(code == 0 && err.contains(on), "{err}");
    let (code, _, err) = go(&["--resume", "mine.trace"], "quit\n");
    assert!(code == 2 && err.contains("name it once more with --against"), "{err}");
    let (code, out, err) = go(&["--resume", "mine.trace", "--against", "python3 quick.py"], "go\nquit\n");
    assert!(code == 0 && out.contains("tick 2 of") && err.contains(on), "{out}{err}");
}

const QUICK: &str = "import json, sys
for line in sys.stdin:
    if json.loads(line)['type'] == 'turn':
        print(json.dumps({'act': {'orders': []}}), flush=True)
";

const BOT: &str = "import json, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] == 'turn':
        time.sleep(1 if told['window'] == 3 else 0)
        print('\\x1b[2Jhello', file=sys.stderr)
        print(json.dumps({'act': {'orders': []}}), flush=True)
";

#[test]
fn time_is_told_apart_and_the_slowest_windows_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), BOT).unwrap();
    let seats = ["match", "jungle", "python3 bot.py", "house:random", "--seed", "3", "--set", "ticks=8"];
    let args = [&seats[..], &["--clock", "100x", "--profile"]].concat();
    let told = text(&run(folder.path(), &args));
    for word in ["start-up ", "thinking ", "transport ", "engine ", "first answer after ", "slowest: window "]
    {
        assert!(told.contains(word), "`{word}` is missing in {told}");
    }
    let json: Value =
        serde_json::from_str(&text(&run(folder.path(), &[&args[..], &["--json"]].concat()))).unwrap();
    let slowest = json["slowest"].as_array().unwrap();
    let own: Vec<u64> = slowest.iter().map(|slow| slow["window"].as_u64().unwrap()).collect();
    assert!(own.len() == 3 && own.contains(&3), "of the program alone: {json}");
    let micros: Vec<u64> = slowest.iter().map(|slow| slow["micros"].as_u64().unwrap()).collect();
    assert!(micros.is_sorted_by(|one, next| one >= next), "the slowest of all comes first: {micros:?}");
    assert_eq!(micros[0], json["times"][0]["longest_us"].as_u64().unwrap());
    let profile = &json["profile"];
    for key in ["start_us", "played_us", "thinking_us", "transport_us", "engine_us"] {
        assert!(profile[key].as_u64() > Some(0), "{key}: {profile}");
    }
    let seat = &profile["seats"][0];
    assert!(seat["name"] == "bot.py" && seat["first_us"].as_u64() > Some(0), "{profile}");
    let (thinking, transport) = (seat["thinking_us"].as_u64(), seat["transport_us"].as_u64());
    assert!(thinking > Some(1_000_000) && transport > Some(0) && transport < thinking, "{profile}");
    assert!(profile["seats"][1]["first_us"].is_null(), "a house bot has no start-up");
    let without: Value = serde_json::from_str(&text(&run(
        folder.path(),
        &["match", "jungle", "house:random", "house:random", "--set", "ticks=2", "--json"],
    )))
    .unwrap();
    assert!(without["profile"].is_null(), "nobody asked");
    let house = text(&run(folder.path(), &["match", "jungle", "house:random", "house:random", "--profile"]));
    assert!(house.contains("thinking ") && house.contains("engine "), "{house}");
}

#[test]
fn a_window_of_garbage_is_among_the_slowest_with_the_time_that_it_took() {
    let folder = tempfile::tempdir().unwrap();
    let bot = "import json, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] == 'turn':
        if told['window'] == 2:
            time.sleep(1)
        print(json.dumps({'act': {'nonsense': []} if told['window'] > 1 else {'orders': []}}), flush=True)
        if told['window'] > 1:
            print(json.dumps({'window': told['window'], 'done': True}), flush=True)
";
    std::fs::write(folder.path().join("bot.py"), bot).unwrap();
    let args = ["match", "jungle", "python3 bot.py", "house:random", "--seed", "3", "--set", "ticks=4"];
    let args = [&args[..], &["--clock", "100x", "--json"]].concat();
    let json: Value = serde_json::from_str(&text(&run(folder.path(), &args))).unwrap();
    let (slowest, times) = (&json["slowest"], &json["times"][0]);
    assert_eq!(slowest[0]["micros"], times["longest_us"], "{slowest} {times}");
    assert!(slowest.as_array().unwrap().iter().any(|slow| slow["window"] == 2), "{slowest}");
}

#[test]
fn the_last_words_of_a_talkative_bot_are_told_however_much_it_said_before() {
    let folder = tempfile::tempdir().unwrap();
    // More than a window keeps at once, then more than a match keeps.
    let bot = "import json, sys
rounds, lines = int(sys.argv[1]), int(sys.argv[2])
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] == 'turn':
        sys.stderr.write('a line of forty letters and a few more\\n' * lines)
        if told['window'] == rounds:
            raise ValueError('why it broke')
        print(json.dumps({'act': 'stay'}), flush=True)
";
    std::fs::write(folder.path().join("bot.py"), bot).unwrap();
    for bot in ["python3 bot.py 0 9000", "python3 bot.py 30 1500"] {
        let args = ["match", "labyrinth", bot, "--seed", "3", "--clock", "100x", "--out", "m.trace"];
        let output = run(folder.path(), &args);
        let told = text(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("    | ValueError: why it broke\n"), "{told}");
        assert!(told.contains("exception: seat 0, window "), "{told}");
        assert!(told.contains("the record has it beside the windows: meydan view m.trace"), "{told}");
        assert!(
            text(&run(folder.path(), &["reel", "m.trace"])).contains("why it broke"),
            "it is in the record"
        );
    }
}

#[test]
fn what_rerun_finds_is_there_for_programs_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), "import sys\nsys.exit('no')\n").unwrap();
    let play = ["match", "labyrinth", "house:random", "--seed", "3", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    let output =
        run(folder.path(), &["rerun", "m.trace", "--seat", "0", "--json", "--", "python3", "bot.py"]);
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["windows"], &told["differing"]), (&1.into(), &1.into()), "{told}");
    assert!(told["error"].as_str().unwrap().contains("exit code 1"), "{told}");
    let met = &told["met"][0];
    assert!(met["same"] == false && met["then"].is_array() && met["stderr"] == "no\n", "{met}");
}

#[test]
fn nothing_that_strangers_write_steers_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), BOT).unwrap();
    let seats = ["match", "jungle", "python3 bot.py", "house:random", "--set", "ticks=4"];
    let name = ["--name", "0=\u{1b}]0;owned\u{7}", "--out", "m.trace"];
    let map: String = text(&run(folder.path(), &["map", "galaxy", "--seed", "1"]));
    let map = map.replacen('{', "{\"name\": \"\\u001b[31mred\", ", 1);
    std::fs::write(folder.path().join("odd.json"), map).unwrap();
    let galaxy =
        ["match", "galaxy", "house:random", "house:random", "house:random", "--map", "odd.json", "--show"];
    for args in [[&seats[..], &name].concat(), [&seats[..], &["--show"]].concat(), galaxy.to_vec()] {
        let output = run(folder.path(), &args);
        let said = [output.stdout, output.stderr].concat();
        assert!(!said.contains(&0x1b) && !said.contains(&7), "{args:?}: {}", String::from_utf8_lossy(&said));
    }
    // A trace has what bots wrote, and those who print it print signs.
    for args in [&["rerun", "m.trace", "--seat", "0", "--", "python3", "bot.py"][..], &["verify", "m.trace"]]
    {
        let output = run(folder.path(), args);
        let said = [output.stdout, output.stderr].concat();
        assert!(!said.contains(&0x1b), "{args:?}: {}", String::from_utf8_lossy(&said));
    }
}

#[test]
fn recorded_silence_is_met_with_silence_and_unknown_acts_with_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    let silent = "sh -c 'cat >/dev/null'";
    let args = [
        "match",
        "jungle",
        silent,
        "house:random",
        "--set",
        "ticks=2",
        "--clock",
        "0.1x",
        "--out",
        "s.trace",
    ];
    assert!(run(folder.path(), &args).status.success());
    let again =
        text(&run(folder.path(), &["rerun", "s.trace", "--seat", "0", "--", "sh", "-c", "cat >/dev/null"]));
    assert!(again.contains("window 1: silent, as recorded"), "{again}");
    assert!(again.contains("2 windows, 0 with other acts"), "{again}");

    // In the labyrinth an act that is none costs the window; whoever waits for the next one must get it.
    let bot = "import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] == 'turn':
        print('was told' if told.get('errors') else 'nothing', file=sys.stderr, flush=True)
        print(json.dumps({'act': 'fly' if told['window'] < 4 else 'stay'}), flush=True)
";
    std::fs::write(folder.path().join("fly.py"), bot).unwrap();
    let args =
        ["match", "labyrinth", "python3 fly.py", "--seed", "3", "--set", "max_rounds=6", "--out", "f.trace"];
    assert!(run(folder.path(), &[&args[..], &["--clock", "off"]].concat()).status.success());
    let output = run(folder.path(), &["rerun", "f.trace", "--seat", "0", "--", "python3", "fly.py"]);
    let again = text(&output);
    assert!(
        again.matches("`\"fly\"` is not an act of this game").count() == 4
            && again.contains(", 0 with other"),
        "{again}"
    );
    // And in the next window it hears of each of them, as in the match.
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(err.matches("was told").count(), 4, "{err}");
    let one = ["rerun", "f.trace", "--seat", "0", "--from", "1", "--to", "1", "--", "python3", "fly.py"];
    assert!(text(&run(folder.path(), &one)).contains("1 window, 0 with other"));
}

#[test]
fn a_bot_that_does_not_come_to_the_socket_is_missed_after_some_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["match", "labyrinth", "house:random", "--seed", "3", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    let again = |seconds: &str| {
        let bot = ["--", "sleep", seconds];
        let output =
            run(folder.path(), &[&["rerun", "m.trace", "--seat", "0", "--terminal"][..], &bot].concat());
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let err = again("7");
    assert!(err.contains("no bot has come to 127.0.0.1:") && err.contains("MEYDAN_SOCKET itself"), "{err}");
    assert!(!again("0").contains("yet"));
}

#[test]
fn a_gauntlet_without_a_clock_says_for_whom_it_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = command(folder.path())
        .args(["gauntlet", "labyrinth", "sleep 100", "house:random", "--games", "2", "--clock", "off"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let told =
        lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("still waiting for seat 0 (sleep)")));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(told.is_some());
}

/// A bot that comes to the socket and says when it is interrupted.
const STOPPED: &str = r#"
import json, os, signal, socket
host, port = os.environ["MEYDAN_SOCKET"].split(":")
seen = []
signal.signal(signal.SIGINT, lambda *_: print("stopped after window", seen[-1], flush=True))
wire = socket.create_connection((host, int(port))).makefile("rw")
for line in wire:
    told = json.loads(line)
    if told["type"] == "turn":
        seen.append(told["window"])
        wire.write(json.dumps({"act": "stay"}) + "\n")
        wire.flush()
"#;

#[test]
fn a_debugger_can_be_stopped_before_a_window() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("stay.py"), STOPPED).unwrap();
    let play = ["match", "labyrinth", "house:random", "--seed", "3", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    let again = ["rerun", "m.trace", "--seat", "0", "--stop", "1", "--", "python3"];
    let (_, out, err) = typed(folder.path(), &[&again[..], &["-m", "pdb", "stay.py"]].concat(), "c\nq\n");
    assert!(out.contains("stopped after window 0"), "{out}{err}");
    assert!(err.contains("the bot is interrupted before window 1"), "{err}");
    // What is not met cannot be stopped at; the next window can.
    let stops = |from: &str, stop: &str| {
        let bot = ["--terminal", "--", "python3", "stay.py"];
        let scope = ["rerun", "m.trace", "--seat", "0", "--from", from, "--stop", stop];
        String::from_utf8(run(folder.path(), &[&scope[..], &bot].concat()).stderr).unwrap()
    };
    let err = stops("1", "0");
    assert!(err.contains("window 0 lies before --from 1; seat 0 stops in window 1"), "{err}");
    assert!(err.contains("under no debugger that would stop it before window 1"), "{err}");
    let err = stops("0", "90000");
    assert!(err.contains("seat 0 is not asked in window 90000 or later, so it was not stopped"), "{err}");
    // Under no debugger an interrupt would end it.
    let alone = ["rerun", "m.trace", "--seat", "0", "--terminal", "--stop", "1", "--", "python3", "stay.py"];
    let output = run(folder.path(), &alone);
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!out.contains("stopped after") && out.contains(" windows, "), "{out}{err}");
    assert!(err.contains("is under no debugger that would stop it before window 1"), "{err}");
}

#[test]
fn a_bot_is_stopped_in_its_next_window_where_its_seat_is_not_asked() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("stay.py"), STOPPED.replace("\"act\": \"stay\"", "\"done\": True"))
        .unwrap();
    // The seats take turns.
    let play = [
        "match",
        "galaxy",
        "house:random",
        "house:random",
        "house:random",
        "--seed",
        "3",
        "--out",
        "m.trace",
    ];
    assert!(run(folder.path(), &play).status.success());
    let stops = |stop: &str| {
        let again = ["rerun", "m.trace", "--seat", "0", "--to", "12", "--stop", stop];
        let again = [&again[..], &["--terminal", "--", "python3", "stay.py"]].concat();
        String::from_utf8(run(folder.path(), &again).stderr).unwrap()
    };
    let told: Vec<String> = ["3", "4", "5"].map(stops).into();
    let other = |err: &String| {
        err.contains("seat 0 is not asked in window ") && err.contains("; it stops in window ")
    };
    assert_eq!(told.iter().filter(|err| other(err)).count(), 2, "{told:?}");
}

#[test]
fn a_kit_that_an_interrupt_would_end_stops_itself_and_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["new", "labyrinth", "javascript", "mine"]).status.success());
    let play = ["match", "labyrinth", "house:random", "--seed", "3", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    let again =
        ["rerun", "m.trace", "--seat", "0", "--terminal", "--stop", "1", "--", "node", "mine/main.js"];
    let output = run(folder.path(), &again);
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("the kit comes to its `debugger` statement before window 1"), "{err}");
    assert!(out.contains("2 windows, ") && !err.contains("is gone"), "{out}{err}");
}

#[test]
fn faults_that_are_not_kept_are_not_taken_for_none() {
    let folder = tempfile::tempdir().unwrap();
    // Every act is none, and costs its window.
    let bot = r#"while read line; do case $line in *'"type":"turn"'*) echo '{"act":"fly"}' ;; esac; done"#;
    std::fs::write(folder.path().join("fly.sh"), bot).unwrap();
    let args = ["match", "labyrinth", "sh fly.sh", "--seed", "3", "--clock", "off", "--show"];
    let out = text(&run(folder.path(), &args));
    assert!(out.contains(", 99 faults\n"), "{out}");
    assert!(out.contains(", 100 faults or more\n") && !out.contains(", 100 faults\n"), "{out}");
}

#[test]
fn a_debugger_has_the_terminal_without_being_asked() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["new", "labyrinth", "python", "mine"]).status.success());
    let play = ["match", "labyrinth", "./mine", "--seed", "3", "--clock", "off", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    let pdb = ["python3", "-m", "pdb", "mine/main.py"];
    let again = [&["rerun", "m.trace", "--seat", "0", "--"], &pdb[..]].concat();
    let (code, out, err) = typed(folder.path(), &again, "c\nq\n");
    assert!(code == 0 && out.contains(", 0 with other acts than recorded"), "{out}{err}");
    let refused = |args: &[&str]| {
        let output = run(folder.path(), args);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let err = refused(&[&["rerun", "m.trace", "--seat", "0", "--json", "--"], &pdb[..]].concat());
    assert!(err.contains("leave out --json"), "{err}");
    let err = refused(&["rerun", "m.trace", "--seat", "0", "--stop", "3", "--", "python3", "mine/main.py"]);
    assert!(err.contains("add --terminal"), "{err}");
    let err = refused(&["match", "labyrinth", &pdb.join(" ")]);
    assert!(err.contains("socket:7780"), "{err}");
}

#[test]
fn a_bot_of_another_mind_does_not_drown_the_debugger() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("stay.py"), STOPPED).unwrap();
    let play = ["match", "labyrinth", "house:solver", "--seed", "3", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    // Whoever leaves the debugger sees the rest: its last word comes before them.
    let bot = "python3 stay.py; echo left";
    let again = ["rerun", "m.trace", "--seat", "0", "--terminal", "--", "sh", "-c", bot];
    let out = String::from_utf8(run(folder.path(), &again).stdout).unwrap();
    let (beside, later) = out.split_once("left\n").unwrap();
    assert_eq!(beside.matches("now \"stay\"").count() + beside.matches("now [\"stay\"]").count(), 5, "{out}");
    assert!(beside.contains("listed when you leave the debugger"), "{out}");
    assert!(later.starts_with("window 5: ") && later.contains("\n7 windows, 7 with other acts"), "{out}");
}

#[test]
fn whoever_leaves_the_debugger_leaves_the_match_and_the_bot_does_not_play_on() {
    let folder = tempfile::tempdir().unwrap();
    for (game, seats) in [("labyrinth", &["./labyrinth"][..]), ("jungle", &["./jungle", "house:random"])] {
        assert!(run(folder.path(), &["new", game, "python", game]).status.success());
        let bot = std::fs::read_to_string(folder.path().join(game).join("bot.py")).unwrap();
        // Behind its line of documentation, counted from 1.
        let turn = bot.lines().position(|line| line.contains("def turn(")).unwrap() + 3;
        let play =
            [&["match", game], seats, &["--seed", "3", "--clock", "100x", "--out", "m.trace"]].concat();
        assert!(run(folder.path(), &play).status.success());
        let main = format!("{game}/main.py");
        let again = ["rerun", "m.trace", "--seat", "0", "--terminal", "--", "python3", "-m", "pdb", &main];
        let (code, out, err) = typed(folder.path(), &again, format!("tbreak bot.py:{turn}\nc\nq\n"));
        assert!(code == 1 && err.contains("the bot is gone in window 0"), "{game}: {out}{err}");
    }
}

#[test]
fn a_crash_under_rerun_shows_what_the_bot_said_and_does_not_blame_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let bot = "import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] == 'turn':
        if told['window'] == 1:
            raise ValueError('boom')
        print(json.dumps({'act': 'stay'}), flush=True)
";
    std::fs::write(folder.path().join("crash.py"), bot).unwrap();
    let play =
        ["match", "labyrinth", "python3 crash.py", "--seed", "3", "--clock", "off", "--out", "a match"];
    let told = text(&run(folder.path(), &play));
    let line = "what ended it, once more: meydan rerun 'a match' --seat 0 -- python3 crash.py\n";
    assert!(told.ends_with(line), "{told}");
    assert!(run(folder.path(), &["new", "labyrinth", "python", "my bot"]).status.success());
    std::fs::write(folder.path().join("my bot/main.py"), bot).unwrap();
    let play = ["match", "labyrinth", "./my bot", "--seed", "3", "--clock", "off", "--out", "b.trace"];
    let told = text(&run(folder.path(), &play));
    assert!(told.ends_with("meydan rerun b.trace --seat 0 -- './my bot'\n"), "{told}");
    let play = ["match", "labyrinth", "house:random", "--seed", "3", "--out", "m.trace"];
    let told = text(&run(folder.path(), &play));
    assert!(!told.contains("once more"), "nobody has ended: {told}");
    let output = run(folder.path(), &["rerun", "m.trace", "--seat", "0", "--", "python3", "crash.py"]);
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(err.contains("ValueError: boom"), "{err}");
    assert!(err.contains("the bot is gone in window 1: it ended with exit code 1"), "{err}");
    assert!(!err.contains("m.trace"), "the record is as it should be: {err}");
    assert!(out.contains("2 windows, "), "{out}");
}

#[test]
fn what_a_bot_says_after_the_match_is_told_and_a_crash_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let bot = "import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] == 'turn':
        print(json.dumps({'act': 'stay'}), flush=True)
    if told['type'] == 'end':
        print('so long', file=sys.stderr)
        sys.exit(int(sys.argv[1]))
";
    std::fs::write(folder.path().join("end.py"), bot).unwrap();
    let play = ["match", "labyrinth", "python3 end.py 0", "--seed", "3", "--clock", "off"];
    let play = [&play[..], &["--set", "max_rounds=3", "--out", "m.trace"]].concat();
    assert!(run(folder.path(), &play).status.success());
    // Also where not all windows are met: it says as much after the last one.
    for (code, crashed, last) in [("0", false, "2"), ("4", true, "2"), ("0", false, "1"), ("4", true, "1")] {
        let again = ["rerun", "m.trace", "--seat", "0", "--to", last, "--", "python3", "end.py", code];
        let output = run(folder.path(), &again);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(i32::from(crashed)), "{err}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().contains("3 windows, "), last == "2");
        assert!(err.contains("so long"), "{err}");
        let broke = "broke down after them: it ended with exit code 4 after the match";
        assert_eq!(err.contains(broke), crashed, "{err}");
        let output = run(folder.path(), &[&["rerun", "--json"], &again[1..]].concat());
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["after"], "so long\n", "{told}");
        assert_eq!(told["error"].is_null(), !crashed, "{told}");
    }
}

#[test]
fn a_bot_that_does_not_answer_is_told_and_not_waited_for_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["match", "labyrinth", "house:random", "--seed", "3", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    for (bot, instead) in
        [("cat >/dev/null", None), ("echo hello; cat >/dev/null", Some("`hello` is not a message"))]
    {
        // Long enough for a shell to start on a busy machine.
        let again = ["rerun", "m.trace", "--seat", "0", "--wait", "12", "--", "sh", "-c", bot];
        let output = run(folder.path(), &again);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(err.contains("window 0: the bot is waited for since "), "{err}");
        assert!(err.contains("the bot has not ended its turn in window 0 within 12 s; --wait"), "{err}");
        assert_eq!(err.contains("what came instead: "), instead.is_some(), "{err}");
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(instead.is_none_or(|said| err.contains(said) && out.contains(said)), "{out}{err}");
        assert!(out.contains("1 window, "), "{out}");
    }
}

#[test]
fn rerun_says_when_no_window_lies_there() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["match", "labyrinth", "house:random", "--seed", "3", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    let output = run(
        folder.path(),
        &["rerun", "m.trace", "--seat", "0", "--from", "9000", "--", "sh", "-c", "cat >/dev/null"],
    );
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("nothing was compared") && err.contains("--from"), "{err}");
}

#[test]
fn a_folder_has_the_terminal_as_any_command() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine");
    std::fs::create_dir(&mine).unwrap();
    std::fs::write(mine.join("stay.py"), STOPPED).unwrap();
    let manifest = "game = \"labyrinth\"\nlanguage = \"python\"\nname = \"mine\"\nbuild = \"echo made > made\"\nstart = \"python3 stay.py\"\n";
    std::fs::write(mine.join("meydan.toml"), manifest).unwrap();
    let play = ["match", "labyrinth", "house:random", "--seed", "3", "--out", "m.trace"];
    assert!(run(folder.path(), &play).status.success());
    let again = ["rerun", "m.trace", "--seat", "0", "--terminal", "--"];
    let output = run(folder.path(), &[&again[..], &["./mine"]].concat());
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(out.contains(" windows, "), "{out}{err}");
    assert!(mine.join("made").is_file(), "it is built first");
    let output = run(folder.path(), &[&again[..], &["python3", "-m", "pdb", "./mine"]].concat());
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && err.contains("python3 stay.py"), "{err}");
    let output = run(folder.path(), &[&again[..], &["house:random"]].concat());
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && err.contains("leave out --terminal"), "{err}");
}

#[test]
fn bytes_that_are_no_text_are_not_understood_and_nobody_leaves() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let (code, out, _) =
            typed(folder.path(), &["play", game, "--seed", "3"], b"\xff\xfe up\nhelp\nquit\n");
        // `quit` is the same everywhere.
        assert_eq!(code, 0, "{game}: {out}");
        assert!(out.to_lowercase().contains("not understood"), "{game}: {out}");
        assert!(out.contains("quit"), "{game}: help was still read: {out}");
    }
}

#[test]
fn a_refused_order_costs_no_turn() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "attack 0 1\nattack 0 1\nlist\nquit\n";
    let (_, out, err) = typed(folder.path(), &["play", "galaxy", "--seed", "3"], lines);
    assert_eq!(out.matches("refused: ").count(), 2, "{out}{err}");
    let turns: std::collections::BTreeSet<&str> = out
        .lines()
        .filter(|line| line.starts_with("turn "))
        .map(|line| line.split(',').next().unwrap())
        .collect();
    assert_eq!(turns.len(), 1, "{turns:?}");
}

#[test]
fn a_name_is_not_empty_and_does_not_turn_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["match", "labyrinth", "house:random", "--seed", "3", "--name"];
    let output = run(folder.path(), &[&args[..], &["0="]].concat());
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && err.contains("the name is empty"), "{err}");
    let told = text(&run(folder.path(), &[&args[..], &["0=ab\u{202e}cd\u{2067}"]].concat()));
    assert!(told.contains("ab\u{FFFD}cd\u{FFFD}"), "{told}");
    let shown = text(&run(folder.path(), &[&args[..], &["0=ab\u{202e}cd", "--show"]].concat()));
    assert!(!shown.contains('\u{202e}'), "{shown}");
}

#[test]
fn an_early_death_is_taken_for_a_client_only_where_it_speaks_of_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let said = |seat: &str| {
        let output = run(folder.path(), &["match", "jungle", seat, "house:random", "--set", "ticks=2"]);
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(!said("sh -c 'echo ValueError: boom >&2; exit 3'").contains("wire:"));
    assert!(said("sh -c 'echo Connection refused >&2; exit 3'").contains("start it with `wire:"));
}

#[test]
fn a_build_without_a_folder_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["build", "nowhere"]);
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && err.contains("no folder `nowhere`"), "{err}");
    assert!(err.contains("meydan new GAME LANGUAGE nowhere"), "{err}");
}

#[test]
fn help_tells_the_defaults_of_its_own_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = |command: &str| {
        text(&run(folder.path(), &[command, "--help"])).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let gauntlet = help("gauntlet");
    assert!(gauntlet.contains("[default: all maps of the game in turn]"), "{gauntlet}");
    assert!(gauntlet.contains("the next ones have the next [default: 1]"), "{gauntlet}");
    assert!(
        !gauntlet.contains("[default: drawn]") && !gauntlet.contains("the game's first map"),
        "{gauntlet}"
    );
    assert!(help("dev").contains("the same in every match [default: 1]"));
    assert!(help("match").contains("[default: drawn]"));
}
