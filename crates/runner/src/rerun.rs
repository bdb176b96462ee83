use std::time::Duration;

use meydan_catalog::{Offer, Prepared, UnknownGame, Visit, visit};
use meydan_core::trace::{Entrant, EntrantKind, Entry, Replay, ReplayError, Trace};
use meydan_core::{Budget, Fault, FaultKind, Game, Seat, SeatSet, Status};
use meydan_record::{RecordError, header, read};
use meydan_referee::{
    Farewell, HousePlayer, Lobby, Patience, Player, Rehearsal, Silence, Stop, Trouble, Waited,
};
use thiserror::Error;

use crate::crew::{Chair, Crew, News, Place};
use crate::judge::Launch;
use crate::living::broke_down;
use crate::process::{BotProcess, Client, WireClient, caller};
use crate::resume::set_up;
use crate::run::open_lobby;
use crate::{Fairness, SeatError};

/// For how long at least somebody is waited for who was silent in the record.
const SILENCE: Duration = Duration::from_millis(500);

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
    /// Whether it was silent until its time was up, as it was then.
    pub silent: bool,
}

/// How far a match that is met again has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// This window is next; the bot has not heard of it yet.
    Next(u32),
    /// This window takes long; told now and then.
    Waiting(u32, Waited),
    /// A window was met.
    Met(Encore),
    /// The match is over, and this is what the bot still said.
    Over(String),
}

/// Which windows of a recorded match are met, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    /// The first one.
    pub from: u32,
    /// The last one; `None`: to the end.
    pub to: Option<u32>,
    /// Whether a seat that was silent then is waited for all the same: a person at a debugger takes their time.
    pub patient: bool,
    /// The longest that any other window is waited for; `None`: as long as it takes.
    pub wait: Option<Duration>,
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
    #[error("there is no seat {seat}; the match has {seats}, counted from 0")]
    NoSeat {
        /// The seat asked for.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// The bot could not begin.
    #[error("the bot has not begun: {0}")]
    Bot(#[from] Trouble),
    /// The bot left before the match was over.
    #[error("the bot is gone in window {window}: {trouble}")]
    Gone {
        /// The window in which it left.
        window: u32,
        /// What became of it.
        trouble: Trouble,
    },
    /// The bot met all windows and broke down after the last one, or when it heard how the match had ended.
    #[error("the bot met all its windows and broke down after them: {how}")]
    BrokeDown {
        /// How its process ended.
        how: String,
    },
    /// The bot has not ended its turn.
    #[error("the bot has not ended its turn in window {window} within {} s", wait.as_secs())]
    Silent {
        /// The window.
        window: u32,
        /// For how long it was waited for.
        wait: Duration,
    },
}

/// Lets the first of a crew meet the windows of a recorded match in somebody's place, without a clock: for a bot under a
/// debugger. Nothing it does changes the match. `told` hears of every window, before and after and while
/// it takes long, and says whether to go on.
pub async fn rerun<C: Crew>(
    record: &[u8],
    seat: Seat,
    scope: Scope,
    crew: &mut C,
    told: &mut dyn FnMut(Step) -> bool,
    stop: Stop,
) -> Result<(), RerunError> {
    struct Rerun<'a, C> {
        record: &'a [u8],
        seat: Seat,
        scope: Scope,
        crew: &'a mut C,
        told: &'a mut dyn FnMut(Step) -> bool,
    }
    impl<'a, C: Crew> Visit for Rerun<'a, C> {
        type Out = futures_util::future::LocalBoxFuture<'a, Result<(), RerunError>>;
        fn visit<G: Offer>(self) -> Self::Out {
            Box::pin(async move {
                let trace = read::<G::Action>(self.record, &Budget::STANDARD)?.trace;
                // The server of a client lives as long as the client is asked.
                let (player, lobby) = sit::<G, C>(&trace, self.seat, self.crew).await?;
                let met = meet(&trace, player, self.seat, self.scope, lobby.is_some(), self.told).await;
                drop(lobby);
                met
            })
        }
    }
    let game = header(record, &Budget::STANDARD)?.game;
    let mut stop = stop;
    let playing = visit(&game, Rerun { record, seat, scope, crew, told })?;
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
) -> Result<Seated<G>, RerunError> {
    let prepared = set_up::<G>(&trace.header).map_err(RerunError::SetUp)?;
    let seats = prepared.game.roster().len();
    if seat.index() >= seats {
        return Err(RerunError::NoSeat { seat, seats });
    }
    let entrant = trace.header.entrants.get(seat.index()).cloned().unwrap_or_else(|| Entrant::bot("bot"));
    let fairness = Fairness::default();
    let player: Box<dyn Player<G>> =
        match crew.seat(Place { seat, who: 0, entrant: &entrant, fairness, prepared: &prepared })? {
            Chair::House(bot) => Box::new(HousePlayer::new(bot)),
            Chair::Bot(launch) => Box::new(BotProcess::launch(launch).await.map_err(SeatError::from)?),
            Chair::Player(player) => player,
            Chair::Socket(door) => {
                let refused = |error| SeatError::Lobby(format!("a bot could not be waited for: {error}"));
                Box::new(caller(&door, crew).await.map_err(refused)?)
            }
            Chair::Wire(launch) => return welcome(&prepared, launch, seat, crew).await,
        };
    Ok((player, None))
}

/// A player, and the server it came to if it is a client of an original contest.
type Seated<G> = (Box<dyn Player<G>>, Option<Box<dyn Lobby<G>>>);

