use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::manifest::{MANIFEST, Manifest};

/// How the files end in which people write programs, and say how they are built.
const KINDS: &[&str] = &[
    "asm", "bash", "bat", "c", "cabal", "cc", "class", "clj", "cljs", "cmake", "cpp", "cr", "cs", "csproj",
    "cts", "cxx", "d", "dart", "dll", "erl", "ex", "exs", "f90", "fs", "fsproj", "fsx", "gleam", "go",
    "gradle", "groovy", "h", "hh", "hpp", "hrl", "hs", "hxx", "inc", "ipp", "jar", "java", "jl", "js", "jsx",
    "kt", "kts", "lisp", "lua", "m", "mjs", "ml", "mli", "mm", "mts", "nim", "php", "pl", "pm", "props",
    "py", "pyi", "pyx", "r", "rb", "rkt", "rs", "s", "scala", "scm", "sh", "sln", "so", "sql", "swift",
    "targets", "toml", "ts", "tsx", "vala", "vb", "wasm", "zig",
];
/// Files that are known by their whole name.
const NAMES: &[&str] = &[
    "BUILD",
    "CMakeLists.txt",
    "Cargo.lock",
    "Gemfile",
    "Makefile",
    "Pipfile",
    "WORKSPACE",
    "build.xml",
    "go.mod",
    "go.sum",
    "makefile",
    "package.json",
    "pom.xml",
    "requirements.txt",
    "tsconfig.json",
];

/// Which files of a bot's folder are its program, and which may be its memory: what it writes while it plays is not what its
/// author saves.
///
/// Its program are files whose ending or name says so, those that its `meydan.toml` names, and what can be run and has no
/// ending.
#[derive(Clone, Debug, Default)]
pub struct Program {
    named: BTreeSet<PathBuf>,
}

impl Program {
    /// Of the bot in a folder, as its manifest is now. Where there is none, nothing is named.
    pub fn of(dir: &Path) -> Program {
        let manifest = fs::read_to_string(dir.join(MANIFEST)).ok();
        let manifest: Option<Manifest> = manifest.and_then(|text| text.parse().ok());
        let Some(manifest) = manifest else { return Program::default() };
        let lines = [Some(manifest.start), manifest.build, manifest.test].into_iter().flatten();
        let words = lines.flat_map(|line| shlex::split(&line).unwrap_or_default());
        let named = words.map(|word| dir.join(word.trim_start_matches("./"))).collect();
        Program { named }
    }

    /// Whether a file belongs to it.
    pub fn has(&self, file: &Path) -> bool {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if NAMES.contains(&&*name) || self.named.contains(file) {
            return true;
        }
        match file.extension() {
            Some(ending) => {
                let ending = ending.to_string_lossy().to_ascii_lowercase();
                KINDS.contains(&&*ending)
            }
            None => fs::metadata(file)
                .is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0),
        }
    }
}
