//! Users and their ways in.

use std::time::Duration;

use meydan_store::{Error, Hash, NewSession, NewToken, NewUser, Role, Scope, Store, UserChange, name_key};

use crate::setting::{NOW, on_both, user};

on_both! {
    async fn a_name_is_taken_however_it_is_spelled(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let ada = user(&mut tx, "Ada Lovelace").await;
        let new = NewUser { name: " ada  LOVELACE", email: None, password: None, role: Role::Admin, lang: None, created: NOW };
        assert!(matches!(tx.add_user(&new).await, Err(Error::Taken { what: "name" })));
        // Being refused does not spoil the transaction.
        let bob = user(&mut tx, "bob").await;
        tx.commit().await.unwrap();

        let mut reader = store.read().await.unwrap();
        assert_eq!(reader.user(&ada.id).await.unwrap(), ada);
        assert_eq!(reader.user_named("ADA lovelace").await.unwrap(), Some(ada.clone()));
        let mut tx = store.begin().await.unwrap();
        let change = UserChange { name: Some("BOB"), role: Some(Role::Admin), lang: Some(Some("tr")), ..Default::default() };
        let changed = tx.change_user(&bob.id, &change).await.unwrap();
        assert_eq!((changed.name.as_str(), changed.role, changed.lang.as_deref()), ("BOB", Role::Admin, Some("tr")));
        let change = UserChange { name: Some("Ada Lovelace"), ..Default::default() };
        assert!(matches!(tx.change_user(&bob.id, &change).await, Err(Error::Taken { what: "name" })));
        assert_eq!(tx.count_role(Role::Admin).await.unwrap(), 1);
    }
}

on_both! {
    async fn users_are_listed_page_by_page_and_found_by_a_part_of_their_name(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        for name in ["carol", "ada", "bob", "100%_sure"] {
            user(&mut tx, name).await;
        }
        let first = tx.users("", "", 3).await.unwrap();
        let rest = tx.users("", &first[2].name_key, 3).await.unwrap();
        let names: Vec<_> = first.iter().chain(&rest).map(|user| user.name.as_str()).collect();
        assert_eq!(names, ["100%_sure", "ada", "bob", "carol"]);
        for (text, found) in [("AR", vec!["carol"]), ("%", vec!["100%_sure"]), ("_", vec!["100%_sure"]), ("\\", vec![])] {
            let users = tx.users(text, "", 9).await.unwrap();
            assert_eq!(users.iter().map(|user| user.name.as_str()).collect::<Vec<_>>(), found, "{text}");
        }
    }
}

on_both! {
    async fn an_erased_user_has_no_name_and_no_way_in(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let ada = user(&mut tx, "ada").await;
        let (session, token, reset) = (Hash::of("session"), Hash::of("token"), Hash::of("reset"));
        let hour = NOW.plus(Duration::from_secs(3600));
        let new = NewSession { hash: &session, user: &ada.id, created: NOW, expires: hour, agent: "browser" };
        tx.add_session(&new).await.unwrap();
        let new = NewToken {
            user: &ada.id, label: "laptop", hash: &token, scopes: &[Scope::Read, Scope::Submit], created: NOW, expires: None,
        };
        let made = tx.add_token(&new).await.unwrap();
        assert_eq!(made.scopes, [Scope::Read, Scope::Submit]);
        tx.add_reset(&reset, &ada.id, hour, None).await.unwrap();
        tx.add_identity("https://issuer.example", "42", &ada.id).await.unwrap();
        tx.commit().await.unwrap();

        let mut tx = store.begin().await.unwrap();
        assert_eq!(tx.session(&session, NOW).await.unwrap().unwrap().user, ada.id);
        assert_eq!(tx.session(&session, hour).await.unwrap(), None, "it has ended");
        assert_eq!(tx.token(&token, NOW).await.unwrap().unwrap(), made);
        assert_eq!(tx.identity("https://issuer.example", "42").await.unwrap().unwrap(), ada.id);
        tx.add_identity("https://other.example", "42", &ada.id).await.unwrap();
        assert_eq!(tx.remove_identities("https://other.example", &ada.id).await.unwrap(), 1);
        assert_eq!(tx.remove_identities("https://other.example", &ada.id).await.unwrap(), 0);
        tx.erase_user(&ada.id, NOW).await.unwrap();
        assert_eq!(tx.session(&session, NOW).await.unwrap(), None);
        assert_eq!(tx.token(&token, NOW).await.unwrap(), None);
        assert_eq!(tx.identity("https://issuer.example", "42").await.unwrap(), None);
        assert!(matches!(tx.use_reset(&reset, NOW).await, Err(Error::Missing { .. })));
        assert!(tx.user_named("ada").await.unwrap().is_none());
        assert_eq!(tx.user(&ada.id).await.unwrap().name, "");
        assert!(tx.users("", "", 9).await.unwrap().is_empty());
        assert!(matches!(tx.erase_user(&ada.id, NOW).await, Err(Error::Missing { .. })));
        user(&mut tx, "ada").await;
    }
}

