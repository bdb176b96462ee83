use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::trace::SeatName;
use meydan_core::{Bot, Game, Outcome, Roster, Seat, SeatSet};
use meydan_native::{Lifeline, NativePlayer, StderrTap};
use meydan_referee::{Briefing, HousePlayer, Lobby, Player, Table, Trouble, Turn};
use meydan_sandbox::{Command, CommandError, StartError, Tree};
use thiserror::Error;

use crate::{Offer, Prepared};

/// Who sits on a seat, as it is written on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatSpec {
    /// `house:NAME`.
    House(String),
    /// A command line that speaks the native protocol.
    Command(String),
    /// `wire`: a client of the original contest, waited for on the original's port.
    Wire,
    /// `wire:COMMAND`: a client of the original contest that we start.
    WireCommand(String),
    /// `human`.
    Human,
}

impl FromStr for SeatSpec {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        Ok(match text {
            "human" => SeatSpec::Human,
            "wire" => SeatSpec::Wire,
            _ => match text.split_once(':') {
                Some(("house", name)) => SeatSpec::House(name.to_owned()),
                Some(("wire", command)) => {
                    Command::parse(command)?;
                    SeatSpec::WireCommand(command.to_owned())
                }
                _ => {
                    Command::parse(text)?;
                    SeatSpec::Command(text.to_owned())
                }
            },
        })
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatSpec::House(name) => write!(f, "house:{name}"),
            SeatSpec::Command(line) => f.write_str(line),
            SeatSpec::Wire => f.write_str("wire"),
            SeatSpec::WireCommand(line) => write!(f, "wire:{line}"),
            SeatSpec::Human => f.write_str("human"),
        }
    }
}

impl SeatSpec {
    /// The name for the trace and the tables.
    pub fn name(&self) -> SeatName {
        let name = match self {
            SeatSpec::House(name) => name.clone(),
            SeatSpec::Human => "human".to_owned(),
            SeatSpec::Wire => "wire".to_owned(),
            SeatSpec::Command(line) | SeatSpec::WireCommand(line) => {
                let words: Vec<&str> = line.split_whitespace().collect();
                let telling = words.iter().rev().find(|word| !word.starts_with('-')).copied().unwrap_or(line);
                Path::new(telling)
                    .file_name()
                    .map_or(telling.to_owned(), |f| f.to_string_lossy().into_owned())
            }
        };
        SeatName { name, spec: self.to_string() }
    }

    /// Whether a client of the original contest sits here.
    pub fn is_wire(&self) -> bool {
        matches!(self, SeatSpec::Wire | SeatSpec::WireCommand(_))
    }
}

