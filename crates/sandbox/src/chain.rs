//! Where the tool chain of a language is, if it is not where every jail sees it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;

use crate::Command;
use crate::around::PATH;

/// Where a language's tools are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chain {
    /// Where every jail sees them, or nothing is known of this language.
    Usual,
    /// In this folder, which a jail must be shown.
    At(PathBuf),
    /// Nowhere; this program was looked for.
    Missing(&'static str),
}

/// What builds or runs a language, and how that program is asked where its own folder is. Without a question the folder is
/// where the program lies.
const PROGRAMS: [(&str, &str, &[&str]); 9] = [
    ("c", "gcc", &[]),
    ("cpp", "c++", &[]),
    ("csharp", "dotnet", &[]),
    ("go", "go", &["go", "env", "GOROOT"]),
    ("java", "javac", &[]),
    ("javascript", "node", &[]),
    ("python", "python3", &["python3", "-c", "import sys; print(sys.base_prefix)"]),
    ("rust", "cargo", &["rustc", "--print", "sysroot"]),
    ("typescript", "node", &[]),
];

impl Chain {
    /// The languages whose tools are known, each with the program that builds or runs it.
    pub fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
        PROGRAMS.iter().map(|&(language, program, _)| (language, program))
    }

    /// The tool chain of a language. Each is looked for once in the life of the program.
    pub fn of(language: &str) -> Chain {
        static FOUND: Mutex<BTreeMap<String, Chain>> = Mutex::new(BTreeMap::new());
        let mut found = FOUND.lock().expect("nobody panics while holding this lock");
        found.entry(language.to_owned()).or_insert_with(|| Chain::look_for(language)).clone()
    }

    fn look_for(language: &str) -> Chain {
        let Some((_, program, question)) = PROGRAMS.iter().find(|(name, ..)| *name == language) else {
            return Chain::Usual;
        };
        let usual = |dir: &&str| {
            Path::new(dir).join(program).canonicalize().is_ok_and(|real| real.starts_with("/usr"))
        };
        if PATH.iter().any(usual) {
            return Chain::Usual;
        }
        let command =
            Command { program: (*program).to_owned(), args: Vec::new(), env: Vec::new(), dir: None };
        let Ok(found) = command.find() else { return Chain::Missing(program) };
        ask(question).or_else(|| folder_of(&found)).map_or(Chain::Missing(program), Chain::At)
    }
}

/// Asks a program where its folder is. It is asked at the root of the host: a bot's folder may say otherwise, and a bot is
/// not believed.
fn ask(question: &[&str]) -> Option<PathBuf> {
    let (program, args) = question.split_first()?;
    let asked = std::process::Command::new(program)
        .args(args)
        .current_dir("/")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let answer = String::from_utf8(asked.ok()?.stdout).ok()?;
    let folder = PathBuf::from(answer.trim());
    (folder.is_absolute() && folder.is_dir()).then(|| folder.canonicalize().ok()).flatten()
}

/// The folder of the tool chain that a program belongs to: that above its `bin`, or its own.
fn folder_of(program: &Path) -> Option<PathBuf> {
    let real = program.canonicalize().ok()?;
    let own = real.parent()?;
    if own.file_name().is_some_and(|name| name == "bin") { own.parent() } else { Some(own) }
        .map(Path::to_owned)
}

/// Where the programs of a tool chain are.
pub(crate) fn programs(chain: &Path) -> PathBuf {
    let bin = chain.join("bin");
    if bin.is_dir() { bin } else { chain.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_chain_is_the_folder_above_bin_or_the_programs_own() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        for place in ["node/bin/node", "dotnet/dotnet"] {
            fs::create_dir_all(root.join(place).parent().unwrap()).unwrap();
            fs::write(root.join(place), "").unwrap();
        }
        assert_eq!(folder_of(&root.join("node/bin/node")), Some(root.join("node")));
        assert_eq!(folder_of(&root.join("dotnet/dotnet")), Some(root.join("dotnet")));
        assert_eq!(programs(&root.join("node")), root.join("node/bin"));
        assert_eq!(programs(&root.join("dotnet")), root.join("dotnet"));
    }

    #[test]
    fn a_language_that_nobody_knows_needs_nothing() {
        assert_eq!(Chain::of("cobol"), Chain::Usual);
    }
}
