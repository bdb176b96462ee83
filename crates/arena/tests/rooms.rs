//! Rooms, with engines that play nothing.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "every test uses some of it")]
mod toy;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use meydan_arena::{
    Arena, Arrived, Caller, Deed, Error, Key, Limits, Listing, MatchId, MatchState, NewPerson, NewRoom,
    Options, Resume, RoomCard, RoomClock, RoomCode, RoomFeed, RoomSeat, RoomWish,
};
use toy::{Toy, open, open_with, reel_lines, somebody, text, visitor};

fn wish(game: &str) -> RoomWish {
    RoomWish { game: game.into(), map: None, ruleset: None, clock: RoomClock::default() }
}

fn new(game: &str) -> NewRoom {
    NewRoom { name: "ada".into(), wish: wish(game), seats: 2, chat: true }
}

fn caller(arrived: &Arrived) -> Caller {
    somebody().with_key(Key::shown(arrived.key.clone()))
}

async fn come(arena: &Arc<Arena>, code: &RoomCode, name: &str) -> (Caller, u32) {
    let arrived = arena.come_in(&somebody(), code, NewPerson { name: name.into() }).await.unwrap();
    (caller(&arrived), arrived.id)
}

/// A room with ada, its owner, and bob on its two seats.
async fn table(arena: &Arc<Arena>, game: &str) -> (RoomCode, Caller, Caller) {
    let arrived = arena.open_room(&somebody(), new(game)).await.unwrap();
    let (code, ada) = (arrived.code.clone(), caller(&arrived));
    let (bob, _) = come(arena, &code, "bob").await;
    for (who, seat) in [(&ada, 0), (&bob, 1)] {
        arena.act_in_room(who, &code, Deed::Sit { seat }).await.unwrap();
    }
    (code, ada, bob)
}

async fn act(arena: &Arc<Arena>, who: &Caller, code: &RoomCode, deed: Deed) -> Result<RoomCard, Error> {
    arena.act_in_room(who, code, deed).await
}

fn say(text: &str) -> Deed {
    Deed::Say { text: text.into() }
}

/// Waits until the room is told of that it is so.
async fn until(feed: &mut RoomFeed, so: impl Fn(&RoomCard) -> bool) -> RoomCard {
    loop {
        let card = feed.next().await.unwrap();
        if so(&card) {
            return card;
        }
    }
}

fn state(card: &RoomCard) -> Option<MatchState> {
    card.current.as_ref().filter(|current| current.begun).map(|current| current.state)
}

#[tokio::test]
async fn two_people_play_talk_and_play_again_on_the_other_seats() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let (code, ada, bob) = table(&arena, "quick").await;
    let mut feed = arena.follow_room(&bob, &code).unwrap();
    assert_eq!(
        act(&arena, &bob, &code, say(" good <b>luck</b> ")).await.unwrap().chat.said[0].text,
        "good <b>luck</b>"
    );
    act(&arena, &ada, &code, Deed::Start).await.unwrap();
    let card = until(&mut feed, |card| state(card) == Some(MatchState::Over)).await;
    assert_eq!(card.current.as_ref().unwrap().people, [(0, 0), (1, 1)]);
    let begun = toy.begun.lock().unwrap().clone();
    assert_eq!(begun[0].iter().map(|entrant| entrant.name.as_str()).collect::<Vec<_>>(), ["ada", "bob"]);
    act(&arena, &bob, &code, Deed::Swap).await.unwrap();
    act(&arena, &bob, &code, Deed::Start).await.unwrap();
    let card = until(&mut feed, |card| card.played.len() == 2).await;
    assert_eq!(card.current.as_ref().unwrap().people, [(0, 1), (1, 0)]);
    assert_eq!(card.seats, [RoomSeat::Person(1), RoomSeat::Person(0)]);
    let scores: Vec<_> =
        card.scores.iter().map(|score| (score.name.as_str(), score.played, score.drawn)).collect();
    assert_eq!(scores, [("ada", 2, 2), ("bob", 2, 2)], "both are first in the toy");
    assert_ne!(card.played[0].id, card.played[1].id);
    let reel = text(arena.reel(&somebody(), &card.played[1].id, None).await.unwrap()).await;
    assert!(reel.starts_with(&reel_lines(0, None)[0]));
}

