//! The search for several runners at once, and for one on its way to a box: nothing is left to chance until a box opens.
//!
//! A node is a moment at which a runner is to act: (whose turn, runners, arrived, hunters, temporary walls, budgets). One act is one
//! step of the search, and after the last runner's act the hunters answer. The search is A\* over rounds. As many
//! runners as are still needed must walk to the core, each at most one step a round, so the steps of the last of the
//! nearest ones never overestimate; a runner that has acted in a round has one round more to go. No act lowers rounds plus
//! estimate, so the first victory taken from the queue is a shortest one, and an empty queue proves that there is none.
//!
//! What is left out, and why nothing is lost by it:
//!
//! 1. *Walls no hunter ever runs into*: as for one runner (`exact.rs`, 1), such an act may be replaced by `stay`. A wall put
//!    up in round `t` can stop a hunter only in the phases `t` and `t + 1`. Which way a hunter goes depends on where runners
//!    will be, so every slot counts that a hunter could try to cross on its way towards any place where a runner could be by then.
//!    Where the last runner of a round acts, phase `t` is known and its slots are the ones that are crossed.
//! 2. *Less budget*: of two nodes that differ in budgets only, whatever wins from the smaller wins from the larger.
//! 3. *Hunters alike*: each heads for the runner nearest to it, whatever the others do. Their order does not matter, and two on
//!    one cell are one.
//! 4. *Moments too late*, and moments at which too few runners are left.

use super::ground::settle;
use super::table::Table;
use crate::action::Action;
use crate::board::Board;
use crate::geometry::Dir;
use crate::state::{LIFE, Standing, State};

/// A runner that is not on the board.
const GONE: u16 = u16::MAX;
/// No node.
const NIL: u32 = u32::MAX;

/// How a search is to be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// The most moments it may look at.
    pub(super) budget: u64,
    /// Whether walls are put up.
    pub(super) walls: bool,
    /// How much the steps to go count against rounds: with 1 the first victory is a shortest one.
    pub(super) weight: u32,
    /// Victories that take more rounds do not count.
    pub(super) rounds: u32,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found {
    /// A victory: every act until then, in the order of the turns, and how many rounds it takes.
    Win { line: Vec<Action>, rounds: u32 },
    /// There is none.
    Nothing,
    /// There may be one.
    Unknown,
}

/// The way to a box, all acts included.
#[derive(Clone, Debug)]
pub(super) struct ToBox {
    pub(super) line: Vec<Action>,
}

/// Where a search that found no victory came to.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    /// The act that leads there, if any act does.
    pub(super) act: Option<Action>,
    /// How many rounds it takes.
    pub(super) rounds: u32,
    /// How many steps the runners that are needed have to go from there.
    pub(super) steps: u32,
}

/// A search and what it has met.
pub(super) struct Joint<'a> {
    board: &'a Board,
    state: &'a State,
    terms: Terms,
    count: usize,
    most_walls: usize,
    needed: u16,
    boxes: Vec<u16>,
    table: Table,
    /// For every key the last node that was closed, and the best that was promised.
    closed: Vec<u32>,
    promised: Vec<u32>,
    nodes: Vec<Node>,
    budgets: Vec<u16>,
    queue: Vec<Vec<u32>>,
    /// Nothing is queued before this.
    first: usize,
    key: Vec<u16>,
    pushes: Vec<Action>,
    to_boxes: Vec<(u32, Dir, u16)>,
    /// The node with the fewest steps to go, these, and after how many rounds; and the node that lasts longest.
    nearest: Option<(u32, u32, u32)>,
    longest: u32,
    /// How many moments were looked at.
    pub(super) met: u64,
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    /// The node of the same key that was closed before.
    before: u32,
    key: u32,
    rounds: u32,
    act: Act,
}

#[derive(Clone, Copy)]
enum Act {
    Root,
    Push(u32),
    Move(Dir),
    Stay,
    Wall(u32),
}

