//! A world of bots of known strength: it plays their matches and says how right an order is.

use meydan_contest::{Call, Meeting, Pairing, Sizes, Table, Terms};
use meydan_core::{Chance, Seed};

/// How far strengths are spread, in Elo points.
const SPREAD: f64 = 250.0;
/// How often two neighbours in the ranking of a match share their place.
const TIE: f64 = 0.1;
/// So many opponents come between two meetings of the same two.
const REST: usize = 6;

/// The bots and their matches.
pub(crate) struct World {
    /// Each bot's strength, in Elo points.
    pub(crate) truth: Vec<f64>,
    /// All matches so far.
    pub(crate) played: Vec<Meeting>,
    /// Our pairing, which sees all results, whoever paired.
    pub(crate) pairing: Pairing,
    seats: usize,
    chance: Chance,
}

impl World {
    /// So many bots that play at tables of so many.
    pub(crate) fn new(bots: usize, seats: usize, seed: u64) -> World {
        let mut chance = Chance::new(Seed(seed));
        let truth = (0..bots).map(|_| SPREAD * normal(&mut chance)).collect();
        let terms = Terms {
            sizes: Sizes::new([seats]).expect("a table has two seats or more"),
            maps: (0..4).filter_map(|_| Sizes::new(2..=4)).collect(),
            rest: REST,
        };
        World { truth, played: Vec::new(), pairing: Pairing::new(terms), seats, chance }
    }

    /// The next round by our pairing: everybody plays once, as far as the tables go. The matches that were new.
    pub(crate) fn paired(&mut self) -> &[Meeting] {
        let ready: Vec<usize> = (0..self.truth.len()).collect();
        let seed = Seed(u64::from(self.chance.below(u32::MAX)));
        let tables = self.pairing.call(&Call { ready: &ready, house: &[], tables: usize::MAX, seed });
        self.play(tables)
    }

    /// The next round at random.
    pub(crate) fn shuffled(&mut self) -> &[Meeting] {
        let mut ready: Vec<usize> = (0..self.truth.len()).collect();
        self.chance.shuffle(&mut ready);
        let table = |seats: &[usize]| Table { seats: seats.to_vec(), map: 0 };
        let tables = ready.chunks_exact(self.seats).map(table).collect();
        self.play(tables)
    }

    fn play(&mut self, tables: Vec<Table>) -> &[Meeting] {
        let first = self.played.len();
        for table in tables {
            let meeting = self.ranked(&table.seats);
            self.pairing.result(&meeting);
            self.played.push(meeting);
        }
        &self.played[first..]
    }

    /// Everybody has a day (Gumbel's distribution, so that two of them meet as in Elo's model), and neighbours in the
    /// ranking share their place at times.
    fn ranked(&mut self, players: &[usize]) -> Meeting {
        let scale = 400.0 / std::f64::consts::LN_10;
        let mut days: Vec<(f64, usize)> = Vec::new();
        for &player in players {
            days.push((self.truth[player] / scale - (-(1.0 - self.chance.unit()).ln()).ln(), player));
        }
        days.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut rank = 0;
        Meeting::new(days.into_iter().map(|(_, player)| {
            rank += u32::from(self.chance.unit() >= TIE);
            (player, rank)
        }))
    }

    /// How right these ratings have the order.
    pub(crate) fn judge(&self, ratings: &[f64]) -> Right {
        let bots = self.truth.len() as f64;
        let (told, true_order) = (order(ratings), order(&self.truth));
        let mut place = vec![0; ratings.len()];
        true_order.iter().enumerate().for_each(|(rank, &bot)| place[bot] = rank);
        let places: Vec<usize> = told.iter().map(|&bot| place[bot]).collect();
        let squares: f64 =
            places.iter().enumerate().map(|(rank, &place)| (rank as f64 - place as f64).powi(2)).sum();
        let pairs = bots * (bots - 1.0) / 2.0;
        Right {
            spearman: 1.0 - 6.0 * squares / (bots * (bots * bots - 1.0)),
            kendall: 1.0 - 2.0 * swaps(places.clone()).0 as f64 / pairs,
            top: places.iter().take(8).filter(|&&place| place < 8).count() as f64,
        }
    }
}

/// How right an order is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Right {
    /// Spearman's rank correlation.
    pub(crate) spearman: f64,
    /// Kendall's.
    pub(crate) kendall: f64,
    /// How many of the best eight are among those that are held to be.
    pub(crate) top: f64,
}

impl Right {
    /// Adds a part of another one.
    pub(crate) fn add(&mut self, other: Right, part: f64) {
        self.spearman += part * other.spearman;
        self.kendall += part * other.kendall;
        self.top += part * other.top;
    }
}

/// The bots, the best first.
fn order(ratings: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].total_cmp(&ratings[a]));
    order
}

/// How many pairs are the wrong way round, and the list sorted (merge sort).
fn swaps(list: Vec<usize>) -> (u64, Vec<usize>) {
    if list.len() < 2 {
        return (0, list);
    }
    let (left, right) = list.split_at(list.len() / 2);
    let ((a, left), (b, right)) = (swaps(left.to_vec()), swaps(right.to_vec()));
    let (mut count, mut merged, mut i) = (a + b, Vec::with_capacity(list.len()), 0);
    for value in right {
        while i < left.len() && left[i] < value {
            merged.push(left[i]);
            i += 1;
        }
        count += (left.len() - i) as u64;
        merged.push(value);
    }
    merged.extend(&left[i..]);
    (count, merged)
}

fn normal(chance: &mut Chance) -> f64 {
    let (radius, turn) = ((-2.0 * (1.0 - chance.unit()).ln()).sqrt(), std::f64::consts::TAU * chance.unit());
    radius * turn.cos()
}
