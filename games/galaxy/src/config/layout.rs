//! Where to draw the planets of a map whose file does not say.

use super::Map;

/// Places planets so that distances on the picture follow distances on the graph: stress majorisation from a
/// circle, then scaled to the square from 0 to 100. The result is for drawing only.
pub(super) fn positions(map: &Map) -> Vec<[f64; 2]> {
    let n = map.len();
    let mut at: Vec<[f64; 2]> = (0..n)
        .map(|i| {
            let angle = i as f64 / n as f64 * std::f64::consts::TAU;
            [angle.cos() * n as f64 / 6.0, angle.sin() * n as f64 / 6.0]
        })
        .collect();
    let distances: Vec<Vec<u16>> = map.planets().map(|planet| map.distances(planet)).collect();
    // The work grows with the square of the planets; a large map gets fewer rounds.
    let rounds = (4_000_000 / (n * n + 1)).clamp(20, 300);
    for _ in 0..rounds {
        for i in 0..n {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for j in 0..n {
                if i == j {
                    continue;
                }
                let wanted = f64::from(distances[i][j]);
                let (dx, dy) = (at[i][0] - at[j][0], at[i][1] - at[j][1]);
                let found = (dx * dx + dy * dy).sqrt().max(1e-9);
                let weight = 1.0 / (wanted * wanted);
                x += weight * (at[j][0] + wanted * dx / found);
                y += weight * (at[j][1] + wanted * dy / found);
                weights += weight;
            }
            if weights > 0.0 {
                at[i] = [x / weights, y / weights];
            }
        }
    }
    to_square(&mut at);
    at
}

/// Scales a drawing to the square from 0 to 100, a little margin left, two digits after the point.
pub(crate) fn to_square(at: &mut [[f64; 2]]) {
    let bound = |axis: usize, pick: fn(f64, f64) -> f64, start: f64| {
        at.iter().map(|position| position[axis]).fold(start, pick)
    };
    let low = [bound(0, f64::min, f64::INFINITY), bound(1, f64::min, f64::INFINITY)];
    let high = [bound(0, f64::max, f64::NEG_INFINITY), bound(1, f64::max, f64::NEG_INFINITY)];
    let size = (high[0] - low[0]).max(high[1] - low[1]).max(1e-9);
    for position in at {
        for axis in 0..2 {
            let centred = (position[axis] - (low[axis] + high[axis]) / 2.0) / size * 92.0 + 50.0;
            position[axis] = (centred * 100.0).round() / 100.0;
        }
    }
}
