//! What went wrong in a match, as the authors of its bots read it: their faults, and what their programs complained.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use meydan_core::trace::{Entrant, EntrantKind};
use meydan_core::{Fault, FaultKind, Seat};
use meydan_runner::{FirstException, Kept, MatchReport, SeatWords};

use crate::say::say;

/// How many faults are printed.
const FAULTS: usize = 10;
/// Of how many seats lines are printed.
const SEATS: usize = 4;

/// What somebody can do next, with the flags of the command that they gave.
pub(crate) struct Advice {
    /// Where the rest of what bots wrote is, if there is no record.
    rest: &'static str,
    /// Where more of the faults are.
    faults: Option<&'static str>,
    /// How slow clients get more time.
    slow: &'static str,
}

/// After `meydan match`.
pub(crate) const MATCH: Advice = Advice {
    rest: "(--watch shows it beside the windows, and --out FILE keeps it)",
    faults: Some("(--json has the first 100 of every kind and seat)"),
    slow: "--clock 5x gives it more time",
};
/// After `meydan match` with another clock than the game's own.
pub(crate) const WIDER: Advice = Advice { slow: "a wider --clock than this gives it more time", ..MATCH };
/// After `meydan match` without a clock, where only the long stop ends a turn that nobody ends.
pub(crate) const UNCLOCKED: Advice = Advice {
    slow: "it may leave turns without ending them, and MEYDAN_LONG_STOP says for how many seconds it is waited for",
    ..MATCH
};
/// After `meydan dev`, whose page is open anyway.
pub(crate) const DEV: Advice =
    Advice { rest: "(the page shows it beside the windows, and --out FILE keeps it)", ..MATCH };
/// After `meydan host`, which has the original's own limits.
pub(crate) const HOST: Advice = Advice {
    faults: None,
    slow: "`meydan match` with `wire` seats takes --clock 5x, which gives it more time",
    ..MATCH
};

/// Prints the faults of a match and the last words of its bots, and where the rest of them is.
pub(crate) fn print(report: &MatchReport, advice: &Advice) -> Result<()> {
    let told = faults(&report.faults, &report.header.entrants, advice);
    told.iter().try_for_each(|line| say!("  {line}"))?;
    exceptions(&report.words, &report.header.entrants).iter().try_for_each(|line| say!("  {line}"))?;
    words(report, advice.rest).iter().try_for_each(|line| say!("  {line}"))?;
    clients(report, advice).iter().try_for_each(|line| say!("  {line}"))
}

/// What programs met and went on with, the first of each seat: a kit catches it, so it is no fault.
fn exceptions(words: &[SeatWords], entrants: &[Entrant]) -> Vec<String> {
    let met = words.iter().filter_map(|words| Some((words, words.first_exception.as_ref()?)));
    let line = |(words, first): (&SeatWords, &FirstException)| {
        let SeatWords { seat, exceptions, .. } = words;
        let name = entrants.get(seat.index()).map_or("", |entrant| &entrant.name);
        let of = match exceptions {
            1 => String::new(),
            all => format!(", the first of {all}"),
        };
        let FirstException { window, text } = first;
        format!("exception: seat {seat}, window {window}: {text} (in the error output of {name}{of})")
    };
    let mut lines: Vec<String> = met.map(line).collect();
    let more = lines.len().saturating_sub(SEATS);
    if more > 0 {
        lines.truncate(SEATS);
        lines.push(format!("… and exceptions of {}", times(more as u64, "more seat")));
    }
    lines
}

/// From how many late answers on a client is thought to be too slow for its clock.
const OFTEN: usize = 5;
/// What the referee adds to the last fault of a kind that it keeps.
const FURTHER: &str = " (further faults";
/// How many reasons of refused acts are named.
const REASONS: usize = 3;

/// One line for every client of an original contest: how often it was late, what was refused, what went wrong inside it.
fn clients(report: &MatchReport, advice: &Advice) -> Vec<String> {
    let mut lines = Vec::new();
    let mut slow = false;
    for (seat, entrant) in (0..).map(Seat).zip(&report.header.entrants) {
        let faults: Vec<&Fault> = report.faults.iter().filter(|fault| fault.seat == seat).collect();
        let count = |kinds: &[FaultKind]| faults.iter().filter(|fault| kinds.contains(&fault.kind)).count();
        let words = report.words.iter().find(|words| words.seat == seat);
        let exceptions = words.map_or(0, |words| words.exceptions);
        // What comes after its time is up is told twice, and late once.
        let late = faults.iter().filter(|fault| matches!(fault.kind, FaultKind::Timeout | FaultKind::Late));
        let late = late.map(|fault| fault.window).collect::<BTreeSet<_>>().len();
        let refused = count(&[FaultKind::Rejected, FaultKind::Garbage]);
        if entrant.kind != EntrantKind::Wire || (late == 0 && refused == 0 && exceptions == 0) {
            continue;
        }
        // Who is late because it stumbles, or has ended, is not helped by more time.
        slow |= late >= OFTEN && exceptions == 0 && count(&[FaultKind::Gone]) == 0;
        // Only so many are kept of a kind.
        let capped = |kinds: &[FaultKind]| {
            let last = |fault: &&&Fault| kinds.contains(&fault.kind) && fault.text.contains(FURTHER);
            if faults.iter().any(|fault| last(&fault)) { " or more" } else { "" }
        };
        let mut told = Vec::new();
        if late > 0 {
            let more = capped(&[FaultKind::Timeout, FaultKind::Late]);
            told.push(format!("late {}{more}", times(late as u64, "time")));
        }
        if refused > 0 {
            let more = capped(&[FaultKind::Rejected, FaultKind::Garbage]);
            told.push(format!("{}{more} refused ({})", times(refused as u64, "act"), reasons(&faults)));
        }
        if exceptions > 0 {
            told.push(format!("{} in its output", times(exceptions, "exception")));
        }
        lines.push(format!("seat {seat} ({}): {}", entrant.name, told.join(", ")));
    }
    if slow {
        lines.push(format!("a client that was late often may be too slow for this machine; {}", advice.slow));
    }
    lines
}

