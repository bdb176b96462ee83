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

/// A time as spreadsheets read it, in UTC: `2026-11-16 17:20`. (The civil calendar from a count of days: Howard Hinnant,
/// "chrono-compatible low-level date algorithms".)
pub(crate) fn written(time: Time) -> String {
    let minutes = time.0.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(1440) + 719_468, minutes.rem_euclid(1440));
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02} {:02}:{:02}", year + era * 400, minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_people_write_it() {
        for (time, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_400_000, "2000-02-29 00:00"),
            (1_794_850_859_999, "2026-11-16 17:40"),
            (4_102_444_799_000, "2099-12-31 23:59"),
        ] {
            assert_eq!(written(Time(time)), text);
        }
    }
}
