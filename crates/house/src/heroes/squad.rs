use meydan_core::{Bot, Desk};
use meydan_heroes::{
    Ability, AbilityKind, Action, Cell, Config, HeroClass, HeroView, Heroes, Phase, TEAM_SIZE, View,
};

use super::field::Field;

/// Holds the zone with heroes that stand apart, keeps points for the fight, and in it heals, fortifies and fires at
/// one enemy until it falls.
pub(super) struct Squad {
    field: Field,
    /// What the enemies' health should be, by slot, from what was done to them. Under `document` it is hidden.
    health: [i32; TEAM_SIZE],
    dead: [bool; TEAM_SIZE],
    /// The turn whose casts have been counted.
    counted: u32,
}

/// How near an enemy must be to one of ours to make a fight.
const FIGHT: i32 = 9;

/// How far apart heroes stand, so that one bomb does not reach them all.
const APART: i32 = 3;

impl Squad {
    pub(super) fn new(config: &Config) -> Squad {
        Squad { field: Field::new(config), health: [0; TEAM_SIZE], dead: [true; TEAM_SIZE], counted: 0 }
    }

    fn ability(&self, hero: &HeroView, slot: usize) -> Option<&Ability> {
        self.field.config.ability(*self.field.config.hero(hero.class)?.abilities.get(slot)?)
    }

    /// A hero's abilities that are ready.
    fn ready<'a>(&'a self, hero: &'a HeroView) -> impl Iterator<Item = &'a Ability> {
        let cooldowns = hero.cooldowns.iter().flat_map(|cooldowns| cooldowns.iter().enumerate());
        cooldowns.filter(|(_, left)| **left == 0).filter_map(move |(slot, _)| self.ability(hero, slot))
    }

    /// One healer, the rest whoever hurts most.
    fn pick(&self, step: usize) -> Option<&HeroClass> {
        let best = |kind: AbilityKind| {
            self.field.config.heroes.iter().max_by_key(|class| {
                let abilities = class.abilities.iter().filter_map(|&name| self.field.config.ability(name));
                let force = abilities
                    .filter(|ability| ability.kind == kind)
                    .map(|ability| i64::from(ability.power.min(200)) * i64::from(2 + 2 * ability.area))
                    .sum::<i64>();
                force * i64::from(class.max_hp.min(1000) + 200)
            })
        };
        best(if step == HEALER_STEP { AbilityKind::Defensive } else { AbilityKind::Offensive })
    }

    /// Keeps the books on the enemies' health.
    fn observe(&mut self, view: &View, me: usize) {
        for (slot, enemy) in view.heroes[1 - me].iter().enumerate() {
            let most = self.field.config.hero(enemy.class).map_or(100, |class| class.max_hp);
            match enemy.hp {
                Some(0) => self.dead[slot] = true,
                Some(hp) => (self.health[slot], self.dead[slot]) = (hp, false),
                None if self.dead[slot] => (self.health[slot], self.dead[slot]) = (most, false),
                None => {}
            }
        }
        if self.counted == view.turn {
            return;
        }
        self.counted = view.turn;
        for cast in &view.casts {
            let Some(ability) = self.field.config.ability(cast.ability) else { continue };
            let change = match ability.kind {
                AbilityKind::Offensive if usize::from(cast.team) == me => -ability.power,
                AbilityKind::Defensive if usize::from(cast.team) != me => ability.power,
                _ => continue,
            };
            for &target in cast.targets.iter().filter(|&&id| usize::from(id % 2) != me) {
                let slot = usize::from(target / 2);
                let seen = view.heroes[1 - me].get(slot).and_then(|enemy| enemy.hp).is_some();
                if !seen {
                    // Whoever should have fallen and did not was healed out of sight.
                    self.health[slot] = (self.health[slot] + change).max(20);
                }
            }
        }
    }

    fn enemies(&self, view: &View, me: usize) -> Vec<Enemy> {
        let home = &self.field.config.respawn[1 - me];
        let seen = view.heroes[1 - me].iter().enumerate().filter_map(|(slot, enemy)| {
            let cell = enemy.cell?;
            Some(Enemy { cell, health: self.health[slot], safe: home.contains(cell) })
        });
        seen.collect()
    }

