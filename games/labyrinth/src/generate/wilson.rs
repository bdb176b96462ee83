use meydan_core::Chance;

/// The tree leads from this cell to the one below.
pub(super) const BELOW: u8 = 1;
/// The tree leads from this cell to the one on the right.
pub(super) const RIGHT: u8 = 2;

/// A uniform spanning tree of the grid by Wilson's walks: from each cell that is not in the tree yet, walk at random
/// until the tree is met; the walk without its loops (which the last way out of each cell tells) joins the tree.
pub(super) fn tree(rows: u32, cols: u32, chance: &mut Chance) -> Vec<u8> {
    let count = (rows * cols) as usize;
    let mut joined = vec![false; count];
    let mut way_out = vec![0u8; count];
    let mut edges = vec![0u8; count];
    joined[chance.below(rows * cols) as usize] = true;
    for start in 0..rows * cols {
        let mut at = start;
        while !joined[at as usize] {
            let way = random_way(at, rows, cols, chance);
            way_out[at as usize] = way;
            at = beside(at, way, cols);
        }
        let mut at = start;
        while !joined[at as usize] {
            joined[at as usize] = true;
            let way = way_out[at as usize];
            let next = beside(at, way, cols);
            let bit = if way < 2 { BELOW } else { RIGHT };
            edges[at.min(next) as usize] |= bit;
            at = next;
        }
    }
    edges
}

/// A neighbour inside the grid, each equally likely: 0 up, 1 down, 2 left, 3 right.
fn random_way(at: u32, rows: u32, cols: u32, chance: &mut Chance) -> u8 {
    let (row, col) = (at / cols, at % cols);
    let inside = [row > 0, row + 1 < rows, col > 0, col + 1 < cols];
    if inside == [true; 4] {
        return chance.below(4) as u8;
    }
    let nth = chance.below(inside.iter().filter(|&&open| open).count() as u32) as usize;
    let ways = (0..4u8).filter(|&way| inside[usize::from(way)]);
    ways.into_iter().nth(nth).expect("the draw is below the number of neighbours")
}

fn beside(at: u32, way: u8, cols: u32) -> u32 {
    match way {
        0 => at - cols,
        1 => at + cols,
        2 => at - 1,
        _ => at + 1,
    }
}
