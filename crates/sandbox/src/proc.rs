//! What `/proc` says about the processes of a tree.

use std::fs;
use std::io;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use crate::cgroup::Usage;

/// The cores that this process may run on.
pub fn cores() -> Vec<u16> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap_or("0");
    let range = |part: &str| -> Option<std::ops::RangeInclusive<u16>> {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    list.trim().split(',').filter_map(range).flatten().collect()
}

/// A process of a tree, as this process sees it, by the id that its own namespace gives it.
pub(crate) fn seen_from_here(keeper: i32, pid: i32) -> i32 {
    below(keeper).into_iter().find(|&found| innermost(found) == Some(pid)).unwrap_or(pid)
}

/// Whether a process does anything still: one that has ended and only waits to be counted does not.
pub(crate) fn lives(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name is in parentheses and may hold anything, parentheses and spaces included.
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    state.is_some_and(|state| !matches!(state, 'Z' | 'X' | 'x'))
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

/// What the tree below a keeper has used, as far as its living processes can tell.
pub(crate) fn usage(keeper: i32) -> Usage {
    let mut sum = Usage::default();
    // The first process of a namespace is the keeper's; what it has waited for is the tree's.
    for pid in below(keeper) {
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        // The name is in parentheses and may hold anything, parentheses and spaces included.
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<u64> = rest.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        let ticks: u64 = fields.iter().skip(11).take(4).sum();
        sum.cpu += Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second() as u32;
        sum.pids += fields.get(17).copied().unwrap_or_default();
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let bytes = |key: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(key))?;
            line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
        };
        sum.memory += bytes("VmRSS:").unwrap_or_default();
        sum.peak += bytes("VmHWM:").unwrap_or_default();
    }
    sum
}

/// Sends a signal to every process of the tree but the keeper's own.
pub(crate) fn signal(keeper: i32, signal: Signal) -> io::Result<()> {
    let ours = |pid: &i32| {
        fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim() == "meydan-keeper")
    };
    for pid in below(keeper).iter().filter(|pid| !ours(pid)).copied().filter_map(Pid::from_raw) {
        // One that has gone meanwhile needs no signal.
        let _ = rustix::process::kill_process(pid, signal);
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_has_ended_is_not_alive_although_nobody_has_counted_it_yet() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = child.id() as i32;
        // It is a zombie from its end on until we wait for it.
        let ended = |pid: i32| {
            let id = Pid::from_raw(pid).unwrap();
            let options = rustix::process::WaitIdOptions::EXITED | rustix::process::WaitIdOptions::NOWAIT;
            rustix::process::waitid(rustix::process::WaitId::Pid(id), options).unwrap()
        };
        assert!(ended(pid).is_some());
        assert!(!lives(pid));
        child.wait().unwrap();
        assert!(!lives(pid) && lives(std::process::id() as i32));
    }
}
