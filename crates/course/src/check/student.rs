//! The program, running: lines in, things it says out, with a bound on both time and output.

use std::path::Path;
use std::time::Duration;

use meydan_sandbox::{Command, Tree, start};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::time::timeout;

use super::CheckError;
use super::shown::{Item, Shown, item};

/// The most a program may print in one run.
const OUTPUT: u64 = 4 << 20;

/// A running program.
pub(crate) struct Student {
    stdin: Option<ChildStdin>,
    lines: BufReader<tokio::io::Take<ChildStdout>>,
    tree: Tree,
    phase: u8,
    patience: Duration,
}

/// Why nothing more comes from it, in words.
#[derive(Clone, Debug)]
pub(crate) struct Trouble(pub(crate) String);

impl Student {
    pub(crate) fn start(
        command: &Command,
        folder: &Path,
        seed: u64,
        phase: u8,
        patience: Duration,
    ) -> Result<Student, CheckError> {
        let seed = [("MEYDAN_SEED".to_owned(), seed.to_string())];
        let command = command.clone().in_dir(folder).with_env(seed);
        let process = start(&command).map_err(|error| CheckError::Start(error.to_string()))?;
        let mut stderr = process.stderr;
        // What it complains is nobody's business here, but it must not stop for want of a reader.
        tokio::spawn(async move { tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await });
        let lines = BufReader::new(process.stdout.take(OUTPUT));
        Ok(Student { stdin: Some(process.stdin), lines, tree: process.tree, phase, patience })
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
        loop {
            let Some(line) = self.line().await? else { return Ok(None) };
            if line.trim() == "board" {
                return self.board().await.map(|shown| Some(Item::Board(Box::new(shown))));
            }
            if let Some(item) = item(&line) {
                return Ok(Some(item));
            }
        }
    }

    async fn board(&mut self) -> Result<Shown, Trouble> {
        let mut words: Vec<String> = Vec::new();
        loop {
            if let Some(shown) = Shown::read(&words, self.phase).map_err(Trouble)? {
                return Ok(shown);
            }
            let line = self.line().await?;
            let line = line.ok_or_else(|| Trouble("the program ended in the middle of a board".into()))?;
            words.extend(line.split_whitespace().map(str::to_owned));
        }
    }

    async fn line(&mut self) -> Result<Option<String>, Trouble> {
        let mut line = Vec::new();
        let read = timeout(self.patience, self.lines.read_until(b'\n', &mut line)).await;
        match read {
            Err(_) => Err(Trouble(format!("nothing came for {} s", self.patience.as_secs_f32()))),
            Ok(Err(error)) => Err(Trouble(error.to_string())),
            Ok(Ok(0)) if self.lines.get_ref().limit() == 0 => {
                Err(Trouble(format!("the program printed more than {OUTPUT} bytes")))
            }
            Ok(Ok(0)) => Ok(None),
            Ok(Ok(_)) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
        }
    }

    /// Ends it, however it is.
    pub(crate) async fn end(mut self) -> String {
        drop(self.stdin.take());
        let how =
            if self.tree.wait(Duration::ZERO).await { self.tree.epitaph().await } else { String::new() };
        // Whatever is left of it is the keeper's matter.
        let _ = self.tree.end().await;
        how
    }
}
