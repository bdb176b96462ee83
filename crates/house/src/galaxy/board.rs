use meydan_core::Seat;
use meydan_galaxy::{Config, Map, PlanetId, View};

/// What a bot sees, with the map beside it.
pub(super) struct Board<'a> {
    pub(super) config: &'a Config,
    pub(super) view: &'a View,
    pub(super) me: Seat,
}

impl<'a> Board<'a> {
    pub(super) fn new(config: &'a Config, view: &'a View, me: Seat) -> Board<'a> {
        Board { config, view, me }
    }

    pub(super) fn map(&self) -> &'a Map {
        self.config.map()
    }

    pub(super) fn owner(&self, planet: PlanetId) -> Option<Seat> {
        self.view.owners[planet.index()]
    }

    pub(super) fn mine(&self, planet: PlanetId) -> bool {
        self.owner(planet) == Some(self.me)
    }

    pub(super) fn enemys(&self, planet: PlanetId) -> bool {
        self.owner(planet).is_some_and(|owner| owner != self.me)
    }

    pub(super) fn troops(&self, planet: PlanetId) -> i64 {
        self.view.troops[planet.index()]
    }

    /// Everybody who defends a planet.
    pub(super) fn defence(&self, planet: PlanetId) -> i64 {
        (self.troops(planet) + self.view.forts[planet.index()]).max(0)
    }

    /// My own planets.
    pub(super) fn own(&self) -> impl Iterator<Item = PlanetId> {
        self.map().planets().filter(|&planet| self.mine(planet))
    }

    /// The planets of other players next to one.
    pub(super) fn targets(&self, planet: PlanetId) -> impl Iterator<Item = PlanetId> {
        self.map().neighbours(planet).iter().copied().filter(|&near| self.enemys(near))
    }

    /// Whether an enemy stands next to a planet.
    pub(super) fn border(&self, planet: PlanetId) -> bool {
        self.targets(planet).next().is_some()
    }

    /// How many strategic planets a player holds.
    pub(super) fn strategic_count(&self, player: Seat) -> usize {
        let held = |planet| self.owner(planet) == Some(player);
        self.map().strategic().iter().filter(|strategic| held(strategic.planet)).count()
    }

    /// All planets that a transfer from one can reach, itself included.
    pub(super) fn reach(&self, from: PlanetId) -> Vec<PlanetId> {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&planet) = reached.get(next) {
            next += 1;
            for &near in self.map().neighbours(planet) {
                if self.mine(near) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        reached
    }
}
