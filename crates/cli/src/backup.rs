//! Everything of an arena in one folder, made while it runs, and an arena made from such a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use meydan_blobs::{BlobError, Blobs};
use meydan_league::store::{Store, Time};
use meydan_record::Key;

use crate::league::{BLOBS, DATABASE, Place};
use crate::say::{remark, say};

/// The key that signs records, and the worker's name: an arena made again takes back what it had when it was copied.
const SMALL: [&str; 2] = [KEY, "worker"];
const KEY: &str = "referee.key";
/// The rooms that people opened on the page, and the matches that they began. What a room says of its match may be older than the
/// match, so rooms are first.
const PLAYED: [&str; 2] = ["rooms", "matches"];

/// Copies everything of an arena into a new folder. The arena may run meanwhile.
pub(crate) async fn make(place: &Place, to: &Path) -> Result<()> {
    if to.exists() {
        bail!("{} is there already; choose another folder", to.display());
    }
    if !place.data.is_dir() {
        bail!("there is no arena in {}; say where it is with --data", place.data.display());
    }
    let (store, blobs) = place.open().await?;
    let partial = Partial::begin(to)?;
    // The database first: whatever it names was written before it.
    store.backup(partial.path.join(DATABASE)).await.with_context(|| cannot_write(to))?;
    let copied = copy(&place.data, &partial.path, &blobs).await.with_context(|| cannot_write(to))?;
    partial.finish(to)?;
    say!("the database and {} files are in {}", copied.files, to.display())?;
    copied.tell("the backup")
}

/// Makes a data folder from a backup.
pub(crate) async fn restore(from: &Path, data: &Path) -> Result<()> {
    if !from.join(DATABASE).is_file() {
        bail!("{} is not a backup: it has no {DATABASE}", from.display());
    }
    if !is_database(&from.join(DATABASE)) {
        bail!("{} is not a database, so {} is not whole; take another backup", DATABASE, from.display());
    }
    let key = from.join(KEY);
    if key.exists() {
        Key::open(&key).with_context(|| {
            format!("{} is damaged; without it the arena would sign with a new one", key.display())
        })?;
    }
    if fs::read_dir(data).is_ok_and(|mut inside| inside.next().is_some()) {
        bail!("{} is not empty; choose another folder with --data", data.display());
    }
    let blobs = Blobs::in_folder(&from.join(BLOBS))?;
    let partial = Partial::begin(data)?;
    let database = partial.path.join(DATABASE);
    fs::copy(from.join(DATABASE), &database).with_context(|| cannot_write(data))?;
    // Whoever worked for the arena that was copied does not work for this one.
    let mut tx = Store::open_file(&database).await?.begin().await?;
    tx.miss_workers(Time(i64::MAX)).await?;
    tx.commit().await?;
    File::open(&database)?.sync_all()?;
    let copied = copy(from, &partial.path, &blobs).await.with_context(|| cannot_write(data))?;
    partial.finish(data)?;
    say!("{} holds the arena again, with {} files", data.display(), copied.files)?;
    copied.tell("the arena")
}

/// Whether a file begins as SQLite's do. An empty one would be taken for a new arena.
fn is_database(file: &Path) -> bool {
    let mut head = [0; 16];
    File::open(file).and_then(|mut file| file.read_exact(&mut head)).is_ok() && &head == b"SQLite format 3\0"
}

/// What was copied.
struct Copied {
    files: usize,
    /// What could not be read, in words.
    spoilt: Vec<String>,
}

impl Copied {
    /// Whoever has lost a few files wants the others all the same, but must hear of it.
    fn tell(self, what: &str) -> Result<()> {
        for spoilt in &self.spoilt {
            remark!("{spoilt}");
        }
        match self.spoilt.len() {
            0 => Ok(()),
            1 => bail!("{what} was made without this file; everything else is there"),
            count => bail!("{what} was made without these {count} files; everything else is there"),
        }
    }
}

/// Copies whatever the database in `to` names, the matches that people began, and what else is small.
async fn copy(from: &Path, to: &Path, blobs: &Blobs) -> Result<Copied> {
    let store = Store::open_file(to.join(DATABASE)).await?;
    let mut digests = Vec::new();
    store.read().await?.each_digest(|digest| digests.push(digest)).await?;
    store.close().await;
    digests.sort_unstable();
    digests.dedup();
    let kept = Blobs::in_folder(&to.join(BLOBS))?;
    let mut copied = Copied { files: 0, spoilt: Vec::new() };
    for digest in &digests {
        match blobs.get(&digest.parse()?).await {
            Ok(bytes) => {
                kept.put(bytes).await?;
                copied.files += 1;
            }
            Err(error @ (BlobError::Missing(_) | BlobError::Damaged { .. })) => {
                copied.spoilt.push(error.to_string());
            }
            Err(error) => return Err(error.into()),
        }
    }
    for name in PLAYED {
        copied.files += copy_played(&from.join(name), &to.join(name))?;
    }
    for name in SMALL {
        if from.join(name).exists() {
            copy_file(&from.join(name), &to.join(name))?;
        }
    }
    Ok(copied)
}

/// Matches that people began, and their rooms. One that is being played is copied as far as it was written, like one whose arena was killed.
fn copy_played(from: &Path, to: &Path) -> io::Result<usize> {
    let inside = match fs::read_dir(from) {
        Ok(inside) => inside,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    // Only whoever runs an arena reads what is kept there.
    fs::DirBuilder::new().mode(0o700).create(to)?;
    let mut count = 0;
    for file in inside {
        let file = file?;
        let name = file.file_name();
        let hidden = name.to_string_lossy().starts_with('.');
        if hidden || !file.file_type()?.is_file() {
            continue;
        }
        match copy_file(&file.path(), &to.join(name)) {
            Ok(()) => count += 1,
            // A match that somebody forgot meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    File::open(to)?.sync_all()
}

/// A folder that has its name only when all is there. It is removed if that does not come to pass.
pub(crate) struct Partial {
    path: PathBuf,
    done: bool,
}

impl Partial {
    pub(crate) fn begin(to: &Path) -> Result<Partial> {
        let Some(name) = to.file_name() else { bail!("{} is not the name of a folder", to.display()) };
        let mut partial = name.to_owned();
        partial.push(".partial");
        let path = to.with_file_name(partial);
        if path.exists() {
            bail!("{} is there from a copy that was cut off; remove it first", path.display());
        }
        fs::create_dir_all(&path).with_context(|| cannot_write(to))?;
        Ok(Partial { path, done: false })
    }

    /// Where it lies until then.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn finish(mut self, to: &Path) -> Result<()> {
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let named = File::open(&self.path).and_then(|inside| {
            inside.sync_all()?;
            fs::rename(&self.path, to)?;
            File::open(folder)?.sync_all()
        });
        named.with_context(|| cannot_write(to))?;
        self.done = true;
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.done {
            // If even that fails, the next one says what lies there.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

fn cannot_write(to: &Path) -> String {
    format!("nothing was copied to {}", to.display())
}
