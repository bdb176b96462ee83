//! Where a thief may be: a probability for every node.

use super::streets::Streets;

/// How likely a thief takes a passage, beside staying and walking with weight 1: by its price.
const BY_PRICE: [f32; 3] = [1.0, 0.35, 0.2];

/// A probability for every node, adding up to 1.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    weight: Vec<f32>,
    scratch: Vec<f32>,
}

impl Belief {
    /// Anywhere but near these nodes.
    pub(super) fn away_from(streets: &Streets, nodes: &[usize]) -> Belief {
        let near = |node: usize| nodes.iter().any(|&other| streets.steps(2, other, node) <= 2);
        let weight = (0..streets.len()).map(|node| if near(node) { 0.01 } else { 1.0 }).collect();
        let mut belief = Belief { weight, scratch: vec![0.0; streets.len()] };
        belief.normalise();
        belief
    }

    /// It is here.
    pub(super) fn seen(&mut self, node: usize) {
        self.weight.fill(0.0);
        self.weight[node] = 1.0;
    }

    /// It is not here.
    pub(super) fn clear(&mut self, node: usize) {
        self.weight[node] = 0.0;
        self.normalise();
    }

    /// It has had a move.
    pub(super) fn spread(&mut self, streets: &Streets) {
        self.scratch.fill(0.0);
        for (node, &weight) in self.weight.iter().enumerate() {
            if weight < 1e-6 {
                continue;
            }
            let chance = |price: f64| BY_PRICE[streets.class(price)];
            let ways = streets.all_ways(node);
            let total: f32 = 0.5 + ways.iter().map(|way| chance(way.price)).sum::<f32>();
            self.scratch[node] += weight * 0.5 / total;
            for way in ways {
                self.scratch[way.to] += weight * chance(way.price) / total;
            }
        }
        std::mem::swap(&mut self.weight, &mut self.scratch);
        self.normalise();
    }

    fn normalise(&mut self) {
        let total: f32 = self.weight.iter().sum();
        if total > 1e-9 {
            self.weight.iter_mut().for_each(|weight| *weight /= total);
        } else {
            // Everything was ruled out, so something was wrong: start anew.
            let even = 1.0 / self.weight.len() as f32;
            self.weight.fill(even);
        }
    }

    pub(super) fn at(&self, node: usize) -> f32 {
        self.weight[node]
    }

    /// The most likely nodes with their weights, at most `count`.
    pub(super) fn top(&self, count: usize) -> Vec<(usize, f32)> {
        let mut nodes: Vec<(usize, f32)> =
            self.weight.iter().copied().enumerate().filter(|&(_, weight)| weight > 1e-4).collect();
        nodes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        nodes.truncate(count);
        nodes
    }

    /// The expected number of steps from a node.
    pub(super) fn distance(&self, steps: &[u16]) -> f32 {
        self.weight.iter().zip(steps).map(|(&weight, &steps)| weight * f32::from(steps.min(60))).sum()
    }
}
