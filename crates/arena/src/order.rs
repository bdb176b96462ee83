use std::collections::BTreeMap;

use meydan_core::trace::Entrant;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::{Disclosure, Error, MatchId, name};

/// A match to be played.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The game.
    pub game: String,
    /// Who plays: `house:NAME`, `human`, `human:NAME` for a person with a name, or a bot that this arena allows.
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
    /// What the match is set to beside its map: options of the game, as its card lists them.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, unknown>"))]
    pub set: Option<BTreeMap<String, Value>>,
    /// What others may see of it while it is played; never more than the game's secrets allow.
    #[serde(default)]
    pub disclosure: Option<Disclosure>,
    /// A map file that whoever started this program gave. No visitor can.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub map_file: Option<MapFile>,
    /// Further knobs of the game that whoever started this program gave. No visitor can.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub options: BTreeMap<String, String>,
}

/// A map that is not one of the game's own.
#[derive(Clone, Debug)]
pub struct MapFile {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
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

/// A paused match to be taken up again.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The match.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub resume: MatchId,
    /// Who plays from now on, as in an order. Left out, the same house bots and people play on.
    #[serde(default)]
    pub seats: Option<Vec<String>>,
}

/// A match that is over, to be played on from one of its windows as a match of its own.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The match.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub from: MatchId,
    /// How many of its windows stay as they were played.
    pub windows: u32,
    /// Who plays from there, as in an order.
    pub seats: Vec<String>,
}

/// A match that was begun or taken up again.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Created {
    /// Its name.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub id: MatchId,
    /// The key of its owner, who may cancel, delete and resume it. Only the owner is told.
    pub owner: Option<String>,
    /// The seats that wait for people, for the owner.
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

/// What the name of a seat asks for. Only bots that the host allows can be asked for by name.
pub(crate) fn entrant(text: &str, allowed: &[String]) -> Result<Entrant, Error> {
    if text == "human" {
        return Ok(Entrant::person("human"));
    }
    if let Some(given) = text.strip_prefix("human:") {
        return Ok(Entrant::person(name("a name", given)?));
    }
    if let Some(name) = text.strip_prefix("house:") {
        return Ok(Entrant::house(name));
    }
    if allowed.iter().any(|bot| bot == text) {
        return Ok(Entrant::bot(text));
    }
    Err(Error::Forbidden(format!(
        "`{text}` may not sit here; start the arena with `--bot '{text}'` to allow it"
    )))
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

    #[test]
    fn nobody_can_order_a_file_of_this_machine() {
        let text = r#"{"game":"jungle","seats":[],"map_file":{"name":"x","bytes":[]}}"#;
        let error = serde_json::from_str::<Order>(text).unwrap_err().to_string();
        assert!(error.contains("unknown field `map_file`"), "{error}");
    }

    #[test]
    fn a_person_may_have_a_name() {
        assert_eq!(entrant("human", &[]), Ok(Entrant::person("human")));
        assert_eq!(entrant("human: پریسا ", &[]), Ok(Entrant::person("پریسا")));
        for text in ["human:", "human:a\u{202e}b", &format!("human:{}", "x".repeat(41))] {
            assert_eq!(entrant(text, &[]).unwrap_err().code(), "wrong", "{text:?}");
        }
    }

    #[test]
    fn only_allowed_commands_are_entrants() {
        let allowed = ["./bot".to_owned()];
        assert_eq!(entrant("./bot", &allowed), Ok(Entrant::bot("./bot")));
        for text in ["./bot --more", "sh -c true", "wire", "wire:./bot", ""] {
            assert_eq!(entrant(text, &allowed).unwrap_err().code(), "forbidden", "{text}");
        }
    }
}
