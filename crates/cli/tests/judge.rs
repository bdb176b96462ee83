//! `--as-judge` as a contestant meets it. The machine that runs these tests has all walls.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder with bots in it that the jail's user can read.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn meydan(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).current_dir(folder);
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    meydan(folder).args(args).output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Plays with a clock that nobody misses on a busy machine, unless another is asked for.
fn played(folder: &Path, args: &[&str]) -> Value {
    let clock: &[&str] = if args.contains(&"--clock") { &[] } else { &["--clock", "20x"] };
    json(&run(folder, &[&["match"], args, clock, &["--as-judge", "--seed", "3", "--json"]].concat()))
}

fn texts(list: &Value) -> String {
    let texts = list.as_array().unwrap().iter().map(|item| item["text"].as_str().unwrap().to_owned());
    texts.collect::<Vec<_>>().join("; ")
}

/// Stays where it is, and does this in every turn.
fn stays(in_every_turn: &str) -> String {
    format!(
        "import json, os, sys, threading, time
turn = 0
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
for line in sys.stdin:
    if json.loads(line)['type'] == 'turn':
        {in_every_turn}
        turn += 1
        print('{{\"act\": \"stay\"}}', flush=True)
"
    )
}

#[test]
fn a_bot_in_the_current_folder_plays_behind_walls_and_what_it_uses_is_told() {
    let secret = folder(&[("secret", "x")]);
    let look = format!(
        "sys.exit(9) if os.path.exists('{}') or os.listdir('.') != ['bot.py'] or 'SECRET' in os.environ else 0",
        secret.path().display()
    );
    let bot = folder(&[("bot.py", &stays(&look))]);
    let trace = secret.path().join("m.trace");
    let args = ["match", "labyrinth", "python3 bot.py", "--as-judge", "--seed", "3", "--json"];
    let args = [&args[..], &["--clock", "20x", "--out"]].concat();
    let output = meydan(bot.path()).args(args).arg(&trace).env("SECRET", "x").output().unwrap();
    let report = json(&output);
    assert_eq!(report["faults"], Value::Array(Vec::new()));
    let time = &report["times"][0];
    for figure in ["wall_us", "cpu_us", "longest_cpu_us", "peak_bytes"] {
        assert!(time[figure].as_u64().unwrap() > 0, "{figure}: {time}");
    }
    assert_eq!(report["ends"][0]["text"], "it ended by itself after the match");
    let windows = report["windows"].as_u64().unwrap() as usize;
    let entries = entries(&trace);
    let used = entries.iter().filter_map(|entry| entry.get("used"));
    assert_eq!(used.clone().count(), windows, "one for each window");
    assert!(
        used.clone()
            .all(|used| used[1]["cpu_us"].as_u64().is_some() && used[1]["peak"].as_u64().unwrap() > 1 << 20)
    );
    assert!(entries.iter().any(|entry| {
        entry.get("ended").is_some_and(|ended| ended[1] == "it ended by itself after the match")
    }));
    let verified = json(&run(bot.path(), &["verify", trace.to_str().unwrap(), "--json"]));
    assert_eq!(verified["ok"], true);
    let told = run(bot.path(), &["match", "labyrinth", "python3 bot.py", "--as-judge", "--seed", "3"]);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("ms of processor time") && told.contains("MB of memory at most"), "{told}");
}

