//! A published match can be watched for ever. Recorded matches of every game and ruleset, in every version of the file
//! format, lie in `fixtures/` with their hashes in `fixtures/hashes.txt`. This test is the gate for any change of rules:
//! whoever makes a recorded match play differently bumps the game's `RULES` and adds new fixtures beside the old ones.
//!
//! `MEYDAN_WRITE_FIXTURES=1 cargo test -p meydan-catalog --test fixtures` writes the hashes of files that have none yet.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use meydan_catalog::{NAMES, Offer, Visit, replay_reel, visit};
use meydan_core::trace::{Header, Replay};
use meydan_core::{Budget, Viewer};
use meydan_record::{VERSION, header, read};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The files by the name that `hashes.txt` has for them: `v1/galaxy-official.trace`.
fn fixtures() -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for version in 1..=VERSION {
        for entry in fs::read_dir(folder().join(format!("v{version}"))).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("v{version}/{}", path.file_name().unwrap().to_str().unwrap());
            all.insert(name, fs::read(path).unwrap());
        }
    }
    all
}

fn head(file: &[u8]) -> Header {
    header(file, &Budget::STANDARD).unwrap()
}

/// Plays a record again: its final hash and windows, and how many lines the page is sent of it.
struct Play<'a>(&'a [u8]);

impl Visit for Play<'_> {
    type Out = String;

    fn visit<G: Offer>(self) -> String {
        let trace = read::<G::Action>(self.0, &Budget::STANDARD).unwrap().trace;
        let (game, windows) = Replay::<G>::new(&trace).and_then(Replay::finish).unwrap();
        let mut lines = 0;
        let _ = replay_reel::<G>(&trace, Viewer::Spectator, |_| {
            lines += 1;
            ControlFlow::Continue(())
        });
        // An opening, a frame for every window, an end.
        assert_eq!(lines, windows + 2);
        format!("{} {windows}", game.hash())
    }
}

#[test]
fn recorded_matches_play_again_for_ever() {
    let pinned = folder().join("hashes.txt");
    let known = fs::read_to_string(&pinned).unwrap_or_default();
    let known: BTreeMap<&str, &str> = known.lines().filter_map(|line| line.split_once(' ')).collect();
    let mut text = String::new();
    for (name, file) in fixtures() {
        let played = visit(&head(&file).game, Play(&file)).unwrap();
        match known.get(name.as_str()) {
            Some(known) => assert_eq!(played, *known, "{name} plays differently than it did"),
            None if std::env::var_os("MEYDAN_WRITE_FIXTURES").is_some() => {}
            None => panic!("{name} has no pinned hash; write it with MEYDAN_WRITE_FIXTURES=1"),
        }
        text.push_str(&format!("{name} {played}\n"));
    }
    if std::env::var_os("MEYDAN_WRITE_FIXTURES").is_some() {
        fs::write(pinned, text).unwrap();
    }
}

#[test]
fn there_is_a_recorded_match_of_every_game_ruleset_and_format() {
    struct Rulesets;
    impl Visit for Rulesets {
        type Out = (&'static [&'static str], u32);
        fn visit<G: Offer>(self) -> Self::Out {
            (G::RULESETS, G::RULES)
        }
    }
    let of = |name: &String, file: &Vec<u8>| {
        let header = head(file);
        (name[..2].to_owned(), header.game, header.ruleset, header.rules)
    };
    let there: BTreeSet<_> = fixtures().iter().map(|(name, file)| of(name, file)).collect();
    for game in NAMES {
        let (rulesets, rules) = visit(game, Rulesets).unwrap();
        // Version 0 is not settled: what was recorded under it is not promised to anybody.
        for ruleset in rulesets.iter().filter(|_| rules > 0) {
            let wanted = (format!("v{VERSION}"), (*game).to_owned(), (*ruleset).to_owned(), rules);
            assert!(
                there.contains(&wanted),
                "there is no fixture of {wanted:?}: record one with `meydan match --out`"
            );
        }
    }
}
