use meydan_core::Terms;
use serde::{Deserialize, Serialize};

use super::ConfigError;

/// Whose word counts where the rule document and the contest's server differ (spec 14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Ruleset {
    /// The rule document; the server fills its gaps.
    Document,
    /// The contest's server, bug for bug.
    Official,
}

/// When four strategic planets are looked for (spec 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum EarlyWinCheck {
    /// After every act that changes an owner, at the player who acted.
    Action,
    /// At the end of a turn, at all players in order.
    TurnEnd,
}

/// The last turn there can be.
const MOST_TURNS: u32 = 100_000;

/// The constants of the rules, under the names of the contest's settings file (spec 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rules {
    /// Whose word counts.
    pub ruleset: Ruleset,
    /// How many players there are.
    pub number_of_players: u8,
    /// Every player's reserve at the start, and the number of its turns in the start phase.
    pub initial_troop: u32,
    /// The last turn.
    pub number_of_turns: u32,
    /// `official`: the match does not end before the end of this turn.
    pub minimum_number_of_turns: u32,
    /// When strategic planets are counted.
    pub early_win_check: EarlyWinCheck,
    /// The first turn in which they count.
    pub early_win_from_turn: u32,
    /// How many strategic planets end the match.
    pub number_of_strategic_nodes_to_win: u32,
    /// What the first win of a turn adds to the reserve.
    pub number_of_troops_after_successful_attack: u32,
    /// How many fort troops one troop becomes.
    pub fort_coef: u32,
    /// `official`: the least income of a turn.
    pub minimum_troops_per_turn: u32,
}

impl Rules {
    /// The names of all settings.
    pub const SETTINGS: &'static [&'static str] = &[
        "number_of_players",
        "initial_troop",
        "number_of_turns",
        "minimum_number_of_turns",
        "early_win_check",
        "early_win_from_turn",
        "number_of_strategic_nodes_to_win",
        "number_of_troops_after_successful_attack",
        "fort_coef",
        "minimum_troops_per_turn",
    ];

    /// The rules of a ruleset, every constant as the contest had it.
    pub fn of(ruleset: Ruleset) -> Rules {
        let (check, from) = match ruleset {
            Ruleset::Document => (EarlyWinCheck::Action, 1),
            Ruleset::Official => (EarlyWinCheck::TurnEnd, 126),
        };
        Rules {
            ruleset,
            number_of_players: 3,
            initial_troop: 35,
            number_of_turns: 165,
            minimum_number_of_turns: 126,
            early_win_check: check,
            early_win_from_turn: from,
            number_of_strategic_nodes_to_win: 4,
            number_of_troops_after_successful_attack: 3,
            fort_coef: 2,
            minimum_troops_per_turn: 3,
        }
    }

    /// The rules that the terms of a match ask for.
    pub fn read(terms: &Terms) -> Result<Rules, ConfigError> {
        let mut rules = Rules::of(match terms.ruleset.as_str() {
            "document" | "" => Ruleset::Document,
            "official" => Ruleset::Official,
            other => return Err(ConfigError::NoSuchRuleset { found: other.into() }),
        });
        if let Some(sides) = terms.sides {
            rules.set("number_of_players", &sides.to_string())?;
        }
        for (name, value) in &terms.options {
            rules.set(name, value)?;
        }
        // The original has one constant for both (spec 8): one follows the other unless it is set by itself.
        if rules.ruleset == Ruleset::Official && !terms.options.contains_key("early_win_from_turn") {
            rules.early_win_from_turn = rules.minimum_number_of_turns;
        }
        rules.check()?;
        Ok(rules)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        fn number<T: std::str::FromStr>(name: &'static str, value: &str) -> Result<T, ConfigError> {
            value.trim().parse().map_err(|_| ConfigError::BadSetting {
                name,
                found: value.into(),
                wanted: "a whole number that is not negative".into(),
            })
        }
        let Some(&name) = Rules::SETTINGS.iter().find(|&&known| known == name) else {
            return Err(ConfigError::NoSuchSetting {
                name: name.into(),
                known: Rules::SETTINGS.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
            });
        };
        match name {
            "number_of_players" => self.number_of_players = number(name, value)?,
            "initial_troop" => self.initial_troop = number(name, value)?,
            "number_of_turns" => self.number_of_turns = number(name, value)?,
            "minimum_number_of_turns" => self.minimum_number_of_turns = number(name, value)?,
            "early_win_from_turn" => self.early_win_from_turn = number(name, value)?,
            "number_of_strategic_nodes_to_win" => {
                self.number_of_strategic_nodes_to_win = number(name, value)?;
            }
            "number_of_troops_after_successful_attack" => {
                self.number_of_troops_after_successful_attack = number(name, value)?;
            }
            "fort_coef" => self.fort_coef = number(name, value)?,
            "minimum_troops_per_turn" => self.minimum_troops_per_turn = number(name, value)?,
            _ => {
                self.early_win_check = match value {
                    "action" => EarlyWinCheck::Action,
                    "turn_end" => EarlyWinCheck::TurnEnd,
                    other => {
                        return Err(ConfigError::BadSetting {
                            name,
                            found: other.into(),
                            wanted: "`action` or `turn_end`".into(),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Refuses constants with which a match cannot be played.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let within = |name: &'static str, found: u32, least: u32, most: u32| {
            if (least..=most).contains(&found) {
                return Ok(());
            }
            let wanted = format!("a number from {least} to {most}");
            Err(ConfigError::BadSetting { name, found: found.to_string(), wanted })
        };
        within("number_of_players", u32::from(self.number_of_players), 2, 8)?;
        within("initial_troop", self.initial_troop, 0, 100_000)?;
        within("number_of_turns", self.number_of_turns, 1, MOST_TURNS)?;
        within("minimum_number_of_turns", self.minimum_number_of_turns, 0, MOST_TURNS)?;
        within("early_win_from_turn", self.early_win_from_turn, 0, u32::MAX)?;
        within("number_of_strategic_nodes_to_win", self.number_of_strategic_nodes_to_win, 1, u32::MAX)?;
        within(
            "number_of_troops_after_successful_attack",
            self.number_of_troops_after_successful_attack,
            0,
            100_000,
        )?;
        within("fort_coef", self.fort_coef, 0, 1000)?;
        within("minimum_troops_per_turn", self.minimum_troops_per_turn, 0, 100_000)
    }

    /// The last turn of the start phase.
    pub fn last_start_turn(&self) -> u32 {
        u32::from(self.number_of_players) * self.initial_troop
    }

    /// The turn after which the match ends by length (spec 8).
    pub fn last_turn(&self) -> u32 {
        match self.ruleset {
            Ruleset::Document => self.number_of_turns,
            Ruleset::Official => self.number_of_turns.max(self.minimum_number_of_turns),
        }
    }
}