#[tokio::test]
async fn a_persons_key_opens_their_own_seat_of_the_rooms_match_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob) = table(&arena, "secret").await;
    let (eve, _) = come(&arena, &code, "eve").await;
    let id = act(&arena, &ada, &code, Deed::Start).await.unwrap().current.unwrap().id;
    let mut booth = arena.sit(&bob, &id, 1).await.unwrap();
    assert_eq!(booth.hear().await.as_deref(), Some("seat 1"));
    for (who, seat) in [(&bob, 0), (&ada, 1), (&eve, 0), (&somebody(), 0)] {
        assert_eq!(arena.sit(who, &id, seat).await.err().unwrap().code(), "forbidden");
        assert_eq!(arena.reel(who, &id, Some(seat)).await.err().unwrap().code(), "forbidden");
    }
    assert!(arena.reel(&ada, &id, Some(0)).await.is_ok());
    // The match is the room's: nobody ends it, deletes it or takes it up behind the room's back.
    for who in [&ada, &bob, &eve] {
        assert_eq!(arena.reel(who, &id, None).await.err().unwrap().code(), "forbidden", "it has secrets");
        assert_eq!(arena.cancel(who, &id).await.unwrap_err().code(), "forbidden");
        assert_eq!(arena.delete(who, &id).await.unwrap_err().code(), "forbidden");
    }
    // Whoever is about to lose neither gets away nor has a full clock again.
    for who in [&ada, &bob, &eve] {
        assert_eq!(arena.save(who, &id).await.unwrap_err().code(), "forbidden");
    }
    assert_eq!(act(&arena, &bob, &code, Deed::EndMatch).await.unwrap_err().code(), "conflict");
    drop(booth);
    arena.close().await;
    let left = killed(folder.path());
    let (_, arena) = open(left.path()).await;
    for who in [&ada, &eve] {
        let resume = Resume { resume: id.clone(), seats: None };
        assert_eq!(arena.resume(who, resume).await.unwrap_err().code(), "forbidden");
    }
    let mut feed = arena.follow_room(&eve, &code).unwrap();
    until(&mut feed, |card| state(card) == Some(MatchState::Paused)).await;
    assert_eq!(act(&arena, &eve, &code, Deed::GoOn).await.unwrap_err().code(), "forbidden");
    assert_eq!(act(&arena, &ada, &code, Deed::Swap).await.unwrap_err().code(), "conflict");
    let card = act(&arena, &bob, &code, Deed::GoOn).await.unwrap();
    assert_eq!((state(&card), card.current.unwrap().takes), (Some(MatchState::Running), 1));
    assert!(arena.sit(&bob, &id, 1).await.is_ok(), "the same key as before");
    assert_eq!(act(&arena, &bob, &code, Deed::EndMatch).await.unwrap_err().code(), "conflict");
    act(&arena, &ada, &code, Deed::EndMatch).await.unwrap();
    let card = until(&mut feed, |card| state(card) == Some(MatchState::Cancelled)).await;
    assert_eq!(card.current.unwrap().reason.as_deref(), Some("the room's owner has ended it"));
}

/// Every name in what everybody can have of a room and its matches.
async fn told(arena: &Arc<Arena>, folder: &Path, code: &RoomCode, ids: &[MatchId]) -> String {
    let mut told = arena.room(&somebody(), code).map(|card| format!("{card:?}")).unwrap_or_default();
    for id in ids {
        told += &format!("{:?}", arena.find(&somebody(), id).await.unwrap());
    }
    for part in ["matches", "rooms"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            told += &String::from_utf8_lossy(&std::fs::read(entry.unwrap().path()).unwrap());
        }
    }
    told
}

