//! What callers are shown and what they send: the words of the API. Ids are texts here, times are milliseconds since 1970.

mod account;
mod class;
mod contest;
mod desk;
mod finals;
mod history;
mod matches;
mod season;
mod team;
mod version;
mod worker;

pub use account::{
    AccountChange, AccountMade, Deletion, Departure, Elsewhere, Me, Membership, NewAccount, NewPassword,
    NewToken, PasswordReset, ResetLink, SessionCard, SignIn, SignUp, TokenCard, TokenMade, UserCard,
    UserChange,
};
pub use class::{
    AlikeCard, AlikePage, ClassJoined, ClassKey, ClassRow, ClassTable, JoinClass, MarkCard, PhaseCard,
    RuleCard, SpotCard, TeamMark,
};
pub use contest::{
    Announcement, BoardCard, ContestCard, ContestChange, ContestPage, GroupCard, MapStatistics,
    NewAnnouncement, NewContest, Outlived, RoundCard, RoundPage, SeatStatistics, StandingRow, StandingTable,
    Statistics, Turn,
};
pub use desk::{
    AuditLine, AuditPage, DeskPage, JobCard, Organiser, Pause, Priority, QueueLine, Reason, RejudgeLine,
    RejudgePage, RejudgeWish, TriedAgain, WorkerCard,
};
pub use finals::{
    Backstage, BackstageMatch, BackstageSeat, Ballot, Cue, FinalFormat, FinalGame, FinalLine, FinalPage,
    FinalPlace, FinalTeam, HallCode, HallCodeMade, HallEntered, MapVote, NewFinal, SeriesCard, ShowCard,
    SlotCard,
};
pub use history::{ContestHistory, Duels, Look, Rated, Rival, TeamHistory, TeamLine, Used, VersionHistory};
pub use matches::{
    CasualWish, LeagueMatch, LeagueMatchList, MatchQuery, MatchSeat, Opponent, OpponentCard, Tags, Versus,
    WallMatch, WallPage,
};
pub use season::{SeasonContest, SeasonDuels, SeasonMap, SeasonPage, SeasonResult, SeasonRow, SeasonSeat};
pub use team::{JoinTeam, MemberCard, NewTeam, TeamCard, TeamChange, TeamCode, TeamPage};
pub use version::{LogPiece, VersionCard, VersionList};
pub use worker::{
    NewWorkerToken, Presence, TakeWish, TaskCard, TaskDone, TaskTaken, WorkerTokenCard, WorkerTokenMade,
};

/// Declares what is sent, for the API's description and for the page.
macro_rules! sent {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub struct $name { $($body)* }
    };
}

/// Declares what is received. A field that is not known is refused, so that nothing is passed over in silence.
macro_rules! received {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Deserialize, utoipa::ToSchema)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($body)* }
    };
}

use {received, sent};
