use std::collections::BTreeSet;

use super::build::counted;
use super::{Format, Series, Tournament};
use crate::Sizes;

/// How many ways of drawing a Swiss round are looked at before the same two may meet again.
const TRIES: usize = 20_000;

/// Everybody meets everybody in matches of two, round by round (the circle method). The best two meet in the last round; where the best are kept
/// apart, the first meets the second-best before that, and so on up from the last.
pub(super) fn circle(members: &[usize], apart: bool) -> Vec<Vec<Vec<usize>>> {
    let mut seats: Vec<Option<usize>> = members.iter().copied().map(Some).collect();
    if seats.len() % 2 == 1 {
        seats.push(None);
    }
    let count = seats.len();
    let mut rounds = Vec::new();
    for _ in 1..count {
        let duel = |place: usize| Some(vec![seats[place]?, seats[count - 1 - place]?]);
        rounds.push((0..count / 2).filter_map(duel).collect());
        // The first stays and the others go round.
        if apart {
            seats[1..].rotate_right(1);
        } else {
            seats[1..].rotate_left(1);
        }
    }
    // Whatever the way round, the first and the second meet last.
    let meets_best = |round: &Vec<Vec<usize>>| match members {
        [best, second, ..] => round.iter().any(|duel| duel.contains(best) && duel.contains(second)),
        _ => false,
    };
    if let Some(place) = rounds.iter().position(meets_best) {
        let after = rounds.len() - 1 - place;
        rounds.rotate_right(after);
    }
    rounds
}

/// Everybody meets everybody at larger tables: whoever has met the fewest chooses first, and takes whoever is new to the most at the table.
/// Some meet more than once, because that cannot always be avoided.
pub(super) fn tables(members: &[usize], table: usize, sizes: &Sizes) -> Vec<Vec<Vec<usize>>> {
    let count = members.len();
    if count <= table {
        return vec![vec![members.to_vec()]];
    }
    let mut met = vec![vec![false; count]; count];
    let mut new: Vec<usize> = vec![count - 1; count];
    let mut rounds = Vec::new();
    let least = sizes.list()[0];
    while new.iter().any(|&left| left > 0) {
        let mut free: BTreeSet<usize> = (0..count).collect();
        let mut round = Vec::new();
        while free.len() >= least {
            let size = sizes.list().iter().rev().copied().find(|&size| size <= table.min(free.len()));
            let Some(size) = size else { break };
            let first = free.iter().copied().max_by_key(|&one| (new[one], std::cmp::Reverse(one)));
            let Some(first) = first.filter(|&first| new[first] > 0) else { break };
            free.remove(&first);
            let mut seated = vec![first];
            while seated.len() < size {
                let fresh = |one: usize| seated.iter().filter(|&&other| !met[one][other]).count();
                let best =
                    free.iter().copied().max_by_key(|&one| (fresh(one), new[one], std::cmp::Reverse(one)));
                let Some(best) = best else { break };
                free.remove(&best);
                seated.push(best);
            }
            for &one in &seated {
                for &other in seated.iter().filter(|&&other| other != one) {
                    if !met[one][other] {
                        met[one][other] = true;
                        new[one] -= 1;
                    }
                }
            }
            round.push(seated.into_iter().map(|one| members[one]).collect());
        }
        rounds.push(round);
    }
    rounds
}

