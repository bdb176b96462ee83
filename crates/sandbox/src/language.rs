//! Which language a bot is written in, from its command line and its folder.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{Command, Language};

/// Programs that run a language. A version may follow.
const RUNNERS: [(&str, &str); 12] = [
    ("python", "python"),
    ("pypy", "python"),
    ("node", "javascript"),
    ("nodejs", "javascript"),
    ("deno", "javascript"),
    ("bun", "javascript"),
    ("javac", "java"),
    ("java", "java"),
    ("dotnet", "csharp"),
    ("mono", "csharp"),
    ("go", "go"),
    ("cargo", "rust"),
];

/// What lies in the folder of a program, by how its name ends. The plainest sign comes first.
const SIGNS: [(&str, &str); 16] = [
    ("Cargo.toml", "rust"),
    ("go.mod", "go"),
    (".csproj", "csharp"),
    ("pom.xml", "java"),
    ("build.gradle", "java"),
    ("CMakeLists.txt", "cpp"),
    ("package.json", "javascript"),
    ("requirements.txt", "python"),
    (".rs", "rust"),
    (".go", "go"),
    (".cs", "csharp"),
    (".java", "java"),
    (".cpp", "cpp"),
    (".cc", "cpp"),
    (".c", "c"),
    (".py", "python"),
];

impl Language {
    /// The language of a bot: what its program runs, what its first line names, or what lies beside it. Where nothing tells,
    /// a language that is not known.
    pub fn of(command: &Command) -> Language {
        let name = runner(&command.program).or_else(|| {
            let dir = command.dir.clone().unwrap_or_default();
            let program = command.find().ok()?;
            let own = command.program.contains('/').then(|| first_line(&program)).flatten();
            own.or_else(|| folders(&dir, command).iter().find_map(|folder| sign(folder)))
        });
        Language::named(name.unwrap_or_default())
    }
}

/// The language that a program runs: `python3.11` runs Python.
fn runner(program: &str) -> Option<&'static str> {
    let name = Path::new(program).file_name()?.to_str()?;
    let version = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '.');
    let runs = |(start, _): &&(&str, &str)| name.strip_prefix(start).is_some_and(version);
    RUNNERS.iter().find(runs).map(|&(_, language)| language)
}

/// The language of a script that names its interpreter, or of a program whose name tells.
fn first_line(program: &Path) -> Option<&'static str> {
    if program.extension().is_some_and(|end| end == "exe") {
        return Some("csharp");
    }
    let mut start = [0; 128];
    let count = File::open(program).and_then(|mut file| file.read(&mut start)).ok()?;
    let line = std::str::from_utf8(&start[..count]).unwrap_or_default().lines().next()?.strip_prefix("#!")?;
    line.split_whitespace().find_map(runner)
}

/// Where to look for signs: the folders of what the command names, innermost first, up to the folder it runs in.
fn folders(dir: &Path, command: &Command) -> Vec<PathBuf> {
    let words = [&command.program].into_iter().chain(&command.args);
    let named = words.map(|word| dir.join(word)).filter(|path| path.is_file());
    let mut folders: Vec<PathBuf> = Vec::new();
    for file in named {
        let above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(dir));
        folders.extend(above.map(Path::to_owned));
    }
    folders.push(if dir.as_os_str().is_empty() { ".".into() } else { dir.to_owned() });
    folders
}

fn sign(folder: &Path) -> Option<&'static str> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names: Vec<String> = entries.collect();
    SIGNS.iter().find(|(end, _)| names.iter().any(|name| name.ends_with(end))).map(|&(_, language)| language)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn of(line: &str, files: &[(&str, &str)]) -> &'static str {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Language::of(&Command::parse(line).unwrap().in_dir(folder.path())).name
    }

    #[test]
    fn a_program_that_runs_a_language_tells_it() {
        for (line, language) in [
            ("python3 bot.py", "python"),
            ("/usr/bin/python3.11 bot.py", "python"),
            ("java -jar bot.jar", "java"),
            ("node bot.js", "javascript"),
            ("nodejs bot.js", "javascript"),
            ("dotnet bot.dll", "csharp"),
        ] {
            assert_eq!(of(line, &[]), language, "{line}");
        }
        assert_eq!(of("goblin", &[]), "unknown", "the name only begins like one");
    }

    #[test]
    fn a_script_tells_by_its_first_line_and_a_program_by_what_lies_beside_it() {
        assert_eq!(of("./bot", &[("bot", "#!/usr/bin/env python3\n"), ("old.c", "")]), "python");
        assert_eq!(of("./bot", &[("bot", "\u{7f}ELF"), ("bot.cpp", "")]), "cpp");
        assert_eq!(of("target/release/bot", &[("target/release/bot", ""), ("Cargo.toml", "")]), "rust");
        assert_eq!(of("sh run.sh", &[("run.sh", "java Bot"), ("Bot.java", "")]), "java");
        assert_eq!(of("./bot", &[("bot", "")]), "unknown");
    }
}
