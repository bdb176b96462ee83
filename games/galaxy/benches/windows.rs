//! How fast the engine is: `cargo bench -p meydan-galaxy`.
//!
//! Three measurements on the default map, each the best of several rounds because the machine may be busy:
//! whole random games by a tight driver that samples legal acts, the recorded inputs of such games fed to the
//! engine again (the engine alone), and the testkit's driver, which works on any game. Games that cannot end early
//! are measured besides, because the original was measured on those: 239 games/s and 39,000 turns/s (spec 15), on
//! another machine. The last columns are the ratios to that, not to the original run beside it.

use std::time::{Duration, Instant};

use meydan_core::{Chance, Game, Input, Seed, Setup, Status, Terms};
use meydan_galaxy::{Action, Config, Event, Galaxy, Phase, PlanetId};
use meydan_testkit::random_window;

const GAMES: u64 = 500;
const ROUNDS: usize = 100;
/// What the original's engine did in a second where it was measured, which was another machine.
const ORIGINAL_GAMES: f64 = 239.0;
const ORIGINAL_TURNS: f64 = 39_000.0;

fn main() {
    // No map of ours has seven strategic planets.
    let mut full = Terms::of("official");
    full.options.insert("number_of_strategic_nodes_to_win".into(), "7".into());
    for (name, terms) in
        [("full length", full), ("official", Terms::of("official")), ("document", Terms::of("document"))]
    {
        let config = Galaxy::config(Galaxy::maps()[0].bytes, &terms).expect("our own map is sound");
        let mut random = Tally::default();
        let mut driver = Driver::new(Seed(1));
        random.best_of(GAMES, |game, tally| driver.game(&config, Seed(game), tally));
        random.print(name, "random games");

        let recorded: Vec<Recorded> = (0..64).map(|game| Recorded::new(&config, game)).collect();
        let mut engine = Tally::default();
        let mut log = Vec::new();
        engine.best_of(GAMES, |game, tally| {
            recorded[game as usize % recorded.len()].play(&config, &mut log, tally);
        });
        engine.print(name, "engine alone");

        let mut generic = Tally::default();
        let (mut chance, mut scratch) = (Chance::new(Seed(1)), Vec::new());
        generic.best_of(GAMES, |game, tally| {
            let mut match_ = Galaxy::new(&config, Chance::new(Seed(game))).expect("the config was checked");
            while let Status::Waiting(_) = match_.status() {
                log.clear();
                tally.acts +=
                    u64::from(random_window(&mut match_, &mut chance, &mut log, &mut scratch, |_| {}));
                tally.windows += 1;
            }
        });
        generic.print(name, "testkit driver");
    }
}

/// What was done in how long.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    windows: u64,
    acts: u64,
    time: Duration,
}

impl Tally {
    /// Plays so many games several times over and keeps the quickest round.
    fn best_of(&mut self, games: u64, mut play: impl FnMut(u64, &mut Tally)) {
        for _ in 0..ROUNDS {
            let mut tally = Tally { games, ..Tally::default() };
            let start = Instant::now();
            for game in 0..games {
                play(game, &mut tally);
            }
            tally.time = start.elapsed();
            if self.games == 0 || tally.time < self.time {
                *self = tally;
            }
        }
    }

    fn print(&self, name: &str, what: &str) {
        let seconds = self.time.as_secs_f64();
        let (games, windows) = (self.games as f64 / seconds, self.windows as f64 / seconds);
        println!(
            "{name:11} {what:15} {games:7.0} games/s {windows:9.0} turns/s {:9.0} acts/s {:5.1} ns/act  {:4.0}x {:4.0}x",
            self.acts as f64 / seconds,
            seconds * 1e9 / self.acts as f64,
            games / ORIGINAL_GAMES,
            windows / ORIGINAL_TURNS,
        );
    }
}

/// Plays random legal acts: in the start phase one placement a turn; in the main phase one deployment, up to two
/// attacks, a transfer, rarely a fort.
struct Driver {
    chance: Chance,
    log: Vec<Event>,
}

impl Driver {
    fn new(seed: Seed) -> Driver {
        Driver { chance: Chance::new(seed), log: Vec::new() }
    }

    fn game(&mut self, config: &Config, seed: Seed, tally: &mut Tally) {
        let mut game = Galaxy::new(config, Chance::new(seed)).expect("the config was checked");
        let mut over = false;
        while !over {
            self.log.clear();
            tally.acts += self.turn(&mut game, |_| {});
            tally.windows += 1;
            game.close(&mut self.log);
            over = matches!(self.log.last(), Some(Event::Scored { .. }));
        }
    }

