//! Running bots at home as a judge runs them.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use meydan_kit::{Built, Kit};
use meydan_sandbox::intake::Intake;
use meydan_sandbox::{
    Apart, AroundError, Bare, Chain, Command, Jail, Language, LanguageName, MissingWalls, Pool, Terms, Wall,
    Walls, Words,
};
use thiserror::Error;

use crate::Fairness;

/// Starts bots behind walls, each with the limits of its language. Whoever has one knows that the walls stand here.
#[derive(Clone, Debug)]
pub struct Judge {
    terms: Terms,
    language: Option<LanguageName>,
    tools: Vec<PathBuf>,
    cores: Arc<Cores>,
    pool: Option<Arc<Pool>>,
    accept_no_groups: bool,
}

impl Judge {
    /// Tries the walls of this machine. Without all that strangers' programs need there is no judge.
    pub async fn raise() -> Result<Judge, MissingWalls> {
        Judge::behind(&meydan_sandbox::survey().await)
    }

    /// The same for one's own programs: they can be run without control groups, if that is accepted. Their limits then hold
    /// for each process and not for the tree.
    pub async fn raise_without_groups() -> Result<Judge, MissingWalls> {
        let mut walls = meydan_sandbox::survey().await;
        walls.retain(|wall| wall.name != "control groups");
        Judge::behind(&walls).map(|judge| Judge { accept_no_groups: true, ..judge })
    }

    /// A judge behind walls that were tried already.
    pub fn behind(walls: &[Wall]) -> Result<Judge, MissingWalls> {
        MissingWalls::check(walls)?;
        Ok(Judge {
            terms: Terms::default(),
            language: None,
            tools: Vec::new(),
            cores: Arc::new(Cores::new(meydan_sandbox::cores())),
            pool: None,
            accept_no_groups: false,
        })
    }

    /// With the limits of a contest.
    #[must_use]
    pub fn with_terms(mut self, terms: Terms) -> Judge {
        self.terms = terms;
        self
    }

    /// With the limits of this language for every bot, whatever it seems to be written in.
    #[must_use]
    pub fn with_language(mut self, language: Option<LanguageName>) -> Judge {
        self.language = language;
        self
    }

    /// Shows these folders to every bot, read-only and where they are: tool chains outside of `/usr`. That of a bot's language is
    /// found without being named.
    #[must_use]
    pub fn with_tools(mut self, tools: Vec<PathBuf>) -> Judge {
        self.tools = tools;
        self
    }

    /// Has so many jails prepared at any time, so that bots start sooner. Worth it where many matches are played.
    #[must_use]
    pub fn with_pool(mut self, size: usize) -> Judge {
        // A judge without a pool is slower, and nothing else.
        self.pool = Pool::new(size).ok().map(Arc::new);
        self
    }

    /// A bot of this command line, to be started behind walls, and what whoever typed it should know. Its language is what
    /// its folder says, if that says something.
    pub fn launch(
        &self,
        command: &Command,
        told: Option<&str>,
        words: Words,
        fairness: Fairness,
    ) -> Result<(Launch, Option<String>), AroundError> {
        let language = self.language(command, told);
        let mut limits = self.terms.run(language);
        let lease = (fairness.pin && limits.cores.is_empty()).then(|| Cores::lease(&self.cores));
        limits.cores.extend(lease.iter().map(|lease| lease.core));
        let (start, life, output) = (limits.time, limits.cpu_time, limits.output);
        let mut around = Jail::around(command, limits, &self.tools_for(language), words)?;
        around.jail.accept_no_groups = self.accept_no_groups;
        around.jail.pool = self.pool.clone();
        let launch = Launch {
            command: around.command,
            walls: Walls::Jail(Box::new(around.jail)),
            terms: Some(LifeTerms { start, life, output }),
            lease,
        };
        Ok((launch, around.remark))
    }
}

impl Judge {
    /// The language whose limits a bot gets. A bot that names one that nobody knows gets those of its program.
    fn language(&self, command: &Command, told: Option<&str>) -> &'static str {
        let told = || told.and_then(|name| name.parse::<LanguageName>().ok());
        self.language.or_else(told).map_or_else(|| Language::of(command).name, LanguageName::as_str)
    }

    /// The folders that a bot of this language is shown besides `/usr` and its own.
    fn tools_for(&self, language: &str) -> Vec<PathBuf> {
        let found = match Chain::of(language) {
            Chain::At(folder) => Some(folder),
            Chain::Usual | Chain::Missing(_) => None,
        };
        self.tools.iter().cloned().chain(found).collect()
    }

    /// Builds a bot that lives in a folder behind the same walls, if its files have changed. Of what the build leaves, only
    /// the folder `build` is kept.
    pub async fn build(&self, kit: &Kit) -> Result<Built, JailedBuildError> {
        let (Some(script), true) = (&kit.manifest().build, kit.is_stale()?) else {
            return Ok(Built::Already);
        };
        let (program, args) = kit.start();
        let command = Command { program, args, env: Vec::new(), dir: Some(kit.dir().to_owned()) };
        let language = self.language(&command, Some(&kit.manifest().language));
        let limits = self.terms.build(language);
        let tools = self.tools_for(language);
        let shown = |jail: Jail, dir: &PathBuf| jail.with_folder(dir, dir);
        let mut jail = tools.iter().fold(Jail::new(limits), shown);
        jail.accept_no_groups = self.accept_no_groups;
        let places = tools.iter().flat_map(|dir| [dir.join("bin"), dir.clone()]);
        if let Chain::Missing(program) = Chain::of(language)
            && !places.clone().any(|place| place.join(program).is_file())
        {
            return Err(JailedBuildError::NoTool { program, language });
        }
        let path = places.map(|place| format!("{}:", place.display())).collect::<String>();
        let script = format!("PATH='{path}'$PATH; {script}");
        let built = jail.build(kit.dir(), &script, &Intake::default()).await?;
        let files = built.files.files.iter().filter(|(name, _)| name.starts_with("build/"));
        kit.keep(files.map(|(name, file)| (name.as_str(), file.bytes.as_slice(), file.executable)))?;
        Ok(Built::Now)
    }
}

