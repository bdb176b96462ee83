//! Where the time of a match goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use meydan_core::{Bot, Chance, Desk, Explore, Game, Next, Seat, Window};

/// Where the time of a match went, in microseconds. What a seat thinks is in its own times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// From the order to the first window: the map is read, programs are started, clients come.
    pub start_us: u64,
    /// From the first window to the last.
    pub played_us: u64,
    /// What the rules took of that: acts, views, the ends of windows, hashes.
    pub rules_us: u64,
    /// What bots inside this program thought, where all are.
    pub house_us: u64,
}

/// What the bots of this program have thought so far.
#[derive(Clone, Default)]
pub(crate) struct Thought(Arc<AtomicU64>);

impl Thought {
    pub(crate) fn micros(&self) -> u64 {
        self.0.load(Ordering::Relaxed) / 1000
    }
}

/// A bot whose thinking is measured, without what it asks its desk for.
pub(crate) struct Timed<G: Game> {
    pub(crate) bot: Box<dyn Bot<G>>,
    pub(crate) thought: Thought,
}

impl<G: Game> Bot<G> for Timed<G> {
    fn play(&mut self, desk: &mut dyn Desk<G>) {
        let begun = Instant::now();
        let mut timed = TimedDesk { desk, asked: Duration::ZERO.into() };
        self.bot.play(&mut timed);
        let thought = begun.elapsed().saturating_sub(timed.asked.get());
        self.thought.0.fetch_add(thought.as_nanos() as u64, Ordering::Relaxed);
    }
}

struct TimedDesk<'a, G: Game> {
    desk: &'a mut dyn Desk<G>,
    /// What the desk took.
    asked: std::cell::Cell<Duration>,
}

impl<G: Game> TimedDesk<'_, G> {
    fn took(&self, since: Instant) {
        self.asked.set(self.asked.get() + since.elapsed());
    }
}

impl<G: Game> Desk<G> for TimedDesk<'_, G> {
    fn seat(&self) -> Seat {
        self.desk.seat()
    }

    fn window(&self) -> &Window {
        self.desk.window()
    }

    fn view(&self) -> G::View {
        let begun = Instant::now();
        let view = self.desk.view();
        self.took(begun);
        view
    }

    fn act(&mut self, action: G::Action) -> Result<Next, G::Rejection> {
        let begun = Instant::now();
        let answer = self.desk.act(action);
        self.took(begun);
        answer
    }

    fn candidates(&self, chance: &mut Chance, out: &mut Vec<G::Action>)
    where
        G: Explore,
    {
        let begun = Instant::now();
        self.desk.candidates(chance, out);
        self.took(begun);
    }
}
