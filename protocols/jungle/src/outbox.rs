//! What goes out to one socket: a queue and the task that empties it, so that a client that stops reading delays nobody.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes};
use futures_util::{Sink, SinkExt};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

/// How many bytes may wait for a client that does not read. A whole match of 300 ticks has two megabytes for a bot and
/// ten for a viewer, so only a client that never comes back gets there.
const MOST_WAITING: usize = 32 << 20;

/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// What shall become of a socket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Wish {
    /// It goes on.
    Open,
    /// It is closed after what is queued.
    Goodbye,
    /// It is closed at once.
    Cut,
}

/// The way out to one socket.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: mpsc::UnboundedSender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    wish: Arc<watch::Sender<Wish>>,
    closed: watch::Receiver<bool>,
}

impl Outbox {
    /// Starts the task that writes to the socket.
    pub(crate) fn new<S>(sink: S) -> Outbox
    where
        S: Sink<Message> + Send + Unpin + 'static,
    {
        let (queue, texts) = mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let (wish, wished) = watch::channel(Wish::Open);
        let (done, closed) = watch::channel(false);
        let counter = waiting.clone();
        tokio::spawn(async move {
            write(sink, texts, wished, &counter).await;
            // Nobody may be left to hear it.
            let _ = done.send(true);
        });
        Outbox { queue, waiting, wish: Arc::new(wish), closed }
    }

    /// Queues a text frame. A client that has let too much pile up is cut off.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        let length = text.len();
        if self.waiting.fetch_add(length, Ordering::Relaxed) + length > MOST_WAITING {
            return self.want(Wish::Cut);
        }
        // The writer is gone when the socket is; then there is nobody to send to.
        let _ = self.queue.send(text);
    }

    /// Says goodbye after what is queued, with an empty close frame.
    pub(crate) fn close(&self) {
        self.want(Wish::Goodbye);
    }

    fn want(&self, wanted: Wish) {
        self.wish.send_if_modified(|wish| {
            let stronger = wanted > *wish;
            *wish = wanted.max(*wish);
            stronger
        });
    }

    /// Whether both lead to the same socket.
    pub(crate) fn same(&self, other: &Outbox) -> bool {
        Arc::ptr_eq(&self.waiting, &other.waiting)
    }

    /// Waits until nothing will be written any more.
    pub(crate) async fn closed(&mut self) {
        let _ = self.closed.wait_for(|closed| *closed).await;
    }
}

async fn write<S: Sink<Message> + Unpin>(
    mut sink: S,
    mut texts: mpsc::UnboundedReceiver<Utf8Bytes>,
    mut wish: watch::Receiver<Wish>,
    waiting: &AtomicUsize,
) {
    let mut wished = wish.clone();
    let work = async {
        loop {
            let next = tokio::select! {
                biased;
                text = texts.recv() => text,
                () = wait_for(&mut wished, Wish::Goodbye) => None,
            };
            let Some(text) = next else { break };
            let length = text.len();
            if sink.send(Message::Text(text)).await.is_err() {
                return;
            }
            waiting.fetch_sub(length, Ordering::Relaxed);
        }
        let _ = timeout(GOODBYE, sink.send(Message::Close(None))).await;
    };
    let impatience = async {
        wait_for(&mut wish, Wish::Goodbye).await;
        let _ = timeout(GOODBYE, wait_for(&mut wish, Wish::Cut)).await;
    };
    tokio::select! {
        () = work => {}
        () = impatience => {}
    }
}

/// Waits for a wish at least as strong. When nobody holds the outbox any more, the writer ends by itself.
async fn wait_for(wish: &mut watch::Receiver<Wish>, wanted: Wish) {
    if wish.wait_for(|wish| *wish >= wanted).await.is_err() {
        std::future::pending::<()>().await;
    }
}
