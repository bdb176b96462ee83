//! The reel: a match as the page draws it, one JSON line per window, derived from the trace by running the engine.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use meydan_core::trace::{Entrant, Entry, Header, Replay, Trace};
use meydan_core::{Fault, Game, Outcome, Roster, Seat, Seed, Side, Status, Viewer};
use meydan_referee::{Chapter, Exceptions, Recorder, Tale};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{Offer, PrepareError, Prepared};

/// What only a game knows; the page's shell carries it without looking.
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "unknown"))]
pub(crate) struct Unknown;

/// The first line of a reel.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Opening<'a, Config = Unknown, View = Unknown> {
    #[cfg_attr(feature = "ts", ts(type = "'opening'"))]
    kind: &'static str,
    game: &'a str,
    rules: u32,
    ruleset: &'a str,
    map: &'a str,
    /// As text, because a page cannot hold every 64-bit number.
    seed: String,
    seats: Vec<SeatInfo<'a>>,
    /// Milliseconds per clock; 0 is no limit.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    clocks: BTreeMap<&'a str, u64>,
    config: Config,
    /// How everything stands before the first window.
    view: View,
}

/// Who sits on a seat.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SeatInfo<'a> {
    seat: Seat,
    side: Side,
    label: &'a str,
    name: &'a str,
}

/// One window of a reel: what was done in it, what happened, and how everything stands after it.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Frame<'a, View = Unknown, Event = Unknown, Action = Unknown> {
    #[cfg_attr(feature = "ts", ts(type = "'frame'"))]
    kind: &'static str,
    window: u32,
    /// Which clock ran.
    clock: &'static str,
    /// Who was asked.
    asked: Vec<Seat>,
    acts: &'a [(Seat, Action)],
    events: &'a [Event],
    /// How everything stands after the window.
    view: View,
    /// How long each seat took, in microseconds.
    times: &'a [(Seat, u64)],
    faults: &'a [Fault],
    #[cfg_attr(feature = "ts", ts(type = "Array<[Seat, unknown]>"))]
    notes: &'a [(Seat, Box<RawValue>)],
    stderr: &'a [(Seat, String)],
    /// Exceptions that programs reported in their error output.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Array<[Seat, string]>"))]
    exceptions: &'a [(Seat, String)],
    /// Seats that left for good in this window.
    left: &'a [Seat],
}

/// The last line of a reel.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct End<'a> {
    #[cfg_attr(feature = "ts", ts(type = "'end'"))]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    outcome: Option<&'a Outcome>,
    /// Why there is no outcome: the match was cut off, or the rest cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    trouble: Option<String>,
    /// What seats still said and did wrong after the last window.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    after: Option<LastWords<'a>>,
}

/// The last words of the seats.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LastWords<'a> {
    faults: &'a [Fault],
    #[cfg_attr(feature = "ts", ts(type = "Array<[Seat, unknown]>"))]
    notes: &'a [(Seat, Box<RawValue>)],
    stderr: &'a [(Seat, String)],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Array<[Seat, string]>"))]
    exceptions: &'a [(Seat, String)],
}

/// Makes the lines of a reel while a match is played or replayed.
pub struct Reel<G: Game> {
    eyes: Viewer,
    window: Option<meydan_core::Window>,
    acts: Vec<(Seat, G::Action)>,
    events: Vec<G::Event>,
    times: Vec<(Seat, u64)>,
    faults: Vec<Fault>,
    notes: Vec<(Seat, Box<RawValue>)>,
    stderr: Vec<(Seat, String)>,
    exceptions: Vec<(Seat, String)>,
    heard: BTreeMap<Seat, Exceptions>,
    left: Vec<Seat>,
}

