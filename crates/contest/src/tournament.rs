//! The final tournament: who plays whom, who goes on, who takes which place.

mod apart;
mod build;
mod pairing;
mod series;
mod table;

use std::collections::BTreeSet;

use meydan_core::{Chance, Seed};
use thiserror::Error;

use crate::Sizes;
use build::Builder;
pub use series::{Feed, Game, Level, Series, Stage, Standing};
pub use table::Line;

/// How a tournament is played.
///
/// The number of players of a match is [`Setting::table`]. In a knock-out the better half of a table goes on where the table
/// can be halved (two of four), else only the winner (one of three).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The final of the Blitz contests: everybody takes part; tables of four, of which two go on, then duels; each match is
    /// sudden death but for the grand final, which is the best of three.
    Blitz {
        /// From how many that are left on matches are duels: 2, 4, 8 and so on.
        duels_from: usize,
    },
    /// Whoever loses is out.
    Single {
        /// How many games a series has at most.
        best_of: u32,
        /// How many the final has at most.
        last: u32,
        /// Whether those who lost the semi-finals play for the third place.
        third: bool,
    },
    /// Whoever loses twice is out. Only for duels.
    Double {
        /// How many games a series has at most.
        best_of: u32,
        /// How many the grand final has at most.
        last: u32,
        /// Whether whoever comes undefeated into the grand final must lose it twice.
        reset: bool,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// How many games a series has at most.
        best_of: u32,
        /// How often everybody meets everybody.
        laps: usize,
    },
    /// In every round those meet who have fared alike so far.
    Swiss {
        /// How many games a series has at most.
        best_of: u32,
        /// How many rounds; `None`: as many as a knock-out would have.
        rounds: Option<usize>,
    },
    /// Everybody meets everybody in a group; the best of each play a knock-out.
    Groups {
        /// How many a group has, about.
        size: usize,
        /// How many of each go on.
        through: usize,
        /// How many games a series has at most.
        best_of: u32,
        /// How many the final has at most.
        last: u32,
        /// Whether those who lost the semi-finals play for the third place.
        third: bool,
    },
}

/// How often everybody can meet everybody, and how many Swiss rounds there can be. A whole tournament is laid out before it begins.
const MOST_ROUNDS: usize = 200;

/// What happens when a match that must be decided is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// How many more games are played.
    pub again: u32,
    /// Who is ahead after that, from the best down; whoever is not named comes after those who are, by seed.
    pub order: Vec<usize>,
}

/// How games are counted, and where those go who have lost once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// As the oldest tournaments had it: the points of all games and of all series are added up, and what is level in a group goes to the better seed.
    Sums,
    /// Whoever wins the most games has won a series; what is played again decides only what was level. In a league of larger tables, where some meet
    /// more often than others, a team has of each other one what it took of their meetings. What is level goes by [`Ties::order`] wherever there is one.
    #[default]
    Wins,
}

/// How the draw keeps those apart who have met. Later ones keep more of them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draw {
    /// As the oldest tournaments had it.
    First,
    /// Those of a group meet as late as they can in the knock-out, and the best of a league last.
    Apart,
    /// In double elimination, too, two who have met meet again as late as they can.
    #[default]
    Late,
}

/// Everything that is fixed before the first match. Teams are numbered by their seeds, 0 the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// How it is played.
    pub format: Format,
    /// How many teams take part.
    pub teams: usize,
    /// How many players a match has where nothing else is said.
    pub table: usize,
    /// How many players a match may have.
    pub sizes: Sizes,
    /// How many maps there are to draw from.
    pub maps: usize,
    /// What fixes the draw of maps and seats.
    pub seed: Seed,
    /// What decides a match that is level.
    pub ties: Ties,
    /// Who is kept apart. A tournament keeps what it began with.
    pub draw: Draw,
    /// How games are counted. A tournament keeps this, too.
    pub count: Count,
}

/// Something that happens in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A game was played.
    Result {
        /// In this series.
        series: usize,
        /// Which game of it, from 0.
        game: u32,
        /// Each team's rank: the lower is the better one, equal ranks are a draw.
        ranks: Vec<(usize, u32)>,
    },
    /// A team does not play any more, or did not come.
    Gone(usize),
    /// These maps were chosen for a series, in this order, before its first game.
    Maps {
        /// The series.
        series: usize,
        /// The maps.
        maps: Vec<usize>,
    },
}

/// A game that can be played now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// In this series.
    pub series: usize,
    /// Which game of it, from 0.
    pub game: u32,
    /// Who plays, in the order of seats.
    pub players: Vec<usize>,
    /// How many seats the match has. Those beyond the players are taken by somebody who cannot win anything.
    pub seats: usize,
    /// On which map.
    pub map: usize,
}

