use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};

/// Connects whoever knocks at a jail's door to one address outside, and to nothing else.
///
/// For servers that listen on a port of their own. One that can take a listener needs no relay: it takes the door.
/// Dropping the relay ends it and every connection through it.
pub struct Relay(AbortHandle);

impl Relay {
    /// Relays from the door of a jail to the server of its match.
    pub fn new(door: std::net::TcpListener, to: SocketAddr) -> io::Result<Relay> {
        door.set_nonblocking(true)?;
        let door = TcpListener::from_std(door)?;
        let relay = async move {
            let mut guests = JoinSet::new();
            while let Ok((mut inside, _)) = door.accept().await {
                guests.spawn(async move {
                    // A guest whose server is gone hears it from the end of the connection.
                    if let Ok(mut outside) = TcpStream::connect(to).await {
                        let _ = outside.set_nodelay(true).and_then(|()| inside.set_nodelay(true));
                        let _ = tokio::io::copy_bidirectional(&mut inside, &mut outside).await;
                    }
                });
                while guests.try_join_next().is_some() {}
            }
        };
        Ok(Relay(tokio::spawn(relay).abort_handle()))
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.0.abort();
    }
}