impl<G: Game> Reel<G> {
    /// A reel as seen by a spectator or by one seat, and its first line.
    pub fn open(game: &G, header: &Header, eyes: Viewer) -> (Self, String) {
        let roster: &Roster = game.roster();
        let name = |seat: Seat| header.entrants.get(seat.index()).map_or("", |entrant| entrant.name.as_str());
        let card =
            |seat| SeatInfo { seat, side: roster.side(seat), label: roster.label(seat), name: name(seat) };
        let opening = Opening {
            kind: "opening",
            game: &header.game,
            rules: header.rules,
            ruleset: &header.ruleset,
            map: &header.map,
            seed: header.seed.to_string(),
            seats: roster.seats().map(card).collect(),
            clocks: header.clocks.iter().map(|(name, millis)| (name.as_str(), *millis)).collect(),
            config: &*header.config,
            view: game.view(eyes),
        };
        let reel = Reel {
            eyes,
            window: game.status().window().copied(),
            acts: Vec::new(),
            events: Vec::new(),
            times: Vec::new(),
            faults: Vec::new(),
            notes: Vec::new(),
            stderr: Vec::new(),
            exceptions: Vec::new(),
            heard: BTreeMap::new(),
            left: Vec::new(),
        };
        (reel, line(&opening))
    }

    /// One entry of the trace; a close gives a line. Through a seat's eyes only that seat's own acts, words and
    /// mistakes are shown, and only events that the game tells it.
    pub fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G) -> Option<String> {
        self.events.extend(events.iter().filter(|event| game.tells(self.eyes, event)).cloned());
        let shown = |seat: &Seat| matches!(self.eyes, Viewer::Spectator) || self.eyes == Viewer::Seat(*seat);
        match entry {
            Entry::Act(seat, action) if shown(seat) => self.acts.push((*seat, action.clone())),
            Entry::Fault(fault) if shown(&fault.seat) => self.faults.push(fault.clone()),
            Entry::Note(seat, note) if shown(seat) => self.notes.push((*seat, note.0.clone())),
            Entry::Stderr(seat, text) if shown(seat) => {
                let found = self.heard.entry(*seat).or_default().hear(text);
                self.exceptions.extend(found.into_iter().map(|exception| (*seat, exception)));
                self.stderr.push((*seat, text.clone()));
            }
            Entry::Act(..) | Entry::Fault(_) | Entry::Note(..) | Entry::Stderr(..) => {}
            Entry::Time(seat, micros) => self.times.push((*seat, *micros)),
            Entry::Withdraw(seat) => self.left.push(*seat),
            Entry::Close(_) => return self.close(game),
            Entry::Used(..) | Entry::Ended(..) | Entry::End(_) => {}
        }
        None
    }

    fn close(&mut self, game: &G) -> Option<String> {
        let window = self.window?;
        let frame = Frame {
            kind: "frame",
            window: window.number,
            clock: window.clock,
            asked: window.seats.iter().collect(),
            acts: &self.acts,
            events: &self.events,
            view: game.view(self.eyes),
            times: &self.times,
            faults: &self.faults,
            notes: &self.notes,
            stderr: &self.stderr,
            exceptions: &self.exceptions,
            left: &self.left,
        };
        let frame = line(&frame);
        self.acts.clear();
        self.events.clear();
        self.times.clear();
        self.faults.clear();
        self.notes.clear();
        self.stderr.clear();
        self.exceptions.clear();
        self.left.clear();
        self.window = game.status().window().copied();
        Some(frame)
    }

    /// A chapter of a tale as one window. What a file of an original contest does not tell is left out.
    fn chapter(number: u32, chapter: &Chapter<G>) -> String {
        line(&Frame {
            kind: "frame",
            window: number,
            clock: chapter.clock,
            asked: chapter.asked.clone(),
            acts: &[] as &[(Seat, G::Action)],
            events: &chapter.events,
            view: &chapter.view,
            times: &[],
            faults: &[],
            notes: &[],
            stderr: &[],
            exceptions: &[],
            left: &[],
        })
    }

    /// The last line.
    pub fn end(&self, outcome: &Outcome) -> String {
        let silent = self.faults.is_empty() && self.notes.is_empty() && self.stderr.is_empty();
        let after = LastWords {
            faults: &self.faults,
            notes: &self.notes,
            stderr: &self.stderr,
            exceptions: &self.exceptions,
        };
        let after = (!silent).then_some(after);
        line(&End { kind: "end", outcome: Some(outcome), trouble: None, after })
    }

    /// The last line of a match of which no end can be shown.
    pub fn trouble(reason: impl Into<String>) -> String {
        line(&End { kind: "end", outcome: None, trouble: Some(reason.into()), after: None })
    }
}

