//! The programs of a whole class, in a table.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use meydan_sandbox::Command;
use serde::Serialize;
use thiserror::Error;

use super::{CheckError, Report, Terms, check};

/// A class, student by student.
#[derive(Clone, Debug, Serialize)]
pub struct Class {
    /// The phases that were judged.
    pub phases: Vec<u8>,
    /// The students, by name.
    pub rows: Vec<Row>,
}

/// One student.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The name of the folder or program.
    pub student: String,
    /// For each phase what was found, or why nothing was.
    pub phases: Vec<Result<Report, String>>,
    /// Of the course's percents for these phases, the share of rules that are kept.
    pub points: f64,
}

/// Why there is no table.
#[derive(Debug, Error)]
pub enum ClassError {
    /// The folder cannot be read.
    #[error("the folder `{}` cannot be read: {error}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// There is nothing in it.
    #[error(
        "`{}` holds no programs; give a folder with a sub-folder or an executable for every student", .0.display()
    )]
    Empty(PathBuf),
    /// A check could not go on.
    #[error(transparent)]
    Check(#[from] CheckError),
}

/// Judges every student of a folder; `told` hears of each before it is judged.
pub async fn class(
    folder: &Path,
    phases: &[u8],
    terms: &Terms,
    mut told: impl FnMut(&str, u8),
) -> Result<Class, ClassError> {
    let unreadable = |error| ClassError::Folder { folder: folder.to_owned(), error };
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() || is_program(&path) {
            entries.push(path);
        }
    }
    entries.sort();
    if entries.is_empty() {
        return Err(ClassError::Empty(folder.to_owned()));
    }
    let mut rows = Vec::new();
    for path in entries {
        let student = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut found = Vec::new();
        for &phase in phases {
            told(&student, phase);
            found.push(match program(&path, phase) {
                Some(command) => match check(&command, &Terms { phase, ..terms.clone() }).await {
                    Ok(report) => Ok(report),
                    // One student's program must not cost the others their marks.
                    Err(error @ CheckError::Start(_)) => Err(error.to_string()),
                    Err(error) => return Err(error.into()),
                },
                None => Err(format!("no program for phase {phase}")),
            });
        }
        let points = found.iter().map(|found| found.as_ref().map_or(0.0, Report::points)).sum();
        rows.push(Row { student, phases: found, points });
    }
    Ok(Class { phases: phases.to_vec(), rows })
}

/// The program of a phase: `phaseN` or `program` in the student's folder, or the only executable in it. One program for all phases is
/// told the phase as its last word.
fn program(path: &Path, phase: u8) -> Option<Command> {
    let told = |command: Command| command.with_args([phase.to_string()]);
    if path.is_file() {
        return Some(told(command(path)));
    }
    let named = |name: &str| {
        let plain = path.join(name);
        let script = path.join(format!("{name}.py"));
        [plain, script].into_iter().find(|path| is_program(path)).map(|path| command(&path))
    };
    named(&format!("phase{phase}")).or_else(|| named("program").map(told)).or_else(|| {
        let files = fs::read_dir(path).ok()?.flatten().map(|entry| entry.path());
        let mut programs = files.filter(|path| is_program(path));
        let (only, more) = (programs.next()?, programs.next());
        more.is_none().then(|| told(command(&only)))
    })
}

fn command(path: &Path) -> Command {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned()).display().to_string();
    let (program, args) =
        if full.ends_with(".py") { ("python3".to_owned(), vec![full]) } else { (full, Vec::new()) };
    Command { program, args, env: Vec::new(), dir: None }
}

fn is_program(path: &Path) -> bool {
    let executable = || path.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0);
    path.is_file() && (path.extension().is_some_and(|ending| ending == "py") || executable())
}

impl Class {
    /// The table as lines of comma-separated values: the rules kept of all, phase by phase.
    pub fn csv(&self) -> String {
        let mut text = String::from("student");
        for phase in &self.phases {
            text.push_str(&format!(",phase {phase}"));
        }
        text.push_str(",points\n");
        for row in &self.rows {
            text.push_str(&field(&row.student));
            for phase in &row.phases {
                text.push(',');
                text.push_str(&field(&mark(phase)));
            }
            text.push_str(&format!(",{:.1}\n", row.points));
        }
        text
    }
}

/// A phase in a table: the rules kept of all, or why there is nothing.
pub fn mark(found: &Result<Report, String>) -> String {
    match found {
        Ok(report) => {
            let kept = report.rules.iter().filter(|rule| rule.wrong == 0 && rule.right > 0).count();
            format!("{kept} of {}", report.rules.len())
        }
        Err(reason) => reason.clone(),
    }
}

/// A value that may hold commas, quotes, or what a spreadsheet would take for a formula.
fn field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
