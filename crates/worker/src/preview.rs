//! A match as it would begin, for whoever sets it up.

use meydan_arena::{Error, Order, SetupPlace};
use meydan_catalog::{Offer, Prepared, Visit, opening, visit};
use meydan_core::trace::EntrantKind;
use meydan_core::{Seat, Viewer};
use meydan_runner::SeatSpec;
use serde_json::Value;

use crate::reel::wrong;
use crate::setup::order;

/// The opening of the match that an order asks for. The place is kept as long as that takes.
pub(crate) fn preview(wish: &Order, bots: &[SeatSpec], place: &SetupPlace) -> Result<Value, Error> {
    let _ = place;
    let spec = |seat: &String| match (seat.as_str(), seat.strip_prefix("house:")) {
        ("human", _) => Ok(SeatSpec::Human),
        (named, _) if named.starts_with("human:") => Ok(SeatSpec::Human),
        (_, Some(name)) => Ok(SeatSpec::House(name.to_owned())),
        _ => bots
            .iter()
            .find(|bot| bot.to_string() == *seat)
            .cloned()
            .ok_or_else(|| Error::Forbidden(format!("`{seat}` cannot be seated here"))),
    };
    let seats = wish.seats.iter().map(spec).collect::<Result<Vec<_>, _>>()?;
    visit(&wish.game, Look { wish, seats }).map_err(wrong)?
}

struct Look<'a> {
    wish: &'a Order,
    seats: Vec<SeatSpec>,
}

impl Visit for Look<'_> {
    type Out = Result<Value, Error>;

    fn visit<G: Offer>(self) -> Self::Out {
        let order = order::<G>(self.wish, &self.seats)?;
        let prepared = Prepared::<G>::new(&order.choice::<G>()).map_err(wrong)?;
        let dealt = order.deal(&prepared).map_err(wrong)?;
        let entrants: Vec<_> = dealt.iter().map(|&who| order.entrants[who].clone()).collect();
        let person = entrants.iter().position(|entrant| entrant.kind == EntrantKind::Person);
        // Whoever plays sees no more than the game will show them.
        let eyes = match person {
            Some(seat) if G::SECRETS => Viewer::Seat(Seat(seat as u8)),
            _ => Viewer::Spectator,
        };
        serde_json::from_str(&opening(&prepared, entrants, eyes))
            .map_err(|error| Error::Trouble(error.to_string()))
    }
}
