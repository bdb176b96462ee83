//! The files of the original servers: the first line names the game, the rest is the file.

use meydan_core::Setup;
use meydan_galaxy::Galaxy;
use meydan_gotham::Gotham;

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let Some((game, file)) = crate::split(bytes) else { return };
    // Whatever is told, it is told or refused.
    match game {
        b"heroes" => drop(meydan_heroes_wire::tale::tale(file)),
        b"gotham" => drop(meydan_gotham_wire::tale::tale(file, Gotham::maps()[0].bytes)),
        b"jungle" => drop(meydan_jungle_wire::tale::tale(file)),
        b"galaxy" => drop(meydan_galaxy_wire::tale::tale(file, Galaxy::maps()[0].bytes)),
        _ => {}
    }
}
