//! The use cases, with engines that play nothing.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod toy;

use std::time::Duration;

use meydan_arena::{
    Arena, Caller, Disclosure, Error, Farewell, Key, Limits, Listing, MatchState, OpenError, Options, Resume,
};
use meydan_core::trace::EntrantKind;
use toy::{Toy, WINDOWS, ended, open, open_with, order, owner, person, reel_lines, somebody, text, visitor};

const BOTS: &[&str] = &["house:a", "house:b"];
const PERSON: &[&str] = &["human", "house:b"];

fn resume(id: &meydan_arena::MatchId) -> Resume {
    Resume { resume: id.clone(), seats: None }
}

#[tokio::test]
async fn a_match_is_played_shown_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("quick", BOTS)).await.unwrap();
    let live = text(arena.reel(&somebody(), &created.id, None).await.unwrap()).await;
    let card = ended(&arena, &created.id).await;
    assert_eq!((card.state, card.windows), (MatchState::Over, WINDOWS));
    assert!(live.starts_with(&reel_lines(WINDOWS, None).concat()) && live.ends_with("{\"kind\":\"end\"}\n"));
    assert_eq!(text(arena.reel(&somebody(), &created.id, None).await.unwrap()).await, live);
    assert_eq!(*toy.reels.lock().unwrap(), 0, "its reel lies beside its record");
    drop(arena);
    let (toy, arena) = open(folder.path()).await;
    assert_eq!(arena.find(&somebody(), &created.id).await.unwrap(), card);
    assert_eq!(text(arena.reel(&somebody(), &created.id, None).await.unwrap()).await, live);
    let eyes = text(arena.reel(&somebody(), &created.id, Some(1)).await.unwrap()).await;
    assert_eq!(eyes, reel_lines(WINDOWS, Some(1)).concat());
    assert_eq!(text(arena.reel(&somebody(), &created.id, Some(1)).await.unwrap()).await, eyes);
    assert_eq!(*toy.reels.lock().unwrap(), 1, "what was made once is kept for a while");
}

#[tokio::test]
async fn a_hundred_finished_matches_leave_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    for i in 0..100 {
        let created = arena.create(&Caller::host(), order("quick", BOTS)).await.unwrap();
        ended(&arena, &created.id).await;
        if i % 10 == 0 {
            text(arena.reel(&somebody(), &created.id, Some(0)).await.unwrap()).await;
        }
    }
    let held = arena.held();
    assert_eq!(held.matches, 0);
    assert!(held.bytes < 100 << 10, "100 matches of 100 KB hold {} bytes", held.bytes);
    assert_eq!(arena.list(&somebody(), &Listing::default()).await.unwrap().matches.len(), Listing::USUAL);
}

#[tokio::test]
async fn a_panic_frees_its_slot_and_the_match_is_void() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let error = arena.create(&somebody(), order("panic", BOTS)).await.unwrap_err();
    assert_eq!(error.code(), "trouble");
    assert_eq!(arena.held().matches, 0);
    let created = arena.create(&somebody(), order("stumble", BOTS)).await.unwrap();
    toy.poke.notify_one();
    let card = ended(&arena, &created.id).await;
    assert_eq!((card.state, arena.held().matches), (MatchState::Void, 0));
    assert!(card.reason.unwrap().contains("stumbled"));
    let created = arena.create(&somebody(), order("quick", BOTS)).await.unwrap();
    assert_eq!(ended(&arena, &created.id).await.state, MatchState::Over, "others are played as before");
}

#[tokio::test]
async fn what_an_order_gets_wrong_is_told_and_takes_no_slot() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let codes = [("wrong", BOTS, "wrong"), ("toy", &["sh -c true", "human"] as &[&str], "forbidden")];
    for (game, seats, code) in codes {
        assert_eq!(arena.create(&somebody(), order(game, seats)).await.unwrap_err().code(), code);
    }
    let mut late = order("toy", BOTS);
    late.disclosure = Some(Disclosure::Delayed(100_000));
    assert_eq!(arena.create(&somebody(), late).await.unwrap_err().code(), "wrong");
    assert_eq!((arena.held().matches, toy.begun.lock().unwrap().len()), (0, 1));
    assert!(arena.list(&somebody(), &Listing::default()).await.unwrap().matches.is_empty());
}

