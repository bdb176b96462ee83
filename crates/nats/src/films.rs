//! Matches that are played at one arena and watched, and played in, at another. Where a match is played its lines go into a stream, from which whoever
//! comes late has all of them; what guests say and hear goes by directly, as it does between a worker and its arena.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::context::PublishAckFuture;
use bytes::{BufMut, Bytes, BytesMut};
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
/// How often a mirror looks whether its match is still played.
const LOOK: Duration = Duration::from_secs(5);

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

/// Shows a match to other arenas until its films are over.
pub(crate) async fn show(inner: Arc<Inner>, id: MatchId, live: Live) {
    let show = WorkerId::fresh().to_string();
    if let Err(error) = perform(&inner, &id, &show, live).await {
        tracing::warn!(%id, %error, "a match is not shown at other arenas");
    }
    tokio::time::sleep(AFTERWARDS).await;
    let Some(streams) = inner.streams() else { return };
    // What is not removed goes by itself after a while.
    let _ = streams.films.purge().filter(inner.subjects.of(&format!("film.{show}"))).await;
    let subject = inner.subjects.of(&format!("show.{id}"));
    if let Ok(last) = streams.shows.get_last_raw_message_by_subject(&subject).await
        && serde_json::from_slice::<Call>(&last.payload).is_ok_and(|call| call.show == show)
    {
        let _ = streams.shows.purge().filter(subject).await;
    }
}

async fn perform(inner: &Inner, id: &MatchId, show: &str, live: Live) -> Result<(), String> {
    let guests = inner.client.subscribe(inner.subjects.of(&format!("guest.{show}"))).await;
    let mut calls = guests.map_err(|error| whole(&error))?;
    let call = Call { show: show.to_owned(), seats: live.reception.seats().collect() };
    let call = serde_json::to_vec(&call).map_err(|error| error.to_string())?;
    let called = inner.context.publish(inner.subjects.of(&format!("show.{id}")), call.into()).await;
    called.map_err(|error| whole(&error))?.await.map_err(|error| whole(&error))?;
    let (say, mut said) = mpsc::channel(WAITING);
    let mut films = JoinSet::new();
    films.spawn(project(live.film.clone(), say.clone(), ToStage::Line));
    for (seat, film) in &live.seat_films {
        let seat = *seat;
        films.spawn(project(film.clone(), say.clone(), move |line| ToStage::SeatLine(seat, line)));
    }
    drop(say);
    let mut reel = Reel { inner, subject: inner.subjects.of(&format!("film.{show}")), sent: Vec::new() };
    let mut mirrors: BTreeMap<WorkerId, Guests> = BTreeMap::new();
    loop {
        tokio::select! {
            line = said.recv() => match line {
                Some(line) => reel.line(&line.text()).await?,
                None => break,
            },
            Some(call) = calls.next() => {
                let Some((mirror, told)) = read_call(&call.payload) else { continue };
                if !mirrors.contains_key(&mirror) && mirrors.len() < MIRRORS {
                    let (say, heard) = mpsc::channel(WAITING);
                    let subject = inner.subjects.of(&format!("hear.{show}.{mirror}"));
                    tokio::spawn(speak(inner.client.clone(), subject, heard));
                    mirrors.insert(mirror.clone(), Guests::new(live.clone(), say));
                }
                if let Some(guests) = mirrors.get_mut(&mirror) {
                    guests.hear(told).await;
                }
            }
        }
    }
    reel.piece(END, b"").await?;
    reel.wait(0).await
}

/// What another arena says of its guests.
fn read_call(body: &Bytes) -> Option<(WorkerId, FromStage)> {
    let (mirror, told) = std::str::from_utf8(body).ok()?.split_once(' ')?;
    Some((mirror.parse().ok()?, FromStage::read(told)?))
}

/// Sends what the guests of one arena hear.
async fn speak(client: async_nats::Client, subject: String, mut heard: mpsc::Receiver<ToStage>) {
    while let Some(line) = heard.recv().await {
        if client.publish(subject.clone(), line.text().into()).await.is_err() {
            return;
        }
    }
}

/// A film on its way into the stream.
struct Reel<'a> {
    inner: &'a Inner,
    subject: String,
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
        let mut piece = BytesMut::with_capacity(bytes.len() + 1);
        piece.put_u8(kind);
        piece.put_slice(bytes);
        let sent = self.inner.context.publish(self.subject.clone(), piece.freeze()).await;
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
    let Some(call) = called(&inner, stage.id()).await else { return false };
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

/// Who shows a match now.
async fn called(inner: &Inner, id: &MatchId) -> Option<Call> {
    let (streams, subject) = (inner.streams()?, inner.subjects.of(&format!("show.{id}")));
    let asking = streams.shows.get_last_raw_message_by_subject(&subject);
    let last = tokio::time::timeout(PATIENCE, asking).await.ok()?.ok()?;
    serde_json::from_slice(&last.payload).ok()
}

async fn follow(
    inner: &Inner,
    call: &Call,
    name: &WorkerId,
    mut stage: Stage,
    mut pieces: async_nats::jetstream::consumer::pull::Ordered,
    mut heard: async_nats::Subscriber,
) -> Result<(), String> {
    let guest = inner.subjects.of(&format!("guest.{}", call.show));
    let mut line = Vec::new();
    let mut look = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            piece = pieces.next() => {
                let piece = piece.ok_or("the film has broken off")?.map_err(|error| whole(&error))?;
                let Some((kind, bytes)) = piece.payload.split_first() else { continue };
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
            Some(said) = heard.next() => {
                let said = std::str::from_utf8(&said.payload).map_err(|error| error.to_string())?;
                take(&mut stage, said).await?;
            }
            told = stage.next() => {
                let told = format!("{name} {}", told.text());
                inner.client.publish(guest.clone(), told.into()).await.map_err(|error| error.to_string())?;
            }
            _ = look.tick() => {
                // Whoever showed it may have been killed, so that its end is never told.
                let ours = async { called(inner, stage.id()).await.is_some_and(|now| now.show == call.show) };
                if !stage.goes_on().await || (inner.streams().is_some() && !ours.await) {
                    return Ok(());
                }
            }
        }
    }
}

async fn take(stage: &mut Stage, said: &str) -> Result<(), String> {
    stage.take(said).await.map_err(|error| error.to_string())
}
