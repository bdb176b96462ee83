//! Every command block of the book is run, page by page: the blocks of a page in their order and in one folder, as a reader would.
//!
//! | what stands behind the three ticks | what is done |
//! |---|---|
//! | `sh` | it is run, and every line of it must succeed |
//! | `sh until TEXT and TEXT` | one command is run until it has printed all of that, and then ended with Ctrl-C, after which it must succeed |
//! | `sh typing WORD and WORD` | these lines are typed, and it must succeed |
//! | `sh meanwhile TEXT` | one command is run until it has printed that, then the next block, and both must succeed |
//! | `sh not run: REASON` | it is not run, and counted |
//! | `python file=NAME` | it is written to that file |
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// How many reasons there may be to leave a block out; they are few, or the book promises what nobody has tried.
const MOST_REASONS: usize = 10;
/// How long a block may take before something must be wrong with it.
const PATIENCE: Duration = Duration::from_secs(900);

struct Block {
    info: String,
    text: String,
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").canonicalize().unwrap()
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![docs().join("../README.md")];
    for folder in [docs(), docs().join("fa"), docs().join("fr")] {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    pages.sort();
    pages
}

/// The fenced blocks of a page. A block may stand in a list, and is then indented.
fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Block)> = None;
    for line in page.lines() {
        let inner = line.trim_start();
        let indent = line.len() - inner.len();
        match (&mut open, inner.strip_prefix("```")) {
            (None, Some(info)) => open = Some((indent, Block { info: info.to_owned(), text: String::new() })),
            (Some(_), Some("")) => blocks.extend(open.take().map(|(_, block)| block)),
            (Some((indent, block)), _) => {
                block.text += line.get(*indent..).unwrap_or("");
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// A shell with a script that finds the program, in a folder of its own.
fn shell(script: &str, folder: &Path) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_meydan"));
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new("setsid");
    command.args(["sh", "-e", "-c", script]).current_dir(folder);
    command.env("PATH", format!("{}:{path}", binary.parent().unwrap().display()));
    command.env("NO_COLOR", "1").env("HOME", folder).env("XDG_DATA_HOME", folder.join(".data"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("MEYDAN_TOKEN");
    command
}

/// Runs a block in a folder, with something typed into it. The output says why it failed.
fn run(block: &Block, until: Option<&str>, typed: &str, folder: &Path) -> Result<(), String> {
    // A shell that waits for a command would be ended by Ctrl-C as well.
    let script = if until.is_some() { format!("exec {}", block.text) } else { block.text.clone() };
    let mut command = shell(&script, folder);
    let said = tempfile::NamedTempFile::new().unwrap();
    let mut keys = tempfile::tempfile().unwrap();
    keys.write_all(typed.as_bytes()).and_then(|()| keys.rewind()).unwrap();
    command.stdin(keys).stdout(append(said.path())).stderr(append(said.path()));
    let said = said.path();
    let mut child = command.spawn().unwrap();
    let begun = Instant::now();
    let mut asked = false;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if begun.elapsed() > PATIENCE {
            signal("KILL", child.id());
            let _ = child.wait();
            break None;
        }
        if !asked && until.is_some_and(|texts| has_all(&text_of(said), texts)) {
            signal("INT", child.id());
            asked = true;
        }
        thread::sleep(Duration::from_millis(20));
    };
    let text = text_of(said);
    match status {
        Some(status) if status.success() && (asked || until.is_none()) => Ok(()),
        Some(status) => Err(format!("{status}\n{}{text}", block.text)),
        None => Err(format!("it did not end within {} s\n{}{text}", PATIENCE.as_secs(), block.text)),
    }
}

/// A command that waits for what the next block does.
struct Meanwhile {
    child: Child,
    said: tempfile::NamedTempFile,
    text: String,
}

impl Meanwhile {
    /// Starts it, and waits until it has printed a text.
    fn start(block: &Block, text: &str, folder: &Path) -> Meanwhile {
        let said = tempfile::NamedTempFile::new().unwrap();
        let mut command = shell(&block.text, folder);
        command.stdin(Stdio::null()).stdout(append(said.path())).stderr(append(said.path()));
        let mut child = command.spawn().unwrap();
        let begun = Instant::now();
        while !text_of(said.path()).contains(text) {
            let waits = begun.elapsed() < PATIENCE && child.try_wait().unwrap().is_none();
            assert!(waits, "{}{}", block.text, text_of(said.path()));
            thread::sleep(Duration::from_millis(20));
        }
        Meanwhile { child, said, text: block.text.clone() }
    }

    /// It ends by itself once the next block has done what it waits for.
    fn ended(mut self, next: &Result<(), String>) -> Result<(), String> {
        if next.is_err() {
            signal("KILL", self.child.id());
        }
        let status = self.child.wait().unwrap();
        match status.success() {
            true => Ok(()),
            false => Err(format!("{status}\n{}{}", self.text, text_of(self.said.path()))),
        }
    }
}

fn has_all(said: &str, texts: &str) -> bool {
    texts.split(" and ").all(|text| said.contains(text))
}

/// Tells everybody whom a block has started.
fn signal(name: &str, leader: u32) {
    let _ = Command::new("kill").args([format!("-{name}"), "--".to_owned(), format!("-{leader}")]).status();
}

/// Both streams go to one file, in the order in which they come.
fn append(file: &Path) -> File {
    File::options().append(true).open(file).unwrap()
}

fn text_of(said: &Path) -> String {
    String::from_utf8_lossy(&fs::read(said).unwrap()).into_owned()
}

#[derive(Default)]
struct Tally {
    run: usize,
    /// Where, and why.
    left_out: Vec<(String, String)>,
    failed: Vec<String>,
}

fn go_through(page: &Path, tally: &Mutex<Tally>) {
    let name = page.strip_prefix(docs()).unwrap_or(page).display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let mut before: Option<Meanwhile> = None;
    for block in blocks(&fs::read_to_string(page).unwrap()) {
        let info = block.info.as_str();
        if let Some(text) = info.strip_prefix("sh meanwhile ") {
            tally.lock().unwrap().run += 1;
            before = Some(Meanwhile::start(&block, text, folder.path()));
            continue;
        }
        let outcome = if let Some(reason) = info.strip_prefix("sh not run: ") {
            assert!(reason.len() > 8, "{name}: a block is left out without a reason");
            tally.lock().unwrap().left_out.push((name.clone(), reason.to_owned()));
            continue;
        } else if info == "sh" {
            run(&block, None, "", folder.path())
        } else if let Some(words) = info.strip_prefix("sh typing ") {
            let typed: String = words.split(" and ").map(|word| format!("{word}\n")).collect();
            run(&block, None, &typed, folder.path())
        } else if let Some(text) = info.strip_prefix("sh until ") {
            assert_eq!(block.text.lines().count(), 1, "{name}: one command is ended by Ctrl-C");
            run(&block, Some(text), "", folder.path())
        } else {
            if let Some((_, file)) = info.split_once(" file=") {
                fs::write(folder.path().join(file), &block.text).unwrap();
            }
            continue;
        };
        let waited = before.take().map(|before| before.ended(&outcome));
        let mut tally = tally.lock().unwrap();
        tally.run += 1;
        tally.failed.extend(waited.and_then(Result::err).map(|why| format!("{name}: {why}")));
        tally.failed.extend(outcome.err().map(|why| format!("{name}: {why}")));
    }
}

#[test]
fn every_command_of_the_book_does_what_it_says() {
    let tally = Mutex::new(Tally::default());
    let pages = Mutex::new(pages());
    thread::scope(|scope| {
        // Most of a block is waiting for programs to start and to end.
        for _ in 0..3 {
            scope.spawn(|| {
                loop {
                    let next = pages.lock().unwrap().pop();
                    let Some(page) = next else { break };
                    go_through(&page, &tally);
                }
            });
        }
    });
    let Tally { run, left_out, failed } = tally.into_inner().unwrap();
    println!("{run} blocks were run, {} were not:", left_out.len());
    left_out.iter().for_each(|(page, why)| println!("  {page}: {why}"));
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
    assert!(run > 20, "only {run} blocks were found");
    let reasons: BTreeSet<&String> = left_out.iter().map(|(_, why)| why).collect();
    assert!(reasons.len() <= MOST_REASONS, "blocks are left out for many reasons: {reasons:?}");
}

#[test]
fn no_command_hides_in_a_block_of_another_kind() {
    let commands = ["meydan ", "$ ", "make ", "cargo ", "pip "];
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for block in blocks(&text).iter().filter(|block| !block.info.starts_with("sh")) {
            let line = block
                .text
                .lines()
                .find(|line| commands.iter().any(|start| line.trim_start().starts_with(start)));
            assert_eq!(line, None, "{}: this is a command; say ```sh", page.display());
        }
        for block in blocks(&text).iter().filter(|block| block.info.starts_with("sh")) {
            let known = block.info == "sh"
                || ["sh until ", "sh typing ", "sh meanwhile "]
                    .iter()
                    .any(|kind| block.info.starts_with(kind))
                || block.info.starts_with("sh not run: ");
            assert!(known, "{}: `{}` is no way to run a block", page.display(), block.info);
        }
        let hidden =
            text.lines().find(|line| line.starts_with("    meydan ") || line.starts_with("    python "));
        assert_eq!(hidden, None, "{}: this is a command; fence it", page.display());
    }
}

/// What nobody runs is at least something that the program would understand.
#[test]
fn commands_that_are_not_run_have_flags_that_there_are() {
    let mut known: BTreeMap<Vec<String>, String> = BTreeMap::new();
    let mut seen = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for block in blocks(&text).iter().filter(|block| block.info.starts_with("sh not run: ")) {
            for line in block.text.lines() {
                let line = line.split(" #").next().unwrap_or_default();
                let words = shlex::split(line).unwrap_or_default();
                let words: Vec<String> = words.into_iter().skip_while(|word| word.contains('=')).collect();
                let Some(("meydan", words)) = words.split_first().map(|(first, rest)| (first.as_str(), rest))
                else {
                    continue;
                };
                // A second word may be a command of its own, as in `arena archive`.
                let own = |word: &&String| !word.starts_with('-');
                let names: Vec<String> = words.iter().take(2).take_while(own).cloned().collect();
                let help = |names: &[String]| {
                    let asked = Command::new(env!("CARGO_BIN_EXE_meydan"))
                        .args(names)
                        .arg("--help")
                        .output()
                        .unwrap();
                    asked.status.success().then(|| String::from_utf8_lossy(&asked.stdout).into_owned())
                };
                let help = known.entry(names.clone()).or_insert_with(|| {
                    help(&names)
                        .or_else(|| help(&names[..1]))
                        .unwrap_or_else(|| panic!("{line}: no such command"))
                });
                for flag in
                    words.iter().take_while(|word| *word != "--").filter(|word| word.starts_with("--"))
                {
                    let flag = flag.split('=').next().unwrap_or_default();
                    assert!(help.contains(flag), "{}: {line}: there is no {flag}", page.display());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 20, "only {seen} flags were found");
}