#[tokio::test(start_paused = true)]
async fn setting_up_has_a_deadline_and_nobody_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let slow = tokio::spawn({
        let arena = arena.clone();
        async move { arena.create(&somebody(), order("endless-setup", BOTS)).await }
    });
    tokio::task::yield_now().await;
    let created = arena.create(&visitor("192.0.2.2"), order("quick", BOTS)).await.unwrap();
    assert_eq!(ended(&arena, &created.id).await.state, MatchState::Over);
    let error = slow.await.unwrap().unwrap_err();
    assert_eq!(error.code(), "late");
    assert_eq!(arena.held().matches, 0);
}

#[tokio::test(start_paused = true)]
async fn a_match_its_person_has_left_is_paused_within_minutes() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    let mut booth = arena.sit(&person(&created), &created.id, 0).await.unwrap();
    assert_eq!(booth.hear().await.as_deref(), Some("seat 0"));
    tokio::time::sleep(Duration::from_secs(8 * 60)).await;
    booth.say("still here".into()).await;
    assert_eq!(booth.hear().await.as_deref(), Some("still here"));
    tokio::time::sleep(Duration::from_secs(8 * 60)).await;
    assert_eq!(arena.find(&somebody(), &created.id).await.unwrap().state, MatchState::Running);
    drop(booth);
    tokio::time::sleep(Duration::from_secs(4 * 60)).await;
    let card = ended(&arena, &created.id).await;
    assert_eq!((card.state, arena.held().matches), (MatchState::Paused, 0));
    assert_eq!(card.reason.as_deref(), Some("nobody was there for 3 minutes; it can be taken up again"));
}

#[tokio::test(start_paused = true)]
async fn a_tab_left_open_does_not_keep_its_slot_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    let _booth = arena.sit(&person(&created), &created.id, 0).await.unwrap();
    tokio::time::sleep(Duration::from_secs(11 * 60)).await;
    let card = ended(&arena, &created.id).await;
    assert_eq!(card.state, MatchState::Paused);
    assert!(card.reason.unwrap().contains("nobody did anything for 10 minutes"));
}

#[tokio::test(start_paused = true)]
async fn a_match_of_bots_needs_nobody_and_has_a_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", BOTS)).await.unwrap();
    tokio::time::sleep(Duration::from_secs(50 * 60)).await;
    assert_eq!(arena.find(&somebody(), &created.id).await.unwrap().state, MatchState::Running);
    tokio::time::sleep(Duration::from_secs(20 * 60)).await;
    assert_eq!(ended(&arena, &created.id).await.state, MatchState::Paused);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_does_not_stop_is_void_and_lets_go_of_its_slot() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("stubborn", PERSON)).await.unwrap();
    assert_eq!(arena.save(&owner(&created), &created.id).await.unwrap_err().code(), "trouble");
    let card = arena.find(&somebody(), &created.id).await.unwrap();
    assert_eq!((card.state, arena.held().matches), (MatchState::Void, 0));
}

#[tokio::test]
async fn whoever_began_a_match_can_save_cancel_and_delete_it_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    let id = &created.id;
    for stranger in [somebody(), Caller::host(), somebody().with_key(Key::draw().unwrap()), person(&created)]
    {
        assert_eq!(arena.cancel(&stranger, id).await.unwrap_err().code(), "forbidden");
        assert_eq!(arena.delete(&stranger, id).await.unwrap_err().code(), "forbidden");
    }
    assert_eq!(arena.save(&somebody(), id).await.unwrap_err().code(), "forbidden");
    assert_eq!(arena.sit(&owner(&created), id, 0).await.err().unwrap().code(), "forbidden");
    arena.save(&person(&created), id).await.unwrap();
    assert_eq!(arena.find(&somebody(), id).await.unwrap().state, MatchState::Paused);
    arena.cancel(&owner(&created), id).await.unwrap();
    assert_eq!(arena.find(&somebody(), id).await.unwrap().state, MatchState::Cancelled);
    assert_eq!(arena.cancel(&owner(&created), id).await.unwrap_err().code(), "conflict");
    assert_eq!(arena.resume(&owner(&created), resume(id)).await.unwrap_err().code(), "conflict");
    arena.delete(&owner(&created), id).await.unwrap();
    assert_eq!(arena.find(&somebody(), id).await.unwrap_err().code(), "missing");
    let left: Vec<_> = std::fs::read_dir(folder.path().join("matches")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn a_running_match_can_be_deleted_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", BOTS)).await.unwrap();
    arena.delete(&owner(&created), &created.id).await.unwrap();
    assert_eq!(arena.held().matches, 0);
    assert_eq!(std::fs::read_dir(folder.path().join("matches")).unwrap().count(), 0);
}

