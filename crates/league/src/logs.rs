//! What builds say while they are made. When a build is over its log is a blob.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use bytes::Bytes;
use meydan_store::VersionId;

use crate::submissions::piece;
use crate::view::LogPiece;

/// How much of a log is kept: its beginning, and its end, where a build says what went wrong.
const HEAD: usize = 768 << 10;
const TAIL: usize = 256 << 10;
/// What stands between the two in one that was longer.
const CUT: &[u8] = b"\n[the log is longer than 1 MB: its middle is left out here]\n";

/// The logs of builds that are being made, here or elsewhere.
#[derive(Default)]
pub(crate) struct Logs(Mutex<BTreeMap<VersionId, Entry>>);

/// The log of one attempt to build something.
struct Entry {
    attempt: i64,
    log: BuildLog,
    /// Whether its build was taken or spoken of here, and is not only heard from elsewhere.
    here: bool,
    /// Whether what is said elsewhere is written into it.
    heard: bool,
}

/// The log of one build; clones are the same log.
#[derive(Clone, Debug, Default)]
pub struct BuildLog(Arc<Mutex<Text>>);

#[derive(Debug, Default)]
struct Text {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    cut: bool,
    /// How many bytes were said altogether.
    said: u64,
}

impl Logs {
    /// A new log, in place of one of an earlier try.
    pub(crate) fn begin(&self, version: &VersionId, attempt: i64) -> BuildLog {
        let log = BuildLog::default();
        let entry = Entry { attempt, log: log.clone(), here: true, heard: false };
        self.lock().insert(version.clone(), entry);
        log
    }

    /// The log of a build that is spoken of here.
    pub(crate) fn speak(&self, version: &VersionId, attempt: i64) -> BuildLog {
        self.with(version, attempt, |entry| entry.here = true)
    }

    /// The log of a build for whoever reads it here, and whether what is said elsewhere is still to be written into it.
    pub(crate) fn read(&self, version: &VersionId, attempt: i64) -> (BuildLog, bool) {
        let mut begins = false;
        let log = self.with(version, attempt, |entry| begins = !std::mem::replace(&mut entry.heard, true));
        (log, begins)
    }

    /// Does something with the entry of an attempt. An earlier attempt's goes; one that is over already has none.
    fn with(&self, version: &VersionId, attempt: i64, change: impl FnOnce(&mut Entry)) -> BuildLog {
        let new = || Entry { attempt, log: BuildLog::default(), here: false, heard: false };
        let mut entries = self.lock();
        let entry = entries.entry(version.clone()).or_insert_with(new);
        if entry.attempt < attempt {
            *entry = new();
        }
        if entry.attempt > attempt {
            return BuildLog::default();
        }
        change(entry);
        entry.log.clone()
    }

    pub(crate) fn find(&self, version: &VersionId) -> Option<BuildLog> {
        self.lock().get(version).map(|entry| entry.log.clone())
    }

    /// Whether this is the log of what is being built.
    pub(crate) fn has(&self, version: &VersionId, log: &BuildLog) -> bool {
        self.lock().get(version).is_some_and(|entry| entry.log.is(log))
    }

    /// Nothing is written into this log any more from elsewhere.
    pub(crate) fn unheard(&self, version: &VersionId, log: &BuildLog) {
        let mut entries = self.lock();
        if let Some(entry) = entries.get_mut(version).filter(|entry| entry.log.is(log)) {
            entry.heard = false;
            if !entry.here {
                entries.remove(version);
            }
        }
    }

    pub(crate) fn all(&self) -> Vec<VersionId> {
        self.lock().keys().cloned().collect()
    }

    pub(crate) fn end(&self, version: &VersionId) {
        self.lock().remove(version);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<VersionId, Entry>> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}

impl BuildLog {
    /// Adds what the build has just said.
    pub fn say(&self, bytes: &[u8]) {
        self.lock().add(bytes);
    }

    /// Adds what the build has said from a place on. What is known of it is passed over. `false`: what was said before is missing, so nothing is added.
    pub fn say_at(&self, from: u64, bytes: &[u8]) -> bool {
        let mut log = self.lock();
        let Some(known) = log.said.checked_sub(from) else { return false };
        let new = usize::try_from(known).ok().and_then(|known| bytes.get(known..));
        log.add(new.unwrap_or_default());
        true
    }

    /// How many bytes were said.
    pub fn said(&self) -> u64 {
        self.lock().said
    }

    fn is(&self, other: &BuildLog) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// All of it.
    pub fn whole(&self) -> Bytes {
        let log = self.lock();
        let cut: &[u8] = if log.cut { CUT } else { b"" };
        let (first, second) = log.tail.as_slices();
        [&log.head, cut, first, second].concat().into()
    }

    /// What was said beyond so many bytes, as far as it can be read while it is made.
    pub fn since(&self, from: usize) -> Bytes {
        let log = self.lock();
        log.head.get(from..).map(Bytes::copy_from_slice).unwrap_or_default()
    }

    /// Whether somebody else has this log, too.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// What can be read while it is made; what comes late in a long log is shown when it is over.
    pub(crate) fn piece(&self, from: u64) -> LogPiece {
        piece(&self.lock().head, from, true)
    }

    fn lock(&self) -> MutexGuard<'_, Text> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}

impl Text {
    fn add(&mut self, bytes: &[u8]) {
        self.said += bytes.len() as u64;
        let room = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.tail.extend(&bytes[room..]);
        let over = self.tail.len().saturating_sub(TAIL);
        self.cut |= over > 0;
        self.tail.drain(..over);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_log_without_end_the_beginning_and_the_end_are_kept() {
        let log = BuildLog::default();
        log.say(b"first words");
        for _ in 0..40 {
            log.say(&[b'x'; 100_000]);
        }
        log.say(b"last words");
        let whole = log.whole();
        assert_eq!(whole.len(), HEAD + CUT.len() + TAIL);
        assert!(whole.starts_with(b"first words") && whole.ends_with(b"last words"));
    }

    #[test]
    fn a_log_is_put_together_from_pieces_that_come_twice_and_from_anywhere() {
        let log = BuildLog::default();
        assert!(log.say_at(0, b"one "));
        assert!(!log.say_at(9, b"four"), "what comes before is missing");
        assert!(log.say_at(0, b"one two ") && log.say_at(4, b"two ") && log.say_at(1, b"n"));
        assert!(log.say_at(8, b"three"));
        assert_eq!(log.whole(), "one two three");
        assert_eq!(log.said(), 13);
    }

    #[test]
    fn a_log_that_is_only_heard_of_goes_with_whoever_hears_it() {
        let (logs, version) = (Logs::default(), VersionId::fresh());
        let (heard, begins) = logs.read(&version, 1);
        assert!(begins && !logs.read(&version, 1).1, "it is heard once");
        let (next, begins) = logs.read(&version, 2);
        assert!(begins && !next.is(&heard), "another attempt has another log");
        logs.unheard(&version, &heard);
        assert!(logs.has(&version, &next), "it was not that one's any more");
        logs.unheard(&version, &next);
        assert!(logs.find(&version).is_none());
        let own = logs.begin(&version, 3);
        assert!(logs.read(&version, 3).0.is(&own) && logs.speak(&version, 3).is(&own));
        logs.unheard(&version, &own);
        assert!(logs.has(&version, &own) && logs.read(&version, 3).1, "it stays, and may be heard again");
        logs.speak(&version, 2).say(b"late");
        assert_eq!(own.whole(), "", "nobody reads what an attempt says that was lost");
    }
}
