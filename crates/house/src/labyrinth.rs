//! House bots of `labyrinth`.

mod scout;

use std::sync::Arc;

use meydan_core::{Bot, Chance, Desk, Next};
use meydan_labyrinth::solve::{Budget, Guide, greedy_action, threatened};
use meydan_labyrinth::{Action, Board, Config, Labyrinth, State, route};

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &["random", "greedy", "scout", "solver"];

/// Seats a bot; `None` if there is none of that name or the board is refused.
pub fn bot(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Labyrinth>>> {
    let board = Arc::new(Board::new(config).ok()?);
    match name {
        "random" => {
            let mut chance = chance;
            seat(board, move |board, state| random(board, state, &mut chance))
        }
        "greedy" => seat(board, greedy),
        "scout" => {
            let mut chance = chance;
            seat(board, move |board, state| scout::scout(board, state, &mut chance))
        }
        "solver" => {
            let mut guide = Guide::default();
            seat(board, move |board, state| solver(board, state, &mut guide))
        }
        _ => None,
    }
}

fn seat(
    board: Arc<Board>,
    mut decide: impl FnMut(&Board, &State) -> Action + Send + 'static,
) -> Option<Box<dyn Bot<Labyrinth>>> {
    Some(Box::new(move |desk: &mut dyn Desk<Labyrinth>| {
        // A box may give another turn or a push, so a window may hold several acts; a refused one ends it.
        loop {
            let Ok(state) = State::from_view(&board, &desk.view()) else { return };
            if state.to_act().is_none() || desk.act(decide(&board, &state)) != Ok(Next::More) {
                return;
            }
        }
    }))
}

/// Any step, now and then a rest or a wall.
fn random(board: &Board, state: &State, chance: &mut Chance) -> Action {
    let mut actions = Vec::new();
    state.legal(board, &mut actions);
    // There are far more places for walls than ways to go: without this, random play would be all walls.
    let walls = chance.below(8) == 0;
    let picked: Vec<Action> =
        actions.iter().copied().filter(|action| matches!(action, Action::Wall(_)) == walls).collect();
    chance.pick(&picked).or(actions.first()).copied().unwrap_or(Action::Stay)
}

/// The shortest route to the core around all walls and every cell a hunter could reach; where there is none, the
/// safest step towards it, or a wall that stops the catch.
fn greedy(board: &Board, state: &State) -> Action {
    let at = state.runners[state.turn as usize].at;
    if !state.owes_push {
        let way = route(board, state, at, board.core, |cell| threatened(board, state, cell));
        if let Some(&dir) = way.as_deref().and_then(<[_]>::first) {
            return Action::Move(dir);
        }
    }
    greedy_action(board, state)
}

/// How much the solver looks at: a tenth of a second at worst, where the clock gives a whole one.
const THOUGHT: Budget = Budget::BLINK;

/// What the hint says.
fn solver(board: &Board, state: &State, guide: &mut Guide) -> Action {
    guide.hint(board, state, THOUGHT).map_or(Action::Stay, |hint| hint.action)
}

#[cfg(test)]
mod tests {
    use meydan_core::{Game, Here, Seed, Status};
    use meydan_labyrinth::{Ending, Recipe, generate};

    use super::*;

    /// Plays a whole game with one kind of bot in every seat and gives its end.
    fn play(name: &str, config: &Config, seed: u64) -> Ending {
        let mut game = Labyrinth::new(config, Chance::new(Seed(seed))).unwrap();
        let mut bots: Vec<_> = game
            .roster()
            .seats()
            .map(|seat| bot(name, config, Chance::new(Seed(seed + u64::from(seat.0)))).unwrap())
            .collect();
        while let Status::Waiting(window) = game.status() {
            for seat in window.seats.iter() {
                let mut desk = Here::new(&mut game, seat, window);
                bots[seat.index()].play(&mut desk);
                assert_eq!(desk.refusals(), 0, "{name} never offers what the rules refuse");
            }
            game.close(&mut Vec::new());
        }
        game.state().result.unwrap()
    }

    fn victories(recipe: &Recipe, games: u64) -> Vec<u32> {
        NAMES
            .iter()
            .map(|name| {
                (0..games)
                    .map(|seed| {
                        let config = generate(recipe, &mut Chance::new(Seed(seed))).unwrap();
                        u32::from(play(name, &config, seed) == Ending::Victory)
                    })
                    .sum()
            })
            .collect()
    }

    /// Each bot wins clearly more often than the one before.
    fn check(recipe: Recipe, games: u64, least_gain: u32) {
        let won = victories(&recipe, games);
        println!("{recipe:?}: of {games} games {NAMES:?} won {won:?}");
        assert!(
            won.windows(2).all(|pair| pair[1] >= pair[0] + least_gain),
            "{NAMES:?} won {won:?} of {games}"
        );
    }

    #[test]
    fn each_bot_beats_the_one_before_alone_against_a_hunter() {
        check(Recipe { walls: 15, ..Recipe::new(8, 8) }, 60, 5);
    }

    #[test]
    fn each_bot_beats_the_one_before_with_company_and_boxes() {
        check(Recipe { runners: 4, hunters: 3, boxes: 4, walls: 15, ..Recipe::new(8, 8) }, 10, 2);
    }

    #[test]
    fn runners_who_know_the_way_do_not_stand_still() {
        // Here the solver once took 347 windows, with a win of 7 rounds before its eyes.
        let recipe = Recipe { runners: 2, walls: 20, ..Recipe::new(9, 9) };
        let config = generate(&recipe, &mut Chance::new(Seed(15))).unwrap();
        let mut game = Labyrinth::new(&config, Chance::new(Seed(15))).unwrap();
        let mut bots: Vec<_> =
            (0..2).map(|seat| bot("solver", &config, Chance::new(Seed(seat))).unwrap()).collect();
        while let Status::Waiting(window) = game.status() {
            for seat in window.seats.iter() {
                bots[seat.index()].play(&mut Here::new(&mut game, seat, window));
            }
            game.close(&mut Vec::new());
        }
        assert_eq!((game.state().result, game.state().round), (Some(Ending::Victory), 7));
    }

    #[test]
    fn no_bot_answers_to_an_unknown_name() {
        assert!(bot("nobody", &Config::empty(3, 3), Chance::new(Seed(1))).is_none());
    }
}
