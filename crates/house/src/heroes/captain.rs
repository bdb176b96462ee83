use meydan_core::{Bot, Desk};
use meydan_heroes::{
    Ability, AbilityKind, Action, Cell, Config, HeroClass, HeroView, Heroes, Name, Phase, TEAM_SIZE, View,
    distances,
};

use super::drill::Drill;
use super::field::Field;
use super::refuge::Refuge;
use super::salvo::Salvo;
use super::volley::{Fighter, Range, Volley};
use super::watch::Watch;
use super::weights::Weights;

/// Weighs every step by the salvo it allows against the salvo it invites, uses walls as cover, fires all heroes as one,
/// and dodges out of the salvo that it expects.
pub(super) struct Captain {
    field: Field,
    weights: Weights,
    watch: Watch,
    /// The classes to take, in order.
    draft: Vec<Name>,
}

/// Farther than this from any enemy, heroes just walk.
const QUIET: i32 = 16;

/// How many steps ahead a hero looks for a better place.
const AHEAD: i32 = 3;

impl Captain {
    pub(super) fn new(config: &Config, weights: Weights, draft: Vec<Name>) -> Captain {
        Captain { field: Field::new(config), weights, watch: Watch::new(), draft }
    }

    fn range(&self) -> Range<'_> {
        Range { geometry: &self.field.geometry, weights: &self.weights }
    }

    /// The abilities of a class of a kind, for which `ready` holds.
    fn arms(&self, class: &HeroClass, kind: AbilityKind, ready: impl Fn(usize) -> bool) -> Vec<&Ability> {
        let all = class.abilities.iter().enumerate().filter(|(place, _)| ready(*place));
        all.filter_map(|(_, &name)| self.field.config.ability(name))
            .filter(|ability| ability.kind == kind)
            .collect()
    }

    fn own(&self, view: &View, me: usize) -> Vec<Fighter<'_>> {
        let heroes = view.heroes[me].iter().enumerate().take(TEAM_SIZE);
        heroes
            .filter_map(|(slot, hero)| {
                let (cell, class) = (hero.cell?, self.field.config.hero(hero.class)?);
                Some(Fighter {
                    slot,
                    cell,
                    hp: hero.hp?,
                    max_hp: class.max_hp,
                    move_cost: class.move_cost,
                    home: self.field.config.respawn[me].contains(cell),
                    arms: self.arms(class, AbilityKind::Offensive, |place| is_ready(hero, place)),
                })
            })
            .collect()
    }

    fn enemies(&self, view: &View, me: usize) -> Vec<Fighter<'_>> {
        let guesses = self.watch.guesses(view, me).into_iter();
        guesses
            .filter_map(|guess| {
                let class = self.field.config.hero(view.heroes[1 - me][guess.slot].class)?;
                Some(Fighter {
                    slot: guess.slot,
                    cell: guess.cell,
                    hp: guess.health,
                    max_hp: class.max_hp,
                    move_cost: class.move_cost,
                    home: self.field.config.respawn[1 - me].contains(guess.cell),
                    arms: self
                        .arms(class, AbilityKind::Offensive, |place| self.watch.is_ready(guess.slot, place)),
                })
            })
            .collect()
    }

    /// The action points that the enemies have left, as far as their steps were seen.
    fn enemy_ap(&self, enemies: &[Fighter<'_>]) -> i32 {
        let cost = enemies.iter().map(|enemy| enemy.move_cost).min().unwrap_or(0);
        self.field.config.constants.max_ap - cost * self.watch.steps()
    }

    fn march(&self, desk: &mut dyn Desk<Heroes>, view: &View, me: usize) {
        let (own, enemies) = (self.own(view, me), self.enemies(view, me));
        let places = self.field.places(&view.heroes[me], self.spacing());
        let near = |hero: &Fighter<'_>| enemies.iter().any(|enemy| enemy.cell.distance(hero.cell) <= QUIET);
        if !own.iter().any(near) {
            self.field.advance(desk, &view.heroes[me], &places);
            return;
        }
        let left = self.field.config.constants.move_phases - 1 - view.move_phase.unwrap_or(0) as i32;
        let drill = Drill {
            field: &self.field,
            range: self.range(),
            ap: view.ap[me].unwrap_or(0),
            enemy_ap: self.enemy_ap(&enemies),
            stretch: self.weights.stretch().min(left),
            places: own.iter().map(|hero| places[hero.slot]).collect(),
            steps: enemies.iter().map(|enemy| distances(&self.field.geometry, [enemy.cell])).collect(),
            spacing: self.spacing(),
            enemies,
        };
        for (slot, direction) in drill.best(own, (left + 1).min(AHEAD)) {
            let _ = desk.act(Action::Move { hero: view.heroes[me][slot].id, direction });
        }
    }

    /// How far apart two heroes are out of every single blow.
    fn spacing(&self) -> i32 {
        let areas =
            self.field.config.abilities.iter().filter(|ability| ability.kind == AbilityKind::Offensive);
        2 * areas.map(|ability| ability.area.min(3)).max().unwrap_or(0) + 1
    }

    fn fire(&self, desk: &mut dyn Desk<Heroes>, view: &View, me: usize) {
        let (own, enemies) = (self.own(view, me), self.enemies(view, me));
        let guesses = self.watch.guesses(view, me);
        let seen = guesses.iter().enumerate().fold(0, |mask, (i, guess)| mask | u8::from(guess.seen) << i);
        let range = self.range();
        let Volley { shots, left, losses, .. } = range.volley(&enemies, &own, 0, self.enemy_ap(&enemies));
        let refuge = Refuge {
            field: &self.field,
            weights: &self.weights,
            own: &own,
            enemies: &enemies,
            expected: &shots,
        };
        let mut salvo = Salvo::new(&range, &enemies, own.len());
        for (by, hero) in own.iter().enumerate() {
            salvo.shots(hero, by, seen);
            let sheet = &view.heroes[me][hero.slot];
            let Some(class) = self.field.config.hero(sheet.class) else { continue };
            let ready = |place| is_ready(sheet, place);
            for heal in self.arms(class, AbilityKind::Defensive, ready) {
                salvo.heals(heal, hero, by, &own, &left);
            }
            for shield in self.arms(class, AbilityKind::Fortify, ready) {
                salvo.shields(shield, hero, by, &own, &left);
            }
            if losses[by] > 0.0 {
                for dodge in self.arms(class, AbilityKind::Dodge, ready) {
                    if let Some((aim, gain)) = refuge.best(dodge, by) {
                        salvo.dodge(dodge, by, aim, self.weights.flee() * losses[by] + gain);
                    }
                }
            }
            if enemies.is_empty() && !self.field.config.objective.contains(hero.cell) {
                for dodge in self.arms(class, AbilityKind::Dodge, ready) {
                    if let Some((aim, gain)) = self.shortcut(dodge, hero, view, me) {
                        salvo.dodge(dodge, by, aim, self.weights.way() * f64::from(gain));
                    }
                }
            }
        }
        for deed in salvo.best(view.ap[me].unwrap_or(0)) {
            let hero = view.heroes[me][own[deed.by].slot].id;
            let (row, column) = (deed.aim.row.into(), deed.aim.column.into());
            let _ = desk.act(Action::Cast { hero, ability: deed.ability.name, row, column });
        }
    }

    /// A dodge as a fast way to the zone.
    fn shortcut(&self, dodge: &Ability, hero: &Fighter<'_>, view: &View, me: usize) -> Option<(Cell, i32)> {
        let goal = self.field.places(&view.heroes[me], self.spacing())[hero.slot]?;
        let (aim, steps) = (self.field.goal(goal), self.field.steps(hero.cell, goal));
        let end = self.field.geometry.dodge_end(dodge.range, dodge.lobbing, hero.cell, aim);
        let taken = view.heroes[me].iter().any(|ally| ally.cell == Some(end));
        let free = self.field.geometry.is_free(end) && !taken;
        let gain = i32::from(steps) - i32::from(if free { self.field.steps(end, goal) } else { steps });
        (gain >= 2).then_some((aim, gain))
    }
}

fn is_ready(hero: &HeroView, place: usize) -> bool {
    hero.cooldowns.as_ref().and_then(|cooldowns| cooldowns.get(place)).is_some_and(|&left| left == 0)
}

impl Bot<Heroes> for Captain {
    fn play(&mut self, desk: &mut dyn Desk<Heroes>) {
        let view = desk.view();
        let me = desk.seat().index();
        if matches!(view.phase, Phase::Move | Phase::Action) {
            self.watch.look(&self.field.config, &view, me);
        }
        match view.phase {
            Phase::Init => {}
            Phase::Pick => {
                if let Some(&class) = self.draft.get(view.turn as usize) {
                    let _ = desk.act(Action::Pick { class });
                }
            }
            Phase::Move => self.march(desk, &view, me),
            Phase::Action => self.fire(desk, &view, me),
        }
    }
}
