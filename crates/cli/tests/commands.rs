//! The command line as people and programs meet it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn meydan(args: &[&str]) -> Output {
    command().args(args).output().unwrap()
}

/// The program with a key of its own, so that no test writes to somebody's home.
fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

fn json(args: &[&str]) -> Value {
    let output = meydan(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The exit code and what it said on stderr, which must be one line.
fn error(args: &[&str]) -> (i32, String) {
    let output = meydan(args);
    let text = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text.trim_end().to_owned())
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn games_are_listed_with_what_other_programs_rely_on() {
    let games = json(&["games", "--json"]);
    let games = games.as_array().unwrap();
    assert!(!games.is_empty());
    for game in games {
        for key in ["name", "seats", "maps", "rulesets", "clocks", "house_bots"] {
            assert!(game.get(key).is_some(), "{key} is missing in {game}");
        }
        assert!(!game["maps"].as_array().unwrap().is_empty(), "{} has no map", game["name"]);
        assert!(!game["house_bots"].as_array().unwrap().is_empty(), "{} has no house bot", game["name"]);
    }
}

#[test]
fn every_house_bot_of_every_game_plays_a_match_that_replays() {
    for game in json(&["games", "--json"]).as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        for bot in game["house_bots"].as_array().unwrap() {
            let folder = tempfile::tempdir().unwrap();
            let trace = folder.path().join("match.trace");
            let trace = trace.to_str().unwrap();
            let bot = format!("house:{}", bot.as_str().unwrap());
            let mut args = vec!["match", name];
            args.extend(std::iter::repeat_n(bot.as_str(), game["seats"]["least"].as_u64().unwrap() as usize));
            args.extend(["--seed", "7", "--json", "--out", trace]);
            let played = json(&args);
            assert_eq!(played["faults"], Value::Array(Vec::new()), "{name} {bot}");
            let verified = json(&["verify", trace, "--json"]);
            assert_eq!(verified["ok"], true, "{name} {bot}");
            assert_eq!(verified["final_hash"], played["final_hash"], "{name} {bot}");
            assert_eq!(verified["windows"], played["windows"], "{name} {bot}");
        }
    }
}

#[test]
fn the_same_seed_and_bots_give_the_same_hash() {
    let hash =
        || json(&["match", "labyrinth", "house:random", "--seed", "11", "--json"])["final_hash"].clone();
    assert_eq!(hash(), hash());
    let other = json(&["match", "labyrinth", "house:random", "--seed", "12", "--json"])["final_hash"].clone();
    assert_ne!(hash(), other, "another seed gives another match");
}

#[test]
fn a_match_reports_what_other_programs_rely_on() {
    let played = json(&["match", "labyrinth", "house:greedy", "--map", "course", "--seed", "3", "--json"]);
    let wanted = [
        "ends",
        "faults",
        "final_hash",
        "game",
        "map",
        "outcome",
        "profile",
        "ruleset",
        "seed",
        "slowest",
        "standings",
        "stderr",
        "times",
        "told",
        "trace",
        "windows",
    ];
    assert_eq!(keys(&played), wanted);
    for key in ["seat", "side", "rank", "score"] {
        assert!(played["standings"][0].get(key).is_some(), "{key} is missing");
    }
}

#[test]
fn errors_are_one_sentence_with_what_to_do_and_an_exit_code() {
    let (code, text) = error(&["match", "chess", "house:greedy"]);
    assert_eq!(code, 2);
    assert!(
        text.starts_with("meydan: there is no game `chess`; the games are") && !text.contains('\n'),
        "{text}"
    );
    let (code, text) = error(&["match", "labyrinth", "house:deep-blue"]);
    assert_eq!(code, 2);
    assert!(text.contains("it has random, greedy, scout, solver"), "{text}");
    let (code, text) = error(&["match", "labyrinth", "house:greedy", "--map", "atlantis"]);
    assert_eq!(code, 2);
    assert!(text.contains("`labyrinth` has no map `atlantis`; it has course, "), "{text}");
    let (code, text) = error(&["match", "labyrinth", "house:greedy", "--ruleset", "official"]);
    assert_eq!(code, 2);
    assert!(text.contains("it has document"), "{text}");
    let (code, text) = error(&["match", "labyrinth", "no-such-program"]);
    assert_eq!(code, 2);
    assert!(text.contains("`no-such-program` is neither a file nor a program"), "{text}");
    let (code, text) = error(&["match", "labyrinth", "Cargo.toml"]);
    assert_eq!(code, 2);
    assert!(text.contains("for the file of that name in this folder write `./Cargo.toml`"), "{text}");
    let (code, text) = error(&["match", "labyrinth", "src"]);
    assert!(code == 2 && text.contains("`src` is a folder"), "{text}");
    let (code, text) = error(&["match", "labyrinth", "house:greedy", "--name", "mine"]);
    assert!(code == 2 && text.contains("write for instance 0=mine"), "{text}");
    let (code, text) = error(&["match", "labyrinth", "house:greedy", "house:greedy"]);
    assert!(code == 2 && text.contains("2 seats cannot lead the runners of this board; give one"), "{text}");
    let (code, text) = error(&["play", "jungle", "--resume", "Cargo.toml"]);
    assert_eq!((code, text.matches(" cannot be ").count()), (2, 1), "said once: {text}");
    let (code, text) = error(&["match", "jungle", "house:random", "house:random", "--map", "Cargo.toml"]);
    assert_eq!((code, text.matches(" cannot be ").count()), (2, 1), "said once: {text}");
    let (code, text) =
        error(&["gauntlet", "labyrinth", "house:random", "python3 no-such.py", "--games", "2"]);
    assert_eq!(code, 2);
    assert!(text.starts_with("meydan: there is no script `no-such.py`"), "before anything is played: {text}");
    let (code, text) =
        error(&["gauntlet", "jungle", "house:random", "house:collector", "house:nobody", "--games", "2"]);
    assert_eq!(code, 2);
    assert!(
        text.starts_with("meydan: `jungle` has no house bot `nobody`"),
        "before anything is played: {text}"
    );
    let (code, text) = error(&["match", "labyrinth", "wire"]);
    assert_eq!(code, 2);
    assert!(text.contains("no original server"), "{text}");
    let (code, text) = error(&["host", "labyrinth"]);
    assert_eq!(code, 2);
    assert!(text.contains("meydan play"), "{text}");
}

#[test]
fn wrong_usage_is_exit_code_two() {
    assert_eq!(error(&["match"]).0, 2);
    assert_eq!(error(&["match", "labyrinth", "house:greedy", "--clock", "fast"]).0, 2);
    assert_eq!(error(&["match", "labyrinth", "house:greedy", "--seed", "many"]).0, 2);
    assert_eq!(error(&["frobnicate"]).0, 2);
    assert_eq!(error(&["play", "labyrinth", "--board", "nope"]).0, 2);
    let mut bad = tempfile::NamedTempFile::new().unwrap();
    bad.write_all(b"no board").unwrap();
    assert_eq!(error(&["play", "labyrinth", "--board", bad.path().to_str().unwrap()]).0, 2);
    assert_eq!(error(&["map", "labyrinth", "--rows", "1"]).0, 2);
    assert_eq!(error(&["gauntlet", "labyrinth", "house:random", "house:greedy", "--games", "0"]).0, 2);
    let (code, text) = error(&["play", "labyrinth", "--rows", "0"]);
    assert_eq!((code, text.matches("is not possible").count()), (2, 1), "said once: {text}");
    assert_eq!(meydan(&["--help"]).status.code(), Some(0));
    assert_eq!(meydan(&["--version"]).status.code(), Some(0));
}

#[test]
fn a_damaged_a_foreign_and_a_cut_trace_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let whole = path("whole");
    json(&["match", "labyrinth", "house:random", "--map", "crowd", "--seed", "2", "--json", "--out", &whole]);
    let bytes = std::fs::read(&whole).unwrap();

    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    std::fs::write(path("damaged"), damaged).unwrap();
    let output = meydan(&["verify", &path("damaged")]);
    let said =
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("damaged") || said.contains("cut off") || said.contains("hash"), "{said}");

    std::fs::write(path("foreign"), "not ours").unwrap();
    let (code, text) = error(&["verify", &path("foreign")]);
    assert!(code == 1 && text.contains("not a Meydan trace"), "{text}");

    std::fs::write(path("newer"), "meydan-trace 99\n").unwrap();
    let (code, text) = error(&["verify", &path("newer")]);
    assert!(code == 1 && text.contains("update Meydan"), "{text}");

    std::fs::write(path("cut"), &bytes[..bytes.len() - 20]).unwrap();
    let cut = meydan(&["verify", &path("cut"), "--json"]);
    assert_eq!(cut.status.code(), Some(3));
    let cut: Value = serde_json::from_slice(&cut.stdout).unwrap();
    assert!(cut["ok"] == false && cut["consistent"] == true && cut["complete"] == false, "{cut}");

    // A record of the first version was never signed: it is consistent and complete, and somebody's claim.
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../catalog/tests/fixtures/v1/labyrinth-document.trace");
    let unsigned = meydan(&["verify", old, "--json"]);
    assert_eq!(unsigned.status.code(), Some(4));
    let unsigned: Value = serde_json::from_slice(&unsigned.stdout).unwrap();
    assert!(
        unsigned["ok"] == false && unsigned["complete"] == true && unsigned["skipped"] == 0,
        "{unsigned}"
    );
    assert!(unsigned["error"].as_str().unwrap().contains("it is not signed"), "{unsigned}");
    assert_eq!(meydan(&["verify", old, "--unsigned"]).status.code(), Some(0));

    let (code, text) = error(&["verify", &path("missing")]);
    assert!(code == 1 && text.contains("cannot open"), "{text}");
}

