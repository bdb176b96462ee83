//! Which seat a client gets: one rule for every wire.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use futures_util::future::BoxFuture;
use meydan_core::{Seat, SeatSet};
use tokio::sync::watch;

/// Gives out the seats of a lobby and knows who has come.
///
/// 1. A token that was made for a seat opens that seat and no other.
/// 2. While the client that was started for a seat is expected, whoever fits its [`Sign`] sits there, whatever token it
///    shows, unless that token opens only other seats. Published bots do not all read what they are told, so two of them
///    may well show the same token.
/// 3. Everybody else gets the first free seat that their token opens, among those for which no client is started.
#[derive(Debug)]
pub struct Seating {
    open: SeatSet,
    started: SeatSet,
    inner: Mutex<Inner>,
    arrivals: watch::Sender<Arrivals>,
    begun: watch::Sender<bool>,
}

/// Who has come, by seat.
pub type Arrivals = BTreeMap<Seat, Guest>;

/// A client on its seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guest {
    /// What it calls itself, where the wire has names.
    pub name: Option<String>,
    /// Whether it has said that it is ready, where the wire has a word for that.
    pub ready: bool,
}

/// Somebody who has connected and not yet said who they are.
#[derive(Clone, Copy, Debug)]
pub struct Visitor {
    address: SocketAddr,
    number: u64,
}

impl Visitor {
    /// Where they come from.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// What a client shows to be let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A token that was made for this seat and told to the client that was started for it.
    Own(Seat),
    /// Something that opens these seats; none of them, if nobody knows it. On a wire without tokens it opens all.
    Opens(SeatSet),
}

/// How a started client is told from others who come at the same time.
#[derive(Clone)]
pub enum Sign {
    /// It is the next one to connect and log in.
    Next,
    /// It comes from an address of which this holds: that of its own network namespace, or of a socket of its process.
    From(Arc<dyn Fn(SocketAddr) -> bool + Send + Sync>),
}

impl fmt::Debug for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sign::Next => "Next",
            Sign::From(_) => "From(_)",
        })
    }
}

#[derive(Debug, Default)]
struct Inner {
    /// How many have connected so far.
    visitors: u64,
    expected: Vec<Expected>,
}

/// A started client that is on its way.
#[derive(Debug)]
struct Expected {
    seat: Seat,
    sign: Sign,
    /// Whoever connected before this one was there before the client was started.
    since: u64,
}

impl Expected {
    fn fits(&self, visitor: Visitor) -> bool {
        match &self.sign {
            Sign::Next => visitor.number >= self.since,
            Sign::From(known) => known(visitor.address),
        }
    }
}

impl Seating {
    /// The open seats, and those among them whose clients Meydan starts.
    pub fn new(open: SeatSet, started: SeatSet) -> Arc<Seating> {
        Arc::new(Seating {
            open,
            started,
            inner: Mutex::default(),
            arrivals: watch::Sender::default(),
            begun: watch::Sender::new(open.is_empty()),
        })
    }

    /// Somebody has connected.
    pub fn visitor(&self, address: SocketAddr) -> Visitor {
        let mut inner = self.lock();
        inner.visitors += 1;
        Visitor { address, number: inner.visitors - 1 }
    }

    /// Seats a visitor, who is then known as `guest` says. `None`: there is no seat for it.
    pub fn take(&self, visitor: Visitor, claim: Claim, guest: impl FnOnce(Seat) -> Guest) -> Option<Seat> {
        let mut inner = self.lock();
        if *self.begun.borrow() {
            return None;
        }
        let free = |seat: Seat| self.open.contains(seat) && !self.arrivals.borrow().contains_key(&seat);
        let seat = match claim {
            Claim::Own(seat) => Some(seat).filter(|&seat| free(seat)),
            Claim::Opens(seats) => {
                let fits = |expected: &&Expected| {
                    let opens = seats.is_empty() || seats.contains(expected.seat);
                    opens && free(expected.seat) && expected.fits(visitor)
                };
                let expected = inner.expected.iter().find(fits).map(|expected| expected.seat);
                let waiting = |&seat: &Seat| !self.started.contains(seat) && free(seat);
                expected.or_else(|| seats.iter().find(waiting))
            }
        }?;
        inner.expected.retain(|expected| expected.seat != seat);
        self.arrivals.send_modify(|arrivals| drop(arrivals.insert(seat, guest(seat))));
        Some(seat)
    }

