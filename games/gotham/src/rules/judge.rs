//! Whether the match is decided (spec 10). The first result stays.

use std::cmp::Ordering;

use meydan_core::SeatSet;

use super::Limit;
use crate::city::bit;
use crate::config::Team;
use crate::event::Event;
use crate::state::{Cause, Gotham, Phase};

impl Gotham {
    pub(super) fn judge(&mut self, limit: Limit, log: &mut Vec<Event>) {
        let by_joker = self.judge_jokers();
        let verdict = match by_joker {
            Some((_, Cause::Joker)) => by_joker,
            // The original goes on after the coin for two caught Jokers and may flip another one, which decides
            // nothing; a replay must draw it all the same.
            _ => {
                let by_thieves = self.judge_thieves(limit);
                by_joker.or(by_thieves)
            }
        };
        if let Some((winner, cause)) = verdict {
            self.winner = Some((winner, cause));
            log.push(Event::Decided { winner });
            self.enter(Phase::Finished, log);
        }
    }

    /// Only where both teams have a Joker; without one the original hangs, so there it decides nothing here.
    fn judge_jokers(&mut self) -> Option<(Team, Cause)> {
        let [Some(first), Some(second)] = self.city.joker else { return None };
        let is_free = |seat: u8| self.dead & bit(usize::from(seat)) == 0;
        match (is_free(first), is_free(second)) {
            (true, true) => None,
            (true, false) => Some((Team::First, Cause::Joker)),
            (false, true) => Some((Team::Second, Cause::Joker)),
            (false, false) => Some((self.flip(), Cause::Coin)),
        }
    }

    fn judge_thieves(&mut self, limit: Limit) -> Option<(Team, Cause)> {
        let [first, second] = self.city.team.map(|team| self.alive(team & self.city.thieves));
        match (first, second) {
            (true, false) => Some((Team::First, Cause::AllCaught)),
            (false, true) => Some((Team::Second, Cause::AllCaught)),
            (false, false) => self.judge_captures(limit),
            (true, true) if limit == Limit::Reached => self.judge_captures(limit),
            (true, true) => None,
        }
    }

    /// More captures win; then whose latest capture came later; then a coin.
    fn judge_captures(&mut self, limit: Limit) -> Option<(Team, Cause)> {
        let mut room = [[0; SeatSet::CAPACITY]; 2];
        let [first_room, second_room] = &mut room;
        let first = self.captures(Team::First, first_room);
        let second = self.captures(Team::Second, second_room);
        match first.len().cmp(&second.len()) {
            Ordering::Less => return Some((Team::First, Cause::MoreCaptures)),
            Ordering::Greater => return Some((Team::Second, Cause::MoreCaptures)),
            // Neither team has a thief at all: that alone decides nothing before the limit.
            Ordering::Equal if first.is_empty() && limit == Limit::NotYet => return None,
            Ordering::Equal => {}
        }
        // The lists go from the latest capture to the earliest, and whoever was caught sooner loses.
        match first.cmp(second) {
            Ordering::Less => Some((Team::Second, Cause::EarlierCaptures)),
            Ordering::Greater => Some((Team::First, Cause::EarlierCaptures)),
            Ordering::Equal => Some((self.flip(), Cause::Coin)),
        }
    }

    /// When the team's own thieves were caught, latest first.
    fn captures<'a>(&self, team: Team, room: &'a mut [i32; SeatSet::CAPACITY]) -> &'a [i32] {
        let prey = self.city.prey[team.index()].iter().map(|&seat| usize::from(seat));
        let mut count = 0;
        for seat in prey.filter(|&seat| self.dead & bit(seat) != 0) {
            room[count] = self.caught_at[seat];
            count += 1;
        }
        let times = &mut room[..count];
        times.sort_unstable_by(|a, b| b.cmp(a));
        times
    }

    /// A fair coin: 1 is the first team.
    fn flip(&mut self) -> Team {
        if self.chance.below(2) == 1 { Team::First } else { Team::Second }
    }
}
