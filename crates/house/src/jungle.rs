//! House bots of `jungle`.

mod believe;
mod collector;
mod instinct;
mod jaguar;
mod magpie;
mod panther;
mod random;
mod scene;
#[cfg(test)]
mod tests;
mod weights;
mod worth;

pub use weights::Weights;

use meydan_core::{Bot, Chance};
use meydan_jungle::{Config, Jungle};

use collector::Collector;
use jaguar::Jaguar;
use panther::Panther;
use random::Random;
use scene::Board;

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &["random", "collector", "jaguar", "panther"];

/// Seats a bot; `None` if there is none of that name.
pub fn bot(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Jungle>>> {
    let board = Board::new(config);
    Some(match name {
        "random" => Box::new(Random { board, chance }),
        "collector" => Box::new(Collector { board }),
        "jaguar" => Box::new(Jaguar::new(board)),
        "panther" => Box::new(Panther::new(config, board, Weights::TUNED)),
        _ => return None,
    })
}

/// Seats a panther with weights of one's own.
pub fn panther(config: &Config, weights: Weights) -> Box<dyn Bot<Jungle>> {
    Box::new(Panther::new(config, Board::new(config), weights))
}

/// Seats a bot that follows one of the ways to play that a panther believes others to follow; `None` if it has no such number.
pub fn sparring(way: usize, config: &Config) -> Option<Box<dyn Bot<Jungle>>> {
    let way = *believe::WAYS.get(way)?;
    Some(Box::new(believe::Follower { board: Board::new(config), way }))
}

#[cfg(test)]
mod ladder {
    use meydan_core::{Game, Here, Seat, Seed, Setup, Status, Terms, Viewer};

    use super::*;

    /// Plays a match and gives each seat's rank and score, and the errors all of them made.
    fn play(map: usize, names: &[&str], seed: u64) -> (Vec<(u32, i64)>, usize) {
        let terms = Terms { sides: Some(names.len()), ..Terms::of("document") };
        let config = Jungle::config(Jungle::maps()[map].bytes, &terms).unwrap();
        let mut game = Jungle::new(&config, Chance::new(Seed(seed))).unwrap();
        let mut bots: Vec<_> = names
            .iter()
            .enumerate()
            .map(|(i, name)| bot(name, &config, Chance::new(Seed(seed * 31 + i as u64))).unwrap())
            .collect();
        let mut errors = 0;
        loop {
            let window = match game.status() {
                Status::Waiting(window) => window,
                Status::Over(outcome) => {
                    return (outcome.standings.iter().map(|s| (s.rank, s.score)).collect(), errors);
                }
            };
            for (i, bot) in bots.iter_mut().enumerate() {
                bot.play(&mut Here::new(&mut game, Seat(i as u8), window));
            }
            game.close(&mut Vec::new());
            errors += game.view(Viewer::Spectator).teams.iter().map(|team| team.errors.len()).sum::<usize>();
        }
    }

    /// How many of the matches of two the stronger wins, on every so many-th map from both seats.
    fn duel(stronger: &str, weaker: &str, every: usize) -> (usize, usize) {
        let (mut won, mut played) = (0, 0);
        for map in (0..Jungle::maps().len()).step_by(every) {
            let (first, _) = play(map, &[stronger, weaker], 1);
            let (second, _) = play(map, &[weaker, stronger], 1);
            won += usize::from(first[0].0 == 1) + usize::from(second[1].0 == 1);
            played += 2;
        }
        println!("{stronger} won {won} of {played} against {weaker}");
        (won, played)
    }

    #[test]
    fn each_bot_is_clearly_stronger_than_the_one_before() {
        // A panther thinks for longer than all others together.
        for (stronger, weaker, every) in
            [("collector", "random", 1), ("jaguar", "collector", 1), ("panther", "jaguar", 4)]
        {
            let (won, played) = duel(stronger, weaker, every);
            assert!(won * 10 >= played * 7, "{stronger} won only {won} of {played} against {weaker}");
        }
    }

    #[test]
    fn the_best_wins_among_four_too() {
        let maps = Jungle::maps().len() / 2;
        let won = |map: usize| {
            let mut names = ["collector"; 4];
            names[map % 4] = "panther";
            usize::from(play(map, &names, map as u64).0[map % 4].0 == 1)
        };
        let count: usize = (0..maps).map(won).sum();
        println!("panther won {count} of {maps} against three collectors");
        assert!(count * 10 >= maps * 7, "{count} of {maps}");
    }

    #[test]
    fn the_same_seed_gives_the_same_match() {
        assert_eq!(
            play(0, &["random", "jaguar", "collector"], 3),
            play(0, &["random", "jaguar", "collector"], 3)
        );
    }
}
