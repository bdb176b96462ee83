//! The program, running: lines in, things it says out, with a bound on time, output and what it writes.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use meydan_sandbox::{Cause, StartError, Tree};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::time::{Instant, timeout, timeout_at};

use super::CheckError;
use super::room::{FOLDER, Program, overflows};
use super::shown::{Item, Part, Shown, item, opens_board, plain};
use super::words::{End, Phrase, Tail};

/// The most a program may print in one run.
const OUTPUT: u64 = 4 << 20;
/// How often its folder is looked at while it is waited for.
const LOOK: Duration = Duration::from_millis(250);
/// How long a program that has closed its output may take to be gone.
const GOING: Duration = Duration::from_millis(1000);
/// How long it is listened to after its input has ended.
const LISTEN: Duration = Duration::from_millis(500);
/// How many of its last lines are kept, and how much of each.
const HEARD: (usize, usize) = (6, 120);
/// How much of its error output is kept.
const COMPLAINT: usize = 400;

/// A running program.
pub(crate) struct Student {
    stdin: Option<ChildStdin>,
    lines: BufReader<tokio::io::Take<ChildStdout>>,
    /// What has come of a line that is not whole yet.
    begun: Vec<u8>,
    /// The last lines it printed.
    heard: VecDeque<String>,
    complaint: Arc<Mutex<Vec<u8>>>,
    tree: Tree,
    folder: PathBuf,
    phase: u8,
    patience: Duration,
}

/// Why nothing more comes from it.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    pub(crate) what: Phrase,
    /// Whether it was waited for in vain.
    pub(crate) silent: bool,
    /// In which part of a board it ended.
    pub(crate) part: Option<Part>,
}

impl Trouble {
    pub(crate) fn new(what: Phrase) -> Trouble {
        Trouble { what, silent: false, part: None }
    }
}

impl Student {
    pub(crate) async fn start(
        program: &Program,
        folder: &Path,
        seed: u64,
        phase: u8,
        patience: Duration,
    ) -> Result<Student, CheckError> {
        let seed = ("MEYDAN_SEED".to_owned(), seed.to_string());
        let process = program.start(folder, seed).await.map_err(|error| match error {
            StartError::Wall(reason) => CheckError::Wall(reason),
            other => CheckError::Start(other.to_string()),
        })?;
        let complaint = Arc::new(Mutex::new(Vec::new()));
        tokio::spawn(listen(process.stderr, complaint.clone()));
        Ok(Student {
            stdin: Some(process.stdin),
            lines: BufReader::new(process.stdout.take(OUTPUT)),
            begun: Vec::new(),
            heard: VecDeque::new(),
            complaint,
            tree: process.tree,
            folder: folder.to_owned(),
            phase,
            patience,
        })
    }

    /// Types something. A program that has stopped reading is found out when it is asked for its answer.
    pub(crate) async fn say(&mut self, text: &str) {
        if let Some(stdin) = &mut self.stdin {
            let typed = async {
                stdin.write_all(format!("{text}\n").as_bytes()).await?;
                stdin.flush().await
            };
            let _ = timeout(self.patience, typed).await;
        }
    }

    /// No more will be typed.
    pub(crate) fn done(&mut self) {
        self.stdin = None;
    }

    /// The next thing it says that is meant for the check; `None` when it has ended.
    pub(crate) async fn next(&mut self) -> Result<Option<Item>, Trouble> {
        // However much it prints for people: the answer has to come in time.
        let until = Instant::now() + self.patience;
        loop {
            let Some(line) = self.line(until).await? else { return Ok(None) };
            if opens_board(&line) {
                return self.board(until).await.map(|shown| Some(Item::Board(Box::new(shown))));
            }
            if let Some(item) = item(&line) {
                return Ok(Some(item));
            }
        }
    }

    async fn board(&mut self, until: Instant) -> Result<Shown, Trouble> {
        let mut words: Vec<String> = Vec::new();
        loop {
            let part = match Shown::read(&words, self.phase) {
                Ok(Ok(shown)) => return Ok(shown),
                Ok(Err(part)) => part,
                Err((flaw, part)) => {
                    return Err(Trouble::new(Phrase::Unreadable(flaw, part, self.tail())));
                }
            };
            let Some(line) = self.line(until).await? else {
                let what = Phrase::Cut(part, self.how_it_ended().await, self.tail());
                return Err(Trouble { part: Some(part), ..Trouble::new(what) });
            };
            words.extend(line.split_whitespace().map(str::to_owned));
        }
    }

