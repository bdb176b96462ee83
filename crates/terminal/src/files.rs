//! Files that somebody names: read with a bound, because a name may lead to anything.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file of at most so many bytes; `None` if it has more.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    // A device or a pipe has no length to ask for, so the reading itself stops.
    if file.metadata()?.len() > most {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_bound_and_no_further() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "12345").unwrap();
        assert_eq!(read(file.path(), 5).unwrap().unwrap(), b"12345");
        assert_eq!(read(file.path(), 4).unwrap(), None);
        assert_eq!(read(Path::new("/dev/zero"), 1 << 16).unwrap(), None);
    }
}
