//! Map files, drawings and property files: whatever the bytes, they are read or refused.

use meydan_gotham::{City, CityFile, Drawing, Ruleset};
use meydan_gotham_wire::settings::{ClientFile, Properties, read_properties};

/// Reads one input.
pub fn run(bytes: &[u8]) {
    if let Ok((file, drawing)) = CityFile::read(bytes) {
        // A city may be large; its tables are another matter.
        if file.graph.nodes.len() <= 64 {
            for ruleset in [Ruleset::Document, Ruleset::OfficialPrelim, Ruleset::Official] {
                if let Ok(config) = file.config(ruleset, drawing.as_ref()) {
                    assert!(City::new(&config).is_ok(), "what was read can be played");
                }
                let _ = file.warnings(ruleset);
            }
        }
    }
    let _ = Drawing::read(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = read_properties::<Properties>(text);
        let _ = read_properties::<ClientFile>(text);
    }
}
