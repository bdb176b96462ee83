//! Which worker works in a data folder.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use meydan_league::store::WorkerId;

/// The file in a worker's folder with the key that signs its records.
pub const WORKER_KEY: &str = "worker.key";
/// Those with its id, and with where it got that.
const ID: &str = "worker";
const PLACE: &str = "worker.place";

/// Which worker works in a data folder. The folder must be locked by whoever asks: two workers of the same name would take each
/// other's tasks. So would those whose folders are copies of each other, as they are on machines that were made from one image: a copy is
/// given a name of its own, and its key is thrown away.
pub fn worker_of(data: &Path) -> io::Result<WorkerId> {
    let (file, place) = (data.join(ID), data.join(PLACE));
    // A file that was cut off names nobody; the leases of its worker run out by themselves.
    let known = fs::read_to_string(&file).ok().and_then(|text| text.trim().parse().ok());
    if let Some(id) = known {
        let here = place_of(&file);
        match fs::read_to_string(&place) {
            Ok(there) if there != here => {
                tracing::warn!(
                    "this folder is a copy of another worker's; this one has a name of its own now"
                );
                match fs::remove_file(data.join(WORKER_KEY)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            Ok(_) => return Ok(id),
            Err(_) => {
                fs::write(place, here)?;
                return Ok(id);
            }
        }
    }
    let id = WorkerId::fresh();
    fs::write(&file, format!("{id}\n"))?;
    fs::write(place, place_of(&file))?;
    Ok(id)
}

/// The machine, and where on its disk the file lies: no copy has both.
fn place_of(file: &Path) -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default().trim().to_owned();
    let (host, machine) = (read("/proc/sys/kernel/hostname"), read("/etc/machine-id"));
    let number = fs::metadata(file).map_or(0, |found| found.ino());
    format!("{host} {machine} {number}\n")
}
