//! Places for the nodes of a map that comes without a drawing.

use super::Config;

/// How wide and high the drawn city is at most.
const SIZE: f64 = 1000.0;

/// Spreads the nodes of a checked config by their distances.
pub(super) fn place(config: &mut Config) {
    let mut by_id: Vec<(i32, usize)> =
        config.nodes.iter().enumerate().map(|(i, node)| (node.id, i)).collect();
    by_id.sort_unstable();
    let index = |id: i32| by_id[by_id.partition_point(|&(other, _)| other < id)].1;
    let edges = config.paths.iter().map(|path| (index(path.from), index(path.to)));
    let mut places = meydan_layout::place(config.nodes.len(), edges);
    meydan_layout::fit(&mut places, 0.0, SIZE, 1.0);
    for (node, place) in config.nodes.iter_mut().zip(places) {
        [node.x, node.y] = place;
    }
}
