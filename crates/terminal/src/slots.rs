//! Games that are kept in the state folder, each under a name.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use meydan_labyrinth::{Ending, Labyrinth};

use crate::save::{self, Flaw, SaveError};
use crate::start::state_folder;
use crate::tape::Tape;
use crate::text::Text;

/// The name of a save that nobody has named.
const USUAL: &str = "labyrinth";
const ENDING: &str = "save";
/// How many saves are listed, the newest first.
const LISTED: usize = 50;
/// How many names are tried for a game whose usual place is taken.
const NAMES: u32 = 1000;

/// A file that holds a game, or should.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) what: What,
    saved: SystemTime,
}

/// What is in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// A game, and how it ended if it is over.
    Game { rows: u16, cols: u16, runners: u32, hunters: u32, round: u32, ending: Option<Ending> },
    /// Nothing that can be taken up, and why.
    Bad(Flaw),
}

impl What {
    pub(crate) fn of(game: &Labyrinth) -> What {
        let (board, state) = (game.board(), game.state());
        What::Game {
            rows: board.rows,
            cols: board.cols,
            runners: state.runners.len() as u32,
            hunters: state.hunters.len() as u32,
            round: state.round,
            ending: state.result,
        }
    }
}

impl Slot {
    /// Looks into a file.
    pub(crate) fn read(path: &Path) -> Slot {
        let what = match save::look(path) {
            Ok(loaded) => What::of(&loaded.game),
            Err(SaveError::Bad { flaw, .. }) => What::Bad(flaw),
            Err(SaveError::Open { error, .. }) => What::Bad(Flaw::Unopened(error.to_string())),
            Err(error) => What::Bad(Flaw::Unopened(error.to_string())),
        };
        let saved = fs::metadata(path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Slot { name, path: path.to_owned(), what, saved }
    }

    /// When it was saved, by the clock on the wall.
    pub(crate) fn date(&self) -> String {
        let saved = jiff::Timestamp::try_from(self.saved).unwrap_or_default();
        saved.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string()
    }

    pub(crate) fn goes_on(&self) -> bool {
        matches!(self.what, What::Game { ending: None, .. })
    }
}

/// The state folder, if there is one.
#[derive(Clone, Debug)]
pub(crate) struct Slots(Option<PathBuf>);

impl Slots {
    pub(crate) fn new(folder: Option<PathBuf>) -> Slots {
        Slots(folder)
    }

    /// Where a game is saved when nobody names a place.
    pub(crate) fn usual(&self) -> Option<PathBuf> {
        self.named(USUAL)
    }

    fn named(&self, name: &str) -> Option<PathBuf> {
        Some(self.0.as_ref()?.join(format!("{name}.{ENDING}")))
    }

    /// The file somebody means: a plain name is one of ours, anything with a slash or a dot is a file, and so is a name that
    /// a file has and none of ours.
    pub(crate) fn find(&self, meant: &Path) -> PathBuf {
        let text = meant.to_string_lossy();
        // What a shell would do with it, where no shell has seen it.
        if let (Some(rest), Some(home)) = (text.strip_prefix("~/"), std::env::var_os("HOME")) {
            return PathBuf::from(home).join(rest);
        }
        let plain = !text.contains(['/', '\\', '.']) && !text.trim().is_empty();
        let ours = if plain { self.named(text.trim()) } else { None };
        ours.filter(|ours| ours.exists() || !meant.is_file()).unwrap_or_else(|| meant.to_owned())
    }

    /// A save by the name that brings it back: its own where it is one of ours, else its file's.
    pub(crate) fn label(&self, path: &Path) -> String {
        let ours = self.0.as_deref().is_some_and(|folder| path.parent() == Some(folder));
        let name = path.file_stem().filter(|_| ours && path.extension().is_some_and(|end| end == ENDING));
        match name.map(|name| name.to_string_lossy().into_owned()) {
            Some(name) if self.find(Path::new(&name)) == path => name,
            _ => path.display().to_string(),
        }
    }

    /// An error that says which saves there are, where a name was given that none of them has.
    pub(crate) fn unknown(&self, error: SaveError) -> SaveError {
        match error {
            SaveError::Open { path, error }
                if error.kind() == io::ErrorKind::NotFound && path.parent() == self.0.as_deref() =>
            {
                let known = self.list().into_iter().map(|slot| slot.name).collect();
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                SaveError::Unknown { name, known }
            }
            error => error,
        }
    }

    /// Makes the folder, if the file is to be one of ours.
    pub(crate) fn make_room(&self, path: &Path) -> Result<(), SaveError> {
        match self.0.as_deref().filter(|folder| path.parent() == Some(*folder)) {
            Some(folder) => {
                fs::create_dir_all(folder).map_err(|error| SaveError::Write { path: path.to_owned(), error })
            }
            None => Ok(()),
        }
    }

    /// All of them, the newest first.
    pub(crate) fn list(&self) -> Vec<Slot> {
        let files = self.0.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let paths = files.into_iter().flatten().filter_map(|file| Some(file.ok()?.path()));
        let mut saves: Vec<(SystemTime, PathBuf)> = paths
            .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
            .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
            .collect();
        saves.sort_by(|a, b| b.cmp(a));
        saves.iter().take(LISTED).map(|(_, path)| Slot::read(path)).collect()
    }

    /// Keeps a game: under a name if one is given, else where it is kept already, else in its usual place. What is there stays
    /// there, unless it is this game or somebody has said that it may go: then the next free name is taken.
    pub(crate) fn keep(
        &self,
        tape: &Tape,
        usual: Option<&Path>,
        named: Option<&Path>,
        over: bool,
        text: Text,
    ) -> Result<String, SaveError> {
        if let Some(named) = named {
            let path = self.find(named);
            self.make_room(&path)?;
            tape.save(&path, over)?;
            return Ok(text.saved(&self.label(&path)));
        }
        let Some(path) = tape.place().or_else(|| usual.map(Path::to_owned)) else {
            return Err(SaveError::NoPlace);
        };
        self.make_room(&path)?;
        match tape.save(&path, false) {
            Ok(()) => Ok(text.saved(&self.label(&path))),
            Err(why @ (SaveError::Taken { .. } | SaveError::Kept { .. })) => {
                let free = beside(&path);
                tape.save(&free, false)?;
                Ok(text.saved_beside(&self.label(&free), &self.label(&path), &why))
            }
            Err(error) => Err(error),
        }
    }
}

/// The file that somebody means by the name of a save, or by a path.
pub fn saved_as(meant: &Path) -> PathBuf {
    Slots::new(state_folder()).find(meant)
}

/// The first free name after this one: `name-2`, `name-3`, …
pub(crate) fn beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let name = |number| path.with_file_name(format!("{stem}-{number}{ending}"));
    (2..NAMES).map(name).find(|free| !free.exists()).unwrap_or_else(|| name(NAMES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_is_kept_in_the_folder_and_anything_else_is_a_file() {
        let slots = Slots::new(Some("/state".into()));
        assert_eq!(slots.find(Path::new("train")), Path::new("/state/train.save"));
        assert_eq!(slots.find(Path::new("بازی من")), Path::new("/state/بازی من.save"));
        for file in ["./train", "train.save", "/tmp/x", ".."] {
            assert_eq!(slots.find(Path::new(file)), Path::new(file));
        }
        assert_eq!(Slots::new(None).find(Path::new("train")), Path::new("train"));
        assert_eq!(beside(Path::new("/nowhere/a.save")), Path::new("/nowhere/a-2.save"));
    }
}
