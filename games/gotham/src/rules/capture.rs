//! Who is caught (spec 8).

use crate::city::bit;
use crate::config::{Kind, Team};
use crate::event::Event;
use crate::state::Gotham;

impl Gotham {
    /// Catches everybody who stands with an enemy police unit. `time` is kept for the tie-break.
    pub(super) fn catch(&mut self, time: i32, log: &mut Vec<Event>) {
        // Nobody is caught in most half-turns, so looking comes first and costs no memory.
        let mut caught: Vec<(u16, usize, bool, usize)> = Vec::new();
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
                    caught.push((city.rank(self.node[thief]), hunter.index(), false, place));
                }
            }
            if let Some(joker) = city.joker[prey]
                && self.catches_joker(hunter, usize::from(joker))
            {
                caught.push((city.rank(self.node[usize::from(joker)]), hunter.index(), true, 0));
            }
        }
        // Node by node, the first team's hunters before the second's, thieves before the Joker.
        caught.sort_unstable();
        for (_, hunter, is_joker, place) in caught {
            let prey = Team::BOTH[hunter].other().index();
            let seat = match city.joker[prey] {
                Some(joker) if is_joker => joker,
                _ => city.prey[prey][place],
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
