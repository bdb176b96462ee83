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

/// The logs of builds that are being made.
#[derive(Default)]
pub(crate) struct Logs(Mutex<BTreeMap<VersionId, BuildLog>>);

/// The log of one build; clones are the same log.
#[derive(Clone, Debug, Default)]
pub struct BuildLog(Arc<Mutex<Text>>);

#[derive(Debug, Default)]
struct Text {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    cut: bool,
}

impl Logs {
    /// A new log, in place of one of an earlier try.
    pub(crate) fn begin(&self, version: &VersionId) -> BuildLog {
        let log = BuildLog::default();
        self.lock().insert(version.clone(), log.clone());
        log
    }

    /// The log of a build, made where there is none.
    pub(crate) fn find_or_begin(&self, version: &VersionId) -> BuildLog {
        self.lock().entry(version.clone()).or_default().clone()
    }

    pub(crate) fn find(&self, version: &VersionId) -> Option<BuildLog> {
        self.lock().get(version).cloned()
    }

    pub(crate) fn end(&self, version: &VersionId) {
        self.lock().remove(version);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<VersionId, BuildLog>> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}

impl BuildLog {
    /// Adds what the build has just said.
    pub fn say(&self, bytes: &[u8]) {
        let mut log = self.lock();
        let room = HEAD.saturating_sub(log.head.len()).min(bytes.len());
        log.head.extend_from_slice(&bytes[..room]);
        log.tail.extend(&bytes[room..]);
        let over = log.tail.len().saturating_sub(TAIL);
        log.cut |= over > 0;
        log.tail.drain(..over);
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
}