fn line<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string(value).expect("views and events are JSON, as the laws demand");
    text.push('\n');
    text
}

/// Sends a reel somewhere while the match is played.
pub struct ReelRecorder<G: Game> {
    reel: Reel<G>,
    send: Box<dyn FnMut(String) + Send>,
}

impl<G: Game> ReelRecorder<G> {
    /// Sends the opening at once, then a line at every close.
    pub fn new(game: &G, header: &Header, eyes: Viewer, mut send: Box<dyn FnMut(String) + Send>) -> Self {
        let (reel, opening) = Reel::open(game, header, eyes);
        send(opening);
        ReelRecorder { reel, send }
    }
}

impl<G: Game> Recorder<G> for ReelRecorder<G> {
    fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G) {
        if let Some(line) = self.reel.entry(entry, events, game) {
            (self.send)(line);
        }
    }

    fn end(&mut self, outcome: &Outcome, _: &G) {
        (self.send)(self.reel.end(outcome));
    }
}

/// The reel of a match that a file of an original contest tells. The name is the map's.
pub fn tale_reel<G: Offer>(tale: &Tale<G>, name: &str) -> Result<Vec<String>, PrepareError> {
    let prepared =
        Prepared::<G>::of(tale.config.clone(), tale.ruleset, name.to_owned(), Vec::new(), Seed(0))?;
    let entrants = tale.names.iter().map(Entrant::wire).collect();
    let header = prepared.header(entrants, &prepared.time_control());
    let (reel, opening) = Reel::open(&prepared.game, &header, Viewer::Spectator);
    let mut lines = vec![opening];
    lines.extend((0..).zip(&tale.chapters).map(|(number, chapter)| Reel::<G>::chapter(number, chapter)));
    lines.push(match &tale.outcome {
        Some(outcome) => reel.end(outcome),
        None => Reel::<G>::trouble("the match was cut off here"),
    });
    Ok(lines)
}

/// The opening of a match that is set up and not begun, as one line of a reel.
pub fn opening<G: Offer>(prepared: &Prepared<G>, entrants: Vec<Entrant>, eyes: Viewer) -> String {
    let header = prepared.header(entrants, &prepared.time_control());
    Reel::open(&prepared.game, &header, eyes).1
}

/// Derives the reel of a recorded match. What can be shown is shown; where the trace breaks off or does not play again,
/// the last line says so in words. Whoever takes the lines can break it off.
pub fn replay_reel<G: Offer>(
    trace: &Trace<G::Action>,
    eyes: Viewer,
    mut send: impl FnMut(String) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut replay = match Replay::<G>::new(trace) {
        Ok(replay) => replay,
        Err(error) => return send(Reel::<G>::trouble(error.to_string())),
    };
    let (mut reel, opening) = Reel::open(&replay.game, &trace.header, eyes);
    send(opening)?;
    loop {
        match replay.step() {
            Ok(Some(step)) => {
                if let Some(line) = reel.entry(step.entry, &step.events, &replay.game) {
                    send(line)?;
                }
            }
            Ok(None) => break,
            Err(error) => return send(Reel::<G>::trouble(error.to_string())),
        }
    }
    send(match (replay.game.status(), &trace.end) {
        (Status::Over(outcome), _) => reel.end(&outcome),
        (Status::Waiting(_), _) => Reel::<G>::trouble("the match was cut off here"),
    })
}
