//! The keeper: a small process that owns one tree of processes and nothing else.
//!
//! The library carries this program inside itself and starts one for every tree. It gets its [`Errand`] over a socket,
//! together with the three streams of the program to run. It ends the tree when it is told to, or when the socket
//! ends, which also happens when the process at the other end is killed. It leaves only when nothing of the tree is left.
//!
//! The keeper adopts orphans, so the tree is empty exactly when the keeper has no children. Where the host allows
//! it, the tree also lives in a process namespace of its own: then one kill is enough, whatever the tree does.

#[path = "errand.rs"]
mod errand;
#[path = "init.rs"]
mod init;
#[path = "sys.rs"]
mod sys;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::time::{Duration, Instant};

use errand::{DONE, EMPTY, Errand, FAILED, GONE, LEFT, Room, STARTED, WALL};
use sys::Waited;

/// How long the end of a tree may take before its owner is told what is left.
const PATIENCE: Duration = Duration::from_secs(3);
/// What the kernel says of a process that has gone.
const NO_SUCH_PROCESS: i32 = 3;
/// How long children that fork and die are hunted without a pause for breath.
const CHASE: Duration = Duration::from_millis(500);

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args.get(1).map(String::as_str) {
        None => keep(),
        Some("inside") => init::inside(&args[2..]),
        Some("probe") => probe(0),
        Some("probe-network") => probe(sys::CLONE_NEWNET),
        Some(_) => {
            eprintln!("this program is started by Meydan to look after a bot; there is nothing to run")
        }
    }
}

/// Whether a process namespace with a `/proc` of its own can be had here, and what else is asked for.
fn probe(more: i32) {
    let tried = enter_namespace(more).and_then(|()| sys::split()).and_then(|pid| match pid {
        Some(_) => Ok(matches!(sys::reap(true), Waited::Child(_, 0))),
        None => {
            let own = init::own_proc().and_then(|()| if more == 0 { Ok(()) } else { sys::raise_loopback() });
            sys::leave(i32::from(own.is_err()))
        }
    });
    process::exit(i32::from(!matches!(tried, Ok(true))));
}

/// The life of a keeper.
fn keep() {
    sys::close_strays();
    sys::set_name("meydan-keeper");
    let Ok(mut keeper) = Keeper::new() else { process::exit(1) };
    match keeper.open() {
        Ok(()) => {
            keeper.watch();
            keeper.end();
        }
        Err(error) => {
            keeper.fail(&error.to_string());
            keeper.end();
        }
    }
}

struct Keeper {
    socket: OwnedFd,
    deaths: File,
    errand: Errand,
    /// The child whose end matters.
    first: i32,
    /// What the program that builds the room complains about.
    complaints: Option<File>,
    famine: Option<Famine>,
}

impl Keeper {
    fn new() -> io::Result<Keeper> {
        let deaths = File::from(sys::listen_for_deaths()?);
        let socket = sys::duplicate(0)?;
        sys::stand_in(File::open("/dev/null")?.as_fd(), 0)?;
        sys::adopt_orphans()?;
        Ok(Keeper { socket, deaths, errand: Errand::default(), first: 0, complaints: None, famine: None })
    }

    /// Takes the errand and starts the tree.
    fn open(&mut self) -> io::Result<()> {
        let (errand, _, streams) = take_errand(&self.socket)?;
        self.errand = errand;
        self.famine = self.errand.groups.iter().find_map(|group| Famine::watch(path(group)).ok());
        match (self.errand.room, streams) {
            (Room::Open, Some(streams)) => match init::launch(&self.errand, &streams) {
                Ok(pid) => {
                    self.first = pid;
                    self.tell(STARTED, &pid.to_le_bytes());
                    Ok(())
                }
                Err(reason) => Err(io::Error::other(reason)),
            },
            (Room::Namespace, Some(streams)) => {
                let network = if self.errand.port == 0 { 0 } else { sys::CLONE_NEWNET };
                enter_namespace(network)?;
                match sys::split()? {
                    Some(pid) => self.first = pid,
                    None => init::run(&self.errand, &self.socket, streams),
                }
                Ok(())
            }
            (Room::Jail, _) => self.prepare(),
            (_, None) => Err(io::Error::other("the streams did not come")),
        }
    }

