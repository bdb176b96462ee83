//! The use cases of contests: accounts, teams, submissions, casual and ranked matches, the desk.
//!
//! It knows no HTTP, no SQL and no engine. Whoever asks is a [`Caller`] and comes first in every use case; what they may see
//! is decided here. Whoever builds and plays takes [tasks](League::take) and says what came of them.
//!
//! What is not the caller's answers exactly as if it were not there, so that ids tell nothing.

mod accounts;
mod attest;
mod boards;
mod broker;
mod caller;
mod casual;
mod classes;
mod clerk;
mod clock;
mod computed;
mod contests;
mod demo;
mod desk;
mod ear;
mod export;
mod films;
mod finals;
mod gate;
mod guard;
mod history;
mod identities;
mod ladder;
mod league;
mod logs;
mod marks;
mod matches;
mod name;
mod operation;
mod password;
mod plan;
mod results;
mod retention;
mod rounds;
mod seasons;
mod secret;
mod setback;
mod settings;
mod stage;
mod standing;
mod statistics;
mod submissions;
mod tables;
mod task;
mod tasks;
mod teams;
mod view;
mod wall;

pub use accounts::SignedIn;
pub use broker::{Broker, MOST_TIMES, Offered, Reply, Slip};
pub use caller::{Account, By, Caller, Who};
pub use clock::Clock;
pub use demo::{DEMO, DEMO_ACCOUNTS, DEMO_PASSWORD};
pub use ear::{Building, Ear};
pub use export::TarStream;
pub use films::Live;
pub use gate::{Pass, digest_of};
pub use identities::Identity;
pub use ladder::{ladder_at_once, ladder_in_a_second};
pub use league::{League, Options, is_away};
pub use logs::BuildLog;
pub use meydan_arena::{Error, Visitor};
pub use meydan_likeness as likeness;
pub use meydan_store as store;
pub use operation::{BUILDS, WALLS};
pub use plan::{Plan, Player};
pub use secret::Secret;
pub use settings::{
    Casual, Class, Counted, GameFacts, Keep, MarkWish, RANDOM, Ranking, Rung, Settings, Submissions,
    Time as Timing,
};
pub use stage::{FromStage, Guests, Stage, ToStage, project};
pub use task::{
    BuildDone, BuildWork, LEASE, Lease, MatchDone, MatchWork, Seated, Side, SideDone, Task, VerifyWork, Work,
    is_late,
};
pub use tasks::{Answer, Done, Here, Tasks, Wish};
pub use view::*;

/// What the page is sent and sends, in TypeScript.
#[cfg(feature = "ts")]
pub fn api_types() -> meydan_core::types::Declarations {
    meydan_core::types::Declarations::new()
        .with::<SignUp>()
        .with::<SignIn>()
        .with::<AccountChange>()
        .with::<NewPassword>()
        .with::<PasswordReset>()
        .with::<Deletion>()
        .with::<NewToken>()
        .with::<UserChange>()
        .with::<Me>()
        .with::<Elsewhere>()
        .with::<Departure>()
        .with::<TokenCard>()
        .with::<TokenMade>()
        .with::<SessionCard>()
        .with::<UserCard>()
        .with::<Organiser>()
        .with::<NewAccount>()
        .with::<AccountMade>()
        .with::<ResetLink>()
        .with::<NewContest>()
        .with::<ContestChange>()
        .with::<Turn>()
        .with::<Outlived>()
        .with::<NewAnnouncement>()
        .with::<ContestCard>()
        .with::<ContestPage>()
        .with::<Announcement>()
        .with::<StandingTable>()
        .with::<RoundCard>()
        .with::<RoundPage>()
        .with::<Statistics>()
        .with::<ContestHistory>()
        .with::<SeasonPage>()
        .with::<TeamHistory>()
        .with::<JoinClass>()
        .with::<ClassJoined>()
        .with::<ClassTable>()
        .with::<ClassKey>()
        .with::<AlikeCard>()
        .with::<AlikePage>()
        .with::<NewFinal>()
        .with::<Cue>()
        .with::<MapVote>()
        .with::<HallCode>()
        .with::<HallCodeMade>()
        .with::<HallEntered>()
        .with::<FinalPage>()
        .with::<Backstage>()
        .with::<ShowCard>()
        .with::<DeskPage>()
        .with::<JobCard>()
        .with::<NewWorkerToken>()
        .with::<WorkerTokenCard>()
        .with::<WorkerTokenMade>()
        .with::<Pause>()
        .with::<Priority>()
        .with::<Reason>()
        .with::<AuditPage>()
        .with::<RejudgeWish>()
        .with::<RejudgePage>()
        .with::<CasualWish>()
        .with::<OpponentCard>()
        .with::<LeagueMatch>()
        .with::<LeagueMatchList>()
        .with::<WallPage>()
        .with::<MatchQuery>()
        .with::<Tags>()
        .with::<Versus>()
        .with::<NewTeam>()
        .with::<JoinTeam>()
        .with::<TeamChange>()
        .with::<TeamCard>()
        .with::<TeamPage>()
        .with::<TeamCode>()
        .with::<VersionCard>()
        .with::<VersionList>()
        .with::<LogPiece>()
}
