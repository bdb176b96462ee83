//! The hall as the server meets it: matches, people, hints, saves, and what is left after a restart.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::sync::Arc;

use meydan_arena::{Arena, ArenaHall, ArenaOptions};
use meydan_server::{Booth, Created, Eyes, Hall, Order, ReelSource, Resume, Seating};
use serde_json::{Value, json};

fn open(data: &Path) -> Arc<ArenaHall> {
    let options = ArenaOptions { data: data.to_owned(), bots: Vec::new(), shown: None };
    Arc::new(ArenaHall(Arena::open(options).unwrap()))
}

/// Calls the hall from a thread that may block, as the server does.
async fn blocking<T: Send + 'static>(
    hall: &Arc<ArenaHall>,
    call: impl FnOnce(&ArenaHall) -> T + Send + 'static,
) -> T {
    let hall = hall.clone();
    tokio::task::spawn_blocking(move || call(&hall)).await.unwrap()
}

async fn create(hall: &Arc<ArenaHall>, order: Value) -> Created {
    let order: Order = serde_json::from_value(order).unwrap();
    blocking(hall, |hall| hall.create(order)).await.unwrap()
}

async fn lines(mut source: ReelSource) -> Vec<Value> {
    let mut lines = Vec::new();
    while let Some(line) = source.recv().await {
        lines.push(serde_json::from_str(&line).unwrap());
    }
    lines
}

/// What a person hears next of this type.
async fn hear(booth: &mut Booth, kind: &str) -> Value {
    loop {
        let line = booth.hear.recv().await.unwrap_or_else(|| panic!("the seat ended before `{kind}`"));
        let message: Value = serde_json::from_str(&line).unwrap();
        if message["type"] == kind {
            return message;
        }
    }
}

fn seating(created: &Created) -> Seating {
    Seating { seat: created.humans[0].seat, key: created.humans[0].key.clone() }
}

#[tokio::test]
async fn a_match_of_house_bots_is_played_shown_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(folder.path());
    let created =
        create(&hall, json!({"game": "labyrinth", "seats": ["house:greedy"], "map": "course", "seed": 3}))
            .await;
    let reel = lines(hall.reel(&created.id, Eyes::default()).unwrap()).await;
    assert_eq!(reel.first().unwrap()["kind"], "opening");
    assert_eq!(reel.last().unwrap()["outcome"]["reason"], "victory");
    assert!(reel[1..reel.len() - 1].iter().all(|line| line["kind"] == "frame"));

    let trace = loop {
        // The reel's end is told a moment before the match is entered as over.
        match hall.trace(&created.id) {
            Ok(trace) => break trace,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    let again = lines(hall.replay(trace, None).unwrap()).await;
    assert_eq!(again, reel, "the reel is derived from the trace, live or not");
    let fogged = lines(hall.reel(&created.id, Eyes { eyes: Some(0), key: None }).unwrap()).await;
    assert_eq!(fogged.len(), reel.len(), "a match that is over may be seen with anybody's eyes");

    drop(hall);
    let later = open(folder.path());
    let card = later.find(&created.id).unwrap();
    assert_eq!((card.state, card.windows as usize), ("over", reel.len() - 2));
    assert_eq!(lines(later.reel(&created.id, Eyes::default()).unwrap()).await, reel);
}

#[tokio::test]
async fn a_person_plays_loses_the_connection_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(folder.path());
    let created =
        create(&hall, json!({"game": "labyrinth", "seats": ["human"], "map": "first-steps", "seed": 1}))
            .await;
    let seating = seating(&created);

    let stranger = Seating { seat: 0, key: "0".repeat(32) };
    assert_eq!(hall.sit(&created.id, &stranger).err().unwrap().status, 403);

    let mut booth = hall.sit(&created.id, &seating).unwrap();
    hear(&mut booth, "start").await;
    let turn = hear(&mut booth, "turn").await;
    assert_eq!(turn["clock"]["ms"], 0, "a person has all the time there is");
    booth.say.send(r#"{"act":{"move":"sideways"}}"#.to_owned()).await.unwrap();
    let refused = hear(&mut booth, "rejected").await;
    assert_eq!(refused["next"], "more", "a person is asked again");
    drop(booth);

    let mut booth = hall.sit(&created.id, &seating).unwrap();
    hear(&mut booth, "start").await;
    assert_eq!(hear(&mut booth, "turn").await, turn, "whoever comes back hears where things stand");
    let outcome = loop {
        let (id, seating) = (created.id.clone(), seating.clone());
        match blocking(&hall, move |hall| hall.hint(&id, &seating)).await {
            Ok(hint) => {
                assert!(hint["text"].as_str().unwrap().len() > 5);
                booth.say.send(json!({"act": hint["act"]}).to_string()).await.unwrap();
                hear(&mut booth, "ok").await;
            }
            Err(_) => break hear(&mut booth, "end").await,
        }
        // A hint is about the state after the last act; wait for the next turn or the end.
        let line: Value = serde_json::from_str(&booth.hear.recv().await.unwrap()).unwrap();
        if line["type"] == "end" {
            break line;
        }
    };
    assert_eq!(outcome["outcome"]["reason"], "victory", "the hints lead to the core");
}

#[tokio::test]
async fn a_saved_match_is_taken_up_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(folder.path());
    let created =
        create(&hall, json!({"game": "labyrinth", "seats": ["human"], "map": "course", "seed": 1})).await;
    let own = seating(&created);
    let mut booth = hall.sit(&created.id, &own).unwrap();
    hear(&mut booth, "turn").await;
    booth.say.send(r#"{"act":"stay"}"#.to_owned()).await.unwrap();
    let before = hear(&mut booth, "turn").await;
    hall.save(&created.id, &own).unwrap();
    while booth.hear.recv().await.is_some() {}
    while hall.find(&created.id).unwrap().state == "running" {
        tokio::task::yield_now().await;
    }
    drop(hall);

    let hall = open(folder.path());
    assert_eq!(hall.find(&created.id).unwrap().state, "paused");
    let id = created.id.clone();
    let resumed = blocking(&hall, move |hall| hall.resume(Resume { resume: id })).await.unwrap();
    let mut booth = hall.sit(&resumed.id, &seating(&resumed)).unwrap();
    assert_eq!(hear(&mut booth, "turn").await["view"], before["view"]);
    let mut reel = hall.reel(&resumed.id, Eyes::default()).unwrap();
    let opening: Value = serde_json::from_str(&reel.recv().await.unwrap()).unwrap();
    let first: Value = serde_json::from_str(&reel.recv().await.unwrap()).unwrap();
    assert_eq!((&opening["kind"], &first["window"]), (&json!("opening"), &json!(0)), "the reel has it all");
}

#[tokio::test]
async fn while_a_match_runs_only_the_key_shows_a_seats_view() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(folder.path());
    let created = create(&hall, json!({"game": "labyrinth", "seats": ["human"]})).await;
    let eyes = |key: Option<&str>| Eyes { eyes: Some(0), key: key.map(str::to_owned) };
    assert_eq!(hall.reel(&created.id, eyes(None)).err().unwrap().status, 403);
    assert_eq!(hall.reel(&created.id, eyes(Some("wrong"))).err().unwrap().status, 403);
    assert!(hall.reel(&created.id, eyes(Some(&created.humans[0].key))).is_ok());
    assert_eq!(hall.trace(&created.id).unwrap_err().status, 400);
}

