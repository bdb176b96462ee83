//! A seat that a client of the contest takes.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Outcome, Seat};
use meydan_gotham::{Gotham, READY, Ruleset};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn, skipped};
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

use crate::clients::Client;
use crate::post::{Office, Post};

/// The player gives up its window this long before the referee would, so that waiting out a clock is not a fault.
const MARGIN: Duration = Duration::from_millis(2);
/// The same where units join. Whether anybody came decides whether there is a match, also on a busy machine.
const LAST_CALL: Duration = Duration::from_millis(50);
/// How long a unit whose move was refused may take to try another, where half-turns end early.
const SECOND_THOUGHTS: Duration = Duration::from_millis(150);
/// How long the first of the clients that this server has started may take to join. On a busy machine sixteen Java programs
/// take their time; the original waited for ever.
pub(crate) const LAUNCH: Duration = Duration::from_secs(120);
/// How long the end of the streams may take at the end of the match.
const GOODBYE: Duration = Duration::from_millis(800);
/// How long the original waited between the end and its exit, so that the last bytes arrive.
const LINGER: Duration = Duration::from_millis(200);

pub(crate) struct WirePlayer {
    pub(crate) office: Arc<Office>,
    pub(crate) seat: Seat,
    /// The client, if the server starts it.
    pub(crate) client: Option<Client>,
    /// Whether its client has come, and its going was not told.
    pub(crate) watched: bool,
}

impl WirePlayer {
    fn post(&self) -> Result<&Post, Trouble> {
        self.office.post(self.seat).ok_or_else(|| Trouble::start("this seat was not opened"))
    }

    /// A client that stops watching a unit that lives has gone; it was killed, as a rule.
    fn note_leaving(&mut self, table: &Table<Gotham>) {
        let Some(post) = self.office.post(self.seat) else { return };
        let lives = table.view().me.is_some_and(|me| !me.dead);
        if post.is_watched() {
            self.watched = true;
        } else if lives && std::mem::take(&mut self.watched) {
            table.fault(FaultKind::Gone, "its client has gone: nobody watches this unit any more");
        }
    }

    /// Why the client that this server has started will not join. Waits for ever where it has started none.
    async fn launched(client: Option<&mut Client>) -> Trouble {
        let Some(client) = client else { return std::future::pending().await };
        match timeout(LAUNCH, client.gone()).await {
            Ok(()) => Trouble::start(format!("its client did not join: {}", client.epitaph().await)),
            Err(_) => Trouble::start(format!("nobody had joined after {} s", LAUNCH.as_secs())),
        }
    }

    /// Waits until the unit has joined, or its client has gone.
    async fn joined(&mut self, table: &Table<Gotham>) {
        self.wait(|_| table.view().me.is_none_or(|me| me.ready)).await;
    }

    /// Waits until the unit has moved, or nobody is there to move it.
    async fn moved(&mut self, table: &Table<Gotham>, window: u32) {
        let moved = |post: &Post| !post.is_watched() || table.view().me.is_none_or(|me| me.moved || me.dead);
        self.wait(|post| moved(post) || post.was_refused(window)).await;
        if !self.office.post(self.seat).is_none_or(moved) {
            // The time is short, and its end is not a fault.
            let _ = timeout(SECOND_THOUGHTS, self.wait(moved)).await;
        }
    }

    async fn wait(&mut self, done: impl Fn(&Post) -> bool) {
        let Some(post) = self.office.post(self.seat) else { return };
        let gone = async {
            match &mut self.client {
                Some(client) => client.gone().await,
                None => std::future::pending().await,
            }
        };
        let all_done = async {
            loop {
                // Listening begins before looking, so that nothing is missed in between.
                let news = post.news.notified();
                tokio::pin!(news);
                news.as_mut().enable();
                if done(post) {
                    return;
                }
                news.await;
            }
        };
        tokio::select! { biased; () = all_done => {}, () = gone => {} }
    }
}

impl Player<Gotham> for WirePlayer {
    /// The readiness clock starts with the first unit that joins, whoever has started the clients (spec 7).
    fn start<'a>(
        &'a mut self,
        _: &'a Briefing,
        table: &'a Table<Gotham>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            self.post()?.sit_down(table);
            if let Some(client) = &mut self.client {
                client.start()?;
            }
            let mut joining = self.office.joining.subscribe();
            tokio::select! {
                biased;
                _ = joining.wait_for(|&yes| yes) => Ok(()),
                () = self.office.seating.gathered() => Err(Trouble::start("no client came")),
                trouble = WirePlayer::launched(self.client.as_mut()) => Err(trouble),
            }
        })
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<Gotham>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let margin = if turn.window.clock == READY { LAST_CALL } else { MARGIN };
            let end = turn.budget.map(|budget| Instant::now() + budget.saturating_sub(margin));
            let early = self.office.settings.early_close;
            if turn.window.clock == READY {
                // The official servers let the clock run out even when all have joined (spec 7).
                let paced = !early && self.office.city.config().ruleset != Ruleset::Document;
                match end {
                    Some(end) if paced => sleep_until(end).await,
                    Some(end) => drop(timeout_at(end, self.joined(table)).await),
                    None => self.joined(table).await,
                }
                if table.view().me.is_some_and(|me| !me.ready) {
                    return Err(Trouble::start(match turn.budget {
                        Some(limit) => {
                            format!("no client was ready for this unit within {} s", limit.as_secs_f32())
                        }
                        None => "no client was ready for this unit".to_owned(),
                    }));
                }
            } else {
                self.note_leaving(table);
                match end {
                    // Acts are taken until the half-turn closes, and whoever returns is done with it.
                    Some(end) if !early => sleep_until(end).await,
                    Some(_) => self.moved(table, turn.window.number).await,
                    None => {
                        // Some of the contest's own clients skip a half-turn without a word, and no clock ends it for them.
                        let stop = self.office.long_stop;
                        let moved = self.moved(table, turn.window.number);
                        match stop {
                            Some(stop) => {
                                if timeout(stop, moved).await.is_err() {
                                    table.fault(FaultKind::Timeout, skipped(stop));
                                }
                            }
                            None => moved.await,
                        }
                    }
                }
            }
            Ok(())
        })
    }

    fn collect(&mut self, table: &Table<Gotham>) {
        if let Some(client) = &mut self.client {
            client.collect(table);
        }
    }

    fn finish<'a>(&'a mut self, _: &'a Outcome, table: &'a Table<Gotham>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if let Some(post) = self.office.post(self.seat) {
                let ended = async {
                    loop {
                        let news = post.news.notified();
                        tokio::pin!(news);
                        news.as_mut().enable();
                        if !post.is_watched() {
                            return;
                        }
                        news.await;
                    }
                };
                // A client that does not read its stream to the end is left behind.
                let _ = timeout(GOODBYE, ended).await;
            }
            sleep(LINGER).await;
            if let Some(client) = &mut self.client {
                client.finish(table).await;
            }
        })
    }
}
