//! Where a program runs: behind walls where they stand, and in a folder of its own in any case.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use meydan_sandbox::{
    AroundError, Bare, Command, Jail, Language, Limits, MissingWalls, Process, StartError, Words,
};
use tempfile::TempDir;

use super::CheckError;

/// What stands between the program and the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Nothing: it runs with the rights of whoever starts the check.
    Bare,
    /// A jail: it sees its own files, the tool chains and the folder of its game, and has no network.
    Jail {
        /// Whether limits hold for all its processes together.
        grouped: bool,
    },
    /// A jail with all its walls around a build of a stranger, which lies in the folder that its command names: it sees that folder and the
    /// tool chains, whatever else its command names.
    Build,
}

impl Room {
    /// A jail, if the walls stand on this machine.
    pub async fn survey() -> Result<Room, MissingWalls> {
        let mut walls = meydan_sandbox::survey().await;
        let grouped = walls.iter().all(|wall| wall.stands || wall.name != "control groups");
        // Without groups the limits hold for each process. That is enough for a student's own program.
        walls.retain(|wall| wall.name != "control groups");
        MissingWalls::check(&walls)?;
        Ok(Room::Jail { grouped })
    }
}

/// Where the game's folder is inside a jail.
const INSIDE: &str = "/game";
/// The most that may lie in a game's folder: a saved game is a few kilobytes.
pub(super) const FOLDER: u64 = 16 << 20;
/// The most files in it.
const FILES: usize = 1000;
/// Processor time of one run.
const CPU: Duration = Duration::from_secs(120);

/// A program, ready to be started again and again.
#[derive(Debug)]
pub(super) struct Program {
    command: Command,
    jail: Option<Jail>,
    /// What it was copied to, where its own folder cannot be shown.
    _copy: Option<TempDir>,
}

impl Program {
    pub(super) fn new(command: &Command, room: Room, tools: &[PathBuf]) -> Result<Program, CheckError> {
        let wrong = |error: &dyn std::error::Error| CheckError::Start(error.to_string());
        if room == Room::Build {
            let around = Jail::around(command, limits(command), tools, Words::Brought);
            let around = around.map_err(|error| wrong(&error))?;
            return Ok(Program { command: around.command, jail: Some(around.jail), _copy: None });
        }
        let command = rooted(command).map_err(|error| wrong(&error))?;
        let Room::Jail { grouped } = room else {
            return Ok(Program { command, jail: None, _copy: None });
        };
        let (around, copy) = match around(&command, &home(&command)) {
            Ok(around) => (around, None),
            // A home, or a folder that nobody else may read: the program's own files are enough.
            Err(AroundError::Shared(_) | AroundError::Unreadable(_)) => {
                let copy = copied(&command)?;
                let (command, folder) = &copy;
                (around(command, folder.path()).map_err(|error| wrong(&error))?, Some(copy.1))
            }
            Err(error) => {
                return Err(CheckError::Start(format!("{error} (or run it without walls: --bare)")));
            }
        };
        let mut jail = around.jail;
        jail.accept_no_groups = !grouped;
        Ok(Program { command: around.command, jail: Some(jail), _copy: copy })
    }

    /// Starts it in a game's folder.
    pub(super) async fn start(&self, folder: &Path, env: (String, String)) -> Result<Process, StartError> {
        let command = self.command.clone().with_env([env]);
        match &self.jail {
            None => Bare::default().start(&command.in_dir(folder)),
            Some(jail) => {
                open_up(folder, 0);
                jail.clone().with_writable(folder, INSIDE).start(&command.in_dir(INSIDE)).await
            }
        }
    }
}

fn around(command: &Command, folder: &Path) -> Result<meydan_sandbox::Around, AroundError> {
    Jail::around(&command.clone().in_dir(folder), limits(command), &[], Words::Typed)
}

fn limits(command: &Command) -> Limits {
    let mut limits = Language::of(command).run();
    (limits.disk, limits.cpu_time) = (FOLDER, CPU);
    limits
}

/// The command with files named from the root, because it is run elsewhere.
fn rooted(command: &Command) -> Result<Command, meydan_sandbox::CommandError> {
    let found = command.find()?;
    let full = |word: &str| -> String {
        match Path::new(word).canonicalize() {
            Ok(full) if full.is_file() || word.contains('/') => full.display().to_string(),
            _ => word.to_owned(),
        }
    };
    let program = if command.program.contains('/') {
        found.canonicalize().unwrap_or(found).display().to_string()
    } else {
        command.program.clone()
    };
    Ok(Command { program, args: command.args.iter().map(|word| full(word)).collect(), ..command.clone() })
}

/// The files that a command names.
fn files(command: &Command) -> impl Iterator<Item = PathBuf> {
    let words = [&command.program].into_iter().chain(&command.args);
    words.map(PathBuf::from).filter(|path| path.is_absolute() && path.is_file() && !path.starts_with("/usr"))
}

/// The folder of the program: that of the first file that the command names.
fn home(command: &Command) -> PathBuf {
    let file = files(command).next();
    file.and_then(|file| Some(file.parent()?.to_owned())).unwrap_or_else(|| PathBuf::from("/usr/share"))
}

/// The files of a command in a folder that a jail may show, and the command that names them there.
fn copied(command: &Command) -> Result<(Command, TempDir), CheckError> {
    let folder = tempfile::tempdir()?;
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    let mut command = command.clone();
    for file in files(&command).collect::<Vec<_>>() {
        let Some(name) = file.file_name() else { continue };
        let to = folder.path().join(name);
        fs::copy(&file, &to)?;
        let mode = file.metadata()?.permissions().mode();
        fs::set_permissions(&to, Permissions::from_mode(mode | 0o444 | (mode & 0o100) >> 6))?;
        let (from, to) = (file.display().to_string(), to.display().to_string());
        for word in [&mut command.program].into_iter().chain(&mut command.args).filter(|word| **word == from)
        {
            word.clone_from(&to);
        }
    }
    Ok((command, folder))
}

/// Every run has a user of its own, and what one run saved the next must be able to write. Links are left alone: they may lead anywhere.
fn open_up(folder: &Path, depth: u32) {
    let _ = fs::set_permissions(folder, Permissions::from_mode(0o777));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().take(FILES) {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth < 4 => open_up(&entry.path(), depth + 1),
            Ok(kind) if kind.is_file() => {
                let _ = fs::set_permissions(entry.path(), Permissions::from_mode(0o666));
            }
            _ => {}
        }
    }
}

/// Whether a game's folder holds more than a game.
pub(super) fn overflows(folder: &Path) -> bool {
    let (mut bytes, mut files, mut folders) = (0, 0, vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            files += 1;
            match entry.metadata() {
                Ok(meta) if meta.is_dir() => folders.push(entry.path()),
                Ok(meta) => bytes += meta.len(),
                Err(_) => {}
            }
            if files > FILES || bytes > FOLDER {
                return true;
            }
        }
    }
    false
}
