//! `meydan dev` as somebody at work meets it: every save is played, what cannot be built is told, and Ctrl-C ends everything.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{BufRead, BufReader, Write, pipe};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Nothing here takes this long; only what never comes does.
const PATIENCE: Duration = Duration::from_secs(240);

const MANIFEST: &str = r#"
game = "labyrinth"
language = "python"
name = "mine"
build = "echo building; sh build.sh"
start = "python3 bot.py"
"#;

/// A bot that goes in one direction, and may sleep first. It leaves a file beside its folder when it is asked.
fn bot(step: &str, sleep: u32) -> String {
    format!(
        "import json, sys, time\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'turn':\n        \
         open('../asked-{step}-{sleep}', 'w').close()\n        time.sleep({sleep})\n        print(json.dumps({{'window': m['window'], 'act': {{'move': '{step}'}}}}), flush=True)\n"
    )
}

struct Dev {
    child: Child,
    said: Receiver<String>,
}

impl Dev {
    fn start(folder: &Path) -> Dev {
        let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
        command.args(["dev", "labyrinth", "mine", "--clock", "off"]).current_dir(folder).env("NO_COLOR", "1");
        command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
        // One pipe for both, so that lines come in the order in which they were said.
        let (read, write) = pipe().unwrap();
        command.stdout(write.try_clone().unwrap()).stderr(write);
        let child = command.spawn().unwrap();
        let (tell, said) = channel();
        thread::spawn(move || {
            BufReader::new(read).lines().map_while(Result::ok).all(|line| tell.send(line).is_ok())
        });
        Dev { child, said }
    }

    /// The next line that holds a text.
    fn until(&self, text: &str) -> String {
        loop {
            let line = self.said.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("nobody said `{text}`"));
            if line.contains(text) {
                return line;
            }
        }
    }
}

/// Waits until something is so.
fn eventually(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{what} never came");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a file is there.
fn until_there(file: &Path) {
    eventually(&file.display().to_string(), || file.exists());
}

impl Drop for Dev {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a page hears.
fn news(address: &str) -> impl Iterator<Item = Value> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET /api/replay/news HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines.filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(&line).unwrap())
}

/// A bot in a folder that is built and plays.
fn make(folder: &Path) -> PathBuf {
    let mine = folder.join("mine");
    fs::create_dir(&mine).unwrap();
    fs::write(mine.join("meydan.toml"), MANIFEST).unwrap();
    fs::write(mine.join("build.sh"), "true\n").unwrap();
    fs::write(mine.join("bot.py"), bot("up", 0)).unwrap();
    mine
}

#[test]
fn every_save_is_played_and_a_build_that_fails_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mine = make(folder.path());
    let mut dev = Dev::start(folder.path());
    let line = dev.until("see it at http://");
    let address = line.split("http://").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let mut news = news(&address);
    let mut hear =
        |wanted: &dyn Fn(&Value) -> bool| news.find(|news| wanted(news)).expect("the page hears of it");
    hear(&|news| news["number"] == 1);
    dev.until("final hash");
    dev.until("waiting for a save");

    fs::write(mine.join("bot.py"), bot("left", 0)).unwrap();
    hear(&|news| news["number"] == 2 && news["trouble"].is_null());
    dev.until("final hash");
    dev.until("waiting for a save");

    fs::write(mine.join("build.sh"), "echo 'line 7: no such thing'\nexit 1\n").unwrap();
    let told = hear(&|news| !news["trouble"].is_null());
    assert_eq!(told["number"], 2, "the last match stays");
    assert!(told["trouble"].as_str().unwrap().contains("line 7: no such thing"), "{told}");
    dev.until("line 7: no such thing");
    dev.until("waiting for a save");

    // A match that takes long is stopped by a save.
    fs::write(mine.join("bot.py"), bot("up", 600)).unwrap();
    fs::write(mine.join("build.sh"), "true\n").unwrap();
    hear(&|news| news["number"] == 3 && news["trouble"].is_null());
    // Before it is asked, the bot that is started may already be the next one.
    until_there(&folder.path().join("asked-up-600"));
    fs::write(mine.join("bot.py"), bot("right", 0)).unwrap();
    dev.until("bot.py was saved: the match is stopped");
    hear(&|news| news["number"] == 4);
    dev.until("final hash");

    // Ctrl-C, in the middle of a match, ends everything.
    fs::write(mine.join("bot.py"), bot("right", 600)).unwrap();
    hear(&|news| news["number"] == 5);
    until_there(&folder.path().join("asked-right-600"));
    let id = dev.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(dev.child.wait().unwrap().success());
}

