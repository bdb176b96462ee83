//! The arena with real games: matches, people, hints, saves, and what is left after a restart.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;
use meydan_arena::{
    Arena, Booth, Branch, Caller, Created, Deed, Error, Key, Listing, MatchCard, MatchId, MatchState,
    NewRoom, Options, Order, ReelStream, Resume, RoomClock, RoomWish,
};
use meydan_core::Budget;
use meydan_core::trace::Entry;
use meydan_record::{TraceWriter, read};
use meydan_worker::Worker;
use serde_json::{Value, json};

async fn open(data: &Path) -> Arc<Arena> {
    open_with(data, &[]).await
}

async fn open_with(data: &Path, bots: &[&str]) -> Arc<Arena> {
    let bots = bots.iter().map(|bot| bot.parse().unwrap()).collect();
    Arena::open(Options::new(data), Arc::new(Worker::new(bots))).await.unwrap()
}

fn anybody() -> Caller {
    Caller::from_address("192.0.2.1".parse().unwrap(), None)
}

fn owner(created: &Created) -> Caller {
    anybody().with_key(Key::shown(created.owner.clone().unwrap()))
}

fn person(created: &Created) -> Caller {
    anybody().with_key(Key::shown(created.humans[0].key.clone()))
}

async fn create(arena: &Arc<Arena>, order: Value) -> Created {
    let order: Order = serde_json::from_value(order).unwrap();
    arena.create(&anybody(), order).await.unwrap()
}

async fn refused(arena: &Arc<Arena>, order: Value) -> Error {
    let order: Order = serde_json::from_value(order).unwrap();
    arena.create(&anybody(), order).await.unwrap_err()
}

async fn sit(arena: &Arc<Arena>, created: &Created) -> Booth {
    arena.sit(&person(created), &created.id, created.humans[0].seat).await.unwrap()
}

