//! Gotham for batches of matches: planes over the nodes, values, one head of choices. `docs/python.md` has the tables.

use std::sync::Arc;

use meydan_core::{Batch, Chance, Frame, Game, Layout, Next, Seat, Unfit};

use crate::action::Action;
use crate::city::bit;
use crate::config::{Config, Half, Kind, Ruleset, Team};
use crate::event::Event;
use crate::state::{Gotham, Phase};

const PLANES: [&str; 10] = [
    "node",
    "me",
    "own police",
    "own thieves",
    "foe police",
    "foe thieves",
    "I can go there",
    "price / 10 of the way there",
    "steps from me",
    "police within two steps",
];
const ME: usize = 1;
const UNITS: usize = 2;
const OPEN: usize = 6;
const PRICE: usize = 7;
const STEPS: usize = 8;
const NEAR: usize = 9;

const VALUES: [&str; 16] = [
    "joining",
    "turn / last",
    "my half acts",
    "thieves show themselves",
    "I am a thief",
    "I am police",
    "I am the Joker",
    "I am Batman",
    "my money / 100",
    "I am caught",
    "own thieves seen caught",
    "foe thieves seen caught",
    "I have spoken",
    "messages / 10",
    "a move for free is a neighbour away",
    "seat / seats",
];
/// Of each of the last messages: who spoke, how long, and its first two bits.
const OF_MESSAGE: [&str; 4] = ["sender / units", "length / 2", "first bit", "second bit"];
const MESSAGES: usize = 3;

/// What can be said by a choice.
const WORDS: [&str; 6] = ["0", "1", "00", "01", "10", "11"];

/// For how many messages a chat box has room from the start.
const CHAT: usize = 128;

/// On larger cities the distances are left out.
const MOST_NODES: usize = 2048;

/// What is worked out once for a city in a frame.
#[derive(Debug)]
pub struct Sheet {
    nodes: usize,
    /// Steps between nodes, whatever they cost; empty on a large city.
    steps: Vec<u8>,
    /// The planes that never change.
    planes: Vec<u8>,
}

impl Batch for Gotham {
    type Sheet = Sheet;

    fn frame(config: &Config) -> Frame {
        Frame::new([("nodes", config.nodes.len())])
    }

    fn layout(frame: &Frame) -> Layout {
        let nodes = frame.of("nodes");
        let mut values: Vec<String> = VALUES.map(str::to_owned).into();
        for message in 0..MESSAGES {
            values.extend(OF_MESSAGE.map(|what| format!("message {message} from the end: {what}")));
        }
        Layout {
            planes: PLANES.map(str::to_owned).into(),
            rows: 1,
            cols: nodes,
            values,
            heads: vec![("act".to_owned(), nodes + WORDS.len())],
        }
    }

    fn sheet(&self, frame: &Frame) -> Sheet {
        let count = self.city.nodes();
        let mut steps = Vec::new();
        if count <= MOST_NODES {
            steps.resize(count * count, u8::MAX);
            let mut queue = Vec::with_capacity(count);
            for start in 0..count {
                let row = &mut steps[start * count..][..count];
                row[start] = 0;
                queue.clear();
                queue.push(start as u16);
                let mut next = 0;
                while let Some(&node) = queue.get(next) {
                    next += 1;
                    let further = row[usize::from(node)].saturating_add(1).min(u8::MAX - 1);
                    for edge in self.city.edges(node) {
                        if row[usize::from(edge.to)] == u8::MAX {
                            row[usize::from(edge.to)] = further;
                            queue.push(edge.to);
                        }
                    }
                }
            }
        }
        let nodes = frame.of("nodes");
        let mut planes = vec![0; PLANES.len() * nodes];
        planes[..count].fill(1);
        Sheet { nodes, steps, planes }
    }

