//! Ranked rounds: one test for each rule, and what holds however the matches end.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use meydan_contest::{Groups, GroupsError, Round, Sizes};
use proptest::prelude::*;

fn order(groups: &Groups) -> Vec<usize> {
    groups.order().collect()
}

fn sizes(sizes: impl IntoIterator<Item = usize>) -> Sizes {
    Sizes::new(sizes).unwrap()
}

#[test]
fn teams_are_put_into_groups_by_ranking() {
    let groups = Groups::new([5, 3, 8, 1, 9, 2, 7, 4]).unwrap();
    let round = groups.round(&sizes([4]));
    assert_eq!(round, Round { groups: vec![vec![5, 3, 8, 1], vec![9, 2, 7, 4]], byes: vec![] });
}

#[test]
fn the_winner_moves_up_a_group_and_the_last_moves_down() {
    let groups = Groups::new(0..9).unwrap();
    let round = groups.round(&sizes([3]));
    let results = [Some(vec![2, 1, 3]), Some(vec![1, 2, 3]), Some(vec![3, 2, 1])];
    let next = groups.after(&round, &results).unwrap();
    assert_eq!(next.round(&sizes([3])).groups, [vec![1, 0, 3], vec![2, 4, 8], vec![5, 7, 6]]);
}

#[test]
fn a_shared_first_place_is_not_a_win_and_a_shared_last_place_is_not_a_loss() {
    let groups = Groups::new(0..8).unwrap();
    let round = groups.round(&sizes([4]));
    let no_winner = [Some(vec![1, 2, 3, 4]), Some(vec![2, 1, 1, 4])];
    assert_eq!(order(&groups.after(&round, &no_winner).unwrap()), [0, 1, 2, 3, 5, 6, 4, 7]);
    let no_loser = [Some(vec![3, 2, 1, 3]), Some(vec![4, 3, 2, 1])];
    assert_eq!(order(&groups.after(&round, &no_loser).unwrap()), [2, 1, 0, 3, 7, 6, 5, 4]);
}

#[test]
fn a_void_match_moves_nobody() {
    let groups = Groups::new(0..6).unwrap();
    let round = groups.round(&sizes([2]));
    let next = groups.after(&round, &[Some(vec![1, 2]), None, Some(vec![2, 1])]).unwrap();
    assert_eq!(order(&next), [0, 1, 2, 3, 5, 4]);
}

#[test]
fn a_team_with_a_bye_keeps_its_place() {
    let groups = Groups::new(0..5).unwrap();
    let first = groups.round(&sizes([2]));
    assert_eq!(first.byes, [4]);
    let next = groups.after(&first, &[Some(vec![1, 2]), Some(vec![1, 2])]).unwrap();
    assert_eq!(order(&next), [0, 2, 1, 3, 4]);
    let second = next.round(&sizes([2]));
    assert_eq!((second.byes, second.groups), (vec![3], vec![vec![0, 2], vec![1, 4]]));
}

#[test]
fn new_teams_enter_at_the_bottom_and_are_not_the_next_to_rest() {
    let mut groups = Groups::new(0..3).unwrap();
    for _ in 0..4 {
        groups = groups.after(&groups.round(&sizes([2])), &[None]).unwrap();
    }
    groups.enter(7).unwrap();
    groups.enter(8).unwrap();
    assert_eq!(order(&groups), [0, 1, 2, 7, 8]);
    assert_eq!(groups.round(&sizes([2])).byes, [1]);
    assert_eq!(groups.enter(7), Err(GroupsError::Twice(7)));
    groups.enter_at(9, 1).unwrap();
    assert!(groups.leave(2) && !groups.leave(2));
    assert_eq!(order(&groups), [0, 9, 1, 7, 8]);
}

#[test]
fn a_validation_score_may_make_the_first_ranking() {
    let groups = Groups::seeded([(0, 3.0), (1, 12.5), (2, 3.0), (3, -1.0)]).unwrap();
    assert_eq!(order(&groups), [1, 0, 2, 3]);
}

#[test]
fn results_that_do_not_fit_are_refused() {
    let groups = Groups::new(0..4).unwrap();
    let round = groups.round(&sizes([2]));
    assert_eq!(groups.after(&round, &[None]), Err(GroupsError::Results { given: 1, groups: 2 }));
    let ranks = GroupsError::Ranks { group: 1, given: 3, teams: 2 };
    assert_eq!(groups.after(&round, &[None, Some(vec![1, 2, 3])]), Err(ranks));
    let strange = Round { groups: vec![vec![0, 9]], byes: vec![] };
    assert_eq!(groups.after(&strange, &[None]), Err(GroupsError::Unknown(9)));
    let twice = Round { groups: vec![vec![0, 1]], byes: vec![1] };
    assert_eq!(groups.after(&twice, &[None]), Err(GroupsError::Twice(1)));
    let twice = Round { groups: vec![vec![0, 0]], byes: vec![] };
    assert_eq!(groups.after(&twice, &[None]), Err(GroupsError::Twice(0)));
    assert_eq!(Groups::new([1, 1]), Err(GroupsError::Twice(1)));
}

