//! Finding and reading recorded games.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use meydan_core::Terms;
use serde_json::Value;

/// The folder of golden traces: `MEYDAN_GOLDEN`, or `tests/golden` of the crate whose `CARGO_MANIFEST_DIR` is given.
pub fn folder(crate_dir: &str) -> PathBuf {
    match std::env::var_os("MEYDAN_GOLDEN") {
        Some(dir) => PathBuf::from(dir),
        None => Path::new(crate_dir).join("tests").join("golden"),
    }
}

/// All files below `folder` whose name ends with `ending`, sorted, subfolders included.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|e| panic!("cannot list the golden folder {folder:?}: {e}"));
        for entry in entries {
            let path = entry.expect("a folder entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A file's bytes, unpacked if its name ends in `.gz`.
pub fn bytes(path: &Path) -> Vec<u8> {
    let raw = fs::read(path).unwrap_or_else(|e| panic!("cannot read {path:?}: {e}"));
    if path.extension().is_some_and(|e| e == "gz") {
        let mut unpacked = Vec::new();
        flate2::read::MultiGzDecoder::new(raw.as_slice())
            .read_to_end(&mut unpacked)
            .unwrap_or_else(|e| panic!("cannot unpack {path:?}: {e}"));
        unpacked
    } else {
        raw
    }
}

/// The terms that a trace's header tells: its `ruleset`, and of its `config` what is a setting of the game.
pub fn terms(header: &Value, settings: &[&str]) -> Terms {
    let mut terms = Terms::of(header["ruleset"].as_str().expect("a header tells its ruleset"));
    for (name, value) in header["config"].as_object().into_iter().flatten() {
        if settings.contains(&name.as_str()) {
            terms.options.insert(name.clone(), value.to_string());
        }
    }
    terms
}

/// A file's JSON lines.
pub fn lines(path: &Path) -> Vec<Value> {
    let text = String::from_utf8(bytes(path)).unwrap_or_else(|e| panic!("{path:?} is not UTF-8: {e}"));
    text.lines()
        .enumerate()
        .map(|(i, line)| {
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{path:?} line {}: {e}", i + 1))
        })
        .collect()
}

/// Where two JSON values differ first, as a path and the two values; `None` if they are equal. Numbers are equal
/// when their values are: `1` and `1.0` are the same.
pub fn difference(wanted: &Value, found: &Value) -> Option<String> {
    fn walk(path: &mut String, wanted: &Value, found: &Value) -> Option<String> {
        let length = path.len();
        match (wanted, found) {
            (Value::Object(a), Value::Object(b)) => {
                for (key, value) in a {
                    path.push_str(&format!(".{key}"));
                    match b.get(key) {
                        None => return Some(format!("{path}: {value} is missing")),
                        Some(other) => {
                            if let Some(difference) = walk(path, value, other) {
                                return Some(difference);
                            }
                        }
                    }
                    path.truncate(length);
                }
                b.keys()
                    .find(|key| !a.contains_key(*key))
                    .map(|key| format!("{path}.{key}: unexpected {}", b[key]))
            }
            (Value::Array(a), Value::Array(b)) => {
                for (i, (x, y)) in a.iter().zip(b).enumerate() {
                    path.push_str(&format!("[{i}]"));
                    if let Some(difference) = walk(path, x, y) {
                        return Some(difference);
                    }
                    path.truncate(length);
                }
                (a.len() != b.len())
                    .then(|| format!("{path}: wanted {} elements, found {}", a.len(), b.len()))
            }
            (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => None,
            (a, b) if a == b => None,
            (a, b) => Some(format!("{path}: wanted {a}, found {b}")),
        }
    }
    walk(&mut String::from("$"), wanted, found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let a = json!({"x": [1, {"y": 2.0}], "z": null});
        assert_eq!(difference(&a, &json!({"x": [1.0, {"y": 2}], "z": null})), None);
        assert_eq!(
            difference(&a, &json!({"x": [1, {"y": 3}], "z": null})).as_deref(),
            Some("$.x[1].y: wanted 2.0, found 3")
        );
        assert!(difference(&a, &json!({"x": [1, {"y": 2}]})).unwrap().contains("$.z"));
        assert!(difference(&a, &json!({"x": [1, {"y": 2}], "z": null, "w": 1})).unwrap().contains("$.w"));
    }
}