#[test]
fn an_earlier_trace_survives_a_match_that_cannot_start() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("kept.trace");
    std::fs::write(&out, "precious").unwrap();
    let (code, _) = error(&["match", "labyrinth", "no-such-program", "--out", out.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "precious");
    assert_eq!(files(folder.path()), ["kept.trace"], "nothing half written is left behind");
}

fn files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.to_str().unwrap().to_owned()).collect()
}

#[test]
fn a_gauntlet_rates_the_stronger_bot_higher() {
    let rated = json(&[
        "gauntlet",
        "labyrinth",
        "house:random",
        "house:greedy",
        "--games",
        "20",
        "--jobs",
        "2",
        "--json",
    ]);
    assert_eq!(rated["bots"][0]["bot"], "house:greedy");
    let better = rated["bots"][0]["rating"].as_f64().unwrap() - rated["bots"][1]["rating"].as_f64().unwrap();
    assert!(better > 100.0, "{rated}");
    assert_eq!(rated["bots"][0]["duels"], 20);
}

/// A bot that comes to the socket, and asks whoever sits at the terminal.
const SOCKET_BOT: &str = r#"
import json, os, socket
host, port = os.environ["MEYDAN_SOCKET"].split(":")
wire = socket.create_connection((host, int(port))).makefile("rw")
print("the person said", input(), flush=True)
for line in wire:
    if json.loads(line)["type"] == "turn":
        wire.write(json.dumps({"act": {"move": "left"}}) + "\n")
        wire.flush()
