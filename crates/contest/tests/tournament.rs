//! The final tournament: one test for each rule.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod cup;

use std::collections::BTreeSet;

use cup::*;
use meydan_contest::{
    Count, Draw, Feed, Format, Happening, Level, Refused, Setting, SettingError, Stage, Ties, Tournament,
};
use proptest::prelude::*;

#[test]
fn sixteen_teams_of_the_blitz_document_play_at_tables_of_four_then_two_and_a_final_of_three() {
    let mut final_ = Tournament::new(setting(BLITZ, 16, 2, &[2, 3, 4])).unwrap();
    let shape = |t: &Tournament| -> Vec<(usize, usize, u32)> {
        t.series().iter().map(|series| (series.round, series.feeds.len(), series.best_of)).collect()
    };
    let fours = |round, count| vec![(round, 4, 1); count];
    let expected = [fours(0, 4), fours(1, 2), vec![(2, 2, 1); 2], vec![(3, 2, 3)]].concat();
    assert_eq!(shape(&final_), expected);
    play(&mut final_, |team| team as u32);
    assert_eq!(places(&final_)[..4], [(0, 1), (1, 2), (2, 3), (3, 3)]);
    assert_eq!(final_.series()[8].games.len(), 2, "two of three are enough");
    let met = |number: usize| final_.series()[number].teams().unwrap();
    assert_eq!(met(0), [0, 7, 8, 15]);
    assert_eq!(met(8), [0, 1]);
}

#[test]
fn everybody_plays_at_least_once_in_the_blitz_documents_final_and_only_at_tables_of_two_and_four() {
    for teams in 2..=200 {
        let mut final_ = Tournament::new(setting(BLITZ, teams, 2, &[2, 3, 4])).unwrap();
        play(&mut final_, |team| (team * 7919 % 211) as u32);
        for team in 0..teams {
            assert!(final_.series().iter().any(|series| series.plays(team)), "{team} of {teams}");
        }
        assert!(final_.series().iter().all(|series| [2, 4].contains(&series.feeds.len())), "{teams}");
    }
}

#[test]
fn the_best_seeds_have_a_bye_where_the_bracket_is_not_full() {
    let mut cup = duels(SINGLE, 6);
    let first: Vec<_> = cup.series().iter().filter(|series| series.round == 0).map(|s| s.teams()).collect();
    assert_eq!(first, [Some(vec![2, 5]), Some(vec![3, 4])]);
    play(&mut cup, |team| team as u32);
    assert_eq!(places(&cup), [(0, 1), (1, 2), (2, 3), (3, 3), (4, 5), (5, 5)]);
}

#[test]
fn whoever_loses_a_semi_final_may_play_for_the_third_place() {
    let mut cup = duels(Format::Single { best_of: 1, last: 3, third: true }, 8);
    play(&mut cup, |team| team as u32);
    assert_eq!(places(&cup)[..4], [(0, 1), (1, 2), (2, 3), (3, 4)]);
    assert_eq!(cup.series().iter().filter(|series| series.stage == Stage::Third).count(), 1);
}

#[test]
fn one_lost_match_is_forgiven_in_double_elimination() {
    let mut cup = duels(DOUBLE, 4);
    // Team 0 loses its first match and then nothing more.
    let mut lost = false;
    while !cup.is_over() {
        for call in cup.calls() {
            let first = call.series == 0 && !lost;
            lost |= call.series == 0;
            cup.tell(&result(&call, |team| if first && team == 0 { 9 } else { team as u32 })).unwrap();
        }
    }
    assert_eq!(places(&cup)[0], (0, 1));
    let finals: Vec<usize> =
        cup.series().iter().filter(|s| s.stage == Stage::Final).map(|series| series.games.len()).collect();
    assert_eq!(finals, [1, 1], "the undefeated one has to be beaten twice");
    let mut cup = duels(DOUBLE, 4);
    play(&mut cup, |team| team as u32);
    let finals: Vec<usize> =
        cup.series().iter().filter(|s| s.stage == Stage::Final).map(|series| series.games.len()).collect();
    assert_eq!(finals, [1, 0], "and once is enough otherwise");
}

