//! How strong the house bots are: `cargo bench -p meydan-house --bench gauntlet` prints the tables of
//! `docs/house-bots.md`.
//!
//! In each game every bot plays every weaker one on all maps, from every side and under the rulesets that are listed
//! here; with more than two sides the weaker bot has all others. Printed is how often the stronger one came first, with
//! the 95 % interval of Wilson. The number of matches from each side of each map can be given, and games:
//! `cargo bench -p meydan-house --bench gauntlet -- 4 heroes`.
//!
//! The runners of labyrinth have no opponent but the board: there each bot plays the same boards, and printed is how many it won.
//!
//! With the word `maps` it prints map by map how far the strongest bot is ahead of the others, because a map on which all bots
//! score alike tells nobody who is better: `cargo bench -p meydan-house --bench gauntlet -- maps jungle`.

use meydan_core::{Bot, Chance, Game, Outcome, SeatSet, Seed, Setup, Side, Terms};
use meydan_house::{galaxy, gotham, heroes, jungle, labyrinth};
use meydan_labyrinth::{Labyrinth, Recipe, generate};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let rounds = words.iter().find_map(|word| word.parse().ok()).unwrap_or(2);
    let asked = |game: &str| {
        let named = |word: &&String| word.parse::<u64>().is_err() && *word != "maps";
        let mut games = words.iter().filter(named).peekable();
        games.peek().is_none() || games.any(|word| word == game)
    };
    let by_map = words.iter().any(|word| word == "maps");
    if asked("labyrinth") {
        boards(rounds);
    }
    if asked("heroes") {
        print(
            by_map,
            &League { names: heroes::NAMES, seat: heroes::bot, sides: 2, fits: |_| true, rounds },
            &["document", "official"],
        );
    }
    if asked("gotham") {
        print(
            by_map,
            &League { names: gotham::NAMES, seat: gotham::bot, sides: 2, fits: has_sight, rounds },
            &["document", "official"],
        );
    }
    if asked("galaxy") {
        print(
            by_map,
            &League { names: galaxy::NAMES, seat: galaxy::bot, sides: 3, fits: |_| true, rounds },
            &["document", "official"],
        );
    }
    if asked("jungle") {
        print(
            by_map,
            &League { names: jungle::NAMES, seat: jungle::bot, sides: 2, fits: |_| true, rounds },
            &["document"],
        );
        print(
            by_map,
            &League { names: jungle::NAMES, seat: jungle::bot, sides: 4, fits: |_| true, rounds },
            &["document"],
        );
    }
}

/// Whether somebody can be seen at all: under the finals' rules cities of the preliminaries have no sight.
fn has_sight(config: &meydan_gotham::Config) -> bool {
    config.ruleset != meydan_gotham::Ruleset::Official || config.radii.thief > 0
}

/// Seats a bot by its name.
type Sit<G> = fn(&str, &<G as Game>::Config, Chance) -> Option<Box<dyn Bot<G>>>;

/// The bots of a game and how they meet.
struct League<G: Game> {
    names: &'static [&'static str],
    seat: Sit<G>,
    sides: usize,
    /// Whether a map is one for its ruleset.
    fits: fn(&G::Config) -> bool,
    /// Matches from each side of each map.
    rounds: u64,
}

fn print<G: Setup>(by_map: bool, league: &League<G>, rulesets: &[&str]) {
    if by_map { maps(league, rulesets) } else { table(league, rulesets) }
}

/// How far the strongest bot is ahead on each map: how often it comes first, and its mean score beside that of the others.
fn maps<G: Setup>(league: &League<G>, rulesets: &[&str]) {
    let Some((strong, weaker)) = league.names.split_last() else { return };
    for ruleset in rulesets {
        println!("\n**{}**, `{ruleset}`, {} sides, `{strong}`\n", G::NAME, league.sides);
        println!("| map | against | matches | first | scores |\n|---|---|---|---|---|");
        for map in G::maps() {
            let Ok(config) = G::config(map.bytes, &terms(league, ruleset)) else { continue };
            if !(league.fits)(&config) {
                continue;
            }
            for weak in weaker.iter().rev() {
                let (mut won, mut all, mut scores, mut seats) = (0, 0, [0.0; 2], [0.0; 2]);
                for side in (0..league.sides).map(|side| Side(side as u8)) {
                    for round in 0..league.rounds {
                        let outcome = play(league, &config, [strong, weak], side, round);
                        (won, all) = (won + u64::from(outcome.winners() == [side]), all + 1);
                        for standing in &outcome.standings {
                            let who = usize::from(standing.side != side);
                            scores[who] += standing.score as f64;
                            seats[who] += 1.0;
                        }
                    }
                }
                let [ours, theirs] = [0, 1].map(|who| scores[who] / seats[who]);
                let share = 100.0 * won as f64 / all as f64;
                println!("| `{}` | `{weak}` | {all} | {share:.0} % | {ours:.0} : {theirs:.0} |", map.name);
            }
        }
    }
}

