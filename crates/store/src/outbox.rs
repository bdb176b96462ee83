//! What is to be told to a broker. It is written in the transaction that it speaks of, and sent after that.

use sqlx::AssertSqlSafe;

use crate::error::Result;
use crate::jobs::skip_locked;
use crate::link::{Reader, Tx};
use crate::matches::{places, values};
use crate::time::Time;
use crate::value::{args, from_row};

/// A message that waits to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Grows with every message; a broker takes it as the message's id, so that one sent twice is one.
    pub seq: i64,
    /// About what.
    pub topic: String,
    /// What it says.
    pub body: String,
    /// When it was written.
    pub created: Time,
}

from_row!(Message { seq, topic, body, created });

impl Reader {
    /// What was written about something until that time, after the message with this `seq`, and waits to be sent; the oldest first.
    pub async fn unsent(&mut self, topic: &str, after: i64, until: Time, limit: i64) -> Result<Vec<Message>> {
        let sql = "SELECT * FROM outbox WHERE sent IS NULL AND topic = $1 AND seq > $2 AND created <= $3 ORDER BY seq LIMIT $4";
        self.all(sql, args![topic, after, until, limit]).await
    }
}

impl Tx {
    /// Writes a message, where somebody sends them: see [`Store::with_outbox`](crate::Store::with_outbox).
    pub async fn post(&mut self, topic: &str, body: &str, now: Time) -> Result<()> {
        if !self.posts() {
            return Ok(());
        }
        let sql = "INSERT INTO outbox (topic, body, created) VALUES ($1, $2, $3)";
        self.run(sql, args![topic, body, now]).await.map(drop)
    }

    /// Messages were sent: they are forgotten. Two who send the same do not wait for each other.
    pub async fn sent(&mut self, seqs: &[i64]) -> Result<u64> {
        if seqs.is_empty() {
            return Ok(0);
        }
        let (places, skip) = (places(1, seqs.len()), skip_locked(self.kind()));
        let sql = format!(
            "DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE seq IN ({places}) ORDER BY seq {skip})"
        );
        self.run(AssertSqlSafe(sql), values(seqs)).await
    }

    /// Forgets messages that nobody has sent since that time: nobody sends any here now.
    pub async fn forget_unsent(&mut self, before: Time) -> Result<u64> {
        self.run("DELETE FROM outbox WHERE created < $1", args![before]).await
    }
}
