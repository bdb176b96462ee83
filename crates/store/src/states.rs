//! The words of the tables: states with their legal transitions, kinds, roles.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::words::{states, words};

/// What was given as a word is not one of those that can stand there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not known here; write one of: {known}")]
pub struct BadWord {
    /// What was given.
    pub word: String,
    /// What could stand there.
    pub known: String,
}

states! {
    /// How far a contest is.
    ContestState of "contest" in "contests" {
        /// Only its organisers see it.
        Draft = "draft" => [Open],
        /// Teams sign up, submit and play.
        Open = "open" => [Frozen, Closed],
        /// Nothing is submitted; matches are still played.
        Frozen = "frozen" => [Open, Closed],
        /// It is over. An admin may open it again.
        Closed = "closed" => [Open, Frozen],
    }
}

states! {
    /// How far a version of a bot is.
    VersionState of "version" in "versions" {
        /// It waits for its build.
        Received = "received" => [Building],
        /// It is being built. It is received again when the worker is lost.
        Building = "building" => [Received, Built, Failed, Stuck],
        /// It waits for its first match.
        Built = "built" => [Validating],
        /// It plays its first match.
        Validating = "validating" => [Ready, Rejected, Stuck],
        /// It can be made the active one.
        Ready = "ready" => [],
        /// It could not be built, which is its own fault.
        Failed = "failed" => [],
        /// It did not get through its first match, which is its own fault.
        Rejected = "rejected" => [],
        /// It could not be built or tried, which is ours.
        Stuck = "stuck" => [Received],
    }
}

states! {
    /// How far a match is.
    MatchState of "match" in "matches" {
        /// It waits to be played.
        Queued = "queued" => [Running, Void, Cancelled],
        /// It is being played. It is queued again when the worker is lost.
        Running = "running" => [Over, Queued, Void],
        /// It was played.
        Over = "over" => [Annulled],
        /// It could not be played, which is our fault. It waits again when somebody asks for another try.
        Void = "void" => [Queued],
        /// Somebody took it back before it was played.
        Cancelled = "cancelled" => [],
        /// It was played and does not count.
        Annulled = "annulled" => [],
    }
}

states! {
    /// What playing a match again from its record gave.
    Checked of "check" in "matches" {
        /// Nothing yet.
        Pending = "pending" => [Same, Differs],
        /// The same result.
        Same = "same" => [],
        /// Another result.
        Differs = "differs" => [],
    }
}

states! {
    /// How far a round is.
    RoundState of "round" in "rounds" {
        /// It is to come.
        Planned = "planned" => [Running, Cancelled],
        /// Its matches are being played.
        Running = "running" => [Over, Cancelled],
        /// All of them were.
        Over = "over" => [],
        /// It was called off.
        Cancelled = "cancelled" => [],
    }
}

states! {
    /// How far a final tournament is.
    FinalState of "final" in "finals" {
        /// Its matches are being played.
        Running = "running" => [Over, Dropped],
        /// All of them were.
        Over = "over" => [Dropped],
        /// It was called off.
        Dropped = "dropped" => [],
    }
}

states! {
    /// How far a job is.
    JobState of "job" in "jobs" {
        /// It waits for a worker.
        Queued = "queued" => [Running, Cancelled],
        /// A worker has it, as long as its lease lasts.
        Running = "running" => [Done, Queued, Dead],
        /// It was done.
        Done = "done" => [],
        /// It was tried too often. Somebody may ask for another try.
        Dead = "dead" => [Queued],
        /// It is not wanted any more.
        Cancelled = "cancelled" => [],
    }
}

states! {
    /// How far a rejudge is.
    RejudgeState of "rejudge" in "rejudges" {
        /// Its matches are being played and can be looked at; none counts.
        Open = "open" => [Applied, Dropped],
        /// Its matches count in place of the old ones.
        Applied = "applied" => [],
        /// The old matches stay.
        Dropped = "dropped" => [],
    }
}

states! {
    /// What a worker is doing.
    WorkerState of "worker" in "workers" {
        /// It takes jobs.
        Ready = "ready" => [Draining, Gone],
        /// It finishes what it has and takes no more.
        Draining = "draining" => [Ready, Gone],
        /// It said goodbye, or was not seen for long.
        Gone = "gone" => [Ready],
    }
}

states! {
    /// Whether a team takes part.
    Standing of "team" in "teams" {
        /// It does.
        In = "in" => [Disqualified, Withdrawn],
        /// An organiser took it out, with a reason.
        Disqualified = "disqualified" => [In],
        /// It left.
        Withdrawn = "withdrawn" => [In],
    }
}

words! {
    /// What a user may do, in rising order.
    Role {
        /// Takes part.
        Contestant = "contestant",
        /// Makes contests and runs those.
        Organiser = "organiser",
        /// Runs everything.
        Admin = "admin",
    }
}

words! {
    /// What a member is in a team.
    Rank {
        /// Leads it.
        Captain = "captain",
        /// Is in it.
        Member = "member",
    }
}

words! {
    /// Who may enter a contest.
    Access {
        /// Everybody.
        Open = "open",
        /// Whoever has the code.
        Code = "code",
    }
}

words! {
    /// What a match is played for.
    MatchKind {
        /// Somebody asked for it; it changes no standing.
        Casual = "casual",
        /// It counts.
        Ranked = "ranked",
        /// It tries a version before that can be made active.
        Validation = "validation",
        /// It belongs to a final tournament.
        Final = "final",
    }
}

words! {
    /// How a round pairs.
    RoundKind {
        /// In groups by ranking.
        Groups = "groups",
        /// By estimated strength.
        Ladder = "ladder",
    }
}

words! {
    /// What a job does to its subject.
    JobKind {
        /// Builds a version.
        Build = "build",
        /// Plays a match.
        Match = "match",
        /// Plays a match again from its record, and compares.
        Verify = "verify",
    }
}

words! {
    /// What a token may be used for.
    Scope {
        /// To look.
        Read = "read",
        /// To submit versions.
        Submit = "submit",
        /// To ask for matches.
        Play = "play",
        /// To run a contest.
        Desk = "desk",
    }
}
