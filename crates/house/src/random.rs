use meydan_core::{Bot, Chance, Desk, Explore, Next};

/// Plays any game: tries acts that the game lists for random play until one ends its window.
///
/// It knows nothing of the game, so a new game has an opponent before anybody has written one.
pub struct Random<G: Explore> {
    chance: Chance,
    acts: Vec<G::Action>,
}

impl<G: Explore> Random<G> {
    /// A bot with dice of its own.
    pub fn new(chance: Chance) -> Random<G> {
        Random { chance, acts: Vec::new() }
    }
}

impl<G: Explore> Bot<G> for Random<G> {
    fn play(&mut self, desk: &mut dyn Desk<G>) {
        // A live window may let a seat act for as long as it likes; a random player stops after a while.
        for _ in 0..8 + self.chance.below(24) {
            self.acts.clear();
            desk.candidates(&mut self.chance, &mut self.acts);
            let Some(act) = self.chance.pick(&self.acts) else { return };
            // What the rules refuse is simply tried again.
            if desk.act(act.clone()).is_ok_and(|next| next == Next::Done) {
                return;
            }
        }
    }
}
