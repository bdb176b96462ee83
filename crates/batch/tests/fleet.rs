//! Fleets of real games: the same as the matches one by one, and without a single allocation.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use meydan_batch::{Arrays, Autoreset, Fleet, Plan};
use meydan_core::{Batch, Chance, Game, Seat, SeatSet, Seed, Setup, StateHash, Terms};
use meydan_galaxy::Galaxy;
use meydan_gotham::Gotham;
use meydan_heroes::Heroes;
use meydan_jungle::Jungle;
use meydan_labyrinth::Labyrinth;

fn config<G: Setup>(map: &str, sides: Option<usize>) -> G::Config {
    let map = G::maps().iter().find(|found| found.name == map).unwrap();
    G::config(map.bytes, &Terms { sides, ..Terms::of("document") }).unwrap_or_else(|e| panic!("{e}"))
}

/// Random choices among those that the masks allow.
fn draw(arrays: &Arrays, heads: &[(String, usize)], chance: &mut Chance, out: &mut [i32]) {
    let width: usize = heads.iter().map(|(_, size)| size).sum();
    let mut place = 0;
    for row in arrays.mask.chunks_exact(width) {
        let mut first = 0;
        for (_, size) in heads {
            let head = &row[first..first + size];
            first += size;
            let open = head.iter().filter(|&&bit| bit == 1).count() as u32;
            let nth = chance.below(open) as usize;
            out[place] = head.iter().enumerate().filter(|(_, bit)| **bit == 1).nth(nth).unwrap().0 as i32;
            place += 1;
        }
    }
}

/// How many allocations 16,000 steps take once the buffers have grown, and how many matches ended and began in them.
fn allocations<G: Batch>(config: G::Config) -> (u64, usize) {
    let mut fleet = Fleet::new(Plan::<G>::new(vec![config]), 16).unwrap();
    let mut arrays = Arrays::new(&fleet);
    let heads = fleet.layout().heads.clone();
    let mut choices = vec![0; 16 * fleet.rows() * heads.len()];
    let mut chance = Chance::new(Seed(3));
    fleet.reset(1, &mut arrays.buffers());
    let mut play = |steps: usize| {
        let mut ended = 0;
        for _ in 0..steps {
            draw(&arrays, &heads, &mut chance, &mut choices);
            fleet.step(&choices, &mut arrays.buffers());
            ended += arrays.ended.iter().filter(|&&ended| ended == 1).count();
        }
        ended
    };
    play(4000);
    let mut ended = 0;
    (allocation_counter::measure(|| ended = play(1000)).count_total, ended)
}

fn steps_without_allocating<G: Batch>(config: G::Config) {
    let (count, ended) = allocations::<G>(config);
    assert_eq!(count, 0, "{count} allocations in 16,000 steps of {}", G::NAME);
    assert!(ended > 16, "only {ended} matches of {} ended", G::NAME);
}

#[test]
fn labyrinth_steps_without_allocating() {
    steps_without_allocating::<Labyrinth>(config::<Labyrinth>("company", None));
}

#[test]
fn jungle_steps_without_allocating() {
    steps_without_allocating::<Jungle>(config::<Jungle>("clearing", Some(2)));
}

#[test]
fn gotham_steps_without_allocating() {
    steps_without_allocating::<Gotham>(config::<Gotham>("village", None));
}

#[test]
fn galaxy_steps_without_allocating() {
    steps_without_allocating::<Galaxy>(config::<Galaxy>("cradle", None));
}

#[test]
fn heroes_step_without_allocating() {
    steps_without_allocating::<Heroes>(config::<Heroes>("duel", None));
}

/// What a fleet writes and where it ends, as one number.
fn played<G: Batch>(plan: impl Fn() -> Plan<G>, threads: usize) -> (Arrays, Vec<StateHash>) {
    let mut fleet = Fleet::new(Plan { threads, ..plan() }, 21).unwrap();
    let mut arrays = Arrays::new(&fleet);
    let heads = fleet.layout().heads.clone();
    let mut choices = vec![0; 21 * fleet.rows() * heads.len()];
    let mut chance = Chance::new(Seed(8));
    fleet.reset(5, &mut arrays.buffers());
    for _ in 0..150 {
        draw(&arrays, &heads, &mut chance, &mut choices);
        fleet.step(&choices, &mut arrays.buffers());
    }
    let hashes = (0..fleet.matches()).map(|i| fleet.game(i).hash()).collect();
    (arrays, hashes)
}

#[test]
fn threads_change_nothing() {
    let bots = || Plan::<Jungle> {
        seats: SeatSet::one(Seat(0)),
        rotate: true,
        opponents: Some(Arc::new(|_, _, config, chance| {
            meydan_house::jungle::bot("collector", config, chance).unwrap()
        })),
        ..Plan::new(vec![config::<Jungle>("clearing", Some(2)), config::<Jungle>("canopy", Some(2))])
    };
    let (one, many) = (played(bots, 1), played(bots, 3));
    assert!(one == many);
}

#[test]
fn a_match_that_began_anew_is_the_one_of_its_seed() {
    let plan: Plan<Labyrinth> =
        Plan { autoreset: Autoreset::NextStep, ..Plan::new(vec![config::<Labyrinth>("course", None)]) };
    let mut fleet = Fleet::new(plan, 2).unwrap();
    let mut arrays = Arrays::new(&fleet);
    fleet.reset(3, &mut arrays.buffers());
    assert_eq!((fleet.seed_of(0), fleet.seed_of(1)), (Seed(3), Seed(4)));
    let rows = fleet.matches() * fleet.rows();
    let mut starts = 0;
    for _ in 0..1000 {
        // Everybody stays, until the hunters come or time is up.
        fleet.step(&vec![4; rows], &mut arrays.buffers());
        let fresh = fleet.seed_of(0) != Seed(3) && arrays.ended[0] == 0 && starts == 0;
        if fresh {
            starts += 1;
            let config = config::<Labyrinth>("course", None);
            let mut plain = Labyrinth::new(&config, Chance::new(fleet.seed_of(0))).unwrap();
            assert_eq!(fleet.game(0).hash(), plain.hash());
            plain.close(&mut Vec::new());
        }
    }
    assert_eq!(starts, 1);
}

#[test]
fn a_fleet_that_cannot_be_is_refused_in_words() {
    let small = || config::<Labyrinth>("first-steps", None);
    let text = |plan: Plan<Labyrinth>, matches| Fleet::new(plan, matches).err().unwrap().to_string();
    assert!(text(Plan::new(vec![]), 1).contains("there is no config"));
    assert!(text(Plan::new(vec![small()]), 0).contains("there is no match"));
    assert!(text(Plan { seats: SeatSet::EMPTY, ..Plan::new(vec![small()]) }, 1).contains("no seat"));
    let large = config::<Labyrinth>("course", None);
    let frame = Some(Labyrinth::frame(&small()));
    assert!(text(Plan { frame, ..Plan::new(vec![large]) }, 1).contains("too little room"));
    let company = config::<Labyrinth>("company", None);
    assert!(text(Plan::new(vec![small(), company]), 2).contains("unlike numbers of seats"));
}
