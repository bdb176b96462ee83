//! Bots of every temper on the other end of a pair of streams.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use meydan_core::trace::{Entry, Header};
use meydan_core::{Chance, Clock, FaultKind, Game, Outcome, Seat, SeatSet, Seed};
use meydan_native::NativePlayer;
use meydan_referee::{Match, Player, Recorder, Report, TimeControl};
use meydan_testkit::toy::{Sums, SumsConfig};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// A bot's own ends of the streams.
struct Bot {
    input: BufReader<ReadHalf<DuplexStream>>,
    output: WriteHalf<DuplexStream>,
}

impl Bot {
    async fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.input.read_line(&mut line).await.ok().filter(|&count| count > 0)?;
        Some(serde_json::from_str(&line).unwrap())
    }

    async fn say(&mut self, text: &str) {
        let _ = self.output.write_all(text.as_bytes()).await;
        let _ = self.output.write_all(b"\n").await;
    }

    /// Waits for the next turn and gives its message.
    async fn turn(&mut self) -> Option<Value> {
        loop {
            let message = self.hear().await?;
            if message["type"] == "turn" {
                return Some(message);
            }
        }
    }
}

/// A player over streams, and the bot behind them.
fn seat() -> (Box<dyn Player<Sums>>, Bot) {
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    let (output, input) = tokio::io::split(ours);
    let (bot_input, bot_output) = tokio::io::split(theirs);
    (Box::new(NativePlayer::new(output, input)), Bot { input: BufReader::new(bot_input), output: bot_output })
}

/// A bot that always adds 1.
async fn adder(mut bot: Bot) {
    while bot.turn().await.is_some() {
        bot.say(r#"{"act":1,"done":true}"#).await;
    }
}

async fn play(config: SumsConfig, players: Vec<Box<dyn Player<Sums>>>, forfeiters: SeatSet) -> Report<Sums> {
    play_recorded(config, players, forfeiters, Vec::new()).await
}

async fn play_recorded(
    config: SumsConfig,
    players: Vec<Box<dyn Player<Sums>>>,
    forfeiters: SeatSet,
    recorders: Vec<Box<dyn Recorder<Sums>>>,
) -> Report<Sums> {
    let mut time = TimeControl::of(&[Clock { name: "turn", millis: 100 }]);
    time.warm_up = Duration::ZERO;
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let header = Header { map: "none".into(), ..Header::of(&game, &config, Seed(1)) };
    let game = Match::new(game, players, time).with_forfeiters(forfeiters);
    recorders.into_iter().fold(game, Match::with_recorder).run(&header).await.unwrap()
}

/// Plays a bot, given as an async function, against the adder.
async fn against_adder<F: Future<Output = ()> + Send + 'static>(
    config: SumsConfig,
    bot: impl FnOnce(Bot) -> F,
) -> Report<Sums> {
    let ((first, ours), (second, other)) = (seat(), seat());
    tokio::spawn(bot(ours));
    tokio::spawn(adder(other));
    let windows = config.windows;
    let report = play(config, vec![first, second], SeatSet::EMPTY).await;
    assert!(
        report.faults.iter().all(|fault| fault.seat == Seat(0)),
        "the adder was harmed: {:?}",
        report.faults
    );
    assert_eq!(report.windows, windows, "the match was played to its end");
    report
}

fn faults(report: &Report<Sums>) -> Vec<(FaultKind, &str)> {
    report.faults.iter().map(|fault| (fault.kind, fault.text.as_str())).collect()
}