async fn lines(reel: ReelStream) -> Vec<Value> {
    let pieces: Vec<bytes::Bytes> = reel.collect().await;
    let text = String::from_utf8(pieces.concat()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

async fn reel(arena: &Arc<Arena>, id: &MatchId, eyes: Option<u8>) -> Vec<Value> {
    lines(arena.reel(&anybody(), id, eyes).await.unwrap()).await
}

/// Waits until the match is not running any more.
async fn ended(arena: &Arc<Arena>, id: &MatchId) -> MatchCard {
    loop {
        let card = arena.find(&anybody(), id).await.unwrap();
        if card.state != MatchState::Running {
            return card;
        }
        tokio::task::yield_now().await;
    }
}

/// What a person hears next of this type.
async fn hear(booth: &mut Booth, kind: &str) -> Value {
    loop {
        let line = booth.hear().await.unwrap_or_else(|| panic!("the seat ended before `{kind}`"));
        let message: Value = serde_json::from_str(&line).unwrap();
        if message["type"] == kind {
            return message;
        }
    }
}

fn resume(created: &Created) -> Resume {
    Resume { resume: created.id.clone(), seats: None }
}

#[tokio::test]
async fn a_match_of_house_bots_is_played_shown_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let order = json!({"game": "labyrinth", "seats": ["house:greedy"], "map": "course", "seed": 3});
    let created = create(&arena, order).await;
    let live = reel(&arena, &created.id, None).await;
    assert_eq!((&live[0]["kind"], &live[0]["seed"]), (&json!("opening"), &json!("3")));
    assert_eq!(live.last().unwrap()["outcome"]["reason"], "victory");
    assert!(live[1..live.len() - 1].iter().all(|line| line["kind"] == "frame"));
    let card = ended(&arena, &created.id).await;
    assert_eq!((card.state, card.windows as usize), (MatchState::Over, live.len() - 2));
    let record = std::fs::read(arena.record(&anybody(), &created.id).await.unwrap()).unwrap();
    let again = lines(arena.replay(&anybody(), record.into(), None).await.unwrap()).await;
    assert_eq!(again, live, "the reel follows from the record, live or not");
    let fogged = reel(&arena, &created.id, Some(0)).await;
    assert_eq!(fogged.len(), live.len(), "a match that is over may be seen with anybody's eyes");
    drop(arena);
    let later = open(folder.path()).await;
    assert_eq!(later.find(&anybody(), &created.id).await.unwrap(), card);
    assert_eq!(reel(&later, &created.id, None).await, live);
}

#[tokio::test]
async fn a_person_plays_loses_the_connection_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let order = json!({"game": "labyrinth", "seats": ["human"], "map": "first-steps", "seed": 1});
    let created = create(&arena, order).await;
    let stranger = anybody().with_key(Key::draw().unwrap());
    assert_eq!(arena.sit(&stranger, &created.id, 0).await.err().unwrap().code(), "forbidden");
    let mut booth = sit(&arena, &created).await;
    hear(&mut booth, "start").await;
    let turn = hear(&mut booth, "turn").await;
    let clock = turn["clock"]["ms"].as_u64().unwrap();
    assert!((1..=15 * 60_000).contains(&clock), "a person has a generous clock, and is told: {turn}");
    booth.say(r#"{"act":{"move":"sideways"}}"#.to_owned()).await;
    let rejected = hear(&mut booth, "rejected").await;
    assert_eq!(rejected["next"], "more", "a person is asked again");
    drop(booth);
    let mut booth = sit(&arena, &created).await;
    hear(&mut booth, "start").await;
    assert_eq!(
        hear(&mut booth, "turn").await["view"],
        turn["view"],
        "whoever comes back hears where things stand"
    );
    let outcome = loop {
        match arena.hint(&person(&created), &created.id, 0).await {
            Ok(hint) => {
                assert!(hint["text"].as_str().unwrap().len() > 5);
                booth.say(json!({"act": hint["act"]}).to_string()).await;
                hear(&mut booth, "ok").await;
            }
            Err(_) => break hear(&mut booth, "end").await,
        }
        // A hint is about the state after the last act; wait for the next turn or the end.
        let line: Value = serde_json::from_str(&booth.hear().await.unwrap()).unwrap();
        if line["type"] == "end" {
            break line;
        }
    };
    assert_eq!(outcome["outcome"]["reason"], "victory", "the hints lead to the core");
}

#[tokio::test]
async fn a_saved_match_is_taken_up_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let created =
        create(&arena, json!({"game": "labyrinth", "seats": ["human"], "map": "course", "seed": 1})).await;
    let mut booth = sit(&arena, &created).await;
    hear(&mut booth, "turn").await;
    booth.say(r#"{"act":"stay"}"#.to_owned()).await;
    let before = hear(&mut booth, "turn").await;
    arena.save(&person(&created), &created.id).await.unwrap();
    while booth.hear().await.is_some() {}
    drop((booth, arena));
    let arena = open(folder.path()).await;
    let card = arena.find(&anybody(), &created.id).await.unwrap();
    assert_eq!((card.state, card.windows), (MatchState::Paused, 1));
    arena.resume(&owner(&created), resume(&created)).await.unwrap();
    let mut booth = sit(&arena, &created).await;
    let turn = hear(&mut booth, "turn").await;
    assert_eq!((&turn["view"], &turn["window"]), (&before["view"], &before["window"]));
    let mut watched = arena.reel(&anybody(), &created.id, None).await.unwrap();
    let opening: Value = serde_json::from_slice(&watched.next().await.unwrap()).unwrap();
    let first: Value = serde_json::from_slice(&watched.next().await.unwrap()).unwrap();
    assert_eq!((&opening["kind"], &first["window"]), (&json!("opening"), &json!(0)), "the reel has it all");
}

#[tokio::test]
async fn a_person_can_save_any_game_and_take_it_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    for game in meydan_catalog::cards() {
        let mut seats = vec![format!("house:{}", game.house_bots[0]); game.seats.least];
        seats[0] = "human".to_owned();
        let created = create(&arena, json!({"game": game.name, "seats": seats, "seed": 3})).await;
        let mut booth = sit(&arena, &created).await;
        let turn = hear(&mut booth, "turn").await;
        arena.save(&person(&created), &created.id).await.unwrap();
        assert_eq!(arena.find(&anybody(), &created.id).await.unwrap().state, MatchState::Paused);
        arena.resume(&owner(&created), resume(&created)).await.unwrap();
        let mut booth = sit(&arena, &created).await;
        assert_eq!(hear(&mut booth, "turn").await["view"], turn["view"], "{}", game.name);
        arena.cancel(&owner(&created), &created.id).await.unwrap();
    }
}

