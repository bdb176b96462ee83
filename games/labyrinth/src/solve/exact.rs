//! The exact solver: one runner on the board, nothing left to chance.
//!
//! Hunters are deterministic, so the game is a search for a shortest path. A node is a moment at which the runner is
//! to act: (runner, hunters, the wall put up a round ago, budget); each action with the hunters' answer is one round.
//! The search is A\* over rounds: the steps to the core around the fixed walls never overestimate, because a
//! runner takes one step a round and further walls only lengthen its way; and they change by at most one per round,
//! so the estimate is consistent and the first path that reaches the core is a shortest one.
//!
//! What is left out of the search, and why nothing is lost by it:
//!
//! 1. *Walls no hunter ever runs into.* A wall put up in round `t` stands for the hunters' phases of `t` and `t + 1`.
//!    Take a shortest win with as few walls as possible. If no hunter was stopped by one of its walls, replace that
//!    act by `stay`: the hunters walk as before, the runner's ways and the places for later walls only become more, so the
//!    line is still a win in as many rounds with one wall fewer, which contradicts the choice. So only walls need trying that stop a hunter
//!    in phase `t`, or in phase `t + 1`:
//!    * *phase `t`*: until a hunter first runs into the new wall it walks as if it were not there, so the wall is one of
//!      the slots crossed in the phase without it (at most two per hunter);
//!    * *phase `t + 1`*, not stopped by it in `t`: the hunters stand where phase `t` without the wall leaves them, and if the runner is
//!      caught there the wall came too late. The runner acts once in between. If it moves or stays, the wall is again among
//!      the slots crossed by the phase without it, for one of at most five places of the runner. If it puts up another
//!      wall, which needs a budget of two now, the hunter may be turned aside by that one first: so at each of the two
//!      steps both of the hunter's ways count.
//! 2. *Less budget.* Of two nodes that differ in budget only, whatever wins from the smaller wins from the larger. Nodes of
//!    one key are taken from the queue in the order of their rounds (their estimates are equal), so one with no more budget
//!    than an earlier one of the same key is dropped.
//! 3. *Hunters alike.* Hunters do not depend on each other, and all head for the one runner. So their order does not matter, and
//!    two on one cell are one.
//! 4. *Moments too late.* A node whose rounds and estimate exceed the rounds left cannot become a win.

use super::Verdict;
use super::chase::NONE;
use super::ground::{Ground, HEAD, Moment, rounds_left, settle, weight};
use super::table::Table;
use crate::action::Action;
use crate::board::Board;
use crate::geometry::Dir;
use crate::state::State;

/// Solves for the only runner on the board. Cells with boxes are not entered: where there are any, a win is a win
/// (chance has no say in it) but perhaps not the shortest, and the lack of one proves nothing.
pub(super) fn solve(board: &Board, state: &State, budget: u64) -> (Verdict, u64) {
    let mut search = Exact::new(board, state);
    if !search.may_win(state) {
        return (Verdict::NoWin, 0);
    }
    let weight = weight(state);
    let verdict = search.run(state, budget / weight);
    (verdict, search.expanded * weight)
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    act: Act,
    key: u32,
    rounds: u32,
    budget: u16,
}

/// What led to a node, in small.
#[derive(Clone, Copy)]
enum Act {
    Root,
    /// One of the pushes the search began with.
    Push(u32),
    Move(Dir),
    Stay,
    Wall(u32),
}

/// What is known about a key.
#[derive(Clone, Copy)]
struct Known {
    /// The largest budget with which it was taken from the queue, or -1.
    closed: i32,
    /// The last promise in the queue: its rounds and budget.
    rounds: u32,
    budget: u16,
}

struct Exact<'a> {
    ground: Ground<'a>,
    limit: u32,
    table: Table,
    known: Vec<Known>,
    nodes: Vec<Node>,
    /// The queue: the nodes of each estimate.
    queue: Vec<Vec<u32>>,
    pushes: Vec<Action>,
    key: Vec<u16>,
    expanded: u64,
}

