//! TypeScript declarations, so that the page does not have to say a second time what is said in Rust.

use std::collections::BTreeMap;
use std::fmt;

use ts_rs::{Config, TS, TypeVisitor};

/// A TypeScript file in the making: the types that were added and all that they are made of, by name.
pub struct Declarations {
    config: Config,
    types: BTreeMap<String, String>,
    import: Option<String>,
}

impl Declarations {
    /// An empty file.
    pub fn new() -> Declarations {
        // Nothing in a view comes near 2^53; seeds, which do, are sent as text.
        let config = Config::new().with_large_int("number");
        Declarations { config, types: BTreeMap::new(), import: None }
    }

    /// Adds a type and everything it is made of.
    #[must_use]
    pub fn with<T: TS + 'static>(mut self) -> Self {
        self.visit::<T>();
        T::visit_generics(&mut self);
        self
    }

    /// Takes what another file declares from there.
    #[must_use]
    pub fn importing(mut self, other: &Declarations, path: &str) -> Self {
        self.types.retain(|name, text| other.types.get(name) != Some(text));
        let word = |c: char| !c.is_alphanumeric() && c != '_';
        let used =
            |name: &&String| self.types.values().any(|text| text.split(word).any(|part| part == *name));
        let theirs = other.types.keys().filter(|name| !self.types.contains_key(*name));
        let names: Vec<&str> = theirs.filter(used).map(String::as_str).collect();
        self.import =
            (!names.is_empty()).then(|| format!("import type {{ {} }} from '{path}';", names.join(", ")));
        self
    }
}

/// Doc comments of one line on one line.
fn tidy(text: &str) -> String {
    let mut made = String::new();
    let mut lines = text.lines().map(str::trim_end).peekable();
    while let Some(line) = lines.next() {
        let rest: Vec<&str> = lines.clone().take(2).collect();
        match (line, rest.as_slice()) {
            ("/**", [said, " */"]) => {
                made.push_str(&format!("/**{} */", said.trim_start_matches(" *")));
                lines.nth(1);
            }
            _ => made.push_str(line),
        }
        made.push('\n');
    }
    made
}

impl Default for Declarations {
    fn default() -> Self {
        Declarations::new()
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of our own are exported somewhere; the others are spelled out where they are used.
        if T::output_path().is_none() || self.types.contains_key(&T::ident(&self.config)) {
            return;
        }
        let text = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(&self.config));
        self.types.insert(T::ident(&self.config), text);
        T::visit_dependencies(self);
    }
}

impl fmt::Display for Declarations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "// Made from the Rust types by `make types`; do not edit.")?;
        if let Some(import) = &self.import {
            writeln!(f, "\n{import}")?;
        }
        self.types.values().try_for_each(|text| write!(f, "\n{}", tidy(text)))
    }
}
