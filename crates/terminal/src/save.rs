//! Saves. A save is the trace of the match so far: the header and the inputs, without an end. Taking it up again is
//! replaying it, and every hash is compared.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use meydan_core::trace::{Entry, Header, Replay};
use meydan_core::{Budget, Game, Outcome, StateHash};
use meydan_labyrinth::{Action, Ending, Labyrinth};
use meydan_record::{RecordError, TraceWriter};
use thiserror::Error;

use crate::files;

/// Why a save cannot be read or written.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The system refuses the file.
    #[error("the save {path} cannot be opened: {error}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// There is no save of that name.
    #[error("there is no save `{name}`; {}", names(.known))]
    Unknown {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// The file is damaged, newer, or not a save at all.
    #[error("the save {path} cannot be taken up: {flaw}")]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        flaw: Flaw,
    },
    /// The game in it is over.
    #[error("the game in {path} is over ({}); start a new one, or watch it with `meydan view`", .ending.words())]
    Over {
        /// The file.
        path: PathBuf,
        /// How it ended.
        ending: Ending,
    },
    /// What is there would be lost.
    #[error("{path} is not overwritten, because it cannot be read: {flaw}; save to another file")]
    Kept {
        /// The file.
        path: PathBuf,
        /// Why it cannot be read.
        flaw: Flaw,
    },
    /// Another game is there.
    #[error("{path} has another game ({what}), and it is not overwritten unasked; give another name")]
    Taken {
        /// The file.
        path: PathBuf,
        /// The game that is there.
        what: String,
    },
    /// There is nowhere to keep anything.
    #[error("there is no folder to keep games in; say where: `save FILE`, or start with --save FILE")]
    NoPlace,
    /// The folder of the file is missing.
    #[error("there is no folder {folder}; make it first, or give another place")]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder stands where the file should.
    #[error("{path} is a folder; give a name, or a file in it")]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("the game cannot be saved in {path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

fn names(known: &[String]) -> String {
    if known.is_empty() {
        "no game is saved yet".to_owned()
    } else {
        format!("there are: {}", known.join(", "))
    }
}

/// What is wrong with a file that should be a save.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// Something else.
    #[error("it is not a saved game")]
    NotASave,
    /// A record of another game.
    #[error("it is a game of `{0}`")]
    OtherGame(String),
    /// It does not play again as it says.
    #[error("it is damaged")]
    Damaged,
    /// Something cut it short.
    #[error("it ends in the middle")]
    Cut,
    /// Larger than any save.
    #[error("it is too large for a saved game")]
    TooLarge,
    /// Of a newer program.
    #[error("it was saved by a newer version; update Meydan")]
    Newer,
    /// The system refuses it.
    #[error("it cannot be opened: {0}")]
    Unopened(String),
}

/// A save, read and played up to where it stops.
#[derive(Clone)]
pub(crate) struct Loaded {
    pub(crate) header: Header,
    pub(crate) entries: Vec<Entry<Action>>,
    pub(crate) game: Labyrinth,
    /// The file as it was.
    pub(crate) bytes: Vec<u8>,
}

/// Reads a save of a game that can go on.
pub(crate) fn load(path: &Path) -> Result<Loaded, SaveError> {
    let loaded = look(path)?;
    match loaded.game.state().result {
        Some(ending) => Err(SaveError::Over { path: path.to_owned(), ending }),
        None => Ok(loaded),
    }
}

/// Reads a save and plays it again; the game may be over.
pub(crate) fn look(path: &Path) -> Result<Loaded, SaveError> {
    let mut loaded = read(path)?;
    // A turn that was over but not closed when the game was cut off is closed now: nobody could act in it.
    if loaded.game.state().result.is_none() && loaded.game.state().to_act().is_none() {
        loaded.game.close(&mut Vec::new());
        loaded.entries.push(Entry::Close(loaded.game.hash()));
    }
    Ok(loaded)
}

