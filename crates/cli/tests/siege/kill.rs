//! Killed at every step, and at any moment.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use meydan_league::store::{JobKind, failpoints};
use serde_json::json;

use crate::audit::{audit, block_on, standing_is_that_of_the_matches};
use crate::camp::{Bot, Camp, ORGANISER};
use crate::stories::{
    Story, annuls_a_match, asks_for_a_match, busy, drops_a_final, drops_what_was_played_again,
    has_a_match_played_again, leaves_a_team, makes_a_contest, opens_a_final, plan_rounds,
    sends_a_broken_version, sends_a_version, sends_a_version_that_is_gone, takes_a_match_back, waits,
    waits_for_rounds,
};
use crate::trouble::{lie_about_a_match, lose_too_often};

const ABORT: i32 = 6;
const KILL: i32 = 9;

/// A state that something comes into, and what somebody does so that it does.
type Step = (&'static str, Story);

const VERSIONS: &[Step] = &[
    ("version.received", sends_a_version),
    ("version.building", sends_a_version),
    ("version.built", sends_a_version),
    ("version.validating", sends_a_version),
    ("version.ready", sends_a_version),
    ("version.failed", sends_a_broken_version),
    ("version.rejected", sends_a_version_that_is_gone),
];
const MATCHES: &[Step] = &[
    ("match.queued", asks_for_a_match),
    ("match.running", asks_for_a_match),
    ("match.over", asks_for_a_match),
    ("check.same", asks_for_a_match),
    ("job.queued", asks_for_a_match),
    ("job.running", asks_for_a_match),
    ("job.done", asks_for_a_match),
    ("match.cancelled", takes_a_match_back),
    ("job.cancelled", takes_a_match_back),
];
const DESK: &[Step] = &[
    ("match.annulled", annuls_a_match),
    ("rejudge.open", has_a_match_played_again),
    ("rejudge.applied", has_a_match_played_again),
    ("rejudge.dropped", drops_what_was_played_again),
    ("contest.draft", makes_a_contest),
    ("contest.open", makes_a_contest),
    ("contest.frozen", makes_a_contest),
    ("contest.closed", makes_a_contest),
    ("team.in", makes_a_contest),
    ("team.disqualified", makes_a_contest),
    ("team.withdrawn", leaves_a_team),
];
const ROUNDS: &[Step] = &[
    ("round.planned", waits_for_rounds),
    ("round.running", waits_for_rounds),
    ("round.over", waits_for_rounds),
];
const FINALS: &[Step] =
    &[("final.running", opens_a_final), ("final.over", opens_a_final), ("final.dropped", drops_a_final)];
/// What comes of it when something of ours went wrong too often, by what went wrong.
const GIVEN_UP: &[(&str, JobKind)] =
    &[("version.stuck", JobKind::Build), ("job.dead", JobKind::Build), ("match.void", JobKind::Match)];
const DIFFERS: &str = "check.differs";
/// There is nothing in the program yet that calls a round off.
const NOBODY: &str = "round.cancelled";

#[test]
fn every_fail_point_there_is_is_walked() {
    let stories = [VERSIONS, MATCHES, DESK, ROUNDS, FINALS].concat();
    let walked = stories.iter().map(|(step, _)| *step);
    let walked = walked.chain(GIVEN_UP.iter().map(|(step, _)| *step)).chain([DIFFERS, NOBODY]);
    let mut walked: Vec<String> = walked.flat_map(points).collect();
    let mut all = failpoints();
    walked.sort();
    all.sort();
    assert_eq!(walked, all, "each point has one walk");
}

#[test]
fn an_arena_that_dies_while_a_version_comes_in_builds_it_all_the_same() {
    besiege(VERSIONS);
}

#[test]
fn an_arena_that_dies_around_a_match_plays_it_and_counts_it_once() {
    besiege(MATCHES);
}

#[test]
fn an_arena_that_dies_at_the_desk_has_done_it_or_not() {
    besiege(DESK);
}

#[test]
fn an_arena_that_dies_around_a_round_ends_it() {
    let camp = Camp::found();
    plan_rounds(&camp);
    walk(&camp, ROUNDS);
    end_well(&camp);
}

#[test]
fn an_arena_that_dies_around_a_final_plays_it_and_counts_each_match_once() {
    let camp = Camp::found();
    walk(&camp, FINALS);
    // Once more, with deaths in the middle of it.
    for point in ["match.queued:after#3", "match.over:before#2", "match.over:after#2", "job.done:after#3"] {
        die_with(&camp, point, opens_a_final);
        let arena = camp.open(None);
        let page = camp.eventually("the end of the final", || {
            let page = camp.get(&arena, ORGANISER, "/contests/demo/final/backstage")?;
            (page["page"]["state"] == "over").then_some(page)
        });
        let played = page["matches"].as_array().unwrap().iter().filter(|game| game["state"] == "over");
        let mut played: Vec<_> =
            played.map(|game| (game["series"].as_u64(), game["game"].as_u64())).collect();
        let counted: u64 = page["page"]["series"]
            .as_array()
            .unwrap()
            .iter()
            .map(|series| series["games"].as_array().unwrap().len() as u64)
            .sum();
        assert_eq!(played.len() as u64, counted, "every match that was played counts, {point}");
        played.sort_unstable();
        played.dedup();
        assert_eq!(played.len() as u64, counted, "and no game was played twice, {point}");
        camp.end(arena);
    }
    end_well(&camp);
}

#[test]
fn an_arena_that_dies_while_it_gives_up_has_given_up_or_not_and_can_try_again() {
    let camp = Camp::found();
    let arena = camp.open(None);
    camp.submit(&arena, Bot::Sound).unwrap();
    // Nothing but what is asked for shall wait.
    camp.set_ranking(&arena, json!({ "kind": "none" }));
    camp.keeps_its_word(&arena);
    hold(&camp, &arena, true);
    for _ in 0..2 {
        camp.submit(&arena, Bot::Sound).unwrap();
    }
    let matches: Vec<String> = (0..2).map(|_| camp.casual(&arena).unwrap()).collect();
    camp.end(arena);
    for (step, kind) in GIVEN_UP {
        lose_too_often(&camp, *kind);
        for point in points(step) {
            die_with(&camp, &point, waits);
        }
    }
    lie_about_a_match(&camp);
    for point in points(DIFFERS) {
        die_with(&camp, &point, waits);
    }
    matches.iter().for_each(|id| camp.give_up(id));
    let arena = camp.open(None);
    let desk = camp.get(&arena, ORGANISER, "/desk").unwrap();
    let dead = desk["jobs"].as_array().unwrap().iter().filter(|job| job["state"] == "dead");
    for job in dead.filter(|job| job["kind"] == "build") {
        let path = format!("/desk/jobs/{}/retry", job["id"].as_str().unwrap());
        assert_eq!(camp.ask(&arena, ORGANISER, "POST", &path, json!(null)).unwrap().status, 200);
    }
    camp.keeps_its_word(&arena);
    let states = matches.iter().map(|id| {
        let game = camp.get(&arena, ORGANISER, &format!("/matches/{id}")).unwrap();
        (game["state"].as_str().unwrap().to_owned(), game["checked"].as_str().unwrap().to_owned())
    });
    let mut states: Vec<_> = states.collect();
    states.sort();
    let word = |state: &str, checked: &str| (state.to_owned(), checked.to_owned());
    assert_eq!(states, [word("over", "differs"), word("void", "pending")]);
    camp.end(arena);
}

#[test]
fn an_arena_that_dies_while_the_contest_for_show_is_made_makes_it_the_next_time() {
    let camp = Camp::new();
    for point in ["contest.draft:before", "contest.draft:after", "team.in:before", "contest.open:before"] {
        let status =
            camp.try_open(Some(point), "data").err().unwrap_or_else(|| panic!("it lives on past {point}"));
        assert_eq!(status.signal(), Some(ABORT), "{point}: {}", camp.log());
    }
    let arena = camp.open(None);
    camp.settle_in(&arena);
    camp.eventually("a ranked match", || camp.over(&arena, "ranked").filter(|games| !games.is_empty()));
    camp.end(arena);
}

#[test]
fn an_arena_that_dies_while_it_takes_its_tasks_back_takes_them_back_the_next_time() {
    let camp = Camp::found();
    die_with(&camp, "version.building:after", sends_a_version);
    for point in ["job.queued:before", "version.received:after"] {
        die_with(&camp, point, waits);
    }
    end_well(&camp);
}

/// A kill at any moment. The moments are always the same; what they hit is not.
#[test]
fn an_arena_that_is_killed_at_any_moment_keeps_its_word() {
    let camp = Camp::found();
    for moment in [1, 180, 700, 1600] {
        let mut arena = camp.open(None);
        std::thread::scope(|scope| {
            let killer = scope.spawn({
                let arena = &arena;
                move || {
                    std::thread::sleep(Duration::from_millis(moment));
                    arena.signal("-KILL");
                }
            });
            let _ = busy(&camp, &arena);
            killer.join().unwrap();
        });
        assert_eq!(arena.wait().signal(), Some(KILL));
    }
    end_well(&camp);
}

fn points(step: &str) -> [String; 2] {
    [format!("{step}:before"), format!("{step}:after")]
}

/// Kills an arena at both points of each of those steps, one after the other in one folder.
fn besiege(steps: &[Step]) {
    let camp = Camp::found();
    let arena = camp.open(None);
    camp.submit(&arena, Bot::Sound).unwrap();
    camp.keeps_its_word(&arena);
    camp.end(arena);
    walk(&camp, steps);
    end_well(&camp);
}

/// An arena dies before a step, the next one after it; one more goes on from there.
fn walk(camp: &Camp, steps: &[Step]) {
    for (step, story) in steps {
        for point in points(step) {
            die_with(camp, &point, *story);
        }
        let arena = camp.open(None);
        hold(camp, &arena, false);
        camp.keeps_its_word(&arena);
        camp.over(&arena, "ranked").unwrap();
        camp.end(arena);
        // What came to its end is not asked for again each time, but looked at in the tables when all is over.
        camp.forget();
    }
}

fn die_with(camp: &Camp, point: &str, story: Story) {
    let status = match camp.try_open(Some(point), "data") {
        Ok(mut arena) => {
            let _ = story(camp, &arena);
            camp.ends(&mut arena, point)
        }
        Err(status) => status,
    };
    assert_eq!(status.signal(), Some(ABORT), "{point}: {}", camp.log());
}

/// Everything comes to its end, once, and the standing is what the matches say.
fn end_well(camp: &Camp) {
    let arena = camp.open(None);
    hold(camp, &arena, false);
    camp.keeps_its_word(&arena);
    camp.comes_to_rest(&arena);
    // Nothing is played while two pages are compared.
    hold(camp, &arena, true);
    camp.set_ladder(&arena, 1);
    standing_is_that_of_the_matches(camp, &arena);
    hold(camp, &arena, false);
    camp.comes_to_rest(&arena);
    camp.end(arena);
    block_on(audit(camp));
}

/// Holds the queue, or lets it go.
fn hold(camp: &Camp, arena: &crate::camp::Arena, paused: bool) {
    let held = camp.ask(arena, ORGANISER, "POST", "/desk/pause", json!({ "paused": paused })).unwrap();
    assert!(held.status < 300, "{}", held.json());
}
