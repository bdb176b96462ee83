//! The page's types are made from ours. This test fails where a file of the page is not what would be made now;
//! `make types` writes them.

use std::path::Path;

use meydan_core::types::Declarations;

fn check(file: &str, wanted: &Declarations) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src").join(file);
    let wanted = wanted.to_string();
    if std::env::var_os("MEYDAN_WRITE_TYPES").is_some() {
        std::fs::write(&path, &wanted).expect("the page's folder can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "web/src/{file} is not what the Rust types say: run `make types`");
}

#[test]
fn the_page_has_the_types_of_every_game() {
    let reel = meydan_catalog::reel_types();
    for game in meydan_catalog::NAMES {
        let types = meydan_catalog::game_types(game).unwrap();
        check(&format!("stages/{game}/types.ts"), &types.importing(&reel, "../../reel/types"));
    }
}

#[test]
fn the_page_has_the_types_of_reels() {
    check("reel/types.ts", &meydan_catalog::reel_types());
}

#[test]
fn the_page_has_the_types_of_the_server() {
    let reel = meydan_catalog::reel_types();
    check("api/games.ts", &meydan_catalog::list_types());
    check("api/hall.ts", &meydan_server::api_types().importing(&reel, "../reel/types"));
}