#[test]
fn a_level_match_is_played_again_and_then_goes_to_the_order_that_was_given() {
    let order = Ties { again: 2, order: vec![1, 0] };
    let mut cup = Tournament::new(Setting { ties: order, ..setting(SINGLE, 2, 2, &[2]) }).unwrap();
    for game in 0..3 {
        let call = cup.calls().remove(0);
        assert_eq!(call.game, game);
        cup.tell(&result(&call, |_| 1)).unwrap();
    }
    assert_eq!(places(&cup), [(1, 1), (0, 2)]);
}

/// Plays the games of one series, each given as its teams from the best down; whoever is in one list shares a rank.
fn play_games(tournament: &mut Tournament, games: &[&[&[usize]]]) {
    for order in games {
        let game = tournament.series()[0].games.len() as u32;
        let tiers = order.iter().enumerate();
        let ranks =
            tiers.flat_map(|(tier, level)| level.iter().map(move |&team| (team, 1 + tier as u32))).collect();
        tournament.tell(&Happening::Result { series: 0, game, ranks }).unwrap();
    }
}

#[test]
fn whoever_wins_two_of_three_has_won_also_at_larger_tables() {
    let three = Format::Single { best_of: 1, last: 3, third: false };
    let mut cup = Tournament::new(setting(three, 4, 4, &[2, 3, 4])).unwrap();
    play_games(&mut cup, &[&[&[0], &[1], &[2], &[3]], &[&[1], &[2], &[3], &[0]], &[&[0], &[1], &[2], &[3]]]);
    assert_eq!(places(&cup)[0], (0, 1), "not team 1, which has more points");
    let mut cup = Tournament::new(setting(BLITZ, 3, 3, &[3])).unwrap();
    play_games(&mut cup, &[&[&[0], &[1], &[2]], &[&[1], &[2], &[0]], &[&[0], &[1], &[2]]]);
    assert_eq!((cup.is_over(), places(&cup)[0]), (true, (0, 1)));
    // Two games are enough, and where each has won one, the points of all three decide.
    let mut cup = Tournament::new(setting(BLITZ, 3, 3, &[3])).unwrap();
    play_games(&mut cup, &[&[&[0], &[1], &[2]], &[&[0], &[2], &[1]]]);
    assert!(cup.is_over());
    let mut cup = Tournament::new(setting(BLITZ, 3, 3, &[3])).unwrap();
    play_games(&mut cup, &[&[&[0], &[1], &[2]], &[&[2], &[1], &[0]], &[&[1], &[0], &[2]]]);
    assert_eq!((cup.is_over(), places(&cup)[0]), (true, (1, 1)));
    // A tournament that began when points were added up goes on as it began.
    let old = Setting { count: Count::Sums, ..setting(three, 4, 4, &[2, 3, 4]) };
    let mut cup = Tournament::new(old).unwrap();
    play_games(&mut cup, &[&[&[0], &[1], &[2], &[3]], &[&[1], &[2], &[3], &[0]], &[&[0], &[1], &[2], &[3]]]);
    assert_eq!(places(&cup)[0], (1, 1));
}

#[test]
fn what_is_played_again_decides_only_what_was_level() {
    // Four at a table, two go on. One has won; two are level behind it.
    let blitz = setting(BLITZ, 8, 4, &[2, 4]);
    let mut cup = Tournament::new(Setting { ties: Ties { again: 2, order: Vec::new() }, ..blitz }).unwrap();
    let seated = cup.series()[0].teams().unwrap();
    let [one, two, three, four] = seated[..] else { panic!("{seated:?}") };
    play_games(&mut cup, &[&[&[three], &[one, two], &[four]]]);
    assert!(cup.series()[0].result.is_none());
    play_games(&mut cup, &[&[&[four], &[one, two], &[three]], &[&[four], &[two], &[one], &[three]]]);
    let result = cup.series()[0].result.clone().unwrap();
    let order: Vec<usize> = result.iter().map(|standing| standing.team).collect();
    assert_eq!(order, [three, two, one, four]);
    assert_eq!(cup.series()[0].level, None);
}

