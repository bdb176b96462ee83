use meydan_core::{Chance, Explore, Game, Input, Outcome, Status, random_window};

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
