//! What somebody does so that a state is reached. A story ends where the arena does.

use std::time::Duration;

use meydan_league::store::{ContestState, NewTeam, RoundState, Store, Time};
use serde_json::json;

use crate::audit::block_on;
use crate::camp::{Arena, Bot, CONTESTANT, Camp, ORGANISER};

/// Nothing is left to be done in it once there is nobody who answers.
pub(crate) type Story = fn(&Camp, &Arena) -> Option<()>;

/// Somebody does this and that, until there is nobody who answers.
pub(crate) fn busy(camp: &Camp, arena: &Arena) -> Option<()> {
    loop {
        let versions = camp.get(arena, CONTESTANT, &format!("/teams/{}/versions", camp.team(arena)?))?;
        let versions = versions["versions"].as_array()?;
        // An arena takes three at once.
        if versions.iter().filter(|version| camp.is_under_way(version)).count() < 3 {
            camp.submit(arena, Bot::Sound)?;
        }
        if versions.iter().any(|version| version["active"] == true) {
            camp.casual(arena)?;
        }
        camp.over(arena, "ranked")?;
        camp.over(arena, "validation")?;
        std::thread::sleep(Duration::from_millis(100));
    }
}

pub(crate) fn waits(_: &Camp, _: &Arena) -> Option<()> {
    None
}

