//! The city as a bot looks at it: neighbours and distances.

use meydan_gotham::Config;

/// A passage to a neighbour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: usize,
    pub(super) price: f64,
}

/// How a unit travels: on foot only, also by bus, or by everything.
pub(super) const PURSES: usize = 3;
/// By everything, as police travel whose money is not known.
pub(super) const ANYHOW: usize = 2;

/// Neighbours and the number of steps between all nodes, for each way of travelling.
pub(super) struct Streets {
    ids: Vec<i32>,
    ways: Vec<Vec<Way>>,
    /// The highest price of a bus, and of anything.
    cheap: f64,
    dearest: f64,
    steps: [Vec<u16>; PURSES],
}

/// More steps than any way has.
pub(super) const FAR: u16 = 9999;

impl Streets {
    pub(super) fn new(config: &Config) -> Streets {
        let mut ids: Vec<i32> = config.nodes.iter().map(|node| node.id).collect();
        ids.sort_unstable();
        let mut ways: Vec<Vec<Way>> = vec![Vec::new(); ids.len()];
        let index = |id: i32| ids.binary_search(&id).unwrap_or(0);
        for path in &config.paths {
            let (a, b) = (index(path.from), index(path.to));
            // Of parallel paths only the first listed can be used.
            if !ways[a].iter().any(|way| way.to == b) {
                ways[a].push(Way { to: b, price: path.price });
                ways[b].push(Way { to: a, price: path.price });
            }
        }
        let mut prices: Vec<f64> = config.paths.iter().map(|path| path.price).filter(|&p| p > 0.0).collect();
        prices.sort_by(f64::total_cmp);
        prices.dedup();
        let dearest = prices.last().copied().unwrap_or(0.0);
        // The lower half of the prices above 0 is the bus; where there is only one price, it is all.
        let cheap = prices.get(prices.len().saturating_sub(1) / 2).copied().unwrap_or(0.0);
        let steps = [0.0, cheap, dearest].map(|purse| all_steps(&ways, purse));
        Streets { ids, ways, cheap, dearest, steps }
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn id(&self, node: usize) -> i32 {
        self.ids[node]
    }

    pub(super) fn node(&self, id: i32) -> usize {
        self.ids.binary_search(&id).unwrap_or(0)
    }

    /// All passages from a node.
    pub(super) fn all_ways(&self, node: usize) -> &[Way] {
        &self.ways[node]
    }

    /// The passages a unit can pay.
    pub(super) fn ways(&self, node: usize, balance: f64) -> impl Iterator<Item = Way> + '_ {
        self.ways[node].iter().copied().filter(move |way| way.price <= balance)
    }

    /// The steps between two nodes for a unit that travels like this.
    pub(super) fn steps(&self, purse: usize, from: usize, to: usize) -> u16 {
        self.steps[purse][from * self.ids.len() + to]
    }

    /// The steps from a node to all others.
    pub(super) fn from(&self, purse: usize, node: usize) -> &[u16] {
        &self.steps[purse][node * self.ids.len()..][..self.ids.len()]
    }

    /// The highest price.
    pub(super) fn dearest(&self) -> f64 {
        self.dearest
    }

    /// How a unit with this balance can travel.
    pub(super) fn purse(&self, balance: f64) -> usize {
        if balance >= self.dearest { 2 } else { usize::from(balance >= self.cheap) }
    }

    /// Walk, bus or metro, by the price.
    pub(super) fn class(&self, price: f64) -> usize {
        if price <= 0.0 { 0 } else { 1 + usize::from(price > self.cheap) }
    }
}

fn all_steps(ways: &[Vec<Way>], purse: f64) -> Vec<u16> {
    let count = ways.len();
    let mut steps = vec![FAR; count * count];
    let mut queue = Vec::with_capacity(count);
    for start in 0..count {
        let row = &mut steps[start * count..][..count];
        row[start] = 0;
        queue.clear();
        queue.push(start);
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            for way in ways[node].iter().filter(|way| way.price <= purse) {
                if row[way.to] == FAR {
                    row[way.to] = row[node] + 1;
                    queue.push(way.to);
                }
            }
        }
    }
    steps
}
