//! A person's seat: the match on one side, whichever browser holds the key on the other.

use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{Game, Outcome};
use meydan_native::{LineReader, NativePlayer, Read};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn};
use meydan_server::Booth;
use tokio::io::{AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

/// How long a seat waits for its person before the match goes on without.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

/// How many messages may wait either way.
const WAITING: usize = 256;

/// Where browsers come to the seat.
pub(crate) type Door = mpsc::UnboundedSender<Visitor>;

/// A browser's ends of the channels.
pub(crate) struct Visitor {
    hear: mpsc::Sender<String>,
    say: mpsc::Receiver<String>,
}

/// A new visitor, and the person's ends.
pub(crate) fn visitor() -> (Visitor, Booth) {
    let (hear, person_hears) = mpsc::channel(WAITING);
    let (person_says, say) = mpsc::channel(WAITING);
    (Visitor { hear, say }, Booth { hear: person_hears, say: person_says })
}

/// A seat for a person: its player, the door, and the keeper, which ends when everything has been told. Must be called
/// inside the match's runtime.
pub(crate) fn seat<G: Game>() -> (Box<dyn Player<G>>, Door, JoinHandle<()>) {
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    let (output, input) = tokio::io::split(ours);
    let (door, visitors) = mpsc::unbounded_channel();
    let keeper = tokio::spawn(keep(theirs, visitors));
    (Box::new(Person(NativePlayer::new(output, input))), door, keeper)
}

/// Carries lines between the match and the visitor of the moment.
async fn keep(stream: DuplexStream, mut visitors: mpsc::UnboundedReceiver<Visitor>) {
    let (from_match, mut to_match): (ReadHalf<_>, WriteHalf<_>) = tokio::io::split(stream);
    let mut from_match = LineReader::new(from_match);
    let mut memory = Memory::default();
    let mut visitor: Option<Visitor> = None;
    let mut alone_since = Instant::now();
    loop {
        // The limits are for strangers; what comes here is our own.
        from_match.open_window();
        tokio::select! {
            came = visitors.recv() => {
                let Some(new) = came else { return };
                visitor = memory.tell(new).await;
            }
            read = from_match.next() => {
                let Ok(Read::Line(line) | Read::Late(line)) = read else { return };
                let line = String::from_utf8_lossy(line).into_owned();
                if let Some(present) = &visitor && present.hear.send(line.clone()).await.is_err() {
                    visitor = None;
                    alone_since = Instant::now();
                }
                memory.keep(line);
            }
            said = said(&mut visitor) => match said {
                Some(line) => {
                    let line = line.replace(['\n', '\r'], " ") + "\n";
                    if to_match.write_all(line.as_bytes()).await.is_err() {
                        return;
                    }
                }
                None => {
                    visitor = None;
                    alone_since = Instant::now();
                }
            },
            () = sleep_until(alone_since + PATIENCE), if visitor.is_none() => return,
        }
    }
}

/// What the visitor says next; never, while nobody is there.
async fn said(visitor: &mut Option<Visitor>) -> Option<String> {
    match visitor {
        Some(visitor) => visitor.say.recv().await,
        None => std::future::pending().await,
    }
}

/// What somebody who comes back must hear to go on.
#[derive(Default)]
struct Memory {
    start: Option<String>,
    /// The last turn and what followed it.
    turn: Vec<String>,
}

impl Memory {
    fn keep(&mut self, line: String) {
        if line.starts_with(r#"{"type":"start""#) {
            self.start = Some(line);
            return;
        }
        if line.starts_with(r#"{"type":"turn""#) {
            self.turn.clear();
        }
        self.turn.push(line);
    }

    async fn tell(&self, visitor: Visitor) -> Option<Visitor> {
        for line in self.start.iter().chain(&self.turn) {
            visitor.hear.send(line.clone()).await.ok()?;
        }
        Some(visitor)
    }
}

/// A native player that no clock binds.
struct Person(NativePlayer<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>);

impl<G: Game> Player<G> for Person {
    fn clocked(&self) -> bool {
        false
    }
    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        self.0.start(briefing, table)
    }
    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        self.0.play(turn, table)
    }
    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        self.0.finish(outcome, table)
    }
}
