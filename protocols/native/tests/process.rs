//! A bot in a process of its own: what it writes to its standard error belongs to the window in which it was written.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::trace::{Entry, Header};
use meydan_core::{Budget, Chance, FaultKind, Game, Outcome, Seat, Seed};
use meydan_native::{Lifeline, NativePlayer, StderrTap};
use meydan_referee::{Match, Recorder, Report, TimeControl};
use meydan_testkit::toy::{Sums, SumsConfig};
use tokio::process::{Child, Command};

struct Process(Child);

impl Lifeline for Process {
    fn epitaph(&mut self) -> BoxFuture<'_, String> {
        Box::pin(async { self.0.wait().await.unwrap().to_string() })
    }

    fn release(&mut self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let _ = tokio::time::timeout(Duration::from_secs(10), self.0.wait()).await;
        })
    }
}

/// What the seat wrote and noted, window by window; the last is what came after the last window.
#[derive(Default)]
struct Log {
    stderr: Vec<String>,
    notes: usize,
}

struct Logger(Arc<Mutex<Log>>);

impl Recorder<Sums> for Logger {
    fn entry(&mut self, entry: &Entry<u32>, _: &[(Seat, u32)], _: &Sums) {
        let mut log = self.0.lock().unwrap();
        match entry {
            Entry::Stderr(_, text) => log.stderr.last_mut().unwrap().push_str(text),
            Entry::Note(_, note) => log.notes += note.0.get().len(),
            Entry::Close(_) => log.stderr.push(String::new()),
            _ => {}
        }
    }

    fn end(&mut self, _: &Outcome, _: &Sums) {}
}

/// Plays a shell script alone for so many windows.
async fn play(windows: u32, script: &str) -> (Report<Sums>, Log) {
    let mut child = Command::new("sh")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let (output, input) = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
    let player = NativePlayer::new(output, input)
        .with_stderr(StderrTap::new(child.stderr.take().unwrap()))
        .with_lifeline(Box::new(Process(child)));
    let config = SumsConfig { seats: 1, ..SumsConfig::live(windows) };
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let header = Header::of(&game, &config, Seed(1));
    let log = Arc::new(Mutex::new(Log { stderr: vec![String::new()], notes: 0 }));
    let mut time = TimeControl::off();
    time.finish = Duration::from_secs(20);
    let game = Match::new(game, vec![Box::new(player)], time).with_recorder(Box::new(Logger(log.clone())));
    let report = game.run(&header).await.unwrap();
    (report, std::mem::take(&mut *log.lock().unwrap()))
}

#[tokio::test]
async fn every_line_is_in_the_window_in_which_it_was_written() {
    let script = r#"
        n=0
        while read -r line; do
            case "$line" in
            *'"type":"turn"'*)
                echo "window $n" >&2
                printf 'begun in %s' "$n" >&2
                echo '{"note":0}'
                echo ', and ended there' >&2
                echo '{"act":1}'
                n=$((n + 1)) ;;
            *'"type":"end"'*)
                printf 'last words' >&2
                exit ;;
            esac
        done"#;
    for _ in 0..5 {
        let (report, log) = play(39, script).await;
        assert!(report.faults.is_empty(), "{:?}", report.faults);
        let mut wanted: Vec<String> =
            (0..39).map(|n| format!("window {n}\nbegun in {n}, and ended there\n")).collect();
        wanted.push("last words".to_owned());
        assert_eq!(log.stderr, wanted);
    }
}

#[tokio::test]
async fn the_last_words_of_a_bot_that_dies_are_kept() {
    let (report, log) = play(3, "read -r line; printf 'ouch' >&2; exit 3").await;
    assert_eq!(report.faults[0].kind, FaultKind::Gone);
    assert_eq!(log.stderr.concat(), "ouch");
}

#[tokio::test]
async fn error_output_and_notes_have_a_budget_per_match_and_that_is_told_once() {
    let script = r#"
        while read -r line; do
            case "$line" in
            *'"type":"turn"'*)
                printf '%060000d\n' 0 >&2
                printf '{"note":"%060000d"}\n' 0
                printf '{"act":1}\n' ;;
            esac
        done"#;
    let (report, log) = play(30, script).await;
    let stderr: usize = log.stderr.iter().map(String::len).sum();
    let budget = Budget::STANDARD;
    assert!((budget.stderr - 120_000..=budget.stderr).contains(&stderr), "{stderr} bytes");
    assert!((budget.notes - 120_000..=budget.notes).contains(&log.notes), "{} bytes", log.notes);
    let kinds: Vec<FaultKind> = report.faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::Flood; 2], "{:?}", report.faults);
}

#[tokio::test]
async fn a_stream_of_errors_that_never_ends_does_not_hold_the_match_up() {
    let script = r#"
        (while :; do printf 'no end to this, and no line break'; done) >&2 &
        noise=$!
        while read -r line; do
            case "$line" in
            *'"type":"turn"'*) echo '{"act":1}' ;;
            *'"type":"end"'*) kill $noise; exit ;;
            esac
        done
        kill $noise"#;
    let (report, _) = play(100, script).await;
    assert_eq!(report.windows, 100);
}
