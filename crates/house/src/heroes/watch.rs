//! What is known and believed of the enemies.

use meydan_heroes::{AbilityKind, Cell, Config, TEAM_SIZE, View};

/// The books on the enemies, by slot.
pub(super) struct Watch {
    /// Health, from what is told or from what was done to them: under `document` it is hidden.
    health: [i32; TEAM_SIZE],
    /// Where and in which turn each was seen last.
    last: [Option<(Cell, u32)>; TEAM_SIZE],
    /// From which turn on each ability of each is ready, as far as its use was seen.
    ready: [[u32; MOST]; TEAM_SIZE],
    dead: [bool; TEAM_SIZE],
    /// The turn whose casts have been counted.
    counted: u32,
    /// Steps they were seen to make in this turn.
    steps: i32,
    turn: u32,
}

const MOST: usize = meydan_heroes::MOST_ABILITIES;

/// For how many turns an enemy that went out of sight is believed to stand where it was.
const MEMORY: u32 = 2;

/// What is believed of one enemy.
pub(super) struct Guess {
    pub(super) slot: usize,
    pub(super) cell: Cell,
    pub(super) health: i32,
    /// Whether it is in sight now.
    pub(super) seen: bool,
}

impl Watch {
    pub(super) fn new() -> Watch {
        Watch {
            health: [0; TEAM_SIZE],
            last: [None; TEAM_SIZE],
            ready: [[0; MOST]; TEAM_SIZE],
            dead: [true; TEAM_SIZE],
            counted: 0,
            steps: 0,
            turn: 0,
        }
    }

    /// Takes note of a view.
    pub(super) fn look(&mut self, config: &Config, view: &View, me: usize) {
        if self.turn != view.turn {
            (self.turn, self.steps) = (view.turn, 0);
        }
        self.count(config, view, me);
        for (slot, enemy) in view.heroes[1 - me].iter().enumerate().take(TEAM_SIZE) {
            let most = config.hero(enemy.class).map_or(100, |class| class.max_hp);
            match enemy.hp {
                Some(0) => (self.dead[slot], self.last[slot]) = (true, None),
                Some(hp) => (self.health[slot], self.dead[slot]) = (hp, false),
                None if self.dead[slot] => (self.health[slot], self.dead[slot]) = (most, false),
                None => {}
            }
            match (enemy.cell, self.last[slot]) {
                (Some(cell), before) => {
                    let walked = before
                        .filter(|(_, turn)| *turn == view.turn)
                        .map_or(0, |(old, _)| old.distance(cell));
                    self.steps += walked;
                    self.last[slot] = Some((cell, view.turn));
                }
                (None, Some((cell, turn))) => {
                    let empty = view.vision[me].as_ref().is_some_and(|vision| vision.contains(cell));
                    if empty || turn + MEMORY < view.turn {
                        self.last[slot] = None;
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Counts the casts of the last turn once.
    fn count(&mut self, config: &Config, view: &View, me: usize) {
        if self.counted == view.turn {
            return;
        }
        self.counted = view.turn;
        for cast in &view.casts {
            let Some(ability) = config.ability(cast.ability) else { continue };
            let theirs = usize::from(cast.team) != me;
            if let Some(slot) = cast.caster.filter(|_| theirs).map(|id| usize::from(id / 2)) {
                let class = view.heroes[1 - me].get(slot).and_then(|hero| config.hero(hero.class));
                let place =
                    class.and_then(|class| class.abilities.iter().position(|&name| name == cast.ability));
                if let (Some(place), true) = (place, slot < TEAM_SIZE) {
                    self.ready[slot][place.min(MOST - 1)] = view.turn - 1 + ability.cooldown.max(0) as u32;
                }
            }
            let change = match ability.kind {
                AbilityKind::Offensive if !theirs => -ability.power,
                AbilityKind::Defensive if theirs => ability.power,
                _ => continue,
            };
            for &target in cast.targets.iter().filter(|&&id| usize::from(id % 2) != me) {
                let slot = usize::from(target / 2);
                let told = view.heroes[1 - me].get(slot).and_then(|enemy| enemy.hp).is_some();
                if !told && slot < TEAM_SIZE {
                    // Whoever should have fallen and did not was healed out of sight.
                    self.health[slot] = (self.health[slot] + change).max(20);
                }
            }
        }
    }

    /// The enemies that are somewhere on the map as far as we know.
    pub(super) fn guesses(&self, view: &View, me: usize) -> Vec<Guess> {
        let heroes = view.heroes[1 - me].iter().enumerate().take(TEAM_SIZE);
        let known = heroes.filter(|(slot, _)| !self.dead[*slot]).filter_map(|(slot, enemy)| {
            let (cell, _) = self.last[slot]?;
            Some(Guess { slot, cell, health: self.health[slot], seen: enemy.cell.is_some() })
        });
        known.collect()
    }

    /// Whether an enemy's ability is ready in this turn, as far as we know.
    pub(super) fn is_ready(&self, slot: usize, place: usize) -> bool {
        self.ready[slot][place.min(MOST - 1)] <= self.turn
    }

    /// How many steps the enemies were seen to make in this turn.
    pub(super) fn steps(&self) -> i32 {
        self.steps
    }
}
