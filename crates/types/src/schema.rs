//! JSON Schema, made from the same declarations as the TypeScript. What they are written in is a small language: objects,
//! lists, pairs, alternatives, literals and names.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::vec::IntoIter;

use serde_json::{Map, Value, json};

/// The members that are fractions, by the title of their schema. The declarations call every number a number; all others are
/// whole, and a test plays matches to see that this is so.
const FRACTIONS: [(&str, &[&str]); 2] = [
    ("galaxy", &["positions", "ratio", "share"]),
    ("gotham", &["balance", "cost", "police", "price", "thieves", "wage", "x", "y"]),
];

/// What a declared type is: its parameters, what is said of it, and its schema.
struct Declared {
    doc: Option<String>,
    schema: Value,
}

/// The schema of some of the types in a file of declarations, with everything they are made of.
///
/// # Panics
/// If the declarations are written in a way that this does not know: then it must learn it.
pub fn schema(title: &str, roots: &[&str], declarations: &str) -> Value {
    let fractions = FRACTIONS.iter().find(|(of, _)| *of == title).map_or(&[][..], |(_, members)| members);
    let declared = read(declarations, fractions);
    let mut defs = Map::new();
    let mut open: Vec<String> = roots.iter().map(|root| (*root).to_owned()).collect();
    while let Some(name) = open.pop() {
        if defs.contains_key(&name) {
            continue;
        }
        let Declared { doc, schema } = declared.get(&name).unwrap_or_else(|| panic!("`{name}` is declared"));
        open.extend(mentioned(schema));
        defs.insert(name, described(schema.clone(), doc.as_deref()));
    }
    let properties: Map<String, Value> =
        roots.iter().map(|root| ((*root).to_owned(), reference(root))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Made from the Rust types by `make types`; do not edit.",
        "title": title,
        "type": "object",
        "properties": properties,
        "$defs": defs,
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The names that a schema refers to.
fn mentioned(schema: &Value) -> BTreeSet<String> {
    match schema {
        Value::Array(items) => items.iter().flat_map(mentioned).collect(),
        Value::Object(members) => {
            let own =
                members.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
            own.map(str::to_owned).into_iter().chain(members.values().flat_map(mentioned)).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// A schema with what is said of it.
fn described(mut schema: Value, doc: Option<&str>) -> Value {
    if let (Value::Object(members), Some(doc)) = (&mut schema, doc) {
        members.insert("description".into(), doc.into());
    }
    schema
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Doc(String),
    Word(String),
    Text(String),
    Mark(char),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, length) = if let Some(doc) = rest.strip_prefix("/**") {
            let end = doc.find("*/").expect("a comment ends");
            let lines = doc[..end].lines().map(|line| line.trim().trim_start_matches('*').trim());
            let said = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
            (Some(Token::Doc(said)), 3 + end + 2)
        } else if rest.starts_with("//") || rest.starts_with("import ") {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if let Some(literal) = rest.strip_prefix('"') {
            let end = literal.find('"').expect("a literal ends");
            (Some(Token::Text(literal[..end].to_owned())), end + 2)
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (Some(Token::Word(rest[..end].to_owned())), end)
        } else {
            ((!first.is_whitespace()).then_some(Token::Mark(first)), first.len_utf8())
        };
        tokens.extend(token);
        rest = &rest[length..];
    }
    tokens
}

/// A schema whose own numbers are whole; those of objects inside it have been seen to.
fn whole(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) if members.contains_key("properties") => {}
        Value::Object(members) if members.get("type") == Some(&json!("number")) => {
            members.insert("type".into(), json!("integer"));
        }
        Value::Object(members) => members.values_mut().for_each(|inner| *inner = whole(inner.take())),
        Value::Array(items) => items.iter_mut().for_each(|inner| *inner = whole(inner.take())),
        _ => {}
    }
    schema
}

fn read(text: &str, fractions: &'static [&'static str]) -> BTreeMap<String, Declared> {
    let mut reader =
        Reader { tokens: tokens(text).into_iter().peekable(), parameters: Vec::new(), fractions };
    let mut declared = BTreeMap::new();
    loop {
        let doc = reader.doc();
        if reader.tokens.peek().is_none() {
            return declared;
        }
        assert_eq!([reader.word(), reader.word()], ["export", "type"], "a declaration begins");
        let name = reader.word();
        reader.parameters.clear();
        if reader.take('<') {
            while !reader.take('>') {
                let parameter = reader.word();
                reader.parameters.push(parameter);
                reader.take(',');
            }
        }
        reader.expect('=');
        let schema = whole(reader.alternatives());
        reader.expect(';');
        declared.insert(name, Declared { doc, schema });
    }
}

struct Reader {
    tokens: Peekable<IntoIter<Token>>,
    /// Those of the type that is being read: they stand for anything.
    parameters: Vec<String>,
    /// The members that are not whole numbers.
    fractions: &'static [&'static str],
}

impl Reader {
    fn doc(&mut self) -> Option<String> {
        let mut said = None;
        while let Some(Token::Doc(doc)) = self.tokens.next_if(|token| matches!(token, Token::Doc(_))) {
            said = Some(doc);
        }
        said
    }

    fn take(&mut self, mark: char) -> bool {
        self.tokens.next_if_eq(&Token::Mark(mark)).is_some()
    }

    fn expect(&mut self, mark: char) {
        assert!(self.take(mark), "`{mark}` comes before {:?}", self.tokens.peek());
    }

    fn word(&mut self) -> String {
        match self.tokens.next() {
            Some(Token::Word(word) | Token::Text(word)) => word,
            other => panic!("a word stands where {other:?} is"),
        }
    }