/// Why seats cannot be filled.
#[derive(Debug, Error)]
pub enum SeatError {
    /// A wrong number of seats.
    #[error("{game} on the map `{map}` has {seats}; {given} given: {hint}")]
    Count {
        /// The game.
        game: &'static str,
        /// The map.
        map: String,
        /// What there is, in words.
        seats: String,
        /// How many were given.
        given: usize,
        /// What to do.
        hint: String,
    },
    /// No such house bot.
    #[error("`{game}` has no house bot `{name}`; it has {known}")]
    House {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The game had no original wire.
    #[error(
        "`{0}` had no original server, so no `wire` seats; give a command that speaks the native protocol"
    )]
    NoWire(&'static str),
    /// Nobody can sit here in this command.
    #[error("a `human` seat needs a terminal; use `meydan play {0}`")]
    NoHuman(&'static str),
    /// A command that cannot be run.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A command that did not start.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl SeatSpec {
    /// Deals the given seats out: one for each seat of the roster, or one for each side, which then fills every seat
    /// of that side.
    pub fn deal<G: Offer>(prepared: &Prepared<G>, given: &[SeatSpec]) -> Result<Vec<SeatSpec>, SeatError> {
        let roster: &Roster = prepared.game.roster();
        let sides: Vec<_> = roster.sides().collect();
        if given.len() == roster.len() {
            return Ok(given.to_vec());
        }
        if given.len() == sides.len() {
            let of_side = |seat| sides.iter().position(|side| *side == roster.side(seat)).unwrap_or(0);
            return Ok(roster.seats().map(|seat| given[of_side(seat)].clone()).collect());
        }
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let (seats, hint) = if sides.len() == roster.len() {
            (count(roster.len(), "seat"), format!("give {}", count(roster.len(), "seat")))
        } else {
            let seats = format!("{} on {}", count(roster.len(), "seat"), count(sides.len(), "side"));
            (seats, "give one for each side, or one for each seat".to_owned())
        };
        Err(SeatError::Count { game: G::NAME, map: prepared.map.clone(), seats, given: given.len(), hint })
    }
}

/// The bots, if all seats are house bots. They need no clocks and no waiting, and one after another in one thread they
/// play the same match every time.
pub fn house_only<G: Offer>(prepared: &Prepared<G>, specs: &[SeatSpec]) -> Option<Vec<Box<dyn Bot<G>>>> {
    let bot = |(i, spec): (usize, &SeatSpec)| match spec {
        SeatSpec::House(name) => G::house(name, &prepared.config, prepared.seat_chance(i)),
        _ => None,
    };
    specs.iter().enumerate().map(bot).collect()
}

/// Fills the seats of a match. Programs are started at once; a `human` seat is taken from `people`, which may hold a
/// player for it.
pub fn seat_players<G: Offer>(
    prepared: &Prepared<G>,
    specs: &[SeatSpec],
    mut lobby: Option<&mut dyn Lobby<G>>,
    mut people: BTreeMap<Seat, Box<dyn Player<G>>>,
) -> Result<Vec<Box<dyn Player<G>>>, SeatError> {
    let mut players: Vec<Box<dyn Player<G>>> = Vec::new();
    for (seat, spec) in prepared.game.roster().seats().zip(specs) {
        players.push(match spec {
            SeatSpec::House(name) => {
                let chance = prepared.seat_chance(seat.index());
                let bot = G::house(name, &prepared.config, chance).ok_or_else(|| SeatError::House {
                    game: G::NAME,
                    name: name.clone(),
                    known: G::house_bots().join(", "),
                })?;
                Box::new(HousePlayer::new(bot))
            }
            SeatSpec::Command(line) => Box::new(BotProcess::start(&Command::parse(line)?)?),
            SeatSpec::Wire | SeatSpec::WireCommand(_) => {
                let lobby = lobby.as_deref_mut().ok_or(SeatError::NoWire(G::NAME))?;
                let player = lobby.player(seat);
                match spec {
                    SeatSpec::WireCommand(line) => {
                        let directions = lobby.directions(seat);
                        let command =
                            Command::parse(line)?.with_args(directions.args).with_env(directions.env);
                        Box::new(WireClient::start(player, &command)?)
                    }
                    _ => player,
                }
            }
            SeatSpec::Human => people.remove(&seat).ok_or(SeatError::NoHuman(G::NAME))?,
        });
    }
    Ok(players)
}

/// The seats whose window ends with a refused act: all but people's, where the game says so.
pub fn forfeiters<G: Offer>(specs: &[SeatSpec]) -> SeatSet {
    let forfeits = |spec: &SeatSpec| G::REFUSAL_ENDS_WINDOW && *spec != SeatSpec::Human;
    specs.iter().enumerate().filter(|(_, spec)| forfeits(spec)).map(|(i, _)| Seat(i as u8)).collect()
}

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

/// A client of an original contest that we started: its seat is the lobby's business, its process ours.
struct WireClient<G: Game> {
    player: Box<dyn Player<G>>,
    output: [StderrTap; 2],
    tree: Tree,
}

impl<G: Game> WireClient<G> {
    fn start(player: Box<dyn Player<G>>, command: &Command) -> Result<Self, StartError> {
        let process = meydan_sandbox::start(command)?;
        // Clients of the contests print to either stream; both belong to the seat's log.
        let output = [StderrTap::new(process.stdout), StderrTap::new(process.stderr)];
        Ok(WireClient { player, output, tree: process.tree })
    }
}

impl<G: Game> Player<G> for WireClient<G> {
    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            tokio::select! {
                answer = self.player.start(briefing, table) => answer,
                // A client that dies before it has taken its seat will never take it.
                _ = self.tree.wait(Duration::from_secs(24 * 3600)) => {
                    let how = self.tree.epitaph().await;
                    Err(Trouble::start(format!("the client did not come to its seat: {how}")))
                }
            }
        })
    }
    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        self.player.play(turn, table)
    }
    fn collect(&mut self, table: &Table<G>) {
        self.output.iter_mut().filter_map(StderrTap::take).for_each(|text| table.stderr(text));
        self.player.collect(table);
    }
    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.player.finish(outcome, table).await;
            self.tree.wait(Duration::from_millis(500)).await;
        })
    }
}
