//! What the referee does with what is counted from outside, on a paused clock.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::trace::{Entry, Header, Used};
use meydan_core::{Chance, Clock, FaultKind, Game, Outcome, Seat, Seed};
use meydan_referee::{
    Count, Counted, Gauge, Match, Player, Recorder, Report, Table, TimeControl, Trouble, Turn,
};
use meydan_testkit::toy::{Sums, SumsConfig};
use tokio::time::{Instant, sleep};

const STEP: Duration = Duration::from_millis(5);

fn turns(count: Count) -> TimeControl {
    let mut time = TimeControl::of(&[Clock { name: "turn", millis: 100 }]);
    time.warm_up = Duration::ZERO;
    time.count = count;
    time
}

/// A process that somebody looks at.
struct Process {
    cpu: Mutex<Duration>,
    born: Instant,
    /// When it was held and let go, in milliseconds.
    log: Mutex<Vec<(u128, &'static str)>>,
}

impl Process {
    fn new() -> Arc<Process> {
        Arc::new(Process { cpu: Mutex::default(), born: Instant::now(), log: Mutex::default() })
    }

    fn note(&self, what: &'static str) {
        self.log.lock().unwrap().push((self.born.elapsed().as_millis(), what));
    }
}

impl Gauge for Process {
    fn cpu(&self) -> Duration {
        *self.cpu.lock().unwrap()
    }
    fn peak(&self) -> u64 {
        7 << 20
    }
    fn hold(&self) -> BoxFuture<'_, ()> {
        Box::pin(async { self.note("hold") })
    }
    fn release(&self) {
        self.note("release");
    }
}

/// Waits so long, works so long, and adds 5.
struct Bot {
    process: Arc<Process>,
    waits: Duration,
    works: Duration,
    warm_up: Option<Duration>,
}

impl Bot {
    fn new(waits: u64, works: u64) -> Bot {
        Bot {
            process: Process::new(),
            waits: Duration::from_millis(waits),
            works: Duration::from_millis(works),
            warm_up: None,
        }
    }
}

impl Player<Sums> for Bot {
    fn gauge(&self) -> Option<Arc<dyn Gauge>> {
        Some(self.process.clone())
    }

    fn warm_up(&self) -> Option<Duration> {
        self.warm_up
    }

    fn play<'a>(&'a mut self, _: Turn, table: &'a Table<Sums>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            sleep(self.waits).await;
            let end = *self.process.cpu.lock().unwrap() + self.works;
            while self.process.cpu() < end {
                sleep(STEP).await;
                *self.process.cpu.lock().unwrap() += STEP;
            }
            table.act(5).unwrap();
            Ok(())
        })
    }
}

/// Keeps what was used.
#[derive(Clone, Default)]
struct Tape(Arc<Mutex<Vec<(Seat, Used)>>>);

impl Recorder<Sums> for Tape {
    fn entry(&mut self, entry: &Entry<u32>, _: &[(Seat, u32)], _: &Sums) {
        if let Entry::Used(seat, used) = entry {
            self.0.lock().unwrap().push((*seat, *used));
        }
    }
    fn end(&mut self, _: &Outcome, _: &Sums) {}
}

async fn play(windows: u32, bots: [Bot; 2], time: TimeControl) -> (Report<Sums>, Vec<(Seat, Used)>) {
    let config = SumsConfig::sealed(windows);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let header = Header::of(&game, &config, Seed(1));
    let tape = Tape::default();
    let players = bots.map(|bot| Box::new(bot) as Box<dyn Player<Sums>>).into();
    let game = Match::new(game, players, time).with_recorder(Box::new(tape.clone()));
    let report = game.run(&header).await.unwrap();
    let used = std::mem::take(&mut *tape.0.lock().unwrap());
    (report, used)
}

fn faults(report: &Report<Sums>) -> Vec<(u8, u32, FaultKind)> {
    report.faults.iter().map(|fault| (fault.seat.0, fault.window, fault.kind)).collect()
}

