//! What is asked of many matches: lists, head-to-head, counts, and what ratings are made of.

use sqlx::AssertSqlSafe;

use crate::error::Result;
use crate::ids::{ContestId, MatchId, RoundId, TeamId, UserId, VersionId};
use crate::link::Reader;
use crate::matches::{Match, places, values};
use crate::states::{MatchKind, MatchState};
use crate::time::Time;
use crate::users::contains;
use crate::value::{Bind, FromRow, Row, Value, args, from_row};

/// Which matches are asked for; what is `None` or empty does not matter.
#[derive(Clone, Debug, Default)]
pub struct MatchFilter {
    /// Of this contest.
    pub contest: Option<ContestId>,
    /// In which this team played.
    pub team: Option<TeamId>,
    /// In which this team played too.
    pub opponent: Option<TeamId>,
    /// In which this house bot played.
    pub house: Option<String>,
    /// In which this version played.
    pub version: Option<VersionId>,
    /// Of one of these kinds.
    pub kinds: Vec<MatchKind>,
    /// In one of these states.
    pub states: Vec<MatchState>,
    /// On this map.
    pub map: Option<String>,
    /// With this tag of the organiser, or of the team `tag_of`.
    pub tag: Option<String>,
    /// Whose own tags are looked at, too.
    pub tag_of: Option<TeamId>,
    /// Of this round.
    pub round: Option<RoundId>,
    /// That this user asked for.
    pub by_user: Option<UserId>,
    /// Each of its words is part of the name of a team that played.
    pub text: String,
    /// Made at that time or later.
    pub since: Option<Time>,
    /// Made before that time.
    pub until: Option<Time>,
    /// The cursor of the next page: made before the match with this `seq`.
    pub before: Option<i64>,
    /// The cursor of the page before: made after the match with this `seq`.
    pub after: Option<i64>,
    /// Whether matches of a rejudge that has not been applied are wanted.
    pub shadows: bool,
}

/// How often one team was ahead of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Versus {
    /// It was ahead.
    pub won: i64,
    /// The other was.
    pub lost: i64,
    /// Neither was.
    pub drawn: i64,
}

/// A match as ratings see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// Grows with every match that is made.
    pub seq: i64,
    /// Which match.
    pub id: MatchId,
    /// Of which round.
    pub round: Option<RoundId>,
    /// Its map.
    pub map: String,
    /// Its seed.
    pub seed: String,
    /// When it ended.
    pub ended: Time,
    /// Who met, in the order of seats.
    pub seats: Vec<MeetingSeat>,
}

/// Somebody in a meeting.
#[derive(Clone, Debug, PartialEq)]
pub struct MeetingSeat {
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
    /// 1 is best.
    pub rank: i64,
    /// As the game counts.
    pub score: Option<f64>,
}

from_row!(MeetingSeat { seat, side, team, version, house, rank, score });

/// A match as it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// Grows with every match that is made.
    pub seq: i64,
    /// When it was made.
    pub created: Time,
    /// How far it is.
    pub state: MatchState,
    /// The teams that meet.
    pub teams: Vec<TeamId>,
}

/// What a version took in its matches of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// Which version.
    pub version: VersionId,
    /// How many matches.
    pub matches: i64,
    /// How long it thought in all of them.
    pub time_ms: i64,
    /// How long in the slowest.
    pub slowest_ms: Option<i64>,
    /// How much memory it had at most, in bytes.
    pub memory: Option<i64>,
    /// How many mistakes it made.
    pub faults: i64,
}

from_row!(Use { version, matches, time_ms, slowest_ms, memory, faults });

