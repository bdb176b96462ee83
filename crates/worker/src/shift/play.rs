//! Plays a match for a league.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use meydan_arena::{Error, Patience, PersonClock, Reception};
use meydan_core::trace::Entrant;
use meydan_core::{Outcome, Seat};
use meydan_league::{Counted, Done, Lease, Live, MatchDone, MatchWork, Seated, SideDone};
use meydan_referee::Count;
use meydan_runner::{ClockRate, Fairness, MatchOrder, MatchReport};
use serde_json::json;

use super::Shift;
use super::hand::Undone;
use crate::bout::{Bout, Played, Seated as Seating};
use crate::setup::planned_map;

/// How much of a seat's own words is kept.
const WORDS: usize = 1 << 20;
/// How many lines of a bot's last words are told where it failed.
const LAST_WORDS: usize = 8;
/// The longest a match may take, whatever its clocks say.
const LONGEST: Duration = Duration::from_secs(3600);
/// How long a person may think about a turn, may be silent, and may be away before the match is given up.
const THINKING: Duration = Duration::from_secs(5 * 60);
const SILENT: Duration = Duration::from_secs(10 * 60);
const AWAY: Duration = Duration::from_secs(3 * 60);

impl Shift {
    pub(super) async fn play(&self, lease: &Lease, work: &MatchWork) -> Result<Done, Undone> {
        let folder =
            tempfile::Builder::new().prefix("match-").tempdir_in(&self.folder).map_err(Undone::ours)?;
        let mut seated = Vec::new();
        for side in &work.sides {
            seated.push(match &side.what {
                Seated::House(name) => Seating::House(name.clone()),
                Seated::Person => Seating::Person,
                Seated::Build(digest) => Seating::Build(self.stock.get(&self.tasks, lease, digest).await?),
            });
        }
        let bout = Bout {
            order: order(work, self.pin)?,
            seated,
            folder: folder.path().to_owned(),
            key: self.key.clone(),
            clock: PersonClock { window: THINKING, bank: Duration::ZERO, total: LONGEST, away: AWAY * 2 },
            log: WORDS,
            words: false,
        };
        let playing = bout.begin(&self.walls).await?;
        // A match that nobody waits for any more is stopped.
        let _stop = StopOnDrop(playing.stop.clone());
        let patience = Patience { away: AWAY, silent: SILENT, whole: LONGEST };
        let reception = Arc::new(Reception::new(playing.doors, patience));
        let live = Live { film: playing.film, seat_films: playing.seat_films, reception: reception.clone() };
        self.tasks.show(lease, work, live);
        let played = tokio::select! {
            played = playing.done => played?,
            reason = reception.abandoned() => return Ok(Done::Abandoned { reason }),
            () = tokio::time::sleep(LONGEST) => {
                let reason = "the match took longer than an hour".to_owned();
                return Err(Undone::Theirs(Error::Trouble(reason)));
            }
        };
        Ok(Done::Played(self.keep_match(work, played).await?))
    }

    /// Puts everything of a match where it stays, before its result is said.
    async fn keep_match(&self, work: &MatchWork, played: Played) -> Result<MatchDone, Undone> {
        let Played { report, record, reel, logs, files } = played;
        let outcome =
            report.outcome.clone().ok_or_else(|| Undone::Ours("the match has no outcome".to_owned()))?;
        // Each waits for the disk, so both do at once.
        let kept_reel = async {
            match &reel {
                Some(reel) => self.keep_file(reel).await.map(Some),
                None => Ok(None),
            }
        };
        let (trace, reel) = tokio::try_join!(self.keep_file(&record), kept_reel)?;
        let mut words = vec![String::new(); work.sides.len()];
        for log in logs {
            if let Some(side) = side_of(&outcome, log.seat)
                && let Some(words) = words.get_mut(side)
            {
                words.push_str(&log.lines);
            }
        }
        let mut sides = sides(&report, &outcome, work.sides.len());
        for (side, words) in sides.iter_mut().zip(words) {
            if !words.is_empty() {
                side.log = Some(self.tasks.keep(words.into()).await?);
            }
        }
        let game_log = match files.iter().find(|file| is_log(file)) {
            Some(file) => Some(self.keep_file(file).await?),
            None => None,
        };
        let told = json!({
            "final_hash": report.final_hash, "warnings": report.warnings,
            "faults": report.faults.len(), "times": report.times,
        });
        Ok(MatchDone { windows: report.windows, outcome, trace, reel, game_log, sides, report: told })
    }

