//! Classes: an account belongs to one, and a mark is decided once.

use meydan_store::{
    Check, Error, Hash, Json, Mark, MatchKind, MatchState, NewMark, NewMatch, NewSeat, Store, Time,
};

use crate::setting::{NOW, contest, on_both, team, user, version};

on_both! {
    async fn people_belong_to_the_class_that_made_them(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let (a, b) = (user(&mut tx, "a").await, user(&mut tx, "b").await);
        tx.add_class_person(&cup.id, &a.id, NOW).await.unwrap();
        assert_eq!(tx.class_person(&a.id).await.unwrap().unwrap().contest, cup.id);
        assert_eq!(tx.class_person(&b.id).await.unwrap(), None);
        assert_eq!(tx.class_people(&cup.id).await.unwrap().len(), 1);
        assert!(tx.contests_by_code(&Hash::of("none")).await.unwrap().is_empty());
        tx.add_class_person(&cup.id, &b.id, NOW).await.unwrap();
        assert!(tx.forget_class_person(&b.id).await.unwrap());
        assert!(!tx.forget_class_person(&b.id).await.unwrap());
        // Whoever is erased is nobody's.
        tx.erase_user(&a.id, NOW).await.unwrap();
        assert!(tx.class_people(&cup.id).await.unwrap().is_empty());
        tx.commit().await.unwrap();
    }
}

on_both! {
    async fn a_mark_is_asked_for_once_and_decided_once(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let team = team(&mut tx, &cup, "sara").await;
        let version = version(&mut tx, &team).await;
        let new = NewMark {
            version: &version.id, house: "greedy", contest: &cup.id, team: &team.id,
            share: 0.55, confidence: 0.95, matches: 200,
        };
        tx.add_mark(&new).await.unwrap();
        tx.add_mark(&NewMark { share: 0.9, ..new }).await.unwrap();
        let mark = tx.marks(&cup.id).await.unwrap().remove(0);
        assert_eq!((mark.share, mark.passed, mark.played, mark.ended), (0.55, None, 0, None));

        tx.add_prints(&version.id, &Json::of(&1).unwrap()).await.unwrap();
        tx.add_prints(&version.id, &Json::of(&2).unwrap()).await.unwrap();
        assert_eq!(tx.prints(&cup.id).await.unwrap(), [(team.id.clone(), Json::of(&2).unwrap())]);
        let order = Json::of(&()).unwrap();
        let seat = |side, version, house: Option<&str>| NewSeat {
            side, team: None, version, house: house.map(str::to_owned), person: None,
        };
        let seats = [seat(0, None, Some("greedy")), seat(1, Some(version.id.clone()), None)];
        let game = NewMatch {
            contest: &cup.id, round: None, kind: MatchKind::Casual, game: "toy", ruleset: "document", map: "hill",
            seed: "1", order: &order, disclosure: "\"public\"", priority: 0, shadow: false, created: NOW,
            by_user: None, version_validated: None, seats: &seats,
        };
        let made = tx.add_match(&game).await.unwrap().id;
        tx.add_mark_match(&mark, 0, &made).await.unwrap();
        let other = tx.add_match(&game).await.unwrap().id;
        assert!(matches!(tx.add_mark_match(&mark, 0, &other).await, Err(Error::Taken { .. })));
        let seats = tx.mark_seats(&version.id, "greedy").await.unwrap();
        let seen: Vec<_> = seats.iter().map(|seat| (seat.number, seat.state, seat.own, seat.rank)).collect();
        assert_eq!(seen, [(0, MatchState::Queued, false, None), (0, MatchState::Queued, true, None)]);
        assert_eq!(tx.mark_of(&made).await.unwrap(), Some((version.id.clone(), "greedy".to_owned())));
        assert_eq!(tx.mark_of(&other).await.unwrap(), None);

        let told = Mark { passed: Some(true), played: 12, points: 11.5, sure: 0.97, ended: Some(Time(7)), ..mark.clone() };
        assert!(tx.set_mark(&told).await.unwrap());
        assert!(!tx.set_mark(&mark).await.unwrap(), "what is clear stays");
        assert_eq!(tx.marks_of(&team.id).await.unwrap(), std::slice::from_ref(&told));
        assert_eq!(tx.marks(&cup.id).await.unwrap(), [told]);
        // All of it goes with the contest.
        tx.remove_contest(&cup.id).await.unwrap();
        assert!(tx.contests().await.unwrap().is_empty() && tx.marks(&cup.id).await.unwrap().is_empty());
        tx.commit().await.unwrap();
    }
}

on_both! {
    async fn what_was_found_in_a_version_is_told_once(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let team = team(&mut tx, &cup, "sara").await;
        let version = version(&mut tx, &team).await;
        let check = |phase, passed| Check {
            version: version.id.clone(), phase, contest: cup.id.clone(), team: team.id.clone(), passed, points: 12.5,
            card: Json::of(&passed).unwrap(),
        };
        tx.set_check(&check(2, false)).await.unwrap();
        tx.set_check(&check(1, true)).await.unwrap();
        tx.set_check(&check(2, true)).await.unwrap();
        let found = [check(1, true), check(2, true)];
        assert_eq!(tx.checks_of(&version.id).await.unwrap(), found);
        assert_eq!(tx.checks(&cup.id).await.unwrap(), found);
        tx.commit().await.unwrap();
    }
}
