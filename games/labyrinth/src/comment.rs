//! A played game, gone through with the solver: where a win was thrown away, and what would have been better.

use meydan_core::Next;
use meydan_core::trace::{Entry, Replay, ReplayError, Trace};
use serde::Serialize;

use crate::action::Action;
use crate::board::Board;
use crate::game::Labyrinth;
use crate::solve::{Budget, Claim, hint};
use crate::state::{Ending, State};
use crate::view::View;

/// How much may be looked at for a whole game, and for one of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most states for all positions together; what comes after is not judged.
    pub game: u64,
    /// The most states for one position.
    pub position: u64,
}

impl Effort {
    /// For somebody who waits at a page: some ten seconds at worst.
    pub const PAGE: Effort = Effort { game: 6_000_000, position: 400_000 };
    /// For somebody who has asked at a terminal: a minute or two at worst.
    pub const LONG: Effort = Effort { game: 80_000_000, position: 1_500_000 };
}

/// The most acts that are gone through: a game is a few dozen, and a comment has to be read.
const MOST: usize = 2000;

/// A game and what is to be said about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Comment {
    /// How it ended, if it did.
    pub result: Option<Ending>,
    /// The last round.
    pub rounds: u32,
    /// How it could have been won from the start.
    pub best: Option<Win>,
    /// Every act.
    pub moments: Vec<Moment>,
    /// Whether there were more acts than are gone through.
    pub cut: bool,
}

/// A win that can be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Win {
    /// In how many rounds, the one that runs included.
    pub rounds: u32,
    /// Whether it is proven that none is shorter.
    pub shortest: bool,
}

/// One act.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moment {
    /// The window in which it was done, from 0.
    pub window: u32,
    /// The round.
    pub round: u32,
    /// The runner.
    pub runner: u32,
    /// What it did.
    pub act: Action,
    /// What the solver would have done; `None` where it did not look.
    pub best: Option<Action>,
    /// What the solver knew before the act; `None` where it did not look.
    pub claim: Option<Claim>,
    /// The win that could be forced before the act.
    pub win: Option<Win>,
    /// What the act was worth.
    pub verdict: Verdict,
}

/// What an act was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// No act is known that is better.
    Best,
    /// Proven: the win takes so many rounds longer than it had to.
    Slower(u32),
    /// Proven: a win was at hand, and now there is none.
    ThrownAway,
    /// A win was at hand, and now none so short is known; that there is none is not proven.
    Doubtful,
    /// Chance decides, and the chance to win is less than it could have been: in percents before and after.
    Riskier(u32, u32),
    /// There was no win to lose, or none was known.
    Open,
    /// Nobody looked: the effort was used up before.
    Unseen,
}

/// Goes through a game.
pub fn comment(trace: &Trace<Action>, effort: Effort) -> Result<Comment, ReplayError> {
    let mut replay = Replay::<Labyrinth>::new(trace)?;
    let mut purse = Purse { left: effort.game, position: effort.position };
    let mut comment = Comment { result: None, rounds: 0, best: None, moments: Vec::new(), cut: false };
    let mut known = purse.look(replay.game.board(), replay.game.state());
    comment.best = known.as_ref().and_then(|known| known.win(replay.game.state()));
    let (mut window, mut acted) = (0, false);
    for entry in &trace.entries {
        let act = match entry {
            Entry::Act(_, act) => Some(*act),
            // Whoever does nothing stays.
            Entry::Close(_) if !acted => Some(Action::Stay),
            _ => None,
        };
        if let (Some(act), Some(runner)) = (act, replay.game.state().to_act()) {
            if comment.moments.len() == MOST {
                comment.cut = true;
            } else {
                let (board, state) = (replay.game.board(), replay.game.state());
                let before = known.take().filter(|known| known.is_of(board, state));
                let before = before.or_else(|| purse.look(board, state));
                let after = after(&replay.game, act);
                known = purse.look(board, &after);
                let win = before.as_ref().and_then(|before| before.win(state));
                comment.moments.push(Moment {
                    window,
                    round: state.round,
                    runner,
                    act,
                    best: before.as_ref().map(|before| before.best),
                    win,
                    verdict: verdict(before.as_ref(), (state, &after), known.as_ref(), act),
                    claim: before.map(|before| before.claim),
                });
            }
        }
        acted = match entry {
            Entry::Act(..) => true,
            Entry::Close(_) => false,
            _ => acted,
        };
        window += u32::from(matches!(entry, Entry::Close(_)));
        replay.step()?;
    }
    let state = replay.game.state();
    (comment.result, comment.rounds) = (state.result, state.round);
    Ok(comment)
}

