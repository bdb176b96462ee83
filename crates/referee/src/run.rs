use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::stream::{FuturesUnordered, StreamExt};
use meydan_core::trace::Header;
use meydan_core::{Fault, FaultKind, Game, Outcome, Seat, SeatSet, StateHash, Status, Window};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use crate::clock::{Banks, Limit};
use crate::table::Shared;
use crate::{Briefing, Player, Recorder, Table, TimeControl, Trouble, Turn};

/// A match about to be played.
pub struct Match<G: Game> {
    game: G,
    players: Vec<Box<dyn Player<G>>>,
    time: TimeControl,
    forfeiters: SeatSet,
    recorders: Vec<Box<dyn Recorder<G>>>,
}

/// What came of a match.
pub struct Report<G: Game> {
    /// How it ended.
    pub outcome: Outcome,
    /// Everything that went wrong, in order.
    pub faults: Vec<Fault>,
    /// How many windows were played.
    pub windows: u32,
    /// The hash of the last state.
    pub final_hash: StateHash,
    /// The recorders, to ask them how they fared.
    pub recorders: Vec<Box<dyn Recorder<G>>>,
}

impl<G: Game> Match<G> {
    /// A match with one player per seat.
    ///
    /// # Panics
    /// If there are not exactly as many players as seats.
    pub fn new(game: G, players: Vec<Box<dyn Player<G>>>, time: TimeControl) -> Match<G> {
        assert_eq!(players.len(), game.roster().len(), "a match needs one player per seat");
        Match { game, players, time, forfeiters: SeatSet::EMPTY, recorders: Vec::new() }
    }

    /// A refused act ends the window for these seats.
    pub fn with_forfeiters(mut self, seats: SeatSet) -> Self {
        self.forfeiters = seats;
        self
    }

    /// Somebody who writes down what happens.
    pub fn with_recorder(mut self, recorder: Box<dyn Recorder<G>>) -> Self {
        self.recorders.push(recorder);
        self
    }

    /// Plays the match to its end. Players that fail are reported, never an error of the match.
    pub async fn run(self, header: &Header) -> Report<G> {
        let seats = self.game.roster().len();
        let briefings = briefings(&self.game, header, &self.time);
        let shared = Shared::new(self.game, self.forfeiters, self.recorders);
        let seats = (0..seats).map(|i| Seat(i as u8));
        let tables: Vec<Table<G>> = seats.map(|seat| shared.table(seat)).collect();
        let mut hall = Hall {
            banks: self.time.banks(tables.len()),
            present: SeatSet::first(tables.len()),
            players: self.players,
            tables,
            time: self.time,
            shared,
        };
        hall.start(&briefings).await;
        let outcome = loop {
            let status = hall.shared.lock().game.status();
            match status {
                Status::Waiting(window) => hall.window(window).await,
                Status::Over(outcome) => break outcome,
            }
        };
        hall.finish(&outcome).await;
        let mut inner = hall.shared.lock();
        let recorders = inner.end(&outcome);
        let faults = std::mem::take(&mut inner.faults);
        Report { outcome, faults, windows: inner.windows, final_hash: inner.game.hash(), recorders }
    }
}

pub(crate) fn briefings<G: Game>(game: &G, header: &Header, time: &TimeControl) -> Vec<Briefing> {
    let roster = game.roster();
    let sides: Vec<_> = roster.seats().map(|seat| roster.side(seat)).collect();
    let briefing = |seat: Seat| Briefing {
        game: G::NAME.into(),
        rules: G::RULES,
        ruleset: header.ruleset.clone(),
        map: header.map.clone(),
        seat,
        side: roster.side(seat),
        label: roster.label(seat).to_owned(),
        sides: sides.clone(),
        clocks: time.millis(),
        config: header.config.clone(),
    };
    roster.seats().map(briefing).collect()
}

/// The players around the game while the match runs.
struct Hall<G: Game> {
    players: Vec<Box<dyn Player<G>>>,
    tables: Vec<Table<G>>,
    /// Who has not left for good.
    present: SeatSet,
    time: TimeControl,
    banks: Banks,
    shared: Arc<Shared<G>>,
}

impl<G: Game> Hall<G> {
    async fn start(&mut self, briefings: &[Briefing]) {
        let limit = self.time.start;
        let starts = self.players.iter_mut().zip(&self.tables).zip(briefings);
        let starts = starts.map(|((player, table), briefing)| timeout(limit, player.start(briefing, table)));
        for (table, answer) in self.tables.iter().zip(join_all(starts).await) {
            let trouble = match answer {
                Ok(Ok(())) => continue,
                Ok(Err(trouble)) => trouble,
                Err(_) => Trouble::start(format!("it was not there after {} s", limit.as_secs_f32())),
            };
            leave(&self.shared, &mut self.present, table.seat(), trouble);
        }
    }

