//! The files of a bot: whether one of them was saved. What is in them decides, and not that something moved: editors write and remove files
//! of their own while they save. While a match runs only the bot's program counts, because everything else may be the bot's own doing: a log,
//! or what it has learned.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use meydan_kit::{Program, digest, sources};
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
    /// Something has moved since the files were compared last. Whoever waits may be let go at any time, so it is remembered here.
    stirred: bool,
    /// What was in each file when it was last looked at.
    known: BTreeMap<PathBuf, u64>,
    /// What was told to be the bot's own.
    told: BTreeSet<PathBuf>,
}

/// What goes on while somebody waits for a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum While {
    /// Nothing, or a build: nobody plays.
    Resting,
    /// A match, in which the bot may write.
    Playing,
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
        let (known, told) = (BTreeMap::new(), BTreeSet::new());
        let mut files = Files { folder, ending, watcher, mode, watched, moved, stirred: false, known, told };
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

    /// Remembers what a match, or a build, has left beside the program, as nobody's save. What of the program has changed meanwhile is still
    /// seen by the next [`changed`](Files::changed), also where its news had been heard before.
    pub(super) fn settle(&mut self, after: While) -> Result<()> {
        // Where the folder is gone the next one is waited for anyhow.
        if self.folder.is_dir() {
            let now = self.read()?;
            self.pass_over(&now, after);
        }
        self.stirred = true;
        Ok(())
    }

    /// Takes what lies beside the program for known.
    fn pass_over(&mut self, now: &BTreeMap<PathBuf, u64>, meanwhile: While) {
        // Of a folder full of other things only the program is watched.
        if self.ending.is_some() {
            return;
        }
        let program = Program::of(&self.folder);
        let names: BTreeSet<&PathBuf> = self.known.keys().chain(now.keys()).collect();
        let differs = |file: &&PathBuf| self.known.get(*file) != now.get(*file);
        let beside: Vec<PathBuf> =
            names.into_iter().filter(differs).filter(|file| !program.has(file)).cloned().collect();
        for file in beside {
            match now.get(&file) {
                Some(inside) => drop(self.known.insert(file.clone(), *inside)),
                None => drop(self.known.remove(&file)),
            }
            if meanwhile == While::Playing && self.told.insert(file.clone()) {
                let name = file.strip_prefix(&self.folder).unwrap_or(&file);
                remark!("{} was written while the bot played, so it is not taken for a save", name.display());
            }
        }
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
                if told {
                    remark!("{} is there again", self.folder.display());
                }
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

    /// Waits until something else is in the files than at the last look, and says in which of them. It may be dropped at any time, and loses nothing.
    pub(super) async fn changed(&mut self, meanwhile: While) -> Result<PathBuf> {
        loop {
            // A folder that was moved away tells nothing of the one that comes in its place.
            while !self.stirred {
                match timeout(GLANCE, self.moved.recv()).await {
                    Ok(Some(())) => self.stirred = true,
                    Ok(None) => std::future::pending::<()>().await,
                    Err(_) => self.stirred = self.there().await?,
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
            self.stirred = false;
            if meanwhile == While::Playing {
                self.pass_over(&now, meanwhile);
            }
            let before = std::mem::replace(&mut self.known, now);
            let other = |file: &&PathBuf| before.get(*file) != self.known.get(*file);
            if let Some(file) = self.known.keys().chain(before.keys()).find(other) {
                return Ok(file.strip_prefix(&self.folder).unwrap_or(file).to_owned());
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
    endings.iter().any(|ending| name.ends_with(ending))
        || name.starts_with('#')
        || name == "4913"
        || name.contains("___jb_")
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
        for passing in [
            "bot.py~",
            ".bot.py.swp",
            "4913",
            "bot.py___jb_tmp___",
            "build/bot",
            "notes.md",
            "bot.py.tmp",
            "m.trace",
        ] {
            fs::write(at(passing), "x").unwrap();
        }
        // A file that is written with what it had is not changed.
        fs::write(at("bot.py"), "1").unwrap();
        assert!(timeout(QUIET * 6, files.changed(While::Resting)).await.is_err());
        assert!(!files.saved_meanwhile().unwrap());
        // Many editors write another file and move it there.
        fs::write(at("bot.py.tmp"), "2").unwrap();
        fs::rename(at("bot.py.tmp"), at("bot.py")).unwrap();
        files.changed(While::Resting).await.unwrap();
        fs::write(at("made.o"), "by the build").unwrap();
        assert!(!files.saved_meanwhile().unwrap(), "what is new was made by the build");
        fs::write(at("bot.py"), "3").unwrap();
        assert!(files.saved_meanwhile().unwrap());
        fs::create_dir(at("parts")).unwrap();
        fs::write(at("parts/plan.py"), "1").unwrap();
        files.changed(While::Resting).await.unwrap();
        fs::write(at("parts/plan.py"), "2").unwrap();
        files.changed(While::Resting).await.unwrap();
    }

    /// A bot in a folder that is watched.
    fn watched(dir: &Path) -> Files {
        fs::write(dir.join("bot.py"), "1").unwrap();
        fs::write(dir.join("memory.json"), "1").unwrap();
        let manifest = "game = \"jungle\"\nlanguage = \"python\"\nname = \"x\"\nstart = \"python3 bot.py --net net.bin\"\n";
        fs::write(dir.join("meydan.toml"), manifest).unwrap();
        Files::of(&dir.to_str().unwrap().parse().unwrap()).unwrap()
    }

    #[tokio::test]
    async fn what_a_bot_writes_while_it_plays_is_not_a_save() {
        let dir = tempfile::tempdir().unwrap();
        let mut files = watched(dir.path());
        let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
        for own in ["memory.json", "played.csv", "games.log"] {
            write(own, "2");
        }
        assert!(timeout(QUIET * 6, files.changed(While::Playing)).await.is_err());
        // What it wrote last is heard when the match is over.
        write("memory.json", "3");
        files.settle(While::Playing).unwrap();
        assert!(timeout(QUIET * 6, files.changed(While::Resting)).await.is_err());
        // With nobody playing it is the author who writes there.
        write("memory.json", "4");
        assert_eq!(files.changed(While::Resting).await.unwrap(), Path::new("memory.json"));
        for part in ["bot.py", "net.bin", "more.py", "meydan.toml"] {
            write(part, "2");
            assert_eq!(files.changed(While::Playing).await.unwrap(), Path::new(part));
        }
    }

    #[tokio::test]
    async fn a_save_at_the_moment_a_match_ends_is_not_lost() {
        let dir = tempfile::tempdir().unwrap();
        let mut files = watched(dir.path());
        fs::write(dir.path().join("bot.py"), "2").unwrap();
        // Whoever waits has heard of it, and is let go before the files are read.
        while !files.stirred {
            let _ = timeout(Duration::from_millis(1), files.changed(While::Playing)).await;
        }
        files.settle(While::Playing).unwrap();
        assert_eq!(files.changed(While::Resting).await.unwrap(), Path::new("bot.py"));
    }
}
