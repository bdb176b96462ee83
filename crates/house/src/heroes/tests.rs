use meydan_core::{Bot, Chance, Game, SeatSet, Seed, Setup, Side, Terms};
use meydan_heroes::{Config, Heroes, Recipe, Ruleset, generate};

use super::{NAMES, bot};

/// Plays a whole match and gives the winner, if there is one, and the scores.
fn play(config: &Config, names: [&str; 2], seed: u64) -> (Option<usize>, [i64; 2]) {
    let game = Heroes::new(config, Chance::new(Seed(seed))).unwrap();
    let mut bots: Vec<Box<dyn Bot<Heroes>>> =
        (0..2).map(|i| bot(names[i], config, Chance::new(Seed(seed * 2 + i as u64))).unwrap()).collect();
    let outcome = meydan_referee::offline(game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true)
        .unwrap()
        .outcome
        .unwrap();
    let scores = [0, 1].map(|i| outcome.standings[i].score);
    match outcome.winners().as_slice() {
        [Side(side)] => (Some(usize::from(*side)), scores),
        _ => (None, scores),
    }
}

/// How many of the matches the stronger bot wins, seats swapped every other time.
fn wins(config: &Config, stronger: &str, weaker: &str, games: u64) -> u64 {
    let won = |seed: u64| {
        let (names, mine) =
            if seed.is_multiple_of(2) { ([stronger, weaker], 0) } else { ([weaker, stronger], 1) };
        u64::from(play(config, names, seed).0 == Some(mine))
    };
    (0..games).map(won).sum()
}

fn boards() -> Vec<(String, Config)> {
    let mut boards: Vec<(String, Config)> = Vec::new();
    for (map, ruleset) in Heroes::maps().iter().zip(["document", "official"].iter().cycle()) {
        boards.push((map.name.into(), Heroes::config(map.bytes, &Terms::of(*ruleset)).unwrap()));
    }
    let plan = Recipe { rows: 15, columns: 15, walls: 25, border: false };
    boards.push(("random".into(), generate(&plan, Ruleset::Document, &mut Chance::new(Seed(5))).unwrap()));
    boards
}

/// Each bot wins at least four of five matches against the one before, on every board.
#[test]
fn each_bot_beats_the_one_before() {
    const GAMES: u64 = 6;
    for pair in NAMES.windows(2) {
        let mut all = 0;
        for (name, config) in boards() {
            let won = wins(&config, pair[1], pair[0], GAMES);
            println!("{} won {won} of {GAMES} against {} on {name}", pair[1], pair[0]);
            assert!(won * 5 >= GAMES * 4, "{} won {won} of {GAMES} against {} on {name}", pair[1], pair[0]);
            all += won;
        }
        println!("{} against {}: {all} of {}", pair[1], pair[0], boards().len() as u64 * GAMES);
    }
}

#[test]
fn no_bot_answers_to_an_unknown_name() {
    let (_, config) = boards().remove(0);
    assert!(bot("nobody", &config, Chance::new(Seed(1))).is_none());
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let (_, config) = boards().remove(1);
    for names in [["random", "squad"], ["objective", "random"], ["captain", "squad"]] {
        assert_eq!(play(&config, names, 3), play(&config, names, 3));
    }
}
