//! The hunters' phase against a single runner, stripped to what a search needs.

use crate::board::Board;
use crate::geometry::Dir;

/// No wall.
pub(super) const NONE: u32 = u32::MAX;

/// The tables of a chase. With one runner every hunter heads for it, so hunters never depend on each other.
pub(super) struct Chase<'a> {
    pub(super) board: &'a Board,
}

/// Where a hunter is after its two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hunted {
    Caught,
    At(u16),
}

/// The walls of one moment: a table of open sides and up to two walls more.
#[derive(Clone, Copy)]
pub(super) struct Walls<'a> {
    pub(super) open: &'a [u8],
    pub(super) more: [u32; 2],
}

impl Walls<'_> {
    pub(super) fn crossed(&self, board: &Board, at: u16, dir: Dir) -> Option<u32> {
        if self.open[usize::from(at)] & dir.bit() == 0 {
            return None;
        }
        let slot = board.slot_beside(at, dir);
        (slot != self.more[0] && slot != self.more[1]).then_some(slot)
    }
}

impl<'a> Chase<'a> {
    /// The ways a hunter tries, in its order: along the row, then along the column.
    pub(super) fn ways(&self, from: u16, prey: u16) -> [Option<Dir>; 2] {
        let ((row, col), (to_row, to_col)) = (self.board.place(from), self.board.place(prey));
        let side = |from: u8, to: u8, less, more| match to.cmp(&from) {
            std::cmp::Ordering::Less => Some(less),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(more),
        };
        [side(col, to_col, Dir::Left, Dir::Right), side(row, to_row, Dir::Up, Dir::Down)]
    }

    /// One step of a hunter, and the slot it crosses; it stays if it cannot get closer.
    pub(super) fn step(&self, walls: Walls<'_>, from: u16, prey: u16) -> (u16, u32) {
        for dir in self.ways(from, prey).into_iter().flatten() {
            if let Some(slot) = walls.crossed(self.board, from, dir) {
                return (self.board.beside(from, dir), slot);
            }
        }
        (from, NONE)
    }

    /// Both steps of a hunter; `crossed` hears of every slot it crosses.
    pub(super) fn hunt(
        &self,
        walls: Walls<'_>,
        from: u16,
        prey: u16,
        mut crossed: impl FnMut(u32),
    ) -> Hunted {
        let mut at = from;
        for _ in 0..2 {
            let (next, slot) = self.step(walls, at, prey);
            if slot == NONE {
                break;
            }
            crossed(slot);
            at = next;
            if at == prey {
                return Hunted::Caught;
            }
        }
        Hunted::At(at)
    }
}
