//! Workers as processes of their own: an arena without hands has everything done by them.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A program of ours. It is killed when the test ends, however it ends.
struct Program {
    child: Child,
    first: String,
}

impl Program {
    fn start(folder: &Path, args: &[&str]) -> Program {
        let mut child = command(folder).args(args).stdout(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut first).unwrap();
        Program { child, first }
    }

    fn signal(&self, name: &str) {
        let done = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meydan"));
    command.current_dir(folder).stdin(Stdio::null()).stderr(Stdio::null()).env_remove("MEYDAN_WORKER_TOKEN");
    command
}

fn get(address: &str, path: &str) -> Value {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("GET /api/v1{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or(Value::Null)
}

fn eventually<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(600);
    while Instant::now() < end {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    panic!("it did not come about that {what}");
}

#[test]
fn an_arena_without_hands_has_everything_done_by_workers_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let arena = Program::start(
        here,
        &["arena", "--listen", "127.0.0.1:0", "--data", "arena", "--workers", "0", "--demo"],
    );
    let address = arena.first.trim().rsplit_once("http://").unwrap().1.to_owned();
    let url = format!("http://{address}");
    let made = command(here).args(["arena", "worker-token", "hall", "--data", "arena"]).output().unwrap();
    let token = String::from_utf8(made.stdout).unwrap();
    assert!(token.starts_with("mw_"), "{token}");
    std::fs::write(here.join("token"), token).unwrap();
    let worker = |data: &str| {
        Program::start(here, &["worker", "--arena", &url, "--token", "token", "--data", data, "--hands", "2"])
    };

    let over = |least: usize| {
        let list = get(&address, "/contests/demo/matches?state=over&limit=50");
        let over = list["matches"].as_array().map_or(0, Vec::len);
        (over >= least).then_some(over)
    };
    let first = worker("one");
    let played = eventually("matches are played", || over(1));
    // One that is killed is missed after a while; another goes on at once.
    drop(first);
    let mut second = worker("two");
    eventually("another worker goes on", || over(played + 3));
    // The bot that the demonstration sends was built and tried, which takes walls.
    eventually("a version is built and plays", || {
        let list = get(&address, "/contests/demo/matches?state=over&limit=50");
        let seats = list["matches"].as_array()?.iter().flat_map(|game| game["seats"].as_array().unwrap());
        seats.clone().any(|seat| !seat["version"].is_null()).then_some(())
    });

    second.signal("-TERM");
    assert_eq!(second.child.wait().unwrap().code(), Some(0), "it drains and goes");
    let mut rest = String::new();
    second.child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
    assert!(rest.contains("nothing left to do"), "{rest}");
}

#[test]
fn a_worker_is_told_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let without = command(folder.path())
        .args(["worker", "--arena", "http://127.0.0.1:1"])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let said = String::from_utf8(without.stderr).unwrap();
    assert!(without.status.code() == Some(2) && said.contains("worker-token"), "{said}");
    let wrong = command(folder.path())
        .args(["worker", "--arena", "nowhere"])
        .env("MEYDAN_WORKER_TOKEN", "mw_x")
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(!wrong.status.success() && said.contains("https://"), "{said}");
}

/// A control group that has the time of one core, in either kind of groups. `None`: they cannot be made here.
struct Group(PathBuf);

impl Group {
    fn of_one_core() -> Option<Group> {
        let name = format!("meydan-one-core-{}", std::process::id());
        let root = Path::new("/sys/fs/cgroup");
        let older = ["cpu,cpuacct", "cpu"].map(|controller| root.join(controller));
        if let Some(root) = older.into_iter().find(|root| root.join("cpu.shares").exists()) {
            let group = root.join(&name);
            std::fs::create_dir(&group).ok()?;
            let group = Group(group);
            std::fs::write(group.0.join("cpu.cfs_quota_us"), "100000").ok()?;
            return Some(group);
        }
        std::fs::write(root.join("cgroup.subtree_control"), "+cpu").ok()?;
        let group = root.join(&name);
        std::fs::create_dir(&group).ok()?;
        let group = Group(group);
        std::fs::write(group.0.join("cpu.max"), "100000 100000").ok()?;
        Some(group)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // What was in it has ended, which the kernel may notice a moment later.
        for _ in 0..100 {
            if std::fs::remove_dir(&self.0).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn a_worker_with_the_time_of_one_core_counts_one() {
    let seen = std::thread::available_parallelism().unwrap().get();
    let Some(group) = Group::of_one_core().filter(|_| seen > 1) else {
        eprintln!(
            "a limit of processor time is NOT tested: control groups cannot be made here, or there is one core alone"
        );
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    // It joins its group before it begins.
    let line = format!(
        "echo $$ > {}/cgroup.procs && exec {} worker --arena http://127.0.0.1:1 --data w",
        group.0.display(),
        env!("CARGO_BIN_EXE_meydan")
    );
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .current_dir(folder.path())
        .env("MEYDAN_WORKER_TOKEN", "mw_x")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    drop(Program { child, first: String::new() });
    assert!(first.ends_with("with one hand and the time of one core\n"), "{first:?}");
}
