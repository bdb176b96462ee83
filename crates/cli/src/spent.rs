//! Where the time of a match went, for people.

use meydan_core::trace::EntrantKind;
use meydan_runner::MatchReport;

/// How long bots took beside what they may take, and in which windows they took longest.
pub(crate) fn pace(report: &MatchReport) -> Vec<String> {
    let header = &report.header;
    let limits = header.clocks.iter().filter(|(_, ms)| *ms > 0);
    let limits: Vec<String> = limits.map(|(name, ms)| format!("{name} {ms} ms")).collect();
    let limits =
        if limits.is_empty() { "no limit".to_owned() } else { format!("limit {}", limits.join(", ")) };
    let mut lines = Vec::new();
    for (seat, (time, entrant)) in report.times.iter().zip(&header.entrants).enumerate() {
        if time.windows == 0 || time.total_us == 0 || entrant.kind == EntrantKind::House {
            continue;
        }
        let mean = ms(time.total_us) / f64::from(time.windows);
        let longest = ms(time.longest_us);
        let name = &entrant.name;
        lines.push(format!(
            "seat {seat} ({name}): {mean:.1} ms a window, {longest:.1} ms the longest ({limits})"
        ));
        let slow = report.slowest.iter().filter(|slow| slow.seat.index() == seat);
        let slow: Vec<String> =
            slow.map(|slow| format!("window {} {:.1} ms", slow.window, ms(slow.micros))).collect();
        if time.windows > 3 {
            lines.push(format!("  slowest: {}", slow.join(", ")));
        }
    }
    lines
}

/// Start-up, thinking, transport and rules apart.
pub(crate) fn profile(report: &MatchReport) -> Vec<String> {
    let profile = &report.profile;
    let mut lines = vec![
        format!("start-up {:.1} ms: the map is read, programs are started", ms(profile.start_us)),
        format!("played in {:.1} ms", ms(profile.played_us)),
    ];
    if report.times.is_empty() {
        let rules = profile.played_us.saturating_sub(profile.house_us);
        lines.push(format!("  thinking {:.1} ms (house bots, inside this program)", ms(profile.house_us)));
        lines.push("  transport 0.0 ms".to_owned());
        lines.push(format!("  engine {:.1} ms (rules and record)", ms(rules)));
        return lines;
    }
    let (mut thinking, mut carried) = (0, 0);
    for (seat, (time, entrant)) in report.times.iter().zip(&report.header.entrants).enumerate() {
        let thought = time.total_us.saturating_sub(time.carried_us + time.rules_us);
        (thinking, carried) = (thinking + thought, carried + time.carried_us);
        let first = match entrant.kind {
            EntrantKind::House | EntrantKind::Person => String::new(),
            _ => format!(", first answer after {:.1} ms", ms(time.first_us)),
        };
        lines.push(format!(
            "  seat {seat} ({}): thinking {:.1} ms, transport {:.1} ms{first}",
            entrant.name,
            ms(thought),
            ms(time.carried_us)
        ));
    }
    lines.push(format!(
        "  engine {:.1} ms, transport {:.1} ms, thinking {:.1} ms of all seats",
        ms(profile.rules_us),
        ms(carried),
        ms(thinking)
    ));
    lines
}

fn ms(micros: u64) -> f64 {
    micros as f64 / 1000.0
}