#[tokio::test]
async fn a_name_goes_from_a_room_and_its_matches_with_whoever_had_it() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let arrived =
        arena.open_room(&somebody(), NewRoom { name: "Teacher".into(), ..new("quick") }).await.unwrap();
    let (code, teacher) = (arrived.code.clone(), caller(&arrived));
    let (bob, bobs) = come(&arena, &code, "Bobby").await;
    let (eve, _) = come(&arena, &code, "Evelyn").await;
    for (who, seat) in [(&bob, 0), (&eve, 1)] {
        act(&arena, who, &code, Deed::Sit { seat }).await.unwrap();
        act(&arena, who, &code, say("hello")).await.unwrap();
    }
    let mut feed = arena.follow_room(&teacher, &code).unwrap();
    act(&arena, &bob, &code, Deed::Start).await.unwrap();
    let ids = [until(&mut feed, |card| card.played.len() == 1).await.played[0].id.clone()];
    let seen = told(&arena, folder.path(), &code, &ids).await;
    assert!(seen.contains("Bobby") && seen.contains("Evelyn"));
    // It is in no list, and nobody finds it by a name.
    assert!(arena.list(&somebody(), &Listing::default()).await.unwrap().matches.is_empty());
    let by_name = Listing { player: Some("bobby".into()), ..Listing::default() };
    assert!(arena.list(&somebody(), &by_name).await.unwrap().matches.is_empty());
    assert_eq!(act(&arena, &teacher, &code, Deed::Leave).await.unwrap_err().code(), "wrong");
    assert_eq!(act(&arena, &eve, &code, Deed::Kick { person: bobs }).await.unwrap_err().code(), "forbidden");

    act(&arena, &eve, &code, Deed::Leave).await.unwrap();
    let seen = told(&arena, folder.path(), &code, &ids).await;
    assert!(seen.contains("Bobby") && !seen.contains("Evelyn"), "{seen}");
    act(&arena, &teacher, &code, Deed::Kick { person: bobs }).await.unwrap();
    assert!(!told(&arena, folder.path(), &code, &ids).await.contains("Bobby"));
    // The match itself is there, and shown from its record.
    let card = arena.find(&somebody(), &ids[0]).await.unwrap();
    assert_eq!((card.state, card.seats[0].name.as_str()), (MatchState::Over, "—"));
    let made = *toy.reels.lock().unwrap();
    assert!(text(arena.reel(&somebody(), &ids[0], None).await.unwrap()).await.contains("frame"));
    assert_eq!(*toy.reels.lock().unwrap(), made + 1);

    // A room that is closed leaves no names, either; a record that cannot lose one goes.
    let (cat, _) = come(&arena, &code, "Catherine").await;
    for (who, seat) in [(&cat, 0), (&teacher, 1)] {
        act(&arena, who, &code, Deed::Sit { seat }).await.unwrap();
    }
    act(&arena, &cat, &code, Deed::Start).await.unwrap();
    let second = until(&mut feed, |card| card.played.len() == 2).await.played[0].id.clone();
    let record = std::fs::read_dir(folder.path().join("matches")).unwrap().map(|entry| entry.unwrap().path());
    let record = record.into_iter().find(|path| path.to_string_lossy().ends_with(&format!("{second}.trace")));
    std::fs::write(record.unwrap(), "Catherine was here").unwrap();
    arena.close_room(&teacher, &code).await.unwrap();
    let seen = told(&arena, folder.path(), &code, &ids).await;
    assert!(!seen.contains("Catherine") && !seen.contains("Teacher"), "{seen}");
}

/// A room in which ada and bob have played a quick match.
async fn played(arena: &Arc<Arena>) -> (RoomCode, Caller, Caller, MatchId) {
    let (code, ada, bob) = table(arena, "quick").await;
    let mut feed = arena.follow_room(&ada, &code).unwrap();
    act(arena, &ada, &code, Deed::Start).await.unwrap();
    let id = until(&mut feed, |card| card.played.len() == 1).await.played[0].id.clone();
    (code, ada, bob, id)
}

/// Who a match says that it was played by.
async fn seated(arena: &Arc<Arena>, id: &MatchId) -> Vec<String> {
    arena.find(&somebody(), id).await.unwrap().seats.into_iter().map(|seat| seat.name).collect()
}

#[tokio::test]
async fn those_who_leave_at_once_do_not_bring_each_others_names_back() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    for _ in 0..8 {
        let arrived = arena.open_room(&somebody(), new("quick")).await.unwrap();
        let (code, ada) = (arrived.code.clone(), caller(&arrived));
        let (one, other) = (come(&arena, &code, "bob").await.0, come(&arena, &code, "eve").await.0);
        for (who, seat) in [(&one, 0), (&other, 1)] {
            act(&arena, who, &code, Deed::Sit { seat }).await.unwrap();
        }
        let mut feed = arena.follow_room(&ada, &code).unwrap();
        act(&arena, &ada, &code, Deed::Start).await.unwrap();
        let id = until(&mut feed, |card| card.played.len() == 1).await.played[0].id.clone();
        let leave = async |who: &Caller| act(&arena, who, &code, Deed::Leave).await.unwrap();
        tokio::join!(leave(&one), leave(&other));
        assert_eq!(seated(&arena, &id).await, ["—", "—"]);
        arena.close_room(&ada, &code).await.unwrap();
    }
}

