use meydan_catalog::{Offer, UnknownGame, Visit, visit};
use meydan_core::trace::{Entrant, Entry, Replay, ReplayError, Trace};
use meydan_core::{Budget, Game, Seat, Status};
use meydan_record::{RecordError, header, read};
use meydan_referee::{HousePlayer, Player, Rehearsal, Stop, Trouble};
use thiserror::Error;

use crate::crew::{Chair, Crew, Place};
use crate::process::{BotProcess, caller};
use crate::resume::set_up;
use crate::{Fairness, SeatError};

/// One window of a recorded match, and what a bot does in it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encore {
    /// The window's number.
    pub window: u32,
    /// The acts of the record, as a list in JSON.
    pub then: String,
    /// The acts of the bot that the rules take, as a list in JSON.
    pub now: String,
    /// Whether they are the same.
    pub same: bool,
    /// What the bot did wrong, in words.
    pub faults: Vec<String>,
    /// What it wrote to its standard error.
    pub stderr: String,
}

/// Why a recorded match cannot be met again.
#[derive(Debug, Error)]
pub enum RerunError {
    /// No such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record does not play again as it says.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The match cannot be set up from its record.
    #[error("the match cannot be set up again: {0}")]
    SetUp(String),
    /// The bot cannot be seated.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// The match has no such seat.
    #[error("the match has {seats} seats, counted from 0; there is no seat {seat}")]
    NoSeat {
        /// The seat asked for.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// The bot left before the match was over.
    #[error(transparent)]
    Bot(#[from] Trouble),
}

/// Lets the first of a crew meet the windows of a recorded match in somebody's place, without a clock: for a bot under a
/// debugger. Nothing it does changes the match. `told` hears of every window and says whether to go on.
pub async fn rerun<C: Crew>(
    record: &[u8],
    seat: Seat,
    from: u32,
    crew: &mut C,
    told: &mut dyn FnMut(Encore) -> bool,
    stop: Stop,
) -> Result<(), RerunError> {
    struct Rerun<'a, C> {
        record: &'a [u8],
        seat: Seat,
        from: u32,
        crew: &'a mut C,
        told: &'a mut dyn FnMut(Encore) -> bool,
    }
    impl<'a, C: Crew> Visit for Rerun<'a, C> {
        type Out = futures_util::future::LocalBoxFuture<'a, Result<(), RerunError>>;
        fn visit<G: Offer>(self) -> Self::Out {
            Box::pin(async move {
                let trace = read::<G::Action>(self.record, &Budget::STANDARD)?.trace;
                let player = sit::<G, C>(&trace, self.seat, self.crew).await?;
                meet(&trace, player, self.seat, self.from, self.told).await
            })
        }
    }
    let game = header(record, &Budget::STANDARD)?.game;
    let mut stop = stop;
    let playing = visit(&game, Rerun { record, seat, from, crew, told })?;
    tokio::select! {
        biased;
        () = stop.wait() => Ok(()),
        met = playing => met,
    }
}

/// Sets the match up as it was, and has the crew find somebody for the seat.
async fn sit<G: Offer, C: Crew>(
    trace: &Trace<G::Action>,
    seat: Seat,
    crew: &mut C,
) -> Result<Box<dyn Player<G>>, RerunError> {
    let prepared = set_up::<G>(&trace.header).map_err(RerunError::SetUp)?;
    let seats = prepared.game.roster().len();
    if seat.index() >= seats {
        return Err(RerunError::NoSeat { seat, seats });
    }
    let entrant = trace.header.entrants.get(seat.index()).cloned().unwrap_or_else(|| Entrant::bot("bot"));
    let fairness = Fairness::default();
    match crew.seat(Place { seat, who: 0, entrant: &entrant, fairness, prepared: &prepared })? {
        Chair::House(bot) => Ok(Box::new(HousePlayer::new(bot))),
        Chair::Bot(launch) => Ok(Box::new(BotProcess::launch(launch).await.map_err(SeatError::from)?)),
        Chair::Player(player) => Ok(player),
        Chair::Socket(door) => {
            let refused = |error| SeatError::Lobby(format!("a bot could not be waited for: {error}"));
            Ok(Box::new(caller(&door, crew).await.map_err(refused)?))
        }
        Chair::Wire(_) => Err(SeatError::NoRerun.into()),
    }
}

async fn meet<G: Game>(
    trace: &Trace<G::Action>,
    player: Box<dyn Player<G>>,
    seat: Seat,
    from: u32,
    told: &mut dyn FnMut(Encore) -> bool,
) -> Result<(), RerunError> {
    let mut replay = Replay::<G>::new(trace)?;
    let mut rehearsal = Rehearsal::new(player, seat, &replay.game, &trace.header).await?;
    while let Status::Waiting(window) = replay.game.status() {
        let start = replay.game.clone();
        let Some(then) = recorded_acts(&mut replay, seat)? else { break };
        if !window.seats.contains(seat) || window.number < from {
            continue;
        }
        let now = rehearsal.window(&start, window).await?;
        let encore = Encore {
            window: window.number,
            then: as_json::<G>(&then),
            now: as_json::<G>(&now.acts),
            same: now.acts == then,
            faults: now.faults,
            stderr: now.stderr,
        };
        if !told(encore) {
            return Ok(());
        }
    }
    if let Some(outcome) = replay.game.status().outcome() {
        rehearsal.finish(&replay.game, outcome).await;
    }
    Ok(())
}

fn as_json<G: Game>(acts: &[G::Action]) -> String {
    serde_json::to_string(acts).expect("an act was JSON before")
}

/// Plays the recorded match to the end of the open window and gives what the seat did in it; `None` where the trace
/// ends before.
fn recorded_acts<G: Game>(
    replay: &mut Replay<'_, G>,
    seat: Seat,
) -> Result<Option<Vec<G::Action>>, ReplayError> {
    let mut acts = Vec::new();
    while let Some(step) = replay.step()? {
        match step.entry {
            Entry::Act(who, action) if *who == seat => acts.push(action.clone()),
            Entry::Close(_) => return Ok(Some(acts)),
            _ => {}
        }
    }
    Ok(None)
}
