use meydan_core::{Chance, Desk, Game, Seat};
use meydan_galaxy::{Action, Event, Galaxy, PlanetId, Stage};

use super::board::Board;
use super::campaign::{March, march_chance};
use super::greedy;
use super::roads::{Roads, garrison, rush, source};
use super::tactics::Tactics;

/// How somebody plays a turn who knows the game: goes for the match as soon as that is likely to succeed, stops who is about to win,
/// guards its strategic planets, takes others that can be held, and wins the bonus of every turn where it is cheap.
///
/// It looks at a match. In imagination that is the match itself; at a real desk it is what the desk shows, with a guess of the others' reserves.
pub(super) struct Veteran<'a, 'b> {
    tactics: &'a Tactics,
    game: &'b mut Galaxy,
    log: &'b mut Vec<Event>,
    desk: Option<(&'b mut dyn Desk<Galaxy>, &'a [i64])>,
    me: Seat,
    /// Whether the bonus of this turn is won.
    won: bool,
}

/// How likely the last strike must be.
const STRIKE: f64 = 0.6;

impl<'a, 'b> Veteran<'a, 'b> {
    /// Whose turn it is in an imagined match.
    pub(super) fn imagined(
        tactics: &'a Tactics,
        game: &'b mut Galaxy,
        log: &'b mut Vec<Event>,
    ) -> Veteran<'a, 'b> {
        let me = game.player();
        Veteran { tactics, game, log, desk: None, me, won: false }
    }

    /// At a desk, with a match that looks like what it shows.
    pub(super) fn seated(
        tactics: &'a Tactics,
        desk: &'b mut dyn Desk<Galaxy>,
        reserves: &'a [i64],
        game: &'b mut Galaxy,
        log: &'b mut Vec<Event>,
    ) -> Veteran<'a, 'b> {
        let (me, won) = (desk.seat(), desk.view().bonus);
        Veteran { tactics, game, log, desk: Some((desk, reserves)), me, won }
    }