/// The position that an act leads to. The draws are the game's own.
fn after(game: &Labyrinth, act: Action) -> State {
    let (board, mut after, mut log) = (game.board(), game.state().clone(), Vec::new());
    let done = after.act(board, act, game.clone().chance_mut(), &mut log);
    // An act that is refused is a turn in which nothing was done.
    if done != Ok(Next::More) {
        after.end_turn(board, &mut log);
    }
    after
}

/// What may still be spent, in states.
struct Purse {
    left: u64,
    position: u64,
}

impl Purse {
    /// What the solver knows of a position; `None` when nobody is to act, or nothing is left to spend.
    fn look(&mut self, board: &Board, state: &State) -> Option<Known> {
        if self.left == 0 {
            return None;
        }
        let hint = hint(board, state, Budget { states: self.position.min(self.left) }).ok()?;
        // A look at a large board costs something even where nothing is searched.
        self.left = self.left.saturating_sub(hint.states + board.cells() as u64 / 4);
        let (last, shortest) = match hint.claim {
            Claim::ForcedWin { rounds, shortest, .. } => (Some(state.round + rounds - 1), shortest),
            _ => (None, false),
        };
        Some(Known { view: state.view(board), best: hint.action, claim: hint.claim, last, shortest })
    }
}

/// What the solver knows of a position.
struct Known {
    view: View,
    best: Action,
    claim: Claim,
    /// The round of the win.
    last: Option<u32>,
    /// Whether there is none sooner.
    shortest: bool,
}

/// What an act was worth where chance decides. What comes out of a box is luck and not a mistake.
fn risk(before: &Known, (state, after): (&State, &State), then: Option<&Known>, act: Action) -> Verdict {
    let opened = after.boxes.len() != state.boxes.len();
    let Some(chance) = before.chance() else {
        // An estimate proves nothing, but whoever had one and lost at once by another act should hear of it.
        let lost = after.result.is_some_and(|ending| ending != Ending::Victory);
        let hoped =
            matches!(before.claim, Claim::Chance { won, .. } | Claim::Estimate { won, .. } if won > 0.0);
        let doubtful = lost && hoped && !opened && act != before.best;
        return if doubtful { Verdict::Doubtful } else { Verdict::Open };
    };
    if act == before.best || after.result == Some(Ending::Victory) {
        return Verdict::Best;
    }
    let left = match (after.result, then.and_then(Known::chance)) {
        (Some(_), _) => Some(0.0),
        (None, left) => left.filter(|_| !opened),
    };
    let percent = |chance: f64| (chance * 100.0).round() as u32;
    match left.map(percent) {
        Some(left) if left < percent(chance) => Verdict::Riskier(percent(chance), left),
        Some(_) => Verdict::Best,
        None => Verdict::Open,
    }
}

impl Known {
    /// The chance to win, where it is exact.
    fn chance(&self) -> Option<f64> {
        match self.claim {
            Claim::ForcedWin { .. } => Some(1.0),
            Claim::NoForcedWin { .. } => Some(0.0),
            Claim::Chance { won, exact: true, .. } => Some(won),
            _ => None,
        }
    }

    fn is_of(&self, board: &Board, state: &State) -> bool {
        self.view == state.view(board)
    }

    fn win(&self, state: &State) -> Option<Win> {
        self.last.map(|last| Win { rounds: last + 1 - state.round, shortest: self.shortest })
    }
}

/// Only what is proven is said to be a mistake.
fn verdict(
    before: Option<&Known>,
    (state, after): (&State, &State),
    then: Option<&Known>,
    act: Action,
) -> Verdict {
    let Some(before) = before else { return Verdict::Unseen };
    let Some(last) = before.last else { return risk(before, (state, after), then, act) };
    if act == before.best || after.result == Some(Ending::Victory) {
        return Verdict::Best;
    }
    let Some(then) = then else {
        return if after.result.is_some() { Verdict::ThrownAway } else { Verdict::Unseen };
    };
    match then.last {
        Some(round) if round <= last => Verdict::Best,
        Some(round) if then.shortest => Verdict::Slower(round - last),
        None if matches!(then.claim, Claim::NoForcedWin { .. }) => Verdict::ThrownAway,
        _ => Verdict::Doubtful,
    }
}
