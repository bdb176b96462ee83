//! An arena as a process that can be killed, and what was promised by it while it lived.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use meydan_league::DEMO_PASSWORD;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

/// A data folder, and whatever somebody was told about it that must stay true.
pub(crate) struct Camp {
    folder: tempfile::TempDir,
    promised: RefCell<Promised>,
    cookies: RefCell<BTreeMap<&'static str, String>>,
    /// Matches that somebody has had played again or annulled.
    used: RefCell<BTreeSet<String>>,
    /// Matches that could not be played, and need not be.
    given_up: RefCell<BTreeSet<String>>,
}

/// What was answered, and so must not be lost.
#[derive(Default)]
pub(crate) struct Promised {
    /// Versions that were taken, with what was sent and what must become of them.
    pub(crate) versions: BTreeMap<String, (Vec<u8>, &'static str)>,
    /// Matches that were asked for.
    pub(crate) matches: BTreeSet<String>,
    /// Results that were shown.
    pub(crate) results: BTreeMap<String, Value>,
}

/// A running arena. It is killed when the test ends, however it ends.
pub(crate) struct Arena {
    child: Child,
    address: String,
}

/// An answer, if there was somebody to give one.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    cookie: Option<String>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

pub(crate) const ORGANISER: &str = "organiser";
pub(crate) const CONTESTANT: &str = "contestant";

impl Camp {
    /// A new folder with the contest for show, in which somebody has a team.
    pub(crate) fn found() -> Camp {
        let camp = Camp::new();
        let arena = camp.open(None);
        camp.settle_in(&arena);
        camp.end(arena);
        camp
    }

    pub(crate) fn new() -> Camp {
        Camp {
            folder: tempfile::tempdir().unwrap(),
            promised: RefCell::default(),
            cookies: RefCell::default(),
            used: RefCell::default(),
            given_up: RefCell::default(),
        }
    }

    /// The contest for show gets limits that nobody reaches here, and one map; somebody makes a team.
    pub(crate) fn settle_in(&self, arena: &Arena) {
        for name in [ORGANISER, CONTESTANT] {
            let wish = json!({ "name": name, "password": DEMO_PASSWORD });
            let signed = arena.send("POST", "/signin", None, wish.to_string().as_bytes()).unwrap();
            assert_eq!(signed.status, 200, "{}", signed.json());
            self.cookies.borrow_mut().insert(name, signed.cookie.unwrap());
        }
        // The contest for show has a team with a kit. A siege begins when that is ready, with a team of its own.
        let team = self.team(arena).unwrap();
        let versions = format!("/teams/{team}/versions");
        self.eventually("the kit of the contest for show", || {
            let found = self.get(arena, CONTESTANT, &versions)?;
            (found["versions"][0]["state"] == "ready").then_some(())
        });
        let left = self.ask(arena, CONTESTANT, "POST", &format!("/teams/{team}/leave"), json!({}));
        assert_eq!(left.map(|left| left.status), Some(204));
        self.set_ladder(arena, 1000);
        let made =
            self.ask(arena, CONTESTANT, "POST", "/contests/demo/teams", json!({ "name": "Besiegers" }));
        assert_eq!(made.map(|made| made.status), Some(201));
    }

    /// How many ranked matches each team plays in an hour.
    pub(crate) fn set_ladder(&self, arena: &Arena, hourly: u32) {
        self.set_ranking(arena, json!({ "kind": "ladder", "hourly": hourly }));
    }

    pub(crate) fn set_ranking(&self, arena: &Arena, ranking: Value) {
        let settings = json!({
            "maps": ["canopy"],
            "ranking": ranking,
            "submissions": { "hourly": 1000 },
            "casual": { "hourly": 1000, "at_once": 100 },
        });
        let changed =
            self.ask(arena, ORGANISER, "PATCH", "/contests/demo", json!({ "settings": settings })).unwrap();
        assert_eq!(changed.status, 200, "{}", changed.json());
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
        command.current_dir(self.folder.path()).env("NO_COLOR", "1");
        command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).env_remove("MEYDAN_FAILPOINT");
        command
    }

    /// Starts an arena, which aborts at a fail point if there is one.
    pub(crate) fn open(&self, failpoint: Option<&str>) -> Arena {
        self.try_open(failpoint, "data").unwrap_or_else(|status| panic!("{status}: {}", self.log()))
    }

