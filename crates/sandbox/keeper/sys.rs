//! The system calls a keeper needs and the standard library does not have.
//!
//! This is the only file of the project with `unsafe` in it. The keeper cannot use a crate for these calls, because it
//! is compiled on its own (see `build.rs`). It has one thread, so `fork` is as harmless as it was in 1971. Every
//! function here is safe to call: pointers go in only from live Rust values, and descriptors come out owned.
#![expect(unsafe_code, reason = "system calls have no other door")]

use std::ffi::{CString, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::io;
use std::mem::zeroed;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr::null;

pub(crate) const CLONE_NEWNS: c_int = 0x0002_0000;
pub(crate) const CLONE_NEWUSER: c_int = 0x1000_0000;
pub(crate) const CLONE_NEWPID: c_int = 0x2000_0000;
pub(crate) const CLONE_NEWNET: c_int = 0x4000_0000;
pub(crate) const SIGKILL: c_int = 9;

const SIGCHLD: c_int = 17;
const SIG_IGN: usize = 1;
const SIG_BLOCK: c_int = 0;
const PR_SET_PDEATHSIG: c_int = 1;
const PR_SET_DUMPABLE: c_int = 4;
const PR_SET_NAME: c_int = 15;
const PR_SET_SECCOMP: c_int = 22;
const PR_SET_CHILD_SUBREAPER: c_int = 36;
const PR_SET_NO_NEW_PRIVS: c_int = 38;
const WNOHANG: c_int = 1;
const SOL_SOCKET: c_int = 1;
const SCM_RIGHTS: c_int = 1;
const MSG_CMSG_CLOEXEC: c_int = 0x4000_0000;
const MSG_NOSIGNAL: c_int = 0x4000;
const F_SETFD: c_int = 2;
const F_DUPFD_CLOEXEC: c_int = 1030;
const O_CLOEXEC: c_int = 0o2_000_000;
const AF_INET: c_int = 2;
const SOCK_STREAM: c_int = 1;
const SIOCSIFFLAGS: c_ulong = 0x8914;
const IFF_UP: i16 = 1;
const POLLIN: i16 = 1;
const MS_SLAVE: c_ulong = 1 << 19;
const MS_REC: c_ulong = 1 << 14;
const PROC_FLAGS: c_ulong = 2 | 4 | 8; // nosuid, nodev, noexec
const SECCOMP_MODE_FILTER: c_ulong = 2;

#[repr(C)]
struct Iovec {
    base: *mut c_void,
    len: usize,
}

#[repr(C)]
struct Message {
    name: *mut c_void,
    name_len: c_uint,
    iov: *mut Iovec,
    iov_len: usize,
    control: *mut c_void,
    control_len: usize,
    flags: c_int,
}

/// A control message with room for the eight descriptors that ever come at once.
#[repr(C)]
struct Control {
    len: usize,
    level: c_int,
    kind: c_int,
    fds: [c_int; 8],
}

#[repr(C)]
struct Poll {
    fd: c_int,
    events: i16,
    got: i16,
}

/// A request about a network interface, as large as the kernel's.
#[repr(C)]
struct Interface {
    name: [u8; 16],
    flags: i16,
    rest: [u8; 22],
}

#[repr(C)]
struct Limit {
    soft: u64,
    hard: u64,
}

#[repr(C)]
struct Filter {
    len: u16,
    code: *const u8,
}

unsafe extern "C" {
    fn fork() -> c_int;
    fn _exit(code: c_int) -> !;
    fn getuid() -> c_uint;
    fn getgid() -> c_uint;
    fn setpgid(pid: c_int, group: c_int) -> c_int;
    fn setsid() -> c_int;
    fn setgroups(count: usize, groups: *const c_uint) -> c_int;
    fn setresuid(real: c_uint, effective: c_uint, saved: c_uint) -> c_int;
    fn setresgid(real: c_uint, effective: c_uint, saved: c_uint) -> c_int;
    fn getrlimit(resource: c_uint, limit: *mut Limit) -> c_int;
    fn setrlimit(resource: c_uint, limit: *const Limit) -> c_int;
    fn kill(pid: c_int, signal: c_int) -> c_int;
    fn waitpid(pid: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn unshare(flags: c_int) -> c_int;
    fn mount(
        from: *const c_char,
        to: *const c_char,
        kind: *const c_char,
        flags: c_ulong,
        data: *const c_void,
    ) -> c_int;
    fn prctl(option: c_int, ...) -> c_int;
    fn signal(number: c_int, handler: usize) -> usize;
    fn sigemptyset(set: *mut [u64; 16]) -> c_int;
    fn sigaddset(set: *mut [u64; 16], number: c_int) -> c_int;
    fn sigprocmask(how: c_int, set: *const [u64; 16], old: *mut [u64; 16]) -> c_int;
    fn signalfd(fd: c_int, set: *const [u64; 16], flags: c_int) -> c_int;
    fn eventfd(count: c_uint, flags: c_int) -> c_int;
    fn poll(fds: *mut Poll, count: c_ulong, timeout: c_int) -> c_int;
    fn fcntl(fd: c_int, command: c_int, argument: c_long) -> c_int;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn close_range(first: c_uint, last: c_uint, flags: c_int) -> c_int;
    fn pipe2(fds: *mut [c_int; 2], flags: c_int) -> c_int;
    fn socket(family: c_int, kind: c_int, protocol: c_int) -> c_int;
    fn ioctl(fd: c_int, request: c_ulong, ...) -> c_int;
    fn recvmsg(socket: c_int, message: *mut Message, flags: c_int) -> isize;
    fn sendmsg(socket: c_int, message: *const Message, flags: c_int) -> isize;
}

fn done(result: c_int) -> io::Result<c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Splits the process in two. `None` in the new one.
pub(crate) fn split() -> io::Result<Option<c_int>> {
    // SAFETY: there is one thread, so the new process may go on with everything the old one could.
    let pid = done(unsafe { fork() })?;
    Ok((pid != 0).then_some(pid))
}

/// Ends this process without running anything of the process it was split from.
pub(crate) fn leave(code: c_int) -> ! {
    // SAFETY: takes no pointers.
    unsafe { _exit(code) }
}

/// The user and group of this process.
pub(crate) fn identity() -> (u32, u32) {
    // SAFETY: takes no pointers.
    unsafe { (getuid(), getgid()) }
}

/// Makes this process the leader of a process group of its own.
pub(crate) fn lead_group() -> io::Result<()> {
    // SAFETY: takes no pointers.
    done(unsafe { setpgid(0, 0) }).map(drop)
}

/// Leaves the terminal.
pub(crate) fn lead_session() -> io::Result<()> {
    // SAFETY: takes no pointers.
    done(unsafe { setsid() }).map(drop)
}

/// Becomes another user, for good.
pub(crate) fn become_user(user: u32) -> io::Result<()> {
    // SAFETY: an empty list of groups needs no pointer; the others take none.
    unsafe {
        done(setgroups(0, null()))?;
        done(setresgid(user, user, user))?;
        done(setresuid(user, user, user)).map(drop)
    }
}

/// Lowers a resource limit. One that is lower already stays as it is.
pub(crate) fn limit(resource: u32, value: u64) -> io::Result<()> {
    let mut now = Limit { soft: 0, hard: 0 };
    // SAFETY: both pointers are to a live value of the kernel's layout.
    unsafe {
        done(getrlimit(resource, &raw mut now))?;
        let value = value.min(now.hard);
        done(setrlimit(resource, &Limit { soft: value, hard: value })).map(drop)
    }
}

/// Kills a process at once.
pub(crate) fn slay(pid: c_int) {
    // SAFETY: takes no pointers. A process that is gone already is none of our business.
    unsafe { kill(pid, SIGKILL) };
}

/// What waiting for children gave.
pub(crate) enum Waited {
    Child(c_int, c_int),
    NoneYet,
    NoChildren,
}

/// Takes note of the death of a child, waiting for one if asked to.
pub(crate) fn reap(patiently: bool) -> Waited {
    let mut status = 0;
    loop {
        // SAFETY: the pointer is to a live integer.
        match unsafe { waitpid(-1, &raw mut status, if patiently { 0 } else { WNOHANG }) } {
            0 => return Waited::NoneYet,
            pid if pid > 0 => return Waited::Child(pid, status),
            _ if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            _ => return Waited::NoChildren,
        }
    }
}

/// Moves this process, or its children to come, into new namespaces.
pub(crate) fn enter_new(namespaces: c_int) -> io::Result<()> {
    // SAFETY: takes no pointers.
    done(unsafe { unshare(namespaces) }).map(drop)
}

/// Mounts a `/proc` that shows the processes of this namespace alone. Mounts of the host still come in, none goes out.
pub(crate) fn mount_proc() -> io::Result<()> {
    let (proc, root, path) = (c"proc", c"/", c"/proc");
    // SAFETY: all strings end in a zero byte and live until the calls return.
    unsafe {
        done(mount(null(), root.as_ptr(), null(), MS_REC | MS_SLAVE, null()))?;
        done(mount(proc.as_ptr(), path.as_ptr(), proc.as_ptr(), PROC_FLAGS, null())).map(drop)
    }
}

/// Orphans below this process become its children.
pub(crate) fn adopt_orphans() -> io::Result<()> {
    // SAFETY: takes no pointers.
    done(unsafe { prctl(PR_SET_CHILD_SUBREAPER, 1 as c_ulong) }).map(drop)
}

/// This process dies with its parent.
pub(crate) fn die_with_parent() -> io::Result<()> {
    // SAFETY: takes no pointers.
    done(unsafe { prctl(PR_SET_PDEATHSIG, SIGKILL as c_ulong) }).map(drop)
}

/// Nobody without privilege may look into this process.
pub(crate) fn hide() {
    // SAFETY: takes no pointers. The call knows no failure for this value.
    unsafe { prctl(PR_SET_DUMPABLE, 0 as c_ulong) };
}

/// The name that `ps` shows.
pub(crate) fn set_name(name: &str) {
    if let Ok(name) = CString::new(name) {
        // SAFETY: the string ends in a zero byte; the kernel copies its first fifteen.
        unsafe { prctl(PR_SET_NAME, name.as_ptr()) };
    }
}

/// Gives up the right to gain rights, and puts every further system call through the filter.
pub(crate) fn filter(code: &[u8]) -> io::Result<()> {
    // SAFETY: takes no pointers.
    done(unsafe { prctl(PR_SET_NO_NEW_PRIVS, 1 as c_ulong, 0 as c_ulong, 0 as c_ulong, 0 as c_ulong) })?;
    if code.is_empty() {
        return Ok(());
    }
    let filter = Filter { len: (code.len() / 8) as u16, code: code.as_ptr() };
    // SAFETY: the kernel copies `len` instructions of eight bytes from `code`, and checks them.
    done(unsafe { prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &raw const filter) }).map(drop)
}

/// Makes this process deaf to what a terminal or an impatient person sends, and turns deaths of children into
/// something that can be polled.
pub(crate) fn listen_for_deaths() -> io::Result<OwnedFd> {
    let mut set = [0; 16];
    // SAFETY: `set` is as large as the C library's own type; ignoring a signal runs no code of ours.
    unsafe {
        for number in [1, 2, 3, 10, 12, 13, 14, 15] {
            signal(number, SIG_IGN);
        }
        sigemptyset(&raw mut set);
        sigaddset(&raw mut set, SIGCHLD);
        done(sigprocmask(SIG_BLOCK, &raw const set, std::ptr::null_mut()))?;
        Ok(OwnedFd::from_raw_fd(done(signalfd(-1, &raw const set, O_CLOEXEC | 0o4000))?))
    }
}

/// Puts signals back as a fresh program expects them.
pub(crate) fn hear_signals() {
    for number in [1, 2, 3, 10, 12, 13, 14, 15] {
        // SAFETY: the default handler is the kernel's.
        unsafe { signal(number, 0) };
    }
}

/// Waits until one of the descriptors has something to read, at most so many milliseconds, and says which have.
pub(crate) fn any<const N: usize>(fds: [BorrowedFd<'_>; N], timeout: c_int) -> [bool; N] {
    let mut watched = fds.map(|fd| Poll { fd: fd.as_raw_fd(), events: POLLIN, got: 0 });
    // SAFETY: the pointer is to that many live records.
    unsafe { poll(watched.as_mut_ptr(), N as c_ulong, timeout) };
    watched.map(|record| record.got != 0)
}

/// A descriptor by which the kernel can be asked to tell of something.
pub(crate) fn bell() -> io::Result<OwnedFd> {
    // SAFETY: a fresh descriptor belongs to nobody else.
    unsafe { Ok(OwnedFd::from_raw_fd(done(eventfd(0, O_CLOEXEC))?)) }
}

/// A second descriptor for the same thing, above the standard three, closed by `exec`.
pub(crate) fn duplicate(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: a fresh descriptor belongs to nobody else.
    unsafe { Ok(OwnedFd::from_raw_fd(done(fcntl(fd, F_DUPFD_CLOEXEC, 10))?)) }
}

/// Takes over a descriptor that `exec` left open.
pub(crate) fn inherit(fd: RawFd) -> io::Result<OwnedFd> {
    let own = duplicate(fd)?;
    // SAFETY: nothing else in this process holds the number, which came with the arguments.
    drop(unsafe { OwnedFd::from_raw_fd(fd) });
    Ok(own)
}

/// Leaves a descriptor open across `exec`.
pub(crate) fn keep_open(fd: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: takes no pointers.
    done(unsafe { fcntl(fd.as_raw_fd(), F_SETFD, 0) }).map(drop)
}

/// Puts a descriptor in the place of one of the standard three.
pub(crate) fn stand_in(fd: BorrowedFd<'_>, place: RawFd) -> io::Result<()> {
    // SAFETY: takes no pointers; the standard three are owned by nobody in this program.
    done(unsafe { dup2(fd.as_raw_fd(), place) }).map(drop)
}

/// Closes whatever a careless ancestor left open.
pub(crate) fn close_strays() {
    // SAFETY: called first thing in `main` and in a child that never returns; nothing above the standard three is used by
    // either any more.
    unsafe { close_range(3, c_uint::MAX, 0) };
}

/// Lets `exec` close everything but the standard three.
pub(crate) fn close_rest_on_exec() {
    const CLOSE_RANGE_CLOEXEC: c_int = 4;
    // SAFETY: takes no pointers; nothing is closed before the program is replaced by another.
    unsafe { close_range(3, c_uint::MAX, CLOSE_RANGE_CLOEXEC) };
}

/// A pipe that `exec` closes.
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [0; 2];
    // SAFETY: the kernel fills in two fresh descriptors.
    unsafe {
        done(pipe2(&raw mut fds, O_CLOEXEC))?;
        Ok((OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])))
    }
}

