//! What bots say that is not of this game, kept so that it can be quoted.
//!
//! The original answers every element of a command with a text among the team's errors, where bots and viewers read it,
//! also an element that is not an order at all. The rules know orders only. Such an element goes to them as an order
//! for a unit that no team has, which they refuse in its place. A target that is not a cell goes to them as a cell
//! beyond every map. The number of the unit, or of the column, tells which text belongs there when the errors are
//! written.

use std::collections::BTreeMap;
use std::sync::Arc;

use meydan_core::Budget;
use meydan_jungle::Point;

/// The odd things that one team has said in a match.
#[derive(Clone, Debug, Default)]
pub struct Oddities {
    elements: Texts,
    targets: Texts,
}

/// The first unit that stands for an element. No match has so many units.
pub(crate) const FIRST_UNIT: u16 = 40_000;
/// The first column that stands for a target. No map is so wide, and no command that is read names such a column.
pub(crate) const FIRST_COLUMN: i32 = 2_000_000_000;

/// The most different texts that are kept of each kind. A bot that makes the same mistakes in every tick needs few;
/// whatever is beyond reads like the last one.
const MOST_TEXTS: usize = 20_000;

impl Oddities {
    /// The unit that stands for an element which the original answers with this error.
    pub(crate) fn unit(&mut self, error: String) -> u16 {
        FIRST_UNIT + self.elements.number(error) as u16
    }

    /// The cell that stands for a target which errors quote like this.
    pub(crate) fn cell(&mut self, target: String) -> Point {
        Point { x: FIRST_COLUMN + self.targets.number(target) as i32, y: 0 }
    }

    /// The errors of the rules in the original's words.
    pub fn quoted(&self, errors: &[String]) -> Vec<String> {
        errors.iter().map(|error| self.element_in(error).unwrap_or_else(|| self.target_in(error))).collect()
    }

    /// The text of the element that an error is about.
    fn element_in(&self, error: &str) -> Option<String> {
        let unit = error.strip_prefix("[object Object] Unit ")?.strip_suffix(" doesn't exists!")?;
        let number = unit.parse::<u16>().ok()?.checked_sub(FIRST_UNIT)?;
        self.elements.text(usize::from(number))
    }

    /// The error with the target as its sender spelt it.
    fn target_in(&self, error: &str) -> String {
        let spelt = || {
            let (before, cell) = error.split_once("[x: ")?;
            let (column, rest) = cell.split_once(", y: 0]")?;
            let number = column.parse::<i32>().ok()?.checked_sub(FIRST_COLUMN)?;
            let target = self.targets.text(usize::try_from(number).ok()?)?;
            Some(format!("{before}{target}{rest}"))
        };
        spelt().unwrap_or_else(|| error.to_owned())
    }
}

/// Numbered texts, each kept once.
#[derive(Clone, Debug, Default)]
struct Texts {
    numbers: BTreeMap<Arc<str>, usize>,
    texts: Vec<Arc<str>>,
    bytes: usize,
}

impl Texts {
    fn number(&mut self, text: String) -> usize {
        if let Some(&number) = self.numbers.get(text.as_str()) {
            return number;
        }
        let next = self.texts.len();
        if next >= MOST_TEXTS || self.bytes + text.len() > Budget::STANDARD.notes {
            return next.saturating_sub(1);
        }
        self.bytes += text.len();
        let text: Arc<str> = text.into();
        self.numbers.insert(text.clone(), next);
        self.texts.push(text);
        next
    }

    fn text(&self, number: usize) -> Option<String> {
        self.texts.get(number).map(|text| text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_quoted_and_the_rest_left_alone() {
        let mut odd = Oddities::default();
        let (null, empty) = (odd.unit("null Empty action was sent".into()), odd.unit("…".into()));
        assert_eq!(odd.unit("null Empty action was sent".into()), null, "the same text has the same number");
        let Point { x, y } = odd.cell("[x: 1.5, y: null]".into());
        let errors = [
            format!("[object Object] Unit {null} doesn't exists!"),
            "[object Object] Unit 7 doesn't exists!".into(),
            format!("[object Object] Unit {empty} doesn't exists!"),
            format!("(id: 1|position: notSpawned)) Target is not a spawn point: [x: {x}, y: {y}]"),
            format!("A unit is already on that location: [x: {x}, y: {y}]. No alternative"),
            "Target is not a spawn point: [x: 3, y: 0]".into(),
        ];
        assert_eq!(
            odd.quoted(&errors),
            [
                "null Empty action was sent",
                "[object Object] Unit 7 doesn't exists!",
                "…",
                "(id: 1|position: notSpawned)) Target is not a spawn point: [x: 1.5, y: null]",
                "A unit is already on that location: [x: 1.5, y: null]. No alternative",
                "Target is not a spawn point: [x: 3, y: 0]",
            ]
        );
    }

    #[test]
    fn a_flood_of_odd_things_is_not_kept() {
        let mut odd = Oddities::default();
        let last = (0..30_000).map(|i| odd.unit(i.to_string())).last().unwrap();
        assert_eq!(usize::from(last - FIRST_UNIT), MOST_TEXTS - 1);
        let mut odd = Oddities::default();
        for i in 0..100 {
            odd.cell(format!("{i}{}", "x".repeat(1 << 20)));
        }
        assert!(odd.targets.bytes <= Budget::STANDARD.notes);
    }
}