impl Reader {
    /// Matches, the newest first. With `after` it is the page next to that cursor.
    pub async fn matches(&mut self, filter: &MatchFilter, limit: i64) -> Result<Vec<Match>> {
        let mut asked = Asked::new(filter);
        let order = if filter.after.is_some() && filter.before.is_none() { "ASC" } else { "DESC" };
        asked.args.push(limit.value());
        let sql = format!(
            "SELECT * FROM matches AS m WHERE {} ORDER BY m.seq {order} LIMIT ${}",
            asked.clauses.join(" AND "),
            asked.args.len()
        );
        let mut found: Vec<Match> = self.all(AssertSqlSafe(sql), asked.args).await?;
        found.sort_by_key(|game| std::cmp::Reverse(game.seq));
        self.seated(found).await
    }

    /// How many matches there are, on all pages.
    pub async fn count_matches(&mut self, filter: &MatchFilter) -> Result<i64> {
        let asked = Asked::new(&MatchFilter { before: None, after: None, ..filter.clone() });
        let sql = format!("SELECT COUNT(*) AS a FROM matches AS m WHERE {}", asked.clauses.join(" AND "));
        self.count(AssertSqlSafe(sql), asked.args).await
    }

    /// How often one team was ahead of another in matches of a kind that count, each by its best seat. Seats of one side are never ahead of
    /// each other.
    pub async fn versus(&mut self, team: &TeamId, other: &TeamId, kind: MatchKind) -> Result<Versus> {
        let sql = "SELECT COUNT(CASE WHEN ours < theirs THEN 1 END) AS won, COUNT(CASE WHEN ours > theirs THEN 1 END) AS lost, \
                   COUNT(CASE WHEN ours = theirs THEN 1 END) AS drawn FROM (\
                   SELECT MIN(a.rank) AS ours, MIN(b.rank) AS theirs FROM matches AS m \
                   JOIN match_seats AS a ON a.match = m.id JOIN match_seats AS b ON b.match = m.id AND b.side <> a.side \
                   WHERE a.team = $1 AND b.team = $2 AND m.kind = $3 AND m.state = 'over' AND m.shadow = 0 GROUP BY m.id) AS met";
        Ok(self.one(sql, args![team, other, kind]).await?.unwrap_or_default())
    }

    /// What each version of a team took in matches of a kind that count. A version that has several seats in a match counts once.
    pub async fn uses(&mut self, team: &TeamId, kind: MatchKind) -> Result<Vec<Use>> {
        let sql = "SELECT s.version, COUNT(DISTINCT m.id) AS matches, CAST(COALESCE(SUM(s.time_ms), 0) AS BIGINT) AS time_ms, \
                   MAX(s.time_ms) AS slowest_ms, MAX(s.memory) AS memory, CAST(COALESCE(SUM(s.faults), 0) AS BIGINT) AS faults \
                   FROM match_seats AS s JOIN matches AS m ON m.id = s.match \
                   WHERE s.team = $1 AND s.version IS NOT NULL AND m.kind = $2 AND m.state = 'over' AND m.shadow = 0 \
                   GROUP BY s.version ORDER BY s.version";
        self.all(sql, args![team, kind]).await
    }

    /// How many matches of a contest there are, by kind and state; those of a rejudge that has not been applied are left out.
    pub async fn match_counts(&mut self, contest: &ContestId) -> Result<Vec<(MatchKind, MatchState, i64)>> {
        let sql = "SELECT kind AS a, state AS b, COUNT(*) AS c FROM matches WHERE contest = $1 AND shadow = 0 \
                   GROUP BY kind, state ORDER BY kind, state";
        self.all(sql, args![contest]).await
    }

    /// How many matches of a kind that count were played on which map.
    pub async fn map_counts(&mut self, contest: &ContestId, kind: MatchKind) -> Result<Vec<(String, i64)>> {
        let sql = "SELECT map AS a, COUNT(*) AS b FROM matches \
                   WHERE contest = $1 AND kind = $2 AND state = 'over' AND shadow = 0 GROUP BY map ORDER BY map";
        self.all(sql, args![contest, kind]).await
    }