"#;

#[test]
fn a_bot_under_a_debugger_has_the_terminal_and_its_match_on_a_socket() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("board.txt"), "2 4\n0 0\n1\n1 3\n0\n0\n").unwrap();
    std::fs::write(folder.path().join("bot.py"), SOCKET_BOT).unwrap();
    let run = |args: &[&str], typed: &str| {
        let mut command = command();
        command.current_dir(folder.path()).args(args).stdin(std::process::Stdio::piped());
        let mut child = command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), said(output.stdout), said(output.stderr))
    };
    let play =
        ["match", "labyrinth", "house:random", "--map", "board.txt", "--seed", "1", "--out", "m.trace"];
    run(&play, "");
    let again = ["rerun", "m.trace", "--seat", "0", "--terminal", "--", "python3", "bot.py"];
    let (code, out, err) = run(&again, "hello\n");
    assert!(out.contains("the person said hello") && out.contains(" windows, "), "{out}{err}");
    assert_eq!(code, Some(i32::from(!out.contains(" 0 with other acts"))), "{out}");
    let (code, _, err) = run(&["rerun", "m.trace", "--seat", "0", "--terminal", "--", "true"], "");
    assert_eq!(code, Some(1));
    assert!(err.contains("no bot came to the socket in MEYDAN_SOCKET"), "{err}");
    // Whoever leaves a debugger at the first breakpoint has come all the same.
    let leaves = SOCKET_BOT.split("print(").next().unwrap().to_owned() + "wire.readline()\nwire.readline()\n";
    std::fs::write(folder.path().join("leaves.py"), leaves).unwrap();
    let (code, out, err) =
        run(&["rerun", "m.trace", "--seat", "0", "--terminal", "--", "python3", "leaves.py"], "");
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(!err.contains("no bot came"), "{out}{err}");
}

