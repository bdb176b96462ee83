//! Clients that the server starts itself, one process per unit, as the original did (spec 17).

use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use meydan_gotham::{Gotham, Team};
use meydan_referee::{Table, Trouble};
use meydan_sandbox::{Command, Tree};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::sync::watch;

/// How long a client may take to leave after the match.
const GRACE: Duration = Duration::from_millis(700);
/// How much of a client's output is kept between two windows.
const KEPT: usize = 64 << 10;

/// One unit's client.
pub(crate) struct Client {
    command: Command,
    /// Who it is, for the log: `Client 3 from team FIRST`.
    name: String,
    details: Option<Arc<Mutex<File>>>,
    said: Arc<Mutex<String>>,
    tree: Option<Tree>,
    /// Whether both of its output streams have ended.
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
    pub(crate) fn start(&mut self, table: &Table<Gotham>) -> Result<(), Trouble> {
        match meydan_sandbox::start(&self.command) {
            Ok(process) => {
                self.listen(process.stdout, "log");
                self.listen(process.stderr, "error");
                self.tree = Some(process.tree);
            }
            Err(error) => {
                table.fault(meydan_core::FaultKind::Start, error.to_string());
                self.ended.send_modify(|streams| *streams += 2);
            }
        }
        Ok(())
    }

    /// Copies an output stream line by line into the details log and the seat's own.
    fn listen(&self, stream: impl AsyncRead + Unpin + Send + 'static, what: &'static str) {
        let (name, details) = (self.name.clone(), self.details.clone());
        let (said, ended) = (Arc::clone(&self.said), self.ended.clone());
        tokio::spawn(async move {
            let mut lines = BufReader::new(stream);
            let mut line = Vec::new();
            while let Ok(1..) = lines.read_until(b'\n', &mut line).await {
                let text = String::from_utf8_lossy(&line);
                if let Some(details) = &details {
                    let mut file = details.lock().expect("nobody panics while holding this lock");
                    // The log is for people; a full disk stops no match.
                    let _ = writeln!(file, "{name} {what}: {}", text.trim_end());
                }
                let mut said = said.lock().expect("nobody panics while holding this lock");
                if said.len() < KEPT {
                    said.push_str(&text);
                }
                drop(said);
                line.clear();
            }
            ended.send_modify(|streams| *streams += 1);
        });
    }

    pub(crate) fn has_ended(&self) -> bool {
        *self.ended.borrow() >= 2
    }

    /// Waits until the client has gone.
    pub(crate) async fn end(&self) {
        let mut ended = self.ended.subscribe();
        let _ = ended.wait_for(|&streams| streams >= 2).await;
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
