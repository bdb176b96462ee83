use std::time::Duration;

use meydan_catalog::{Offer, Prepared, Visit, visit};
use meydan_core::Budget;
use meydan_core::trace::{Entrant, Entry, Header, Replay, Trace};
use meydan_record::read;
use meydan_referee::Stop;

use crate::crew::Crew;
use crate::run::{Around, run_prepared};
use crate::sinks::Sinks;
use crate::{ClockRate, MatchOrder, MatchReport, OrderError, RunError};

/// A match that was begun before and can be gone on with.
///
/// The record says who took part, never how they are started: whoever resumes brings a crew for every entrant.
#[derive(Clone, Debug)]
pub struct Resumed {
    bytes: Vec<u8>,
    header: Header,
    /// How many windows stay as they were played; `None`: all.
    windows: Option<u32>,
    /// What the match is called from now on.
    pub id: String,
    /// Who takes part from now on, in seat order.
    pub entrants: Vec<Entrant>,
    /// How fast the clocks run.
    pub clock: ClockRate,
    /// A pause after every window.
    pub pace: Duration,
}

impl Resumed {
    /// Reads a record and plays it again up to where it stops.
    pub fn read(bytes: Vec<u8>) -> Result<Resumed, OrderError> {
        Resumed::check(bytes, None)
    }

    /// Reads a record, which may be of a match that is over, and plays it again until so many windows were played.
    pub fn until(bytes: Vec<u8>, windows: u32) -> Result<Resumed, OrderError> {
        Resumed::check(bytes, Some(windows))
    }

    fn check(bytes: Vec<u8>, windows: Option<u32>) -> Result<Resumed, OrderError> {
        struct Check<'a>(&'a [u8], Option<u32>);
        impl Visit for Check<'_> {
            type Out = Result<(), OrderError>;
            fn visit<G: Offer>(self) -> Self::Out {
                let wrong = |error: &dyn std::fmt::Display| OrderError::Resume(error.to_string());
                let trace = read::<G::Action>(self.0, &Budget::STANDARD).map_err(|e| wrong(&e))?.trace;
                let trace = cut(trace, self.1);
                if trace.end.is_some() {
                    return Err(OrderError::Resume("it is over".to_owned()));
                }
                let mut replay = Replay::<G>::new(&trace).map_err(|e| wrong(&e))?;
                while replay.step().map_err(|e| wrong(&e))?.is_some() {}
                if replay.game.status().outcome().is_some() {
                    return Err(OrderError::Resume("it is over".to_owned()));
                }
                Ok(())
            }
        }
        let header = meydan_record::header(bytes.as_slice(), &Budget::STANDARD);
        let header = header.map_err(|error| OrderError::Resume(error.to_string()))?;
        visit(&header.game, Check(&bytes, windows))??;
        let (entrants, id) = (header.entrants.clone(), header.id.clone());
        Ok(Resumed {
            bytes,
            header,
            windows,
            id,
            entrants,
            clock: ClockRate::default(),
            pace: Duration::ZERO,
        })
    }

    /// What was played so far.
    pub fn header(&self) -> &Header {
        &self.header
    }
}

/// Goes on with a match.
pub async fn resume<C: Crew>(
    resumed: &Resumed,
    crew: &mut C,
    sinks: Sinks,
    stop: Stop,
) -> Result<MatchReport, RunError> {
    struct Resume<'a, C>(&'a Resumed, &'a mut C, Sinks, Stop);
    impl<'a, C: Crew> Visit for Resume<'a, C> {
        type Out = futures_util::future::BoxFuture<'a, Result<MatchReport, RunError>>;
        fn visit<G: Offer>(self) -> Self::Out {
            let Resume(resumed, crew, sinks, stop) = self;
            Box::pin(async move {
                let (prepared, trace) = begun::<G>(resumed)?;
                let order = MatchOrder {
                    id: resumed.id.clone(),
                    game: G::NAME.to_owned(),
                    entrants: resumed.entrants.clone(),
                    clock: resumed.clock,
                    pace: resumed.pace,
                    ..MatchOrder::default()
                };
                let around = Around { before: Some(trace), ..Around::default() };
                run_prepared(prepared, &order, crew, sinks, around, stop).await
            })
        }
    }
    visit(&resumed.header.game, Resume(resumed, crew, sinks, stop)).map_err(OrderError::from)?.await
}

/// Sets a match up as it was when its record began.
pub(crate) fn set_up<G: Offer>(header: &Header) -> Result<Prepared<G>, String> {
    let config: G::Config = serde_json::from_str(header.config.get()).map_err(|error| error.to_string())?;
    let known = G::RULESETS.iter().find(|name| **name == header.ruleset).copied();
    let ruleset = known.ok_or_else(|| format!("there is no ruleset `{}`", header.ruleset))?;
    let prepared = Prepared::of(config, ruleset, header.map.clone(), Vec::new(), header.seed);
    prepared.map_err(|error| error.to_string())
}

fn begun<G: Offer>(resumed: &Resumed) -> Result<(Prepared<G>, Trace<G::Action>), OrderError> {
    let wrong = |error: &dyn std::fmt::Display| OrderError::Resume(error.to_string());
    let trace = read::<G::Action>(resumed.bytes.as_slice(), &Budget::STANDARD).map_err(|e| wrong(&e))?.trace;
    let mut trace = cut(trace, resumed.windows);
    trace.header.entrants.clone_from(&resumed.entrants);
    Ok((set_up(&resumed.header).map_err(OrderError::Resume)?, trace))
}

/// A match as it was when so many windows had been played.
fn cut<A>(mut trace: Trace<A>, windows: Option<u32>) -> Trace<A> {
    let Some(windows) = windows else { return trace };
    let closes = trace.entries.iter().enumerate().filter(|(_, entry)| matches!(entry, Entry::Close(_)));
    let last = match windows.checked_sub(1) {
        None => Some(0),
        Some(before) => closes.map(|(place, _)| place + 1).nth(before as usize),
    };
    if let Some(last) = last {
        trace.entries.truncate(last);
        trace.end = None;
    }
    trace
}
