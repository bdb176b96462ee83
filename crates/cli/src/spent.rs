//! Where the time of a match went, for people.

use meydan_core::Side;
use meydan_core::trace::{Entrant, EntrantKind};
use meydan_referee::SeatTime;
use meydan_runner::{MatchReport, SlowWindow};
use serde::Serialize;

/// How long bots took beside what they may take, and in which windows they took longest. A bot with several seats has one line.
pub(crate) fn pace(report: &MatchReport) -> Vec<String> {
    let header = &report.header;
    let limits = header.clocks.iter().filter(|(_, ms)| *ms > 0);
    let limits: Vec<String> = limits.map(|(name, ms)| format!("{name} {ms} ms")).collect();
    let limits =
        if limits.is_empty() { "no limit".to_owned() } else { format!("limit {}", limits.join(", ")) };
    let bots = bots(&header.entrants, &header.sides);
    bots.iter().flat_map(|seats| pace_of(report, seats, &limits)).collect()
}

/// The seats of every bot: those of one side that have one name.
fn bots(entrants: &[Entrant], sides: &[Side]) -> Vec<Vec<usize>> {
    let mut bots: Vec<Vec<usize>> = Vec::new();
    for (seat, entrant) in entrants.iter().enumerate() {
        let same = |bot: &&mut Vec<usize>| {
            entrants[bot[0]].name == entrant.name && sides.get(bot[0]) == sides.get(seat)
        };
        match bots.iter_mut().find(same) {
            Some(bot) => bot.push(seat),
            None => bots.push(vec![seat]),
        }
    }
    bots
}

fn pace_of(report: &MatchReport, seats: &[usize], limits: &str) -> Vec<String> {
    let entrant = &report.header.entrants[seats[0]];
    let times = || seats.iter().filter_map(|&seat| Some((seat, report.times.get(seat)?)));
    let measured = times().filter(|(_, time)| time.windows > 0 && time.total_us > 0);
    let measured: Vec<(usize, &SeatTime)> = measured.collect();
    if measured.is_empty() || entrant.kind == EntrantKind::House {
        return Vec::new();
    }
    let windows: u32 = measured.iter().map(|(_, time)| time.windows).sum();
    let total: u64 = measured.iter().map(|(_, time)| time.total_us).sum();
    let longest = measured.iter().map(|(_, time)| time.longest_us).max().unwrap_or(0);
    let (mean, longest) = (ms(total) / f64::from(windows), ms(longest));
    let own: Vec<usize> = measured.iter().map(|(seat, _)| *seat).collect();
    let who = who(&own, &entrant.name);
    let mut lines = vec![format!("{who}: {mean:.1} ms a window, {longest:.1} ms the longest ({limits})")];
    let slow = report.slowest.iter().filter(|slow| own.contains(&slow.seat.index()));
    let mut slow: Vec<&SlowWindow> = slow.collect();
    slow.sort_by_key(|slow| std::cmp::Reverse(slow.micros));
    slow.truncate(SLOWEST);
    let told = |slow: &&SlowWindow| {
        let seat = if own.len() > 1 { format!(" of seat {}", slow.seat) } else { String::new() };
        format!("window {}{seat} {:.1} ms", slow.window, ms(slow.micros))
    };
    if !slow.is_empty() && measured.iter().any(|(_, time)| time.windows > 3) {
        lines.push(format!("  slowest: {}", slow.iter().map(told).collect::<Vec<_>>().join(", ")));
    }
    lines
}

/// How many of a bot's slowest windows are told.
const SLOWEST: usize = 3;

/// A bot and its seats.
fn who(seats: &[usize], name: &str) -> String {
    match seats {
        [seat] => format!("seat {seat} ({name})"),
        _ => {
            let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
            format!("seats {} ({name})", seats.join(", "))
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_with_several_seats_is_one() {
        let entrant = |name: &str| Entrant { name: name.into(), kind: EntrantKind::Wire, bot: None };
        let entrants = ["a", "a", "b", "a", "a"].map(entrant);
        let sides = [0, 0, 0, 1, 1].map(Side);
        assert_eq!(bots(&entrants, &sides), [vec![0, 1], vec![2], vec![3, 4]]);
        assert_eq!(who(&[3, 4], "a"), "seats 3, 4 (a)");
        assert_eq!(who(&[2], "b"), "seat 2 (b)");
    }
}
