//! Reels of matches that are not being played: read from the shelf, or made again by an engine.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::Instant;

use crate::film::{Camera, Film};
use crate::slots::{NoSlot, Slot, Slots};
use crate::{Engines, Error, MatchId, Record, TakeLine, Visitor};

/// How many reels are made at once; making one keeps a core busy.
const AT_ONCE: usize = 2;
/// How many may be made or wait for it, and how many of them one visitor may ask for.
const WAITING: (usize, usize) = (32, 6);
/// How long making one may take.
const DEADLINE: Duration = Duration::from_secs(60);
/// How many comments are kept.
const COMMENTS: usize = 32;
/// How many bytes of files the kept films may have together, and how many films there may be.
const KEPT: (u64, usize) = (256 << 20, 64);

/// Makes reels, and keeps the latest ones.
pub(crate) struct Reels {
    engines: Arc<dyn Engines>,
    folder: PathBuf,
    cores: Arc<Semaphore>,
    slots: Slots,
    kept: Mutex<VecDeque<(ReelName, Film)>>,
    /// The latest comments, by the match they are on; `None`: the one that the program was started with.
    comments: Mutex<VecDeque<(Option<MatchId>, Arc<Value>)>>,
}

/// Which reel it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReelName {
    /// The match; `None`: the one that the program was started with.
    pub(crate) id: Option<MatchId>,
    pub(crate) eyes: Option<u8>,
}

/// Makes the lines of a reel.
type Make = Box<dyn FnOnce(TakeLine) -> BoxFuture<'static, Result<(), Error>> + Send>;

impl Reels {
    pub(crate) fn new(engines: Arc<dyn Engines>, folder: PathBuf) -> Reels {
        let (cores, slots) = (Arc::new(Semaphore::new(AT_ONCE)), Slots::new(WAITING.0, WAITING.1));
        Reels { engines, folder, cores, slots, kept: Mutex::default(), comments: Mutex::default() }
    }

    /// The reel of a record. With a name it is kept for whoever asks next.
    pub(crate) async fn of_record(
        &self,
        visitor: Visitor,
        name: Option<ReelName>,
        record: Record,
        eyes: Option<u8>,
    ) -> Result<Film, Error> {
        let engines = self.engines.clone();
        self.film(visitor, name, Box::new(move |take| engines.reel(record, eyes, take))).await
    }

    /// The reel that lies compressed on the shelf.
    pub(crate) async fn of_file(
        &self,
        visitor: Visitor,
        name: ReelName,
        file: impl BufRead + Send + 'static,
    ) -> Result<Film, Error> {
        let make: Make = Box::new(move |take| Box::pin(unpack(file, take)));
        self.film(visitor, Some(name), make).await
    }

    /// What is to be said about a match that is over. With a name it is kept for whoever asks next.
    pub(crate) async fn comment(
        &self,
        visitor: Visitor,
        name: Option<Option<MatchId>>,
        record: Record,
    ) -> Result<Arc<Value>, Error> {
        let lock = || self.comments.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let kept = name.as_ref().and_then(|name| {
            lock().iter().find(|(other, _)| other == name).map(|(_, comment)| comment.clone())
        });
        if let Some(comment) = kept {
            return Ok(comment);
        }
        let _slot = self.slot(visitor)?;
        let _core = self.cores.acquire().await;
        let comment = AssertUnwindSafe(self.engines.comment(record)).catch_unwind().await;
        let comment = Arc::new(comment.unwrap_or_else(|_| {
            tracing::error!("going through a match panicked");
            Err(Error::Trouble("the engine stumbled over this match".to_owned()))
        })?);
        if let Some(name) = name {
            let mut kept = lock();
            kept.retain(|(other, _)| *other != name);
            kept.push_back((name, comment.clone()));
            while kept.len() > COMMENTS {
                kept.pop_front();
            }
        }
        Ok(comment)
    }

    /// What the strongest house bot would do at some place of a match.
    pub(crate) async fn advice(
        &self,
        visitor: Visitor,
        record: Record,
        window: u32,
        seat: u8,
    ) -> Result<Value, Error> {
        let _slot = self.slot(visitor)?;
        let _core = self.cores.acquire().await;
        let advice = AssertUnwindSafe(self.engines.advice(record, window, seat)).catch_unwind().await;
        advice.unwrap_or_else(|_| {
            tracing::error!("asking a house bot about a match panicked");
            Err(Error::Trouble("the engine stumbled over this match".to_owned()))
        })
    }

    fn slot(&self, visitor: Visitor) -> Result<Slot, Error> {
        self.slots.take(visitor).map_err(|no| match no {
            NoSlot::Own(most) => {
                Error::Busy(format!("you have {most} replays in the making; wait for one of them"))
            }
            NoSlot::All(_) => {
                Error::Busy("too many replays are being made; try again in a moment".to_owned())
            }
        })
    }

