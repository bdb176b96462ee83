//! Where the time of a match went, for people.

use meydan_core::trace::EntrantKind;
use meydan_runner::{MatchReport, SlowWindow};
use serde::Serialize;

/// How long bots took beside what they may take, and in which windows they took longest.
pub(crate) fn pace(report: &MatchReport) -> Vec<String> {
    let header = &report.header;
    let limits = header.clocks.iter().filter(|(_, ms)| *ms > 0);
    let limits: Vec<String> = limits.map(|(name, ms)| format!("{name} {ms} ms")).collect();
    let limits =
        if limits.is_empty() { "no limit".to_owned() } else { format!("limit {}", limits.join(", ")) };
    let mut lines = Vec::new();
    for (seat, (time, entrant)) in report.times.iter().zip(&header.entrants).enumerate() {
        let program = !matches!(entrant.kind, EntrantKind::House | EntrantKind::Person);
        // Nothing was measured where no answer could be read: garbage and absence cost the whole limit.
        if program && time.windows == 0 && report.faults.iter().any(|fault| fault.seat.index() == seat) {
            let name = &entrant.name;
            lines.push(format!("seat {seat} ({name}): no answer could be read, and each window cost all of its time ({limits})"));
        }
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

/// Start-up, thinking, transport and rules apart, in microseconds.
#[derive(Serialize)]
pub(crate) struct Spent<'a> {
    start_us: u64,
    played_us: u64,
    /// Of all seats together; those who are asked at once think at once.
    thinking_us: u64,
    transport_us: u64,
    engine_us: u64,
    seats: Vec<SeatSpent<'a>>,
}

#[derive(Serialize)]
struct SeatSpent<'a> {
    seat: usize,
    name: &'a str,
    thinking_us: u64,
    transport_us: u64,
    /// How long a program took to its first answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_us: Option<u64>,
}

impl<'a> Spent<'a> {
    pub(crate) fn new(report: &'a MatchReport) -> Spent<'a> {
        let profile = &report.profile;
        let (start_us, played_us) = (profile.start_us, profile.played_us);
        if report.times.is_empty() {
            // Everybody is inside this program, and nothing is carried anywhere.
            let (thinking_us, transport_us) = (profile.house_us, 0);
            let engine_us = played_us.saturating_sub(thinking_us);
            return Spent { start_us, played_us, thinking_us, transport_us, engine_us, seats: Vec::new() };
        }
        let seats = report.times.iter().zip(&report.header.entrants).enumerate();
        let seats: Vec<SeatSpent> = seats
            .map(|(seat, (time, entrant))| SeatSpent {
                seat,
                name: &entrant.name,
                thinking_us: time.total_us.saturating_sub(time.carried_us + time.rules_us),
                transport_us: time.carried_us,
                first_us: match entrant.kind {
                    EntrantKind::House | EntrantKind::Person => None,
                    _ => Some(time.first_us),
                },
            })
            .collect();
        Spent {
            start_us,
            played_us,
            thinking_us: seats.iter().map(|seat| seat.thinking_us).sum(),
            transport_us: seats.iter().map(|seat| seat.transport_us).sum(),
            engine_us: profile.rules_us,
            seats,
        }
    }

    /// For people.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("start-up {:.1} ms: the map is read, programs are started", ms(self.start_us)),
            format!("played in {:.1} ms", ms(self.played_us)),
        ];
        if self.seats.is_empty() {
            lines.extend([
                format!("  thinking {:.1} ms (house bots, inside this program)", ms(self.thinking_us)),
                format!("  transport {:.1} ms", ms(self.transport_us)),
                format!("  engine {:.1} ms (rules and record)", ms(self.engine_us)),
            ]);
            return lines;
        }
        lines.extend(self.seats.iter().map(|spent| {
            let SeatSpent { seat, name, thinking_us, transport_us, .. } = spent;
            let first = spent
                .first_us
                .map_or(String::new(), |first| format!(", first answer after {:.1} ms", ms(first)));
            let (thinking, transport) = (ms(*thinking_us), ms(*transport_us));
            format!("  seat {seat} ({name}): thinking {thinking:.1} ms, transport {transport:.1} ms{first}")
        }));
        lines.push(format!(
            "  engine {:.1} ms, transport {:.1} ms, thinking {:.1} ms of all seats",
            ms(self.engine_us),
            ms(self.transport_us),
            ms(self.thinking_us)
        ));
        lines
    }
}

/// The slowest windows of programs, the slowest of all first; nobody asks how long a house bot took.
pub(crate) fn slowest(report: &MatchReport) -> Vec<SlowWindow> {
    let entrants = &report.header.entrants;
    let own =
        |slow: &&SlowWindow| entrants.get(slow.seat.index()).is_some_and(|e| e.kind != EntrantKind::House);
    report.slowest.iter().filter(own).copied().collect()
}

fn ms(micros: u64) -> f64 {
    micros as f64 / 1000.0
}
