//! Lists the files of the starter kits, so that they become part of the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Folders that hold what tools have made.
const MADE: [&str; 6] = ["build", "target", "node_modules", "__pycache__", "obj", "bin"];

fn main() {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let kits = Path::new(&manifest).join("../../kits");
    let mut files = Vec::new();
    let mut folders = vec![kits.clone()];
    while let Some(folder) = folders.pop() {
        println!("cargo::rerun-if-changed={}", folder.display());
        let entries = fs::read_dir(&folder).expect("the kits lie beside the crates");
        for path in entries.map(|entry| entry.expect("a kit's folder can be read").path()) {
            let name =
                path.file_name().and_then(|name| name.to_str()).expect("a kit's files have plain names");
            match path.is_dir() {
                true if MADE.contains(&name) => {}
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for path in &files {
        println!("cargo::rerun-if-changed={}", path.display());
        let place = path.strip_prefix(&kits).expect("it was found there");
        // A kit is a folder kits/GAME/LANGUAGE that says how its bot is started; what lies beside them is not part of any.
        let kit: PathBuf = kits.join(place.components().take(2).collect::<PathBuf>());
        if kit.join("meydan.toml").is_file() {
            writeln!(list, "({place:?}, include_bytes!({path:?}).as_slice()),")
                .expect("a string can be written");
        }
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    fs::write(out.join("shelf.rs"), list).expect("cargo's folder can be written");
}
