use std::cmp::Reverse;
use std::collections::BTreeMap;

use thiserror::Error;

use crate::Sizes;

/// The ranking of a contest with ranked rounds, as the Blitz contests had them: in every round the teams are put into
/// groups by their ranking and each group plays one match; then the winner of a match moves up a group and the last
/// moves down a group.
///
/// Everything is a function of the ranking and the results:
///
/// * [`Groups::round`] cuts the ranking into groups of neighbours. Where the sizes of a match do not add up to the number
///   of teams, some have a bye: always those with the fewest byes, of these whoever's bye is longest ago, of these the
///   lowest in the ranking. So nobody has a second bye before everybody has had one.
/// * [`Groups::after`] orders each group by its match. Then, between every two groups, the last of the upper one and the
///   winner of the lower one change places. A shared first place is not a win and a shared last place is not a loss:
///   then these two stay where they are. A void match moves nobody. A team with a bye keeps its place.
///
/// From one round to the next a team moves by one group at most, as long as nobody enters or leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// From the best team down.
    places: Vec<Place>,
    rounds: u32,
}

/// A team in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The team.
    pub team: usize,
    /// How many byes it has had. A team that enters late is given those that everybody has had.
    pub byes: u32,
    /// The round of its last bye (from 1), or the one in which it came in.
    pub rested: u32,
}

/// Who plays whom in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The teams of each match, from the best group down and from the best team down.
    pub groups: Vec<Vec<usize>>,
    /// The teams that have a bye.
    pub byes: Vec<usize>,
}

/// Why results do not fit a ranking.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GroupsError {
    /// A team of the round is not in the ranking.
    #[error("team `{0}` is not in the ranking; let teams leave after the round, not during it")]
    Unknown(usize),
    /// A team has two places.
    #[error("team `{0}` is there twice; give every team one place")]
    Twice(usize),
    /// The number of results is not that of the groups.
    #[error("`{given}` results for `{groups}` groups; give one for each group, `None` for a void match")]
    Results {
        /// How many results there are.
        given: usize,
        /// How many groups there are.
        groups: usize,
    },
    /// The number of ranks is not that of the teams in a group.
    #[error("`{given}` ranks for the `{teams}` teams of group `{group}`; give one for each team")]
    Ranks {
        /// The group, 0 the best.
        group: usize,
        /// How many ranks there are.
        given: usize,
        /// How many teams there are.
        teams: usize,
    },
}

impl Groups {
    /// A first ranking, from the best team down.
    pub fn new(teams: impl IntoIterator<Item = usize>) -> Result<Groups, GroupsError> {
        let mut groups = Groups::default();
        teams.into_iter().try_for_each(|team| groups.enter(team))?;
        Ok(groups)
    }

    /// A first ranking by a score from elsewhere, that of the validation match for instance: the highest first, and equal
    /// scores in the order given.
    pub fn seeded(scores: impl IntoIterator<Item = (usize, f64)>) -> Result<Groups, GroupsError> {
        let mut scores: Vec<(usize, f64)> = scores.into_iter().collect();
        scores.sort_by(|a, b| b.1.total_cmp(&a.1));
        Groups::new(scores.into_iter().map(|(team, _)| team))
    }

    /// The ranking as it was stored: from the best place down, after so many rounds.
    pub fn restore(places: Vec<Place>, rounds: u32) -> Result<Groups, GroupsError> {
        let groups = Groups { places, rounds };
        groups.numbers()?;
        Ok(groups)
    }

