//! Matches that are played at one arena and watched, and played in, at another. Where a match is played its lines go into a stream, from which whoever
//! comes late has all of them; what guests say and hear goes by directly, as it does between a worker and its arena. All of it is sealed, and numbered, so
//! that nobody else sits in a match or shows anything.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use futures_util::StreamExt;
use meydan_league::store::{MatchId, WorkerId};
use meydan_league::{FromStage, Guests, Live, Stage, ToStage, project};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::streams::whole;
use crate::{Inner, PATIENCE};

/// How many lines wait on their way, and how many are sent before the first is waited for.
const WAITING: usize = 64;
/// A line is sent in pieces of at most so many bytes; the longest line that is put together again.
const PIECE: usize = 512 << 10;
const LONGEST: usize = 16 << 20;
/// How many arenas show a match at once; more have to wait for its record.
const MIRRORS: usize = 64;
/// How long a film is there after its end, for whoever is behind.
const AFTERWARDS: Duration = Duration::from_secs(20);
/// A match is shown again and again while it is played; when it is over, so often at most. It rests in between.
const SHOWS: usize = 12;
const REST: Duration = Duration::from_secs(5);
/// How often a mirror looks whether its match is still played, and whoever shows one whether it is still known.
const LOOK: Duration = Duration::from_secs(5);

/// Why nothing can be said.
const UNSEALED: &str = "it cannot be sealed";

/// A piece of a line ends it, or does not; and there are no more lines.
const WHOLE: u8 = b'.';
const PART: u8 = b'+';
const END: u8 = b'e';

/// Who shows a match.
#[derive(Serialize, Deserialize)]
struct Call {
    /// The show: a match that is played once more has another one.
    show: String,
    /// On which seats people sit.
    seats: Vec<u8>,
}

/// Shows a match to other arenas until its films are over. Where that breaks off, as when NATS is started again, it is shown once more from the
/// beginning: whoever watched it at another arena comes again. One that begins while NATS is away is shown when it is there.
pub(crate) async fn show(inner: Arc<Inner>, id: MatchId, live: Live) {
    let (mut shows, mut left) = (Vec::new(), SHOWS);
    while left > 0 {
        if inner.is_there() {
            let show = WorkerId::fresh().to_string();
            shows.push(show.clone());
            let Err(error) = perform(&inner, &id, &show, live.clone()).await else { break };
            tracing::warn!(%id, %error, "a match is not shown at other arenas for now");
        }
        left -= usize::from(live.film.is_over());
        tokio::time::sleep(REST).await;
    }
    if shows.is_empty() {
        return;
    }
    tokio::time::sleep(AFTERWARDS).await;
    let Some(streams) = inner.streams() else { return };
    // What is not removed goes by itself after a while.
    for show in &shows {
        let _ = streams.films.purge().filter(inner.subjects.of(&format!("film.{show}"))).await;
    }
    let subject = inner.subjects.of(&format!("show.{id}"));
    if let Ok(last) = streams.shows.get_last_raw_message_by_subject(&subject).await
        && read_call(&inner, &subject, &last.payload).is_some_and(|call| shows.contains(&call.show))
    {
        let _ = streams.shows.purge().filter(subject).await;
    }
}

