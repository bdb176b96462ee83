//! Bots and clients in processes of their own.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Game, Outcome, Seat};
use meydan_native::{NativePlayer, StderrTap};
use meydan_referee::{Briefing, Gauge, Lobby, Player, Sign, Table, Trouble, Turn};
use meydan_sandbox::{Apart, Process, Relay, StartError, Walls};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::crew::{Crew, News};
use crate::gate::Gate;
use crate::judge::{Launch, LifeTerms};
use crate::living::{Living, before_the_match};

/// How long a client that we started may take to log in: a virtual machine on a busy computer is slow to start.
const LOGIN: Duration = Duration::from_secs(120);
/// Longer than anybody waits.
const LONG: Duration = Duration::from_secs(365 * 24 * 3600);
/// How long the last words of a client are waited for after it has gone.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// How many lines of one that never came are shown.
const LAST_LINES: usize = 10;

/// A bot of our own protocol in a process of its own.
pub(crate) struct BotProcess {
    player: NativePlayer<tokio::process::ChildStdout, tokio::process::ChildStdin>,
    living: Living,
}

impl BotProcess {
    /// Starts a bot behind whatever walls it was given.
    pub(crate) async fn launch(launch: Launch) -> Result<BotProcess, StartError> {
        Ok(BotProcess::of(launch.walls.start(&launch.command).await?, launch))
    }

    fn of(process: Process, launch: Launch) -> BotProcess {
        let living = Living::new(process.tree, launch.terms, launch.lease, Vec::new());
        let mut player =
            NativePlayer::new(process.stdout, process.stdin).with_lifeline(Box::new(living.clone()));
        let mut stderr = StderrTap::new(process.stderr);
        if let Some(LifeTerms { output, .. }) = launch.terms {
            player = player.with_output(output);
            stderr = stderr.with_limit(output);
        }
        let player = player.with_stderr(stderr);
        BotProcess { player, living }
    }

    pub(crate) fn living(&self) -> Living {
        self.living.clone()
    }
}

impl<G: Game> Player<G> for BotProcess {
    fn gauge(&self) -> Option<Arc<dyn Gauge>> {
        self.living.gauge(true)
    }

    fn warm_up(&self) -> Option<Duration> {
        self.living.terms().map(|terms| terms.start)
    }

    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        self.player.start(briefing, table)
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(worn_out_or(self.living.clone(), self.player.play(turn, table)))
    }

    fn collect(&mut self, table: &Table<G>) {
        Player::<G>::collect(&mut self.player, table);
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.player.finish(outcome, table).await;
            table.ended(self.living.release().await);
        })
    }
}

/// A bot of our own protocol that comes by itself; waiting for it takes as long as it takes.
pub(crate) async fn caller<C: Crew>(
    door: &TcpListener,
    crew: &mut C,
) -> io::Result<NativePlayer<OwnedReadHalf, OwnedWriteHalf>> {
    let door = door.try_clone()?;
    door.set_nonblocking(true)?;
    crew.news(&News::Waiting { clients: 1, address: door.local_addr()?, tokens: Vec::new() });
    let (stream, _) = tokio::net::TcpListener::from_std(door)?.accept().await?;
    stream.set_nodelay(true)?;
    let (output, input) = stream.into_split();
    Ok(NativePlayer::new(output, input))
}

/// Nobody came.
pub(crate) fn nobody() -> NativePlayer<tokio::io::Empty, tokio::io::Sink> {
    NativePlayer::new(tokio::io::empty(), tokio::io::sink())
}

/// Plays a window, unless the process has used up the processor time of its whole life.
async fn worn_out_or(living: Living, play: BoxFuture<'_, Result<(), Trouble>>) -> Result<(), Trouble> {
    let played = tokio::select! {
        biased;
        played = play => played,
        trouble = living.worn_out() => Err(trouble),
    };
    played.inspect_err(|trouble| living.dismiss(trouble))
}

/// A seat whose program could not be started, by its own fault.
pub(crate) struct Absent(pub(crate) String);

