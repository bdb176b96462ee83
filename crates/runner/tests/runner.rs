//! What the one way to play a match promises, with real games, real files and real processes.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::Read;
use std::path::Path;

use futures_util::future::BoxFuture;
use meydan_catalog::Offer;
use meydan_core::trace::{Entrant, EntrantKind};
use meydan_core::{Budget, Desk, Game, Seat, Viewer};
use meydan_record::{Key, RecordError};
use meydan_referee::{Player, Stop, StopHandle, Table, Trouble, Turn};
use meydan_runner::{
    Chair, ClockRate, Crew, Kept, LocalCrew, MatchOrder, MatchReport, News, OrderError, Place, ReelSink,
    Resumed, RunError, SeatError, SeatSpec, Sinks, TraceSink, resume, run,
};
use serde_json::value::RawValue;

fn seats(specs: &[&str]) -> Vec<SeatSpec> {
    specs.iter().map(|spec| spec.parse().unwrap()).collect()
}

fn order(game: &str, specs: &[&str]) -> MatchOrder {
    MatchOrder { seed: Some(5), ..MatchOrder::of(game, &seats(specs)) }
}

async fn played(order: &MatchOrder, specs: &[&str], sinks: Sinks) -> Result<MatchReport, RunError> {
    run(order, &mut LocalCrew::new(seats(specs)), sinks, Stop::never()).await
}

fn to_file(path: &Path) -> Sinks {
    Sinks { trace: Some(TraceSink { path: path.to_owned(), key: None }), ..Sinks::default() }
}

fn record(path: &Path) -> Result<meydan_record::Record<Box<RawValue>>, RecordError> {
    meydan_record::read(fs::File::open(path).unwrap(), &Budget::STANDARD)
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_whole_record_is_signed_and_has_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.trace");
    let key = Key::draw().unwrap();
    let sinks =
        Sinks { trace: Some(TraceSink { path: path.clone(), key: Some(key.clone()) }), ..Sinks::default() };
    let report = played(&order("labyrinth", &["house:greedy"]), &["house:greedy"], sinks).await.unwrap();
    assert_eq!(report.record, Some(Kept::Whole(path.clone())));
    assert_eq!(files(folder.path()), ["m.trace"]);
    let record = record(&path).unwrap();
    assert_eq!(record.trace.windows(), report.windows);
    assert_eq!(record.seal.map(|seal| (seal.key, seal.holds)), Some((key.public(), true)));
    assert_eq!(record.trace.header.map_digest.len(), 64);
}

#[tokio::test]
async fn a_match_whose_record_cannot_be_written_any_further_is_void() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Whoever reads it takes the first bytes and goes.
    let reading = pipe.clone();
    let reader = std::thread::spawn(move || fs::File::open(reading).unwrap().read_exact(&mut [0; 16]));
    let bots = ["house:random"; 2];
    let error = played(&order("jungle", &bots), &bots, to_file(&pipe)).await.unwrap_err();
    reader.join().unwrap().unwrap();
    match error {
        RunError::Void { infrastructure, record: Some(Kept::Lost { partial: None, .. }) } => {
            assert!(infrastructure.reason.contains("Broken pipe"), "{infrastructure}");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_full_disk_voids_the_match_before_it_begins() {
    let order = order("labyrinth", &["house:greedy"]);
    let error = played(&order, &["house:greedy"], to_file("/dev/full".as_ref())).await.unwrap_err();
    assert!(error.to_string().contains("No space left"), "{error}");
}

#[tokio::test]
async fn a_place_that_cannot_be_written_voids_the_match_before_it_begins() {
    let missing = Path::new("/no/such/folder/m.trace");
    let error = played(&order("labyrinth", &["house:greedy"]), &["house:greedy"], to_file(missing))
        .await
        .unwrap_err();
    assert!(matches!(error, RunError::Void { .. }));
    assert!(error.to_string().contains("the record `m.trace` cannot be written"), "{error}");
}

/// Stops a match from outside after so many windows of its picture.
fn stopping_after(windows: usize, mut sinks: Sinks) -> (Sinks, Stop) {
    let (handle, stop) = Stop::new();
    let mut left = windows;
    let send = Box::new(move |_| {
        left -= 1;
        if left == 0 {
            handle.stop();
        }
    });
    sinks.reels.push(ReelSink { eyes: Viewer::Spectator, send });
    (sinks, stop)
}

const STAYS: &str = "python3 -c \"
import sys, json
for line in sys.stdin:
    if json.loads(line)['type'] == 'turn':
        print('{\\\"act\\\": \\\"stay\\\"}', flush=True)
\"";

#[tokio::test]
async fn a_stopped_match_leaves_a_partial_record_that_can_be_gone_on_with() {
    for specs in [["house:greedy"], [STAYS]] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.trace");
        let (sinks, stop) = stopping_after(4, to_file(&path));
        let order = order("labyrinth", &specs);
        let report = run(&order, &mut LocalCrew::new(seats(&specs)), sinks, stop).await.unwrap();
        assert_eq!(report.outcome, None);
        let partial = folder.path().join("m.trace.partial");
        assert_eq!(report.record, Some(Kept::Partial(partial.clone())));
        assert_eq!(files(folder.path()), ["m.trace.partial"]);

        let mut resumed = Resumed::read(fs::read(&partial).unwrap()).unwrap();
        let house = seats(&["house:greedy"]);
        resumed.entrants = house.iter().map(SeatSpec::entrant).collect();
        let report =
            resume(&resumed, &mut LocalCrew::new(house), to_file(&path), Stop::never()).await.unwrap();
        assert!(report.outcome.is_some());
        let whole = record(&path).unwrap().trace;
        assert_eq!(whole.header.entrants, [Entrant::house("greedy")]);
        assert_eq!(whole.windows(), report.windows, "what was played before counts");
        assert!(whole.windows() > record(&partial).unwrap().trace.windows());
    }
}

#[tokio::test]
async fn a_match_that_is_taken_up_again_and_left_at_once_keeps_what_was_played_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.trace");
    let (sinks, stop) = stopping_after(4, to_file(&path));
    run(&order("labyrinth", &[STAYS]), &mut LocalCrew::new(seats(&[STAYS])), sinks, stop).await.unwrap();
    let partial = fs::read(folder.path().join("m.trace.partial")).unwrap();
    let before = record(&folder.path().join("m.trace.partial")).unwrap().trace.windows();
    let mut resumed = Resumed::read(partial).unwrap();
    resumed.entrants = seats(&[STAYS]).iter().map(SeatSpec::entrant).collect();
    let (handle, stop) = Stop::new();
    handle.stop();
    let again = folder.path().join("again.trace");
    let report = resume(&resumed, &mut LocalCrew::new(seats(&[STAYS])), to_file(&again), stop).await.unwrap();
    let Some(Kept::Partial(kept)) = report.record else { panic!("{:?}", report.record) };
    assert_eq!((report.windows, record(&kept).unwrap().trace.windows()), (before, before));
}

