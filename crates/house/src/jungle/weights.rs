//! What a panther goes by, as numbers.

/// The weights of a panther, in the order of [`Weights::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub [f64; Weights::COUNT]);

impl Weights {
    /// How many there are.
    pub const COUNT: usize = 7;
    /// What each is for.
    pub const NAMES: [&'static str; Weights::COUNT] =
        ["ahead", "better", "sure", "held", "nearest", "taken", "steps"];
    /// The best so far; `docs/house-bots.md` tells how they were found.
    pub const TUNED: Weights = Weights([4.0, 5.0, 0.5, 20.0, 0.3, 15.0, 0.2]);

    /// How many ticks it looks ahead.
    pub(super) fn ahead(&self) -> u32 {
        self.0[0] as u32
    }

    /// How much better another deed must look than what was planned.
    pub(super) fn better(&self) -> f64 {
        self.0[1]
    }

    /// How much of what a carrier holds and will earn is counted.
    pub(super) fn sure(&self) -> f64 {
        self.0[2]
    }

    /// For how many further ticks a carried diamond is expected to earn.
    pub(super) fn held(&self) -> f64 {
        self.0[3]
    }

    /// What the one who is nearest to a diamond on the ground has of it.
    pub(super) fn nearest(&self) -> f64 {
        self.0[4]
    }

    /// For how many ticks a diamond on the ground is expected to earn once it is taken.
    pub(super) fn taken(&self) -> f64 {
        self.0[5]
    }

    /// What a step on the way to a diamond costs.
    pub(super) fn steps(&self) -> f64 {
        self.0[6]
    }
}
