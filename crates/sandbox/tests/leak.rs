//! Starting and ending bots leaves nothing in this process, so nobody else may be in it.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::fs;

use meydan_sandbox::{Command, start};

/// Open descriptors, and children of this process.
fn held() -> (usize, String) {
    let fds = fs::read_dir("/proc/self/fd").unwrap().count();
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    let children =
        tasks.map(|task| fs::read_to_string(task.unwrap().path().join("children")).unwrap()).collect();
    (fds, children)
}

#[test]
fn two_hundred_starts_and_ends_leak_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let command = Command::parse("sh -c 'sleep 60 & sleep 60'").unwrap();
        start(&command).unwrap().tree.end().await.unwrap();
        let before = held();
        for _ in 0..200 {
            let mut bot = start(&command).unwrap();
            bot.tree.end().await.unwrap();
        }
        assert_eq!(held(), before);
    });
}
