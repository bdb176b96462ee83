//! Matches and who sat where. What is asked of many of them is in `search.rs`.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;

use crate::error::{Error, Result};
use crate::ids::{ContestId, MatchId, RoundId, TeamId, UserId, VersionId};
use crate::json::Json;
use crate::link::{Reader, Tx};
use crate::states::{Checked, MatchKind, MatchState};
use crate::time::Time;
use crate::value::{Bind, FromRow, Row, Value, args, from_row};

/// A match.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Grows with every match that is made.
    pub seq: i64,
    /// Which one.
    pub id: MatchId,
    /// Of which contest.
    pub contest: ContestId,
    /// Of which round.
    pub round: Option<RoundId>,
    /// What it is played for.
    pub kind: MatchKind,
    /// How far it is.
    pub state: MatchState,
    /// Which attempt of its job plays or played it.
    pub attempt: i64,
    /// The game.
    pub game: String,
    /// Its ruleset.
    pub ruleset: String,
    /// Its map.
    pub map: String,
    /// Its seed.
    pub seed: String,
    /// What is played, as the runner is told.
    pub order: Json,
    /// Who may see what of it.
    pub disclosure: String,
    /// How urgent it is.
    pub priority: i64,
    /// Whether it belongs to a rejudge that has not been applied, and so counts for nothing.
    pub shadow: bool,
    /// When it was made.
    pub created: Time,
    /// When its last attempt began.
    pub started: Option<Time>,
    /// When it came to an end.
    pub ended: Option<Time>,
    /// What came out.
    pub outcome: Option<Json>,
    /// How many windows it had.
    pub windows: Option<i64>,
    /// Why it is void or annulled.
    pub reason: Option<String>,
    /// Whether playing it again from its record gave the same.
    pub checked: Checked,
    /// Digest of its record.
    pub trace: Option<String>,
    /// Digest of its reel.
    pub reel: Option<String>,
    /// Digest of its log as the original contest wrote it.
    pub game_log: Option<String>,
    /// What the runner reports.
    pub report: Option<Json>,
    /// Who asked for it.
    pub by_user: Option<UserId>,
    /// The version that it tries.
    pub version_validated: Option<VersionId>,
    /// Who sat where, in the order of seats.
    pub seats: Vec<Seat>,
}

impl FromRow for Match {
    fn from_row(row: &Row) -> Result<Match> {
        Ok(Match {
            seq: row.get("seq")?,
            id: row.get("id")?,
            contest: row.get("contest")?,
            round: row.get("round")?,
            kind: row.get("kind")?,
            state: row.get("state")?,
            attempt: row.get("attempt")?,
            game: row.get("game")?,
            ruleset: row.get("ruleset")?,
            map: row.get("map")?,
            seed: row.get("seed")?,
            order: row.get("order")?,
            disclosure: row.get("disclosure")?,
            priority: row.get("priority")?,
            shadow: row.get("shadow")?,
            created: row.get("created")?,
            started: row.get("started")?,
            ended: row.get("ended")?,
            outcome: row.get("outcome")?,
            windows: row.get("windows")?,
            reason: row.get("reason")?,
            checked: row.get("checked")?,
            trace: row.get("trace")?,
            reel: row.get("reel")?,
            game_log: row.get("game_log")?,
            report: row.get("report")?,
            by_user: row.get("by_user")?,
            version_validated: row.get("version_validated")?,
            seats: Vec::new(),
        })
    }
}

/// Who sat on a seat, and what came out for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seat {
    /// Counted from 0.
    pub seat: i64,
    /// With whom it wins and loses.
    pub side: i64,
    /// The team.
    pub team: Option<TeamId>,
    /// The version of its bot.
    pub version: Option<VersionId>,
    /// The house bot.
    pub house: Option<String>,
    /// The person.
    pub person: Option<UserId>,
    /// 1 is best.
    pub rank: Option<i64>,
    /// As the game counts.
    pub score: Option<f64>,
    /// How many mistakes it made.
    pub faults: Option<i64>,
    /// How long it thought.
    pub time_ms: Option<i64>,
    /// How much memory it had at most, in bytes.
    pub memory: Option<i64>,
    /// Digest of its own error output and notes.
    pub log: Option<String>,
}

