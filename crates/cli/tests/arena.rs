//! The arena as a process: what a kill leaves behind, how it ends, and that nothing it reads can run.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use meydan_core::Budget;
use meydan_core::trace::Entrant;
use serde_json::{Value, json};

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.current_dir(folder).env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A running arena. It is killed when the test ends, however it ends.
struct Arena {
    child: Child,
    address: String,
}

impl Arena {
    fn open(folder: &Path, more: &[&str]) -> Arena {
        let mut child = command(folder)
            .args(["arena", "--listen", "127.0.0.1:0", "--data", "data"])
            .args(more)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let Some((_, address)) = line.trim().rsplit_once("http://") else {
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            panic!("no address: {line}{said}");
        };
        Arena { address: address.to_owned(), child }
    }

    fn ask(&self, method: &str, path: &str, key: Option<&str>, body: Option<Value>) -> (u16, Value) {
        let body = body.map_or(String::new(), |body| body.to_string());
        let key = key.map_or(String::new(), |key| format!("authorization: Bearer {key}\r\n"));
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n{key}content-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn card(&self, id: &str) -> Value {
        self.ask("GET", &format!("/api/matches/{id}"), None, None).1
    }

    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// The exit code, and what was still said.
    fn ended(mut self) -> (Option<i32>, String) {
        let mut out = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        (self.child.wait().unwrap().code(), out)
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Nothing here takes this long; only what never comes does.
const PATIENCE: Duration = Duration::from_secs(240);

fn eventually<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A match of bots that takes a while.
fn slow_match(arena: &Arena) -> (String, String) {
    let seats = ["house:random", "house:random", "house:random"];
    let order = json!({"game": "galaxy", "seats": seats, "seed": 3, "pace_ms": 150});
    let (status, created) = arena.ask("POST", "/api/matches", None, Some(order));
    assert_eq!(status, 201, "{created}");
    let text = |name: &str| created[name].as_str().unwrap().to_owned();
    (text("id"), text("owner"))
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder.join("data/matches")).unwrap();
    let mut names: Vec<String> = names.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_killed_arena_loses_at_most_the_open_window_and_the_match_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let arena = Arena::open(folder, &[]);
    let (id, owner) = slow_match(&arena);
    let seen =
        eventually("five windows", || arena.card(&id)["windows"].as_u64().filter(|windows| *windows >= 5));
    arena.signal("-KILL");
    assert_eq!(arena.ended().0, None);
    let arena = Arena::open(folder, &[]);
    let card = arena.card(&id);
    assert_eq!(card["state"], "paused", "{card}");
    assert!(card["reason"].as_str().unwrap().contains("the arena ended while it was played"), "{card}");
    let kept = card["windows"].as_u64().unwrap();
    assert!(kept >= seen, "{seen} windows were shown, {kept} are kept");
    let (status, resumed) = arena.ask("POST", "/api/matches", Some(&owner), Some(json!({"resume": id})));
    assert_eq!((status, resumed["id"].as_str()), (201, Some(id.as_str())), "{resumed}");
    eventually("more windows", || (arena.card(&id)["windows"].as_u64().unwrap() > kept).then_some(()));
    arena.ask("POST", &format!("/api/matches/{id}/save"), Some(&owner), None);
    assert_eq!(arena.card(&id)["state"], "paused");
    // Taken up again and left at once: nothing of what was played before is lost.
    let kept = arena.card(&id)["windows"].as_u64().unwrap();
    arena.ask("POST", "/api/matches", Some(&owner), Some(json!({"resume": id})));
    arena.ask("POST", &format!("/api/matches/{id}/save"), Some(&owner), None);
    let card = arena.card(&id);
    assert!(card["state"] == "paused" && card["windows"].as_u64().unwrap() >= kept, "{kept} windows: {card}");
    let [sheet, record] = &files(folder)[..] else { panic!("{:?}", files(folder)) };
    assert!(
        sheet.ends_with(&format!("{id}.2.trace")) || record.ends_with(&format!("{id}.json")),
        "{sheet} {record}"
    );
    let record = files(folder).into_iter().find(|name| name.ends_with(".trace")).unwrap();
    let verified = command(folder).args(["verify", &format!("data/matches/{record}")]).output().unwrap();
    assert_eq!(verified.status.code(), Some(3), "consistent, and cut: {verified:?}");
}

#[test]
fn a_signal_pauses_what_runs_and_ends_the_arena_well() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let arena = Arena::open(folder, &[]);
        let (id, _) = slow_match(&arena);
        eventually("a window", || (arena.card(&id)["windows"].as_u64()? > 0).then_some(()));
        arena.signal(signal);
        let (code, said) = arena.ended();
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("one match is paused and can be taken up again"), "{said}");
        assert_eq!(files(folder).len(), 2, "a sheet and a record, nothing else: {:?}", files(folder));
        let arena = Arena::open(folder, &[]);
        let card = arena.card(&id);
        assert_eq!((&card["state"], card["windows"].as_u64() > Some(0)), (&json!("paused"), true), "{card}");
    }
}

