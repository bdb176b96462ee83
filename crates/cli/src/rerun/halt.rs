//! Before which window a bot is stopped: a seat is not asked in every window.

use anyhow::Result;
use meydan_catalog::{Offer, Visit, visit};
use meydan_core::trace::{Entry, Replay};
use meydan_core::{Budget, Seat, Status};
use meydan_record::{header, read};
use meydan_runner::Scope;

/// Where a bot that is to be stopped before a window stops, and what is to be said of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Halt {
    /// The window before which it stops.
    pub(super) window: Option<u32>,
    /// Why that is another one than was asked for.
    pub(super) other: Option<String>,
    /// Why it never stops, for the end.
    pub(super) never: Option<String>,
}

impl Halt {
    /// Looks which windows of the seat a record has. One that cannot be read is told by whoever meets it.
    pub(super) fn of(record: &[u8], seat: u8, wanted: u32, scope: &Scope) -> Halt {
        let asked = windows(record, Seat(seat)).unwrap_or_default();
        let to = scope.to.unwrap_or(u32::MAX);
        let met: Vec<u32> = asked.into_iter().filter(|window| (scope.from..=to).contains(window)).collect();
        Halt::among(&met, seat, wanted, scope.from)
    }

    fn among(met: &[u32], seat: u8, wanted: u32, from: u32) -> Halt {
        let Some(window) = met.iter().copied().find(|window| *window >= wanted) else {
            let last = met.last().map(|last| {
                format!("seat {seat} is not asked in window {wanted} or later, so it was not stopped; its last window here is {last}")
            });
            return Halt { never: last, ..Halt::default() };
        };
        let other = (window != wanted).then(|| match wanted < from {
            true => {
                format!("window {wanted} lies before --from {from}; seat {seat} stops in window {window}")
            }
            false => format!("seat {seat} is not asked in window {wanted}; it stops in window {window}"),
        });
        Halt { window: Some(window), other, never: None }
    }
}

/// The windows of a record in which a seat is asked, as far as it is whole.
fn windows(record: &[u8], seat: Seat) -> Result<Vec<u32>> {
    struct Windows<'a>(&'a [u8], Seat);
    impl Visit for Windows<'_> {
        type Out = Result<Vec<u32>>;
        fn visit<G: Offer>(self) -> Self::Out {
            let Windows(record, seat) = self;
            let trace = read::<G::Action>(record, &Budget::STANDARD)?.trace;
            let mut replay = Replay::<G>::new(&trace)?;
            let mut asked = Vec::new();
            while let Status::Waiting(window) = replay.game.status() {
                // What does not play again as it says is told by whoever meets it.
                if !closed(&mut replay) {
                    break;
                }
                if window.seats.contains(seat) {
                    asked.push(window.number);
                }
            }
            Ok(asked)
        }
    }
    let game = header(record, &Budget::STANDARD)?.game;
    visit(&game, Windows(record, seat))?
}

/// Plays the open window to its end; false where the record ends before.
fn closed<G: Offer>(replay: &mut Replay<'_, G>) -> bool {
    while let Ok(Some(step)) = replay.step() {
        if matches!(step.entry, Entry::Close(_)) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_window_of_the_seat_from_there_on_is_taken() {
        let met = [1, 5, 11];
        assert_eq!(Halt::among(&met, 0, 5, 0), Halt { window: Some(5), ..Halt::default() });
        let later = Halt::among(&met, 0, 9, 0);
        assert_eq!(later.window, Some(11));
        assert_eq!(later.other.as_deref(), Some("seat 0 is not asked in window 9; it stops in window 11"));
        let early = Halt::among(&met, 0, 0, 1);
        assert_eq!(early.other.as_deref(), Some("window 0 lies before --from 1; seat 0 stops in window 1"));
        let never = Halt::among(&met, 0, 12, 0);
        assert_eq!(never.window, None);
        assert!(never.never.is_some_and(|told| told.ends_with("its last window here is 11")));
        assert_eq!(Halt::among(&[], 0, 3, 0), Halt::default(), "that nothing was met is told anyway");
    }
}