from_row!(Seat { seat, side, team, version, house, person, rank, score, faults, time_ms, memory, log });

/// A match to be made. It is queued.
#[derive(Clone, Debug)]
pub struct NewMatch<'a> {
    /// Of which contest.
    pub contest: &'a ContestId,
    /// Of which round.
    pub round: Option<&'a RoundId>,
    /// What it is played for.
    pub kind: MatchKind,
    /// The game.
    pub game: &'a str,
    /// Its ruleset.
    pub ruleset: &'a str,
    /// Its map.
    pub map: &'a str,
    /// Its seed.
    pub seed: &'a str,
    /// What is played, as the runner is told.
    pub order: &'a Json,
    /// Who may see what of it.
    pub disclosure: &'a str,
    /// How urgent it is.
    pub priority: i64,
    /// Whether it belongs to a rejudge.
    pub shadow: bool,
    /// Now.
    pub created: Time,
    /// Who asked for it.
    pub by_user: Option<&'a UserId>,
    /// The version that it tries.
    pub version_validated: Option<&'a VersionId>,
    /// Who sits where, in the order of seats.
    pub seats: &'a [NewSeat],
}

/// Who is to sit on a seat: a team's version, a house bot or a person.
#[derive(Clone, Debug, Default)]
pub struct NewSeat {
    /// With whom it wins and loses.
    pub side: i64,
    /// The team.
    pub team: Option<TeamId>,
    /// The version of its bot.
    pub version: Option<VersionId>,
    /// The house bot.
    pub house: Option<String>,
    /// The person.
    pub person: Option<UserId>,
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct MatchEnd<'a> {
    /// Now.
    pub ended: Time,
    /// What came out.
    pub outcome: &'a Json,
    /// How many windows it had.
    pub windows: i64,
    /// Digest of its record.
    pub trace: Option<&'a str>,
    /// Digest of its reel.
    pub reel: Option<&'a str>,
    /// Digest of its log as the original contest wrote it.
    pub game_log: Option<&'a str>,
    /// What the runner reports.
    pub report: Option<&'a Json>,
    /// What came out for each seat, in the order of seats.
    pub seats: &'a [SeatEnd<'a>],
}

/// What came out for a seat.
#[derive(Clone, Debug, Default)]
pub struct SeatEnd<'a> {
    /// 1 is best.
    pub rank: i64,
    /// As the game counts.
    pub score: Option<f64>,
    /// How many mistakes it made.
    pub faults: i64,
    /// How long it thought.
    pub time_ms: Option<i64>,
    /// How much memory it had at most, in bytes.
    pub memory: Option<i64>,
    /// Digest of its own error output and notes.
    pub log: Option<&'a str>,
}

impl Reader {
    /// A match.
    pub async fn one_match(&mut self, id: &MatchId) -> Result<Match> {
        self.these_matches(std::slice::from_ref(id)).await?.pop().ok_or(Error::Missing { what: "match" })
    }

    /// Several matches, in the order in which they were made; those that are not there are left out.
    pub async fn these_matches(&mut self, ids: &[MatchId]) -> Result<Vec<Match>> {
        let mut all = Vec::with_capacity(ids.len());
        for ids in ids.chunks(CHUNK) {
            let sql = format!("SELECT * FROM matches WHERE id IN ({}) ORDER BY seq", places(1, ids.len()));
            let found = self.all(AssertSqlSafe(sql), values(ids)).await?;
            all.extend(self.seated(found).await?);
        }
        all.sort_by_key(|game| game.seq);
        Ok(all)
    }

