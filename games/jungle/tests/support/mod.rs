//! Reads the commands of recorded games: JSON with the order of its keys kept, because errors quote it.

use std::fmt;

use meydan_jungle::{Action, Config, Deed, Order, Point};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value as a script sees it.
pub(crate) enum Js {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Js>),
    Object(Vec<(String, Js)>),
}

impl Js {
    pub(crate) fn get(&self, key: &str) -> Option<&Js> {
        match self {
            Js::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    fn falsy(&self) -> bool {
        match self {
            Js::Null | Js::Bool(false) => true,
            Js::Number(number) => *number == 0.0,
            Js::Text(text) => text.is_empty(),
            _ => false,
        }
    }

    /// How a script prints the value inside a text.
    fn text(&self) -> String {
        match self {
            Js::Null => "null".into(),
            Js::Bool(value) => value.to_string(),
            Js::Number(number) => number_text(*number),
            Js::Text(text) => text.clone(),
            Js::Object(_) => "[object Object]".into(),
            Js::List(items) => {
                let text = |item: &Js| if matches!(item, Js::Null) { String::new() } else { item.text() };
                items.iter().map(text).collect::<Vec<_>>().join(",")
            }
        }
    }

    fn json(&self) -> String {
        match self {
            Js::Text(text) => serde_json::to_string(text).unwrap(),
            Js::List(items) => format!("[{}]", items.iter().map(Js::json).collect::<Vec<_>>().join(",")),
            Js::Object(entries) => {
                let entry = |(key, value): &(String, Js)| {
                    format!("{}:{}", serde_json::to_string(key).unwrap(), value.json())
                };
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(","))
            }
            other => other.text(),
        }
    }
}

impl<'de> Deserialize<'de> for Js {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Js, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Js;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_unit<E>(self) -> Result<Js, E> {
                Ok(Js::Null)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Js, E> {
                Ok(Js::Bool(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Js, E> {
                Ok(Js::Number(value as f64))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Js, E> {
                Ok(Js::Number(value as f64))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Js, E> {
                Ok(Js::Number(value))
            }
            fn visit_str<E>(self, value: &str) -> Result<Js, E> {
                Ok(Js::Text(value.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Js, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Js::List(list))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Js, A::Error> {
                let mut object = Vec::new();
                while let Some(entry) = entries.next_entry()? {
                    object.push(entry);
                }
                Ok(Js::Object(object))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// A number as a script prints it.
fn number_text(number: f64) -> String {
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').unwrap();
    match exponent.parse::<i32>().unwrap() {
        -6..21 => (number + 0.0).to_string(),
        exponent => format!("{digits}e{exponent:+}"),
    }
}

/// What a team has said that is not of this game. It goes to the rules as an order for a unit that no team has, or as
/// a cell beyond every map, and is quoted where the rules refuse that, as the protocol does it.
#[derive(Default)]
pub(crate) struct Odd {
    pub(crate) elements: Vec<String>,
    pub(crate) targets: Vec<String>,
}

/// The unit that stands for the first odd element.
pub(crate) const FIRST_UNIT: usize = 40_000;
/// The column that stands for the first odd target.
pub(crate) const FIRST_COLUMN: usize = 2_000_000_000;

impl Odd {
    /// The action that a recorded command is (spec 5, checks 1 to 6).
    pub(crate) fn action(&mut self, command: &Js) -> Action {
        let orders = match command.get("actions") {
            Some(Js::List(elements)) => elements.iter().map(|element| self.order(element)).collect(),
            _ => vec![self.not_an_order("No actions received".into())],
        };
        Action { orders }
    }

    fn not_an_order(&mut self, error: String) -> Order {
        self.elements.push(error);
        Order { unit: (FIRST_UNIT + self.elements.len() - 1) as u16, deed: Deed::None }
    }

    fn order(&mut self, element: &Js) -> Order {
        match self.read(element) {
            Ok(order) => order,
            Err(error) => self.not_an_order(format!("{} {error}", element.text())),
        }
    }

    fn read(&mut self, element: &Js) -> Result<Order, String> {
        if element.falsy() {
            return Err("Empty action was sent".into());
        }
        if !matches!(element.get("type"), Some(Js::Text(kind)) if kind == "UNIT") {
            let kind = element.get("type").map_or("undefined".into(), Js::text);
            return Err(format!("Action type {kind} is invalid!"));
        }
        let verb = match element.get("action") {
            Some(Js::Text(verb)) => verb.as_str(),
            _ => "",
        };
        let make: fn(Point) -> Deed = match verb {
            "MOVE" => Deed::Move,
            "SPAWN" => Deed::Spawn,
            "DROP" => Deed::Drop,
            "VINE" => Deed::Vine,
            "ATTACK" => Deed::Attack,
            "SUMMON" => |_| Deed::Summon,
            "NONE" => |_| Deed::None,
            _ => return Err(format!("Invalid action was sent {}", element.json())),
        };
        let target = element.get("target").and_then(|target| self.cell(target));
        if target.is_none() && !matches!(verb, "SUMMON" | "NONE") {
            return Err(format!("Invalid target was sent {}", element.json()));
        }
        match element.get("unitId") {
            None => Err(format!("No unitId was sent {}", element.json())),
            Some(id) if id.falsy() => Err(format!("No unitId was sent {}", element.json())),
            Some(Js::Text(id)) if Config::unit_named(id).is_some() => Ok(Order {
                unit: Config::unit_named(id).unwrap(),
                deed: make(target.unwrap_or(Point { x: 0, y: 0 })),
            }),
            Some(id) => Err(format!("Unit {} doesn't exists!", id.text())),
        }
    }

    fn cell(&mut self, target: &Js) -> Option<Point> {
        let (x, y) = (target.get("x")?, target.get("y")?);
        let whole = |value: &Js| match value {
            Js::Number(number) if number.fract() == 0.0 && number.abs() < 1e9 => Some(*number as i32),
            _ => None,
        };
        if let (Some(x), Some(y)) = (whole(x), whole(y)) {
            return Some(Point { x, y });
        }
        self.targets.push(format!("[x: {}, y: {}]", x.text(), y.text()));
        Some(Point { x: (FIRST_COLUMN + self.targets.len() - 1) as i32, y: 0 })
    }
}
