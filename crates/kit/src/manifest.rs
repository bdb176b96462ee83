use std::str::FromStr;

use serde::Deserialize;
use thiserror::Error;

/// The name of the file that makes a folder a bot.
pub const MANIFEST: &str = "meydan.toml";

/// How a bot is built and started.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The game it plays.
    pub game: String,
    /// The language it is written in; what it may use of the machine depends on that.
    pub language: String,
    /// What it is called in tables and records.
    pub name: String,
    /// What builds it: a line for `sh`, run in the bot's folder.
    pub build: Option<String>,
    /// What starts it: a program and its arguments, run in the bot's folder without a shell.
    pub start: String,
    /// What runs its unit tests: a line for `sh`, run in the bot's folder.
    pub test: Option<String>,
    /// Whether it speaks the protocol of its game's original contest, and not the native one.
    #[serde(default)]
    pub wire: bool,
}

/// Why a manifest cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ManifestError {
    /// Not TOML, or not these keys.
    #[error("line {line}: {what}")]
    Unreadable {
        /// Where, from 1.
        line: usize,
        /// What is wrong, in words.
        what: String,
    },
    /// A value that nothing can be done with.
    #[error("`{key}` is empty; {hint}")]
    Empty {
        /// The key.
        key: &'static str,
        /// What to write.
        hint: &'static str,
    },
    /// A name that would not stay on its line.
    #[error("`name` has a line break or another control character in it; write it on one line")]
    Name,
    /// Unbalanced quotes.
    #[error("the quotes in `start` do not match: `{0}`")]
    Quotes(String),
}

impl FromStr for Manifest {
    type Err = ManifestError;

    fn from_str(text: &str) -> Result<Self, ManifestError> {
        let manifest: Manifest = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
            let line = before.matches('\n').count() + 1;
            let what = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            ManifestError::Unreadable { line, what }
        })?;
        manifest.checked()
    }
}

impl Manifest {
    /// The same, if something can be done with it.
    pub(crate) fn checked(self) -> Result<Manifest, ManifestError> {
        let manifest = self;
        for (key, value, hint) in [
            ("game", &manifest.game, "write the name of a game"),
            ("language", &manifest.language, "write the language of the bot"),
            ("name", &manifest.name, "write what the bot is called"),
            ("start", &manifest.start, "write the command that starts the bot"),
        ] {
            if value.trim().is_empty() {
                return Err(ManifestError::Empty { key, hint });
            }
        }
        if manifest.name.contains(char::is_control) {
            return Err(ManifestError::Name);
        }
        match shlex::split(&manifest.start) {
            Some(_) => Ok(manifest),
            None => Err(ManifestError::Quotes(manifest.start)),
        }
    }

    /// The program that starts the bot, and its arguments.
    pub fn words(&self) -> Vec<String> {
        shlex::split(&self.start).expect("the quotes were checked when it was read")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "game = \"jungle\"\nlanguage = \"go\"\nname = \"ape\"\nbuild = \"go build\"\nstart = \"./ape 'a b'\"\n";

    #[test]
    fn a_manifest_says_how_a_bot_is_built_and_started() {
        let manifest: Manifest = WHOLE.parse().unwrap();
        assert_eq!(manifest.build.as_deref(), Some("go build"));
        assert_eq!(manifest.words(), ["./ape", "a b"]);
        assert_eq!(manifest.test, None);
        assert!(!manifest.wire);
        let old: Manifest = format!("{WHOLE}wire = true\n").parse().unwrap();
        assert!(old.wire);
    }

    #[test]
    fn what_cannot_be_used_is_refused_in_words() {
        let refused = |text: &str| text.parse::<Manifest>().unwrap_err().to_string();
        let unknown = refused(&format!("{WHOLE}colour = 1\n"));
        assert!(
            unknown.starts_with("line 6: unknown field `colour`, expected one of `game`, `language`"),
            "{unknown}"
        );
        assert!(refused("game = \"jungle\"").contains("missing field"), "{}", refused("game = \"jungle\""));
        assert_eq!(refused("game = "), refused("game = ").lines().next().unwrap());
        let empty = WHOLE.replace("\"ape\"", "\" \"");
        assert_eq!(refused(&empty), "`name` is empty; write what the bot is called");
        let broken = WHOLE.replace("\"ape\"", r#""a\npe""#);
        assert!(refused(&broken).starts_with("`name` has a line break"), "{}", refused(&broken));
        let quotes = WHOLE.replace("'a b'", "'a b");
        assert_eq!(refused(&quotes), "the quotes in `start` do not match: `./ape 'a b`");
    }
}
