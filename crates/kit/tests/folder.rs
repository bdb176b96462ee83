//! A bot in a folder: recognised, built once, built again when its files change.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use meydan_kit::{BuildError, Built, Kit, KitError, MANIFEST, Program, Ran, shelf};

fn folder(build: &str, start: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let manifest =
        format!("game = \"toy\"\nlanguage = \"sh\"\nname = \"ape\"\nbuild = {build:?}\nstart = {start:?}\n");
    fs::write(dir.path().join(MANIFEST), manifest).expect("a file");
    fs::write(dir.path().join("source"), "one").expect("a file");
    dir
}

/// Runs a line as a person would, without walls.
fn run(line: &str, dir: &Path) -> io::Result<Ran> {
    let line = format!("{{ {line}\n}} 2>&1");
    let output = Command::new("sh").args(["-e", "-c", &line]).current_dir(dir).output()?;
    Ok(Ran { well: output.status.success(), how: output.status.to_string(), output: output.stdout })
}

fn build(kit: &Kit) -> Result<Built, BuildError> {
    kit.build(|| (), run)
}

/// How often the folder's build has run.
fn runs(dir: &Path) -> usize {
    fs::read_to_string(dir.join("build/runs")).unwrap_or_default().lines().count()
}

const COUNTING: &str = "echo run >> build/runs; cp source build/bot";

#[test]
fn a_bot_is_built_once_and_again_when_a_file_changes() {
    let dir = folder(COUNTING, "build/bot --fast");
    let kit = Kit::open(dir.path()).unwrap();
    assert!(kit.is_stale().unwrap());
    assert_eq!(build(&kit).unwrap(), Built::Now);
    assert_eq!(build(&kit).unwrap(), Built::Already);
    assert_eq!(runs(dir.path()), 1);
    fs::write(dir.path().join("source"), "two").unwrap();
    assert!(kit.is_stale().unwrap());
    assert_eq!(build(&kit).unwrap(), Built::Now);
    fs::create_dir(dir.path().join("more")).unwrap();
    fs::write(dir.path().join("more/file"), "").unwrap();
    assert_eq!(build(&kit).unwrap(), Built::Now);
    assert_eq!(runs(dir.path()), 3);
}

#[test]
fn what_tools_make_and_hidden_files_do_not_count() {
    let dir = folder(COUNTING, "build/bot");
    let kit = Kit::open(dir.path()).unwrap();
    build(&kit).unwrap();
    fs::write(dir.path().join("README.md"), "other words").unwrap();
    fs::write(dir.path().join("played.log"), "what the bot wrote while it played").unwrap();
    for made in ["__pycache__", "node_modules", ".git", "target"] {
        fs::create_dir(dir.path().join(made)).unwrap();
        fs::write(dir.path().join(made).join("file"), "x").unwrap();
    }
    assert_eq!(build(&kit).unwrap(), Built::Already);
}

#[test]
fn a_bot_that_was_built_can_lie_in_a_folder_that_cannot_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder(COUNTING, "build/bot");
    let kit = Kit::open(dir.path()).unwrap();
    build(&kit).unwrap();
    // Root may write everywhere: without the lock's file nobody has tried to.
    fs::remove_file(dir.path().join("build/.lock")).unwrap();
    for folder in ["build", "."] {
        fs::set_permissions(dir.path().join(folder), fs::Permissions::from_mode(0o555)).unwrap();
    }
    assert_eq!(build(&kit).unwrap(), Built::Already);
    assert!(!dir.path().join("build/.lock").exists());
    for folder in [".", "build"] {
        fs::set_permissions(dir.path().join(folder), fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn of_two_who_want_to_build_at_once_one_does_and_says_so() {
    let dir = folder(COUNTING, "build/bot");
    let kit = Kit::open(dir.path()).unwrap();
    let told = std::sync::atomic::AtomicUsize::new(0);
    let count = || {
        told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| kit.build(count, run).unwrap());
        }
    });
    assert_eq!((runs(dir.path()), told.into_inner()), (1, 1));
}

#[test]
fn a_program_that_is_gone_is_built_again() {
    let dir = folder(COUNTING, "build/bot");
    let kit = Kit::open(dir.path()).unwrap();
    build(&kit).unwrap();
    fs::remove_file(dir.path().join("build/bot")).unwrap();
    assert_eq!(build(&kit).unwrap(), Built::Now);
}

#[test]
fn a_build_that_writes_beside_its_sources_is_built_once() {
    let dir = folder("echo x > made-here", "sh bot");
    let kit = Kit::open(dir.path()).unwrap();
    assert_eq!(build(&kit).unwrap(), Built::Now);
    assert_eq!(build(&kit).unwrap(), Built::Already);
}

