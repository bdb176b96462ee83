use std::fs::{self, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use meydan_blobs::{Digest, Hasher};
use meydan_sandbox::intake::Intake;
use meydan_sandbox::{self as sandbox, Chain, Jail, MissingWalls, Report, StartError, Terms, Usage, Wall};
use tempfile::TempPath;
use thiserror::Error;

use crate::artefact;
use crate::hint::{Tail, explain};
use crate::inspect::Inspected;
use crate::prelude::{self, PROVIDED};

/// No build takes longer, whatever a contest says.
const LONGEST: Duration = Duration::from_secs(600);
/// Where programs are looked up inside.
const PATH: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// What a build may leave. It is more than what may be sent: programs are larger than their sources.
const OUTPUT: Intake = Intake {
    archive: u64::MAX,
    entries: 40_000,
    file: 256 << 20,
    total: 512 << 20,
    ratio: u64::MAX,
    name: 400,
    depth: 40,
};

/// The first Node that reads TypeScript by itself.
const STRIPS_TYPES: (u32, u32) = (22, 13);

/// Builds strangers' programs behind walls. Whoever has one knows that the walls stand here.
#[derive(Clone, Debug)]
pub struct Bench {
    work: PathBuf,
    terms: Terms,
    tools: Vec<PathBuf>,
    provided: Option<PathBuf>,
}

/// A build that went well.
#[derive(Debug)]
pub struct Made {
    /// The artefact. The file is gone with this.
    pub file: TempPath,
    /// Its digest.
    pub digest: Digest,
    /// Its size in bytes.
    pub size: u64,
    /// How long the build took.
    pub took: Duration,
    /// What it used.
    pub usage: Usage,
}

/// Why there is no build.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The submission's own fault, for its author.
    #[error("the build failed: {0}")]
    Failed(String),
    /// Ours; it may be tried again.
    #[error("the build could not be made: {0}")]
    Trouble(String),
}

impl Bench {
    /// A bench behind walls that were tried ([`sandbox::survey`]), with a folder for what is only needed while it builds.
    pub fn behind(walls: &[Wall], work: impl Into<PathBuf>) -> Result<Bench, MissingWalls> {
        MissingWalls::check(walls)?;
        Ok(Bench { work: work.into(), terms: Terms::default(), tools: Vec::new(), provided: None })
    }

    /// With the limits of a contest.
    #[must_use]
    pub fn with_terms(mut self, terms: Terms) -> Bench {
        self.terms = terms;
        self
    }

    /// Shows these folders to every build, read-only and where they are: tool chains outside of `/usr`.
    #[must_use]
    pub fn with_tools(mut self, tools: Vec<PathBuf>) -> Bench {
        self.tools = tools;
        self
    }

    /// Shows every build what the organiser provides, read-only at `/provide`: `python` (wheels), `npm` (a cache of npm), `maven`
    /// (a repository), `java` (jars), `cargo` (vendored crates), `go` (a proxy's files), `nuget` (packages).
    #[must_use]
    pub fn with_provided(mut self, folder: Option<PathBuf>) -> Bench {
        self.provided = folder;
        self
    }

    /// Builds a submission. What the build says goes to `log` as it comes, and so does how it ended; it is a stranger's text.
    pub async fn build(
        &self,
        inspected: &Inspected,
        log: &mut (dyn FnMut(&[u8]) + Send),
    ) -> Result<Made, BuildError> {
        let recipe = &inspected.recipe;
        log(recipe.told().as_bytes());
        let made = self.make(inspected, log).await;
        let told = match &made {
            Ok(made) => {
                format!("it took {:.1} s, and the build has {} KB", made.took.as_secs_f64(), made.size >> 10)
            }
            Err(error) => error.to_string(),
        };
        log(format!("meydan: {told}\n").as_bytes());
        made
    }

    async fn make(
        &self,
        inspected: &Inspected,
        log: &mut (dyn FnMut(&[u8]) + Send),
    ) -> Result<Made, BuildError> {
        let recipe = &inspected.recipe;
        let tools = self.tools_for(recipe.language.clone()).await;
        let of_language = Chain::languages().find(|(language, _)| *language == recipe.language);
        let of_language = of_language.map(|(_, program)| program);
        let mut wanted = recipe.tools.iter().map(String::as_str).chain(of_language);
        if let Some(tool) = wanted.find(|tool| !has(&tools, tool)) {
            return Err(BuildError::Failed(format!(
                "it needs `{tool}`, which this server does not have; ask the organiser which languages there are"
            )));
        }
        let ours = |error: io::Error| BuildError::Trouble(error.to_string());
        let folder = tempfile::Builder::new().prefix("source-").tempdir_in(&self.work).map_err(ours)?;
        let source = folder.path().join("source");
        inspected.source.unpack(&source).map_err(ours)?;
        open_to_all(&source).map_err(ours)?;
        let mut spool = tempfile::tempfile_in(&self.work).map_err(ours)?;
        let report = self.run(&source, inspected, &tools, &mut spool, log).await?;
        let (work, recipe) = (self.work.clone(), recipe.clone());
        let packing = tokio::task::spawn_blocking(move || -> Result<(TempPath, Digest, u64), BuildError> {
            let output = |refusal| BuildError::Failed(format!("what it left is not taken: {refusal}"));
            let files = artefact::index(&mut spool, &OUTPUT).map_err(output)?;
            check_start(&recipe.start, |name| files.get(name).map(|entry| entry.executable))?;
            let (file, path) = tempfile::NamedTempFile::new_in(&work).map_err(ours)?.into_parts();
            let mut out = Digesting { out: BufWriter::new(file), hasher: Hasher::default(), size: 0 };
            artefact::pack(&mut spool, &files, &recipe, &mut out).map_err(ours)?;
            out.out.flush().map_err(ours)?;
            Ok((path, out.hasher.digest(), out.size))
        });
        let (file, digest, size) =
            packing.await.map_err(|error| BuildError::Trouble(error.to_string()))??;
        Ok(Made { file, digest, size, took: report.wall, usage: report.usage })
    }