#[test]
fn a_result_is_told_in_the_words_of_the_game_and_bots_by_their_names() {
    let args = ["match", "labyrinth", "house:greedy", "--map", "course", "--seed", "3", "--name", "0=Ada"];
    let text = String::from_utf8(meydan(&args).stdout).unwrap();
    assert!(text.contains("side 0  Ada  victory in 7 rounds, 1 arrived, 0 walls used"), "{text}");
    assert_eq!(error(&["match", "labyrinth", "house:greedy", "--name", "4=Ada"]).0, 2);
    let told = [
        ("gotham", 2, "  house:random  3 thieves caught\n", " thieves were caught after "),
        ("jungle", 2, "  house:random  59 points\n", "all ticks were played after "),
        ("galaxy", 3, " points\n", "victory by strategic planets after "),
        ("heroes", 2, " points\n", "all turns were played after "),
    ];
    for (game, seats, score, end) in told {
        let args = [&["match", game, "--seed", "3"][..], &vec!["house:random"; seats]].concat();
        let text = String::from_utf8(meydan(&args).stdout).unwrap();
        assert!(text.contains(score) && text.contains(end), "{game}: {text}");
        assert!(!text.contains("fault: "), "{text}");
    }
}

#[test]
fn a_match_that_was_lost_with_as_many_captures_says_why() {
    let args = [
        "gauntlet",
        "gotham",
        "house:patrol",
        "house:patrol",
        "--games",
        "2",
        "--map",
        "midtown",
        "--seed",
        "11",
    ];
    let text = String::from_utf8(meydan(&args).stdout).unwrap();
    let why =
        "3 thieves caught : 3 thieves caught (as many thieves were caught, the winner's earlier)  against ";
    assert!(text.contains(why), "{text}");
}

#[test]
fn a_file_that_is_not_there_is_named_once() {
    let (code, text) = error(&["verify", "nope.trace"]);
    assert_eq!((code, text.matches("nope.trace").count()), (1, 1), "{text}");
}

#[test]
fn a_bot_is_told_how_long_it_took_and_how_long_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let bot = "import json, sys\nfor line in sys.stdin:\n  if json.loads(line)['type'] == 'turn': print('{\"act\": \"stay\"}', flush=True)\n";
    std::fs::write(folder.path().join("bot.py"), bot).unwrap();
    let mut command = command();
    command.current_dir(folder.path()).args([
        "match",
        "labyrinth",
        "python3 bot.py",
        "--seed",
        "1",
        "--clock",
        "2x",
    ]);
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let line = text.lines().find(|line| line.contains("seat 0 (bot.py): ")).unwrap();
    assert!(line.contains(" ms a window, ") && line.contains(" ms the longest (limit "), "{line}");
    assert!(text.lines().next_back().unwrap().contains("final hash"), "the result is told last: {text}");
    let house = String::from_utf8(meydan(&["match", "labyrinth", "house:greedy"]).stdout).unwrap();
    assert!(!house.contains("ms a window"), "nobody's clock ran: {house}");
}

