//! Compiles the keeper, which the library carries inside itself.
//!
//! A tree of processes needs an owner that is a process of its own, in every program that starts bots: the command
//! line, the tests of a dozen crates, a Python interpreter. None of them can be asked to be the keeper as well, and a
//! library cannot ship a second executable; so it ships the bytes of one.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=keeper");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let out = PathBuf::from(variable("OUT_DIR")).join("keeper");
    let mut rustc = Command::new(variable("RUSTC"));
    rustc
        .args([
            "keeper/main.rs",
            "--edition=2024",
            "--crate-name=keeper",
            "--crate-type=bin",
            "--cap-lints=allow",
        ])
        .args(["-Copt-level=s", "-Cpanic=abort", "-Cstrip=symbols", "-Ccodegen-units=1", "-Clto=fat"])
        .args(["--target", &variable("TARGET")])
        .arg("-o")
        .arg(&out);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg(format!("-Clinker={linker}"));
    }
    let status = rustc.status().expect("cargo says where the compiler is");
    assert!(status.success(), "the keeper does not compile");
}
