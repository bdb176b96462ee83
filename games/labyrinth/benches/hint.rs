//! How good hints are and what they cost, over fixed sets of boards.
//!
//! First 12 × 12 boards with one runner: states and time by number of walls, and the worst case. Then whole games that are played
//! by following hints, with one and several runners and hunters, walls and boxes: how many are won, how many are proven by the first
//! hint, how many have a proven optimum, how many rounds they take against it, and what the hardest of the proofs costs.
//!
//! `cargo bench -p meydan-labyrinth --bench hint` (a first argument sets the boards per line, a second the hunters).

#![expect(clippy::unwrap_used, reason = "a bench may panic")]

use std::time::{Duration, Instant};

use meydan_core::{Chance, Game, Next, Seed};
use meydan_labyrinth::solve::{Answer, Budget, Claim, Guide, Verdict, hint, solve};
use meydan_labyrinth::{Board, Config, Ending, Labyrinth, Recipe, State, generate};

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
    println!();
    println!("games played by hints, {} boards per line", boards.min(40));
    println!(
        "size   runners hunters walls boxes    won  proven at once  optima  rounds/optimum  longer   states: mean     worst   time: mean     worst   proof: worst      time"
    );
    for (size, runners, hunters, walls, boxes) in GAMES {
        games(size, runners, hunters, walls, boxes, boards.min(40));
    }
}

/// Size, runners, hunters, walls, boxes.
const GAMES: [(u32, u32, u32, u32, u32); 11] = [
    (9, 1, 1, 20, 0),
    (9, 1, 2, 30, 0),
    (9, 2, 1, 20, 0),
    (9, 2, 2, 20, 0),
    (9, 3, 2, 20, 0),
    (9, 4, 3, 25, 0),
    (12, 4, 3, 60, 0),
    (12, 6, 4, 40, 0),
    (9, 1, 1, 20, 3),
    (9, 2, 2, 20, 4),
    (12, 4, 3, 60, 8),
];

/// Whole games by hints.
fn games(size: u32, runners: u32, hunters: u32, walls: u32, boxes: u32, boards: u32) {
    let recipe = Recipe { runners, hunters, walls, boxes, ..Recipe::new(size, size) };
    let (mut line, mut won, mut proven, mut longer) = (Line::default(), 0, 0, 0);
    let (mut played, mut optimum, mut optima) = (0, 0, 0);
    let mut proof = (0, Duration::ZERO);
    for seed in 0..boards {
        let config = generate(&recipe, &mut Chance::new(Seed(u64::from(seed)))).unwrap();
        let mut game = Labyrinth::new(&config, Chance::new(Seed(u64::from(seed)))).unwrap();
        let start = Instant::now();
        let best = match solve(game.board(), game.state(), Budget::LONG) {
            Ok(Answer { verdict: Verdict::Win { rounds, .. }, states }) => {
                proof = proof.max((states, start.elapsed()));
                optima += 1;
                Some(rounds)
            }
            _ => None,
        };
        let (mut guide, mut log, mut first) = (Guide::default(), Vec::new(), true);
        while let Some(runner) = game.state().to_act() {
            let start = Instant::now();
            let hint = guide.hint(game.board(), game.state(), Budget::BLINK).unwrap();
            line.add(&hint.claim, hint.states, start.elapsed());
            proven += u32::from(std::mem::take(&mut first) && hint.claim.is_proven());
            if game.act(game.seat_of(runner), hint.action, &mut log).unwrap() == Next::Done {
                game.close(&mut log);
            }
        }
        if game.state().result == Some(Ending::Victory) {
            won += 1;
            if let Some(best) = best {
                played += game.state().round;
                optimum += best;
                longer += u32::from(game.state().round > best);
            }
        }
    }
    let count = line.wins + line.none + line.given_up;
    println!(
        "{size:2} x {size:2}   {runners:3}    {hunters:3}   {walls:3}   {boxes:3}   {won:3}/{boards:<3}      {proven:3}/{boards:<3}  {optima:6}       {played:4}/{optimum:<4}    {longer:3}   {:12} {:9} {:12.2?} {:9.2?} {:14} {:9.2?}",
        line.states / u64::from(count),
        line.most_states,
        line.time / count,
        line.longest,
        proof.0,
        proof.1
    );
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
            Claim::Chance { .. } | Claim::Nearer { .. } | Claim::Estimate { .. } => self.given_up += 1,
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
