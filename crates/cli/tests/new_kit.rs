//! `meydan new GAME LANGUAGE DIR`, and matches of bots that live in folders.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn meydan(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_meydan")).args(args).current_dir(dir).output().expect("meydan runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn without_arguments_the_kits_are_listed() {
    let dir = tempfile::tempdir().unwrap();
    let list = meydan(dir.path(), &["new"]);
    let text = String::from_utf8(list.stdout).unwrap();
    assert!(text.lines().any(|line| line.starts_with("labyrinth  ") && line.contains("python")), "{text}");
    let json = meydan(dir.path(), &["new", "--json"]);
    let rows: Value = serde_json::from_slice(&json.stdout).unwrap();
    let labyrinth = rows.as_array().unwrap().iter().find(|row| row["game"] == "labyrinth").unwrap();
    assert!(labyrinth["languages"].as_array().unwrap().contains(&"python".into()));
    let one = meydan(dir.path(), &["new", "labyrinth"]);
    assert!(String::from_utf8(one.stdout).unwrap().starts_with("labyrinth  "));
}

#[test]
fn a_new_bot_plays_at_once_and_the_next_commands_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let made = meydan(dir.path(), &["new", "labyrinth", "py", "my-bot"]);
    assert!(made.status.success(), "{}", told(&made));
    let text = String::from_utf8(made.stdout).unwrap();
    assert!(text.ends_with("  cd my-bot\n  meydan match labyrinth . --watch\n"), "{text}");
    let json = |dir: &Path, bot: &str| {
        let played = meydan(dir, &["match", "labyrinth", bot, "--seed", "1", "--clock", "10x", "--json"]);
        assert!(played.status.success(), "{}", told(&played));
        serde_json::from_slice::<Value>(&played.stdout).unwrap()
    };
    let first = json(dir.path(), "./my-bot");
    assert_eq!(first["outcome"], "victory");
    assert_eq!(first["standings"][0]["name"], "my-bot");
    assert_eq!(first["faults"], serde_json::json!([]));
    let inside = json(&dir.path().join("my-bot"), ".");
    assert_eq!(first["final_hash"], inside["final_hash"]);
    let record = ["match", "labyrinth", "my-bot", "--seed", "1", "--clock", "10x", "--out", "m.trace"];
    assert!(meydan(dir.path(), &record).status.success());
    let again = meydan(dir.path(), &["rerun", "m.trace", "--seat", "0", "--", "./my-bot"]);
    assert!(again.status.success(), "{}", told(&again));
    assert!(String::from_utf8(again.stdout).unwrap().ends_with(" 0 with other acts than recorded\n"));
    let gauntlet = meydan(
        dir.path(),
        &[
            "gauntlet",
            "labyrinth",
            "my-bot",
            "house:random",
            "--games",
            "4",
            "--map",
            "course",
            "--clock",
            "10x",
        ],
    );
    assert!(gauntlet.status.success(), "{}", told(&gauntlet));
}

#[test]
fn what_cannot_be_made_is_refused_in_a_sentence() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("full")).unwrap();
    fs::write(dir.path().join("full/file"), "mine").unwrap();
    for (args, wanted) in [
        (&["new", "labyrinth", "python", "full"][..], "`full` is not empty; name a new folder"),
        (&["new", "labyrinth", "cobol", "x"], "`labyrinth` has no kit in `cobol`; it has "),
        (&["new", "chess"], "there is no kit for the game `chess`; there are kits for "),
        (&["new", "labyrinth", "python"], "say where the bot shall live: meydan new labyrinth python my-bot"),
    ] {
        let output = meydan(dir.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(told(&output).contains(wanted), "{args:?}: {}", told(&output));
    }
    assert_eq!(fs::read_dir(dir.path().join("full")).unwrap().count(), 1);
    assert!(!dir.path().join("x").exists());
}

fn bot(dir: &Path, name: &str, manifest: &str) {
    fs::create_dir(dir.join(name)).expect("a folder");
    fs::write(dir.join(name).join("meydan.toml"), manifest).expect("a file");
}

#[test]
fn a_bot_that_cannot_be_built_shows_the_compilers_words_and_exits_1() {
    let dir = tempfile::tempdir().unwrap();
    let manifest = "game = \"labyrinth\"\nlanguage = \"c\"\nname = \"x\"\nbuild = \"echo 'bot.c:1: error' >&2; exit 3\"\nstart = \"build/bot\"\n";
    bot(dir.path(), "bad", manifest);
    let output = meydan(dir.path(), &["match", "labyrinth", "./bad"]);
    assert_eq!(output.status.code(), Some(1));
    let text = told(&output);
    assert!(text.contains("building ./bad: echo"), "{text}");
    assert!(text.contains("\nbot.c:1: error\nmeydan: `echo"), "{text}");
    assert!(text.contains("failed in ./bad (exit code 3)"), "{text}");
}