    /// Gives matches their seats.
    pub(crate) async fn seated(&mut self, mut matches: Vec<Match>) -> Result<Vec<Match>> {
        for chunk in matches.chunks_mut(CHUNK) {
            let ids: Vec<MatchId> = chunk.iter().map(|game| game.id.clone()).collect();
            let sql = format!("SELECT * FROM match_seats WHERE match IN ({})", places(1, ids.len()));
            let mut seats: Vec<(MatchId, Seat)> = self.all(AssertSqlSafe(sql), values(&ids)).await?;
            // Not in SQL: a server may put letters into another order than we do.
            seats.sort_by(|(a, left), (b, right)| (a, left.seat).cmp(&(b, right.seat)));
            for game in chunk {
                let first = seats.partition_point(|(id, _)| id < &game.id);
                let own = seats[first..].iter().take_while(|(id, _)| id == &game.id);
                game.seats = own.map(|(_, seat)| seat.clone()).collect();
            }
        }
        Ok(matches)
    }

    /// The tags of a match that a team sees: the organiser's, and its own.
    pub async fn tags(&mut self, id: &MatchId, team: Option<&TeamId>) -> Result<Vec<String>> {
        let sql = "SELECT DISTINCT tag AS a FROM tags WHERE match = $1 AND (team IS NULL OR team = $2) ORDER BY tag";
        Ok(self.all::<(String,)>(sql, args![id, team]).await?.into_iter().map(|(tag,)| tag).collect())
    }

    /// The same for several matches; those without any are left out.
    pub async fn tags_of(
        &mut self,
        ids: &[MatchId],
        team: Option<&TeamId>,
    ) -> Result<BTreeMap<MatchId, Vec<String>>> {
        let mut all: BTreeMap<MatchId, Vec<String>> = BTreeMap::new();
        for ids in ids.chunks(CHUNK) {
            let sql = format!(
                "SELECT DISTINCT match AS a, tag AS b FROM tags WHERE (team IS NULL OR team = $1) AND match IN ({}) ORDER BY b",
                places(2, ids.len())
            );
            let mut args = args![team];
            args.extend(values(ids));
            let found: Vec<(MatchId, String)> = self.all(AssertSqlSafe(sql), args).await?;
            found.into_iter().for_each(|(id, tag)| all.entry(id).or_default().push(tag));
        }
        Ok(all)
    }

    /// The rows with these ids.
    pub(crate) async fn these<T: FromRow>(&mut self, select: &str, ids: &[impl Bind]) -> Result<Vec<T>> {
        let mut all = Vec::with_capacity(ids.len());
        for ids in ids.chunks(CHUNK) {
            let sql = format!("{select} ({})", places(1, ids.len()));
            all.append(&mut self.all(AssertSqlSafe(sql), values(ids)).await?);
        }
        Ok(all)
    }
}

impl Tx {
    /// Makes a match. Enqueue its job in the same transaction.
    pub async fn add_match(&mut self, new: &NewMatch<'_>) -> Result<Match> {
        let sql = "INSERT INTO matches (id, contest, round, kind, state, game, ruleset, map, seed, \"order\", disclosure, \
                   priority, shadow, created, by_user, version_validated) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING *";
        let id = MatchId::fresh();
        let args = args![
            id,
            new.contest,
            new.round,
            new.kind,
            MatchState::Queued,
            new.game,
            new.ruleset,
            new.map,
            new.seed,
            new.order,
            new.disclosure,
            new.priority,
            new.shadow,
            new.created,
            new.by_user,
            new.version_validated,
        ];
        self.begins(MatchState::Queued);
        let made: Option<Match> = self.one(sql, args).await?;
        let mut made = made.ok_or(Error::Missing { what: "match" })?;
        let mut args = Vec::with_capacity(new.seats.len() * 7);
        let mut rows = Vec::with_capacity(new.seats.len());
        for (seat, new) in (0_i64..).zip(new.seats) {
            rows.push(format!("({})", places(args.len() + 1, 7)));
            args.extend(args![id, seat, new.side, new.team, new.version, new.house, new.person]);
        }
        if !rows.is_empty() {
            let rows = rows.join(", ");
            let sql = format!(
                "INSERT INTO match_seats (match, seat, side, team, version, house, person) VALUES {rows} RETURNING *"
            );
            made.seats = self.all(AssertSqlSafe(sql), args).await?;
            made.seats.sort_by_key(|seat: &Seat| seat.seat);
        }
        Ok(made)
    }

