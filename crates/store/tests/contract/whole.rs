//! Nothing of the store is left out here: what one database takes the other may refuse.

use std::fs;
use std::path::Path;

/// Every question to the database is asked by some test in this folder, on both.
#[test]
fn every_question_is_asked_on_both_databases() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |folder: &str| -> String {
        let files = fs::read_dir(here.join(folder)).unwrap();
        files.filter_map(|file| fs::read_to_string(file.unwrap().path()).ok()).collect()
    };
    let (source, tests) = (text("src"), text("tests/contract"));
    let questions: Vec<&str> = source
        .split("pub async fn ")
        .skip(1)
        .filter_map(|rest| rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next())
        .collect();
    assert!(questions.len() > 200, "{} questions are found", questions.len());
    let left_out: Vec<_> =
        questions.into_iter().filter(|name| !tests.contains(&format!("{name}("))).collect();
    assert!(left_out.is_empty(), "no contract test asks {left_out:?}");
}
