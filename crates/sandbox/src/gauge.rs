use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use rustix::process::Signal;

use crate::cgroup::{Group, Usage};
use crate::proc;

/// How often a tree that is to stand still is looked at.
const LOOK: Duration = Duration::from_micros(200);

/// Counts what a tree uses, and can hold it still, from outside and whoever owns it. Cheap to clone.
///
/// A jail's figures are the kernel's count for the whole tree. A bare tree's are added up from its living processes
/// and the children they have waited for: a child that nobody waited for is missing.
#[derive(Clone)]
pub struct Gauge(Arc<Inner>);

struct Inner {
    keeper: i32,
    /// Its share of the machine, where it is jailed.
    group: Option<Group>,
    /// What it had used when it was last looked at. When the tree is gone nobody counts any more.
    seen: Mutex<Usage>,
}

impl Gauge {
    pub(crate) fn new(keeper: i32, group: Option<Group>) -> Gauge {
        Gauge(Arc::new(Inner { keeper, group, seen: Mutex::default() }))
    }

    /// What the tree has used so far; after its end, what it had used when it was last looked at.
    pub fn measure(&self) -> Usage {
        let now = match &self.0.group {
            Some(group) => group.usage(),
            None => proc::usage(self.0.keeper),
        };
        let mut seen = self.seen();
        if now.cpu >= seen.cpu && now != Usage::default() {
            *seen = Usage { peak: now.peak.max(seen.peak), ..now };
        }
        *seen
    }

    /// Its processor time so far. Quicker than all of [`Gauge::measure`].
    pub fn cpu(&self) -> Duration {
        let Some(group) = &self.0.group else { return self.measure().cpu };
        let mut seen = self.seen();
        seen.cpu = seen.cpu.max(group.cpu());
        seen.cpu
    }

    /// Lets the whole tree stand still, and waits until it does. A tree that is gone stands still.
    ///
    /// A bare tree is asked process by process, and one that starts processes at that moment can slip through.
    pub async fn freeze(&self) -> io::Result<()> {
        let Some(group) = &self.0.group else { return proc::signal(self.0.keeper, Signal::STOP) };
        loop {
            match group.freeze(true) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                asked => asked?,
            }
            if group.is_frozen() {
                return Ok(());
            }
            // The kernel needs a moment to catch every thread, and wants to be asked again for those it missed.
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Lets the whole tree go on.
    pub fn thaw(&self) -> io::Result<()> {
        match &self.0.group {
            Some(group) => group.freeze(false),
            None => proc::signal(self.0.keeper, Signal::CONT),
        }
    }

    /// Whether the kernel has killed any process of the tree for want of memory.
    pub(crate) fn starved(&self) -> bool {
        self.0.group.as_ref().is_some_and(|group| group.starved() > 0)
    }

    /// What it had used when it was last looked at.
    pub(crate) fn seen(&self) -> MutexGuard<'_, Usage> {
        self.0.seen.lock().expect("nobody panics while holding this lock")
    }
}

impl fmt::Debug for Gauge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gauge").field(&self.0.keeper).finish()
    }
}
