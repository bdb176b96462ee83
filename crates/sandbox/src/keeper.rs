//! The owner's end of the line to a keeper.

use std::fs::File;
use std::io::{self, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::process::{Child, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::MemfdFlags;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, Shutdown, SocketFlags, SocketType,
};
use rustix::process::{Pid, WaitOptions};
use tokio::io::Interest;
use tokio::net::UnixStream;

use crate::errand::{self, Errand};

/// The program in `keeper/`, compiled by `build.rs`.
static PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/keeper"));

/// What a keeper says.
#[derive(Debug)]
pub(crate) enum Word {
    Started(i32),
    Failed(String),
    Wall(String),
    Done(i32),
    Gone,
    Door(OwnedFd),
    Dial(OwnedFd),
    Empty,
    Left(Vec<i32>),
}

/// A keeper and the line to it. It belongs to no runtime before somebody waits for its words, so one that was prepared in
/// one place can be used in another.
pub(crate) struct Keeper {
    child: Child,
    line: OwnedFd,
    /// The same line, as the runtime of whoever waits sees it. Words come whole (the socket keeps packets apart), so they
    /// are never read as a stream; the runtime only says when there is one.
    bell: OnceLock<UnixStream>,
}

/// How long the keeper's own end is waited for by somebody who has other things to do.
const HASTE: Duration = Duration::from_millis(50);
/// How often it is looked for.
const LOOK: Duration = Duration::from_millis(1);

impl Keeper {
    /// Starts a keeper. It waits for its errand.
    pub(crate) fn new() -> io::Result<Keeper> {
        let flags = SocketFlags::CLOEXEC;
        let (ours, theirs) =
            rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
        rustix::io::ioctl_fionbio(&ours, true)?;
        let child = command()?.stdin(Stdio::from(theirs)).spawn()?;
        Ok(Keeper { child, line: ours, bell: OnceLock::new() })
    }

    /// The keeper's own process.
    pub(crate) fn pid(&self) -> i32 {
        self.child.id() as i32
    }

    /// Gives the keeper an errand, with the streams of the program where it is to be started at once: input, output, errors.
    pub(crate) fn give(&self, errand: &Errand, streams: Option<[OwnedFd; 3]>) -> io::Result<()> {
        let mut file = memory_file(&errand.encode())?;
        io::Seek::rewind(&mut file)?;
        let streams = streams.iter().flatten().map(AsFd::as_fd);
        let fds: Vec<_> = [file.as_fd()].into_iter().chain(streams).collect();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(4))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&fds));
        let word = [io::IoSlice::new(b"errand")];
        rustix::net::sendmsg(&self.line, &word, &mut control, SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// Asks for the end of the tree.
    pub(crate) fn ask_for_end(&self) {
        // A keeper that is gone has nothing left to end.
        let _ = rustix::net::send(&self.line, &[errand::END], SendFlags::NOSIGNAL);
    }

    /// Hangs up, which asks for the end of the tree as well.
    pub(crate) fn hang_up(&self) {
        let _ = rustix::net::shutdown(&self.line, Shutdown::Write);
    }

    /// Waits for the next word. Nothing is lost where the waiting is given up.
    pub(crate) async fn hear(&self) -> io::Result<Word> {
        let bell = match self.bell.get() {
            Some(bell) => bell,
            None => {
                let bell = UnixStream::from_std(self.line.try_clone()?.into())?;
                self.bell.get_or_init(|| bell)
            }
        };
        bell.async_io(Interest::READABLE, || receive(&self.line)).await
    }

    /// Waits for the next word in a place that cannot await.
    pub(crate) fn hear_blocking(&self, at_most: Duration) -> io::Result<Word> {
        let deadline = Instant::now() + at_most;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
            let mut line = [PollFd::new(&self.line, PollFlags::IN)];
            match rustix::event::poll(&mut line, Some(&left)) {
                Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
                Ok(_) => match receive(&self.line) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    word => return word,
                },
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Takes note of the keeper's own end, which follows the tree's.
    pub(crate) async fn bury(&mut self) {
        while matches!(self.child.try_wait(), Ok(None)) {
            tokio::time::sleep(LOOK).await;
        }
    }
}

impl Drop for Keeper {
    /// Nobody else takes note of the keeper's end. It leaves when nothing of its tree is left, which is soon.
    fn drop(&mut self) {
        self.hang_up();
        let begun = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if begun.elapsed() > HASTE {
                let pid = self.child.id();
                let wait = move || rustix::process::waitpid(Pid::from_raw(pid as i32), WaitOptions::empty());
                let _ = std::thread::Builder::new().name("burial".to_owned()).spawn(wait);
                return;
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// Whether bots can have a process namespace of their own here, even bare ones. Tried once.
pub fn namespaces() -> bool {
    static TRIED: OnceLock<bool> = OnceLock::new();
    *TRIED.get_or_init(|| probe("probe"))
}

/// Whether bots can have a network of their own here, even without other walls. Tried once.
pub(crate) fn networks() -> bool {
    static TRIED: OnceLock<bool> = OnceLock::new();
    *TRIED.get_or_init(|| probe("probe-network"))
}

fn probe(what: &str) -> bool {
    let probe = command().and_then(|mut keeper| keeper.arg(what).stdin(Stdio::null()).status());
    probe.is_ok_and(|status| status.success())
}

/// The keeper's program, ready to be started.
fn command() -> io::Result<std::process::Command> {
    use std::os::unix::process::CommandExt;
    static FILE: OnceLock<OwnedFd> = OnceLock::new();
    let file = match FILE.get() {
        Some(file) => file,
        None => {
            let file = memory_file(PROGRAM)?.into();
            FILE.get_or_init(|| file)
        }
    };
    let mut command = std::process::Command::new(format!("/proc/self/fd/{}", file.as_raw_fd()));
    // A process group of its own: what a terminal sends to ours is not for the keeper.
    command.arg0("meydan-keeper").stdout(Stdio::null()).stderr(Stdio::null()).env_clear().process_group(0);
    Ok(command)
}

/// A file that is nowhere but in memory and that nobody can change any more.
fn memory_file(bytes: &[u8]) -> io::Result<File> {
    use rustix::fs::SealFlags;
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    // Old kernels do not know the flag and do not need it.
    let fd = rustix::fs::memfd_create("meydan-keeper", flags | MemfdFlags::EXEC)
        .or_else(|_| rustix::fs::memfd_create("meydan-keeper", flags))?;
    let mut file = File::from(fd);
    file.write_all(bytes)?;
    rustix::fs::fcntl_add_seals(
        &file,
        SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL,
    )?;
    Ok(file)
}

/// One message, and the descriptor that came with it.
pub(crate) fn receive_fd(line: impl AsFd, bytes: &mut [u8]) -> io::Result<(usize, Option<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [io::IoSliceMut::new(bytes)];
    let got = rustix::net::recvmsg(line, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    debug_assert!(
        !got.flags.contains(ReturnFlags::CTRUNC),
        "there is room for the one descriptor that comes"
    );
    let fd = control.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut fds) => fds.next(),
        _ => None,
    });
    Ok((got.bytes, fd))
}

fn receive(line: &OwnedFd) -> io::Result<Word> {
    let mut bytes = [0; 4096];
    let (count, fd) = receive_fd(line, &mut bytes)?;
    let numbers = |rest: &[u8]| -> Vec<i32> {
        rest.as_chunks().0.iter().map(|&number| i32::from_le_bytes(number)).collect()
    };
    let first = |rest: &[u8]| numbers(rest).first().copied().unwrap_or_default();
    match bytes[..count].split_first() {
        None => Err(io::ErrorKind::UnexpectedEof.into()),
        Some((&errand::STARTED, rest)) => Ok(Word::Started(first(rest))),
        Some((&errand::FAILED, rest)) => Ok(Word::Failed(String::from_utf8_lossy(rest).into_owned())),
        Some((&errand::WALL, rest)) => Ok(Word::Wall(String::from_utf8_lossy(rest).into_owned())),
        Some((&errand::DONE, rest)) => Ok(Word::Done(first(rest))),
        Some((&errand::GONE, _)) => Ok(Word::Gone),
        Some((&errand::DOOR, _)) => fd.map(Word::Door).ok_or_else(|| io::ErrorKind::InvalidData.into()),
        Some((&errand::DIAL, _)) => fd.map(Word::Dial).ok_or_else(|| io::ErrorKind::InvalidData.into()),
        Some((&errand::EMPTY, _)) => Ok(Word::Empty),
        Some((&errand::LEFT, rest)) => Ok(Word::Left(numbers(rest))),
        Some(_) => Err(io::ErrorKind::InvalidData.into()),
    }
}
