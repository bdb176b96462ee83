//! What the ends of a chair share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::value::RawValue;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout};

use super::mail::Mailbox;
use super::{Arrival, PARTING};
use crate::join::{RefusalCode, ToGuest};
use crate::lines::Limits;
use crate::talk::text_of;
use crate::token::Token;
use crate::wire::FromBot;

pub(super) struct Shared {
    room: Mutex<Room>,
    /// Wakes the player when something in the room has changed.
    pub(super) wake: Notify,
    pub(super) here: watch::Sender<bool>,
}

pub(super) struct Room {
    pub(super) key: Option<Token>,
    pub(super) visitor: Option<Visitor>,
    /// How many visits there have been.
    visits: u64,
    /// Since when nobody is there.
    pub(super) empty_since: Instant,
    /// The first message of the match.
    start: Option<String>,
    /// The seat's view as it was shown last.
    scene: Option<Box<RawValue>>,
    /// Whether the seat is to act.
    pub(super) open: bool,
    /// What was said since then and has not been dealt with.
    pub(super) said: VecDeque<Vec<u8>>,
    /// Whether somebody closed a window while none was open.
    stray_done: bool,
    /// Whether somebody sat down and has not been told the open turn.
    pub(super) newcomer: bool,
    pub(super) last: Option<Last>,
    /// Whoever was there when it ended.
    leaving: Option<Arc<Mailbox>>,
}

pub(super) struct Visitor {
    number: u64,
    mail: Arc<Mailbox>,
    watch: bool,
    /// How much was said since the turn opened, or since they came.
    lines: u32,
    bytes: usize,
}

/// How the chair ended.
pub(super) enum Last {
    /// With the match: its last message.
    End(String),
    /// Before it: the reason.
    Closed(String),
}

