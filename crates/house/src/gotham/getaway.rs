//! How a thief gets away: it looks a few moves ahead, and expects police who know where it is.

use super::dragnet::Room;
use super::streets::{ANYHOW, FAR, Streets, Way};

/// How many moves ahead a thief looks.
const DEPTH: u32 = 3;

/// What a thief cares about. The values are data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nerve {
    /// The room it has at the end, by the logarithm of the nodes it reaches first.
    pub(super) room: f32,
    /// A step that the nearest police is away.
    pub(super) near: f32,
    /// A step that police are away on average.
    pub(super) all: f32,
    /// Being seen.
    pub(super) seen: f32,
    /// Being seen as a Joker, whose capture is the end.
    pub(super) hide: f32,
    /// A step that a Joker stands too near the police who may see it next.
    pub(super) shy: f32,
    /// Standing where police may step at once, if they know of it.
    pub(super) touch: f32,
    /// A unit of money.
    pub(super) price: f32,
    /// A step that the nearest of our own thieves is away.
    pub(super) apart: f32,
}

impl Nerve {
    pub(super) const TUNED: Nerve = Nerve {
        room: 6.0,
        near: 1.2,
        all: 0.8,
        seen: 3.0,
        hide: 20.0,
        shy: 1.5,
        touch: 25.0,
        price: 0.03,
        apart: 1.5,
    };
}

/// A thief on the run.
pub(super) struct Runner<'a> {
    pub(super) streets: &'a Streets,
    pub(super) nerve: Nerve,
    pub(super) joker: bool,
    /// The police by node, and whether one is a Batman.
    pub(super) police: &'a [(usize, bool)],
}

impl Runner<'_> {
    /// The steps in which police catch somebody at a node: the nearest, or for a Joker two of them or a Batman.
    pub(super) fn reach(&self, police: &[(usize, bool)], node: usize) -> u16 {
        let (mut batman, mut first, mut second) = (FAR, FAR, FAR);
        for &(from, is_batman) in police {
            let steps = self.streets.steps(ANYHOW, from, node);
            if is_batman {
                batman = batman.min(steps);
            } else {
                second = second.min(first.max(steps));
                first = first.min(steps);
            }
        }
        if self.joker { batman.min(second) } else { batman.min(first) }
    }

    /// How likely somebody walks onto a node who knows nothing of the thief there: police who are a step away go any way.
    pub(super) fn stumbled_on(&self, node: usize) -> f32 {
        let near = self.police.iter().filter(|&&(from, _)| self.streets.steps(ANYHOW, from, node) == 1);
        1.0 - near
            .map(|&(from, _)| 1.0 - 1.0 / (1 + self.streets.all_ways(from).len()) as f32)
            .product::<f32>()
    }

    /// How good it is to stand on a node when the police move next.
    pub(super) fn worth(&self, room: &mut Room, node: usize, balance: f64) -> f32 {
        self.ahead(room, self.police, node, balance, DEPTH)
    }

    fn ahead(&self, room: &mut Room, police: &[(usize, bool)], node: usize, balance: f64, depth: u32) -> f32 {
        // Police know where it is and come by the shortest way.
        let chase = |&(from, batman): &(usize, bool)| {
            let stay = Way { to: from, price: 0.0 };
            let ways = [stay].into_iter().chain(self.streets.all_ways(from).iter().copied());
            (
                ways.map(|way| way.to).min_by_key(|&to| self.streets.steps(ANYHOW, to, node)).unwrap_or(from),
                batman,
            )
        };
        let police: Vec<(usize, bool)> = police.iter().map(chase).collect();
        if self.reach(&police, node) == 0 {
            return -20.0 * (1 + depth) as f32;
        }
        if depth == 0 {
            let nodes = room.measure(self.streets, node, |node| self.reach(&police, node));
            let mean = police.iter().map(|&(from, _)| f32::from(self.streets.steps(1, from, node).min(20)));
            let mean = mean.sum::<f32>() / police.len().max(1) as f32;
            let near = f32::from(self.reach(&police, node).min(8));
            return self.nerve.room * (1.0 + nodes as f32).ln()
                + self.nerve.near * near
                + self.nerve.all * mean;
        }
        let stay = Way { to: node, price: 0.0 };
        let ways = [stay].into_iter().chain(self.streets.ways(node, balance));
        let value = |way: Way| {
            // Whoever goes to the police is caught.
            if self.reach(&police, way.to) == 0 {
                return -20.0 * (1 + depth) as f32;
            }
            self.ahead(room, &police, way.to, balance - way.price, depth - 1)
                - self.nerve.price * way.price as f32
        };
        ways.map(value).fold(f32::MIN, f32::max)
    }
}