    /// The first errand for a jail names its control groups. A builder is moved into them, for which the kernel can take
    /// twenty milliseconds, and waits for the second errand, which says what to build and what to run. Where the second
    /// comes at once, the room is built in that time, and the program waits behind a gate until the groups are entered.
    fn prepare(&mut self) -> io::Result<()> {
        let (complaints, theirs) = sys::pipe()?;
        let (gate, go) = sys::pipe()?;
        let (taken, taking) = sys::pipe()?;
        match sys::split()? {
            Some(pid) => self.first = pid,
            None => {
                let built = take_errand(&self.socket).and_then(|(errand, file, streams)| {
                    drop(taking);
                    let streams = streams.ok_or_else(|| io::Error::other("the streams did not come"))?;
                    self.build(&errand, &file, &gate, &streams, &theirs)
                });
                let error = built.unwrap_or_else(|error| error);
                let _ = writeln!(File::from(theirs), "{error}");
                sys::leave(127);
            }
        }
        self.complaints = Some(File::from(complaints));
        drop(theirs);
        drop(taking);
        self.confine()?;
        // A gate that closes without a word stays closed.
        File::from(go).write_all(b"go")?;
        // Until the builder has taken its errand, the socket is not ours to read.
        File::from(taken).read_to_end(&mut Vec::new()).map(drop)
    }

    /// Moves the builder of the room and whatever it has started into the control groups.
    fn confine(&self) -> io::Result<()> {
        let enter = |pid: i32, group: &[u8]| {
            let procs = fs::OpenOptions::new().write(true).open(path(group).join("cgroup.procs"));
            match procs.and_then(|mut file| file.write_all(pid.to_string().as_bytes())) {
                // One that is gone has nothing to be confined for. Why it went is heard elsewhere.
                Err(error) if error.raw_os_error() != Some(NO_SUCH_PROCESS) => {
                    Err(io::Error::other(format!("cannot enter {}: {error}", path(group).display())))
                }
                _ => Ok(()),
            }
        };
        let groups = || self.errand.groups.iter();
        groups().try_for_each(|group| enter(self.first, group))?;
        // From here on it starts nobody outside the groups; these it had started before.
        children(self.first).into_iter().try_for_each(|pid| groups().try_for_each(|group| enter(pid, group)))
    }

    /// Becomes the program that builds the room, with this program inside it.
    fn build(
        &self,
        errand: &Errand,
        file: &File,
        gate: &OwnedFd,
        streams: &[OwnedFd; 3],
        complaints: &OwnedFd,
    ) -> io::Result<io::Error> {
        let myself = File::open("/proc/self/exe")?;
        let inside = [self.socket.as_fd(), file.as_fd(), gate.as_fd()];
        let inside = inside.into_iter().chain(streams.iter().map(AsFd::as_fd));
        let mut numbers = Vec::new();
        for fd in inside {
            sys::keep_open(fd)?;
            numbers.push(fd.as_raw_fd().to_string());
        }
        sys::keep_open(myself.as_fd())?;
        sys::stand_in(complaints.as_fd(), 2)?;
        sys::hear_signals();
        let files = small_files(&errand.files)?;
        let mut words = errand.wrapper.iter().map(|word| match &word[..] {
            [b'@', index] => OsString::from(files[usize::from(index - b'0')].as_raw_fd().to_string()),
            word => OsStr::from_bytes(word).to_owned(),
        });
        let program = words.next().ok_or_else(|| io::Error::other("no wrapper"))?;
        Ok(Command::new(program)
            .args(words)
            .arg(format!("/proc/self/fd/{}", myself.as_raw_fd()))
            .arg("inside")
            .args(numbers)
            .env_clear()
            .exec())
    }

    /// Looks after the tree until its end is asked for.
    fn watch(&mut self) {
        loop {
            let famine = self.famine.as_ref().map_or(self.deaths.as_fd(), |famine| famine.bell.as_fd());
            let [word, death, hungry] = sys::any([self.socket.as_fd(), self.deaths.as_fd(), famine], -1);
            if hungry && let Some(famine) = self.famine.take() {
                famine.wait_for_victim();
                self.release();
                sys::slay(self.first);
            }
            if death {
                self.drain();
                while let Waited::Child(pid, status) = sys::reap(false) {
                    match self.errand.room {
                        _ if pid != self.first => {}
                        Room::Open => self.tell(DONE, &status.to_le_bytes()),
                        Room::Namespace | Room::Jail => self.gone(),
                    }
                }
            }
            if word {
                return;
            }
        }
    }

    /// Kills until nothing is left, then takes the groups away.
    fn end(&mut self) {
        self.release();
        let begun = Instant::now();
        let mut told = false;
        loop {
            loop {
                match sys::reap(false) {
                    Waited::Child(..) => {}
                    Waited::NoneYet => break,
                    Waited::NoChildren => {
                        self.remove_groups();
                        return self.tell(EMPTY, &[]);
                    }
                }
            }
            let living = living(self.errand.room);
            living.iter().for_each(|&pid| sys::slay(pid));
            if begun.elapsed() > PATIENCE && !told {
                told = true;
                let pids: Vec<u8> = living.iter().take(100).flat_map(|pid| pid.to_le_bytes()).collect();
                self.tell(LEFT, &pids);
            }
            let hot = self.errand.room == Room::Open && begun.elapsed() < CHASE;
            sys::any([self.deaths.as_fd()], if hot { 0 } else { 1 });
            self.drain();
        }
    }

