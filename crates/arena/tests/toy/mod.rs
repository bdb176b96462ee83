//! Engines that play nothing: each "game" is one way in which a match can go.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use meydan_arena::{
    Arena, Begun, Caller, Camera, Created, Door, Ended, Engines, Error, Facts, How, Job, Key, MatchCard,
    MatchId, Options, Order, Record, ReelStream, SetupPlace, TakeLine,
};
use meydan_core::trace::{Entrant, EntrantKind};
use meydan_core::{Outcome, Seat, Side, Standing};
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::AbortHandle;

/// Plays one window whenever it is poked; other games as their names say.
#[derive(Default)]
pub(crate) struct Toy {
    pub(crate) bots: Vec<String>,
    /// Lets every running match play a window.
    pub(crate) poke: Arc<Notify>,
    /// What was begun.
    pub(crate) begun: Mutex<Vec<Vec<Entrant>>>,
    /// Whether the next question panics.
    pub(crate) panic_next: AtomicBool,
    /// How often an engine had to make a reel.
    pub(crate) reels: Mutex<u32>,
}

/// How many windows a match has.
pub(crate) const WINDOWS: u32 = 5;

impl Engines for Toy {
    fn games(&self) -> Value {
        assert!(!self.panic_next.swap(false, Ordering::Relaxed), "the catalogue is upside down");
        json!([{"name": "toy", "maps": ["lawn"], "rulesets": ["document"]}, "quick", "secret", "wrong"])
    }

    fn bots(&self) -> Vec<String> {
        self.bots.clone()
    }

