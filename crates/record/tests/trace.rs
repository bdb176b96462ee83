//! A trace that was cut short is readable up to the cut; a damaged or newer one is refused with the reason.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::trace::{Entrant, EntrantKind, Entry, Header, Replay, ReplayError, Trace};
use meydan_core::{Budget, Chance, Game, Seat, Seed, StateHash, Status};
use meydan_record::{Key, Record, RecordError, TraceWriter};
use meydan_testkit::toy::{Sums, SumsConfig};

const WINDOWS: u32 = 40;

fn key() -> Key {
    static KEY: std::sync::OnceLock<Key> = std::sync::OnceLock::new();
    KEY.get_or_init(|| Key::draw().unwrap()).clone()
}

fn record(file: &[u8]) -> Result<Record<u32>, RecordError> {
    meydan_record::read(file, &Budget::STANDARD)
}

fn read(file: &[u8]) -> Result<Trace<u32>, RecordError> {
    record(file).map(|record| record.trace)
}

/// Unpacks a file, changes its lines and packs them again, as somebody with two commands could.
fn doctored(file: &[u8], change: impl Fn(&mut Vec<String>)) -> Vec<u8> {
    let start = file.iter().position(|&b| b == b'\n').unwrap() + 1;
    let text = String::from_utf8(zstd::decode_all(&file[start..]).unwrap()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    let packed = zstd::encode_all((lines.join("\n") + "\n").as_bytes(), 3).unwrap();
    [&file[..start], &packed].concat()
}

fn recorded() -> Vec<u8> {
    let mut game = Sums::new(&SumsConfig::live(WINDOWS), Chance::new(Seed(5))).unwrap();
    let header = Header::of(&game, &SumsConfig::live(WINDOWS), Seed(5));
    let mut writer = TraceWriter::new(Vec::new(), &header, Some(&key())).unwrap();
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
    let trace = read(&recorded()).unwrap();
    assert_eq!(trace.end.as_ref().unwrap().windows, WINDOWS);
    assert_eq!(replay(&trace).unwrap(), WINDOWS);
    assert_eq!(meydan_record::header(recorded().as_slice(), &Budget::STANDARD).unwrap().game, "sums");
}

#[test]
fn a_trace_cut_anywhere_is_readable_up_to_the_cut() {
    let file = recorded();
    let mut longest = 0;
    for length in 0..file.len() {
        match read(&file[..length]) {
            Ok(trace) => {
                assert!(trace.end.is_none());
                let windows = replay(&trace).unwrap();
                assert!(windows >= longest, "more bytes must never give fewer windows");
                longest = windows;
            }
            Err(RecordError::NotATrace | RecordError::NoHeader) => assert_eq!(longest, 0),
            Err(error) => panic!("cut at {length}: {error}"),
        }
    }
    assert_eq!(longest, WINDOWS, "only the end line is missing at the last cut");
}

#[test]
fn a_paused_trace_is_whole_and_a_shorter_one_is_cut() {
    let trace: Trace<u32> = read(&recorded()).unwrap();
    let mut writer = TraceWriter::new(Vec::new(), &trace.header, Some(&key())).unwrap();
    // The last act belongs to a window that never closed, and must be there all the same.
    for entry in &trace.entries[..4] {
        writer.entry(entry).unwrap();
    }
    let file = writer.pause().unwrap();
    let paused: Trace<u32> = read(&file).unwrap();
    assert_eq!((&paused.entries[..], paused.cut), (&trace.entries[..4], false));
    assert!(paused.end.is_none());
    for length in 0..file.len() {
        match read(&file[..length]) {
            Ok(trace) => assert!(trace.cut, "cut at {length}"),
            Err(error) => assert!(matches!(error, RecordError::NotATrace | RecordError::NoHeader), "{error}"),
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
        if let Ok(trace) = read(&damaged) {
            assert!(trace.end.is_none(), "damage at byte {position} went unnoticed");
        }
    }
}

#[test]
fn a_newer_or_foreign_file_is_refused_with_advice() {
    let newer = read(b"meydan-trace 9\n").unwrap_err().to_string();
    assert!(newer.contains("format 9") && newer.contains("update"), "{newer}");
    let foreign = read(b"GIF89a").unwrap_err().to_string();
    assert!(foreign.contains("not a Meydan trace"), "{foreign}");
}

#[test]
fn a_changed_act_is_found_by_the_hash() {
    let mut trace: Trace<u32> = read(&recorded()).unwrap();
    let act = trace.entries.iter_mut().find_map(|e| if let Entry::Act(_, a) = e { Some(a) } else { None });
    *act.unwrap() = 7;
    assert!(matches!(replay(&trace), Err(ReplayError::Differs { window: 0, .. })));
}

#[test]
fn a_trace_of_other_rules_or_another_game_is_refused() {
    let mut trace: Trace<u32> = read(&recorded()).unwrap();
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

#[test]
fn a_signature_covers_names_clocks_faults_times_and_the_end() {
    let file = recorded();
    let sealed = record(&file).unwrap();
    assert_eq!(sealed.version, 2);
    assert_eq!(sealed.seal.map(|seal| (seal.key, seal.holds)), Some((key().public(), true)));
    let changes: [fn(&mut Vec<String>); 5] = [
        |lines| {
            lines[0] = lines[0]
                .replace("\"name\":\"a\"", "\"name\":\"z\"")
                .replace("\"clocks\":[]", "\"clocks\":[[\"turn\",9]]")
        },
        |lines| {
            lines.insert(2, r#"{"fault":{"seat":0,"window":0,"kind":"timeout","text":"invented"}}"#.into())
        },
        |lines| lines.insert(2, r#"{"time":[0,5]}"#.into()),
        |lines| lines[2] = lines[2].replace("thought", "nothing").replace("[1,", "[1, "),
        |lines| {
            let end = lines.len() - 2;
            lines[end] = lines[end].replace("turn limit", "victory").replace("\"rank\":1", "\"rank\":2");
        },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let changed = doctored(&file, change);
        let seal = record(&changed).unwrap().seal.unwrap();
        assert!(!seal.holds, "change {number} went unnoticed");
    }
    let untouched = doctored(&file, |_| ());
    assert!(record(&untouched).unwrap().seal.unwrap().holds, "packing alone changes nothing");
    let stripped = doctored(&file, |lines| drop(lines.pop()));
    assert_eq!(record(&stripped).unwrap().seal, None);
}

#[test]
fn entries_of_an_unknown_kind_are_skipped_and_counted() {
    let file = doctored(&recorded(), |lines| lines.insert(1, r#"{"cpu":[0,5]}"#.into()));
    let trace = read(&file).unwrap();
    assert_eq!(trace.skipped, 1);
    assert_eq!(replay(&trace).unwrap(), WINDOWS);
    for wrong in [r#"{"act":[0]}"#, r#"{"a":1,"b":2}"#, "[]", "7", "{"] {
        let file = doctored(&recorded(), |lines| lines.insert(1, wrong.into()));
        assert!(matches!(read(&file), Err(RecordError::Damaged { line: 2, .. })), "{wrong}");
    }
}

#[test]
fn what_passes_the_budget_is_refused_before_it_is_unpacked() {
    let small = Budget { bytes: 4000, line: 1000, entries: 10, ..Budget::STANDARD };
    let bomb =
        doctored(&recorded(), |lines| lines[1] = format!(r#"{{"stderr":[0,"{}"]}}"#, "x".repeat(5 << 20)));
    assert!(bomb.len() < 10_000, "a bomb is small");
    let read = |file: &[u8], budget| meydan_record::read::<u32>(file, &budget).unwrap_err().to_string();
    assert_eq!(read(&bomb, small), "a line is longer than 1000 bytes; records of that size are not taken");
    assert!(read(&bomb, Budget { line: 1 << 30, ..small }).contains("the record is longer than 4000 bytes"));
    let many = read(&recorded(), Budget { bytes: 1 << 20, line: 1 << 20, ..small });
    assert_eq!(many, "a record of 11 entries is too large; at most 10 are taken");
}

#[test]
fn a_number_is_read_as_it_was_written() {
    let balance = 9.399999999999999f64;
    let text = serde_json::to_string(&balance).unwrap();
    assert_eq!(serde_json::from_str::<f64>(&text).unwrap().to_bits(), balance.to_bits());
}

#[test]
fn a_command_of_version_1_does_not_survive_its_reading() {
    let header = r#"{"game":"sums","rules":3,"ruleset":"document","map":"none","seed":5,"config":{},"clocks":[],
        "seats":[{"name":"touch","spec":"sh -c 'touch /tmp/owned'"},{"name":"greedy","spec":"house:greedy"},
        {"name":"human","spec":"human"},{"name":"wire","spec":"wire:sh -c id"}]}"#;
    let packed = zstd::encode_all((header.replace('\n', "") + "\n").as_bytes(), 3).unwrap();
    let file = [b"meydan-trace 1\n", packed.as_slice()].concat();
    let record = record(&file).unwrap();
    assert_eq!(record.version, 1);
    assert_eq!(record.trace.header.entrants[1], Entrant::house("greedy"));
    let kinds: Vec<EntrantKind> = record.trace.header.entrants.iter().map(|entrant| entrant.kind).collect();
    assert_eq!(kinds, [EntrantKind::Bot, EntrantKind::House, EntrantKind::Person, EntrantKind::Wire]);
    assert!(!format!("{:?}", record.trace.header.entrants).contains("sh -c"));
}
