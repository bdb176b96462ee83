use super::{MatchQuery, received, sent};

sent! {
    /// How things stand behind the scenes.
    pub struct DeskPage {
        /// Whether new jobs are held back.
        pub paused: bool,
        /// Jobs by kind and state.
        pub queue: Vec<QueueLine>,
        /// Jobs that wait or run, and those that were given up.
        pub jobs: Vec<JobCard>,
        /// Who works on them.
        pub workers: Vec<WorkerCard>,
        /// Whether strangers' programs can be run here; if not, why.
        pub walls: Option<String>,
    }
}

sent! {
    /// How many jobs of a kind are in a state.
    pub struct QueueLine {
        /// `build`, `match` or `verify`.
        pub kind: String,
        /// `queued`, `running`, `done`, `dead` or `cancelled`.
        pub state: String,
        /// How many.
        pub count: u32,
    }
}

sent! {
    /// What came of trying all jobs again that were given up.
    pub struct TriedAgain {
        /// So many are tried again.
        pub tried: u32,
        /// So many cannot be.
        pub left: u32,
    }
}

sent! {
    /// A job.
    pub struct JobCard {
        /// Its id.
        pub id: String,
        /// `build`, `match` or `verify`.
        pub kind: String,
        /// The version or match it is about.
        pub subject: String,
        /// `queued`, `running`, `done`, `dead` or `cancelled`.
        pub state: String,
        /// The higher, the sooner.
        pub priority: i32,
        /// How often it was tried.
        pub attempt: u32,
        /// When it was made.
        pub created: i64,
        /// Who works on it.
        pub worker: Option<String>,
        /// What went wrong last.
        pub error: Option<String>,
    }
}

sent! {
    /// Somebody who works on jobs.
    pub struct WorkerCard {
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// The token that it came with; nothing, if it works in an arena's own process.
        pub token: Option<String>,
        /// The public key that signs its records.
        pub key: Option<String>,
        /// How many cores it has for bots.
        pub cores: u32,
        /// How many tasks it does at once.
        pub hands: u32,
        /// How many it is doing.
        pub doing: u32,
        /// How many it has done since it began.
        pub done: u32,
        /// How many went wrong on its side.
        pub failed: u32,
        /// Why it takes nothing for now, if so.
        pub trouble: Option<String>,
        /// What it can run.
        pub labels: Vec<String>,
        /// When it was last heard of.
        pub seen: i64,
        /// What it says of itself.
        pub state: String,
    }
}

received! {
    /// Holding back new jobs, or letting them go.
    pub struct Pause {
        /// Whether they are held back.
        pub paused: bool,
    }
}

received! {
    /// A job's new place in the queue.
    pub struct Priority {
        /// From -100 to 100; the higher, the sooner.
        pub priority: i32,
    }
}

received! {
    /// Somebody who is to run a contest, or no longer.
    pub struct Organiser {
        /// The account's name.
        pub name: String,
        /// Whether they run it.
        pub runs: bool,
    }
}

received! {
    /// Why something is done that somebody will ask about.
    pub struct Reason {
        /// The reason, in a sentence.
        pub reason: String,
    }
}

sent! {
    /// Something that was done.
    pub struct AuditLine {
        /// Its number.
        pub id: i64,
        /// When.
        pub at: i64,
        /// Who did it; nobody: the arena itself.
        pub who: Option<String>,
        /// What was done.
        pub what: String,
        /// To what.
        pub subject: String,
        /// More about it.
        #[schema(value_type = Object)]
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        pub detail: serde_json::Value,
    }
}

sent! {
    /// What was done, newest first.
    pub struct AuditPage {
        /// The lines.
        pub lines: Vec<AuditLine>,
        /// What to ask for with `before` to have the next ones.
        pub next: Option<i64>,
    }
}

received! {
    /// Matches to be played again, beside what they gave.
    pub struct RejudgeWish {
        /// Which ones.
        pub matches: MatchQuery,
        /// Why.
        pub reason: String,
    }
}

sent! {
    /// Matches that are played again. Nothing counts before it is applied.
    pub struct RejudgePage {
        /// Its id.
        pub id: String,
        /// The contest's address.
        pub contest: String,
        /// `open`, `applied` or `dropped`.
        pub state: String,
        /// Why.
        pub reason: String,
        /// The matches.
        pub lines: Vec<RejudgeLine>,
    }
}

sent! {
    /// One match and its second playing.
    pub struct RejudgeLine {
        /// The match as it counts now.
        pub old: String,
        /// The ranks it gave, by seat.
        pub old_ranks: Vec<u32>,
        /// The scores it gave, by seat: whoever plays alone is always first.
        pub old_scores: Vec<f64>,
        /// Its second playing.
        pub new: String,
        /// Where that stands.
        pub state: String,
        /// The ranks it gave, once it is over.
        pub new_ranks: Option<Vec<u32>>,
        /// The scores it gave.
        pub new_scores: Option<Vec<f64>>,
    }
}