    /// The places, from the best down.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The teams, from the best down.
    pub fn order(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|place| place.team)
    }

    /// How many rounds have been counted.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// A new team enters at the bottom.
    pub fn enter(&mut self, team: usize) -> Result<(), GroupsError> {
        self.enter_at(team, self.places.len())
    }

    /// A new team enters in a certain place, 0 the best. A place below the bottom is the bottom.
    pub fn enter_at(&mut self, team: usize, place: usize) -> Result<(), GroupsError> {
        if self.order().any(|other| other == team) {
            return Err(GroupsError::Twice(team));
        }
        let byes = self.places.iter().map(|place| place.byes).min().unwrap_or(0);
        let place = place.min(self.places.len());
        self.places.insert(place, Place { team, byes, rested: self.rounds });
        Ok(())
    }

    /// A team leaves, and those below it close up. Whether it was there.
    pub fn leave(&mut self, team: usize) -> bool {
        let before = self.places.len();
        self.places.retain(|place| place.team != team);
        self.places.len() < before
    }

    /// The groups and byes of the next round.
    pub fn round(&self, sizes: &Sizes) -> Round {
        let split = sizes.split(self.places.len());
        let left = self.places.len() - split.iter().sum::<usize>();
        let mut turns: Vec<usize> = (0..self.places.len()).collect();
        let turn = |&place: &usize| (self.places[place].byes, self.places[place].rested, Reverse(place));
        turns.sort_unstable_by_key(turn);
        let mut resting = vec![false; self.places.len()];
        turns[..left].iter().for_each(|&place| resting[place] = true);
        let of = |rests: bool| {
            let places = self.places.iter().zip(&resting);
            places.filter(move |(_, resting)| **resting == rests).map(|(place, _)| place.team)
        };
        let mut playing = of(false);
        let groups = split.into_iter().map(|size| playing.by_ref().take(size).collect()).collect();
        Round { groups, byes: of(true).collect() }
    }

    /// The ranking after a round. For each group there are the ranks of its teams, in the order in which the round has
    /// them (the lower rank is the better one, equal ranks are a draw), or `None` if the match is void.
    ///
    /// Teams that entered after the round was drawn are in nobody's way. Teams leave after the round, not before; one that
    /// is disqualified in it is ranked last in its match and then leaves.
    pub fn after(&self, round: &Round, results: &[Option<Vec<u32>>]) -> Result<Groups, GroupsError> {
        let numbers = self.numbers()?;
        let number = |team: &usize| numbers.get(team).copied().ok_or(GroupsError::Unknown(*team));
        if results.len() != round.groups.len() {
            return Err(GroupsError::Results { given: results.len(), groups: round.groups.len() });
        }
        let mut next = Groups { places: self.places.clone(), rounds: self.rounds + 1 };
        let mut groups = Vec::new();
        for (group, (teams, ranks)) in round.groups.iter().zip(results).enumerate() {
            groups.push(Finished::new(group, teams, ranks.as_deref())?);
        }
        for upper in 1..groups.len() {
            let (above, below) = groups.split_at_mut(upper);
            let (above, below) = (&mut above[upper - 1], &mut below[0]);
            if let (true, true, Some(last), Some(first)) =
                (above.lost, below.won, above.teams.last_mut(), below.teams.first_mut())
            {
                std::mem::swap(last, first);
            }
        }
        let mut slots = Vec::new();
        for team in round.groups.iter().flatten() {
            slots.push(number(team)?);
        }
        slots.sort_unstable();
        if let Some(twice) = slots.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(GroupsError::Twice(self.places[twice[0]].team));
        }
        for (&slot, team) in slots.iter().zip(groups.iter().flat_map(|group| &group.teams)) {
            next.places[slot] = self.places[number(team)?];
        }
        for team in &round.byes {
            let place = &mut next.places[number(team)?];
            if slots.binary_search(&numbers[team]).is_ok() || place.rested == next.rounds {
                return Err(GroupsError::Twice(*team));
            }
            (place.byes, place.rested) = (place.byes + 1, next.rounds);
        }
        Ok(next)
    }

    /// Each team's place.
    fn numbers(&self) -> Result<BTreeMap<usize, usize>, GroupsError> {
        let mut numbers = BTreeMap::new();
        for (number, place) in self.places.iter().enumerate() {
            if numbers.insert(place.team, number).is_some() {
                return Err(GroupsError::Twice(place.team));
            }
        }
        Ok(numbers)
    }
}

/// A group after its match.
struct Finished {
    /// The winner first, the last one last, and who drew as before.
    teams: Vec<usize>,
    /// Whether one team alone came first.
    won: bool,
    /// Whether one team alone came last.
    lost: bool,
}

impl Finished {
    fn new(group: usize, teams: &[usize], ranks: Option<&[u32]>) -> Result<Finished, GroupsError> {
        let Some(ranks) = ranks else {
            return Ok(Finished { teams: teams.to_vec(), won: false, lost: false });
        };
        if ranks.len() != teams.len() {
            return Err(GroupsError::Ranks { group, given: ranks.len(), teams: teams.len() });
        }
        let alone = |rank: Option<&u32>| ranks.iter().filter(|other| Some(*other) == rank).count() == 1;
        let mut order: Vec<usize> = (0..teams.len()).collect();
        order.sort_by_key(|&member| ranks[member]);
        Ok(Finished {
            teams: order.into_iter().map(|member| teams[member]).collect(),
            won: teams.len() > 1 && alone(ranks.iter().min()),
            lost: teams.len() > 1 && alone(ranks.iter().max()),
        })
    }
}
