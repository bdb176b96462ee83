use meydan_core::{Bot, Chance, Desk};
use meydan_galaxy::{Action, Config, Galaxy, Phase, PlanetId};

use super::board::Board;

/// Takes strategic planets while they are free, then whatever looks weaker than itself next door.
pub(super) struct Greedy {
    config: Config,
    chance: Chance,
}

impl Greedy {
    pub(super) fn new(config: &Config, chance: Chance) -> Greedy {
        Greedy { config: config.clone(), chance }
    }

    /// A start troop: the best free strategic planet, else a free neighbour, else the own planet with most to lose.
    fn place(&mut self, board: &Board) -> Option<PlanetId> {
        let mut strategic = board.map().strategic().to_vec();
        strategic.sort_by_key(|strategic| std::cmp::Reverse(strategic.score));
        let free = |planet: PlanetId| board.owner(planet).is_none();
        if let Some(best) = strategic.iter().find(|strategic| free(strategic.planet)) {
            return Some(best.planet);
        }
        let near: Vec<PlanetId> = board
            .own()
            .flat_map(|own| board.map().neighbours(own).iter().copied())
            .filter(|&p| free(p))
            .collect();
        if let Some(&planet) = self.chance.pick(&near) {
            return Some(planet);
        }
        let worth = |planet: PlanetId| i64::from(board.map().score(planet)) * 4 - board.troops(planet);
        board.own().max_by_key(|&planet| worth(planet))
    }
}

impl Bot<Galaxy> for Greedy {
    fn play(&mut self, desk: &mut dyn Desk<Galaxy>) {
        let me = desk.seat();
        let config = self.config.clone();
        let view = desk.view();
        let board = Board::new(&config, &view, me);
        if view.phase == Phase::Start {
            if let Some(planet) = self.place(&board) {
                let _ = desk.act(Action::place(planet));
            }
            let _ = desk.act(Action::Next);
            return;
        }

        // All new troops go where one's own army most outweighs its weakest neighbour.
        let edge = |planet: PlanetId| {
            let weakest = board.targets(planet).map(|target| board.defence(target)).min();
            weakest.map(|defence| board.troops(planet) - defence)
        };
        let spot = board.own().filter(|&planet| board.border(planet)).max_by_key(|&planet| edge(planet));
        let spot = spot.or_else(|| board.map().planets().find(|&planet| !board.enemys(planet)));
        if let Some(planet) = spot
            && view.reserve() > 0
        {
            let _ = desk.act(Action::deploy(planet, view.reserve()));
        }
        let _ = desk.act(Action::Next);

        for _ in 0..30 {
            let view = desk.view();
            let board = Board::new(&config, &view, me);
            let pairs = board.own().flat_map(|from| board.targets(from).map(move |to| (from, to)));
            let weaker = pairs.filter(|&(from, to)| board.troops(from) > board.defence(to) + 1);
            let worth = |&(from, to): &(PlanetId, PlanetId)| {
                board.troops(from) - board.defence(to) + 5 * i64::from(board.map().score(to))
            };
            let Some((from, to)) = weaker.max_by_key(worth) else { break };
            let _ = desk.act(Action::attack(from, to, 1.0, 0.8));
        }
        let _ = desk.act(Action::Next);

        // The largest army that sees no enemy goes to where one is.
        let view = desk.view();
        let board = Board::new(&config, &view, me);
        let idle = board.own().filter(|&planet| !board.border(planet) && board.troops(planet) > 1);
        if let Some(from) = idle.max_by_key(|&planet| board.troops(planet)) {
            let front = board.reach(from).into_iter().filter(|&planet| board.border(planet));
            if let Some(to) = front.max_by_key(|&planet| board.troops(planet)) {
                let _ = desk.act(Action::transfer(from, to, board.troops(from) - 1));
            }
        }
        for _ in 0..2 {
            let _ = desk.act(Action::Next);
        }
    }
}
