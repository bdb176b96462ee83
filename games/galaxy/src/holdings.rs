use crate::rows::Rows;
use crate::{Map, PlanetId};

/// Who holds which planets. It could be rebuilt from the planets' owners; it is kept as they change, so that nobody
/// has to go through the whole map to know a player's planets, income or strategic count.
///
/// The free planets are held by nobody, whose number is the one after the last player's.
#[derive(Clone, Debug)]
pub(crate) struct Holdings {
    /// The planets of each holder, in no particular order, at the front of as many places as there are planets.
    lists: Vec<PlanetId>,
    /// Where in the list of its holder each planet stands.
    places: Vec<u16>,
    /// The planets of each player as bits; nobody's row is not kept.
    bits: Rows,
    totals: Vec<Total>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Total {
    pub(crate) planets: u32,
    pub(crate) strategic: u32,
    /// The sum of the scores of the strategic planets.
    pub(crate) scores: u32,
}

impl Holdings {
    /// All planets are free.
    pub(crate) fn new(map: &Map, players: usize) -> Holdings {
        let mut lists = Vec::with_capacity((players + 1) * map.len());
        lists.resize(players * map.len(), PlanetId(0));
        lists.extend(map.planets());
        let mut totals = vec![Total::default(); players + 1];
        totals[players] = Total {
            planets: map.len() as u32,
            strategic: map.strategic().len() as u32,
            scores: map.strategic().iter().map(|strategic| strategic.score).sum(),
        };
        Holdings {
            lists,
            places: (0..map.len() as u16).collect(),
            bits: Rows::new(players + 1, map.len()),
            totals,
        }
    }

    /// Becomes equal to those of another match on the same map, in the memory that is there.
    pub(crate) fn copy_from(&mut self, from: &Holdings) {
        self.lists.clone_from(&from.lists);
        self.places.clone_from(&from.places);
        self.bits.copy_from(&from.bits);
        self.totals.clone_from(&from.totals);
    }

    /// The planets of a holder.
    #[inline]
    pub(crate) fn of(&self, holder: usize) -> &[PlanetId] {
        let first = holder * self.places.len();
        &self.lists[first..first + self.totals[holder].planets as usize]
    }

    /// The planets of a player as bits.
    #[inline]
    pub(crate) fn bits(&self, player: usize) -> &[u64] {
        self.bits.row(player)
    }

    /// The planets that are free.
    #[inline]
    pub(crate) fn free(&self) -> &[PlanetId] {
        self.of(self.totals.len() - 1)
    }

    /// What a player holds in sum.
    #[inline]
    pub(crate) fn total(&self, player: usize) -> Total {
        self.totals[player]
    }

    /// The sums of all players in order.
    pub(crate) fn players(&self) -> &[Total] {
        &self.totals[..self.totals.len() - 1]
    }

    /// A planet passes from its holder (`None`: it was free) to a player.
    pub(crate) fn pass(&mut self, planet: PlanetId, score: u32, from: Option<usize>, to: usize) {
        let all = self.places.len();
        let from = from.unwrap_or(self.totals.len() - 1);
        self.bits.remove(from, planet);
        self.bits.insert(to, planet);
        let before = &mut self.totals[from];
        before.planets -= 1;
        before.strategic -= u32::from(score > 0);
        before.scores -= score;
        // The last of the list fills the gap.
        let place = self.places[planet.index()];
        let last = self.lists[from * all + before.planets as usize];
        self.lists[from * all + usize::from(place)] = last;
        self.places[last.index()] = place;

        let after = &mut self.totals[to];
        self.lists[to * all + after.planets as usize] = planet;
        self.places[planet.index()] = after.planets as u16;
        after.planets += 1;
        after.strategic += u32::from(score > 0);
        after.scores += score;
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::{Chance, Game, Seed, Setup, Status, Terms, random_window};

    use super::*;
    use crate::{Galaxy, rows};

    #[test]
    fn they_always_agree_with_the_planets_owners() {
        let maps = Galaxy::maps();
        for (seed, map) in maps.iter().enumerate() {
            let config = Galaxy::config(map.bytes, &Terms::of("official")).expect("our own maps are sound");
            let mut chance = Chance::new(Seed(seed as u64));
            let mut game = Galaxy::new(&config, chance.fork()).expect("the config was checked");
            let (mut log, mut scratch) = (Vec::new(), Vec::new());
            while let Status::Waiting(_) = game.status() {
                random_window(&mut game, &mut chance, &mut log, &mut scratch, |_| {});
                agree(&game);
            }
        }
    }

    fn agree(game: &Galaxy) {
        let map = game.map();
        for player in game.config.roster().seats() {
            let held: Vec<PlanetId> = map.planets().filter(|&p| game.owner(p) == Some(player)).collect();
            assert_eq!(sorted(game.planets_of(player)), held);
            let bits = game.holdings.bits(player.index());
            assert!(map.planets().all(|p| rows::has(bits, p) == held.contains(&p)));
            let scores = held.iter().map(|&p| map.score(p));
            let total = Total {
                planets: held.len() as u32,
                strategic: scores.clone().filter(|&score| score > 0).count() as u32,
                scores: scores.sum(),
            };
            assert_eq!(game.holdings.total(player.index()), total);
        }
        let free: Vec<PlanetId> = map.planets().filter(|&p| game.owner(p).is_none()).collect();
        assert_eq!(sorted(game.free_planets()), free);
    }

    fn sorted(planets: &[PlanetId]) -> Vec<PlanetId> {
        let mut planets = planets.to_vec();
        planets.sort();
        planets
    }
}
