//! One match of a contest: house bots, strangers' builds and people on its seats.

mod crew;
mod log;
mod stage;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use futures_util::future::BoxFuture;
use meydan_arena::{Door, Film, PersonClock};
use meydan_catalog::{Offer, Prepared, Visit, visit};
use meydan_core::trace::EntrantKind;
use meydan_record::Key;
use meydan_referee::{Infrastructure, Stop, StopHandle};
use meydan_runner::{Around, Judge, MatchOrder, MatchReport, OrderError, RunError, SeatError, run_prepared};
use meydan_workshop::Build;
use thiserror::Error;
use tokio::sync::oneshot;

use self::crew::BoutCrew;
use self::stage::Stage;
use crate::setup::{contest_map, official};
use crate::{Walls, Whose};

pub use self::log::SeatLog;

/// A match that is to be played.
#[derive(Debug)]
pub struct Bout {
    /// What is played. How its entrants are seated is not its matter.
    pub order: MatchOrder,
    /// Who sits for each entrant of the order.
    pub seated: Vec<Seated>,
    /// A folder for its record, its reel, its films and the files of an original server. No bot can see it.
    pub folder: PathBuf,
    /// Who signs the record.
    pub key: Option<Key>,
    /// How long people may take.
    pub clock: PersonClock,
    /// How many bytes of each seat's own log are kept.
    pub log: usize,
    /// Whether notes and error output are in the record and in the spectator's reel, too; otherwise they are only in each
    /// seat's own log.
    pub words: bool,
}

/// Who sits for an entrant.
#[derive(Clone, Debug)]
pub enum Seated {
    /// A bot that comes with Meydan.
    House(String),
    /// A stranger's build. It is never started without walls.
    Build(Arc<Build>),
    /// A person, who comes through a door.
    Person,
}

/// A match while it is played. Dropping it does not stop the match.
pub struct Playing {
    /// What a spectator sees of it.
    pub film: Film,
    /// What each person sees of it.
    pub seat_films: BTreeMap<u8, Film>,
    /// Where people come in.
    pub doors: BTreeMap<u8, Door>,
    /// Ends it before its time; it then counts for nothing.
    pub stop: StopHandle,
    /// How it ends. All films have ended then, and all files are written.
    pub done: BoxFuture<'static, Result<Played, NotPlayed>>,
}

/// What came of a match that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// Outcome, faults, times, ends. What bots did wrong is in here, and nowhere else.
    pub report: MatchReport,
    /// The record.
    pub record: PathBuf,
    /// What a spectator saw, compressed: the lines of a reel in zstd. `None`: it could not be kept, and can be made again from
    /// the record.
    pub reel: Option<PathBuf>,
    /// What each seat's program said, in seat order: for its own team alone.
    pub logs: Vec<SeatLog>,
    /// The files that the original server wrote, where clients of the contest played.
    pub files: Vec<PathBuf>,
}

/// Why there is no result.
#[derive(Debug, Error)]
pub enum NotPlayed {
    /// The order is wrong, and would be wrong again.
    #[error("the match cannot be set up: {0}")]
    Order(String),
    /// Something went wrong on our side. It may be played again.
    #[error(transparent)]
    Void(#[from] Infrastructure),
    /// Somebody stopped it.
    #[error("the match was stopped before its end")]
    Stopped,
}

impl NotPlayed {
    fn void(reason: impl ToString) -> NotPlayed {
        NotPlayed::Void(Infrastructure::new(reason.to_string()))
    }

    fn order(error: impl ToString) -> NotPlayed {
        NotPlayed::Order(error.to_string())
    }
}

impl Bout {
    /// Plays it to its end.
    pub async fn play(self, walls: &Walls) -> Result<Played, NotPlayed> {
        let playing = self.begin(walls).await?;
        playing.done.await
    }

    /// Sets it up and begins to play it, on a thread of its own.
    pub async fn begin(mut self, walls: &Walls) -> Result<Playing, NotPlayed> {
        self.check()?;
        let judge = match self.seated.iter().any(|seated| matches!(seated, Seated::Build(_))) {
            true => walls.judge(Whose::Stranger).map_err(NotPlayed::void)?.cloned(),
            false => None,
        };
        let name = format!("match {}", self.order.id);
        let (tell, told) = oneshot::channel();
        let play = move || {
            let mut tell = Some(tell);
            let game = self.order.game.clone();
            let begun = visit(&game, Begin { bout: self, judge, tell: &mut tell });
            let begun = begun.map_err(NotPlayed::order).and_then(|begun| begun);
            if let (Err(error), Some(tell)) = (begun, tell) {
                // Whoever ordered it may have gone.
                let _ = tell.send(Err(error));
            }
        };
        thread::Builder::new().name(name).spawn(play).map_err(NotPlayed::void)?;
        told.await.map_err(|_| NotPlayed::void("the engine stumbled while the match was set up"))?
    }

