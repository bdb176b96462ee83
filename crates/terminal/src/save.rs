//! Saves. A save is the trace of the match so far: the header and the inputs, without an end. Taking it up again is
//! replaying it, and every hash is compared.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use meydan_core::trace::{Entry, Header, Replay, ReplayError, Trace};
use meydan_core::{Budget, Game, Outcome, StateHash, Status};
use meydan_labyrinth::{Action, Labyrinth};
use meydan_record::{RecordError, TraceWriter};
use thiserror::Error;

use crate::files;

/// Why a save cannot be read or written.
#[derive(Debug, Error)]
pub enum SaveError {
    /// There is no such file, or the system refuses it.
    #[error("the save {path} cannot be opened: {error}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file is larger than any save.
    #[error("{path} is larger than {most} bytes, so it is not a save; give a file that `--save` wrote")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most that is read.
        most: u64,
    },
    /// The file is damaged, newer, or not a save at all.
    #[error("the save {path} cannot be read: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RecordError,
    },
    /// Something cut the file short.
    #[error("the save {path} is damaged: it ends in the middle; take another copy of the file")]
    Cut {
        /// The file.
        path: PathBuf,
    },
    /// The file holds something else, or does not play again as it says.
    #[error("the save {path} cannot be played again: {error}")]
    Replay {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ReplayError,
    },
    /// The rules of a newer program.
    #[error(
        "the save {path} was played by version {found} of the rules, this program has {wanted}; update Meydan"
    )]
    NewerRules {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        found: u32,
        /// The version here.
        wanted: u32,
    },
    /// The game in it is over.
    #[error("the game in {path} is over ({reason}); start a new one, or watch it with `meydan view`")]
    Over {
        /// The file.
        path: PathBuf,
        /// How it ended.
        reason: String,
    },
    /// What is there would be lost.
    #[error(
        "{path} is not overwritten, because it cannot be read as a game of labyrinth: {reason}; save to another file"
    )]
    Kept {
        /// The file.
        path: PathBuf,
        /// Why it cannot be read.
        reason: String,
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
    /// The file cannot be written.
    #[error("the game cannot be saved in {path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// A save, read and played up to where it stops.
#[derive(Clone)]
pub(crate) struct Loaded {
    pub(crate) header: Header,
    pub(crate) entries: Vec<Entry<Action>>,
    pub(crate) game: Labyrinth,
}

/// Reads a save and plays it again.
pub(crate) fn load(path: &Path) -> Result<Loaded, SaveError> {
    let (trace, mut game) = read(path)?;
    let path = path.to_owned();
    let mut entries = trace.entries;
    if let Status::Over(outcome) = game.status() {
        return Err(SaveError::Over { path, reason: outcome.reason });
    }
    // A turn that was over but not closed when the game was cut off is closed now: nobody could act in it.
    if game.state().to_act().is_none() {
        game.close(&mut Vec::new());
        entries.push(Entry::Close(game.hash()));
        if let Status::Over(outcome) = game.status() {
            return Err(SaveError::Over { path, reason: outcome.reason });
        }
    }
    Ok(Loaded { header: trace.header, entries, game })
}

fn read(path: &Path) -> Result<(Trace<Action>, Labyrinth), SaveError> {
    let most = Budget::STANDARD.bytes;
    let bytes = files::read(path, most).map_err(|error| SaveError::Open { path: path.to_owned(), error })?;
    let bytes = bytes.ok_or_else(|| SaveError::TooLarge { path: path.to_owned(), most })?;
    let unreadable = |error| SaveError::Read { path: path.to_owned(), error };
    let header = meydan_record::header(bytes.as_slice(), &Budget::STANDARD).map_err(unreadable)?;
    let replay = |error| SaveError::Replay { path: path.to_owned(), error };
    if header.game != Labyrinth::NAME {
        return Err(replay(ReplayError::OtherGame { found: header.game, wanted: Labyrinth::NAME }));
    }
    if header.rules > Labyrinth::RULES {
        let (found, wanted) = (header.rules, Labyrinth::RULES);
        return Err(SaveError::NewerRules { path: path.to_owned(), found, wanted });
    }
    let record = meydan_record::read::<Action>(bytes.as_slice(), &Budget::STANDARD);
    let trace = record.map_err(unreadable)?.trace;
    if trace.cut {
        return Err(SaveError::Cut { path: path.to_owned() });
    }
    let (game, _) = Replay::<Labyrinth>::new(&trace).and_then(Replay::finish).map_err(replay)?;
    Ok((trace, game))
}

/// Whether a file may be written: there is none, or it is a game of labyrinth that can be read and somebody has said that
/// it may go.
pub(crate) fn may_write(path: &Path, over: bool) -> Result<(), SaveError> {
    match read(path) {
        Ok(_) if over => Ok(()),
        Ok((_, game)) => {
            let state = game.state();
            let size = format!("{} × {}", game.board().rows, game.board().cols);
            let what = match state.result {
                Some(result) => format!("{size}, over: {}", result.words()),
                None => format!("{size}, round {}", state.round),
            };
            Err(SaveError::Taken { path: path.to_owned(), what })
        }
        Err(SaveError::Open { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(SaveError::Open { path, error }) => Err(SaveError::Write { path, error }),
        Err(error) => Err(SaveError::Kept { path: path.to_owned(), reason: cause(&error) }),
    }
}

/// The reason without the file's name, which the sentence around it has already.
pub(crate) fn cause(error: &SaveError) -> String {
    match error {
        SaveError::Read { error, .. } => error.to_string(),
        SaveError::Replay { error, .. } => error.to_string(),
        SaveError::Cut { .. } => "it ends in the middle".to_owned(),
        SaveError::TooLarge { most, .. } => format!("it is larger than {most} bytes"),
        SaveError::NewerRules { found, wanted, .. } => {
            format!("it was played by version {found} of the rules, this program has {wanted}")
        }
        error => error.to_string(),
    }
}

/// Writes a save beside its final place and moves it there, so that a crash leaves the old one or the new one.
pub(crate) fn write(
    path: &Path,
    header: &Header,
    entries: &[Entry<Action>],
    outcome: Option<&Outcome>,
) -> Result<(), SaveError> {
    // What a link leads to is replaced, not the link.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref());
    let save = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
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
        Ok(())
    };
    save().map_err(|error| SaveError::Write { path: path.to_owned(), error })
}

/// The hash of the state that a save leads to, for tests and for people who compare.
pub fn fingerprint(path: &Path) -> Result<StateHash, SaveError> {
    read(path).map(|(_, game)| game.hash())
}
