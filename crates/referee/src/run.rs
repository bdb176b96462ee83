use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::join_all;
use futures_util::stream::{FuturesUnordered, StreamExt};
use meydan_core::trace::{Entry, Header, Used};
use meydan_core::{Fault, FaultKind, Game, Outcome, Seat, SeatSet, StateHash, Status, Window};
use serde::Serialize;
use tokio::time::{Instant, sleep_until, timeout};

use crate::clock::{Banks, Limit};
use crate::gauge::{Gauges, Spent, Watch};
use crate::meter::Meter;
use crate::table::{Mistakes, Shared};
use crate::{Briefing, Infrastructure, Interlude, Player, Recorder, Stop, Table, TimeControl, Trouble, Turn};

/// A match about to be played.
pub struct Match<G: Game> {
    game: G,
    players: Vec<Box<dyn Player<G>>>,
    time: TimeControl,
    forfeiters: SeatSet,
    taking: Taking,
    quorum: Vec<SeatSet>,
    recorders: Vec<Box<dyn Recorder<G>>>,
    interludes: Vec<Box<dyn Interlude>>,
    vigil: Option<Vigil>,
    stop: Stop,
}

/// Hears who is waited for in a window that has no clock, as soon as that has lasted a while. It is told of every seat once.
struct Vigil {
    after: Duration,
    tell: Box<dyn FnMut(SeatSet) + Send>,
    told: SeatSet,
}

/// In which order acts take effect in a live window of several seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Taking {
    /// One act of each seat is waited for, then they are applied in seat order, and again, until all are done: the same
    /// bots give the same match. What a seat waits for others is not charged to it.
    #[default]
    InTurn,
    /// As they come, as the original servers did.
    AsTheyCome,
}

/// What came of a match.
pub struct Report<G: Game> {
    /// How it ended; `None`: it was stopped before its end.
    pub outcome: Option<Outcome>,
    /// Everything that seats did wrong, in order.
    pub faults: Vec<Fault>,
    /// How many windows were played.
    pub windows: u32,
    /// The hash of the last state.
    pub final_hash: StateHash,
    /// What each seat used, in seat order; empty where nobody was clocked.
    pub times: Vec<SeatTime>,
    /// What the rules took in all, in microseconds; 0 where nobody measured it.
    pub rules_us: u64,
    /// The recorders, to ask them how they fared.
    pub recorders: Vec<Box<dyn Recorder<G>>>,
}

/// The time that one seat took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatTime {
    /// In how many windows it was asked.
    pub windows: u32,
    /// In how many of them it made a mistake. All are counted, although not all are kept.
    pub faulty: u32,
    /// All of them together, in microseconds.
    pub total_us: u64,
    /// The longest, in microseconds.
    pub longest_us: u64,
    /// The slowest windows, by number and microseconds, the slowest first; what was never needed is zero.
    #[serde(skip)]
    pub slowest: [(u32, u64); 3],
    /// The first, in microseconds: a program that is still starting up answers late.
    pub first_us: u64,
    /// What of it the rules took for its acts and its views, in microseconds.
    pub rules_us: u64,
    /// What of it making and reading its messages took on our side, in microseconds.
    pub carried_us: u64,
    /// What its process used, where somebody counted that.
    #[serde(flatten)]
    pub counted: Option<Counted>,
}

/// What the process of one seat used, counted from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// Wall time in all of its windows, in microseconds.
    pub wall_us: u64,
    /// Processor time in all of its windows, in microseconds.
    pub cpu_us: u64,
    /// The most in one window, in microseconds.
    pub longest_cpu_us: u64,
    /// The most memory it ever had at once, in bytes.
    pub peak_bytes: u64,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |micros: u64| micros as f64 / 1e3;
        write!(
            f,
            "{:.1} ms by the clock, {:.1} ms of processor time (at most {:.1} in a window), {} MB of memory at most",
            millis(self.wall_us),
            millis(self.cpu_us),
            millis(self.longest_cpu_us),
            self.peak_bytes.div_ceil(1 << 20)
        )
    }
}

