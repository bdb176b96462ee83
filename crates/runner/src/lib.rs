//! The one way to play a match.
//!
//! ```text
//! MatchOrder ──► run(order, crew, sinks, stop) ──► Result<MatchReport, RunError>
//! ```
//!
//! A [`MatchOrder`] says what to play and who takes part; it is data, and nothing in it can start a program. A [`Crew`]
//! belongs to the process that plays: it can put a living player on a seat for the entrants it knows. [`Sinks`] say
//! where the record and the picture go. What bots do wrong is in the [`MatchReport`]; what goes wrong on our side makes
//! the match void. [`resume`] does the same for a match that was begun before, and [`rerun`] lets a bot meet the windows of
//! one that is over.
//!
//! ```
//! use meydan_core::trace::Entrant;
//! use meydan_referee::Stop;
//! use meydan_runner::{LocalCrew, MatchOrder, SeatSpec, Sinks, run};
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let seats: Vec<SeatSpec> = vec!["house:greedy".parse()?];
//! let order = MatchOrder { seed: Some(3), ..MatchOrder::of("labyrinth", &seats) };
//! let report = run(&order, &mut LocalCrew::new(seats), Sinks::default(), Stop::never()).await?;
//! assert_eq!(report.header.entrants, [Entrant::house("greedy")]);
//! assert!(report.outcome.is_some());
//! # Ok(()) }
//! ```

pub use meydan_sandbox::MissingWalls;

mod acts;
mod build;
mod crew;
mod gate;
mod judge;
mod living;
mod local;
mod names;
mod order;
mod process;
mod profile;
mod recording;
mod report;
mod rerun;
mod resume;
mod roll;
mod run;
mod scene;
mod sinks;
mod spec;
mod turn;
mod words;

pub use crew::{Chair, Crew, Hosting, News, Place};
pub use judge::{JailedBuildError, Judge, Launch};
pub use living::SeatEnd;
pub use local::{LocalCrew, Nobody, People};
pub use order::{ClockRate, Fairness, MatchOrder, OrderError, fresh_id};
pub use profile::Profile;
pub use report::{Kept, MatchReport, RunError};
pub use rerun::{Encore, RerunError, Scope, Step, rerun};
pub use resume::{Resumed, resume};
pub use run::{Around, run, run_prepared};
pub use scene::{Scene, SceneSink, SlowWindow};
pub use sinks::{HintSlot, ReelSink, Sinks, TraceSink};
pub use spec::{SeatError, SeatSpec};
pub use words::{FirstException, SeatWords};
