use meydan_core::types::Declarations;

use crate::reel::{End, Frame, Opening};
use crate::{GameCard, Offer, UnknownGame, Visit, visit};

struct Declare;

impl Visit for Declare {
    type Out = Declarations;

    fn visit<G: Offer>(self) -> Declarations {
        let types = Declarations::new().with::<G::Config>().with::<G::View>().with::<G::Event>();
        G::hint_types(types.with::<G::Action>())
    }
}

/// What a game's config, views, events, acts and hints are in TypeScript.
pub fn game_types(game: &str) -> Result<Declarations, UnknownGame> {
    visit(game, Declare)
}

/// What the lines of a reel are in TypeScript, whatever the game.
pub fn reel_types() -> Declarations {
    Declarations::new().with::<Opening<'static>>().with::<Frame<'static>>().with::<End<'static>>()
}

/// What the list of games is in TypeScript.
pub fn list_types() -> Declarations {
    Declarations::new().with::<GameCard>()
}
