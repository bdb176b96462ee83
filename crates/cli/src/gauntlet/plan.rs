//! Who meets whom, on which board, from which seats. A plan is fixed by the command line, so a gauntlet that was stopped
//! goes on where it was.

use anyhow::Result;
use meydan_catalog::{Choice, MapChoice, Offer, Prepared};
use meydan_core::MapFile;

use crate::ends::misuse;
use crate::options::Setting;

/// All matches of a gauntlet, by number.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// How many sides a match has. With one, each bot plays the board alone and the scores are compared.
    pub(crate) sides: usize,
    /// Who sits down together.
    pub(crate) tables: Vec<Vec<usize>>,
    /// The maps, in rotation.
    pub(crate) maps: Vec<MapChoice>,
    /// The seed of the first round; every round has the next one.
    pub(crate) first_seed: u64,
    /// How many rounds of all tables; `None`: until the test is decided.
    pub(crate) rounds: Option<u64>,
}

/// One board: the same map and seed for everybody who meets on it, in every rotation of the seats.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// Its number in the gauntlet.
    pub(crate) number: u64,
    pub(crate) map: MapChoice,
    pub(crate) seed: u64,
    /// Who sits where in each of its matches.
    pub(crate) matches: Vec<Vec<usize>>,
}

impl Plan {
    /// A plan for so many bots: `games` matches of every table, rounded up so that everybody sits everywhere equally often.
    pub(crate) fn new(
        bots: usize,
        sides: usize,
        maps: Vec<MapChoice>,
        first_seed: u64,
        games: Option<u64>,
    ) -> Plan {
        let tables = tables(bots, sides);
        let rounds = games.map(|games| games.div_ceil(sides as u64));
        Plan { sides, tables, maps, first_seed, rounds }
    }

    /// The board of that number; `None` after the last.
    pub(crate) fn board(&self, number: u64) -> Option<Board> {
        let (round, table) = (number / self.tables.len() as u64, number % self.tables.len() as u64);
        if self.rounds.is_some_and(|rounds| round >= rounds) {
            return None;
        }
        let mut bots = self.tables[table as usize].clone();
        let matches = if self.sides == 1 {
            bots.into_iter().map(|bot| vec![bot]).collect()
        } else {
            // Whoever has a neighbour on the left has it on the right in the next round. Where two fill a larger table, it
            // is also the other one's turn to sit there more often.
            if round % 2 == 1 {
                match bots.len() == 2 {
                    true => bots.reverse(),
                    false => bots[1..].reverse(),
                }
            }
            // Where two fill a table of four, moving on by two would be the same match once more; the second half of the table moves on
            // by one more instead, so that each sits beside the other and beside its own.
            let again = |side: usize, turn: usize| match self.sides.is_multiple_of(bots.len()) {
                true => turn / bots.len() * (side / bots.len()),
                false => 0,
            };
            let seated = |turn: usize| -> Vec<usize> {
                let place = |side: usize| (side + turn + again(side, turn)) % self.sides % bots.len();
                (0..self.sides).map(|side| bots[place(side)]).collect()
            };
            (0..self.sides).map(seated).collect()
        };
        let map = self.maps[(round % self.maps.len() as u64) as usize].clone();
        Some(Board { number, map, seed: self.first_seed.wrapping_add(round), matches })
    }

    /// On how many maps and tables together the boards are played.
    pub(crate) fn kinds(&self) -> u64 {
        (self.maps.len() * self.tables.len()) as u64
    }

    /// How many matches each board has.
    pub(crate) fn turns(&self) -> u64 {
        if self.sides == 1 { self.tables[0].len() as u64 } else { self.sides as u64 }
    }

    /// How many matches there are in all.
    pub(crate) fn matches(&self) -> Option<u64> {
        self.rounds.map(|rounds| rounds * self.tables.len() as u64 * self.turns())
    }
}

/// Who sits down together: everybody where each plays alone, else every choice of as many bots as there are sides; where there
/// are fewer bots than sides, every two, who fill the table in turn.
fn tables(bots: usize, sides: usize) -> Vec<Vec<usize>> {
    if sides == 1 {
        return vec![(0..bots).collect()];
    }
    let size = if bots >= sides { sides } else { 2 };
    let mut tables: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = |table: Vec<usize>| {
            let next = table.last().map_or(0, |last| last + 1);
            (next..bots).map(move |bot| [table.clone(), vec![bot]].concat())
        };
        tables = tables.into_iter().flat_map(longer).collect();
    }
    tables
}