fn read(path: &Path) -> Result<Loaded, SaveError> {
    let bad = |flaw| SaveError::Bad { path: path.to_owned(), flaw };
    let bytes = files::read(path, Budget::STANDARD.bytes);
    let bytes = bytes.map_err(|error| SaveError::Open { path: path.to_owned(), error })?;
    let bytes = bytes.ok_or_else(|| bad(Flaw::TooLarge))?;
    let unreadable = |error| bad(flaw_of(&error));
    let header = meydan_record::header(bytes.as_slice(), &Budget::STANDARD).map_err(unreadable)?;
    if header.game != Labyrinth::NAME {
        return Err(bad(Flaw::OtherGame(header.game)));
    }
    if header.rules > Labyrinth::RULES {
        return Err(bad(Flaw::Newer));
    }
    let record = meydan_record::read::<Action>(bytes.as_slice(), &Budget::STANDARD);
    let trace = record.map_err(unreadable)?.trace;
    if trace.cut {
        return Err(bad(Flaw::Cut));
    }
    let played = Replay::<Labyrinth>::new(&trace).and_then(Replay::finish);
    let (game, _) = played.map_err(|_| bad(Flaw::Damaged))?;
    Ok(Loaded { header: trace.header, entries: trace.entries, game, bytes })
}

fn flaw_of(error: &RecordError) -> Flaw {
    match error {
        RecordError::NotATrace | RecordError::NoHeader => Flaw::NotASave,
        RecordError::Newer(_) => Flaw::Newer,
        RecordError::TooLong { .. } | RecordError::OverBudget(_) => Flaw::TooLarge,
        RecordError::Damaged { .. } | RecordError::Io(_) => Flaw::Damaged,
    }
}

/// Whether a file may be written: there is none, or it is a game of labyrinth that can be read and somebody has said that
/// it may go.
pub(crate) fn may_write(path: &Path, over: bool) -> Result<(), SaveError> {
    match read(path) {
        Ok(_) if over => Ok(()),
        Ok(Loaded { game, .. }) => {
            let state = game.state();
            let size = format!("{} × {}", game.board().rows, game.board().cols);
            let what = match state.result {
                Some(result) => format!("{size}, over: {}", result.words()),
                None => format!("{size}, round {}", state.round),
            };
            Err(SaveError::Taken { path: path.to_owned(), what })
        }
        Err(SaveError::Open { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(SaveError::Open { path, .. }) if path.is_dir() => Err(SaveError::Folder { path }),
        Err(SaveError::Open { path, error }) => Err(SaveError::Write { path, error }),
        Err(SaveError::Bad { path, flaw }) => Err(SaveError::Kept { path, flaw }),
        Err(error) => Err(error),
    }
}

/// Writes a save beside its final place and moves it there, so that a crash leaves the old one or the new one. Gives what
/// was written.
pub(crate) fn write(
    path: &Path,
    header: &Header,
    entries: &[Entry<Action>],
    outcome: Option<&Outcome>,
) -> Result<Vec<u8>, SaveError> {
    // What a link leads to is replaced, not the link.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref());
    if !folder.is_dir() {
        return Err(SaveError::NoFolder { folder: folder.to_owned() });
    }
    let save = || -> io::Result<Vec<u8>> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".meydan-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        let mut file = builder.tempfile_in(folder)?;
        let mut writer = TraceWriter::new(Vec::new(), header, None)?;
        for entry in entries {
            writer.entry(entry)?;
        }
        let bytes = match outcome {
            Some(outcome) => writer.finish(outcome)?,
            None => writer.pause()?,
        };
        file.write_all(&bytes)?;
        file.as_file().sync_all()?;
        file.persist(&place)?;
        Ok(bytes)
    };
    save().map_err(|error| SaveError::Write { path: path.to_owned(), error: plain(error) })
}

/// The system's own words, without the name of a file that was only there for a moment.
fn plain(error: io::Error) -> io::Error {
    match error.get_ref().and_then(|inner| inner.source()) {
        Some(inner) => io::Error::new(error.kind(), inner.to_string()),
        None => error,
    }
}

/// The hash of the state that a save leads to, for tests and for people who compare.
pub fn fingerprint(path: &Path) -> Result<StateHash, SaveError> {
    read(path).map(|loaded| loaded.game.hash())
}
