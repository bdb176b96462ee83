//! Everything that has happened in a match, kept so that it can be saved at any moment.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use meydan_core::trace::{Entry, Header};
use meydan_core::{Game, Outcome, Status};
use meydan_labyrinth::{Action, Event, Labyrinth};
use meydan_referee::Recorder;

use crate::files;
use crate::save::{self, SaveError};
use crate::text::Text;

/// The record of a match, shared by the match, which writes it, and the person, who saves it.
#[derive(Clone)]
pub(crate) struct Tape(Arc<Mutex<Roll>>);

struct Roll {
    header: Header,
    entries: Vec<Entry<Action>>,
    outcome: Option<Outcome>,
    /// Where the game is kept without being asked.
    autosave: Option<PathBuf>,
    /// Files that hold this very match, and what was in them when we last knew: as long as that is so, they may be
    /// written over.
    own: BTreeMap<PathBuf, Vec<u8>>,
    /// The file that was written last.
    written: Option<PathBuf>,
    /// Whether something has happened since.
    moved_on: bool,
    /// What went wrong with the last save that nobody asked for.
    trouble: Option<SaveError>,
    /// Whether the person has heard of it.
    told: bool,
}

/// Where a game is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// It is over.
    Over,
    /// As it is now, in this place.
    Now(String),
    /// As it was some moves ago.
    Earlier(String),
    /// Nowhere.
    Nowhere,
}

impl Tape {
    pub(crate) fn new(header: Header, entries: Vec<Entry<Action>>) -> Tape {
        Tape(Arc::new(Mutex::new(Roll {
            header,
            entries,
            outcome: None,
            autosave: None,
            own: BTreeMap::new(),
            written: None,
            moved_on: false,
            trouble: None,
            told: false,
        })))
    }

    /// Keeps the game in this file from now on, without being asked.
    pub(crate) fn autosave(&self, path: PathBuf, over: bool) -> Result<(), SaveError> {
        self.save(&path, over)?;
        self.lock().autosave = Some(path);
        Ok(())
    }

    /// This file holds the match already, in these bytes.
    pub(crate) fn own(&self, path: PathBuf, bytes: Vec<u8>) {
        let mut roll = self.lock();
        roll.written = Some(path.clone());
        roll.own.insert(path, bytes);
    }

    /// Where the game is kept; `name` says how a file is called.
    pub(crate) fn kept(&self, name: impl Fn(&Path) -> String) -> Kept {
        let roll = self.lock();
        match &roll.written {
            _ if roll.outcome.is_some() => Kept::Over,
            Some(path) if roll.moved_on => Kept::Earlier(name(path)),
            Some(path) => Kept::Now(name(path)),
            None => Kept::Nowhere,
        }
    }

    /// The file that holds this match, the one that was written last.
    pub(crate) fn place(&self) -> Option<PathBuf> {
        self.lock().written.clone()
    }

    /// Saves the game as it is now. Another game is written over only where somebody has said so.
    pub(crate) fn save(&self, path: &Path, over: bool) -> Result<(), SaveError> {
        let mut roll = self.lock();
        if !roll.holds(path) {
            save::may_write(path, over)?;
        }
        roll.write(path)
    }

    /// Whether the match has come to its end.
    pub(crate) fn is_over(&self) -> bool {
        self.lock().outcome.is_some()
    }

    /// Forgets a file if it holds this match: the game is over and there is nothing to go on with.
    pub(crate) fn discard(&self, path: &Path) {
        if self.lock().holds(path) {
            // A file that is gone already is as good as removed.
            let _ = std::fs::remove_file(path);
        }
    }

    /// What has gone wrong with saving and has not been told.
    pub(crate) fn news_of_trouble(&self, text: Text) -> Option<String> {
        let mut roll = self.lock();
        let news = text.trouble(roll.trouble.as_ref().filter(|_| !roll.told)?);
        roll.told = true;
        Some(news)
    }

    /// What is wrong with the save that was promised, at the end.
    pub(crate) fn trouble(&self) -> Option<SaveError> {
        self.lock().trouble.take()
    }

    /// Puts a name on a seat, once it is known who has taken it.
    pub(crate) fn name_seat(&self, seat: usize, name: &str) {
        if let Some(entrant) = self.lock().header.entrants.get_mut(seat) {
            name.clone_into(&mut entrant.name);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Roll> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}

impl Roll {
    /// Whether a file holds this match as it was left there: another program may have played on in it.
    fn holds(&self, path: &Path) -> bool {
        let left = self.own.get(path);
        left.is_some_and(|left| files::read(path, left.len() as u64).ok().flatten().as_ref() == Some(left))
    }

    fn write(&mut self, path: &Path) -> Result<(), SaveError> {
        let bytes = save::write(path, &self.header, &self.entries, self.outcome.as_ref())?;
        self.own.insert(path.to_owned(), bytes);
        self.written = Some(path.to_owned());
        self.moved_on = false;
        Ok(())
    }

    fn keep(&mut self) {
        let Some(path) = self.autosave.clone() else { return };
        let free = if self.holds(&path) { Ok(()) } else { save::may_write(&path, false) };
        self.trouble = free.and_then(|()| self.write(&path)).err();
        self.told &= self.trouble.is_some();
    }
}

impl Recorder<Labyrinth> for Tape {
    fn entry(&mut self, entry: &Entry<Action>, _: &[Event], game: &Labyrinth) {
        let mut roll = self.lock();
        roll.entries.push(entry.clone());
        roll.moved_on |= matches!(entry, Entry::Act(..) | Entry::Close(_));
        let resting = match entry {
            Entry::Close(_) => matches!(game.status(), Status::Waiting(_)),
            // Between the last act of a turn and its close there is nothing to take up.
            Entry::Act(..) => game.state().to_act().is_some(),
            _ => false,
        };
        if resting {
            roll.keep();
        }
    }

    fn end(&mut self, outcome: &Outcome, _: &Labyrinth) {
        let mut roll = self.lock();
        roll.outcome = Some(outcome.clone());
        roll.keep();
    }
}
