use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

use meydan_catalog::{Offer, Prepared};
use meydan_core::trace::Entrant;
use meydan_core::{Bot, Game, Seat};
use meydan_referee::{LONG_STOP, Player};

use crate::{Fairness, Launch, SeatError};

/// Who can be seated by the process that plays. It knows its entrants; an order does not know how they are started.
pub trait Crew: Send {
    /// Finds somebody for a seat.
    fn seat<G: Offer>(&mut self, place: Place<'_, G>) -> Result<Chair<G>, SeatError>;

    /// How clients of the original contest reach us, should one be seated.
    fn hosting(&self) -> Hosting {
        Hosting::default()
    }

    /// Something that people around the match may want to hear.
    fn news(&mut self, news: &News) {
        let _ = news;
    }
}

/// A seat to be filled.
pub struct Place<'a, G: Offer> {
    /// The seat.
    pub seat: Seat,
    /// Which of the order's entrants it is for.
    pub who: usize,
    /// That entrant.
    pub entrant: &'a Entrant,
    /// How time is dealt out in this match.
    pub fairness: Fairness,
    /// The match, set up and not yet begun.
    pub prepared: &'a Prepared<G>,
}

impl<G: Offer> Place<'_, G> {
    /// A house bot for this seat.
    pub fn house(&self, name: &str) -> Result<Chair<G>, SeatError> {
        let chance = self.prepared.seat_chance(self.seat.index());
        let bot = G::house(name, &self.prepared.config, chance);
        bot.map(Chair::House).ok_or_else(|| SeatError::House {
            game: G::NAME,
            name: name.to_owned(),
            known: G::house_bots().join(", "),
        })
    }
}

/// Somebody for a seat.
pub enum Chair<G: Game> {
    /// A bot that lives in this process.
    House(Box<dyn Bot<G>>),
    /// A bot of our own protocol that is to be started.
    Bot(Launch),
    /// Anybody else: a person.
    Player(Box<dyn Player<G>>),
    /// A bot of our own protocol that comes by itself, to this door.
    Socket(TcpListener),
    /// A client of the original contest: one that is to be started, or one that comes by itself.
    Wire(Option<Launch>),
}

/// How clients of the original contest reach us.
#[derive(Clone, Debug)]
pub struct Hosting {
    /// The address to listen on.
    pub ip: IpAddr,
    /// The port; `None`: the original's own, 0: any free one.
    pub port: Option<u16>,
    /// Further flags of the original server by name.
    pub flags: BTreeMap<String, String>,
    /// The folder for the files the original wrote; `None`: write none.
    pub files: Option<PathBuf>,
    /// Where our own page shows the match, for browsers that come where the original had a viewer.
    pub page: Option<SocketAddr>,
    /// The house bot for seats to which nobody comes, and how long they are waited for after the last client that came; `None`: they are
    /// waited for as long as it takes.
    pub fill: Option<(String, Duration)>,
    /// How long a client may take for a turn where no clock runs; `None`: as long as it likes.
    pub long_stop: Option<Duration>,
    /// Whether it is a side's own fault if none of its clients comes. Otherwise such a match is void: whoever started them at home
    /// mostly wants to mend a command line.
    pub absence_is_a_fault: bool,
}

impl Default for Hosting {
    fn default() -> Self {
        Hosting {
            ip: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            flags: BTreeMap::new(),
            files: None,
            page: None,
            fill: None,
            long_stop: Some(LONG_STOP),
            absence_is_a_fault: false,
        }
    }
}

/// What happens around a match.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The map can be played, but something about it is odd.
    Odd {
        /// The map.
        map: String,
        /// What is odd, in words.
        what: String,
    },
    /// A jailed bot will not run quite as its owner might think.
    Jailed {
        /// The seat.
        seat: Seat,
        /// What is different, in words.
        what: String,
    },
    /// Clients of the original contest are waited for.
    Waiting {
        /// How many.
        clients: usize,
        /// Where.
        address: SocketAddr,
        /// What a client must show to get a seat, where the wire has such a thing.
        tokens: Vec<(Seat, String)>,
    },
    /// Something about the server of the original contest is odd.
    Warning {
        /// What, in words.
        what: String,
    },
    /// A client that nobody here has started has come.
    Came {
        /// Its seat.
        seat: Seat,
        /// What it calls itself.
        name: Option<String>,
    },
    /// Such a client has said that it is ready.
    Ready {
        /// Its seat.
        seat: Seat,
        /// What it calls itself.
        name: Option<String>,
    },
    /// Clients that nobody here has started are still waited for.
    Missing {
        /// Their seats.
        seats: Vec<Seat>,
    },
    /// Clients that were started are still waited for.
    OnTheWay {
        /// Their seats, and whom they were started for.
        seats: Vec<(Seat, String)>,
        /// How long a client may take.
        limit: Duration,
    },
    /// A client that was started never came to its seat.
    Absent {
        /// The seat.
        seat: Seat,
        /// Whom it was started for.
        name: String,
        /// Why, in words.
        why: String,
        /// What it wrote last.
        last: Vec<String>,
    },
    /// The match begins; in most contests everybody who will come is here.
    Begins {
        /// The seats of clients of an original contest, and the names of who sits there.
        seats: Vec<(Seat, String)>,
        /// How many clients may still come by themselves.
        missing: usize,
        /// How many were started and have not come yet.
        starting: usize,
    },
    /// The match goes on; told now and then.
    Progress {
        /// How many windows were played.
        windows: u32,
    },
    /// Nobody's clock runs, and for a while nothing has come from these seats. The match waits on.
    Silent {
        /// The seats and the names of who sits there.
        seats: Vec<(Seat, String)>,
        /// After which time in a window the match goes on without them; `None`: it does not.
        stop: Option<Duration>,
    },
    /// A client of an original contest has left the match, or cannot be reached. It is told once for every seat.
    Gone {
        /// The seat.
        seat: Seat,
        /// Who sits there.
        name: String,
        /// In which window.
        window: u32,
        /// What became of it, in words.
        why: String,
    },
}
