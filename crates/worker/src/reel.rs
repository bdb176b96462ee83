//! Reels and facts from records, which may be anybody's: everything is read with a budget.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use futures_util::future::BoxFuture;
use meydan_arena::{Error, Facts, Record, TakeLine};
use meydan_catalog::{Offer, Visit, advise, replay_reel, visit};
use meydan_core::trace::Header;
use meydan_core::{Budget, Seat, Viewer};
use meydan_record::{RecordError, header, read};
use serde_json::Value;
use serde_json::value::RawValue;

const BUDGET: Budget = Budget::STANDARD;

/// Does something that takes a while where one may wait.
pub(crate) fn blocking<T: Send + 'static>(
    what: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> BoxFuture<'static, Result<T, Error>> {
    Box::pin(async move {
        match tokio::task::spawn_blocking(what).await {
            Ok(done) => done,
            // Whoever waits for this catches it.
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    })
}

pub(crate) fn wrong(error: impl std::fmt::Display) -> Error {
    Error::Wrong(error.to_string())
}

fn unreadable(error: RecordError) -> Error {
    match error {
        RecordError::TooLong { .. } | RecordError::OverBudget(_) => Error::TooLarge(error.to_string()),
        RecordError::Io(ref io) if io.kind() == std::io::ErrorKind::NotFound => {
            Error::Missing("nothing of this match is kept".to_owned())
        }
        other => wrong(other),
    }
}

fn open(record: &Record) -> Result<Box<dyn Read + '_>, Error> {
    Ok(match record {
        Record::File(path) => Box::new(File::open(path).map_err(|error| unreadable(error.into()))?),
        Record::Bytes(bytes) => Box::new(&**bytes),
    })
}

/// What a record tells about its match.
pub(crate) fn look(record: &Path) -> Result<Facts, Error> {
    let file = File::open(record).map_err(|error| unreadable(error.into()))?;
    let trace = read::<Box<RawValue>>(file, &BUDGET).map_err(unreadable)?.trace;
    let (windows, outcome) = (trace.windows(), trace.end.map(|end| end.outcome));
    facts(trace.header).map(|facts| Facts { windows, outcome, ..facts })
}

/// What the head of a record tells.
pub(crate) fn facts(header: Header) -> Result<Facts, Error> {
    struct Secrets;
    impl Visit for Secrets {
        type Out = bool;
        fn visit<G: Offer>(self) -> bool {
            G::SECRETS
        }
    }
    Ok(Facts {
        secrets: visit(&header.game, Secrets).map_err(wrong)?,
        game: header.game,
        ruleset: header.ruleset,
        map: header.map,
        sides: (0..header.entrants.len())
            .map(|seat| header.sides.get(seat).map_or(seat as u8, |side| side.0))
            .collect(),
        entrants: header.entrants,
        windows: 0,
        outcome: None,
    })
}

/// Plays a record again and gives what is seen.
pub(crate) fn make(record: &Record, eyes: Option<u8>, take: TakeLine) -> Result<(), Error> {
    let header = header(open(record)?, &BUDGET).map_err(unreadable)?;
    if eyes.is_some_and(|seat| usize::from(seat) >= header.entrants.len()) {
        return Err(Error::Wrong("the match has no such seat".to_owned()));
    }
    let eyes = eyes.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
    visit(&header.game, Make { record, eyes, take }).map_err(wrong)?
}

/// Plays a record again and says what was good in it.
pub(crate) fn comment(record: &Record) -> Result<Value, Error> {
    let header = header(open(record)?, &BUDGET).map_err(unreadable)?;
    visit(&header.game, Judge(record)).map_err(wrong)?
}

/// Plays a record again up to a window and asks the strongest house bot there.
pub(crate) fn advice(record: &Record, window: u32, seat: u8) -> Result<Value, Error> {
    let header = header(open(record)?, &BUDGET).map_err(unreadable)?;
    visit(&header.game, Ask { record, window, seat }).map_err(wrong)?
}

struct Ask<'a> {
    record: &'a Record,
    window: u32,
    seat: u8,
}

impl Visit for Ask<'_> {
    type Out = Result<Value, Error>;

    fn visit<G: Offer>(self) -> Self::Out {
        let trace = read::<G::Action>(open(self.record)?, &BUDGET).map_err(unreadable)?.trace;
        let advice = advise::<G>(&trace, self.window, Seat(self.seat)).map_err(wrong)?;
        advice.ok_or_else(|| Error::Wrong("nobody was asked there".to_owned()))
    }
}

struct Judge<'a>(&'a Record);

impl Visit for Judge<'_> {
    type Out = Result<Value, Error>;

    fn visit<G: Offer>(self) -> Self::Out {
        let none = || Error::Wrong(format!("there are no comments on matches of `{}`", G::NAME));
        if !G::COMMENTS {
            return Err(none());
        }
        let trace = read::<G::Action>(open(self.0)?, &BUDGET).map_err(unreadable)?.trace;
        G::comment(&trace).map_err(wrong)?.ok_or_else(none)
    }
}

struct Make<'a> {
    record: &'a Record,
    eyes: Viewer,
    take: TakeLine,
}

impl Visit for Make<'_> {
    type Out = Result<(), Error>;

    fn visit<G: Offer>(mut self) -> Self::Out {
        let trace = read::<G::Action>(open(self.record)?, &BUDGET).map_err(unreadable)?.trace;
        // Whoever broke it off knows.
        let _ = replay_reel::<G>(&trace, self.eyes, &mut self.take);
        Ok(())
    }
}