#[tokio::test]
async fn a_saved_match_is_taken_up_again_under_its_name_with_the_same_keys() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    let id = &created.id;
    toy.poke.notify_one();
    while arena.find(&somebody(), id).await.unwrap().windows < 1 {
        tokio::task::yield_now().await;
    }
    arena.save(&person(&created), id).await.unwrap();
    drop(arena);
    let (toy, arena) = open(folder.path()).await;
    for stranger in [somebody(), person(&created)] {
        assert_eq!(arena.resume(&stranger, resume(id)).await.unwrap_err().code(), "forbidden");
    }
    let again = arena.resume(&owner(&created), resume(id)).await.unwrap();
    assert_eq!((&again.id, &again.humans[0].key), (id, &created.humans[0].key));
    assert_eq!(arena.resume(&owner(&created), resume(id)).await.unwrap_err().code(), "conflict");
    assert!(arena.sit(&person(&created), id, 0).await.is_ok(), "a link that was given out still leads there");
    for _ in 1..WINDOWS {
        toy.poke.notify_one();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let card = ended(&arena, id).await;
    assert_eq!((card.state, card.windows), (MatchState::Over, WINDOWS));
    let traces = std::fs::read_dir(folder.path().join("matches")).unwrap();
    let traces = traces.filter(|file| file.as_ref().unwrap().path().extension().unwrap() == "trace");
    assert_eq!(traces.count(), 1, "the earlier record is part of the later one");
}

#[tokio::test]
async fn a_match_whose_record_is_lost_says_so_and_is_never_called_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("full-disk", PERSON)).await.unwrap();
    let error = arena.save(&person(&created), &created.id).await.unwrap_err();
    assert!(matches!(&error, Error::Trouble(text) if text.contains("no space left")), "{error}");
    let card = arena.find(&somebody(), &created.id).await.unwrap();
    assert_eq!(card.state, MatchState::Void, "what is not on the disk cannot be taken up again");
    let created = arena.create(&somebody(), order("full-disk", PERSON)).await.unwrap();
    for _ in 0..WINDOWS {
        toy.poke.notify_one();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let card = ended(&arena, &created.id).await;
    assert_eq!(card.state, MatchState::Over);
    assert!(card.reason.unwrap().contains("could not be written"), "it is said that it is not kept");
}

#[tokio::test]
async fn a_match_that_cannot_be_saved_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    let (matches, away) = (folder.path().join("matches"), folder.path().join("away"));
    std::fs::rename(&matches, &away).unwrap();
    let error = arena.save(&person(&created), &created.id).await.unwrap_err();
    assert!(matches!(&error, Error::Trouble(text) if text.contains("so it goes on")), "{error}");
    std::fs::rename(&away, &matches).unwrap();
    assert_eq!(arena.find(&somebody(), &created.id).await.unwrap().state, MatchState::Running);
    arena.save(&person(&created), &created.id).await.unwrap();
}

#[tokio::test]
async fn a_person_hears_why_the_seat_fell_silent() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    let first = arena.sit(&person(&created), &created.id, 0).await.unwrap();
    let second = arena.sit(&person(&created), &created.id, 0).await.unwrap();
    assert_eq!(first.farewell().await, Some(Farewell::Elsewhere));
    arena.save(&person(&created), &created.id).await.unwrap();
    let reason = Some("it was saved".to_owned());
    assert_eq!(second.farewell().await, Some(Farewell::Ended { state: MatchState::Paused, reason }));
}

#[tokio::test]
async fn one_visitor_cannot_take_all_places_and_gives_up_what_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { matches: 5, matches_each: 2, ..Limits::default() };
    let (_, arena) = open_with(Options { limits, ..Options::new(folder.path()) }, Toy::default()).await;
    let (one, two) = (visitor("192.0.2.1"), visitor("192.0.2.2"));
    let first = arena.create(&one, order("toy", PERSON)).await.unwrap();
    let second = arena.create(&one, order("toy", PERSON)).await.unwrap();
    let _booth = arena.sit(&person(&second), &second.id, 0).await.unwrap();
    // The first tab was closed, so it is the one that makes room.
    let third = arena.create(&one, order("toy", PERSON)).await.unwrap();
    assert_eq!(arena.find(&one, &first.id).await.unwrap().state, MatchState::Paused);
    let _other = arena.sit(&person(&third), &third.id, 0).await.unwrap();
    let refused = arena.create(&one, order("toy", PERSON)).await.unwrap_err();
    assert!(refused.code() == "busy" && refused.to_string().contains("you have 2 matches"), "{refused}");
    for _ in 0..2 {
        arena.create(&two, order("toy", BOTS)).await.unwrap();
    }
    arena.create(&visitor("192.0.2.3"), order("toy", BOTS)).await.unwrap();
    let full = arena.create(&visitor("192.0.2.4"), order("toy", BOTS)).await.unwrap_err();
    assert!(full.to_string().contains("5 matches are running"), "{full}");
}

