//! The command line with which bubblewrap builds a room.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::{Jail, Mount};

/// The user that a bot takes itself for where we have only one to give.
pub(super) const INSIDE: u32 = 1000;

/// The words of the command line, but for the program that runs inside. `@n` stands for the n-th of [`FILES`].
pub(super) fn wrapper(jail: &Jail, privileged: bool) -> Vec<Vec<u8>> {
    let mut line = Line(Vec::new());
    line.say(["bwrap", "--die-with-parent", "--as-pid-1", "--unshare-pid", "--unshare-net", "--unshare-ipc"]);
    line.say(["--unshare-uts", "--unshare-cgroup-try", "--hostname", "jail"]);
    if privileged {
        // The first process inside still has to become another user. It is not the bot.
        line.say(["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]);
    } else {
        let id = INSIDE.to_string();
        line.say(["--unshare-user", "--uid", &id, "--gid", &id, "--disable-userns"]);
    }
    line.say(["--ro-bind", "/usr", "/usr"]);
    for folder in ["/bin", "/sbin", "/lib", "/lib32", "/lib64"].map(Path::new) {
        match fs::read_link(folder) {
            Ok(target) => line.say([OsStr::new("--symlink"), target.as_os_str(), folder.as_os_str()]),
            Err(_) => line.say([OsStr::new("--ro-bind-try"), folder.as_os_str(), folder.as_os_str()]),
        }
    }
    line.say(["--perms", "0755", "--dir", "/etc"]);
    for file in ETC {
        line.say(["--ro-bind-try", file, file]);
    }
    for (index, (file, _)) in FILES.iter().enumerate() {
        line.say(["--perms", "0444", "--ro-bind-data", &format!("@{index}"), file]);
    }
    line.say(["--proc", "/proc", "--dev", "/dev"]);
    for file in HIDDEN.iter().filter(|file| Path::new(file).exists()) {
        line.say(["--ro-bind", "/dev/null", file]);
    }
    line.scratch(Path::new("/tmp"), jail.limits.disk);
    line.scratch(Path::new("/dev/shm"), jail.limits.shared_memory);
    for mount in &jail.mounts {
        let (Mount::ReadOnly { inside, .. } | Mount::Writable { inside, .. } | Mount::Scratch { inside, .. }) =
            mount;
        line.open_way(inside);
        match mount {
            Mount::ReadOnly { host, inside } => line.bind("--ro-bind", host, inside),
            Mount::Writable { host, inside } => line.bind("--bind", host, inside),
            Mount::Scratch { inside, bytes } => line.scratch(inside, *bytes),
        }
    }
    line.say(["--remount-ro", "/dev", "--remount-ro", "/", "--"]);
    line.0
}

struct Line(Vec<Vec<u8>>);

impl Line {
    fn say<const N: usize>(&mut self, words: [impl AsRef<OsStr>; N]) {
        self.0.extend(words.iter().map(|word| word.as_ref().as_bytes().to_vec()));
    }

    fn bind(&mut self, how: &str, host: &Path, inside: &Path) {
        let host = std::path::absolute(host).unwrap_or_else(|_| host.to_owned());
        self.say([OsStr::new(how), host.as_os_str(), inside.as_os_str()]);
    }

    fn scratch(&mut self, inside: &Path, bytes: u64) {
        self.say(["--perms", "1777", "--size", &bytes.to_string(), "--tmpfs"]);
        self.say([inside]);
    }

    /// Folders that bubblewrap makes on the way by itself can be entered by nobody but root.
    fn open_way(&mut self, inside: &Path) {
        let mut above: Vec<&Path> =
            inside.ancestors().skip(1).filter(|folder| folder.parent().is_some()).collect();
        above.reverse();
        for folder in above {
            self.say(["--perms", "0755", "--dir"]);
            self.say([folder]);
        }
    }
}

/// Small files every program expects. The real ones name the people of this host.
pub(super) const FILES: &[(&str, &str)] = &[
    ("/etc/passwd", "root:x:0:0:root:/:/bin/false\nbot:x:BOT:BOT:bot:/tmp:/bin/sh\n"),
    ("/etc/group", "root:x:0:\nbot:x:BOT:\n"),
    ("/etc/hosts", "127.0.0.1 localhost jail\n"),
    ("/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
];

/// What tool chains keep outside `/usr`.
const ETC: &[&str] = &[
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/java-11-openjdk",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/etc/maven",
    "/etc/mono",
    "/etc/localtime",
];

/// Files of `/proc` that tell about the host and its other programs, and that no language needs. Each costs a mount, so
/// those that only root can read are left to their permissions. `/proc/stat` stays: runtimes count the cores in it.
const HIDDEN: &[&str] = &[
    "/proc/cmdline",
    "/proc/diskstats",
    "/proc/interrupts",
    "/proc/keys",
    "/proc/loadavg",
    "/proc/locks",
    "/proc/partitions",
    "/proc/pressure/cpu",
    "/proc/pressure/io",
    "/proc/pressure/memory",
    "/proc/schedstat",
    "/proc/softirqs",
    "/proc/vmstat",
];