/// The next Swiss round: those who have fared alike meet, nobody meets the same one twice while that can be avoided, and nobody has a second
/// bye before everybody has had one.
pub(super) fn round(tournament: &Tournament, number: usize) -> Vec<Series> {
    let Format::Swiss { best_of, .. } = tournament.setting.format else { return Vec::new() };
    let standing = tournament.table(0);
    let mut order: Vec<(usize, u64)> = standing
        .iter()
        .filter(|line| !tournament.gone[line.team])
        .map(|line| (line.team, line.points))
        .collect();
    if order.len() < 2 {
        return Vec::new();
    }
    let (sizes, table) = (&tournament.setting.sizes, tournament.setting.table);
    let sizes =
        Sizes::new(sizes.list().iter().copied().filter(|&size| size <= table)).unwrap_or(sizes.clone());
    let split = match order.len() < sizes.list()[0] {
        // A table with empty seats is better than none.
        true => vec![order.len()],
        false => sizes.split(order.len()),
    };
    let resting = order.len() - split.iter().sum::<usize>();
    let played = |team: usize| tournament.series.iter().filter(|series| series.plays(team)).count();
    let mut turns: Vec<(usize, usize)> =
        (0..order.len()).map(|place| (place, played(order[place].0))).collect();
    // Whoever has played most has had the fewest byes.
    turns.sort_by_key(|&(place, played)| (std::cmp::Reverse(played), std::cmp::Reverse(place)));
    let rests: BTreeSet<usize> = turns[..resting].iter().map(|&(place, _)| order[place].0).collect();
    order.retain(|(team, _)| !rests.contains(team));
    let mut met = vec![BTreeSet::new(); tournament.setting.teams];
    for series in &tournament.series {
        let teams: Vec<usize> = series.slots.iter().flatten().copied().collect();
        for &one in &teams {
            met[one].extend(teams.iter().copied().filter(|&other| other != one));
        }
    }
    let tables = match table {
        2 => duels(&order, &met),
        _ => neighbours(&order, &split, &met),
    };
    let (first, width) = (tournament.series.len(), tables.len());
    let series = tables.iter().enumerate();
    series.map(|(place, teams)| counted(first + place, number, width, teams, best_of)).collect()
}

/// Duels in which nobody meets somebody again, as far as that can be found.
fn duels(order: &[(usize, u64)], met: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut tries = TRIES;
    let mut pairs = Vec::new();
    if !search(order.to_vec(), met, &mut pairs, &mut tries) {
        pairs.clear();
        let mut left = order.to_vec();
        while left.len() >= 2 {
            let first = left.remove(0);
            let other =
                candidates(first, &left).into_iter().find(|&place| !met[first.0].contains(&left[place].0));
            pairs.push(vec![first.0, left.remove(other.unwrap_or(0)).0]);
        }
    }
    pairs
}

fn search(
    left: Vec<(usize, u64)>,
    met: &[BTreeSet<usize>],
    pairs: &mut Vec<Vec<usize>>,
    tries: &mut usize,
) -> bool {
    let Some((&first, rest)) = left.split_first() else { return true };
    for place in candidates(first, rest) {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        if met[first.0].contains(&rest[place].0) {
            continue;
        }
        let mut after = rest.to_vec();
        let other = after.remove(place);
        pairs.push(vec![first.0, other.0]);
        if search(after, met, pairs, tries) {
            return true;
        }
        pairs.pop();
    }
    false
}

/// Whom the first should meet, the most fitting first: of those with as many points the one half a group below, then whoever is near that.
fn candidates(first: (usize, u64), rest: &[(usize, u64)]) -> Vec<usize> {
    let level = rest.iter().take_while(|(_, points)| *points == first.1).count();
    let half = level.div_ceil(2).saturating_sub(1).max(level / 2);
    let start = if level > 0 { half.min(level - 1) } else { 0 };
    (start..rest.len()).chain((0..start).rev()).collect()
}

/// Tables of neighbours: of the next few the one who is new to the most at the table sits down.
fn neighbours(order: &[(usize, u64)], split: &[usize], met: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = order.iter().map(|&(team, _)| team).collect();
    if met.iter().all(BTreeSet::is_empty) {
        // In the first round a table has one of each tier.
        let mut tables = vec![Vec::new(); split.len()];
        let mut teams = left.into_iter();
        while let Some(table) =
            (0..split.len()).filter(|&t| tables[t].len() < split[t]).min_by_key(|&t| (tables[t].len(), t))
        {
            match teams.next() {
                Some(team) => tables[table].push(team),
                None => break,
            }
        }
        return tables;
    }
    let mut tables = Vec::new();
    for &size in split {
        let mut table: Vec<usize> = vec![left.remove(0)];
        while table.len() < size {
            let known = |team: usize| table.iter().filter(|&&other| met[team].contains(&other)).count();
            let near = (0..left.len().min(2 * size)).min_by_key(|&place| (known(left[place]), place));
            table.push(left.remove(near.unwrap_or(0)));
        }
        tables.push(table);
    }
    tables
}