impl Shared {
    pub(super) fn new() -> Shared {
        let room = Room {
            key: None,
            visitor: None,
            visits: 0,
            empty_since: Instant::now(),
            start: None,
            scene: None,
            open: false,
            said: VecDeque::new(),
            stray_done: false,
            newcomer: false,
            last: None,
            leaving: None,
        };
        Shared { room: Mutex::new(room), wake: Notify::new(), here: watch::Sender::new(false) }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Room> {
        self.room.lock().expect("nobody panics while holding this lock")
    }

    /// Tells everybody who waits for it that the room has changed.
    fn changed(&self, room: &Room) {
        let here = room.visitor.is_some();
        self.here.send_if_modified(|was| std::mem::replace(was, here) != here);
        self.wake.notify_one();
    }

    pub(super) fn sit(&self, arrival: Arrival) -> (u64, Arc<Mailbox>) {
        let Arrival { hello, watch } = arrival;
        let mut room = self.lock();
        if let Some(old) = room.visitor.take() {
            let reason = "somebody with the same key or token has come; one player, one connection";
            old.mail.close(Some(refusal(RefusalCode::Replaced, reason)));
        }
        let mail = Arc::new(Mailbox::new());
        let scene = room.scene.as_ref().filter(|_| watch);
        let scene = scene.map(|view| text_of(&ToGuest::Watch { view, events: None }));
        let lines = [hello, room.start.clone(), scene];
        // A new mailbox has room for so few.
        lines.into_iter().flatten().for_each(|line| drop(mail.put(line)));
        room.visits += 1;
        let number = room.visits;
        match &room.last {
            Some(last) => mail.close(Some(last.word())),
            None => {
                room.newcomer = true;
                room.visitor = Some(Visitor { number, mail: mail.clone(), watch, lines: 0, bytes: 0 });
            }
        }
        self.changed(&room);
        (number, mail)
    }

    pub(super) fn leave(&self, number: u64) {
        let mut room = self.lock();
        if room.is(number) {
            room.lose();
            self.changed(&room);
        }
    }

    pub(super) fn say(&self, number: u64, line: &[u8]) {
        let mut room = self.lock();
        let open = room.open;
        let Some(visitor) = room.visitor.as_mut().filter(|visitor| visitor.number == number) else { return };
        visitor.lines += 1;
        visitor.bytes += line.len();
        let Limits { line: longest, bytes, lines } = Limits::BOT;
        if line.len() > longest || visitor.bytes > bytes || visitor.lines > lines {
            room.send_away(RefusalCode::Flood, TOO_MUCH);
            self.changed(&room);
        } else if open {
            room.said.push_back(line.to_owned());
            self.wake.notify_one();
        } else {
            room.stray_done |= FromBot::is_bare_done(line);
        }
    }

    pub(super) fn dismiss(&self, number: u64, code: RefusalCode, reason: &str) {
        let mut room = self.lock();
        if room.is(number) {
            room.send_away(code, reason);
            self.changed(&room);
        }
    }

    /// Gives a line to whoever is there.
    pub(super) fn tell(&self, line: String) {
        let mut room = self.lock();
        if room.tell(line) {
            self.changed(&room);
        }
    }

    pub(super) fn tell_watcher(&self, line: &str) {
        let mut room = self.lock();
        if room.watched() && room.tell(line.to_owned()) {
            self.changed(&room);
        }
    }

    /// The match begins.
    pub(super) fn start(&self, start: String, view: Option<Box<RawValue>>) {
        let mut room = self.lock();
        room.start = Some(start.clone());
        if room.tell(start) {
            self.changed(&room);
        }
        drop(room);
        if let Some(view) = view {
            self.show(view, None);
        }
    }

    pub(super) fn show(&self, view: Box<RawValue>, events: Option<&RawValue>) {
        let mut room = self.lock();
        if room.watched() && room.tell(text_of(&ToGuest::Watch { view: &view, events })) {
            self.changed(&room);
        }
        room.scene = Some(view);
    }

    /// The seat is to act. Gives whether somebody closed a window since it last was.
    pub(super) fn open(&self) -> bool {
        let mut room = self.lock();
        (room.open, room.newcomer) = (true, false);
        if let Some(visitor) = &mut room.visitor {
            (visitor.lines, visitor.bytes) = (0, 0);
        }
        std::mem::take(&mut room.stray_done)
    }

    /// It no longer is.
    pub(super) fn shut(&self) {
        let mut room = self.lock();
        room.open = false;
        let said = std::mem::take(&mut room.said);
        room.stray_done = said.iter().any(|line| FromBot::is_bare_done(line));
    }

    /// The match is over.
    pub(super) fn end(&self, line: String) {
        self.finish(Last::End(line));
    }

    pub(super) fn close(&self, reason: &str) {
        self.finish(Last::Closed(reason.to_owned()));
    }

    fn finish(&self, last: Last) {
        let mut room = self.lock();
        if room.last.is_some() {
            return;
        }
        if let Some(visitor) = room.visitor.take() {
            visitor.mail.close(Some(last.word()));
            room.leaving = Some(visitor.mail);
            room.empty_since = Instant::now();
        }
        room.last = Some(last);
        // Nobody has left of their own accord, so `here` stays as it was.
        self.wake.notify_one();
    }

    pub(super) async fn parted(&self) {
        let leaving = self.lock().leaving.take();
        if let Some(mail) = leaving {
            let _ = timeout(PARTING, mail.left()).await;
        }
    }
}

const TOO_MUCH: &str = "too much was sent, or nothing was read; come back with your key or token";

impl Room {
    fn is(&self, number: u64) -> bool {
        self.visitor.as_ref().is_some_and(|visitor| visitor.number == number)
    }

    fn watched(&self) -> bool {
        self.visitor.as_ref().is_some_and(|visitor| visitor.watch)
    }

    /// Gives a line to whoever is there. `true`: they had too much unread and were sent away.
    fn tell(&mut self, line: String) -> bool {
        let unread = self.visitor.as_ref().is_some_and(|visitor| visitor.mail.put(line).is_err());
        if unread {
            self.send_away(RefusalCode::Flood, TOO_MUCH);
        }
        unread
    }

    fn send_away(&mut self, code: RefusalCode, reason: &str) {
        if let Some(visitor) = &self.visitor {
            visitor.mail.close(Some(refusal(code, reason)));
        }
        self.lose();
    }

    fn lose(&mut self) {
        self.visitor = None;
        self.empty_since = Instant::now();
    }
}

impl Last {
    fn word(&self) -> String {
        match self {
            Last::End(line) => line.clone(),
            Last::Closed(reason) => refusal(RefusalCode::Closed, reason),
        }
    }
}

fn refusal(code: RefusalCode, reason: &str) -> String {
    text_of(&ToGuest::Refused { code, reason })
}
