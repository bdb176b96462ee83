//! A match that is played on another machine, as it is shown here: its worker sends the lines of its films, and its people are relayed.
//!
//! The same is done for a match that is played at another arena, over the broker ([`Broker::mirror`](crate::Broker::mirror)).
//!
//! Both ends speak in short texts ([`ToStage`], [`FromStage`]): a letter, a number where it is needed, and a line.

mod perform;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use meydan_arena::{Camera, Door, Error, Film, Patience, Reception};
use meydan_store::{MatchId, MatchState};
use tokio::sync::mpsc;

use crate::League;
use crate::films::Live;

pub use self::perform::{Guests, project};

/// How many lines wait on their way before whoever sends them does.
const WAITING: usize = 64;
/// Whether its people are there is the worker's to judge.
const PATIENT: Duration = Duration::from_secs(7 * 24 * 3600);
/// The most seats of people; no game has as many.
const SEATS: usize = 16;

/// What a worker says of a match that it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToStage {
    /// It begins; on these seats sit people.
    Open(Vec<u8>),
    /// A line for whoever watches.
    Line(String),
    /// A line for whoever sees through a seat's eyes.
    SeatLine(u8, String),
    /// What a guest hears.
    Hear(u32, String),
    /// A guest hears nothing more.
    Silence(u32),
}

/// What a worker is told of the people in a match that it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromStage {
    /// A guest comes to a seat.
    Come(u32, u8),
    /// What a guest says.
    Say(u32, String),
    /// A guest leaves.
    Leave(u32),
    /// Whoever plays has given the match up.
    GiveUp,
}

/// The number after the first letter, and what follows.
fn split<T: std::str::FromStr>(rest: &str) -> Option<(T, &str)> {
    let (number, line) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((number.parse().ok()?, line))
}

impl ToStage {
    /// As it is sent.
    pub fn text(&self) -> String {
        match self {
            ToStage::Open(seats) => {
                let seats: Vec<String> = seats.iter().map(u8::to_string).collect();
                format!("o{}", seats.join(","))
            }
            ToStage::Line(line) => format!("f{line}"),
            ToStage::SeatLine(seat, line) => format!("s{seat} {line}"),
            ToStage::Hear(guest, line) => format!("h{guest} {line}"),
            ToStage::Silence(guest) => format!("x{guest}"),
        }
    }

    /// What was sent; `None`: nothing that we know.
    pub fn read(text: &str) -> Option<ToStage> {
        let rest = text.get(1..)?;
        Some(match text.as_bytes()[0] {
            b'o' => {
                let seats = rest.split(',').filter(|seat| !seat.is_empty()).map(str::parse);
                ToStage::Open(
                    seats.collect::<Result<Vec<u8>, _>>().ok().filter(|seats| seats.len() <= SEATS)?,
                )
            }
            b'f' => ToStage::Line(rest.to_owned()),
            b's' => split(rest).map(|(seat, line)| ToStage::SeatLine(seat, line.to_owned()))?,
            b'h' => split(rest).map(|(guest, line)| ToStage::Hear(guest, line.to_owned()))?,
            b'x' => ToStage::Silence(rest.parse().ok()?),
            _ => return None,
        })
    }
}

impl FromStage {
    /// As it is sent.
    pub fn text(&self) -> String {
        match self {
            FromStage::Come(guest, seat) => format!("c{guest} {seat}"),
            FromStage::Say(guest, line) => format!("w{guest} {line}"),
            FromStage::Leave(guest) => format!("l{guest}"),
            FromStage::GiveUp => "g".to_owned(),
        }
    }

    /// What was sent; `None`: nothing that we know.
    pub fn read(text: &str) -> Option<FromStage> {
        let rest = text.get(1..)?;
        Some(match text.as_bytes()[0] {
            b'c' => {
                let (guest, seat) = split::<u32>(rest)?;
                FromStage::Come(guest, seat.parse().ok()?)
            }
            b'w' => split(rest).map(|(guest, line)| FromStage::Say(guest, line.to_owned()))?,
            b'l' => FromStage::Leave(rest.parse().ok()?),
            b'g' => FromStage::GiveUp,
            _ => return None,
        })
    }
}

