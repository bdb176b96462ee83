use meydan_core::Outcome;
use meydan_core::trace::EntrantKind;
use serde::{Deserialize, Serialize};

use crate::{MatchId, MatchState};

/// What a list says about a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchCard {
    /// Its name.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub id: MatchId,
    /// The game.
    pub game: String,
    /// The ruleset.
    pub ruleset: String,
    /// The map.
    pub map: String,
    /// Who plays.
    pub seats: Vec<SeatCard>,
    /// Where it stands.
    pub state: MatchState,
    /// Why it is paused, void or cancelled, and what could not be kept.
    pub reason: Option<String>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// How many windows were played.
    pub windows: u32,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// Whether everybody may see it now.
    pub open: bool,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatCard {
    /// The seat.
    pub seat: u8,
    /// Its side.
    pub side: u8,
    /// Who sits there.
    pub name: String,
    /// What kind of entrant that is.
    pub kind: EntrantKind,
}

/// Which matches are asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// Those after this one, as the page before named it.
    #[serde(default)]
    pub after: Option<String>,
    /// At most so many.
    #[serde(default)]
    pub limit: Option<usize>,
    /// Of this game.
    #[serde(default)]
    pub game: Option<String>,
    /// In this state.
    #[serde(default)]
    pub state: Option<MatchState>,
    /// In which somebody plays whose name has this in it.
    #[serde(default)]
    pub player: Option<String>,
    /// Begun at this time or later, in milliseconds since 1970.
    #[serde(default)]
    pub since: Option<u64>,
    /// Begun before this time, in milliseconds since 1970.
    #[serde(default)]
    pub until: Option<u64>,
}

impl Listing {
    /// How many matches a page has if nobody says otherwise.
    pub const USUAL: usize = 50;
    /// How many it may have.
    pub const MOST: usize = 500;
}

/// Some matches, newest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchList {
    /// The matches.
    pub matches: Vec<MatchCard>,
    /// What to ask for with `after` to have the next ones; nothing after the last page.
    pub next: Option<String>,
}
