//! Offers of jobs, pictures of matches and words of builds between arenas on one database, over NATS JetStream.
//!
//! [`Nats`] is the league's [`Broker`]. Nothing that matters lies in NATS alone: the table decides who has a job, and whoever cannot reach NATS looks at the
//! table. So NATS may be restarted, lose its disk or deliver something twice.

mod films;
mod lane;
mod offers;
mod seal;
mod streams;
mod words;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use meydan_league::store::{MatchId, Offer, Store, WorkerId};
use meydan_league::{Broker, Building, Ear, Live, Offered, Stage};
use tokio::sync::Notify;

use crate::seal::Seal;
use crate::streams::{Streams, Subjects};

/// How long an answer of NATS is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long somebody who opens an arena waits for NATS.
const AT_FIRST: Duration = Duration::from_secs(5);
/// How often it is looked whether NATS is there, and the longest rest between two tries to connect.
const LOOK: Duration = Duration::from_millis(500);
/// How often NATS is asked for a sign of life. It is away when three were not answered: a way that is cut without a word closes no connection.
const PING: Duration = Duration::from_secs(2);

/// Why a broker cannot be had at all.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// The address is none.
    #[error("`{0}` is no address of NATS; give for instance nats://127.0.0.1:4222")]
    Address(String),
    /// It can be reached, and does not do what is needed.
    #[error(
        "NATS does not do what is needed ({0}); is it started with JetStream (`nats-server -js`), and has it 1 GB of disk?"
    )]
    Unfit(String),
    /// The client cannot be made.
    #[error("NATS cannot be asked: {0}")]
    Client(String),
    /// The database cannot be asked.
    #[error(transparent)]
    Store(#[from] meydan_league::store::Error),
}

/// NATS, as arenas on one database use it. Cheap to clone.
#[derive(Clone)]
pub struct Nats(Arc<Inner>);

struct Inner {
    client: Client,
    context: Context,
    subjects: Subjects,
    seal: Seal,
    streams: Mutex<Option<Arc<Streams>>>,
    bell: Notify,
    /// How often the bell was rung, and at which ring no lane had anything.
    rings: AtomicU64,
    empty: AtomicU64,
    /// How often somebody took.
    turns: AtomicU64,
    pulling: tokio::sync::Mutex<()>,
}

impl Nats {
    /// NATS at an address, for the arenas on this database: others may use the same NATS. Where it is away for now, it is used once it is there.
    pub async fn open(address: &str, store: &Store) -> Result<Nats, NatsError> {
        let wrong = || NatsError::Address(without_password(address));
        let scheme = address.split_once("://").map(|(scheme, _)| scheme);
        if !matches!(scheme, Some("nats" | "tls")) {
            return Err(wrong());
        }
        let server: ServerAddr = address.parse().map_err(|_| wrong())?;
        if server.host().is_empty() {
            return Err(wrong());
        }
        let mut tx = store.begin().await?;
        let place = tx.keep_setting("broker", WorkerId::fresh().as_str()).await?;
        let key = tx.keep_setting("broker key", &Seal::draw().map_err(NatsError::Client)?).await?;
        tx.commit().await?;
        let new = Arc::new(AtomicBool::new(false));
        let (seen, told) = (new.clone(), Arc::new(Mutex::new(String::new())));
        let options = match (server.username(), server.password()) {
            (Some(name), Some(password)) => {
                ConnectOptions::with_user_and_password(name.to_owned(), password.to_owned())
            }
            _ => ConnectOptions::new(),
        };
        let options = options
            .name("meydan arena")
            .retry_on_initial_connect()
            .max_reconnects(None)
            .request_timeout(Some(PATIENCE))
            .ping_interval(PING)
            .reconnect_delay_callback(|tries| LOOK.min(Duration::from_millis(20 * tries as u64)))
            .event_callback(move |event| {
                let (new, told) = (seen.clone(), told.clone());
                async move {
                    // It is tried to connect twice a second, for as long as it takes; why that fails is told once.
                    let text = event.to_string();
                    let told = std::mem::replace(
                        &mut *told.lock().expect("nobody panics while holding this lock"),
                        text.clone(),
                    );
                    if told == text {
                        tracing::debug!(%event, "NATS");
                    } else {
                        tracing::warn!(%event, "NATS");
                    }
                    new.fetch_or(event == Event::Connected, Ordering::AcqRel);
                }
            });
        let client =
            options.connect(server).await.map_err(|error| NatsError::Client(streams::whole(&error)))?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        let inner = Arc::new(Inner {
            client,
            context,
            subjects: Subjects(place),
            seal: Seal::with(&key),
            streams: Mutex::default(),
            bell: Notify::new(),
            rings: AtomicU64::new(1),
            empty: AtomicU64::new(0),
            turns: AtomicU64::new(0),
            pulling: tokio::sync::Mutex::default(),
        });
        let end = tokio::time::Instant::now() + AT_FIRST;
        while !inner.is_connected() && tokio::time::Instant::now() < end {
            tokio::time::sleep(LOOK / 10).await;
        }
        match inner.make().await {
            Err(why) if inner.is_connected() => return Err(NatsError::Unfit(why)),
            Err(_) => tracing::error!("NATS is not there; until it is, tasks are looked for in the table"),
            Ok(()) => {}
        }
        tokio::spawn(watch(Arc::downgrade(&inner), new));
        tokio::spawn(listen(Arc::downgrade(&inner)));
        Ok(Nats(inner))
    }
}

