//! Control groups: what the kernel holds a whole tree to, and what it counts of it.
//!
//! Version 2 has one folder per group, version 1 one per group and controller. The keeper enters the folders and removes
//! them; everything else is reading and writing small files, and is done here.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Limits;

/// What a jail cannot do without.
const NEEDED: [&str; 3] = ["cpu", "memory", "pids"];
/// What else version 1 has a folder for.
const WANTED: [&str; 4] = ["cpuacct", "freezer", "cpuset", "blkio"];
/// The period over which processor time is dealt out, in microseconds. Short, so that a bot that has used up its share
/// is not kept from answering for long.
const PERIOD: u64 = 20_000;

/// The control groups of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Groups {
    /// A folder for each controller.
    V1(BTreeMap<&'static str, PathBuf>),
    /// One folder, under which groups can be made.
    V2(PathBuf),
}

/// What a tree has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time of every process it ever had.
    pub cpu: Duration,
    /// Memory now, in bytes.
    pub memory: u64,
    /// The most memory it ever had at once.
    pub peak: u64,
    /// Processes and threads now.
    pub pids: u64,
    /// Bytes read from disks.
    pub read: u64,
    /// Bytes written to disks.
    pub written: u64,
}

impl Groups {
    /// The groups of this host, or what is missing.
    pub(crate) fn find() -> Result<Groups, String> {
        let mounts = fs::read_to_string("/proc/self/mounts").map_err(|error| format!("/proc: {error}"))?;
        Groups::among(&mounts, std::env::var_os("MEYDAN_CGROUP").map(PathBuf::from))
    }

    /// Finds the groups in a list of mounts. Where a folder of version 2 was given to us, it is that or nothing.
    fn among(mounts: &str, given: Option<PathBuf>) -> Result<Groups, String> {
        let mount = |kind: &str, controller: &str| {
            mounts.lines().find_map(|line| {
                let mut words = line.split(' ').skip(1);
                let (path, found, options) = (words.next()?, words.next()?, words.next()?);
                let fits = controller.is_empty() || options.split(',').any(|option| option == controller);
                (found == kind && fits).then(|| PathBuf::from(path))
            })
        };
        let lacks = |folder: &Path| {
            let controllers = fs::read_to_string(folder.join("cgroup.controllers")).unwrap_or_default();
            let has = |name: &&str| controllers.split_whitespace().any(|controller| controller == *name);
            NEEDED.iter().copied().find(|name| !has(name))
        };
        if let Some(folder) = given {
            // Whoever names a group wants that one.
            return match lacks(&folder) {
                Some(name) => Err(format!("MEYDAN_CGROUP: {} has no controller `{name}`", folder.display())),
                None => Groups::V2(folder).tried(),
            };
        }
        if let Some(folder) = mount("cgroup2", "").filter(|folder| lacks(folder).is_none()) {
            return Groups::V2(folder).tried();
        }
        let folders = NEEDED.iter().chain(&WANTED).filter_map(|&name| Some((name, mount("cgroup", name)?)));
        let folders: BTreeMap<_, _> = folders.collect();
        match NEEDED.iter().find(|&name| !folders.contains_key(name)) {
            Some(name) => Err(format!("the controller `{name}` is not mounted")),
            None => Groups::V1(folders).tried(),
        }
    }

    /// Removes groups whose owner is gone and whose keeper was killed before it could. One with a process in it stays.
    fn sweep(&self) {
        let folders: Vec<&PathBuf> = match self {
            Groups::V1(folders) => folders.values().collect(),
            Groups::V2(folder) => vec![folder],
        };
        for entry in folders.into_iter().flat_map(fs::read_dir).flatten().flatten() {
            let name = entry.file_name();
            let owner = name
                .to_str()
                .and_then(|name| name.strip_prefix("meydan-")?.split('-').next()?.parse::<u32>().ok());
            if owner.is_some_and(|owner| !Path::new("/proc").join(owner.to_string()).exists()) {
                let _ = fs::remove_dir(entry.path());
            }
        }
    }

    /// A group that cannot be made is no wall.
    fn tried(self) -> Result<Groups, String> {
        self.sweep();
        if let Groups::V2(folder) = &self {
            // Where the controllers are handed down already this changes nothing.
            let _ = fs::write(folder.join("cgroup.subtree_control"), "+cpu +memory +pids");
            for extra in ["+cpuset", "+io"] {
                let _ = fs::write(folder.join("cgroup.subtree_control"), extra);
            }
        }
        let refused = |error: io::Error| format!("groups cannot be made: {error}");
        let group = self.make(&format!("meydan-try-{}", std::process::id()), true).map_err(refused)?;
        let limited = group.limit(&Limits::default());
        limited.and(group.remove()).map_err(refused)?;
        Ok(self)
    }

