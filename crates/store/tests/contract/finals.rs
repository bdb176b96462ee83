//! Finals: one for each contest, each match once, each picture after the one before.

use meydan_store::{Error, FinalState, FinalVote, Hash, Json, MatchKind, NewMatch, Store, Time, Tx};

use crate::setting::{NOW, contest, on_both, team};

async fn game(tx: &mut Tx, contest: &meydan_store::Contest) -> meydan_store::MatchId {
    let order = Json::of(&()).unwrap();
    let new = NewMatch {
        contest: &contest.id,
        round: None,
        kind: MatchKind::Final,
        game: "toy",
        ruleset: "document",
        map: "hill",
        seed: "1",
        order: &order,
        disclosure: "\"public\"",
        priority: 6,
        shadow: false,
        created: NOW,
        by_user: None,
        version_validated: None,
        seats: &[],
    };
    tx.add_match(&new).await.unwrap().id
}

on_both! {
    async fn a_contest_has_one_final_and_a_match_counts_once_in_it(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let sheet = Json::of(&"a sheet").unwrap();
        let made = tx.add_final(&cup.id, None, NOW, &sheet, &sheet).await.unwrap();
        assert_eq!((made.state, made.step), (FinalState::Running, 0));
        let played = game(&mut tx, &cup).await;
        tx.add_final_match(&made.id, 3, 0, &played).await.unwrap();
        let gone = Json::of(&"gone").unwrap();
        tx.add_final_line(&made.id, &gone, None).await.unwrap();
        tx.add_final_line(&made.id, &gone, None).await.unwrap();
        tx.add_final_line(&made.id, &sheet, Some(&played)).await.unwrap();
        tx.commit().await.unwrap();

        let mut tx = store.begin().await.unwrap();
        let again = tx.add_final(&cup.id, None, NOW, &sheet, &sheet).await;
        assert!(matches!(again, Err(Error::Taken { what: "final" })));
        let twice = tx.add_final_line(&made.id, &sheet, Some(&played)).await;
        assert!(matches!(twice, Err(Error::Taken { what: "line" })));
        drop(tx);

        let mut reader = store.read().await.unwrap();
        let log = reader.final_log(&made.id).await.unwrap();
        assert_eq!(log.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(log[2].game.as_ref(), Some(&played));
        assert_eq!(reader.running_finals().await.unwrap(), std::slice::from_ref(&made));
        let found = reader.final_match(&played).await.unwrap().unwrap();
        assert_eq!((found.series, found.game, found.shown), (3, 0, None));
        assert_eq!(reader.final_matches(&made.id).await.unwrap(), [found]);
    }
}

on_both! {
    async fn a_match_is_shown_once_and_a_dropped_final_shows_nothing(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let sheet = Json::of(&"a sheet").unwrap();
        let made = tx.add_final(&cup.id, None, NOW, &sheet, &sheet).await.unwrap();
        let played = game(&mut tx, &cup).await;
        tx.add_final_match(&made.id, 0, 0, &played).await.unwrap();
        assert!(tx.shown_matches(&cup.id).await.unwrap().is_empty());
        assert!(tx.show_final_match(&played, NOW).await.unwrap());
        assert!(!tx.show_final_match(&played, NOW).await.unwrap());
        assert_eq!(tx.shown_matches(&cup.id).await.unwrap(), [played]);
        tx.move_final(&made.id, FinalState::Running, FinalState::Dropped).await.unwrap();
        assert!(tx.shown_matches(&cup.id).await.unwrap().is_empty());
        assert!(tx.final_of(&cup.id).await.unwrap().is_none());
        let next = tx.add_final(&cup.id, None, NOW, &sheet, &sheet).await.unwrap();
        assert_eq!(tx.final_of(&cup.id).await.unwrap(), Some(next));
        let illegal = tx.move_final(&made.id, FinalState::Dropped, FinalState::Over).await;
        assert!(matches!(illegal, Err(Error::Illegal { what: "final", .. })));
    }
}

on_both! {
    async fn whoever_changes_the_picture_must_have_seen_the_last_one(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let sheet = Json::of(&"a sheet").unwrap();
        let made = tx.add_final(&cup.id, None, NOW, &sheet, &sheet).await.unwrap();
        let picture = Json::of(&"a picture").unwrap();
        tx.set_show(&made.id, 0, &picture).await.unwrap();
        let now = tx.final_by(&made.id).await.unwrap();
        assert_eq!((now.step, &now.show), (1, &picture));
        let late = tx.set_show(&made.id, 0, &sheet).await;
        assert!(matches!(late, Err(Error::Conflict { what: "final" })));
    }
}

on_both! {
    async fn the_last_vote_of_a_team_counts(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let team = team(&mut tx, &cup, "sara").await;
        let sheet = Json::of(&"a sheet").unwrap();
        let made = tx.add_final(&cup.id, None, NOW, &sheet, &sheet).await.unwrap();
        let vote = |map: &str| FinalVote { series: 1, team: team.id.clone(), map: map.to_owned() };
        tx.vote_for_map(&made.id, &vote("hill")).await.unwrap();
        tx.vote_for_map(&made.id, &vote("lake")).await.unwrap();
        assert_eq!(tx.final_votes(&made.id).await.unwrap(), [vote("lake")]);
    }
}

on_both! {
    async fn a_key_opens_one_hall_until_it_ends(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let (code, key) = (Hash::of("code"), Hash::of("key"));
        let later = Time(NOW.0 + 1);
        tx.add_hall_key(&code, &cup.id, true, later).await.unwrap();
        tx.add_hall_key(&key, &cup.id, false, later).await.unwrap();
        assert_eq!(tx.hall_key(&code, true, NOW).await.unwrap(), Some(cup.id.clone()));
        assert_eq!(tx.hall_key(&code, false, NOW).await.unwrap(), None, "a code is not a key");
        assert_eq!(tx.hall_key(&key, false, NOW).await.unwrap(), Some(cup.id.clone()));
        assert_eq!(tx.hall_key(&key, false, later).await.unwrap(), None);
        assert_eq!(tx.forget_hall_keys(NOW).await.unwrap(), 0);
        assert_eq!(tx.end_hall_keys(&cup.id).await.unwrap(), 2);
    }
}
