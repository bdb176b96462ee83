//! Shell scripts and the processes they start.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "each test uses its share, and may panic")]

use meydan_sandbox::{Command, Process, start};
use tokio::io::AsyncReadExt;

/// Starts a shell script.
pub fn shell(script: &str) -> Process {
    let mut command = Command::parse("sh -c").unwrap();
    command.args.push(script.to_owned());
    start(&command).unwrap()
}

/// Reads the process ids that a script prints, one per line, until it has printed `count`.
pub async fn pids(process: &mut Process, count: usize) -> Vec<i32> {
    let mut text = String::new();
    let mut buffer = [0; 256];
    while text.matches('\n').count() < count {
        let read = process.stdout.read(&mut buffer).await.unwrap();
        assert_ne!(read, 0, "the script ended early: {text}");
        text.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
    }
    text.lines().map(|line| line.trim().parse().unwrap()).collect()
}

/// Whether a process runs.
pub fn runs(pid: i32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

/// A script that prints so many process ids: all run before the end of its tree, none after.
pub async fn all_are_gone(script: &str, count: usize) {
    let mut process = shell(script);
    let pids = pids(&mut process, count).await;
    assert!(pids.iter().all(|&pid| runs(pid)), "{pids:?} should run before the end");
    process.tree.end().unwrap();
    assert!(!pids.iter().any(|&pid| runs(pid)), "{pids:?} should be gone");
}
