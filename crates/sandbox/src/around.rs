//! A judge's walls around a command line that somebody typed for a bare start.

use std::env;
use std::io;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

use crate::chain::programs;
use crate::jail::Mount;
use crate::{Command, CommandError, Jail, Limits};

/// Where the bot's folder is inside.
pub(crate) const HOME: &str = "/bot";
/// Where programs are looked up inside.
pub(crate) const PATH: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// What every jail shows of the host.
const TOOLS: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"];
/// Folders in which every folder is somebody's or something's: neither they nor those directly in them are a bot's. What
/// lies at the root of the host is not one either.
const SHARED: [&str; 9] = ["/dev", "/etc", "/home", "/proc", "/run", "/sys", "/usr", "/usr/local", "/var"];

/// A command line behind walls.
#[derive(Clone, Debug)]
pub struct Around {
    /// The walls.
    pub jail: Jail,
    /// The command as it is said inside.
    pub command: Command,
    /// Something that whoever typed it should know.
    pub remark: Option<String>,
}

/// Whose words a command line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Somebody typed them here: files and folders that they name are shown.
    Typed,
    /// They came with the bot, and show nothing.
    Brought,
}

/// Why a command line cannot be run behind walls. Whoever typed it can mend it.
#[derive(Debug, Error)]
pub enum AroundError {
    /// It cannot be run at all.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// Its folder holds more than the bot.
    #[error("the folder `{}` holds more than a bot may see; put the bot into a folder of its own and start it there", .0.display())]
    Shared(PathBuf),
    /// A tool chain's folder holds more than tools.
    #[error("`--tools {}` would show more than a tool chain; name the folder of the tool chain itself", .0.display())]
    SharedTools(PathBuf),
    /// The program lies where a jailed bot does not see it.
    #[error(
        "`{program}` is `{}`, which a jailed bot does not see: only /usr and the bot's own folder are shown; \
         install it under /usr, copy it into the bot's folder, or show its tool chain with `--tools DIR`", .found.display()
    )]
    Unseen {
        /// As it was typed.
        program: String,
        /// Where it is.
        found: PathBuf,
    },
    /// A file or folder that the jail's user cannot read.
    #[error("{0}")]
    Unreadable(String),
    /// The folder cannot be found.
    #[error("the bot's folder cannot be found: {0}")]
    Folder(#[from] io::Error),
}

impl Jail {
    /// The walls of a judge around a command line. The folder it runs in is shown as `/bot`; files and folders elsewhere
    /// that the command line names are shown where they are, if whoever typed it may show them, and so are the tool chains
    /// given. Everything is read-only, and nothing else of the host is shown.
    pub fn around(
        command: &Command,
        limits: Limits,
        tools: &[PathBuf],
        words: Words,
    ) -> Result<Around, AroundError> {
        let found = command.find()?;
        let folder = match &command.dir {
            Some(dir) => dir.canonicalize()?,
            None => env::current_dir()?,
        };
        if is_shared(&folder) {
            return Err(AroundError::Shared(folder));
        }
        let tools: Vec<PathBuf> = tools.iter().map(|dir| dir.canonicalize()).collect::<io::Result<_>>()?;
        let seen = |dir: &Path| TOOLS.iter().any(|tools| dir.starts_with(tools));
        if let Some(dir) = tools.iter().find(|dir| is_shared(dir) && !seen(dir)) {
            return Err(AroundError::SharedTools(dir.clone()));
        }
        let mut room = Room { folder, tools, words, mounts: Vec::new() };
        let (program, remark) = room.program(&command.program, &found)?;
        let args = command.args.iter().map(|word| room.word(word)).collect::<Result<_, _>>()?;
        let mut jail = Jail::new(limits).with_folder(&room.folder, HOME);
        jail.mounts.extend(room.mounts.iter().chain(&room.tools).map(|path| Mount::at_its_place(path)));
        jail.mounts.iter().try_for_each(Mount::check).map_err(AroundError::Unreadable)?;
        let path = room.tools.iter().map(|dir| programs(dir)).chain(PATH.map(PathBuf::from));
        let path = path.map(|dir| dir.display().to_string()).collect::<Vec<_>>().join(":");
        let env = command.env.iter().cloned().chain([("PATH".to_owned(), path)]).collect();
        Ok(Around { jail, command: Command { program, args, env, dir: Some(HOME.into()) }, remark })
    }
}

