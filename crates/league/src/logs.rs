//! What builds say while they are made. When a build is over its log is a blob.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use bytes::Bytes;
use meydan_store::VersionId;

use crate::submissions::piece;
use crate::view::LogPiece;

/// How much of a log is kept.
const MOST: usize = 1 << 20;
/// What stands at the end of one that was longer.
const CUT: &[u8] = b"\n[the log is cut here: it is longer than 1 MB]\n";

/// The logs of builds that are being made.
#[derive(Default)]
pub(crate) struct Logs(Mutex<BTreeMap<VersionId, BuildLog>>);

/// The log of one build; clones are the same log.
#[derive(Clone, Debug, Default)]
pub struct BuildLog(Arc<Mutex<Vec<u8>>>);

impl Logs {
    /// A new log, in place of one of an earlier try.
    pub(crate) fn begin(&self, version: &VersionId) -> BuildLog {
        let log = BuildLog::default();
        self.lock().insert(version.clone(), log.clone());
        log
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
        let room = MOST.saturating_sub(log.len());
        if room == 0 {
            return;
        }
        log.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() >= room {
            log.extend_from_slice(CUT);
        }
    }

    /// All of it.
    pub fn whole(&self) -> Bytes {
        Bytes::copy_from_slice(&self.lock())
    }

    pub(crate) fn piece(&self, from: u64) -> LogPiece {
        piece(&self.lock(), from, true)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_without_end_is_cut_and_says_so() {
        let log = BuildLog::default();
        for _ in 0..40 {
            log.say(&[b'x'; 100_000]);
        }
        assert_eq!(log.whole().len(), MOST + CUT.len());
        assert!(log.whole().ends_with(CUT));
    }
}