#[test]
fn what_was_typed_wrong_is_told_before_anything_is_played() {
    for (args, told) in [
        (
            &["match", "jungle", "python3 no-such-bot.py", "house:random"][..],
            "there is no script `no-such-bot.py`",
        ),
        (
            &["match", "jungle", "wire:python3 no-such-bot.py", "house:random"],
            "meydan: there is no script `no-such-bot.py`",
        ),
        (&["match", "jungle", "house:random"], "has 2 to 4 seats; 1 given: give 2 to 4 seats"),
        (&["play", "jungle", "--resume", "x"], "there is no saved match x"),
        (&["play", "jungle", "--saves"], "`--saves` is for the labyrinth"),
        (&["map", "labyrinth", "--rows", "3", "--cols", "3", "--walls", "9"], "`9` walls do not fit"),
    ] {
        let (code, text) = error(args);
        assert!(code == 2 && text.contains(told), "{args:?}: {code} {text}");
    }
    // Nobody asked for walls here.
    assert!(meydan(&["map", "labyrinth", "--rows", "3", "--cols", "3"]).status.success());
}

#[test]
fn a_gauntlet_tells_who_is_better_and_shows_the_worst_losses() {
    let args = ["gauntlet", "jungle", "house:random", "house:collector", "--games", "20"];
    let text = String::from_utf8(meydan(&args).stdout).unwrap();
    assert!(text.contains("house:random is worse than house:collector: -"), "{text}");
    assert!(text.contains("worst losses of house:random:\n"), "{text}");
    let told = json(&[&args[..], &["--json"]].concat());
    assert_eq!(told["verdicts"][0]["verdict"], "worse");
    assert_eq!(told["matches"].as_array().unwrap().len(), 20);
    let maps: std::collections::BTreeSet<_> =
        told["matches"].as_array().unwrap().iter().map(|played| played["map"].as_str().unwrap()).collect();
    assert!(maps.len() > 3, "maps come in turn: {maps:?}");
    // The command that is told plays the very match that was lost.
    let loss = &told["losses"][0];
    let line = loss["open"].as_str().unwrap().strip_prefix("meydan ").unwrap();
    let mut words: Vec<&str> = line.strip_suffix("--watch").unwrap().split_whitespace().collect();
    words.push("--json");
    let again = json(&words);
    let lost = told["matches"]
        .as_array()
        .unwrap()
        .iter()
        .find(|played| played["board"] == loss["board"] && played["turn"] == loss["turn"]);
    assert_eq!(again["final_hash"], lost.unwrap()["final_hash"]);
}

#[test]
fn a_loss_whose_record_is_gone_or_cut_is_opened_by_playing_it_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("loss");
    let kept = out.to_str().unwrap();
    let bots = ["gauntlet", "jungle", "house:random", "house:collector"];
    let args = [&bots[..], &["--games", "4", "--jobs", "1", "--json", "--out", kept]].concat();
    let open = |loss: usize| json(&args)["losses"][loss]["open"].as_str().unwrap().to_owned();
    let (first, second) = (open(0), open(1));
    let of = |line: &str| line.strip_prefix("meydan view ").map(std::path::PathBuf::from).unwrap();
    std::fs::remove_file(of(&first)).unwrap();
    let whole = std::fs::read(of(&second)).unwrap();
    std::fs::write(of(&second), &whole[..whole.len() / 2]).unwrap();
    for loss in [0, 1] {
        let line = open(loss);
        assert!(line.starts_with("meydan match jungle ") && line.ends_with(" --watch"), "{line}");
    }
    std::fs::write(of(&second), whole).unwrap();
    assert_eq!(open(1), second, "a record that is back is opened again");
}

#[test]
fn three_bots_meet_at_tables_of_three_and_four_sides_can_be_asked_for() {
    let bots =
        ["gauntlet", "galaxy", "house:random", "house:greedy", "house:random", "--games", "6", "--json"];
    let told = json(&bots);
    for played in told["matches"].as_array().unwrap() {
        let mut at: Vec<u64> =
            played["sides"].as_array().unwrap().iter().map(|side| side["bot"].as_u64().unwrap()).collect();
        at.sort_unstable();
        assert_eq!(at, [0, 1, 2], "everybody sits at every table");
    }
    assert_eq!(told["bots"][2]["bot"].as_str().map(|name| name.starts_with("house:random")), Some(true));
    let four =
        ["gauntlet", "jungle", "house:random", "house:collector", "--sides", "4", "--games", "4", "--json"];
    assert_eq!(json(&four)["matches"][0]["sides"].as_array().unwrap().len(), 4);
    let (code, text) = error(&["gauntlet", "jungle", "house:random", "house:collector", "--sides", "7"]);
    assert_eq!(code, 2);
    assert!(text.contains("is played by 2 to 4 sides; 7 asked for"), "{text}");
}

