//! How arenas that share a database hear of each other. A [`Broker`] offers jobs that wait and carries pictures of matches and the words of builds; without one, whoever
//! waits for a task looks at the table again and again.
//!
//! **The row is the truth.** An offer says that there may be something to claim. It is written into the outbox in the transaction that lets the job
//! wait and sent after that ([`relay`](League::relay)); whoever gets it claims the job as anybody does, with one update that names what it
//! expects. So an offer that comes twice, late or never changes nothing but how soon somebody looks: rows whose offers were lost are offered again,
//! and everybody looks at the table now and then.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_arena::Error;
use meydan_store::{Able, JobId, JobState, MatchId, OFFER, Offer, Time, WorkerId};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::League;
use crate::clerk::in_time;
use crate::ear::{Building, Ear};
use crate::films::Live;
use crate::league::Told;
use crate::stage::Stage;
use crate::task::{LEASE, Lease, Task};
use crate::tasks::Wish;

/// How often the outbox is looked at, besides when something was put into it here.
const BEAT: Duration = Duration::from_secs(1);
/// After how many beats whoever holds offers says that they are being worked on, and offers that may be lost are made again.
const HOLD: u64 = LEASE.as_secs() / 4;
const AGAIN: u64 = 30;
/// What other arenas have written is left to them for so long.
const THEIRS: Duration = Duration::from_secs(2);
/// How long one round of sending may take.
const LONGEST_ROUND: Duration = Duration::from_secs(60);
/// How many lines are sent at once.
const LINES: i64 = 256;
/// How often a worker looks at the table where jobs are offered.
const LOOK: Duration = Duration::from_secs(3);
/// After so long a worker that does not ask is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(60);
/// An offer that cannot be taken now is made again after so long, and twice as long each time.
const FIRST_REST: Duration = Duration::from_secs(1);
const LONGEST_REST: Duration = Duration::from_secs(60);
/// An offer that came back so often is let go; its row is offered again while it waits.
pub const MOST_TIMES: u32 = 12;

/// What tells arenas of each other.
pub trait Broker: Send + Sync + 'static {
    /// Whether it can be reached.
    fn is_there(&self) -> bool;

    /// Offers jobs, each under an id: what is sent twice under one id is one. Says of each whether it is offered now.
    fn tell<'a>(&'a self, offers: &'a [(String, Offer)]) -> BoxFuture<'a, Vec<bool>>;

    /// An offer, if there is one: urgent ones rather than others, and none is passed over for ever.
    fn next(&self) -> BoxFuture<'_, Option<Offered>>;

    /// Waits until there may be an offer, from when this was asked last.
    fn rung(&self) -> BoxFuture<'_, ()>;

    /// Shows a match that is played here to other arenas, and lets their people in.
    fn show(&self, id: &MatchId, live: Live);

    /// Begins to show a match here that is played at another arena, on this stage. `false`: nobody shows it.
    fn mirror(&self, stage: Stage) -> BoxFuture<'_, bool>;

    /// Tells other arenas what a build has said from a place on. `false`: nobody was told.
    fn tell_words<'a>(&'a self, building: &'a Building, from: u64, words: &'a [u8]) -> BoxFuture<'a, bool>;

    /// Lets this ear hear what was said of its build and what will be. One that cannot hear is dropped.
    fn hear_words(&self, ear: Ear) -> BoxFuture<'_, ()>;
}

/// An offer that this process has to answer.
pub struct Offered {
    /// What is offered.
    pub offer: Offer,
    /// How often it has come by now.
    pub times: u32,
    /// How it is answered.
    pub slip: Box<dyn Slip>,
}

/// How an offer is answered.
pub trait Slip: Send + Sync {
    /// Answers. An answer that is lost makes the offer come again.
    fn reply(&self, reply: Reply) -> BoxFuture<'_, ()>;
}

/// What is answered to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is of no use any more.
    Settled,
    /// The job is being worked on.
    GoesOn,
    /// Somebody should be asked again after that time.
    Later(Duration),
}

/// How a worker looked at the table last.
pub(crate) struct Look {
    when: Instant,
    /// Whether something waited there that it could do.
    found: bool,
}

/// The offers whose jobs are being worked on, by the attempts that were claimed with them.
pub(crate) type Holds = BTreeMap<JobId, (i64, Offered)>;

impl League {
    pub(crate) fn broker_there(&self) -> Option<&Arc<dyn Broker>> {
        self.broker.as_ref().filter(|broker| broker.is_there())
    }

    /// Waits until there may be something to do. It hears the bell from when it is made, not only from when it is waited for.
    pub fn work_to_do(&self) -> impl Future<Output = ()> {
        self.bell.notified()
    }

