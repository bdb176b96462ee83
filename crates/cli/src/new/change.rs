use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use tempfile::NamedTempFile;

/// A file that is made, or one that is changed.
pub(super) struct Change {
    pub(super) path: PathBuf,
    /// What it holds now; `None`: it is not there.
    pub(super) before: Option<String>,
    /// What it shall hold.
    pub(super) after: String,
}

/// Makes all changes, or none: where one fails, those before it are taken back.
pub(super) fn carry_out(changes: &[Change]) -> Result<()> {
    let mut done = Done::default();
    let answer = done.all(changes);
    if answer.is_err() {
        done.take_back();
    }
    answer
}

/// What was done so far.
#[derive(Default)]
struct Done<'a> {
    folders: Vec<PathBuf>,
    made: Vec<&'a Path>,
    changed: Vec<(&'a Path, &'a str)>,
}

impl<'a> Done<'a> {
    fn all(&mut self, changes: &'a [Change]) -> Result<()> {
        // A full disk shows before the first file that was there is touched.
        let mut ready = Vec::new();
        for change in changes {
            match &change.before {
                None => self.make(&change.path, &change.after)?,
                Some(before) => {
                    ready.push((write_beside(&change.path, before, &change.after)?, change, before))
                }
            }
        }
        for (file, change, before) in ready {
            file.persist(&change.path).with_context(|| format!("cannot write {}", change.path.display()))?;
            self.changed.push((&change.path, before));
        }
        Ok(())
    }

    fn make(&mut self, path: &'a Path, text: &str) -> Result<()> {
        self.folder(path.parent().context("a file is in a folder")?)?;
        let wrong = || format!("cannot write {}", path.display());
        // Somebody may have put a file there since we looked; it stays.
        let mut file = OpenOptions::new().write(true).create_new(true).open(path).with_context(wrong)?;
        self.made.push(path);
        file.write_all(text.as_bytes()).with_context(wrong)
    }

    /// Makes a folder and those above it, and remembers which were not there.
    fn folder(&mut self, path: &Path) -> Result<()> {
        let missing: Vec<&Path> = path.ancestors().take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            self.folders.push(folder.to_owned());
        }
        Ok(())
    }

    /// Nobody can be told if this fails too, so it goes as far as it can.
    fn take_back(&self) {
        for (path, before) in &self.changed {
            let _ = fs::write(path, before);
        }
        for path in &self.made {
            let _ = fs::remove_file(path);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Writes what a file shall hold into one beside it, which goes away by itself unless it takes the file's place.
fn write_beside(path: &Path, before: &str, after: &str) -> Result<NamedTempFile> {
    let now = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(now == before, "{} was changed in the meantime; try again", path.display());
    let write = || {
        let mut file = NamedTempFile::new_in(path.parent().unwrap_or(path))?;
        file.write_all(after.as_bytes())?;
        file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
        std::io::Result::Ok(file)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_that_fails_takes_back_those_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("list"), "old").unwrap();
        fs::write(path("kept"), "precious").unwrap();
        let change = |name: &str, before: Option<&str>| Change {
            path: path(name),
            before: before.map(str::to_owned),
            after: "new".to_owned(),
        };
        let changes = [change("a/b/made", None), change("list", Some("old")), change("kept", None)];
        assert!(carry_out(&changes).unwrap_err().to_string().contains("kept"));
        assert_eq!(fs::read_to_string(path("list")).unwrap(), "old");
        assert_eq!(fs::read_to_string(path("kept")).unwrap(), "precious");
        assert!(!path("a").exists());

        carry_out(&changes[..2]).unwrap();
        assert_eq!(fs::read_to_string(path("a/b/made")).unwrap(), "new");
        assert_eq!(fs::read_to_string(path("list")).unwrap(), "new");
    }

    #[test]
    fn a_file_that_changed_in_the_meantime_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        fs::write(&path, "newer").unwrap();
        let change = Change { path: path.clone(), before: Some("old".into()), after: "new".into() };
        assert!(carry_out(&[change]).unwrap_err().to_string().contains("in the meantime"));
        assert_eq!(fs::read_to_string(path).unwrap(), "newer");
    }
}