/// Why a bot could not be built behind walls.
#[derive(Debug, Error)]
pub enum JailedBuildError {
    /// The build itself.
    #[error(transparent)]
    Build(#[from] meydan_sandbox::BuildError),
    /// The tools of its language are not here.
    #[error(
        "it is written in {language}, and `{program}` is neither in /usr nor on your path; install it, or show its tool chain \
         with `--tools DIR`"
    )]
    NoTool {
        /// What was looked for.
        program: &'static str,
        /// The language.
        language: &'static str,
    },
    /// The bot's folder.
    #[error("what was built cannot be kept in the bot's folder: {0}")]
    Folder(#[from] io::Error),
}

/// A program that is to be started for a seat, and the walls around it.
#[derive(Debug)]
pub struct Launch {
    pub(crate) command: Command,
    pub(crate) walls: Walls,
    pub(crate) terms: Option<LifeTerms>,
    pub(crate) lease: Option<Lease>,
}

/// What a judged bot may have over its whole life.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LifeTerms {
    /// Until it must be ready.
    pub(crate) start: Duration,
    /// Of processor time.
    pub(crate) life: Duration,
    /// Of output, in bytes.
    pub(crate) output: u64,
}

impl Launch {
    pub(crate) fn is_jailed(&self) -> bool {
        matches!(self.walls, Walls::Jail(_))
    }

    /// Whether it has a network of its own.
    pub(crate) fn is_apart(&self) -> bool {
        matches!(self.walls, Walls::Jail(_) | Walls::Apart(_))
    }

    /// Gives a client a network of its own, where the machine allows it, on which its server is found at this port.
    pub(crate) fn set_apart(&mut self, port: u16) {
        if matches!(self.walls, Walls::Bare(_)) && Apart::is_possible() {
            self.walls = Walls::Apart(Apart { port, called: false });
        }
    }

    /// A program of one's own, without walls.
    pub fn bare(command: Command) -> Launch {
        Launch { command, walls: Walls::Bare(Bare::default()), terms: None, lease: None }
    }
}

/// The cores of this machine, and how many bots each has.
#[derive(Debug)]
struct Cores(Mutex<Vec<(u16, usize)>>);

/// A core that belongs to one bot, as far as there are enough.
pub(crate) struct Lease {
    cores: Arc<Cores>,
    core: u16,
}

impl Cores {
    fn new(cores: Vec<u16>) -> Cores {
        Cores(Mutex::new(cores.into_iter().map(|core| (core, 0)).collect()))
    }

    /// The core with the fewest bots.
    fn lease(cores: &Arc<Cores>) -> Lease {
        let mut all = cores.0.lock().expect("nobody panics while holding this lock");
        let emptiest = all.iter_mut().min_by_key(|(_, bots)| *bots);
        let core = emptiest.map_or(0, |(core, bots)| {
            *bots += 1;
            *core
        });
        Lease { cores: cores.clone(), core }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut all = self.cores.0.lock().expect("nobody panics while holding this lock");
        if let Some((_, bots)) = all.iter_mut().find(|(core, _)| *core == self.core) {
            *bots -= 1;
        }
    }
}

impl fmt::Debug for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lease").field(&self.core).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(name: &'static str, stands: bool, needed: bool) -> Wall {
        Wall { name, stands, needed, found: "it was tried".into(), advice: "" }
    }

    #[test]
    fn without_a_needed_wall_there_is_no_judge() {
        let missing = [wall("bubblewrap", true, true), wall("control groups", false, true)];
        let refused = Judge::behind(&missing).unwrap_err().to_string();
        assert!(
            refused.contains("control groups (it was tried)") && refused.contains("meydan doctor"),
            "{refused}"
        );
        assert!(!refused.contains("bubblewrap"), "{refused}");
        assert!(Judge::behind(&[wall("own user", false, false)]).is_ok());
    }

    #[test]
    fn every_bot_has_a_core_of_its_own_while_there_are_enough() {
        let cores = Arc::new(Cores::new(vec![3, 5]));
        let (first, second) = (Cores::lease(&cores), Cores::lease(&cores));
        assert_eq!((first.core, second.core), (3, 5));
        drop(first);
        let again = Cores::lease(&cores);
        assert_eq!(again.core, 3, "a core that was given back is free");
        assert_eq!(Cores::lease(&cores).core, 3, "where there are not enough, they are shared evenly");
    }
}