    /// A worker begins to play a match, in that attempt of its job.
    pub async fn begin_match(&mut self, id: &MatchId, attempt: i64, now: Time) -> Result<()> {
        self.step(MatchState::Queued, MatchState::Running)?;
        let sql = "UPDATE matches SET state = 'running', attempt = $2, started = $3 WHERE id = $1 AND state = 'queued'";
        let rows = self.run(sql, args![id, attempt, now]).await?;
        self.changed::<MatchState>(rows, id).await
    }

    /// The worker that played it was lost, or gave it back: it waits again.
    pub async fn requeue_match(&mut self, id: &MatchId, attempt: i64) -> Result<()> {
        self.step(MatchState::Running, MatchState::Queued)?;
        let sql = "UPDATE matches SET state = 'queued', started = NULL WHERE id = $1 AND attempt = $2 AND state = 'running'";
        let rows = self.run(sql, args![id, attempt]).await?;
        self.changed::<MatchState>(rows, id).await
    }

    /// A match was played, in that attempt.
    pub async fn finish_match(&mut self, id: &MatchId, attempt: i64, end: &MatchEnd<'_>) -> Result<()> {
        self.step(MatchState::Running, MatchState::Over)?;
        let sql = "UPDATE matches SET state = 'over', ended = $3, outcome = $4, windows = $5, trace = $6, reel = $7, \
                   game_log = $8, report = $9 WHERE id = $1 AND attempt = $2 AND state = 'running'";
        let args = args![
            id,
            attempt,
            end.ended,
            end.outcome,
            end.windows,
            end.trace,
            end.reel,
            end.game_log,
            end.report
        ];
        let rows = self.run(sql, args).await?;
        self.changed::<MatchState>(rows, id).await?;
        for (seat, end) in (0..).zip(end.seats) {
            let sql = "UPDATE match_seats SET rank = $3, score = $4, faults = $5, time_ms = $6, memory = $7, log = $8 \
                       WHERE match = $1 AND seat = $2";
            let args = args![id, seat, end.rank, end.score, end.faults, end.time_ms, end.memory, end.log];
            if self.run(sql, args).await? == 0 {
                return Err(Error::Missing { what: "seat" });
            }
        }
        Ok(())
    }

    /// A match could not be played, which is our fault.
    pub async fn void_match(
        &mut self,
        id: &MatchId,
        from: MatchState,
        now: Time,
        reason: &str,
    ) -> Result<()> {
        self.end_without_result(id, from, MatchState::Void, now, Some(reason)).await
    }

    /// A match that could not be played waits to be played after all. Let its job be tried again in the same transaction.
    pub async fn revive_match(&mut self, id: &MatchId) -> Result<()> {
        self.step(MatchState::Void, MatchState::Queued)?;
        let sql = "UPDATE matches SET state = 'queued', started = NULL, ended = NULL, reason = NULL WHERE id = $1 AND state = 'void'";
        let rows = self.run(sql, args![id]).await?;
        self.changed::<MatchState>(rows, id).await
    }

    /// Somebody takes a match back before it is played. Cancel its job in the same transaction.
    pub async fn cancel_match(&mut self, id: &MatchId, now: Time) -> Result<()> {
        self.end_without_result(id, MatchState::Queued, MatchState::Cancelled, now, None).await
    }

