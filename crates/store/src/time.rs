use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A moment: milliseconds since 1970 UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// Later than everything that has a date.
    pub const NEVER: Time = Time(i64::MAX);

    /// So much later.
    pub fn plus(self, duration: Duration) -> Time {
        Time(self.0.saturating_add(millis(duration)))
    }

    /// So much earlier.
    pub fn minus(self, duration: Duration) -> Time {
        Time(self.0.saturating_sub(millis(duration)))
    }

    /// How long ago `earlier` was; nothing, if it is still to come.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