async fn perform(inner: &Arc<Inner>, id: &MatchId, show: &str, live: Live) -> Result<(), String> {
    let guest = inner.subjects.of(&format!("guest.{show}"));
    let mut calls = inner.client.subscribe(guest.clone()).await.map_err(|error| whole(&error))?;
    let call = Call { show: show.to_owned(), seats: live.reception.seats().collect() };
    let call = serde_json::to_vec(&call).map_err(|error| error.to_string())?;
    let subject = inner.subjects.of(&format!("show.{id}"));
    let call = inner.seal.close(&subject, &call).ok_or(UNSEALED)?;
    let called = inner.context.publish(subject, call).await;
    called.map_err(|error| whole(&error))?.await.map_err(|error| whole(&error))?;
    let (say, mut said) = mpsc::channel(WAITING);
    let mut films = JoinSet::new();
    films.spawn(project(live.film.clone(), say.clone(), ToStage::Line));
    for (seat, film) in &live.seat_films {
        let seat = *seat;
        films.spawn(project(film.clone(), say.clone(), move |line| ToStage::SeatLine(seat, line)));
    }
    drop(say);
    let subject = inner.subjects.of(&format!("film.{show}"));
    let mut reel = Reel { inner, subject, number: 0, sent: Vec::new() };
    // The guests of each arena, and the number of the last word from there.
    let mut mirrors: BTreeMap<WorkerId, (u64, Guests)> = BTreeMap::new();
    let mut look = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            line = said.recv() => match line {
                Some(line) => reel.line(&line.text()).await?,
                None => break,
            },
            Some(call) = calls.next() => {
                let sealed = inner.seal.open_counted(&guest, &call.payload);
                let Some((number, (mirror, told))) =
                    sealed.and_then(|(number, said)| Some((number, read_guest(&said)?))) else { continue };
                if !mirrors.contains_key(&mirror) && mirrors.len() < MIRRORS {
                    let (say, heard) = mpsc::channel(WAITING);
                    let subject = inner.subjects.of(&format!("hear.{show}.{mirror}"));
                    tokio::spawn(speak(inner.clone(), subject, heard));
                    mirrors.insert(mirror.clone(), (0, Guests::new(live.clone(), say)));
                }
                if let Some((last, guests)) = mirrors.get_mut(&mirror).filter(|(last, _)| number > *last) {
                    *last = number;
                    guests.hear(told).await;
                }
            }
            // A match in which nobody does anything sends nothing, so it would not notice that NATS has lost its disk, and with it the beginning of the film.
            _ = look.tick() => match last_call(inner, id).await {
                Last::Call(call) if call.show != show => return Ok(()),
                Last::Nobody => return Err("NATS has lost it".to_owned()),
                Last::Call(_) | Last::Unknown => {}
            },
        }
    }
    reel.piece(END, b"").await?;
    reel.wait(0).await
}

/// Who shows a match, as it is said there.
fn read_call(inner: &Inner, subject: &str, body: &[u8]) -> Option<Call> {
    serde_json::from_slice(&inner.seal.open(subject, body)?).ok()
}

/// What another arena says of its guests.
fn read_guest(said: &[u8]) -> Option<(WorkerId, FromStage)> {
    let (mirror, told) = std::str::from_utf8(said).ok()?.split_once(' ')?;
    Some((mirror.parse().ok()?, FromStage::read(told)?))
}

/// Sends what the guests of one arena hear.
async fn speak(inner: Arc<Inner>, subject: String, mut heard: mpsc::Receiver<ToStage>) {
    let mut number = 0;
    while let Some(line) = heard.recv().await {
        number += 1;
        let Some(sealed) = inner.seal.close_counted(&subject, number, line.text().as_bytes()) else { return };
        if inner.client.publish(subject.clone(), sealed).await.is_err() {
            return;
        }
    }
}

/// A film on its way into the stream.
struct Reel<'a> {
    inner: &'a Inner,
    subject: String,
    /// How many pieces there were.
    number: u64,
    sent: Vec<PublishAckFuture>,
}

impl Reel<'_> {
    async fn line(&mut self, text: &str) -> Result<(), String> {
        let mut pieces = text.as_bytes().chunks(PIECE).peekable();
        while let Some(piece) = pieces.next() {
            let kind = if pieces.peek().is_some() { PART } else { WHOLE };
            self.piece(kind, piece).await?;
        }
        Ok(())
    }

    async fn piece(&mut self, kind: u8, bytes: &[u8]) -> Result<(), String> {
        let piece = [&[kind][..], bytes].concat();
        let sealed = self.inner.seal.close_counted(&self.subject, self.number, &piece).ok_or(UNSEALED)?;
        self.number += 1;
        let sent = self.inner.context.publish(self.subject.clone(), sealed).await;
        self.sent.push(sent.map_err(|error| whole(&error))?);
        self.wait(WAITING).await
    }

    /// Waits until no more than so many are on their way.
    async fn wait(&mut self, most: usize) -> Result<(), String> {
        if self.sent.len() > most {
            for sent in self.sent.drain(..) {
                sent.await.map_err(|error| whole(&error))?;
            }
        }
        Ok(())
    }
}

