//! A played game, gone through with the solver: where a win was thrown away, and what would have been better.

use meydan_core::trace::{Entry, Replay, ReplayError};
use meydan_core::{Budget as Bounds, Game};
use meydan_labyrinth::solve::{Budget, Claim, hint};
use meydan_labyrinth::{Action, Board, Ending, Labyrinth, State};
use meydan_record::RecordError;
use serde::Serialize;
use thiserror::Error;

/// How much is looked at for one position.
const THOUGHT: Budget = Budget { states: 120_000 };

/// Why a game cannot be gone through.
#[derive(Debug, Error)]
pub enum CommentError {
    /// The record cannot be read.
    #[error("the record cannot be read: {0}")]
    Read(#[from] RecordError),
    /// It is of another game, or does not play again as it says.
    #[error("the record cannot be played again: {0}")]
    Replay(#[from] ReplayError),
}

/// A game and what is to be said about it.
#[derive(Clone, Debug, Serialize)]
pub struct Comment {
    /// How it ended, if it did.
    pub result: Option<&'static str>,
    /// The last round.
    pub rounds: u32,
    /// In how many rounds it could have been won from the start, and whether that is proven to be the fewest.
    pub best: Option<(u32, bool)>,
    /// Every act.
    pub moments: Vec<Moment>,
}

/// One act.
#[derive(Clone, Debug, Serialize)]
pub struct Moment {
    /// The round.
    pub round: u32,
    /// The runner.
    pub runner: u32,
    /// What it did.
    pub act: Action,
    /// What the solver would have done.
    pub best: Action,
    /// What it knew before the act.
    pub claim: String,
    /// In how many rounds the win could be forced before the act, this round included.
    pub win: Option<u32>,
    /// What the act was worth.
    pub verdict: Verdict,
}

/// What an act was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing is better.
    Best,
    /// The win takes so many rounds longer than it had to.
    Slower(u32),
    /// A win was at hand, and now there is none.
    ThrownAway,
    /// A win was at hand, and now none is known.
    Doubtful,
    /// There was no win to lose, or nothing is proven.
    Open,
}

/// Goes through a record.
pub fn comment(record: &[u8]) -> Result<Comment, CommentError> {
    let header = meydan_record::header(record, &Bounds::STANDARD)?;
    if header.game != Labyrinth::NAME {
        return Err(ReplayError::OtherGame { found: header.game, wanted: Labyrinth::NAME }.into());
    }
    let trace = meydan_record::read::<Action>(record, &Bounds::STANDARD)?.trace;
    let mut replay = Replay::<Labyrinth>::new(&trace)?;
    let mut moments: Vec<Moment> = Vec::new();
    let mut known: Option<Known> = None;
    for entry in &trace.entries {
        if let (Entry::Act(_, act), Some(runner)) = (entry, replay.game.state().to_act()) {
            let (board, state) = (replay.game.board(), replay.game.state());
            let before = known.take().filter(|known| known.is_of(board, state));
            if let Some(before) = before.or_else(|| Known::of(board, state)) {
                let mut after = state.clone();
                let mut chance = replay.game.clone();
                let mut log = Vec::new();
                // The draws are the game's own.
                if after.act(board, *act, chance.chance_mut(), &mut log) == Ok(meydan_core::Next::Done) {
                    after.end_turn(board, &mut log);
                }
                let then = Known::of(board, &after);
                moments.push(Moment {
                    round: state.round,
                    runner,
                    act: *act,
                    best: before.best,
                    claim: before.claim.to_string(),
                    win: before.win.map(|(last, _)| last + 1 - state.round),
                    verdict: verdict(&before, &after, then.as_ref(), *act),
                });
                known = then;
            }
        }
        replay.step()?;
    }
    let state = replay.game.state();
    let best = moments.first().and_then(|first| {
        let start = Labyrinth::clone(&Replay::<Labyrinth>::new(&trace).ok()?.game);
        let proven = matches!(
            hint(start.board(), start.state(), THOUGHT).ok()?.claim,
            Claim::ForcedWin { shortest: true, .. }
        );
        first.win.map(|rounds| (rounds, proven))
    });
    Ok(Comment { result: state.result.map(Ending::words), rounds: state.round, best, moments })
}

/// What the solver knows of a position.
struct Known {
    view: meydan_labyrinth::View,
    best: Action,
    claim: Claim,
    /// The round of the win, and whether there is none sooner.
    win: Option<(u32, bool)>,
    lost: bool,
}

impl Known {
    fn of(board: &Board, state: &State) -> Option<Known> {
        let hint = hint(board, state, THOUGHT).ok()?;
        let win = match hint.claim {
            Claim::ForcedWin { rounds, shortest, .. } => Some((state.round + rounds - 1, shortest)),
            _ => None,
        };
        let lost = matches!(hint.claim, Claim::NoForcedWin { .. });
        Some(Known { view: state.view(board), best: hint.action, claim: hint.claim, win, lost })
    }

    fn is_of(&self, board: &Board, state: &State) -> bool {
        self.view == state.view(board)
    }
}

fn verdict(before: &Known, after: &State, then: Option<&Known>, act: Action) -> Verdict {
    let Some((last, _)) = before.win else { return Verdict::Open };
    if act == before.best || after.result == Some(Ending::Victory) {
        return Verdict::Best;
    }
    match (after.result, then) {
        (Some(_), _) => Verdict::ThrownAway,
        (None, Some(then)) => match then.win {
            Some((round, _)) if round > last => Verdict::Slower(round - last),
            Some(_) => Verdict::Best,
            None if then.lost => Verdict::ThrownAway,
            None => Verdict::Doubtful,
        },
        (None, None) => Verdict::Doubtful,
    }
}
