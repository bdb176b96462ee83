//! Contests, teams and versions.

use meydan_store::{
    Built, ContestChange, ContestState, Error, Hash, NewTeam, NewVersion, Rank, Standing, Store, TeamId,
    VersionId, VersionState,
};

use crate::setting::{NOW, contest, on_both, team, user, version};

on_both! {
    async fn a_contest_moves_only_as_contests_may(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        assert_eq!((cup.state, cup.freezes, cup.opens), (ContestState::Draft, Some(NOW), None));
        let illegal = tx.move_contest(&cup.id, ContestState::Draft, ContestState::Closed).await;
        assert!(matches!(illegal, Err(Error::Illegal { what: "contest", from: "draft", to: "closed" })));
        tx.move_contest(&cup.id, ContestState::Draft, ContestState::Open).await.unwrap();
        let again = tx.move_contest(&cup.id, ContestState::Draft, ContestState::Open).await;
        assert!(matches!(again, Err(Error::Conflict { what: "contest" })));
        let change = ContestChange { title: Some("Cup"), freezes: Some(None), ..Default::default() };
        let changed = tx.change_contest(&cup.id, &change).await.unwrap();
        assert_eq!((changed.title.as_str(), changed.freezes, changed.state), ("Cup", None, ContestState::Open));
        assert_eq!(changed.settings, cup.settings);
        assert_eq!(tx.contest_at("cup").await.unwrap(), Some(changed));
        assert_eq!(tx.contest_at("cups").await.unwrap(), None);
    }
}

on_both! {
    async fn whoever_holds_a_contest_is_waited_for(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        tx.commit().await.unwrap();
        let mut first = store.begin().await.unwrap();
        first.hold_contest(&cup.id).await.unwrap();
        let second = tokio::spawn({
            let (store, id) = (store.clone(), cup.id.clone());
            async move {
                let mut tx = store.begin().await.unwrap();
                tx.hold_contest(&id).await.unwrap();
                tx.teams(&id).await.unwrap().len()
            }
        });
        for number in 0..20 {
            team(&mut first, &cup, &format!("team {number}")).await;
        }
        first.commit().await.unwrap();
        assert_eq!(second.await.unwrap(), 20, "it sees what the first one has made");
    }
}

on_both! {
    async fn a_contest_has_organisers(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let (cup, ada) = (contest(&mut tx, "cup").await, user(&mut tx, "ada").await);
        assert!(!tx.is_organiser(&cup.id, &ada.id).await.unwrap());
        tx.add_organiser(&cup.id, &ada.id).await.unwrap();
        tx.add_organiser(&cup.id, &ada.id).await.unwrap();
        assert!(tx.is_organiser(&cup.id, &ada.id).await.unwrap());
        assert_eq!(tx.organisers(&cup.id).await.unwrap(), std::slice::from_ref(&ada));
        assert_eq!(tx.organised_by(&ada.id).await.unwrap(), std::slice::from_ref(&cup.id));
        tx.remove_organiser(&cup.id, &ada.id).await.unwrap();
        assert!(matches!(tx.remove_organiser(&cup.id, &ada.id).await, Err(Error::Missing { .. })));
    }
}

