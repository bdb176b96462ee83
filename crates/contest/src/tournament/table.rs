use std::cmp::Reverse;

use super::{Series, Stage, Tournament};

/// A team in a group, or in a league of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The team.
    pub team: usize,
    /// How many series it has played.
    pub played: usize,
    /// How many it has won alone.
    pub won: usize,
    /// Its points, 840 for a series won: whoever is ahead of half of a table has half of them.
    pub points: u32,
    /// The points of those it met: where points are equal, whoever met the stronger ones is ahead.
    pub met: u32,
    /// Its points against those who have as many points.
    pub between: u32,
}

/// Divisible by whatever a table may have besides the team itself, up to eight others.
const WON: u32 = 840;

/// How a group stands: whoever has left comes last; then points, points between those who are level, points of those met, series won, seed.
pub(super) fn table(tournament: &Tournament, group: usize, members: &[usize]) -> Vec<Line> {
    let own: Vec<&Series> =
        tournament.series.iter().filter(|series| series.stage == Stage::Group(group)).collect();
    let mut index = vec![usize::MAX; tournament.setting.teams];
    members.iter().enumerate().for_each(|(place, &team)| index[team] = place);
    let mut lines: Vec<Line> =
        members.iter().map(|&team| Line { team, played: 0, won: 0, points: 0, met: 0, between: 0 }).collect();
    for series in own.iter().filter(|series| series.result.is_some()) {
        for (team, share) in shares(tournament, series) {
            let line = &mut lines[index[team]];
            line.played += 1;
            line.points += share;
            line.won += usize::from(share == WON);
        }
    }
    // A Swiss bye is a series won.
    if let Some((drawn, _)) = tournament.swiss {
        for round in 0..drawn {
            let seated = own.iter().filter(|series| series.round == round);
            let mut rests = vec![true; tournament.setting.teams];
            seated.flat_map(|series| series.slots.iter().flatten()).for_each(|&team| rests[team] = false);
            for line in lines.iter_mut().filter(|line| rests[line.team] && !tournament.gone[line.team]) {
                line.points += WON;
            }
        }
    }
    let points: Vec<u32> = lines.iter().map(|line| line.points).collect();
    for series in own.iter().filter(|series| series.result.is_some()) {
        let teams: Vec<usize> = series.slots.iter().flatten().copied().collect();
        for (team, share) in shares(tournament, series) {
            let place = index[team];
            for &other in teams.iter().filter(|&&other| other != team) {
                lines[place].met += points[index[other]];
                if points[index[other]] == points[place] {
                    lines[place].between += share;
                }
            }
        }
    }
    lines.sort_by_key(|line| {
        let gone = tournament.gone[line.team];
        (gone, Reverse((line.points, line.between, line.met, line.won)), line.team)
    });
    lines
}

/// What each team has of a series.
fn shares(tournament: &Tournament, series: &Series) -> Vec<(usize, u32)> {
    let result = series.result.as_deref().unwrap_or_default();
    let others = (result.len() as u32).saturating_sub(1).max(1);
    let share = |own: usize| {
        let against = |rank: usize| match own.cmp(&rank) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
        let sum: u32 = result.iter().map(|other| against(other.rank)).sum();
        // It is level with itself.
        (sum - 1) * WON / (2 * others)
    };
    // Nobody has anything of a series to which nobody came.
    let empty = series.games.is_empty() && result.iter().all(|standing| tournament.gone[standing.team]);
    result.iter().map(|standing| (standing.team, if empty { 0 } else { share(standing.rank) })).collect()
}