    /// `A | B | …`; literals together are one enumeration.
    fn alternatives(&mut self) -> Value {
        self.take('|');
        let mut all = vec![self.both()];
        while self.take('|') {
            all.push(self.both());
        }
        let literal = |schema: &Value| schema.get("const").cloned();
        if all.len() > 1 && all.iter().all(|schema| literal(schema).is_some()) {
            return json!({ "enum": all.iter().filter_map(literal).collect::<Vec<_>>() });
        }
        if all.len() == 1 { all.remove(0) } else { json!({ "anyOf": all }) }
    }

    /// `A & B`.
    fn both(&mut self) -> Value {
        let mut all = vec![self.one()];
        while self.take('&') {
            all.push(self.one());
        }
        if all.len() == 1 { all.remove(0) } else { json!({ "allOf": all }) }
    }

    fn one(&mut self) -> Value {
        self.doc();
        match self.tokens.next() {
            Some(Token::Text(literal)) => json!({ "const": literal }),
            Some(Token::Mark('{')) => self.members(),
            Some(Token::Mark('(')) => {
                let inner = self.alternatives();
                self.expect(')');
                inner
            }
            Some(Token::Mark('[')) => {
                let mut items = Vec::new();
                while !self.take(']') {
                    let label = self.label();
                    items.push(described(self.alternatives(), label.as_deref()));
                    self.take(',');
                }
                json!({ "type": "array", "prefixItems": items, "minItems": items.len(), "maxItems": items.len() })
            }
            Some(Token::Word(name)) => self.named(&name),
            other => panic!("a type stands where {other:?} is"),
        }
    }

    /// What an item of a pair is called: `[row: number, col: number]`.
    fn label(&mut self) -> Option<String> {
        let mut ahead = self.tokens.clone();
        match (ahead.next(), ahead.next()) {
            (Some(Token::Word(label)), Some(Token::Mark(':'))) => {
                self.tokens = ahead;
                Some(label)
            }
            _ => None,
        }
    }

    fn named(&mut self, name: &str) -> Value {
        let mut of = Vec::new();
        if self.take('<') {
            while !self.take('>') {
                of.push(self.alternatives());
                self.take(',');
            }
        }
        match (name, of.as_slice()) {
            ("string" | "number" | "boolean" | "null", []) => json!({ "type": name }),
            ("unknown", []) => json!(true),
            ("Array", [item]) => json!({ "type": "array", "items": item }),
            ("Record", [_, value]) => json!({ "type": "object", "additionalProperties": value }),
            (name, []) if self.parameters.iter().any(|parameter| parameter == name) => json!(true),
            (name, _) => reference(name),
        }
    }

    /// `{ a: A, b?: B, }`.
    fn members(&mut self) -> Value {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        loop {
            let doc = self.doc();
            if self.take('}') {
                break;
            }
            if self.take('[') {
                // `{ [key in K]?: V }`: any keys.
                while !self.take(']') {
                    self.tokens.next();
                }
                self.take('?');
                self.expect(':');
                let value = self.alternatives();
                self.take(',');
                self.expect('}');
                return json!({ "type": "object", "additionalProperties": value });
            }
            let name = self.word();
            if !self.take('?') {
                required.push(name.clone());
            }
            self.expect(':');
            let schema = self.alternatives();
            let schema = if self.fractions.contains(&name.as_str()) { schema } else { whole(schema) };
            properties.insert(name, described(schema, doc.as_deref()));
            self.take(',');
        }
        json!({ "type": "object", "properties": properties, "required": required })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_unless_they_are_fractions() {
        let text = "export type Act = { \"attack\": { from: number, ratio: number, odds: Array<number | null>, } } | Count;\n\
                    export type Count = number;\n";
        let schema = schema("galaxy", &["Act"], text);
        let attack = &schema["$defs"]["Act"]["anyOf"][0]["properties"]["attack"]["properties"];
        assert_eq!(
            (&attack["from"]["type"], &attack["ratio"]["type"]),
            (&json!("integer"), &json!("number"))
        );
        assert_eq!(attack["odds"]["items"]["anyOf"][0]["type"], "integer");
        assert_eq!(schema["$defs"]["Count"]["type"], "integer");
    }

    #[test]
    fn declarations_become_a_schema() {
        let text = "// made\n\n/** A thing. */\nexport type Thing<V> = {\n/** Its name. */\nname: string, left?: Array<Kind | null>,\nview: V, \
                    at: [row: number, number], };\n\nexport type Kind = \"a\" | \"b\";\n\nexport type Other = string;\n";
        let schema = schema("things", &["Thing"], text);
        assert_eq!(schema["properties"], json!({ "Thing": { "$ref": "#/$defs/Thing" } }));
        let thing = &schema["$defs"]["Thing"];
        assert_eq!(thing["description"], "A thing.");
        assert_eq!(thing["required"], json!(["name", "view", "at"]));
        assert_eq!(thing["properties"]["name"], json!({ "type": "string", "description": "Its name." }));
        assert_eq!(
            thing["properties"]["left"]["items"],
            json!({ "anyOf": [{ "$ref": "#/$defs/Kind" }, { "type": "null" }] })
        );
        assert_eq!(thing["properties"]["view"], true);
        let row = json!({ "type": "integer", "description": "row" });
        assert_eq!(thing["properties"]["at"]["prefixItems"], json!([row, { "type": "integer" }]));
        assert_eq!(schema["$defs"]["Kind"], json!({ "enum": ["a", "b"] }));
        assert!(schema["$defs"].get("Other").is_none(), "nobody mentions it");
    }
}
