//! The search for positions with chance or company: a tree of actions grown by upper confidence bounds, with every
//! leaf played out. Chance is drawn afresh on every way down, so a node stands for a line of actions, not a state.

use std::f64::consts::LN_2;

use meydan_core::{Chance, Seed};

use super::playout::{advance, chased_slots, play_out, steps};
use crate::action::Action;
use crate::board::Board;
use crate::log::log2;
use crate::state::State;

/// The best action found and what it promises.
pub(super) struct Best {
    pub(super) action: Action,
    pub(super) won: f64,
    pub(super) playouts: u32,
    pub(super) states: u64,
}

/// How strongly little-tried actions are favoured.
const CURIOSITY: f64 = 0.5;
/// The most walls tried at a node.
const WALLS: usize = 6;

struct Node {
    visits: u32,
    value: f64,
    won: u32,
    children: Vec<(Action, u32)>,
}

/// The search always starts from the same seed: the same question has the same answer.
pub(super) fn search(board: &Board, state: &State, budget: u64) -> Best {
    // Every act looks at all hunters, and at the end of a round every hunter at all runners.
    let weight = 1 + (state.hunters.len() + state.runners.len()) as u64 / 32;
    // A game with many runners on a large board is not played out to its end.
    let rounds = budget / weight / u64::from(state.on_board().max(1));
    let mut tree = Tree {
        board,
        horizon: (3 * u32::from(board.rows + board.cols)).min(rounds.clamp(1, 1 << 20) as u32),
        nodes: vec![Node::new()],
        chance: Chance::new(Seed(0x1abe)),
        log: Vec::new(),
        actions: Vec::new(),
        path: Vec::new(),
    };
    let mut spent = 0;
    loop {
        spent += tree.descend(state) * weight;
        if spent >= budget {
            break;
        }
    }
    let root = &tree.nodes[0];
    let &(action, child) = root
        .children
        .iter()
        .max_by_key(|(_, child)| tree.nodes[*child as usize].visits)
        .expect("the first way down has tried an action");
    let child = &tree.nodes[child as usize];
    let won = f64::from(child.won) / f64::from(child.visits);
    Best { action, won, playouts: root.visits, states: spent }
}

struct Tree<'a> {
    board: &'a Board,
    horizon: u32,
    nodes: Vec<Node>,
    chance: Chance,
    log: Vec<crate::event::Event>,
    actions: Vec<Action>,
    path: Vec<u32>,
}

impl Node {
    fn new() -> Node {
        Node { visits: 0, value: 0.0, won: 0, children: Vec::new() }
    }
}

impl Tree<'_> {
    /// One way down the tree, one new node, one game played out. Gives the number of actions played.
    fn descend(&mut self, state: &State) -> u64 {
        let mut state = state.clone();
        let mut at = 0;
        let mut acts = 1;
        self.path.clear();
        self.path.push(0);
        while state.result.is_none() {
            let (action, child, new) = self.choose(&state, at);
            advance(self.board, &mut state, action, &mut self.chance, &mut self.log);
            acts += 1;
            self.path.push(child);
            at = child;
            if new {
                break;
            }
        }
        let played = play_out(self.board, &mut state, self.horizon, &mut self.chance, &mut self.log);
        for &node in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.value += played.value;
            node.won += u32::from(played.won);
        }
        acts + played.acts
    }

    /// The child to go to: one never tried, or the one with the highest bound.
    fn choose(&mut self, state: &State, at: u32) -> (Action, u32, bool) {
        candidates(self.board, state, &mut self.actions);
        let node = &self.nodes[at as usize];
        let untried = self
            .actions
            .iter()
            .copied()
            .find(|action| node.children.iter().all(|(tried, _)| tried != action));
        if let Some(action) = untried {
            let child = self.nodes.len() as u32;
            self.nodes.push(Node::new());
            self.nodes[at as usize].children.push((action, child));
            return (action, child, true);
        }
        let log = log2(u64::from(node.visits)) * LN_2;
        let bound = |child: u32| {
            let child = &self.nodes[child as usize];
            let visits = f64::from(child.visits.max(1));
            child.value / visits + CURIOSITY * (log / visits).sqrt()
        };
        // Only what is possible here and now: chance may have taken an action away.
        let possible = node.children.iter().filter(|(action, _)| self.actions.contains(action));
        let &(action, child) = possible
            .max_by(|a, b| bound(a.1).total_cmp(&bound(b.1)))
            .expect("every candidate has been tried, and there is one");
        (action, child, false)
    }
}

/// What is worth trying: every step, staying, the walls in the way of hunters heading for this runner, every push.
fn candidates(board: &Board, state: &State, out: &mut Vec<Action>) {
    out.clear();
    if state.owes_push {
        return state.legal(board, out);
    }
    let runner = state.runners[state.turn as usize];
    out.extend(steps(board, state, runner.at).map(|(action, _)| action));
    out.push(Action::Stay);
    if runner.budget > 0 {
        let mut slots = Vec::new();
        chased_slots(board, state, runner.at, &mut slots);
        let free = slots.into_iter().filter(|&slot| state.may_stand(board, slot).is_ok());
        out.extend(free.take(WALLS).map(|slot| Action::Wall(board.wall(slot))));
    }
}
