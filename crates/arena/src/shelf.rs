//! The traces of finished and saved matches, one file each in the data folder.

use std::fs;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use meydan_core::Budget;
use meydan_core::trace::{End, Header, Trace};
use serde_json::value::RawValue;

/// Where traces are kept.
pub(crate) struct Shelf {
    folder: PathBuf,
}

/// What the shelf knows about a match.
pub(crate) struct Kept {
    pub(crate) id: String,
    pub(crate) started: u64,
    pub(crate) header: Header,
    pub(crate) end: Option<End>,
    pub(crate) windows: u32,
}

/// How many matches are listed.
const LISTED: usize = 500;

impl Shelf {
    /// Opens the folder, making it if need be.
    pub(crate) fn open(data: &Path) -> io::Result<Shelf> {
        let folder = data.join("matches");
        fs::create_dir_all(&folder)?;
        Ok(Shelf { folder })
    }

    /// Keeps a trace. It has its name only when it is whole.
    pub(crate) fn keep(&self, started: u64, id: &str, trace: &[u8]) -> io::Result<()> {
        let path = self.path(started, id);
        let writing = path.with_extension("part");
        let mut file = fs::File::create(&writing)?;
        file.write_all(trace)?;
        file.sync_all()?;
        fs::rename(writing, path)
    }

    pub(crate) fn read(&self, started: u64, id: &str) -> io::Result<Vec<u8>> {
        fs::read(self.path(started, id))
    }

    /// The newest matches; files that are no traces are passed over.
    pub(crate) fn list(&self) -> Vec<Kept> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort_unstable_by(|a, b| b.cmp(a));
        names.into_iter().take(LISTED).filter_map(|name| self.look(&name)).collect()
    }

    fn look(&self, name: &str) -> Option<Kept> {
        let (started, id) = name.strip_suffix(".trace")?.split_once('-')?;
        let file = fs::File::open(self.folder.join(name)).ok()?;
        let record = meydan_record::read(BufReader::new(file), &Budget::STANDARD);
        let trace: Trace<Box<RawValue>> = record.ok()?.trace;
        let closes = trace.entries.iter().filter(|e| matches!(e, meydan_core::trace::Entry::Close(_)));
        Some(Kept {
            id: id.to_owned(),
            started: started.parse().ok()?,
            windows: closes.count() as u32,
            header: trace.header,
            end: trace.end,
        })
    }

    fn path(&self, started: u64, id: &str) -> PathBuf {
        // Thirteen digits hold every time until the year 2286, so names sort as times do.
        self.folder.join(format!("{started:013}-{id}.trace"))
    }
}
