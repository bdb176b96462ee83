//! The starter kits. They are part of the program, so that `meydan new` needs nothing else.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::MANIFEST;

/// Every file of every kit: `game/language/path`, and what is in it.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/shelf.rs"));

/// A kit on the shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Starter {
    /// The game it plays.
    pub game: &'static str,
    /// The language it is written in.
    pub language: &'static str,
}

/// Why a kit cannot be taken from the shelf.
#[derive(Debug, Error)]
pub enum TakeError {
    /// No such game, or no kit for it.
    #[error("there is no kit for the game `{game}`; there are kits for {known}")]
    Game {
        /// What was asked for.
        game: String,
        /// What there is.
        known: String,
    },
    /// No kit in that language.
    #[error("`{game}` has no kit in `{language}`; it has {known}")]
    Language {
        /// The game.
        game: String,
        /// What was asked for.
        language: String,
        /// What there is.
        known: String,
    },
    /// A file, or something else that is not a folder.
    #[error("`{0}` is there and is not a folder; name a new one")]
    NotFolder(PathBuf),
    /// A folder with something in it.
    #[error("`{0}` is not empty; name a new folder")]
    NotEmpty(PathBuf),
    /// A folder that cannot be written.
    #[error("`{0}` cannot be written: {1}")]
    Unwritable(PathBuf, io::Error),
}

/// All kits, by game and language.
pub fn starters() -> Vec<Starter> {
    let mut starters: Vec<Starter> = FILES
        .iter()
        .filter_map(|(path, _)| {
            let mut parts = path.splitn(3, '/');
            Some(Starter { game: parts.next()?, language: parts.next()? })
        })
        .collect();
    starters.sort();
    starters.dedup();
    starters
}

/// The kit for a game in a language.
pub fn starter(game: &str, language: &str) -> Result<Starter, TakeError> {
    let all = starters();
    let of_game: Vec<Starter> = all.iter().copied().filter(|starter| starter.game == game).collect();
    if of_game.is_empty() {
        let mut games: Vec<&str> = all.iter().map(|starter| starter.game).collect();
        games.dedup();
        return Err(TakeError::Game { game: game.to_owned(), known: games.join(", ") });
    }
    of_game.iter().copied().find(|starter| starter.language == language).ok_or_else(|| TakeError::Language {
        game: game.to_owned(),
        language: language.to_owned(),
        known: of_game.iter().map(|starter| starter.language).collect::<Vec<_>>().join(", "),
    })
}

impl Starter {
    /// Its files: where each goes, and what is in it.
    pub fn files(self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        let folder = format!("{}/{}/", self.game, self.language);
        FILES.iter().filter_map(move |(path, bytes)| Some((path.strip_prefix(&folder)?, *bytes)))
    }

    /// Copies it to a folder that is new or empty; the bot is called like the folder.
    pub fn write(self, dir: &Path) -> Result<(), TakeError> {
        let unwritable = |error| TakeError::Unwritable(dir.to_owned(), error);
        if fs::symlink_metadata(dir).is_ok() && !dir.is_dir() {
            return Err(TakeError::NotFolder(dir.to_owned()));
        }
        fs::create_dir_all(dir).map_err(unwritable)?;
        if fs::read_dir(dir).map_err(unwritable)?.next().is_some() {
            return Err(TakeError::NotEmpty(dir.to_owned()));
        }
        let name = dir.canonicalize().map_err(unwritable)?;
        let name = name.file_name().map_or("bot".into(), |name| name.to_string_lossy());
        // A bot's name stays on its line, whatever its folder is called.
        let name = name.replace(char::is_control, " ");
        for (path, bytes) in self.files() {
            let to = dir.join(path);
            fs::create_dir_all(to.parent().unwrap_or(dir)).map_err(unwritable)?;
            let written = match path {
                MANIFEST => fs::write(to, named(bytes, &name)),
                _ => fs::write(to, bytes),
            };
            written.map_err(unwritable)?;
        }
        Ok(())
    }
}

/// A manifest with another name.
fn named(manifest: &[u8], name: &str) -> String {
    let text = String::from_utf8_lossy(manifest);
    let line = |line: &str| match line.starts_with("name = ") {
        true => format!("name = {}\n", toml::Value::String(name.to_owned())),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
