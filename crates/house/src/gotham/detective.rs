//! Police that reason about where thieves are, and thieves that reason about what police believe.

use std::collections::BTreeMap;

use meydan_core::{Bot, Chance, Desk};
use meydan_gotham::{Action, Config, Gotham, Half, Kind, Ruleset, UnitState, View};

use super::belief::Belief;
use super::chatter::{Code, Report};
use super::streets::{FAR, Streets};
use super::{begin, go};

/// How many of a thief's likely places are looked at closely.
const PLACES: usize = 8;

pub(super) struct Detective {
    config: Config,
    streets: Streets,
    chance: Chance,
    /// The enemy's thieves by id, and where each may be; `None` once it is known to be caught.
    prey: Vec<i32>,
    beliefs: Vec<Option<Belief>>,
    windows: u32,
    code: Code,
    /// How many messages have been read, and whom each colleague hunts.
    read: usize,
    claims: BTreeMap<i32, usize>,
    claim: Option<usize>,
    /// A thief's guess of what the enemy believes about it.
    shadow: Option<Belief>,
    room: Room,
}

impl Detective {
    pub(super) fn new(config: &Config, chance: Chance) -> Detective {
        let streets = Streets::new(config);
        Detective {
            room: Room::new(streets.len()),
            code: Code::new(1, streets.len()),
            config: config.clone(),
            streets,
            chance,
            prey: Vec::new(),
            beliefs: Vec::new(),
            windows: 0,
            read: 0,
            claims: BTreeMap::new(),
            claim: None,
            shadow: None,
        }
    }

    /// The nodes of a team's police, as far as they can be seen.
    fn police(&self, view: &View, own: bool) -> Vec<usize> {
        let Some(me) = view.me else { return Vec::new() };
        let units = view.units.iter().filter(|unit| (unit.team == me.team) == own && unit.id != me.id);
        units
            .filter(|unit| unit.kind.half() == Half::Police)
            .map(|unit| self.streets.node(unit.node))
            .collect()
    }

    fn note(&mut self, view: &View, me: &UnitState) -> Vec<(usize, usize)> {
        if self.windows == 0 {
            let is_prey =
                |unit: &&meydan_gotham::Unit| unit.team != me.team && unit.kind.half() == Half::Thieves;
            self.prey = self.config.units.iter().filter(is_prey).map(|unit| unit.id).collect();
            let station = [self.streets.node(me.node)];
            let fresh = Belief::away_from(&self.streets, &station);
            self.beliefs = vec![Some(fresh); self.prey.len()];
            self.code = Code::new(self.prey.len(), self.streets.len());
        } else {
            self.beliefs.iter_mut().flatten().for_each(|belief| belief.spread(&self.streets));
        }
        self.windows += 1;
        let mut seen = Vec::new();
        for (i, id) in self.prey.iter().enumerate() {
            let Some(unit) = view.units.iter().find(|unit| unit.id == *id) else { continue };
            if unit.dead {
                self.beliefs[i] = None;
            } else if let Some(belief) = &mut self.beliefs[i] {
                let node = self.streets.node(unit.node);
                belief.seen(node);
                seen.push((i, node));
            }
        }
        self.listen(view, me, &seen);
        self.rule_out(view, me, &seen);
        seen
    }

    /// Reads what colleagues wrote since last time.
    fn listen(&mut self, view: &View, me: &UnitState, seen: &[(usize, usize)]) {
        for message in view.chat.iter().skip(self.read).filter(|message| message.from != me.id) {
            let Some(report) = self.code.read(&message.text) else { continue };
            if report.target < self.prey.len() {
                self.claims.insert(message.from, report.target);
            }
            for (i, node) in report.seen {
                let known = seen.iter().any(|&(other, _)| other == i);
                if !known
                    && node < self.streets.len()
                    && let Some(Some(belief)) = self.beliefs.get_mut(i)
                {
                    belief.seen(node);
                    // The news is a half-turn old where the colleague wrote it in an earlier round.
                    belief.spread(&self.streets);
                }
            }
        }
        self.read = view.chat.len();
    }

