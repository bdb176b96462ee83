use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpSocket, TcpStream, UnixStream};
use tokio::sync::Mutex;
use tokio::task::{AbortHandle, JoinSet};

use crate::keeper;

/// How many connections one relay has at once. Each takes two descriptors of ours.
const MOST: usize = 64;
/// The bytes that a relay holds of each direction.
const PIECE: usize = 8 * 1024;
/// How long a relay waits where it was not given a connection.
const PAUSE: Duration = Duration::from_millis(10);
/// How often a program inside that does not listen yet is tried again.
const TRIES: usize = 100;

/// Connects whoever knocks at one door to one address, and to nothing else.
///
/// For servers that listen on a port of their own. One that can take a listener needs no relay: it takes the door.
/// Dropping the relay ends it and every connection through it.
pub struct Relay(AbortHandle);

/// A connection on its way.
type Connecting = Pin<Box<dyn Future<Output = io::Result<TcpStream>> + Send>>;

impl Relay {
    /// Relays from the door of a jail to the server of its match.
    pub fn new(door: std::net::TcpListener, to: SocketAddr) -> io::Result<Relay> {
        Relay::from(door, to, None)
    }

    /// The same, with an address of our own from which the server sees it come. Any address of the loopback will do, and
    /// tells one jail from another.
    pub fn from(door: std::net::TcpListener, to: SocketAddr, from: Option<IpAddr>) -> io::Result<Relay> {
        door.set_nonblocking(true)?;
        let connect = move || -> Connecting {
            Box::pin(async move {
                let socket = if to.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
                if let Some(from) = from {
                    socket.bind(SocketAddr::new(from, 0))?;
                }
                socket.connect(to).await
            })
        };
        Ok(Relay::between(TcpListener::from_std(door)?, connect))
    }

    /// Relays from a port outside to a port on which the jailed program listens, or is about to: it is given a moment.
    pub fn back(door: TcpListener, dial: Arc<Dial>, port: u16) -> Relay {
        Relay::between(door, move || {
            let dial = dial.clone();
            Box::pin(async move {
                let mut connected = dial.connect(port).await;
                for _ in 0..TRIES {
                    if connected.is_ok() {
                        break;
                    }
                    tokio::time::sleep(PAUSE).await;
                    connected = dial.connect(port).await;
                }
                connected
            })
        })
    }

    fn between(door: TcpListener, connect: impl Fn() -> Connecting + Send + 'static) -> Relay {
        let relay = async move {
            let mut guests = JoinSet::new();
            loop {
                while guests.try_join_next().is_some() {}
                if guests.len() >= MOST {
                    guests.join_next().await;
                }
                let Ok((mut guest, _)) = door.accept().await else {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                };
                let connecting = connect();
                guests.spawn(async move {
                    // A guest whose host is gone hears it from the end of the connection.
                    if let Ok(mut host) = connecting.await {
                        let _ = host.set_nodelay(true).and_then(|()| guest.set_nodelay(true));
                        let (from_guest, to_guest) = guest.split();
                        let (from_host, to_host) = host.split();
                        let _ = tokio::try_join!(pass(from_guest, to_host), pass(from_host, to_guest));
                    }
                });
            }
        };
        Relay(tokio::spawn(relay).abort_handle())
    }
}

/// Passes on what comes, until it ends. What was read is acknowledged without delay: a client that writes in pieces and leaves
/// Nagle's algorithm on would lose 40 ms with each message. The system forgets the wish now and then, so it is made at every read.
async fn pass(mut from: ReadHalf<'_>, mut to: WriteHalf<'_>) -> io::Result<()> {
    let mut held = vec![0; PIECE];
    loop {
        let read = from.read(&mut held).await?;
        #[cfg(target_os = "linux")]
        let _ = from.as_ref().set_quickack(true);
        if read == 0 {
            return to.shutdown().await;
        }
        to.write_all(&held[..read]).await?;
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Reaches the ports on which a jailed program listens, for servers that call their clients.
#[derive(Debug)]
pub struct Dial(Mutex<UnixStream>);

impl Dial {
    pub(crate) fn new(line: OwnedFd) -> io::Result<Dial> {
        rustix::io::ioctl_fionbio(&line, true)?;
        Ok(Dial(Mutex::new(UnixStream::from_std(line.into())?)))
    }

    /// Connects to a port inside.
    pub async fn connect(&self, port: u16) -> io::Result<TcpStream> {
        let mut line = self.0.lock().await;
        line.write_all(&[0]).await?;
        // Where the waiting was given up before, an earlier socket comes. It is as good as any.
        let (_, fd) = line.async_io(Interest::READABLE, || keeper::receive_fd(&*line, &mut [0])).await?;
        drop(line);
        let fd = fd.ok_or(io::ErrorKind::ConnectionReset)?;
        rustix::io::ioctl_fionbio(&fd, true)?;
        TcpSocket::from_std_stream(fd.into()).connect((Ipv4Addr::LOCALHOST, port).into()).await
    }
}