    /// Something was committed that may be to do: whoever waits is told, through the broker where there is one.
    pub(crate) fn wake(&self) {
        match self.broker_there() {
            Some(_) => self.outbox_bell.notify_one(),
            None => self.bell.notify_waiters(),
        }
    }

    /// The next task that fits, if there is one.
    pub(crate) async fn look(&self, wish: &Wish, able: &Able<'_>) -> Result<Option<Task>, Error> {
        let Some(broker) = self.broker_there() else { return self.take_able(&wish.worker, able).await };
        // What is offered then would only come back.
        if self.store.read().await.told()?.paused().await.told()? {
            return Ok(None);
        }
        // Offers come in the order of their urgency, but not those that rest because somebody could not take them: in between the table says whose turn it is.
        if self.is_to_look(&wish.worker)
            && let Some(task) = self.look_at_table(wish, able).await?
        {
            return Ok(Some(task));
        }
        while let Some(offered) = broker.next().await {
            let only = Able { only: Some(&offered.offer.job), ..able.clone() };
            match self.take_able(&wish.worker, &only).await {
                Ok(Some(task)) => {
                    self.note_offer(&task.lease, offered);
                    return Ok(Some(task));
                }
                Ok(None) => {
                    let (reply, waits) = self.answer(&offered).await?;
                    offered.slip.reply(reply).await;
                    if waits {
                        // This worker cannot do it, but perhaps something else that waits.
                        return self.take_able(&wish.worker, able).await;
                    }
                }
                Err(error) => {
                    offered.slip.reply(Reply::Later(FIRST_REST)).await;
                    return Err(error);
                }
            }
        }
        // Where something waited that was not offered, there may be more.
        let found = self.looked().get(&wish.worker).is_some_and(|look| look.found);
        if found { self.look_at_table(wish, able).await } else { Ok(None) }
    }

    async fn look_at_table(&self, wish: &Wish, able: &Able<'_>) -> Result<Option<Task>, Error> {
        let task = self.take_able(&wish.worker, able).await?;
        let look = Look { when: Instant::now(), found: task.is_some() };
        self.looked().insert(wish.worker.clone(), look);
        Ok(task)
    }

    /// What is answered to an offer that could not be claimed, and whether its job waits for somebody else.
    async fn answer(&self, offered: &Offered) -> Result<(Reply, bool), Error> {
        let job = match self.store.read().await.told()?.job(&offered.offer.job).await {
            Err(meydan_store::Error::Missing { .. }) => return Ok((Reply::Settled, false)),
            job => job.told()?,
        };
        let now = self.now();
        let old = job.state != JobState::Queued || job.attempt != offered.offer.attempt;
        // One that is held back is offered when it is let go.
        if old || job.not_before == Time::NEVER || offered.times >= MOST_TIMES {
            return Ok((Reply::Settled, false));
        }
        if job.not_before > now {
            let rest = Duration::from_millis((job.not_before.0 - now.0).unsigned_abs());
            return Ok((Reply::Later(rest.min(LONGEST_REST)), false));
        }
        let rest = FIRST_REST * (1 << offered.times.min(6));
        Ok((Reply::Later(rest.min(LONGEST_REST)), true))
    }

    /// Whether it is time that a worker looks at the table, whatever is offered.
    fn is_to_look(&self, worker: &WorkerId) -> bool {
        let now = Instant::now();
        let mut looked = self.looked();
        looked.retain(|_, look| now - look.when < FORGOTTEN);
        match looked.get(worker) {
            Some(look) => now - look.when >= LOOK,
            None => {
                // Whoever is new finds it out where nothing is offered.
                looked.insert(worker.clone(), Look { when: now, found: true });
                false
            }
        }
    }