impl<G: Game> Player<G> for Absent {
    fn start<'a>(&'a mut self, _: &'a Briefing, _: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(std::future::ready(Err(Trouble::start(&self.0))))
    }

    fn play<'a>(&'a mut self, _: Turn, _: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(std::future::ready(Err(Trouble::start(&self.0))))
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
    absent: Option<Trouble>,
    /// What it had written by then.
    words: String,
}

struct Running {
    output: Vec<StderrTap>,
    living: Living,
    /// Nothing more is told of its end: it was told, or the match is over.
    told: bool,
}

impl Running {
    /// What it has written since somebody asked last.
    fn words(&mut self) -> impl Iterator<Item = String> {
        self.output.iter_mut().filter_map(StderrTap::take)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process outlives its player by its goodbye.
        self.living.keep(std::mem::take(&mut self.output));
    }
}

impl Client {
    /// Starts a client and waits until it has come to its seat, or will not come any more. One with a network of its own finds
    /// its server on the port of the original.
    pub(crate) async fn start<G: Game>(
        launch: Launch,
        seat: Seat,
        lobby: &mut dyn Lobby<G>,
        port: u16,
    ) -> Client {
        match Started::new(launch, seat, lobby, port).await {
            Ok(Started { process, come, launch, relays }) => {
                let living = Living::new(process.tree, launch.terms, launch.lease, relays);
                // Clients of the contests print to either stream; both belong to the seat's log.
                let output = vec![StderrTap::new(process.stdout), StderrTap::new(process.stderr)];
                let mut running = Running { output, living, told: false };
                let absent = tokio::select! {
                    biased;
                    () = come => None,
                    // A client that dies before it has taken its seat will never take it.
                    ended = running.living.ended(LOGIN) => Some(match ended {
                        true => {
                            let how = running.living.epitaph().await;
                            format!("the client did not come to its seat: {}", before_the_match(&how))
                        }
                        false => format!("the client did not come to its seat within {} s", LOGIN.as_secs()),
                    }),
                };
                drop(process.stdin);
                let mut words = String::new();
                let absent = match absent {
                    None => None,
                    Some(why) => {
                        for tap in &mut running.output {
                            tap.drain(LAST_WORDS).await;
                        }
                        words.extend(running.words());
                        let last = words.lines().rfind(|line| !line.trim().is_empty());
                        Some(Trouble::start(match last {
                            Some(line) => format!("{why}; its last line was `{}`", line.trim()),
                            None => why,
                        }))
                    }
                };
                Client { running: Some(running), absent, words }
            }
            Err(StartError::Wall(wall)) => Client::never(Trouble::ours(StartError::Wall(wall).to_string())),
            Err(error) => Client::never(Trouble::start(error.to_string())),
        }
    }

    fn never(absent: Trouble) -> Client {
        Client { running: None, absent: Some(absent), words: String::new() }
    }

    /// Why it never came, and what it wrote last.
    pub(crate) fn absence(&self) -> Option<(String, Vec<String>)> {
        let why = self.absent.as_ref()?.to_string();
        let lines: Vec<&str> = self.words.lines().collect();
        let last = lines[lines.len().saturating_sub(LAST_LINES)..].iter().map(|&line| line.to_owned());
        Some((why, last.collect()))
    }

    /// Whether it has come to its seat.
    pub(crate) fn came(&self) -> bool {
        self.absent.is_none()
    }

    /// Waits until its process has ended.
    pub(crate) async fn ended(&self) {
        if let Some(running) = &self.running {
            running.living.ended(LONG).await;
        }
    }

    pub(crate) fn living(&self) -> Option<Living> {
        self.running.as_ref().map(|running| running.living.clone())
    }
}

/// A client that is on its way to its seat.
struct Started {
    process: Process,
    come: BoxFuture<'static, ()>,
    launch: Launch,
    relays: Vec<Relay>,
}