/// What is shown inside, and where.
struct Room {
    folder: PathBuf,
    tools: Vec<PathBuf>,
    words: Words,
    /// What lies elsewhere and was named.
    mounts: Vec<PathBuf>,
}

impl Room {
    /// The program as it is said inside, and what should be known about it.
    fn program(&mut self, said: &str, found: &Path) -> Result<(String, Option<String>), AroundError> {
        let unseen = || AroundError::Unseen { program: said.to_owned(), found: found.to_owned() };
        if said.contains('/') {
            let word = self.word(said)?;
            let real = found.canonicalize()?;
            return if self.shows(&real) { Ok((word, None)) } else { Err(unseen()) };
        }
        let real = found.canonicalize()?;
        if self.tools.iter().any(|dir| found.starts_with(dir) || real.starts_with(dir)) {
            let place = if self.tools.iter().any(|dir| found.starts_with(dir)) { found } else { &real };
            return Ok((place.display().to_string(), None));
        }
        let usual = |path: &Path| path.canonicalize().is_ok_and(|real| self.shows(&real));
        if found.parent().is_some_and(|dir| PATH.iter().any(|usual| dir == Path::new(usual))) {
            return if usual(found) { Ok((said.to_owned(), None)) } else { Err(unseen()) };
        }
        let inside =
            PATH.iter().map(|dir| Path::new(dir).join(said)).find(|path| usual(path)).ok_or_else(unseen)?;
        let remark = format!(
            "`{said}` is `{}` for you and `{}` for a jailed bot; `--tools DIR` shows another tool chain",
            found.display(),
            inside.display()
        );
        Ok((said.to_owned(), Some(remark)))
    }

    /// A word of the command line as it is said inside. What it names is shown.
    fn word(&mut self, word: &str) -> Result<String, AroundError> {
        let place = normal(&self.folder.join(word));
        if !place.exists() {
            return Ok(word.to_owned());
        }
        if place.is_file() {
            Mount::at_its_place(&place).check().map_err(AroundError::Unreadable)?;
        }
        if let Ok(rest) = place.strip_prefix(&self.folder) {
            let inside = Path::new(HOME).join(rest).display().to_string();
            return Ok(if Path::new(word).is_absolute() { inside } else { word.to_owned() });
        }
        // A plain word may be the name of anything; a path is meant. A socket or a pipe is a door, and stays shut.
        let plain = place.is_file() || place.is_dir();
        if !word.contains('/') || !plain || is_shared(&place) || self.shows(&place) {
            return Ok(word.to_owned());
        }
        if self.words == Words::Brought {
            return Ok(word.to_owned());
        }
        let beside = place.parent().filter(|folder| place.is_file() && !is_shared(folder));
        self.mounts.push(beside.map_or_else(|| place.clone(), Path::to_owned));
        Ok(place.display().to_string())
    }

    fn shows(&self, path: &Path) -> bool {
        let usual = TOOLS.iter().any(|dir| path.starts_with(dir));
        usual
            || [&self.folder]
                .into_iter()
                .chain(&self.tools)
                .chain(&self.mounts)
                .any(|dir| path.starts_with(dir))
    }
}

impl Mount {
    /// A file or folder of the host, where it is.
    fn at_its_place(path: &Path) -> Mount {
        Mount::ReadOnly { host: path.to_owned(), inside: path.to_owned() }
    }
}