    fn begin(&self, job: Job, _: SetupPlace) -> BoxFuture<'static, Result<Begun, Error>> {
        self.begun.lock().unwrap().push(job.entrants.clone());
        let poke = self.poke.clone();
        Box::pin(async move {
            match job.order.game.as_str() {
                "panic" => panic!("this game cannot even begin"),
                "wrong" => return Err(Error::Wrong("there is no such map".into())),
                "endless-setup" => std::future::pending().await,
                _ => {}
            }
            Ok(play(job, poke))
        })
    }

    fn rename(&self, record: PathBuf, entrants: Vec<Entrant>) -> BoxFuture<'static, Result<Vec<u8>, Error>> {
        Box::pin(async move {
            let Facts { game, .. } = look(&record)?;
            let text = std::fs::read_to_string(record).unwrap();
            let (_, rest) = text.split_once('\n').unwrap();
            Ok(format!("{}\n{rest}", json!({"game": game, "entrants": entrants})).into_bytes())
        })
    }

    fn look(&self, record: PathBuf) -> BoxFuture<'static, Result<Facts, Error>> {
        Box::pin(async move { look(&record) })
    }

    fn reel(
        &self,
        record: Record,
        eyes: Option<u8>,
        mut take: TakeLine,
    ) -> BoxFuture<'static, Result<(), Error>> {
        *self.reels.lock().unwrap() += 1;
        Box::pin(async move {
            let text = match record {
                Record::File(path) => std::fs::read_to_string(path).unwrap(),
                Record::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            };
            if text.starts_with("panic") {
                panic!("this record cannot be played again");
            }
            let Some(windows) = windows(&text) else {
                return Err(Error::Wrong("this is not a record".into()));
            };
            for line in reel_lines(windows, eyes) {
                if take(line).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }
}

fn windows(record: &str) -> Option<u32> {
    record.starts_with('{').then(|| record.lines().filter(|line| *line == "window").count() as u32)
}

fn look(record: &Path) -> Result<Facts, Error> {
    let text = std::fs::read_to_string(record).map_err(|error| Error::Missing(error.to_string()))?;
    let windows = windows(&text).ok_or_else(|| Error::Wrong("this is not a record".into()))?;
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let entrants: Vec<Entrant> = serde_json::from_value(header["entrants"].clone()).unwrap();
    let game = header["game"].as_str().unwrap().to_owned();
    let outcome = text.lines().any(|line| line == "end").then(|| outcome(entrants.len()));
    Ok(facts(&game, entrants, windows, outcome))
}

fn facts(game: &str, entrants: Vec<Entrant>, windows: u32, outcome: Option<Outcome>) -> Facts {
    let sides = (0..entrants.len() as u8).collect();
    let (ruleset, map) = ("document".to_owned(), "plain".to_owned());
    Facts {
        game: game.to_owned(),
        ruleset,
        map,
        entrants,
        sides,
        secrets: game == "secret",
        windows,
        outcome,
    }
}

fn outcome(seats: usize) -> Outcome {
    let standing = |i| Standing { seat: Seat(i as u8), side: Side(i as u8), rank: 1, score: 0 };
    Outcome { reason: "played".into(), standings: (0..seats).map(standing).collect() }
}

/// The reel of a match after so many windows.
pub(crate) fn reel_lines(windows: u32, eyes: Option<u8>) -> Vec<String> {
    let opening = json!({"kind": "opening", "seed": "4711", "eyes": eyes, "pad": "x".repeat(2000)});
    let frames =
        (0..windows).map(|window| json!({"kind": "frame", "window": window, "pad": "y".repeat(20_000)}));
    std::iter::once(opening).chain(frames).map(|line| format!("{line}\n")).collect()
}

fn play(job: Job, poke: Arc<Notify>) -> Begun {
    let game = job.order.game.clone();
    let done_before = job.before.as_ref().map_or(0, |before| look(before).unwrap().windows);
    let people: Vec<u8> = (0..job.entrants.len() as u8)
        .filter(|seat| job.entrants[usize::from(*seat)].kind == EntrantKind::Person)
        .collect();
    let mut cameras = vec![(None, Camera::create(&job.films).unwrap())];
    cameras.extend(people.iter().map(|seat| (Some(*seat), Camera::create(&job.films).unwrap())));
    let film = cameras[0].1.film();
    let seat_films = cameras[1..].iter().map(|(seat, camera)| (seat.unwrap(), camera.film())).collect();
    let (stop, mut stopped) = watch::channel(false);
    let guests = Guests::default();
    let doors: BTreeMap<u8, Door> = people.iter().map(|seat| (*seat, door(*seat, guests.clone()))).collect();
    let facts = facts(&game, job.entrants.clone(), done_before, None);
    let done = async move {
        let header = json!({"game": game, "entrants": job.entrants});
        let mut record = std::fs::File::create(&job.record).unwrap();
        writeln!(record, "{header}").unwrap();
        let mut window = 0;
        for (eyes, camera) in &mut cameras {
            camera.take(reel_lines(0, *eyes).remove(0));
        }
        let lost = (game == "full-disk").then(|| "no space left on device".to_owned());
        loop {
            if window >= done_before && game != "quick" {
                tokio::select! {
                    () = poke.notified() => {}
                    _ = stopped.wait_for(|stop| *stop), if game != "stubborn" => {
                        return Ended { how: How::Stopped, windows: window, lost };
                    }
                }
            }
            if game == "stumble" {
                panic!("a house bot stumbles");
            }
            writeln!(record, "window").unwrap();
            for (eyes, camera) in &mut cameras {
                camera.take(reel_lines(window + 1, *eyes).pop().unwrap());
            }
            window += 1;
            if window == WINDOWS {
                writeln!(record, "end").unwrap();
                for (_, camera) in &mut cameras {
                    camera.take("{\"kind\":\"end\"}\n".into());
                }
                return Ended { how: How::Over(outcome(job.entrants.len())), windows: window, lost };
            }
        }
    };
    // Like a real engine, it plays whether somebody looks or not.
    let playing = tokio::spawn(done);
    let done = Box::pin(async move {
        let played = playing.await;
        guests.lock().unwrap().values().for_each(AbortHandle::abort);
        match played {
            Ok(ended) => ended,
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    });
    Begun { facts, film, seat_films, doors, hints: None, stop, done }
}

/// The guests of a match; all are sent away when it ends.
type Guests = Arc<Mutex<BTreeMap<u8, AbortHandle>>>;

/// A seat that says who it is and repeats what it is told.
fn door(seat: u8, guests: Guests) -> Door {
    Arc::new(move || {
        let (tell, hear) = mpsc::channel(8);
        let (say, mut said) = mpsc::channel::<String>(8);
        let guest = tokio::spawn(async move {
            let _ = tell.send(format!("seat {seat}")).await;
            while let Some(line) = said.recv().await {
                let _ = tell.send(line).await;
            }
        });
        if let Some(earlier) = guests.lock().unwrap().insert(seat, guest.abort_handle()) {
            earlier.abort();
        }
        (hear, say)
    })
}

/// An arena of toys.
pub(crate) async fn open(data: &Path) -> (Arc<Toy>, Arc<Arena>) {
    open_with(Options::new(data), Toy::default()).await
}

pub(crate) async fn open_with(options: Options, toy: Toy) -> (Arc<Toy>, Arc<Arena>) {
    let toy = Arc::new(toy);
    let arena = Arena::open(options, toy.clone()).await.unwrap();
    (toy, arena)
}

pub(crate) fn order(game: &str, seats: &[&str]) -> Order {
    Order {
        game: game.into(),
        seats: seats.iter().map(|seat| (*seat).to_owned()).collect(),
        ..Order::default()
    }
}

/// Somebody at that address.
pub(crate) fn visitor(address: &str) -> Caller {
    Caller::from_address(address.parse().unwrap(), None)
}

pub(crate) fn somebody() -> Caller {
    visitor("192.0.2.1")
}

pub(crate) fn owner(created: &Created) -> Caller {
    somebody().with_key(Key::shown(created.owner.clone().unwrap()))
}

pub(crate) fn person(created: &Created) -> Caller {
    somebody().with_key(Key::shown(created.humans[0].key.clone()))
}

pub(crate) async fn text(stream: ReelStream) -> String {
    let pieces: Vec<bytes::Bytes> = stream.collect().await;
    String::from_utf8(pieces.concat()).unwrap()
}

/// Waits until the match is not running any more.
pub(crate) async fn ended(arena: &Arc<Arena>, id: &MatchId) -> MatchCard {
    loop {
        let card = arena.find(&somebody(), id).await.unwrap();
        if card.state != meydan_arena::MatchState::Running {
            return card;
        }
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}