    /// Runs the build behind walls. What it leaves is in `spool` then.
    async fn run(
        &self,
        source: &Path,
        inspected: &Inspected,
        tools: &[PathBuf],
        spool: &mut fs::File,
        log: &mut (dyn FnMut(&[u8]) + Send),
    ) -> Result<Report, BuildError> {
        let recipe = &inspected.recipe;
        let mut limits = self.terms.build(&recipe.language);
        limits.time = limits.time.min(LONGEST);
        let shown = |jail: Jail, dir: &PathBuf| jail.with_folder(dir, dir);
        let mut jail = tools.iter().fold(Jail::new(limits.clone()), shown);
        if let Some(provided) = &self.provided {
            jail = jail.with_folder(provided, PROVIDED);
        }
        let script = prelude::script(tools, &recipe.build);
        // An archive has a header for each entry, and is padded.
        let room = OUTPUT.total + 2048 * OUTPUT.entries as u64;
        let (mut tail, mut unwritten) = (Tail::default(), None);
        let mut archive = |bytes: &[u8]| {
            if unwritten.is_none() {
                unwritten = spool.write_all(bytes).err();
            }
        };
        let mut said = |bytes: &[u8]| {
            tail.take(bytes);
            log(bytes);
        };
        let built = jail.build_into(source, &script, room, &mut archive, &mut said).await;
        if let Some(error) = unwritten {
            return Err(BuildError::Trouble(format!("what it left cannot be kept: {error}")));
        }
        match built {
            Ok(report) => Ok(report),
            Err(sandbox::BuildError::Failed(report)) if report.cause == sandbox::Cause::Lost => {
                Err(BuildError::Trouble(report.cause.to_string()))
            }
            Err(sandbox::BuildError::Failed(report)) => {
                Err(BuildError::Failed(explain(&report, &limits, OUTPUT.total, &tail)))
            }
            Err(sandbox::BuildError::Start(error @ StartError::Wall(_))) => {
                Err(BuildError::Trouble(error.to_string()))
            }
            Err(error) => Err(BuildError::Trouble(error.to_string())),
        }
    }

    /// The languages whose tools a build finds here.
    pub async fn languages(&self) -> Vec<&'static str> {
        let mut found = Vec::new();
        for (language, program) in Chain::languages() {
            let there = has(&self.tools_for(language.to_owned()).await, program);
            if there && (language != "typescript" || self.reads_types().await) {
                found.push(language);
            }
        }
        found
    }

    /// Whether TypeScript can be run: an older Node needs a compiler, which must be provided.
    async fn reads_types(&self) -> bool {
        let provided = self.provided.as_ref().is_some_and(|folder| folder.join("npm").is_dir());
        let strips = || {
            let answer = std::process::Command::new("node").arg("--version").output().ok()?;
            let text = String::from_utf8(answer.stdout).ok()?;
            let mut parts =
                text.trim().trim_start_matches('v').split('.').map(|part| part.parse::<u32>().ok());
            Some((parts.next()??, parts.next()??) >= STRIPS_TYPES)
        };
        provided || matches!(tokio::task::spawn_blocking(strips).await, Ok(Some(true)))
    }

    /// The folders that a build of this language is shown besides `/usr`: those that were named, and its tool chain where that
    /// lies elsewhere on this machine.
    async fn tools_for(&self, language: String) -> Vec<PathBuf> {
        // Looking for it may start a program.
        let found = tokio::task::spawn_blocking(move || Chain::of(&language)).await;
        let found = match found {
            Ok(Chain::At(folder)) => Some(folder),
            Ok(Chain::Usual | Chain::Missing(_)) | Err(_) => None,
        };
        self.tools.iter().cloned().chain(found).collect()
    }
}

/// Whether a program can be found inside.
fn has(tools: &[PathBuf], tool: &str) -> bool {
    let shown = tools.iter().flat_map(|dir| prelude::places(dir));
    shown.chain(PATH.map(PathBuf::from)).any(|dir| dir.join(tool).exists())
}

/// What starts the bot must be there.
fn check_start(start: &[String], executable: impl Fn(&str) -> Option<bool>) -> Result<(), BuildError> {
    let program = start.first().map_or("", String::as_str);
    if !program.contains('/') {
        return Ok(());
    }
    let name = program.trim_start_matches("./");
    let name = name.strip_prefix("/bot/").unwrap_or(name);
    match executable(name) {
        Some(true) => Ok(()),
        _ if program.starts_with("/usr/") || program.starts_with("/bin/") => Ok(()),
        Some(false) => Err(BuildError::Failed(format!(
            "`{program}` is there but cannot be run; let the build do `chmod +x {program}`, or name its interpreter"
        ))),
        None => Err(BuildError::Failed(format!(
            "`{program}`, which starts the bot, is not there after the build"
        ))),
    }
}

/// The jail's user reads it, whatever mask this process has.
fn open_to_all(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_to_all(&entry.path())?;
        } else {
            let mode = entry.metadata()?.permissions().mode() & 0o111;
            fs::set_permissions(entry.path(), Permissions::from_mode(if mode == 0 { 0o644 } else { 0o755 }))?;
        }
    }
    Ok(())
}

/// Counts and digests what is written.
struct Digesting<W> {
    out: W,
    hasher: Hasher,
    size: u64,
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.hasher.take(&bytes[..count]);
        self.size += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