/// A socket of the network that this process lives in. It is not connected to anything yet.
pub(crate) fn tcp_socket() -> io::Result<OwnedFd> {
    // SAFETY: a fresh descriptor belongs to nobody else.
    unsafe { Ok(OwnedFd::from_raw_fd(done(socket(AF_INET, SOCK_STREAM | O_CLOEXEC, 0))?)) }
}

/// Raises the loopback of a network that has just been made.
pub(crate) fn raise_loopback() -> io::Result<()> {
    let socket = tcp_socket()?;
    let mut name = [0; 16];
    name[..2].copy_from_slice(b"lo");
    let interface = Interface { name, flags: IFF_UP, rest: [0; 22] };
    // SAFETY: the pointer is to a live record of the kernel's layout, which it only reads.
    done(unsafe { ioctl(socket.as_raw_fd(), SIOCSIFFLAGS, &raw const interface) }).map(drop)
}

/// Receives one message and the descriptors that come with it. No bytes: the other end is gone.
pub(crate) fn receive(socket: BorrowedFd<'_>) -> io::Result<(Vec<u8>, Vec<OwnedFd>)> {
    let mut bytes = vec![0_u8; 4096];
    let mut iov = Iovec { base: bytes.as_mut_ptr().cast(), len: bytes.len() };
    // SAFETY: all-zero is a valid value of both records.
    let (mut control, mut message): (Control, Message) = unsafe { (zeroed(), zeroed()) };
    message.iov = &raw mut iov;
    message.iov_len = 1;
    message.control = (&raw mut control).cast();
    message.control_len = size_of::<Control>();
    // SAFETY: every pointer is to a live value of the stated size.
    let count = unsafe { recvmsg(socket.as_raw_fd(), &raw mut message, MSG_CMSG_CLOEXEC) };
    let count = usize::try_from(count).map_err(|_| io::Error::last_os_error())?;
    bytes.truncate(count);
    let mut fds = Vec::new();
    if message.control_len > 16 && control.level == SOL_SOCKET && control.kind == SCM_RIGHTS {
        for &fd in control.fds.iter().take((control.len - 16) / size_of::<c_int>()) {
            // SAFETY: the kernel has just made this descriptor for us.
            fds.push(unsafe { OwnedFd::from_raw_fd(fd) });
        }
    }
    Ok((bytes, fds))
}

/// Sends one message, with a descriptor if one is given.
pub(crate) fn send(socket: BorrowedFd<'_>, bytes: &[u8], fd: Option<BorrowedFd<'_>>) -> io::Result<()> {
    let mut iov = Iovec { base: bytes.as_ptr().cast_mut().cast(), len: bytes.len() };
    let mut control = Control { len: 20, level: SOL_SOCKET, kind: SCM_RIGHTS, fds: [0; 8] };
    // SAFETY: all-zero is a valid value of the record.
    let mut message: Message = unsafe { zeroed() };
    message.iov = &raw mut iov;
    message.iov_len = 1;
    if let Some(fd) = fd {
        control.fds[0] = fd.as_raw_fd();
        message.control = (&raw mut control).cast();
        message.control_len = 24;
    }
    // SAFETY: every pointer is to a live value of the stated size; the kernel only reads.
    let sent = unsafe { sendmsg(socket.as_raw_fd(), &raw const message, MSG_NOSIGNAL) };
    if sent < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