    /// The client of a seat has said that it is ready.
    pub fn ready(&self, seat: Seat) {
        let _inner = self.lock();
        self.arrivals.send_if_modified(|arrivals| {
            arrivals.get_mut(&seat).is_some_and(|guest| !std::mem::replace(&mut guest.ready, true))
        });
    }

    /// A client has left. Before the match has begun its seat is free again; later it keeps it, and this is `false`.
    pub fn leave(&self, seat: Seat) -> bool {
        let _inner = self.lock();
        let early = !*self.begun.borrow();
        if early {
            self.arrivals.send_modify(|arrivals| drop(arrivals.remove(&seat)));
        }
        early
    }

    /// The client started for a seat is on its way. The future ends when it has come; dropping it ends the waiting.
    pub fn expect(self: &Arc<Self>, seat: Seat, sign: Sign) -> BoxFuture<'static, ()> {
        let mut inner = self.lock();
        let since = inner.visitors;
        inner.expected.push(Expected { seat, sign, since });
        drop(inner);
        let waiting = Waiting { seating: Arc::clone(self), seat };
        let mut arrivals = self.arrivals();
        Box::pin(async move {
            let _waiting = waiting;
            // The seating lives as long as somebody waits, so its sender does too.
            let _ = arrivals.wait_for(|arrivals| arrivals.contains_key(&seat)).await;
        })
    }

    /// The match begins with whoever is there. From now on nobody is let in, and nobody gives a seat back.
    pub fn begin(&self) {
        let _inner = self.lock();
        self.begun.send_replace(true);
    }

    /// Whether the match has begun.
    pub fn has_begun(&self) -> bool {
        *self.begun.borrow()
    }

    /// Waits until the match has begun.
    pub fn gathered(&self) -> BoxFuture<'static, ()> {
        let mut begun = self.begun.subscribe();
        Box::pin(async move {
            // Where the lobby is gone there is nothing left to wait for.
            let _ = begun.wait_for(|begun| *begun).await;
        })
    }

    /// Who has come so far, now and whenever that changes.
    pub fn arrivals(&self) -> watch::Receiver<Arrivals> {
        self.arrivals.subscribe()
    }

    /// Whether somebody has come to a seat.
    pub fn is_taken(&self, seat: Seat) -> bool {
        self.arrivals.borrow().contains_key(&seat)
    }

    /// Whether every open seat is taken.
    pub fn is_full(&self) -> bool {
        let arrivals = self.arrivals.borrow();
        self.open.iter().all(|seat| arrivals.contains_key(&seat))
    }

    /// The open seats.
    pub fn seats(&self) -> SeatSet {
        self.open
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("nobody panics while holding the seats")
    }
}

/// Ends the waiting for a started client when it is dropped.
struct Waiting {
    seating: Arc<Seating>,
    seat: Seat,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.seating.lock().expected.retain(|expected| expected.seat != self.seat);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use futures_util::FutureExt;

    use super::*;

    fn seats(numbers: &[u8]) -> SeatSet {
        numbers.iter().map(|&number| Seat(number)).collect()
    }

    fn nameless(_: Seat) -> Guest {
        Guest::default()
    }