#[test]
fn a_sequential_test_has_bounds_of_its_own_and_no_cap() {
    let told = meydan(&["gauntlet", "jungle", "house:collector", "house:random", "--sprt"]);
    let text = String::from_utf8(told.stdout).unwrap();
    assert!(text.contains("test: house:collector is accepted: a lead of +40 over house:random"), "{text}");
}

#[test]
fn the_same_match_once_more_is_no_further_evidence() {
    let args = ["gauntlet", "labyrinth", "house:greedy", "house:scout", "--map", "course"];
    let told = |more: &[&str]| String::from_utf8(meydan(&[&args[..], more].concat()).stdout).unwrap();
    let text = told(&["--games", "12"]);
    assert!(text.contains("1 different board; the other 11 are repetitions, move for move"), "{text}");
    assert!(text.contains("not clear yet whether house:greedy"), "{text}");
    // A test that meets nothing new ends, and promises nothing of more.
    let text = told(&["--sprt"]);
    assert!(text.contains("neither accepted nor rejected") && !text.contains("would decide"), "{text}");
}

#[test]
fn a_sequential_test_stops_early() {
    let tested = json(&[
        "gauntlet",
        "labyrinth",
        "house:greedy",
        "house:random",
        "--games",
        "5000",
        "--sprt",
        "0,100",
        "--json",
    ]);
    assert_eq!(tested["sprt"], "accepted");
    assert!(tested["bots"][0]["duels"].as_u64().unwrap() < 1000, "{tested}");
    let below = ["gauntlet", "labyrinth", "house:greedy", "house:random", "--games", "2", "--sprt", "-5,20"];
    assert!(String::from_utf8(meydan(&below).stdout).unwrap().contains("test: house:greedy"));
    let (code, _) = error(&["gauntlet", "labyrinth", "house:greedy", "house:random", "--sprt", "5,1"]);
    assert_eq!(code, 2);
}

#[test]
fn a_recorded_match_is_fed_to_a_bot_again() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("board.txt", "2 4\n0 0\n1\n1 3\n0\n0\n");
    write(
        "bot.py",
        "import json, sys\nfor line in sys.stdin:\n  if json.loads(line)['type'] == 'turn': print(json.dumps({'act': {'move': sys.argv[1]}}), flush=True)\n",
    );
    let run = |args: &[&str]| {
        let output = command().current_dir(folder.path()).args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let set = "max_rounds=3";
    run(&[
        "match",
        "labyrinth",
        "python3 bot.py left",
        "--map",
        "board.txt",
        "--set",
        set,
        // An answer that comes late on a busy machine would be another match.
        "--clock",
        "off",
        "--out",
        "m.trace",
    ]);
    let (code, same) = run(&["rerun", "m.trace", "--seat", "0", "--", "python3", "bot.py", "left"]);
    assert!(code == Some(0) && same.contains("3 windows, 0 with other acts"), "{same}");
    let (code, other) = run(&["rerun", "m.trace", "--seat", "0", "--", "python3", "bot.py", "up"]);
    assert_eq!(code, Some(1), "acts that differ are not what was asked for");
    assert!(other.contains("window 0: now [{\"move\":\"up\"}], then [{\"move\":\"left\"}]"), "{other}");
    let (code, text) =
        error(&["rerun", folder.path().join("m.trace").to_str().unwrap(), "--seat", "4", "--", "x"]);
    assert!(code == 2 && text.contains("there is no seat 4"), "{text}");
}