on_both! {
    async fn nobody_is_in_two_teams_of_a_contest(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let (cup, other) = (contest(&mut tx, "cup").await, contest(&mut tx, "other").await);
        let (ada, bob) = (user(&mut tx, "ada").await, user(&mut tx, "bob").await);
        let (reds, blues) = (team(&mut tx, &cup, "Reds").await, team(&mut tx, &cup, "Blues").await);
        let abroad = team(&mut tx, &other, "Reds").await;
        let same = NewTeam { contest: &cup.id, name: "REDS", code_hash: None, created: NOW, house: None };
        assert!(matches!(tx.add_team(&same).await, Err(Error::Taken { what: "name" })));

        tx.add_member(&reds.id, &ada.id, Rank::Captain, NOW, 2).await.unwrap();
        assert!(matches!(tx.add_member(&blues.id, &ada.id, Rank::Captain, NOW, 2).await, Err(Error::Taken { .. })));
        tx.add_member(&abroad.id, &ada.id, Rank::Member, NOW, 2).await.unwrap();
        assert!(matches!(tx.add_member(&reds.id, &bob.id, Rank::Member, NOW, 1).await, Err(Error::Conflict { .. })));
        tx.add_member(&reds.id, &bob.id, Rank::Member, NOW, 2).await.unwrap();

        let house = NewTeam { name: "Bot", house: Some("greedy"), ..same };
        tx.add_team(&house).await.unwrap();
        assert_eq!(tx.count_teams(&cup.id).await.unwrap(), 2, "a house bot is nobody's team");
        let found = tx.these_teams(&[abroad.id.clone(), TeamId::fresh()]).await.unwrap();
        assert_eq!(found, std::slice::from_ref(&abroad));
        let members = tx.members(&reds.id).await.unwrap();
        assert_eq!(members.iter().map(|member| member.name.as_str()).collect::<Vec<_>>(), ["ada", "bob"]);
        assert_eq!(tx.team_of(&cup.id, &ada.id).await.unwrap().unwrap(), reds);
        assert_eq!(tx.teams_of(&ada.id).await.unwrap().len(), 2);
        assert_eq!(tx.team_by_code(&cup.id, &Hash::of("Blues")).await.unwrap().unwrap(), blues);
        assert_eq!(tx.team_by_code(&other.id, &Hash::of("Blues")).await.unwrap(), None);
        tx.remove_member(&reds.id, &ada.id).await.unwrap();
        tx.set_rank(&reds.id, &bob.id, Rank::Captain).await.unwrap();
        assert_eq!(tx.rank_in(&reds.id, &bob.id).await.unwrap(), Some(Rank::Captain));
        assert_eq!(tx.rank_in(&reds.id, &ada.id).await.unwrap(), None);
        tx.add_member(&blues.id, &ada.id, Rank::Captain, NOW, 2).await.unwrap();
        let found = tx.find_teams(&cup.id, "ED", "", 9).await.unwrap();
        assert_eq!(found, [tx.team(&reds.id).await.unwrap()]);
        assert!(matches!(tx.team(&TeamId::fresh()).await, Err(Error::Missing { what: "team" })));
    }
}

on_both! {
    async fn a_disqualified_team_has_a_reason_and_can_come_back(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let reds = team(&mut tx, &cup, "Reds").await;
        tx.move_team(&reds.id, Standing::In, Standing::Disqualified, Some("two accounts")).await.unwrap();
        assert_eq!(tx.team(&reds.id).await.unwrap().reason.as_deref(), Some("two accounts"));
        let again = tx.move_team(&reds.id, Standing::In, Standing::Withdrawn, None).await;
        assert!(matches!(again, Err(Error::Conflict { what: "team" })));
        tx.move_team(&reds.id, Standing::Disqualified, Standing::In, None).await.unwrap();
        assert_eq!(tx.team(&reds.id).await.unwrap(), reds);
    }
}

