use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use meydan_core::trace::{Entry, Header};
use meydan_core::{Fault, Game, Outcome, Seat, SeatSet, Window};
use tokio::time::{Instant, interval_at, sleep};

use crate::run::briefings;
use crate::table::Shared;
use crate::{Player, Recorder, Table, TimeControl, Trouble, Turn};

/// Lets one player meet the windows of a match that was played before, one by one and without a clock: for a bot under
/// a debugger. Whatever it does now changes nothing but a copy of the game.
pub struct Rehearsal<G: Game> {
    player: Box<dyn Player<G>>,
    /// The same for the whole match: a player may keep it.
    table: Table<G>,
    shared: Arc<Shared<G>>,
    tape: Tape<G::Action>,
}

/// For how long a player is waited for in a window.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    /// The seat did not end its turn then: it is not waited for any longer now, and is told the same.
    pub silence: Option<Silence>,
    /// The longest a window may take otherwise; `None`: as long as it takes.
    pub most: Option<Duration>,
}

/// How a seat did not end its turn then.
#[derive(Clone, Debug)]
pub struct Silence {
    /// How long it was waited for.
    pub time: Duration,
    /// How many acts had come. As many are waited for now, however long they take.
    pub acts: usize,
    /// What was noted.
    pub fault: Fault,
}

/// How often somebody who acted then is looked at, once its time is up.
const GLANCE: Duration = Duration::from_millis(20);

/// What has come by now in a window that takes long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waited {
    /// Since when the player is waited for.
    pub since: Duration,
    /// How many acts the rules have taken.
    pub acts: usize,
    /// What went wrong, in words.
    pub faults: Vec<String>,
}

/// How often it is told what has come.
const LOOK: Duration = Duration::from_secs(3);

/// What the player did in one window.
pub struct Rehearsed<G: Game> {
    /// The acts that the rules took.
    pub acts: Vec<G::Action>,
    /// What went wrong, in words.
    pub faults: Vec<String>,
    /// What it wrote to its standard error.
    pub stderr: String,
    /// Whether it was silent, as it was then.
    pub silent: bool,
    /// Whether it was not waited for any longer.
    pub late: bool,
    /// What ended it in this window; it meets no further one.
    pub ended: Option<Trouble>,
}

impl<G: Game> Rehearsal<G> {
    /// Briefs the player as it would have been for the match. `forfeits`: a refused act ends its window, as it did there.
    pub async fn new(
        mut player: Box<dyn Player<G>>,
        seat: Seat,
        game: &G,
        header: &Header,
        forfeits: bool,
    ) -> Result<Self, Trouble> {
        let briefing = &briefings(game, header, &TimeControl::off())[seat.index()];
        let tape = Tape::default();
        let shared = Shared::new(
            game.clone(),
            if forfeits { SeatSet::one(seat) } else { SeatSet::EMPTY },
            vec![Box::new(tape.clone())],
        );
        let table = shared.table(seat);
        player.start(briefing, &table).await?;
        Ok(Rehearsal { player, table, shared, tape })
    }

    /// One window, as the game stands at its beginning. While it takes long, `waiting` hears now and then what has come.
    pub async fn window(
        &mut self,
        game: &G,
        window: Window,
        patience: Patience,
        waiting: &mut dyn FnMut(Waited),
    ) -> Rehearsed<G> {
        let seat = self.table.seat();
        self.tape.take();
        let before = self.table.faults(0).len();
        {
            let mut inner = self.shared.lock();
            inner.game = game.clone();
            // Windows are not counted here; a mistake is told once in each of them, as in the match.
            inner.windows = window.number;
            inner.open(window, SeatSet::one(seat));
        }
        self.shared.changed();
        let begun = Instant::now();
        let mut looks = interval_at(begun + LOOK, LOOK);
        let mut playing = self.player.play(Turn { window, budget: None }, &self.table);
        let Patience { silence, most } = patience;
        let tape = self.tape.clone();
        let mut silent = std::pin::pin!(async {
            let Some(&Silence { time, acts, .. }) = silence.as_ref() else { return pending().await };
            sleep(time).await;
            while tape.acts() < acts {
                sleep(GLANCE).await;
            }
        });
        let mut over = std::pin::pin!(async {
            // Whoever has the time of then has it before anything else.
            let then = silence.as_ref().map_or(Duration::ZERO, |silence| silence.time);
            match most {
                Some(most) => sleep(most + then).await,
                None => pending().await,
            }
        });
        let mut as_then = false;
        let answer = loop {
            tokio::select! {
                biased;
                answer = &mut playing => break Some(answer),
                // As in a match: whoever is done is not waited for, though its wire may go on listening.
                () = self.shared.done.notified() => {
                    if self.shared.lock().done.contains(seat) {
                        break Some(Ok(()));
                    }
                }
                () = &mut silent => {
                    as_then = true;
                    break None;
                }
                () = &mut over => break None,
                _ = looks.tick() => waiting(Waited {
                    since: begun.elapsed(),
                    acts: self.tape.acts(),
                    faults: self.table.faults(before),
                }),
            }
        };
        drop(playing);
        if let Some(Silence { fault, .. }) = silence.as_ref().filter(|_| as_then) {
            self.table.fault(fault.kind, fault.text.clone());
        }
        let (silent, late) = (as_then, answer.is_none() && !as_then);
        self.player.collect(&self.table);
        self.shared.lock().open = None;
        let mut done = Rehearsed {
            acts: Vec::new(),
            faults: self.table.faults(before),
            stderr: String::new(),
            silent,
            late,
            ended: answer.and_then(Result::err),
        };
        for entry in self.tape.take() {
            match entry {
                Entry::Act(_, action) => done.acts.push(action),
                Entry::Stderr(_, text) => done.stderr.push_str(&text),
                _ => {}
            }
        }
        done
    }

    /// The match is over. What the player still says belongs to no window.
    pub async fn finish(&mut self, game: &G, outcome: &Outcome) -> Farewell {
        self.tape.take();
        self.shared.lock().game = game.clone();
        self.shared.changed();
        self.player.finish(outcome, &self.table).await;
        self.player.collect(&self.table);
        let mut farewell = Farewell::default();
        for entry in self.tape.take() {
            match entry {
                Entry::Stderr(_, text) => farewell.stderr.push_str(&text),
                Entry::Ended(_, how) => farewell.ended = Some(how),
                _ => {}
            }
        }
        farewell
    }
}

/// What a player had left to say when the match was over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Farewell {
    /// What it wrote to its standard error.
    pub stderr: String,
    /// How its process ended, in words, if it has one.
    pub ended: Option<String>,
}

struct Tape<A>(Arc<Mutex<Vec<Entry<A>>>>);

impl<A> Default for Tape<A> {
    fn default() -> Self {
        Tape(Arc::default())
    }
}

impl<A> Tape<A> {
    fn take(&self) -> Vec<Entry<A>> {
        std::mem::take(&mut *self.0.lock().expect("nobody panics while holding this lock"))
    }

    fn acts(&self) -> usize {
        let entries = self.0.lock().expect("nobody panics while holding this lock");
        entries.iter().filter(|entry| matches!(entry, Entry::Act(..))).count()
    }
}

impl<A> Clone for Tape<A> {
    fn clone(&self) -> Self {
        Tape(self.0.clone())
    }
}

impl<G: Game> Recorder<G> for Tape<G::Action> {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        self.0.lock().expect("nobody panics while holding this lock").push(entry.clone());
    }
    fn end(&mut self, _: &Outcome, _: &G) {}
}
