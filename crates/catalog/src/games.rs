use thiserror::Error;

use crate::Offer;

mod galaxy;
mod gotham;
mod heroes;
mod jungle;
mod labyrinth;

/// The games by name.
pub const NAMES: &[&str] = &["labyrinth", "heroes", "gotham", "jungle", "galaxy"];

/// Something to be done with a game whose name is known only at run time.
pub trait Visit {
    /// What comes of it.
    type Out;
    /// Does it for the game `G`.
    fn visit<G: Offer>(self) -> Self::Out;
}

/// No such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game `{0}`; the games are {list}", list = NAMES.join(", "))]
pub struct UnknownGame(pub String);

/// Calls `what` for the game of that name. This is the one place where games are told apart.
pub fn visit<V: Visit>(game: &str, what: V) -> Result<V::Out, UnknownGame> {
    match game {
        "labyrinth" => Ok(what.visit::<meydan_labyrinth::Labyrinth>()),
        "heroes" => Ok(what.visit::<meydan_heroes::Heroes>()),
        "gotham" => Ok(what.visit::<meydan_gotham::Gotham>()),
        "jungle" => Ok(what.visit::<meydan_jungle::Jungle>()),
        "galaxy" => Ok(what.visit::<meydan_galaxy::Galaxy>()),
        _ => Err(UnknownGame(game.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;
    impl Visit for Name {
        type Out = &'static str;
        fn visit<G: Offer>(self) -> &'static str {
            G::NAME
        }
    }

    #[test]
    fn every_name_leads_to_its_game() {
        for &name in NAMES {
            assert_eq!(visit(name, Name), Ok(name));
        }
        let error = visit("chess", Name).unwrap_err().to_string();
        assert!(error.contains("`chess`") && error.contains("labyrinth"), "{error}");
    }
}