fn terms<G: Setup>(league: &League<G>, ruleset: &str) -> Terms {
    Terms { sides: (G::SIDES.start() != G::SIDES.end()).then_some(league.sides), ..Terms::of(ruleset) }
}

fn table<G: Setup>(league: &League<G>, rulesets: &[&str]) {
    for ruleset in rulesets {
        println!("\n**{}**, `{ruleset}`, {} sides\n", G::NAME, league.sides);
        println!("| bot | against | matches | first | 95 % interval |\n|---|---|---|---|---|");
        for (i, strong) in league.names.iter().enumerate().rev() {
            for weak in league.names[..i].iter().rev() {
                let (won, all) = meet(league, ruleset, strong, weak);
                let (low, high) = wilson(won, all);
                let share = 100.0 * won as f64 / all.max(1) as f64;
                println!("| `{strong}` | `{weak}` | {all} | {share:.1} % | {low:.1} to {high:.1} % |");
            }
        }
    }
}

/// How many boards each bot of labyrinth wins: those that come with Meydan, and for each round twenty that are drawn.
fn boards(rounds: u64) {
    let recipes = [
        Recipe { walls: 15, ..Recipe::new(8, 8) },
        Recipe { runners: 3, hunters: 2, walls: 15, boxes: 2, ..Recipe::new(8, 8) },
    ];
    let draw = |seed: u64| {
        let recipe = &recipes[seed as usize % recipes.len()];
        generate(recipe, &mut Chance::new(Seed(seed))).expect("such boards exist")
    };
    let own = Labyrinth::maps().iter();
    let own =
        own.map(|map| Labyrinth::config(map.bytes, &Terms::of("document")).expect("our boards are sound"));
    let boards: Vec<_> = own.chain((0..20 * rounds).map(draw)).collect();
    println!("\n**labyrinth**, `document`\n");
    println!("| bot | boards | won | 95 % interval | windows of a won board |\n|---|---|---|---|---|");
    for name in labyrinth::NAMES.iter().rev() {
        let (mut won, mut windows) = (0, 0);
        for (seed, config) in (0..).zip(&boards) {
            let game = Labyrinth::new(config, Chance::new(Seed(seed))).expect("our boards are sound");
            let sit = |seat: meydan_core::Seat| {
                let chance = Chance::new(Seed(seed * 1000 + u64::from(seat.0)));
                labyrinth::bot(name, config, chance).expect("the house has these bots")
            };
            let mut bots: Vec<_> = game.roster().seats().map(sit).collect();
            let report = meydan_referee::offline(game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true)
                .expect("house bots do not panic");
            if report.outcome.expect("nobody stops it").reason == "victory" {
                (won, windows) = (won + 1, windows + u64::from(report.windows));
            }
        }
        let all = boards.len() as u64;
        let (low, high) = wilson(won, all);
        let share = 100.0 * won as f64 / all as f64;
        let mean = windows as f64 / won.max(1) as f64;
        println!("| `{name}` | {all} | {share:.1} % | {low:.1} to {high:.1} % | {mean:.1} |");
    }
}

/// How often one bot comes first among bots of the other kind, and of how many matches.
fn meet<G: Setup>(league: &League<G>, ruleset: &str, strong: &str, weak: &str) -> (u64, u64) {
    let terms = terms(league, ruleset);
    let (mut won, mut all) = (0, 0);
    // A map that was made for one ruleset may not be one of the other.
    let configs = G::maps().iter().filter_map(|map| G::config(map.bytes, &terms).ok());
    for config in configs.filter(league.fits) {
        for side in (0..league.sides).map(|side| Side(side as u8)) {
            for round in 0..league.rounds {
                won += u64::from(play(league, &config, [strong, weak], side, round).winners() == [side]);
                all += 1;
            }
        }
    }
    (won, all)
}

/// The stronger bot plays this side, the weaker one all others.
fn play<G: Setup>(
    league: &League<G>,
    config: &G::Config,
    [strong, weak]: [&str; 2],
    side: Side,
    round: u64,
) -> Outcome {
    let game = G::new(config, Chance::new(Seed(round))).expect("our own maps are sound");
    let sit = |seat: meydan_core::Seat| {
        let name = if game.roster().side(seat) == side { strong } else { weak };
        let chance = Chance::new(Seed(round * 1000 + u64::from(seat.0)));
        (league.seat)(name, config, chance).expect("the house has these bots")
    };
    let mut bots: Vec<Box<dyn Bot<G>>> = game.roster().seats().map(sit).collect();
    let report = meydan_referee::offline(game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true)
        .expect("house bots do not panic");
    report.outcome.expect("nobody stops it")
}

/// The interval that holds the true share with 95 %, in percent.
fn wilson(won: u64, all: u64) -> (f64, f64) {
    let (n, z) = (all.max(1) as f64, 1.96_f64);
    let share = won as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    (100.0 * ((middle - spread) / whole).max(0.0), 100.0 * ((middle + spread) / whole).min(1.0))
}
