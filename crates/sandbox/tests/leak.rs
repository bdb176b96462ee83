//! Starting and ending bots leaves nothing in this process, so nobody else may be in it. `MEYDAN_CYCLES` asks for more
//! than the usual number of times.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::sync::Arc;

use meydan_sandbox::{Bare, Command, Jail, Limits, Pool, Walls};

/// Open descriptors and children of this process, mounts and control groups of the host.
fn held() -> (usize, String, String, Vec<String>) {
    let fds = fs::read_dir("/proc/self/fd").unwrap().count();
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    let children =
        tasks.map(|task| fs::read_to_string(task.unwrap().path().join("children")).unwrap()).collect();
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
    let ours = format!("meydan-{}-", std::process::id());
    let groups = fs::read_dir("/sys/fs/cgroup").unwrap().flatten();
    let groups = groups.flat_map(|group| fs::read_dir(group.path()).into_iter().flatten().flatten());
    let names = groups.map(|group| group.file_name().to_string_lossy().into_owned());
    (fds, children, mounts, names.filter(|name| name.starts_with(&ours)).collect())
}

#[test]
fn a_hundred_starts_and_ends_leak_nothing() {
    let cycles = std::env::var("MEYDAN_CYCLES").map_or(100, |cycles| cycles.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let command = Command::parse("sh -c 'sleep 60 & sleep 60'").unwrap();
        let jail = Jail::new(Limits::default()).with_port(8000);
        let open = Walls::Bare(Bare { namespace: false });
        let pooled = jail.clone().with_pool(Arc::new(Pool::new(2).unwrap()));
        let jails = [jail, pooled].map(|jail| Walls::Jail(Box::new(jail)));
        for walls in [Walls::Bare(Bare::default()), open].into_iter().chain(jails) {
            walls.start(&command).await.unwrap().tree.end().await.unwrap();
            let before = held();
            let counts = |(fds, children, mounts, groups): (usize, String, String, Vec<String>)| {
                // A pool goes on to the next ones, so they are counted and not named.
                (fds, children.split_whitespace().count(), mounts, groups.len())
            };
            for _ in 0..cycles {
                walls.start(&command).await.unwrap().tree.end().await.unwrap();
            }
            assert_eq!(counts(held()), counts(before), "{walls:?}");
        }
    });
}
