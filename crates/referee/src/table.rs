use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use meydan_core::trace::{Entry, RawNote};
use meydan_core::{
    Chance, Desk, Explore, Fault, FaultKind, Game, Mode, Next, Seat, SeatSet, StateHash, Status, Viewer,
    Window,
};
use serde_json::value::RawValue;
use thiserror::Error;
use tokio::sync::{Notify, oneshot, watch};

use crate::Recorder;
use crate::meter::Meter;
use crate::parked::{Answer, Parking};
use crate::talk::{Kept, Talk, Word};

/// Why an act had no effect.
#[derive(Debug, Error)]
pub enum Refusal<R> {
    /// The seat may not act now: its window has closed, or it is done in it.
    #[error("the window is closed for this seat")]
    Closed,
    /// The rules refuse the act.
    #[error("{0}")]
    Rules(R),
}

/// What came of an act, for the seat that acted.
#[derive(Debug)]
pub struct Told<G: Game> {
    /// Whether it may act again.
    pub next: Next,
    /// What happened, as far as it may know that.
    pub events: Vec<G::Event>,
    /// What it may know now; `None` where it cannot act again.
    pub view: Option<G::View>,
}

/// How many faults of one kind are kept for each seat.
pub const FAULTS_KEPT: usize = 100;

/// In how many windows a seat was wrong.
#[derive(Default)]
pub(crate) struct Mistakes {
    latest: Option<u32>,
    pub(crate) windows: u32,
}

/// The only door from a player to the game. Cheap to clone; a server may keep one and use it from its own tasks.
pub struct Table<G: Game> {
    seat: Seat,
    shared: Arc<Shared<G>>,
}

impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Self {
        Table { seat: self.seat, shared: self.shared.clone() }
    }
}

impl<G: Game> Table<G> {
    /// The seat that sits here.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The open window, if this seat is in it and not yet done.
    pub fn window(&self) -> Option<Window> {
        let inner = self.shared.lock();
        inner.open.filter(|window| window.seats.contains(self.seat) && !inner.done.contains(self.seat))
    }

    /// What this seat may know now.
    pub fn view(&self) -> G::View {
        self.shared.lock().view(self.seat)
    }

    /// Makes or reads a message of this seat. The time it takes is told apart from what the seat thinks.
    pub fn carrying<T>(&self, work: impl FnOnce() -> T) -> T {
        let rules = self.shared.lock().meter.rules();
        let begun = Instant::now();
        let done = work();
        self.shared.lock().meter.carried(self.seat, begun, rules);
        done
    }

    /// Where the match stands.
    pub fn status(&self) -> Status {
        self.shared.lock().game.status()
    }

    /// Acts in the open window, whichever that is, at once: for the wires of the original contests, whose servers took
    /// acts as they came.
    pub fn act(&self, action: G::Action) -> Result<Next, Refusal<G::Rejection>> {
        self.shared.act_now(self.seat, None, action, &ToString::to_string)
    }

    /// The same for a wire that has words of its own for what the rules refuse: the fault is told in them.
    pub fn act_worded(
        &self,
        action: G::Action,
        words: &dyn Fn(&G::Rejection) -> String,
    ) -> Result<Next, Refusal<G::Rejection>> {
        self.shared.act_now(self.seat, None, action, words)
    }

    /// Acts at once in the window of that number, and in no other: for players that may think past its end.
    pub fn act_in(&self, window: u32, action: G::Action) -> Result<Next, Refusal<G::Rejection>> {
        self.shared.act_now(self.seat, Some(window), action, &ToString::to_string)
    }

    /// Acts in the window of that number when it is the seat's turn to act ([`Taking`](crate::Taking)), and tells what
    /// came of it.
    pub async fn act_told(&self, window: u32, action: G::Action) -> Result<Told<G>, Refusal<G::Rejection>> {
        match self.shared.act_in_turn(self.seat, window, action) {
            Ok(answer) => answer,
            Err(answered) => answered.await.unwrap_or(Err(Refusal::Closed)),
        }
    }

    /// The same for a thread that may block.
    pub fn act_blocking(&self, window: u32, action: G::Action) -> Result<Told<G>, Refusal<G::Rejection>> {
        match self.shared.act_in_turn(self.seat, window, action) {
            Ok(answer) => answer,
            Err(answered) => answered.blocking_recv().unwrap_or(Err(Refusal::Closed)),
        }
    }

    /// This seat has finished its window, although its player may still listen until the window closes.
    pub fn done(&self) {
        self.shared.lock().finish(self.seat);
        self.shared.done.notify_one();
    }

    /// What the rules refuse of this seat is no fault: a house bot may try what is refused, and has no author here to be told.
    pub(crate) fn forgive(&self) {
        self.shared.lock().forgiven.insert(self.seat);
    }

