use std::collections::BTreeSet;
use std::net::{Ipv4Addr, TcpListener};

use meydan_catalog::Offer;
use meydan_core::Seat;
use meydan_kit::Kit;
use meydan_referee::Player;
use meydan_sandbox::{Command, Words};

use crate::crew::{Chair, Crew, Hosting, News, Place};
use crate::{Fairness, Judge, Launch, SeatError, SeatSpec};

/// The crew of a process whose user typed the seats: house bots, command lines, clients of the original contests, and
/// people if somebody brings them.
pub struct LocalCrew<P = Nobody> {
    seats: Vec<SeatSpec>,
    people: P,
    hosting: Hosting,
    judge: Option<Judge>,
    /// What was said about jailed bots. It is said once, however many seats they have.
    said: BTreeSet<String>,
    tell: Option<Tell>,
}

/// Hears what happens around a match.
type Tell = Box<dyn FnMut(&News) + Send>;

/// Brings players for `human` seats.
pub trait People: Send {
    /// A person for the seat; `None`: nobody is here.
    fn person<G: Offer>(&mut self, seat: Seat, config: &G::Config) -> Option<Box<dyn Player<G>>>;
}

/// No people.
pub struct Nobody;

impl People for Nobody {
    fn person<G: Offer>(&mut self, _: Seat, _: &G::Config) -> Option<Box<dyn Player<G>>> {
        None
    }
}

impl LocalCrew {
    /// Seats the entrants of an order as typed, in the same order.
    pub fn new(seats: Vec<SeatSpec>) -> LocalCrew {
        LocalCrew {
            seats,
            people: Nobody,
            hosting: Hosting::default(),
            judge: None,
            said: BTreeSet::new(),
            tell: None,
        }
    }
}

impl<P: People> LocalCrew<P> {
    /// Brings people.
    pub fn with_people<Q: People>(self, people: Q) -> LocalCrew<Q> {
        LocalCrew {
            seats: self.seats,
            people,
            hosting: self.hosting,
            judge: self.judge,
            said: self.said,
            tell: self.tell,
        }
    }

    /// The people that were brought.
    pub fn people_mut(&mut self) -> &mut P {
        &mut self.people
    }

    /// How clients of the original contest reach us.
    pub fn with_hosting(mut self, hosting: Hosting) -> Self {
        self.hosting = hosting;
        self
    }

    /// Starts command lines as a judge does.
    pub fn with_judge(mut self, judge: Option<Judge>) -> Self {
        self.judge = judge;
        self
    }

    /// Tells somebody what happens around the match.
    pub fn telling(mut self, tell: impl FnMut(&News) + Send + 'static) -> Self {
        self.tell = Some(Box::new(tell));
        self
    }
}

/// How a bot in a folder is started; it has been built before.
fn command(kit: &Kit) -> Command {
    let (program, args) = kit.start();
    Command { program, args, env: Vec::new(), dir: Some(kit.dir().to_owned()) }
}

/// Waits on a port of this machine only.
fn listen(port: u16) -> Result<TcpListener, SeatError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        SeatError::Lobby(format!("cannot listen on port {port}: {error}; name another port"))
    })
}

impl<P: People> LocalCrew<P> {
    /// A command, to be started behind whatever walls there are.
    fn launch(
        &mut self,
        command: Command,
        language: Option<&str>,
        words: Words,
        seat: Seat,
        fairness: Fairness,
    ) -> Result<Launch, SeatError> {
        let Some(judge) = &self.judge else { return Ok(Launch::bare(command)) };
        let (launch, remark) = judge.launch(&command, language, words, fairness)?;
        if let Some(what) = remark.filter(|what| self.said.insert(what.clone())) {
            self.news(&News::Jailed { seat, what });
        }
        Ok(launch)
    }
}

impl<P: People> Crew for LocalCrew<P> {
    fn seat<G: Offer>(&mut self, place: Place<'_, G>) -> Result<Chair<G>, SeatError> {
        let stranger = || SeatError::Stranger(place.entrant.name.clone());
        let spec = self.seats.get(place.who).cloned().ok_or_else(stranger)?;
        spec.plays(G::NAME)?;
        Ok(match spec {
            SeatSpec::House(name) => place.house(&name)?,
            SeatSpec::Command(line) => {
                let command = Command::parse(&line)?;
                command.check()?;
                Chair::Bot(self.launch(command, None, Words::Typed, place.seat, place.fairness)?)
            }
            SeatSpec::Kit(kit) => {
                let language = Some(kit.manifest().language.as_str());
                let launch =
                    self.launch(command(&kit), language, Words::Brought, place.seat, place.fairness)?;
                if kit.manifest().wire { Chair::Wire(Some(launch)) } else { Chair::Bot(launch) }
            }
            SeatSpec::Socket(port) => Chair::Socket(listen(port)?),
            SeatSpec::Wire => Chair::Wire(None),
            SeatSpec::WireCommand(line) => {
                let command = Command::parse(&line)?;
                Chair::Wire(Some(self.launch(command, None, Words::Typed, place.seat, place.fairness)?))
            }
            SeatSpec::Human => Chair::Player(
                self.people.person(place.seat, &place.prepared.config).ok_or(SeatError::NoHuman(G::NAME))?,
            ),
        })
    }

    fn hosting(&self) -> Hosting {
        self.hosting.clone()
    }

    fn news(&mut self, news: &News) {
        if let Some(tell) = &mut self.tell {
            tell(news);
        }
    }
}
