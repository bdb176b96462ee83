//! The files the original wrote: `server.log` for its graphics, `winner.log` for its judges (spec 14).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use meydan_core::trace::Entry;
use meydan_core::{Outcome, Side};
use meydan_gotham::{Action, Config, Event, Gotham, Ruleset, Team};
use meydan_referee::Recorder;
use serde_json::{Map, Value, json};

use crate::convert;
use crate::ids::Ids;

/// Writes `server.log` and `winner.log`.
pub struct ServerLog {
    folder: PathBuf,
    lines: File,
    scribe: Scribe,
    /// The drawing of the map, until it is written.
    drawing: Option<String>,
    /// What went wrong while writing. A match is never stopped by it.
    pub trouble: Option<io::Error>,
}

impl ServerLog {
    /// Opens the log for appending, as the original did.
    pub fn open(
        folder: &Path,
        config: &Config,
        tokens: Vec<String>,
        drawing: Option<&str>,
    ) -> io::Result<ServerLog> {
        fs::create_dir_all(folder)?;
        let lines = OpenOptions::new().create(true).append(true).open(folder.join("server.log"))?;
        let drawing = drawing.and_then(|text| text.lines().next()).map(str::to_owned);
        let scribe = Scribe { config: config.clone(), tokens };
        Ok(ServerLog { folder: folder.to_owned(), lines, scribe, drawing, trouble: None })
    }

    /// Writes its head, once the names are known.
    pub fn begin(&mut self, names: &[String; 2]) {
        let mut head = Vec::new();
        // The preliminary server did not know the names of the teams. They are not escaped.
        if self.scribe.config.ruleset != Ruleset::OfficialPrelim {
            head.push(format!("{{\"first\":\"{}\", \"second\":\"{}\"}}", names[0], names[1]));
        }
        head.extend(self.drawing.take());
        if let Err(error) = head.iter().try_for_each(|line| self.line(line)) {
            self.trouble.get_or_insert(error);
        }
    }

    /// One record: the text between one more pair of quotes, without any escaping.
    fn line(&mut self, text: &str) -> io::Result<()> {
        self.lines.write_all(format!("\"{text}\"\n").as_bytes())
    }
}

impl Recorder<Gotham> for ServerLog {
    fn entry(&mut self, _: &Entry<Action>, events: &[Event], _: &Gotham) {
        for event in events {
            let line = self.scribe.line(event, &Ids::fresh(), now());
            if let Err(error) = self.line(&line) {
                self.trouble.get_or_insert(error);
            }
        }
    }

    fn end(&mut self, outcome: &Outcome, _: &Gotham) {
        if let Err(error) = fs::write(self.folder.join("winner.log"), winner(outcome)) {
            self.trouble.get_or_insert(error);
        }
    }
}

