//! Where the people of a match come in: one at a seat, the latest of them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::live::{Booth, Farewell};
use crate::presence::{Patience, Presence};
use crate::{Door, Error};

/// The doors of a match, and who of its people is there.
pub struct Reception {
    doors: BTreeMap<u8, Door>,
    /// For each seat, how its present guest is told that another has come.
    guests: Mutex<BTreeMap<u8, Arc<AtomicBool>>>,
    presence: Arc<Presence>,
    over: watch::Sender<Option<Farewell>>,
}

impl Reception {
    /// Opens the doors of a match.
    pub fn new(doors: BTreeMap<u8, Door>, patience: Patience) -> Reception {
        let presence = Presence::new(patience, !doors.is_empty());
        Reception { doors, guests: Mutex::default(), presence, over: watch::Sender::new(None) }
    }

    /// The seats on which people sit.
    pub fn seats(&self) -> impl Iterator<Item = u8> {
        self.doors.keys().copied()
    }

    /// A person comes to a seat; whoever was there before is sent away. Called inside a tokio runtime.
    pub fn sit(&self, seat: u8) -> Result<Booth, Error> {
        let door = self.doors.get(&seat);
        let door = door.ok_or_else(|| Error::Missing(format!("no person sits on seat {seat}")))?;
        let displaced = Arc::new(AtomicBool::new(false));
        let mut guests = self.guests.lock().expect("nobody panics while holding this lock");
        if let Some(earlier) = guests.insert(seat, displaced.clone()) {
            earlier.store(true, Ordering::Release);
        }
        let ((hear, say), over) = (door(), self.over.subscribe());
        Ok(Booth { hear, say, attendance: self.presence.come(), displaced, over })
    }

    /// Waits until the match has gone on without its people for too long, and says so in words.
    pub async fn abandoned(&self) -> String {
        loop {
            let Some((until, why)) = self.presence.deadline() else { std::future::pending().await };
            tokio::select! {
                () = sleep_until(until) => if Instant::now() >= until { return why },
                () = self.presence.changed() => {}
            }
        }
    }

    /// Ends the match for those who play it: nobody waits for them any longer.
    pub fn give_up(&self) {
        self.presence.end("whoever played gave it up");
    }

    /// Ends the match for everybody, because whoever runs it says so.
    pub fn end(&self) {
        self.presence.end("an organiser ended it");
    }

    /// Tells everybody who is there why nothing more is heard.
    pub fn farewell(&self, farewell: Farewell) {
        self.over.send_replace(Some(farewell));
    }

    pub(crate) fn presence(&self) -> &Arc<Presence> {
        &self.presence
    }

    pub(crate) fn over(&self) -> watch::Receiver<Option<Farewell>> {
        self.over.subscribe()
    }
}