#[tokio::test]
async fn while_a_person_plays_secrets_are_kept_in_the_games_that_have_some() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    for (game, secret) in
        [("heroes", true), ("gotham", true), ("galaxy", true), ("jungle", false), ("labyrinth", false)]
    {
        let card = meydan_catalog::cards().into_iter().find(|card| card.name == game).unwrap();
        let mut seats = vec!["house:random".to_owned(); card.seats.least];
        seats[0] = "human".to_owned();
        let created = create(&arena, json!({"game": game, "seats": seats, "seed": 4711})).await;
        let watched = arena.reel(&anybody(), &created.id, None).await;
        assert_eq!(watched.is_err(), secret, "{game}");
        let seat = created.humans[0].seat;
        let mut own = arena.reel(&person(&created), &created.id, Some(seat)).await.unwrap();
        let opening: Value = serde_json::from_slice(&own.next().await.unwrap()).unwrap();
        assert_eq!((&opening["kind"], &opening["seed"]), (&json!("opening"), &json!("")), "{game}");
        arena.cancel(&owner(&created), &created.id).await.unwrap();
        let whole = reel(&arena, &created.id, None).await;
        assert_eq!(whole[0]["seed"], "4711", "{game}: when it is over everything is told");
    }
}

#[tokio::test]
async fn through_a_seats_eyes_nothing_of_the_others_secrets_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    for (game, bot) in [("gotham", "house:random"), ("heroes", "house:random")] {
        let created = create(&arena, json!({"game": game, "seats": [bot, bot], "seed": "7"})).await;
        let whole = reel(&arena, &created.id, None).await;
        ended(&arena, &created.id).await;
        let hidden = reel(&arena, &created.id, Some(0)).await;
        assert_eq!(whole.len(), hidden.len());
        let count = |lines: &[Value], what: &str| -> usize {
            lines.iter().filter_map(|line| line[what].as_array()).map(Vec::len).sum()
        };
        let (acts, events) = (count(&hidden, "acts"), count(&hidden, "events"));
        assert!(0 < acts && acts < count(&whole, "acts"), "{game}: {acts} acts");
        assert!(0 < events && events < count(&whole, "events"), "{game}: {events} events");
        for line in &hidden {
            for act in line["acts"].as_array().into_iter().flatten() {
                assert_eq!(act[0], 0, "{game}: an act of another seat");
            }
            // What a secret of the other team would show in: a unit's money, a hero that nobody sees.
            for event in line["events"].as_array().into_iter().flatten() {
                if let Some(paid) = event.get("moved").filter(|_| game == "gotham") {
                    assert_eq!(paid["unit"], line["view"]["me"]["id"], "{event}");
                }
                if let Some(moved) = event.get("moved").filter(|_| game == "heroes") {
                    let hero = moved["hero"].as_u64().unwrap();
                    let enemies = line["view"]["heroes"][1].as_array().unwrap();
                    let seen = enemies.iter().any(|enemy| enemy["id"] == hero && !enemy["cell"].is_null());
                    assert!(hero % 2 == 0 || seen, "{event}");
                }
                assert!(event.get("cast").is_none(), "{event}");
            }
        }
    }
}

#[tokio::test]
async fn house_bots_play_the_same_match_again_for_the_same_seed() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let order = json!({"game": "gotham", "seats": ["house:detective", "house:detective"], "seed": 5});
    let mut reels = Vec::new();
    for _ in 0..3 {
        let created = create(&arena, order.clone()).await;
        reels.push(reel(&arena, &created.id, None).await);
    }
    assert!(reels[0].len() > 10);
    assert!(reels.iter().all(|reel| *reel == reels[0]));
}

