//! The way between a jailed client and the server of its match. The client lives in a network of its own, so everything it
//! says comes through here, and nothing else does.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use meydan_referee::Sign;
use meydan_sandbox::{Process, Relay};
use tokio::net::TcpListener;

/// How many addresses are tried. Only another program's jails can have taken one.
const TRIES: u32 = 100;

/// One client's gate: an address of the loopback from which the server sees it come, and at which the server calls it.
pub(crate) struct Gate {
    address: IpAddr,
    /// Where the server calls, and the port inside that is meant.
    calls: Vec<(TcpListener, u16)>,
}

impl Gate {
    /// Finds an address for a client that is called on these ports.
    pub(crate) async fn open(ports: &[u16]) -> io::Result<Gate> {
        let mut taken = io::Error::from(io::ErrorKind::AddrInUse);
        for _ in 0..TRIES {
            let address = IpAddr::V4(next_address());
            match listen(address, ports).await {
                Ok(calls) => return Ok(Gate { address, calls }),
                Err(error) => taken = error,
            }
        }
        Err(taken)
    }

    /// How the client is told from others.
    pub(crate) fn sign(&self) -> Sign {
        let own = self.address;
        Sign::From(Arc::new(move |address: SocketAddr| address.ip() == own))
    }

    /// Connects a started client with its server. The ways are closed when the relays are dropped.
    pub(crate) fn connect(self, process: &mut Process, server: SocketAddr) -> io::Result<Vec<Relay>> {
        let missing = || io::Error::other("the jail has no door");
        let server = match server.ip().is_unspecified() {
            true => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), server.port()),
            false => server,
        };
        let from = server.is_ipv4().then_some(self.address);
        let mut relays = vec![Relay::from(process.door.take().ok_or_else(missing)?, server, from)?];
        if !self.calls.is_empty() {
            let dial = Arc::new(process.dial.take().ok_or_else(missing)?);
            relays.extend(self.calls.into_iter().map(|(door, port)| Relay::back(door, dial.clone(), port)));
        }
        Ok(relays)
    }
}

async fn listen(address: IpAddr, ports: &[u16]) -> io::Result<Vec<(TcpListener, u16)>> {
    let mut listening = Vec::new();
    for &port in ports {
        listening.push((TcpListener::bind(SocketAddr::new(address, port)).await?, port));
    }
    Ok(listening)
}

/// An address between 127.64.0.0 and 127.127.255.255. Every program begins elsewhere.
fn next_address() -> Ipv4Addr {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = std::process::id().wrapping_mul(256).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
    Ipv4Addr::from(u32::from(Ipv4Addr::new(127, 64, 0, 0)) | (number & 0x003f_ffff))
}
