use super::apart::{apart, comes_down, shifted};
use super::{Draw, Feed, Format, MOST_ROUNDS, Series, Setting, SettingError, Stage};
use crate::Sizes;

/// The series that are known before anything is played.
pub(super) struct Builder {
    pub(super) series: Vec<Series>,
    pub(super) groups: Vec<Vec<usize>>,
    pub(super) swiss: Option<(usize, usize)>,
    sizes: Sizes,
    draw: Draw,
    /// How late the next round is.
    worth: usize,
}

/// One round of a knock-out: how many sit at a table, and how many of them go on.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) table: usize,
    pub(super) through: usize,
}

/// What all series of a round have in common.
#[derive(Clone, Copy)]
struct Round {
    stage: Stage,
    round: usize,
    width: usize,
    best_of: u32,
    through: usize,
    worth: Option<usize>,
}

impl Shape {
    /// The better half goes on where there is one; else the largest part that the table can be cut into.
    fn of(table: usize) -> Shape {
        let through = (1..=table / 2).rev().find(|part| table.is_multiple_of(*part)).unwrap_or(1);
        Shape { table, through }
    }

    /// The slot at a table for somebody of a tier, in a round of so many tables.
    fn slot(tier: usize, table: usize, width: usize) -> usize {
        if tier.is_multiple_of(2) { tier * width + table } else { (tier + 1) * width - 1 - table }
    }

    /// The table at which a slot is.
    pub(super) fn table_of(slot: usize, width: usize) -> usize {
        let (tier, place) = (slot / width, slot % width);
        if tier.is_multiple_of(2) { place } else { width - 1 - place }
    }
}

/// The rounds of a knock-out, from the first to the final, and for how many teams there is room.
fn rounds_for(entrants: usize, end: Shape, shape: impl Fn(usize) -> Shape) -> (Vec<Shape>, usize) {
    let mut rounds = vec![Shape { through: 1, ..end }];
    let mut size = end.table;
    while size < entrants {
        let round = shape(size);
        size = size / round.through * round.table;
        rounds.push(round);
    }
    rounds.reverse();
    (rounds, size)
}

const DUEL: Shape = Shape { table: 2, through: 1 };

impl Builder {
    pub(super) fn build(setting: &Setting) -> Result<Builder, SettingError> {
        check(setting)?;
        let mut builder = Builder {
            series: Vec::new(),
            groups: Vec::new(),
            swiss: None,
            sizes: setting.sizes.clone(),
            draw: setting.draw,
            worth: 1,
        };
        let seeds: Vec<Feed> = (0..setting.teams).map(Feed::Seed).collect();
        let wide = Shape::of(setting.table);
        match setting.format {
            Format::Blitz { duels_from } => {
                // The document has matches of two and of four. Where the game has no such tables, all are as the game has them.
                let four = setting.sizes.allows(4).then_some(Shape { table: 4, through: 2 });
                if let (true, Some(sizes)) =
                    (setting.sizes.allows(2), Sizes::new([2].into_iter().chain(four.map(|_| 4))))
                {
                    builder.sizes = sizes;
                    let shape = |left| if left < duels_from { DUEL } else { four.unwrap_or(DUEL) };
                    builder.knockout(seeds, DUEL, shape, 1, 3, false);
                } else {
                    builder.knockout(seeds, wide, |_| wide, 1, 3, false);
                }
            }
            Format::Single { best_of, last, third } => {
                builder.knockout(seeds, wide, |_| wide, best_of, last, third);
            }
            Format::Double { best_of, last, reset } => builder.double(seeds, best_of, last, reset),
            Format::RoundRobin { best_of, laps } => {
                builder.league((0..setting.teams).collect(), setting.table, best_of, laps);
            }
            Format::Swiss { rounds, .. } => {
                let halvings = setting.teams.next_power_of_two().trailing_zeros() as usize;
                let most = (setting.teams - 1).max(1);
                builder.groups.push((0..setting.teams).collect());
                builder.swiss = Some((0, rounds.unwrap_or(halvings).clamp(1, most)));
            }
            Format::Groups { size, through, best_of, last, third } => {
                // As near to the size as can be, and never so small that nobody would be left out.
                let size = size.min(setting.teams);
                let near = ((2 * setting.teams + size) / (2 * size)).max(1);
                let count = (1..=near).rev().find(|count| setting.teams / count > through).unwrap_or(1);
                let smallest = setting.teams / count;
                // One group alone must leave somebody to play the final.
                let through = if count == 1 { through.max(2) } else { through }.min(smallest);
                for group in 0..count {
                    let members = (0..setting.teams).filter(|&team| snake(team, count) == group).collect();
                    builder.league(members, setting.table, best_of, 1);
                }
                let (rounds, size) = rounds_for(count * through, wide, |_| wide);
                let order = match setting.draw {
                    Draw::First => shifted(count, through),
                    _ => apart(count, through, size, &rounds),
                };
                let mut qualified = Vec::new();
                for (rank, order) in order.into_iter().enumerate() {
                    qualified.extend(order.into_iter().map(|group| Feed::Group { group, rank }));
                }
                builder.knockout(qualified, wide, |_| wide, best_of, last, third);
            }
        }
        Ok(builder)
    }