#[test]
fn a_failed_build_shows_what_the_compiler_wrote_and_is_tried_again() {
    let dir = folder("echo to stdout; echo 'bot:1: wrong' >&2; false; echo never", "build/bot");
    let kit = Kit::open(dir.path()).unwrap();
    for _ in 0..2 {
        match build(&kit).unwrap_err() {
            BuildError::Failed { output, .. } => assert_eq!(output, b"to stdout\nbot:1: wrong\n"),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_bot_without_a_build_is_ready() {
    let dir = tempfile::tempdir().unwrap();
    let manifest = "game = \"toy\"\nlanguage = \"python\"\nname = \"ape\"\nstart = \"python3 main.py\"\n";
    fs::write(dir.path().join(MANIFEST), manifest).unwrap();
    let kit = Kit::open(dir.path()).unwrap();
    assert_eq!(build(&kit).unwrap(), Built::Already);
    assert_eq!(kit.start(), ("python3".to_owned(), vec!["main.py".to_owned()]));
}

#[test]
fn a_program_with_a_slash_is_the_folders_own() {
    let dir = folder(COUNTING, "build/bot --fast");
    let kit = Kit::open(dir.path()).unwrap();
    let program = dir.path().canonicalize().unwrap().join("build/bot");
    assert_eq!(kit.start(), (program.to_string_lossy().into_owned(), vec!["--fast".to_owned()]));
}

#[test]
fn a_folder_that_is_not_a_bot_is_told_from_one_with_a_broken_manifest() {
    let dir = tempfile::tempdir().unwrap();
    assert!(matches!(Kit::open(dir.path()), Err(KitError::NoManifest(_))));
    fs::write(dir.path().join(MANIFEST), "nonsense").unwrap();
    assert!(matches!(Kit::open(dir.path()), Err(KitError::Manifest(..))));
}

#[test]
fn a_kit_from_the_shelf_is_a_bot_named_like_its_folder() {
    let dir = tempfile::tempdir().unwrap();
    for starter in shelf::starters() {
        let to = dir.path().join(format!("my \"{}\" {}", starter.game, starter.language));
        starter.write(&to).unwrap();
        let kit = Kit::open(&to).unwrap();
        let manifest = kit.manifest();
        assert_eq!((&*manifest.game, &*manifest.language), (starter.game, starter.language));
        assert_eq!(manifest.name, to.file_name().unwrap().to_str().unwrap());
        assert!(manifest.test.is_some(), "{starter:?} says how it is tested");
        for file in ["README.md", ".gitignore", ".vscode/launch.json"] {
            assert!(to.join(file).is_file(), "{starter:?} has a {file}");
        }
        launches(&to);
        let readme = fs::read_to_string(to.join("README.md")).unwrap();
        for part in ["## Run it", "## Change it", "## Debug it", "## Submit it", "meydan submit . --to URL"] {
            assert!(readme.contains(part), "the README of {starter:?} has no `{part}`");
        }
        assert!(starter.write(&to).unwrap_err().to_string().contains("is not empty"));
    }
}

/// VS Code is told to start the bot and where its match is: it reads JSON with comments.
fn launches(dir: &Path) {
    let text = fs::read_to_string(dir.join(".vscode/launch.json")).expect("it can be read");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let launch: serde_json::Value =
        serde_json::from_str(&lines.collect::<Vec<_>>().join("\n")).expect("it can be read");
    assert_eq!(launch["version"], "0.2.0");
    for configuration in launch["configurations"].as_array().expect("it can be read") {
        assert!(configuration["type"].is_string() && configuration["name"].is_string(), "{configuration}");
        assert!(configuration.to_string().contains("MEYDAN_SOCKET"), "{configuration}");
        let Some(program) = configuration["program"].as_str() else { continue };
        let program = program.replace("${workspaceFolder}", &dir.to_string_lossy());
        let made = ["/build/", "/target/", "/bin/"].iter().any(|folder| program.contains(folder));
        assert!(made || Path::new(&program).exists(), "{program} is neither there nor made by a build");
    }
}

#[test]
fn a_kit_that_is_not_on_the_shelf_is_told_with_what_there_is() {
    let told = |game, language| shelf::starter(game, language).unwrap_err().to_string();
    assert!(told("chess", "python").starts_with("there is no kit for the game `chess`; there are kits for "));
    let language = told("labyrinth", "cobol");
    assert!(language.starts_with("`labyrinth` has no kit in `cobol`; it has "), "{language}");
    assert!(language.contains("python"), "{language}");
}

#[test]
fn a_build_that_was_stopped_is_begun_anew() {
    let dir = folder(COUNTING, "build/bot");
    let kit = Kit::open(dir.path()).unwrap();
    build(&kit).unwrap();
    fs::write(dir.path().join("source"), "two").unwrap();
    let stopped = kit.build(|| (), |_, _| Err(io::ErrorKind::Interrupted.into())).unwrap_err();
    assert!(matches!(stopped, BuildError::Stopped(_)), "{stopped}");
    // Half a build may have written anything, also where the files are as they were again.
    fs::write(dir.path().join("source"), "one").unwrap();
    assert_eq!(build(&kit).unwrap(), Built::Now);
}

#[test]
fn a_program_is_its_sources_what_its_manifest_names_and_what_can_be_run() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder("sh make.it 'a b'", "./bot --net nets/first.bin");
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("nets")).unwrap();
    for name in ["tool", "memory"] {
        fs::write(at(name), "").unwrap();
    }
    fs::set_permissions(at("tool"), fs::Permissions::from_mode(0o755)).unwrap();
    let program = Program::of(dir.path());
    for part in [
        "x.py",
        "deep/x.CPP",
        "Makefile",
        "go.mod",
        "meydan.toml",
        "bot",
        "nets/first.bin",
        "make.it",
        "tool",
    ] {
        assert!(program.has(&at(part)), "{part}");
    }
    for data in ["x.json", "learned.bin", "nets/second.bin", "memory", "games.csv", "out.txt"] {
        assert!(!program.has(&at(data)), "{data}");
    }
}
