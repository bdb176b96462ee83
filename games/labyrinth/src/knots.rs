//! Whether a wall would cut the labyrinth in two, without looking at the cells at all.
//!
//! The ends of walls are the corners of cells. All cells are connected exactly when the walls, together with the
//! border taken as one point, hold no ring: a ring of walls would enclose cells. So one more wall cuts the
//! labyrinth exactly when its two ends are tied together already. The fixed walls are tied once; the few temporary
//! ones are followed on the spot.

/// The corners of the cells and which of them the fixed walls tie together.
#[derive(Clone, Debug)]
pub struct Knots {
    rows: u32,
    cols: u32,
    /// The knot each corner inside the board belongs to; a forest while walls are tied, flat once settled.
    knot: Vec<u32>,
}

/// The border is the first knot.
const BORDER: u32 = 0;

impl Knots {
    pub(crate) fn new(rows: u16, cols: u16) -> Knots {
        let (rows, cols) = (u32::from(rows), u32::from(cols));
        Knots { rows, cols, knot: (0..=(rows - 1) * (cols - 1)).collect() }
    }

    /// The corner right of and below a cell, by rows and columns counted from 1 at the border.
    fn corner(&self, row: u32, col: u32) -> u32 {
        if row == 0 || col == 0 || row == self.rows || col == self.cols {
            BORDER
        } else {
            1 + (row - 1) * (self.cols - 1) + (col - 1)
        }
    }

    /// The two corners a slot's wall would join.
    fn ends(&self, slot: u32) -> (u32, u32) {
        let (row, col) = (slot / 2 / self.cols, slot / 2 % self.cols);
        let end = self.corner(row + 1, col + 1);
        // A wall under the cell runs along its lower edge, one right of it along its right edge.
        let start =
            if slot.is_multiple_of(2) { self.corner(row + 1, col) } else { self.corner(row, col + 1) };
        (start, end)
    }

    fn root(&mut self, mut corner: u32) -> u32 {
        while self.knot[corner as usize] != corner {
            let above = self.knot[self.knot[corner as usize] as usize];
            self.knot[corner as usize] = above;
            corner = above;
        }
        corner
    }

    /// Ties a fixed wall; `false` if its ends were tied together already, so that it cuts the labyrinth.
    pub(crate) fn tie(&mut self, slot: u32) -> bool {
        let (start, end) = self.ends(slot);
        let (start, end) = (self.root(start), self.root(end));
        self.knot[start.max(end) as usize] = start.min(end);
        start != end
    }

    /// After the last fixed wall: every corner learns its knot.
    pub(crate) fn settle(&mut self) {
        for corner in 0..self.knot.len() as u32 {
            self.knot[corner as usize] = self.root(corner);
        }
    }

    /// The knots that a slot's wall would join.
    pub fn joins(&self, slot: u32) -> (u32, u32) {
        let (start, end) = self.ends(slot);
        (self.knot[start as usize], self.knot[end as usize])
    }

    /// Whether a wall at `slot` would cut the labyrinth, with the fixed walls and those at `standing`.
    pub fn would_cut(&self, slot: u32, standing: impl Iterator<Item = u32> + Clone) -> bool {
        let (start, end) = self.joins(slot);
        if start == end {
            return true;
        }
        if standing.clone().next().is_none() {
            return false;
        }
        // Follow the standing walls from one end. There are hardly ever more than a handful, so a list of the
        // knots reached and repeated passes beat any cleverer structure.
        let mut reached = Reached { few: [start; FEW], count: 1, more: Vec::new() };
        let mut grown = true;
        while grown {
            grown = false;
            for (a, b) in standing.clone().map(|slot| self.joins(slot)) {
                let (has_a, has_b) = (reached.has(a), reached.has(b));
                if has_a != has_b {
                    let new = if has_a { b } else { a };
                    if new == end {
                        return true;
                    }
                    reached.push(new);
                    grown = true;
                }
            }
        }
        false
    }
}

/// How many knots are kept without asking for memory.
const FEW: usize = 16;

/// A list of knots that needs no allocation while it is short.
struct Reached {
    few: [u32; FEW],
    count: usize,
    more: Vec<u32>,
}

impl Reached {
    fn has(&self, knot: u32) -> bool {
        self.few[..self.count].contains(&knot) || self.more.contains(&knot)
    }

    fn push(&mut self, knot: u32) {
        match self.few.get_mut(self.count) {
            Some(place) => {
                *place = knot;
                self.count += 1;
            }
            None => self.more.push(knot),
        }
    }
}