/// A team in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The team.
    pub team: usize,
    /// Its place, from 1. Those who left in the same way share one.
    pub place: usize,
}

/// Why there cannot be such a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// Too few teams.
    #[error("a tournament of `{0}` teams has nothing to decide; let at least 2 take part")]
    Teams(usize),
    /// No match has so many players.
    #[error("a match cannot have `{0}` players here; choose a number that the game allows")]
    Table(usize),
    /// Double elimination at large tables.
    #[error("double elimination is for matches of 2, not of `{0}`; choose another format")]
    Duels(usize),
    /// Not a number of games.
    #[error("`best of {0}` has no middle; choose an odd number from 1 to 99")]
    Even(u32),
    /// Not a power of two.
    #[error("duels cannot begin with `{0}` teams left; choose 2, 4, 8 and so on")]
    From(usize),
    /// Groups that decide nothing.
    #[error("of groups of `{size}` not `{through}` can go on; choose fewer, and at least 1")]
    Groups {
        /// How many a group has.
        size: usize,
        /// How many of it go on.
        through: usize,
    },
    /// No maps.
    #[error("there is no map to play on; give at least 1")]
    Maps,
    /// No rounds, or more than anybody could want.
    #[error("a tournament has 1 to {MOST_ROUNDS} rounds, not `{0}`")]
    Rounds(usize),
}

/// Why something cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// No such series, or not yet, or not any more.
    #[error("series `{0}` is not being played")]
    Closed(usize),
    /// Another game is to be played.
    #[error("game `{game}` of series `{series}` is not the next one")]
    Game {
        /// The series.
        series: usize,
        /// The game.
        game: u32,
    },
    /// The ranks are not those of the players.
    #[error("the ranks given for series `{0}` are not those of its players")]
    Ranks(usize),
    /// No such team.
    #[error("there is no team `{0}`")]
    Team(usize),
    /// A team cannot leave twice.
    #[error("team `{0}` has left already")]
    Gone(usize),
    /// The maps are not among those there are, or the series has begun.
    #[error("the maps of series `{0}` cannot be chosen like that")]
    Maps(usize),
}

/// A tournament as it stands: a function of its [`Setting`] and what has happened, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    setting: Setting,
    series: Vec<Series>,
    /// Who needs the result of a series, by its number.
    needed: Vec<Vec<usize>>,
    gone: Vec<bool>,
    /// Who plays everybody in each group; a league of all is one group.
    groups: Vec<Vec<usize>>,
    /// The order of each group that is decided.
    orders: Vec<Option<Vec<usize>>>,
    /// How many series of each group are not decided.
    left: Vec<usize>,
    /// The next Swiss round and how many there are.
    swiss: Option<(usize, usize)>,
    undecided: BTreeSet<usize>,
}

impl Ties {
    /// Of two that are level the one with the lesser key is ahead.
    fn key(&self, team: usize) -> (usize, usize) {
        (self.order.iter().position(|&other| other == team).unwrap_or(usize::MAX), team)
    }
}

impl Tournament {
    /// A tournament in which nothing has happened yet.
    pub fn new(setting: Setting) -> Result<Tournament, SettingError> {
        let built = Builder::build(&setting)?;
        let count = built.series.len();
        let mut tournament = Tournament {
            gone: vec![false; setting.teams],
            orders: vec![None; built.groups.len()],
            left: vec![0; built.groups.len()],
            groups: built.groups,
            swiss: built.swiss,
            needed: Vec::new(),
            undecided: BTreeSet::new(),
            series: Vec::new(),
            setting,
        };
        built.series.into_iter().for_each(|series| tournament.add(series));
        tournament.settle((0..count).collect());
        if tournament.swiss.is_some() {
            tournament.next_round();
        }
        Ok(tournament)
    }