impl Inner {
    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn is_there(&self) -> bool {
        self.is_connected() && self.streams().is_some()
    }

    fn streams(&self) -> Option<Arc<Streams>> {
        self.streams.lock().expect("nobody panics while holding this lock").clone()
    }

    fn set_streams(&self, streams: Option<Streams>) {
        *self.streams.lock().expect("nobody panics while holding this lock") = streams.map(Arc::new);
    }

    async fn make(&self) -> Result<(), String> {
        self.set_streams(Some(streams::make(&self.context, &self.subjects).await?));
        Ok(())
    }

    fn ring(&self) {
        self.rings.fetch_add(1, Ordering::Release);
        self.bell.notify_one();
    }
}

/// Makes again what is missing, as long as anybody uses it. What was there before NATS was away may be gone with its disk.
async fn watch(inner: Weak<Inner>, new: Arc<AtomicBool>) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(inner) = inner.upgrade() else { return };
        // What was put off comes again without a ring: whoever looks next finds it.
        inner.rings.fetch_add(1, Ordering::Release);
        if inner.is_connected() && (new.swap(false, Ordering::AcqRel) || inner.streams().is_none()) {
            match inner.make().await {
                Ok(()) => inner.ring(),
                Err(error) => {
                    tracing::error!(%error, "NATS is there and cannot be used");
                    inner.set_streams(None);
                }
            }
        }
    }
}

/// Hears the bell that other arenas ring.
async fn listen(inner: Weak<Inner>) {
    let Some(subscribed) = inner.upgrade().map(|inner| (inner.client.clone(), inner.subjects.of("bell")))
    else {
        return;
    };
    let (client, subject) = subscribed;
    let Ok(mut rings) = client.subscribe(subject).await else { return };
    drop(client);
    while rings.next().await.is_some() {
        let Some(inner) = inner.upgrade() else { return };
        inner.ring();
    }
}

impl Broker for Nats {
    fn is_there(&self) -> bool {
        self.0.is_there()
    }

    fn tell<'a>(&'a self, offers: &'a [(String, Offer)]) -> BoxFuture<'a, Vec<bool>> {
        Box::pin(self.0.tell(offers))
    }

    fn next(&self) -> BoxFuture<'_, Option<Offered>> {
        Box::pin(self.0.next())
    }

    fn rung(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.0.bell.notified())
    }

    fn show(&self, id: &MatchId, live: Live) {
        tokio::spawn(films::show(self.0.clone(), id.clone(), live));
    }

    fn mirror(&self, stage: Stage) -> BoxFuture<'_, bool> {
        Box::pin(films::mirror(self.0.clone(), stage))
    }

    fn tell_words<'a>(&'a self, building: &'a Building, from: u64, words: &'a [u8]) -> BoxFuture<'a, bool> {
        Box::pin(words::tell(&self.0, building, from, words))
    }

    fn hear_words(&self, ear: Ear) -> BoxFuture<'_, ()> {
        Box::pin(words::hear(self.0.clone(), ear))
    }
}

/// An address as it may be printed.
fn without_password(address: &str) -> String {
    match (address.find("://"), address.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => format!("{}…{}", &address[..scheme + 3], &address[at..]),
        _ => address.to_owned(),
    }
}
