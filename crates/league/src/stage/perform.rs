//! The other end of a stage: where a match is played, its films are told line by line, and guests from elsewhere sit in it.

use std::collections::BTreeMap;

use futures_util::StreamExt;
use meydan_arena::Film;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::{FromStage, ToStage, WAITING};
use crate::films::Live;

/// The guests of one stage in a match that is played here.
pub struct Guests {
    live: Live,
    say: mpsc::Sender<ToStage>,
    there: BTreeMap<u32, mpsc::Sender<String>>,
    sitting: JoinSet<()>,
}

impl Guests {
    /// Nobody yet; what they hear is said so.
    pub fn new(live: Live, say: mpsc::Sender<ToStage>) -> Guests {
        Guests { live, say, there: BTreeMap::new(), sitting: JoinSet::new() }
    }

    /// Does what the stage tells of its guests.
    pub async fn hear(&mut self, told: FromStage) {
        while self.sitting.try_join_next().is_some() {}
        match told {
            FromStage::Come(guest, seat) => {
                let (word, words) = mpsc::channel(WAITING);
                self.there.insert(guest, word);
                self.sitting.spawn(sit(self.live.clone(), guest, seat, words, self.say.clone()));
            }
            FromStage::Say(guest, line) => {
                if let Some(word) = self.there.get(&guest) {
                    let _ = word.send(line).await;
                }
            }
            FromStage::Leave(guest) => drop(self.there.remove(&guest)),
            FromStage::GiveUp => self.live.reception.give_up(),
        }
    }

    /// Waits until one of them has gone; `None`: nobody is there.
    pub async fn gone(&mut self) -> Option<()> {
        self.sitting.join_next().await.map(drop)
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.sitting.is_empty()
    }
}

/// Says the lines of a film as they come.
pub async fn project(film: Film, say: mpsc::Sender<ToStage>, word: impl Fn(String) -> ToStage) {
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