    /// A tournament after all of this has happened. What cannot have happened then is passed over.
    pub fn after<'a>(
        setting: Setting,
        log: impl IntoIterator<Item = &'a Happening>,
    ) -> Result<Tournament, SettingError> {
        let mut tournament = Tournament::new(setting)?;
        for happening in log {
            let _ = tournament.tell(happening);
        }
        Ok(tournament)
    }

    /// Something happens. What is refused changes nothing.
    pub fn tell(&mut self, happening: &Happening) -> Result<(), Refused> {
        match happening {
            Happening::Result { series, game, ranks } => self.result(*series, *game, ranks),
            &Happening::Gone(team) => {
                match self.gone.get(team) {
                    None => return Err(Refused::Team(team)),
                    Some(true) => return Err(Refused::Gone(team)),
                    Some(false) => self.gone[team] = true,
                }
                let plays = |series: &&Series| series.result.is_none() && series.plays(team);
                let touched = self.series.iter().filter(plays).map(|series| series.number).collect();
                self.settle(touched);
                Ok(())
            }
            Happening::Maps { series, maps } => {
                let known = maps.iter().all(|&map| map < self.setting.maps);
                match self.series.get_mut(*series) {
                    Some(open) if open.result.is_none() && open.games.is_empty() && known => {
                        open.maps = maps.clone();
                        Ok(())
                    }
                    _ => Err(Refused::Maps(*series)),
                }
            }
        }
    }

    fn result(&mut self, number: usize, game: u32, ranks: &[(usize, u32)]) -> Result<(), Refused> {
        let series = self.series.get(number).filter(|series| series.result.is_none());
        let series = series.filter(|series| series.teams().is_some()).ok_or(Refused::Closed(number))?;
        if series.games.len() as u32 != game {
            return Err(Refused::Game { series: number, game });
        }
        let teams: BTreeSet<usize> = ranks.iter().map(|&(team, _)| team).collect();
        let all = series.slots.iter().flatten().all(|team| self.gone[*team] || teams.contains(team));
        if !all || teams.len() != ranks.len() || !teams.iter().all(|&team| series.plays(team)) {
            return Err(Refused::Ranks(number));
        }
        let map = self.map(series, game);
        let Setting { count, ties, .. } = &self.setting;
        let ranks = match *count == Count::Wins && ties.again == 0 && !ties.order.is_empty() {
            true => series::parted(ranks, ties),
            false => ranks.to_vec(),
        };
        self.series[number].games.push(Game { ranks, map });
        self.settle(vec![number]);
        Ok(())
    }

    /// How it is played.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// All series that are known of, in the order in which they can be played and shown.
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// The groups in which everybody meets everybody, by team.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Whether a team has left.
    pub fn is_gone(&self, team: usize) -> bool {
        self.gone.get(team).copied().unwrap_or(true)
    }

    /// Whether everything is decided.
    pub fn is_over(&self) -> bool {
        self.undecided.is_empty()
    }

    /// The games that can be played now. Nobody is in two of them.
    pub fn calls(&self) -> Vec<Call> {
        let mut busy = vec![false; self.setting.teams];
        let mut calls = Vec::new();
        for series in self.undecided.iter().map(|&number| &self.series[number]) {
            let known = || series.slots.iter().flatten().copied().filter(|&team| !self.gone[team]);
            let free = known().all(|team| !busy[team]);
            // Whoever waits for an opponent here plays here next: series are played in their order.
            known().for_each(|team| busy[team] = true);
            if free && series.teams().is_some() {
                calls.push(self.call(series));
            }
        }
        calls
    }

    fn call(&self, series: &Series) -> Call {
        let game = series.games.len() as u32;
        let teams = series.slots.iter().flatten().copied();
        let mut players: Vec<usize> = teams.filter(|&team| !self.gone[team]).collect();
        self.chance(series.number, 1).shuffle(&mut players);
        let turn = game as usize % players.len().max(1);
        players.rotate_left(turn);
        let least = self.setting.sizes.list().iter().copied().find(|&size| size >= players.len());
        let seats = least.unwrap_or(players.len());
        Call { series: series.number, game, players, seats, map: self.map(series, game) }
    }

    fn map(&self, series: &Series, game: u32) -> usize {
        let mut maps = series.maps.clone();
        if maps.is_empty() {
            maps = (0..self.setting.maps).collect();
            self.chance(series.number, 2).shuffle(&mut maps);
        }
        maps.get(game as usize % maps.len().max(1)).copied().unwrap_or(0)
    }

    /// The chance of one series, for one purpose.
    fn chance(&self, series: usize, purpose: u64) -> Chance {
        let mixed = (series as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(purpose);
        Chance::new(Seed(self.setting.seed.0 ^ mixed.rotate_left(17)))
    }

    /// Those who have a place by now, from the best down. When it is over everybody has one; until then a place that is shared may
    /// still get better.
    pub fn places(&self) -> Vec<Placed> {
        let mut left: Vec<(Exit, usize)> = Vec::new();
        let goes_on = |group, rank| {
            self.series.iter().any(|series| series.feeds.contains(&Feed::Group { group, rank }))
        };
        for (group, order) in self.orders.iter().enumerate() {
            let order = order.iter().flatten().enumerate();
            let out = order.filter(|(rank, _)| !goes_on(group, *rank));
            left.extend(out.map(|(rank, &team)| (Exit { worth: 0, rank }, team)));
        }
        for series in &self.series {
            let (Some(result), Some(worth)) = (&series.result, series.worth) else { continue };
            let out = result.iter().enumerate().filter(|(rank, _)| !series.fed.contains(rank));
            left.extend(out.map(|(rank, standing)| (Exit { worth, rank }, standing.team)));
        }
        left.sort_unstable_by_key(|&(exit, team)| (std::cmp::Reverse(exit.worth), exit.rank, team));
        // Those who are still playing will be better than those who have left.
        let ahead = self.setting.teams - left.len();
        let mut placed: Vec<Placed> = Vec::new();
        for (index, &(exit, team)) in left.iter().enumerate() {
            let level = index > 0 && left[index - 1].0 == exit;
            let place = if level { placed[index - 1].place } else { ahead + index + 1 };
            placed.push(Placed { team, place });
        }
        placed
    }

    /// How the teams of a group stand, from the best down.
    pub fn table(&self, group: usize) -> Vec<Line> {
        let members = self.groups.get(group).map_or(&[][..], Vec::as_slice);
        table::table(self, group, members)
    }

    fn add(&mut self, series: Series) {
        let number = series.number;
        if let Stage::Group(group) = series.stage {
            self.left[group] += 1;
        }
        for feed in &series.feeds {
            if let Feed::Of { series: other, rank } = *feed {
                self.needed[other].push(number);
                self.series[other].fed.push(rank);
            }
        }
        self.undecided.insert(number);
        self.needed.push(Vec::new());
        self.series.push(series);
    }

    /// Looks at series to which something has happened, and at whatever follows.
    fn settle(&mut self, mut touched: Vec<usize>) {
        while let Some(number) = touched.pop() {
            if self.series[number].result.is_some() {
                continue;
            }
            self.fill(number);
            let series = &self.series[number];
            let result = match series.reset_of {
                // Whoever came undefeated has won, so nothing is left to play.
                Some(first) if self.undefeated_won(first) => {
                    self.series[first].result.clone().map(|result| (result, None))
                }
                _ => series::judge(series, &self.setting, &self.gone),
            };
            let Some((result, level)) = result else { continue };
            self.series[number].result = Some(result);
            self.series[number].level = level;
            self.undecided.remove(&number);
            touched.extend(self.needed[number].iter().copied());
            if let Stage::Group(group) = self.series[number].stage {
                self.left[group] -= 1;
                if self.left[group] == 0 {
                    touched.extend(self.group_over(group));
                }
            }
        }
    }

    fn undefeated_won(&self, first: usize) -> bool {
        let series = &self.series[first];
        let winner = series.result.as_ref().and_then(|result| result.first());
        winner.is_some_and(|winner| series.slots[0] == Some(winner.team))
    }

    /// A group has no series left: its order is known, or its next round is drawn. Says which series this touches.
    fn group_over(&mut self, group: usize) -> Vec<usize> {
        if self.swiss.is_some_and(|(next, rounds)| next < rounds) {
            self.next_round();
            if self.left[group] > 0 {
                return Vec::new();
            }
        }
        let order: Vec<usize> = self.table(group).iter().map(|line| line.team).collect();
        self.orders[group] = Some(order);
        let waits = |series: &&Series| {
            series
                .feeds
                .iter()
                .any(|feed| matches!(feed, Feed::Group { group: other, .. } if *other == group))
        };
        self.series.iter().filter(waits).map(|series| series.number).collect()
    }

    /// Draws the next Swiss round. Where there is none, or nobody to play it, the order is known.
    fn next_round(&mut self) {
        if let Some((next, rounds)) = self.swiss.filter(|(next, rounds)| next < rounds) {
            let drawn = pairing::round(self, next);
            // Where fewer than two are left no later round would have anything to play either.
            self.swiss = Some((if drawn.is_empty() { rounds } else { next + 1 }, rounds));
            let first = self.series.len();
            drawn.into_iter().for_each(|series| self.add(series));
            // Not through `settle`: whoever was drawn is here, so each of these has something to play.
            (first..self.series.len()).for_each(|number| self.fill(number));
        }
        if self.left[0] == 0 && self.orders[0].is_none() {
            let order = self.table(0).iter().map(|line| line.team).collect();
            self.orders[0] = Some(order);
        }
    }

    /// Writes into a series who is known to play in it.
    fn fill(&mut self, number: usize) {
        for slot in 0..self.series[number].slots.len() {
            if self.series[number].slots[slot].is_some() {
                continue;
            }
            let team = match self.series[number].feeds[slot] {
                Feed::Seed(team) => Some(team),
                Feed::Of { series, rank } => self.series[series]
                    .result
                    .as_ref()
                    .and_then(|result| result.get(rank))
                    .map(|one| one.team),
                Feed::Group { group, rank } => {
                    self.orders[group].as_ref().and_then(|order| order.get(rank)).copied()
                }
            };
            self.series[number].slots[slot] = team;
        }
    }
}

/// How a team left: the later, the better; then by its rank in its last series.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Exit {
    worth: usize,
    rank: usize,
}