#[tokio::test]
async fn through_a_seats_eyes_nothing_of_the_others_secrets_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(folder.path());
    for (game, bot) in [("gotham", "house:random"), ("heroes", "house:random")] {
        let created = create(&hall, json!({"game": game, "seats": [bot, bot], "seed": "7"})).await;
        let whole = lines(hall.reel(&created.id, Eyes::default()).unwrap()).await;
        let hidden = loop {
            match hall.reel(&created.id, Eyes { eyes: Some(0), key: None }) {
                Ok(reel) => break lines(reel).await,
                Err(_) => tokio::task::yield_now().await,
            }
        };
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
async fn a_person_can_save_any_game_and_take_it_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(folder.path());
    for game in meydan_catalog::cards() {
        let mut seats = vec![format!("house:{}", game.house_bots[0]); game.seats.least];
        seats[0] = "human".to_owned();
        let created = create(&hall, json!({"game": game.name, "seats": seats, "seed": 3})).await;
        let mut booth = hall.sit(&created.id, &seating(&created)).unwrap();
        let turn = hear(&mut booth, "turn").await;
        hall.save(&created.id, &seating(&created)).unwrap();
        let resume = loop {
            // The match is stopped on its own thread.
            match hall.find(&created.id).unwrap().state {
                "paused" => break Resume { resume: created.id.clone() },
                _ => tokio::task::yield_now().await,
            }
        };
        let again = blocking(&hall, |hall| hall.resume(resume)).await.unwrap();
        let mut booth = hall.sit(&again.id, &seating(&again)).unwrap();
        assert_eq!(hear(&mut booth, "turn").await["view"], turn["view"], "{}", game.name);
    }
}

#[tokio::test]
async fn house_bots_play_the_same_match_again_for_the_same_seed() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(folder.path());
    let order = json!({"game": "gotham", "seats": ["house:detective", "house:detective"], "seed": 5});
    let mut reels = Vec::new();
    for _ in 0..3 {
        let created = create(&hall, order.clone()).await;
        reels.push(lines(hall.reel(&created.id, Eyes::default()).unwrap()).await);
    }
    assert!(reels[0].len() > 10);
    assert!(reels.iter().all(|reel| *reel == reels[0]));
}

#[tokio::test]
async fn wrong_orders_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(folder.path());
    let refused = async |order: Value| {
        let order: Order = serde_json::from_value(order).unwrap();
        blocking(&hall, |hall| hall.create(order)).await.unwrap_err()
    };
    assert!(refused(json!({"game": "chess", "seats": []})).await.text.contains("no game `chess`"));
    let command = refused(json!({"game": "labyrinth", "seats": ["rm -rf x"]})).await;
    assert!(command.status == 403 && command.text.contains("--bot"), "{}", command.text);
    let file = refused(json!({"game": "labyrinth", "seats": ["human"], "map": "/etc/passwd"})).await;
    assert!(file.text.contains("no map"), "{}", file.text);
    let house = refused(json!({"game": "labyrinth", "seats": ["house:nobody"]})).await;
    assert!(house.text.contains("no house bot"), "{}", house.text);
    let board = refused(json!({"game": "labyrinth", "seats": ["human"], "board": {"walls": 9999}})).await;
    assert!(board.text.contains("largest"), "{}", board.text);
    assert_eq!(hall.find("nothing").err().unwrap().status, 404);
    assert_eq!(hall.replay(b"rubbish".to_vec(), None).err().unwrap().status, 400);
}