#[tokio::test]
async fn whoever_leaves_while_their_match_ends_takes_their_name_along() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob, _) = played(&arena).await;
    let start = async || act(&arena, &ada, &code, Deed::Start).await.unwrap();
    // Before it has begun nobody knows yet who plays in it.
    let leave = async || {
        while let Err(error) = act(&arena, &bob, &code, Deed::Leave).await {
            assert!(["conflict", "busy"].contains(&error.code()), "{error}");
            tokio::task::yield_now().await;
        }
    };
    let (card, ()) = tokio::join!(start(), leave());
    let id = card.current.unwrap().id;
    let mut feed = arena.follow_room(&ada, &code).unwrap();
    let over = |card: &RoomCard| state(card).is_some_and(|state| state != MatchState::Running);
    let card = until(&mut feed, over).await;
    assert!(card.scores.iter().all(|score| score.name == "ada"), "{:?}", card.scores);
    while seated(&arena, &id).await.contains(&"bob".to_owned()) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_name_goes_also_where_a_kill_came_before_it_was_taken() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob, id) = played(&arena).await;
    // The room is as it is after he has left, and its match as it was before.
    let left = killed(folder.path());
    act(&arena, &bob, &code, Deed::Leave).await.unwrap();
    let file = format!("rooms/{code}.json");
    std::fs::copy(folder.path().join(&file), left.path().join(&file)).unwrap();
    let (_, arena) = open(left.path()).await;
    assert_eq!(seated(&arena, &id).await, ["ada", "—"]);
    let seen = told(&arena, left.path(), &code, &[id]).await;
    assert!(!seen.contains("\"bob\""), "{seen}");
    assert!(arena.room(&ada, &code).unwrap().you.is_some());
}

#[tokio::test]
async fn whoever_makes_place_in_a_full_room_takes_their_name_along() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob, id) = played(&arena).await;
    act(&arena, &bob, &code, Deed::Stand).await.unwrap();
    for n in 0..59 {
        let from = visitor(if n < 30 { "192.0.2.8" } else { "192.0.2.9" });
        arena.come_in(&from, &code, NewPerson { name: format!("n{n}") }).await.unwrap();
    }
    assert_eq!(seated(&arena, &id).await, ["ada", "—"]);
    let seen = told(&arena, folder.path(), &code, &[id]).await;
    assert!(!seen.contains("\"bob\""), "{seen}");
    assert!(arena.room(&ada, &code).unwrap().you.is_some());
}

#[tokio::test]
async fn a_stranger_who_knocks_keeps_nobody_out_but_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let arrived = arena.open_room(&somebody(), new("toy")).await.unwrap();
    let knock = async |from: &str, name: String| {
        arena.come_in(&visitor(from), &arrived.code, NewPerson { name }).await.map(drop)
    };
    // Whoever is not let in uses up nothing.
    for _ in 0..200 {
        assert_eq!(knock("192.0.2.66", "ADA".into()).await.unwrap_err().code(), "conflict");
    }
    let mut let_in = 0;
    while knock("192.0.2.66", format!("knock {let_in}")).await.is_ok() {
        let_in += 1;
        assert!(let_in < 200, "they come as they like");
    }
    assert_eq!(knock("192.0.2.66", "again".into()).await.unwrap_err().code(), "busy");
    assert_eq!(knock("192.0.2.7", "bob".into()).await, Ok(()));
}

#[tokio::test]
async fn nobody_in_a_room_looks_like_somebody_else() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let arrived = arena.open_room(&somebody(), NewRoom { name: "Sara".into(), ..new("toy") }).await.unwrap();
    come(&arena, &arrived.code, "علی").await;
    for name in ["sara", "Ѕага", "Ｓara", "Sa\u{200c}ra", "علي", "S a r a", "Sara\u{fe0f}"] {
        let refused = arena.come_in(&somebody(), &arrived.code, NewPerson { name: name.into() }).await;
        assert_eq!(refused.unwrap_err().code(), "conflict", "{name}");
    }
    for name in ["Sara\u{3164}", "\u{202e}araS", "Sаra"] {
        let refused = arena.come_in(&somebody(), &arrived.code, NewPerson { name: name.into() }).await;
        assert_eq!(refused.unwrap_err().code(), "wrong", "{name}");
    }
}

