//! The host around an attack: what it could reach for, and what it could leave behind.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use tempfile::TempDir;

/// Things on the host that no attack should reach.
pub(super) struct Bait {
    folder: TempDir,
    server: TcpListener,
    socket: UnixListener,
    name: String,
}

impl Bait {
    pub(super) fn lay() -> io::Result<Bait> {
        let folder = TempDir::new()?;
        for name in ["attacks", "submission"] {
            fs::create_dir(folder.path().join(name))?;
        }
        for (name, source) in super::list::FILES {
            fs::write(folder.path().join("attacks").join(name), source)?;
        }
        fs::write(folder.path().join("submission/bot.py"), "secret = 'secret'\n")?;
        fs::write(folder.path().join("secret"), "secret\n")?;
        // Not even the permissions of files stand in the way; the walls must do.
        open_up(folder.path())?;
        let server = TcpListener::bind("127.0.0.1:0")?;
        server.set_nonblocking(true)?;
        let name = format!("meydan-bait-{}", std::process::id());
        let socket = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name)?)?;
        socket.set_nonblocking(true)?;
        Ok(Bait { folder, server, socket, name })
    }

    pub(super) fn attacks(&self) -> PathBuf {
        self.folder.path().join("attacks")
    }

    pub(super) fn submission(&self) -> PathBuf {
        self.folder.path().join("submission")
    }

    /// Where everything is. An attacker who knows that much is the worst there is.
    pub(super) fn env(&self) -> Vec<(String, String)> {
        let port = self.server.local_addr().map_or(0, |address| address.port());
        let path = |path: &Path| path.display().to_string();
        vec![
            ("REFEREE_PID".into(), std::process::id().to_string()),
            ("HOST_PORT".into(), port.to_string()),
            ("HOST_SOCKET".into(), self.name.clone()),
            ("HOST_FOLDER".into(), path(self.folder.path())),
            ("HOST_FILE".into(), path(&self.folder.path().join("secret"))),
        ]
    }

    /// The server that had a visitor.
    pub(super) fn visited(&self) -> Option<&'static str> {
        if self.server.accept().is_ok() {
            return Some("a server of the host");
        }
        self.socket.accept().is_ok().then_some("a socket of the host")
    }
}

fn open_up(path: &Path) -> io::Result<()> {
    let mode = if path.is_dir() { 0o777 } else { 0o666 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    if path.is_dir() {
        fs::read_dir(path)?.try_for_each(|entry| open_up(&entry?.path()))?;
    }
    Ok(())
}

/// The Rust tool chain of this host.
pub(super) fn rust() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}

/// A process that runs as this user.
pub(super) fn process_of(user: u32) -> Option<String> {
    let line = format!("Uid:\t{user}\t");
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let theirs =
        |path: &Path| fs::read_to_string(path.join("status")).is_ok_and(|status| status.contains(&line));
    processes
        .map(|entry| entry.path())
        .find(|path| user != 0 && theirs(path))
        .map(|path| path.display().to_string())
}

/// The host, as far as an attack could change it.
pub(super) struct Snapshot {
    parts: Vec<(&'static str, String)>,
    clock: SystemTime,
    taken: Instant,
}

impl Snapshot {
    pub(super) fn take() -> Snapshot {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let me = std::process::id() as i32;
        let mut parts = vec![
            ("mounts", read("/proc/self/mountinfo")),
            ("kernel modules", names("/proc/modules")),
            ("shared memory", names("/proc/sysvipc/shm")),
            ("semaphores", names("/proc/sysvipc/sem")),
            ("keys", read("/proc/keys").lines().filter(|line| line.contains("meydan-attack")).collect()),
            ("processes", format!("{:?}", crate::proc::below(me))),
            ("control groups", groups()),
        ];
        for file in ["core_pattern", "hostname", "sysrq", "modprobe"] {
            parts.push(("settings of the kernel", read(&format!("/proc/sys/kernel/{file}"))));
        }
        for folder in ["/tmp", "/var/tmp", "/dev/shm", "/usr", "/usr/bin", "/etc", "/", "/dev", "/run"] {
            parts.push(("files", marked(folder)));
        }
        Snapshot { parts, clock: SystemTime::now(), taken: Instant::now() }
    }

    /// What is not as it was.
    pub(super) fn differs(&self, before: &Snapshot) -> Option<String> {
        let changed = self.parts.iter().zip(&before.parts).find(|(now, then)| now != then);
        if let Some(((what, now), (_, then))) = changed {
            let only = |these: &str, those: &str| {
                let lines = these.lines().filter(|line| !those.lines().any(|other| other == *line));
                lines.collect::<Vec<_>>().join("; ")
            };
            return Some(format!("{what} changed: `{}` became `{}`", only(then, now), only(now, then)));
        }
        let expected = before.clock + (self.taken - before.taken);
        let off = self.clock.duration_since(expected).unwrap_or_else(|error| error.duration());
        (off > Duration::from_secs(60)).then(|| format!("the clock is off by {off:?}"))
    }
}

/// The first words of a file's lines.
fn names(path: &str) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| line.split_whitespace().take(2).last()).collect::<Vec<_>>().join(" ")
}

/// Files in a folder that an attack would leave there. Others may come and go meanwhile.
fn marked(folder: &str) -> String {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names
        .filter(|name| name.starts_with("meydan-attack") || name.starts_with("core"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The control groups of this process's jails.
fn groups() -> String {
    let ours = format!("meydan-{}-", std::process::id());
    let root = fs::read_dir("/sys/fs/cgroup").into_iter().flatten().flatten().map(|entry| entry.path());
    let below = |path: PathBuf| fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let all = root.flat_map(|path| [path.clone()].into_iter().chain(below(path)));
    let found =
        all.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&ours)));
    let mut found: Vec<String> = found.map(|path| path.display().to_string()).collect();
    found.sort();
    found.join(" ")
}