/// Nobody waits for an hour: the next round is always due.
pub(crate) fn waits_for_rounds(camp: &Camp, arena: &Arena) -> Option<()> {
    loop {
        bring_forward(camp);
        camp.get(arena, ORGANISER, "/contests/rounds")?;
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub(crate) fn sends_a_version(camp: &Camp, arena: &Arena) -> Option<()> {
    camp.submit(arena, Bot::Sound).map(drop)
}

pub(crate) fn sends_a_broken_version(camp: &Camp, arena: &Arena) -> Option<()> {
    camp.submit(arena, Bot::Broken).map(drop)
}

pub(crate) fn sends_a_version_that_is_gone(camp: &Camp, arena: &Arena) -> Option<()> {
    camp.submit(arena, Bot::Gone).map(drop)
}

pub(crate) fn asks_for_a_match(camp: &Camp, arena: &Arena) -> Option<()> {
    camp.casual(arena).map(drop)
}

pub(crate) fn takes_a_match_back(camp: &Camp, arena: &Arena) -> Option<()> {
    camp.ask(arena, ORGANISER, "POST", "/desk/pause", json!({ "paused": true }))?;
    let id = camp.casual(arena)?;
    camp.ask(arena, CONTESTANT, "POST", &format!("/matches/{id}/cancel"), json!(null)).map(drop)
}

pub(crate) fn annuls_a_match(camp: &Camp, arena: &Arena) -> Option<()> {
    let id = a_ranked_match(camp, arena)?;
    let path = format!("/matches/{id}/annul");
    camp.ask(arena, ORGANISER, "POST", &path, json!({ "reason": "the lights went out" })).map(drop)
}

pub(crate) fn has_a_match_played_again(camp: &Camp, arena: &Arena) -> Option<()> {
    let id = plays_again(camp, arena)?;
    loop {
        let page = camp.get(arena, ORGANISER, &format!("/rejudges/{id}"))?;
        if page["lines"].as_array()?.iter().all(|line| line["state"] == "over") {
            return camp
                .ask(arena, ORGANISER, "POST", &format!("/rejudges/{id}/apply"), json!(null))
                .map(drop);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub(crate) fn drops_what_was_played_again(camp: &Camp, arena: &Arena) -> Option<()> {
    let id = plays_again(camp, arena)?;
    camp.ask(arena, ORGANISER, "POST", &format!("/rejudges/{id}/drop"), json!(null)).map(drop)
}

fn plays_again(camp: &Camp, arena: &Arena) -> Option<String> {
    let id = a_ranked_match(camp, arena)?;
    let path = format!("/matches/{id}/rerun");
    let made = camp.ask(arena, ORGANISER, "POST", &path, json!({ "reason": "the lights went out" }))?;
    assert_eq!(made.status, 200, "{}", made.json());
    Some(made.json()["id"].as_str()?.to_owned())
}

/// One that nobody has had played again or annulled.
fn a_ranked_match(camp: &Camp, arena: &Arena) -> Option<String> {
    loop {
        let games = camp.over(arena, "ranked")?;
        let mut ids = games.iter().filter_map(|game| game["id"].as_str());
        if let Some(id) = ids.find(|id| camp.use_up(id)) {
            return Some(id.to_owned());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub(crate) fn makes_a_contest(camp: &Camp, arena: &Arena) -> Option<()> {
    let (slug, team) = makes_a_team(camp, arena)?;
    let path = format!("/teams/{team}/disqualify");
    camp.ask(arena, ORGANISER, "POST", &path, json!({ "reason": "the lights went out" }))?;
    turn(camp, arena, &slug, "frozen")?;
    turn(camp, arena, &slug, "closed")
}

/// A final of the house bots' teams, from its beginning; whoever asks looks on until nobody answers.
pub(crate) fn opens_a_final(camp: &Camp, arena: &Arena) -> Option<()> {
    camp.ask(arena, ORGANISER, "DELETE", "/contests/demo/final", json!(null))?;
    let wish = json!({ "format": { "kind": "single", "last": 3 }, "ahead": true, "house": true });
    let made = camp.ask(arena, ORGANISER, "POST", "/contests/demo/final", wish)?;
    assert_eq!(made.status, 201, "{}", made.json());
    loop {
        camp.get(arena, ORGANISER, "/contests/demo/final/backstage")?;
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub(crate) fn drops_a_final(camp: &Camp, arena: &Arena) -> Option<()> {
    let wish = json!({ "format": { "kind": "robin" }, "house": true });
    camp.ask(arena, ORGANISER, "POST", "/contests/demo/final", wish)?;
    camp.ask(arena, ORGANISER, "DELETE", "/contests/demo/final", json!(null)).map(drop)
}

pub(crate) fn leaves_a_team(camp: &Camp, arena: &Arena) -> Option<()> {
    let (_, team) = makes_a_team(camp, arena)?;
    camp.ask(arena, CONTESTANT, "POST", &format!("/teams/{team}/leave"), json!(null)).map(drop)
}

/// A contest of its own, and a team in it.
fn makes_a_team(camp: &Camp, arena: &Arena) -> Option<(String, String)> {
    let number = camp.get(arena, ORGANISER, "/contests")?.as_array()?.len();
    let slug = format!("contest-{number}");
    let wish = json!({ "slug": slug, "title": slug, "game": "jungle" });
    let made = camp.ask(arena, ORGANISER, "POST", "/contests", wish)?;
    assert_eq!(made.status, 201, "{}", made.json());
    turn(camp, arena, &slug, "open")?;
    let team = json!({ "name": "Besiegers" });
    let made = camp.ask(arena, CONTESTANT, "POST", &format!("/contests/{slug}/teams"), team)?;
    assert_eq!(made.status, 201, "{}", made.json());
    Some((slug, made.json()["team"]["id"].as_str()?.to_owned()))
}

fn turn(camp: &Camp, arena: &Arena, slug: &str, to: &str) -> Option<()> {
    let turned =
        camp.ask(arena, ORGANISER, "POST", &format!("/contests/{slug}/state"), json!({ "to": to }))?;
    assert_eq!(turned.status, 200, "{}", turned.json());
    Some(())
}

/// A contest whose house bots play in rounds.
pub(crate) fn plan_rounds(camp: &Camp) {
    let arena = camp.open(None);
    let settings = json!({ "maps": ["canopy"], "ranking": { "kind": "groups", "every_minutes": 60 } });
    let wish = json!({ "slug": "rounds", "title": "Rounds", "game": "jungle", "settings": settings });
    assert_eq!(camp.ask(&arena, ORGANISER, "POST", "/contests", wish).unwrap().status, 201);
    camp.end(arena);
    block_on(async {
        let store = Store::open_file(camp.data().join("meydan.sqlite")).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        let contest = tx.contest_at("rounds").await.unwrap().unwrap();
        for house in ["random", "collector", "jaguar"] {
            let new = NewTeam {
                contest: &contest.id,
                name: house,
                code_hash: None,
                created: Time(0),
                house: Some(house),
            };
            tx.add_team(&new).await.unwrap();
        }
        tx.move_contest(&contest.id, ContestState::Draft, ContestState::Open).await.unwrap();
        tx.commit().await.unwrap();
        store.close().await;
    });
}

/// The next round is due now.
fn bring_forward(camp: &Camp) {
    block_on(async {
        let store = Store::open_file(camp.data().join("meydan.sqlite")).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        let contest = tx.contest_at("rounds").await.unwrap().unwrap();
        for round in tx.rounds(&contest.id, None, 100).await.unwrap() {
            if round.state == RoundState::Planned {
                tx.set_round_due(&round.id, Time(1)).await.unwrap();
            }
        }
        tx.commit().await.unwrap();
        store.close().await;
    });
}
