//! A queue of tasks and hands that do them, event by event. Whose turn it is is decided as in the store: one step of priority is worth ten minutes of
//! waiting. Tasks come by themselves at a constant rate (Poisson); how long they take is drawn, too (log-normal, with a spread that can be measured).
//! Ranked matches are made by the ladder, which looks once a second and has no more than so many waiting or running; what it has no place for
//! waits to be made, and is no part of the queue.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use meydan_core::Chance;
use meydan_league::store::PRIORITY_STEP;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A match of a final.
    Final,
    /// A version is built.
    Build,
    /// It plays its first match.
    Validation,
    /// A match that counts.
    Ranked,
    /// A match that somebody asked for.
    Casual,
    /// A record is played again.
    Verify,
}

impl Kind {
    pub(super) const ALL: [Kind; 6] =
        [Kind::Final, Kind::Build, Kind::Validation, Kind::Ranked, Kind::Casual, Kind::Verify];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Final => "final",
            Kind::Build => "build",
            Kind::Validation => "validation",
            Kind::Ranked => "ranked",
            Kind::Casual => "casual",
            Kind::Verify => "verify",
        }
    }

    /// As the league gives it.
    fn priority(self) -> f64 {
        match self {
            Kind::Final => 6.0,
            Kind::Build => 2.0,
            Kind::Validation => 3.0,
            Kind::Ranked => 1.0,
            Kind::Casual => 0.0,
            Kind::Verify => -1.0,
        }
    }

    fn is_match(self) -> bool {
        matches!(self, Kind::Final | Kind::Validation | Kind::Ranked | Kind::Casual)
    }
}

/// What is to be done, and what it costs. Times are seconds.
pub(super) struct Load {
    pub(super) seconds: f64,
    /// How many of each kind come in a second.
    pub(super) rates: Vec<(Kind, f64)>,
    /// Ranked matches that wait at the start; then it ends when nothing is left.
    pub(super) backlog: u32,
    pub(super) match_s: f64,
    pub(super) build_s: f64,
    pub(super) verify_s: f64,
    pub(super) between_s: f64,
    /// How many ranked matches wait or run at most, and how many are made in a second.
    pub(super) ladder: (u64, u64),
    /// The standard deviation of a task's time, divided by its mean.
    pub(super) spread: f64,
}

impl Load {
    /// About how many tasks there will be.
    pub(super) fn tasks(&self) -> f64 {
        2.0 * (self.rates.iter().map(|(_, rate)| rate).sum::<f64>() * self.seconds + f64::from(self.backlog))
    }

    fn cost(&self, kind: Kind, chance: &mut Chance) -> f64 {
        let mean = match kind {
            Kind::Build => self.build_s,
            Kind::Verify => self.verify_s,
            Kind::Final | Kind::Validation | Kind::Ranked | Kind::Casual => self.match_s,
        };
        log_normal(mean, self.spread, chance) + self.between_s
    }
}

/// What came of it.
#[derive(Default)]
pub(super) struct Ran {
    pub(super) matches: u64,
    /// How long it took.
    pub(super) seconds: f64,
    /// Seconds of all hands together.
    pub(super) busy: f64,
    /// The length of the queue, summed over all seconds; the longest; and at the end.
    pub(super) queued: f64,
    pub(super) most: u64,
    pub(super) left: u64,
    /// Ranked matches for which the ladder had no place at the end.
    pub(super) not_made: u64,
    waits: [Waits; 6],
}

impl Ran {
    pub(super) fn waits_of(&self, kind: Kind) -> &Waits {
        &self.waits[kind as usize]
    }
}

/// How long tasks waited: their sum, and how many fell between two bounds, each a tenth more than the one before.
#[derive(Clone, Debug)]
pub(super) struct Waits {
    pub(super) count: u64,
    sum: f64,
    bins: Vec<u64>,
}

const BINS: usize = 200;

impl Default for Waits {
    fn default() -> Waits {
        Waits { count: 0, sum: 0.0, bins: vec![0; BINS] }
    }
}