    fn go(&self, desk: &mut dyn Desk<Heroes>, view: &View, me: usize) {
        let own = &view.heroes[me];
        let enemies = self.enemies(view, me);
        let near = |hero: &HeroView| {
            hero.cell.is_some_and(|cell| enemies.iter().any(|enemy| enemy.cell.distance(cell) <= FIGHT))
        };
        let kept: i32 = own
            .iter()
            .filter(|hero| near(hero))
            .map(|hero| {
                self.ready(hero).filter(|a| a.kind != AbilityKind::Dodge).map(|a| a.cost).max().unwrap_or(0)
            })
            .sum();
        let mut left = view.ap[me].unwrap_or(0) - kept;
        let mut places = self.field.places(own, APART);
        // Who cannot be paid stays: the one that is farthest from its place first.
        let mut walkers: Vec<usize> = (0..own.len()).filter(|&i| places[i].is_some()).collect();
        walkers.sort_by_key(|&i| {
            let steps = own[i].cell.zip(places[i]).map(|(cell, goal)| self.field.steps(cell, goal));
            (steps.filter(|&steps| steps != 0).unwrap_or(u16::MAX), i)
        });
        for i in walkers {
            let there =
                own[i].cell.zip(places[i]).is_none_or(|(cell, goal)| self.field.steps(cell, goal) == 0);
            let cost = self.field.config.hero(own[i].class).map_or(0, |class| class.move_cost);
            if there || cost > left {
                places[i] = None;
            } else {
                left -= cost;
            }
        }
        self.field.advance(desk, own, &places);
    }

    fn fight(&self, desk: &mut dyn Desk<Heroes>, view: &View, me: usize) {
        let mut enemies = self.enemies(view, me);
        let mut own: Vec<Ally> = view.heroes[me]
            .iter()
            .filter_map(|hero| {
                Some(Ally { hero, cell: hero.cell?, health: hero.hp?, acted: false, fortified: false })
            })
            .collect();
        let mut ap = view.ap[me].unwrap_or(0);
        loop {
            let mut best: Option<Deed> = None;
            for i in (0..own.len()).filter(|&i| !own[i].acted) {
                for ability in self.ready(own[i].hero).filter(|ability| ability.cost <= ap) {
                    let deed = self.best_use(me, &own, i, ability, &enemies);
                    best = best.into_iter().chain(deed).max_by_key(|deed| (deed.worth, -deed.cost));
                }
            }
            let Some(deed) = best else { return };
            let order = Action::Cast {
                hero: own[deed.by].hero.id,
                ability: deed.ability.name,
                row: deed.aim.row.into(),
                column: deed.aim.column.into(),
            };
            own[deed.by].acted = true;
            if desk.act(order).is_err() {
                continue;
            }
            ap -= deed.cost;
            match deed.ability.kind {
                AbilityKind::Offensive => {
                    for enemy in enemies.iter_mut().filter(|enemy| enemy.hit_by(deed.impact, deed.ability)) {
                        enemy.health -= deed.ability.power;
                    }
                }
                AbilityKind::Defensive => {
                    for ally in
                        own.iter_mut().filter(|ally| ally.cell.distance(deed.impact) <= deed.ability.area)
                    {
                        ally.health += deed.ability.power;
                    }
                }
                AbilityKind::Fortify => {
                    for ally in
                        own.iter_mut().filter(|ally| ally.cell.distance(deed.impact) <= deed.ability.area)
                    {
                        ally.fortified = true;
                    }
                }
                AbilityKind::Dodge => own[deed.by].cell = deed.impact,
            }
        }
    }

