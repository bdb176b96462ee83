use std::cmp::{Ordering, Reverse};

use super::{Count, Setting, Ties};

/// Where a team of a series comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    /// The team with this seed.
    Seed(usize),
    /// Whoever has this rank, from 0, in another series.
    Of {
        /// The other series.
        series: usize,
        /// The rank.
        rank: usize,
    },
    /// Whoever has this rank, from 0, in a group.
    Group {
        /// The group.
        group: usize,
        /// The rank.
        rank: usize,
    },
}

/// To which part of a tournament a series belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A group in which points are counted; a league of all is group 0.
    Group(usize),
    /// The bracket of those who have not lost.
    Winners,
    /// The bracket of those who have lost once.
    Losers,
    /// The match for the third place.
    Third,
    /// The final.
    Final,
}

/// A game of a series that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Each team's rank; where the order that was given decides a level game, as that has decided it.
    pub ranks: Vec<(usize, u32)>,
    /// The map.
    pub map: usize,
}

/// A team at the end of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The team.
    pub team: usize,
    /// From 1. Only in a group can two share one.
    pub rank: usize,
}

/// What decides a series that is level when no more games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The order that was given.
    Order,
    /// The better seed.
    Seed,
}

/// Games of the same teams, until it is known who goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Its place among all.
    pub number: usize,
    /// To which part it belongs.
    pub stage: Stage,
    /// Its round in that part, from 0.
    pub round: usize,
    /// How many tables its round has, byes counted.
    pub width: usize,
    /// Where its teams come from.
    pub feeds: Vec<Feed>,
    /// Its teams, where they are known.
    pub slots: Vec<Option<usize>>,
    /// How many games it has at most, if none is level.
    pub best_of: u32,
    /// How many go on; 0: points are counted.
    pub through: usize,
    /// What was played.
    pub games: Vec<Game>,
    /// The maps that were chosen for it; none: they are drawn.
    pub maps: Vec<usize>,
    /// How it ended, from the best down.
    pub result: Option<Vec<Standing>>,
    /// What has decided who goes on, where all games together were level.
    pub level: Option<Level>,
    /// How late it is: whoever leaves the tournament later is better.
    pub(super) worth: Option<usize>,
    /// The ranks that go on to somewhere.
    pub(super) fed: Vec<usize>,
    /// It is played only if the undefeated team has lost this series.
    pub(super) reset_of: Option<usize>,
}

impl Series {
    /// Its teams, if all are known.
    pub fn teams(&self) -> Option<Vec<usize>> {
        self.slots.iter().copied().collect()
    }

    /// Whether a team is known to play in it.
    pub fn plays(&self, team: usize) -> bool {
        self.slots.contains(&Some(team))
    }

    /// Whether somebody goes on from a rank, counted from 0.
    pub fn goes_on(&self, rank: usize) -> bool {
        self.fed.contains(&rank)
    }

    /// The points of a team in some games: for each two for everybody it was ahead of and one for everybody it was level with.
    fn points(games: &[Game], team: usize) -> u32 {
        let game = |game: &Game| {
            let own = game.rank(team)?;
            let against = |&(other, rank): &(usize, u32)| match own.cmp(&rank) {
                _ if other == team => 0,
                Ordering::Less => 2,
                Ordering::Equal => 1,
                Ordering::Greater => 0,
            };
            Some(game.ranks.iter().map(against).sum::<u32>())
        };
        games.iter().filter_map(game).sum()
    }
}

impl Game {
    fn rank(&self, team: usize) -> Option<u32> {
        self.ranks.iter().find(|(other, _)| *other == team).map(|&(_, rank)| rank)
    }

    /// Whether a team was ahead of all others.
    fn won_by(&self, team: usize) -> bool {
        let own = self.rank(team);
        own.is_some_and(|own| self.ranks.iter().all(|&(other, rank)| other == team || own < rank))
    }
}

/// The ranks of a game without those that are level, as far as it is given who is ahead then.
pub(super) fn parted(ranks: &[(usize, u32)], ties: &Ties) -> Vec<(usize, u32)> {
    let key = |&(team, rank): &(usize, u32)| (rank, ties.key(team).0);
    let ahead = |own: &(usize, u32)| ranks.iter().filter(|other| key(other) < key(own)).count() as u32;
    ranks.iter().map(|own| (own.0, 1 + ahead(own))).collect()
}

