//! Where a thief may be that none of our police sees when it shows itself.

use super::dossier::Dossier;
use super::dragnet::Hunter;
use super::streets::Streets;

/// What all police but one miss of a thief.
pub(super) struct Lookout<'a> {
    streets: &'a Streets,
    radius: i32,
    /// The places that nobody else sees, and how likely the thief is there.
    hidden: Vec<(usize, f32)>,
}

impl<'a> Lookout<'a> {
    pub(super) fn without(
        streets: &'a Streets,
        hunters: &[Hunter],
        without: usize,
        file: &Dossier,
        radius: i32,
    ) -> Lookout<'a> {
        let sees = |from: usize, node: usize| i32::from(streets.steps(0, from, node)) <= radius;
        let mut hidden = file.likely(streets.len());
        hidden.retain(|&(node, _)| {
            hunters.iter().enumerate().all(|(i, hunter)| i == without || !sees(hunter.node, node))
        });
        Lookout { streets, radius, hidden }
    }

    /// How likely the thief is out of everybody's sight if the missing one stands here.
    pub(super) fn missed(&self, from: usize) -> f32 {
        let walk = self.streets.from(0, from);
        self.hidden
            .iter()
            .filter(|(node, _)| i32::from(walk[*node]) > self.radius)
            .map(|(_, likely)| likely)
            .sum()
    }
}
