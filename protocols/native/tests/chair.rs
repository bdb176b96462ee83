//! People who come, go and come back to a chair. The clock is paused: nothing here waits for real.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::time::Duration;

use meydan_core::trace::Header;
use meydan_core::{Chance, FaultKind, Game, Seed};
use meydan_native::{
    Arrival, Chair, ChairClock, ChairPlayer, ChairTerms, Patience, RefusalCode, Visit, chair,
};
use meydan_referee::{Match, Player, Report, Taking, TimeControl};
use meydan_testkit::toy::{Sums, SumsConfig};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

const SECOND: Duration = Duration::from_secs(1);
const OFF: ChairTerms =
    ChairTerms { gather: false, patience: Patience { turn: None, seat: None }, clock: ChairClock::Off };

/// Starts a match of these players, each alone on its side. Acts are taken as they come, because people here wait for
/// each other's news.
fn play(config: SumsConfig, players: Vec<ChairPlayer>) -> JoinHandle<Report<Sums>> {
    play_taking(Taking::AsTheyCome, config, players)
}

fn play_taking(taking: Taking, config: SumsConfig, players: Vec<ChairPlayer>) -> JoinHandle<Report<Sums>> {
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let header = Header::of(&game, &config, Seed(1));
    let seated = |player| -> Box<dyn Player<Sums>> { Box::new(player) };
    let players = players.into_iter().map(seated).collect();
    tokio::spawn(async move {
        Match::new(game, players, TimeControl::off()).with_taking(taking).run(&header).await.unwrap()
    })
}

/// A match of one chair.
fn alone(terms: ChairTerms, config: SumsConfig) -> (Chair, JoinHandle<Report<Sums>>) {
    let (chair, player) = chair(terms);
    (chair, play(SumsConfig { seats: 1, ..config }, vec![player]))
}

async fn hear(visit: &mut Visit) -> Option<Value> {
    visit.hear().await.map(|line| serde_json::from_str(&line).unwrap())
}

async fn turn(visit: &mut Visit) -> Option<Value> {
    loop {
        let message = hear(visit).await?;
        if message["type"] == "turn" {
            return Some(message);
        }
    }
}

/// Adds 1 in every window until the end.
async fn add(mut visit: Visit) -> u32 {
    let mut windows = 0;
    while let Some(turn) = turn(&mut visit).await {
        visit.say(json!({"window": turn["window"], "act": 1}).to_string());
        windows += 1;
    }
    windows
}

