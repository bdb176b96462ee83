//! The map file of the contest (spec 3). Fields are read one by one so that an error can name the field.

use std::fmt::Write;

use serde_json::{Map as Object, Value};

use super::{ConfigError, Map, PlanetId, Strategic};

pub(super) fn read(bytes: &[u8]) -> Result<Map, ConfigError> {
    let object: Object<String, Value> =
        serde_json::from_slice(bytes).map_err(|e| ConfigError::NotJson(e.to_string()))?;
    let number = field(&object, "number_of_nodes")?;
    let planets = whole(number, || "number_of_nodes".into()).and_then(|found| {
        usize::try_from(found).ok().filter(|planets| (1..=Map::MOST_PLANETS).contains(planets)).ok_or_else(
            || {
                bad(
                    "number_of_nodes".into(),
                    number,
                    &format!("a whole number from 1 to {}", Map::MOST_PLANETS),
                )
            },
        )
    })?;
    let planet = |value: &Value, name: &dyn Fn() -> String| {
        let found = whole(value, name)?;
        // Numbers that no map can have are refused here, the rest where the map is made.
        u16::try_from(found).ok().filter(|&id| usize::from(id) < planets).map(PlanetId).ok_or_else(|| {
            ConfigError::NoSuchPlanet { field: name(), found, last: planets.saturating_sub(1) }
        })
    };

    let mut edges = Vec::new();
    for (i, edge) in list(&object, "list_of_edges")?.iter().enumerate() {
        let name = || format!("list_of_edges[{i}]");
        match edge.as_array().map(Vec::as_slice) {
            Some([a, b]) => edges.push([planet(a, &name)?, planet(b, &name)?]),
            _ => return Err(bad(name(), edge, "a pair of planets")),
        }
    }

    let ids = list(&object, "strategic_nodes")?;
    let scores = list(&object, "scores_of_strategic_nodes")?;
    if ids.len() != scores.len() {
        return Err(ConfigError::UnevenScores { planets: ids.len(), scores: scores.len() });
    }
    let mut strategic = Vec::new();
    for (i, (id, score)) in ids.iter().zip(scores).enumerate() {
        let planet = planet(id, &|| format!("strategic_nodes[{i}]"))?;
        let name = || format!("scores_of_strategic_nodes[{i}]");
        let score = whole(score, name).and_then(|found| {
            u32::try_from(found)
                .ok()
                .filter(|score| (1..=Map::MOST_SCORE).contains(score))
                .ok_or_else(|| bad(name(), score, &format!("a whole number from 1 to {}", Map::MOST_SCORE)))
        })?;
        strategic.push(Strategic { planet, score });
    }

    let name = match object.get("name") {
        None | Some(Value::Null) => None,
        Some(Value::String(name)) => Some(name.clone()),
        Some(other) => return Err(bad("name".into(), other, "a text")),
    };
    Map::new(name, planets, edges, strategic, positions(&object)?)
}

fn positions(object: &Object<String, Value>) -> Result<Option<Vec<[f64; 2]>>, ConfigError> {
    if matches!(object.get("coordinates"), None | Some(Value::Null)) {
        return Ok(None);
    }
    let pairs = list(object, "coordinates")?.iter().enumerate().map(|(i, value)| {
        match value.as_array().map(Vec::as_slice) {
            Some([x, y]) => x.as_f64().zip(y.as_f64()).map(|(x, y)| [x, y]),
            _ => None,
        }
        .ok_or_else(|| bad(format!("coordinates[{i}]"), value, "a pair of numbers"))
    });
    pairs.collect::<Result<_, _>>().map(Some)
}

fn field<'a>(object: &'a Object<String, Value>, name: &'static str) -> Result<&'a Value, ConfigError> {
    object.get(name).ok_or(ConfigError::MissingField { field: name })
}

fn list<'a>(object: &'a Object<String, Value>, name: &'static str) -> Result<&'a [Value], ConfigError> {
    let value = field(object, name)?;
    value.as_array().map(Vec::as_slice).ok_or_else(|| bad(name.into(), value, "a list"))
}

fn whole(value: &Value, name: impl Fn() -> String) -> Result<i64, ConfigError> {
    value.as_i64().ok_or_else(|| bad(name(), value, "a whole number"))
}

fn bad(field: String, found: &Value, wanted: &str) -> ConfigError {
    let mut found = found.to_string();
    if let Some((cut, _)) = found.char_indices().nth(40) {
        found.truncate(cut);
        found.push('…');
    }
    ConfigError::BadField { field, found, wanted: wanted.into() }
}

/// Writes the file with the original's fields first, in the original's order, a few entries to a line.
pub(super) fn write(map: &Map) -> String {
    let mut text = String::from("{\n");
    if let Some(name) = map.name() {
        let _ = writeln!(text, "  \"name\": {},", Value::from(name));
    }
    let _ = writeln!(text, "  \"number_of_nodes\": {},", map.len());
    let _ = writeln!(text, "  \"number_of_edges\": {},", map.edges().len());
    let edges: Vec<String> = map.edges().iter().map(|[a, b]| format!("[{a}, {b}]")).collect();
    let _ = writeln!(text, "  \"list_of_edges\": [{}],", rows(&edges));
    let ids: Vec<String> = map.strategic().iter().map(|strategic| strategic.planet.to_string()).collect();
    let _ = writeln!(text, "  \"strategic_nodes\": [{}],", ids.join(", "));
    let scores: Vec<String> = map.strategic().iter().map(|strategic| strategic.score.to_string()).collect();
    let _ = writeln!(text, "  \"scores_of_strategic_nodes\": [{}],", scores.join(", "));
    let positions: Vec<String> = map.positions().iter().map(|[x, y]| format!("[{x}, {y}]")).collect();
    let _ = writeln!(text, "  \"coordinates\": [{}]", rows(&positions));
    text.push_str("}\n");
    text
}

fn rows(entries: &[String]) -> String {
    let rows: Vec<String> = entries.chunks(10).map(|row| row.join(", ")).collect();
    rows.join(",\n    ")
}
