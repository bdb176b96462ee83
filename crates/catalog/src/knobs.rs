use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// One knob of a map generator, or one option of a match.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name: `--name VALUE` on the command line.
    pub name: &'static str,
    /// What its values are.
    pub kind: KnobKind,
    /// The value where nobody says otherwise; empty where there is none.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// What the values of a knob are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum KnobKind {
    /// A whole number.
    Number {
        /// At least.
        least: u32,
        /// At most.
        most: u32,
    },
    /// Yes or no.
    Switch,
    /// One of some words, or none.
    Choice {
        /// The words.
        of: &'static [&'static str],
    },
}

impl Knob {
    /// A knob for a number.
    pub const fn number(
        name: &'static str,
        range: RangeInclusive<u32>,
        default: &'static str,
        about: &'static str,
    ) -> Knob {
        let kind = KnobKind::Number { least: *range.start(), most: *range.end() };
        Knob { name, kind, default, about }
    }

    /// A knob that is on or off; off where nobody says otherwise.
    pub const fn switch(name: &'static str, about: &'static str) -> Knob {
        Knob { name, kind: KnobKind::Switch, default: "no", about }
    }

    /// A knob for one of some words; none where nobody says otherwise.
    pub const fn choice(name: &'static str, of: &'static [&'static str], about: &'static str) -> Knob {
        Knob { name, kind: KnobKind::Choice { of }, default: "", about }
    }

    /// Whether a value is one that the knob says it takes.
    fn takes(&self, value: &str) -> Result<(), KnobError> {
        let (fits, wanted) = match self.kind {
            KnobKind::Number { least, most } => (
                value.parse().is_ok_and(|number: u32| (least..=most).contains(&number)),
                format!("a whole number from {least} to {most}"),
            ),
            KnobKind::Switch => (matches!(value, "yes" | "true" | "no" | "false"), "yes or no".to_owned()),
            KnobKind::Choice { of } => (value.is_empty() || of.contains(&value), of.join(", ")),
        };
        if fits {
            return Ok(());
        }
        Err(KnobError::Value { name: self.name, value: value.to_owned(), wanted })
    }
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
        wanted: String,
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

    /// The values that were asked for, each within what its knob says: for strangers' wishes.
    pub fn strict(
        known: &'static [Knob],
        given: impl IntoIterator<Item = (String, String)>,
    ) -> Result<BTreeMap<String, String>, KnobError> {
        let knobs = Knobs::new(known, given)?;
        let mut asked = BTreeMap::new();
        for knob in known.iter().filter(|knob| knobs.is_given(knob.name)) {
            // An empty field is one that nobody filled in.
            if let Some(value) = knobs.text(knob.name) {
                knob.takes(value)?;
                asked.insert(knob.name.to_owned(), value.to_owned());
            }
        }
        Ok(asked)
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
            wanted: "a whole number".to_owned(),
        })
    }

    /// Whether a switch is on.
    pub fn switch(&self, name: &'static str) -> Result<bool, KnobError> {
        match self.text(name).unwrap_or("no") {
            "yes" | "true" => Ok(true),
            "no" | "false" => Ok(false),
            value => Err(KnobError::Value { name, value: value.to_owned(), wanted: "yes or no".to_owned() }),
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
        Knob::number("rows", 2..=255, "6", ""),
        Knob::switch("symmetric", ""),
        Knob::choice("difficulty", &["easy", "hard"], ""),
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

    #[test]
    fn strangers_keep_within_what_a_knob_says() {
        let strict = |name: &str, value: &str| Knobs::strict(KNOWN, [(name.to_owned(), value.to_owned())]);
        assert_eq!(strict("rows", "7").unwrap().get("rows").map(String::as_str), Some("7"));
        assert!(strict("rows", "").unwrap().is_empty());
        for (name, value) in [("rows", "1"), ("rows", "256"), ("symmetric", "maybe"), ("difficulty", "odd")] {
            let error = strict(name, value).unwrap_err().to_string();
            assert!(error.contains("does not fit"), "{error}");
        }
        assert!(strict("rows", "256").unwrap_err().to_string().contains("from 2 to 255"));
    }
}
