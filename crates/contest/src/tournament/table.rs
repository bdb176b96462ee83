use std::cmp::Ordering;

use super::{Count, Series, Stage, Tournament};

/// A team in a group, or in a league of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The team.
    pub team: usize,
    /// How many series it has played.
    pub played: usize,
    /// How many it has won alone.
    pub won: usize,
    /// Its points, [`Line::ONE`] for a series won: whoever is ahead of half of a table has half of them. In a league of larger tables they are what
    /// it took of each other team, all meetings of the two together.
    pub points: u64,
    /// The points of those it met: where points are equal, whoever met the stronger ones is ahead.
    pub met: u64,
    /// Its points against those who have as many points.
    pub between: u64,
}

/// Divisible by whatever a table may have besides the team itself, up to eight others.
const WON: u64 = 840;

impl Line {
    /// One point. Divisible by twice as many meetings of the same two as there are anywhere, up to 24; where all meet equally often more change
    /// nothing, because then all shares are rounded alike.
    pub const ONE: u64 = 2 * 5_354_228_880;
}

/// How a group stands: whoever has left comes last; then points, points between those who are level, points of those met, series won, and what
/// decides a level match.
pub(super) fn table(tournament: &Tournament, group: usize, members: &[usize]) -> Vec<Line> {
    let own: Vec<&Series> = tournament
        .series
        .iter()
        .filter(|series| series.stage == Stage::Group(group) && series.result.is_some())
        .collect();
    let mut index = vec![usize::MAX; tournament.setting.teams];
    members.iter().enumerate().for_each(|(place, &team)| index[team] = place);
    let mut lines: Vec<Line> =
        members.iter().map(|&team| Line { team, played: 0, won: 0, points: 0, met: 0, between: 0 }).collect();
    for series in &own {
        for (team, share) in shares(tournament, series) {
            let line = &mut lines[index[team]];
            line.played += 1;
            line.won += usize::from(share == WON);
        }
    }
    let wins = tournament.setting.count == Count::Wins;
    let often = wins && tournament.swiss.is_none() && tournament.setting.table > 2;
    match often {
        true => by_meeting(tournament, &own, &index, &mut lines),
        false => by_series(tournament, &own, &index, &mut lines),
    }
    lines.sort_by(|one, other| {
        let gone = |line: &Line| tournament.gone[line.team];
        let key = |line: &Line| (line.points, line.between, line.met);
        // Where some play more often than others it is the share that counts.
        let won = match often {
            true => (other.won * one.played).cmp(&(one.won * other.played)),
            false => other.won.cmp(&one.won),
        };
        let last = |team: usize| match wins {
            true => tournament.setting.ties.key(team),
            false => (0, team),
        };
        gone(one)
            .cmp(&gone(other))
            .then_with(|| key(other).cmp(&key(one)))
            .then(won)
            .then_with(|| last(one.team).cmp(&last(other.team)))
    });
    lines
}

/// Each series counts as much as any other.
fn by_series(tournament: &Tournament, own: &[&Series], index: &[usize], lines: &mut [Line]) {
    let unit = Line::ONE / WON;
    for series in own {
        for (team, share) in shares(tournament, series) {
            lines[index[team]].points += share * unit;
        }
    }
    // A Swiss bye is a series won.
    if let Some((drawn, _)) = tournament.swiss {
        for round in 0..drawn {
            let seated = tournament.series.iter().filter(|series| series.round == round);
            let mut rests = vec![true; tournament.setting.teams];
            seated.flat_map(|series| series.slots.iter().flatten()).for_each(|&team| rests[team] = false);
            for line in lines.iter_mut().filter(|line| rests[line.team] && !tournament.gone[line.team]) {
                line.points += Line::ONE;
            }
        }
    }
    let points: Vec<u64> = lines.iter().map(|line| line.points).collect();
    for series in own {
        let teams: Vec<usize> = series.slots.iter().flatten().copied().collect();
        for (team, share) in shares(tournament, series) {
            let place = index[team];
            for &other in teams.iter().filter(|&&other| other != team) {
                lines[place].met += points[index[other]];
                if points[index[other]] == points[place] {
                    lines[place].between += share * unit;
                }
            }
        }
    }
}

/// Each other team counts as much as any other, however often two have met: at larger tables some are seated more often, and with the same ones.
fn by_meeting(tournament: &Tournament, own: &[&Series], index: &[usize], lines: &mut [Line]) {
    let count = lines.len();
    // How often two have met, and what the one has of it: two for each time it was ahead, one where they were level.
    let mut meetings = vec![vec![(0u64, 0u64); count]; count];
    for series in own.iter().filter(|series| !nobody_came(tournament, series)) {
        let result = series.result.as_deref().unwrap_or_default();
        for (place, one) in result.iter().enumerate() {
            for other in
                result.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, other)| other)
            {
                let (met, taken) = &mut meetings[index[one.team]][index[other.team]];
                *met += 1;
                *taken += against(one.rank, other.rank);
            }
        }
    }
    let share = |one: usize, other: usize| match meetings[one][other] {
        (0, _) => 0,
        (met, taken) => Line::ONE * taken / (2 * met),
    };
    for (place, line) in lines.iter_mut().enumerate() {
        line.points = (0..count).map(|other| share(place, other)).sum();
    }
    let points: Vec<u64> = lines.iter().map(|line| line.points).collect();
    for (place, line) in lines.iter_mut().enumerate() {
        let met = || (0..count).filter(|&other| meetings[place][other].0 > 0);
        line.met = met().map(|other| points[other]).sum();
        line.between =
            met().filter(|&other| points[other] == points[place]).map(|other| share(place, other)).sum();
    }
}

/// Two for whoever is ahead, one for each where they are level.
fn against(own: usize, other: usize) -> u64 {
    match own.cmp(&other) {
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    }
}

/// Nobody has anything of a series to which nobody came.
fn nobody_came(tournament: &Tournament, series: &Series) -> bool {
    let result = series.result.as_deref().unwrap_or_default();
    series.games.is_empty() && result.iter().all(|standing| tournament.gone[standing.team])
}

/// What each team has of a series.
fn shares(tournament: &Tournament, series: &Series) -> Vec<(usize, u64)> {
    let result = series.result.as_deref().unwrap_or_default();
    let others = (result.len() as u64).saturating_sub(1).max(1);
    let share = |own: usize| {
        let sum: u64 = result.iter().map(|other| against(own, other.rank)).sum();
        // It is level with itself.
        (sum - 1) * WON / (2 * others)
    };
    let empty = nobody_came(tournament, series);
    result.iter().map(|standing| (standing.team, if empty { 0 } else { share(standing.rank) })).collect()
}
