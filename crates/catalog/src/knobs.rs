use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use thiserror::Error;

/// One knob of a map generator.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name: `--name VALUE` on the command line.
    pub name: &'static str,
    /// The value where nobody says otherwise; empty where there is none. A knob with the default `no` is a switch.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// The values of a generator's knobs.
#[derive(Clone, Debug)]
pub struct Knobs {
    values: BTreeMap<&'static str, String>,
    given: BTreeSet<&'static str>,
}

/// What is wrong with a knob.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KnobError {
    /// No such knob.
    #[error("there is no knob `--{name}`; {known}")]
    Unknown {
        /// What was given.
        name: String,
        /// What there is, in words.
        known: String,
    },
    /// A value that does not fit.
    #[error("`--{name} {value}` does not fit: give {wanted}")]
    Value {
        /// The knob.
        name: &'static str,
        /// The value.
        value: String,
        /// What would fit.
        wanted: &'static str,
    },
}

impl Knobs {
    /// The defaults with the given values on top.
    pub fn new(
        known: &'static [Knob],
        given: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Knobs, KnobError> {
        let mut values: BTreeMap<_, _> =
            known.iter().map(|knob| (knob.name, knob.default.to_owned())).collect();
        let mut asked = BTreeSet::new();
        for (name, value) in given {
            let knob = known.iter().find(|knob| knob.name == name).ok_or_else(|| KnobError::Unknown {
                name: name.clone(),
                known: match known {
                    [] => "the game has no map generator".to_owned(),
                    known => {
                        let names: Vec<String> =
                            known.iter().map(|knob| format!("--{}", knob.name)).collect();
                        format!("there are {}", names.join(", "))
                    }
                },
            })?;
            asked.insert(knob.name);
            values.insert(knob.name, value);
        }
        Ok(Knobs { values, given: asked })
    }

    /// Whether somebody asked for a value, and did not leave it to the default.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.contains(name)
    }

    /// The text of a knob; `None` if it has no value.
    pub fn text(&self, name: &'static str) -> Option<&str> {
        self.values.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A knob's value as a number.
    pub fn number<T: FromStr>(&self, name: &'static str) -> Result<T, KnobError> {
        let value = self.text(name).unwrap_or_default();
        value.parse().map_err(|_| KnobError::Value {
            name,
            value: value.to_owned(),
            wanted: "a whole number",
        })
    }

    /// Whether a switch is on.
    pub fn switch(&self, name: &'static str) -> Result<bool, KnobError> {
        match self.text(name).unwrap_or("no") {
            "yes" | "true" => Ok(true),
            "no" | "false" => Ok(false),
            value => Err(KnobError::Value { name, value: value.to_owned(), wanted: "yes or no" }),
        }
    }
}

/// A file that a generator made.
#[derive(Clone, Debug)]
pub struct MadeFile {
    /// How its name ends.
    pub ending: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Knob] = &[
        Knob { name: "rows", default: "6", about: "" },
        Knob { name: "symmetric", default: "no", about: "" },
        Knob { name: "difficulty", default: "", about: "" },
    ];

    #[test]
    fn values_go_over_defaults() {
        let knobs = Knobs::new(KNOWN, [("symmetric".to_owned(), "yes".to_owned())]).unwrap();
        assert_eq!(knobs.number::<u32>("rows"), Ok(6));
        assert_eq!(knobs.switch("symmetric"), Ok(true));
        assert_eq!(knobs.text("difficulty"), None);
    }

    #[test]
    fn wrong_names_and_values_are_told_apart() {
        let unknown = Knobs::new(KNOWN, [("cols".to_owned(), "3".to_owned())]).unwrap_err().to_string();
        assert_eq!(unknown, "there is no knob `--cols`; there are --rows, --symmetric, --difficulty");
        let none = Knobs::new(&[], [("cols".to_owned(), "3".to_owned())]).unwrap_err().to_string();
        assert_eq!(none, "there is no knob `--cols`; the game has no map generator");
        let knobs = Knobs::new(KNOWN, [("rows".to_owned(), "many".to_owned())]).unwrap();
        assert!(knobs.number::<u32>("rows").unwrap_err().to_string().contains("whole number"));
    }
}