    fn board(&self) -> Board<'_, Galaxy> {
        Board::new(&self.tactics.config, self.game, self.me)
    }

    fn act(&mut self, action: Action) {
        match &mut self.desk {
            None => {
                let _ = self.game.act(self.me, action, self.log);
            }
            Some((desk, reserves)) => {
                let _ = desk.act(action);
                let view = desk.view();
                let mut reserves = reserves.to_vec();
                reserves[self.me.index()] = view.reserve();
                let chance = Chance::new(meydan_core::Seed(0));
                *self.game = Galaxy::imagined(&self.tactics.config, &view, &reserves, chance);
            }
        }
    }

    /// Plays a turn of the main phase up to its end.
    pub(super) fn play(&mut self) {
        let roads = self.roads();
        let reserve = self.game.reserve(self.me);
        if let Some(marches) = self.strike(&roads, reserve).or_else(|| self.denial(&roads, reserve)) {
            self.march(&marches, reserve);
        } else {
            self.guard();
            if let Some(march) = self.seizure(&roads) {
                self.march(&[march], 0);
            } else {
                self.settle();
            }
        }
        self.raid();
        self.finish();
    }

    /// Plays on after the marches of a plan.
    pub(super) fn play_on(&mut self) {
        self.raid();
        self.finish();
    }

    fn roads(&self) -> Vec<Roads> {
        let board = self.board();
        let strategic = board.map().strategic().iter().map(|strategic| strategic.planet);
        strategic
            .filter(|&planet| board.enemys(planet))
            .map(|planet| Roads::new(&board, &self.tactics.odds, planet))
            .collect()
    }

    fn enough(&self) -> u32 {
        self.tactics.config.rules().number_of_strategic_nodes_to_win
    }

    fn strike(&self, roads: &[Roads], reserve: i64) -> Option<Vec<March>> {
        let needed = self.enough().saturating_sub(self.game.strategic_count(self.me)) as usize;
        if !self.tactics.counts(self.game.turn()) || !(1..=2).contains(&needed) {
            return None;
        }
        let (marches, left) = rush(&self.board(), roads, reserve, needed)?;
        if left < 0.0 {
            return None;
        }
        let chance: f64 = marches.iter().map(|march| self.chance(march)).product();
        (chance >= STRIKE).then_some(marches)
    }

    fn chance(&self, march: &March) -> f64 {
        let board = self.board();
        let army = (board.troops(march.source) + march.put) as f64;
        march_chance(&board, &self.tactics.odds, &march.steps, army)
    }

    /// Against who would win if nothing is done until my next turn.
    fn denial(&self, roads: &[Roads], reserve: i64) -> Option<Vec<March>> {
        let players = u32::from(self.tactics.config.rules().number_of_players);
        if !self.tactics.counts(self.game.turn() + players - 1) {
            return None;
        }
        let board = self.board();
        let all = |planet: PlanetId| board.troops(planet);
        let winning = |owner: Seat| self.game.strategic_count(owner) >= self.enough();
        let targets = roads.iter().filter(|roads| board.owner(roads.target).is_some_and(winning));
        let found =
            targets.filter_map(|roads| source(&board, roads, reserve, all).map(|found| (roads, found)));
        let (roads, (from, _)) = found.max_by(|a, b| a.1.1.total_cmp(&b.1.1))?;
        Some(vec![March { source: from, steps: roads.steps(from), put: reserve }])
    }

    /// Free planets: four of them bring a troop a turn.
    fn settle(&mut self) {
        for _ in 0..SETTLERS {
            let Some(&free) = self.game.free_planets().first() else { return };
            if self.game.reserve(self.me) < 1 {
                return;
            }
            self.act(Action::deploy(free, 1));
        }
    }

    fn strategic(&self) -> Vec<(u32, PlanetId)> {
        let board = self.board();
        let strategic = board.map().strategic().iter().filter(|strategic| board.mine(strategic.planet));
        let mut own: Vec<_> = strategic.map(|strategic| (strategic.score, strategic.planet)).collect();
        own.sort_by_key(|&(score, planet)| (std::cmp::Reverse(score), planet));
        own
    }

    /// Guards against what may come next turn, the most valuable planets first.
    fn guard(&mut self) {
        for (_, planet) in self.strategic() {
            let lack = self.need(planet) - self.board().defence(planet);
            if lack > 0 && lack <= self.game.reserve(self.me) {
                self.act(Action::deploy(planet, lack));
            }
        }
    }

    /// How many should stand on a planet. A rival is not expected to throw in all that it has for one planet.
    fn need(&self, planet: PlanetId) -> i64 {
        let score = i64::from(self.tactics.config.map().score(planet));
        let put = |rival: Seat| (self.game.reserve(rival) + self.game.income(rival)).min(3 + 3 * score);
        garrison(&self.tactics.config, &self.tactics.odds, &*self.game, self.me, planet, put).max(2)
    }

    /// The strategic planet that is best taken now, if it can be held.
    fn seizure(&self, roads: &[Roads]) -> Option<March> {
        let board = self.board();
        let reserve = self.game.reserve(self.me);
        let mut spare = vec![0; board.map().len()];
        for planet in board.own() {
            spare[planet.index()] = match board.map().score(planet) {
                0 => board.troops(planet),
                _ => (board.defence(planet) - self.need(planet)).min(board.troops(planet) - 1).max(0) + 1,
            };
        }
        let mut best: Option<(f64, March)> = None;
        for roads in roads {
            let score = f64::from(board.map().score(roads.target));
            let Some((from, left)) = source(&board, roads, reserve, |planet| spare[planet.index()]) else {
                continue;
            };
            let need = (self.need(roads.target) as f64).min(6.0 + 3.0 * score);
            if left < need {
                continue;
            }
            let worth = 3.0 * score + 3.0 - 0.7 * roads.to(from);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                let lack = (roads.to(from) * 1.1 + need).ceil() as i64 + 1 - spare[from.index()];
                let put = lack.clamp(0, reserve);
                best = Some((worth, March { source: from, steps: roads.steps(from), put }));
            }
        }
        best.map(|(_, march)| march)
    }

    /// Puts what the marches need and attacks. If all is thrown in nothing stays behind.
    fn march(&mut self, marches: &[March], all: i64) {
        for march in marches.iter().filter(|march| march.put > 0) {
            self.act(Action::deploy(march.source, march.put));
        }
        self.act(Action::Next);
        for march in marches {
            for step in &march.steps {
                let stays = all == 0 && step.from == march.source && self.board().map().score(step.from) > 0;
                let share = if stays {
                    let troops = self.game.troops(step.from).max(1);
                    let guard = self.need(step.from) - self.game.forts(step.from);
                    (1.0 - guard as f64 / troops as f64).clamp(1e-6, 0.999_999)
                } else {
                    0.999_999
                };
                self.act(Action::attack(step.from, step.to, 0.0, share));
                if self.game.owner(step.to) != Some(self.me) {
                    break;
                }
                self.won = true;
            }
        }
    }

    /// One cheap win brings more than it costs.
    fn raid(&mut self) {
        let early = self.game.stage() == Stage::Deploy;
        let mut best: Option<(i64, PlanetId, PlanetId, i64)> = None;
        if !self.won {
            let board = self.board();
            let reserve = if early { self.game.reserve(self.me) } else { 0 };
            for from in board.own() {
                let near = || board.targets(from).filter(|&to| board.defence(to) <= 2);
                if near().next().is_none() {
                    continue;
                }
                let guard =
                    if board.map().score(from) > 0 { self.need(from) - self.game.forts(from) } else { 0 };
                for to in near() {
                    let lack = (board.defence(to) + 3 + guard - board.troops(from)).max(0);
                    if lack <= reserve.min(3) {
                        let gain = 4 * i64::from(board.map().score(to)) - 2 * board.defence(to) - lack;
                        if best.is_none_or(|(most, ..)| gain > most) {
                            best = Some((gain, from, to, lack));
                        }
                    }
                }
            }
        }
        if early {
            if let Some((_, from, _, lack)) = best
                && lack > 0
            {
                self.act(Action::deploy(from, lack));
            }
            self.act(Action::Next);
        }
        if let Some((_, from, to, _)) = best {
            let share = if self.board().map().score(from) > 0 { 1e-6 } else { 0.7 };
            self.act(Action::attack(from, to, 1.0, share));
        }
    }

    fn finish(&mut self) {
        self.act(Action::Next);
        if let Some(action) = greedy::transfer(&self.board()) {
            self.act(action);
        }
        self.act(Action::Next);
        self.fort();
        self.act(Action::Next);
    }

    /// The one fort goes to a strategic planet that would fall without it.
    fn fort(&mut self) {
        if self.game.fort_used(self.me) {
            return;
        }
        for (_, planet) in self.strategic() {
            let (troops, need) = (self.game.troops(planet), self.need(planet));
            if troops >= FORT && need > self.board().defence(planet) {
                return self.act(Action::fort(planet, troops - 2));
            }
        }
    }
}

