//! The arena's tables: SQLite in a file, or PostgreSQL, chosen by URL; one set of repositories and one set of queries for both.
//!
//! [`Store::open`] opens a database and brings it up to date. [`Store::read`] gives a [`Reader`] for single reads,
//! [`Store::snapshot`] one whose reads all see the same moment, [`Store::begin`] a [`Tx`] that can also write. A `Tx` that is
//! dropped without [`Tx::commit`] has never happened. Repositories are methods of those two, a file for each table or so.
//!
//! # Rules
//!
//! * Nobody calls the system's clock here: [`Time`] is passed in.
//! * A state is an enum whose words are also in the tables' `CHECK`s, and every change of state is one `UPDATE` that names the
//!   state it expects. No row means that somebody was faster: [`Error::Conflict`].
//! * What is asked for by id and is not there is [`Error::Missing`]; what is looked for by something that a person typed is an `Option`.
//! * After any error a `Tx` should be dropped: PostgreSQL refuses to go on with it.
//! * Lists are read in pages. Where a row has a `seq`, that is the cursor. It grows in the order in which rows were *written*: on PostgreSQL a row
//!   with a smaller one can become visible a moment later than one with a greater, so a cursor is for paging and not for following.
//!
//! # One writer
//!
//! A SQLite file has one writer at a time. `Store` keeps a pool of one connection for writing, whose transactions begin with `BEGIN IMMEDIATE`,
//! and a pool for reading, so callers wait in line and never see `database is locked`. Do nothing slow between `begin` and `commit`.
//! `synchronous=FULL` makes a commit wait until the disk has it: what was accepted survives a power cut. Only [`Store::begin_unsure`] does not wait.
//!
//! # Why not sqlx's `Any`
//!
//! `Any` is opened by a URL and nothing else, so the pragmas above would have to be set by hand on every connection; it copies each row into one
//! of its own, and refuses a whole row for one column of a type that it does not know. What we need instead is small: three kinds of values, each of
//! which may be absent and keeps its type when it is, and rows that are read by name (`value.rs`), over an enum of both connections
//! (`link.rs`). Each database keeps its own driver, with all that it can do.

mod classes;
mod contests;
mod desk;
mod error;
mod failpoint;
mod finals;
mod ids;
mod jobs;
mod json;
mod lenient;
mod limits;
mod line;
mod link;
mod matches;
mod migrations;
mod names;
mod open;
mod outbox;
mod rejudges;
mod retention;
mod rounds;
mod search;
mod sessions;
mod states;
mod teams;
mod time;
mod tokens;
mod users;
mod value;
mod versions;
mod words;
mod workers;

pub use classes::{Check, ClassPerson, Mark, MarkSeat, NewMark};
pub use contests::{Contest, ContestChange, NewContest};
pub use desk::{Announcement, AuditFilter, AuditLine, Worker};
pub use error::{Error, Result};
pub use failpoint::{failpoint, failpoints};
pub use finals::{Final, FinalLine, FinalMatch, FinalVote};
pub use ids::{
    AnnouncementId, BadId, ContestId, FinalId, Hash, JobId, MatchId, RejudgeId, RoundId, TeamId, TokenId,
    UserId, VersionId, WorkerId, WorkerTokenId,
};
pub use jobs::{
    Able, Claim, Expired, Failed, Job, JobCount, JobFilter, NewJob, OFFER, Offer, PRIORITY_STEP, Policy,
};
pub use json::Json;
pub use link::{Reader, Tx};
pub use matches::{Match, MatchEnd, NewMatch, NewSeat, Seat, SeatEnd};
pub use names::name_key;
pub use open::{Kind, Store};
pub use outbox::Message;
pub use rejudges::Rejudge;
pub use retention::{Horizon, Outlived};
pub use rounds::Round;
pub use search::{MatchFilter, Meeting, MeetingSeat, Seating, Use, Versus};
pub use sessions::{NewSession, Reset, Session};
pub use states::{
    Access, BadWord, Checked, ContestState, FinalState, JobKind, JobState, MatchKind, MatchState, Rank,
    RejudgeState, Role, RoundKind, RoundState, Scope, Standing, VersionState, WorkerState,
};
pub use teams::{Member, NewTeam, Team};
pub use time::Time;
pub use tokens::{NewToken, Token};
pub use users::{NewUser, User, UserChange};
pub use versions::{Built, NewVersion, Version};
pub use workers::{NewWorkerToken, WorkerFacts, WorkerToken};
