//! The action phase: every hero does one thing, and all of them together do what is worth most.

use meydan_heroes::{Ability, Cell, TEAM_SIZE};

use super::volley::{Fighter, Mask, Range, Shot, strike};

/// Something a hero could do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deed<'a> {
    pub(super) by: usize,
    pub(super) ability: &'a Ability,
    pub(super) aim: Cell,
    /// The enemies that it hits.
    hits: Mask,
    /// What it is worth besides them.
    worth: f64,
}

/// Everything our heroes could do.
pub(super) struct Salvo<'a, 'r> {
    range: &'r Range<'r>,
    enemies: &'r [Fighter<'a>],
    deeds: Vec<Vec<Deed<'a>>>,
}

impl<'a, 'r> Salvo<'a, 'r> {
    pub(super) fn new(range: &'r Range<'r>, enemies: &'r [Fighter<'a>], heroes: usize) -> Salvo<'a, 'r> {
        Salvo { range, enemies, deeds: vec![Vec::new(); heroes] }
    }

    /// All ways of a hero to hurt somebody.
    pub(super) fn shots(&mut self, hero: &Fighter<'a>, by: usize, seen: Mask) {
        let mut shots = Vec::new();
        self.range.shots(hero, by, self.enemies, seen, 0, &mut shots);
        for Shot { arm, aim, hits, .. } in shots {
            // What cools down long is kept where something else does as well.
            let worth = if arm.cooldown > 1 { -self.range.weights.rest() } else { 0.0 };
            self.deeds[by].push(Deed { by, ability: arm, aim, hits, worth });
        }
    }

    /// All ways of a hero to heal somebody, more urgent where the enemies' salvo would leave nothing.
    pub(super) fn heals(
        &mut self,
        ability: &'a Ability,
        hero: &Fighter<'a>,
        by: usize,
        own: &[Fighter<'a>],
        left: &[i32; TEAM_SIZE],
    ) {
        for (i, ally) in
            own.iter().enumerate().filter(|(_, ally)| hero.cell.distance(ally.cell) <= ability.range)
        {
            let gain = ability.power.min(ally.max_hp - ally.hp);
            if gain > 0 {
                let rescued = left[i] <= 0 && left[i] + gain > 0;
                let worth = self.range.worth(ally, ally.hp, gain.min(ally.hp - 1));
                let worth = worth + if rescued { self.range.weights.kill() } else { 0.0 };
                self.deeds[by].push(Deed { by, ability, aim: ally.cell, hits: 0, worth });
            }
        }
    }

    /// All ways of a hero to shield somebody from the salvo that the enemies have.
    pub(super) fn shields(
        &mut self,
        ability: &'a Ability,
        hero: &Fighter<'a>,
        by: usize,
        own: &[Fighter<'a>],
        left: &[i32; TEAM_SIZE],
    ) {
        for (i, ally) in
            own.iter().enumerate().filter(|(_, ally)| hero.cell.distance(ally.cell) <= ability.range)
        {
            if left[i] < ally.hp {
                let worth = self.range.worth(ally, ally.hp, ally.hp - left[i]);
                self.deeds[by].push(Deed { by, ability, aim: ally.cell, hits: 0, worth });
            }
        }
    }

    /// A dodge, out of danger or as a way.
    pub(super) fn dodge(&mut self, ability: &'a Ability, by: usize, aim: Cell, worth: f64) {
        self.deeds[by].push(Deed { by, ability, aim, hits: 0, worth });
    }

    /// The best that all of them can do with so many points, by trying everything.
    pub(super) fn best(&self, ap: i32) -> Vec<Deed<'a>> {
        let mut left = [0; TEAM_SIZE];
        for (left, enemy) in left.iter_mut().zip(self.enemies) {
            *left = enemy.hp;
        }
        let mut search = Search { done: Vec::new(), best: Vec::new(), most: 0.0 };
        self.search(0, ap, left, 0.0, &mut search);
        search.best
    }

    fn search(&self, by: usize, ap: i32, left: [i32; TEAM_SIZE], sum: f64, search: &mut Search<'a>) {
        let Some(deeds) = self.deeds.get(by) else {
            if sum > search.most + 1e-9 {
                search.most = sum;
                search.best.clone_from(&search.done);
            }
            return;
        };
        for deed in deeds.iter().filter(|deed| deed.ability.cost <= ap) {
            let shot = Shot { by, arm: deed.ability, aim: deed.aim, hits: deed.hits };
            let worth = deed.worth + self.range.worth_of(&shot, self.enemies, &left);
            if worth <= 0.0 {
                continue;
            }
            let mut after = left;
            strike(&shot, &mut after);
            search.done.push(*deed);
            self.search(by + 1, ap - deed.ability.cost, after, sum + worth, search);
            search.done.pop();
        }
        self.search(by + 1, ap, left, sum, search);
    }
}

struct Search<'a> {
    done: Vec<Deed<'a>>,
    best: Vec<Deed<'a>>,
    most: f64,
}
