use std::sync::Arc;

use meydan_core::{
    Chance, Explore, Game, Mode, Next, Roster, Seat, SeatSet, StateHash, Status, Viewer, Window,
};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::action::{Action, Deed, Order, Rejection};
use crate::config::{Config, ConfigError, Point};
use crate::event::Event;
use crate::rules::path::Search;
use crate::rules::{Moment, Play, turns};
use crate::state::{Fixed, Grid, NONE, State, Times};
use crate::view::View;

/// The clock of the first ten ticks, a second longer than the others.
pub const OPENING: &str = "opening";
/// The clock of all other ticks.
pub const TICK: &str = "tick";
/// How many ticks have the longer clock.
const OPENING_TICKS: u32 = 10;

/// A match of `jungle`.
#[derive(Clone, Debug)]
pub struct Jungle {
    pub(crate) fixed: Arc<Fixed>,
    /// The teams in playing order, tick after tick.
    orders: Arc<Vec<u8>>,
    pub(crate) search: Search,
    pub(crate) times: Vec<Times>,
    /// Stands for config and playing orders in the hash. Hashing them is slow, so it is left out where nobody may ever ask.
    seal: Option<u64>,
    pub(crate) state: State,
}

impl Serialize for Jungle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Jungle", 2)?;
        fields
            .serialize_field("seal", &self.seal.unwrap_or_else(|| seal(&self.fixed.config, &self.orders)))?;
        fields.serialize_field("state", &self.state)?;
        fields.end()
    }
}

fn seal(config: &Config, orders: &Vec<u8>) -> u64 {
    StateHash::of(&(config, orders)).0
}

impl Jungle {
    /// What the match was set up with.
    pub fn match_config(&self) -> &Config {
        &self.fixed.config
    }

    /// Closes the window like [`Game::close`] and shows the match to `watch` at every moment at which the original
    /// shows its state, with the events of the tick so far. This is how its viewers and its replay file are fed.
    pub fn close_watched(&mut self, log: &mut Vec<Event>, mut watch: impl FnMut(Moment, &Jungle, &[Event])) {
        if self.state.over {
            return;
        }
        self.take_times();
        let mut shown = self.clone();
        let (fixed, orders) = (Arc::clone(&self.fixed), Arc::clone(&self.orders));
        let order = tick_of(&orders, &fixed, self.state.tick);
        let mut play = Play { fixed: &fixed, order, state: &mut self.state, search: &mut self.search, log };
        play.tick(|moment, state, events| {
            shown.state.clone_from(state);
            watch(moment, &shown, events);
        });
    }

    /// Whether a team's command for the running tick is in.
    pub fn has_answered(&self, seat: Seat) -> bool {
        self.state.teams.get(seat.index()).is_some_and(|team| team.command.is_some())
    }

    /// The source of chance, for replays of recorded draws.
    #[doc(hidden)]
    pub fn chance_mut(&mut self) -> &mut Chance {
        &mut self.state.chance
    }

    /// The playing order of a tick as team numbers.
    pub fn order(&self, tick: u32) -> &[u8] {
        tick_of(&self.orders, &self.fixed, tick)
    }

    /// Becomes equal to another match with the same config, in the memory that is there.
    pub(crate) fn copy_from(&mut self, from: &Jungle) {
        Arc::make_mut(&mut self.orders).clone_from(&from.orders);
        self.times.clone_from(&from.times);
        self.seal = from.seal;
        self.state.copy_from(&from.state);
    }

    /// Says in which order the teams play in a tick.
    pub(crate) fn set_order(&mut self, tick: u32, order: &[u8]) {
        let first = tick as usize * self.fixed.config.teams.len();
        if let Some(place) = Arc::make_mut(&mut self.orders).get_mut(first..first + order.len()) {
            place.copy_from_slice(order);
        }
        self.seal = None;
    }

    /// Draws everything anew at the very start of a match.
    pub(crate) fn redraw(&mut self, mut chance: Chance) {
        let config = &self.fixed.config;
        let orders = Arc::make_mut(&mut self.orders);
        turns::draw_orders(config.teams.len(), config.ticks, &mut chance, orders);
        self.seal = None;
        self.state.chance = chance;
    }

    /// Counts the measured times of the teams that were asked and did not leave (spec 7).
    fn take_times(&mut self) {
        for (times, team) in self.times.iter_mut().zip(&self.state.teams) {
            if let Some(micros) = times.now.take()
                && (!team.left || team.command.is_some())
            {
                times.sum += micros;
                times.count += 1;
            }
        }
    }

    /// The teams that are asked in this tick: those that have not left.
    fn asked(&self) -> SeatSet {
        let mut seats = SeatSet::EMPTY;
        for (i, team) in self.state.teams.iter().enumerate() {
            if !team.left {
                seats.insert(Seat(i as u8));
            }
        }
        seats
    }
}

/// The order in which the teams play in a tick.
fn tick_of<'a>(orders: &'a [u8], fixed: &Fixed, tick: u32) -> &'a [u8] {
    let teams = fixed.config.teams.len();
    &orders[tick as usize * teams..][..teams]
}

impl Game for Jungle {
    const NAME: &'static str = "jungle";
    const RULES: u32 = 1;

    type Config = Config;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Rejection = Rejection;
    type ConfigError = ConfigError;

    fn new(config: &Config, mut chance: Chance) -> Result<Jungle, ConfigError> {
        config.check()?;
        let mut orders = Vec::new();
        turns::draw_orders(config.teams.len(), config.ticks, &mut chance, &mut orders);
        let seal = Some(seal(config, &orders));
        let grid = Grid::new(config);
        let state = State::new(config, &grid, chance);
        let roster = Roster::one_seat_per_side(config.teams.iter().map(|team| team.name.clone()));
        let times = vec![Times::default(); config.teams.len()];
        let spawns = config.map.spawns().collect();
        let fixed = Arc::new(Fixed { config: config.clone(), roster, grid, spawns });
        let (orders, search) = (Arc::new(orders), Search::default());
        Ok(Jungle { fixed, orders, search, times, seal, state })
    }

