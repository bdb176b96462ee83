//! Police go where a thief was seen last; thieves go where no police is.

use std::collections::BTreeMap;

use meydan_core::{Bot, Chance, Desk};
use meydan_gotham::{Config, Gotham, Half, Kind, UnitState, View};

use super::streets::Streets;
use super::{begin, go};

pub(super) struct Patrol {
    streets: Streets,
    chance: Chance,
    /// Where enemy thieves were seen last, by their id.
    sightings: BTreeMap<i32, usize>,
    /// Where to go while nothing is known.
    beat: Option<usize>,
}

impl Patrol {
    pub(super) fn new(config: &Config, chance: Chance) -> Patrol {
        Patrol { streets: Streets::new(config), chance, sightings: BTreeMap::new(), beat: None }
    }

    /// The better half of the city for a thief: far from where the police stand.
    fn hideout(&mut self, view: &View) -> i32 {
        let danger = enemy_police(&self.streets, view);
        let mut nodes: Vec<usize> = (0..self.streets.len()).collect();
        nodes.sort_by_key(|&node| std::cmp::Reverse(self.distance(&danger, node)));
        nodes.truncate((nodes.len() / 3).max(1));
        self.chance.pick(&nodes).map_or(1, |&node| self.streets.id(node))
    }

    fn distance(&self, danger: &[usize], node: usize) -> u16 {
        danger.iter().map(|&police| self.streets.steps(1, police, node)).min().unwrap_or(0)
    }

    fn chase(&mut self, view: &View, me: &UnitState) -> usize {
        let here = self.streets.node(me.node);
        let is_thief = |kind| matches!(kind, Kind::Thief | Kind::Joker);
        for unit in view.units.iter().filter(|unit| unit.team != me.team && is_thief(unit.kind)) {
            if unit.dead {
                self.sightings.remove(&unit.id);
            } else {
                self.sightings.insert(unit.id, self.streets.node(unit.node));
            }
        }
        // Whoever was seen here has gone.
        self.sightings.retain(|_, &mut node| node != here);
        let purse = self.streets.purse(me.balance);
        let nearest =
            self.sightings.values().copied().min_by_key(|&node| self.streets.steps(purse, here, node));
        let target = nearest.unwrap_or_else(|| {
            let beat = self.beat.filter(|&beat| beat != here);
            let beat = beat.unwrap_or_else(|| self.chance.below(self.streets.len() as u32) as usize);
            self.beat = Some(beat);
            beat
        });
        let ways = self.streets.ways(here, me.balance);
        let left = |way: &super::streets::Way| {
            let purse = self.streets.purse(me.balance - way.price);
            self.streets.steps(purse, way.to, target)
        };
        ways.min_by_key(left).map_or(here, |way| way.to)
    }

    fn flee(&mut self, view: &View, me: &UnitState) -> usize {
        let here = self.streets.node(me.node);
        let danger = enemy_police(&self.streets, view);
        let mut places: Vec<usize> = self.streets.ways(here, me.balance).map(|way| way.to).collect();
        places.push(here);
        self.chance.shuffle(&mut places);
        places.into_iter().max_by_key(|&node| self.distance(&danger, node)).unwrap_or(here)
    }
}

fn enemy_police(streets: &Streets, view: &View) -> Vec<usize> {
    let Some(me) = view.me else { return Vec::new() };
    let enemies = view.units.iter().filter(|unit| unit.team != me.team && unit.kind.half() == Half::Police);
    enemies.map(|unit| streets.node(unit.node)).collect()
}

impl Bot<Gotham> for Patrol {
    fn play(&mut self, desk: &mut dyn Desk<Gotham>) {
        let Some(view) = begin(desk, |view| self.hideout(view)) else { return };
        let Some(me) = view.me else { return };
        let to = match me.kind.half() {
            Half::Police => self.chase(&view, &me),
            Half::Thieves => self.flee(&view, &me),
        };
        go(desk, self.streets.id(to));
    }
}
