//! Places for the nodes of a graph that comes without a drawing.
//!
//! Only operations are used whose results are the same everywhere (`+ − × ÷ √` on 64-bit floats), so a map is laid out the
//! same on every machine and in a browser.
//!
//! ```
//! // Three nodes in a row: the middle one comes to lie between the others.
//! let mut at = meydan_layout::place(3, [(0, 1), (1, 2)]);
//! meydan_layout::fit(&mut at, 0.0, 100.0, 1.0);
//! let middle = [(at[0][0] + at[2][0]) / 2.0, (at[0][1] + at[2][1]) / 2.0];
//! assert!((middle[0] - at[1][0]).abs() < 10.0 && (middle[1] - at[1][1]).abs() < 10.0);
//! ```

/// A point of the picture: from left to right, from top to bottom.
pub type Point = [f64; 2];

/// Pairs of nodes looked at in all rounds together, so that a large graph costs no more than a moment.
const WORK: usize = 12_000_000;

/// Spreads nodes so that their distance in the picture follows their distance in steps: each node in turn moves to where
/// its springs to all the others want it (stress majorisation). Nodes without a way between them stand a step farther
/// apart than any that have one.
///
/// # Panics
/// If an edge names a node that is not there.
pub fn place(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<Point> {
    let steps = distances(nodes, edges);
    let mut at = spiral(nodes);
    let rounds = (WORK / (nodes * nodes).max(1)).clamp(20, 200);
    for _ in 0..rounds {
        for i in 0..nodes {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for j in (0..nodes).filter(|&j| j != i) {
                let wanted = f64::from(steps[i * nodes + j]);
                let weight = 1.0 / (wanted * wanted);
                let (dx, dy) = (at[i][0] - at[j][0], at[i][1] - at[j][1]);
                let found = (dx * dx + dy * dy).sqrt().max(1e-9);
                x += weight * (at[j][0] + wanted * dx / found);
                y += weight * (at[j][1] + wanted * dy / found);
                weights += weight;
            }
            if weights > 0.0 {
                at[i] = [x / weights, y / weights];
            }
        }
    }
    at
}

/// Moves and scales a picture into the middle of the square from `low` to `high`, and rounds every coordinate; `steps` are the
/// places it can have between two whole numbers.
pub fn fit(at: &mut [Point], low: f64, high: f64, steps: f64) {
    let bound = |axis: usize, pick: fn(f64, f64) -> f64| at.iter().map(|point| point[axis]).reduce(pick);
    let bounds = [0, 1].map(|axis| bound(axis, f64::min).zip(bound(axis, f64::max)));
    let [Some((left, right)), Some((top, bottom))] = bounds else { return };
    let size = (right - left).max(bottom - top).max(1e-9);
    let middle = [(left + right) / 2.0, (top + bottom) / 2.0];
    for point in at {
        for axis in 0..2 {
            let place = (point[axis] - middle[axis]) / size * (high - low) + (low + high) / 2.0;
            point[axis] = (place * steps).round() / steps;
        }
    }
}

/// The cosine and the sine of the golden angle.
const TURN: (f64, f64) = (-0.737_368_878_078_319_7, 0.675_490_294_261_523_8);

/// Points that nowhere coincide, as on a sunflower.
fn spiral(count: usize) -> Vec<Point> {
    let mut way = (1.0, 0.0);
    (0..count)
        .map(|i| {
            let radius = (i as f64).sqrt();
            let point = [radius * way.0, radius * way.1];
            way = (way.0 * TURN.0 - way.1 * TURN.1, way.0 * TURN.1 + way.1 * TURN.0);
            point
        })
        .collect()
}

/// The number of steps between every two nodes, row by row.
fn distances(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<u16> {
    const FAR: u16 = u16::MAX;
    let mut neighbours = vec![Vec::new(); nodes];
    for (a, b) in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut steps = vec![FAR; nodes * nodes];
    let mut queue = Vec::with_capacity(nodes);
    let mut farthest = 0;
    for (start, row) in steps.chunks_mut(nodes.max(1)).enumerate() {
        row[start] = 0;
        queue.clear();
        queue.push(start);
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            for &neighbour in &neighbours[node] {
                if row[neighbour] == FAR {
                    row[neighbour] = row[node] + 1;
                    farthest = farthest.max(row[neighbour]);
                    queue.push(neighbour);
                }
            }
        }
    }
    steps.iter_mut().filter(|step| **step == FAR).for_each(|step| *step = farthest + 1);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: Point, b: Point) -> f64 {
        ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
    }

    #[test]
    fn a_ring_becomes_a_circle() {
        let at = place(12, (0..12).map(|i| (i, (i + 1) % 12)));
        let middle = [0, 1].map(|axis| at.iter().map(|point| point[axis]).sum::<f64>() / 12.0);
        let radii: Vec<f64> = at.iter().map(|&point| distance(point, middle)).collect();
        let (least, most) = radii.iter().fold((f64::MAX, 0.0f64), |(l, m), &r| (l.min(r), m.max(r)));
        assert!(most / least < 1.1, "{radii:?}");
    }

    #[test]
    fn a_row_is_as_long_as_its_steps() {
        let at = place(10, (0..9).map(|i| (i, i + 1)));
        assert!((distance(at[0], at[9]) - 9.0).abs() < 0.5, "{at:?}");
    }

    #[test]
    fn nodes_without_a_way_keep_apart() {
        let at = place(4, [(0, 1), (2, 3)]);
        assert!(distance(at[0], at[2]) > distance(at[0], at[1]));
        assert_eq!(place(0, []), Vec::<Point>::new());
        assert_eq!(place(1, [(0, 0)]).len(), 1);
    }

    #[test]
    fn pictures_fit_their_square() {
        let mut at = vec![[-3.0, 1.0], [5.0, 2.0], [0.0, 1.004]];
        fit(&mut at, 4.0, 96.0, 100.0);
        assert_eq!(at, [[4.0, 44.25], [96.0, 55.75], [38.5, 44.3]]);
        let mut alone = vec![[7.0, 7.0]];
        fit(&mut alone, 0.0, 1000.0, 1.0);
        assert_eq!(alone, [[500.0, 500.0]]);
    }

    #[test]
    fn a_picture_is_the_same_on_every_machine() {
        // A grid of three by four; another machine that gives other numbers does other arithmetic.
        let across = (0..12).filter(|i| i % 4 < 3).map(|i| (i, i + 1));
        let down = (0..8).map(|i| (i, i + 4));
        let at = place(12, across.chain(down));
        let bits = at.iter().flatten().fold(0u64, |sum, x| sum.rotate_left(7) ^ x.to_bits());
        assert_eq!(bits, 17_165_593_919_453_557_929, "{at:?}");
    }
}
