//! Workers on other machines: what they show to come in, and what is known of each.

use crate::error::{Error, Result};
use crate::ids::{Hash, UserId, WorkerId, WorkerTokenId};
use crate::link::{Reader, Tx};
use crate::time::Time;
use crate::value::{args, from_row};

/// What workers show to come in. Several may come with one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerToken {
    /// Which one.
    pub id: WorkerTokenId,
    /// What it is called.
    pub label: String,
    /// Who made it; nobody is the arena's own machine.
    pub made_by: Option<UserId>,
    /// Since when there is this token.
    pub created: Time,
    /// When it was last used.
    pub used: Option<Time>,
}

from_row!(WorkerToken { id, label, made_by, created, used });

/// A token to be made.
#[derive(Clone, Debug)]
pub struct NewWorkerToken<'a> {
    /// What it is called.
    pub label: &'a str,
    /// Of its secret.
    pub hash: &'a Hash,
    /// Who makes it.
    pub made_by: Option<&'a UserId>,
    /// Now.
    pub created: Time,
}

/// What is known of a worker, as it says itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerFacts {
    /// Which one.
    pub worker: WorkerId,
    /// What it came in with; nothing, if it works in an arena's own process.
    pub token: Option<WorkerTokenId>,
    /// The public key that signs its records.
    pub key: Option<String>,
    /// How many cores it has for bots.
    pub cores: i64,
    /// How many tasks it does at once.
    pub hands: i64,
    /// How many it is doing.
    pub doing: i64,
    /// How many it has done since it began.
    pub done: i64,
    /// How many went wrong on its side.
    pub failed: i64,
    /// Why it takes nothing for now, if so.
    pub trouble: Option<String>,
}

from_row!(WorkerFacts { worker, token, key, cores, hands, doing, done, failed, trouble });

impl Reader {
    /// The token with that secret, if nobody has taken it back.
    pub async fn worker_token(&mut self, hash: &Hash) -> Result<Option<WorkerToken>> {
        self.one("SELECT * FROM worker_tokens WHERE hash = $1", args![hash]).await
    }

    /// All tokens, the oldest first.
    pub async fn worker_tokens(&mut self) -> Result<Vec<WorkerToken>> {
        self.all("SELECT * FROM worker_tokens ORDER BY created, id", args![]).await
    }

    /// What is known of a worker.
    pub async fn worker_facts(&mut self, worker: &WorkerId) -> Result<Option<WorkerFacts>> {
        self.one("SELECT * FROM worker_facts WHERE worker = $1", args![worker]).await
    }

    /// What is known of all workers.
    pub async fn all_worker_facts(&mut self) -> Result<Vec<WorkerFacts>> {
        self.all("SELECT * FROM worker_facts ORDER BY worker", args![]).await
    }
}

impl Tx {
    /// Makes a token.
    pub async fn add_worker_token(&mut self, new: &NewWorkerToken<'_>) -> Result<WorkerToken> {
        let sql = "INSERT INTO worker_tokens (id, label, hash, made_by, created) VALUES ($1, $2, $3, $4, $5) RETURNING *";
        let args = args![WorkerTokenId::fresh(), new.label, new.hash, new.made_by, new.created];
        self.one(sql, args).await?.ok_or(Error::Missing { what: "token" })
    }

    /// Notes that a token was used.
    pub async fn see_worker_token(&mut self, id: &WorkerTokenId, now: Time) -> Result<()> {
        self.run("UPDATE worker_tokens SET used = $2 WHERE id = $1", args![id, now]).await.map(drop)
    }

    /// Takes a token back.
    pub async fn end_worker_token(&mut self, id: &WorkerTokenId) -> Result<()> {
        match self.run("DELETE FROM worker_tokens WHERE id = $1", args![id]).await? {
            0 => Err(Error::Missing { what: "token" }),
            _ => Ok(()),
        }
    }

    /// Writes down what a worker says of itself.
    pub async fn note_worker(&mut self, facts: &WorkerFacts) -> Result<()> {
        let sql = "INSERT INTO worker_facts (worker, token, key, cores, hands, doing, done, failed, trouble) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (worker) DO UPDATE SET token = excluded.token, \
                   key = excluded.key, cores = excluded.cores, hands = excluded.hands, doing = excluded.doing, \
                   done = excluded.done, failed = excluded.failed, trouble = excluded.trouble";
        let args = args![
            facts.worker,
            facts.token,
            facts.key,
            facts.cores,
            facts.hands,
            facts.doing,
            facts.done,
            facts.failed,
            facts.trouble
        ];
        self.run(sql, args).await.map(drop)
    }

    /// Forgets what is known of workers that are forgotten.
    pub async fn forget_worker_facts(&mut self) -> Result<u64> {
        self.run("DELETE FROM worker_facts WHERE worker NOT IN (SELECT id FROM workers)", args![]).await
    }
}
