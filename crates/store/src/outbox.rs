//! What is to be told to a broker. It is written in the transaction that it speaks of, and sent after that.

use crate::error::Result;
use crate::link::{Reader, Tx};
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
    /// What waits to be sent, the oldest first.
    pub async fn unsent(&mut self, limit: i64) -> Result<Vec<Message>> {
        self.all("SELECT * FROM outbox WHERE sent IS NULL ORDER BY seq LIMIT $1", args![limit]).await
    }
}

impl Tx {
    /// Writes a message.
    pub async fn post(&mut self, topic: &str, body: &str, now: Time) -> Result<()> {
        let sql = "INSERT INTO outbox (topic, body, created) VALUES ($1, $2, $3)";
        self.run(sql, args![topic, body, now]).await.map(drop)
    }

    /// Notes that a message was sent.
    pub async fn sent(&mut self, seq: i64, now: Time) -> Result<()> {
        self.run("UPDATE outbox SET sent = $2 WHERE seq = $1 AND sent IS NULL", args![seq, now])
            .await
            .map(drop)
    }

    /// Forgets messages that were sent before that time.
    pub async fn forget_sent(&mut self, before: Time) -> Result<u64> {
        self.run("DELETE FROM outbox WHERE sent < $1", args![before]).await
    }
}