#[test]
fn whoever_sent_earlier_wins_every_level_match_of_every_format() {
    let earlier = |teams: usize| Ties { again: 0, order: (0..teams).rev().collect() };
    let level = |format, teams, table, sizes: &[usize]| {
        let mut cup =
            Tournament::new(Setting { ties: earlier(teams), ..setting(format, teams, table, sizes) })
                .unwrap();
        play(&mut cup, |_| 1);
        places(&cup)
    };
    let worst_first = |teams: usize| (0..teams).map(|team| (teams - 1 - team, team + 1)).collect::<Vec<_>>();
    assert_eq!(level(Format::RoundRobin { best_of: 1, laps: 1 }, 8, 2, &[2]), worst_first(8));
    assert_eq!(level(Format::RoundRobin { best_of: 1, laps: 1 }, 8, 4, &[2, 4]), worst_first(8));
    let groups = Format::Groups { size: 4, through: 2, best_of: 1, last: 1, third: false };
    assert_eq!(level(groups, 8, 2, &[2])[0], (7, 1));
    assert_eq!(level(Format::Swiss { best_of: 1, rounds: None }, 8, 2, &[2])[0], (7, 1));
    // One game to 0, two level ones, and 1 sent earlier: that is two of three.
    let three = Format::Single { best_of: 3, last: 3, third: false };
    let mut cup = Tournament::new(Setting { ties: earlier(2), ..setting(three, 2, 2, &[2]) }).unwrap();
    play_games(&mut cup, &[&[&[0], &[1]], &[&[0, 1]], &[&[0, 1]]]);
    assert_eq!(places(&cup), [(1, 1), (0, 2)]);
    let old = Setting { ties: earlier(2), count: Count::Sums, ..setting(three, 2, 2, &[2]) };
    let mut cup = Tournament::new(old).unwrap();
    play_games(&mut cup, &[&[&[0], &[1]], &[&[0, 1]], &[&[0, 1]]]);
    assert_eq!(places(&cup), [(0, 1), (1, 2)]);
}

#[test]
fn a_series_says_what_has_decided_it_where_its_games_have_not() {
    let level = |ties| {
        let mut cup = Tournament::new(Setting { ties, ..setting(SINGLE, 2, 2, &[2]) }).unwrap();
        play(&mut cup, |_| 1);
        cup.series()[0].level
    };
    assert_eq!(level(Ties { again: 1, order: Vec::new() }), Some(Level::Seed));
    assert_eq!(level(Ties { again: 1, order: vec![1, 0] }), Some(Level::Order));
    let mut cup = duels(SINGLE, 2);
    play(&mut cup, |team| team as u32);
    assert_eq!(cup.series()[0].level, None);
}

/// Leagues at tables of every kind and size, and who is seated more often than others in them.
fn leagues() -> impl Iterator<Item = Setting> {
    let shapes = [(2, &[2][..]), (3, &[3][..]), (4, &[2, 3, 4][..]), (4, &[2, 4][..])];
    shapes.into_iter().flat_map(|(table, sizes)| {
        (2..=24)
            .chain([31, 48])
            .map(move |teams| setting(Format::RoundRobin { best_of: 1, laps: 1 }, teams, table, sizes))
    })
}

#[test]
fn whoever_wins_every_match_of_a_league_is_first_and_strength_is_the_order() {
    for setting in leagues() {
        let teams = setting.teams;
        for best in 0..teams {
            // Another wins all its other matches, and is seated as often as the draw has it.
            let second = (best * 7 + 3) % teams;
            let strength = |team: usize| match team {
                _ if team == best => 0,
                _ if team == second => 1,
                _ => 2 + team as u32,
            };
            let mut league = Tournament::new(setting.clone()).unwrap();
            play(&mut league, strength);
            let order: Vec<usize> = league.places().iter().map(|placed| placed.team).collect();
            let mut expected: Vec<usize> = (0..teams).collect();
            expected.sort_by_key(|&team| strength(team));
            assert_eq!(order, expected, "{setting:?}");
        }
    }
}

