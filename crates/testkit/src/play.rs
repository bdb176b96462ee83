use meydan_core::{Chance, Explore, Game, Input, Next, Outcome, Status};

/// A finished random game: what was put in, what came out.
pub struct Played<G: Game> {
    /// The game after its end.
    pub game: G,
    /// All inputs, closes included.
    pub inputs: Vec<Input<G::Action>>,
    /// All events in order.
    pub events: Vec<G::Event>,
    /// How it ended.
    pub outcome: Outcome,
    /// How many windows were closed.
    pub windows: u32,
}

/// Plays random acts in the open window, closes it, and gives the number of accepted acts. `trail` sees each
/// input after it was taken.
pub fn random_window<G: Explore>(
    game: &mut G,
    chance: &mut Chance,
    log: &mut Vec<G::Event>,
    scratch: &mut Vec<G::Action>,
    mut trail: impl FnMut(Input<G::Action>),
) -> u32 {
    let Status::Waiting(window) = game.status() else { return 0 };
    let mut acts = 0;
    for seat in window.seats.iter() {
        // A live window may let a seat act for as long as it likes; a random player stops after a while.
        let mut patience = 8 + chance.below(24);
        while patience > 0 && matches!(game.status(), Status::Waiting(ref now) if now.seats.contains(seat)) {
            patience -= 1;
            scratch.clear();
            game.candidates(seat, chance, scratch);
            let Some(action) = chance.pick(scratch).cloned() else { break };
            match game.act(seat, action.clone(), log) {
                Ok(next) => {
                    acts += 1;
                    trail(Input::Act(seat, action));
                    if next == Next::Done {
                        break;
                    }
                }
                Err(_) => continue,
            }
        }
    }
    if let Status::Waiting(_) = game.status() {
        game.close(log);
        trail(Input::Close);
    }
    acts
}

/// Plays a whole game with random acts. Panics when it has not ended after `most_windows`.
pub fn random_game<G: Explore>(mut game: G, chance: &mut Chance, most_windows: u32) -> Played<G> {
    let (mut inputs, mut events, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
    let mut windows = 0;
    loop {
        if let Status::Over(outcome) = game.status() {
            return Played { game, inputs, events, outcome, windows };
        }
        assert!(
            windows < most_windows,
            "{} has not ended after {most_windows} windows of random play",
            G::NAME
        );
        random_window(&mut game, chance, &mut events, &mut scratch, |input| inputs.push(input));
        windows += 1;
    }
}