#[tokio::test]
async fn where_a_person_plays_neither_secrets_nor_seed_are_shown_before_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("secret", PERSON)).await.unwrap();
    let id = &created.id;
    for caller in [somebody(), owner(&created), person(&created)] {
        assert_eq!(arena.reel(&caller, id, None).await.err().unwrap().code(), "forbidden");
        assert_eq!(arena.reel(&caller, id, Some(1)).await.err().unwrap().code(), "forbidden");
        assert!(!arena.find(&caller, id).await.unwrap().open);
    }
    assert_eq!(arena.record(&owner(&created), id).await.unwrap_err().code(), "conflict");
    let own = arena.reel(&person(&created), id, Some(0)).await.unwrap();
    arena.save(&person(&created), id).await.unwrap();
    assert!(!text(own).await.contains("4711"), "the seed foretells all chance");
    assert_eq!(arena.record(&owner(&created), id).await.unwrap_err().code(), "forbidden");
    assert_eq!(arena.reel(&somebody(), id, None).await.err().unwrap().code(), "forbidden");
    arena.resume(&owner(&created), resume(id)).await.unwrap();
    for _ in 0..WINDOWS {
        toy.poke.notify_one();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    ended(&arena, id).await;
    let whole = text(arena.reel(&somebody(), id, None).await.unwrap()).await;
    assert!(whole.contains("4711"), "when it is over everything is told");
    assert!(arena.record(&somebody(), id).await.is_ok() && arena.find(&somebody(), id).await.unwrap().open);
}

#[tokio::test]
async fn a_game_without_secrets_is_shown_while_a_person_plays_but_not_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    let reel = arena.reel(&somebody(), &created.id, None).await.unwrap();
    arena.save(&person(&created), &created.id).await.unwrap();
    let reel = text(reel).await;
    assert!(reel.contains("opening") && !reel.contains("4711"), "{}", &reel[..100]);
}

#[tokio::test]
async fn nothing_that_is_read_can_be_seated_but_house_bots_and_people() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("matches")).unwrap();
    let hostile = r#"{"game":"toy","entrants":[{"name":"sh -c 'touch /tmp/x'","kind":"bot"},{"name":"b","kind":"house","bot":"b"}]}"#;
    std::fs::write(folder.path().join("matches/0000000000001-bad.trace"), format!("{hostile}\nwindow\n"))
        .unwrap();
    let toy = Toy { bots: vec!["./mine".into()], ..Toy::default() };
    let (toy, arena) = open_with(Options::new(folder.path()), toy).await;
    let id = "bad".parse().unwrap();
    assert_eq!(arena.find(&somebody(), &id).await.unwrap().state, MatchState::Paused);
    let asked = arena.resume(&somebody(), resume(&id)).await.unwrap_err();
    assert!(asked.code() == "unseated" && asked.to_string().contains("seat 0"), "{asked}");
    let seats = |seats: &[&str]| Resume {
        seats: Some(seats.iter().map(|s| (*s).to_owned()).collect()),
        ..resume(&id)
    };
    let refused = arena.resume(&somebody(), seats(&["sh -c 'touch /tmp/x'", "house:b"])).await.unwrap_err();
    assert_eq!(refused.code(), "forbidden");
    assert!(toy.begun.lock().unwrap().is_empty());
    arena.resume(&somebody(), seats(&["./mine", "human"])).await.unwrap();
    let kinds: Vec<EntrantKind> = toy.begun.lock().unwrap()[0].iter().map(|entrant| entrant.kind).collect();
    assert_eq!(kinds, [EntrantKind::Bot, EntrantKind::Person]);
}

#[tokio::test]
async fn a_match_that_was_being_played_when_the_arena_was_killed_is_paused() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    toy.poke.notify_one();
    while arena.find(&somebody(), &created.id).await.unwrap().windows < 1 {
        tokio::task::yield_now().await;
    }
    // What a killed arena leaves behind is what lies in its folder now, its record under a name that says so.
    let after = tempfile::tempdir().unwrap();
    std::fs::create_dir(after.path().join("matches")).unwrap();
    for file in std::fs::read_dir(folder.path().join("matches")).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap().replace(".trace", ".trace.partial");
        std::fs::copy(file.path(), after.path().join("matches").join(name)).unwrap();
    }
    let (_, arena) = open(after.path()).await;
    let card = arena.find(&somebody(), &created.id).await.unwrap();
    assert_eq!((card.state, card.windows), (MatchState::Paused, 1));
    assert!(arena.resume(&owner(&created), resume(&created.id)).await.is_ok());
}