on_both! {
    async fn tokens_and_identities_end_one_by_one_or_all_at_once(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let (ada, bob) = (user(&mut tx, "ada").await, user(&mut tx, "bob").await);
        let mut made = Vec::new();
        for label in ["a", "b", "c"] {
            let new = NewToken {
                user: &ada.id, label, hash: &Hash::of(label), scopes: &[Scope::Read], created: NOW, expires: None,
            };
            made.push(tx.add_token(&new).await.unwrap());
        }
        tx.see_token(&made[0].id, NOW).await.unwrap();
        assert!(matches!(tx.end_token(&bob.id, &made[0].id).await, Err(Error::Missing { .. })), "not Bob's");
        tx.end_token(&ada.id, &made[1].id).await.unwrap();
        let mut left: Vec<_> = tx.tokens(&ada.id).await.unwrap().into_iter().map(|token| (token.label, token.used)).collect();
        left.sort();
        assert_eq!(left, [("a".to_owned(), Some(NOW)), ("c".to_owned(), None)]);
        assert_eq!(tx.end_tokens(&ada.id).await.unwrap(), 2);

        tx.add_identity("https://issuer.example", "42", &ada.id).await.unwrap();
        let known = tx.identities(&ada.id).await.unwrap();
        assert_eq!(known, [("https://issuer.example".to_owned(), "42".to_owned())]);
        assert_eq!(tx.forget_identities(&ada.id).await.unwrap(), 1);
        assert!(tx.identities(&ada.id).await.unwrap().is_empty());
    }
}

on_both! {
    async fn a_reset_link_works_once_and_not_for_ever(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let ada = user(&mut tx, "ada").await;
        let hour = NOW.plus(Duration::from_secs(3600));
        let (old, new) = (Hash::of("old"), Hash::of("new"));
        tx.add_reset(&old, &ada.id, hour, Some(&ada.id)).await.unwrap();
        tx.add_reset(&new, &ada.id, hour, None).await.unwrap();
        assert!(tx.use_reset(&old, NOW).await.is_err(), "a newer one was made");
        assert!(tx.use_reset(&new, hour).await.is_err(), "too late");
        assert_eq!(tx.use_reset(&new, NOW).await.unwrap(), ada.id);
        assert!(tx.use_reset(&new, NOW).await.is_err(), "used");
        assert_eq!(tx.sweep_secrets(NOW).await.unwrap(), 1);
    }
}

on_both! {
    async fn sessions_end_one_by_one_or_all_but_one(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let (ada, bob) = (user(&mut tx, "ada").await, user(&mut tx, "bob").await);
        let hashes: Vec<_> = ["a", "b", "c"].iter().map(|secret| Hash::of(secret)).collect();
        for hash in &hashes {
            let new = NewSession { hash, user: &ada.id, created: NOW, expires: NOW.plus(Duration::from_secs(9)), agent: "" };
            tx.add_session(&new).await.unwrap();
        }
        assert!(matches!(tx.end_session(&bob.id, &hashes[0]).await, Err(Error::Missing { .. })), "not Bob's");
        tx.end_session(&ada.id, &hashes[0]).await.unwrap();
        assert_eq!(tx.end_sessions(&ada.id, Some(&hashes[2])).await.unwrap(), 1);
        let left = tx.sessions(&ada.id, NOW).await.unwrap();
        assert_eq!(left.iter().map(|session| &session.hash).collect::<Vec<_>>(), [&hashes[2]]);
        tx.see_session(&hashes[2], NOW, NOW.plus(Duration::from_secs(99))).await.unwrap();
        assert_eq!(tx.sweep_secrets(NOW.plus(Duration::from_secs(50))).await.unwrap(), 0, "the end was put off");
    }
}

#[test]
fn names_that_look_the_same_are_the_same() {
    for (one, other) in [
        ("İstanbul", "istanbul"),
        ("ISPARTA", "ısparta"),
        ("ﬁle", "FILE"),
        ("a\u{200b}b", "ab"),
        ("كاربر ي٣", "کاربر ی۳"),
    ] {
        assert_eq!(name_key(one), name_key(other));
    }
    assert_ne!(name_key("şans"), name_key("sans"), "letters are letters");
}
