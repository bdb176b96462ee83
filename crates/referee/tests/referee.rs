//! What the referee promises, on a paused clock.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::trace::{Entry, Header, SeatName};
use meydan_core::{Bot, Chance, Clock, Desk, FaultKind, Game, Next, Outcome, Seat, SeatSet, Seed, Side};
use meydan_referee::{
    HousePlayer, Limit, Match, Player, Recorder, Refusal, Report, Table, TimeControl, Trouble, Turn, offline,
};
use meydan_testkit::toy::{Sums, SumsConfig};
use tokio::time::{Instant, sleep};

/// 100 ms a window, and no warm-up, so that the first window is like the others.
fn turns() -> TimeControl {
    let mut time = TimeControl::of(&[Clock { name: "turn", millis: 100 }]);
    time.warm_up = Duration::ZERO;
    time
}

/// A player that is one async function.
struct Script<F>(F);

impl<F> Player<Sums> for Script<F>
where
    F: for<'a> FnMut(Turn, &'a Table<Sums>) -> BoxFuture<'a, Result<(), Trouble>> + Send,
{
    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<Sums>) -> BoxFuture<'a, Result<(), Trouble>> {
        self.0(turn, table)
    }
}

fn script<F>(f: F) -> Box<dyn Player<Sums>>
where
    F: for<'a> FnMut(Turn, &'a Table<Sums>) -> BoxFuture<'a, Result<(), Trouble>> + Send + 'static,
{
    Box::new(Script(f))
}

/// Adds 5 after `millis`.
fn five_after(millis: u64) -> Box<dyn Player<Sums>> {
    script(move |_, table| {
        Box::pin(async move {
            sleep(Duration::from_millis(millis)).await;
            table.act(5).unwrap();
            Ok(())
        })
    })
}

fn header(config: &SumsConfig) -> Header {
    Header {
        game: Sums::NAME.into(),
        rules: Sums::RULES,
        ruleset: "document".into(),
        map: "none".into(),
        seed: Seed(1),
        config: serde_json::value::to_raw_value(config).unwrap(),
        seats: vec![SeatName { name: "x".into(), spec: "x".into() }; config.seats],
        clocks: Vec::new(),
    }
}

/// Keeps the entries as text, in order.
#[derive(Clone, Default)]
struct Tape(Arc<Mutex<Vec<String>>>);

impl Recorder<Sums> for Tape {
    fn entry(&mut self, entry: &Entry<u32>, _: &[(Seat, u32)], _: &Sums) {
        self.0.lock().unwrap().push(serde_json::to_string(entry).unwrap());
    }
    fn end(&mut self, outcome: &Outcome, _: &Sums) {
        self.0.lock().unwrap().push(format!("end: {}", outcome.reason));
    }
}

async fn play(config: SumsConfig, players: Vec<Box<dyn Player<Sums>>>, time: TimeControl) -> Report<Sums> {
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    Match::new(game, players, time).run(&header(&config)).await
}

fn kinds(report: &Report<Sums>) -> Vec<(u8, FaultKind)> {
    report.faults.iter().map(|fault| (fault.seat.0, fault.kind)).collect()
}

#[tokio::test(start_paused = true)]
async fn a_window_closes_as_soon_as_everybody_is_done() {
    let begin = Instant::now();
    let report = play(SumsConfig::sealed(10), vec![five_after(20), five_after(30)], turns()).await;
    assert_eq!(begin.elapsed(), Duration::from_millis(300));
    assert_eq!((report.windows, report.faults.len()), (10, 0));
}

#[tokio::test(start_paused = true)]
async fn a_slow_seat_is_cut_off_and_the_others_are_not_harmed() {
    let report = play(SumsConfig::live(3), vec![five_after(20), five_after(500)], turns()).await;
    assert_eq!(kinds(&report), [(1, FaultKind::Timeout); 3]);
    assert!(report.faults[0].text.contains("100 ms"), "{}", report.faults[0].text);
    assert_eq!(report.outcome.winners(), [Side(0)]);
    assert_eq!(report.outcome.of(Seat(1)).unwrap().score, 0);
}