#[test]
fn those_who_are_level_all_the_way_have_equal_points_however_often_they_sit() {
    for setting in leagues() {
        let mut league = Tournament::new(setting.clone()).unwrap();
        play(&mut league, |_| 1);
        let table = league.table(0);
        assert!(table.iter().all(|line| line.points == table[0].points), "{setting:?}");
    }
}

#[test]
fn of_groups_at_larger_tables_the_strongest_go_on() {
    for (teams, table, sizes) in [(6, 3, &[3][..]), (6, 4, &[2, 4]), (5, 3, &[3]), (7, 4, &[2, 3, 4])] {
        let format = Format::Groups { size: teams, through: 2, best_of: 1, last: 1, third: false };
        for turn in 0..teams {
            let strength = |team: usize| ((team * 5 + turn) % 7) as u32;
            let mut cup = Tournament::new(setting(format, teams, table, sizes)).unwrap();
            play(&mut cup, strength);
            let mut expected: Vec<usize> = (0..teams).collect();
            expected.sort_by_key(|&team| strength(team));
            let last = cup.series().last().unwrap().teams().unwrap();
            assert_eq!(last, expected[..2], "{teams} at tables of {table}");
        }
    }
}

proptest! {
    #[test]
    fn whoever_wins_every_match_of_a_league_is_first_however_the_others_end(
        league in prop::sample::select(leagues().collect::<Vec<_>>()),
        best in any::<prop::sample::Index>(),
        dice in any::<u64>(),
    ) {
        let best = best.index(league.teams);
        let mut state = dice;
        let mut tournament = Tournament::new(league).unwrap();
        while !tournament.is_over() {
            for call in tournament.calls() {
                let ranks = call.players.iter().map(|&team| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (team, if team == best { 0 } else { 1 + (state >> 62) as u32 })
                }).collect();
                let played = Happening::Result { series: call.series, game: call.game, ranks };
                tournament.tell(&played).unwrap();
            }
        }
        prop_assert_eq!(tournament.places()[0].team, best);
    }
}

#[test]
fn a_team_that_has_left_loses_what_it_has_not_played_and_keeps_what_it_has() {
    let mut cup = duels(SINGLE, 4);
    let call = cup.calls().into_iter().find(|call| call.players.contains(&0)).unwrap();
    cup.tell(&result(&call, |team| team as u32)).unwrap();
    cup.tell(&Happening::Gone(0)).unwrap();
    let call = cup.calls().remove(0);
    cup.tell(&result(&call, |team| team as u32)).unwrap();
    assert_eq!(places(&cup), [(1, 1), (0, 2), (2, 3), (3, 3)], "the final was won by whoever was there");
    assert_eq!(cup.tell(&Happening::Gone(0)), Err(Refused::Gone(0)));
}

#[test]
fn an_empty_seat_is_taken_by_somebody_who_can_win_nothing() {
    let mut cup = Tournament::new(setting(SINGLE, 9, 3, &[3])).unwrap();
    cup.tell(&Happening::Gone(8)).unwrap();
    let call = cup.calls().into_iter().find(|call| call.players.len() < 3).unwrap();
    assert_eq!((call.players.len(), call.seats), (2, 3));
    play(&mut cup, |team| team as u32);
    assert_eq!(places(&cup)[0], (0, 1));
}

#[test]
fn maps_are_drawn_by_the_seed_and_can_be_chosen() {
    let mut cup = duels(Format::Single { best_of: 3, last: 3, third: false }, 2);
    assert_eq!(cup.calls(), duels(Format::Single { best_of: 3, last: 3, third: false }, 2).calls());
    cup.tell(&Happening::Maps { series: 0, maps: vec![2, 0] }).unwrap();
    let mut maps = Vec::new();
    for _ in 0..3 {
        let call = cup.calls().remove(0);
        maps.push(call.map);
        let winner = call.game as usize % 2;
        cup.tell(&result(&call, |team| u32::from(team != winner))).unwrap();
    }
    assert_eq!(maps, [2, 0, 2]);
    assert_eq!(cup.tell(&Happening::Maps { series: 0, maps: vec![0] }), Err(Refused::Maps(0)));
}