#[test]
fn a_folder_that_cannot_play_is_refused_in_a_sentence() {
    let dir = tempfile::tempdir().unwrap();
    bot(dir.path(), "jungle-bot", "game = \"jungle\"\nlanguage = \"c\"\nname = \"x\"\nstart = \"./x\"\n");
    bot(
        dir.path(),
        "odd",
        "game = \"jungle\"\nlanguage = \"c\"\nname = \"x\"\nstart = \"./x\"\ncolour = \"red\"\n",
    );
    fs::create_dir(dir.path().join("empty")).unwrap();
    for (seat, wanted) in [
        ("./jungle-bot", "the bot in ./jungle-bot plays `jungle`, not `labyrinth`"),
        ("./odd", "./odd/meydan.toml: line 5: unknown field `colour`"),
        ("./empty", "`./empty` is a folder without a `meydan.toml`"),
        ("socket:x", "`x` is not a port"),
    ] {
        let output = meydan(dir.path(), &["match", "labyrinth", seat]);
        assert_eq!(output.status.code(), Some(2), "{seat}");
        assert!(told(&output).contains(wanted), "{seat}: {}", told(&output));
    }
    // A record tells the game, too.
    assert!(meydan(dir.path(), &["match", "labyrinth", "house:solver", "--out", "m.trace"]).status.success());
    let again = meydan(dir.path(), &["rerun", "m.trace", "--seat", "0", "--", "./jungle-bot"]);
    assert!(!again.status.success());
    assert!(
        told(&again).contains("the bot in ./jungle-bot plays `jungle`, not `labyrinth`"),
        "{}",
        told(&again)
    );
}

#[test]
fn a_bot_may_come_by_itself_to_a_waiting_match() {
    let dir = tempfile::tempdir().unwrap();
    assert!(meydan(dir.path(), &["new", "labyrinth", "python", "my-bot"]).status.success());
    let mut waiting = Command::new(env!("CARGO_BIN_EXE_meydan"))
        .args(["match", "labyrinth", "socket:0", "--seed", "1", "--clock", "off", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(waiting.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("waiting for one client on ").unwrap().to_owned();
    let bot = Command::new("python3")
        .arg("main.py")
        .current_dir(dir.path().join("my-bot"))
        .env("MEYDAN_SOCKET", address)
        .output()
        .unwrap();
    assert!(bot.status.success(), "{}", told(&bot));
    let played: Value = serde_json::from_slice(&waiting.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(played["outcome"], "victory");
    assert_eq!(played["faults"], serde_json::json!([]));
}

#[test]
fn a_bots_own_words_are_told_after_the_match() {
    let dir = tempfile::tempdir().unwrap();
    meydan(dir.path(), &["new", "labyrinth", "python", "bot"]);
    let bot = dir.path().join("bot/bot.py");
    let good = fs::read_to_string(&bot).unwrap();
    let play = || meydan(dir.path(), &["match", "labyrinth", "./bot", "--seed", "1", "--clock", "10x"]);
    let printed = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    // The kit catches an exception in a turn, and the match goes on.
    let turn = "def turn(self, game: Game) -> Action:\n";
    fs::write(&bot, good.replace(turn, &format!("{turn}        raise ValueError('\u{1b}[2Jwhat now')\n")))
        .unwrap();
    let text = printed(&play());
    assert!(text.contains("  seat 0 (bot) wrote "), "{text}");
    assert!(text.contains("  | ValueError: ␛[2Jwhat now"), "{text}");
    assert!(text.contains("(--watch shows it beside the windows, and --out FILE keeps it)"), "{text}");
    // It is no fault, and told like one.
    let told =
        "  exception: seat 0, window 0: ValueError: ␛[2Jwhat now (in the error output of bot, the first of ";
    assert!(text.contains(told) && !text.contains("fault: "), "{text}");
    let args = ["match", "labyrinth", "./bot", "--seed", "1", "--clock", "10x", "--json"];
    let played: Value = serde_json::from_slice(&meydan(dir.path(), &args).stdout).unwrap();
    let stderr = &played["stderr"][0];
    assert_eq!(stderr["exceptions"], played["windows"], "{stderr}");
    assert_eq!(stderr["first_exception"]["window"], 0, "{stderr}");
    let args = ["gauntlet", "labyrinth", "./bot", "house:random", "--games", "1", "--clock", "10x"];
    let text = printed(&meydan(dir.path(), &args));
    assert!(text.contains("exceptions in the error output of bot, the first: ValueError: ␛[2Jwhat now, in window 0 on course, seed 1: meydan match labyrinth ./bot "), "{text}");
    // A bot that cannot even be read is gone at once.
    fs::write(&bot, "def turn(:\n").unwrap();
    let text = printed(&play());
    assert!(text.contains("it ended with exit code 1 (gone)") && text.contains("| SyntaxError: "), "{text}");
    let manifest = dir.path().join("bot/meydan.toml");
    let said = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, said.replace("main.py", "mian.py")).unwrap();
    let output = play();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("there is no `mian.py` in ") && text.contains("`start`"), "{text}");
}

#[test]
fn a_bot_is_built_by_a_command_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let manifest = "game = \"labyrinth\"\nlanguage = \"sh\"\nname = \"ape\"\nbuild = \"cp bot.sh build/bot\"\nstart = \"sh build/bot\"\n";
    fs::write(dir.path().join("meydan.toml"), manifest).unwrap();
    fs::write(dir.path().join("bot.sh"), "").unwrap();
    let built = meydan(dir.path(), &["build"]);
    assert!(built.status.success(), "{}", told(&built));
    assert_eq!(String::from_utf8(built.stdout).unwrap(), ". is built\n");
    assert!(dir.path().join("build/bot").is_file());
    let again = meydan(dir.path(), &["build", "."]);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), ". is up to date\n");
    fs::remove_file(dir.path().join("bot.sh")).unwrap();
    let failed = meydan(dir.path(), &["build", "."]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(told(&failed).contains("bot.sh"), "{}", told(&failed));
    assert_eq!(meydan(dir.path(), &["build", "nowhere"]).status.code(), Some(2));
}

