use meydan_core::{Bot, Desk};
use meydan_heroes::{
    Ability, AbilityKind, Action, Cell, Config, Direction, HeroClass, HeroView, Heroes, Name, Phase,
    TEAM_SIZE, View, distances,
};

use super::field::Field;
use super::salvo::Salvo;
use super::volley::{Fighter, Range};
use super::watch::Watch;
use super::weights::Weights;

/// Weighs every step by the salvo it allows against the salvo it invites, uses walls as cover, and fires all heroes as
/// one.
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

    fn config(&self) -> &Config {
        &self.field.config
    }

    fn range(&self) -> Range<'_> {
        Range { geometry: &self.field.geometry, weights: &self.weights }
    }

    /// The abilities of a class of a kind, for which `ready` holds.
    fn arms(&self, class: &HeroClass, kind: AbilityKind, ready: impl Fn(usize) -> bool) -> Vec<&Ability> {
        let all = class.abilities.iter().enumerate().filter(|(place, _)| ready(*place));
        all.filter_map(|(_, &name)| self.config().ability(name))
            .filter(|ability| ability.kind == kind)
            .collect()
    }

    fn own(&self, view: &View, me: usize) -> Vec<Fighter<'_>> {
        let heroes = view.heroes[me].iter().enumerate().take(TEAM_SIZE);
        heroes
            .filter_map(|(slot, hero)| {
                let (cell, class) = (hero.cell?, self.config().hero(hero.class)?);
                Some(Fighter {
                    slot,
                    cell,
                    hp: hero.hp?,
                    max_hp: class.max_hp,
                    move_cost: class.move_cost,
                    home: self.config().respawn[me].contains(cell),
                    arms: self.arms(class, AbilityKind::Offensive, |place| is_ready(hero, place)),
                })
            })
            .collect()
    }

    fn enemies(&self, view: &View, me: usize) -> Vec<Fighter<'_>> {
        let guesses = self.watch.guesses(view, me).into_iter();
        guesses
            .filter_map(|guess| {
                let class = self.config().hero(view.heroes[1 - me][guess.slot].class)?;
                Some(Fighter {
                    slot: guess.slot,
                    cell: guess.cell,
                    hp: guess.health,
                    max_hp: class.max_hp,
                    move_cost: class.move_cost,
                    home: self.config().respawn[1 - me].contains(guess.cell),
                    arms: self
                        .arms(class, AbilityKind::Offensive, |place| self.watch.is_ready(guess.slot, place)),
                })
            })
            .collect()
    }

    /// The action points that the enemies have left, as far as their steps were seen.
    fn enemy_ap(&self, enemies: &[Fighter<'_>]) -> i32 {
        let cost = enemies.iter().map(|enemy| enemy.move_cost).min().unwrap_or(0);
        self.config().constants.max_ap - cost * self.watch.steps()
    }

    fn march(&self, desk: &mut dyn Desk<Heroes>, view: &View, me: usize) {
        let (own, enemies) = (self.own(view, me), self.enemies(view, me));
        let places = self.field.places(&view.heroes[me], self.spacing());
        let near = |hero: &Fighter<'_>| enemies.iter().any(|enemy| enemy.cell.distance(hero.cell) <= QUIET);
        if !own.iter().any(near) {
            self.field.advance(desk, &view.heroes[me], &places);
            return;
        }
        let left = self.config().constants.move_phases - 1 - view.move_phase.unwrap_or(0) as i32;
        let drill = Drill {
            captain: self,
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
        let areas = self.config().abilities.iter().filter(|ability| ability.kind == AbilityKind::Offensive);
        2 * areas.map(|ability| ability.area.min(3)).max().unwrap_or(0) + 1
    }

    fn fire(&self, desk: &mut dyn Desk<Heroes>, view: &View, me: usize) {
        let (own, enemies) = (self.own(view, me), self.enemies(view, me));
        let guesses = self.watch.guesses(view, me);
        let seen = guesses.iter().enumerate().fold(0, |mask, (i, guess)| mask | u8::from(guess.seen) << i);
        let range = self.range();
        let (_, left) = range.salvo(&enemies, &own, 0, self.enemy_ap(&enemies));
        let mut salvo = Salvo::new(&range, &enemies, own.len());
        for (by, hero) in own.iter().enumerate() {
            salvo.shots(hero, by, seen);
            let sheet = &view.heroes[me][hero.slot];
            let Some(class) = self.config().hero(sheet.class) else { continue };
            let ready = |place| is_ready(sheet, place);
            for heal in self.arms(class, AbilityKind::Defensive, ready) {
                salvo.heals(heal, hero, by, &own, &left);
            }
            for shield in self.arms(class, AbilityKind::Fortify, ready) {
                salvo.shields(shield, hero, by, &own, &left);
            }
            for dodge in self.arms(class, AbilityKind::Dodge, ready) {
                if left[by] <= 0 && dodge.lobbing {
                    if let Some(aim) = self.refuge(dodge, hero, &own, &enemies) {
                        salvo.leap(dodge, hero, by, aim);
                    }
                } else if enemies.is_empty() && dodge.lobbing && !self.config().objective.contains(hero.cell)
                {
                    if let Some((aim, gain)) = self.shortcut(dodge, hero, view, me) {
                        salvo.travel(dodge, by, aim, gain);
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

    /// Where a dodge takes a hero out of the blows that are aimed at where our heroes stand now.
    fn refuge(
        &self,
        dodge: &Ability,
        hero: &Fighter<'_>,
        own: &[Fighter<'_>],
        enemies: &[Fighter<'_>],
    ) -> Option<Cell> {
        let geometry = &self.field.geometry;
        let clear = self.spacing() / 2 + 1;
        let cells = super::volley::around(geometry, hero.cell, dodge.range);
        cells
            .filter(|&cell| {
                geometry.is_free(cell) && own.iter().all(|ally| ally.cell.distance(cell) >= clear)
            })
            .max_by_key(|&cell| {
                let hidden = enemies.iter().filter(|enemy| !geometry.sees(enemy.cell, cell)).count();
                let nearest = enemies.iter().map(|enemy| enemy.cell.distance(cell)).min().unwrap_or(0);
                (hidden, nearest, self.config().objective.contains(cell))
            })
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

/// A search for the best places in one move phase.
struct Drill<'a> {
    captain: &'a Captain,
    ap: i32,
    enemy_ap: i32,
    stretch: i32,
    places: Vec<Option<usize>>,
    enemies: Vec<Fighter<'a>>,
    /// The steps from everywhere to each enemy.
    steps: Vec<Vec<u16>>,
    spacing: i32,
}

/// A cell that a hero can reach.
#[derive(Clone, Copy)]
struct Spot {
    cell: Cell,
    steps: i32,
    first: Option<Direction>,
}

impl<'a> Drill<'a> {
    /// The first step of everybody that should move, by slot.
    fn best(&self, mut own: Vec<Fighter<'a>>, ahead: i32) -> Vec<(usize, Direction)> {
        let spots: Vec<Vec<Spot>> = own.iter().map(|hero| self.spots(hero.cell, ahead)).collect();
        let mut chosen: Vec<Spot> = spots.iter().map(|spots| spots[0]).collect();
        let mut best = self.worth(&own, &chosen);
        for _ in 0..3 {
            let before = best;
            for i in 0..own.len() {
                let (mut taken, mut most) = (chosen[i], best);
                for &spot in &spots[i] {
                    if own.iter().enumerate().any(|(j, ally)| j != i && ally.cell == spot.cell) {
                        continue;
                    }
                    chosen[i] = spot;
                    own[i].cell = spot.cell;
                    let worth = self.worth(&own, &chosen);
                    if worth > most + 1e-9 {
                        (taken, most) = (spot, worth);
                    }
                }
                (chosen[i], own[i].cell, best) = (taken, taken.cell, most);
            }
            if best <= before {
                break;
            }
        }
        own.iter().zip(&chosen).filter_map(|(hero, spot)| Some((hero.slot, spot.first?))).collect()
    }

    /// The cells within some steps, the start first.
    fn spots(&self, from: Cell, ahead: i32) -> Vec<Spot> {
        let geometry = &self.captain.field.geometry;
        let mut spots = vec![Spot { cell: from, steps: 0, first: None }];
        let mut next = 0;
        while let Some(&Spot { cell, steps, first }) = spots.get(next).filter(|spot| spot.steps < ahead) {
            next += 1;
            for direction in Direction::ALL {
                let there = geometry.neighbour(cell, direction).filter(|&there| geometry.is_free(there));
                if let Some(there) = there.filter(|&there| spots.iter().all(|spot| spot.cell != there)) {
                    spots.push(Spot { cell: there, steps: steps + 1, first: first.or(Some(direction)) });
                }
            }
        }
        spots
    }

    /// What it is worth to stand like this.
    fn worth(&self, own: &[Fighter<'a>], spots: &[Spot]) -> f64 {
        let (captain, weights) = (self.captain, &self.captain.weights);
        let config = captain.config();
        let walk: i32 = own.iter().zip(spots).map(|(hero, spot)| hero.move_cost * spot.steps).sum();
        if walk > self.ap {
            return f64::MIN;
        }
        let range = captain.range();
        let (attack, _) = range.salvo(own, &self.enemies, self.stretch, self.ap - walk);
        let (danger, _) = range.salvo(&self.enemies, own, self.stretch, self.enemy_ap);
        let mut sum = attack - weights.danger() * danger;
        for (i, hero) in own.iter().enumerate() {
            sum -= weights.step() * f64::from(spots[i].steps);
            if config.objective.contains(hero.cell) {
                sum += weights.zone();
            } else if let Some(goal) = self.places[i] {
                sum -= weights.way() * f64::from(captain.field.steps(hero.cell, goal));
            }
            let at =
                usize::from(hero.cell.row) * usize::from(config.columns()) + usize::from(hero.cell.column);
            let nearest = self.steps.iter().map(|steps| i32::from(steps[at])).min().unwrap_or(0);
            let reach = hero.arms.iter().map(|arm| arm.range.min(8) + arm.area).max().unwrap_or(6);
            sum -= weights.chase() * f64::from((nearest - reach).clamp(0, 40));
            for ally in &own[..i] {
                sum -= weights.apart() * f64::from((self.spacing - ally.cell.distance(hero.cell)).max(0));
            }
        }
        sum
    }
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
