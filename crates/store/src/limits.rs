//! How often something may be done, counted for all processes.

use std::time::Duration;

use crate::error::Result;
use crate::link::{Reader, Tx};
use crate::time::{Time, millis};
use crate::value::args;

impl Reader {
    /// How often something was done in the current stretch of time.
    pub async fn hits(&mut self, key: &str, now: Time, stretch: Duration) -> Result<i64> {
        let sql = "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) AS a FROM limits WHERE key = $1 AND window_start >= $2";
        self.count(sql, args![key, begin(now, stretch)]).await
    }
}

impl Tx {
    /// Counts that something was done, and says how often it was in the current stretch of time. Stretches begin at multiples of
    /// their length, so at the edge of two of them twice as much may pass. Whose clock is behind counts in the stretch of whose clock is ahead: two who
    /// are in two stretches must not begin anew by turns.
    pub async fn hit(&mut self, key: &str, now: Time, stretch: Duration) -> Result<i64> {
        let sql = "INSERT INTO limits (key, window_start, count) VALUES ($1, $2, 1) ON CONFLICT (key) DO UPDATE SET \
                   count = CASE WHEN limits.window_start < excluded.window_start THEN 1 ELSE limits.count + 1 END, \
                   window_start = CASE WHEN limits.window_start < excluded.window_start THEN excluded.window_start \
                   ELSE limits.window_start END RETURNING count AS a";
        self.count(sql, args![key, begin(now, stretch)]).await
    }

    /// Whether something was counted lately and is not forgotten.
    pub async fn was_hit(&mut self, key: &str) -> Result<bool> {
        Ok(self.count("SELECT COUNT(*) AS a FROM limits WHERE key = $1", args![key]).await? > 0)
    }

    /// Forgets that something was done: whoever did it was right.
    pub async fn forgive(&mut self, key: &str) -> Result<()> {
        self.run("DELETE FROM limits WHERE key = $1", args![key]).await.map(drop)
    }

    /// Forgets counts of stretches that began before that time.
    pub async fn forget_hits(&mut self, before: Time) -> Result<u64> {
        self.run("DELETE FROM limits WHERE window_start < $1", args![before]).await
    }
}

fn begin(now: Time, stretch: Duration) -> Time {
    let length = millis(stretch).max(1);
    Time(now.0 - now.0.rem_euclid(length))
}
