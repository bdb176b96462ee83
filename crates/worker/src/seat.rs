//! People's seats: a chair for each, which whoever holds the key can leave and come back to.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use meydan_arena::{Door, Error, PersonClock};
use meydan_catalog::Offer;
use meydan_core::trace::Entry;
use meydan_core::{Budget, Seat};
use meydan_native::{Arrival, Chair, ChairClock, ChairPlayer, ChairTerms, Patience, chair};
use meydan_record::read;
use meydan_referee::Player;
use meydan_runner::People;
use serde::de::IgnoredAny;

use crate::reel::wrong;

/// The chairs of a match. Keys are the arena's matter.
pub(crate) struct Chairs {
    chairs: BTreeMap<u8, Chair>,
    players: BTreeMap<u8, ChairPlayer>,
}

impl Chairs {
    /// With what each seat has used of its bank before.
    pub(crate) fn new(people: &[u8], clock: PersonClock, banked: &BTreeMap<u8, Duration>) -> Chairs {
        let terms = |seat: u8| {
            let bank = clock.bank.saturating_sub(banked.get(&seat).copied().unwrap_or_default());
            ChairTerms {
                gather: false,
                patience: Patience { turn: Some(clock.away), seat: None },
                clock: ChairClock::Person { window: clock.window, bank, total: clock.total },
            }
        };
        let mut chairs = Chairs { chairs: BTreeMap::new(), players: BTreeMap::new() };
        for &seat in people {
            let (chair, player) = chair(terms(seat));
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

/// What each seat took beyond its time for a window, over all windows of a record. So a match that is taken up again has the clocks
/// that it had.
pub(crate) fn banked(record: &[u8], window: Duration) -> Result<BTreeMap<u8, Duration>, Error> {
    let trace = read::<IgnoredAny>(record, &Budget::STANDARD).map_err(wrong)?.trace;
    let mut banked: BTreeMap<u8, Duration> = BTreeMap::new();
    for entry in &trace.entries {
        if let Entry::Time(seat, micros) = entry {
            *banked.entry(seat.0).or_default() += Duration::from_micros(*micros).saturating_sub(window);
        }
    }
    Ok(banked)
}

impl People for Chairs {
    fn person<G: Offer>(&mut self, seat: Seat, _: &G::Config) -> Option<Box<dyn Player<G>>> {
        let player = self.players.remove(&seat.0)?;
        Some(Box::new(player))
    }
}
