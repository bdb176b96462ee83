use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::digest::digest;
use crate::manifest::{MANIFEST, Manifest, ManifestError};

/// A bot that lives in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    given: PathBuf,
    dir: PathBuf,
    manifest: Manifest,
}

/// Why a folder is not a bot.
#[derive(Debug, Error)]
pub enum KitError {
    /// No manifest.
    #[error(
        "`{0}` is a folder without a `{MANIFEST}`, so nobody knows how its bot is started; `meydan new` makes one that has it. \
         A published bot of one of the contests is started with `wire:{0}`, and `meydan adopt {0}` tells about it"
    )]
    NoManifest(PathBuf),
    /// There is nothing of that name.
    #[error(
        "there is no folder `{0}`; name the folder of a bot, or make one: `meydan new GAME LANGUAGE {0}`"
    )]
    NoFolder(PathBuf),
    /// Something else than a folder.
    #[error("`{0}` is a file; name the folder that it is in")]
    NotFolder(PathBuf),
    /// A manifest that cannot be used.
    #[error("{0}: {1}")]
    Manifest(PathBuf, ManifestError),
    /// A folder that cannot be read.
    #[error("`{0}` cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
}

/// Why a bot cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The build went wrong.
    #[error("`{build}` failed in {dir} ({how})")]
    Failed {
        /// What was run.
        build: String,
        /// Where.
        dir: PathBuf,
        /// How it ended, in words.
        how: String,
        /// What it wrote, to either stream, as it wrote it.
        output: Vec<u8>,
    },
    /// Somebody did not want to wait for its end.
    #[error("the build of `{0}` was stopped")]
    Stopped(PathBuf),
    /// It could not be run.
    #[error("`{0}` cannot be built: {1}")]
    Trouble(PathBuf, io::Error),
}

/// What came of running a build's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Whether all went well.
    pub well: bool,
    /// How it ended, in words.
    pub how: String,
    /// What it wrote, to either stream, as it wrote it.
    pub output: Vec<u8>,
}

/// What came of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// There was nothing to do.
    Already,
    /// It was built.
    Now,
}

impl Kit {
    /// Whether there is a bot in a folder.
    pub fn is_in(dir: &Path) -> bool {
        dir.join(MANIFEST).is_file()
    }

    /// The bot in a folder.
    pub fn open(given: &Path) -> Result<Kit, KitError> {
        let unreadable = |error| KitError::Unreadable(given.to_owned(), error);
        if !given.exists() {
            return Err(KitError::NoFolder(given.to_owned()));
        }
        if !given.is_dir() {
            return Err(KitError::NotFolder(given.to_owned()));
        }
        if !Kit::is_in(given) {
            return Err(KitError::NoManifest(given.to_owned()));
        }
        let path = given.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(unreadable)?;
        let manifest = text.parse().map_err(|error| KitError::Manifest(path, error))?;
        let dir = given.canonicalize().map_err(unreadable)?;
        Ok(Kit { given: given.to_owned(), dir, manifest })
    }

    /// A published bot that lies in a folder without a manifest: this one says how it is started.
    pub fn published(given: &Path, manifest: Manifest) -> Result<Kit, KitError> {
        let dir = given.canonicalize().map_err(|error| KitError::Unreadable(given.to_owned(), error))?;
        let manifest = manifest.checked().map_err(|error| KitError::Manifest(given.to_owned(), error))?;
        Ok(Kit { given: given.to_owned(), dir, manifest })
    }

    /// Its folder, as it was given.
    pub fn given(&self) -> &Path {
        &self.given
    }

    /// Its folder; the bot runs there.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// How it is built and started.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The program that starts it, and its arguments. A program with a slash in its name is one of the folder's own.
    pub fn start(&self) -> (String, Vec<String>) {
        let mut words = self.manifest.words();
        let program = words.remove(0);
        match program.contains('/') {
            true => (self.dir.join(program).to_string_lossy().into_owned(), words),
            false => (program, words),
        }
    }

    /// Whether [`build`](Kit::build) has anything to do.
    pub fn is_stale(&self) -> io::Result<bool> {
        if self.manifest.build.is_none() {
            return Ok(false);
        }
        let program = self.start().0;
        if program.contains('/') && !Path::new(&program).exists() {
            return Ok(true);
        }
        let built = fs::read_to_string(self.stamp()).unwrap_or_default();
        Ok(built.trim() != format!("{:016x}", digest(&self.dir)?))
    }

    /// Builds it, if it must be built and its files have changed since. Two processes do not build at once: the second waits
    /// for the first, and has nothing to do then.
    ///
    /// `begin` hears when there is something to do and it begins. `run` runs a line for `sh` in a folder; an error of the kind
    /// [`Interrupted`](io::ErrorKind::Interrupted) says that it was stopped.
    pub fn build(
        &self,
        begin: impl FnOnce(),
        run: impl FnOnce(&str, &Path) -> io::Result<Ran>,
    ) -> Result<Built, BuildError> {
        let trouble = |error: io::Error| match error.kind() {
            io::ErrorKind::Interrupted => BuildError::Stopped(self.given.clone()),
            _ => BuildError::Trouble(self.given.clone(), error),
        };
        let Some(build) = &self.manifest.build else { return Ok(Built::Already) };
        // A folder in which nothing is to be built need not be one that can be written.
        if !self.is_stale().map_err(trouble)? {
            return Ok(Built::Already);
        }
        fs::create_dir_all(self.dir.join(BUILD)).map_err(trouble)?;
        let lock = File::create(self.dir.join(BUILD).join(".lock")).map_err(trouble)?;
        lock.lock().map_err(trouble)?;
        if !self.is_stale().map_err(trouble)? {
            return Ok(Built::Already);
        }
        begin();
        // What was built before is not what the files say now, and a build may be cut off anywhere.
        self.forget();
        let Ran { well, how, output } = run(build, &self.dir).map_err(trouble)?;
        if !well {
            return Err(BuildError::Failed { build: build.clone(), dir: self.given.clone(), how, output });
        }
        self.remember().map_err(trouble)?;
        Ok(Built::Now)
    }

    /// Keeps what was built elsewhere, instead of what the folder `build` holds now: names with that folder in front, bytes,
    /// and whether they can be run. A link that lay there is not followed.
    pub fn keep<'a>(&self, files: impl Iterator<Item = (&'a str, &'a [u8], bool)>) -> io::Result<()> {
        let build = self.dir.join(BUILD);
        match fs::symlink_metadata(&build) {
            Ok(about) if about.is_dir() => fs::remove_dir_all(&build)?,
            Ok(_) => fs::remove_file(&build)?,
            Err(_) => {}
        }
        for (name, bytes, executable) in files {
            let path = self.dir.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&build))?;
            fs::write(&path, bytes)?;
            let mode = if executable { 0o755 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        }
        self.remember()
    }

    /// Remembers what was built. The digest is taken afterwards: a build may write beside its sources.
    fn remember(&self) -> io::Result<()> {
        let digest = digest(&self.dir)?;
        fs::create_dir_all(self.dir.join(BUILD))?;
        fs::write(self.stamp(), format!("{digest:016x}\n"))
    }

    /// Forgets what was built: the next build begins anew.
    pub fn forget(&self) {
        // What is not there is forgotten already.
        let _ = fs::remove_file(self.stamp());
    }

    /// Where it is remembered.
    fn stamp(&self) -> PathBuf {
        self.dir.join(BUILD).join(".built")
    }
}

/// Where builds go.
const BUILD: &str = "build";
