use std::time::{Duration, Instant};

/// For benches: processor time of this thread, so that a busy machine does not spoil the numbers. Where the system does
/// not tell it, it is the time of the clock.
pub struct Stopwatch {
    start: Instant,
    used: Option<u64>,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), used: Stopwatch::used() }
    }

    fn used() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok()
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        match (self.used, Stopwatch::used()) {
            (Some(before), Some(now)) => Duration::from_nanos(now - before),
            _ => self.start.elapsed(),
        }
    }
}
