use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use meydan_arena::{Arena, Slot, Slots, Visitor};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;
use tower::Layer;
use tower::util::MapRequestLayer;

use crate::router::{ServerOptions, router};
use crate::tls::{Certificates, TlsError};

/// How many connections there may be.
const CONNECTIONS: usize = 1024;
/// How many of one visitor. Behind a proxy all visitors have its address, so it is the proxy that must count.
const EACH: usize = 256;
/// How long a request's head may take, and how long a connection may wait for its next one. A handshake may take as long.
const HEAD: Duration = Duration::from_secs(30);
/// How long somebody may read nothing of what is sent to them.
const UNREAD: Duration = Duration::from_secs(30);
/// How long answers that are under way may take when the server ends.
const PARTING: Duration = Duration::from_secs(5);

/// A server that listens and is ready to serve.
pub struct Server {
    listener: TcpListener,
    router: Router,
    arena: Arc<Arena>,
    tls: Option<TlsAcceptor>,
    /// How many connections a visitor may have.
    each: usize,
}

impl Server {
    /// Listens on an address.
    pub async fn bind(
        address: SocketAddr,
        arena: Arc<Arena>,
        options: impl FnOnce(SocketAddr) -> ServerOptions,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address).await?;
        let options = options(listener.local_addr()?);
        let each = if options.forwarded { CONNECTIONS } else { EACH };
        Ok(Server { listener, router: router(arena.clone(), &options), arena, tls: None, each })
    }

    /// Speaks TLS, and nothing else.
    pub fn with_tls(self, certificates: &Certificates) -> Result<Server, TlsError> {
        Ok(Server { tls: Some(certificates.acceptor()?), ..self })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop`. Then all matches are paused and kept, people are told, and answers under way are finished.
    /// Gives how many matches were paused.
    pub async fn serve(self, stop: impl Future<Output = ()>) -> usize {
        // Every connection holds the other end until it is gone.
        let (end, ending) = watch::channel(());
        let slots = Slots::new(CONNECTIONS, self.each);
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        // Whoever has too many connections is sent away without a word.
                        if let Ok(slot) = slots.take(Visitor::of(peer.ip())) {
                            self.attend(stream, peer, slot, ending.clone());
                        }
                    }
                    Err(error) => {
                        tracing::warn!(%error, "a connection cannot be taken");
                        // Out of files, most likely; some will be free in a moment.
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                },
                () = &mut stop => break,
            }
        }
        drop(self.listener);
        let paused = self.arena.close().await;
        end.send_replace(());
        drop(ending);
        if tokio::time::timeout(PARTING, end.closed()).await.is_err() {
            tracing::info!("some answers were cut off");
        }
        paused
    }

    fn attend(&self, stream: TcpStream, peer: SocketAddr, slot: Slot, mut ending: watch::Receiver<()>) {
        // Lines are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let router = self.router.clone();
        match self.tls.clone() {
            None => {
                let talk = converse(patient(stream), router, peer, ending);
                tokio::spawn(async move {
                    let _slot = slot;
                    talk.await;
                });
            }
            Some(tls) => {
                tokio::spawn(async move {
                    let _slot = slot;
                    let shaken = tokio::select! {
                        shaken = tokio::time::timeout(HEAD, shake_hands(stream, &tls)) => shaken,
                        _ = ending.changed() => return,
                    };
                    if let Ok(Some(stream)) = shaken {
                        converse(stream, router, peer, ending).await;
                    }
                });
            }
        }
    }
}

type Patient = std::pin::Pin<Box<TimeoutStream<TcpStream>>>;

fn patient(stream: TcpStream) -> Patient {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(UNREAD));
    Box::pin(stream)
}

/// The first byte of every TLS connection: a handshake's.
const HANDSHAKE: u8 = 22;
const PLAIN: &[u8] = b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n\
this port speaks https; put https:// before the address\n";

/// Somebody who speaks plain HTTP is told so, because a browser would only say that the connection broke.
async fn shake_hands(
    mut stream: TcpStream,
    tls: &TlsAcceptor,
) -> Option<tokio_rustls::server::TlsStream<Patient>> {
    let mut first = [0];
    let came = stream.peek(&mut first).await.ok()?;
    if came == 0 {
        return None;
    }
    if first[0] != HANDSHAKE {
        let _ = stream.write_all(PLAIN).await;
        let _ = stream.shutdown().await;
        return None;
    }
    match tls.accept(patient(stream)).await {
        Ok(stream) => Some(stream),
        Err(error) => {
            tracing::debug!(%error, "a handshake failed");
            None
        }
    }
}

async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    router: Router,
    peer: SocketAddr,
    mut ending: watch::Receiver<()>,
) {
    let told = MapRequestLayer::new(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request
    });
    let service = TowerToHyperService::new(told.layer(router));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        _ = ending.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection broke");
    }
}