#[tokio::test(start_paused = true)]
async fn a_bank_lets_a_seat_think_longer_until_it_is_used_up() {
    let time = turns().with_bank(Duration::from_millis(120));
    let report = play(SumsConfig::live(4), vec![five_after(10), five_after(160)], time).await;
    // Two windows are paid from the bank, 60 ms each; the third finds it empty.
    assert_eq!(kinds(&report), [(1, FaultKind::Timeout); 2]);
    assert_eq!(report.faults[0].window, 2);
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_leaves_is_not_asked_again() {
    let mut asked = 0;
    let leaver = script(move |_, _| {
        asked += 1;
        assert_eq!(asked, 1);
        Box::pin(async { Err(Trouble::gone("the process ended with code 3")) })
    });
    let report = play(SumsConfig::live(5), vec![leaver, five_after(1)], turns()).await;
    assert_eq!(kinds(&report), [(0, FaultKind::Gone)]);
    assert_eq!(report.windows, 5);
}

#[tokio::test(start_paused = true)]
async fn a_late_act_of_a_thinking_server_is_refused() {
    // A wire's server keeps the table and acts from a task of its own, long after its window has closed.
    let answers = Arc::new(Mutex::new(Vec::new()));
    let kept = answers.clone();
    let late = script(move |turn, table| {
        let (table, answers) = (table.clone(), kept.clone());
        Box::pin(async move {
            tokio::spawn(async move {
                sleep(Duration::from_millis(150)).await;
                let answer = table.act_in(turn.window.number, 9);
                answers.lock().unwrap().push(matches!(answer, Err(Refusal::Closed)));
            });
            std::future::pending().await
        })
    });
    let report = play(SumsConfig::live(3), vec![late, five_after(1)], turns()).await;
    assert_eq!(report.outcome.of(Seat(0)).unwrap().score, 0);
    assert_eq!(*answers.lock().unwrap(), [true, true]);
}

#[tokio::test(start_paused = true)]
async fn a_seat_may_be_done_and_still_listen() {
    let listener = script(|_, table| {
        Box::pin(async move {
            table.done();
            std::future::pending().await
        })
    });
    let begin = Instant::now();
    let report = play(SumsConfig::sealed(4), vec![listener, five_after(30)], turns()).await;
    assert_eq!(begin.elapsed(), Duration::from_millis(120));
    assert!(report.faults.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_held_window_lasts_its_whole_time() {
    let begin = Instant::now();
    let time = turns().with_hold("turn");
    let report = play(SumsConfig::live(4), vec![five_after(1), five_after(2)], time).await;
    assert_eq!(begin.elapsed(), Duration::from_millis(400));
    assert!(report.faults.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_refused_act_ends_the_window_of_a_forfeiter_only() {
    let stubborn = || {
        script(|_, table| {
            Box::pin(async move {
                assert!(matches!(table.act(77), Err(Refusal::Rules(_))));
                let _ = table.act(5);
                Ok(())
            })
        })
    };
    let config = SumsConfig::live(1);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let report = Match::new(game, vec![stubborn(), stubborn()], TimeControl::off())
        .with_forfeiters(SeatSet::one(Seat(0)))
        .run(&header(&config))
        .await;
    assert_eq!(report.outcome.of(Seat(0)).unwrap().score, 0);
    assert!(report.outcome.of(Seat(1)).unwrap().score >= 5);
    assert_eq!(kinds(&report), [(0, FaultKind::Rejected), (1, FaultKind::Rejected)]);
}

#[tokio::test(start_paused = true)]
async fn a_player_that_does_not_start_leaves_its_seat_empty() {
    struct Absent;
    impl Player<Sums> for Absent {
        fn start<'a>(
            &'a mut self,
            _: &'a meydan_referee::Briefing,
            _: &'a Table<Sums>,
        ) -> BoxFuture<'a, Result<(), Trouble>> {
            Box::pin(std::future::pending())
        }
        fn play<'a>(&'a mut self, _: Turn, _: &'a Table<Sums>) -> BoxFuture<'a, Result<(), Trouble>> {
            panic!("an empty seat is not asked")
        }
    }
    let report = play(SumsConfig::live(2), vec![Box::new(Absent), five_after(1)], turns()).await;
    assert_eq!(kinds(&report), [(0, FaultKind::Start)]);
}

#[tokio::test(start_paused = true)]
async fn faults_of_one_seat_are_capped() {
    let noisy = script(|_, table| {
        Box::pin(async move {
            (0..1000).for_each(|i| table.fault(FaultKind::Garbage, format!("noise {}", i / 2)));
            Ok(())
        })
    });
    let report = play(SumsConfig::live(2), vec![noisy, five_after(1)], turns()).await;
    assert_eq!(report.faults.len(), 100);
    assert!(report.faults[99].text.contains("not kept"));
}

#[tokio::test]
async fn house_bots_play_the_same_under_the_referee_and_offline() {
    let bots = || -> Vec<Box<dyn Bot<Sums>>> {
        let adder = |digit: u32| -> Box<dyn Bot<Sums>> {
            Box::new(
                move |desk: &mut dyn Desk<Sums>| {
                    while desk.act(digit).is_ok_and(|next| next == Next::More) {}
                },
            )
        };
        vec![adder(3), adder(4)]
    };
    let config = SumsConfig { acts: 3, ..SumsConfig::sealed(30) };
    let game = || Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let (tape, offline_tape) = (Tape::default(), Tape::default());
    let players = bots().into_iter().map(|bot| Box::new(HousePlayer::new(bot)) as Box<dyn Player<Sums>>);
    let report = Match::new(game(), players.collect(), turns().scaled(50.0))
        .with_recorder(Box::new(tape.clone()))
        .run(&header(&config))
        .await;
    let quick = offline(game(), &mut bots(), SeatSet::EMPTY, vec![Box::new(offline_tape.clone())]);
    assert_eq!(report.final_hash, quick.final_hash);
    assert_eq!(report.outcome, quick.outcome);
    // Sealed acts arrive in any order; otherwise the two records are the same, times aside.
    let closes = |tape: &Tape| -> Vec<String> {
        tape.0.lock().unwrap().iter().filter(|line| line.contains("close")).cloned().collect()
    };
    assert_eq!(closes(&tape), closes(&offline_tape));
    assert_eq!(closes(&tape).len(), 30);
}

#[tokio::test]
async fn a_house_bot_that_panics_is_gone() {
    let bot: Box<dyn Bot<Sums>> = Box::new(|_: &mut dyn Desk<Sums>| panic!("a bug in the bot"));
    let panicking: Box<dyn Player<Sums>> = Box::new(HousePlayer::new(bot));
    let time = TimeControl::off().with_limit("turn", Limit::NONE);
    let report = play(SumsConfig::live(2), vec![panicking, five_after(0)], time).await;
    assert_eq!(kinds(&report), [(0, FaultKind::Gone)]);
}
