//! How many requests were answered, how, and how long that took: for those who watch the arena.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;

/// Counts since the program began.
pub(crate) struct Tally {
    /// By the first digit of the status, from 1.
    answers: [AtomicU64; 5],
    micros: AtomicU64,
    under_way: AtomicI64,
}

pub(crate) static TALLY: Tally = Tally {
    answers: [const { AtomicU64::new(0) }; 5],
    micros: AtomicU64::new(0),
    under_way: AtomicI64::new(0),
};

/// A request that is being answered, until this is dropped: also when whoever asked has gone away.
struct UnderWay;

impl UnderWay {
    fn begin() -> UnderWay {
        TALLY.under_way.fetch_add(1, Ordering::Relaxed);
        UnderWay
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        TALLY.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts a request. What is streamed afterwards is not part of its time.
pub(crate) async fn count(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let under_way = UnderWay::begin();
    let answer = next.run(request).await;
    drop(under_way);
    let class = usize::from(answer.status().as_u16() / 100).clamp(1, 5) - 1;
    TALLY.answers[class].fetch_add(1, Ordering::Relaxed);
    TALLY.micros.fetch_add(begun.elapsed().as_micros() as u64, Ordering::Relaxed);
    answer
}

impl Tally {
    /// The same for Prometheus, with the memory of this process where the system tells it.
    pub(crate) fn text(&self) -> String {
        let mut text = "# HELP meydan_requests_total Answered requests by status.\n# TYPE meydan_requests_total counter\n".to_owned();
        // Writing to a text does not fail.
        let mut all = 0;
        for (class, count) in self.answers.iter().enumerate() {
            let count = count.load(Ordering::Relaxed);
            all += count;
            let _ = writeln!(text, "meydan_requests_total{{status=\"{}xx\"}} {count}", class + 1);
        }
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(
            text,
            "# HELP meydan_request_seconds Time until an answer began.\n# TYPE meydan_request_seconds summary\n\
             meydan_request_seconds_sum {seconds}\nmeydan_request_seconds_count {all}\n\
             # HELP meydan_requests_under_way Requests that are being answered.\n# TYPE meydan_requests_under_way gauge\n\
             meydan_requests_under_way {}",
            self.under_way.load(Ordering::Relaxed)
        );
        if let Some(bytes) = resident() {
            let _ = writeln!(
                text,
                "# HELP process_resident_memory_bytes Resident memory.\n# TYPE process_resident_memory_bytes gauge\n\
                 process_resident_memory_bytes {bytes}"
            );
        }
        text
    }
}

fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_comment_or_a_name_and_a_number() {
        let text = TALLY.text();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (_, number) = line.rsplit_once(' ').unwrap();
            assert!(number.parse::<f64>().is_ok(), "{line}");
        }
        assert!(text.contains("meydan_requests_total{status=\"5xx\"} "));
    }
}
