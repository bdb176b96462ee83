//! A street map that could be drawn on paper: corners spread evenly, streets that never cross.

use meydan_core::Chance;

/// How wide and how high the city is drawn.
const SIZE: (f64, f64) = (900.0, 600.0);

/// Corners and the streets between them, always in one piece.
pub(super) struct Streets {
    pub(super) places: Vec<(f64, f64)>,
    neighbours: Vec<Vec<usize>>,
}

impl Streets {
    pub(super) fn new(nodes: usize, chance: &mut Chance) -> Streets {
        let places = corners(nodes, chance);
        let mut edges = without_crossings(&places, chance);
        if nodes >= 40 {
            edges = with_river(&places, edges, chance);
        }
        let mut streets = Streets { places, neighbours: vec![Vec::new(); nodes] };
        for (a, b) in edges {
            streets.neighbours[a].push(b);
            streets.neighbours[b].push(a);
        }
        streets
    }

    /// All streets, lower number first, in ascending order.
    pub(super) fn edges(&self) -> Vec<(usize, usize)> {
        let mut edges: Vec<(usize, usize)> = (0..self.places.len())
            .flat_map(|a| self.neighbours[a].iter().map(move |&b| (a, b)))
            .filter(|(a, b)| a < b)
            .collect();
        edges.sort_unstable();
        edges
    }

    /// Numbers the corner nearest the centre first, because the police station stands there, and the others row by row.
    pub(super) fn number_from_centre(&mut self) {
        let centre = (SIZE.0 / 2.0, SIZE.1 / 2.0);
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        let row = |i: usize| (self.places[i].1 / (SIZE.1 / 12.0)) as i64;
        order.sort_by(|&a, &b| {
            row(a).cmp(&row(b)).then(self.places[a].0.total_cmp(&self.places[b].0)).then(a.cmp(&b))
        });
        let station = order
            .iter()
            .copied()
            .min_by(|&a, &b| {
                distance(self.places[a], centre).total_cmp(&distance(self.places[b], centre)).then(a.cmp(&b))
            })
            .expect("a city has corners");
        order.retain(|&i| i != station);
        order.insert(0, station);
        let mut number = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = new;
        }
        self.places = order.iter().map(|&old| self.places[old]).collect();
        self.neighbours =
            order.iter().map(|&old| self.neighbours[old].iter().map(|&b| number[b]).collect()).collect();
    }

    /// A shortest way along the streets, both ends included.
    pub(super) fn route(&self, from: usize, to: usize) -> Vec<usize> {
        let mut before = vec![usize::MAX; self.places.len()];
        before[from] = from;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            for &neighbour in &self.neighbours[node] {
                if before[neighbour] == usize::MAX {
                    before[neighbour] = node;
                    queue.push(neighbour);
                }
            }
        }
        let mut route = vec![to];
        let mut at = to;
        while at != from {
            at = before[at];
            route.push(at);
        }
        route.reverse();
        route
    }
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    dx * dx + dy * dy
}

/// Spreads corners by taking, of a few random places, the one farthest from all corners so far.
fn corners(nodes: usize, chance: &mut Chance) -> Vec<(f64, f64)> {
    let mut places: Vec<(f64, f64)> = Vec::with_capacity(nodes);
    let place = |chance: &mut Chance| {
        (f64::from(chance.below(SIZE.0 as u32 + 1)), f64::from(chance.below(SIZE.1 as u32 + 1)))
    };
    while places.len() < nodes {
        let mut best = (-1.0, (0.0, 0.0));
        for _ in 0..12 {
            let candidate = place(chance);
            let room = places.iter().map(|&other| distance(other, candidate)).fold(f64::MAX, f64::min);
            if room > best.0 {
                best = (room, candidate);
            }
        }
        // Two corners on one spot would make a street without length.
        if best.0 > 0.0 {
            places.push(best.1);
        }
    }
    places
}

/// Streets between corners that have no third one between them. Every edge whose circle holds no other corner is
/// one of the Gabriel graph, which has no crossings; those without a corner nearer to both ends keep it in one
/// piece; of the rest some are built.
fn without_crossings(places: &[(f64, f64)], chance: &mut Chance) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for a in 0..places.len() {
        for b in a + 1..places.len() {
            let length = distance(places[a], places[b]);
            let (mut gabriel, mut needed) = (true, true);
            for (c, &place) in places.iter().enumerate() {
                if c == a || c == b {
                    continue;
                }
                let (from_a, from_b) = (distance(places[a], place), distance(places[b], place));
                gabriel &= from_a + from_b >= length;
                needed &= from_a.max(from_b) >= length;
                if !gabriel {
                    break;
                }
            }
            if gabriel && (needed || chance.below(100) < 45) {
                edges.push((a, b));
            }
        }
    }
    edges
}

/// Takes away the streets across a river, all but a few bridges and those without which the city would fall apart.
fn with_river(places: &[(f64, f64)], edges: Vec<(usize, usize)>, chance: &mut Chance) -> Vec<(usize, usize)> {
    let (left, right) = (SIZE.1 * (0.35 + 0.3 * chance.unit()), SIZE.1 * (0.35 + 0.3 * chance.unit()));
    let north = |i: usize| places[i].1 < left + (right - left) * places[i].0 / SIZE.0;
    let (mut across, mut kept): (Vec<_>, Vec<_>) =
        edges.into_iter().partition(|&(a, b)| north(a) != north(b));
    chance.shuffle(&mut across);
    let mut part: Vec<usize> = (0..places.len()).collect();
    fn root(part: &mut [usize], mut i: usize) -> usize {
        while part[i] != i {
            part[i] = part[part[i]];
            i = part[i];
        }
        i
    }
    for &(a, b) in &kept {
        let (a, b) = (root(&mut part, a), root(&mut part, b));
        part[a] = b;
    }
    let mut bridges = across.len() / 4;
    for (a, b) in across {
        let (x, y) = (root(&mut part, a), root(&mut part, b));
        if x != y || bridges > 0 {
            bridges = bridges.saturating_sub(usize::from(x == y));
            part[x] = y;
            kept.push((a, b));
        }
    }
    kept.sort_unstable();
    kept
}
