//! What bots know of the ground: ways, places in the objective zone, and who goes where.

use std::sync::Arc;

use meydan_core::Desk;
use meydan_heroes::{Action, Cell, Config, Direction, Geometry, HeroView, Heroes, distances};

/// The ground of a match.
pub(super) struct Field {
    pub(super) config: Config,
    pub(super) geometry: Arc<Geometry>,
    /// The cells of the objective zone, each with the steps from everywhere to it.
    goals: Vec<(Cell, Vec<u16>)>,
}

/// Four heroes need no more places than this to choose from, however large the zone is.
const MOST_GOALS: usize = 64;

impl Field {
    pub(super) fn new(config: &Config) -> Field {
        let geometry = config.geometry();
        let free: Vec<Cell> = config.objective.iter().filter(|&cell| geometry.is_free(cell)).collect();
        let apart = free.len().div_ceil(MOST_GOALS).max(1);
        let goals = free.into_iter().step_by(apart).map(|cell| (cell, distances(&geometry, [cell])));
        let goals = goals.collect();
        Field { config: config.clone(), geometry, goals }
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.config.columns()) + usize::from(cell.column)
    }

    /// Chooses a place in the zone for each living hero: near ones first, and at least `apart` steps from the places
    /// of the others where the zone has room for that.
    pub(super) fn places(&self, heroes: &[HeroView], apart: i32) -> Vec<Option<usize>> {
        let mut places: Vec<Option<usize>> = vec![None; heroes.len()];
        for _ in 0..heroes.len() {
            let best = (0..heroes.len())
                .filter(|&i| places[i].is_none())
                .filter_map(|i| Some((i, heroes[i].cell?)))
                .flat_map(|(i, cell)| {
                    let at = self.index(cell);
                    (0..self.goals.len()).map(move |goal| (i, goal, at))
                })
                .filter(|&(_, goal, _)| !places.contains(&Some(goal)))
                .min_by_key(|&(i, goal, at)| {
                    let (cell, steps) = &self.goals[goal];
                    let taken = places.iter().flatten().map(|&taken| self.goals[taken].0.distance(*cell));
                    let crowding = taken.map(|distance| (apart - distance).max(0)).sum::<i32>();
                    (i32::from(steps[at]) + 3 * crowding, steps[at], i, goal)
                });
            let Some((i, goal, _)) = best else { break };
            places[i] = Some(goal);
        }
        places
    }

    /// How many steps a hero is from a place of the zone.
    pub(super) fn steps(&self, from: Cell, goal: usize) -> u16 {
        self.goals[goal].1[self.index(from)]
    }

    pub(super) fn goal(&self, goal: usize) -> Cell {
        self.goals[goal].0
    }

    /// Steps towards the places, whoever is nearest first, so that queues move up.
    pub(super) fn advance(&self, desk: &mut dyn Desk<Heroes>, heroes: &[HeroView], places: &[Option<usize>]) {
        let mut walkers: Vec<(u16, &HeroView, Cell, usize)> = heroes
            .iter()
            .zip(places)
            .filter_map(|(hero, place)| {
                let (cell, goal) = (hero.cell?, (*place)?);
                Some((self.steps(cell, goal), hero, cell, goal))
            })
            .filter(|(steps, ..)| *steps != 0)
            .collect();
        walkers.sort_by_key(|(steps, hero, ..)| (*steps, hero.id));
        for (steps, hero, cell, goal) in walkers {
            for direction in self.nearer(cell, goal, steps) {
                // The second way is taken only if the first one is blocked.
                let _ = desk.act(Action::Move { hero: hero.id, direction });
            }
        }
    }

    fn nearer(&self, cell: Cell, goal: usize, steps: u16) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL.into_iter().filter(move |&direction| {
            let next = self.geometry.neighbour(cell, direction);
            next.is_some_and(|next| self.geometry.is_free(next) && self.steps(next, goal) < steps)
        })
    }
}
