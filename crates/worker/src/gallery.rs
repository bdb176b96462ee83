//! What is around a match while it is played: its films, its people, its end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use meydan_arena::{Begun, Camera, Ended, Error, Facts, Film, Hints, How, Job, SetupPlace};
use meydan_core::trace::EntrantKind;
use meydan_core::{Seat, Viewer};
use meydan_record::Key;
use meydan_referee::Stop;
use meydan_runner::{HintSlot, ReelSink, Sinks, TraceSink};
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};

use crate::feed::Feed;
use crate::play::{Tell, void};
use crate::seat::Chairs;

/// What is left to do when the match has ended.
pub(crate) struct Gallery {
    feed: Feed,
    writing: JoinHandle<()>,
    end: oneshot::Sender<Ended>,
    /// Until it is told.
    begun: Untold,
}

/// A beginning that is not told yet.
type Untold = Arc<Mutex<Option<Beginning>>>;

struct Beginning {
    tell: Tell,
    begun: Begun,
    /// Given back when the beginning is told.
    _place: SetupPlace,
}

impl Gallery {
    /// Makes everything. The beginning is told with the first line of the film: by then everybody is seated.
    #[expect(clippy::too_many_arguments, reason = "all of it is around one match")]
    pub(crate) fn open(
        facts: Facts,
        job: &Job,
        banked: &BTreeMap<u8, Duration>,
        place: SetupPlace,
        key: Option<Key>,
        hints: bool,
        tell: &mut Option<Tell>,
        runtime: &Runtime,
    ) -> Result<(Gallery, Sinks, Stop, Chairs), Error> {
        let disk = |error: std::io::Error| Error::Trouble(format!("the match could not be begun: {error}"));
        let people: Vec<u8> = (0..)
            .zip(&facts.entrants)
            .filter(|(_, entrant)| entrant.kind == EntrantKind::Person)
            .map(|(seat, _)| seat)
            .collect();
        let cameras = (0..=people.len()).map(|_| Camera::create(&job.films));
        let cameras: Vec<Camera> = cameras.collect::<Result<_, _>>().map_err(disk)?;
        let films: Vec<Film> = cameras.iter().map(Camera::film).collect();
        let (feed, writing) = Feed::start(cameras).map_err(disk)?;
        let chairs = Chairs::new(&people, job.clock, banked);
        let slot = HintSlot::default();
        let (end, ended) = oneshot::channel();
        let (ask_stop, asked) = watch::channel(false);
        let begun = Begun {
            facts,
            film: films[0].clone(),
            seat_films: people.iter().copied().zip(films[1..].iter().cloned()).collect(),
            doors: chairs.doors(),
            hints: hints.then(|| asking(slot.clone())),
            stop: ask_stop,
            done: Box::pin(async move { ended.await.unwrap_or_else(|_| void("the engine stumbled")) }),
        };
        let stop = stopping(asked, runtime);
        let begun: Untold =
            Arc::new(Mutex::new(tell.take().map(|tell| Beginning { tell, begun, _place: place })));
        let eyes = people.iter().map(|seat| Viewer::Seat(Seat(*seat)));
        let mut reels: Vec<ReelSink> =
            eyes.enumerate().map(|(i, eyes)| ReelSink { eyes, send: to_film(&feed, i + 1) }).collect();
        // The spectator's film is the last to begin, so that all have begun when the match has.
        let mut spectator = to_film(&feed, 0);
        let telling = begun.clone();
        let send = Box::new(move |line| {
            spectator(line);
            if let Some(Beginning { tell, begun, .. }) = untold(&telling) {
                // Where nobody waits any more, dropping it stops the match.
                let _ = tell.send(Ok(begun));
            }
        });
        reels.push(ReelSink { eyes: Viewer::Spectator, send });
        let trace = Some(TraceSink { path: job.record.clone(), key });
        Ok((
            Gallery { feed, writing, end, begun },
            Sinks { trace, reels, hints: Some(slot), ..Sinks::default() },
            stop,
            chairs,
        ))
    }

    /// The match has ended, or could not begin: the films end, then it is told.
    pub(crate) fn end(self, ended: Result<Ended, Error>) {
        let ended = match ended {
            Ok(ended) => ended,
            Err(error) => {
                if let Some(Beginning { tell, .. }) = untold(&self.begun) {
                    // Whoever ordered it may have gone.
                    let _ = tell.send(Err(error));
                }
                return;
            }
        };
        if let Some(Beginning { tell, .. }) = untold(&self.begun) {
            // It came to an end before anybody was told that it had begun.
            let why = match &ended.how {
                How::Void(reason) => reason.clone(),
                How::Over(_) | How::Stopped => "it was stopped".to_owned(),
            };
            let _ = tell.send(Err(Error::Trouble(format!("the match could not be begun: {why}"))));
            return;
        }
        match &ended.how {
            How::Over(_) => {}
            How::Stopped => self.feed.break_off("the match was stopped here".to_owned()),
            How::Void(reason) => self.feed.break_off(format!("the match is void: {reason}")),
        }
        drop(self.feed);
        // A thread that panicked has ended its films too.
        let _ = self.writing.join();
        let _ = self.end.send(ended);
    }
}

fn untold(begun: &Untold) -> Option<Beginning> {
    begun.lock().expect("nobody panics while holding this lock").take()
}

fn to_film(feed: &Feed, film: usize) -> Box<dyn FnMut(String) + Send> {
    let mut feed = feed.clone();
    Box::new(move |line| feed.line(film, line))
}

/// Asks for hints where one may wait.
fn asking(slot: HintSlot) -> Hints {
    Arc::new(move || {
        let slot = slot.clone();
        Box::pin(async move {
            let advice = tokio::task::spawn_blocking(move || slot.ask()).await.ok()??;
            Some(serde_json::json!({ "act": advice.act, "claim": advice.claim, "text": advice.text }))
        })
    })
}

/// Stops the match when the arena asks for it, and when nobody is left who could.
fn stopping(mut asked: watch::Receiver<bool>, runtime: &Runtime) -> Stop {
    let (handle, stop) = Stop::new();
    runtime.spawn(async move {
        let _ = asked.wait_for(|asked| *asked).await;
        handle.stop();
    });
    stop
}
