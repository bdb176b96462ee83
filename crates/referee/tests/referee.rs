//! What the referee promises, on a paused clock.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::trace::{Entry, Header};
use meydan_core::{Bot, Chance, Clock, Desk, FaultKind, Game, Next, Outcome, Seat, SeatSet, Seed, Side};
use meydan_referee::{
    HousePlayer, Household, Infrastructure, Interlude, Match, Patience, Player, Recorder, Refusal, Rehearsal,
    Report, Stop, Table, Taking, TimeControl, Trouble, Turn, offline,
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
    Header::of(&Sums::new(config, Chance::new(Seed(1))).unwrap(), config, Seed(1))
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
    Match::new(game, players, time).run(&header(&config)).await.unwrap()
}

fn outcome(report: &Report<Sums>) -> &Outcome {
    report.outcome.as_ref().unwrap()
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
async fn without_a_clock_somebody_hears_once_who_is_waited_for() {
    let config = SumsConfig { seats: 3, ..SumsConfig::live(3) };
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let (silent, told) = (script(|_, _| Box::pin(std::future::pending())), Arc::new(Mutex::new(Vec::new())));
    let hearing = told.clone();
    let (handle, stop) = Stop::new();
    // The act of seat 0 waits for those of the others, so it is they who are waited for.
    let quick = script(|turn, table| {
        Box::pin(async move {
            let _ = table.act_told(turn.window.number, 5).await;
            Ok(())
        })
    });
    let players = vec![quick, five_after(15_000), silent];
    let playing = Match::new(game, players, TimeControl::off())
        .with_vigil(Duration::from_secs(10), Box::new(move |seats| hearing.lock().unwrap().push(seats)))
        .with_stop(stop);
    let playing = tokio::spawn(async move { playing.run(&header(&config)).await });
    sleep(Duration::from_secs(3600)).await;
    handle.stop();
    assert!(playing.await.unwrap().unwrap().outcome.is_none());
    assert_eq!(*told.lock().unwrap(), [[Seat(1), Seat(2)].into_iter().collect::<SeatSet>()]);
}

#[tokio::test]
async fn the_same_mistake_is_told_in_every_window_of_a_rehearsal() {
    let config = SumsConfig::sealed(4);
    let mut game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let wrong = script(|turn, table| {
        Box::pin(async move {
            // Said twice in one window it is one mistake.
            let _ = (table.act_in(turn.window.number, 12), table.act_in(turn.window.number, 12));
            Ok(())
        })
    });
    let mut rehearsal = Rehearsal::new(wrong, Seat(0), &game, &header(&config), false).await.unwrap();
    while let meydan_core::Status::Waiting(window) = game.status() {
        let now = rehearsal.window(&game, window, Patience::default(), &mut |_| {}).await;
        assert_eq!(now.faults, ["`12` is not a digit; send 0 to 9"], "window {}", window.number);
        game.close(&mut Vec::new());
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_runs_needs_no_vigil() {
    let game = Sums::new(&SumsConfig::live(2), Chance::new(Seed(1))).unwrap();
    let patient = TimeControl::of(&[Clock { name: "turn", millis: 60_000 }]);
    let never = Box::new(|seats| panic!("{seats:?} have their own time"));
    let report = Match::new(game, vec![five_after(20_000), five_after(30_000)], patient)
        .with_vigil(Duration::from_secs(10), never)
        .run(&header(&SumsConfig::live(2)))
        .await;
    assert!(report.unwrap().faults.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_slow_seat_is_cut_off_and_the_others_are_not_harmed() {
    let report = play(SumsConfig::live(3), vec![five_after(20), five_after(500)], turns()).await;
    assert_eq!(kinds(&report), [(1, FaultKind::Timeout); 3]);
    assert!(report.faults[0].text.contains("100 ms"), "{}", report.faults[0].text);
    assert_eq!(outcome(&report).winners(), [Side(0)]);
    assert_eq!(outcome(&report).of(Seat(1)).unwrap().score, 0);
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
    assert_eq!(outcome(&report).of(Seat(0)).unwrap().score, 0);
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
        .await
        .unwrap();
    assert_eq!(outcome(&report).of(Seat(0)).unwrap().score, 0);
    assert!(outcome(&report).of(Seat(1)).unwrap().score >= 5);
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
        .await
        .unwrap();
    let recorders: Vec<Box<dyn Recorder<Sums>>> = vec![Box::new(offline_tape.clone())];
    let quick = offline(game(), &mut bots(), SeatSet::EMPTY, recorders, &mut || true).unwrap();
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
async fn house_bots_that_sit_together_act_in_the_order_of_their_seats() {
    let acted = Arc::new(Mutex::new(Vec::new()));
    let bot = |pause: u64| -> Box<dyn Bot<Sums>> {
        let acted = acted.clone();
        Box::new(move |desk: &mut dyn Desk<Sums>| {
            std::thread::sleep(Duration::from_millis(pause));
            acted.lock().unwrap().push(desk.seat().0);
            let _ = desk.act(1);
        })
    };
    let household = Household::default();
    // The first thinks longer.
    let players =
        [5, 0].map(|pause| Box::new(HousePlayer::among(bot(pause), &household)) as Box<dyn Player<Sums>>);
    let config = SumsConfig::sealed(20);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    Match::new(game, players.into(), TimeControl::off()).run(&header(&config)).await.unwrap();
    assert_eq!(*acted.lock().unwrap(), [0, 1].repeat(20));
}

fn panicking() -> Box<dyn Bot<Sums>> {
    Box::new(|_: &mut dyn Desk<Sums>| panic!("a bug in the bot"))
}

#[tokio::test]
async fn a_house_bot_that_panics_voids_the_match() {
    let config = SumsConfig::live(2);
    let game = || Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let players: Vec<Box<dyn Player<Sums>>> = vec![Box::new(HousePlayer::new(panicking())), five_after(0)];
    let void = Match::new(game(), players, TimeControl::off()).run(&header(&config)).await.err().unwrap();
    assert_eq!(void.to_string(), "the match is void: the house bot on seat 0 panicked");
    let bots = &mut [panicking(), panicking()];
    let void = offline(game(), bots, SeatSet::EMPTY, Vec::new(), &mut || true).err().unwrap();
    assert_eq!(void.reason, "the house bot on seat 0 panicked: a bug in the bot");
}

#[tokio::test(start_paused = true)]
async fn trouble_of_ours_voids_the_match_at_once() {
    let ours = script(|_, _| Box::pin(async { Err(Trouble::ours("the disk is full")) }));
    let config = SumsConfig::live(2);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let void =
        Match::new(game, vec![ours, five_after(1)], turns()).run(&header(&config)).await.err().unwrap();
    assert_eq!(void.reason, "the disk is full");
}

/// Acts three times in every window, each time after so many milliseconds.
fn three_acts(pauses: [u64; 3]) -> Box<dyn Player<Sums>> {
    script(move |turn, table| {
        Box::pin(async move {
            for pause in pauses {
                sleep(Duration::from_millis(pause)).await;
                let told = table.act_told(turn.window.number, 1).await.unwrap();
                assert_eq!(told.view.is_some(), told.next == Next::More);
            }
            Ok(())
        })
    })
}

async fn acts_of_three(pauses: [[u64; 3]; 3], taking: Taking) -> (Vec<String>, Report<Sums>) {
    let config = SumsConfig { seats: 3, acts: 3, ..SumsConfig::live(2) };
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let tape = Tape::default();
    let players = pauses.into_iter().map(three_acts).collect();
    let report = Match::new(game, players, turns())
        .with_taking(taking)
        .with_recorder(Box::new(tape.clone()))
        .run(&header(&config))
        .await
        .unwrap();
    let acts = tape.0.lock().unwrap().iter().filter(|line| line.contains("act")).cloned().collect();
    (acts, report)
}

#[tokio::test(start_paused = true)]
async fn acts_of_several_seats_are_taken_in_seat_order_whoever_is_quicker() {
    let quick_first = acts_of_three([[1, 1, 1], [5, 5, 5], [9, 9, 9]], Taking::InTurn).await;
    let quick_last = acts_of_three([[9, 20, 2], [5, 1, 30], [1, 9, 1]], Taking::InTurn).await;
    assert_eq!(quick_first.0, quick_last.0);
    assert_eq!(quick_first.1.final_hash, quick_last.1.final_hash);
    let round: Vec<&str> = quick_first.0[..3].iter().map(String::as_str).collect();
    assert_eq!(round, [r#"{"act":[0,1]}"#, r#"{"act":[1,1]}"#, r#"{"act":[2,1]}"#]);
    let as_they_came = acts_of_three([[9, 20, 2], [5, 1, 30], [1, 9, 1]], Taking::AsTheyCome).await;
    assert_eq!(as_they_came.0[0], r#"{"act":[2,1]}"#);
}

#[tokio::test(start_paused = true)]
async fn what_an_act_waits_for_others_is_not_charged() {
    // Each seat thinks 3 × 30 ms of its 100; the rounds last longer than that, because they are slow by turns.
    let (_, report) = acts_of_three([[80, 5, 5], [5, 80, 5], [5, 5, 80]], Taking::InTurn).await;
    assert_eq!(report.faults, []);
    let total: Vec<u64> = report.times.iter().map(|time| time.total_us / 1000).collect();
    assert_eq!(total, [180, 180, 180]);
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_never_acts_holds_the_others_up_only_until_its_time_is_up() {
    let silent = script(|_, _| Box::pin(std::future::pending()));
    let config = SumsConfig { acts: 3, ..SumsConfig::live(2) };
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let match_ = Match::new(game, vec![silent, three_acts([10, 10, 10])], turns());
    let report = match_.run(&header(&config)).await.unwrap();
    assert_eq!(kinds(&report), [(0, FaultKind::Timeout); 2]);
    assert_eq!(outcome(&report).winners(), [Side(1)]);
}

#[tokio::test(start_paused = true)]
async fn absence_and_garbage_cost_the_whole_limit() {
    let tape = Tape::default();
    let gone = script(|_, _| Box::pin(async { Err(Trouble::gone("it crashed")) }));
    let garbage = script(|_, table| {
        Box::pin(async move {
            table.fault(FaultKind::Garbage, "`xyz` is not a message");
            Ok(())
        })
    });
    let config = SumsConfig { seats: 3, ..SumsConfig::sealed(2) };
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let report = Match::new(game, vec![gone, garbage, five_after(20)], turns())
        .with_recorder(Box::new(tape.clone()))
        .run(&header(&config))
        .await
        .unwrap();
    // Whoever is gone is asked no more; garbage was an answer, and how long it took is told as it was.
    let told = |seat: usize| (report.times[seat].windows, report.times[seat].longest_us);
    assert_eq!([0, 1, 2].map(told), [(1, 0), (2, 0), (2, 20_000)]);
    let times: Vec<String> =
        tape.0.lock().unwrap().iter().filter(|line| line.contains("time")).cloned().collect();
    let window = [r#"{"time":[0,100000]}"#, r#"{"time":[1,100000]}"#, r#"{"time":[2,20000]}"#];
    assert_eq!(times, [window, window].concat());
}

#[tokio::test(start_paused = true)]
async fn a_match_is_stopped_between_two_breaths_and_says_so() {
    let config = SumsConfig::live(1000);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let (handle, stop) = Stop::new();
    tokio::spawn(async move {
        sleep(Duration::from_millis(55)).await;
        handle.stop();
    });
    let report = Match::new(game, vec![five_after(10), five_after(10)], turns())
        .with_stop(stop)
        .run(&header(&config))
        .await
        .unwrap();
    assert_eq!((report.outcome, report.windows), (None, 5));
}

#[tokio::test(start_paused = true)]
async fn a_side_that_nobody_comes_to_voids_the_match_where_somebody_must_come() {
    struct Nobody;
    impl Player<Sums> for Nobody {
        fn start<'a>(
            &'a mut self,
            _: &'a meydan_referee::Briefing,
            _: &'a Table<Sums>,
        ) -> BoxFuture<'a, Result<(), Trouble>> {
            Box::pin(async { Err(Trouble::start("no client came within 30 s")) })
        }
        fn play<'a>(&'a mut self, _: Turn, _: &'a Table<Sums>) -> BoxFuture<'a, Result<(), Trouble>> {
            panic!("an empty seat is not asked")
        }
    }
    let config = SumsConfig::live(2);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let void = Match::new(game, vec![Box::new(Nobody), five_after(1)], turns())
        .with_quorum(SeatSet::one(Seat(0)))
        .run(&header(&config))
        .await
        .err()
        .unwrap();
    assert!(void.reason.contains("no client came within 30 s"), "{}", void.reason);
}

#[tokio::test(start_paused = true)]
async fn notes_and_error_output_have_a_budget_and_its_end_is_told_once() {
    let talker = script(|_, table| {
        Box::pin(async move {
            let note = serde_json::value::to_raw_value(&"n".repeat(400 << 10)).unwrap();
            table.note(note);
            table.stderr("e".repeat(400 << 10));
            Ok(())
        })
    });
    let tape = Tape::default();
    let config = SumsConfig::live(9);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let report = Match::new(game, vec![talker, five_after(1)], turns())
        .with_recorder(Box::new(tape.clone()))
        .run(&header(&config))
        .await
        .unwrap();
    let lines = tape.0.lock().unwrap();
    assert_eq!(lines.iter().filter(|line| line.starts_with(r#"{"note""#)).count(), 2);
    // Two windows' worth, and the last words of the rest.
    let stderr: Vec<&String> = lines.iter().filter(|line| line.starts_with(r#"{"stderr""#)).collect();
    assert_eq!(stderr.len(), 3);
    assert!(stderr[2].contains(" bytes were not kept]") && stderr[2].len() < 5000, "{}", stderr[2]);
    assert_eq!(kinds(&report), [(0, FaultKind::Flood); 2]);
}

#[tokio::test(start_paused = true)]
async fn the_next_window_opens_only_after_the_interludes() {
    struct Slow;
    impl Interlude for Slow {
        fn wait(&mut self) -> BoxFuture<'_, Result<(), Infrastructure>> {
            Box::pin(async {
                sleep(Duration::from_millis(1000)).await;
                Ok(())
            })
        }
    }
    let config = SumsConfig::live(3);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let begin = Instant::now();
    let players = vec![five_after(10), five_after(10)];
    let report = Match::new(game, players, turns())
        .with_interlude(Box::new(Slow))
        .run(&header(&config))
        .await
        .unwrap();
    assert_eq!(begin.elapsed(), Duration::from_millis(3030));
    assert_eq!(report.faults, [], "waiting is nobody's thinking time");
}
