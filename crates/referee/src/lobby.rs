use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use meydan_core::{Game, Seat, SeatSet};

use crate::{Player, Recorder, TimeControl};

/// The server side of an original contest protocol for one match. Each protocol crate has a function
/// `open(config, &HostOptions)` that listens and gives one of these.
///
/// The player of a seat waits in [`Player::start`] until a client has taken the seat.
pub trait Lobby<G: Game>: Send {
    /// Where clients connect.
    fn address(&self) -> SocketAddr;

    /// The player of a seat that was opened; called once per seat, before the match.
    fn player(&mut self, seat: Seat) -> Box<dyn Player<G>>;

    /// What a client that Meydan starts itself needs to find this seat.
    fn directions(&self, seat: Seat) -> Directions;

    /// Writers of the files the original server wrote.
    fn recorders(&mut self) -> Vec<Box<dyn Recorder<G>>> {
        Vec::new()
    }

    /// Time limits as this protocol needs them: some originals let a window last its whole time.
    fn time_control(&self, time: TimeControl) -> TimeControl {
        time
    }
}

/// How a started client finds its seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directions {
    /// Arguments appended to its command line.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: Vec<(String, String)>,
}

/// What a lobby is opened with.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The address to listen on.
    pub ip: IpAddr,
    /// The port; `None`: the original's own, 0: any free one.
    pub port: Option<u16>,
    /// The ruleset of the match.
    pub ruleset: String,
    /// The map file as it was read, for what a config leaves out (tokens).
    pub map: Vec<u8>,
    /// The seats that clients of the original take.
    pub seats: SeatSet,
    /// Further flags of the original server by name.
    pub flags: BTreeMap<String, String>,
    /// The folder for the files the original wrote; `None`: write none.
    pub files: Option<PathBuf>,
}

impl HostOptions {
    /// Any free port on loopback, every flag at its default.
    pub fn loopback(ruleset: impl Into<String>, seats: SeatSet) -> HostOptions {
        HostOptions {
            ip: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: Some(0),
            ruleset: ruleset.into(),
            map: Vec::new(),
            seats,
            flags: BTreeMap::new(),
            files: None,
        }
    }
}
