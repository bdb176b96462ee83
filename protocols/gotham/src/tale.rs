//! Reads the contest's `server.log` (spec 14). It has events and no paths, so the map comes with it.

use std::cmp::Ordering;
use std::str::FromStr;
use std::sync::Arc;

use meydan_core::{Chance, Game, Outcome, Roster, Seat, Seed, Side, Viewer};
use meydan_gotham::{
    ChatBox, CityFile, Config, Drawing, Event, Gotham, HALF_TURN, Half, Kind, Message, Phase, READY, Ruleset,
    Team, Text, Turn, UnitState, View,
};
use meydan_referee::{Chapter, Tale, TaleError};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Whether the file looks like such a log: every line stands between one more pair of quotes, and most are JSON.
pub fn is_log(file: &[u8]) -> bool {
    let file = file.trim_ascii_start();
    file.starts_with(b"\"") && file.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"\"{"))
}

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    first: Option<String>,
    #[serde(default)]
    second: Option<String>,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    context: Map<String, Value>,
}

/// What the log says of one match.
#[derive(Default)]
struct Part<'a> {
    /// The names of the teams and the drawing.
    head: Vec<(&'a str, Line)>,
    events: Vec<Line>,
}

impl Part<'_> {
    /// Whether it is more than a server that nobody came to.
    fn has_begun(&self) -> bool {
        self.events.iter().any(|event| event.kind == "STATUS_CHANGE")
    }
}

/// The matches of a log, which is only ever added to. What else the server said, and what the clients wrote that it had started, stands
/// between their lines.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for text in text.lines().map(unquoted) {
        let Ok(line) = serde_json::from_str::<Line>(text) else { continue };
        let is_head = line.kind.is_empty();
        if parts.last().is_none_or(|part| is_head && !part.events.is_empty()) {
            parts.push(Part::default());
        }
        let part = parts.last_mut().expect("there is one");
        if is_head { part.head.push((text, line)) } else { part.events.push(line) }
    }
    parts
}

/// Tells the last match of a log on the map that it was played on.
pub fn tale(file: &[u8], map: &[u8]) -> Result<Tale<Gotham>, TaleError> {
    let text = String::from_utf8_lossy(file);
    let Part { head, events } = parts(&text)
        .into_iter()
        .rfind(Part::has_begun)
        .ok_or_else(|| TaleError("no match of this log has begun".to_owned()))?;
    // Of a server that was started in vain before, nothing but its head is there.
    let named = head.iter().rfind(|(_, line)| line.first.is_some());
    let names =
        named.map(|(_, line)| [line.first.clone(), line.second.clone()].map(Option::unwrap_or_default));
    let drawing = head.iter().rev().find_map(|(text, _)| Drawing::read(text.as_bytes()).ok());
    let (city, own) = CityFile::read(map).map_err(|error| TaleError(error.to_string()))?;
    // A drawing of another city is no reason to show nothing.
    let of = |ruleset: Ruleset| {
        let config = city
            .config(ruleset, drawing.as_ref().or(own.as_ref()))
            .or_else(|_| city.config(ruleset, own.as_ref()));
        config.map(|config| (ruleset, config))
    };
    let made = match names {
        Some(_) => of(Ruleset::Official),
        // The finals' own first servers wrote no names, so the map tells whether a match was theirs.
        None => of(Ruleset::OfficialPrelim).or_else(|error| of(Ruleset::Official).map_err(|_| error)),
    };
    let (ruleset, config) = made.map_err(|error| TaleError(error.to_string()))?;
    let game = Gotham::new(&config, Chance::new(Seed(0))).map_err(|error| TaleError(error.to_string()))?;
    let mut teller = Teller::new(&config, game.view(Viewer::Spectator));
    for line in &events {
        if let Some(event) = event(line)? {
            teller.tell(event)?;
        }
    }
    teller.close();
    let names = names.unwrap_or_else(|| ["FIRST", "SECOND"].map(str::to_owned));
    let names = config.units.iter().map(|unit| names[unit.team.index()].clone()).collect();
    let outcome = teller.view.winner.map(|winner| outcome(game.roster(), &teller, winner));
    let (chapters, ruleset) = (teller.chapters, ruleset.name());
    Ok(Tale { config: config.clone(), ruleset, names, chapters, outcome })
}

fn unquoted(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).unwrap_or(line)
}

