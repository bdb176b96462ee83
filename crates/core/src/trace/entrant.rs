use serde::{Deserialize, Serialize};

/// Who took part in a match: an identity, never a way to start anything. Whoever plays a match has a crew that can put a
/// living player on a seat for the entrants it knows; nothing that is read from a file, a database or a socket can.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Entrant {
    /// The name for people.
    pub name: String,
    /// What kind of entrant it is.
    pub kind: EntrantKind,
    /// Which one of its kind, where names alone do not tell: a house bot's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bot: Option<String>,
}

/// The kinds of entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum EntrantKind {
    /// A bot that comes with Meydan.
    House,
    /// A program that speaks the native protocol.
    Bot,
    /// A client of an original contest.
    Wire,
    /// A person.
    Person,
}

impl Entrant {
    /// A house bot, known by its name.
    pub fn house(bot: impl Into<String>) -> Entrant {
        let bot = bot.into();
        Entrant { name: bot.clone(), kind: EntrantKind::House, bot: Some(bot) }
    }

    /// A program that speaks the native protocol.
    pub fn bot(name: impl Into<String>) -> Entrant {
        Entrant { name: name.into(), kind: EntrantKind::Bot, bot: None }
    }

    /// A client of an original contest.
    pub fn wire(name: impl Into<String>) -> Entrant {
        Entrant { name: name.into(), kind: EntrantKind::Wire, bot: None }
    }

    /// A person.
    pub fn person(name: impl Into<String>) -> Entrant {
        Entrant { name: name.into(), kind: EntrantKind::Person, bot: None }
    }
}