    fn looked(&self) -> MutexGuard<'_, BTreeMap<WorkerId, Look>> {
        self.looked.lock().expect("nobody panics while holding this lock")
    }

    fn holds(&self) -> MutexGuard<'_, Holds> {
        self.holds.lock().expect("nobody panics while holding this lock")
    }

    fn note_offer(&self, lease: &Lease, offered: Offered) {
        self.holds().insert(lease.job().clone(), (lease.attempt(), offered));
    }

    /// Says of every offer that is held whether its job is still being worked on. Whoever works may ask another arena, so the rows tell.
    async fn tend_holds(&self) -> Result<(), Error> {
        let held: Vec<JobId> = self.holds().keys().cloned().collect();
        let mut running = BTreeMap::new();
        for some in held.chunks(500) {
            running.extend(self.store.read().await.told()?.running_attempts(some).await.told()?);
        }
        for id in held {
            let Some((attempt, offered)) = self.holds().remove(&id) else { continue };
            if running.get(&id) == Some(&attempt) {
                offered.slip.reply(Reply::GoesOn).await;
                // A newer offer of the same job may have been taken meanwhile.
                self.holds().entry(id).or_insert((attempt, offered));
            } else {
                offered.slip.reply(Reply::Settled).await;
            }
        }
        Ok(())
    }

    /// Sends what is in the outbox and was written until that time.
    async fn send_out(&self, broker: &dyn Broker, until: Time) -> Result<(), Error> {
        let mut after = 0;
        loop {
            let lines = self.store.read().await.told()?.unsent(OFFER, after, until, LINES).await.told()?;
            let Some(last) = lines.last() else { return Ok(()) };
            after = last.seq;
            // What cannot be read is of another version, whose business it is.
            let read = |line: &meydan_store::Message| {
                let offer = serde_json::from_str(&line.body).ok()?;
                Some((line.seq, (format!("{}-{}", line.seq, line.created.0), offer)))
            };
            let (seqs, offers): (Vec<i64>, Vec<(String, Offer)>) = lines.iter().filter_map(read).unzip();
            let told = match offers.is_empty() {
                true => Vec::new(),
                false => broker.tell(&offers).await,
            };
            let sent: Vec<i64> =
                seqs.into_iter().zip(&told).filter(|(_, told)| **told).map(|(seq, _)| seq).collect();
            if !sent.is_empty() {
                let mut tx = self.store.begin_unsure().await.told()?;
                tx.sent(&sent).await.told()?;
                tx.commit().await.told()?;
            }
            // A broker that does not take these takes no others now.
            if sent.len() < offers.len() || lines.len() < LINES as usize {
                return Ok(());
            }
        }
    }

    /// Offers again what has waited for a while: its offer may be lost, with a broker's disk or with somebody who had it.
    async fn offer_again(&self, broker: &dyn Broker) -> Result<(), Error> {
        let (now, patience) = (self.now(), Duration::from_secs(AGAIN));
        let jobs = self.store.read().await.told()?.overdue_jobs(now.minus(patience), LINES).await.told()?;
        let minute = now.0 / 60_000;
        let again = |job: &meydan_store::Job| (format!("{}.{}.{minute}", job.id, job.attempt), job.offer());
        broker.tell(&jobs.iter().map(again).collect::<Vec<_>>()).await;
        Ok(())
    }

    /// Sends offers and answers them, until `stop`.
    pub async fn relay(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let Some(broker) = self.broker.clone() else { return };
        let ringing = async {
            loop {
                broker.rung().await;
                self.bell.notify_waiters();
            }
        };
        let sending = async {
            let (mut beat, mut beats) = (tokio::time::interval(BEAT), 0u64);
            loop {
                let (until, due) = tokio::select! {
                    () = self.outbox_bell.notified() => (Time(i64::MAX), 0),
                    _ = beat.tick() => {
                        beats += 1;
                        (self.now().minus(THEIRS), beats)
                    }
                };
                if !broker.is_there() {
                    // Whoever waits looks at the table.
                    self.bell.notify_waiters();
                    continue;
                }
                let mut sent = in_time(LONGEST_ROUND, self.send_out(&*broker, until)).await;
                if due > 0 && due.is_multiple_of(HOLD) {
                    sent = sent.and(in_time(LONGEST_ROUND, self.tend_holds()).await);
                }
                if due > 0 && due.is_multiple_of(AGAIN) {
                    sent = sent.and(in_time(LONGEST_ROUND, self.offer_again(&*broker)).await);
                }
                if let Err(error) = sent {
                    tracing::error!(%error, "offers cannot be sent");
                }
            }
        };
        tokio::select! {
            () = ringing => {}
            () = sending => {}
            _ = stop.wait_for(|stop| *stop) => {}
        }
    }

    /// Shows a match while it is played, and lets its people in; at other arenas, too.
    pub fn show(&self, id: &MatchId, live: Live) {
        self.films.show(id, live.clone());
        // Also where it is away: it may be back before the match is over.
        if let Some(broker) = &self.broker {
            broker.show(id, live);
        }
    }

    /// Brings a match here that is played at another arena, so that it can be watched and played in as if it were played here.
    pub(crate) async fn bring(&self, id: &MatchId) {
        if self.films.find(id).is_some() {
            return;
        }
        let (Some(broker), Some(league)) = (self.broker_there(), self.me.upgrade()) else { return };
        let _one_at_a_time = self.bringing.lock().await;
        if self.films.find(id).is_none() {
            let stage = Stage::new(league, id.clone(), std::env::temp_dir()).mirror();
            broker.mirror(stage).await;
        }
    }
}