#[test]
fn a_folder_has_one_arena() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let arena = Arena::open(folder, &[]);
    let second =
        command(folder).args(["arena", "--listen", "127.0.0.1:0", "--data", "data"]).output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains("another arena is open on the folder data"), "{said}");
    arena.signal("-KILL");
    arena.ended();
    // What a killed arena leaves behind keeps nobody out.
    Arena::open(folder, &[]);
}

#[test]
fn a_log_is_structured_where_that_is_asked_for_and_knows_no_keys() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut arena = Arena::open(folder, &["--log", "json"]);
    let (id, owner) = slow_match(&arena);
    arena.ask("DELETE", &format!("/api/matches/{id}"), Some(&owner), None);
    let mut stderr = arena.child.stderr.take().unwrap();
    arena.signal("-TERM");
    arena.ended();
    let mut log = String::new();
    stderr.read_to_string(&mut log).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(
        lines
            .iter()
            .any(|line| line["fields"]["message"] == "a match has begun" && line["fields"]["id"] == *id),
        "{log}"
    );
    assert!(!log.contains(&owner), "{log}");
}

/// A paused match of one window whose seat was played by a command, in both versions of the format.
fn hostile_records(folder: &Path, command_line: &str) -> Vec<PathBuf> {
    let made = command(folder)
        .args(["match", "labyrinth", "house:greedy", "--map", "course", "--seed", "3", "--out", "m.trace"])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let record =
        meydan_record::read::<Value>(fs::File::open(folder.join("m.trace")).unwrap(), &Budget::STANDARD)
            .unwrap();
    let mut header = record.trace.header;
    header.entrants = vec![Entrant::bot(command_line)];
    let second = folder.join("second.trace");
    let writer = meydan_record::TraceWriter::new(fs::File::create(&second).unwrap(), &header, None).unwrap();
    writer.pause().unwrap();
    let mut old = serde_json::to_value(&header).unwrap();
    old["seats"] = json!([{"name": "bot", "spec": command_line}]);
    for new in ["entrants", "sides", "build", "id", "map_digest"] {
        old.as_object_mut().unwrap().remove(new);
    }
    let first = folder.join("first.trace");
    let mut bytes = b"meydan-trace 1\n".to_vec();
    bytes.extend(zstd::encode_all(format!("{old}\n").as_bytes(), 1).unwrap());
    fs::write(&first, bytes).unwrap();
    vec![first, second]
}

#[test]
fn nothing_that_is_read_can_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let trap = folder.join("trap");
    let command_line = format!("sh -c 'touch {}'", trap.display());
    let records = hostile_records(folder, &command_line);
    // By the data folder of an arena.
    let matches = folder.join("data/matches");
    fs::create_dir_all(&matches).unwrap();
    for (i, record) in records.iter().enumerate() {
        fs::copy(record, matches.join(format!("{i:013}-hostile{i}.trace"))).unwrap();
    }
    let arena = Arena::open(folder, &["--bot", "python3 honest.py"]);
    for i in 0..records.len() {
        let id = format!("hostile{i}");
        assert_eq!(arena.card(&id)["state"], "paused");
        let (status, asked) = arena.ask("POST", "/api/matches", None, Some(json!({"resume": id})));
        assert_eq!((status, &asked["code"]), (409, &json!("unseated")), "{asked}");
        let wish = json!({"resume": id, "seats": [command_line]});
        let (status, refused) = arena.ask("POST", "/api/matches", None, Some(wish));
        assert_eq!((status, &refused["code"]), (403, &json!("forbidden")), "{refused}");
    }
    let order = json!({"game": "labyrinth", "seats": [command_line]});
    assert_eq!(arena.ask("POST", "/api/matches", None, Some(order)).0, 403);
    // A sheet that somebody wrote is read as well.
    let sheet = fs::read_to_string(matches.join("0000000000001-hostile1.json")).unwrap();
    drop(arena);
    fs::write(matches.join("0000000000001-hostile1.json"), sheet.replace("\"bot\"", "\"house\"")).unwrap();
    let arena = Arena::open(folder, &[]);
    let (status, refused) = arena.ask("POST", "/api/matches", None, Some(json!({"resume": "hostile1"})));
    assert_eq!(status, 403, "{refused}");
    drop(arena);
    // By a file on the command line.
    for record in &records {
        let played = command(folder)
            .args(["play", "labyrinth", "--web", "--data", "other", "--resume"])
            .arg(record)
            .output()
            .unwrap();
        assert_eq!(played.status.code(), Some(2), "{played:?}");
        let said = String::from_utf8(played.stderr).unwrap();
        assert!(said.contains("say who plays there now with --against"), "{said}");
    }
    assert!(!trap.exists(), "something that was only read has run");
}

#[test]
fn a_bot_of_another_game_is_not_seated() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("cat");
    fs::create_dir(&bot).unwrap();
    fs::write(
        bot.join("meydan.toml"),
        "game = \"jungle\"\nlanguage = \"c\"\nname = \"x\"\nstart = \"./x\"\n",
    )
    .unwrap();
    let arena = Arena::open(folder.path(), &["--bot", "./cat"]);
    let order = json!({"game": "labyrinth", "seats": ["./cat"]});
    let (status, refused) = arena.ask("POST", "/api/matches", None, Some(order));
    assert_eq!(status, 400, "{refused}");
    assert!(refused.to_string().contains("plays `jungle`, not `labyrinth`"), "{refused}");
}