/// A crew that knows nobody, as one that has only read a file.
struct Reader;

impl Crew for Reader {
    fn seat<G: Offer>(&mut self, place: Place<'_, G>) -> Result<Chair<G>, SeatError> {
        match (place.entrant.kind, &place.entrant.bot) {
            (EntrantKind::House, Some(bot)) => place.house(bot),
            _ => Err(SeatError::Stranger(place.entrant.name.clone())),
        }
    }
}

#[tokio::test]
async fn nothing_that_is_read_can_run() {
    let folder = tempfile::tempdir().unwrap();
    let owned = folder.path().join("owned");
    let command = format!("sh -c 'touch {}'", owned.display());
    // Every way in which a record could try to name a program.
    for seat in [
        format!(r#"{{"name":"x","kind":"bot","bot":"{command}"}}"#),
        format!(r#"{{"name":"{command}","kind":"bot"}}"#),
        format!(r#"{{"name":"x","kind":"wire","bot":"wire:{command}"}}"#),
        format!(r#"{{"name":"x","kind":"house","bot":"{command}"}}"#),
        format!(r#"{{"name":"x","kind":"person","spec":"{command}"}}"#),
    ] {
        let path = folder.path().join("save.trace");
        let (sinks, stop) = stopping_after(3, to_file(&path));
        let order = order("labyrinth", &["house:greedy"]);
        run(&order, &mut LocalCrew::new(seats(&["house:greedy"])), sinks, stop).await.unwrap();
        let partial = folder.path().join("save.trace.partial");
        let hostile = doctored(&fs::read(&partial).unwrap(), |text| {
            text.replacen(r#"{"name":"greedy","kind":"house","bot":"greedy"}"#, &seat, 1)
        });
        fs::remove_file(&partial).unwrap();
        let resumed = Resumed::read(hostile).unwrap();
        let refused = resume(&resumed, &mut Reader, Sinks::default(), Stop::never()).await.unwrap_err();
        assert!(matches!(refused, RunError::Order(OrderError::Seat(_))), "{refused}");
        assert!(!owned.exists(), "{seat} was run");
    }
}

/// Unpacks a record, changes its text and packs it again.
fn doctored(file: &[u8], change: impl Fn(String) -> String) -> Vec<u8> {
    let start = file.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let text = String::from_utf8(zstd::decode_all(&file[start..]).unwrap()).unwrap();
    let changed = change(text.clone());
    assert_ne!(text, changed, "the change must change something");
    [&file[..start], &zstd::encode_all(changed.as_bytes(), 3).unwrap()].concat()
}

#[tokio::test]
async fn a_record_with_too_few_entrants_or_foreign_bytes_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.trace");
    let (sinks, stop) = stopping_after(3, to_file(&path));
    let specs = ["house:random"; 3];
    run(&order("galaxy", &specs), &mut LocalCrew::new(seats(&specs)), sinks, stop).await.unwrap();
    let partial = fs::read(folder.path().join("m.trace.partial")).unwrap();
    let seat = r#"{"name":"random","kind":"house","bot":"random"},"#;
    let few = Resumed::read(doctored(&partial, |text| text.replacen(seat, "", 1))).unwrap_err().to_string();
    assert!(few.contains("2 entrants") && few.contains("3 seats"), "{few}");
    assert!(Resumed::read(b"GIF89a".to_vec()).unwrap_err().to_string().contains("not a Meydan trace"));
}

/// Seats a house bot that panics beside one that does not.
struct Panics;

impl Crew for Panics {
    fn seat<G: Offer>(&mut self, place: Place<'_, G>) -> Result<Chair<G>, SeatError> {
        match place.seat.0 {
            0 => Ok(Chair::House(Box::new(|_: &mut dyn Desk<G>| panic!("a bug of ours")))),
            _ => place.house("random"),
        }
    }
}

#[tokio::test]
async fn a_house_bot_that_panics_voids_the_match() {
    let error =
        run(&order("jungle", &["house:random"; 2]), &mut Panics, Sinks::default(), Stop::never()).await;
    let text = error.unwrap_err().to_string();
    assert!(text.starts_with("the match is void: the house bot on seat 0 panicked: a bug of ours"), "{text}");
}

#[tokio::test]
async fn wrong_orders_are_told_apart_from_trouble_of_ours() {
    for (game, specs, ruleset) in [
        ("chess", vec!["house:random"], None),
        ("jungle", vec!["house:kasparov", "house:random"], None),
        ("jungle", vec!["house:random"; 9], None),
        ("jungle", vec!["house:random"; 2], Some("modern")),
        ("labyrinth", vec!["no-such-program-here"], None),
        ("labyrinth", vec!["wire"], None),
        ("labyrinth", vec!["human"], None),
    ] {
        let order = MatchOrder { ruleset: ruleset.map(str::to_owned), ..order(game, &specs) };
        let error = played(&order, &specs, Sinks::default()).await.unwrap_err();
        assert!(matches!(error, RunError::Order(_)), "{game} {specs:?}: {error}");
    }
}

/// Moves to the neighbour that comes first, says something now and then, always the same for the same view.
const POLICE: &str = "python3 -c \"
import sys, json
for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'turn':
        print('{\\\"done\\\": true, \\\"window\\\": %d}' % message['window'], flush=True)
\"";

#[tokio::test]
async fn the_same_seed_and_bots_give_the_same_match_with_external_bots_too() {
    let specs = ["house:random", POLICE];
    let mut hashes = Vec::new();
    for _ in 0..6 {
        let order = MatchOrder { clock: ClockRate::Off, ..order("gotham", &specs) };
        let report = played(&order, &specs, Sinks::default()).await.unwrap();
        assert_eq!(report.faults, []);
        hashes.push(report.final_hash);
    }
    hashes.dedup();
    assert_eq!(hashes.len(), 1, "{hashes:?}");
}

/// Says nothing, ever.
struct Mute;

impl<G: Game> Player<G> for Mute {
    fn play<'a>(&'a mut self, _: Turn, _: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn what_was_done_is_one_number_whatever_the_seed() {
    let acts = async |bot: &str, seed: u64| {
        let order = MatchOrder { seed: Some(seed), ..order("labyrinth", &[bot]) };
        let report = played(&order, &[bot], Sinks { acts: true, ..Sinks::default() }).await.unwrap();
        (report.acts.unwrap(), report.final_hash)
    };
    let (stays, again) = (acts(STAYS, 5).await, acts(STAYS, 6).await);
    assert_eq!(stays.0, again.0);
    assert_ne!(stays.1, again.1, "the seed is in the state");
    let (random, again) = (acts("house:random", 5).await, acts("house:random", 6).await);
    assert!(random.0 != again.0 && random.0 != stays.0);
}

#[tokio::test(start_paused = true)]
async fn a_match_without_clocks_says_for_whom_it_waits() {
    struct Silence(StopHandle, Vec<News>);
    impl Crew for Silence {
        fn seat<G: Offer>(&mut self, _: Place<'_, G>) -> Result<Chair<G>, SeatError> {
            Ok(Chair::Player(Box::new(Mute)))
        }
        fn news(&mut self, news: &News) {
            self.1.push(news.clone());
            self.0.stop();
        }
    }
    let (handle, stop) = Stop::new();
    let mut crew = Silence(handle, Vec::new());
    let order = MatchOrder { clock: ClockRate::Off, ..order("labyrinth", &["./mute"]) };
    let report = run(&order, &mut crew, Sinks::default(), stop).await.unwrap();
    assert!(report.outcome.is_none());
    assert_eq!(crew.1, [News::Silent { seats: vec![(Seat(0), "mute".to_owned())], stop: None }]);
}
