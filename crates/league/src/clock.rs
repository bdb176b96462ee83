use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use meydan_store::Time;

/// What time it is.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The system's time.
    #[default]
    System,
    /// A time that is set by hand.
    Hand(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands still until it is moved.
    pub fn hand(start: Time) -> Clock {
        Clock::Hand(Arc::new(AtomicI64::new(start.0)))
    }

    /// The time now.
    pub fn now(&self) -> Time {
        match self {
            Clock::System => {
                Time(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64))
            }
            Clock::Hand(time) => Time(time.load(Ordering::Relaxed)),
        }
    }

    /// Moves a clock that is set by hand; the system's time moves by itself.
    pub fn pass(&self, time: Duration) {
        if let Clock::Hand(hand) = self {
            hand.fetch_add(time.as_millis() as i64, Ordering::Relaxed);
        }
    }
}
