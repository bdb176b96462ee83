use crate::board::Board;
use crate::event::Event;
use crate::geometry::Dir;
use crate::state::{Standing, State};

/// How many steps a hunter takes in a round.
const STEPS: u8 = 2;

impl State {
    /// The hunters' phase: two steps, each taken by all hunters at once; after each, runners are caught.
    pub(super) fn hunt(&mut self, board: &Board, log: &mut Vec<Event>) {
        // Each runner's row and column are asked for by every hunter in every step.
        let mut prey = std::mem::take(&mut self.prey);
        for step in 1..=STEPS {
            prey.clear();
            let running = self.runners.iter().filter(|runner| runner.status == Standing::On);
            prey.extend(running.map(|runner| board.place(runner.at)));
            for hunter in 0..self.hunters.len() {
                let from = self.hunters[hunter];
                if let Some(dir) = self.chase(board, from, &prey) {
                    let to = board.beside(from, dir);
                    self.hunters[hunter] = to;
                    let (hunter, from, to) = (hunter as u32, board.cell(from), board.cell(to));
                    log.push(Event::HunterStep { hunter, step, from, to });
                }
            }
            self.catch_all(board, log);
            if self.on_board == 0 {
                self.check_end(board, log);
                break;
            }
        }
        self.prey = prey;
    }

    /// Which way a hunter steps: towards the nearest runner (ties: the lowest index), along the row if it can,
    /// else along the column.
    fn chase(&self, board: &Board, from: u16, prey: &[(u8, u8)]) -> Option<Dir> {
        let (row, col) = board.place(from);
        let &target =
            prey.iter().min_by_key(|(r, c)| u16::from(r.abs_diff(row)) + u16::from(c.abs_diff(col)))?;
        [beside(col, target.1, Dir::Left, Dir::Right), beside(row, target.0, Dir::Up, Dir::Down)]
            .into_iter()
            .flatten()
            .find(|&dir| self.is_open(from, dir))
    }
}

fn beside(from: u8, to: u8, less: Dir, more: Dir) -> Option<Dir> {
    match to.cmp(&from) {
        std::cmp::Ordering::Less => Some(less),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(more),
    }
}
