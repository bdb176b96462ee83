//! What really happens in a match is as the schemas say.

use meydan_catalog::{Choice, NAMES, Offer, Prepared, Visit, game_types, visit};
use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome, SeatSet, Viewer};
use meydan_referee::{Recorder, offline};
use meydan_types::schema;
use serde::Serialize;
use serde_json::Value;

/// Why a value is not as the schema says; nothing if it is.
fn wrong(value: &Value, schema: &Value, root: &Value, path: &str) -> Option<String> {
    let inside =
        |value: &Value, schema: &Value, step: &str| wrong(value, schema, root, &format!("{path}/{step}"));
    if schema == &Value::Bool(true) {
        return None;
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")) {
        return wrong(value, &root["$defs"][name], root, path);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let told: Vec<String> = any.iter().filter_map(|schema| wrong(value, schema, root, path)).collect();
        return (told.len() == any.len()).then(|| format!("{path}: none of {told:?}"));
    }
    if let Some(all) = schema["allOf"].as_array() {
        return all.iter().find_map(|schema| wrong(value, schema, root, path));
    }
    if let Some(known) = schema["enum"].as_array() {
        return (!known.contains(value)).then(|| format!("{path}: {value} is not one of {known:?}"));
    }
    if let Some(literal) = schema.get("const") {
        return (literal != value).then(|| format!("{path}: {value} is not {literal}"));
    }
    match (schema["type"].as_str().expect("a type"), value) {
        ("string", Value::String(_)) => None,
        // What is a fraction in Rust is written as one even where it is whole; so a member that was taken for whole shows.
        ("integer", Value::Number(number)) if !number.is_f64() => None,
        ("number", Value::Number(number)) if number.is_f64() => None,
        ("boolean", Value::Bool(_)) | ("null", Value::Null) => None,
        ("array", Value::Array(items)) => match schema["prefixItems"].as_array() {
            Some(each) if each.len() != items.len() => Some(format!("{path}: {} items", items.len())),
            Some(each) => items.iter().zip(each).find_map(|(item, schema)| inside(item, schema, "item")),
            None => items.iter().find_map(|item| inside(item, &schema["items"], "item")),
        },
        ("object", Value::Object(members)) => {
            let missing = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let missing = missing.into_iter().find(|name| !members.contains_key(*name));
            if let Some(name) = missing {
                return Some(format!("{path}: `{name}` is missing"));
            }
            members.iter().find_map(|(name, value)| match schema["properties"].get(name) {
                Some(schema) => inside(value, schema, name),
                None => match schema.get("additionalProperties") {
                    Some(schema) => inside(value, schema, name),
                    None => Some(format!("{path}: `{name}` is not declared")),
                },
            })
        }
        (kind, value) => Some(format!("{path}: {value} is not of the type {kind}")),
    }
}

/// Compares everything that is said in a match.
struct Compare {
    schema: Value,
    acts: usize,
}

impl Compare {
    fn check(&self, what: &str, value: &impl Serialize) {
        let value = serde_json::to_value(value).expect("it is sent as JSON");
        let told = wrong(&value, &self.schema["$defs"][what], &self.schema, what);
        assert_eq!(told, None, "in {}", self.schema["title"]);
    }
}

impl<G: Game> Recorder<G> for Compare {
    fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G) {
        if let Entry::Act(seat, action) = entry {
            self.acts += 1;
            self.check("Action", action);
            // Every view of a long match takes long.
            if self.acts % 50 == 1 {
                self.check("View", &game.view(Viewer::Seat(*seat)));
                self.check("View", &game.view(Viewer::Spectator));
            }
        }
        events.iter().for_each(|event| self.check("Event", event));
    }

    fn end(&mut self, _: &Outcome, game: &G) {
        assert!(self.acts > 0, "nobody acted; the test tests nothing");
        self.check("View", &game.view(Viewer::Spectator));
    }
}

struct Play;

impl Visit for Play {
    type Out = ();

    fn visit<G: Offer>(self) {
        let prepared =
            Prepared::<G>::new(&Choice { seed: Some(1), ..Choice::default() }).expect("the game's first map");
        let declarations = game_types(G::NAME).expect("a game").to_string();
        let schema = schema(G::NAME, &["Config", "View", "Action", "Event"], &declarations);
        let compare = Compare { schema, acts: 0 };
        compare.check("Config", &prepared.config);
        let house = G::house_bots()[0];
        let bot = |seat| G::house(house, &prepared.config, prepared.seat_chance(seat)).expect("a house bot");
        let mut bots: Vec<_> = (0..prepared.game.roster().len()).map(bot).collect();
        offline(prepared.game.clone(), &mut bots, SeatSet::EMPTY, vec![Box::new(compare)], &mut || true)
            .expect("a match of house bots ends");
    }
}

#[test]
fn whole_matches_are_as_the_schemas_say() {
    for game in NAMES {
        visit(game, Play).unwrap();
    }
}