#[tokio::test]
async fn a_visitor_begins_so_many_matches_in_rooms_and_there_are_so_many_in_all() {
    let folder = tempfile::tempdir().unwrap();
    let usual = Limits::default();
    let told = (usual.rooms, usual.rooms_each, usual.room_matches, usual.room_matches_each);
    assert_eq!(told, (400, 100, 64, 20), "as the book says");
    let limits = Limits { room_matches_each: 2, room_matches: 3, matches: 1, ..usual };
    let (_, arena) = open_with(Options { limits, ..Options::new(folder.path()) }, Toy::default()).await;
    let begin = async |from: &str| {
        let from = visitor(from);
        let arrived = arena.open_room(&from, NewRoom { seats: 1, ..new("toy") }).await?;
        let who = from.with_key(Key::shown(arrived.key));
        act(&arena, &who, &arrived.code, Deed::Put { seat: 0, house: Some("a".into()) }).await?;
        act(&arena, &who, &arrived.code, Deed::Start).await.map(|_| (who, arrived.code))
    };
    // A match outside takes no place of theirs, nor they of it.
    arena.create(&somebody(), toy::order("toy", &["house:a"])).await.unwrap();
    let (first, code) = begin("192.0.2.1").await.unwrap();
    begin("192.0.2.1").await.unwrap();
    begin("192.0.2.2").await.unwrap();
    let error = begin("192.0.2.2").await.unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().contains("3 matches are running")),
        ("busy", true),
        "{error}"
    );
    let mut feed = arena.follow_room(&first, &code).unwrap();
    act(&arena, &first, &code, Deed::EndMatch).await.unwrap();
    until(&mut feed, |card| state(card) == Some(MatchState::Cancelled)).await;
    act(&arena, &first, &code, Deed::Start).await.unwrap();
    assert_eq!(arena.held().matches, 4);
}

/// What a program that is killed leaves on the disk.
fn killed(from: &Path) -> tempfile::TempDir {
    let to = tempfile::tempdir().unwrap();
    for part in ["matches", "rooms"] {
        std::fs::create_dir(to.path().join(part)).unwrap();
        for entry in std::fs::read_dir(from.join(part)).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), to.path().join(part).join(entry.file_name())).unwrap();
        }
    }
    to
}

#[tokio::test]
async fn a_room_survives_a_kill_with_its_people_seats_chat_score_and_match() {
    let folder = tempfile::tempdir().unwrap();
    let (toy, arena) = open(folder.path()).await;
    let (code, ada, bob) = table(&arena, "quick").await;
    let mut feed = arena.follow_room(&ada, &code).unwrap();
    act(&arena, &ada, &code, say("hello")).await.unwrap();
    act(&arena, &ada, &code, Deed::Start).await.unwrap();
    until(&mut feed, |card| card.played.len() == 1).await;
    act(&arena, &ada, &code, Deed::Choose { wish: wish("toy"), seats: 2 }).await.unwrap();
    let before = act(&arena, &ada, &code, Deed::Start).await.unwrap();
    let id = before.current.clone().unwrap().id;
    let mut reel = arena.reel(&somebody(), &id, None).await.unwrap();
    for _ in 0..2 {
        toy.poke.notify_one();
    }
    let mut seen = String::new();
    while !seen.contains("\"window\":0") {
        use futures_util::StreamExt;
        seen += std::str::from_utf8(&reel.next().await.unwrap()).unwrap();
    }
    let left = killed(folder.path());
    let (_, arena) = open(left.path()).await;
    let found = arena.room(&ada, &code).unwrap();
    let current = found.current.clone().unwrap();
    assert_eq!(
        (current.state, &current.id, &current.people),
        (MatchState::Paused, &id, &vec![(0, 0), (1, 1)])
    );
    assert_eq!((&found.seats, &found.chat, &found.scores), (&before.seats, &before.chat, &before.scores));
    assert_eq!((found.you, found.played.len()), (Some(0), 1));
    // It goes on when both are there again, with the keys that they had.
    let mut first = arena.follow_room(&ada, &code).unwrap();
    assert_eq!(state(&first.next().await.unwrap()), Some(MatchState::Paused), "bob is not there yet");
    let _second = arena.follow_room(&bob, &code).unwrap();
    let card = until(&mut first, |card| state(card) == Some(MatchState::Running)).await;
    assert_eq!(card.current.unwrap().takes, 1);
    while arena.sit(&bob, &id, 1).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn what_a_kill_cut_in_the_middle_is_whole_again() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, _bob) = table(&arena, "toy").await;
    act(&arena, &ada, &code, Deed::Start).await.unwrap();
    let file = folder.path().join("rooms").join(format!("{code}.json"));
    let kept = std::fs::read_to_string(&file).unwrap();
    let id = arena.room(&ada, &code).unwrap().current.unwrap().id;
    // The match had ended, and its room was not told.
    act(&arena, &ada, &code, Deed::EndMatch).await.unwrap();
    let left = killed(folder.path());
    let file = left.path().join("rooms").join(format!("{code}.json"));
    std::fs::write(&file, &kept).unwrap();
    let (_, arena) = open(left.path()).await;
    assert_eq!(state(&arena.room(&ada, &code).unwrap()), Some(MatchState::Cancelled));
    drop(arena);
    // The room had a match in mind that was never begun; and files that are no rooms of ours are no trouble.
    let left = killed(folder.path());
    let file = left.path().join("rooms").join(format!("{code}.json"));
    std::fs::write(
        &file,
        kept.replace(id.as_str(), "0000000000").replace("\"begun\":true", "\"begun\":false"),
    )
    .unwrap();
    std::fs::write(left.path().join("rooms/aaaabbbb.json"), "rubbish").unwrap();
    std::fs::write(left.path().join("rooms/ccccdddd.json"), &kept).unwrap();
    std::fs::write(left.path().join("rooms/notes.txt"), "rubbish").unwrap();
    let (_, arena) = open(left.path()).await;
    assert_eq!(arena.held().rooms, 1);
    assert!(arena.room(&ada, &code).unwrap().current.is_none());
    assert!(act(&arena, &ada, &code, Deed::Start).await.is_ok());
}

