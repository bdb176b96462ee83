use crate::fit::{Likelihood, Peak, share};
use crate::graph::Graph;
use crate::profile;
use crate::record::Record;

/// Players that have met, directly or through others, with their results among themselves and the fit to these.
#[derive(Debug)]
pub(crate) struct Network {
    members: Vec<usize>,
    record: Record,
    peak: Peak,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Everybody has taken points from everybody, directly or through others. For each cell, how uncertain the
    /// difference of its two players is if all games are independent.
    Tier { doubt: Vec<f64> },
    /// Several tiers. How many games between them are on a board.
    Island { games: f64 },
}

/// The square of the normal distribution's 97.5 % point: by how much twice a log-likelihood may fall within 95 %.
const LIMIT: f64 = 3.841_458_820_694_124;
/// Minus twice the logarithm of 2.5 %: of one-sided results the likelihood is the probability itself, so it need not be
/// compared with a distribution that only many and mixed results have.
const SWEPT: f64 = 7.377_758_908_227_871;
/// Of n boards that all ended as expected, up to about 4 might have ended otherwise (the rule of three, for two ends).
/// Without this, a pair that has only drawn would be known to be equal without any doubt.
const UNSEEN: f64 = 4.0;
/// So few imaginary draws that no interval notices, and enough to give a one-sided fit a finite peak.
const HINT: f64 = 1e-6;

impl Network {
    /// The network of a tier.
    pub(crate) fn tier(all: &Record, members: &[usize]) -> Network {
        let record = all.among(members);
        let peak = climb(&record);
        let inverse = peak.information.inverse();
        let doubt = |a: usize, b: usize| inverse[a][a] + inverse[b][b] - 2.0 * inverse[a][b];
        let doubt = record.cells.iter().map(|cell| doubt(cell.a, cell.b)).collect();
        Network { members: members.to_vec(), record, peak, kind: Kind::Tier { doubt } }
    }

    /// The network of an island of several tiers.
    pub(crate) fn island(all: &Record, members: &[usize], graph: &Graph) -> Network {
        let mut record = all.among(members);
        let tier = |number: usize| graph.tier[members[number]];
        let games = record.games_per_board(|cell| tier(cell.a) != tier(cell.b));
        record.cells.iter_mut().for_each(|cell| *cell = cell.with_draws(HINT));
        let peak = climb(&record);
        Network { members: members.to_vec(), record, peak, kind: Kind::Island { games } }
    }

    /// A member's best strength.
    pub(crate) fn strength(&self, player: usize) -> f64 {
        self.peak.strengths[self.number(player)]
    }

    /// The 95 % interval of a contrast: the sum of some players' strengths by weights whose own sum is 0. Only those
    /// ends are looked for that are bounded; the others are infinite.
    pub(crate) fn interval(&self, weights: &[(usize, f64)], bounded: [bool; 2]) -> [f64; 2] {
        let mut contrast = vec![0.0; self.members.len()];
        for &(player, weight) in weights {
            contrast[self.number(player)] += weight;
        }
        let limit = match &self.kind {
            Kind::Tier { doubt } => self.seen(&contrast, doubt),
            // One-sided results cannot show whether the games of a board hang together. So it is worth one game.
            Kind::Island { games } => SWEPT * games,
        };
        let likelihood = Likelihood { players: self.record.players, cells: &self.record.cells };
        let end = |upward| profile::end(&likelihood, &self.peak, &contrast, upward, limit);
        [
            if bounded[0] { end(false) } else { f64::NEG_INFINITY },
            if bounded[1] { end(true) } else { f64::INFINITY },
        ]
    }

    /// By how much twice the log-likelihood may fall, judged by how far the boards' results lie from what was expected of
    /// them: Godambe's covariance scales the likelihood, as Chandler and Bate proposed.
    fn seen(&self, contrast: &[f64], doubt: &[f64]) -> f64 {
        let along = self.peak.information.solve(contrast);
        let strengths = &self.peak.strengths;
        let (mut model, mut robust, mut worst, mut squares) = (0.0, 0.0, 0.0, 0.0);
        for board in &self.record.boards {
            let (mut error, mut expected, mut widest, mut own) = (0.0, 0.0, 0.0, 0.0);
            for line in &board.lines {
                let cell = &self.record.cells[line.cell];
                let p = share(strengths[cell.a] - strengths[cell.b]);
                let reach = along[cell.a] - along[cell.b];
                let variance = p * (1.0 - p);
                error += (line.points - line.duels * p) * reach;
                expected += line.duels * variance * reach * reach;
                widest += line.duels * variance.sqrt() * reach.abs();
                own += line.duels * variance * doubt[line.cell];
            }
            // A board pulls the fit towards itself, so what is left of its error is smaller than the error was.
            let left = (1.0 - own / (board.players(&self.record.cells).len() - 1) as f64).max(0.5);
            model += board.count * expected;
            robust += board.count * error * error / left;
            worst += board.count * widest * widest;
            squares += board.count * expected * expected;
        }
        let boards = model * model / squares;
        let seen = (robust / model).max(UNSEEN / boards) * student(boards - 1.0).powi(2);
        // Points cannot spread wider than if every game were won or lost, and the games of a board all ended alike. (The
        // last factor is Bartlett's correction, of which a single value serves all strengths well enough.)
        seen.min(LIMIT * worst / model * (1.0 + 1.0 / boards))
    }

    fn number(&self, player: usize) -> usize {
        self.members.binary_search(&player).expect("only members are asked for")
    }
}

/// The best fit to a record whose players have all taken points from each other, directly or through others.
fn climb(record: &Record) -> Peak {
    let likelihood = Likelihood { players: record.players, cells: &record.cells };
    likelihood.climb(vec![0.0; record.players], None)
}

/// The 97.5 % point of Student's distribution, by Fisher's expansion: 1 % too low at 2 degrees of freedom, right to three
/// digits from 3 on. With less than one there is no telling.
fn student(freedom: f64) -> f64 {
    if freedom < 1.0 {
        return f64::INFINITY;
    }
    let n = 1.0 / freedom;
    1.959_964 + n * (2.372_271 + n * (2.822_499 + n * (2.555_850 + n * 1.589_5)))
}
