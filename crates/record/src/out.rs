//! Where a record is written: beside its place under a name that says it is partial, and moved there when it is whole.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A file for a record that is not whole yet.
///
/// An earlier file of that name is never lost to a match that fails, and whatever ends this program leaves what was
/// recorded so far as `NAME.partial`. A link is followed and stays a link; a device or a pipe is written to as it is.
#[derive(Debug)]
pub struct OutFile {
    place: Place,
    /// What the person asked for.
    asked: PathBuf,
}

/// Where the bytes go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// To a file of the moment, which becomes the other when all is written.
    Beside {
        /// Where it is written.
        partial: PathBuf,
        /// Where it will be.
        whole: PathBuf,
    },
    /// Straight into something that is not a plain file.
    Direct,
}

impl OutFile {
    /// Opens the file to write to.
    pub fn create(path: &Path) -> io::Result<(File, OutFile)> {
        let asked = path.to_owned();
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
            Ok(meta) if !meta.is_file() => {
                let file = OpenOptions::new().write(true).open(path)?;
                Ok((file, OutFile { place: Place::Direct, asked }))
            }
            // What a link leads to is replaced, not the link.
            Ok(_) => OutFile::beside(fs::canonicalize(path)?, asked),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
                Ok(target) => {
                    let folder = path.parent().unwrap_or(Path::new(""));
                    OutFile::beside(folder.join(target), asked)
                }
                Err(_) => OutFile::beside(asked.clone(), asked),
            },
            Err(error) => Err(error),
        }
    }

    fn beside(whole: PathBuf, asked: PathBuf) -> io::Result<(File, OutFile)> {
        // Partial records of earlier matches are somebody's too.
        for number in 1..1000 {
            let ending = if number == 1 { ".partial".to_owned() } else { format!(".{number}.partial") };
            let mut name = whole.clone().into_os_string();
            name.push(ending);
            let partial = PathBuf::from(name);
            match OpenOptions::new().write(true).create_new(true).open(&partial) {
                Ok(file) => return Ok((file, OutFile { place: Place::Beside { partial, whole }, asked })),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("there are a thousand partial records of it already; remove some"))
    }

    /// Where the bytes go.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// All is written: gives the file its name. Gives the name it was asked for.
    pub fn keep(self, file: File) -> io::Result<PathBuf> {
        if let Place::Beside { partial, whole } = &self.place {
            file.sync_all()?;
            fs::rename(partial, whole)?;
        }
        Ok(self.asked)
    }

    /// Leaves what was written so far. Gives its name; `None` where it went into a device or a pipe.
    pub fn leave(self) -> Option<PathBuf> {
        match self.place {
            Place::Beside { partial, .. } => Some(partial),
            Place::Direct => None,
        }
    }

    /// Nothing worth keeping was written.
    pub fn discard(self) {
        if let Place::Beside { partial, .. } = self.place {
            let _ = fs::remove_file(partial);
        }
    }
}
