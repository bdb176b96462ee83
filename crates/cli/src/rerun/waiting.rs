//! What a person hears of a window that takes long.

use meydan_referee::Waited;

use crate::say::remark;

/// What a person was told of a window that takes long.
pub(super) struct Waiting {
    told: bool,
    /// How many faults.
    faults: usize,
    /// Whether only faults are told: whoever sits at a debugger knows why nothing comes.
    quiet: bool,
}

impl Waiting {
    pub(super) fn new(quiet: bool) -> Waiting {
        Waiting { told: false, faults: 0, quiet }
    }

    /// Says what is waited for, and what came instead; again only where more has come.
    pub(super) fn tell(&mut self, window: u32, waited: &Waited) {
        let news = &waited.faults[self.faults.min(waited.faults.len())..];
        self.faults = waited.faults.len();
        let first = !std::mem::replace(&mut self.told, true) && !self.quiet;
        if first || !news.is_empty() {
            remark!("meydan: {}", waits(window, waited, news));
        }
    }
}

/// How many faults are told at once.
const FAULTS: usize = 3;

fn waits(window: u32, waited: &Waited, news: &[String]) -> String {
    let came = match waited.acts {
        0 => "no act has come".to_owned(),
        1 => "one act has come, and not the end of its turn".to_owned(),
        acts => format!("{acts} acts have come, and not the end of its turn"),
    };
    let seconds = waited.since.as_secs();
    let mut text = format!("window {window}: the bot is waited for since {seconds} s; {came}");
    if let Some(from) = news.len().checked_sub(1) {
        let shown = news[..from.min(FAULTS - 1)].iter().chain(news.last());
        text += &format!("; what came instead: {}", shown.cloned().collect::<Vec<_>>().join("; "));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_window_that_takes_long_says_what_is_missing_and_what_came_instead() {
        let mut waited = Waited { since: Duration::from_secs(3), acts: 0, faults: Vec::new() };
        assert_eq!(waits(7, &waited, &[]), "window 7: the bot is waited for since 3 s; no act has come");
        waited.acts = 2;
        let faults: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).into();
        assert_eq!(
            waits(7, &waited, &faults),
            "window 7: the bot is waited for since 3 s; 2 acts have come, and not the end of its turn; \
             what came instead: a; b; d"
        );
    }
}
