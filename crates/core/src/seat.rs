use std::fmt;

use serde::{Deserialize, Serialize};

/// Whoever decides: one bot process, one person, one recording. Seats count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat lists.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A group of seats that win and lose together. Sides count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Side(pub u8);

impl Side {
    /// The side as an index into per-side lists.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats, small enough to copy. A match has at most [`SeatSet::CAPACITY`] seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u128);

impl SeatSet {
    /// The most seats a match can have.
    pub const CAPACITY: usize = 128;
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just one seat.
    pub fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The first `count` seats.
    pub fn first(count: usize) -> SeatSet {
        assert!(count <= Self::CAPACITY, "a match has at most {} seats", Self::CAPACITY);
        if count == Self::CAPACITY { SeatSet(u128::MAX) } else { SeatSet((1 << count) - 1) }
    }

    /// Puts a seat in.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        usize::from(seat.0) < Self::CAPACITY && self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Seat(seat)
            })
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// The seats of a match: the side of each and what the game calls it ("runner 2", "police 7").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster {
    seats: Vec<(Side, String)>,
}

impl Roster {
    /// A roster from sides and labels in seat order.
    pub fn new<L: Into<String>>(seats: impl IntoIterator<Item = (Side, L)>) -> Roster {
        let seats: Vec<_> = seats.into_iter().map(|(side, label)| (side, label.into())).collect();
        assert!(seats.len() <= SeatSet::CAPACITY, "a match has at most {} seats", SeatSet::CAPACITY);
        Roster { seats }
    }

    /// Everybody for themselves: seat `i` is side `i`.
    pub fn one_seat_per_side<L: Into<String>>(labels: impl IntoIterator<Item = L>) -> Roster {
        Roster::new(labels.into_iter().enumerate().map(|(i, label)| (Side(i as u8), label)))
    }

    /// How many seats there are.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there is no seat at all.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// All seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len()).map(|i| Seat(i as u8))
    }

    /// All sides in ascending order, each once.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        let sides: std::collections::BTreeSet<Side> = self.seats.iter().map(|(side, _)| *side).collect();
        sides.into_iter()
    }

    /// The side a seat belongs to.
    pub fn side(&self, seat: Seat) -> Side {
        self.seats[seat.index()].0
    }

    /// What the game calls the seat.
    pub fn label(&self, seat: Seat) -> &str {
        &self.seats[seat.index()].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_set_is_a_set() {
        let mut set: SeatSet = [Seat(3), Seat(0), Seat(127)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(3), Seat(127)]);
        set.remove(Seat(3));
        assert!(!set.contains(Seat(3)) && set.contains(Seat(127)) && !set.contains(Seat(200)));
        assert_eq!(set.len(), 2);
        assert_eq!(SeatSet::first(128).len(), 128);
        assert!(SeatSet::first(0).is_empty());
    }

    #[test]
    fn a_roster_lists_each_side_once() {
        let roster = Roster::new([(Side(1), "police 1"), (Side(0), "thief 1"), (Side(1), "thief 2")]);
        assert_eq!(roster.sides().collect::<Vec<_>>(), [Side(0), Side(1)]);
        assert_eq!(roster.label(Seat(2)), "thief 2");
    }
}
