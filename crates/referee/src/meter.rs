use std::time::{Duration, Instant};

use meydan_core::Seat;

/// Counts what a match spends on its rules and on carrying messages, apart from what its seats think.
pub(crate) struct Meter {
    /// On the rules, whoever made them work.
    rules: Duration,
    seats: Vec<Share>,
}

/// What was spent for one seat, in its own windows.
#[derive(Clone, Copy, Default)]
pub(crate) struct Share {
    /// On the rules: its acts and its views.
    pub(crate) rules: Duration,
    /// On making and reading its messages.
    pub(crate) carried: Duration,
}

impl Meter {
    pub(crate) fn new(seats: usize) -> Meter {
        Meter { rules: Duration::ZERO, seats: vec![Share::default(); seats] }
    }

    /// The rules have worked since a moment, for a seat or for all.
    pub(crate) fn worked(&mut self, seat: Option<Seat>, since: Instant) {
        let spent = since.elapsed();
        self.rules += spent;
        if let Some(share) = seat.and_then(|seat| self.seats.get_mut(seat.index())) {
            share.rules += spent;
        }
    }

    /// Messages of a seat were made or read since a moment, in which the rules had worked so much before.
    pub(crate) fn carried(&mut self, seat: Seat, since: Instant, rules: Duration) {
        if let Some(share) = self.seats.get_mut(seat.index()) {
            share.carried += since.elapsed().saturating_sub(self.rules.saturating_sub(rules));
        }
    }

    pub(crate) fn rules(&self) -> Duration {
        self.rules
    }

    pub(crate) fn share(&self, seat: usize) -> Share {
        self.seats.get(seat).copied().unwrap_or_default()
    }
}
