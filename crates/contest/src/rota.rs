use meydan_core::Chance;

use crate::Sizes;

/// A match to be played: who sits where, and on which map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The player of each seat.
    pub seats: Vec<usize>,
    /// The number of the map.
    pub map: usize,
}

/// Whose turn it is for which seat and map: everybody is to have all seats and all maps equally often. Ranked rounds and
/// ladders both use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rota {
    /// For each map, how many players it takes.
    maps: Vec<Sizes>,
    /// How often each map was played.
    uses: Vec<u32>,
    /// For each player and seat, how often it sat there.
    seats: Vec<Vec<u32>>,
    /// For each player and map, how often it played there.
    played: Vec<Vec<u32>>,
}

impl Rota {
    /// A rota for maps that take so many players each. A game without maps has one that takes all sizes.
    pub fn new(maps: impl IntoIterator<Item = Sizes>) -> Rota {
        let maps: Vec<Sizes> = maps.into_iter().collect();
        Rota { uses: vec![0; maps.len()], maps, seats: Vec::new(), played: Vec::new() }
    }

    /// Seats players for a match on the map that they have played least. `None` if no map takes so many.
    pub fn seat(&self, players: &[usize], chance: &mut Chance) -> Option<Table> {
        let fits = |map: &usize| self.maps[*map].allows(players.len());
        let worn = |map: usize| {
            let often: u32 = players.iter().map(|&player| count(&self.played, player, map)).sum();
            (often, self.uses[map])
        };
        let maps: Vec<usize> = (0..self.maps.len()).filter(fits).collect();
        let least = maps.iter().map(|&map| worn(map)).min()?;
        let maps: Vec<usize> = maps.into_iter().filter(|&map| worn(map) == least).collect();
        let map = *chance.pick(&maps)?;

        let mut seats = players.to_vec();
        chance.shuffle(&mut seats);
        // Two change seats as long as that helps. The cost is a whole number that gets smaller, so this ends.
        let mut settled = false;
        while !settled {
            settled = true;
            for a in 0..seats.len() {
                for b in a + 1..seats.len() {
                    let cost =
                        |first, second| self.cost(first, a, seats.len()) + self.cost(second, b, seats.len());
                    if cost(seats[b], seats[a]) < cost(seats[a], seats[b]) {
                        seats.swap(a, b);
                        settled = false;
                    }
                }
            }
        }
        Some(Table { seats, map })
    }

    /// Counts a match.
    pub fn count(&mut self, table: &Table) {
        for (seat, &player) in table.seats.iter().enumerate() {
            *cell(&mut self.seats, player, seat) += 1;
            *cell(&mut self.played, player, table.map) += 1;
        }
        if let Some(uses) = self.uses.get_mut(table.map) {
            *uses += 1;
        }
    }

    /// Takes back a match that was counted and has come to nothing.
    pub fn forget(&mut self, table: &Table) {
        let less = |count: &mut u32| *count = count.saturating_sub(1);
        for (seat, &player) in table.seats.iter().enumerate() {
            less(cell(&mut self.seats, player, seat));
            less(cell(&mut self.played, player, table.map));
        }
        self.uses.get_mut(table.map).into_iter().for_each(less);
    }

    /// How often a player has had a seat.
    pub fn sat(&self, player: usize, seat: usize) -> u32 {
        count(&self.seats, player, seat)
    }

    /// How often a player has played on a map.
    pub fn played(&self, player: usize, map: usize) -> u32 {
        count(&self.played, player, map)
    }

    /// By how much a player has had this seat more often than another one of the table, squared.
    fn cost(&self, player: usize, seat: usize, seats: usize) -> u32 {
        let least = (0..seats).map(|other| self.sat(player, other)).min().unwrap_or(0);
        (self.sat(player, seat) - least).pow(2)
    }
}

fn count(counts: &[Vec<u32>], player: usize, column: usize) -> u32 {
    counts.get(player).and_then(|counts| counts.get(column)).copied().unwrap_or(0)
}

fn cell(counts: &mut Vec<Vec<u32>>, player: usize, column: usize) -> &mut u32 {
    if counts.len() <= player {
        counts.resize(player + 1, Vec::new());
    }
    let counts = &mut counts[player];
    if counts.len() <= column {
        counts.resize(column + 1, 0);
    }
    &mut counts[column]
}

#[cfg(test)]
mod tests {
    use meydan_core::Seed;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_same_two_take_turns_at_seats_and_maps() {
        let mut rota = Rota::new([Sizes::new([2]), Sizes::new(2..=4), Sizes::new([3])].map(Option::unwrap));
        let mut chance = Chance::new(Seed(1));
        for _ in 0..20 {
            let table = rota.seat(&[4, 9], &mut chance).unwrap();
            rota.count(&table);
        }
        assert_eq!([0, 1].map(|seat| rota.sat(4, seat)), [10, 10]);
        assert_eq!([0, 1, 2].map(|map| rota.played(9, map)), [10, 10, 0]);
        assert_eq!(rota.seat(&[0, 1, 2, 3, 4], &mut chance), None);
    }

    #[test]
    fn a_match_that_came_to_nothing_is_forgotten() {
        let mut rota = Rota::new(Sizes::new([2]));
        let before = rota.clone();
        let table = rota.seat(&[0, 1], &mut Chance::new(Seed(3))).unwrap();
        rota.count(&table);
        assert_eq!(rota.sat(table.seats[1], 1), 1);
        rota.forget(&table);
        assert_eq!((rota.sat(0, 0), rota.sat(1, 1), &rota.uses), (0, 0, &before.uses));
    }

    proptest! {
        #[test]
        fn whoever_meets_whom_seats_and_maps_stay_balanced(seed in any::<u64>(), size in 2usize..=4) {
            let mut chance = Chance::new(Seed(seed));
            let mut rota = Rota::new((0..3).filter_map(|_| Sizes::new([size])));
            let mut players: Vec<usize> = (0..12).collect();
            for _ in 0..60 {
                chance.shuffle(&mut players);
                for group in players.chunks_exact(size) {
                    let table = rota.seat(group, &mut chance).unwrap();
                    let mut seated = table.seats.clone();
                    seated.sort_unstable();
                    let mut group = group.to_vec();
                    group.sort_unstable();
                    prop_assert_eq!(seated, group);
                    rota.count(&table);
                }
            }
            for player in 0..12 {
                let spread = |counts: Vec<u32>| {
                    counts.iter().max().unwrap() - counts.iter().min().unwrap()
                };
                let seats = spread((0..size).map(|seat| rota.sat(player, seat)).collect());
                let maps = spread((0..3).map(|map| rota.played(player, map)).collect());
                prop_assert!(seats <= 4 && maps <= 6, "seats {}, maps {}", seats, maps);
            }
        }
    }
}