    /// The best way to use an ability now; `None` if there is no good one.
    fn best_use<'a>(
        &'a self,
        me: usize,
        own: &[Ally<'_>],
        by: usize,
        ability: &'a Ability,
        enemies: &[Enemy],
    ) -> Option<Deed<'a>> {
        let from = own[by].cell;
        let geometry = &self.field.geometry;
        let deed = |aim: Cell, impact: Cell, worth: i32| Deed {
            by,
            ability,
            aim,
            impact,
            cost: ability.cost,
            worth,
        };
        let deeds: Vec<Deed<'a>> = match ability.kind {
            AbilityKind::Offensive if self.field.config.respawn[me].contains(from) => Vec::new(),
            AbilityKind::Offensive => enemies
                .iter()
                .filter(|enemy| !enemy.safe && enemy.health > 0)
                .flat_map(|enemy| around(geometry, enemy.cell, ability.area))
                .map(|aim| {
                    let blocked = |cell| enemies.iter().any(|enemy| enemy.cell == cell);
                    let impact = geometry.impact(ability.range, ability.lobbing, from, aim, blocked);
                    let hit = enemies.iter().filter(|enemy| enemy.hit_by(impact, ability));
                    deed(aim, impact, hit.map(|enemy| enemy.worth_of(ability.power)).sum())
                })
                .collect(),
            AbilityKind::Defensive => own
                .iter()
                .filter_map(|ally| {
                    let most = self.field.config.hero(ally.hero.class)?.max_hp;
                    let gain = (most - ally.health).min(ability.power);
                    let urgent = i32::from(ally.health <= 80) * 15;
                    let impact = geometry.impact(ability.range, ability.lobbing, from, ally.cell, |_| false);
                    let reached = impact == ally.cell && 2 * gain >= ability.power;
                    reached.then(|| deed(ally.cell, impact, gain + urgent))
                })
                .collect(),
            AbilityKind::Fortify => own
                .iter()
                .filter_map(|ally| {
                    let danger = enemies.iter().filter(|enemy| enemy.cell.distance(ally.cell) <= 5).count()
                        as i32
                        * 25;
                    let saved = i32::from(ally.health <= danger) * 60;
                    let impact = geometry.impact(ability.range, ability.lobbing, from, ally.cell, |_| false);
                    let reached = impact == ally.cell && danger >= 50 && !ally.fortified;
                    reached.then(|| deed(ally.cell, impact, danger / 2 + saved))
                })
                .collect(),
            AbilityKind::Dodge => self.leap(own, by, ability).into_iter().collect(),
        };
        deeds.into_iter().filter(|deed| deed.worth > 0).max_by_key(|deed| deed.worth)
    }

    /// A dodge is a fast way to the zone; whoever stands in it stays.
    fn leap<'a>(&'a self, own: &[Ally<'_>], by: usize, ability: &'a Ability) -> Option<Deed<'a>> {
        let from = own[by].cell;
        if self.field.config.objective.contains(from) {
            return None;
        }
        let heroes: Vec<HeroView> = own.iter().map(|ally| ally.hero.clone()).collect();
        let goal = self.field.places(&heroes, APART)[by]?;
        let (aim, steps) = (self.field.goal(goal), self.field.steps(from, goal));
        let impact = self.field.geometry.dodge_end(ability.range, ability.lobbing, from, aim);
        let free = self.field.geometry.is_free(impact) && own.iter().all(|ally| ally.cell != impact);
        let gain = i32::from(steps) - i32::from(if free { self.field.steps(impact, goal) } else { steps });
        (gain >= 2).then_some(Deed { by, ability, aim, impact, cost: ability.cost, worth: gain })
    }
}

/// The pick that goes to a healer.
const HEALER_STEP: usize = 2;

/// An enemy in sight.
struct Enemy {
    cell: Cell,
    health: i32,
    /// In its own zone nothing hurts it.
    safe: bool,
}

impl Enemy {
    fn hit_by(&self, impact: Cell, ability: &Ability) -> bool {
        !self.safe && self.cell.distance(impact) <= ability.area
    }

    /// What damage to this enemy is worth: more if it falls, more if it is weak already, nothing if it is as good as
    /// dead.
    fn worth_of(&self, power: i32) -> i32 {
        match self.health {
            ..=0 => 0,
            health if health <= power => health + 60,
            health => power + (400 - health).max(0) / 20,
        }
    }
}

/// An own living hero while the fight is planned.
struct Ally<'a> {
    hero: &'a HeroView,
    cell: Cell,
    health: i32,
    acted: bool,
    fortified: bool,
}

/// Something a hero could do in the action phase.
struct Deed<'a> {
    by: usize,
    ability: &'a Ability,
    aim: Cell,
    impact: Cell,
    cost: i32,
    worth: i32,
}

/// The cells within `area` of a cell.
fn around(geometry: &meydan_heroes::Geometry, centre: Cell, area: i32) -> impl Iterator<Item = Cell> {
    let area = area.min(4);
    (-area..=area).flat_map(move |row| {
        let rest = area - row.abs();
        (-rest..=rest).filter_map(move |column| {
            geometry.cell(i32::from(centre.row) + row, i32::from(centre.column) + column)
        })
    })
}

impl Bot<Heroes> for Squad {
    fn play(&mut self, desk: &mut dyn Desk<Heroes>) {
        let view = desk.view();
        let me = desk.seat().index();
        match view.phase {
            Phase::Init => {}
            Phase::Pick => {
                if let Some(class) = self.pick(view.turn as usize) {
                    let _ = desk.act(Action::Pick { class: class.name });
                }
            }
            Phase::Move => {
                self.observe(&view, me);
                self.go(desk, &view, me);
            }
            Phase::Action => {
                self.observe(&view, me);
                self.fight(desk, &view, me);
            }
        }
    }
}