    /// Nobody stands where our police stand, nor, on a visible turn of the finals, in sight without being seen.
    fn rule_out(&mut self, view: &View, me: &UnitState, seen: &[(usize, usize)]) {
        let here = self.streets.node(me.node);
        let mut police = self.police(view, true);
        police.push(here);
        let radius = self.config.radii.thief;
        for (i, belief) in self.beliefs.iter_mut().enumerate() {
            let Some(belief) = belief else { continue };
            if seen.iter().any(|&(other, _)| other == i) {
                continue;
            }
            // One police unit alone does not catch a Joker, so it may well stand there.
            let id = self.prey[i];
            if self.config.units.iter().any(|unit| unit.id == id && unit.kind == Kind::Joker) {
                continue;
            }
            police.iter().for_each(|&node| belief.clear(node));
            if self.config.ruleset == Ruleset::Official && view.visible_turn {
                for node in 0..self.streets.len() {
                    if i32::from(self.streets.steps(0, here, node)) <= radius && belief.at(node) > 0.0 {
                        belief.clear(node);
                    }
                }
            }
        }
    }

    fn is_joker(&self, prey: usize) -> bool {
        let id = self.prey[prey];
        self.config.units.iter().any(|unit| unit.id == id && unit.kind == Kind::Joker)
    }

    /// Whom to hunt: somebody near whose place is well known, and whom not too many colleagues hunt already.
    fn choose(&self, me: &UnitState) -> Option<usize> {
        let here = self.streets.node(me.node);
        let steps = self.streets.from(self.streets.purse(me.balance).min(1), here);
        let alive = self.beliefs.iter().flatten().count().max(1);
        let fair = ((self.claims.len() + 1).div_ceil(alive)).max(2);
        let cost = |i: usize, belief: &Belief| {
            let others = self.claims.values().filter(|&&target| target == i).count();
            let crowd = 5.0 * (others + 1).saturating_sub(fair) as f32;
            let habit = if self.claim == Some(i) { -2.0 } else { 0.0 };
            // A Batman is made for Jokers; other police need each other for one.
            let joker = match (self.is_joker(i), me.kind) {
                (true, Kind::Batman) => -10.0,
                (true, _) => 4.0,
                (false, _) => 0.0,
            };
            let vague = 3.0 * (1.0 - belief.top(1).first().map_or(0.0, |&(_, weight)| weight));
            belief.distance(steps) + crowd + habit + joker + vague
        };
        let alive = self.beliefs.iter().enumerate().filter_map(|(i, belief)| Some((i, belief.as_ref()?)));
        alive.map(|(i, belief)| (i, cost(i, belief))).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }

    fn hunt(&mut self, view: &View, me: &UnitState, target: usize) -> usize {
        let here = self.streets.node(me.node);
        let Some(Some(belief)) = self.beliefs.get(target) else { return here };
        let places = belief.top(PLACES);
        let total: f32 = places.iter().map(|&(_, weight)| weight).sum();
        let mut others = vec![FAR; self.streets.len()];
        for node in self.police(view, true) {
            for (least, &steps) in others.iter_mut().zip(self.streets.from(1, node)) {
                *least = (*least).min(steps);
            }
        }
        let mut best = (f32::MAX, here);
        let mut options: Vec<(usize, f64)> =
            self.streets.ways(here, me.balance).map(|way| (way.to, way.price)).collect();
        options.push((here, 0.0));
        for (to, price) in options {
            let mine = self.streets.from(self.streets.purse(me.balance - price).min(1), to);
            let mut cost = price as f32 * 0.04;
            for &(place, weight) in &places {
                let share = weight / total;
                if place == to {
                    cost -= share * 60.0;
                    continue;
                }
                let room = self.room.measure(&self.streets, place, 0, |node| others[node].min(mine[node]));
                cost += share * (room as f32 + 1.5 * f32::from(mine[place].min(60)));
            }
            // Where little is known the whole belief counts, not only its peaks.
            cost += (1.0 - total) * 2.0 * belief.distance(mine);
            if cost < best.0 {
                best = (cost, to);
            }
        }
        best.1
    }

    fn tell(
        &mut self,
        desk: &mut dyn Desk<Gotham>,
        me: &UnitState,
        target: usize,
        seen: Vec<(usize, usize)>,
    ) {
        // Only under `official` do colleagues see what this unit does not.
        let seen = if self.config.ruleset == Ruleset::Official { seen } else { Vec::new() };
        if self.claim == Some(target) && seen.is_empty() {
            return;
        }
        let text = self.code.write(&Report { target, seen });
        let price = text.len() as f64 * self.config.chat.cost;
        let fits =
            self.config.ruleset != Ruleset::Document || text.len() <= self.config.chat.box_size as usize;
        if fits && price <= me.balance * 0.3 && desk.act(Action::Say { text }).is_ok() {
            self.claim = Some(target);
        }
    }

