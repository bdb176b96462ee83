//! The files of a folder, as far as they are looked at.

use std::fs;
use std::path::{Path, PathBuf};

/// How many files are looked at, how large they may be, and how deep they may lie.
pub(super) const MOST_FILES: usize = 3000;
const LARGEST: u64 = 1 << 20;
const DEEPEST: usize = 8;

/// What tools make, and what belongs to others.
const TOOLS: [&str; 5] = ["node_modules", "__pycache__", "venv", "site-packages", "target"];

/// A folder that somebody has published.
pub(super) struct Source {
    /// Nearest to the top first.
    files: Vec<File>,
}

pub(super) struct File {
    /// Where it lies, from the folder on.
    pub(super) path: PathBuf,
    /// What is in it; nothing where it is large or no text.
    pub(super) text: String,
}

impl Source {
    /// Reads a folder; `None`: there is too much in it.
    pub(super) fn read(folder: &Path) -> Option<Source> {
        let mut paths = Vec::new();
        collect(folder, 0, &mut paths);
        if paths.len() >= MOST_FILES {
            return None;
        }
        let mut files: Vec<File> = paths
            .into_iter()
            .map(|path| {
                let small = path.metadata().is_ok_and(|meta| meta.len() <= LARGEST);
                let bytes = small.then(|| fs::read(&path).ok()).flatten().unwrap_or_default();
                let text = String::from_utf8_lossy(&bytes).into_owned();
                File { path: path.strip_prefix(folder).unwrap_or(&path).to_owned(), text }
            })
            .collect();
        files.sort_by_key(|file| file.path.components().count());
        Some(Source { files })
    }

    /// The files in a folder of it, nearest to the top first.
    pub(super) fn under(&self, folder: &Path) -> impl Iterator<Item = &File> {
        self.files.iter().filter(move |file| file.path.starts_with(folder))
    }

    /// Whether a word is in some file of a folder.
    pub(super) fn says(&self, folder: &Path, word: &str) -> bool {
        self.under(folder).any(|file| file.text.contains(word))
    }

    /// The folders in which a file lies at this place; `*.ending` is any file with that ending.
    pub(super) fn homes(&self, file: &str) -> Vec<PathBuf> {
        let depth = Path::new(file).components().count();
        let fits = |path: &Path| match file.strip_prefix("*.") {
            Some(ending) => path.extension().is_some_and(|found| found == ending),
            None => path.ends_with(file),
        };
        let homes = self.files.iter().filter(|found| fits(&found.path));
        homes.filter_map(|found| found.path.ancestors().nth(depth).map(Path::to_owned)).collect()
    }

    /// The text of a file.
    pub(super) fn text(&self, path: &Path) -> &str {
        self.files.iter().find(|file| file.path == path).map_or("", |file| &file.text)
    }
}

impl File {
    /// Whether it lies in the folder of a server that was published with it.
    pub(super) fn is_servers(&self) -> bool {
        self.path.components().any(|part| part.as_os_str().eq_ignore_ascii_case("server"))
    }

    /// Whether it is code, and not a map or a page beside it.
    pub(super) fn is_code(&self) -> bool {
        const ENDINGS: [&str; 12] =
            ["py", "java", "kt", "cpp", "cc", "h", "hpp", "cs", "js", "ts", "go", "rs"];
        self.path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
    }
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let skipped = name.starts_with('.') || TOOLS.contains(&name.as_ref());
        // A link may lead anywhere.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !skipped && depth < DEEPEST => {
                collect(&entry.path(), depth + 1, files)
            }
            Ok(kind) if kind.is_file() && files.len() < MOST_FILES => files.push(entry.path()),
            _ => {}
        }
    }
}
