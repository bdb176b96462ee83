//! The files of a bot: whether one of them was saved. What is in them decides, and not that something moved: editors write and remove files
//! of their own while they save.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use meydan_kit::{digest, sources};
use meydan_runner::SeatSpec;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, sleep, timeout};

use crate::say::remark;

/// A save is over when nothing has moved for this long.
const QUIET: Duration = Duration::from_millis(120);
/// It is looked at after this long at the latest.
const LONGEST: Duration = Duration::from_secs(1);

/// How often it is looked whether the folder is still there.
const GLANCE: Duration = Duration::from_millis(500);

pub(super) struct Files {
    folder: PathBuf,
    /// Only files that end like this count: a command line may be typed in a folder full of other things.
    ending: Option<String>,
    /// It watches as long as it is there.
    watcher: RecommendedWatcher,
    mode: RecursiveMode,
    /// Which folder it watches: one of the same name may take its place.
    watched: Option<(u64, u64)>,
    moved: UnboundedReceiver<()>,
    /// What was in each file when it was last looked at.
    known: BTreeMap<PathBuf, u64>,
}

impl Files {
    pub(super) fn of(bot: &SeatSpec) -> Result<Files> {
        let (folder, ending) = match bot {
            SeatSpec::Kit(kit) => (kit.dir().to_owned(), None),
            SeatSpec::Command(line) | SeatSpec::WireCommand(line) => script(line),
            _ => (PathBuf::from("."), None),
        };
        let (tell, moved) = unbounded_channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // That somebody read a file is no news, and we read them ourselves.
            if !matches!(&event, Ok(event) if event.kind.is_access()) {
                let _ = tell.send(());
            }
        });
        let mut watcher = watcher.context("files cannot be watched here")?;
        let mode = if ending.is_none() { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        watcher.watch(&folder, mode).with_context(|| format!("{} cannot be watched", folder.display()))?;
        let watched = identity(&folder);
        let mut files = Files { folder, ending, watcher, mode, watched, moved, known: BTreeMap::new() };
        files.look()?;
        Ok(files)
    }

    /// Where they are.
    pub(super) fn place(&self) -> &Path {
        &self.folder
    }

    /// Remembers what is in the files now.
    pub(super) fn look(&mut self) -> Result<()> {
        self.known = self.read()?;
        Ok(())
    }

    /// Whether files that were there at the last look have changed since; new ones are what a build has made. It is a look itself.
    pub(super) fn saved_meanwhile(&mut self) -> Result<bool> {
        let before = std::mem::take(&mut self.known);
        self.known = self.read()?;
        Ok(before.iter().any(|(file, was)| self.known.get(file).is_some_and(|now| now != was)))
    }

    /// Waits until the folder is there, and watches it if it is another than before: some tools move a folder away and put
    /// a new one in its place. Says whether it is another.
    pub(super) async fn there(&mut self) -> Result<bool> {
        let mut told = false;
        loop {
            let now = identity(&self.folder);
            if now.is_some() && now == self.watched {
                return Ok(false);
            }
            // The old one is watched no longer; whether that can be said does not matter.
            let _ = self.watcher.unwatch(&self.folder);
            // The same folder may come back, and has to be watched anew.
            self.watched = None;
            if now.is_some() && self.watcher.watch(&self.folder, self.mode).is_ok() {
                self.watched = now;
                return Ok(true);
            }
            if !std::mem::replace(&mut told, true) {
                remark!(
                    "{} is gone; waiting until it is there again (end with Ctrl-C)",
                    self.folder.display()
                );
            }
            sleep(GLANCE).await;
        }
    }

    /// Waits until something else is in the files than at the last look.
    pub(super) async fn changed(&mut self) -> Result<()> {
        loop {
            // A folder that was moved away tells nothing of the one that comes in its place.
            loop {
                match timeout(GLANCE, self.moved.recv()).await {
                    Ok(Some(())) => break,
                    Ok(None) => std::future::pending::<()>().await,
                    Err(_) if self.there().await? => break,
                    Err(_) => {}
                }
            }
            // Where a build goes on in the same folder it is never quiet.
            let end = Instant::now() + LONGEST;
            while Instant::now() < end
                && timeout(QUIET, self.moved.recv()).await.is_ok_and(|moved| moved.is_some())
            {}
            let now = match self.read() {
                Ok(now) => now,
                // A file has gone while it was read: it is written anew.
                Err(_) if self.folder.is_dir() => {
                    sleep(QUIET).await;
                    self.read()?
                }
                Err(_) => {
                    self.there().await?;
                    sleep(QUIET).await;
                    self.read()?
                }
            };
            if now != self.known {
                self.known = now;
                return Ok(());
            }
        }
    }

    fn read(&self) -> Result<BTreeMap<PathBuf, u64>> {
        let unreadable = || format!("the files in {} cannot be read", self.folder.display());
        let files = match &self.ending {
            None => sources(&self.folder).with_context(unreadable)?,
            Some(ending) => {
                let entries = std::fs::read_dir(&self.folder).with_context(unreadable)?;
                let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
                paths
                    .filter(|path| path.is_file() && path.to_string_lossy().ends_with(ending.as_str()))
                    .collect()
            }
        };
        let mut known = BTreeMap::new();
        for file in files.into_iter().filter(|file| !is_passing(file)) {
            match digest(&file) {
                Ok(inside) => drop(known.insert(file, inside)),
                // An editor has taken it away again.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("{} cannot be read", file.display()));
                }
            }
        }
        Ok(known)
    }
}