    fn flee(&mut self, view: &View, me: &UnitState) -> usize {
        let here = self.streets.node(me.node);
        let police = self.police(view, false);
        let turn = view.turn.number;
        let listed = |turn: i32| self.config.visible_turns.contains(&turn);
        let (shown, will_show) = match self.config.ruleset {
            Ruleset::Document => (listed(turn), listed(turn + 1)),
            Ruleset::OfficialPrelim | Ruleset::Official => {
                (listed(turn) || listed(turn - 1), listed(turn + 1))
            }
        };
        let streets = &self.streets;
        let shadow = self.shadow.get_or_insert_with(|| Belief::away_from(streets, &police));
        if shown {
            shadow.seen(here);
        }
        shadow.spread(streets);
        let mut danger = vec![FAR; streets.len()];
        let mut reach = vec![FAR; streets.len()];
        for &node in &police {
            for (i, (danger, reach)) in danger.iter_mut().zip(&mut reach).enumerate() {
                *danger = (*danger).min(streets.steps(2, node, i));
                *reach = (*reach).min(streets.steps(1, node, i));
            }
        }
        let mut best = (f32::MIN, here);
        let mut options: Vec<(usize, f64)> =
            streets.ways(here, me.balance).map(|way| (way.to, way.price)).collect();
        options.push((here, 0.0));
        for (to, price) in options {
            let known = if will_show { 1.0 } else { (shadow.at(to) + 0.15).min(1.0) };
            let mut score = match danger[to] {
                0 => -1000.0,
                1 => -70.0 * known,
                near => 2.0 * f32::from(near.min(6)),
            };
            score += self.room.measure(streets, to, 1, |node| reach[node]).min(60) as f32;
            score -= if will_show { 0.0 } else { 25.0 * shadow.at(to) };
            score -= price as f32 * 0.08;
            score += self.chance.unit() as f32 * 2.0;
            if score > best.0 {
                best = (score, to);
            }
        }
        best.1
    }

    /// A start with room around it, away from the team's other thieves.
    fn hideout(&mut self, view: &View) -> i32 {
        let Some(me) = view.me else { return 1 };
        let police = self.police(view, false);
        let friends: Vec<usize> = view
            .units
            .iter()
            .filter(|unit| unit.team == me.team && unit.kind.half() == Half::Thieves && unit.node != me.node)
            .map(|unit| self.streets.node(unit.node))
            .collect();
        let streets = &self.streets;
        let mut best = (f32::MIN, 0);
        for node in 0..streets.len() {
            let least = |nodes: &[usize]| nodes.iter().map(|&other| streets.steps(1, other, node)).min();
            let ways = streets.all_ways(node).len().min(5) as f32;
            let score = 2.0 * f32::from(least(&police).unwrap_or(0).min(20))
                + 1.5 * f32::from(least(&friends).unwrap_or(6).min(6))
                + 1.5 * ways
                + self.chance.unit() as f32 * 8.0;
            if score > best.0 {
                best = (score, node);
            }
        }
        streets.id(best.1)
    }
}

impl Bot<Gotham> for Detective {
    fn play(&mut self, desk: &mut dyn Desk<Gotham>) {
        let Some(view) = begin(desk, |view| self.hideout(view)) else { return };
        let Some(me) = view.me else { return };
        if me.kind.half() == Half::Thieves {
            let to = self.flee(&view, &me);
            go(desk, self.streets.id(to));
            return;
        }
        let seen = self.note(&view, &me);
        let Some(target) = self.choose(&me) else { return };
        let to = self.hunt(&view, &me, target);
        self.tell(desk, &me, target, seen);
        go(desk, self.streets.id(to));
    }
}

/// How much room a thief has: the nodes it reaches before any police.
struct Room {
    distance: Vec<u16>,
    queue: Vec<usize>,
}

impl Room {
    fn new(nodes: usize) -> Room {
        Room { distance: vec![FAR; nodes], queue: Vec::with_capacity(nodes) }
    }

    /// Counts the nodes a thief at `start` reaches ahead of the police, who move `lead` times before it.
    fn measure(
        &mut self,
        streets: &Streets,
        start: usize,
        lead: u16,
        police: impl Fn(usize) -> u16,
    ) -> usize {
        for node in self.queue.drain(..) {
            self.distance[node] = FAR;
        }
        self.distance[start] = 0;
        self.queue.push(start);
        let mut next = 0;
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            for way in streets.all_ways(node).iter().filter(|way| streets.class(way.price) < 2) {
                let arrival = self.distance[node] + 1;
                if self.distance[way.to] == FAR && arrival + lead < police(way.to) {
                    self.distance[way.to] = arrival;
                    self.queue.push(way.to);
                }
            }
        }
        self.queue.len()
    }
}