    /// A knock-out of these, from the best down. In every round a table has one of each tier of seeds, and whoever wins inherits the
    /// best seed of the table. So the best meet as late as they can.
    fn knockout(
        &mut self,
        entrants: Vec<Feed>,
        end: Shape,
        shape: impl Fn(usize) -> Shape,
        best_of: u32,
        last: u32,
        third: bool,
    ) {
        let (rounds, size) = rounds_for(entrants.len(), end, shape);
        let mut slots: Vec<Option<Feed>> = entrants.into_iter().map(Some).collect();
        slots.resize(size, None);
        let count = rounds.len();
        for (number, shape) in rounds.into_iter().enumerate() {
            let width = slots.len() / shape.table;
            let is_last = number + 1 == count;
            let round = Round {
                stage: if is_last { Stage::Final } else { Stage::Winners },
                round: number,
                width,
                best_of: if is_last { last } else { best_of },
                through: shape.through,
                worth: Some(self.worth + usize::from(is_last)),
            };
            let mut next = vec![None; width * shape.through];
            let mut beaten = Vec::new();
            for table in 0..width {
                let feeds =
                    (0..shape.table).filter_map(|tier| slots[Shape::slot(tier, table, width)]).collect();
                let (onward, series) = self.meet(feeds, round);
                beaten.extend(series.map(|series| Feed::Of { series, rank: 1 }));
                for (rank, feed) in onward.into_iter().enumerate() {
                    next[rank * width + cross(rank, table, width)] = Some(feed);
                }
            }
            if third && number + 2 == count && beaten.len() == 2 && shape.table == 2 {
                let round = Round {
                    stage: Stage::Third,
                    width: 1,
                    round: number + 1,
                    worth: Some(self.worth + 1),
                    ..round
                };
                self.meet(beaten, round);
                self.worth += 1;
            }
            self.worth += 1;
            slots = next;
        }
    }

    fn double(&mut self, entrants: Vec<Feed>, best_of: u32, last: u32, reset: bool) {
        let size = entrants.len().next_power_of_two();
        let mut slots: Vec<Option<Feed>> = entrants.into_iter().map(Some).collect();
        slots.resize(size, None);
        let mut losers: Vec<Option<Feed>> = Vec::new();
        let (mut number, mut lower) = (0, 0);
        let round = |stage, round, width, worth| Round { stage, round, width, best_of, through: 1, worth };
        while slots.len() > 1 {
            let width = slots.len() / 2;
            let above = round(Stage::Winners, number, width, None);
            let (mut next, mut dropped) = (Vec::new(), Vec::new());
            for table in 0..width {
                let (winner, loser) = self.duel(slots[table], slots[2 * width - 1 - table], above);
                next.push(winner);
                dropped.push(loser);
            }
            slots = next;
            if number == 0 {
                losers = dropped;
            } else {
                // First those who have lost meet each other, then they meet whoever has just lost, who comes from elsewhere.
                let late = self.draw == Draw::Late;
                let half = losers.len() / 2;
                let below = round(Stage::Losers, lower, half, Some(self.worth));
                losers = (0..half)
                    .map(|table| self.duel(losers[table], losers[2 * half - 1 - table], below).0)
                    .collect();
                let below = round(Stage::Losers, lower + 1, half, Some(self.worth + 1));
                let other = |table: usize| match number % 2 {
                    _ if late => comes_down(table, half, number),
                    1 => (table + half / 2) % half,
                    _ => half - 1 - table,
                };
                losers =
                    (0..half).map(|table| self.duel(losers[table], dropped[other(table)], below).0).collect();
                self.worth += 2;
                lower += 2;
            }
            number += 1;
        }
        let grand = Round { best_of: last, ..round(Stage::Final, number, 1, Some(self.worth)) };
        let feeds: Vec<Feed> = slots.into_iter().chain(losers).flatten().collect();
        let (_, series) = self.meet(feeds, grand);
        if let (Some(first), true) = (series, reset) {
            let feeds = vec![Feed::Of { series: first, rank: 0 }, Feed::Of { series: first, rank: 1 }];
            let (_, again) = self.meet(feeds, Round { round: number + 1, ..grand });
            if let Some(again) = again {
                self.series[again].reset_of = Some(first);
            }
        }
    }

    /// A match of two, one or none: who goes on, and who has lost it.
    fn duel(&mut self, one: Option<Feed>, other: Option<Feed>, round: Round) -> (Option<Feed>, Option<Feed>) {
        let (onward, series) = self.meet([one, other].into_iter().flatten().collect(), round);
        (onward.first().copied(), series.map(|series| Feed::Of { series, rank: 1 }))
    }

