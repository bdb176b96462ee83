//! How long a hint takes on 12 × 12 boards with one hunter: states and time by number of walls, and the worst case.
//!
//! `cargo bench -p meydan-labyrinth --bench hint` (a first argument sets the boards per line, a second the hunters).

#![expect(clippy::unwrap_used, reason = "a bench may panic")]

use std::time::{Duration, Instant};

use meydan_core::{Chance, Seed};
use meydan_labyrinth::solve::{Budget, Claim, hint};
use meydan_labyrinth::{Board, Config, Recipe, State, generate};

fn main() {
    let numbers: Vec<u32> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let boards = numbers.first().copied().unwrap_or(200);
    let hunters = numbers.get(1).copied().unwrap_or(1);
    println!(
        "hints on 12 x 12 boards, {hunters} hunter(s), {boards} boards per line, no round limit and the usual one"
    );
    println!("walls    wins   none    unsure   states: mean     worst   time: mean     worst");
    let mut worst = (Duration::ZERO, 0, 0, 0);
    for walls in [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 121] {
        let mut line = Line::default();
        for seed in 0..boards {
            let recipe = Recipe { walls, hunters, ..Recipe::new(12, 12) };
            let usual = generate(&recipe, &mut Chance::new(Seed(u64::from(seed)))).unwrap();
            let endless = Config { max_rounds: 0, ..usual.clone() };
            for config in [usual, endless] {
                let board = Board::new(&config).unwrap();
                let state = State::new(&board, &config);
                let start = Instant::now();
                let hint = hint(&board, &state, Budget::BLINK).unwrap();
                let time = start.elapsed();
                line.add(&hint.claim, hint.states, time);
                if time > worst.0 {
                    worst = (time, hint.states, walls, seed);
                }
            }
        }
        line.print(walls);
    }
    let (time, states, walls, seed) = worst;
    println!("worst of all: {time:.2?} for {states} states ({walls} walls, seed {seed})");
    estimates(boards.min(20));
}

/// Hints where company and boxes leave only an estimate.
fn estimates(boards: u32) {
    let mut line = Line::default();
    for seed in 0..boards {
        let recipe = Recipe { runners: 4, hunters: 3, boxes: 8, ..Recipe::new(12, 12) };
        let config = generate(&recipe, &mut Chance::new(Seed(u64::from(seed)))).unwrap();
        let board = Board::new(&config).unwrap();
        let state = State::new(&board, &config);
        let start = Instant::now();
        let hint = hint(&board, &state, Budget::BLINK).unwrap();
        line.add(&hint.claim, hint.states, start.elapsed());
    }
    println!("12 x 12, 4 runners, 3 hunters, 8 boxes, 60 walls (estimates):");
    line.print(60);
}

#[derive(Default)]
struct Line {
    wins: u32,
    none: u32,
    given_up: u32,
    states: u64,
    most_states: u64,
    time: Duration,
    longest: Duration,
}

impl Line {
    fn add(&mut self, claim: &Claim, states: u64, time: Duration) {
        match claim {
            Claim::ForcedWin { .. } => self.wins += 1,
            Claim::NoForcedWin { .. } => self.none += 1,
            Claim::GaveUp { .. } | Claim::Estimate { .. } => self.given_up += 1,
        }
        self.states += states;
        self.most_states = self.most_states.max(states);
        self.time += time;
        self.longest = self.longest.max(time);
    }

    fn print(&self, walls: u32) {
        let count = self.wins + self.none + self.given_up;
        println!(
            "{walls:5}  {:6} {:6}    {:6}   {:12} {:9} {:12.2?} {:9.2?}",
            self.wins,
            self.none,
            self.given_up,
            self.states / u64::from(count),
            self.most_states,
            self.time / count,
            self.longest
        );
    }
}