    fn from(port: u16) -> SocketAddr {
        SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port)
    }

    /// Somebody connects now and logs in with a token that opens these seats.
    fn come(seating: &Seating, opens: &[u8]) -> Option<u8> {
        let visitor = seating.visitor(from(1));
        seating.take(visitor, Claim::Opens(seats(opens)), nameless).map(|seat| seat.0)
    }

    #[test]
    fn seats_go_by_the_order_of_arrival_where_nobody_is_started() {
        let seating = Seating::new(seats(&[0, 2, 3]), SeatSet::EMPTY);
        assert_eq!([(); 4].map(|()| come(&seating, &[0, 1, 2, 3])), [Some(0), Some(2), Some(3), None]);
        assert!(seating.is_full() && !seating.has_begun());
        assert!(seating.leave(Seat(2)));
        assert_eq!(come(&seating, &[0, 1, 2, 3]), Some(2));
        seating.begin();
        assert!(
            !seating.leave(Seat(2)) && seating.is_taken(Seat(2)),
            "a seat is kept once the match has begun"
        );
    }

    #[test]
    fn a_started_client_sits_where_it_was_started_for_whatever_it_shows() {
        let seating = Seating::new(seats(&[0, 1, 2]), seats(&[1, 2]));
        let taken = seating.expect(Seat(2), Sign::Next);
        assert_eq!(come(&seating, &[0, 1, 2]), Some(2));
        assert!(taken.now_or_never().is_some());
        let taken = seating.expect(Seat(1), Sign::Next);
        assert_eq!(come(&seating, &[]), Some(1), "nobody knows its token");
        assert!(taken.now_or_never().is_some());
        assert_eq!(come(&seating, &[0, 1, 2]), Some(0));
    }

    #[test]
    fn who_came_before_the_client_was_started_is_not_taken_for_it() {
        let seating = Seating::new(seats(&[0, 1]), seats(&[0]));
        let early = seating.visitor(from(1));
        let _taken = seating.expect(Seat(0), Sign::Next);
        let claim = Claim::Opens(seats(&[0, 1]));
        assert_eq!(seating.take(early, claim, nameless), Some(Seat(1)));
        assert_eq!(come(&seating, &[0, 1]), Some(0));
    }

    #[test]
    fn a_token_that_opens_only_other_seats_is_heeded() {
        let seating = Seating::new(seats(&[0, 1, 2]), seats(&[0, 2]));
        let _taken = seating.expect(Seat(0), Sign::Next);
        assert_eq!(come(&seating, &[1]), Some(1));
        let visitor = seating.visitor(from(1));
        assert_eq!(seating.take(visitor, Claim::Own(Seat(2)), nameless), Some(Seat(2)));
        let visitor = seating.visitor(from(1));
        assert_eq!(seating.take(visitor, Claim::Own(Seat(2)), nameless), None, "it is taken");
        assert_eq!(come(&seating, &[0, 1, 2]), Some(0));
    }

    #[test]
    fn clients_that_are_known_by_their_address_may_come_in_any_order() {
        let seating = Seating::new(seats(&[0, 1, 2]), seats(&[0, 2]));
        let is = |port: u16| Sign::From(Arc::new(move |address: SocketAddr| address.port() == port));
        let _first = seating.expect(Seat(0), is(10));
        let _second = seating.expect(Seat(2), is(12));
        let take =
            |port| seating.take(seating.visitor(from(port)), Claim::Opens(seats(&[0, 1, 2])), nameless);
        assert_eq!(
            [take(12), take(99), take(98), take(10)],
            [Some(Seat(2)), Some(Seat(1)), None, Some(Seat(0))]
        );
    }

    #[test]
    fn a_seat_whose_client_is_no_longer_expected_stays_empty() {
        let seating = Seating::new(seats(&[0]), seats(&[0]));
        drop(seating.expect(Seat(0), Sign::Next));
        assert_eq!(come(&seating, &[0]), None);
        let visitor = seating.visitor(from(1));
        let _taken = seating.expect(Seat(0), Sign::Next);
        assert_eq!(
            seating.take(visitor, Claim::Opens(SeatSet::EMPTY), nameless),
            None,
            "it was there before"
        );
        seating.begin();
        assert!(seating.gathered().now_or_never().is_some());
        assert_eq!(come(&seating, &[0]), None, "it has begun");
    }

    #[test]
    fn arrivals_tell_names() {
        let seating = Seating::new(seats(&[4]), SeatSet::EMPTY);
        let arrivals = seating.arrivals();
        let visitor = seating.visitor(from(1));
        let guest = Guest { name: Some("Alpha".into()), ready: false };
        seating.take(visitor, Claim::Opens(seats(&[4])), |_| guest.clone());
        assert_eq!(*arrivals.borrow(), BTreeMap::from([(Seat(4), guest)]));
    }

    #[test]
    fn arrivals_tell_once_who_is_ready() {
        let seating = Seating::new(seats(&[0, 1]), SeatSet::EMPTY);
        let mut arrivals = seating.arrivals();
        seating.ready(Seat(0));
        assert!(!arrivals.has_changed().unwrap(), "nobody is there yet");
        assert_eq!(come(&seating, &[0]), Some(0));
        assert!(!arrivals.borrow_and_update()[&Seat(0)].ready);
        seating.ready(Seat(0));
        assert!(arrivals.borrow_and_update()[&Seat(0)].ready);
        seating.ready(Seat(0));
        assert!(!arrivals.has_changed().unwrap());
    }
}
