//! Offers: told, taken and answered.

use std::sync::atomic::Ordering;

use async_nats::HeaderMap;
use async_nats::header::NATS_MESSAGE_ID;
use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::Acker;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use meydan_league::store::Offer;
use meydan_league::{Offered, Reply, Slip};

use crate::lane::{LANES, lane, order};
use crate::streams::whole;
use crate::{Inner, PATIENCE};

/// The longest offer that is read; ours are far shorter.
const LONGEST: usize = 1000;

impl Inner {
    /// Offers jobs, and says of each whether it is offered now.
    pub(crate) async fn tell(&self, offers: &[(String, Offer)]) -> Vec<bool> {
        let mut on_their_way = Vec::new();
        for (id, offer) in offers {
            let Offer { job, attempt, kind, priority } = offer;
            let lane = LANES[lane(*priority)];
            let subject = self.subjects.of(&format!("offer.{lane}.{kind}.{job}.{attempt}"));
            let mut headers = HeaderMap::new();
            headers.insert(NATS_MESSAGE_ID, id.as_str());
            let body = serde_json::to_vec(offer).unwrap_or_default();
            on_their_way.push(self.context.publish_with_headers(subject, headers, Bytes::from(body)).await);
        }
        let mut told = Vec::new();
        for sent in on_their_way {
            let sent = match sent {
                Ok(sent) => sent.await.map(drop),
                Err(error) => Err(error),
            };
            if sent.as_ref().is_err_and(|error| error.kind() == PublishErrorKind::TimedOut) {
                // It would be waited for as long for each of the others.
                break;
            }
            told.push(match sent {
                Ok(()) => true,
                // It is offered already.
                Err(error) if is_there(&error) => true,
                Err(error) => {
                    tracing::warn!(error = %whole(&error), "a job cannot be offered");
                    if error.kind() == PublishErrorKind::StreamNotFound {
                        // It is made again.
                        self.set_streams(None);
                    }
                    false
                }
            });
        }
        told.resize(offers.len(), false);
        if told.contains(&true) && self.client.publish(self.subjects.of("bell"), Bytes::new()).await.is_err()
        {
            self.ring();
        }
        told
    }

    /// The next offer, if there is one.
    pub(crate) async fn next(&self) -> Option<Offered> {
        let rung = self.rings.load(Ordering::Acquire);
        if self.empty.load(Ordering::Acquire) == rung {
            // Somebody has looked since the bell was rung.
            return None;
        }
        let _one_at_a_time = self.pulling.lock().await;
        if self.empty.load(Ordering::Acquire) == rung {
            return None;
        }
        let streams = self.streams()?;
        for lane in order(self.turns.load(Ordering::Relaxed)) {
            match tokio::time::timeout(PATIENCE, pull(&streams.lanes[lane])).await {
                Ok(Ok(Some(offered))) => {
                    self.turns.fetch_add(1, Ordering::Relaxed);
                    return Some(offered);
                }
                Ok(Ok(None)) => {}
                Ok(Err(error)) => {
                    tracing::warn!(%error, "no offer can be had");
                    self.set_streams(None);
                    return None;
                }
                Err(_) => return None,
            }
        }
        self.empty.store(rung, Ordering::Release);
        None
    }
}

/// Whether an offer was not taken because it is there already.
fn is_there(error: &PublishError) -> bool {
    whole(error).contains("per subject")
}

/// Takes one offer from a lane, without waiting.
async fn pull(lane: &PullConsumer) -> Result<Option<Offered>, String> {
    loop {
        let mut messages = lane.fetch().max_messages(1).messages().await.map_err(|error| whole(&error))?;
        let Some(message) = messages.next().await else { return Ok(None) };
        let message = message.map_err(|error| error.to_string())?;
        let times = message.info().map_or(1, |info| info.delivered).max(1) as u32;
        let (message, acker) = message.split();
        let read = Some(&message.payload).filter(|body| body.len() <= LONGEST);
        match read.and_then(|body| serde_json::from_slice(body).ok()) {
            Some(offer) => return Ok(Some(Offered { offer, times, slip: Box::new(OnAck(acker)) })),
            // Nobody can do anything with it.
            None => OnAck(acker).reply(Reply::Settled).await,
        }
    }
}

/// An offer is answered by how its message is acknowledged.
struct OnAck(Acker);

impl Slip for OnAck {
    fn reply(&self, reply: Reply) -> BoxFuture<'_, ()> {
        let kind = match reply {
            Reply::Settled => AckKind::Ack,
            Reply::GoesOn => AckKind::Progress,
            Reply::Later(rest) => AckKind::Nak(Some(rest)),
        };
        Box::pin(async move {
            if let Err(error) = self.0.ack_with(kind).await {
                tracing::debug!(%error, "an offer is not answered, and comes again");
            }
        })
    }
}
