//! Clients that the server starts itself, one process per unit, as the original did (spec 17).

use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use meydan_gotham::{Gotham, Team};
use meydan_referee::{Table, Trouble};
use meydan_sandbox::{Command, Tree};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::sync::watch;
use tokio::time::timeout;

/// How long a client may take to leave after the match.
const GRACE: Duration = Duration::from_millis(700);
/// How long the last of a client's output may take when the client has gone.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// How much of a client's output is kept between two windows.
const KEPT: usize = 64 << 10;

/// The longest line of it; a longer one is taken in pieces.
const LONGEST_LINE: u64 = 16 << 10;
/// How much of it goes into the details log.
const MOST_DETAILS: usize = 16 << 20;

/// One unit's client.
pub(crate) struct Client {
    command: Command,
    /// Who it is, for the log: `Client 3 from team FIRST`.
    name: String,
    details: Option<Arc<Mutex<File>>>,
    said: Arc<Mutex<String>>,
    tree: Option<Tree>,
    /// How many of its two output streams have ended.
    ended: watch::Sender<usize>,
}

impl Client {
    pub(crate) fn new(
        words: Vec<String>,
        token: String,
        unit: i32,
        team: Team,
        details: Option<Arc<Mutex<File>>>,
    ) -> Option<Client> {
        let mut words = words.into_iter();
        let program = words.next()?;
        let args = words.chain([token]).collect();
        let team = crate::convert::team(team).as_str_name();
        Some(Client {
            command: Command { program, args, env: Vec::new(), dir: None },
            name: format!("Client {unit} from team {team}"),
            details,
            said: Arc::default(),
            tree: None,
            ended: watch::Sender::new(0),
        })
    }

    /// Starts the process. One that does not start leaves its seat empty and harms nobody else.
    pub(crate) fn start(&mut self) -> Result<(), Trouble> {
        let process =
            meydan_sandbox::start(&self.command).map_err(|error| Trouble::start(error.to_string()))?;
        self.listen(process.stdout, "log");
        self.listen(process.stderr, "error");
        self.tree = Some(process.tree);
        Ok(())
    }

    /// Copies an output stream line by line into the details log and the seat's own.
    fn listen(&self, stream: impl AsyncRead + Unpin + Send + 'static, what: &'static str) {
        let (name, details) = (self.name.clone(), self.details.clone());
        let (said, ended) = (Arc::clone(&self.said), self.ended.clone());
        tokio::spawn(async move {
            let mut written = 0;
            read_lines(stream, |text| {
                if let Some(details) = details.as_ref().filter(|_| written < MOST_DETAILS) {
                    written += text.len();
                    let rest = if written < MOST_DETAILS { "" } else { " (the rest is not kept)" };
                    let mut file = details.lock().expect("nobody panics while holding this lock");
                    // The log is for people; a full disk does not stop a match.
                    let _ = writeln!(file, "{name} {what}: {}{rest}", text.trim_end());
                }
                let mut said = said.lock().expect("nobody panics while holding this lock");
                if said.len() < KEPT {
                    said.push_str(text);
                }
            })
            .await;
            ended.send_modify(|streams| *streams += 1);
        });
    }

    /// Waits until the client has gone; one that was never started has.
    pub(crate) async fn gone(&mut self) {
        let Some(tree) = &mut self.tree else { return };
        while !tree.wait(Duration::from_secs(3600)).await {}
        // Somebody it has started may hold its streams.
        let mut ended = self.ended.subscribe();
        let _ = timeout(LAST_WORDS, ended.wait_for(|&streams| streams >= 2)).await;
    }

    /// How it ended, for its author.
    pub(crate) async fn epitaph(&mut self) -> String {
        match &mut self.tree {
            Some(tree) => tree.epitaph().await,
            None => "it was never started".to_owned(),
        }
    }

    pub(crate) fn collect(&mut self, table: &Table<Gotham>) {
        let said = std::mem::take(&mut *self.said.lock().expect("nobody panics while holding this lock"));
        if !said.is_empty() {
            table.stderr(said);
        }
    }

    /// Waits a moment for the client to leave by itself, then ends it and everything it has started.
    pub(crate) async fn finish(&mut self, table: &Table<Gotham>) {
        if let Some(tree) = &mut self.tree {
            tree.wait(GRACE).await;
            if let Err(survivors) = tree.end().await {
                table.fault(meydan_core::FaultKind::Gone, survivors.to_string());
            }
        }
    }
}

/// Reads a stream to its end, line by line. A line without end comes in pieces, so that it does not fill the memory.
async fn read_lines(stream: impl AsyncRead + Unpin, mut each: impl FnMut(&str)) {
    let mut lines = BufReader::new(stream);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut lines).take(LONGEST_LINE).read_until(b'\n', &mut line).await {
        each(&String::from_utf8_lossy(&line));
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_line_without_end_comes_in_pieces() {
        let endless = vec![b'x'; 100_000];
        let text = [b"hello\n", endless.as_slice(), b"\nbye"].concat();
        let mut pieces = Vec::new();
        read_lines(text.as_slice(), |piece| pieces.push(piece.to_owned())).await;
        assert_eq!(pieces.concat().as_bytes(), text);
        assert_eq!((pieces[0].as_str(), pieces.last().unwrap().as_str()), ("hello\n", "bye"));
        assert!(pieces.iter().all(|piece| piece.len() as u64 <= LONGEST_LINE));
    }
}