    /// Those who are there meet at a table. Says who goes on, and in which series that is decided. Where nobody would be left out there is
    /// none; where the game has no table of that size, the best go on without playing and the others play for the rest.
    fn meet(&mut self, feeds: Vec<Feed>, round: Round) -> (Vec<Feed>, Option<usize>) {
        if feeds.len() <= round.through {
            return (feeds, None);
        }
        let fits = |byes: &usize| self.sizes.allows(feeds.len() - byes);
        let byes = (0..round.through).find(fits).unwrap_or(0);
        let mut onward = feeds[..byes].to_vec();
        let through = round.through - byes;
        let series = self.add(feeds[byes..].to_vec(), Round { through, ..round });
        onward.extend((0..through).map(|rank| Feed::Of { series, rank }));
        (onward, Some(series))
    }

    /// A new group: everybody meets everybody.
    fn league(&mut self, members: Vec<usize>, table: usize, best_of: u32, laps: usize) {
        let group = self.groups.len();
        let rounds = match table {
            2 => super::pairing::circle(&members, self.draw > Draw::First),
            _ => super::pairing::tables(&members, table, &self.sizes),
        };
        let each = rounds.len();
        for (number, tables) in (0..laps).flat_map(|_| rounds.iter()).enumerate() {
            let stage = Stage::Group(group);
            let round = Round { stage, round: number, width: tables.len(), best_of, through: 0, worth: None };
            for table in tables {
                let mut feeds: Vec<Feed> = table.iter().copied().map(Feed::Seed).collect();
                if (number / each.max(1)) % 2 == 1 {
                    feeds.reverse();
                }
                self.add(feeds, round);
            }
        }
        self.groups.push(members);
    }

    fn add(&mut self, feeds: Vec<Feed>, round: Round) -> usize {
        let number = self.series.len();
        self.series.push(new(number, feeds, round));
        number
    }
}

fn new(number: usize, feeds: Vec<Feed>, round: Round) -> Series {
    Series {
        number,
        stage: round.stage,
        round: round.round,
        width: round.width,
        slots: vec![None; feeds.len()],
        feeds,
        best_of: round.best_of,
        through: round.through,
        games: Vec::new(),
        maps: Vec::new(),
        result: None,
        level: None,
        worth: round.worth,
        fed: Vec::new(),
        reset_of: None,
    }
}

/// A series in which points are counted.
pub(super) fn counted(number: usize, round: usize, width: usize, teams: &[usize], best_of: u32) -> Series {
    let feeds = teams.iter().copied().map(Feed::Seed).collect();
    let stage = Stage::Group(0);
    new(number, feeds, Round { stage, round, width, best_of, through: 0, worth: None })
}

/// Which seed of its tier the team with a rank at a table inherits. Those who come second at a table change sides, so that they do not meet
/// whoever beat them at once.
fn cross(rank: usize, table: usize, width: usize) -> usize {
    match rank % 2 {
        0 => table,
        // Tables `t` and `width - 1 - t` meet next. Their seconds go to the next such pair.
        _ if width >= 4 => {
            let pair = table.min(width - 1 - table) ^ 1;
            if pair > (width - 1) / 2 {
                table
            } else if table < width / 2 {
                pair
            } else {
                width - 1 - pair
            }
        }
        _ => table,
    }
}

/// The group of a seed: forth and back, so that groups are about as strong.
fn snake(team: usize, groups: usize) -> usize {
    let place = team % groups;
    if (team / groups).is_multiple_of(2) { place } else { groups - 1 - place }
}

fn check(setting: &Setting) -> Result<(), SettingError> {
    if setting.teams < 2 {
        return Err(SettingError::Teams(setting.teams));
    }
    if !setting.sizes.allows(setting.table) {
        return Err(SettingError::Table(setting.table));
    }
    if setting.maps == 0 {
        return Err(SettingError::Maps);
    }
    let odd = |games: u32| match games % 2 == 1 && games <= 99 {
        true => Ok(()),
        false => Err(SettingError::Even(games)),
    };
    match setting.format {
        Format::Blitz { duels_from } if duels_from < 2 || !duels_from.is_power_of_two() => {
            Err(SettingError::From(duels_from))
        }
        Format::Blitz { .. } => Ok(()),
        Format::Double { .. } if setting.table != 2 => Err(SettingError::Duels(setting.table)),
        Format::Single { best_of, last, .. } | Format::Double { best_of, last, .. } => {
            odd(best_of).and_then(|()| odd(last))
        }
        Format::RoundRobin { laps: rounds, .. } | Format::Swiss { rounds: Some(rounds), .. }
            if !(1..=MOST_ROUNDS).contains(&rounds) =>
        {
            Err(SettingError::Rounds(rounds))
        }
        Format::RoundRobin { best_of, .. } | Format::Swiss { best_of, .. } => odd(best_of),
        Format::Groups { size, through, .. } if through == 0 || size < 2 || through >= size => {
            Err(SettingError::Groups { size, through })
        }
        Format::Groups { best_of, last, .. } => odd(best_of).and_then(|()| odd(last)),
    }
}
