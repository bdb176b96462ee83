use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;

/// Where a match stands. The same words are in files, in JSON and on the page.
///
/// ```
/// use meydan_arena::MatchState;
///
/// assert!(MatchState::Paused.may_become(MatchState::Running));
/// assert!(!MatchState::Over.may_become(MatchState::Running));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MatchState {
    /// It is being played.
    Running,
    /// It was played to its end.
    Over,
    /// It was stopped, and can be taken up again.
    Paused,
    /// Something went wrong on our side; it counts for nothing.
    Void,
    /// Its owner ended it.
    Cancelled,
}

impl MatchState {
    /// All states.
    pub const ALL: [MatchState; 5] =
        [MatchState::Running, MatchState::Over, MatchState::Paused, MatchState::Void, MatchState::Cancelled];

    /// Whether a match may go from this state to the next.
    pub fn may_become(self, next: MatchState) -> bool {
        use MatchState::{Cancelled, Over, Paused, Running, Void};
        matches!((self, next), (Running, Over | Paused | Void | Cancelled) | (Paused, Running | Cancelled))
    }

    /// Whether nothing can happen in it any more.
    pub fn is_final(self) -> bool {
        !MatchState::ALL.into_iter().any(|next| self.may_become(next))
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            MatchState::Running => "running",
            MatchState::Over => "over",
            MatchState::Paused => "paused",
            MatchState::Void => "void",
            MatchState::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for MatchState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for MatchState {
    type Err = Error;

    fn from_str(text: &str) -> Result<MatchState, Error> {
        MatchState::ALL.into_iter().find(|state| state.word() == text).ok_or_else(|| {
            let known: Vec<&str> = MatchState::ALL.iter().map(|state| state.word()).collect();
            Error::Wrong(format!("there is no state `{text}`; the states are {}", known.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_running_and_a_paused_match_can_change() {
        let legal = |from: MatchState| MatchState::ALL.into_iter().filter(move |to| from.may_become(*to));
        assert_eq!(legal(MatchState::Running).count(), 4);
        assert_eq!(legal(MatchState::Paused).count(), 2);
        let last: Vec<_> = MatchState::ALL.into_iter().filter(|state| state.is_final()).collect();
        assert_eq!(last, [MatchState::Over, MatchState::Void, MatchState::Cancelled]);
    }

    #[test]
    fn the_word_of_a_state_is_the_same_in_json() {
        for state in MatchState::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.word());
            assert_eq!(state.word().parse(), Ok(state));
        }
        assert!("halted".parse::<MatchState>().unwrap_err().to_string().contains("paused"));
    }
}