    /// The next line as a person would see it.
    async fn line(&mut self, until: Instant) -> Result<Option<String>, Trouble> {
        loop {
            let look = until.min(Instant::now() + LOOK);
            let read = timeout_at(look, self.lines.read_until(b'\n', &mut self.begun)).await;
            if overflows(&self.folder) {
                return Err(Trouble::new(Phrase::WroteTooMuch { megabytes: FOLDER >> 20 }));
            }
            match read {
                Err(_) if Instant::now() < until => {}
                Err(_) => return Err(self.silence().await),
                Ok(Err(error)) => return Err(Trouble::new(Phrase::Plain(error.to_string()))),
                Ok(Ok(_)) if self.begun.is_empty() && self.lines.get_ref().limit() == 0 => {
                    return Err(Trouble::new(Phrase::PrintedTooMuch { megabytes: OUTPUT >> 20 }));
                }
                Ok(Ok(_)) if self.begun.is_empty() => return Ok(None),
                Ok(Ok(_)) => {
                    let line = plain(&String::from_utf8_lossy(&self.begun));
                    self.begun.clear();
                    if self.heard.len() == HEARD.0 {
                        self.heard.pop_front();
                    }
                    self.heard.push_back(line.chars().take(HEARD.1).collect());
                    return Ok(Some(line));
                }
            }
        }
    }

    /// Why nothing has come. What comes once the input has ended was printed before, and not flushed.
    async fn silence(&mut self) -> Trouble {
        let before = self.begun.len();
        self.stdin = None;
        let _ = timeout(LISTEN, self.lines.read_until(b'\n', &mut self.begun)).await;
        let unflushed = self.begun.len() > before;
        let seconds = self.patience.as_secs_f32();
        Trouble { silent: true, ..Trouble::new(Phrase::Silence { seconds, unflushed, tail: self.tail() }) }
    }

    /// The last things it printed, so that one sees how near they were.
    pub(crate) fn tail(&self) -> Tail {
        let mut lines: Vec<&str> = self.heard.iter().map(|line| line.trim_end()).collect();
        let begun = plain(&String::from_utf8_lossy(&self.begun));
        let begun: String = begun.chars().take(HEARD.1).collect();
        if !begun.trim().is_empty() {
            lines.push(begun.trim_end());
        }
        lines.retain(|line| !line.trim().is_empty());
        let lines = lines.into_iter().map(str::to_owned).collect();
        let complaint = self.complaint.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        let complaint = String::from_utf8_lossy(&complaint);
        let complaint: Vec<String> = complaint.lines().map(plain).collect();
        Tail { lines, complaint: complaint.join("\n").trim().to_owned() }
    }

    /// How it ended, once its output has.
    pub(crate) async fn how_it_ended(&mut self) -> End {
        timeout(GOING, self.tree.cause()).await.map_or(End::RunsOn, End::Cause)
    }

    /// Whether it breaks down once it has said everything: a signal, not an exit code, which nobody asks for.
    pub(crate) async fn crash(&mut self) -> Option<End> {
        self.stdin = None;
        let end = async {
            let mut rest = [0; 4096];
            while self.lines.read(&mut rest).await.is_ok_and(|read| read > 0) {}
            self.tree.cause().await
        };
        match timeout(GOING, end).await {
            Ok(cause @ (Cause::Signal(_) | Cause::Memory(_))) => Some(End::Cause(cause)),
            _ => None,
        }
    }

    /// Ends it, however it is.
    pub(crate) async fn end(mut self) {
        drop(self.stdin.take());
        // Whatever is left of it is the keeper's matter.
        let _ = self.tree.end().await;
    }
}

/// Keeps the end of what it complains; it must not stop for want of a reader.
async fn listen(mut stderr: ChildStderr, into: Arc<Mutex<Vec<u8>>>) {
    let mut bytes = [0; 4096];
    while let Ok(read) = stderr.read(&mut bytes).await {
        if read == 0 {
            break;
        }
        let Ok(mut kept) = into.lock() else { break };
        kept.extend_from_slice(&bytes[..read]);
        let more = kept.len().saturating_sub(COMPLAINT);
        kept.drain(..more);
    }
}
