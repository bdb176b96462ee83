//! How fast a fleet is beside the bare engine: `cargo bench -p meydan-batch`.
//!
//! Choices are drawn beforehand among those the masks allow, and only their replay is timed. *Rules* is nothing but acts and
//! closes; *engine* is a plain loop that writes the observations and masks of every match to arrays too; *fleet* is
//! `Fleet::step`, with rewards, ends and refusals, on one thread and on all cores. The ratio is fleet to engine.
#![expect(clippy::unwrap_used, reason = "a bench may panic")]

use std::time::Instant;

use meydan_batch::{Arrays, Fleet, Plan};
use meydan_core::{Batch, Chance, Seed, Setup, Terms};

const MATCHES: usize = 1024;
const STEPS: usize = 200;

fn main() {
    println!("{MATCHES} matches, million steps per second (one step: every row of a match has chosen)");
    println!(
        "{:32} {:>8} {:>8} {:>8} {:>7} {:>8} {:>6}",
        "", "rules", "engine", "fleet", "ratio", "cores", "times"
    );
    let small = meydan_labyrinth::Recipe { walls: 12, ..meydan_labyrinth::Recipe::new(6, 6) };
    let small = meydan_labyrinth::generate(&small, &mut Chance::new(Seed(7))).unwrap();
    measure::<meydan_labyrinth::Labyrinth>("labyrinth 6 x 6", small);
    for map in ["course", "company"] {
        let map = meydan_labyrinth::Labyrinth::maps().iter().find(|found| found.name == map).unwrap();
        let config = meydan_labyrinth::Labyrinth::config(map.bytes, &Terms::of("document")).unwrap();
        measure::<meydan_labyrinth::Labyrinth>(&format!("labyrinth {}", map.name), config);
    }
    measure_first::<meydan_jungle::Jungle>();
    measure_first::<meydan_heroes::Heroes>();
    measure_first::<meydan_gotham::Gotham>();
    measure_first::<meydan_galaxy::Galaxy>();
}

fn measure_first<G: Batch + Setup>() {
    let map = &G::maps()[0];
    let terms = Terms { sides: (G::NAME == "jungle").then_some(2), ..Terms::of("document") };
    let config = G::config(map.bytes, &terms).unwrap_or_else(|e| panic!("{e}"));
    measure::<G>(&format!("{} {}", G::NAME, map.name), config);
}

fn measure<G: Batch>(name: &str, config: G::Config) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let choices = record::<G>(&config);
    let rules = best(|| bare::<G>(&config, &choices, false));
    let bare = best(|| bare::<G>(&config, &choices, true));
    let single = best(|| fleet::<G>(&config, &choices, 1));
    let many = best(|| fleet::<G>(&config, &choices, cores));
    println!(
        "{name:32} {rules:8.3} {bare:8.3} {single:8.3} {:6.0}% {many:8.3} {:6.2}",
        100.0 * single / bare,
        many / single
    );
}

fn best(what: impl Fn() -> f64) -> f64 {
    (0..5).map(|_| what()).fold(0.0, f64::max)
}

fn new<G: Batch>(config: &G::Config, threads: usize) -> (Fleet<G>, Arrays) {
    let mut fleet = Fleet::new(Plan { threads, ..Plan::<G>::new(vec![config.clone()]) }, MATCHES).unwrap();
    let mut arrays = Arrays::new(&fleet);
    fleet.reset(1, &mut arrays.buffers());
    (fleet, arrays)
}

/// Plays at random and keeps every choice.
fn record<G: Batch>(config: &G::Config) -> Vec<Vec<i32>> {
    let (mut fleet, mut arrays) = new::<G>(config, 1);
    let mut chance = Chance::new(Seed(5));
    let layout = fleet.layout().clone();
    let mut all = Vec::new();
    for _ in 0..STEPS {
        let mut choices = Vec::with_capacity(arrays.acting.len() * layout.heads.len());
        for row in arrays.mask.chunks_exact(layout.mask_bytes()) {
            let mut first = 0;
            for (_, size) in &layout.heads {
                let head = &row[first..first + size];
                first += size;
                let open = head.iter().filter(|&&bit| bit == 1).count() as u32;
                // Of several kinds of choices the plain ones come first: without this, labyrinth would be all walls.
                let few = if chance.below(4) == 0 { open } else { open.min(5) };
                let nth = chance.below(few) as usize;
                choices
                    .push(head.iter().enumerate().filter(|(_, bit)| **bit == 1).nth(nth).unwrap().0 as i32);
            }
        }
        fleet.step(&choices, &mut arrays.buffers());
        all.push(choices);
    }
    all
}

fn fleet<G: Batch>(config: &G::Config, choices: &[Vec<i32>], threads: usize) -> f64 {
    let (mut fleet, mut arrays) = new::<G>(config, threads);
    let start = Instant::now();
    for choices in choices {
        fleet.step(choices, &mut arrays.buffers());
    }
    (MATCHES * choices.len()) as f64 / start.elapsed().as_secs_f64() / 1e6
}

/// The same matches one after the other: acts, closes and new starts, with or without a look at each.
fn bare<G: Batch>(config: &G::Config, choices: &[Vec<i32>], look: bool) -> f64 {
    let (mut fleet, mut arrays) = new::<G>(config, 1);
    let start = Instant::now();
    for choices in choices {
        fleet.rush(choices, look.then_some(&mut arrays.buffers()));
    }
    (MATCHES * choices.len()) as f64 / start.elapsed().as_secs_f64() / 1e6
}
