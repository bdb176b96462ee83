//! What was measured.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

/// How long answers took, and what they were.
#[derive(Default)]
pub(crate) struct Figures {
    asked: Mutex<BTreeMap<&'static str, Asked>>,
}

#[derive(Default)]
struct Asked {
    times: Vec<Duration>,
    /// By status; 0 is a connection that broke.
    answers: BTreeMap<u16, usize>,
}

impl Figures {
    /// Something was asked for; it took so long until the last byte was there.
    pub(crate) fn note(&self, what: &'static str, status: u16, took: Duration) {
        let mut asked = self.asked.lock().expect("nobody panics while holding this lock");
        let asked = asked.entry(what).or_default();
        asked.times.push(took);
        *asked.answers.entry(status).or_default() += 1;
    }

    pub(crate) fn print(&self, took: Duration) {
        println!(
            "{:<10} {:>8} {:>9} {:>9} {:>9} {:>9}  answers",
            "what", "asked", "a second", "p50 ms", "p99 ms", "worst ms"
        );
        let mut all = Asked::default();
        let asked = self.asked.lock().expect("nobody panics while holding this lock");
        for (what, asked) in asked.iter() {
            asked.print(what, took);
            all.times.extend(&asked.times);
            asked
                .answers
                .iter()
                .for_each(|(status, count)| *all.answers.entry(*status).or_default() += count);
        }
        all.print("all", took);
    }
}

impl Asked {
    fn print(&self, what: &str, took: Duration) {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = |share: f64| {
            let place = (times.len().saturating_sub(1) as f64 * share) as usize;
            times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        let answers: Vec<String> =
            self.answers.iter().map(|(status, count)| format!("{status}: {count}")).collect();
        println!(
            "{what:<10} {:>8} {:>9.1} {:>9.1} {:>9.1} {:>9.1}  {}",
            times.len(),
            times.len() as f64 / took.as_secs_f64(),
            at(0.5),
            at(0.99),
            at(1.0),
            answers.join(", ")
        );
    }
}

/// The memory of a process, in megabytes.
pub(crate) fn memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
