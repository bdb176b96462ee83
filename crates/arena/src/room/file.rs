//! The rooms on the disk: `CODE.json` for each, in a folder of their own.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Room, RoomCode};
use crate::Error;
use crate::arena::on_disk;
use crate::shelf::{replace, sync};

/// The bytes of a room. One that is full of everything has a quarter of it.
const LONGEST: u64 = 1 << 20;

/// The folder of the rooms.
#[derive(Clone)]
pub(crate) struct RoomShelf {
    folder: PathBuf,
}

impl RoomShelf {
    /// Opens the folder, making it if need be. Whoever has the arena's lock has it alone.
    pub(crate) fn open(data: &Path) -> io::Result<RoomShelf> {
        let folder = data.join("rooms");
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        Ok(RoomShelf { folder })
    }

    fn file(&self, code: &RoomCode) -> PathBuf {
        self.folder.join(format!("{code}.json"))
    }

    /// All rooms that can be read. What is not one of ours is passed over, and said.
    pub(crate) fn inventory(&self) -> io::Result<Vec<Room>> {
        let mut rooms = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let code =
                name.to_str().and_then(|name| name.strip_suffix(".json")).and_then(|stem| stem.parse().ok());
            let Some(code) = code else { continue };
            match self.read(&code) {
                Ok(room) if room.code == code => rooms.push(room),
                Ok(_) => tracing::warn!(%code, "the file is of another room; it is passed over"),
                Err(error) => tracing::warn!(%code, %error, "a room cannot be read; it is passed over"),
            }
        }
        Ok(rooms)
    }

    fn read(&self, code: &RoomCode) -> io::Result<Room> {
        let path = self.file(code);
        let about = fs::metadata(&path)?;
        if !about.is_file() || about.len() > LONGEST {
            return Err(io::Error::other("it is not a room of ours"));
        }
        Ok(serde_json::from_slice(&fs::read(path)?)?)
    }

    /// Writes a room; it is on the disk when this returns, or as it was before.
    pub(crate) async fn write(&self, room: Arc<Room>) -> Result<(), Error> {
        let own = self.clone();
        let written = on_disk(move || {
            let bytes = serde_json::to_vec(&*room)?;
            replace(&own.folder, &own.file(&room.code), |file| file.write_all(&bytes))
        });
        written.await?.map_err(|error| Error::disk("the room cannot be written down", &error))
    }

    pub(crate) async fn remove(&self, code: &RoomCode) -> Result<(), Error> {
        let (own, file) = (self.clone(), self.file(code));
        let removed = on_disk(move || match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => sync(&own.folder),
        });
        removed.await?.map_err(|error| Error::disk("the room cannot be removed", &error))
    }
}
