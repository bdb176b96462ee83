//! Where no win can be forced: how to stay on the board the longest by walking.

use super::chase::NONE;
use super::ground::{Ground, Moment, rounds_left, weight};
use super::table::Table;
use crate::action::Action;
use crate::board::Board;
use crate::state::State;

/// The first action of a walk that keeps the only runner free the longest, and for how many rounds; `None` if it leads
/// round and round, or outlasts the game.
///
/// Walls are left out: this is what a runner can do when all is lost, not a proof.
pub(super) fn survive(board: &Board, state: &State) -> (Action, Option<u32>) {
    if state.owes_push {
        return best_push(board, state);
    }
    let ground = Ground::new(board, state);
    let start = ground.start(state);
    let best = Walk::new(&ground, &start, weight(state)).longest(&start);
    let limit = rounds_left(board, state);
    (best.0, best.1.filter(|&rounds| rounds < limit))
}

fn best_push(board: &Board, state: &State) -> (Action, Option<u32>) {
    let mut pushes = Vec::new();
    state.legal(board, &mut pushes);
    let ground = Ground::new(board, state);
    // All pushes together may cost what one walk may.
    let weight = weight(state).saturating_mul(1 + pushes.len() as u64 / 64);
    let mut best = (pushes[0], Some(0));
    for push in pushes {
        let Action::Push { hunter, to } = push else { continue };
        let mut pushed = state.clone();
        pushed.hunters[hunter as usize] = board.index(to);
        let start = ground.start(&pushed);
        let mut next = start.clone();
        if start.hunters.contains(&start.runner) || !ground.answer(&start, start.runner, NONE, &mut next) {
            continue;
        }
        let rounds = Walk::new(&ground, &next, weight).longest(&next).1.map(|rounds| rounds + 1);
        if better(rounds, best.1) {
            best = (push, rounds);
        }
    }
    let limit = rounds_left(board, state);
    (best.0, best.1.filter(|&rounds| rounds < limit))
}

/// `None` is for ever.
fn better(a: Option<u32>, b: Option<u32>) -> bool {
    a.unwrap_or(u32::MAX) > b.unwrap_or(u32::MAX)
}

#[derive(Clone, Copy, PartialEq)]
enum Seen {
    /// Its successors are being looked at: whoever meets it again walks in a ring.
    Open,
    Rounds(u32),
}

/// How many moments are looked at; after that the way found so far has to do.
const MOST: usize = 200_000;

/// A depth-first search for a ring, or else for the longest way.
struct Walk<'a, 'b> {
    ground: &'a Ground<'b>,
    table: Table,
    seen: Vec<Seen>,
    key: Vec<u16>,
    most: usize,
}

struct Frame {
    number: u32,
    /// The successors not yet looked at.
    rest: Vec<(Action, Moment)>,
    /// The best so far: the action and the rounds after it.
    best: (Action, u32),
    doing: Action,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn new(ground: &'a Ground<'b>, start: &Moment, weight: u64) -> Walk<'a, 'b> {
        let most = MOST / weight as usize;
        Walk { ground, table: Table::new(start.width()), seen: Vec::new(), key: Vec::new(), most }
    }

    fn longest(&mut self, start: &Moment) -> (Action, Option<u32>) {
        let mut stack = vec![self.frame(start)];
        loop {
            let Some(top) = stack.last_mut() else { unreachable!("the loop ends with the first frame") };
            let Some((action, next)) = top.rest.pop() else {
                let done = stack.pop().expect("there is a last frame");
                self.seen[done.number as usize] = Seen::Rounds(done.best.1);
                match stack.last_mut() {
                    None => return (done.best.0, Some(done.best.1)),
                    Some(above) => above.offer(done.best.1),
                }
                continue;
            };
            top.doing = action;
            let (number, new) = self.number(&next);
            match (new, self.seen[number as usize]) {
                (false, Seen::Rounds(rounds)) => top.offer(rounds),
                (false, Seen::Open) => return (stack[0].doing, None),
                (true, _) if self.table.len() > self.most => {
                    return (stack[0].doing, Some(stack.len() as u32));
                }
                (true, _) => stack.push(self.frame(&next)),
            }
        }
    }

    fn number(&mut self, moment: &Moment) -> (u32, bool) {
        let mut key = std::mem::take(&mut self.key);
        moment.write_key(&mut key);
        let (number, new) = self.table.insert(&key);
        if new {
            self.seen.push(Seen::Open);
        }
        self.key = key;
        (number, new)
    }

    fn frame(&mut self, moment: &Moment) -> Frame {
        let (number, _) = self.number(moment);
        let mut rest = Vec::new();
        let mut next = moment.clone();
        let stay = (Action::Stay, moment.runner);
        for (action, to) in self.ground.steps(moment).map(|(dir, to)| (Action::Move(dir), to)).chain([stay]) {
            // Where this is asked, the core does not help: it comes too late or is not enough.
            if to != self.ground.board().core && self.ground.answer(moment, to, NONE, &mut next) {
                rest.push((action, next.clone()));
            }
        }
        Frame { number, rest, best: (Action::Stay, 0), doing: Action::Stay }
    }
}

impl Frame {
    fn offer(&mut self, rounds: u32) {
        if rounds + 1 > self.best.1 {
            self.best = (self.doing, rounds + 1);
        }
    }
}
