use meydan_core::{Bot, Chance, Desk};
use meydan_galaxy::{Action, Config, Galaxy, Phase, PlanetId};

use super::board::Board;

/// Does anything that is allowed.
pub(super) struct Random {
    config: Config,
    chance: Chance,
}

impl Random {
    pub(super) fn new(config: &Config, chance: Chance) -> Random {
        Random { config: config.clone(), chance }
    }

    fn pick(&mut self, from: impl Iterator<Item = PlanetId>) -> Option<PlanetId> {
        let planets: Vec<PlanetId> = from.collect();
        self.chance.pick(&planets).copied()
    }

    /// A number of troops from 1 to the most there can be.
    fn some(&mut self, most: i64) -> i64 {
        1 + i64::from(self.chance.below(most.clamp(1, 1_000_000) as u32))
    }
}

impl Bot<Galaxy> for Random {
    fn play(&mut self, desk: &mut dyn Desk<Galaxy>) {
        let me = desk.seat();
        let config = self.config.clone();
        let view = desk.view();
        let board = Board::new(&config, &view, me);
        let open = board.map().planets().filter(|&planet| !board.enemys(planet));
        let spot = self.pick(open);
        if view.phase == Phase::Start {
            if let Some(planet) = spot {
                let _ = desk.act(Action::place(planet));
            }
            let _ = desk.act(Action::Next);
            return;
        }

        if let Some(planet) = spot
            && view.reserve() > 0
        {
            let _ = desk.act(Action::deploy(planet, self.some(view.reserve())));
        }
        let _ = desk.act(Action::Next);

        for _ in 0..self.chance.below(4) {
            let view = desk.view();
            let board = Board::new(&config, &view, me);
            let strong = board.own().filter(|&planet| board.troops(planet) > 1 && board.border(planet));
            let Some(from) = self.pick(strong) else { break };
            let Some(to) = self.pick(board.targets(from)) else { break };
            let ratio = f64::from(self.chance.below(5)) / 2.0;
            let _ = desk.act(Action::attack(from, to, ratio, 0.1 + 0.8 * self.chance.unit()));
        }
        let _ = desk.act(Action::Next);

        let view = desk.view();
        let board = Board::new(&config, &view, me);
        if let Some(from) = self.pick(board.own().filter(|&planet| board.troops(planet) > 1))
            && let Some(to) = self.pick(board.reach(from).into_iter().skip(1))
        {
            let _ = desk.act(Action::transfer(from, to, self.some(board.troops(from) - 1)));
        }
        let _ = desk.act(Action::Next);

        if self.chance.below(20) == 0
            && let Some(planet) = self.pick(board.own().filter(|&planet| board.troops(planet) > 2))
        {
            // Where the transfer took troops away the rules may refuse it; then there is no fort this time.
            let _ = desk.act(Action::fort(planet, self.some(board.troops(planet) - 1)));
        }
        let _ = desk.act(Action::Next);
    }
}