    /// One turn; gives the number of acts that were taken and shows each to `trail`.
    fn turn(&mut self, game: &mut Galaxy, mut trail: impl FnMut(&Action)) -> u64 {
        let seat = game.player();
        let mut acts = 0;
        let mut act = |game: &mut Galaxy, log: &mut Vec<Event>, action: Action| {
            trail(&action);
            acts += u64::from(game.act(seat, action, log).is_ok());
        };
        if game.phase() == Phase::Start {
            if let Some(planet) = self.open(game) {
                act(game, &mut self.log, Action::place(planet));
            }
            act(game, &mut self.log, Action::Next);
            return acts;
        }
        let reserve = game.reserve(seat);
        if reserve > 0
            && let Some(planet) = self.open(game)
        {
            let troops = 1 + self.chance.below(reserve as u32);
            act(game, &mut self.log, Action::deploy(planet, i64::from(troops)));
        }
        act(game, &mut self.log, Action::Next);
        for _ in 0..2 {
            if let Some(from) = self.strong(game) {
                let near = game.map().neighbours(from);
                let to = near[self.chance.below(near.len() as u32) as usize];
                if game.owner(to).is_some_and(|owner| owner != seat) {
                    let ratio = f64::from(self.chance.below(5)) * 0.5;
                    let share = 0.1 + 0.8 * self.chance.unit();
                    act(game, &mut self.log, Action::attack(from, to, ratio, share));
                }
            }
        }
        act(game, &mut self.log, Action::Next);
        if let Some(from) = self.strong(game) {
            let to = self.any(game);
            if to != from && game.owner(to) == Some(seat) {
                let troops = 1 + self.chance.below((game.troops(from) - 1) as u32);
                act(game, &mut self.log, Action::transfer(from, to, i64::from(troops)));
            }
        }
        act(game, &mut self.log, Action::Next);
        if self.chance.below(16) == 0
            && let Some(planet) = self.strong(game)
        {
            let troops = 1 + self.chance.below((game.troops(planet) - 1) as u32);
            act(game, &mut self.log, Action::fort(planet, i64::from(troops)));
        }
        act(game, &mut self.log, Action::Next);
        acts
    }

    fn any(&mut self, game: &Galaxy) -> PlanetId {
        PlanetId(self.chance.below(game.map().len() as u32) as u16)
    }

    /// A free planet or one of the player's.
    fn open(&mut self, game: &Galaxy) -> Option<PlanetId> {
        let (free, own) = (game.free_planets(), game.planets_of(game.player()));
        let all = free.len() + own.len();
        (all > 0).then(|| {
            let pick = self.chance.below(all as u32) as usize;
            if pick < free.len() { free[pick] } else { own[pick - free.len()] }
        })
    }

    /// A planet of the player's with at least two troops.
    fn strong(&mut self, game: &Galaxy) -> Option<PlanetId> {
        let own = game.planets_of(game.player());
        (0..8).find_map(|_| self.chance.pick(own).copied().filter(|&planet| game.troops(planet) > 1))
    }
}

/// The inputs of one random game.
struct Recorded {
    seed: Seed,
    inputs: Vec<Input<Action>>,
}

impl Recorded {
    fn new(config: &Config, seed: u64) -> Recorded {
        let seed = Seed(seed);
        let mut game = Galaxy::new(config, Chance::new(seed)).expect("the config was checked");
        let mut driver = Driver::new(seed);
        let mut inputs = Vec::new();
        while let Status::Waiting(_) = game.status() {
            let seat = game.player();
            driver.turn(&mut game, |action| inputs.push(Input::Act(seat, *action)));
            game.close(&mut driver.log);
            inputs.push(Input::Close);
        }
        Recorded { seed, inputs }
    }

    fn play(&self, config: &Config, log: &mut Vec<Event>, tally: &mut Tally) {
        let mut game = Galaxy::new(config, Chance::new(self.seed)).expect("the config was checked");
        for input in &self.inputs {
            match input {
                Input::Act(seat, action) => {
                    tally.acts += u64::from(game.act(*seat, *action, log).is_ok());
                }
                _ => {
                    log.clear();
                    game.close(log);
                    tally.windows += 1;
                }
            }
        }
    }
}
