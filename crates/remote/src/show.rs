//! Shows a match that is played here on the arena's page, and lets the arena's people play in it: the films' lines go out through a socket, guests
//! come in. A socket that breaks is opened again, and the films begin anew.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use meydan_arena::Film;
use meydan_league::{FromStage, Live, ToStage};
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
    let (mut guests, mut sitting) = (BTreeMap::new(), JoinSet::new());
    loop {
        tokio::select! {
            Some(line) = said.recv() => out.send(Message::text(line.text())).await?,
            message = into.next() => match message {
                Some(Ok(Message::Text(text))) => match FromStage::read(&text) {
                    Some(FromStage::Come(guest, seat)) => {
                        let (word, words) = mpsc::channel(WAITING);
                        guests.insert(guest, word);
                        sitting.spawn(sit(live.clone(), guest, seat, words, say.clone()));
                    }
                    Some(FromStage::Say(guest, line)) => {
                        if let Some(word) = guests.get(&guest) {
                            let _ = word.send(line).await;
                        }
                    }
                    Some(FromStage::Leave(guest)) => drop(guests.remove(&guest)),
                    Some(FromStage::GiveUp) => live.reception.give_up(),
                    None => {}
                },
                Some(Ok(Message::Close(_))) | None => return Err(Error::ConnectionClosed.into()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            },
            Some(_) = films.join_next() => {}
            Some(_) = sitting.join_next() => {}
            else => break,
        }
        if films.is_empty() && sitting.is_empty() && said.is_empty() {
            break;
        }
    }
    Ok(out.send(Message::Close(None)).await?)
}

/// Sends the lines of a film as they come.
async fn project(film: Film, say: mpsc::Sender<ToStage>, word: impl Fn(String) -> ToStage) {
    let (mut pieces, mut rest) = (film.follow_all(), Vec::new());
    while let Some(piece) = pieces.next().await {
        rest.extend_from_slice(&piece);
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            if say.send(word(line)).await.is_err() {
                return;
            }
        }
    }
}

/// A guest at a seat, until they leave or hear nothing more.
async fn sit(
    live: Live,
    guest: u32,
    seat: u8,
    mut words: mpsc::Receiver<String>,
    say: mpsc::Sender<ToStage>,
) {
    if let Ok(mut booth) = live.reception.sit(seat) {
        loop {
            tokio::select! {
                line = booth.hear() => match line {
                    Some(line) => {
                        if say.send(ToStage::Hear(guest, line)).await.is_err() {
                            return;
                        }
                    }
                    None => break,
                },
                word = words.recv() => match word {
                    Some(word) => booth.say(word).await,
                    None => return,
                },
            }
        }
    }
    let _ = say.send(ToStage::Silence(guest)).await;
}
