//! The usual methods, fed one result after the other, as their authors have them.

pub(crate) mod elo;
pub(crate) mod glicko;
pub(crate) mod trueskill;

use meydan_contest::Meeting;

/// A method that takes in results as they come.
pub(crate) trait Rival {
    /// What it is called.
    fn name(&self) -> &'static str;
    /// Takes in the matches of a round.
    fn round(&mut self, meetings: &[Meeting]);
    /// By what it would order the bots.
    fn ratings(&self) -> Vec<f64>;
}

/// All of them, for so many bots.
pub(crate) fn all(bots: usize) -> Vec<Box<dyn Rival>> {
    vec![
        Box::new(elo::Elo::new(bots)),
        Box::new(glicko::Glicko::new(bots)),
        Box::new(trueskill::TrueSkill::new(bots)),
    ]
}