/// The whole of `winner.log`.
pub fn winner(outcome: &Outcome) -> String {
    let winner = u8::from(outcome.winners() == [Side(1)]);
    format!("{{\"stats\":{{\"winner\":{winner}}}}}")
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Puts events into the log's words.
pub struct Scribe {
    /// What the match is played on.
    pub config: Config,
    /// The tokens in seat order.
    pub tokens: Vec<String>,
}

impl Scribe {
    /// An event as one JSON text.
    pub fn line(&self, event: &Event, id: &str, millis: u64) -> String {
        let (name, message, context) = self.tell(event);
        let context: Map<String, Value> =
            context.into_iter().map(|(key, value)| (key.to_owned(), Value::String(value))).collect();
        // The order of the keys is the original's, so the object is put together by hand.
        let mut line = format!(
            "{{\"id\":\"{id}\",\"timeStamp\":{millis},\"type\":\"{name}\",\"message\":{},\"context\":{}",
            json!(message),
            Value::Object(context),
        );
        if let Event::Caught { unit, .. } = event {
            line += &format!(",\"thiefId\":{unit}");
        }
        line + "}"
    }

    fn tell(&self, event: &Event) -> (&'static str, String, Vec<(&'static str, String)>) {
        match event {
            Event::Joined { unit, node } => {
                let (team, kind, seat) = self.unit(*unit);
                let balance = seat.map_or(0.0, |seat| self.config.units[seat].balance);
                let token = seat.and_then(|seat| self.tokens.get(seat)).cloned().unwrap_or_default();
                let context = vec![
                    ("agentId", unit.to_string()),
                    ("token", token),
                    ("nodeId", node.to_string()),
                    ("team", team),
                    ("type", kind),
                    ("balance", double(balance)),
                ];
                ("READINESS_DECLARATION", format!("agent with id:{unit} has declared its readiness"), context)
            }
            Event::Phase { from, to } => {
                let (from, to) = (convert::status(*from).as_str_name(), convert::status(*to).as_str_name());
                let context = vec![("fromStatus", from.to_owned()), ("toStatus", to.to_owned())];
                ("STATUS_CHANGE", format!("game changed status from {from} to {to}"), context)
            }
            Event::Turn { number, half, visible } => {
                let context = vec![
                    ("toTurn", convert::turn_type(*half).as_str_name().to_owned()),
                    ("toTurnNumber", number.to_string()),
                    ("isVisible", visible.to_string()),
                ];
                ("TURN_CHANGE", String::new(), context)
            }
            Event::Moved { unit, from, to, price, balance } => {
                let message = if from == to {
                    format!("agent with id: {unit} decided to stay in node with id: {from}")
                } else {
                    format!("agent with id: {unit} has moved from node with id: {from} to node with id: {to}")
                };
                let context = vec![
                    ("agentId", unit.to_string()),
                    ("fromNodeId", from.to_string()),
                    ("toNodeId", to.to_string()),
                    ("price", double(*price)),
                    ("balance", double(*balance)),
                ];
                ("AGENT_MOVEMENT", message, context)
            }
            Event::Said { unit, text, price, balance } => {
                let (team, kind, _) = self.unit(*unit);
                let message =
                    format!("agent with id: {unit} has send a message inside team: {team}'{kind} chat box.");
                let context = vec![
                    ("agentId", unit.to_string()),
                    ("team", team),
                    ("type", kind),
                    ("text", text.to_string()),
                    ("price", double(*price)),
                    ("balance", double(*balance)),
                ];
                ("AGENT_SEND_MESSAGE", message, context)
            }
            Event::Caught { unit, node } => {
                let message = format!("thief with id: {unit} has been arrested in node with id: {node} ");
                let context = vec![("thiefId", unit.to_string()), ("nodeId", node.to_string())];
                ("POLICES_CAUGHT_THIEVES", message, context)
            }
            Event::JokerCaught { unit, node } => {
                let message = format!("joker with id: {unit} has been arrested in node with id: {node} ");
                let context = vec![("jokerId", unit.to_string()), ("nodeId", node.to_string())];
                ("JOKER_GOT_ARRESTED", message, context)
            }
            Event::Paid { unit, wage, balance } => {
                let message =
                    format!("balance of agent with id: {unit} was charged {} units", six_decimals(*wage));
                let context = vec![
                    ("agentId", unit.to_string()),
                    ("wage", double(*wage)),
                    ("balance", double(*balance)),
                ];
                ("AGENT_BALANCE_CHARGED", message, context)
            }
            Event::Decided { winner } => {
                let result = match winner {
                    Team::First => "FIRST_WINS",
                    Team::Second => "SECOND_WINS",
                };
                let message = format!("Game result changed from UNKNOWN to {result}");
                ("GAME_RESULT_CHANGED", message, vec![("game result", result.to_owned())])
            }
        }
    }

    fn unit(&self, id: i32) -> (String, String, Option<usize>) {
        let seat = self.config.units.iter().position(|unit| unit.id == id);
        let name = |seat: usize| {
            let unit = &self.config.units[seat];
            (convert::team(unit.team).as_str_name(), convert::agent_type(unit.kind).as_str_name())
        };
        let (team, kind) = seat.map_or(("", ""), name);
        (team.to_owned(), kind.to_owned(), seat)
    }
}