    fn copy(&mut self, from: &Self) {
        (self.phase, self.winner, self.turn) = (from.phase, from.winner, from.turn);
        (self.window, self.acting, self.said) = (from.window, from.acting, from.said);
        self.node.clone_from(&from.node);
        self.balance.clone_from(&from.balance);
        self.caught_at.clone_from(&from.caught_at);
        (self.ready, self.dead, self.moved, self.sent) = (from.ready, from.dead, from.moved, from.sent);
        for (mine, theirs) in self.boxes.iter_mut().flatten().zip(from.boxes.iter().flatten()) {
            match Arc::get_mut(mine) {
                Some(mine) => mine.clone_from(theirs),
                // It is shared with the match that this one was cloned from, or with a view.
                None => {
                    let mut own = Vec::with_capacity(theirs.len().max(CHAT));
                    own.extend_from_slice(theirs);
                    *mine = Arc::new(own);
                }
            }
        }
        self.chance.clone_from(&from.chance);
    }

    fn reseed(&mut self, chance: Chance) {
        self.chance = chance;
    }

    fn observe(&self, sheet: &Sheet, seat: Seat, planes: &mut [u8], values: &mut [f32]) {
        planes.copy_from_slice(&sheet.planes);
        let city = &*self.city;
        let (seat, cells) = (seat.index(), sheet.nodes);
        let me = &city.config.units[seat];
        let mut plane = |plane: usize, node: u16, more: u8| {
            let spot = &mut planes[plane * cells + usize::from(node)];
            *spot = spot.saturating_add(more);
        };
        let from = self.node[seat];
        plane(ME, from, 1);
        let mut caught = [0.0; 2];
        let mut police = 0;
        let shown = city.is_visible(self.turn.number);
        for (other, unit) in city.config.units.iter().enumerate() {
            if other == seat || !self.sees_on(seat, other, shown) {
                continue;
            }
            let foe = usize::from(unit.team != me.team);
            let thief = unit.kind.half() == Half::Thieves;
            if self.dead & bit(other) != 0 {
                caught[foe] += f32::from(u8::from(thief));
                continue;
            }
            plane(UNITS + 2 * foe + usize::from(thief), self.node[other], 1);
            if !thief && foe == 1 {
                police |= bit(other);
            }
        }
        let mut free = false;
        plane(OPEN, from, 1);
        for edge in city.edges(from) {
            let open = edge.price <= self.balance[seat];
            free |= edge.price == 0.0;
            plane(OPEN, edge.to, u8::from(open));
            plane(PRICE, edge.to, (edge.price / 10.0).min(255.0) as u8);
        }
        if !sheet.steps.is_empty() {
            let count = city.nodes();
            let row = &sheet.steps[usize::from(from) * count..][..count];
            planes[STEPS * cells..][..count].copy_from_slice(row);
            let near = &mut planes[NEAR * cells..][..count];
            while police != 0 {
                let node = self.node[police.trailing_zeros() as usize];
                police &= police - 1;
                let row = &sheet.steps[usize::from(node) * count..][..count];
                for (near, &steps) in near.iter_mut().zip(row) {
                    *near = near.saturating_add(u8::from(steps <= 2));
                }
            }
        }
        let chat = &self.boxes[me.team.index()][me.kind.half() as usize];
        let flag = |yes: bool| f32::from(u8::from(yes));
        let (general, messages) = values.split_at_mut(VALUES.len());
        general.copy_from_slice(&[
            flag(self.phase == Phase::Pending),
            self.turn.number as f32 / city.config.max_turns.max(1) as f32,
            flag(me.kind.half() == self.turn.half),
            flag(shown),
            flag(me.kind == Kind::Thief),
            flag(me.kind == Kind::Police),
            flag(me.kind == Kind::Joker),
            flag(me.kind == Kind::Batman),
            self.balance[seat] as f32 / 100.0,
            flag(self.dead & bit(seat) != 0),
            caught[0],
            caught[1],
            flag(self.sent & bit(seat) != 0),
            chat.len() as f32 / 10.0,
            flag(free),
            seat as f32 / city.units() as f32,
        ]);
        messages.fill(0.0);
        for (message, out) in chat.iter().rev().zip(messages.chunks_exact_mut(OF_MESSAGE.len())) {
            let sender = city.config.units.iter().position(|unit| unit.id == message.from).unwrap_or(0);
            let bits = |i: usize| match message.text.as_bytes().get(i) {
                None => 0.0,
                Some(b'1') => 1.0,
                Some(_) => -1.0,
            };
            let length = message.text.len().min(8) as f32 / 2.0;
            out.copy_from_slice(&[sender as f32 / city.units() as f32, length, bits(0), bits(1)]);
        }
    }

