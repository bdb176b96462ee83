//! Contests over HTTP: everything under `/api/v1`.
//!
//! One table ([`table!`]) says what there is. The router, the description for programs (`openapi.json`) and the test that goes
//! through all routes as everybody are made from it.

mod account;
mod asker;
mod class;
mod contest;
mod describe;
mod desk;
mod finals;
mod matches;
mod oidc;
mod operation;
mod team;
mod version;
mod worker;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, StatusCode};
use meydan_league::{self as league, League};

use crate::oidc::Provider;
use crate::refusal::Refusal;
pub use describe::openapi;
pub(crate) use operation::routes as operation_routes;
use tower_http::set_header::SetResponseHeaderLayer;

/// What every request about contests reaches.
#[derive(Clone)]
pub(crate) struct Counter {
    pub(crate) league: Arc<League>,
    /// Whether a proxy tells the visitor's address.
    pub(crate) forwarded: bool,
    /// Whether browsers come by TLS, so that cookies can ask for it.
    pub(crate) secure: bool,
    /// Where else people can sign in.
    pub(crate) oidc: Option<Arc<Provider>>,
}

/// The longest wish in JSON. Archives have limits of their own.
const LONGEST_WISH: usize = 256 << 10;

/// A line of the table, as it is described.
pub struct Line {
    /// `GET`, `POST`, …
    pub method: &'static str,
    /// The address, below `/api/v1`.
    pub path: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    pub(crate) body: Option<describe::Shape>,
    pub(crate) query: &'static [(&'static str, &'static str)],
    pub(crate) answer: Option<describe::Shape>,
    /// The kind of file that is sent as it is, or comes.
    pub(crate) upload: Option<&'static str>,
    pub(crate) file: Option<&'static str>,
}

macro_rules! table {
    ($($method:ident $path:literal $handler:path, $about:literal $([$($query:literal $what:literal),+])? $(, takes $body:ty)? $(, upload $upload:literal)? $(, gives $answer:ty)? $(, file $file:literal)?;)*) => {
        /// Everything there is.
        pub fn table() -> Vec<Line> {
            vec![$(Line {
                method: method!($method),
                path: $path,
                about: $about,
                body: None $(.or(Some(describe::shape::<$body>())))?,
                query: &[$($(($query, $what)),+)?],
                answer: None $(.or(Some(describe::shape::<$answer>())))?,
                upload: None $(.or(Some($upload)))?,
                file: None $(.or(Some($file)))?,
            },)*]
        }

        fn tabled() -> Router<Counter> {
            Router::new()$(.route($path, axum::routing::$method($handler)))*
        }
    };
}

macro_rules! method {
    (get) => {
        "GET"
    };
    (post) => {
        "POST"
    };
    (put) => {
        "PUT"
    };
    (patch) => {
        "PATCH"
    };
    (delete) => {
        "DELETE"
    };
}

