//! Paths, methods, field names, texts and bodies exactly as on the wire (spec 12). Nothing here knows the game.

use std::fmt::{self, Write};

/// A request as far as the interface looks at it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// `GET`, `POST`, …
    pub method: &'a str,
    /// The path without a query.
    pub path: &'a str,
    /// The header `x-access-token`.
    pub token: Option<&'a [u8]>,
    /// The header `content-type`.
    pub content_type: Option<&'a str>,
    /// The body.
    pub body: &'a [u8],
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Body,
}

/// The body of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Compact JSON with sorted keys and a newline at the end.
    Json(String),
    /// A page of the framework; its text is free.
    Page,
}

impl Answer {
    /// Status 200 with a JSON object of texts and numbers.
    pub(crate) fn ok(body: impl Into<String>) -> Answer {
        let mut body = body.into();
        body.push('\n');
        Answer { status: 200, body: Body::Json(body) }
    }

    /// An error with its text.
    pub(crate) fn error(status: u16, text: impl fmt::Display) -> Answer {
        // No text of the interface holds a quote or a backslash.
        Answer { status, body: Body::Json(format!("{{\"error\":\"{text}\"}}\n")) }
    }

    /// What an error tells.
    pub(crate) fn told(&self) -> String {
        let text = match &self.body {
            Body::Json(text) => {
                text.trim().strip_prefix("{\"error\":\"").and_then(|text| text.strip_suffix("\"}"))
            }
            Body::Page => None,
        };
        text.map_or_else(|| format!("answered with status {}", self.status), str::to_owned)
    }

    /// A page of the framework.
    pub(crate) fn page(status: u16) -> Answer {
        Answer { status, body: Body::Page }
    }
}

/// What can be asked of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// `/`
    Index,
    /// `/login`
    Login,
    /// `/ready`
    Ready,
    /// `/get_owners`
    GetOwners,
    /// `/get_troops_count`
    GetTroopsCount,
    /// `/get_number_of_fort_troops`
    GetNumberOfFortTroops,
    /// `/get_state`
    GetState,
    /// `/get_turn_number`
    GetTurnNumber,
    /// `/get_adj`
    GetAdj,
    /// `/get_player_id`
    GetPlayerId,
    /// `/get_strategic_nodes`
    GetStrategicNodes,
    /// `/get_number_of_troops_to_put`
    GetNumberOfTroopsToPut,
    /// `/get_reachable`
    GetReachable,
    /// `/next_state`
    NextState,
    /// `/put_one_troop`
    PutOneTroop,
    /// `/put_troop`
    PutTroop,
    /// `/attack`
    Attack,
    /// `/move_troop`
    MoveTroop,
    /// `/fort`
    Fort,
    /// `/printer`
    Printer,
}

impl Endpoint {
    /// The endpoint of a path. Only exact paths count. `/handler` is where the Java kit prints; the original does not
    /// know it and the kit stumbles over that.
    pub fn of(path: &str) -> Option<Endpoint> {
        Some(match path {
            "/" => Endpoint::Index,
            "/login" => Endpoint::Login,
            "/ready" => Endpoint::Ready,
            "/get_owners" => Endpoint::GetOwners,
            "/get_troops_count" => Endpoint::GetTroopsCount,
            "/get_number_of_fort_troops" => Endpoint::GetNumberOfFortTroops,
            "/get_state" => Endpoint::GetState,
            "/get_turn_number" => Endpoint::GetTurnNumber,
            "/get_adj" => Endpoint::GetAdj,
            "/get_player_id" => Endpoint::GetPlayerId,
            "/get_strategic_nodes" => Endpoint::GetStrategicNodes,
            "/get_number_of_troops_to_put" => Endpoint::GetNumberOfTroopsToPut,
            "/get_reachable" => Endpoint::GetReachable,
            "/next_state" => Endpoint::NextState,
            "/put_one_troop" => Endpoint::PutOneTroop,
            "/put_troop" => Endpoint::PutTroop,
            "/attack" => Endpoint::Attack,
            "/move_troop" => Endpoint::MoveTroop,
            "/fort" => Endpoint::Fort,
            "/printer" | "/handler" => Endpoint::Printer,
            _ => return None,
        })
    }

    /// The one method it takes.
    pub fn method(self) -> &'static str {
        match self {
            Endpoint::Login
            | Endpoint::GetReachable
            | Endpoint::PutOneTroop
            | Endpoint::PutTroop
            | Endpoint::Attack
            | Endpoint::MoveTroop
            | Endpoint::Fort
            | Endpoint::Printer => "POST",
            _ => "GET",
        }
    }
}