/// The shortest digits of a number that is not 0, and the place of the point: 0.d₁d₂… × 10^place.
fn digits(value: f64) -> (String, i32) {
    let text = format!("{:e}", value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.replace('.', ""), exponent.parse::<i32>().unwrap_or(0) + 1)
}

/// A number as Java prints a double: at least one decimal; powers of ten from 10⁷ up and below 10⁻³.
pub fn double(value: f64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value == 0.0 {
        return format!("{sign}0.0");
    }
    let (digits, place) = digits(value);
    if (1e-3..1e7).contains(&value.abs()) {
        let (whole, part) = match place {
            ..=0 => ("0".to_owned(), "0".repeat(place.unsigned_abs() as usize) + &digits),
            _ if digits.len() <= place as usize => {
                (digits.clone() + &"0".repeat(place as usize - digits.len()), "0".to_owned())
            }
            _ => (digits[..place as usize].to_owned(), digits[place as usize..].to_owned()),
        };
        return format!("{sign}{whole}.{part}");
    }
    let (first, rest) = digits.split_at(1);
    format!("{sign}{first}.{}E{}", if rest.is_empty() { "0" } else { rest }, place - 1)
}

/// A number as Java's `%f` prints it: six decimals, the shortest digits rounded half up.
pub fn six_decimals(value: f64) -> String {
    let sign = if value.is_sign_negative() && value != 0.0 { "-" } else { "" };
    let (digits, place) = if value == 0.0 { (String::from("0"), 1) } else { digits(value) };
    // All digits as one whole number of millionths, one place more to round by.
    let wanted = place + 7;
    let mut millionths = match wanted {
        ..=0 => String::from("0"),
        _ if digits.len() <= wanted as usize => digits.clone() + &"0".repeat(wanted as usize - digits.len()),
        _ => digits[..wanted as usize].to_owned(),
    };
    let up = millionths.pop().is_some_and(|last| last >= '5');
    let mut bytes = millionths.into_bytes();
    if up {
        let carry = bytes.iter().rposition(|&digit| digit != b'9');
        let keep = carry.map_or(0, |at| at + 1);
        bytes[keep..].fill(b'0');
        match carry {
            Some(at) => bytes[at] += 1,
            None => bytes.insert(0, b'1'),
        }
    }
    let text: String = bytes.into_iter().map(char::from).collect();
    let text = format!("{text:0>7}");
    let (whole, part) = text.split_at(text.len() - 6);
    format!("{sign}{whole}.{part}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_printed_as_java_does() {
        for (value, text) in [
            (0.0, "0.0"),
            (10.0, "10.0"),
            (33.5, "33.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (100.0, "100.0"),
            (9_999_999.0, "9999999.0"),
            (9_999_999.5, "9999999.5"),
            (1e7, "1.0E7"),
            (12_500_000.0, "1.25E7"),
            (123_456_789.125, "1.23456789125E8"),
            (0.001, "0.001"),
            (0.0125, "0.0125"),
            (0.0005, "5.0E-4"),
            (-2.5, "-2.5"),
            (1e22, "1.0E22"),
        ] {
            assert_eq!(double(value), text);
        }
    }

    #[test]
    fn wages_have_six_decimals() {
        for (value, text) in [
            (0.0, "0.000000"),
            (2.0, "2.000000"),
            (12.5, "12.500000"),
            (0.0000005, "0.000001"),
            (0.00000049, "0.000000"),
            (1.0000005, "1.000001"),
            (0.9999996, "1.000000"),
            (99.9999999, "100.000000"),
            (12_500_000.0, "12500000.000000"),
            (1e-9, "0.000000"),
        ] {
            assert_eq!(six_decimals(value), text, "{value}");
        }
    }
}
