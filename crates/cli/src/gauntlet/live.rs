//! What a person sees while a gauntlet is played.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::Pace;
use super::report::Tally;
use crate::say::{below, printable, remark};

/// The table as it stands, on a terminal; a line at every tenth otherwise, or at every hundredth match where no end is in sight.
pub(crate) struct Live {
    bar: Option<ProgressBar>,
    total: Option<u64>,
    before: u64,
    quiet: bool,
    /// When the table was last made: it takes longer the more was played.
    drawn: Mutex<Option<Instant>>,
    /// How many matches the last line told of: two that end together must not be told the wrong way round.
    told: Mutex<u64>,
}

/// How often the table is made.
const REST: Duration = Duration::from_millis(500);

impl Live {
    pub(crate) fn new(total: Option<u64>, before: u64, quiet: bool) -> Live {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = match total {
                Some(total) => ProgressBar::new(total),
                None => ProgressBar::no_length(),
            };
            let template = match total {
                Some(_) => "{bar:30} {pos} of {len} matches\n{msg}",
                None => "{spinner} {pos} matches\n{msg}",
            };
            let style = ProgressStyle::with_template(template);
            let bar =
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_position(before);
            below(&bar);
            // The first match may take long: what there is is drawn before it is over.
            bar.set_message("the first matches are being played");
            bar.tick();
            bar
        });
        Live { bar, total, before, quiet, drawn: Mutex::new(None), told: Mutex::new(0) }
    }

    /// One more match was played, the so manieth of this run.
    pub(crate) fn step(&self, tally: &Mutex<Tally>, pace: &Pace, played: u64) {
        let done = played + self.before;
        match (&self.bar, self.total) {
            (Some(bar), _) => {
                bar.set_position(done);
                let mut drawn = self.drawn.lock().expect("nobody panics while holding this lock");
                if drawn.is_none_or(|drawn| drawn.elapsed() > REST) {
                    *drawn = Some(Instant::now());
                    let table = tally.lock().expect("nobody panics while holding this lock").table();
                    bar.set_message(format!("{}\n{}", self.speed(done, pace), printable(table)));
                }
            }
            _ if self.quiet => {}
            (None, total) => {
                let due = match total {
                    Some(total) => done * 10 / total.max(1) != (done - 1) * 10 / total.max(1),
                    None => done.is_multiple_of(100),
                };
                let mut told = self.told.lock().expect("nobody panics while holding this lock");
                if due && done > *told {
                    *told = done;
                    let of = total.map_or(String::new(), |total| format!(" of {total}"));
                    let line = tally.lock().expect("nobody panics while holding this lock").line();
                    remark!("{done}{of} matches, {}{line}", self.speed(done, pace));
                }
            }
        }
    }

    fn speed(&self, done: u64, pace: &Pace) -> String {
        let rate = pace.matches_per_second();
        match self.total {
            Some(total) => {
                format!(
                    "{rate:.1} a second, {} left",
                    time((total.saturating_sub(done)) as f64 / rate.max(1e-9))
                )
            }
            None => format!("{rate:.1} a second"),
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A while, as people say it.
fn time(seconds: f64) -> String {
    match seconds as u64 {
        left @ 0..100 => format!("{left} s"),
        left @ 100..6000 => format!("{} min", left.div_ceil(60)),
        left => format!("{:.1} h", left as f64 / 3600.0),
    }
}
