//! Files that the original servers wrote of their matches, as reels.

use std::path::Path;

use anyhow::{Context, Result};
use meydan_catalog::{MapChoice, NAMES, Offer, Visit, tale_reel, visit};

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
    if found.is_none() && map.is_some() {
        misuse!("--map is for files of the original contests; a trace knows its map");
    }
    found.transpose()
}

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
