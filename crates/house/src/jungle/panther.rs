use meydan_core::{Bot, Desk, Game, Seat, Viewer};
use meydan_jungle::{Action, Config, Deed, Jungle, Order, Point, UnitView, View};

use super::believe::{Beliefs, WAYS, Way};
use super::scene::{Board, Scene, neighbours, order};
use super::weights::Weights;
use super::worth::lead;

/// Finds out which way of playing each of the others follows, and plays the next ticks in its head: with every way that it
/// knows itself, and for each of its units with everything else that it could do at once.
pub(super) struct Panther {
    config: Config,
    board: Board,
    weights: Weights,
    beliefs: Beliefs,
    /// For how many turns each unit has been summoning.
    summoning: Vec<u8>,
}

/// How often it imagines what follows, times how many units there are: matches of the contest never need so much.
const PATIENCE: usize = 1200;

/// The most turns after which a unit is still summoning; a team that is late stays there.
const LONGEST: u8 = 4;

impl Panther {
    pub(super) fn new(config: &Config, board: Board, weights: Weights) -> Panther {
        let (teams, units) = (config.teams.len(), config.units());
        Panther {
            config: config.clone(),
            board,
            weights,
            beliefs: Beliefs::new(teams),
            summoning: vec![0; units],
        }
    }

    pub(super) fn orders(&mut self, view: &View, me: usize) -> Vec<Order> {
        self.watch(view);
        self.beliefs.learn(&self.board, view, me);
        let Ok(game) = Jungle::imagined(&self.config, view) else { return Vec::new() };
        let game = game.having_summoned(&self.summoning);
        let (board, weights) = (&self.board, &self.weights);
        let ways: Vec<Way> = (0..view.teams.len()).map(|team| self.beliefs.way(team)).collect();
        let theirs = ways.iter().enumerate().map(|(team, &way)| plan(board, view, team, way)).collect();
        let patience = (PATIENCE / self.config.units()).max(1);
        let future = Future { board, weights, game: &game, view, ways, theirs, me, patience };
        let orders = future.best();
        self.beliefs.keep(game, orders.clone());
        orders
    }

    /// Counts for how long units have been summoning, which no view tells.
    fn watch(&mut self, view: &View) {
        let units = view.teams.iter().flat_map(|team| &team.units);
        for (turns, unit) in self.summoning.iter_mut().zip(units) {
            *turns = if unit.summoning { (*turns + 1).min(LONGEST) } else { 0 };
        }
    }
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
    weights: &'a Weights,
    game: &'a Jungle,
    view: &'a View,
    /// How each of the others is believed to play, and what it is believed to order now.
    ways: Vec<Way>,
    theirs: Vec<Vec<Order>>,
    me: usize,
    /// How many more times this future may be imagined.
    patience: usize,
}

impl Future<'_> {
    /// The orders of the best way, with the deeds that turned out better.
    fn best(mut self) -> Vec<Order> {
        let (mut most, mut orders, way) = self.best_way();
        let scene = Scene { view: self.view, team: self.me };
        // Whoever carries most is thought about first.
        let mut units: Vec<&UnitView> = scene.own().iter().filter(|unit| !unit.summoning).collect();
        let carried = |unit: &UnitView| {
            unit.diamond.map(|diamond| {
                let diamond = &self.view.diamonds[usize::from(diamond)];
                diamond.points + 10 * u32::from(diamond.level)
            })
        };
        units.sort_by_key(|unit| std::cmp::Reverse(carried(unit)));
        for unit in units {
            for deed in deeds(self.board, &scene, unit) {
                let mut other = orders.clone();
                other.retain(|order| order.unit != unit.unit);
                other.push(order(unit, deed));
                if let Some(worth) = self.worth(&other, way)
                    && worth > most + self.weights.better()
                {
                    (most, orders) = (worth, other);
                }
            }
        }
        orders
    }

    /// The way to play that leads farthest, with what it leads to and its orders.
    fn best_way(&mut self) -> (f64, Vec<Order>, Way) {
        let mut best = (f64::MIN, Vec::new(), WAYS[0]);
        for way in WAYS {
            let orders = plan(self.board, self.view, self.me, way);
            if let Some(worth) = self.worth(&orders, way)
                && worth > best.0 + self.weights.better()
            {
                best = (worth, orders, way);
            }
        }
        best
    }

    /// How far ahead these orders leave the team some ticks later, if it plays on in this way. `None` when there is no more
    /// patience.
    fn worth(&mut self, orders: &[Order], way: Way) -> Option<f64> {
        self.patience = self.patience.checked_sub(1)?;
        let mut game = self.game.clone();
        let mut log = Vec::new();
        let mut later: Option<View> = None;
        for _ in 0..self.weights.ahead() {
            if later.as_ref().unwrap_or(self.view).tick >= self.board.ticks {
                break;
            }
            for team in 0..self.ways.len() {
                let own = team == self.me;
                let orders = match &later {
                    None if own => orders.to_vec(),
                    None => self.theirs[team].clone(),
                    Some(view) => plan(self.board, view, team, if own { way } else { self.ways[team] }),
                };
                // Whoever has left is not asked.
                let _ = game.act(Seat(team as u8), Action { orders }, &mut log);
            }
            game.close(&mut log);
            log.clear();
            later = Some(game.view(Viewer::Seat(Seat(self.me as u8))));
        }
        let view = later.as_ref().unwrap_or(self.view);
        Some(lead(self.weights, self.board, &Scene { view, team: self.me }))
    }
}

/// What a team does that follows a way.
fn plan(board: &Board, view: &View, team: usize, way: Way) -> Vec<Order> {
    way(board, &Scene { view, team })
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
    // A mate that is pulled keeps what it carries.
    let mates = scene.own().iter().filter(|mate| mate.diamond.is_some()).filter_map(|mate| mate.position);
    deeds.extend(mates.filter(|&mate| mate.distance(at) > 1 && board.sees(at, mate)).map(Deed::Vine));
    for (_, _, foe) in scene.foes().filter(|(_, _, foe)| board.is_floor(*foe)) {
        if foe.distance(at) == 1 {
            deeds.push(Deed::Attack(foe));
        } else if board.sees(at, foe) {
            deeds.push(Deed::Vine(foe));
        }
    }
    deeds
}
