//! The maps of the original server: a folder of files, or our own.

use std::fs;
use std::path::{Path, PathBuf};

use meydan_core::{Chance, MapFile, Setup};
use meydan_jungle::config::write_bmp;
use meydan_jungle::generate::{Recipe, generate};
use meydan_jungle::{Jungle, Map, maps};

use crate::hub::Log;
use crate::options::Options;
use crate::series::HostError;

/// A map that was chosen for a match.
pub(crate) struct Chosen {
    pub(crate) name: String,
    pub(crate) map: Map,
    /// The map file.
    pub(crate) bytes: Vec<u8>,
    /// How many units a team should have, if the map has an opinion.
    pub(crate) units: Option<usize>,
}

/// Checks the maps there are, and says in a line each what is wrong with them.
pub fn check_maps(options: &Options) -> Result<Vec<String>, HostError> {
    let check = |name: String| match read_map(options, &name) {
        Ok(Read { map, .. }) => match map.out_of_reach().first() {
            Some(at) => format!("{name}: fine, but the diamond on {at} is out of reach"),
            None => format!("{name}: fine"),
        },
        Err(error) => format!("{name}: {error}"),
    };
    Ok(list_maps(options)?.into_iter().map(check).collect())
}

/// The names of the maps there are: the files of the folder, or our own.
pub fn list_maps(options: &Options) -> Result<Vec<String>, HostError> {
    let Some(folder) = &options.maps_path else {
        return Ok(Jungle::maps().iter().map(|map| map.name.to_owned()).collect());
    };
    let is_map = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "bmp" || ending == "txt") && path.is_file()
    };
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_map);
    let mut names: Vec<String> =
        files.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort();
    if names.is_empty() {
        return Err(HostError::NoMaps { folder: folder.clone() });
    }
    Ok(names)
}

/// The map of the options; without one a random one, as in the original.
pub(crate) fn choose_map(
    options: &Options,
    teams: usize,
    chance: &mut Chance,
    log: &Log,
) -> Result<Chosen, HostError> {
    let name = match &options.map_name {
        Some(name) if name == "generate" => {
            let made = generate(&Recipe::usual(teams), chance);
            let map = made.map_err(|_| HostError::Map { name: name.clone() })?;
            let bytes = write_bmp(&map);
            return Ok(Chosen { name: name.clone(), map, bytes, units: None });
        }
        Some(name) => name.clone(),
        None => {
            let names = list_maps(options)?;
            chance.pick(&names).cloned().ok_or_else(|| HostError::Map { name: "?".into() })?
        }
    };
    let Read { map, bytes, units } = read_map(options, &name).map_err(|why| {
        log(&format!("{name}: {why}"));
        HostError::Map { name: name.clone() }
    })?;
    if let Err(oddity) = map.check_strictly(teams) {
        // The original plays on such maps, so we do too.
        log(&format!("{name}: {oddity}"));
    }
    Ok(Chosen { name, map, bytes, units: units.and_then(|units| units(teams)) })
}

/// How many units a team should have for a number of teams.
type Units = Box<dyn Fn(usize) -> Option<usize>>;

struct Read {
    map: Map,
    bytes: Vec<u8>,
    units: Option<Units>,
}

fn read_map(options: &Options, name: &str) -> Result<Read, String> {
    let built_in = |map: &&MapFile| map.name == name.trim_end_matches(".bmp").trim_end_matches(".txt");
    if options.maps_path.is_none()
        && let Some(own) = Jungle::maps().iter().find(built_in)
    {
        let map = Map::read(own.bytes).map_err(|error| error.to_string())?;
        let units: Units = Box::new(|teams| maps::suggested_units(own.bytes, teams));
        return Ok(Read { map, bytes: own.bytes.to_vec(), units: Some(units) });
    }
    let path = find(options.maps_path.as_deref(), name);
    let bytes = fs::read(&path).map_err(|error| error.to_string())?;
    let map = Map::read(&bytes).map_err(|error| error.to_string())?;
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let of_contest: Units = Box::new(move |teams| maps::contest_units(&stem, teams));
    Ok(Read { map, bytes, units: sidecar(&path).or(Some(of_contest)) })
}

/// A map file by its name, with or without its ending: in the folder of maps, or where the original had that folder.
fn find(folder: Option<&Path>, name: &str) -> PathBuf {
    let folders = [folder.unwrap_or(Path::new("")), folder.unwrap_or(Path::new("maps"))];
    let places = folders.iter().flat_map(|folder| {
        let whole = folder.join(name);
        let with = |ending: &str| folder.join(format!("{name}.{ending}"));
        [whole, with("bmp"), with("txt")]
    });
    places.into_iter().find(|path| path.is_file()).unwrap_or_else(|| folders[0].join(name))
}

/// The sidecar of a map: `NAME.units` beside it, with a line `TEAMS UNITS` for each number of teams.
fn sidecar(map: &Path) -> Option<Units> {
    let text = fs::read_to_string(map.with_extension("units")).ok()?;
    let line = |line: &str| {
        let mut numbers = line.split_whitespace().map(str::parse::<usize>);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    let lines: Vec<(usize, usize)> = text.lines().filter_map(line).collect();
    Some(Box::new(move |teams| lines.iter().find(|(number, _)| *number == teams).map(|(_, units)| *units)))
}
