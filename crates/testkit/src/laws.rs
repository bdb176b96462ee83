use meydan_core::trace::{Entry, Header, Replay};
use meydan_core::{
    Budget, Chance, Explore, Game, Input, Mode, Outcome, Roster, Seat, SeatSet, Seed, Status, Viewer, Window,
    random_window,
};
use meydan_record::{TraceWriter, read};

use crate::play::{Played, random_game};

/// The laws of [`Game`], checked by random play on some configs.
pub struct Laws<G: Explore> {
    configs: Vec<G::Config>,
    games: u64,
    most_windows: u32,
}

impl<G: Explore> Laws<G> {
    /// Checks on these configs; give small and odd ones, and one of every ruleset.
    pub fn new(configs: impl IntoIterator<Item = G::Config>) -> Self {
        Laws { configs: configs.into_iter().collect(), games: 6, most_windows: 20_000 }
    }

    /// How many random games per config (6 where nothing is said).
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// After how many windows a game must be over (20,000 where nothing is said).
    pub fn most_windows(mut self, windows: u32) -> Self {
        self.most_windows = windows;
        self
    }

    /// Checks every law. Panics with the law's sentence.
    pub fn check(&self) {
        assert!(!self.configs.is_empty(), "give the laws at least one config");
        for config in &self.configs {
            self.silence_ends_the_game(config);
            for seed in 0..self.games {
                let seed = Seed(seed);
                let played = self.random(config, seed);
                self.same_inputs_give_the_same_events(config, seed, &played);
                self.traces_replay(config, seed, &played);
                standings_are_a_proper_ranking(&played.outcome, played.game.roster());
                self.each_step_keeps_the_laws(config, seed);
                self.leavers_do_not_stop_the_game(config, seed);
            }
        }
    }

    fn start(&self, config: &G::Config, seed: Seed) -> G {
        G::new(config, Chance::new(seed)).unwrap_or_else(|e| panic!("{} refuses a config: {e}", G::NAME))
    }

    fn random(&self, config: &G::Config, seed: Seed) -> Played<G> {
        random_game(self.start(config, seed), &mut Chance::new(Seed(seed.0 ^ 0x5eed)), self.most_windows)
    }

    fn silence_ends_the_game(&self, config: &G::Config) {
        let mut game = self.start(config, Seed(1));
        let mut log = Vec::new();
        for _ in 0..self.most_windows {
            match game.status() {
                Status::Over(outcome) => return standings_are_a_proper_ranking(&outcome, game.roster()),
                Status::Waiting(_) => game.close(&mut log),
            }
        }
        panic!("{}: silence must end the game; it goes on after {} windows", G::NAME, self.most_windows);
    }

    fn same_inputs_give_the_same_events(&self, config: &G::Config, seed: Seed, played: &Played<G>) {
        let mut game = self.start(config, seed);
        let mut events = Vec::new();
        for input in &played.inputs {
            input.clone().apply(&mut game, &mut events).unwrap_or_else(|e| {
                panic!("{}: an accepted act must be accepted again; {input:?} was refused: {e}", G::NAME)
            });
        }
        assert_eq!(events, played.events, "{}: same inputs, same events", G::NAME);
        assert_eq!(game.hash(), played.game.hash(), "{}: same inputs, same state", G::NAME);
        assert_eq!(game.status(), Status::Over(played.outcome.clone()), "{}: same inputs, same end", G::NAME);
    }

    fn traces_replay(&self, config: &G::Config, seed: Seed, played: &Played<G>) {
        let mut game = self.start(config, seed);
        let header = Header::of(&game, config, seed);
        let mut writer = TraceWriter::new(Vec::new(), &header, None).expect("memory can be written");
        let mut log = Vec::new();
        for input in &played.inputs {
            input.clone().apply(&mut game, &mut log).expect("it was accepted before");
            let entry = match input.clone() {
                Input::Act(seat, action) => Entry::Act(seat, action),
                Input::Time(seat, micros) => Entry::Time(seat, micros),
                Input::Withdraw(seat) => Entry::Withdraw(seat),
                Input::Close => Entry::Close(game.hash()),
            };
            writer.entry(&entry).expect("memory can be written");
        }
        let file = writer.finish(&played.outcome).expect("memory can be written");
        let record = read::<G::Action>(file.as_slice(), &Budget::STANDARD);
        let trace = record.expect("a written record can be read").trace;
        let (again, windows) = Replay::<G>::new(&trace)
            .and_then(Replay::finish)
            .unwrap_or_else(|e| panic!("{}: a trace must replay: {e}", G::NAME));
        assert_eq!(again.hash(), played.game.hash());
        assert_eq!(windows, played.windows, "{}: every window is in the trace", G::NAME);
    }