    /// Does what must be done before the tree can die.
    fn release(&self) {
        for pair in self.errand.release.chunks_exact(2) {
            let _ = fs::write(path(&pair[0]), &pair[1]);
        }
    }

    /// A group cannot be removed before the kernel has let go of its last process.
    fn remove_groups(&self) {
        let begun = Instant::now();
        for group in self.errand.groups.iter().rev().map(|group| path(group)) {
            while fs::remove_dir(group).is_err() && group.exists() && begun.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn drain(&mut self) {
        let mut deaths = [0; 1024];
        while matches!(self.deaths.read(&mut deaths), Ok(1..)) {}
    }

    /// The room is gone; where its builder complained, this is why it never stood.
    fn gone(&mut self) {
        let mut complaints = String::new();
        if let Some(pipe) = self.complaints.take() {
            let _ = pipe.take(4000).read_to_string(&mut complaints);
        }
        if complaints.is_empty() { self.tell(GONE, &[]) } else { self.fail(complaints.trim()) }
    }

    fn fail(&self, reason: &str) {
        // Where there is a room, the man inside says what is wrong with the program.
        let word = if self.errand.room == Room::Jail { WALL } else { FAILED };
        self.tell(word, reason.as_bytes());
    }

    /// Says something to the owner. One that is gone does not need to hear it.
    fn tell(&self, what: u8, more: &[u8]) {
        let _ = sys::send(self.socket.as_fd(), &[&[what], more].concat(), None);
    }
}

/// The kernel's word that a group of version 1 is out of memory.
///
/// In version 2 the kernel kills the whole group by itself. In version 1 it kills one process. Where that one waits for
/// its share of the processor and cannot die, all the others try again without a pause, and nobody makes them pay for it.
struct Famine {
    bell: OwnedFd,
    control: PathBuf,
}

impl Famine {
    fn watch(group: &Path) -> io::Result<Famine> {
        let control = group.join("memory.oom_control");
        let (bell, file) = (sys::bell()?, File::open(&control)?);
        let errand = format!("{} {}", bell.as_raw_fd(), file.as_raw_fd());
        fs::write(group.join("cgroup.event_control"), errand)?;
        Ok(Famine { bell, control })
    }

    /// The bell rings before the kernel has killed. Its count is the evidence, so that comes first.
    fn wait_for_victim(&self) {
        let killed = || {
            let text = fs::read_to_string(&self.control).unwrap_or_default();
            text.lines().any(|line| line.starts_with("oom_kill ") && line != "oom_kill 0")
        };
        let begun = Instant::now();
        while !killed() && begun.elapsed() < CHASE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The next errand that comes, the file it is in, and the streams of the program where they come with it.
fn take_errand(socket: &OwnedFd) -> io::Result<(Errand, File, Option<[OwnedFd; 3]>)> {
    let (_, fds) = sys::receive(socket.as_fd())?;
    let mut fds = fds.into_iter();
    let mut file = File::from(fds.next().ok_or_else(|| io::Error::other("the errand did not come"))?);
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let errand = Errand::decode(&bytes).ok_or_else(|| io::Error::other("the errand makes no sense"))?;
    Ok((errand, file, <[OwnedFd; 3]>::try_from(fds.collect::<Vec<_>>()).ok()))
}

/// The children of this process will be the first of a new process namespace. Without privilege that takes a user
/// namespace too, in which this user is still this user.
fn enter_namespace(more: i32) -> io::Result<()> {
    if sys::enter_new(sys::CLONE_NEWPID | more).is_ok() {
        return Ok(());
    }
    let (user, group) = sys::identity();
    sys::enter_new(sys::CLONE_NEWUSER | sys::CLONE_NEWPID | more)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// Whom to kill. The first process of a namespace takes the rest with it; in the open everybody is somebody.
fn living(room: Room) -> Vec<i32> {
    let mut found = children(process::id() as i32);
    let mut next = 0;
    while room == Room::Open && next < found.len() {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

fn children(pid: i32) -> Vec<i32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// Pipes with their contents in them already, left open for the wrapper. What fits into a pipe can be no trap.
fn small_files(contents: &[Vec<u8>]) -> io::Result<Vec<OwnedFd>> {
    let fill = |content: &Vec<u8>| {
        let (reader, writer) = sys::pipe()?;
        File::from(writer).write_all(content)?;
        sys::keep_open(reader.as_fd())?;
        Ok(reader)
    };
    contents.iter().map(fill).collect()
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}
