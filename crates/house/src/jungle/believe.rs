//! What a panther believes of each team: which of the ways to play that it knows foretells it best.

use meydan_core::{Bot, Desk, Game, Seat, Viewer};
use meydan_jungle::{Action, Jungle, Order, UnitView, View};

use super::scene::{Board, Scene};
use super::{instinct, jaguar, magpie};

/// A way to play: what a team is ordered to do in a position.
pub(super) type Way = fn(&Board, &Scene<'_>) -> Vec<Order>;

/// The ways that a panther knows. It believes in the first one until it has seen something.
pub(super) const WAYS: [Way; 4] = [instinct::orders, magpie::orders, jaguar::orders, idle];

/// How much of what was seen in one tick still counts in the next.
const MEMORY: f64 = 0.95;

/// A team that does nothing.
fn idle(_: &Board, _: &Scene<'_>) -> Vec<Order> {
    Vec::new()
}

/// A bot that follows a way and thinks no further.
pub(super) struct Follower {
    pub(super) board: Board,
    pub(super) way: Way,
}

impl Bot<Jungle> for Follower {
    fn play(&mut self, desk: &mut dyn Desk<Jungle>) {
        let view = desk.view();
        let orders = (self.way)(&self.board, &Scene { view: &view, team: desk.seat().index() });
        // The first command of a window is always taken.
        let _ = desk.act(Action { orders });
    }
}

pub(super) struct Beliefs {
    /// How well each way has foretold each team lately.
    right: Vec<[f64; WAYS.len()]>,
    /// The match before the last command, and that command.
    last: Option<(Jungle, Vec<Order>)>,
}

impl Beliefs {
    pub(super) fn new(teams: usize) -> Beliefs {
        Beliefs { right: vec![[0.0; WAYS.len()]; teams], last: None }
    }

    /// The way that a team most likely follows.
    pub(super) fn way(&self, team: usize) -> Way {
        WAYS[self.likely(team)]
    }

    /// The number of that way; of equals the first.
    pub(super) fn likely(&self, team: usize) -> usize {
        let right = &self.right[team];
        (1..WAYS.len()).fold(0, |best, way| if right[way] > right[best] { way } else { best })
    }

    /// Keeps what a position looked like and what was ordered in it.
    pub(super) fn keep(&mut self, game: Jungle, orders: Vec<Order>) {
        self.last = Some((game, orders));
    }

    /// Looks at what the others made of the last position.
    pub(super) fn learn(&mut self, board: &Board, view: &View, me: usize) {
        let Some((game, own)) = self.last.take() else { return };
        let before = game.view(Viewer::Spectator);
        if before.tick + 1 != view.tick {
            return;
        }
        let plan = |team: usize, way: Way| way(board, &Scene { view: &before, team });
        let foretold: Vec<Vec<Order>> = (0..view.teams.len())
            .map(|team| if team == me { own.clone() } else { plan(team, self.way(team)) })
            .collect();
        for team in (0..view.teams.len()).filter(|&team| team != me && !view.teams[team].left) {
            for (i, way) in WAYS.into_iter().enumerate() {
                let mut orders = foretold.clone();
                orders[team] = plan(team, way);
                let came = after(&game, orders);
                let right = &mut self.right[team][i];
                *right = MEMORY * *right + likeness(&came.teams[team].units, &view.teams[team].units);
            }
        }
    }
}

/// What a match looks like after one more tick.
fn after(game: &Jungle, orders: Vec<Vec<Order>>) -> View {
    let (mut game, mut log) = (game.clone(), Vec::new());
    for (team, orders) in orders.into_iter().enumerate() {
        // Whoever has left is not asked.
        let _ = game.act(Seat(team as u8), Action { orders }, &mut log);
    }
    game.close(&mut log);
    game.view(Viewer::Spectator)
}

/// How many units did what was foretold.
fn likeness(foretold: &[UnitView], seen: &[UnitView]) -> f64 {
    let same = |(a, b): &(&UnitView, &UnitView)| {
        a.position == b.position && a.diamond == b.diamond && a.summoning == b.summoning
    };
    foretold.iter().zip(seen).filter(same).count() as f64
}
