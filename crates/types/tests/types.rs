//! These tests fail where a file of the page or of the kits is not what would be made now; `make types` writes them.

use std::path::Path;

#[test]
fn the_page_has_the_types_that_rust_says() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src");
    for (file, wanted) in meydan_types::files(|game| source.join("stages").join(game).is_dir()) {
        let path = source.join(&file);
        let wanted = wanted.to_string();
        if std::env::var_os("MEYDAN_WRITE_TYPES").is_some() {
            std::fs::write(&path, &wanted).expect("the page's folder can be written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == wanted, "web/src/{file} is not what the Rust types say: run `make types`");
    }
}

#[test]
fn the_kits_have_the_schemas_that_rust_says() {
    let kits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits");
    let has_wire = |game: &str| kits.join(game).join("typescript/wire.ts").is_file();
    for (file, wanted) in meydan_types::kit_files(has_wire) {
        let path = kits.join(&file);
        if std::env::var_os("MEYDAN_WRITE_TYPES").is_some() {
            std::fs::write(&path, &wanted).expect("the kits' folder can be written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == wanted, "kits/{file} is not what the Rust types say: run `make types`");
    }
}

#[test]
fn a_game_without_a_stage_has_no_types_on_the_page() {
    let paths = |has_stage: fn(&str) -> bool| -> Vec<String> {
        meydan_types::files(has_stage).into_iter().map(|(path, _)| path).collect()
    };
    let stages = |path: &&String| path.starts_with("stages/");
    assert_eq!(
        paths(|game| game == "jungle").iter().filter(stages).collect::<Vec<_>>(),
        ["stages/jungle/types.ts"]
    );
    assert!(paths(|_| false).iter().any(|path| path == "reel/types.ts"));
}