/// Which folder it is, whatever its name: its device and its number there.
fn identity(folder: &Path) -> Option<(u64, u64)> {
    let found = std::fs::metadata(folder).ok().filter(Metadata::is_dir)?;
    Some((found.dev(), found.ino()))
}

/// The folder of the script that a command line names, and how its files end; else this folder and all of its files.
fn script(line: &str) -> (PathBuf, Option<String>) {
    let words = shlex::split(line).unwrap_or_default();
    let script = words.iter().skip(1).chain(words.first()).map(Path::new).find(|word| word.is_file());
    let Some(script) = script else { return (PathBuf::from("."), None) };
    let folder = script.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let ending = match script.extension() {
        Some(ending) => format!(".{}", ending.to_string_lossy()),
        None => script.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    (folder.to_owned(), Some(ending))
}

/// What editors leave beside a file, and the record of the match that was just played.
fn is_passing(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let endings = ["~", ".tmp", ".swp", ".bak", ".orig", "#", ".trace", ".partial"];
    endings.iter().any(|ending| name.ends_with(ending)) || name.starts_with('#') || name == "4913"
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[tokio::test]
    async fn a_save_is_heard_and_what_editors_and_builds_leave_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("build")).unwrap();
        fs::write(at("bot.py"), "1").unwrap();
        fs::write(
            at("meydan.toml"),
            "game = \"jungle\"\nlanguage = \"python\"\nname = \"x\"\nstart = \"python3 bot.py\"\n",
        )
        .unwrap();
        let bot = dir.path().to_str().unwrap().parse().unwrap();
        let mut files = Files::of(&bot).unwrap();
        for passing in ["bot.py~", ".bot.py.swp", "4913", "build/bot", "notes.md", "bot.py.tmp", "m.trace"] {
            fs::write(at(passing), "x").unwrap();
        }
        // A file that is written with what it had is not changed.
        fs::write(at("bot.py"), "1").unwrap();
        assert!(timeout(QUIET * 6, files.changed()).await.is_err());
        assert!(!files.saved_meanwhile().unwrap());
        // Many editors write another file and move it there.
        fs::write(at("bot.py.tmp"), "2").unwrap();
        fs::rename(at("bot.py.tmp"), at("bot.py")).unwrap();
        files.changed().await.unwrap();
        fs::write(at("made.o"), "by the build").unwrap();
        assert!(!files.saved_meanwhile().unwrap(), "what is new was made by the build");
        fs::write(at("bot.py"), "3").unwrap();
        assert!(files.saved_meanwhile().unwrap());
        fs::create_dir(at("parts")).unwrap();
        fs::write(at("parts/plan.py"), "1").unwrap();
        files.changed().await.unwrap();
        fs::write(at("parts/plan.py"), "2").unwrap();
        files.changed().await.unwrap();
    }
}
