//! This test fails where a file of the page is not what would be made now; `make types` writes them.

use std::path::Path;

#[test]
fn the_page_has_the_types_that_rust_says() {
    for (file, wanted) in meydan_types::files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src").join(&file);
        let wanted = wanted.to_string();
        if std::env::var_os("MEYDAN_WRITE_TYPES").is_some() {
            std::fs::write(&path, &wanted).expect("the page's folder can be written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == wanted, "web/src/{file} is not what the Rust types say: run `make types`");
    }
}