#[test]
fn odd_folders_are_refused_or_told_as_one_types_them() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let file = meydan(dir.path(), &["new", "jungle", "go", "file"]);
    assert_eq!(file.status.code(), Some(2));
    assert!(told(&file).contains("`file` is there and is not a folder; name a new one"), "{}", told(&file));
    let dash = meydan(dir.path(), &["new", "labyrinth", "go", "--", "-x"]);
    assert!(String::from_utf8(dash.stdout).unwrap().contains("  cd ./-x\n"));
    let json = meydan(dir.path(), &["new", "labyrinth", "python", "made", "--json"]);
    let made: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&made["dir"], &made["language"]), (&"made".into(), &"python".into()));
    assert_eq!(made["next"][0], "cd made");
    let lines = meydan(dir.path(), &["new", "labyrinth", "python", "two\nlines"]);
    assert!(lines.status.success(), "{}", told(&lines));
    let toml = fs::read_to_string(dir.path().join("two\nlines/meydan.toml")).unwrap();
    assert!(toml.contains("name = \"two lines\""), "{toml}");
}

#[test]
fn what_a_kit_says_about_submitting_is_so() {
    let dir = tempfile::tempdir().unwrap();
    meydan(dir.path(), &["new", "labyrinth", "python", "bot"]);
    let readme = fs::read_to_string(dir.path().join("bot/README.md")).unwrap();
    let part = readme.split("\n## ").find(|part| part.starts_with("Submit it")).unwrap();
    let help = |command: &str| String::from_utf8(meydan(dir.path(), &[command, "--help"]).stdout).unwrap();
    let known = help("submit") + &help("match");
    let flags =
        || part.split(|c: char| c != '-' && !c.is_ascii_lowercase()).filter(|word| word.starts_with("--"));
    assert!(flags().count() >= 4, "{part}");
    for flag in flags() {
        assert!(
            known.contains(&format!("{flag} ")) || known.contains(&format!("{flag}\n")),
            "{flag}: {known}"
        );
    }
    assert!(part.contains("MEYDAN_TOKEN") && known.contains("MEYDAN_TOKEN"), "{part}");
}

#[test]
fn copies_of_a_folder_are_told_apart_by_it() {
    let dir = tempfile::tempdir().unwrap();
    let stays = "import json, sys\nfor line in sys.stdin:\n  if json.loads(line)['type'] == 'turn': print('{\"act\": \"stay\"}', flush=True)\n";
    for copy in ["new", "old"] {
        bot(
            dir.path(),
            copy,
            "game = \"labyrinth\"\nlanguage = \"python\"\nname = \"mine\"\nstart = \"python3 bot.py\"\n",
        );
        fs::write(dir.path().join(copy).join("bot.py"), stays).unwrap();
    }
    fs::write(dir.path().join("board.txt"), "8 8\n0 0\n2\n7 7\n7 6\n0\n0\n").unwrap();
    let args = ["match", "labyrinth", "./new", "./old", "--map", "board.txt", "--set", "max_rounds=2"];
    let played = meydan(dir.path(), &[&args[..], &["--clock", "off", "--json"]].concat());
    assert!(played.status.success(), "{}", told(&played));
    let played: Value = serde_json::from_slice(&played.stdout).unwrap();
    let names: Vec<&Value> =
        played["standings"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, ["new", "old"]);
    let args = ["gauntlet", "labyrinth", "./new", "./old", "--map", "board.txt", "--set", "max_rounds=2"];
    let rated = meydan(dir.path(), &[&args[..], &["--games", "2", "--clock", "off"]].concat());
    assert!(rated.status.success(), "{}", told(&rated));
    let text = String::from_utf8(rated.stdout).unwrap();
    assert!(text.contains("whether new is better than old: +0 "), "{text}");
}