on_both! {
    async fn only_a_ready_version_of_the_team_can_play(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let (reds, blues) = (team(&mut tx, &cup, "Reds").await, team(&mut tx, &cup, "Blues").await);
        let (one, two) = (version(&mut tx, &reds).await, version(&mut tx, &reds).await);
        assert_eq!((one.number, two.number, version(&mut tx, &blues).await.number), (1, 2, 1));
        assert!(matches!(tx.activate_version(&reds.id, Some(&one.id)).await, Err(Error::Conflict { .. })));

        tx.move_version(&one.id, VersionState::Received, VersionState::Building).await.unwrap();
        let built = Built { build: Some("b"), log: Some("l"), language: Some("python"), wire: true, build_ms: 5, error: None };
        tx.finish_build(&one.id, &built).await.unwrap();
        assert!(matches!(tx.finish_build(&one.id, &built).await, Err(Error::Conflict { what: "version" })));
        tx.move_version(&one.id, VersionState::Built, VersionState::Validating).await.unwrap();
        assert_eq!(tx.versions_under_way(&reds.id).await.unwrap(), 2);
        tx.move_version(&one.id, VersionState::Validating, VersionState::Ready).await.unwrap();
        tx.activate_version(&reds.id, Some(&one.id)).await.unwrap();
        assert!(matches!(tx.activate_version(&blues.id, Some(&one.id)).await, Err(Error::Conflict { .. })), "not theirs");
        assert_eq!(tx.team(&reds.id).await.unwrap().active_version, Some(one.id.clone()));
        tx.activate_version(&reds.id, None).await.unwrap();
        assert_eq!(tx.team(&reds.id).await.unwrap().active_version, None);

        tx.move_version(&two.id, VersionState::Received, VersionState::Building).await.unwrap();
        let broken = Built { log: Some("l"), error: Some("no such file\0"), ..Default::default() };
        tx.finish_build(&two.id, &broken).await.unwrap();
        let two = tx.version(&two.id).await.unwrap();
        assert_eq!((two.state, two.error.as_deref()), (VersionState::Failed, Some("no such file\u{fffd}")));
        let numbers = tx.versions(&reds.id, Some(2), 9).await.unwrap();
        assert_eq!(numbers.iter().map(|version| version.number).collect::<Vec<_>>(), [1]);
    }
}

on_both! {
    async fn a_stuck_version_can_be_tried_again(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let reds = team(&mut tx, &cup, "Reds").await;
        let one = version(&mut tx, &reds).await;
        tx.move_version(&one.id, VersionState::Received, VersionState::Building).await.unwrap();
        tx.give_up_version(&one.id, VersionState::Building, VersionState::Stuck, "no worker").await.unwrap();
        tx.move_version(&one.id, VersionState::Stuck, VersionState::Received).await.unwrap();
        assert_eq!(tx.version(&one.id).await.unwrap(), one);
    }
}

on_both! {
    async fn teams_are_found_and_renamed_and_versions_are_listed(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let (cup, ada) = (contest(&mut tx, "cup").await, user(&mut tx, "ada").await);
        let (one, two) = (team(&mut tx, &cup, "Red Foxes").await, team(&mut tx, &cup, "Owls").await);
        assert_eq!(tx.team_named(&cup.id, "red  FOXES").await.unwrap(), Some(one.clone()));
        assert!(matches!(tx.rename_team(&two.id, "red foxes").await, Err(Error::Taken { what: "name" })));
        tx.rename_team(&two.id, "OWLS").await.unwrap();
        tx.set_team_code(&two.id, None).await.unwrap();
        assert_eq!(tx.team_by_code(&cup.id, &Hash::of("Owls")).await.unwrap(), None);
        assert!(matches!(tx.set_team_code(&TeamId::fresh(), None).await, Err(Error::Missing { what: "team" })));

        let first = version(&mut tx, &one).await;
        let new = NewVersion { team: &one.id, by_user: Some(&ada.id), created: NOW, note: "", source: "abc", size: 3 };
        let second = tx.add_version(&new).await.unwrap();
        assert_eq!(tx.versions_by(&ada.id).await.unwrap(), std::slice::from_ref(&second));
        assert_eq!(tx.newest_versions(9).await.unwrap().len(), 2);
        assert_eq!(tx.these_versions(&[first.id.clone(), VersionId::fresh()]).await.unwrap(), [first]);

        assert!(matches!(tx.remove_closed(&cup.id).await, Err(Error::Conflict { .. })), "it is not closed");
        tx.move_contest(&cup.id, ContestState::Draft, ContestState::Open).await.unwrap();
        tx.move_contest(&cup.id, ContestState::Open, ContestState::Closed).await.unwrap();
        tx.remove_closed(&cup.id).await.unwrap();
        assert_eq!(tx.contest_at("cup").await.unwrap(), None);
    }
}