/// How many free planets are claimed in a turn.
const SETTLERS: usize = 4;
/// An army worth doubling.
const FORT: i64 = 8;

#[cfg(test)]
mod tests {
    use meydan_core::{Seed, Viewer};
    use meydan_galaxy::{Config, Map, Phase, Rules, Ruleset, Strategic};

    use super::*;

    /// The four strategic planets 0 to 3 around planet 4. Player 0 plays the turn.
    fn turn(number: u32, owners: [u8; 5], troops: [i64; 5], reserve: i64) -> Galaxy {
        let edges = [0, 1, 2, 3].map(|planet| [PlanetId(planet), PlanetId(4)]).to_vec();
        let strategic = [0, 1, 2, 3].map(|planet| Strategic { planet: PlanetId(planet), score: 2 }).to_vec();
        let map = Map::new(None, 5, edges, strategic, None).unwrap();
        let config = Config::new(map, Rules::of(Ruleset::Official)).unwrap();
        let mut view = Galaxy::new(&config, Chance::new(Seed(1))).unwrap().view(Viewer::Seat(Seat(0)));
        view.owners = owners.map(|owner| Some(Seat(owner))).to_vec();
        view.troops = troops.to_vec();
        (view.turn, view.player, view.phase, view.stage) = (number, Seat(0), Phase::Main, Stage::Deploy);
        let mut game = Galaxy::imagined(&config, &view, &[reserve, 0, 0], Chance::new(Seed(2)));
        Veteran::imagined(&Tactics::new(&config), &mut game, &mut Vec::new()).play();
        game
    }

    #[test]
    fn a_strategic_planet_that_stands_open_is_taken() {
        let game = turn(108, [0, 0, 1, 2, 2], [12, 12, 2, 1, 1], 9);
        assert!(game.strategic_count(Seat(0)) >= 3);
    }

    #[test]
    fn with_the_match_in_reach_everything_is_thrown_in() {
        // Before it counts the reserve would stand guard against the army in the middle.
        let game = turn(126, [0, 0, 0, 2, 1], [2, 2, 2, 10, 9], 50);
        assert_eq!(game.strategic_count(Seat(0)), 4);
    }

    #[test]
    fn what_cannot_be_taken_is_left_alone() {
        let game = turn(108, [0, 0, 1, 2, 2], [12, 12, 60, 60, 30], 9);
        assert_eq!(game.strategic_count(Seat(0)), 2);
        assert_eq!((game.troops(PlanetId(2)), game.troops(PlanetId(3))), (60, 60));
    }

    #[test]
    fn who_holds_enough_is_stopped_before_it_counts() {
        let game = turn(125, [1, 1, 1, 1, 0], [3, 30, 30, 30, 2], 20);
        assert_eq!(game.strategic_count(Seat(1)), 3);
    }
}