/// The guests who are there, and how each is spoken to.
type Listeners = Arc<Mutex<BTreeMap<u32, mpsc::Sender<String>>>>;

/// Where a match that is played elsewhere is shown. Dropping it ends the show.
pub struct Stage {
    league: Arc<League>,
    id: MatchId,
    folder: PathBuf,
    shown: Option<Shown>,
    /// Whether others show it, too.
    mirror: bool,
    tell: mpsc::Sender<FromStage>,
    told: mpsc::Receiver<FromStage>,
}

struct Shown {
    film: Film,
    reception: Arc<Reception>,
    /// The lines go to whoever may wait for the disk: those of a seat, or everybody's.
    lines: mpsc::Sender<(Option<u8>, String)>,
    guests: Listeners,
}

impl Stage {
    pub(crate) fn new(league: Arc<League>, id: MatchId, folder: PathBuf) -> Stage {
        let (tell, told) = mpsc::channel(WAITING);
        Stage { league, id, folder, shown: None, mirror: false, tell, told }
    }

    /// A stage for a match that is shown elsewhere already.
    pub(crate) fn mirror(mut self) -> Stage {
        self.mirror = true;
        self
    }

    /// The match.
    pub fn id(&self) -> &MatchId {
        &self.id
    }

    /// Whether the match is still being played in this show, as far as the table tells.
    pub async fn goes_on(&self) -> bool {
        let row = async { self.league.store.read().await?.one_match(&self.id).await }.await;
        row.is_ok_and(|row| row.state == MatchState::Running)
    }

    /// Takes what the worker says. What makes no sense is an error, and the worker should go.
    pub async fn take(&mut self, text: &str) -> Result<(), Error> {
        let said = ToStage::read(text)
            .ok_or_else(|| Error::Wrong("that is nothing that a match says".to_owned()))?;
        self.hear(said).await
    }

    /// The same, as it was read.
    pub async fn hear(&mut self, said: ToStage) -> Result<(), Error> {
        match (said, &self.shown) {
            (ToStage::Open(seats), None) => self.open(&seats)?,
            (ToStage::Open(_), Some(_)) | (_, None) => {
                return Err(Error::Wrong("a match begins once, and first".to_owned()));
            }
            (ToStage::Line(line), Some(shown)) => shown.line(None, line).await,
            (ToStage::SeatLine(seat, line), Some(shown)) => shown.line(Some(seat), line).await,
            (ToStage::Hear(guest, line), Some(shown)) => {
                let guest = shown.guest(guest);
                if let Some(guest) = guest {
                    // One who does not read is disconnected by whoever holds the socket.
                    let _ = guest.send(line).await;
                }
            }
            (ToStage::Silence(guest), Some(shown)) => {
                shown.guests().remove(&guest);
            }
        }
        Ok(())
    }