fn times(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The most frequent reasons, with a sign for the numbers in them.
fn reasons(faults: &[&Fault]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for fault in faults.iter().filter(|fault| matches!(fault.kind, FaultKind::Rejected | FaultKind::Garbage))
    {
        // What the referee adds to the last one that it keeps is not a reason.
        let text = fault.text.split(FURTHER).next().unwrap_or_default();
        let sign = |word: &str| match word.contains(|c: char| c.is_ascii_digit()) {
            true => format!("N{}", word.trim_start_matches(|c: char| !",.;:)]".contains(c))),
            false => word.to_owned(),
        };
        *counts.entry(text.split(' ').map(sign).collect::<Vec<_>>().join(" ")).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let told = counts.iter().take(REASONS).map(|(reason, count)| format!("{count} × {reason}"));
    let more = (counts.len() > REASONS).then(|| "…".to_owned());
    told.chain(more).collect::<Vec<_>>().join("; ")
}

/// The first faults of every seat, in equal shares; strangers' before those of house bots, whose author is not here.
fn faults(faults: &[Fault], entrants: &[Entrant], advice: &Advice) -> Vec<String> {
    let mut by_seat: BTreeMap<(bool, Seat), Vec<&Fault>> = BTreeMap::new();
    for fault in faults {
        let entrant = entrants.get(fault.seat.index());
        let house = entrant.is_some_and(|entrant| entrant.kind == EntrantKind::House);
        by_seat.entry((house, fault.seat)).or_default().push(fault);
    }
    // What ended a bot is worth more than what it did wrong before.
    let is_end = |fault: &&Fault| matches!(fault.kind, FaultKind::Gone | FaultKind::Start);
    by_seat.values_mut().for_each(|of_seat| of_seat.sort_by_key(|fault| !is_end(fault)));
    let counts: Vec<usize> = by_seat.values().map(Vec::len).collect();
    let mut lines = Vec::new();
    for (((_, seat), of_seat), share) in by_seat.iter().zip(shares(&counts)) {
        lines.extend(of_seat.iter().take(share).map(|fault| format!("fault: {fault}")));
        if of_seat.len() > share {
            let name = entrants.get(seat.index()).map_or("", |entrant| &entrant.name);
            // Only so many of a kind are kept.
            let kept = of_seat.iter().any(|fault| fault.text.contains(FURTHER));
            let least = if kept { "at least " } else { "" };
            let (more, s) = (of_seat.len() - share, if of_seat.len() - share == 1 { "" } else { "s" });
            lines.push(format!("… and {least}{more} more fault{s} of seat {seat} ({name})"));
        }
    }
    if faults.len() > FAULTS {
        lines.extend(advice.faults.map(str::to_owned));
    }
    lines
}

/// Deals out the lines there are, one after another, to whoever still has something to say.
fn shares(counts: &[usize]) -> Vec<usize> {
    let mut shares = vec![0; counts.len()];
    let mut left = FAULTS;
    while left > 0 && shares.iter().zip(counts).any(|(share, count)| share < count) {
        for (share, count) in shares.iter_mut().zip(counts) {
            if *share < *count && left > 0 {
                *share += 1;
                left -= 1;
            }
        }
    }
    shares
}

/// The first and the last lines that bots wrote to their standard error, and where the others are.
fn words(report: &MatchReport, elsewhere: &str) -> Vec<String> {
    let gone = |seat: Seat| {
        let lost =
            |fault: &Fault| fault.seat == seat && matches!(fault.kind, FaultKind::Gone | FaultKind::Start);
        report.faults.iter().any(lost) || report.ends.iter().any(|end| end.seat == seat && end.is_odd())
    };
    let mut spoke: Vec<&SeatWords> = report.words.iter().collect();
    // Whoever is gone needs it most.
    spoke.sort_by_key(|words| (!gone(words.seat), words.seat));
    let mut lines = Vec::new();
    let hidden = |words: &SeatWords| words.lines - (words.first.len() + words.last.len()) as u64;
    for (place, words) in spoke.iter().enumerate() {
        let SeatWords { seat, lines: count, first, last, .. } = words;
        let name = report.header.entrants.get(seat.index()).map_or("", |entrant| &entrant.name);
        let noun = if *count == 1 { "line" } else { "lines" };
        let told = format!("seat {seat} ({name}) wrote {count} {noun} of error output");
        if place >= SEATS {
            lines.push(told);
            continue;
        }
        lines.push(format!("{told}:"));
        lines.extend(first.iter().map(|line| format!("  | {line}")));
        if hidden(words) > 0 {
            lines.push(format!("  … {} more lines, and the last:", hidden(words)));
        }
        lines.extend(last.iter().map(|line| format!("  | {line}")));
    }
    match &report.record {
        _ if spoke.iter().all(|words| hidden(words) == 0) && spoke.len() <= SEATS => {}
        Some(Kept::Whole(path)) => {
            lines.push(format!("(the record has it beside the windows: meydan view {})", path.display()));
        }
        _ => lines.push(elsewhere.to_owned()),
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(seat: u8, window: u32) -> Fault {
        Fault { seat: Seat(seat), window, kind: FaultKind::Rejected, text: "no".into() }
    }

    fn entrant(name: &str, kind: EntrantKind) -> Entrant {
        Entrant { name: name.into(), kind, bot: None }
    }

    #[test]
    fn the_faults_of_an_authors_bot_are_not_hidden_behind_those_of_a_house_bot() {
        let mut all: Vec<Fault> = (0..50).map(|window| fault(0, window)).collect();
        all.extend([fault(1, 60), fault(1, 61)]);
        let entrants = [entrant("random", EntrantKind::House), entrant("mine", EntrantKind::Bot)];
        let lines = faults(&all, &entrants, &MATCH);
        assert_eq!(
            lines[..2],
            ["fault: seat 1, window 60: no (rejected)", "fault: seat 1, window 61: no (rejected)"]
        );
        assert_eq!(lines[10], "… and 42 more faults of seat 0 (random)");
        assert_eq!(lines.len(), 12, "{lines:?}");
    }

    #[test]
    fn faults_that_are_not_kept_are_not_said_to_be_none() {
        let mut all: Vec<Fault> = (0..100).map(|window| fault(0, window)).collect();
        all[99].text = format!("no{FURTHER} of this kind are not kept)");
        let lines = faults(&all, &[entrant("mine", EntrantKind::Bot)], &MATCH);
        assert_eq!(lines[10], "… and at least 90 more faults of seat 0 (mine)");
    }

    #[test]
    fn the_end_of_a_bot_is_told_before_its_mistakes() {
        let mut all: Vec<Fault> = (0..50).map(|window| fault(0, window)).collect();
        all.push(Fault { kind: FaultKind::Gone, ..fault(0, 50) });
        let lines = faults(&all, &[entrant("mine", EntrantKind::Bot)], &MATCH);
        assert_eq!(
            lines[..2],
            ["fault: seat 0, window 50: no (gone)", "fault: seat 0, window 0: no (rejected)"]
        );
    }

    #[test]
    fn exceptions_that_a_kit_has_caught_are_told_with_their_window() {
        let words = |seat, exceptions| SeatWords {
            seat: Seat(seat),
            lines: 9,
            first: Vec::new(),
            last: Vec::new(),
            exceptions,
            first_exception: (exceptions > 0)
                .then(|| FirstException { window: 12, text: "ValueError: boom".into() }),
        };
        let lines = exceptions(
            &[words(0, 0), words(1, 120)],
            &[entrant("a", EntrantKind::House), entrant("boom", EntrantKind::Bot)],
        );
        assert_eq!(
            lines,
            [
                "exception: seat 1, window 12: ValueError: boom (in the error output of boom, the first of 120)"
            ]
        );
        let lines = exceptions(&[0, 1, 2, 3, 4, 5].map(|seat| words(seat, 1)), &[]);
        assert_eq!((lines.len(), &*lines[4]), (5, "… and exceptions of 2 more seats"));
    }

    #[test]
    fn reasons_are_counted_without_their_numbers() {
        let cell = Fault { text: "nobody on [x: 3, y: 14]".into(), ..fault(0, 1) };
        assert_eq!(reasons(&[&cell]), "1 × nobody on [x: N, y: N]");
        let texts =
            ["hero 3 cannot step there", "hero 5 cannot step there", "that costs 8 points, 0 are left"];
        let faults = texts.map(|text| Fault { text: text.into(), ..fault(0, 1) });
        let told = reasons(&faults.iter().collect::<Vec<_>>());
        assert_eq!(told, "2 × hero N cannot step there; 1 × that costs N points, N are left");
    }

    #[test]
    fn lines_are_dealt_out_fairly_and_none_is_left_over() {
        assert_eq!(shares(&[100, 1, 100]), [5, 1, 4]);
        assert_eq!(shares(&[2, 3]), [2, 3]);
        assert_eq!(shares(&[1; 20]).iter().sum::<usize>(), FAULTS);
    }
}