    /// What tells whether anything that ratings are made of has changed: how many matches of a kind are over and count, the sum of their
    /// `seq`s, and the last.
    pub async fn meetings_mark(&mut self, contest: &ContestId, kind: MatchKind) -> Result<(i64, i64, i64)> {
        let sql = "SELECT COUNT(*) AS a, CAST(COALESCE(SUM(seq), 0) AS BIGINT) AS b, COALESCE(MAX(seq), 0) AS c FROM matches \
                   WHERE contest = $1 AND kind = $2 AND state = 'over' AND shadow = 0";
        Ok(self.one(sql, args![contest, kind]).await?.unwrap_or_default())
    }

    /// Everything that ratings are made of: all matches of a kind that are over and count, in the order in which they were made.
    pub async fn meetings(&mut self, contest: &ContestId, kind: MatchKind) -> Result<Vec<Meeting>> {
        let mut all = Vec::new();
        self.each_meeting(contest, kind, |meeting| all.push(meeting)).await?;
        Ok(all)
    }

    /// The same, one by one, in one query and without holding all of them.
    pub async fn each_meeting(
        &mut self,
        contest: &ContestId,
        kind: MatchKind,
        each: impl FnMut(Meeting) + Send,
    ) -> Result<()> {
        self.meet("", args![contest, kind], each).await
    }

    /// Those of these matches that are over and count, in the order in which they were made.
    pub async fn meetings_of(
        &mut self,
        contest: &ContestId,
        kind: MatchKind,
        seqs: &[i64],
    ) -> Result<Vec<Meeting>> {
        let mut all = Vec::new();
        if seqs.is_empty() {
            return Ok(all);
        }
        let mut args = args![contest, kind];
        let these = format!("AND m.seq IN ({})", places(args.len() + 1, seqs.len()));
        args.extend(values(seqs));
        self.meet(&these, args, |meeting| all.push(meeting)).await?;
        Ok(all)
    }

    async fn meet(
        &mut self,
        which: &str,
        args: Vec<Value>,
        mut each: impl FnMut(Meeting) + Send,
    ) -> Result<()> {
        let sql = format!(
            "SELECT m.seq, m.id, m.round, m.map, m.seed, m.ended, s.seat, s.side, s.team, s.version, s.house, s.rank, s.score \
             FROM matches AS m JOIN match_seats AS s ON s.match = m.id \
             WHERE m.contest = $1 AND m.kind = $2 AND m.state = 'over' AND m.shadow = 0 AND s.rank IS NOT NULL {which} \
             ORDER BY m.seq, s.seat"
        );
        let mut last: Option<Meeting> = None;
        let row = |mut row: Meeting| match &mut last {
            Some(meeting) if meeting.seq == row.seq => meeting.seats.append(&mut row.seats),
            _ => last.replace(row).into_iter().for_each(&mut each),
        };
        self.each(AssertSqlSafe(sql), args, row).await?;
        last.into_iter().for_each(each);
        Ok(())
    }

    /// The `seq`s of the matches of a kind that wait or are being played.
    pub async fn open_matches(&mut self, contest: &ContestId, kind: MatchKind) -> Result<Vec<i64>> {
        let sql = "SELECT seq AS a FROM matches WHERE contest = $1 AND kind = $2 AND state IN ('queued', 'running') \
                   AND shadow = 0";
        let seqs: Vec<(i64,)> = self.all(sql, args![contest, kind]).await?;
        Ok(seqs.into_iter().map(|(seq,)| seq).collect())
    }

    /// The matches of a kind that were made after the one with that `seq`; of those that are no longer open only the ones that were made since a
    /// time. In the order in which they were made.
    pub async fn seatings(
        &mut self,
        contest: &ContestId,
        kind: MatchKind,
        after: i64,
        since: Time,
    ) -> Result<Vec<Seating>> {
        let sql = "SELECT m.seq, m.created, m.state, s.team FROM matches AS m JOIN match_seats AS s ON s.match = m.id \
                   WHERE m.contest = $1 AND m.kind = $2 AND m.shadow = 0 AND m.seq > $3 \
                   AND (m.created >= $4 OR m.state IN ('queued', 'running')) ORDER BY m.seq, s.seat";
        let mut all: Vec<Seating> = Vec::new();
        let row = |mut row: Seating| match all.last_mut() {
            Some(last) if last.seq == row.seq => last.teams.append(&mut row.teams),
            _ => all.push(row),
        };
        self.each(sql, args![contest, kind, after, since], row).await?;
        Ok(all)
    }
}

