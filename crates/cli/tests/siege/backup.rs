//! Copied while it runs, and made again from the copy.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use crate::audit::standing_is_that_of_the_matches;
use crate::camp::{Bot, CONTESTANT, Camp, ORGANISER};

fn run(camp: &Camp, words: &[&str]) -> Output {
    camp.command().arg("arena").args(words).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_backup_without_a_database_or_with_a_damaged_key_is_not_restored() {
    let camp = Camp::new();
    let copy = camp.path().join("copy");
    fs::create_dir(&copy).unwrap();
    fs::write(copy.join("meydan.sqlite"), "").unwrap();
    let refused = run(&camp, &["restore", "copy", "--data", "other"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is not a database"), "{refused:?}");
    fs::write(copy.join("meydan.sqlite"), b"SQLite format 3\0").unwrap();
    fs::write(copy.join("referee.key"), "junk").unwrap();
    let refused = run(&camp, &["restore", "copy", "--data", "other"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is damaged"), "{refused:?}");
    assert!(!camp.path().join("other").exists());
}

#[test]
fn an_arena_that_is_copied_while_it_works_is_made_again_from_the_copy() {
    let camp = Camp::found();
    let arena = camp.open(None);
    let free = json!({"game": "jungle", "seats": ["house:random", "house:random"], "seed": 3});
    let free = arena.ask_page("POST", "/api/matches", &free);
    let free = free["id"].as_str().unwrap().to_owned();
    let room = json!({"name": "ada", "wish": {"game": "jungle"}, "seats": 2});
    let room = arena.ask_page("POST", "/api/rooms", &room)["code"].as_str().unwrap().to_owned();
    let sound = camp.submit(&arena, Bot::Sound).unwrap();
    camp.keeps_its_word(&arena);
    // Whoever has not played yet would be the one that a ladder waits for.
    let team = camp.team(&arena).unwrap();
    camp.eventually("a ranked match of the team", || {
        let games = camp.over(&arena, "ranked")?;
        let own = |game: &Value| game["seats"].as_array().unwrap().iter().any(|seat| seat["team"] == team);
        (games.len() > 3 && games.iter().any(own)).then_some(())
    });
    // From here on nothing ranked is played, but much else is.
    camp.set_ladder(&arena, 1);
    camp.eventually("the end of what is ranked", || {
        let path = |state: &str| format!("/contests/demo/matches?kind=ranked&state={state}");
        let none = |state: &str| {
            camp.get(&arena, ORGANISER, &path(state)).unwrap()["matches"].as_array().unwrap().is_empty()
        };
        (none("queued") && none("running")).then_some(())
    });
    let standing = standing_is_that_of_the_matches(&camp, &arena);
    let slow = camp.submit(&arena, Bot::Slow).unwrap();
    for _ in 0..3 {
        camp.casual(&arena).unwrap();
    }
    let made = run(&camp, &["backup", "copies/2026.08.01", "--data", "data"]);
    assert!(made.status.success(), "{}", said(&made));
    assert!(!camp.path().join("copies/2026.08.01.partial").exists());
    let again = run(&camp, &["backup", "copies/2026.08.01", "--data", "data"]);
    assert!(!again.status.success() && said(&again).contains("is there already"), "{}", said(&again));
    camp.end(arena);
    let full = run(&camp, &["restore", "copies/2026.08.01", "--data", "data"]);
    assert!(!full.status.success() && said(&full).contains("is not empty"), "{}", said(&full));
    let made = run(&camp, &["restore", "copies/2026.08.01", "--data", "other"]);
    assert!(made.status.success(), "{}", said(&made));

    let arena = camp.try_open(None, "other").unwrap();
    assert_eq!(standing_is_that_of_the_matches(&camp, &arena), standing);
    // Sessions, versions, logs and what was under way are there, too; the key signs as before.
    camp.keeps_its_word(&arena);
    for id in [sound, slow] {
        let log =
            camp.ask(&arena, CONTESTANT, "GET", &format!("/versions/{id}/log.txt"), json!(null)).unwrap();
        assert_eq!(log.status, 200);
    }
    assert_eq!(arena.ask_page("GET", &format!("/api/matches/{free}"), &json!(null))["state"], "over");
    let room = arena.ask_page("GET", &format!("/api/rooms/{room}"), &json!(null));
    assert_eq!(room["people"][0]["name"], "ada");
    camp.end(arena);
    assert_eq!(
        fs::read(camp.path().join("other/referee.key")).unwrap(),
        fs::read(camp.data().join("referee.key")).unwrap()
    );
}

#[test]
fn files_that_are_damaged_or_missing_are_named_and_the_others_are_kept() {
    let camp = Camp::found();
    let arena = camp.open(None);
    camp.submit(&arena, Bot::Sound).unwrap();
    camp.keeps_its_word(&arena);
    camp.end(arena);
    let made = run(&camp, &["backup", "copy", "--data", "data"]);
    assert!(made.status.success(), "{}", said(&made));
    let blobs = files(&camp.path().join("copy/blobs"));
    let [damaged, missing, ..] = &blobs[..] else { panic!("{blobs:?}") };
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    fs::write(damaged, "other bytes").unwrap();
    fs::remove_file(missing).unwrap();
    let made = run(&camp, &["restore", "copy", "--data", "other"]);
    assert_eq!(made.status.code(), Some(1));
    let words = said(&made);
    assert!(words.contains(&format!("{} is damaged", name(damaged))), "{words}");
    assert!(words.contains(&format!("{} is not here", name(missing))), "{words}");
    assert!(words.contains("without these 2 files; everything else is there"), "{words}");
    assert_eq!(files(&camp.path().join("other/blobs")).len(), blobs.len() - 2);
    let arena = camp.try_open(None, "other").unwrap();
    standing_is_that_of_the_matches(&camp, &arena);
    camp.end(arena);
    // A backup of what is left says the same.
    let made = run(&camp, &["backup", "second", "--data", "other"]);
    assert!(said(&made).contains(&format!("{} is not here", name(missing))), "{}", said(&made));
    assert!(camp.path().join("second/meydan.sqlite").exists());
}

#[test]
fn a_full_disk_leaves_no_half_copy() {
    let camp = Camp::found();
    let arena = camp.open(None);
    camp.submit(&arena, Bot::Sound).unwrap();
    camp.keeps_its_word(&arena);
    camp.end(arena);
    let made = run(&camp, &["backup", "copy", "--data", "data"]);
    assert!(made.status.success(), "{}", said(&made));
    let room = camp.path().join("room");
    fs::create_dir(&room).unwrap();
    let database = fs::metadata(camp.path().join("copy/meydan.sqlite")).unwrap().len();
    // No room for the database; room for that and not much more.
    for size in [database / 2, database + (64 << 10)] {
        for words in [["backup", "room/copy", "--data", "data"], ["restore", "copy", "--data", "room/data"]] {
            let meydan = camp.command();
            let script = "\"$0\" arena \"$@\"; code=$?; echo; echo \"left: $(ls -A room)\"; exit $code";
            let mut jail = std::process::Command::new("bwrap");
            jail.args(["--dev-bind", "/", "/", "--size", &size.to_string(), "--tmpfs"]).arg(&room);
            jail.args(["sh", "-c", script]).arg(meydan.get_program()).args(words);
            let ran = jail.current_dir(camp.path()).output().unwrap();
            assert_eq!(ran.status.code(), Some(1), "{words:?} with {size}: {}", said(&ran));
            assert!(said(&ran).contains("nothing was copied to room/"), "{}", said(&ran));
            assert!(said(&ran).contains("left: \n"), "{}", said(&ran));
        }
    }
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => all.push(path),
        }
    }
    all.sort();
    all
}