#[tokio::test(start_paused = true)]
async fn the_messages_of_a_match_in_order() {
    let (send, heard) = tokio::sync::oneshot::channel();
    let config = SumsConfig { acts: 3, ..SumsConfig::live(1) };
    against_adder(config, |mut bot| async move {
        let mut heard = vec![bot.hear().await.unwrap(), bot.hear().await.unwrap()];
        for act in ["12", "3", "0", "4"] {
            bot.say(&format!(r#"{{"act":{act}}}"#)).await;
            heard.push(bot.hear().await.unwrap());
        }
        send.send(heard).unwrap();
        adder(bot).await;
    })
    .await;
    // The die that comes on top of the 3 is the match's second: the adder was quicker.
    let mut dice = Chance::new(Seed(1));
    let [_, three, zero] = [0, 3, 0].map(|digit| digit + dice.below(6));
    assert_eq!(
        heard.await.unwrap(),
        [
            json!({"type": "start", "protocol": 1, "game": "sums", "rules": 3, "ruleset": "document", "map": "none",
                   "seat": 0, "side": 0, "label": "adder 0", "sides": [0, 1], "clocks": {"turn": 100},
                   "config": {"seats": 2, "windows": 1, "mode": "live", "acts": 3}}),
            json!({"type": "turn", "window": 0, "clock": {"name": "turn", "ms": 100}, "mode": "live",
                   "view": {"sums": [0], "left": 1}}),
            json!({"type": "rejected", "window": 0, "next": "more", "reason": "`12` is not a digit; send 0 to 9"}),
            json!({"type": "ok", "window": 0, "next": "more", "view": {"sums": [three], "left": 1}, "events": [[0, 3]]}),
            // What nobody is told of is left out.
            json!({"type": "ok", "window": 0, "next": "more", "view": {"sums": [three + zero], "left": 1}}),
            json!({"type": "ok", "window": 0, "next": "done"}),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn the_end_is_told_with_the_outcome() {
    let (send, seen) = tokio::sync::oneshot::channel();
    against_adder(SumsConfig::live(1), |mut bot| async move {
        bot.turn().await;
        bot.say(r#"{"act":9}"#).await;
        while let Some(message) = bot.hear().await {
            if message["type"] == "end" {
                send.send(message).unwrap();
                return;
            }
        }
    })
    .await;
    let end = seen.await.unwrap();
    assert_eq!(end["outcome"]["standings"][0]["rank"], 1);
    assert_eq!(end["view"]["left"], 0);
}

#[tokio::test(start_paused = true)]
async fn garbage_is_a_fault_in_words_and_the_next_turn_tells_it() {
    let (send, told) = tokio::sync::oneshot::channel();
    let report = against_adder(SumsConfig::live(3), |mut bot| async move {
        bot.turn().await;
        bot.say("hello").await;
        bot.say(r#"{"move":"up"}"#).await;
        bot.output.write_all(b"\xff\xfe\n").await.unwrap();
        bot.say(r#"{"act":"two"}"#).await;
        bot.say(r#"{"act":2}"#).await;
        send.send(bot.turn().await.unwrap()["errors"].clone()).unwrap();
        bot.say(r#"{"done":true}"#).await;
        adder(bot).await;
    })
    .await;
    let kinds: Vec<FaultKind> = report.faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::Garbage; 4]);
    let texts: Vec<&str> = report.faults.iter().map(|fault| fault.text.as_str()).collect();
    assert!(
        texts[0].contains("`hello`") && texts[1].contains("none of the keys") && texts[2].contains("UTF-8")
    );
    assert!(texts[3].contains("not an act of this game"));
    assert_eq!(told.await.unwrap(), json!(texts));
}

#[tokio::test(start_paused = true)]
async fn a_late_act_is_dropped_and_reported() {
    let report = against_adder(SumsConfig::live(3), |mut bot| async move {
        let turn = bot.turn().await.unwrap();
        tokio::time::sleep(Duration::from_millis(130)).await;
        bot.say(&json!({"window": turn["window"], "act": 9}).to_string()).await;
        adder(bot).await;
    })
    .await;
    let kinds: Vec<FaultKind> = report.faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::Timeout, FaultKind::Late]);
    assert!(report.outcome.as_ref().unwrap().of(Seat(0)).unwrap().score < 9 + 10);
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_answers_twice_acts_once() {
    let report = against_adder(SumsConfig::sealed(6), |mut bot| async move {
        while bot.turn().await.is_some() {
            bot.say(r#"{"act":9}"#).await;
            bot.say(r#"{"act":9}"#).await;
            bot.say(r#"{"done":true}"#).await;
        }
    })
    .await;
    // Six nines and at most six dice of 5; the second nine of a window is late in the next and dropped there.
    assert!((54..=84).contains(&report.outcome.as_ref().unwrap().of(Seat(0)).unwrap().score));
    assert!(faults(&report).iter().all(|(kind, _)| *kind == FaultKind::Late), "{:?}", report.faults);
}

#[tokio::test(start_paused = true)]
async fn half_a_line_does_not_become_the_next_answer() {
    let report = against_adder(SumsConfig::live(3), |mut bot| async move {
        bot.turn().await;
        bot.output.write_all(br#"{"act":"#).await.unwrap();
        bot.turn().await;
        bot.say("9}").await;
        adder(bot).await;
    })
    .await;
    let kinds: Vec<FaultKind> = report.faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::Timeout, FaultKind::Late, FaultKind::Timeout]);
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_never_reads_or_answers_only_times_out() {
    let config = SumsConfig::live(2000);
    let report = against_adder(config, |bot| async move {
        std::future::pending::<()>().await;
        drop(bot);
    })
    .await;
    assert_eq!(report.faults.len(), 100);
    assert!(report.faults.iter().all(|fault| fault.kind == FaultKind::Timeout));
}

#[tokio::test(start_paused = true)]
async fn a_bot_whose_streams_end_is_gone_and_the_match_goes_on() {
    let report = against_adder(SumsConfig::live(4), |mut bot| async move {
        bot.turn().await;
    })
    .await;
    assert_eq!(faults(&report), [(FaultKind::Gone, "its output ended")]);
}

#[tokio::test(start_paused = true)]
async fn a_forfeiter_loses_its_window_by_an_unreadable_act() {
    let ((first, mut ours), (second, other)) = (seat(), seat());
    let (send, heard) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        ours.turn().await;
        ours.say(r#"{"act":"up"}"#).await;
        send.send(ours.hear().await.unwrap()).unwrap();
        std::future::pending::<()>().await;
    });
    tokio::spawn(adder(other));
    let report = play(SumsConfig::live(1), vec![first, second], SeatSet::one(Seat(0))).await;
    assert_eq!(heard.await.unwrap()["next"], "done");
    assert_eq!(report.faults.len(), 1);
    assert_eq!(report.outcome.as_ref().unwrap().of(Seat(0)).unwrap().score, 0);
}

/// A bot's way to answer a window.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// The act, then `done` in a line of its own.
    Closes,
    /// Both in one line.
    Joins,
    /// The act alone.
    Leaves,
    /// The act and then `done`, both with the window's number.
    Numbers,
}

/// Acts with 7 where the plan has an `a`, and passes with `done` where it has a `d`; waits before every `done` that
/// follows an act, in the middle of it, and after it.
async fn planned(mut bot: Bot, style: Style, plan: &'static str, wait: [u64; 3]) {
    let wait = wait.map(Duration::from_millis);
    for step in plan.chars() {
        let Some(turn) = bot.turn().await else { return };
        let window = turn["window"].as_u64().unwrap();
        let (act, done) = match style {
            Style::Numbers => (json!({"window": window, "act": 7}), json!({"window": window, "done": true})),
            Style::Joins => (json!({"act": 7, "done": true}), json!({"done": true})),
            Style::Closes | Style::Leaves => (json!({"act": 7}), json!({"done": true})),
        };
        if step == 'd' {
            bot.say(&done.to_string()).await;
            continue;
        }
        bot.say(&act.to_string()).await;
        if matches!(style, Style::Closes | Style::Numbers) {
            let done = done.to_string();
            let (half, rest) = done.split_at(done.len() / 2);
            tokio::time::sleep(wait[0]).await;
            let _ = bot.output.write_all(half.as_bytes()).await;
            tokio::time::sleep(wait[1]).await;
            bot.say(rest).await;
            tokio::time::sleep(wait[2]).await;
        }
    }
    while bot.hear().await.is_some() {}
}

/// Writes down what the first seat did in each window: `a` acted, `d` did not.
struct Deeds(Arc<Mutex<String>>, bool);

impl Recorder<Sums> for Deeds {
    fn entry(&mut self, entry: &Entry<u32>, _: &[(Seat, u32)], _: &Sums) {
        match entry {
            Entry::Act(Seat(0), 7) => self.1 = true,
            Entry::Close(_) => {
                self.0.lock().unwrap().push(if std::mem::take(&mut self.1) { 'a' } else { 'd' })
            }
            _ => {}
        }
    }

    fn end(&mut self, _: &Outcome, _: &Sums) {}
}

async fn deeds(config: SumsConfig, style: Style, plan: &'static str, wait: [u64; 3], other: u64) -> String {
    let ((first, ours), (second, mut slow)) = (seat(), seat());
    tokio::spawn(planned(ours, style, plan, wait));
    tokio::spawn(async move {
        while slow.turn().await.is_some() {
            tokio::time::sleep(Duration::from_millis(other)).await;
            slow.say(r#"{"act":1,"done":true}"#).await;
        }
    });
    let seen = Arc::new(Mutex::new(String::new()));
    let recorder = Box::new(Deeds(seen.clone(), false));
    let report = play_recorded(config, vec![first, second], SeatSet::EMPTY, vec![recorder]).await;
    assert!(report.faults.is_empty(), "{style:?} {plan} {wait:?} {other}: {:?}", report.faults);
    seen.lock().unwrap().clone()
}

#[tokio::test(start_paused = true)]
async fn a_leftover_done_never_ends_the_next_window() {
    const PLANS: [&str; 16] = [
        "aaaaaa", "daaaaa", "adaaaa", "ddaaaa", "aadaaa", "dadaaa", "addaaa", "dddaaa", "aaadaa", "daadaa",
        "adadaa", "ddadad", "aaddad", "dadddd", "addadd", "dddddd",
    ];
    const WAITS: [[u64; 3]; 7] =
        [[0, 0, 0], [1, 0, 0], [0, 1, 0], [6, 0, 0], [0, 6, 0], [3, 3, 3], [9, 9, 9]];
    for config in [SumsConfig::live(6), SumsConfig::sealed(6)] {
        for style in [Style::Closes, Style::Joins, Style::Leaves, Style::Numbers] {
            for plan in PLANS {
                for wait in WAITS {
                    for other in [0, 5, 10] {
                        let seen = deeds(config.clone(), style, plan, wait, other).await;
                        assert_eq!(seen, plan, "{:?} {style:?} {wait:?} {other}", config.mode);
                    }
                }
            }
        }
    }
}

mod any_bytes {
    use meydan_native::wire::FromBot;
    use meydan_native::{FromHost, Join};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn never_make_the_decoder_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = FromBot::read(&bytes);
            let _ = Join::read(&bytes);
            let _ = FromHost::read(&bytes);
        }

        #[test]
        fn of_almost_a_message_never_make_the_decoder_panic(
            keys in prop::collection::vec("type|act|done|window|note|name|token|seat|seats|view|code|outcome|next", 0..6),
            values in prop::collection::vec("1|-1|1e999|null|true|\"join\"|\"turn\"|\"welcome\"|\"refused\"|\\[\\]|\\{\\}|\"\\\\ud800\"", 6),
        ) {
            let fields: Vec<String> = keys.iter().zip(&values).map(|(k, v)| format!("\"{k}\":{v}")).collect();
            let line = format!("{{{}}}", fields.join(","));
            let _ = FromBot::read(line.as_bytes());
            let _ = Join::read(line.as_bytes());
            let _ = FromHost::read(line.as_bytes());
        }

        #[test]
        fn an_act_comes_back_as_it_was_sent(act in 0u32..100, window in prop::option::of(0u32..9)) {
            let line = serde_json::json!({"act": act, "window": window}).to_string();
            let read = FromBot::read(line.as_bytes()).unwrap();
            let sent = act.to_string();
            prop_assert_eq!(read.act.as_deref().map(|raw| raw.get()), Some(sent.as_str()));
            prop_assert_eq!(read.window, window);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_without_a_line_end_is_told_as_that() {
    let report = against_adder(SumsConfig::live(2), |mut bot| async move {
        bot.turn().await;
        let _ = bot.output.write_all(br#"{"act":1,"done":true}"#).await;
        // It listens, and says no more.
        while bot.hear().await.is_some() {}
    })
    .await;
    let told = "not done after 100 ms; what came has no line end; end each answer with a newline and flush";
    assert_eq!(faults(&report)[0], (FaultKind::Timeout, told));
}