    /// Starts an arena that may not live long enough to say where it is.
    pub(crate) fn try_open(&self, failpoint: Option<&str>, data: &str) -> Result<Arena, ExitStatus> {
        let log = File::options().append(true).create(true).open(self.folder.path().join("log")).unwrap();
        let mut command = self.command();
        command.args(["arena", "--listen", "127.0.0.1:0", "--demo", "jungle", "--data", data]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        if let Some(point) = failpoint {
            command.env("MEYDAN_FAILPOINT", point);
        }
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        match line.trim().rsplit_once("http://") {
            Some((_, address)) => Ok(Arena { child, address: address.to_owned() }),
            None => Err(child.wait().unwrap()),
        }
    }

    /// What arenas of this folder have said.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// Ends an arena the polite way, which must go well.
    pub(crate) fn end(&self, mut arena: Arena) {
        arena.signal("-TERM");
        let status = arena.child.wait().unwrap();
        assert!(status.success(), "{status}: {}", self.log());
    }

    /// Asks as somebody; nothing, if the arena has died.
    pub(crate) fn ask(
        &self,
        arena: &Arena,
        who: &'static str,
        method: &str,
        path: &str,
        body: Value,
    ) -> Option<Answer> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(arena, who, method, path, body.as_bytes())
    }

    fn send(
        &self,
        arena: &Arena,
        who: &'static str,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> Option<Answer> {
        let cookie = self.cookies.borrow().get(who).cloned();
        arena.send(method, path, cookie.as_deref(), body)
    }

    /// What is found there.
    pub(crate) fn get(&self, arena: &Arena, who: &'static str, path: &str) -> Option<Value> {
        self.send(arena, who, "GET", path, b"").map(|answer| answer.json())
    }

    /// The contestant's team in the contest for show.
    pub(crate) fn team(&self, arena: &Arena) -> Option<String> {
        Some(self.get(arena, CONTESTANT, "/contests/demo")?["team"].as_str()?.to_owned())
    }

    /// Sends a version, of which `becomes` must become.
    pub(crate) fn submit(&self, arena: &Arena, bot: Bot) -> Option<String> {
        let (archive, becomes) = bot.pack();
        let path = format!("/teams/{}/versions", self.team(arena)?);
        let answer = self.send(arena, CONTESTANT, "POST", &path, &archive)?;
        assert_eq!(answer.status, 201, "{}", answer.json());
        let id = answer.json()["id"].as_str().unwrap().to_owned();
        self.promised.borrow_mut().versions.insert(id.clone(), (archive, becomes));
        Some(id)
    }

    /// Whether something is still to be done for a version.
    pub(crate) fn is_under_way(&self, version: &Value) -> bool {
        ["received", "building", "built", "validating"].iter().any(|state| version["state"] == *state)
    }

    /// Asks for a match against a house bot.
    pub(crate) fn casual(&self, arena: &Arena) -> Option<String> {
        let path = format!("/teams/{}/casual", self.team(arena)?);
        let answer =
            self.ask(arena, CONTESTANT, "POST", &path, json!({ "opponents": [{ "house": "random" }] }))?;
        assert_eq!(answer.status, 201, "{}", answer.json());
        let id = answer.json()["id"].as_str().unwrap().to_owned();
        self.promised.borrow_mut().matches.insert(id.clone());
        Some(id)
    }

    /// Matches of the contest for show that are over, the newest first. Their results are remembered.
    pub(crate) fn over(&self, arena: &Arena, kind: &str) -> Option<Vec<Value>> {
        let path = format!("/contests/demo/matches?state=over&kind={kind}");
        let list = self.get(arena, ORGANISER, &path)?["matches"].as_array()?.clone();
        let mut promised = self.promised.borrow_mut();
        for game in &list {
            let result = json!([game["seed"], game["windows"], game["seats"]]);
            promised.results.insert(game["id"].as_str()?.to_owned(), result);
        }
        Some(list)
    }

    /// Everything that was promised is there, and comes to its end.
    pub(crate) fn keeps_its_word(&self, arena: &Arena) {
        let told = |path: &str| {
            let answer = self.send(arena, ORGANISER, "GET", path, b"").unwrap();
            assert_eq!(answer.status, 200, "{path}: {}\n{}", answer.json(), self.log());
            answer
        };
        // Whatever waits now, such as what the last arena was doing, is done; the ladder goes on meanwhile.
        let jobs = || -> BTreeSet<String> {
            let desk = told("/desk").json();
            let given_up = |job: &&Value| self.given_up.borrow().contains(job["subject"].as_str().unwrap());
            let jobs = desk["jobs"].as_array().unwrap().iter().filter(|job| !given_up(job));
            assert!(jobs.clone().all(|job| job["state"] != "dead"), "{desk}\n{}", self.log());
            jobs.map(|job| job["id"].as_str().unwrap().to_owned()).collect()
        };
        let waiting = jobs();
        self.eventually("the end of what waited", || waiting.is_disjoint(&jobs()).then_some(()));
        let promised = self.promised.borrow();
        for (id, (archive, becomes)) in &promised.versions {
            assert!(told(&format!("/versions/{id}/source")).body == *archive, "{id} is another archive now");
            let version = self.eventually(&format!("the end of version {id}"), || {
                let version = told(&format!("/versions/{id}")).json();
                (!self.is_under_way(&version)).then_some(version)
            });
            assert_eq!(version["state"], *becomes, "{id}: {version}");
        }
        for id in &promised.matches {
            self.eventually(&format!("the end of match {id}"), || {
                let state = told(&format!("/matches/{id}")).json()["state"].as_str()?.to_owned();
                (!["queued", "running"].contains(&state.as_str())).then_some(())
            });
        }
        for (id, result) in &promised.results {
            let game = told(&format!("/matches/{id}")).json();
            assert_eq!(json!([game["seed"], game["windows"], game["seats"]]), *result, "{id}");
        }
    }