/// A line in our words; `None` for what concerns nobody.
fn event(line: &Line) -> Result<Option<Event>, TaleError> {
    let wrong = |key: &str| TaleError(format!("a line `{}` of the log has no usable `{key}`", line.kind));
    let text = |key: &str| line.context.get(key).and_then(Value::as_str).ok_or_else(|| wrong(key));
    fn read<T: FromStr>(text: &str) -> Option<T> {
        text.parse().ok()
    }
    let number = |key: &str| read::<i32>(text(key)?).ok_or_else(|| wrong(key));
    let money =
        |key: &str| read::<f64>(text(key)?).filter(|money| money.is_finite()).ok_or_else(|| wrong(key));
    let phase = |key: &str| match text(key)? {
        "PENDING" => Ok(Phase::Pending),
        "ONGOING" => Ok(Phase::Ongoing),
        "FINISHED" => Ok(Phase::Finished),
        _ => Err(wrong(key)),
    };
    Ok(Some(match line.kind.as_str() {
        "READINESS_DECLARATION" => Event::Joined { unit: number("agentId")?, node: number("nodeId")? },
        "STATUS_CHANGE" => Event::Phase { from: phase("fromStatus")?, to: phase("toStatus")? },
        "TURN_CHANGE" => Event::Turn {
            number: number("toTurnNumber")?,
            half: if text("toTurn")?.starts_with("POLICE") { Half::Police } else { Half::Thieves },
            visible: text("isVisible")? == "true",
        },
        "AGENT_MOVEMENT" => Event::Moved {
            unit: number("agentId")?,
            from: number("fromNodeId")?,
            to: number("toNodeId")?,
            price: money("price")?,
            balance: money("balance")?,
        },
        "AGENT_SEND_MESSAGE" => Event::Said {
            unit: number("agentId")?,
            text: Text::from(text("text")?),
            price: money("price")?,
            balance: money("balance")?,
        },
        "POLICES_CAUGHT_THIEVES" => Event::Caught { unit: number("thiefId")?, node: number("nodeId")? },
        "JOKER_GOT_ARRESTED" => Event::JokerCaught { unit: number("jokerId")?, node: number("nodeId")? },
        "AGENT_BALANCE_CHARGED" => {
            Event::Paid { unit: number("agentId")?, wage: money("wage")?, balance: money("balance")? }
        }
        "GAME_RESULT_CHANGED" => match text("game result")? {
            "FIRST_WINS" => Event::Decided { winner: Team::First },
            "SECOND_WINS" => Event::Decided { winner: Team::Second },
            _ => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

struct Teller<'a> {
    config: &'a Config,
    view: View,
    units: Vec<UnitState>,
    events: Vec<Event>,
    chapters: Vec<Chapter<Gotham>>,
}

impl<'a> Teller<'a> {
    fn new(config: &'a Config, view: View) -> Teller<'a> {
        let units = view.overview.as_ref().map_or_else(Vec::new, |overview| overview.units.clone());
        Teller { config, view, units, events: Vec::new(), chapters: Vec::new() }
    }

    fn unit(&mut self, id: i32) -> Result<&mut UnitState, TaleError> {
        let found = self.units.iter_mut().find(|unit| unit.id == id);
        found.ok_or_else(|| {
            TaleError(format!("the map has no unit {id}; give the map of this match with --map"))
        })
    }

    fn node(&self, id: i32) -> Result<i32, TaleError> {
        match self.config.nodes.iter().any(|node| node.id == id) {
            true => Ok(id),
            false => {
                Err(TaleError(format!("the map has no node {id}; give the map of this match with --map")))
            }
        }
    }

    fn tell(&mut self, event: Event) -> Result<(), TaleError> {
        // Half-turn 1 is opened by the change of status alone.
        let closes = matches!(&event, Event::Turn { .. } | Event::Phase { to: Phase::Ongoing, .. });
        self.events.push(event.clone());
        match event {
            Event::Joined { unit, node } => {
                let node = self.node(node)?;
                let unit = self.unit(unit)?;
                (unit.node, unit.ready) = (node, true);
            }
            Event::Phase { to, .. } => self.view.phase = to,
            Event::Turn { number, half, visible } => {
                (self.view.turn, self.view.visible_turn) = (Turn { number, half }, visible);
                self.units.iter_mut().for_each(|unit| (unit.moved, unit.sent) = (false, false));
            }
            Event::Moved { unit, to, balance, .. } => {
                let to = self.node(to)?;
                let unit = self.unit(unit)?;
                (unit.node, unit.balance, unit.moved) = (to, balance, true);
            }
            Event::Said { unit, text, balance, .. } => {
                let unit = self.unit(unit)?;
                (unit.balance, unit.sent) = (balance, true);
                let (id, team, half) = (unit.id, unit.team, unit.kind.half());
                self.say(team, half, Message { from: id, text });
            }
            Event::Caught { unit, .. } | Event::JokerCaught { unit, .. } => {
                let turn = self.view.turn.number;
                let unit = self.unit(unit)?;
                (unit.dead, unit.caught_at) = (true, turn);
            }
            Event::Paid { unit, balance, .. } => self.unit(unit)?.balance = balance,
            Event::Decided { winner } => self.view.winner = Some(winner),
        }
        if closes {
            self.close();
        }
        Ok(())
    }

    fn say(&mut self, team: Team, half: Half, message: Message) {
        let chats = self.view.overview.iter_mut().flat_map(|overview| &mut overview.chats);
        for chat in chats.filter(|chat| chat.team == team) {
            let (thieves, police): (&mut ChatBox, &mut ChatBox) = (&mut chat.thieves, &mut chat.police);
            Arc::make_mut(if half == Half::Thieves { thieves } else { police }).push(message.clone());
        }
    }

    /// A window is over.
    fn close(&mut self) {
        if self.events.is_empty() {
            return;
        }
        let states = &self.units;
        for sighting in &mut self.view.units {
            if let Some(unit) = states.iter().find(|unit| unit.id == sighting.id) {
                (sighting.node, sighting.dead) = (unit.node, unit.dead);
            }
        }
        if let Some(overview) = &mut self.view.overview {
            overview.units.clone_from(&self.units);
        }
        let clock = if self.chapters.is_empty() { READY } else { HALF_TURN };
        let acted = |event: &Event| match *event {
            Event::Joined { unit, .. } | Event::Moved { unit, .. } | Event::Said { unit, .. } => Some(unit),
            _ => None,
        };
        let ids: Vec<i32> = self.events.iter().filter_map(acted).collect();
        let seats = (0..).map(Seat).zip(&self.units).filter(|(_, unit)| ids.contains(&unit.id));
        let asked = seats.map(|(seat, _)| seat).collect();
        let events = std::mem::take(&mut self.events);
        self.chapters.push(Chapter { clock, asked, events, view: self.view.clone() });
    }
}

/// A side's score is the number of enemy thieves it has caught.
fn outcome(roster: &Roster, teller: &Teller<'_>, winner: Team) -> Outcome {
    let prey = |unit: &&UnitState, side: Side| {
        unit.dead && matches!(unit.kind, Kind::Thief | Kind::Joker) && unit.team.index() != side.index()
    };
    let captures = |side: Side| teller.units.iter().filter(|unit| prey(unit, side)).count() as i64;
    let all = |side: Side| {
        let prey =
            teller.units.iter().filter(|unit| unit.kind == Kind::Thief && unit.team.index() != side.index());
        prey.clone().count() > 0 && prey.clone().all(|unit| unit.dead)
    };
    let (first, second) = (Side(winner.index() as u8), Side(winner.other().index() as u8));
    let joker = teller.chapters.iter().flat_map(|chapter| &chapter.events);
    let reason = match captures(first).cmp(&captures(second)) {
        _ if joker.into_iter().any(|event| matches!(event, Event::JokerCaught { .. })) => "joker caught",
        _ if all(first) => "all thieves caught",
        Ordering::Greater => "more captures",
        // The log does not tell whether a coin was thrown.
        _ => "earlier captures",
    };
    let won = |side: Side| side.index() == winner.index();
    Outcome::rank_sides(roster, reason, captures, |a, b| match (won(a), won(b)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => Ordering::Equal,
    })
}

#[cfg(test)]
mod tests {
    use meydan_core::Setup;

    use super::*;

    /// A line as the original wrote it.
    fn line(kind: &str, context: &str) -> String {
        format!("\"{{\"type\":\"{kind}\",\"context\":{context}}}\"\n")
    }

    #[test]
    fn a_log_without_names_is_of_the_finals_where_its_map_is() {
        let begin = line("STATUS_CHANGE", r#"{"fromStatus":"PENDING","toStatus":"ONGOING"}"#);
        let log = begin + &line("GAME_RESULT_CHANGED", r#"{"game result":"SECOND_WINS"}"#);
        for (name, ruleset) in [("village", "official-prelim"), ("finals", "official")] {
            let map = Gotham::maps().iter().find(|map| map.name == name).unwrap();
            let tale = tale(log.as_bytes(), map.bytes).unwrap();
            assert_eq!(tale.ruleset, ruleset, "{name}");
            assert!(tale.outcome.is_some_and(|outcome| outcome.standings[0].rank == 2));
        }
    }
}