/// A log and what was learned lie in the folder of whoever wrote them.
#[test]
fn a_bot_that_writes_into_its_folder_plays_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let mine = make(folder.path());
    let writes = "for kept in ('played.log', 'learned.json', 'memory'):\n            open(kept, 'a').write('x')\n        time.sleep(0.03)\n        print(";
    fs::write(mine.join("bot.py"), bot("up", 0).replace("print(", writes)).unwrap();
    fs::write(mine.join("memory"), "from before").unwrap();
    let dev = Dev::start(folder.path());
    let mut told = Vec::new();
    loop {
        let line = dev.until("");
        assert!(!line.contains("was saved"), "{line}");
        let over = line.contains("waiting for a save");
        told.push(line);
        if over {
            break;
        }
    }
    let once = |text: &str| told.iter().filter(|line| line.contains(text)).count();
    assert_eq!(once("final hash"), 1, "{told:#?}");
    for own in ["learned.json", "memory"] {
        let sentence = format!("{own} was written while the bot played, so it is not taken for a save");
        assert_eq!(once(&sentence), 1, "{told:#?}");
    }
    // A save is one all the same.
    fs::write(mine.join("bot.py"), bot("left", 0)).unwrap();
    dev.until("final hash");
}

/// The builds that run for a folder's sake: each sleeps for a number of seconds that nobody else sleeps.
fn sleeping(mark: &str) -> usize {
    let words = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).unwrap_or_default();
    let sleeps = |words: Vec<u8>| words.split(|&byte| byte == 0).any(|word| word == mark.as_bytes());
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(Result::ok)
        .map(words)
        .filter(|words| sleeps(words.clone()))
        .count()
}

#[test]
fn a_signal_ends_a_build_with_all_its_processes() {
    for (number, words) in [
        "dev labyrinth mine",
        "match labyrinth ./mine",
        "gauntlet labyrinth ./mine house:random",
        "build mine",
    ]
    .into_iter()
    .enumerate()
    {
        let folder = tempfile::tempdir().unwrap();
        let mine = make(folder.path());
        let mark = format!("2000.{}{number}", std::process::id());
        // A compiler starts others, and some of them leave for a session of their own.
        fs::write(mine.join("build.sh"), format!("setsid sleep {mark} &\nsleep {mark}\n")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
        command.args(words.split(' ')).current_dir(folder.path());
        command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        eventually("the build", || sleeping(&mark) == 2);
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        child.wait().unwrap();
        eventually("the end of the build", || sleeping(&mark) == 0);
    }
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let refused = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_meydan")).args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, told) = refused(&["dev", "jungle", "house:jaguar"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("has no files to be watched"), "{told}");
    let (code, told) = refused(&["dev", "jungle", "python3 bot.py", "human"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("cannot be an opponent here"), "{told}");
    for mistyped in ["my-bto", "python3 no-such.py"] {
        let (code, told) = refused(&["dev", "labyrinth", mistyped]);
        assert!(code == Some(2) && !told.contains("waiting for a save"), "{told}");
    }
}

#[test]
fn a_folder_that_vanishes_for_a_moment_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let mine = make(folder.path());
    let dev = Dev::start(folder.path());
    dev.until("waiting for a save");
    fs::rename(&mine, folder.path().join("away")).unwrap();
    dev.until("is gone; waiting until it is there again");
    fs::create_dir(&mine).unwrap();
    for name in ["meydan.toml", "build.sh"] {
        fs::copy(folder.path().join("away").join(name), mine.join(name)).unwrap();
    }
    fs::write(mine.join("bot.py"), bot("down", 0)).unwrap();
    dev.until("final hash");
    dev.until("waiting for a save");
    // The new folder is watched as the old one was.
    fs::write(mine.join("bot.py"), bot("left", 0)).unwrap();
    dev.until("final hash");
    dev.until("waiting for a save");
    // And so is a folder that was moved away and back.
    fs::rename(&mine, folder.path().join("away again")).unwrap();
    dev.until("is gone; waiting until it is there again");
    fs::rename(folder.path().join("away again"), &mine).unwrap();
    fs::write(mine.join("bot.py"), bot("right", 0)).unwrap();
    dev.until("final hash");
}

/// No save can mend a command line.
#[test]
fn more_bots_than_seats_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bot.py"), bot("up", 0)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.args(["dev", "labyrinth", "python3 bot.py", "house:random"]).current_dir(folder.path());
    let output = command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("seats cannot lead the runners of this board"), "{told}");
}