    /// Walks one random game and checks at every step what must hold there.
    fn each_step_keeps_the_laws(&self, config: &G::Config, seed: Seed) {
        let mut game = self.start(config, seed);
        let mut chance = Chance::new(Seed(seed.0 ^ 0xbad));
        let (mut log, mut scratch) = (Vec::new(), Vec::new());
        while let Status::Waiting(window) = game.status() {
            assert!(
                window.seats.iter().all(|seat| seat.index() < game.roster().len()),
                "{}: a window names only seats of the roster",
                G::NAME
            );
            // The deep checks clone the game and build views; every seventh window is plenty.
            if window.number.is_multiple_of(7) {
                views_can_be_made(&game);
                refusals_change_nothing(&game, &window, &mut chance);
                time_is_not_state(&game);
                if window.mode == Mode::Sealed {
                    sealed_acts_commute(&game, &window, &mut chance);
                }
            }
            let number = window.number;
            let mut closed = false;
            random_window(&mut game, &mut chance, &mut log, &mut scratch, |input| {
                closed |= input == Input::Close
            });
            assert!(closed, "{}: act never changes the window, so it cannot end the match", G::NAME);
            if let Status::Waiting(next) = game.status() {
                assert_eq!(next.number, number + 1, "{}: close always opens the next window", G::NAME);
            }
            assert!(number < self.most_windows, "{} does not end", G::NAME);
        }
        views_can_be_made(&game);
    }

    fn leavers_do_not_stop_the_game(&self, config: &G::Config, seed: Seed) {
        let mut game = self.start(config, seed);
        let mut chance = Chance::new(Seed(seed.0 ^ 0x1ea7e));
        let mut present = SeatSet::first(game.roster().len());
        let (mut log, mut scratch) = (Vec::new(), Vec::new());
        for _ in 0..self.most_windows {
            let Status::Waiting(window) = game.status() else { return };
            if chance.below(5) == 0 {
                let seats: Vec<Seat> = present.iter().collect();
                if let Some(&seat) = chance.pick(&seats) {
                    game.withdraw(seat, &mut log);
                    present.remove(seat);
                }
            }
            if window.seats.iter().all(|seat| present.contains(seat)) {
                random_window(&mut game, &mut chance, &mut log, &mut scratch, |_| {});
            } else {
                game.close(&mut log);
            }
        }
        panic!("{}: a game must end although seats leave", G::NAME);
    }
}

fn standings_are_a_proper_ranking(outcome: &Outcome, roster: &Roster) {
    let seats: Vec<Seat> = outcome.standings.iter().map(|s| s.seat).collect();
    assert_eq!(seats, roster.seats().collect::<Vec<_>>(), "every seat stands once, in order");
    let sides: Vec<_> = roster.sides().collect();
    for standing in &outcome.standings {
        assert_eq!(standing.side, roster.side(standing.seat), "a standing names the seat's own side");
        let rank_of = |side| outcome.standings.iter().find(|s| s.side == side).map(|s| s.rank);
        let better = sides.iter().filter(|&&side| rank_of(side) < Some(standing.rank)).count();
        assert_eq!(
            standing.rank as usize,
            better + 1,
            "a rank is one more than the number of better sides: {outcome:?}"
        );
    }
}

fn views_can_be_made<G: Game>(game: &G) {
    for viewer in game.roster().seats().map(Viewer::Seat).chain([Viewer::Spectator]) {
        serde_json::to_string(&game.view(viewer))
            .unwrap_or_else(|e| panic!("{}: a view must be JSON for {viewer:?}: {e}", G::NAME));
    }
}

fn refusals_change_nothing<G: Explore>(game: &G, window: &Window, chance: &mut Chance) {
    let before = game.hash();
    let mut offers = Vec::new();
    for seat in game.roster().seats() {
        let from =
            if window.seats.contains(seat) { seat } else { window.seats.iter().next().unwrap_or(seat) };
        game.candidates(from, chance, &mut offers);
        for action in offers.drain(..).take(16) {
            let mut copy = game.clone();
            let mut log = Vec::new();
            let answer = copy.act(seat, action.clone(), &mut log);
            if !window.seats.contains(seat) {
                assert!(
                    answer.is_err(),
                    "{}: seat {seat} is not in the window, {action:?} must be refused",
                    G::NAME
                );
            }
            if answer.is_err() {
                assert_eq!(copy.hash(), before, "{}: the refused {action:?} must change nothing", G::NAME);
                assert!(log.is_empty(), "{}: a refused act has no events", G::NAME);
            }
        }
    }
}

fn time_is_not_state<G: Game>(game: &G) {
    let mut copy = game.clone();
    for seat in game.roster().seats() {
        copy.time_used(seat, 12_345);
    }
    assert_eq!(copy.hash(), game.hash(), "{}: measured time is not part of the state", G::NAME);
}

fn sealed_acts_commute<G: Explore>(game: &G, window: &Window, chance: &mut Chance) {
    let mut acts = Vec::new();
    let mut offers = Vec::new();
    for seat in window.seats.iter() {
        offers.clear();
        game.candidates(seat, chance, &mut offers);
        if let Some(action) = chance.pick(&offers) {
            acts.push((seat, action.clone()));
        }
    }
    let play = |order: &mut dyn Iterator<Item = &(Seat, G::Action)>| {
        let mut copy = game.clone();
        let mut log = Vec::new();
        for (seat, action) in order {
            let _ = copy.act(*seat, action.clone(), &mut log);
        }
        assert!(log.is_empty(), "{}: nothing happens in a sealed window before it closes", G::NAME);
        copy.close(&mut log);
        (copy.hash(), log)
    };
    let (forward, backward) = (play(&mut acts.iter()), play(&mut acts.iter().rev()));
    assert_eq!(forward, backward, "{}: acts of different seats commute in a sealed window", G::NAME);
}