#[tokio::test]
async fn a_hundred_matches_leave_memory_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let mut shown = 0;
    for seed in 0..100 {
        let order = json!({"game": "labyrinth", "seats": ["house:random"], "map": "course", "seed": seed});
        let order: Order = serde_json::from_value(order).unwrap();
        let created = arena.create(&Caller::host(), order).await.unwrap();
        let mut reel = arena.reel(&anybody(), &created.id, None).await.unwrap();
        while let Some(piece) = reel.next().await {
            shown += piece.len();
        }
        ended(&arena, &created.id).await;
    }
    let held = arena.held();
    assert_eq!(held.matches, 0);
    assert!(shown > 1 << 18 && held.bytes == 0, "{shown} bytes were shown, {} are held", held.bytes);
}

#[tokio::test]
async fn a_match_in_the_making_can_be_stopped_and_seen() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let seats = ["house:random", "house:random", "house:random"];
    let created = create(&arena, json!({"game": "galaxy", "seats": seats, "seed": 1, "pace_ms": 20})).await;
    while arena.find(&anybody(), &created.id).await.unwrap().windows < 2 {
        tokio::task::yield_now().await;
    }
    arena.cancel(&owner(&created), &created.id).await.unwrap();
    let card = arena.find(&anybody(), &created.id).await.unwrap();
    assert!(card.state == MatchState::Cancelled && card.windows >= 2, "{card:?}");
    let seen = reel(&arena, &created.id, None).await;
    assert_eq!(seen.len() as u32, card.windows + 2);
    assert!(seen.last().unwrap()["trouble"].as_str().unwrap().contains("cut off"));
}

#[tokio::test]
async fn bots_that_were_allowed_play_and_their_command_is_in_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let bot = r#"sh -c 'while read -r line; do echo "{\"act\":\"stay\"}"; done'"#;
    let arena = open_with(folder.path(), &[bot]).await;
    let order = json!({"game": "labyrinth", "seats": [bot], "map": "first-steps", "seed": 1});
    let created = create(&arena, order).await;
    while arena.find(&anybody(), &created.id).await.unwrap().windows < 2 {
        tokio::task::yield_now().await;
    }
    arena.save(&owner(&created), &created.id).await.unwrap();
    let asked = arena.resume(&owner(&created), resume(&created)).await.unwrap_err();
    assert!(asked.code() == "unseated" && asked.to_string().contains("seat 0"), "{asked}");
    let seats = Some(vec!["house:greedy".to_owned()]);
    arena.resume(&owner(&created), Resume { seats, ..resume(&created) }).await.unwrap();
    let card = ended(&arena, &created.id).await;
    assert_eq!((card.state, card.seats[0].name.as_str()), (MatchState::Over, "greedy"));
    let matches = std::fs::read_dir(folder.path().join("matches")).unwrap();
    for file in matches.map(|file| file.unwrap().path()) {
        let bytes = std::fs::read(&file).unwrap();
        assert!(!bytes.windows(10).any(|part| part == b"while read"), "{}", file.display());
    }
}

