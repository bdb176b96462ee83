//! What `/proc` says about the processes of a tree.

use std::fs;

/// A process of a tree, as this process sees it, by the id that its own namespace gives it.
pub(crate) fn seen_from_here(keeper: i32, pid: i32) -> i32 {
    below(keeper).into_iter().find(|&found| innermost(found) == Some(pid)).unwrap_or(pid)
}

/// All processes below this one, nearest first.
pub(crate) fn below(pid: i32) -> Vec<i32> {
    let mut found = children(pid);
    let mut next = 0;
    while next < found.len() {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

fn children(pid: i32) -> Vec<i32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    let pids =
        |list: String| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>();
    lists.flat_map(pids).collect()
}

/// The id of a process in the innermost namespace it lives in.
fn innermost(pid: i32) -> Option<i32> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let ids = status.lines().find_map(|line| line.strip_prefix("NSpid:"))?;
    ids.split_whitespace().last()?.parse().ok()
}