/// With how many sides to play: as asked, else alone where the game allows it, else as few as it allows.
pub(crate) fn sides<G: Offer>(setting: &Setting, asked: Option<usize>) -> Result<usize> {
    if let Some(sides) = asked.filter(|sides| !G::SIDES.contains(sides)) {
        let (least, most) = (G::SIDES.start(), G::SIDES.end());
        misuse!("`{}` is played by {least} to {most} sides; {sides} asked for", G::NAME);
    }
    let choice = choice::<G>(setting, asked.unwrap_or(*G::SIDES.start()))?;
    Ok(Prepared::<G>::new(&choice)?.game.roster().sides().count())
}

/// The maps to play on: the one asked for, or all that fit the ruleset, because a bot that is good on one map only is
/// not good. Bots of the contest have those on which they can play.
pub(crate) fn maps<G: Offer>(setting: &Setting, sides: usize, contest: bool) -> Result<Vec<MapChoice>> {
    let mut choice = choice::<G>(setting, sides)?;
    if let Some(map) = choice.map {
        return Ok(vec![map]);
    }
    let mut playable = Vec::new();
    let fits = |map: &&MapFile| !contest || G::CONTEST_MAPS.is_empty() || G::CONTEST_MAPS.contains(&map.name);
    for map in G::maps().iter().filter(fits) {
        choice.map = Some(MapChoice::Named(map.name.to_owned()));
        if Prepared::<G>::new(&choice).is_ok_and(|made| made.game.roster().sides().count() == sides) {
            playable.extend(choice.map.take());
        }
    }
    if playable.is_empty() {
        misuse!("no map of `{}` fits that ruleset and these knobs; name one with --map", G::NAME);
    }
    Ok(playable)
}

fn choice<G: Offer>(setting: &Setting, sides: usize) -> Result<Choice> {
    let order = setting.order(G::NAME, &[])?;
    Ok(Choice { sides: G::SIDES.contains(&sides).then_some(sides), ..order.choice::<G>() })
}

/// What a map is called.
pub(crate) fn map_name(map: &MapChoice) -> &str {
    match map {
        MapChoice::Named(name) | MapChoice::Brought(name, _) => name,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn plan(bots: usize, sides: usize, games: u64) -> Plan {
        let maps = ["a", "b", "c"].map(|name| MapChoice::Named(name.to_owned()));
        Plan::new(bots, sides, maps.into(), 7, Some(games))
    }

    fn boards(plan: &Plan) -> Vec<Board> {
        (0..).map_while(|number| plan.board(number)).collect()
    }

    #[test]
    fn everybody_sits_everywhere_equally_often() {
        for (bots, sides) in [(2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (5, 4)] {
            let plan = plan(bots, sides, 2 * sides as u64);
            let mut sat: BTreeMap<(usize, usize), u32> = BTreeMap::new();
            let all = boards(&plan);
            for seats in all.iter().flat_map(|board| &board.matches) {
                assert_eq!(seats.len(), sides);
                seats.iter().enumerate().for_each(|(side, &bot)| *sat.entry((bot, side)).or_default() += 1);
            }
            for board in &all {
                let different: BTreeSet<&Vec<usize>> = board.matches.iter().collect();
                assert_eq!(
                    different.len(),
                    board.matches.len(),
                    "the same match is not played twice: {bots} {sides}"
                );
            }
            let first = sat[&(0, 0)];
            assert!(sat.len() == bots * sides && sat.values().all(|n| *n == first), "{bots} {sides} {sat:?}");
            let played: usize = all.iter().map(|board| board.matches.len()).sum();
            assert_eq!(plan.matches(), Some(played as u64));
        }
    }

    #[test]
    fn boards_are_paired_and_maps_come_in_turn() {
        let all = boards(&plan(3, 2, 6));
        assert_eq!(all.len(), 9, "three pairs on three boards each");
        for (round, boards) in all.chunks(3).enumerate() {
            for board in boards {
                assert_eq!(board.seed, 7 + round as u64);
                assert_eq!(map_name(&board.map), ["a", "b", "c"][round]);
                let swapped: Vec<usize> = board.matches[0].iter().rev().copied().collect();
                assert_eq!(board.matches[1], swapped);
            }
        }
    }

    #[test]
    fn more_games_are_the_same_games_and_some_more() {
        let (few, many) = (boards(&plan(3, 3, 6)), boards(&plan(3, 3, 12)));
        assert_eq!((few.len(), many.len()), (2, 4));
        for (few, many) in few.iter().zip(&many) {
            assert_eq!((few.seed, &few.matches), (many.seed, &many.matches));
        }
    }

    #[test]
    fn whoever_plays_alone_plays_every_board_once() {
        let all = boards(&plan(3, 1, 2));
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].matches, [[0], [1], [2]]);
    }
}
