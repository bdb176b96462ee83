//! The directory at the end of a ZIP archive, read without forgiving anything.
//!
//! Libraries forgive: of two entries with one name they keep the last, and they do not mind entries that share bytes.
//! Two programs that forgive differently see two different archives in the same bytes, so the directory is read here
//! first, and must be exactly what an honest packer writes.

use std::ops::Range;

use super::Refusal;

/// One line of the directory.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    /// The mode of the file, as Unix has it; 0 where the packer had none.
    pub(super) mode: u32,
    pub(super) method: u16,
    pub(super) encrypted: bool,
    /// Bytes in the archive.
    pub(super) packed: u64,
    /// Bytes after unpacking, as the archive claims.
    pub(super) size: u64,
    /// Where it lies, its own header included.
    pub(super) span: Range<u64>,
}

impl Entry {
    pub(super) fn is_folder(&self) -> bool {
        self.name.ends_with('/')
    }
}

const END: &[u8] = b"PK\x05\x06";
const LINE: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";

/// Reads the directory of at most so many entries.
pub(super) fn read(archive: &[u8], limit: usize) -> Result<Vec<Entry>, Refusal> {
    let broken = |why: &str| Refusal::Broken(why.into());
    // The end record is 22 bytes long and a comment follows; together they end the file.
    let first = archive.len().saturating_sub(22 + 0xffff);
    let last = archive.len().checked_sub(22).ok_or_else(|| broken("it is too short"))?;
    let is_end = |&at: &usize| {
        archive[at..].starts_with(END)
            && number(archive, at + 20, 2) == Some((archive.len() - at - 22) as u64)
    };
    let end = (first..=last).rev().find(is_end).ok_or_else(|| broken("it has no directory"))?;
    let field = |at: usize, bytes| number(archive, end + at, bytes).unwrap_or_default();
    let (count, size, start) = (field(10, 2) as usize, field(12, 4), field(16, 4));
    if field(4, 4) != 0 || field(8, 2) as usize != count {
        return Err(broken("it is one part of several"));
    }
    if count > limit {
        return Err(Refusal::Many { entries: count, limit });
    }
    if start + size != end as u64 {
        return Err(broken("its directory is not where it should be"));
    }
    let mut at = start as usize;
    let mut entries = Vec::new();
    for _ in 0..count {
        let (entry, length) = line(archive, at).ok_or_else(|| broken("its directory is damaged"))?;
        if entry.span.end > start {
            return Err(broken("an entry reaches into the directory"));
        }
        entries.push(entry);
        at += length;
    }
    if at == end { Ok(entries) } else { Err(broken("its directory is damaged")) }
}

/// One line of the directory and its length. The entry's own header must say the same.
fn line(archive: &[u8], at: usize) -> Option<(Entry, usize)> {
    let line = archive.get(at..)?;
    let field = |at, bytes| number(line, at, bytes);
    if !line.starts_with(LINE) {
        return None;
    }
    let (name, extra, comment) = (field(28, 2)? as usize, field(30, 2)? as usize, field(32, 2)? as usize);
    let (packed, start) = (field(20, 4)?, field(42, 4)?);
    let local = archive.get(usize::try_from(start).ok()?..)?;
    let bytes = line.get(46..46 + name)?;
    if !local.starts_with(LOCAL) || local.get(30..30 + number(local, 26, 2)? as usize)? != bytes {
        return None;
    }
    let header = 30 + name as u64 + number(local, 28, 2)?;
    // The upper half of the attributes is the mode where the packer was a Unix.
    let unix = field(5, 1)? == 3;
    let entry = Entry {
        name: String::from_utf8_lossy(bytes).into_owned(),
        mode: if unix { (field(38, 4)? >> 16) as u32 } else { 0 },
        method: field(10, 2)? as u16,
        encrypted: field(8, 2)? & 0x41 != 0,
        packed,
        size: field(24, 4)?,
        span: start..start + header + packed,
    };
    Some((entry, 46 + name + extra + comment))
}

fn number(bytes: &[u8], at: usize, count: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + count)?;
    Some(bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}
