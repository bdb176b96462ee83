//! The move phase: places from which our salvo outweighs theirs.

use meydan_heroes::{Cell, Direction};

use super::field::Field;
use super::volley::{Fighter, Range};

/// A search for the best places in one move phase.
pub(super) struct Drill<'a> {
    pub(super) field: &'a Field,
    pub(super) range: Range<'a>,
    pub(super) ap: i32,
    pub(super) enemy_ap: i32,
    pub(super) stretch: i32,
    pub(super) places: Vec<Option<usize>>,
    pub(super) enemies: Vec<Fighter<'a>>,
    /// The steps from everywhere to each enemy.
    pub(super) steps: Vec<Vec<u16>>,
    pub(super) spacing: i32,
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
    pub(super) fn best(&self, mut own: Vec<Fighter<'a>>, ahead: i32) -> Vec<(usize, Direction)> {
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
        let geometry = &self.field.geometry;
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
        let (config, range, weights) = (&self.field.config, &self.range, self.range.weights);
        let walk: i32 = own.iter().zip(spots).map(|(hero, spot)| hero.move_cost * spot.steps).sum();
        if walk > self.ap {
            return f64::MIN;
        }
        let attack = range.volley(own, &self.enemies, self.stretch, self.ap - walk).worth;
        let danger = range.volley(&self.enemies, own, self.stretch, self.enemy_ap).worth;
        let mut sum = attack - weights.danger() * danger;
        for (i, hero) in own.iter().enumerate() {
            sum -= weights.step() * f64::from(spots[i].steps);
            if config.objective.contains(hero.cell) {
                sum += weights.zone();
            } else if let Some(goal) = self.places[i] {
                sum -= weights.way() * f64::from(self.field.steps(hero.cell, goal));
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

#[cfg(test)]
mod tests {
    use meydan_heroes::distances;

    use super::super::weights::Weights;
    use super::super::yard::{blaster, yard};
    use super::*;

    /// The first step of a lone blaster in the last move phases before the action.
    fn step(own: [u8; 2], hp: i32, enemies: &[[u8; 2]], enemy_hp: i32) -> Option<Direction> {
        let config = yard();
        let field = Field::new(&config);
        let enemies = enemies.iter().enumerate();
        let enemies: Vec<_> =
            enemies.map(|(slot, cell)| blaster(&config, slot, cell[0], cell[1], enemy_hp)).collect();
        let drill = Drill {
            field: &field,
            range: Range { geometry: &field.geometry, weights: &Weights::TUNED },
            ap: 100,
            enemy_ap: 100,
            stretch: 0,
            places: vec![None],
            steps: enemies.iter().map(|enemy| distances(&field.geometry, [enemy.cell])).collect(),
            spacing: 5,
            enemies,
        };
        drill.best(vec![blaster(&config, 0, own[0], own[1], hp)], 3).first().map(|&(_, direction)| direction)
    }

    #[test]
    fn a_wounded_hero_steps_behind_the_wall() {
        assert_eq!(step([1, 5], 35, &[[2, 9], [3, 9], [4, 9]], 250), Some(Direction::Down));
    }

    #[test]
    fn a_hero_walks_up_to_an_enemy_that_one_blow_fells() {
        assert_eq!(step([0, 2], 250, &[[0, 10]], 30), Some(Direction::Right));
    }
}