    /// Notes a mistake of this seat. The match goes on.
    pub fn fault(&self, kind: FaultKind, text: impl Into<String>) {
        self.shared.lock().fault(self.seat, kind, text.into());
    }

    /// Refuses an act on the player's own account, because it could not even be read: a fault, and the end of the
    /// window for a seat that loses it by a refused act.
    pub fn refuse(&self, kind: FaultKind, text: impl Into<String>) {
        let mut inner = self.shared.lock();
        inner.fault(self.seat, kind, text.into());
        if inner.forfeiters.contains(self.seat) {
            inner.finish(self.seat);
            drop(inner);
            self.shared.done.notify_one();
        }
    }

    /// Keeps something the seat wants drawn.
    pub fn note(&self, note: Box<RawValue>) {
        let mut inner = self.shared.lock();
        if inner.talks(self.seat, Word::Note, note.get().len()) {
            inner.record(Entry::Note(self.seat, Box::new(RawNote(note))), &[]);
        }
    }

    /// Keeps what the seat wrote to its standard error.
    pub fn stderr(&self, text: String) {
        let mut inner = self.shared.lock();
        if inner.talks(self.seat, Word::Stderr, text.len()) {
            inner.record(Entry::Stderr(self.seat, text), &[]);
        } else {
            inner.talk.remember(self.seat, &text);
        }
    }

    /// Nothing more is expected of the seat: what it said last is kept, even where it had said too much.
    pub(crate) fn last_words(&self) {
        let mut inner = self.shared.lock();
        if let Some(text) = inner.talk.last_words(self.seat) {
            inner.record(Entry::Stderr(self.seat, text), &[]);
        }
    }

    /// The seat has said all it has to say in this window, although its player still waits for others: from here on no time is its own.
    pub fn answered(&self) {
        self.shared.lock().answered.entry(self.seat).or_insert_with(tokio::time::Instant::now);
    }

    /// Something came of the seat, and no line end behind it: where its time is up, its author should hear of that.
    pub fn unended(&self) {
        self.shared.lock().unended.insert(self.seat);
    }

    /// Keeps how the seat's process ended after the match.
    pub fn ended(&self, text: impl Into<String>) {
        self.shared.lock().record(Entry::Ended(self.seat, text.into()), &[]);
    }

    /// The faults of this seat from the `from`-th on, as texts, to tell its author.
    pub fn faults(&self, from: usize) -> Vec<String> {
        let inner = self.shared.lock();
        let own = inner.faults.iter().filter(|fault| fault.seat == self.seat);
        own.skip(from).map(|fault| fault.text.clone()).collect()
    }

    /// Changes whenever the state of the match may have changed.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }
}

/// A table is also a desk for a bot that lives in this process.
pub(crate) struct TableDesk<'a, G: Game> {
    pub(crate) table: &'a Table<G>,
    pub(crate) window: Window,
}

impl<G: Game> Desk<G> for TableDesk<'_, G> {
    fn seat(&self) -> Seat {
        self.table.seat
    }
    fn window(&self) -> &Window {
        &self.window
    }
    fn view(&self) -> G::View {
        self.table.view()
    }
    fn act(&mut self, action: G::Action) -> Result<Next, G::Rejection> {
        match self.table.act_blocking(self.window.number, action) {
            Ok(told) => Ok(told.next),
            Err(Refusal::Rules(rejection)) => Err(rejection),
            // The window closed while the bot was thinking; there is nobody left to tell.
            Err(Refusal::Closed) => Ok(Next::Done),
        }
    }
    fn candidates(&self, chance: &mut Chance, out: &mut Vec<G::Action>)
    where
        G: Explore,
    {
        let inner = self.table.shared.lock();
        if inner.is_open(self.window.number) && inner.may_act(self.table.seat) {
            inner.game.candidates(self.table.seat, chance, out);
        }
    }
}

/// What the referee and all tables of a match share.
pub(crate) struct Shared<G: Game> {
    inner: Mutex<Inner<G>>,
    pub(crate) done: Notify,
    changes: watch::Sender<u64>,
}

/// The game and its record, behind one lock that is never held across an await.
pub(crate) struct Inner<G: Game> {
    pub(crate) game: G,
    pub(crate) open: Option<Window>,
    pub(crate) done: SeatSet,
    /// Seats whose window ends with a refused act.
    pub(crate) forfeiters: SeatSet,
    /// Seats whose refused acts are no faults.
    forgiven: SeatSet,
    pub(crate) faults: Vec<Fault>,
    /// How often each seat was wrong, also where that is not kept any more.
    pub(crate) mistakes: BTreeMap<Seat, Mistakes>,
    pub(crate) windows: u32,
    /// Whether acts of several seats take effect in seat order.
    pub(crate) in_turn: bool,
    pub(crate) parking: Parking<G>,
    /// Seats that sent something in this window that was not taken.
    pub(crate) garbled: SeatSet,
    /// Seats of which an act was taken in this window.
    pub(crate) acted: SeatSet,
    /// Seats of which something came in this window that had no line end.
    pub(crate) unended: SeatSet,
    /// When seats were done themselves whose players waited for others.
    pub(crate) answered: BTreeMap<Seat, tokio::time::Instant>,
    talk: Talk,
    pub(crate) meter: Meter,
    recorders: Vec<Box<dyn Recorder<G>>>,
    events: Vec<G::Event>,
}