#[tokio::test]
async fn wrong_orders_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let game = refused(&arena, json!({"game": "chess", "seats": []})).await;
    assert!(game.to_string().contains("no game `chess`"), "{game}");
    let command = refused(&arena, json!({"game": "labyrinth", "seats": ["rm -rf x"]})).await;
    assert!(command.code() == "forbidden" && command.to_string().contains("--bot"), "{command}");
    let file = refused(&arena, json!({"game": "labyrinth", "seats": ["human"], "map": "/etc/passwd"})).await;
    assert!(file.to_string().contains("no map"), "{file}");
    let house = refused(&arena, json!({"game": "labyrinth", "seats": ["house:nobody"]})).await;
    assert!(house.to_string().contains("no house bot"), "{house}");
    let board =
        refused(&arena, json!({"game": "labyrinth", "seats": ["human"], "board": {"walls": 9999}})).await;
    assert_eq!(board.code(), "wrong", "{board}");
    let knob =
        refused(&arena, json!({"game": "labyrinth", "seats": ["human"], "board": {"colour": "red"}})).await;
    assert!(knob.to_string().contains("no knob"), "{knob}");
    let seats = refused(&arena, json!({"game": "galaxy", "seats": ["human"]})).await;
    assert!(seats.to_string().contains("3 seats"), "{seats}");
    assert_eq!(arena.held().matches, 0);
    assert_eq!(
        std::fs::read_dir(folder.path().join("matches")).unwrap().count(),
        0,
        "nothing is left behind"
    );
}

#[tokio::test]
async fn a_bomb_in_a_record_is_refused_before_it_goes_off() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let mut bomb = b"meydan-trace 2\n".to_vec();
    let zeros = std::io::Read::take(std::io::repeat(b' '), 3 << 30);
    zstd::stream::copy_encode(zeros, &mut bomb, 1).unwrap();
    assert!(bomb.len() < 1 << 20);
    let refused = arena.replay(&anybody(), bomb.clone().into(), None).await.err().unwrap();
    assert_eq!(refused.code(), "too-large", "{refused}");
    assert!(arena.adopt(&Caller::host(), bomb.into()).await.is_err());
    for rubbish in [b"rubbish".as_slice(), b"", b"meydan-trace 99\n"] {
        assert_eq!(
            arena.replay(&anybody(), rubbish.to_vec().into(), None).await.err().unwrap().code(),
            "wrong"
        );
    }
}

/// House bots for as many sides as a game has at least.
fn table(game: &meydan_catalog::GameCard) -> Vec<String> {
    vec![format!("house:{}", game.house_bots[0]); game.seats.least]
}

#[tokio::test]
async fn whoever_sets_a_match_up_sees_how_it_would_begin() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    for game in meydan_catalog::cards() {
        let order = |more: Value| {
            let mut order = json!({"game": game.name, "seats": table(&game), "seed": "9"});
            order.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            serde_json::from_value::<Order>(order).unwrap()
        };
        let seen = arena.preview(&anybody(), order(json!({}))).await.unwrap();
        assert_eq!((&seen["kind"], &seen["seed"]), (&json!("opening"), &json!("9")), "{}", game.name);
        let made = arena.preview(&anybody(), order(json!({"board": {}}))).await.unwrap();
        let begun = arena.create(&anybody(), order(json!({"board": {}}))).await.unwrap();
        ended(&arena, &begun.id).await;
        let played = reel(&arena, &begun.id, None).await;
        assert_eq!(made["config"], played[0]["config"], "{}: what was shown is what is played", game.name);
    }
    let wrong = json!({"game": "jungle", "seats": ["house:random", "house:random"], "map": "moon"});
    let error = arena.preview(&anybody(), serde_json::from_value(wrong).unwrap()).await.unwrap_err();
    assert!(error.to_string().contains("`moon`"), "{error}");
}

