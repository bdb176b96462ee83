//! Clients of the original contests at home: started without walls, seated truly, told of, rated. The machine that runs these tests
//! gives programs a network of their own.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const HEROES: &str = include_str!("clients/heroes.py");
const GALAXY: &str = include_str!("clients/galaxy.py");
const JUNGLE: &str = include_str!("clients/jungle.py");

/// A folder with the clients in it.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in [("heroes.py", HEROES), ("galaxy.py", GALAXY), ("jungle.py", JUNGLE)] {
        fs::write(home.path().join(name), text).unwrap();
    }
    home
}

fn meydan(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).current_dir(home);
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(home: &Path, args: &[&str]) -> Output {
    meydan(home, args).output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Nothing here takes this long; only what never comes does.
const PATIENCE: Duration = Duration::from_secs(240);

/// Waits for something that takes a moment.
fn eventually(what: &str, mut there: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !there() {
        assert!(begun.elapsed() < PATIENCE, "{what} did not come");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn matches_of_clients_that_all_insist_on_one_port_are_played_at_once() {
    let home = home();
    let heroes = ["match", "heroes", "wire:python3 heroes.py", "wire:python3 heroes.py", "--json"];
    let galaxy =
        ["match", "galaxy", "wire:python3 galaxy.py", "house:random", "wire:python3 galaxy.py", "--json"];
    let all = [&heroes[..], &heroes, &galaxy, &galaxy];
    let matches = all.map(|args| meydan(home.path(), &[args, &["--clock", "10x"]].concat()).spawn().unwrap());
    for child in matches {
        let report = json(&child.wait_with_output().unwrap());
        // `house:random` tries what cannot be done, at times.
        let client = |fault: &&Value| report["game"] == "heroes" || fault["seat"] != 1;
        let faults: Vec<&Value> = report["faults"].as_array().unwrap().iter().filter(client).collect();
        assert!(faults.is_empty(), "{}: {faults:?}", report["game"]);
        assert_eq!(report["ruleset"], "official", "they were written for what the original server did");
    }
}

#[test]
fn a_client_sits_where_it_was_started_for_although_it_logs_in_last() {
    let home = home();
    let seats = ["wire:python3 galaxy.py slow", "house:random", "wire:python3 galaxy.py"];
    let report =
        json(&run(home.path(), &[&["match", "galaxy", "--json", "--name", "0=slow"], &seats[..]].concat()));
    let first = |seat: usize| report["stderr"][seat]["first"][0].clone();
    assert_eq!([first(0), first(1)], ["player 0", "player 2"], "{}", report["stderr"]);
    assert_eq!(report["standings"][0]["name"], "slow");
}

#[test]
fn a_client_that_dies_is_told_with_its_window_and_its_last_words() {
    let home = home();
    let args =
        ["match", "heroes", "wire:python3 heroes.py 9", "house:random", "--seed", "1", "--clock", "10x"];
    let report = json(&run(home.path(), &[&args[..], &["--json"]].concat()));
    let gone =
        |fault: &&Value| fault["kind"] == "gone" && fault["text"].as_str().unwrap().contains("signal 8");
    let faults = report["faults"].as_array().unwrap();
    let fault = faults.iter().find(gone).unwrap_or_else(|| panic!("{faults:?}"));
    assert!(fault["window"].as_u64().unwrap() > 20, "{fault}");
    let text = said(&run(home.path(), &args));
    assert!(text.contains("signal 8 (arithmetic error)") && text.contains("| ZeroDivisionError"), "{text}");
    assert!(text.contains("seat 0 (heroes.py): ") && text.contains("1 exception in its output"), "{text}");
    // What counts stands last, where the eye is.
    let place = |word: &str| text.find(word).unwrap_or_else(|| panic!("`{word}` in {text}"));
    assert!(place("fault: ") < place("  1.  side "), "{text}");
    assert!(text.contains("seat 0 (heroes.py) came; the match begins"), "{text}");
}

#[test]
fn a_client_whose_server_does_not_notice_its_end_is_told_of_at_once() {
    let home = home();
    // Something that it has started keeps its connection open, so that every phase takes its whole time.
    let end =
        "elif frame['name'] == 'pick': (os._exit(7) if os.fork() else __import__('time').sleep(1000))\n";
    let client =
        HEROES.replace("elif frame['name'] == 'pick': say", &format!("{end}        elif False: say"));
    fs::write(home.path().join("dies.py"), client).unwrap();
    let args = ["match", "heroes", "wire:python3 dies.py", "house:random", "--set", "maxTurns=6"];
    let mut child = meydan(home.path(), &[&args[..], &["--clock", "1000x"]].concat()).spawn().unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let (sender, receiver) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        let line = told.find(|line| line.contains("exit code 7"));
        sender.send(line).unwrap();
    });
    let line = receiver.recv_timeout(PATIENCE);
    interrupt(&child);
    child.wait().unwrap();
    reader.join().unwrap();
    assert!(line.is_ok_and(|line| line.is_some_and(|line| line.starts_with("seat 0 (dies.py), window "))));
    // More time does not help one that is gone.
    let text = said(&run(home.path(), &[&args[..], &["--clock", "0.3x"]].concat()));
    assert!(text.contains("late ") && text.contains("exit code 7"), "{text}");
    assert!(!text.contains("may be too slow"), "{text}");
}

#[test]
fn what_is_refused_is_told_in_the_words_of_the_wire() {
    let home = home();
    let args = ["match", "galaxy", "wire:python3 galaxy.py wrong", "house:random", "house:random", "--json"];
    let report = json(&run(home.path(), &args));
    let faults = report["faults"].as_array().unwrap();
    let told = |fault: &&Value| fault["seat"] == 0 && fault["text"] == "node_id is not valid";
    assert!(faults.iter().any(|fault| told(&fault)), "{faults:?}");
}

#[test]
fn what_a_client_says_before_it_fails_to_come_is_shown() {
    let home = home();
    let args = ["match", "heroes", "wire:sh -c 'echo looking; echo no such library; exit 3'", "house:random"];
    let output = run(home.path(), &args);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("seat 0 (sh): ") && text.contains("exit code 3"), "{text}");
    assert_eq!(text.matches("  | looking\n  | no such library\n").count(), 1, "{text}");
    assert_eq!(
        text.matches("exit code 3").count(),
        2,
        "once where it is shown, and once in the reason: {text}"
    );
    let output = run(home.path(), &[&args[..], &["--json"]].concat());
    let void: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(void["reason"].as_str().unwrap().contains("`no such library`"), "{void}");
}

