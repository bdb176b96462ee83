//! Where a record is written: beside its place under a name that says it is partial, and moved there when it is whole.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, fcntl_setfl, open};

/// How long a reader of a pipe is waited for.
const READER: Duration = Duration::from_secs(2);

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
            Ok(meta) if meta.file_type().is_fifo() => {
                Ok((open_pipe(path)?, OutFile { place: Place::Direct, asked }))
            }
            Ok(meta) if !meta.is_file() => {
                let file = OpenOptions::new().write(true).open(path)?;
                Ok((file, OutFile { place: Place::Direct, asked }))
            }
            // What a link leads to is replaced, not the link.
            Ok(_) => OutFile::beside(fs::canonicalize(path)?, asked),
            // A link to something that is not there yet, or to another such link.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut whole = asked.clone();
                while let Ok(target) = fs::read_link(&whole) {
                    whole = whole.parent().unwrap_or(Path::new("")).join(target);
                }
                OutFile::beside(whole, asked)
            }
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

/// Opens a pipe that has a reader, or soon has. Waiting for one as the system does could not be interrupted.
fn open_pipe(path: &Path) -> io::Result<File> {
    let begun = Instant::now();
    loop {
        match open(path, OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty()) {
            Ok(pipe) => {
                fcntl_setfl(&pipe, OFlags::empty())?;
                return Ok(pipe.into());
            }
            Err(rustix::io::Errno::NXIO) if begun.elapsed() < READER => sleep(Duration::from_millis(20)),
            Err(rustix::io::Errno::NXIO) => {
                return Err(io::Error::other("nobody reads from this pipe; start its reader first"));
            }
            Err(error) => return Err(error.into()),
        }
    }
}
