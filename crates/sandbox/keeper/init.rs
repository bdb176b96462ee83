//! The first process of a namespace: it starts the program, buries the orphans, and tells how the program ended.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::errand::{DIAL, DONE, DOOR, Errand, FAILED, STARTED, WALL};
use crate::sys::{self, Waited};

/// The first process of a plain namespace, straight from the keeper.
pub(crate) fn run(errand: &Errand, socket: &OwnedFd, streams: [OwnedFd; 3]) -> ! {
    let ready = sys::die_with_parent().and_then(|()| own_proc());
    let ready = ready.and_then(|()| match errand.port {
        0 => Ok(()),
        _ => sys::raise_loopback().and_then(|()| open_door(errand, socket)),
    });
    match ready {
        Ok(()) => look_after(errand, socket, streams),
        Err(error) => tell(socket, FAILED, error.to_string().as_bytes()),
    }
    sys::leave(1)
}

/// The first process of a jail, started by the program that built it. The descriptors it was left are named in the
/// arguments.
pub(crate) fn inside(fds: &[String]) {
    sys::set_name("meydan-keeper");
    // Without privilege the bot has the same user as this process.
    sys::hide();
    let inherited = || -> io::Result<_> {
        let numbers = fds.iter().map(|number| number.parse().map_err(io::Error::other));
        let fds: Vec<OwnedFd> =
            numbers.map(|number| number.and_then(sys::inherit)).collect::<io::Result<_>>()?;
        let [socket, errand, gate, stdin, stdout, stderr] =
            <[OwnedFd; 6]>::try_from(fds).map_err(|_| io::Error::other("a descriptor is missing"))?;
        // The keeper has read it to its end already, and the position is shared.
        let mut errand = File::from(errand);
        let mut bytes = Vec::new();
        io::Seek::rewind(&mut errand)?;
        errand.read_to_end(&mut bytes)?;
        let errand = Errand::decode(&bytes).ok_or_else(|| io::Error::other("the errand makes no sense"))?;
        Ok((socket, errand, gate, [stdin, stdout, stderr]))
    };
    let (socket, errand, gate, streams) = match inherited() {
        Ok(all) => all,
        Err(error) => return eprintln!("{error}"),
    };
    // What the builder complained about is told; the pipe must not be held open any longer.
    let _ = File::open("/dev/null").and_then(|null| sys::stand_in(null.as_fd(), 2));
    // Nothing of the program runs before it is in its control groups.
    if File::from(gate).read_exact(&mut [0; 2]).is_err() {
        return;
    }
    if let Err(error) = open_door(&errand, &socket) {
        return tell(&socket, WALL, format!("port {} cannot be opened: {error}", errand.port).as_bytes());
    }
    look_after(&errand, &socket, streams);
}

/// A `/proc` of our own, seen by nobody outside.
pub(crate) fn own_proc() -> io::Result<()> {
    sys::enter_new(sys::CLONE_NEWNS)?;
    sys::mount_proc()
}

/// A port inside whose visitors are received outside: the listening socket itself is handed out, so no byte is copied
/// on the way and no process stands in between.
fn open_door(errand: &Errand, socket: &OwnedFd) -> io::Result<()> {
    if errand.port == 0 {
        return Ok(());
    }
    let door = TcpListener::bind((Ipv4Addr::LOCALHOST, errand.port))?;
    sys::send(socket.as_fd(), &[DOOR], Some(door.as_fd()))
}

/// Some servers call their clients, so the match needs sockets that reach into the room. A child makes them: a socket
/// belongs to the network it was made in, whoever connects it.
fn hand_out_sockets(socket: &OwnedFd) -> io::Result<()> {
    let (ours, theirs) = UnixStream::pair()?;
    sys::send(socket.as_fd(), &[DIAL], Some(theirs.as_fd()))?;
    if sys::split()?.is_some() {
        return Ok(());
    }
    let serve = || -> io::Result<()> {
        // Nothing of the program and nothing of the keeper is held open here.
        sys::stand_in(ours.as_fd(), 0)?;
        sys::close_strays();
        let line = io::stdin();
        loop {
            let (asked, _) = sys::receive(line.as_fd())?;
            if asked.is_empty() {
                return Ok(());
            }
            for _ in asked {
                sys::send(line.as_fd(), &[DIAL], Some(sys::tcp_socket()?.as_fd()))?;
            }
        }
    };
    let _ = serve();
    sys::leave(0)
}

fn look_after(errand: &Errand, socket: &OwnedFd, streams: [OwnedFd; 3]) {
    let root = match launch(errand, &streams) {
        Ok(pid) => pid,
        Err(reason) => return tell(socket, FAILED, reason.as_bytes()),
    };
    drop(streams);
    if errand.called
        && let Err(error) = hand_out_sockets(socket)
    {
        return tell(socket, WALL, format!("it could not be called: {error}").as_bytes());
    }
    tell(socket, STARTED, &root.to_le_bytes());
    loop {
        match sys::reap(true) {
            Waited::Child(pid, status) if pid == root => tell(socket, DONE, &status.to_le_bytes()),
            Waited::Child(..) | Waited::NoneYet => {}
            // The room stands until its owner has it taken down.
            Waited::NoChildren => std::thread::park(),
        }
    }
}

/// Starts the program. Returns when it runs, or with the reason why it does not.
pub(crate) fn launch(errand: &Errand, streams: &[OwnedFd; 3]) -> Result<i32, String> {
    let words = |error: io::Error| error.to_string();
    let (trouble, report) = sys::pipe().map_err(words)?;
    match sys::split().map_err(words)? {
        Some(pid) => {
            drop(report);
            let mut reason = String::new();
            // The pipe ends without a word when the program takes over.
            File::from(trouble).read_to_string(&mut reason).map_err(words)?;
            if reason.is_empty() { Ok(pid) } else { Err(reason) }
        }
        None => {
            let error = become_program(errand, streams).unwrap_or_else(|error| error);
            let _ = write!(File::from(report), "{error}");
            sys::leave(127)
        }
    }
}

fn become_program(errand: &Errand, streams: &[OwnedFd; 3]) -> io::Result<io::Error> {
    // Without a terminal there is nothing to type into.
    sys::lead_session().or_else(|_| sys::lead_group())?;
    for (place, stream) in streams.iter().enumerate() {
        sys::stand_in(stream.as_fd(), place as i32)?;
    }
    sys::close_rest_on_exec();
    sys::hear_signals();
    let mut words = errand.command.iter().map(|word| OsStr::from_bytes(word));
    let program = words.next().ok_or_else(|| io::Error::other("no program"))?;
    let mut command = Command::new(program);
    command.args(words).env_clear();
    for variable in &errand.env {
        if let Some(at) = variable.iter().position(|&byte| byte == b'=') {
            command.env(OsStr::from_bytes(&variable[..at]), OsStr::from_bytes(&variable[at + 1..]));
        }
    }
    if !errand.dir.is_empty() {
        command.current_dir(OsStr::from_bytes(&errand.dir));
    }
    for &(resource, value) in &errand.limits {
        sys::limit(resource, value)?;
    }
    if errand.user != 0 {
        sys::become_user(errand.user)?;
    }
    if !errand.filter.is_empty() {
        sys::filter(&errand.filter)?;
    }
    Ok(command.exec())
}

fn tell(socket: &OwnedFd, what: u8, more: &[u8]) {
    let _ = sys::send(socket.as_fd(), &[&[what], more].concat(), None);
}