/// A moment at which a runner is to act.
#[derive(Clone, Debug, Default)]
struct Ply {
    turn: usize,
    arrived: u16,
    runners: Vec<u16>,
    hunters: Vec<u16>,
    /// Slots and lives.
    walls: Vec<(u32, u8)>,
    budgets: Vec<u16>,
}

/// What an act leads to.
enum Next {
    Victory,
    Lost,
    /// Somebody is to act, and whether a round has ended before.
    Goes {
        round: bool,
    },
}

impl<'a> Joint<'a> {
    pub(super) fn new(board: &'a Board, state: &'a State, terms: Terms) -> Joint<'a> {
        let count = state.runners.iter().filter(|r| r.status == Standing::On).count();
        let most_walls = state.walls.len() + 2 * count;
        let width = 1 + count + state.hunters.len() + 2 * most_walls;
        Joint {
            board,
            state,
            terms,
            count,
            most_walls,
            needed: board.needed.saturating_sub(state.arrived) as u16,
            boxes: state.boxes.clone(),
            table: Table::new(width),
            closed: Vec::new(),
            promised: Vec::new(),
            nodes: Vec::new(),
            budgets: Vec::new(),
            queue: Vec::new(),
            first: 0,
            key: Vec::with_capacity(width),
            pushes: Vec::new(),
            to_boxes: Vec::new(),
            nearest: None,
            longest: 0,
            met: 0,
        }
    }

    /// Searches until there is a victory, nothing is left, or the budget is used up.
    pub(super) fn run(&mut self) -> Found {
        let root = self.root();
        if self.state.owes_push {
            self.begin_with_pushes(&root);
        } else {
            self.queue(NIL, Act::Root, &root, 0);
        }
        let mut ply = root.clone();
        let mut next = root;
        let mut walls = Vec::new();
        while self.first < self.queue.len() {
            let Some(number) = self.queue[self.first].pop() else {
                self.first += 1;
                continue;
            };
            if self.dominated(self.nodes[number as usize].key, number) {
                continue;
            }
            if self.met >= self.terms.budget {
                return Found::Unknown;
            }
            let key = self.nodes[number as usize].key as usize;
            self.nodes[number as usize].before = std::mem::replace(&mut self.closed[key], number);
            self.read(number, &mut ply);
            self.note(number, &ply);
            let before = self.met;
            if let Some((last, rounds)) = self.expand(number, &ply, &mut next, &mut walls) {
                let mut line = self.line(number);
                line.push(Action::Move(last));
                return Found::Win { line, rounds };
            }
            // A node with many walls to try costs more than one without.
            self.met = before + (self.met - before) / 4;
        }
        Found::Nothing
    }

    /// The ways to boxes that were met, the shortest first.
    pub(super) fn to_boxes(&self) -> Vec<ToBox> {
        let way = |&(number, dir, _): &(u32, Dir, u16)| {
            let mut line = self.line(number);
            line.push(Action::Move(dir));
            ToBox { line }
        };
        self.to_boxes.iter().map(way).collect()
    }

    /// The moment with the fewest steps to go.
    pub(super) fn nearest(&self) -> Option<Reached> {
        self.nearest.map(|(number, steps, rounds)| {
            let act = self.line(number).first().copied();
            Reached { act, rounds, steps }
        })
    }

    /// The moment after the most rounds.
    pub(super) fn longest(&self) -> Option<Reached> {
        let node = self.nodes.get(self.longest as usize)?;
        let act = self.line(self.longest).first().copied();
        Some(Reached { act, rounds: node.rounds, steps: 0 })
    }

    /// The fewest rounds that any victory can take.
    pub(super) fn least(&self) -> u32 {
        // A push is a turn of its own.
        self.estimate(&self.root()) + u32::from(self.state.owes_push && self.count == 1)
    }

    /// How many steps the needed runners have to go from the start.
    pub(super) fn steps_now(&self) -> u32 {
        self.steps(&self.root())
    }

    fn root(&self) -> Ply {
        let on = || self.state.runners.iter().filter(|r| r.status == Standing::On);
        let before = self.state.runners[..self.state.turn as usize].iter();
        let mut hunters = self.state.hunters.clone();
        settle(&mut hunters);
        Ply {
            turn: before.filter(|r| r.status == Standing::On).count(),
            arrived: 0,
            runners: on().map(|r| r.at).collect(),
            hunters,
            walls: self.state.walls.iter().map(|wall| (wall.slot, wall.life)).collect(),
            budgets: on().map(|r| if self.terms.walls { r.budget } else { 0 }).collect(),
        }
    }

    fn begin_with_pushes(&mut self, root: &Ply) {
        let mut pushes = Vec::new();
        self.state.legal(self.board, &mut pushes);
        self.pushes = pushes;
        let mut next = root.clone();
        for push in 0..self.pushes.len() {
            let Action::Push { hunter, to } = self.pushes[push] else { continue };
            let mut pushed = root.clone();
            pushed.hunters = self.state.hunters.clone();
            pushed.hunters[hunter as usize] = self.board.index(to);
            settle(&mut pushed.hunters);
            catch(&mut pushed);
            // The push is the turn, unless it has ended the game.
            if let Next::Goes { round } = self.pass(&mut pushed, &mut next) {
                self.queue(NIL, Act::Push(push as u32), &next, u32::from(round));
            }
        }
    }

    /// Queues what may follow; a step that wins, and in how many rounds.
    fn expand(&mut self, number: u32, ply: &Ply, next: &mut Ply, walls: &mut Vec<u32>) -> Option<(Dir, u32)> {
        let at = ply.runners[ply.turn];
        let rounds = self.nodes[number as usize].rounds;
        let mut after = ply.clone();
        for dir in Dir::ALL {
            if !self.is_open(&ply.walls, at, dir) {
                continue;
            }
            let to = self.board.beside(at, dir);
            self.met += 1;
            after.clone_from(ply);
            if to == self.board.core {
                after.runners[ply.turn] = GONE;
                after.arrived += 1;
                if after.arrived >= self.needed {
                    return Some((dir, rounds + 1));
                }
            } else if ply.hunters.contains(&to) {
                after.runners[ply.turn] = GONE;
            } else if self.boxes.contains(&to) {
                self.met_box(number, dir, to);
                continue;
            } else {
                after.runners[ply.turn] = to;
            }
            self.follow(number, Act::Move(dir), &mut after, next, rounds);
        }
        self.met += 1;
        after.clone_from(ply);
        self.follow(number, Act::Stay, &mut after, next, rounds);
        if ply.budgets[ply.turn] > 0 {
            self.useful_walls(ply, walls);
            for &slot in walls.iter() {
                self.met += 1;
                after.clone_from(ply);
                after.budgets[ply.turn] -= 1;
                let place = after.walls.partition_point(|(other, _)| *other < slot);
                after.walls.insert(place, (slot, LIFE));
                self.follow(number, Act::Wall(slot), &mut after, next, rounds);
            }
        }
        None
    }

    fn follow(&mut self, number: u32, act: Act, after: &mut Ply, next: &mut Ply, rounds: u32) {
        match self.pass(after, next) {
            // A victory is made by a step, and steps onto the core are looked at before.
            Next::Victory | Next::Lost => {}
            Next::Goes { round } => self.queue(number, act, next, rounds + u32::from(round)),
        }
    }

    /// The turn passes to the next runner; after the last one the hunters answer and the walls age.
    fn pass(&self, after: &mut Ply, next: &mut Ply) -> Next {
        if after.arrived >= self.needed {
            return Next::Victory;
        }
        let mut round = false;
        let turn = (after.turn + 1..self.count).find(|&i| after.runners[i] != GONE);
        let turn = match turn {
            Some(turn) => Some(turn),
            None => {
                round = true;
                self.hunt(after);
                after.walls.iter_mut().for_each(|(_, life)| *life -= 1);
                after.walls.retain(|(_, life)| *life > 0);
                (0..self.count).find(|&i| after.runners[i] != GONE)
            }
        };
        let left = after.runners.iter().filter(|&&at| at != GONE).count();
        match turn {
            Some(turn) if usize::from(self.needed - after.arrived) <= left => {
                after.turn = turn;
                // A runner that is gone needs no walls; so moments that differ in them alone are one.
                for (i, &at) in after.runners.iter().enumerate() {
                    if at == GONE {
                        after.budgets[i] = 0;
                    }
                }
                next.clone_from(after);
                Next::Goes { round }
            }
            _ => Next::Lost,
        }
    }

    fn hunt(&self, ply: &mut Ply) {
        for _ in 0..2 {
            for i in 0..ply.hunters.len() {
                if let Some((dir, _)) = self.chase(ply, ply.hunters[i]) {
                    ply.hunters[i] = self.board.beside(ply.hunters[i], dir);
                }
            }
            catch(ply);
            if ply.runners.iter().all(|&at| at == GONE) {
                return;
            }
        }
        settle(&mut ply.hunters);
    }

    /// The way a hunter steps, and the slot it crosses.
    fn chase(&self, ply: &Ply, from: u16) -> Option<(Dir, u32)> {
        let (row, col) = self.board.place(from);
        let on = ply.runners.iter().filter(|&&at| at != GONE).map(|&at| self.board.place(at));
        let target = on.min_by_key(|(r, c)| u16::from(r.abs_diff(row)) + u16::from(c.abs_diff(col)))?;
        let way = |from: u8, to: u8, less, more| match to.cmp(&from) {
            std::cmp::Ordering::Less => Some(less),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(more),
        };
        let ways = [way(col, target.1, Dir::Left, Dir::Right), way(row, target.0, Dir::Up, Dir::Down)];
        let open = ways.into_iter().flatten().find(|&dir| self.is_open(&ply.walls, from, dir));
        open.map(|dir| (dir, self.board.slot_beside(from, dir)))
    }

    fn is_open(&self, walls: &[(u32, u8)], at: u16, dir: Dir) -> bool {
        self.board.open[usize::from(at)] & dir.bit() != 0
            && (walls.is_empty() || {
                let slot = self.board.slot_beside(at, dir);
                walls.iter().all(|(wall, _)| *wall != slot)
            })
    }

    // ---- walls ----

    /// The walls worth trying (see the head of this file, 1).
    fn useful_walls(&self, ply: &Ply, out: &mut Vec<u32>) {
        out.clear();
        let last = (ply.turn + 1..self.count).all(|i| ply.runners[i] == GONE);
        let mut hunters = ply.hunters.clone();
        if last {
            // Where nobody acts before the hunters do, their phase is known.
            let mut phase = ply.clone();
            for _ in 0..2 {
                for i in 0..phase.hunters.len() {
                    if let Some((dir, slot)) = self.chase(&phase, phase.hunters[i]) {
                        add(out, slot);
                        phase.hunters[i] = self.board.beside(phase.hunters[i], dir);
                    }
                }
                catch(&mut phase);
            }
            if phase.runners.iter().any(|&at| at != GONE) {
                hunters = phase.hunters;
                hunters.dedup();
                // What stands in the next phase: the walls put up in this round.
                let walls: Vec<(u32, u8)> = ply.walls.iter().copied().filter(|(_, life)| *life > 1).collect();
                let field = self.field(ply, &walls, 1);
                hunters.iter().for_each(|&hunter| self.tried(hunter, 2, &field, out));
            }
        } else {
            hunters.dedup();
            // The phases of two rounds, with a step of every runner before each.
            let walls: Vec<(u32, u8)> = ply.walls.iter().copied().filter(|(_, life)| *life > 1).collect();
            let field = self.field(ply, &walls, 2);
            hunters.iter().for_each(|&hunter| self.tried(hunter, 4, &field, out));
        }
        let standing = || ply.walls.iter().map(|(slot, _)| *slot);
        out.retain(|&slot| {
            standing().all(|wall| wall != slot) && !self.board.knots.would_cut(slot, standing())
        });
    }

    /// Where runners can be within so many rounds, as a frame around them all.
    fn field<'w>(&self, ply: &Ply, walls: &'w [(u32, u8)], rounds: u8) -> Field<'w> {
        let mut field = Field { walls, rows: (u8::MAX, 0), cols: (u8::MAX, 0) };
        for &at in ply.runners.iter().filter(|&&at| at != GONE) {
            let (row, col) = self.board.place(at);
            field.rows =
                (field.rows.0.min(row.saturating_sub(rounds)), field.rows.1.max(row.saturating_add(rounds)));
            field.cols =
                (field.cols.0.min(col.saturating_sub(rounds)), field.cols.1.max(col.saturating_add(rounds)));
        }
        field
    }

    /// All slots a hunter may try to cross within so many steps on its way towards anywhere in the field.
    fn tried(&self, hunter: u16, steps: usize, field: &Field<'_>, out: &mut Vec<u32>) {
        let mut cells = vec![hunter];
        let mut first = 0;
        for _ in 0..steps {
            let end = cells.len();
            for i in first..end {
                let at = cells[i];
                let (row, col) = self.board.place(at);
                let towards = [
                    (Dir::Up, field.rows.0 < row),
                    (Dir::Down, field.rows.1 > row),
                    (Dir::Left, field.cols.0 < col),
                    (Dir::Right, field.cols.1 > col),
                ];
                for (dir, _) in towards.into_iter().filter(|(_, wanted)| *wanted) {
                    if self.is_open(field.walls, at, dir) {
                        add(out, self.board.slot_beside(at, dir));
                        let to = self.board.beside(at, dir);
                        if !cells.contains(&to) {
                            cells.push(to);
                        }
                    }
                }
            }
            first = end;
        }
    }

    // ---- the queue ----

    /// How many rounds it takes at least until enough runners have arrived, the one that runs included.
    fn estimate(&self, ply: &Ply) -> u32 {
        let mut rounds = [u32::MAX; 8];
        let needed = usize::from(self.needed - ply.arrived);
        let mut many = Vec::new();
        let best: &mut [u32] = if needed <= rounds.len() {
            &mut rounds[..needed]
        } else {
            many.resize(needed, u32::MAX);
            &mut many
        };
        for (i, &at) in ply.runners.iter().enumerate().filter(|(_, at)| **at != GONE) {
            let mut value = u32::from(self.board.to_core[usize::from(at)]) + u32::from(i < ply.turn);
            for slot in best.iter_mut() {
                if value < *slot {
                    std::mem::swap(&mut value, slot);
                }
            }
        }
        best[needed - 1]
    }

    /// The steps that the needed runners have to go, all together.
    fn steps(&self, ply: &Ply) -> u32 {
        let needed = usize::from(self.needed - ply.arrived);
        let on = ply.runners.iter().filter(|&&at| at != GONE);
        let mut steps: Vec<u32> = on.map(|&at| u32::from(self.board.to_core[usize::from(at)])).collect();
        steps.sort_unstable();
        steps.iter().take(needed).sum()
    }

    fn queue(&mut self, parent: u32, act: Act, ply: &Ply, rounds: u32) {
        let estimate = self.estimate(ply);
        if estimate == u32::MAX || rounds.saturating_add(estimate) > self.terms.rounds {
            return;
        }
        let mut key = std::mem::take(&mut self.key);
        self.write_key(ply, &mut key);
        let (entry, new) = self.table.insert(&key);
        self.key = key;
        if new {
            self.closed.push(NIL);
            self.promised.push(NIL);
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { parent, before: NIL, key: entry, rounds, act });
        self.budgets.extend_from_slice(&ply.budgets);
        let promised = self.promised[entry as usize];
        let kept = promised != NIL && self.covers(promised, number);
        if kept || self.dominated(entry, number) {
            self.nodes.pop();
            self.budgets.truncate(self.nodes.len() * self.count);
            return;
        }
        if promised == NIL || self.covers(number, promised) {
            self.promised[entry as usize] = number;
        }
        let place = (rounds + estimate * self.terms.weight) as usize;
        if self.queue.len() <= place {
            self.queue.resize_with(place + 1, Vec::new);
        }
        self.queue[place].push(number);
        // Where the steps count more than they are worth, an act may look better than what led to it.
        self.first = self.first.min(place);
    }

    /// Whether one node of a key makes another needless: as early, with as many walls for everybody.
    fn covers(&self, one: u32, other: u32) -> bool {
        one != other
            && self.nodes[one as usize].rounds <= self.nodes[other as usize].rounds
            && self.purse(one).iter().zip(self.purse(other)).all(|(a, b)| a >= b)
    }

    fn purse(&self, number: u32) -> &[u16] {
        let start = number as usize * self.count;
        &self.budgets[start..start + self.count]
    }

    /// Whether a node that was closed before makes this one needless.
    fn dominated(&self, key: u32, number: u32) -> bool {
        let mut closed = self.closed[key as usize];
        while closed != NIL {
            if self.covers(closed, number) {
                return true;
            }
            closed = self.nodes[closed as usize].before;
        }
        false
    }

    fn write_key(&self, ply: &Ply, key: &mut Vec<u16>) {
        key.clear();
        key.push((ply.turn as u16) << 8 | ply.arrived);
        key.extend_from_slice(&ply.runners);
        key.extend_from_slice(&ply.hunters);
        for &(slot, life) in &ply.walls {
            key.extend([(slot / 2) as u16, (slot % 2) as u16 | u16::from(life) << 1]);
        }
        key.resize(1 + self.count + ply.hunters.len() + 2 * self.most_walls, u16::MAX);
    }

    fn read(&self, number: u32, ply: &mut Ply) {
        let key = self.table.key(self.nodes[number as usize].key);
        (ply.turn, ply.arrived) = (usize::from(key[0] >> 8), key[0] & 0xff);
        let (runners, rest) = key[1..].split_at(self.count);
        let (hunters, walls) = rest.split_at(self.state.hunters.len());
        ply.runners.clear();
        ply.runners.extend_from_slice(runners);
        ply.hunters.clear();
        ply.hunters.extend_from_slice(hunters);
        ply.walls.clear();
        let standing = walls.chunks_exact(2).take_while(|pair| pair[1] != u16::MAX);
        ply.walls.extend(
            standing.map(|pair| (u32::from(pair[0]) * 2 + u32::from(pair[1] & 1), (pair[1] >> 1) as u8)),
        );
        ply.budgets.clear();
        ply.budgets.extend_from_slice(self.purse(number));
    }

    fn line(&self, mut number: u32) -> Vec<Action> {
        let mut line = Vec::new();
        while number != NIL {
            let node = self.nodes[number as usize];
            match node.act {
                Act::Root => {}
                Act::Push(push) => line.push(self.pushes[push as usize]),
                Act::Move(dir) => line.push(Action::Move(dir)),
                Act::Stay => line.push(Action::Stay),
                Act::Wall(slot) => line.push(Action::Wall(self.board.wall(slot))),
            }
            number = node.parent;
        }
        line.reverse();
        line
    }

    // ---- what else is worth knowing ----

    fn met_box(&mut self, number: u32, dir: Dir, at: u16) {
        let known = self.to_boxes.iter().any(|&(_, _, other)| other == at);
        if !known {
            self.to_boxes.push((number, dir, at));
        }
    }

    fn note(&mut self, number: u32, ply: &Ply) {
        let steps = self.steps(ply);
        if self.nearest.is_none_or(|(_, least, _)| steps < least) {
            let begun = (0..ply.turn).any(|i| ply.runners[i] != GONE);
            let rounds = self.nodes[number as usize].rounds + u32::from(begun);
            self.nearest = Some((number, steps, rounds));
        }
        if self.nodes[number as usize].rounds > self.nodes[self.longest as usize].rounds {
            self.longest = number;
        }
    }
}

/// Where runners can be, and what stands there.
struct Field<'a> {
    walls: &'a [(u32, u8)],
    rows: (u8, u8),
    cols: (u8, u8),
}

fn add(out: &mut Vec<u32>, slot: u32) {
    if !out.contains(&slot) {
        out.push(slot);
    }
}

fn catch(ply: &mut Ply) {
    for at in &mut ply.runners {
        if *at != GONE && ply.hunters.contains(at) {
            *at = GONE;
        }
    }
}
