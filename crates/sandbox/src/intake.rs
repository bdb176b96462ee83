//! Archives from strangers: what is taken in, and what is refused and why.

mod directory;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;

use thiserror::Error;
use zip::ZipArchive;

use self::directory::Entry;

/// What a submission may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intake {
    /// Bytes of the archive.
    pub archive: u64,
    /// Files and folders in it.
    pub entries: usize,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files.
    pub total: u64,
    /// How many times larger a file may be than what it was packed into.
    pub ratio: u64,
    /// Bytes of a name, folders included.
    pub name: usize,
    /// Folders within folders.
    pub depth: usize,
}

impl Default for Intake {
    fn default() -> Intake {
        Intake {
            archive: 16 << 20,
            entries: 2000,
            file: 16 << 20,
            total: 64 << 20,
            ratio: 200,
            name: 200,
            depth: 16,
        }
    }
}

/// Why an archive is refused, for whoever sent it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Too many bytes.
    #[error("the archive has {bytes} bytes, and {limit} are allowed; leave out what the bot does not need")]
    Large {
        /// What it has.
        bytes: u64,
        /// What it may have.
        limit: u64,
    },
    /// Not a ZIP archive, or a broken one.
    #[error("this is not a ZIP archive that can be read: {0}; pack the folder again")]
    Broken(String),
    /// Nothing to take in.
    #[error("there is no file in the archive")]
    Empty,
    /// Too many entries.
    #[error(
        "the archive has {entries} entries, and {limit} are allowed; leave out what the bot does not need"
    )]
    Many {
        /// What it has.
        entries: usize,
        /// What it may have.
        limit: usize,
    },
    /// One file is too large.
    #[error("`{name}` has more than {limit} bytes")]
    LargeFile {
        /// The file.
        name: String,
        /// What it may have.
        limit: u64,
    },
    /// All files together are too large.
    #[error("the files have more than {limit} bytes together")]
    Total {
        /// What they may have.
        limit: u64,
    },
    /// A file that unfolds to far more than it was packed into.
    #[error(
        "`{name}` unpacks to more than {limit} times its size; that is what archives made to do harm look like"
    )]
    Ratio {
        /// The file.
        name: String,
        /// How many times it may.
        limit: u64,
    },
    /// A name from the root of a disk.
    #[error("`{0}` is an absolute name; pack the folder with relative ones")]
    Absolute(String),
    /// A name that leads outside.
    #[error("`{0}` leads out of its folder")]
    Outside(String),
    /// A name that is no name everywhere.
    #[error("`{name}` cannot be the name of a file here: {why}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A link.
    #[error("`{0}` is a link; put a copy of the file in its place")]
    Link(String),
    /// Neither file nor folder.
    #[error("`{0}` is neither a file nor a folder")]
    Device(String),
    /// The same name twice.
    #[error("`{0}` is in the archive twice")]
    Twice(String),
    /// Names that are one name on some machines.
    #[error("`{0}` and `{1}` differ in upper and lower case alone; some machines cannot tell them apart")]
    Case(String, String),
    /// A file that is also a folder.
    #[error("`{0}` is a file and a folder at once")]
    Both(String),
    /// Entries that share bytes.
    #[error("`{0}` and `{1}` share bytes of the archive; that is what archives made to do harm look like")]
    Overlap(String, String),
    /// A secret.
    #[error("`{0}` is encrypted; pack it without a password")]
    Encrypted(String),
    /// An unknown way of packing.
    #[error("`{0}` is packed in a way that is not read here; use the ordinary one (deflate)")]
    Method(String),
}

/// A submission: plain files with plain names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// By name, with `/` between folders.
    pub files: BTreeMap<String, File>,
}

/// One file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it may be run.
    pub executable: bool,
}

/// Folders and files that editors and systems leave behind and no bot needs.
const LEFT_BEHIND: &[&str] = &[
    "__MACOSX",
    ".DS_Store",
    "Thumbs.db",
    "desktop.ini",
    ".idea",
    ".vscode",
    ".vs",
    ".settings",
    ".git",
    ".svn",
    ".hg",
    "__pycache__",
];

impl Intake {
    /// Reads an archive, or says why it is refused. Nothing is written anywhere.
    pub fn read(&self, archive: &[u8]) -> Result<Submission, Refusal> {
        if archive.len() as u64 > self.archive {
            return Err(Refusal::Large { bytes: archive.len() as u64, limit: self.archive });
        }
        let entries = directory::read(archive, self.entries)?;
        self.check(&entries)?;
        let wanted: Vec<&Entry> = entries.iter().filter(|entry| !is_left_behind(&entry.name)).collect();
        let broken = |error: zip::result::ZipError| Refusal::Broken(error.to_string());
        let mut unpacked = ZipArchive::new(Cursor::new(archive)).map_err(broken)?;
        let top = top_folder(&wanted);
        let mut total = 0;
        let mut files = BTreeMap::new();
        for entry in wanted.iter().filter(|entry| !entry.is_folder()) {
            let file = unpacked.by_name(&entry.name).map_err(broken)?;
            let room = self.file.min(entry.packed.max(64).saturating_mul(self.ratio));
            let mut bytes = Vec::new();
            file.take(room + 1)
                .read_to_end(&mut bytes)
                .map_err(|error| Refusal::Broken(error.to_string()))?;
            let size = bytes.len() as u64;
            total += size;
            if size > self.file {
                return Err(Refusal::LargeFile { name: entry.name.clone(), limit: self.file });
            }
            if size > room {
                return Err(Refusal::Ratio { name: entry.name.clone(), limit: self.ratio });
            }
            if total > self.total {
                return Err(Refusal::Total { limit: self.total });
            }
            let name = entry.name.strip_prefix(&top).unwrap_or(&entry.name).to_owned();
            files.insert(name, File { bytes, executable: entry.mode & 0o111 != 0 });
        }
        if files.is_empty() { Err(Refusal::Empty) } else { Ok(Submission { files }) }
    }