#[test]
fn a_stored_ranking_goes_on_as_it_would_have() {
    let groups = Groups::new(0..5).unwrap();
    let next = groups.after(&groups.round(&sizes([2])), &[None, Some(vec![2, 1])]).unwrap();
    assert_eq!(Groups::restore(next.places().to_vec(), next.rounds()), Ok(next));
}

/// In which group each team is; a team with a bye is in none.
fn places(round: &Round) -> BTreeMap<usize, usize> {
    let members = |(group, teams): (usize, &Vec<usize>)| {
        teams.iter().map(move |&team| (team, group)).collect::<Vec<_>>()
    };
    round.groups.iter().enumerate().flat_map(members).collect()
}

/// Ranks for the round's groups out of a stream of numbers, every tenth match void.
fn results(round: &Round, dice: &mut impl Iterator<Item = u32>) -> Vec<Option<Vec<u32>>> {
    let mut roll = || dice.next().unwrap();
    let result = |teams: &Vec<usize>| {
        let ranks: Vec<u32> = teams.iter().map(|_| 1 + roll() % 6).collect();
        (roll() % 10 > 0).then_some(ranks)
    };
    round.groups.iter().map(result).collect()
}

proptest! {
    #[test]
    fn every_team_has_one_place_and_moves_by_at_most_one_group(
        teams in 0usize..40,
        allowed in prop::collection::vec(2usize..=4, 1..3),
        dice in prop::collection::vec(any::<u32>(), 2_000),
    ) {
        let sizes = sizes(allowed);
        let mut dice = dice.into_iter().cycle();
        let mut groups = Groups::new(0..teams).unwrap();
        let mut byes = vec![0u32; teams];
        for _ in 0..12 {
            let round = groups.round(&sizes);
            prop_assert_eq!(&round, &groups.clone().round(&sizes));
            prop_assert!(round.groups.iter().all(|group| sizes.allows(group.len())));
            let mut all: Vec<usize> = round.groups.iter().flatten().chain(&round.byes).copied().collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..teams).collect::<Vec<_>>());
            // Nobody has a second bye before everybody has had one.
            round.byes.iter().for_each(|&team| byes[team] += 1);
            let (most, least) = (byes.iter().max(), byes.iter().min());
            prop_assert!(most.zip(least).is_none_or(|(most, least)| most - least <= 1));

            let results = results(&round, &mut dice);
            let next = groups.after(&round, &results).unwrap();
            let mut same = order(&next);
            same.sort_unstable();
            prop_assert_eq!(same, (0..teams).collect::<Vec<_>>());
            let (before, after) = (places(&round), places(&next.round(&sizes)));
            for (team, group) in &before {
                if let Some(then) = after.get(team) {
                    prop_assert!(group.abs_diff(*then) <= 1, "team {} went from {} to {}", team, group, then);
                }
            }
            if round.byes.is_empty() {
                for (group, (teams, ranks)) in round.groups.iter().zip(&results).enumerate() {
                    let Some(ranks) = ranks else {
                        prop_assert!(teams.iter().all(|team| after[team] == group));
                        continue;
                    };
                    // Only a single winner goes up, and only a single last one goes down.
                    for (team, rank) in teams.iter().zip(ranks) {
                        let better = ranks.iter().filter(|other| *other <= rank).count();
                        let worse = ranks.iter().filter(|other| *other >= rank).count();
                        prop_assert!(after[team] >= group || better == 1);
                        prop_assert!(after[team] <= group || worse == 1);
                    }
                }
            }
            groups = next;
        }
    }

    #[test]
    fn teams_that_come_and_go_have_one_place_each(
        steps in prop::collection::vec((0u8..4, 0usize..20, any::<u32>()), 1..60),
    ) {
        let sizes = sizes(2..=4);
        let mut groups = Groups::default();
        let mut there = std::collections::BTreeSet::new();
        for (kind, team, roll) in steps {
            match kind {
                0 => prop_assert_eq!(groups.enter(team).is_ok(), there.insert(team)),
                1 => prop_assert_eq!(groups.leave(team), there.remove(&team)),
                _ => {
                    let round = groups.round(&sizes);
                    let mut dice = (0..).map(|n: u32| roll.wrapping_mul(n | 1) >> 7);
                    groups = groups.after(&round, &results(&round, &mut dice)).unwrap();
                }
            }
            let mut order = order(&groups);
            order.sort_unstable();
            prop_assert_eq!(order, there.iter().copied().collect::<Vec<_>>());
            let byes = groups.places().iter().map(|place| place.byes);
            prop_assert!(byes.clone().max().unwrap_or(0) - byes.min().unwrap_or(0) <= 1);
        }
    }
}
