use meydan_core::Seat;
use meydan_galaxy::{Config, Galaxy, Map, PlanetId, Ruleset, View};

/// Where planets and troops are looked up: a view, or a match that a bot imagines.
pub(super) trait Sight {
    fn owner(&self, planet: PlanetId) -> Option<Seat>;
    fn troops(&self, planet: PlanetId) -> i64;
    fn forts(&self, planet: PlanetId) -> i64;
    /// A player's planets in any order.
    fn held(&self, player: Seat) -> impl Iterator<Item = PlanetId>;
}

impl Sight for View {
    fn owner(&self, planet: PlanetId) -> Option<Seat> {
        self.owners[planet.index()]
    }

    fn troops(&self, planet: PlanetId) -> i64 {
        self.troops[planet.index()]
    }

    fn forts(&self, planet: PlanetId) -> i64 {
        self.forts[planet.index()]
    }

    fn held(&self, player: Seat) -> impl Iterator<Item = PlanetId> {
        let owners = self.owners.iter().zip(0..);
        owners.filter(move |&(&owner, _)| owner == Some(player)).map(|(_, planet)| PlanetId(planet))
    }
}

impl Sight for Galaxy {
    fn owner(&self, planet: PlanetId) -> Option<Seat> {
        self.owner(planet)
    }

    fn troops(&self, planet: PlanetId) -> i64 {
        self.troops(planet)
    }

    fn forts(&self, planet: PlanetId) -> i64 {
        self.forts(planet)
    }

    fn held(&self, player: Seat) -> impl Iterator<Item = PlanetId> {
        self.planets_of(player).iter().copied()
    }
}

/// What a player sees, with the map beside it.
pub(super) struct Board<'a, S = View> {
    pub(super) config: &'a Config,
    pub(super) view: &'a S,
    pub(super) me: Seat,
}

impl<'a, S: Sight> Board<'a, S> {
    pub(super) fn new(config: &'a Config, view: &'a S, me: Seat) -> Board<'a, S> {
        Board { config, view, me }
    }

    pub(super) fn map(&self) -> &'a Map {
        self.config.map()
    }

    pub(super) fn owner(&self, planet: PlanetId) -> Option<Seat> {
        self.view.owner(planet)
    }

    pub(super) fn mine(&self, planet: PlanetId) -> bool {
        self.owner(planet) == Some(self.me)
    }

    pub(super) fn enemys(&self, planet: PlanetId) -> bool {
        self.owner(planet).is_some_and(|owner| owner != self.me)
    }

    pub(super) fn troops(&self, planet: PlanetId) -> i64 {
        self.view.troops(planet)
    }

    /// Everybody who defends a planet.
    pub(super) fn defence(&self, planet: PlanetId) -> i64 {
        (self.troops(planet) + self.view.forts(planet)).max(0)
    }

    /// My own planets.
    pub(super) fn own(&self) -> impl Iterator<Item = PlanetId> {
        self.view.held(self.me)
    }

    /// The planets of other players next to one.
    pub(super) fn targets(&self, planet: PlanetId) -> impl Iterator<Item = PlanetId> {
        self.map().neighbours(planet).iter().copied().filter(|&near| self.enemys(near))
    }

    /// Whether an enemy stands next to a planet.
    pub(super) fn border(&self, planet: PlanetId) -> bool {
        self.targets(planet).next().is_some()
    }

    /// What I receive at the start of a turn.
    pub(super) fn income(&self) -> i64 {
        let (planets, scores) = self.own().fold((0, 0), |(planets, scores), planet| {
            (planets + 1, scores + i64::from(self.map().score(planet)))
        });
        let rules = self.config.rules();
        let least = match rules.ruleset {
            Ruleset::Official => i64::from(rules.minimum_troops_per_turn),
            Ruleset::Document => 0,
        };
        (planets / 4 + scores).max(least)
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
