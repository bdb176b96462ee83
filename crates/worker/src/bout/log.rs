use std::sync::{Arc, Mutex, MutexGuard};

use meydan_core::trace::{Entry, RawNote};
use meydan_core::{FaultKind, Game, Outcome, Seat};
use meydan_referee::Recorder;
use serde::Serialize;

/// What the program of one seat said and what became of it, window by window, as lines of JSON. It is for its own team: nobody
/// else may know what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLog {
    /// The seat.
    pub seat: Seat,
    /// The lines. Each has a `window`, the `seat`, and one of `stderr`, `note`, `fault` with a `text`, or `ended`.
    pub lines: String,
    /// Whether there was more than is kept. The last line says so too.
    pub cut: bool,
}

/// A line of a log.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
struct Line<'a> {
    window: u32,
    /// A team's log has the lines of all its seats.
    seat: Seat,
    #[serde(flatten)]
    what: What<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase", untagged)]
enum What<'a> {
    Stderr { stderr: &'a str },
    Note { note: &'a RawNote },
    Fault { fault: FaultKind, text: &'a str },
    Ended { ended: &'a str },
    Cut { cut: bool },
}

/// The logs of a match while it is played. It is told under the match's lock, so they are in memory, and bounded.
#[derive(Clone)]
pub(super) struct Logs(Arc<Mutex<Vec<SeatLog>>>);

impl Logs {
    pub(super) fn new(seats: usize) -> Logs {
        let log = |seat| SeatLog { seat: Seat(seat), lines: String::new(), cut: false };
        Logs(Arc::new(Mutex::new((0..).take(seats).map(log).collect())))
    }

    pub(super) fn recorder<G: Game>(&self, most: usize) -> Box<dyn Recorder<G>> {
        Box::new(Pen { logs: self.clone(), window: 0, most })
    }

    pub(super) fn take(&self) -> Vec<SeatLog> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<SeatLog>> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}

struct Pen {
    logs: Logs,
    window: u32,
    most: usize,
}

impl Pen {
    fn write(&self, seat: Seat, window: u32, what: What<'_>) {
        let mut logs = self.logs.lock();
        let Some(log) = logs.get_mut(seat.index()).filter(|log| !log.cut) else { return };
        let line = |what| serde_json::to_string(&Line { window, seat, what }).expect("a line is JSON");
        let written = line(what);
        log.cut = log.lines.len() + written.len() > self.most;
        log.lines.push_str(&if log.cut { line(What::Cut { cut: true }) } else { written });
        log.lines.push('\n');
    }
}

impl<G: Game> Recorder<G> for Pen {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        let window = self.window;
        match entry {
            Entry::Stderr(seat, text) => self.write(*seat, window, What::Stderr { stderr: text }),
            Entry::Note(seat, note) => self.write(*seat, window, What::Note { note }),
            Entry::Fault(fault) => {
                self.write(fault.seat, fault.window, What::Fault { fault: fault.kind, text: &fault.text });
            }
            Entry::Ended(seat, text) => self.write(*seat, window, What::Ended { ended: text }),
            Entry::Close(_) => self.window += 1,
            Entry::Act(..) | Entry::Time(..) | Entry::Used(..) | Entry::Withdraw(_) | Entry::End(_) => {}
        }
    }

    fn end(&mut self, _: &Outcome, _: &G) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_cut_once_and_says_so() {
        let logs = Logs::new(2);
        let pen = Pen { logs: logs.clone(), window: 0, most: 100 };
        for window in 0..10 {
            pen.write(Seat(1), window, What::Stderr { stderr: "a line\n" });
        }
        pen.write(Seat(7), 0, What::Cut { cut: true });
        let logs = logs.take();
        assert_eq!(logs[0].lines, "");
        let wanted = "{\"window\":0,\"seat\":1,\"stderr\":\"a line\\n\"}\n{\"window\":1,\"seat\":1,\"stderr\":\"a line\\n\"}\n{\"window\":2,\"seat\":1,\"cut\":true}\n";
        assert_eq!((logs[1].lines.as_str(), logs[1].cut), (wanted, true));
    }
}
