//! The path search, bit for bit the original's (spec 6).
//!
//! The original searches best-first with a constant estimate, so it visits cells in rings of equal distance; which
//! of several shortest ways it finds depends on the order inside a ring, and that on the exact moves of its heap.
//! What can be left out without changing the result is left out:
//!
//! * Neighbours on a grid differ in parity, so an open neighbour always has an equal cost.
//! * A cell that is pushed is of the farthest ring so far, so it never rises in the heap.
//! * The search ends as soon as the target's last possible parent has been looked at.

use crate::state::{CellId, Grid};

/// A cell nobody has looked at.
const NEW: u8 = 0;
/// A cell in the heap.
const OPEN: u8 = 1;
/// A cell that is done, or that cannot be walked on.
const CLOSED: u8 = 2;

/// Buffers of the search, kept between searches.
#[derive(Debug, Default)]
pub(crate) struct Search {
    marks: Vec<u8>,
    parents: Vec<CellId>,
    heap: Heap,
}

impl Clone for Search {
    /// The buffers hold nothing worth copying.
    fn clone(&self) -> Search {
        Search::default()
    }
}

impl Search {
    /// Finds the original's way from `start` to `target` over cells that have none of the bits of `mask`. `path`
    /// becomes the cells of the way, the target first and the first step last; it is empty if there is none.
    pub(crate) fn route(
        &mut self,
        grid: &Grid,
        bits: &[u8],
        mask: u8,
        start: CellId,
        target: CellId,
        path: &mut Vec<CellId>,
    ) {
        path.clear();
        self.marks.clear();
        self.marks.extend(bits.iter().map(|bits| if bits & mask == 0 { NEW } else { CLOSED }));
        self.parents.resize(bits.len(), 0);
        self.heap.clear();
        self.heap.push(0, start);
        self.marks[usize::from(start)] = OPEN;
        // How many open cells may still become the target's parent, once it has been seen.
        let mut waiting = None;
        while let Some((distance, cell)) = self.heap.pop() {
            self.marks[usize::from(cell)] = CLOSED;
            for next in grid.neighbours(cell) {
                let mark = &mut self.marks[usize::from(next)];
                if *mark == CLOSED {
                    continue;
                }
                let seen = std::mem::replace(mark, OPEN) == OPEN;
                self.parents[usize::from(next)] = cell;
                if next == target {
                    let left = match waiting {
                        Some(left) => left - 1,
                        None => {
                            let rivals = grid.neighbours(target);
                            rivals.iter().filter(|&&rival| self.marks[usize::from(rival)] == OPEN).count()
                        }
                    };
                    if left == 0 {
                        return self.read_back(start, target, path);
                    }
                    waiting = Some(left);
                }
                if seen {
                    // An equal way to an open cell: the later parent wins, and the original rebuilds its heap.
                    self.heap.rebuild();
                } else {
                    self.heap.push(distance + 1, next);
                }
            }
        }
    }

    fn read_back(&self, start: CellId, target: CellId, path: &mut Vec<CellId>) {
        let mut cell = target;
        while cell != start {
            path.push(cell);
            cell = self.parents[usize::from(cell)];
        }
    }
}

/// The original's binary heap: distance in the upper half of an item, cell in the lower.
#[derive(Debug, Default)]
struct Heap(Vec<u32>);

impl Heap {
    fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends a cell of the farthest ring.
    fn push(&mut self, distance: u16, cell: CellId) {
        self.0.push(u32::from(distance) << 16 | u32::from(cell));
    }

    fn pop(&mut self) -> Option<(u16, CellId)> {
        let last = self.0.pop()?;
        let item = match self.0.first_mut() {
            None => last,
            Some(root) => {
                let item = std::mem::replace(root, last);
                sink(&mut self.0, 0);
                item
            }
        };
        Some(((item >> 16) as u16, item as CellId))
    }

    fn rebuild(&mut self) {
        for i in (0..self.0.len() / 2).rev() {
            sink(&mut self.0, i);
        }
    }
}