    /// Makes a group. Nobody is in it yet, and nothing is limited. Whether it can be held to some cores must be known now:
    /// every hierarchy of version 1 that is entered makes all forks of the host wait for a moment.
    pub(crate) fn make(&self, name: &str, pinned: bool) -> io::Result<Group> {
        let folders = match self {
            Groups::V1(folders) => {
                let wanted = folders.iter().filter(|(kind, _)| pinned || **kind != "cpuset");
                wanted.map(|(&kind, path)| (kind, path.join(name))).collect()
            }
            Groups::V2(folder) => BTreeMap::from([("", folder.join(name))]),
        };
        let group = Group { folders };
        for folder in group.folders.values() {
            fs::create_dir(folder).or_else(|error| {
                if error.kind() == io::ErrorKind::AlreadyExists { Ok(()) } else { Err(error) }
            })?;
        }
        match group.admit(&[]) {
            Ok(()) => Ok(group),
            Err(error) => {
                let _ = group.remove();
                Err(error)
            }
        }
    }

    /// In words, for the doctor.
    pub(crate) fn describe(&self) -> String {
        match self {
            Groups::V1(folders) => {
                format!("version 1 with {}", folders.keys().copied().collect::<Vec<_>>().join(", "))
            }
            Groups::V2(folder) => format!("version 2, under {}", folder.display()),
        }
    }
}

/// One group: a tree's share of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// By controller; in version 2 the one folder has no name.
    folders: BTreeMap<&'static str, PathBuf>,
}

impl Group {
    /// The folders, for the keeper to enter and to remove.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.values().map(PathBuf::as_path)
    }

    /// Names the cores the tree may run on; none: all there are. In version 1 a group without cores lets nobody in.
    fn admit(&self, cores: &[u16]) -> io::Result<()> {
        let cores = cores.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
        if let Some(folder) = self.v2() {
            return if cores.is_empty() { Ok(()) } else { set(&folder.join("cpuset.cpus"), &cores) };
        }
        let Some(folder) = self.folders.get("cpuset") else {
            return if cores.is_empty() { Ok(()) } else { Err(io::Error::other("there is no cpuset here")) };
        };
        let above = |file: &str| {
            let parent = folder.parent().unwrap_or(folder);
            fs::read_to_string(parent.join(file)).map(|text| text.trim().to_owned())
        };
        let cores = if cores.is_empty() { above("cpuset.cpus")? } else { cores };
        set(&folder.join("cpuset.cpus"), &cores)?;
        set(&folder.join("cpuset.mems"), &above("cpuset.mems")?)
    }

    /// Holds the tree to these limits.
    pub(crate) fn limit(&self, limits: &Limits) -> io::Result<()> {
        let quota = PERIOD * u64::from(limits.cpu) / 1000;
        // The keeper's man inside and the program that builds the room are in the group too.
        let pids = u64::from(limits.pids) + 2;
        self.admit(&limits.cores)?;
        if let Some(folder) = self.v2() {
            let set = |file: &str, value: String| set(&folder.join(file), &value);
            set("memory.max", limits.memory.to_string())?;
            set("pids.max", pids.to_string())?;
            set("cpu.max", format!("{quota} {PERIOD}"))?;
            // Where there is no swap there is nothing to forbid; the others are younger than version 2 itself.
            let _ = set("memory.swap.max", "0".into());
            let _ = set("memory.oom.group", "1".into());
            for device in limits.disk_rate.iter().flat_map(|_| disks()) {
                let rate = limits.disk_rate.unwrap_or_default();
                let _ = set("io.max", format!("{device} rbps={rate} wbps={rate}"));
            }
            return Ok(());
        }
        self.set("memory", "memory.limit_in_bytes", limits.memory.to_string())?;
        let _ = self.set("memory", "memory.memsw.limit_in_bytes", limits.memory.to_string());
        self.set("pids", "pids.max", pids.to_string())?;
        self.set("cpu", "cpu.cfs_period_us", PERIOD.to_string())?;
        self.set("cpu", "cpu.cfs_quota_us", quota.to_string())?;
        for device in limits.disk_rate.iter().flat_map(|_| disks()) {
            let rate = format!("{device} {}", limits.disk_rate.unwrap_or_default());
            let _ = self.set("blkio", "blkio.throttle.read_bps_device", rate.clone());
            let _ = self.set("blkio", "blkio.throttle.write_bps_device", rate);
        }
        Ok(())
    }

    /// What the tree has used so far.
    pub(crate) fn usage(&self) -> Usage {
        if let Some(folder) = self.v2() {
            let number = |file: &str| number(&folder.join(file));
            let io = fs::read_to_string(folder.join("io.stat")).unwrap_or_default();
            let sum = |key: &str| {
                let values =
                    io.split_whitespace().filter_map(|word| word.strip_prefix(key)?.parse::<u64>().ok());
                values.sum()
            };
            return Usage {
                cpu: self.cpu(),
                memory: number("memory.current"),
                peak: number("memory.peak"),
                pids: number("pids.current").saturating_sub(2),
                read: sum("rbytes="),
                written: sum("wbytes="),
            };
        }
        let read = |controller: &str, file: &str| self.file(controller, file).map_or(0, |path| number(&path));
        let bytes = self.file("blkio", "blkio.throttle.io_service_bytes_recursive");
        let bytes = bytes.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        let sum = |what: &str| {
            let lines = bytes.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            lines
                .filter(|words| words.get(1) == Some(&what))
                .filter_map(|words| words[2].parse::<u64>().ok())
                .sum()
        };
        Usage {
            cpu: self.cpu(),
            memory: read("memory", "memory.usage_in_bytes"),
            peak: read("memory", "memory.max_usage_in_bytes"),
            pids: read("pids", "pids.current").saturating_sub(2),
            read: sum("Read"),
            written: sum("Write"),
        }
    }

    /// The processor time of the tree so far.
    pub(crate) fn cpu(&self) -> Duration {
        match self.v2() {
            Some(folder) => Duration::from_micros(field(&folder.join("cpu.stat"), "usage_usec")),
            None => {
                let nanos = self.file("cpuacct", "cpuacct.usage").map_or(0, |path| number(&path));
                Duration::from_nanos(nanos)
            }
        }
    }

    /// How many processes of the tree the kernel has killed for want of memory.
    pub(crate) fn starved(&self) -> u64 {
        match self.v2() {
            Some(folder) => field(&folder.join("memory.events"), "oom_kill"),
            None => self.file("memory", "memory.oom_control").map_or(0, |path| field(&path, "oom_kill")),
        }
    }

    /// The file that stops and starts the tree, with the words for both, and what it says when the tree stands still.
    fn brake(&self) -> Option<(PathBuf, &'static str, &'static str)> {
        match self.v2() {
            Some(folder) => Some((folder.join("cgroup.freeze"), "1", "0")),
            None => Some((self.file("freezer", "freezer.state")?, "FROZEN", "THAWED")),
        }
    }

    /// What the keeper writes, and where, before it kills: nothing dies while it is frozen in version 1, and a tree that
    /// owes the kernel processor time dies only when it has paid.
    pub(crate) fn release(&self) -> Vec<(PathBuf, &'static str)> {
        let thaw = self.brake().map(|(file, _, go)| (file, go));
        let quota = match self.v2() {
            Some(folder) => Some((folder.join("cpu.max"), "max")),
            None => self.file("cpu", "cpu.cfs_quota_us").map(|file| (file, "-1")),
        };
        thaw.into_iter().chain(quota).collect()
    }

    /// Asks the tree to stand still, or to go on.
    pub(crate) fn freeze(&self, still: bool) -> io::Result<()> {
        let (file, stop, go) = self.brake().ok_or_else(|| io::Error::other("there is no freezer here"))?;
        set(&file, if still { stop } else { go })
    }

    /// Whether the whole tree stands still.
    pub(crate) fn is_frozen(&self) -> bool {
        match self.v2() {
            Some(folder) => field(&folder.join("cgroup.events"), "frozen") == 1,
            None => self.brake().is_some_and(|(file, stop, _)| {
                fs::read_to_string(file).is_ok_and(|state| state.trim() == stop)
            }),
        }
    }

    /// Removes a group that nobody has entered.
    pub(crate) fn remove(&self) -> io::Result<()> {
        self.folders.values().try_for_each(fs::remove_dir)
    }

    fn v2(&self) -> Option<&Path> {
        self.folders.get("").map(PathBuf::as_path)
    }

    fn file(&self, controller: &str, file: &str) -> Option<PathBuf> {
        Some(self.folders.get(controller)?.join(file))
    }

    fn set(&self, controller: &str, file: &str, value: String) -> io::Result<()> {
        let path = self.file(controller, file).ok_or(io::ErrorKind::NotFound)?;
        set(&path, &value)
    }
}

