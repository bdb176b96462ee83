use meydan_core::{Bot, Chance, Desk, Game, Next, Seat, Seed, Setup, Side, Status, Terms, Viewer, Window};
use meydan_heroes::{Action, Config, Event, Heroes, Plan, Rejection, Ruleset, View, generate};

use super::{NAMES, bot};

/// A seat's place at a game that is played here and now.
struct Here<'a> {
    game: &'a mut Heroes,
    seat: Seat,
    window: Window,
    log: &'a mut Vec<Event>,
}

impl Desk<Heroes> for Here<'_> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn window(&self) -> &Window {
        &self.window
    }

    fn view(&self) -> View {
        self.game.view(Viewer::Seat(self.seat))
    }

    fn act(&mut self, action: Action) -> Result<Next, Rejection> {
        self.game.act(self.seat, action, self.log)
    }
}

/// Plays a whole match and gives the winner, if there is one, and the scores.
fn play(config: &Config, names: [&str; 2], seed: u64) -> (Option<usize>, [i64; 2]) {
    let mut game = Heroes::new(config, Chance::new(Seed(seed))).unwrap();
    let mut bots: Vec<Box<dyn Bot<Heroes>>> =
        (0..2).map(|i| bot(names[i], config, Chance::new(Seed(seed * 2 + i as u64))).unwrap()).collect();
    let mut log = Vec::new();
    while let Status::Waiting(window) = game.status() {
        for seat in window.seats.iter() {
            bots[seat.index()].play(&mut Here { game: &mut game, seat, window, log: &mut log });
        }
        game.close(&mut log);
    }
    let Status::Over(outcome) = game.status() else { unreachable!("the loop ends when it is over") };
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
    let plan = Plan { rows: 15, columns: 15, walls: 25 };
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
    for names in [["random", "squad"], ["objective", "random"]] {
        assert_eq!(play(&config, names, 3), play(&config, names, 3));
    }
}
