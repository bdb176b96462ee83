//! Groups in a folder that only looks like the kernel's.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::*;

fn limits() -> Limits {
    Limits { memory: 1 << 20, pids: 10, cpu: 500, cores: vec![0, 2], ..Limits::default() }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn limits_of_version_two_are_written_as_the_kernel_reads_them() {
    let root = tempfile::tempdir().unwrap();
    let group = Groups::V2(root.path().into()).make("bot", true).unwrap();
    group.limit(&limits()).unwrap();
    let file = |name: &str| read(&root.path().join("bot").join(name));
    assert_eq!(file("memory.max"), "1048576");
    assert_eq!(file("memory.swap.max"), "0");
    assert_eq!(file("pids.max"), "12");
    assert_eq!(file("cpu.max"), "10000 20000");
    assert_eq!(file("cpuset.cpus"), "0,2");
    assert_eq!(group.folders().count(), 1);
}

#[test]
fn what_version_two_counts_is_read() {
    let root = tempfile::tempdir().unwrap();
    let group = Groups::V2(root.path().into()).make("bot", true).unwrap();
    group.limit(&limits()).unwrap();
    let put = |name: &str, text: &str| fs::write(root.path().join("bot").join(name), text).unwrap();
    put("cpu.stat", "usage_usec 1500\nuser_usec 1000\n");
    put("memory.current", "4096\n");
    put("memory.peak", "8192\n");
    put("pids.current", "5\n");
    put("io.stat", "8:0 rbytes=10 wbytes=20 rios=1\n8:16 rbytes=1 wbytes=2\n");
    put("memory.events", "low 0\noom 3\noom_kill 2\noom_group_kill 1\n");
    put("cgroup.events", "populated 1\nfrozen 1\n");
    let cpu = Duration::from_micros(1500);
    assert_eq!(group.usage(), Usage { cpu, memory: 4096, peak: 8192, pids: 3, read: 11, written: 22 });
    assert_eq!(group.starved(), 2);
    assert!(group.is_frozen());
    group.freeze(true).unwrap();
    assert_eq!(read(&root.path().join("bot/cgroup.freeze")), "1");
    let file = |name: &str| root.path().join("bot").join(name);
    assert_eq!(group.release(), [(file("cgroup.freeze"), "0"), (file("cpu.max"), "max")]);
}

#[test]
fn version_one_has_a_folder_for_each_controller() {
    let root = tempfile::tempdir().unwrap();
    let names = ["cpu", "cpuacct", "memory", "pids", "freezer", "cpuset"];
    let folders: BTreeMap<_, _> = names.into_iter().map(|name| (name, root.path().join(name))).collect();
    folders.values().for_each(|folder| fs::create_dir(folder).unwrap());
    fs::write(root.path().join("cpuset/cpuset.mems"), "0\n").unwrap();
    fs::write(root.path().join("cpuset/cpuset.cpus"), "0-3\n").unwrap();
    let group = Groups::V1(folders).make("bot", true).unwrap();
    assert_eq!(read(&root.path().join("cpuset/bot/cpuset.cpus")), "0-3");
    group.limit(&limits()).unwrap();
    let file = |name: &str| root.path().join(name);
    assert_eq!(read(&file("memory/bot/memory.limit_in_bytes")), "1048576");
    assert_eq!(read(&file("pids/bot/pids.max")), "12");
    assert_eq!(read(&file("cpu/bot/cpu.cfs_quota_us")), "10000");
    assert_eq!(read(&file("cpuset/bot/cpuset.cpus")), "0,2");
    assert_eq!(read(&file("cpuset/bot/cpuset.mems")), "0");
    fs::write(file("cpuacct/bot/cpuacct.usage"), "2500\n").unwrap();
    fs::write(file("memory/bot/memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n")
        .unwrap();
    assert_eq!(group.usage().cpu, Duration::from_nanos(2500));
    assert_eq!(group.starved(), 1);
    group.freeze(true).unwrap();
    assert!(group.is_frozen());
    assert_eq!(group.folders().count(), names.len());
}

#[test]
fn a_host_without_a_memory_controller_is_told_so() {
    let mounts = "cgroup /nowhere/cpu cgroup rw,cpu 0 0\ncgroup /nowhere/pids cgroup rw,pids 0 0\n";
    assert_eq!(Groups::among(mounts, None), Err("the controller `memory` is not mounted".into()));
}

#[test]
fn a_given_folder_goes_before_what_is_mounted() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("cgroup.controllers"), "cpuset cpu io memory pids\n").unwrap();
    // In a plain folder the group's files are left, so that it cannot be removed.
    let error = Groups::among("", Some(root.path().into())).unwrap_err();
    assert!(error.contains("not empty"), "{error}");
    assert_eq!(read(&root.path().join("cgroup.subtree_control")), "+io");
}

#[test]
fn groups_that_a_killed_keeper_left_are_swept_away() {
    let root = tempfile::tempdir().unwrap();
    let ours = format!("meydan-{}-0", std::process::id());
    for name in ["meydan-4194305-0", &ours, "meydan.slice", "system.slice"] {
        fs::create_dir(root.path().join(name)).unwrap();
    }
    Groups::V2(root.path().into()).sweep();
    let mut left: Vec<_> =
        fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, [ours.as_str(), "meydan.slice", "system.slice"]);
}
