use meydan_core::{Bot, Chance, Desk};
use meydan_galaxy::{Action, Config, Galaxy, Phase, PlanetId};

use super::board::{Board, Sight};

/// Takes strategic planets while they are free, then whatever looks weaker than itself next door.
pub(super) struct Greedy {
    config: Config,
    chance: Chance,
}

impl Greedy {
    pub(super) fn new(config: &Config, chance: Chance) -> Greedy {
        Greedy { config: config.clone(), chance }
    }
}

impl Bot<Galaxy> for Greedy {
    fn play(&mut self, desk: &mut dyn Desk<Galaxy>) {
        let me = desk.seat();
        let view = desk.view();
        let board = Board::new(&self.config, &view, me);
        if view.phase == Phase::Start {
            if let Some(planet) = placement(&board, &mut self.chance) {
                let _ = desk.act(Action::place(planet));
            }
            let _ = desk.act(Action::Next);
            return;
        }
        if let Some(planet) = spot(&board)
            && view.reserve() > 0
        {
            let _ = desk.act(Action::deploy(planet, view.reserve()));
        }
        let _ = desk.act(Action::Next);
        for _ in 0..ATTACKS {
            let view = desk.view();
            let Some(action) = attack(&Board::new(&self.config, &view, me)) else { break };
            let _ = desk.act(action);
        }
        let _ = desk.act(Action::Next);
        let view = desk.view();
        if let Some(action) = transfer(&Board::new(&self.config, &view, me)) {
            let _ = desk.act(action);
        }
        for _ in 0..2 {
            let _ = desk.act(Action::Next);
        }
    }
}

/// How many attacks there are in a turn at most.
pub(super) const ATTACKS: usize = 30;

/// A start troop: the best free strategic planet, else a free neighbour, else the planet of its own with most to lose.
pub(super) fn placement<S: Sight>(board: &Board<S>, chance: &mut Chance) -> Option<PlanetId> {
    let free = |planet: PlanetId| board.owner(planet).is_none();
    let strategic = board.map().strategic().iter().filter(|strategic| free(strategic.planet));
    // Of equal ones the first.
    if let Some(best) = strategic.rev().max_by_key(|strategic| strategic.score) {
        return Some(best.planet);
    }
    let near: Vec<PlanetId> = board
        .own()
        .flat_map(|own| board.map().neighbours(own).iter().copied())
        .filter(|&p| free(p))
        .collect();
    if let Some(&planet) = chance.pick(&near) {
        return Some(planet);
    }
    let worth = |planet: PlanetId| i64::from(board.map().score(planet)) * 4 - board.troops(planet);
    board.own().max_by_key(|&planet| (worth(planet), planet))
}

/// Where all new troops go: where one's own army most outweighs its weakest neighbour.
pub(super) fn spot<S: Sight>(board: &Board<S>) -> Option<PlanetId> {
    let edge = |planet: PlanetId| {
        let weakest = board.targets(planet).map(|target| board.defence(target)).min();
        weakest.map(|defence| board.troops(planet) - defence)
    };
    let spot =
        board.own().filter(|&planet| board.border(planet)).max_by_key(|&planet| (edge(planet), planet));
    spot.or_else(|| board.map().planets().find(|&planet| !board.enemys(planet)))
}

/// The most tempting attack on something weaker.
pub(super) fn attack<S: Sight>(board: &Board<S>) -> Option<Action> {
    let armies = board.own().filter(|&planet| board.troops(planet) > 1);
    let pairs = armies.flat_map(|from| board.targets(from).map(move |to| (from, to)));
    let weaker = pairs.filter(|&(from, to)| board.troops(from) > board.defence(to) + 1);
    let worth = |&(from, to): &(PlanetId, PlanetId)| {
        (board.troops(from) - board.defence(to) + 5 * i64::from(board.map().score(to)), from)
    };
    weaker.max_by_key(worth).map(|(from, to)| Action::attack(from, to, 1.0, 0.8))
}

/// The largest army that sees no enemy goes to where one is.
pub(super) fn transfer<S: Sight>(board: &Board<S>) -> Option<Action> {
    let idle = board.own().filter(|&planet| board.troops(planet) > 1 && !board.border(planet));
    let from = idle.max_by_key(|&planet| (board.troops(planet), planet))?;
    let front = board.reach(from).into_iter().filter(|&planet| board.border(planet));
    let to = front.max_by_key(|&planet| board.troops(planet))?;
    Some(Action::transfer(from, to, board.troops(from) - 1))
}