fn set(path: &Path, value: &str) -> io::Result<()> {
    fs::write(path, value)
        .map_err(|error| io::Error::new(error.kind(), format!("{} = `{value}`: {error}", path.display())))
}

fn number(path: &Path) -> u64 {
    fs::read_to_string(path).ok().and_then(|text| text.trim().parse().ok()).unwrap_or_default()
}

/// The number after a key in a file of `key value` lines.
fn field(path: &Path, key: &str) -> u64 {
    let text = fs::read_to_string(path).unwrap_or_default();
    let value = |line: &str| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok();
    text.lines().find_map(value).unwrap_or_default()
}

/// The disk that holds the tool chains, as `major:minor` of the whole disk.
fn disks() -> Option<String> {
    let device = rustix::fs::stat("/usr").ok()?.st_dev;
    let id = format!("{}:{}", rustix::fs::major(device), rustix::fs::minor(device));
    let entry = fs::canonicalize(format!("/sys/dev/block/{id}")).ok()?;
    // Limits are set for whole disks; a partition lies in the folder of its disk.
    let disk = if entry.join("partition").exists() { entry.parent()?.join("dev") } else { entry.join("dev") };
    Some(fs::read_to_string(disk).ok()?.trim().to_owned())
}

#[cfg(test)]
mod tests;
