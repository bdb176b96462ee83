//! Where a dodge leads out of the salvo that is expected. Dodges come before blows: whoever is gone when
//! the blows fall has made the enemies waste their points.

use meydan_heroes::{Ability, Cell};

use super::field::Field;
use super::volley::{Fighter, Shot, around};
use super::weights::Weights;

/// Where our heroes could land.
pub(super) struct Refuge<'a> {
    pub(super) field: &'a Field,
    pub(super) weights: &'a Weights,
    pub(super) own: &'a [Fighter<'a>],
    pub(super) enemies: &'a [Fighter<'a>],
    /// The salvo that the enemies are expected to fire.
    pub(super) expected: &'a [Shot<'a>],
}

/// Nearer to a colleague than this, one blow may hit both.
const SPACING: i32 = 5;

/// From here on an enemy is no danger for the next turn.
const SAFE: i32 = 9;

/// What each step within that of each enemy costs.
const NEAR: f64 = 0.1;

impl Refuge<'_> {
    /// The best cell that a dodge of this hero reaches out of the expected salvo, and what it is worth to stand there
    /// rather than here.
    pub(super) fn best(&self, dodge: &Ability, by: usize) -> Option<(Cell, f64)> {
        let here = self.own[by].cell;
        let geometry = &self.field.geometry;
        let cells = around(geometry, here, dodge.range).filter(|&cell| {
            geometry.dodge_end(dodge.range, dodge.lobbing, here, cell) == cell
                && geometry.is_free(cell)
                && self.own.iter().all(|ally| ally.cell != cell)
                && !self.expected.iter().any(|shot| shot.aim.distance(cell) <= shot.arm.area)
        });
        let worth = |cell| self.worth(cell, by);
        cells.map(|cell| (cell, worth(cell) - worth(here))).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn worth(&self, cell: Cell, by: usize) -> f64 {
        let zone = if self.field.config.objective.contains(cell) { self.weights.zone() } else { 0.0 };
        let near: i32 = self.enemies.iter().map(|enemy| (SAFE - enemy.cell.distance(cell)).max(0)).sum();
        let allies = self.own.iter().enumerate().filter(|(i, _)| *i != by);
        let close: i32 = allies.map(|(_, ally)| (SPACING - ally.cell.distance(cell)).max(0)).sum();
        zone - NEAR * f64::from(near) - self.weights.apart() * f64::from(close)
    }
}

#[cfg(test)]
mod tests {
    use super::super::volley::Range;
    use super::super::yard::{blaster, yard};
    use super::*;

    /// Where the first of ours dodges to.
    fn landing(own: &[[u8; 2]], enemies: &[[u8; 2]]) -> Option<(Cell, f64)> {
        let config = yard();
        let field = Field::new(&config);
        let team = |cells: &[[u8; 2]]| {
            let numbered = cells.iter().enumerate();
            numbered.map(|(slot, cell)| blaster(&config, slot, cell[0], cell[1], 60)).collect::<Vec<_>>()
        };
        let (own, enemies) = (team(own), team(enemies));
        let range = Range { geometry: &field.geometry, weights: &Weights::TUNED };
        let expected = range.volley(&enemies, &own, 0, 100).shots;
        assert!(!expected.is_empty(), "they fire");
        let dodge = config.abilities.iter().find(|ability| ability.name.as_str() == "BLASTER_DODGE").unwrap();
        let refuge = Refuge {
            field: &field,
            weights: &Weights::TUNED,
            own: &own,
            enemies: &enemies,
            expected: &expected,
        };
        let landing = refuge.best(dodge, 0);
        if let Some((cell, _)) = landing {
            assert!(expected.iter().all(|shot| shot.aim.distance(cell) > shot.arm.area), "{cell}");
        }
        landing
    }

    #[test]
    fn a_hero_under_fire_lands_outside_the_blows_and_away_from_the_enemies() {
        let (cell, gain) = landing(&[[3, 4]], &[[0, 4], [1, 5]]).unwrap();
        assert_eq!(cell, Cell { row: 6, column: 3 });
        assert!(gain > 0.0, "{gain}");
    }

    #[test]
    fn of_two_ways_out_it_takes_the_one_into_the_zone() {
        let (cell, gain) = landing(&[[5, 1]], &[[1, 1]]).unwrap();
        assert_eq!(cell.row, 6, "{cell}");
        assert!((3..=5).contains(&cell.column) && gain > 0.0, "{cell} {gain}");
    }
}