    async fn keep_file(&self, path: &Path) -> Result<String, Undone> {
        let bytes = tokio::fs::read(path).await.map_err(Undone::ours)?;
        Ok(self.tasks.keep(bytes.into()).await?)
    }
}

struct StopOnDrop(meydan_referee::StopHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

fn order(work: &MatchWork, pin: bool) -> Result<MatchOrder, Error> {
    let plan = &work.plan;
    let map = planned_map(&plan.game, &plan.map, plan.seed)?;
    let entrant = |side: &meydan_league::Side| match &side.what {
        Seated::House(name) => Entrant::house(name),
        Seated::Build(_) => Entrant::bot(&side.name),
        Seated::Person => Entrant::person(&side.name),
    };
    Ok(MatchOrder {
        id: work.id.to_string(),
        attempt: work.attempt,
        game: plan.game.clone(),
        ruleset: Some(plan.ruleset.clone()),
        map: Some(map),
        seed: Some(plan.seed),
        entrants: work.sides.iter().map(entrant).collect(),
        clock: ClockRate::Times(plan.time.rate),
        fairness: Fairness {
            count: match plan.time.count {
                Counted::Wall => Count::Wall,
                Counted::Cpu => Count::Cpu,
            },
            bank: Duration::from_millis(plan.time.bank_ms),
            pin,
            freeze: plan.time.freeze,
        },
        ..MatchOrder::default()
    })
}

/// The side of a seat, counted from 0 in the order of sides.
fn side_of(outcome: &Outcome, seat: Seat) -> Option<usize> {
    outcome.of(seat).map(|standing| usize::from(standing.side.0))
}

fn sides(report: &MatchReport, outcome: &Outcome, count: usize) -> Vec<SideDone> {
    let mut sides = vec![SideDone::default(); count];
    for standing in &outcome.standings {
        let Some(side) = sides.get_mut(usize::from(standing.side.0)) else { continue };
        side.rank = standing.rank;
        side.score = standing.score as f64;
    }
    for fault in &report.faults {
        if let Some(side) = side_of(outcome, fault.seat).and_then(|side| sides.get_mut(side)) {
            side.faults += 1;
        }
    }
    for (seat, time) in (0..).zip(&report.times) {
        if let Some(side) = side_of(outcome, Seat(seat)).and_then(|side| sides.get_mut(side)) {
            *side.time_ms.get_or_insert(0) += (time.total_us / 1000) as i64;
            side.asked += time.windows;
            side.faulty += time.faulty;
            if let Some(counted) = time.counted {
                let memory = side.memory.get_or_insert(0);
                *memory = (*memory).max(counted.peak_bytes as i64);
            }
        }
    }
    for words in &report.words {
        if let Some(side) = side_of(outcome, words.seat).and_then(|side| sides.get_mut(side)) {
            let lines: Vec<&str> = words.first.iter().chain(&words.last).map(String::as_str).collect();
            let last = &lines[lines.len().saturating_sub(LAST_WORDS)..];
            side.last_words.get_or_insert_with(|| last.join("\n"));
        }
    }
    for end in report.ends.iter().filter(|end| end.is_odd()) {
        if let Some(side) = side_of(outcome, end.seat).and_then(|side| sides.get_mut(side)) {
            side.gone.get_or_insert_with(|| end.text.clone());
        }
    }
    sides
}

/// The log that the original contest wrote for people to look at.
fn is_log(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "log" || kind == "json")
}
