use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use thiserror::Error;

use crate::around::HOME;
use crate::intake::{File, Intake, Refusal, Submission};
use crate::{Command, Jail, Report, StartError};

/// Where the source is inside.
const SOURCE: &str = "/source";
/// Where it is copied to and built.
const BENCH: &str = "/build";

/// A program that was built from its source.
#[derive(Clone, Debug)]
pub struct Built {
    /// How the build went. What it said is in its error output.
    pub report: Report,
    /// Everything in the build's folder afterwards, links followed inside the jail.
    pub files: Submission,
}

/// Why there is no program.
#[derive(Debug, Error)]
pub enum BuildError {
    /// Our trouble, or a tool that is not there.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The build failed.
    #[error("the build failed: {}", .0.cause)]
    Failed(Box<Report>),
    /// What it left is not taken in.
    #[error("the build left something that is not taken in: {0}")]
    Output(#[from] Refusal),
}

impl Jail {
    /// Builds a program: copies its source into a scratch folder of the jail, runs a shell script there, and takes out what is in
    /// the folder then. The host's files are never written by the build, and links in its output lead nowhere outside.
    pub async fn build(&self, source: &Path, script: &str, intake: &Intake) -> Result<Built, BuildError> {
        let jail = self.clone().with_folder(source, SOURCE).with_scratch(BENCH);
        // The output is the archive; whatever the script says is in the error output.
        let steps = format!(
            "cp -R --preserve=mode,timestamps {SOURCE} {BENCH}/work && cd {BENCH}/work && \
             {{ sh -e -c \"$0\" >&2 || exit; }} && exec tar --dereference --hard-dereference -cf - ."
        );
        let command = Command {
            program: "sh".into(),
            args: vec!["-c".into(), steps, script.into()],
            env: Vec::new(),
            dir: Some(BENCH.into()),
        };
        // An archive has a header for each entry, and is padded.
        let room = intake.total + 2048 * intake.entries as u64;
        let mut report = jail.start(&command).await?.finish_with(&jail.limits, &[], room).await;
        if !report.succeeded() {
            return Err(BuildError::Failed(Box::new(report)));
        }
        let archive = std::mem::take(&mut report.stdout);
        Ok(Built { files: intake.read_tar(&archive)?, report })
    }
}

impl Jail {
    /// Builds a program in the folder where a judge runs it (`/bot`), and hands everything on as it comes: what the script says
    /// to `said`, and an archive of what it leaves to `archive`, which may have `room` bytes. Nothing of it is in the report. The
    /// program that packed the archive may be the stranger's own, so it is to be read with care.
    pub async fn build_into(
        &self,
        source: &Path,
        script: &str,
        room: u64,
        archive: &mut (dyn FnMut(&[u8]) + Send),
        said: &mut (dyn FnMut(&[u8]) + Send),
    ) -> Result<Report, BuildError> {
        let jail = self.clone().with_folder(source, SOURCE).with_scratch(HOME);
        // The folder itself is not the program's to change, so its content is copied and not the folder.
        let steps = format!(
            "find {SOURCE} -mindepth 1 -maxdepth 1 -exec cp -R --preserve=mode,timestamps -t {HOME} {{}} + && \
             {{ sh -e -c \"$0\" >&2 || exit; }} && exec tar --dereference --hard-dereference -cf - ."
        );
        let command = Command {
            program: "sh".into(),
            args: vec!["-c".into(), steps, script.into()],
            env: Vec::new(),
            dir: Some(HOME.into()),
        };
        let process = jail.start(&command).await?;
        let report = process.finish_into(&jail.limits, &[], room, archive, said).await;
        if report.succeeded() { Ok(report) } else { Err(BuildError::Failed(Box::new(report))) }
    }
}

impl Intake {
    /// Reads the archive in which a build's output comes. The program that packed it may be the stranger's own.
    pub fn read_tar(&self, archive: &[u8]) -> Result<Submission, Refusal> {
        let broken = |error: std::io::Error| Refusal::Broken(error.to_string());
        let mut files = BTreeMap::new();
        let (mut total, mut count) = (0, 0);
        for entry in tar::Archive::new(archive).entries().map_err(broken)? {
            let entry = entry.map_err(broken)?;
            count += 1;
            if count > self.entries {
                return Err(Refusal::Many { entries: count, limit: self.entries });
            }
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let name = name.strip_prefix("./").unwrap_or(&name).to_owned();
            let kind = entry.header().entry_type();
            if kind.is_dir() {
                continue;
            }
            self.check_name(&name)?;
            if kind.is_symlink() || kind.is_hard_link() {
                return Err(Refusal::Link(name));
            }
            if !kind.is_file() {
                return Err(Refusal::Device(name));
            }
            let executable = entry.header().mode().map_err(broken)? & 0o111 != 0;
            let mut bytes = Vec::new();
            entry.take(self.file + 1).read_to_end(&mut bytes).map_err(broken)?;
            total += bytes.len() as u64;
            if bytes.len() as u64 > self.file {
                return Err(Refusal::LargeFile { name, limit: self.file });
            }
            if total > self.total {
                return Err(Refusal::Total { limit: self.total });
            }
            if files.insert(name.clone(), File { bytes, executable }).is_some() {
                return Err(Refusal::Twice(name));
            }
        }
        // A name that is a folder of another cannot be written.
        let below = |name: &&String| {
            let folder = format!("{name}/");
            files.range(folder.clone()..).next().is_some_and(|(next, _)| next.starts_with(&folder))
        };
        match files.keys().find(below) {
            Some(name) => Err(Refusal::Both(name.clone())),
            None if files.is_empty() => Err(Refusal::Empty),
            None => Ok(Submission { files }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(entries: &[(tar::EntryType, &str, &str)]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (kind, name, text) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(*kind);
            header.set_size(text.len() as u64);
            header.set_mode(0o755);
            header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
            header.set_cksum();
            archive.append(&header, text.as_bytes()).unwrap();
        }
        archive.into_inner().unwrap()
    }

    fn refusal(entries: &[(tar::EntryType, &str, &str)]) -> Refusal {
        Intake::default().read_tar(&pack(entries)).unwrap_err()
    }

    #[test]
    fn plain_files_are_taken_out() {
        let entries =
            [(tar::EntryType::Directory, "./", ""), (tar::EntryType::Regular, "./bin/bot", "program")];
        let output = Intake::default().read_tar(&pack(&entries)).unwrap();
        assert_eq!(output.files["bin/bot"], File { bytes: b"program".to_vec(), executable: true });
    }

    #[test]
    fn an_archive_that_a_hostile_packer_made_is_refused() {
        use tar::EntryType::{Char, Fifo, Link, Regular, Symlink};
        assert_eq!(refusal(&[(Regular, "../x", "")]), Refusal::Outside("../x".into()));
        assert_eq!(refusal(&[(Regular, "/etc/x", "")]), Refusal::Absolute("/etc/x".into()));
        assert_eq!(refusal(&[(Symlink, "x", "")]), Refusal::Link("x".into()));
        assert_eq!(refusal(&[(Link, "x", "")]), Refusal::Link("x".into()));
        assert_eq!(refusal(&[(Char, "x", "")]), Refusal::Device("x".into()));
        assert_eq!(refusal(&[(Fifo, "x", "")]), Refusal::Device("x".into()));
        assert_eq!(refusal(&[(Regular, "x", ""), (Regular, "x", "")]), Refusal::Twice("x".into()));
        assert_eq!(refusal(&[(Regular, "x", ""), (Regular, "x/y", "")]), Refusal::Both("x".into()));
        assert_eq!(refusal(&[]), Refusal::Empty);
    }
}
