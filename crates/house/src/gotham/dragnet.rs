//! How police move together: each unit works out everybody's moves, and makes its own.

use super::dossier::Dossier;
use super::lookout::Lookout;
use super::streets::{FAR, Streets, Way};

/// How many of a thief's likely places are looked at closely.
const PLACES: usize = 12;
/// How often all units still to move reconsider their moves.
const PASSES: usize = 3;
/// How many rides by metro a unit must be able to pay before it counts on the metro.
const RIDES: f64 = 1.5;

/// What the police care about. The values are data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Zeal {
    /// A thief that is caught now.
    pub(super) catch: f32,
    /// The room a thief has, by the logarithm of the nodes it reaches first.
    pub(super) room: f32,
    /// A step of whoever is nearest.
    pub(super) near: f32,
    /// A step of everybody.
    pub(super) all: f32,
    /// A unit of money.
    pub(super) price: f32,
    /// How much the thieves count that are not the main prey.
    pub(super) others: f32,
    /// That nobody sees a thief when it shows itself.
    pub(super) watch: f32,
}

impl Zeal {
    pub(super) const TUNED: Zeal =
        Zeal { catch: 30.0, room: 4.0, near: 0.6, all: 0.5, price: 0.01, others: 0.4, watch: 8.0 };
}

/// One of our police.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hunter {
    pub(super) node: usize,
    pub(super) batman: bool,
    pub(super) balance: f64,
    /// Whether it has yet to move in this window.
    pub(super) waits: bool,
}

/// The steps our police need to catch somebody at each node, without one of them.
struct Others {
    /// A Batman, and the nearest and second nearest of the rest.
    batman: Vec<u16>,
    first: Vec<u16>,
    second: Vec<u16>,
}

impl Others {
    fn new(streets: &Streets, hunters: &[Hunter], without: usize) -> Others {
        let far = || vec![FAR; streets.len()];
        let mut others = Others { batman: far(), first: far(), second: far() };
        for (_, hunter) in hunters.iter().enumerate().filter(|&(i, _)| i != without) {
            for (node, &steps) in streets.from(purse(streets, hunter), hunter.node).iter().enumerate() {
                if hunter.batman {
                    others.batman[node] = others.batman[node].min(steps);
                } else {
                    let second = others.first[node].max(steps);
                    others.second[node] = others.second[node].min(second);
                    others.first[node] = others.first[node].min(steps);
                }
            }
        }
        others
    }

    /// The steps until a thief at a node is caught, with the missing unit back. Two of the police catch a Joker, or a Batman.
    fn reach(&self, node: usize, joker: bool, batman: bool, steps: u16) -> u16 {
        let alone = self.batman[node];
        match (joker, batman) {
            (false, _) => alone.min(self.first[node]).min(steps),
            (true, true) => alone.min(steps).min(self.second[node]),
            (true, false) => alone.min(self.first[node].max(steps).min(self.second[node])),
        }
    }
}

/// How a unit travels; by metro only with some money to spare.
fn purse(streets: &Streets, hunter: &Hunter) -> usize {
    if hunter.balance >= RIDES * streets.dearest() { 2 } else { streets.purse(hunter.balance).min(1) }
}

/// Where the unit `me` goes. `sight` is how far police see a Joker, or another thief.
pub(super) fn plan(
    streets: &Streets,
    zeal: &Zeal,
    hunters: &[Hunter],
    me: usize,
    files: &[Dossier],
    prey: usize,
    sight: &dyn Fn(bool) -> i32,
) -> usize {
    let mut after = hunters.to_vec();
    let mut room = Room::new(streets.len());
    let likely: Vec<Vec<(usize, f32)>> = files.iter().map(|file| file.likely(PLACES)).collect();
    for _ in 0..PASSES {
        let before: Vec<usize> = after.iter().map(|hunter| hunter.node).collect();
        for (i, now) in hunters.iter().enumerate().filter(|&(i, hunter)| hunter.waits || i == me) {
            let others = Others::new(streets, &after, i);
            let lookout = |file: &Dossier| Lookout::without(streets, &after, i, file, sight(file.joker));
            let lookouts: Vec<Lookout<'_>> = files.iter().map(lookout).collect();
            let mut best = (f32::MAX, *now);
            let stay = Way { to: now.node, price: 0.0 };
            for way in [stay].into_iter().chain(streets.ways(now.node, now.balance)) {
                let then = Hunter { node: way.to, balance: now.balance - way.price, ..*now };
                let mine = streets.from(purse(streets, &then), way.to);
                let mut cost = zeal.price * way.price as f32;
                for (k, file) in files.iter().enumerate().filter(|(_, file)| file.free > 0.02) {
                    let reach = |node: usize| others.reach(node, file.joker, now.batman, mine[node]);
                    let mut sum = 0.0;
                    for &(place, weight) in &likely[k] {
                        sum += weight
                            * match reach(place) {
                                0 => -zeal.catch,
                                _ => zeal.room * (1.0 + room.measure(streets, place, reach) as f32).ln(),
                            };
                    }
                    if k == prey {
                        let reach: Vec<u16> = (0..streets.len()).map(reach).collect();
                        sum += zeal.near * file.distance(&reach) + zeal.all * file.distance(mine);
                    } else {
                        sum *= zeal.others;
                    }
                    sum += zeal.watch * lookouts[k].missed(way.to);
                    cost += file.free * sum;
                }
                if cost < best.0 - 1e-4 {
                    best = (cost, then);
                }
            }
            after[i] = best.1;
        }
        if before.iter().zip(&after).all(|(&node, hunter)| node == hunter.node) {
            break;
        }
    }
    after[me].node
}

/// How much room a thief has: the nodes it reaches ahead of the police, when it is its turn.
pub(super) struct Room {
    seen: Vec<u16>,
    queue: Vec<usize>,
}

impl Room {
    pub(super) fn new(nodes: usize) -> Room {
        Room { seen: vec![FAR; nodes], queue: Vec::with_capacity(nodes) }
    }

    /// Counts them for a thief at `start`, given the steps in which police catch somebody at a node.
    pub(super) fn measure(&mut self, streets: &Streets, start: usize, reach: impl Fn(usize) -> u16) -> usize {
        for node in self.queue.drain(..) {
            self.seen[node] = FAR;
        }
        self.seen[start] = 0;
        self.queue.push(start);
        let mut next = 0;
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            let arrival = self.seen[node] + 1;
            for way in streets.all_ways(node) {
                if self.seen[way.to] == FAR && arrival < reach(way.to) {
                    self.seen[way.to] = arrival;
                    self.queue.push(way.to);
                }
            }
        }
        self.queue.len() - 1 + usize::from(reach(start) > 1)
    }
}