/// One row is a match with one seat.
impl FromRow for Seating {
    fn from_row(row: &Row) -> Result<Seating> {
        let team: Option<TeamId> = row.get("team")?;
        Ok(Seating {
            seq: row.get("seq")?,
            created: row.get("created")?,
            state: row.get("state")?,
            teams: team.into_iter().collect(),
        })
    }
}

from_row!(Versus { won, lost, drawn });

/// One row is a meeting with one seat.
impl FromRow for Meeting {
    fn from_row(row: &Row) -> Result<Meeting> {
        Ok(Meeting {
            seq: row.get("seq")?,
            id: row.get("id")?,
            round: row.get("round")?,
            map: row.get("map")?,
            seed: row.get("seed")?,
            ended: row.get("ended")?,
            seats: vec![MeetingSeat::from_row(row)?],
        })
    }
}

/// A filter as SQL.
struct Asked {
    clauses: Vec<String>,
    args: Vec<Value>,
}

impl Asked {
    fn new(filter: &MatchFilter) -> Asked {
        let mut asked = Asked { clauses: Vec::new(), args: Vec::new() };
        // There is always one clause, so that `WHERE` has something to say.
        asked.clauses.push(if filter.shadows { "m.seq > 0" } else { "m.shadow = 0" }.to_owned());
        asked.if_some("m.contest = ?", filter.contest.as_ref());
        asked.if_some("m.id IN (SELECT match FROM match_seats WHERE team = ?)", filter.team.as_ref());
        asked.if_some("m.id IN (SELECT match FROM match_seats WHERE team = ?)", filter.opponent.as_ref());
        asked.if_some("m.id IN (SELECT match FROM match_seats WHERE house = ?)", filter.house.as_ref());
        asked.if_some("m.id IN (SELECT match FROM match_seats WHERE version = ?)", filter.version.as_ref());
        asked.one_of("m.kind", &filter.kinds);
        asked.one_of("m.state", &filter.states);
        asked.if_some("m.map = ?", filter.map.as_ref());
        asked.if_some("m.round = ?", filter.round.as_ref());
        asked.if_some("m.by_user = ?", filter.by_user.as_ref());
        asked.if_some("m.created >= ?", filter.since);
        asked.if_some("m.created < ?", filter.until);
        asked.if_some("m.seq < ?", filter.before);
        asked.if_some("m.seq > ?", filter.after);
        if let Some(tag) = &filter.tag {
            let whose = asked.place(filter.tag_of.as_ref());
            let tagged = "m.id IN (SELECT match FROM tags WHERE tag = ? AND (team IS NULL OR team = WHOSE))";
            asked.if_some(&tagged.replace("WHOSE", &whose), Some(tag));
        }
        for word in filter.text.split_whitespace() {
            let named = "m.id IN (SELECT s.match FROM match_seats AS s JOIN teams AS t ON t.id = s.team \
                         WHERE t.name_key LIKE ? ESCAPE '\\')";
            asked.if_some(named, Some(contains(word)));
        }
        asked
    }

    fn place(&mut self, value: impl Bind) -> String {
        self.args.push(value.value());
        format!("${}", self.args.len())
    }

    fn if_some(&mut self, clause: &str, value: Option<impl Bind>) {
        if value.is_some() {
            let place = self.place(value);
            self.clauses.push(clause.replace('?', &place));
        }
    }

    fn one_of(&mut self, column: &str, all: &[impl Bind]) {
        if !all.is_empty() {
            self.clauses.push(format!("{column} IN ({})", places(self.args.len() + 1, all.len())));
            self.args.extend(values(all));
        }
    }
}
