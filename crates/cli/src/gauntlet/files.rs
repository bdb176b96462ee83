//! The files of a gauntlet's bots. Two versions are not one bot; but what a bot writes into its folder while it plays does not make it
//! another one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use meydan_kit::{Program, sources};
use meydan_runner::SeatSpec;
use serde::{Deserialize, Serialize};

/// A bot, and what its files were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BotFiles {
    pub(crate) bot: String,
    /// A digest of its folder, or of the files that its command line names. House bots have none.
    pub(crate) files: Option<String>,
    /// What was in each file of its folder; gauntlets of earlier versions do not tell.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) inside: BTreeMap<String, String>,
    /// Which of them were written while it played.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) own: BTreeSet<String>,
    /// Where its folder is.
    #[serde(skip)]
    pub(super) dir: PathBuf,
}

/// What is in a file or a folder, in short.
fn digest(path: &Path) -> Option<String> {
    meydan_kit::digest(path).ok().map(|digest| format!("{digest:016x}"))
}

impl BotFiles {
    pub(crate) fn of(spec: &SeatSpec) -> BotFiles {
        let mut this = BotFiles { bot: spec.to_string(), ..BotFiles::default() };
        match spec {
            SeatSpec::Kit(kit) => {
                this.dir = kit.dir().to_owned();
                this.files = digest(kit.dir());
                let files = sources(kit.dir()).unwrap_or_default().into_iter();
                let told = files.filter_map(|file| Some((this.name(&file)?, digest(&file)?)));
                this.inside = told.collect();
            }
            SeatSpec::Command(line) | SeatSpec::WireCommand(line) => {
                let words = shlex::split(line).unwrap_or_default();
                let files = words.iter().map(Path::new).filter(|path| path.is_file());
                let digests: Vec<String> = files.filter_map(digest).collect();
                this.files = (!digests.is_empty()).then(|| digests.join("-"));
            }
            _ => {}
        }
        this
    }

    /// What a file of its folder is called there.
    fn name(&self, file: &Path) -> Option<String> {
        Some(file.strip_prefix(&self.dir).ok()?.to_string_lossy().into_owned())
    }

    /// Why it is another bot than it was then, in words. What has come beside its program since may be anything that it wrote; what was there and
    /// has changed may be what it plays by, unless it was seen to write it.
    pub(crate) fn other_than(&self, then: &BotFiles) -> Option<String> {
        if self.files == then.files {
            return None;
        }
        let of = format!("of `{}`", self.bot);
        if self.inside.is_empty() || then.inside.is_empty() {
            return Some(format!("the files {of} have changed since, and two versions are not one bot"));
        }
        let program = Program::of(&self.dir);
        let is_other = |name: &&String| {
            let part = program.has(&self.dir.join(name));
            let (now, then_inside) = (self.inside.get(*name), then.inside.get(*name));
            now != then_inside && (part || then_inside.is_some() && !then.own.contains(*name))
        };
        let name = self.inside.keys().chain(then.inside.keys()).find(is_other)?;
        Some(format!("`{name}` {of} has changed since, and two versions are not one bot"))
    }

    /// The files beside its program that were there when the gauntlet began.
    pub(crate) fn beside(&self) -> impl Iterator<Item = Beside> {
        let program = Program::of(&self.dir);
        let paths = self.inside.keys().map(|name| (name.clone(), self.dir.join(name)));
        paths.filter(move |(_, path)| !program.has(path)).map(|(name, path)| {
            let seen = look(&path);
            Beside { name, path, seen }
        })
    }
}

/// A file that a bot may write while it plays.
pub(crate) struct Beside {
    pub(crate) name: String,
    path: PathBuf,
    seen: Option<(u64, SystemTime)>,
}

impl Beside {
    /// Whether it was written since.
    pub(crate) fn is_written(&self) -> bool {
        look(&self.path) != self.seen
    }
}

fn look(path: &Path) -> Option<(u64, SystemTime)> {
    let about = path.metadata().ok()?;
    Some((about.len(), about.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_a_bot_wrote_itself_leaves_it_the_same_bot_and_a_changed_program_does_not() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
        write(
            "meydan.toml",
            "game = \"jungle\"\nlanguage = \"python\"\nname = \"x\"\nstart = \"python3 bot.py\"\n",
        );
        for name in ["bot.py", "learned.json", "net.bin"] {
            write(name, "1");
        }
        let now = || BotFiles::of(&dir.path().to_str().unwrap().parse().unwrap());
        let mut then = now();
        let beside: Vec<Beside> = then.beside().collect();
        assert_eq!(beside.iter().map(|file| &*file.name).collect::<Vec<_>>(), ["learned.json", "net.bin"]);
        write("learned.json", "what it has learned");
        write("game-17.csv", "1");
        assert_eq!(beside.iter().map(Beside::is_written).collect::<Vec<_>>(), [true, false]);
        assert!(now().other_than(&then).unwrap().contains("`learned.json` of"), "nobody saw who wrote it");
        then.own.insert("learned.json".into());
        assert_eq!(now().other_than(&then), None);
        // It goes through the file and back.
        let then: BotFiles = serde_json::from_str(&serde_json::to_string(&then).unwrap()).unwrap();
        assert_eq!(now().other_than(&then), None);
        write("net.bin", "2");
        assert!(now().other_than(&then).unwrap().contains("`net.bin` of"), "what it plays by is another");
        write("net.bin", "1");
        write("more.py", "1");
        assert!(now().other_than(&then).unwrap().contains("`more.py` of"));
        fs::remove_file(dir.path().join("more.py")).unwrap();
        write("bot.py", "2");
        assert!(now().other_than(&then).unwrap().contains("`bot.py` of"));
    }
}