impl<G: Game> Shared<G> {
    pub(crate) fn new(game: G, forfeiters: SeatSet, recorders: Vec<Box<dyn Recorder<G>>>) -> Arc<Self> {
        let seats = game.roster().len();
        let inner = Inner {
            in_turn: false,
            parking: Parking::new(seats),
            garbled: SeatSet::EMPTY,
            acted: SeatSet::EMPTY,
            unended: SeatSet::EMPTY,
            answered: BTreeMap::new(),
            talk: Talk::new(seats),
            meter: Meter::new(seats),
            game,
            open: None,
            done: SeatSet::EMPTY,
            forfeiters,
            forgiven: SeatSet::EMPTY,
            faults: Vec::new(),
            mistakes: BTreeMap::new(),
            windows: 0,
            recorders,
            events: Vec::new(),
        };
        Arc::new(Shared { inner: Mutex::new(inner), done: Notify::new(), changes: watch::Sender::new(0) })
    }

    pub(crate) fn table(self: &Arc<Self>, seat: Seat) -> Table<G> {
        Table { seat, shared: self.clone() }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner<G>> {
        self.inner.lock().expect("nobody panics while holding the match")
    }

    pub(crate) fn changed(&self) {
        if self.changes.receiver_count() > 0 {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    fn act_now(
        &self,
        seat: Seat,
        window: Option<u32>,
        action: G::Action,
        words: &dyn Fn(&G::Rejection) -> String,
    ) -> Result<Next, Refusal<G::Rejection>> {
        let mut inner = self.lock();
        if window.is_some_and(|number| !inner.is_open(number)) {
            return Err(Refusal::Closed);
        }
        let answer = inner.act_worded(seat, action, words);
        inner.advance();
        self.tell(inner, answer.is_ok());
        answer
    }

    /// Acts at once where nobody else is waited for; otherwise the answer comes when all have acted.
    fn act_in_turn(
        &self,
        seat: Seat,
        window: u32,
        action: G::Action,
    ) -> Result<Answer<G>, oneshot::Receiver<Answer<G>>> {
        let mut inner = self.lock();
        let may_act = inner.is_open(window) && inner.may_act(seat);
        if !may_act {
            return Ok(Err(Refusal::Closed));
        }
        let alone = inner.parking.awaited.len() <= 1;
        let sealed = inner.open.is_some_and(|open| open.mode == Mode::Sealed);
        if alone || sealed || !inner.in_turn {
            let answer = inner.act(seat, action).map(|next| Told {
                next,
                events: inner.told(seat),
                view: (next == Next::More).then(|| inner.view(seat)),
            });
            self.tell(inner, answer.is_ok());
            return Ok(answer);
        }
        let answered = inner.parking.park(seat, action);
        inner.advance();
        self.tell(inner, true);
        Err(answered)
    }

    /// A player has played its window, or its time is up.
    pub(crate) fn played(&self, seat: Seat) {
        let mut inner = self.lock();
        inner.finish(seat);
        self.tell(inner, true);
    }

    /// Lets go of the match and wakes whoever waits for news of it.
    fn tell(&self, inner: MutexGuard<'_, Inner<G>>, news: bool) {
        drop(inner);
        if news {
            self.changed();
        }
        self.done.notify_one();
    }
}

impl<G: Game> Inner<G> {
    /// Opens a window for the seats that are asked.
    pub(crate) fn open(&mut self, window: Window, asked: SeatSet) {
        self.open = Some(window);
        self.done = SeatSet::EMPTY;
        self.garbled = SeatSet::EMPTY;
        self.acted = SeatSet::EMPTY;
        self.unended = SeatSet::EMPTY;
        self.answered.clear();
        self.parking.open(asked);
    }

    fn is_open(&self, window: u32) -> bool {
        self.open.is_some_and(|open| open.number == window)
    }

    fn may_act(&self, seat: Seat) -> bool {
        self.open.is_some_and(|open| open.seats.contains(seat)) && !self.done.contains(seat)
    }

    /// A seat is done in this window; what waited only for it goes on.
    pub(crate) fn finish(&mut self, seat: Seat) {
        self.done.insert(seat);
        self.parking.finish(seat);
        self.advance();
    }

    pub(crate) fn view(&mut self, seat: Seat) -> G::View {
        let begun = Instant::now();
        let view = self.game.view(Viewer::Seat(seat));
        self.meter.worked(Some(seat), begun);
        view
    }

    /// Whether something that a seat said is kept.
    fn talks(&mut self, seat: Seat, word: Word, bytes: usize) -> bool {
        match self.talk.spend(seat, word, bytes) {
            Kept::Yes => return true,
            Kept::NoLonger => self.fault(seat, FaultKind::Flood, word.too_much().to_owned()),
            Kept::No => {}
        }
        false
    }

    pub(crate) fn act(&mut self, seat: Seat, action: G::Action) -> Result<Next, Refusal<G::Rejection>> {
        self.act_worded(seat, action, &ToString::to_string)
    }

    fn act_worded(
        &mut self,
        seat: Seat,
        action: G::Action,
        words: &dyn Fn(&G::Rejection) -> String,
    ) -> Result<Next, Refusal<G::Rejection>> {
        if !self.may_act(seat) {
            return Err(Refusal::Closed);
        }
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let begun = Instant::now();
        let answer = self.game.act(seat, action.clone(), &mut events);
        self.meter.worked(Some(seat), begun);
        match &answer {
            Ok(next) => {
                self.acted.insert(seat);
                self.record(Entry::Act(seat, action), &events);
                if *next == Next::Done {
                    self.end_window(seat);
                }
            }
            Err(rejection) => {
                if !self.forgiven.contains(seat) {
                    self.fault(seat, FaultKind::Rejected, words(rejection));
                }
                if self.forfeiters.contains(seat) {
                    self.end_window(seat);
                }
            }
        }
        self.events = events;
        answer.map_err(Refusal::Rules)
    }

    fn end_window(&mut self, seat: Seat) {
        self.done.insert(seat);
        self.parking.finish(seat);
    }

    /// What of the latest events a seat may know.
    pub(crate) fn told(&self, seat: Seat) -> Vec<G::Event> {
        let tells = |event: &&G::Event| self.game.tells(Viewer::Seat(seat), event);
        self.events.iter().filter(tells).cloned().collect()
    }

    pub(crate) fn close(&mut self) {
        self.open = None;
        self.parking.open(SeatSet::EMPTY);
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let begun = Instant::now();
        self.game.close(&mut events);
        self.windows += 1;
        let hash: StateHash = self.game.hash();
        self.meter.worked(None, begun);
        self.record(Entry::Close(hash), &events);
        self.events = events;
    }

    pub(crate) fn withdraw(&mut self, seat: Seat) {
        let mut events = Vec::new();
        self.game.withdraw(seat, &mut events);
        self.record(Entry::Withdraw(seat), &events);
    }

    pub(crate) fn time_used(&mut self, seat: Seat, micros: u64) {
        self.game.time_used(seat, micros);
        self.record(Entry::Time(seat, micros), &[]);
    }

    pub(crate) fn fault(&mut self, seat: Seat, kind: FaultKind, text: String) {
        let window = self.windows;
        if matches!(kind, FaultKind::Garbage | FaultKind::Flood | FaultKind::Rejected) {
            self.garbled.insert(seat);
        }
        let mistakes = self.mistakes.entry(seat).or_default();
        if mistakes.latest != Some(window) {
            (mistakes.latest, mistakes.windows) = (Some(window), mistakes.windows + 1);
        }
        let same_kind = || self.faults.iter().filter(|fault| fault.seat == seat && fault.kind == kind);
        // A bot that says the same wrong thing a thousand times in one window has made one mistake.
        let repeated = same_kind().next_back().is_some_and(|last| last.window == window && last.text == text);
        let kept = same_kind().count();
        let text = match kept {
            _ if repeated => return,
            FAULTS_KEPT.. => return,
            _ if kept + 1 == FAULTS_KEPT => format!("{text} (further faults of this kind are not kept)"),
            _ => text,
        };
        let fault = Fault { seat, window, kind, text };
        self.faults.push(fault.clone());
        self.record(Entry::Fault(fault), &[]);
    }

    pub(crate) fn record(&mut self, entry: Entry<G::Action>, events: &[G::Event]) {
        for recorder in &mut self.recorders {
            recorder.entry(&entry, events, &self.game);
        }
    }

    pub(crate) fn end(&mut self, outcome: Option<&meydan_core::Outcome>) -> Vec<Box<dyn Recorder<G>>> {
        if let Some(outcome) = outcome {
            self.recorders.iter_mut().for_each(|recorder| recorder.end(outcome, &self.game));
        }
        std::mem::take(&mut self.recorders)
    }
}
