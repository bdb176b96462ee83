use meydan_arena::Error;
use meydan_store::{WorkerId, WorkerState};

use super::{received, sent};

/// Declares what both ends send and receive, because both are ours. They need not be of one version: what a newer one says more is passed over, and what an
/// older one does not say has a default (`crates/league/tests/upgrade.rs`).
macro_rules! exchanged {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub struct $name { $($body)* }
    };
}

exchanged! {
    /// A worker that says that it is there.
    pub struct Presence {
        /// Which one: the same after a restart.
        pub id: String,
        /// What its machine calls it.
        pub name: String,
        /// The public key that signs its records.
        pub key: Option<String>,
        /// What it can do, in words.
        pub labels: Vec<String>,
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
        /// `ready`, `draining` or `gone`.
        pub state: String,
        /// Why it takes nothing for now, if so.
        pub trouble: Option<String>,
    }
}

impl Presence {
    /// Which worker it is.
    pub fn worker(&self) -> Result<WorkerId, Error> {
        self.id.parse().map_err(|error| Error::Wrong(format!("{error}")))
    }

    pub(crate) fn state(&self) -> Result<WorkerState, Error> {
        self.state.parse().map_err(|_| {
            Error::Wrong(format!("`{}` is no state of a worker: ready, draining or gone", self.state))
        })
    }
}

exchanged! {
    /// What a worker would do next.
    pub struct TakeWish {
        /// Which worker.
        pub worker: String,
        /// `build`, `match`, `verify`.
        pub kinds: Vec<String>,
        /// Whether strangers' programs can be run.
        pub walls: bool,
        /// For which languages there are no tools.
        pub lacks: Vec<String>,
        /// The jobs that it is doing. What it was given and does not know of is given to it again.
        pub doing: Vec<String>,
    }
}

exchanged! {
    /// A task for a worker. docs/workers.md says what is in it.
    pub struct TaskCard {
        /// What shows that it is its to do: its job and the attempt.
        #[schema(value_type = Object)]
        pub lease: serde_json::Value,
        /// What is to be done.
        #[schema(value_type = Object)]
        pub work: serde_json::Value,
    }
}

exchanged! {
    /// What came of a task. docs/workers.md says what is in it.
    pub struct TaskDone {
        /// One of `built`, `played`, `verified`, `abandoned`, `trouble`, `back`, `declined`.
        #[schema(value_type = Object)]
        pub done: serde_json::Value,
        /// The digest of what a build said.
        pub log: Option<String>,
    }
}

exchanged! {
    /// Whether what came of a task was written down.
    pub struct TaskTaken {
        /// `false`: the task goes on.
        pub taken: bool,
    }
}

received! {
    /// A token for workers on other machines.
    pub struct NewWorkerToken {
        /// What it is called.
        pub label: String,
    }
}

sent! {
    /// What workers on other machines show to come in.
    pub struct WorkerTokenCard {
        /// Its id.
        pub id: String,
        /// What it is called.
        pub label: String,
        /// When it was made.
        pub created: i64,
        /// When it was last used.
        pub used: Option<i64>,
        /// How many workers that are there came with it.
        pub workers: u32,
    }
}

sent! {
    /// A token that was just made. Its secret is shown this once.
    pub struct WorkerTokenMade {
        /// The token.
        pub token: WorkerTokenCard,
        /// What workers show.
        pub secret: String,
    }
}
