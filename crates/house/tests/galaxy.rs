//! Each house bot of `galaxy` is clearly stronger than the one before.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Bot, Chance, Desk, Game, Next, Seat, Seed, Setup, Status, Terms, Viewer, Window};
use meydan_galaxy::{Action, Config, Event, Galaxy, Rejection, View};
use meydan_house::galaxy::{NAMES, bot};

/// A seat at a match that is played right here.
struct Table<'a> {
    game: &'a mut Galaxy,
    seat: Seat,
    window: Window,
    log: Vec<Event>,
}

impl Desk<Galaxy> for Table<'_> {
    fn seat(&self) -> Seat {
        self.seat
    }
    fn window(&self) -> &Window {
        &self.window
    }
    fn view(&self) -> View {
        self.game.view(Viewer::Seat(self.seat))
    }
    fn act(&mut self, action: Action) -> Result<Next, Rejection> {
        self.game.act(self.seat, action, &mut self.log)
    }
}

/// Plays one match; gives every seat's rank and the last turn.
fn play(config: &Config, names: [&str; 3], seed: u64) -> ([u32; 3], u32) {
    let mut game = Galaxy::new(config, Chance::new(Seed(seed))).unwrap();
    let mut bots: Vec<Box<dyn Bot<Galaxy>>> = (0..3)
        .map(|seat| bot(names[seat], config, Chance::new(Seed(seed * 8 + seat as u64))).unwrap())
        .collect();
    loop {
        match game.status() {
            Status::Waiting(window) => {
                let seat = game.player();
                bots[seat.index()].play(&mut Table { game: &mut game, seat, window, log: Vec::new() });
                game.close(&mut Vec::new());
            }
            Status::Over(outcome) => {
                return ([0, 1, 2].map(|seat| outcome.standings[seat].rank), game.turn());
            }
        }
    }
}

/// How often one bot comes first among two of the other kind, over all maps and seats.
fn wins(ruleset: &str, strong: &str, weak: &str, rounds: u64) -> (u32, u32) {
    let (mut won, mut all) = (0, 0);
    for map in Galaxy::maps() {
        let config = Galaxy::config(map.bytes, &Terms::of(ruleset)).unwrap();
        for seat in 0..3 {
            for round in 0..rounds {
                let mut names = [weak; 3];
                names[seat] = strong;
                let (ranks, _) = play(&config, names, 1000 * round + u64::from(all));
                won += u32::from(ranks[seat] == 1);
                all += 1;
            }
        }
    }
    println!("{ruleset}: {strong} against two of {weak}: first in {won} of {all}");
    (won, all)
}

#[test]
fn each_bot_beats_the_ones_before_it() {
    for ruleset in ["document", "official"] {
        for (strong, weak, share) in
            [("greedy", "random", 0.9), ("general", "random", 0.95), ("general", "greedy", 0.85)]
        {
            let (won, all) = wins(ruleset, strong, weak, 2);
            assert!(
                f64::from(won) >= share * f64::from(all),
                "{ruleset}: {strong} won {won} of {all} against {weak}"
            );
        }
    }
}

#[test]
fn every_bot_plays_every_map_to_its_end() {
    for map in Galaxy::maps() {
        for ruleset in ["document", "official"] {
            let config = Galaxy::config(map.bytes, &Terms::of(ruleset)).unwrap();
            for names in [["general"; 3], ["greedy", "random", "general"]] {
                let (_, turns) = play(&config, names, 7);
                assert!(turns <= 165);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let config = Galaxy::config(Galaxy::maps()[0].bytes, &Terms::of("document")).unwrap();
    for &name in NAMES {
        assert_eq!(play(&config, [name; 3], 3), play(&config, [name; 3], 3));
    }
    assert!(bot("nobody", &config, Chance::new(Seed(1))).is_none());
}