    fn mask(&self, sheet: &Sheet, seat: Seat, mask: &mut [u8]) {
        mask.fill(0);
        let (city, seat) = (&*self.city, seat.index());
        let mark = bit(seat);
        if self.phase == Phase::Pending {
            mask[..city.nodes()].fill(u8::from(self.ready & mark == 0));
            return;
        }
        let half = city.config.units[seat].kind.half();
        let may = self.phase == Phase::Ongoing
            && self.turn.number != 0
            && half == self.turn.half
            && self.ready & mark != 0
            && self.dead & mark == 0;
        if !may {
            return;
        }
        if self.moved & mark == 0 {
            mask[usize::from(self.node[seat])] = 1;
            for edge in city.edges(self.node[seat]) {
                mask[usize::from(edge.to)] |= u8::from(edge.price <= self.balance[seat]);
            }
        }
        if self.sent & mark == 0 {
            let limit = match city.config.ruleset {
                Ruleset::Document => city.config.chat.box_size as usize,
                Ruleset::OfficialPrelim | Ruleset::Official => usize::MAX,
            };
            for (word, allowed) in WORDS.iter().zip(&mut mask[sheet.nodes..]) {
                let price = word.len() as f64 * city.config.chat.cost;
                *allowed = u8::from(price <= self.balance[seat] && word.len() <= limit);
            }
        }
    }

    // A message leaves the rest of the half-turn open; a step, or staying, ends it for the unit.
    fn choose(
        &mut self,
        sheet: &Sheet,
        seat: Seat,
        choice: &[i32],
        log: &mut Vec<Event>,
    ) -> Result<Next, Unfit> {
        let number = usize::try_from(choice[0]).map_err(|_| Unfit)?;
        if number >= sheet.nodes {
            let word = WORDS.get(number - sheet.nodes).ok_or(Unfit)?;
            return self.speak(seat.index(), word, log).map_err(|_| Unfit);
        }
        if number >= self.city.nodes() {
            return Err(Unfit);
        }
        let node = self.city.id(number as u16);
        let action = match self.phase {
            Phase::Pending => Action::Ready { node },
            Phase::Ongoing | Phase::Finished => Action::Move { to: node },
        };
        self.act(seat, action, log).map_err(|_| Unfit)?;
        Ok(Next::Done)
    }

    // Captures, compared with the other team's.
    fn gain(&self, seat: Seat) -> f32 {
        let city = &*self.city;
        let team = city.config.units[seat.index()].team;
        let lost = |team: Team| {
            let joker = city.joker[team.index()].is_some_and(|seat| self.dead & bit(usize::from(seat)) != 0);
            (city.team[team.index()] & city.thieves & self.dead).count_ones() as f32
                + f32::from(u8::from(joker))
        };
        lost(team.other()) - lost(team)
    }

    fn results(&self, out: &mut [f32]) -> bool {
        let (Phase::Finished, Some((winner, _))) = (self.phase, self.winner) else { return false };
        for (result, unit) in out.iter_mut().zip(&self.city.config.units) {
            *result = if unit.team == winner { 1.0 } else { -1.0 };
        }
        true
    }
}