#[test]
fn what_cannot_have_happened_is_refused_and_changes_nothing() {
    let mut cup = duels(SINGLE, 4);
    let before = cup.clone();
    let ranks =
        |series, game, ranks: &[(usize, u32)]| Happening::Result { series, game, ranks: ranks.to_vec() };
    assert_eq!(cup.tell(&ranks(2, 0, &[(0, 1), (1, 2)])), Err(Refused::Closed(2)));
    assert_eq!(cup.tell(&ranks(9, 0, &[])), Err(Refused::Closed(9)));
    assert_eq!(cup.tell(&ranks(0, 1, &[(0, 1), (3, 2)])), Err(Refused::Game { series: 0, game: 1 }));
    assert_eq!(cup.tell(&ranks(0, 0, &[(0, 1), (2, 2)])), Err(Refused::Ranks(0)));
    assert_eq!(cup.tell(&ranks(0, 0, &[(0, 1), (0, 2)])), Err(Refused::Ranks(0)));
    assert_eq!(cup.tell(&Happening::Gone(4)), Err(Refused::Team(4)));
    assert_eq!(cup, before);
}

#[test]
fn a_setting_that_decides_nothing_is_refused() {
    let refused = |setting| Tournament::new(setting).unwrap_err();
    assert_eq!(refused(setting(SINGLE, 1, 2, &[2])), SettingError::Teams(1));
    assert_eq!(refused(setting(SINGLE, 4, 4, &[2, 3])), SettingError::Table(4));
    assert_eq!(refused(setting(DOUBLE, 4, 3, &[3])), SettingError::Duels(3));
    let even = Format::Single { best_of: 2, last: 1, third: false };
    assert_eq!(refused(setting(even, 4, 2, &[2])), SettingError::Even(2));
    assert_eq!(refused(setting(Format::Blitz { duels_from: 6 }, 4, 2, &[2])), SettingError::From(6));
    let groups = Format::Groups { size: 4, through: 4, best_of: 1, last: 1, third: false };
    assert_eq!(refused(setting(groups, 8, 2, &[2])), SettingError::Groups { size: 4, through: 4 });
    assert_eq!(refused(Setting { maps: 0, ..setting(SINGLE, 4, 2, &[2]) }), SettingError::Maps);
    let none = Format::Swiss { best_of: 1, rounds: Some(0) };
    assert_eq!(refused(setting(none, 4, 2, &[2])), SettingError::Rounds(0));
    let endless = Format::RoundRobin { best_of: 1, laps: usize::MAX };
    assert_eq!(refused(setting(endless, 8, 2, &[2])), SettingError::Rounds(usize::MAX));
    let endless = Format::Swiss { best_of: 1, rounds: Some(4_000_000_000) };
    assert_eq!(refused(setting(endless, 8, 2, &[2])), SettingError::Rounds(4_000_000_000));
}

#[test]
fn everybody_meets_everybody_in_a_round_robin() {
    for (table, sizes, most) in [(2, &[2][..], 200), (3, &[3], 40), (4, &[2, 3, 4], 40)] {
        for teams in 2..=most {
            let league =
                Tournament::new(setting(Format::RoundRobin { best_of: 1, laps: 1 }, teams, table, sizes))
                    .unwrap();
            let (mut met, mut seated) = (BTreeSet::new(), BTreeSet::new());
            for series in league.series() {
                let seats = series.teams().unwrap();
                for &team in &seats {
                    assert!(seated.insert((series.round, team)), "{team} of {teams} twice in a round");
                }
                met.extend(seats.iter().flat_map(|&one| seats.iter().map(move |&other| (one, other))));
            }
            met.retain(|(one, other)| one < other);
            assert_eq!(met.len(), teams * (teams - 1) / 2, "{teams} at tables of {table}");
            let duels = league.series().len();
            assert!(table > 2 || duels == met.len(), "nobody meets the same one twice");
        }
    }
}