#[tokio::test]
async fn closing_pauses_what_runs_and_nothing_new_begins() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let created = arena.create(&somebody(), order("toy", PERSON)).await.unwrap();
    let mut booth = arena.sit(&person(&created), &created.id, 0).await.unwrap();
    booth.hear().await.unwrap();
    arena.close().await;
    let card = arena.find(&somebody(), &created.id).await.unwrap();
    assert_eq!((card.state, arena.held().matches), (MatchState::Paused, 0));
    assert!(card.reason.unwrap().contains("the arena was closed"));
    assert_eq!(arena.create(&somebody(), order("toy", BOTS)).await.unwrap_err().code(), "busy");
}

#[tokio::test]
async fn more_matches_than_a_page_holds_are_listed_page_by_page() {
    let folder = tempfile::tempdir().unwrap();
    let matches = folder.path().join("matches");
    std::fs::create_dir_all(&matches).unwrap();
    for i in 0..1234 {
        let game = if i % 2 == 0 { "even" } else { "odd" };
        let record = format!(
            "{{\"game\":\"{game}\",\"entrants\":[]}}\nwindow\n{}",
            if i % 3 == 0 { "end\n" } else { "" }
        );
        std::fs::write(matches.join(format!("{i:013}-m{i}.trace")), record).unwrap();
    }
    let (_, arena) = open(folder.path()).await;
    let all = async |listing: Listing| {
        let (mut ids, mut after) = (Vec::new(), None);
        loop {
            let page = arena.list(&somebody(), &Listing { after, ..listing.clone() }).await.unwrap();
            assert!(page.matches.len() <= 100);
            ids.extend(page.matches.iter().map(|card| card.id.to_string()));
            match page.next {
                Some(next) => after = Some(next),
                None => return ids,
            }
        }
    };
    let limit = Some(100);
    let newest_first: Vec<String> = (0..1234).rev().map(|i| format!("m{i}")).collect();
    assert_eq!(all(Listing { limit, ..Listing::default() }).await, newest_first);
    assert_eq!(all(Listing { limit, game: Some("odd".into()), ..Listing::default() }).await.len(), 617);
    assert_eq!(all(Listing { limit, state: Some(MatchState::Over), ..Listing::default() }).await.len(), 412);
    let span = Listing { limit, since: Some(100), until: Some(200), ..Listing::default() };
    assert_eq!(all(span).await.len(), 100);
    assert!(all(Listing { limit, player: Some("ada".into()), ..Listing::default() }).await.is_empty());
    for wrong in [
        Listing { limit: Some(501), ..Listing::default() },
        Listing { after: Some("x".into()), ..Listing::default() },
    ] {
        assert_eq!(arena.list(&somebody(), &wrong).await.unwrap_err().code(), "wrong");
    }
}

#[tokio::test]
async fn a_record_that_is_brought_along_is_shown_or_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let record = "{\"game\":\"toy\",\"entrants\":[]}\nwindow\nwindow\n";
    let reel = text(arena.replay(&somebody(), record.into(), None).await.unwrap()).await;
    assert_eq!(reel, reel_lines(2, None).concat());
    assert_eq!(arena.replay(&somebody(), "rubbish".into(), None).await.err().unwrap().code(), "wrong");
    assert_eq!(arena.replay(&somebody(), "panic".into(), None).await.err().unwrap().code(), "trouble");
    let id = arena.adopt(&Caller::host(), record.into()).await.unwrap();
    assert_eq!(arena.find(&somebody(), &id).await.unwrap().windows, 2);
    assert_eq!(arena.adopt(&Caller::host(), "rubbish".into()).await.unwrap_err().code(), "wrong");
    assert_eq!(arena.list(&somebody(), &Listing::default()).await.unwrap().matches.len(), 1);
}

#[tokio::test]
async fn a_folder_has_one_arena() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let second = Arena::open(Options::new(folder.path()), toy.clone()).await.err().unwrap();
    assert!(matches!(second, OpenError::Taken(_)), "{second}");
    drop(arena);
    assert!(Arena::open(Options::new(folder.path()), toy).await.is_ok());
}
