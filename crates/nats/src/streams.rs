//! What lies in NATS: made where it is missing, by whichever arena comes first.
//!
//! * `…_OFFERS` is a work queue: each offer is a subject of its own (`offer.LANE.KIND.JOB.ATTEMPT`), of which there is one or none, so that a job that is
//!   offered again while its offer is there is not offered twice. Each lane has one pull consumer that all arenas share. An offer that nobody answers comes
//!   again when a lease would have run out, at most so often, and goes away after an hour: what still waits then is offered again from the table.
//! * `…_SHOWS` has the last word of who shows a match, and `…_FILMS` what is shown. Nothing of it is needed when the match is over.
//! * `…_WORDS` has what builds say while they are made. Nothing of it is needed when the build is over.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::pull::Config as Pull;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use meydan_league::{LEASE, MOST_TIMES};

use crate::lane::LANES;

/// How long the same message is known to be the same.
const SAME: Duration = Duration::from_secs(120);
/// How long anything is kept.
const OFFERS_KEPT: Duration = Duration::from_secs(3600);
const FILMS_KEPT: Duration = Duration::from_secs(24 * 3600);
/// How much room all films have together.
const FILMS_ROOM: i64 = 1 << 30;
/// The same for what builds say.
const WORDS_KEPT: Duration = Duration::from_secs(3 * 3600);
const WORDS_ROOM: i64 = 256 << 20;
/// How many offers may be held at once: one for each task that is being done.
const HELD: i64 = 100_000;

/// What was found or made.
pub(crate) struct Streams {
    /// A consumer for each lane.
    pub(crate) lanes: Vec<PullConsumer>,
    pub(crate) shows: Stream,
    pub(crate) films: Stream,
    pub(crate) words: Stream,
}

/// The subjects of one group of arenas.
#[derive(Clone, Debug)]
pub(crate) struct Subjects(pub(crate) String);

impl Subjects {
    pub(crate) fn of(&self, rest: &str) -> String {
        format!("meydan.{}.{rest}", self.0)
    }

    fn stream(&self, what: &str) -> String {
        format!("MEYDAN_{}_{what}", self.0)
    }
}

/// Finds what is there and makes what is not. An error: what cannot be made, and why.
pub(crate) async fn make(context: &Context, subjects: &Subjects) -> Result<Streams, String> {
    let offers = Config {
        name: subjects.stream("OFFERS"),
        subjects: vec![subjects.of("offer.>")],
        retention: RetentionPolicy::WorkQueue,
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        max_age: OFFERS_KEPT,
        duplicate_window: SAME,
        ..Config::default()
    };
    let shows = Config {
        name: subjects.stream("SHOWS"),
        subjects: vec![subjects.of("show.*")],
        max_messages_per_subject: 1,
        max_age: FILMS_KEPT,
        ..Config::default()
    };
    let films = Config {
        name: subjects.stream("FILMS"),
        subjects: vec![subjects.of("film.*")],
        max_bytes: FILMS_ROOM,
        max_age: FILMS_KEPT,
        ..Config::default()
    };
    let words = Config {
        name: subjects.stream("WORDS"),
        subjects: vec![subjects.of("words.*.*")],
        max_bytes: WORDS_ROOM,
        max_age: WORDS_KEPT,
        ..Config::default()
    };
    let offers = stream(context, offers).await?;
    let mut lanes = Vec::new();
    for lane in LANES {
        let consumer = Pull {
            durable_name: Some(lane.to_owned()),
            filter_subject: subjects.of(&format!("offer.{lane}.>")),
            ack_policy: AckPolicy::Explicit,
            ack_wait: LEASE,
            max_deliver: i64::from(MOST_TIMES) + 1,
            max_ack_pending: HELD,
            ..Pull::default()
        };
        let made = offers.get_or_create_consumer(lane, consumer).await;
        lanes.push(made.map_err(|error| format!("the lane {lane}: {}", whole(&error)))?);
    }
    Ok(Streams {
        lanes,
        shows: stream(context, shows).await?,
        films: stream(context, films).await?,
        words: stream(context, words).await?,
    })
}

async fn stream(context: &Context, config: Config) -> Result<Stream, String> {
    let name = config.name.clone();
    let made = context.get_or_create_stream(config).await;
    made.map_err(|error| format!("the stream {name}: {}", whole(&error)))
}

/// An error with its reasons.
pub(crate) fn whole(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut reason = error.source();
    while let Some(error) = reason {
        // Some repeat what is behind them.
        if !text.contains(&error.to_string()) {
            text = format!("{text}: {error}");
        }
        reason = error.source();
    }
    text
}
