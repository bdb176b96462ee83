//! Bots and clients in processes of their own.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{Game, Outcome};
use meydan_native::{Lifeline, NativePlayer, StderrTap};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn};
use meydan_sandbox::{Command, StartError, Tree};
use tokio::sync::Mutex;

/// A bot of our own protocol in a process of its own.
pub struct BotProcess {
    player: NativePlayer<tokio::process::ChildStdout, tokio::process::ChildStdin>,
}

impl BotProcess {
    /// Starts the bot.
    pub fn start(command: &Command) -> Result<BotProcess, StartError> {
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

/// Only one started client stands in the door at a time, so that each sits where it was started for.
pub(crate) type Door = Arc<Mutex<()>>;

/// A client of an original contest that we start: its seat is the lobby's business, its process ours.
pub(crate) struct WireClient<G: Game> {
    player: Box<dyn Player<G>>,
    command: Command,
    door: Door,
    running: Option<Running>,
}

struct Running {
    output: [StderrTap; 2],
    tree: Tree,
}

impl<G: Game> WireClient<G> {
    pub(crate) fn new(player: Box<dyn Player<G>>, command: Command, door: Door) -> Self {
        WireClient { player, command, door, running: None }
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
        Box::pin(async move {
            let _alone = self.door.lock().await;
            let started = meydan_sandbox::start(&self.command);
            let process = started.map_err(|error| Trouble::start(error.to_string()))?;
            // Clients of the contests print to either stream; both belong to the seat's log.
            let output = [StderrTap::new(process.stdout), StderrTap::new(process.stderr)];
            let running = self.running.insert(Running { output, tree: process.tree });
            tokio::select! {
                answer = self.player.start(briefing, table) => answer,
                // A client that dies before it has taken its seat will never take it.
                _ = running.tree.wait(Duration::from_secs(24 * 3600)) => {
                    let how = running.tree.epitaph().await;
                    Err(Trouble::start(format!("the client did not come to its seat: {how}")))
                }
            }
        })
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        self.player.play(turn, table)
    }

    fn collect(&mut self, table: &Table<G>) {
        let taps = self.running.iter_mut().flat_map(|running| &mut running.output);
        taps.filter_map(StderrTap::take).for_each(|text| table.stderr(text));
        self.player.collect(table);
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.player.finish(outcome, table).await;
            if let Some(running) = &mut self.running {
                running.tree.wait(Duration::from_millis(500)).await;
            }
        })
    }
}