    /// A film from the kept ones, or one that begins to be made. It is given as soon as it has its first line.
    async fn film(&self, visitor: Visitor, name: Option<ReelName>, make: Make) -> Result<Film, Error> {
        if let Some(film) = name.as_ref().and_then(|name| self.take_kept(name)) {
            return Ok(film);
        }
        let slot = self.slot(visitor)?;
        let folder = self.folder.clone();
        let camera = tokio::task::spawn_blocking(move || Camera::create(&folder)).await;
        let no_film = |error: io::Error| Error::disk("the match cannot be shown", &error);
        let camera = camera.map_err(io::Error::other).and_then(|made| made).map_err(no_film)?;
        let film = camera.film();
        let (cores, (tell, first)) = (self.cores.clone(), oneshot::channel());
        tokio::spawn(async move {
            let _slot = slot;
            let _core = cores.acquire_owned().await;
            shoot(camera, make, tell).await;
        });
        first.await.map_err(|_| Error::Trouble("the match could not be shown".to_owned()))??;
        if let Some(name) = name {
            self.keep(name, film.clone());
        }
        Ok(film)
    }

    fn take_kept(&self, name: &ReelName) -> Option<Film> {
        let mut kept = self.lock();
        let place = kept.iter().position(|(other, _)| other == name)?;
        let (name, film) = kept.remove(place)?;
        kept.push_back((name, film.clone()));
        Some(film)
    }

    fn keep(&self, name: ReelName, film: Film) {
        let mut kept = self.lock();
        kept.retain(|(other, _)| *other != name);
        kept.push_back((name, film));
        while kept.len() > KEPT.1 || kept.iter().map(|(_, film)| film.size()).sum::<u64>() > KEPT.0 {
            kept.pop_front();
        }
    }

    /// The match has changed or gone.
    pub(crate) fn forget(&self, id: &MatchId) {
        self.lock().retain(|(name, _)| name.id.as_ref() != Some(id));
        let mut comments = self.comments.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        comments.retain(|(name, _)| name.as_ref() != Some(id));
    }

    /// How many bytes of memory the kept films hold.
    pub(crate) fn held(&self) -> usize {
        self.lock().iter().map(|(_, film)| film.held()).sum()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(ReelName, Film)>> {
        self.kept.lock().expect("nobody panics while holding this lock")
    }
}

/// Lets the lines be made and takes them; tells whether there is a first one.
async fn shoot(camera: Camera, make: Make, tell: oneshot::Sender<Result<(), Error>>) {
    let camera = Arc::new(Mutex::new(camera));
    let lock = |camera: &Arc<Mutex<Camera>>, what: &mut dyn FnMut(&mut Camera)| {
        what(&mut camera.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    };
    let tell = Arc::new(Mutex::new(Some(tell)));
    let answer = |tell: &Mutex<Option<oneshot::Sender<_>>>, answer| {
        let tell = tell.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        // Whoever asked may have gone.
        tell.map(|tell| tell.send(answer));
    };
    let deadline = Instant::now() + DEADLINE;
    let take: TakeLine = {
        let (camera, tell) = (camera.clone(), tell.clone());
        Box::new(move |line| {
            let (mut line, mut taken) = (Some(line), false);
            lock(&camera, &mut |camera| {
                if Instant::now() > deadline {
                    camera.break_off("making this replay takes too long");
                }
                taken = line.take().is_some_and(|line| camera.take(line));
            });
            answer(&tell, Ok(()));
            if taken { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    };
    let made = AssertUnwindSafe(async move { make(take).await }).catch_unwind().await;
    let made = made.unwrap_or_else(|_| {
        tracing::error!("making a reel panicked");
        Err(Error::Trouble("this match cannot be shown: the engine stumbled over it".to_owned()))
    });
    if let Err(error) = made {
        lock(&camera, &mut |camera| camera.break_off(&error.to_string()));
        answer(&tell, Err(error));
    }
    answer(&tell, Err(Error::Wrong("there is nothing to be shown in this match".to_owned())));
}

/// Gives the lines of a file.
async fn unpack(file: impl BufRead + Send + 'static, mut take: TakeLine) -> Result<(), Error> {
    let reading = tokio::task::spawn_blocking(move || {
        for line in file.lines() {
            let line = line.map_err(|error| Error::disk("the replay cannot be read", &error))?;
            if take(line + "\n").is_break() {
                break;
            }
        }
        Ok(())
    });
    reading.await.map_err(|error| Error::Trouble(format!("the replay cannot be read: {error}")))?
}
