//! Who is caught (spec 8).

use meydan_core::SeatSet;

use crate::city::bit;
use crate::config::{Kind, Team};
use crate::event::Event;
use crate::state::Gotham;

impl Gotham {
    /// Catches everybody who stands with an enemy police unit. `time` is kept for the tie-break.
    pub(super) fn catch(&mut self, time: i32, log: &mut Vec<Event>) {
        // Nobody is caught twice, so there is room for everybody.
        let mut room = [(0u16, 0u8, false, 0u8); SeatSet::CAPACITY];
        let mut count = 0;
        let mut note = |entry| {
            room[count] = entry;
            count += 1;
        };
        let city = &*self.city;
        for hunter in Team::BOTH {
            let prey = hunter.other().index();
            let hunters = &city.hunters[hunter.index()];
            // One bit per node number modulo 64 tells most thieves apart from all police at once.
            let spots: u64 =
                hunters.iter().fold(0, |spots, &police| spots | spot(self.node[usize::from(police)]));
            for (place, &thief) in city.prey[prey].iter().enumerate() {
                let thief = usize::from(thief);
                if spots & spot(self.node[thief]) != 0
                    && self.dead & bit(thief) == 0
                    && hunters.iter().any(|&police| self.node[usize::from(police)] == self.node[thief])
                {
                    note((city.rank(self.node[thief]), hunter as u8, false, place as u8));
                }
            }
            if let Some(joker) = city.joker[prey]
                && self.catches_joker(hunter, usize::from(joker))
            {
                note((city.rank(self.node[usize::from(joker)]), hunter as u8, true, 0));
            }
        }
        // Node by node, the first team's hunters before the second's, thieves before the Joker.
        let caught = &mut room[..count];
        caught.sort_unstable();
        for &mut (_, hunter, is_joker, place) in caught {
            let prey = Team::BOTH[usize::from(hunter)].other().index();
            let seat = match city.joker[prey] {
                Some(joker) if is_joker => joker,
                _ => city.prey[prey][usize::from(place)],
            };
            let seat = usize::from(seat);
            self.dead |= bit(seat);
            self.caught_at[seat] = time;
            let (unit, node) = (city.config.units[seat].id, city.id(self.node[seat]));
            log.push(if is_joker { Event::JokerCaught { unit, node } } else { Event::Caught { unit, node } });
        }
    }

    /// A Joker is caught by the Batman, or by two police together; one alone is not enough.
    fn catches_joker(&self, hunter: Team, joker: usize) -> bool {
        let here = |seat: usize| self.node[seat] == self.node[joker];
        let city = &self.city;
        self.dead & bit(joker) == 0
            && (city.batman[hunter.index()].is_some_and(|batman| here(usize::from(batman)))
                || city.hunters[hunter.index()]
                    .iter()
                    .map(|&seat| usize::from(seat))
                    .filter(|&seat| city.config.units[seat].kind == Kind::Police && here(seat))
                    .count()
                    >= 2)
    }
}

fn spot(node: u16) -> u64 {
    1 << (node % 64)
}
