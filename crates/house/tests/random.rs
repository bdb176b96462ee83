//! The bot that plays any game plays each of them, at a table and without one.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::trace::Header;
use meydan_core::{Bot, Chance, Explore, Game, SeatSet, Seed, Setup, StateHash, Terms};
use meydan_house::Random;
use meydan_referee::{HousePlayer, Match, Player, TimeControl, offline};
use meydan_testkit::toy::{Sums, SumsConfig};

fn bots<G: Explore>(seats: usize) -> Vec<Box<dyn Bot<G>>> {
    let bot = |seat: usize| Box::new(Random::new(Chance::new(Seed(seat as u64)))) as Box<dyn Bot<G>>;
    (0..seats).map(bot).collect()
}

/// Plays a match of a game on its first map; whether it comes to an end without panic is the question.
fn plays<G: Explore + Setup>(sides: Option<usize>) {
    let config = G::config(G::maps()[0].bytes, &Terms { sides, ..Terms::of(G::RULESETS[0]) }).unwrap();
    let game = G::new(&config, Chance::new(Seed(3))).unwrap();
    let (start, seats) = (game.hash(), game.roster().len());
    let report = offline(game, &mut bots(seats), SeatSet::EMPTY, Vec::new(), &mut || true).unwrap();
    assert!(report.outcome.is_some(), "{} has an end", G::NAME);
    assert_ne!(report.final_hash, start, "{} was played", G::NAME);
}

#[test]
fn random_plays_games_it_knows_nothing_of() {
    plays::<meydan_labyrinth::Labyrinth>(None);
    plays::<meydan_heroes::Heroes>(None);
    plays::<meydan_gotham::Gotham>(None);
    plays::<meydan_jungle::Jungle>(Some(2));
    plays::<meydan_galaxy::Galaxy>(None);
}

async fn refereed(config: &SumsConfig) -> StateHash {
    let game = Sums::new(config, Chance::new(Seed(1))).unwrap();
    let header = Header::of(&game, config, Seed(1));
    let players = bots(2).into_iter().map(|bot| Box::new(HousePlayer::new(bot)) as Box<dyn Player<Sums>>);
    let report = Match::new(game, players.collect(), TimeControl::off()).run(&header).await.unwrap();
    report.final_hash
}

#[tokio::test]
async fn random_plays_the_same_at_a_table_and_without_one() {
    let config = SumsConfig::sealed(30);
    let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
    let quick = offline(game, &mut bots(2), SeatSet::EMPTY, Vec::new(), &mut || true).unwrap();
    assert_eq!(refereed(&config).await, quick.final_hash);
}

#[tokio::test]
async fn random_plays_the_same_match_again_in_live_windows() {
    let config = SumsConfig { acts: 3, ..SumsConfig::live(20) };
    assert_eq!(refereed(&config).await, refereed(&config).await);
}