#[test]
fn the_best_of_a_round_robin_meets_the_weakest_first_and_the_second_last() {
    for teams in 2..=200 {
        let league = duels(Format::RoundRobin { best_of: 1, laps: 1 }, teams);
        let met: Vec<usize> = league
            .series()
            .iter()
            .filter_map(|series| match series.teams().unwrap()[..] {
                [0, other] | [other, 0] => Some(other),
                _ => None,
            })
            .collect();
        assert_eq!(met, (1..teams).rev().collect::<Vec<_>>(), "{teams}");
    }
}

/// The most tables of a round of the knock-out in which two of one group can meet.
fn earliest(cup: &Tournament) -> usize {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); cup.series().len()];
    let mut earliest = 0;
    for series in cup.series() {
        let mut all: Vec<usize> = Vec::new();
        for feed in &series.feeds {
            let groups = match *feed {
                Feed::Seed(_) => Vec::new(),
                Feed::Group { group, .. } => vec![group],
                Feed::Of { series, .. } => below[series].clone(),
            };
            if groups.iter().any(|group| all.contains(group)) {
                earliest = earliest.max(series.width);
            }
            all.extend(groups);
        }
        below[series.number] = all;
    }
    earliest
}

#[test]
fn those_of_one_group_meet_again_as_late_as_they_can() {
    for teams in 2..=200 {
        for (size, through) in [(4, 1), (4, 2), (3, 2), (4, 3), (6, 4)] {
            let format = Format::Groups { size, through, best_of: 1, last: 1, third: false };
            let cup = duels(format, teams);
            // One of a group is in each half, and where more than two go on, in each quarter. One group alone has to meet itself.
            let latest = match cup.groups().len() {
                1 => continue,
                _ => through / 2 + through % 2,
            };
            assert!(
                earliest(&cup) <= latest,
                "{through} of {} groups meet again in {}",
                cup.groups().len(),
                earliest(&cup)
            );
        }
    }
    // Those of tables do not meet again at the first.
    for teams in 9..=200 {
        let format = Format::Groups { size: 4, through: 2, best_of: 1, last: 1, third: false };
        let cup = Tournament::new(setting(format, teams, 4, &[2, 4])).unwrap();
        let first = |series: &&meydan_contest::Series| {
            series.width > 1 && series.round == 0 && series.stage == Stage::Winners
        };
        for series in cup.series().iter().filter(first) {
            let groups: Vec<usize> = series
                .feeds
                .iter()
                .filter_map(|feed| match feed {
                    Feed::Group { group, .. } => Some(*group),
                    _ => None,
                })
                .collect();
            assert_eq!(groups.iter().collect::<BTreeSet<_>>().len(), groups.len(), "{teams}: {groups:?}");
        }
    }
}

#[test]
fn a_tournament_that_began_before_groups_were_kept_apart_keeps_its_draw() {
    let format = Format::Groups { size: 4, through: 2, best_of: 1, last: 1, third: false };
    let old = Tournament::new(Setting { draw: Draw::First, ..setting(format, 20, 2, &[2]) }).unwrap();
    let seconds: Vec<usize> = old
        .series()
        .iter()
        .flat_map(|series| &series.feeds)
        .filter_map(|feed| match feed {
            Feed::Group { group, rank: 1 } => Some(*group),
            _ => None,
        })
        .collect();
    assert_eq!(seconds, [3, 1, 4, 0, 2]);
    let league = Tournament::new(Setting {
        draw: Draw::First,
        ..setting(Format::RoundRobin { best_of: 1, laps: 1 }, 4, 2, &[2])
    })
    .unwrap();
    assert_eq!(league.series()[0].teams(), Some(vec![0, 2]));
}

