//! What a caller may see of a match. It is decided here and nowhere else.

use meydan_core::trace::{Entrant, EntrantKind};
use meydan_core::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::{Error, MatchState};

/// To whom something of a match is shown while the match goes on. When it is over, everything is shown to everybody.
/// Later ones are stricter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Disclosure {
    /// To everybody at once.
    #[default]
    Public,
    /// To everybody, so many windows late.
    Delayed(u32),
    /// To whoever holds the key of a seat or of the match.
    Participants,
    /// To nobody before the end.
    AfterEnd,
}

/// What is shown of one match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Privacy {
    /// The spectator's view, which knows all.
    pub view: Disclosure,
    /// The seed, which foretells all chance.
    pub seed: Disclosure,
}

impl Privacy {
    /// What is shown of a match. Whoever plays against chance or secrets must not be able to look them up: a person in
    /// another tab, a program by asking this very server. House bots live here and see only their views.
    pub fn new(asked: Option<Disclosure>, entrants: &[Entrant], secrets: bool) -> Privacy {
        let asked = asked.unwrap_or_default();
        let can_look = entrants.iter().any(|entrant| entrant.kind != EntrantKind::House);
        let needed = |needed: bool| if needed { Disclosure::AfterEnd } else { Disclosure::Public };
        Privacy { view: asked.max(needed(can_look && secrets)), seed: asked.max(needed(can_look)) }
    }
}

/// Who a caller is to one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Whoever began it.
    Owner,
    /// A person on these seats.
    Seats(SeatSet),
    /// Anybody.
    Visitor,
}

impl Role {
    /// Whether it is the person on this seat.
    pub(crate) fn sits_on(self, seat: u8) -> bool {
        matches!(self, Role::Seats(seats) if seats.contains(Seat(seat)))
    }
}

/// How much of the spectator's view a caller gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// So many windows late.
    pub(crate) delay: u32,
    /// Whether the seed is told.
    pub(crate) seed: bool,
}

impl Sight {
    pub(crate) const ALL: Sight = Sight { delay: 0, seed: true };
}

impl Privacy {
    fn open(disclosure: Disclosure, role: Role, state: MatchState) -> bool {
        match disclosure {
            Disclosure::Public => true,
            _ if state.is_final() => true,
            Disclosure::Participants => role != Role::Visitor,
            Disclosure::Delayed(_) | Disclosure::AfterEnd => false,
        }
    }

    /// Whether the spectator's view may be seen, and how.
    pub(crate) fn spectator(self, role: Role, state: MatchState) -> Result<Sight, Error> {
        let seed = Privacy::open(self.seed, role, state);
        match self.view {
            view if Privacy::open(view, role, state) => Ok(Sight { delay: 0, seed }),
            Disclosure::Delayed(delay) => Ok(Sight { delay, seed }),
            Disclosure::Participants => Err(Error::Forbidden(
                "before the match is over only whoever takes part may watch it".to_owned(),
            )),
            Disclosure::Public | Disclosure::AfterEnd => Err(Error::Forbidden(
                "this match has secrets that would help whoever plays it; it is shown when it is over"
                    .to_owned(),
            )),
        }
    }

    /// Whether a match may be seen through a seat's eyes, and how.
    pub(crate) fn seat(self, role: Role, state: MatchState, seat: u8) -> Result<Sight, Error> {
        let own = role.sits_on(seat);
        if own || state.is_final() {
            return Ok(Sight { delay: 0, seed: Privacy::open(self.seed, role, state) });
        }
        Err(Error::Forbidden(format!(
            "the key of seat {seat} is needed to see through its eyes before the match is over"
        )))
    }

    /// Whether the record may be had: it tells everything at once.
    pub(crate) fn record(self, role: Role, state: MatchState) -> Result<(), Error> {
        if state == MatchState::Running {
            return Err(Error::Conflict(
                "the match is still running; its trace can be had when it is over".to_owned(),
            ));
        }
        match Privacy::open(self.view.max(self.seed), role, state) {
            true => Ok(()),
            false => Err(Error::Forbidden(
                "the trace tells the seed, so it can be had when the match is over; its owner can cancel it"
                    .to_owned(),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MatchState::{Cancelled, Over, Paused, Running};

    fn seat(seat: u8) -> Role {
        Role::Seats(SeatSet::one(Seat(seat)))
    }

    fn roles() -> [Role; 3] {
        [Role::Owner, seat(0), Role::Visitor]
    }

    fn house() -> [Entrant; 2] {
        [Entrant::house("random"), Entrant::house("greedy")]
    }

    fn person() -> [Entrant; 2] {
        [Entrant::person("somebody"), Entrant::house("greedy")]
    }

    #[test]
    fn a_program_from_elsewhere_can_look_as_well_as_a_person() {
        for stranger in [Entrant::bot("bot"), Entrant::wire("client")] {
            let entrants = [Entrant::house("random"), stranger];
            let privacy = Privacy::new(None, &entrants, true);
            assert!(privacy.spectator(Role::Visitor, Running).is_err());
            assert!(privacy.spectator(Role::Visitor, Over).is_ok());
            let open = Privacy::new(None, &entrants, false);
            assert_eq!(open.spectator(Role::Visitor, Running), Ok(Sight { delay: 0, seed: false }));
        }
    }

    #[test]
    fn a_match_of_house_bots_is_shown_to_everybody() {
        let privacy = Privacy::new(None, &house(), true);
        for role in roles() {
            assert_eq!(privacy.spectator(role, Running), Ok(Sight::ALL));
            assert!(privacy.record(role, Paused).is_ok());
        }
    }

    #[test]
    fn where_a_person_plays_secrets_and_seed_are_kept_until_the_end() {
        let privacy = Privacy::new(None, &person(), true);
        for role in roles() {
            for state in [Running, Paused] {
                assert_eq!(privacy.spectator(role, state).unwrap_err().code(), "forbidden");
                assert!(privacy.record(role, state).is_err());
            }
            for state in [Over, Cancelled] {
                assert_eq!(privacy.spectator(role, state), Ok(Sight::ALL));
                assert!(privacy.record(role, state).is_ok());
            }
        }
        let open = Privacy::new(None, &person(), false);
        assert_eq!(open.spectator(Role::Visitor, Running), Ok(Sight { delay: 0, seed: false }));
    }

    #[test]
    fn a_seat_sees_with_its_own_eyes_only() {
        let privacy = Privacy::new(None, &person(), true);
        assert_eq!(privacy.seat(seat(1), Running, 1), Ok(Sight { delay: 0, seed: false }));
        for role in roles() {
            assert!(privacy.seat(role, Running, 1).is_err());
            assert_eq!(privacy.seat(role, Over, 1), Ok(Sight::ALL));
        }
    }

    #[test]
    fn an_order_can_ask_for_less_and_never_for_more() {
        let hidden = Privacy::new(Some(Disclosure::Public), &person(), true);
        assert_eq!(hidden.view, Disclosure::AfterEnd);
        let late = Privacy::new(Some(Disclosure::Delayed(5)), &house(), true);
        assert_eq!(late.spectator(Role::Visitor, Running), Ok(Sight { delay: 5, seed: false }));
        assert_eq!(late.spectator(Role::Visitor, Over), Ok(Sight::ALL));
        let private = Privacy::new(Some(Disclosure::Participants), &house(), false);
        assert_eq!(private.spectator(Role::Owner, Running), Ok(Sight::ALL));
        assert!(private.spectator(Role::Visitor, Running).is_err());
    }
}
