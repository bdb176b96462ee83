//! A trace that was cut short is readable up to the cut; a damaged or newer one is refused with the reason.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::trace::{Entry, Header, Replay, ReplayError, SeatName, Trace, TraceError, TraceWriter};
use meydan_core::{Chance, Game, Seat, Seed, StateHash, Status};
use meydan_testkit::toy::{Sums, SumsConfig};

const WINDOWS: u32 = 40;

fn recorded() -> Vec<u8> {
    let mut game = Sums::new(&SumsConfig::live(WINDOWS), Chance::new(Seed(5))).unwrap();
    let header = Header {
        game: Sums::NAME.into(),
        rules: Sums::RULES,
        ruleset: "document".into(),
        map: "none".into(),
        seed: Seed(5),
        config: serde_json::value::to_raw_value(&SumsConfig::live(WINDOWS)).unwrap(),
        seats: vec![SeatName { name: "a".into(), spec: "house:a".into() }],
        clocks: vec![("turn".into(), 1000)],
    };
    let mut writer = TraceWriter::new(Vec::new(), &header).unwrap();
    let mut log = Vec::new();
    while let Status::Waiting(window) = game.status() {
        for seat in window.seats.iter() {
            let action = (window.number + u32::from(seat.0)) % 10;
            game.act(seat, action, &mut log).unwrap();
            writer.entry(&Entry::Act(seat, action)).unwrap();
        }
        writer.entry(&Entry::<u32>::Stderr(Seat(0), format!("thought of window {}", window.number))).unwrap();
        game.close(&mut log);
        writer.entry(&Entry::<u32>::Close(game.hash())).unwrap();
    }
    writer.finish(game.status().outcome().unwrap()).unwrap()
}

fn replay(trace: &Trace<u32>) -> Result<u32, ReplayError> {
    Replay::<Sums>::new(trace)?.finish().map(|(_, windows)| windows)
}

#[test]
fn a_whole_trace_replays() {
    let trace = Trace::read(recorded().as_slice()).unwrap();
    assert_eq!(trace.end.as_ref().unwrap().windows, WINDOWS);
    assert_eq!(replay(&trace).unwrap(), WINDOWS);
    assert_eq!(Trace::header(recorded().as_slice()).unwrap().game, "sums");
}

#[test]
fn a_trace_cut_anywhere_is_readable_up_to_the_cut() {
    let file = recorded();
    let mut longest = 0;
    for length in 0..file.len() {
        match Trace::read(&file[..length]) {
            Ok(trace) => {
                assert!(trace.end.is_none());
                let windows = replay(&trace).unwrap();
                assert!(windows >= longest, "more bytes must never give fewer windows");
                longest = windows;
            }
            Err(TraceError::NotATrace | TraceError::NoHeader) => assert_eq!(longest, 0),
            Err(error) => panic!("cut at {length}: {error}"),
        }
    }
    assert_eq!(longest, WINDOWS, "only the end line is missing at the last cut");
}

#[test]
fn a_paused_trace_is_whole_and_a_shorter_one_is_cut() {
    let trace: Trace<u32> = Trace::read(recorded().as_slice()).unwrap();
    let mut writer = TraceWriter::new(Vec::new(), &trace.header).unwrap();
    // The last act belongs to a window that never closed, and must be there all the same.
    for entry in &trace.entries[..4] {
        writer.entry(entry).unwrap();
    }
    let file = writer.pause().unwrap();
    let paused: Trace<u32> = Trace::read(file.as_slice()).unwrap();
    assert_eq!((&paused.entries[..], paused.cut), (&trace.entries[..4], false));
    assert!(paused.end.is_none());
    for length in 0..file.len() {
        match Trace::<u32>::read(&file[..length]) {
            Ok(trace) => assert!(trace.cut, "cut at {length}"),
            Err(error) => assert!(matches!(error, TraceError::NotATrace | TraceError::NoHeader), "{error}"),
        }
    }
}

#[test]
fn a_damaged_trace_is_refused() {
    let file = recorded();
    let start = file.iter().position(|&b| b == b'\n').unwrap() + 1;
    for position in (start..file.len()).step_by(7) {
        let mut damaged = file.clone();
        damaged[position] ^= 0x10;
        // Damage may look like a cut (then the replay stops early and says so), but never passes as whole.
        if let Ok(trace) = Trace::<u32>::read(damaged.as_slice()) {
            assert!(trace.end.is_none(), "damage at byte {position} went unnoticed");
        }
    }
}

#[test]
fn a_newer_or_foreign_file_is_refused_with_advice() {
    let newer = Trace::<u32>::read("meydan-trace 9\n".as_bytes()).unwrap_err().to_string();
    assert!(newer.contains("format 9") && newer.contains("update"), "{newer}");
    let foreign = Trace::<u32>::read("GIF89a".as_bytes()).unwrap_err().to_string();
    assert!(foreign.contains("not a Meydan trace"), "{foreign}");
}

#[test]
fn a_changed_act_is_found_by_the_hash() {
    let mut trace: Trace<u32> = Trace::read(recorded().as_slice()).unwrap();
    let act = trace.entries.iter_mut().find_map(|e| if let Entry::Act(_, a) = e { Some(a) } else { None });
    *act.unwrap() = 7;
    assert!(matches!(replay(&trace), Err(ReplayError::Differs { window: 0, .. })));
}

#[test]
fn a_trace_of_other_rules_or_another_game_is_refused() {
    let mut trace: Trace<u32> = Trace::read(recorded().as_slice()).unwrap();
    trace.header.rules = 2;
    assert!(matches!(replay(&trace), Err(ReplayError::OtherRules { found: 2, wanted: 3, .. })));
    trace.header.game = "chess".into();
    assert!(matches!(replay(&trace), Err(ReplayError::OtherGame { .. })));
}

#[test]
fn entries_have_a_readable_form() {
    let entry = Entry::Act(Seat(1), 4u32);
    assert_eq!(serde_json::to_string(&entry).unwrap(), r#"{"act":[1,4]}"#);
    let close = Entry::<u32>::Close(StateHash(10));
    assert_eq!(serde_json::to_string(&close).unwrap(), r#"{"close":"000000000000000a"}"#);
}
