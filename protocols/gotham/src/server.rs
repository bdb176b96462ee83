//! The HTTP/2 server: one task per connection, and bounds for everybody.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use hyper::server::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use meydan_core::{Seat, SeatSet};
use meydan_referee::{Crowd, Stranger, Visitor};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::time::{sleep, timeout};

use crate::post::Office;
use crate::service::Service;
use crate::wire::game_handler_server::GameHandlerServer;

/// The largest message a client may send; a chat text costs its length, so no honest one comes near.
const MOST_BYTES: usize = 256 << 10;
/// The longest head of a call.
const LONGEST_HEAD: u32 = 16 << 10;
/// How many calls a connection may have open; further ones wait on the client's side.
const MOST_CALLS: u32 = 100;
/// How many connections without a token may be open at once.
const MOST_STRANGERS: usize = 64;
/// How many connections a unit's client may have open.
pub(crate) const MOST_CONNECTIONS: usize = 16;
/// How long a connection may take to show a token.
const HANDSHAKE: Duration = Duration::from_secs(30);
/// A machine that vanished without a word does not hold its streams for ever.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// How long clients may take to leave when the lobby closes.
const GOODBYE: Duration = Duration::from_millis(500);

/// Serves until `over` is dropped, then says goodbye; no connection is left when this ends.
pub(crate) async fn serve(listener: TcpListener, office: Arc<Office>, mut over: oneshot::Receiver<()>) {
    let mut crowd = Crowd::new(MOST_STRANGERS);
    let closing = watch::Sender::new(());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut over => break,
        };
        match accepted {
            Ok((stream, from)) => {
                let visitor = office.seating.visitor(from);
                let (office, closing) = (Arc::clone(&office), closing.subscribe());
                crowd.meet(|stranger| {
                    let visit = Arc::new(Visit { office, visitor, stranger, seats: Mutex::default() });
                    connection(stream, visit, closing)
                });
            }
            // Too many open files, most likely: wait until some are closed.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    drop(closing);
    // Whoever does not leave is cut off with the crowd.
    let _ = timeout(GOODBYE, crowd.all_gone()).await;
}

async fn connection(stream: TcpStream, visit: Arc<Visit>, mut closing: watch::Receiver<()>) {
    let _ = stream.set_nodelay(true);
    let service = GameHandlerServer::new(Service { visit: Arc::clone(&visit) });
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .keep_alive_interval(KEEP_ALIVE)
        .max_concurrent_streams(MOST_CALLS)
        .max_header_list_size(LONGEST_HEAD)
        .serve_connection(
            TokioIo::new(stream),
            TowerToHyperService::new(service.max_decoding_message_size(MOST_BYTES)),
        );
    tokio::pin!(connection);
    tokio::select! {
        // How a connection ends is the client's matter.
        _ = &mut connection => return,
        () = visit.lose_patience() => return,
        _ = closing.changed() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// One connection, and the units whose tokens it has shown.
pub(crate) struct Visit {
    pub(crate) office: Arc<Office>,
    pub(crate) visitor: Visitor,
    stranger: Stranger,
    seats: Mutex<SeatSet>,
}

impl Visit {
    /// The connection has shown the token of a unit. `false`: that unit has too many connections.
    pub(crate) fn introduce(&self, seat: Seat) -> bool {
        let mut seats = self.seats.lock().expect("nobody panics while holding this lock");
        if !seats.contains(seat) {
            if !self.office.connect(seat, self.visitor) {
                return false;
            }
            seats.insert(seat);
            self.stranger.introduce();
        }
        true
    }

    /// Ends when the time to show a token is up and none was shown.
    async fn lose_patience(&self) {
        sleep(HANDSHAKE).await;
        if !self.seats.lock().expect("nobody panics while holding this lock").is_empty() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let seats = *self.seats.lock().expect("nobody panics while holding this lock");
        seats.iter().for_each(|seat| self.office.disconnect(seat));
    }
}
