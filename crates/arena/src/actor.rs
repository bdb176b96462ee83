//! Who looks after a live match: lets people in, stops it when it has to end, and puts it on the shelf.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use meydan_core::Outcome;
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::engines::{Begun, Ended, How};
use crate::live::{Ask, Farewell, Stop};
use crate::reception::Reception;
use crate::slots::Slot;
use crate::{Error, MatchState};

/// How long a match may take to stop when it is told to.
const STOPPING: Duration = Duration::from_secs(10);

pub(crate) struct Actor {
    begun: Begun,
    /// Given back when the actor goes, however it goes.
    slot: Slot,
    reception: Reception,
    asked: mpsc::Receiver<Ask>,
    deadline: Instant,
    stopping: Option<(Instant, Stop)>,
    /// Who waits for the match to be on the shelf.
    waiting: Vec<oneshot::Sender<Result<(), Error>>>,
    thinking: Arc<Semaphore>,
}

/// What came of a live match.
#[derive(Clone, Debug)]
pub(crate) struct Conclusion {
    pub(crate) state: MatchState,
    pub(crate) reason: Option<String>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) windows: u32,
    /// Whether the record is whole on the disk.
    pub(crate) kept: bool,
}

impl Actor {
    pub(crate) fn new(
        begun: Begun,
        slot: Slot,
        reception: Reception,
        asked: mpsc::Receiver<Ask>,
        deadline: Instant,
    ) -> Actor {
        Actor {
            begun,
            slot,
            reception,
            asked,
            deadline,
            stopping: None,
            waiting: Vec::new(),
            thinking: Arc::new(Semaphore::new(1)),
        }
    }

    /// Looks after the match until it ends; `shelve` is called then.
    pub(crate) async fn run<S: Future<Output = Result<(), Error>>>(
        mut self,
        shelve: impl FnOnce(Conclusion) -> S,
    ) {
        let ended = self.attend().await;
        let conclusion = self.conclude(ended);
        let lost = (!conclusion.kept || conclusion.state == MatchState::Void).then(|| {
            let why = conclusion.reason.as_deref().unwrap_or_default();
            Error::Trouble(format!("the match has ended and cannot be taken up again: {why}"))
        });
        let farewell = Farewell::Ended { state: conclusion.state, reason: conclusion.reason.clone() };
        let shelved = shelve(conclusion).await;
        drop(self.slot);
        self.reception.farewell(farewell);
        let answer = lost.map_or(shelved, Err);
        for waiting in self.waiting {
            // Whoever asked may have gone.
            let _ = waiting.send(answer.clone());
        }
    }

    async fn attend(&mut self) -> Ended {
        let done = std::mem::replace(&mut self.begun.done, Box::pin(std::future::pending()));
        // An engine that panics is our trouble and nobody else's.
        let mut done = std::pin::pin!(AssertUnwindSafe(done).catch_unwind());
        loop {
            let (until, why) = self.patience();
            tokio::select! {
                ended = &mut done => return ended.unwrap_or_else(|_| self.void("the engine stumbled")),
                Some(ask) = self.asked.recv() => self.answer(ask),
                () = self.reception.presence().changed() => {}
                () = sleep_until(until) => match self.stopping {
                    None => self.stop(Stop { state: MatchState::Paused, reason: Some(why) }),
                    Some(_) => return self.void("it did not stop when it was told to"),
                },
            }
        }
    }

    /// Until when nothing has to be done, and what is then.
    fn patience(&self) -> (Instant, String) {
        if let Some((since, _)) = &self.stopping {
            return (*since + STOPPING, String::new());
        }
        let whole = (self.deadline, "it has gone on for as long as a match may".to_owned());
        match self.reception.presence().deadline() {
            Some((until, why)) if until < self.deadline => {
                (until, format!("{why}; it can be taken up again"))
            }
            _ => whole,
        }
    }

    fn void(&self, reason: &str) -> Ended {
        let windows = self.begun.film.windows();
        Ended { how: How::Void(reason.to_owned()), windows, lost: None }
    }

    fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Sit { seat, answer } => {
                let _ = answer.send(self.reception.sit(seat));
            }
            Ask::Hint { answer } => self.think(answer),
            Ask::Stop { stop, answer } => {
                self.waiting.push(answer);
                self.stop(stop);
            }
        }
    }

    /// Thinks beside the match; one thought at a time.
    fn think(&self, answer: oneshot::Sender<Result<Value, Error>>) {
        let none = || Error::Missing("there is no hint now".to_owned());
        let (Some(hints), thinking) = (self.begun.hints.clone(), self.thinking.clone().try_acquire_owned())
        else {
            let _ = answer.send(Err(none()));
            return;
        };
        let Ok(thinking) = thinking else {
            let _ = answer.send(Err(Error::Busy("a hint is being thought about already".to_owned())));
            return;
        };
        tokio::spawn(async move {
            let hint = hints().await;
            drop(thinking);
            let _ = answer.send(hint.ok_or_else(none));
        });
    }

    fn stop(&mut self, stop: Stop) {
        self.begun.stop.send_replace(true);
        match &mut self.stopping {
            // Whoever cancels means more than whoever saves.
            Some((_, earlier)) if stop.state == MatchState::Cancelled => *earlier = stop,
            Some(_) => {}
            None => self.stopping = Some((Instant::now(), stop)),
        }
    }

    fn conclude(&mut self, ended: Ended) -> Conclusion {
        let (state, mut reason, outcome) = match ended.how {
            How::Over(outcome) => (MatchState::Over, None, Some(outcome)),
            How::Void(reason) => (MatchState::Void, Some(reason), None),
            How::Stopped => match self.stopping.take() {
                Some((_, stop)) => (stop.state, stop.reason, None),
                None => (MatchState::Void, Some("it stopped by itself".to_owned()), None),
            },
        };
        let kept = ended.lost.is_none();
        // What is not on the disk cannot be taken up again.
        let state = if state == MatchState::Paused && !kept { MatchState::Void } else { state };
        if let Some(lost) = ended.lost {
            let lost = format!("its record could not be written: {lost}");
            reason = Some(reason.map_or(lost.clone(), |reason| format!("{reason}; {lost}")));
        }
        let windows = ended.windows.max(self.begun.film.windows());
        Conclusion { state, reason, outcome, windows, kept }
    }
}
