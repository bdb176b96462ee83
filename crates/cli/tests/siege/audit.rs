//! What the tables of an arena must say when everything has come to its end.

use meydan_blobs::Blobs;
use meydan_contest::{Meeting, Standing};
use meydan_league::store::{Checked, JobKind, JobState, MatchFilter, MatchState, RoundState, Store};
use serde_json::Value;

use crate::camp::{Arena, Camp, ORGANISER};

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// Every match has one result and every job one end; nothing names bytes that are not there.
pub(crate) async fn audit(camp: &Camp) {
    let store = Store::open_file(camp.data().join("meydan.sqlite")).await.unwrap();
    let mut reader = store.read().await.unwrap();
    let all = MatchFilter { shadows: true, ..MatchFilter::default() };
    let games = reader.matches(&all, 100_000).await.unwrap();
    assert!(games.iter().any(|game| game.state == MatchState::Over), "nothing was played");
    for game in &games {
        let jobs = reader.jobs_for(game.id.as_str()).await.unwrap();
        let of = |kind| jobs.iter().filter(|job| job.kind == kind).map(|job| job.state).collect::<Vec<_>>();
        let (played, verified) = (of(JobKind::Match), of(JobKind::Verify));
        match game.state {
            MatchState::Over | MatchState::Annulled => {
                assert_eq!((played, verified), (vec![JobState::Done], vec![JobState::Done]), "{game:?}");
                assert_eq!(game.checked, Checked::Same, "{game:?}");
                assert!(game.seats.iter().all(|seat| seat.rank.is_some()), "{game:?}");
                assert!(game.outcome.is_some() && game.trace.is_some(), "{game:?}");
            }
            MatchState::Cancelled => assert_eq!(played, [JobState::Cancelled], "{game:?}"),
            MatchState::Queued | MatchState::Running | MatchState::Void => panic!("{game:?}: {jobs:?}"),
        }
    }
    for contest in reader.contests().await.unwrap() {
        for round in reader.rounds(&contest.id, None, 1000).await.unwrap() {
            assert!(matches!(round.state, RoundState::Over | RoundState::Planned), "{round:?}");
            let own = games.iter().filter(|game| game.round.as_ref() == Some(&round.id)).count();
            assert_eq!(own > 0, round.state == RoundState::Over, "{round:?}");
        }
    }
    let blobs = Blobs::in_folder(&camp.data().join("blobs")).unwrap();
    let mut digests = Vec::new();
    reader.each_digest(|digest| digests.push(digest)).await.unwrap();
    for digest in digests {
        blobs.get(&digest.parse().unwrap()).await.unwrap();
    }
    drop(reader);
    store.close().await;
}

/// The standing that is shown is the one that anybody computes from the matches that are shown.
pub(crate) fn standing_is_that_of_the_matches(camp: &Camp, arena: &Arena) -> Value {
    let export = camp.get(arena, ORGANISER, "/contests/demo/export.json").unwrap();
    let standing = camp.get(arena, ORGANISER, "/contests/demo/standing").unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let teams: Vec<String> =
        export["teams"].as_array().unwrap().iter().map(|team| text(&team["id"])).collect();
    let number = |team: &Value| teams.iter().position(|id| team == id);
    let counts = |game: &&Value| game["kind"] == "ranked" && game["state"] == "over";
    let games = export["matches"].as_array().unwrap().iter().filter(counts);
    let meeting = |game: &Value| {
        let seats = game["seats"].as_array().unwrap().iter();
        Meeting::new(
            seats.map(|seat| (number(&seat["team"]).unwrap(), seat["rank"].as_u64().unwrap() as u32)),
        )
    };
    let meetings: Vec<Meeting> = games.rev().map(meeting).collect();
    assert_eq!(standing["matches"], meetings.len());
    let fit = Standing::of(teams.len(), &meetings);
    // Whoever has left counts as an opponent and has no place.
    let listed = |player: usize| export["teams"][player]["standing"] == "in";
    for row in fit.table_of(listed) {
        let shown =
            standing["rows"].as_array().unwrap().iter().find(|shown| shown["team"] == teams[row.player]);
        let shown = shown.unwrap();
        assert_eq!(
            (
                shown["rating"].as_f64(),
                shown["low"].as_f64(),
                shown["high"].as_f64(),
                shown["matches"].as_u64()
            ),
            // Whoever has not played has no rating.
            match row.matches {
                0 => (None, None, None, Some(0)),
                matches => (Some(row.rating), Some(row.low), Some(row.high), Some(u64::from(matches))),
            },
            "{shown}"
        );
    }
    standing
}