/// How a team stands in a series; the greater is the better one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tally {
    here: bool,
    won: u32,
    points: u32,
    /// Its ranks in what was played again.
    again: Vec<Reverse<u32>>,
}

impl Tally {
    fn of(series: &Series, setting: &Setting, gone: bool, team: usize) -> Tally {
        if setting.count == Count::Sums {
            let points = Series::points(&series.games, team);
            return Tally { here: !gone, won: 0, points, again: Vec::new() };
        }
        let counted = series.games.len().min(series.best_of as usize);
        let (games, again) = series.games.split_at(counted);
        let won = games.iter().filter(|game| game.won_by(team)).count() as u32;
        // Where several go on, one win is no more than its points; but nobody is out who has won most of the games.
        let won = if series.through <= 1 || 2 * won > series.best_of { won } else { 0 };
        let again = again.iter().map(|game| Reverse(game.rank(team).unwrap_or(u32::MAX)));
        Tally { here: !gone, won, points: Series::points(games, team), again: again.collect() }
    }
}

/// How a series has ended, if it has, and what has decided who goes on where the games have not.
pub(super) fn judge(
    series: &Series,
    setting: &Setting,
    gone: &[bool],
) -> Option<(Vec<Standing>, Option<Level>)> {
    let teams = series.teams()?;
    let here = teams.iter().filter(|&&team| !gone[team]).count();
    let mut order: Vec<(Tally, usize)> =
        teams.iter().map(|&team| (Tally::of(series, setting, gone[team], team), team)).collect();
    order.sort_by(|(one, team), (other, rival)| {
        other.cmp(one).then_with(|| setting.ties.key(*team).cmp(&setting.ties.key(*rival)))
    });
    let played = series.games.len() as u32;
    // Where points are counted a duel still ends when it is decided; a larger table plays all its games.
    let border = if series.through > 0 { series.through } else { 1 };
    let decided = here <= border || {
        let last = series.best_of + if series.through > 0 { setting.ties.again } else { 0 };
        let ends = series.through > 0 || teams.len() == 2;
        (ends && is_clear(series, setting, &order, border))
            || played >= last
            || (played >= series.best_of && series.through == 0)
    };
    if !decided {
        return None;
    }
    let level =
        (series.through > 0 && here > border && order[border - 1].0 == order[border].0).then(
            || match setting.ties.key(order[border - 1].1).0 {
                usize::MAX => Level::Seed,
                _ => Level::Order,
            },
        );
    let mut standings: Vec<Standing> = Vec::new();
    for (index, (tally, team)) in order.iter().enumerate() {
        let level = series.through == 0 && index > 0 && order[index - 1].0 == *tally;
        let rank = if level { standings[index - 1].rank } else { index + 1 };
        standings.push(Standing { team: *team, rank });
    }
    Some((standings, level))
}

/// Whether nobody below the border can come above it any more.
fn is_clear(series: &Series, setting: &Setting, order: &[(Tally, usize)], border: usize) -> bool {
    let left = series.best_of.saturating_sub(series.games.len() as u32);
    let most = 2 * (order.len() as u32 - 1);
    let (above, below) = order.split_at(border);
    if left == 0 {
        return above[border - 1].0 > below[0].0;
    }
    if setting.count == Count::Wins && series.through <= 1 {
        let best =
            below.iter().filter(|(tally, _)| tally.here).map(|(tally, _)| tally.won).max().unwrap_or(0);
        return above[0].0.won > best + left;
    }
    // Whoever has won most of the games is above it whatever their points, and so would be somebody who could still do that.
    let won = |team: usize| series.games.iter().filter(|game| game.won_by(team)).count() as u32;
    let least = above.iter().filter(|(tally, _)| tally.won == 0).map(|(tally, _)| tally.points).min();
    let best = below.iter().filter(|(tally, _)| tally.here).map(|(tally, _)| tally.points).max().unwrap_or(0);
    let safe = setting.count == Count::Sums
        || below.iter().all(|&(_, team)| 2 * (won(team) + left) <= series.best_of);
    safe && least.is_none_or(|least| least > best + left * most)
}
