use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use meydan_blobs::{BlobError, Blobs, Digest, Hasher};
use meydan_sandbox::intake::Intake;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::artefact;
use crate::recipe::Recipe;

/// How long somebody else's half-unpacked build is left alone.
const STALE: Duration = Duration::from_secs(3600);
/// What begins the name of a build that is being unpacked, or taken away.
const UNDER_WAY: &str = "new-";

/// Builds that lie unpacked on the disk, for whoever plays with them. Cheap to clone.
///
/// A folder is there whole or not at all, and several processes may share the place. What was not used for longest goes when there
/// are too many bytes; what is in use stays. A folder that is not what was unpacked is unpacked again.
#[derive(Clone)]
pub struct Builds(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    blobs: Blobs,
    /// How many bytes may lie here.
    most: u64,
    shelf: Mutex<Shelf>,
    /// Whoever unpacks has this: two that want the same build wait for one.
    unpacking: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Shelf {
    kept: BTreeMap<Digest, Kept>,
    clock: u64,
}

struct Kept {
    /// There while somebody has it.
    build: std::sync::Weak<Build>,
    bytes: u64,
    used: u64,
    /// Whether this process has looked into every file.
    tried: bool,
}

/// A build that can be played with. Its folder stays as long as somebody has this.
#[derive(Debug)]
pub struct Build {
    /// Its name.
    pub digest: Digest,
    /// Its folder. It may be read, and nothing else.
    pub folder: PathBuf,
    /// How it is started.
    pub recipe: Recipe,
    /// Tells other processes that it is in use.
    _lock: File,
}

/// Why a build cannot be had. All of it is our trouble.
#[derive(Debug, Error)]
pub enum BuildsError {
    /// It is not there, or damaged.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// The disk, or an artefact that is none.
    #[error("the build {digest} cannot be unpacked: {error}")]
    Unpack {
        /// Which one.
        digest: Digest,
        /// Why.
        error: io::Error,
    },
    /// The place for builds.
    #[error("builds cannot be kept in {}: {error}", .folder.display())]
    Place {
        /// Where.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// What is remembered of a folder: how it was when it was unpacked.
#[derive(Serialize, Deserialize)]
struct Sheet {
    recipe: Recipe,
    /// Of all files: names, rights and bytes.
    sum: Digest,
    files: BTreeMap<String, (u64, bool)>,
}

impl Builds {
    /// Builds from these blobs in a folder, which is made where it is not there yet, with at most so many bytes.
    pub fn open(folder: impl Into<PathBuf>, blobs: Blobs, most: u64) -> Result<Builds, BuildsError> {
        let folder = folder.into();
        let place = |error| BuildsError::Place { folder: folder.clone(), error };
        fs::create_dir_all(&folder).map_err(place)?;
        // Strangers' code lies here, and the machine may have other users. A jail is shown a build by its owner.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).map_err(place)?;
        let mut shelf = Shelf::default();
        for entry in fs::read_dir(&folder).map_err(place)? {
            let entry = entry.map_err(place)?;
            let name = entry.file_name().into_string().unwrap_or_default();
            if name.starts_with(UNDER_WAY) {
                let age = entry
                    .metadata()
                    .and_then(|about| about.modified())
                    .ok()
                    .map(|time| SystemTime::now().duration_since(time));
                if age.is_some_and(|age| age.is_ok_and(|age| age > STALE)) {
                    let _ = fs::remove_dir_all(entry.path());
                }
                continue;
            }
            let Some(digest) = name.strip_suffix(".json").and_then(|name| name.parse::<Digest>().ok()) else {
                continue;
            };
            if let Ok(sheet) = Sheet::read(&entry.path()) {
                shelf.keep(digest, sheet.bytes());
            }
        }
        let inner =
            Inner { folder, blobs, most, shelf: Mutex::new(shelf), unpacking: tokio::sync::Mutex::default() };
        Ok(Builds(Arc::new(inner)))
    }

    /// A build, unpacked if it is not yet.
    pub async fn get(&self, digest: &Digest) -> Result<Arc<Build>, BuildsError> {
        let _turn = self.0.unpacking.lock().await;
        let (builds, digest) = (self.clone(), *digest);
        let here =
            run(move || builds.here(digest)).await.map_err(|error| BuildsError::Unpack { digest, error })?;
        if let Some(build) = here {
            return Ok(build);
        }
        let place = |error| BuildsError::Place { folder: self.0.folder.clone(), error };
        let under_way =
            tempfile::Builder::new().prefix(UNDER_WAY).tempdir_in(&self.0.folder).map_err(place)?;
        let artefact = under_way.path().join("artefact");
        self.0.blobs.get_to(&digest, &artefact).await?;
        let builds = self.clone();
        let unpacking = run(move || builds.unpack(digest, &under_way, &artefact));
        unpacking.await.map_err(|error| BuildsError::Unpack { digest, error })
    }

    /// How many bytes lie here.
    pub fn bytes(&self) -> u64 {
        self.shelf().bytes()
    }

    /// A build that lies here already and is as it was; one that is not is taken away.
    fn here(&self, digest: Digest) -> io::Result<Option<Arc<Build>>> {
        let known = self.shelf().kept.get(&digest).map(|kept| (kept.build.upgrade(), kept.tried));
        let (held, tried) = known.unwrap_or_default();
        let (folder, path) = self.paths(&digest);
        // Another process may have unpacked it meanwhile.
        let Ok(lock) = File::open(&path) else { return Ok(None) };
        lock.lock_shared()?;
        let sheet = Sheet::read(&path);
        let right = sheet.as_ref().is_ok_and(|sheet| {
            let same = list(&folder).is_ok_and(|files| files == sheet.files);
            same && (tried || sum(&folder, &sheet.files).is_ok_and(|sum| sum == sheet.sum))
        });
        let (Ok(sheet), true) = (sheet, right) else {
            tracing::warn!(build = %digest, "an unpacked build was damaged; it is unpacked again");
            drop(lock);
            self.shelf().kept.remove(&digest);
            self.take_away(&digest)?;
            return Ok(None);
        };
        Ok(Some(self.hand_out(digest, sheet, lock, held)))
    }

    fn unpack(
        &self,
        digest: Digest,
        under_way: &tempfile::TempDir,
        artefact: &Path,
    ) -> io::Result<Arc<Build>> {
        let new = under_way.path().join("build");
        fs::create_dir(&new)?;
        let recipe = artefact::unpack(File::open(artefact)?, &new, &BOUNDS)?;
        let files = list(&new)?;
        let sheet = Sheet { recipe, sum: sum(&new, &files)?, files };
        let written = under_way.path().join("sheet");
        fs::write(&written, serde_json::to_vec(&sheet)?)?;
        let (folder, path) = self.paths(&digest);
        match fs::rename(&new, &folder) {
            Ok(()) => fs::rename(&written, &path)?,
            // Another process was quicker. Its folder has the same files; its sheet may be on its way.
            Err(_) if folder.is_dir() => {
                if list(&folder)? != sheet.files {
                    return Err(io::Error::other("another build lies in its place"));
                }
                fs::rename(&written, &path)?;
            }
            Err(error) => return Err(error),
        }
        let lock = File::open(&path)?;
        lock.lock_shared()?;
        let build = self.hand_out(digest, sheet, lock, None);
        self.make_room(&digest);
        Ok(build)
    }

    fn hand_out(&self, digest: Digest, sheet: Sheet, lock: File, held: Option<Arc<Build>>) -> Arc<Build> {
        let bytes = sheet.bytes();
        let build = held.unwrap_or_else(|| {
            Arc::new(Build { digest, folder: self.paths(&digest).0, recipe: sheet.recipe, _lock: lock })
        });
        let mut shelf = self.shelf();
        let kept = shelf.keep(digest, bytes);
        (kept.build, kept.tried) = (Arc::downgrade(&build), true);
        build
    }

    /// Takes builds away that nobody has, the one first that was not used for longest, until all fit.
    fn make_room(&self, but: &Digest) {
        loop {
            let oldest = {
                let shelf = self.shelf();
                if shelf.bytes() <= self.0.most {
                    return;
                }
                let free = shelf
                    .kept
                    .iter()
                    .filter(|(digest, kept)| *digest != but && kept.build.strong_count() == 0);
                free.min_by_key(|(_, kept)| kept.used).map(|(digest, _)| *digest)
            };
            let Some(digest) = oldest else { return };
            // One that another process has stays, and is not counted until it is used here again.
            self.shelf().kept.remove(&digest);
            if let Err(error) = self.take_away(&digest) {
                tracing::debug!(build = %digest, %error, "an unpacked build stays for now");
            }
        }
    }

    /// Takes a build away unless another process has it.
    fn take_away(&self, digest: &Digest) -> io::Result<()> {
        let (folder, path) = self.paths(digest);
        if let Ok(lock) = File::open(&path) {
            lock.try_lock()?;
            fs::remove_file(&path)?;
        }
        // Out of sight first, so that nobody finds half of it.
        let grave = tempfile::Builder::new().prefix(UNDER_WAY).tempdir_in(&self.0.folder)?;
        match fs::rename(&folder, grave.path().join("build")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            moved => moved,
        }
    }

    fn paths(&self, digest: &Digest) -> (PathBuf, PathBuf) {
        (self.0.folder.join(digest.to_string()), self.0.folder.join(format!("{digest}.json")))
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.shelf.lock().expect("nobody panics while holding this lock")
    }
}

/// A build has passed narrower bounds; these keep what is not one from filling the disk.
const BOUNDS: Intake = Intake {
    archive: u64::MAX,
    entries: 40_001,
    file: 256 << 20,
    total: 512 << 20,
    ratio: u64::MAX,
    name: 400,
    depth: 40,
};

impl Shelf {
    fn keep(&mut self, digest: Digest, bytes: u64) -> &mut Kept {
        self.clock += 1;
        let new = || Kept { build: std::sync::Weak::new(), bytes, used: 0, tried: false };
        let kept = self.kept.entry(digest).or_insert_with(new);
        (kept.used, kept.bytes) = (self.clock, bytes);
        kept
    }

    fn bytes(&self) -> u64 {
        self.kept.values().map(|kept| kept.bytes).sum()
    }
}

impl Sheet {
    fn read(path: &Path) -> io::Result<Sheet> {
        Ok(serde_json::from_slice(&fs::read(path)?)?)
    }

    fn bytes(&self) -> u64 {
        self.files.values().map(|(size, _)| size).sum()
    }
}

/// The files of a build with their sizes and whether they can be run. A file that somebody has written to since is refused: all have
/// one time.
fn list(folder: &Path) -> io::Result<BTreeMap<String, (u64, bool)>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner)? {
            let (path, about) = entry.and_then(|entry| Ok((entry.path(), entry.metadata()?)))?;
            if about.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).ok().and_then(Path::to_str).map(str::to_owned);
            match name {
                Some(name) if about.is_file() && about.modified()? == artefact::written() => {
                    files.insert(name, (about.len(), about.permissions().mode() & 0o111 != 0));
                }
                _ => return Err(io::Error::other(format!("`{}` is not as it was", path.display()))),
            }
        }
    }
    Ok(files)
}

/// The digest of all files: their names, rights and bytes.
fn sum(folder: &Path, files: &BTreeMap<String, (u64, bool)>) -> io::Result<Digest> {
    let mut hasher = Hasher::default();
    let mut buffer = vec![0; 64 << 10];
    for (name, (size, executable)) in files {
        hasher.take(format!("{}\0{name}\0{size}\0{executable}\0", name.len()).as_bytes());
        let mut file = File::open(folder.join(name))?;
        loop {
            match io::Read::read(&mut file, &mut buffer)? {
                0 => break,
                count => hasher.take(&buffer[..count]),
            }
        }
    }
    Ok(hasher.digest())
}

/// Does something with the disk where one may wait.
async fn run<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}
