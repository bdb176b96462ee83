//! The kept matches, on the disk: for each a sheet, a record and, when it is over, its reel.
//!
//! | file | holds |
//! |---|---|
//! | `STARTED-ID.json` | the sheet: what the match is, where it stands, who may what |
//! | `STARTED-ID.trace` | the record; `STARTED-ID.N.trace` after it was taken up again |
//! | `STARTED-ID.reel` | what a spectator sees of it, compressed |

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use meydan_core::Outcome;
use meydan_core::trace::Entrant;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::film::Film;
use crate::key::Lock;
use crate::{Disclosure, Facts, MatchId, MatchState, Privacy, RoomClock, RoomCode};

/// Why a data folder cannot be used.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Another arena has it.
    #[error("another arena is open on the folder {0}; end it, or choose another folder with --data")]
    Taken(PathBuf),
    /// The disk refuses.
    #[error("cannot keep matches in {folder}: {error}; choose another folder with --data")]
    Disk {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// The folder of kept matches.
pub(crate) struct Shelf {
    folder: PathBuf,
    /// Held as long as the shelf is open; the system lets go of it whatever ends this program.
    _lock: File,
}

/// Where a match stands on the shelf. Newer matches come first in lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shelfmark {
    pub(crate) started: u64,
    pub(crate) id: MatchId,
}

/// What is kept about a match besides its record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sheet {
    pub(crate) format: Format,
    pub(crate) id: MatchId,
    pub(crate) started: u64,
    pub(crate) state: MatchState,
    pub(crate) reason: Option<String>,
    pub(crate) game: String,
    pub(crate) ruleset: String,
    pub(crate) map: String,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) sides: Vec<u8>,
    pub(crate) windows: u32,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) privacy: Privacy,
    /// `None`: a match that nobody began here, such as a record that was put in the folder.
    pub(crate) owner: Option<Lock>,
    pub(crate) seats: BTreeMap<u8, Lock>,
    /// How often it was taken up again.
    pub(crate) attempt: u32,
    /// The pause after each window, for those who watch.
    #[serde(default)]
    pub(crate) pace_ms: u64,
    /// The room that it is played in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) room: Option<RoomCode>,
    /// How long people may take, where the room says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<RoomClock>,
}

/// How long the lock of a killed arena may outlive it: a program that it was just starting has it too, until that program runs.
const LINGERING: Duration = Duration::from_secs(2);

/// The bytes of a sheet. One of ours has a few thousand.
const LONGEST_SHEET: u64 = 1 << 20;

/// The name and version of a sheet's format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Format {
    #[default]
    #[serde(rename = "meydan-match 1")]
    First,
}

impl Sheet {
    /// A match that has just begun, and is nobody's yet.
    pub(crate) fn begun(mark: &Shelfmark, facts: &Facts, asked: Option<Disclosure>, pace_ms: u64) -> Sheet {
        Sheet {
            format: Format::First,
            id: mark.id.clone(),
            started: mark.started,
            state: MatchState::Running,
            reason: None,
            game: facts.game.clone(),
            ruleset: facts.ruleset.clone(),
            map: facts.map.clone(),
            entrants: facts.entrants.clone(),
            sides: facts.sides.clone(),
            windows: 0,
            outcome: None,
            privacy: Privacy::new(asked, &facts.entrants, facts.secrets),
            owner: None,
            seats: BTreeMap::new(),
            attempt: 0,
            pace_ms,
            room: None,
            clock: None,
        }
    }

    pub(crate) fn mark(&self) -> Shelfmark {
        Shelfmark { started: self.started, id: self.id.clone() }
    }
}

/// What lies in the folder.
pub(crate) struct Inventory {
    pub(crate) sheets: Vec<Sheet>,
    /// Records without a sheet.
    pub(crate) bare: Vec<Shelfmark>,
}