    /// All that can be known before anything is unpacked.
    fn check(&self, entries: &[Entry]) -> Result<(), Refusal> {
        let declared: u64 = entries.iter().map(|entry| entry.size).fold(0, u64::saturating_add);
        if declared > self.total {
            return Err(Refusal::Total { limit: self.total });
        }
        for entry in entries {
            self.check_name(&entry.name)?;
            let name = || entry.name.clone();
            match entry.mode & 0o170_000 {
                0o120_000 => return Err(Refusal::Link(name())),
                // An archive from a system without modes has none.
                0 | 0o100_000 | 0o040_000 => {}
                _ => return Err(Refusal::Device(name())),
            }
            if entry.encrypted {
                return Err(Refusal::Encrypted(name()));
            }
            if ![0, 8].contains(&entry.method) {
                return Err(Refusal::Method(name()));
            }
        }
        check_twins(entries)?;
        let mut spans: Vec<&Entry> = entries.iter().collect();
        spans.sort_by_key(|entry| entry.span.start);
        let overlap = spans.windows(2).find(|pair| pair[0].span.end > pair[1].span.start);
        match overlap {
            Some(pair) => Err(Refusal::Overlap(pair[0].name.clone(), pair[1].name.clone())),
            None => Ok(()),
        }
    }

    /// Whether a file may be called so.
    pub fn check_name(&self, name: &str) -> Result<(), Refusal> {
        let drive = name.as_bytes().get(1) == Some(&b':');
        if name.starts_with(['/', '\\']) || drive {
            return Err(Refusal::Absolute(name.into()));
        }
        let plain = name.strip_suffix('/').unwrap_or(name);
        if plain.split(['/', '\\']).any(|part| part == "..") {
            return Err(Refusal::Outside(name.into()));
        }
        let why = if name.len() > self.name {
            "it is too long"
        } else if name.contains('\\') {
            "it has a backslash"
        } else if name.chars().any(|c| c.is_control() || c == '\u{fffd}') {
            "it has characters that cannot be shown"
        } else if plain.split('/').any(|part| part.is_empty() || part == ".") {
            "it has a part without a name"
        } else if plain.split('/').any(|part| part.ends_with([' ', '.'])) {
            "a part of it ends in a space or a dot"
        } else if plain.split('/').count() > self.depth {
            "it is in too many folders"
        } else {
            return Ok(());
        };
        Err(Refusal::Name { name: name.into(), why })
    }
}

/// No two entries may meet in one place, on any machine.
fn check_twins(entries: &[Entry]) -> Result<(), Refusal> {
    // Every file and folder that unpacking makes: by the name a careless machine sees, its name and whether it is a file.
    let mut places: BTreeMap<String, (&str, bool)> = BTreeMap::new();
    let mut told = BTreeMap::new();
    for entry in entries {
        let plain = entry.name.strip_suffix('/').unwrap_or(&entry.name);
        if told.insert(plain, ()).is_some() {
            return Err(Refusal::Twice(plain.into()));
        }
        let ends = plain.match_indices('/').map(|(at, _)| at).chain([plain.len()]);
        for end in ends {
            let (path, is_file) = (&plain[..end], end == plain.len() && !entry.is_folder());
            match places.insert(path.to_lowercase(), (path, is_file)) {
                Some((other, _)) if other != path => return Err(Refusal::Case(other.into(), path.into())),
                Some((_, was_file)) if was_file != is_file => return Err(Refusal::Both(path.into())),
                _ => {}
            }
        }
    }
    Ok(())
}

fn is_left_behind(name: &str) -> bool {
    name.split('/').any(|part| LEFT_BEHIND.contains(&part) || part.starts_with("._"))
}

/// The folder in which everything lies, with its slash; empty where there is none.
fn top_folder(entries: &[&Entry]) -> String {
    let first =
        entries.first().and_then(|entry| entry.name.split_once('/')).map(|(top, _)| format!("{top}/"));
    first.filter(|top| entries.iter().all(|entry| entry.name.starts_with(top))).unwrap_or_default()
}

impl Submission {
    /// Writes the files into a folder that must not be there yet.
    pub fn unpack(&self, folder: &Path) -> io::Result<()> {
        use std::os::unix::fs::OpenOptionsExt;
        fs::create_dir(folder)?;
        for (name, file) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            let mode = if file.executable { 0o755 } else { 0o644 };
            let mut written = fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
            io::Write::write_all(&mut written, &file.bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
