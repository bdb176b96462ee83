/// What the captain cares about, in points of the match. The values are data; how they were found, and the program that
/// looks for better ones, is told in `docs/house-bots.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub [f64; Weights::COUNT]);

impl Weights {
    /// How many there are.
    pub const COUNT: usize = 12;

    /// Their names, in order.
    pub const NAMES: [&str; Weights::COUNT] = [
        "damage", "kill", "focus", "danger", "zone", "way", "chase", "apart", "step", "stretch", "rest",
        "flee",
    ];

    /// What the captain plays with.
    pub const TUNED: Weights =
        Weights([10.0, 12.0, 0.6, 0.85, 1.25, 0.6, 0.126, 0.233, 0.02, 4.0, 0.117, 0.45]);

    /// All health of an enemy.
    pub(super) fn damage(&self) -> f64 {
        self.0[0]
    }

    /// An enemy that falls.
    pub(super) fn kill(&self) -> f64 {
        self.0[1]
    }

    /// How much more damage is worth to an enemy that is nearly dead than to one that is whole.
    pub(super) fn focus(&self) -> f64 {
        self.0[2]
    }

    /// What the enemies can do, against what we can.
    pub(super) fn danger(&self) -> f64 {
        self.0[3]
    }

    /// A hero in the objective zone.
    pub(super) fn zone(&self) -> f64 {
        self.0[4]
    }

    /// A step on the way to the zone.
    pub(super) fn way(&self) -> f64 {
        self.0[5]
    }

    /// A step towards the nearest enemy out of reach.
    pub(super) fn chase(&self) -> f64 {
        self.0[6]
    }

    /// A step that two of ours are too near each other.
    pub(super) fn apart(&self) -> f64 {
        self.0[7]
    }

    /// A step, whatever it leads to.
    pub(super) fn step(&self) -> f64 {
        self.0[8]
    }

    /// How many steps an enemy is expected to come nearer while there are phases left.
    pub(super) fn stretch(&self) -> i32 {
        self.0[9].clamp(0.0, 6.0) as i32
    }

    /// What it costs to use an ability that then cools down for more than a turn.
    pub(super) fn rest(&self) -> f64 {
        self.0[10]
    }

    /// What it is worth to dodge a blow that is expected, against the blow itself.
    pub(super) fn flee(&self) -> f64 {
        self.0[11]
    }
}
