//! People's seats: a chair for each, which whoever holds the key can leave and come back to.

use std::collections::BTreeMap;
use std::sync::Arc;

use meydan_arena::{Door, PersonClock};
use meydan_catalog::Offer;
use meydan_core::Seat;
use meydan_native::{Arrival, Chair, ChairClock, ChairPlayer, ChairTerms, Patience, chair};
use meydan_referee::Player;
use meydan_runner::People;

/// The chairs of a match. Keys are the arena's matter.
pub(crate) struct Chairs {
    chairs: BTreeMap<u8, Chair>,
    players: BTreeMap<u8, ChairPlayer>,
}

impl Chairs {
    pub(crate) fn new(people: &[u8], clock: PersonClock) -> Chairs {
        let terms = ChairTerms {
            gather: false,
            patience: Patience { turn: Some(clock.away), seat: None },
            clock: ChairClock::Person { window: clock.window, bank: clock.bank, total: clock.total },
        };
        let mut chairs = Chairs { chairs: BTreeMap::new(), players: BTreeMap::new() };
        for &seat in people {
            let (chair, player) = chair(terms);
            chairs.chairs.insert(seat, chair);
            chairs.players.insert(seat, player);
        }
        chairs
    }

    pub(crate) fn doors(&self) -> BTreeMap<u8, Door> {
        let door = |(&seat, chair): (&u8, &Chair)| {
            let chair = chair.clone();
            let door: Door = Arc::new(move || chair.sit(Arrival::default()).channels());
            (seat, door)
        };
        self.chairs.iter().map(door).collect()
    }
}

impl People for Chairs {
    fn person<G: Offer>(&mut self, seat: Seat, _: &G::Config) -> Option<Box<dyn Player<G>>> {
        let player = self.players.remove(&seat.0)?;
        Some(Box::new(player))
    }
}