#[tokio::test]
async fn options_of_the_card_are_taken_within_their_bounds_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let order = |set: Value| json!({"game": "jungle", "seats": ["house:random", "house:random"], "seed": 1, "set": set});
    let created = create(&arena, order(json!({"ticks": 5}))).await;
    assert!(ended(&arena, &created.id).await.outcome.is_some());
    assert_eq!(reel(&arena, &created.id, None).await[0]["config"]["ticks"], 5);
    for (set, words) in [
        (json!({"ticks": 1_000_000}), "from 1 to 2000"),
        (json!({"check": "off"}), "there is no knob `--check`"),
    ] {
        let error = refused(&arena, order(set)).await.to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[tokio::test]
async fn a_strong_bot_says_what_it_would_have_done() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    for game in meydan_catalog::cards() {
        let created = create(
            &arena,
            json!({"game": game.name, "seats": table(&game), "seed": 2, "set": short(game.name)}),
        )
        .await;
        ended(&arena, &created.id).await;
        let frames = reel(&arena, &created.id, None).await;
        let window = frames.len() / 2;
        let seat = frames[window + 1]["asked"][0].as_u64().unwrap() as u8;
        let advice = arena.advice(&anybody(), &created.id, window as u32, seat).await.unwrap();
        assert_eq!(advice["bot"], *game.house_bots.last().unwrap(), "{}", game.name);
        let frame = &advice["frame"];
        assert_eq!((&frame["kind"], &frame["window"]), (&json!("frame"), &json!(window)), "{}", game.name);
        // It is the bot's acts that led there, and everybody else's as they were.
        let by = |frame: &Value, own: bool| -> Vec<Value> {
            let acts = frame["acts"].as_array().unwrap().iter();
            acts.filter(|act| (act[0] == seat) == own).cloned().collect()
        };
        let acts: Vec<Value> = by(frame, true).into_iter().map(|act| act[1].clone()).collect();
        assert_eq!(json!(acts), advice["acts"], "{}", game.name);
        assert!(by(frame, false).len() <= by(&frames[window + 1], false).len(), "{}", game.name);
        let nobody = arena.advice(&anybody(), &created.id, 1_000_000, seat).await.unwrap_err();
        assert_eq!(nobody.to_string(), "nobody was asked there");
    }
}

#[tokio::test]
async fn matches_are_found_by_who_plays() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    let order = |bot: &str| json!({"game": "jungle", "seats": [bot, bot], "seed": 1, "set": short("jungle")});
    for bot in ["house:collector", "house:random"] {
        ended(&arena, &create(&arena, order(bot)).await.id).await;
    }
    let found = async |player: &str| {
        let listing = Listing { player: Some(player.to_owned()), ..Listing::default() };
        arena.list(&anybody(), &listing).await.unwrap().matches.len()
    };
    assert_eq!((found(" Collect").await, found("o").await, found("jaguar").await), (1, 2, 0));
}

/// What makes a match of a game short.
fn short(game: &str) -> Value {
    match game {
        "heroes" => json!({"maxTurns": 4}),
        "gotham" => json!({"max_turns": 6}),
        "jungle" => json!({"ticks": 12}),
        "galaxy" => json!({"initial_troop": 8}),
        _ => json!({"max_rounds": 12}),
    }
}

#[tokio::test]
async fn a_match_that_is_over_is_played_on_from_within() {
    let folder = tempfile::tempdir().unwrap();
    let arena = open(folder.path()).await;
    for game in meydan_catalog::cards() {
        let created = create(
            &arena,
            json!({"game": game.name, "seats": table(&game), "seed": 2, "set": short(game.name)}),
        )
        .await;
        let card = ended(&arena, &created.id).await;
        let before = reel(&arena, &created.id, None).await;
        let windows = card.windows / 2;
        let strong = format!("house:{}", game.house_bots.last().unwrap());
        let branch = |windows| Branch {
            from: created.id.clone(),
            windows,
            seats: vec![strong.clone(); game.seats.least],
        };
        let on = arena.branch(&anybody(), branch(windows)).await.unwrap();
        assert_ne!(on.id, created.id);
        assert_eq!(ended(&arena, &on.id).await.state, MatchState::Over, "{}", game.name);
        let after = reel(&arena, &on.id, None).await;
        let kept = 1 + windows as usize;
        for (window, (was, is)) in before[1..kept].iter().zip(&after[1..kept]).enumerate() {
            assert_eq!((&was["acts"], &was["view"]), (&is["acts"], &is["view"]), "{} {window}", game.name);
        }
        assert_eq!(after[0]["seats"][0]["name"], *game.house_bots.last().unwrap(), "{}", game.name);
        assert_eq!(arena.find(&anybody(), &created.id).await.unwrap(), card, "the first one stays");
        let error = arena.branch(&anybody(), branch(card.windows + 1)).await.unwrap_err();
        assert!(error.to_string().contains("cannot stay"), "{error}");
        let error = arena.branch(&anybody(), branch(card.windows)).await.unwrap_err();
        assert!(error.to_string().contains("it is over"), "{error}");
    }
}