table! {
    post "/signup" account::sign_up, "make an account and sign in", takes league::SignUp, gives league::Me;
    post "/signin" account::sign_in, "sign in", takes league::SignIn, gives league::Me;
    post "/signout" account::sign_out, "sign out";
    post "/reset" account::reset, "choose a new password with an admin's link", takes league::PasswordReset;
    get "/me" account::me, "who you are; null: a visitor", gives Option<league::Me>;
    patch "/me" account::change, "change what your account says of you", takes league::AccountChange, gives league::Me;
    delete "/me" account::delete, "delete your account", takes league::Deletion;
    get "/me/export" account::export, "everything that is kept about you", file "application/json";
    get "/me/export.tar" account::export_tar, "the same with every archive you sent and what its build said", file "application/x-tar";
    post "/me/password" account::password, "change your password; all other sessions end", takes league::NewPassword;
    get "/me/sessions" account::sessions, "where you are signed in", gives Vec<league::SessionCard>;
    delete "/me/sessions" account::end_sessions, "end all sessions but this one";
    get "/me/tokens" account::tokens, "your tokens", gives Vec<league::TokenCard>;
    post "/me/tokens" account::make_token, "make a token for programs", takes league::NewToken, gives league::TokenMade;
    delete "/me/tokens/{id}" account::end_token, "take a token back";
    get "/oidc" oidc::elsewhere, "where else one can sign in; null: nowhere", gives Option<league::Elsewhere>;
    post "/oidc" oidc::depart, "sign in there: where the browser goes", gives league::Departure;
    get "/oidc/return" oidc::land, "where the browser comes back to" ["code" "what is traded for who they are", "state" "what belongs to this browser", "error" "why not", "iss" "who says so"];
    post "/me/identity" oidc::depart_to_link, "sign in there, to link your account: where the browser goes", gives league::Departure;
    delete "/me/identity" oidc::unlink, "do not sign in there any more";
    get "/users" account::users, "accounts, for admins" ["text" "part of a name", "after" "from after this name"], gives Vec<league::UserCard>;
    post "/users" account::make_user, "make an account for somebody, as an admin", takes league::NewAccount, gives league::AccountMade;
    patch "/users/{id}" account::change_user, "change an account's role, or shut it out", takes league::UserChange, gives league::UserCard;
    post "/users/{id}/reset" account::make_reset, "a link with which somebody chooses a new password", gives league::ResetLink;

    get "/contests" contest::list, "the contests", gives Vec<league::ContestCard>;
    post "/contests" contest::make, "make a contest", takes league::NewContest, gives league::ContestPage;
    get "/contests/{slug}" contest::find, "a contest", gives league::ContestPage;
    patch "/contests/{slug}" contest::change, "change a contest", takes league::ContestChange, gives league::ContestPage;
    post "/contests/{slug}/keep" contest::outlived, "what would be removed if so much were kept", takes league::Keep, gives league::Outlived;
    post "/contests/{slug}/state" contest::turn, "open, freeze or close a contest", takes league::Turn, gives league::ContestPage;
    get "/contests/{slug}/standing" contest::standing, "the standing", gives league::StandingTable;
    get "/contests/{slug}/rounds" contest::rounds, "the ranked rounds", gives Vec<league::RoundCard>;
    get "/contests/{slug}/rounds/{number}" contest::round, "a ranked round with its groups", gives league::RoundPage;
    post "/class" class::join, "come into a class with a room's code and a name", takes league::JoinClass, gives league::ClassJoined;
    get "/contests/{slug}/class" class::table, "the teacher's table", gives league::ClassTable;
    get "/contests/{slug}/class/alike" class::alike, "which programs of a class are alike: a hint, never a verdict", gives league::AlikePage;
    get "/contests/{slug}/class.csv" class::csv, "the teacher's table for a spreadsheet", file "text/csv";
    post "/contests/{slug}/class/{user}/key" class::key, "a new key for somebody in a class", gives league::ClassKey;
    delete "/contests/{slug}/class/{user}" class::leave, "take somebody out of a class, with their account";
    delete "/contests/{slug}" class::delete, "delete a class that has ended, with everything that is in it";
    delete "/contests/{slug}/class" class::end, "end a class: close it, and remove the accounts that it made";
    get "/contests/{slug}/final" finals::find, "its final, as far as it was shown; null: it has none", gives Option<league::FinalPage>;
    post "/contests/{slug}/final" finals::open, "open its final: submissions are frozen, and the versions in force play", takes league::NewFinal, gives league::FinalPage;
    get "/contests/{slug}/final/backstage" finals::backstage, "its final with what was not shown yet, for whoever moderates", gives league::Backstage;
    get "/contests/{slug}/final/show" finals::show, "what the projector shows" ["after" "wait for another picture than this step"], gives league::ShowCard;
    post "/contests/{slug}/final/show" finals::cue, "moderate its final", takes league::Cue, gives league::ShowCard;
    put "/contests/{slug}/final/vote" finals::vote, "vote for a map of a series that is still to come, for your team", takes league::MapVote, gives league::FinalPage;
    post "/contests/{slug}/final/code" finals::make_code, "a code with which a phone moderates", gives league::HallCodeMade;
    delete "/contests/{slug}/final/code" finals::end_codes, "take all codes back, and whatever was let in with them";
    delete "/contests/{slug}/final" finals::call_off, "call its final off";
    post "/hall" finals::enter, "come in with a code, and moderate", takes league::HallCode, gives league::HallEntered;
    get "/contests/{slug}/matches" contest::matches, "matches, newest first"
        ["team" "a team's id", "against" "another team's id", "house" "a house bot", "kind" "casual, ranked, validation or final",
         "state" "queued, running, over, void, cancelled or annulled", "map" "a map", "tag" "a tag", "round" "a round's number",
         "text" "part of a team's name", "before" "what `next` said", "limit" "at most so many"], gives league::LeagueMatchList;
    get "/contests/{slug}/wall" contest::wall, "all matches that are being played, as they stand" ["seen" "what you have already: ID:PLACE,ID:PLACE"], gives league::WallPage;
    get "/contests/{slug}/history" contest::history, "how the strengths of its best teams went, and how they fared against each other", gives league::ContestHistory;
    get "/contests/{slug}/history.csv" contest::history_csv, "the ratings of all its teams over time, as a table", file "text/csv";
    get "/contests/{slug}/duels.csv" contest::duels_csv, "how all its teams fared against each other, as a table", file "text/csv";
    get "/contests/{slug}/statistics.csv" contest::statistics_csv, "its seats, maps and languages as a table", file "text/csv";
    get "/contests/{slug}/statistics" contest::statistics, "the contest in numbers", gives league::Statistics;
    get "/contests/{slug}/teams" contest::teams, "the teams" ["text" "part of a name"], gives Vec<league::TeamCard>;
    post "/contests/{slug}/teams" team::make, "make a team", takes league::NewTeam, gives league::TeamPage;
    post "/contests/{slug}/teams/join" team::join, "join a team with its code", takes league::JoinTeam, gives league::TeamPage;
    get "/contests/{slug}/announcements" contest::announcements, "what was announced" ["before" "from before this one"], gives Vec<league::Announcement>;
    post "/contests/{slug}/announcements" contest::announce, "announce something", takes league::NewAnnouncement;
    delete "/contests/{slug}/announcements/{id}" contest::unannounce, "take an announcement back";
    get "/contests/{slug}/organisers" desk::organisers, "who runs it", gives Vec<String>;
    put "/contests/{slug}/organisers" desk::set_organiser, "let somebody run it, too, or no longer", takes league::Organiser, gives Vec<String>;
    post "/contests/{slug}/hold" desk::hold, "hold its matches back, or let them go", takes league::Pause;
    get "/contests/{slug}/audit" desk::contest_audit, "what was done in it" ["before" "from before this line"], gives league::AuditPage;
    get "/contests/{slug}/rejudges" desk::rejudges, "matches that were played again", gives Vec<league::RejudgePage>;
    post "/contests/{slug}/rejudges" desk::rejudge, "play matches again, beside what they gave", takes league::RejudgeWish, gives league::RejudgePage;
    get "/contests/{slug}/export.csv" desk::export_csv, "all matches as a table", file "text/csv";
    get "/contests/{slug}/export.json" desk::export_json, "all matches and the standing as data", file "application/json";
    get "/contests/{slug}/export.tar" desk::export_tar, "all records, with the table, as a data set", file "application/x-tar";

    get "/seasons/{name}" contest::season, "a season: what came of contests that belong together", gives league::SeasonPage;
    get "/seasons/{name}/table.csv" contest::season_csv, "the table of a season for a spreadsheet", file "text/csv";
    get "/seasons/{name}/statistics.csv" contest::season_statistics_csv, "the seats and maps of a season, and who was ahead of whom, as a table", file "text/csv";

    get "/teams/{id}" team::find, "a team", gives league::TeamPage;
    patch "/teams/{id}" team::change, "rename your team", takes league::TeamChange, gives league::TeamPage;
    post "/teams/{id}/code" team::code, "a new code with which people join your team", gives league::TeamCode;
    post "/teams/{id}/leave" team::leave, "leave your team";
    delete "/teams/{id}/members/{user}" team::remove, "take somebody out of your team";
    get "/teams/{id}/history.csv" team::history_csv, "what each version changed, as a table", file "text/csv";
    get "/teams/{id}/history" team::history, "how its strength went, what each version changed, and whom it met", gives league::TeamHistory;
    get "/teams/{id}/versus/{other}" team::versus, "how two teams fared against each other", gives league::Versus;
    get "/teams/{id}/opponents" team::opponents, "whom your team may meet", gives Vec<league::OpponentCard>;
    post "/teams/{id}/casual" team::casual, "ask for a match", takes league::CasualWish, gives league::LeagueMatch;
    post "/teams/{id}/disqualify" team::disqualify, "take a team out of its contest", takes league::Reason, gives league::TeamPage;
    post "/teams/{id}/reinstate" team::reinstate, "take a team in again", gives league::TeamPage;
    get "/teams/{id}/versions" version::list, "your team's versions", gives league::VersionList;
    post "/teams/{id}/versions" version::submit, "send a version: a ZIP archive as the body" ["note" "what you say about it"], upload "application/zip", gives league::VersionCard;
    get "/versions/{id}" version::find, "a version of yours", gives league::VersionCard;
    get "/versions/{id}/log" version::log, "what its build said" ["from" "where to read on"], gives league::LogPiece;
    get "/versions/{id}/log.txt" version::whole_log, "all that its build said, as text", file "text/plain";
    get "/versions/{id}/source" version::source, "what was sent", file "application/zip";
    post "/versions/{id}/activate" version::activate, "let a version play for your team", gives league::VersionCard;

    get "/matches/{id}" matches::find, "a match", gives league::LeagueMatch;
    get "/matches/{id}/reel" matches::reel, "a match as the page draws it" ["eyes" "through a seat's eyes"], file "application/x-ndjson";
    get "/matches/{id}/play" matches::play, "sit down yourself: a WebSocket that speaks the native protocol" ["seat" "the seat"];
    get "/matches/{id}/trace" matches::trace, "its record", file "application/octet-stream";
    get "/matches/{id}/log" matches::log, "its log as the original contest wrote it", file "application/octet-stream";
    get "/matches/{id}/seats/{seat}/log" matches::seat_log, "what your own program said", file "application/x-ndjson";
    put "/matches/{id}/tags" matches::tags, "give it tags", takes league::Tags, gives league::LeagueMatch;
    post "/matches/{id}/cancel" matches::cancel, "take a match back that waits", gives league::LeagueMatch;
    post "/matches/{id}/annul" desk::annul, "a match does not count", takes league::Reason, gives league::LeagueMatch;
    post "/matches/{id}/rerun" desk::rerun, "play a match again, beside what it gave", takes league::Reason, gives league::RejudgePage;
    get "/rejudges/{id}" desk::find_rejudge, "matches that were played again", gives league::RejudgePage;
    post "/rejudges/{id}/apply" desk::apply, "let them count", gives league::RejudgePage;
    post "/rejudges/{id}/drop" desk::drop_rejudge, "leave everything as it was", gives league::RejudgePage;

    get "/desk" desk::desk, "queue, jobs and workers", gives league::DeskPage;
    post "/desk/pause" desk::pause, "hold new jobs back, or let them go", takes league::Pause;
    get "/desk/audit" desk::audit, "what was done" ["subject" "to this", "before" "from before this line"], gives league::AuditPage;
    post "/desk/jobs/retry" desk::retry_all, "try all jobs again that were given up", gives league::TriedAgain;
    post "/desk/jobs/{id}/retry" desk::retry, "try a job again", gives league::JobCard;
    get "/desk/worker-tokens" worker::tokens, "what workers on other machines come in with", gives Vec<league::WorkerTokenCard>;
    post "/desk/worker-tokens" worker::make_token, "make a token for workers", takes league::NewWorkerToken, gives league::WorkerTokenMade;
    delete "/desk/worker-tokens/{id}" worker::end_token, "take a token for workers back: whoever came with it is shut out";
    post "/desk/jobs/{id}/priority" desk::priority, "give a job another place", takes league::Priority, gives league::JobCard;

    post "/worker/join" worker::join, "a worker comes, or comes back", takes league::Presence;
    post "/worker/pulse" worker::pulse, "a worker says that it is there", takes league::Presence;
    post "/worker/take" worker::take, "the next task; null: there is none for now", takes league::TakeWish, gives Option<league::TaskCard>;
    post "/worker/tasks/{job}/{attempt}/renew" worker::renew, "keep a task for longer";
    post "/worker/tasks/{job}/{attempt}/log" worker::log, "what a build says while it is made" ["from" "after how many bytes it was said; left out: after the last"], upload "text/plain";
    get "/worker/tasks/{job}/{attempt}/blobs/{digest}" worker::blob, "a blob that a task names", file "application/octet-stream";
    get "/worker/tasks/{job}/{attempt}/stage" worker::stage, "a WebSocket through which a match is shown while it is played";
    post "/worker/tasks/{job}/{attempt}/done" worker::done, "what came of a task", takes league::TaskDone, gives league::TaskTaken;
    put "/worker/blobs/{digest}" worker::keep, "send a blob", upload "application/octet-stream";
}

/// The routes of contests, for an arena that has some.
pub(crate) fn routes(counter: Counter) -> Router {
    tabled()
        .layer(DefaultBodyLimit::max(LONGEST_WISH))
        .route("/openapi.json", axum::routing::get(async || axum::Json(openapi())))
        .fallback(async || Refusal::nothing())
        .method_not_allowed_fallback(async || {
            let text = "this address does not take that method; see /api/docs";
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", text)
        })
        // What is here is somebody's own, or soon old.
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .with_state(counter)
}

/// An arena without contests.
pub(crate) fn nothing() -> Router {
    // The page asks for them wherever it is served.
    let none = Router::new().route("/contests", axum::routing::get(async || axum::Json([(); 0])));
    none.fallback(async || {
        Refusal::new(
            StatusCode::NOT_FOUND,
            "missing",
            "there are no contests here; start `meydan arena` to have some",
        )
    })
}