/// Texts that do not depend on an act.
pub(crate) mod text {
    pub(crate) const WELCOME: &str = r#"{"message":"Welcome, server is running"}"#;
    pub(crate) const READY: &str =
        r#"{"message":"every thing is ok, you should wait for other players to be ready"}"#;
    pub(crate) const PRINTED: &str = r#"{"message":"printed successfully"}"#;
    pub(crate) const TROOP_ADDED: &str = r#"{"message":"troop added successfully"}"#;
    pub(crate) const TROOPS_MOVED: &str = r#"{"message":"troops moved successfully"}"#;
    pub(crate) const FORT_APPLIED: &str =
        r#"{"success":"the fortification ability is applied successfully"}"#;

    pub(crate) const TOKEN_MISSING: &str = "Token is missing!";
    pub(crate) const TOKEN_INVALID: &str = "Token is invalid!";
    pub(crate) const TOKEN_NOT_FOUND: &str = "token not found";
    pub(crate) const FULL: &str = "game players is full";
    pub(crate) const NOT_STARTED: &str = "The game didn't start yet";
    pub(crate) const NOT_YOUR_TURN: &str = "It's not your turn";
    pub(crate) const NO_TEXT: &str = "text is not provided";
}

/// The body of a successful login.
pub(crate) fn login(player_id: u8, port: u16, token: &str) -> String {
    format!(r#"{{"message":"login successful","player_id":{player_id},"port":{port},"token":"{token}"}}"#)
}

/// The body of a successful attack.
pub(crate) fn attack(won: bool) -> String {
    format!(r#"{{"message":"attack successful","won":{}}}"#, u8::from(won))
}

/// The body of a successful step to the next stage.
pub(crate) fn next_state(stage: u8) -> String {
    format!(r#"{{"game_state":{stage},"message":"success"}}"#)
}

/// An object with one number.
pub(crate) fn number(name: &str, value: impl fmt::Display) -> String {
    format!(r#"{{"{name}":{value}}}"#)
}

/// An object with one list of numbers.
pub(crate) fn list<T: fmt::Display>(name: &str, values: impl IntoIterator<Item = T>) -> String {
    format!(r#"{{"{name}":{}}}"#, Numbers(values.into_iter().collect()))
}

/// The strategic planets and their scores; the keys are sorted.
pub(crate) fn strategic_nodes(nodes: &[u16], scores: &[u32]) -> String {
    format!(
        r#"{{"score":{},"strategic_nodes":{}}}"#,
        Numbers(scores.iter().collect()),
        Numbers(nodes.iter().collect())
    )
}

/// An object with one entry per planet, sorted as numbers.
pub(crate) fn by_node<T: fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    let mut body = String::from("{");
    for (node, value) in values.into_iter().enumerate() {
        let comma = if node > 0 { "," } else { "" };
        let _ = write!(body, r#"{comma}"{node}":{value}"#);
    }
    body.push('}');
    body
}

/// An object with one list per planet, sorted as texts: 0, 1, 10, 11, 2.
pub(crate) fn lists_by_node<T: fmt::Display>(lists: Vec<Vec<T>>) -> String {
    let mut entries: Vec<(String, Numbers<T>)> =
        lists.into_iter().enumerate().map(|(node, list)| (node.to_string(), Numbers(list))).collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    let entries: Vec<String> =
        entries.into_iter().map(|(node, list)| format!(r#""{node}":{list}"#)).collect();
    format!("{{{}}}", entries.join(","))
}

struct Numbers<T>(Vec<T>);

impl<T: fmt::Display> fmt::Display for Numbers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (i, number) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_char(',')?;
            }
            number.fmt(f)?;
        }
        f.write_char(']')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_compact_with_sorted_keys() {
        assert_eq!(login(1, 2001, "S1").len() + 1, 70, "the length in the specification's example");
        assert_eq!(by_node([-1, 1, 0]), r#"{"0":-1,"1":1,"2":0}"#);
        let lists = (0..12).map(|node| vec![node + 1]).collect();
        assert!(lists_by_node(lists).starts_with(r#"{"0":[1],"1":[2],"10":[11],"11":[12],"2":[3],"#));
        assert_eq!(strategic_nodes(&[2, 5], &[4, 1]), r#"{"score":[4,1],"strategic_nodes":[2,5]}"#);
        assert_eq!(list("reachable", [0u8; 0]), r#"{"reachable":[]}"#);
        assert_eq!(
            Answer::error(403, text::NOT_YOUR_TURN).body,
            Body::Json("{\"error\":\"It's not your turn\"}\n".into())
        );
    }

    #[test]
    fn success_bodies_hold_nothing_that_python_cannot_evaluate() {
        // The Python kit evaluates them as expressions: JSON's own words would be unknown names.
        for body in [
            text::WELCOME,
            text::READY,
            text::PRINTED,
            text::TROOP_ADDED,
            text::TROOPS_MOVED,
            text::FORT_APPLIED,
        ] {
            let value: serde_json::Value = serde_json::from_str(body).unwrap();
            assert!(value.as_object().unwrap().values().all(serde_json::Value::is_string));
        }
    }
}
