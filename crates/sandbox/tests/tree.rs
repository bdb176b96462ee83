//! Nothing of a bot outlives its tree, however it tries.

mod shell;

use shell::{all_are_gone, pids, runs, shell};

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