    fn roster(&self) -> &Roster {
        &self.fixed.roster
    }

    fn status(&self) -> Status {
        if self.state.over {
            return Status::Over(self.rank());
        }
        let clock = if self.state.tick < OPENING_TICKS { OPENING } else { TICK };
        let window = Window { number: self.state.tick, seats: self.asked(), mode: Mode::Sealed, clock };
        Status::Waiting(window)
    }

    fn act(&mut self, seat: Seat, action: Action, _log: &mut Vec<Event>) -> Result<Next, Rejection> {
        if self.state.over {
            return Err(Rejection::Over);
        }
        let team = self.state.teams.get_mut(seat.index()).filter(|team| !team.left);
        let team = team.ok_or(Rejection::NotAsked(seat))?;
        if team.command.is_some() {
            return Err(Rejection::Again(seat));
        }
        if action.orders.len() > Action::MOST_ORDERS {
            return Err(Rejection::TooLong(action.orders.len()));
        }
        team.command = Some(action);
        Ok(Next::Done)
    }

    fn close(&mut self, log: &mut Vec<Event>) {
        if self.state.over {
            return;
        }
        self.take_times();
        let Jungle { fixed, orders, search, state, .. } = self;
        let order = tick_of(orders, fixed, state.tick);
        Play { fixed, order, state, search, log }.tick(|_, _, _| {});
    }

    fn withdraw(&mut self, seat: Seat, log: &mut Vec<Event>) {
        if self.state.over {
            return;
        }
        if let Some(team) = self.state.teams.get_mut(seat.index())
            && !std::mem::replace(&mut team.left, true)
        {
            log.push(Event::Left { team: seat.0 });
        }
    }

    fn time_used(&mut self, seat: Seat, micros: u64) {
        if let Some(times) = self.times.get_mut(seat.index()) {
            times.now = Some(micros);
        }
    }

    fn view(&self, who: Viewer) -> View {
        self.see(who)
    }

    // Nothing in the jungle is hidden.
    fn tells(&self, _: Viewer, _: &Event) -> bool {
        true
    }
}

impl Explore for Jungle {
    /// Whole commands: mostly sensible orders for every unit, some of them nonsense, and now and then one for a unit
    /// that no team has.
    fn candidates(&self, seat: Seat, chance: &mut Chance, out: &mut Vec<Action>) {
        if seat.index() >= self.state.teams.len() {
            return;
        }
        let config = &self.fixed.config;
        let mut orders = Vec::with_capacity(config.units_per_team + 1);
        for unit in config.units_of(seat.index()) {
            let unit = if chance.below(60) == 0 { chance.below(40) as u16 } else { unit };
            orders.push(Order { unit, deed: self.random_deed(unit, chance) });
        }
        if chance.below(16) == 0 {
            orders.push(Order { unit: 0, deed: Deed::None });
        }
        out.push(Action { orders });
    }
}

impl Jungle {
    fn random_deed(&self, unit: u16, chance: &mut Chance) -> Deed {
        let grid = &self.fixed.grid;
        let who = self.state.units.get(usize::from(unit).wrapping_sub(1));
        let Some(who) = who.filter(|who| who.alive()) else {
            return Deed::Spawn(self.random_spawn(chance));
        };
        let here = grid.point(who.place);
        let side = [(0, -1), (0, 1), (-1, 0), (1, 0)][chance.below(4) as usize];
        let near = Point { x: here.x + side.0, y: here.y + side.1 };
        match chance.below(16) {
            0 => Deed::None,
            1 => Deed::Attack(near),
            2 | 3 if who.diamond == NONE => {
                let other = chance.below(self.state.units.len() as u32) as usize;
                let at = grid.place(self.state.units[other].place).unwrap_or(here);
                if chance.below(2) == 0 { Deed::Vine(at) } else { Deed::Attack(at) }
            }
            2..=4 => Deed::Summon,
            5 if who.diamond != NONE => Deed::Drop(near),
            6 => Deed::Move(near),
            7 if chance.below(4) == 0 => Deed::Spawn(self.random_spawn(chance)),
            // Whoever is on the way goes on; whoever is not looks around, now and then far away.
            _ => match who.path.first() {
                Some(&target) if chance.below(16) != 0 => Deed::Move(grid.point(target)),
                _ => match chance.below(8) {
                    0 => Deed::Move(self.random_point(chance)),
                    1 | 2 if who.diamond == NONE => match chance.pick(&self.state.diamonds) {
                        Some(gem) => Deed::Move(grid.point(self.state.diamond_cell(gem))),
                        None => Deed::Move(near),
                    },
                    3 | 4 => Deed::Move(near),
                    _ => {
                        let mut off = || chance.below(7) as i32 - 3;
                        Deed::Move(Point { x: here.x + off(), y: here.y + off() })
                    }
                },
            },
        }
    }

    fn random_point(&self, chance: &mut Chance) -> Point {
        let map = &self.fixed.config.map;
        let x = chance.below(map.width() as u32 + 1) as i32;
        let y = chance.below(map.height() as u32 + 1) as i32;
        Point { x, y }
    }

    fn random_spawn(&self, chance: &mut Chance) -> Point {
        match chance.pick(&self.fixed.spawns) {
            Some(&at) if chance.below(20) != 0 => at,
            _ => self.random_point(chance),
        }
    }
}