/// Shows a match here that is played elsewhere. `false`: nobody shows it.
pub(crate) async fn mirror(inner: Arc<Inner>, mut stage: Stage) -> bool {
    let Last::Call(call) = last_call(&inner, stage.id()).await else { return false };
    let Some(streams) = inner.streams() else { return false };
    let name = WorkerId::fresh();
    let hear = inner.subjects.of(&format!("hear.{}.{name}", call.show));
    let Ok(heard) = inner.client.subscribe(hear).await else { return false };
    let all = OrderedConfig {
        filter_subject: inner.subjects.of(&format!("film.{}", call.show)),
        deliver_policy: DeliverPolicy::All,
        ..OrderedConfig::default()
    };
    let pieces = async { streams.films.create_consumer(all).await.ok()?.messages().await.ok() };
    let Ok(Some(pieces)) = tokio::time::timeout(PATIENCE, pieces).await else { return false };
    if stage.hear(ToStage::Open(call.seats.clone())).await.is_err() {
        return false;
    }
    tokio::spawn(async move {
        if let Err(error) = follow(&inner, &call, &name, stage, pieces, heard).await {
            tracing::warn!(%error, "a match of another arena is not shown further");
        }
    });
    true
}

/// The last word of who shows a match.
enum Last {
    Call(Call),
    /// There is none.
    Nobody,
    /// It cannot be had or read now.
    Unknown,
}

async fn last_call(inner: &Inner, id: &MatchId) -> Last {
    let Some(streams) = inner.streams() else { return Last::Unknown };
    let subject = inner.subjects.of(&format!("show.{id}"));
    let asking = streams.shows.get_last_raw_message_by_subject(&subject);
    match tokio::time::timeout(PATIENCE, asking).await {
        Ok(Ok(last)) => read_call(inner, &subject, &last.payload).map_or(Last::Unknown, Last::Call),
        Ok(Err(error)) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Last::Nobody,
        Ok(Err(_)) | Err(_) => Last::Unknown,
    }
}

async fn follow(
    inner: &Inner,
    call: &Call,
    name: &WorkerId,
    mut stage: Stage,
    mut pieces: async_nats::jetstream::consumer::pull::Ordered,
    mut heard: async_nats::Subscriber,
) -> Result<(), String> {
    let of = |what: &str| inner.subjects.of(&format!("{what}.{}", call.show));
    let (guest, film, hear) = (of("guest"), of("film"), format!("{}.{name}", of("hear")));
    // The next piece of the film, the last word to guests from there, and the last of theirs.
    let (mut next, mut last, mut said) = (0, 0, 0);
    let mut line = Vec::new();
    let mut look = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            piece = pieces.next() => {
                let piece = piece.ok_or("the film has broken off")?.map_err(|error| whole(&error))?;
                // What others have put there is nothing to us.
                let Some((number, piece)) = inner.seal.open_counted(&film, &piece.payload) else { continue };
                if number < next {
                    continue;
                }
                if number > next {
                    return Err("a piece of the film is missing".to_owned());
                }
                next += 1;
                let Some((kind, bytes)) = piece.split_first() else { continue };
                if *kind == END {
                    return Ok(());
                }
                if line.len() + bytes.len() > LONGEST {
                    return Err(format!("a line is longer than {LONGEST} bytes"));
                }
                line.extend_from_slice(bytes);
                if *kind == WHOLE {
                    let said = String::from_utf8(std::mem::take(&mut line)).map_err(|error| error.to_string())?;
                    take(&mut stage, &said).await?;
                }
            }
            Some(word) = heard.next() => {
                let Some((number, word)) = inner.seal.open_counted(&hear, &word.payload) else { continue };
                if number > last {
                    last = number;
                    take(&mut stage, std::str::from_utf8(&word).map_err(|error| error.to_string())?).await?;
                }
            }
            told = stage.next() => {
                said += 1;
                let told = format!("{name} {}", told.text());
                let sealed = inner.seal.close_counted(&guest, said, told.as_bytes()).ok_or(UNSEALED)?;
                inner.client.publish(guest.clone(), sealed).await.map_err(|error| error.to_string())?;
            }
            _ = look.tick() => {
                // Whoever showed it may have been killed, so that its end is never told.
                let ours = async {
                    match last_call(inner, stage.id()).await {
                        Last::Call(now) => now.show == call.show,
                        Last::Nobody => false,
                        Last::Unknown => !inner.is_there(),
                    }
                };
                if !stage.goes_on().await || !ours.await {
                    return Ok(());
                }
            }
        }
    }
}

async fn take(stage: &mut Stage, said: &str) -> Result<(), String> {
    stage.take(said).await.map_err(|error| error.to_string())
}