impl Waits {
    fn add(&mut self, wait: f64) {
        self.count += 1;
        self.sum += wait;
        // The first bin ends at a millisecond.
        let bin = (wait.max(0.001) / 0.001).ln() / 1.1_f64.ln();
        self.bins[(bin as usize).min(BINS - 1)] += 1;
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// What 95 % of them waited at most, to a tenth.
    pub(super) fn p95(&self) -> f64 {
        let (wanted, mut seen) = (self.count as f64 * 0.95, 0.0);
        for (bin, count) in self.bins.iter().enumerate() {
            seen += *count as f64;
            if seen >= wanted {
                return if bin == 0 { 0.0 } else { 0.001 * 1.1_f64.powi(bin as i32 + 1) };
            }
        }
        0.0
    }
}

/// How often the ladder looks.
const LOOK_S: f64 = 1.0;

/// A moment in whole microseconds, so that moments have an order.
type Moment = i64;

fn moment(seconds: f64) -> Moment {
    (seconds * 1e6) as Moment
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The next of its kind comes.
    Comes(Kind),
    /// A hand has done one.
    Done(Kind),
    /// The ladder looks how many matches it may make.
    Look,
}

/// Runs it.
pub(super) fn run(load: &Load, hands: u32, chance: &mut Chance) -> Ran {
    let mut ran = Ran::default();
    let (mut free, mut now) = (hands, 0.0);
    // Events by their moment, tasks by their turn; a number keeps those of one moment in order.
    let mut events = BinaryHeap::new();
    let mut queue = BinaryHeap::new();
    let mut number = 0u64;
    let mut at = |when: f64, event: Event, events: &mut BinaryHeap<Reverse<(Moment, u64, Event)>>| {
        number += 1;
        events.push(Reverse((moment(when), number, event)));
    };
    let mut tickets = 0u64;
    let mut enqueue =
        |kind: Kind, created: f64, queue: &mut BinaryHeap<Reverse<(Moment, u64, Kind, Moment)>>| {
            tickets += 1;
            let turn = created - kind.priority() * PRIORITY_STEP.as_secs_f64();
            queue.push(Reverse((moment(turn), tickets, kind, moment(created))));
        };
    for &(kind, rate) in load.rates.iter().filter(|(_, rate)| *rate > 0.0) {
        at(exponential(1.0 / rate, chance), Event::Comes(kind), &mut events);
    }
    // Ranked matches that wait or run, and those that are to be made.
    let (mut ranked, mut due) = (0u64, 0u64);
    at(LOOK_S, Event::Look, &mut events);
    for _ in 0..load.backlog {
        enqueue(Kind::Ranked, 0.0, &mut queue);
    }
    loop {
        while free > 0
            && let Some(Reverse((_, _, kind, created))) = queue.pop()
        {
            free -= 1;
            ran.waits[kind as usize].add((moment(now) - created) as f64 / 1e6);
            let cost = load.cost(kind, chance);
            ran.busy += cost;
            at(now + cost, Event::Done(kind), &mut events);
        }
        ran.most = ran.most.max(queue.len() as u64);
        let Some(Reverse((when, _, event))) = events.pop() else { break };
        let when = when as f64 / 1e6;
        if load.backlog > 0 && matches!(event, Event::Look) {
            continue;
        }
        if load.backlog == 0 && when > load.seconds {
            ran.queued += queue.len() as f64 * (load.seconds - now);
            now = load.seconds;
            break;
        }
        ran.queued += queue.len() as f64 * (when - now);
        now = when;
        match event {
            Event::Look => {
                let (most, in_a_second) = load.ladder;
                let made = due.min(most.saturating_sub(ranked)).min(in_a_second);
                (due, ranked) = (due - made, ranked + made);
                (0..made).for_each(|_| enqueue(Kind::Ranked, now, &mut queue));
                at(now + LOOK_S, Event::Look, &mut events);
            }
            Event::Comes(kind) => {
                match kind {
                    Kind::Ranked => due += 1,
                    _ => enqueue(kind, now, &mut queue),
                }
                let rate = load.rates.iter().find(|(other, _)| *other == kind).map_or(0.0, |(_, rate)| *rate);
                at(now + exponential(1.0 / rate, chance), Event::Comes(kind), &mut events);
            }
            Event::Done(kind) => {
                free += 1;
                if kind == Kind::Ranked {
                    ranked = ranked.saturating_sub(1);
                }
                if kind == Kind::Build {
                    enqueue(Kind::Validation, now, &mut queue);
                }
                if kind.is_match() {
                    ran.matches += 1;
                    enqueue(Kind::Verify, now, &mut queue);
                }
            }
        }
    }
    (ran.seconds, ran.left, ran.not_made) = (now, queue.len() as u64, due);
    ran
}

fn exponential(mean: f64, chance: &mut Chance) -> f64 {
    -mean * (1.0 - chance.unit()).max(f64::MIN_POSITIVE).ln()
}

/// A time of this mean that varies so much.
fn log_normal(mean: f64, spread: f64, chance: &mut Chance) -> f64 {
    let variance = (1.0 + spread * spread).ln();
    // Two even draws make a normal one.
    let far = (-2.0 * (1.0 - chance.unit()).max(f64::MIN_POSITIVE).ln()).sqrt();
    let normal = far * (std::f64::consts::TAU * chance.unit()).cos();
    mean * (normal * variance.sqrt() - variance / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use meydan_core::Seed;

    fn load(rate: f64) -> Load {
        let rates = vec![(Kind::Casual, rate)];
        let seconds = 200_000.0;
        Load {
            seconds,
            rates,
            backlog: 0,
            match_s: 1.0,
            build_s: 1.0,
            verify_s: 1e-9,
            between_s: 0.0,
            ladder: (1_000_000, 1_000_000),
            spread: 1.0,
        }
    }

    /// One hand and tasks that come by chance: the mean wait of such a queue follows from how long they take and how much that varies.
    #[test]
    fn it_waits_as_the_formula_says() {
        let ran = run(&load(0.5), 1, &mut Chance::new(Seed(7)));
        for (spread, formula) in [(0.0, 0.5), (0.5, 0.625), (1.0, 1.0)] {
            let ran = run(&Load { spread, ..load(0.5) }, 1, &mut Chance::new(Seed(7)));
            let wait = ran.waits_of(Kind::Casual).mean();
            assert!((0.9..1.1).contains(&(wait / formula)), "{wait} s where it should be {formula} s");
        }
        let rate = ran.matches as f64 / ran.seconds;
        assert!((0.49..0.51).contains(&rate), "{rate} in a second");
        assert!((0.48..0.52).contains(&(ran.busy / ran.seconds)));
    }

    #[test]
    fn what_is_urgent_waits_less_and_the_rest_is_not_forgotten() {
        let rates = vec![(Kind::Final, 0.05), (Kind::Ranked, 0.4), (Kind::Casual, 0.45)];
        let ran = run(&Load { rates, ..load(0.0) }, 1, &mut Chance::new(Seed(7)));
        let (ranked, casual) = (ran.waits_of(Kind::Ranked), ran.waits_of(Kind::Casual));
        assert!(ranked.mean() < casual.mean());
        assert!(ran.waits_of(Kind::Final).mean() < ranked.mean());
        assert!(ranked.p95() >= ranked.mean());
        assert!(ran.left < 200, "{} are left", ran.left);
    }

    #[test]
    fn a_ladder_has_no_more_matches_at_once_than_it_may() {
        let rates = vec![(Kind::Ranked, 100.0)];
        let load = Load { rates, seconds: 1000.0, spread: 0.0, ladder: (16, 256), ..load(0.0) };
        let ran = run(&load, 1000, &mut Chance::new(Seed(7)));
        // Sixteen at a look; they are done before the next but one.
        let in_a_second = ran.matches as f64 / ran.seconds;
        assert!((7.0..17.0).contains(&in_a_second), "{in_a_second} in a second");
        assert!(ran.not_made > 80_000, "{} are not made", ran.not_made);
        let ran = run(&Load { ladder: (3000, 256), ..load }, 1000, &mut Chance::new(Seed(7)));
        assert!(ran.not_made < 300 && ran.matches > 99_000, "{} are not made", ran.not_made);
    }

    #[test]
    fn twice_the_hands_take_half_the_time_for_what_waits() {
        let took = |hands| {
            let load = Load { backlog: 4000, ..load(0.0) };
            let ran = run(&load, hands, &mut Chance::new(Seed(3)));
            assert_eq!((ran.matches, ran.left), (4000, 0));
            ran.seconds
        };
        let ratio = took(2) / took(4);
        assert!((1.9..2.1).contains(&ratio), "{ratio}");
    }

    /// Four matches of a second each, one after another; then their checks, a tenth of a second each.
    #[test]
    fn what_waits_at_the_start_waits_for_all_before_it() {
        let load = Load { backlog: 4, spread: 0.0, verify_s: 0.1, ..load(0.0) };
        let ran = run(&load, 1, &mut Chance::new(Seed(3)));
        let (matches, checks) = (ran.waits_of(Kind::Ranked), ran.waits_of(Kind::Verify));
        assert_eq!((matches.count, checks.count), (4, 4));
        let near = |one: f64, other: f64| (one - other).abs() < 1e-3;
        assert!(near(matches.mean(), 1.5), "{}", matches.mean());
        assert!(near(checks.mean(), 1.65), "{}", checks.mean());
        assert!(near(ran.seconds, 4.4), "{}", ran.seconds);
        assert!(near(ran.queued / ran.seconds, (4.0 * 1.5 + 4.0 * 1.65) / 4.4), "{}", ran.queued);
    }
}