#[test]
fn a_gauntlet_is_gone_on_with_for_fewer_games_too() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("kept");
    let played = |games: &str| {
        let bots = ["house:greedy", "house:random"];
        let out = out.to_str().unwrap();
        json(&[&["gauntlet", "galaxy"], &bots[..], &["--games", games, "--json", "--out", out]].concat())
    };
    let (all, fewer) = (played("12"), played("6"));
    let count = |report: &Value| report["matches"].as_array().unwrap().len();
    assert!(count(&fewer) < count(&all), "{fewer}");
    assert_eq!(fewer["before"], count(&fewer), "all of them were played before");
}

#[test]
fn a_made_map_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("made.txt");
    let map = map.to_str().unwrap();
    let made = meydan(&[
        "map",
        "labyrinth",
        "--rows",
        "5",
        "--cols",
        "7",
        "--walls",
        "9",
        "--seed",
        "3",
        "--out",
        map,
    ]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    json(&["match", "labyrinth", "house:greedy", "--map", map, "--json"]);
    let (code, text) = error(&["map", "labyrinth", "--wals", "9"]);
    assert!(code == 2 && text.contains("--walls"), "{text}");
}

#[test]
fn an_odd_map_is_played_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.json");
    let map = r#"{"number_of_nodes": 3, "number_of_edges": 2, "list_of_edges": [[0, 1], [1, 2]],
        "strategic_nodes": [0, 2], "scores_of_strategic_nodes": [1, 2]}"#;
    std::fs::write(&file, map).unwrap();
    let bots = ["house:random"; 3];
    let output =
        meydan(&[&["match", "galaxy", "--map", file.to_str().unwrap(), "--json"], &bots[..]].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("warning: the map `two`") && said.contains("`strategic_nodes`"), "{said}");
    assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok(), "the warning is not in the way");
}

#[test]
fn a_map_with_planets_out_of_reach_is_played_as_the_original_did() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("apart.json");
    let mut map: Value = serde_json::from_str(include_str!("../../../maps/galaxy/crown.json")).unwrap();
    let planets = map["number_of_nodes"].as_u64().unwrap();
    map["number_of_nodes"] = (planets + 3).into();
    map.as_object_mut().unwrap().remove("coordinates");
    std::fs::write(&file, map.to_string()).unwrap();
    let bots = ["house:general", "house:colonel", "house:greedy"];
    let args = ["match", "galaxy", "--seed", "1", "--map", file.to_str().unwrap(), "--json"];
    let output = meydan(&[&args[..], &bots].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains(&format!("planet `{planets}` and 2 more are cut off")), "{said}");
}

/// What a program prints until a line says that it is ready; it is ended when this is dropped.
struct Served(std::process::Child, Vec<String>);

