//! Nothing of a bot outlives its tree, however it tries.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_sandbox::{Command, Process, start};
use tokio::io::AsyncReadExt;

fn shell(script: &str) -> Process {
    let mut command = Command::parse("sh -c").unwrap();
    command.args.push(script.to_owned());
    start(&command).unwrap()
}

/// Reads the process ids that a script prints, one per line, until it has printed `count`.
async fn pids(process: &mut Process, count: usize) -> Vec<i32> {
    let mut text = String::new();
    let mut buffer = [0; 256];
    while text.matches('\n').count() < count {
        let read = process.stdout.read(&mut buffer).await.unwrap();
        assert_ne!(read, 0, "the script ended early: {text}");
        text.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
    }
    text.lines().map(|line| line.trim().parse().unwrap()).collect()
}

fn runs(pid: i32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

async fn all_are_gone(script: &str, count: usize) {
    let mut process = shell(script);
    let pids = pids(&mut process, count).await;
    assert!(pids.iter().all(|&pid| runs(pid)), "{pids:?} should run before the end");
    process.tree.end().unwrap();
    assert!(!pids.iter().any(|&pid| runs(pid)), "{pids:?} should be gone");
}

#[tokio::test]
async fn children_die_with_it() {
    all_are_gone("sleep 60 & echo $!; sleep 60 & echo $!; echo $$; wait", 3).await;
}

#[tokio::test]
async fn a_child_in_a_session_of_its_own_dies_too() {
    all_are_gone("setsid sh -c 'echo $$; exec sleep 60' & echo $$; wait", 2).await;
}

#[tokio::test]
async fn a_daemon_whose_parents_are_dead_dies_too() {
    let script = "setsid sh -c 'setsid sh -c \"echo \\$\\$; exec sleep 60\" & exit 0' & sleep 0.2; echo $$; wait; exec sleep 60";
    all_are_gone(script, 2).await;
}

#[tokio::test]
async fn one_that_ignores_signals_dies_too() {
    all_are_gone("trap '' TERM INT HUP; echo $$; while :; do sleep 1; done", 1).await;
}

#[tokio::test]
async fn dropping_the_tree_is_enough() {
    let mut process = shell("sleep 60 & echo $!; wait");
    let pids = pids(&mut process, 1).await;
    drop(process);
    assert!(!pids.iter().any(|&pid| runs(pid)));
}

#[tokio::test]
async fn the_end_of_one_tree_leaves_its_neighbour_alone() {
    let mut neighbour = shell("setsid sh -c 'echo $$; exec sleep 60' & echo $$; wait");
    let theirs = pids(&mut neighbour, 2).await;
    shell("sleep 60").tree.end().unwrap();
    assert!(theirs.iter().all(|&pid| runs(pid)));
    neighbour.tree.end().unwrap();
}

#[tokio::test]
async fn the_way_it_died_is_told_in_words() {
    let died = async |script: &str| shell(script).tree.epitaph().await;
    assert!(died("exit 3").await.contains("exit code 3"));
    assert!(died("exit 0").await.contains("by itself"));
    assert!(died("kill -SEGV $$").await.contains("segmentation fault"));
    assert!(died("exec >&-; sleep 5").await.contains("runs on"));
}

#[tokio::test]
async fn a_daemon_that_threw_its_mark_away_dies_too() {
    let script = "env -i setsid sh -c 'env -i setsid sh -c \"echo \\$\\$; exec sleep 60\" & exit 0' & sleep 0.2; echo $$; wait; exec sleep 60";
    all_are_gone(script, 2).await;
}
