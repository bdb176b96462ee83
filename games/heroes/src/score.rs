//! The end of the match and who won (spec 11).

use std::cmp::Ordering;

use meydan_core::{Outcome, Side};

use crate::event::Event;
use crate::game::Heroes;
use crate::state::End;

/// What overtime puts in the place of the score limit.
const NO_LIMIT: i64 = 100_000;

impl Heroes {
    /// After an action phase: is the match over?
    pub(crate) fn judge_end(&mut self, log: &mut Vec<Event>) {
        if self.arena.document { self.judge_document() } else { self.judge_official(log) }
    }

    fn judge_document(&mut self) {
        if self.top_score() >= self.limits.max_score {
            self.end = Some(End::ScoreLimit);
        } else if i64::from(self.turn) - 4 >= self.limits.max_turns {
            self.end = Some(End::TurnLimit);
        }
    }

    /// The original's end with overtime (spec 11.3).
    fn judge_official(&mut self, log: &mut Vec<Event>) {
        let gap = (self.teams[0].score - self.teams[1].score).abs();
        let decided = gap >= i64::from(self.arena.constants.overtime_gap);
        if self.limits.remaining_overtime == -1 {
            let by_score = self.top_score() >= self.limits.max_score;
            if !by_score && i64::from(self.turn) < self.limits.max_turns {
                return;
            }
            if decided {
                (self.limits.max_overtime, self.limits.remaining_overtime) = (0, 0);
                self.end = Some(if by_score { End::ScoreLimit } else { End::TurnLimit });
                return;
            }
            self.limits.max_turns = i64::from(self.turn) + i64::from(self.limits.max_overtime);
            self.limits.max_score = NO_LIMIT;
            match self.order_of(0, 1) {
                Ordering::Less => self.start_overtime(1),
                Ordering::Greater => self.start_overtime(0),
                Ordering::Equal => self.limits.max_overtime -= 1,
            }
        } else if decided {
            (self.limits.max_overtime, self.limits.remaining_overtime) = (0, 0);
        } else {
            let trailing = usize::from(self.limits.trailing);
            if self.order_of(trailing, 1 - trailing) == Ordering::Less {
                self.limits.max_overtime -= 1;
                self.start_overtime(1 - trailing);
            } else {
                self.limits.remaining_overtime -= 1;
            }
        }
        if self.limits.max_overtime == 0 || self.limits.remaining_overtime == 0 {
            self.end = Some(End::Overtime);
        } else {
            log.push(Event::Overtime {
                remaining: self.limits.remaining_overtime,
                longest: self.limits.max_overtime,
            });
        }
    }

    fn start_overtime(&mut self, trailing: usize) {
        self.limits.remaining_overtime = self.limits.max_overtime;
        self.limits.trailing = trailing as u8;
    }

    fn top_score(&self) -> i64 {
        self.teams[0].score.max(self.teams[1].score)
    }

    /// `Less` if the first team is better: more points, or as many for fewer action points (spec 11.4).
    pub(crate) fn order_of(&self, first: usize, second: usize) -> Ordering {
        let (a, b) = (&self.teams[first], &self.teams[second]);
        b.score.cmp(&a.score).then(a.used_ap.cmp(&b.used_ap))
    }

    pub(crate) fn outcome(&self, end: End) -> Outcome {
        Outcome::rank_sides(
            &self.arena.roster,
            end.reason(),
            |Side(team)| self.teams[usize::from(team)].score,
            |a, b| self.order_of(a.index(), b.index()),
        )
    }
}

/// A score in words.
pub fn score_words(score: i64) -> String {
    format!("{score} point{}", if score == 1 { "" } else { "s" })
}

/// Why a match ended, in words.
pub fn reason_words(reason: &str) -> &str {
    match reason {
        "score limit" => "the score limit was reached",
        "turn limit" => "all turns were played",
        "overtime" => "overtime ended",
        other => other,
    }
}
