use super::Setting;

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
    /// Each team's rank.
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

    /// The points of a team: for each game two for everybody it was ahead of and one for everybody it was level with.
    pub fn points(&self, team: usize) -> u32 {
        let game = |game: &Game| {
            let own = game.ranks.iter().find(|(other, _)| *other == team)?.1;
            let against = |&(other, rank): &(usize, u32)| match own.cmp(&rank) {
                _ if other == team => 0,
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
            Some(game.ranks.iter().map(against).sum::<u32>())
        };
        self.games.iter().filter_map(game).sum()
    }
}

/// How a series has ended, if it has.
pub(super) fn judge(series: &Series, setting: &Setting, gone: &[bool]) -> Option<Vec<Standing>> {
    let teams = series.teams()?;
    let here = teams.iter().filter(|&&team| !gone[team]).count();
    let before = |team: usize| {
        let named = setting.ties.order.iter().position(|&other| other == team);
        (named.unwrap_or(usize::MAX), team)
    };
    let mut order: Vec<(bool, u32, usize)> =
        teams.iter().map(|&team| (gone[team], series.points(team), team)).collect();
    order.sort_unstable_by_key(|&(gone, points, team)| (gone, std::cmp::Reverse(points), before(team)));
    let played = series.games.len() as u32;
    // Where points are counted a duel still ends when it is decided; a larger table plays all its games.
    let border = if series.through > 0 { series.through } else { 1 };
    let decided = here <= border || {
        let lead = order[border - 1].1 - order[border].1;
        let left = series.best_of.saturating_sub(played);
        let most = 2 * (teams.len() as u32 - 1);
        let clear = lead > left * most && (series.through > 0 || teams.len() == 2);
        let last = series.best_of + if series.through > 0 { setting.ties.again } else { 0 };
        clear || played >= last || (played >= series.best_of && series.through == 0)
    };
    if !decided {
        return None;
    }
    let mut standings: Vec<Standing> = Vec::new();
    for (index, &(gone, points, team)) in order.iter().enumerate() {
        let level =
            series.through == 0 && index > 0 && (order[index - 1].0, order[index - 1].1) == (gone, points);
        let rank = if level { standings[index - 1].rank } else { index + 1 };
        standings.push(Standing { team, rank });
    }
    Some(standings)
}