impl Served {
    fn start(args: &[&str]) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_meydan"))
            .args(args)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let said: Vec<String> = lines.take_while(|line| !line.contains("Ctrl-C")).collect();
        Served(child, said)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn two_people_are_each_shown_the_way_to_their_seat_on_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let served = Served::start(&["play", "galaxy", "--web", "--players", "2", "--seed", "3", "--data", data]);
    assert_eq!(served.1.len(), 2, "{:?}", served.1);
    for (seat, line) in served.1.iter().enumerate() {
        let (_, address) = line.split_once("http://").unwrap();
        let (host, path) = address.split_once('/').unwrap();
        let (id, key) = path.strip_prefix("match/").unwrap().split_once("#play=").unwrap();
        assert!(key.starts_with(&format!("{seat}:")), "{line}");
        let mut socket = std::net::TcpStream::connect(host).unwrap();
        write!(socket, "GET /api/matches/{id} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        assert!(answer.contains(r#""state":"running""#) && answer.contains(r#""name":"human""#), "{answer}");
    }
}

#[test]
fn a_labyrinth_on_a_page_is_the_board_that_the_terminal_would_play() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let ask = |more: &[&str]| {
        let served =
            Served::start(&[&["play", "labyrinth", "--web", "--seed", "3", "--data", data], more].concat());
        let (_, address) = served.1[0].split_once("http://").unwrap();
        let (host, path) = address.split_once('/').unwrap();
        let (id, _) = path.strip_prefix("match/").unwrap().split_once("#play=").unwrap();
        let mut socket = std::net::TcpStream::connect(host).unwrap();
        write!(socket, "GET /api/matches/{id} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        (served.1.len(), answer)
    };
    let (doors, alone) = ask(&[]);
    assert_eq!(doors, 1);
    assert!(alone.contains("random 3") && alone.matches(r#""name":"human""#).count() == 1, "{alone}");
    let (doors, two) = ask(&["--players", "2"]);
    assert_eq!(doors, 2, "each of two people has a runner, as with --host");
    assert!(two.contains("random 3") && two.matches(r#""name":"human""#).count() == 2, "{two}");
    let (_, third) = ask(&["--phase", "3"]);
    assert!(third.contains("random 3"), "{third}");
    let (doors, fourth) = ask(&["--phase", "4", "--players", "2"]);
    assert!(doors == 2 && fourth.contains("random 3"), "{fourth}");
    for (more, why) in [
        (["--phase", "1"].as_slice(), "prints a board and plays nothing"),
        (&["--phase", "2"], "prints a board and plays nothing"),
        (&["--phase", "3", "--players", "2"], "one runner and so one player"),
        (&["--phase", "6", "--resume", "x"], "begins with the choice"),
    ] {
        let (code, text) = error(&[&["play", "labyrinth", "--web"], more].concat());
        assert!(code == 2 && text.contains(why), "{more:?}: {text}");
    }
    let (code, text) = error(&["play", "labyrinth", "--web", "--board", "course", "--rows", "5"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("for random boards"), "{text}");
    let (code, text) = error(&["play", "galaxy", "--web", "--rows", "5"]);
    assert!(code == 2 && text.contains("for boards of the labyrinth"), "{text}");
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let output = meydan(&["completions", shell]);
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(script.contains("gauntlet") && script.contains("verify"), "{shell}");
    }
}

#[test]
fn the_doctor_answers_in_words_and_in_json() {
    let diagnosis = json(&["doctor", "--json"]);
    let told = |list: &str| diagnosis[list].as_array().unwrap().clone();
    let all = [told("walls"), told("tools")].concat();
    assert!(all.iter().all(|f| f["advice"].as_str().is_some_and(|a| !a.is_empty())));
    let safe = told("walls").iter().all(|wall| wall["stands"] == true || wall["needed"] == false);
    assert_eq!(diagnosis["safe"], safe);
    let words = String::from_utf8(meydan(&["doctor"]).stdout).unwrap();
    assert!(words.contains(if safe { "can be run here" } else { "must not be run here" }), "{words}");
}

#[test]
fn an_arena_in_which_nothing_is_played_is_simulated_without_nonsense() {
    let none = json(&["simulate", "--teams", "0", "--json"]);
    assert_eq!((none["matches"].as_u64(), &none["cost_per_million"]), (Some(0), &Value::Null));
    assert_eq!(none["wall"], "no match is played, so nothing is full");
    let some = json(&["simulate", "--teams", "100", "--hours", "1", "--json"]);
    assert!(some["cost_per_million"].as_f64().unwrap() > 0.0, "{some}");
}

#[test]
fn an_arena_says_what_its_bucket_needs_to_be_reached_without_tls() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command();
    command
        .env("AWS_ENDPOINT", "http://127.0.0.1:1")
        .env("AWS_ACCESS_KEY_ID", "me")
        .env("AWS_SECRET_ACCESS_KEY", "x");
    command.env_remove("AWS_ALLOW_HTTP").current_dir(folder.path());
    let output = command.args(["arena", "--listen", "127.0.0.1:0", "--store", "s3://x"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("AWS_ALLOW_HTTP=true allows"), "{said}");
}

#[test]
fn an_arena_says_once_why_nats_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = command()
        .args(["arena", "--listen", "127.0.0.1:0", "--workers", "0", "--nats", "nats://127.0.0.1:1"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It waits some seconds for NATS before it says where it is, and tries again and again meanwhile.
    let mut first = String::new();
    std::io::BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(first.contains("http://"), "{first}{said}");
    assert_eq!(said.matches("IO error").count(), 1, "{said}");
    assert!(said.contains("until it is, tasks are looked for in the table"), "{said}");
}
