//! What the commissioner believes about one thief: where it may be, and whether it is still free.

use super::streets::{Streets, Way};

/// How likely a thief takes a passage beside walking, by its price.
const BY_PRICE: [f32; 3] = [1.0, 0.5, 0.3];
/// How likely a thief goes to a node, by the steps from there to the nearest police; farther nodes count as the last.
const BY_DISTANCE: [f32; 5] = [0.0, 0.06, 0.45, 0.8, 1.0];

/// The file on a thief.
#[derive(Clone, Debug)]
pub(super) struct Dossier {
    pub(super) id: i32,
    pub(super) joker: bool,
    /// A probability for every node, adding up to 1, as if the thief were free.
    place: Vec<f32>,
    /// How likely it is that nobody has caught it.
    pub(super) free: f32,
    /// Where it was seen in the last window, for certain.
    pub(super) spotted: Option<usize>,
    scratch: Vec<f32>,
}

impl Dossier {
    /// Thieves choose their own start, and choose it far from the station.
    pub(super) fn new(streets: &Streets, id: i32, joker: bool, station: usize) -> Dossier {
        let place = streets.from(1, station).iter().map(|&steps| f32::from(steps.min(30)).powi(2)).collect();
        let scratch = vec![0.0; streets.len()];
        let mut dossier = Dossier { id, joker, place, free: 1.0, spotted: None, scratch };
        dossier.normalise();
        dossier
    }

    /// It is here.
    pub(super) fn seen(&mut self, node: usize) {
        self.place.fill(0.0);
        self.place[node] = 1.0;
        self.free = 1.0;
        self.spotted = Some(node);
    }

    /// It has been caught.
    pub(super) fn closed(&mut self) {
        self.free = 0.0;
    }

    /// Our police stand here: it is caught, or it is elsewhere.
    pub(super) fn stood_on(&mut self, node: usize) {
        self.free *= 1.0 - self.place[node];
        self.nowhere_in(|other| other == node);
    }

    /// It is at none of these nodes.
    pub(super) fn nowhere_in(&mut self, nodes: impl Fn(usize) -> bool) {
        self.place.iter_mut().enumerate().filter(|(node, _)| nodes(*node)).for_each(|(_, p)| *p = 0.0);
        self.normalise();
    }

    /// It is at none of these nodes, unless it was there unnoticed, as likely as that.
    pub(super) fn hardly_in(&mut self, nodes: impl Fn(usize) -> bool, doubt: f32) {
        self.place.iter_mut().enumerate().filter(|(node, _)| nodes(*node)).for_each(|(_, p)| *p *= doubt);
        self.normalise();
    }

    /// It has had a move, and it saw our police, who are so many steps from each node.
    pub(super) fn moved(&mut self, streets: &Streets, police: &[u16]) {
        self.scratch.fill(0.0);
        let ease = |node: usize| BY_DISTANCE[usize::from(police[node]).min(BY_DISTANCE.len() - 1)];
        for (node, &here) in self.place.iter().enumerate().filter(|(_, here)| **here > 1e-6) {
            let stay = 0.35 * ease(node);
            let go = |way: &Way| BY_PRICE[streets.class(way.price)] * ease(way.to);
            let ways = streets.all_ways(node);
            let total = stay + ways.iter().map(go).sum::<f32>();
            if total < 1e-6 {
                // It is surrounded and has to stay.
                self.scratch[node] += here;
                continue;
            }
            self.scratch[node] += here * stay / total;
            for way in ways {
                self.scratch[way.to] += here * go(way) / total;
            }
        }
        std::mem::swap(&mut self.place, &mut self.scratch);
        self.normalise();
    }

    fn normalise(&mut self) {
        let total: f32 = self.place.iter().sum();
        if total > 1e-9 {
            self.place.iter_mut().for_each(|p| *p /= total);
        } else {
            // Everything was ruled out: it may be anywhere.
            let even = 1.0 / self.place.len() as f32;
            self.place.fill(even);
        }
    }

    pub(super) fn at(&self, node: usize) -> f32 {
        self.place[node]
    }

    /// The most likely nodes with their weights, at most `count`.
    pub(super) fn likely(&self, count: usize) -> Vec<(usize, f32)> {
        let mut nodes: Vec<(usize, f32)> =
            self.place.iter().copied().enumerate().filter(|&(_, p)| p > 1e-4).collect();
        nodes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        nodes.truncate(count);
        nodes
    }

    /// The expected number of steps, given the steps to each node.
    pub(super) fn distance(&self, steps: &[u16]) -> f32 {
        self.place.iter().zip(steps).map(|(&p, &steps)| p * f32::from(steps.min(40))).sum()
    }
}