#[test]
fn a_side_to_which_nobody_comes_makes_the_match_void_and_its_words_are_told() {
    let home = home();
    let client = "wire:sh -c 'echo no such library; exit 3'";
    let output = run(home.path(), &["match", "gotham", client, "house:random", "--map", "village", "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let void: Value = serde_json::from_slice(&output.stdout).unwrap();
    let reason = void["reason"].as_str().unwrap();
    assert!(void["outcome"] == "void" && reason.contains("nobody came to one side"), "{void}");
    assert!(reason.contains(" wrote last `no such library`"), "{void}");
    assert_eq!(reason.matches("no such library").count(), 1, "once for all seats: {void}");
    assert!(reason.contains("(seats 0, ") && reason.len() < 400, "{void}");
    assert!(said(&output).contains("  | no such library\n"), "{}", said(&output));
}

#[test]
fn clients_play_a_gauntlet() {
    let home = home();
    let args =
        ["gauntlet", "heroes", "wire:python3 heroes.py", "house:random", "--games", "4", "--jobs", "2"];
    let report = json(&run(home.path(), &[&args[..], &["--json"]].concat()));
    assert_eq!(report["bots"].as_array().unwrap().len(), 2);
    let refused = run(home.path(), &["gauntlet", "heroes", "wire", "house:random"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
}

#[test]
fn a_client_meets_a_recorded_match() {
    let home = home();
    let clients = [
        ("heroes", 1, "wire:python3 heroes.py"),
        ("galaxy", 2, "wire:python3 galaxy.py"),
        ("jungle", 1, "wire:python3 jungle.py x"),
    ];
    for (game, others, client) in clients {
        let mut args = vec!["match", game, client];
        args.extend(["house:random"].repeat(others));
        args.extend(["--seed", "1", "--clock", "10x", "--out", "m.trace"]);
        let played = run(home.path(), &args);
        assert!(played.status.success(), "{}", said(&played));
        // As one word, or as they would be typed.
        let words = if game == "heroes" { vec![client] } else { client.split(' ').collect() };
        let again = run(home.path(), &[&["rerun", "m.trace", "--seat", "0", "--"], &words[..]].concat());
        let text = said(&again);
        assert!(
            again.status.success() && text.contains(", 0 with other acts than recorded"),
            "{game}: {text}"
        );
    }
}

#[test]
fn a_stopped_match_tells_its_clients() {
    let home = home();
    // It takes a moment to write down what it has learnt, and says so first.
    let goodbye = "lambda: (print('goodbye', flush=True), open('written', 'w').close(), os._exit(0))";
    let slow = GALAXY.replace("lambda: os._exit(0)", goodbye);
    assert!(slow.contains("goodbye"), "the client has changed");
    fs::write(home.path().join("slow.py"), slow).unwrap();
    let args = ["match", "galaxy", "wire:python3 slow.py idle", "house:random", "house:random"];
    let more = ["--clock", "off", "--files", "logs"];
    let child = meydan(home.path(), &[&args[..], &more].concat()).spawn().unwrap();
    eventually("the first turn", || home.path().join("called-init").exists());
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(home.path().join("called-kill").exists(), "it was ended without a word");
    assert!(home.path().join("written").exists(), "it was ended before it could act");
    let text = said(&output);
    assert_eq!(
        text.matches("the match did not end, so none of its files is written to logs").count(),
        1,
        "{text}"
    );
}

#[test]
fn a_stopped_match_of_heroes_tells_which_file_is_not_written() {
    let home = home();
    let args = ["match", "heroes", "wire:python3 heroes.py mute", "house:random", "--clock", "off"];
    let child = meydan(home.path(), &[&args[..], &["--files", "logs"]].concat()).spawn().unwrap();
    let log = home.path().join("logs/graphic.log");
    eventually("the first entry", || fs::metadata(&log).is_ok_and(|file| file.len() > 0));
    interrupt(&child);
    let text = said(&child.wait_with_output().unwrap());
    assert!(text.contains("so logs/server_view.log is not written; graphic.log beside it"), "{text}");
}

#[test]
fn nobody_is_told_to_take_another_port_whose_clients_know_no_other() {
    let home = home();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("--port={}", taken.local_addr().unwrap().port());
    for (game, other) in [("heroes", true), ("gotham", false), ("jungle", false), ("galaxy", true)] {
        let text = said(&run(home.path(), &["host", game, &port, "--files=off", "--fill=house:random"]));
        assert!(text.contains("end the other program"), "{game}: {text}");
        assert_eq!(text.contains("another --port"), other, "{game}: {text}");
    }
}

#[test]
fn an_older_client_on_a_port_is_noticed() {
    let home = home();
    let older = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = older.local_addr().unwrap().port();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let start = format!("--client_port_start={port}");
    let mut child = meydan(home.path(), &["host", "galaxy", "--port", &free, &start]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    interrupt(&child);
    child.wait().unwrap();
    assert!(line.contains(&format!("somebody listens on port {port} already")), "{line}");
}

/// A client of a match before: whoever calls it does not know its secret.
fn stale_client() -> u16 {
    let older = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = older.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for line in older.incoming().map_while(Result::ok) {
            let mut line = BufReader::new(line);
            let mut text = String::new();
            while line.read_line(&mut text).is_ok_and(|count| count > 2) {}
            let _ = line.get_mut().write_all(b"HTTP/1.1 401 UNAUTHORIZED\r\nContent-Length: 0\r\n\r\n");
        }
    });
    port
}

#[test]
fn an_older_client_that_answers_is_told_before_the_match_and_in_it() {
    let home = home();
    let (port, older) = (free_port(), stale_client());
    let (host, start) = (format!("--port={port}"), format!("--client_port_start={older}"));
    let args = ["host", "galaxy", &host, &start, "--fill=house:random", "--wait=1", "--files=off"];
    let child = meydan(home.path(), &[&args[..], &SHORT].concat()).spawn().unwrap();
    eventually("the server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    fs::write(home.path().join("elsewhere.py"), GALAXY.replace("12345", &port.to_string())).unwrap();
    let mut client = Command::new("python3");
    client.args(["elsewhere.py", "early"]).current_dir(home.path());
    // It cannot have its port.
    assert!(!client.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = said(&output);
    assert!(text.contains(&format!("port {older} answers 401: an older client still sits there")), "{text}");
    let told =
        format!("`/init` to 127.0.0.1:{older}: it answered 401: an older client still sits on that port");
    let live = |line: &str| line.starts_with("seat 0 (team 0), window ") && line.contains(&told);
    assert!(text.lines().any(live), "{text}");
}

/// A match of galaxy in which every seat has two turns of the beginning and one after it.
const SHORT: [&str; 6] =
    ["--set", "initial_troop=2", "--set", "number_of_turns=9", "--set", "minimum_number_of_turns=9"];

#[test]
fn a_client_is_told_the_end_of_every_turn_also_where_its_time_ran_out() {
    let home = home();
    let args = ["match", "galaxy", "wire:python3 galaxy.py idle", "house:random", "house:random", "--json"];
    let report = json(&run(home.path(), &[&args[..], &SHORT].concat()));
    let faults = report["faults"].as_array().unwrap();
    let late = faults.iter().filter(|fault| fault["seat"] == 0 && fault["kind"] == "timeout").count();
    let calls = |word: &str| fs::read(home.path().join(format!("called-{word}"))).unwrap().len();
    assert_eq!((late, calls("init"), calls("turn"), calls("end")), (3, 2, 1, 3), "{faults:?}");
}

#[test]
fn without_a_clock_a_client_that_leaves_its_turn_without_a_word_is_not_waited_for_for_ever() {
    let home = home();
    let house = "house:random";
    let matches: [(&str, &[&str]); 3] = [
        ("galaxy", &[&["wire:python3 galaxy.py idle", house, house][..], &SHORT].concat()),
        ("heroes", &["wire:python3 heroes.py mute", "wire:python3 heroes.py", "--set", "maxTurns=1"]),
        ("jungle", &["wire:python3 jungle.py mute", house, "--set", "ticks=3"]),
    ];
    for (game, args) in matches {
        let mut command =
            meydan(home.path(), &[&["match", game, "--clock", "off", "--json"][..], args].concat());
        let report = json(&command.env("MEYDAN_LONG_STOP", "0.3").output().unwrap());
        let faults = report["faults"].as_array().unwrap();
        let skipped = "no clock runs, and its turn was not over after 0.3 s; the match goes on without it";
        let told = |fault: &&Value| fault["seat"] == 0 && fault["text"] == skipped;
        assert!(faults.iter().filter(told).count() > 1, "{game}: {faults:?}");
        let other = |fault: &Value| fault["seat"] != 0 && fault["kind"] == "timeout";
        assert!(!faults.iter().any(other), "whoever ended its turn is not late: {game}: {faults:?}");
    }
    let mut wrong = meydan(home.path(), &["match", "heroes", "wire:true", house]);
    let wrong = wrong.env("MEYDAN_LONG_STOP", "soon").output().unwrap();
    assert!(wrong.status.code() == Some(2) && said(&wrong).contains("`soon`"), "{}", said(&wrong));
}

#[test]
fn a_client_that_never_ends_its_turns_meets_a_recorded_match() {
    let home = home();
    let client = "wire:python3 galaxy.py lazy";
    let args = ["match", "galaxy", client, "house:random", "house:random", "--seed=1", "--out=m.trace"];
    let played = run(home.path(), &[&args[..], &SHORT].concat());
    assert!(played.status.success(), "{}", said(&played));
    let again = run(home.path(), &["rerun", "m.trace", "--seat", "0", "--", client]);
    let text = said(&again);
    assert!(again.status.success() && text.contains("3 windows, 0 with other acts than recorded"), "{text}");
    assert!(text.contains("its turn was not ended, as recorded"), "{text}");
}

#[test]
fn a_host_tells_the_tokens_that_its_clients_must_show() {
    let home = home();
    let mut child =
        meydan(home.path(), &["host", "gotham", "--map", "village", "--port", "0"]).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let lines: Vec<String> = lines.take(7).collect();
    interrupt(&child);
    child.wait().unwrap();
    assert!(lines[0].contains("waiting on") && lines[0].ends_with(" for 6 clients"), "{lines:?}");
    assert!(lines[1..].iter().all(|line| line.contains(": token ")), "{lines:?}");
}

#[test]
fn a_host_fills_the_seats_to_which_nobody_comes_and_keeps_the_record() {
    let home = home();
    let args = ["host", "heroes", "--fill=house:random", "--wait=1", "--out=m.trace", "--files=logs/deep"];
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let port = format!("--port={free}");
    let mut host = meydan(home.path(), &[&args[..], &[&port]].concat()).spawn().unwrap();
    let mut out = BufReader::new(host.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.contains("waiting on"), "{line}");
    let client = HEROES.replace("7099", &free.to_string());
    fs::write(home.path().join("elsewhere.py"), client).unwrap();
    let client = Command::new("python3").arg(home.path().join("elsewhere.py")).status().unwrap();
    assert!(client.success());
    let ended = host.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", said(&ended));
    let text = std::io::read_to_string(out).unwrap();
    assert!(text.contains("random") && text.contains("side 1"), "{text}");
    assert!(home.path().join("logs/deep/graphic.log").is_file());
    assert!(home.path().join("logs/deep/server_view.log").is_file());
    let verified = run(home.path(), &["verify", "m.trace"]);
    assert!(verified.status.success(), "{}", said(&verified));
}

#[test]
fn a_stopped_host_tells_where_its_record_is() {
    let home = home();
    let (port, start) = (free_port(), free_port());
    let (host, start) = (format!("--port={port}"), format!("--client_port_start={start}"));
    let args = ["host", "galaxy", &host, &start, "--fill=house:random", "--wait=1", "--files=off"];
    let child = meydan(home.path(), &[&args[..], &["--out=m.trace"]].concat()).spawn().unwrap();
    eventually("the server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    fs::write(home.path().join("elsewhere.py"), GALAXY.replace("12345", &port.to_string())).unwrap();
    let mut client = Command::new("python3");
    client
        .args(["elsewhere.py", "idle"])
        .current_dir(home.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut client = client.spawn().unwrap();
    eventually("its second turn", || {
        fs::read(home.path().join("called-init")).is_ok_and(|calls| calls.len() > 1)
    });
    interrupt(&child);
    let text = said(&child.wait_with_output().unwrap());
    // It hears `/kill`, and may take its time.
    client.kill().unwrap();
    client.wait().unwrap();
    assert!(text.contains("its record so far is in m.trace.partial"), "{text}");
}

/// Asks for a page as a browser does.
fn get(port: u16) -> Option<String> {
    let mut line = TcpStream::connect(("127.0.0.1", port)).ok()?;
    line.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n").ok()?;
    std::io::read_to_string(line).ok()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn a_host_of_jungle_plays_one_match_as_the_others_do() {
    let home = home();
    let port = free_port();
    let host = format!("--port={port}");
    let args = ["host", "jungle", &host, "--nbOfTeams=2", "--nbOfTicks=5", "--fill=house:random", "--wait=1"];
    let more = ["--out=m.trace", "--files=logs", "--set", "units=2", "--mapName=clearing"];
    let child = meydan(home.path(), &[&args[..], &more].concat()).spawn().unwrap();
    eventually("the server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    let mut client = Command::new("python3");
    client.args(["jungle.py", "Ada", &port.to_string()]).current_dir(home.path()).stdout(Stdio::null());
    assert!(client.status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    let text = said(&ended);
    assert!(ended.status.success(), "{text}");
    assert!(text.contains("Ada") && text.contains("random") && text.contains("on clearing"), "{text}");
    // The original's own limit, and not the contest's.
    assert!(text.contains("tick 1010 ms"), "{text}");
    assert!(run(home.path(), &["verify", "m.trace"]).status.success());
    let reel = run(home.path(), &["reel", "logs/replay.json"]);
    let reel = String::from_utf8(reel.stdout).unwrap();
    assert_eq!(reel.lines().count(), 7, "an opening, five ticks and an end");
    assert!(reel.contains("\"name\":\"Ada\""), "{reel}");
}

#[test]
fn the_address_of_a_host_shows_the_match_that_is_watched() {
    let home = home();
    let port = free_port();
    let host = format!("--port={port}");
    let child = meydan(home.path(), &["host", "jungle", &host, "--nbOfTeams=2", "--watch"]).spawn().unwrap();
    let mut answer = String::new();
    eventually("the server", || get(port).inspect(|text| answer.clone_from(text)).is_some());
    let place = answer.lines().find_map(|line| line.strip_prefix("location: http://127.0.0.1:"));
    let page: u16 = place.unwrap_or_else(|| panic!("{answer}")).trim_end_matches('/').parse().unwrap();
    assert!(get(page).is_some_and(|text| text.contains("<html")), "the page is there");
    interrupt(&child);
    drop(child.wait_with_output().unwrap());
}

#[test]
fn files_of_the_originals_are_shown() {
    let home = home();
    let played = run(
        home.path(),
        &[
            "match",
            "galaxy",
            "wire:python3 galaxy.py",
            "house:random",
            "house:greedy",
            "--files",
            "logs",
            "--map",
            "cradle",
        ],
    );
    assert!(played.status.success(), "{}", said(&played));
    let log = fs::read_dir(home.path().join("logs/log")).unwrap().next().unwrap().unwrap().path();
    let log = log.to_str().unwrap();
    let without = run(home.path(), &["reel", log]);
    assert_eq!(without.status.code(), Some(2), "{}", said(&without));
    assert!(said(&without).contains("--map"), "{}", said(&without));
    let reel = run(home.path(), &["reel", log, "--map", "cradle"]);
    assert!(reel.status.success(), "{}", said(&reel));
    assert!(String::from_utf8_lossy(&reel.stdout).lines().count() > 100);
    let house = run(
        home.path(),
        &["match", "galaxy", "house:random", "house:random", "house:random", "--files", "x"],
    );
    assert_eq!(house.status.code(), Some(2), "{}", said(&house));
}

#[test]
fn a_file_that_nobody_knows_is_told_what_could_be_shown() {
    let home = home();
    fs::write(home.path().join("notes.txt"), "not a match").unwrap();
    for args in
        [&["view", "notes.txt"][..], &["reel", "notes.txt"], &["reel", "notes.txt", "--map", "village"]]
    {
        let shown = run(home.path(), args);
        assert_eq!(shown.status.code(), Some(1), "{args:?}: {}", said(&shown));
        assert!(said(&shown).contains("gotham's server.log"), "{args:?}: {}", said(&shown));
    }
    fs::write(home.path().join("server.log.gz"), b"\x1f\x8b\x08\0").unwrap();
    let packed = run(home.path(), &["view", "server.log.gz"]);
    assert!(said(&packed).contains("gunzip server.log.gz"), "{}", said(&packed));
}

#[test]
fn a_host_tells_who_has_come_and_who_is_ready() {
    let home = home();
    let port = free_port();
    let host = format!("--port={port}");
    let called = format!("--client_port_start={}", free_port());
    let args = ["host", "galaxy", &host, &called, "--map", "cradle", "--fill=house:random", "--wait=1"];
    let child = meydan(home.path(), &args).spawn().unwrap();
    eventually("the server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    fs::write(home.path().join("elsewhere.py"), GALAXY.replace("12345", &port.to_string())).unwrap();
    let mut client = Command::new("python3");
    client.arg("elsewhere.py").current_dir(home.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut client = client.spawn().unwrap();
    let ended = child.wait_with_output().unwrap();
    drop((client.kill(), client.wait()));
    let text = said(&ended);
    assert!(ended.status.success(), "{text}");
    let come = text.find("seat 0: a client has come").unwrap_or_else(|| panic!("{text}"));
    let ready = text.find("seat 0: its client is ready").unwrap_or_else(|| panic!("{text}"));
    assert!(come < ready, "{text}");
}

#[test]
fn maps_are_found_where_the_originals_had_them() {
    let home = home();
    fs::create_dir(home.path().join("maps")).unwrap();
    assert!(run(home.path(), &["map", "galaxy", "--seed", "1", "--out", "maps/mine.json"]).status.success());
    let args = ["match", "galaxy", "house:random", "house:random", "house:random", "--json", "--map", "mine"];
    assert_eq!(json(&run(home.path(), &args))["map"], "mine");
    let made = run(home.path(), &["map", "jungle", "--seed", "1", "--out", "maps/easy-7_14x20_4D.bmp"]);
    assert!(made.status.success(), "{}", said(&made));
    let args =
        ["match", "jungle", "house:random", "house:random", "--map", "easy-7_14x20_4D", "--out", "m.trace"];
    assert!(run(home.path(), &args).status.success());
    let reel = run(home.path(), &["reel", "m.trace"]);
    let opening: Value =
        serde_json::from_slice(reel.stdout.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
    assert_eq!(opening["config"]["units_per_team"], 5, "as the contest had it on its map of that name");
}

#[test]
fn the_default_map_tells_bots_of_different_strength_apart() {
    let home = home();
    for seed in ["1", "2"] {
        let report = json(&run(
            home.path(),
            &["match", "jungle", "house:jaguar", "house:collector", "--seed", seed, "--json"],
        ));
        let score = |seat: usize| report["standings"][seat]["score"].as_i64().unwrap();
        assert!(score(0) > 1000 && 20 * score(1) < score(0), "{} to {}", score(0), score(1));
    }
}

#[test]
fn a_client_that_does_not_know_the_maps_heroes_is_told() {
    let home = home();
    let made = run(home.path(), &["map", "heroes", "--seed", "1", "--out", "old.map"]);
    assert!(made.status.success(), "{}", said(&made));
    let mut map: Value = serde_json::from_slice(&fs::read(home.path().join("old.map")).unwrap()).unwrap();
    let mut fifth = map["heroConstants"][0].clone();
    fifth["name"] = "SHADOW".into();
    map["heroConstants"].as_array_mut().unwrap().push(fifth);
    fs::write(home.path().join("new.map"), map.to_string()).unwrap();
    fs::create_dir(home.path().join("bot")).unwrap();
    fs::write(home.path().join("bot/heroes.py"), format!("# AICHostPort\n{HEROES}")).unwrap();
    let mut args = [
        "match",
        "heroes",
        "wire:python3 bot/heroes.py",
        "house:random",
        "--set",
        "maxTurns=6",
        "--map",
        "new.map",
    ];
    let misfit = said(&run(home.path(), &args));
    assert!(misfit.contains("knows no fifth hero") && misfit.contains("`new`"), "{misfit}");
    args[7] = "old.map";
    let fits = said(&run(home.path(), &args));
    assert!(!fits.contains("fifth"), "{fits}");
}

#[test]
fn clients_of_heroes_play_on_a_map_like_those_of_the_contest() {
    let home = home();
    let client = "wire:python3 heroes.py";
    let args = ["match", "heroes", client, "house:random", "--set", "maxTurns=6"];
    let output = run(home.path(), &[&args[..], &["--json"]].concat());
    assert!(said(&output).contains("the map is `bastion`"), "{}", said(&output));
    assert_eq!(json(&output)["map"], "bastion");
    let open = said(&run(home.path(), &[&args[..], &["--map", "plaza"]].concat()));
    assert!(
        open.contains("warning: the map `plaza` is open at its edge") && open.contains("bastion"),
        "{open}"
    );
    let own = ["match", "heroes", "house:random", "house:random", "--set", "maxTurns=6", "--json"];
    assert_eq!(json(&run(home.path(), &own))["map"], "plaza", "nobody else is concerned");
    let gauntlet = ["gauntlet", "heroes", client, "house:random", "--games", "4", "--out", "kept"];
    let gauntlet = run(home.path(), &[&gauntlet[..], &["--set", "maxTurns=5"]].concat());
    assert!(gauntlet.status.success(), "{}", said(&gauntlet));
    let kept = fs::read_dir(home.path().join("kept")).unwrap().map(|entry| entry.unwrap().path());
    let texts: String = kept.filter_map(|path| fs::read_to_string(path).ok()).collect();
    assert!(texts.contains("bastion") && texts.contains("cloister") && !texts.contains("plaza"), "{texts}");
}

#[test]
fn what_decided_a_match_with_level_scores_is_told() {
    let home = home();
    let short = |other: &str| {
        let args = ["match", "heroes", "wire:python3 heroes.py", other, "--seed", "1", "--set", "maxTurns=6"];
        said(&run(home.path(), &args))
    };
    // Who stands still spends nothing.
    let told = short("house:random");
    assert!(told.contains("0 points\n  fewer action points decided\nall turns were played"), "{told}");
    // With this seed nobody holds a diamond after three ticks.
    let jungle =
        ["match", "jungle", "wire:python3 jungle.py x", "house:random", "--seed", "1", "--set", "ticks=3"];
    let told = said(&run(home.path(), &jungle));
    assert!(
        told.contains("a tie was decided by response time") && !told.contains("points in hand"),
        "{told}"
    );
    let level = short("wire:python3 heroes.py");
    assert!(level.contains("  1.  side 1") && !level.contains("decided"), "{level}");
}

#[test]
fn a_client_is_played_against_by_its_own_rules() {
    let home = home();
    let args = ["play", "heroes", "--against", "wire:python3 heroes.py", "--save", "m.trace"];
    let mut child = meydan(home.path(), &args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"go\nquit\n").unwrap();
    let text = said(&child.wait_with_output().unwrap());
    assert!(text.contains("the rules are `official`"), "{text}");
    let opening = |record: &str| -> Value {
        let reel = run(home.path(), &["reel", record]);
        serde_json::from_slice(reel.stdout.split(|&byte| byte == b'\n').next().unwrap()).unwrap()
    };
    let met = opening("m.trace.partial");
    assert_eq!((&met["ruleset"], &met["map"]), (&"official".into(), &"bastion".into()), "{text}");
    let args = ["dev", "heroes", "wire:python3 heroes.py", "house:random", "--set", "maxTurns=6", "--out"];
    let mut child = meydan(home.path(), &[&args[..], &["d.trace"]].concat()).spawn().unwrap();
    let told = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let told: Vec<String> = told.take_while(|line| !line.starts_with("trace in ")).collect();
    interrupt(&child);
    child.wait().unwrap();
    assert_eq!(opening("d.trace")["map"], "bastion", "{told:?}");
}

/// The names of the hero classes in a record.
fn classes(home: &Path, record: &str) -> Vec<String> {
    let reel = run(home, &["reel", record]);
    let opening: Value =
        serde_json::from_slice(reel.stdout.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
    let heroes = opening["config"]["heroes"].as_array().unwrap();
    heroes.iter().map(|class| class["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_client_that_knows_five_heroes_has_them() {
    let home = home();
    fs::create_dir(home.path().join("bot")).unwrap();
    fs::write(home.path().join("bot/heroes.py"), format!("# AICHostPort SHADOW\n{HEROES}")).unwrap();
    let args =
        ["match", "heroes", "wire:python3 bot/heroes.py", "house:captain", "--set", "maxTurns=6", "--out"];
    let five = run(home.path(), &[&args[..], &["five.trace"]].concat());
    assert!(five.status.success() && said(&five).contains("know the fifth hero"), "{}", said(&five));
    assert!(classes(home.path(), "five.trace").contains(&"SHADOW".to_owned()));
    let four = run(home.path(), &[&args[..], &["four.trace", "--set", "classes=4"]].concat());
    assert!(said(&four).contains("--set classes=5 adds `SHADOW`"), "{}", said(&four));
    assert_eq!(classes(home.path(), "four.trace").len(), 4);
}

#[test]
fn teams_have_their_names_in_the_originals_files() {
    let home = home();
    let galaxy = ["match", "galaxy", "wire:python3 galaxy.py", "house:random", "house:greedy"];
    let more = ["--map", "cradle", "--files", "galaxy", "--name", "0=Alpha"];
    let played = run(home.path(), &[&galaxy[..], &more].concat());
    assert!(played.status.success(), "{}", said(&played));
    let log = fs::read_dir(home.path().join("galaxy/debug_log")).unwrap().next().unwrap().unwrap().path();
    let log = fs::read_to_string(log).unwrap();
    assert!(log.starts_with("player 0 is Alpha\nplayer 1 is random\nplayer 2 is greedy\n"), "{log}");
    assert!(log.contains("\nplayer 0 (Alpha) has ") && !log.contains("Seat("), "{log}");
    let heroes = ["match", "heroes", "wire:python3 heroes.py", "house:random", "--set", "maxTurns=5"];
    let played = run(home.path(), &[&heroes[..], &["--files", "heroes", "--name", "0=Alpha"]].concat());
    assert!(played.status.success(), "{}", said(&played));
    let log = fs::read_to_string(home.path().join("heroes/server_view.log")).unwrap();
    let log: Value = serde_json::from_str(&log).unwrap();
    assert!(
        log.to_string().contains("\"firstTeam\":\"Alpha\"")
            && log.to_string().contains("\"secondTeam\":\"random\"")
    );
    let jungle = ["match", "jungle", "wire:python3 jungle.py x", "house:random", "--set", "ticks=3"];
    let played = run(home.path(), &[&jungle[..], &["--files", "jungle", "--name", "0=Alpha"]].concat());
    assert!(played.status.success(), "{}", said(&played));
    let log = fs::read_to_string(home.path().join("jungle/gameResults.json")).unwrap();
    assert!(log.contains("Alpha") && log.contains("random"), "{log}");
}

/// A host whose results another program reads. Gives what it wrote to its standard output.
fn read_host(home: &Path, args: &[&str], play: impl FnOnce(u16)) -> (Option<i32>, Vec<Value>) {
    let port = free_port();
    let host = format!("--port={port}");
    let child = meydan(home, &[&["host"], args, &[&host, "--json"]].concat()).spawn().unwrap();
    eventually("the server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    play(port);
    let ended = child.wait_with_output().unwrap();
    let text = String::from_utf8(ended.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{text}")));
    (ended.status.code(), lines.collect())
}

#[test]
fn a_host_tells_its_match_to_other_programs() {
    let home = home();
    let args =
        ["heroes", "--fill=house:random", "--wait=1", "--files=off", "--set=maxTurns=6", "--name=0=Alpha"];
    let (code, told) = read_host(home.path(), &args, |port| {
        fs::write(home.path().join("elsewhere.py"), HEROES.replace("7099", &port.to_string())).unwrap();
        let client = Command::new("python3").arg(home.path().join("elsewhere.py")).status().unwrap();
        assert!(client.success());
    });
    assert_eq!((code, told.len()), (Some(0), 1), "{told:?}");
    assert_eq!((&told[0]["game"], &told[0]["ruleset"]), (&"heroes".into(), &"official".into()));
    let mut names: Vec<&str> =
        told[0]["standings"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Alpha", "random"]);
}

#[test]
fn a_host_tells_every_match_of_a_series_to_other_programs() {
    let home = home();
    let args = ["jungle", "--nbOfTeams=2", "--nbOfTicks=3", "--mapName=clearing", "--keepAlive"];
    let port = free_port();
    let host = format!("--port={port}");
    let mut child =
        meydan(home.path(), &[&["host"], &args[..], &[&host, "--json"]].concat()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for round in ["first", "second"] {
        eventually("the server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        let client = |name: &str| {
            let mut client = Command::new("python3");
            client.args(["jungle.py", name, &port.to_string()]).current_dir(home.path());
            client.stdout(Stdio::null()).spawn().unwrap()
        };
        let clients = [client(round), client("Bob")];
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
        assert!(told["windows"] == 3 && line.contains(&format!("\"name\":\"{round}\"")), "{line}");
        clients.into_iter().for_each(|mut client| drop(client.wait()));
    }
    interrupt(&child);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    for told in ["first has come", "second has come", "2 of 2 are here"] {
        assert!(said(&ended).contains(told), "{told}: {}", said(&ended));
    }
}

#[test]
fn a_hosts_match_that_does_not_count_is_told_to_other_programs() {
    let home = home();
    let args =
        ["host", "gotham", "--map", "village", "--files=off", "--first-team=false", "--second-team=false"];
    let output = run(home.path(), &[&args[..], &["--port=0", "--json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["outcome"], "void", "{told:?}");
}

#[test]
fn one_line_tells_how_far_a_match_is() {
    let home = home();
    let args = ["match", "galaxy", "wire:python3 galaxy.py idle", "house:random", "house:random"];
    let mut child = meydan(home.path(), &args).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let told: Vec<String> = lines.take_while(|line| !line.starts_with("window ")).collect();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(!told.iter().any(|line| line.contains("played")), "{told:?}");
}

/// The pages for those who played then say the same in every language, and are found.
#[test]
fn the_pages_for_veterans_have_the_same_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let english = read("docs/original-bots.md");
    // All that is to be typed, and how much there is to read.
    let typed = |text: &str| -> Vec<String> {
        let blocks = text.split("```").skip(1).step_by(2).map(str::to_owned);
        let parts = text
            .split('`')
            .filter(|part| ["meydan ", "pip ", "apt "].iter().any(|start| part.starts_with(start)));
        let local = |part: &str| ["DOSSIER", "FICHIER", "JEU"].iter().any(|word| part.contains(word));
        let shared = |part: &&str| {
            !["DIR", "FILE", "GAME"].iter().any(|word| part.ends_with(word) || part.contains(" GAME"))
                && !local(part)
        };
        blocks.chain(parts.filter(shared).map(str::to_owned)).collect()
    };
    let shape = |text: &str| ["\n## ", "\n* **", "\n|", "\n```"].map(|mark| text.matches(mark).count());
    for (page, games) in
        [("original-bots.fa.md", &["heroes", "gotham", "galaxy"][..]), ("original-bots.fr.md", &["jungle"])]
    {
        let text = read(&format!("docs/{page}"));
        assert_eq!(typed(&text), typed(&english), "what is typed in {page}");
        assert_eq!(shape(&text), shape(&english), "headings, points, tables and blocks of {page}");
        for game in games {
            assert!(
                read(&format!("docs/{game}.md")).contains(page),
                "docs/{game}.md does not lead to {page}"
            );
        }
        assert!(read("README.md").contains(page) && english.contains(page), "nobody leads to {page}");
    }
    let help = said(&run(Path::new("."), &["host", "heroes", "--help"]));
    assert!(help.contains("docs/original-bots.md") && help.contains("--generate-config"), "{help}");
    assert!(!help.contains("--client_port_start"), "those of other games are not asked for: {help}");
    let all = said(&run(Path::new("."), &["host", "--help"]));
    assert!(all.contains("--generate-config") && all.contains("--client_port_start"), "{all}");
}

#[test]
fn a_folder_of_a_published_bot_leads_to_its_command() {
    let home = home();
    fs::create_dir(home.path().join("bot")).unwrap();
    fs::write(home.path().join("bot/Controller.py"), format!("# AICHostPort\n{HEROES}")).unwrap();
    let refused = run(home.path(), &["match", "heroes", "./bot", "house:random"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("`meydan adopt ./bot`"), "{}", said(&refused));
    assert!(said(&refused).contains("`wire:./bot`"), "{}", said(&refused));
    let adopted = said(&run(home.path(), &["adopt", "./bot"]));
    assert!(adopted.contains("wire:python3 Controller.py"), "{adopted}");
    assert!(adopted.contains("meydan match heroes wire:./bot house:random"), "{adopted}");
}

/// Each is started in its own folder, where the files are that it reads.
#[test]
fn two_published_bots_play_from_two_folders() {
    let home = home();
    for (name, version) in [("old/one", "AICHostPort"), ("old/two", "AICHostPort SHADOW")] {
        let folder = home.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("plan.txt"), format!("the plan of {name}")).unwrap();
        let code = format!("# {version}\nprint(open('plan.txt').read(), flush=True)\n{HEROES}");
        fs::write(folder.join("Controller.py"), code).unwrap();
    }
    let short = ["--set", "maxTurns=6", "--json"];
    let played = run(
        home.path(),
        &[&["match", "heroes", "wire:./old/one", "wire:old/two", "--out", "m.trace"], &short[..]].concat(),
    );
    let report = json(&played);
    let names: Vec<&Value> = report["standings"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["one", "two"]);
    for (seat, name) in [(0, "old/one"), (1, "old/two")] {
        assert_eq!(report["stderr"][seat]["first"][0], format!("the plan of {name}"), "{report}");
    }
    // One of them knows no fifth hero, so advice that would bring it would harm that one.
    let text = said(&played);
    assert!(text.contains("four heroes play") && !text.contains("--set classes=5"), "{text}");
    let again = run(home.path(), &["rerun", "m.trace", "--seat", "1", "--", "wire:old/two"]);
    assert!(again.status.success(), "{}", said(&again));
    let gauntlet = ["gauntlet", "heroes", "wire:old/one", "wire:old/two", "--games", "2"];
    let report = json(&run(home.path(), &[&gauntlet[..], &short].concat()));
    assert_eq!(report["bots"].as_array().unwrap().len(), 2);
    // A lost match is told with a command that plays it once more.
    let lost =
        ["gauntlet", "heroes", "wire:old/one", "house:captain", "--games", "2", "--set", "maxTurns=40"];
    let told = said(&run(home.path(), &lost));
    let again = told.lines().find_map(|line| Some(line.split_once(": meydan match ")?.1));
    let again = again.unwrap_or_else(|| panic!("somebody lost: {told}"));
    assert!(again.contains("wire:old/one"), "{again}");
    let words: Vec<String> =
        shlex::split(again).unwrap().into_iter().filter(|word| word != "--watch").collect();
    let words: Vec<&str> = ["match"].into_iter().chain(words.iter().map(String::as_str)).collect();
    let once_more = run(home.path(), &words);
    assert!(once_more.status.success(), "{again}: {}", said(&once_more));
    let many = run(home.path(), &["match", "heroes", "wire:old", "house:random"]);
    assert!(
        many.status.code() == Some(2) && said(&many).contains("wire:old/one, wire:old/two"),
        "{}",
        said(&many)
    );
}

#[test]
fn a_client_that_neither_comes_nor_ends_is_told_of() {
    let home = home();
    let seat = "wire:sh -c 'echo > started; exec sleep 1000'";
    let child = meydan(home.path(), &["match", "heroes", seat, "house:random"]).spawn().unwrap();
    eventually("the client", || home.path().join("started").exists());
    interrupt(&child);
    let text = said(&child.wait_with_output().unwrap());
    assert!(text.contains("seat 0 (sleep) has not come yet"), "{text}");
}

#[test]
fn a_host_of_heroes_has_the_originals_flags() {
    let home = home();
    let made = run(home.path(), &["host", "heroes", "--generate-config=game.conf"]);
    assert!(made.status.success(), "{}", said(&made));
    let config: Value = serde_json::from_slice(&fs::read(home.path().join("game.conf")).unwrap()).unwrap();
    assert_eq!(config["ClientsPort"], "7099");
    let port = format!("--port={}", free_port());
    let args = ["host", "heroes", "--config=game.conf", &port, "--fill=house:random", "--wait=1"];
    let mut child = meydan(home.path(), &args).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    interrupt(&child);
    child.wait().unwrap();
    assert!(line.contains("waiting on"), "{line}");
    assert!(home.path().join("graphic.log").is_file(), "the original wrote it unasked");
}

#[test]
fn flags_that_a_host_does_not_use_are_refused() {
    let home = home();
    for (args, wanted) in [
        (&["host", "jungle", "--set", "legs=7"][..], "legs"),
        (&["host", "jungle", "--files", "logs", "--keepAlive"], "keepAlive"),
        (&["host", "jungle", "--s3Bucket=b"], "s3Bucket"),
        (&["host", "jungle", "whatever"], "whatever"),
        (&["host", "heroes", "--wait", "3"], "--wait"),
        (&["host", "heroes", "--nonsense", "3"], "--nonsense"),
        (&["host", "heroes", "--generate-config"], "needs a file"),
        (&["host", "galaxy", "-x", "3"], "there is no flag `-x`"),
        (&["host", "galaxy", "-x"], "there is no flag `-x`"),
        (
            &["host", "gotham", "--first-team=/missing.jar", "--second-team=/missing.jar"],
            "no file `/missing.jar`",
        ),
        (&["host", "jungle", "--sides", "9"], "9"),
        (&["host", "jungle", "--sides", "0"], "2 to 4 sides"),
        (&["host", "galaxy", "--sides", "9"], "by 3 sides"),
        (&["host", "heroes", "--sides", "9"], "9"),
        (&["host", "heroes", "--name", "7=Alpha"], "no side 7"),
    ] {
        let refused = run(home.path(), args);
        let text = said(&refused);
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(wanted), "{args:?}: {text}");
    }
}

#[test]
fn a_client_that_was_started_as_a_bot_of_ours_is_recognised() {
    let home = home();
    let seat = "python3 -c 'raise SystemExit(\"No token provided\")'";
    let output = run(home.path(), &["match", "gotham", seat, "house:random", "--map", "village"]);
    assert!(said(&output).contains(&format!("start it with `wire:{seat}`")), "{}", said(&output));
    let own = run(home.path(), &["match", "labyrinth", "false"]);
    assert!(!said(&own).contains("wire:"), "{}", said(&own));
}
