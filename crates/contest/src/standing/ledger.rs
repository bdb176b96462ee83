use std::collections::BTreeMap;

use crate::Meeting;

/// The results of a ladder, in an order that does not depend on the order in which they came, so that every sum over
/// them is the same bit for bit.
#[derive(Debug, PartialEq)]
pub(crate) struct Ledger {
    pub(crate) players: usize,
    /// One for each pair that has met, in order.
    pub(crate) pairs: Vec<Pair>,
    /// What belongs together: one sheet for each board, and for each meeting without one.
    pub(crate) sheets: Vec<Vec<Line>>,
    /// How many matches each player has played.
    pub(crate) matches: Vec<u32>,
}

/// Everything that two players did against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// How many duels, by their weights.
    pub(crate) duels: f64,
    /// The points of `a`, by the weights of the duels.
    pub(crate) points: f64,
}

/// One duel on a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    /// Where its pair is in the ledger.
    pub(crate) pair: u32,
    /// Its weight.
    pub(crate) weight: f64,
    /// The share of the first player of the pair.
    pub(crate) points: f64,
}

/// The players, the lower one first; the seats of the table; the half points of the first player.
type Entry = (u32, u32, u32, u32);

impl Ledger {
    /// # Panics
    /// If a meeting names a player that is not below `players`.
    pub(crate) fn new(players: usize, meetings: &[Meeting]) -> Ledger {
        let mut matches = vec![0; players];
        let mut together: BTreeMap<u64, Vec<Entry>> = BTreeMap::new();
        let mut sheets: Vec<Vec<Entry>> = Vec::with_capacity(meetings.len());
        for meeting in meetings {
            let entries = entries(players, meeting);
            count(&entries, &mut matches);
            match meeting.board {
                Some(board) => together.entry(board).or_default().extend(entries),
                None => sheets.push(entries),
            }
        }
        sheets.extend(together.into_values());
        sheets.retain(|sheet| !sheet.is_empty());
        sheets.iter_mut().for_each(|sheet| sheet.sort_unstable());
        sheets.sort_unstable();
        let mut all: Vec<Entry> = sheets.iter().flatten().copied().collect();
        all.sort_unstable();
        let pair = |same: &[Entry]| {
            let mut pair = Pair { a: same[0].0 as usize, b: same[0].1 as usize, duels: 0.0, points: 0.0 };
            for &(_, _, seats, halves) in same {
                pair.duels += weight(seats);
                pair.points += weight(seats) * f64::from(halves) / 2.0;
            }
            pair
        };
        let pairs: Vec<Pair> = all.chunk_by(|x, y| (x.0, x.1) == (y.0, y.1)).map(pair).collect();
        let place = |a: u32, b: u32| {
            let found = pairs.binary_search_by_key(&(a as usize, b as usize), |pair| (pair.a, pair.b));
            found.expect("every entry has its pair") as u32
        };
        let line = |&(a, b, seats, halves): &Entry| Line {
            pair: place(a, b),
            weight: weight(seats),
            points: f64::from(halves) / 2.0,
        };
        let sheets = sheets.iter().map(|sheet| sheet.iter().map(line).collect()).collect();
        Ledger { players, pairs, sheets, matches }
    }
}

/// What a duel counts at a table of so many seats. The duels of a table hang together: were all players equal, the number
/// of others that a player leaves behind would be spread by (seats² - 1) / 12, and not by (seats - 1) / 4 as that
/// many games of two. The weight is the ratio of the two, so that tables of all sizes can be added up.
fn weight(seats: u32) -> f64 {
    3.0 / (f64::from(seats) + 1.0)
}

fn entries(players: usize, meeting: &Meeting) -> Vec<Entry> {
    let entry = |duel: crate::Duel| {
        assert!(duel.a.max(duel.b) < players, "player {} is not below {players}", duel.a.max(duel.b));
        let (a, b) = (duel.a as u32, duel.b as u32);
        let (seats, halves) = (meeting.sides.len() as u32, (2.0 * duel.points) as u32);
        if a < b { (a, b, seats, halves) } else { (b, a, seats, 2 - halves) }
    };
    meeting.duels().map(entry).collect()
}

/// Adds a match to everybody who played in it.
fn count(entries: &[Entry], matches: &mut [u32]) {
    let mut players: Vec<u32> = entries.iter().flat_map(|&(a, b, ..)| [a, b]).collect();
    players.sort_unstable();
    players.dedup();
    players.into_iter().for_each(|player| matches[player as usize] += 1);
}
