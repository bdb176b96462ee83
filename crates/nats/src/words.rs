//! What builds say: told where they are made, heard where somebody reads it. It lies in a stream for a while, so whoever comes late has all of it.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::{Ordered, OrderedConfig};
use futures_util::StreamExt;
use meydan_league::{Building, Ear};

use crate::streams::whole;
use crate::{Inner, PATIENCE};

/// Words are told in pieces of at most so many bytes.
const PIECE: usize = 512 << 10;
/// How often it is looked whether there is still something to hear.
const LOOK: Duration = Duration::from_secs(5);

fn subject(inner: &Inner, building: &Building) -> String {
    inner.subjects.of(&format!("words.{}.{}", building.version, building.attempt))
}

/// Tells what a build has said from a place on. `false`: it may not have been told.
pub(crate) async fn tell(inner: &Inner, building: &Building, from: u64, words: &[u8]) -> bool {
    let mut from = from;
    for piece in words.chunks(PIECE) {
        let subject = subject(inner, building);
        // The number is the place at which it was said.
        let Some(sealed) = inner.seal.close_counted(&subject, from, piece) else { return false };
        from += piece.len() as u64;
        let told = async {
            let sent = inner.context.publish(subject, sealed).await;
            sent.map_err(|error| whole(&error))?.await.map_err(|error| whole(&error))
        };
        if let Err(error) = told.await {
            tracing::warn!(version = %building.version, %error, "the words of a build are not told to other arenas");
            return false;
        }
    }
    true
}

/// Lets an ear hear what was said and what will be.
pub(crate) async fn hear(inner: Arc<Inner>, ear: Ear) {
    let Some(streams) = inner.streams() else { return };
    let all = OrderedConfig {
        filter_subject: subject(&inner, ear.building()),
        deliver_policy: DeliverPolicy::All,
        ..OrderedConfig::default()
    };
    let pieces = async { streams.words.create_consumer(all).await.ok()?.messages().await.ok() };
    if let Ok(Some(pieces)) = tokio::time::timeout(PATIENCE, pieces).await {
        tokio::spawn(listen(inner.clone(), ear, pieces));
    }
}

async fn listen(inner: Arc<Inner>, ear: Ear, mut pieces: Ordered) {
    let subject = subject(&inner, ear.building());
    let mut look = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            piece = pieces.next() => {
                let Some(Ok(piece)) = piece else { return };
                if let Some((place, words)) = inner.seal.open_counted(&subject, &piece.payload) {
                    ear.hear(place, &words);
                }
            }
            _ = look.tick() => {
                if !ear.goes_on().await {
                    return;
                }
            }
        }
    }
}
