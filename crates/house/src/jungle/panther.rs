use meydan_core::{Bot, Desk, Game, Seat, Viewer};
use meydan_jungle::{Action, Config, Deed, Jungle, Order, Point, UnitView, View};

use super::instinct;
use super::scene::{Board, Scene, neighbours, order};
use super::worth::lead;

/// Starts from its instinct and tries for each of its units what else it could do: it plays the next ticks in its head,
/// with all teams following the same instinct.
pub(super) struct Panther {
    config: Config,
    board: Board,
}

/// How many ticks it looks ahead. The others seldom do what is foretold for longer, and looking farther ahead played worse.
const AHEAD: u32 = 4;
/// How much better another deed must look than what instinct says.
const BETTER: f64 = 5.0;

impl Panther {
    pub(super) fn new(config: &Config, board: Board) -> Panther {
        Panther { config: config.clone(), board }
    }

    pub(super) fn orders(&self, view: &View, me: usize) -> Vec<Order> {
        let Ok(game) = Jungle::imagined(&self.config, view) else {
            return plan(&self.board, view, me);
        };
        let plans = (0..view.teams.len()).map(|team| plan(&self.board, view, team)).collect();
        Future { board: &self.board, game: &game, plans, me }.best(view)
    }
}

/// What a team does by instinct.
fn plan(board: &Board, view: &View, team: usize) -> Vec<Order> {
    instinct::orders(board, &Scene { view, team })
}

impl Bot<Jungle> for Panther {
    fn play(&mut self, desk: &mut dyn Desk<Jungle>) {
        let orders = self.orders(&desk.view(), desk.seat().index());
        // The first command of a window is always taken.
        let _ = desk.act(Action { orders });
    }
}

/// The match as it may go on from here.
struct Future<'a> {
    board: &'a Board,
    game: &'a Jungle,
    /// What each team would do now by instinct.
    plans: Vec<Vec<Order>>,
    me: usize,
}

impl Future<'_> {
    /// The orders of instinct with the deeds that turned out better.
    fn best(&self, view: &View) -> Vec<Order> {
        let scene = Scene { view, team: self.me };
        let mut orders = self.plans[self.me].clone();
        let mut most = self.worth(&orders);
        // Whoever carries most is thought about first.
        let mut units: Vec<&UnitView> = scene.own().iter().filter(|unit| !unit.summoning).collect();
        let carried = |unit: &UnitView| {
            unit.diamond.map(|diamond| {
                let diamond = &view.diamonds[usize::from(diamond)];
                diamond.points + 10 * u32::from(diamond.level)
            })
        };
        units.sort_by_key(|unit| std::cmp::Reverse(carried(unit)));
        for unit in units {
            for deed in deeds(self.board, &scene, unit) {
                let mut other = orders.clone();
                other.retain(|order| order.unit != unit.unit);
                other.push(order(unit, deed));
                let worth = self.worth(&other);
                if worth > most + BETTER {
                    (most, orders) = (worth, other);
                }
            }
        }
        orders
    }

    /// How far ahead these orders leave the team some ticks later.
    fn worth(&self, orders: &[Order]) -> f64 {
        let mut game = self.game.clone();
        let mut log = Vec::new();
        let mut view = game.view(Viewer::Seat(Seat(self.me as u8)));
        for ahead in 0..AHEAD {
            if view.tick >= self.board.ticks {
                break;
            }
            for team in 0..view.teams.len() {
                let orders = match (ahead, team == self.me) {
                    (0, true) => orders.to_vec(),
                    (0, false) => self.plans[team].clone(),
                    _ => plan(self.board, &view, team),
                };
                // Whoever has left is not asked.
                let _ = game.act(Seat(team as u8), Action { orders }, &mut log);
            }
            game.close(&mut log);
            log.clear();
            view = game.view(Viewer::Seat(Seat(self.me as u8)));
        }
        lead(self.board, &Scene { view: &view, team: self.me })
    }
}

/// What a unit on the map could do now.
fn deeds(board: &Board, scene: &Scene<'_>, unit: &UnitView) -> Vec<Deed> {
    let Some(at) = unit.position else { return Vec::new() };
    let empty = |cell: &Point| scene.unit_on(*cell).is_none();
    let floor = |cell: &Point| board.is_floor(*cell);
    let mut deeds = vec![Deed::None];
    deeds.extend(neighbours(at).into_iter().filter(floor).filter(empty).map(Deed::Move));
    if board.is_spawn(at) {
        return deeds;
    }
    if unit.diamond.is_some() {
        deeds.push(Deed::Summon);
        deeds.extend(neighbours(at).into_iter().filter(floor).map(Deed::Drop));
        return deeds;
    }
    for (_, _, foe) in scene.foes().filter(|(_, _, foe)| board.is_floor(*foe)) {
        if foe.distance(at) == 1 {
            deeds.push(Deed::Attack(foe));
        } else if board.in_sight(at).any(|cell| cell == foe) {
            deeds.push(Deed::Vine(foe));
        }
    }
    deeds
}