    /// Takes a match back with its job, if nobody has begun it. Whoever claims the job at this moment is waited for, and plays it.
    pub async fn withdraw_match(&mut self, id: &MatchId, now: Time) -> Result<bool> {
        // The job first, as whoever claims it does: two who lock in another order wait for each other for ever.
        if self.cancel_jobs_for(id.as_str(), now).await? == 0 {
            // One that has lost its job is begun by nobody.
            let sql = "SELECT COUNT(*) AS a FROM jobs WHERE subject = $1 AND state = 'running'";
            let waits = self.one_match(id).await?.state == MatchState::Queued;
            if !waits || self.count(sql, args![id]).await? > 0 {
                return Ok(false);
            }
        }
        self.cancel_match(id, now).await?;
        Ok(true)
    }

    async fn end_without_result(
        &mut self,
        id: &MatchId,
        from: MatchState,
        to: MatchState,
        now: Time,
        reason: Option<&str>,
    ) -> Result<()> {
        self.step(from, to)?;
        let sql = "UPDATE matches SET state = $3, ended = $4, reason = $5 WHERE id = $1 AND state = $2";
        let rows = self.run(sql, args![id, from, to, now, reason]).await?;
        self.changed::<MatchState>(rows, id).await
    }

    /// A match that was played does not count.
    pub async fn annul_match(&mut self, id: &MatchId, reason: &str) -> Result<()> {
        self.step(MatchState::Over, MatchState::Annulled)?;
        let sql = "UPDATE matches SET state = 'annulled', reason = $2 WHERE id = $1 AND state = 'over'";
        let rows = self.run(sql, args![id, reason]).await?;
        self.changed::<MatchState>(rows, id).await
    }

    /// A match that was played was played again from its record.
    pub async fn check_match(&mut self, id: &MatchId, checked: Checked) -> Result<()> {
        self.step(Checked::Pending, checked)?;
        let sql = "UPDATE matches SET checked = $2 WHERE id = $1 AND checked = 'pending' AND state IN ('over', 'annulled')";
        let rows = self.run(sql, args![id, checked]).await?;
        self.changed::<MatchState>(rows, id).await
    }

    /// Gives a match these tags of a team, or of the organiser, in place of those it had.
    pub async fn set_tags(&mut self, id: &MatchId, team: Option<&TeamId>, tags: &[&str]) -> Result<()> {
        let own = "DELETE FROM tags WHERE match = $1 AND COALESCE(team, '') = $2";
        self.run(own, args![id, team.map_or("", TeamId::as_str)]).await?;
        for tag in tags {
            let sql = "INSERT INTO tags (match, team, tag) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            self.run(sql, args![id, team, tag]).await?;
        }
        Ok(())
    }

    /// Lets go of the records and logs of matches of a kind that came to an end before that time; their results stay. Says of how many.
    pub async fn forget_records(
        &mut self,
        contest: &ContestId,
        kind: MatchKind,
        before: Time,
    ) -> Result<u64> {
        let sql = "UPDATE match_seats SET log = NULL WHERE log IS NOT NULL AND match IN (\
                   SELECT id FROM matches WHERE contest = $1 AND kind = $2 AND ended < $3)";
        self.run(sql, args![contest, kind, before]).await?;
        let sql = "UPDATE matches SET trace = NULL, reel = NULL, game_log = NULL \
                   WHERE contest = $1 AND kind = $2 AND ended < $3 AND trace IS NOT NULL";
        self.run(sql, args![contest, kind, before]).await
    }
}

impl FromRow for (MatchId, Seat) {
    fn from_row(row: &Row) -> Result<(MatchId, Seat)> {
        Ok((row.get("match")?, Seat::from_row(row)?))
    }
}

/// How many things are asked for by id in one query.
const CHUNK: usize = 500;

/// So many places of a query, from a number: `$1, $2, $3`.
pub(crate) fn places(first: usize, count: usize) -> String {
    (first..first + count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

pub(crate) fn values<T: Bind>(all: &[T]) -> Vec<Value> {
    all.iter().map(Bind::value).collect()
}