/// The lines of a record after its header.
fn entries(trace: &Path) -> Vec<Value> {
    let file = fs::read(trace).unwrap();
    let start = file.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let text = String::from_utf8(zstd::decode_all(&file[start..]).unwrap()).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn without_a_wall_nothing_is_played_and_the_doctor_is_named() {
    let bot = folder(&[("bot.py", &stays("pass"))]);
    for args in [
        vec!["match", "labyrinth", "python3 bot.py", "--as-judge", "--json"],
        vec!["gauntlet", "labyrinth", "python3 bot.py", "house:random", "--as-judge"],
    ] {
        let output = meydan(bot.path()).args(args).env("MEYDAN_CGROUP", "/no/such/group").output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("control groups (MEYDAN_CGROUP: /no/such/group"), "{text}");
        assert!(text.contains("`meydan doctor`") && text.trim_end().lines().count() == 1, "{text}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn every_end_has_its_cause_in_words() {
    let greedy = "bytearray(400 << 20) if turn == 2 else 0";
    let limits = "[run]\nmemory = \"64 MB\"\ncpu_time = \"1 s\"\n";
    for (name, does, cause) in [
        ("memory", greedy, "it wanted more than its 64 MB of memory, and the kernel killed it (oom_kill)"),
        ("exit", "sys.exit(7) if turn == 2 else 0", "it ended with exit code 7"),
        (
            "signal",
            "os.kill(os.getpid(), 11) if turn == 2 else 0",
            "it was ended by signal 11 (segmentation fault)",
        ),
        ("life", "burn(5)", "it used up its 1 s of processor time"),
    ] {
        let bot = folder(&[("bot.py", &stays(does)), ("limits.toml", limits)]);
        let args = ["labyrinth", "python3 bot.py", "--limits", "limits.toml", "--clock", "10x"];
        let report = played(bot.path(), &args);
        assert_eq!(texts(&report["faults"]), cause, "{name}");
        assert_eq!(texts(&report["ends"]), cause, "{name}");
    }
    let stays_on = "[signal.signal(s, signal.SIG_IGN) for s in (1, 2, 15)]";
    let script = format!("import signal\n{}\nwhile True: time.sleep(1)", stays(stays_on));
    let bot = folder(&[("bot.py", &script)]);
    let report = played(bot.path(), &["labyrinth", "python3 bot.py"]);
    assert_eq!(texts(&report["ends"]), "it was ended by Meydan after the match");
}

#[test]
fn a_bot_that_says_too_much_is_sent_away() {
    let flood = "sys.stdout.write('{\"note\": \"' + 'x' * 60000 + '\"}\\\\n')".replace("\\\\n", "\\n");
    let limits = "[run]\noutput = \"200 KB\"\n";
    let bot = folder(&[("bot.py", &stays(&flood)), ("limits.toml", limits)]);
    let report = played(bot.path(), &["labyrinth", "python3 bot.py", "--limits", "limits.toml"]);
    assert_eq!(texts(&report["faults"]), "it wrote more than 200 KB in one match");
}

#[test]
fn processor_time_decides_where_it_is_counted() {
    let waits = folder(&[("bot.py", &stays("time.sleep(0.8) if turn < 3 else 0"))]);
    let by_the_clock = ["labyrinth", "python3 bot.py", "--clock", "0.5x"];
    let late = played(waits.path(), &by_the_clock);
    assert!(texts(&late["faults"]).contains("not done after"), "{late}");
    let by_the_processor = [&by_the_clock[..], &["--count", "cpu"]].concat();
    assert_eq!(played(waits.path(), &by_the_processor)["faults"], Value::Array(Vec::new()));
    let burns = folder(&[("bot.py", &stays("burn(0.8) if turn < 3 else 0"))]);
    let late = played(burns.path(), &by_the_processor);
    assert!(texts(&late["faults"]).contains("ms of processor time"), "{late}");
    let with_a_bank = [&by_the_processor[..], &["--bank", "30s"]].concat();
    let report = played(burns.path(), &with_a_bank);
    assert_eq!(report["faults"], Value::Array(Vec::new()));
    assert!(report["times"][0]["cpu_us"].as_u64().unwrap() >= 2_400_000, "{}", report["times"]);
}

#[test]
fn a_bot_that_is_held_does_not_run_while_others_think() {
    // It never rests. Before every answer and after every question it tells how much it has worked.
    let burner = "import json, sys, threading, time
def burn():
    while True: pass
threading.Thread(target=burn, daemon=True).start()
before = None
for line in sys.stdin:
    if json.loads(line)['type'] != 'turn': continue
    now = time.process_time()
    if before is not None and now - before > 1: print('it worked', now - before, file=sys.stderr)
    before = time.process_time()
    print('{\"act\": \"stay\"}', flush=True)
";
    let slow = stays("time.sleep(2) if turn < 3 else 0");
    let bots = folder(&[("burner.py", burner), ("slow.py", &slow)]);
    let elsewhere = folder(&[]);
    let told = |more: &[&str]| {
        let trace = elsewhere.path().join("m.trace");
        let args = ["labyrinth", "python3 burner.py", "python3 slow.py", "--map", "crowd", "--out"];
        played(bots.path(), &[&args[..], &[trace.to_str().unwrap()], more].concat());
        entries(&trace).iter().filter(|entry| entry.get("stderr").is_some()).count()
    };
    assert_eq!(told(&["--freeze"]), 0);
    assert_eq!(told(&["--count", "cpu"]), 0, "where processor time decides, nobody thinks for nothing");
}

#[test]
fn a_bot_can_have_a_core_of_its_own() {
    let bot = folder(&[("bot.py", &stays("sys.exit(9) if len(os.sched_getaffinity(0)) != 1 else 0"))]);
    let report = played(bot.path(), &["labyrinth", "python3 bot.py", "--pin"]);
    assert_eq!(report["faults"], Value::Array(Vec::new()));
}

#[test]
fn a_tool_chain_elsewhere_is_told_with_what_to_do() {
    let chain = folder(&[]);
    let bin = chain.path().join("bin");
    fs::create_dir(&bin).unwrap();
    fs::set_permissions(&bin, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(bin.join("snake"), "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n").unwrap();
    fs::set_permissions(bin.join("snake"), fs::Permissions::from_mode(0o755)).unwrap();
    let bot = folder(&[("bot.py", &stays("pass"))]);
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let args =
        ["match", "labyrinth", "snake bot.py", "--as-judge", "--json", "--seed", "3", "--clock", "20x"];
    let refused = meydan(bot.path()).args(args).env("PATH", &path).output().unwrap();
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(text.contains("a jailed bot does not see") && text.contains("--tools DIR"), "{text}");
    let shown = meydan(bot.path()).args(args).arg("--tools").arg(chain.path()).env("PATH", &path).output();
    assert_eq!(json(&shown.unwrap())["faults"], Value::Array(Vec::new()));
    // Where the jail has one of that name, it is said which.
    fs::rename(bin.join("snake"), bin.join("python3")).unwrap();
    let args = ["match", "labyrinth", "python3 bot.py", "--as-judge", "--json", "--seed", "3"];
    let other = meydan(bot.path()).args(args).env("PATH", &path).output().unwrap();
    let text = String::from_utf8(other.stderr).unwrap();
    assert!(text.contains("`/usr/bin/python3` for a jailed bot"), "{text}");
}

#[test]
fn wrong_flags_are_wrong_usage_and_wrong_limits_name_their_line() {
    let bot =
        folder(&[("bot.py", &stays("pass")), ("limits.toml", "[run]\npids = 7\nmemory_size = \"1 GB\"\n")]);
    for wrong in [
        &["--count", "cpu"][..],
        &["--freeze"],
        &["--pin"],
        &["--as-judge", "--count", "sand"],
        &["--as-judge", "--language", "cobol"],
        &["--as-judge", "--tools", "/no/such/folder"],
        &["--bank", "5"],
    ] {
        let output = run(bot.path(), &[&["match", "labyrinth", "python3 bot.py"], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let output =
        run(bot.path(), &["match", "labyrinth", "python3 bot.py", "--as-judge", "--limits", "limits.toml"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("limits.toml line 3: unknown field `memory_size`"), "{text}");
}

#[test]
fn a_wall_that_does_not_rise_voids_the_match_and_a_program_that_does_not_start_is_its_own_fault() {
    let limits = "[run]\ncores = [4095]\n";
    let bot =
        folder(&[("bot.py", &stays("pass")), ("limits.toml", limits), ("bot", "#!/no/such/interpreter\n")]);
    let args = ["match", "labyrinth", "python3 bot.py", "--as-judge", "--limits", "limits.toml", "--json"];
    let output = run(bot.path(), &args);
    assert_eq!(output.status.code(), Some(1));
    let void: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(void["outcome"], "void");
    assert!(void["reason"].as_str().unwrap().contains("the walls for the program cannot be built"), "{void}");
    fs::set_permissions(bot.path().join("bot"), fs::Permissions::from_mode(0o755)).unwrap();
    let report = played(bot.path(), &["labyrinth", "./bot"]);
    assert_eq!(report["faults"][0]["kind"], "start");
    assert!(texts(&report["faults"]).contains("`./bot` cannot be started: No such file"), "{report}");
    assert_ne!(report["outcome"], "void");
}

#[test]
fn a_bots_folder_says_whose_limits_it_has() {
    let bot = folder(&[
        ("bot.py", &stays("bytearray(400 << 20) if turn == 2 else 0")),
        (
            "meydan.toml",
            "game = \"labyrinth\"\nlanguage = \"c\"\nname = \"bot\"\nstart = \"python3 bot.py\"\n",
        ),
    ]);
    // So much memory takes a while on a busy machine.
    let report = played(bot.path(), &["labyrinth", ".", "--clock", "10x"]);
    assert!(texts(&report["faults"]).contains("more than its 256 MB of memory"), "{report}");
    let report = played(bot.path(), &["labyrinth", ".", "--language", "python", "--clock", "10x"]);
    assert_eq!(report["faults"], Value::Array(Vec::new()), "python has 512 MB");
}

#[test]
fn a_bots_folder_is_built_behind_walls_and_its_words_show_nothing_of_the_host() {
    let host = folder(&[("secret", "x")]);
    let secret = host.path().join("secret");
    let manifest = format!(
        "game = \"labyrinth\"\nlanguage = \"python\"\nname = \"bot\"\n\
         build = \"touch {0}/owned || true; rm -rf build; mkdir build && cp bot.py build/made.py\"\n\
         start = \"python3 build/made.py {0}/secret\"\n",
        host.path().display()
    );
    let look = format!("sys.exit(9) if os.path.exists('{}') else 0", secret.display());
    let bot = folder(&[("bot.py", &stays(&look)), ("meydan.toml", &manifest)]);
    std::os::unix::fs::symlink(host.path(), bot.path().join("build")).unwrap();
    let report = played(bot.path(), &["labyrinth", "."]);
    assert_eq!(report["faults"], Value::Array(Vec::new()), "{report}");
    assert!(bot.path().join("build/made.py").is_file());
    let left: Vec<_> = fs::read_dir(host.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["secret"], "nothing was written, and no link was followed");

    fs::write(bot.path().join("meydan.toml"), manifest.replace("cp bot.py", "cp missing.py")).unwrap();
    let refused = run(bot.path(), &["match", "labyrinth", ".", "--as-judge"]);
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{text}");
    assert!(text.contains("missing.py") && text.contains("cannot be built"), "{text}");
}

#[test]
fn a_record_is_not_written_where_the_bots_can_read_it() {
    let bot = folder(&[("bot.py", &stays("pass"))]);
    let args = ["match", "labyrinth", "python3 bot.py", "--as-judge", "--out", "m.trace"];
    let refused = run(bot.path(), &args);
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(text.contains("a record tells everything"), "{text}");
}

#[test]
fn groups_can_be_done_without_where_that_is_accepted() {
    let bot = folder(&[("bot.py", &stays("pass"))]);
    let args =
        ["match", "labyrinth", "python3 bot.py", "--as-judge", "--seed", "3", "--json", "--clock", "20x"];
    let without = meydan(bot.path())
        .args(args)
        .env("MEYDAN_CGROUP", "/no/such/group")
        .env("MEYDAN_ACCEPT_MISSING_WALLS", "1")
        .output();
    assert_eq!(json(&without.unwrap())["faults"], Value::Array(Vec::new()));
}

#[test]
fn a_home_is_not_a_bots_folder() {
    let home = folder(&[("bot.py", &stays("pass"))]);
    let args = ["match", "labyrinth", "python3 bot.py", "--as-judge"];
    let refused = meydan(home.path()).args(args).env("HOME", home.path()).output().unwrap();
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(text.contains("put the bot into a folder of its own"), "{text}");
}

#[test]
fn a_bank_needs_no_walls() {
    let bot = folder(&[("bot.py", &stays("time.sleep(0.8) if turn < 3 else 0"))]);
    let args = ["match", "labyrinth", "python3 bot.py", "--clock", "0.5x", "--bank", "30s", "--json"];
    let report = json(&run(bot.path(), &args));
    assert_eq!(report["faults"], Value::Array(Vec::new()));
    assert!(report["times"][0].get("cpu_us").is_none(), "nobody counts: {}", report["times"]);
}

#[test]
fn a_gauntlet_is_judged_too() {
    let bot = folder(&[("bot.py", &stays("sys.exit(9) if len(os.listdir('/proc/self/fd')) > 4 else 0"))]);
    let args =
        ["gauntlet", "labyrinth", "python3 bot.py", "house:random", "--games", "4", "--as-judge", "--json"];
    let report = json(&run(bot.path(), &[&args[..], &["--clock", "20x"]].concat()));
    assert_eq!(report["faults"], 0, "{report}");
}

const HEROES: &str = include_str!("clients/heroes.py");

const GALAXY: &str = include_str!("clients/galaxy.py");

#[test]
fn clients_of_the_contests_have_their_port_in_a_network_of_their_own() {
    let bot = folder(&[("heroes.py", HEROES), ("galaxy.py", GALAXY)]);
    let start = |args: &[&str]| {
        let args = [&["match"], args, &["--as-judge", "--seed", "1", "--clock", "10x", "--json"]].concat();
        meydan(bot.path()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let heroes = ["heroes", "wire:python3 heroes.py", "wire:python3 heroes.py"];
    let galaxy = ["galaxy", "wire:python3 galaxy.py", "house:random", "wire:python3 galaxy.py"];
    // All at once: each has the port that it expects.
    let matches = [start(&heroes), start(&heroes), start(&galaxy), start(&galaxy)];
    for child in matches {
        let report = json(&child.wait_with_output().unwrap());
        assert_eq!(report["faults"], Value::Array(Vec::new()), "{}", report["game"]);
        assert_ne!(report["outcome"], "stopped");
        assert!(report["times"][0]["cpu_us"].as_u64().unwrap() > 0, "{}", report["times"]);
        assert!(texts(&report["ends"]).contains("after the match"), "{}", report["ends"]);
    }
}