    /// Whether everybody is seated, and as what. A client of the original contest wants the original's rules and ways.
    fn check(&mut self) -> Result<(), NotPlayed> {
        if self.seated.len() != self.order.entrants.len() {
            let (seated, entrants) = (self.seated.len(), self.order.entrants.len());
            return Err(NotPlayed::order(format!("{entrants} take part, but {seated} are seated")));
        }
        for (entrant, seated) in self.order.entrants.iter_mut().zip(&self.seated) {
            entrant.kind = match seated {
                Seated::House(_) => EntrantKind::House,
                Seated::Build(build) if build.recipe.wire => EntrantKind::Wire,
                Seated::Build(_) => EntrantKind::Bot,
                Seated::Person => EntrantKind::Person,
            };
            if let Seated::House(name) = seated {
                entrant.bot = Some(name.clone());
            }
        }
        let person = self.seated.iter().any(|seated| matches!(seated, Seated::Person));
        self.order.as_they_come |= person || self.has_clients();
        Ok(())
    }

    /// Where the files of an original server go, if there is one.
    fn files(&self) -> Option<PathBuf> {
        self.has_clients().then(|| self.folder.join("original"))
    }

    fn has_clients(&self) -> bool {
        self.seated.iter().any(|seated| matches!(seated, Seated::Build(build) if build.recipe.wire))
    }
}

/// Begins a match of whatever game it is, and plays it.
struct Begin<'a> {
    bout: Bout,
    judge: Option<Judge>,
    tell: &'a mut Option<oneshot::Sender<Result<Playing, NotPlayed>>>,
}

impl Visit for Begin<'_> {
    type Out = Result<(), NotPlayed>;

    fn visit<G: Offer>(self) -> Self::Out {
        let Begin { mut bout, judge, tell } = self;
        if bout.has_clients() {
            bout.order.ruleset = bout.order.ruleset.or_else(official::<G>);
            bout.order.map = bout.order.map.or_else(contest_map::<G>);
        }
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(NotPlayed::void)?;
        let prepared = Prepared::<G>::new(&bout.order.choice::<G>()).map_err(NotPlayed::order)?;
        let dealt = bout.order.deal(&prepared).map_err(NotPlayed::order)?;
        let people: Vec<u8> = (0..)
            .zip(&dealt)
            .filter(|&(_, &who)| matches!(bout.seated[who], Seated::Person))
            .map(|(seat, _)| seat)
            .collect();
        let files = bout.files();
        let (stage, sinks, chairs) = Stage::open(&bout, &people, dealt.len()).map_err(NotPlayed::void)?;
        let (stop_it, stop) = Stop::new();
        let (over, done) = oneshot::channel();
        let playing = Playing {
            film: stage.film(),
            seat_films: stage.seat_films(&people),
            doors: chairs.doors(),
            stop: stop_it,
            done: Box::pin(async move {
                done.await.unwrap_or_else(|_| Err(NotPlayed::void("the engine stumbled")))
            }),
        };
        if let Some(tell) = tell.take() {
            // Where nobody waits any more it is played all the same; its files tell.
            let _ = tell.send(Ok(playing));
        }
        let mut crew = BoutCrew { seated: bout.seated, judge, chairs, files: files.clone() };
        let around = Around { recorders: vec![stage.recorder::<G>()], ..Around::default() };
        let played = runtime.block_on(run_prepared(prepared, &bout.order, &mut crew, sinks, around, stop));
        // The chairs and the builds are let go before anybody hears of the end.
        drop(crew);
        let _ = over.send(stage.close(played, files));
        Ok(())
    }
}

/// How a match ended, as far as it concerns whoever plays it again.
fn outcome(played: Result<MatchReport, RunError>) -> Result<MatchReport, NotPlayed> {
    match played {
        Ok(report) if report.outcome.is_none() => Err(NotPlayed::Stopped),
        Ok(report) => Ok(report),
        // A port or a folder that the original's server could not have is not the order's fault.
        Err(RunError::Order(OrderError::Seat(error @ SeatError::Lobby(_)))) => Err(NotPlayed::void(error)),
        Err(RunError::Order(error)) => Err(NotPlayed::order(error)),
        Err(RunError::Void { infrastructure, .. }) => Err(NotPlayed::Void(infrastructure)),
    }
}