impl Started {
    async fn new<G: Game>(
        mut launch: Launch,
        seat: Seat,
        lobby: &mut dyn Lobby<G>,
        port: u16,
    ) -> Result<Started, StartError> {
        if !launch.is_apart() {
            let directions = lobby.directions(seat, lobby.address());
            let command = launch.command.clone().with_args(directions.args).with_env(directions.env);
            let come = lobby.expect(seat, Sign::Next);
            let process = launch.walls.start(&command).await?;
            return Ok(Started { process, come, launch, relays: Vec::new() });
        }
        let wall = |error: io::Error| StartError::Wall(format!("its network: {error}"));
        let directions = lobby.directions(seat, SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let gate = Gate::open(&directions.calls).await.map_err(wall)?;
        let called = !directions.calls.is_empty();
        match &mut launch.walls {
            Walls::Jail(jail) => (jail.port, jail.called) = (Some(port), called),
            walls => *walls = Walls::Apart(Apart { port, called }),
        }
        let command = launch.command.clone().with_args(directions.args).with_env(directions.env);
        let come = lobby.expect(seat, gate.sign());
        let mut process = launch.walls.start(&command).await?;
        let relays = gate.connect(&mut process, lobby.address()).map_err(wall)?;
        Ok(Started { process, come, launch, relays })
    }
}

impl<G: Game> WireClient<G> {
    pub(crate) fn new(player: Box<dyn Player<G>>, client: Client) -> Self {
        WireClient { player, client }
    }
}

impl<G: Game> Player<G> for WireClient<G> {
    fn clocked(&self) -> bool {
        self.player.clocked()
    }

    fn gauge(&self) -> Option<Arc<dyn Gauge>> {
        self.client.running.as_ref().and_then(|running| running.living.gauge(false))
    }

    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        match &self.client.absent {
            Some(trouble) => Box::pin(std::future::ready(Err(trouble.clone()))),
            None => self.player.start(briefing, table),
        }
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        let play = self.player.play(turn, table);
        let came = self.client.absent.is_none();
        let Some(running) = &mut self.client.running else { return play };
        let living = running.living.clone();
        let (first, clocked) = (turn.window.number == 0, turn.budget.is_some());
        Box::pin(async move {
            let dead = living.clone();
            let died = async move {
                dead.ended(LONG).await;
                // Its wire may notice by itself, and knows more.
                tokio::time::sleep(LAST_WORDS).await;
                dead.epitaph().await
            };
            let mut play = std::pin::pin!(worn_out_or(living.clone(), play));
            let played = tokio::select! {
                biased;
                played = &mut play => played,
                how = died, if !clocked || (came && !running.told) => match clocked {
                    // The window takes its time, but whose client is gone is told at once.
                    true => {
                        running.told = true;
                        table.fault(FaultKind::Gone, how);
                        play.await
                    }
                    // No clock ends the waiting for somebody who cannot come any more.
                    false if first => Err(Trouble::start(format!("the client did not come to its seat: {how}"))),
                    false => Err(Trouble::gone(how)),
                },
            };
            // Its connection may end a moment before it does, and how it ended belongs to this window. One that never came has none, and what is waited for
            // it would be the referee's time: the match would be lost by its clock, where it is void.
            if matches!(played, Err(Trouble::Theirs { kind: FaultKind::Gone, .. })) {
                living.settle().await;
            }
            played
        })
    }

    fn collect(&mut self, table: &Table<G>) {
        let said = std::mem::take(&mut self.client.words);
        if !said.is_empty() {
            table.stderr(said);
        }
        if let Some(running) = &mut self.client.running {
            running.words().for_each(|text| table.stderr(text));
            // Its wire may not notice, or only in its own words.
            if !running.told
                && self.client.absent.is_none()
                && let Some(how) = running.living.has_ended()
            {
                running.told = true;
                table.fault(FaultKind::Gone, how);
            }
        }
        self.player.collect(table);
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if let Some(running) = &mut self.client.running {
                running.told = true;
            }
            self.player.finish(outcome, table).await;
            if let Some(running) = &mut self.client.running {
                table.ended(running.living.release().await);
                for tap in &mut running.output {
                    tap.drain(LAST_WORDS).await;
                }
            }
        })
    }
}