#[tokio::test(start_paused = true)]
async fn waiting_is_charged_by_the_clock_and_not_by_the_processor() {
    let bots = || [Bot::new(400, 20), Bot::new(0, 20)];
    let (report, _) = play(2, bots(), turns(Count::Wall)).await;
    assert_eq!(faults(&report), [(0, 0, FaultKind::Timeout), (0, 1, FaultKind::Timeout)]);
    let (report, used) = play(2, bots(), turns(Count::Cpu)).await;
    assert_eq!(faults(&report), []);
    let spent = |wall: u64, cpu: u64| Used { wall_us: wall * 1000, cpu_us: cpu * 1000, peak: 7 << 20 };
    assert_eq!(used[..2], [(Seat(0), spent(420, 20)), (Seat(1), spent(20, 20))]);
    let counted = Counted { wall_us: 840_000, cpu_us: 40_000, longest_cpu_us: 20_000, peak_bytes: 7 << 20 };
    assert_eq!((report.times[0].counted, report.times[0].total_us), (Some(counted), 40_000));
}

#[tokio::test(start_paused = true)]
async fn work_beyond_the_limit_is_cut_off_in_words() {
    let (report, used) = play(1, [Bot::new(0, 300), Bot::new(0, 5)], turns(Count::Cpu)).await;
    let text = &report.faults[0].text;
    assert!(text.starts_with("not done after 100 ms of processor time ("), "{text}");
    assert_eq!(used[0].1.cpu_us, 100_000);
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_only_waits_is_cut_off_by_the_clock_in_the_end() {
    let begun = Instant::now();
    let (report, _) = play(1, [Bot::new(3_600_000, 0), Bot::new(0, 5)], turns(Count::Cpu)).await;
    assert_eq!(begun.elapsed(), Count::backstop(Duration::from_millis(100)));
    assert_eq!(report.faults[0].text, "not done after 2000 ms by the clock, of which it worked 0 ms");
}

#[tokio::test(start_paused = true)]
async fn a_bank_of_processor_time_pays_until_it_is_used_up() {
    let time = turns(Count::Cpu).with_bank(Duration::from_millis(120));
    let (report, _) = play(4, [Bot::new(500, 160), Bot::new(0, 5)], time).await;
    // Two windows are paid from the bank, 60 ms each; the third finds it empty.
    assert_eq!(faults(&report), [(0, 2, FaultKind::Timeout), (0, 3, FaultKind::Timeout)]);
}

#[tokio::test(start_paused = true)]
async fn a_seat_may_have_a_time_to_warm_up_of_its_own() {
    let slow = || Bot::new(250, 0);
    let cold = Bot { warm_up: Some(Duration::from_millis(200)), ..slow() };
    let (report, _) = play(2, [cold, slow()], turns(Count::Wall)).await;
    let late = [(1, 0, FaultKind::Timeout), (0, 1, FaultKind::Timeout), (1, 1, FaultKind::Timeout)];
    assert_eq!(faults(&report), late);
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_is_done_stands_still_until_it_is_asked_again() {
    let (early, late) = (Bot::new(20, 0), Bot::new(90, 0));
    let log = early.process.clone();
    let mut time = turns(Count::Wall);
    time.freeze = true;
    play(2, [early, late], time).await;
    let log = log.log.lock().unwrap();
    let first = [(0, "release"), (20, "hold"), (90, "release"), (110, "hold")];
    assert_eq!(log[..4], first);
    assert_eq!(log.last(), Some(&(180, "release")), "after the match everybody may go");
}

#[tokio::test(start_paused = true)]
async fn nobody_is_held_where_the_contest_does_not_ask_for_it() {
    let bot = Bot::new(20, 0);
    let process = bot.process.clone();
    play(2, [bot, Bot::new(50, 0)], turns(Count::Wall)).await;
    assert!(process.log.lock().unwrap().is_empty());
}