/// Lets the item at `i` sink below everything that is not strictly greater; of equal children the right one rises.
///
/// The original sinks to a leaf and lets the item rise again while it is strictly smaller. Below `i` the order of
/// the heap holds, so the item comes to rest above the first strictly greater child in both.
fn sink(heap: &mut [u32], mut i: usize) {
    let item = heap[i];
    loop {
        let left = 2 * i + 1;
        let Some(&first) = heap.get(left) else { break };
        let (child, smallest) = match heap.get(left + 1) {
            Some(&second) if first >> 16 >= second >> 16 => (left + 1, second),
            _ => (left, first),
        };
        if item >> 16 < smallest >> 16 {
            break;
        }
        heap[i] = smallest;
        i = child;
    }
    heap[i] = item;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Map, Point};
    use meydan_core::{Chance, Seed};

    /// The way on a map drawn as text, as the points of the steps.
    fn way(rows: &[&str], from: (i32, i32), to: (i32, i32)) -> String {
        let map = Map::from_rows(rows).unwrap();
        let grid = Grid::new(&Config::new(map, 1, 1, &mut Chance::new(Seed(0))));
        let cell = |(x, y)| grid.cell(Point { x, y }).unwrap();
        let mut path = Vec::new();
        Search::default().route(&grid, &grid.ground, 1, cell(from), cell(to), &mut path);
        path.iter().rev().map(|&cell| grid.point(cell).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ways_are_the_originals() {
        // Spec 16.1.
        let (three, five) = (["..."; 3], ["....."; 5]);
        assert_eq!(way(&three, (0, 0), (2, 2)), "1,0 2,0 2,1 2,2");
        assert_eq!(way(&three, (2, 2), (0, 0)), "1,2 0,2 0,1 0,0");
        assert_eq!(way(&five, (0, 0), (4, 4)), "0,1 0,2 0,3 1,3 2,3 3,3 4,3 4,4");
        assert_eq!(way(&five, (2, 2), (0, 4)), "1,2 0,2 0,3 0,4");
        assert_eq!(way(&five, (0, 4), (4, 0)), "0,3 0,2 0,1 1,1 2,1 3,1 4,1 4,0");
        assert_eq!(way(&["....", "..#.", "...."], (0, 1), (3, 1)), "1,1 1,2 2,2 3,2 3,1");
    }

    #[test]
    fn walls_can_leave_no_way() {
        assert_eq!(way(&[".#."], (0, 0), (2, 0)), "");
    }

    /// The search as the specification words it, without any short cut.
    fn plain(grid: &Grid, bits: &[u8], mask: u8, start: CellId, target: CellId) -> Vec<CellId> {
        fn rise(heap: &mut [(u32, CellId)], lo: usize, mut i: usize) {
            let item = heap[i];
            while i > lo && item.0 < heap[(i - 1) / 2].0 {
                heap[i] = heap[(i - 1) / 2];
                i = (i - 1) / 2;
            }
            heap[i] = item;
        }
        fn sink(heap: &mut [(u32, CellId)], mut i: usize) {
            let (item, lo) = (heap[i], i);
            while 2 * i + 1 < heap.len() {
                let left = 2 * i + 1;
                let child =
                    if left + 1 >= heap.len() || heap[left].0 < heap[left + 1].0 { left } else { left + 1 };
                heap[i] = heap[child];
                i = child;
            }
            heap[i] = item;
            rise(heap, lo, i);
        }
        let mut cost = vec![u32::MAX; bits.len()];
        let mut closed = vec![false; bits.len()];
        let mut parent = vec![0; bits.len()];
        let mut heap = vec![(1, start)];
        cost[usize::from(start)] = 0;
        while let Some(last) = heap.pop() {
            let (_, cell) = if heap.is_empty() {
                last
            } else {
                let root = std::mem::replace(&mut heap[0], last);
                sink(&mut heap, 0);
                root
            };
            if cell == target {
                let mut way = vec![];
                let mut at = target;
                while at != start {
                    way.push(at);
                    at = parent[usize::from(at)];
                }
                return way;
            }
            closed[usize::from(cell)] = true;
            for next in grid.neighbours(cell) {
                let n = usize::from(next);
                if bits[n] & mask != 0 || closed[n] {
                    continue;
                }
                let through = cost[usize::from(cell)] + 1;
                let open = cost[n] != u32::MAX;
                if open && cost[n] < through {
                    continue;
                }
                parent[n] = cell;
                cost[n] = through;
                if open {
                    for item in heap.iter_mut().filter(|item| item.1 == next) {
                        item.0 = through + 1;
                    }
                    for i in (0..heap.len() / 2).rev() {
                        sink(&mut heap, i);
                    }
                } else {
                    heap.push((through + 1, next));
                    let end = heap.len() - 1;
                    rise(&mut heap, 0, end);
                }
            }
        }
        Vec::new()
    }

    #[test]
    fn the_short_cuts_change_nothing() {
        let mut chance = Chance::new(Seed(6));
        let mut search = Search::default();
        let (mut found, mut none) = (0, 0);
        for _ in 0..400 {
            let (width, height) = (1 + chance.below(22) as usize, 1 + chance.below(16) as usize);
            let walls = chance.below(5);
            let rows: Vec<String> = (0..height)
                .map(|_| (0..width).map(|_| if chance.below(10) < walls { '#' } else { '.' }).collect())
                .collect();
            let config = Config::new(Map::from_rows(&rows).unwrap(), 1, 1, &mut chance);
            let grid = Grid::new(&config);
            let free: Vec<CellId> =
                (0..grid.ground.len() as CellId).filter(|&c| grid.ground[usize::from(c)] == 0).collect();
            for _ in 0..20 {
                let (Some(&start), Some(&target)) = (chance.pick(&free), chance.pick(&free)) else { break };
                if start == target {
                    continue;
                }
                let mut path = Vec::new();
                search.route(&grid, &grid.ground, 1, start, target, &mut path);
                assert_eq!(path, plain(&grid, &grid.ground, 1, start, target), "{rows:?} {start} {target}");
                if path.is_empty() { none += 1 } else { found += 1 }
            }
        }
        assert!(found > 3000 && none > 500, "{found} ways, {none} without");
    }
}
