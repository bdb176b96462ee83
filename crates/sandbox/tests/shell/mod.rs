//! Hostile scripts, and the processes of this machine that bear their token.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "each test uses its share, and may panic")]

use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use meydan_sandbox::{Bare, Command, Process};
use tokio::io::AsyncReadExt;

/// Both kinds of tree: held together by a namespace, and by nothing but its keeper.
pub fn kinds() -> Vec<Bare> {
    assert!(meydan_sandbox::namespaces(), "this machine must have process namespaces for these tests");
    vec![Bare { namespace: true }, Bare { namespace: false }]
}

/// A word that no other process of this machine has among its arguments.
pub fn token() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("7{}.{:04}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Starts a shell script; `$0` is the token.
pub fn shell(kind: Bare, script: &str, token: &str) -> Process {
    let command = Command::parse("sh -c").unwrap();
    kind.start(&command.with_args([script.to_owned(), token.to_owned()])).unwrap()
}

/// Starts a Python script; `sys.argv[1]` is the token.
pub fn python(kind: Bare, script: &str, token: &str) -> Process {
    let command = Command::parse("python3 -c").unwrap();
    kind.start(&command.with_args([script.to_owned(), token.to_owned()])).unwrap()
}

/// Reads one line that the program prints.
pub async fn line(process: &mut Process) -> String {
    let mut text = String::new();
    while !text.ends_with('\n') {
        let mut byte = [0];
        assert_ne!(process.stdout.read(&mut byte).await.unwrap(), 0, "the program ended early: {text}");
        text.push(byte[0].into());
    }
    text.trim().to_owned()
}

/// The processes that live and bear the token.
pub fn living(token: &str) -> Vec<i32> {
    let pids =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    let bears = |pid: &i32| {
        let args = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        args.split(|&byte| byte == 0).any(|arg| arg == token.as_bytes())
    };
    let dead = |pid: &i32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z ")
    };
    pids.filter(|pid| bears(pid) && !dead(pid)).collect()
}

/// Waits until so many live: between `fork` and the end of `exec` a process has no name.
pub async fn alive(token: &str, count: usize) -> Vec<i32> {
    let begun = Instant::now();
    loop {
        let found = living(token);
        if found.len() >= count {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{found:?} should be {count}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The script says a line when all of it runs. At least so many processes live before its end, none after.
pub async fn all_are_gone(mut process: Process, token: &str, count: usize) {
    line(&mut process).await;
    let before = alive(token, count).await;
    process.tree.end().await.unwrap();
    assert_eq!(living(token), [], "of {before:?} some are left");
}