/// Opens the original's server with this one seat, and waits until its client has come.
async fn welcome<G: Offer, C: Crew>(
    prepared: &Prepared<G>,
    launch: Option<Launch>,
    seat: Seat,
    crew: &mut C,
) -> Result<Seated<G>, RerunError> {
    let port = G::wire().map_or(0, |wire| wire.port);
    let mut hosting = crew.hosting();
    // Whoever meets the match says how long is waited.
    hosting.long_stop = None;
    let launch = launch.map(|mut launch| {
        if hosting.port.is_none() {
            launch.set_apart(port);
        }
        launch
    });
    if launch.as_ref().is_some_and(Launch::is_apart) {
        hosting.port.get_or_insert(0);
    }
    let own = SeatSet::one(seat);
    let started = if launch.is_some() { own } else { SeatSet::EMPTY };
    let mut lobby = open_lobby(prepared, hosting, own, started).await?;
    let player = match launch {
        Some(launch) => {
            let client = Client::start(launch, seat, lobby.as_mut(), port).await;
            if let Some((why, last)) = client.absence() {
                crew.news(&News::Absent { seat, name: "it".to_owned(), why, last });
                lobby.begin();
            }
            tokio::select! {
                () = lobby.gathered() => {}
                () = client.ended() => lobby.begin(),
            }
            Box::new(WireClient::new(lobby.player(seat), client)) as Box<dyn Player<G>>
        }
        None => {
            crew.news(&News::Waiting { clients: 1, address: lobby.address(), tokens: lobby.tokens() });
            lobby.gathered().await;
            lobby.player(seat)
        }
    };
    Ok((player, Some(lobby)))
}

async fn meet<G: Offer>(
    trace: &Trace<G::Action>,
    player: Box<dyn Player<G>>,
    seat: Seat,
    scope: Scope,
    wired: bool,
    told: &mut dyn FnMut(Step) -> bool,
) -> Result<(), RerunError> {
    let mut replay = Replay::<G>::new(trace)?;
    let header = &trace.header;
    // What a refused act cost whoever sat there then it costs now.
    let person = header.entrants.get(seat.index()).is_some_and(|entrant| entrant.kind == EntrantKind::Person);
    let forfeits = G::REFUSAL_ENDS_WINDOW && !person;
    let mut rehearsal = Rehearsal::new(player, seat, &replay.game, header, forfeits).await?;
    while let Status::Waiting(window) = replay.game.status() {
        let start = replay.game.clone();
        let Some(Recorded { acts: then, late }) = recorded(&mut replay, seat)? else { break };
        if !window.seats.contains(seat) || window.number < scope.from {
            continue;
        }
        if scope.to.is_some_and(|to| window.number > to) {
            // The rest is left out, as what lies before the first window is, and the bot hears how the match ended: what it says
            // after its last answer, or breaks down over, is told like everywhere.
            while let Ok(Some(_)) = replay.step() {}
            break;
        }
        let limit = header.clocks.iter().find(|(name, _)| name.as_str() == window.clock);
        let limit = limit.map_or(SILENCE, |(_, ms)| Duration::from_millis(*ms).max(SILENCE));
        // Many clients of the contests never end their turns; a bot of ours that acted may still do so.
        let ran_out = (then.is_empty() || wired) && !scope.patient;
        let silence = late.filter(|_| ran_out).map(|fault| Silence { time: limit, acts: then.len(), fault });
        if !told(Step::Next(window.number)) {
            return Ok(());
        }
        let patience = Patience { silence, most: scope.wait };
        let mut waiting = |waited| {
            let _ = told(Step::Waiting(window.number, waited));
        };
        let now = rehearsal.window(&start, window, patience, &mut waiting).await;
        let encore = Encore {
            window: window.number,
            then: as_json::<G>(&then),
            now: as_json::<G>(&now.acts),
            same: now.acts == then,
            faults: now.faults,
            stderr: now.stderr,
            silent: now.silent,
        };
        let on = told(Step::Met(encore));
        if let Some(trouble) = now.ended {
            return Err(RerunError::Gone { window: window.number, trouble });
        }
        if let (true, Some(wait)) = (now.late, scope.wait) {
            return Err(RerunError::Silent { window: window.number, wait });
        }
        if !on {
            return Ok(());
        }
    }
    if let Some(outcome) = replay.game.status().outcome() {
        let Farewell { stderr, ended } = rehearsal.finish(&replay.game, outcome).await;
        let on = stderr.is_empty() || told(Step::Over(stderr));
        // Many clients of the contests end badly as soon as their server is gone.
        if let Some(how) = ended.filter(|how| on && !wired && broke_down(how)) {
            return Err(RerunError::BrokeDown { how });
        }
    }
    Ok(())
}

fn as_json<G: Game>(acts: &[G::Action]) -> String {
    serde_json::to_string(acts).expect("an act was JSON before")
}

/// What a seat did in a window of the record.
struct Recorded<A> {
    acts: Vec<A>,
    /// The fault of a seat whose time was up.
    late: Option<Fault>,
}

/// Plays the recorded match to the end of the open window and gives what the seat did in it; `None` where the trace
/// ends before.
fn recorded<G: Game>(
    replay: &mut Replay<'_, G>,
    seat: Seat,
) -> Result<Option<Recorded<G::Action>>, ReplayError> {
    let mut recorded = Recorded { acts: Vec::new(), late: None };
    while let Some(step) = replay.step()? {
        match step.entry {
            Entry::Act(who, action) if *who == seat => recorded.acts.push(action.clone()),
            Entry::Fault(fault) if fault.seat == seat && fault.kind == FaultKind::Timeout => {
                recorded.late = Some(fault.clone());
            }
            Entry::Close(_) => return Ok(Some(recorded)),
            _ => {}
        }
    }
    Ok(None)
}
