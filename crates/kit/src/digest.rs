use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use xxhash_rust::xxh3::Xxh3Default;

/// Folders that hold what tools have made.
const MADE: [&str; 6] = ["build", "target", "node_modules", "__pycache__", "obj", "bin"];

/// Larger files are told apart by their size and time alone.
const LARGE: u64 = 4 << 20;

/// What is in a file or in a folder's files, as one number. In a folder, hidden files, what tools have made, texts for
/// people (`*.md`) and logs (`*.log`) do not count.
pub fn digest(path: &Path) -> io::Result<u64> {
    let mut hash = Xxh3Default::new();
    if path.is_dir() {
        walk(path, &mut hash)?;
    } else {
        file(path, &mut hash)?;
    }
    Ok(hash.finish())
}

/// The files of a folder that count, in one order.
pub fn sources(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in counting(dir)? {
        let kind = entry.file_type()?;
        if kind.is_dir() {
            files.extend(sources(&entry.path())?);
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(files)
}

/// What counts of a folder.
fn counting(dir: &Path) -> io::Result<Vec<fs::DirEntry>> {
    let mut entries: Vec<_> = fs::read_dir(dir)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut counting = Vec::new();
    for entry in entries {
        let name = entry.file_name();
        let kind = entry.file_type()?;
        let hidden = name.as_encoded_bytes().starts_with(b".");
        let ends = |ending: &[u8]| name.as_encoded_bytes().ends_with(ending);
        let prose = kind.is_file() && (ends(b".md") || ends(b".log"));
        let made = kind.is_dir() && MADE.iter().any(|made| name == *made);
        if !(hidden || prose || made) {
            counting.push(entry);
        }
    }
    Ok(counting)
}

fn walk(dir: &Path, hash: &mut Xxh3Default) -> io::Result<()> {
    for entry in counting(dir)? {
        let name = entry.file_name();
        let kind = entry.file_type()?;
        hash.write(name.as_encoded_bytes());
        if kind.is_dir() {
            hash.write(b"/");
            walk(&entry.path(), hash)?;
            hash.write(b"..");
        } else if kind.is_symlink() {
            hash.write(fs::read_link(entry.path())?.as_os_str().as_encoded_bytes());
        } else if kind.is_file() {
            file(&entry.path(), hash)?;
        }
    }
    Ok(())
}

fn file(path: &Path, hash: &mut Xxh3Default) -> io::Result<()> {
    let mut file = File::open(path)?;
    let meta = file.metadata()?;
    hash.write_u64(meta.len());
    if meta.len() > LARGE {
        let changed = meta.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        hash.write_u128(changed.as_nanos());
        return Ok(());
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    hash.write(&bytes);
    Ok(())
}