/// Whether a folder holds more than a bot: a home and whatever it lies in, the root of the host and what lies there, and
/// the system's own.
fn is_shared(folder: &Path) -> bool {
    let home = env::var_os("HOME").is_some_and(|home| Path::new(&home).starts_with(folder));
    let root = folder.components().count() <= 2;
    let system = SHARED.iter().map(Path::new);
    home || root || system.into_iter().any(|shared| folder == shared || folder.parent() == Some(shared))
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A folder that everybody may read, with files in it that everybody may run.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "#!/bin/sh\n").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            fs::set_permissions(path.parent().unwrap(), fs::Permissions::from_mode(0o755)).unwrap();
        }
        folder
    }

    fn around(line: &str, dir: &Path, tools: &[PathBuf]) -> Result<Around, AroundError> {
        let command = Command::parse(line).unwrap().in_dir(dir);
        Jail::around(&command, Limits::default(), tools, Words::Typed)
    }

    fn shown(around: &Around) -> Vec<(PathBuf, PathBuf)> {
        let pair = |mount: &Mount| match mount {
            Mount::ReadOnly { host, inside } | Mount::Writable { host, inside } => {
                (host.clone(), inside.clone())
            }
            Mount::Scratch { inside, .. } => (PathBuf::new(), inside.clone()),
        };
        around.jail.mounts.iter().map(pair).collect()
    }

    #[test]
    fn the_folder_is_shown_and_nothing_else() {
        let bot = folder(&["bot.sh", "lib/tables.txt"]);
        let whole = format!("sh {}/bot.sh lib/tables.txt --depth 3", bot.path().display());
        let around = around(&whole, bot.path(), &[]).unwrap();
        assert_eq!(around.command.args, ["/bot/bot.sh", "lib/tables.txt", "--depth", "3"]);
        assert_eq!(around.command.dir.as_deref(), Some(Path::new("/bot")));
        assert_eq!(shown(&around), [(bot.path().to_owned(), PathBuf::from("/bot"))]);
    }

    #[test]
    fn what_the_line_names_elsewhere_is_shown_where_it_is() {
        let (bot, other) = (folder(&["bot"]), folder(&["net/weights", "net/bot.sh"]));
        let line = format!("./bot {}/net/weights /usr/bin/env /no/such/file", other.path().display());
        let net = other.path().join("net");
        let around_file = around(&line, bot.path(), &[]).unwrap();
        assert_eq!(shown(&around_file)[1..], [(net.clone(), net.clone())]);
        assert_eq!(around_file.command.program, "./bot");
        let up = format!("sh ../{}/net/bot.sh", other.path().file_name().unwrap().display());
        let around_up = around(&up, bot.path(), &[]).unwrap();
        assert_eq!(around_up.command.args, [net.join("bot.sh").display().to_string()]);
        assert_eq!(shown(&around_up)[1..], [(net.clone(), net)]);
    }

    #[test]
    fn a_program_that_is_not_seen_inside_is_told_with_what_to_do() {
        let (bot, chain) = (folder(&["bot.sh"]), folder(&["bin/snake"]));
        std::os::unix::fs::symlink(chain.path().join("bin/snake"), bot.path().join("snake")).unwrap();
        let refused = around("./snake", bot.path(), &[]).unwrap_err().to_string();
        assert!(refused.contains("`./snake` is") && refused.contains("--tools DIR"), "{refused}");
        let shown = around("./snake", bot.path(), &[chain.path().to_owned()]).unwrap();
        let path = &shown.command.env.last().unwrap().1;
        assert!(path.starts_with(&format!("{}/bin:/usr/local/bin", chain.path().display())), "{path}");
    }

    #[test]
    fn folders_that_hold_more_than_a_bot_are_not_shown() {
        for shared in ["/", "/tmp", "/etc", "/var/lib", "/usr/local", "/home"] {
            let refused = around("sh bot.sh", Path::new(shared), &[]).unwrap_err().to_string();
            assert!(refused.contains("folder of its own"), "{refused}");
        }
        let bot = folder(&["bot.sh"]);
        let beside = around("sh bot.sh /tmp /", bot.path(), &[]).unwrap();
        assert_eq!(shown(&beside).len(), 1);
        let refused = around("sh bot.sh", bot.path(), &["/proc".into()]).unwrap_err().to_string();
        assert!(refused.contains("would show more than a tool chain"), "{refused}");
    }

    #[test]
    fn words_that_came_with_the_bot_and_doors_show_nothing() {
        let (bot, other) = (folder(&["bot.sh"]), folder(&["secret"]));
        let line = format!("sh bot.sh {}/secret ../{}", other.path().display(), "..");
        let command = Command::parse(&line).unwrap().in_dir(bot.path());
        let brought = Jail::around(&command, Limits::default(), &[], Words::Brought).unwrap();
        assert_eq!(shown(&brought).len(), 1, "{:?}", shown(&brought));
        let door = other.path().join("door");
        let _listening = std::os::unix::net::UnixListener::bind(&door).unwrap();
        let typed = around(&format!("sh bot.sh {}", door.display()), bot.path(), &[]).unwrap();
        assert_eq!(shown(&typed).len(), 1, "{:?}", shown(&typed));
    }
}
