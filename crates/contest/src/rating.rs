use crate::graph::Graph;
use crate::guess::guess;
use crate::network::Network;
use crate::record::Record;
use crate::{ELO, Meeting};

/// A value with its 95 % interval, whose ends may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess, always finite.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval; `None` where an end is open.
    pub fn margin(&self) -> Option<f64> {
        let margin = (self.high - self.low) / 2.0;
        margin.is_finite().then_some(margin)
    }

    /// How sure it is that the truth has the sign of the value: 0.5 where nothing is known, 0.975 where the interval just
    /// leaves 0 out. It is read from the end of the interval that faces 0, as if that were a normal curve's.
    pub fn sure(&self) -> f64 {
        let facing = self.facing_zero();
        if self.value == 0.0 || !facing.is_finite() {
            return 0.5;
        }
        normal(self.value.abs() / facing * TWO_SIDED)
    }

    /// How many times as many results would be needed, if the value is right, until the interval leaves 0 out: at most 1
    /// where it does already. `None` where the value or the interval says nothing.
    pub fn needs(&self) -> Option<f64> {
        let facing = self.facing_zero();
        // An interval shrinks with the square root of what it is made from.
        let times = (facing / self.value).powi(2);
        times.is_finite().then_some(times)
    }

    /// From the value to the end of the interval on the side of 0.
    fn facing_zero(&self) -> f64 {
        if self.value < 0.0 { self.high - self.value } else { self.value - self.low }
    }
}

/// An interval of 95 % ends this many standard deviations away.
const TWO_SIDED: f64 = 1.959_963_984_540_054;

/// The share of a normal curve that lies below so many standard deviations (Abramowitz and Stegun 26.2.17, to 1e-7).
fn normal(deviations: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * deviations.abs());
    let series = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530];
    let tail = series.iter().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = tail * (-deviations * deviations / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if deviations < 0.0 { tail } else { 1.0 - tail }
}

/// What a player has done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Duels played: a meeting is one for each pair of its sides.
    pub duels: u32,
    /// Points made in them.
    pub points: f64,
    /// Boards played on.
    pub boards: u32,
}

/// Ratings fitted to all meetings at once, so that their order does not matter. The crate's page says how.
#[derive(Debug)]
pub struct Ratings {
    graph: Graph,
    scores: Vec<Score>,
    /// Each player's best strength, 0 the average of its island's main players.
    strengths: Vec<f64>,
    /// For each island, the players whose average is 0.
    mains: Vec<Vec<usize>>,
    /// For each tier of more than one player, what was played within it.
    tiers: Vec<Option<Network>>,
    /// For each island of more than one tier, what was played on it.
    islands: Vec<Option<Network>>,
}

impl Ratings {
    /// The ratings that explain the points of all meetings best.
    ///
    /// # Panics
    /// If a meeting names a player that is not below `players`.
    pub fn fit(players: usize, meetings: &[Meeting]) -> Ratings {
        let record = Record::new(players, meetings);
        let graph = Graph::new(&record);
        let scores = scores(&record);
        let tier = |members: &Vec<usize>| (members.len() > 1).then(|| Network::tier(&record, members));
        let tiers: Vec<Option<Network>> = graph.tiers.iter().map(tier).collect();
        let mut strengths = vec![0.0; players];
        let (mut mains, mut islands) = (Vec::new(), Vec::new());
        for members in &graph.islands {
            let one = graph.tier[members[0]];
            let whole = graph.tiers[one] == *members;
            let found = match &tiers[one] {
                _ if !whole => guess(&record, members, &graph, &tiers),
                Some(tier) => members.iter().map(|&player| tier.strength(player)).collect(),
                None => vec![0.0],
            };
            let main = main_players(members, &graph, &scores);
            let number = |player| members.binary_search(player).expect("the main players are members");
            let zero = main.iter().map(|player| found[number(player)]).sum::<f64>() / main.len() as f64;
            members.iter().zip(found).for_each(|(&player, strength)| strengths[player] = strength - zero);
            mains.push(main);
            islands.push((!whole).then(|| Network::island(&record, members, &graph)));
        }
        Ratings { graph, scores, strengths, mains, tiers, islands }
    }

