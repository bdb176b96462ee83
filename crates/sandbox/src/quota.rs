//! How much of the processor this process may use, where somebody has set a limit: a container on a machine with many cores may be given the time of
//! four, and still see all of them.

use std::fs;
use std::path::Path;

/// What a process may use of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usable {
    /// The time of so many cores.
    pub cores: usize,
    /// Whether these are cores of its own. Who has the time of some of the cores that it sees has none that it could give to a bot.
    pub own: bool,
}

/// What this process may use of the processor: the cores that it sees, or the time of fewer.
pub fn usable() -> Usable {
    usable_of(crate::proc::cores().len(), quota())
}

fn usable_of(seen: usize, quota: Option<f64>) -> Usable {
    let seen = seen.max(1);
    let cores = quota.map_or(seen, |quota| seen.min((quota as usize).max(1)));
    Usable { cores, own: cores == seen }
}

/// The time of how many cores this process has at most, if there is such a limit.
fn quota() -> Option<f64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    quota_in(Path::new("/sys/fs/cgroup"), &groups)
}

/// The same, from where the groups are mounted and what `/proc/self/cgroup` says. The least of all groups around a process holds.
fn quota_in(mount: &Path, groups: &str) -> Option<f64> {
    let of_line = |line: &str| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        let (mount, v2) = match controllers {
            "" => (mount.to_owned(), true),
            many if many.split(',').any(|one| one == "cpu") => {
                (["cpu", many].map(|name| mount.join(name)).into_iter().find(|place| place.is_dir())?, false)
            }
            _ => return None,
        };
        // In a container the path may be one that is seen from outside only; then its own group is the topmost.
        let inner = mount.join(path.trim_start_matches('/'));
        let around = inner.ancestors().take_while(|place| place.starts_with(&mount));
        around.filter_map(|place| if v2 { v2_limit(place) } else { v1_limit(place) }).reduce(f64::min)
    };
    groups.lines().filter_map(of_line).reduce(f64::min)
}

fn v2_limit(group: &Path) -> Option<f64> {
    let text = fs::read_to_string(group.join("cpu.max")).ok()?;
    let (quota, period) = text.trim().split_once(' ')?;
    ratio(quota, period)
}

fn v1_limit(group: &Path) -> Option<f64> {
    let read = |file: &str| fs::read_to_string(group.join(file)).ok();
    ratio(read("cpu.cfs_quota_us")?.trim(), read("cpu.cfs_period_us")?.trim())
}

/// `max` and `-1` are no limit.
fn ratio(quota: &str, period: &str) -> Option<f64> {
    let (quota, period): (f64, f64) = (quota.parse().ok()?, period.parse().ok()?);
    (quota > 0.0 && period > 0.0).then(|| quota / period)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, file: &str, text: &str) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join(file), text).unwrap();
    }

    #[test]
    fn the_least_limit_of_all_groups_around_holds() {
        let mount = tempfile::tempdir().unwrap();
        let root = mount.path();
        write(&root.join("pods/one"), "cpu.max", "max 100000\n");
        assert_eq!(quota_in(root, "0::/pods/one\n"), None, "no limit");
        write(&root.join("pods"), "cpu.max", "400000 100000\n");
        assert_eq!(quota_in(root, "0::/pods/one\n"), Some(4.0));
        write(&root.join("pods/one"), "cpu.max", "50000 100000\n");
        assert_eq!(quota_in(root, "0::/pods/one\n"), Some(0.5));
        write(root, "cpu.max", "200000 100000\n");
        assert_eq!(quota_in(root, "0::/seen/from/outside\n"), Some(2.0), "the topmost is its own");
        assert_eq!(quota_in(root, "nonsense"), None);
    }

    #[test]
    fn a_share_is_whole_cores_and_never_more_than_are_seen() {
        let usable = |quota| usable_of(8, quota);
        assert_eq!(usable(None), Usable { cores: 8, own: true });
        assert_eq!(usable(Some(16.0)), Usable { cores: 8, own: true });
        assert_eq!(usable(Some(4.5)), Usable { cores: 4, own: false });
        assert_eq!(usable(Some(0.3)), Usable { cores: 1, own: false });
        assert_eq!(usable_of(0, None), Usable { cores: 1, own: true });
    }

    #[test]
    fn the_older_kind_of_groups_is_understood() {
        let mount = tempfile::tempdir().unwrap();
        let group = mount.path().join("cpu,cpuacct/docker");
        write(&group, "cpu.cfs_quota_us", "-1\n");
        write(&group, "cpu.cfs_period_us", "100000\n");
        let groups = "5:memory:/docker\n4:cpu,cpuacct:/docker\n";
        assert_eq!(quota_in(mount.path(), groups), None);
        write(&group, "cpu.cfs_quota_us", "150000\n");
        assert_eq!(quota_in(mount.path(), groups), Some(1.5));
    }
}