    /// No more matches are made, and those that there are come to their end.
    pub(crate) fn comes_to_rest(&self, arena: &Arena) {
        self.set_ranking(arena, json!({ "kind": "none" }));
        self.eventually("the end of all jobs", || {
            let desk = self.get(arena, ORGANISER, "/desk").unwrap();
            desk["jobs"].as_array().unwrap().is_empty().then_some(())
        });
    }

    /// Remembers that something was used up; whether it was not before.
    pub(crate) fn use_up(&self, id: &str) -> bool {
        self.used.borrow_mut().insert(id.to_owned())
    }

    /// It need not be played any more.
    pub(crate) fn give_up(&self, id: &str) {
        self.given_up.borrow_mut().insert(id.to_owned());
    }

    /// What has been promised is not asked for any more: it was looked at, and the rest is looked at in the end.
    pub(crate) fn forget(&self) -> Promised {
        self.promised.take()
    }

    /// How an arena ends by itself.
    pub(crate) fn ends(&self, arena: &mut Arena, why: &str) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = arena.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(240), "it lives on past {why}:\n{}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn eventually<T>(&self, what: &str, look: impl Fn() -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(begun.elapsed() < Duration::from_secs(240), "{what} did not come:\n{}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Arena {
    fn send(&self, method: &str, path: &str, cookie: Option<&str>, body: &[u8]) -> Option<Answer> {
        self.send_to(method, &format!("/api/v1{path}"), cookie, body)
    }

    /// Asks the part of the arena in which people begin matches.
    pub(crate) fn ask_page(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send_to(method, path, None, body.as_bytes()).unwrap().json()
    }

    fn send_to(&self, method: &str, path: &str, cookie: Option<&str>, body: &[u8]) -> Option<Answer> {
        let cookie = cookie.map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             {cookie}content-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(body).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
        let body = answer.split_off(end + 4);
        let head = String::from_utf8(answer).unwrap();
        let status = head.split(' ').nth(1)?.parse().unwrap();
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
        // An answer that was cut off is none.
        if field("content-length: ").is_some_and(|length| length.parse() != Ok(body.len())) {
            return None;
        }
        let cookie = field("set-cookie: ").and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        Some(Answer { status, body, cookie })
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A bot in a few lines.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bot {
    /// It plays, badly.
    Sound,
    /// It plays, and its build takes a while.
    Slow,
    /// It plays, and thinks for long where it sits second, so not in its first match.
    Thinker,
    /// It cannot be built.
    Broken,
    /// It is gone in its first match.
    Gone,
}

impl Bot {
    /// Its archive, and what becomes of it.
    fn pack(self) -> (Vec<u8>, &'static str) {
        let (build, main, becomes) = match self {
            Bot::Sound => ("true", PLAYS, "ready"),
            Bot::Slow => ("sleep 3", PLAYS, "ready"),
            Bot::Thinker => ("true", THINKS, "ready"),
            Bot::Broken => ("exit 3", PLAYS, "failed"),
            Bot::Gone => ("true", "raise SystemExit(1)\n", "rejected"),
        };
        let manifest = format!(
            "game = \"jungle\"\nlanguage = \"python\"\nname = \"besieger\"\nbuild = \"{build}\"\nstart = \"python3 main.py\"\n"
        );
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in [("meydan.toml", manifest.as_str()), ("main.py", main)] {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        (zip.finish().unwrap().into_inner(), becomes)
    }
}

const THINKS: &str = r#"
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        seat = message["seat"]
    if message["type"] == "turn":
        time.sleep(0.05 * seat)
        print(json.dumps({"window": message["window"], "act": {"orders": []}}), flush=True)
"#;

const PLAYS: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"window": message["window"], "act": {"orders": []}}), flush=True)
"#;