impl<'a> Exact<'a> {
    fn new(board: &'a Board, state: &State) -> Exact<'a> {
        let ground = Ground::new(board, state);
        let width = HEAD + state.hunters.len();
        Exact {
            ground,
            limit: rounds_left(board, state),
            table: Table::new(width),
            known: Vec::new(),
            nodes: Vec::new(),
            queue: Vec::new(),
            pushes: Vec::new(),
            key: Vec::with_capacity(width),
            expanded: 0,
        }
    }

    /// Whether this runner's arrival makes a victory at all.
    fn may_win(&self, state: &State) -> bool {
        state.arrived + 1 >= self.ground.board().needed
    }

    fn run(&mut self, state: &State, budget: u64) -> Verdict {
        let root = self.ground.start(state);
        let mut next = root.clone();
        if state.owes_push {
            self.nodes.push(Node { parent: 0, act: Act::Root, key: 0, rounds: 0, budget: root.budget });
            state.legal(self.ground.board(), &mut self.pushes);
            for push in 0..self.pushes.len() {
                let Action::Push { hunter, to } = self.pushes[push] else { continue };
                let mut hunters = state.hunters.clone();
                hunters[hunter as usize] = self.ground.board().index(to);
                settle(&mut hunters);
                let pushed = Moment { hunters, ..root.clone() };
                if !pushed.hunters.contains(&root.runner)
                    && self.ground.answer(&pushed, root.runner, NONE, &mut next)
                {
                    self.queue(0, Act::Push(push as u32), &next, 1);
                }
            }
        } else {
            self.queue(0, Act::Root, &root, 0);
        }
        let mut moment = root;
        let mut walls = Vec::new();
        let mut estimate = 0;
        while estimate < self.queue.len() {
            let Some(number) = self.queue[estimate].pop() else {
                estimate += 1;
                continue;
            };
            let node = self.nodes[number as usize];
            let known = &mut self.known[node.key as usize];
            if known.closed >= i32::from(node.budget) {
                continue;
            }
            known.closed = i32::from(node.budget);
            if self.expanded == budget {
                return Verdict::GaveUp;
            }
            self.expanded += 1;
            moment.read_key(self.table.key(node.key));
            moment.budget = node.budget;
            if let Some(last) = self.expand(number, node.rounds + 1, &moment, &mut next, &mut walls) {
                let line = self.line(number, last);
                let rounds = line.len() as u32;
                return Verdict::Win { line, rounds };
            }
        }
        Verdict::NoWin
    }

    /// Queues what may follow; the way to the core if it is one step.
    fn expand(
        &mut self,
        number: u32,
        rounds: u32,
        moment: &Moment,
        next: &mut Moment,
        walls: &mut Vec<u32>,
    ) -> Option<Dir> {
        let steps: [Option<(Dir, u16)>; 4] = {
            let mut steps = self.ground.steps(moment);
            std::array::from_fn(|_| steps.next())
        };
        for (dir, to) in steps.into_iter().flatten() {
            if to == self.ground.board().core {
                return Some(dir);
            }
            if self.ground.answer(moment, to, NONE, next) {
                self.queue(number, Act::Move(dir), next, rounds);
            }
        }
        if self.ground.answer(moment, moment.runner, NONE, next) {
            self.queue(number, Act::Stay, next, rounds);
        }
        self.ground.useful_walls(moment, walls);
        for &slot in walls.iter() {
            if self.ground.answer(moment, moment.runner, slot, next) {
                self.queue(number, Act::Wall(slot), next, rounds);
            }
        }
        None
    }

    fn queue(&mut self, parent: u32, act: Act, moment: &Moment, rounds: u32) {
        let estimate = rounds + u32::from(self.ground.board().to_core[usize::from(moment.runner)]);
        if estimate > self.limit {
            return;
        }
        let mut key = std::mem::take(&mut self.key);
        moment.write_key(&mut key);
        let (number, new) = self.table.insert(&key);
        self.key = key;
        let promise = Known { closed: -1, rounds, budget: moment.budget };
        if new {
            self.known.push(promise);
        } else {
            let known = &mut self.known[number as usize];
            let closed = known.closed >= i32::from(moment.budget);
            if closed || (known.rounds <= rounds && known.budget >= moment.budget) {
                return;
            }
            if rounds < known.rounds || (rounds == known.rounds && moment.budget > known.budget) {
                *known = Known { closed: known.closed, ..promise };
            }
        }
        let node = Node { parent, act, key: number, rounds, budget: moment.budget };
        let estimate = estimate as usize;
        if self.queue.len() <= estimate {
            self.queue.resize_with(estimate + 1, Vec::new);
        }
        self.queue[estimate].push(self.nodes.len() as u32);
        self.nodes.push(node);
    }

    fn line(&self, mut number: u32, last: Dir) -> Vec<Action> {
        let board = self.ground.board();
        let mut line = vec![Action::Move(last)];
        loop {
            let node = self.nodes[number as usize];
            line.push(match node.act {
                Act::Root => break,
                Act::Move(dir) => Action::Move(dir),
                Act::Stay => Action::Stay,
                Act::Wall(slot) => Action::Wall(board.wall(slot)),
                Act::Push(push) => self.pushes[push as usize],
            });
            number = node.parent;
        }
        line.reverse();
        line
    }
}