/// In which round of those who have lost once two can meet at the earliest who have met before, however all matches end.
fn rematch(cup: &Tournament) -> Option<usize> {
    let series = cup.series();
    // All series above whose winner may be the winner of this one, and those whose losers may be in it.
    let mut above: Vec<BTreeSet<usize>> = Vec::new();
    let mut lost: Vec<BTreeSet<usize>> = Vec::new();
    let mut earliest = None;
    for one in series {
        let mut fed = Vec::new();
        let (mut before, mut beaten) = (BTreeSet::new(), BTreeSet::new());
        for feed in &one.feeds {
            let Feed::Of { series: other, rank } = *feed else { continue };
            before.extend(above[other].iter().copied().chain([other]));
            fed.push(if rank == 1 { BTreeSet::from([other]) } else { lost[other].clone() });
        }
        if let (Stage::Losers, [first, second]) = (one.stage, &fed[..]) {
            // Somebody lost in the earlier one to somebody who went on to the later one.
            let met = |&(a, b): &(usize, usize)| above[a].contains(&b) || above[b].contains(&a);
            if first.iter().any(|&a| second.iter().any(|&b| met(&(a, b)))) {
                earliest = earliest.or(Some(one.round)).min(Some(one.round));
            }
        }
        fed.iter().for_each(|series| beaten.extend(series));
        above.push(if one.stage == Stage::Winners { before } else { BTreeSet::new() });
        lost.push(if one.stage == Stage::Losers { beaten } else { BTreeSet::new() });
    }
    earliest
}

#[test]
fn those_who_have_met_meet_again_as_late_as_they_can_in_double_elimination() {
    // For each full bracket the best that any turn of its rounds can do; before it was never later than 3.
    let latest = [(4, 1), (8, 2), (16, 3), (32, 4), (64, 6), (128, 7), (256, 8)];
    for (teams, round) in latest {
        assert_eq!(rematch(&duels(DOUBLE, teams)), Some(round), "{teams}");
    }
    for teams in 2..=200usize {
        let room = teams.next_power_of_two();
        let (_, least) = latest.into_iter().find(|(full, _)| *full == room).unwrap_or((2, 0));
        let found = rematch(&duels(DOUBLE, teams));
        assert!(found.is_none_or(|found| found >= least), "{teams}: {found:?}");
    }
    let old = Setting { draw: Draw::Apart, ..setting(DOUBLE, 64, 2, &[2]) };
    assert_eq!(rematch(&Tournament::new(old).unwrap()), Some(3), "whatever began so goes on so");
}

#[test]
fn nobody_meets_the_same_one_twice_in_swiss_rounds_and_byes_go_round() {
    for teams in 2..=64 {
        let mut swiss = duels(Format::Swiss { best_of: 1, rounds: None }, teams);
        play(&mut swiss, |team| team as u32);
        let mut met = BTreeSet::new();
        for series in swiss.series() {
            let mut pair = series.teams().unwrap();
            pair.sort_unstable();
            assert!(met.insert(pair), "{teams} teams");
        }
        let played = |team| swiss.series().iter().filter(|series| series.plays(team)).count();
        let counts: Vec<usize> = (0..teams).map(played).collect();
        assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{teams}: {counts:?}");
        assert_eq!(places(&swiss)[0], (0, 1), "{teams}");
    }
}

#[test]
fn nobody_meets_the_same_one_twice_in_swiss_rounds_that_end_as_dice_fall() {
    for (teams, seed) in (2..=200).flat_map(|teams| (0..3).map(move |seed| (teams, seed))) {
        let mut state = 977 * seed + teams as u64;
        let mut swiss = duels(Format::Swiss { best_of: 1, rounds: None }, teams);
        while !swiss.is_over() {
            for call in swiss.calls() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let dice = state;
                // About half are level.
                swiss.tell(&result(&call, |team| (dice >> (32 + team % 8)) as u32 % 2)).unwrap();
            }
        }
        let mut met = BTreeSet::new();
        for series in swiss.series() {
            let mut pair = series.teams().unwrap();
            pair.sort_unstable();
            assert!(met.insert(pair), "{teams} teams, seed {seed}");
        }
        let played = |team| swiss.series().iter().filter(|series| series.plays(team)).count();
        let counts: Vec<usize> = (0..teams).map(played).collect();
        assert!(
            counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1,
            "{teams}, {seed}: {counts:?}"
        );
    }
}