    /// A player's rating in Elo points: its lead over the average of its island's main players. These are all players
    /// of the island if everybody has taken points from everybody, directly or through others. Otherwise they are the
    /// largest tier, of equally large ones that with the best share of points, because the average of players who are
    /// infinitely far apart says nothing. Where no tier has more than one player they are again all.
    pub fn rating(&self, player: usize) -> Estimate {
        let main = &self.mains[self.graph.island[player]];
        let share = -1.0 / main.len() as f64;
        let weights: Vec<_> = main.iter().map(|&other| (other, share)).chain([(player, 1.0)]).collect();
        let bounded = [self.graph.reaches(player, main), self.graph.reached(player, main)];
        self.estimate(player, self.strengths[player], &weights, bounded)
    }

    /// By how many Elo points `a` is ahead of `b`; `None` where they cannot be compared, because no chain of meetings
    /// leads from one to the other. An end is infinite where no chain of points bounds it.
    pub fn difference(&self, a: usize, b: usize) -> Option<Estimate> {
        if self.graph.island[a] != self.graph.island[b] {
            return None;
        }
        if a == b {
            return Some(Estimate { value: 0.0, low: 0.0, high: 0.0 });
        }
        let bounded = [self.graph.reaches(a, &[b]), self.graph.reaches(b, &[a])];
        Some(self.estimate(a, self.strengths[a] - self.strengths[b], &[(a, 1.0), (b, -1.0)], bounded))
    }

    /// What a player has done.
    pub fn score(&self, player: usize) -> Score {
        self.scores[player]
    }

    /// The sets of players that have met, directly or through others. Ratings of different islands say nothing about
    /// each other.
    pub fn islands(&self) -> &[Vec<usize>] {
        &self.graph.islands
    }

    /// The sets of players each of which has taken points from each other one, directly or through others. Between two
    /// tiers of one island all points have gone one way, so nobody can tell how far apart they are.
    pub fn tiers(&self) -> &[Vec<usize>] {
        &self.graph.tiers
    }

    /// The players from the strongest down, island by island.
    pub fn order(&self) -> Vec<usize> {
        let ordered = |island: &Vec<usize>| {
            let mut order = island.clone();
            order.sort_by(|&a, &b| self.strengths[b].total_cmp(&self.strengths[a]).then(a.cmp(&b)));
            order
        };
        self.graph.islands.iter().flat_map(ordered).collect()
    }

    fn estimate(&self, player: usize, value: f64, weights: &[(usize, f64)], bounded: [bool; 2]) -> Estimate {
        let tier = self.graph.tier[player];
        let network = match weights.iter().all(|&(other, _)| self.graph.tier[other] == tier) {
            true => &self.tiers[tier],
            false => &self.islands[self.graph.island[player]],
        };
        let [low, high] = match network {
            Some(network) => network.interval(weights, bounded),
            // Somebody who has never met anybody.
            None => [f64::NEG_INFINITY, f64::INFINITY],
        };
        Estimate { value: ELO * value, low: ELO * low, high: ELO * high }
    }
}

fn scores(record: &Record) -> Vec<Score> {
    let mut scores = vec![Score::default(); record.players];
    for cell in &record.cells {
        for (player, points) in [(cell.a, cell.points), (cell.b, cell.duels - cell.points)] {
            scores[player].duels += cell.duels as u32;
            scores[player].points += points;
        }
    }
    for board in &record.boards {
        for player in board.players(&record.cells) {
            scores[player].boards += board.count as u32;
        }
    }
    scores
}

/// See [`Ratings::rating`]. Points and duels are whole halves, so their sums, and equal shares, are exact.
fn main_players(members: &[usize], graph: &Graph, scores: &[Score]) -> Vec<usize> {
    let mut tiers: Vec<usize> = members.iter().map(|&player| graph.tier[player]).collect();
    tiers.sort_unstable();
    tiers.dedup();
    let merit = |tier: usize| {
        let members = &graph.tiers[tier];
        let points: f64 = members.iter().map(|&player| scores[player].points).sum();
        let duels: u32 = members.iter().map(|&player| scores[player].duels).sum();
        (members.len(), points / f64::from(duels))
    };
    let merits: Vec<(usize, f64)> = tiers.iter().map(|&tier| merit(tier)).collect();
    let best = merits.iter().copied().fold((1, 0.0), |best, merit| if merit > best { merit } else { best });
    if best.0 == 1 {
        return members.to_vec();
    }
    let mains = tiers.iter().zip(&merits).filter(|(_, merit)| **merit == best);
    let mut mains: Vec<usize> = mains.flat_map(|(&tier, _)| graph.tiers[tier].clone()).collect();
    mains.sort_unstable();
    mains
}