impl Shelf {
    /// Opens the folder, making it if need be. Only one arena can have it.
    pub(crate) fn open(data: &Path) -> Result<Shelf, OpenError> {
        let disk = |error| OpenError::Disk { folder: data.to_owned(), error };
        let folder = data.join("matches");
        // What is kept may hold the secrets of matches that still run.
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(disk)?;
        let lock = File::create(data.join("lock")).map_err(disk)?;
        let begun = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Shelf { folder, _lock: lock }),
                Err(TryLockError::WouldBlock) if begun.elapsed() < LINGERING => thread::sleep(LINGERING / 40),
                Err(TryLockError::WouldBlock) => return Err(OpenError::Taken(data.to_owned())),
                Err(TryLockError::Error(error)) => return Err(disk(error)),
            }
        }
    }

    /// The folder itself, for files of the moment.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn record(&self, mark: &Shelfmark, attempt: u32) -> PathBuf {
        match attempt {
            0 => self.file(mark, "trace"),
            again => self.file(mark, &format!("{again}.trace")),
        }
    }

    fn file(&self, mark: &Shelfmark, ending: &str) -> PathBuf {
        // Thirteen digits hold every time until the year 2286, so names sort as times do.
        self.folder.join(format!("{:013}-{}.{ending}", mark.started, mark.id))
    }

    /// Everything that is there. What is not ours or cannot be read is passed over, and said.
    pub(crate) fn inventory(&self) -> io::Result<Inventory> {
        let mut found: BTreeMap<Shelfmark, (bool, bool)> = BTreeMap::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some((mark, ending)) = name.to_str().and_then(parse) else { continue };
            // A pipe would keep us waiting, and a device never ends.
            if !fs::metadata(entry.path()).is_ok_and(|about| about.is_file()) {
                tracing::warn!(name = %name.display(), "not a plain file; it is passed over");
                continue;
            }
            match ending {
                // What a match has recorded when its arena is killed is as good as a whole record of a save.
                "partial" => {
                    self.unveil(entry.path())?;
                    found.entry(mark).or_default().1 = true;
                }
                // Sheets of bare records are not waited for; one that never reached the disk is made again.
                "json" => found.entry(mark).or_default().0 = entry.metadata()?.len() > 0,
                "trace" => found.entry(mark).or_default().1 = true,
                _ => {}
            }
        }
        let mut inventory = Inventory { sheets: Vec::new(), bare: Vec::new() };
        for (mark, (sheet, record)) in found {
            match (sheet, record) {
                (true, _) => match self.read(&mark) {
                    Ok(sheet) if sheet.mark() == mark => inventory.sheets.push(sheet),
                    Ok(_) => {
                        tracing::warn!(id = %mark.id, "the sheet is of another match; it is passed over")
                    }
                    Err(error) => {
                        tracing::warn!(id = %mark.id, %error, "the sheet cannot be read; it is passed over")
                    }
                },
                (false, true) => inventory.bare.push(mark),
                (false, false) => {}
            }
        }
        Ok(inventory)
    }

    /// Gives a partial record its name, unless there is a whole one.
    fn unveil(&self, partial: PathBuf) -> io::Result<()> {
        let whole = partial.with_extension("");
        match whole.extension().is_some_and(|ending| ending == "trace") && !whole.exists() {
            true => fs::rename(partial, whole),
            false => Ok(()),
        }
    }

    pub(crate) fn read(&self, mark: &Shelfmark) -> io::Result<Sheet> {
        // Whatever else lies in the folder under such a name is not a sheet.
        let path = self.file(mark, "json");
        let about = fs::metadata(&path)?;
        if !about.is_file() || about.len() > LONGEST_SHEET {
            return Err(io::Error::other("it is not a sheet of ours"));
        }
        Ok(serde_json::from_slice(&fs::read(path)?)?)
    }

    /// Writes a sheet; it is on the disk when this returns, or the earlier one is.
    pub(crate) fn write(&self, sheet: &Sheet) -> io::Result<()> {
        let bytes = serde_json::to_vec(sheet)?;
        replace(&self.folder, &self.file(&sheet.mark(), "json"), |file| file.write_all(&bytes))
    }

    /// Writes a sheet that could be made again from the record, without waiting for the disk.
    pub(crate) fn write_soon(&self, sheet: &Sheet) -> io::Result<()> {
        let mut beside = tempfile::NamedTempFile::new_in(&self.folder)?;
        beside.write_all(&serde_json::to_vec(sheet)?)?;
        beside.persist(self.file(&sheet.mark(), "json")).map(drop).map_err(|error| error.error)
    }

    /// Puts a record that was brought along on the shelf.
    pub(crate) fn write_record(&self, mark: &Shelfmark, record: &[u8]) -> io::Result<()> {
        replace(&self.folder, &self.record(mark, 0), |file| file.write_all(record))
    }

    /// Puts a sheet and a record with other names in the place of those that there are. The reel is made from them when it is asked for.
    pub(crate) fn rename(&self, sheet: &Sheet, record: &[u8]) -> io::Result<()> {
        let mark = sheet.mark();
        match fs::remove_file(self.file(&mark, "reel")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        replace(&self.folder, &self.record(&mark, sheet.attempt), |file| file.write_all(record))?;
        self.drop_earlier(&mark, sheet.attempt);
        self.write(sheet)
    }

    /// Keeps the reel of a match that is over.
    pub(crate) fn write_reel(&self, mark: &Shelfmark, film: &Film) -> io::Result<()> {
        replace(&self.folder, &self.file(mark, "reel"), |file| {
            let mut stream = zstd::Encoder::new(file, 6)?;
            film.copy_to(&mut stream)?;
            stream.finish().map(drop)
        })
    }

    /// The kept reel, line by line; `None` if there is none.
    pub(crate) fn read_reel(&self, mark: &Shelfmark) -> io::Result<Option<impl io::BufRead + use<>>> {
        match File::open(self.file(mark, "reel")) {
            Ok(file) => Ok(Some(io::BufReader::new(zstd::Decoder::new(file)?))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether something can still be written. A match that is stopped needs little more than its sheet.
    pub(crate) fn has_room(&self) -> io::Result<()> {
        let mut file = tempfile::tempfile_in(&self.folder)?;
        file.write_all(&[0; 64 << 10])?;
        file.sync_all()
    }

    /// Removes the records before the latest one.
    pub(crate) fn drop_earlier(&self, mark: &Shelfmark, attempt: u32) {
        for earlier in 0..attempt {
            // One that cannot be removed now takes up room and does no harm.
            let _ = fs::remove_file(self.record(mark, earlier));
        }
    }

    /// Removes all that is kept of a match. The sheet goes first: without it nothing is shown.
    pub(crate) fn remove(&self, mark: &Shelfmark, attempt: u32) -> io::Result<()> {
        let mut files = vec![self.file(mark, "json"), self.file(mark, "reel")];
        files.extend((0..=attempt).map(|attempt| self.record(mark, attempt)));
        for file in files {
            match fs::remove_file(file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        sync(&self.folder)
    }
}

/// Puts a file in the place of another in one step.
pub(crate) fn replace(
    folder: &Path,
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    fill(beside.as_file_mut())?;
    beside.as_file().sync_all()?;
    beside.persist(path).map_err(|error| error.error)?;
    sync(folder)
}

/// A new name in a folder is on the disk when the folder is.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Reads `STARTED-ID.ENDING`; a number between name and ending tells the attempt.
fn parse(name: &str) -> Option<(Shelfmark, &str)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let (started, rest) = stem.split_once('-')?;
    let id = rest.split_once('.').map_or(rest, |(id, _)| id);
    Some((Shelfmark { started: started.parse().ok()?, id: id.parse().ok()? }, ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(id: &str, started: u64) -> Sheet {
        Sheet {
            format: Format::First,
            id: id.parse().unwrap(),
            started,
            state: MatchState::Paused,
            reason: None,
            game: "toy".into(),
            ruleset: "document".into(),
            map: "plain".into(),
            entrants: vec![Entrant::house("random")],
            sides: vec![0],
            windows: 3,
            outcome: None,
            privacy: Privacy::default(),
            owner: None,
            seats: BTreeMap::new(),
            attempt: 0,
            pace_ms: 0,
            room: None,
            clock: None,
        }
    }

    #[test]
    fn what_is_not_a_plain_file_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path()).unwrap();
        for ending in ["json", "trace"] {
            let name = format!("0000000000007-aa.{ending}");
            std::os::unix::fs::symlink("/dev/zero", shelf.folder().join(name)).unwrap();
        }
        let inventory = shelf.inventory().unwrap();
        assert!(inventory.sheets.is_empty() && inventory.bare.is_empty());
        assert!(shelf.read(&sheet("aa", 7).mark()).is_err());
    }

    #[test]
    fn a_second_arena_on_the_folder_is_refused_until_the_first_has_gone() {
        let folder = tempfile::tempdir().unwrap();
        let first = Shelf::open(folder.path()).unwrap();
        let refused = Shelf::open(folder.path()).err().unwrap();
        assert!(matches!(refused, OpenError::Taken(_)), "{refused}");
        drop(first);
        assert!(Shelf::open(folder.path()).is_ok(), "a lock that somebody left behind is not a problem");
    }

    #[test]
    fn what_was_written_is_found_again_and_rubbish_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path()).unwrap();
        shelf.write(&sheet("aa", 7)).unwrap();
        for name in [
            "0000000000008-bb.trace",
            "rubbish",
            "0000000000009-cc.json",
            "x-y.trace",
            "0000000000007-aa.1.trace",
        ] {
            fs::write(shelf.folder().join(name), "rubbish").unwrap();
        }
        let inventory = shelf.inventory().unwrap();
        let ids: Vec<&str> = inventory.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
        let bare: Vec<&str> = inventory.bare.iter().map(|mark| mark.id.as_str()).collect();
        assert_eq!((ids, bare), (vec!["aa"], vec!["bb"]));
        shelf.remove(&sheet("aa", 7).mark(), 1).unwrap();
        assert!(shelf.inventory().unwrap().sheets.is_empty());
        assert!(!shelf.folder().join("0000000000007-aa.1.trace").exists());
    }
}