    /// Asks everybody in the window, waits until all are done or time is up, and closes it.
    async fn window(&mut self, window: Window) {
        let limit = self.time.limit(window.clock);
        let opened = Instant::now();
        {
            let mut inner = self.shared.lock();
            inner.open = Some(window);
            inner.done = SeatSet::EMPTY;
        }
        self.shared.changed();
        let asked: SeatSet = window.seats.iter().filter(|&seat| self.present.contains(seat)).collect();
        let mut answers =
            Answers { used: vec![None; self.tables.len()], left: Vec::new(), late: SeatSet::EMPTY };
        self.ask(window, limit, opened, asked, &mut answers).await;
        for (seat, trouble) in answers.left {
            leave(&self.shared, &mut self.present, seat, trouble);
        }
        for seat in asked.iter() {
            let table = &self.tables[seat.index()];
            let used = answers.used[seat.index()].unwrap_or_else(|| opened.elapsed());
            self.players[seat.index()].collect(table);
            self.banks.charge(seat, limit, used);
            let mut inner = self.shared.lock();
            if answers.late.contains(seat) {
                let text = format!("not done after {} ms", used.as_millis());
                inner.fault(seat, FaultKind::Timeout, text);
            }
            inner.time_used(seat, used.as_micros() as u64);
        }
        self.shared.lock().close();
        self.shared.changed();
    }

    async fn ask(
        &mut self,
        window: Window,
        limit: Limit,
        opened: Instant,
        asked: SeatSet,
        answers: &mut Answers,
    ) {
        let shared = &self.shared;
        let seated =
            self.players.iter_mut().zip(&self.tables).filter(|(_, table)| asked.contains(table.seat()));
        let mut playing: FuturesUnordered<_> = seated
            .map(|(player, table)| {
                let budget = self.banks.budget(table.seat(), limit).filter(|_| player.clocked());
                async move {
                    let play = player.play(Turn { window, budget }, table);
                    let answer = match budget {
                        Some(budget) => timeout_at(opened + budget, play).await.ok(),
                        None => Some(play.await),
                    };
                    (table.seat(), answer, opened.elapsed())
                }
            })
            .collect();
        let hold = limit.time.filter(|_| limit.hold).map(|time| opened + time);
        let mut waiting = asked;
        loop {
            let done = shared.lock().done;
            for seat in waiting.iter().filter(|&seat| done.contains(seat)) {
                answers.used[seat.index()].get_or_insert_with(|| opened.elapsed());
                waiting.remove(seat);
            }
            let held = hold.is_some_and(|until| Instant::now() < until);
            if waiting.is_empty() && !held {
                return;
            }
            tokio::select! {
                biased;
                Some((seat, answer, used)) = playing.next() => {
                    let done = shared.lock().done.contains(seat);
                    waiting.remove(seat);
                    answers.used[seat.index()].get_or_insert(used);
                    match answer {
                        Some(Ok(())) => {}
                        Some(Err(trouble)) => answers.left.push((seat, trouble)),
                        None if done => {}
                        None => answers.late.insert(seat),
                    }
                }
                () = shared.done.notified() => {}
                () = sleep_until(hold.unwrap_or(opened)), if held => {}
            }
        }
    }

    async fn finish(&mut self, outcome: &Outcome) {
        let limit = self.time.finish;
        let present = self.present;
        let seated = self.players.iter_mut().zip(&self.tables);
        let seated = seated.filter(|(_, table)| present.contains(table.seat()));
        join_all(seated.map(|(player, table)| timeout(limit, player.finish(outcome, table)))).await;
        for (player, table) in self.players.iter_mut().zip(&self.tables) {
            player.collect(table);
        }
    }
}

/// How the seats of one window answered.
struct Answers {
    used: Vec<Option<Duration>>,
    left: Vec<(Seat, Trouble)>,
    late: SeatSet,
}

/// A seat has left for good: a fault for its author, and the rules decide what it means.
fn leave<G: Game>(shared: &Shared<G>, present: &mut SeatSet, seat: Seat, trouble: Trouble) {
    present.remove(seat);
    let mut inner = shared.lock();
    inner.fault(seat, trouble.kind, trouble.text);
    inner.withdraw(seat);
}
