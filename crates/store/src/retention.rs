//! What is kept only for a while: records, logs and builds. What came of them stays.

use sqlx::AssertSqlSafe;

use crate::error::Result;
use crate::ids::{ContestId, TeamId};
use crate::link::{Reader, Tx};
use crate::time::Time;
use crate::value::args;

/// From before when things of a contest are not kept; `None`: all are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Horizon {
    /// Records and reels of matches that ended before this.
    pub records: Option<Time>,
    /// What programs said in such matches, and what builds of versions that were sent before this said.
    pub logs: Option<Time>,
    /// Builds of versions that were sent before this and do not play any more.
    pub builds: Option<Time>,
}

/// How many things there are that are not to be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlived {
    /// Matches with a record.
    pub records: u64,
    /// Logs.
    pub logs: u64,
    /// Builds.
    pub builds: u64,
}

/// A match that is at an end, and whose record nobody is about to check.
const ENDED: &str = "contest = $1 AND ended < $2 AND (state IN ('void', 'annulled') OR (state = 'over' AND checked <> 'pending'))";
/// A version of a contest that is at an end and does not play.
const IDLE: &str = "created < $2 AND state IN ('ready', 'failed', 'rejected') AND team IN (SELECT id FROM teams WHERE contest = $1) \
     AND id NOT IN (SELECT active_version FROM teams WHERE contest = $1 AND active_version IS NOT NULL)";
/// One that was followed by another, and that no match waits for.
const SUPERSEDED: &str = "number < (SELECT MAX(later.number) FROM versions later WHERE later.team = versions.team) \
     AND id NOT IN (SELECT match_seats.version FROM match_seats JOIN matches ON matches.id = match_seats.match \
     WHERE matches.contest = $1 AND matches.state IN ('queued', 'running') AND match_seats.version IS NOT NULL)";

/// Where such things are.
struct Place {
    before: Option<Time>,
    /// What they are counted as.
    sum: fn(&mut Outlived) -> &mut u64,
    table: &'static str,
    nothing: &'static str,
    which: String,
}

fn places(horizon: &Horizon) -> [Place; 4] {
    [
        Place {
            before: horizon.records,
            sum: |all| &mut all.records,
            table: "matches",
            nothing: "trace = NULL, reel = NULL, game_log = NULL",
            which: format!("{ENDED} AND (trace IS NOT NULL OR reel IS NOT NULL OR game_log IS NOT NULL)"),
        },
        Place {
            before: horizon.logs,
            sum: |all| &mut all.logs,
            table: "match_seats",
            nothing: "log = NULL",
            which: format!("log IS NOT NULL AND match IN (SELECT id FROM matches WHERE {ENDED})"),
        },
        Place {
            before: horizon.logs,
            sum: |all| &mut all.logs,
            table: "versions",
            nothing: "log = NULL",
            which: format!("log IS NOT NULL AND {IDLE}"),
        },
        Place {
            before: horizon.builds,
            sum: |all| &mut all.builds,
            table: "versions",
            nothing: "build = NULL",
            which: format!("build IS NOT NULL AND {IDLE} AND {SUPERSEDED}"),
        },
    ]
}

impl Reader {
    /// What of a contest is not to be kept.
    pub async fn outlived(&mut self, contest: &ContestId, horizon: &Horizon) -> Result<Outlived> {
        let mut all = Outlived::default();
        for Place { before, sum, table, which, .. } in places(horizon) {
            if let Some(before) = before {
                let sql = format!("SELECT COUNT(*) AS a FROM {table} WHERE {which}");
                let count = self.count(AssertSqlSafe(sql), args![contest, before]).await?;
                *sum(&mut all) += count.unsigned_abs();
            }
        }
        Ok(all)
    }
}

impl Tx {
    /// Lets go of the records of matches that a team has played: its name is in them. What came of them stays.
    pub async fn let_go_of_team(&mut self, team: &TeamId) -> Result<u64> {
        let sql = "UPDATE matches SET trace = NULL, reel = NULL, game_log = NULL WHERE state IN ('over', 'void', 'annulled') \
                   AND id IN (SELECT match FROM match_seats WHERE team = $1)";
        self.run(sql, args![team]).await
    }

    /// Lets go of what is not to be kept, and says how much that was. The blobs are there until somebody sweeps them.
    pub async fn let_go(&mut self, contest: &ContestId, horizon: &Horizon) -> Result<Outlived> {
        let mut all = Outlived::default();
        for Place { before, sum, table, nothing, which } in places(horizon) {
            if let Some(before) = before {
                let sql = format!("UPDATE {table} SET {nothing} WHERE {which}");
                *sum(&mut all) += self.run(AssertSqlSafe(sql), args![contest, before]).await?;
            }
        }
        Ok(all)
    }
}