fn kinds(report: &Report<Sums>) -> Vec<FaultKind> {
    report.faults.iter().map(|fault| fault.kind).collect()
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_back_hears_the_start_and_the_open_turn_as_it_stands() {
    let clock = ChairClock::Person { window: 60 * SECOND, bank: Duration::ZERO, total: 600 * SECOND };
    let config = SumsConfig { acts: 2, ..SumsConfig::live(1) };
    let (chair, running) = alone(ChairTerms { clock, ..OFF }, config);
    let mut visit = chair.sit(Arrival::default());
    assert_eq!(hear(&mut visit).await.unwrap()["type"], "start");
    let first = hear(&mut visit).await.unwrap();
    assert_eq!(first["clock"], json!({"name": "turn", "ms": 60_000, "left": 600_000}));
    visit.say(r#"{"act":9}"#);
    assert_eq!(hear(&mut visit).await.unwrap()["next"], "more");
    drop(visit);
    assert!(!*chair.here().borrow());
    sleep(20 * SECOND).await;
    assert_eq!(chair.absence(), Some(20 * SECOND));
    let mut visit = chair.sit(Arrival::default());
    assert_eq!(chair.absence(), None);
    assert_eq!(hear(&mut visit).await.unwrap()["type"], "start");
    let again = hear(&mut visit).await.unwrap();
    assert_eq!(again["window"], first["window"]);
    assert!(again["view"]["sums"][0].as_u64().unwrap() >= 9, "the view is fresh: {again}");
    assert_eq!(again["clock"], json!({"name": "turn", "ms": 40_000, "left": 580_000}), "the clock ran on");
    visit.say(r#"{"act":1}"#);
    assert_eq!(hear(&mut visit).await.unwrap()["next"], "done");
    assert_eq!(hear(&mut visit).await.unwrap()["type"], "end");
    assert_eq!(hear(&mut visit).await, None);
    drop(visit);
    assert!(running.await.unwrap().faults.is_empty());
    // Whoever comes after the end hears how it ended.
    let mut late = chair.sit(Arrival::default());
    assert_eq!(hear(&mut late).await.unwrap()["type"], "start");
    assert_eq!(hear(&mut late).await.unwrap()["type"], "end");
    assert_eq!(hear(&mut late).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_second_connection_replaces_the_first_with_a_word() {
    let (chair, running) = alone(OFF, SumsConfig::live(2));
    let mut first = chair.sit(Arrival::default());
    turn(&mut first).await.unwrap();
    let second = chair.sit(Arrival::default());
    let word = hear(&mut first).await.unwrap();
    assert_eq!((&word["type"], &word["code"]), (&json!("refused"), &json!("replaced")));
    assert_eq!(hear(&mut first).await, None);
    first.say(r#"{"window":0,"act":9}"#);
    drop(first);
    assert!(*chair.here().borrow(), "the one who was replaced takes nobody along");
    assert_eq!(add(second).await, 2, "nor plays any more");
    running.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_turn_of_somebody_who_is_away_passes_when_patience_ends() {
    let patience = Patience { turn: Some(30 * SECOND), seat: None };
    let (ada, first) = chair(ChairTerms { patience, ..OFF });
    let (bob, second) = chair(OFF);
    let began = Instant::now();
    let running = play(SumsConfig::live(3), vec![first, second]);
    let bob = tokio::spawn(add(bob.sit(Arrival::default())));
    let mut visit = ada.sit(Arrival::default());
    turn(&mut visit).await.unwrap();
    drop(visit);
    assert_eq!(bob.await.unwrap(), 3);
    let report = running.await.unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    assert_eq!(began.elapsed(), 30 * SECOND, "patience counts from the moment they left, once");
}

#[tokio::test(start_paused = true)]
async fn a_seat_nobody_comes_back_to_is_given_up_and_the_match_ends() {
    let patience = Patience { turn: None, seat: Some(300 * SECOND) };
    let began = Instant::now();
    let (chair, running) = alone(ChairTerms { patience, ..OFF }, SumsConfig::live(5));
    sleep(100 * SECOND).await;
    let mut visit = chair.sit(Arrival::default());
    turn(&mut visit).await.unwrap();
    drop(visit);
    let report = running.await.unwrap();
    assert_eq!(kinds(&report), [FaultKind::Gone]);
    assert!(report.faults[0].text.contains("nobody came back"), "{}", report.faults[0].text);
    assert_eq!(began.elapsed(), 400 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_gathers_waits_for_its_people_but_not_for_ever() {
    let patience = Patience { turn: None, seat: Some(8 * SECOND) };
    let terms = ChairTerms { gather: true, patience, ..OFF };
    let (_nobody, running) = alone(terms, SumsConfig::live(1));
    assert_eq!(kinds(&running.await.unwrap()), [FaultKind::Start]);
    let (chair, running) = alone(terms, SumsConfig::live(1));
    sleep(5 * SECOND).await;
    assert_eq!(add(chair.sit(Arrival::default())).await, 1);
    assert!(running.await.unwrap().faults.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_persons_clock_passes_the_turn_and_in_the_end_gives_up_the_seat() {
    let clock = ChairClock::Person { window: 40 * SECOND, bank: Duration::ZERO, total: 100 * SECOND };
    let began = Instant::now();
    let (chair, running) = alone(ChairTerms { clock, ..OFF }, SumsConfig::live(9));
    let mut visit = chair.sit(Arrival::default());
    let mut told = Vec::new();
    while let Some(turn) = turn(&mut visit).await {
        told.push(turn["clock"]["ms"].as_u64().unwrap());
    }
    let report = running.await.unwrap();
    assert_eq!(told, [40_000, 40_000, 20_000]);
    assert_eq!(kinds(&report), [FaultKind::Timeout; 4]);
    assert!(report.faults[3].text.contains("whole match"), "{}", report.faults[3].text);
    assert_eq!(began.elapsed(), 100 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn a_persons_bank_pays_for_what_goes_beyond_the_window() {
    let clock = ChairClock::Person { window: 10 * SECOND, bank: 25 * SECOND, total: 600 * SECOND };
    let (chair, running) = alone(ChairTerms { clock, ..OFF }, SumsConfig::live(4));
    let mut visit = chair.sit(Arrival::default());
    let (mut told, mut think) = (Vec::new(), [5, 25, 60].into_iter());
    while let Some(turn) = turn(&mut visit).await {
        told.push(turn["clock"]["ms"].as_u64().unwrap() / 1000);
        if let Some(seconds) = think.next() {
            sleep(seconds * SECOND).await;
            visit.say(json!({"window": turn["window"], "act": 1}).to_string());
        }
    }
    // Five seconds are saved by nobody, fifteen come from the bank, then the rest of it.
    assert_eq!(told, [35, 35, 20, 10]);
    assert_eq!(kinds(&running.await.unwrap()), [FaultKind::Timeout; 2]);
}

#[tokio::test(start_paused = true)]
async fn a_persons_clock_stands_while_the_act_waits_for_those_of_others() {
    let clock = ChairClock::Person { window: 60 * SECOND, bank: Duration::ZERO, total: 100 * SECOND };
    let chairs = [chair(ChairTerms { clock, ..OFF }), chair(ChairTerms { clock, ..OFF })];
    let (chairs, players): (Vec<_>, Vec<_>) = chairs.into_iter().unzip();
    let running = play_taking(Taking::InTurn, SumsConfig::live(3), players);
    let think = |chair: Chair, time: Duration| {
        tokio::spawn(async move {
            let (mut visit, mut left) = (chair.sit(Arrival::default()), Vec::new());
            while let Some(turn) = turn(&mut visit).await {
                left.push(turn["clock"]["left"].as_u64().unwrap() / 1000);
                sleep(time).await;
                visit.say(r#"{"act":1}"#);
            }
            left
        })
    };
    let (ada, bob) = (think(chairs[0].clone(), 10 * SECOND), think(chairs[1].clone(), 30 * SECOND));
    assert_eq!((ada.await.unwrap(), bob.await.unwrap()), (vec![100, 90, 80], vec![100, 70, 40]));
    assert!(running.await.unwrap().faults.is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_is_said_out_of_turn_is_dropped() {
    let (ada, first) = chair(OFF);
    let (bob, second) = chair(OFF);
    let running = play(SumsConfig::live(2), vec![first, second]);
    let (mut ada, mut bob) = (ada.sit(Arrival::default()), bob.sit(Arrival::default()));
    // She says too much while she waits for him, and again when she has heard that her turn is over.
    turn(&mut ada).await.unwrap();
    ada.say(r#"{"act":1}"#);
    ada.say(r#"{"act":9}"#);
    turn(&mut bob).await.unwrap();
    bob.say(r#"{"act":1}"#);
    assert_eq!(hear(&mut ada).await.unwrap()["next"], "done");
    turn(&mut ada).await.unwrap();
    ada.say(r#"{"act":1}"#);
    turn(&mut bob).await.unwrap();
    bob.say(r#"{"act":1}"#);
    assert_eq!(hear(&mut ada).await.unwrap()["next"], "done");
    ada.say(r#"{"act":9}"#);
    tokio::join!(add(ada), add(bob));
    let report = running.await.unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    assert!(report.outcome.unwrap().standings[0].score <= 2 + 2 * 5, "the nine did not count");
}

#[tokio::test(start_paused = true)]
async fn a_leftover_done_never_ends_the_next_window_of_a_chair() {
    for waits in [[0, 0, 0, 0], [5, 0, 0, 0], [0, 5, 0, 5], [5, 5, 5, 5], [0, 0, 5, 5]] {
        let (chair, running) = alone(OFF, SumsConfig::live(5));
        let mut visit = chair.sit(Arrival::default());
        let (mut turns, mut oks) = (0, 0);
        while let Some(message) = hear(&mut visit).await {
            oks += usize::from(message["type"] == "ok");
            if message["type"] == "turn" {
                turns += 1;
                visit.say(r#"{"act":1}"#);
                // The next window opens while this one waits.
                sleep(Duration::from_millis(waits[turns % 4])).await;
                visit.say(r#"{"done":true}"#);
            }
        }
        let report = running.await.unwrap();
        assert_eq!((turns, oks, report.faults.len()), (5, 5, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_floods_is_sent_away_with_a_word_and_may_come_back() {
    let (chair, running) = alone(OFF, SumsConfig::live(1));
    for noise in ["x".repeat((1 << 20) + 1), r#"{"note":1}"#.to_owned()] {
        let mut visit = chair.sit(Arrival::default());
        turn(&mut visit).await.unwrap();
        for _ in 0..10_001 {
            visit.say(&noise);
        }
        let word = hear(&mut visit).await.unwrap();
        assert_eq!(word["code"], "flood", "{word}");
        assert_eq!(hear(&mut visit).await, None);
    }
    assert_eq!(add(chair.sit(Arrival::default())).await, 1);
    running.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn whoever_does_not_read_is_sent_away_with_a_word() {
    let (chair, running) = alone(OFF, SumsConfig::live(1));
    let mut visit = chair.sit(Arrival { watch: true, hello: Some(r#"{"type":"hello"}"#.to_owned()) });
    let view = || serde_json::value::to_raw_value(&json!({"sums": [0], "left": 1})).unwrap();
    for _ in 0..2000 {
        chair.show(view(), None);
    }
    assert!(!*chair.here().borrow());
    assert_eq!(hear(&mut visit).await.unwrap()["code"], "flood", "the rest is forgotten");
    assert_eq!(hear(&mut visit).await, None);
    assert_eq!(add(chair.sit(Arrival::default())).await, 1);
    running.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn only_whoever_watches_is_told_what_happens_between_turns() {
    let (chair, running) = alone(OFF, SumsConfig::live(1));
    let mut plain = chair.sit(Arrival::default());
    turn(&mut plain).await.unwrap();
    let view = serde_json::value::to_raw_value(&json!({"sums": [3], "left": 1})).unwrap();
    chair.show(view, None);
    let mut watching = chair.sit(Arrival { watch: true, hello: None });
    assert_eq!(hear(&mut plain).await.unwrap()["type"], "refused");
    let heard = [hear(&mut watching).await.unwrap(), hear(&mut watching).await.unwrap()];
    assert_eq!(heard[0]["type"], "start");
    assert_eq!(heard[1], json!({"type": "watch", "view": {"sums": [3], "left": 1}}));
    add(watching).await;
    running.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_chair_that_is_closed_says_why_and_gives_the_seat_up() {
    let (chair, running) = alone(OFF, SumsConfig::live(3));
    let mut visit = chair.sit(Arrival::default());
    turn(&mut visit).await.unwrap();
    chair.close("dinner is ready");
    let word = hear(&mut visit).await.unwrap();
    assert_eq!((&word["code"], &word["reason"]), (&json!("closed"), &json!("dinner is ready")));
    assert_eq!(hear(&mut visit).await, None);
    let mut late = chair.sit(Arrival::default());
    assert_eq!(hear(&mut late).await.unwrap()["type"], "start");
    assert_eq!(hear(&mut late).await.unwrap()["code"], "closed");
    assert_eq!(kinds(&running.await.unwrap()), [FaultKind::Gone]);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_cut_off_lets_its_people_go() {
    let (chair, running) = alone(OFF, SumsConfig::live(3));
    let mut visit = chair.sit(Arrival::default());
    turn(&mut visit).await.unwrap();
    running.abort();
    assert_eq!(hear(&mut visit).await.unwrap()["code"], "closed");
    assert_eq!(hear(&mut visit).await, None);
}

#[tokio::test(start_paused = true)]
async fn the_match_clocks_bind_a_chair_that_has_them() {
    let (_chair, player) = chair(ChairTerms::default());
    assert!(Player::<Sums>::clocked(&player));
    let (_chair, player) = chair(OFF);
    assert!(!Player::<Sums>::clocked(&player));
}

#[test]
fn a_seat_is_taken_once_and_only_its_key_opens_it() {
    let (chair, _player) = chair(OFF);
    assert!(!chair.opens(""), "a free seat has no key");
    let key = chair.take().unwrap().unwrap();
    assert_eq!(chair.take().unwrap(), None);
    assert!(chair.opens(key.as_str()) && !chair.opens("") && !chair.opens(&key.as_str()[1..]));
    let visit = chair.sit(Arrival::default());
    assert!(!chair.vacate(), "somebody sits there");
    drop(visit);
    assert!(chair.vacate());
    assert!(!chair.opens(key.as_str()));
    assert_ne!(chair.take().unwrap().unwrap(), key);
}

#[tokio::test(start_paused = true)]
async fn a_visit_can_be_a_pair_of_plain_channels() {
    let (chair, running) = alone(OFF, SumsConfig::live(2));
    let (mut hear, say) = chair.sit(Arrival::default()).channels();
    let mut kinds = Vec::new();
    while let Some(line) = hear.recv().await {
        let message: Value = serde_json::from_str(&line).unwrap();
        kinds.push(message["type"].as_str().unwrap().to_owned());
        if message["type"] == "turn" {
            say.send(json!({"window": message["window"], "act": 2}).to_string()).await.unwrap();
        }
    }
    assert_eq!(kinds, ["start", "turn", "ok", "turn", "ok", "end"]);
    running.await.unwrap();
    // Dropping an end is leaving.
    let (chair, _running) = alone(OFF, SumsConfig::live(1));
    let (hear, say) = chair.sit(Arrival::default()).channels();
    drop(hear);
    chair.here().wait_for(|here| !here).await.unwrap();
    drop(say);
}

#[test]
fn the_codes_of_the_words_are_the_documented_ones() {
    let code = |code: RefusalCode| serde_json::to_value(code).unwrap();
    assert_eq!(code(RefusalCode::Replaced), "replaced");
    assert_eq!(code(RefusalCode::Flood), "flood");
    assert_eq!(code(RefusalCode::Closed), "closed");
}
