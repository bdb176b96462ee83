//! Bots and clients in processes of their own.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{Game, Outcome};
use meydan_native::{Lifeline, NativePlayer, StderrTap};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn};
use meydan_sandbox::{Command, StartError, Tree};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::crew::{Crew, News};

/// A bot of our own protocol in a process of its own.
pub(crate) struct BotProcess {
    player: NativePlayer<tokio::process::ChildStdout, tokio::process::ChildStdin>,
}

impl BotProcess {
    /// Starts the bot.
    pub(crate) fn start(command: &Command) -> Result<BotProcess, StartError> {
        let process = meydan_sandbox::start(command)?;
        let player = NativePlayer::new(process.stdout, process.stdin)
            .with_stderr(StderrTap::new(process.stderr))
            .with_lifeline(Box::new(Leash(process.tree)));
        Ok(BotProcess { player })
    }
}

impl<G: Game> Player<G> for BotProcess {
    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        self.player.start(briefing, table)
    }
    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        self.player.play(turn, table)
    }
    fn collect(&mut self, table: &Table<G>) {
        Player::<G>::collect(&mut self.player, table);
    }
    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        self.player.finish(outcome, table)
    }
}

/// A bot of our own protocol that comes by itself; waiting for it takes as long as it takes.
pub(crate) async fn caller<C: Crew>(
    door: &TcpListener,
    crew: &mut C,
) -> io::Result<NativePlayer<OwnedReadHalf, OwnedWriteHalf>> {
    let door = door.try_clone()?;
    door.set_nonblocking(true)?;
    crew.news(&News::Waiting { clients: 1, address: door.local_addr()? });
    let (stream, _) = tokio::net::TcpListener::from_std(door)?.accept().await?;
    stream.set_nodelay(true)?;
    let (output, input) = stream.into_split();
    Ok(NativePlayer::new(output, input))
}

/// Nobody came.
pub(crate) fn nobody() -> NativePlayer<tokio::io::Empty, tokio::io::Sink> {
    NativePlayer::new(tokio::io::empty(), tokio::io::sink())
}

/// Holds a bot's process tree for the native player.
struct Leash(Tree);

impl Lifeline for Leash {
    fn epitaph(&mut self) -> BoxFuture<'_, String> {
        Box::pin(self.0.epitaph())
    }

    fn release(&mut self) -> BoxFuture<'_, ()> {
        // A bot that reads the end of the match may want to write something down before it goes.
        Box::pin(async {
            self.0.wait(Duration::from_millis(500)).await;
        })
    }
}

/// A client of an original contest that we started: its seat is the lobby's business, its process ours.
pub(crate) struct WireClient<G: Game> {
    player: Box<dyn Player<G>>,
    client: Client,
}

/// The process of such a client.
pub(crate) struct Client {
    running: Option<Running>,
    /// Why it never came to its seat.
    absent: Option<String>,
}

struct Running {
    output: [StderrTap; 2],
    tree: Tree,
}

impl Client {
    /// Starts a client and waits until it has come to its seat, or will not come any more.
    pub(crate) async fn start(command: &Command, come: BoxFuture<'static, ()>) -> Client {
        let process = match meydan_sandbox::start(command) {
            Ok(process) => process,
            Err(error) => return Client { running: None, absent: Some(error.to_string()) },
        };
        // Clients of the contests print to either stream; both belong to the seat's log.
        let output = [StderrTap::new(process.stdout), StderrTap::new(process.stderr)];
        let mut tree = process.tree;
        let absent = tokio::select! {
            biased;
            () = come => None,
            // A client that dies before it has taken its seat will never take it.
            ended = tree.wait(LOGIN) => Some(match ended {
                true => format!("the client did not come to its seat: {}", tree.epitaph().await),
                false => format!("the client did not come to its seat within {} s", LOGIN.as_secs()),
            }),
        };
        Client { running: Some(Running { output, tree }), absent }
    }

    /// Whether it has come to its seat.
    pub(crate) fn came(&self) -> bool {
        self.absent.is_none()
    }

    /// Waits until its process has ended.
    pub(crate) async fn ended(&mut self) {
        if let Some(running) = &mut self.running {
            running.tree.wait(LONG).await;
        }
    }
}

/// How long a client that we started may take to log in: a virtual machine on a busy computer is slow to start.
const LOGIN: Duration = Duration::from_secs(120);
/// Longer than anybody waits.
const LONG: Duration = Duration::from_secs(365 * 24 * 3600);

impl<G: Game> WireClient<G> {
    pub(crate) fn new(player: Box<dyn Player<G>>, client: Client) -> Self {
        WireClient { player, client }
    }
}

impl<G: Game> Player<G> for WireClient<G> {
    fn clocked(&self) -> bool {
        self.player.clocked()
    }

    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        match &self.client.absent {
            Some(reason) => Box::pin(std::future::ready(Err(Trouble::start(reason)))),
            None => self.player.start(briefing, table),
        }
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        self.player.play(turn, table)
    }

    fn collect(&mut self, table: &Table<G>) {
        let taps = self.client.running.iter_mut().flat_map(|running| &mut running.output);
        taps.filter_map(StderrTap::take).for_each(|text| table.stderr(text));
        self.player.collect(table);
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.player.finish(outcome, table).await;
            if let Some(running) = &mut self.client.running {
                running.tree.wait(Duration::from_millis(500)).await;
            }
        })
    }
}
