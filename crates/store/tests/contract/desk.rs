//! Announcements, audit, workers, settings, limits, outbox.

use std::time::Duration;

use meydan_store::{AuditFilter, Json, Store, Worker, WorkerId, WorkerState};

use crate::setting::{NOW, contest, on_both, user};

on_both! {
    async fn what_was_said_and_done_is_read_page_by_page(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let (cup, ada) = (contest(&mut tx, "cup").await, user(&mut tx, "ada").await);
        let detail = Json::of(&serde_json::json!({ "why": 1.5 })).unwrap();
        for number in 0..5 {
            tx.announce(&cup.id, &format!("news {number}"), Some(&ada.id), NOW).await.unwrap();
            let who = (number % 2 == 0).then_some(&ada.id);
            tx.note(NOW, who, "announce", cup.id.as_str(), &detail).await.unwrap();
        }
        let first = tx.announcements(&cup.id, None, 3).await.unwrap();
        let rest = tx.announcements(&cup.id, Some(first[2].seq), 3).await.unwrap();
        let texts: Vec<_> = first.iter().chain(&rest).map(|said| said.text.as_str()).collect();
        assert_eq!(texts, ["news 4", "news 3", "news 2", "news 1", "news 0"]);
        tx.remove_announcement(&first[0].id).await.unwrap();
        assert!(tx.remove_announcement(&first[0].id).await.is_err());

        let hers = AuditFilter { who: Some(ada.id.clone()), ..Default::default() };
        let lines = tx.audit(&hers, 9).await.unwrap();
        assert_eq!((lines.len(), &lines[0].detail), (3, &detail));
        assert_eq!(tx.audit(&AuditFilter { before: Some(lines[1].seq), ..hers }, 9).await.unwrap(), lines[2..]);
        let of_it = AuditFilter { subject: Some(cup.id.to_string()), what: Some("announce".into()), ..Default::default() };
        assert_eq!(tx.audit(&of_it, 9).await.unwrap().len(), 5);
        assert!(tx.audit(&AuditFilter { what: Some("annul".into()), ..of_it }, 9).await.unwrap().is_empty());
    }
}

on_both! {
    async fn workers_are_seen_missed_and_forgotten(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let labels = Json::of(&["java"]).unwrap();
        let mut worker =
            Worker { id: WorkerId::fresh(), name: "one".into(), labels, seen: NOW, state: WorkerState::Ready };
        tx.see_worker(&worker).await.unwrap();
        worker.state = WorkerState::Draining;
        tx.see_worker(&worker).await.unwrap();
        assert_eq!(tx.workers().await.unwrap(), [worker]);
        assert_eq!(tx.miss_workers(NOW).await.unwrap(), 0);
        let later = NOW.plus(Duration::from_secs(60));
        assert_eq!(tx.forget_workers(later).await.unwrap(), 0, "it is not gone");
        assert_eq!(tx.miss_workers(later).await.unwrap(), 1);
        assert_eq!(tx.miss_workers(later).await.unwrap(), 0);
        assert_eq!(tx.forget_workers(later).await.unwrap(), 1);
    }
}

on_both! {
    async fn a_setting_is_kept_changed_and_forgotten(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        for value in [Some("1"), Some("2"), None, None] {
            tx.set_setting("demo", value).await.unwrap();
            assert_eq!(tx.setting("demo").await.unwrap().as_deref(), value);
        }
    }
}

on_both! {
    async fn hits_are_counted_in_stretches_of_time(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let minute = Duration::from_secs(60);
        assert_eq!(NOW.0 % 60_000, 0);
        let late = NOW.plus(Duration::from_millis(59_999));
        assert_eq!(tx.hit("sign in: 1.2.3.4", NOW, minute).await.unwrap(), 1);
        assert_eq!(tx.hit("sign in: 1.2.3.4", late, minute).await.unwrap(), 2);
        assert_eq!(tx.hit("sign in: 5.6.7.8", late, minute).await.unwrap(), 1);
        assert_eq!(tx.hit("sign in: 1.2.3.4", NOW.plus(minute), minute).await.unwrap(), 1);
        assert_eq!(tx.hits("sign in: 1.2.3.4", NOW.plus(minute), minute).await.unwrap(), 1);
        assert_eq!(tx.hits("sign in: 1.2.3.4", NOW.plus(minute * 2), minute).await.unwrap(), 0, "the stretch is over");
        // An arena whose clock is behind counts with the others.
        assert_eq!(tx.hits("sign in: 1.2.3.4", late, minute).await.unwrap(), 1);
        assert_eq!(tx.hit("sign in: 1.2.3.4", late, minute).await.unwrap(), 2);
        assert_eq!(tx.hit("sign in: 1.2.3.4", NOW.plus(minute), minute).await.unwrap(), 3);
        assert_eq!(tx.hits("nobody", NOW, minute).await.unwrap(), 0);
        assert!(tx.was_hit("sign in: 1.2.3.4").await.unwrap());
        tx.forgive("sign in: 1.2.3.4").await.unwrap();
        assert!(!tx.was_hit("sign in: 1.2.3.4").await.unwrap());
        assert_eq!(tx.hit("sign in: 1.2.3.4", NOW.plus(minute), minute).await.unwrap(), 1);
        assert_eq!(tx.forget_hits(NOW.plus(minute)).await.unwrap(), 1);
    }
}

on_both! {
    async fn messages_wait_until_they_are_sent(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        tx.post("match.over", "nobody sends it", NOW).await.unwrap();
        assert_eq!(tx.unsent("match.over", 0, NOW, 9).await.unwrap(), []);
        tx.commit().await.unwrap();

        let mut tx = store.clone().with_outbox().begin().await.unwrap();
        tx.post("match.over", "one", NOW).await.unwrap();
        tx.post("match.over", "two", NOW).await.unwrap();
        let waiting = tx.unsent("match.over", 0, NOW, 9).await.unwrap();
        assert_eq!(waiting.iter().map(|message| message.body.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(tx.unsent("match.over", 0, NOW.minus(Duration::from_secs(1)), 9).await.unwrap(), []);
        assert_eq!(tx.unsent("match.over", waiting[0].seq, NOW, 9).await.unwrap(), waiting[1..], "what comes after");
        assert_eq!(tx.unsent("offer", 0, NOW, 9).await.unwrap(), [], "about something else");
        assert_eq!(tx.sent(&[waiting[0].seq]).await.unwrap(), 1);
        assert_eq!(tx.unsent("match.over", 0, NOW, 9).await.unwrap(), waiting[1..]);
        assert_eq!(tx.sent(&[]).await.unwrap(), 0);
        assert_eq!(tx.forget_unsent(NOW).await.unwrap(), 0);
        assert_eq!(tx.forget_unsent(NOW.plus(Duration::from_secs(1))).await.unwrap(), 1);
        assert_eq!(tx.keep_setting("once", "first").await.unwrap(), "first");
        assert_eq!(tx.keep_setting("once", "second").await.unwrap(), "first");
    }
}