    /// What the worker is to be told next.
    pub async fn next(&mut self) -> FromStage {
        let given_up = async {
            match &self.shown {
                Some(shown) => drop(shown.reception.abandoned().await),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            Some(told) = self.told.recv() => told,
            () = given_up => {
                // Said once; the match ends by it.
                if let Some(shown) = &mut self.shown {
                    shown.reception = Arc::new(Reception::new(BTreeMap::new(), patience()));
                }
                FromStage::GiveUp
            }
        }
    }

    fn open(&mut self, seats: &[u8]) -> Result<(), Error> {
        let camera = || {
            Camera::create(&self.folder)
                .map_err(|error| Error::Trouble(format!("a match cannot be shown: {error}")))
        };
        let mut everybody = camera()?;
        let film = everybody.film();
        let mut own = BTreeMap::new();
        for seat in seats {
            own.insert(*seat, camera()?);
        }
        let seat_films = own.iter().map(|(seat, camera)| (*seat, camera.film())).collect();
        let (lines, mut filmed) = mpsc::channel::<(Option<u8>, String)>(WAITING);
        tokio::task::spawn_blocking(move || {
            while let Some((seat, line)) = filmed.blocking_recv() {
                let camera = match seat {
                    None => Some(&mut everybody),
                    Some(seat) => own.get_mut(&seat),
                };
                if let Some(camera) = camera {
                    camera.take(line + "\n");
                }
            }
        });
        let (guests, numbers) = (Listeners::default(), Arc::new(AtomicU32::new(1)));
        let doors = seats.iter().map(|&seat| (seat, door(seat, &guests, &numbers, &self.tell))).collect();
        let reception = Arc::new(Reception::new(doors, patience()));
        let live = Live { film: film.clone(), seat_films, reception: reception.clone() };
        if self.mirror {
            self.league.films.show(&self.id, live);
        } else {
            self.league.show(&self.id, live);
        }
        self.shown = Some(Shown { film, reception, lines, guests });
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(shown) = &self.shown {
            self.league.films.end_only(&self.id, &shown.film);
        }
    }
}

impl Shown {
    async fn line(&self, seat: Option<u8>, line: String) {
        let _ = self.lines.send((seat, line)).await;
    }

    fn guest(&self, number: u32) -> Option<mpsc::Sender<String>> {
        self.guests().get(&number).cloned()
    }

    fn guests(&self) -> std::sync::MutexGuard<'_, BTreeMap<u32, mpsc::Sender<String>>> {
        self.guests.lock().expect("nobody panics while holding this lock")
    }
}

fn patience() -> Patience {
    Patience { away: PATIENT, silent: PATIENT, whole: PATIENT }
}

/// A door through which people come to a seat that is elsewhere.
fn door(seat: u8, guests: &Listeners, numbers: &Arc<AtomicU32>, tell: &mpsc::Sender<FromStage>) -> Door {
    let (guests, numbers, tell) = (guests.clone(), numbers.clone(), tell.clone());
    Arc::new(move || {
        let number = numbers.fetch_add(1, Ordering::Relaxed);
        let (hears, hear) = mpsc::channel(WAITING);
        let (say, mut says) = mpsc::channel::<String>(WAITING);
        guests.lock().expect("nobody panics while holding this lock").insert(number, hears);
        let (guests, tell) = (guests.clone(), tell.clone());
        tokio::spawn(async move {
            if tell.send(FromStage::Come(number, seat)).await.is_ok() {
                while let Some(line) = says.recv().await {
                    if tell.send(FromStage::Say(number, line)).await.is_err() {
                        break;
                    }
                }
                let _ = tell.send(FromStage::Leave(number)).await;
            }
            guests.lock().expect("nobody panics while holding this lock").remove(&number);
        });
        (hear, say)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_read_again() {
        let said = [
            ToStage::Open(vec![]),
            ToStage::Open(vec![0, 3]),
            ToStage::Line("{\"kind\":\"frame\"}".to_owned()),
            ToStage::SeatLine(3, "{\"a\":\"b c\"}".to_owned()),
            ToStage::Hear(7, "a b".to_owned()),
            ToStage::Silence(7),
        ];
        for said in said {
            assert_eq!(ToStage::read(&said.text()), Some(said));
        }
        let said = [
            FromStage::Come(1, 2),
            FromStage::Say(1, " x ".to_owned()),
            FromStage::Leave(1),
            FromStage::GiveUp,
        ];
        for said in said {
            assert_eq!(FromStage::read(&said.text()), Some(said));
        }
    }

    #[test]
    fn what_is_not_said_is_refused() {
        for text in ["", "z", "s", "sx line", "h-1 x", "o300", "é", "o1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8"] {
            assert_eq!(ToStage::read(text), None, "{text}");
            assert_eq!(FromStage::read(text), None, "{text}");
        }
    }
}
