//! What a build leaves, as one file whose bytes depend on nothing but the files in it: sorted, without times and owners.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use meydan_sandbox::intake::{Intake, Refusal};

use crate::recipe::Recipe;

/// Where the recipe lies in a build.
pub(crate) const RECIPE: &str = ".meydan/build.json";
/// The most that a recipe has.
const LARGEST_RECIPE: u64 = 1 << 20;
/// Quick, and small enough.
const LEVEL: i32 = 6;

/// A file in the archive that a build gave.
pub(crate) struct Entry {
    /// Where its bytes begin.
    at: u64,
    pub(crate) size: u64,
    pub(crate) executable: bool,
}

/// What lies in the archive that a build gave, under the bounds of an intake. The program that packed it may be the stranger's.
pub(crate) fn index(archive: &mut File, intake: &Intake) -> Result<BTreeMap<String, Entry>, Refusal> {
    let broken = |error: io::Error| Refusal::Broken(error.to_string());
    archive.seek(SeekFrom::Start(0)).map_err(broken)?;
    let mut files = BTreeMap::new();
    let (mut total, mut count) = (0_u64, 0);
    for entry in tar::Archive::new(BufReader::new(&*archive)).entries_with_seek().map_err(broken)? {
        let entry = entry.map_err(broken)?;
        count += 1;
        if count > intake.entries {
            return Err(Refusal::Many { entries: count, limit: intake.entries });
        }
        let bytes = entry.path_bytes();
        let name = std::str::from_utf8(&bytes).map_err(|_| Refusal::Name {
            name: String::from_utf8_lossy(&bytes).into_owned(),
            why: "it is not UTF-8",
        })?;
        let name = name.strip_prefix("./").unwrap_or(name).to_owned();
        let kind = entry.header().entry_type();
        if kind.is_dir() {
            continue;
        }
        intake.check_name(&name)?;
        if kind.is_symlink() || kind.is_hard_link() {
            return Err(Refusal::Link(name));
        }
        if !kind.is_file() {
            return Err(Refusal::Device(name));
        }
        let (at, size) = (entry.raw_file_position(), entry.size());
        total = total.saturating_add(size);
        if size > intake.file {
            return Err(Refusal::LargeFile { name, limit: intake.file });
        }
        if total > intake.total {
            return Err(Refusal::Total { limit: intake.total });
        }
        let executable = entry.header().mode().map_err(broken)? & 0o111 != 0;
        if files.insert(name.clone(), Entry { at, size, executable }).is_some() {
            return Err(Refusal::Twice(name));
        }
    }
    // A name that is a folder of another cannot be written.
    let below = |name: &&String| {
        let folder = format!("{name}/");
        files.range(folder.clone()..).next().is_some_and(|(next, _)| next.starts_with(&folder))
    };
    if let Some(name) = files.keys().find(below) {
        return Err(Refusal::Both(name.clone()));
    }
    files.retain(|name, _| !is_left_over(name));
    if files.is_empty() { Err(Refusal::Empty) } else { Ok(files) }
}

/// What tools keep for the next build, with times in it. A bot needs none of it.
fn is_left_over(name: &str) -> bool {
    let mut folders: Vec<&str> = name.split('/').collect();
    let file = folders.pop().unwrap_or_default();
    let cargo = |pair: &[&str]| {
        pair[0] == "release"
            && [".fingerprint", "deps", "incremental", "build", "examples"].contains(&pair[1])
    };
    name == RECIPE
        || folders.contains(&"__pycache__") && !name.starts_with(".meydan/")
        || folders.windows(2).any(cargo)
        || folders.contains(&"release") && file == ".cargo-lock"
        || [".rustc_info.json", ".rustdoc_fingerprint.json"].contains(&file)
}

/// Writes an artefact: the recipe, and the files in the order of their names.
pub(crate) fn pack(
    archive: &mut File,
    files: &BTreeMap<String, Entry>,
    recipe: &Recipe,
    out: impl Write,
) -> io::Result<()> {
    let mut stream = zstd::Encoder::new(out, LEVEL)?;
    stream.include_checksum(true)?;
    let mut tar = tar::Builder::new(stream);
    let recipe = serde_json::to_vec(recipe)?;
    add(&mut tar, RECIPE, false, recipe.len() as u64, recipe.as_slice())?;
    for (name, entry) in files {
        archive.seek(SeekFrom::Start(entry.at))?;
        add(&mut tar, name, entry.executable, entry.size, (&*archive).take(entry.size))?;
    }
    tar.into_inner()?.finish()?.flush()
}

fn add(
    tar: &mut tar::Builder<impl Write>,
    name: &str,
    executable: bool,
    size: u64,
    bytes: impl Read,
) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Regular);
    header.set_mode(if executable { 0o755 } else { 0o644 });
    header.set_size(size);
    header.set_mtime(written().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs());
    tar.append_data(&mut header, name, bytes)
}

/// When every file of a build was written, as far as anybody can see: the second of January 1980, which every format can tell.
pub(crate) fn written() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(315_619_200)
}

/// Unpacks an artefact into an empty folder. Gives its recipe.
pub(crate) fn unpack(artefact: File, folder: &Path, intake: &Intake) -> io::Result<Recipe> {
    let damaged = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut total = 0;
    let mut recipe = None;
    let stream = zstd::Decoder::new(artefact)?;
    for (count, entry) in tar::Archive::new(stream).entries()?.enumerate() {
        let entry = entry?;
        let path = entry.path()?.into_owned();
        let name = path.to_str().ok_or_else(|| damaged("a name in the build is not a text"))?.to_owned();
        intake.check_name(&name).map_err(|refusal| damaged(&refusal.to_string()))?;
        total += entry.size();
        if count > intake.entries
            || total > intake.total + LARGEST_RECIPE
            || !entry.header().entry_type().is_file()
        {
            return Err(damaged("the build holds what no build may hold"));
        }
        if count == 0 {
            if name != RECIPE || entry.size() > LARGEST_RECIPE {
                return Err(damaged("the build has no recipe"));
            }
            recipe = Some(serde_json::from_reader(entry)?);
            continue;
        }
        let mode = if entry.header().mode()? & 0o111 != 0 { 0o555 } else { 0o444 };
        write(&folder.join(path), mode, entry)?;
    }
    open_folders(folder)?;
    recipe.ok_or_else(|| damaged("the build is empty"))
}

/// A jail's user must be able to enter all folders, whatever mask this process has.
fn open_folders(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_folders(&entry.path())?;
        }
    }
    Ok(())
}

fn write(path: &Path, mode: u32, mut bytes: impl Read) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    io::copy(&mut bytes, &mut file)?;
    file.set_permissions(Permissions::from_mode(mode))?;
    file.set_modified(written())
}
