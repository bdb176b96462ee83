//! Shows a match that is played here on the arena's page, and lets the arena's people play in it: the films' lines go out through a socket, guests
//! come in. A socket that breaks is opened again, and the films begin anew.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use meydan_league::{FromStage, Guests, Live, ToStage, project};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::ask::Asking;

/// How long somebody waits before a broken socket is opened again.
const REST: Duration = Duration::from_secs(1);
/// How many lines wait on their way.
const WAITING: usize = 64;

/// Why a show broke off.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error(transparent)]
    Asking(#[from] meydan_arena::Error),
    #[error(transparent)]
    Socket(#[from] Error),
}

/// Shows a match until its films are over.
pub(crate) async fn show(asking: &Asking, path: &str, live: &Live) {
    while let Err(error) = perform(asking, path, live).await {
        tracing::debug!(%error, "a match cannot be shown for a moment");
        if live.film.is_over() {
            return;
        }
        tokio::time::sleep(REST).await;
    }
}

async fn perform(asking: &Asking, path: &str, live: &Live) -> Result<(), Broken> {
    let socket = asking.socket(path).await?;
    let (mut out, mut into) = socket.split();
    let (say, mut said) = mpsc::channel(WAITING);
    out.send(Message::text(ToStage::Open(live.reception.seats().collect()).text())).await?;
    let mut films = JoinSet::new();
    films.spawn(project(live.film.clone(), say.clone(), ToStage::Line));
    for (seat, film) in &live.seat_films {
        let seat = *seat;
        films.spawn(project(film.clone(), say.clone(), move |line| ToStage::SeatLine(seat, line)));
    }
    let mut guests = Guests::new(live.clone(), say);
    loop {
        tokio::select! {
            Some(line) = said.recv() => out.send(Message::text(line.text())).await?,
            message = into.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    if let Some(told) = FromStage::read(&text) {
                        guests.hear(told).await;
                    }
                }
                Some(Ok(Message::Close(_))) | None => return Err(Error::ConnectionClosed.into()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            },
            Some(_) = films.join_next() => {}
            Some(()) = guests.gone() => {}
            else => break,
        }
        if films.is_empty() && guests.is_empty() && said.is_empty() {
            break;
        }
    }
    Ok(out.send(Message::Close(None)).await?)
}
