use std::collections::BTreeMap;

use meydan_core::Outcome;
#[cfg(feature = "ts")]
use meydan_core::types::Declarations;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::ApiError;

/// Whoever plays the matches that the server shows.
pub trait Hall: Send + Sync + 'static {
    /// The games, as `meydan games --json` lists them.
    fn games(&self) -> Value;

    /// Command lines that may be used as seats.
    fn bots(&self) -> Vec<String>;

    /// The matches played here, newest first.
    fn matches(&self) -> Vec<MatchCard>;

    /// One match.
    fn find(&self, id: &str) -> Result<MatchCard, ApiError>;

    /// Starts a match.
    fn create(&self, order: Order) -> Result<Created, ApiError>;

    /// Takes up a saved match again.
    fn resume(&self, resume: Resume) -> Result<Created, ApiError>;

    /// A match as the page draws it: what there is, then live until its end.
    fn reel(&self, id: &str, eyes: Eyes) -> Result<ReelSource, ApiError>;

    /// A trace that was brought along, as the page draws it.
    fn replay(&self, trace: Vec<u8>, eyes: Option<u8>) -> Result<ReelSource, ApiError>;

    /// The trace the program was started with, as the page draws it.
    fn own_replay(&self, eyes: Option<u8>) -> Option<ReelSource>;

    /// The trace file of a match.
    fn trace(&self, id: &str) -> Result<Vec<u8>, ApiError>;

    /// A person comes to a seat.
    fn sit(&self, id: &str, seating: &Seating) -> Result<Booth, ApiError>;

    /// What whoever is to move should do.
    fn hint(&self, id: &str, seating: &Seating) -> Result<Value, ApiError>;

    /// Stores a match that a person leads and ends it as paused.
    fn save(&self, id: &str, seating: &Seating) -> Result<(), ApiError>;
}

/// The lines of a reel as they come; the channel closes after the last.
pub type ReelSource = mpsc::Receiver<String>;

/// A match to be played.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Order {
    /// The game.
    pub game: String,
    /// Who plays.
    pub seats: Vec<String>,
    /// The map's name; the game's first if left out.
    #[serde(default)]
    pub map: Option<String>,
    /// The ruleset; the game's first if left out.
    #[serde(default)]
    pub ruleset: Option<String>,
    /// What fixes all chance; drawn if left out. A number or, because a page cannot hold every 64-bit number, a text.
    #[serde(default, deserialize_with = "seed")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number | string"))]
    pub seed: Option<u64>,
    /// A pause between windows, so that a person can follow a match of house bots.
    #[serde(default)]
    pub pace_ms: Option<u64>,
    /// Knobs of the map generator: a new map instead of a known one.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, unknown>"))]
    pub board: Option<BTreeMap<String, Value>>,
}

fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        Number(u64),
        Text(String),
    }
    match Option::<Given>::deserialize(deserializer) {
        Ok(None) => Ok(None),
        Ok(Some(Given::Number(number))) => Ok(Some(number)),
        Ok(Some(Given::Text(text))) if text.trim().is_empty() => Ok(None),
        Ok(Some(Given::Text(text))) => text.trim().parse().map(Some).map_err(|_| text),
        Err(_) => Err(String::new()),
    }
    .map_err(|_| D::Error::custom("`seed` must be a whole number from 0 to 18446744073709551615"))
}

/// A match to be taken up again.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The saved match.
    pub resume: String,
}

/// A match that was started.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Created {
    /// Its name from now on.
    pub id: String,
    /// The seats that wait for people.
    pub humans: Vec<HumanSeat>,
}

/// A seat that waits for a person.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HumanSeat {
    /// The seat.
    pub seat: u8,
    /// What opens it.
    pub key: String,
}

/// What a list says about a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchCard {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// The ruleset.
    pub ruleset: String,
    /// The map.
    pub map: String,
    /// Who plays.
    pub seats: Vec<SeatCard>,
    /// `running`, `over`, `paused` or `failed`.
    #[cfg_attr(feature = "ts", ts(type = "'running' | 'over' | 'paused' | 'failed'"))]
    pub state: &'static str,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// How many windows were played.
    pub windows: u32,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
}

/// Who sits on a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatCard {
    /// The seat.
    pub seat: u8,
    /// Its side.
    pub side: u8,
    /// Who sits there.
    pub name: String,
}

/// Through whose eyes a match is seen.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Eyes {
    /// The seat; a spectator's if left out.
    #[serde(default)]
    pub eyes: Option<u8>,
    /// The seat's key, needed while the match is running.
    #[serde(default)]
    pub key: Option<String>,
}

/// A person's claim to a seat.
#[derive(Clone, Debug, Deserialize)]
pub struct Seating {
    /// The seat.
    pub seat: u8,
    /// What opens it.
    pub key: String,
}

/// What the server's answers and orders are in TypeScript.
#[cfg(feature = "ts")]
pub fn api_types() -> Declarations {
    Declarations::new().with::<Order>().with::<Resume>().with::<Created>().with::<MatchCard>()
}

/// A person's place while they are connected: lines of the native protocol both ways.
pub struct Booth {
    /// What the person hears.
    pub hear: mpsc::Receiver<String>,
    /// What the person says.
    pub say: mpsc::Sender<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(seed: &str) -> Result<Order, serde_json::Error> {
        serde_json::from_str(&format!(r#"{{"game":"jungle","seats":[],"seed":{seed}}}"#))
    }

    #[test]
    fn a_seed_is_a_number_or_a_text() {
        let seeds =
            [("7", Some(7)), ("null", None), (r#""""#, None), (r#""18446744073709551615""#, Some(u64::MAX))];
        for (text, seed) in seeds {
            assert_eq!(order(text).unwrap().seed, seed, "{text}");
        }
        for text in ["-1", "1.5", r#""seven""#, "[]"] {
            let error = order(text).unwrap_err().to_string();
            assert!(error.contains("`seed` must be a whole number"), "{error}");
        }
    }
}