impl Counted {
    fn add(&mut self, used: Used) {
        self.wall_us += used.wall_us;
        self.cpu_us += used.cpu_us;
        self.longest_cpu_us = self.longest_cpu_us.max(used.cpu_us);
        self.peak_bytes = self.peak_bytes.max(used.peak);
    }
}

impl<G: Game> Match<G> {
    /// A match with one player per seat.
    ///
    /// # Panics
    /// If there are not exactly as many players as seats.
    pub fn new(game: G, players: Vec<Box<dyn Player<G>>>, time: TimeControl) -> Match<G> {
        assert_eq!(players.len(), game.roster().len(), "a match needs one player per seat");
        Match {
            game,
            players,
            time,
            forfeiters: SeatSet::EMPTY,
            taking: Taking::InTurn,
            quorum: Vec::new(),
            recorders: Vec::new(),
            interludes: Vec::new(),
            vigil: None,
            stop: Stop::never(),
        }
    }

    /// A refused act ends the window for these seats.
    pub fn with_forfeiters(mut self, seats: SeatSet) -> Self {
        self.forfeiters = seats;
        self
    }

    /// In which order acts take effect.
    pub fn with_taking(mut self, taking: Taking) -> Self {
        self.taking = taking;
        self
    }

    /// Without anybody on these seats there is no match: it is void.
    pub fn with_quorum(mut self, seats: SeatSet) -> Self {
        self.quorum.push(seats);
        self
    }

    /// Somebody who writes down what happens.
    pub fn with_recorder(mut self, recorder: Box<dyn Recorder<G>>) -> Self {
        self.recorders.push(recorder);
        self
    }

    /// Something to wait for after every window.
    pub fn with_interlude(mut self, interlude: Box<dyn Interlude>) -> Self {
        self.interludes.push(interlude);
        self
    }

    /// Somebody who is told who is waited for, once a window without a clock has lasted this long.
    pub fn with_vigil(mut self, after: Duration, tell: Box<dyn FnMut(SeatSet) + Send>) -> Self {
        self.vigil = Some(Vigil { after, tell, told: SeatSet::EMPTY });
        self
    }