#[tokio::test]
async fn only_the_owner_rules_and_a_stranger_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob) = table(&arena, "toy").await;
    let deeds = || {
        [
            Deed::Choose { wish: wish("quick"), seats: 2 },
            Deed::Put { seat: 0, house: Some("a".into()) },
            Deed::Chat { on: false },
            Deed::ClearChat,
            Deed::Door { open: false },
            Deed::Kick { person: 0 },
        ]
    };
    for deed in deeds() {
        assert_eq!(act(&arena, &bob, &code, deed).await.unwrap_err().code(), "forbidden");
    }
    for deed in deeds().into_iter().chain([
        Deed::Start,
        Deed::Stand,
        Deed::Sit { seat: 0 },
        say("x"),
        Deed::GoOn,
        Deed::EndMatch,
    ]) {
        assert_eq!(act(&arena, &somebody(), &code, deed).await.unwrap_err().code(), "forbidden");
    }
    let (eve, _) = come(&arena, &code, "eve").await;
    for deed in [Deed::Start, Deed::Swap] {
        assert_eq!(act(&arena, &eve, &code, deed).await.unwrap_err().code(), "forbidden", "she only watches");
    }
    assert_eq!(act(&arena, &eve, &code, Deed::Sit { seat: 1 }).await.unwrap_err().code(), "conflict");
    for who in [&bob, &eve, &somebody()] {
        assert_eq!(arena.close_room(who, &code).await.unwrap_err().code(), "forbidden");
    }
    // Somebody who has not come in sees who is there, and not what they say.
    act(&arena, &ada, &code, say("a secret")).await.unwrap();
    let card = arena.room(&somebody(), &code).unwrap();
    assert_eq!((card.you, card.people.len(), card.chat.said.len()), (None, 3, 0));
    assert_eq!(arena.room(&somebody(), &"abcdefgh".parse().unwrap()).unwrap_err().code(), "missing");
}

#[tokio::test]
async fn whoever_is_sent_away_is_out_and_their_match_ends() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob) = table(&arena, "toy").await;
    let mut feed = arena.follow_room(&bob, &code).unwrap();
    let id = act(&arena, &ada, &code, Deed::Start).await.unwrap().current.unwrap().id;
    act(&arena, &ada, &code, Deed::Kick { person: 1 }).await.unwrap();
    assert_eq!(arena.find(&somebody(), &id).await.unwrap().state, MatchState::Cancelled);
    let card = until(&mut feed, |card| card.you.is_none()).await;
    assert_eq!(card.seats, [RoomSeat::Person(0), RoomSeat::Free]);
    assert_eq!(act(&arena, &bob, &code, say("x")).await.unwrap_err().code(), "forbidden");
    assert_eq!(act(&arena, &ada, &code, Deed::Kick { person: 0 }).await.unwrap_err().code(), "wrong");
    act(&arena, &ada, &code, Deed::Door { open: false }).await.unwrap();
    let error = arena.come_in(&somebody(), &code, NewPerson { name: "bob".into() }).await.unwrap_err();
    assert_eq!(error.code(), "forbidden");
}

