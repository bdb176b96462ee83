use std::sync::{Arc, Mutex};
use std::time::Duration;

use meydan_core::trace::{Entry, Header};
use meydan_core::{Fault, Game, Outcome, Seat, SeatSet, Window};
use tokio::time::timeout;

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

    /// One window, as the game stands at its beginning. `silence`: the seat said nothing in it, for so long and with this fault; then
    /// it is not waited for any longer now, and is told the same.
    pub async fn window(
        &mut self,
        game: &G,
        window: Window,
        silence: Option<(Duration, Fault)>,
    ) -> Rehearsed<G> {
        let seat = self.table.seat();
        self.tape.take();
        let before = self.table.faults(0).len();
        {
            let mut inner = self.shared.lock();
            inner.game = game.clone();
            inner.open(window, SeatSet::one(seat));
        }
        self.shared.changed();
        let playing = self.player.play(Turn { window, budget: None }, &self.table);
        let (answer, silent) = match silence {
            None => (playing.await, false),
            Some((limit, fault)) => match timeout(limit, playing).await {
                Ok(answer) => (answer, false),
                Err(_) => {
                    self.table.fault(fault.kind, fault.text);
                    (Ok(()), true)
                }
            },
        };
        self.player.collect(&self.table);
        self.shared.lock().open = None;
        let mut done = Rehearsed {
            acts: Vec::new(),
            faults: self.table.faults(before),
            stderr: String::new(),
            silent,
            ended: answer.err(),
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

    /// The match is over.
    pub async fn finish(&mut self, game: &G, outcome: &Outcome) {
        self.shared.lock().game = game.clone();
        self.shared.changed();
        self.player.finish(outcome, &self.table).await;
    }
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
