//! Files that the original servers wrote of their matches, as reels.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use meydan_catalog::{MapChoice, NAMES, Offer, Visit, tale_reel, visit};
use meydan_core::Budget;
use meydan_core::trace::Header;
use meydan_record::RecordError;

use crate::ends::misuse;
use crate::options::map_choice;
use crate::say::remark;
use crate::view::read_whole;

/// The reel that such a file gives; `None`: it is something else, a trace as a rule.
pub(crate) fn reel(file: &Path, map: Option<&str>) -> Result<Option<Vec<String>>> {
    let bytes = read_whole(file)?;
    let mut found = None;
    for name in NAMES {
        found = found.or(visit(name, Lines { bytes: &bytes, file, map })?);
    }
    if found.is_none() && bytes.starts_with(&GZIP) {
        misuse!("`{0}` is packed; unpack it first: gunzip {0}", file.display());
    }
    let is_trace = || meydan_record::header(bytes.as_slice(), &Budget::STANDARD).is_ok();
    if found.is_none() && map.is_some() && is_trace() {
        misuse!("--map is for files of the original contests; a trace knows its map");
    }
    found.transpose()
}

/// What the head of a record says, of a file that is no file of an original server. What else it may be is told.
pub(crate) fn header(record: impl Read, file: &Path) -> Result<Header> {
    let header = meydan_record::header(record, &Budget::STANDARD).map_err(|error| match error {
        RecordError::NotATrace => anyhow!(
            "this is neither a trace that `meydan match --out` wrote nor a file of an original server: jungle's replay, \
             galaxy's log, heroes' graphic.log or server_view.log, gotham's server.log"
        ),
        other => other.into(),
    });
    header.with_context(|| file.display().to_string())
}

/// How files begin that gzip has packed; servers of the contests did so with their old logs.
const GZIP: [u8; 2] = [0x1f, 0x8b];

struct Lines<'a> {
    bytes: &'a [u8],
    file: &'a Path,
    map: Option<&'a str>,
}

impl Visit for Lines<'_> {
    type Out = Option<Result<Vec<String>>>;

    fn visit<G: Offer>(self) -> Self::Out {
        let original = G::told_by(self.bytes)?;
        let lines = || {
            let (name, map) = match (self.map, original.needs_map) {
                (Some(map), true) => {
                    remark!(
                        "`{}` of `{}` does not say on which map its match was played; it is shown on `{map}` as far as it fits",
                        original.name,
                        G::NAME
                    );
                    map_bytes::<G>(map)?
                }
                (None, true) => {
                    misuse!(
                        "`{}` of `{}` tells no map; give the one of that match with --map FILE|NAME",
                        original.name,
                        G::NAME
                    )
                }
                (Some(_), false) => misuse!("`{}` of `{}` has its map in it", original.name, G::NAME),
                (None, false) => (stem(self.file), Vec::new()),
            };
            let tale = G::tale(self.bytes, &map).with_context(|| self.file.display().to_string())?;
            Ok(tale_reel::<G>(&tale, &name)?)
        };
        Some(lines())
    }
}

/// A map by name or file, with what it is called.
fn map_bytes<G: Offer>(asked: &str) -> Result<(String, Vec<u8>)> {
    match map_choice(G::NAME, asked)? {
        MapChoice::Brought(name, bytes) => Ok((name, bytes)),
        MapChoice::Named(name) => match G::maps().iter().find(|map| map.name == name) {
            Some(map) => Ok((name, map.bytes.to_vec())),
            None => misuse!("`{}` has no map `{name}`; give a map file", G::NAME),
        },
    }
}

fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}
