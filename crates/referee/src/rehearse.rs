use std::sync::{Arc, Mutex};

use meydan_core::trace::{Entry, Header};
use meydan_core::{Game, Outcome, Seat, SeatSet, Window};

use crate::run::briefings;
use crate::table::Shared;
use crate::{Player, Recorder, Table, TimeControl, Trouble, Turn};

/// Lets one player meet the windows of a match that was played before, one by one and without a clock: for a bot under
/// a debugger. Whatever it does now changes nothing but a copy of the game.
pub struct Rehearsal<G: Game> {
    player: Box<dyn Player<G>>,
    seat: Seat,
}

/// What the player did in one window.
pub struct Rehearsed<G: Game> {
    /// The acts that the rules took.
    pub acts: Vec<G::Action>,
    /// What went wrong, in words.
    pub faults: Vec<String>,
    /// What it wrote to its standard error.
    pub stderr: String,
}

impl<G: Game> Rehearsal<G> {
    /// Briefs the player as it would have been for the match.
    pub async fn new(
        mut player: Box<dyn Player<G>>,
        seat: Seat,
        game: &G,
        header: &Header,
    ) -> Result<Self, Trouble> {
        let briefing = &briefings(game, header, &TimeControl::off())[seat.index()];
        let table = Shared::new(game.clone(), SeatSet::EMPTY, Vec::new()).table(seat);
        player.start(briefing, &table).await?;
        Ok(Rehearsal { player, seat })
    }

    /// One window, as the game stands at its beginning.
    pub async fn window(&mut self, game: &G, window: Window) -> Result<Rehearsed<G>, Trouble> {
        let tape = Tape::default();
        let shared = Shared::new(game.clone(), SeatSet::EMPTY, vec![Box::new(tape.clone())]);
        shared.lock().open(window, SeatSet::one(self.seat));
        let table: Table<G> = shared.table(self.seat);
        let answer = self.player.play(Turn { window, budget: None }, &table).await;
        self.player.collect(&table);
        answer?;
        let faults = table.faults(0);
        let entries = std::mem::take(&mut *tape.0.lock().expect("nobody panics while holding this lock"));
        let mut done = Rehearsed { acts: Vec::new(), faults, stderr: String::new() };
        for entry in entries {
            match entry {
                Entry::Act(_, action) => done.acts.push(action),
                Entry::Stderr(_, text) => done.stderr.push_str(&text),
                _ => {}
            }
        }
        Ok(done)
    }

    /// The match is over.
    pub async fn finish(&mut self, game: &G, outcome: &Outcome) {
        let table = Shared::new(game.clone(), SeatSet::EMPTY, Vec::new()).table(self.seat);
        self.player.finish(outcome, &table).await;
    }
}

struct Tape<A>(Arc<Mutex<Vec<Entry<A>>>>);

impl<A> Default for Tape<A> {
    fn default() -> Self {
        Tape(Arc::default())
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