#[tokio::test]
async fn a_chat_is_switched_off_and_cleared_and_a_room_can_be_opened_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob) = table(&arena, "toy").await;
    act(&arena, &bob, &code, say("one")).await.unwrap();
    let card = act(&arena, &ada, &code, Deed::Chat { on: false }).await.unwrap();
    assert!(!card.chat.on);
    for who in [&ada, &bob] {
        assert_eq!(act(&arena, who, &code, say("two")).await.unwrap_err().code(), "forbidden");
    }
    let card = act(&arena, &ada, &code, Deed::ClearChat).await.unwrap();
    assert_eq!((card.chat.said.len(), card.chat.first), (0, 1));
    act(&arena, &ada, &code, Deed::Chat { on: true }).await.unwrap();
    assert!(act(&arena, &bob, &code, say("three")).await.is_ok());
    let silent = arena.open_room(&somebody(), NewRoom { chat: false, ..new("toy") }).await.unwrap();
    let error = act(&arena, &caller(&silent), &silent.code, say("x")).await.unwrap_err();
    assert_eq!(error.code(), "forbidden");
}

#[tokio::test(start_paused = true)]
async fn who_talks_too_much_waits_and_the_others_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob) = table(&arena, "toy").await;
    let mut said = 0;
    while act(&arena, &ada, &code, say("x")).await.is_ok() {
        said += 1;
    }
    // The disk takes no time here.
    assert_eq!(said, 5);
    assert_eq!(act(&arena, &ada, &code, say("x")).await.unwrap_err().code(), "busy");
    assert!(act(&arena, &bob, &code, say("x")).await.is_ok());
    tokio::time::advance(Duration::from_secs(3)).await;
    assert!(act(&arena, &ada, &code, say("x")).await.is_ok());
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let wrong = [
        NewRoom { name: "\u{202e}".into(), ..new("toy") },
        NewRoom { seats: 0, ..new("toy") },
        NewRoom { seats: 200, ..new("toy") },
        new(""),
        new("nope"),
        NewRoom { wish: RoomWish { map: Some("../../x".into()), ..wish("toy") }, ..new("toy") },
        NewRoom { wish: RoomWish { ruleset: Some("zz".into()), ..wish("toy") }, ..new("toy") },
        new(&"x".repeat(100)),
        NewRoom { wish: RoomWish { clock: RoomClock { turn_s: 0, bank_s: 0 }, ..wish("toy") }, ..new("toy") },
        NewRoom { wish: RoomWish { map: Some("\n".into()), ..wish("toy") }, ..new("toy") },
    ];
    for new in wrong {
        assert_eq!(arena.open_room(&somebody(), new).await.unwrap_err().code(), "wrong");
    }
    assert_eq!((arena.held().rooms, std::fs::read_dir(folder.path().join("rooms")).unwrap().count()), (0, 0));
    let (code, ada, bob) = table(&arena, "toy").await;
    let error = arena.come_in(&somebody(), &code, NewPerson { name: " ADA ".into() }).await.unwrap_err();
    assert_eq!(error.code(), "conflict", "two would look like one");
    assert_eq!(act(&arena, &bob, &code, Deed::Sit { seat: 9 }).await.unwrap_err().code(), "wrong");
    assert_eq!(act(&arena, &ada, &code, Deed::GoOn).await.unwrap_err().code(), "conflict");
    act(&arena, &bob, &code, Deed::Stand).await.unwrap();
    let error = act(&arena, &ada, &code, Deed::Start).await.unwrap_err();
    assert_eq!((error.code(), error.to_string().contains("seat 2 is free")), ("conflict", true), "{error}");
    // Another game keeps people and drops bots; one that the engine refuses leaves the room as it was.
    act(&arena, &ada, &code, Deed::Put { seat: 1, house: Some("b".into()) }).await.unwrap();
    let card = act(&arena, &ada, &code, Deed::Choose { wish: wish("wrong"), seats: 3 }).await.unwrap();
    assert_eq!(card.seats, [RoomSeat::Person(0), RoomSeat::Free, RoomSeat::Free]);
    for seat in [1, 2] {
        act(&arena, &ada, &code, Deed::Put { seat, house: Some("b".into()) }).await.unwrap();
    }
    assert_eq!(act(&arena, &ada, &code, Deed::Start).await.unwrap_err().code(), "wrong");
    let card = arena.room(&ada, &code).unwrap();
    assert!(card.current.is_none() && card.seats.len() == 3 && arena.held().matches == 0);
}