    /// Ends the match before its time when asked to.
    pub fn with_stop(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// Plays the match to its end. What bots do wrong is in the report; what goes wrong on our side is the error.
    pub async fn run(mut self, header: &Header) -> Result<Report<G>, Infrastructure> {
        let briefings = briefings(&self.game, header, &self.time);
        let shared = Shared::new(self.game, self.forfeiters, self.recorders);
        shared.lock().in_turn = self.taking == Taking::InTurn;
        let tables: Vec<Table<G>> = briefings.iter().map(|briefing| shared.table(briefing.seat)).collect();
        let mut sitting = Sitting {
            banks: self.time.banks(self.players.iter().map(|player| player.warm_up())),
            gauges: Gauges::new(Vec::new(), false),
            present: SeatSet::first(tables.len()),
            times: vec![SeatTime::default(); tables.len()],
            players: self.players,
            tables,
            time: self.time,
            vigil: self.vigil,
            shared,
        };
        let outcome = tokio::select! {
            biased;
            () = self.stop.wait() => None,
            outcome = sitting.play(&briefings, &self.quorum, &mut self.interludes) => Some(outcome?),
        };
        if let Some(outcome) = &outcome {
            sitting.finish(outcome).await;
        }
        let mut inner = sitting.shared.lock();
        let recorders = inner.end(outcome.as_ref());
        Ok(Report {
            outcome,
            faults: std::mem::take(&mut inner.faults),
            windows: inner.windows,
            final_hash: inner.game.hash(),
            times: with_shares(with_mistakes(sitting.times, &inner.mistakes), &inner.meter),
            rules_us: inner.meter.rules().as_micros() as u64,
            recorders,
        })
    }
}

fn with_mistakes(mut times: Vec<SeatTime>, mistakes: &BTreeMap<Seat, Mistakes>) -> Vec<SeatTime> {
    for (seat, mistakes) in mistakes {
        if let Some(time) = times.get_mut(seat.index()) {
            time.faulty = mistakes.windows;
        }
    }
    times
}

fn with_shares(mut times: Vec<SeatTime>, meter: &Meter) -> Vec<SeatTime> {
    for (seat, time) in times.iter_mut().enumerate() {
        let share = meter.share(seat);
        (time.rules_us, time.carried_us) = (share.rules.as_micros() as u64, share.carried.as_micros() as u64);
    }
    times
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
struct Sitting<G: Game> {
    players: Vec<Box<dyn Player<G>>>,
    tables: Vec<Table<G>>,
    /// Who has not left for good.
    present: SeatSet,
    time: TimeControl,
    banks: Banks,
    gauges: Gauges,
    times: Vec<SeatTime>,
    vigil: Option<Vigil>,
    shared: Arc<Shared<G>>,
}

impl<G: Game> Sitting<G> {
    async fn play(
        &mut self,
        briefings: &[Briefing],
        quorum: &[SeatSet],
        interludes: &mut [Box<dyn Interlude>],
    ) -> Result<Outcome, Infrastructure> {
        self.start(briefings).await?;
        let gauges = self.players.iter().map(|player| player.gauge()).collect();
        self.gauges = Gauges::new(gauges, self.time.freeze);
        self.check_quorum(quorum)?;
        loop {
            let status = self.shared.lock().game.status();
            match status {
                Status::Waiting(window) => self.window(window).await?,
                Status::Over(outcome) => return Ok(outcome),
            }
            if self.shared.lock().windows == 1 {
                // Clients of one original shake hands within the first window.
                self.check_quorum(quorum)?;
            }
            for interlude in interludes.iter_mut() {
                interlude.wait().await?;
            }
        }
    }

    /// Without anybody on these seats there is no match.
    fn check_quorum(&self, quorum: &[SeatSet]) -> Result<(), Infrastructure> {
        let inner = self.shared.lock();
        let came = |seat: Seat| {
            self.present.contains(seat)
                || !inner.faults.iter().any(|fault| fault.seat == seat && fault.kind == FaultKind::Start)
        };
        if quorum.iter().all(|seats| seats.iter().any(came)) {
            return Ok(());
        }
        let told = inner.faults.iter().map(|fault| format!("seat {}: {}", fault.seat, fault.text));
        let told = told.collect::<Vec<_>>().join("; ");
        Err(Infrastructure::new(format!("nobody came to one side ({told})")))
    }

    async fn start(&mut self, briefings: &[Briefing]) -> Result<(), Infrastructure> {
        let limit = self.time.start;
        let starts = self.players.iter_mut().zip(&self.tables).zip(briefings);
        let starts = starts.map(|((player, table), briefing)| timeout(limit, player.start(briefing, table)));
        for (seat, answer) in join_all(starts).await.into_iter().enumerate() {
            let trouble = match answer {
                Ok(Ok(())) => continue,
                Ok(Err(trouble)) => trouble,
                Err(_) => Trouble::start(format!("it was not there after {} s", limit.as_secs_f32())),
            };
            self.players[seat].collect(&self.tables[seat]);
            self.tables[seat].last_words();
            self.leave(Seat(seat as u8), trouble)?;
        }
        Ok(())
    }

    /// Asks everybody in the window, waits until all are done or time is up, and closes it.
    async fn window(&mut self, window: Window) -> Result<(), Infrastructure> {
        let limit = self.time.limit(window.clock);
        let asked: SeatSet = window.seats.iter().filter(|&seat| self.present.contains(seat)).collect();
        self.gauges.turn_to(asked).await;
        let watches = self.gauges.watches(self.time.count);
        let opened = Instant::now();
        self.shared.lock().open(window, asked);
        self.shared.changed();
        let mut answers =
            Answers { spent: vec![None; self.tables.len()], left: Vec::new(), late: SeatSet::EMPTY };
        self.ask(window, limit, opened, asked, &watches, &mut answers).await;
        let elapsed = opened.elapsed();
        for (seat, trouble) in answers.left {
            self.players[seat.index()].collect(&self.tables[seat.index()]);
            self.tables[seat.index()].last_words();
            self.leave(seat, trouble)?;
        }
        for seat in window.seats.iter() {
            let index = seat.index();
            if !asked.contains(seat) {
                self.charge(seat, limit, elapsed);
                continue;
            }
            let spent = answers.spent[index].unwrap_or_else(|| watches[index].read(Duration::ZERO));
            let used = spent.time();
            let budget = self.banks.budget(seat, limit);
            self.players[index].collect(&self.tables[index]);
            self.banks.charge(seat, limit, used);
            let mut inner = self.shared.lock();
            if answers.late.contains(seat) {
                let unended = inner.unended.contains(seat);
                inner.fault(seat, FaultKind::Timeout, spent.too_long(budget, unended));
            }
            let silent =
                !self.present.contains(seat) || (inner.garbled.contains(seat) && !inner.acted.contains(seat));
            drop(inner);
            match silent {
                true => self.charge(seat, limit, elapsed),
                false => self.shared.lock().time_used(seat, used.as_micros() as u64),
            }
            let own = self.shared.lock().answered.get(&seat).map(|&answered| answered - opened);
            self.took(seat, own.map_or(used, |own| own.min(used)));
            if let Some(used) = watches[index].used(spent) {
                self.times[index].counted.get_or_insert_default().add(used);
                self.shared.lock().record(Entry::Used(seat, used), &[]);
            }
        }
        self.shared.lock().close();
        self.shared.changed();
        Ok(())
    }

    /// Absence and garbage cost the whole limit, so that nobody gains a tie-break by them.
    fn charge(&mut self, seat: Seat, limit: Limit, elapsed: Duration) {
        let whole = limit.time.unwrap_or(elapsed).max(elapsed);
        self.shared.lock().time_used(seat, whole.as_micros() as u64);
    }

    /// What a seat took itself, whatever it is charged.
    fn took(&mut self, seat: Seat, used: Duration) {
        let micros = used.as_micros() as u64;
        let window = self.shared.lock().windows;
        let time = &mut self.times[seat.index()];
        if time.windows == 0 {
            time.first_us = micros;
        }
        time.windows += 1;
        time.total_us += micros;
        time.longest_us = time.longest_us.max(micros);
        if let Some(place) = time.slowest.iter().position(|&(_, slow)| micros > slow) {
            time.slowest[place..].rotate_right(1);
            time.slowest[place] = (window, micros);
        }
    }

    async fn ask(
        &mut self,
        window: Window,
        limit: Limit,
        opened: Instant,
        asked: SeatSet,
        watches: &[Watch],
        answers: &mut Answers,
    ) {
        let (shared, vigil) = (&self.shared, &mut self.vigil);
        let mut patience = vigil.as_ref().filter(|_| limit.time.is_none()).map(|vigil| opened + vigil.after);
        let seated =
            self.players.iter_mut().zip(&self.tables).filter(|(_, table)| asked.contains(table.seat()));
        let mut playing: FuturesUnordered<_> = seated
            .map(|(player, table)| {
                let seat = table.seat();
                let budget = self.banks.budget(seat, limit).filter(|_| player.clocked());
                let watch = &watches[seat.index()];
                let waited = move || shared.lock().parking.waited(seat);
                async move {
                    let mut play = player.play(Turn { window, budget }, table);
                    let answer = loop {
                        // The time in which its act waited for those of others is not the seat's own.
                        let look = budget.map(|budget| watch.next_look(budget, waited()));
                        tokio::select! {
                            biased;
                            answer = &mut play => break Some(answer),
                            () = sleep_until(look.flatten().unwrap_or(opened)), if look.is_some() => {
                                if look == Some(None) {
                                    break None;
                                }
                            }
                        }
                    };
                    // The watch stops here. What comes now is on nobody's time.
                    let spent = watch.read(waited());
                    let done = shared.lock().done.contains(seat);
                    shared.played(seat);
                    watch.rest();
                    (seat, answer, spent, done)
                }
            })
            .collect();
        let hold = limit.time.filter(|_| limit.hold).map(|time| opened + time);
        let mut waiting = asked;
        loop {
            let done: Vec<(Seat, Duration)> = {
                let inner = shared.lock();
                let done = waiting.iter().filter(|&seat| inner.done.contains(seat));
                done.map(|seat| (seat, inner.parking.waited(seat))).collect()
            };
            for (seat, waited) in done {
                answers.spent[seat.index()].get_or_insert_with(|| watches[seat.index()].read(waited));
                waiting.remove(seat);
            }
            let held = hold.is_some_and(|until| Instant::now() < until);
            if waiting.is_empty() && !held {
                // Seats whose last act waited for others have their answer by now; they should still hear it.
                while let Some(Some((seat, answer, ..))) = playing.next().now_or_never() {
                    if let Some(Err(trouble)) = answer {
                        answers.left.push((seat, trouble));
                    }
                }
                return;
            }
            tokio::select! {
                biased;
                Some((seat, answer, spent, done)) = playing.next() => {
                    waiting.remove(seat);
                    answers.spent[seat.index()].get_or_insert(spent);
                    match answer {
                        Some(Ok(())) => {}
                        Some(Err(trouble)) => answers.left.push((seat, trouble)),
                        None if done => {}
                        None => answers.late.insert(seat),
                    }
                }
                () = shared.done.notified() => {}
                () = sleep_until(hold.unwrap_or(opened)), if held => {}
                () = sleep_until(patience.unwrap_or(opened)), if patience.is_some() => {
                    patience = None;
                    let inner = shared.lock();
                    let silent = waiting.iter().filter(|&seat| !inner.parking.waits(seat)).collect();
                    drop(inner);
                    vigil.iter_mut().for_each(|vigil| vigil.tell(silent));
                }
            }
        }
    }

    /// A seat has left for good: a fault for its author, and the rules decide what it means. What is not the author's
    /// doing voids the match.
    fn leave(&mut self, seat: Seat, trouble: Trouble) -> Result<(), Infrastructure> {
        self.present.remove(seat);
        match trouble {
            Trouble::Ours(reason) => Err(Infrastructure::new(reason)),
            Trouble::Theirs { kind, text } => {
                let mut inner = self.shared.lock();
                inner.fault(seat, kind, text);
                inner.withdraw(seat);
                Ok(())
            }
        }
    }

    async fn finish(&mut self, outcome: &Outcome) {
        self.gauges.release();
        let limit = self.time.finish;
        let present = self.present;
        let seated = self.players.iter_mut().zip(&self.tables);
        let seated = seated.filter(|(_, table)| present.contains(table.seat()));
        join_all(seated.map(|(player, table)| timeout(limit, player.finish(outcome, table)))).await;
        for (player, table) in self.players.iter_mut().zip(&self.tables) {
            player.collect(table);
            table.last_words();
        }
    }
}

impl Vigil {
    fn tell(&mut self, seats: SeatSet) {
        let news: SeatSet = seats.iter().filter(|&seat| !self.told.contains(seat)).collect();
        if !news.is_empty() {
            news.iter().for_each(|seat| self.told.insert(seat));
            (self.tell)(news);
        }
    }
}

/// How the seats of one window answered.
struct Answers {
    spent: Vec<Option<Spent>>,
    left: Vec<(Seat, Trouble)>,
    late: SeatSet,
}
