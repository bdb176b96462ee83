use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use crate::say::remark;

/// Shows how far long work is: a bar on a terminal, a line at every tenth otherwise.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    done: AtomicU64,
    what: &'static str,
}

impl Progress {
    pub(crate) fn new(total: u64, what: &'static str, quiet: bool) -> Progress {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {elapsed} (left: {eta})");
            ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress { bar, total: if quiet { 0 } else { total }, done: AtomicU64::new(0), what }
    }

    pub(crate) fn step(&self, message: impl FnOnce() -> String) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        match &self.bar {
            Some(bar) => {
                bar.set_message(message());
                bar.inc(1);
            }
            None if self.total > 0 && done * 10 / self.total != (done - 1) * 10 / self.total => {
                remark!("{done} of {} {}", self.total, self.what);
            }
            None => {}
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