#[tokio::test]
async fn there_are_so_many_rooms_people_and_guests_and_idle_rooms_go() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        rooms: 3,
        rooms_each: 2,
        guests: 4,
        guests_each: 3,
        room_idle: Duration::ZERO,
        ..Limits::default()
    };
    let options = Options { limits, ..Options::new(folder.path()) };
    let (_, arena) = open_with(options.clone(), Toy::default()).await;
    let first = arena.open_room(&somebody(), new("toy")).await.unwrap();
    let second = arena.open_room(&somebody(), new("toy")).await.unwrap();
    let error = arena.open_room(&somebody(), new("toy")).await.unwrap_err();
    assert_eq!((error.code(), error.to_string().contains("you have 2 rooms")), ("busy", true));
    let other = visitor("192.0.2.2");
    arena.open_room(&other, new("toy")).await.unwrap();
    assert_eq!(arena.open_room(&other, new("toy")).await.unwrap_err().code(), "busy");
    arena.close_room(&caller(&second), &second.code).await.unwrap();
    assert_eq!(arena.room(&somebody(), &second.code).unwrap_err().code(), "missing");
    assert!(arena.open_room(&other, new("toy")).await.is_ok());

    let code = &first.code;
    for n in 0..59 {
        come(&arena, code, &format!("n{n}")).await;
    }
    // The room is full, and whoever is away makes place.
    let mut feed = arena.follow_room(&caller(&first), code).unwrap();
    let seen = feed.next().await.unwrap();
    assert_eq!((seen.people.len(), seen.watching), (60, 1));
    arena.come_in(&visitor("192.0.2.9"), code, NewPerson { name: "late".into() }).await.unwrap();
    let people: Vec<_> =
        arena.room(&somebody(), code).unwrap().people.into_iter().map(|one| one.name).collect();
    assert!(people.len() == 60 && !people.contains(&"n0".to_owned()) && people.contains(&"ada".to_owned()));
    let _more =
        [arena.follow_room(&somebody(), code).unwrap(), arena.follow_room(&somebody(), code).unwrap()];
    assert_eq!(until(&mut feed, |card| card.watching == 3).await.watching, 3);
    assert_eq!(arena.follow_room(&somebody(), code).err().unwrap().code(), "busy");
    assert_eq!(arena.held().guests, 3);

    // The other rooms are empty; this one is not.
    tokio::time::sleep(Duration::from_millis(5)).await;
    assert_eq!(arena.sweep_rooms().await, 2);
    assert!(arena.room(&somebody(), code).is_ok());
    drop((feed, _more));
    assert_eq!((arena.sweep_rooms().await, arena.held().rooms, arena.held().guests), (1, 0, 0));
    assert_eq!(std::fs::read_dir(folder.path().join("rooms")).unwrap().count(), 0);
}

#[tokio::test]
async fn whoever_thinks_as_long_as_the_room_allows_is_not_paused_into_a_full_clock() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { silent: Duration::from_millis(10), ..Options::new(folder.path()).limits };
    let (_, arena) = open_with(Options { limits, ..Options::new(folder.path()) }, Toy::default()).await;
    let (code, ada, bob) = table(&arena, "toy").await;
    let id = act(&arena, &ada, &code, Deed::Start).await.unwrap().current.unwrap().id;
    let _booths = [arena.sit(&ada, &id, 0).await.unwrap(), arena.sit(&bob, &id, 1).await.unwrap()];
    // A room's clock is minutes long.
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(arena.find(&somebody(), &id).await.unwrap().state, MatchState::Running);
}

#[tokio::test]
async fn closing_a_room_ends_its_match_and_lets_everybody_go() {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = open(folder.path()).await;
    let (code, ada, bob) = table(&arena, "toy").await;
    let id = act(&arena, &ada, &code, Deed::Start).await.unwrap().current.unwrap().id;
    let mut feed = arena.follow_room(&bob, &code).unwrap();
    arena.close_room(&ada, &code).await.unwrap();
    while feed.next().await.is_some() {}
    assert_eq!(arena.find(&somebody(), &id).await.unwrap().state, MatchState::Cancelled);
    assert_eq!(act(&arena, &ada, &code, say("x")).await.unwrap_err().code(), "missing");
    drop(arena);
    let (_, arena) = open(folder.path()).await;
    assert_eq!(arena.room(&ada, &code).unwrap_err().code(), "missing");
    // An arena that is closed lets everybody go, too, and keeps its rooms.
    let (code, ada, _) = table(&arena, "toy").await;
    let mut feed = arena.follow_room(&ada, &code).unwrap();
    arena.close().await;
    while feed.next().await.is_some() {}
    assert!(folder.path().join("rooms").join(format!("{code}.json")).exists());
}
