//! Places for the nodes of a map that comes without a drawing.

use super::Config;

/// How wide the drawn city is.
const WIDTH: f64 = 1000.0;
/// Pairs of nodes looked at in all rounds together, so that a large city costs no more than a moment.
const WORK: usize = 30_000_000;

/// Spreads the nodes so that their distance in the picture follows their distance in steps: each node in turn
/// moves to where its springs to all the others want it (stress majorisation).
pub(super) fn place(config: &mut Config) {
    let count = config.nodes.len();
    let steps = distances(config);
    let mut places: Vec<(f64, f64)> = (0..count).map(spiral).collect();
    let rounds = (WORK / (count * count)).clamp(4, 150);
    for _ in 0..rounds {
        for i in 0..count {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for j in 0..count {
                if i == j {
                    continue;
                }
                let wanted = f64::from(steps[i * count + j]);
                let weight = 1.0 / (wanted * wanted);
                let (dx, dy) = (places[i].0 - places[j].0, places[i].1 - places[j].1);
                let length = (dx * dx + dy * dy).sqrt().max(1e-9);
                x += weight * (places[j].0 + wanted * dx / length);
                y += weight * (places[j].1 + wanted * dy / length);
                weights += weight;
            }
            if weights > 0.0 {
                places[i] = (x / weights, y / weights);
            }
        }
    }
    let edge = |pick: fn(&(f64, f64)) -> f64, better: fn(f64, f64) -> f64| {
        places.iter().map(pick).reduce(better).unwrap_or(0.0)
    };
    let (left, right) = (edge(|p| p.0, f64::min), edge(|p| p.0, f64::max));
    let (top, bottom) = (edge(|p| p.1, f64::min), edge(|p| p.1, f64::max));
    let scale = WIDTH / (right - left).max(bottom - top).max(1e-9);
    for (node, place) in config.nodes.iter_mut().zip(&places) {
        node.x = ((place.0 - left) * scale).round();
        node.y = ((place.1 - top) * scale).round();
    }
}

/// Points that nowhere coincide, as on a sunflower.
fn spiral(i: usize) -> (f64, f64) {
    let (radius, angle) = ((i as f64).sqrt(), i as f64 * 2.399_963);
    (radius * angle.cos(), radius * angle.sin())
}

/// The number of steps between every two nodes; for those in different parts one more than any.
fn distances(config: &Config) -> Vec<u16> {
    let count = config.nodes.len();
    let mut by_id: Vec<(i32, usize)> =
        config.nodes.iter().enumerate().map(|(i, node)| (node.id, i)).collect();
    by_id.sort_unstable();
    let index = |id: i32| by_id[by_id.partition_point(|&(other, _)| other < id)].1;
    let mut neighbours = vec![Vec::new(); count];
    for path in &config.paths {
        let (a, b) = (index(path.from), index(path.to));
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut steps = vec![u16::MAX; count * count];
    let mut queue = Vec::with_capacity(count);
    let mut farthest = 0;
    for start in 0..count {
        let row = &mut steps[start * count..][..count];
        row[start] = 0;
        queue.clear();
        queue.push(start);
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            for &neighbour in &neighbours[node] {
                if row[neighbour] == u16::MAX {
                    row[neighbour] = row[node] + 1;
                    farthest = farthest.max(row[neighbour]);
                    queue.push(neighbour);
                }
            }
        }
    }
    for step in &mut steps {
        if *step == u16::MAX {
            *step = farthest + 1;
        }
    }
    steps
}