/// The record of the only match in a folder.
fn only_record(folder: &Path) -> std::path::PathBuf {
    let files = std::fs::read_dir(folder.join("matches")).unwrap().map(|entry| entry.unwrap().path());
    files.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "trace")).unwrap()
}

#[tokio::test]
async fn a_rooms_match_goes_on_with_the_clocks_it_had_and_loses_a_name_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let key = meydan_record::Key::draw().unwrap();
    let opened = async || {
        // The arena before may still be letting go of the folder.
        loop {
            let worker = Worker::new(Vec::new()).with_key(key.clone());
            match Arena::open(Options::new(folder.path()), Arc::new(worker)).await {
                Ok(arena) => break arena,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    };
    let arena = opened().await;
    let wish = RoomWish {
        game: "labyrinth".into(),
        map: Some("first-steps".into()),
        ruleset: None,
        clock: RoomClock { turn_s: 10, bank_s: 300 },
    };
    let new = NewRoom { name: "Margaret".into(), wish, seats: 1, chat: true };
    let room = arena.open_room(&anybody(), new).await.unwrap();
    let margaret = anybody().with_key(Key::shown(room.key.clone()));
    arena.act_in_room(&margaret, &room.code, Deed::Sit { seat: 0 }).await.unwrap();
    let id = arena.act_in_room(&margaret, &room.code, Deed::Start).await.unwrap().current.unwrap().id;
    let mut booth = arena.sit(&margaret, &id, 0).await.unwrap();
    let clock = |turn: &Value| turn["clock"]["ms"].as_u64().unwrap();
    assert!((300_001..=310_000).contains(&clock(&hear(&mut booth, "turn").await)));
    booth.say(r#"{"act":"stay"}"#.to_owned()).await;
    hear(&mut booth, "turn").await;
    arena.close().await;
    drop((booth, arena));
    // As if she had thought for 210 s in that window.
    let path = only_record(folder.path());
    let bytes = std::fs::read(&path).unwrap();
    let trace = read::<Box<serde_json::value::RawValue>>(bytes.as_slice(), &Budget::STANDARD).unwrap().trace;
    let mut writer = TraceWriter::new(Vec::new(), &trace.header, None).unwrap();
    for entry in trace.entries {
        let entry = if let Entry::Time(seat, _) = entry { Entry::Time(seat, 210_000_000) } else { entry };
        writer.entry(&entry).unwrap();
    }
    std::fs::write(&path, writer.pause().unwrap()).unwrap();

    let arena = opened().await;
    arena.act_in_room(&margaret, &room.code, Deed::GoOn).await.unwrap();
    let mut booth = arena.sit(&margaret, &id, 0).await.unwrap();
    let left = clock(&hear(&mut booth, "turn").await);
    assert!((100_001..=110_000).contains(&left), "200 s of the bank are gone: {left}");
    arena.act_in_room(&margaret, &room.code, Deed::EndMatch).await.unwrap();
    drop(booth);

    let before = std::fs::read(only_record(folder.path())).unwrap();
    arena.close_room(&margaret, &room.code).await.unwrap();
    let bytes = std::fs::read(only_record(folder.path())).unwrap();
    let renamed =
        read::<Box<serde_json::value::RawValue>>(bytes.as_slice(), &Budget::STANDARD).unwrap().trace;
    assert_eq!(renamed.header.entrants[0].name, "—");
    let hash = |bytes: &[u8]| meydan_worker::verify(bytes).unwrap().final_hash;
    assert_eq!(hash(&bytes), hash(&before), "it is the same match");
    let seen = reel(&arena, &id, None).await;
    assert!(!format!("{seen:?}").contains("Margaret") && seen.len() > 1);
    assert_eq!(arena.find(&anybody(), &id).await.unwrap().seats[0].name, "—");
}
